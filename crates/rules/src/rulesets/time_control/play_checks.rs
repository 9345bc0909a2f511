//! Component checks that need whole games of bots.

use super::{Options, TimeControl};
use crate::{
    collect::Collect,
    dice::Quick,
    engine::{Playing, RandomBot, Ruleset, SeatId, playout},
    rulesets::kit::{Claim, Effort, Proof, SideBySide},
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The games that are played at most; the length of a game does not vary so much that more would show anything else.
const GAMES: u32 = 24;

/// The turn after which a game is stopped; it counts with the decisions until then.
const MOST: u32 = 60;

/// The decisions that fill 120 minutes at half a minute each.
const DECISIONS: u64 = 240;

/// What all players see of a decision, as [`counted`](super::counted) names it.
const SEEN: [&str; 8] = [
    "announcements",
    "interrupts",
    "claims of Time Control",
    "tokens in duels",
    "Fate cards in duels",
    "tokens against Waves",
    "Fate cards against Waves",
    "trades",
];

/// The length of a game.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Length {
    players: u8,
    ended: bool,
    decisions: u64,
}

impl TimeControl {
    /// Returns the checks that need whole games.
    ///
    /// No program can measure the 120 minutes that a source states, so decisions are counted, and half a minute is taken for
    /// each. The half minute is this project's own; it is the one that is taken for a turn of Time Pirates. Launches, objections
    /// and help are not counted, so the number is a lower bound.
    pub(super) fn played_checks(&self, effort: Effort, jobs: SideBySide<'_>) -> Vec<Claim> {
        let games = effort.games.min(GAMES);
        if games == 0 {
            return vec![];
        }
        let play = |n: u32| serde_json::to_value(self.length(n)).unwrap_or_default();
        let played: Vec<Length> = jobs(games, &play)
            .into_iter()
            .filter_map(|game| Length::deserialize(&game).ok())
            .collect();
        let mean = |of: &dyn Fn(&&Length) -> bool| -> u64 {
            let lengths = played.iter().filter(of).map(|game| game.decisions);
            let (sum, number) = lengths.fold((0, 0), |(sum, number), one| (sum + one, number + 1));
            sum.checked_div(number).unwrap_or(0)
        };
        let all = u32::try_from(played.len()).is_ok_and(|played| played == games);
        let ended = played.iter().filter(|game| game.ended).count();
        let each = [2, 3, 4].map(|players| mean(&|game| game.players == players));
        vec![Claim::new(
            18,
            Proof::Play,
            "games of two to four bots have 240 decisions or more on average, which are 120 minutes at half a minute each; minutes themselves cannot be checked",
            all && mean(&|_| true) >= DECISIONS,
            format!("decisions of two, three and four {each:?}; {ended} of {games} games ended"),
        )]
    }

    /// Plays one game of greedy bots, always the same for its number. Returns `None` if the rules break.
    fn length(&self, n: u32) -> Option<Length> {
        let players = u8::try_from(n % 3 + 2).ok()?;
        let options = Options {
            players,
            colors: None,
            last_round: None,
        };
        let seats = Ruleset::seats(self, &options).ok()?;
        let bots = seats.iter();
        let bots = bots.map(|seat| (seat.id.clone(), "greedy".to_owned()));
        let bots: BTreeMap<SeatId, String> = bots.collect_map();
        let playing = Playing {
            bots: Some(&bots),
            counts: true,
            ..Playing::turns(MOST)
        };
        let seed = u64::from(n) + 1;
        let (mut chance, mut dice) = (RandomBot::new(seed), Quick::new(seed));
        let played = playout(self, &options, &seats, &mut chance, &mut dice, playing).ok()?;
        let seen = SEEN.iter().filter_map(|name| played.counts.get(*name));
        Some(Length {
            players,
            ended: played.ended,
            decisions: seen.sum(),
        })
    }
}
