//! Connected components: which cells can reach each other at all.
//!
//! Two cells are in one component if a chain of traversable cells that share faces joins them.
//! Where moves may not cut corners that decides reachability for every move set in space, because
//! every legal diagonal can be taken in straight moves.
//!
//! Components are found in two steps. Every chunk is labelled by itself (`labels`), and of every
//! face between two chunks the pairs of labels that touch across it are listed. The labels of all
//! chunks, one after the other, are then the elements of disjoint sets that those pairs join. An
//! edit changes the labels of the chunks that it reaches and the pairs of their faces; joining is
//! done anew, which takes a few steps for each chunk and each pair and looks at no cell.
//!
//! INVARIANT: labels and pairs follow from the bits of the chunks alone, so that those kept from a
//! snapshot before are those that would be found from scratch.

use std::sync::Arc;

use glam::IVec3;
use thiserror::Error;

use super::labels::{ChunkLabels, UnionFind, touching};
use crate::coordinates::{Axis, ChunkCoord};
use crate::traversability::grid::Grid;

/// A connected component of a traversability snapshot.
///
/// Equal within one snapshot for cells that can reach each other. The number means nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Component(u32);

/// The chunks of a world are too many to be labelled: more than 2^16 within the bounds, and fewer
/// than one in 32 with content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the world is too large and empty for its connected components to be listed")]
pub struct Unlabelled;

/// The components of a snapshot.
#[derive(Debug)]
pub(crate) struct Components {
    /// By entry.
    chunks: Vec<Labelled>,
    /// By entry, for each axis what touches across the upper face of the chunk.
    faces: Vec<[Face; 3]>,
    /// The component of every label.
    of_labels: Vec<Component>,
}

/// The labels of a chunk, and the place of the first of them among those of all chunks.
#[derive(Clone, Debug)]
struct Labelled {
    labels: ChunkLabels,
    first: u32,
}

/// The pairs of labels that touch across a face, the lower chunk's first.
#[derive(Clone, Debug)]
enum Face {
    Apart,
    Joined(Arc<[[u32; 2]]>),
    /// Both chunks are traversable as a whole.
    Open,
}

/// Components of a snapshot before, and the entries whose bits have changed since.
#[derive(Clone, Debug)]
pub(crate) struct LabelsBefore {
    pub(crate) components: Arc<Components>,
    pub(crate) changed: Vec<usize>,
}

impl Components {
    /// Labels the cells of a grid whose chunks, from entry 1 on, are all listed.
    pub(crate) fn of(grid: &Grid, chunks: &[ChunkCoord], before: Option<&LabelsBefore>) -> Self {
        let is_stale = staleness(grid.entries().count(), before);
        let kept = |index: usize| {
            let before = before.filter(|_| !is_stale[index])?;
            before.components.chunks.get(index)
        };
        let mut first = 0;
        let labelled = grid.entries().enumerate().map(|(index, entry)| {
            let labels = match kept(index) {
                Some(kept) => kept.labels.clone(),
                None => grid.labels_of(entry),
            };
            let count = labels.count();
            first += count;
            Labelled {
                labels,
                first: first - count,
            }
        });
        let mut components = Self {
            chunks: labelled.collect(),
            faces: vec![[Face::Apart, Face::Apart, Face::Apart]],
            of_labels: Vec::new(),
        };
        let faces = chunks.iter().enumerate().map(|(place, &chunk)| {
            let index = place + 1;
            Axis::ALL.map(|axis| {
                let beyond = grid.entry_index(ChunkCoord(chunk.0 + axis.unit()));
                match before.filter(|_| !is_stale[index] && !is_stale[beyond]) {
                    Some(before) => before.components.faces[index][axis.index()].clone(),
                    None => components.face(grid, [index, beyond], axis),
                }
            })
        });
        let faces: Vec<_> = faces.collect();
        components.faces.extend(faces);
        components.join(grid, chunks, first);
        components
    }

    /// What touches across the upper face of the first entry along `axis`.
    fn face(&self, grid: &Grid, sides: [usize; 2], axis: Axis) -> Face {
        let labels = sides.map(|side| &self.chunks[side].labels);
        match labels {
            [ChunkLabels::Blocked, _] | [_, ChunkLabels::Blocked] => Face::Apart,
            [ChunkLabels::Open, ChunkLabels::Open] => Face::Open,
            _ => {
                let rows = sides.map(|side| grid.entry_at(side).bits.along(Axis::X));
                let pairs = touching(labels, rows, axis);
                if pairs.is_empty() {
                    Face::Apart
                } else {
                    Face::Joined(pairs.into())
                }
            }
        }
    }

