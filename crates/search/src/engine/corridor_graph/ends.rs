//! Start and goal of a search in a graph.

use glam::IVec3;
use voxnav_occupancy::internals::{
    Corridor, CorridorEnd, CorridorGraph, Corridors, LandmarkDistances,
};

use super::bit_along;

/// A way out of a vertex.
#[derive(Clone, Copy, Debug)]
pub(super) struct GraphEdge {
    /// The vertex to which it leads.
    pub(super) to: u32,
    /// The first move, as its bit in a neighborhood.
    pub(super) bit: u32,
    pub(super) moves: u32,
}

/// Start and goal: junctions, or vertices of their own whose numbers follow those of the junctions.
///
/// An end in a corridor hangs on the two junctions at the ends of it. In a closed circle there are
/// none; between two ends in one corridor there is also the way within it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ends {
    /// How many junctions there are.
    junctions: u32,
    /// The start, then the goal.
    both: [End; 2],
    /// Between start and goal, seen from either.
    direct: [Option<GraphEdge>; 2],
}

#[derive(Clone, Copy, Debug)]
struct End {
    cell: IVec3,
    vertex: u32,
    away: LandmarkDistances,
    /// From the end to junctions, and back; none from one that is a junction.
    ways: [Option<[GraphEdge; 2]>; 2],
}

impl Ends {
    pub(super) fn of(corridors: &Corridors, graph: &CorridorGraph, cells: [IVec3; 2]) -> Self {
        let junctions = graph.len() as u32;
        let end = |side: usize| {
            let cell = cells[side];
            let found = graph.find(cell);
            let vertex = found.unwrap_or(junctions + side as u32);
            let ways = match found {
                Some(_) => [None; 2],
                None => corridors
                    .ways(cell)
                    .map(|way| both_ways(graph, vertex, way?)),
            };
            let away = match found {
                Some(junction) => *graph.away(junction),
                None => ways
                    .iter()
                    .flatten()
                    .fold(LandmarkDistances::NEVER, |away, [there, _]| {
                        away.or_over(graph.away(there.to), there.moves)
                    }),
            };
            End {
                cell,
                vertex,
                away,
                ways,
            }
        };
        let both = [end(0), end(1)];
        let are_inside = both.iter().all(|end| end.vertex >= junctions);
        Self {
            junctions,
            both,
            direct: if are_inside {
                direct(corridors, both)
            } else {
                [None; 2]
            },
        }
    }

    pub(super) fn start(&self) -> u32 {
        self.both[0].vertex
    }

    pub(super) fn goal(&self) -> u32 {
        self.both[1].vertex
    }

    /// How far the goal is from the landmarks.
    #[inline]
    pub(super) fn goal_away(&self) -> &LandmarkDistances {
        &self.both[1].away
    }

    /// How far a vertex is from them that is no junction.
    #[inline]
    pub(super) fn away(&self, vertex: u32) -> Option<&LandmarkDistances> {
        let end = vertex.checked_sub(self.junctions)?;
        self.both.get(end as usize).map(|end| &end.away)
    }

    /// More than every number of a vertex.
    pub(super) fn vertices(&self) -> usize {
        self.junctions as usize + 2
    }

    /// The cell of a vertex that is no junction.
    #[inline]
    pub(super) fn cell(&self, vertex: u32) -> Option<IVec3> {
        let end = vertex.checked_sub(self.junctions)?;
        self.both.get(end as usize).map(|end| end.cell)
    }

    /// The number of the vertex at a cell, if that is one of the ends.
    pub(super) fn vertex(&self, cell: IVec3) -> Option<u32> {
        let end = self.both.iter().find(|end| end.cell == cell);
        end.map(|end| end.vertex)
    }

    /// Whether there are ways out of a vertex besides the edges of the graph.
    #[inline]
    pub(super) fn add_to(&self, vertex: u32) -> bool {
        let mut ways = self.both.iter().flat_map(|end| end.ways.iter().flatten());
        vertex >= self.junctions || ways.any(|[there, _]| there.to == vertex)
    }

    /// These ways.
    pub(super) fn ways(&self, vertex: u32) -> impl Iterator<Item = GraphEdge> {
        let of_ends = self.both.iter().flat_map(move |end| {
            let ways = end.ways.iter().flatten();
            ways.filter_map(move |&[there, back]| {
                if end.vertex == vertex {
                    Some(there)
                } else {
                    (there.to == vertex).then_some(back)
                }
            })
        });
        let side = vertex.checked_sub(self.junctions);
        let direct = side.and_then(|side| self.direct[side as usize]);
        of_ends.chain(direct)
    }
}

/// The way from an end to a junction, and back; `None` if it leads in a circle.
fn both_ways(graph: &CorridorGraph, vertex: u32, way: Corridor) -> Option<[GraphEdge; 2]> {
    let there = GraphEdge {
        to: graph.find(way.end)?,
        bit: bit_along(way.heading),
        moves: way.moves,
    };
    let back = GraphEdge {
        to: vertex,
        bit: bit_along(way.arrival.reverse()),
        moves: way.moves,
    };
    Some([there, back])
}

/// The shortest way from start to goal that passes no junction, and back.
fn direct(corridors: &Corridors, [start, goal]: [End; 2]) -> [Option<GraphEdge>; 2] {
    let mut best = [None; 2];
    let mut fewest = u32::MAX;
    for way in corridors.ways(start.cell).into_iter().flatten() {
        let (cell, heading) = (start.cell, way.heading);
        let (mut at, mut moves) = (cell, 0);
        corridors.walk(CorridorEnd { cell, heading }, |arrival| {
            at += arrival.step();
            moves += 1;
            if at == goal.cell && moves < fewest {
                fewest = moves;
                let [bit, back] = [heading, arrival.reverse()].map(bit_along);
                let edge = |to, bit| Some(GraphEdge { to, bit, moves });
                best = [edge(goal.vertex, bit), edge(start.vertex, back)];
            }
        });
    }
    best
}
