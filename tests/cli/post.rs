//! Orders by mail: accepted once, answered once, and only from the seat's own player.

use super::{
    bench::{Bench, GAME, SEATS, clock, orders},
    letters::{Answer, answered, first_orders, left, mail, pipe, signed_file, with_file},
    tree::Tree,
};
use chronojudge::{game_dir::LockedGame, inbox::take, mail::InHand};
use std::{collections::BTreeSet, fs, path::Path, process::Command};

fn on_file(bench: &Bench, seat: &str) -> Option<String> {
    fs::read_to_string(bench.root().join(format!("orders/0001/{seat}.yaml"))).ok()
}

#[test]
fn orders_by_mail_get_a_receipt_with_the_orders_in_force() {
    let bench = Bench::started();
    let file = first_orders("zytal", "by mail");
    let sent = with_file("zytal", "my orders", "zytal.yaml", &file);
    let answer = answered(&bench, &sent);
    assert_eq!(answer.name, "gem.s1.zytal.receipt.1");
    assert_eq!(answer.field("Subject"), "[gem] Turn 1 orders ACCEPTED");
    assert_eq!(answer.field("To"), "\"Player zytal\" <zytal@example.org>");
    assert_eq!(answer.field("Auto-Submitted"), "auto-replied");
    let id = sent
        .lines()
        .next()
        .unwrap()
        .strip_prefix("Message-ID: ")
        .unwrap();
    assert_eq!(answer.field("In-Reply-To"), id);
    assert!(
        answer
            .field("References")
            .starts_with("<gem.t1.zytal@localhost>")
    );
    let text = &answer.all;
    for part in [
        "Part used      the attachment zytal.yaml",
        "\"my orders\"",
        "| seat: zytal",
        "| # by mail",
        "If sitting 2 locks them",
        "Deadline       none",
    ] {
        assert!(text.contains(part), "{part:?} is missing:\n{text}");
    }
    assert_eq!(on_file(&bench, "zytal").as_deref(), Some(file.as_str()));

    // The hash is the one in the public lock.
    let hash = text
        .lines()
        .find(|line| line.len() == 64 && line.bytes().all(|b| b.is_ascii_hexdigit()))
        .unwrap_or_else(|| panic!("no hash in\n{text}"));
    for seat in &SEATS[..5] {
        bench.order(
            seat,
            1,
            "headquarters: {research: []}\nmoves: []\nactions: []\n",
        );
    }
    bench.ok(&["adjudicate", GAME]);
    let log = bench.root().join("public/log");
    let lock = fs::read_dir(log)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.to_string_lossy().contains("lock"))
        .map(|path| fs::read_to_string(path).unwrap())
        .find(|text| text.contains("sitting: 2") || text.contains("sitting: \"2\""));
    let lock = lock.expect("the lock of sitting 2");
    assert!(lock.contains(hash), "{hash} is not in\n{lock}");
}

/// The odds are those of `try` on the view that came with the report, so they reveal nothing more.
#[test]
fn a_receipt_shows_the_odds_of_the_orders_and_the_lines_that_fail() {
    let bench = Bench::started();
    let plan = "headquarters:\n  buy: {agents: 1}\n  research: [4c-8]\nmoves:\n  - {unit: agent-3, to: 4c-12}\n\
                actions:\n  - reverse: {tile: 4c-12}\n";
    let file = orders("zytal", 1, plan);
    let sent = with_file("zytal", "my orders", "zytal.yaml", &file);
    let text = answered(&bench, &sent).all;
    let section = text
        .split_once("WHAT THESE ORDERS DO")
        .and_then(|(_, rest)| rest.split_once("Keep this mail"));
    let (section, _) = section.unwrap_or_else(|| panic!("no odds in\n{text}"));
    insta::assert_snapshot!(section);
    let body = text.split_once("Turn 1 orders: ").unwrap().1;
    let long = body.lines().find(|line| line.chars().count() > 78);
    assert_eq!(long, None);
    bench.write("zytal.yaml", &file);
    let view = "gem/reports/0000/0001/zytal.view.yaml";
    let tried = bench.json(&["try", "zytal.yaml", "--view", view]);
    let lines = tried["tried"]["unplayed"].as_array().unwrap();
    assert!(lines.len() > 1, "{lines:?}");
    for line in lines {
        let percent = line["chance"]["percent"].as_str().unwrap();
        assert!(section.contains(percent), "{percent} is not in\n{section}");
    }

    // An order file that is not accepted has no odds.
    let bad = with_file("roo", "mine", "roo.yaml", &orders("roo", 1, "moves: 7\n"));
    let text = answered(&bench, &bad).all;
    assert!(!text.contains("WHAT THESE ORDERS DO"), "{text}");
}