    /// Joins the labels of all chunks across their faces.
    fn join(&mut self, grid: &Grid, chunks: &[ChunkCoord], labels: u32) {
        let mut union = UnionFind::with(labels);
        for (place, &chunk) in chunks.iter().enumerate() {
            let first = self.chunks[place + 1].first;
            for axis in Axis::ALL {
                let pairs: &[[u32; 2]] = match &self.faces[place + 1][axis.index()] {
                    Face::Apart => continue,
                    Face::Open => &[[0, 0]],
                    Face::Joined(pairs) => pairs,
                };
                let beyond = grid.entry_index(ChunkCoord(chunk.0 + axis.unit()));
                let beyond = self.chunks[beyond].first;
                for [own, other] in pairs {
                    union.join(first + own, beyond + other);
                }
            }
        }
        self.of_labels = (0..labels)
            .map(|label| Component(union.root(label)))
            .collect();
    }

    /// The component of the cell at `local` in the chunk of an entry, if it is traversable.
    #[inline]
    pub(crate) fn at(&self, index: usize, local: IVec3) -> Option<Component> {
        let Labelled { labels, first } = self.chunks.get(index)?;
        let row = (local.z << 6 | local.y) as usize & 4095;
        let label = labels.label(row, local.x as u32)?;
        self.of_labels.get((first + label) as usize).copied()
    }

    /// Whether a chunk has cells of a component.
    pub(crate) fn is_in(&self, index: usize, component: Component) -> bool {
        let Labelled { labels, first } = &self.chunks[index];
        self.of_labels[*first as usize..][..labels.count() as usize].contains(&component)
    }

    /// The cells of a row, which holds `bits`, that belong to a component.
    pub(crate) fn row(&self, index: usize, row: usize, bits: u64, component: Component) -> u64 {
        let Labelled { labels, first } = &self.chunks[index];
        let of_component =
            |label: u32| self.of_labels.get((first + label) as usize) == Some(&component);
        labels.row(row, bits, of_component)
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        let labels = self.chunks.iter().map(|chunk| chunk.labels.memory_bytes());
        let pairs = self.faces.iter().flatten().map(|face| match face {
            Face::Joined(pairs) => size_of_val(&**pairs),
            Face::Apart | Face::Open => 0,
        });
        self.chunks.capacity() * size_of::<Labelled>()
            + self.faces.capacity() * size_of::<[Face; 3]>()
            + self.of_labels.capacity() * size_of::<Component>()
            + labels.sum::<usize>()
            + pairs.sum::<usize>()
    }
}

/// Which entries have to be labelled anew.
fn staleness(entries: usize, before: Option<&LabelsBefore>) -> Vec<bool> {
    let mut is_stale = vec![before.is_none(); entries];
    for &index in before.iter().flat_map(|before| &before.changed) {
        is_stale[index] = true;
    }
    is_stale
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, VecDeque};

    use super::*;
    use crate::agent::UnknownPolicy;
    use crate::coordinates::CellBox;
    use crate::occupancy::{CellState, OccupancyBuilder};
    use crate::traversability::Traversability;

    /// Labels by flooding cell after cell.
    fn flooded(world: &Traversability) -> BTreeMap<[i32; 3], usize> {
        let mut labels = BTreeMap::new();
        for (label, start) in world.bounds().cells().enumerate() {
            let mut queue = VecDeque::from([start]);
            while let Some(cell) = queue.pop_front() {
                if !world.is_traversable(cell) || labels.contains_key(&cell.to_array()) {
                    continue;
                }
                labels.insert(cell.to_array(), label);
                for axis in Axis::ALL {
                    queue.extend([cell + axis.unit(), cell - axis.unit()]);
                }
            }
        }
        labels
    }

    #[test]
    fn labels_are_those_of_a_flood() {
        let mut state = 77_u64;
        let mut draw = move || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (state >> 33) % 100
        };
        let bounds = CellBox::new(IVec3::new(-6, 60, -3), IVec3::new(70, 69, 5));
        for percent in [0, 30, 65, 75, 100] {
            let mut builder = OccupancyBuilder::new(bounds).unwrap();
            for cell in bounds.cells() {
                if draw() < percent {
                    builder.set(cell, CellState::Occupied).unwrap();
                }
            }
            let world = Traversability::new(&builder.commit(), UnknownPolicy::Blocked);
            let mut pairs = BTreeMap::new();
            let flooded = flooded(&world);
            for cell in bounds.cells() {
                let label = flooded.get(&cell.to_array());
                let component = world.component(cell);
                assert_eq!(label.is_some(), component.is_some(), "{cell}");
                if let (Some(label), Some(component)) = (label, component) {
                    assert_eq!(
                        *pairs.entry(*label).or_insert(component),
                        component,
                        "{cell}"
                    );
                }
            }
            let mut distinct: Vec<_> = pairs.values().collect();
            distinct.sort_unstable();
            distinct.dedup();
            assert_eq!(distinct.len(), pairs.len(), "{percent} % occupied");
        }
    }
}
