//! Stable names for obstacles.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::num::NonZeroU64;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Identifies one obstacle of one [`Obstacles`](super::Obstacles) for as long as it is there.
///
/// Ids order by slot. A slot is used again after its obstacle was removed, under another
/// generation, so a stale id is recognized and never names a stranger.
///
/// Another collection refuses it ([`ObstacleError::UnknownId`](super::ObstacleError::UnknownId)); a clone
/// takes those of the collection that it was made from. Only ids made from numbers cannot be told apart
/// that way: the number is the same for the same sequence of calls, whatever other collections there
/// are, and ids compare by it alone.
///
/// ```
/// use voxnav_occupancy::colliders::{Obstacle, Obstacles, Placement};
/// use voxnav_occupancy::glam::DVec3;
/// use voxnav_occupancy::parry3d::shape::SharedShape;
///
/// let mut obstacles = Obstacles::default();
/// let door = obstacles.insert(Obstacle::new(SharedShape::cuboid(0.1, 1.0, 0.5)))?.id;
/// obstacles.move_to(door, DVec3::X * 3.0)?;
/// assert_eq!(obstacles.placement(door), Some(Placement::at(DVec3::X * 3.0)));
/// # Ok::<(), voxnav_occupancy::colliders::ObstacleError>(())
/// ```
#[derive(Clone, Copy)]
pub struct ObstacleId {
    slot: u32,
    generation: u32,
    /// `None` for an id made from a number.
    collection: Option<CollectionNumber>,
}

/// A number that tells the collections of a process apart. Clones have the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct CollectionNumber(NonZeroU64);

impl CollectionNumber {
    /// Returns another number each time.
    fn new() -> Self {
        static LAST: AtomicU64 = AtomicU64::new(0);
        let number = LAST.fetch_add(1, Relaxed).saturating_add(1);
        Self(NonZeroU64::new(number).unwrap_or(NonZeroU64::MAX))
    }
}

impl ObstacleId {
    /// Returns slot and generation, in the order in which ids are compared.
    const fn rank(self) -> (u32, u32) {
        (self.slot, self.generation)
    }

    /// Returns the id as one number, for engines that keep numbers.
    #[must_use]
    pub const fn to_bits(self) -> u64 {
        (self.generation as u64) << 32 | self.slot as u64
    }

    /// Returns the id that [`ObstacleId::to_bits`] gave the number for. Any collection with an obstacle
    /// of that number takes it for its own.
    #[must_use]
    pub const fn from_bits(bits: u64) -> Self {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "the two halves of the number"
        )]
        Self {
            slot: bits as u32,
            generation: (bits >> 32) as u32,
            collection: None,
        }
    }
}

impl PartialEq for ObstacleId {
    fn eq(&self, other: &Self) -> bool {
        self.rank() == other.rank()
    }
}

impl Eq for ObstacleId {}

impl PartialOrd for ObstacleId {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for ObstacleId {
    fn cmp(&self, other: &Self) -> Ordering {
        self.rank().cmp(&other.rank())
    }
}

impl Hash for ObstacleId {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.rank().hash(state);
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
    number: CollectionNumber,
}

/// The number of times that a slot was given out before, and the value in it.
pub(crate) type Slot<T> = (u32, Option<T>);

impl<T> Arena<T> {
    pub(crate) fn new() -> Self {
        Self {
            slots: Vec::new(),
            free: Vec::new(),
            live: 0,
            number: CollectionNumber::new(),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.live
    }

    /// Returns whether there ever was a value.
    pub(crate) fn has_slots(&self) -> bool {
        !self.slots.is_empty()
    }

    /// Adds a value under a new id; `None` when 32 bits cannot name another slot.
    pub(crate) fn insert(&mut self, value: T) -> Option<ObstacleId> {
        let slot = if let Some(slot) = self.free.pop() {
            slot
        } else {
            self.slots.push((0, None));
            u32::try_from(self.slots.len() - 1).ok()?
        };
        let (generation, place) = &mut self.slots[slot as usize];
        *place = Some(value);
        self.live += 1;
        Some(ObstacleId {
            slot,
            generation: *generation,
            collection: Some(self.number),
        })
    }

    pub(crate) fn remove(&mut self, id: ObstacleId) -> Option<T> {
        let index = self.index(id)?;
        let (generation, value) = &mut self.slots[index];
        let value = value.take()?;
        self.live -= 1;
        // A slot whose generations are used up retires.
        if let Some(next) = generation.checked_add(1) {
            *generation = next;
            self.free.push(id.slot);
        }
        Some(value)
    }

    /// Returns the place of the slot that an id of this collection names now.
    fn index(&self, id: ObstacleId) -> Option<usize> {
        let (generation, _) = self.slots.get(id.slot as usize)?;
        let is_own = id.collection.is_none_or(|own| own == self.number);
        (is_own && *generation == id.generation).then_some(id.slot as usize)
    }

    pub(crate) fn at(&self, id: ObstacleId) -> Option<&T> {
        self.slots[self.index(id)?].1.as_ref()
    }

    pub(crate) fn at_mut(&mut self, id: ObstacleId) -> Option<&mut T> {
        let index = self.index(id)?;
        self.slots[index].1.as_mut()
    }

    /// Returns the slots in their order, and those that are free, the one that is used next last.
    #[cfg(feature = "serde")]
    pub(crate) fn slots(&self) -> (&[Slot<T>], &[u32]) {
        (&self.slots, &self.free)
    }

    /// Returns an arena of such slots; `None` if they contradict each other.
    #[cfg(feature = "serde")]
    pub(crate) fn restored(slots: Vec<Slot<T>>, free: Vec<u32>) -> Option<Self> {
        u32::try_from(slots.len()).ok()?;
        let mut is_free = vec![false; slots.len()];
        for &slot in &free {
            let (generation, value) = slots.get(slot as usize)?;
            let known = std::mem::replace(&mut is_free[slot as usize], true);
            // What was never given out is not free again.
            if known || value.is_some() || *generation == 0 {
                return None;
            }
        }
        // What is neither free nor taken has retired.
        let retired = |((generation, value), is_free): (&Slot<T>, &bool)| {
            *is_free || value.is_some() || *generation == u32::MAX
        };
        let live = slots.iter().filter(|(_, value)| value.is_some()).count();
        slots.iter().zip(&is_free).all(retired).then_some(Self {
            slots,
            free,
            live,
            number: CollectionNumber::new(),
        })
    }

    /// Returns all values in ascending order of their ids.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (ObstacleId, &T)> {
        let collection = Some(self.number);
        let slots = self.slots.iter().zip(0..);
        slots.filter_map(move |((generation, value), slot)| {
            let id = ObstacleId {
                slot,
                generation: *generation,
                collection,
            };
            value.as_ref().map(|value| (id, value))
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
