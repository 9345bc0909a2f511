//! The dice ledger: every roll with its seat and its expected value, and the luck of each seat.

use crate::{
    audit::ledger::Ledger,
    log::{Cast, Roll},
};
use serde::Serialize;
use std::collections::BTreeMap;

/// One sitting's rolls, ready for a page.
#[derive(Debug, Serialize)]
#[expect(clippy::struct_field_names, reason = "a page says `rolls` of them")]
pub(super) struct Rolls {
    pub sitting: u32,
    pub key: String,
    pub beacon: String,
    pub rolls: Vec<Shown>,
}

/// One roll.
#[derive(Debug, Serialize)]
pub(super) struct Shown {
    label: String,
    /// `2d6`, or `shuffle 4`.
    cast: String,
    result: String,
    /// The seat whose roll it was, if it belongs to one.
    seat: Option<String>,
    /// The expected sum of the faces; `None` for a shuffle.
    expected: Option<String>,
    /// The difference between the sum and the expected sum.
    off: Option<String>,
}

/// The luck of one seat.
#[derive(Debug, Serialize)]
pub(super) struct Luck {
    seat: String,
    dice: usize,
    sum: u64,
    expected: String,
    off: String,
    /// `off` in standard deviations.
    sigma: String,
}

/// The number of times each face of one kind of die came.
#[derive(Debug, Serialize)]
pub(super) struct Faces {
    sides: u32,
    dice: usize,
    expected: String,
    counts: Vec<usize>,
}

pub(super) fn rolls(ledger: &Ledger, seats: &[String]) -> Vec<Rolls> {
    ledger
        .sittings
        .iter()
        .map(|rolled| Rolls {
            sitting: rolled.sitting,
            key: rolled.key.clone(),
            beacon: rolled.beacon.clone(),
            rolls: rolled.rolls.iter().map(|roll| shown(roll, seats)).collect(),
        })
        .collect()
}

fn shown(roll: &Roll, seats: &[String]) -> Shown {
    let line = roll.to_string();
    let (head, result) = line.split_once(" = ").unwrap_or((&line, ""));
    let (label, cast) = head.split_once(' ').unwrap_or((head, ""));
    let mut one = Shown {
        label: label.to_owned(),
        cast: cast.to_owned(),
        result: result.to_owned(),
        seat: whose(label, seats),
        expected: None,
        off: None,
    };
    if let Cast::Dice { sides, faces } = &roll.cast {
        let mean = mean(*sides) * count(faces.len());
        let sum: u64 = faces.iter().map(|face| u64::from(*face)).sum();
        one.expected = Some(short(mean));
        one.off = Some(signed(real(sum) - mean));
    }
    one
}

/// Returns the seat that a roll belongs to, by the pieces that its label names. If two sides roll against each other,
/// the last part of the label says which of the two it is.
fn whose(label: &str, seats: &[String]) -> Option<String> {
    let base = label.split('#').next().unwrap_or(label);
    let named: Vec<&String> = base
        .split('/')
        .filter_map(|part| {
            let own = |seat: &&String| {
                part.strip_prefix(seat.as_str())
                    .is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
            };
            seats.iter().find(own)
        })
        .collect();
    let seat = match (named.as_slice(), base.rsplit('/').next()) {
        ([one], _) => one,
        ([by, _], Some("search" | "attack")) => by,
        ([_, against], Some("hide" | "defense")) => against,
        _ => return None,
    };
    Some((*seat).clone())
}

pub(super) fn luck(ledger: &Ledger, seats: &[String]) -> Vec<Luck> {
    // Dice, their sum, their mean and their variance.
    let mut all: BTreeMap<String, (usize, u64, f64, f64)> = BTreeMap::new();
    for roll in ledger.sittings.iter().flat_map(|s| &s.rolls) {
        let (Some(seat), Cast::Dice { sides, faces }) =
            (whose(roll.label.as_str(), seats), &roll.cast)
        else {
            continue;
        };
        let one = all.entry(seat).or_default();
        one.0 += faces.len();
        one.1 += faces.iter().map(|face| u64::from(*face)).sum::<u64>();
        one.2 += mean(*sides) * count(faces.len());
        one.3 += (f64::from(*sides).powi(2) - 1.0) / 12.0 * count(faces.len());
    }
    all.into_iter()
        .map(|(seat, (dice, sum, mean, variance))| {
            let off = real(sum) - mean;
            Luck {
                seat,
                dice,
                sum,
                expected: short(mean),
                off: signed(off),
                sigma: signed(off / variance.sqrt().max(f64::MIN_POSITIVE)),
            }
        })
        .collect()
}

/// Returns the percentage of games in which at least one of so many seats is off by more than two standard deviations.
pub(super) fn somebody_beyond_two(seats: usize) -> u32 {
    let nobody = 0.9545_f64.powf(count(seats));
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "0 to 100"
    )]
    let games = ((1.0 - nobody) * 100.0).round() as u32;
    games
}

pub(super) fn faces(ledger: &Ledger) -> Vec<Faces> {
    let mut all: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    for roll in ledger.sittings.iter().flat_map(|s| &s.rolls) {
        let Cast::Dice { sides, faces } = &roll.cast else {
            continue;
        };
        if *sides > 20 {
            continue;
        }
        let counts = all
            .entry(*sides)
            .or_insert_with(|| vec![0; *sides as usize]);
        for face in faces {
            if let Some(n) = counts.get_mut(*face as usize - 1) {
                *n += 1;
            }
        }
    }
    all.into_iter()
        .map(|(sides, counts)| {
            let dice: usize = counts.iter().sum();
            Faces {
                sides,
                dice,
                expected: short(count(dice) / f64::from(sides)),
                counts,
            }
        })
        .collect()
}

fn mean(sides: u32) -> f64 {
    f64::midpoint(f64::from(sides), 1.0)
}

#[expect(clippy::cast_precision_loss, reason = "no game has so many dice")]
fn count(n: usize) -> f64 {
    n as f64
}

#[expect(clippy::cast_precision_loss, reason = "no game has so many dice")]
fn real(n: u64) -> f64 {
    n as f64
}

fn short(n: f64) -> String {
    let text = format!("{n:.1}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

fn signed(n: f64) -> String {
    let text = short(n);
    match text.as_str() {
        "-0" => "0".to_owned(),
        _ if n > 0.0 && text != "0" => format!("+{text}"),
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn assigns_a_roll_to_the_seat_of_its_piece() {
        let seats = ["roo", "zytal"].map(str::to_owned);
        let of = |label: &str| whose(label, &seats);
        let (roo, zytal) = (Some("roo".to_owned()), Some("zytal".to_owned()));
        assert_eq!(of("search/4c-12/roo-agent-3/zytal-agent-1/search"), roo);
        assert_eq!(of("search/4c-12/roo-agent-3/zytal-agent-1/hide#2"), zytal);
        assert_eq!(of("combat/4c-12/zytal-squad-1/roo-agent-1/defense"), roo);
        assert_eq!(of("order/zytal"), zytal);
        assert_eq!(of("order/roof"), None);
        assert_eq!(of("facing/4c-3"), None);
        assert_eq!(of("a/roo-1/zytal-1/other"), None);
    }

    #[test]
    fn rounds_numbers_to_one_decimal() {
        assert_eq!(
            [3.5, 7.0, -0.01, 0.04].map(signed),
            ["+3.5", "+7", "0", "0"]
        );
        assert_eq!(somebody_beyond_two(1), 5);
        assert_eq!(somebody_beyond_two(6), 24);
    }
}
