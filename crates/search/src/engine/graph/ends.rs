//! Start and goal of a search in a graph.

use glam::IVec3;

use super::rooms::Rooms;
use crate::cost::Cost;
use crate::index::{Edge, LandmarkDistances};
use crate::memory::Table;
use crate::movement::Direction;
use crate::outcome::Side;
use crate::path::Path;

/// A way out of a vertex.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way {
    /// The vertex to which it leads.
    pub(super) to: u32,
    pub(super) along: Along,
}

/// The cells that a way leads along.
#[derive(Clone, Copy, Debug)]
pub(super) enum Along {
    /// An edge of the graph.
    Edge(Edge),
    /// A way from an end, by its number, to a vertex of the graph, by the place of the latter in the approach of the end.
    Out(u32, u32),
    /// The same way taken from the vertex to the end.
    In(u32, u32),
    /// A way from one of the sides to the other, between the start and a goal of a number, by the place of a cell in both
    /// approaches.
    Direct(Side, u32, [u32; 2]),
}

/// Start and goals: portals, or vertices of their own whose numbers follow those of the portals.
///
/// An end that is no portal connects to all portals of its room. Between two such ends in one room there is also a way
/// that passes no portal at all.
#[derive(Clone, Debug)]
pub(super) struct Ends {
    /// The number of portals in the graph.
    portals: u32,
    /// The start, then the goals.
    all: Vec<End>,
    /// The ways between start and each goal that pass no portal: a cell where their approaches meet, by its place in
    /// both, and the cost of the way.
    direct: Vec<Option<([u32; 2], Cost)>>,
}

#[derive(Clone, Debug)]
struct End {
    cell: IVec3,
    /// The units by which a path that ends there ranks behind others of the same cost.
    rank: Cost,
    vertex: u32,
    away: LandmarkDistances,
    /// The cells of the room and the portals around it, the end itself first; none from an end that is a portal.
    approach: Vec<Place>,
    /// The portals, by number and by place in the approach, in the order of numbers; none from an end
    /// that is one.
    portals: Vec<[u32; 2]>,
}

/// A cell to which a way leads from an end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) cell: IVec3,
    /// The place before it, on the cheapest way.
    pub(super) before: u32,
    pub(super) cost: Cost,
    /// No way leads on from a portal.
    pub(super) is_portal: bool,
}

impl Place {
    /// Creates the place of an end itself, at cost zero.
    pub(super) fn of_end(cell: IVec3) -> Self {
        Self {
            cell,
            before: 0,
            cost: Cost::ZERO,
            is_portal: false,
        }
    }
}

impl Ends {
    /// Returns the ends of a search from one cell to the cheapest of some, each with its rank.
    pub(super) fn of(rooms: Rooms<'_>, start: IVec3, goals: &[(IVec3, Cost)]) -> Self {
        let graph = &rooms.index.graph;
        let first_own = graph.len() as u32;
        let end = |number: usize, (cell, rank): (IVec3, Cost)| {
            let mut known = Table::default();
            if let Some(vertex) = graph.find(cell) {
                let end = End {
                    cell,
                    rank,
                    vertex,
                    away: graph.away(vertex),
                    approach: vec![],
                    portals: vec![],
                };
                return (end, known);
            }
            let approach = rooms.approach(cell, &mut known);
            let (mut portals, mut away) = (Vec::new(), LandmarkDistances::NEVER);
            for (at, place) in (0..).zip(&approach) {
                if place.is_portal
                    && let Some(portal) = graph.find(place.cell)
                {
                    let units = LandmarkDistances::of_approach(place.cost);
                    away = away.or_over(&graph.away(portal), units);
                    portals.push([portal, at]);
                }
            }
            portals.sort_unstable();
            let end = End {
                cell,
                rank,
                vertex: first_own + number as u32,
                away,
                approach,
                portals,
            };
            (end, known)
        };
        let (start, _) = end(0, (start, Cost::ZERO));
        let (mut all, mut ways) = (vec![start], Vec::new());
        for (number, &goal) in (1..).zip(goals) {
            let (goal, known) = end(number, goal);
            let are_inside = all[0].vertex >= first_own && goal.vertex >= first_own;
            ways.push(are_inside.then(|| direct(&all[0], &goal, &known)).flatten());
            all.push(goal);
        }
        Self {
            portals: first_own,
            all,
            direct: ways,
        }
    }

    pub(super) fn start(&self) -> u32 {
        self.all[0].vertex
    }

    fn goals(&self) -> &[End] {
        &self.all[1..]
    }

    /// Returns the rank of a vertex, if that is a goal.
    #[inline]
    pub(super) fn rank(&self, vertex: u32) -> Option<Cost> {
        let goal = self.goals().iter().find(|end| end.vertex == vertex);
        goal.map(|end| end.rank)
    }

    /// Returns the rank of the goal at a cell, zero if there is none.
    pub(super) fn rank_at(&self, cell: IVec3) -> Cost {
        let goal = self.goals().iter().find(|end| end.cell == cell);
        goal.map_or(Cost::ZERO, |end| end.rank)
    }