#[test]
fn mistakes_are_reported_with_their_place_and_change_nothing() {
    let bench = Bench::started();
    let good = first_orders("roo", "good");
    answered(&bench, with_file("roo", "one", "a.yaml", &good));
    let bad = good.replace("moves: []", "moves: [{unit: agent-9, to: 1b-4}]");
    let stale = good.replace("turn: 1", "turn: 0");
    let broken = good.replace("research: []", "research: [");
    let misspelt = good.replace("moves:", "mvoes:");
    for (name, file, code) in [
        ("bad", &bad, "E1"),
        ("stale", &stale, "E0303"),
        ("broken", &broken, "E01"),
        ("misspelt", &misspelt, "E0201"),
    ] {
        let answer = answered(&bench, with_file("roo", name, "b.yaml", file));
        assert_eq!(
            answer.field("Subject"),
            "[gem] Turn 1 orders REJECTED",
            "{name}"
        );
        for part in [
            &format!("error[{code}"),
            "b.yaml:",
            "^",
            "| # good",
            "Nothing of this file was taken.",
        ] {
            assert!(
                answer.all.contains(part),
                "{name}: {part:?} is missing:\n{}",
                answer.all
            );
        }
        assert_eq!(
            on_file(&bench, "roo").as_deref(),
            Some(good.as_str()),
            "{name}"
        );
    }
    // A later valid file replaces it, and the receipt says so.
    let later = first_orders("roo", "later");
    let answer = answered(&bench, with_file("roo", "two", "c.yaml", &later));
    let flat = answer.all.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        flat.contains("They replace those that came on 2026-11-24 12:00 UTC"),
        "{flat}"
    );
    assert_eq!(on_file(&bench, "roo").as_deref(), Some(later.as_str()));
    assert_eq!(bench.read("gem/orders/0001/roo.1.yaml"), good);
    // The last mail to arrive counts; the receipt points out that it was written earlier.
    let older = with_file("roo", "three", "d.yaml", &first_orders("roo", "older"));
    let answer = answered(&bench, older.replace("12:00:00 +0000", "11:00:00 +0000"));
    let flat = answer.all.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        flat.contains("By its own date this mail was written before the one"),
        "{flat}"
    );
    assert!(on_file(&bench, "roo").unwrap().contains("older"));
}

#[test]
fn a_player_with_two_seats_sends_both_files_in_one_mail() {
    let bench = Bench::started();
    // A player of six has one race (12), but may take over another one.
    for seat in ["buralti", "veneb"] {
        let to = ["--name", "Two", "--address", "two@example.org"];
        let why = ["--reason", "They cannot play on."];
        bench.ok(&[&["replace", GAME, seat][..], &to, &why].concat());
    }
    let [one, two] = ["buralti", "veneb"].map(|seat| first_orders(seat, "of two"));
    let wrong = two.replace("turn: 1", "turn: 7");
    let file = |name: &str, text: &str| {
        format!(
            "--b\nContent-Type: application/yaml\nContent-Disposition: attachment; filename={name}\n\n{text}\n"
        )
    };
    // Of two files for one seat the last valid one counts.
    let body = [
        file("a.yaml", &one),
        file("b.yaml", &two),
        file("c.yaml", &wrong),
        "--b--\n".to_owned(),
    ]
    .concat();
    let sent = mail(
        "two",
        "Subject: both\nContent-Type: multipart/mixed; boundary=b",
        &body,
    );
    let (_, answers) = pipe(&bench, sent);
    assert_eq!(answers.len(), 2, "{answers:#?}");
    for (answer, seat) in answers.iter().zip(["buralti", "veneb"]) {
        assert!(answer.name.contains(seat), "{}", answer.name);
        assert_eq!(answer.field("Subject"), "[gem] Turn 1 orders ACCEPTED");
        assert!(
            answer.all.contains(&format!("| seat: {seat}")),
            "{}",
            answer.all
        );
        assert!(on_file(&bench, seat).is_some());
    }
    assert!(
        answers[1].all.contains("the attachment b.yaml"),
        "{}",
        answers[1].all
    );
    assert!(
        answers[1].all.contains("another order file for this seat"),
        "{}",
        answers[1].all
    );
}

