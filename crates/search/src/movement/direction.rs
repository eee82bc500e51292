//! The one table of moves: the 26 neighbor offsets, and the cells that they must find traversable. The costs are those of
//! [`MoveCosts`].
//!
//! Directions are numbered in canonical rank: body diagonals first, then face diagonals, then
//! straight moves, each group in a fixed order. Pruning and tie-breaking refer to that rank, so the
//! order of this table is part of every result.
//!
//! A neighborhood is a word of 27 bits, one for each cell of the 3 x 3 x 3 block around a cell:
//! bit `(dz + 1) * 9 + (dy + 1) * 3 + (dx + 1)`, set where the cell is traversable.

#![expect(
    clippy::cast_possible_truncation,
    reason = "ranks are below 26, offsets are -1, 0 or 1"
)]

use glam::IVec3;
use voxnav_occupancy::{Heading, Sign};

use super::corner_rule::CornerRule;
use super::move_costs::MoveCosts;
use crate::cost::Cost;

/// One of the 26 moves to a neighboring cell, by its canonical rank.
///
/// ```
/// use voxnav_search::{Cost, Direction};
/// # use glam::IVec3;
///
/// let up = Direction::from_offset(IVec3::new(1, 0, 1)).ok_or("a move")?;
/// assert_eq!(up.cost(), Cost::FACE_DIAGONAL);
/// assert_eq!(up.reverse().offset(), IVec3::new(-1, 0, -1));
/// assert_eq!(Direction::all().count(), 26);
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(try_from = "crate::movement::stored::StoredDirection")
)]
pub struct Direction(u8);

/// The number of directions.
pub(crate) const DIRECTION_COUNT: usize = 26;

/// The rank below which directions are body diagonals.
const BODY_DIAGONALS: u8 = 8;
/// The rank below which directions from [`BODY_DIAGONALS`] on are face diagonals; the others are
/// straight.
const BODY_AND_FACE_DIAGONALS: u8 = 20;

pub(crate) const OFFSETS: [[i8; 3]; DIRECTION_COUNT] = offsets_by_rank();
const TARGETS: [u32; DIRECTION_COUNT] = cells_by_direction(CornerRule::Lenient);
const SPANS: [u32; DIRECTION_COUNT] = cells_by_direction(CornerRule::Strict);

/// The number of orders in which three axes can be taken.
const CHAIN_COUNT: usize = 6;
/// The cells of each chain of straight moves to the target of each direction; those of shorter
/// chains stand several times. No other chain within the box is free where none of these is: one
/// that goes back along an axis passes two adjacent cells, and is longer than one between
/// them.
const CHAINS: [[u32; CHAIN_COUNT]; DIRECTION_COUNT] = chains_by_direction();

/// The headings of the straight moves, in their order.
const HEADINGS: [Heading; 6] = {
    let [x, nx, y, ny, z, nz] = Heading::ALL;
    [nz, ny, nx, x, y, z]
};

