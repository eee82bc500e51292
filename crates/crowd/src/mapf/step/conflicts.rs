//! The pairs of moves that conflict, worked out exactly in integers.
//!
//! During a step two agents move along straight lines at even speed. Seen from one of them, the other one is at
//! `apart + t * turn`, for a time `t` from 0 to 1, where both vectors are integers; so the square of the least distance
//! is a fraction, compared with the square of twice the radius, which is one, too. Points conflict where it is zero.

use voxnav::glam::{I64Vec3, IVec3};
use voxnav::grid::CellBox;
use voxnav::search::Direction;

use super::Step;
use crate::mapf::options::{CollisionModel, Radius};
use crate::mapf::roadmap::{Cell, NONE, Roadmap};
use crate::mapf::uneven;

/// The rank of staying, after those of the directions.
pub(crate) const STAY: usize = 26;

/// Returns the offset of a move by its rank.
pub(crate) fn offset(rank: usize) -> IVec3 {
    let direction = Direction::all().nth(rank);
    direction.map_or(IVec3::ZERO, Direction::offset)
}

/// Returns whether bodies conflict that are `apart` at the beginning of a step and `apart + turn` at its end.
pub(crate) fn conflict(bodies: CollisionModel, apart: IVec3, turn: IVec3) -> bool {
    if let CollisionModel::Balls(radius) = bodies
        && !radius.shape().is_cubic()
    {
        return uneven::conflict(radius, apart, turn);
    }
    let [apart, turn] = [apart, turn].map(IVec3::as_i64vec3);
    bodies.conflict_at(from_point(-apart, turn), 1)
}

/// Returns the square of the distance of a point from a segment that begins at the origin, as a fraction.
pub(crate) fn from_point(point: I64Vec3, by: I64Vec3) -> (i128, i128) {
    let (length, along) = (by.dot(by), point.dot(by));
    let (squared, parts) = if along <= 0 {
        (point.dot(point), 1)
    } else if along >= length {
        let beyond = point - by;
        (beyond.dot(beyond), 1)
    } else {
        (point.dot(point) * length - along * along, length)
    };
    (squared.into(), parts.into())
}

/// An agent close enough that some of its moves conflict with some of another agent's.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Near {
    pub(crate) agent: u32,
    /// The index of the offset to it.
    apart: u32,
}

/// The rule by which moves of two agents conflict.
#[derive(Debug)]
pub(crate) enum Contact {
    Points(Crossings),
    Balls(Pairs),
}

impl Contact {
    pub(crate) fn new(bodies: CollisionModel) -> Self {
        match bodies {
            CollisionModel::Points => Self::Points(Crossings::new()),
            CollisionModel::Balls(radius) => Self::Balls(Pairs::new(radius)),
        }
    }

    /// Adds the agents whose moves may conflict with those of `agent`; none for points, which look at cells.
    pub(crate) fn gather(&self, step: &Step, roadmap: &Roadmap, agent: u32, near: &mut Vec<Near>) {
        if let Self::Balls(pairs) = self {
            pairs.gather(step, roadmap, agent, near);
        }
    }

    /// Returns whether a move of `agent` conflicts with one that is decided.
    pub(crate) fn is_blocked(
        &self,
        step: &Step,
        roadmap: &Roadmap,
        near: &[Near],
        (agent, rank, to): PlannedMove,
    ) -> bool {
        match self {
            Self::Points(crossings) => crossings.is_blocked(step, roadmap, (agent, rank, to)),
            Self::Balls(pairs) => pairs.is_blocked(step, near, rank),
        }
    }

    /// Adds the agents without a decision that must not stay if `agent` moves so.
    pub(crate) fn push(
        &self,
        step: &Step,
        near: &[Near],
        (agent, rank, to): PlannedMove,
        pushed: &mut Vec<u32>,
    ) {
        match self {
            Self::Points(_) => {
                let there = step.now(to);
                if there != NONE && there != agent && !step.is_decided(there) {
                    pushed.push(there);
                }
            }
            Self::Balls(pairs) => {
                let undecided = near.iter().filter(|it| !step.is_decided(it.agent));
                let stay = |it: &&Near| pairs.excludes(**it, rank, STAY);
                pushed.extend(undecided.filter(stay).map(|it| it.agent));
            }
        }
    }
}

/// An agent, the rank of a move and the cell that it leads to.
pub(crate) type PlannedMove = (u32, usize, Cell);

/// The other diagonals of the square or cube that each diagonal crosses: the ranks of the moves to their ends.
#[derive(Debug)]
pub(crate) struct Crossings(Vec<Vec<[usize; 2]>>);

impl Crossings {
    /// Returns the moves to both ends of each diagonal that a diagonal crosses.
    pub(crate) fn of(&self, rank: usize) -> &[[usize; 2]] {
        &self.0[rank]
    }

