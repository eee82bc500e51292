//! A map from chunks whose versions share what they have in common.
//!
//! A tree of nodes with up to 64 slots. Bits `2 n` and `2 n + 1` of the three coordinates of a chunk select its slot at
//! depth `n`. So chunks side by side stand in different slots, and the tree is as deep as the logarithm of their
//! number, or as the bits in which two chunks first differ: at most 16. A clone copies a pointer, a write copies the
//! nodes on the way to it, and what two versions differ in is found without a look at nodes that they share.
//!
//! (A hash array mapped trie without the hash: Bagwell, "Ideal Hash Trees", 2001. Coordinates of
//! stored chunks are dense where it matters, and their low bits spread them evenly.)
//!
//! INVARIANT: `slots` holds one slot for each bit of `occupied`, in ascending order; below the root
//! no node holds fewer than two chunks.

use std::sync::Arc;

use crate::coordinates::ChunkCoord;

/// A map from chunks to values; a clone costs a pointer.
#[derive(Clone, Debug)]
pub(crate) struct ChunkMap<T> {
    root: Arc<Node<T>>,
    len: usize,
}

#[derive(Clone, Debug)]
struct Node<T> {
    occupied: u64,
    slots: Vec<Slot<T>>,
}

#[derive(Clone, Debug)]
enum Slot<T> {
    Entry(ChunkCoord, T),
    Node(Arc<Node<T>>),
}

/// Returns the slot of a chunk in a node at some depth.
fn digit(chunk: ChunkCoord, depth: u32) -> u32 {
    let [x, y, z] = chunk.0.to_array().map(|at| at >> (2 * depth) & 3);
    (z << 4 | y << 2 | x).cast_unsigned()
}

impl<T> Default for Node<T> {
    fn default() -> Self {
        Self {
            occupied: 0,
            slots: Vec::new(),
        }
    }
}

impl<T> Default for ChunkMap<T> {
    fn default() -> Self {
        Self {
            root: Arc::default(),
            len: 0,
        }
    }
}

impl<T> Node<T> {
    fn has(&self, digit: u32) -> bool {
        self.occupied >> digit & 1 != 0
    }

    /// Returns the place of a slot that is there or is to be added.
    fn place(&self, digit: u32) -> usize {
        (self.occupied & ((1 << digit) - 1)).count_ones() as usize
    }

    fn slot(&self, digit: u32) -> Option<&Slot<T>> {
        self.has(digit).then(|| &self.slots[self.place(digit)])
    }
}

impl<T> Slot<T> {
    /// Returns the value of a chunk below a slot of a node at some depth.
    fn get(&self, chunk: ChunkCoord, mut depth: u32) -> Option<&T> {
        let mut slot = self;
        loop {
            match slot {
                Self::Entry(own, value) => return (*own == chunk).then_some(value),
                Self::Node(node) => {
                    depth += 1;
                    slot = node.slot(digit(chunk, depth))?;
                }
            }
        }
    }
}

impl<T> ChunkMap<T> {
    /// Returns the number of chunks.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    pub(crate) fn get(&self, chunk: ChunkCoord) -> Option<&T> {
        self.root.slot(digit(chunk, 0))?.get(chunk, 0)
    }

    pub(crate) fn contains(&self, chunk: ChunkCoord) -> bool {
        self.get(chunk).is_some()
    }

    /// Returns all chunks and their values, in an order of their own.
    pub(crate) fn iter(&self) -> Iter<'_, T> {
        Iter {
            open: vec![self.root.slots.iter()],
        }
    }

    /// Returns the chunks, in an order of their own.
    pub(crate) fn chunks(&self) -> impl Iterator<Item = ChunkCoord> + '_ {
        self.iter().map(|(chunk, _)| chunk)
    }

    /// Calls `each` with every chunk that the two maps do not hold in shared memory, and with its
    /// values in both. Takes time by the number of such chunks, and not by that of all.
    pub(crate) fn for_unshared<'a>(
        &'a self,
        other: &'a Self,
        mut each: impl FnMut(ChunkCoord, Option<&'a T>, Option<&'a T>),
    ) {
        unshared([&self.root, &other.root], 0, &mut each);
    }

    /// Returns the bytes of the nodes, those shared with other maps included, without what values
    /// point to.
    pub(crate) fn memory_bytes(&self) -> usize {
        fn of<T>(node: &Node<T>) -> usize {
            let below = node.slots.iter().map(|slot| match slot {
                Slot::Entry(..) => 0,
                Slot::Node(node) => of(node),
            });
            2 * size_of::<usize>()
                + size_of::<Node<T>>()
                + node.slots.capacity() * size_of::<Slot<T>>()
                + below.sum::<usize>()
        }
        of(&self.root)
    }
}

