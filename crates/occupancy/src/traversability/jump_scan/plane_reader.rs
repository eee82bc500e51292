//! One plane of a world, read by a search whose moves stay in it: the nine cells around one, and straight
//! runs, from the rows of the [layer](Layer) where the world has but one, else from those of one chunk for as long as
//! the search is there.

use std::cell::Cell;

use glam::IVec3;

use super::layer::{Layer, Sight};
use super::{
    Ascending, BitOrder, Descending, ForcedRule, JumpScan, Lookout, MOST_CHUNKS, end_of_run, scan,
    turns,
};
use crate::coordinates::{Axis, ChunkCoord, Heading, Rows, Sign};
use crate::traversability::Traversability;
use crate::traversability::neighborhood::Beside;

/// Chunks that a scan crosses which is made before it is known whether its end is of interest.
const FEW_CHUNKS: u32 = 2;

/// The distance to which a run is followed.
///
/// ```
/// use voxnav_occupancy::glam::IVec3;
/// use voxnav_occupancy::runs::{ForcedRule, PlaneReader, Reach, ScanEnd};
/// use voxnav_occupancy::{
///     Axis, CellBox, Heading, OccupancyBuilder, Sign, Traversability, UnknownPolicy,
/// };
///
/// let world = OccupancyBuilder::new(CellBox::from_size(IVec3::new(600, 3, 3)))?.commit();
/// let world = Traversability::new(&world, UnknownPolicy::Free);
/// let plane = PlaneReader::new(&world, Axis::Z, ForcedRule::BesideOpen);
/// let east = Heading { axis: Axis::X, sign: Sign::Positive };
/// let end = |reach| plane.run(IVec3::ONE, east, reach).end;
/// assert_eq!(end(Reach::Near), ScanEnd::Unfinished);
/// assert_eq!(end(Reach::Far), ScanEnd::Blocked);
/// # Ok::<(), voxnav_occupancy::OccupancyError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Two chunks at most.
    Near,
    /// Sixteen chunks at most.
    Far,
}

/// Reads the cells of a plane across an axis.
///
/// It keeps at hand the rows of the chunk in which it was asked last what is around a cell: most questions come
/// from the same one as the question before, and to find it takes longer than to read what is in it.
///
/// ```
/// use voxnav_occupancy::glam::IVec3;
/// use voxnav_occupancy::runs::{ForcedRule, PlaneReader};
/// use voxnav_occupancy::{
///     Axis, CellBox, CellState, OccupancyBuilder, Traversability, UnknownPolicy,
/// };
///
/// let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(8)))?;
/// builder.set(IVec3::new(4, 3, 3), CellState::Occupied)?;
/// let world = Traversability::new(&builder.commit(), UnknownPolicy::Blocked);
/// let plane = PlaneReader::new(&world, Axis::Z, ForcedRule::BesideOpen);
/// assert_eq!(plane.around(IVec3::splat(3)), 0b111_011_111);
/// # Ok::<(), voxnav_occupancy::OccupancyError>(())
/// ```
#[derive(Debug)]
pub struct PlaneReader<'w> {
    world: &'w Traversability,
    fixed: Axis,
    lanes: [Lane; 2],
    rule: ForcedRule,
    layer: Option<&'w Layer>,
    held: Cell<ChunkRows<'w>>,
}

/// The places of the rows along one of the two axes of a plane.
#[derive(Clone, Copy, Debug)]
struct Lane {
    axis: Axis,
    /// The component along that axis, and along the other one of the plane.
    along: Component,
    across: Component,
    /// The components by which rows are addressed.
    others: [Component; 2],
    beside: Beside,
    /// The distance between rows side by side in the plane, in rows.
    stride: i32,
}

/// Picks one component out of a cell, without a branch.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Component(IVec3);

impl Component {
    pub(super) fn along(axis: Axis) -> Self {
        Self(-axis.unit())
    }

    #[inline]
    pub(super) fn of(self, cell: IVec3) -> i32 {
        let IVec3 { x, y, z } = cell & self.0;
        x | y | z
    }
}

/// The rows of a chunk along the two axes of the plane.
#[derive(Clone, Copy, Debug)]
struct ChunkRows<'w> {
    chunk: ChunkCoord,
    rows: [&'w Rows; 2],
}

impl Lane {
    fn new(axis: Axis, across: Axis) -> Self {
        let others = axis.others();
        let (beside, stride) = if others[0] == across {
            (Beside::U, 1)
        } else {
            (Beside::V, 64)
        };
        Self {
            axis,
            along: Component::along(axis),
            across: Component::along(across),
            others: others.map(Component::along),
            beside,
            stride,
        }
    }

    /// Returns the row of a cell between its neighbors in the plane, given that these lie in its chunk.
    #[inline]
    fn rows(&self, rows: &Rows, [u, v]: [i32; 2]) -> [u64; 3] {
        let place = v << 6 | u;
        [-1, 0, 1].map(|side| rows[((place + side * self.stride) & 4095) as usize])
    }

    #[inline]
    fn row(&self, local: IVec3) -> [i32; 2] {
        self.others.map(|other| other.of(local))
    }
}

