//! An adaptive A*: estimates learned from the last search, and paths found before that end a search early.
//!
//! "Reusing Previously Found A* Paths for Fast Goal-Directed Navigation in Dynamic Terrain", Hernandez, Asin
//! and Baier, AAAI 2015 (MPGAA*); for goals that move "Moving Target Adaptive A*", Koenig, Likhachev and Sun,
//! AAMAS 2007.
//!
//! INVARIANT: estimates are consistent. After a search the estimate of a closed cell is the cost of the path
//! less its g; where moves became possible, estimates are lowered until none is more than a move and the estimate
//! behind it.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use voxnav::glam::IVec3;
use voxnav::grid::Traversability;

use super::contestants::{Incremental, Moment};
use super::grid::{Grid, INFINITE, octile};

#[derive(Clone, Copy, Debug)]
struct Vertex {
    /// The search that g, the parent and `is_closed` are of.
    search: u32,
    g: u64,
    parent: IVec3,
    is_closed: bool,
    /// The goal, or the sequence of goals, that the estimate is for; none was learned for another.
    course: u32,
    estimate: u64,
    /// The amount by which all estimates had been lowered when this one was learned.
    lowered: u64,
    /// The next cell of a path to the goal, and for which goal.
    next: IVec3,
    path: u32,
}

#[derive(Debug)]
pub(super) struct Adaptive {
    grid: Grid,
    vertices: Vec<Vertex>,
    search: u32,
    course: u32,
    /// The number of times that the goal moved: paths before do not count.
    path: u32,
    lowered: u64,
    goal: IVec3,
    closed: Vec<IVec3>,
    expanded: u64,
}

impl Adaptive {
    pub(super) fn new(grid: &Grid) -> Self {
        let nothing = Vertex {
            search: 0,
            g: INFINITE,
            parent: IVec3::ZERO,
            is_closed: false,
            course: 0,
            estimate: 0,
            lowered: 0,
            next: IVec3::ZERO,
            path: 0,
        };
        Self {
            vertices: vec![nothing; grid.len()],
            grid: grid.clone(),
            search: 0,
            course: 0,
            path: 0,
            lowered: 0,
            goal: IVec3::ZERO,
            closed: Vec::new(),
            expanded: 0,
        }
    }

    fn vertex(&mut self, cell: IVec3) -> &mut Vertex {
        &mut self.vertices[self.grid.number(cell)]
    }

    fn estimate(&self, cell: IVec3) -> u64 {
        let vertex = &self.vertices[self.grid.number(cell)];
        let in_free_space = octile(cell, self.goal);
        if vertex.course != self.course {
            return in_free_space;
        }
        if vertex.estimate == INFINITE {
            return INFINITE;
        }
        let learned = vertex
            .estimate
            .saturating_sub(self.lowered - vertex.lowered);
        learned.max(in_free_space)
    }

    fn learn(&mut self, cell: IVec3, estimate: u64) {
        let (course, lowered) = (self.course, self.lowered);
        let vertex = self.vertex(cell);
        (vertex.course, vertex.estimate, vertex.lowered) = (course, estimate, lowered);
    }

    /// Lowers estimates where moves became possible.
    fn relearn(&mut self, world: &Traversability, around: &[IVec3]) {
        let mut queue = BinaryHeap::new();
        for &cell in around {
            let moves: Vec<(IVec3, u64)> = self.grid.moves(world, cell).collect();
            let over = moves
                .iter()
                .map(|&(next, cost)| self.estimate(next).saturating_add(cost));
            let least = over.min().unwrap_or(INFINITE);
            if cell != self.goal && least < self.estimate(cell) {
                self.learn(cell, least);
                queue.push(Reverse((least, cell.to_array())));
            }
        }
        while let Some(Reverse((estimate, cell))) = queue.pop() {
            let cell = IVec3::from_array(cell);
            if self.estimate(cell) != estimate {
                continue;
            }
            self.expanded += 1;
            let moves: Vec<(IVec3, u64)> = self.grid.moves(world, cell).collect();
            for (next, cost) in moves {
                let over = estimate.saturating_add(cost);
                if over < self.estimate(next) {
                    self.learn(next, over);
                    queue.push(Reverse((over, next.to_array())));
                }
            }
        }
    }

