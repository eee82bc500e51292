//! Start and goal of a search in a graph.

use glam::IVec3;
use voxnav_occupancy::indexes::LandmarkDistances;

use super::rooms::Room;
use super::{Passages, Prices, bit_of};
use crate::cost::Cost;
use crate::memory::Table;
use crate::movement::Direction;
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
    /// An edge of the graph: its first move, as its bit in a neighborhood, and how many there are.
    Edge { bit: u32, moves: u32 },
    /// A way from an end to a junction, by the place of the latter in the approach of the end.
    Out(Side, u32),
    /// The same way taken from the junction to the end.
    In(Side, u32),
    /// A way from one end to the other, by the place of a cell in both approaches.
    Direct(Side, [u32; 2]),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Start,
    Goal,
}

/// Start and goal: junctions, or vertices of their own whose numbers follow those of the junctions.
///
/// An end that is no junction connects to all junctions to which ways lead from it that pass no
/// other: two where it lies in a corridor, none in a closed circle. Between two such ends there may
/// also be a way that passes no junction at all.
#[derive(Clone, Debug)]
pub(super) struct Ends {
    /// The number of junctions in the graph.
    junctions: u32,
    /// The start, then the goal.
    both: [End; 2],
    /// The way between start and goal that passes no junction: a cell where their approaches meet,
    /// by its place in both, and the cost of the way.
    direct: Option<([u32; 2], Cost)>,
}

#[derive(Clone, Debug)]
struct End {
    cell: IVec3,
    vertex: u32,
    away: LandmarkDistances,
    /// The cells on the ways to junctions, the end itself first; none from an end that is one.
    approach: Vec<Place>,
    /// The junctions, by number and by place in the approach, in the order of numbers; none from an end
    /// that is one.
    junctions: Vec<[u32; 2]>,
}

/// A cell to which a way leads from an end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) cell: IVec3,
    /// The place before it, on the cheapest way.
    pub(super) before: u32,
    pub(super) cost: Cost,
    /// The length of the shortest path from the end, in the [units](LandmarkDistances::UNITS) of
    /// landmarks.
    pub(super) units: u32,
    pub(super) leads: Leads,
}

impl Place {
    /// Creates the place of an end itself, at cost zero.
    pub(super) fn of_end(cell: IVec3) -> Self {
        Self {
            cell,
            before: 0,
            cost: Cost::ZERO,
            units: 0,
            leads: Leads::On,
        }
    }
}

/// The continuation of an approach from a place: on to others, or no further.
#[derive(Clone, Copy, Debug)]
pub(super) enum Leads {
    On,
    NoFurther,
}

