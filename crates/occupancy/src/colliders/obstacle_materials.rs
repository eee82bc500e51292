//! The materials of obstacles, laid over cells.
//!
//! INVARIANT: `clad` is what [`ObstacleMaterials::new`] gives for the obstacles and `base`, whatever came before;
//! chunks in which nothing changed keep their version and memory.

use std::collections::{BTreeMap, BTreeSet};

use thiserror::Error;

use super::matter::{Matter, MatterError};
use super::query::Sight;
use super::set::Obstacles;
use crate::agent::{Agent, BakeError, MAX_CHUNKS_PER_BAKE};
use crate::coordinates::{CellBox, ChunkCoord, Lattice, chunks_of, no_bits};
use crate::materials::MaterialSet;
use crate::occupancy::{CellState, Occupancy, OccupancyBuilder};

/// Cells with the materials of the obstacles that overlap them, kept up under edits of both.
///
/// The cells are those of a bake for an agent of one cell, alone or with others laid over it
/// ([`Overlay`](crate::Overlay)); their palette is the one that obstacles are made by.
///
/// ```
/// use voxnav_occupancy::colliders::{ObstacleMaterials, Matter, Obstacle, Obstacles};
/// use voxnav_occupancy::glam::{IVec3, Vec3};
/// use voxnav_occupancy::parry3d::shape::SharedShape;
/// use voxnav_occupancy::{Agent, CellBox, Lattice, Material, MaterialKind, OccupancyBuilder};
///
/// let mut cells = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(20)))?;
/// let water = cells.add_material(Material::new("water", MaterialKind::Liquid))?;
/// let mut obstacles = Obstacles::default();
/// let pond = Obstacle::new(SharedShape::cuboid(3.0, 3.0, 1.0)).of(Matter::Volume(water));
/// obstacles.insert(pond.at([9.0, 9.0, 0.0]))?;
/// let one_cell = Agent::new(Vec3::splat(0.5));
/// let clad = ObstacleMaterials::new(&obstacles, &Lattice::default(), &one_cell, &cells.commit())?;
/// assert_eq!(clad.occupancy().material(IVec3::new(9, 9, 0)), Some(water));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ObstacleMaterials {
    base: Occupancy,
    /// The cells with obstacles of each kind of matter, as occupied cells.
    baked: BTreeMap<Matter, Occupancy>,
    clad: Occupancy,
}

