//! The six answers at the top of an audit: of a game that passes, of one that runs, and of forged ones.

use super::{
    bench::{Bench, GAME, TWO},
    letters::{answered, with_file},
    signed::{nothing, turn},
    tree::Tree,
};
use std::{fs, path::Path};

/// Returns a bench with a copy of a public folder.
fn example(name: &str) -> Bench {
    let game = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("games")
        .join(name);
    let bench = Bench::empty_in_memory();
    Tree::read(&game.join("public")).write(&bench.dir().join("public"));
    bench
}

/// Returns the replies and the sentences from the JSON of an audit; its text begins with the same.
fn answers(bench: &Bench, args: &[&str]) -> Vec<(String, String)> {
    let args = [&["audit"], args].concat();
    let json = bench.json(&args);
    let text = bench.run(&args).out;
    let mut lines = text.lines();
    let found: Vec<_> = { json["answers"].as_array().unwrap() }
        .iter()
        .map(|answer| {
            let of = |key: &str| answer[key].as_str().unwrap().to_owned();
            let (question, reply, sentence) = (of("question"), of("answer"), of("sentence"));
            assert_eq!(
                lines.next(),
                Some(&*format!("{reply:<11} {question} {sentence}"))
            );
            (reply, sentence)
        })
        .collect();
    assert_eq!(found.len(), 6, "{text}");
    assert_eq!(lines.next(), Some(""));
    // With `--quiet` only failures are printed.
    let quiet = bench.run(&[&args[..], &["--quiet"]].concat()).out;
    assert!(
        quiet
            .lines()
            .all(|line| line.starts_with("FAILED") || line.starts_with("NOT ")),
        "{quiet}"
    );
    found
}

fn replies(answers: &[(String, String)]) -> Vec<&str> {
    answers.iter().map(|(reply, _)| reply.as_str()).collect()
}

#[test]
fn a_finished_game_is_answered_in_six_lines() {
    let bench = example("the-long-afternoon");
    let said = answers(&bench, &["public"]);
    // The orders were written without heads, so they do not show which log their players saw.
    let expected = ["yes", "yes", "yes", "yes", "not checked", "yes"];
    assert_eq!(replies(&said), expected, "{said:#?}");
    for (n, words) in [
        (0, "The keys of 7 sittings lead back to the anchor"),
        (
            1,
            "By the salts of buralti, fiolli, human, roo, veneb and zytal; no seat was skipped;",
        ),
        (2, "the holder of the GM's secret knows every roll"),
        (
            3,
            "36 of 36 order files of all seats are open, and what was played follows from them",
        ),
        (
            4,
            "0 of 36 order files of all seats name a record of this log.",
        ),
        (5, "is open, and 49 files"),
    ] {
        assert!(said[n].1.contains(words), "{:?}", said[n]);
    }
    // The page of the site shows the same answers.
    bench.ok(&["site", "public", "--out", "www"]);
    let html = bench.read("www/verify.html");
    let html = html.replace("&#x27;", "'");
    for (reply, sentence) in &said {
        let line = format!("<dd><strong>{reply}</strong>. {sentence}</dd>");
        assert!(html.contains(&line), "{line}\n{html}");
    }
}

#[test]
fn a_running_game_says_what_cannot_be_checked_yet() {
    let said = answers(&example("whispers-1"), &["public"]);
    let expected = [
        "yes",
        "yes",
        "yes",
        "not checked",
        "not checked",
        "not checked",
    ];
    assert_eq!(replies(&said), expected, "{said:#?}");
    assert!(
        said[3]
            .1
            .starts_with("The locks have 6 order files of all seats; they are opened when"),
        "{said:#?}"
    );

    // With a player's own receipts, the fourth answer is about that player's seat.
    let bench = Bench::empty_in_memory();
    bench.ready_for_two(&["--sign-log", "--option", "youth=true"]);
    bench.ok(&["start", GAME]);
    let mut mails = vec![];
    for seat in TWO {
        let file = nothing(seat, turn(&bench), "mine");
        let answer = answered(&bench, with_file(seat, "mine", "x.yaml", &file));
        mails.push(format!("gem/mail/{}.eml", answer.name));
    }
    bench.ok(&["adjudicate", GAME]);
    let said = answers(&bench, &[GAME, "--compare", &mails[0]]);
    assert_eq!(said[3].0, "not checked");
    assert_eq!(
        said[3].1,
        "The locks have 1 order file of red; they are opened when the game is over; 1 of 1 receipt compared here are \
         what the locks have."
    );
    let said = answers(&bench, &[GAME, "--compare", &mails[0], &mails[1]]);
    assert!(
        said[3]
            .1
            .starts_with("The locks have 2 order files of blue and red;"),
        "{said:#?}"
    );
    assert!(
        said[4]
            .1
            .contains("the mails compared here name 2 heads of it"),
        "{said:#?}"
    );
}

#[test]
fn a_forged_game_is_answered_with_the_reason() {
    /// The forgery, the index of the answer that must be `no`, and the words of that answer.
    type Case = (fn(&Path), usize, &'static str, &'static str);
    fn edit(path: &Path, from: &str, to: &str) {
        let text = fs::read_to_string(path).unwrap();
        assert!(text.contains(from), "{}: {from}", path.display());
        fs::write(path, text.replacen(from, to, 1)).unwrap();
    }
    let cases: [Case; 6] = [
        (
            |p| {
                let path = p.join("sittings/0003/rolls.txt");
                let text = fs::read_to_string(&path).unwrap();
                let (start, last) = text.trim_end().split_at(text.len() - 2);
                let face = if last == "1" { "2" } else { "1" };
                fs::write(&path, format!("{start}{face}\n")).unwrap();
            },
            0,
            "no",
            "They are not what was fixed: sitting 3: rolls",
        ),
        (
            |p| {
                let path = p.join("log/000003-salts.yaml");
                let text = fs::read_to_string(&path).unwrap();
                let salt = text.lines().find(|line| line.starts_with("salt.")).unwrap();
                let (seat, _) = salt.split_once(": ").unwrap();
                edit(&path, salt, &format!("{seat}: {}", "7".repeat(64)));
            },
            1,
            "no",
            "is not the salt whose hash was sent for this game",
        ),
        (
            |p| edit(&p.join("opened/0002/order-zytal.yaml"), "\n", "\n# more\n"),
            3,
            "no",
            "is not the file that was published",
        ),
        (
            |p| {
                // The writer of these orders was sent another log.
                let path = p.join("opened/0002/order-zytal.yaml");
                edit(&path, "\n", &format!("\nhead: {}\n", "5f".repeat(32)));
            },
            4,
            "no",
            "its player was sent another log",
        ),
        (
            |p| fs::remove_file(p.join("log/000018-final.yaml")).unwrap(),
            5,
            "no",
            "The game is over, and the GM has not opened it.",
        ),
        (
            |p| {
                edit(
                    &p.join("log/000009-result.yaml"),
                    "previous: ",
                    "previous: 0",
                );
            },
            0,
            "not checked",
            "The log is not in order: ",
        ),
    ];
    for (forge, n, reply, words) in cases {
        let bench = example("the-long-afternoon");
        forge(&bench.dir().join("public"));
        let said = answers(&bench, &["public"]);
        assert_eq!(said[n].0, reply, "{words}: {said:#?}");
        assert!(said[n].1.contains(words), "{words}: {said:#?}");
    }
    let bench = Bench::empty();
    bench.write("public/log/readme.txt", "none");
    let said = answers(&bench, &["public"]);
    assert!(
        replies(&said).iter().all(|reply| *reply == "not checked"),
        "{said:#?}"
    );
}
