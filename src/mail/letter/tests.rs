use super::*;

fn letter() -> Letter {
    let key = Key::new("gem-1992", 7, "zytal", "report", 1).unwrap();
    let from = Address::parse("GM <gm@example.org>").unwrap();
    let to = Address::parse("Zoë <zoe@example.net>").unwrap();
    let date = DateTime::from_timestamp(1_796_150_400, 999).unwrap();
    let mut letter = Letter::new(
        key,
        3,
        from,
        to,
        "[gem-1992] Turn 3 report – Zytal",
        "Hello.\n\n  7 = 4 + 3\n",
        date,
    );
    letter.html = Some("<p>Hällo.</p>\n".to_owned());
    letter.attachments.push(Attachment {
        name: "orders.yaml".to_owned(),
        content_type: "application/yaml".to_owned(),
        bytes:
            b"game: gem-1992\nturn: 3\n# This line makes the file longer than one line of base64.\n"
                .to_vec(),
    });
    letter.in_reply_to = Some(MessageId::parse("<abc@mail.example.net>").unwrap());
    letter
        .extra
        .insert("X-Chronojudge-Head".to_owned(), "0123abcd".to_owned());
    letter
}

fn text(letter: &Letter) -> String {
    String::from_utf8(compose(letter).unwrap()).unwrap()
}

const GOLDEN: &str = include_str!("golden.eml.txt");

/// The bytes of a mail must not change: a difference would change mails of running games.
#[test]
fn a_letter_has_the_bytes_of_the_golden_file() {
    // The golden file may have LF line ends.
    assert_eq!(
        text(&letter()),
        GOLDEN.replace("\r\n", "\n").replace('\n', "\r\n")
    );
}

#[test]
fn the_same_letter_gives_the_same_bytes() {
    let bytes = compose(&letter()).unwrap();
    assert!((0..20).all(|_| compose(&letter()).unwrap() == bytes));
    // The boundary depends on the contents, so the contents cannot include it.
    let mut other = letter();
    other.text.push_str("x\n");
    let boundary = |text: &str| text.split("boundary=\"").nth(1).unwrap()[..26].to_owned();
    assert_ne!(boundary(&text(&letter())), boundary(&text(&other)));
}

#[test]
fn the_envelope_of_a_letter_can_be_read_back() {
    let envelope = super::super::Envelope::of(&compose(&letter()).unwrap()).unwrap();
    assert_eq!(envelope.from(), "gm@example.org");
    assert_eq!(envelope.to().collect::<Vec<_>>(), ["zoe@example.net"]);
    // Also with names that look like addresses and lists.
    for name in [
        "a@b.org, c",
        "x <y@z.org>",
        "Doe, \"J\" (x); :",
        "Zoë, <z@z.org>",
        "=?utf-8?q?=2C_a=40b?=",
    ] {
        let mut letter = letter();
        letter.to = Address::new(Some(name), "zoe@example.net").unwrap();
        let envelope = super::super::Envelope::of(&compose(&letter).unwrap()).unwrap();
        assert_eq!(
            envelope.to().collect::<Vec<_>>(),
            ["zoe@example.net"],
            "{name}"
        );
    }
}

#[test]
fn control_characters_cannot_add_headers() {
    let mut letter = letter();
    let evil = "x\r\nBcc: spy@evil.example\r\n\r\nbody\u{0}\u{85}\u{2028}";
    letter.subject = evil.to_owned();
    letter.from = Address::new(Some(evil), "gm@example.org").unwrap();
    letter.to = Address::new(Some(evil), "zoe@example.net").unwrap();
    letter.attachments[0].name = format!("../..\"{evil}");
    letter.extra.insert("X-Evil".to_owned(), evil.to_owned());
    let mail = text(&letter);
    let head = mail.split_once("\r\n\r\n").unwrap().0;
    for line in mail.split("\r\n") {
        assert!(!line.to_ascii_lowercase().starts_with("bcc"), "{mail}");
        assert!(
            line.len() <= 998 && !line.contains(['\r', '\n', '\0']),
            "{line:?}"
        );
    }
    assert!(head.contains("\r\nX-Chronojudge-Turn: 3\r\n") && head.is_ascii());
    assert!(
        mail.contains("filename*0=\"file.._.._x Bcc_ spy@evil.example body\""),
        "{mail}"
    );
}

