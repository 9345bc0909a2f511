//! Mails that need a human reader: passed on to the GM, within limits.

use super::{
    bench::{Bench, SEATS},
    letters::{Answer, answered, first_orders, mail, pipe, token_of, with_file, with_token},
};

/// Splits the answers into those to the GM and those to players.
fn told(answers: &[Answer]) -> (Vec<&Answer>, Vec<&Answer>) {
    answers.iter().partition(|a| a.name.contains(".gm."))
}

#[test]
fn a_question_is_passed_on_to_the_gm_and_answered_so() {
    let bench = Bench::started();
    let own = first_orders("zytal", "mine");
    answered(&bench, with_file("zytal", "x", "z.yaml", &own));
    let question = "Hello,\n\ncan I have one day more? My moves: not ready.\n\n> Orders are due.\n";
    let (said, answers) = pipe(&bench, mail("zytal", "Subject: Re: Turn 1", question));
    assert_eq!(said.out, "PASSED ON TO THE GM zytal@example.org: zytal\n");
    let (gm, player) = told(&answers);
    assert_eq!((gm.len(), player.len()), (1, 1), "{answers:#?}");
    let (gm, player) = (gm[0], player[0]);
    assert_eq!(
        player.field("Subject"),
        "[gem] Your mail PASSED ON TO THE GM"
    );
    assert_eq!(player.field("Auto-Submitted"), "auto-replied");
    let flat = player.all.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        flat.contains("passed on to the GM, who answers you"),
        "{flat}"
    );
    assert!(
        !flat.contains("REJECTED") && !flat.contains("error["),
        "{flat}"
    );
    assert_eq!(gm.field("To"), "\"The GM\" <gm@localhost>");
    // A reply reaches the player.
    assert_eq!(gm.field("Reply-To"), "\"Player zytal\" <zytal@example.org>");
    assert_eq!(
        gm.field("Subject"),
        "[gem] Player zytal (zytal) writes: Re: Turn 1"
    );
    assert!(gm.all.contains("  can I have one day more?"), "{}", gm.all);
    // The orders are unchanged.
    let kept = bench.read("gem/orders/0001/zytal.yaml");
    assert_eq!(kept, own);
}

#[test]
fn a_web_page_and_a_mail_before_the_game_are_passed_on_too() {
    let bench = Bench::empty();
    bench.found();
    bench.seat(&SEATS);
    let head = "Subject: hi\nContent-Type: text/html";
    let (_, answers) = pipe(
        &bench,
        mail("roo", head, "<p>Which <b>race</b> is mine?</p>\n"),
    );
    let (gm, player) = told(&answers);
    assert_eq!((gm.len(), player.len()), (1, 1), "{answers:#?}");
    assert!(gm[0].all.contains("Which race is mine?"), "{}", gm[0].all);
}

#[test]
fn text_that_looks_like_orders_is_still_an_error() {
    let bench = Bench::started();
    let file = first_orders("veneb", "x").replace("moves: []", "moves: [");
    let wrong = answered(&bench, with_file("veneb", "x", "v.yaml", &file));
    assert_eq!(wrong.field("Subject"), "[gem] Turn 1 orders REJECTED");
    let inline = answered(&bench, mail("veneb", "Subject: x", &file));
    assert_eq!(inline.field("Subject"), "[gem] Turn 1 orders REJECTED");
    let page = format!("<pre>{file}</pre>");
    let head = "Subject: x\nContent-Type: text/html";
    let page = answered(&bench, mail("veneb", head, &page));
    assert_eq!(page.field("Subject"), "[gem] Turn 1 orders REJECTED");
}

/// A program that answers without marking its mail as automatic gets one answer, and no endless exchange.
#[test]
fn a_text_is_passed_on_once_and_a_player_has_six_a_day() {
    let bench = Bench::started();
    let away = "I am on holiday until Monday.\n";
    let first = pipe(&bench, mail("roo", "Subject: Until Monday", away)).1;
    assert_eq!(first.len(), 2);
    // The same text under another subject, as a reply to the answer.
    let (said, again) = pipe(&bench, mail("roo", "Subject: Re: Until Monday", away));
    assert!(again.is_empty(), "{again:?}");
    assert!(
        said.out.contains("not answered: the same text"),
        "{}",
        said.out
    );
    let counts: Vec<(usize, usize)> = (0..8)
        .map(|n| {
            let answers = pipe(
                &bench,
                mail("roo", "Subject: x", &format!("Question {n}?\n")),
            )
            .1;
            let (gm, player) = told(&answers);
            (gm.len(), player.len())
        })
        .collect();
    let mut wanted = vec![(1, 1); 5];
    wanted.extend([(0, 1), (0, 0), (0, 0)]);
    assert_eq!(counts, wanted);
    // Another player's mail is still passed on.
    assert_eq!(
        pipe(&bench, mail("zytal", "Subject: x", "And I?\n"))
            .1
            .len(),
        2
    );
}

#[test]
fn three_unknown_senders_a_day_are_passed_on_and_none_is_answered() {
    let bench = Bench::started();
    let write = |n: usize, text: &str| {
        let mail = format!("From: stranger{n}@example.com\nSubject: hi\n\n{text}\n");
        let answers = pipe(&bench, mail).1;
        let (gm, others) = told(&answers);
        assert!(others.is_empty(), "{others:?}");
        gm.len()
    };
    assert_eq!(write(1, "May I join?"), 1);
    assert_eq!(write(1, "Please!"), 0, "each once");
    assert_eq!([2, 3, 4, 5].map(|n| write(n, "May I join?")), [1, 1, 0, 0]);
}

