//! A straight line through the unit cubes of a grid, in integers.
//!
//! Lengths are counted in *steps*, `2^shift` of them to a cell, and every question is answered by
//! comparing or dividing products of two such lengths, which 128 bits hold. Nothing is added up
//! along the way: when the line enters or leaves a cube follows from the cube alone, so that cubes
//! can be skipped by the thousand and the answer cannot drift.
//!
//! Grid cube `i` lies between the planes `i` and `i + 1` of each axis. What that means in cells is
//! up to the [`Shape`]: a point meets one cell a cube; a box of one cell, its center in grid cube
//! `i`, meets the cells `i` and `i + 1`.
//!
//! References: J. Amanatides, A. Woo, "A Fast Voxel Traversal Algorithm for Ray Tracing",
//! Eurographics 1987, with its accumulated floats replaced by comparisons of products.

use std::cmp::Ordering;

use glam::{DVec3, IVec3};

use crate::spatial::{FINE, steps};

/// The shape that moves along a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// A point, in one cell at a time: cell `i` owns `[i - 1/2, i + 1/2)`.
    Point,
    /// A box of one cell without its surface.
    Box,
}

/// A segment between two points of the grid.
///
/// INVARIANT: coordinates are at most 2^31 cells and 2^61 steps away from zero.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line {
    from: [i64; 3],
    /// The length of the line along each axis, in steps.
    reach: [u64; 3],
    /// -1, 0 or 1.
    sign: [i32; 3],
    shift: u32,
    shape: Shape,
}

/// The line passes a plane of an axis.
#[derive(Clone, Copy, Debug)]
struct Crossing {
    axis: usize,
    /// Steps along the axis from the start.
    distance: u64,
}

/// The entry of the line into a grid cube.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    /// The share of the line before the cube, 0 to 1.
    pub(crate) fraction: f64,
    /// The axes of the planes that were passed at that moment; none at the start of the line.
    pub(crate) passed: [bool; 3],
}

impl Line {
    /// Returns a line between two positions at most 2^30 cells away from zero, rounded to 2^-30 of
    /// a cell.
    pub(crate) fn between(from: DVec3, to: DVec3, shape: Shape) -> Self {
        Self::new(steps(from), steps(to), FINE, shape)
    }

    /// Returns the line of a box between the centers of two cells.
    pub(crate) fn between_cells(from: IVec3, to: IVec3) -> Self {
        let steps = |cell: IVec3| cell.to_array().map(i64::from);
        Self::new(steps(from), steps(to), 0, Shape::Box)
    }

    fn new(from: [i64; 3], to: [i64; 3], shift: u32, shape: Shape) -> Self {
        // The planes around a cell are half a cell from its center.
        let offset = match shape {
            Shape::Point => 1_i64 << shift >> 1,
            Shape::Box => 0,
        };
        let delta: [i64; 3] = std::array::from_fn(|axis| to[axis] - from[axis]);
        Self {
            from: from.map(|coordinate| coordinate + offset),
            reach: delta.map(i64::unsigned_abs),
            sign: delta.map(|along| i32::from(along > 0) - i32::from(along < 0)),
            shift,
            shape,
        }
    }

    /// Returns the sign of the line along each axis: -1, 0 or 1.
    pub(crate) fn sign(&self) -> [i32; 3] {
        self.sign
    }

    /// Returns the axis along which the line goes farthest, and whether it goes several times as
    /// far there as along the others.
    pub(crate) fn major(&self) -> (usize, Slope) {
        let [x, y, z] = self.reach;
        let (axis, others) = if x >= y && x >= z {
            (0, y.max(z))
        } else if y >= z {
            (1, x.max(z))
        } else {
            (2, x.max(y))
        };
        let slope = if self.reach[axis] / 4 >= others {
            Slope::Straight
        } else {
            Slope::Oblique
        };
        (axis, slope)
    }

