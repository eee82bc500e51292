//! A path that an agent is on: what of it is left, what that costs, and whether it is legal.

use glam::IVec3;
use voxnav_occupancy::CellBox;
use voxnav_search::{AgentMoves, Cost, Path};

use super::moves::{self, PathMemory};

/// A path, and how many of its moves the agent has made.
#[derive(Clone, Debug)]
pub(crate) struct FollowedPath {
    pub(super) path: Path,
    /// The cells where the path may end.
    pub(super) goal: CellBox,
    /// The number of moves made.
    pub(super) passed: u64,
    /// The cost of the rest.
    pub(super) cost: Cost,
    /// The number of legal moves, those made included, if not all of the rest are.
    pub(super) blocked: Option<u64>,
    /// The data that the moves keep for the path from one look to the next.
    pub(super) kept: PathMemory,
}

impl FollowedPath {
    /// Begins to follow a path that may end anywhere in `goal`.
    pub(super) fn new(path: Path, goal: CellBox, moves: &AgentMoves) -> Self {
        let mut followed = Self {
            goal,
            passed: 0,
            cost: path.cost(),
            blocked: None,
            kept: moves::of(moves).kept_for(&path),
            path,
        };
        moves::of(moves).check(&mut followed, None);
        followed
    }

    /// Returns whether all moves of a path are legal.
    pub(super) fn is_legal(path: &Path, moves: &AgentMoves) -> bool {
        let goal = CellBox::of_cell(path.goal());
        Self::new(path.clone(), goal, moves).blocked.is_none()
    }

    /// Returns the cell after so many moves, or the last.
    pub(super) fn cell(&self, moves: u64) -> IVec3 {
        let moves = usize::try_from(moves.min(self.path.move_count())).unwrap_or(usize::MAX);
        self.path.cells().nth(moves).unwrap_or_default()
    }

    /// Takes so many moves as made, if they are more than are already. Of any-angle paths, which have no
    /// moves, none are.
    pub(super) fn pass(&mut self, made: u64, moves: &AgentMoves) {
        let made = made.min(self.path.move_count());
        if made <= self.passed || self.path.is_any_angle() {
            return;
        }
        self.passed = made;
        self.sum_up();
        if self.blocked.is_some_and(|legal| legal < made) {
            moves::of(moves).check(self, None);
        }
    }

    /// Takes note that the costs of moves changed.
    pub(super) fn weigh(&mut self, moves: &AgentMoves) {
        self.path = moves::of(moves).priced(std::mem::take(&mut self.path));
        self.sum_up();
    }

    /// Adds up what the rest costs.
    pub(super) fn sum_up(&mut self) {
        if let Some(rest) = self.path.part(self.passed..u64::MAX) {
            self.cost = rest.cost();
        }
    }
}
