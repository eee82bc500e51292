//! The scale by which costs of cells, which are floats, become weights, which are integers.

use glam::IVec3;

use super::CostError;

/// The largest weight, and the largest ratio between the costs of two cells.
const MOST: f64 = 65_535.0;

/// The largest base that is chosen for costs that are not integers: what is lost of their smallest is as much as what is
/// lost of the lengths of moves, which are divided by it.
const FINEST: f64 = 16_384.0;

/// The scale by which costs of cells, as floats, are stored as weights, integers from [`base`](Self::base) to 65,535.
///
/// A cell costs `weight / base` times as much as the smallest cost, `unit`. With the cost of a path in these terms,
/// [`Cost::length`](crate::Cost::length), its cost in the terms of the volume is that times `unit`.
///
/// ```
/// use voxnav_search::Terrain;
///
/// let plain = Terrain::new().scale();
/// assert_eq!((plain.unit(), plain.base(), plain.rounding()), (1.0, 1, 0.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CostScale {
    unit: f64,
    base: u16,
    rounding: f64,
}

/// The largest power of two from a 256th on of which all costs are multiples.
#[derive(Clone, Copy, Debug)]
struct Grain {
    /// The bits of all costs as 256ths.
    bits: u32,
    is_one: bool,
}

impl Default for Grain {
    fn default() -> Self {
        Self {
            bits: 0,
            is_one: true,
        }
    }
}

impl Grain {
    #[inline]
    fn count(&mut self, cost: f64) {
        let parts = cost * 256.0;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "what it does not hold is not equal then"
        )]
        let whole = parts as u32;
        self.is_one &= f64::from(whole).to_bits() == parts.to_bits();
        self.bits |= whole;
    }

    /// Returns the grain; `None` where costs have none.
    fn of_all(self) -> Option<f64> {
        let zeros = self.bits.trailing_zeros().min(31);
        self.is_one.then(|| f64::from(1_u32 << zeros) / 256.0)
    }
}

/// The costs that a scale is to be for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Survey {
    range: [f64; 2],
    grain: Grain,
}

impl Survey {
    /// Begins with the range that is asked for, if one is.
    pub(super) fn of(range: Option<[f64; 2]>) -> Self {
        Self {
            range: range.unwrap_or([f64::INFINITY, 0.0]),
            grain: Grain::default(),
        }
    }

    #[inline]
    pub(super) fn count(&mut self, cost: f64) {
        let [smallest, largest] = self.range;
        self.range = [smallest.min(cost), largest.max(cost)];
        self.grain.count(cost);
    }

    /// Returns the finest scale that covers all of them; that of factors if there are none.
    pub(super) fn scale(self) -> Result<CostScale, CostError> {
        if self.range[0] == f64::INFINITY {
            return Ok(CostScale::default());
        }
        CostScale::covering(self.range, self.grain.of_all())
    }
}

impl Default for CostScale {
    fn default() -> Self {
        Self {
            unit: 1.0,
            base: 1,
            rounding: 0.0,
        }
    }
}

impl CostScale {
    /// Makes a scale of its parts, as a file has them; `None` where no scale has them: a unit or a rounding that is not
    /// finite or negative, a base or a unit of zero.
    #[must_use]
    pub fn from_parts(unit: f64, base: u16, rounding: f64) -> Option<Self> {
        let is_one = unit.is_finite() && unit > 0.0 && base > 0;
        (is_one && rounding.is_finite() && rounding >= 0.0).then_some(Self {
            unit,
            base,
            rounding,
        })
    }

