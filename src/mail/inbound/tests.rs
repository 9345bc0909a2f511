#![allow(
    clippy::format_collect,
    reason = "a test says what it needs where it needs it"
)]

use super::*;

const ORDERS: &str = "game: gem\nturn: 1\nseat: zytal\nmoves:\n  - {unit: agent-1, to: 1b-4}\n";

fn mail(head: &str, body: &str) -> Incoming {
    let mail = format!("From: Zoe <zoe@example.org>\nTo: gm@example.org\n{head}\n\n{body}");
    let unix = Incoming::read(mail.as_bytes());
    let dos = Incoming::read(mail.replace('\n', "\r\n").as_bytes());
    assert_eq!(unix.name, dos.name, "line ends make no other mail");
    unix
}

/// Returns the only candidate of a mail: its text, its part and its notes.
#[track_caller]
fn one(mail: &Incoming) -> (String, String, String) {
    let found = mail.found();
    let [candidate] = &found.candidates[..] else {
        panic!("{found:#?}");
    };
    let text = String::from_utf8(candidate.bytes.clone()).unwrap();
    (text, candidate.part.clone(), candidate.notes.join("; "))
}

#[test]
fn finds_orders_in_an_attachment_of_any_type() {
    for (kind, name) in [
        ("application/yaml", "filename=\"zytal.yaml\""),
        ("application/octet-stream", "filename=\"../../zytal.yml\""),
        ("application/octet-stream", "filename=orders"),
        ("text/plain; charset=utf-8", "filename=\"orders.txt\""),
    ] {
        let body = format!(
            "preamble\n--b\nContent-Type: text/plain\n\nHi,\nhere they are. seat: me\n--b\n\
             Content-Type: {kind}\nContent-Disposition: attachment; {name}\nContent-Transfer-Encoding: base64\n\n\
             Z2FtZTogZ2VtCnR1cm46IDEKc2VhdDogenl0YWwK\n--b--\n"
        );
        let (text, part, notes) = one(&mail("Content-Type: multipart/mixed; boundary=b", &body));
        assert_eq!(text, "game: gem\nturn: 1\nseat: zytal\n", "{kind} {name}");
        assert!(
            part.starts_with("the attachment ") && !part.contains('/'),
            "{part}"
        );
        assert_eq!(notes, "");
    }
}

/// Python's library for mails writes an id that is longer than a line as encoded words.
#[test]
fn reads_a_long_message_id_in_encoded_words() {
    let id = "the-loop-1795697632.s0000.mr-time.seat.1.a1b2c3d4e5f60718293a4b5c6d7e8f90@pbem.test";
    let encoded = "In-Reply-To: =?utf-8?q?=3Cthe-loop-1795697632=2Es0000=2Emr-time=2Eseat=2E1?=\n \
                   =?utf-8?q?=2Ea1b2c3d4e5f60718293a4b5c6d7e8f90=40pbem=2Etest=3E?=";
    let plain = format!("In-Reply-To: <{id}>");
    for head in [encoded, &plain] {
        let references = mail(head, ORDERS).references;
        let ids: Vec<String> = references.iter().map(ToString::to_string).collect();
        assert_eq!(ids, [format!("<{id}>")], "{head}");
    }
    let noise = mail("In-Reply-To: =?utf-8?q?no_id_here?= =?x", ORDERS);
    assert_eq!(noise.references, []);
}

#[test]
fn ignores_an_incomplete_attachment() {
    let body = "--b\nContent-Type: application/yaml; name=a.yaml\n\ngame: gem\nturn: 1\n";
    let cut = mail("Content-Type: multipart/mixed; boundary=b", body);
    assert_eq!(cut.found().candidates, []);
}

#[test]
fn ignores_attachments_of_our_own_mails() {
    let view = "game: gem\nruleset: x\nturn: 1\nseat: zytal\nview: {}\n";
    let body = format!(
        "--b\n\nhello\n--b\nContent-Type: application/yaml; name=gem.t1.zytal.view.yaml\n\n{view}\n--b--\n"
    );
    let mail = mail("Content-Type: multipart/mixed; boundary=b", &body);
    assert_eq!(mail.found(), &Found::default());
    assert_eq!(mail.text().as_deref(), Some("hello"));
}