#[test]
fn every_way_to_write_orders() {
    let file = first_orders("veneb", "here");
    let quoted: String = file.lines().map(|line| format!("> {line}\n")).collect();
    for (what, head, body) in [
        ("text", "Subject: x", file.clone()),
        (
            "fence",
            "Subject: x",
            format!("Hello!\n\n```yaml\n{file}```\nBye\n"),
        ),
        ("quoted", "Subject: x", format!("again:\n\n{quoted}")),
        (
            "signature",
            "Subject: x",
            format!("{file}\n-- \nVeneb: rules\n"),
        ),
        (
            "bom",
            "Content-Type: text/plain; charset=utf-8",
            format!("\u{feff}{file}"),
        ),
        (
            "nbsp",
            "Content-Type: text/plain; charset=utf-8",
            file.replace("moves: ", "moves:\u{a0}"),
        ),
        (
            "flowed",
            "Content-Type: text/plain; charset=utf-8; format=flowed",
            file.replace("prefer: [6,", "prefer: [6, \n"),
        ),
        (
            "quoted-printable",
            "Content-Type: text/plain; charset=iso-8859-1\nContent-Transfer-Encoding: quoted-printable",
            file.replace("# here", "# h=E9re"),
        ),
        (
            "sections alone",
            "Subject: x",
            "moves: []\nactions:\n- hold\n".to_owned(),
        ),
        (
            "in capitals",
            "Subject: x",
            "Hello!\n\nActions: [hold]\n".to_owned(),
        ),
        (
            "a page",
            "Subject: x\nContent-Type: text/html",
            format!("<pre>{file}</pre>"),
        ),
    ] {
        let bench = Bench::started();
        let answer = answered(&bench, mail("veneb", head, &body));
        let subject = answer.field("Subject");
        assert!(
            subject.starts_with("[gem] Turn 1 orders ACCEPTED"),
            "{what}: {}",
            answer.all
        );
        assert!(on_file(&bench, "veneb").is_some(), "{what}");
    }
    let bench = Bench::started();
    for (what, body) in [
        ("a block without end", "```\nhello\n"),
        ("an empty mail", "\n> Orders are due.\n"),
    ] {
        let none = answered(&bench, mail("veneb", "Subject: hello", body));
        assert_eq!(
            none.field("Subject"),
            "[gem] Turn 1 orders REJECTED",
            "{what}"
        );
        assert!(none.all.contains("No orders were found"), "{}", none.all);
    }
    assert_eq!(on_file(&bench, "veneb"), None);
}

#[test]
fn a_mail_is_taken_once_whichever_way_it_comes() {
    let bench = Bench::started();
    let sent = with_file("roo", "one", "a.yaml", &first_orders("roo", "once"));
    answered(&bench, &sent);
    let after = bench.tree();
    let (said, answers) = pipe(
        &bench,
        format!("Received: from x\n{}", sent.replace('\n', "\r\n")),
    );
    assert!(answers.is_empty());
    assert_eq!(said.out, "roo@example.org: taken before\n");
    assert_eq!(bench.tree().against(&after), "");
    // A copied Message-ID cannot keep another mail out.
    let id = sent.lines().next().unwrap();
    let other = with_file("roo", "two", "a.yaml", &first_orders("roo", "twice"));
    let other = other.replacen(other.lines().next().unwrap(), id, 1);
    answered(&bench, &other);
    assert!(on_file(&bench, "roo").unwrap().contains("twice"));
    // Every mail that came is kept, with its outcome.
    let tree = bench.tree();
    let names: Vec<String> = tree
        .files("inbox")
        .map(|(path, _)| path.display().to_string())
        .collect();
    assert_eq!(
        names.iter().filter(|name| name.ends_with(".eml")).count(),
        2,
        "{names:?}"
    );
    assert_eq!(names.len(), 5, "{names:?}");
}

/// A forger's orders are refused, and the refusal reveals nothing.
#[test]
fn orders_for_another_seat_are_refused_and_its_player_is_notified() {
    let bench = Bench::started();
    let own = first_orders("zytal", "the secret plan");
    answered(&bench, with_file("zytal", "mine", "z.yaml", &own));
    // These orders are illegal on zytal's own view: a forger must not learn the reason.
    let forged = own.replace("research: []", "research: [1b-1, 1b-2, 1b-3, 2a-1]");
    let (_, answers) = pipe(&bench, with_file("roo", "not mine", "z.yaml", &forged));
    let to = |seat: &str| -> &Answer {
        let name = format!("gem.s1.{seat}.receipt.");
        answers
            .iter()
            .find(|a| a.name.starts_with(&name))
            .unwrap_or_else(|| panic!("{answers:#?}"))
    };
    assert_eq!(answers.len(), 2);
    assert!(
        to("roo").all.contains("These orders are for `zytal`"),
        "{}",
        to("roo").all
    );
    assert!(!to("roo").all.contains("the secret plan"));
    assert!(!to("roo").all.contains("error["), "{}", to("roo").all);
    assert!(
        to("zytal")
            .all
            .contains("A mail with orders for your seat came"),
        "{}",
        to("zytal").all
    );
    assert!(to("zytal").all.contains("roo@example.org"));
    assert!(!to("zytal").head.contains("In-Reply-To"));
    assert_eq!(on_file(&bench, "zytal").as_deref(), Some(own.as_str()));

    // An unknown sender: the player is notified, and the sender gets no answer.
    let stranger = with_file("zytal", "x", "z.yaml", &forged).replace(
        "From: Player zytal <zytal@example.org>",
        "From: <evil@example.com>",
    );
    let told = answered(&bench, stranger);
    assert_eq!(told.field("To"), "\"Player zytal\" <zytal@example.org>");
    // A mail without orders from an unknown sender gets no answer at all.
    let (said, answers) = pipe(&bench, "From: evil@example.com\nSubject: hi\n\n> buy\n");
    assert!(answers.is_empty(), "{answers:?}");
    assert!(
        said.out.contains("the sender is not a player"),
        "{}",
        said.out
    );
    assert_eq!(on_file(&bench, "zytal").as_deref(), Some(own.as_str()));
}

