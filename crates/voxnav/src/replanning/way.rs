//! A path that an agent is on: what of it is left, what that costs, and whether it is legal.

use glam::IVec3;
use voxnav_occupancy::{CellBox, Traversability};
use voxnav_search::{CornerRule, Cost, Path, PathRun, SearchSettings, Terrain};

use super::changes::{Brick, Changes, Rules};

/// So many runs are set against changes as one, before each.
const RUNS_AT_ONCE: usize = 16;

/// A run, with the number of moves before it and the cell where it begins.
type PlacedRun = (u64, IVec3, PathRun);

/// A path, and how many of its moves the agent has made.
#[derive(Clone, Debug)]
pub(crate) struct Way {
    pub(super) path: Path,
    settings: SearchSettings,
    pub(super) rules: Rules,
    /// Moves made.
    pub(super) passed: u64,
    /// The cell that the agent is at then, and where the path may end.
    pub(super) ends: [CellBox; 2],
    /// What the rest costs.
    pub(super) cost: Cost,
    /// How many moves are legal, those made included, if the rest is not legal as a whole.
    pub(super) blocked: Option<u64>,
}

impl Way {
    pub(super) fn new(path: Path, settings: &SearchSettings, world: &Traversability) -> Self {
        let mut way = Self {
            ends: [path.start(), path.goal()].map(CellBox::of_cell),
            cost: path.cost(),
            rules: Rules::of(settings, path.is_any_angle()),
            path,
            settings: *settings,
            passed: 0,
            blocked: None,
        };
        way.blocked = way.first_illegal(world);
        way
    }

    /// The rest of the path, with its cost over `terrain`; `None` of an any-angle path.
    pub(super) fn rest(&self, terrain: Option<&Terrain>) -> Option<Path> {
        self.path.part(self.passed..u64::MAX, terrain)
    }

    /// Takes so many moves as made, if they are more than are already, and returns what these cost. Of
    /// any-angle paths, which have no moves, none are.
    pub(super) fn pass(
        &mut self,
        moves: u64,
        terrain: Option<&Terrain>,
        world: &Traversability,
    ) -> Cost {
        let moves = moves.min(self.path.move_count());
        let made = self.path.part(self.passed..moves, terrain);
        let Some(made) = made.filter(|_| moves > self.passed) else {
            return Cost::ZERO;
        };
        self.passed = moves;
        self.cost = self.cost - made.cost();
        self.ends[0] = CellBox::of_cell(made.goal());
        if self.blocked.is_some_and(|legal| legal < moves) {
            self.blocked = self.first_illegal(world);
        }
        made.cost()
    }

    /// Takes note of edits, after which the world is as given.
    pub(super) fn look_at(&mut self, changes: &Changes, world: &Traversability) {
        // A cell that a move needs only while another is blocked says nothing alone.
        let is_told_by_cells =
            !self.path.is_any_angle() && self.settings.corners != CornerRule::OneSide;
        self.blocked = if self.blocked.is_some() || changes.is_total || !is_told_by_cells {
            self.first_illegal(world)
        } else {
            self.first_blocked(changes)
        };
    }

    /// What a path to the goal through what edits freed costs at least, if that is less than `below`.
    pub(super) fn least_through(&self, changes: &Changes, below: Cost) -> Option<Cost> {
        changes.least_through(self.ends, &self.rules, below)
    }

    /// How many moves of a path that was legal still are, if not all.
    fn first_blocked(&self, changes: &Changes) -> Option<u64> {
        if changes.blocked.is_empty() {
            return None;
        }
        let blocked = || changes.bricks.iter().filter(|brick| brick.blocked != 0);
        let goal = self.path.goal();
        if self.passed >= self.path.move_count() {
            let is_blocked = blocked().any(|brick| brick.blocked_cells().any(|cell| cell == goal));
            return is_blocked.then_some(self.passed);
        }
        let runs: Vec<_> = self.runs().collect();
        // The first run with a move that needs such a cell has the first of them all. Most bricks are far from
        // many runs at once.
        runs.chunks(RUNS_AT_ONCE).find_map(|group| {
            let cells = group
                .iter()
                .fold(CellBox::EMPTY, |cells, it| cells.hull(&cells_of(it)));
            if cells.intersection(&changes.blocked).is_empty() {
                return None;
            }
            let near = |brick: &&Brick| !cells.intersection(&brick.cells()).is_empty();
            let near: Vec<&Brick> = blocked().filter(near).collect();
            group.iter().find_map(|run| self.first_in_run(run, &near))
        })
    }

    /// The first move of a run, of those not yet made, that cannot do without a cell that was blocked.
    fn first_in_run(&self, run: &PlacedRun, bricks: &[&Brick]) -> Option<u64> {
        let &(before, from, its) = run;
        let passed = self.passed.saturating_sub(before);
        if passed >= u64::from(its.moves) {
            return None;
        }
        let cells = cells_of(run);
        let near = |brick: &&&Brick| !cells.intersection(&brick.cells()).is_empty();
        let blocked = bricks.iter().filter(near).flat_map(|it| it.blocked_cells());
        let corners = self.settings.corners;
        let needing = blocked.filter_map(|cell| first_of_run(from, its, cell, corners, passed));
        needing.min().map(|first| before + first)
    }

    /// The runs, each with the number of moves before it and the cell where it begins.
    fn runs(&self) -> impl Iterator<Item = PlacedRun> {
        let mut at = (0, self.path.start());
        self.path.runs().iter().map(move |&run| {
            let (before, from) = at;
            let offset = run.direction.offset() * run.moves.cast_signed();
            at = (before + u64::from(run.moves), from + offset);
            (before, from, run)
        })
    }

    /// How many moves are legal, those made included, if not all are.
    fn first_illegal(&self, world: &Traversability) -> Option<u64> {
        let SearchSettings { moves, corners, .. } = self.settings;
        let whole = match self.rest(None) {
            Some(rest) => rest.verify(world, moves, corners, None),
            None => self.path.verify(world, moves, corners, None),
        };
        if whole.is_ok() {
            return None;
        }
        let is_legal = |ends: [IVec3; 2]| {
            voxnav_search::verify_cells(ends, world, moves, corners, None).is_ok()
        };
        let passed = usize::try_from(self.passed).unwrap_or(usize::MAX);
        let cells = || self.path.cells().skip(passed);
        let ends = cells().zip(cells().skip(1)).map(<[IVec3; 2]>::from);
        let illegal = (self.passed..).zip(ends).find(|&(_, ends)| !is_legal(ends));
        Some(illegal.map_or(self.passed, |(index, _)| index))
    }
}

/// The cells of the moves of a run.
fn cells_of(&(_, from, run): &PlacedRun) -> CellBox {
    let to = from + run.direction.offset() * run.moves.cast_signed();
    CellBox::new(from.min(to), from.max(to) + 1)
}

/// The first move of a run, of those from `passed` on, for which a cell has to be traversable.
fn first_of_run(
    from: IVec3,
    run: PathRun,
    cell: IVec3,
    corners: CornerRule,
    passed: u64,
) -> Option<u64> {
    // Along each axis that the run moves on, the cell is in the box of a move if it is as many steps
    // from the beginning as the move, or one more.
    let step = run.direction.offset();
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
