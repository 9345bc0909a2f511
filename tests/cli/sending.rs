//! Mails that are sent once, and salts that count.

use super::{
    bench::{Bench, GAME, SEATS, TWO, orders, salt_words},
    script::{self, STEPS},
    tree::Tree,
};
use std::path::Path;

#[test]
fn each_mail_is_sent_exactly_once() {
    let bench = Bench::started();
    let before = bench.tree();
    let dry = bench.ok(&["send", GAME, "--dry-run"]);
    assert_eq!(bench.tree().against(&before), "");
    assert_eq!(dry.out.lines().count(), 6);
    assert!(
        dry.out
            .contains("gem.s0001.zytal.report.1 -> zytal@example.org ("),
        "{}",
        dry.out
    );

    let said = bench.ok(&["send", GAME]);
    let words: String = ["buralti", "fiolli", "human", "roo", "veneb", "zytal"]
        .map(|seat| format!("sent gem.s0001.{seat}.report.1\n"))
        .concat();
    assert_eq!(said.out, words);
    let after = bench.tree();
    assert_eq!(mails(&after, "outbox"), 0);
    assert_eq!((reports(&after, "sent"), mails(&after, "mail")), (6, 6));
    let again = bench.ok(&["send", GAME]);
    assert_eq!(again.all(), "0 of 0 mails sent.\nexit code 0");
    assert_eq!(bench.tree().against(&after), "");
    // The next sitting's mail is another mail: one player is asked.
    script::play(&bench, &STEPS[0]);
    bench.ok(&["send", GAME]);
    assert_eq!(mails(&bench.tree(), "mail"), 7);
}

/// Returns the number of mails about the sitting.
fn reports(tree: &Tree, folder: &str) -> usize {
    let report = |path: &Path| path.to_string_lossy().contains(".report.");
    tree.files(folder).filter(|(path, _)| report(path)).count()
}

fn mails(tree: &Tree, folder: &str) -> usize {
    let ending = |path: &Path| path.extension().is_some_and(|e| e == "eml");
    tree.files(folder).filter(|(path, _)| ending(path)).count()
}

#[test]
fn the_salt_hash_of_the_player_counts() {
    let bench = Bench::empty();
    bench.found();
    let words = salt_words("zytal");
    let hash = bench.ok(&["salt", "hash", GAME, "zytal", &words]).out;
    bench.seat(&SEATS[..5]);
    let args = [
        "seat",
        GAME,
        "zytal",
        "--name",
        "Z",
        "--address",
        "z@example.org",
    ];
    bench.ok(&[&args[..], &["--salt-hash", hash.trim()]].concat());
    bench.mailed();
    bench.ok(&["salt", "open", GAME, "zytal", &words]);
    let refused = bench.run(&["salt", "open", GAME, "roo", &words]);
    assert_eq!(refused.code, 2);
    bench.write("z.yaml", orders("zytal", 1, "moves: []\n"));
    assert_eq!(
        bench.run(&["receive", GAME, "z.yaml"]).code,
        2,
        "the game has not begun"
    );
}

