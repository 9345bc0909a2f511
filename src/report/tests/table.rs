//! A game with enough events for a report.

use crate::{
    content::Library,
    dice::Quick,
    engine::{
        DynRuleset, Event, IfIllegal, OnFile, Outcome, Prompt, Run, SeatId, Sent, Stop, Told,
        Viewer,
    },
    report::{
        Deadline, Ended, Game, Intervention, Reader, Reading, Slot, Verify, Waiting, Words, dice,
        events, orders,
    },
    rulesets,
};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// A finished first round and an open second one.
pub(crate) struct Played {
    pub rules: Box<dyn DynRuleset>,
    pub library: Library,
    pub start: Value,
    pub first: Outcome,
    pub second: Outcome,
    first_orders: BTreeMap<SeatId, OnFile>,
    second_orders: BTreeMap<SeatId, OnFile>,
}

pub(super) fn seat(name: &str) -> SeatId {
    SeatId::new(name).expect("a seat's name")
}

fn on_file(name: &str, body: Value) -> (SeatId, OnFile) {
    let file = Sent::new(format!("digest of {name}"), body);
    let on_file = OnFile {
        files: vec![file],
        if_illegal: if name == "zytal" {
            IfIllegal::Ask
        } else {
            IfIllegal::Skip
        },
        ..OnFile::default()
    };
    (seat(name), on_file)
}

fn idle() -> Value {
    json!({"headquarters": {"maintain": []}, "moves": [], "actions": [],
        "turn-order": {"prefer": [1, 2, 3, 4]},
        "opposition": [{"tile": "any", "declare": "stand-aside"}]})
}

impl Played {
    pub(crate) fn new() -> Self {
        let known = rulesets::find("time-agent").expect("a ruleset");
        let library = (known.library)();
        let rules = (known.load)(&library).expect("the embedded content fits");
        let options = json!({"scenario": "four"});
        let seats = rules.seats(&options).expect("a scenario");
        let mut dice = Quick::new(4);
        let nothing = BTreeMap::new();
        let run = |sitting, on_file| Run {
            sitting,
            journal: &[],
            on_file,
            overdue: false.into(),
            began: None,
        };
        let setup = rules
            .setup(&options, &seats, run(1, &nothing), &mut dice)
            .expect("a set-up");
        let first_orders = BTreeMap::from([
            on_file("buralti", idle()),
            on_file("fiolli", idle()),
            on_file(
                "roo",
                json!({"headquarters": {"maintain": [], "research": ["4b-6", "3a-2"]},
                    "moves": [{"unit": "agent-1", "to": "4c-7"}, {"unit": "squad-1", "to": "original-time-travel"}],
                    "actions": [],
                    "opposition": [{"tile": "any", "declare": "oppose"}]}),
            ),
            on_file(
                "zytal",
                json!({"headquarters": {"maintain": [], "buy": {"agents": 1}, "research": ["4b-7", "1a-3"]},
                    "moves": [{"unit": "squad-1", "to": "4c-7"}],
                    "actions": [{"ask": {"tile": "4c-7", "race": "roo"}},
                        {"search": {"tile": "4c-7"}}, {"attack": {"tile": "4c-7"}},
                        {"search": {"tile": "4c-7"}},
                        {"rotate": {"tile": "4c-7", "to": 1}}],
                    "opposition": [{"tile": "any", "declare": "oppose"}]}),
            ),
        ]);
        let first = rules
            .turn(&setup.state, run(2, &first_orders), &mut dice)
            .expect("a turn");
        let second_orders = BTreeMap::from([
            on_file("buralti", idle()),
            on_file("fiolli", idle()),
            on_file("roo", idle()),
            on_file(
                "zytal",
                json!({"turn-order": {"prefer": [4, 3, 2, 1]},
                    "headquarters": {"maintain": ["squad-1"], "research": ["4c-7"]},
                    "moves": [{"unit": "agent-1", "to": "4c-4"}],
                    "opposition": [{"tile": "4c-7", "declare": "stand-aside"}, {"tile": "any", "declare": "oppose"}]}),
            ),
        ]);
        let second = rules
            .turn(&first.state, run(3, &second_orders), &mut dice)
            .expect("a turn");
        Self {
            rules,
            library,
            start: setup.state,
            first,
            second,
            first_orders,
            second_orders,
        }
    }

    pub(crate) fn words(&self) -> Words {
        Words::builtin(&*self.rules, &self.library).expect("the templates work")
    }

    pub(crate) fn view(&self, state: &Value, viewer: &Viewer) -> Value {
        self.rules.view(state, viewer).expect("a view")
    }

    pub(crate) fn odds(&self, view: &Value, seat: &SeatId) -> Vec<crate::engine::Odds> {
        self.rules.odds_seen(view, seat).expect("a view")
    }

    pub(crate) fn odds_for_all(&self, view: &Value) -> Vec<crate::engine::Odds> {
        self.rules.odds_for_all(view).expect("a view")
    }
}

