//! Whole regions: baked into an occupancy, and kept up after edits.

use glam::{DVec3, IVec3};
use rayon::prelude::*;

use super::Baker;
use super::bit_sheet::cut;
use super::box_dilation::BakedChunk;
use super::gaps::Body;
use super::margins::ROUNDING;
use crate::agent::{Agent, BakeError, MAX_CHUNKS_PER_BAKE};
use crate::colliders::query::Sight;
use crate::colliders::set::{Edit, Obstacles};
use crate::colliders::world_box::WorldBox;
use crate::coordinates::{CellBox, ChunkCoord, Lattice, MAX_COORDINATE, SUPPORTED_CELLS};
use crate::occupancy::{CellState, Occupancy, OccupancyBuilder};

/// A chunk's worth of cells, spread over however many: waking other threads, and waiting for them on a
/// busy machine, takes longer than so few, which is what most edits concern.
pub(super) const FEW_CELLS: u64 = 1 << 18;

/// The plan of a bake: the parts of a region known to be blocked, and those to be looked into.
#[derive(Default)]
struct Plan {
    blocked: Vec<CellBox>,
    /// Chunks to be looked into, with the part of them that is wanted, in local coordinates.
    open: Vec<(ChunkCoord, CellBox)>,
}

impl Obstacles {
    /// Returns the world as an agent's center sees it: cells of which [`Obstacles::blocks`] says so
    /// are occupied, all others in the bounds free, everything outside occupied.
    ///
    /// # Guarantees
    ///
    /// Equal to asking cell by cell, and the same for any number of threads.
    ///
    /// # Complexity
    ///
    /// Linear in the cells near surfaces, with a small constant for triangles and boxes, plus the
    /// chunks they lie in; logarithmic for regions without obstacles or inside a convex one.
    ///
    /// # Errors
    ///
    /// [`BakeError`]: a bad agent, bounds out of range, or too many chunks.
    ///
    /// ```
    /// use voxnav_occupancy::glam::{DVec3, IVec3, Vec3};
    /// use voxnav_occupancy::colliders::{Obstacle, Obstacles};
    /// use voxnav_occupancy::parry3d::shape::SharedShape;
    /// use voxnav_occupancy::{Agent, CellBox, CellState, Lattice};
    ///
    /// let mut obstacles = Obstacles::default();
    /// let _ = obstacles.insert(Obstacle::new(SharedShape::ball(2.2)))?;
    /// let bounds = CellBox::new(IVec3::splat(-8), IVec3::splat(8));
    /// let agent = Agent::new(Vec3::splat(0.5));
    /// let world = obstacles.bake(&Lattice::default(), &agent, bounds)?;
    /// assert_eq!(world.state(IVec3::new(2, 0, 0)), CellState::Occupied);
    /// assert_eq!(world.state(IVec3::new(3, 0, 0)), CellState::Free);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn bake(
        &self,
        lattice: &Lattice,
        agent: &Agent,
        bounds: CellBox,
    ) -> Result<Occupancy, BakeError> {
        let builder = OccupancyBuilder::new(bounds)?;
        self.bake_into(builder, lattice, agent, agent.layers.into(), &[bounds])
    }

    /// Checks that a region can be baked for an agent, without baking it.
    ///
    /// # Complexity
    ///
    /// A query of the tree for each chunk near obstacles, up to [`MAX_CHUNKS_PER_BAKE`] of them.
    ///
    /// # Errors
    ///
    /// As [`Obstacles::bake`].
    pub fn check_bake(
        &self,
        lattice: &Lattice,
        agent: &Agent,
        bounds: CellBox,
    ) -> Result<(), BakeError> {
        let cells = OccupancyBuilder::new(bounds)?.bounds();
        Baker::new(self, lattice, agent, agent.layers.into(), &cells)?.planned(&cells)?;
        Ok(())
    }

    /// Returns a bake brought up to date in the cells of some boxes; the rest keeps its state, and
    /// unchanged chunks their version and memory. Cells beyond the bounds are passed over.
    ///
    /// # Errors
    ///
    /// As [`Obstacles::bake`].
    pub fn rebake(
        &self,
        baked: &Occupancy,
        lattice: &Lattice,
        agent: &Agent,
        cells: &[CellBox],
    ) -> Result<Occupancy, BakeError> {
        self.bake_into(baked.edit(), lattice, agent, agent.layers.into(), cells)
    }

    /// Brings a bake up to date after an edit; returns it as it is if the edit does not affect the
    /// agent.
    ///
    /// # Guarantees
    ///
    /// Equal to a bake from scratch, if `baked` was up to date before the edit.
    ///
    /// # Complexity
    ///
    /// That of baking the cells near where the obstacle was and is.
    ///
    /// # Errors
    ///
    /// As [`Obstacles::bake`].
    pub fn refresh(
        &self,
        baked: &Occupancy,
        lattice: &Lattice,
        agent: &Agent,
        edit: &Edit,
    ) -> Result<Occupancy, BakeError> {
        if !edit.layers.meets(agent.layers) || !edit.matter.fills_cells() {
            return Ok(baked.clone());
        }
        let regions = edit.regions();
        let cells: Vec<CellBox> = regions
            .map(|region| self.affected_cells(lattice, agent, region))
            .collect();
        self.rebake(baked, lattice, agent, &cells)
    }

    /// Returns the cells that an edit in a region of the world may change for an agent, clipped to
    /// the cells there can be. Their chunks are those to be baked again.
    #[must_use]
    pub fn affected_cells(&self, lattice: &Lattice, agent: &Agent, region: WorldBox) -> CellBox {
        let body = Body::of(agent, self.skin(), lattice);
        let reach = match &body {
            Some(body) => body.half_extents + body.offset,
            None => self.skin().shrink(agent.half_extents).reach(),
        };
        let mut grown = region.grown(reach + lattice.origin().abs() * ROUNDING);
        // What stands in a cell decides whether what stands in a gap below it does.
        grown.min -= body.map_or(IVec3::ZERO, |body| body.step()).as_dvec3() * lattice.sizes();
        let cells = |side: DVec3| (side - lattice.origin()) / lattice.sizes();
        // Two roundings of the quotient, however far away.
        let low = cells(grown.min) * (1.0 - ROUNDING * cells(grown.min).signum());
        let high = cells(grown.max) * (1.0 + ROUNDING * cells(grown.max).signum());
        let end = clamped(high.floor()).saturating_add(IVec3::ONE);
        CellBox::new(clamped(low.ceil()), end).intersection(&SUPPORTED_CELLS)
    }

    /// Replaces the cells of some regions by the bake of the obstacles that are seen.
    pub(in crate::colliders) fn bake_into(
        &self,
        mut builder: OccupancyBuilder,
        lattice: &Lattice,
        agent: &Agent,
        sight: Sight,
        regions: &[CellBox],
    ) -> Result<Occupancy, BakeError> {
        let bounds = builder.bounds();
        for region in regions {
            let cells = region.intersection(&bounds);
            let baker = Baker::new(self, lattice, agent, sight, &cells)?;
            let plan = baker.planned(&cells)?;
            builder.set_box(cells, CellState::Free)?;
            for blocked in &plan.blocked {
                builder.set_box(*blocked, CellState::Occupied)?;
            }
            for (chunk, block, rows) in baker.bake_region(&cells, &plan.open) {
                builder.set_rows(chunk, &block, &rows);
            }
        }
        Ok(builder.commit())
    }
}

