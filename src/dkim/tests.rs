//! Tests with the vectors of the RFCs, and with mails that are signed here and then damaged.
#![cfg(feature = "dkim")]

use super::{key::Record, signature::Signature, *};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use ring::signature::{Ed25519KeyPair, KeyPair as _};
use std::{
    cell::RefCell,
    rc::Rc,
    time::{Duration, Instant},
};

/// A time after all vectors were made.
const NOW: i64 = 1_800_000_000;

const JOE: &str = "joe@football.example.com";

/// The mail that all vectors sign.
const DINNER: &str = "From: Joe SixPack <joe@football.example.com>
To: Suzie Q <suzie@shopping.example.net>
Subject: Is dinner ready?
Date: Fri, 11 Jul 2003 21:00:37 -0700 (PDT)
Message-ID: <20030712040037.46341.5F8J@football.example.com>

Hi.

We lost the game. Are you hungry yet?

Joe.
";

/// RFC 6376, A.2, with errata 3192 and 4926.
const RFC_6376: &str = "DKIM-Signature: v=1; a=rsa-sha256; s=brisbane; d=example.com;
      c=simple/simple; q=dns/txt; i=joe@football.example.com;
      h=Received : From : To : Subject : Date : Message-ID;
      bh=2jUSOH9NhtVGCQWNr9BrIAPreKQjO6Sn7XIkfJVOzv8=;
      b=AuUoFEfDxTDkHlLXSZEpZj79LICEps6eda7W3deTVFOk4yAUoqOB
        4nujc7YopdG5dWLSdNg6xNAZpOPr+kHxt1IrE+NahM6L/LbvaHut
        KVdkLLkpVaVVQPzeRDI009SO2Il5Lu7rDNH6mZckBdrIx0orEtZV
        4bmp/YzhwvcubU4=;
Received: from client1.football.example.com  [192.0.2.1]
      by submitserver.example.com with SUBMISSION;
      Fri, 11 Jul 2003 21:01:54 -0700 (PDT)
";

/// The key of RFC 6376, C, in the form of RFC 5280, and in that of RFC 8017.
const KEYS_6376: [&str; 2] = [
    "v=DKIM1; p=MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDwIRP/UC3SBsEmGqZ9ZJW3/DkMoGeLnQg1fWn7/zYt
     IxN2SnFCjxOCKG9v3b4jYfcTNh5ijSsq631uBItLa7od+v/RtdC2UzJ1lWT947qR+Rcac2gbto/NMqJ0fzfVjH4OuKhi
     tdY9tf6mcwGjaNBcWToIMmPSPDdQPNUYckcQ2QIDAQAB",
    "v=DKIM1; k=rsa; p=MIGJAoGBAPAhE/9QLdIGwSYapn1klbf8OQygZ4udCDV9afv/Ni0jE3ZKcUKPE4Iob2/dviNh9x
     M2HmKNKyrrfW4Ei0truh36/9G10LZTMnWVZP3jupH5FxpzaBu2j80yonR/N9WMfg64qGK11j21/qZzAaNo0FxZOggyY9
     I8N1A81RhyRxDZAgMBAAE=",
];

/// RFC 8463, A.3.
const RFC_8463: &str = "DKIM-Signature: v=1; a=ed25519-sha256; c=relaxed/relaxed;
 d=football.example.com; i=@football.example.com;
 q=dns/txt; s=brisbane; t=1528637909; h=from : to :
 subject : date : message-id : from : subject : date;
 bh=2jUSOH9NhtVGCQWNr9BrIAPreKQjO6Sn7XIkfJVOzv8=;
 b=/gCrinpcQOoIfuHNQIbq4pgh9kyIK3AQUdt9OdqQehSwhEIug4D11Bus
 Fa3bT3FY5OsU7ZbnKELq+eXdp1Q1Dw==
DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed;
 d=football.example.com; i=@football.example.com;
 q=dns/txt; s=test; t=1528637909; h=from : to : subject :
 date : message-id : from : subject : date;
 bh=2jUSOH9NhtVGCQWNr9BrIAPreKQjO6Sn7XIkfJVOzv8=;
 b=F45dVWDfMbQDGHJFlXUNB2HKfbCeLRyhDXgFpEL8GwpsRe0IeIixNTe3
 DhCVlUrSjV4BwcVcOF6+FF3Zo9Rpo1tFOeS9mPYQTnGdaSGsgeefOsk2Jz
 dA+L10TeYt9BgDfQNZtKdN1WO//KgIqXP7OdEFE4LjFYNcUxZQ4FADY+8=
";

/// The keys of RFC 8463, A.2, in the order of the signatures.
const KEYS_8463: [&str; 2] = [
    "v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=",
    "v=DKIM1; k=rsa; p=MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDkHlOQoBTzWRiGs5V6NpP3idY6Wk08a5qhdR
     6wy5bdOKb2jLQiY/J16JYi0Qvx/byYzCNb3W91y3FutACDfzwQ/BC/e/8uBsCR+yz1Lxj+PL6lHvqMKrM3rG4hstT5Qj
     vHO9PzoxZyVYLzBfO2EeC3Ip3G+2kryOTIKT+l/K4w3QIDAQAB",
];

fn text(text: &str) -> Vec<Vec<u8>> {
    vec![text.as_bytes().to_vec()]
}

fn claims_of(mail: &str, from: &str) -> Vec<Claim> {
    let end = mail.find("\r\n\r\n").map(|at| at + 4);
    let end = end.or_else(|| mail.find("\n\n").map(|at| at + 2));
    let (head, body) = mail.split_at(end.unwrap());
    claims(head.as_bytes(), body.as_bytes(), from)
}

#[test]
fn rfc_6376_appendix_a() {
    let mail = format!("{RFC_6376}{DINNER}");
    for mail in [mail.clone(), mail.replace('\n', "\r\n")] {
        let claims = claims_of(&mail, JOE);
        assert_eq!(claims.len(), 1);
        assert_eq!(claims[0].place(), "brisbane._domainkey.example.com");
        for key in KEYS_6376 {
            assert!(claims[0].holds(&text(key)), "{key}");
        }
        assert!(!claims[0].holds(&text(KEYS_8463[1])));
    }
    // Its canonicalization is simple, so that no additional space is allowed.
    let changed = mail.replace("Is dinner", "Is  dinner");
    assert!(!claims_of(&changed, JOE)[0].holds(&text(KEYS_6376[0])));
}

#[test]
fn rfc_8463_appendix_a() {
    let dinner = DINNER.replace("game. Are", "game.  Are");
    let claims = claims_of(&format!("{RFC_8463}{dinner}"), JOE);
    let places: Vec<String> = claims.iter().map(Claim::place).collect();
    let of = |selector| format!("{selector}._domainkey.football.example.com");
    assert_eq!(places, [of("brisbane"), of("test")]);
    for (claim, key) in claims.iter().zip(KEYS_8463) {
        assert!(claim.holds(&text(key)), "{key}");
    }
    // A key of the other kind does not fit.
    assert!(!claims[0].holds(&text(KEYS_8463[1])) && !claims[1].holds(&text(KEYS_8463[0])));
}

