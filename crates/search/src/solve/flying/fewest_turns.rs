//! The fewest turns that a path of flights can have, as far as its ends and its cost tell.

use crate::heuristic::Heuristic;
use crate::movement::{Direction, MoveSet, Terrain};
use crate::path::Path;
use crate::query::{Query, SearchSettings};

impl Query<'_> {
    /// Returns a lower bound on the turns of all paths that cost as much as one between the same ends.
    ///
    /// A path without a turn is one run of equal moves. Where 26 moves cost as much as in free space, each path has as
    /// many moves along axes, faces and bodies of cells, each kind in one direction: one turn between two kinds.
    pub(super) fn fewest_turns_of(&self, path: &Path) -> usize {
        let apart = path.goal().wrapping_sub(path.start());
        let mut lengths = apart.to_array().map(i32::unsigned_abs);
        lengths.sort_unstable();
        let [least, middle, most] = lengths;
        let kinds = [least > 0, middle > least, most > middle];
        let kinds = kinds.into_iter().filter(|there| *there).count();
        let is_uniform = self.terrain.is_none_or(Terrain::is_uniform);
        let SearchSettings { moves, shape, .. } = self.settings;
        let in_free_space =
            Heuristic::Octile.estimate_by(MoveSet::Vertex26, shape, path.start(), path.goal());
        let by_kinds = matches!(moves, MoveSet::Vertex26 | MoveSet::Planar8(_))
            && is_uniform
            && path.cost() == in_free_space;
        if by_kinds {
            return kinds.saturating_sub(1);
        }
        let sign = apart.signum();
        let may_be_one_run =
            apart == sign * apart.abs().max_element() && Direction::from_offset(sign).is_some();
        usize::from(!may_be_one_run)
    }
}