    fn new() -> Self {
        let crossed = |direction: Direction| {
            let axes = direction.offset();
            let corners = Direction::all().filter(|it| {
                let corner = it.offset();
                corner != axes && (0..3).all(|axis| corner[axis] == 0 || corner[axis] == axes[axis])
            });
            let pair = |corner: Direction| {
                let other = Direction::from_offset(axes - corner.offset())?;
                // Each pair of opposite corners twice: a diagonal is crossed in either sense.
                let is_diagonal = (axes - corner.offset() * 2).abs() == axes.abs();
                is_diagonal.then(|| [corner.index(), other.index()])
            };
            corners.filter_map(pair).collect()
        };
        Self(Direction::all().map(crossed).chain([Vec::new()]).collect())
    }

    #[inline]
    fn is_blocked(&self, step: &Step, roadmap: &Roadmap, (agent, rank, to): PlannedMove) -> bool {
        if step.next(to) != NONE {
            return true;
        }
        if rank == STAY {
            return false;
        }
        let from = step.from(agent);
        let there = step.now(to);
        if there != NONE && there != agent && step.to(there) == from {
            return true;
        }
        self.0[rank].iter().any(|&[corner, other]| {
            let corner = roadmap.beside_cell(from, corner);
            let crossing = corner.map_or(NONE, |corner| step.now(corner));
            crossing != NONE
                && step.is_decided(crossing)
                && roadmap.beside_cell(from, other) == Some(step.to(crossing))
        })
    }
}

/// Returns the offsets of at most so many cells along each axis, in the order of the cells of a box.
pub(crate) fn offsets_within(reach: IVec3) -> impl Iterator<Item = IVec3> {
    CellBox::new(-reach, reach + 1).cells()
}

/// The moves of a ball that conflict with each move of another one, for each offset between both.
#[derive(Debug)]
pub(crate) struct Pairs {
    reach: IVec3,
    excluded: Vec<[u32; 27]>,
}

impl Pairs {
    fn new(radius: Radius) -> Self {
        let bodies = CollisionModel::Balls(radius);
        // Within this many cells along each axis, some moves may conflict: two steps toward each other.
        let reach = bodies.reach() + 2;
        let offsets: [IVec3; 27] = std::array::from_fn(offset);
        // Two moves matter by their difference, of which there are few.
        let turns: Vec<IVec3> = offsets_within(IVec3::splat(2)).collect();
        let index = |turn: IVec3| (turn.x + 5 * (turn.y + 5 * turn.z) + 62) as usize;
        let excluded = offsets_within(reach).map(|apart| {
            let meet: Vec<bool> = (turns.iter())
                .map(|&turn| conflict(bodies, apart, turn))
                .collect();
            offsets.map(|own| {
                let turns = (0..).zip(offsets);
                turns.fold(0, |mask, (other, offset)| {
                    mask | u32::from(meet[index(offset - own)]) << other
                })
            })
        });
        Self {
            reach,
            excluded: excluded.collect(),
        }
    }

    fn gather(&self, step: &Step, roadmap: &Roadmap, agent: u32, near: &mut Vec<Near>) {
        let place = roadmap.place(step.from(agent));
        let sides = 2 * self.reach + 1;
        roadmap.each_block_within(place, self.reach, |block| {
            let mut there = step.crowd(block);
            while there != 0 {
                let cell = block << 6 | there.trailing_zeros();
                there &= there - 1;
                let apart = roadmap.place(cell) - place + self.reach;
                let is_near = apart.min_element() >= 0 && apart.cmplt(sides).all();
                let other = step.now(cell);
                if is_near && other != agent {
                    let apart = apart.x + sides.x * (apart.y + sides.y * apart.z);
                    let apart = apart.unsigned_abs();
                    near.push(Near {
                        agent: other,
                        apart,
                    });
                }
            }
        });
    }

    fn is_blocked(&self, step: &Step, near: &[Near], rank: usize) -> bool {
        let mut decided = near.iter().filter(|it| step.is_decided(it.agent));
        decided.any(|it| self.excludes(*it, rank, step.rank(it.agent)))
    }

    /// Returns the places near enough to one that moves from both may conflict, each with the index of its offset.
    pub(crate) fn places_near(&self, place: IVec3) -> impl Iterator<Item = (usize, IVec3)> {
        let all = offsets_within(self.reach).enumerate();
        all.map(move |(index, apart)| (index, place + apart))
    }

    /// Returns the moves that conflict with one of another ball, as bits by their ranks, by the index of the offset between
    /// their beginnings.
    pub(crate) fn excluded_by(&self, apart: usize, other: usize) -> u32 {
        let ranks = (0..).zip(&self.excluded[apart]);
        ranks.fold(0, |mask, (rank, excluded)| {
            mask | (excluded >> other & 1) << rank
        })
    }

    #[inline]
    fn excludes(&self, near: Near, rank: usize, other: usize) -> bool {
        self.excluded[near.apart as usize][rank] >> other & 1 != 0
    }
}
