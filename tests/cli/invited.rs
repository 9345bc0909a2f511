//! Invitations: accepted, declined and repeated by mail, with the salts that come with the answers.

use std::fs;

use super::{
    bench::{Bench, GAME, MASTER, TWO, salt_words},
    letters::{Answer, pipe, read_at},
};

/// Returns a game for two that wants tokens, with both seats taken and the invitations sent.
fn invited() -> Bench {
    let bench = Bench::empty_in_memory();
    bench.ok(&[
        "new",
        GAME,
        "--dice",
        "plain",
        "--ruleset",
        "time-whisperers",
        "--option",
        "players=2",
        "--master",
        MASTER,
        "--keys",
        "8",
        "--title",
        "The Gem",
        "--schedule",
        "friday 18:00 Europe/Vienna",
    ]);
    for seat in TWO {
        let (name, address) = (format!("Player {seat}"), format!("{seat}@example.org"));
        bench.ok(&["seat", GAME, seat, "--name", &name, "--address", &address]);
    }
    bench.ok(&["send", GAME]);
    bench
}

/// Returns the sent invitation of a seat.
fn invitation(bench: &Bench, seat: &str, number: u32) -> Answer {
    let name = format!("gem/sent/gem.s0000.{seat}.seat.{number}.eml");
    read_at(&bench.dir().join(name))
}

/// Returns a reply to a mail, from an address.
fn reply(to: &Answer, from: &str, text: &str) -> String {
    let id = to.field("Message-ID");
    let subject = to.field("Subject");
    let number = text.bytes().map(u64::from).sum::<u64>();
    format!(
        "Message-ID: <{number}.{from}>\nFrom: <{from}>\nTo: gm@localhost\nIn-Reply-To: {id}\nSubject: Re: {subject}\n\n\
         {text}\n\nOn Tuesday the GM wrote:\n> PLEASE ANSWER this mail with one word at the top: `accept` if you play,\n\
         > `decline` if you do not.\n> accept\n"
    )
}

/// Pipes in a mail and returns the one receipt that it gets, beside the mails to the GM.
#[track_caller]
fn answered(bench: &Bench, mail: impl AsRef<[u8]>) -> Answer {
    let (said, mut mails) = pipe(bench, mail);
    mails.retain(|mail| mail.name.contains("receipt"));
    assert_eq!(mails.len(), 1, "{}\n{mails:#?}", said.all());
    mails.remove(0)
}

fn answer_of(bench: &Bench, seat: &str) -> String {
    let status = bench.json(&["status", GAME]);
    let players = status["players"].as_array().unwrap().clone();
    let of = players.iter().find(|player| player["seats"][0] == seat);
    of.unwrap()["invitation"].as_str().unwrap().to_owned()
}

#[test]
fn an_invitation_says_what_the_game_is_how_a_turn_goes_and_what_to_answer() {
    let bench = invited();
    let mail = invitation(&bench, "red", 1);
    assert_eq!(mail.field("Subject"), "[gem] Invitation: you play red");
    let text = &mail.all;
    for part in [
        "Welcome to The Gem, Player red. You play red.",
        "PLEASE ANSWER this mail with one word at the top: `accept`",
        "`decline` if you do not.",
        "The Time Whisperers is a game of secret cards",
        "by Robert Yamasato",
        "docs/time-whisperers-rules.md",
        "players=2",
        "Orders are due at 18:00 (Europe/Vienna), on\nFriday.",
        "A mail whose first word is `help`",
        "Hash of the first record:",
        "chronojudge salt hash",
    ] {
        assert!(text.contains(part), "{part:?} is missing:\n{text}");
    }
    // A command with a hash alone is wider than a screen.
    let wide = text.lines().skip_while(|line| !line.starts_with("Welcome"));
    let wide: Vec<&str> = wide.filter(|line| line.len() > 78).collect();
    assert!(wide.iter().all(|line| line.starts_with("  ")), "{wide:#?}");
    // The text about the game has five lines.
    for known in chronojudge::rulesets::ALL {
        let (about, rules) = known.about.split_once("\n\n").unwrap();
        assert_eq!(about.lines().count(), 5, "{}", known.id);
        assert!(rules.starts_with("The rules: "), "{}", known.id);
        assert!(
            known.about.lines().all(|line| line.len() <= 78),
            "{}",
            known.id
        );
    }
}

