//! Statistics of many games, as a table, as JSON and as comma-separated values.

use crate::{
    collect::Collect,
    engine::{Playout, Seat, SeatId},
};
use serde_json::{Value, json};
use std::{borrow::Cow, collections::BTreeMap};

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
    /// What the ruleset counts, by name.
    counted: BTreeMap<&'a Cow<'static, str>, Counted>,
}

/// The facts under one name that the ruleset counts.
#[derive(Clone, Debug, Default)]
struct Counted {
    /// Their number, in all games.
    facts: u64,
    /// The number of games with at least one of them.
    games: usize,
    /// How many of these games ended in each way, if games can end in several.
    endings: BTreeMap<&'static str, usize>,
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
        let mut counted: BTreeMap<_, Counted> = BTreeMap::new();
        for game in games {
            for (name, n) in &game.counts {
                let counted = counted.entry(name).or_default();
                counted.facts += n;
                counted.games += 1;
                if let Some(ending) = game.ending {
                    *counted.endings.entry(ending).or_default() += 1;
                }
            }
        }
        Self {
            games,
            seats: seats.iter().map(of).collect(),
            lengths,
            endings,
            counted,
        }
    }

    pub(super) fn json(&self) -> Value {
        let sum = |of: fn(&Playout) -> usize| self.games.iter().map(of).sum::<usize>();
        let wins: BTreeMap<&str, usize> = self
            .seats
            .iter()
            .map(|(seat, of)| (seat.as_str(), of.won))
            .collect_map();
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
            .collect_map();
        let mut each: BTreeMap<String, usize> = BTreeMap::new();
        for length in &self.lengths {
            *each.entry(length.to_string()).or_default() += 1;
        }
        let counts: BTreeMap<_, _> = (self.counted.iter())
            .map(|(name, of)| (name, of.facts))
            .collect_map();
        let with: BTreeMap<_, _> = (self.counted.iter())
            .map(|(name, of)| (name, json!({"games": of.games, "endings": of.endings})))
            .collect_map();
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
            "counts": counts,
            "games-with": with,
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
        lines.extend(self.counted.iter().map(|(name, of)| of.line(name, n)));
        lines
    }
}

impl Counted {
    /// Returns how often it happened, and how the games ended in which it did.
    #[expect(clippy::cast_precision_loss, reason = "figures for reading")]
    fn line(&self, name: &str, games: usize) -> String {
        let each = self.facts as f64 / games as f64;
        let mut line = format!("{name:24} {:6}  {each:5.1} per game", self.facts);
        if !self.endings.is_empty() {
            line += &format!("   in {} games:", self.games);
            for (ending, n) in &self.endings {
                line += &format!(" {n} {ending}");
            }
        }
        line
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
