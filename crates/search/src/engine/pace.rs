//! The turns of the two ends of a race.

use crate::cost::Cost;
use crate::expansion::Stride;
use crate::kernel::SearchState;

/// The rule by which the ends of a race take turns. The work of the race depends on it, the answer
/// does not.
#[derive(Clone, Copy, Debug)]
pub(super) struct AlternationRule {
    /// Expansions of one end before the other may get its turn.
    pub(super) slice: u64,
    /// The factor by which the expansions of the leading end may exceed those of the other end as a
    /// rule: one end is often far cheaper than the other, and the leading one may be wrong.
    lead: u64,
    /// The same in noise, which looks alike from both ends, so that the other end would only cost; and
    /// for an end that has gone on for long, because one that is far cheaper would be done by then.
    large_lead: u64,
    /// Expansions after which an end has gone on for long.
    long: u64,
}

impl AlternationRule {
    /// The pace of every race.
    pub(super) const USUAL: Self = Self {
        slice: 32,
        lead: 8,
        large_lead: 64,
        long: 1 << 11,
    };

    /// Returns whether the next slice goes to `search` rather than to `other`.
    ///
    /// The search with the larger lower bound is nearer to its end and leads; the other gets one slice in
    /// as many as its lead says, in case it overtakes, and any number until it has done as much where it
    /// promises to be further by then.
    pub(super) fn is_next(self, search: &SearchState, other: &SearchState) -> bool {
        let progress = |search: &SearchState| Rise {
            lower_bound: search.lower_bound - search.first_lower_bound,
            expanded: search.statistics.expanded,
        };
        let [own, others] = [search, other].map(progress);
        if search.lower_bound >= other.lower_bound {
            own.expanded <= others.expanded * self.lead_of(search)
                && !others.promises_more_than(own)
        } else {
            own.expanded * self.lead_of(other) < others.expanded || own.promises_more_than(others)
        }
    }

    /// Returns the factor by which the expansions of a search that leads may exceed those of the
    /// other end.
    fn lead_of(self, search: &SearchState) -> u64 {
        match search.runs.verdict(&search.statistics) {
            Stride::Run if search.statistics.expanded < self.long => self.lead,
            _ => self.large_lead,
        }
    }
}

/// The rise of the lower bound of a search, and the work that it took.
#[derive(Clone, Copy, Debug)]
struct Rise {
    lower_bound: Cost,
    expanded: u64,
}

impl Rise {
    /// Returns whether a search that has done less than another one would be ahead of it with as
    /// much work, if lower bounds rise with its cube root: the number of cells within a distance in
    /// open space grows with the cube.
    ///
    /// Of powers from 0.25 to 0.6 those from 0.3 to 0.4 expand the least, 3 % less than with no forecast on
    /// Complex and 1 % on DA1.
    #[expect(clippy::cast_precision_loss, reason = "a forecast")]
    fn promises_more_than(self, other: Self) -> bool {
        let cube = |rise: Self| {
            let risen = rise.lower_bound.raw() as f64;
            risen * risen * risen
        };
        let [own, others] = [self, other].map(|rise| rise.expanded as f64);
        own < others && cube(self) * others > cube(other) * own
    }
}

#[cfg(test)]
mod tests {
    use glam::IVec3;
    use voxnav_occupancy::{Axis, Traversability, UnknownPolicy};
    use voxnav_worlds::{generate, random_free_cells};

    use super::super::problem::{Coverage, Problem, Target};
    use super::super::turns::Ends;
    use super::*;
    use crate::expansion::Expansion;
    use crate::heuristic::Octile26;
    use crate::kernel::Policies;
    use crate::movement::MoveSet;
    use crate::outcome::Side;
    use crate::outcome::Watcher;
    use crate::path::Path;
    use crate::query::{Guarantee, SearchSettings};
    use crate::workspace::{SparePaths, Workspace};

    /// Ends that take turns move by move, that hardly ever or never give way, and that are taken for long or
    /// for short searches throughout.
    fn extremes() -> [AlternationRule; 6] {
        let pace = |slice, [lead, large_lead]: [u64; 2], long| AlternationRule {
            slice,
            lead,
            large_lead,
            long,
        };
        let most = 1 << 40;
        [
            AlternationRule::USUAL,
            pace(1, [1, 1], 0),
            pace(1, [0, most], 64),
            pace(most, [most, 0], 64),
            pace(1, [most, most], 0),
            pace(32, [8, 1 << 10], most),
        ]
    }

