//! The games that the laws are played with: every ruleset in the list, and the tiny one.

use crate::engine::tiny::Tiny;
use crate::laws::queued::Queued;
use chronojudge::{
    engine::{AnyRuleset, Seat, SeatId, Viewer},
    rulesets::{self, time_agent::TimeAgent},
};
use serde_json::{Value, json};

/// One game: a ruleset with options.
pub struct Game {
    pub rules: Box<dyn AnyRuleset>,
    /// The same rules, with order files that are plain queues of answers.
    pub queued: Box<dyn AnyRuleset>,
    pub options: Value,
    pub seats: Vec<Seat>,
    /// Turns of it that the normal test plays.
    pub turns: u32,
    /// Whether anybody can have secrets.
    pub hides: bool,
}

impl Game {
    fn new(rules: Box<dyn AnyRuleset>, queued: Box<dyn AnyRuleset>, options: Value) -> Self {
        let seats = rules
            .seats(&options)
            .expect("options of this ruleset")
            .expect("options that seat somebody");
        Self {
            turns: if rules.id() == "tiny" { 60 } else { 3 },
            hides: true,
            rules,
            queued,
            options,
            seats,
        }
    }

    pub fn name(&self) -> String {
        format!("{} {}", self.rules.id(), self.options)
    }

    pub fn seat_ids(&self) -> Vec<SeatId> {
        self.seats.iter().map(|seat| seat.id.clone()).collect()
    }

    pub fn viewers(&self) -> Vec<Viewer> {
        let seats = self.seats.iter().map(|seat| Viewer::Seat(seat.id.clone()));
        std::iter::once(Viewer::Public).chain(seats).collect()
    }
}

/// All games. A new ruleset needs a line here: which options to play it with.
pub fn games() -> Vec<Game> {
    let mut games = vec![];
    for players in [2, 4] {
        let options = json!({ "players": players });
        games.push(Game::new(Box::new(Tiny), Box::new(Queued(Tiny)), options));
    }
    for known in rulesets::ALL {
        let library = (known.library)();
        let load = || (known.load)(&library).expect("the embedded content fits");
        match known.id {
            "time-agent" => {
                for scenario in ["six", "two", "four-without-buralti"] {
                    let rules = TimeAgent::new(&library).expect("the embedded content fits");
                    let options = json!({ "scenario": scenario });
                    games.push(Game::new(load(), Box::new(Queued(rules)), options));
                }
            }
            id => panic!("tests/laws/games.rs does not say with which options `{id}` is played"),
        }
    }
    games
}