    fn follow_goal(&mut self, goal: IVec3) {
        let by = self.estimate(goal);
        if by == INFINITE {
            self.course += 1;
        } else {
            self.lowered += by;
        }
        self.path += 1;
        self.goal = goal;
    }

    /// Returns whether a path found before leads from a cell to the goal at just the cost that is estimated.
    fn leads_to_goal(&self, mut cell: IVec3) -> bool {
        while cell != self.goal {
            let vertex = &self.vertices[self.grid.number(cell)];
            if vertex.path != self.path {
                return false;
            }
            let move_cost = octile(cell, vertex.next);
            if self.estimate(cell) != self.estimate(vertex.next).saturating_add(move_cost) {
                return false;
            }
            cell = vertex.next;
        }
        true
    }

    /// Returns the cell from which on a path is known, if one is reached.
    fn search(&mut self, world: &Traversability, start: IVec3) -> Option<IVec3> {
        self.search += 1;
        self.closed.clear();
        let mut queue = BinaryHeap::new();
        self.reach(start, start, 0, &mut queue);
        while let Some(Reverse((f, _, cell))) = queue.pop() {
            let cell = IVec3::from_array(cell);
            if self.vertex(cell).is_closed {
                continue;
            }
            if self.leads_to_goal(cell) {
                for index in 0..self.closed.len() {
                    let closed = self.closed[index];
                    let g = self.vertex(closed).g;
                    self.learn(closed, f - g);
                }
                return Some(cell);
            }
            self.expanded += 1;
            self.vertex(cell).is_closed = true;
            self.closed.push(cell);
            let g = self.vertex(cell).g;
            let moves: Vec<(IVec3, u64)> = self.grid.moves(world, cell).collect();
            for (next, cost) in moves {
                self.reach(next, cell, g + cost, &mut queue);
            }
        }
        for index in 0..self.closed.len() {
            self.learn(self.closed[index], INFINITE);
        }
        None
    }

    fn reach(&mut self, cell: IVec3, parent: IVec3, g: u64, queue: &mut Queue) {
        let estimate = self.estimate(cell);
        let search = self.search;
        let vertex = self.vertex(cell);
        if vertex.search == search && vertex.g <= g || estimate == INFINITE {
            return;
        }
        (vertex.search, vertex.g, vertex.parent, vertex.is_closed) = (search, g, parent, false);
        queue.push(Reverse((g + estimate, Reverse(g), cell.to_array())));
    }

    /// Returns the path over the cell at which a search ended, which is remembered.
    fn path(&mut self, start: IVec3, last: IVec3) -> Vec<IVec3> {
        let mut cells = vec![last];
        let mut cell = last;
        while cell != start {
            let parent = self.vertex(cell).parent;
            let path = self.path;
            let vertex = self.vertex(parent);
            (vertex.next, vertex.path) = (cell, path);
            cells.push(parent);
            cell = parent;
        }
        cells.reverse();
        cell = last;
        while cell != self.goal {
            cell = self.vertex(cell).next;
            cells.push(cell);
        }
        cells
    }
}

/// The open list: by f, then larger g, then the cell.
type Queue = BinaryHeap<Reverse<(u64, Reverse<u64>, [i32; 3])>>;

impl Incremental for Adaptive {
    fn name(&self) -> &'static str {
        "adaptive A*"
    }

    fn answer(&mut self, moment: &Moment<'_>) -> Option<Vec<IVec3>> {
        let [start, goal] = moment.ends;
        if moment.is_new {
            self.course += 1;
            self.path += 1;
            self.lowered = 0;
            self.goal = goal;
        } else {
            let around = self.grid.around(moment.changed);
            for &cell in &around {
                self.vertex(cell).path = 0;
            }
            self.relearn(moment.world, &around);
            if goal != self.goal {
                self.follow_goal(goal);
            }
        }
        let last = self.search(moment.world, start)?;
        Some(self.path(start, last))
    }

    fn expanded(&self) -> u64 {
        self.expanded
    }

    fn keeps_path(&self) -> bool {
        true
    }
}
