//! Slopes: the cells too steep to stand on for agents with a slope limit.
//!
//! The surface under a body on a cell is the one that stops its footprint when moved straight down. So a box as wide
//! as the cell is swept from the cell above into the cell ([`Obstacles::sweep`]). The normal of what it meets gives how
//! steep the highest surface there is: that of the triangle on which the box rests, and straight up on edges and tips
//! that carry its face. The idea of one angle for surfaces, and that curbs are exempt, is that of [Recast]
//! (`walkableSlopeAngle`, `rcFilterLowHangingWalkableObstacles`).
//!
//! INVARIANT: `marked` is what [`Slopes::new`] gives for the obstacles and `base`, whatever came before; chunks in which
//! nothing changed keep their version and memory.
//!
//! [Recast]: https://recastnav.com

use glam::IVec3;
use rayon::prelude::*;
use thiserror::Error;

use super::obstacle_materials::boxes_of;
use super::set::Obstacles;
use crate::agent::{Agent, BakeError};
use crate::coordinates::{
    CellBox, ChunkCoord, Heading, Lattice, Rows, bits, chunks_of, no_bits, row_index, row_mask,
    row_places,
};
use crate::materials::{Material, MaterialError, MaterialId, MaterialKind, Palette};
use crate::occupancy::{CellState, ChunkView, Occupancy, OccupancyBuilder};

/// The steepest surface that an agent stands on, and what is exempt from it.
///
/// ```
/// use voxnav_occupancy::Heading;
/// use voxnav_occupancy::colliders::SlopeLimit;
///
/// // Ramps up to 45 degrees, and curbs up to three cells whatever their sides.
/// let limit = SlopeLimit { up: Heading::Z, degrees: 45, step: 3 };
/// # let _ = limit;
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SlopeLimit {
    /// The direction of up.
    pub up: Heading,
    /// The largest angle between the ground and a level plane, in degrees. From 90 on all ground will do.
    pub degrees: u8,
    /// The height, in cells, up to which a steep surface adjacent to ground that is not steep counts as a curb.
    pub step: u8,
}

/// Cells in which those are marked that are too steep to stand on, kept up under edits of cells and of obstacles.
///
/// Marked cells are of a material of their own, which fills them and bears no agent. Cells that no obstacle fills are
/// never steep.
///
/// ```
/// use voxnav_occupancy::colliders::{Obstacle, Obstacles, Placement, SlopeLimit, Slopes};
/// use voxnav_occupancy::glam::{DQuat, DVec3, IVec3, Vec3};
/// use voxnav_occupancy::parry3d::shape::SharedShape;
/// use voxnav_occupancy::{Agent, CellBox, Heading, Lattice};
///
/// // A plate that rises by 50 degrees along x.
/// let mut obstacles = Obstacles::default();
/// let tilt = DQuat::from_rotation_y(-50_f64.to_radians());
/// let plate = Obstacle::new(SharedShape::cuboid(9.0, 9.0, 1.0));
/// obstacles.insert(plate.at(Placement::new(DVec3::ZERO, tilt)))?;
/// let one_cell = Agent::new(Vec3::splat(0.5));
/// let bounds = CellBox::new(IVec3::splat(-8), IVec3::splat(8));
/// let lattice = Lattice::default();
/// let cells = obstacles.bake(&lattice, &one_cell, bounds)?;
/// let steep = |degrees| {
///     let limit = SlopeLimit { up: Heading::Z, degrees, step: 0 };
///     let slopes = Slopes::new(&obstacles, &lattice, &one_cell, &cells, limit)?;
///     let surface = (-8..8).rev().map(|z| IVec3::new(0, 0, z));
///     let mut surface = surface.filter(|cell| cells.state(*cell) == voxnav_occupancy::CellState::Occupied);
///     Ok::<_, voxnav_occupancy::colliders::SlopeError>(slopes.is_steep(surface.next().unwrap()))
/// };
/// assert!(steep(45)? && !steep(55)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Slopes {
    limit: SlopeLimit,
    base: Occupancy,
    /// The cells with a surface that is too steep, curbs included, as occupied cells.
    steep: Occupancy,
    marked: Occupancy,
    mark: MaterialId,
}

