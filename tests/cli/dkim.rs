//! Mails signed by the sender's domain, with a name server that the test starts.

use super::{
    bench::{Bench, GAME},
    letters::{answered, first_orders, mail, pipe, with_file},
};
use ring::{
    digest::{SHA256, digest},
    signature::{Ed25519KeyPair, KeyPair as _},
};
use std::{
    fs,
    net::UdpSocket,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

/// Signs the fields and the body of a mail as they are (RFC 6376: `c=simple/simple`).
fn signed(mail: &str) -> String {
    let pair = pair();
    let crlf = mail.replace('\n', "\r\n");
    let (head, body) = crlf.split_once("\r\n\r\n").unwrap();
    let body = format!("{}\r\n", body.trim_end_matches("\r\n"));
    let bh = base64(digest(&SHA256, body.as_bytes()).as_ref());
    let field = format!(
        "DKIM-Signature: v=1; a=ed25519-sha256; d=example.org; s=sel;\r\n h=from:to:subject;\r\n bh={bh}; b="
    );
    let of = |name: &str| head.lines().find(|line| line.starts_with(name)).unwrap();
    let fields = ["From:", "To:", "Subject:"].map(of);
    let data = format!("{}\r\n{field}", fields.join("\r\n"));
    let signature = pair.sign(digest(&SHA256, data.as_bytes()).as_ref());
    let field = field.replace("\r\n", "\n");
    format!("{field}{}\n{mail}", base64(signature.as_ref()))
}

fn pair() -> Ed25519KeyPair {
    Ed25519KeyPair::from_seed_unchecked(&[7; 32]).unwrap()
}

fn record() -> String {
    format!(
        "v=DKIM1; k=ed25519; p={}",
        base64(pair().public_key().as_ref())
    )
}

fn base64(bytes: &[u8]) -> String {
    let digits = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::new();
    for three in bytes.chunks(3) {
        let byte = |at: usize| u32::from(three.get(at).copied().unwrap_or(0));
        let number = byte(0) << 16 | byte(1) << 8 | byte(2);
        for at in 0..4 {
            let digit = usize::try_from(number >> (18 - 6 * at) & 63).unwrap();
            out.push(if at <= three.len() {
                char::from(digits[digit])
            } else {
                '='
            });
        }
    }
    out
}

/// Starts a name server with one text at the name of the key; `None` never answers. Returns its address and the number
/// of its queries.
fn serve(text: Option<String>) -> (String, Arc<AtomicUsize>) {
    let socket = UdpSocket::bind("127.0.0.1:0").unwrap();
    let address = socket.local_addr().unwrap().to_string();
    let asked = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&asked);
    thread::spawn(move || {
        let mut room = [0; 512];
        while let Ok((length, client)) = socket.recv_from(&mut room) {
            counter.fetch_add(1, Ordering::SeqCst);
            let question = &room[..length];
            let Some(text) = &text else {
                continue;
            };
            let mut answer = question.to_vec();
            answer[2..4].copy_from_slice(&[0x81, 0x80]);
            if question[12..].starts_with(b"\x03sel\x0a_domainkey\x07example\x03org\0\0\x10") {
                answer[7] = 1;
                let length = u8::try_from(text.len()).unwrap();
                answer.extend([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 60, 0, length + 1, length]);
                answer.extend(text.as_bytes());
            } else {
                answer[3] |= 3;
            }
            socket.send_to(&answer, client).unwrap();
        }
    });
    (address, asked)
}

/// Returns a game that accepts orders by the sender's address, and queries this name server.
fn asking(resolver: &str, more: &str) -> Bench {
    let bench = Bench::started();
    let settings = bench.read("gem/mail.yaml");
    let inbox = format!("inbox: {{{more}dkim: {{resolver: '{resolver}'}}}}\n");
    bench.write("gem/mail.yaml", format!("{settings}{inbox}"));
    bench
}

fn zytal(word: &str) -> String {
    with_file("zytal", word, "z.yaml", &first_orders("zytal", word))
}

fn on_file(bench: &Bench) -> String {
    fs::read_to_string(bench.root().join("orders/0001/zytal.yaml")).unwrap()
}

#[track_caller]
fn assert_answer(bench: &Bench, mail: impl AsRef<[u8]>, verdict: &str) {
    let answer = answered(bench, mail);
    assert_eq!(
        answer.field("Subject"),
        format!("[gem] Turn 1 orders {verdict}"),
        "{}",
        answer.all
    );
}

