//! `rolls.txt`: the public rolls that are new in a sitting (fair1, sections 4 and 6).

use std::fmt;
use std::str::FromStr;

use super::chain::decimal;
use crate::dice::{field::Key, label::Label, stream::Stream};

/// One line of `rolls.txt` (fair1, section 6).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Roll {
    /// The label of the roll.
    pub label: Label,
    /// The dice or the public shuffle, with the outcome.
    pub cast: Cast,
}

/// A roll of dice or a shuffle, with its outcome (fair1, sections 4 and 6).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cast {
    /// `NdM = v v v`, with `N` faces.
    Dice {
        /// `M`, at least 2: a die of one side draws nothing and is not written.
        sides: u32,
        /// The faces, at least one.
        faces: Vec<u32>,
    },
    /// `shuffle N = i0 i1 …`, with `N` start indices, at least 2.
    Shuffle(Vec<u32>),
}

/// The error for a line that is not a roll (fair1, section 6).
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is neither `label NdM = v v v` nor `label shuffle N = i i i`")]
pub struct BadRoll(pub String);

impl Roll {
    /// Computes the outcome that this roll must have with the key `T_t` (fair1, section 4).
    #[must_use]
    pub fn recompute(&self, public_key: &Key) -> Self {
        let mut stream = Stream::new(public_key, &self.label);
        let cast = match &self.cast {
            Cast::Dice { sides, faces } => {
                let faces = faces.iter().map_while(|_| stream.die(*sides)).collect();
                Cast::Dice {
                    sides: *sides,
                    faces,
                }
            }
            Cast::Shuffle(order) => {
                Cast::Shuffle(stream.shuffle(u32::try_from(order.len()).unwrap_or(0)))
            }
        };
        Self {
            label: self.label.clone(),
            cast,
        }
    }

    fn parse(line: &str) -> Option<Self> {
        let (head, values) = line.split_once(" = ")?;
        let values: Vec<u32> = values.split(' ').map(decimal).collect::<Option<_>>()?;
        let (label, cast) = head.split_once(' ')?;
        let (count, least, cast) = if let Some(n) = cast.strip_prefix("shuffle ") {
            (n, 2, Cast::Shuffle(values.clone()))
        } else {
            let (count, sides) = cast.split_once('d')?;
            let sides = decimal(sides).filter(|&sides| sides >= 2)?;
            (
                count,
                1,
                Cast::Dice {
                    sides,
                    faces: values.clone(),
                },
            )
        };
        let count: usize = decimal(count)?;
        (count == values.len() && count >= least).then_some(Self {
            label: Label::new(label).ok()?,
            cast,
        })
    }
}

impl FromStr for Roll {
    type Err = BadRoll;
    fn from_str(line: &str) -> Result<Self, BadRoll> {
        Self::parse(line).ok_or_else(|| BadRoll(line.to_owned()))
    }
}

impl fmt::Display for Roll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let values = match &self.cast {
            Cast::Dice { sides, faces } => {
                write!(f, "{} {}d{sides} =", self.label, faces.len())?;
                faces
            }
            Cast::Shuffle(order) => {
                write!(f, "{} shuffle {} =", self.label, order.len())?;
                order
            }
        };
        values.iter().try_for_each(|v| write!(f, " {v}"))
    }
}

/// Reads the lines of `rolls.txt` (fair1, section 6); an empty file holds no rolls.
pub fn parse_rolls(bytes: &[u8]) -> Result<Vec<Roll>, BadRoll> {
    let text = String::from_utf8_lossy(bytes);
    if text.is_empty() {
        return Ok(Vec::new());
    }
    let lines = text
        .strip_suffix('\n')
        .ok_or_else(|| BadRoll(text.lines().last().unwrap_or_default().to_owned()))?;
    lines.split('\n').map(str::parse).collect()
}

/// Returns the bytes of `rolls.txt` (fair1, section 6).
pub fn format_rolls(rolls: &[Roll]) -> Vec<u8> {
    rolls
        .iter()
        .flat_map(|roll| [roll.to_string(), "\n".to_owned()])
        .collect::<String>()
        .into_bytes()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn parsed_rolls_are_formatted_to_the_same_bytes() {
        let bytes = b"weather 8d10 = 10 8 3 4 7 4 3 1\nbag shuffle 3 = 2 0 1\na/b#2 1d6 = 4\n";
        let rolls = parse_rolls(bytes).expect("rolls");
        assert_eq!(rolls.len(), 3);
        assert_eq!(format_rolls(&rolls), bytes);
        assert_eq!(parse_rolls(b""), Ok(vec![]));
    }

    #[test]
    fn refuses_malformed_rolls() {
        for bad in [
            "\n",
            "a 1d6 = 1",
            "a 2d6 = 1\n",
            "a 1d1 = 1\n",
            "a 0d6 = \n",
            "a 1d6 = 01\n",
            "a 1d6 =  1\n",
            "A 1d6 = 1\n",
            "a d6 = 1\n",
            "a shuffle 1 = 0\n",
            "a shuffle 2 = 0\n",
            "a 1d6 = 1 \n",
            "a 1d6 = 1\r\n",
            "a 1d6 = 1\n\n",
            "a 1d99999999999 = 1\n",
            "a 1d6 = -1\n",
            "\u{e4} 1d6 = 1\n",
        ] {
            assert!(parse_rolls(bad.as_bytes()).is_err(), "{bad:?}");
        }
    }

    proptest! {
        #[test]
        fn parsing_never_panics_and_a_roll_has_one_spelling(text in "([a-c/#]{0,3} ?(shuffle |[0-9]{0,2}d)[0-9]{0,11} = ?([0-9]{1,2} ?){0,3}\n?){0,3}") {
            if let Ok(rolls) = parse_rolls(text.as_bytes()) {
                prop_assert_eq!(format_rolls(&rolls), text.as_bytes());
                for roll in rolls {
                    let again = roll.recompute(&Key::from_bytes([1; 32]));
                    prop_assert_eq!(again.recompute(&Key::from_bytes([1; 32])), again);
                }
            }
        }
    }
}
