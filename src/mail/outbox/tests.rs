use std::collections::BTreeMap;

use chrono::DateTime;

use super::{
    super::{
        send::{Event, Outcome, SendOptions, lock, send_all, send_on},
        status::State,
    },
    *,
};
use crate::mail::delivery::{DeliveryError, Kind, Transport};

mod faulty;

fn mail(number: u32) -> Vec<u8> {
    format!("From: gm@example.org\r\nTo: p{number}@example.org\r\nMessage-ID: <gem.s{number}.zytal.report.1@x.org>\r\n\r\nHello\r\n")
        .into_bytes()
}

fn key(number: u32) -> Key {
    Key::new("gem", number, "zytal", "report", 1).unwrap()
}

fn game(mails: u32) -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    for number in 1..=mails {
        assert_eq!(
            put(dir.path(), &key(number), &mail(number)).unwrap(),
            Put::Queued
        );
    }
    dir
}

fn options() -> SendOptions {
    SendOptions::at(DateTime::UNIX_EPOCH)
}

fn files(dir: &Path, part: &str) -> BTreeMap<String, Vec<u8>> {
    let Ok(entries) = fs::read_dir(dir.join(part)) else {
        return BTreeMap::new();
    };
    let entries = entries.map(|entry| entry.unwrap());
    entries
        .map(|entry| {
            (
                entry.file_name().into_string().unwrap(),
                fs::read(entry.path()).unwrap(),
            )
        })
        .collect()
}

fn set_state(dir: &Path, number: u32, state: State) {
    let status = Status {
        state,
        attempts: 1,
        ..Status::default()
    };
    fs::write(
        Place::new(dir, &key(number).stem()).status,
        status.to_yaml(),
    )
    .unwrap();
}

/// A server that accepts every mail and records it.
#[derive(Default)]
struct Taking(Vec<Vec<u8>>);

impl Transport for Taking {
    fn deliver(&mut self, _envelope: &Envelope, bytes: &[u8]) -> Result<(), DeliveryError> {
        self.0.push(bytes.to_owned());
        Ok(())
    }
}

/// A server that fails with the same error for every mail.
struct Failing(DeliveryError);

impl Transport for Failing {
    fn deliver(&mut self, _envelope: &Envelope, _bytes: &[u8]) -> Result<(), DeliveryError> {
        Err(self.0.clone())
    }
}

fn run(dir: &Path, transport: &mut dyn Transport, options: &SendOptions) -> Vec<Outcome> {
    // If another test starts a program at the same moment, the child briefly inherits this process's open files, and
    // the lock with them.
    for _ in 0..100 {
        let deliveries = match send_all(dir, transport, options, &mut |_| {}) {
            Err(MailError::Busy { .. }) => {
                std::thread::sleep(std::time::Duration::from_millis(10));
                continue;
            }
            deliveries => deliveries.unwrap(),
        };
        let outcomes = deliveries.into_iter().map(|delivery| delivery.outcome);
        return outcomes.collect();
    }
    panic!("the lock is held for good");
}

#[test]
fn a_mail_is_queued_once_and_sent_once() {
    let dir = game(2);
    assert_eq!(
        put(dir.path(), &key(1), &mail(1)).unwrap(),
        Put::AlreadyQueued
    );
    let conflict = put(dir.path(), &key(1), &mail(9)).unwrap_err();
    assert!(matches!(conflict, MailError::Conflict { .. }) && conflict.hint().is_some());
    assert!(matches!(
        put(dir.path(), &key(3), b"no mail"),
        Err(MailError::BadMail { .. })
    ));

    let mut server = Taking::default();
    let mut told = Vec::new();
    let deliveries = send_all(dir.path(), &mut server, &options(), &mut |event| {
        told.push(match event {
            Event::Begin { number, of, stem } => format!("{number}/{of} {stem}"),
            Event::End { delivery, .. } => format!("{:?} {:?}", delivery.to, delivery.outcome),
        });
    });
    assert_eq!(deliveries.unwrap().len(), 2);
    assert_eq!(
        told[..2],
        [
            "1/2 gem.s0001.zytal.report.1",
            "[\"p1@example.org\"] Sent { again: false }"
        ]
    );
    assert_eq!(server.0, [mail(1), mail(2)]);
    assert_eq!(
        files(dir.path(), "sent").into_values().collect::<Vec<_>>(),
        [mail(1), mail(2)]
    );
    assert_eq!(
        files(dir.path(), "outbox").into_keys().collect::<Vec<_>>(),
        [".lock"]
    );

    assert_eq!(
        put(dir.path(), &key(1), &mail(1)).unwrap(),
        Put::AlreadySent
    );
    assert!(run(dir.path(), &mut server, &options()).is_empty());
    assert_eq!(server.0.len(), 2);
}

