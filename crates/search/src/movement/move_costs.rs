//! The costs of moves over cells of one shape.
//!
//! The cost of a move depends on the axes that it is along and on nothing else: g(S) for a set S of axes is the root of
//! the sum of the squares of their sides, rounded to nearest. So g is monotone and *submodular*: to add an axis to a set
//! costs the less the larger the set is. With ratios of sides up to 64 the roots differ by more than what rounding takes
//! ([`CellShape`](super::CellShape) checks it), and these hold of the integers:
//!
//! 1. A move costs more than one along some of its axes.
//! 2. A move costs less than two that lead to the same cell (the triangle inequality).
//! 3. Through free space the cheapest moves to an offset of a, b, c cells, a >= b >= c, are c along all three axes, b - c
//!    along those of a and b, and a - b along that of a: the greedy bound of Edmonds, "Submodular Functions, Matroids,
//!    and Certain Polyhedra", 1970. It is the *numbers of cells* that are sorted, and not the lengths. Nothing else costs
//!    as little, because the inequalities are strict.

use voxnav_occupancy::Axis;

use super::direction::{DIRECTION_COUNT, Direction};
use crate::arithmetic::scaled_length;
use crate::cost::Cost;

/// The costs of moves over cells of one shape.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MoveCosts {
    /// The costs by canonical rank, for as many as five bits have: one load, without a branch.
    by_rank: [Cost; 32],
    /// The costs by the set of axes, a bit each.
    by_axes: [Cost; 8],
    is_cubic: bool,
}

/// The costs of moves over cubes.
static CUBIC: MoveCosts = MoveCosts::cubic();