/// Orders that the sender's domain has signed are not replaced by an unsigned mail.
#[test]
fn a_good_signature_is_worth_more_than_an_address() {
    let (resolver, asked) = serve(Some(record()));
    let bench = asking(&resolver, "");
    assert_answer(&bench, zytal("plain"), "ACCEPTED");
    assert_eq!(
        asked.load(Ordering::SeqCst),
        0,
        "an unsigned mail needs no key"
    );
    assert_answer(&bench, signed(&zytal("first")), "ACCEPTED");
    assert_eq!(asked.load(Ordering::SeqCst), 1);
    // Forged mails: without a signature, with that of another mail, and by another domain.
    let good = signed(&zytal("second"));
    let forgeries = [
        zytal("forged"),
        good.replace("second", "forged"),
        good.replacen("d=example.org", "d=example.com", 1),
    ];
    for forged in forgeries {
        assert_answer(&bench, forged, "HELD");
        assert!(on_file(&bench).contains("# first"));
    }
    assert_answer(&bench, good, "ACCEPTED");
    assert!(on_file(&bench).contains("# second"));
}

/// A key that does not exist, was revoked, or cannot be fetched makes a mail no worse than one without a signature.
#[test]
fn without_a_key_a_signature_says_nothing() {
    for text in ["v=spf1 -all", "v=DKIM1; k=ed25519; p="] {
        let (resolver, asked) = serve(Some(text.to_owned()));
        let bench = asking(&resolver, "");
        assert_answer(&bench, signed(&zytal("signed")), "ACCEPTED");
        assert_eq!(asked.load(Ordering::SeqCst), 1, "{text}");
        assert_answer(&bench, zytal("plain"), "ACCEPTED");
    }
    let (resolver, asked) = serve(Some(record()));
    let bench = asking(&resolver, "");
    let settings = bench.read("gem/mail.yaml");
    bench.write(
        "gem/mail.yaml",
        settings.replace("dkim: {", "dkim: {check: false, "),
    );
    assert_answer(&bench, signed(&zytal("signed")), "ACCEPTED");
    assert_answer(&bench, zytal("plain"), "ACCEPTED");
    assert_eq!(asked.load(Ordering::SeqCst), 0);
}

#[test]
fn a_silent_name_server_does_not_hold_the_mail_up() {
    let (resolver, asked) = serve(None);
    let bench = asking(&resolver, "");
    let begun = Instant::now();
    assert_answer(&bench, signed(&zytal("signed")), "ACCEPTED");
    assert!(begun.elapsed() < Duration::from_secs(15));
    assert!(asked.load(Ordering::SeqCst) > 0);
    assert_answer(&bench, zytal("plain"), "ACCEPTED");
}

/// The verdict of the GM's own server counts; the program checks the signature only if that server has not.
#[test]
fn the_verdict_of_the_own_server_comes_first() {
    let (resolver, asked) = serve(Some(record()));
    let bench = asking(&resolver, "authserv-id: mx.example.net, ");
    let judged = |word: &str, result: &str| {
        format!(
            "Authentication-Results: mx.example.net; {result}\n{}",
            signed(&zytal(word))
        )
    };
    assert_answer(
        &bench,
        judged("failed", "dkim=fail; dmarc=none"),
        "ACCEPTED",
    );
    assert_answer(&bench, judged("forged", "dmarc=fail"), "REJECTED");
    assert_answer(&bench, zytal("plain"), "ACCEPTED");
    assert_eq!(asked.load(Ordering::SeqCst), 0);
    assert_answer(&bench, judged("unseen", "spf=pass"), "ACCEPTED");
    assert_eq!(asked.load(Ordering::SeqCst), 1);
    assert_answer(&bench, zytal("weaker"), "HELD");
    assert_answer(&bench, signed(&zytal("unjudged")), "ACCEPTED");
}

/// Under `trust: token` a signature proves that a mail without orders is the player's; orders need the token as well,
/// and no key is looked up for them.
#[test]
fn a_signature_is_enough_for_mails_that_need_no_token() {
    let (resolver, asked) = serve(Some(record()));
    let bench = asking(&resolver, "");
    let players = bench.read("gem/players.yaml");
    bench.write(
        "gem/players.yaml",
        players.replace("trust: address", "trust: token"),
    );
    let away = |days: &str| mail("zytal", &format!("Subject: Away {days}"), "Skiing!\n");
    let plain = answered(&bench, away("2026-12-20"));
    assert_eq!(plain.field("Subject"), "[gem] Absence REJECTED");
    let good = answered(&bench, signed(&away("2026-12-21")));
    assert_eq!(good.field("Subject"), "[gem] Absence ACCEPTED");
    // Changing the day breaks the signature, and the mail proves nothing.
    let changed = signed(&away("2026-12-22")).replace("2026-12-22", "2026-12-23");
    let changed = answered(&bench, changed);
    assert_eq!(changed.field("Subject"), "[gem] Absence REJECTED");
    pipe(&bench, signed(&zytal("orders")));
    assert!(!bench.root().join("orders/0001/zytal.yaml").exists());
    assert!(asked.load(Ordering::SeqCst) > 0);
    bench.ok(&["status", GAME]);
}
