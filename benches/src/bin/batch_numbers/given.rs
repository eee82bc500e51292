//! The requests in a file: what `benches/python/costs.py` holds the Python package against.

use std::error::Error;
use std::path::Path;

use voxnav::batch::{Batch, KeptPath, PathDetail, Request};
use voxnav::glam::IVec3;
use voxnav::grid::Traversability;
use voxnav::search::{Cost, Query};

use crate::{plain, timed};

/// Answers requests on all processors, one time, and prints the seconds and the sum of costs.
///
/// A request is six numbers of 32 bits, little-endian: start and goal.
pub(crate) fn requests(
    world: &Traversability,
    file: &Path,
    detail: PathDetail,
) -> Result<(), Box<dyn Error>> {
    let bytes = std::fs::read(file)?;
    let numbers: Vec<i32> = bytes
        .as_chunks()
        .0
        .iter()
        .map(|bytes| i32::from_le_bytes(*bytes))
        .collect();
    let requests: Vec<Request<'_>> = numbers
        .as_chunks()
        .0
        .iter()
        .map(|&[sx, sy, sz, gx, gy, gz]| {
            Query::new(IVec3::new(sx, sy, sz), IVec3::new(gx, gy, gz)).into()
        })
        .collect();
    plain(world, &requests[..requests.len().min(1000)]);
    let batch = Batch::new(world.clone()).detail(detail);
    let (answers, time) = timed(|| batch.solve(&requests));
    let answers = answers?;
    let costs = answers
        .iter()
        .filter_map(|answer| answer.outcome.any_path())
        .map(KeptPath::cost);
    let sum: u64 = costs.map(Cost::raw).sum();
    println!("{} {sum}", time.wall.as_secs_f64());
    Ok(())
}
