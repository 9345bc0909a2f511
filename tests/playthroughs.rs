//! Playthroughs: games by mail, printed for a reader: prompts, answers, dice, every fact as its sentence, and the changes
//! of every view, one text for each number of players. They lie in `playthroughs/<ruleset>/`.
//!
//! The players are a bot with preferences, so that the games make progress: it often answers some kinds of ask and
//! takes the default of others. A game that such a bot would not end in a readable time stops after some turns.

use crate::{
    cases::difference::flow,
    laws::{
        games::{Game, game},
        mail::{Start, answer, desk, fair},
        questions::{the_loop, time_agent, time_control, time_pirates, time_whisperers},
    },
};
use chronojudge::{
    engine::{
        Audience, By, Choices, Entry, Event, Flow, Outcome, Prompt, RandomBot, Stop, Told, Viewer,
    },
    report::{TemplateView, Words},
    rulesets,
};
use rayon::prelude::*;
use serde_json::{Value, json};
use std::{collections::BTreeMap, fmt::Write};

/// A game to be played and printed.
struct Playthrough {
    name: &'static str,
    ruleset: &'static str,
    options: Value,
    seed: u64,
    /// The turn at which the text stops; a game that ends earlier stops there.
    turns: u32,
    /// Kinds of ask, with the percentage of questions that are not answered by the default.
    taste: &'static [(&'static str, usize)],
}

fn playthroughs() -> Vec<Playthrough> {
    let time_whisperers = |name, seed, options| Playthrough {
        name,
        ruleset: "time-whisperers",
        options,
        seed,
        turns: 4,
        taste: time_whisperers::TASTE,
    };
    let time_pirates = |name, players: u8, seed, turns| Playthrough {
        name,
        ruleset: "time-pirates",
        options: json!({ "players": players }),
        seed,
        turns,
        taste: time_pirates::TASTE,
    };
    let the_loop = |name, options, seed, turns| Playthrough {
        name,
        ruleset: "the-loop",
        options,
        seed,
        turns,
        taste: the_loop::TASTE,
    };
    let time_control = |name, players: u8, seed, turns| Playthrough {
        name,
        ruleset: "time-control",
        options: json!({ "players": players }),
        seed,
        turns,
        taste: time_control::TASTE,
    };
    let time_agent = |name, seed, turns| Playthrough {
        name,
        ruleset: "time-agent",
        options: json!({ "scenario": name }),
        seed,
        turns,
        taste: time_agent::TASTE,
    };
    vec![
        time_agent("two", 2, 4),
        time_agent("three", 3, 4),
        time_agent("four", 4, 4),
        time_agent("five", 5, 4),
        time_agent("six", 6, 4),
        time_whisperers("two", 2, json!({"players": 2})),
        time_whisperers("three", 3, json!({"players": 3})),
        time_whisperers("four", 4, json!({"players": 4})),
        time_whisperers("youth", 5, json!({"players": 3, "youth": true})),
        time_pirates("two", 2, 2, 200),
        time_pirates("three", 3, 3, 40),
        time_pirates("four", 4, 4, 40),
        time_pirates("six", 6, 6, 40),
        time_control("two", 2, 2, 6),
        time_control("three", 3, 3, 5),
        time_control("four", 4, 4, 4),
        the_loop("one", json!({"players": 1}), 1, 21),
        the_loop(
            "two",
            json!({"players": 2, "difficulty": "overtime"}),
            2,
            21,
        ),
        the_loop("three", json!({"players": 3}), 3, 12),
        the_loop("four", json!({"players": 4, "machine": "thirds"}), 4, 12),
    ]
}

/// The text of a game as it grows.
struct Text<'a> {
    game: &'a Game,
    words: String,
    templates: Words,
    /// The last view of each viewer.
    views: BTreeMap<String, Value>,
}