impl MoveCosts {
    /// Returns the costs of moves over cubes.
    #[inline]
    pub(crate) const fn of_cubes() -> &'static Self {
        &CUBIC
    }

    const fn cubic() -> Self {
        let (straight, face) = (Cost::STRAIGHT, Cost::FACE_DIAGONAL);
        let body = Cost::BODY_DIAGONAL;
        let by_axes = [
            Cost::ZERO,
            straight,
            straight,
            face,
            straight,
            face,
            face,
            body,
        ];
        Self::of_axes(by_axes, true)
    }

    const fn of_axes(by_axes: [Cost; 8], is_cubic: bool) -> Self {
        let mut by_rank = [Cost::STRAIGHT; 32];
        let mut rank = 0;
        while rank < DIRECTION_COUNT {
            by_rank[rank] = by_axes[Direction::AXES[rank] as usize];
            rank += 1;
        }
        Self {
            by_rank,
            by_axes,
            is_cubic,
        }
    }

    /// Returns the costs over cells with these sides, each from 1 to 2^30.
    pub(super) fn of_sides(sides: [u32; 3]) -> Self {
        let by_axes = std::array::from_fn(|axes| {
            let along = (0..3).filter(|axis| axes >> axis & 1 != 0);
            let squares: u64 = along.map(|axis| u64::from(sides[axis]).pow(2)).sum();
            // round(sqrt(n)) = floor((sqrt(4 n) + 1) / 2), and 4 n is below 2^64.
            Cost::from_raw((4 * squares).isqrt().div_ceil(2))
        });
        Self::of_axes(by_axes, false)
    }

    /// Returns whether these are the costs over cubes: then code with constants gives the same as this table.
    #[inline]
    pub(crate) const fn is_cubic(&self) -> bool {
        self.is_cubic
    }

    /// Returns the cost of a move over a cell of weight one.
    #[inline]
    pub(crate) const fn of(&self, direction: Direction) -> Cost {
        self.by_rank[direction.index() & 31]
    }

    /// Returns the costs by the set of axes, a bit each.
    pub(crate) const fn by_axes(&self) -> &[Cost; 8] {
        &self.by_axes
    }

    /// Returns the length of the side along an axis.
    #[inline]
    pub(crate) fn side(&self, axis: Axis) -> Cost {
        self.by_axes[1 << axis.index()]
    }

    /// Returns the lengths of the sides.
    #[inline]
    pub(crate) fn sides(&self) -> [u64; 3] {
        Axis::ALL.map(|axis| self.side(axis).raw())
    }

    /// Returns the cost of the cheapest move.
    pub(crate) fn least(&self) -> Cost {
        let [x, y, z] = Axis::ALL.map(|axis| self.side(axis));
        x.min(y).min(z)
    }

    /// Returns the cost of the cheapest of the 26 moves to an offset through free space: claim 3 above.
    #[inline]
    pub(crate) fn free_space(&self, offset: [u32; 3]) -> Cost {
        let mut axes = [0, 1, 2];
        axes.sort_unstable_by_key(|&axis| std::cmp::Reverse(offset[axis]));
        let [a, b, c] = axes.map(|axis| u64::from(offset[axis]));
        let [one, two, three] = [
            self.by_axes[1 << axes[0]],
            self.by_axes[1 << axes[0] | 1 << axes[1]],
            self.by_axes[7],
        ]
        .map(Cost::raw);
        // No more than a times the largest cost, which is below 2^63.
        Cost::from_raw(c * three + (b - c) * two + (a - b) * one)
    }

    /// Returns the sum of the lengths along each axis.
    #[inline]
    pub(crate) fn sum(&self, offset: [u32; 3]) -> Cost {
        let [x, y, z] = self.lengths(offset);
        Cost::from_raw(x.saturating_add(y).saturating_add(z))
    }

    /// Returns the largest of the lengths along each axis.
    #[inline]
    pub(crate) fn largest(&self, offset: [u32; 3]) -> Cost {
        let [x, y, z] = self.lengths(offset);
        Cost::from_raw(x.max(y).max(z))
    }

    /// Returns a lower bound on the straight distance that is consistent: less than the distance by one part in 2^24.
    ///
    /// A move costs at least its length less a half, and the shortest is 2^24 long. Let k = 1 - 2^-24, and m a length
    /// rounded up: distances rounded down differ by m at most, k m is at most m - 1, and the move costs as much.
    pub(crate) fn straight_bound(&self, offset: [u32; 3]) -> Cost {
        let distance = u64::try_from(self.square(offset).isqrt()).unwrap_or(u64::MAX);
        Self::below_distance(distance)
    }

    /// Returns the same of a distance, rounded down.
    pub(crate) fn below_distance(distance: u64) -> Cost {
        Cost::from_raw(distance - distance.div_ceil(1 << 24))
    }

    /// Returns the straight distance, rounded to nearest as costs are.
    pub(crate) fn distance(&self, offset: [u32; 3]) -> Cost {
        if self.is_cubic {
            return Cost::from_raw(scaled_length(offset, 1 << 31).div_ceil(2));
        }
        let doubled = (4 * self.square(offset)).isqrt();
        Cost::from_raw(u64::try_from(doubled.div_ceil(2)).unwrap_or(u64::MAX))
    }

    /// Returns the lengths of an offset along each axis, each below 2^62.
    #[inline]
    fn lengths(&self, offset: [u32; 3]) -> [u64; 3] {
        let sides = self.sides();
        std::array::from_fn(|axis| u64::from(offset[axis]) * sides[axis])
    }

    /// Returns the square of the straight distance, below 2^126.
    pub(crate) fn square(&self, offset: [u32; 3]) -> u128 {
        let squares = self.lengths(offset).map(|length| u128::from(length).pow(2));
        squares.iter().sum()
    }

    /// Returns whether a move costs more than one along some of its axes, and the more an axis adds, the fewer there are.
    pub(super) fn are_monotone_and_submodular(&self) -> bool {
        let g = |axes: usize| self.by_axes[axes].raw();
        let sets = || 0..8_usize;
        let axes = || (0..3).map(|axis| 1_usize << axis);
        let is_monotone =
            sets().all(|set| axes().all(|one| set & one != 0 || g(set) < g(set | one)));
        let is_submodular = sets().all(|set| {
            axes().all(|one| {
                axes().all(|two| {
                    let is_new = set & (one | two) == 0 && one != two;
                    !is_new || g(set | one) + g(set | two) > g(set | one | two) + g(set)
                })
            })
        });
        is_monotone && is_submodular
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BinaryHeap;

    use glam::IVec3;
    use voxnav_occupancy::CellBox;
    use voxnav_testkit::Draws;

    use super::super::{CellShape, MoveSet};
    use super::*;

    /// Some shapes, and the extremes.
    fn shapes(draws: &mut Draws) -> Vec<CellShape> {
        let named = [
            [1.0, 1.0, 1.0],
            [5.0, 5.0, 1.0],
            [1.0, 1.0, 4.0],
            [3.0, 4.0, 5.0],
            [64.0, 64.0, 1.0],
            [64.0, 1.0, 1.0],
            [64.0, 8.0, 1.0],
        ];
        let others = (0..20).map(|_| [(); 3].map(|()| f64::from(draws.between(1, 64))));
        let sizes = named.into_iter().chain(others);
        sizes.map(|sizes| CellShape::new(sizes).unwrap()).collect()
    }

    #[test]
    fn the_general_costs_of_cubes_are_the_constants() {
        let general = MoveCosts::of_sides([1 << 30; 3]);
        assert_eq!(general.by_axes, CUBIC.by_axes);
        for direction in Direction::all() {
            assert_eq!(general.of(direction), direction.cost());
        }
    }

    #[test]
    fn the_cost_through_free_space_is_that_of_the_cheapest_moves() {
        let mut draws = Draws::new(3);
        for shape in shapes(&mut draws) {
            let costs = shape.costs();
            let box_ = CellBox::from_size(IVec3::splat(6));
            // Dijkstra over offsets; no way that leaves them is cheaper, as each move along fewer axes is.
            let mut least = vec![u64::MAX; 216];
            let place = |cell: IVec3| usize::try_from((cell.z * 6 + cell.y) * 6 + cell.x).unwrap();
            let mut open = BinaryHeap::from([(0_i64, [0; 3])]);
            least[0] = 0;
            while let Some((negative, at)) = open.pop() {
                let (g, at) = (negative.unsigned_abs(), IVec3::from(at));
                if g > least[place(at)] {
                    continue;
                }
                for direction in MoveSet::Vertex26.directions() {
                    let to = at + direction.offset();
                    let g = g + costs.of(direction).raw();
                    if box_.contains(to) && g < least[place(to)] {
                        least[place(to)] = g;
                        open.push((-g.cast_signed(), to.to_array()));
                    }
                }
            }
            for cell in box_.cells() {
                let offset = cell.to_array().map(i32::unsigned_abs);
                assert_eq!(
                    costs.free_space(offset).raw(),
                    least[place(cell)],
                    "{shape:?} {cell}"
                );
                assert!(costs.straight_bound(offset) <= costs.free_space(offset));
                assert!(costs.largest(offset) <= costs.free_space(offset));
            }
        }
    }

    #[test]
    fn no_offset_there_is_overflows() {
        let mut draws = Draws::new(4);
        for shape in shapes(&mut draws) {
            let costs = shape.costs();
            let farthest = [u32::MAX; 3];
            let free = costs.free_space(farthest);
            assert!(free < Cost::MAX && costs.straight_bound(farthest) <= free);
            assert!(costs.distance(farthest) <= free + Cost::STRAIGHT * 4);
            assert!(costs.sum(farthest) >= free);
        }
    }
}
