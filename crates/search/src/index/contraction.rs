//! Vertices that a search does without: ends of dead ends, and what joins two passages.
//!
//! A vertex with one edge, or with two, is on no way but one from end to end: taken out, its two edges become one,
//! and the rooms around it one room (Geisberger et al., "Contraction Hierarchies: Faster and Simpler Hierarchical
//! Routing in Road Networks", WEA 2008, without a shortcut more than there were edges). The ways between the vertices
//! that are left cost what they cost before, and so the index stays exact. Vertices are taken out only while the rooms that they join stay small, since a query looks at all of the rooms of its ends.

use glam::IVec3;

use super::graph::{Costs, Edge, Numbers};
use crate::cost::Cost;

/// The most cells of dead ends that hang on a vertex which is taken out.
const MOST_HANGING: u32 = 128;

/// The cost of the longest passage that contraction makes.
const LONGEST: Cost = Cost::from_raw(Cost::STRAIGHT.raw() << 8);

/// The moves onward from cells that were vertices between two passages, as two neighborhood bits.
pub(crate) type Onward = Numbers<IVec3>;

/// A graph that loses vertices.
pub(super) struct Contraction<'g> {
    pub(super) cells: &'g [IVec3],
    pub(super) edges: &'g mut [Vec<Edge>],
    pub(super) costs: &'g mut Costs,
    /// The number of cells that hang on each vertex: in the adjacent rooms that are no passages.
    pub(super) hanging: &'g mut [u32],
    pub(super) onward: Onward,
}

impl Contraction<'_> {
    /// Takes out vertices until all are needed; returns those taken out, by number.
    pub(super) fn run(&mut self) -> Vec<bool> {
        let mut is_out = vec![false; self.cells.len()];
        let mut suspects = Vec::new();
        for vertex in 0..self.cells.len() as u32 {
            suspects.push(vertex);
            while let Some(vertex) = suspects.pop() {
                if !is_out[vertex as usize] && self.take_out(vertex).is_some() {
                    is_out[vertex as usize] = true;
                    let edges = std::mem::take(&mut self.edges[vertex as usize]);
                    suspects.extend(edges.iter().map(|edge| edge.target));
                }
            }
        }
        is_out
    }

    /// Joins the neighbors of a vertex without it, unless it is needed.
    fn take_out(&mut self, vertex: u32) -> Option<()> {
        let edges = &self.edges[vertex as usize];
        let hanging = self.hanging[vertex as usize];
        if hanging > MOST_HANGING {
            return None;
        }
        match *edges.as_slice() {
            [] => {}
            [edge] => {
                self.edges[edge.target as usize].retain(|back| back.target != vertex);
                self.hang(edge.target, hanging + cells_of(self.costs.of(edge)));
            }
            [one, other] => {
                let cost = self.costs.of(one) + self.costs.of(other);
                if cost > LONGEST {
                    return None;
                }
                let is_passage = one.is_passage() && other.is_passage();
                let there = self.back(one, vertex)?;
                let here = self.back(other, vertex)?;
                let there = self
                    .costs
                    .edge(other.target, cost, there.bit(), is_passage)?;
                let here = self.costs.edge(one.target, cost, here.bit(), is_passage)?;
                self.replace(one.target, vertex, there);
                self.replace(other.target, vertex, here);
                self.hang(one.target.min(other.target), hanging);
                if is_passage {
                    let cell = self.cells[vertex as usize];
                    self.onward.insert(cell, 1 << one.bit() | 1 << other.bit());
                }
            }
            _ => return None,
        }
        Some(())
    }

    /// Returns the edge back to a vertex.
    fn back(&self, edge: Edge, vertex: u32) -> Option<Edge> {
        let mut edges = self.edges[edge.target as usize].iter();
        edges.find(|back| back.target == vertex).copied()
    }

    /// Puts an edge in the place of the one that leads to a vertex; of two to the same target the cheaper one stays.
    fn replace(&mut self, from: u32, vertex: u32, edge: Edge) {
        let cost = self.costs.of(edge);
        let edges = &mut self.edges[from as usize];
        edges.retain(|other| other.target != vertex);
        match edges.iter_mut().find(|other| other.target == edge.target) {
            Some(other) if self.costs.of(*other) > cost => *other = edge,
            Some(_) => {}
            None => edges.push(edge),
        }
    }

    fn hang(&mut self, vertex: u32, cells: u32) {
        let hanging = &mut self.hanging[vertex as usize];
        *hanging = hanging.saturating_add(cells);
    }
}

/// Returns about the number of cells that a passage has.
fn cells_of(cost: Cost) -> u32 {
    u32::try_from(cost.raw() / Cost::STRAIGHT.raw()).unwrap_or(u32::MAX)
}
