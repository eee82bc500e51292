//! Refinement of a way from component to component into moves, and pulling of the path.

use glam::IVec3;
use voxnav_occupancy::Axis;

use crate::clusters::{ClusterMemory, Link, Planes};
use crate::cost::Cost;
use crate::engine::greedy_walk::GreedyWalk;
use crate::heuristic::{Heuristic, offset_magnitude};
use crate::movement::{CornerRule, Direction, MoveSet};
use crate::path::Path;

/// The most links that one walk skips.
const MOST_SKIPPED: usize = 8;
/// The most cells that one walk replaces when a path is pulled.
const MOST_PULLED: usize = 64;

/// The pairs of axes along which face diagonals lead.
const EDGES: [[Axis; 2]; 3] = [[Axis::X, Axis::Y], [Axis::X, Axis::Z], [Axis::Y, Axis::Z]];

/// Writes the moves of a path whose components are known.
pub(super) struct Refinement<'w> {
    /// Makes the walk to a cell.
    pub(super) greedy_walk: GreedyWalk<'w>,
}

impl Refinement<'_> {
    fn moves(&self) -> MoveSet {
        self.greedy_walk.moves
    }

    fn distance(&self, from: IVec3, to: IVec3) -> Cost {
        let costs = self.greedy_walk.costs;
        Heuristic::Octile.of_offset(self.moves(), costs, offset_magnitude(from, to))
    }

    fn walk(&self, from: IVec3, to: IVec3, part: &mut Path) -> bool {
        let greedy_walk = GreedyWalk {
            goal: to,
            ..self.greedy_walk
        };
        greedy_walk.walk(from, part).is_some()
    }

    /// Extends the path from the entry of a link to that of a later one, whose number it returns: as far as a walk
    /// of octile length leads, else through the component to the next entry.
    pub(super) fn extend(&self, link: usize, memory: &mut ClusterMemory) -> usize {
        let last = memory.chain.len() - 1;
        let from = memory.chain[link].entry;
        let mut skipped = MOST_SKIPPED;
        while skipped > 0 {
            let next = (link + skipped).min(last);
            if self.walk(from, memory.chain[next].entry, &mut memory.part) {
                memory.path.append(&memory.part);
                return next;
            }
            skipped = (next - link) / 2;
        }
        let to = memory.chain[link + 1].entry;
        let across = (to >> 3) - (from >> 3);
        let ClusterMemory {
            chain, steps, path, ..
        } = memory;
        self.cross(&chain[link], to - across, steps, path);
        if let Some(direction) = Direction::from_offset(across) {
            path.fly_at(direction, 1, self.greedy_walk.costs.of(direction));
        }
        link + 1
    }

    /// Extends the path from the entry of a component to another of its cells, by the fewest moves within it that cut
    /// no corners.
    fn cross(&self, link: &Link, to: IVec3, steps: &mut Vec<Planes>, path: &mut Path) {
        // The search goes from the end to the entry, so that the way back goes forward.
        let entry = Planes::of(link.entry);
        let mut reached = Planes::of(to);
        let mut step = reached;
        steps.clear();
        while step.and(&entry).is_empty() && !step.is_empty() {
            steps.push(step);
            step = around(&step, &link.cells, self.moves()).without(&reached);
            reached = reached.or(&step);
        }
        let mut cell = link.entry;
        for step in steps.iter().rev() {
            let nearer = Direction::all().rev().find(|&direction| {
                self.moves().allows(direction) && leads(cell, direction, step, &link.cells)
            });
            let Some(direction) = nearer else {
                return;
            };
            path.fly_at(direction, 1, self.greedy_walk.costs.of(direction));
            cell += direction.offset();
        }
    }

    /// Shortens the path wherever a walk of octile length replaces a part of it.
    pub(super) fn pull(&self, memory: &mut ClusterMemory) {
        let ClusterMemory {
            cells, path, part, ..
        } = memory;
        cells.clear();
        cells.push((path.start(), Cost::ZERO));
        let mut cost = Cost::ZERO;
        for made in path.moves() {
            cost = cost + made.cost;
            cells.push((made.to, cost));
        }
        path.restart(cells[0].0);
        let (mut at, mut span) = (0, MOST_PULLED);
        while at + 1 < cells.len() {
            let end = (at + span).min(cells.len() - 1);
            let [(from, before), (to, after)] = [cells[at], cells[end]];
            let is_straight = self.distance(from, to) == after - before;
            if !is_straight && span > 2 && !self.walk(from, to, part) {
                span /= 2;
                continue;
            }
            if is_straight || span <= 2 {
                for (from, to) in cells[at..=end].windows(2).map(|pair| (pair[0], pair[1])) {
                    if let Some(direction) = Direction::from_offset(to.0 - from.0) {
                        path.fly_at(direction, 1, self.greedy_walk.costs.of(direction));
                    }
                }
            } else {
                path.append(part);
            }
            at = end;
            span = (2 * span).clamp(4, MOST_PULLED);
        }
    }
}

/// Returns the cells of `free` to which one move from a cell of `from` leads, if it cuts no corner.
fn around(from: &Planes, free: &Planes, moves: MoveSet) -> Planes {
    let along = |set: &Planes, axis, up| set.moved(axis, up).and(free);
    let signs = [false, true];
    let straight = Axis::ALL.map(|axis| signs.map(|up| along(from, axis, up)));
    let mut reached = Planes::EMPTY;
    for set in straight.iter().flatten() {
        reached = reached.or(set);
    }
    if matches!(moves, MoveSet::Face6 | MoveSet::Planar4(_)) {
        return reached;
    }
    // Cells across an edge: both cells between are free.
    let edges = EDGES.map(|[first, second]| {
        signs.map(|a| {
            signs.map(|b| {
                let by_first = along(&straight[first.index()][usize::from(a)], second, b);
                let by_second = along(&straight[second.index()][usize::from(b)], first, a);
                by_first.and(&by_second)
            })
        })
    });
    for set in edges.iter().flatten().flatten() {
        reached = reached.or(set);
    }
    if moves != MoveSet::Vertex26 {
        return reached;
    }
    // Cells across a corner: all six cells between are free.
    let [xy, xz, yz] = edges;
    for (a, b, c) in (0..8).map(|n| (n & 1, n >> 1 & 1, n >> 2)) {
        let corner = along(&xy[a][b], Axis::Z, signs[c])
            .and(&along(&xz[a][c], Axis::Y, signs[b]))
            .and(&along(&yz[b][c], Axis::X, signs[a]));
        reached = reached.or(&corner);
    }
    reached
}

/// Returns whether a move leads from a cell into `step`, and needs cells of `free` alone.
fn leads(cell: IVec3, direction: Direction, step: &Planes, free: &Planes) -> bool {
    let to = cell + direction.offset();
    let needed = direction.required(CornerRule::Strict);
    to >> 3 == cell >> 3
        && step.contains(to)
        && Direction::toward(needed).all(|part| free.contains(cell + part.offset()))
}
