//! The materials of a chunk's cells: a sparse plane of bits for each material that occurs.
//!
//! ```text
//! plane   full    bit z: all 64 x 64 cells of layer z are of the material
//!         mixed   bit z: some are; `layers` has 64 words for it, word y, bit x
//! ```
//!
//! A few cells so take a layer of 512 bytes for each material and height, a chunk that is all of one
//! material takes none, and the cells of any set of materials are read by words.
//!
//! INVARIANT: no cell is in two planes; planes ascend by id. After [`ChunkMaterials::normalize`]
//! layers are neither empty nor full, and no plane is empty, so that equal materials have equal form.

use std::collections::BTreeSet;

use glam::IVec3;

use super::material::MaterialId;
use super::palette::MaterialSet;
use crate::coordinates::{CellBox, EDGE, box_around, row_index, row_mask, row_places};

/// The materials of the cells of a chunk.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct ChunkMaterials {
    planes: Vec<(MaterialId, Plane)>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Plane {
    full: u64,
    mixed: u64,
    layers: Vec<[u64; 64]>,
}

impl ChunkMaterials {
    pub(crate) fn is_empty(&self) -> bool {
        self.planes.is_empty()
    }

    /// Returns the materials that occur, in ascending order.
    pub(crate) fn ids(&self) -> impl Iterator<Item = MaterialId> + '_ {
        self.planes.iter().map(|(id, _)| *id)
    }

    /// Returns the material of a cell, of which the low six bits of each coordinate count.
    pub(crate) fn material(&self, cell: IVec3) -> Option<MaterialId> {
        let local = cell & 63;
        let mut planes = self.planes.iter();
        planes.find_map(|(id, plane)| {
            let is_of = plane.row(local.y, local.z) >> local.x & 1 != 0;
            is_of.then_some(*id)
        })
    }

    /// Returns whether a cell may be of one of these materials.
    pub(crate) fn has_any(&self, among: &MaterialSet) -> bool {
        self.planes.iter().any(|(id, _)| among.contains(*id))
    }

    /// Returns the cells of a row that are of these materials.
    pub(crate) fn row(&self, among: &MaterialSet, y: i32, z: i32) -> u64 {
        let planes = self.planes.iter().filter(|(id, _)| among.contains(*id));
        planes.fold(0, |row, (_, plane)| row | plane.row(y, z))
    }

    /// Adds the cells that are of these materials to some rows, bit `x` of word `z * 64 + y`; takes time by
    /// the layers that have any.
    pub(crate) fn add_to(&self, rows: &mut [u64; 64 * 64], among: &MaterialSet) {
        let planes = self.planes.iter().filter(|(id, _)| among.contains(*id));
        for (_, plane) in planes {
            let mut mixed = plane.layers.iter();
            for (z, layer) in rows.chunks_exact_mut(64).enumerate() {
                if plane.full >> z & 1 != 0 {
                    layer.fill(u64::MAX);
                } else if plane.mixed >> z & 1 != 0
                    && let Some(words) = mixed.next()
                {
                    layer
                        .iter_mut()
                        .zip(words)
                        .for_each(|(row, word)| *row |= word);
                }
            }
        }
    }

    /// Returns the smallest local box around the cells that two chunks say something different of.
    pub(crate) fn difference(before: Option<&Self>, after: Option<&Self>) -> CellBox {
        let none = Self::default();
        let [before, after] = [before, after].map(|chunk| chunk.unwrap_or(&none));
        let ids: BTreeSet<_> = before.ids().chain(after.ids()).collect();
        let mut hull = CellBox::EMPTY;
        for id in ids {
            let planes = [before, after].map(|chunk| chunk.plane(id));
            if planes[0] == planes[1] {
                continue;
            }
            let differing = row_places().map(|(y, z)| {
                let [a, b] = planes.map(|plane| plane.map_or(0, |plane| plane.row(y, z)));
                (a ^ b, y, z)
            });
            hull = hull.hull(&box_around(differing));
        }
        hull
    }

    fn plane(&self, id: MaterialId) -> Option<&Plane> {
        let place = self
            .planes
            .binary_search_by_key(&id, |plane| plane.0)
            .ok()?;
        Some(&self.planes[place].1)
    }

    /// Returns the plane of a material, made if there is none.
    fn plane_mut(&mut self, id: MaterialId) -> &mut Plane {
        let place = self.planes.binary_search_by_key(&id, |plane| plane.0);
        let place = place.unwrap_or_else(|place| {
            self.planes.insert(place, (id, Plane::default()));
            place
        });
        &mut self.planes[place].1
    }

    /// Makes the cells of a local box of a material. The normal form is restored later.
    pub(crate) fn set(&mut self, part: &CellBox, id: MaterialId) {
        self.clear(part, |other| other != id);
        self.plane_mut(id).fill(part, u64::MAX);
    }

    /// Makes the cells of a local box that have a bit in `rows` of a material. The normal form is
    /// restored later.
    pub(crate) fn set_rows(&mut self, part: &CellBox, rows: &[u64; 4096], id: MaterialId) {
        self.retain(
            part,
            |other, index| if other == id { u64::MAX } else { !rows[index] },
        );
        let plane = self.plane_mut(id);
        plane.write(part, u64::MAX, |index, row| row | rows[index]);
    }

    /// Takes the materials that are true of `lost` from the cells of a local box.
    pub(crate) fn clear(&mut self, part: &CellBox, lost: impl Fn(MaterialId) -> bool) {
        for (_, plane) in self.planes.iter_mut().filter(|(id, _)| lost(*id)) {
            plane.fill(part, 0);
        }
    }

    /// Keeps materials in a local box only where `kept` has a bit, given the material and the index
    /// `z * 64 + y` of a row.
    pub(crate) fn retain(&mut self, part: &CellBox, kept: impl Fn(MaterialId, usize) -> u64) {
        for (id, plane) in &mut self.planes {
            let layers = plane.full | plane.mixed;
            plane.write(part, layers, |index, row| row & kept(*id, index));
        }
    }

    /// Returns whether the normal form holds already, so that shared memory need not be copied.
    pub(crate) fn is_normal(&self) -> bool {
        self.planes.iter().all(|(_, plane)| plane.is_normal())
    }

    /// Restores the normal form that the module describes.
    pub(crate) fn normalize(&mut self) {
        for (_, plane) in &mut self.planes {
            plane.normalize();
        }
        self.planes
            .retain(|(_, plane)| plane.full | plane.mixed != 0);
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        let layers = self.planes.iter().map(|(_, plane)| plane.layers.capacity());
        size_of::<Self>()
            + self.planes.capacity() * size_of::<(MaterialId, Plane)>()
            + layers.sum::<usize>() * size_of::<[u64; 64]>()
    }

    /// Returns whether the invariant of the module holds, given the cells inside the bounds and, by
    /// row, which of them a material may be in; written apart from what establishes it.
    pub(crate) fn is_valid(
        &self,
        inside: &CellBox,
        may_be: impl Fn(MaterialId, i32, i32) -> u64,
    ) -> bool {
        let ascending = self.planes.is_sorted_by(|a, b| a.0 < b.0);
        let layers_hold = self.planes.iter().all(|(_, plane)| {
            plane.is_normal()
                && plane.full & plane.mixed == 0
                && plane.mixed.count_ones() as usize == plane.layers.len()
        });
        let rows_hold = row_places().all(|(y, z)| {
            let mut taken = !row_mask(inside, y, z);
            self.planes.iter().all(|(id, plane)| {
                let row = plane.row(y, z);
                let is_apart = row & taken == 0 && row & !may_be(*id, y, z) == 0;
                taken |= row;
                is_apart
            })
        });
        ascending && layers_hold && rows_hold
    }
}

