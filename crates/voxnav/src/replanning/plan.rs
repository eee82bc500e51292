//! A followed path, and the proved lower bound on the cost of every other one.
//!
//! INVARIANT: `proved` is at most what any path from the base to the goal costs, the cell that the agent is at or on
//! its way to, in the world that was last looked at. It falls by what legal moves from one base to the next cost (or
//! else a path over them would have been cheaper before), by no edit that only blocks, and to the bound of the changes
//! by one that frees.

use ahash::AHashMap;
use glam::{DVec3, IVec3};
use voxnav_occupancy::CellBox;
use voxnav_search::{Cost, Path, Weight};

use super::followed_path::FollowedPath;
use super::moves::{self, Changes};
use crate::routes::View;
use crate::smoothing::foot;

/// The distance, in cells, to which positions on a path are exact: an agent that is nearer than this to a cell is at
/// it, and one that is this much nearer to another segment is on that.
pub(super) const EXACTNESS: f64 = 1e-6;

/// The largest distance that an agent may be off the end of its path, in cells, if it is in another cell: half of one,
/// since no move of the path leads it back.
const STRAY_AT_END: f64 = 0.5;

/// The extent of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PathExtent {
    Goal,
    /// The path leads to the best cell known, before unknown cells, or to where the goal was.
    Part,
}

/// The way that an agent goes along its path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// The agent goes from cell to cell.
    Cells,
    /// The agent follows a smooth way that stands for the path, off its cells.
    Smooth,
}

#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub(super) followed: FollowedPath,
    pub(super) proved: Cost,
    pub(super) reach: PathExtent,
    /// True if the path leads to less than the goal, and what is known of the world has changed since.
    pub(super) is_outdated: bool,
    /// True if the agent cannot get from the last cell to its goal any more.
    pub(super) is_cut: bool,
    /// True if the agent cannot be sure to get back to the path straight from where it is.
    pub(super) is_lost: bool,
    /// The way that the agent goes along the path.
    pub(super) way: Way,
    /// The number of the cell that the agent is at, or on its way to: from there on the path can be left.
    pub(super) base: u64,
    /// The share of the move after those made that the agent had gone, when it was last located.
    pub(super) gone: f64,
    /// The position of the agent when it got the path, and the one where it is to end: in cells, with straight ways to
    /// the first cell and from the last.
    pub(super) ends: [DVec3; 2],
    /// The place on the ground below the first of these, in cells.
    pub(super) below: DVec3,
    /// The way from the agent's feet to the ground, in cells, when it last stood at a cell of the path: up where the top of
    /// its floor lies inside of a cell.
    pub(super) lift: DVec3,
}

/// The place of an agent on a path.
#[derive(Clone, Copy, Debug)]
struct Place {
    /// The number of moves made since the last time.
    moves: u64,
    /// The share of the next move that the agent has gone, from 0 to 1.
    gone: f64,
    /// True if the agent is on its way to the next cell.
    is_under_way: bool,
    /// The distance of the agent from the path, in cells.
    away: f64,
}

/// The position of an agent.
#[derive(Clone, Copy, Debug)]
pub(super) struct AgentPosition {
    pub(super) position: DVec3,
    /// The place of the agent in cells: on the ground below its feet where it stands.
    pub(super) at: DVec3,
    /// The position in cells, at the height of its feet.
    pub(super) feet: DVec3,
    /// The cell where the agent rests.
    pub(super) rest: Option<IVec3>,
}

impl AgentPosition {
    /// Returns the place of the agent in the world.
    pub(super) fn place(&self, view: &View) -> DVec3 {
        if self.at == self.feet {
            self.position
        } else {
            view.lattice().position_of(self.at) + view.anchor().offset()
        }
    }
}

impl Plan {
    /// Makes the plan of a path that the agent follows from the cell numbered `base`, to somewhere in `goal`.
    pub(super) fn new(
        path: Path,
        reach: PathExtent,
        base: u64,
        goal: Option<CellBox>,
        view: &View,
    ) -> Self {
        let goal = goal.unwrap_or_else(|| CellBox::of_cell(path.goal()));
        let ends = [path.start(), path.goal()].map(IVec3::as_dvec3);
        let mut plan = Self {
            below: ends[0],
            lift: DVec3::ZERO,
            ends,
            followed: FollowedPath::new(path, goal, view.moves()),
            proved: Cost::ZERO,
            reach,
            is_outdated: false,
            is_cut: false,
            is_lost: false,
            way: Way::Cells,
            base,
            gone: 0.0,
        };
        if reach == PathExtent::Goal {
            plan.proved = plan.in_free_space(view);
        }
        plan
    }

