//! The components of a snapshot, found from scratch, and what is asked of them.
//!
//! INVARIANT: labels and faces follow from the bits of the chunks alone, so that those kept from a
//! snapshot before are those that would be found from scratch. Two labels have the same component if
//! and only if a chain of pairs joins them; the numbers themselves depend on the edits so far.

use std::collections::BTreeSet;
use std::sync::Arc;

use ahash::AHashMap;
use glam::IVec3;
use thiserror::Error;

use super::labels::{ChunkLabels, touching};
use crate::coordinates::{Axis, Rows};
use crate::sets::UnionFind;
use crate::traversability::directory::DenseDirectory;
use crate::traversability::grid::Grid;
use crate::traversability::pages::Pages;

/// A connected component of a traversability snapshot.
///
/// Equal within one snapshot for cells that can reach each other. The number means nothing else.
///
/// ```
/// use voxnav_occupancy::glam::IVec3;
/// use voxnav_occupancy::{CellBox, CellState, OccupancyBuilder, Traversability, UnknownPolicy};
///
/// let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(9)))?;
/// let wall = CellBox::new(IVec3::new(4, 0, 0), IVec3::new(5, 9, 9));
/// builder.set_box(wall, CellState::Occupied)?;
/// let world = Traversability::new(&builder.commit(), UnknownPolicy::Blocked);
/// let [left, also_left, right] = [0, 3, 8].map(|x| world.component(IVec3::X * x));
/// assert!(left.is_some() && left == also_left && left != right);
/// # Ok::<(), voxnav_occupancy::OccupancyError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Component(pub(super) u32);

/// Error for a world whose chunks are too many to be labeled: more than 2^16 within the bounds, and
/// fewer than one in 32 with content.
///
/// ```
/// use voxnav_occupancy::glam::IVec3;
/// use voxnav_occupancy::{CellBox, OccupancyBuilder, Traversability, UnknownPolicy, ComponentsMissing};
///
/// let vast = CellBox::from_size(IVec3::splat(1 << 20));
/// let world = Traversability::new(&OccupancyBuilder::new(vast)?.commit(), UnknownPolicy::Blocked);
/// assert_eq!(world.is_connected(IVec3::ZERO, IVec3::ONE), Err(ComponentsMissing));
/// # Ok::<(), voxnav_occupancy::OccupancyError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the world is too large and empty for its connected components to be listed")]
pub struct ComponentsMissing;

/// The components of a snapshot.
#[derive(Clone, Debug)]
pub(crate) struct Components {
    /// The labeled chunks by entry.
    pub(super) chunks: Pages<Labeled>,
    /// The distance to the entry of the next chunk along each axis, in entries.
    pub(super) strides: [usize; 3],
    /// The next number to give: no component has had it or a greater one.
    pub(super) unused: u32,
}

/// A chunk as a part of the graph of labels.
#[derive(Clone, Debug)]
pub(super) struct Labeled {
    pub(super) labels: ChunkLabels,
    pub(super) components: OfLabels,
    /// The labels that touch across the upper face, for each axis.
    pub(super) faces: [Face; 3],
}

/// The components of the labels of a chunk.
#[derive(Clone, Debug)]
pub(super) enum OfLabels {
    /// The component of label 0, if there is one.
    First(Component),
    /// The components by label.
    Each(Arc<[Component]>),
}

/// The pairs of labels that touch across a face.
#[derive(Clone, Debug)]
pub(super) enum Face {
    Apart,
    /// The two chunks have one label each, and these touch.
    Together,
    Joined(Arc<Pairs>),
}

/// Pairs of labels that touch, the lower chunk's first.
#[derive(Debug)]
pub(super) struct Pairs {
    by_lower: Box<[[u32; 2]]>,
    by_upper: Box<[[u32; 2]]>,
}

/// A label of a chunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Vertex {
    pub(super) entry: u32,
    pub(super) label: u32,
}

/// Components of a snapshot before, and the entries whose bits have changed since: in ascending order, each once.
#[derive(Clone, Debug)]
pub(crate) struct LabelsBefore {
    pub(crate) components: Arc<Components>,
    pub(crate) changed: Vec<usize>,
}

impl OfLabels {
    /// Returns room for the components of labels, to be set.
    pub(super) fn unset(count: u32) -> Self {
        match count {
            0 | 1 => Self::First(Component::NONE),
            _ => Self::Each(std::iter::repeat_n(Component::NONE, count as usize).collect()),
        }
    }

    #[inline]
    pub(super) fn of(&self, label: u32) -> Component {
        match self {
            Self::First(component) => *component,
            Self::Each(components) => components[label as usize],
        }
    }

