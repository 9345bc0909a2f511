//! Letters between players: carried as the game allows, and never interpreted.

use super::{
    bench::{Bench, CLOCK, GAME, MASTER, SEATS},
    letters::{answered, first_orders, left, mail, pipe, read},
};

/// Returns a game that carries letters.
fn bench(more: &[&str]) -> Bench {
    let bench = Bench::empty();
    let new = [
        "new", GAME, "--dice", "plain", "--trust", "address", "--master", MASTER, "--keys", "64",
        "--press",
    ];
    bench.ok(&[&new[..], more].concat());
    bench.seat(&SEATS);
    bench.open_all();
    bench.ok(&["start", GAME]);
    bench
}

#[test]
fn letters_go_to_the_readers_named_in_the_subject() {
    let bench = bench(&["white,grey"]);
    let players = bench.read("gem/players.yaml");
    bench.write(
        "gem/players.yaml",
        players.replace("format: text", "format: both"),
    );
    let text = "Peace?\n  {{ 3 * 191 }}q <script>alert(1)</script>\n-- \nRoo himself\n";
    let (said, answers) = pipe(&bench, mail("roo", "Subject: Press to zytal, human", text));
    assert!(
        said.out.contains("roo@example.org: press 1"),
        "{}",
        said.out
    );
    let names: Vec<&str> = answers.iter().map(|a| a.name.as_str()).collect();
    assert_eq!(
        names,
        [
            "gem.s1.human.press.1",
            "gem.s1.roo.receipt.1",
            "gem.s1.zytal.press.1"
        ]
    );
    let letter = &answers[2];
    assert_eq!(
        letter.field("Subject"),
        "[gem] Press from roo to human, zytal"
    );
    assert_eq!(letter.field("To"), "\"Player zytal\" <zytal@example.org>");
    assert!(
        letter.all.contains("From: Roo (Player roo)"),
        "{}",
        letter.all
    );
    assert!(
        letter
            .all
            .contains("  {{ 3 * 191 }}q <script>alert(1)</script>"),
        "{}",
        letter.all
    );
    assert!(
        letter.all.contains("&lt;script&gt;alert(1)&lt;"),
        "{}",
        letter.all
    );
    assert_eq!(
        letter.all.matches("<script>").count(),
        1,
        "only the plain text has it as it is"
    );
    assert!(!letter.all.contains("573q") && !letter.all.contains("Roo himself"));
    let receipt = &answers[1];
    assert_eq!(receipt.field("Subject"), "[gem] Press ACCEPTED");
    assert!(!receipt.all.contains("ORDERS ON FILE"), "{}", receipt.all);
    // A reply goes back to the sender of the letter.
    let (_, answers) = pipe(
        &bench,
        mail(
            "zytal",
            "Subject: Re: [gem] Press from roo to human, zytal",
            "Never.\n",
        ),
    );
    assert_eq!(answers[0].name, "gem.s1.roo.press.1");
}

#[test]
fn grey_letters_do_not_tell_who_wrote_them() {
    let bench = bench(&["white,grey,anonymous"]);
    for (kind, from) in [("grey", "a player of this game"), ("anonymous", "unsigned")] {
        let (_, answers) = pipe(
            &bench,
            mail("roo", &format!("Subject: press {kind} to all"), "Beware!\n"),
        );
        assert_eq!(answers.len(), 7, "the writer gets it too: {answers:#?}");
        let others = |name: &str| name.contains(".press.") && !name.contains(".roo.");
        for letter in answers.iter().filter(|a| others(&a.name)) {
            assert!(
                letter.all.contains(&format!("From: {from}")),
                "{}",
                letter.all
            );
            let told = letter.all.to_lowercase();
            assert!(!told.contains("roo"), "{told}");
        }
    }
}

#[test]
fn a_letter_that_the_game_does_not_carry_goes_back() {
    let bench = bench(&["white"]);
    for (subject, why) in [
        ("Press grey to all", "carries no grey letters, but white"),
        ("Press to nobody", "no recipient `nobody`"),
        ("Press", "does not say to whom"),
    ] {
        let answer = answered(&bench, mail("roo", &format!("Subject: {subject}"), "x\n"));
        assert_eq!(answer.field("Subject"), "[gem] Press REJECTED");
        assert!(answer.all.contains(why), "{}", answer.all);
    }
    let html = "Subject: Press to all\nContent-Type: text/html";
    assert!(
        answered(&bench, mail("roo", html, "<b>x</b>"))
            .all
            .contains("no plain text")
    );
    let (_, answers) = pipe(
        &bench,
        mail("roo", "Subject: Press to all", "x").replace("roo@example.org", "evil@example.com"),
    );
    assert!(answers.is_empty());
    // This game carries no letters.
    let none = self::bench(&["none"]);
    let answer = answered(&none, mail("roo", "Subject: Press to all", "x\n"));
    assert!(answer.all.contains("carries no letters"), "{}", answer.all);
}

/// Time Agent 11.1: players may trade any information; the rulebooks of the other games do not mention it.
#[test]
fn a_game_whose_rulebook_lets_players_talk_carries_letters() {
    let bench = Bench::started();
    let (said, _) = pipe(&bench, mail("roo", "Subject: Press to zytal", "Peace?\n"));
    assert!(
        said.out.contains("roo@example.org: press 1"),
        "{}",
        said.out
    );
    let other = Bench::empty();
    other.found_for_two(&[]);
    assert!(!other.read("gem/game.yaml").contains("press"));
    for wrong in [
        &["--press", "none,white"][..],
        &["--press", "none", "--press-with-report"],
    ] {
        let said = other.run(&[&["new", "x"][..], wrong].concat());
        assert_eq!(said.code, 2, "{}", said.all());
    }
}

