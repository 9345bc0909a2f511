//! The sender of order mails: the token of the form, the verdict of the GM's server, and orders that wait for a
//! confirmation.

use super::{
    bench::{Bench, GAME, MASTER},
    letters::{
        Answer, answered, first_orders, left, mail, pipe, read, token_of, with_file, with_token,
    },
    signed::over,
};
use chronojudge::{
    dice::Key,
    log::{Kind, Log},
};
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;
use std::fs;

fn on_file(bench: &Bench, seat: &str) -> Option<String> {
    fs::read_to_string(bench.root().join(format!("orders/0001/{seat}.yaml"))).ok()
}

/// Returns a game that accepts orders with a token only.
fn with_tokens() -> Bench {
    let bench = Bench::started();
    let players = bench.read("gem/players.yaml");
    bench.write(
        "gem/players.yaml",
        players.replace("trust: address", "trust: token"),
    );
    bench
}

/// Adds a line of `mail.yaml` about the place where players' mail arrives.
fn inbox(bench: &Bench, line: &str) {
    let settings = bench.read("gem/mail.yaml");
    bench.write("gem/mail.yaml", format!("{settings}inbox: {line}\n"));
}

fn zytal(word: &str, token: Option<&str>) -> String {
    let file = first_orders("zytal", word);
    let file = token.map_or(file.clone(), |token| with_token(&file, token));
    with_file("zytal", word, "z.yaml", &file)
}

