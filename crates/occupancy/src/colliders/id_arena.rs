//! Stable names for obstacles.

use std::fmt;

/// Names one obstacle of one [`Obstacles`](super::Obstacles) for as long as it is there.
///
/// Ids order by slot. A slot is used again after its obstacle was removed, under another
/// generation, so a stale id is recognized and never names a stranger.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ObstacleId {
    slot: u32,
    generation: u32,
}

impl ObstacleId {
    /// The id as one number, for engines that keep numbers.
    #[must_use]
    pub const fn to_bits(self) -> u64 {
        (self.generation as u64) << 32 | self.slot as u64
    }

    /// The id that [`ObstacleId::to_bits`] gave the number for.
    #[must_use]
    pub const fn from_bits(bits: u64) -> Self {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "the two halves of the number"
        )]
        Self {
            slot: bits as u32,
            generation: (bits >> 32) as u32,
        }
    }
}

impl fmt::Debug for ObstacleId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "ObstacleId({}v{})", self.slot, self.generation)
    }
}

/// Values under stable ids: a vector whose free slots are used again, last freed first.
#[derive(Clone, Debug)]
pub(crate) struct Arena<T> {
    slots: Vec<Slot<T>>,
    free: Vec<u32>,
    live: usize,
}

#[derive(Clone, Debug)]
struct Slot<T> {
    generation: u32,
    value: Option<T>,
}

impl<T> Arena<T> {
    pub(crate) const fn new() -> Self {
        Self {
            slots: Vec::new(),
            free: Vec::new(),
            live: 0,
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.live
    }

    /// `None` when 32 bits cannot name another slot.
    pub(crate) fn insert(&mut self, value: T) -> Option<ObstacleId> {
        if let Some(slot) = self.free.pop() {
            let place = &mut self.slots[slot as usize];
            place.value = Some(value);
            self.live += 1;
            return Some(ObstacleId {
                slot,
                generation: place.generation,
            });
        }
        let slot = u32::try_from(self.slots.len()).ok()?;
        self.slots.push(Slot {
            generation: 0,
            value: Some(value),
        });
        self.live += 1;
        Some(ObstacleId {
            slot,
            generation: 0,
        })
    }

    pub(crate) fn remove(&mut self, id: ObstacleId) -> Option<T> {
        let place = self.slots.get_mut(id.slot as usize)?;
        if place.generation != id.generation {
            return None;
        }
        let value = place.value.take()?;
        self.live -= 1;
        // A slot whose generations are used up retires.
        if let Some(next) = place.generation.checked_add(1) {
            place.generation = next;
            self.free.push(id.slot);
        }
        Some(value)
    }

    pub(crate) fn at(&self, id: ObstacleId) -> Option<&T> {
        let place = self.slots.get(id.slot as usize)?;
        if place.generation == id.generation {
            place.value.as_ref()
        } else {
            None
        }
    }

    pub(crate) fn at_mut(&mut self, id: ObstacleId) -> Option<&mut T> {
        let place = self.slots.get_mut(id.slot as usize)?;
        if place.generation == id.generation {
            place.value.as_mut()
        } else {
            None
        }
    }

    /// All values in ascending order of their ids.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (ObstacleId, &T)> {
        self.slots.iter().zip(0..).filter_map(|(place, slot)| {
            let id = ObstacleId {
                slot,
                generation: place.generation,
            };
            place.value.as_ref().map(|value| (id, value))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slot_used_again_has_another_id() {
        let mut arena = Arena::new();
        let first = arena.insert("first");
        let stale = first.filter(|id| arena.remove(*id).is_some());
        let second = arena.insert("second");
        assert_ne!(stale, second);
        assert_eq!(stale.and_then(|id| arena.at(id)), None);
        assert_eq!(second.and_then(|id| arena.at(id)), Some(&"second"));
        assert_eq!(second.map(|id| ObstacleId::from_bits(id.to_bits())), second);
        assert_eq!(arena.len(), 1);
    }
}
