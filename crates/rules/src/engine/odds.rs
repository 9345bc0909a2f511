//! Probabilities as exact fractions, for games that have a reference card of odds.

use serde::{Serialize, Serializer, ser::SerializeStruct as _};
use std::fmt;

/// An exact probability.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chance {
    num: u128,
    den: u128,
}

impl Chance {
    /// The probability of an impossible event: 0.
    pub const NEVER: Self = Self { num: 0, den: 1 };
    /// The probability of a certain event: 1.
    pub const ALWAYS: Self = Self { num: 1, den: 1 };

    /// Returns the probability of `num` cases out of `den`; `None` if it is not between 0 and 1.
    pub fn of(num: u128, den: u128) -> Option<Self> {
        if den == 0 || num > den {
            return None;
        }
        let by = gcd(num, den);
        Some(Self {
            num: num / by,
            den: den / by,
        })
    }

    /// Returns the probability that the event does not happen.
    #[must_use]
    pub fn fails(self) -> Self {
        Self {
            num: self.den - self.num,
            den: self.den,
        }
    }

    /// Returns the probability that two independent events both happen; `None` if the fraction does not fit.
    pub(crate) fn and(self, other: Self) -> Option<Self> {
        // Cancelling crosswise first keeps the numbers small.
        let (a, b) = (gcd(self.num, other.den), gcd(other.num, self.den));
        Self::of(
            (self.num / a).checked_mul(other.num / b)?,
            (self.den / b).checked_mul(other.den / a)?,
        )
    }

    /// Returns the probability that one of two mutually exclusive events happens; `None` if the fraction does not
    /// fit or exceeds 1.
    pub fn or(self, other: Self) -> Option<Self> {
        let by = gcd(self.den, other.den);
        let den = (self.den / by).checked_mul(other.den)?;
        let num = self
            .num
            .checked_mul(other.den / by)?
            .checked_add(other.num.checked_mul(self.den / by)?)?;
        Self::of(num, den)
    }

    /// Returns the numerator and denominator in lowest terms.
    pub(crate) fn fraction(self) -> (u128, u128) {
        (self.num, self.den)
    }

    /// Returns the probability in thousandths, rounded to the nearest.
    pub fn per_mille(self) -> u32 {
        // Long fractions are cut to a length that can be multiplied; their leading digits stay.
        let cut = 128 - self.den.leading_zeros().min(128);
        let shift = cut.saturating_sub(100);
        let (num, den) = (self.num >> shift, self.den >> shift);
        u32::try_from((num * 2000 + den) / (den * 2)).unwrap_or(1000)
    }
}

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a.max(1) } else { gcd(b, a % b) }
}

/// Writes the probability in per cent with one decimal place, such as `76.3 %`.
impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let per_mille = self.per_mille();
        f.pad(&format!("{}.{} %", per_mille / 10, per_mille % 10))
    }
}

impl Serialize for Chance {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut both = serializer.serialize_struct("Chance", 2)?;
        both.serialize_field("exact", &format!("{}/{}", self.num, self.den))?;
        both.serialize_field("percent", &self.to_string())?;
        both.end()
    }
}

/// Returns the number of ways to choose `k` things out of `n`; `None` if it does not fit, or there are too few.
pub fn choose(n: u128, k: u128) -> Option<u128> {
    if k > n {
        return None;
    }
    (0..k.min(n - k)).try_fold(1_u128, |ways, i| {
        ways.checked_mul(n - i).map(|ways| ways / (i + 1))
    })
}

/// The odds of one undertaking.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Odds {
    /// The place, if the undertaking is tied to one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// The pieces or the side that undertakes it.
    pub by: String,
    /// The pieces or the side it is directed against.
    pub against: String,
    /// The possible results, each with its probability.
    pub chances: Vec<(&'static str, Chance)>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_exact() {
        let third = Chance::of(2, 6).unwrap();
        assert_eq!(third.fraction(), (1, 3));
        assert_eq!(third.fails().fraction(), (2, 3));
        assert_eq!(third.and(third.fails()).unwrap().fraction(), (2, 9));
        let half = Chance::of(1, 2).unwrap();
        assert_eq!(third.or(half).unwrap().fraction(), (5, 6));
        assert_eq!(third.to_string(), "33.3 %");
        assert_eq!(Chance::ALWAYS.to_string(), "100.0 %");
        assert_eq!(Chance::NEVER.per_mille(), 0);
        assert_eq!(Chance::of(3, 2), None);
        assert_eq!(Chance::of(0, 0), None);
        // A fraction that does not fit is refused, never rounded.
        let long = Chance::of(1, u128::MAX).unwrap();
        assert_eq!(long.and(long), None);
        assert_eq!(long.fails().per_mille(), 1000);
        let told = serde_json::to_string(&third).unwrap();
        assert_eq!(told, r#"{"exact":"1/3","percent":"33.3 %"}"#);
    }

    /// The result is exact even if the uncancelled intermediate values would not fit.
    #[test]
    fn long_fractions_stay_exact_while_they_fit() {
        let long = (1 << 80) - 1;
        let one = Chance::of(1, long).unwrap();
        let most = Chance::of(long, long + 1).unwrap();
        assert_eq!(one.and(most), Chance::of(1, long + 1));
        assert_eq!(most.and(one), Chance::of(1, long + 1));
        assert_eq!(one.or(one), Chance::of(2, long));
        assert_eq!(one.or(one.fails()), Some(Chance::ALWAYS));
        let half = Chance::of((1 << 127) - 1, u128::MAX).unwrap();
        assert_eq!((half.per_mille(), one.per_mille()), (500, 0));
    }

    #[test]
    fn chances_that_exclude_each_other_add_up() {
        let of = |num, den| Chance::of(num, den).unwrap();
        assert_eq!(of(1, 4).or(of(1, 6)), Some(of(5, 12)));
        assert_eq!(of(3, 4).or(of(1, 4)), Some(Chance::ALWAYS));
        assert_eq!(of(3, 4).or(of(1, 2)), None);
        assert_eq!(of(3, 4).and(of(2, 9)), Some(of(1, 6)));
        assert_eq!([of(5, 5), of(0, 7)], [Chance::ALWAYS, Chance::NEVER]);
        // To the nearest: 66.67, 12.5 and 0.05 per cent.
        let rounded = [of(2, 3), of(1, 8), of(1, 2000)].map(Chance::per_mille);
        assert_eq!(rounded, [667, 125, 1]);
    }
}
