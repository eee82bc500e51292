//! The cells where agents can rest, the legs between them, and the places of agents in the middle of legs.
//!
//! A *place* is a number: of a node, where an agent rests, or, after all nodes, of a leg with the steps made of it.

use std::ops::Range;

use voxnav::glam::IVec3;
use voxnav::ground::Successors;
use voxnav::search::Cost;

use ahash::{AHashMap, RandomState};

use super::{Numbers, held, numbers};
use crate::mapf::kinematics::Kinematics;
use crate::mapf::options::Limit;
use crate::mapf::plan::PlannedLeg;

/// A cell where an agent rests, its heading, zero where that counts for nothing, and the number of the agents' class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Node {
    cell: IVec3,
    heading: IVec3,
    class: u32,
}

#[derive(Clone, Debug)]
pub(super) struct Edge {
    from: u32,
    pub(super) to: u32,
    pub(super) steps: u32,
    held: Range<usize>,
    /// The place after its first step.
    first: u32,
}

#[derive(Debug)]
pub(super) struct Graph {
    nodes: Vec<Node>,
    number: AHashMap<Node, u32>,
    /// The speed and turns of each class of agents.
    classes: Vec<Kinematics>,
    /// The number of the cell of each node, and the end of these numbers.
    cell_of: Vec<u32>,
    rests: usize,
    edges: Vec<Edge>,
    /// The edges that begin at each node.
    begin: Vec<Range<usize>>,
    /// The nodes where edges begin that end at each node, and the steps of these edges: those of a node follow each other.
    into: Vec<(u32, u32)>,
    into_first: Vec<u32>,
    /// The cells that edges hold, by their numbers; those where agents rest are the first.
    held: Vec<u32>,
    cells: Vec<IVec3>,
    cell_number: Numbers,
    /// The edge of each place that is no node.
    of_place: Vec<u32>,
}

impl Graph {
    pub(super) fn new(
        moves: &dyn Successors,
        starts: impl Iterator<Item = (IVec3, Kinematics)>,
        most_bytes: Option<u64>,
    ) -> Result<(Self, Vec<u32>), Limit> {
        let mut graph = Self {
            nodes: Vec::new(),
            number: AHashMap::with_hasher(RandomState::with_seeds(33, 34, 35, 36)),
            classes: Vec::new(),
            cell_of: Vec::new(),
            rests: 0,
            edges: Vec::new(),
            begin: Vec::new(),
            into: Vec::new(),
            into_first: Vec::new(),
            held: Vec::new(),
            cells: Vec::new(),
            cell_number: numbers(),
            of_place: Vec::new(),
        };
        let starts = starts
            .map(|(cell, own)| graph.begin_at(cell, own))
            .collect();
        let bounds = moves.bounds();
        let mut list = Vec::new();
        let mut next = 0;
        while let Some(&node) = graph.nodes.get(next) {
            let (cell, own) = (node.cell, graph.classes[node.class as usize]);
            list.clear();
            moves.moves_from(cell, &mut list);
            list.retain(|it| it.to != cell && bounds.contains(it.to));
            list.sort_by_key(|it| (it.to.to_array(), it.cost));
            list.dedup_by_key(|it| it.to);
            let first = graph.edges.len();
            for it in &list {
                let (turned, heading) = own.turn(node.heading, it.to.saturating_sub(cell));
                let steps = it.cost.raw().div_ceil(Cost::STRAIGHT.raw()).max(1);
                let steps = steps.saturating_mul(own.steps_per_move.into());
                let steps = steps.saturating_add(turned);
                let places = steps.saturating_add(graph.of_place.len() as u64);
                let bytes = graph.bytes().saturating_add(steps.saturating_mul(4));
                if places >> 30 != 0 || most_bytes.is_some_and(|most| bytes > most) {
                    return Err(Limit::Memory);
                }
                let cell = it.to;
                let to = graph.meet(Node {
                    cell,
                    heading,
                    ..node
                });
                graph.add(next as u32, to, steps as u32);
            }
            graph.begin.push(first..graph.edges.len());
            next += 1;
        }
        graph.link();
        Ok((graph, starts))
    }

    /// Adds the node at which an agent begins, if it is new.
    fn begin_at(&mut self, cell: IVec3, own: Kinematics) -> u32 {
        let class = own.class();
        let known = self.classes.iter().position(|it| *it == class);
        let number = known.unwrap_or(self.classes.len());
        if known.is_none() {
            self.classes.push(class);
        }
        self.meet(Node {
            cell,
            heading: own.first_heading(),
            class: number as u32,
        })
    }