/// The smallest accepted RSA key has 1024 bits.
#[test]
fn a_short_key_verifies_nothing() {
    let long = "p=MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQC3wc2N9eFgev3JYrxXRmR/93rbAXDVreJsiYhTO31SE2yHN1SWciO/
                nJddO3gs8/SRcnq0JWI2LWUdriR9m2Y+XBEoKXfq2ByuCgDZBRjFD8RbCpkVm5TS16fVBQcD+13+nqhDf+eGMcIIEneLG2SJ
                T/lc7KTAFkCrsPGgvc4BUwIDAQAB";
    let by_long = "knugH8Upwkiv/SmoGdH3D8kdlUCW2HrTZM0s6Q8OqDPnPNvel6wVJjoccBQFm9AaAC7uR+ornEMgSmaNJHNtBTrnZ1JH
                   eXPbscDbEltIhC7KdE3dx68htqKlImyUPhoiA7gx7ZcVlIpvk4Wr+XE7DlOJH32OBPGTBPiz9XS+nrM=";
    let short = "p=MHwwDQYJKoZIhvcNAQEBBQADawAwaAJhANcNXqPkqIid+vKtqDowptylRTApqB0wee/zpSQvWpONCCUFtDDfaYqZl1zL
                 9CklATqyFuzWXfPdPQM6cI2pKSO7rBTIQB9ekpEL22XjxQt2yH0MWLV7E7L6d2u22M/mQwIDAQAB";
    let by_short = "JZOsnduh8zRRhCRDCDkiC5RRs2J+vvwDFkfV1N00e3A+Er2v1sYpziO8q5+DmqsrKwNg2rsc68EaqSG8CqvLQnb1ZNnY
                    fFRjIRVD0JfMb+Rl1B5aJZCyDlNp4/FQnYXe";
    // 1020 bits, which the library would accept.
    let nearly = "p=MIGeMA0GCSqGSIb3DQEBAQUAA4GMADCBiAKBgAynC8M61SwrhgUnLgmeB/w3EA4h9jKNiFkkIY//13ogMJxH1Hh2Gev7LAsd
                KvAuCEnjdr0dgjhmJ/PWqcMzh620BKHXnrZmeakLzz79p9YMmBgFipF8XBJDf6582Ducm9e8Lf6Lr7KP8AqdXQYDPiA32mgQ
                fNkAEn6KmaEDcGzdAgMBAAE=";
    let by_nearly = "BK3JmUl7T8XSJ25MspqbDDXO4Q51DuEdv2Bz7MHup1pzEchD+FZVjBs9oBBzzuqi5OhgAU0euzhdWV4vlIYvslMXGrvZJHtY
                /DHwJ/ZNFkg++UWtB88IvBmn8C+RNstSdIE/RamZMeVK1AtbiCACyQVPaGjOpnjK6w36KKq4Oik=";
    let bh = STANDARD.encode([0; 32]);
    let verifies = |key: &str, by: &str| {
        let signature = format!("v=1; a=rsa-sha256; d=example.org; s=s; h=from; bh={bh}; b={by}");
        let signature = Signature::read(&signature).unwrap();
        let record = Record::read(key.as_bytes()).unwrap();
        assert!(record.fits(&signature));
        record.verifies(&signature, b"from:x\r\n")
    };
    assert!(verifies(long, by_long));
    assert!(!verifies(short, by_short));
    assert!(!verifies(nearly, by_nearly));
}

fn pair() -> Ed25519KeyPair {
    Ed25519KeyPair::from_seed_unchecked(&[7; 32]).unwrap()
}

/// The record of the key that mails are signed with here.
fn record(more: &str) -> String {
    let key = STANDARD.encode(pair().public_key());
    format!("v=DKIM1; k=ed25519; {more}p={key}")
}