fn ssh_keygen(bench: &Bench, args: &[&str]) {
    let out = Command::new("ssh-keygen")
        .args(args)
        .current_dir(bench.dir())
        .output();
    let out = out.expect("ssh-keygen runs");
    assert!(
        out.status.success(),
        "{}",
        String::from_utf8_lossy(&out.stderr)
    );
}

#[test]
fn signed_orders() {
    if Command::new("ssh-keygen").arg("-?").output().is_err() {
        println!("skipped: no ssh-keygen");
        return;
    }
    for kind in ["ed25519", "rsa"] {
        let bench = Bench::started();
        ssh_keygen(&bench, &["-q", "-t", kind, "-N", "", "-f", "own"]);
        ssh_keygen(&bench, &["-q", "-t", kind, "-N", "", "-f", "other"]);
        let key = bench.read("own.pub");
        let players = bench.read("gem/players.yaml");
        let seat = "  seats:\n  - roo\n";
        assert!(players.contains(seat), "{players}");
        bench.write(
            "gem/players.yaml",
            players.replace(seat, &format!("{seat}  key: {key}")),
        );
        let sign = |with: &str, namespace: &str, file: &str| {
            bench.write("roo.yaml", file);
            let _ = fs::remove_file(bench.dir().join("roo.yaml.sig"));
            ssh_keygen(
                &bench,
                &["-q", "-Y", "sign", "-f", with, "-n", namespace, "roo.yaml"],
            );
            bench.read("roo.yaml.sig")
        };
        let signed = |subject: &str, file: &str, signature: &str| {
            signed_file("roo", subject, file, signature)
        };
        let file = first_orders("roo", "signed").replacen("seat:", "revision: 1\nseat:", 1);
        let purpose = "chronojudge-orders";
        let good = sign("own", purpose, &file);
        for (what, mail, why) in [
            (
                "none",
                with_file("roo", "0", "roo.yaml", &file),
                "it is not signed",
            ),
            (
                "other key",
                signed("1", &file, &sign("other", purpose, &file)),
                "another key",
            ),
            (
                "other purpose",
                signed("2", &file, &sign("own", "file", &file)),
                "was not made with",
            ),
            (
                "tampered",
                signed("3", &file.replace("signed", "forged"), &good),
                "does not fit",
            ),
            (
                "garbage",
                signed("4", &file, &good.replace('a', "b")),
                "signature",
            ),
        ] {
            let answer = answered(&bench, mail);
            let flat = answer.all.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(
                flat.contains("REJECTED") && flat.contains(why),
                "{kind}, {what}: {flat}"
            );
            assert_eq!(on_file(&bench, "roo"), None, "{kind}, {what}");
        }
        let taken = answered(&bench, signed("5", &file, &good));
        assert!(
            taken.field("Subject").ends_with(" ACCEPTED"),
            "{kind}: {}",
            taken.all
        );
        // Line ends that changed in transit do not matter.
        let dos = signed("6", &file, &good).replace('\n', "\r\n");
        let taken = answered(&bench, dos);
        assert!(
            taken.field("Subject").contains(" ACCEPTED"),
            "{kind}: {}",
            taken.all
        );
    }
}

#[test]
fn automatic_mails_are_not_answered() {
    let bench = Bench::started();
    let file = first_orders("zytal", "auto");
    for head in [
        "Auto-Submitted: auto-replied",
        "Precedence: bulk",
        "List-Id: <x.example.org>",
        "Return-Path: <>",
    ] {
        let (said, answers) = pipe(&bench, mail("zytal", head, &file));
        assert!(answers.is_empty(), "{head}: {answers:?}");
        assert!(said.out.contains("not answered"), "{}", said.out);
    }
    assert_eq!(on_file(&bench, "zytal"), None);
    // Our own answers may come back.
    let answer = answered(&bench, mail("zytal", "Subject: x", &file));
    let own = fs::read(bench.root().join(format!("mail/{}.eml", answer.name))).unwrap();
    let (_, answers) = pipe(&bench, own);
    assert!(answers.is_empty(), "{answers:?}");
}