impl<'w> PlaneReader<'w> {
    /// Reads the planes across `fixed`, with jump points where `rule` says.
    #[must_use]
    pub fn new(world: &'w Traversability, fixed: Axis, rule: ForcedRule) -> Self {
        let [a, b] = fixed.others();
        let lanes = [Lane::new(a, b), Lane::new(b, a)];
        let chunk = ChunkCoord(IVec3::ZERO);
        Self {
            world,
            fixed,
            lanes,
            rule,
            layer: world.layer(fixed),
            held: Cell::new(ChunkRows::of(world, chunk, &lanes)),
        }
    }

    /// Returns the cells around one within the bounds in the plane, set where traversable: bit `(dv + 1) * 3 + du + 1`
    /// for that at the offset `(du, dv)` along the two other axes in their order.
    #[must_use]
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "asked once or twice an expansion, of which a call is a tenth"
    )]
    pub fn around(&self, cell: IVec3) -> u32 {
        let around = self.layer.and_then(|layer| layer.around(cell));
        around.unwrap_or_else(|| self.around_in_chunk(cell))
    }

    #[inline(never)]
    fn around_in_chunk(&self, cell: IVec3) -> u32 {
        let held = self.hold(ChunkCoord::of(cell));
        let local = cell & 63;
        let lane = &self.lanes[0];
        let at = lane.along.of(local);
        let three = if (1..63).contains(&at) && (1..63).contains(&lane.across.of(local)) {
            let rows = lane.rows(held.rows[0], lane.row(local));
            rows.map(|row| (row >> (at - 1) & 7) as u32)
        } else {
            self.world.three_rows_in_plane(cell, self.fixed)
        };
        three[0] | three[1] << 3 | three[2] << 6
    }

    /// Returns the run from `from`, which must be traversable, along `heading`, which must lie in
    /// the plane.
    ///
    /// # Complexity
    ///
    /// A word operation on three rows for every 64 cells.
    #[must_use]
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "asked once or twice an expansion, of which a call is a tenth"
    )]
    pub fn run(&self, from: IVec3, heading: Heading, reach: Reach) -> JumpScan {
        let sight = self.layer.and_then(|layer| layer.ahead(from, heading));
        let near = sight.and_then(|sight| self.run_in_sight(sight));
        near.unwrap_or_else(|| match heading.sign {
            Sign::Positive => self.run_in_chunk::<Ascending>(from, heading, reach),
            Sign::Negative => self.run_in_chunk::<Descending>(from, heading, reach),
        })
    }

    /// Returns the run, if what ends it is in sight, which any reach includes.
    #[inline]
    fn run_in_sight(&self, Sight { rows, cells }: Sight) -> Option<JumpScan> {
        let turns = turns::<Ascending, 3>(&rows, &[0; 3]);
        let (length, end) = end_of_run::<Ascending>(rows[1], turns, self.rule, 1, 2)?;
        // What ends a run is a cell behind its last at most.
        (length + 1 < cells).then_some(JumpScan { length, end })
    }

    #[inline(never)]
    fn run_in_chunk<O: BitOrder>(&self, from: IVec3, heading: Heading, reach: Reach) -> JumpScan {
        let number = usize::from(heading.axis != self.lanes[0].axis);
        let (lane, held) = (&self.lanes[number], self.held.get());
        let local = from & 63;
        let is_inside = (1..63).contains(&lane.across.of(local));
        let start = O::order(lane.along.of(local)) + 1;
        // Most runs end in the chunk where they begin.
        if is_inside && start < 64 && ChunkCoord::of(from) == held.chunk {
            let rows = lane.rows(held.rows[number], lane.row(local));
            let turns = turns::<O, 3>(&rows, &[0; 3]);
            if let Some((length, end)) =
                end_of_run::<O>(rows[1], turns, self.rule, start, start + 1)
            {
                return JumpScan { length, end };
            }
        }
        self.long_run::<O>(from, heading, reach)
    }

    #[inline(never)]
    fn long_run<O: BitOrder>(&self, from: IVec3, heading: Heading, reach: Reach) -> JumpScan {
        let lane = &self.lanes[usize::from(heading.axis != self.lanes[0].axis)];
        let lookout = InPlane {
            world: self.world,
            lane,
            row: lane.row(from & 63),
        };
        let most = match reach {
            Reach::Near => FEW_CHUNKS,
            Reach::Far => MOST_CHUNKS,
        };
        scan::<O, 3>(from, heading, self.rule, &lookout, most)
    }

    #[inline]
    fn hold(&self, chunk: ChunkCoord) -> ChunkRows<'w> {
        let held = self.held.get();
        if held.chunk == chunk {
            return held;
        }
        let held = ChunkRows::of(self.world, chunk, &self.lanes);
        self.held.set(held);
        held
    }
}

impl<'w> ChunkRows<'w> {
    fn of(world: &'w Traversability, chunk: ChunkCoord, lanes: &[Lane; 2]) -> Self {
        let bits = &world.entry(chunk).bits;
        Self {
            chunk,
            rows: [bits.along(lanes[0].axis), bits.along(lanes[1].axis)],
        }
    }
}