#[test]
fn listing_the_outbox_changes_no_file() {
    assert!(
        queued(tempfile::tempdir().unwrap().path())
            .unwrap()
            .is_empty()
    );
    let dir = game(2);
    set_state(dir.path(), 2, State::Sending);
    fs::write(dir.path().join("outbox/by-hand.eml"), "To: nobody").unwrap();
    fs::write(dir.path().join("outbox/.tmp-x"), "half").unwrap();
    let before = files(dir.path(), "outbox");
    let list = queued(dir.path()).unwrap();
    assert_eq!(files(dir.path(), "outbox"), before);
    let stems: Vec<_> = list.iter().map(|mail| mail.stem.as_str()).collect();
    assert_eq!(
        stems,
        [
            "by-hand",
            "gem.s0001.zytal.report.1",
            "gem.s0002.zytal.report.1"
        ]
    );
    assert!(list[0].key.is_none() && list[0].envelope.is_err());
    assert_eq!(
        (list[1].key.as_ref(), list[1].length),
        (Some(&key(1)), mail(1).len())
    );
    assert_eq!(
        (list[1].status.state, list[2].status.state),
        (State::Queued, State::Sending)
    );
}

#[test]
fn a_failed_mail_stays_in_the_outbox_with_the_reason() {
    for (kind, state) in [
        (Kind::Permanent, State::Failed),
        (Kind::Transient, State::Queued),
        (Kind::Uncertain, State::Uncertain),
    ] {
        let dir = game(1);
        let mut server = Failing(DeliveryError::mail(
            kind,
            "no\r\nsuch: user",
            Some("look".to_owned()),
        ));
        run(dir.path(), &mut server, &options());
        let list = queued(dir.path()).unwrap();
        let status = &list[0].status;
        assert_eq!((status.state, status.attempts), (state, 1));
        assert_eq!(status.error.as_deref(), Some("no such: user"));
        assert_eq!(status.last_attempt, Some(DateTime::UNIX_EPOCH));
        assert_eq!(fs::read(&list[0].path).unwrap(), mail(1));
    }
}

#[test]
fn failed_mails_wait_for_the_gm() {
    let dir = game(1);
    set_state(dir.path(), 1, State::Failed);
    let mut server = Taking::default();
    assert!(matches!(
        run(dir.path(), &mut server, &options())[..],
        [Outcome::Held(_)]
    ));
    assert!(server.0.is_empty());
    let retry = SendOptions {
        retry_failed: true,
        ..options()
    };
    assert!(matches!(
        run(dir.path(), &mut server, &retry)[..],
        [Outcome::Sent { again: false }]
    ));
}

#[test]
fn a_mail_found_in_sending_is_uncertain() {
    // If the options exclude uncertain mails, it is held and reported as uncertain.
    let dir = game(1);
    set_state(dir.path(), 1, State::Sending);
    let careful = SendOptions {
        resend_uncertain: false,
        ..options()
    };
    let mut server = Taking::default();
    let outcomes = run(dir.path(), &mut server, &careful);
    assert!(matches!(&outcomes[..], [Outcome::Held(status)] if status.state == State::Uncertain));
    assert_eq!(
        queued(dir.path()).unwrap()[0].status.state,
        State::Uncertain
    );
    // The state stays uncertain after another failed attempt.
    let mut down = Failing(DeliveryError::server(Kind::Transient, "down", None));
    assert!(matches!(
        run(dir.path(), &mut down, &options())[..],
        [Outcome::Uncertain(_)]
    ));
    assert_eq!(
        queued(dir.path()).unwrap()[0].status.state,
        State::Uncertain
    );
    assert!(matches!(
        run(dir.path(), &mut server, &options())[..],
        [Outcome::Sent { again: true }]
    ));
    assert_eq!(server.0, [mail(1)]);
}

