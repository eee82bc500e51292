//! Bringing a cost field up to date with an edited world.
//!
//! An edit concerns the moves whose span it touches, and these begin and end next to it. First, in
//! order of cost, every cell is found whose cost rested on such moves alone: where no neighbor
//! accounts for it any more the cell loses its record, and what rested on it is looked at next. Then
//! the cells around the edit and those without a record are offered what their neighbors cost, and
//! the best-first loop spreads what is news.
//!
//! INVARIANT: every move costs something, so a cell rests on cells that cost less, and whether they
//! keep their cost is known before it is looked at.
//!
//! # References
//! Ramalingam, Reps, "An Incremental Algorithm for a Generalization of the Shortest-Path Problem",
//! Journal of Algorithms 21, 1996. Here moves come and go at once, and the second phase is the loop
//! that makes fields in the first place.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use ahash::AHashSet;
use glam::IVec3;
use voxnav_occupancy::{CellBox, ChunkCoord, Traversability};

use super::FieldError;
use super::spread::without_goal;
use crate::cost::Cost;
use crate::expansion::{Backwards, EveryMove, Expansion, KnownMoves, Pruning, Stride};
use crate::kernel::{CostRange, Origin, Progress, Resumable};
use crate::memory::{OutOfKeys, Record, Records};
use crate::movement::{Direction, DirectionSet, MoveCosts, Terrain, TerrainReader};
use crate::outcome::{Side, Statistics, Watcher};
use crate::workspace::SearchMemory;

/// A field to be made that of another world.
pub(super) struct Repair<'a> {
    pub(super) world: &'a Traversability,
    pub(super) pruning: &'static Pruning,
    pub(super) costs: &'static MoveCosts,
    pub(super) terrain: Option<&'a Terrain>,
    pub(super) side: Side,
    /// One of the seeds, traversable.
    pub(super) seed: IVec3,
    /// The largest cost of interest.
    pub(super) within: Cost,
}

