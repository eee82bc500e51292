//! Flying agents, and all others that go wherever cells are free.

mod changes;
mod moves;

pub(super) use changes::{FlightChanges, Rules};
