//! The C interface of voxnav: `include/voxnav.h`, and the functions that it declares.
//!
//! It decides nothing: a function checks what it was given, calls the one of the crate [`voxnav`] that does what it
//! says, and hands out the answer. For programs in Rust there is that crate.
//!
//! # Parts
//!
//! | part | owns |
//! |---|---|
//! | [`exported`] | the functions, a file for each subject, with the structs and enums that they take |
//! | [`ids`], `handles` | the handles of C, and the objects under them |
//! | `objects`, `joints`, `seen` | the types of objects, and what they see |
//! | [`memory`] | reading and writing through caller-supplied pointers, and callbacks: all blocks of `unsafe` |
//! | `border`, `callback` | panics and callbacks, neither of which comes over the border |
//! | [`error`] | statuses, and the last error of each thread |
//! | [`values`], [`code`] | points, cells, and numbers that name a value of an enum |
//!
//! INVARIANT: whatever the arguments, a function either does what it says or changes nothing and returns an error; but
//! for pointers that are not null and lead to nothing, which no library can tell.

mod border;
mod callback;
pub mod code;
pub mod error;
pub mod exported;
pub mod handles;
pub mod ids;
mod joints;
pub mod memory;
mod objects;
mod seen;
pub mod values;
mod workspaces;
