//! Ends that may be moved are moved to the nearest cell that will do, and the answer is that of a query between those
//! cells.

use voxnav_search::{Cost, Query, SnapPolicy, Workspace};
use voxnav_testkit::Draws;
use voxnav_testkit::grid::Cell;

use super::{Law, Met, What, all, rows};
use crate::engine::{Asked as _, Flying, Target, World};
use crate::oracle::{Corners, Distances, Moves, Rules, Toward};

const LAW: Law<'static> = Law {
    name: "moved_ends",
    percent: 12,
    asks: all,
    what: What::Counted(&holds),
};

/// The square of a distance, in the units of sides.
fn squared(sides: [u64; 3], from: Cell, to: Cell) -> u128 {
    (0..3)
        .map(|axis| (u128::from(from[axis].abs_diff(to[axis])) * u128::from(sides[axis])).pow(2))
        .sum()
}

/// The nearest of some cells that is no more than three of the longest sides away.
fn nearest(sides: [u64; 3], from: Cell, among: &[Cell]) -> Option<Cell> {
    let most = (3_u128 << 30).pow(2);
    let near = among
        .iter()
        .filter(|cell| squared(sides, from, **cell) <= most);
    near.copied()
        .min_by_key(|cell| (squared(sides, from, *cell), cell[2], cell[1], cell[0]))
}

/// Counts questions of which both ends are moved.
fn holds(case: &Flying<'_>, draws: &mut Draws, workspace: &mut Workspace) -> Met {
    // Ends that are blocked now and then, which are few among those of questions.
    let mut any = || {
        let (low, high) = (case.grid.min(), case.grid.max());
        std::array::from_fn(|axis| draws.between(low[axis] - 1, high[axis]))
    };
    let (start, goal): (Cell, Cell) = (any(), any());
    let is_supported = |cell: &Cell| cell.iter().all(|at| at.abs() <= 1 << 30);
    if ![start, goal].iter().all(is_supported) {
        return Ok(0);
    }
    // Components of the widest disguises cannot be listed.
    let world = World::plain(case.grid);
    let radius = Cost::STRAIGHT * 3;
    let snapping = SnapPolicy::Nearest { radius };
    let target = Target::of_cell(goal);
    let asked = Flying {
        world: &world,
        start,
        target: &target,
        ..*case
    };
    let query = asked.query().snap_start(snapping).snap_goal(snapping);
    let solution = query.solve(&world.cells, workspace);

    let sides = case.rules.sides;
    let open = case.grid.open_cells();
    let moved_start = if case.grid.is_open(start) {
        start
    } else {
        nearest(sides, start, &open).unwrap_or(start)
    };
    // Components are those of moves that cut no corners, which are those along axes.
    let rules = Rules::of_cubes(Moves::Face6, Corners::Strict);
    let connected = Distances::new(case.grid, rules, moved_start, Toward::Others).reached();
    let is_strict = case.rules.corners != Corners::Lenient;
    let beside =
        nearest(sides, goal, &connected).filter(|_| is_strict && !connected.contains(&goal));
    let moved_goal = match beside {
        Some(cell) => cell,
        None if case.grid.is_open(goal) => goal,
        None => nearest(sides, goal, &open).unwrap_or(goal),
    };
    let told = [solution.snapped.start, solution.snapped.goal].map(Cost::length);
    for (told, (from, to)) in told
        .into_iter()
        .zip([(start, moved_start), (goal, moved_goal)])
    {
        #[expect(clippy::cast_precision_loss, reason = "compared to 6 digits")]
        let length = (squared(sides, from, to) as f64).sqrt() / f64::from(1 << 30);
        if (told - length).abs() > 1e-6 {
            return Err(format!("{from:?} is moved by {told}, not to {to:?}"));
        }
    }
    let moved = Target::of_cell(moved_goal);
    let asked = Flying {
        start: moved_start,
        target: &moved,
        ..asked
    };
    let query: Query<'_> = asked.query();
    let expected = query.solve(&world.cells, workspace);
    let is_same =
        expected.outcome == solution.outcome && expected.statistics == solution.statistics;
    is_same
        .then_some(u64::from(start != moved_start && goal != moved_goal))
        .ok_or_else(|| format!("{start:?} to {goal:?}: {solution:?} for {expected:?}"))
}

rows! { LAW; any tunnels planes weights }
