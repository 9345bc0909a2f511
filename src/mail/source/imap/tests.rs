//! Tests against a server with prepared answers that records the commands it received.

use super::*;
use std::{net::TcpListener, thread::JoinHandle};

/// Starts a server that answers each command by its words after the tag; a `%` in an answer becomes the command's tag.
fn server(greeting: &str, answers: &[(&'static str, String)]) -> (u16, JoinHandle<Vec<String>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let (greeting, answers) = (greeting.to_owned(), answers.to_vec());
    let told = std::thread::spawn(move || {
        let (stream, _) = listener.accept().unwrap();
        let mut out = stream.try_clone().unwrap();
        out.write_all(greeting.as_bytes()).unwrap();
        let mut told = vec![];
        for line in BufReader::new(stream).lines() {
            let Ok(line) = line else { break };
            let (tag, command) = line.split_once(' ').unwrap();
            told.push(command.to_owned());
            let answer = answers.iter().find(|(start, _)| command.starts_with(start));
            let answer = answer.map_or("% OK\r\n", |(_, answer)| answer.as_str());
            if out.write_all(answer.replace('%', tag).as_bytes()).is_err() {
                break;
            }
        }
        told
    });
    (port, told)
}

fn open(port: u16) -> Result<Imap, MailError> {
    open_in(tempfile::tempdir().unwrap().path(), port, None)
}

/// Opens the mailbox for the game in `dir`, with this folder of the mailbox.
fn open_in(dir: &Path, port: u16, folder: Option<&str>) -> Result<Imap, MailError> {
    crate::mail::login::tests::write(&dir.join("word"), "pass\"word\n");
    let settings = ImapSettings {
        host: "127.0.0.1".to_owned(),
        port: Some(port),
        security: Security::None,
        user: "gm".to_owned(),
        password_env: None,
        password_file: Some("word".into()),
        folder: folder.map(str::to_owned),
        ca_file: None,
        timeout_seconds: Some(5),
        allow_plain: false,
    };
    Imap::open(&settings, dir)
}

const HELLO: &str = "* OK hello\r\n";

fn waits() -> Vec<(&'static str, String)> {
    vec![
        ("UID SEARCH", "* SEARCH 9 4\r\n% OK\r\n".to_owned()),
        (
            "UID FETCH 4",
            "* 1 FETCH (UID 4 BODY[]<0> {6}\r\nab\r\ncd)\r\n% OK\r\n".to_owned(),
        ),
        ("UID FETCH 9", "% OK it is gone\r\n".to_owned()),
    ]
}

#[test]
fn fetches_mails_and_marks_those_that_are_done() {
    let (port, told) = server(HELLO, &waits());
    let mut imap = open(port).unwrap();
    let mail = imap.next().unwrap().unwrap();
    assert_eq!(
        (mail.handle.as_str(), mail.bytes.as_slice()),
        ("4", &b"ab\r\ncd"[..])
    );
    imap.done("4").unwrap();
    assert_eq!(imap.next().unwrap(), None);
    drop(imap);
    assert_eq!(
        told.join().unwrap(),
        [
            "LOGIN \"gm\" \"pass\\\"word\"",
            "SELECT \"INBOX\"",
            // This server does not support keywords.
            "UID SEARCH UNDELETED UNSEEN",
            "UID FETCH 4 (BODY.PEEK[]<0.8388609>)",
            "UID STORE 4 +FLAGS.SILENT (\\Seen)",
            "UID FETCH 9 (BODY.PEEK[]<0.8388609>)",
            "LOGOUT",
        ]
    );
    let mut answers = waits();
    answers.push((
        "SELECT",
        "* OK [PERMANENTFLAGS (\\Seen \\*)] ok\r\n% OK\r\n".to_owned(),
    ));
    let (port, told) = server(HELLO, &answers);
    let mut imap = open(port).unwrap();
    imap.done("4").unwrap();
    drop(imap);
    let told = told.join().unwrap().join("\n");
    assert!(
        told.contains("UNKEYWORD $ChronojudgeTaken") && told.contains("($ChronojudgeTaken)"),
        "{told}"
    );
}

#[test]
fn a_search_fetches_only_mails_with_the_subject_that_were_not_seen() {
    let answers = [
        (
            "UID SEARCH UNDELETED",
            "* SEARCH 4 7 9\r\n% OK\r\n".to_owned(),
        ),
        (
            "UID SEARCH SUBJECT",
            "* SEARCH 2 4 9\r\n% OK\r\n".to_owned(),
        ),
        (
            "UID FETCH",
            "* 1 FETCH (UID 4 BODY[]<0> {1}\r\na)\r\n% OK\r\n".to_owned(),
        ),
    ];
    let (port, told) = server(HELLO, &answers);
    let mut imap = open(port).unwrap();
    imap.search("word", &BTreeSet::from(["9".to_owned()]))
        .unwrap();
    assert_eq!(imap.next().unwrap().unwrap().handle, "4");
    assert_eq!(imap.next().unwrap(), None);
    drop(imap);
    let told = told.join().unwrap();
    assert_eq!(told[3], "UID SEARCH SUBJECT \"word\"");
    let fetched = told.iter().filter(|line| line.starts_with("UID FETCH"));
    assert_eq!(fetched.count(), 1, "{told:?}");
}

/// Each misbehaviour ends the connection with an error of one short line, without the password.
#[test]
fn reports_a_misbehaving_server_without_showing_the_password() {
    let fetch = |answer: &str| {
        let mut answers = waits();
        answers.retain(|(start, _)| !start.ends_with('4'));
        answers.push(("UID FETCH 4", answer.to_owned()));
        answers
    };
    let login = |answer: &str| vec![("LOGIN", answer.to_owned())];
    for (what, greeting, answers) in [
        ("goodbye", "* BYE not\x1b[1m now\r\n", vec![]),
        (
            "no password",
            HELLO,
            login("% NO [AUTHENTICATIONFAILED] no\r\n"),
        ),
        (
            "the password",
            HELLO,
            login("% NO LOGIN \"gm\" \"pass\\\"word\" or pass\"word or AGdtAHBhc3Mid29yZA==\r\n"),
        ),
        ("hung up", HELLO, login("* OK still here\r\n* and")),
        ("a long line", HELLO, login(&"x".repeat(3 << 20))),
        ("many lines", HELLO, login(&"* x\r\n".repeat(20_000))),
        (
            "a big block",
            HELLO,
            fetch("* 1 FETCH (BODY[] {99999999}\r\n"),
        ),
        (
            "an enormous block",
            HELLO,
            fetch("* 1 FETCH (BODY[] {99999999999999999999999}\r\n% BAD\r\n"),
        ),
    ] {
        let (port, _told) = server(greeting, &answers);
        let error = open(port).and_then(|mut imap| imap.next());
        let error = error.expect_err(what).to_string();
        assert!(
            !error.contains("pass") && !error.contains("AGdt") && !error.contains('\x1b'),
            "{what}: {error}"
        );
        assert!(error.len() < 400, "{what}: {error}");
    }
}

/// Mails for others are downloaded only once, as long as the `UIDVALIDITY` of the mailbox does not change.
#[test]
fn does_not_download_mails_for_others_again() {
    let dir = tempfile::tempdir().unwrap();
    let run = |validity: &str, found: &str, folder: Option<&str>| -> Vec<String> {
        let mail = "* 1 FETCH (BODY[]<0> {1}\r\nx)\r\n% OK\r\n".to_owned();
        let select = format!(
            "* OK [UIDVALIDITY {validity}] ok\r\n* OK [PERMANENTFLAGS (\\*)] ok\r\n% OK\r\n"
        );
        let answers = vec![
            ("SELECT", select),
            ("UID SEARCH", format!("* SEARCH {found}\r\n% OK\r\n")),
            ("UID FETCH", mail),
        ];
        let (port, told) = server(HELLO, &answers);
        // The port is part of the mailbox's name in the file.
        let kept = dir.path().join("inbox/mailbox.yaml");
        if let Ok(text) = std::fs::read_to_string(&kept) {
            let (start, rest) = text.split_once("127.0.0.1:").unwrap();
            let (_, rest) = rest.split_once('/').unwrap();
            std::fs::write(&kept, format!("{start}127.0.0.1:{port}/{rest}")).unwrap();
        }
        let mut imap = open_in(dir.path(), port, folder).unwrap();
        let mut number = 0;
        while let Some(mail) = imap.next().unwrap() {
            number += 1;
            // The first mail of each run is taken, the others are for other recipients.
            if number == 1 {
                imap.done(&mail.handle).unwrap();
            } else {
                imap.passed(&mail.handle);
            }
        }
        drop(imap);
        let told = told.join().unwrap();
        let asked = told
            .into_iter()
            .filter(|line| line.starts_with("UID SEARCH") || line.starts_with("UID FETCH"));
        asked
            .map(|line| line.replace(" (BODY.PEEK[]<0.8388609>)", ""))
            .collect()
    };
    let all = "UID SEARCH UNDELETED UNKEYWORD $ChronojudgeTaken";
    let newer = |n: u32| format!("UID SEARCH UID {n}:* UNDELETED UNKEYWORD $ChronojudgeTaken");
    assert_eq!(
        run("7", "3 4 9", None),
        [all, "UID FETCH 3", "UID FETCH 4", "UID FETCH 9"]
    );
    // The server names the last mail although it is not newer.
    assert_eq!(run("7", "9", None), [newer(10)]);
    assert_eq!(
        run("7", "9 12", None),
        [newer(10), "UID FETCH 12".to_owned()]
    );
    // The new mail was taken; the last mail that was passed over is still the same.
    assert_eq!(run("7", "9", None), [newer(10)]);
    // With another validity or another mailbox, the numbers start again.
    assert_eq!(run("8", "1 2", None), [all, "UID FETCH 1", "UID FETCH 2"]);
    assert_eq!(run("8", "2", None), [newer(3)]);
    assert_eq!(
        run("8", "1 2", Some("Games")),
        [all, "UID FETCH 1", "UID FETCH 2"]
    );
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = |path: &str| {
            std::fs::metadata(dir.path().join(path))
                .unwrap()
                .permissions()
                .mode()
                & 0o777
        };
        assert_eq!((mode("inbox"), mode("inbox/mailbox.yaml")), (0o700, 0o600));
    }
}
