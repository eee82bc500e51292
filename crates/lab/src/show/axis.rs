//! Axes: logarithmic ones, on which zero has a place below a gap, and linear ones from zero.

use crate::figures::{as_number, compact};

/// The axis from the smallest positive amount to the largest; zero stands a step before.
#[derive(Clone, Debug)]
pub(super) struct Logarithmic {
    least: f64,
    most: f64,
    has_zero: bool,
}

impl Logarithmic {
    pub(super) fn of(amounts: impl Iterator<Item = f64>) -> Self {
        let mut axis = Self {
            least: f64::MAX,
            most: 0.0,
            has_zero: false,
        };
        for amount in amounts {
            if amount > 0.0 {
                axis.least = axis.least.min(amount);
                axis.most = axis.most.max(amount);
            } else {
                axis.has_zero = true;
            }
        }
        if axis.most == 0.0 {
            (axis.least, axis.most) = (1.0, 10.0);
        }
        if axis.most <= axis.least {
            axis.most = 2.0 * axis.least;
        }
        axis
    }

    /// Returns the positive number at whose place zero stands, far enough below the smallest amount to be distinct from
    /// it.
    fn zero(&self) -> f64 {
        self.least / (self.most / self.least).powf(0.06).max(2.0)
    }

    /// Returns the numbers at the ends of the axis.
    fn ends(&self) -> [f64; 2] {
        let first = if self.has_zero {
            self.zero()
        } else {
            self.least
        };
        [first, self.most]
    }

    /// Returns the number at whose place an amount stands.
    fn shown(&self, amount: f64) -> f64 {
        if amount > 0.0 { amount } else { self.zero() }
    }

    /// Returns the place of an amount between the ends of the axis, which are 0 and 1.
    pub(super) fn place(&self, amount: f64) -> f64 {
        let [first, last] = self.ends().map(f64::ln);
        (self.shown(amount).ln() - first) / (last - first)
    }

    /// Returns the ticks of the axis, each with its number: powers of ten; where they are few, twice and
    /// five times those as well; and zero, if there is any.
    pub(super) fn ticks(&self) -> Vec<(f64, String)> {
        self.within(self.least, self.most)
    }

    fn within(&self, least: f64, most: f64) -> Vec<(f64, String)> {
        /// The powers that any time or count can need.
        const POWERS: std::ops::RangeInclusive<i32> = -9..=18;
        let steps: &[f64] = if self.most > 300.0 * self.least {
            &[1.0]
        } else {
            &[1.0, 2.0, 5.0]
        };
        let all = POWERS.flat_map(|power| steps.iter().map(move |step| step * 10f64.powi(power)));
        let shown = all.filter(|tick| (least..=most).contains(tick));
        let zero = self.has_zero.then(|| (self.zero(), "0".to_owned()));
        zero.into_iter()
            .chain(shown.map(|tick| (tick, plain(tick))))
            .collect()
    }
}

/// The axis from one amount to another.
#[derive(Clone, Copy, Debug)]
pub(super) struct Linear {
    least: f64,
    most: f64,
}

impl Linear {
    /// Makes the axis from zero to the largest amount.
    pub(super) fn from_zero(amounts: impl Iterator<Item = f64>) -> Self {
        let most = amounts.fold(0.0, f64::max);
        Self {
            least: 0.0,
            most: if most > 0.0 { most } else { 1.0 },
        }
    }

    /// Makes the axis from the smallest amount to the largest.
    pub(super) fn of(amounts: impl Iterator<Item = f64>) -> Self {
        let ends = amounts.fold(None, |ends: Option<[f64; 2]>, amount| {
            let [least, most] = ends.unwrap_or([amount; 2]);
            Some([least.min(amount), most.max(amount)])
        });
        let [least, most] = ends.unwrap_or([0.0, 1.0]);
        let room = (most - least).max(0.01 * most.abs()).max(1e-6) * 0.05;
        Self {
            least: least - room,
            most: most + room,
        }
    }

    /// Returns the place of an amount between the ends of the axis, which are 0 and 1.
    pub(super) fn place(self, amount: f64) -> f64 {
        (amount - self.least) / (self.most - self.least)
    }

