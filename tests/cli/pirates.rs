//! Time Pirates at the command line: each turn belongs to one player.

use super::{
    bench::{Bench, GAME, MASTER, orders, said, salt_words, seat_id},
    schemas::{objections, validator},
};
use chronojudge::rulesets::Listed as _;
use chronojudge::{
    engine::{Chance, DynRuleset, Effort, OnFile, Sent, Trial, Viewer},
    rulesets::time_pirates::TimePirates,
    yaml::keep,
};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

const SEATS: [&str; 3] = ["black", "orange", "pink"];

/// A list of all counters that an Epoch can hold.
pub(super) const ANYTHING: &str = "[europe, africa, america, asia, australia, world, europe-atomic, africa-atomic, \
    america-atomic, asia-atomic, australia-atomic, europe-arrows, africa-arrows, america-arrows, \
    asia-arrows, australia-arrows]";

/// Returns a game for three that has just been started.
pub(super) fn started() -> Bench {
    let bench = Bench::empty();
    start(&bench, &[]);
    bench
}

fn start(bench: &Bench, more: &[&str]) {
    let founded = [
        "new", GAME, "--dice", "plain", "--trust", "address", "--master", MASTER, "--keys", "64",
    ];
    let rules = ["--ruleset", "time-pirates", "--option", "players=3"];
    bench.ok(&[&founded[..], &rules, more].concat());
    bench.seat(&SEATS);
    for seat in SEATS {
        bench.ok(&["salt", "open", GAME, seat, &salt_words(seat)]);
    }
    bench.ok(&["start", GAME]);
}

/// Returns such a game after the Time Travelers are placed.
pub(super) fn placed() -> Bench {
    let bench = started();
    place_all(&bench);
    bench
}

fn place_all(bench: &Bench) {
    for seat in SEATS {
        let body = "place: [1900-1999, 1800-1899, 1600-1699]\n";
        send(bench, seat, 1, body);
    }
    bench.ok(&["adjudicate", GAME]);
}

/// Receives a player's orders.
fn send(bench: &Bench, seat: &str, turn: u32, body: &str) {
    let name = format!("{seat}.yaml");
    bench.write(&name, orders(seat, turn, body));
    bench.ok(&["receive", GAME, &name]);
}

/// Returns the seats that the sitting waits for.
pub(super) fn waits(bench: &Bench) -> String {
    let status = bench.json(&["status", GAME]);
    let words = status["waits"].as_str().unwrap();
    let names = words.strip_prefix("The sitting waits for orders from ");
    names.unwrap_or(words).trim_end_matches('.').to_owned()
}

#[test]
fn a_turn_waits_for_its_player() {
    let bench = started();
    assert_eq!(waits(&bench), "black, orange, pink");
    let bench = placed();
    let first = waits(&bench);
    let others: Vec<&str> = SEATS.into_iter().filter(|seat| *seat != first).collect();
    assert_eq!(others.len(), 2, "{first}");
    for other in &others {
        let report = bench.ok(&["report", GAME, other]).out;
        assert!(
            report.contains("nothing to do yet. Turn 2 waits for"),
            "{report}"
        );
    }
    let report = bench.ok(&["report", GAME, &first]).out;
    assert!(report.contains("orders for turn 2 are due"), "{report}");

    // Another player's file does not make the sitting due, and that of the turn's player does.
    send(&bench, others[0], 2, "world: []\n");
    assert_eq!(waits(&bench), first);
    let body = format!("restock: none\nactions: [take: {ANYTHING}, take: {ANYTHING}]\n");
    send(&bench, &first, 2, &body);
    bench.ok(&["adjudicate", GAME]);
    assert_eq!(bench.json(&["status", GAME])["turn"], 3);
    assert!(others.contains(&waits(&bench).as_str()));
}

