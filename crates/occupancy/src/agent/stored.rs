//! Values that must obey rules, as they are read back: by [`serde`], with the feature of that name.

use serde::Deserialize;

use super::footprint::{AgentCells, AgentCellsError};
use crate::coordinates::CellBox;

/// The cells of an agent as they are written.
#[derive(Deserialize)]
pub(crate) struct StoredAgentCells(CellBox);

impl TryFrom<StoredAgentCells> for AgentCells {
    type Error = AgentCellsError;

    fn try_from(StoredAgentCells(offsets): StoredAgentCells) -> Result<Self, AgentCellsError> {
        Self::new(offsets)
    }
}
