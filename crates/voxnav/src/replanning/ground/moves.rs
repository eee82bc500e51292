//! The moves of ground agents in a world that changes: what an edit of cells, materials or links means for
//! paths.

use glam::{DVec3, IVec3};
use voxnav_occupancy::CellBox;
use voxnav_search::{Action, AgentMoves, Cost, Ground, GroundMoves, Move, Path, Successors};

use super::changes::GroundChanges;
use crate::replanning::followed_path::FollowedPath;
use crate::replanning::moves::{Changes, Moves, PathMemory};
use crate::replanning::register::{Blocks, blocks_of};

/// Returns the differences between two snapshots; `None` where any move may differ.
fn of_ground(changes: &Changes) -> Option<&GroundChanges> {
    match changes {
        Changes::OnGround(changes) => Some(changes),
        _ => None,
    }
}

/// Returns what a move from a cell costs, if there is such a move.
fn cost_of(
    moves: &GroundMoves<'_>,
    from: IVec3,
    its: &Move,
    there: &mut Vec<Move>,
) -> Option<Cost> {
    there.clear();
    moves.moves_from(from, there);
    let same = |it: &&Move| (it.to, it.action) == (its.to, its.action);
    there.iter().filter(same).map(|it| it.cost).min()
}

impl Moves for Ground {
    fn finishes_moves(&self) -> bool {
        true
    }

    fn changes_since(&self, before: &AgentMoves) -> Changes {
        before.ground().map_or(Changes::Total, |before| {
            Changes::OnGround(GroundChanges::between(before, self))
        })
    }

    fn costs_as(&self, before: &AgentMoves) -> bool {
        // Changes tell of materials, too.
        let before = before.ground();
        before.is_some_and(|before| self.is_weighed_as(before))
    }

    fn kept_for(&self, path: &Path) -> PathMemory {
        PathMemory::OnGround(path.moves().map(|_| false).collect())
    }

    /// Checks a followed path; a move that does not exist any more costs what it did when it existed.
    fn check(&self, followed: &mut FollowedPath, changes: Option<&Changes>) {
        let changes = changes.and_then(of_ground);
        let near = changes.and_then(|changes| changes.near(&followed.path));
        let is_link = |action| matches!(action, Action::Link(_));
        let is_far = near.as_ref().is_some_and(Vec::is_empty);
        if is_far && !followed.path.moves().any(|its| is_link(its.action)) {
            return;
        }
        let is_due = |from, action| {
            let concern = |cells: &Vec<CellBox>| cells.iter().any(|cells| cells.contains(from));
            is_link(action) || near.as_ref().is_none_or(concern)
        };
        let moves = self.moves();
        let passed = usize::try_from(followed.passed).unwrap_or(usize::MAX);
        let mut made: Vec<Move> = followed.path.moves().collect();
        let mut from = followed.cell(followed.passed);
        let mut there = Vec::new();
        let mut are_there =
            match std::mem::replace(&mut followed.kept, PathMemory::OnGround(Vec::new())) {
                PathMemory::OnGround(are_there) => are_there,
                PathMemory::Flying(_) => vec![false; made.len()],
            };
        for (its, is_there) in made.iter_mut().zip(&mut are_there).skip(passed) {
            if is_due(from, its.action) {
                let cost = cost_of(&moves, from, its, &mut there);
                *is_there = cost.is_some() && moves.can_be_at(from);
                its.cost = cost.unwrap_or(its.cost);
            }
            from = its.to;
        }
        followed.path = Path::of_moves(followed.path.start(), made);
        followed.sum_up();
        let mut left = are_there.iter().skip(passed);
        let missing = left.position(|is_there| !is_there);
        followed.kept = PathMemory::OnGround(are_there);
        let is_cut = || !moves.can_be_at(followed.path.goal());
        followed.blocked = match missing {
            Some(moves) => Some(followed.passed + moves as u64),
            None => is_cut().then(|| followed.path.move_count()),
        };
    }

    fn priced(&self, path: Path) -> Path {
        let (moves, mut from, mut there) = (self.moves(), path.start(), Vec::new());
        let mut made: Vec<Move> = path.moves().collect();
        for its in &mut made {
            its.cost = cost_of(&moves, from, its, &mut there).unwrap_or(its.cost);
            from = its.to;
        }
        Path::of_moves(path.start(), made)
    }

    fn least(&self, followed: &FollowedPath, from: IVec3) -> Cost {
        self.moves().estimate(from, &followed.goal)
    }

    fn least_through(
        &self,
        followed: &FollowedPath,
        from: IVec3,
        changes: &Changes,
        below: Cost,
    ) -> Option<Cost> {
        match changes {
            Changes::OnGround(changes) => {
                changes.least_through(&self.moves(), from, &followed.goal, below)
            }
            _ => Some(self.least(followed, from)).filter(|least| *least < below),
        }
    }

    fn blocks_of(&self, path: &Path) -> Blocks {
        blocks_of(path.cells())
    }

    /// Returns the box of a move that leads up first or over first, or in an arc.
    fn room(&self, from: IVec3, made: &Move) -> Option<[DVec3; 2]> {
        let to = made.to;
        if !matches!(made.action, Action::StepUp | Action::Drop | Action::Jump) {
            return None;
        }
        let up = self.locomotion().up.step();
        let corners = [from, to].map(|end| [end, end + up]);
        let corners = corners.as_flattened();
        let low = corners.iter().fold(to, |low, &it| low.min(it));
        let high = corners.iter().fold(to, |high, &it| high.max(it));
        Some([low, high].map(IVec3::as_dvec3))
    }

    fn reversed(&self, path: &Path) -> Option<Path> {
        // Nobody drops upward.
        path.runs().is_empty().then(|| path.clone())
    }
}
