//! The block of a chunk's terrain: sixteen planes, of the bits of each weight less one.
//!
//! ```text
//! u16       bit b: some weight less one has bit b
//! for each, in ascending order:
//! plane     the cells whose weight less one has the bit
//! ```

use voxnav_occupancy::bits::no_bits;

use crate::bytes::Bytes;
use crate::error::Flaw;
use crate::plane;

/// Weights of a chunk.
const CELLS: usize = 1 << 18;

/// Returns the block of 64^3 weights; nothing if all are one.
pub(crate) fn encode(weights: &[u16]) -> Option<Vec<u8>> {
    let less = |weight: u16| weight.saturating_sub(1);
    let bits = weights.iter().fold(0, |bits, &weight| bits | less(weight));
    if bits == 0 {
        return None;
    }
    let mut block = bits.to_le_bytes().to_vec();
    for bit in (0..16).filter(|bit| bits >> bit & 1 != 0) {
        let mut rows = no_bits();
        for (row, weights) in rows.iter_mut().zip(weights.chunks_exact(64)) {
            for (x, &weight) in weights.iter().enumerate() {
                *row |= u64::from(less(weight) >> bit & 1) << x;
            }
        }
        plane::encode(&rows, &mut block);
    }
    Some(block)
}

pub(crate) fn decode(block: &[u8]) -> Result<Box<[u16; CELLS]>, Flaw> {
    let mut bytes = Bytes::new(block);
    let mut weights = vec![0_u16; CELLS];
    let bits = bytes.u16()?;
    for bit in (0..16).filter(|bit| bits >> bit & 1 != 0) {
        let rows = plane::decode(&mut bytes)?;
        for (weights, row) in weights.chunks_exact_mut(64).zip(rows.iter()) {
            if *row == 0 {
                continue;
            }
            for (x, weight) in weights.iter_mut().enumerate() {
                *weight |= u16::from(row >> x & 1 != 0) << bit;
            }
        }
    }
    bytes.end()?;
    for weight in &mut weights {
        // One more than 65,535 is no weight.
        *weight = weight.wrapping_add(1);
    }
    weights
        .into_boxed_slice()
        .try_into()
        .map_err(|_| Flaw::TooShort)
}