    /// Returns the number of cells along an axis that meet the shape in one grid cube: a box whose
    /// center keeps to the plane of one layer of cells touches the neighboring layers, and meets only
    /// that one.
    pub(crate) fn cells_across(&self, axis: usize) -> i32 {
        let in_plane = self.reach[axis] == 0 && self.from[axis].trailing_zeros() >= self.shift;
        match self.shape {
            Shape::Box if !in_plane => 2,
            _ => 1,
        }
    }

    /// Returns the grid cube in which the line begins: of several that it touches, the one ahead.
    pub(crate) fn start(&self) -> IVec3 {
        IVec3::from_array([0, 1, 2].map(|axis| {
            let enters_below = self.shape == Shape::Box && self.sign[axis] < 0;
            self.index(self.from[axis] - i64::from(enters_below))
        }))
    }

    /// Returns the first grid cube of the line outside the box of cubes `low..=high`, which holds
    /// `cube`, a cube of the line; `None` if the line ends before.
    pub(crate) fn leave(&self, mut cube: IVec3, low: IVec3, high: IVec3) -> Option<IVec3> {
        let edge = |axis| if self.sign[axis] > 0 { high } else { low }[axis];
        let exit = self.first_crossing(|axis| self.distance_ahead(axis, edge(axis)))?;
        let whole = self.reach[exit.axis];
        for axis in (0..3).filter(|&axis| self.reach[axis] > 0) {
            if axis == exit.axis {
                cube[axis] = edge(axis) + self.sign[axis];
                continue;
            }
            // How far the line has gone along this axis, rounded down; a plane that it meets at the
            // very moment of the exit counts unless points pass it a moment later.
            let passes_later = self.passes_late(axis) && !self.passes_late(exit.axis);
            let gone = part([self.reach[axis], exit.distance], passes_later, whole);
            let at = if self.sign[axis] > 0 {
                self.from[axis].wrapping_add_unsigned(gone)
            } else {
                self.from[axis].wrapping_sub_unsigned(gone) - 1
            };
            cube[axis] = self.index(at);
        }
        Some(cube)
    }

    /// Returns the grid cube after `cube`, a cube of the line; `None` if the line ends in it.
    #[inline]
    pub(crate) fn step(&self, mut cube: IVec3) -> Option<IVec3> {
        let ahead = |axis| self.distance_ahead(axis, cube[axis]);
        let first = self.first_crossing(ahead)?;
        let passed = [0, 1, 2].map(|axis| {
            axis == first.axis
                || self.reach[axis] > 0 && {
                    let crossing = Crossing {
                        axis,
                        distance: ahead(axis),
                    };
                    self.order(crossing, first) == Ordering::Equal
                }
        });
        for axis in 0..3 {
            cube[axis] += i32::from(passed[axis]) * self.sign[axis];
        }
        Some(cube)
    }

    /// Returns the entry of the line into `cube`, a cube of the line.
    pub(crate) fn entry(&self, cube: IVec3) -> Entry {
        let behind = |axis: usize| {
            let distance = match self.sign[axis] {
                0 => return None,
                1.. => self.plane(cube[axis]) - self.from[axis],
                _ => self.from[axis] - self.plane(cube[axis] + 1),
            };
            // A point that begins on a plane and goes up is past it; a box has yet to enter.
            let begins_past = self.shape == Shape::Point && self.sign[axis] > 0 && distance == 0;
            let distance = u64::try_from(distance).ok()?;
            (!begins_past).then_some(Crossing { axis, distance })
        };
        let crossings = [0, 1, 2].map(behind);
        let last = crossings.into_iter().flatten().reduce(|last, other| {
            if self.order(other, last) == Ordering::Greater {
                other
            } else {
                last
            }
        });
        let Some(last) = last else {
            return Entry {
                fraction: 0.0,
                passed: [false; 3],
            };
        };
        let at_once = |crossing: Crossing| self.order(crossing, last) == Ordering::Equal;
        Entry {
            fraction: as_f64(last.distance) / as_f64(self.reach[last.axis]),
            passed: crossings.map(|crossing| crossing.is_some_and(at_once)),
        }
    }

