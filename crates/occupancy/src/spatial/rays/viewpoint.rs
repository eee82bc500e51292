//! Many rays from one eye: most are hidden by the wall that hid their neighbors.
//!
//! A ray that is blocked leaves a *wall*: a box of blocked cells around the one that it met, grown by words. A later ray
//! through the inside of a wall is blocked and need not be walked; so is every ray to a box of places whose eight corners
//! one wall hides, since the shadow of a convex body is convex.
//!
//! INVARIANT: a wall hides only what a ray would not reach. Walls are shrunk by [`MARGIN`], far more than the arithmetic of
//! `f64` and the rounding of ends are off, so that a line found to meet one owns a point of its cells.
//!
//! # References
//!
//! Haines, Greenberg, "The Light Buffer: A Shadow-Testing Accelerator", IEEE Computer Graphics and Applications 6, 1986,
//! for the last occluder as the first to be tried.

use glam::{DVec3, IVec3};

use super::line::{Line, Shape};
use super::walk::first_blocked;
use super::{LatticeError, RayError};
use crate::coordinates::{Axis, CellBox, ChunkCoord};
use crate::traversability::{ChunkEntry, Traversability};

/// The distance, in cells, from the surface of a wall in which it hides nothing: coordinates and parts of lines are off by
/// 2^-20 at most.
const MARGIN: f64 = 1.0 / 4096.0;

/// The walls that are tried before a ray is walked: in caves, 4 to 32 differ by less than a tenth.
const WALLS: usize = 8;

/// The most cells of a wall along each axis.
const LONGEST: i32 = 32;

/// The cells along each side of the blocks that a sweep tries to hide as a whole.
const BLOCK: i32 = 8;

/// An eye in a snapshot: tells which places are seen from it, many of them faster than by one ray each.
///
/// Positions are in index space, as those of [`Traversability::cast_ray`].
///
/// # Guarantees
///
/// A place is seen exactly when [`Traversability::cast_ray`] from the eye to it meets nothing, whatever was asked before.
///
/// ```
/// use voxnav_occupancy::glam::{DVec3, IVec3};
/// use voxnav_occupancy::{
///     CellBox, CellState, OccupancyBuilder, Traversability, UnknownPolicy, Viewpoint,
/// };
///
/// let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(20)))?;
/// builder.set_box(CellBox::new(IVec3::new(9, 0, 0), IVec3::new(10, 20, 9)), CellState::Occupied)?;
/// let world = Traversability::new(&builder.commit(), UnknownPolicy::Blocked);
/// let mut eye = Viewpoint::new(&world, DVec3::new(2.0, 9.0, 3.0))?;
/// assert!(!eye.sees(DVec3::new(15.0, 9.0, 3.0))?);
/// assert!(eye.sees(DVec3::new(15.0, 9.0, 19.0))?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Viewpoint {
    world: Traversability,
    eye: DVec3,
    /// The walls found last, the one that hid last first.
    walls: Vec<Wall>,
    rays: u64,
}

impl Viewpoint {
    /// Makes an eye at a position of a snapshot. One in a blocked cell, or outside of the bounds, sees nothing.
    ///
    /// # Errors
    ///
    /// As [`Traversability::cast_ray`], for the eye.
    pub fn new(world: &Traversability, eye: DVec3) -> Result<Self, RayError> {
        LatticeError::check_cells(eye)?;
        Ok(Self {
            world: world.clone(),
            eye,
            walls: Vec::with_capacity(WALLS),
            rays: 0,
        })
    }

    /// Returns whether a position is seen.
    ///
    /// # Complexity
    ///
    /// Constant where one of the last walls hides it, else that of a ray.
    ///
    /// # Errors
    ///
    /// As [`Traversability::cast_ray`], for the position.
    pub fn sees(&mut self, position: DVec3) -> Result<bool, RayError> {
        LatticeError::check_cells(position)?;
        Ok(self.reaches(position))
    }

    /// Returns the number of rays that were walked so far, those that walls answered aside.
    #[must_use]
    pub fn rays(&self) -> u64 {
        self.rays
    }

