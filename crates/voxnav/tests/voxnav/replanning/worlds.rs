//! Small random worlds across chunk borders, and what happens to them.

use std::collections::HashMap;

use voxnav::UnknownPolicy;
use voxnav::glam::IVec3;
use voxnav::grid::{CellBox, CellState, Footprint, Occupancy, OccupancyBuilder, Traversability};
use voxnav::search::{Cost, CostConvention, CostVolume, Query, SearchSettings};
use voxnav::{CornerRule, MoveSet, Path, Terrain, Workspace};
use voxnav_testkit::Draws;

/// A world that is edited, as one agent sees it.
pub(crate) struct World {
    pub(crate) occupancy: Occupancy,
    pub(crate) seen: Traversability,
    pub(crate) bounds: CellBox,
}

impl World {
    /// A box of 6 to 24 cells a side with boxes and cells in it, for an agent of up to 3 cells a side.
    pub(crate) fn random(draws: &mut Draws) -> Self {
        let longest = draws.pick(&[8, 14, 24]);
        let mut size = draws.vector(IVec3::splat(6), IVec3::splat(longest));
        if draws.percent(20) {
            size[draws.below(3_usize)] = 1;
        }
        let min = draws.vector(IVec3::splat(-20), IVec3::splat(60));
        let bounds = CellBox::new(min, min + size);
        let mut builder = OccupancyBuilder::new(bounds).unwrap();
        for _ in 0..draws.below(12) {
            let cells = small_box(bounds, 5, draws);
            builder.set_box(cells, CellState::Occupied).unwrap();
        }
        let cells = i32::try_from(bounds.volume()).unwrap();
        for _ in 0..draws.below(cells / 4) {
            let cell = draws.cell(&bounds);
            builder.set(cell, CellState::Occupied).unwrap();
        }
        let occupancy = builder.commit();
        let body = if draws.percent(60) {
            Footprint::ONE
        } else {
            let low = draws.vector(IVec3::NEG_ONE, IVec3::ZERO);
            let high = draws.vector(IVec3::ONE, IVec3::splat(2));
            Footprint::new(CellBox::new(low, high)).unwrap()
        };
        let seen = Traversability::for_agent(&occupancy, body, UnknownPolicy::Blocked);
        Self {
            occupancy,
            seen,
            bounds,
        }
    }

    /// Some cells that cost more than others, or a cost for each cell, by any convention.
    pub(crate) fn terrain(&self, draws: &mut Draws) -> Terrain {
        let conventions = [
            CostConvention::Entered,
            CostConvention::Mean,
            CostConvention::Max,
        ];
        let convention = draws.pick(&conventions);
        if draws.percent(40) {
            let largest = draws.pick(&[1.5, 9.0, 100.0]);
            let cells = self.bounds.cells();
            let costs: HashMap<IVec3, f64> = cells
                .map(|cell| (cell, draws.magnitude(0.5, largest)))
                .collect();
            let volume = CostVolume::new(self.bounds, |cell| costs.get(&cell).copied());
            return volume.convention(convention).terrain().unwrap();
        }
        let mut terrain = Terrain::new().with_convention(convention);
        for _ in 0..draws.below(30) {
            let weight = draws.between(2, 9_u16);
            terrain.set(draws.cell(&self.bounds), weight).unwrap();
        }
        terrain
    }

    /// Blocks and frees some cells and boxes.
    pub(crate) fn edit(&mut self, draws: &mut Draws) {
        let mut edit = self.occupancy.edit();
        for _ in 0..draws.between(1, 4) {
            let state = draws.pick(&[CellState::Occupied, CellState::Free]);
            let largest = draws.pick(&[1, 1, 2, 6]);
            let cells = small_box(self.bounds, largest, draws);
            edit.set_box(cells, state).unwrap();
        }
        self.occupancy = edit.commit();
        self.seen = self.seen.refreshed(&self.occupancy);
    }

    /// Shuts or opens a door of one cell.
    pub(crate) fn set_door(&mut self, cell: IVec3, state: CellState) {
        let mut edit = self.occupancy.edit();
        edit.set(cell, state).unwrap();
        self.occupancy = edit.commit();
        self.seen = self.seen.refreshed(&self.occupancy);
    }

    /// A cell where the agent can be, if one is found soon.
    pub(crate) fn open_cell(&self, draws: &mut Draws) -> Option<IVec3> {
        let mut cells = (0..30).map(|_| draws.cell(&self.bounds));
        cells.find(|&cell| self.seen.is_traversable(cell))
    }

    /// What the best path between two cells costs now.
    pub(crate) fn least(
        &self,
        [from, to]: [IVec3; 2],
        settings: &SearchSettings,
        terrain: &Terrain,
    ) -> Option<Cost> {
        let path = self.best([from, to], settings, terrain);
        path.map(|path| path.cost())
    }

    pub(crate) fn best(
        &self,
        [from, to]: [IVec3; 2],
        settings: &SearchSettings,
        terrain: &Terrain,
    ) -> Option<Path> {
        let query = Query::new(from, to).settings(*settings).terrain(terrain);
        let outcome = query.solve(&self.seen, &mut Workspace::new()).outcome;
        outcome.path().cloned()
    }

    /// The first move of a path, from so many on, that is not legal, by the written rule.
    pub(crate) fn first_illegal(
        &self,
        path: &Path,
        passed: u64,
        corners: CornerRule,
    ) -> Option<u64> {
        let cells: Vec<IVec3> = path.cells().collect();
        let passed = usize::try_from(passed).unwrap();
        let open = |cell| self.seen.is_traversable(cell);
        if passed + 1 == cells.len() {
            return (!open(cells[passed])).then_some(passed as u64);
        }
        let is_illegal = |ends: &[IVec3]| {
            let box_of_both = CellBox::new(ends[0].min(ends[1]), ends[0].max(ends[1]) + 1);
            let all = box_of_both.cells().all(open);
            let ends_only = open(ends[0]) && open(ends[1]);
            !(all
                || corners == CornerRule::Lenient && ends_only
                || corners == CornerRule::OneSide && is_chained(ends[0], ends[1], &open))
        };
        let mut moves = (0..).zip(cells.windows(2)).skip(passed);
        let found = moves.find(|(_, ends)| is_illegal(ends));
        found.map(|(index, _)| index)
    }
}

/// Whether straight moves, each nearer to the end, lead through cells that are open.
fn is_chained(from: IVec3, to: IVec3, open: &impl Fn(IVec3) -> bool) -> bool {
    let step = (to - from).signum();
    let nearer = IVec3::AXES.map(|axis| from + axis * step);
    let mut nearer = nearer.into_iter().filter(|&cell| cell != from);
    open(from) && (from == to || nearer.any(|cell| is_chained(cell, to, open)))
}

fn small_box(bounds: CellBox, largest: i32, draws: &mut Draws) -> CellBox {
    let min = draws.cell(&bounds);
    let size = draws.vector(IVec3::ONE, IVec3::splat(largest));
    CellBox::new(min, min + size).intersection(&bounds)
}

/// Moves and corners.
pub(crate) fn settings(draws: &mut Draws) -> SearchSettings {
    let moves = draws.pick(&[
        MoveSet::Vertex26,
        MoveSet::Vertex26,
        MoveSet::Edge18,
        MoveSet::Face6,
    ]);
    let corners = draws.pick(&[
        CornerRule::Strict,
        CornerRule::Strict,
        CornerRule::OneSide,
        CornerRule::Lenient,
    ]);
    SearchSettings::default().moves(moves).corners(corners)
}
