use std::{fs, time::Instant};

use chrono::{DateTime, Utc};

use super::{
    super::{
        fake_smtp::{FakeSmtp, Fault},
        key::Key,
        login::tests::write as write_password,
        outbox::put,
        send::{Outcome, SendOptions, send_all},
        settings::Settings,
        status::State,
    },
    *,
};
use crate::mail::delivery::Scope;

fn settings(server: &FakeSmtp, more: &str) -> SmtpSettings {
    let port = server.address.port();
    let text = format!(
        "from: gm@example.org\nvia: smtp\nsmtp: {{host: 127.0.0.1, port: {port}, security: none{more}}}"
    );
    let settings: Settings = crate::yaml::keep::from_str(&text).unwrap();
    settings.check().unwrap();
    settings.smtp.unwrap()
}

fn mail(number: u32) -> Vec<u8> {
    format!(
        "From: gm@example.org\r\nTo: p{number}@example.org\r\nMessage-ID: <gem.s{number}.zytal.report.1@example.org>\r\n\r\n\
         .dot\r\n..\r\nend\r\n"
    )
    .into_bytes()
}

/// A game directory with queued mails, and a server with prepared faults.
struct Scene {
    dir: tempfile::TempDir,
    server: FakeSmtp,
}

impl Scene {
    fn new(mails: u32, faults: &[Fault]) -> Self {
        let dir = tempfile::tempdir().unwrap();
        for number in 1..=mails {
            let key = Key::new("gem", number, "zytal", "report", 1).unwrap();
            put(dir.path(), &key, &mail(number)).unwrap();
        }
        Self {
            dir,
            server: FakeSmtp::start(faults),
        }
    }

    fn run(&self) -> Vec<Outcome> {
        let mut transport = Smtp::new(&settings(&self.server, ""), self.dir.path()).unwrap();
        let options = SendOptions::at(DateTime::<Utc>::UNIX_EPOCH);
        let deliveries = send_all(self.dir.path(), &mut transport, &options, &mut |_| {}).unwrap();
        deliveries
            .into_iter()
            .map(|delivery| delivery.outcome)
            .collect()
    }

    fn states(&self) -> Vec<State> {
        let queued = super::super::outbox::queued(self.dir.path()).unwrap();
        queued.iter().map(|mail| mail.status.state).collect()
    }

    fn mails(&self) -> Vec<Vec<u8>> {
        self.server.seen(|seen| seen.mails.clone())
    }
}

#[test]
fn many_mails_go_over_one_connection_unchanged() {
    let scene = Scene::new(3, &[]);
    assert!(
        scene
            .run()
            .iter()
            .all(|outcome| matches!(outcome, Outcome::Sent { again: false }))
    );
    assert_eq!(scene.mails(), [mail(1), mail(2), mail(3)]);
    assert_eq!(scene.server.seen(|seen| seen.connections), 1);
    assert_eq!(
        fs::read_dir(scene.dir.path().join("sent")).unwrap().count(),
        3
    );
    // No mail is left.
    assert!(scene.run().is_empty());
}

#[test]
fn a_refused_reader_does_not_stop_the_other_mails() {
    let scene = Scene::new(
        3,
        &[
            Fault::Rcpt("550 5.1.1 no such user"),
            Fault::Rcpt("450 4.2.0 come back later"),
        ],
    );
    let outcomes = scene.run();
    let Outcome::Failed(error) = &outcomes[0] else {
        panic!("{outcomes:?}")
    };
    assert!(
        error.words.contains("no such user") && error.hint.as_ref().unwrap().contains("address")
    );
    assert!(matches!(outcomes[1], Outcome::Queued(_)), "{outcomes:?}");
    assert!(
        matches!(outcomes[2], Outcome::Sent { again: false }),
        "{outcomes:?}"
    );
    assert_eq!(scene.states(), [State::Failed, State::Queued]);
    // RSET was enough.
    assert_eq!(scene.server.seen(|seen| seen.connections), 1);

    let outcomes = scene.run();
    assert!(
        matches!(&outcomes[0], Outcome::Held(status) if status.attempts == 1),
        "{outcomes:?}"
    );
    assert!(
        matches!(outcomes[1], Outcome::Sent { again: false }),
        "{outcomes:?}"
    );
    assert_eq!(scene.mails(), [mail(3), mail(2)]);
}

