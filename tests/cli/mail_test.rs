//! `mail test`: the good way, and what it says about each fault.

use super::bench::{Bench, GAME, Said};
use std::{
    fs,
    io::{BufRead as _, BufReader, Write as _},
    net::TcpListener,
    os::unix::fs::PermissionsExt as _,
    thread,
};

/// Returns a game with these mail settings and an empty Maildir `in`.
fn bench(settings: &str) -> Bench {
    let bench = Bench::empty_in_memory();
    bench.found_for_two(&["--gm", "The GM <gm@example.org>"]);
    for folder in ["new", "cur", "tmp"] {
        fs::create_dir_all(bench.root().join("in").join(folder)).unwrap();
    }
    bench.write(
        "gem/mail.yaml",
        format!("from: The GM <gm@example.org>\n{settings}"),
    );
    bench
}

/// Returns a game whose mail program is a shell script, with the mail in `$mail` and the recipient as `$to`.
fn with_script(script: &str) -> Bench {
    let bench = bench("");
    let program = bench.root().join("sendmail");
    let new = bench.root().join("in/new");
    let text = format!(
        "#!/bin/sh\nfor to; do :; done\nmail=$(cat; echo x)\nmail=${{mail%x}}\n\
         put() {{ printf %s \"$mail\" > {new}/$$.$1; }}\n{script}\n",
        new = new.display()
    );
    fs::write(&program, text).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    bench.write(
        "gem/mail.yaml",
        format!(
            "from: The GM <gm@example.org>\nvia: sendmail\nsendmail: {}\ninbox: {{address: gm@example.org, maildir: in}}\n",
            program.display()
        ),
    );
    bench
}

fn test(bench: &Bench) -> Said {
    bench.run(&["mail", "test", GAME, "--wait", "0"])
}

/// Checks that the test ends with this fault and this remedy.
#[track_caller]
fn has_fault(bench: &Bench, words: &str, hint: &str) {
    let said = test(bench);
    assert_eq!(said.code, 1, "{}", said.all());
    let faults: Vec<&str> = said
        .out
        .lines()
        .filter(|line| line.starts_with("FAULT"))
        .collect();
    assert_eq!(faults.len(), 1, "{}", said.all());
    assert!(faults[0].contains(words), "{}", said.all());
    assert!(said.out.contains(hint), "{}", said.all());
}

#[test]
fn a_mail_goes_out_comes_back_and_is_answered() {
    let bench =
        bench("via: folder\nfolder: in\ninbox: {address: orders@example.org, maildir: in}\n");
    // Another mail in the mailbox stays as it is.
    bench.write(
        "gem/in/new/1.other",
        "From: a@example.org\nSubject: Mail test\n\nHello\n",
    );
    let said = test(&bench);
    assert_eq!(said.code, 0, "{}", said.all());
    for part in [
        "ok    A mail to orders+gem.mail-test@example.org was written to gem/in; nothing left this machine.",
        "ok    The mail arrived in gem/in.",
        "ok    The answer arrived, and is recognized as one to the first mail.",
    ] {
        assert!(said.out.contains(part), "{}", said.all());
    }
    let waiting = |folder: &str| fs::read_dir(bench.root().join(folder)).unwrap().count();
    assert_eq!(waiting("in/new"), 1);
    let json = bench.json(&["mail", "test", GAME, "--wait", "0"]);
    assert_eq!(
        (&json["good"], json["steps"].as_array().unwrap().len()),
        (&true.into(), 4)
    );
    // Nothing of it is a mail of the game.
    bench.ok(&["receive", GAME]);
    assert_eq!(
        fs::read_dir(bench.root().join("inbox"))
            .unwrap()
            .filter(|e| {
                e.as_ref()
                    .unwrap()
                    .file_name()
                    .to_string_lossy()
                    .ends_with(".eml")
            })
            .count(),
        1
    );
}

#[test]
fn without_a_mailbox_only_the_way_out_is_tested() {
    let bench = bench("via: folder\n");
    let said = test(&bench);
    assert_eq!(said.code, 0, "{}", said.all());
    assert!(
        said.out
            .contains("note  mail.yaml names no place from which mail is fetched"),
        "{}",
        said.all()
    );
}

#[test]
fn a_program_that_delivers_everything_has_no_fault() {
    let said = test(&with_script("put a"));
    assert_eq!(said.code, 0, "{}", said.all());
    assert!(
        said.out.contains("note  The mail has no DKIM signature."),
        "{}",
        said.all()
    );
    let signed = "mail=$(printf 'DKIM-Signature: v=1; d=example.org\\n%sx' \"$mail\"); mail=${mail%x}; put a";
    let said = test(&with_script(signed));
    assert!(!said.out.contains("DKIM"), "{}", said.all());
}

#[test]
fn a_plus_address_that_is_not_delivered() {
    let bench = with_script("case $to in *+*) exit 0;; *) put a;; esac");
    has_fault(
        &bench,
        "the server does not deliver plus addresses",
        "recipient_delimiter = +",
    );
}

