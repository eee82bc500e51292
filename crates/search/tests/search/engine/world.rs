//! Plain worlds translated into those of the library.

use glam::IVec3;
use voxnav_occupancy::{
    CellBox, CellState, Footprint, MAX_COORDINATE, OccupancyBuilder, Traversability, UnknownPolicy,
};
use voxnav_search::{CostConvention, CostScale, CostVolume, SearchSettings, Terrain};
use voxnav_testkit::Draws;
use voxnav_testkit::grid::{Cell, Counted, Grid, Pricing};

use super::{corner_rule, move_set};
use crate::configurations::{Bounds, Configuration, Index};
use crate::oracle::Rules;

/// A plain world in the library's terms.
#[derive(Debug)]
pub(crate) struct World {
    pub(crate) cells: Traversability,
    /// The weights, if there are any but plain ones.
    pub(crate) terrain: Option<Terrain>,
}

impl World {
    /// The world of a configuration; `None` where nothing can be known of it that the configuration asks for.
    pub(crate) fn of(
        grid: &Grid,
        configuration: &Configuration,
        rules: Rules,
        seed: u64,
    ) -> Option<Self> {
        if configuration.bounds == Bounds::Endless {
            return Some(Self::boundless(grid));
        }
        let draws = &mut Draws::new(seed);
        let world = match configuration.index {
            Index::Any => return Some(Self::disguised(grid, rules, seed)),
            Index::None => Self::plain(grid),
            Index::Jump => Self::indexed(grid, draws),
            Index::Found => {
                let world = Self::plain(grid);
                settings(rules).prepare_index(&world.cells);
                return settings(rules).has_portals(&world.cells).then_some(world);
            }
            Index::Portals => {
                let percent = draws.pick(&[2, 10, 40, 90]);
                let world = Self::plain(grid).with_portals(grid, rules, percent, draws);
                return settings(rules).has_portals(&world.cells).then_some(world);
            }
        };
        Some(world)
    }

    /// The world with a jump index; half of the time one that was made before some cells changed, and updated.
    fn indexed(grid: &Grid, draws: &mut Draws) -> Self {
        if draws.percent(50) {
            return Self::plain(grid).jump_indexed();
        }
        let mut builder = OccupancyBuilder::new(bounds(grid)).expect("supported coordinates");
        let share = draws.pick(&[2, 10, 50]);
        let is_other = grid.cells().map(|_| draws.percent(share));
        let is_other: Vec<bool> = is_other.collect();
        for (cell, is_other) in grid.cells().zip(is_other) {
            if grid.is_open(cell) == is_other {
                builder
                    .set(cell.into(), CellState::Occupied)
                    .expect("a cell within the bounds");
            }
        }
        let before = Traversability::new(&builder.commit(), UnknownPolicy::Blocked);
        let before = before.jump_indexed();
        let plain = closed(grid, bounds(grid)).commit();
        Self {
            cells: before.refreshed(&plain),
            terrain: terrain(grid),
        }
    }

    /// The world as it is: open cells are free, others occupied, and its box is the bounds.
    pub(crate) fn plain(grid: &Grid) -> Self {
        let builder = closed(grid, bounds(grid));
        Self::new(grid, builder, UnknownPolicy::Blocked)
    }

    /// The world for an agent of more than one cell: `grid` has the cells where it can be amid some obstacles.
    pub(crate) fn of_body(obstacles: &Grid, body: Footprint, grid: &Grid) -> Self {
        let occupancy = closed(obstacles, bounds(obstacles)).commit();
        Self {
            cells: Traversability::for_agent(&occupancy, body, UnknownPolicy::Blocked),
            ..Self::plain(grid)
        }
    }

    /// The world amid free cells as far as any agent can walk.
    pub(crate) fn boundless(grid: &Grid) -> Self {
        let wide = widened(bounds(grid), 1 << 20);
        let builder = closed(grid, wide);
        Self::new(grid, builder, UnknownPolicy::Blocked)
    }