#[test]
fn a_reply_of_one_word_accepts() {
    let bench = invited();
    assert_eq!(answer_of(&bench, "red"), "open");
    let mail = invitation(&bench, "red", 1);
    let receipt = answered(&bench, reply(&mail, "red@example.org", "Accept!"));
    assert_eq!(receipt.field("Subject"), "[gem] Invitation ACCEPTED");
    assert!(
        receipt.all.contains("You play red in The Gem."),
        "{}",
        receipt.all
    );
    assert_eq!(answer_of(&bench, "red"), "accepted");
    let status = bench.ok(&["status", GAME]).out;
    assert!(
        status.contains("red          Player red       accepted\n"),
        "{status}"
    );
    assert!(
        status.contains("blue         Player blue      no answer yet\n"),
        "{status}"
    );
    // The answer of the last player is passed on to the GM.
    let mail = invitation(&bench, "blue", 1);
    let (_, mails) = pipe(
        &bench,
        reply(
            &mail,
            "blue@example.org",
            "yes please\n\nMay I bring my dog along?",
        ),
    );
    assert!(mails[0].name.contains("blue.receipt"), "{mails:#?}");
    bench.ok(&["send", GAME]);
    let to_gm = read_at(&bench.root().join("sent/gem.s0000.gm.passed-on.1.eml"));
    assert!(
        to_gm
            .all
            .contains("every seat has a player who has accepted"),
        "{}",
        to_gm.all
    );
    assert!(
        to_gm.all.contains("May I bring my dog along?"),
        "{}",
        to_gm.all
    );
}

#[test]
fn an_answer_counts_only_with_the_proof_of_its_sender() {
    let bench = invited();
    let (red, blue) = (invitation(&bench, "red", 1), invitation(&bench, "blue", 1));
    // The address alone can be forged; another player's invitation proves nothing; a stranger is not a player.
    let forged =
        "Message-ID: <1@x>\nFrom: <red@example.org>\nTo: gm@localhost\nSubject: hi\n\naccept\n";
    for (mail, replies) in [
        (forged.to_owned(), 1),
        (reply(&blue, "red@example.org", "accept"), 1),
        (reply(&red, "evil@example.com", "accept"), 0),
        (reply(&red, "blue@example.org", "accept"), 1),
    ] {
        let (said, mails) = pipe(&bench, &mail);
        let receipts = mails
            .iter()
            .filter(|mail| mail.name.contains("receipt"))
            .count();
        assert_eq!(receipts, replies, "{mail}\n{}", said.all());
        for receipt in mails.iter().filter(|mail| mail.name.contains("receipt")) {
            assert_eq!(
                receipt.field("Subject"),
                "[gem] Invitation REJECTED",
                "{mail}"
            );
        }
        assert_eq!(answer_of(&bench, "red"), "open", "{mail}");
        assert_eq!(answer_of(&bench, "blue"), "open", "{mail}");
    }
    // A sentence is not executed: it goes to the GM, and the reply says what to write.
    let unclear = answered(
        &bench,
        reply(
            &red,
            "red@example.org",
            "Yes, but only from the first of March on",
        ),
    );
    assert_eq!(
        unclear.field("Subject"),
        "[gem] Your mail PASSED ON TO THE GM"
    );
    assert!(
        unclear.all.contains("`accept` or `decline`"),
        "{}",
        unclear.all
    );
    assert_eq!(answer_of(&bench, "red"), "open");
    // The words of the quotation are not the player's.
    pipe(&bench, reply(&red, "red@example.org", ""));
    assert_eq!(answer_of(&bench, "red"), "open");
}

#[test]
fn a_declined_seat_needs_another_player_before_the_game_begins() {
    let bench = invited();
    let mail = invitation(&bench, "blue", 1);
    let receipt = answered(&bench, reply(&mail, "blue@example.org", "decline"));
    assert_eq!(receipt.field("Subject"), "[gem] Invitation DECLINED");
    bench.ok(&["send", GAME]);
    let to_gm = read_at(&bench.root().join("sent/gem.s0000.gm.passed-on.1.eml"));
    let flat = to_gm.all.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        flat.contains("They decline the invitation. To give blue to another player:"),
        "{flat}"
    );
    let status = bench.ok(&["status", GAME]).out;
    assert!(
        status.contains("blue         Player blue      DECLINED: seat another player\n"),
        "{status}"
    );
    let start = bench.run(&["start", GAME]);
    assert!(
        start.code != 0 && start.err.contains("The invitation was declined for blue"),
        "{}",
        start.all()
    );
    assert_eq!(bench.json(&["status", GAME])["declined"][0], "blue");

    let again = ["--again", "--name", "Bo", "--address", "bo@example.org"];
    bench.ok(&[&["seat", GAME, "blue"][..], &again].concat());
    bench.ok(&["send", GAME]);
    let second = invitation(&bench, "blue", 2);
    assert!(
        second.field("To").contains("bo@example.org"),
        "{}",
        second.head
    );
    assert!(!second.all.contains("has not come yet"), "{}", second.all);
    // The player who declined cannot answer for the new one, with their own invitation or with the name of the new one.
    for from in ["blue@example.org", "bo@example.org"] {
        pipe(&bench, reply(&mail, from, "accept"));
        assert_eq!(answer_of(&bench, "blue"), "open", "{from}");
    }
    answered(&bench, reply(&second, "bo@example.org", "accept"));
    assert_eq!(answer_of(&bench, "blue"), "accepted");
    bench.ok(&["start", GAME]);
}