#[test]
fn mails_of_other_games_and_tests_stay_in_the_mailbox() {
    let bench = with_script("case $to in *+*) exit 0;; *) exit 0;; esac");
    for (n, subject) in [
        "Once more: [x] Mail test abc",
        "Once more: [gem] Mail test abc",
        "[gem] Mail test abc",
    ]
    .iter()
    .enumerate()
    {
        bench.write(
            &format!("gem/in/new/{n}.other"),
            format!("From: a@example.org\nSubject: {subject}\n\nHello\n"),
        );
    }
    has_fault(&bench, "No mail arrived", "folder for unwanted mail");
    assert_eq!(
        fs::read_dir(bench.root().join("in/new")).unwrap().count(),
        3
    );
}

#[test]
fn a_mail_that_does_not_arrive() {
    let bench = with_script("exit 0");
    has_fault(
        &bench,
        "No mail arrived within 0 s in gem/in.",
        "folder for unwanted mail",
    );
}

#[test]
fn a_rewritten_sender() {
    let bench = with_script(
        "mail=$(printf %sx \"$mail\" | sed 's/^From: .*/From: account@example.net/'); mail=${mail%x}; put a",
    );
    has_fault(
        &bench,
        "The sender was rewritten: gm@example.org became account@example.net.",
        "alias of the account",
    );
}

#[test]
fn a_replaced_message_id_is_found() {
    let bench = with_script(
        "mail=$(printf %sx \"$mail\" | sed 's/^Message-ID: .*/Message-ID: <1@example.net>/I'); mail=${mail%x}; put a",
    );
    let said = test(&bench);
    assert_eq!(said.code, 1, "{}", said.all());
    assert!(
        said.out.contains("FAULT The Message-ID was replaced."),
        "{}",
        said.all()
    );
    assert!(
        said.out
            .contains("FAULT The answer arrived without the Message-ID"),
        "{}",
        said.all()
    );
}

#[test]
fn a_changed_text() {
    let bench = with_script(
        "mail=$(printf %sx \"$mail\" | sed 's/^\\.a line/a line/'); mail=${mail%x}; put a",
    );
    has_fault(
        &bench,
        "the line `.a line that begins with a dot` is not in it",
        "Use another server.",
    );
}

#[test]
fn a_sender_that_the_own_server_calls_forged() {
    let bench = with_script(
        "mail=$(printf 'Authentication-Results: mx.example.org; dmarc=fail header.from=example.org\\n%sx' \"$mail\"); mail=${mail%x}; put a",
    );
    let settings = bench.read("gem/mail.yaml");
    let said = test(&bench);
    assert!(
        said.out
            .contains("note  The server mx.example.org checks the senders"),
        "{}",
        said.all()
    );
    bench.write(
        "gem/mail.yaml",
        settings.replace("maildir: in", "maildir: in, authserv-id: mx.example.org"),
    );
    has_fault(
        &bench,
        "mx.example.org calls the sender forged",
        "SPF and DKIM",
    );
}

#[test]
fn a_folder_that_is_not_there_and_a_program_that_fails() {
    let missing = bench("via: folder\ninbox: {maildir: nowhere}\n");
    has_fault(&missing, "nowhere/new", "");
    has_fault(
        &with_script("echo 'no such user' >&2; exit 67"),
        "was not sent: ",
        "",
    );
    let nothing = TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap()
        .port();
    let smtp = bench(&format!(
        "via: smtp\nsmtp: {{host: 127.0.0.1, port: {nothing}, security: none}}\n"
    ));
    has_fault(&smtp, "was not sent: ", "");
}

/// Serves one IMAP session that answers the command of this name with `NO`.
fn imap(refused: &'static str) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        stream.write_all(b"* OK ready\r\n").unwrap();
        let lines = BufReader::new(stream.try_clone().unwrap()).lines();
        for line in lines.map_while(Result::ok) {
            let mut words = line.split(' ');
            let (tag, name) = (words.next().unwrap_or("*"), words.next().unwrap_or(""));
            let answer = if name == refused {
                "NO refused by the test"
            } else {
                "OK done"
            };
            if stream
                .write_all(format!("{tag} {answer}\r\n").as_bytes())
                .is_err()
            {
                return;
            }
        }
    });
    port
}

#[test]
fn a_login_or_a_folder_that_the_server_refuses() {
    for (refused, hint) in [
        ("LOGIN", "the server rejects user `gm` with this password"),
        ("SELECT", "the folder `Games` cannot be opened"),
    ] {
        let port = imap(refused);
        let bench = bench(&format!(
            "via: folder\ninbox:\n  imap: {{host: 127.0.0.1, port: {port}, security: none, user: gm, password-file: pw, \
             folder: Games}}\n"
        ));
        bench.write("gem/pw", "secret\n");
        fs::set_permissions(bench.root().join("pw"), fs::Permissions::from_mode(0o600)).unwrap();
        has_fault(&bench, "127.0.0.1: NO refused by the test.", hint);
    }
}
