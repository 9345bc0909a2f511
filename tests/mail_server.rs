//! Mail through a real server: Postfix and Dovecot, as `tests/mail-server.sh` starts them.

use std::{
    env, fs,
    path::{Path, PathBuf},
    thread,
    time::{Duration, Instant},
};

use chrono::{DateTime, Utc};
use chronojudge::mail::{
    Address, Attachment, Envelope, Head, IdKey, Key, Kind, Letter, Outcome, Scope, SendOptions,
    Settings, compose, open, put, queued, send_all,
};

const ORDERS: &[u8] =
    b"game: gem\r\nturn: 7\n# a line end of either kind, and no last one: \xc3\xa9";

/// Returns the directory of the running server, or `None` after printing that there is none.
fn bench() -> Option<PathBuf> {
    let dir = env::var_os("CHRONOJUDGE_MAIL_BENCH").map(PathBuf::from);
    if dir.is_none() {
        println!("skipped: no mail server (see .ci/run)");
    }
    dir
}

/// Returns a game directory whose name makes its mails different from those of any other run.
fn game() -> (tempfile::TempDir, String) {
    let dir = tempfile::Builder::new()
        .prefix("mail-")
        .rand_bytes(12)
        .tempdir()
        .unwrap();
    let name = dir.path().file_name().unwrap().to_str().unwrap().to_owned();
    (dir, name)
}

fn settings(text: &str) -> Settings {
    serde_yaml::from_str(&format!("from: The GM <gm@pbem.test>\n{text}")).unwrap()
}

/// Returns settings for a port with a login, whose password is in a file.
fn login(bench: &Path, dir: &Path, port: u16, security: &str, password: &str) -> Settings {
    let file = dir.join("password");
    fs::write(&file, password).unwrap();
    #[cfg(unix)]
    fs::set_permissions(&file, std::os::unix::fs::PermissionsExt::from_mode(0o600)).unwrap();
    settings(&format!(
        "via: smtp\nsmtp:\n  host: localhost\n  port: {port}\n  security: {security}\n  user: gm\n  \
         password-file: password\n  ca-file: {}\n  timeout-seconds: 20\n",
        bench.join("cert.pem").display()
    ))
}

/// Returns the Message-ID of a letter.
fn id(game: &str, sitting: u32) -> String {
    let key = Key::new(game, sitting, "england", "report", 1).unwrap();
    let id = key.message_id(&IdKey::default(), "pbem.test").unwrap();
    id.to_string()
}

fn letter(settings: &Settings, game: &str, sitting: u32, to: &str) -> Letter {
    let key = Key::new(game, sitting, "england", "report", 1).unwrap();
    let date = DateTime::<Utc>::from_timestamp(1_800_000_000, 0).unwrap();
    let to = Address::new(Some("Zoë"), to).unwrap();
    let text = ".a line that begins with a dot\n.\n\nEnde – und gut.\n";
    let mut letter = Letter::new(
        key,
        1,
        settings.from.clone(),
        to,
        "Turn 1 – report",
        text,
        date,
    );
    letter.html = Some("<p>.a line</p>\n".to_owned());
    letter.attachments.push(Attachment {
        name: "orders.yaml".to_owned(),
        content_type: "application/yaml".to_owned(),
        bytes: ORDERS.to_vec(),
    });
    letter
}

/// Queues mails to these readers, sends them, and returns the outcome of each.
fn send(settings: &Settings, dir: &Path, game: &str, readers: &[&str]) -> Vec<Outcome> {
    for (sitting, reader) in (1..).zip(readers) {
        let letter = letter(settings, game, sitting, reader);
        put(dir, &letter.key, &compose(&letter).unwrap()).unwrap();
    }
    let mut transport = open(settings, dir).unwrap();
    let options = SendOptions::at(DateTime::UNIX_EPOCH);
    let deliveries = send_all(dir, &mut *transport, &options, &mut |_| {}).unwrap();
    deliveries
        .into_iter()
        .map(|delivery| delivery.outcome)
        .collect()
}