#[test]
fn answers_to_one_address_are_counted() {
    let bench = Bench::started();
    let mails: Vec<String> = (1..=30)
        .map(|n| {
            with_file(
                "zytal",
                &format!("mail {n}"),
                "z.yaml",
                &first_orders("zytal", &format!("word {n}")),
            )
        })
        .collect();
    let names: Vec<String> = (1..=30).map(|n| format!("{n}.eml")).collect();
    for (name, mail) in names.iter().zip(&mails) {
        bench.write(name, mail);
    }
    let files: Vec<&str> = names.iter().map(String::as_str).collect();
    bench.ok(&[&["receive", GAME, "--mail"], &files[..]].concat());
    assert_eq!(left(&bench).len(), 24);
    let last = super::letters::read(&bench, "gem.s1.zytal.receipt.24.eml");
    assert!(
        last.all.contains("the last automatic answer"),
        "{}",
        last.all
    );
    // The orders in the mails count nevertheless.
    assert!(on_file(&bench, "zytal").unwrap().contains("word 30"));
}

/// The mails of each reader are numbered separately, so a name reveals nothing about the others' mails.
#[test]
fn a_receipt_tells_nothing_of_the_others() {
    let bench = Bench::started();
    for n in 0..3 {
        let file = first_orders("roo", &format!("plan {n}"));
        answered(&bench, with_file("roo", "mine", "r.yaml", &file));
    }
    let own = first_orders("zytal", "the first");
    let answer = answered(&bench, with_file("zytal", "mine", "z.yaml", &own));
    assert_eq!(answer.name, "gem.s1.zytal.receipt.1");
    let id = answer.field("Message-ID");
    let digits = id
        .strip_prefix("<gem.s1.zytal.receipt.1.")
        .and_then(|id| id.strip_suffix("@localhost>"));
    assert!(digits.is_some_and(|digits| digits.len() == 32), "{id}");
}

#[test]
fn bounces_are_counted_against_the_address_that_was_written_to() {
    let bench = Bench::started();
    bench.ok(&["send", GAME]);
    let id = |name: &str| {
        let mail = super::letters::read(&bench, &format!("{name}.eml"));
        mail.field("Message-ID").trim_matches(['<', '>']).to_owned()
    };
    let roo = id("gem.s1.roo.report.1");
    let bounce = |id: &str, words: &str| {
        format!(
            "From: MAILER-DAEMON@mail.example.org\nReturn-Path: <>\nSubject: Undelivered {words}\n\
             Content-Type: multipart/report; boundary=b\n\n--b\n\nsorry\n--b\nContent-Type: message/delivery-status\n\n\
             Reporting-MTA: dns; x\n\nFinal-Recipient: rfc822; human@example.org\nAction: failed\nStatus: 5.1.1\n\
             Diagnostic-Code: smtp; 550 {words}\n\n--b\nContent-Type: message/rfc822-headers\n\n\
             Message-ID: <{id}>\n\n--b--\n"
        )
    };
    for words in ["no such user", "mailbox full"] {
        let (said, answers) = pipe(&bench, bounce(&roo, words));
        assert!(answers.is_empty());
        assert!(
            said.out.contains("a bounce of gem.s0001.roo.report.1"),
            "{}",
            said.out
        );
    }
    // A bounce that names a mail without its random digits, or with those of another, is forged.
    let digits = roo.split(['.', '@']).nth(5).unwrap();
    for forged in [
        "gem.s9.zytal.report.1@localhost".to_owned(),
        "gem.s1.zytal.report.1@localhost".to_owned(),
        format!("gem.s1.zytal.report.1.{digits}@localhost"),
        format!("gem.s1.zytal.report.1.{}@localhost", "0".repeat(32)),
    ] {
        let (said, _) = pipe(&bench, bounce(&forged, "invented"));
        assert!(
            said.out.contains("it names no mail of this game"),
            "{}",
            said.all()
        );
    }
    let status = bench.ok(&["status", GAME]).out;
    assert!(
        status.contains("Bounces: 2 mails to roo@example.org (roo) since turn 1, the last on 2026-11-24: smtp; 550 mailbox full"),
        "{status}"
    );
    assert!(
        !status.contains("invented") && !status.contains("human@example.org"),
        "{status}"
    );
    let json = bench.json(&["status", GAME]);
    assert_eq!(json["bounces"]["roo@example.org"]["failed"], 2);

    // The GM is mailed at the first, the second and the fourth bounce: not at each of a hundred.
    for n in 3..=7 {
        pipe(&bench, bounce(&roo, &format!("number {n}")));
    }
    bench.ok(&["send", GAME]);
    let told: Vec<String> = left(&bench)
        .into_iter()
        .filter(|name| name.contains(".gm.bounce."))
        .collect();
    assert_eq!(told.len(), 3, "{told:?}");
    let first = super::letters::read(&bench, &told[0]);
    for part in [
        "roo@example.org comes back: 1 so far. It is the address of the player of roo.",
        "smtp; 550 no such user",
        "chronojudge send gem --again SEAT",
    ] {
        let flat = first.all.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(flat.contains(part), "{part:?} is missing:\n{}", first.all);
    }
    assert_eq!(
        first.field("To"),
        "The GM <gm@localhost>".replace("The GM", "\"The GM\"")
    );
    // A bounce of a mail to the GM is not reported by mail to the same address.
    pipe(&bench, bounce(&id("gem.s1.gm.bounce.1"), "the GM is away"));
    bench.ok(&["send", GAME]);
    let again = left(&bench)
        .into_iter()
        .filter(|n| n.contains(".gm.bounce."));
    assert_eq!(again.count(), 3);
}

