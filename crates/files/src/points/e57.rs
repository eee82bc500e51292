//! `.e57`: scans of several stations.
//!
//! The points of all scans, each where the pose of its station puts it; spherical coordinates become
//! Cartesian ones. Not read: images.

use std::io::Cursor;

use e57::{CartesianCoordinate, E57Reader};
use voxnav_occupancy::glam::DVec3;

use super::{Cloud, world};
use crate::error::{Fault, malformed};
use crate::import::{Import, Imported};

/// Reads the world of the points in an E57 file.
pub(crate) fn read(bytes: &[u8], import: &Import) -> Result<Imported, Fault> {
    world(import, |cloud| points(bytes, cloud))
}

fn points(bytes: &[u8], cloud: &mut Cloud<'_>) -> Result<(), Fault> {
    let mut reader = E57Reader::new(Cursor::new(bytes)).map_err(malformed)?;
    for (number, scan) in reader.pointclouds().iter().enumerate() {
        let in_scan = |error: e57::Error| malformed(error).in_part("scan", number);
        for point in reader.pointcloud_simple(scan).map_err(in_scan)? {
            let point = point.map_err(in_scan)?;
            cloud.add(match point.cartesian {
                CartesianCoordinate::Valid { x, y, z } => DVec3::new(x, y, z),
                _ => DVec3::NAN,
            })?;
        }
    }
    Ok(())
}
