//! The materials of blocks in a world under construction.

use std::collections::{BTreeMap, HashMap};

use voxnav_occupancy::{Material, MaterialId};

use crate::block_table::BlockTable;
use crate::cells::Cells;
use crate::error::Fault;
use crate::import::{Note, note};

/// The materials of a world under construction.
pub(super) struct Palette<'t> {
    table: &'t BlockTable,
    known: HashMap<Material, MaterialId, ahash::RandomState>,
    shared: usize,
}

impl<'t> Palette<'t> {
    /// The number of materials from which on kinds of blocks share some. The rest is for what they share:
    /// there are not so many ways to be no stone.
    const MOST: usize = 200;

    pub(super) fn new(table: &'t BlockTable) -> Self {
        Self {
            table,
            known: HashMap::with_hasher(ahash::RandomState::with_seeds(1, 2, 3, 4)),
            shared: 0,
        }
    }

    /// Returns the material of a block in a world; `None` of air.
    pub(super) fn material(
        &mut self,
        block: &str,
        state: &BTreeMap<String, String>,
        cells: &mut Cells,
    ) -> Result<Option<MaterialId>, Fault> {
        let Some(mut material) = self.table.material(block, state) else {
            return Ok(None);
        };
        if let Some(id) = self.known.get(&material) {
            return Ok(Some(*id));
        }
        let own = material.clone();
        if self.known.len() >= Self::MOST {
            self.shared += 1;
            material.name = format!("other {}", format!("{:?}", material.kind).to_lowercase());
        }
        // Two states of a block may be two materials.
        let base = material.name.clone();
        let id = loop {
            if let Some(id) = self.known.get(&material) {
                break *id;
            }
            if cells.palette().find(&material.name).is_none() {
                let id = cells.add(material.clone())?;
                self.known.insert(material, id);
                break id;
            }
            // A material's name is its own.
            material.name = format!("{base} ({})", cells.palette().len());
        };
        self.known.insert(own, id);
        Ok(Some(id))
    }

    pub(super) fn note(&self, notes: &mut Vec<Note>) {
        note(
            notes,
            self.shared,
            "kinds of blocks share materials, as there are more than a palette holds",
        );
    }
}