/// Error for materials of obstacles that cannot be laid over cells.
///
/// ```
/// use voxnav_occupancy::colliders::{ObstacleMaterials, ObstacleMaterialsError, Matter, Obstacle, Obstacles};
/// use voxnav_occupancy::glam::{IVec3, Vec3};
/// use voxnav_occupancy::parry3d::shape::SharedShape;
/// use voxnav_occupancy::{Agent, CellBox, Lattice, MaterialId, OccupancyBuilder};
///
/// let cells = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(20)))?.commit();
/// let unheard_of = MaterialId::new(7).ok_or("not zero")?;
/// let mut obstacles = Obstacles::default();
/// obstacles.insert(Obstacle::new(SharedShape::ball(3.0)).of(Matter::Surface(unheard_of)))?;
/// let one_cell = Agent::new(Vec3::splat(0.5));
/// let refused = ObstacleMaterials::new(&obstacles, &Lattice::default(), &one_cell, &cells);
/// assert!(matches!(refused, Err(ObstacleMaterialsError::Matter(_))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Error)]
pub enum ObstacleMaterialsError {
    /// An obstacle is made of something that the palette refuses.
    #[error(transparent)]
    Matter(#[from] MatterError),
    /// The obstacles cannot be baked, for the same reasons as those that block.
    #[error(transparent)]
    Bake(#[from] BakeError),
}

impl ObstacleMaterials {
    /// Lays the materials of obstacles on the layers of an agent over cells.
    ///
    /// # Complexity
    ///
    /// A bake for each kind of matter among them, and linear in the chunks that they are near.
    ///
    /// # Errors
    ///
    /// [`ObstacleMaterialsError`].
    pub fn new(
        obstacles: &Obstacles,
        lattice: &Lattice,
        agent: &Agent,
        base: &Occupancy,
    ) -> Result<Self, ObstacleMaterialsError> {
        // As if nothing had been said.
        let nothing = Self {
            base: base.clone(),
            baked: BTreeMap::new(),
            clad: base.clone(),
        };
        nothing.updated(obstacles, lattice, agent, base, &[])
    }

    /// Brings it up to date after edits of the cells and of obstacles, given the cells that these may have
    /// changed ([`Obstacles::affected_cells`]).
    ///
    /// # Complexity
    ///
    /// That of baking those cells for each kind of matter, and linear in the chunks that changed.
    ///
    /// # Errors
    ///
    /// [`ObstacleMaterialsError`].
    pub fn updated(
        &self,
        obstacles: &Obstacles,
        lattice: &Lattice,
        agent: &Agent,
        base: &Occupancy,
        affected: &[CellBox],
    ) -> Result<Self, ObstacleMaterialsError> {
        let bounds = base.bounds();
        let nothing = (OccupancyBuilder::new(bounds).map_err(BakeError::from)?).commit();
        let mut baked = BTreeMap::new();
        let matters = obstacles.matters(agent.layers);
        for matter in &matters {
            matter.check(base.palette())?;
        }
        for matter in matters {
            let (known, cells) = match self.baked.get(&matter) {
                None => (&nothing, &[bounds][..]),
                Some(known) => (known, affected),
            };
            let sight = Sight::of(matter, agent.layers);
            let fresh = obstacles.bake_into(known.edit(), lattice, agent, sight, cells)?;
            baked.insert(matter, fresh);
        }
        let changes = base.changes_since(&self.base);
        let (mut boxes, mut is_total) = (changes.boxes().collect::<Vec<_>>(), changes.is_total());
        let matters: BTreeSet<_> = self.baked.keys().chain(baked.keys()).collect();
        for matter in matters {
            match (self.baked.get(matter), baked.get(matter)) {
                (Some(before), Some(after)) => {
                    let changes = after.changes_since(before);
                    boxes.extend(changes.boxes());
                    is_total |= changes.is_total();
                }
                (one, other) => boxes.extend(one.or(other).map_or(Ok(vec![]), boxes_of)?),
            }
        }
        let mut before = &self.clad;
        if is_total {
            before = base;
            boxes.clear();
            for known in baked.values() {
                boxes.extend(boxes_of(known)?);
            }
        }
        let stale = chunks_of(boxes.into_iter());
        Ok(Self::written(before, base, baked, &stale))
    }

    /// Returns the cells with the materials of the obstacles.
    #[must_use]
    pub fn occupancy(&self) -> &Occupancy {
        &self.clad
    }

    /// Returns the base with materials, where chunks that are not named are as `before` has them.
    fn written(
        before: &Occupancy,
        base: &Occupancy,
        baked: BTreeMap<Matter, Occupancy>,
        chunks: &[ChunkCoord],
    ) -> Self {
        let mut builder = before.edit();
        builder.take_materials(base, chunks);
        for &chunk in chunks {
            let own = base.chunk(chunk);
            let (occupied, free) = (own.rows(CellState::Occupied), own.rows(CellState::Free));
            builder.set_chunk(chunk, &occupied, &own.rows(CellState::Unknown));
            let mut said = no_bits();
            if let Some(materials) = &base.world.chunk(chunk).materials {
                materials.add_to(&mut said, &MaterialSet::default().complement());
            }
            for (matter, cells) in &baked {
                let Some(id) = matter.material() else {
                    continue;
                };
                let there = cells.chunk(chunk);
                let own = if matter.fills_cells() {
                    &occupied
                } else {
                    &free
                };
                let mut rows = there.rows(CellState::Occupied);
                for ((row, own), said) in rows.iter_mut().zip(own.iter()).zip(said.iter()) {
                    *row &= own & !said;
                }
                if rows.iter().any(|row| *row != 0) {
                    // Never refused: the palette has it.
                    let _ = builder.set_material_rows(chunk, id, &rows);
                }
            }
        }
        Self {
            base: base.clone(),
            baked,
            clad: builder.commit(),
        }
    }
}

/// Returns boxes with all cells of a bake that are occupied, and perhaps others.
pub(super) fn boxes_of(baked: &Occupancy) -> Result<Vec<CellBox>, BakeError> {
    if baked.world.background() == CellState::Free {
        return Ok(baked.stored_chunks().map(ChunkCoord::cells).collect());
    }
    let cells = baked.bounds();
    if cells.chunk_box().volume() > MAX_CHUNKS_PER_BAKE as u64 {
        return Err(BakeError::TooManyChunks {
            cells,
            limit: MAX_CHUNKS_PER_BAKE,
        });
    }
    Ok(vec![cells])
}