/// Waits for the mail with this Message-ID.
fn arrived(bench: &Path, reader: &str, id: &str) -> Vec<u8> {
    let new = bench.join("vmail").join(reader).join("new");
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(30) {
        for entry in fs::read_dir(&new).into_iter().flatten() {
            let mail = fs::read(entry.unwrap().path()).unwrap();
            if Head::parse(&mail).unwrap().one("Message-ID").unwrap() == id {
                return mail;
            }
        }
        thread::sleep(Duration::from_millis(100));
    }
    panic!("{id} did not arrive in {}", new.display());
}

/// Returns the text after the empty line that ends the headers.
fn body(mail: &str) -> &str {
    mail.split_once("\n\n").unwrap().1.trim_end()
}

/// Sends two mails and checks that they arrive unchanged, the body to the byte.
fn goes_through(bench: &Path, dir: &Path, game: &str, settings: &Settings) {
    let outcomes = send(
        settings,
        dir,
        game,
        &["england@pbem.test", "england+token@pbem.test"],
    );
    assert!(
        matches!(
            outcomes[..],
            [
                Outcome::Sent { again: false },
                Outcome::Sent { again: false }
            ]
        ),
        "{outcomes:?}"
    );
    assert!(queued(dir).unwrap().is_empty());
    for sitting in [1, 2] {
        let id = id(game, sitting);
        // The server stores mails with the line ends of the system.
        let got = String::from_utf8(arrived(bench, "england", &id)).unwrap();
        let sent =
            fs::read_to_string(dir.join(format!("sent/{game}.s{sitting:04}.england.report.1.eml")))
                .unwrap();
        let sent = sent.replace("\r\n", "\n");
        assert_eq!(body(&got), body(&sent));
        assert!(got.contains("filename=\"orders.yaml\""));
        let head = Head::parse(got.as_bytes()).unwrap();
        assert_eq!(head.one("Auto-Submitted").unwrap(), "auto-generated");
        assert_eq!(
            head.one("References").unwrap(),
            format!("<{game}.t1.england@pbem.test>")
        );
        assert!(head.one("Return-Path").unwrap().contains("gm@pbem.test"));
    }
}

#[test]
fn an_unencrypted_local_connection_works() {
    let Some(bench) = bench() else { return };
    let (dir, game) = game();
    let settings = settings("via: smtp\nsmtp: {host: 127.0.0.1, port: 2525, security: none}");
    goes_through(&bench, dir.path(), &game, &settings);
}

#[test]
fn with_starttls_and_a_login() {
    let Some(bench) = bench() else { return };
    let (dir, game) = game();
    let settings = login(&bench, dir.path(), 2587, "starttls", "secret\n");
    goes_through(&bench, dir.path(), &game, &settings);
}

#[test]
fn with_tls_and_a_login() {
    let Some(bench) = bench() else { return };
    let (dir, game) = game();
    let settings = login(&bench, dir.path(), 2465, "tls", "secret\n");
    goes_through(&bench, dir.path(), &game, &settings);
}

#[test]
fn an_unknown_recipient_is_refused() {
    let Some(bench) = bench() else { return };
    let (dir, game) = game();
    let settings = login(&bench, dir.path(), 2587, "starttls", "secret");
    let outcomes = send(
        &settings,
        dir.path(),
        &game,
        &["nobody@pbem.test", "france@pbem.test"],
    );
    let Outcome::Failed(error) = &outcomes[0] else {
        panic!("{outcomes:?}")
    };
    assert!(
        error.words.contains("550") && error.hint.is_some(),
        "{error:?}"
    );
    assert!(
        matches!(outcomes[1], Outcome::Sent { again: false }),
        "{outcomes:?}"
    );
    arrived(&bench, "france", &id(&game, 2));
}