/// Hostile mails: each is handled, and does no harm.
#[test]
fn hostile_mails() {
    let file = first_orders("zytal", "bait");
    let giant = "x".repeat(50 << 20);
    let parts = "--b\nContent-Type: application/yaml; name=a.yaml\n\ngame: [\n".repeat(10_000);
    let nested: String = (0..3000)
        .map(|n| format!("Content-Type: multipart/mixed; boundary=b{n}\n\n--b{n}\n"))
        .collect();
    let aliases = "a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: [*b,*b,*b,*b,*b,*b,*b,*b,*b]\n";
    let multi = "Content-Type: multipart/mixed; boundary=b";
    let zip = "--b\nContent-Type: application/zip; name=\"orders.yaml\"\nContent-Transfer-Encoding: base64\n\n\
               UEsDBBQAAAAIAAAAIQAAAAAAAAAAAP////8AAAAA\n--b--\n";
    let named = |name: &str| {
        format!(
            "--b\nContent-Type: application/octet-stream\nContent-Disposition: attachment; filename*=utf-8''{name}\n\n\
             {file}--b--\n"
        )
    };
    let cases = [
        ("a giant", mail("zytal", "Subject: a", &giant)),
        ("ten thousand parts", mail("zytal", multi, &parts)),
        (
            "a header of 1 MB",
            mail("zytal", &format!("X-A: {}", "y".repeat(1 << 20)), &file),
        ),
        (
            "a million fields",
            mail("zytal", "X: y\n".repeat(1_000_000).trim_end(), &file),
        ),
        ("parts in parts", mail("zytal", nested.trim_end(), "")),
        (
            "mails in mails",
            mail(
                "zytal",
                &"Content-Type: message/rfc822\n\n".repeat(50_000),
                "",
            ),
        ),
        ("a zip", mail("zytal", multi, zip)),
        (
            "a YAML bomb",
            mail(
                "zytal",
                "Subject: b",
                &format!("game: gem\nturn: 1\nseat: zytal\n{aliases}"),
            ),
        ),
        (
            "deep YAML",
            mail(
                "zytal",
                "Subject: b",
                &format!("game: gem\nturn: {}", "[".repeat(100_000)),
            ),
        ),
        (
            "a path",
            mail("zytal", multi, &named("../../../../tmp/evil.yaml")),
        ),
        (
            "a name in two lines",
            mail(
                "zytal",
                multi,
                &named("a%0d%0aBcc: x@evil.example%0d%0a.yaml"),
            ),
        ),
        (
            "another seat's path",
            with_file(
                "zytal",
                "x",
                "z.yaml",
                &file.replace("seat: zytal", "seat: ../../secret/x"),
            ),
        ),
        (
            "a header in a subject",
            mail(
                "zytal",
                "Subject: =?utf-8?q?x=0D=0ABcc:_victim@evil.example=0D=0A=0D=0Abody?=",
                &file,
            ),
        ),
        (
            "a header in a name",
            mail("zytal", "Subject: y", &file).replace(
                "Player zytal",
                "=?utf-8?q?x=0D=0ABcc:_victim@evil.example?=",
            ),
        ),
        (
            "a template",
            mail(
                "zytal",
                "Subject: {{ 7 * 191 }} {% raise %}",
                &format!("{file}# {{{{ 7 * 191 }}}}\n"),
            ),
        ),
        ("two senders", mail("zytal", "From: roo@example.org", &file)),
        (
            "many addresses",
            mail(
                "zytal",
                &format!("Cc: {}", "a@b.example,".repeat(20_000)),
                &file,
            ),
        ),
        (
            "no end",
            "From: zytal@example.org\nContent-Type: multipart/mixed; boundary=b\n\n--b\n"
                .to_owned(),
        ),
        ("nothing", String::new()),
        (
            "noise",
            (0..20_000_u32)
                .map(|n| char::from((n * 7919 % 255) as u8))
                .collect(),
        ),
    ];
    let started = Bench::started().tree();
    for (what, mail) in cases {
        let bench = Bench::copy(&started);
        let before: BTreeSet<_> = started.0.keys().cloned().collect();
        let (said, answers) = pipe(&bench, &mail);
        assert!(answers.len() <= 1, "{what}: {answers:#?}");
        for answer in &answers {
            assert_eq!(
                answer.field("To"),
                "\"Player zytal\" <zytal@example.org>",
                "{what}"
            );
            assert!(
                !answer.head.to_lowercase().contains("\nbcc:"),
                "{what}: {}",
                answer.head
            );
            assert!(!answer.all.contains("1337"), "{what}: {}", answer.all);
            assert!(
                answer.all.len() < 64 << 10,
                "{what}: {} bytes",
                answer.all.len()
            );
        }
        // All changed files lie in the folders of mail and orders.
        let tree = bench.tree();
        let allowed = ["inbox", "outbox", "sent", "mail", "staging", "orders"];
        for path in tree.0.keys().filter(|path| !before.contains(*path)) {
            let first = path
                .components()
                .next()
                .unwrap()
                .as_os_str()
                .to_string_lossy()
                .into_owned();
            assert!(
                allowed.contains(&first.as_str()),
                "{what}: {}",
                path.display()
            );
        }
        for (path, node) in &started.0 {
            assert_eq!(tree.0.get(path), Some(node), "{what}: {}", path.display());
        }
        let kept: usize = tree.files("inbox").map(|(_, bytes)| bytes.len()).sum();
        assert!(kept < 9 << 20, "{what}: {kept} bytes kept");
        assert!(!Path::new("/tmp/evil.yaml").exists());
        assert!(!said.err.contains("panicked"), "{what}: {}", said.err);
    }
}

