//! Means and quantiles of measurements.

/// Measurements, and what is said of many of them: the one definition for the program and the
/// benchmarks, so that their numbers can be compared.
///
/// ```
/// let times = voxnav_worlds::Distribution::new(vec![4.0, 1.0, 3.0, 2.0]);
/// assert_eq!(times.median(), 2.5);
/// assert_eq!(times.quantile(0.25), 1.75);
/// assert_eq!((times.mean(), times.max()), (2.5, 4.0));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Distribution {
    /// The values in ascending order.
    sorted: Vec<f64>,
}

impl Distribution {
    /// Returns the distribution of some measurements. NaN counts as larger than every number.
    #[must_use]
    pub fn new(mut measurements: Vec<f64>) -> Self {
        measurements.sort_by(f64::total_cmp);
        Self {
            sorted: measurements,
        }
    }

    /// Returns the distribution of counts. Exact up to 2^53.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "counts stay far below 2^53")]
    pub fn of_counts(counts: &[u64]) -> Self {
        Self::new(counts.iter().map(|&count| count as f64).collect())
    }

    /// Returns the sum.
    #[must_use]
    pub fn total(&self) -> f64 {
        self.sorted.iter().sum()
    }

    /// Returns the sum divided by the count; zero if there is nothing.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "lengths stay far below 2^53")]
    pub fn mean(&self) -> f64 {
        if self.sorted.is_empty() {
            return 0.0;
        }
        self.total() / self.sorted.len() as f64
    }

    /// Returns the largest; zero if there is nothing.
    #[must_use]
    pub fn max(&self) -> f64 {
        self.sorted.last().copied().unwrap_or(0.0)
    }

    /// Returns the quantile of one half.
    #[must_use]
    pub fn median(&self) -> f64 {
        self.quantile(0.5)
    }

    /// Returns the value below which the fraction `q` (0 to 1) of the measurements lies,
    /// interpolated linearly between the two nearest; zero if there is nothing.
    ///
    /// # References
    /// Definition 7 of Hyndman and Fan, "Sample Quantiles in Statistical Packages", The American
    /// Statistician 50, 1996: what R and `NumPy` do unless told otherwise.
    #[must_use]
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a position within the list"
    )]
    pub fn quantile(&self, q: f64) -> f64 {
        let Some(last) = self.sorted.len().checked_sub(1) else {
            return 0.0;
        };
        let position = q.clamp(0.0, 1.0) * last as f64;
        let below = (position as usize).min(last);
        let above = (below + 1).min(last);
        let share = position - below as f64;
        self.sorted[below] + share * (self.sorted[above] - self.sorted[below])
    }
}
