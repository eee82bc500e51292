//! Sets of cells that are asked for single cells and for the next one along a line.

use glam::IVec3;
use voxnav_occupancy::{Axis, CellBox};

use super::in_order;

/// The largest number of cells of a set that are estimated one by one.
const FEW: usize = 16;

/// Some cells, in a list for each axis: ordered by the other two coordinates, then along the axis.
#[derive(Clone, Debug)]
pub(super) struct CellSet {
    lines: [Vec<[i32; 3]>; 3],
    /// The cells in cell order, if they are few.
    few: Option<Vec<IVec3>>,
    hull: CellBox,
}

impl CellSet {
    pub(super) fn new(mut cells: Vec<IVec3>) -> Self {
        cells.sort_unstable_by_key(|&cell| in_order(cell));
        cells.dedup();
        let hull = cells.iter().fold(CellBox::EMPTY, |hull, &cell| {
            hull.hull(&CellBox::new(cell, cell.saturating_add(IVec3::ONE)))
        });
        let lines = Axis::ALL.map(|axis| {
            let mut line = cells
                .iter()
                .map(|&cell| key(axis, cell))
                .collect::<Vec<_>>();
            line.sort_unstable();
            line
        });
        let few = (cells.len() <= FEW).then_some(cells);
        Self { lines, few, hull }
    }

    pub(super) fn hull(&self) -> CellBox {
        self.hull
    }

    pub(super) fn len(&self) -> usize {
        self.lines[0].len()
    }

    /// Returns the cells in cell order, if they are few.
    #[inline]
    pub(super) fn few(&self) -> Option<&[IVec3]> {
        self.few.as_deref()
    }

    pub(super) fn single(&self) -> Option<IVec3> {
        (self.len() == 1).then(|| self.cells().next()).flatten()
    }

    /// Returns the cells, each once.
    pub(super) fn cells(&self) -> impl Iterator<Item = IVec3> + '_ {
        let [y, z] = Axis::others(Axis::X);
        self.lines[0]
            .iter()
            .map(move |&[u, v, along]| y.unit() * u + z.unit() * v + IVec3::X * along)
    }

    pub(super) fn contains(&self, cell: IVec3) -> bool {
        self.lines[0].binary_search(&key(Axis::X, cell)).is_ok()
    }

    /// Returns the coordinates along `axis` of the last cell before `cell` and of the first one
    /// after it, of those in line with it.
    pub(super) fn neighbors(&self, cell: IVec3, axis: Axis) -> [Option<i32>; 2] {
        let line = &self.lines[axis.index()];
        let at = key(axis, cell);
        let in_line = |entry: &&[i32; 3]| entry[..2] == at[..2];
        let before = line.partition_point(|entry| *entry < at);
        let after = line.partition_point(|entry| *entry <= at);
        let before = before.checked_sub(1).and_then(|index| line.get(index));
        [before, line.get(after)].map(|entry| entry.filter(in_line).map(|entry| entry[2]))
    }
}

fn key(axis: Axis, cell: IVec3) -> [i32; 3] {
    let [u, v] = Axis::others(axis);
    [u.of(cell), v.of(cell), axis.of(cell)]
}