    /// Returns the earliest of the crossings at these distances, one an axis, if the line gets
    /// there.
    #[inline]
    fn first_crossing(&self, distance: impl Fn(usize) -> u64) -> Option<Crossing> {
        let mut first: Option<Crossing> = None;
        for axis in (0..3).filter(|&axis| self.reach[axis] > 0) {
            let crossing = Crossing {
                axis,
                distance: distance(axis),
            };
            if first.is_none_or(|first| self.order(crossing, first) == Ordering::Less) {
                first = Some(crossing);
            }
        }
        first.filter(|&Crossing { axis, distance }| {
            // A plane reached by the last point alone: that point belongs to the cell above, and a
            // box there only touches what is beyond.
            let includes_end = self.shape == Shape::Point && self.sign[axis] > 0;
            distance < self.reach[axis] || includes_end && distance == self.reach[axis]
        })
    }

    /// Orders two crossings by which comes first: distances over reaches, compared as products. Of
    /// those at one moment points pass planes upwards first, since a plane belongs to the cell
    /// above it.
    #[inline]
    fn order(&self, a: Crossing, b: Crossing) -> Ordering {
        let (first, second) = (
            [a.distance, self.reach[b.axis]],
            [b.distance, self.reach[a.axis]],
        );
        let order = if are_short(first) && are_short(second) {
            (first[0] * first[1]).cmp(&(second[0] * second[1]))
        } else {
            product(first).cmp(&product(second))
        };
        order.then_with(|| self.passes_late(a.axis).cmp(&self.passes_late(b.axis)))
    }

    fn passes_late(&self, axis: usize) -> bool {
        self.shape == Shape::Point && self.sign[axis] < 0
    }

    /// Returns the steps along an axis from the start to where the line leaves a cube of this
    /// index; the axis must be one along which the line moves.
    #[inline]
    fn distance_ahead(&self, axis: usize, index: i32) -> u64 {
        let upwards = self.sign[axis] > 0;
        let plane = self.plane(index + i32::from(upwards));
        plane.abs_diff(self.from[axis])
    }

    #[inline]
    fn plane(&self, index: i32) -> i64 {
        i64::from(index) << self.shift
    }

    #[inline]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "coordinates are at most 2^31 cells away"
    )]
    fn index(&self, coordinate: i64) -> i32 {
        (coordinate >> self.shift) as i32
    }
}

/// The slope of a line: whether it stays in one row of cells for long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Slope {
    /// Four cells a row or more.
    Straight,
    Oblique,
}

/// Returns whether the product of two lengths is to be taken within 64 bits: where it fits, on machines of 32 bits,
/// which call a function for one of 128.
#[inline]
fn are_short([a, b]: [u64; 2]) -> bool {
    cfg!(target_pointer_width = "32") && (a | b) >> 32 == 0
}

#[inline]
fn product([a, b]: [u64; 2]) -> u128 {
    u128::from(a) * u128::from(b)
}

/// Returns the product of two lengths, or `is_less`, the number below it, divided by a third one, which must fit 64
/// bits; by hardware where 64 bits hold the product too.
#[inline]
#[expect(
    clippy::cast_possible_truncation,
    reason = "the quotient is a length along the line"
)]
fn part(lengths: [u64; 2], is_less: bool, whole: u64) -> u64 {
    if are_short(lengths) {
        return (lengths[0] * lengths[1]).saturating_sub(is_less.into()) / whole;
    }
    let product = product(lengths).saturating_sub(is_less.into());
    match u64::try_from(product) {
        Ok(product) => product / whole,
        Err(_) => (product / u128::from(whole)) as u64,
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "a fraction shown to people, good to 2^-52"
)]
fn as_f64(distance: u64) -> f64 {
    distance as f64
}