#[test]
fn a_giant_mail_takes_little_memory() {
    let bench = Bench::started();
    let mut mail = mail("zytal", "Subject: a", "").into_bytes();
    mail.resize(200 << 20, b'x');
    bench.write("giant.eml", &mail);
    drop(mail);
    // 256 MiB of address space would not hold the mail twice.
    let program = env!("CARGO_BIN_EXE_chronojudge");
    let script = format!("ulimit -v 262144; exec '{program}' receive {GAME} --mail giant.eml");
    let out = Command::new("sh")
        .args(["-c", &script])
        .current_dir(bench.dir())
        .env("CHRONOJUDGE_CLOCK", super::bench::CLOCK)
        .output()
        .unwrap();
    let said = super::bench::said(&out);
    assert_eq!(said.code, 0, "{}", said.all());
    assert!(
        said.out.contains("REJECTED zytal@example.org: zytal"),
        "{}",
        said.all()
    );
}

#[test]
fn a_pipe_that_fails_is_tried_again() {
    let bench = Bench::started();
    bench.write(
        "mail.eml",
        mail("zytal", "Subject: x", &first_orders("zytal", "later")),
    );
    let pipe = |bench: &Bench| {
        let mut command = bench.command(&["receive", GAME, "--mail"]);
        let input = fs::File::open(bench.dir().join("mail.eml")).unwrap();
        super::bench::said(&command.stdin(input).output().unwrap())
    };
    let settings = bench.read("gem/mail.yaml");
    bench.write("gem/mail.yaml", "nonsense");
    assert_eq!(pipe(&bench).code, 75);
    bench.write("gem/mail.yaml", settings);
    let said = pipe(&bench);
    assert_eq!(said.code, 0, "{}", said.all());
    assert!(said.out.starts_with("ACCEPTED"), "{}", said.all());
    // A rejected order file is an answer, not a failure of the mail.
    bench.write("mail.eml", mail("zytal", "Subject: x", "nothing"));
    assert_eq!(pipe(&bench).code, 0);
}

#[test]
fn a_maildir_that_others_use_too() {
    let bench = Bench::started();
    let box_ = bench.dir().join("box");
    for folder in ["tmp", "new", "cur"] {
        fs::create_dir_all(box_.join(folder)).unwrap();
    }
    let settings = bench.read("gem/mail.yaml");
    bench.write(
        "gem/mail.yaml",
        format!("{settings}inbox: {{maildir: ../box, shared: true}}\n"),
    );
    let ours = with_file("zytal", "x", "z.yaml", &first_orders("zytal", "ours"));
    let foreign = orders("zytal", 1, "moves: []\n").replace("game: gem", "game: other");
    bench.write("box/new/1", &ours);
    bench.write("box/cur/2:2,S", mail("roo", "Subject: lunch?", "at one\n"));
    bench.write("box/new/3", with_file("zytal", "x", "z.yaml", &foreign));
    bench.write(
        "box/new/4",
        mail("roo", "Subject: Re: [gem] Turn 1", "what now?\n"),
    );
    bench.write(
        "box/new/5",
        mail("roo", "Subject: x", "hi").replace("gm@localhost", "o+other.roo@localhost"),
    );
    // Mails that the game itself wrote to the GM stay for the GM to read.
    let (_, answers) = pipe(&bench, mail("zytal", "Subject: x", "When is it due?\n"));
    let to_gm = answers.iter().find(|a| a.name.contains(".gm.passed-on."));
    let to_gm = fs::read(&to_gm.expect("a mail to the GM").path).unwrap();
    bench.write("box/new/6", to_gm);
    let said = bench.ok(&["receive", GAME]);
    assert!(said.err.ends_with("2 mails taken.\n"), "{}", said.all());
    let rest = |folder: &str| fs::read_dir(box_.join(folder)).unwrap().count();
    assert_eq!((rest("new"), rest("cur"), rest(".taken/cur")), (3, 1, 2));
    let again = bench.ok(&["receive", GAME]);
    assert!(again.err.ends_with("0 mails taken.\n"), "{}", again.all());
    // All mails of a box that belongs to the game are taken.
    let said = bench.ok(&["receive", GAME, "--maildir", "box"]);
    assert!(said.err.ends_with("4 mails taken.\n"), "{}", said.all());
}

