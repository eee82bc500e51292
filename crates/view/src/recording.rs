//! A search as it is replayed: every cell that was expanded or waited to be, and when.

use std::collections::HashMap;

use voxnav::experiment::{Observer, Parents, Side};
use voxnav::glam::IVec3;
use voxnav::search::{CellShape, Cost};

/// A cell from the time when it was queued.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SearchCell {
    pub(crate) cell: IVec3,
    pub(crate) side: Side,
    /// The number of cells that had been expanded when the cell was first queued.
    pub(crate) queued: u32,
    /// The number of its expansion, from 0; [`NEVER`] if it still waits.
    pub(crate) expanded: u32,
    /// The cost as at its expansion, or else as it was queued last.
    pub(crate) g: Cost,
    pub(crate) f: Cost,
    /// The place in the recording of the cell from which it was reached; [`NEVER`] if from nowhere.
    pub(crate) parent: u32,
}

/// The expansion of a cell that was not expanded, and the parent of one that has none.
pub(crate) const NEVER: u32 = u32::MAX;

/// A recording of a search, as far as it is to be shown.
///
/// ```
/// use voxnav::experiment::{Observer, Side};
/// use voxnav::glam::IVec3;
/// use voxnav::search::Cost;
///
/// let mut recording = voxnav_view::Recording::new(10);
/// recording.expanded(Side::Start, IVec3::ZERO, Cost::ZERO, Cost::STRAIGHT);
/// assert_eq!(recording.expansions(), 1);
/// ```
#[derive(Debug)]
pub struct Recording {
    /// The cells, in the order in which they were queued.
    pub(crate) cells: Vec<SearchCell>,
    /// The lowest cell of each cluster that a first path looked at, and the number of expansions before.
    pub(crate) clusters: Vec<(IVec3, u32)>,
    /// The cells through which a first path goes from cluster to cluster, and the number of expansions before.
    pub(crate) way: Vec<(IVec3, u32)>,
    /// The number of expansions in `cells`.
    pub(crate) kept: u32,
    /// The number of expansions of the whole search.
    pub(crate) expanded: u64,
    limit: u32,
    /// The places of the waiting cells in `cells`. Never iterated.
    waiting: HashMap<(Side, IVec3), usize>,
    /// The parents, by places in `cells`.
    parents: Parents<u32>,
}

impl Recording {
    /// Keeps `limit` expansions, and only counts those that follow.
    #[must_use]
    pub fn new(limit: u32) -> Self {
        Self {
            cells: Vec::new(),
            clusters: Vec::new(),
            way: Vec::new(),
            kept: 0,
            expanded: 0,
            limit,
            waiting: HashMap::new(),
            parents: Parents::default(),
        }
    }

    /// Makes it one of a search among cells of a shape, by whose costs it finds out from where cells were reached.
    #[must_use]
    pub fn among(self, shape: CellShape) -> Self {
        Self {
            parents: Parents::among(shape),
            ..self
        }
    }

    /// Returns how many expansions it has seen, kept or not.
    #[must_use]
    pub fn expansions(&self) -> u64 {
        self.expanded
    }

    fn parent(&self, side: Side, cell: IVec3, g: Cost) -> u32 {
        self.parents.of(side, cell, g).unwrap_or(NEVER)
    }

    fn add(&mut self, side: Side, cell: IVec3, g: Cost, f: Cost) -> usize {
        self.cells.push(SearchCell {
            cell,
            side,
            queued: self.kept,
            expanded: NEVER,
            g,
            f,
            parent: self.parent(side, cell, g),
        });
        self.cells.len() - 1
    }
}

impl Observer for Recording {
    fn expanded(&mut self, side: Side, cell: IVec3, g: Cost, f: Cost) {
        self.expanded += 1;
        if self.kept == self.limit {
            return;
        }
        // The start is expanded without having been queued before.
        let index = match self.waiting.remove(&(side, cell)) {
            Some(index) => index,
            None => self.add(side, cell, g, f),
        };
        let found = &mut self.cells[index];
        (found.expanded, found.g, found.f) = (self.kept, g, f);
        let place = u32::try_from(index).unwrap_or(NEVER);
        self.parents.expanded(side, cell, g, place);
        self.kept += 1;
    }

    fn queued(&mut self, side: Side, cell: IVec3, g: Cost, f: Cost) {
        if self.kept == self.limit {
            return;
        }
        if let Some(&index) = self.waiting.get(&(side, cell)) {
            let parent = self.parent(side, cell, g);
            let found = &mut self.cells[index];
            (found.g, found.f, found.parent) = (g, f, parent);
        } else {
            let index = self.add(side, cell, g, f);
            self.waiting.insert((side, cell), index);
        }
    }

    fn looked_at(&mut self, cluster: IVec3) {
        if self.kept < self.limit {
            self.clusters.push((cluster, self.kept));
        }
    }

    fn entered(&mut self, cell: IVec3) {
        if self.kept < self.limit {
            self.way.push((cell, self.kept));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_wait_from_when_they_are_queued_until_they_are_expanded() {
        let mut recording = Recording::new(2);
        let at = |x| IVec3::new(x, 0, 0);
        let cost = Cost::from_raw;
        recording.expanded(Side::Start, at(0), cost(0), cost(9));
        recording.queued(Side::Start, at(1), cost(3), cost(9));
        recording.queued(Side::Start, at(2), cost(4), cost(12));
        recording.queued(Side::Start, at(1), cost(2), cost(8));
        recording.expanded(Side::Start, at(1), cost(2), cost(8));
        recording.queued(Side::Start, at(3), cost(4), cost(12));
        recording.expanded(Side::Start, at(2), cost(4), cost(12));
        let times = |cell: &SearchCell| (cell.cell.x, cell.queued, cell.expanded, cell.g.raw());
        let times = recording.cells.iter().map(times).collect::<Vec<_>>();
        assert_eq!(times, [(0, 0, 0, 0), (1, 1, 1, 2), (2, 1, NEVER, 4)]);
        assert_eq!((recording.kept, recording.expanded), (2, 3));
        let parents: Vec<_> = recording.cells.iter().map(|cell| cell.parent).collect();
        assert_eq!(parents, [NEVER, 0, 0]);
    }
}