impl Ends {
    pub(super) fn of(passages: Passages<'_>, prices: &Prices, cells: [IVec3; 2]) -> Self {
        let graph = passages.graph();
        let first_own = graph.len() as u32;
        let mut known = [Table::default(), Table::default()];
        let mut end = |side: usize| {
            let cell = cells[side];
            let found = graph.find(cell);
            let approach = match (found, passages) {
                (Some(_), _) => vec![],
                (None, Passages::Rooms(portals, world)) => {
                    Room { portals, world }.approach(prices, cell, &mut known[side])
                }
                _ => approach(passages, prices, cell, &mut known[side]),
            };
            let mut junctions = Vec::new();
            let mut away = LandmarkDistances::NEVER;
            if let Some(junction) = found {
                away = *graph.away(junction);
            } else {
                for (at, place) in approach.iter().enumerate() {
                    let junction = match place.leads {
                        Leads::On => None,
                        Leads::NoFurther => graph.find(place.cell),
                    };
                    if let Some(junction) = junction {
                        away = away.or_over(graph.away(junction), place.units);
                        junctions.push([junction, at as u32]);
                    }
                }
            }
            junctions.sort_unstable();
            End {
                cell,
                vertex: found.unwrap_or(first_own + side as u32),
                away,
                approach,
                junctions,
            }
        };
        let both = [end(0), end(1)];
        let are_inside = both.iter().all(|end| end.vertex >= first_own);
        Self {
            junctions: first_own,
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

    /// Returns the distances of a vertex from the landmarks, if the vertex is no junction.
    #[inline]
    pub(super) fn away(&self, vertex: u32) -> Option<&LandmarkDistances> {
        let end = vertex.checked_sub(self.junctions)?;
        self.both.get(end as usize).map(|end| &end.away)
    }

    /// Returns a bound above every number of a vertex.
    pub(super) fn vertices(&self) -> usize {
        self.junctions as usize + 2
    }

    /// Returns the cell of a vertex that is no junction.
    #[inline]
    pub(super) fn cell(&self, vertex: u32) -> Option<IVec3> {
        let end = vertex.checked_sub(self.junctions)?;
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
        vertex >= self.junctions || self.both.iter().any(|end| end.hangs_on(vertex))
    }

    /// Returns the ways out of a vertex besides the edges of the graph, with their costs.
    pub(super) fn ways(&self, vertex: u32) -> impl Iterator<Item = (Way, Cost)> {
        let sides = [Side::Start, Side::Goal].into_iter().zip(&self.both);
        let of_ends = sides.flat_map(move |(side, end)| {
            end.junctions.iter().filter_map(move |&[junction, at]| {
                let cost = end.approach[at as usize].cost;
                let (to, along) = if end.vertex == vertex {
                    (junction, Along::Out(side, at))
                } else {
                    (end.vertex, Along::In(side, at))
                };
                let is_here = end.vertex == vertex || junction == vertex;
                is_here.then_some((Way { to, along }, cost))
            })
        });
        let direct = self.direct.and_then(|(at, cost)| {
            let (to, side) = match vertex.checked_sub(self.junctions)? {
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
        let of = |side| match side {
            Side::Start => start,
            Side::Goal => goal,
        };
        match along {
            Along::Edge { .. } => {}
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
    fn hangs_on(&self, junction: u32) -> bool {
        let numbers = (self.junctions.first(), self.junctions.last());
        let (Some(&[first, _]), Some(&[last, _])) = numbers else {
            return false;
        };
        let others = || self.junctions.iter().any(|&[it, _]| it == junction);
        (first..=last).contains(&junction) && others()
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

/// Room for the cells of most approaches in mazes.
const USUAL_PLACES: usize = 64;

/// Returns the cells on the ways from an end to junctions, the junctions included; `known` gets
/// their places.
///
/// # Complexity
///
/// Linear in the length of the corridor, and under lenient corners of the ways out of the dead end.
fn approach(passages: Passages<'_>, prices: &Prices, cell: IVec3, known: &mut Table) -> Vec<Place> {
    let mut places = Vec::with_capacity(USUAL_PLACES);
    places.push(Place::of_end(cell));
    known.begin();
    known.find_or_insert(cell, 0);
    // Few cells are reached twice, next to none more cheaply the second time.
    let mut to_follow = Vec::with_capacity(USUAL_PLACES);
    to_follow.push(0);
    let mut next = 0;
    while let Some(&at) = to_follow.get(next) {
        next += 1;
        let here = places[at as usize];
        let Some(onward) = passages.onward(here.cell) else {
            places[at as usize].leads = Leads::NoFurther;
            continue;
        };
        for direction in Direction::toward(onward) {
            let axes = direction.offset().abs().element_sum().unsigned_abs();
            let there = Place {
                cell: here.cell + direction.offset(),
                before: at,
                cost: here.cost + prices.0[bit_of(direction) as usize],
                units: here.units + LandmarkDistances::of_move(axes),
                leads: Leads::On,
            };
            let place = known.find_or_insert(there.cell, places.len() as u32);
            match places.get_mut(place as usize) {
                None => places.push(there),
                Some(known) if there.cost < known.cost => {
                    let units = known.units.min(there.units);
                    *known = Place { units, ..there };
                }
                Some(known) if there.units < known.units => known.units = there.units,
                Some(_) => continue,
            }
            to_follow.push(place);
        }
    }
    places
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