impl Plane {
    fn row(&self, y: i32, z: i32) -> u64 {
        let bit = 1_u64 << (z & 63);
        if self.full & bit != 0 {
            u64::MAX
        } else if self.mixed & bit != 0 {
            self.layers[self.place(bit)][(y & 63).unsigned_abs() as usize]
        } else {
            0
        }
    }

    /// Returns the place where the layer of a height is stored, or would be.
    fn place(&self, bit: u64) -> usize {
        (self.mixed & (bit - 1)).count_ones() as usize
    }

    /// Returns the words of a layer, to be written.
    fn layer(&mut self, bit: u64) -> &mut [u64; 64] {
        let place = self.place(bit);
        if self.mixed & bit == 0 {
            let all = if self.full & bit == 0 { 0 } else { u64::MAX };
            self.layers.insert(place, [all; 64]);
            self.mixed |= bit;
            self.full &= !bit;
        }
        &mut self.layers[place]
    }

    /// Makes a whole layer nothing; fills are then noted in `full`.
    fn drop_layer(&mut self, bit: u64) {
        if self.mixed & bit != 0 {
            self.layers.remove(self.place(bit));
            self.mixed &= !bit;
        }
        self.full &= !bit;
    }

    /// Gives the cells of `part` the bits of one row, which are all set or none.
    fn fill(&mut self, part: &CellBox, with: u64) {
        if is_whole_layer(part) {
            for bit in (part.min.z..part.max.z).map(|z| 1 << z) {
                self.drop_layer(bit);
                self.full |= with & bit;
            }
        } else {
            let layers = self.full | self.mixed | with;
            self.write(part, layers, |_, _| with);
        }
    }

    /// Gives the cells of `part` in some layers the bits that a function has for the index of a row and what was.
    fn write(&mut self, part: &CellBox, layers: u64, after: impl Fn(usize, u64) -> u64) {
        let mask = row_mask(part, part.min.y, part.min.z);
        let height = (part.min.y..part.max.y).len();
        for z in (part.min.z..part.max.z).filter(|z| layers >> z & 1 != 0) {
            let (bit, first) = (1 << z, row_index(part.min.y, z));
            let rows = first..first + height;
            let all = if self.full & bit == 0 { 0 } else { u64::MAX };
            let stays = |row| (after(row, all) ^ all) & mask == 0;
            if self.mixed & bit == 0 && rows.clone().all(stays) {
                continue;
            }
            for (index, row) in rows.zip(&mut self.layer(bit)[first & 63..]) {
                *row = *row & !mask | after(index, *row) & mask;
            }
        }
    }

    fn is_normal(&self) -> bool {
        let mut layers = self.layers.iter();
        self.full | self.mixed != 0
            && layers.all(|layer| *layer != [0; 64] && *layer != [u64::MAX; 64])
    }

    fn normalize(&mut self) {
        for z in 0..64 {
            let bit = 1_u64 << z;
            if self.mixed & bit == 0 {
                continue;
            }
            let layer = &self.layers[self.place(bit)];
            let is_full = layer.iter().all(|&row| row == u64::MAX);
            if is_full || layer.iter().all(|&row| row == 0) {
                self.drop_layer(bit);
                self.full |= if is_full { bit } else { 0 };
            }
        }
        self.layers.shrink_to_fit();
    }
}

fn is_whole_layer(part: &CellBox) -> bool {
    let (min, max) = (part.min.truncate(), part.max.truncate());
    min == glam::IVec2::ZERO && max == glam::IVec2::splat(EDGE)
}
