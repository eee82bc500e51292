//! Moves on the ground that may differ between two snapshots, and what a path by one of them costs at least.
//!
//! # The bound
//!
//! What a move from a cell finds, requires and costs depends on cells within a reach: that of the body and
//! of what bears it, and that of the farthest move. So a move that differs begins in the box of the
//! cells that changed, grown by the reach, or is a link that is another now or has an end there. A path with a
//! move that begins at `a` costs at least `h(s, a) + h(a, g)`, where `h` is the estimate of searches, which
//! knows of links; and one that takes a link from `a` to `b` at least `h(s, a) + cost + h(b, g)`.

use glam::IVec3;
use voxnav_occupancy::{CellBox, UnknownPolicy};
use voxnav_search::{
    Cost, Ground, GroundMoves, Link, LinkDirection, LinkState, Locomotion, Path, Successors,
};

use crate::replanning::register::{Blocks, blocks_of};

/// The possible differences between two snapshots of an agent's ground.
#[derive(Clone, Debug)]
pub(crate) struct GroundChanges {
    /// True if any move may differ.
    is_total: bool,
    /// The cells where moves begin that may differ.
    cells: Vec<CellBox>,
    /// True if links were put in, taken out or changed.
    links_changed: bool,
    /// The links that lead now and may not have before: the cells where each begins, those where it ends, and
    /// its cost.
    opened: Vec<(CellBox, CellBox, Cost)>,
    /// The cells where any link of the agent's begins or ends: estimates are the least there, or next to a
    /// goal.
    link_ends: Vec<CellBox>,
}

impl GroundChanges {
    pub(super) fn between(before: &Ground, after: &Ground) -> Self {
        let [old, new] = [before, after].map(|ground| ground.stances().occupancy());
        let edits = new.changes_since(old);
        let agent = after.locomotion();
        // Unknown cells may turn out to be of any material of the palette.
        let foresees_others =
            agent.unknown == UnknownPolicy::StopAtBoundary && old.palette() != new.palette();
        let is_total = edits.is_total()
            || foresees_others
            || before.locomotion() != agent
            || old.bounds() != new.bounds();
        let reach = reach(agent);
        let grown = |cells: CellBox| {
            let cells = CellBox::new(cells.min - reach, cells.max + reach);
            cells.intersection(&new.bounds())
        };
        let cells: Vec<CellBox> = edits.parts().map(grown).collect();
        let links_changed = before.links() != after.links();
        let mut changes = Self {
            is_total,
            cells,
            links_changed,
            opened: Vec::new(),
            link_ends: Vec::new(),
        };
        if !changes.is_empty() {
            let usable = after.links().iter().filter(|link| is_for(link, agent));
            for link in usable {
                let is_new = links_changed && !before.links().contains(link);
                changes.note(link, is_new);
            }
        }
        changes
    }

    fn note(&mut self, link: &Link, is_new: bool) {
        let ends = [link.from, CellBox::of_cell(link.to)];
        let is_near = |end: &CellBox| {
            let mut cells = self.cells.iter();
            cells.any(|changed| !changed.intersection(end).is_empty())
        };
        if is_new || ends.iter().any(is_near) {
            self.opened.push((ends[0], ends[1], link.cost));
            if link.ways == LinkDirection::Both {
                self.opened.push((ends[1], ends[0], link.cost));
            }
        }
        self.link_ends.extend(ends);
    }

    /// Returns the boxes of cells where moves begin that may differ, but for links, of those that may hold a cell of a
    /// path; `None` if any move may.
    pub(super) fn near(&self, path: &Path) -> Option<Vec<CellBox>> {
        let cells = path.cells().map(CellBox::of_cell);
        let all = cells.fold(CellBox::EMPTY, |all, cell| all.hull(&cell));
        let near = |cells: &&CellBox| !cells.intersection(&all).is_empty();
        let listed = self.cells.iter().filter(near).copied();
        (!self.is_total).then(|| listed.collect())
    }

    /// Returns a lower bound on the cost of a path by a move that differs, if the bound may be less than
    /// `below`.
    pub(super) fn least_through(
        &self,
        moves: &GroundMoves<'_>,
        start: IVec3,
        goal: &CellBox,
        below: Cost,
    ) -> Option<Cost> {
        let at_all = moves.estimate(start, goal);
        if at_all >= below {
            return None;
        }
        if self.is_total {
            return Some(at_all);
        }
        let past = |from: &CellBox, cost: Cost, to: &CellBox| {
            let there = moves.estimate(start, from) + cost;
            // Where the one half is enough the other need not be asked for.
            (there < below).then(|| there + self.least_from(moves, to, goal))
        };
        let by_moves = self
            .cells
            .iter()
            .map(|cells| past(cells, Cost::ZERO, cells));
        let by_links = self
            .opened
            .iter()
            .map(|(from, to, cost)| past(from, *cost, to));
        let least = by_moves.chain(by_links).flatten().min()?;
        Some(least.max(at_all)).filter(|least| *least < below)
    }

    /// Returns the least estimate of the cells of a box: straight to the goal it is the least at the nearest
    /// cell, and through a link at the nearest to where that begins.
    fn least_from(&self, moves: &GroundMoves<'_>, cells: &CellBox, goal: &CellBox) -> Cost {
        let ends = std::iter::once(goal).chain(&self.link_ends);
        let nearest = ends.map(|end| nearest(cells, end));
        let estimates = nearest.map(|cell| moves.estimate(cell, goal));
        estimates.min().unwrap_or(Cost::ZERO)
    }
}

impl GroundChanges {
    /// Returns whether no move differs.
    pub(in crate::replanning) fn is_empty(&self) -> bool {
        !self.is_total && self.cells.is_empty() && !self.links_changed
    }

    /// Returns whether there may be moves that there were not.
    pub(in crate::replanning) fn frees_any(&self) -> bool {
        !self.is_empty()
    }

    /// Returns the blocks in which moves differ; `None` for all.
    pub(in crate::replanning) fn blocks(&self) -> Option<Blocks> {
        if self.is_total || self.links_changed {
            return None;
        }
        let mut cells = Vec::new();
        for changed in &self.cells {
            // The cells of a grid as fine as the blocks, and those at the far faces.
            let last = changed.max - 1;
            let (low, high) = (changed.min >> 3, last >> 3);
            let grid = CellBox::new(low, high + 1);
            cells.extend(grid.cells().map(|block| block << 3));
        }
        Some(blocks_of(cells))
    }
}

/// Returns a cell of a box that is as near to another box as any, along each axis.
fn nearest(cells: &CellBox, other: &CellBox) -> IVec3 {
    other.min.clamp(cells.min, cells.max - 1)
}

/// Returns whether an agent may use a link now.
fn is_for(link: &Link, agent: &Locomotion) -> bool {
    link.state == LinkState::Open && link.groups & agent.groups != 0
}

/// Returns the distance from which moves from a cell depend on others: as far as a move leads or looks, and
/// there the body and what bears it.
fn reach(agent: &Locomotion) -> i32 {
    let body = agent.body.offsets();
    let stance = body.max.max(-body.min).max_element() + 1;
    let jump = agent.jump.map_or(0, |jump| jump.rise.max(jump.gap + 1));
    let most = [1, agent.step_up, agent.drop, agent.drop_into_liquid, jump];
    let far = most.into_iter().max().unwrap_or(1);
    stance + i32::from(far)
}