    /// The same for an agent, but put otherwise, depending on a seed: with unknown cells that pass
    /// for free ones or for occupied ones, with wider bounds, with another state outside of these.
    pub(crate) fn disguised(grid: &Grid, rules: Rules, seed: u64) -> Self {
        let mut draws = Draws::new(seed);
        let (policy, passes_for) = draws.pick(&[
            (UnknownPolicy::Blocked, CellState::Occupied),
            (UnknownPolicy::Free, CellState::Free),
        ]);
        let unknown = draws.pick(&[0, 30, 100]);
        let disguise = |state: CellState, draws: &mut Draws| {
            let unknown = state == passes_for && draws.percent(unknown);
            if unknown { CellState::Unknown } else { state }
        };
        // The widest lists its chunks instead of a table over all of them.
        let margin = draws.pick(&[0, 0, 0, 0, 1, 3, 70, 1 << 20]);
        let wide = widened(bounds(grid), margin);
        let outside = draws.pick(&[CellState::Free, CellState::Occupied, CellState::Unknown]);
        let builder = OccupancyBuilder::new(wide).expect("supported coordinates");
        let mut builder = builder.with_outside(outside);
        // All of the margin is closed, or a shell around the cells and the rest is never written.
        let closed = if draws.percent(50) {
            wide
        } else {
            widened(bounds(grid), margin.min(1))
        };
        let state = disguise(CellState::Occupied, &mut draws);
        builder
            .set_box(closed, state)
            .expect("a box within the bounds");
        for cell in grid.cells() {
            let open = grid.is_open(cell);
            let state = if open {
                CellState::Free
            } else {
                CellState::Occupied
            };
            let state = disguise(state, &mut draws);
            builder
                .set(cell.into(), state)
                .expect("a cell within the bounds");
        }
        let mut world = Self::new(grid, builder, policy);
        if draws.percent(50) {
            world = world.jump_indexed();
        }
        if draws.percent(50) {
            settings(rules).prepare_index(&world.cells);
        }
        if draws.percent(30) {
            return world.with_portals(grid, rules, draws.pick(&[5, 20, 60]), &mut draws);
        }
        world
    }

    /// The same with a jump index.
    fn jump_indexed(self) -> Self {
        Self {
            cells: self.cells.jump_indexed(),
            ..self
        }
    }

    /// The same with portals at so many cells in a hundred.
    fn with_portals(self, grid: &Grid, rules: Rules, percent: u32, draws: &mut Draws) -> Self {
        let mut portals: Vec<IVec3> = grid.cells().map(IVec3::from).collect();
        portals.retain(|_| draws.percent(percent));
        settings(rules).prepare_index_at(&self.cells, &portals);
        self
    }

    fn new(grid: &Grid, builder: OccupancyBuilder, policy: UnknownPolicy) -> Self {
        let cells = Traversability::new(&builder.commit(), policy);
        Self {
            cells,
            terrain: terrain(grid),
        }
    }
}

/// The settings of queries under some rules.
pub(crate) fn settings(rules: Rules) -> SearchSettings {
    let (moves, corners) = (move_set(rules.moves), corner_rule(rules.corners));
    SearchSettings::default().moves(moves).corners(corners)
}

/// A world of some bounds whose cells are occupied where those of the grid are not open.
fn closed(grid: &Grid, bounds: CellBox) -> OccupancyBuilder {
    let mut builder = OccupancyBuilder::new(bounds).expect("supported coordinates");
    for cell in grid.cells().filter(|&cell| !grid.is_open(cell)) {
        builder
            .set(cell.into(), CellState::Occupied)
            .expect("a cell within the bounds");
    }
    builder
}

fn bounds(grid: &Grid) -> CellBox {
    CellBox::new(grid.min().into(), grid.max().into())
}

/// The box with so many cells more on each side, as far as coordinates go.
fn widened(cells: CellBox, margin: i32) -> CellBox {
    let limit = IVec3::splat(MAX_COORDINATE);
    CellBox::new(
        (cells.min - margin).max(-limit),
        (cells.max + margin).min(limit),
    )
}

/// The weights of a world, none if all are plain.
fn terrain(grid: &Grid) -> Option<Terrain> {
    let (open, pricing) = (grid.open_cells(), grid.pricing());
    let is_plain = |cell: &Cell| grid.weight(*cell) == Grid::PLAIN;
    if pricing == Pricing::PLAIN && open.iter().all(is_plain) {
        return None;
    }
    let base = u16::try_from(pricing.base).expect("a weight of 16 bits");
    let scale = CostScale::from_parts(f64::from(base), base, 0.0).expect("a base above zero");
    let convention = match pricing.counted {
        Counted::Entered => CostConvention::Entered,
        Counted::Mean => CostConvention::Mean,
        Counted::Max => CostConvention::Max,
    };
    let mut terrain = Terrain::new().with_scale(scale).with_convention(convention);
    let cost = |cell: IVec3| {
        let cell = cell.to_array();
        let weight = grid
            .is_open(cell)
            .then(|| pricing.stored(grid.weight(cell)))?;
        u16::try_from(weight).ok().map(f64::from)
    };
    (terrain.set_costs(&CostVolume::new(bounds(grid), cost))).expect("weights from the base on");
    Some(terrain)
}
