//! The moves of flying agents in a world that changes.

use glam::{DVec3, IVec3};
use voxnav_occupancy::CellBox;
use voxnav_search::{
    AgentMoves, CornerRule, Cost, Flight, Move, Path, PathRun, Terrain, verify_flight,
};

use super::changes::{Brick, FlightChanges, Rules};
use crate::replanning::followed_path::FollowedPath;
use crate::replanning::moves::{Changes, Moves, PathMemory};
use crate::replanning::register::{Blocks, blocks_of};

/// The number of runs set against changes as one, before each.
const RUNS_AT_ONCE: usize = 16;

/// A run, with the number of moves before it and the cell where it begins.
type PlacedRun = (u64, IVec3, PathRun);

/// Returns the differences between the cells of two snapshots; `None` where any may differ.
fn of_flight(changes: &Changes) -> Option<&FlightChanges> {
    match changes {
        Changes::Flying(changes) if !changes.is_total => Some(changes),
        _ => None,
    }
}

impl Moves for Flight {
    fn finishes_moves(&self) -> bool {
        false
    }

    fn changes_since(&self, before: &AgentMoves) -> Changes {
        before.flight().map_or(Changes::Total, |before| {
            Changes::Flying(FlightChanges::between(&before.world, &self.world))
        })
    }

    fn costs_as(&self, before: &AgentMoves) -> bool {
        let before = before.flight();
        before.is_some_and(|before| before.terrain.is_shared_with(&self.terrain))
    }

    fn kept_for(&self, path: &Path) -> PathMemory {
        PathMemory::Flying(Rules::of(self, path.is_any_angle()))
    }

    fn check(&self, followed: &mut FollowedPath, changes: Option<&Changes>) {
        // A cell that a move needs only while another is blocked says nothing alone.
        let is_told_by_cells = !followed.path.is_any_angle() && self.corners != CornerRule::OneSide;
        let told = changes.and_then(of_flight).filter(|_| is_told_by_cells);
        followed.blocked = match told {
            Some(changes) if followed.blocked.is_none() => first_blocked(self, followed, changes),
            _ => first_illegal(self, followed),
        };
    }

    fn priced(&self, path: Path) -> Path {
        path.priced_by(self.shape, Some(&self.terrain))
            .unwrap_or(path)
    }

    fn least(&self, followed: &FollowedPath, from: IVec3) -> Cost {
        let ends = [CellBox::of_cell(from), followed.goal];
        rules(self, followed).between(ends)
    }

    fn least_through(
        &self,
        followed: &FollowedPath,
        from: IVec3,
        changes: &Changes,
        below: Cost,
    ) -> Option<Cost> {
        let ends = [CellBox::of_cell(from), followed.goal];
        let rules = rules(self, followed);
        match changes {
            Changes::Flying(changes) => changes.least_through(ends, &rules, below),
            _ => Some(rules.between(ends)).filter(|least| *least < below),
        }
    }

    fn blocks_of(&self, path: &Path) -> Blocks {
        // Lines of an any-angle path stay within two cells of its cells.
        let reach = if path.is_any_angle() { 2 } else { 0 };
        let mut before = path.start();
        let needed = path.cells().flat_map(|cell| {
            let last = std::mem::replace(&mut before, cell);
            let (min, max) = (last.min(cell) - reach, last.max(cell) + reach);
            let is_spanned = self.corners != CornerRule::Lenient || reach > 0;
            let spanned = if is_spanned {
                CellBox::new(min, max + 1)
            } else {
                CellBox::of_cell(cell)
            };
            spanned.cells()
        });
        blocks_of(needed)
    }

    fn room(&self, _: IVec3, _: &Move) -> Option<[DVec3; 2]> {
        None
    }

    fn reversed(&self, path: &Path) -> Option<Path> {
        path.reversed_by(self.shape, Some(&self.terrain))
    }
}

/// Returns the rules by which a path is bounded.
fn rules(flight: &Flight, followed: &FollowedPath) -> Rules {
    match &followed.kept {
        PathMemory::Flying(rules) => *rules,
        PathMemory::OnGround(_) => Rules::of(flight, followed.path.is_any_angle()),
    }
}