#[test]
fn orders_in_a_letter_do_not_count() {
    let bench = bench(&["white"]);
    let file = first_orders("roo", "in a letter");
    let (_, answers) = pipe(&bench, mail("roo", "Subject: Press to zytal", &file));
    assert!(answers.iter().any(|a| a.name.contains("zytal.press")));
    assert!(!bench.root().join("orders/0001/roo.yaml").exists());
}

#[test]
fn letters_that_wait_for_the_report() {
    let bench = bench(&["white", "--press-with-report"]);
    let answer = answered(
        &bench,
        mail("roo", "Subject: Press to zytal and the GM", "Soon.\n"),
    );
    assert!(
        answer.all.contains("with the next report"),
        "{}",
        answer.all
    );
    assert!(
        bench
            .ok(&["status", GAME])
            .out
            .contains("Press: 1 letter to be carried")
    );
    for seat in SEATS {
        bench.order(
            seat,
            1,
            "headquarters: {research: []}\nmoves: []\nactions: []\n",
        );
    }
    bench.ok(&["adjudicate", GAME]);
    bench.ok(&["send", GAME]);
    assert!(left(&bench).contains("gem.s2.gm.press.1.eml"));
    let letter = read(&bench, "gem.s2.zytal.press.1.eml");
    assert!(letter.all.contains("Soon."), "{}", letter.all);
    assert!(!bench.ok(&["status", GAME]).out.contains("Press:"));
    // The letter is delivered once.
    let before = left(&bench).len();
    for seat in SEATS {
        bench.ok(&["form", GAME, seat]);
    }
    bench.ok(&["send", GAME]);
    assert_eq!(left(&bench).len(), before, "{CLOCK}");
}

/// Returns the section of letters in a seat's newest report of a sitting, or `None` if the report has none.
fn letters_in(bench: &Bench, sitting: &str, name: &str) -> Option<String> {
    let report = bench.read(&format!("gem/reports/{sitting}/{name}"));
    let start = report.find("LETTERS SINCE YOUR LAST REPORT")?;
    // The section ends where the next one begins, whose heading is underlined too.
    let mut parts = report[start..].split("\n---");
    parts.next();
    parts.next().map(str::to_owned)
}

/// Plays the first turn, in which no seat does anything.
fn quiet_turn(bench: &Bench) {
    for seat in SEATS {
        let body = "headquarters: {research: []}\nmoves: []\nactions: []\n";
        bench.order(seat, 1, body);
    }
    bench.ok(&["adjudicate", GAME]);
}

/// The report has the letters to its reader since the last one, and no letter to others.
#[test]
fn letters_are_part_of_the_next_report_of_their_readers() {
    for more in [&["white,grey"][..], &["white,grey", "--press-with-report"]] {
        let bench = bench(more);
        pipe(
            &bench,
            mail("roo", "Subject: Press to zytal", "Peace, <b>now</b>?\n"),
        );
        pipe(
            &bench,
            mail("human", "Subject: Press grey to all", "Beware of Roo!\n"),
        );
        pipe(
            &bench,
            mail("fiolli", "Subject: Press to gm", "A question.\n"),
        );
        quiet_turn(&bench);
        let sitting = "0001/0002";
        let zytal = letters_in(&bench, sitting, "zytal.txt").expect("letters");
        for words in [
            "From Roo (Player roo) to zytal:",
            "| Peace, <b>now</b>?",
            "From a player of this game to all:",
            "| Beware of Roo!",
        ] {
            assert!(zytal.contains(words), "{words}\n{zytal}");
        }
        assert!(!zytal.contains("A question."), "{zytal}");
        let html = bench.read(&format!("gem/reports/{sitting}/zytal.html"));
        assert!(html.contains("Peace, &lt;b&gt;now&lt;"), "{html}");
        let roo = letters_in(&bench, sitting, "roo.txt").expect("a letter to all");
        assert!(!roo.contains("Peace") && roo.contains("Beware"), "{roo}");
        let gm = letters_in(&bench, sitting, "gm.txt").expect("a letter to the GM");
        assert!(gm.contains("A question.") && !gm.contains("Beware"), "{gm}");
        assert_eq!(letters_in(&bench, sitting, "public.txt"), None);
        assert!(!gm.to_lowercase().contains("human"), "{gm}");
        // The next report has none of them again.
        for seat in SEATS {
            let body = "headquarters: {research: []}\nmoves: []\nactions: []\n";
            bench.order(seat, 2, body);
        }
        bench.ok(&["adjudicate", GAME]);
        assert_eq!(letters_in(&bench, "0002/0003", "zytal.txt"), None);
    }
}

/// An exchange between two programs that answer each other ends.
#[test]
fn a_seat_writes_twenty_letters_a_day() {
    let bench = bench(&["white"]);
    let letter = |n: usize| mail("roo", "Subject: Press to zytal", &format!("Letter {n}\n"));
    for n in 1..=20 {
        let (said, _) = pipe(&bench, letter(n));
        assert!(said.out.contains(&format!("press {n}")), "{}", said.all());
    }
    let answer = answered(&bench, letter(21));
    assert_eq!(answer.field("Subject"), "[gem] Press REJECTED");
    let flat = answer.all.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(flat.contains("a seat may write 20 letters a day"), "{flat}");
    let other = pipe(&bench, mail("human", "Subject: Press to zytal", "Hello\n")).0;
    assert!(other.out.contains("press 21"), "{}", other.all());
}
