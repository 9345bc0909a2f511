//! Tests against a name server on this machine, which the test starts.

use super::*;
use std::{net::TcpListener, thread};

#[test]
fn reads_the_servers_of_the_system() {
    let text = "# a remark\nsearch example.org\nnameserver 192.0.2.1\nnameserver\t::1 # own\n\
                nameserver fe80::1%eth0\nnameserver 192.0.2.2\nnameserver 192.0.2.3\noptions edns0\n";
    let servers: Vec<String> = Resolver::named_in(text)
        .servers
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(servers, ["192.0.2.1:53", "[::1]:53", "192.0.2.2:53"]);
    assert!(Resolver::named_in("").servers.is_empty());
}

#[test]
fn reads_the_address_of_a_server() {
    for (text, address) in [
        ("192.0.2.1", "192.0.2.1:53"),
        ("127.0.0.1:5353", "127.0.0.1:5353"),
        ("::1", "[::1]:53"),
        ("[::1]:5353", "[::1]:5353"),
    ] {
        let found = server(text).map(|server| server.to_string());
        assert_eq!(found.as_deref(), Some(address));
    }
    for text in [
        "",
        "dns.example.org",
        "192.0.2",
        "192.0.2.1:x",
        "::1:70000:",
    ] {
        assert_eq!(server(text), None, "{text}");
    }
}

const NAME: &str = "sel._domainkey.example.org";

/// Returns the answer to a question: an alias, and a text in two strings at the other name.
fn answer(question: &[u8], text: &str) -> Vec<u8> {
    let mut out = question.to_vec();
    out[2..4].copy_from_slice(&[0x81, 0x80]);
    out[7] = 2;
    // The name at byte 12 is an alias of `k` in the domain that begins after `sel._domainkey`.
    let record = |out: &mut Vec<u8>, owner: &[u8], kind: u8, data: &[u8]| {
        out.extend(owner);
        out.extend([0, kind, 0, 1, 0, 0, 0, 60]);
        out.extend(u16::try_from(data.len()).unwrap().to_be_bytes());
        out.extend(data);
    };
    record(&mut out, &[0xc0, 12], 5, &[1, b'K', 0xc0, 27]);
    let owner = u8::try_from(out.len() - 4).unwrap();
    let (first, second) = text.split_at(text.len() / 2);
    let string = |text: &str| [&[u8::try_from(text.len()).unwrap()], text.as_bytes()].concat();
    let data = [string(first), string(second)].concat();
    record(&mut out, &[0xc0, owner], 16, &data);
    out
}

/// A function that returns the answers of a name server to a query, one datagram each.
type Says = fn(&[u8]) -> Vec<Vec<u8>>;

/// Starts a name server that answers one datagram with each of these, in order; an answer longer than 512 bytes is
/// truncated and sent over a connection. Returns a resolver that asks it.
fn serve(answers: Vec<Says>) -> Resolver {
    let (socket, listener) = both();
    let address = socket.local_addr().unwrap();
    thread::spawn(move || {
        let mut room = [0; 512];
        for answers in answers {
            let (length, client) = socket.recv_from(&mut room).unwrap();
            for mut answer in answers(&room[..length]) {
                if answer.len() > 512 {
                    answer.truncate(length);
                    answer[2] |= 2;
                    answer[7] = 0;
                }
                socket.send_to(&answer, client).unwrap();
            }
        }
        // The socket stays open, so that no other test gets its port.
        thread::sleep(Duration::from_secs(30));
    });
    thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let mut length = [0; 2];
            stream.read_exact(&mut length).unwrap();
            let mut question = vec![0; usize::from(u16::from_be_bytes(length))];
            stream.read_exact(&mut question).unwrap();
            let answer = answer(&question, &long());
            let length = u16::try_from(answer.len()).unwrap();
            stream.write_all(&length.to_be_bytes()).unwrap();
            stream.write_all(&answer).unwrap();
        }
    });
    Resolver::new(address)
}

/// Binds a port that is free for both protocols.
fn both() -> (UdpSocket, TcpListener) {
    loop {
        let socket = UdpSocket::bind("127.0.0.1:0").unwrap();
        if let Ok(listener) = TcpListener::bind(socket.local_addr().unwrap()) {
            return (socket, listener);
        }
    }
}

fn long() -> String {
    format!("v=DKIM1; p={}", "A".repeat(490))
}

fn texts(resolver: &Resolver, wait: u64) -> Option<Vec<String>> {
    let until = Instant::now() + Duration::from_millis(wait);
    let texts = resolver.texts(NAME, until)?;
    let texts = texts
        .into_iter()
        .map(|text| String::from_utf8(text).unwrap());
    Some(texts.collect())
}