/// Zytal has promised a salt, roo's is the GM's choice, and the others want no share in the dice. The shell lines in
/// the mail about a seat make a salt without this program.
#[test]
fn the_lines_in_the_mail_make_a_salt() {
    let bench = Bench::empty();
    bench.found();
    bench.seat(&SEATS[..5]);
    bench.ok(&[
        "seat",
        GAME,
        "zytal",
        "--name",
        "Z",
        "--address",
        "z@example.org",
    ]);
    bench.ok(&["send", GAME]);
    let mail = super::letters::read(&bench, "gem.s0.zytal.seat.1.eml").all;
    let start = mail.find("  words=$(").expect(&mail);
    let end = start + mail[start..].find("| sha256sum\n\n").expect(&mail) + "| sha256sum".len();
    let shell = std::process::Command::new("sh")
        .arg("-c")
        .arg(&mail[start..end])
        .output()
        .unwrap();
    let said = String::from_utf8(shell.stdout).unwrap();
    let mut lines = said.lines();
    let words = lines
        .next()
        .and_then(|line| line.strip_prefix("salt: "))
        .expect(&said);
    let hash = lines
        .next()
        .and_then(|line| line.split(' ').next())
        .expect(&said);
    assert_eq!(words.len(), 32, "{said}");
    assert_eq!(
        bench.ok(&["salt", "hash", GAME, "zytal", words]).out.trim(),
        hash
    );
    // The hash is recorded and closes the table; every player is mailed all hashes before any salt is opened.
    let said = bench.ok(&["salt", "promise", GAME, "zytal", hash]);
    assert!(
        said.err
            .starts_with("The table is closed. Waiting for the salts of: "),
        "{}",
        said.err
    );
    assert_eq!(bench.run(&["salt", "open", GAME, "zytal", words]).code, 2);
    bench.ok(&["send", GAME]);
    bench.ok(&["salt", "open", GAME, "zytal", words]);
    let table = super::letters::read(&bench, "gem.s0.roo.table.1.eml").all;
    assert!(
        table.contains(&format!("  salt-hash.zytal: {hash}\n")),
        "{table}"
    );
    // The salt that the program makes is long enough, and a player's own must be as well.
    let made = bench.ok(&["salt", "hash", GAME, "zytal"]).out;
    assert!(
        made.starts_with("salt  ") && made.contains("\nhash  "),
        "{made}"
    );
    let short = bench.run(&["salt", "hash", GAME, "zytal", "sesame"]);
    assert!(
        short.code == 2 && short.err.contains("can be found by trying"),
        "{}",
        short.all()
    );
}

/// The page *Verify this yourself* has the lines of the mail, for every seat, from before the game on.
#[test]
fn the_lines_on_the_page_make_a_salt() {
    let bench = Bench::empty();
    bench.found_for_two(&[]);
    bench.ok(&["site", GAME, "--out", "www"]);
    let html = bench.read("www/verify.html");
    let (_, lines) = html.split_once("<pre class=\"salt\">").unwrap();
    let (lines, _) = lines.split_once("</pre>").unwrap();
    let lines = lines
        .replace("&quot;", "\"")
        .replace("&#x27;", "'")
        .replace("&#x2f;", "/");
    let lines = lines.replacen("seat=red\n", "seat=blue\n", 1);
    let shell = std::process::Command::new("sh")
        .arg("-c")
        .arg(&lines)
        .output();
    let said = String::from_utf8(shell.unwrap().stdout).unwrap();
    let made = said.lines().collect::<Vec<_>>();
    let [salt, hash] = made[..] else {
        panic!("{lines}\n{said}");
    };
    let salt = salt.strip_prefix("salt: ").unwrap();
    let own = bench.ok(&["salt", "hash", GAME, "blue", salt]).out;
    assert_eq!(hash.split(' ').next(), Some(own.trim()), "{lines}");
}