    /// Adds a node if it is new.
    fn meet(&mut self, node: Node) -> u32 {
        let new = self.nodes.len() as u32;
        let number = *self.number.entry(node).or_insert(new);
        if number == new {
            self.nodes.push(node);
        }
        number
    }

    fn add(&mut self, from: u32, to: u32, steps: u32) {
        let number = self.edges.len() as u32;
        let first = self.of_place.len() as u32;
        self.of_place
            .resize(self.of_place.len() + steps as usize - 1, number);
        self.edges.push(Edge {
            from,
            to,
            steps,
            held: 0..0,
            first,
        });
    }

    /// Returns the number of a cell, and numbers it if it is new.
    fn number_cell(&mut self, cell: IVec3) -> u32 {
        let new = self.cells.len() as u32;
        let number = *self.cell_number.entry(cell).or_insert(new);
        if number == new {
            self.cells.push(cell);
        }
        number
    }

    /// Numbers the places after the nodes, and the cells that are held.
    fn link(&mut self) {
        for node in 0..self.nodes.len() {
            let number = self.number_cell(self.nodes[node].cell);
            self.cell_of.push(number);
        }
        self.rests = self.cells.len();
        let nodes = self.nodes.len() as u32;
        for number in 0..self.edges.len() {
            let edge = &self.edges[number];
            let [from, to] = [edge.from, edge.to].map(|it| self.nodes[it as usize].cell);
            let begin = self.held.len();
            for cell in held(from, to) {
                let number = self.number_cell(cell);
                self.held.push(number);
            }
            let edge = &mut self.edges[number];
            edge.first += nodes;
            edge.held = begin..self.held.len();
        }
        self.link_back();
    }

    /// Sorts edges by the nodes where they end, by counting.
    fn link_back(&mut self) {
        let mut first = vec![0; self.nodes.len() + 1];
        for edge in &self.edges {
            first[edge.to as usize + 1] += 1;
        }
        for node in 0..self.nodes.len() {
            first[node + 1] += first[node];
        }
        self.into = vec![(0, 0); self.edges.len()];
        let mut next = first.clone();
        for edge in &self.edges {
            let place = &mut next[edge.to as usize];
            self.into[*place as usize] = (edge.from, edge.steps);
            *place += 1;
        }
        self.into_first = first;
    }

    pub(super) fn bytes(&self) -> u64 {
        // A box of a few cells for each edge.
        let edges = self.edges.len() * (size_of::<Edge>() + 8 + 4 * 8);
        (self.nodes.len() * 160 + edges + 4 * self.of_place.len()) as u64
    }

