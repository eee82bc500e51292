//! Agents whose legs take several steps: what is known of their world, and which of them goes where.

use ahash::{AHashMap, RandomState};
use voxnav::glam::IVec3;
use voxnav::ground::Successors;

use super::graph::Graph;
use super::near::{Near, near_offsets};
use super::step::{Holders, LegSteps};
use super::tables::LegTables;
use super::ways::LegWays;
use super::windows::LegMap;
use crate::assignment::{Assignment, Matched};
use crate::mapf::error::JointPlanError;
use crate::mapf::improve::{Anytime, Origin};
use crate::mapf::kind::{Ends, Kind, Prepared};
use crate::mapf::lacam::{Aim, Lacam};
use crate::mapf::options::{JointOptions, Limit, Limits, Threads, USUAL_BYTES};
use crate::mapf::plan::{JointOutcome, JointPlan};
use crate::mapf::roadmap::{Cell, NONE};
use crate::mapf::turns::LifelongState;
use crate::mapf::windows::Windows;

/// The most goals to which the steps are worked out at once.
const BLOCK: usize = 32;

#[derive(Debug)]
pub(crate) struct Legs {
    graph: Graph,
    tables: LegTables,
    holders: Holders,
    extent: IVec3,
    threads: Threads,
    /// The assignment of goals that any agent may take, while it is worked out.
    assignment: Option<Assignment>,
    /// The most bytes for tables of goals that come one after the other.
    most_bytes: u64,
    /// The states that guidance expanded for the plan that is improved.
    guided: u64,
}

/// Agents with the places of their starts and goals.
type LegEnds = (Legs, [Vec<Cell>; 2]);

impl Legs {
    /// Finds the legs of agents.
    fn new(
        moves: &dyn Successors,
        ends: [&[IVec3]; 2],
        options: &JointOptions,
    ) -> Result<LegEnds, JointOutcome> {
        let most = options.limits.memory;
        let starts = ends[0].iter().copied().enumerate();
        let starts = starts.map(|(agent, cell)| (cell, options.kinematics_of(agent)));
        let (graph, from) = Graph::new(moves, starts, most)?;
        let to: Option<Vec<Cell>> = ends[1].iter().map(|&it| graph.rest(it)).collect();
        let to = to.ok_or(JointOutcome::Unsolvable)?;
        let extent = moves.extent();
        let near = Near::new(&graph, &near_offsets(options.bodies, extent), most)?;
        let own = Self {
            holders: Holders::new(&graph, near, options.seed),
            tables: LegTables::new(&to),
            graph,
            extent,
            threads: options.threads,
            assignment: None,
            most_bytes: 0,
            guided: 0,
        };
        Ok((own, [from, to]))
    }

    /// Prepares a search.
    pub(crate) fn searching(
        aim: Aim,
        moves: &dyn Successors,
        ends: [&[IVec3]; 2],
        options: &JointOptions,
    ) -> Result<(Box<dyn Kind>, Ends), JointOutcome> {
        let (mut own, [from, goals]) = Self::new(moves, ends, options)?;
        let most = options.limits.memory;
        let left = most.map(|most| most.checked_sub(own.bytes()).ok_or(Limit::Memory));
        let left = left.transpose()?;
        own.guide(from.len(), left, options);
        own.assignment = (aim == Aim::Any).then(|| Assignment::new(goals.len(), left));
        let ends = Ends {
            distances: vec![NONE; from.len()],
            from,
            goals,
            shortest: 0,
        };
        Ok((Box::new(own), ends))
    }

