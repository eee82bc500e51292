//! Random worlds: each cell occupied independently.

use std::ops::Range;

use glam::IVec3;
use voxnav_occupancy::OccupancyBuilder;

use crate::WorldError;
use crate::draws::{Draws, Stream};
use crate::rows::{Rows, write_row};
use crate::until::Until;

/// The rows of a random world, one after the other: only one of them is held.
#[derive(Debug)]
pub(crate) struct RandomRows {
    draws: Draws,
    percent: u8,
    height: usize,
    row: Rows,
}

impl RandomRows {
    pub(crate) fn new(size: IVec3, seed: u64, percent: u8) -> Result<Self, WorldError> {
        if percent > 100 {
            return Err(WorldError::PercentAbove100 { percent });
        }
        Ok(Self {
            draws: Stream::Random.draws(seed),
            percent,
            height: size.y.unsigned_abs() as usize,
            row: Rows::free(IVec3::new(size.x, 1, 1)),
        })
    }

    /// Draws the next layers and writes them; they must come in order.
    pub(crate) fn write(
        &mut self,
        builder: &mut OccupancyBuilder,
        layers: Range<usize>,
        until: Until<'_>,
    ) -> Result<(), WorldError> {
        let last = self.row.last_word();
        for z in layers {
            for y in 0..self.height {
                until.check()?;
                let words = self.row.row_mut(0, 0);
                words.fill_with(|| occupied_lanes(&mut self.draws, self.percent));
                if let Some(word) = words.last_mut() {
                    *word &= last;
                }
                write_row(builder, y, z, words)?;
            }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_share_of_set_lanes_is_the_percentage() {
        for percent in [0, 1, 20, 50, 99, 100] {
            let mut draws = Stream::Random.draws(3);
            let set: u32 = (0..4000)
                .map(|_| occupied_lanes(&mut draws, percent).count_ones())
                .sum();
            // 256,000 lanes: five standard deviations are half a percent of them at most.
            let expected = u32::from(percent) * 2560;
            assert!(
                set.abs_diff(expected) <= 1280,
                "{percent} %: {set} of 256000"
            );
        }
    }
}
