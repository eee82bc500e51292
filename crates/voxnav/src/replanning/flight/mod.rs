//! Agents that fly, or go wherever cells are free.

mod changes;
mod moves;

pub(super) use changes::{FlightChanges, Rules};