/// A mail is handled completely or not at all, wherever the machine dies.
#[test]
fn taking_a_mail_fails_anywhere() {
    let bench = Bench::started();
    answered(
        &bench,
        with_file("zytal", "x", "z.yaml", &first_orders("zytal", "one")),
    );
    let second = with_file("zytal", "y", "z.yaml", &first_orders("zytal", "two"));
    let take = |game: &LockedGame| {
        let mut source = InHand::new([second.clone().into_bytes()]);
        take::take_all(game, &mut source, clock()).is_ok()
    };
    let (before, after) = super::crash::fails_anywhere(&bench.tree(), take);
    assert!(before > 20 && after > 5, "{before} {after}");
}

#[test]
fn the_time_left_is_given_in_the_players_zone() {
    let bench = Bench::empty();
    bench.new_game(&["--schedule", "friday 18:00 Europe/Vienna"]);
    bench.seat(&SEATS);
    bench.open_all();
    bench.ok(&["start", GAME]);
    let players = bench.read("gem/players.yaml");
    let roo = "  seats:\n  - roo\n";
    bench.write(
        "gem/players.yaml",
        players.replace(roo, &format!("{roo}  zone: Asia/Tokyo\n")),
    );
    let answer = answered(
        &bench,
        with_file("roo", "x", "r.yaml", &first_orders("roo", "x")),
    );
    for part in [
        "Deadline       Sat 28 Nov 2026 02:00 JST (Asia/Tokyo)",
        "2026-11-27 17:00 UTC, 3 days 5 hours from now",
    ] {
        assert!(
            answer.all.contains(part),
            "{part:?} is missing:\n{}",
            answer.all
        );
    }
}

#[test]
fn orders_before_and_after_the_game_are_refused() {
    let bench = Bench::empty();
    bench.found();
    bench.seat(&SEATS);
    let early = answered(
        &bench,
        with_file("zytal", "x", "z.yaml", &first_orders("zytal", "early")),
    );
    assert_eq!(early.field("Subject"), "[gem] Orders REJECTED");
    assert!(early.all.contains("has not begun"), "{}", early.all);
    let bench = Bench::started();
    let position = bench.read("gem/turns/position.yaml");
    let over = position.replace("ended: turn-complete", "ended: game-over");
    bench.write("gem/turns/position.yaml", over);
    let late = answered(
        &bench,
        with_file("zytal", "x", "z.yaml", &first_orders("zytal", "late")),
    );
    assert!(late.all.contains("The game is over"), "{}", late.all);
    let _: Tree = bench.tree();
}

/// The receipt lets a player compute at once the hash that the lock will have, at every level of dice: the salt is
/// theirs.
#[test]
fn a_receipt_brings_the_salt_of_the_hash() {
    let bench = Bench::started();
    let file = first_orders("zytal", "mine alone");
    let receipt = answered(&bench, with_file("zytal", "Orders", "z.yaml", &file)).all;
    let hash = receipt
        .split("ends with this hash:")
        .nth(1)
        .expect(&receipt);
    let hash = hash.trim_start().lines().next().expect("a line").trim();
    let start = receipt
        .find("  printf '%s\\n' fair1/bind ")
        .expect(&receipt);
    let end = start + receipt[start..].find("| sha256sum").expect(&receipt) + "| sha256sum".len();
    let shell = std::process::Command::new("sh")
        .arg("-c")
        .arg(&receipt[start..end])
        .output()
        .unwrap();
    let shell = String::from_utf8(shell.stdout).unwrap();
    assert_eq!(shell.split(' ').next(), Some(hash), "{receipt}");
    // The lock has this hash then.
    bench.ok(&["adjudicate", GAME, "--overdue", "--now", "I cannot wait"]);
    let log = chronojudge::log::Log::read(&bench.root().join("public")).unwrap();
    let lock = log.of(chronojudge::log::Kind::Lock).last().unwrap();
    assert_eq!(lock.record.get("order.zytal"), Some(hash));
}
