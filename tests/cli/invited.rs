//! Invitations: accepted, declined and repeated by mail, with the salts that come with the answers.

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
         > `decline` if you do not.\n"
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
        start.code == 2 && start.err.contains("Player blue has declined"),
        "{}",
        start.all()
    );

    let again = ["--again", "--name", "Bo", "--address", "bo@example.org"];
    bench.ok(&[&["seat", GAME, "blue"][..], &again].concat());
    bench.ok(&["send", GAME]);
    let second = invitation(&bench, "blue", 2);
    assert!(
        second.field("To").contains("bo@example.org"),
        "{}",
        second.head
    );
    // The player who declined cannot answer for the new one.
    pipe(&bench, reply(&mail, "blue@example.org", "accept"));
    assert_eq!(answer_of(&bench, "blue"), "open");
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
    // Another hash does not replace it.
    let other = answered(
        &bench,
        reply(&red, "red@example.org", &format!("red: {}", hash("blue"))),
    );
    assert!(
        other
            .all
            .contains("Another hash is on file for red already"),
        "{}",
        other.all
    );
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