#[test]
fn a_wrong_password() {
    let Some(bench) = bench() else { return };
    for (port, security) in [(2587, "starttls"), (2465, "tls")] {
        let (dir, game) = game();
        let settings = login(&bench, dir.path(), port, security, "wr0ng-passw0rd");
        let outcomes = send(&settings, dir.path(), &game, &["england@pbem.test"]);
        let Outcome::Queued(error) = &outcomes[0] else {
            panic!("{outcomes:?}")
        };
        assert_eq!((error.kind, error.scope), (Kind::Permanent, Scope::Server));
        assert!(
            error.hint.as_ref().unwrap().contains("user `gm`"),
            "{error:?}"
        );
        assert!(!format!("{outcomes:?}").contains("wr0ng"));
        // With the right password it is sent as if nothing had happened.
        let settings = login(&bench, dir.path(), port, security, "secret");
        let outcomes = send(&settings, dir.path(), &game, &["england@pbem.test"]);
        assert!(
            matches!(outcomes[..], [Outcome::Sent { again: false }]),
            "{outcomes:?}"
        );
    }
}

#[test]
fn no_login_where_one_is_wanted() {
    let Some(bench) = bench() else { return };
    let (dir, game) = game();
    let mut settings = login(&bench, dir.path(), 2465, "tls", "");
    let smtp = settings.smtp.as_mut().unwrap();
    (smtp.user, smtp.password_file) = (None, None);
    let outcomes = send(&settings, dir.path(), &game, &["england@pbem.test"]);
    assert!(!matches!(outcomes[0], Outcome::Sent { .. }), "{outcomes:?}");
}

#[test]
fn untrusted_certificates_are_refused() {
    let Some(bench) = bench() else { return };
    for (port, security) in [(2587, "starttls"), (2465, "tls")] {
        let (dir, game) = game();
        let mut settings = login(&bench, dir.path(), port, security, "secret");
        settings.smtp.as_mut().unwrap().ca_file = None;
        let outcomes = send(&settings, dir.path(), &game, &["england@pbem.test"]);
        let Outcome::Queued(error) = &outcomes[0] else {
            panic!("{outcomes:?}")
        };
        assert_eq!(error.kind, Kind::Permanent);
        assert!(
            error.hint.as_ref().unwrap().contains("`ca-file`"),
            "{error:?}"
        );
    }
    // TLS is used where the server expects STARTTLS.
    let (dir, game) = game();
    let settings = login(&bench, dir.path(), 2587, "tls", "secret");
    let outcomes = send(&settings, dir.path(), &game, &["england@pbem.test"]);
    let Outcome::Queued(error) = &outcomes[0] else {
        panic!("{outcomes:?}")
    };
    assert!(
        error
            .hint
            .as_ref()
            .unwrap()
            .contains("`security: starttls`"),
        "{error:?}"
    );
}

#[test]
fn through_the_sendmail_of_the_server() {
    let Some(bench) = bench() else { return };
    let (dir, game) = game();
    // Postfix's own program, with the configuration of the test server.
    let program = dir.path().join("sendmail");
    let script = format!(
        "exec /usr/sbin/sendmail -C '{}' \"$@\"",
        bench.join("etc").display()
    );
    let write = format!(
        "cat > '{0}' <<'E'\n#!/bin/sh\n{script}\nE\nchmod +x '{0}'",
        program.display()
    );
    assert!(
        std::process::Command::new("sh")
            .args(["-c", &write])
            .status()
            .unwrap()
            .success()
    );
    let settings = settings(&format!("via: sendmail\nsendmail: {}", program.display()));
    goes_through(&bench, dir.path(), &game, &settings);
    // The delivered mail is the one in the file.
    let letter = letter(&settings, &game, 1, "england@pbem.test");
    assert_eq!(
        Envelope::of(&compose(&letter).unwrap()).unwrap().from(),
        "gm@pbem.test"
    );
}
