//! The cells that a glTF scene says it was made of, so that what was written is read again as the same cells.
//!
//! A node may have them in its extras, as one text that programs keep as a property of the object:
//!
//! ```text
//! "extras": {"voxnav_cells": "origin 0 0 0 size 0.5 from -3 0 0 to 24 24 12"}
//! ```
//!
//! `origin` is the center of cell (0, 0, 0), `size` the side of a cell, and `from` and `to` are the corners of the
//! half-open box of the cells of the world, all in the axes of the file. The positions of its mesh are
//! counted in cells from the lowest corner of that box, and the transform of the node puts them into their
//! place. It is rounded to single precision; the text is not.
//!
//! INVARIANT: `parse` reads what `fmt` writes.

use std::fmt;
use std::str::FromStr;

use voxnav_occupancy::glam::{DMat4, DQuat, DVec3, IVec3};
use voxnav_occupancy::{CellBox, Lattice};

/// The lattice of cells and their box, in the axes of a file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct NamedCells {
    pub(crate) lattice: Lattice,
    pub(crate) cells: CellBox,
}

impl NamedCells {
    /// The name of the text in the extras of a node.
    pub(crate) const KEY: &str = "voxnav_cells";

    /// Returns the lowest corner of the lowest cell.
    pub(crate) fn corner(&self) -> DVec3 {
        self.lattice.position_of(self.cells.min.as_dvec3() - 0.5)
    }

    /// Returns the place of positions that are counted in cells from the lowest corner.
    pub(crate) fn place(&self) -> DMat4 {
        let size = self.lattice.sizes();
        DMat4::from_scale_rotation_translation(size, DQuat::IDENTITY, self.corner())
    }

    pub(crate) fn parse(text: &str) -> Option<Self> {
        let (origin, rest) = text.strip_prefix("origin ")?.split_once(" size ")?;
        let (size, rest) = rest.split_once(" from ")?;
        let (min, max) = rest.split_once(" to ")?;
        let origin = DVec3::from_array(three(origin)?);
        let [min, max] = [three(min)?, three(max)?].map(IVec3::from_array);
        let cells = CellBox::new(min, max);
        let sizes = match size.parse() {
            Ok(size) => DVec3::splat(size),
            Err(_) => DVec3::from_array(three(size)?),
        };
        let lattice = Lattice::with_sizes(origin, sizes).ok()?;
        (!cells.is_empty()).then_some(Self { lattice, cells })
    }
}

/// Parses three numbers.
fn three<N: FromStr>(text: &str) -> Option<[N; 3]> {
    let numbers: Result<Vec<N>, _> = text.split_ascii_whitespace().map(str::parse).collect();
    numbers.ok()?.try_into().ok()
}

impl fmt::Display for NamedCells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (origin, sizes) = (self.lattice.origin(), self.lattice.sizes());
        let CellBox { min, max } = self.cells;
        let size = match self.lattice.cubic_size() {
            Some(size) => size.to_string(),
            None => format!("{} {} {}", sizes.x, sizes.y, sizes.z),
        };
        write!(
            f,
            "origin {} {} {} size {size} from {} {} {} to {} {} {}",
            origin.x, origin.y, origin.z, min.x, min.y, min.z, max.x, max.y, max.z
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_come_back_to_the_last_bit_and_others_are_none() {
        for (origin, size) in [
            (DVec3::ZERO, 1.0),
            (DVec3::new(0.1, -1e-9, 500_000.123_456_789), 0.1),
            (DVec3::new(1.0 / 3.0, 2.0 / 3.0, -1e6), 1.0 / 7.0),
        ] {
            let named = NamedCells {
                lattice: Lattice::new(origin, size).unwrap_or_default(),
                cells: CellBox::new(IVec3::new(-3, 0, 7), IVec3::new(1, 2, 9)),
            };
            assert_eq!(NamedCells::parse(&named.to_string()), Some(named));
        }
        for text in [
            "",
            "origin 0 0 0 size 1",
            "origin 0 0 0 size 0 from 0 0 0 to 1 1 1",
            "origin 0 0 nan size 1 from 0 0 0 to 1 1 1",
            "origin 0 0 0 size 1 from 0 0 0 to 1 1 0",
            "origin 0 0 0 size 1 from 0 0 0 to 1 1 9999999999",
            "origin 0 0 0 size 1 from 0 0 0 to 1 1 1 1",
        ] {
            assert_eq!(NamedCells::parse(text), None, "{text}");
        }
    }
}