    /// Returns a lower bound on the cost to the nearest goal from a vertex that is so far from the landmarks.
    #[inline]
    pub(super) fn least_cost(&self, away: &LandmarkDistances) -> Cost {
        let goals = self.goals().iter();
        let costs = goals.map(|goal| away.least_cost(&goal.away));
        costs.min().unwrap_or(Cost::ZERO)
    }

    /// Returns the distances of a vertex from the landmarks, if the vertex is no portal.
    #[inline]
    pub(super) fn away(&self, vertex: u32) -> Option<LandmarkDistances> {
        let end = vertex.checked_sub(self.portals)?;
        self.all.get(end as usize).map(|end| end.away)
    }

    /// Returns a bound above every number of a vertex.
    pub(super) fn vertices(&self) -> usize {
        self.portals as usize + self.all.len()
    }

    /// Returns the cell of a vertex that is no portal.
    #[inline]
    pub(super) fn cell(&self, vertex: u32) -> Option<IVec3> {
        let end = vertex.checked_sub(self.portals)?;
        self.all.get(end as usize).map(|end| end.cell)
    }

    /// Returns the number of the vertex at a cell, if that is one of the ends.
    pub(super) fn vertex(&self, cell: IVec3) -> Option<u32> {
        let end = self.all.iter().find(|end| end.cell == cell);
        end.map(|end| end.vertex)
    }

    /// Returns whether there are ways out of a vertex besides the edges of the graph.
    #[inline]
    pub(super) fn add_to(&self, vertex: u32) -> bool {
        vertex >= self.portals || self.all.iter().any(|end| end.hangs_on(vertex))
    }

    /// Returns the ways out of a vertex besides the edges of the graph, with their costs.
    pub(super) fn ways(&self, vertex: u32) -> impl Iterator<Item = (Way, Cost)> {
        let of_ends = (0..).zip(&self.all).flat_map(move |(number, end)| {
            end.portals.iter().filter_map(move |&[portal, at]| {
                let cost = end.approach[at as usize].cost;
                let (to, along) = if end.vertex == vertex {
                    (portal, Along::Out(number, at))
                } else {
                    (end.vertex, Along::In(number, at))
                };
                let is_here = end.vertex == vertex || portal == vertex;
                is_here.then_some((Way { to, along }, cost))
            })
        });
        let goals = (1..).zip(self.goals()).zip(&self.direct);
        let direct = goals.filter_map(move |((number, goal), direct)| {
            let (at, cost) = (*direct)?;
            let (to, side) = if vertex == self.start() {
                (goal.vertex, Side::Start)
            } else if vertex == goal.vertex {
                (self.start(), Side::Goal)
            } else {
                return None;
            };
            let along = Along::Direct(side, number, at);
            Some((Way { to, along }, cost))
        });
        of_ends.chain(direct)
    }

    /// Adds the moves of such a way to `path`.
    pub(super) fn go(&self, along: Along, path: &mut Path) {
        let of = |number: u32| &self.all[number as usize];
        match along {
            Along::Edge(_) => {}
            Along::Out(number, at) => of(number).leave(at, path),
            Along::In(number, at) => of(number).enter(at, path),
            Along::Direct(Side::Start, goal, [at, there]) => {
                of(0).leave(at, path);
                of(goal).enter(there, path);
            }
            Along::Direct(Side::Goal, goal, [there, at]) => {
                of(goal).leave(at, path);
                of(0).enter(there, path);
            }
        }
    }
}

impl End {
    #[inline]
    fn hangs_on(&self, portal: u32) -> bool {
        let numbers = (self.portals.first(), self.portals.last());
        let (Some(&[first, _]), Some(&[last, _])) = numbers else {
            return false;
        };
        let others = || self.portals.iter().any(|&[it, _]| it == portal);
        (first..=last).contains(&portal) && others()
    }

    /// Appends the moves from the end to a place of its approach.
    fn leave(&self, at: u32, path: &mut Path) {
        let mut back = Path::default();
        back.restart(self.approach[at as usize].cell);
        self.enter(at, &mut back);
        back.reverse();
        path.append(&back);
    }

    /// Appends the moves from a place of its approach to the end.
    fn enter(&self, at: u32, path: &mut Path) {
        let mut here = &self.approach[at as usize];
        while here.cell != self.cell {
            let before = &self.approach[here.before as usize];
            if let Some(direction) = Direction::from_offset(before.cell - here.cell) {
                path.fly(direction, 1);
            }
            here = before;
        }
    }
}

/// Returns the cell where the approaches of start and goal meet at the least cost, by its place in both,
/// and that cost, given the places of the cells of the latter.
fn direct(start: &End, goal: &End, known: &Table) -> Option<([u32; 2], Cost)> {
    let meetings = (0..).zip(&start.approach).filter_map(|(at, place)| {
        let there = known.find(place.cell)?;
        Some(([at, there], place.cost + goal.approach[there as usize].cost))
    });
    meetings.min_by_key(|&(_, cost)| cost)
}
