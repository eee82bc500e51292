//! Large boxes as unions of small ones.
//!
//! Along an axis, a box of half extent `H` is the union of boxes of half extent `S = H - k size`
//! shifted by `-k` to `k` cells, if those leave no gap: `2 S > size`. So the cells that a large box
//! is blocked in are those of a small one dilated by `k` cells. That takes word operations, where
//! marking what an obstacle blocks takes time by the rows that the box covers, which grow with its
//! square.
//!
//! The proofs carry over. Where a small box is certain to be blocked, so is the large one around it;
//! where no small box inside is blocked even if grown by the margin, the large one is not, since the
//! grown boxes cover it. What is left is asked about for the large box itself.

use glam::{DVec3, IVec3};
use rayon::prelude::*;

use super::bit_sheet::Sheet;
use super::region::volume;
use super::{Baker, SHEET, with_kept};
use crate::agent::{BoxError, Footprint};
use crate::colliders::shrunk::Shrunk;
use crate::coordinates::{CellBox, ChunkCoord, Rows, SUPPORTED_CELLS, WHOLE_CHUNK, chunks_of};
use crate::occupancy::{CellState, Occupancy, OccupancyBuilder};
use crate::traversability::Dilation;

/// Cells from which covering pays: below, as after most edits, marking what little there is takes
/// less than keeping the bits of the chunks around it.
const LEAST: u64 = 1 << 20;

/// The most chunks whose bits are kept for one bake, 128 KiB each; more are baked directly.
const MOST: usize = 1 << 14;

/// The overlap of the small boxes with each other, as a share of a cell: far above all rounding.
const OVERLAP: f64 = 1.0 / 32.0;

/// A small box, and how far it is shifted.
struct Cover {
    shrunk: Shrunk,
    /// Cells to either side.
    reach: IVec3,
}

/// A baked chunk: its coordinates, its cells in local coordinates, and their bits.
pub(super) type BakedChunk = (ChunkCoord, CellBox, Box<Rows>);

impl Baker<'_> {
    /// Returns the rows of the open chunks of a region, in the same order.
    pub(super) fn bake_region(
        &self,
        cells: &CellBox,
        open: &[(ChunkCoord, CellBox)],
    ) -> Vec<BakedChunk> {
        let covered = (volume(open.iter().map(|(_, block)| block)) >= LEAST)
            .then(|| self.bake_covered(cells, open));
        let mut baked = covered.flatten().unwrap_or_else(|| self.bake(open));
        self.close_gaps(&mut baked);
        baked
    }

    /// Bakes the same by way of a smaller box; `None` if the box is small, the chunks are too many,
    /// or the world ends nearby.
    fn bake_covered(
        &self,
        cells: &CellBox,
        open: &[(ChunkCoord, CellBox)],
    ) -> Option<Vec<BakedChunk>> {
        let cover = self.cover()?;
        let around = cells.grown(cover.reach);
        let corners = [around.min, around.max - 1].map(|cell| self.lattice.center(cell));
        let is_in_range = corners
            .iter()
            .all(|center| BoxError::check_center(*center).is_ok());
        if !SUPPORTED_CELLS.contains_box(&around) || !is_in_range {
            return None;
        }
        let near = chunks_of(
            open.iter()
                .map(|(chunk, block)| chunk.global(block).grown(cover.reach)),
        );
        if near.len() > MOST {
            return None;
        }
        let agent = Footprint::new(CellBox::new(-cover.reach, cover.reach + 1)).ok()?;
        let small = Baker {
            shrunk: cover.shrunk,
            slack: cover.reach.max_element().into(),
            ..*self
        };
        let copy = |offset| {
            Some(self.dilated(&small.marked(&around, &near, offset)?, agent, open, offset))
        };
        let copies: Vec<Vec<BakedChunk>> = self.offsets().map(copy).collect::<Option<_>>()?;
        copies.into_iter().reduce(|all, copy| {
            let pairs = all.into_iter().zip(copy);
            let both = pairs
                .map(|((chunk, block, rows), (_, _, other))| (chunk, block, common(rows, &other)));
            both.collect()
        })
    }

    /// Returns the smallest boxes that cover this one without a gap, if they save rows.
    fn cover(&self) -> Option<Cover> {
        let (half, sizes) = (self.shrunk.half_extents, self.lattice.sizes());
        let spare = half / sizes - DVec3::splat(0.5 + OVERLAP);
        let most = f64::from(Footprint::MAX_REACH);
        let reach = spare.floor().clamp(DVec3::ZERO, DVec3::splat(most));
        let mut shrunk = self.shrunk;
        shrunk.half_extents -= reach * sizes;
        let reach = reach.as_ivec3();
        (reach.y > 0 || reach.z > 0).then_some(Cover { shrunk, reach })
    }

    /// Returns the world of one copy of the small box: occupied where it is certain to be blocked,
    /// unknown where that is in doubt.
    fn marked(&self, around: &CellBox, near: &[ChunkCoord], offset: DVec3) -> Option<Occupancy> {
        let mark = |&chunk: &ChunkCoord| {
            let block = chunk.local(around);
            let cells = chunk.cells().intersection(around);
            self.near(&cells, offset).next()?;
            with_kept(&SHEET, Sheet::new, |sheet| {
                sheet.clear(&WHOLE_CHUNK);
                self.mark(chunk, &block, offset, sheet);
                Some((chunk, sheet.certain.clone(), sheet.doubtful.clone()))
            })
        };
        let marked: Vec<_> = near.par_iter().filter_map(mark).collect();
        let mut builder = OccupancyBuilder::new(*around).ok()?;
        builder = builder.with_outside(CellState::Free);
        for (chunk, certain, doubtful) in &marked {
            builder.set_chunk(*chunk, certain, doubtful);
        }
        Some(builder.commit())
    }

    /// Returns the blocked cells of one copy of the large box.
    fn dilated(
        &self,
        marked: &Occupancy,
        agent: Footprint,
        open: &[(ChunkCoord, CellBox)],
        offset: DVec3,
    ) -> Vec<BakedChunk> {
        let [uncertain, free] = Dilation::both(marked, agent);
        let bake = |margin: &mut Vec<u64>, &(chunk, block): &(ChunkCoord, CellBox)| {
            with_kept(&SHEET, Sheet::new, |sheet| {
                uncertain.derive_rows(chunk, &WHOLE_CHUNK, margin, &mut sheet.certain);
                free.derive_rows(chunk, &WHOLE_CHUNK, margin, &mut sheet.doubtful);
                for row in sheet.certain.iter_mut().chain(sheet.doubtful.iter_mut()) {
                    *row = !*row;
                }
                self.ask_doubtful(chunk, &block, offset, sheet);
                (chunk, block, sheet.certain.clone())
            })
        };
        open.par_iter().map_init(Vec::new, bake).collect()
    }
}

