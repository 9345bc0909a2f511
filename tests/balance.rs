//! Checks that the page about the balance of Time Agent's scenarios describes the current content.

use chronojudge::rulesets;
use serde_json::Value;
use std::{fs, path::Path};

const PAGE: &str = "docs/time-agent-balance.md";
const RACES: [&str; 6] = ["buralti", "veneb", "human", "fiolli", "roo", "zytal"];

/// The instructions for a failure of these tests.
const AGAIN: &str = "was changed since the games of docs/time-agent-balance.md were played: play them again with the \
    commands of that page, and write its shares, its points and its bounds anew";

fn content(file: &str) -> Value {
    let known = rulesets::find("time-agent").expect("a ruleset");
    (known.library)().read(file).expect("a file of the box")
}

fn page() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(PAGE);
    fs::read_to_string(path).expect("the page")
}

/// A change of the outlined points changes which side wins, and no other test shows it.
#[test]
fn the_outlined_points_are_those_that_were_measured() {
    let page = page();
    let events = content("events.yaml")["events"].clone();
    let events = events.as_array().expect("events");
    for event in events {
        let points = RACES.map(|race| match &event["reversed"][race] {
            Value::Null => String::new(),
            points => format!("{}/{}", points["rp"], points["vp"]),
        });
        let name = event["name"].as_str().expect("a name");
        let row = format!("| {name} | {} |", points.join(" | "));
        assert!(
            page.lines().any(|line| line == row),
            "{row}: {name} {AGAIN}"
        );
    }
    let rows = page.lines().filter(|line| line.matches('|').count() == 8);
    // The table has a head and the line below it.
    assert_eq!(rows.count(), events.len() + 2);
}

/// The games of two and three were played with these teams.
#[test]
fn the_teams_are_those_that_were_measured() {
    let page = page();
    let scenarios = content("races.yaml")["scenarios"].clone();
    let prose = |race: &Value| {
        let race = race.as_str().expect("a race");
        race[..1].to_uppercase() + &race[1..]
    };
    let mut found = 0;
    for scenario in scenarios.as_array().expect("scenarios") {
        for team in scenario["teams"].as_array().into_iter().flatten() {
            let names: Vec<String> = team.as_array().expect("races").iter().map(prose).collect();
            let (last, first) = names.split_last().expect("races");
            let team = format!("{} and {last} ", first.join(", "));
            let id = scenario["id"].as_str().expect("a name");
            let row = page
                .lines()
                .find(|line| line.starts_with(&format!("| `{id}`, as `simulate` seats it |")));
            let row = row.unwrap_or_else(|| panic!("{PAGE} has no row of `{id}`"));
            assert!(row.contains(&team), "{team}: `{id}` {AGAIN}");
            found += 1;
        }
    }
    assert_eq!(found, 5);
}
