use super::*;
use crate::dkim::Resolver;
use crate::mail::login::tests::write as write_password;

fn read(yaml: &str) -> Result<Settings, String> {
    let settings: Settings =
        crate::yaml::keep::from_str(yaml).map_err(|error| error.to_string())?;
    settings.check().map_err(|error| error.to_string())?;
    Ok(settings)
}

#[test]
fn the_sender_alone_is_a_valid_file() {
    let settings = read("from: GM <gm@example.org>").unwrap();
    assert_eq!(
        settings,
        Settings::new(Address::parse("GM <gm@example.org>").unwrap())
    );
    assert_eq!(
        settings.folder(Path::new("games/gem")),
        Path::new("games/gem/mail")
    );
    assert_eq!(settings.domain(), "example.org");
}

#[test]
fn settings_survive_a_round_trip() {
    let text = "from: '\"Doe, J\" <gm@example.org>'\nreply-to: orders@example.org\ndomain: games.example.org\n\
                via: smtp\nsmtp:\n  host: mail.example.org\n  security: tls\n  user: gm\n  password-env: GM_PASSWORD\n";
    let settings = read(text).unwrap();
    assert_eq!(settings.smtp.as_ref().unwrap().port(), 465);
    let again = crate::yaml::keep::to_string(&settings).unwrap();
    assert_eq!(read(&again).unwrap(), settings, "{again}");
}

#[test]
fn refuses_invalid_settings() {
    for (yaml, part) in [
        ("from: gm", "is not a mail address"),
        ("from: gm@example.org\npasword: x", "unknown key"),
        ("from: gm@example.org\nvia: pigeon", "pigeon"),
        ("from: gm@example.org\nvia: smtp", "`smtp` is missing"),
        (
            "from: gm@example.org\ndomain: 'a b'",
            "`domain` is not a domain",
        ),
        (
            "from: gm@example.org\nsmtp: {host: h, password: x}",
            "unknown key",
        ),
        (
            "from: gm@example.org\nsmtp: {host: h, user: gm}",
            "has no password",
        ),
        (
            "from: gm@example.org\nsmtp: {host: h, password-env: X}",
            "`smtp.user` is missing",
        ),
        (
            "from: gm@example.org\nsmtp: {host: h, user: g, password-env: X, password-file: y}",
            "cannot be combined",
        ),
        (
            "from: gm@example.org\nsmtp: {host: mail.example.org, security: none}",
            "is not this machine",
        ),
        (
            "from: gm@example.org\nsmtp: {host: 'h/x'}",
            "is not the name of a server",
        ),
    ] {
        let error = read(yaml).unwrap_err();
        assert!(error.contains(part), "{yaml}: {error}");
    }
    for host in ["localhost", "127.0.0.1", "'::1'"] {
        read(&format!(
            "from: gm@example.org\nsmtp: {{host: {host}, security: none}}"
        ))
        .unwrap();
    }
    read("from: gm@example.org\nsmtp: {host: mail.example.org, security: none, allow-plain: true}")
        .unwrap();
}

#[test]
fn refuses_a_resolver_that_is_not_an_address() {
    let inbox = |line: &str| {
        read(&format!(
            "from: gm@example.org\ninbox: {{dkim: {{{line}}}}}"
        ))
    };
    for line in [
        "resolver: 192.0.2.1",
        "resolver: '127.0.0.1:5353'",
        "check: false",
        "",
    ] {
        let settings = inbox(line).unwrap();
        let again = crate::yaml::keep::to_string(&settings).unwrap();
        assert_eq!(read(&again).unwrap(), settings, "{again}");
    }
    let resolver = |line: &str| inbox(line).unwrap().inbox.unwrap().resolver();
    let one = "127.0.0.1:5353".parse().unwrap();
    assert_eq!(resolver("resolver: '127.0.0.1:5353'"), Resolver::new(one));
    assert_eq!(
        resolver("resolver: '127.0.0.1:5353', check: false"),
        Resolver::of_none()
    );
    assert_eq!(resolver(""), Resolver::of_system());
    let error = inbox("resolver: dns.example.org").unwrap_err();
    assert!(
        error.contains("`inbox.dkim.resolver` is not the address"),
        "{error}"
    );
}

#[test]
fn reads_passwords_from_variables_and_files_and_never_shows_them() {
    let dir = tempfile::tempdir().unwrap();
    let smtp = |line: &str| {
        let yaml = format!("from: gm@example.org\nsmtp: {{host: h, user: gm, {line}}}");
        read(&yaml).unwrap().smtp.unwrap()
    };
    let env = |name: &str| (name == "GM_PASSWORD").then(|| "hunter2".to_owned());
    let password = smtp("password-env: GM_PASSWORD")
        .password(dir.path(), &env)
        .unwrap()
        .unwrap();
    assert_eq!(password.0, "hunter2");
    assert_eq!(format!("{password:?}"), "Password(…)");

    let error = smtp("password-env: OTHER")
        .password(dir.path(), &env)
        .unwrap_err();
    assert!(error.hint().unwrap().contains("`OTHER`"), "{error}");

    write_password(&dir.path().join("secret"), "pass word \r\nmore\n");
    assert_eq!(
        smtp("password-file: secret")
            .password(dir.path(), &env)
            .unwrap()
            .unwrap()
            .0,
        "pass word "
    );
    write_password(&dir.path().join("secret"), "\nhunter2");
    let error = smtp("password-file: secret")
        .password(dir.path(), &env)
        .unwrap_err();
    assert!(!format!("{error:?}").contains("hunter2"));
    assert!(
        smtp("password-file: none")
            .password(dir.path(), &env)
            .is_err()
    );
}

#[test]
fn the_schema_has_the_keys_and_descriptions_of_the_types() {
    let schema = schemars::schema_for!(Settings).to_value().to_string();
    for part in [
        "\"additionalProperties\":false",
        "password-env",
        "\"starttls\"",
        "reply-to",
        "Never change it",
    ] {
        assert!(schema.contains(part), "{part}: {schema}");
    }
}