/// Returns the cells that two sets of rows have in common.
fn common(mut rows: Box<Rows>, others: &Rows) -> Box<Rows> {
    for (row, other) in rows.iter_mut().zip(others) {
        *row &= other;
    }
    rows
}

#[cfg(test)]
mod tests {
    use glam::{DQuat, EulerRot, Vec3};
    use parry3d::shape::{Ball, SharedShape};

    use super::*;
    use crate::agent::{Agent, Skin};
    use crate::colliders::{Obstacle, Obstacles, Placement, Solidity};
    use crate::coordinates::{Lattice, row_index};
    use crate::draws::Draws;

    struct Dice(Draws);

    impl Dice {
        fn within(&mut self, low: f32, high: f32) -> f32 {
            let sixteenths = u16::try_from(self.0.below(1 << 16)).unwrap();
            low + (high - low) * f32::from(sixteenths) / 65536.0
        }

        /// Draws a length, half of the time in quarters, so that faces meet cells.
        fn length(&mut self, high: f32) -> f32 {
            let length = self.within(0.0, high);
            if self.0.percent(50) {
                (length * 4.0).round() / 4.0
            } else {
                length
            }
        }

        fn vector(&mut self, reach: f32) -> Vec3 {
            Vec3::from_array([(); 3].map(|()| self.length(2.0 * reach) - reach))
        }

        fn obstacle(&mut self) -> Obstacle {
            let [a, b, c] = [(); 3].map(|()| self.length(6.0));
            let (vertices, triangles) = Ball::new(1.0).to_trimesh(9, 7);
            let dented = vertices
                .into_iter()
                .map(|vertex| vertex * Vec3::new(a, b, c) * self.within(0.5, 1.0))
                .collect();
            let obstacle = match self.0.below(6) {
                0 => Obstacle::new(SharedShape::ball(a)),
                1 => Obstacle::new(SharedShape::cylinder(a, b)),
                2 => Obstacle::mesh(dented, triangles).with(Solidity::Solid),
                3 => Obstacle::mesh(
                    vec![self.vector(9.0), self.vector(9.0), self.vector(9.0)],
                    vec![[0, 1, 2]],
                ),
                4 => Obstacle::new(SharedShape::segment(self.vector(9.0), self.vector(9.0))),
                _ => Obstacle::new(SharedShape::cuboid(a, b, c)),
            };
            let rotation = if self.0.below(3) == 0 {
                DQuat::IDENTITY
            } else {
                let [a, b, c] = [(); 3].map(|()| self.within(-3.0, 3.0).into());
                DQuat::from_euler(EulerRot::XYZ, a, b, c)
            };
            obstacle.at(Placement::new(self.vector(12.0).as_dvec3(), rotation))
        }
    }

    #[test]
    fn covering_a_box_changes_no_cell() {
        let mut covered = 0;
        for seed in voxnav_testkit::seeds(0, 200) {
            let mut dice = Dice(Draws::new(seed));
            let size = [1.0, 0.3, 0.7][(seed % 3) as usize];
            let mut obstacles = Obstacles::new(Skin::for_cell_size(size).unwrap());
            for _ in 0..3 {
                let _ = obstacles.insert(dice.obstacle()).unwrap();
            }
            let half_extents = match seed % 4 {
                0 => Vec3::new(dice.length(6.0), 0.0, dice.length(6.0)),
                1 => Vec3::splat(dice.length(3.0)),
                _ => dice.vector(5.0).abs(),
            };
            let cells = CellBox::new(IVec3::splat(-15), IVec3::new(14, 9, 16));
            let (lattice, agent) = (
                Lattice::new(DVec3::ZERO, size).unwrap(),
                Agent::new(half_extents),
            );
            let baker =
                Baker::new(&obstacles, &lattice, &agent, agent.layers.into(), &cells).unwrap();
            let open: Vec<_> = cells
                .chunks()
                .map(|chunk| (chunk, chunk.local(&cells)))
                .collect();
            let Some(by_cover) = baker.bake_covered(&cells, &open) else {
                continue;
            };
            covered += 1;
            for ((chunk, block, one), (_, _, other)) in by_cover.into_iter().zip(baker.bake(&open))
            {
                for cell in block.cells() {
                    let [one, other] =
                        [&one, &other].map(|rows| rows[row_index(cell.y, cell.z)] >> cell.x & 1);
                    let cell = chunk.origin() + cell;
                    assert_eq!(one, other, "seed {seed}: {cell} for {half_extents}");
                }
            }
        }
        assert!(covered > 125, "{covered}");
    }
}
