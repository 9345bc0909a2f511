//! Constraints that only play can check: bots play whole games, which are measured (37, 78, 79, 80, 82, 83).

use super::{Claim, Effort, Proof, TimeAgent, list, percent, share};
use crate::{
    collect::Collect,
    dice::Quick,
    engine::{Playing, RandomBot, Ruleset, Seat, SeatId, watch},
    rulesets::SideBySide,
    rulesets::time_agent::{
        Options,
        names::Technology,
        state::{Phase, State},
    },
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The round after which a game that has not ended counts as a stalemate.
const STALEMATE: u32 = 30;

/// The measurements of one game.
#[expect(clippy::struct_excessive_bools, reason = "each is counted by itself")]
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Game {
    pub rounds: u32,
    pub ended: bool,
    /// Set if it ended by a cut near the present.
    pub near: bool,
    /// Set if a winner had the fewest points when the last round began.
    pub last_won: bool,
    pub disks: usize,
    pub counters: u32,
    /// Set if there were more machines in the end than at first.
    pub grew: bool,
    pub winners: Vec<SeatId>,
    /// The number of illegal answers of bots.
    pub slips: usize,
}

/// 9.5, 9.6: returns the number of disks on tiles, spaces and indicators.
fn disks(state: &State) -> usize {
    let technologies = state
        .disconnected
        .iter()
        .map(|technology| match technology {
            Technology::TimeTravel => 7,
            _ => 1,
        });
    2 * state.reversed_events.len()
        + state.reversed_originals.len()
        + state.reversed_secondaries.len()
        + technologies.sum::<usize>()
}

/// Returns the number of operatives ever bought, and of machines.
fn counters(state: &State) -> u32 {
    let sides = state.sides.values();
    sides
        .map(|side| side.machines + u32::from(side.agents) + u32::from(side.squads))
        .sum()
}

/// Assigns two of the bots in turn, to other races in every other game.
fn cast(seats: &[Seat], game: u32) -> BTreeMap<SeatId, String> {
    let names = ["greedy", "swing"];
    (game as usize..)
        .zip(seats)
        .map(|(n, seat)| (seat.id.clone(), names[n % 2].to_owned()))
        .collect_map()
}

/// Plays one game of bots, always the same for its number; `None` if the rules break.
pub(super) fn game(rules: &TimeAgent, n: u32) -> Option<Game> {
    let options = Options {
        scenario: "six".to_owned(),
    };
    let seats = Ruleset::seats(rules, &options).ok()?;
    let bots = cast(&seats, n);
    let mut seen = Game::default();
    let mut fewest: Vec<SeatId> = vec![];
    let mut machines = vec![];
    let playing = Playing {
        bots: Some(&bots),
        ..Playing::turns(STALEMATE)
    };
    let mut each = |state: &State| {
        seen.disks = seen.disks.max(disks(state));
        seen.counters = seen.counters.max(counters(state));
        machines.push(state.sides.values().map(|side| side.machines).sum::<u32>());
        if state.phase != Phase::Over {
            let least = state.sides.values().map(|side| side.vp).min();
            let sides = state
                .sides
                .iter()
                .filter(|(_, side)| Some(side.vp) == least);
            fewest = sides.map(|(race, _)| rules.seat(*race).clone()).collect();
        }
    };
    let seed = u64::from(n) + 1;
    let (mut chance, mut dice) = (RandomBot::new(seed), Quick::new(seed));
    let played = watch(
        rules,
        &options,
        &seats,
        &mut chance,
        &mut dice,
        playing,
        &mut each,
    )
    .ok()?;
    seen.grew = machines.first() < machines.last();
    seen.rounds = played.turns;
    seen.ended = played.ended;
    seen.near = played.ending == Some("cut near the present");
    seen.last_won = played.winners.iter().any(|w| fewest.contains(w));
    seen.winners = played.winners;
    seen.slips = played.slips;
    Some(seen)
}

pub(super) fn check(rules: &TimeAgent, effort: Effort, jobs: SideBySide<'_>) -> Vec<Claim> {
    if effort.games == 0 {
        return vec![];
    }
    let play = |n: u32| serde_json::to_value(game(rules, n)).unwrap_or_default();
    let games: Vec<Game> = jobs(effort.games, &play)
        .into_iter()
        .filter_map(|game| Game::deserialize(&game).ok())
        .collect();
    let claim = |number, claim, holds, measured: String| {
        Claim::new(number, Proof::Play, claim, holds, measured)
    };
    let count = |of: &dyn Fn(&Game) -> bool| games.iter().filter(|game| of(game)).count();
    let most = |of: &dyn Fn(&Game) -> usize| games.iter().map(of).max().unwrap_or(0);
    let ended = count(&|game| game.ended);
    let mut lengths: Vec<u32> = games
        .iter()
        .filter(|game| game.ended)
        .map(|game| game.rounds)
        .collect();
    lengths.sort_unstable();
    let stale = share(games.len() - ended, games.len());
    let at = |tenth: usize| lengths.get(ended * tenth / 10).copied().unwrap_or(0);
    let middle = at(5);
    let near = share(count(&|game| game.near), ended);
    let grew = count(&|game| game.grew);
    let last_won = count(&|game| game.last_won);
    let counters = most(&|game| game.counters as usize);
    let disks = most(&|game| game.disks);
    let seats = Ruleset::seats(
        rules,
        &Options {
            scenario: "six".to_owned(),
        },
    )
    .unwrap_or_default();
    let wins: Vec<(SeatId, u32)> = seats
        .into_iter()
        .map(|seat| {
            let won = count(&|game| game.winners.contains(&seat.id));
            (seat.id, share(won, games.len()))
        })
        .collect();
    vec![
        claim(
            37,
            "many games end by a cut near the present: a third at least",
            near >= 333,
            format!("{} of {ended} games that ended", percent(near)),
        ),
        claim(
            78,
            "the counters are enough: 150 operatives and machines at most",
            counters <= 150,
            format!("{counters} at most"),
        ),
        claim(
            79,
            "a game of six takes 8 to 15 rounds, in the middle",
            (8..=15).contains(&middle),
            format!(
                "{middle} in the middle; eight of ten games {} to {}",
                at(1),
                at(9)
            ),
        ),
        claim(
            80,
            "a stalemate is rare (10 % at most, after 30 rounds), machines grow in number, and every race can win: 4 to 40 % each",
            stale <= 100
                && grew * 10 >= games.len() * 9
                && wins.iter().all(|(_, won)| (40..=400).contains(won)),
            format!(
                "{} open; more machines in {} of {}; wins {}",
                percent(stale),
                grew,
                games.len(),
                list(
                    wins.iter()
                        .map(|(seat, won)| format!("{seat} {}", percent(*won)))
                )
            ),
        ),
        claim(
            82,
            "the player with the fewest VP can still win in one round: it happens",
            last_won > 0,
            format!("in {last_won} of {ended} games that ended"),
        ),
        claim(
            83,
            "55 disks are enough",
            disks <= 55,
            format!("{disks} at most"),
        ),
    ]
}