fn deadline() -> Deadline {
    Deadline {
        utc: "2026-06-12 16:00 UTC".into(),
        local: "Fri 12 Jun 18:00 CEST".into(),
        zone: "Europe/Berlin".into(),
        left: "6 days 23 hours".into(),
    }
}

/// Returns the reading of a seat, or of the public, for the first round (turn 1, complete) or the second (open).
pub(crate) fn reading(played: &Played, who: Option<&str>, turn: u32) -> Reading {
    let (run, before, on_file) = match turn {
        1 => (&played.first, &played.start, &played.first_orders),
        _ => (&played.second, &played.first.state, &played.second_orders),
    };
    of(played, who, turn, run, before, on_file)
}

fn of(
    played: &Played,
    who: Option<&str>,
    turn: u32,
    run: &Outcome,
    before: &Value,
    on_file: &BTreeMap<SeatId, OnFile>,
) -> Reading {
    let viewer = who.map_or(Viewer::Public, |who| Viewer::Seat(seat(who)));
    let reader = who.map_or_else(Reader::public, |who| Reader::seat(who, Some("Ada".into())));
    let game = Game {
        id: "gem-1992".into(),
        title: "The gem of time".into(),
        ruleset: "Time Agent".into(),
        edition: "1992".into(),
    };
    let view = played.view(&run.state, &viewer);
    let mut reading = Reading::new(game, reader, turn, turn + 1, view);
    reading.at = "2026-06-05 16:03 UTC".into();
    reading.next.deadline = Some(deadline());
    reading.next.how = vec![
        "Send the attached file, filled in, to gm@example.org; any subject will do.".into(),
        "Or check it first with `chronojudge check zytal.yaml`.".into(),
    ];
    reading.players = [
        ("buralti", "Bea"),
        ("fiolli", "Finn"),
        ("roo", "Rui"),
        ("zytal", "Ada"),
    ]
    .map(|(seat, player)| (seat.to_owned(), player.to_owned()))
    .into();
    reading.odds = match who {
        Some(who) => played.odds(&reading.view, &seat(who)),
        None => played.odds_for_all(&reading.view),
    };
    reading.before = Some(played.view(before, &viewer).into());
    reading.events = events(&run.facts, Some(&viewer), turn);
    reading.dice = dice(&run.journal, turn + 1);
    let prompts: &[Prompt] = match &run.flow {
        Err(Stop::Waiting(prompts)) => prompts,
        _ => &[],
    };
    if !prompts.is_empty() {
        reading.ended = Ended::Waiting;
        reading.next.turn = turn;
    }
    reading.waiting_for = prompts
        .iter()
        .map(|prompt| Waiting {
            seat: prompt.seat.to_string(),
            asks: vec![prompt.ask.clone()],
        })
        .collect();
    if let Some(who) = who {
        let files = &on_file[&seat(who)].files;
        reading.on_file = true;
        reading.sent = files.last().map(|file| file.body.clone());
        reading.orders = orders(&seat(who), files, run);
        reading.prompts = prompts
            .iter()
            .filter(|prompt| prompt.seat.as_str() == who)
            .cloned()
            .collect();
        reading.openings = openings(run, &viewer);
    }
    reading.verify = Verify {
        log_key: None,
        public_at: None,
        head: Some("5f".repeat(32)),
        anchor: Some("0a".repeat(32)),
        key: Some("c3".repeat(32)),
        commands: vec!["chronojudge audit public/".into()],
        choice: None,
        beacon: false,
    };
    if turn == 2 {
        reading.interventions = vec![Intervention {
            what: "The deadline of turn 2 was moved from 11 to 12 June".into(),
            who: "the GM".into(),
            at: "2026-06-04 10:00 UTC".into(),
            reason: "Bea is on a boat".into(),
        }];
    } else {
        reading.reconstructed = played
            .library
            .provenance()
            .expect("a provenance")
            .into_iter()
            .filter(|p| p.entry.is_empty())
            .collect();
    }
    reading
}

/// Returns the slots that the seat looked into.
fn openings(run: &Outcome, viewer: &Viewer) -> Vec<Slot> {
    let saw: Vec<&Told<Value>> = run
        .facts
        .iter()
        .filter(|told| told.to.includes(viewer))
        .filter(|told| matches!(&told.event, Event::Fact(fact) if fact.get("saw").is_some()))
        .collect();
    run.openings
        .iter()
        .filter(|opening| opening.to != crate::engine::Audience::All && opening.to.includes(viewer))
        .zip(saw)
        .map(|(opening, told)| {
            let Event::Fact(fact) = &told.event else {
                unreachable!("only facts were kept")
            };
            Slot {
                deck: opening.deck.clone(),
                slot: opening.slot,
                item: fact["saw"]["tile"].as_str().expect("a tile").to_owned(),
            }
        })
        .collect()
}
