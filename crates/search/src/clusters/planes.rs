//! Sets of the cells of a cluster of 8^3 cells, one word a layer, and what is done with them by words.

use glam::IVec3;
use voxnav_occupancy::Axis;

/// A set of cells of a cluster: a word for each layer along z, bit `8 y + x` for a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Planes(pub(crate) [u64; 8]);

/// The cells of a layer with x = 0; shifted by 7, those with x = 7.
const FIRST_COLUMN: u64 = 0x0101_0101_0101_0101;

impl Planes {
    pub(crate) const EMPTY: Self = Self([0; 8]);

    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |any, plane| any | plane) == 0
    }

    /// Returns the set of one cell, given within the cluster.
    pub(crate) fn of(local: IVec3) -> Self {
        let mut planes = Self::EMPTY;
        planes.0[layer_of(local.z)] = bit_of(local.x, local.y);
        planes
    }

    #[inline]
    pub(crate) fn contains(&self, local: IVec3) -> bool {
        self.0[layer_of(local.z)] & bit_of(local.x, local.y) != 0
    }

    #[inline]
    pub(crate) fn and(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|z| self.0[z] & other.0[z]))
    }

    #[inline]
    pub(crate) fn or(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|z| self.0[z] | other.0[z]))
    }

    #[inline]
    pub(crate) fn without(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|z| self.0[z] & !other.0[z]))
    }

    /// Returns the set moved by one cell; cells that leave the cluster are dropped.
    #[inline]
    pub(crate) fn moved(&self, axis: Axis, up: bool) -> Self {
        let Self(planes) = self;
        match (axis, up) {
            (Axis::X, true) => Self(planes.map(east)),
            (Axis::X, false) => Self(planes.map(west)),
            (Axis::Y, true) => Self(planes.map(|plane| plane << 8)),
            (Axis::Y, false) => Self(planes.map(|plane| plane >> 8)),
            (Axis::Z, true) => Self(std::array::from_fn(
                |z| if z == 0 { 0 } else { planes[z - 1] },
            )),
            (Axis::Z, false) => Self(std::array::from_fn(
                |z| if z == 7 { 0 } else { planes[z + 1] },
            )),
        }
    }

    /// Returns the set and the cells to which one straight move leads from it.
    #[inline]
    pub(crate) fn spread(&self) -> Self {
        let Self(planes) = self;
        Self(std::array::from_fn(|z| {
            let plane = planes[z];
            let below = if z == 0 { 0 } else { planes[z - 1] };
            let above = if z == 7 { 0 } else { planes[z + 1] };
            plane | beside(plane) | below | above
        }))
    }

    /// Returns the cells of the set that lie on the face of the cluster toward `up` or down along an axis, as one
    /// word: bit `8 v + u`, `u` and `v` along the other axes in their order.
    #[inline]
    pub(crate) fn face(&self, axis: Axis, up: bool) -> u64 {
        let Self(planes) = self;
        let gathered = |byte: &dyn Fn(u64) -> u64| {
            let bytes = planes.iter().rev();
            bytes.fold(0, |word, &plane| word << 8 | byte(plane))
        };
        let last = if up { 7 } else { 0 };
        match axis {
            Axis::Z => planes[last],
            Axis::Y => gathered(&|plane| plane >> (8 * last) & 0xff),
            Axis::X => gathered(&|plane| {
                // The multiplication moves the lowest bits of the eight bytes into the highest byte.
                (plane >> last & FIRST_COLUMN).wrapping_mul(0x0102_0408_1020_4080) >> 56
            }),
        }
    }

    /// Returns the set without the cells off the layer at `at` along an axis.
    pub(crate) fn in_layer(&self, axis: Axis, at: i32) -> Self {
        let layer = match axis {
            Axis::X => Self([FIRST_COLUMN << (at & 7); 8]),
            Axis::Y => Self([0xff << (8 * (at & 7)); 8]),
            Axis::Z => Self(std::array::from_fn(|z| {
                if z == layer_of(at) { u64::MAX } else { 0 }
            })),
        };
        self.and(&layer)
    }

    /// Returns a set of one cell of the set; empty if the set is.
    pub(crate) fn any(&self) -> Self {
        let mut one = Self::EMPTY;
        if let Some(z) = self.0.iter().position(|&plane| plane != 0) {
            one.0[z] = self.0[z] & self.0[z].wrapping_neg();
        }
        one
    }

    /// Returns the cells of the set that straight moves within it connect to those of `seed`.
    pub(crate) fn component(&self, seed: &Self) -> Self {
        let mut reached = seed.and(self).0;
        let free = &self.0;
        loop {
            let before = reached;
            // Up through the layers, then down: most floods end after two rounds.
            for z in 0..8 {
                let below = if z == 0 { 0 } else { reached[z - 1] };
                reached[z] = spread_in_layer(reached[z] | below & free[z], free[z]);
            }
            for z in (0..7).rev() {
                reached[z] = spread_in_layer(reached[z] | reached[z + 1] & free[z], free[z]);
            }
            if reached == before {
                return Self(reached);
            }
        }
    }
}