    pub(super) fn set(&mut self, label: u32, component: Component) {
        match self {
            Self::First(first) => *first = component,
            Self::Each(each) => Arc::make_mut(each)[label as usize] = component,
        }
    }
}

impl Face {
    /// Finds the labels that touch across the upper face of the first entry along `axis`.
    pub(super) fn between(
        grid: &Grid,
        sides: [usize; 2],
        labels: [&ChunkLabels; 2],
        axis: Axis,
    ) -> Self {
        if labels
            .iter()
            .any(|labels| matches!(labels, ChunkLabels::Blocked))
        {
            return Self::Apart;
        }
        let bits = sides.map(|side| &grid.entries[side].bits);
        let pairs = touching(labels, bits, axis);
        match labels {
            _ if pairs.is_empty() => Self::Apart,
            [ChunkLabels::One, ChunkLabels::One] => Self::Together,
            _ => {
                let by_lower = pairs.clone().into();
                let mut by_upper = pairs;
                by_upper.sort_unstable_by_key(|&[lower, upper]| (upper, lower));
                let by_upper = by_upper.into();
                Self::Joined(Arc::new(Pairs { by_lower, by_upper }))
            }
        }
    }

    /// Returns all pairs, the lower chunk's label first.
    pub(super) fn pairs(&self) -> &[[u32; 2]] {
        match self {
            Self::Apart => &[],
            Self::Together => &[[0, 0]],
            Self::Joined(pairs) => &pairs.by_lower,
        }
    }

    /// Returns the pairs of a label of the lower chunk (side 0) or of the upper one (side 1).
    fn pairs_of(&self, side: usize, label: u32) -> &[[u32; 2]] {
        let pairs = match (self, side) {
            (Self::Joined(pairs), 1) => &pairs.by_upper,
            _ => self.pairs(),
        };
        let first = pairs.partition_point(|pair| pair[side] < label);
        let count = pairs[first..].partition_point(|pair| pair[side] == label);
        &pairs[first..][..count]
    }
}

impl Component {
    /// The mark of a component that is not yet told.
    pub(super) const NONE: Self = Self(u32::MAX);
}

impl Components {
    /// Labels the cells of a grid whose chunks are all listed; `None` if there are more labels than
    /// can be told apart.
    pub(crate) fn of(grid: &Grid, directory: &DenseDirectory) -> Option<Self> {
        // Chunks that share their bits share their labels.
        let mut known = AHashMap::with_hasher(ahash::RandomState::with_seeds(1, 2, 3, 4));
        let labels: Vec<ChunkLabels> = grid
            .entries
            .iter()
            .map(|entry| {
                let labels = known.entry(entry.bits.address());
                labels
                    .or_insert_with(|| ChunkLabels::of(grid, entry))
                    .clone()
            })
            .collect();
        Self::joining(grid, directory, labels)
    }

    /// Returns the labels of the chunks, by entry.
    pub(crate) fn labels(&self) -> impl Iterator<Item = &ChunkLabels> {
        self.chunks.iter().map(|chunk| &chunk.labels)
    }

    /// Joins chunks, by entry, whose labels are known.
    pub(crate) fn joining(
        grid: &Grid,
        directory: &DenseDirectory,
        labels: Vec<ChunkLabels>,
    ) -> Option<Self> {
        let strides = directory.strides();
        // Chunks that share their bits share their faces.
        let mut faces_known = AHashMap::with_hasher(ahash::RandomState::with_seeds(1, 2, 3, 4));
        let mut face = |index: usize, axis: Axis| {
            let beyond = index + strides[axis.index()];
            let Some(labels) = labels.get(beyond).map(|beyond| [&labels[index], beyond]) else {
                return Face::Apart;
            };
            let sides = [index, beyond];
            let address = sides.map(|side| grid.entries[side].bits.address());
            let face = faces_known.entry((address, axis.index()));
            face.or_insert_with(|| Face::between(grid, sides, labels, axis))
                .clone()
        };
        // Entry 0 stands for everything beyond the table, and so for no place.
        let faces = (0..labels.len()).map(|index| match index {
            0 => [const { Face::Apart }; 3],
            _ => Axis::ALL.map(|axis| face(index, axis)),
        });
        let faces: Vec<[Face; 3]> = faces.collect();
        joined(labels, faces, strides)
    }

    /// Returns the component of the cell at `local` in the chunk of an entry with the rows `rows`
    /// along x, if it is traversable.
    #[inline]
    pub(crate) fn at(&self, index: usize, rows: &Rows, local: IVec3) -> Option<Component> {
        let chunk = self.chunks.get(index)?;
        let row = (local.z << 6 | local.y) as usize & 4095;
        let label = chunk.labels.label(row, rows[row], local.x as u32)?;
        Some(chunk.components.of(label))
    }

