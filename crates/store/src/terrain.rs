//! The block of a chunk's terrain: sixteen planes, of the bits of each weight less one.
//!
//! ```text
//! u16       bit b: some weight less one has bit b
//! for each, in ascending order:
//! plane     the cells whose weight less one has the bit
//! ```
//!
//! The scale of weights is an extra, [`COSTS`], where they are other than factors of moves into cells:
//!
//! ```text
//! f64       the smallest cost
//! f64       the most that weights differ from their costs, as a part
//! u16       the weight of the smallest cost
//! u8        0 the cell that a move enters counts, 1 the mean of both cells, 2 the larger
//! ```

use voxnav_occupancy::bits::no_bits;
use voxnav_search::{CostConvention, CostScale, Terrain};

use crate::bytes::Bytes;
use crate::error::Flaw;
use crate::layout;
use crate::plane;

/// The name of the extra that describes what weights stand for.
pub(crate) const COSTS: &str = "voxnav.costs";

/// The conventions by their numbers.
const CONVENTIONS: [CostConvention; 3] = [
    CostConvention::Entered,
    CostConvention::Mean,
    CostConvention::Max,
];

/// Returns what weights stand for; nothing if they are factors of moves into cells.
pub(crate) fn encode_costs(terrain: &Terrain) -> Option<Vec<u8>> {
    let (scale, convention) = (terrain.scale(), terrain.convention());
    if (scale, convention) == (CostScale::default(), CostConvention::default()) {
        return None;
    }
    let mut block = scale.unit().to_le_bytes().to_vec();
    block.extend(scale.weight_rounding().to_le_bytes());
    block.extend(scale.base().to_le_bytes());
    block.push(layout::code(&CONVENTIONS, &convention)?);
    Some(block)
}

/// Returns terrain without a weight whose weights will stand for the costs that a block says.
pub(crate) fn decode_costs(block: &[u8]) -> Result<Terrain, Flaw> {
    let mut bytes = Bytes::new(block);
    let (unit, rounding, base) = (bytes.f64()?, bytes.f64()?, bytes.u16()?);
    let scale = CostScale::from_parts(unit, base, rounding).ok_or(Flaw::Scale)?;
    let convention = layout::value(&CONVENTIONS, bytes.byte()?, "convention")?;
    bytes.end()?;
    Ok(Terrain::new().with_scale(scale).with_convention(convention))
}

/// Weights of a chunk.
const CELLS: usize = 1 << 18;

/// Returns the block of 64^3 weights; nothing if all are the usual one.
pub(crate) fn encode(weights: &[u16], usual: u16) -> Option<Vec<u8>> {
    if weights.iter().all(|&weight| weight == usual) {
        return None;
    }
    let less = |weight: u16| weight.saturating_sub(1);
    let bits = weights.iter().fold(0, |bits, &weight| bits | less(weight));
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