fn flat(answer: &Answer) -> String {
    answer.all.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn a_token_is_worth_more_than_an_address() {
    let bench = with_tokens();
    inbox(&bench, "{address: orders@localhost}");
    let refused = answered(&bench, zytal("none", None));
    assert_eq!(refused.field("Subject"), "[gem] Turn 1 orders REJECTED");
    assert!(
        flat(&refused).contains("the `token` line of your order form"),
        "{}",
        refused.all
    );
    // Another seat's token proves nothing, nor does a truncated one.
    let (own, roo) = (token_of(&bench, "zytal"), token_of(&bench, "roo"));
    for wrong in [roo.as_str(), &own[1..], "2222222222222222"] {
        pipe(&bench, zytal(wrong, Some(wrong)));
        assert_eq!(on_file(&bench, "zytal"), None, "{wrong}");
    }
    // The seat's own token is enough, from any address. The answer goes to the known address.
    let sent = zytal("own", Some(&own)).replace("<zytal@example.org>", "<z@elsewhere.example>");
    let taken = answered(&bench, sent);
    assert_eq!(taken.field("Subject"), "[gem] Turn 1 orders ACCEPTED");
    assert_eq!(taken.field("To"), "\"Player zytal\" <zytal@example.org>");
    assert!(on_file(&bench, "zytal").is_some_and(|file| file.contains("own")));
    // A copy of the answer has no token.
    assert_eq!(taken.field("Reply-To"), "orders+gem.zytal@localhost");
    assert!(!taken.head.contains(&own), "{}", taken.head);
}

/// The secret that `final` publishes gives no token: tokens follow from the master secret, which is never opened.
#[test]
fn the_opened_secret_makes_no_token() {
    let mac = |key: &[u8], parts: &[&[u8]]| {
        let mut mac = Hmac::<Sha256>::new_from_slice(key).unwrap();
        for part in parts {
            mac.update(part);
        }
        mac.finalize().into_bytes()
    };
    let word = |key: &[u8]| -> String {
        let made = mac(key, &[b"red\0red@example.org\x000\0\0"]);
        let letters = b"23456789abcdefghjkmnpqrstuvwxyz0";
        let letter = |byte: &u8| char::from(letters[usize::from(*byte) % 32]);
        made.iter().take(16).map(letter).collect()
    };
    let purpose: &[u8] = b"chronojudge/token\ngem\n";
    let bench = Bench::empty_in_memory();
    bench.ready_for_two(&["--option", "youth=true"]);
    bench.ok(&["start", GAME]);
    let token = token_of(&bench, "red");
    let master = Key::from_hex(MASTER).unwrap();
    assert_eq!(word(&mac(master.as_bytes(), &[purpose])), token);

    while !over(&bench) {
        bench.ok(&["adjudicate", GAME, "--overdue", "--now", "to see the end"]);
    }
    bench.ok(&["reveal", GAME]);
    let log = Log::read(&bench.root().join("public")).unwrap();
    let opened = log.of(Kind::Final).next().unwrap().key("hidden").unwrap();
    for key in [
        opened.as_bytes().as_slice(),
        &mac(opened.as_bytes(), &[purpose]),
    ] {
        assert_ne!(word(key), token);
    }
    // No other public file has the master secret or the token.
    for (path, bytes) in bench.tree().files("public") {
        let text = String::from_utf8_lossy(bytes);
        assert!(
            !text.contains(MASTER) && !text.contains(&token),
            "{}",
            path.display()
        );
    }
}

/// The form in the mail has the token; no other part of the mail has it, and no file that is kept for others.
#[test]
fn the_token_stands_in_the_form_alone() {
    let bench = with_tokens();
    bench.ok(&["send", GAME, "--again", "zytal"]);
    bench.ok(&["send", GAME]);
    let again = left(&bench)
        .into_iter()
        .find(|name| name.contains(".zytal.again."));
    let mail = read(&bench, &again.expect("the report once more"));
    let token = token_of(&bench, "zytal");
    let line = format!("token: {token} ");
    assert_eq!(mail.all.matches(&token).count(), 1, "{}", mail.all);
    assert!(mail.all.contains(&line), "{}", mail.all);
    let form = bench.ok(&["form", GAME, "zytal"]).out;
    assert!(form.contains(&line), "{form}");
}

#[test]
fn a_seat_that_changes_hands_has_another_token() {
    let bench = with_tokens();
    let former = token_of(&bench, "zytal");
    bench.ok(&[
        "replace",
        GAME,
        "zytal",
        "--name",
        "Ilse",
        "--address",
        "ilse@example.org",
        "--reason",
        "x",
    ]);
    let own = token_of(&bench, "zytal");
    assert_ne!(own, former);
    pipe(&bench, zytal("old", Some(&former)));
    assert_eq!(on_file(&bench, "zytal"), None);
    bench.ok(&["send", GAME]);
    let welcome = left(&bench)
        .into_iter()
        .find(|name| name.contains(".zytal.welcome."))
        .unwrap();
    assert!(read(&bench, &welcome).all.contains(&own));
    let taken = answered(&bench, zytal("new", Some(&own)));
    assert_eq!(taken.field("Subject"), "[gem] Turn 1 orders ACCEPTED");
}

#[test]
fn a_gm_makes_a_new_token() {
    let bench = with_tokens();
    let (former, roo) = (token_of(&bench, "zytal"), token_of(&bench, "roo"));
    let said = bench.ok(&["token", GAME, "zytal", "--new"]);
    let own = token_of(&bench, "zytal");
    assert!(said.all().contains(&own), "{}", said.all());
    assert_ne!(own, former);
    assert_eq!(token_of(&bench, "roo"), roo);
    bench.ok(&["send", GAME]);
    let again = left(&bench)
        .into_iter()
        .find(|name| name.contains(".zytal.again."));
    assert!(read(&bench, &again.unwrap()).all.contains(&own));
    pipe(&bench, zytal("old", Some(&former)));
    assert_eq!(on_file(&bench, "zytal"), None);
    pipe(&bench, zytal("new", Some(&own)));
    assert!(on_file(&bench, "zytal").is_some());
}

#[test]
fn a_token_may_be_good_for_one_turn() {
    let bench = with_tokens();
    let lasting = token_of(&bench, "zytal");
    let players = bench.read("gem/players.yaml");
    bench.write("gem/players.yaml", format!("tokens: each-turn\n{players}"));
    let first = token_of(&bench, "zytal");
    assert_ne!(first, lasting);
    pipe(&bench, zytal("first", Some(&first)));
    assert!(on_file(&bench, "zytal").is_some());
    bench.ok(&["adjudicate", GAME, "--overdue", "--now", "a test"]);
    let second = token_of(&bench, "zytal");
    assert_ne!(second, first);
    bench.ok(&["send", GAME]);
    let report = left(&bench)
        .into_iter()
        .find(|name| name.contains(".s2.zytal.report.") || name.contains(".s0002.zytal.report."))
        .or_else(|| {
            left(&bench)
                .into_iter()
                .rfind(|name| name.contains(".zytal.report."))
        });
    let report = read(&bench, &report.unwrap());
    assert!(report.all.contains(&second), "{}", report.all);
}

/// The verdict of the GM's own server counts, and that of no other server.
#[test]
fn a_sender_that_the_server_reports_as_forged_is_refused() {
    let bench = Bench::started();
    inbox(&bench, "{authserv-id: mx.example.net}");
    let judged = |server: &str, result: &str, word: &str| {
        let line =
            format!("Authentication-Results: {server}; {result} header.from=example.org\nFrom: ");
        answered(&bench, zytal(word, None).replacen("From: ", &line, 1))
    };
    let forged = judged("mx.example.net", "dmarc=fail", "forged");
    assert_eq!(forged.field("Subject"), "[gem] Turn 1 orders REJECTED");
    assert!(
        flat(&forged).contains("its sender is forged"),
        "{}",
        forged.all
    );
    assert_eq!(on_file(&bench, "zytal"), None);
    let other = judged("mx.elsewhere.example", "dmarc=fail", "other");
    assert_eq!(other.field("Subject"), "[gem] Turn 1 orders ACCEPTED");
    let good = judged("mx.example.net", "dmarc=pass", "good");
    assert_eq!(good.field("Subject"), "[gem] Turn 1 orders ACCEPTED");
    // Orders that a server has confirmed are not replaced by a mail without a verdict.
    let weaker = answered(&bench, zytal("weaker", None));
    assert_eq!(weaker.field("Subject"), "[gem] Turn 1 orders HELD");
    assert!(on_file(&bench, "zytal").is_some_and(|file| file.contains("good")));
}

/// Orders that came with a token are replaced by a mail without one only when the player confirms it.
#[test]
fn a_weaker_replacement_waits_for_the_player() {
    let bench = Bench::started();
    let own = token_of(&bench, "zytal");
    answered(&bench, zytal("strong", Some(&own)));
    let held = answered(&bench, zytal("weak", None));
    assert_eq!(held.field("Subject"), "[gem] Turn 1 orders HELD");
    assert!(
        flat(&held).contains("answer this mail with the one word `yes`"),
        "{}",
        held.all
    );
    let kept = on_file(&bench, "zytal").unwrap();
    assert!(kept.contains("strong"), "{kept}");

    let reply = |from: &str, to: &str, word: &str| {
        let quoted = "> answer this mail with the one word yes";
        format!(
            "Message-ID: <{word}-{}@example.org>\nFrom: <{from}>\nTo: gm@localhost\nIn-Reply-To: {to}\nSubject: Re: orders\n\n\
             {word}\n\n{quoted}\n",
            from.len()
        )
    };
    let asked = held.field("Message-ID").to_owned();
    let foreseen = "<gem.s1.zytal.receipt.2.00000000000000000000000000000000@localhost>";
    for (from, to, word) in [
        ("zytal@example.org", foreseen, "yes"),
        ("evil@example.com", &asked, "yes"),
        ("zytal@example.org", &asked, "no"),
    ] {
        pipe(&bench, reply(from, to, word));
        assert_eq!(
            on_file(&bench, "zytal"),
            Some(kept.clone()),
            "{from} {to} {word}"
        );
    }
    let taken = answered(&bench, reply("zytal@example.org", &asked, "Yes,"));
    assert_eq!(taken.field("Subject"), "[gem] Turn 1 orders ACCEPTED");
    assert!(on_file(&bench, "zytal").unwrap().contains("weak"));
    // The question is asked once: the same answer again puts nothing on file.
    pipe(&bench, zytal("anew", Some(&own)));
    pipe(&bench, reply("zytal@example.org", &asked, "yes"));
    assert!(on_file(&bench, "zytal").unwrap().contains("anew"));
}

/// Tabs or foreign line ends in held orders are no reason to set their mail aside.
#[test]
fn held_orders_may_have_tabs_and_other_line_ends() {
    let bench = Bench::started();
    let own = token_of(&bench, "zytal");
    answered(&bench, zytal("strong", Some(&own)));
    let file = first_orders("zytal", "a\ttab").replace("moves: []\n", "moves: []\r\n");
    let held = answered(&bench, with_file("zytal", "x", "z.yaml", &file));
    assert_eq!(held.field("Subject"), "[gem] Turn 1 orders HELD");
    let asked = held.field("Message-ID");
    let yes = mail(
        "zytal",
        &format!("In-Reply-To: {asked}\nSubject: Re: orders"),
        "yes\n",
    );
    let taken = answered(&bench, yes);
    assert_eq!(taken.field("Subject"), "[gem] Turn 1 orders ACCEPTED");
    assert!(on_file(&bench, "zytal").unwrap().contains("# a tab"));
}

/// No answer to a mail has a token, whatever it quotes, so one that goes to another address too reveals none.
#[test]
fn no_answer_quotes_a_token() {
    let bench = with_tokens();
    let (own, roo) = (token_of(&bench, "zytal"), token_of(&bench, "roo"));
    let file = with_token(&first_orders("zytal", "mine"), &own);
    let standing = format!("# {own}\nstanding: []\n");
    bench.write("gem/standing/zytal.yaml", standing);
    let with = |subject: &str, file: &str| with_file("zytal", subject, "z.yaml", file);
    let mails = [
        ("accepted", "ACCEPTED", with("one", &file)),
        // The token in capitals, in brackets and in a remark; the subject and the name of the file have it too.
        (
            "in other places",
            "ACCEPTED",
            with(
                &own,
                &format!("{file}# {} and {{token: {own}}}\n", own.to_uppercase()),
            )
            .replace("z.yaml", &format!("{own}.yaml")),
        ),
        // The caret stands under the line of the token.
        (
            "given twice",
            "REJECTED",
            with(
                "two",
                &file.replace("seat:", &format!("token: {own}\nseat:")),
            ),
        ),
        (
            "not YAML",
            "REJECTED",
            with("three", &file.replace(&own, &format!("{own}: [ {own}"))),
        ),
    ];
    for (what, verdict, mail) in mails {
        let answer = answered(&bench, mail);
        let subject = answer.field("Subject");
        assert!(subject.contains(verdict), "{what}: {subject}");
        let whole = answer.whole();
        assert!(!whole.contains(&own), "{what}: {whole}");
        // The rest of the file is quoted.
        assert!(whole.contains("| # mine"), "{what}: {whole}");
        assert!(!whole.contains("\n| token"), "{what}: {whole}");
    }
    // The token is another seat's, and both players are notified.
    let (_, answers) = pipe(&bench, with("four", &file.replace(&own, &roo)));
    assert_eq!(answers.len(), 2, "{answers:#?}");
    for answer in answers {
        let whole = answer.whole();
        assert!(!whole.contains(&own) && !whole.contains(&roo), "{whole}");
    }
    // A text that is passed on to the GM, and a letter to the others.
    let asked = format!("Is {own} my token? It stands in my form.\n");
    let sent = with_file("zytal", "x", "z.yaml", &file).replace("Here they are.", &asked);
    let letter =
        with_file("zytal", "Press to all", "z.yaml", &file).replace("Here they are.", &asked);
    let bench_of_address = Bench::started();
    for mail in [sent, letter] {
        let (said, answers) = pipe(&bench_of_address, mail);
        assert!(answers.len() > 1, "{}\n{answers:#?}", said.all());
        for answer in answers {
            let whole = answer.whole();
            assert!(!whole.contains(&own), "{whole}");
        }
    }
}

/// Held orders are quoted without it too.
#[test]
fn a_question_about_held_orders_quotes_no_token() {
    let bench = Bench::started();
    inbox(&bench, "{authserv-id: mx.example.net}");
    let own = token_of(&bench, "zytal");
    answered(&bench, zytal("strong", Some(&own)));
    let held = answered(&bench, zytal(&format!("weak, {own}"), None));
    assert_eq!(held.field("Subject"), "[gem] Turn 1 orders HELD");
    let whole = held.whole();
    assert!(whole.contains("| # weak, ****************"), "{whole}");
    assert!(!whole.contains(&own), "{whole}");
}

/// A seat's tokens never come again, however often it changes hands.
#[test]
fn an_expired_token_is_never_valid_again() {
    let bench = with_tokens();
    let hands = |name: &str| {
        let address = format!("{}@example.org", name.to_lowercase().replace("player ", ""));
        bench.ok(&[
            "replace",
            GAME,
            "zytal",
            "--name",
            name,
            "--address",
            &address,
            "--reason",
            "x",
        ]);
        token_of(&bench, "zytal")
    };
    let mut seen = vec![token_of(&bench, "zytal")];
    bench.ok(&["token", GAME, "zytal", "--new"]);
    seen.push(token_of(&bench, "zytal"));
    for name in ["Ilse", "Player zytal", "Ilse", "Player zytal"] {
        seen.push(hands(name));
    }
    bench.ok(&["token", GAME, "zytal", "--new"]);
    seen.push(token_of(&bench, "zytal"));
    let different: std::collections::BTreeSet<&String> = seen.iter().collect();
    assert_eq!(different.len(), seen.len(), "{seen:?}");
    let (last, old) = seen.split_last().unwrap();
    for token in old {
        pipe(&bench, zytal(token, Some(token)));
        assert_eq!(on_file(&bench, "zytal"), None, "{token}");
    }
    let taken = answered(&bench, zytal("last", Some(last)));
    assert_eq!(taken.field("Subject"), "[gem] Turn 1 orders ACCEPTED");
}

/// The sender is checked first and the content second: a file that is not proven to be a player's is not parsed as
/// YAML.
#[test]
fn a_strangers_file_is_not_parsed() {
    let bench = with_tokens();
    inbox(&bench, "{address: orders@localhost}");
    let own = token_of(&bench, "zytal");
    let broken = |word: &str, token: Option<&str>| {
        let file = first_orders("zytal", word).replace("research: []", "research: [,,");
        let file = token.map_or(file.clone(), |token| with_token(&file, token));
        with_file("zytal", word, "z.yaml", &file)
    };
    // From the player's address, without the token: mistakes in the file are not reported.
    let refused = answered(&bench, broken("no token", None));
    assert_eq!(refused.field("Subject"), "[gem] Turn 1 orders REJECTED");
    assert!(!refused.all.contains("error["), "{}", refused.all);
    let words = "These orders were not taken: they do not have the `token` line";
    assert!(flat(&refused).contains(words), "{}", refused.all);
    // From elsewhere: the player of the seat that a line of the file names is notified.
    let elsewhere = |mail: String| mail.replace("<zytal@example.org>", "<x@stranger.example>");
    let told = answered(&bench, elsewhere(broken("a stranger's", None)));
    assert_eq!(told.field("To"), "\"Player zytal\" <zytal@example.org>");
    assert!(!told.all.contains("error["), "{}", told.all);
    assert!(
        flat(&told).contains("A mail with orders for your seat came"),
        "{}",
        told.all
    );
    // With the token the file is parsed, from any address.
    let read = answered(&bench, elsewhere(broken("own", Some(&own))));
    assert!(read.all.contains("error[E01"), "{}", read.all);
    // Files of another game, and of no seat.
    let other = broken("other", None).replace("game: gem", "game: other");
    let refused = answered(&bench, &other);
    let words = "These are orders for the game `other`, and this is the game `gem`.";
    assert!(flat(&refused).contains(words), "{}", refused.all);
    for mail in [
        other,
        broken("none", None).replace("seat: zytal", "seat: ["),
    ] {
        let (said, answers) = pipe(&bench, elsewhere(mail));
        assert!(answers.is_empty(), "{}\n{answers:#?}", said.all());
    }
}