    pub(super) fn is_whole(&self) -> bool {
        self.reach == PathExtent::Goal
    }

    /// Returns the cell of a number, or the last.
    pub(super) fn cell(&self, number: u64) -> IVec3 {
        self.followed.cell(number)
    }

    pub(super) fn base_cell(&self) -> IVec3 {
        self.cell(self.base)
    }

    pub(super) fn last_cell(&self) -> IVec3 {
        self.followed.path.goal()
    }

    /// Returns the number of a cell on the path, the nearest to the base where it comes there more than once.
    pub(super) fn number_of(&self, cell: IVec3) -> Option<u64> {
        let cells = (0..).zip(self.followed.path.cells());
        let there = cells.filter(|it| it.1 == cell).map(|it| it.0);
        there.min_by_key(|number: &u64| number.abs_diff(self.base))
    }

    /// Returns a lower bound on the cost of a path from the base in free space.
    fn in_free_space(&self, view: &View) -> Cost {
        moves::of(view.moves()).least(&self.followed, self.base_cell())
    }

    /// Returns a lower bound on the cost of a path from the base that there was not before some changes, if the bound
    /// is less than `below`.
    pub(super) fn least_through(
        &self,
        changes: &Changes,
        below: Cost,
        view: &View,
    ) -> Option<Cost> {
        moves::of(view.moves()).least_through(&self.followed, self.base_cell(), changes, below)
    }

    /// Returns the moves from one place to another, on or back.
    pub(super) fn between(&self, from: u64, to: u64, view: &View) -> Option<Path> {
        let part = self.followed.path.part(from.min(to)..from.max(to))?;
        if from <= to {
            Some(part)
        } else {
            moves::of(view.moves()).reversed(&part)
        }
    }

    /// Returns the cost of the rest from the base on.
    pub(super) fn cost(&self, view: &View) -> Cost {
        let under_way = self.between(self.followed.passed, self.base, view);
        self.followed.cost - under_way.map_or(Cost::ZERO, |moves| moves.cost())
    }

    /// Returns whether the rest is proved to cost at most so many times the optimum.
    pub(super) fn is_within(&self, detour: Weight, view: &View) -> bool {
        detour.divided(self.cost(view)) <= self.proved
    }

    /// Raises what is proved.
    pub(super) fn prove(&mut self, proved: Cost) {
        self.proved = self.proved.max(proved);
    }

    /// Finds the place of an agent within `reach` moves from the last; how far it is off the path, in cells, is to be
    /// no more than `max_deviation`. The moves since were made in the world `before`.
    pub(super) fn locate(
        &mut self,
        agent: &AgentPosition,
        reach: usize,
        stray: f64,
        [before, now]: [&View; 2],
    ) {
        let reaches = |cell| now.kind().reaches(agent.position, agent.rest, cell);
        let place = self.find(agent, reach, now);
        let Place {
            moves,
            away,
            is_under_way,
            ..
        } = place;
        let (last_base, legal) = (self.base, self.followed.blocked);
        self.followed
            .pass(self.followed.passed + moves, before.moves());
        self.gone = place.gone;
        self.base = self.followed.passed + u64::from(is_under_way);
        if !is_under_way && away <= EXACTNESS {
            self.lift = agent.at - agent.feet;
        }
        let is_beside_end = self.is_done() && agent.rest != Some(self.last_cell());
        self.is_lost = away > stray.max(EXACTNESS) || is_beside_end && away > STRAY_AT_END;
        if away > EXACTNESS && !self.is_lost && !reaches(self.base_cell()) {
            self.base = self.followed.passed;
            self.is_lost = !reaches(self.base_cell());
        }
        self.rebase(last_base, legal, [before, now]);
    }

    /// Puts an agent that follows a smooth way so many moves along, on its way to the cell of another number.
    pub(super) fn place(&mut self, [passed, base]: [u64; 2], [before, now]: [&View; 2]) {
        let (last_base, legal) = (self.base, self.followed.blocked);
        self.followed.pass(passed, before.moves());
        self.gone = 0.0;
        self.base = base.max(self.followed.passed);
        (self.is_lost, self.way) = (false, Way::Smooth);
        self.rebase(last_base, legal, [before, now]);
    }

