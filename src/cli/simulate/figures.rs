//! Statistics of many games, as a table, as JSON and as comma-separated values.

use crate::engine::{Playout, Seat, SeatId};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The results of one seat.
#[derive(Clone, Debug, Default)]
struct Of {
    /// Games won, alone or with others.
    won: usize,
    /// Its points at the end of each game, in ascending order.
    points: Vec<i64>,
}

/// The statistics of several games.
pub(super) struct Figures<'a> {
    games: &'a [Playout],
    seats: Vec<(&'a SeatId, Of)>,
    /// The length of each game that ended, in turns, in ascending order.
    lengths: Vec<u32>,
    endings: BTreeMap<&'static str, usize>,
    /// The number of facts under each name that the ruleset counts, in all games.
    counts: BTreeMap<&'static str, u64>,
}

impl<'a> Figures<'a> {
    pub(super) fn of(seats: &'a [Seat], games: &'a [Playout]) -> Self {
        let of = |seat: &'a Seat| {
            let mut points: Vec<i64> = games
                .iter()
                .filter_map(|game| game.score.get(&seat.id).copied())
                .collect();
            points.sort_unstable();
            let won = games.iter().filter(|game| game.winners.contains(&seat.id));
            let won = won.count();
            (&seat.id, Of { won, points })
        };
        let ended = games.iter().filter(|game| game.ended);
        let mut lengths: Vec<u32> = ended.clone().map(|game| game.turns).collect();
        lengths.sort_unstable();
        let mut endings = BTreeMap::new();
        for ending in ended.filter_map(|game| game.ending) {
            *endings.entry(ending).or_default() += 1;
        }
        let mut counts = BTreeMap::new();
        for (name, n) in games.iter().flat_map(|game| &game.counts) {
            *counts.entry(*name).or_default() += n;
        }
        Self {
            games,
            seats: seats.iter().map(of).collect(),
            lengths,
            endings,
            counts,
        }
    }

    pub(super) fn json(&self) -> Value {
        let sum = |of: fn(&Playout) -> usize| self.games.iter().map(of).sum::<usize>();
        let wins: BTreeMap<&str, usize> = self
            .seats
            .iter()
            .map(|(seat, of)| (seat.as_str(), of.won))
            .collect();
        let points: BTreeMap<&str, Value> = self
            .seats
            .iter()
            .filter(|(_, of)| !of.points.is_empty())
            .map(|(seat, of)| {
                let spread = json!({
                    "least": of.points.first(), "middle": middle(&of.points), "most": of.points.last(),
                });
                (seat.as_str(), spread)
            })
            .collect();
        let mut each: BTreeMap<String, usize> = BTreeMap::new();
        for length in &self.lengths {
            *each.entry(length.to_string()).or_default() += 1;
        }
        json!({
            "games": self.games.len(),
            "ended": self.lengths.len(),
            "turns": self.games.iter().map(|game| u64::from(game.turns)).sum::<u64>(),
            "answers": sum(|game| game.answers),
            "lengths": {
                "least": self.lengths.first(), "middle": middle(&self.lengths), "most": self.lengths.last(),
                "games": each,
            },
            "endings": self.endings,
            "wins": wins,
            "points": points,
            "counts": self.counts,
        })
    }

    #[expect(clippy::cast_precision_loss, reason = "figures for reading")]
    pub(super) fn table(&self, bots: &[String]) -> Vec<String> {
        let n = self.games.len().max(1);
        let per_cent = |part: usize| 100.0 * part as f64 / n as f64;
        let turns: u32 = self.games.iter().map(|game| game.turns).sum();
        let answers: usize = self.games.iter().map(|game| game.answers).sum();
        let ended = self.lengths.len();
        let mut lines = vec![format!(
            "{} games, {ended} ended within the limit of turns, {:.1} turns and {:.0} answers per game",
            self.games.len(),
            f64::from(turns) / n as f64,
            answers as f64 / n as f64
        )];
        if let (Some(least), Some(middle), Some(most)) = (
            self.lengths.first(),
            middle(&self.lengths),
            self.lengths.last(),
        ) {
            lines.push(format!(
                "the games that ended took {least} to {most} turns, median {middle}"
            ));
        }
        for (ending, count) in &self.endings {
            lines.push(format!("{ending:24} {count:6}  {:5.1} %", per_cent(*count)));
        }
        let open = self.games.len() - ended;
        if open > 0 && ended > 0 {
            lines.push(format!(
                "{:24} {open:6}  {:5.1} %",
                "not ended",
                per_cent(open)
            ));
        }
        for (i, (seat, of)) in self.seats.iter().enumerate() {
            let mut line = format!("{seat:12} won {:6}  {:5.1} %", of.won, per_cent(of.won));
            if let (Some(least), Some(middle), Some(most)) =
                (of.points.first(), middle(&of.points), of.points.last())
            {
                line += &format!("   {least} to {most} points, median {middle}");
            }
            if bots.len() > 1 {
                line += &format!("   {}", bots[i]);
            }
            lines.push(line);
        }
        for (name, count) in &self.counts {
            #[expect(clippy::cast_precision_loss, reason = "figures for reading")]
            let each = *count as f64 / n as f64;
            lines.push(format!("{name:24} {count:6}  {each:5.1} per game"));
        }
        lines
    }
}

/// Returns the median of an ordered list: the middle item, or the upper one of two.
fn middle<T: Copy>(ordered: &[T]) -> Option<T> {
    ordered.get(ordered.len() / 2).copied()
}

/// Returns comma-separated values: a header, and one line per game.
pub(super) fn csv(seats: &[Seat], seed: u64, games: &[Playout]) -> Vec<String> {
    let mut head = "seed,turns,ended,ending,answers,winners".to_owned();
    for seat in seats {
        head += &format!(",{}", seat.id);
    }
    let mut lines = vec![head];
    for (n, game) in (0..).zip(games) {
        let winners: Vec<&str> = game.winners.iter().map(SeatId::as_str).collect();
        let mut line = format!(
            "{},{},{},{},{},{}",
            seed.wrapping_add(n),
            game.turns,
            game.ended,
            game.ending.unwrap_or_default(),
            game.answers,
            winners.join(" ")
        );
        for seat in seats {
            let points = game.score.get(&seat.id);
            line += &format!(",{}", points.map(ToString::to_string).unwrap_or_default());
        }
        lines.push(line);
    }
    lines
}
