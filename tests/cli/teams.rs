//! Time Agent 12: in games of two and three the distribution of the seats makes the teams.

use super::bench::{Bench, GAME, MASTER};

/// Three players with two races each, other pairs than the content suggests.
const HANDS: [(&str, &[&str]); 3] = [
    ("Ada", &["roo", "human"]),
    ("Kai", &["zytal", "fiolli"]),
    ("Bo", &["buralti", "veneb"]),
];

fn found(scenario: &str) -> Bench {
    let bench = Bench::empty();
    let scenario = format!("scenario={scenario}");
    bench.ok(&[
        "new", GAME, "--dice", "plain", "--trust", "address", "--option", &scenario, "--master",
        MASTER, "--keys", "64",
    ]);
    bench
}

fn seat<'a>(name: &'a str, address: &'a str, seats: &[&'a str]) -> Vec<&'a str> {
    let who = ["--name", name, "--address", address];
    [&["seat", GAME][..], seats, &who].concat()
}

fn started() -> Bench {
    let bench = found("three");
    for (name, seats) in HANDS {
        bench.ok(&seat(name, &format!("{name}@example.org"), seats));
    }
    bench.ok(&["start", GAME]);
    bench
}

#[test]
fn a_seating_that_the_rules_forbid_is_refused_with_the_reason() {
    let refused = |bench: &Bench, name: &str, seats: &[&str], why: &str| {
        let before = bench.tree();
        let said = bench.run(&seat(name, "a@example.org", seats));
        assert_ne!(said.code, 0, "{}", said.all());
        assert!(said.err.contains(why), "{why}:\n{}", said.all());
        assert_eq!(bench.tree(), before, "{name}: something was written");
    };
    // In games of six, five and four each player has one race.
    let bench = found("four");
    refused(
        &bench,
        "Ada",
        &["roo", "zytal"],
        "every player has one race",
    );
    bench.ok(&seat("Ada", "a@example.org", &["roo"]));
    refused(&bench, "Ada", &["zytal"], "every player has one race");
    // In games of three each player has several, so none can have three.
    let bench = found("three");
    refused(
        &bench,
        "Ada",
        &["roo", "zytal", "human"],
        "3 players with at least 2 races each (12). roo, zytal, human would leave 3 races, and 4 are needed.",
    );
    bench.ok(&seat("Ada", "a@example.org", &["roo", "human"]));
    bench.ok(&seat("Kai", "k@example.org", &["zytal"]));
    bench.ok(&seat("Bo", "b@example.org", &["buralti"]));
    refused(
        &bench,
        "Eve",
        &["veneb"],
        "has 3 players, and this would be player 4",
    );
    // In games of two the rulebook allows a distribution of 4 and 2 races, but not of 5 and 1.
    let bench = found("two");
    bench.ok(&seat(
        "Ada",
        "a@example.org",
        &["roo", "human", "fiolli", "zytal"],
    ));
    refused(
        &bench,
        "Ada",
        &["veneb"],
        "2 players with at least 2 races each",
    );
}

#[test]
fn the_seating_makes_the_teams_and_the_log_names_them() {
    let bench = started();
    let seated = bench.read("gem/public/log/000002-seated.yaml");
    for team in [
        "team.buralti: player-1",
        "team.fiolli: player-3",
        "team.human: player-2",
        "team.roo: player-2",
        "team.veneb: player-1",
        "team.zytal: player-3",
    ] {
        assert!(seated.contains(team), "{team}:\n{seated}");
    }
    // The order of the seating does not matter.
    let other = found("three");
    for (name, seats) in HANDS.iter().rev() {
        other.ok(&seat(name, &format!("{name}@example.org"), seats));
    }
    other.ok(&["start", GAME]);
    assert_eq!(other.read("gem/public/log/000002-seated.yaml"), seated);

    // The result of a look by one race is visible to its player, and to no other.
    bench.order("roo", 1, "headquarters: {research: [4b-2]}\n");
    bench.ok(&["adjudicate", GAME, "--overdue"]);
    let knows = |seat: &str| {
        let report = bench.read(&format!("gem/reports/0001/0002/{seat}.txt"));
        report.contains("(only you)") && report.contains("at 4b-2: timestreams")
    };
    let all = ["roo", "human", "zytal", "fiolli", "buralti", "veneb"];
    assert_eq!(all.map(knows), [true, true, false, false, false, false]);

    // Tables add up the points of each player.
    let report = bench.read("gem/reports/0001/0002/roo.txt");
    for line in [
        "  Player              VP  Races, whose victory points count together (12)",
        "  Bo                  87  Buralti 50, Veneb 37",
        "  Ada                 55  Human 29, Roo 26",
        "  Kai                 37  Fiolli 28, Zytal 9",
    ] {
        assert!(report.contains(line), "{line}:\n{report}");
    }
    let page = bench.read("gem/reports/0001/0002/public.html");
    assert!(page.contains("<th scope=\"row\">Ada</th><td class=\"n\">55</td>"));
}

#[test]
fn a_player_who_takes_over_a_seat_does_not_change_the_teams() {
    let bench = started();
    bench.ok(&[
        "replace",
        GAME,
        "roo",
        "--name",
        "Kai",
        "--address",
        "Kai@example.org",
        "--reason",
        "Ada is ill",
    ]);
    bench.order("zytal", 1, "headquarters: {research: [4b-2]}\n");
    bench.ok(&["adjudicate", GAME, "--overdue"]);
    let knows = |seat: &str| {
        let report = bench.read(&format!("gem/reports/0001/0002/{seat}.txt"));
        report.contains("(only you)") && report.contains("at 4b-2: timestreams")
    };
    // Roo stays with Human: its victory points count there.
    assert_eq!(
        ["zytal", "fiolli", "roo", "human"].map(knows),
        [true, true, false, false]
    );
    let report = bench.read("gem/reports/0001/0002/roo.txt");
    assert!(
        report.contains("  Ada and Kai         55  Human 29, Roo 26"),
        "{report}"
    );
    // A fork begins with the same teams, whichever players have the seats.
    bench.ok(&["fork", GAME, "branch", "--reason", "what if"]);
    let teams = |path: &str| -> Vec<String> {
        let record = bench.read(path);
        let lines = record.lines().filter(|line| line.starts_with("team."));
        lines.map(str::to_owned).collect()
    };
    let of = teams("gem/public/log/000002-seated.yaml");
    assert_eq!(of.len(), 6);
    assert_eq!(teams("branch/public/log/000003-seated.yaml"), of);
}

#[test]
fn an_audit_checks_the_teams_by_the_rules() {
    let bench = started();
    let audited = |line: &str| {
        let said = bench.run(&["audit", "gem/public"]);
        assert!(said.out.contains(line), "{line}:\n{}", said.all());
        said.code
    };
    audited("ok         the teams of the seating");
    let path = "gem/public/log/000002-seated.yaml";
    let seated = bench.read(path);
    bench.write(path, seated.replace("team.roo: player-2\n", ""));
    assert_eq!(audited("FAILED     the teams of the seating"), 1);
    bench.write(path, seated.replace("player-2", "player-9"));
    assert_eq!(audited("FAILED     the teams of the seating"), 1);
}
