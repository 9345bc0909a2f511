//! The web address of the public files in `game.yaml`: the GM can add it at any time, and mails and reports name it.

use super::{
    bench::{Bench, GAME},
    letters,
};

const AT: &str = "https://example.org/~ada/gem?a=1&b=2";

/// Adds lines to `game.yaml`.
fn add(bench: &Bench, lines: &str) {
    let game = bench.read("gem/game.yaml");
    bench.write("gem/game.yaml", format!("{game}{lines}"));
}

#[test]
fn a_running_game_gets_an_address_that_mails_and_reports_name() {
    let bench = Bench::empty();
    bench.ready_for_two(&[]);
    let published = bench.read("gem/public/game.yaml");
    add(
        &bench,
        &format!(
            "\n# Where the public files are:\npublic-at: {AT}\npublish:\n  to: ada@example.org:www\n"
        ),
    );
    bench.ok(&["start", GAME]);
    let words = format!("Public files, and how to check them:\n  {AT}\n");
    let report = bench.read("gem/reports/0000/0001/red.txt");
    assert!(report.contains(&words), "{report}");
    let page = bench
        .read("gem/reports/0000/0001/red.html")
        .replace("&#x2f;", "/");
    let link = "<a href=\"https://example.org/~ada/gem?a=1&amp;b=2\">";
    assert!(page.contains(link), "{page}");
    // A mail whose text does not come from a template, and the answer to a mail.
    bench.ok(&["hold", GAME, "--reason", "a short break"]);
    bench.ok(&["send", GAME]);
    let left = letters::left(&bench);
    let notice = left.iter().find(|name| name.contains(".red.hold"));
    let notice = letters::read(&bench, notice.expect("a notice")).all;
    assert!(notice.contains(&words), "{notice}");
    let answer = letters::answered(
        &bench,
        letters::mail("red", "Subject: status\n", "status\n"),
    );
    assert!(answer.all.contains(&words), "{}", answer.all);
    assert_eq!(bench.read("gem/public/game.yaml"), published);
    bench.ok(&["audit", GAME]);
}

#[test]
fn agreed_terms_cannot_be_changed_beside_the_address() {
    for (from, to) in [
        ("keys: 64\n", "keys: 65\npublic-at: https://example.org\n"),
        // Without the lines that are left out, this would be the agreed title.
        ("title: gem\n", "title: gem\n  # more\n\n  and another\n"),
        (
            "title: gem\n",
            "public-at: |\n  https://example.org\ntitle: gem\n  too\n",
        ),
    ] {
        let bench = Bench::started();
        let game = bench.read("gem/game.yaml");
        let title = game.lines().find(|line| line.starts_with("title:"));
        let keys = game.lines().find(|line| line.starts_with("keys:"));
        let game = game
            .replace(title.expect("a title"), "title: gem")
            .replace(keys.expect("keys"), "keys: 64");
        assert!(game.contains(from), "{game}");
        bench.write("gem/game.yaml", game.replace(from, to));
        let refused = bench.run(&["status", GAME]);
        assert_eq!(refused.code, 3, "{to:?}: {}", refused.all());
    }
}

#[test]
fn a_bad_address_is_shown_with_its_place() {
    let bench = Bench::started();
    for bad in [
        "javascript:alert(1)",
        "https://ada:word@example.org/",
        "example.org",
    ] {
        let bench = Bench::started();
        add(&bench, &format!("public-at: {bad}\n"));
        let refused = bench.run(&["status", GAME]);
        assert_eq!(refused.code, 3, "{}", refused.all());
        let shown = "write an address such as `https://example.org/summer-war/`";
        assert!(refused.err.contains(shown), "{}", refused.all());
        assert!(refused.err.contains("game.yaml:"), "{}", refused.all());
    }
    let new = ["new", "other", "--public-at", "example.org"];
    assert_eq!(bench.run(&new).code, 2);
}

#[test]
fn a_game_is_founded_with_an_address_and_its_fork_has_none() {
    let bench = Bench::empty();
    bench.ready_for_two(&["--public-at", AT]);
    assert!(
        bench
            .read("gem/game.yaml")
            .ends_with(&format!("public-at: {AT}\n"))
    );
    assert!(!bench.read("gem/public/game.yaml").contains("public-at"));
    bench.ok(&["start", GAME]);
    bench.ok(&["audit", GAME]);
    let fork = ["fork", GAME, "other", "--turn", "1", "--reason", "to try"];
    bench.ok(&fork);
    assert!(!bench.read("other/game.yaml").contains("public-at"));
}