#[test]
fn automatic_mail_is_not_passed_on() {
    let bench = Bench::started();
    for head in [
        "Auto-Submitted: auto-replied",
        "Precedence: bulk",
        "X-Chronojudge-Game: gem",
    ] {
        let (_, answers) = pipe(&bench, mail("roo", head, "I am away.\n"));
        assert!(answers.is_empty(), "{head}: {answers:?}");
    }
}

/// A mail with accepted orders and a remark to the GM.
#[test]
fn a_remark_beside_orders_is_passed_on_to_the_gm() {
    let bench = Bench::started();
    let own = first_orders("zytal", "mine");
    let asked = "Can I have one day more?";
    let sent = with_file("zytal", "orders", "z.yaml", &own).replace("Here they are.", asked);
    let (said, answers) = pipe(&bench, &sent);
    assert_eq!(said.out, "ACCEPTED zytal@example.org: zytal\n");
    let (gm, player) = told(&answers);
    assert_eq!((gm.len(), player.len()), (1, 1), "{answers:#?}");
    assert!(gm[0].all.contains(&format!("  {asked}")), "{}", gm[0].all);
    assert!(!gm[0].all.contains("| # mine"), "{}", gm[0].all);
    assert_eq!(
        gm[0].field("Reply-To"),
        "\"Player zytal\" <zytal@example.org>"
    );
    let flat = player[0]
        .all
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    assert!(
        flat.contains("What else you wrote was passed on to the GM."),
        "{flat}"
    );
    assert_eq!(bench.read("gem/orders/0001/zytal.yaml"), own);
    // An order block in the text, with a remark around it; a greeting alone is not passed on.
    let block = |words: &str, seat: &str| {
        let text = format!("{words}\n```\n{}```\n", first_orders(seat, "block"));
        pipe(&bench, mail(seat, "Subject: mine", &text)).1
    };
    let answers = block("My train leaves early on Friday, so be quick.", "roo");
    assert_eq!(told(&answers).0.len(), 1, "{answers:#?}");
    let answers = block("Here are my orders.", "human");
    assert_eq!(told(&answers).0.len(), 0, "{answers:#?}");
    // Quoted text is not passed on either.
    let quoted = with_file("veneb", "x", "v.yaml", &first_orders("veneb", "x")).replace(
        "Here they are.",
        "Here.\nOn Tuesday the GM of this game wrote:\n> Orders are due, are they not?",
    );
    assert_eq!(told(&pipe(&bench, quoted).1).0.len(), 0);
}

/// Under `trust: token` mails that a stranger writes in a player's name do not count against the limit of that player's
/// answers.
#[test]
fn forged_mails_use_up_none_of_a_players_answers() {
    let bench = Bench::started();
    let players = bench.read("gem/players.yaml");
    bench.write(
        "gem/players.yaml",
        players.replace("trust: address", "trust: token"),
    );
    let settings = bench.read("gem/mail.yaml");
    bench.write(
        "gem/mail.yaml",
        format!("{settings}inbox: {{address: 'Games <games@example.org>'}}\n"),
    );
    let mut answers = 0;
    for n in 0..30 {
        let file = first_orders("zytal", &n.to_string());
        answers += pipe(&bench, with_file("zytal", "forged", "z.yaml", &file))
            .1
            .len();
    }
    assert_eq!(answers, 6);
    let own = with_token(&first_orders("zytal", "own"), &token_of(&bench, "zytal"));
    let own = with_file("zytal", "mine", "z.yaml", &own);
    let (said, answers) = pipe(&bench, own);
    assert!(said.out.starts_with("ACCEPTED"), "{}", said.all());
    assert_eq!(answers.len(), 1);
}

/// Under `trust: address` anyone can write a player's address: mails that prove no more than that have limits of their
/// own for answers, letters and mails to the GM.
#[test]
fn a_forged_address_uses_up_nothing_of_a_player() {
    let bench = Bench::started();
    let (mut receipts, mut letters, mut passed) = (0, 0, 0);
    for n in 0..21 {
        let file = first_orders("zytal", &n.to_string());
        let (_, answers) = pipe(&bench, with_file("zytal", "forged", "z.yaml", &file));
        receipts += answers.len();
        let text = format!("This is letter number {n}.\n");
        let (_, sent) = pipe(&bench, mail("zytal", "Subject: Press to roo", &text));
        letters += sent
            .iter()
            .filter(|mail| mail.name.contains(".roo.press."))
            .count();
        let (_, sent) = pipe(&bench, mail("zytal", "Subject: hello", &text));
        passed += sent
            .iter()
            .filter(|mail| mail.name.contains(".gm.passed-on."))
            .count();
    }
    assert_eq!((receipts, letters, passed), (9, 20, 6));
    // The player's own mails, which have the token of the form.
    let own = with_token(&first_orders("zytal", "own"), &token_of(&bench, "zytal"));
    let sent = |subject: &str| {
        let asked = "Can I have one day more, for I am on the road?";
        pipe(
            &bench,
            with_file("zytal", subject, "z.yaml", &own).replace("Here they are.", asked),
        )
        .1
    };
    let answers = sent("mine");
    let (gm, player) = told(&answers);
    assert_eq!((gm.len(), player.len()), (1, 1), "{answers:#?}");
    let answers = sent("Press to roo");
    let roo = answers
        .iter()
        .filter(|mail| mail.name.contains(".roo.press."));
    assert_eq!((roo.count(), answers.len()), (1, 2), "{answers:#?}");
}
