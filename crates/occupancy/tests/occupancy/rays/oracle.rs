//! Rays and sweeps by their definition: every cell in reach, one by one, with exact fractions; and
//! random worlds and segments to try it on.

use std::cmp::Ordering;

use voxnav_occupancy::glam::{DVec3, IVec3};
use voxnav_occupancy::{CellBox, CellState, OccupancyBuilder, Traversability, UnknownPolicy};
use voxnav_testkit::Draws;

/// Coordinates of the tests are whole numbers of such parts of a cell.
pub(crate) const PARTS: i64 = 1 << 8;

/// A quotient with a positive divisor.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fraction(i128, i128);

impl Fraction {
    pub(crate) fn new(dividend: i64, divisor: i64) -> Self {
        let sign = i128::from(divisor.signum());
        Self(i128::from(dividend) * sign, i128::from(divisor) * sign)
    }

    pub(crate) fn as_f64(self) -> f64 {
        self.0 as f64 / self.1 as f64
    }
}

impl Ord for Fraction {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.0 * other.1).cmp(&(other.0 * self.1))
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Fraction {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Fraction {}

/// A segment with ends in parts of a cell.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Segment {
    pub(crate) from: [i64; 3],
    pub(crate) to: [i64; 3],
}

impl Segment {
    pub(crate) fn ends(self) -> [DVec3; 2] {
        [self.from, self.to]
            .map(|end| DVec3::from_array(end.map(|parts| parts as f64 / PARTS as f64)))
    }

    pub(crate) fn reversed(self) -> Self {
        Self {
            from: self.to,
            to: self.from,
        }
    }

    /// The cells within two of the segment's box, beyond the bounds too.
    pub(crate) fn cells(self) -> CellBox {
        let low = |axis: usize| self.from[axis].min(self.to[axis]).div_euclid(PARTS) - 2;
        let high = |axis: usize| self.from[axis].max(self.to[axis]).div_euclid(PARTS) + 4;
        let corner = |of: &dyn Fn(usize) -> i64| {
            IVec3::from_array([0, 1, 2].map(|axis| i32::try_from(of(axis)).unwrap()))
        };
        CellBox::new(corner(&low), corner(&high))
    }
}

/// Whether the ends of an interval belong to it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Interval {
    pub(crate) low: (Fraction, bool),
    pub(crate) high: (Fraction, bool),
}

impl Interval {
    pub(crate) const UNIT: Self = Self {
        low: (Fraction(0, 1), true),
        high: (Fraction(1, 1), true),
    };

    pub(crate) fn and(self, other: Self) -> Self {
        let tighter =
            |a: (Fraction, bool), b: (Fraction, bool), outer: Ordering| match a.0.cmp(&b.0) {
                Ordering::Equal => (a.0, a.1 && b.1),
                order if order == outer => b,
                _ => a,
            };
        Self {
            low: tighter(self.low, other.low, Ordering::Less),
            high: tighter(self.high, other.high, Ordering::Greater),
        }
    }

    pub(crate) fn is_empty(self) -> bool {
        match self.low.0.cmp(&self.high.0) {
            Ordering::Less => false,
            Ordering::Equal => !(self.low.1 && self.high.1),
            Ordering::Greater => true,
        }
    }
}