    /// Puts agents without end at their starts, and takes the bytes for their tables off the limit.
    pub(crate) fn without_end(
        moves: &dyn Successors,
        starts: &[IVec3],
        options: &JointOptions,
        limits: &mut Limits,
    ) -> Result<(Box<dyn Kind>, Vec<Cell>), JointPlanError> {
        let made = Self::new(moves, [starts; 2], options);
        let (mut own, [nodes, _]) = made.map_err(|_| JointPlanError::Memory)?;
        let most = limits.memory.map(|most| most.saturating_sub(own.bytes()));
        own.guide(nodes.len(), most, options);
        let left = limits.memory.unwrap_or(u64::MAX);
        let left = left.checked_sub(own.bytes_beside_tables());
        let left = left.ok_or(JointPlanError::Memory)?;
        let tables = own.tables.bytes(&own.graph);
        own.most_bytes = tables.max(USUAL_BYTES.min(left / 2));
        if let Some(most) = &mut limits.memory {
            let left = left.checked_sub(own.most_bytes);
            *most = left.ok_or(JointPlanError::Memory)?;
        }
        let how = (nodes.len(), own.threads);
        (own.tables).make(&own.graph, (&nodes, false), how, |_, _| {});
        Ok((Box::new(own), nodes))
    }

    /// Sets up the guidance of agents, if the options ask for it and it fits into the bytes that are left.
    fn guide(&mut self, agents: usize, left: Option<u64>, options: &JointOptions) {
        let windows = Windows::of_options(self.map(), agents, options.guidance, left);
        self.holders.windows = windows;
    }

    fn map(&self) -> LegMap<'_> {
        let (graph, near) = (&self.graph, self.holders.near());
        LegMap { graph, near }
    }

    fn bytes_beside_tables(&self) -> u64 {
        let windows = self.holders.windows.as_ref();
        let windows = windows.map_or(0, |it| it.bytes_in_use(self.map()));
        let near = self.holders.near().bytes();
        self.graph.bytes() + near + Holders::bytes(&self.graph) + windows
    }

    fn steps(&mut self) -> LegSteps<'_> {
        LegSteps {
            graph: &self.graph,
            tables: &mut self.tables,
            own: &mut self.holders,
        }
    }

    fn ways<'a>(&'a mut self, goals: &'a [Cell]) -> LegWays<'a> {
        LegWays {
            graph: &self.graph,
            tables: &mut self.tables,
            goals,
            near: self.holders.near(),
        }
    }

    /// Goes on with an assignment.
    fn assign(&mut self, ends: &mut Ends, mut assignment: Assignment, left: &mut u64) -> Prepared {
        let (graph, tables, how) = (&self.graph, &mut self.tables, (1, self.threads));
        let row = |_| {
            let mut row = Vec::new();
            tables.make(graph, (&ends.from, true), how, |_, steps| row.push(steps));
            row
        };
        match assignment.advance(left, row) {
            Matched::Running => {
                self.assignment = Some(assignment);
                return Prepared::Running;
            }
            Matched::Impossible => return Prepared::Impossible,
            Matched::Done(goal_of, shortest) => {
                ends.shortest = shortest;
                self.send_all(ends, &goal_of);
            }
        }
        Prepared::Ready(ends.distances.clone())
    }

    /// Sends each agent to where another one went, by the numbers of the agents.
    fn send_all(&mut self, ends: &mut Ends, whose: &[usize]) {
        self.tables.assign(whose);
        ends.goals = whose.iter().map(|&it| ends.goals[it]).collect();
        let agents = (0..).zip(&ends.from);
        let steps = agents.map(|(agent, &from)| self.tables.steps(&self.graph, agent, from));
        ends.distances = steps.collect();
    }
}

impl Kind for Legs {
    fn number(&self, cell: IVec3) -> Option<Cell> {
        self.graph.rest(cell)
    }

    fn cell(&self, place: Cell) -> IVec3 {
        let node = self.graph.node_at(place);
        self.graph.cell(self.graph.cell_of(node))
    }

    fn rests_at(&self, place: Cell) -> Cell {
        self.graph.rests_at(place)
    }

    fn path(&self, plan: &JointPlan, agent: usize, start: Cell) -> Vec<Cell> {
        self.graph.path(start, plan.legs(agent))
    }

