//! Records of the cells and vertices that a search has reached.

#![expect(
    clippy::cast_possible_truncation,
    reason = "fields of packed words, and counts limited to 32 bits"
)]

mod cell_key;
mod growth;

mod known_runs;
mod pages;
mod parents;
mod record;
mod records;
mod table;
mod tiles;
mod vertices;

pub(crate) use cell_key::CellKey;
pub(crate) use growth::{make_room, put};

pub(crate) use known_runs::RunEnd;
pub(crate) use parents::{Parent, Parents};
pub(crate) use record::Record;
pub(crate) use records::{Around, Layout, LookUp, OutOfKeys, Records};
pub(crate) use table::Table;
pub(crate) use vertices::VertexRecords;