#[test]
fn a_mail_that_is_in_sent_is_not_sent_again() {
    // The crash came after the rename and before the status file was removed.
    let dir = game(1);
    let place = Place::new(dir.path(), &key(1).stem());
    fs::create_dir(dir.path().join("sent")).unwrap();
    fs::rename(&place.mail, &place.sent).unwrap();
    set_state(dir.path(), 1, State::Sending);
    let mut server = Taking::default();
    assert!(run(dir.path(), &mut server, &options()).is_empty());
    assert!(!place.status.exists());
    // Both copies, as after a restored backup.
    fs::write(&place.mail, mail(1)).unwrap();
    set_state(dir.path(), 1, State::Sending);
    assert!(matches!(
        run(dir.path(), &mut server, &options())[..],
        [Outcome::AlreadySent]
    ));
    assert!(!place.mail.exists() && !place.status.exists() && place.sent.exists());
    // Two different mails with one name are a conflict, and neither is changed.
    fs::write(&place.mail, mail(2)).unwrap();
    let outcomes = run(dir.path(), &mut server, &options());
    assert!(matches!(
        outcomes[..],
        [Outcome::Broken(MailError::Conflict { .. })]
    ));
    assert!(place.mail.exists() && server.0.is_empty());
}

#[test]
fn an_unreadable_status_file_counts_as_uncertain() {
    let dir = game(1);
    fs::write(Place::new(dir.path(), &key(1).stem()).status, "\u{0}{").unwrap();
    assert_eq!(
        queued(dir.path()).unwrap()[0].status.state,
        State::Uncertain
    );
    let mut server = Taking::default();
    assert!(matches!(
        run(dir.path(), &mut server, &options())[..],
        [Outcome::Sent { again: true }]
    ));
}

#[test]
fn an_invalid_mail_does_not_stop_the_others() {
    let dir = game(2);
    fs::write(Place::new(dir.path(), &key(1).stem()).mail, "To: nobody").unwrap();
    let mut server = Taking::default();
    let outcomes = run(dir.path(), &mut server, &options());
    assert!(
        matches!(outcomes[..], [Outcome::Failed(_), Outcome::Sent { .. }]),
        "{outcomes:?}"
    );
    assert_eq!(server.0, [mail(2)]);
}

#[test]
fn refuses_a_second_run_at_the_same_time() {
    let dir = game(1);
    let _held = lock(dir.path()).unwrap();
    let error = send_all(dir.path(), &mut Taking::default(), &options(), &mut |_| {}).unwrap_err();
    assert!(matches!(error, MailError::Busy { .. }));
}

/// The server accepts each mail and drops the connection, with a tick every five minutes.
#[test]
fn a_patient_run_tries_an_uncertain_mail_at_most_five_times() {
    let dir = game(1);
    let mut server = Dropping::default();
    let mut held = 0;
    for minutes in (0..48 * 60).step_by(5) {
        let now = DateTime::UNIX_EPOCH + chrono::TimeDelta::minutes(minutes);
        let outcomes = run(dir.path(), &mut server, &SendOptions::patient(now));
        match &outcomes[..] {
            [Outcome::Uncertain(_)] => {}
            [Outcome::Held(_)] => held += 1,
            other => panic!("{other:?}"),
        }
    }
    // The five attempts are 10, 20, 40 and 80 minutes apart.
    assert_eq!((server.0, held), (5, 48 * 12 - 5));
    assert!(queued(dir.path()).unwrap()[0].status.is_given_up());
    // The GM sends it once more with `send`.
    run(dir.path(), &mut server, &options());
    assert_eq!(server.0, 6);
}

#[derive(Default)]
struct Dropping(usize);

impl Transport for Dropping {
    fn deliver(&mut self, _: &Envelope, _: &[u8]) -> Result<(), DeliveryError> {
        self.0 += 1;
        Err(DeliveryError::mail(Kind::Uncertain, "it hung up", None))
    }
}
