//! Paths found from where an agent was, joined to where it is now.

use ahash::AHashMap;
use glam::IVec3;
use voxnav_search::{Cost, Path};

use super::Replanner;
use crate::replanning::followed_path::FollowedPath;
use crate::replanning::moves;
use crate::replanning::plan::{Plan, without_loops};
use crate::routes::View;

impl Plan {
    /// Returns the cheapest of the paths that go along this plan, from the base as far as that is free, to a cell of
    /// another path, and on along that.
    ///
    /// # Complexity
    ///
    /// Linear in the moves of both.
    fn over_meeting(&self, other: &Path, view: &View) -> Option<Path> {
        let mut left = other.cost();
        let mut rests = AHashMap::from_iter([(other.start(), (left, 0_u64))]);
        for (made, number) in other.moves().zip(1..) {
            left = left - made.cost;
            rests.insert(made.to, (left, number));
        }
        let base = usize::try_from(self.base).ok()?;
        let after = self.followed.path.moves().skip(base).zip(self.base + 1..);
        let mut cost = Cost::ZERO;
        let along = after.map(|(made, number)| {
            cost = cost + made.cost;
            (made.to, cost, number)
        });
        let last = self.followed.blocked.unwrap_or(u64::MAX).max(self.base);
        let free = std::iter::once((self.base_cell(), Cost::ZERO, self.base)).chain(along);
        let meetings =
            free.take_while(|&(.., number)| number <= last)
                .filter_map(|(cell, cost, number)| {
                    let &(rest, moves) = rests.get(&cell)?;
                    Some((cost + rest, number, moves))
                });
        let (_, number, moves) = meetings.min()?;
        let before = self.between(self.base, number, view)?;
        before.joined(&other.part(moves..u64::MAX)?)
    }
}

impl Replanner {
    /// Returns a lower bound on the cost of paths from the base, if `least` bounds that of paths from a cell of the
    /// path in the world that was searched, as far as they were there.
    pub(super) fn proved_here(
        &self,
        plan: &Plan,
        from: IVec3,
        least: Cost,
        searched: &View,
    ) -> Cost {
        if !moves::of(self.view.moves()).costs_as(searched.moves()) {
            return Cost::ZERO;
        }
        if plan.base_cell() == from {
            return least;
        }
        // By legal moves to the base: a cheaper path from there would be one from the cell.
        let moves = plan.number_of(from).and_then(|number| {
            plan.between(number, plan.base, searched)
                .filter(|moves| FollowedPath::is_legal(moves, searched.moves()))
        });
        moves.map_or(Cost::ZERO, |moves| least - moves.cost())
    }

    /// Returns a path that was found from a cell of the path, from the base: along the path to where both meet, on or
    /// back to that cell, or over a short way.
    pub(super) fn led_from_base(
        &mut self,
        cell: IVec3,
        path: Path,
        searched: &View,
        left: &mut u64,
    ) -> Option<Path> {
        let plan = self.plan.as_ref()?;
        let here = plan.base_cell();
        let path = if moves::of(self.view.moves()).costs_as(searched.moves()) {
            path
        } else {
            moves::of(self.view.moves()).priced(path)
        };
        if here == cell {
            return Some(path);
        }
        let meeting = plan.over_meeting(&path, &self.view);
        let along = plan
            .number_of(cell)
            .and_then(|number| plan.between(plan.base, number, &self.view))
            .filter(|moves| FollowedPath::is_legal(moves, self.view.moves()))
            .and_then(|moves| moves.joined(&path));
        let joined = [meeting, along].into_iter().flatten();
        let joined = if let Some(joined) = joined.min_by_key(Path::cost) {
            Some(joined)
        } else {
            self.short_way_to(here, &path, left)
        };
        joined.map(without_loops)
    }
}
