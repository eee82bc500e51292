//! `.las`, and `.laz` where it is compressed: clouds of surveyors.
//!
//! Positions with the scale and offset of the file. Not read: the coordinate system, classes, waveforms.

use std::io::Cursor;

use las::{Header, Reader};
use voxnav_occupancy::glam::DVec3;

use super::{Cloud, laz, world};
use crate::error::{Fault, malformed};
use crate::import::{Import, Imported};

/// Reads the world of the points in a LAS or LAZ file.
pub(crate) fn read(bytes: Vec<u8>, import: &Import) -> Result<Imported, Fault> {
    world(import, |cloud| points(bytes, cloud))
}

fn points(bytes: Vec<u8>, cloud: &mut Cloud<'_>) -> Result<(), Fault> {
    /// Bytes that are read in one go, so that no claim decides what is reserved.
    const BATCH: u64 = 1 << 18;
    check_end(&bytes)?;
    let header = Header::new(Cursor::new(&bytes)).map_err(malformed)?;
    if header.point_format().is_compressed {
        return laz::points(&bytes, &header, cloud);
    }
    let mut reader = Reader::new(Cursor::new(bytes)).map_err(malformed)?;
    let mut left = reader.header().number_of_points();
    let most = (BATCH / u64::from(reader.header().point_format().len()).max(1)).max(1);
    while left > 0 {
        let batch = reader.read_points(left.min(most)).map_err(malformed)?;
        if batch.is_empty() {
            return Err(malformed(format!("{left} points are missing")));
        }
        let along = batch.x().zip(batch.y()).zip(batch.z());
        for ((x, y), z) in along {
            cloud.add(DVec3::new(x, y, z))?;
        }
        left = left.saturating_sub(batch.len() as u64);
    }
    Ok(())
}

/// Refuses as many points as would end behind all that can be counted, which the parser relies on.
fn check_end(bytes: &[u8]) -> Result<(), Fault> {
    const VERSION: usize = 24;
    const START: usize = 96;
    const LENGTH: usize = 105;
    const COUNT: usize = 247;
    let number = |at: usize, size: usize| {
        let bytes = bytes.get(at..at + size).unwrap_or_default();
        let digits = bytes.iter().rev();
        digits.fold(0, |number: u64, byte| number << 8 | u64::from(*byte))
    };
    // Before version 1.4 no header has a number that large.
    let end = number(COUNT, 8).checked_mul(number(LENGTH, 2));
    let end = end.and_then(|length| length.checked_add(number(START, 4)));
    if (number(VERSION, 1), number(VERSION + 1, 1)) >= (1, 4) && end.is_none() {
        let claimed = number(COUNT, 8);
        return Err(malformed(format!("it cannot have {claimed} points")));
    }
    Ok(())
}
