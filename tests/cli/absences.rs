//! Absences that players announce by mail.

use super::{
    bench::{Bench, GAME},
    letters::{Answer, answered, first_orders, mail, pipe, with_file},
};

fn away(bench: &Bench, seat: &str, subject: &str) -> (String, String) {
    let answer = answered(
        bench,
        mail(seat, &format!("Subject: {subject}"), "Skiing!\n"),
    );
    let words = answer.all.split_whitespace().collect::<Vec<_>>().join(" ");
    (answer.field("Subject").to_owned(), words)
}

#[test]
fn an_absence_is_announced_by_mail() {
    let bench = Bench::started();
    let log = bench.tree();
    let (subject, words) = away(&bench, "zytal", "Away 2026-12-20 to 2027-01-05");
    assert_eq!(subject, "[gem] Absence ACCEPTED");
    assert!(
        words.contains(
            "You are away from 2026-12-20 to 2027-01-05: a deadline that is missed then is excused. You are not \
             reminded of it, and the excuse is published then."
        ),
        "{words}"
    );
    let players = bench.read("gem/players.yaml");
    assert!(
        players.contains("- from: \"2026-12-20\"\n    to: \"2027-01-05\""),
        "{players}"
    );
    assert!(!players.contains("Skiing"));
    // An absence becomes public only when it excuses a deadline.
    let public = |tree: &super::tree::Tree| -> Vec<_> {
        let files = tree.files("public");
        files
            .map(|(path, bytes)| (path.to_owned(), bytes.to_owned()))
            .collect()
    };
    assert_eq!(public(&bench.tree()), public(&log));
    let status = bench.ok(&["status", GAME]).out;
    assert!(
        status.contains("(away 2026-12-20 to 2027-01-05)"),
        "{status}"
    );
    for (subject, why) in [
        ("Away", "Write the first and the last day into the subject"),
        ("Away next week", "Invalid date `next`."),
        ("Away 2026-12-24 to 2026-12-23", "before it begins"),
        ("Away 2026-11-01 to 2026-11-23", "These days are over"),
        ("Away 2026-12-21", "These days were announced already."),
    ] {
        let (verdict, words) = away(&bench, "zytal", subject);
        assert_eq!(verdict, "[gem] Absence REJECTED", "{subject}");
        assert!(words.contains(why), "{subject}: {words}");
    }
    assert_eq!(bench.read("gem/players.yaml"), players);
}

#[test]
fn only_the_player_can_announce_an_absence() {
    let bench = Bench::started();
    let players = bench.read("gem/players.yaml");
    let stranger = mail("nobody", "Subject: Away 2026-12-20", "x\n");
    let (said, answers) = pipe(&bench, stranger);
    // The mail is passed on to the GM, and its sender gets no answer.
    let to_gm = |answer: &Answer| answer.name.contains(".gm.");
    assert!(answers.iter().all(to_gm), "{}", said.all());
    // An automatic mail is not an announcement.
    let head = "Subject: Away 2026-12-20\nAuto-Submitted: auto-replied";
    let (said, answers) = pipe(&bench, mail("zytal", head, "I am away.\n"));
    assert!(answers.is_empty(), "{}", said.all());
    assert_eq!(bench.read("gem/players.yaml"), players);
    // With tokens an address alone proves nothing.
    bench.write(
        "gem/players.yaml",
        players.replace("trust: address", "trust: token"),
    );
    let (verdict, words) = away(&bench, "zytal", "Away 2026-12-20");
    assert_eq!(verdict, "[gem] Absence REJECTED");
    assert!(
        words.contains("Your absence was not noted: nothing shows that you wrote it"),
        "{words}"
    );
}

/// A mail with orders is an order mail, even if its subject announces an absence.
#[test]
fn orders_and_an_absence_in_one_mail() {
    let bench = Bench::started();
    let both = with_file(
        "roo",
        "Away 2026-12-20",
        "roo.yaml",
        &first_orders("roo", "x"),
    );
    let (said, answers) = pipe(&bench, both);
    let subjects: Vec<&str> = answers
        .iter()
        .map(|answer| answer.field("Subject"))
        .collect();
    assert_eq!(
        subjects,
        ["[gem] Absence ACCEPTED", "[gem] Turn 1 orders ACCEPTED"],
        "{}",
        said.all()
    );
}