/// A value with one space for each run of white space.
fn squeezed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Signs a mail, by the letter of RFC 6376, 3.4 and 3.7; `tags` are the tags that differ from mail to mail.
fn signed(tags: &str, head: &str, body: &str) -> String {
    let tag = |name: &str| {
        let mut tags = tags.split("; ").filter_map(|tag| tag.split_once('='));
        tags.find(|(tag, _)| *tag == name).map(|(_, value)| value)
    };
    let (of_head, of_body) = tag("c").unwrap_or("simple/simple").split_once('/').unwrap();
    let body_hash = if of_body == "simple" {
        Sha256::digest(format!("{}\r\n", body.trim_end_matches("\r\n")))
    } else {
        let lines = body.split("\r\n").map(|line| {
            let start = if line.starts_with(' ') { " " } else { "" };
            format!("{start}{}", squeezed(line)).trim_end().to_owned()
        });
        let body = lines.collect::<Vec<_>>().join("\r\n");
        Sha256::digest(format!("{}\r\n", body.trim_end_matches("\r\n")))
    };
    let bh = STANDARD.encode(body_hash);
    let field =
        format!("DKIM-Signature: v=1; a=ed25519-sha256; s=sel; {tags};\r\n\tbh={bh};\r\n\tb=");
    let form = |field: &str| match (of_head, field.split_once(':').unwrap()) {
        ("simple", _) => field.to_owned(),
        (_, (name, value)) => format!("{}:{}", name.trim().to_lowercase(), squeezed(value)),
    };
    // A field ends before the next line that is not a fold.
    let unfolded = head.replace("\r\n ", "\u{1}");
    let mut left: Vec<String> = unfolded
        .split_terminator("\r\n")
        .map(|field| field.replace('\u{1}', "\r\n "))
        .collect();
    let mut data = String::new();
    for name in tag("h").unwrap().split(':') {
        let is = |field: &String| {
            let of = field.split_once(':').unwrap().0.trim();
            of.eq_ignore_ascii_case(name)
        };
        if let Some(at) = left.iter().rposition(is) {
            data += &format!("{}\r\n", form(&left.remove(at)));
        }
    }
    data += &form(&field);
    let signature = pair().sign(&Sha256::digest(&data));
    let signature = STANDARD.encode(signature);
    format!("{field}{signature}\r\n{head}\r\n{body}")
}

const ADA: &str = "ada@mail.example.org";
const HEAD: &str = "Received: by mx\r\nFrom: Ada  <ada@mail.example.org>\r\nTo : gm@example.net\r\n\
                    Subject: orders \r\n  for turn\t1\r\nContent-Type: text/plain\r\n";
const BODY: &str = "game: gem\r\n  moves:   []\t\r\n\r\nactions: []\r\n\r\n\r\n";
const TAGS: &str = "d=example.org; h=from:to:subject";

/// A source that returns the same texts for every name, and records the names that were asked for.
#[derive(Clone, Debug, Default)]
struct Held {
    texts: Option<Vec<Vec<u8>>>,
    asked: Rc<RefCell<Vec<String>>>,
    wait: Duration,
}

impl Keys for Held {
    fn texts(&self, name: &str, _: Instant) -> Option<Vec<Vec<u8>>> {
        self.asked.borrow_mut().push(name.to_owned());
        std::thread::sleep(self.wait);
        self.texts.clone()
    }
}

fn held(record: &str) -> Held {
    Held {
        texts: Some(text(record)),
        ..Held::default()
    }
}

fn confirmed_by(mail: &str, record: &str) -> bool {
    Keyring::new(held(record)).confirms(&claims_of(mail, ADA), NOW)
}

#[track_caller]
fn assert_confirmed(mail: &str) {
    assert!(confirmed_by(mail, &record("")), "{mail}");
}

#[track_caller]
fn assert_not(mail: &str) {
    assert!(!confirmed_by(mail, &record("")), "{mail}");
}

#[test]
fn a_good_signature_confirms_in_every_form() {
    for canon in [
        "simple/simple",
        "simple/relaxed",
        "relaxed/simple",
        "relaxed/relaxed",
    ] {
        let mail = signed(&format!("c={canon}; {TAGS}"), HEAD, BODY);
        assert_confirmed(&mail);
        // Fields added on top by a server, and other line ends, change nothing.
        assert_confirmed(&format!("Received: by another\r\n{mail}"));
        assert_confirmed(&mail.replace("\r\n", "\n"));
        let spaced = mail.replace("Ada  <", "Ada <").replace("turn\t1", "turn 1");
        assert_eq!(
            confirmed_by(&spaced, &record("")),
            canon.starts_with("relaxed"),
            "{canon}"
        );
        let spaced = mail.replace("moves:   []", "moves: []");
        assert_eq!(
            confirmed_by(&spaced, &record("")),
            canon.ends_with("relaxed"),
            "{canon}"
        );
    }
    assert_confirmed(&signed(
        "d=mail.example.org; h=from:subject:subject",
        HEAD,
        BODY,
    ));
    assert_confirmed(&signed(
        "d=Example.ORG; i=@mail.example.org; h=From:Subject",
        HEAD,
        BODY,
    ));
    assert_confirmed(&signed(
        "d=example.org; i=Ada@mail.example.org; h=from:subject",
        HEAD,
        BODY,
    ));
}

