//! Straight runs through free cells, scanned 64 cells at a time: what jump point search consists of.
//!
//! [`Traversability::run`](crate::Traversability::run) follows a run to the next jump point or wall; a
//! [`ScanMask`] reports which rows adjacent to the run can have jump points, and a [`ForcedRule`] which cell of
//! a change is one. A [`PlaneReader`] does the same within one plane.
//!
//! # References
//!
//! Harabor and Grastien, "Online Graph Pruning for Pathfinding on Grid Maps", AAAI 2011.

pub use crate::traversability::{ForcedRule, JumpScan, PlaneReader, Reach, ScanEnd, ScanMask};