/// The rows on both sides of a run in a plane, both watched.
struct InPlane<'w> {
    world: &'w Traversability,
    lane: &'w Lane,
    row: [i32; 2],
}

impl Lookout<3> for InPlane<'_> {
    #[inline]
    fn rows(&self, chunk: ChunkCoord) -> [u64; 3] {
        let Lane { axis, beside, .. } = *self.lane;
        let entry = self.world.entry(chunk);
        self.world
            .rows_in_plane(chunk, entry, axis, self.row, beside)
    }

    #[inline]
    fn turns<O: BitOrder>(&self, rows: &[u64; 3], before: &[u64; 3]) -> u64 {
        turns::<O, 3>(rows, before)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agent::UnknownPolicy;
    use crate::coordinates::CellBox;
    use crate::draws::Draws;
    use crate::occupancy::{CellState, OccupancyBuilder};
    use crate::traversability::ScanEnd;

    /// Returns a run by its definition, cell by cell.
    fn naive(
        world: &Traversability,
        from: IVec3,
        heading: Heading,
        reader: &PlaneReader<'_>,
    ) -> JumpScan {
        let step = heading.step();
        let free = |cell| world.is_traversable(cell);
        let mut sides = Axis::ALL.into_iter();
        let side = sides.find(|&axis| axis != reader.fixed && axis != heading.axis);
        let side = side.unwrap().unit();
        let opens = |at: IVec3| {
            [side, -side]
                .iter()
                .any(|&row| free(at + row) && !free(at + row - step))
        };
        let mut cell = from;
        for length in 0.. {
            let here = length > 0 && opens(cell) && reader.rule != ForcedRule::BesideBlocked;
            let next = length > 0 && opens(cell + step) && reader.rule != ForcedRule::BesideOpen;
            let end = match (here || next, free(cell + step)) {
                (true, _) => ScanEnd::JumpPoint,
                (false, false) => ScanEnd::Blocked,
                (false, true) => {
                    cell += step;
                    continue;
                }
            };
            return JumpScan { length, end };
        }
        unreachable!("worlds have bounds")
    }

    #[test]
    fn what_is_around_and_where_runs_end_is_as_single_cells_say() {
        let mut draws = Draws::new(1);
        let rules = [
            ForcedRule::BesideOpen,
            ForcedRule::BesideBlocked,
            ForcedRule::Either,
        ];
        let mut unfinished = 0;
        let worlds = Axis::ALL
            .into_iter()
            .flat_map(|fixed| [(fixed, 3), (fixed, 1)]);
        for (fixed, layers) in worlds {
            let mut bounds = CellBox::new(IVec3::splat(-70), IVec3::new(150, 140, 160));
            bounds.min[fixed.index()] = -2;
            bounds.max[fixed.index()] = layers - 2;
            for (obstacles, rule) in [20, 400, 20_000].into_iter().zip(rules) {
                let mut builder = OccupancyBuilder::new(bounds).unwrap();
                let size = bounds.max - bounds.min;
                let mut cell = || {
                    let [x, y, z] = size.to_array().map(|n| draws.between(0, n - 1));
                    bounds.min + IVec3::new(x, y, z)
                };
                for _ in 0..obstacles {
                    builder.set(cell(), CellState::Occupied).unwrap();
                }
                let world = Traversability::new(&builder.commit(), UnknownPolicy::Blocked);
                if rule != ForcedRule::Either {
                    // The rows of a layer are there once they were asked for often.
                    (0..100).for_each(|_| drop(PlaneReader::new(&world, fixed, rule)));
                }
                let reader = PlaneReader::new(&world, fixed, rule);
                assert_eq!(
                    reader.layer.is_some(),
                    layers == 1 && rule != ForcedRule::Either
                );
                for _ in 0..1500 {
                    let from = cell();
                    let [u, v] = fixed.others().map(Axis::unit);
                    let around = reader.around(from);
                    for place in 0..9 {
                        let at = from + u * (place % 3 - 1) + v * (place / 3 - 1);
                        assert_eq!(
                            around >> place & 1 != 0,
                            world.is_traversable(at),
                            "{from} {at}"
                        );
                    }
                    if !world.is_traversable(from) {
                        continue;
                    }
                    // From what was read last, and from elsewhere.
                    let _ = reader.around(if obstacles % 3 == 0 { cell() } else { from });
                    for axis in fixed.others() {
                        for sign in [Sign::Positive, Sign::Negative] {
                            let heading = Heading { axis, sign };
                            let expected = naive(&world, from, heading, &reader);
                            let far = reader.run(from, heading, Reach::Far);
                            assert_eq!(far, expected, "{from} {heading:?} {rule:?}");
                            let near = reader.run(from, heading, Reach::Near);
                            if near.end == ScanEnd::Unfinished {
                                unfinished += 1;
                                assert!((64..=expected.length).contains(&near.length));
                            } else {
                                assert_eq!(near, expected, "{from} {heading:?} {rule:?}");
                            }
                        }
                    }
                }
            }
        }
        assert!(unfinished > 100, "{unfinished} runs were left unfinished");
    }
}