    /// Returns the ticks of the axis, each with its number: four to eight of them, round.
    pub(super) fn ticks(self) -> Vec<(f64, String)> {
        let wide = self.most - self.least;
        let power = 10f64.powf((wide / 4.0).log10().floor());
        let steps = [5.0, 2.0, 1.0].map(|step| step * power);
        let step = steps.into_iter().find(|step| wide / step >= 4.0);
        let step = step.unwrap_or(power);
        let first = (self.least / step).ceil();
        let all = (0..12).map(|tick| (first + f64::from(tick)) * step);
        let shown = all.take_while(|tick| *tick <= self.most);
        shown.map(|tick| (tick, plain(tick))).collect()
    }
}

/// The scale of an axis.
pub(super) enum Scale {
    Logarithmic(Logarithmic),
    Linear(Linear),
    /// Names from top to bottom; amounts are their numbers.
    Names(Vec<String>),
}

impl Scale {
    /// Returns the place of an amount, from 0 at the left or the bottom to 1.
    pub(super) fn part(&self, amount: f64) -> f64 {
        match self {
            Self::Logarithmic(axis) => 0.02 + 0.96 * axis.place(amount),
            Self::Linear(axis) => axis.place(amount),
            Self::Names(names) => 1.0 - (amount + 0.5) / as_number(names.len().max(1) as u64),
        }
    }

    /// Returns the places of the ticks, each with what it says.
    pub(super) fn ticks(&self) -> Vec<(f64, String)> {
        let ticks = match self {
            Self::Logarithmic(axis) => axis.ticks(),
            Self::Linear(axis) => axis.ticks(),
            Self::Names(names) => (0..).map(as_number).zip(names.iter().cloned()).collect(),
        };
        let placed = ticks.into_iter();
        placed.map(|(at, said)| (self.part(at), said)).collect()
    }
}

/// Returns a power of ten, or two or five of them, without an exponent.
fn plain(tick: f64) -> String {
    if tick >= 1000.0 {
        return compact(tick);
    }
    let text = format!("{tick:.9}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(amounts: &[f64]) -> Vec<String> {
        let axis = Logarithmic::of(amounts.iter().copied());
        axis.ticks().into_iter().map(|tick| tick.1).collect()
    }

    #[test]
    fn ticks_are_written_out() {
        let wide = texts(&[0.01, 20_000.0]);
        assert_eq!(wide.first().map(String::as_str), Some("0.01"));
        assert_eq!(wide.last().map(String::as_str), Some("10,000"));
        let narrow = texts(&[0.04, 0.17]);
        assert_eq!(narrow, ["0.05", "0.1"]);
    }

    #[test]
    fn zero_stands_before_everything_and_is_called_so() {
        let axis = Logarithmic::of([0.0, 5.0, 500.0].into_iter());
        assert_eq!(axis.ticks()[0].1, "0");
        assert!(axis.place(0.0) < 1e-9 && axis.place(5.0) > 0.05);
        assert!((axis.place(500.0) - 1.0).abs() < 1e-9);
        assert!(axis.zero() < 5.0 && !texts(&[5.0, 500.0]).contains(&"0".to_owned()));
    }

    #[test]
    fn linear_axes_have_a_few_round_numbers() {
        let texts = |most: f64| {
            let ticks = Linear::from_zero([most].into_iter()).ticks();
            ticks.into_iter().map(|tick| tick.1).collect::<Vec<_>>()
        };
        assert_eq!(texts(30.0), ["0", "5", "10", "15", "20", "25", "30"]);
        assert_eq!(texts(200.0), ["0", "50", "100", "150", "200"]);
        assert_eq!(texts(0.0).len(), 6);
        for most in [1.0, 3.0, 7.0, 99.0, 1234.0] {
            assert!((4..=10).contains(&texts(most).len()), "{most}");
        }
    }

    #[test]
    fn axes_without_amounts_are_axes() {
        for amounts in [&[][..], &[0.0], &[3.0]] {
            let axis = Logarithmic::of(amounts.iter().copied());
            assert!(axis.place(1.0).is_finite());
        }
    }
}
