//! The functions of `voxnav.h`, and the structs and enums that they take.
//!
//! Every function returns a status, takes handles and values, and writes answers through pointers; it documents all
//! that it reads and writes. The bodies run inside of `border::call`.
#![expect(
    unsafe_code,
    reason = "names without mangling are what is exported; there is no block of unsafe code here"
)]
#![allow(
    clippy::must_use_candidate,
    reason = "in C the status is what a caller looks at, or not"
)]

pub mod callbacks;
pub mod crowds;
pub mod library;
pub mod moving;
mod records;
pub mod routes;
pub mod world;
