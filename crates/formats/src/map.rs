//! A map as both formats have it.

use voxnav_occupancy::{Lattice, Occupancy};
use voxnav_store::Derived;

/// A map, and what is known about the file that it comes from.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Map {
    /// The world; of a grid with water, that of agents that start on ground.
    pub occupancy: Occupancy,
    /// The world of agents that start on water, where there is any: only water is free in it. See
    /// [`map2d`](crate::map2d).
    pub water: Option<Occupancy>,
    /// Where the cells are in world space, where the file says so; else the default.
    pub lattice: Lattice,
    /// What the file keeps of what was derived from the cells.
    pub derived: Vec<Derived>,
    /// Whether the file may have been cut.
    pub ending: Ending,
}

/// What tells that a map file is whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Ending {
    /// Its header says how many rows there are, and there are so many.
    Counted,
    /// Every byte is under a checksum: a `.voxnav` file.
    Checked,
    /// It ends as its header announces. See [`map3d`](crate::map3d).
    Marked,
    /// Nothing: it ends in a line break, as files that are whole do, and as some that were cut.
    LineBreak,
    /// Nothing, and it does not end in a line break, so it may have been cut within its last line.
    Abrupt,
}