#[test]
fn reminds_the_players_who_have_not_answered() {
    let bench = invited();
    answered(
        &bench,
        reply(&invitation(&bench, "red", 1), "red@example.org", "accept"),
    );
    let said = bench.ok(&["seat", GAME, "--remind"]);
    assert_eq!(
        said.out,
        "Invited again: Player blue (blue) <blue@example.org>\n"
    );
    assert!(
        bench
            .root()
            .join("outbox/gem.s0000.blue.seat.2.eml")
            .exists()
    );
    assert!(
        !bench
            .root()
            .join("outbox/gem.s0000.red.seat.2.eml")
            .exists()
    );
    // While it waits in the outbox, another one is not added.
    let said = bench.ok(&["seat", GAME, "--remind"]);
    assert!(
        said.out.contains("the invitation is still in the outbox"),
        "{}",
        said.all()
    );
    bench.ok(&["send", GAME]);
    let second = invitation(&bench, "blue", 2);
    assert!(
        second
            .all
            .contains("Your answer to this invitation has not come yet."),
        "{}",
        second.all
    );
    answered(&bench, reply(&second, "blue@example.org", "accept"));
    let said = bench.ok(&["seat", GAME, "--remind"]);
    assert!(
        said.err
            .contains("All players who are seated have answered."),
        "{}",
        said.all()
    );
    // The mails of the game are evidence that the audit reads.
    bench.ok(&["start", GAME]);
    bench.ok(&["audit", GAME]);
}

#[test]
fn salts_are_promised_and_opened_by_replies() {
    let bench = invited();
    let hash = |seat: &str| {
        let said = bench.ok(&["salt", "hash", GAME, seat, &salt_words(seat)]);
        said.out.trim().to_owned()
    };
    let red = invitation(&bench, "red", 1);
    let promised = answered(
        &bench,
        reply(
            &red,
            "red@example.org",
            &format!("accept\nhash  {}", hash("red")),
        ),
    );
    let flat = promised
        .all
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    assert!(
        flat.contains("The hash of your salt for red is on file"),
        "{flat}"
    );
    // Two hashes are none, those of the game itself are no salts, and a later mail replaces an earlier one.
    let two = format!("red: {}\nred: {}", "0a".repeat(32), "0b".repeat(32));
    let two = answered(&bench, reply(&red, "red@example.org", &two));
    assert!(two.all.contains("so none was taken"), "{}", two.all);
    assert!(bench.read("gem/players.yaml").contains(&hash("red")));
    let log = fs::read_to_string(bench.root().join("public/log/000001-genesis.yaml")).unwrap();
    let anchor = log.lines().find_map(|line| line.strip_prefix("anchor: "));
    pipe(&bench, reply(&red, "red@example.org", anchor.unwrap()));
    assert!(bench.read("gem/players.yaml").contains(&hash("red")));
    let other = "0c".repeat(32);
    for (hash, before) in [(&other, &hash("red")), (&hash("red"), &other)] {
        let text = format!("red: {hash}");
        let later = answered(&bench, reply(&red, "red@example.org", &text));
        assert!(later.all.contains("instead of"), "{}", later.all);
        let players = bench.read("gem/players.yaml");
        assert!(players.contains(hash) && !players.contains(before));
    }
    // The last hash closes the table; the salt counts when everyone has been mailed the hashes.
    let blue = invitation(&bench, "blue", 1);
    answered(
        &bench,
        reply(
            &blue,
            "blue@example.org",
            &format!("blue: {}", hash("blue")),
        ),
    );
    assert_eq!(answer_of(&bench, "blue"), "accepted");
    assert!(bench.root().join("public/log/000002-seated.yaml").exists());
    let open = |seat: &str| {
        let mail = invitation(&bench, seat, 1);
        answered(
            &bench,
            reply(&mail, &format!("{seat}@example.org"), &salt_words(seat)),
        )
    };
    let early = open("red");
    assert!(
        early.all.contains("Your salt was not taken yet"),
        "{}",
        early.all
    );
    bench.ok(&["send", GAME]);
    let wrong = answered(&bench, reply(&red, "red@example.org", &salt_words("blue")));
    assert_eq!(
        wrong.field("Subject"),
        "[gem] Your mail PASSED ON TO THE GM"
    );
    bench.write(
        "late.eml",
        reply(
            &red,
            "red@example.org",
            &format!("salt: {}\n-- \nRed", salt_words("red")),
        ),
    );
    bench.ok(&["receive", GAME, "--mail", "late.eml"]);
    assert_eq!(bench.json(&["status", GAME])["salts-wanted"][0], "blue");
    open("blue");
    assert!(bench.root().join("public/log/000003-salts.yaml").exists());
    bench.ok(&["start", GAME]);
    bench.ok(&["audit", GAME]);
}