/// Returns such a game with the state of the open turn edited: a position that many turns would lead to.
fn set_up_by_hand(bench: &Bench, change: impl FnOnce(&mut Value)) {
    let rules = TimePirates::new(&TimePirates::library()).unwrap();
    let mut position = bench.read("gem/turns/position.yaml");
    let mut replace = |path: &str, after: String| {
        let path = format!("{GAME}/{path}");
        let hash = |text: &str| chronojudge::dice::field::sha256(text.as_bytes()).to_string();
        position = position.replace(&hash(&bench.read(&path)), &hash(&after));
        assert!(position.contains(&hash(&after)), "{path}");
        bench.write(&path, after);
    };
    let path = "turns/0002/state.yaml";
    let mut state: Value = keep::from_str(&bench.read(&format!("{GAME}/{path}"))).unwrap();
    change(&mut state);
    replace(path, keep::to_string(&state).unwrap());
    // All viewers see the same.
    let view = DynRuleset::view(&rules, &state, &Viewer::Public).unwrap();
    for viewer in ["public", "black", "orange", "pink"] {
        replace(&format!("turns/0002/views/{viewer}.json"), view.to_string());
    }
    bench.write("gem/turns/position.yaml", position);
}

/// Ruling B1: a Week ends in the middle of one player's turn. Another player has World markers and no file, since it
/// was not their turn: they are asked, and are late only when the next deadline has passed.
#[test]
fn a_player_without_a_turn_is_asked_when_the_week_ends() {
    let bench = Bench::empty();
    let days = "friday,sunday 18:00 Europe/Vienna";
    start(&bench, &["--sittings", "at-deadline", "--schedule", days]);
    let at = |clock: &str, args: &[&str]| {
        let mut command = bench.command(args);
        let said = said(&command.env("CHRONOJUDGE_CLOCK", clock).output().unwrap());
        assert_eq!(said.code, 0, "{}", said.all());
        said
    };
    for seat in SEATS {
        send(
            &bench,
            seat,
            1,
            "place: [1900-1999, 1800-1899, 1600-1699]\n",
        );
    }
    let early = bench.ok(&["adjudicate", GAME]);
    assert!(early.err.contains("Nothing to do."), "{}", early.all());
    at("2026-11-27T17:00:00Z", &["adjudicate", GAME]);
    let state: Value = keep::from_str(&bench.read("gem/turns/0002/state.yaml")).unwrap();
    let [first, other] = [0, 1].map(|n| state["order"][n].as_str().unwrap().to_owned());
    // Seven Time Police Counters are drawn, and only Police is left in the bag; the other counters lie beside the
    // board. One space is empty.
    set_up_by_hand(&bench, |state| {
        let bag = state["bag"].as_object_mut().unwrap();
        let artifacts: Vec<String> = bag
            .keys()
            .filter(|c| !c.starts_with("police"))
            .cloned()
            .collect();
        let discards: Vec<_> = artifacts
            .iter()
            .map(|c| (c.clone(), bag.remove(c).unwrap()))
            .collect();
        (bag["police-1"], bag["police-2"]) = (1.into(), 2.into());
        state["discards"].as_object_mut().unwrap().extend(discards);
        state["drawn"] = json!([1, 1, 1, 1, 2, 2, 2]);
        let counter = state["epochs"]["2000-2099"][0].take();
        let counter = counter.as_str().unwrap();
        let more = state["discards"][counter].as_u64().unwrap_or(0) + 1;
        state["discards"][counter] = more.into();
        for marker in ["africa-2", "asia-2", "world-3"] {
            let left = state["scoring-board"][marker].as_u64().unwrap() - 1;
            let board = state["scoring-board"].as_object_mut().unwrap();
            if left == 0 {
                board.remove(marker);
            } else {
                board[marker] = left.into();
            }
            state["sides"][&other]["markers"][marker] = 1.into();
        }
    });
    let take = format!("take: {ANYTHING}");
    let body = format!("restock: 2000-2099\nactions: [{take}, {take}, {take}]\n");
    bench.write("plan.yaml", orders(&first, 2, &body));
    at("2026-11-28T09:00:00Z", &["receive", GAME, "plan.yaml"]);
    let late = at("2026-11-29T17:00:00Z", &["adjudicate", GAME]);
    let waiting = format!("Waiting for {other} (1 question).");
    assert!(late.err.contains(&waiting), "{}", late.all());
    let facts = bench.read("gem/public/sittings/0003/facts.yaml");
    assert!(
        facts.contains("week-ends") && !facts.contains("nmr"),
        "{facts}"
    );
    let report = bench.ok(&["report", GAME, &other]).out;
    assert!(report.contains("The Week is over. Which color"), "{report}");
    // At the next deadline that player is late: their marker goes to the place that serves them best.
    at("2026-12-04T17:00:00Z", &["adjudicate", GAME]);
    let facts = bench.read("gem/public/sittings/0004/facts.yaml");
    assert!(
        facts.contains("nmr:") && facts.contains("assigned:"),
        "{facts}"
    );
    assert_eq!(bench.json(&["status", GAME])["turn"], 3);
}

