//! A mailed report leaves out the tables that the reader's last one had; every other report has all of them.

use super::{
    bench::{Bench, GAME, Said},
    mail::parts,
};
use std::fs;

const TITLE: &str = "UNCHANGED SINCE YOUR LAST MAIL";
const TABLE: &str = "\nSTATUS DISPLAY\n--------------\n";
const PAGE_TITLE: &str = "<h2>Unchanged since your last mail</h2>";
const PAGE_TABLE: &str = "<h2>Status display</h2>";

fn mail(bench: &Bench, name: &str) -> (String, Option<String>) {
    mail_in(bench, "outbox", name)
}

/// Returns the text and the page of a mail, of which there is one whose name begins so.
fn mail_in(bench: &Bench, folder: &str, name: &str) -> (String, Option<String>) {
    let outbox = fs::read_dir(bench.root().join(folder)).unwrap();
    let mut names = outbox.map(|entry| entry.unwrap().path());
    let path = names.find(|path| {
        path.file_name()
            .unwrap()
            .to_string_lossy()
            .starts_with(name)
    });
    let raw = fs::read(path.unwrap_or_else(|| panic!("no mail {name}"))).unwrap();
    let all = parts(&raw);
    let mut texts = all
        .iter()
        .map(|part| String::from_utf8_lossy(part).into_owned());
    let text = texts.find(|text| text.contains("WHAT HAPPENED")).unwrap();
    (text, texts.find(|text| text.contains("<html")))
}

/// Plays a turn in which no seat gives orders.
fn turn(bench: &Bench) -> Said {
    bench.ok(&["adjudicate", GAME, "--overdue", "--now", "no orders"])
}

#[test]
fn a_table_that_the_last_mail_had_is_left_out_of_the_next_one_alone() {
    let bench = Bench::started();
    let first = mail(&bench, "gem.s0001.buralti.report");
    assert!(
        first.0.contains(TABLE) && !first.0.contains(TITLE),
        "{}",
        first.0
    );
    bench.write(
        "gem/game.yaml",
        bench.read("gem/game.yaml") + "public-at: https://games.example/gem/\n",
    );
    turn(&bench);
    let (text, page) = mail(&bench, "gem.s0002.buralti.report");
    let page = page.expect("a page");
    let (before, list) = text.split_once(TITLE).unwrap_or_else(|| panic!("{text}"));
    assert!(
        !text.contains(TABLE) && list.contains("\n  STATUS DISPLAY\n"),
        "{text}"
    );
    assert!(list.contains("`report` in the first line"), "{list}");
    assert!(list.contains("\n  https://games.example/gem/\n"), "{list}");
    assert!(
        page.contains(PAGE_TITLE) && !page.contains(PAGE_TABLE),
        "{page}"
    );
    assert!(
        page.contains("Status display;") || page.contains("Status display."),
        "{page}"
    );
    // The credits have changed, and the dice are no table of the state.
    assert!(before.contains("\nTHE RACES\n---------\n"), "{before}");
    assert!(list.contains("\nDICE OF THIS SITTING\n"), "{list}");
    for line in text.lines() {
        assert!(
            line.chars().count() <= 78 && !line.contains('\u{1c}'),
            "{line}"
        );
    }
    // The report on file, and the mail that repeats it, have all tables.
    let filed = bench.ok(&["report", GAME, "buralti"]).out;
    assert!(filed.contains(TABLE) && !filed.contains(TITLE), "{filed}");
    let html = bench.ok(&["report", GAME, "buralti", "--html"]).out;
    assert!(html.contains(PAGE_TABLE) && !html.contains(PAGE_TITLE));
    bench.ok(&["send", GAME, "--again", "buralti"]);
    let (text, page) = mail_in(&bench, "sent", "gem.s0002.buralti.again");
    assert!(text.contains(TABLE) && !text.contains(TITLE), "{text}");
    assert!(page.is_some_and(|page| page.contains(PAGE_TABLE)));
}

#[test]
fn a_new_player_is_mailed_all_tables() {
    let bench = Bench::started();
    let newcomer = ["--name", "Ilse", "--address", "ilse@example.org"];
    bench.ok(&[&["replace", GAME, "zytal", "--reason", "x"], &newcomer[..]].concat());
    turn(&bench);
    let (zytal, _) = mail(&bench, "gem.s0002.zytal.report");
    assert!(zytal.contains(TABLE) && !zytal.contains(TITLE), "{zytal}");
    let (roo, _) = mail(&bench, "gem.s0002.roo.report");
    assert!(roo.contains(TITLE) && !roo.contains(TABLE), "{roo}");
}

#[test]
fn the_report_of_a_correction_has_all_tables() {
    let bench = Bench::started();
    turn(&bench);
    let state = bench.read("gem/turns/0002/state.yaml");
    bench.write("state.yaml", state.replacen("credits: ", "credits: 1", 1));
    bench.ok(&["amend", GAME, "state.yaml", "--reason", "x"]);
    let (text, _) = mail(&bench, "gem.s0002.roo.amend");
    assert!(text.contains(TABLE) && !text.contains(TITLE), "{text}");
}
