//! What only play can tell: bots play whole games, and are watched (37, 78, 79, 80, 82, 83).

use super::{Claim, Effort, Proof, TimeAgent, list, percent, share};
use crate::{
    dice::Quick,
    engine::{Playing, RandomBot, Ruleset, Seat, SeatId, watch},
    rulesets::time_agent::{
        Options,
        names::Technology,
        state::{Phase, State},
    },
};
use std::collections::BTreeMap;

/// A game that has not ended by then counts as a stalemate.
const STALEMATE: u32 = 30;

/// What was seen of the games.
#[derive(Default)]
struct Seen {
    games: usize,
    lengths: Vec<u32>,
    near: usize,
    last_won: usize,
    disks: usize,
    counters: u32,
    grew: usize,
    wins: BTreeMap<SeatId, usize>,
}

/// 9.5, 9.6: the disks on tiles, spaces and indicators.
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

/// Operatives ever bought, and machines.
fn counters(state: &State) -> u32 {
    let sides = state.sides.values();
    sides
        .map(|side| side.machines + u32::from(side.agents) + u32::from(side.squads))
        .sum()
}

/// Two of the bots in turn, other races in every other game.
fn cast(seats: &[Seat], game: u32) -> BTreeMap<SeatId, String> {
    let names = ["greedy", "swing"];
    (game as usize..)
        .zip(seats)
        .map(|(n, seat)| (seat.id.clone(), names[n % 2].to_owned()))
        .collect()
}

fn play(rules: &TimeAgent, effort: Effort) -> Option<Seen> {
    let options = Options {
        scenario: "six".to_owned(),
    };
    let seats = Ruleset::seats(rules, &options).ok()?;
    let mut seen = Seen::default();
    for game in 0..effort.games {
        let bots = cast(&seats, game);
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
        let seed = u64::from(game) + 1;
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
        seen.games += 1;
        seen.grew += usize::from(machines.first() < machines.last());
        if played.ended {
            seen.lengths.push(played.turns);
            seen.near += usize::from(played.ending == Some("cut near the present"));
            seen.last_won += usize::from(played.winners.iter().any(|w| fewest.contains(w)));
        }
        for winner in played.winners {
            *seen.wins.entry(winner).or_default() += 1;
        }
        for seat in &seats {
            seen.wins.entry(seat.id.clone()).or_default();
        }
    }
    seen.lengths.sort_unstable();
    Some(seen)
}

pub(super) fn check(rules: &TimeAgent, effort: Effort) -> Vec<Claim> {
    if effort.games == 0 {
        return vec![];
    }
    let Some(seen) = play(rules, effort) else {
        return vec![];
    };
    let claim = |number, claim, holds, measured: String| {
        Claim::new(number, Proof::Play, claim, holds, measured)
    };
    let ended = seen.lengths.len();
    let stale = share(seen.games - ended, seen.games);
    let middle = seen.lengths.get(ended / 2).copied().unwrap_or(0);
    let near = share(seen.near, ended);
    let wins: Vec<(&SeatId, u32)> = seen
        .wins
        .iter()
        .map(|(seat, won)| (seat, share(*won, seen.games)))
        .collect();
    vec![
        claim(
            37,
            "many games end by a cut near the present: a third at least",
            near >= 333,
            format!("{} of {ended} games", percent(near)),
        ),
        claim(
            78,
            "the counters are enough: 150 operatives and machines at most",
            seen.counters <= 150,
            format!("{} at most", seen.counters),
        ),
        claim(
            79,
            "a game of six takes 8 to 15 rounds, in the middle",
            (8..=15).contains(&middle),
            format!(
                "{} to {}, {middle} in the middle",
                seen.lengths.first().copied().unwrap_or(0),
                seen.lengths.last().copied().unwrap_or(0)
            ),
        ),
        claim(
            80,
            "a stalemate is rare (10 % at most, after 30 rounds), machines grow in number, and every race can win: 4 to 40 % each",
            stale <= 100
                && seen.grew * 10 >= seen.games * 9
                && wins.iter().all(|(_, won)| (40..=400).contains(won)),
            format!(
                "{} open; more machines in {} of {}; wins {}",
                percent(stale),
                seen.grew,
                seen.games,
                list(
                    wins.iter()
                        .map(|(seat, won)| format!("{seat} {}", percent(*won)))
                )
            ),
        ),
        claim(
            82,
            "whoever has the fewest VP can still win in one round: it happens",
            seen.last_won > 0,
            format!("in {} of {ended} games", seen.last_won),
        ),
        claim(
            83,
            "55 disks are enough",
            seen.disks <= 55,
            format!("{} at most", seen.disks),
        ),
    ]
}