/// `check` on a player's view uses the board that the game is played on.
#[test]
fn a_view_brings_the_content_of_its_game() {
    let bench = Bench::empty();
    let board = TimePirates::library();
    let (name, text) = board.files().next().unwrap();
    assert_eq!(name, "board.yaml");
    let arrow = "from: 1600-1699, path: 1, to: 1900-1999";
    assert!(text.contains(arrow));
    let text = text.replace(arrow, "from: 1600-1699, path: 1, to: 2000-2099");
    bench.write("box/board.yaml", text);
    start(&bench, &["--content", "box"]);
    place_all(&bench);
    // The player who goes first has the last choice, 1600-1699.
    let first = waits(&bench);
    let view = format!("gem/reports/0001/0002/{first}.view.yaml");
    let check = |to: &str, against: &[&str]| {
        let body = format!("restock: none\nactions: [move: {to}]\n");
        bench.write("plan.yaml", orders(&first, 2, &body));
        bench.run(&[&["check", "plan.yaml"], against].concat())
    };
    for against in [["--view", &view], ["--game", GAME]] {
        let said = check("1900-1999", &against);
        assert!(said.all().contains("E1206"), "{against:?} {}", said.all());
        let said = check("2000-2099", &against);
        assert!(!said.all().contains("E1206"), "{against:?} {}", said.all());
    }
}

#[test]
fn every_form_is_accepted() {
    let schema = validator("orders-time-pirates.schema.json");
    let all_accepted = |bench: &Bench| {
        for seat in SEATS {
            let form = bench.ok(&["form", GAME, seat]).out;
            assert_eq!(objections(&schema, &form), [""; 0], "{form}");
            let name = format!("{seat}.form.yaml");
            bench.write(&name, &form);
            let said = bench.run(&["check", &name, "--game", GAME]);
            assert_eq!(
                said.all(),
                format!("ACCEPTED {name}\nexit code 0"),
                "{form}"
            );
        }
    };
    all_accepted(&started());
    let bench = placed();
    all_accepted(&bench);
    let first = waits(&bench);
    // In the middle of a turn the form holds the rest of the plan.
    let body = format!("restock: none\nactions: [take: {ANYTHING}, hold, take: {ANYTHING}]\n");
    send(&bench, &first, 2, &body);
    bench.ok(&["adjudicate", GAME]);
    assert_eq!(bench.json(&["status", GAME])["ended"], "waiting");
    all_accepted(&bench);
}

#[test]
fn rule_violations_have_their_codes() {
    let bench = placed();
    let first = waits(&bench);
    let body = format!(
        "game: {GAME}\nturn: 2\nseat: {first}\nrestock: 2100-2199\nactions:\n\
         - atomic: {{discard: asia, to: 1200-1299}}\n\
         - exchange: {{give: asia, from: {first}, take: world}}\n\
         - sell: {{marker: asia-9, to: 1200-1299}}\n\
         - move: 2300-2399\n\
         world: [{{marker: asia-2, color: asia}}, {{color: world}}]\n"
    );
    bench.write("bad.yaml", body);
    let said = bench.run(&["check", "bad.yaml", "--game", GAME]);
    assert_eq!(said.code, 1);
    for code in ["E1201", "E1208", "E1209", "E1210", "E1223"] {
        assert!(said.all().contains(code), "{code}\n{}", said.all());
    }
    assert!(
        said.all().contains("The Epochs are 1200-1299"),
        "{}",
        said.all()
    );

    // Orders for another player's turn get a warning, not an error.
    let other = SEATS.into_iter().find(|seat| *seat != first).unwrap();
    let body = format!("game: {GAME}\nturn: 2\nseat: {other}\nactions: [take: asia]\n");
    bench.write("early.yaml", body);
    let said = bench.run(&["check", "early.yaml", "--game", GAME]);
    assert_eq!(said.code, 0, "{}", said.all());
    assert!(said.all().contains("E1227"), "{}", said.all());
}

