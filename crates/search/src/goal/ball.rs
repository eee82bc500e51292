//! The cells within a straight distance of a point.
//!
//! Points are fixed point with 8 fractional bits, and lengths along an axis are parts of a cell times the side there, so
//! that everything is exact: up to 2^24 of the longest sides squares fit in 128 bits. Of a larger radius lengths lose 20
//! bits, which leaves 18 behind the point.

#![expect(
    clippy::cast_possible_truncation,
    reason = "points are clamped to 2^40, cells to 2^31, radii to 2^62"
)]

use glam::{I64Vec3, IVec3};
use voxnav_occupancy::{Axis, CellBox, MAX_COORDINATE};

use super::Goal;
use crate::cost::Cost;
use crate::movement::{CellShape, MoveCosts};

/// The largest coordinate of a point that counts, in parts of a cell: beyond, no cell is left out or taken in any more.
const FARTHEST: i64 = 1 << 40;

/// The bits of parts of a cell.
const PART_BITS: u32 = Goal::POINT_SCALE.trailing_zeros();

/// The radius from which on lengths are coarse, and the bits that they lose.
const LARGE: u64 = 1 << 54;
const LOST: u32 = 20;

/// The units of [`Cost`] that estimates scale a part of a cube to: a little below the 2^22 that it has, which makes room
/// for the rounding of the diagonals, as for the Euclidean estimate.
const SCALE: u128 = (1 << 22) - 1;

#[derive(Clone, Debug)]
pub(super) struct Ball {
    pub(super) center: I64Vec3,
    /// The radius as it was given.
    pub(super) radius: Cost,
    pub(super) shape: CellShape,
    /// The bits that lengths lose.
    lost: u32,
    /// The square of the largest distance, in lengths.
    largest: u128,
    /// The radius, no less than it is, in units of the estimate over cubes.
    reach: u64,
}

impl Ball {
    pub(super) fn new(shape: CellShape, center: I64Vec3, radius: Cost) -> Self {
        let center = center.clamp(I64Vec3::splat(-FARTHEST), I64Vec3::splat(FARTHEST));
        let lost = if radius.raw() < LARGE { 0 } else { LOST };
        // A distance rounds to the radius or less if it is below the radius and a half.
        let doubled = 2 * u128::from(radius.raw().min(1 << 62)) + 1;
        let end = doubled << (PART_BITS - 1) >> lost;
        let parts = ((doubled * doubled - 1) >> 46).min(1 << 80);
        Self {
            center,
            radius,
            shape,
            lost,
            largest: end * end - 1,
            reach: ((parts * SCALE * SCALE).isqrt() + 1) as u64,
        }
    }

    /// Returns the length of an offset along an axis, in parts of a cell.
    fn length(&self, axis: Axis, parts: i64) -> u128 {
        let side = self.shape.costs().side(axis).raw();
        (u128::from(parts.unsigned_abs()) * u128::from(side)) >> self.lost
    }

    fn offset(&self, cell: IVec3) -> [i64; 3] {
        let offset = cell.as_i64vec3() * Goal::POINT_SCALE - self.center;
        offset.to_array()
    }

    /// Returns the square of the distance, the most there is where no number is as large.
    fn squared_distance(&self, cell: IVec3) -> u128 {
        let offset = self.offset(cell);
        let squares = Axis::ALL.map(|axis| {
            let length = self.length(axis, offset[axis.index()]);
            length.saturating_mul(length)
        });
        let [x, y, z] = squares;
        x.saturating_add(y).saturating_add(z)
    }

    pub(super) fn contains(&self, cell: IVec3) -> bool {
        self.squared_distance(cell) <= self.largest
    }

    /// Returns a consistent lower bound on the cost to a cell of the ball, if moves cost what they are long over cells of
    /// this shape: the straight distance less the radius.
    pub(super) fn distance(&self, cell: IVec3, costs: &MoveCosts) -> Cost {
        if costs.is_cubic() && self.shape.is_cubic() {
            let square = |parts: i64| u128::from(parts.unsigned_abs()).pow(2);
            let squares: u128 = self.offset(cell).into_iter().map(square).sum();
            let distance = (squares * SCALE * SCALE).isqrt() as u64;
            return Cost::from_raw(distance.saturating_sub(self.reach));
        }
        let squared = self.squared_distance(cell);
        let is_exact = self.lost == 0 && squared != u128::MAX;
        if !is_exact || !std::ptr::eq(costs, self.shape.costs()) {
            return Cost::ZERO;
        }
        // No distance of a cell of the ball is above the radius, rounded down.
        let distance = (squared.isqrt() >> PART_BITS) as u64;
        MoveCosts::below_distance(distance) - self.radius
    }

    pub(super) fn hull(&self) -> CellBox {
        let reach = Axis::ALL.map(|axis| self.parts_within(axis, self.largest));
        let clamped = |at: I64Vec3| {
            let limit = I64Vec3::splat(i64::from(MAX_COORDINATE));
            at.clamp(-limit, limit).as_ivec3()
        };
        let reach = I64Vec3::from(reach);
        let [min, max] = [self.center - reach, self.center + reach];
        CellBox::new(
            clamped(min.map(|d| -(-d).div_euclid(Goal::POINT_SCALE))),
            clamped(max.map(|d| d.div_euclid(Goal::POINT_SCALE) + 1)),
        )
    }

    /// Returns the largest offset along an axis, in parts of a cell, of which the square of the length is this at most.
    fn parts_within(&self, axis: Axis, square: u128) -> i64 {
        let side = u128::from(self.shape.costs().side(axis).raw());
        let beyond = (square.isqrt() + 1) << self.lost;
        let parts = (beyond - 1) / side;
        i64::try_from(parts).unwrap_or(i64::MAX).min(8 * FARTHEST)
    }

    /// Returns the coordinates along `axis`, first and last, of the cells in line with `cell`.
    pub(super) fn along(&self, cell: IVec3, axis: Axis) -> Option<[i64; 2]> {
        let offset = self.offset(cell);
        let across = Axis::others(axis).map(|other| {
            let length = self.length(other, offset[other.index()]);
            length.saturating_mul(length)
        });
        let across = across[0].saturating_add(across[1]);
        let half = self.parts_within(axis, self.largest.checked_sub(across)?);
        let center = self.center.to_array()[axis.index()];
        let first = -(half - center).div_euclid(Goal::POINT_SCALE);
        let last = (center + half).div_euclid(Goal::POINT_SCALE);
        (first <= last).then_some([first, last])
    }
}
