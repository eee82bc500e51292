//! The heights of the ground, and the level of the water.

use glam::{IVec2, IVec3};
use voxnav_occupancy::CellBox;

use crate::WorldError;
use crate::draws::Draws;
use crate::noise::Noise;
use crate::rows::coordinate;
use crate::until::Until;

use super::{Matter, Thing, columns};

/// Noise by its weight and its scale: cells between the points of its lattice are `1 << shift`. In a
/// world 96 cells high a slope rises by half a cell on average and by two at most, so that hills are
/// walked up but for some cliffs.
const SCALES: [(i32, u32); 4] = [(6, 7), (5, 6), (4, 5), (2, 4)];

/// Bits of a noise value.
const NOISE_BITS: u32 = 16;

/// Cells of a row that are laid at once, at most: they are in one chunk.
const STRETCH: usize = 64;

/// The use that a column was put to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Use {
    /// Ground and perhaps water.
    Untouched,
    /// Something stands on it.
    Built,
    /// A cave opens in it.
    Opened,
}

/// Columns of ground.
#[derive(Debug)]
pub(super) struct Ground {
    size: IVec3,
    /// The lowest cell that is not ground, for each column, x fastest.
    heights: Vec<i32>,
    uses: Vec<Use>,
    /// The lowest cell above all water.
    level: i32,
    /// The boxes laid over the ground, the later over the earlier.
    things: Vec<Thing>,
}

impl Ground {
    /// Makes hills up to a bit over half the height of the world.
    pub(super) fn new(
        size: IVec3,
        draws: &mut Draws,
        until: Until<'_>,
    ) -> Result<Self, WorldError> {
        let [width, height] = [size.x, size.y].map(|side| side.unsigned_abs() as usize);
        let lowest = (size.z / 16).max(1).min(size.z - 1);
        let range = (i64::from(size.z) * 5 / 8).min(96);
        let noises =
            SCALES.map(|(weight, shift)| (weight, Noise::new([width, height, 1], shift, draws)));
        let total: i32 = SCALES.iter().map(|(weight, _)| weight).sum();
        let mut heights = Vec::with_capacity(width * height);
        let mut sums = vec![0; width];
        for y in 0..height {
            until.check()?;
            sums.fill(0);
            for (weight, noise) in &noises {
                noise.add_row(y, 0, *weight, &mut sums);
            }
            heights.extend(sums.iter().map(|&sum| {
                let above = (i64::from(sum) * range / i64::from(total)) >> NOISE_BITS;
                lowest + i32::try_from(above).unwrap_or(0)
            }));
        }
        // A bit under the middle of the noise: about a third of the columns lies below.
        let level = lowest + i32::try_from(range * 9 / 20).unwrap_or(0);
        Ok(Self {
            size,
            uses: vec![Use::Untouched; heights.len()],
            heights,
            level,
            things: Vec::new(),
        })
    }

    pub(super) fn size(&self) -> IVec3 {
        self.size
    }

    pub(super) fn level(&self) -> i32 {
        self.level
    }

    fn index(&self, x: i32, y: i32) -> Option<usize> {
        let inside = (0..self.size.x).contains(&x) && (0..self.size.y).contains(&y);
        inside.then(|| {
            y.unsigned_abs() as usize * self.size.x.unsigned_abs() as usize
                + x.unsigned_abs() as usize
        })
    }

    /// Returns the lowest cell of a column that is not ground, if the column is in the world.
    pub(super) fn height(&self, x: i32, y: i32) -> Option<i32> {
        Some(self.heights[self.index(x, y)?])
    }

    /// Returns the height of a column on land in which nothing is yet.
    pub(super) fn land(&self, x: i32, y: i32) -> Option<i32> {
        let index = self.index(x, y)?;
        let height = self.heights[index];
        (height >= self.level && self.uses[index] == Use::Untouched).then_some(height)
    }

    /// Returns the lowest and the highest of some columns, if all are land in which nothing is yet.
    pub(super) fn site(&self, min: IVec2, max: IVec2) -> Option<(i32, i32)> {
        let mut range: Option<(i32, i32)> = None;
        for (x, y) in columns(min, max) {
            let height = self.land(x, y)?;
            let (low, high) = range.unwrap_or((height, height));
            range = Some((low.min(height), high.max(height)));
        }
        range
    }

    /// Returns whether a cave opens in a column.
    pub(super) fn is_opened(&self, x: i32, y: i32) -> bool {
        self.index(x, y)
            .is_some_and(|index| self.uses[index] == Use::Opened)
    }

    /// Marks columns as built upon.
    pub(super) fn build(&mut self, min: IVec2, max: IVec2) {
        self.mark(min, max, |_| Some(Use::Built));
    }

    /// Marks the columns in which a cave up to a height opens.
    pub(super) fn open(&mut self, min: IVec2, max: IVec2, top: i32) {
        self.mark(min, max, |height| (height <= top).then_some(Use::Opened));
    }

    fn mark(&mut self, min: IVec2, max: IVec2, becomes: impl Fn(i32) -> Option<Use>) {
        for (x, y) in columns(min, max) {
            if let Some(index) = self.index(x, y) {
                self.uses[index] = becomes(self.heights[index]).unwrap_or(self.uses[index]);
            }
        }
    }

    /// Lays a box of cells, by its lowest cell and its size, over all that is there.
    pub(super) fn put(&mut self, low: [i32; 3], size: [i32; 3], matter: Matter) {
        let (min, size) = (IVec3::from(low), IVec3::from(size));
        let cells = CellBox::new(min, min + size);
        self.things.push(Thing { cells, matter });
    }

    /// Returns the ground, the water, and what was laid over them, the later over the earlier.
    pub(super) fn all(&self) -> impl Iterator<Item = Thing> {
        self.layers().chain(self.things.iter().copied())
    }

    /// Returns the ground and the water, in stretches of a row.
    fn layers(&self) -> impl Iterator<Item = Thing> {
        let width = self.size.x.unsigned_abs() as usize;
        let rows = self.heights.chunks(width).enumerate();
        rows.flat_map(move |(y, row)| {
            let parts = row.chunks(STRETCH).enumerate();
            parts.flat_map(move |(part, heights)| {
                let mut x = coordinate(part * STRETCH);
                heights
                    .chunk_by(|one, next| one == next)
                    .flat_map(move |run| {
                        let from = x;
                        x += coordinate(run.len());
                        self.stretch(from, x, coordinate(y), run[0])
                    })
            })
        })
    }

    /// Returns the cells of a stretch of columns of one height.
    fn stretch(
        &self,
        from: i32,
        to: i32,
        y: i32,
        height: i32,
    ) -> impl Iterator<Item = Thing> + use<> {
        let layer = |low: i32, high: i32, matter| Thing {
            cells: CellBox::new(IVec3::new(from, y, low), IVec3::new(to, y + 1, high)),
            matter,
        };
        // Beaches are a cell higher than the water.
        let top = if height <= self.level + 1 {
            Matter::Sand
        } else {
            Matter::Grass
        };
        let parts = [
            layer(0, height - 1, Matter::Stone),
            layer((height - 1).max(0), height, top),
            layer(height, self.level, Matter::Water),
        ];
        parts
            .into_iter()
            .filter(|part: &Thing| !part.cells.is_empty())
    }
}
