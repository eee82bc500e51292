//! The stages of a first path: how it becomes better, window by window, until it is the cheapest.

use std::sync::atomic::{AtomicBool, Ordering};

use voxnav::glam::IVec3;
use voxnav::grid::Traversability;
use voxnav::search::{Query, Search};

use crate::json::object;
use crate::search::bound;

/// The names of the stages, in their order.
const NAMES: [&str; 5] = [
    "first",
    "windows of 24",
    "windows of 30",
    "windows of 64",
    "optimal",
];

/// The expansions between two looks at whether to stop.
const SLICE: u64 = 10_000;

/// The facts that a page states of a stage of a first path.
#[derive(Debug)]
pub struct StageFacts {
    /// The name of the stage: `first`, `windows of 24` and so on, `optimal`.
    pub name: &'static str,
    /// The length of its path in cells.
    pub length: f64,
    /// The lower bound on the length of any path as it is known by then, if any is.
    pub lower_bound: Option<f64>,
    /// The number of expansions up to the end of the stage.
    pub expanded: u64,
    /// The cells where its path turns, its ends included.
    pub turns: Vec<[i32; 3]>,
}

object!(StageFacts {
    name,
    length,
    lower_bound,
    expanded,
    turns
});

impl StageFacts {
    /// Returns the stages of a [first path](Query::anytime), as [`Search::improve_next`] makes them: as many as end
    /// before `stop` is set. There are none without a path.
    #[must_use]
    pub fn of(query: &Query<'_>, world: &Traversability, stop: &AtomicBool) -> Vec<Self> {
        let mut search = Search::new(query, world);
        let mut stages = Vec::new();
        for name in NAMES {
            while search.step(SLICE).is_none() {
                if stop.load(Ordering::Relaxed) {
                    return stages;
                }
            }
            let solution = search.solution();
            let Some(path) = solution.and_then(|solution| solution.outcome.path()) else {
                break;
            };
            stages.push(Self {
                name,
                length: path.cost().length(),
                lower_bound: bound(search.lower_bound()),
                expanded: search.expanded(),
                turns: path.corners().iter().map(IVec3::to_array).collect(),
            });
            if !search.improve_next() {
                break;
            }
        }
        stages
    }
}

#[cfg(test)]
mod tests {
    use voxnav::UnknownPolicy;
    use voxnav_worlds::{WorldKind, generate, random_free_cells};

    use super::*;

    #[test]
    fn stages_get_shorter_and_end_with_the_optimum() {
        let world = generate(WorldKind::Rooms, IVec3::splat(32), 3).unwrap();
        let cells = random_free_cells(&world, 3, 2);
        let world = Traversability::new(&world, UnknownPolicy::Blocked);
        let query = Query::new(cells[0], cells[1]);
        let never = AtomicBool::new(false);
        let stages = StageFacts::of(&query.anytime(), &world, &never);
        assert_eq!(stages.len(), NAMES.len());
        assert!(stages.is_sorted_by(|a, b| a.length >= b.length && a.expanded <= b.expanded));
        let solution = query.solve(&world, &mut voxnav::Workspace::new());
        let optimum = solution.outcome.path().unwrap().cost().length();
        let last = &stages[NAMES.len() - 1];
        assert_eq!(last.length.to_bits(), optimum.to_bits());
        assert_eq!(last.lower_bound.map(f64::to_bits), Some(optimum.to_bits()));
        let at_once = AtomicBool::new(true);
        assert!(
            StageFacts::of(&query.algorithm(voxnav::Algorithm::AStar), &world, &at_once).len() < 2
        );
    }
}