/// Returns the nearest cell that there can be.
fn clamped(cell: DVec3) -> IVec3 {
    let limit = f64::from(MAX_COORDINATE);
    cell.clamp(DVec3::splat(-limit), DVec3::splat(limit))
        .as_ivec3()
}

/// Returns the number of cells in some blocks.
pub(super) fn volume<'b>(blocks: impl Iterator<Item = &'b CellBox>) -> u64 {
    blocks.map(CellBox::volume).sum()
}

impl Baker<'_> {
    /// Returns the rows of chunks, in the same order.
    pub(super) fn bake(&self, open: &[(ChunkCoord, CellBox)]) -> Vec<BakedChunk> {
        let bake =
            |&(chunk, block): &(ChunkCoord, CellBox)| (chunk, block, self.rows(chunk, &block));
        if volume(open.iter().map(|(_, block)| block)) <= FEW_CELLS {
            open.iter().map(bake).collect()
        } else {
            open.par_iter().map(bake).collect()
        }
    }

    /// Returns the plan of a bake of a region.
    fn planned(&self, cells: &CellBox) -> Result<Plan, BakeError> {
        let mut plan = Plan::default();
        if cells.is_empty() || self.plan(cells, &mut plan) {
            return Ok(plan);
        }
        Err(BakeError::TooManyChunks {
            cells: *cells,
            limit: MAX_CHUNKS_PER_BAKE,
        })
    }

    /// Sorts a region into what is free, what is blocked, and chunks to be looked into; `false`
    /// if those are too many.
    fn plan(&self, cells: &CellBox, plan: &mut Plan) -> bool {
        if self.is_free(cells) && self.has_free_gaps(cells) {
            return true;
        }
        if self.is_blocked(cells) {
            plan.blocked.push(*cells);
            return true;
        }
        let chunks = cells.chunk_box();
        let size = chunks.max - chunks.min;
        let axis = (0..3).max_by_key(|axis| size[*axis]).unwrap_or(0);
        if size[axis] == 1 {
            let chunk = ChunkCoord(chunks.min);
            plan.open.push((chunk, chunk.local(cells)));
            return plan.open.len() <= MAX_CHUNKS_PER_BAKE;
        }
        let middle = ChunkCoord(chunks.min + size / 2).origin()[axis];
        let [lower, upper] = cut(cells, axis, middle);
        self.plan(&lower, plan) && self.plan(&upper, plan)
    }
}