    /// Returns whether a chunk has cells of a component.
    pub(crate) fn is_in(&self, index: usize, component: Component) -> bool {
        let chunk = &self.chunks[index];
        (0..chunk.labels.count()).any(|label| chunk.components.of(label) == component)
    }

    /// Returns the cells of a row, which holds `bits`, that belong to a component.
    pub(crate) fn row(&self, index: usize, row: usize, bits: u64, component: Component) -> u64 {
        let chunk = &self.chunks[index];
        (chunk.labels).row(row, bits, |label| chunk.components.of(label) == component)
    }

    pub(super) fn component(&self, vertex: Vertex) -> Component {
        let chunk = &self.chunks[vertex.entry as usize];
        chunk.components.of(vertex.label)
    }

    /// Calls `each` with every vertex that a pair joins to this one.
    pub(super) fn for_neighbors(&self, vertex: Vertex, mut each: impl FnMut(Vertex)) {
        let Vertex { entry, label } = vertex;
        for (axis, stride) in self.strides.into_iter().enumerate() {
            let lower = (entry as usize).saturating_sub(stride);
            for (of, side, other) in [
                (lower, 1, lower),
                (entry as usize, 0, entry as usize + stride),
            ] {
                let pairs = self.chunks[of].faces[axis].pairs_of(side, label);
                for pair in pairs {
                    each(Vertex {
                        entry: other as u32,
                        label: pair[1 - side],
                    });
                }
            }
        }
    }

    /// Returns the bytes of all that this holds; what chunks share counts once.
    pub(crate) fn memory_bytes(&self) -> usize {
        let labels = self.chunks.iter().filter_map(|it| it.labels.storage());
        let components = self.chunks.iter().filter_map(|it| match &it.components {
            OfLabels::First(_) => None,
            OfLabels::Each(each) => Some((Arc::as_ptr(each).addr(), size_of_val(&**each))),
        });
        let faces = self.chunks.iter().flat_map(|it| &it.faces);
        let pairs = faces.filter_map(|face| match face {
            Face::Apart | Face::Together => None,
            Face::Joined(pairs) => {
                let bytes = size_of::<Pairs>() + 2 * size_of_val(&*pairs.by_lower);
                Some((Arc::as_ptr(pairs).addr(), bytes))
            }
        });
        let storage: BTreeSet<_> = labels.chain(components).chain(pairs).collect();
        let storage: usize = storage.into_iter().map(|(_, bytes)| bytes).sum();
        self.chunks.memory_bytes() + storage
    }
}

/// Joins the labels of all chunks across their faces.
fn joined(
    labels: Vec<ChunkLabels>,
    faces: Vec<[Face; 3]>,
    strides: [usize; 3],
) -> Option<Components> {
    let mut count = 0_u32;
    let mut firsts = Vec::with_capacity(labels.len());
    for labels in &labels {
        firsts.push(count);
        count = count.checked_add(labels.count())?;
    }
    // Not a number of a component.
    count.checked_add(1)?;
    let mut union = UnionFind::with(count);
    for (index, faces) in faces.iter().enumerate() {
        for (face, stride) in faces.iter().zip(strides) {
            for [own, other] in face.pairs() {
                union.join(firsts[index] + own, firsts[index + stride] + other);
            }
        }
    }
    let chunks = labels.into_iter().zip(faces).zip(firsts);
    let chunks = chunks.map(|((labels, faces), first)| {
        let mut components = OfLabels::unset(labels.count());
        if let OfLabels::Each(each) = &mut components {
            let roots = (0..).map(|label| Component(union.root(first + label)));
            *each = roots.take(each.len()).collect();
        } else if labels.count() == 1 {
            components.set(0, Component(union.root(first)));
        }
        Labeled {
            labels,
            components,
            faces,
        }
    });
    Some(Components {
        chunks: chunks.collect(),
        strides,
        unused: count,
    })
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, VecDeque};

    use super::*;
    use crate::agent::UnknownPolicy;
    use crate::coordinates::CellBox;
    use crate::draws::Draws;
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
        let mut draws = Draws::new(77);
        let bounds = CellBox::new(IVec3::new(-6, 60, -3), IVec3::new(70, 69, 5));
        for percent in [0, 30, 65, 75, 100] {
            let mut builder = OccupancyBuilder::new(bounds).unwrap();
            for cell in bounds.cells() {
                if draws.percent(percent) {
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