#[test]
fn refuses_extra_headers_that_replace_standard_ones() {
    for name in [
        "Bcc",
        "From",
        "X-Chronojudge-Game",
        "x-auto-response-suppress",
        "X A",
        "X-A:",
        "X-\r\nBcc",
        "X-é",
        "",
    ] {
        let mut letter = letter();
        letter.extra.insert(name.to_owned(), "x".to_owned());
        assert!(
            matches!(compose(&letter), Err(MailError::BadHeader { .. })),
            "{name:?}"
        );
    }
    let mut letter = letter();
    letter.attachments[0].content_type = "text/plain\r\nBcc: x".to_owned();
    assert!(matches!(
        compose(&letter),
        Err(MailError::BadContentType { .. })
    ));
    letter.attachments.clear();
    letter.date = DateTime::from_timestamp(-1, 0).unwrap();
    assert!(matches!(compose(&letter), Err(MailError::Compose { .. })));
    letter.domain = Some("a b".to_owned());
    letter.date = DateTime::from_timestamp(1, 0).unwrap();
    assert!(matches!(
        compose(&letter),
        Err(MailError::BadMessageId { .. })
    ));
}

#[test]
fn encodes_long_and_non_ascii_text_in_short_lines() {
    let mut letter = letter();
    letter.subject = "Ärger ".repeat(200);
    letter.to = Address::new(Some(&"Ж".repeat(500)), "zoe@example.net").unwrap();
    letter.text = format!("{}\nÅ\n", "x".repeat(3000));
    letter.references = (0..40)
        .map(|n| MessageId::parse(&format!("<{n}.{}@x.org>", "y".repeat(30))).unwrap())
        .collect();
    let mail = text(&letter);
    assert!(mail.is_ascii());
    for line in mail.split("\r\n") {
        assert!(line.len() <= 100, "{line}");
    }
    assert_eq!(
        super::super::Envelope::of(mail.as_bytes())
            .unwrap()
            .to()
            .count(),
        1
    );
}

#[test]
fn plain_ascii_text_is_not_encoded() {
    let mut letter = letter();
    letter.html = None;
    letter.attachments.clear();
    letter.text = "a = b\r\n\r\n\tc\n.\n--=_x\nend".to_owned();
    let mail = text(&letter);
    assert!(
        mail.contains("\r\nContent-Transfer-Encoding: 7bit\r\n"),
        "{mail}"
    );
    assert!(
        mail.ends_with("\r\n\r\na = b\r\n\r\n\tc\r\n.\r\n--=_x\r\nend\r\n"),
        "{mail}"
    );
    // Non-ASCII text is always quoted-printable, and keeps its lines.
    letter.text = "Привет\nмир\n".to_owned();
    let mail = text(&letter);
    assert!(mail.contains("quoted-printable\r\n\r\n=D0=9F"), "{mail}");
    assert_eq!(
        mail.split_once("\r\n\r\n")
            .unwrap()
            .1
            .trim_end()
            .lines()
            .count(),
        2
    );
}

/// A line may have 998 bytes (RFC 5322, 2.1.1), so a report of 78 columns is 7bit, and its HTML as well.
#[test]
fn encodes_only_parts_with_long_lines_or_non_ascii_text() {
    let mut letter = letter();
    letter.attachments.clear();
    let encoded = |letter: &Letter| text(letter).matches("quoted-printable").count();
    for (words, html, parts) in [
        ("x".repeat(998), "<p>".repeat(300), 0),
        ("x".repeat(999), "<p>".to_owned(), 1),
        ("x".to_owned(), "<p>".repeat(400), 1),
        ("x".to_owned(), "<p>ä</p>".to_owned(), 1),
        ("ä".to_owned(), "<p>ä</p>".to_owned(), 2),
    ] {
        letter.text = words;
        letter.html = Some(html);
        assert_eq!(encoded(&letter), parts, "{:?}", letter.html);
    }
}

#[test]
fn all_mails_of_a_turn_refer_to_one_root() {
    let mut letter = letter();
    assert!(
        text(&letter)
            .contains("\r\nReferences: <gem-1992.t3.zytal@example.org> <abc@mail.example.net>\r\n")
    );
    letter.in_reply_to = None;
    let mail = text(&letter);
    assert!(mail.contains("\r\nReferences: <gem-1992.t3.zytal@example.org>\r\n"));
    assert!(!mail.contains("In-Reply-To"));
}

#[test]
fn encodes_base64_as_in_the_rfc() {
    // RFC 4648, 10.
    for (bytes, digits) in [
        ("", ""),
        ("f", "Zg=="),
        ("fo", "Zm8="),
        ("foo", "Zm9v"),
        ("foob", "Zm9vYg=="),
    ] {
        assert_eq!(base64(bytes.into()).as_ref(), digits.as_bytes());
    }
    let all: Vec<u8> = (0..=255).collect();
    let out = String::from_utf8(base64(all).into_vec()).unwrap();
    assert!(out.split("\r\n").all(|line| line.len() <= 76));
    assert!(out.starts_with("AAECAwQF") && out.ends_with("/P3+/w=="));
}
