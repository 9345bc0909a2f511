//! Seats that are drawn in public (Time Agent 3 and 12), in games that agreed on it.

use super::bench::{Bench, GAME, MASTER};
use crate::tamper::public::{Public, Record};
use chronojudge::{
    log::{self, Log, Published},
    yaml::keep,
};
use serde_json::Value;
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
    process::Command,
};

const SEATS: [&str; 6] = ["buralti", "veneb", "human", "fiolli", "roo", "zytal"];
/// The places that each player takes in a game of three.
const HANDS: [(&str, [&str; 2]); 3] = [
    ("Ada", ["buralti", "veneb"]),
    ("Kai", ["human", "roo"]),
    ("Bo", ["fiolli", "zytal"]),
];

/// Returns a game of three whose races are drawn, with its table full.
fn full(more: &[&str]) -> Bench {
    let bench = Bench::empty();
    let new = [
        "new", GAME, "--dice", "plain", "--trust", "address", "--master", MASTER, "--keys", "64",
    ];
    let three = ["--option", "scenario=three"];
    bench.ok(&[&new[..], &three, more].concat());
    for (name, places) in HANDS {
        let who = ["--name", name, "--address", "p@example.org"];
        let salt = format!("the salt of {name}, at least");
        let salts = ["--salt", &salt, "--salt", &salt];
        bench.ok(&[&["seat", GAME][..], &places, &who, &salts].concat());
    }
    bench.mailed();
    bench
}

/// Returns the seats of each player.
fn hands(bench: &Bench) -> BTreeMap<String, Vec<String>> {
    let players: Value = keep::from_str(&bench.read("gem/players.yaml")).unwrap();
    let players = players["players"].as_array().unwrap().iter();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    players
        .map(|player| {
            let mut seats: Vec<String> = player["seats"]
                .as_array()
                .unwrap()
                .iter()
                .map(text)
                .collect();
            seats.sort();
            (text(&player["name"]), seats)
        })
        .collect()
}

fn second(bench: &Bench) -> (Option<i32>, String) {
    second_of(&bench.root().join("public"))
}

fn second_of(public: &Path) -> (Option<i32>, String) {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/src/site/verify.py");
    let python = Command::new("python3")
        .arg(script)
        .arg(public)
        .output()
        .unwrap();
    (
        python.status.code(),
        String::from_utf8_lossy(&python.stdout).into_owned(),
    )
}

#[test]
fn players_get_the_seats_that_the_shuffle_gives_their_places() {
    let bench = full(&["--draw-races"]);
    let mail = bench.read("gem/sent/gem.s0000.buralti.seat.1.eml");
    assert!(
        mail.contains("You hold buralti, veneb until the seats are drawn"),
        "{mail}"
    );
    let before = hands(&bench);
    bench.ok(&["start", GAME]);
    let log = Log::read(&bench.root().join("public")).unwrap();
    let order = log::draw_seats(&log, 6).unwrap();
    assert_ne!(
        order,
        [0, 1, 2, 3, 4, 5],
        "this draw moves nobody: take another secret"
    );
    let note = bench.read("gem/public/log/000004-note.yaml");
    assert!(note.contains("\nwhat: seats\nwho: desk\n"), "{note}");
    for (name, places) in &before {
        let mut now: Vec<&str> = places
            .iter()
            .map(|place| SEATS.iter().position(|seat| seat == place).unwrap())
            .map(|place| SEATS[order[place] as usize])
            .collect();
        now.sort_unstable();
        assert_eq!(hands(&bench)[name], now, "{name}");
    }
    // The teams follow the players, and the first report goes to the player who has the race now.
    let roo = hands(&bench)
        .into_iter()
        .find(|(_, seats)| seats.contains(&"roo".to_owned()));
    let (name, seats) = roo.unwrap();
    let report = bench.read("gem/reports/0000/0001/roo.txt");
    assert!(report.contains(&name), "{report}");
    let team = |seat: &str| {
        let line = note
            .lines()
            .find(|line| line.starts_with(&format!("team.{seat}: ")));
        line.unwrap().split(": ").nth(1).unwrap().to_owned()
    };
    assert_eq!(team(&seats[0]), team(&seats[1]));
    assert!(report.contains("The seats were drawn by lot"), "{report}");
    // Both auditors compute the draw.
    let said = bench.ok(&["audit", GAME]);
    for line in [
        "ok         the draw of the seats\n",
        "ok         the teams of the seating\n",
    ] {
        assert!(said.out.contains(line), "{}", said.out);
    }
    let (code, words) = second(&bench);
    assert!(
        code == Some(0) && words.contains("ok         the draw of the seats\n"),
        "{words}"
    );
    // A second start does not draw again.
    assert_eq!(bench.run(&["start", GAME]).code, 2);
}