#[test]
fn a_changed_mail_is_not_confirmed() {
    let mail = signed(&format!("c=relaxed/relaxed; {TAGS}"), HEAD, BODY);
    for (from, to) in [
        ("actions: []", "actions: [x]"),
        ("actions: []", "actions: []\r\nmore"),
        ("<ada@", "<eve@"),
        ("From: Ada ", "From: Eve "),
        ("Subject: orders", "Subject: Away"),
        ("To : gm", "To : eve"),
        ("Received: by mx", "Subject: Away"),
        ("Received: by mx", "From: ada@mail.example.org"),
        ("Received: by mx", "Content-Type: text/html"),
        ("Received: by mx", "no field"),
        ("s=sel", "s=other"),
    ] {
        assert!(mail.contains(from), "{from}");
        assert_not(&mail.replacen(from, to, 1));
    }
    // A field that is not signed may change.
    assert_confirmed(&mail.replace("Received: by mx", "Received: by you"));
}

#[test]
fn ignores_a_signature_that_does_not_show_the_writer() {
    for tags in [
        // Of another domain.
        "d=example.net; h=from:to:subject",
        "d=ample.org; h=from:to:subject",
        "d=il.example.org; h=from:to:subject",
        "d=deep.mail.example.org; h=from:to:subject",
        "d=org; h=from:to:subject",
        // Of another identity of the domain.
        "d=example.org; i=eve@mail.example.org; h=from:subject",
        "d=example.org; i=ada@example.org; h=from:subject",
        "d=mail.example.org; i=@example.org; h=from:subject",
        // Of only a part of the mail.
        "d=example.org; h=to:subject",
        "d=example.org; h=from:to",
        "d=example.org; h=from:subject; l=20",
        "d=example.org; h=from:subject; l=1000",
        // Not in force, or with impossible times.
        "d=example.org; h=from:subject; x=1799999999",
        "d=example.org; h=from:subject; t=1800003700",
        "d=example.org; h=from:subject; t=1700000000; x=1600000000",
        "d=example.org; h=from:subject; x=soon",
        // With unsupported or malformed tags.
        "d=example.org; h=from:subject; q=http/key",
        "d=example.org; h=from:subject; c=nofws/simple",
        "d=example.org; h=from:subject; d=example.org",
    ] {
        assert_not(&signed(tags, HEAD, BODY));
    }
    for tags in [
        "t=1700000000; x=1800000000",
        "t=1800003600",
        "q=dns/txt:other",
    ] {
        assert_confirmed(&signed(&format!("{TAGS}; {tags}"), HEAD, BODY));
    }
    let mail = signed(TAGS, HEAD, BODY);
    for (from, to) in [
        ("v=1", "v=2"),
        ("v=1; ", ""),
        ("ed25519-sha256", "rsa-sha256"),
        ("ed25519-sha256", "rsa-sha1"),
        ("s=sel", "s=a..b"),
        ("s=sel", "s=a b"),
    ] {
        assert!(claims_of(&mail, ADA)[0].holds(&text(&record(""))));
        assert_not(&mail.replacen(from, to, 1));
    }
}

