//! Arrays of voxels and heights: `.binvox`, `.npy`, `.nrrd`, `.raw`, octrees, images.

#[cfg(feature = "binvox")]
pub mod binvox;
#[cfg(feature = "npy")]
pub(crate) mod costs;
#[cfg(feature = "heights")]
pub mod heights;
#[cfg(feature = "npy")]
pub mod npy;
#[cfg(feature = "nrrd")]
pub mod nrrd;
#[cfg(any(feature = "binvox", feature = "npy", feature = "nrrd", feature = "raw"))]
pub(crate) mod numbers;
#[cfg(feature = "octomap")]
pub mod octomap;
#[cfg(feature = "heights")]
pub(crate) mod pixels;
#[cfg(feature = "raw")]
pub mod raw;