#[test]
fn finds_orders_in_the_text_itself() {
    let plain = mail(
        "Content-Type: text/plain",
        &format!("{ORDERS}\n-- \nZoe\nmy: signature\n"),
    );
    let (text, part, notes) = one(&plain);
    assert_eq!((text.as_str(), part.as_str()), (ORDERS, "the mail's text"));
    assert_eq!(notes, "the text after its end was left out");

    let above = format!(
        "Hello GM,\nhave fun.\n\n{ORDERS}\n\nOn Friday, GM <gm@example.org>\nwrote:\n> game: gem\n> turn: 9\n"
    );
    let (text, _, notes) = one(&mail("", &above));
    assert_eq!(text, ORDERS);
    assert_eq!(notes, "the mail that is quoted below it was left out");

    let quoted: String = ORDERS.lines().map(|line| format!("> {line}\n")).collect();
    let (text, _, notes) = one(&mail("", &format!("Yes:\n\n{quoted}\nthat is it\n")));
    assert_eq!(text, ORDERS);
    assert!(
        notes.starts_with("its quotation marks `>` were removed"),
        "{notes}"
    );

    assert_eq!(mail("", "no orders here").found(), &Found::default());
}

#[test]
fn finds_orders_in_a_fenced_block() {
    let fenced = format!("Hi\n```yaml\n{ORDERS}```\ngame: none of it\n");
    let (text, part, _) = one(&mail("", &fenced));
    assert_eq!(
        (text.as_str(), part.as_str()),
        (ORDERS, "the fenced block in the mail's text")
    );

    let quoted: String = fenced.lines().map(|line| format!("> > {line}\n")).collect();
    let (text, _, notes) = one(&mail("", &format!("again:\n{quoted}")));
    assert_eq!(text, ORDERS);
    assert_eq!(notes, "its quotation marks `>` were removed");

    // A block without an end may be incomplete.
    let open = mail("", &format!("```\n{ORDERS}")).found().clone();
    assert_eq!(open.candidates, []);
    assert!(open.remarks[0].contains("never ends"), "{open:?}");
}

#[test]
fn decodes_charsets_and_encodings() {
    let quoted = "game: gem=0Aturn: 1=\n\nseat: zytal\n# Gr=FC=DFe=A0!\n";
    let latin = mail(
        "Content-Type: text/plain; charset=iso-8859-1\nContent-Transfer-Encoding: quoted-printable",
        quoted,
    );
    let (text, _, notes) = one(&latin);
    assert_eq!(text, "game: gem\nturn: 1\nseat: zytal\n# Grüße !\n");
    assert_eq!(notes, "its no-break spaces were read as spaces");

    let mut raw = b"From: z@example.org\n\ngame: gem\nturn: 1\nseat: zytal\n# ".to_vec();
    raw.extend([0xfc, b'\n']);
    assert!(one(&Incoming::read(&raw)).0.ends_with("# ü\n"));

    let bom = mail(
        "Content-Type: text/plain; charset=utf-8",
        &format!("\u{feff}{ORDERS}"),
    );
    assert!(one(&bom).0.ends_with(ORDERS));
}

#[test]
fn unfolds_folded_text_only_if_it_was_folded() {
    let flowed = "Content-Type: text/plain; charset=utf-8; format=flowed";
    let text = "game: gem\nturn: 1\nseat: zytal\nmoves: [{unit: agent-1, \nto: 1b-4}]\n   - x\n";
    let (found, _, _) = one(&mail(flowed, text));
    assert_eq!(
        found,
        "game: gem\nturn: 1\nseat: zytal\nmoves: [{unit: agent-1, to: 1b-4}]\n  - x\n"
    );
    // The program declares format=flowed but does not fold: the trailing space was typed by accident.
    let text = "game: gem \nturn: 1\nseat: zytal\n";
    assert_eq!(one(&mail(flowed, text)).0, text);
}

#[test]
fn reads_sender_subject_and_tags() {
    let tagged =
        "X-Original-To: orders+GEM.zytal@example.org\nSubject: =?utf-8?q?z=C3=BC=0D=0ABcc:_x?=";
    let mail = mail(tagged, "");
    assert_eq!(mail.from.as_deref(), Some("zoe@example.org"));
    assert_eq!(mail.subject, "zü Bcc: x");
    let tag = mail.tags().next().unwrap();
    assert_eq!(
        (tag.game.as_str(), tag.seat.as_deref()),
        ("gem", Some("zytal"))
    );
    for two in [
        "From: a@example.org, b@example.org\n\n",
        "From: a@example.org\nFrom: b@example.org\n\n",
        "From: <>\n\n",
        "From: a b@example.org\n\n",
    ] {
        let from = Incoming::read(two.as_bytes()).from;
        assert!(from.is_none() || two.contains("a b@"), "{two}: {from:?}");
    }
}

