//! Landmarks (ALT): the distances of the junctions of a graph from a few of them.
//!
//! From a landmark, two junctions are some distance away each, and the difference is no more than what
//! lies between the two. In a maze, where a straight line says little about the way, that says much.
//! Distances are whole numbers of [`LandmarkDistances::UNITS`], by which no move is longer than it is:
//! so they are never more than what the way costs, nor do they change along an edge by more than that,
//! and the estimate is consistent for every move set.
//!
//! Landmarks are chosen one by one, each the junction farthest from all before (Goldberg and
//! Harrelson, "Computing the Shortest Path: A* Search Meets Graph Theory", SODA 2005). All lie in the
//! largest component; elsewhere, differences are zero.

use super::graph::CorridorGraph;

/// The number of landmarks: in a maze of 256^3, `auto` expands 32,700 junctions without landmarks,
/// 6,200 with four and 2,400 with twelve, which take 0.1 s to find.
const COUNT: usize = 12;

/// The longest corridor, in units, of a graph with landmarks: the queue has a bucket for each of
/// its units.
const LONGEST: u32 = 1 << 18;

/// The distances of one place from each of a few landmarks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LandmarkDistances([u32; COUNT]);

impl LandmarkDistances {
    /// The distances of places that no landmark reaches.
    pub const NEVER: Self = Self([u32::MAX; COUNT]);

    /// The units of a straight move, in which distances are counted.
    pub const UNITS: u32 = 32;

    /// Returns the length in units of a move that leads along so many axes: sqrt 2 and sqrt 3 times 32,
    /// rounded down. Sums of two are in the order of the true ones, so that cells which no path needs
    /// are not needed for these distances, either.
    #[must_use]
    #[inline]
    pub const fn of_move(axes: u32) -> u32 {
        match axes {
            0 => 0,
            1 => Self::UNITS,
            2 => 45,
            _ => 55,
        }
    }

    /// Returns the units that a way of some cost through a room counts, given the cost of a straight move as
    /// `one`: a little less than it is long, rounded down.
    ///
    /// Ends that hang on the portals of a room count the same rounded up
    /// ([`of_approach`](Self::of_approach)), and differences are consistent all the same. Say an end `e` is
    /// `a(e)` away from a landmark, the least sum of a portal's distance and the units from there, and 31 units
    /// stand for a straight move where 32 do in an estimate. From `e` to a portal `p` of its room, at cost `c`:
    /// `a(e) - a(p)` is at most `31 c` rounded up, no more than `32 c`, since `c` is 1 at least. And
    /// `a(p) - a(e)` is at most `31 c`, since `a(e)` goes over some portal `q`, and the way from `p` to `q` costs no
    /// more than that over `e` and counts no more than 31 times what it costs. Likewise between two ends in
    /// one room.
    #[must_use]
    pub const fn of_way(cost: u64, one: u64) -> u32 {
        let units = cost as u128 * (Self::UNITS - 1) as u128 / one as u128;
        if units < u32::MAX as u128 {
            units as u32
        } else {
            u32::MAX
        }
    }

    /// Returns the same rounded up, for the way from an end to a portal of its room.
    #[must_use]
    pub const fn of_approach(cost: u64, one: u64) -> u32 {
        Self::of_way(cost, one).saturating_add(1)
    }

    /// Returns a lower bound on the units between two places.
    #[must_use]
    #[inline]
    pub fn least_units(&self, other: &Self) -> u32 {
        let pairs = self.0.iter().zip(&other.0);
        pairs.fold(0, |most, (&a, &b)| most.max(a.abs_diff(b)))
    }

    /// Returns the distances of a place to which one more way is known: so many units from a place that
    /// is `other` away.
    #[must_use]
    pub fn or_over(&self, other: &Self, units: u32) -> Self {
        Self(std::array::from_fn(|landmark| {
            self.0[landmark].min(other.0[landmark].saturating_add(units))
        }))
    }
}

/// Returns the distances of each junction from the landmarks.
///
/// # Complexity
///
/// About 8 ms for each landmark in a graph of 100,000 junctions.
pub(super) fn distances(graph: &CorridorGraph) -> Vec<LandmarkDistances> {
    let mut away = vec![LandmarkDistances::NEVER; graph.len()];
    let Some(mut spread) = Spread::over(graph) else {
        return away;
    };
    let mut nearest = vec![u32::MAX; graph.len()];
    let mut seed = largest_component(graph, &mut spread);
    for landmark in 0..COUNT {
        let Some(from) = seed else {
            break;
        };
        spread.from(graph, from);
        for (junction, &units) in spread.units.iter().enumerate() {
            away[junction].0[landmark] = units;
            nearest[junction] = nearest[junction].min(units);
        }
        let reached = (0..graph.len() as u32).filter(|&at| nearest[at as usize] != u32::MAX);
        seed = reached.max_by_key(|&at| nearest[at as usize]);
    }
    away
}

/// Returns a junction of the component with the most junctions that is far from others there.
fn largest_component(graph: &CorridorGraph, spread: &mut Spread) -> Option<u32> {
    let mut best = None;
    let mut most = 0;
    for seed in 0..graph.len() as u32 {
        if spread.is_reached(seed) {
            continue;
        }
        let (last, count) = spread.on_from(graph, seed);
        if count > most {
            (best, most) = (Some(last), count);
        }
    }
    best
}

/// Distances of junctions, found by Dial's algorithm: a ring of buckets by units.
struct Spread {
    units: Vec<u32>,
    ring: Vec<Vec<u32>>,
}

impl Spread {
    fn over(graph: &CorridorGraph) -> Option<Self> {
        let junctions = 0..graph.len() as u32;
        let edges = junctions.flat_map(|junction| graph.edges(junction));
        let longest = edges.map(|edge| graph.units(*edge)).max().unwrap_or(0);
        (longest <= LONGEST).then(|| Self {
            units: vec![u32::MAX; graph.len()],
            ring: vec![vec![]; (longest as usize + 1).next_power_of_two()],
        })
    }

    fn is_reached(&self, junction: u32) -> bool {
        self.units[junction as usize] != u32::MAX
    }

    fn from(&mut self, graph: &CorridorGraph, seed: u32) {
        self.units.fill(u32::MAX);
        self.on_from(graph, seed);
    }

    /// Reaches the component of a junction not reached before, and returns the last junction
    /// reached and their count.
    fn on_from(&mut self, graph: &CorridorGraph, seed: u32) -> (u32, u32) {
        let mask = self.ring.len() - 1;
        self.units[seed as usize] = 0;
        self.ring[0].push(seed);
        let (mut last, mut count) = (seed, 0);
        let (mut now, mut queued) = (0_u32, 1);
        while queued > 0 {
            while let Some(junction) = self.ring[now as usize & mask].pop() {
                queued -= 1;
                if self.units[junction as usize] != now {
                    continue;
                }
                (last, count) = (junction, count + 1);
                for &edge in graph.edges(junction) {
                    let there = now.saturating_add(graph.units(edge));
                    let known = &mut self.units[edge.target() as usize];
                    if there < *known {
                        *known = there;
                        self.ring[there as usize & mask].push(edge.target());
                        queued += 1;
                    }
                }
            }
            now = now.saturating_add(1);
        }
        (last, count)
    }
}