#[test]
fn not_every_seat_needs_a_salt() {
    let bench = Bench::empty();
    bench.found();
    let seat = |seat: &str, more: &[&str]| {
        let args = [
            "seat",
            GAME,
            seat,
            "--name",
            seat,
            "--address",
            "p@example.org",
        ];
        bench.ok(&[&args[..], more].concat()).err
    };
    for quiet in &SEATS[..4] {
        seat(quiet, &[]);
    }
    seat("roo", &["--salt", "what the GM made up"]);
    bench.seat(&["zytal"]);
    let wanted = bench.ok(&["status", GAME]).out;
    let none = "No hash of a salt has come from buralti, veneb, human, fiolli yet";
    assert!(wanted.contains(none), "{wanted}");
    let early = bench.run(&["start", GAME]);
    assert!(
        early.code == 2 && early.err.contains("Waiting for the salts of: zytal."),
        "{}",
        early.all()
    );
    // The table is closed, and no salt is opened before all players know the hashes.
    let open = ["salt", "open", GAME, "zytal", &salt_words("zytal")];
    let unsent = bench.run(&open);
    assert!(
        unsent.code == 2 && unsent.err.contains("have not been mailed to buralti, "),
        "{}",
        unsent.all()
    );
    // The same holds when a salt is refused, which would publish the one that the GM knows.
    let refuse = ["salt", "refuse", GAME, "zytal"];
    let before = bench.tree();
    let unsent = bench.run(&refuse);
    assert!(
        unsent.code == 2 && unsent.err.contains("have not been mailed to buralti, "),
        "{}",
        unsent.all()
    );
    assert_eq!(bench.tree().against(&before), "");
    bench.ok(&["send", GAME]);
    let said = bench.ok(&open);
    assert!(
        said.err.contains("`chronojudge start` begins the game"),
        "{}",
        said.err
    );
    let status = bench.ok(&["status", GAME]).out;
    assert!(
        status.lines().any(|line| line == said.err.trim_end()),
        "{status}"
    );
    bench.ok(&["start", GAME]);
    let audit = bench.ok(&["audit", "gem/public"]).out;
    assert!(audit.contains("ok         salts (2)\n"), "{audit}");
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/src/site/verify.py");
    let public = bench.dir().join("gem/public");
    let python = std::process::Command::new("python3")
        .arg(script)
        .arg(public)
        .output();
    let python = python.expect("python3 runs the second verifier");
    assert!(
        python.status.success(),
        "{}",
        String::from_utf8_lossy(&python.stdout)
    );
}

/// Even if the GM knows all salts, or there is none, every player is mailed the hashes that the table was closed with,
/// before any salt is opened.
#[test]
fn the_hashes_are_mailed_to_all_even_without_salts_of_players() {
    let bench = Bench::empty();
    bench.found_for_two(&[]);
    for seat in TWO {
        let salt = format!("what {seat} has told");
        let who = [
            "--name",
            seat,
            "--address",
            "p@example.org",
            "--salt",
            &salt,
        ];
        bench.ok(&[&["seat", GAME, seat], &who[..]].concat());
    }
    let head = bench.json(&["status", GAME])["head"].clone();
    let words = "All salts are in. They are opened when every player has been mailed their hashes";
    assert!(bench.ok(&["status", GAME]).out.contains(words));
    assert!(!bench.root().join("public/log/000003-salts.yaml").exists());
    let said = bench.run(&["start", GAME]);
    assert!(
        said.code == 2 && said.err.contains("have not been mailed to red, blue yet"),
        "{}",
        said.all()
    );
    bench.ok(&["send", GAME]);
    let seated = bench.read("gem/public/log/000002-seated.yaml");
    for seat in TWO {
        let mail = super::letters::read(&bench, &format!("gem.s0.{seat}.table.1.eml")).all;
        let hashes = seated.lines().filter(|line| line.starts_with("salt-hash."));
        assert_eq!(hashes.clone().count(), 2, "{seated}");
        for line in hashes {
            assert!(mail.contains(&format!("  {line}\n")), "{mail}");
        }
        let head = head.as_str().unwrap();
        assert!(
            mail.contains(&format!("Head of the log:\n  {head}\n")),
            "{mail}"
        );
        assert!(mail.contains("Look for your own above."), "{mail}");
    }
    bench.ok(&["start", GAME]);
    assert!(
        bench
            .ok(&["audit", GAME])
            .out
            .contains("ok         salts (2)\n")
    );

    let bench = Bench::empty();
    bench.found_for_two(&[]);
    for seat in TWO {
        let who = ["--name", seat, "--address", "p@example.org"];
        bench.ok(&[&["seat", GAME, seat], &who[..]].concat());
    }
    bench.ok(&["start", GAME]);
    bench.ok(&["send", GAME]);
    let mail = super::letters::read(&bench, "gem.s0.red.table.1.eml").all;
    assert!(mail.contains("No player has promised a salt."), "{mail}");
}