/// Each kind of counter is drawn from the bag in proportion to its number; other players' decisions stay open.
#[test]
fn a_turn_is_tried_on_a_view() {
    let bench = placed();
    let rules = TimePirates::new(&TimePirates::library()).unwrap();
    let mut state: Value = keep::from_str(&bench.read("gem/turns/0002/state.yaml")).unwrap();
    // One counter of an Epoch without a Time Traveler is in the bag again.
    let epoch = "1200-1299";
    let gone = state["epochs"][epoch][0].take();
    let gone = gone.as_str().unwrap().to_owned();
    let n = state["bag"][&gone].as_u64().unwrap_or(0);
    state["bag"][&gone] = json!(n + 1);
    DynRuleset::invariants(&rules, &state).unwrap();
    let first = seat_id(&waits(&bench));
    let seats: Vec<_> = SEATS.map(seat_id).into();
    let view = DynRuleset::view(&rules, &state, &Viewer::Seat(first.clone())).unwrap();
    let tried = |body: Value| {
        let file = Sent::new("plan".to_owned(), body);
        let on_file = OnFile {
            files: vec![file],
            ..OnFile::default()
        };
        let told = DynRuleset::rehearse(
            &rules,
            &view,
            &first,
            &seats,
            Trial {
                on_file,
                played: &BTreeSet::new(),
                supposed: BTreeMap::new(),
                effort: Effort::FULL,
            },
        );
        told.unwrap().expect("a turn ahead")
    };
    let told = tried(json!({"restock": epoch, "actions": []}));
    assert!(told.exact, "{} ways", told.ways);
    let drawn = |kind: &str| {
        let fact = json!({"drew": {"epoch": epoch, "artifact": kind}});
        let step = told
            .steps
            .iter()
            .find(|step| step.what.fact.as_ref() == Some(&fact));
        step.map(|step| step.chance)
    };
    let bag = state["bag"].as_object().unwrap();
    let artifacts = || bag.iter().filter(|(kind, _)| !kind.starts_with("police"));
    let mut sum = Chance::NEVER;
    for (kind, n) in artifacts() {
        let chance = drawn(kind).unwrap_or_else(|| panic!("{kind} is never drawn"));
        sum = sum.or(chance).unwrap();
        for (other, m) in artifacts().filter(|(_, m)| *m == n) {
            assert_eq!(drawn(other), Some(chance), "{kind} {n}, {other} {m}");
        }
    }
    // The rest is the case that the Week ends before the space is filled.
    assert!(sum.per_mille() >= 999, "{sum}");
    // No other seat plays, so none of their lines is left.
    assert!(told.others.is_empty(), "{:?}", told.others);

    // All proposals are legal: every counter of the player's own Epoch, once for each kind; the one in the first space
    // is the default.
    let told = tried(json!({"restock": "none"}));
    let at = state["sides"][first.as_str()]["at"].as_str().unwrap();
    let takes = told
        .possible
        .iter()
        .filter(|p| p.what.what.starts_with("take: "));
    let mut takes: Vec<&str> = takes
        .map(|p| p.what.what.trim_start_matches("take: "))
        .collect();
    let lies = state["epochs"][at].as_array().unwrap().iter();
    let mut lies: Vec<&str> = lies.filter_map(Value::as_str).collect();
    let usual = lies[0];
    lies.retain(|kind| *kind != usual);
    takes.sort_unstable();
    lies.sort_unstable();
    lies.dedup();
    assert_eq!(takes, lies);
}

