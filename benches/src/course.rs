//! The worlds and problems that are measured.

use std::error::Error;
use std::time::Instant;

use voxnav::grid::Axis;
use voxnav::{CornerRule, MoveSet};
use voxnav_lab::Course;
use voxnav_worlds::GeneratedWorld;

/// Returns a world and at most `wanted` problems: of a map file (`cave.3dmap`) rows of the scenario
/// beside it, evenly spaced; of a name (`generated:KIND:X,Y,Z:SEED`) random pairs of connected free
/// cells. A world of one layer has eight moves, others 26.
///
/// # Errors
/// Those of [`Course`], and of names that name no world.
pub fn course(source: &str, wanted: usize) -> Result<Course, Box<dyn Error>> {
    let mut course = if source.starts_with(GeneratedWorld::PREFIX) {
        Course::generated(&source.parse()?, wanted)?
    } else {
        Course::from_file(source, wanted)?
    };
    if course.world.bounds().size().z == 1 {
        course.moves = MoveSet::Planar8(Axis::Z);
    }
    Ok(course)
}

/// Returns a course with the portals of its world under a corner rule, which takes its time while
/// loading.
#[must_use]
pub fn with_portals(mut course: Course, corners: CornerRule) -> Course {
    let started = Instant::now();
    course.world = match corners {
        CornerRule::Strict => course.world.with_portals(),
        _ => course.world.with_lenient_portals(),
    };
    course.load += started.elapsed();
    course
}
