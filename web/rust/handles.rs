//! Handles: numbers that stand for things in the module, and are never taken for another thing.
//!
//! ```text
//! bits 31..28  27..16       15..0
//!      kind    generation   slot
//! ```
//!
//! INVARIANT: no handle is given out twice. A slot whose generations are used up is not used again.

use crate::failure::{Answer, Code, Failure};

/// The number of generations of a slot.
const GENERATIONS: u32 = 1 << 12;

/// The number of slots of a table.
const SLOTS: usize = 1 << 16;

/// Things of one kind, under handles.
#[derive(Debug)]
pub(crate) struct Table<T> {
    kind: u32,
    name: &'static str,
    slots: Vec<(u32, Option<T>)>,
    free: Vec<u32>,
}

impl<T> Table<T> {
    /// Makes a table of a kind from 1 to 15.
    pub(crate) const fn new(kind: u32, name: &'static str) -> Self {
        Self {
            kind,
            name,
            slots: Vec::new(),
            free: Vec::new(),
        }
    }

    /// Stores a thing and returns its handle.
    pub(crate) fn insert(&mut self, thing: T) -> Answer<u32> {
        if let Some(slot) = self.free.pop() {
            let (generation, place) = &mut self.slots[slot as usize];
            *place = Some(thing);
            return Ok(self.kind << 28 | *generation << 16 | slot);
        }
        let slot = self.slots.len();
        if slot == SLOTS {
            let reason = format!("there are {SLOTS} of {} already; free some", self.name);
            return Err(Failure::new(Code::TooLarge, reason));
        }
        self.slots.push((0, Some(thing)));
        #[expect(clippy::cast_possible_truncation, reason = "less than 2^16")]
        Ok(self.kind << 28 | slot as u32)
    }

    fn slot(&self, handle: u32) -> Answer<usize> {
        let slot = (handle & 0xffff) as usize;
        let generation = handle >> 16 & (GENERATIONS - 1);
        match self.slots.get(slot) {
            Some((now, Some(_))) if *now == generation && handle >> 28 == self.kind => Ok(slot),
            _ => Err(self.stale()),
        }
    }

    fn stale(&self) -> Failure {
        let reason = format!("this {} was freed, or its world was", self.name);
        Failure::new(Code::Stale, reason)
    }

    /// Returns the thing of a handle.
    pub(crate) fn get(&mut self, handle: u32) -> Answer<&mut T> {
        let slot = self.slot(handle)?;
        let stale = self.stale();
        self.slots[slot].1.as_mut().ok_or(stale)
    }

    /// Removes the thing of a handle.
    pub(crate) fn remove(&mut self, handle: u32) -> Answer<T> {
        let slot = self.slot(handle)?;
        let stale = self.stale();
        let (generation, thing) = &mut self.slots[slot];
        let thing = thing.take().ok_or(stale)?;
        *generation += 1;
        if *generation < GENERATIONS {
            self.free.push(handle & 0xffff);
        }
        Ok(thing)
    }

    /// Removes all things of which something is true.
    pub(crate) fn remove_where(&mut self, is_gone: impl Fn(&T) -> bool) {
        for (slot, (generation, place)) in (0_u32..).zip(&mut self.slots) {
            if place.as_ref().is_some_and(&is_gone) {
                *place = None;
                *generation += 1;
                if *generation < GENERATIONS {
                    self.free.push(slot);
                }
            }
        }
    }

    /// Returns whether a handle is of this kind, whatever became of it.
    pub(crate) fn is_kind_of(&self, handle: u32) -> bool {
        handle >> 28 == self.kind
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_handle_comes_twice() {
        let mut table = Table::new(3, "thing");
        let mut seen = std::collections::BTreeSet::new();
        for round in 0..3 * GENERATIONS {
            let handle = table
                .insert(round)
                .ok()
                .filter(|handle| seen.insert(*handle));
            let Some(handle) = handle else {
                unreachable!("handle given out twice in round {round}");
            };
            assert_eq!(table.get(handle).ok(), Some(&mut { round }));
            assert_eq!(table.remove(handle).ok(), Some(round));
            assert!(table.get(handle).is_err() && table.remove(handle).is_err());
        }
        assert_eq!(seen.len(), 3 * GENERATIONS as usize);
    }

    #[test]
    fn a_handle_of_another_kind_is_refused() {
        let mut table = Table::new(3, "thing");
        let handle = table.insert(7).unwrap_or_default();
        for bit in 0..32 {
            assert!(table.get(handle ^ 1 << bit).is_err(), "bit {bit}");
        }
        assert!(table.get(handle).is_ok());
    }
}
