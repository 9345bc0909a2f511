//! Local test relays: honest, early, wrong, forged, slow, broken and endless ones.

use super::*;
use crate::dice::quicknet::ROUNDS;
use std::{
    io::Read as _,
    net::TcpListener,
    path::Path,
    thread,
    time::{Duration, Instant},
};

/// The function that writes a test relay's answer to a request.
type Manners = fn(&mut dyn std::io::Write);

/// Starts a relay that reads one request and answers it with `manners`; returns its address.
fn relay(manners: Manners) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    thread::spawn(move || {
        let (mut stream, _) = listener.accept().expect("a client");
        let (mut request, mut part) = (vec![], [0; 512]);
        while !request.ends_with(b"\r\n\r\n") {
            let n = stream.read(&mut part).expect("a request");
            request.extend_from_slice(&part[..n]);
        }
        let text = String::from_utf8(request).expect("text");
        let first = format!("GET /{CHAIN}/public/42 HTTP/1.1\r\n");
        assert!(text.starts_with(&first), "{text}");
        let host = "\r\nhost: 127.0.0.1:";
        assert!(text.to_ascii_lowercase().contains(host), "{text}");
        manners(&mut stream);
    });
    format!("http://{address}")
}

fn answer(out: &mut dyn std::io::Write, status: &str, body: &str) {
    let length = body.len();
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n"
    );
    let _ = write!(out, "{head}\r\n{body}");
}

fn json(round: u64, signature: &str) -> String {
    format!("{{\"round\":{round},\"randomness\":\"00\",\"signature\":\"{signature}\"}}")
}

const HONEST: Manners = |out| answer(out, "200 OK", &json(42, ROUNDS[0].1));

fn asked(relays: &[String]) -> Result<Signature, NoRound> {
    let relays = Relays {
        relays: relays.to_vec(),
        timeout_seconds: 1,
        ca_file: None,
    };
    fetch(&relays, Path::new("."), 42)
}

fn trouble(manners: Manners) -> Trouble {
    let relay = relay(manners);
    let mut no = asked(std::slice::from_ref(&relay)).expect_err("no round");
    assert_eq!(no.troubles.len(), 1);
    let (who, trouble) = no.troubles.remove(0);
    assert_eq!(who, relay);
    trouble
}

#[test]
fn accepts_the_round_of_an_honest_relay() {
    let good = ROUNDS[0].1.parse().expect("hex");
    assert_eq!(asked(&[relay(HONEST)]), Ok(good));
    let in_chunks: Manners = |out| {
        let body = json(42, ROUNDS[0].1);
        let (one, two) = body.split_at(50);
        let _ = write!(
            out,
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n{:x}\r\n{one}\r\n{:x}\r\n{two}\r\n0\r\n\r\n",
            one.len(),
            two.len()
        );
    };
    assert_eq!(asked(&[relay(in_chunks)]), Ok(good));
}

#[test]
fn rejects_every_other_answer_of_a_relay() {
    let forged = Trouble::Unverified(Unverified::Forged(42));
    let cases: [(Manners, Trouble); 13] = [
        (|out| answer(out, "404 Not Found", "{}"), Trouble::NotYet),
        (|out| answer(out, "425 Too Early", ""), Trouble::NotYet),
        (|out| answer(out, "500 Oh", "no"), Trouble::Status(500)),
        (
            |out| answer(out, "302 Found", "elsewhere"),
            Trouble::Status(302),
        ),
        (
            |out| answer(out, "200 OK", &json(123, ROUNDS[1].1)),
            Trouble::OtherRound(123),
        ),
        // The signature of another round, with the number of this one.
        (
            |out| answer(out, "200 OK", &json(42, ROUNDS[1].1)),
            forged.clone(),
        ),
        (
            |out| {
                let mut bent = ROUNDS[0].1.to_owned();
                bent.replace_range(95.., "b");
                answer(out, "200 OK", &json(42, &bent));
            },
            forged,
        ),
        (
            |out| answer(out, "200 OK", &json(42, "95a9")),
            Trouble::Garbled,
        ),
        (|out| answer(out, "200 OK", "<html>"), Trouble::Garbled),
        (
            |out| drop(write!(out, "220 hello\r\n\r\n")),
            Trouble::Garbled,
        ),
        (
            |out| {
                drop(write!(
                    out,
                    "HTTP/1.1 200 OK\r\nContent-Length: 999\r\n\r\n{{"
                ));
            },
            Trouble::Garbled,
        ),
        (|_| (), Trouble::Garbled),
        (
            |out| {
                let _ = write!(out, "HTTP/1.1 200 OK\r\n\r\n");
                while out.write_all(&[b' '; 1000]).is_ok() {}
            },
            Trouble::TooMuch,
        ),
    ];
    for (manners, wrong) in cases {
        assert_eq!(trouble(manners), wrong);
    }
}

#[test]
fn gives_up_on_a_slow_relay() {
    let began = Instant::now();
    let silent: Manners = |_| thread::sleep(Duration::from_secs(3));
    assert_eq!(trouble(silent), Trouble::Slow);
    // Single bytes at intervals do not extend the time limit.
    let dripping: Manners = |out| {
        let _ = write!(out, "HTTP/1.1 200 OK\r\nX: ");
        for _ in 0..30 {
            let _ = write!(out, "x").and_then(|()| out.flush());
            thread::sleep(Duration::from_millis(100));
        }
    };
    assert_eq!(trouble(dripping), Trouble::Slow);
    assert!(began.elapsed() < Duration::from_secs(3));
}

#[test]
fn the_first_good_answer_counts() {
    let closed = {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        format!("http://{}", listener.local_addr().expect("an address"))
    };
    let forger = relay(|out| answer(out, "200 OK", &json(42, ROUNDS[2].1)));
    let relays = [closed.clone(), "nonsense".to_owned(), forger, relay(HONEST)];
    assert_eq!(asked(&relays), Ok(ROUNDS[0].1.parse().expect("hex")));

    let no = asked(&[closed, "nonsense".to_owned()]).expect_err("no round");
    assert!(!no.is_early());
    let words = no.to_string();
    assert!(words.starts_with("No relay has given round 42 of the beacon.\n  http://127."));
    assert!(
        words.ends_with(
            "\n  nonsense: not the address of a relay: write `https://` and a host name"
        )
    );
    let early = relay(|out| answer(out, "404 Not Found", ""));
    assert!(
        asked(&["nonsense".to_owned(), early])
            .expect_err("no round")
            .is_early()
    );
}

#[test]
fn verifies_a_pasted_round() {
    let (round, hex) = ROUNDS[1];
    let good = Ok(hex.parse().expect("hex"));
    assert_eq!(read(round, hex.as_bytes()), good);
    assert_eq!(read(round, format!(" {hex}\n").as_bytes()), good);
    assert_eq!(read(round, json(round, hex).as_bytes()), good);
    assert_eq!(
        read(42, json(round, hex).as_bytes()),
        Err(Trouble::OtherRound(123))
    );
    assert_eq!(
        read(42, hex.as_bytes()),
        Err(Trouble::Unverified(Unverified::Forged(42)))
    );
    for text in [&b""[..], b"{}", b"\xff", b"[1]", b"{\"round\":123}"] {
        assert_eq!(read(123, text), Err(Trouble::Garbled));
    }
}
