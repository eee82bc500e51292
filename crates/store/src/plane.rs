//! A bit for each cell of a chunk, in few bytes.
//!
//! Each row is predicted from three that come before it: with `a` at `y - 1`, `b` at `z - 1` and `c` at
//! both, a bit is that of the majority of `a`, `b` and not `c` (a surface goes on as it went). What is
//! stored is where that is wrong, without the zeros:
//!
//! ```text
//! u64         bit z: layer z has a row that is wrong somewhere
//! per layer   u64   bit y: row y is
//! per row     u8    bit k: byte k, least significant first, of what is wrong is not zero
//!             ...   those bytes
//! ```
//!
//! It needs no tables and no choices, so that equal planes give equal bytes wherever they are written,
//! which general compressors do not promise from version to version or from one processor to another.

use voxnav_occupancy::bits::{Rows, no_bits};

use crate::bytes::Bytes;
use crate::error::Flaw;

/// Returns the likely value of a row, from the rows before it.
#[inline]
fn predicted(rows: &Rows, at: usize) -> u64 {
    match (at >> 6, at & 63) {
        (0, 0) => 0,
        (0, _) => rows[at - 1],
        (_, 0) => rows[at - 64],
        _ => {
            let [a, b, c] = [rows[at - 1], rows[at - 64], rows[at - 65]];
            a & b | (a | b) & !c
        }
    }
}

pub(crate) fn encode(rows: &Rows, out: &mut Vec<u8>) {
    let layers = out.len();
    let mut wrong_layers = 0_u64;
    out.extend([0; 8]);
    for z in 0..64 {
        let begin = out.len();
        let mut wrong_rows = 0_u64;
        out.extend([0; 8]);
        for y in 0..64 {
            let wrong = rows[z << 6 | y] ^ predicted(rows, z << 6 | y);
            if wrong == 0 {
                continue;
            }
            wrong_rows |= 1 << y;
            let place = out.len();
            out.push(0);
            for (k, byte) in wrong.to_le_bytes().into_iter().enumerate() {
                if byte != 0 {
                    out[place] |= 1 << k;
                    out.push(byte);
                }
            }
        }
        if wrong_rows == 0 {
            out.truncate(begin);
        } else {
            wrong_layers |= 1 << z;
            out[begin..begin + 8].copy_from_slice(&wrong_rows.to_le_bytes());
        }
    }
    out[layers..layers + 8].copy_from_slice(&wrong_layers.to_le_bytes());
}

pub(crate) fn decode(bytes: &mut Bytes<'_>) -> Result<Box<Rows>, Flaw> {
    let mut rows = no_bits();
    let wrong_layers = bytes.u64()?;
    for z in 0..64 {
        let wrong_rows = if wrong_layers >> z & 1 == 0 {
            0
        } else {
            bytes.u64()?
        };
        for y in 0..64 {
            let wrong = if wrong_rows >> y & 1 == 0 {
                0
            } else {
                wrong_row(bytes)?
            };
            rows[z << 6 | y] = predicted(&rows, z << 6 | y) ^ wrong;
        }
    }
    Ok(rows)
}

#[inline]
fn wrong_row(bytes: &mut Bytes<'_>) -> Result<u64, Flaw> {
    let mut which = bytes.byte()?;
    let stored = bytes.take(which.count_ones() as usize)?;
    let mut row = 0;
    for &byte in stored {
        row |= u64::from(byte) << (8 * which.trailing_zeros());
        which &= which - 1;
    }
    Ok(row)
}
