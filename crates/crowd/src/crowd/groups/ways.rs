//! The agent of each place, such that ways do not cross.
//!
//! The sum of the squares of distances is least where that of the products of offsets is greatest, each counted from the
//! middle of its kind. These stay exact however far agents are from their places.
//!
//! # References
//!
//! Turpin, Michael, Kumar, "CAPT: Concurrent assignment and planning of trajectories for multiple robots", International
//! Journal of Robotics Research 33, 2014, proves that agents that go straight in equal times do not meet then.

use voxnav::glam::DVec3;

use crate::assignment::{Assignment, Matched};

/// The most agents that are assigned at once, by up to the cube of their number in steps: some 20 milliseconds.
const BLOCK: usize = 256;

/// The scale of costs: the largest is half the most that fits.
const SCALE: f64 = 2_147_483_648.0;

/// Returns the number of the place of each agent, of as many places as agents.
pub(in crate::crowd) fn assigned(from: &[DVec3], places: &[DVec3]) -> Vec<usize> {
    let way = middle(places) - middle(from);
    let (agents, places_ahead) = (ahead(from, way), ahead(places, way));
    let mut place_of = vec![0; from.len()];
    for (agents, to) in agents.chunks(BLOCK).zip(places_ahead.chunks(BLOCK)) {
        let [starts, ends] = [
            agents.iter().map(|&agent| from[agent]).collect::<Vec<_>>(),
            to.iter().map(|&place| places[place]).collect(),
        ];
        for (&agent, end) in agents.iter().zip(matched(&starts, &ends)) {
            place_of[agent] = to[end];
        }
    }
    place_of
}

/// Returns the numbers of positions in the order of how far ahead they are.
fn ahead(positions: &[DVec3], way: DVec3) -> Vec<usize> {
    let mut order: Vec<usize> = (0..positions.len()).collect();
    order.sort_by(|&a, &b| positions[b].dot(way).total_cmp(&positions[a].dot(way)));
    order
}

fn middle(positions: &[DVec3]) -> DVec3 {
    let count = u32::try_from(positions.len()).unwrap_or(u32::MAX).max(1);
    positions.iter().sum::<DVec3>() / f64::from(count)
}

/// Returns the number of the end of each start, such that the sum of squared distances is least.
fn matched(starts: &[DVec3], ends: &[DVec3]) -> Vec<usize> {
    let [start, end] = [middle(starts), middle(ends)];
    let gain = |a: usize, b: usize| (starts[a] - start).dot(ends[b] - end);
    let numbers = 0..starts.len();
    let gains = numbers
        .clone()
        .flat_map(|a| numbers.clone().map(move |b| (a, b)));
    let (low, high) = gains
        .map(|(a, b)| gain(a, b))
        .fold((0.0_f64, 0.0_f64), |most, it| {
            (most.0.min(it), most.1.max(it))
        });
    let scale = SCALE / (high - low).max(f64::EPSILON);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "not negative, and casts saturate"
    )]
    let cost = |a: usize, b: usize| ((high - gain(a, b)) * scale) as u32;
    let row = |b: usize| numbers.clone().map(|a| cost(a, b)).collect();
    let mut left = u64::MAX;
    match Assignment::new(starts.len(), None).advance(&mut left, row) {
        Matched::Done(end_of, _) => end_of,
        _ => numbers.collect(),
    }
}