/// Error for slopes that cannot be marked.
///
/// ```
/// use voxnav_occupancy::colliders::SlopeError;
/// use voxnav_occupancy::MaterialError;
///
/// let refused = SlopeError::from(MaterialError::PaletteFull { limit: 255 });
/// assert!(refused.to_string().contains("steep"));
/// ```
#[derive(Clone, Debug, PartialEq, Error)]
pub enum SlopeError {
    /// The palette has no room for the material that marks what is steep.
    #[error("cells that are too steep cannot be marked: {0}")]
    Material(#[from] MaterialError),
    /// The obstacles cannot be baked, for the same reasons as those that block.
    #[error(transparent)]
    Bake(#[from] BakeError),
}

impl Slopes {
    /// Marks what is too steep among cells that were baked for an agent of one cell, which says on which layers obstacles
    /// count.
    ///
    /// # Complexity
    ///
    /// A sweep for each cell with nothing above it, some microseconds each, on all processors.
    ///
    /// # Errors
    ///
    /// [`SlopeError`].
    pub fn new(
        obstacles: &Obstacles,
        lattice: &Lattice,
        agent: &Agent,
        base: &Occupancy,
        limit: SlopeLimit,
    ) -> Result<Self, SlopeError> {
        let nothing = OccupancyBuilder::new(base.bounds()).map_err(BakeError::from)?;
        let mut marked = base.edit();
        let mark = marked.add_material(mark(base.palette()))?;
        let unmarked = Self {
            limit,
            base: base.clone(),
            steep: nothing.commit(),
            marked: marked.commit(),
            mark,
        };
        unmarked.marked_within(obstacles, lattice, agent, base, &boxes_of(base)?)
    }

    /// Brings the marks up to date after edits of cells and of obstacles, given the cells that the latter may have changed
    /// ([`Obstacles::affected_cells`]).
    ///
    /// # Complexity
    ///
    /// That of [`Slopes::new`], for those cells and for what changed.
    ///
    /// # Errors
    ///
    /// [`SlopeError`].
    pub fn updated(
        &self,
        obstacles: &Obstacles,
        lattice: &Lattice,
        agent: &Agent,
        base: &Occupancy,
        affected: &[CellBox],
    ) -> Result<Self, SlopeError> {
        let changes = base.changes_since(&self.base);
        if changes.is_total() || base.palette() != self.base.palette() {
            return Self::new(obstacles, lattice, agent, base, self.limit);
        }
        let is_apart = |cells: &CellBox| !affected.iter().any(|all| all.contains_box(cells));
        let apart = changes.boxes().filter(is_apart);
        let boxes: Vec<CellBox> = affected.iter().copied().chain(apart).collect();
        if boxes.is_empty() {
            let base = base.clone();
            return Ok(Self {
                base,
                ..self.clone()
            });
        }
        self.marked_within(obstacles, lattice, agent, base, &boxes)
    }

    /// Returns the cells; those too steep to stand on are of a material that bears no agent.
    #[must_use]
    pub fn occupancy(&self) -> &Occupancy {
        &self.marked
    }

    /// Returns whether a cell is marked.
    #[must_use]
    pub fn is_steep(&self, cell: IVec3) -> bool {
        self.marked.material(cell) == Some(self.mark)
    }

    /// Returns the same with all again that depends on the cells of some boxes.
    fn marked_within(
        &self,
        obstacles: &Obstacles,
        lattice: &Lattice,
        agent: &Agent,
        base: &Occupancy,
        boxes: &[CellBox],
    ) -> Result<Self, SlopeError> {
        let up = self.limit.up.step();
        let bounds = base.bounds();
        // A cell depends on the one above it.
        let below = |cells: &CellBox| {
            let moved = CellBox::new(cells.min - up, cells.max - up);
            cells.hull(&moved).intersection(&bounds)
        };
        let boxes: Vec<CellBox> = boxes.iter().map(below).collect();
        let parts = boxes
            .iter()
            .flat_map(|cells| cells.chunks().map(move |chunk| (chunk, cells)));
        let parts: Vec<(ChunkCoord, CellBox)> = parts
            .map(|(chunk, cells)| (chunk, chunk.local(cells)))
            .collect();
        let probe = Probe {
            obstacles,
            lattice,
            agent,
            base,
            limit: self.limit,
        };
        let mut steep = self.steep.edit();
        for parts in parts.chunks(AT_ONCE) {
            let probed = |(chunk, part): &(ChunkCoord, CellBox)| probe.steep_rows(*chunk, part);
            let rows: Vec<Box<Rows>> = match parts {
                // Waking other threads takes longer than the little that most edits concern.
                [one] => vec![probed(one)],
                _ => parts.par_iter().map(probed).collect(),
            };
            for ((chunk, part), rows) in parts.iter().zip(&rows) {
                steep.set_rows(*chunk, part, rows);
            }
        }
        let steep = steep.commit();
        let mut reach = IVec3::ONE;
        reach[self.limit.up.axis.index()] = i32::from(self.limit.step) + 1;
        let stale = chunks_of(
            boxes
                .iter()
                .map(|cells| cells.grown(reach).intersection(&bounds)),
        );
        self.written(base, steep, &stale)
    }

    /// Returns the base with marks, where chunks that are not named are as they were.
    fn written(
        &self,
        base: &Occupancy,
        steep: Occupancy,
        chunks: &[ChunkCoord],
    ) -> Result<Self, SlopeError> {
        let mut builder = self.marked.edit();
        builder.take_materials(base, chunks);
        let mark = builder.add_material(mark(base.palette()))?;
        for &chunk in chunks {
            let own = base.chunk(chunk);
            let unknown = own.rows(CellState::Unknown);
            builder.set_chunk(chunk, &own.rows(CellState::Occupied), &unknown);
            let rows = bearing_none(base, &steep, self.limit, chunk);
            if rows.iter().all(|row| *row == 0) {
                continue;
            }
            // Never refused: the material was just added.
            let _ = builder.set_material_rows(chunk, mark, &rows);
        }
        Ok(Self {
            limit: self.limit,
            base: base.clone(),
            steep,
            marked: builder.commit(),
            mark,
        })
    }
}

/// The chunks that are looked at together: what is found takes 32 KiB for each.
const AT_ONCE: usize = 256;

/// The question how steep surfaces are.
struct Probe<'a> {
    obstacles: &'a Obstacles,
    lattice: &'a Lattice,
    agent: &'a Agent,
    base: &'a Occupancy,
    limit: SlopeLimit,
}

impl Probe<'_> {
    /// Returns the cells of a part of a chunk, in local coordinates, whose surface is too steep.
    fn steep_rows(&self, chunk: ChunkCoord, part: &CellBox) -> Box<Rows> {
        let up = self.limit.up.step();
        let (own, next) = (
            self.base.chunk(chunk),
            self.base.chunk(ChunkCoord(chunk.0 + up)),
        );
        let mut steep = no_bits();
        for (y, z) in part.row_places() {
            let surface = surface_row(own, next, up, y, z) & row_mask(part, y, z);
            let origin = chunk.origin();
            let cells = bits(surface).filter(|x| self.is_steep(origin + IVec3::new(*x, y, z)));
            steep[row_index(y, z)] = cells.fold(0, |row, x| row | 1 << x);
        }
        steep
    }

