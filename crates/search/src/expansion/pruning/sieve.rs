//! Sieves: the tables by which blocked cells rule out successors.

use super::alternatives::Detours;
use super::neighborhood::OPEN_NEIGHBORHOOD;
use crate::movement::{CornerRule, Direction, DirectionSet};

/// The directions that each cell rules out by being blocked, after one arrival.
///
/// Four sets of directions in a word, for moves that are ruled out themselves, and for successors of
/// which the first, the second and the third detour is ruled out:
///
/// ```text
/// 127  122 121    96 95  90 89     64 63  58 57     32 31  26 25      0
/// [      |  third   |      | second  |      |  first  |      |  moves  ]
/// ```
///
/// A successor survives if its move is not ruled out and all its detours are. Going over the blocked
/// cells costs less than asking one detour after another: there are some thirty after an arrival, and
/// even in noise few cells are blocked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sieve {
    /// The directions ruled out where nothing is blocked: moves outside the set, and detours that
    /// do not exist.
    never: u128,
    /// The directions ruled out by each blocked cell, by the number of its neighborhood bit.
    without: [u128; 27],
}

/// The number of detours of a successor that one sieve has room for.
const DETOURS_IN_SIEVE: usize = 3;

impl Sieve {
    /// Creates a sieve that lets every legal move pass.
    pub(super) fn of_moves(set: DirectionSet, corners: CornerRule) -> Self {
        let mut sieve = Self {
            never: u128::MAX << 32 | u128::from(!set.0),
            without: [0; 27],
        };
        for direction in set.iter() {
            sieve.rule_out(direction.bit().into(), direction.required(corners));
        }
        sieve
    }

    /// Adds a detour of `successor` that needs `cells`, as one of three.
    pub(super) fn add_detour(&mut self, successor: Direction, number: usize, cells: u32) {
        let bit = u128::from(successor.bit()) << (32 * (number + 1));
        self.never &= !bit;
        self.rule_out(bit, cells);
    }

    /// Lets each of `cells` rule out what `bit` stands for.
    fn rule_out(&mut self, bit: u128, cells: u32) {
        for place in places(cells) {
            self.without[place] |= bit;
        }
    }

    /// Returns the successors that survive where the cells of `blocked` are blocked.
    #[inline]
    pub(super) fn survivors(&self, blocked: u32) -> u32 {
        let [moves, first, second, third] = self.ruled_out(blocked);
        first & second & third & !moves
    }

    /// Returns the directions ruled out where the cells of `blocked` are blocked: moves, then the
    /// three detours.
    #[inline]
    pub(super) fn ruled_out(&self, blocked: u32) -> [u32; 4] {
        let out = places(blocked).fold(self.never, |out, place| out | self.without[place]);
        [0, 32, 64, 96].map(|shift| (out >> shift) as u32)
    }
}

/// Returns as few sieves as have room for all detours.
pub(super) fn sieves(of_moves: &Sieve, set: DirectionSet, detours: &mut Detours) -> Vec<Sieve> {
    let mut sieves = vec![*of_moves];
    for successor in set.iter() {
        for (number, &cells) in detours.of(successor).iter().enumerate() {
            let sieve = number / DETOURS_IN_SIEVE;
            if sieve == sieves.len() {
                sieves.push(*of_moves);
            }
            sieves[sieve].add_detour(successor, number % DETOURS_IN_SIEVE, cells);
        }
    }
    sieves
}

/// Returns the numbers of the bits of cells of a neighborhood.
#[inline]
fn places(cells: u32) -> impl Iterator<Item = usize> {
    let mut left = cells & OPEN_NEIGHBORHOOD;
    std::iter::from_fn(move || {
        let place = left.trailing_zeros() as usize;
        (left != 0).then(|| {
            left &= left - 1;
            place
        })
    })
}