#[test]
fn asks_and_follows_an_alias() {
    let resolver = serve(vec![|question| vec![answer(question, "v=DKIM1; p=AA")]]);
    assert_eq!(
        texts(&resolver, 5000),
        Some(vec!["v=DKIM1; p=AA".to_owned()])
    );
}

#[test]
fn a_long_answer_comes_over_a_connection() {
    let resolver = serve(vec![|question| vec![answer(question, &long())]]);
    assert_eq!(texts(&resolver, 5000), Some(vec![long()]));
}

#[test]
fn ignores_messages_that_do_not_answer_the_query() {
    let resolver = serve(vec![|question| {
        let good = answer(question, "good");
        let mut other_id = answer(question, "evil");
        other_id[0] ^= 1;
        let mut other_name = answer(question, "evil");
        other_name[13] ^= 1;
        let mut no_answer = answer(question, "evil");
        no_answer[2] = 1;
        vec![other_id, other_name, no_answer, vec![0; 3], good]
    }]);
    assert_eq!(texts(&resolver, 5000), Some(vec!["good".to_owned()]));
}

#[test]
fn a_lost_question_is_asked_again() {
    let resolver = serve(vec![|_| vec![], |question| vec![answer(question, "good")]]);
    assert_eq!(texts(&resolver, 1000), Some(vec!["good".to_owned()]));
}

#[test]
fn a_name_without_texts_is_known_to_have_none() {
    for code in [0, 3] {
        let said: Says = match code {
            0 => |question| vec![coded(question, 0)],
            _ => |question| vec![coded(question, 3)],
        };
        assert_eq!(texts(&serve(vec![said]), 5000), Some(vec![]), "{code}");
    }
}

fn coded(question: &[u8], code: u8) -> Vec<u8> {
    let mut out = question.to_vec();
    out[2..4].copy_from_slice(&[0x81, 0x80 | code]);
    out
}

#[test]
fn failing_and_silent_servers_do_not_exceed_the_time_limit() {
    let fails = serve(vec![|question| vec![coded(question, 2)]; 2]);
    let silent = serve(vec![]);
    let none = Resolver::of_none();
    let gone = {
        let (socket, _) = both();
        Resolver::new(socket.local_addr().unwrap())
    };
    for resolver in [&fails, &silent, &none, &gone] {
        let begun = Instant::now();
        assert_eq!(texts(resolver, 300), None, "{resolver:?}");
        assert!(begun.elapsed() < Duration::from_secs(2), "{resolver:?}");
    }
    // After a silent server the next one is asked.
    let good = serve(vec![|question| vec![answer(question, "good")]]);
    let servers = [silent.servers, good.servers].concat();
    let found = texts(&Resolver { servers }, 2000);
    assert_eq!(found, Some(vec!["good".to_owned()]));
}

#[test]
fn rejects_cyclic_and_truncated_answers() {
    let question = dns::question(7, NAME).unwrap();
    let whole = answer(&question, "text");
    assert!(
        matches!(dns::answer(&question, &whole), Some(Answer::Texts(texts)) if texts.len() == 1)
    );
    for length in 0..whole.len() {
        let answer = dns::answer(&question, &whole[..length]);
        assert!(!matches!(answer, Some(Answer::Texts(_))), "{length}");
    }
    // Compression pointers that point to themselves or to a later place.
    let at = question.len();
    for (place, pointer) in [(at, at), (at, at + 2), (at + 14, at + 12)] {
        let mut round = whole.clone();
        round[place..place + 2].copy_from_slice(&[0xc0, u8::try_from(pointer).unwrap()]);
        let answer = dns::answer(&question, &round);
        assert_ne!(
            answer,
            Some(Answer::Texts(vec![b"text".to_vec()])),
            "{place} {pointer}"
        );
    }
    for name in ["", "a..b", &"a".repeat(64), &"a.".repeat(130)] {
        assert_eq!(dns::question(7, name), None, "{name}");
    }
}

/// An answer with changed bytes is ignored or read as another answer; it never causes a panic.
#[test]
fn parsing_a_corrupted_answer_never_panics() {
    let question = dns::question(7, NAME).unwrap();
    let whole = answer(&question, "v=DKIM1; p=AA");
    for at in 2..whole.len() {
        for byte in 0..=u8::MAX {
            let mut changed = whole.clone();
            changed[at] = byte;
            if let Some(next) = changed.get_mut(at + 1) {
                *next = next.wrapping_add(byte);
            }
            let _ = dns::answer(&question, &changed);
        }
    }
}
