//! Every event and every question has a text: reports and forms of random turns, for all readers.

use super::{
    dice::ByLabel,
    each_game,
    games::Game,
    mail::{Desk, Start},
    number, turns, walk,
};
use chronojudge::{
    engine::{Flow, OnFile, Outcome, Prompt, RandomBot, Sent, Stop, Viewer},
    game_dir::read_order_file,
    report::{
        self, Ended, Format, Page, Public, Reader, ReaderKind, Reading, Receipt, Waiting, Words,
    },
    rulesets::{self, Known},
    yaml::{Budget, Document},
};
use std::{
    cell::RefCell,
    collections::{BTreeMap, BTreeSet},
};

/// Returns all readers of reports: the public, the GM, who is asked nothing and shown every question, and the seats.
pub(super) fn readers(game: &Game) -> Vec<(Reader, Viewer)> {
    let gm = (Reader::gm(None), Viewer::Public);
    let others = game.viewers().into_iter().map(|viewer| {
        let reader = match &viewer {
            Viewer::Public => Reader::public(),
            Viewer::Seat(seat) => Reader::seat(seat.as_str(), None),
        };
        (reader, viewer)
    });
    std::iter::once(gm).chain(others).collect()
}

/// Returns the data of one reader's report of a sitting.
pub(super) fn reading(
    game: &Game,
    outcome: &Outcome,
    (reader, viewer): &(Reader, Viewer),
) -> Reading {
    let name = report::Game {
        id: "game".into(),
        title: "A Game".into(),
        ruleset: game.rules.id().into(),
        edition: "1".into(),
    };
    let view = game.rules.view(&outcome.state, viewer).expect("a view");
    let mut reading = Reading::new(name, reader.clone(), 1, 1, view.clone());
    reading.before = Some(view.into());
    reading.events = report::events(&outcome.facts, Some(viewer), 0);
    reading.dice = report::dice(&outcome.journal, 0);
    let prompts: &[Prompt] = match &outcome.flow {
        Err(Stop::Waiting(prompts)) => prompts,
        _ => &[],
    };
    if !prompts.is_empty() {
        reading.ended = Ended::Waiting;
    }
    let gm = reader.kind == ReaderKind::Gm;
    let own = |prompt: &&Prompt| gm || viewer.seat() == Some(&prompt.seat);
    reading.prompts = prompts.iter().filter(own).cloned().collect();
    let waiting = prompts.iter().map(|prompt| Waiting {
        seat: prompt.seat.to_string(),
        asks: vec![prompt.ask.clone()],
    });
    reading.waiting_for = waiting.collect();
    reading
}

/// Returns every order that a report proposes.
pub(super) fn proposals(text: &str) -> Vec<String> {
    let mut proposals = vec![];
    let Some(start) = text.find("OPEN QUESTIONS") else {
        return proposals;
    };
    let end = text[start..]
        .find("WHAT HAPPENED")
        .unwrap_or(text.len() - start);
    let mut lines = text[start..start + end].lines();
    while let Some(line) = lines.next() {
        if !line.starts_with("       ") || !line.contains(": ") {
            continue;
        }
        // A long one goes on in the next lines, until its brackets are closed.
        let mut line = line.trim().to_owned();
        let open = |line: &str| line.matches(['[', '{']).count() > line.matches([']', '}']).count();
        while open(&line) {
            let more = lines.next().unwrap_or_else(|| panic!("{line}"));
            line = format!("{line} {}", more.trim());
        }
        proposals.push(line);
    }
    proposals
}

/// Checks that every order that a report proposes can be sent unchanged.
fn proposals_can_be_sent(known: &Known, text: &str) {
    for line in proposals(text) {
        let document = Document::read("proposal", line.as_bytes(), Budget::Orders)
            .unwrap_or_else(|problems| panic!("{line}: {problems:?}"));
        let read = (known.read_orders)(&document);
        assert!(read.is_ok(), "{line}: {read:?}");
    }
}

