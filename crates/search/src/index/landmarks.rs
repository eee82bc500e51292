//! Landmarks (ALT): the distances of the vertices of a graph from a few of them.
//!
//! From a landmark, two vertices are some distance away each, and the difference is no more than what
//! lies between the two. In a maze, where a straight line says little about the way, that says much.
//!
//! Distances are whole numbers of units, 2^10 to a straight move, and edges count a little less than they cost:
//! 1,023 units where a straight move has 1,024, rounded down ([`LandmarkDistances::of_way`]). An end of a query that is
//! no vertex is as far away as the least sum of a vertex of its room and the way from there, which counts the same
//! rounded up ([`LandmarkDistances::of_approach`]).
//!
//! # Why estimates are consistent
//!
//! Along an edge of cost `c`, distances differ by at most its units, which are no more than `c`. Say an end `e` is
//! `a(e)` away from a landmark. From `e` to a vertex `p` of its room, at cost `c`: `a(e) - a(p)` is at most `1,023 c`
//! rounded up, no more than `1,024 c`, since `c` is 1 at least. And `a(p) - a(e)` is at most `1,023 c`, since `a(e)`
//! goes over some vertex `q`, and the way from `p` to `q` costs no more than that over `e` and counts no more than 1,023
//! times what it costs. Likewise between two ends in one room.
//!
//! # How they are kept
//!
//! The distance of a vertex takes 16 bits, as a multiple of a power of two of units, at most 32, where no two vertices are
//! more than some 2,000 straight moves apart. The units of an edge are rounded down to such a multiple, too: the
//! argument above asks for no more than that an edge counts at most 1,023 units a straight move.
//!
//! Landmarks are chosen one by one, each the vertex farthest from all before (Goldberg and
//! Harrelson, "Computing the Shortest Path: A* Search Meets Graph Theory", SODA 2005). All lie in the
//! largest component; elsewhere, differences are zero.

use super::graph::Graph;
use crate::arithmetic::scaled;
use crate::cost::Cost;

/// The number of landmarks: in a maze of 256^3, `auto` expands 32,700 vertices without landmarks,
/// 6,200 with four and 2,400 with twelve.
const COUNT: usize = 12;

/// The units of a straight move.
const UNITS: u64 = 1 << 10;

/// The logarithm of the units in a bucket of the queue: those of a straight move.
const BUCKET: u32 = 10;

/// The logarithm of the most units of which distances are kept as multiples, a 32nd of a straight move: in rooms of 256^3
/// queries expand 3.5 % more than with single units, in the same time.
const COARSEST: u32 = 5;

/// The longest edge, in buckets, of a graph with landmarks.
const LONGEST: u32 = 1 << 18;

/// The distances of one place from each of a few landmarks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LandmarkDistances([u32; COUNT]);

impl LandmarkDistances {
    /// The distances of places that no landmark reaches.
    pub(crate) const NEVER: Self = Self([u32::MAX; COUNT]);

    /// Returns the units that a way of some cost counts.
    fn of_way(cost: Cost) -> u32 {
        let units = scaled::<{ Cost::BITS }>(cost.raw(), UNITS - 1);
        u32::try_from(units).unwrap_or(u32::MAX)
    }

    /// Returns the units that the way from an end to a vertex of its room counts.
    pub(crate) fn of_approach(cost: Cost) -> u32 {
        Self::of_way(cost).saturating_add(1)
    }

    /// Returns a lower bound on the cost between two places.
    #[inline]
    pub(crate) fn least_cost(&self, other: &Self) -> Cost {
        let pairs = self.0.iter().zip(&other.0);
        let units = pairs.fold(0, |most, (&a, &b)| most.max(a.abs_diff(b)));
        Cost::from_raw(Cost::STRAIGHT.raw() / UNITS) * units
    }

    /// Returns the distances of a place to which one more way is known: so many units from a place that
    /// is `other` away.
    pub(crate) fn or_over(&self, other: &Self, units: u32) -> Self {
        Self(std::array::from_fn(|landmark| {
            self.0[landmark].min(other.0[landmark].saturating_add(units))
        }))
    }
}

/// The distances of the vertices of a graph from the landmarks, by number.
#[derive(Debug)]
pub(super) enum Distances {
    /// No landmarks.
    None,
    /// Distances in units.
    Fine(Vec<LandmarkDistances>),
    /// Multiples of a power of two of units, given by its logarithm; [`u16::MAX`] stands for never.
    Coarse(u32, Vec<[u16; COUNT]>),
}