/// Returns the cells of a layer that straight moves within `free` connect to `reached`.
fn spread_in_layer(mut reached: u64, free: u64) -> u64 {
    loop {
        let next = reached | beside(reached) & free;
        if next == reached {
            return reached;
        }
        reached = next;
    }
}

/// Returns the cells of a layer moved by one along x; those that leave the cluster are dropped.
#[inline]
fn east(layer: u64) -> u64 {
    (layer & !(FIRST_COLUMN << 7)) << 1
}

/// Returns the cells of a layer moved back by one along x; those that leave the cluster are dropped.
#[inline]
fn west(layer: u64) -> u64 {
    (layer & !FIRST_COLUMN) >> 1
}

/// Returns the cells to which straight moves lead from those of a layer, within it.
#[inline]
fn beside(layer: u64) -> u64 {
    east(layer) | west(layer) | layer << 8 | layer >> 8
}

#[inline]
fn layer_of(z: i32) -> usize {
    (z.cast_unsigned() & 7) as usize
}

#[inline]
fn bit_of(x: i32, y: i32) -> u64 {
    1 << ((y & 7) * 8 + (x & 7))
}

/// Returns the cell of a face, given as `[u, v]`, that is nearest to `[u, v]` by rows and columns; of several the
/// first. The face must have a cell.
#[inline]
pub(crate) fn nearest_on_face(face: u64, [u, v]: [i32; 2]) -> [i32; 2] {
    let mut near = bit_of(u, v);
    while face & near == 0 {
        let rows = near | east(near) | west(near);
        near = rows | rows << 8 | rows >> 8;
    }
    let bit = (face & near).trailing_zeros().cast_signed();
    [bit & 7, bit >> 3]
}

#[cfg(test)]
mod tests {
    use voxnav_occupancy::draws::Draws;

    use super::*;

    fn cells() -> impl Iterator<Item = IVec3> {
        (0..512).map(|n| IVec3::new(n & 7, n >> 3 & 7, n >> 6))
    }

    fn random(draws: &mut Draws) -> Planes {
        Planes(std::array::from_fn(|_| draws.word() | draws.word()))
    }

    #[test]
    fn sets_move_as_their_cells_do() {
        let mut draws = Draws::new(1);
        for _ in 0..50 {
            let set = random(&mut draws);
            for axis in Axis::ALL {
                for (up, step) in [(true, 1), (false, -1)] {
                    let moved = set.moved(axis, up);
                    for cell in cells() {
                        let from = cell - axis.unit() * step;
                        let inside = from.min_element() >= 0 && from.max_element() < 8;
                        assert_eq!(moved.contains(cell), inside && set.contains(from));
                    }
                }
            }
        }
    }

    #[test]
    fn faces_and_layers_have_the_cells_that_lie_there() {
        let mut draws = Draws::new(2);
        for _ in 0..50 {
            let set = random(&mut draws);
            for axis in Axis::ALL {
                let [first, second] = axis.others();
                for (up, at) in [(true, 7), (false, 0)] {
                    let face = set.face(axis, up);
                    let layer = set.in_layer(axis, at);
                    for cell in cells() {
                        let bit = second.of(cell) * 8 + first.of(cell);
                        let lies_there = axis.of(cell) == at && set.contains(cell);
                        assert_eq!(layer.contains(cell), lies_there);
                        if axis.of(cell) == at {
                            assert_eq!(face >> bit & 1 != 0, lies_there);
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn components_are_those_of_a_flood_by_cells() {
        let mut draws = Draws::new(3);
        for _ in 0..100 {
            let set = Planes(std::array::from_fn(|_| {
                draws.word() & (draws.word() | draws.word())
            }));
            let seed = set.any();
            let component = set.component(&seed);
            let mut flooded = seed;
            loop {
                let mut next = flooded;
                for axis in Axis::ALL {
                    for up in [true, false] {
                        next = next.or(&flooded.moved(axis, up).and(&set));
                    }
                }
                if next == flooded {
                    break;
                }
                flooded = next;
            }
            assert_eq!(component, flooded);
        }
    }

    #[test]
    fn the_nearest_cell_of_a_face_has_the_least_of_the_larger_offset() {
        let mut draws = Draws::new(4);
        for _ in 0..200 {
            let face = draws.word() & draws.word() & draws.word() | 1 << draws.below(64);
            let [u, v] = [(); 2].map(|()| i32::try_from(draws.below(8)).unwrap());
            let [near_u, near_v] = nearest_on_face(face, [u, v]);
            let away = |bit: i32| {
                ((bit & 7) - u)
                    .abs()
                    .max((bit >> 3) - v)
                    .max(v - (bit >> 3))
            };
            let least = (0..64).filter(|&bit| face >> bit & 1 != 0).map(away).min();
            assert_eq!(Some(away(near_v * 8 + near_u)), least);
        }
    }
}