/// Returns how many moves of a path that was legal still are, if not all.
fn first_blocked(flight: &Flight, followed: &FollowedPath, changes: &FlightChanges) -> Option<u64> {
    if !changes.blocks_any() {
        return None;
    }
    let goal = followed.path.goal();
    if followed.passed >= followed.path.move_count() {
        let mut bricks = changes.blocked_in(CellBox::of_cell(goal));
        let is_blocked = bricks.any(|brick| brick.blocked_cells().any(|cell| cell == goal));
        return is_blocked.then_some(followed.passed);
    }
    let runs: Vec<_> = placed_runs(&followed.path).collect();
    // The first run with a move that needs such a cell has the first of them all. Most bricks are far from
    // many runs at once.
    runs.chunks(RUNS_AT_ONCE).find_map(|group| {
        let cells = group.iter().map(cells_of);
        let cells = cells.fold(CellBox::EMPTY, |all, its| all.hull(&its));
        let near: Vec<&Brick> = changes.blocked_in(cells).collect();
        let mut group = group.iter().filter(|_| !near.is_empty());
        group.find_map(|run| first_in_run(flight.corners, followed.passed, run, &near))
    })
}

/// Returns the first move of a run, of those from `passed` on, that cannot do without a cell that was
/// blocked.
fn first_in_run(
    corners: CornerRule,
    passed: u64,
    run: &PlacedRun,
    bricks: &[&Brick],
) -> Option<u64> {
    let &(before, from, its) = run;
    let passed = passed.saturating_sub(before);
    if passed >= u64::from(its.moves) {
        return None;
    }
    let cells = cells_of(run);
    let near = |brick: &&&Brick| !cells.intersection(&brick.cells()).is_empty();
    let blocked = bricks.iter().filter(near).flat_map(|it| it.blocked_cells());
    let needing = blocked.filter_map(|cell| first_of_run(from, its, cell, corners, passed));
    needing.min().map(|first| before + first)
}

/// Returns how many moves are legal, those made included, if not all are.
fn first_illegal(flight: &Flight, followed: &FollowedPath) -> Option<u64> {
    let flight = Flight {
        terrain: Terrain::new(),
        ..flight.clone()
    };
    let whole = match followed.path.part(followed.passed..u64::MAX) {
        Some(rest) => rest.verify_flight(&flight),
        None => followed.path.verify_flight(&flight),
    };
    if whole.is_ok() {
        return None;
    }
    let is_legal = |ends: [IVec3; 2]| verify_flight(ends, &flight).is_ok();
    let passed = usize::try_from(followed.passed).unwrap_or(usize::MAX);
    let cells = || followed.path.cells().skip(passed);
    let ends = cells().zip(cells().skip(1)).map(<[IVec3; 2]>::from);
    let illegal = (followed.passed..)
        .zip(ends)
        .find(|&(_, ends)| !is_legal(ends));
    Some(illegal.map_or(followed.passed, |(index, _)| index))
}

/// Returns the runs, each with the number of moves before it and the cell where it begins.
fn placed_runs(path: &Path) -> impl Iterator<Item = PlacedRun> {
    let mut at = (0, path.start());
    path.runs().iter().map(move |&run| {
        let (before, from) = at;
        at = (before + u64::from(run.moves), from + run.offset());
        (before, from, run)
    })
}

/// Returns the cells of the moves of a run.
fn cells_of(&(_, from, run): &PlacedRun) -> CellBox {
    let to = from + run.offset();
    CellBox::new(from.min(to), from.max(to) + 1)
}

/// Returns the first move of a run, of those from `passed` on, for which a cell has to be traversable.
fn first_of_run(
    from: IVec3,
    run: PathRun,
    cell: IVec3,
    corners: CornerRule,
    passed: u64,
) -> Option<u64> {
    // Along each axis that the run moves on, the cell is in the box of a move if it is as many steps
    // from the beginning as the move, or one more.
    let step = run.step;
    let away = (cell - from) * step;
    let is_beside = |axis: &usize| step[*axis] == 0 && cell[*axis] != from[*axis];
    if (0..3).any(|axis| is_beside(&axis)) {
        return None;
    }
    let moving = || {
        (0..3)
            .filter(|&axis| step[axis] != 0)
            .map(|axis| away[axis])
    };
    let (nearest, farthest) = (moving().min()?, moving().max()?);
    let (first, last) = match corners {
        CornerRule::Strict => (farthest - 1, nearest),
        // The cell that a move leaves, or leads to.
        _ if nearest == farthest => (nearest - 1, nearest),
        _ => return None,
    };
    let last = u64::try_from(last).ok()?.min(u64::from(run.moves) - 1);
    let first = u64::try_from(first.max(0)).ok()?.max(passed);
    (first <= last).then_some(first)
}
