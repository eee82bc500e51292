//! Maps and scenarios of the benchmarks of grids, in two and three dimensions.

pub(crate) mod map;
pub mod map2d;
pub mod map3d;
pub(crate) mod scenario;
pub mod scenario2d;
pub mod scenario3d;
