//! Agents and searches as data: what a scene, a file of settings or another language says of them.
//!
//! An [`AgentSpec`] describes a body and, with a [`LocomotionSpec`], what it can do on the ground; a [`RouteSpec`] how its
//! routes are searched. They are read and written by serde, so JSON, TOML and whatever else has a format for it will do.
//! Python, the browser, C and the files of the program read the same forms. What is left out is as usual. An unknown name
//! is an error that lists the known ones, a value out of range a [`SpecError`] that names the field.
//!
//! Lengths are in world units, unless they count cells. Costs are lengths in cells: 1 is a straight move.
//!
//! ```
//! use voxnav::specs::{AgentSpec, RouteSpec};
//! use voxnav::Navigator;
//!
//! let walker = r#"{ "size": [0.6, 1.8, 0.6], "ground": { "up": "y", "reach": { "step": 0.5, "drop": 2 } } }"#;
//! let walker: AgentSpec = serde_json::from_str(walker)?;
//! let careful: RouteSpec = serde_json::from_str(r#"{ "snap_goal": 2, "partial": true }"#)?;
//!
//! let mut navigator = Navigator::in_region(0.25, [0.0; 3], [8.0; 3])?;
//! let walker = navigator.add_agent(&walker)?;
//! let route = navigator.find_route_with(walker, [1.0, 0.0, 1.0], [7.0, 0.0, 6.0], &careful.options()?)?;
//! assert!(route.is_found());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

// INVARIANT: what is written is read as equal. Names of values are those that people write, in lower case; those of
// variants in Rust, as in files of before, are read as well.

mod agent;
mod error;
mod locomotion;
mod named;
mod route;
#[cfg(feature = "serde")]
mod stored;
mod value;

pub use agent::AgentSpec;
pub use error::SpecError;
pub use locomotion::LocomotionSpec;
pub use route::RouteSpec;
pub use value::SpecValue;