#[test]
fn only_a_good_key_confirms() {
    let mail = signed(TAGS, HEAD, BODY);
    for good in [
        "",
        "s=email; ",
        "s=other:*; ",
        "h=sha1:sha256; ",
        "t=s; ",
        "n=x; zz=1; ",
    ] {
        assert!(confirmed_by(&mail, &record(good)), "{good}");
    }
    for bad in [
        "s=other; ",
        "h=sha1; ",
        "t=y; ",
        "t=s:y; ",
        "n; ",
        "k=rsa; ",
    ] {
        assert!(!confirmed_by(&mail, &record(bad)), "{bad}");
    }
    let own = record("");
    for bad in [
        "v=DKIM1; k=ed25519; p=",
        "v=spf1 -all",
        "",
        "v=DKIM1; k=ed25519; p=AAAA",
        &own.replace("DKIM1", "DKIM2"),
        &own.replace("k=ed25519", "k=dsa"),
        &own.replace("k=ed25519; ", ""),
        &own.replacen("v=DKIM1; ", "", 1)
            .replace("p=", "v=DKIM1; p="),
    ] {
        assert!(!confirmed_by(&mail, bad), "{bad}");
    }
    // A strict key is for exactly its own domain.
    let below = signed(
        "d=example.org; i=@mail.example.org; h=from:subject",
        HEAD,
        BODY,
    );
    assert!(confirmed_by(&below, &own));
    assert!(!confirmed_by(&below, &record("t=s; ")));
    // Other texts at the name are ignored, but of two keys neither is used.
    let claims = claims_of(&mail, ADA);
    let both = |other: &str| claims[0].holds(&[text(other), text(&own)].concat());
    assert!(both("v=spf1 -all"));
    assert!(!both(KEYS_8463[0]));
    assert!(!claims[0].holds(&[]));
}

#[test]
fn a_key_is_looked_up_once_in_a_run() {
    let claims = claims_of(&signed(TAGS, HEAD, BODY), ADA);
    for texts in [Some(text(&record(""))), Some(vec![]), None] {
        let (is_good, asked) = (texts == Some(text(&record(""))), Rc::default());
        let held = Held {
            texts,
            asked: Rc::clone(&asked),
            ..Held::default()
        };
        let keyring = Keyring::new(held);
        for _ in 0..3 {
            assert_eq!(keyring.confirms(&claims, NOW), is_good);
        }
        assert_eq!(*asked.borrow(), ["sel._domainkey.example.org"]);
    }
}

/// No key is looked up for a signature of another domain or for one that has expired.
#[test]
fn no_key_is_looked_up_for_a_signature_that_cannot_count() {
    for tags in [
        "d=example.net; h=from:subject",
        "d=example.org; h=from:subject; x=5",
    ] {
        let held = held(&record(""));
        let asked = Rc::clone(&held.asked);
        let claims = claims_of(&signed(tags, HEAD, BODY), ADA);
        assert!(!Keyring::new(held).confirms(&claims, NOW));
        assert!(asked.borrow().is_empty(), "{tags}");
    }
}

#[test]
fn the_keys_of_a_mail_and_of_a_run_have_a_time_limit() {
    let asked_for = |per_run, mails: [[&str; 2]; 2]| {
        let held = Held {
            wait: Duration::from_millis(30),
            ..Held::default()
        };
        let asked = Rc::clone(&held.asked);
        let keyring = Keyring::bounded(held, Duration::from_millis(10), per_run);
        let claim = |selector: &str| {
            let mut claim = claims_of(&signed(TAGS, HEAD, BODY), ADA).remove(0);
            selector.clone_into(&mut claim.signature.selector);
            claim
        };
        for mail in mails {
            assert!(!keyring.confirms(&mail.map(claim), NOW));
        }
        asked.borrow().len()
    };
    // The first key takes all the time of its mail, and the second is not looked up later either.
    assert_eq!(
        asked_for(Duration::from_mins(1), [["a", "b"], ["b", "c"]]),
        2
    );
    // The first mail takes all the time of the run.
    assert_eq!(
        asked_for(Duration::from_millis(20), [["a", "b"], ["c", "d"]]),
        1
    );
}

/// A header with very many fields is read in one pass.
#[test]
fn a_header_with_many_fields_is_read_in_linear_time() {
    let names = "x:".repeat(30_000);
    let head = format!("{}{HEAD}", "X: y\r\n".repeat(10_000));
    let mail = signed(&format!("d=example.org; h={names}from:subject"), HEAD, BODY);
    let begun = Instant::now();
    let mail = mail.replacen(HEAD, &head, 1);
    assert_eq!(claims_of(&mail, ADA).len(), 1);
    assert!(begun.elapsed() < Duration::from_secs(5));
}