#[test]
fn without_a_draw_the_gm_assigns_the_seats() {
    let bench = full(&[]);
    let before = hands(&bench);
    bench.ok(&["start", GAME]);
    assert_eq!(hands(&bench), before);
    let published = Published::read(&bench.root().join("public"));
    assert!(published.is_ok() && !bench.read("gem/game.yaml").contains("draw-seats"));
}

/// A fork keeps the seats as they were drawn: nothing is left to draw.
#[test]
fn a_fork_does_not_draw_again() {
    let bench = full(&["--draw-races"]);
    bench.ok(&["start", GAME]);
    bench.ok(&["fork", GAME, "what-if", "--reason", "what if?"]);
    bench.ok(&["adjudicate", "what-if", "--overdue", "--now", "alone"]);
    bench.ok(&["audit", "what-if"]);
    let (code, words) = second_of(&bench.dir().join("what-if/public"));
    assert_eq!(code, Some(0), "{words}");
}

#[test]
fn a_draw_cannot_be_forged() {
    let bench = full(&["--draw-races"]);
    bench.ok(&["start", GAME]);
    let root = bench.root().join("public");
    let real = Public::read(&root);
    let at = real
        .records()
        .iter()
        .position(|r| r.get("what") == Some("seats"))
        .unwrap();
    let swap = |record: &mut Record, one: &str, other: &str| {
        let values = [one, other].map(|key| record.get(key).unwrap().to_owned());
        record.set(one, values[1].clone());
        record.set(other, values[0].clone());
    };
    let forge = |what: &str, change: &dyn Fn(&mut Vec<Record>)| {
        let mut public = real.clone();
        let mut records = public.records();
        change(&mut records);
        public.relink(&records);
        fs::remove_dir_all(&root).unwrap();
        public.write(&root, None);
        let said = bench.no(&["audit", GAME]);
        let failed = said
            .out
            .lines()
            .any(|line| line.starts_with("FAILED") && line.contains(what));
        assert!(failed, "{what}: {}", said.out);
        let (code, words) = second(&bench);
        assert!(
            code == Some(1) && words.contains("FAILED"),
            "{what}: {words}"
        );
    };
    forge("the draw of the seats", &|records| {
        let mut order: Vec<String> = records[at]
            .get("drawn")
            .unwrap()
            .split(' ')
            .map(str::to_owned)
            .collect();
        order.swap(0, 1);
        records[at].set("drawn", order.join(" "));
    });
    let teams = |records: &[Record]| -> Vec<String> {
        let teams = records[at]
            .0
            .iter()
            .filter(|(key, _)| key.starts_with("team."));
        let mut seen = BTreeSet::new();
        teams
            .filter(|(_, team)| seen.insert(team.clone()))
            .map(|(key, _)| key.clone())
            .collect()
    };
    forge("the draw of the seats", &|records| {
        let two = teams(records);
        swap(&mut records[at], &two[0], &two[1]);
    });
    forge("the draw of the seats", &|records| {
        records[at]
            .0
            .push(("key.roo".to_owned(), "ssh-ed25519 AAAA".to_owned()));
    });
    forge("the draw of the seats", &|records| drop(records.remove(at)));
    // The draw is repeated, and made too late.
    forge("order and keys", &|records| {
        let note = records[at].clone();
        records.insert(at + 1, note);
    });
    forge("order and keys", &|records| {
        let note = records.remove(at);
        records.push(note);
    });
}