impl Text<'_> {
    fn line(&mut self, words: impl std::fmt::Display) {
        writeln!(self.words, "{words}").expect("a text grows");
    }

    /// Adds the news of a sitting: answers and dice, then facts, then open prompts.
    fn sitting(&mut self, before: Option<&Outcome>, after: &Outcome, asked: &[Prompt]) {
        let (entries, facts) = before.map_or((0, 0), |b| (b.journal.len(), b.facts.len()));
        for entry in &after.journal[entries..] {
            self.entry(entry, asked);
        }
        let view = self.game.rules.view(&after.state, &Viewer::Public);
        let view = view.expect("a view");
        for told in &after.facts[facts..] {
            self.told(told, &view);
        }
    }

    fn entry(&mut self, entry: &Entry, asked: &[Prompt]) {
        match entry {
            Entry::Answer {
                id,
                about,
                value,
                by,
                ..
            } => {
                let about = if about.is_empty() {
                    String::new()
                } else {
                    format!(" {}", flow(&json!(about)))
                };
                let of = match (asked.iter().find(|p| p.id == *id), by) {
                    (Some(prompt), _) => format!(" (of {})", count(&prompt.choices)),
                    (None, By::Forced(_)) => " (the only one)".to_owned(),
                    (None, by) => format!(" ({})", flow(&json!(by))),
                };
                self.line(format_args!("  ? {id}{about}: {}{of}", flow(value)));
            }
            Entry::Roll {
                label,
                sides,
                faces,
                ..
            } => self.line(format_args!("  d{sides} {label}: {}", flow(&json!(faces)))),
            Entry::Shuffle { label, order, .. } => {
                self.line(format_args!("  shuffle {label}: {}", flow(&json!(order))));
            }
            Entry::Deal {
                deck, items, order, ..
            } => {
                let dealt: Vec<&String> = order.iter().map(|i| &items[*i as usize]).collect();
                self.line(format_args!("  deck {deck}: {}", flow(&json!(dealt))));
            }
            Entry::PutAside { .. } => panic!("there are no order files"),
        }
    }

    fn told(&mut self, told: &Told<Value>, view: &Value) {
        let to = match &told.to {
            Audience::All => String::new(),
            Audience::Only(seats) => format!(" to {}", flow(&json!(seats))),
        };
        let rule = &told.rule;
        match &told.event {
            Event::Fact(fact) => {
                let sentence = self.templates.sentence(fact, &TemplateView::of(view));
                let sentence = sentence.expect("every fact has a sentence");
                self.line(format_args!("  {rule}{to}: {}", sentence.trim()));
            }
            other => self.line(format_args!("  {rule}{to}: {}", flow(&json!(other)))),
        }
    }

    /// Adds the news in every view; for a seat, only lines that the public view does not have.
    fn views(&mut self, state: &Value) {
        let mut public = None;
        for viewer in self.game.viewers() {
            let name = match &viewer {
                Viewer::Public => "public".to_owned(),
                Viewer::Seat(seat) => seat.to_string(),
            };
            let view = self.game.rules.view(state, &viewer).expect("a view");
            let new = match self.views.insert(name.clone(), view.clone()) {
                None => leaves(&view, 2),
                Some(before) => news(&leaves(&before, 9), &leaves(&view, 9)),
            };
            self.line(format_args!("  seen by {name}:"));
            for (path, value) in &new {
                let known = |public: &Leaves| public.get(path) == Some(value);
                if !public.as_ref().is_some_and(known) {
                    self.line(format_args!("    {path}: {}", flow(value)));
                }
            }
            public.get_or_insert(new);
        }
    }
}

type Leaves = BTreeMap<String, Value>;

/// Returns a view as paths and values; an item of a list is named by its first field.
fn leaves(value: &Value, depth: usize) -> Leaves {
    let named = |item: &Value| {
        let (_, name) = item.as_object()?.iter().next()?;
        Some(name.as_str()?.to_owned())
    };
    let inner: Option<Vec<(String, &Value)>> = match value {
        _ if depth == 0 => None,
        Value::Object(fields) => Some(fields.iter().map(|(k, v)| (k.clone(), v)).collect()),
        Value::Array(items) => items.iter().map(|v| Some((named(v)?, v))).collect(),
        _ => None,
    };
    let Some(inner) = inner.filter(|inner| !inner.is_empty()) else {
        return Leaves::from([(String::new(), value.clone())]);
    };
    let below = inner.into_iter().flat_map(|(name, value)| {
        let leaves = leaves(value, depth - 1).into_iter();
        leaves.map(move |(path, value)| match path.as_str() {
            "" => (name.clone(), value),
            _ => (format!("{name}/{path}"), value),
        })
    });
    below.collect()
}

/// Returns the changed and the removed paths.
fn news(before: &Leaves, after: &Leaves) -> Leaves {
    let new = after
        .iter()
        .filter(|(path, v)| before.get(*path) != Some(v));
    let gone = before.keys().filter(|path| !after.contains_key(*path));
    new.map(|(path, value)| (path.clone(), value.clone()))
        .chain(gone.map(|path| (path.clone(), json!("gone"))))
        .collect()
}