/// Returns the public records of a game, by their kinds.
fn records(bench: &Bench) -> Vec<String> {
    let names = fs::read_dir(bench.root().join("public/log")).unwrap();
    let names = names.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
        .iter()
        .map(|name| name[7..].trim_end_matches(".yaml").to_owned())
        .collect()
}

#[test]
fn a_tick_closes_no_table_and_publishes_no_salt_while_a_player_has_declined() {
    let bench = invited();
    let blue = invitation(&bench, "blue", 1);
    let hash = |seat: &str| {
        let said = bench.ok(&["salt", "hash", GAME, seat, &salt_words(seat)]);
        said.out.trim().to_owned()
    };
    let text = format!("accept\nblue: {}", hash("blue"));
    answered(&bench, reply(&blue, "blue@example.org", &text));
    answered(&bench, reply(&blue, "blue@example.org", "decline"));
    bench.ok(&["salt", "promise", GAME, "red", &hash("red")]);
    bench.ok(&["tick", GAME]);
    assert_eq!(records(&bench), ["genesis"]);
    // The hash of the player who declined is not the new one's.
    let again = ["--again", "--name", "Bo", "--address", "bo@example.org"];
    bench.ok(&[&["seat", GAME, "blue"][..], &again].concat());
    assert!(!bench.read("gem/players.yaml").contains(&hash("blue")));
    assert_eq!(bench.json(&["status", GAME])["hashes-wanted"][0], "blue");
}

#[test]
fn a_new_player_has_nothing_of_the_one_who_declined() {
    let bench = invited();
    let file = bench.read("gem/players.yaml");
    let more = "substitute: {name: Sub, address: sub@example.org}\n  zone: Asia/Tokyo\n  no-reminders: true\n  address: blue@";
    bench.write("gem/players.yaml", file.replace("address: blue@", more));
    let blue = invitation(&bench, "blue", 1);
    answered(&bench, reply(&blue, "blue@example.org", "decline"));
    assert!(bench.read("gem/players.yaml").contains("Tokyo"));
    let again = ["--again", "--name", "Bo", "--address", "bo@example.org"];
    bench.ok(&[&["seat", GAME, "blue"][..], &again].concat());
    let players = bench.read("gem/players.yaml");
    for word in ["sub@example.org", "Tokyo", "no-reminders", "blue@"] {
        assert!(!players.contains(word), "{word}\n{players}");
    }
}

#[test]
fn a_salt_that_the_gm_knows_is_dropped_with_its_player_and_never_published_for_another_hash() {
    let bench = Bench::empty_in_memory();
    bench.found_for_two(&[]);
    let known = ["--salt", "the words of the player before"];
    let blue = ["--name", "Player blue", "--address", "blue@example.org"];
    bench.ok(&[&["seat", GAME, "blue"][..], &blue, &known].concat());
    let players = bench.read("gem/players.yaml");
    bench.write(
        "gem/players.yaml",
        players.replace(
            "  address: blue@",
            "  invitation: declined\n  address: blue@",
        ),
    );
    let again = ["--again", "--name", "Bo", "--address", "bo@example.org"];
    let before = bench.read("gem/secret/salts.yaml");
    bench.ok(&[&["seat", GAME, "blue"][..], &again].concat());
    assert!(!bench.read("gem/secret/salts.yaml").contains("blue"));
    // Even if the file has it again, it does not fit the hash that the new player promises.
    bench.write("gem/secret/salts.yaml", before);
    bench.seat(&["red"]);
    let hash = bench.ok(&["salt", "hash", GAME, "blue", &salt_words("blue")]);
    bench.ok(&["salt", "promise", GAME, "blue", hash.out.trim()]);
    bench.mailed();
    bench.open_words(&["red"]);
    assert_eq!(bench.json(&["status", GAME])["salts-wanted"][0], "blue");
    assert_eq!(records(&bench), ["genesis", "seated"]);
    bench.open_words(&["blue"]);
    assert_eq!(records(&bench), ["genesis", "seated", "salts"]);
    bench.ok(&["start", GAME]);
    bench.ok(&["audit", GAME]);
}