/// A try uses the sentences of the report.
#[test]
fn a_try_reads_like_a_report() {
    let bench = placed();
    let first = waits(&bench);
    let body =
        format!("restock: none\nactions: [take: {ANYTHING}, take: {ANYTHING}, move: 2200-2299]\n");
    bench.write("o.yaml", orders(&first, 2, &body));
    let view = format!("gem/reports/0001/0002/{first}.view.yaml");
    let said = bench.run(&["try", "o.yaml", "--view", &view]);
    assert!(
        said.out.contains("100.0 %  Taking Artifacts  "),
        "{}",
        said.all()
    );
    assert!(said.out.contains(" takes "), "{}", said.all());
    assert!(
        said.out.contains("E1206") || said.out.contains("E1216"),
        "{}",
        said.all()
    );
    assert!(
        said.err
            .contains("Exact: all outcomes were counted (1 outcome)."),
        "{}",
        said.all()
    );
}

/// Preparation: the Epoch that the last player to place names cannot be taken by a player before them.
#[test]
fn one_epoch_is_enough_for_the_last_to_place() {
    let bench = started();
    let check = |seat: &str| {
        bench.write("place.yaml", orders(seat, 1, "place: 1800-1899\n"));
        bench.run(&["check", "place.yaml", "--game", GAME])
    };
    // The order is clockwise from the first player; they place in the other direction.
    let view: Value = keep::from_str(&bench.read("gem/public/sittings/0001/view.yaml")).unwrap();
    let order = view["order"].as_array().unwrap();
    let order: Vec<&str> = order.iter().map(|seat| seat.as_str().unwrap()).collect();
    let warned = |seat: &str| check(seat).all().contains("E1202");
    assert!(warned(order[0]) && warned(order[1]) && !warned(order[2]));
    for seat in &order[1..] {
        send(&bench, seat, 1, "place: [1900-1999, 1600-1699]\n");
    }
    bench.ok(&["adjudicate", GAME, "--now", "the others are in"]);
    let last = check(order[0]);
    assert!(
        last.code == 0 && !last.all().contains("E1202"),
        "{}",
        last.all()
    );
}

/// Returns the seats that the report of this sitting was mailed to.
fn mailed(bench: &Bench, sitting: u32) -> Vec<&'static str> {
    let name = |seat: &str| format!("gem.s{sitting:04}.{seat}.report.1.eml");
    let folders = ["outbox", "sent"].map(|folder| bench.root().join(folder));
    let is_there = |seat: &&str| folders.iter().any(|f| f.join(name(seat)).exists());
    SEATS.into_iter().filter(is_there).collect()
}

/// Plays the turn of its player; returns them.
fn play_turn(bench: &Bench, turn: u32) -> &'static str {
    let first = waits(bench);
    let body = format!("restock: none\nactions: [take: {ANYTHING}, take: {ANYTHING}]\n");
    send(bench, &first, turn, &body);
    bench.ok(&["adjudicate", GAME]);
    SEATS.into_iter().find(|seat| *seat == first).unwrap()
}

#[test]
fn a_player_whose_turn_was_played_without_their_answer_is_mailed() {
    let bench = placed();
    let first = waits(&bench);
    bench.ok(&["adjudicate", GAME, "--overdue", "--now", "a test"]);
    let of = mailed(&bench, 3);
    let now = waits(&bench);
    assert!(of.contains(&&*first) && of.contains(&&*now), "{of:?}");
    assert_eq!(of.len(), 2, "{of:?}");
}

