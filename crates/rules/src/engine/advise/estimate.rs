//! Means of samples with their 95 % intervals, in exact integer arithmetic.

use serde::Serialize;

/// The mean of a sample, with its 95 % interval: 1.96 standard errors on each side, rounded outwards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Estimate {
    /// The mean.
    pub mean: i64,
    /// The lower end of the interval.
    pub low: i64,
    /// The upper end of the interval.
    pub high: i64,
}

impl Estimate {
    /// Returns the estimate from a sample of values in units of one `unit`-th; zero for an empty sample.
    pub(super) fn of(values: &[i64], unit: i64) -> Self {
        let n = i128::try_from(values.len()).unwrap_or(0);
        if n == 0 {
            return Self::default();
        }
        let unit = i128::from(unit);
        let sum: i128 = values.iter().map(|value| i128::from(*value)).sum();
        let squares: i128 = values.iter().map(|value| i128::from(*value).pow(2)).sum();
        // The square of the half width is 1.96² (n Σv² − (Σv)²) / (n² (n − 1)); 1.96 is 49/25.
        let spread = n * squares - sum * sum;
        let square = 2401 * spread / (625 * n * n * (n - 1).max(1));
        let half = square.max(0).isqrt() + i128::from(square > 0);
        let mean = sum.div_euclid(n);
        let whole = |value: i128| i64::try_from(value).unwrap_or(i64::MAX);
        Self {
            mean: whole((mean + unit / 2).div_euclid(unit)),
            low: whole((mean - half).div_euclid(unit)),
            high: whole(-(-mean - half).div_euclid(unit)),
        }
    }

    /// Returns the estimate with its interval cut to a range.
    pub(super) fn within(self, least: i64, most: i64) -> Self {
        Self {
            low: self.low.max(least),
            high: self.high.min(most),
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 1, 2, 3 and 4: the mean is 2.5 and the variance 5/3, so the half width is 1.96 √(5/12) = 1.265.
    #[test]
    fn an_estimate_is_a_mean_with_its_interval() {
        let estimate = Estimate::of(&[1000, 2000, 3000, 4000], 1);
        assert_eq!(
            (estimate.mean, estimate.low, estimate.high),
            (2500, 1234, 3766)
        );
        let estimate = Estimate::of(&[1000, 2000, 3000, 4000], 1000);
        assert_eq!((estimate.mean, estimate.low, estimate.high), (3, 1, 4));
        let same = Estimate::of(&[7, 7], 1);
        assert_eq!((same.mean, same.low, same.high), (7, 7, 7));
        assert_eq!(Estimate::of(&[], 1), Estimate::default());
        assert_eq!(Estimate::of(&[-5, 5], 1).within(-2, 2).high, 2);
    }
}
