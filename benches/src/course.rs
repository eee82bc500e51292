//! The worlds and problems that are measured.

use std::error::Error;

use voxnav_lab::Course;
use voxnav_worlds::GeneratedWorld;

/// Returns a world and at most `wanted` problems: of a map file (`cave.3dmap`) rows of the scenario
/// beside it, evenly spaced; of a name (`generated:KIND:X,Y,Z:SEED`) random pairs of connected free
/// cells.
///
/// # Errors
/// Those of [`Course`], and of names that name no world.
pub fn course(source: &str, wanted: usize) -> Result<Course, Box<dyn Error>> {
    Ok(if source.starts_with(GeneratedWorld::PREFIX) {
        Course::generated(&source.parse()?, wanted)?
    } else {
        Course::from_file(source, wanted)?
    })
}