#[test]
fn recognises_automated_mail() {
    for (field, automatic) in [
        ("Auto-Submitted: auto-replied", true),
        ("Auto-Submitted: No", false),
        ("Auto-Submitted: no (by hand)", false),
        ("Precedence: bulk", true),
        ("Precedence: first-class", false),
        ("List-Id: <players.example.org>", true),
        ("Return-Path: <>", true),
        ("Return-Path: <zoe@example.org>", false),
        ("X-Auto-Response-Suppress: DR, AutoReply", true),
        ("X-Auto-Response-Suppress: DR", false),
        ("X-Chronojudge-Game: gem", true),
        ("Subject: Out of office", false),
    ] {
        assert_eq!(mail(field, "x").automatic.is_some(), automatic, "{field}");
    }
    for from in ["MAILER-DAEMON@example.org", "Mail <postmaster@example.org>"] {
        let mail = Incoming::read(format!("From: {from}\n\nx").as_bytes());
        assert!(mail.automatic.is_some(), "{from}");
    }
}

const BOUNCE: &str = "From: MAILER-DAEMON@mail.example.org\nReturn-Path: <>\nSubject: Undelivered\n\
    Content-Type: multipart/report; report-type=delivery-status; boundary=b\n\n--b\n\nsorry\n--b\n\
    Content-Type: message/delivery-status\n\nReporting-MTA: dns; mail\n\n\
    Final-Recipient: rfc822; zytal@example.org\nAction: failed\nStatus: 5.1.1\n\
    Diagnostic-Code: smtp; 550 5.1.1 nobody here\n\n--b\nContent-Type: text/rfc822-headers\n\n\
    From: gm@example.org\nMessage-ID: <gem.s7.zytal.report.1@example.org>\n\n--b--\n";

#[test]
fn recognises_bounces() {
    let headers = BOUNCE.replace("text/rfc822-headers", "message/rfc822-headers");
    let bounce = Incoming::read(headers.as_bytes()).bounce().unwrap();
    assert_eq!(bounce.about.stem(), "gem.s0007.zytal.report.1");
    assert_eq!(bounce.ids, ["<gem.s7.zytal.report.1@example.org>"]);
    assert!(
        bounce.is_final && bounce.words.contains("nobody here"),
        "{bounce:?}"
    );
    let whole = BOUNCE.replace("text/rfc822-headers", "message/rfc822");
    assert!(Incoming::read(whole.as_bytes()).bounce().is_some());
    let slow = headers
        .replace("failed", "delayed")
        .replace("5.1.1", "4.4.1");
    assert!(!Incoming::read(slow.as_bytes()).bounce().unwrap().is_final);
    let good = headers.replace("failed", "delivered");
    assert_eq!(Incoming::read(good.as_bytes()).bounce(), None);
    // A person's mail that quotes a bounce is not a bounce, and neither is a vacation reply.
    let person = headers
        .replace("MAILER-DAEMON@mail", "zoe@")
        .replace("Return-Path: <>\n", "");
    assert_eq!(Incoming::read(person.as_bytes()).bounce(), None);
    let away = mail(
        "Auto-Submitted: auto-replied\nIn-Reply-To: <gem.s7.zytal.report.1@example.org>",
        "away",
    );
    assert_eq!(away.bounce(), None);
}