impl Distances {
    /// Finds the distances of each vertex from the landmarks.
    pub(super) fn over(graph: &Graph) -> Self {
        let Some(mut spread) = Spread::over(graph) else {
            return Self::None;
        };
        let seed = largest_component(graph, &mut spread);
        let reached = spread.units.iter().filter(|units| **units != u32::MAX);
        // Ways lead back as well, so that two vertices are as far apart as both are from a third, at most.
        let farthest = reached.max().unwrap_or(&0).saturating_mul(2);
        let fits = |shift: &u32| farthest >> shift < u32::from(u16::MAX);
        if let Some(shift) = (0..=COARSEST).find(fits) {
            spread.round_down(shift);
            let mut away = vec![[u16::MAX; COUNT]; graph.len()];
            spread.reach_all(graph, seed, |vertex, landmark, units| {
                away[vertex][landmark] = u16::try_from(units >> shift).unwrap_or(u16::MAX);
            });
            Self::Coarse(shift, away)
        } else {
            let mut away = vec![LandmarkDistances::NEVER; graph.len()];
            spread.reach_all(graph, seed, |vertex, landmark, units| {
                away[vertex].0[landmark] = units;
            });
            Self::Fine(away)
        }
    }

    /// Returns the distances of a vertex.
    #[inline]
    pub(super) fn of(&self, vertex: u32) -> LandmarkDistances {
        match self {
            Self::None => LandmarkDistances::NEVER,
            Self::Fine(away) => away[vertex as usize],
            Self::Coarse(shift, away) => {
                let units = |kept: u16| match kept {
                    u16::MAX => u32::MAX,
                    _ => u32::from(kept) << shift,
                };
                LandmarkDistances(away[vertex as usize].map(units))
            }
        }
    }

    pub(super) fn memory_bytes(&self) -> usize {
        match self {
            Self::None => 0,
            Self::Fine(away) => away.capacity() * size_of::<LandmarkDistances>(),
            Self::Coarse(_, away) => away.capacity() * size_of::<[u16; COUNT]>(),
        }
    }
}

/// Returns a vertex of the component with the most vertices that is far from others there.
fn largest_component(graph: &Graph, spread: &mut Spread) -> Option<u32> {
    let mut best = None;
    let mut most = 0;
    for seed in 0..graph.len() as u32 {
        if spread.units[seed as usize] != u32::MAX {
            continue;
        }
        let (last, count) = spread.reach_from(graph, seed);
        if count > most {
            (best, most) = (Some(last), count);
        }
    }
    best
}

/// Distances of vertices, found in a ring of buckets (Dial, "Algorithm 360: Shortest-Path Forest with Topological
/// Ordering", Communications of the ACM 1969); within a bucket a vertex is reached again where it turns out nearer.
struct Spread {
    units: Vec<u32>,
    /// The units of edges, by the number of their cost.
    units_of: Vec<u32>,
    ring: Vec<Vec<(u32, u32)>>,
}

impl Spread {
    fn over(graph: &Graph) -> Option<Self> {
        let units_of = graph.costs().iter().copied().map(LandmarkDistances::of_way);
        let units_of: Vec<u32> = units_of.collect();
        let longest = (units_of.iter().max().unwrap_or(&0) >> BUCKET) + 1;
        (longest <= LONGEST).then(|| Self {
            units: vec![u32::MAX; graph.len()],
            units_of,
            ring: vec![vec![]; (longest as usize + 1).next_power_of_two()],
        })
    }

    /// Rounds the units of all edges down to multiples of a power of two, given by its logarithm.
    fn round_down(&mut self, shift: u32) {
        for units in &mut self.units_of {
            *units = *units >> shift << shift;
        }
    }

    /// Chooses the landmarks, given the first, and passes on the units of every vertex from each that reaches it, by
    /// the numbers of both.
    fn reach_all(
        &mut self,
        graph: &Graph,
        first: Option<u32>,
        mut keep: impl FnMut(usize, usize, u32),
    ) {
        let mut nearest = vec![u32::MAX; graph.len()];
        let mut seed = first;
        for landmark in 0..COUNT {
            let Some(from) = seed else {
                break;
            };
            self.units.fill(u32::MAX);
            self.reach_from(graph, from);
            for (vertex, &units) in self.units.iter().enumerate() {
                if units != u32::MAX {
                    keep(vertex, landmark, units);
                    nearest[vertex] = nearest[vertex].min(units);
                }
            }
            let reached = (0..graph.len() as u32).filter(|&at| nearest[at as usize] != u32::MAX);
            seed = reached.max_by_key(|&at| nearest[at as usize]);
        }
    }

    /// Reaches the component of a vertex not reached before, and returns the last vertex
    /// reached and the number of times that vertices were.
    fn reach_from(&mut self, graph: &Graph, seed: u32) -> (u32, u32) {
        let mask = self.ring.len() - 1;
        self.units[seed as usize] = 0;
        self.ring[0].push((seed, 0));
        let (mut last, mut count) = (seed, 0);
        let (mut bucket, mut queued) = (0_usize, 1);
        while queued > 0 {
            while let Some((vertex, units)) = self.ring[bucket & mask].pop() {
                queued -= 1;
                if self.units[vertex as usize] != units {
                    continue;
                }
                (last, count) = (vertex, count + 1);
                for &edge in graph.edges(vertex) {
                    let there = units.saturating_add(self.units_of[edge.cost_number()]);
                    let known = &mut self.units[edge.target as usize];
                    if there < *known {
                        *known = there;
                        self.ring[(there >> BUCKET) as usize & mask].push((edge.target, there));
                        queued += 1;
                    }
                }
            }
            bucket += 1;
        }
        (last, count)
    }
}