/// Renders one reader's report; every question also has a text for readers who are not asked it.
pub(super) fn read_by(
    game: &Game,
    known: &Known,
    words: &Words,
    outcome: &Outcome,
    reader: &(Reader, Viewer),
) {
    let reading = reading(game, outcome, reader);
    let public = self::reading(game, outcome, &(Reader::public(), Viewer::Public));
    let public = Public::new(words, &public).expect("words for all");
    let page = Page::new(words, &reading);
    let sharing = Page::sharing(words, &reading, &public);
    for format in [Format::Text, Format::Html] {
        let text = page
            .report(format)
            .unwrap_or_else(|e| panic!("{reader:?}: {e}"));
        // The parts that are rendered once for all equal those of a reader's own page.
        let shared = sharing.report(format).expect("a report");
        assert_eq!(shared, text, "{reader:?}");
        if matches!(format, Format::Text) {
            proposals_can_be_sent(known, &text);
        }
    }
    page.subject().expect("a subject");
    let (_, _, wrong) = page.receipt(&Receipt {
        orders: true,
        ..Receipt::default()
    });
    assert_eq!(wrong, None, "{reader:?}");
    if reader.1.seat().is_some() {
        page.form("orders.schema.json").expect("a form");
    }
    let mut all = reading.clone();
    if let Err(Stop::Waiting(prompts)) = &outcome.flow {
        all.prompts.clone_from(prompts);
    }
    if all.prompts != reading.prompts {
        let report = Page::new(words, &all).report(Format::Text);
        report.unwrap_or_else(|e| panic!("{reader:?}: {e}"));
    }
}

/// Returns true if a run has a kind of question that was not seen before.
fn unseen(outcome: &Outcome, seen: &mut BTreeSet<String>) -> bool {
    let Err(Stop::Waiting(prompts)) = &outcome.flow else {
        return false;
    };
    prompts
        .iter()
        .fold(false, |new, prompt| seen.insert(prompt.ask.clone()) | new)
}

/// Returns the templates of a game in the list; the tiny game has none.
pub(super) fn words(game: &Game) -> Option<(Known, Words)> {
    let known = rulesets::find(game.rules.id())?;
    let words = Words::builtin(&*game.rules, &(known.library)()).expect("templates");
    Some((known, words))
}

#[test]
fn every_event_and_question_has_a_text() {
    let seen: RefCell<BTreeMap<&str, BTreeSet<String>>> = RefCell::default();
    each_game(|game, bot| {
        let Some((known, words)) = words(game) else {
            return;
        };
        // The reports of large boards take long; they have tests of their own.
        let one_in = if game.turns < 10 { 40 } else { 3 };
        let readers = readers(game);
        let mut reports = 0;
        walk(game, turns(game, 1), bot, &mut |outcome, bot| {
            let new = {
                let mut seen = seen.borrow_mut();
                unseen(outcome, seen.entry(known.id).or_default())
            };
            let chosen = bot.below(readers.len());
            if new {
                for reader in &readers {
                    read_by(game, &known, &words, outcome, reader);
                    reports += 1;
                }
            } else if bot.below(one_in) == 0 {
                read_by(game, &known, &words, outcome, &readers[chosen]);
                reports += 1;
            }
        });
        // Some questions are so rare that more turns are needed; of these turns only new questions are rendered.
        let more = if game.turns < 10 {
            0
        } else {
            turns(game, 1) * 10
        };
        walk(game, more, bot, &mut |outcome, _| {
            if unseen(outcome, seen.borrow_mut().entry(known.id).or_default()) {
                for reader in &readers {
                    read_by(game, &known, &words, outcome, reader);
                    reports += 1;
                }
            }
        });
        eprintln!("{}: {reports} reports", game.name());
        assert!(reports > 0);
    });
    for (id, seen) in seen.into_inner() {
        let known = rulesets::find(id).expect("a ruleset");
        let rules = (known.load)(&(known.library)()).expect("the embedded content fits");
        // Random play of The LOOP completes no Mission, and hardly ever has the one card that proposes something.
        let of_missions: &[&str] = if id == "the-loop" {
            &["complete", "reward", "agree"]
        } else {
            &[]
        };
        let missing: Vec<&str> = rules
            .asks()
            .iter()
            .map(|kind| kind.name)
            .filter(|kind| !seen.contains(*kind) && !of_missions.contains(kind))
            .collect();
        eprintln!("{id}: never asked: {missing:?}");
        // Random play may not reach a rare question, and few turns of Time Agent and Time Control are played here:
        // `every_question_has_words_for_every_reader` asks each of them.
        let few =
            ["time-agent", "time-control"].contains(&id) || number("CHRONOJUDGE_SEED").is_some();
        assert!(
            missing.len() < 2 || few,
            "{id}: these are never asked: {missing:?}"
        );
    }
}

