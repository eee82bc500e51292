//! Agents without end that go by legs.

use voxnav::glam::IVec3;
use voxnav::grid::CellBox;
use voxnav::ground::Successors;

use super::checks::check;
use super::graph::Graph;
use super::near::{Near, near_offsets};
use super::plan::PlannedLeg;
use super::step::{Holders, LegSteps};
use super::tables::LegTables;
use crate::together::error::TogetherError;
use crate::together::options::{JointOptions, Limits, USUAL_BYTES};
use crate::together::turns::{Kind, Turns};

/// The world of such agents, with what is known of it.
#[derive(Debug)]
pub(crate) struct LegFleet {
    bounds: CellBox,
    graph: Graph,
    tables: LegTables,
    holders: Holders,
    legs: Vec<Option<PlannedLeg>>,
    /// The limits to rescues, and the bytes for tables.
    limits: Limits,
    most_bytes: u64,
}

impl LegFleet {
    /// Makes it, and the nodes of the starts.
    pub(crate) fn new<S: Successors>(
        moves: &S,
        starts: &[IVec3],
        options: &JointOptions,
    ) -> Result<(Self, Vec<u32>), TogetherError> {
        check(moves, starts, starts, options)?;
        let mut limits = options.limits;
        let graph = Graph::new(moves, starts, limits.memory).map_err(|_| TogetherError::Memory)?;
        let nodes: Vec<u32> = starts.iter().filter_map(|&it| graph.node(it)).collect();
        let mut tables = LegTables::new(&nodes);
        let offsets = near_offsets(options.bodies, moves.extent());
        let near = Near::new(&graph, &offsets, limits.memory);
        let near = near.map_err(|_| TogetherError::Memory)?;
        let needed = graph.bytes() + near.bytes() + Holders::bytes(&graph);
        let left = limits.memory.unwrap_or(u64::MAX).checked_sub(needed);
        let left = left.ok_or(TogetherError::Memory)?;
        let most_bytes = tables.bytes(&graph).max(USUAL_BYTES.min(left / 2));
        if let Some(most) = &mut limits.memory {
            *most = left.checked_sub(most_bytes).ok_or(TogetherError::Memory)?;
        }
        tables.make(
            &graph,
            (&nodes, false),
            (nodes.len(), options.threads),
            |_, _| {},
        );
        let own = Self {
            bounds: moves.bounds(),
            holders: Holders::new(&graph, near, options.seed),
            legs: vec![None; starts.len()],
            graph,
            tables,
            limits,
            most_bytes,
        };
        Ok((own, nodes))
    }
}

impl Kind for LegFleet {
    fn goal(&self, agent: usize, cell: IVec3) -> Result<u32, TogetherError> {
        if !self.bounds.contains(cell) {
            return Err(TogetherError::GoalOutside { agent, cell });
        }
        let node = self.graph.node(cell);
        node.ok_or(TogetherError::Unreachable { agent, cell })
    }

    fn send(&mut self, agent: u32, from: u32, to: u32) -> Option<u32> {
        let rests_at = if self.graph.is_node(from) {
            from
        } else {
            self.graph.edge_of(from).to
        };
        let ends = (rests_at, to);
        let steps = self
            .tables
            .retarget(&self.graph, agent, ends, self.most_bytes);
        (steps != u32::MAX).then_some(steps)
    }

    fn advance(&mut self, turns: &mut Turns, goals: &[u32], places: &mut [IVec3]) {
        let before = turns.cells.clone();
        let begins = u32::try_from(turns.steps).unwrap_or(u32::MAX);
        let mut steps = LegSteps {
            graph: &self.graph,
            tables: &mut self.tables,
            own: &mut self.holders,
        };
        turns.advance(goals, &mut steps, self.limits);
        for (agent, before) in before.into_iter().enumerate() {
            let place = turns.cells[agent];
            if self.graph.is_node(place) {
                places[agent] = self.graph.cell(place);
                self.legs[agent] = None;
            } else if self.graph.is_node(before) {
                let edge = self.graph.edge_of(place);
                self.legs[agent] = Some(PlannedLeg {
                    begins,
                    ends: begins.saturating_add(edge.steps),
                    to: self.graph.cell(edge.to),
                });
            }
        }
    }

    fn leg(&self, agent: usize) -> Option<PlannedLeg> {
        self.legs.get(agent).copied().flatten()
    }
}
