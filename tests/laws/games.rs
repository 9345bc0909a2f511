//! The games that the laws are tested with: every ruleset in the list, and the tiny one.

use crate::{engine::tiny::Tiny, laws::queued::Queued};
use chronojudge::rulesets::Listed as _;
use chronojudge::{
    engine::{DynRuleset, Seat, SeatId, Viewer},
    rulesets::{
        self, the_loop::TheLoop, time_agent::TimeAgent, time_control::TimeControl,
        time_pirates::TimePirates, time_whisperers::TimeWhisperers,
    },
};
use serde_json::{Value, json};

/// One game: a ruleset with options.
pub struct Game {
    pub rules: Box<dyn DynRuleset>,
    /// The same rules, with order files that are plain queues of answers.
    pub queued: Box<dyn DynRuleset>,
    pub options: Value,
    pub seats: Vec<Seat>,
    /// The number of turns that the normal test plays.
    pub turns: u32,
    /// True if the game can have secrets.
    pub hides: bool,
    /// True if all win together, or lose together.
    pub cooperative: bool,
}

impl Game {
    fn new(rules: Box<dyn DynRuleset>, queued: Box<dyn DynRuleset>, options: Value) -> Self {
        let seats = rules.seats(&options).expect("options that seat somebody");
        Self {
            turns: match rules.id() {
                "tiny" => 60,
                "time-whisperers" => 24,
                "time-pirates" => 12,
                "the-loop" => 16,
                "time-control" => 2,
                _ => 3,
            },
            // The secrets of a round of The Time Whisperers are open at its end, if they come up at all; on the table
            // of the other games everything lies open, and sealed answers are not part of a state.
            hides: ["tiny", "time-agent"].contains(&rules.id()),
            cooperative: rules.id() == "the-loop",
            rules,
            queued,
            options,
            seats,
        }
    }

    /// Checks that a game that is over has the winners that it can have: one or more, or in a cooperative game all or none.
    pub fn assert_winners(&self, winners: &[SeatId]) {
        if self.cooperative {
            assert!(
                winners.is_empty() || winners.len() == self.seats.len(),
                "all win or all lose: {winners:?}"
            );
        } else {
            assert!(!winners.is_empty(), "somebody wins");
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

/// Returns all games. A new ruleset needs a line here, with the options to play it with.
pub fn games() -> Vec<Game> {
    let mut games: Vec<Game> = [2, 4]
        .map(|players| game("tiny", json!({ "players": players })))
        .into();
    for known in rulesets::ALL {
        match known.id {
            "time-agent" => {
                for scenario in ["six", "two", "four-without-buralti"] {
                    games.push(game(known.id, json!({ "scenario": scenario })));
                }
            }
            "time-whisperers" => {
                let powers = json!([
                    "mimic",
                    "psychic",
                    "axis",
                    "agent",
                    "thief",
                    "multiverse",
                    "phoenix",
                    "mutants",
                    "alliance",
                    "zodiac",
                    "tyrant",
                    "assassin"
                ]);
                for options in [
                    json!({"players": 2}),
                    json!({"players": 3, "powers": powers}),
                    json!({"players": 4, "placement": "random"}),
                    json!({"players": 3, "youth": true}),
                ] {
                    games.push(game(known.id, options));
                }
            }
            "time-pirates" => {
                for players in [2, 3, 6] {
                    games.push(game(known.id, json!({ "players": players })));
                }
                let variant = json!({"players": 4, "weeks": 4, "world-markers": "for-good",
                    "sets-of-jokers": "forbidden"});
                games.push(game(known.id, variant));
            }
            "time-control" => {
                games.push(game(known.id, json!({"players": 2})));
                let colors = json!(["blue", "orange", "green"]);
                let options = json!({"players": 3, "colors": colors, "last-round": 2});
                games.push(game(known.id, options));
            }
            "the-loop" => {
                let all = json!(["cztwyzzek", "robofinisher-404", "v-girl", "time-prowler"]);
                for options in [
                    json!({"players": 1}),
                    json!({"players": 3}),
                    json!({"players": 4, "agents": all, "difficulty": "final-warning", "machine": "thirds"}),
                ] {
                    games.push(game(known.id, options));
                }
            }
            id => panic!("tests/laws/games.rs does not say with which options `{id}` is played"),
        }
    }
    games
}

/// Returns the games of [`games`], and full tables whose turns take too long by mail: for laws that run each turn a few times
/// only.
pub fn all_tables() -> Vec<Game> {
    let mut all = games();
    all.push(game("time-control", json!({"players": 4})));
    all
}

/// Returns a game of one ruleset.
pub fn game(ruleset: &str, options: Value) -> Game {
    if ruleset == "tiny" {
        return Game::new(Box::new(Tiny), Box::new(Queued(Tiny)), options);
    }
    let known = rulesets::find(ruleset).expect("a ruleset");
    let library = (known.library)();
    let rules = (known.load)(&library).expect("the embedded content fits");
    let queued: Box<dyn DynRuleset> = match ruleset {
        "time-agent" => {
            let rules = TimeAgent::new(&library).expect("the embedded content fits");
            Box::new(Queued(rules))
        }
        "time-whisperers" => {
            let rules = TimeWhisperers::new(&library).expect("the embedded content fits");
            Box::new(Queued(rules))
        }
        "time-pirates" => {
            let rules = TimePirates::new(&library).expect("the embedded content fits");
            Box::new(Queued(rules))
        }
        "time-control" => {
            let rules = TimeControl::new(&library).expect("the embedded content fits");
            Box::new(Queued(rules))
        }
        "the-loop" => {
            let rules = TheLoop::new(&library).expect("the embedded content fits");
            Box::new(Queued(rules))
        }
        id => panic!("tests/laws/games.rs does not know how to queue `{id}`"),
    };
    Game::new(rules, queued, options)
}
