//! Caves: caverns where a sum of noises is low, tunnels where two other noises cross, smoothed.
//!
//! 1. Three noises of halving scale add up. The lowest 46 % of the sums are caverns; the threshold is
//!    a quantile of the sums that occur, so that the free share hardly depends on the seed.
//! 2. Each of two further noises is near its middle along a surface, and both are where the
//!    surfaces cross: long winding curves. Cells near these are tunnels.
//! 3. Twice, each cell takes the state of the majority of the 27 cells around it, itself included:
//!    single cells and thin spikes go, walls become round. Beyond the border the world goes on as
//!    it is at the border.

use glam::IVec3;

use crate::WorldError;
use crate::draws::{Draws, Stream};
use crate::noise::{MIDDLE, Noise};
use crate::rows::{Rows, WORD};
use crate::until::Until;

/// The scales of the caverns: the lattice spacing is 2 to this power, the factor weighs the noise in
/// the sum. The first makes caverns of 20 to 60 cells, the last gives their walls niches and pillars
/// of a few cells.
const CAVERNS: [(u32, i32); 3] = [(5, 4), (4, 3), (3, 2)];

/// The scale of the tunnels.
const TUNNELS: u32 = 5;

/// The distance from its middle within which a noise makes a tunnel. Along most curves a noise
/// changes by 1000 to 2000 from cell to cell, so tunnels are 3 to 6 cells wide. They free 2 % of the
/// cells besides the caverns.
const TUNNEL_REACH: i32 = 3000;

/// The share of cells in caverns, in percent.
const CAVERN_SHARE: u64 = 46;

/// The number of times the majority is taken.
const SMOOTHINGS: usize = 2;

/// The rows from one to the next, along y and along z, from which the threshold is found.
const SAMPLED_ROWS: usize = 4;

/// The number of buckets that sums fall into, one for each `1 << BUCKET_SHIFT`; sums are below
/// 9 * 2^16.
const BUCKETS: usize = 9 << (16 - BUCKET_SHIFT);
const BUCKET_SHIFT: u32 = 6;

pub(crate) fn rows(size: IVec3, seed: u64, until: Until<'_>) -> Result<Rows, WorldError> {
    let mut rows = Rows::free(size);
    let terrain = Terrain::new(rows.size(), &mut Stream::Caves.draws(seed));
    terrain.fill(&mut rows, until)?;
    for _ in 0..SMOOTHINGS {
        rows = majority(&rows, until)?;
    }
    Ok(rows)
}

/// The noises of a world.
struct Terrain {
    caverns: Vec<(Noise, i32)>,
    tunnels: [Noise; 2],
}

impl Terrain {
    fn new(size: [usize; 3], draws: &mut Draws) -> Self {
        let caverns = CAVERNS
            .iter()
            .map(|&(shift, factor)| (Noise::new(size, shift, draws), factor))
            .collect();
        let tunnels = std::array::from_fn(|_| Noise::new(size, TUNNELS, draws));
        Self { caverns, tunnels }
    }

    /// Occupies every cell that is neither cavern nor tunnel.
    fn fill(&self, rows: &mut Rows, until: Until<'_>) -> Result<(), WorldError> {
        let [width, height, depth] = rows.size();
        let threshold = self.threshold(rows.size(), until)?;
        let mut sums = vec![0; width];
        let mut tunnels = [vec![0; width], vec![0; width]];
        for z in 0..depth {
            for y in 0..height {
                until.check()?;
                self.cavern_sums(y, z, &mut sums);
                for (noise, values) in self.tunnels.iter().zip(&mut tunnels) {
                    values.fill(-MIDDLE);
                    noise.add_row(y, z, 1, values);
                }
                for (x, &sum) in sums.iter().enumerate() {
                    let tunnel = tunnels.iter().all(|values| values[x].abs() < TUNNEL_REACH);
                    let occupied = bucket(sum) > threshold && !tunnel;
                    rows.row_mut(y, z)[x / WORD] |= u64::from(occupied) << (x % WORD);
                }
            }
        }
        Ok(())
    }

    fn cavern_sums(&self, y: usize, z: usize, sums: &mut [i32]) {
        sums.fill(0);
        for (noise, factor) in &self.caverns {
            noise.add_row(y, z, *factor, sums);
        }
    }

    /// Returns the bucket up to which sums are caverns.
    fn threshold(
        &self,
        [width, height, depth]: [usize; 3],
        until: Until<'_>,
    ) -> Result<usize, WorldError> {
        let mut counts = vec![0_u64; BUCKETS];
        let mut sums = vec![0; width];
        for z in (0..depth).step_by(SAMPLED_ROWS) {
            for y in (0..height).step_by(SAMPLED_ROWS) {
                until.check()?;
                self.cavern_sums(y, z, &mut sums);
                for &sum in &sums {
                    counts[bucket(sum)] += 1;
                }
            }
        }
        let wanted = counts.iter().sum::<u64>() * CAVERN_SHARE / 100;
        let mut below = 0;
        let reached = counts.iter().position(|count| {
            below += count;
            below > wanted
        });
        Ok(reached.unwrap_or(0))
    }
}

fn bucket(sum: i32) -> usize {
    usize::try_from(sum >> BUCKET_SHIFT).map_or(0, |bucket| bucket.min(BUCKETS - 1))
}

/// Returns each cell in the state of most of the 27 cells around it, 64 cells at a time.
fn majority(rows: &Rows, until: Until<'_>) -> Result<Rows, WorldError> {
    let [_, height, depth] = rows.size();
    let mut smooth = rows.free_as_large();
    for z in 0..depth {
        for y in 0..height {
            until.check()?;
            let around: [&[u64]; 9] = std::array::from_fn(|at| {
                let (y, z) = (beside(y, at % 3, height), beside(z, at / 3, depth));
                rows.row(y, z)
            });
            let words = smooth.row_mut(y, z);
            for (at, word) in words.iter_mut().enumerate() {
                *word = majority_word(&around, at, rows);
            }
        }
    }
    Ok(smooth)
}

/// Returns the index before, at or after one (`step` 0, 1 or 2), kept within a side.
fn beside(index: usize, step: usize, side: usize) -> usize {
    (index + step).saturating_sub(1).min(side - 1)
}

/// Returns one word of the majority from nine rows around it.
fn majority_word(around: &[&[u64]; 9], at: usize, rows: &Rows) -> u64 {
    // Five bits count up to 27 for each of the 64 cells, one word for each bit.
    let mut count = [0_u64; 5];
    for row in around {
        for mut carry in [row[at], lower(row, at), upper(row, at, rows)] {
            for bit in &mut count {
                (*bit, carry) = (*bit ^ carry, *bit & carry);
            }
        }
    }
    let [_, two, four, eight, sixteen] = count;
    let most = sixteen | (eight & four & two);
    if at + 1 == around[0].len() {
        most & rows.last_word()
    } else {
        most
    }
}

/// Returns the neighbors at x - 1 of the cells of a word; the first cell of a row is its own.
fn lower(row: &[u64], at: usize) -> u64 {
    let carry = if at == 0 {
        row[0] & 1
    } else {
        row[at - 1] >> (WORD - 1)
    };
    row[at] << 1 | carry
}

/// Returns the neighbors at x + 1 of the cells of a word; the last cell of a row is its own.
fn upper(row: &[u64], at: usize, rows: &Rows) -> u64 {
    let last = rows.last_word();
    match row.get(at + 1) {
        Some(next) => row[at] >> 1 | next << (WORD - 1),
        None => row[at] >> 1 | row[at] & (last & !(last >> 1)),
    }
}
