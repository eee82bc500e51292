//! What cells are made of, and where a body can stand, swim or climb.
//!
//! A [`Material`] says what a cell is to those who move over it or through it, a [`Palette`] names the
//! materials of a world. [`Stances`] are derived from an [`Occupancy`](crate::grid::Occupancy) and the
//! [`StanceRules`] of a body.
//!
//! ```
//! use voxnav::glam::IVec3;
//! use voxnav::grid::{CellBox, CellState, Footprint, OccupancyBuilder};
//! use voxnav::ground::{Stance, StanceRules, Stances};
//!
//! let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(20)))?;
//! let floor = CellBox::from_size(IVec3::new(20, 20, 3));
//! builder.set_box(floor, CellState::Occupied)?;
//! let tall = Footprint::new(CellBox::from_size(IVec3::new(1, 1, 2)))?;
//! let stances = Stances::new(&builder.commit(), &StanceRules::new(tall));
//! assert!(stances.at(IVec3::new(5, 5, 3)).has(Stance::STANDING));
//! assert!(!stances.at(IVec3::new(5, 5, 9)).has(Stance::STANDING), "in the air");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[doc(inline)]
pub use voxnav_occupancy::{
    CostFactor, Material, MaterialError, MaterialId, MaterialKind, MaterialSet, Palette, Stance,
    StanceError, StanceReader, StanceRules, Stances, Support,
};
