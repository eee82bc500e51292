//! Keeping components up under edits.
//!
//! The vertices of changed chunks go and others come; all others stay. Vertices that stay were in one
//! component before if they hung together through what stays, or through what went. So it is enough
//! to look at those adjacent to the changed chunks: they and the new vertices fall into *groups* that the
//! new pairs join. Where a component has vertices in one group alone, it still hangs together.
//! Otherwise searches begin in all its groups at once and take turns, so that they have gone no
//! further than the smallest parts reach when all but one of them have met another or have seen the
//! whole of their part (`Turns`). Parts that were cut off get new components; and where a group
//! joins several components, all but the largest take its name, which is found by taking turns too.
//!
//! (The textbook structures for this, as in Holm, de Lichtenberg and Thorup, "Poly-logarithmic
//! deterministic fully-dynamic algorithms for connectivity", Journal of the ACM 48, 2001, bound what a
//! change may cost by logarithms, and pay for that with spanning forests of all edges on many levels.
//! Worlds of voxels hang together by many ways, so that searches meet at once, and what a door cuts
//! off is found at the cost of the smaller side.)

use std::collections::{BTreeMap, VecDeque};

use ahash::AHashMap;

use super::components::{Component, Components, Face, LabelsBefore, OfLabels, Vertex};
use super::labels::ChunkLabels;
use crate::coordinates::Axis;
use crate::sets::UnionFind;
use crate::traversability::grid::Grid;

impl LabelsBefore {
    /// Returns the components of a grid; `None` if numbers have run out and it must be labeled from
    /// scratch.
    pub(crate) fn updated(&self, grid: &Grid) -> Option<Components> {
        let changed = &self.changed;
        let mut after = (*self.components).clone();
        after.relabel(grid, changed);
        for groups in Surroundings::of([&self.components, &after], changed).clusters(&after) {
            let parts = Turns::new(groups).run(&after, Territory::All);
            for cut_off in &parts.finished {
                let component = after.fresh()?;
                after.rename(cut_off, component);
            }
            after.unite(&parts.unfinished)?;
        }
        Some(after)
    }
}

impl Components {
    /// Returns the next number, which no component has had.
    fn fresh(&mut self) -> Option<Component> {
        let component = Component(self.unused);
        self.unused = self.unused.checked_add(1)?;
        (component != Component::NONE).then_some(component)
    }

    fn rename(&mut self, vertices: &[Vertex], component: Component) {
        for vertex in vertices {
            if let Some(chunk) = self.chunks.get_mut(vertex.entry as usize) {
                chunk.components.set(vertex.label, component);
            }
        }
    }

    /// Gives one component to vertices that hang together: that of the most of them.
    fn unite(&mut self, vertices: &[Vertex]) -> Option<()> {
        let (mut united, mut new) = (Sets::new(), Vec::new());
        for &vertex in vertices {
            match self.component(vertex) {
                Component::NONE => new.push(vertex),
                Component(number) => united.entry(number).or_default().push(vertex),
            }
        }
        let parts = Turns::new(united.into_values().collect()).run(self, Territory::OwnComponent);
        let component = match parts.unfinished.first() {
            Some(&vertex) => self.component(vertex),
            None => self.fresh()?,
        };
        for part in &parts.finished {
            self.rename(part, component);
        }
        self.rename(&new, component);
        Some(())
    }

    /// Finds the labels and faces of changed chunks again, and leaves their components unset.
    fn relabel(&mut self, grid: &Grid, changed: &[usize]) {
        for &index in changed {
            let labels = ChunkLabels::of(grid, &grid.entries[index]);
            if let Some(chunk) = self.chunks.get_mut(index) {
                chunk.components = OfLabels::unset(labels.count());
                chunk.labels = labels;
            }
        }
        for &index in changed {
            for axis in Axis::ALL {
                let stride = self.strides[axis.index()];
                for lower in [index.checked_sub(stride), Some(index)] {
                    let Some(lower) = lower.filter(|lower| *lower > 0) else {
                        continue;
                    };
                    let sides = [lower, lower + stride];
                    let Some(upper) = self.chunks.get(sides[1]) else {
                        continue;
                    };
                    let labels = [&self.chunks[lower].labels, &upper.labels];
                    let face = Face::between(grid, sides, labels, axis);
                    if let Some(chunk) = self.chunks.get_mut(lower) {
                        chunk.faces[axis.index()] = face;
                    }
                }
            }
        }
    }
}

/// The vertices of changed chunks and of adjacent chunks, and which of them hang together through the
/// changed chunks.
struct Surroundings {
    /// The chunks by entry, ascending, and the place of the first label of each.
    chunks: Vec<(u32, u32)>,
    /// True for each vertex, by its place, that is in a changed chunk or adjacent to one, before or after the
    /// change.
    is_concerned: Vec<bool>,
    union: UnionFind,
}