    #[test]
    fn the_end_that_rose_faster_for_its_work_catches_up() {
        let rise = |lower_bound: u64, expanded| Rise {
            lower_bound: Cost::from_raw(lower_bound << 30),
            expanded,
        };
        // With eight times the work it would have risen twice as far.
        let leading = rise(10, 800);
        assert!(rise(6, 100).promises_more_than(leading));
        assert!(!rise(5, 100).promises_more_than(leading));
        assert!(!rise(4, 100).promises_more_than(leading));
        assert!(
            !rise(9, 800).promises_more_than(leading),
            "nothing to catch up"
        );
        assert!(!rise(0, 0).promises_more_than(leading));
        assert!(!rise(0, 100).promises_more_than(rise(0, 800)));
    }

    #[test]
    fn no_pace_changes_the_cost() {
        let across_z = MoveSet::Planar8(Axis::Z);
        let found: usize = [
            ("caves", IVec3::splat(32), MoveSet::Vertex26),
            ("maze", IVec3::splat(24), MoveSet::Vertex26),
            ("random:30", IVec3::splat(20), MoveSet::Vertex26),
            ("caves", IVec3::new(150, 150, 1), across_z),
            ("random:35", IVec3::new(80, 80, 1), across_z),
        ]
        .map(|(kind, size, moves)| {
            let occupancy = generate(kind.parse().unwrap(), size, 1).unwrap();
            let world = Traversability::new(&occupancy, UnknownPolicy::Blocked);
            let ends = random_free_cells(&occupancy, 1, 12);
            let costs = ends
                .chunks_exact(2)
                .filter_map(|ends| cost_at_every_pace(&world, [ends[0], ends[1]], moves));
            costs.count()
        })
        .iter()
        .sum();
        assert!(found > 20, "{found} paths");
    }

    /// Returns the cost of a path between two different cells, which races at every pace find: that of the usual one,
    /// which the laws of queries hold against an oracle.
    fn cost_at_every_pace(
        world: &Traversability,
        [start, goal]: [IVec3; 2],
        moves: MoveSet,
    ) -> Option<Cost> {
        let mut workspace = Workspace::new();
        let mut found = None;
        let problem = Problem {
            world,
            start,
            target: Target::Cell(goal),
            settings: SearchSettings::default().moves(moves),
            terrain: None,
            estimator: None,
            cancel: None,
            guarantee: Guarantee::Optimal,
            below: Cost::MAX,
            coverage: Coverage::Needed,
        };
        for pace in extremes() {
            for budget in [1, u64::MAX] {
                let run = (pace, budget);
                let raced = if let Some(fixed) = problem.pruning().fixed() {
                    let jumps = |to| problem.jump_in_plane(fixed, to);
                    cost_of_race(&problem, goal, jumps, run, &mut workspace)
                } else {
                    let jumps = |to| problem.jump(to);
                    cost_of_race(&problem, goal, jumps, run, &mut workspace)
                };
                let usual = *found.get_or_insert(raced);
                assert_eq!(raced, usual, "{start} to {goal}, {moves:?}, {run:?}");
            }
        }
        found?
    }

    /// Returns the cost that a race finds in slices of a budget.
    fn cost_of_race<X: Expansion>(
        problem: &Problem<'_>,
        goal: IVec3,
        jumps: impl Fn(IVec3) -> X,
        (pace, budget): (AlternationRule, u64),
        workspace: &mut Workspace,
    ) -> Option<Cost> {
        let policies = |to| Policies::new(jumps(to), Octile26 { goal: to }, to);
        let [mut from_start, mut from_goal] = [None; 2];
        let search = |side, to, state, memory| {
            let search = problem.jump_search(side, policies(to), state, memory);
            search.map_err(|_| "no keys").unwrap()
        };
        let (start, there) = (problem.start, &mut workspace.forward);
        let back = &mut workspace.backward;
        let mut ends = Ends {
            forward: search(Side::Start, goal, &mut from_start, there),
            backward: search(Side::Goal, start, &mut from_goal, back),
            turn: &mut None,
            slice: pace.slice,
        };
        let (runner, spare) = (problem.runner(), &mut SparePaths::default());
        loop {
            let ended = runner.race(&mut ends, pace, budget, spare, &mut Watcher(None));
            if let Some(solution) = ended {
                return solution.outcome.path().map(Path::cost);
            }
        }
    }
}
