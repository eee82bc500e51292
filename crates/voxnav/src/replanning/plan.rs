//! A way with what is proved of it: that no other costs less than so much.
//!
//! INVARIANT: `proved` is at most what any path from the base to the goal costs, the cell that the agent is at or on
//! its way to, in the world that was last looked at. It falls by what moves of the base cost (or else a path over
//! them would have been cheaper before), by no edit that only blocks, and to the bound of
//! [`changes`](super::changes) by one that frees.

use ahash::AHashMap;
use glam::{DVec3, IVec3};
use voxnav_occupancy::{CellBox, Traversability};
use voxnav_search::{Cost, Path, SearchSettings, Terrain, Weight};

use super::changes::Changes;
use super::way::Way;

/// Positions on a path are as exact as their numbers: an agent that is nearer than this to a cell is at it, and
/// one that is this much nearer to another segment is on that.
pub(super) const EXACTNESS: f64 = 1e-6;

#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub(super) way: Way,
    pub(super) proved: Cost,
    /// Whether it leads to the goal. What does not is replaced as soon as anything changes.
    pub(super) is_whole: bool,
    /// Whether the agent cannot be sure to get back to the path straight from where it is.
    pub(super) is_lost: bool,
    /// How far the agent is from its place along its next move, in cells.
    pub(super) beyond: f64,
}

impl Plan {
    /// Of a path to a goal that is one cell, or somewhere in `region`.
    pub(super) fn new(
        path: Path,
        region: Option<CellBox>,
        settings: &SearchSettings,
        world: &Traversability,
    ) -> Self {
        let mut way = Way::new(path, settings, world);
        way.ends[1] = region.unwrap_or(way.ends[1]);
        Self {
            way,
            proved: Cost::ZERO,
            is_whole: true,
            is_lost: false,
            beyond: 0.0,
        }
    }

    /// Takes note of edits.
    pub(super) fn look_at(&mut self, changes: &Changes, world: &Traversability) {
        self.way.look_at(changes, world);
        if !self.is_whole {
            self.proved = Cost::ZERO;
        } else if let Some(at_least) = self.least_through(changes, self.proved) {
            self.proved = at_least;
        }
    }

    /// Takes note of other terrain: what moves cost, no less than their length.
    pub(super) fn weigh(&mut self, terrain: &Terrain) {
        if let Some(rest) = self.way.rest(Some(terrain)) {
            self.way.cost = rest.cost();
        }
        self.proved = self.in_free_space();
    }

    /// What a path from the base costs at least in free space.
    pub(super) fn in_free_space(&self) -> Cost {
        self.way.rules.between(self.ends())
    }

    /// What a path from the base through what edits freed costs at least, if that is less than `below`.
    pub(super) fn least_through(&self, changes: &Changes, below: Cost) -> Option<Cost> {
        changes.least_through(self.ends(), &self.way.rules, below)
    }

    /// The base, and where the path may end.
    fn ends(&self) -> [CellBox; 2] {
        let [place, goal] = self.way.ends;
        [self.base_cell().map_or(place, CellBox::of_cell), goal]
    }

    /// What the rest costs from the base on.
    pub(super) fn cost(&self, terrain: &Terrain) -> Cost {
        self.way.cost - self.between(self.way.passed, self.base(), terrain)
    }

    /// What the moves from one place to another cost, on or back.
    fn between(&self, from: u64, to: u64, terrain: &Terrain) -> Cost {
        let terrain = Some(terrain);
        let part = self.way.path.part(from.min(to)..from.max(to), terrain);
        let moves = part.and_then(|part| {
            if from <= to {
                Some(part)
            } else {
                part.reversed(terrain)
            }
        });
        moves.map_or(Cost::ZERO, |moves| moves.cost())
    }

    /// Finds the place of an agent, in cells, within `reach` moves from the last, and how far it is off
    /// the path.
    pub(super) fn locate(
        &mut self,
        at: DVec3,
        reach: usize,
        terrain: &Terrain,
        world: &Traversability,
    ) -> f64 {
        let passed = usize::try_from(self.way.passed).unwrap_or(usize::MAX);
        let cells = || self.way.path.cells().skip(passed).take(reach + 1);
        let Some(first) = cells().next() else {
            return 0.0;
        };
        let first = first.as_dvec3();
        let mut nearest = (0, first.distance(at), 0.0);
        for (index, (from, to)) in (0_u64..).zip(cells().zip(cells().skip(1))) {
            let (from, to) = (from.as_dvec3(), to.as_dvec3());
            let along = to - from;
            let share = ((at - from).dot(along) / along.length_squared()).clamp(0.0, 1.0);
            let away = (from + along * share).distance(at);
            // Where the path comes back to itself the agent is where it comes first.
            if away + EXACTNESS > nearest.1 && index > 0 {
                continue;
            }
            let beyond = share * along.length();
            nearest = if share >= 1.0 - EXACTNESS {
                (index + 1, away, 0.0)
            } else if beyond <= EXACTNESS {
                (index, away, 0.0)
            } else {
                (index, away, beyond)
            };
        }
        let (moves, away, beyond) = nearest;
        let before = self.base();
        self.way.pass(self.way.passed + moves, Some(terrain), world);
        self.beyond = beyond;
        self.proved = self.proved - self.between(before, self.base(), terrain);
        away
    }

    /// The number of the cell from which on the path can be left: that of the place, or the next for an
    /// agent that is on its way there.
    pub(super) fn base(&self) -> u64 {
        let next = self.way.passed + u64::from(self.beyond > 0.0);
        next.min(self.way.path.move_count())
    }

    /// The cell of that number.
    pub(super) fn base_cell(&self) -> Option<IVec3> {
        let base = usize::try_from(self.base()).ok()?;
        self.way.path.cells().nth(base)
    }

    /// Whether the agent is at the last cell.
    pub(super) fn is_done(&self) -> bool {
        self.way.passed >= self.way.path.move_count()
    }

    /// Whether the rest is proved to cost at most so many times the optimum.
    pub(super) fn is_within(&self, detour: Weight, terrain: &Terrain) -> bool {
        detour.divided(self.cost(terrain)) <= self.proved
    }

    /// How far the agent can go along the path before what blocks it, in cells, if anything does.
    pub(super) fn ahead(&self) -> Option<f64> {
        let legal = self.way.blocked?;
        let free = self
            .way
            .path
            .part(self.way.passed..legal.max(self.way.passed), None);
        let length = free.map_or(0.0, |path| path.cost().length());
        Some((length - self.beyond).max(0.0))
    }
}

/// A path put together of others, without the ways that lead back to a cell where it was: from a position alone nobody
/// could tell how much of such a path an agent has gone.
pub(super) fn without_loops(mut path: Path, terrain: &Terrain) -> Path {
    while let Some([from, to]) = first_loop(&path) {
        let part = |moves| path.part(moves, Some(terrain));
        let parts = part(0..from).zip(part(to..u64::MAX));
        let Some(cut) = parts.and_then(|(before, after)| before.joined(&after)) else {
            break;
        };
        path = cut;
    }
    path
}

/// The places of the first cell to which a path comes back.
fn first_loop(path: &Path) -> Option<[u64; 2]> {
    let hasher = ahash::RandomState::with_seeds(41, 42, 43, 44);
    let mut seen = AHashMap::with_hasher(hasher);
    (0..)
        .zip(path.cells())
        .find_map(|(index, cell)| Some([seen.insert(cell, index)?, index]))
}