impl Surroundings {
    fn of([before, after]: [&Components; 2], changed: &[usize]) -> Self {
        let mut entries: Vec<_> = changed.iter().flat_map(|&it| after.around(it)).collect();
        entries.extend(changed);
        entries.sort_unstable();
        entries.dedup();
        let mut count = 0;
        let chunks = entries.into_iter().map(|entry| {
            let first = count;
            count += after.chunks[entry].labels.count();
            (entry as u32, first)
        });
        let chunks = chunks.collect();
        let mut own = Self {
            chunks,
            is_concerned: vec![false; count as usize],
            union: UnionFind::with(count),
        };
        for &entry in changed {
            let first = own.first(entry);
            for label in 0..after.chunks[entry].labels.count() {
                own.is_concerned[(first + label) as usize] = true;
            }
            before.for_faces(entry, |sides, face| own.note(sides, face, changed));
            after.for_faces(entry, |sides, face| own.join(sides, face));
        }
        own
    }

    /// Returns the place of the first label of an entry.
    fn first(&self, entry: usize) -> u32 {
        let place = self
            .chunks
            .partition_point(|&(listed, _)| (listed as usize) < entry);
        self.chunks[place].1
    }

    /// Notes what stays of the pairs of a face that was.
    fn note(&mut self, sides: [usize; 2], face: &Face, changed: &[usize]) {
        for side in [0, 1] {
            if changed.binary_search(&sides[side]).is_err() {
                let first = self.first(sides[side]);
                for pair in face.pairs() {
                    self.is_concerned[(first + pair[side]) as usize] = true;
                }
            }
        }
    }

    fn join(&mut self, sides: [usize; 2], face: &Face) {
        let firsts = sides.map(|side| self.first(side));
        for pair in face.pairs() {
            let places = [0, 1].map(|side| firsts[side] + pair[side]);
            for place in places {
                self.is_concerned[place as usize] = true;
            }
            self.union.join(places[0], places[1]);
        }
    }

    /// Returns the groups of vertices that hang together through the changed chunks, by those that
    /// may hang together otherwise: that have vertices of one component.
    fn clusters(mut self, after: &Components) -> Vec<Vec<Vec<Vertex>>> {
        let mut groups = Sets::new();
        for place in 0..self.chunks.len() {
            let (entry, first) = self.chunks[place];
            for label in 0..after.chunks[entry as usize].labels.count() {
                if self.is_concerned[(first + label) as usize] {
                    let root = self.union.root(first + label);
                    (groups.entry(root).or_default()).push(Vertex { entry, label });
                }
            }
        }
        let groups: Vec<Vec<Vertex>> = groups.into_values().collect();
        let mut union = UnionFind::with(groups.len() as u32);
        let mut of_component = AHashMap::with_hasher(ahash::RandomState::with_seeds(1, 2, 3, 4));
        for (group, vertices) in (0..).zip(&groups) {
            for &vertex in vertices {
                let component = after.component(vertex);
                if component != Component::NONE {
                    union.join(group, *of_component.entry(component).or_insert(group));
                }
            }
        }
        let mut clusters = Sets::new();
        for (group, vertices) in (0..).zip(groups) {
            (clusters.entry(union.root(group)).or_default()).push(vertices);
        }
        clusters.into_values().collect()
    }
}

/// Items under the names of the sets that they are in.
type Sets<T> = BTreeMap<u32, Vec<T>>;

impl Components {
    /// Returns the entries of the six chunks adjacent to one.
    fn around(&self, entry: usize) -> impl Iterator<Item = usize> {
        let strides = self.strides.into_iter();
        strides.flat_map(move |stride| [entry.saturating_sub(stride), entry + stride])
    }

    /// Calls `each` with the six faces of a chunk and the entries on both sides of each.
    fn for_faces(&self, entry: usize, mut each: impl FnMut([usize; 2], &Face)) {
        for (axis, stride) in self.strides.into_iter().enumerate() {
            for lower in [entry.saturating_sub(stride), entry] {
                each([lower, lower + stride], &self.chunks[lower].faces[axis]);
            }
        }
    }
}

/// The part of the graph in which searches go on.
#[derive(Clone, Copy)]
enum Territory {
    /// All vertices to which pairs lead.
    All,
    /// The component in which the searches began.
    OwnComponent,
}

/// Searches over the graph of labels that take turns, and become one where they meet.
struct Turns {
    owners: AHashMap<Vertex, u32, ahash::RandomState>,
    union: UnionFind,
    /// The vertices still to be looked at, by search.
    queues: Vec<VecDeque<Vertex>>,
    /// The vertices seen, by search.
    seen: Vec<Vec<Vertex>>,
}

/// The vertices that searches have seen when all but one of them had seen all they could.
struct Parts {
    finished: Vec<Vec<Vertex>>,
    unfinished: Vec<Vertex>,
}

impl Turns {
    /// Begins one search from each set.
    fn new(starts: Vec<Vec<Vertex>>) -> Self {
        let mut owners = AHashMap::with_hasher(ahash::RandomState::with_seeds(1, 2, 3, 4));
        // A single search is over before it begins.
        if starts.len() > 1 {
            for (search, start) in (0..).zip(&starts) {
                owners.extend(start.iter().map(|&vertex| (vertex, search)));
            }
        }
        Self {
            owners,
            union: UnionFind::with(starts.len() as u32),
            queues: starts.iter().cloned().map(VecDeque::from).collect(),
            seen: starts,
        }
    }