impl Direction {
    /// Returns every direction, in canonical rank.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + Clone {
        (0..26).map(Self)
    }

    /// Returns the direction of a neighbor offset; `None` where `offset` is not one of the 26.
    #[must_use]
    pub fn from_offset(offset: IVec3) -> Option<Self> {
        let is_near = offset.min_element() >= -1 && offset.max_element() <= 1;
        if !is_near || offset == IVec3::ZERO {
            return None;
        }
        let [x, y, z] = (offset + 1).to_array().map(i32::unsigned_abs);
        Some(Self(BY_PLACE[(z * 9 + y * 3 + x) as usize]))
    }

    /// Returns the directions that lead to some of the cells of a neighborhood, by its bits.
    #[inline]
    pub(crate) fn toward(neighborhood: u32) -> impl Iterator<Item = Self> {
        let mut left = neighborhood & !(1 << 13) & ((1 << 27) - 1);
        std::iter::from_fn(move || {
            (left != 0).then(|| {
                let place = left.trailing_zeros() as usize;
                left &= left - 1;
                Self(BY_PLACE[place])
            })
        })
    }

    /// Returns the direction with canonical rank `index & 31`, which must be below 26.
    #[inline]
    pub(crate) fn from_index(index: usize) -> Self {
        debug_assert!(index < DIRECTION_COUNT);
        Self((index & 31) as u8)
    }

    /// Returns the canonical rank, below 26.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the canonical rank in a packed word.
    #[inline]
    pub(crate) const fn rank(self) -> u32 {
        self.0 as u32
    }

    /// Returns the step to the neighbor: each component -1, 0 or 1.
    #[must_use]
    #[inline]
    pub fn offset(self) -> IVec3 {
        let [x, y, z] = OFFSETS[self.index()];
        IVec3::new(x.into(), y.into(), z.into())
    }

    /// Returns the cost of the move over a cell of weight one that is a cube; [`CellShape::cost`](crate::CellShape::cost)
    /// has that of other cells.
    #[must_use]
    #[inline]
    pub const fn cost(self) -> Cost {
        MoveCosts::of_cubes().of(self)
    }

    /// The axes that each move is along, a bit each, by canonical rank.
    pub(super) const AXES: [u8; DIRECTION_COUNT] = axes_by_rank();

    /// Returns the axes that the move is along, a bit each: 1 to 7.
    #[inline]
    pub(crate) const fn axes(self) -> usize {
        Self::AXES[self.index()] as usize
    }

    /// Returns the direction along an axis.
    #[must_use]
    #[inline]
    pub const fn along(heading: Heading) -> Self {
        // INVARIANT: straight moves have the last six ranks, from -z, -y, -x to +x, +y, +z.
        let axis = heading.axis as u8;
        match heading.sign {
            Sign::Positive => Self(23 + axis),
            Sign::Negative => Self(22 - axis),
        }
    }

    /// Returns the axis and sense of a straight move.
    #[must_use]
    #[inline]
    pub fn heading(self) -> Option<Heading> {
        // From -z, -y, -x to +x, +y, +z.
        let straight = self.0.checked_sub(BODY_AND_FACE_DIAGONALS)?;
        HEADINGS.get(usize::from(straight)).copied()
    }

    /// Returns whether the move is along one axis.
    #[must_use]
    #[inline]
    pub const fn is_straight(self) -> bool {
        self.0 >= BODY_AND_FACE_DIAGONALS
    }

    /// Returns the direction back.
    #[must_use]
    pub fn reverse(self) -> Self {
        // INVARIANT: within its group, a direction and its reverse stand symmetrically, because the
        // offsets of a group are in lexicographic order.
        let (first, end) = match self.0 {
            0..BODY_DIAGONALS => (0, BODY_DIAGONALS),
            BODY_DIAGONALS..BODY_AND_FACE_DIAGONALS => (BODY_DIAGONALS, BODY_AND_FACE_DIAGONALS),
            _ => (BODY_AND_FACE_DIAGONALS, 26),
        };
        Self(first + end - 1 - self.0)
    }

    /// Returns the bit of this direction in a [`DirectionSet`].
    #[inline]
    pub(crate) const fn bit(self) -> u32 {
        1 << self.0
    }

    /// Returns the number of the neighborhood bit of the cell that the move leads to.
    #[inline]
    pub(crate) const fn place(self) -> usize {
        TARGETS[self.index()].trailing_zeros() as usize
    }

    /// Returns the cells, as neighborhood bits, that the move must find traversable under
    /// `corners`. They are all that it needs but under [`CornerRule::OneSide`], which asks for one
    /// of several chains besides. The cell that is left does not count: the agent stands on it.
    #[must_use]
    #[inline]
    pub const fn required(self, corners: CornerRule) -> u32 {
        match corners {
            CornerRule::Strict => SPANS[self.index()],
            CornerRule::OneSide | CornerRule::Lenient => TARGETS[self.index()],
        }
    }

    /// Returns whether the move is legal where the cells of a neighborhood are traversable.
    ///
    /// ```
    /// use voxnav_search::{CornerRule, Direction};
    /// # use glam::IVec3;
    ///
    /// let diagonal = Direction::from_offset(IVec3::new(1, 1, 0)).ok_or("a move")?;
    /// let bit = |x: i32, y: i32, z: i32| 1 << ((z + 1) * 9 + (y + 1) * 3 + x + 1);
    /// let free = bit(1, 1, 0) | bit(1, 0, 0);
    /// assert!(diagonal.is_legal(free, CornerRule::OneSide));
    /// assert!(!diagonal.is_legal(free, CornerRule::Strict));
    /// assert!(!diagonal.is_legal(bit(1, 1, 0), CornerRule::OneSide));
    /// # Ok::<(), &str>(())
    /// ```
    #[must_use]
    pub const fn is_legal(self, neighborhood: u32, corners: CornerRule) -> bool {
        let required = self.required(corners);
        if required & !neighborhood != 0 {
            return false;
        }
        if !matches!(corners, CornerRule::OneSide) {
            return true;
        }
        let chains = &CHAINS[self.index()];
        let mut chain = 0;
        while chain < CHAIN_COUNT {
            if chains[chain] & !neighborhood == 0 {
                return true;
            }
            chain += 1;
        }
        false
    }
}