#[test]
fn a_mail_refused_at_its_end_was_not_delivered() {
    let scene = Scene::new(
        2,
        &[
            Fault::End("552 5.3.4 too big"),
            Fault::End("451 4.3.0 disk full"),
        ],
    );
    let outcomes = scene.run();
    assert!(
        matches!(outcomes[..], [Outcome::Failed(_), Outcome::Queued(_)]),
        "{outcomes:?}"
    );
    assert!(scene.mails().is_empty());
}

#[test]
fn a_server_that_closes_down_ends_the_run() {
    for fault in [
        Fault::Banner("421 not now"),
        Fault::Banner("450 later"),
        Fault::Mail("421 going down"),
    ] {
        let scene = Scene::new(3, &[fault]);
        let outcomes = scene.run();
        assert!(
            matches!(
                outcomes[..],
                [Outcome::Queued(_), Outcome::Waiting(_), Outcome::Waiting(_)]
            ),
            "{outcomes:?}"
        );
        assert_eq!(scene.states(), [State::Queued; 3]);
        assert_eq!(scene.server.seen(|seen| seen.connections), 1);
        assert_eq!(scene.run().len(), 3);
        assert_eq!(scene.mails(), [mail(1), mail(2), mail(3)]);
    }
}

#[test]
fn reconnects_if_an_old_connection_broke() {
    for fault in [
        Fault::Mail("421 enough for one connection"),
        Fault::DropAtMail,
    ] {
        let scene = Scene::new(2, &[Fault::Nothing, fault]);
        let outcomes = scene.run();
        assert!(
            matches!(outcomes[..], [Outcome::Sent { .. }, Outcome::Sent { .. }]),
            "{outcomes:?}"
        );
        assert_eq!(scene.mails(), [mail(1), mail(2)]);
        assert_eq!(scene.server.seen(|seen| seen.connections), 2);
    }
}

#[test]
fn a_connection_lost_with_the_mail_on_its_way_is_uncertain() {
    // The mail is lost on the way: the next run delivers it, once.
    let scene = Scene::new(1, &[Fault::DropInData]);
    let outcomes = scene.run();
    assert!(
        matches!(outcomes[..], [Outcome::Uncertain(_)]),
        "{outcomes:?}"
    );
    assert_eq!(scene.states(), [State::Uncertain]);
    assert!(matches!(scene.run()[..], [Outcome::Sent { again: true }]));
    assert_eq!(scene.mails(), [mail(1)]);

    // The connection is lost after the final dot: the reader gets the same mail twice.
    let scene = Scene::new(2, &[Fault::DropAfterDot]);
    let outcomes = scene.run();
    assert!(
        matches!(
            outcomes[..],
            [Outcome::Uncertain(_), Outcome::Sent { again: false }]
        ),
        "{outcomes:?}"
    );
    assert!(matches!(scene.run()[..], [Outcome::Sent { again: true }]));
    assert_eq!(scene.mails(), [mail(1), mail(2), mail(1)]);
}