    /// Takes note of what is proved of the base, which was another one with so many legal moves.
    fn rebase(&mut self, last_base: u64, legal: Option<u64>, [before, now]: [&View; 2]) {
        if self.base != last_base {
            // Of where it got by no legal move nothing is proved.
            let are_legal = legal.is_none_or(|legal| self.base.max(last_base) <= legal);
            let made = self.between(last_base, self.base, before);
            self.proved = match made.filter(|_| are_legal) {
                Some(made) => self.proved - made.cost(),
                // Lines that are no moves are not left before they end.
                None if are_legal && self.followed.passed == 0 && last_base <= self.base => {
                    self.proved
                }
                None => Cost::ZERO,
            };
            self.prove(self.in_free_space(now));
        }
    }

    /// Returns the place of an agent, within `reach` moves from its last one: on its path by the height of its feet, as in
    /// the middle of a drop, else on the ground below them.
    fn find(&self, agent: &AgentPosition, reach: usize, view: &View) -> Place {
        let by_feet = self.nearest(agent.feet, reach, view);
        if by_feet.away <= EXACTNESS || agent.feet == agent.at {
            return by_feet;
        }
        let on_ground = self.nearest(agent.at, reach, view);
        if on_ground.away + EXACTNESS < by_feet.away {
            on_ground
        } else {
            by_feet
        }
    }

    /// Returns the place of an agent that is somewhere in cells, within `reach` moves from its last one.
    fn nearest(&self, at: DVec3, reach: usize, view: &View) -> Place {
        let path = &self.followed.path;
        let passed = usize::try_from(self.followed.passed).unwrap_or(usize::MAX);
        let mut here = self.followed.cell(self.followed.passed);
        let mut nearest = Place {
            moves: 0,
            gone: 0.0,
            is_under_way: false,
            away: here.as_dvec3().distance(at),
        };
        // How far it is off a move, and off the straight line of that.
        let mut least = [f64::INFINITY; 2];
        for (index, made) in (0_u64..).zip(path.moves().skip(passed).take(reach)) {
            let room = moves::of(view.moves()).room(here, &made);
            let from = std::mem::replace(&mut here, made.to).as_dvec3();
            let to = made.to.as_dvec3();
            let along = to - from;
            let gone = share_along(at, from, to);
            let off_line = (from + along * gone).distance(at);
            // It leaves the level from where its feet are.
            let lift = if index == 0 { self.lift } else { DVec3::ZERO };
            let away = room.map_or(off_line, |[low, high]| {
                let nearest = at.clamp(low.min(low - lift), high.max(high - lift));
                nearest.distance(at)
            });
            // It may have been told to go straight from where it got its path, and not over the first cell.
            let is_on_way_to = |cell: DVec3| at.distance(foot(at, self.ends[0], cell)) <= EXACTNESS;
            let is_straight = moves::of(view.moves()).finishes_moves()
                && (index, passed) == (0, 0)
                && is_on_way_to(to)
                && !is_on_way_to(from);
            let (away, gone) = if is_straight {
                (0.0, share_along(at, self.ends[0], to))
            } else {
                (away, gone)
            };
            // Where the path comes back to itself the agent is where it comes first, unless it has turned round.
            let has_turned = index == 0 && gone + EXACTNESS < self.gone;
            let rank = away + if has_turned { 3.0 * EXACTNESS } else { 0.0 };
            let is_nearer = rank + EXACTNESS <= least[0]
                || rank <= least[0] + EXACTNESS && off_line + EXACTNESS <= least[1];
            if !is_nearer {
                continue;
            }
            least = [rank, off_line];
            let is_over = gone >= 1.0 - EXACTNESS && off_line <= away + EXACTNESS;
            nearest = Place {
                moves: index + u64::from(is_over),
                gone: if is_over { 0.0 } else { gone },
                is_under_way: !is_over && gone * along.length() > EXACTNESS,
                away,
            };
        }
        let least = least[0].min(nearest.away);
        let end = self.on_end_ways(at, reach as u64);
        // Where the way from the last cell leads back over the last move, the agent has that behind it.
        end.filter(|end| end.away + EXACTNESS <= least || end.moves > 0 && end.away <= EXACTNESS)
            .unwrap_or(nearest)
    }

    /// Returns the place of an agent that is on the straight way to the first cell, or from the last, if it may be
    /// there: at that cell.
    fn on_end_ways(&self, at: DVec3, reach: u64) -> Option<Place> {
        let left = self
            .followed
            .path
            .move_count()
            .saturating_sub(self.followed.passed);
        let place = |moves: u64, cell: IVec3, end: DVec3| Place {
            moves,
            gone: 0.0,
            is_under_way: false,
            away: at.distance(foot(at, cell.as_dvec3(), end)),
        };
        let is_first = self.followed.passed == 0;
        let begins = [self.ends[0], self.below].map(|end| place(0, self.cell(0), end));
        let [first, below] = begins.map(|begin| Some(begin).filter(|_| is_first));
        let last = (left <= reach).then(|| place(left, self.last_cell(), self.ends[1]));
        let all = [first, below, last].into_iter().flatten();
        all.min_by(|a, b| a.away.total_cmp(&b.away))
    }