/// The shares of the segment at which its coordinate on an axis lies between two planes, which
/// belong to what they bound or do not; `None` if it never does.
pub(crate) fn between(
    segment: Segment,
    axis: usize,
    low: (i64, bool),
    high: (i64, bool),
) -> Option<Interval> {
    let (from, to) = (segment.from[axis], segment.to[axis]);
    if from == to {
        let above = from > low.0 || from == low.0 && low.1;
        let below = from < high.0 || from == high.0 && high.1;
        return (above && below).then_some(Interval::UNIT);
    }
    let at = |(plane, inside): (i64, bool)| (Fraction::new(plane - from, to - from), inside);
    let (low, high) = if from < to {
        (at(low), at(high))
    } else {
        (at(high), at(low))
    };
    Some(Interval { low, high })
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Shape {
    Point,
    Box,
}

/// When the shape first meets a cell, and through which faces.
pub(crate) fn meets(segment: Segment, cell: IVec3, shape: Shape) -> Option<(Fraction, IVec3)> {
    let mut interval = Interval::UNIT;
    let mut sides = Vec::new();
    for axis in 0..3 {
        let center = i64::from(cell[axis]) * PARTS;
        let side = match shape {
            Shape::Point => {
                let half = PARTS / 2;
                between(segment, axis, (center - half, true), (center + half, false))?
            }
            Shape::Box => between(
                segment,
                axis,
                (center - PARTS, false),
                (center + PARTS, false),
            )?,
        };
        sides.push(side);
        interval = interval.and(side);
    }
    if interval.is_empty() {
        return None;
    }
    let mut normal = IVec3::ZERO;
    for (axis, side) in sides.into_iter().enumerate() {
        let begins_inside =
            side.low == Interval::UNIT.low && interval.low.1 && shape == Shape::Point;
        if side.low == interval.low
            && segment.from[axis] != segment.to[axis]
            && !(begins_inside && segment.from[axis] < segment.to[axis])
        {
            normal[axis] = if segment.from[axis] < segment.to[axis] {
                -1
            } else {
                1
            };
        }
    }
    Some((interval.low.0, normal))
}

/// When, then with how many faces, then where.
pub(crate) type Rank = (Fraction, bool, i32, [i32; 3]);

/// The first blocked cell by trying all of them.
pub(crate) fn first_met(
    world: &Traversability,
    segment: Segment,
    shape: Shape,
) -> Option<(Rank, IVec3)> {
    let blocked = segment
        .cells()
        .cells()
        .filter(|&cell| !world.is_traversable(cell));
    blocked
        .filter_map(|cell| {
            let (at, normal) = meets(segment, cell, shape)?;
            // Of a point, what it enters a moment later comes later.
            let late =
                shape == Shape::Point && normal.max_element() > 0 && normal.min_element() >= 0;
            let rank = (at, late, normal.length_squared(), [cell.z, cell.y, cell.x]);
            Some((rank, normal))
        })
        .min_by_key(|(rank, _)| *rank)
}

/// A position near or in a box, more often than not on a plane between cells or through centers.
fn position(of: &CellBox, draws: &mut Draws) -> [i64; 3] {
    let cell = draws.cell(of).to_array();
    let exactness = draws.below(4);
    cell.map(|coordinate| {
        let offset = match draws.below(4).min(exactness) {
            0 => 0,
            1 => PARTS / 2 * draws.between(-1, 1),
            2 => PARTS / 4 * draws.between(-2, 2),
            _ => draws.between(-PARTS / 2, PARTS / 2),
        };
        i64::from(coordinate) * PARTS + offset
    })
}

impl Segment {
    /// A segment in or near a box, often along an axis, a plane or a diagonal.
    pub(crate) fn drawn(bounds: &CellBox, draws: &mut Draws) -> Self {
        let around = match draws.below(5) {
            0 => CellBox::new(bounds.min - 2, bounds.max + 2),
            _ => *bounds,
        };
        let from = position(&around, draws);
        let mut to = position(&around, draws);
        match draws.below(10) {
            0 => to = from,
            1 | 2 => to[draws.below(3_usize)] = from[0],
            3 | 4 => {
                let axis = draws.below(3_usize);
                to =
                    std::array::from_fn(|other| if other == axis { to[axis] } else { from[other] });
            }
            5 | 6 => {
                // Exactly along a diagonal.
                let length = to[0] - from[0];
                to = from.map(|from| from + length * draws.between(-1, 1));
            }
            _ => {}
        }
        Self { from, to }
    }
}

/// A world with so many cells of it blocked.
pub(crate) fn with_blocked(bounds: CellBox, cells: i32, draws: &mut Draws) -> Traversability {
    let mut builder = OccupancyBuilder::new(bounds).unwrap();
    for _ in 0..cells {
        let cell = draws.cell(&bounds);
        builder.set(cell, CellState::Occupied).unwrap();
    }
    Traversability::new(&builder.commit(), UnknownPolicy::Blocked)
}

/// A world across borders of chunks, from empty to crowded.
pub(crate) fn sample_world(largest: i32, draws: &mut Draws) -> Traversability {
    let size = draws.vector(IVec3::ONE, IVec3::splat(largest));
    let border = draws.vector(IVec3::NEG_ONE, IVec3::ONE) * 64;
    let below = draws.vector(IVec3::ZERO, IVec3::splat(largest));
    let bounds = CellBox::new(border - below, border - below + size);
    let share = draws.pick(&[0, 1, 4, 12, 30]);
    let cells = size.element_product() * share / 100;
    with_blocked(bounds, cells, draws)
}