#[test]
fn a_refused_login_stops_all_and_shows_no_password() {
    let scene = Scene::new(
        2,
        &[Fault::Auth(
            "535 5.7.8 wrong: hunter2 AGdtAGh1bnRlcjI= aHVudGVyMg==",
        )],
    );
    write_password(&scene.dir.path().join("password"), "hunter2\n");
    let settings = settings(&scene.server, ", user: gm, password-file: password");
    let mut transport = Smtp::new(&settings, scene.dir.path()).unwrap();
    assert!(!format!("{transport:?}{settings:?}").contains("hunter2"));
    let options = SendOptions::at(DateTime::<Utc>::UNIX_EPOCH);
    let mut run = || send_all(scene.dir.path(), &mut transport, &options, &mut |_| {}).unwrap();
    let deliveries = run();
    // The mails are not at fault: they stay queued and are sent when the password is right.
    let Outcome::Queued(error) = &deliveries[0].outcome else {
        panic!("{deliveries:?}")
    };
    assert_eq!((error.kind, error.scope), (Kind::Permanent, Scope::Server));
    assert!(
        error.hint.as_ref().unwrap().contains("app password"),
        "{error:?}"
    );
    assert!(!format!("{deliveries:?}").contains("hunter2"));
    assert!(error.words.ends_with("wrong: *** *** ***"), "{error:?}");
    for file in fs::read_dir(scene.dir.path().join("outbox")).unwrap() {
        assert!(
            !fs::read_to_string(file.unwrap().path())
                .unwrap()
                .contains("hunter2")
        );
    }
    assert!(matches!(deliveries[1].outcome, Outcome::Waiting(_)));
    assert!(
        run()
            .iter()
            .all(|delivery| matches!(delivery.outcome, Outcome::Sent { again: false }))
    );
    // PLAIN: NUL gm NUL hunter2.
    assert_eq!(
        scene.server.seen(|seen| seen.logins.clone()),
        ["AUTH PLAIN AGdtAGh1bnRlcjI="]
    );
}

#[test]
fn a_refused_sender_stops_all() {
    let scene = Scene::new(2, &[Fault::Mail("553 5.7.1 not your address")]);
    let outcomes = scene.run();
    assert!(
        matches!(&outcomes[..], [Outcome::Queued(error), Outcome::Waiting(_)]
        if error.hint.as_ref().unwrap().contains("`from`")),
        "{outcomes:?}"
    );
}

#[test]
fn explains_why_a_connection_failed() {
    let dir = tempfile::tempdir().unwrap();
    let envelope = Envelope::of(&mail(1)).unwrap();
    let attempt = |settings: &SmtpSettings| {
        let start = Instant::now();
        let error = Smtp::new(settings, dir.path())
            .unwrap()
            .deliver(&envelope, &mail(1))
            .unwrap_err();
        assert!(start.elapsed() < Duration::from_secs(10));
        assert_eq!(error.scope, Scope::Server, "{error:?}");
        error
    };
    let server = FakeSmtp::start(&[]);
    let plain = settings(&server, ", timeout-seconds: 1");

    // The port speaks plain SMTP and has no STARTTLS.
    let error = attempt(&SmtpSettings {
        security: Security::Starttls,
        ..plain.clone()
    });
    assert_eq!(error.kind, Kind::Permanent);
    assert!(
        error.hint.as_ref().unwrap().contains("no STARTTLS"),
        "{error:?}"
    );
    let error = attempt(&SmtpSettings {
        security: Security::Tls,
        ..plain.clone()
    });
    assert!(
        error
            .hint
            .as_ref()
            .unwrap()
            .contains("does not begin with TLS"),
        "{error:?}"
    );

    // A listener that never answers.
    let silent = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let error = attempt(&SmtpSettings {
        port: Some(silent.local_addr().unwrap().port()),
        ..plain.clone()
    });
    assert_eq!(error.kind, Kind::Transient);
    assert!(
        error.hint.as_ref().unwrap().contains("does not answer"),
        "{error:?}"
    );

    // The port is closed.
    let port = silent.local_addr().unwrap().port();
    drop(silent);
    let error = attempt(&SmtpSettings {
        port: Some(port),
        ..plain
    });
    assert_eq!(error.kind, Kind::Transient);
    assert!(
        error.hint.as_ref().unwrap().contains("nothing listens"),
        "{error:?}"
    );
    assert!(server.seen(|seen| seen.mails.is_empty()));
}