    fn run(mut self, components: &Components, territory: Territory) -> Parts {
        let mut active: Vec<u32> = (0..self.seen.len() as u32).collect();
        let mut finished = Vec::new();
        let mut turn = 0;
        while active.len() > 1 {
            turn = if turn < active.len() { turn } else { 0 };
            let search = active[turn];
            if self.union.root(search) != search {
                active.remove(turn);
            } else if let Some(vertex) = self.queues[search as usize].pop_front() {
                self.expand(components, territory, vertex);
                turn += 1;
            } else {
                finished.push(std::mem::take(&mut self.seen[search as usize]));
                active.remove(turn);
            }
        }
        let last = active.first().map(|&search| self.union.root(search));
        let unfinished = last.map(|search| std::mem::take(&mut self.seen[search as usize]));
        Parts {
            finished,
            unfinished: unfinished.unwrap_or_default(),
        }
    }

    fn expand(&mut self, components: &Components, territory: Territory, vertex: Vertex) {
        let component = components.component(vertex);
        components.for_neighbors(vertex, |neighbor| {
            let Some(&owner) = self.owners.get(&vertex) else {
                return;
            };
            let own = self.union.root(owner);
            match territory {
                Territory::OwnComponent if components.component(neighbor) != component => return,
                _ => {}
            }
            if let Some(&other) = self.owners.get(&neighbor) {
                self.meet(own, other);
            } else {
                self.owners.insert(neighbor, own);
                self.queues[own as usize].push_back(neighbor);
                self.seen[own as usize].push(neighbor);
            }
        });
    }

    /// Makes two searches one.
    fn meet(&mut self, a: u32, b: u32) {
        let [a, b] = [a, b].map(|search| self.union.root(search));
        if a == b {
            return;
        }
        self.union.join(a, b);
        let (kept, given) = (a.min(b) as usize, a.max(b) as usize);
        // The shorter lists are moved.
        if self.seen[kept].len() < self.seen[given].len() {
            self.seen.swap(kept, given);
            self.queues.swap(kept, given);
        }
        let queue = std::mem::take(&mut self.queues[given]);
        self.queues[kept].extend(queue);
        let seen = std::mem::take(&mut self.seen[given]);
        self.seen[kept].extend(seen);
    }
}

#[cfg(test)]
mod tests {
    use glam::IVec3;

    use crate::agent::UnknownPolicy;
    use crate::coordinates::CellBox;
    use crate::occupancy::{CellState, OccupancyBuilder};
    use crate::traversability::Traversability;

    /// Returns a world of 1000 chunks in two halves with a door between them, and a closed room.
    fn halves() -> Traversability {
        let bounds = CellBox::from_size(IVec3::splat(640));
        let mut builder = OccupancyBuilder::new(bounds).unwrap();
        let boxed = |min: [i32; 3], max: [i32; 3]| CellBox::new(min.into(), max.into());
        for (cells, state) in [
            (boxed([330, 0, 0], [331, 640, 640]), CellState::Occupied),
            (boxed([330, 40, 40], [331, 42, 42]), CellState::Free),
            (boxed([500, 500, 500], [510, 510, 510]), CellState::Occupied),
            (boxed([501, 501, 501], [509, 509, 509]), CellState::Free),
        ] {
            builder.set_box(cells, state).unwrap();
        }
        Traversability::new(&builder.commit(), UnknownPolicy::Blocked).with_components()
    }

    #[test]
    fn an_edit_looks_at_its_chunks_and_at_what_it_cuts_off_or_joins() {
        let [near, far, room] = [[1; 3], [639; 3], [505; 3]].map(IVec3::from);
        for (cells, state, connected) in [
            // Something that moves, a room that opens, a window beside the door, and half a door.
            ([[100; 3], [103; 3]], CellState::Occupied, [true, false]),
            (
                [[504, 504, 500], [505, 505, 501]],
                CellState::Free,
                [true, true],
            ),
            (
                [[330, 60, 60], [331, 70, 70]],
                CellState::Free,
                [true, false],
            ),
            (
                [[330, 40, 40], [331, 41, 42]],
                CellState::Occupied,
                [true, false],
            ),
        ] {
            let before = halves();
            let mut edit = before.occupancy().edit();
            let [min, max] = cells.map(IVec3::from);
            edit.set_box(CellBox::new(min, max), state).unwrap();
            let after = before.refreshed(&edit.commit());
            let found = [far, room].map(|cell| after.is_connected(near, cell).unwrap());
            assert_eq!(found, connected, "{cells:?}");
            let [before, after] = [&before, &after].map(|world| world.components().unwrap());
            let items = before.chunks.unshared(&after.chunks).count();
            assert!(items <= 6 * 64, "{cells:?}: {items} of 1728 chunks");
        }
    }
}