    /// Returns whether a box as wide as a cell, coming down, rests on something too steep in that cell.
    fn is_steep(&self, cell: IVec3) -> bool {
        /// The angle by which a surface may be off, in radians: single precision, as meshes have it.
        const ROUNDING: f64 = 1e-5;
        let up = self.limit.up.step();
        // Bakes forgive less than sweeps, by less than that: a cell may be full of what a sweep into it just touches.
        let further = up.as_dvec3() * self.lattice.sizes() / 64.0;
        let (from, to) = (
            self.lattice.center(cell + up),
            self.lattice.center(cell) - further,
        );
        let Agent {
            half_extents,
            layers,
            ..
        } = *self.agent;
        let most = f64::from(self.limit.degrees).to_radians() + ROUNDING;
        match self.obstacles.sweep(from, to, half_extents, layers) {
            Ok(Some(hit)) => {
                let level = hit.normal.dot(up.as_dvec3());
                let across = (hit.normal - up.as_dvec3() * level).length();
                hit.distance > 0.0 && across.atan2(level) > most
            }
            // Cells were baked there, so the question is in range.
            Ok(None) | Err(_) => false,
        }
    }
}

/// Returns the occupied cells of a row that have none above them, given their chunk and the next one up.
fn surface_row(own: ChunkView<'_>, next: ChunkView<'_>, up: IVec3, y: i32, z: i32) -> u64 {
    let occupied = |view: ChunkView<'_>, y, z| view.row(CellState::Occupied, y, z);
    let here = occupied(own, y, z);
    let above = match up.x {
        0 => {
            let (y, z) = (y + up.y, z + up.z);
            let is_within = (0..64).contains(&y) && (0..64).contains(&z);
            occupied(if is_within { own } else { next }, y, z)
        }
        1 => here >> 1 | occupied(next, y, z) << 63,
        _ => here << 1 | occupied(next, y, z) >> 63,
    };
    here & !above
}

