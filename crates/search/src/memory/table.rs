//! A hash table from positions to numbers, for look-ups at every move.
//!
//! Open addressing with linear probing, at most half full. Positions stand in the table itself, so
//! that a look-up touches one cache line; it is emptied by filling the part in use, and starts small
//! again, so that a short query finds all of it in the nearest cache.

#![expect(
    clippy::cast_possible_truncation,
    reason = "a hash is cut down to a place in the table"
)]

use glam::IVec3;

/// Places at first: 16 KB.
const FIRST_PLACES: usize = 1 << 10;

/// A map from positions to numbers below [`Table::NONE`].
#[derive(Debug, Default)]
pub(crate) struct Table {
    /// A power of two of them are in use, from the first on.
    slots: Vec<Slot>,
    /// 64 less the logarithm of the places in use.
    shift: u32,
    count: usize,
}

#[derive(Clone, Copy, Debug)]
struct Slot {
    position: IVec3,
    number: u32,
}

const EMPTY: Slot = Slot {
    position: IVec3::ZERO,
    number: Table::NONE,
};

impl Table {
    /// The number of no position.
    pub(crate) const NONE: u32 = u32::MAX;

    /// Empties the table.
    pub(crate) fn begin(&mut self) {
        self.resize(FIRST_PLACES);
    }

    /// Returns the number of a position.
    #[inline]
    pub(crate) fn find(&self, position: IVec3) -> Option<u32> {
        let slot = self.slots.get(self.place(position))?;
        (slot.number != Self::NONE).then_some(slot.number)
    }

    /// Returns the number of a position; if it has none, it gets `next`.
    #[inline]
    pub(crate) fn find_or_insert(&mut self, position: IVec3, next: u32) -> u32 {
        let place = self.place(position);
        match self.slots.get_mut(place) {
            Some(slot) if slot.number != Self::NONE => slot.number,
            Some(slot) if 2 * (self.count + 1) <= 1 << (64 - self.shift) => {
                *slot = Slot {
                    position,
                    number: next,
                };
                self.count += 1;
                next
            }
            _ => {
                self.grow();
                self.find_or_insert(position, next)
            }
        }
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        self.slots.capacity() * size_of::<Slot>()
    }

    fn places(&self) -> usize {
        if self.slots.is_empty() {
            0
        } else {
            1 << (64 - self.shift)
        }
    }

    /// Returns the place where the position stands, or would stand: in a table without places,
    /// behind all.
    #[inline]
    fn place(&self, position: IVec3) -> usize {
        let [x, y, z] = position.to_array().map(|n| u64::from(n.cast_unsigned()));
        let hash = (y << 32 | x)
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            .wrapping_add(z.wrapping_mul(0xc2b2_ae3d_27d4_eb4f));
        let mut place = (hash >> self.shift) as usize;
        while let Some(slot) = self.slots.get(place)
            && slot.number != Self::NONE
            && slot.position != position
        {
            place = (place + 1) & (self.places() - 1);
        }
        place
    }

    #[cold]
    fn grow(&mut self) {
        let places = self.places();
        let numbered = |slot: &&Slot| slot.number != Self::NONE;
        let before: Vec<Slot> = self.slots[..places]
            .iter()
            .filter(numbered)
            .copied()
            .collect();
        self.resize((2 * places).max(FIRST_PLACES));
        for Slot { position, number } in before {
            let place = self.place(position);
            self.slots[place] = Slot { position, number };
            self.count += 1;
        }
    }

    /// Empties the table and uses so many places, a power of two.
    fn resize(&mut self, places: usize) {
        let filled = places.min(self.slots.len());
        self.slots[..filled].fill(EMPTY);
        self.slots.resize(places.max(self.slots.len()), EMPTY);
        self.shift = 64 - places.trailing_zeros();
        self.count = 0;
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use voxnav_occupancy::draws::Draws;

    use super::*;

    #[test]
    fn numbers_are_found_again_while_the_table_grows_and_after_it_was_emptied() {
        let mut table = Table::default();
        assert_eq!(table.find(IVec3::ZERO), None);
        let mut draws = Draws::new(1);
        for round in 0..3 {
            table.begin();
            let mut expected = HashMap::new();
            for next in 0..5000 {
                let word = draws.word();
                let coordinate = |shift: u32| ((word >> shift) as i32 & 31) - 16 + (round << 28);
                let position = IVec3::new(coordinate(20), coordinate(30), coordinate(40));
                assert_eq!(table.find(position), expected.get(&position).copied());
                let number = *expected.entry(position).or_insert(next);
                assert_eq!(table.find_or_insert(position, next), number);
            }
            assert!((3000..5000).contains(&expected.len()), "{}", expected.len());
        }
    }
}