    /// Returns whether an agent is no farther off the straight line of the move from the base than it may stray, so that
    /// it stays that near to its path where it goes straight to the end of the move.
    pub(super) fn is_beside_move(&self, agent: &AgentPosition, stray: f64) -> bool {
        let [from, to] = [self.base, self.base + 1].map(|number| self.cell(number).as_dvec3());
        agent.at.distance(foot(agent.at, from, to)) <= stray.max(EXACTNESS)
    }

    /// Takes note of changes, after which the view is as given.
    pub(super) fn look_at(&mut self, changes: &Changes, agent: &AgentPosition, view: &View) {
        if changes.is_empty() {
            return;
        }
        moves::of(view.moves()).check(&mut self.followed, Some(changes));
        if !self.is_whole() {
            self.is_outdated = true;
        } else if let Some(at_least) = self.least_through(changes, self.proved, view) {
            self.proved = at_least;
        }
        let is_committed =
            moves::of(view.moves()).finishes_moves() && self.base > self.followed.passed;
        let is_there = self.way == Way::Smooth
            || is_committed
            || view
                .kind()
                .reaches(agent.position, agent.rest, self.base_cell());
        self.is_lost |= !is_there;
    }

    /// Returns whether the agent follows a smooth way, and cannot be at the cell that it is at or goes to next.
    pub(super) fn is_base_cut_off(&self, view: &View) -> bool {
        let is_near = |legal: u64| legal <= self.base;
        self.way == Way::Smooth
            && self.followed.blocked.is_some_and(is_near)
            && view.kind().settled(self.base_cell()) != Some(self.base_cell())
    }

    /// Takes note that moves cost something else, no less than their length.
    pub(super) fn weigh(&mut self, view: &View) {
        self.followed.weigh(view.moves());
        if self.is_whole() {
            self.proved = self.in_free_space(view);
        }
    }

    /// Returns whether the agent is at the last cell.
    pub(super) fn is_done(&self) -> bool {
        self.followed.passed >= self.followed.path.move_count()
    }

    /// Returns how many moves can be made, those made included, if the agent does not get to its goal.
    pub(super) fn blocked(&self) -> Option<u64> {
        let cut = || self.is_cut.then(|| self.followed.path.move_count());
        self.followed.blocked.or_else(cut)
    }

    /// Returns how far the agent can go from a position before what blocks its way, in world units, if anything does.
    pub(super) fn ahead(&self, position: DVec3, view: &View) -> Option<f64> {
        let blocked = self.blocked()?;
        if blocked < self.base {
            return Some(0.0);
        }
        // An agent off the cell that it is at may be told to go straight to the next, which is less far than over that cell.
        let first = blocked.min(self.base + u64::from(self.base == self.followed.passed));
        let [first, cells] = [first, blocked - first + 1]
            .map(|number| usize::try_from(number).unwrap_or(usize::MAX));
        let cells = self.followed.path.cells().skip(first).take(cells);
        let (mut ahead, mut from) = (0.0, position);
        for spot in cells.map(|cell| view.position_at(cell)) {
            ahead += from.distance(spot);
            from = spot;
        }
        Some(ahead)
    }
}

/// Returns the share of the way from one place to another that lies before the nearest point to a third.
fn share_along(at: DVec3, from: DVec3, to: DVec3) -> f64 {
    let along = to - from;
    let share = (at - from).dot(along) / along.length_squared().max(f64::MIN_POSITIVE);
    share.clamp(0.0, 1.0)
}

/// Returns a path put together of others, without the ways that lead back to a cell where it was: a position alone does
/// not show how much of such a path an agent has gone.
pub(super) fn without_loops(mut path: Path) -> Path {
    while let Some([from, to]) = first_loop(&path) {
        let parts = path.part(0..from).zip(path.part(to..u64::MAX));
        let Some(cut) = parts.and_then(|(before, after)| before.joined(&after)) else {
            break;
        };
        path = cut;
    }
    path
}

/// Returns the places of the first cell to which a path comes back.
fn first_loop(path: &Path) -> Option<[u64; 2]> {
    let hasher = ahash::RandomState::with_seeds(41, 42, 43, 44);
    let mut seen = AHashMap::with_hasher(hasher);
    (0..)
        .zip(path.cells())
        .find_map(|(index, cell)| Some([seen.insert(cell, index)?, index]))
}
