//! The statistics of paired measurements: how many times as fast, how sure that is, and whether it could
//! be chance.

use voxnav_occupancy::draws::Draws;
use voxnav_worlds::Distribution;

/// The number of samples that are drawn for a confidence interval.
const RESAMPLES: usize = 1000;

/// The middle part of the samples that an interval keeps.
const CONFIDENCE: f64 = 0.95;

/// The most differences for which the distribution of ranks is counted out; beyond, the normal
/// distribution is as good to four digits.
const COUNTED_OUT: usize = 100;

/// A geometric mean of ratios with its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Mean {
    pub(crate) middle: f64,
    pub(crate) low: f64,
    pub(crate) high: f64,
}

impl Mean {
    /// Returns the geometric mean over worlds of the geometric mean over the rows of each, every world
    /// with the same weight, from the logarithms of the ratios; none if there is no ratio. The interval
    /// is the percentile bootstrap: rows are drawn with replacement within each world (B. Efron and R.
    /// Tibshirani, "An Introduction to the Bootstrap", 1993, chapter 13). Equal logarithms give equal
    /// intervals.
    pub(crate) fn of(worlds: &[Vec<f64>]) -> Option<Self> {
        let middle = geometric_mean(worlds)?;
        let worlds: Vec<_> = worlds.iter().filter(|logs| !logs.is_empty()).collect();
        let mut draws = Draws::new(worlds.len() as u64);
        let mut sample = || {
            average(worlds.iter().map(|logs| {
                let count = logs.len();
                average((0..count).map(|_| logs[drawn(&mut draws, count)]))
            }))
        };
        let samples = Distribution::new((0..RESAMPLES).map(|_| sample()).collect());
        let tail = (1.0 - CONFIDENCE) / 2.0;
        Some(Self {
            middle,
            low: samples.quantile(tail).exp(),
            high: samples.quantile(1.0 - tail).exp(),
        })
    }
}

/// Returns the geometric mean over worlds of the geometric mean over the rows of each, from logarithms;
/// none if there is none.
pub(crate) fn geometric_mean(worlds: &[Vec<f64>]) -> Option<f64> {
    let worlds: Vec<_> = worlds.iter().filter(|logs| !logs.is_empty()).collect();
    let means = worlds.iter().map(|logs| average(logs.iter().copied()));
    (!worlds.is_empty()).then(|| average(means).exp())
}

fn drawn(draws: &mut Draws, count: usize) -> usize {
    usize::try_from(draws.below(count as u64)).unwrap_or(0)
}

fn average(numbers: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = numbers.fold((0.0, 0.0), |(sum, count), it| (sum + it, count + 1.0));
    sum / count
}

/// Runs the two-sided signed-rank test of F. Wilcoxon: how likely differences as one-sided as these are
/// if either sign is as likely. Differences of zero are left out, equal ones share their ranks; none if
/// nothing is left.
///
/// # References
/// F. Wilcoxon, "Individual Comparisons by Ranking Methods", Biometrics Bulletin 1, 1945.
pub(crate) fn wilcoxon(differences: &[f64]) -> Option<f64> {
    let mut left: Vec<f64> = differences
        .iter()
        .copied()
        .filter(|it| *it != 0.0)
        .collect();
    if left.is_empty() {
        return None;
    }
    left.sort_by(|a, b| a.abs().total_cmp(&b.abs()));
    let ranks = doubled_ranks(&left);
    let plus = |(difference, rank): (&f64, &usize)| if *difference > 0.0 { *rank } else { 0 };
    let above: usize = left.iter().zip(&ranks).map(plus).sum();
    Some(if left.len() <= COUNTED_OUT {
        counted_out(&ranks, above)
    } else {
        by_normal_distribution(&ranks, above)
    })
}

/// Returns twice the rank of each, the mean of their ranks for those of equal size, which must stand
/// together.
fn doubled_ranks(sorted: &[f64]) -> Vec<usize> {
    let same = |a: &f64, b: &f64| a.abs().total_cmp(&b.abs()).is_eq();
    let mut ranks = Vec::with_capacity(sorted.len());
    for group in sorted.chunk_by(same) {
        let (first, last) = (ranks.len() + 1, ranks.len() + group.len());
        ranks.extend(std::iter::repeat_n(first + last, group.len()));
    }
    ranks
}

/// Returns the share of all choices of signs whose sum is at least as far from the middle.
fn counted_out(ranks: &[usize], above: usize) -> f64 {
    let total: usize = ranks.iter().sum();
    // The probability of each sum of ranks with a plus.
    let mut chances = vec![0.0; total + 1];
    chances[0] = 1.0;
    let mut reached = 0;
    for &rank in ranks {
        reached += rank;
        for sum in (0..=reached).rev() {
            let with = if sum >= rank {
                chances[sum - rank]
            } else {
                0.0
            };
            chances[sum] = f64::midpoint(chances[sum], with);
        }
    }
    let at_most: f64 = chances[..=above].iter().sum();
    let at_least: f64 = chances[above..].iter().sum();
    (2.0 * at_most.min(at_least)).min(1.0)
}

