//! Scenes: the cells that agents move through, and where there are meshes a navigator among them.

use voxnav::grid::{CellBox, Occupancy, OccupancyBuilder};
#[cfg(feature = "whole")]
use voxnav::{AgentId, Navigator};
use voxnav::{Lattice, Terrain};

use crate::failure::Answer;
#[cfg(feature = "whole")]
use crate::failure::Blamed;

/// The cells of a world, and the meshes among them.
#[derive(Debug)]
pub(crate) struct Scene {
    pub(crate) lattice: Lattice,
    pub(crate) cells: Occupancy,
    /// The costs of moves of flying agents.
    pub(crate) terrain: Terrain,
    /// The number of edits.
    pub(crate) version: u64,
    /// The same cells with meshes among them, once there was a mesh.
    #[cfg(feature = "whole")]
    pub(crate) among: Option<Box<Navigator>>,
    /// The agents of the navigator, as they were described.
    #[cfg(feature = "whole")]
    pub(crate) bodies: Vec<(AgentId, Box<str>)>,
}

impl Scene {
    pub(crate) fn new(lattice: Lattice, cells: Occupancy) -> Self {
        Self {
            lattice,
            cells,
            terrain: Terrain::new(),
            version: 0,
            #[cfg(feature = "whole")]
            among: None,
            #[cfg(feature = "whole")]
            bodies: Vec::new(),
        }
    }

    pub(crate) fn bounds(&self) -> CellBox {
        self.cells.bounds()
    }

    /// Edits cells: all that `work` does, or nothing if it fails.
    pub(crate) fn edit(&mut self, work: impl FnOnce(&mut OccupancyBuilder) -> Answer) -> Answer {
        let mut builder = self.cells.edit();
        work(&mut builder)?;
        let cells = builder.commit();
        #[cfg(feature = "whole")]
        if let Some(among) = &mut self.among {
            among.replace_cells(cells.clone()).blamed("cells")?;
        }
        self.cells = cells;
        self.version += 1;
        Ok(())
    }

    /// Edits what moves cost: all that `work` does, or nothing if it fails.
    pub(crate) fn edit_terrain(&mut self, work: impl FnOnce(&mut Terrain) -> Answer) -> Answer {
        work(&mut self.terrain)?;
        #[cfg(feature = "whole")]
        if let Some(among) = &mut self.among {
            *among.terrain_mut() = self.terrain.clone();
        }
        self.version += 1;
        Ok(())
    }

    /// Edits the meshes among the cells.
    #[cfg(feature = "whole")]
    pub(crate) fn edit_meshes<T>(
        &mut self,
        work: impl FnOnce(&mut Navigator) -> Answer<T>,
    ) -> Answer<T> {
        let mut made = None;
        let navigator = if let Some(navigator) = &mut self.among {
            navigator
        } else {
            let mut navigator =
                Navigator::new(self.lattice, self.cells.bounds()).blamed("world")?;
            navigator
                .replace_cells(self.cells.clone())
                .blamed("world")?;
            *navigator.terrain_mut() = self.terrain.clone();
            made.insert(Box::new(navigator))
        };
        let answer = work(navigator)?;
        self.among = self.among.take().or(made);
        self.version += 1;
        Ok(answer)
    }
}
