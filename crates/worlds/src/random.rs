//! Random worlds: each cell occupied independently.

use voxnav_occupancy::{CellBox, OccupancyBuilder};

use crate::WorldError;
use crate::draws::{Draws, Stream};
use crate::rows::{Rows, WORD};
use crate::stream::SLAB;
use crate::until::Until;

/// The rows of a random world, one after the other: only those of one layer of chunks are held.
#[derive(Debug)]
pub(crate) struct RandomRows {
    draws: Draws,
    percent: u8,
}

impl RandomRows {
    pub(crate) fn new(seed: u64, percent: u8) -> Result<Self, WorldError> {
        if percent > 100 {
            return Err(WorldError::PercentAbove100 { percent });
        }
        Ok(Self {
            draws: Stream::Random.draws(seed),
            percent,
        })
    }

    /// Draws the layers within the bounds of a builder and writes them; they must come in order.
    pub(crate) fn write(
        &mut self,
        builder: &mut OccupancyBuilder,
        until: Until<'_>,
    ) -> Result<(), WorldError> {
        let slab = builder.bounds();
        for low in (slab.min.z..slab.max.z).step_by(WORD) {
            let high = slab.max.z.min(low.saturating_add(SLAB));
            let cells = CellBox::new(slab.min.with_z(low), slab.max.with_z(high));
            let mut rows = Rows::free(cells.size().as_ivec3());
            let last = rows.last_word();
            let [_, height, depth] = rows.size();
            for z in 0..depth {
                for y in 0..height {
                    until.check()?;
                    let words = rows.row_mut(y, z);
                    words.fill_with(|| occupied_lanes(&mut self.draws, self.percent));
                    if let Some(word) = words.last_mut() {
                        *word &= last;
                    }
                }
            }
            rows.write(builder, &cells, low, until)?;
        }
        Ok(())
    }
}

/// Draws 64 bits, each set with a probability of `percent` in 100.
///
/// Each lane compares a random fraction of 32 bits with the probability, most significant bit
/// first. A lane is decided at the first bit that differs, so about 8 words decide all 64 lanes.
fn occupied_lanes(draws: &mut Draws, percent: u8) -> u64 {
    if percent >= 100 {
        return u64::MAX;
    }
    let threshold = (u64::from(percent) << 32) / 100;
    let mut undecided = u64::MAX;
    let mut below = 0;
    for bit in (0..32).rev() {
        let word = draws.word();
        if threshold >> bit & 1 == 1 {
            below |= undecided & !word;
            undecided &= word;
        } else {
            undecided &= !word;
        }
        if undecided == 0 {
            break;
        }
    }
    below
}
