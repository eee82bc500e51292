//! Values under stable ids, which other collections refuse.
//!
//! Public for the crates of this repository, not for others: each kind of ids has a type of its own
//! around an [`Id`].

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::num::NonZeroU64;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A number that tells the collections of a process apart. Clones have the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CollectionNumber(NonZeroU64);

impl CollectionNumber {
    /// Returns another number each time.
    #[expect(clippy::new_without_default, reason = "no two are equal")]
    #[must_use]
    pub fn new() -> Self {
        static LAST: AtomicU64 = AtomicU64::new(0);
        let number = LAST.fetch_add(1, Relaxed).saturating_add(1);
        Self(NonZeroU64::new(number).unwrap_or(NonZeroU64::MAX))
    }
}

/// The id of a value of one collection. Ids compare by place and generation alone.
#[derive(Clone, Copy)]
pub struct Id {
    place: u32,
    /// The number of values that had the place before.
    generation: u32,
    /// `None` for an id made from a number.
    collection: Option<CollectionNumber>,
}

impl Id {
    /// Returns place and generation, in the order in which ids are compared.
    const fn rank(self) -> (u32, u32) {
        (self.place, self.generation)
    }

    /// Returns the id as one number.
    #[must_use]
    pub const fn to_bits(self) -> u64 {
        (self.generation as u64) << 32 | self.place as u64
    }

    /// Returns the id that [`Id::to_bits`] gave the number for, of any collection.
    #[must_use]
    pub const fn from_bits(bits: u64) -> Self {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "the two halves of the number"
        )]
        Self {
            place: bits as u32,
            generation: (bits >> 32) as u32,
            collection: None,
        }
    }
}

impl PartialEq for Id {
    fn eq(&self, other: &Self) -> bool {
        self.rank() == other.rank()
    }
}

impl Eq for Id {}

impl PartialOrd for Id {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Id {
    fn cmp(&self, other: &Self) -> Ordering {
        self.rank().cmp(&other.rank())
    }
}

impl Hash for Id {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.rank().hash(state);
    }
}

impl fmt::Debug for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}v{}", self.place, self.generation)
    }
}

/// Values under stable ids: a vector whose free places are used again, last freed first.
///
/// A place is used again under another generation, so a stale id is recognized and never names
/// another value.
#[derive(Clone, Debug)]
pub struct Arena<T> {
    slots: Vec<(u32, Option<T>)>,
    free: Vec<u32>,
    live: usize,
    number: CollectionNumber,
    /// True if ids count by their numbers alone, whatever collection gave them out: the values came from a file.
    takes_all: bool,
}

impl<T> Default for Arena<T> {
    fn default() -> Self {
        Self {
            slots: Vec::new(),
            free: Vec::new(),
            live: 0,
            number: CollectionNumber::new(),
            takes_all: false,
        }
    }
}

impl<T> Arena<T> {
    /// Returns the number of values.
    #[must_use]
    pub fn len(&self) -> usize {
        self.live
    }

    /// Returns whether there is no value.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.live == 0
    }

    /// Returns whether there ever was a value.
    #[must_use]
    pub fn has_slots(&self) -> bool {
        !self.slots.is_empty()
    }

    /// Adds a value under a new id; `None` when 32 bits cannot name another place.
    pub fn insert(&mut self, value: T) -> Option<Id> {
        let place = if let Some(place) = self.free.pop() {
            place
        } else {
            self.slots.push((0, None));
            u32::try_from(self.slots.len() - 1).ok()?
        };
        let (generation, slot) = self.slots.get_mut(place as usize)?;
        *slot = Some(value);
        self.live += 1;
        Some(Self::id(self.number, place, *generation))
    }

    /// Removes a value and returns it; `None` if there is none of this id.
    pub fn remove(&mut self, id: Id) -> Option<T> {
        let index = self.index(id)?;
        let (generation, value) = self.slots.get_mut(index)?;
        let value = value.take()?;
        self.live -= 1;
        // A place whose generations are used up retires.
        if let Some(next) = generation.checked_add(1) {
            *generation = next;
            self.free.push(id.place);
        }
        Some(value)
    }

    /// Returns the place that an id of this collection names now.
    fn index(&self, id: Id) -> Option<usize> {
        let (generation, _) = self.slots.get(id.place as usize)?;
        let is_own = self.takes_all || id.collection.is_none_or(|own| own == self.number);
        (is_own && *generation == id.generation).then_some(id.place as usize)
    }

    /// Returns the value of an id.
    #[must_use]
    pub fn get(&self, id: Id) -> Option<&T> {
        self.slots.get(self.index(id)?)?.1.as_ref()
    }

    /// Returns the value of an id, to be changed.
    pub fn get_mut(&mut self, id: Id) -> Option<&mut T> {
        let index = self.index(id)?;
        self.slots.get_mut(index)?.1.as_mut()
    }

    /// Returns the generations and values of all places in their order, and the places that are free,
    /// the one that is used next last.
    #[must_use]
    pub fn slots(&self) -> (&[(u32, Option<T>)], &[u32]) {
        (&self.slots, &self.free)
    }

    /// Returns an arena of such places; `None` if they contradict each other. It takes the ids that the arena gave out of
    /// which the places are, and any other of the same numbers.
    #[must_use]
    pub fn restored(slots: Vec<(u32, Option<T>)>, free: Vec<u32>) -> Option<Self> {
        u32::try_from(slots.len()).ok()?;
        let mut is_free = vec![false; slots.len()];
        for &place in &free {
            let (generation, value) = slots.get(place as usize)?;
            let known = std::mem::replace(is_free.get_mut(place as usize)?, true);
            // A place that was never given out is not free again.
            if known || value.is_some() || *generation == 0 {
                return None;
            }
        }
        // A place that is neither free nor taken has retired.
        let retired = |((generation, value), is_free): (&(u32, Option<T>), &bool)| {
            *is_free || value.is_some() || *generation == u32::MAX
        };
        let live = slots.iter().filter(|(_, value)| value.is_some()).count();
        slots.iter().zip(&is_free).all(retired).then_some(Self {
            slots,
            free,
            live,
            number: CollectionNumber::new(),
            takes_all: true,
        })
    }

    /// Returns the id that the value in a place has.
    fn id(collection: CollectionNumber, place: u32, generation: u32) -> Id {
        Id {
            place,
            generation,
            collection: Some(collection),
        }
    }

    /// Returns all values in ascending order of their ids.
    pub fn iter(&self) -> impl Iterator<Item = (Id, &T)> {
        let slots = (0..).zip(&self.slots);
        slots.filter_map(|(place, (generation, value))| {
            Some((Self::id(self.number, place, *generation), value.as_ref()?))
        })
    }

    /// Returns all values in ascending order of their ids, to be changed.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (Id, &mut T)> {
        let number = self.number;
        let slots = (0..).zip(&mut self.slots);
        slots.filter_map(move |(place, (generation, value))| {
            Some((Self::id(number, place, *generation), value.as_mut()?))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_used_again_has_another_id() {
        let mut arena = Arena::default();
        let first = arena.insert("first");
        let stale = first.filter(|id| arena.remove(*id).is_some());
        let second = arena.insert("second");
        assert_ne!(stale, second);
        assert_eq!(stale.and_then(|id| arena.get(id)), None);
        assert_eq!(second.and_then(|id| arena.get(id)), Some(&"second"));
        assert_eq!(second.map(|id| Id::from_bits(id.to_bits())), second);
        assert_eq!(arena.len(), 1);
    }
}