/// Returns an order file as a seat may send it: the untouched form, a part of the orders that its report proposes, or a
/// file that stops where it can.
fn file(
    known: &Known,
    page: &Page<'_>,
    prompts: &[&Prompt],
    bot: &mut RandomBot,
) -> Option<OnFile> {
    let form = page.form("orders.schema.json").expect("a form");
    let envelope = "game: game\nturn: 2\nseat: SEAT\n";
    let seat = prompts.first().map(|prompt| prompt.seat.to_string());
    let envelope = envelope.replace("SEAT", &seat?);
    let report = page.report(Format::Text).expect("a report");
    let proposed = proposals(&report);
    let text = match bot.below(4) {
        0 => form,
        1 if !proposed.is_empty() => envelope + &proposed[bot.below(proposed.len())] + "\n",
        2 => envelope + ["programme: [hold]\n", "actions: [hold]\n"][bot.below(2)],
        _ => envelope,
    };
    let filed = read_order_file("orders", text.as_bytes(), known.read_orders).ok()?;
    Some(OnFile {
        files: vec![Sent::new(filed.digest, filed.body)],
        standing: filed.envelope.standing,
        wake: filed.envelope.wake,
        ..OnFile::default()
    })
}

/// Games in which players send untouched forms, files that stop and files that answer a part: reports and forms of
/// every stop, for all readers.
#[test]
fn forms_that_stop_have_words() {
    each_game(|game, bot| {
        let Some((known, words)) = words(game) else {
            return;
        };
        let readers = readers(game);
        let large = game.turns < 10;
        let (mut reports, mut stops) = (0, 0);
        let mut state = {
            let start = Start::set_up(game);
            let outcome = start.run(1, &[], &Desk::new(), true, &mut ByLabel(7));
            outcome.state
        };
        for turn in 0..if large { 1 } else { 2 } {
            let start = Start::from(game, &state).since(1);
            let (mut desk, mut before) = (Desk::new(), None::<Outcome>);
            let end = loop {
                let sitting = before.as_ref().map_or(1, |_| stops + 2);
                let journal = before.as_ref().map_or(&[][..], |outcome| &outcome.journal);
                // In the end most seats are late, so that the turn comes to its end.
                let late = stops % 12 == 11;
                let after = start.run(sitting, journal, &desk, late, &mut ByLabel(turn));
                stops += 1;
                let chosen = bot.below(readers.len());
                for (n, reader) in readers.iter().enumerate() {
                    if n == 0 || n == chosen {
                        read_by(game, &known, &words, &after, reader);
                        reports += 1;
                    }
                }
                let Err(Stop::Waiting(prompts)) = &after.flow else {
                    break after;
                };
                for reader in &readers {
                    let own: Vec<&Prompt> = prompts
                        .iter()
                        .filter(|prompt| reader.1.seat() == Some(&prompt.seat))
                        .collect();
                    if own.is_empty() || bot.below(2) == 0 {
                        continue;
                    }
                    let reading = reading(game, &after, reader);
                    if let Some(on_file) = file(&known, &Page::new(&words, &reading), &own, bot) {
                        let mut sent = desk.remove(&own[0].seat).unwrap_or_default().files;
                        sent.extend(on_file.files);
                        let on_file = OnFile {
                            files: sent,
                            ..on_file
                        };
                        desk.insert(own[0].seat.clone(), on_file);
                    }
                }
                before = Some(after);
            };
            if end.flow != Ok(Flow::Next) {
                break;
            }
            state = end.state;
        }
        eprintln!("{}: {reports} reports of {stops} stops", game.name());
        assert!(stops > 1 && reports > stops);
    });
}
