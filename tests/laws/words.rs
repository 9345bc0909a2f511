//! Whatever happens and whatever is asked has words: reports and forms of random turns, for everybody.

use super::{each_game, games::Game, turns, walk};
use chronojudge::{
    engine::{Outcome, Prompt, RandomBot, Stop, Viewer},
    report::{self, Ended, Format, Page, Public, Reader, Reading, Waiting, Words},
    rulesets::{self, Known},
    yaml::{Budget, Document},
};

/// What one viewer reads of a sitting.
fn reading(game: &Game, outcome: &Outcome, viewer: &Viewer) -> Reading {
    let name = report::Game {
        id: "game".into(),
        title: "A Game".into(),
        ruleset: game.rules.id().into(),
        edition: "1".into(),
    };
    let reader = match viewer {
        Viewer::Public => Reader::public(),
        Viewer::Seat(seat) => Reader::seat(seat.as_str(), None),
    };
    let view = game.rules.view(&outcome.state, viewer).expect("a view");
    let mut reading = Reading::new(name, reader, 1, 1, view.clone());
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
    let own = |prompt: &&Prompt| viewer.seat() == Some(&prompt.seat);
    reading.prompts = prompts.iter().filter(own).cloned().collect();
    let waiting = prompts.iter().map(|prompt| Waiting {
        seat: prompt.seat.to_string(),
        asks: vec![prompt.ask.clone()],
    });
    reading.waiting_for = waiting.collect();
    reading
}

/// Every order that a report proposes can be sent as it stands.
fn proposals_can_be_sent(known: &Known, text: &str) {
    let Some(start) = text.find("OPEN QUESTIONS") else {
        return;
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
        let document = Document::read("proposal", line.as_bytes(), Budget::Orders)
            .unwrap_or_else(|problems| panic!("{line}: {problems:?}"));
        let read = (known.read_orders)(&document);
        assert!(read.is_ok(), "{line}: {read:?}");
    }
}

fn read(game: &Game, known: &Known, words: &Words, outcome: &Outcome, bot: &mut RandomBot) {
    let viewers = game.viewers();
    let viewer = &viewers[bot.below(viewers.len())];
    let reading = reading(game, outcome, viewer);
    let public = self::reading(game, outcome, &Viewer::Public);
    let public = Public::new(words, &public).expect("words for all");
    let page = Page::new(words, &reading);
    let sharing = Page::sharing(words, &reading, &public);
    for format in [Format::Text, Format::Html] {
        let text = page
            .report(format)
            .unwrap_or_else(|e| panic!("{viewer:?}: {e}"));
        // What is filled once for all is what a reader's own page would have said.
        let shared = sharing.report(format).expect("a report");
        assert_eq!(shared, text, "{viewer:?}");
        if matches!(format, Format::Text) {
            proposals_can_be_sent(known, &text);
        }
    }
    if viewer.seat().is_some() {
        page.form("orders.schema.json").expect("a form");
    }
}

#[test]
fn whatever_happens_has_words() {
    each_game(|game, bot| {
        let Some(known) = rulesets::find(game.rules.id()) else {
            return;
        };
        let words = Words::builtin(&*game.rules, &(known.library)()).expect("templates");
        // The reports of large boards take long; they have tests of their own.
        let one_in = if game.turns < 10 { 40 } else { 3 };
        let mut reports = 0;
        walk(game, turns(game, 1), bot, &mut |outcome, bot| {
            if bot.below(one_in) == 0 {
                read(game, &known, &words, outcome, bot);
                reports += 1;
            }
        });
        eprintln!("{}: {reports} reports", game.name());
        assert!(reports > 0);
    });
}
