//! Confidence intervals of probabilities that were estimated from a sample, in exact integer arithmetic.

use super::Chance;
use serde::Serialize;

/// The range of a probability that was estimated from a sample: the Wilson score interval at 95 % confidence.
///
/// Both ends are whole thousandths, rounded outwards, so that the range is never narrower than the exact one.
///
/// Source: E. B. Wilson, Probable inference, the law of succession, and statistical inference, JASA 22 (1927).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Interval {
    /// The lower end.
    pub low: Chance,
    /// The upper end.
    pub high: Chance,
}

impl Interval {
    /// Returns the interval for an event that happened `times` times in a sample of `of`; `None` if the sample is
    /// empty or smaller than that.
    pub fn wilson(times: u32, of: u32) -> Option<Self> {
        if of == 0 || times > of {
            return None;
        }
        let (k, n) = (u128::from(times), u128::from(of));
        // With z = 1.96 = 49/25, the ends are (1250 k + 2401 -+ 49 s) / (1250 n + 4802),
        // where s^2 = (2401 n + 2500 k (n - k)) / n. `root` is 49000 s, rounded up.
        let square = 49_000 * 49_000 * (2401 * n + 2500 * k * (n - k));
        let square = square.div_ceil(n);
        let root = square.isqrt();
        let root = root + u128::from(root * root < square);
        let (middle, width) = (1000 * (1250 * k + 2401), 1250 * n + 4802);
        let low = middle.saturating_sub(root) / width;
        let high = (middle + root).div_ceil(width).min(1000);
        Some(Self {
            low: Chance::of(low, 1000)?,
            high: Chance::of(high, 1000)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ends(times: u32, of: u32) -> (u32, u32) {
        let Interval { low, high } = Interval::wilson(times, of).expect("an interval");
        (low.per_mille(), high.per_mille())
    }

    /// Values of the formula with z = 1.96, computed with 50 decimal places elsewhere.
    #[test]
    fn ends_are_those_of_the_formula_rounded_outwards() {
        assert_eq!(ends(31, 100), (227, 407));
        assert_eq!(ends(141, 500), (244, 323));
        assert_eq!(ends(5, 10), (236, 764));
        assert_eq!(ends(1, 10), (17, 405));
        assert_eq!(ends(250, 500), (456, 544));
    }

    #[test]
    fn an_event_that_never_or_always_happened_has_a_range_of_more_than_a_point() {
        assert_eq!(ends(0, 500), (0, 8));
        assert_eq!(ends(500, 500), (992, 1000));
        assert_eq!(ends(0, 1), (0, 794));
        assert_eq!(Interval::wilson(0, 0), None);
        assert_eq!(Interval::wilson(2, 1), None);
    }

    /// The range holds the share itself, mirrors with the opposite event, and the largest sample does not overflow.
    #[test]
    fn ranges_are_symmetric_and_narrow_with_the_sample() {
        for of in [1, 7, 100, 500, 6_000] {
            for times in (0..=of).step_by(1 + of as usize / 13) {
                let (low, high) = ends(times, of);
                let share = 1000 * times / of;
                assert!(low <= share && share <= high, "{times} of {of}");
                let (against, most) = ends(of - times, of);
                assert_eq!(
                    (low, high),
                    (1000 - most, 1000 - against),
                    "{times} of {of}"
                );
            }
        }
        assert_eq!(ends(u32::MAX / 2, u32::MAX), (499, 501));
    }
}