    /// Passes the cells of a box whose centers are seen to `seen`, in words: the first cell of a row along x, and a bit for
    /// each cell from there on, 64 at most. Words without a cell are left out; each cell comes once.
    ///
    /// # Complexity
    ///
    /// Linear in the blocks of 8^3 cells of the box within the bounds, and in the traversable cells of those that no single
    /// wall hides.
    ///
    /// ```
    /// use voxnav_occupancy::glam::{DVec3, IVec3};
    /// use voxnav_occupancy::{CellBox, OccupancyBuilder, Traversability, UnknownPolicy, Viewpoint};
    ///
    /// let room = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(20)))?.commit();
    /// let world = Traversability::new(&room, UnknownPolicy::Blocked);
    /// let mut seen = 0;
    /// let mut eye = Viewpoint::new(&world, DVec3::ONE)?;
    /// eye.sweep(&CellBox::from_size(IVec3::splat(30)), |_, word| seen += word.count_ones());
    /// assert_eq!(seen, 20 * 20 * 20);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn sweep(&mut self, cells: &CellBox, mut seen: impl FnMut(IVec3, u64)) {
        let inside = cells.intersection(&self.world.bounds());
        for chunk in inside.chunks() {
            let part = inside.intersection(&chunk.cells());
            let entry = self.world.entry(chunk);
            if self.world.is_blocked(entry) {
                continue;
            }
            let [low, high] = [part.min & 63, (part.max - 1) & 63];
            let row = u64::MAX << low.x & u64::MAX >> (63 - high.x);
            let blocks = |axis: Axis| (axis.of(low) / BLOCK)..=(axis.of(high) / BLOCK);
            for z in blocks(Axis::Z) {
                for y in blocks(Axis::Y) {
                    let column = CellBox::new(
                        low.max(IVec3::new(0, y, z) * BLOCK),
                        (high + 1).min(IVec3::new(64, (y + 1) * BLOCK, (z + 1) * BLOCK)),
                    );
                    let hidden = self.hidden_blocks(chunk, &column);
                    self.rows(chunk, &column, row & !hidden, &mut seen);
                }
            }
        }
    }

    /// Returns the places along x of the blocks of a column of a chunk that one wall hides each.
    fn hidden_blocks(&self, chunk: ChunkCoord, column: &CellBox) -> u64 {
        let mut hidden = 0;
        for block in (0..64).step_by(BLOCK.unsigned_abs() as usize) {
            let low = column.min.with_x(block) + chunk.origin();
            let high = (column.max - 1).with_x(block + BLOCK - 1) + chunk.origin();
            let places = [low, high].map(IVec3::as_dvec3);
            let hides = |wall: &Wall| wall.hides_all(self.eye, places);
            if self.walls.iter().any(hides) {
                hidden |= 0xff << block;
            }
        }
        hidden
    }

    /// Looks at the rows of a column of a chunk, at the cells of a mask.
    fn rows(
        &mut self,
        chunk: ChunkCoord,
        column: &CellBox,
        mask: u64,
        seen: &mut impl FnMut(IVec3, u64),
    ) {
        for z in column.min.z..column.max.z {
            for y in column.min.y..column.max.y {
                let first = chunk.origin() + IVec3::new(0, y, z);
                let mut left = self.world.entry(chunk).row(Axis::X, y, z) & mask;
                let mut word = 0;
                while left != 0 {
                    let x = left.trailing_zeros();
                    let place = first.as_dvec3() + DVec3::X * f64::from(x);
                    word |= u64::from(self.reaches(place)) << x;
                    left &= left - 1;
                }
                if word != 0 {
                    seen(first, word);
                }
            }
        }
    }

    fn reaches(&mut self, position: DVec3) -> bool {
        let hides = |wall: &Wall| wall.hides(self.eye, position);
        if let Some(place) = self.walls.iter().position(hides) {
            self.walls[..=place].rotate_right(1);
            return false;
        }
        self.rays += 1;
        let line = Line::between(self.eye, position, Shape::Point);
        let Some(cell) = first_blocked(&self.world, &line) else {
            return true;
        };
        self.walls.truncate(WALLS - 1);
        self.walls.insert(0, Wall::around(&self.world, cell));
        false
    }
}

/// A box of cells that are not traversable, shrunk.
#[derive(Clone, Copy, Debug)]
struct Wall {
    low: DVec3,
    high: DVec3,
}

impl Wall {
    /// Returns a box around a blocked cell, within its chunk: it grows by a layer on each side in turn, as long as all of
    /// the layer is blocked.
    fn around(world: &Traversability, cell: IVec3) -> Self {
        let chunk = ChunkCoord::of(cell);
        let entry = world.entry(chunk);
        let mut ends = [cell & 63; 2];
        let mut grows = [true; 6];
        while grows.contains(&true) {
            for (side, grows) in grows.iter_mut().enumerate().filter(|(_, grows)| **grows) {
                let (axis, end) = (side / 2, side % 2);
                let at = ends[end][axis] + if end == 0 { -1 } else { 1 };
                let is_short = ends[1][axis] - ends[0][axis] + 1 < LONGEST;
                *grows = is_short
                    && (0..64).contains(&at)
                    && is_layer_blocked(entry, Axis::ALL[axis], at, ends);
                if *grows {
                    ends[end][axis] = at;
                }
            }
        }
        let [low, high] = ends.map(|end| (end + chunk.origin()).as_dvec3());
        let inner = 0.5 - MARGIN;
        Self {
            low: low - inner,
            high: high + inner,
        }
    }

    /// Returns whether a segment meets the box.
    fn hides(&self, eye: DVec3, place: DVec3) -> bool {
        let along = place - eye;
        let (mut enters, mut leaves) = (0.0_f64, 1.0_f64);
        for axis in 0..3 {
            let [low, high] = [self.low[axis] - eye[axis], self.high[axis] - eye[axis]];
            if along[axis] == 0.0 {
                if low > 0.0 || high < 0.0 {
                    return false;
                }
                continue;
            }
            let [one, other] = [low / along[axis], high / along[axis]];
            enters = enters.max(one.min(other));
            leaves = leaves.min(one.max(other));
        }
        enters <= leaves
    }

    /// Returns whether the segments to all places of a box meet this one: those to its corners do.
    fn hides_all(&self, eye: DVec3, [low, high]: [DVec3; 2]) -> bool {
        (0..8).all(|corner| {
            let is_high = |axis: usize| corner >> axis & 1 == 1;
            let of = |axis: usize| if is_high(axis) { high[axis] } else { low[axis] };
            self.hides(eye, DVec3::new(of(0), of(1), of(2)))
        })
    }
}

/// Returns whether no cell of a layer of a chunk is traversable, at a place along its axis and between two corners across.
fn is_layer_blocked(entry: &ChunkEntry, axis: Axis, at: i32, [low, high]: [IVec3; 2]) -> bool {
    let [along, across] = axis.others();
    let mask = u64::MAX << along.of(low) & u64::MAX >> (63 - along.of(high));
    let [u_axis, v_axis] = along.others();
    (across.of(low)..=across.of(high)).all(|place| {
        let cell = axis.unit() * at + across.unit() * place;
        entry.row(along, u_axis.of(cell), v_axis.of(cell)) & mask == 0
    })
}