/// A set of directions, one bit a direction by canonical rank.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct DirectionSet(pub(crate) u32);

impl DirectionSet {
    #[inline]
    pub(crate) const fn contains(self, direction: Direction) -> bool {
        self.0 & direction.bit() != 0
    }

    /// Returns the members that cost no more than `most` over a cell of weight one.
    pub(crate) fn within(self, most: Cost, costs: &MoveCosts) -> Self {
        if !costs.is_cubic() {
            let cheap = self.iter().filter(|&direction| costs.of(direction) <= most);
            return Self(cheap.fold(0, |set, direction| set | direction.bit()));
        }
        let first = if most >= Cost::BODY_DIAGONAL {
            0
        } else if most >= Cost::FACE_DIAGONAL {
            BODY_DIAGONALS
        } else if most >= Cost::STRAIGHT {
            BODY_AND_FACE_DIAGONALS
        } else {
            return Self(0);
        };
        Self(self.0 >> first << first)
    }

    /// Returns the members in reverse canonical rank.
    #[inline]
    pub(crate) fn iter_reversed(self) -> impl Iterator<Item = Direction> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            (left != 0).then(|| {
                let index = left.ilog2();
                left ^= 1 << index;
                Direction::from_index(index as usize)
            })
        })
    }

    /// Returns the members in canonical rank.
    #[inline]
    pub(crate) fn iter(self) -> impl Iterator<Item = Direction> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let index = left.trailing_zeros() as usize;
            (left != 0).then(|| {
                left &= left - 1;
                Direction::from_index(index)
            })
        })
    }
}

/// The rank of the direction that leads to a cell, by the number of its neighborhood bit; the entry
/// of the center stands for nothing.
const BY_PLACE: [u8; 27] = {
    let mut ranks = [0; 27];
    let mut rank = 0;
    while rank < DIRECTION_COUNT {
        ranks[TARGETS[rank].trailing_zeros() as usize] = rank as u8;
        rank += 1;
    }
    ranks
};

const fn axes_by_rank() -> [u8; DIRECTION_COUNT] {
    let mut sets = [0; DIRECTION_COUNT];
    let mut rank = 0;
    while rank < DIRECTION_COUNT {
        let mut axis = 0;
        while axis < 3 {
            sets[rank] |= ((OFFSETS[rank][axis] != 0) as u8) << axis;
            axis += 1;
        }
        rank += 1;
    }
    sets
}

const fn offsets_by_rank() -> [[i8; 3]; DIRECTION_COUNT] {
    let mut offsets = [[0; 3]; DIRECTION_COUNT];
    let mut rank = 0;
    let mut axes = 3;
    while axes > 0 {
        let mut block = 0;
        while block < 27 {
            let offset = offset_of_bit(block);
            let moved = offset[0] * offset[0] + offset[1] * offset[1] + offset[2] * offset[2];
            if moved == axes {
                offsets[rank] = offset;
                rank += 1;
            }
            block += 1;
        }
        axes -= 1;
    }
    offsets
}

const fn offset_of_bit(bit: u32) -> [i8; 3] {
    [
        (bit % 3) as i8 - 1,
        (bit / 3 % 3) as i8 - 1,
        (bit / 9) as i8 - 1,
    ]
}

/// Returns the neighborhood bit of the cell at `offset` from the center.
pub(crate) const fn bit_of_offset(offset: [i8; 3]) -> u32 {
    1 << ((offset[2] + 1) * 9 + (offset[1] + 1) * 3 + offset[0] + 1)
}

