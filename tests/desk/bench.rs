//! A game for six with its own terms, and a settable clock.

use crate::cli::bench::{Bench, GAME, SEATS, Said, made_once, orders, said};
use chrono::{DateTime, Utc};
use serde_json::Value;
use std::{fs, process::Command};

/// Orders are due on Fridays at 18:00 in Vienna: the first time at [`DUE`].
pub const FRIDAYS: &str = "schedule: {days: [friday], time: '18:00', zone: Europe/Vienna";
/// The deadline of the first turn.
pub const DUE: &str = "2026-11-27T17:00:00Z";

/// Returns the terms with the schedule above and more.
pub fn terms(schedule: &str, more: &str) -> String {
    format!("{FRIDAYS}{schedule}}}\n{more}")
}

pub fn utc(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

/// Returns a game for six under these terms, just started; it is founded once for each.
pub fn started(terms: &str) -> Bench {
    Bench::copy(made_once(
        &format!("started with terms: {terms}"),
        |bench| {
            bench.write("terms.yaml", terms);
            bench.new_game(&["--title", "The Gem", "--terms", "terms.yaml"]);
            bench.seat(&SEATS);
            bench.open_all();
            bench.ok(&["start", GAME]);
            bench.ok(&["send", GAME]);
        },
    ))
}

/// Seats two players, with three races each (12), who are sent text alone: pages and pictures of six seats would take
/// most of the time of a game that is played to its end.
pub fn seat_two_players(bench: &Bench) {
    for (n, seat) in SEATS.iter().enumerate() {
        let (name, address) = [("Ada", "ada@example.org"), ("Kai", "kai@example.org")][n % 2];
        let who = ["--name", name, "--address", address, "--text"];
        bench.ok(&[&["seat", GAME, seat][..], &who].concat());
    }
}

/// Returns the program's command at another time.
pub fn command_at(bench: &Bench, clock: &str, args: &[&str]) -> Command {
    let mut command = bench.command(args);
    command.env("CHRONOJUDGE_CLOCK", clock);
    command
}

pub fn run_at(bench: &Bench, clock: &str, args: &[&str]) -> Said {
    said(&command_at(bench, clock, args).output().unwrap())
}

/// Runs the program, which must succeed.
#[track_caller]
pub fn ok_at(bench: &Bench, clock: &str, args: &[&str]) -> Said {
    let said = run_at(bench, clock, args);
    assert_eq!(said.code, 0, "{args:?} failed:\n{}", said.all());
    said
}

/// Returns the messages of one tick.
#[track_caller]
pub fn tick(bench: &Bench, clock: &str) -> String {
    ok_at(bench, clock, &["tick", GAME]).err
}

/// Files orders that consist of an envelope and `no-orders`.
#[track_caller]
pub fn send_in(bench: &Bench, clock: &str, seats: &[&str], turn: u32) {
    for seat in seats {
        let name = format!("{seat}.yaml");
        bench.write(&name, orders(seat, turn, "no-orders: true\n"));
        ok_at(bench, clock, &["receive", GAME, &name]);
    }
}

/// Returns `status` as data.
#[track_caller]
pub fn status(bench: &Bench, clock: &str) -> Value {
    let said = ok_at(bench, clock, &["status", GAME, "--json"]);
    serde_json::from_str(&said.out).unwrap()
}

/// Returns the names of all sent and waiting mails of a kind, without game and extension.
pub fn mails(bench: &Bench, kind: &str) -> Vec<String> {
    let tree = bench.tree();
    let mut names: Vec<String> = tree
        .files("")
        .map(|(path, _)| path.to_path_buf())
        .filter(|path| path.starts_with("outbox") || path.starts_with("sent"))
        .filter_map(|path| Some(path.file_name()?.to_str()?.strip_suffix(".eml")?.to_owned()))
        .filter(|name| name.split('.').nth(3).is_some_and(|k| k.starts_with(kind)))
        .map(|name| name.trim_start_matches("gem.").to_owned())
        .collect();
    names.sort();
    names
}

/// Returns the decoded text of a sent mail.
#[track_caller]
pub fn mail(bench: &Bench, name: &str) -> String {
    let path = ["sent", "outbox"]
        .map(|folder| bench.root().join(folder).join(format!("gem.{name}.eml")))
        .into_iter()
        .find(|path| path.exists());
    let path = path.unwrap_or_else(|| panic!("there is no mail {name}"));
    let parts = crate::cli::mail::parts(&fs::read(path).unwrap());
    let parts: Vec<_> = parts.iter().map(|p| String::from_utf8_lossy(p)).collect();
    parts.join("\n").replace("\r\n", "\n")
}

/// Returns the kinds of the notes in the public log, in order.
pub fn notes(bench: &Bench) -> Vec<String> {
    let log = chronojudge::log::Log::read(&bench.root().join("public")).unwrap();
    log.of(chronojudge::log::Kind::Note)
        .map(|note| {
            let who = note.record.get("who").unwrap();
            format!("{} by {who}", note.record.get("what").unwrap())
        })
        .collect()
}

/// Returns the texts of the notes, in order.
pub fn note_texts(bench: &Bench) -> String {
    let tree = bench.tree();
    let texts = tree.files("public/notes");
    texts
        .map(|(_, text)| String::from_utf8_lossy(text).into_owned())
        .collect()
}

/// Checks that both auditors pass.
#[track_caller]
pub fn audits(bench: &Bench) {
    let said = bench.run(&["audit", "gem/public"]);
    assert_eq!(said.code, 0, "{}", said.all());
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/src/site/verify.py");
    let python = Command::new("python3")
        .arg(script)
        .arg(bench.root().join("public"))
        .output()
        .unwrap();
    let words = String::from_utf8_lossy(&python.stdout);
    assert!(python.status.success(), "{words}");
}