fn count(choices: &Choices) -> String {
    match choices {
        Choices::OneOf(of) => of.len().to_string(),
        Choices::SomeOf { of, min, max } => format!("{min} to {max} of {}", of.len()),
        Choices::Ranking { of } => format!("{}, ranked", of.len()),
    }
}

impl Playthrough {
    /// Returns an answer according to the bot's preferences.
    fn answer(&self, prompt: &Prompt, bot: &mut RandomBot) -> Value {
        let taste = self.taste.iter().find(|(ask, _)| *ask == prompt.ask);
        let (_, eager) = taste.unwrap_or_else(|| panic!("no taste for `{}`", prompt.ask));
        if bot.below(100) >= *eager {
            return prompt.default.clone();
        }
        match &prompt.choices {
            Choices::OneOf(of) => {
                let others: Vec<&Value> = of.iter().filter(|v| **v != prompt.default).collect();
                others[bot.below(others.len())].clone()
            }
            choices => answer(choices, bot),
        }
    }

    /// Plays one turn, in as many sittings as it takes: all seats that are asked answer at once.
    fn turn(
        &self,
        start: Start<'_>,
        sitting: &mut u32,
        bot: &mut RandomBot,
        text: &mut Text<'_>,
    ) -> Outcome {
        let start = start.since(*sitting);
        let mut before: Option<Outcome> = None;
        let mut answers: Vec<(Prompt, Vec<Value>)> = vec![];
        loop {
            let desk = desk(start.game, answers.iter().map(|(p, v)| (p, &v[..])), true);
            let journal = before.as_ref().map_or(&[][..], |o| &o.journal);
            let mut dice = fair(self.seed, *sitting);
            let after = start.run(*sitting, journal, &desk, false, &mut dice);
            *sitting += 1;
            let asked: Vec<Prompt> = answers.into_iter().map(|(prompt, _)| prompt).collect();
            text.sitting(before.as_ref(), &after, &asked);
            let Err(Stop::Waiting(prompts)) = &after.flow else {
                return after;
            };
            answers = prompts
                .iter()
                .map(|prompt| (prompt.clone(), vec![self.answer(prompt, bot)]))
                .collect();
            before = Some(after);
        }
    }

    /// Returns the game as a text.
    fn text(&self) -> String {
        let game = game(self.ruleset, self.options.clone());
        let library = (rulesets::find(self.ruleset).expect("a ruleset").library)();
        let mut bot = RandomBot::new(self.seed);
        let mut text = Text {
            game: &game,
            words: String::new(),
            templates: Words::builtin(&*game.rules, &library).expect("templates"),
            views: BTreeMap::new(),
        };
        let mut sitting = 1;
        text.line(format_args!(
            "{} {}, seed {}\n\nSET-UP",
            self.ruleset,
            flow(&self.options),
            self.seed
        ));
        let mut state = self
            .turn(Start::set_up(&game), &mut sitting, &mut bot, &mut text)
            .state;
        text.views(&state);
        for turn in 1..=self.turns {
            text.line(format_args!("\nTURN {turn}"));
            let start = Start::from(&game, &state);
            let end = self.turn(start, &mut sitting, &mut bot, &mut text);
            text.views(&end.state);
            match end.flow {
                Ok(Flow::Next) => state = end.state,
                Ok(Flow::Over { winners }) => {
                    text.line(format_args!("\nOVER, won by {}", flow(&json!(winners))));
                    return text.words;
                }
                Err(stop) => panic!("the rules stop: {stop:?}"),
            }
        }
        text.line("\nLEFT HERE");
        text.words
    }
}

#[test]
fn every_game_is_played() {
    for known in rulesets::ALL {
        let is_played = playthroughs().iter().any(|one| one.ruleset == known.id);
        assert!(is_played, "tests/playthroughs.rs plays no {}", known.id);
    }
}

#[test]
fn games_are_played_as_they_were() {
    let played: Vec<(Playthrough, String)> = playthroughs()
        .into_par_iter()
        .map(|playthrough| {
            let text = playthrough.text();
            (playthrough, text)
        })
        .collect();
    for (playthrough, text) in played {
        insta::with_settings!({
            snapshot_path => format!("playthroughs/{}", playthrough.ruleset),
            prepend_module_to_snapshot => false,
            omit_expression => true,
        }, {
            insta::assert_snapshot!(playthrough.name, text);
        });
    }
}
