//! Dice whose results were fixed in advance, and the draw of a result for a sample.

use crate::{
    dice::{Dice, Label, Undrawn},
    engine::{
        Chance, RandomBot,
        ahead::{Draw, Drawn},
    },
};

/// Dice whose results were fixed in advance.
pub(super) struct Fallen<'a> {
    pub drawn: &'a Drawn,
    /// The label and sides of the first die that has no result yet.
    pub wanted: Option<(String, u32)>,
}

impl Dice for Fallen<'_> {
    fn roll(&mut self, label: &Label, count: u32, sides: u32) -> Result<Vec<u32>, Undrawn> {
        (0..count)
            .map(|n| {
                let name = match count {
                    1 => label.to_string(),
                    _ => format!("{label}/{n}"),
                };
                self.drawn.get(&name).copied().ok_or_else(|| {
                    self.wanted = Some((name, sides));
                    Undrawn(label.clone())
                })
            })
            .collect()
    }
    fn shuffle(&mut self, label: &Label, _: u32) -> Result<Vec<u32>, Undrawn> {
        Err(Undrawn(label.clone()))
    }
    fn deal(&mut self, _: &str, _: u32) -> Result<Vec<u32>, Undrawn> {
        Err(Undrawn(Label::new("deck").expect("a plain label")))
    }
}

/// Draws one of the ways, with its probability.
pub(super) fn pick(draw: &Draw, chance: &mut RandomBot) -> Option<u32> {
    const FINE: u32 = 1 << 30;
    let at = u128::from(u32::try_from(chance.below(FINE as usize)).ok()?);
    let mut sum = Chance::NEVER;
    for (value, share) in &draw.ways {
        sum = sum.or(*share)?;
        let (num, den) = sum.fraction();
        if at * den < num * u128::from(FINE) {
            return Some(*value);
        }
    }
    draw.ways.last().map(|(value, _)| *value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chance(num: u128, den: u128) -> Chance {
        Chance::of(num, den).expect("a chance")
    }

    /// The share of each way among the draws is close to its probability.
    #[test]
    fn ways_are_drawn_as_likely_as_they_are() {
        let draw = Draw {
            label: "x".to_owned(),
            ways: vec![(1, chance(1, 4)), (2, chance(3, 4))],
        };
        let mut bot = RandomBot::new(1);
        let ones = (0..4000)
            .filter(|_| pick(&draw, &mut bot) == Some(1))
            .count();
        assert!((900..1100).contains(&ones), "{ones}");
    }

    #[test]
    fn likelier_ways_are_drawn_more_often_and_impossible_ways_never() {
        let draw = Draw {
            label: "x".to_owned(),
            ways: vec![(0, Chance::NEVER), (1, chance(3, 4)), (2, chance(1, 4))],
        };
        let mut bot = RandomBot::new(1);
        let drawn: Vec<_> = (0..4000).map(|_| pick(&draw, &mut bot)).collect();
        let count = |way| drawn.iter().filter(|drawn| **drawn == Some(way)).count();
        assert!((2900..3100).contains(&count(1)), "{}", count(1));
        assert_eq!((count(0), count(1) + count(2)), (0, 4000));
        // This also holds if the bot returns its least number.
        assert_eq!(RandomBot::new(0).below(1 << 30), 0);
        assert_eq!(pick(&draw, &mut RandomBot::new(0)), Some(1));
    }
}