    fn bytes(&self) -> u64 {
        (self.bytes_beside_tables()).saturating_add(self.tables.bytes(&self.graph))
    }

    fn prepare(&mut self, ends: &mut Ends, left: &mut u64) -> Prepared {
        if let Some(assignment) = self.assignment.take() {
            return self.assign(ends, assignment, left);
        }
        while self.tables.left() > 0 {
            let most = usize::try_from(*left).unwrap_or(BLOCK);
            let most = most.min(BLOCK).min(self.tables.left());
            if most == 0 {
                return Prepared::Running;
            }
            *left -= most as u64;
            let (how, mut is_reached) = ((most, self.threads), true);
            let Ends {
                from, distances, ..
            } = ends;
            (self.tables).make(&self.graph, (from, false), how, |agent, steps| {
                distances[agent as usize] = steps;
                is_reached &= steps != NONE;
            });
            if !is_reached {
                return Prepared::Impossible;
            }
        }
        ends.shortest = ends.distances.iter().map(|&it| u64::from(it)).sum();
        Prepared::Ready(ends.distances.clone())
    }

    fn search(&mut self, lacam: &mut Lacam, _: &[Cell], limits: Limits, expansions: u64) {
        lacam.advance(&mut self.steps(), limits, expansions);
    }

    fn begin(
        &mut self,
        paths: Vec<Vec<Cell>>,
        _: Origin,
        ends: &mut Ends,
        options: &JointOptions,
    ) -> Anytime {
        self.guided = self.guided();
        self.holders.windows = None;
        // Agents keep the goals that they got to.
        let mut places = AHashMap::with_hasher(RandomState::with_seeds(37, 38, 39, 40));
        places.extend((0..).zip(&ends.goals).map(|(agent, &goal)| (goal, agent)));
        let last = paths.iter().filter_map(|path| path.last());
        let last = last.map(|&place| self.graph.rests_at(place));
        let whose: Vec<usize> = last.filter_map(|it| places.get(&it).copied()).collect();
        if whose.len() == ends.goals.len() {
            self.send_all(ends, &whose);
        }
        let bytes = options.limits.memory.unwrap_or(u64::MAX);
        let bytes = bytes.saturating_sub(self.bytes());
        let how = (options.seed, bytes);
        Anytime::local(paths, ends.distances.clone(), how, &self.ways(&ends.goals))
    }

    fn improve(&mut self, paths: &mut Anytime, goals: &[Cell]) {
        paths.local_round(&mut self.ways(goals));
    }

    fn plan(&self, paths: &[Vec<Cell>], shortest: u64) -> JointPlan {
        let starts = paths.iter().filter_map(|path| path.first());
        let starts = starts.map(|&it| self.cell(it)).collect();
        let legs = paths.iter().map(|path| self.graph.legs(path)).collect();
        JointPlan::of_legs(starts, legs, shortest).of_extent(self.extent)
    }

    fn guided(&self) -> u64 {
        let windows = self.holders.windows.as_ref();
        windows.map_or(self.guided, |it| it.expanded())
    }

    fn send(&mut self, agent: u32, from: Cell, to: Cell) -> Option<u32> {
        if let Some(mut windows) = self.holders.windows.take() {
            windows.forget(self.map(), agent);
            self.holders.windows = Some(windows);
        }
        let rests_at = if self.graph.is_node(from) {
            from
        } else {
            self.graph.edge_of(from).to
        };
        let ends = (rests_at, to);
        let most = self.most_bytes;
        let steps = self.tables.retarget(&self.graph, agent, ends, most);
        (steps != NONE).then_some(steps)
    }

    fn turn(&mut self, turns: &mut LifelongState, goals: &[Cell], limits: Limits) {
        turns.advance(goals, &mut self.steps(), limits);
    }

    fn leg(&self, place: Cell) -> Option<(u32, u32, IVec3)> {
        self.graph.leg(place)
    }
}