#[test]
fn no_salt_is_published_in_the_step_that_closes_the_table() {
    let bench = Bench::empty_in_memory();
    bench.found_for_two(&[]);
    for seat in TWO {
        let address = format!("{seat}@example.org");
        let who = ["--name", seat, "--address", &address];
        let known = ["--salt", "words that the GM has chosen"];
        bench.ok(&[&["seat", GAME, seat][..], &who, &known].concat());
        // The first player declines for a while, so that the table is not closed with the last seat.
        let players = bench.read("gem/players.yaml");
        if !players.contains("declined") {
            let declined = players.replace("  address:", "  invitation: declined\n  address:");
            bench.write("gem/players.yaml", declined);
        }
    }
    assert_eq!(records(&bench), ["genesis"]);
    let players = bench.read("gem/players.yaml");
    bench.write(
        "gem/players.yaml",
        players.replace("invitation: declined", "invitation: accepted"),
    );
    // Without any new mail, too.
    for folder in ["new", "cur", "tmp"] {
        fs::create_dir_all(bench.dir().join("none").join(folder)).unwrap();
    }
    bench.ok(&["receive", GAME, "--maildir", "none"]);
    assert_eq!(records(&bench), ["genesis", "seated"]);
    bench.ok(&["send", GAME]);
    bench.ok(&["start", GAME]);
    assert_eq!(records(&bench)[..3], ["genesis", "seated", "salts"]);
}

#[test]
fn an_invitation_that_waits_for_a_wrong_address_does_not_go_out() {
    let bench = Bench::empty_in_memory();
    bench.found_for_two(&[]);
    let wrong = ["--name", "Blue", "--address", "xblue@example.org"];
    bench.ok(&[&["seat", GAME, "blue"][..], &wrong].concat());
    // The right address is a part of the wrong one.
    bench.ok(&[
        "seat",
        GAME,
        "blue",
        "--again",
        "--address",
        "blue@example.org",
    ]);
    bench.ok(&["send", GAME]);
    let sent: Vec<String> = fs::read_dir(bench.root().join("sent"))
        .unwrap()
        .map(|entry| read_at(&entry.unwrap().path()).field("To").to_owned())
        .collect();
    assert_eq!(sent.len(), 1, "{sent:?}");
    assert!(!sent[0].contains("xblue"), "{sent:?}");
}

#[test]
fn a_player_who_comes_after_the_table_was_closed_is_invited_and_mailed_the_hashes() {
    let bench = Bench::empty_in_memory();
    bench.found_for_two(&[]);
    bench.seat(&TWO);
    bench.open_words(&["red"]);
    bench.ok(&[
        "seat",
        GAME,
        "blue",
        "--again",
        "--address",
        "bo@example.org",
    ]);
    // The mail to the address before is none to the present one.
    let early = bench.run(&["salt", "open", GAME, "blue", &salt_words("blue")]);
    assert!(early.code != 0, "{}", early.all());
    bench.ok(&["send", GAME]);
    for kind in ["seat", "table"] {
        let name = format!("gem/sent/gem.s0000.blue.{kind}.2.eml");
        let mail = read_at(&bench.dir().join(name));
        assert!(mail.field("To").contains("bo@example.org"), "{}", mail.head);
    }
    bench.open_words(&["blue"]);
    bench.ok(&["start", GAME]);
    bench.ok(&["audit", GAME]);
}

#[test]
fn an_answer_from_an_address_of_two_players_counts_only_if_it_is_clear_whose_it_is() {
    let bench = Bench::empty_in_memory();
    bench.found_for_two(&[]);
    for seat in TWO {
        let who = ["--name", seat, "--address", "both@example.org"];
        bench.ok(&[&["seat", GAME, seat][..], &who].concat());
    }
    let mail = |to: &str| {
        format!("Message-ID: <{to}>\nFrom: both@example.org\nTo: {to}\nSubject: hi\n\ndecline\n")
    };
    let said = answered(&bench, mail("gm@localhost"));
    assert!(said.all.contains("not clear who answers"), "{}", said.all);
    for seat in TWO {
        assert_eq!(answer_of(&bench, seat), "open");
    }
    pipe(&bench, mail("gm+gem.blue@localhost"));
    assert_eq!(answer_of(&bench, "blue"), "declined");
    assert_eq!(answer_of(&bench, "red"), "open");
}