impl Repair<'_> {
    /// Makes the costs in `memory` those of the world, given the cells in which it differs from the
    /// one that they were found in.
    pub(super) fn run(
        &self,
        changed: &[IVec3],
        memory: &mut SearchMemory,
    ) -> Result<Statistics, FieldError> {
        let plain = EveryMove {
            world: self.world,
            pruning: self.pruning,
            costs: self.costs,
            terrain: self
                .terrain
                .map(|terrain| TerrainReader::new(terrain, self.costs)),
            known: KnownMoves::LookedAt,
        };
        match self.side {
            Side::Start => self.run_with(plain, changed, memory),
            Side::Goal => self.run_with(Backwards(plain), changed, memory),
        }
    }

    fn run_with<X: Expansion>(
        &self,
        moves: X,
        changed: &[IVec3],
        memory: &mut SearchMemory,
    ) -> Result<Statistics, FieldError> {
        let near = around(changed, &self.world.bounds());
        let lost = self.forget_unfounded(&moves, &near, &mut memory.records)?;
        let offers = near
            .iter()
            .chain(&lost)
            .filter_map(|&cell| self.best_offer(&moves, cell, &memory.records))
            .collect::<Vec<_>>();
        let origin = Origin::of(self.side, self.seed);
        let upper_bound = self.within + Cost::from_raw(1);
        let mut state = None;
        let mut search = without_goal(moves, memory.in_buckets(), &mut state, origin)?;
        for (cell, g, arrival) in offers {
            search.offer(cell, g, arrival, upper_bound)?;
        }
        loop {
            match search.advance(u64::MAX, upper_bound, &mut Watcher(None)) {
                Progress::Done => break,
                Progress::OutOfMemory => return Err(FieldError::Memory),
                Progress::Running => {}
            }
        }
        match search.state().cost_range {
            CostRange::Exceeded if self.within == Cost::MAX => Err(FieldError::CostRange),
            _ => Ok(search.state().statistics),
        }
    }

    /// Removes the records of cells whose cost nothing accounts for any more, and returns the cells.
    fn forget_unfounded<X: Expansion>(
        &self,
        moves: &X,
        near: &[IVec3],
        records: &mut Records,
    ) -> Result<Vec<IVec3>, OutOfKeys> {
        let entry = |cell: IVec3, g: Cost| Reverse((g, cell.z, cell.y, cell.x));
        let mut waiting = near
            .iter()
            .filter_map(|&cell| Some(entry(cell, records.find(cell)?.g())))
            .collect::<BinaryHeap<_>>();
        let mut lost = Vec::new();
        let mut previous = None;
        while let Some(Reverse(next)) = waiting.pop() {
            let (g, z, y, x) = next;
            // Seeds cost nothing and rest on nothing.
            if g == Cost::ZERO || previous.replace(next) == Some(next) {
                continue;
            }
            let cell = IVec3::new(x, y, z);
            let key = records.key(cell)?;
            let mut arrivals = self.arrivals(moves, cell, g, records).iter();
            if let Some(first) = arrivals.next() {
                let record = records.record_mut(key);
                record.reach(g, Some(first));
                arrivals.for_each(|arrival| record.add_arrival(Some(arrival)));
                continue;
            }
            records.forget(key);
            lost.push(cell);
            // Where the cell itself is blocked now, these are moves that it had among others.
            for direction in moves.directions(cell, None, Stride::Move).steps.iter() {
                let resting = moves.step(cell, direction);
                let cost = records.find(resting.cell).map(Record::g);
                if cost == Some(g + resting.cost) {
                    waiting.push(entry(resting.cell, g + resting.cost));
                }
            }
        }
        Ok(lost)
    }

    /// Returns the last moves of the paths that lead to `cell` at cost `g`.
    fn arrivals<X: Expansion>(
        &self,
        moves: &X,
        cell: IVec3,
        g: Cost,
        records: &Records,
    ) -> DirectionSet {
        let ways = self.ways_to(moves, cell, records);
        let tight = ways.filter(|(cost, _)| *cost == g);
        DirectionSet(tight.fold(0, |set, (_, arrival)| set | arrival.bit()))
    }

    /// Returns the cheapest path to `cell` over a neighbor, if it is better than what is known.
    fn best_offer<X: Expansion>(
        &self,
        moves: &X,
        cell: IVec3,
        records: &Records,
    ) -> Option<(IVec3, Cost, Direction)> {
        let known = records.find(cell).map_or(Cost::MAX, Record::g);
        self.ways_to(moves, cell, records)
            .min()
            .filter(|(cost, _)| *cost < known)
            .map(|(cost, arrival)| (cell, cost, arrival))
    }

    /// Returns the costs of coming to `cell` from each neighbor with a record, and the moves.
    ///
    /// Moves are legal both ways or not at all, as long as both ends are traversable.
    fn ways_to<X: Expansion>(
        &self,
        moves: &X,
        cell: IVec3,
        records: &Records,
    ) -> impl Iterator<Item = (Cost, Direction)> {
        let back = if self.world.is_traversable(cell) {
            moves.directions(cell, None, Stride::Move).steps
        } else {
            DirectionSet::default()
        };
        back.iter().filter_map(move |direction| {
            let before = cell + direction.offset();
            let arrival = direction.reverse();
            let g = records.find(before)?.g();
            Some((g + moves.step(before, arrival).cost, arrival))
        })
    }
}

/// Returns the cells of two worlds that differ, where `records` may know of it: in a brick or next to one.
pub(super) fn differing_cells(
    before: &Traversability,
    after: &Traversability,
    records: &Records,
) -> Vec<IVec3> {
    let differing = |chunk| before.differing_cells(after, chunk);
    // Most often few chunks were derived again; if not, few may matter.
    let unshared = before.unshared_chunks(after);
    if let Some(chunks) = unshared.filter(|chunks| chunks.len() <= records.boxes().count()) {
        return chunks.into_iter().flat_map(differing).collect();
    }
    let hasher = ahash::RandomState::with_seeds(17, 18, 19, 20);
    let mut chunks = AHashSet::<ChunkCoord, _>::with_hasher(hasher);
    for cells in records.boxes() {
        let reach = CellBox::new(cells.min - 1, cells.max + 1);
        chunks.extend(reach.intersection(&after.bounds()).chunks());
    }
    let mut chunks = chunks.into_iter().collect::<Vec<_>>();
    chunks.sort_unstable();
    chunks.into_iter().flat_map(differing).collect()
}

/// Returns the cells and their neighbors within the bounds, each once, in ascending order.
fn around(cells: &[IVec3], bounds: &CellBox) -> Vec<IVec3> {
    let block = |cell: &IVec3| CellBox::new(*cell - 1, *cell + 2).intersection(bounds);
    let mut near = cells
        .iter()
        .flat_map(|cell| block(cell).cells())
        .collect::<Vec<_>>();
    near.sort_unstable_by_key(|cell| (cell.z, cell.y, cell.x));
    near.dedup();
    near
}
