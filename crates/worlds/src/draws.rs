//! The random numbers of this crate.
//!
//! INVARIANT: a sequence of draws depends on the seed, the stream and the order of the calls, never
//! on the platform. The words are those of PCG XSL RR 128/64 (`rand_pcg`'s `Pcg64`); numbers are made
//! of them by [`Draws`], as everywhere in this repository.
//!
//! # References
//! O'Neill, "PCG: A Family of Simple Fast Space-Efficient Statistically Good Algorithms for Random
//! Number Generation", 2014.

use rand_pcg::{Pcg64, rand_core::Rng};
use voxnav_occupancy::draws::{self, SplitMix64, Words};

/// The purpose of random numbers. Different purposes draw from different streams, so that sampling
/// a world with the seed that made it does not follow the draws that made it.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Stream {
    Caves = 1,
    Random = 2,
    Maze = 3,
    Rooms = 4,
    Towers = 5,
    Sampling = 6,
    Order = 7,
    Terrain = 8,
}

/// A sequence of draws from one seed.
pub(crate) type Draws = draws::Draws<PcgWords>;

#[derive(Debug, Clone)]
pub(crate) struct PcgWords(Pcg64);

impl Words for PcgWords {
    fn word(&mut self) -> u64 {
        self.0.next_u64()
    }
}

impl Stream {
    /// Returns the draws of this stream that belong to a seed.
    pub(crate) fn draws(self, seed: u64) -> Draws {
        // Seeds next to each other give states far from each other.
        let spread = |seed| u128::from(SplitMix64::new(seed).word());
        let state = spread(seed) << 64 | spread(!seed);
        Draws::of(PcgWords(Pcg64::new(state, self as u128)))
    }
}

/// Returns the numbers `0..count` in an order of which each is equally likely: an order of turns in which none always
/// follows the same other. Equal seeds give equal orders.
///
/// ```
/// let mut order = voxnav_worlds::random_order(5, 1);
/// assert_ne!(order, voxnav_worlds::random_order(5, 2));
/// order.sort_unstable();
/// assert_eq!(order, [0, 1, 2, 3, 4]);
/// ```
#[must_use]
pub fn random_order(count: usize, seed: u64) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    Stream::Order.draws(seed).shuffle(&mut order);
    order
}
