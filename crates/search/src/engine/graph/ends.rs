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
    /// A way from an end to a vertex of the graph, by the place of the latter in the approach of the end.
    Out(Side, u32),
    /// The same way taken from the vertex to the end.
    In(Side, u32),
    /// A way from one end to the other, by the place of a cell in both approaches.
    Direct(Side, [u32; 2]),
}

/// Start and goal: portals, or vertices of their own whose numbers follow those of the portals.
///
/// An end that is no portal connects to all portals of its room. Between two such ends in one room there is also a way
/// that passes no portal at all.
#[derive(Clone, Debug)]
pub(super) struct Ends {
    /// The number of portals in the graph.
    portals: u32,
    /// The start, then the goal.
    both: [End; 2],
    /// The way between start and goal that passes no portal: a cell where their approaches meet,
    /// by its place in both, and the cost of the way.
    direct: Option<([u32; 2], Cost)>,
}

#[derive(Clone, Debug)]
struct End {
    cell: IVec3,
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
    pub(super) fn of(rooms: Rooms<'_>, cells: [IVec3; 2]) -> Self {
        let graph = &rooms.index.graph;
        let first_own = graph.len() as u32;
        let mut known = [Table::default(), Table::default()];
        let mut end = |side: usize| {
            let cell = cells[side];
            if let Some(vertex) = graph.find(cell) {
                return End {
                    cell,
                    vertex,
                    away: graph.away(vertex),
                    approach: vec![],
                    portals: vec![],
                };
            }
            let approach = rooms.approach(cell, &mut known[side]);
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
            End {
                cell,
                vertex: first_own + side as u32,
                away,
                approach,
                portals,
            }
        };
        let both = [end(0), end(1)];
        let are_inside = both.iter().all(|end| end.vertex >= first_own);
        Self {
            portals: first_own,
            direct: if are_inside {
                direct(&both, &known)
            } else {
                None
            },
            both,
        }
    }

    pub(super) fn start(&self) -> u32 {
        self.both[0].vertex
    }

    pub(super) fn goal(&self) -> u32 {
        self.both[1].vertex
    }

    /// Returns the distances of the goal from the landmarks.
    #[inline]
    pub(super) fn goal_away(&self) -> &LandmarkDistances {
        &self.both[1].away
    }

    /// Returns the distances of a vertex from the landmarks, if the vertex is no portal.
    #[inline]
    pub(super) fn away(&self, vertex: u32) -> Option<LandmarkDistances> {
        let end = vertex.checked_sub(self.portals)?;
        self.both.get(end as usize).map(|end| end.away)
    }

    /// Returns a bound above every number of a vertex.
    pub(super) fn vertices(&self) -> usize {
        self.portals as usize + 2
    }

    /// Returns the cell of a vertex that is no portal.
    #[inline]
    pub(super) fn cell(&self, vertex: u32) -> Option<IVec3> {
        let end = vertex.checked_sub(self.portals)?;
        self.both.get(end as usize).map(|end| end.cell)
    }

    /// Returns the number of the vertex at a cell, if that is one of the ends.
    pub(super) fn vertex(&self, cell: IVec3) -> Option<u32> {
        let end = self.both.iter().find(|end| end.cell == cell);
        end.map(|end| end.vertex)
    }

    /// Returns whether there are ways out of a vertex besides the edges of the graph.
    #[inline]
    pub(super) fn add_to(&self, vertex: u32) -> bool {
        vertex >= self.portals || self.both.iter().any(|end| end.hangs_on(vertex))
    }

    /// Returns the ways out of a vertex besides the edges of the graph, with their costs.
    pub(super) fn ways(&self, vertex: u32) -> impl Iterator<Item = (Way, Cost)> {
        let sides = [Side::Start, Side::Goal].into_iter().zip(&self.both);
        let of_ends = sides.flat_map(move |(side, end)| {
            end.portals.iter().filter_map(move |&[portal, at]| {
                let cost = end.approach[at as usize].cost;
                let (to, along) = if end.vertex == vertex {
                    (portal, Along::Out(side, at))
                } else {
                    (end.vertex, Along::In(side, at))
                };
                let is_here = end.vertex == vertex || portal == vertex;
                is_here.then_some((Way { to, along }, cost))
            })
        });
        let direct = self.direct.and_then(|(at, cost)| {
            let (to, side) = match vertex.checked_sub(self.portals)? {
                0 => (self.goal(), Side::Start),
                _ => (self.start(), Side::Goal),
            };
            let along = Along::Direct(side, at);
            Some((Way { to, along }, cost))
        });
        of_ends.chain(direct)
    }

    /// Adds the moves of such a way to `path`.
    pub(super) fn go(&self, along: Along, path: &mut Path) {
        let [start, goal] = &self.both;
        let of = |side| &self.both[side as usize];
        match along {
            Along::Edge(_) => {}
            Along::Out(side, at) => of(side).leave(at, path),
            Along::In(side, at) => of(side).enter(at, path),
            Along::Direct(Side::Start, [at, there]) => {
                start.leave(at, path);
                goal.enter(there, path);
            }
            Along::Direct(Side::Goal, [there, at]) => {
                goal.leave(at, path);
                start.enter(there, path);
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

/// Returns the cell where the approaches of both ends meet at the least cost, by its place in both,
/// and that cost.
fn direct(both: &[End; 2], known: &[Table; 2]) -> Option<([u32; 2], Cost)> {
    let [start, goal] = both;
    let meetings = (0..).zip(&start.approach).filter_map(|(at, place)| {
        let there = known[1].find(place.cell)?;
        Some(([at, there], place.cost + goal.approach[there as usize].cost))
    });
    meetings.min_by_key(|&(_, cost)| cost)
}