/// Returns the steep cells of a chunk that are no curbs.
fn bearing_none(
    base: &Occupancy,
    steep: &Occupancy,
    limit: SlopeLimit,
    chunk: ChunkCoord,
) -> Box<Rows> {
    let inside = chunk.local(&steep.bounds());
    let mut rows = no_bits();
    let view = steep.chunk(chunk);
    if matches!(view, ChunkView::Uniform(CellState::Free)) {
        return rows;
    }
    for (row, (y, z)) in rows.iter_mut().zip(row_places()) {
        let steep_row = view.row(CellState::Occupied, y, z) & row_mask(&inside, y, z);
        let at = |x| chunk.origin() + IVec3::new(x, y, z);
        let cells = bits(steep_row).filter(|x| !is_curb(base, steep, limit, at(*x)));
        *row = cells.fold(0, |row, x| row | 1 << x);
    }
    rows
}

/// Returns whether a steep cell is at most a step above adjacent ground that is not steep.
fn is_curb(base: &Occupancy, steep: &Occupancy, limit: SlopeLimit, cell: IVec3) -> bool {
    let up = limit.up.step();
    let is_occupied =
        |cell| base.bounds().contains(cell) && base.state(cell) == CellState::Occupied;
    let is_ground = |cell: IVec3| {
        is_occupied(cell)
            && base.state(cell + up) != CellState::Occupied
            && steep.state(cell) != CellState::Occupied
    };
    let around = CellBox::of_cell(cell).grown(IVec3::ONE - up.abs());
    let mut columns = around.cells().filter(|beside| *beside != cell);
    columns.any(|top| (0..=i32::from(limit.step)).any(|down| is_ground(top - up * down)))
}

/// Returns the material of cells that are too steep, under a name that the palette does not have.
fn mark(palette: &Palette) -> Material {
    let mut name = "too steep".to_owned();
    while palette.find(&name).is_some() {
        name.push('!');
    }
    Material {
        standable: false,
        ..Material::new(name, MaterialKind::Solid)
    }
}