impl<T: Clone> ChunkMap<T> {
    /// Sets the value of a chunk.
    pub(crate) fn insert(&mut self, chunk: ChunkCoord, value: T) {
        self.len += usize::from(inserted(&mut self.root, chunk, value, 0));
    }

    /// Removes a chunk, if it is there.
    pub(crate) fn remove(&mut self, chunk: ChunkCoord) {
        // Nothing is copied in vain.
        if self.contains(chunk) {
            removed(&mut self.root, chunk, 0);
            self.len -= 1;
        }
    }
}

impl<T: Clone> FromIterator<(ChunkCoord, T)> for ChunkMap<T> {
    fn from_iter<I: IntoIterator<Item = (ChunkCoord, T)>>(entries: I) -> Self {
        let mut map = Self::default();
        for (chunk, value) in entries {
            map.insert(chunk, value);
        }
        map
    }
}

/// Inserts a chunk, and returns whether it is new to the tree.
fn inserted<T: Clone>(node: &mut Arc<Node<T>>, chunk: ChunkCoord, value: T, depth: u32) -> bool {
    let node = Arc::make_mut(node);
    let digit_here = digit(chunk, depth);
    let place = node.place(digit_here);
    if !node.has(digit_here) {
        node.occupied |= 1 << digit_here;
        node.slots.insert(place, Slot::Entry(chunk, value));
        return true;
    }
    let slot = &mut node.slots[place];
    match slot {
        Slot::Node(below) => inserted(below, chunk, value, depth + 1),
        Slot::Entry(own, there) if *own == chunk => {
            *there = value;
            false
        }
        Slot::Entry(own, there) => {
            let mut below = Arc::new(Node {
                occupied: 1 << digit(*own, depth + 1),
                slots: vec![Slot::Entry(*own, there.clone())],
            });
            inserted(&mut below, chunk, value, depth + 1);
            *slot = Slot::Node(below);
            true
        }
    }
}

/// Removes a chunk that is there.
fn removed<T: Clone>(node: &mut Arc<Node<T>>, chunk: ChunkCoord, depth: u32) {
    let node = Arc::make_mut(node);
    let digit = digit(chunk, depth);
    let place = node.place(digit);
    let Some(slot) = node.slots.get_mut(place) else {
        return;
    };
    if let Slot::Node(below) = slot {
        removed(below, chunk, depth + 1);
        if let [Slot::Entry(own, value)] = &below.slots[..] {
            *slot = Slot::Entry(*own, value.clone());
        }
    } else {
        node.occupied &= !(1 << digit);
        node.slots.remove(place);
    }
}

fn unshared<'a, T>(
    nodes: [&'a Arc<Node<T>>; 2],
    depth: u32,
    each: &mut impl FnMut(ChunkCoord, Option<&'a T>, Option<&'a T>),
) {
    if Arc::ptr_eq(nodes[0], nodes[1]) {
        return;
    }
    let mut left = nodes[0].occupied | nodes[1].occupied;
    while left != 0 {
        let slots = nodes.map(|node| node.slot(left.trailing_zeros()));
        left &= left - 1;
        if let [Some(Slot::Node(a)), Some(Slot::Node(b))] = slots {
            unshared([a, b], depth + 1, each);
            continue;
        }
        let of = |slot: Option<&'a Slot<T>>, chunk| slot.and_then(|slot| slot.get(chunk, depth));
        for (chunk, value) in entries(slots[0]) {
            each(chunk, Some(value), of(slots[1], chunk));
        }
        for (chunk, value) in entries(slots[1]) {
            if of(slots[0], chunk).is_none() {
                each(chunk, None, Some(value));
            }
        }
    }
}

