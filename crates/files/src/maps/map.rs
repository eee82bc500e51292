//! A map as both formats have it.

use voxnav_occupancy::{Lattice, Occupancy};
use voxnav_search::Terrain;
use voxnav_store::Derived;

/// A map, and what is known about the file that it comes from.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Map {
    /// The world; of a grid with water, that of agents that start on ground.
    pub occupancy: Occupancy,
    /// The world of agents that start on water, where there is any: only water is free in it. See
    /// [`map2d`](crate::maps::map2d).
    pub water: Option<Occupancy>,
    /// The lattice of the cells in world space, where the file says so; else the default.
    pub lattice: Lattice,
    /// The costs of cells that the file keeps; uniform where it keeps none.
    pub terrain: Terrain,
    /// The data that the file keeps of what was derived from the cells.
    pub derived: Vec<Derived>,
    /// The evidence that the file was not cut.
    pub ending: Ending,
}

impl Map {
    /// A world of nothing but cells.
    pub(crate) fn new(occupancy: Occupancy, ending: Ending) -> Self {
        Self {
            occupancy,
            water: None,
            lattice: Lattice::default(),
            terrain: Terrain::new(),
            derived: Vec::new(),
            ending,
        }
    }
}

/// The evidence that a map file is whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Ending {
    /// The header reports how many rows there are, and there are so many.
    Counted,
    /// Every byte is under a checksum: a `.voxnav` file.
    Checked,
    /// The file ends as its header announces. See [`map3d`](crate::maps::map3d).
    Marked,
    /// No evidence: the file ends in a line break, as files that are whole do, and as some that
    /// were cut.
    LineBreak,
    /// No evidence, and the file does not end in a line break, so it may have been cut within its
    /// last line.
    Abrupt,
}