const fn cells_by_direction(corners: CornerRule) -> [u32; DIRECTION_COUNT] {
    let mut masks = [0; DIRECTION_COUNT];
    let mut rank = 0;
    while rank < DIRECTION_COUNT {
        masks[rank] = match corners {
            CornerRule::OneSide | CornerRule::Lenient => bit_of_offset(OFFSETS[rank]),
            CornerRule::Strict => span_from_center(OFFSETS[rank]),
        };
        rank += 1;
    }
    masks
}

const fn chains_by_direction() -> [[u32; CHAIN_COUNT]; DIRECTION_COUNT] {
    const ORDERS: [[usize; 3]; CHAIN_COUNT] = [
        [0, 1, 2],
        [0, 2, 1],
        [1, 0, 2],
        [1, 2, 0],
        [2, 0, 1],
        [2, 1, 0],
    ];
    let mut chains = [[0; CHAIN_COUNT]; DIRECTION_COUNT];
    let mut rank = 0;
    while rank < DIRECTION_COUNT {
        let mut order = 0;
        while order < CHAIN_COUNT {
            let mut at = [0; 3];
            let mut step = 0;
            while step < 3 {
                let axis = ORDERS[order][step];
                at[axis] = OFFSETS[rank][axis];
                chains[rank][order] |= bit_of_offset(at);
                step += 1;
            }
            chains[rank][order] &= !bit_of_offset([0; 3]);
            order += 1;
        }
        rank += 1;
    }
    chains
}

/// Returns the bits of the box between the center and `corner`, without the center.
const fn span_from_center(corner: [i8; 3]) -> u32 {
    let mut mask = 0;
    let mut subset = 1;
    while subset < 8 {
        let x = if subset & 1 != 0 { corner[0] } else { 0 };
        let y = if subset & 2 != 0 { corner[1] } else { 0 };
        let z = if subset & 4 != 0 { corner[2] } else { 0 };
        mask |= bit_of_offset([x, y, z]);
        subset += 1;
    }
    mask & !bit_of_offset([0, 0, 0])
}

#[cfg(test)]
mod tests {
    use voxnav_occupancy::Axis;

    use super::*;
    use crate::movement::MoveSet;

    #[test]
    fn every_neighbor_offset_has_one_direction() {
        let mut offsets: Vec<_> = Direction::all().map(|d| d.offset().to_array()).collect();
        offsets.sort_unstable();
        offsets.dedup();
        assert_eq!(offsets.len(), 26);
        for direction in Direction::all() {
            assert_eq!(Direction::from_offset(direction.offset()), Some(direction));
            assert_eq!(direction.reverse().offset(), -direction.offset());
        }
        assert_eq!(Direction::from_offset(IVec3::ZERO), None);
        for heading in Heading::ALL {
            let direction = Direction::along(heading);
            assert_eq!(direction.offset(), heading.step());
            assert_eq!(direction.heading(), Some(heading));
        }
        assert_eq!(Direction::all().filter_map(Direction::heading).count(), 6);
    }

    #[test]
    fn costs_and_spans_follow_the_number_of_axes() {
        for direction in Direction::all() {
            let axes = direction.offset().abs().element_sum();
            let (cost, cells) = match axes {
                1 => (Cost::STRAIGHT, 1),
                2 => (Cost::FACE_DIAGONAL, 3),
                _ => (Cost::BODY_DIAGONAL, 7),
            };
            assert_eq!(direction.cost(), cost);
            assert_eq!(direction.required(CornerRule::Strict).count_ones(), cells);
            assert_eq!(direction.required(CornerRule::Lenient).count_ones(), 1);
        }
    }

    #[test]
    fn move_sets_have_the_sizes_in_their_names() {
        for (moves, size) in [
            (MoveSet::Vertex26, 26),
            (MoveSet::Edge18, 18),
            (MoveSet::Face6, 6),
            (MoveSet::Planar8(Axis::Y), 8),
            (MoveSet::Planar4(Axis::Z), 4),
        ] {
            assert_eq!(moves.directions().count(), size, "{moves:?}");
        }
    }
}