    pub(super) fn nodes(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn cells(&self) -> usize {
        self.cells.len()
    }

    /// Returns the number of a cell where agents rest.
    pub(super) fn rest(&self, cell: IVec3) -> Option<u32> {
        let number = self.cell_number(cell);
        number.filter(|&it| (it as usize) < self.rests)
    }

    /// Returns the number of the cell of a node.
    #[inline]
    pub(super) fn cell_of(&self, node: u32) -> u32 {
        self.cell_of[node as usize]
    }

    /// Returns the nodes at a cell, in all headings.
    pub(super) fn nodes_at(&self, cell: u32) -> impl Iterator<Item = u32> {
        let all = (0..).zip(&self.cell_of);
        all.filter(move |it| *it.1 == cell).map(|it| it.0)
    }

    /// Returns the number of the cell at which an agent rests, or the place in the middle of a leg, which is none of these.
    #[inline]
    pub(super) fn rests_at(&self, place: u32) -> u32 {
        self.cell_of.get(place as usize).copied().unwrap_or(place)
    }

    /// Returns the number of a cell that some leg holds.
    pub(super) fn cell_number(&self, cell: IVec3) -> Option<u32> {
        self.cell_number.get(&cell).copied()
    }

    pub(super) fn cell(&self, number: u32) -> IVec3 {
        self.cells[number as usize]
    }

    pub(super) fn is_node(&self, place: u32) -> bool {
        (place as usize) < self.nodes.len()
    }

    /// Returns the edges that begin at a node.
    pub(super) fn edges(&self, node: u32) -> &[Edge] {
        &self.edges[self.begin[node as usize].clone()]
    }

    /// Returns the cell of a node, which an agent holds that rests there.
    #[inline]
    pub(super) fn held_at(&self, node: u32) -> &[u32] {
        std::slice::from_ref(&self.cell_of[node as usize])
    }

    pub(super) fn held(&self, edge: &Edge) -> &[u32] {
        &self.held[edge.held.clone()]
    }

    /// Returns the edge of a place in the middle of one.
    pub(super) fn edge_of(&self, place: u32) -> &Edge {
        &self.edges[self.of_place[place as usize - self.nodes.len()] as usize]
    }

    /// Returns the edge that an agent is on in a step, by its places before and after; none for one that stays.
    pub(super) fn edge_between(&self, before: u32, after: u32) -> Option<&Edge> {
        match [before, after].map(|place| self.is_node(place)) {
            [false, _] => Some(self.edge_of(before)),
            [true, false] => Some(self.edge_of(after)),
            [true, true] if before == after => None,
            [true, true] => self.edge_to(before, after),
        }
    }

    /// Returns the edge from a node to another one.
    fn edge_to(&self, from: u32, to: u32) -> Option<&Edge> {
        self.edges(from).iter().find(|edge| edge.to == to)
    }

    /// Calls `each` with the places in the middle of the edge from a node to another one, the last one first.
    pub(super) fn each_between(&self, from: u32, to: u32, each: impl FnMut(u32)) {
        if let Some(edge) = self.edge_to(from, to) {
            (edge.first..edge.first + edge.steps - 1)
                .rev()
                .for_each(each);
        }
    }

    /// Returns the node where an agent is, or which it has left last.
    pub(super) fn node_at(&self, place: u32) -> u32 {
        if self.is_node(place) {
            place
        } else {
            self.edge_of(place).from
        }
    }

    /// Returns the place after the first step of an edge.
    pub(super) fn begun(edge: &Edge) -> u32 {
        if edge.steps == 1 { edge.to } else { edge.first }
    }

    /// Returns the place one step after one in the middle of an edge.
    pub(super) fn gone_on(&self, place: u32) -> u32 {
        let edge = self.edge_of(place);
        let made = place - edge.first + 1;
        if made + 1 == edge.steps {
            edge.to
        } else {
            place + 1
        }
    }

    /// Returns the node where an agent rests next, and the steps until then.
    #[inline]
    pub(super) fn rests_next(&self, place: u32) -> (u32, u32) {
        if self.is_node(place) {
            return (place, 0);
        }
        let edge = self.edge_of(place);
        (edge.to, edge.steps - (place - edge.first + 1))
    }

    /// Returns the place of an agent that has made so many steps from a node to another one, or stays at one.
    pub(super) fn made(&self, [from, to]: [u32; 2], steps: u32) -> u32 {
        match self.edge_to(from, to) {
            Some(edge) if steps < edge.steps => edge.first + steps.saturating_sub(1),
            _ => to,
        }
    }

    /// Returns the nodes from which an edge leads to a node, and its steps.
    #[inline]
    pub(super) fn into(&self, node: u32) -> &[(u32, u32)] {
        let [first, end] = [node, node + 1].map(|it| self.into_first[it as usize] as usize);
        &self.into[first..end]
    }

    /// Returns the steps that are made of the edge of a place, its steps, and the cell where it ends.
    pub(super) fn leg(&self, place: u32) -> Option<(u32, u32, IVec3)> {
        (!self.is_node(place)).then(|| {
            let edge = self.edge_of(place);
            (
                place - edge.first + 1,
                edge.steps,
                self.nodes[edge.to as usize].cell,
            )
        })
    }

    /// Returns the legs of the places of an agent, step by step.
    pub(super) fn legs(&self, places: &[u32]) -> Vec<PlannedLeg> {
        let mut legs = Vec::new();
        let mut begins = 0;
        for (step, pair) in (0..).zip(places.windows(2)) {
            if self.is_node(pair[0]) {
                begins = step;
            }
            if self.is_node(pair[1]) && pair[0] != pair[1] {
                let to = self.nodes[pair[1] as usize].cell;
                let ends = step + 1;
                legs.push(PlannedLeg { begins, ends, to });
            }
        }
        legs
    }
    /// Returns the places of an agent from a node on, step by step, of a plan that is legal.
    pub(super) fn path(&self, node: u32, legs: impl Iterator<Item = PlannedLeg>) -> Vec<u32> {
        let (mut at, mut path) = (node, Vec::new());
        for leg in legs {
            path.resize(leg.begins as usize + 1, at);
            let mut edges = self.edges(at).iter();
            let edge = edges.find(|it| self.nodes[it.to as usize].cell == leg.to);
            if let Some(edge) = edge {
                path.extend(edge.first..edge.first + edge.steps - 1);
                at = edge.to;
            }
        }
        path.push(at);
        path
    }
}