    /// Makes the finest scale for costs within a range: exactly those are stored that are multiples of a grain, if they
    /// fit, and otherwise those that are multiples of the smallest.
    pub(super) fn covering(
        [smallest, largest]: [f64; 2],
        grain: Option<f64>,
    ) -> Result<Self, CostError> {
        let is_range = smallest > 0.0 && largest >= smallest && largest.is_finite()
            // As many weights as there may be have to fit one unit of cost.
            && (MOST / smallest).is_finite();
        if !is_range || largest / smallest > MOST {
            return Err(CostError::Range { smallest, largest });
        }
        let first = (grain.map(|grain| smallest / grain))
            .filter(|first| first.fract() == 0.0 && first / smallest * largest <= MOST)
            .unwrap_or(1.0);
        let mut base = first;
        while base * 2.0 <= FINEST && base * 2.0 / smallest * largest <= MOST {
            base *= 2.0;
        }
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "an integer from 1 to 65,535"
        )]
        let base = base as u16;
        Ok(Self {
            unit: smallest,
            base,
            rounding: 0.0,
        })
    }

    /// Returns the smallest cost that a cell can have: that of a cell whose cost was never set.
    #[must_use]
    pub const fn unit(&self) -> f64 {
        self.unit
    }

    /// Returns the largest cost that a cell can have.
    #[must_use]
    pub fn largest(&self) -> f64 {
        self.cost(u16::MAX)
    }

    /// Returns the weight of a cell of the smallest cost.
    #[must_use]
    pub const fn base(&self) -> u16 {
        self.base
    }

    /// Returns the most by which the cost of a move differs from that by the floats, as a part of it: because a cost
    /// was rounded to a weight, and because lengths are divided by the base, in units of 2^-30. Zero for weights that
    /// are factors.
    ///
    /// With `r` for it, the cost of every path differs from what its floats add up to by at most that part of it, and a
    /// path of the smallest cost costs at most `(1 + r) / (1 - r)` times the smallest sum of floats.
    #[must_use]
    pub fn rounding(&self) -> f64 {
        let lengths = match self.base {
            1 => 0.0,
            base => 2.0 * f64::from(base) / f64::from(1 << 30),
        };
        self.rounding + lengths
    }

    /// Returns whether the weight of each cell stands for its cost exactly. It does where all are whole numbers up to
    /// 65,535, and where all are multiples of a half, a quarter or another power of two down to a 256th, as far as they
    /// fit.
    #[must_use]
    pub const fn is_exact(&self) -> bool {
        self.rounding == 0.0
    }

    /// Returns the most by which a weight differs from its cost, as a part of that: the argument of
    /// [`from_parts`](Self::from_parts).
    #[must_use]
    pub const fn weight_rounding(&self) -> f64 {
        self.rounding
    }

    /// Returns the cost that a weight stands for.
    #[must_use]
    pub fn cost(&self, weight: u16) -> f64 {
        f64::from(weight) * self.unit / f64::from(self.base)
    }

    /// Returns the weights per unit of cost.
    pub(super) fn weights_per_cost(&self) -> f64 {
        f64::from(self.base) / self.unit
    }

    /// Counts the rounding of a cost to a weight.
    #[inline]
    pub(super) fn count(&mut self, cost: f64, weight: u16) {
        // Less exact than a quotient, and faster.
        let each = self.unit / f64::from(self.base);
        let off = (f64::from(weight) * each - cost).abs();
        // A product and a quotient of floats are off by this much where the weight is exact.
        if off > self.rounding * cost && off > cost * 4.0 * f64::EPSILON {
            self.rounding = off / cost;
        }
    }

    /// Returns the weight of a cost; an error where it is no cost, or beyond the scale.
    #[inline]
    pub(super) fn weight(&self, cell: IVec3, cost: f64) -> Result<u16, CostError> {
        let weight = cost * self.weights_per_cost() + 0.5;
        if weight >= f64::from(self.base) && weight < MOST + 1.0 {
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "rounds down to an integer from 1 to 65,535"
            )]
            return Ok(weight as u16);
        }
        Err(if cost > 0.0 && cost.is_finite() {
            CostError::OutOfScale {
                cell,
                cost,
                smallest: self.unit,
                largest: self.largest(),
            }
        } else {
            CostError::NotACost { cell, cost }
        })
    }
}
