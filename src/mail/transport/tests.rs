use std::fs;

use super::*;
use crate::mail::{
    delivery::{Kind, Scope},
    envelope::Envelope,
};

const MAIL: &[u8] =
    b"From: gm@example.org\r\nTo: zytal@example.org\r\nMessage-ID: <gem.s7.zytal.report.1@example.org>\r\n\r\nHello\r\n";

fn names(dir: &Path) -> Vec<String> {
    let mut names: Vec<_> = fs::read_dir(dir)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

fn settings(yaml: &str) -> Settings {
    crate::yaml::keep::from_str(&format!("from: gm@example.org\n{yaml}")).unwrap()
}

#[test]
fn a_folder_stores_a_mail_that_is_delivered_twice_once() {
    let dir = tempfile::tempdir().unwrap();
    let mut transport = open(&settings(""), dir.path()).unwrap();
    let envelope = Envelope::of(MAIL).unwrap();
    transport.deliver(&envelope, MAIL).unwrap();
    transport.deliver(&envelope, MAIL).unwrap();
    assert_eq!(
        names(&dir.path().join("mail")),
        ["gem.s7.zytal.report.1.eml"]
    );
    assert_eq!(
        fs::read(dir.path().join("mail/gem.s7.zytal.report.1.eml")).unwrap(),
        MAIL
    );
}

#[test]
fn a_maildir_is_recognised() {
    let dir = tempfile::tempdir().unwrap();
    for part in ["cur", "new", "tmp"] {
        fs::create_dir_all(dir.path().join("box").join(part)).unwrap();
    }
    let at = |part: &str| dir.path().join("box").join(part);
    let mut transport = open(&settings("folder: box"), dir.path()).unwrap();
    let envelope = Envelope::of(MAIL).unwrap();
    transport.deliver(&envelope, MAIL).unwrap();
    assert_eq!(
        (names(&at("new")), names(&at("tmp"))),
        (vec!["gem.s7.zytal.report.1".to_owned()], vec![])
    );
    let kept = fs::read(at("new/gem.s7.zytal.report.1")).unwrap();
    assert!(MAIL.contains(&b'\r') && !kept.contains(&b'\r'));
    assert_eq!(
        kept,
        String::from_utf8_lossy(MAIL)
            .replace("\r\n", "\n")
            .as_bytes()
    );
    // A mail program has read it meanwhile: it is not delivered as new again.
    fs::rename(
        at("new/gem.s7.zytal.report.1"),
        at("cur/gem.s7.zytal.report.1:2,S"),
    )
    .unwrap();
    transport.deliver(&envelope, MAIL).unwrap();
    assert_eq!(names(&at("new")), Vec::<String>::new());
}

#[test]
fn a_folder_that_cannot_be_written_stops_all() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("mail"), "a file, not a folder").unwrap();
    let mut transport = open(&settings(""), dir.path()).unwrap();
    let error = transport
        .deliver(&Envelope::of(MAIL).unwrap(), MAIL)
        .unwrap_err();
    assert_eq!((error.kind, error.scope), (Kind::Transient, Scope::Server));
    assert!(error.hint.is_some());
}

#[test]
fn names_from_a_message_id_stay_in_the_folder() {
    let dir = tempfile::tempdir().unwrap();
    let mail =
        b"From: gm@example.org\r\nTo: z@example.org\r\nMessage-ID: <../../x/y@example.org>\r\n\r\n";
    let mut transport = open(&settings(""), dir.path()).unwrap();
    transport
        .deliver(&Envelope::of(mail).unwrap(), mail)
        .unwrap();
    assert_eq!(names(&dir.path().join("mail")), ["mail.._.._x_y.eml"]);
}

/// Writes a program that replaces sendmail. Another process writes it, so that this process does not hold it open.
#[cfg(unix)]
fn program(dir: &Path, script: &str) -> std::path::PathBuf {
    let path = dir.join("sendmail");
    let write = format!(
        "cat > '{0}' <<'E'\n#!/bin/sh\n{script}\nE\nchmod +x '{0}'",
        path.display()
    );
    assert!(
        std::process::Command::new("sh")
            .args(["-c", &write])
            .status()
            .unwrap()
            .success()
    );
    path
}

#[cfg(unix)]
#[test]
fn sendmail_gets_sender_and_reader_and_a_mail_with_lf_line_ends() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("out");
    let path = program(
        dir.path(),
        &format!("echo \"$@\" > '{0}'; cat >> '{0}'", out.display()),
    );
    let mut transport = open(
        &settings(&format!("via: sendmail\nsendmail: {}", path.display())),
        dir.path(),
    )
    .unwrap();
    transport
        .deliver(&Envelope::of(MAIL).unwrap(), MAIL)
        .unwrap();
    let got = fs::read_to_string(out).unwrap();
    assert!(
        got.starts_with("-i -f gm@example.org -- zytal@example.org\nFrom: gm@example.org\n"),
        "{got}"
    );
    assert!(got.ends_with("\n\nHello\n") && !got.contains('\r'));
}

#[cfg(unix)]
#[test]
fn translates_exit_codes_of_sendmail() {
    let dir = tempfile::tempdir().unwrap();
    for (script, kind, scope) in [
        (
            "cat >/dev/null; echo no such user >&2; exit 67",
            Kind::Permanent,
            Scope::Mail,
        ),
        ("cat >/dev/null; exit 75", Kind::Transient, Scope::Server),
        ("cat >/dev/null; exit 78", Kind::Permanent, Scope::Server),
        ("cat >/dev/null; kill -9 $$", Kind::Uncertain, Scope::Mail),
    ] {
        let mut transport = Sendmail::new(Some(&program(dir.path(), script)));
        let error = transport
            .deliver(&Envelope::of(MAIL).unwrap(), MAIL)
            .unwrap_err();
        assert_eq!(
            (error.kind, error.scope),
            (kind, scope),
            "{script}: {error:?}"
        );
    }
    let mut transport = Sendmail::new(Some(&dir.path().join("nowhere")));
    let error = transport
        .deliver(&Envelope::of(MAIL).unwrap(), MAIL)
        .unwrap_err();
    assert_eq!((error.kind, error.scope), (Kind::Permanent, Scope::Server));
}

#[cfg(not(feature = "smtp"))]
#[test]
fn a_build_without_smtp_refuses_the_transport() {
    let settings = settings("via: smtp\nsmtp: {host: localhost}");
    let Err(error) = open(&settings, Path::new(".")) else {
        panic!("it opened")
    };
    assert!(matches!(error, MailError::NoSmtp));
    assert!(error.hint().unwrap().contains("feature"));
}
