//! The cells within a straight distance of a point.
//!
//! Points are fixed point with 8 fractional bits, so that squares of offsets fit in 80 bits and
//! everything is exact.

#![expect(
    clippy::cast_possible_truncation,
    reason = "points and radii are clamped to 2^40, cells to 2^31"
)]

use glam::{I64Vec3, IVec3};
use voxnav_occupancy::{Axis, CellBox, MAX_COORDINATE};

use super::Goal;
use crate::cost::Cost;

/// The largest coordinate of a point and the largest radius that count, in parts of a cell: beyond,
/// no cell is left out or taken in any more.
const FARTHEST: i64 = 1 << 40;

/// The units of [`Cost`] that estimates scale a part of a cell to: a little below the 2^22 that it
/// has, which makes room for the rounding of the diagonals, as for the Euclidean estimate.
const SCALE: u128 = (1 << 22) - 1;

#[derive(Clone, Debug)]
pub(super) struct Ball {
    pub(super) center: I64Vec3,
    /// The radius as it was given.
    #[cfg_attr(
        not(feature = "serde"),
        expect(dead_code, reason = "what goals are written with")
    )]
    pub(super) radius: Cost,
    /// The square of the largest distance, in parts of a cell.
    largest: u128,
    /// The radius, no less than it is, in units of costs.
    reach: u64,
}

impl Ball {
    pub(super) fn new(center: I64Vec3, radius: Cost) -> Self {
        let center = center.clamp(I64Vec3::splat(-FARTHEST), I64Vec3::splat(FARTHEST));
        // A distance rounds to the radius or less if it is below the radius and a half.
        let doubled = 2 * u128::from(radius.raw().min(1 << 62)) + 1;
        let largest = (doubled * doubled - 1) >> 46;
        let largest = largest.min(1 << 80);
        let reach = (largest * SCALE * SCALE).isqrt() + 1;
        Self {
            center,
            radius,
            largest,
            reach: reach as u64,
        }
    }

    fn squared_distance(&self, cell: IVec3) -> u128 {
        let offset = cell.as_i64vec3() * Goal::POINT_SCALE - self.center;
        let square = |d: i64| u128::from(d.unsigned_abs()).pow(2);
        square(offset.x) + square(offset.y) + square(offset.z)
    }

    pub(super) fn contains(&self, cell: IVec3) -> bool {
        self.squared_distance(cell) <= self.largest
    }

    /// Returns a lower bound on the straight distance to a cell of the ball.
    pub(super) fn distance(&self, cell: IVec3) -> Cost {
        let distance = (self.squared_distance(cell) * SCALE * SCALE).isqrt();
        Cost::from_raw((distance as u64).saturating_sub(self.reach))
    }

    pub(super) fn hull(&self) -> CellBox {
        let radius = self.largest.isqrt() as i64;
        let clamped = |at: I64Vec3| {
            let limit = I64Vec3::splat(i64::from(MAX_COORDINATE));
            at.clamp(-limit, limit).as_ivec3()
        };
        let [min, max] = [self.center - radius, self.center + radius];
        CellBox::new(
            clamped(min.map(|d| -(-d).div_euclid(Goal::POINT_SCALE))),
            clamped(max.map(|d| d.div_euclid(Goal::POINT_SCALE) + 1)),
        )
    }

    /// Returns the coordinates along `axis`, first and last, of the cells in line with `cell`.
    pub(super) fn along(&self, cell: IVec3, axis: Axis) -> Option<[i64; 2]> {
        let offset = cell.as_i64vec3() * Goal::POINT_SCALE - self.center;
        let across = Axis::others(axis).map(|other| {
            let offset = offset.to_array()[other.index()];
            u128::from(offset.unsigned_abs()).pow(2)
        });
        let left = self.largest.checked_sub(across[0] + across[1])?;
        let half = left.isqrt() as i64;
        let center = self.center.to_array()[axis.index()];
        let first = -(half - center).div_euclid(Goal::POINT_SCALE);
        let last = (center + half).div_euclid(Goal::POINT_SCALE);
        (first <= last).then_some([first, last])
    }
}