fn entries<T>(slot: Option<&Slot<T>>) -> Iter<'_, T> {
    Iter {
        open: vec![slot.map_or(&[][..], std::slice::from_ref).iter()],
    }
}

/// Goes through a tree.
pub(crate) struct Iter<'a, T> {
    open: Vec<std::slice::Iter<'a, Slot<T>>>,
}

impl<'a, T> Iterator for Iter<'a, T> {
    type Item = (ChunkCoord, &'a T);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            match self.open.last_mut()?.next() {
                Some(Slot::Entry(chunk, value)) => return Some((*chunk, value)),
                Some(Slot::Node(node)) => self.open.push(node.slots.iter()),
                None => {
                    self.open.pop();
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::draws::Draws;
    use glam::IVec3;

    /// Draws chunks side by side, far apart, and such that agree in many low bits.
    fn drawn(draws: &mut Draws) -> ChunkCoord {
        let mut at = || {
            let near = draws.between(0, 7);
            match draws.below(8) {
                0 => near << 24,
                1 => near << 14 | 5,
                _ => near - 4,
            }
        };
        ChunkCoord(IVec3::new(at(), at(), at()))
    }

    #[test]
    fn it_does_what_an_ordered_map_does_and_tells_versions_apart() {
        for seed in 0..40 {
            let mut draws = Draws::new(seed);
            let mut versions = vec![(ChunkMap::default(), BTreeMap::new())];
            for step in 0..60 {
                let (mut map, mut model) = versions[versions.len() - 1].clone();
                for _ in 0..draws.below(20) {
                    let chunk = drawn(&mut draws);
                    // More are removed late, so that nodes dissolve.
                    if draws.below(60) < step {
                        let known = model.keys().next().copied().unwrap_or(chunk);
                        for chunk in [chunk, known] {
                            map.remove(chunk);
                            model.remove(&chunk);
                        }
                    } else {
                        let value = draws.word();
                        map.insert(chunk, value);
                        model.insert(chunk, value);
                    }
                }
                let mut listed: Vec<_> = map.iter().map(|(chunk, &it)| (chunk, it)).collect();
                listed.sort_unstable();
                assert!(listed.iter().copied().eq(model.clone()), "seed {seed}");
                assert_eq!(map.len(), model.len());
                let chunk = drawn(&mut draws);
                assert_eq!(map.get(chunk), model.get(&chunk));
                let other = &versions[usize::try_from(draws.below(versions.len() as u64)).unwrap()];
                let mut differing = BTreeMap::new();
                other.0.for_unshared(&map, |chunk, before, after| {
                    let values = (before.copied(), after.copied());
                    assert!(differing.insert(chunk, values).is_none(), "{chunk:?} twice");
                    assert_eq!(values.0, other.1.get(&chunk).copied());
                    assert_eq!(values.1, model.get(&chunk).copied());
                });
                for chunk in model.keys().chain(other.1.keys()) {
                    let differs = model.get(chunk) != other.1.get(chunk);
                    assert!(!differs || differing.contains_key(chunk), "seed {seed}");
                }
                versions.push((map, model));
            }
        }
    }

    #[test]
    fn versions_share_all_but_the_way_to_a_change() {
        let block = |edge: i32| {
            let all = (0..edge * edge * edge)
                .map(|n| IVec3::new(n % edge, n / edge % edge, n / edge / edge));
            all.map(|at| (ChunkCoord(at), 0)).collect::<ChunkMap<_>>()
        };
        let map = block(40);
        let mut next = map.clone();
        next.insert(ChunkCoord(IVec3::splat(17)), 1);
        let mut looked_at = 0;
        map.for_unshared(&next, |_, _, _| looked_at += 1);
        assert!(looked_at <= 3 * 64, "{looked_at} of 64,000");
    }
}
