//! Distributions of measurements over rows.

use serde::Serialize;
use voxnav_worlds::Distribution;

use crate::contest::{Answer, Problem};

/// The distribution of a measurement over the rows.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Spread {
    /// The sum divided by the number.
    pub mean: f64,
    /// The 5th percentile.
    pub p5: f64,
    /// The lower quartile.
    pub q1: f64,
    /// The middle.
    pub median: f64,
    /// The upper quartile.
    pub q3: f64,
    /// The 95th percentile.
    pub p95: f64,
    /// The 99th percentile.
    pub p99: f64,
    /// The largest.
    pub max: f64,
    /// The sum.
    pub total: f64,
    /// True if the median is only known to be at least this, because of rows that reached the limit.
    pub median_at_least: bool,
    /// True if the same holds of the 99th percentile.
    pub p99_at_least: bool,
    /// True if the same holds of the mean.
    pub mean_at_least: bool,
}

/// The cost of paths by the optimum.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Suboptimality {
    /// The sum divided by the number.
    pub mean: f64,
    /// The largest.
    pub max: f64,
}

/// Returns a number without the digits beyond its ninth decimal, which are those of its binary form
/// and of no measurement: 0.267522 and not 0.26752200000000004.
pub(crate) fn tidy(number: f64) -> f64 {
    // The nearest number to nine written decimals is written with them.
    format!("{number:.9}").parse().unwrap_or(number)
}

/// The part of the rows that [`Spread::p99`] leaves below it.
const P99: f64 = 0.99;

impl Spread {
    pub(super) fn of(
        answers: &[(&Problem, &Answer)],
        measured: impl Fn(&Answer) -> Vec<f64>,
    ) -> Self {
        let amounts = answers.iter().flat_map(|(_, answer)| {
            let limited = answer.is_limited();
            measured(answer)
                .into_iter()
                .map(move |amount| (amount, limited))
        });
        Self::of_amounts(amounts)
    }

    /// Returns the spread of amounts, of which some are of searches that reached a limit.
    pub(crate) fn of_amounts(amounts: impl Iterator<Item = (f64, bool)>) -> Self {
        let mut known = Vec::new();
        // What would come out if rows that reached the limit had gone on forever.
        let mut at_most = Vec::new();
        for (amount, limited) in amounts {
            known.push(amount);
            at_most.push(if limited { f64::MAX } else { amount });
        }
        let limited = at_most.contains(&f64::MAX);
        let (known, at_most) = (Distribution::new(known), Distribution::new(at_most));
        Self {
            mean: tidy(known.mean()),
            p5: tidy(known.quantile(0.05)),
            q1: tidy(known.quantile(0.25)),
            median: tidy(known.median()),
            q3: tidy(known.quantile(0.75)),
            p95: tidy(known.quantile(0.95)),
            p99: tidy(known.quantile(P99)),
            max: tidy(known.max()),
            total: tidy(known.total()),
            median_at_least: known.median() < at_most.median(),
            p99_at_least: known.quantile(P99) < at_most.quantile(P99),
            mean_at_least: limited,
        }
    }
}

impl Suboptimality {
    /// Returns the mean and the largest of some ratios; none if there are none.
    pub(super) fn of(ratios: impl Iterator<Item = f64>) -> Option<Self> {
        let ratios: Vec<_> = ratios.collect();
        let any = !ratios.is_empty();
        let ratios = Distribution::new(ratios);
        any.then(|| Self {
            mean: tidy(ratios.mean()),
            max: tidy(ratios.max()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tail_is_told_and_marked_where_limits_cut_it() {
        let hundred = (1..=101).map(|number| (f64::from(number), false));
        let spread = Spread::of_amounts(hundred.clone());
        assert_eq!((spread.p95, spread.p99, spread.max), (96.0, 100.0, 101.0));
        assert!(!spread.p99_at_least && !spread.median_at_least);
        let cut = hundred.map(|(number, _)| (number, number > 99.5));
        let cut = Spread::of_amounts(cut);
        assert_eq!(cut.p99.to_bits(), 100f64.to_bits());
        assert!(cut.p99_at_least && cut.mean_at_least && !cut.median_at_least);
    }

    #[test]
    fn numbers_have_no_digits_of_their_binary_form() {
        assert_eq!(tidy(0.267_522_000_000_000_04).to_string(), "0.267522");
        assert_eq!(tidy(123_456_789.25).to_string(), "123456789.25");
        assert_eq!(tidy(0.0).to_string(), "0");
    }
}
