//! D* Lite: a search from the goal whose tree is mended where moves changed.
//!
//! "D* Lite", Koenig and Likhachev, AAAI 2002, the optimized version. The agent may move; another goal begins
//! again.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use voxnav::Path;
use voxnav::glam::IVec3;
use voxnav::grid::Traversability;
use voxnav::ground::{Action, Move};
use voxnav::search::Cost;

use super::contestants::{Answer, Moment};
use super::grid::{Grid, INFINITE};

/// The order in which cells are taken: by the first, then the second.
type Key = (u64, u64);

/// The knowledge of a cell; nothing, unless the stamp is that of the search.
#[derive(Clone, Copy, Debug)]
struct Vertex {
    stamp: u32,
    g: u64,
    rhs: u64,
    /// The key under which the cell is queued, if it is.
    key: Option<Key>,
}

#[derive(Debug)]
pub(super) struct DStarLite {
    grid: Grid,
    vertices: Vec<Vertex>,
    queue: BinaryHeap<Reverse<(Key, [i32; 3])>>,
    stamp: u32,
    goal: IVec3,
    /// The cell of the agent when moves last changed.
    last: IVec3,
    /// The amount by which keys grew since the search began.
    grown: u64,
    /// The number of cells expanded for this answer.
    expanded: u64,
}

impl Vertex {
    /// Returns the vertex of which nothing is known, for a search.
    fn unknown(stamp: u32) -> Self {
        Self {
            stamp,
            g: INFINITE,
            rhs: INFINITE,
            key: None,
        }
    }
}

impl DStarLite {
    pub(super) fn new(grid: Grid) -> Self {
        Self {
            vertices: vec![Vertex::unknown(0); grid.len()],
            grid,
            queue: BinaryHeap::new(),
            stamp: 0,
            goal: IVec3::ZERO,
            last: IVec3::ZERO,
            grown: 0,
            expanded: 0,
        }
    }

    fn vertex(&mut self, cell: IVec3) -> &mut Vertex {
        let stamp = self.stamp;
        let vertex = &mut self.vertices[self.grid.number(cell)];
        if vertex.stamp != stamp {
            *vertex = Vertex::unknown(stamp);
        }
        vertex
    }

    fn key(&mut self, cell: IVec3) -> Key {
        let (last, grown) = (self.last, self.grown);
        let vertex = self.vertex(cell);
        let cost = vertex.g.min(vertex.rhs);
        let first = cost.saturating_add(self.grid.octile(last, cell) + grown);
        (first, cost)
    }

    /// Queues a cell whose values differ, and no other.
    fn update(&mut self, cell: IVec3) {
        let key = self.key(cell);
        let vertex = self.vertex(cell);
        vertex.key = (vertex.g != vertex.rhs).then_some(key);
        if vertex.key.is_some() {
            self.queue.push(Reverse((key, cell.to_array())));
        }
    }

    /// Returns the cost of a path from a cell by what its neighbors say.
    fn by_neighbors(&mut self, world: &Traversability, cell: IVec3) -> u64 {
        if cell == self.goal {
            return 0;
        }
        let moves: Vec<(IVec3, u64)> = self.grid.moves(world, cell).collect();
        let costs = moves.into_iter().map(|(next, cost)| {
            let known = self.vertex(next).g;
            known.saturating_add(cost)
        });
        costs.min().unwrap_or(INFINITE)
    }

    fn begin(&mut self, moment: &Moment<'_>) {
        self.stamp += 1;
        self.queue.clear();
        [self.last, self.goal] = moment.ends;
        self.grown = 0;
        let goal = self.goal;
        self.vertex(goal).rhs = 0;
        self.update(goal);
    }

    /// Returns the first entry that is not stale.
    fn first(&mut self) -> Option<(Key, IVec3)> {
        loop {
            let &Reverse((key, cell)) = self.queue.peek()?;
            let cell = IVec3::from_array(cell);
            if self.vertex(cell).key == Some(key) {
                return Some((key, cell));
            }
            self.queue.pop();
        }
    }

    fn search(&mut self, world: &Traversability, start: IVec3) {
        while let Some((key, cell)) = self.first() {
            let wanted = self.key(start);
            let at_start = *self.vertex(start);
            if key >= wanted && at_start.rhs <= at_start.g {
                break;
            }
            self.queue.pop();
            let now = self.key(cell);
            if key < now {
                self.vertex(cell).key = Some(now);
                self.queue.push(Reverse((now, cell.to_array())));
                continue;
            }
            self.expanded += 1;
            let vertex = self.vertex(cell);
            vertex.key = None;
            let before = vertex.g;
            let is_over = vertex.g > vertex.rhs;
            vertex.g = if is_over { vertex.rhs } else { INFINITE };
            let known = vertex.g;
            let moves: Vec<(IVec3, u64)> = self.grid.moves(world, cell).collect();
            for (next, cost) in moves {
                if next == self.goal {
                    continue;
                }
                let rhs = self.vertex(next).rhs;
                if is_over {
                    if known + cost < rhs {
                        self.vertex(next).rhs = known + cost;
                        self.update(next);
                    }
                } else if rhs == before.saturating_add(cost) {
                    self.vertex(next).rhs = self.by_neighbors(world, next);
                    self.update(next);
                }
            }
            if !is_over {
                self.vertex(cell).rhs = self.by_neighbors(world, cell);
                self.update(cell);
            }
        }
    }

    /// Returns the path from the agent to the goal, each time to the neighbor that leads there best.
    fn path(&mut self, world: &Traversability, start: IVec3) -> Option<Path> {
        if self.vertex(start).rhs == INFINITE {
            return None;
        }
        let (mut made, mut cell) = (Vec::new(), start);
        while cell != self.goal && made.len() <= self.grid.len() {
            let moves: Vec<(IVec3, u64)> = self.grid.moves(world, cell).collect();
            let by_cost = |&(next, cost): &(IVec3, u64)| self.vertex(next).g.saturating_add(cost);
            let (to, cost) = moves.into_iter().min_by_key(by_cost)?;
            let (cost, action) = (Cost::from_raw(cost), Action::Fly);
            made.push(Move { to, cost, action });
            cell = to;
        }
        Some(Path::of_moves(start, made))
    }

    pub(super) fn answer(&mut self, moment: &Moment<'_>) -> Answer {
        let [start, goal] = moment.ends;
        self.expanded = 0;
        if moment.is_new || goal != self.goal {
            self.begin(moment);
        } else {
            self.grown += self.grid.octile(self.last, start);
            self.last = start;
            for cell in self.grid.around(moment.changed) {
                self.vertex(cell).rhs = self.by_neighbors(moment.world, cell);
                self.update(cell);
            }
        }
        self.search(moment.world, start);
        Answer {
            path: self.path(moment.world, start),
            expanded: self.expanded,
        }
    }
}