#[test]
fn a_player_is_mailed_when_it_is_their_turn_and_told_everything_since() {
    let bench = placed();
    let first = waits(&bench);
    assert_eq!(mailed(&bench, 2), [&*first]);
    let all = SEATS.into_iter().find(|seat| *seat != first).unwrap();
    let name = format!("Player {all}\n");
    let players = bench.read("gem/players.yaml");
    let wants = players.replace(&name, &format!("{name}  mails: all\n"));
    assert_ne!(wants, players);
    bench.write("gem/players.yaml", wants);
    let mut played = vec![];
    for turn in 2..5 {
        let next = turn + 1;
        played.push(play_turn(&bench, turn));
        let of = mailed(&bench, next);
        let now = waits(&bench);
        assert!(of.contains(&all) && of.contains(&&*now), "{turn}: {of:?}");
        assert!(of.len() <= 2, "{turn}: {of:?}");
    }
    assert_eq!(waits(&bench), first);
    // Two turns were not mailed to the first player, beside their own.
    let report = bench.ok(&["report", GAME, &first]).out;
    for turn in [2, 3] {
        let heading = format!("TURN {turn} (no mail has told it yet)");
        assert!(report.contains(&heading), "{heading}\n{report}");
    }
    for other in &played[1..] {
        let took = format!("{} takes", capital(other));
        assert!(report.matches(&took).count() >= 2, "{took}\n{report}");
    }
    // A rewind drops turn 4, and the mail about it has the turns that count.
    let other = played[1];
    assert_ne!(other, first);
    bench.ok(&["rewind", GAME, "--to", "4", "--reason", "A test."]);
    let position = bench.read("gem/turns/position.yaml");
    assert!(!position.contains("collected"), "{position}");
}

fn capital(word: &str) -> String {
    word[..1].to_uppercase() + &word[1..]
}

#[test]
fn the_first_line_of_a_mail_changes_which_mails_a_player_gets() {
    let bench = started();
    let mail = "From: black@example.org\nTo: desk@example.org\nSubject: Re: [gem] Turn 1\n\nMails digest\n";
    bench.write("wish.eml", mail);
    bench.ok(&["receive", GAME, "--mail", "wish.eml"]);
    let players = bench.read("gem/players.yaml");
    assert_eq!(players.matches("mails: digest").count(), 1, "{players}");
    place_all(&bench);
    let report = bench.ok(&["report", GAME, "black"]).out;
    assert!(
        report.contains("You get a mail only when something is asked of you"),
        "{report}"
    );
}

/// The report says what a restock may bring, as exact odds; an Epoch that is full, or in which a Time Traveler is, cannot be
/// restocked.
#[test]
fn a_report_says_what_a_restock_may_bring() {
    let bench = placed();
    let report =
        |sitting: &str, end: &str| bench.read(&format!("gem/reports/{sitting}/pink.{end}"));
    assert!(!report("0001/0002", "txt").contains("If an Epoch is restocked"));

    let first = waits(&bench);
    let state: Value = keep::from_str(&bench.read("gem/turns/0002/state.yaml")).unwrap();
    let from = state["sides"][&first]["at"].as_str().unwrap();
    let to = match from {
        "1900-1999" => "1600-1699",
        "1800-1899" => "2000-2099",
        _ => "1900-1999",
    };
    let body = format!("restock: none\nactions: [{{take: {ANYTHING}}}, {{move: {to}}}]\n");
    send(&bench, &first, 2, &body);
    bench.ok(&["adjudicate", GAME]);
    // One space is empty: the first counter that is drawn is one of the ten Time Police Counters, or fills it. The Week
    // ends only if the first eight are of the Time Police.
    let counters: u64 = { state["bag"].as_object().unwrap().values() }
        .map(|count| count.as_u64().unwrap())
        .sum();
    let chance = Chance::of(10, counters.into()).unwrap();
    let text = report("0002/0003", "txt");
    let line = format!("    {from:<11}{:>11}  under 0.1 %\n", chance.to_string());
    assert!(text.contains(&line), "{line}{text}");
    let exact = serde_json::to_value(chance).unwrap()["exact"].clone();
    let exact = exact.as_str().unwrap().replace('/', "&#x2f;");
    let html = report("0002/0003", "html");
    let row = format!("<span data-place=\"{from}\">{from}</span></th>");
    let (_, row) = html.split_once(&row).expect("a row");
    let row = row.lines().next().unwrap();
    assert!(row.contains(&exact) && row.contains("under 0.1 %"), "{row}");
}