#[expect(
    clippy::cast_precision_loss,
    reason = "sums of ranks stay far below 2^53"
)]
fn by_normal_distribution(ranks: &[usize], above: usize) -> f64 {
    let half = |rank: &usize| *rank as f64 / 2.0;
    let mean = ranks.iter().map(half).sum::<f64>() / 2.0;
    // That of independent signs, which shared ranks are part of.
    let variance = ranks.iter().map(|rank| half(rank).powi(2)).sum::<f64>() / 4.0;
    let distance = ((above as f64 / 2.0 - mean).abs() - 0.5).max(0.0);
    libm::erfc(distance / variance.sqrt() / std::f64::consts::SQRT_2)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn die(draws: &mut Draws) -> f64 {
        f64::from(u8::try_from(draws.below(6)).unwrap() + 1)
    }

    fn close(a: f64, b: f64) {
        assert!((a - b).abs() < 1e-9, "{a} {b}");
    }

    /// Heights of corn, cross- against self-fertilized, from C. Darwin, 1876, as R. A. Fisher, "The
    /// Design of Experiments", 1935, lists their differences in eighths of an inch.
    const DARWIN: [f64; 15] = [
        49.0, -67.0, 8.0, 16.0, 6.0, 23.0, 28.0, 41.0, 14.0, 29.0, 56.0, 24.0, 75.0, 60.0, -48.0,
    ];

    /// Scores of depression before and after, from M. Hollander and D. Wolfe, "Nonparametric
    /// Statistical Methods", 1973, page 29: V = 40, one-sided p = 0.01953.
    #[expect(clippy::approx_constant, reason = "a score")]
    const DEPRESSION: [[f64; 9]; 2] = [
        [1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30],
        [0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29],
    ];

    #[test]
    fn published_tests_come_out() {
        // The sum of negative ranks is 24.
        let fisher = [
            6.0, 8.0, 14.0, 16.0, 23.0, 24.0, 28.0, 29.0, 41.0, -48.0, 49.0, 56.0, 60.0, -67.0,
            75.0,
        ];
        let mut darwin = DARWIN;
        darwin.sort_by(|a, b| a.abs().total_cmp(&b.abs()));
        assert_eq!(darwin.map(f64::to_bits), fisher.map(f64::to_bits));
        close(wilcoxon(&DARWIN).unwrap(), 0.041_259_765_625);
        let [before, after] = DEPRESSION;
        let differences: Vec<_> = before.iter().zip(after).map(|(a, b)| a - b).collect();
        close(wilcoxon(&differences).unwrap(), 2.0 * 0.019_531_25);
    }

    #[test]
    fn ties_share_ranks_and_zeros_are_left_out() {
        assert_eq!(doubled_ranks(&[1.0, -1.0, 2.0]), [3, 3, 6]);
        assert_eq!(wilcoxon(&[0.0, 0.0]), None);
        // Every choice of signs of three equal differences: one in four is all alike.
        close(wilcoxon(&[0.0, 1.0, 1.0, 1.0]).unwrap(), 0.25);
        close(wilcoxon(&[1.0, -1.0]).unwrap(), 1.0);
    }

    #[test]
    fn both_ways_of_counting_agree_where_they_meet() {
        let mut draws = Draws::new(7);
        for shift in [0.0, 0.3, 0.6] {
            let uniform = |draws: &mut Draws| f64::from(u32::try_from(draws.below(1000)).unwrap());
            let many: Vec<f64> = (0..COUNTED_OUT)
                .map(|_| uniform(&mut draws) / 1000.0 - 0.5 + shift / 2.0)
                .collect();
            let mut sorted = many.clone();
            sorted.sort_by(|a, b| a.abs().total_cmp(&b.abs()));
            let ranks = doubled_ranks(&sorted);
            let plus = sorted.iter().zip(&ranks).filter(|(it, _)| **it > 0.0);
            let above = plus.map(|(_, rank)| rank).sum();
            let (exact, normal) = (
                counted_out(&ranks, above),
                by_normal_distribution(&ranks, above),
            );
            assert!((exact - normal).abs() < 2e-3, "{exact} {normal}");
        }
    }

    #[test]
    fn worlds_weigh_the_same_however_many_rows_they_have() {
        let two = 2f64.ln();
        let mean = Mean::of(&[vec![two; 100], vec![-two]]).unwrap();
        close(mean.middle, 1.0);
        close(mean.low, mean.middle);
        close(mean.high, mean.middle);
        assert_eq!(Mean::of(&[Vec::new()]), None);
    }

    #[test]
    fn intervals_cover_the_truth_about_as_often_as_they_say() {
        let mut draws = Draws::new(3);
        let covered = (0..200)
            .filter(|_| {
                // The mean of four dice is 14, with tails like those of a normal distribution.
                let mut logs = || (0..4).map(|_| die(&mut draws)).sum::<f64>() / 14.0;
                let rows: Vec<f64> = (0..40).map(|_| logs()).collect();
                let mean = Mean::of(&[rows]).unwrap();
                (mean.low..=mean.high).contains(&1f64.exp())
            })
            .count();
        assert!((180..=198).contains(&covered), "{covered} of 200");
    }
}