#[test]
fn limits_the_parts_depth_and_size_of_a_mail() {
    // Ten thousand parts.
    let parts = "--b\nContent-Type: text/plain; name=a\n\ngame: x\n".repeat(10_000) + "--b--\n";
    let many = mail("Content-Type: multipart/mixed; boundary=b", &parts);
    assert!(many.parts.len() <= 200, "{}", many.parts.len());
    assert!(
        many.skipped[0].contains("more than 200 parts"),
        "{:?}",
        many.skipped
    );
    // Parts within parts, and mails within mails.
    let deep: String = (0..5000)
        .map(|n| format!("Content-Type: multipart/mixed; boundary=b{n}\n\n--b{n}\n"))
        .collect();
    let deep = Incoming::read(format!("From: z@example.org\n{deep}").as_bytes());
    assert!(deep.parts.is_empty());
    let within = "Content-Type: message/rfc822\n\n".repeat(100_000);
    let within = Incoming::read(format!("From: z@example.org\n{within}").as_bytes());
    assert_eq!(within.parts.len(), 1);
    assert_eq!(within.parts[0].kind, PartKind::Report);
    assert_eq!(within.found(), &Found::default());
    // An enormous header, and an enormous body.
    let header = mail(&format!("X-Big: {}", "x".repeat(1 << 20)), ORDERS);
    assert_eq!(header.trouble, Some(Trouble::Header));
    assert_eq!(header.from.as_deref(), Some("zoe@example.org"));
    let lines = mail("X: y\n".repeat(200_000).trim_end(), ORDERS);
    assert_eq!(lines.trouble, Some(Trouble::Header));
    let body = vec![b'x'; 50 << 20];
    let giant = [b"From: z@example.org\n\n".as_slice(), &body].concat();
    let giant = read_bounded(giant.as_slice()).unwrap();
    assert_eq!(giant.len(), MOST_BYTES + 1);
    assert_eq!(kept(&giant).len(), HEAD_OF_GIANT);
    let giant = Incoming::read(&giant);
    assert_eq!(giant.trouble, Some(Trouble::TooBig));
    assert_eq!(giant.from.as_deref(), Some("z@example.org"));
    // Archives are not unpacked.
    let zip = "--b\nContent-Type: application/zip; name=orders.yaml.zip\nContent-Transfer-Encoding: base64\n\n\
               UEsDBBQAAAAIAA==\n--b--\n";
    let zip = mail("Content-Type: multipart/mixed; boundary=b", zip);
    assert_eq!(zip.found(), &Found::default());
}

#[test]
fn reads_any_bytes_without_panic() {
    for bytes in [
        &b""[..],
        b"\n",
        b"\r\n\r\n",
        b"From ",
        b":",
        b"\0\xff",
        b"From: \n\tx",
    ] {
        let mail = Incoming::read(bytes);
        let _ = (mail.found(), mail.bounce(), mail.text(), mail.signatures());
    }
    assert_eq!(Incoming::read(b"").trouble, Some(Trouble::NotMail));
}

#[test]
fn the_name_of_a_mail_depends_only_on_the_fields_of_its_writer() {
    let one = "Message-ID: <a@b>\nFrom: z@example.org\n\nbody\n";
    let name = |text: &str| Incoming::read(text.as_bytes()).name;
    assert_eq!(
        name(one),
        name(&format!(
            "Received: by x\nReturn-Path: <z@example.org>\n{one}\n\n"
        ))
    );
    assert_ne!(name(one), name(&one.replace("body", "another")));
    assert_ne!(name(one), name(&one.replace("<a@b>", "<c@d>")));
    assert_ne!(name(one), name(&one.replace("z@example", "y@example")));
}

/// The body is that of RFC 8463, A.3, and `bh` is its hash; the signatures are not valid, and are not verified here.
#[test]
fn a_copy_without_the_signature_of_the_domain_is_another_mail() {
    let plain = "From: joe@football.example.com\nSubject: x\n\nHi.\n\nWe lost the game. Are you hungry yet?\n\nJoe.\n";
    let signed = |domain: &str, b: &str| {
        format!(
            "DKIM-Signature: v=1; a=rsa-sha256; d={domain}; s=test; h=from:subject;\n \
             bh=2jUSOH9NhtVGCQWNr9BrIAPreKQjO6Sn7XIkfJVOzv8=; b={b}\n{plain}"
        )
    };
    let read = |text: &str| Incoming::read(text.as_bytes());
    let good = signed("example.com", "AAAA");
    assert_eq!(read(&good).claims.len(), 1);
    let name = |text: &str| read(text).name;
    assert_eq!(name(&good), name(&good.replace('\n', "\r\n")));
    assert_eq!(name(&good), name(&format!("Received: by x\n{good}\n\n")));
    assert_ne!(name(&good), name(plain));
    assert_ne!(name(&good), name(&signed("example.com", "BBBB")));
    // A signature that does not concern the sender does not change the name.
    for other in [
        signed("example.net", "AAAA"),
        good.replacen("h=from", "l=3; h=from", 1),
        good.replacen("bh=2", "bh=3", 1),
    ] {
        assert!(read(&other).claims.is_empty(), "{other}");
        assert_eq!(name(&other), name(plain), "{other}");
    }
    // A mail with two senders has no valid sender.
    let two = good.replacen("From:", "From: eve@example.com\nFrom:", 1);
    assert!(read(&two).claims.is_empty());
}
