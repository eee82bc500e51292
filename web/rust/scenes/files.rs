//! Worlds of files, as bytes.

use voxnav::Lattice;
#[cfg(feature = "whole")]
use voxnav_files::{Import, map3d, read_bytes};
use voxnav_store::World;

use crate::failure::{Answer, Code, Failure};
use crate::scenes::scene::Scene;

fn broken(error: impl std::fmt::Display) -> Failure {
    Failure::new(Code::File, error)
}

/// Reads a file: 0 is `.voxnav`, 1 is `.vox`, 2 is `.3dmap`, which has no lattice of its own.
pub(crate) fn read(bytes: &[u8], format: u32, lattice: Lattice) -> Answer<Scene> {
    if format == 0 {
        let world = World::from_bytes(bytes).map_err(broken)?;
        return Ok(Scene {
            terrain: world.terrain,
            ..Scene::new(world.lattice, world.occupancy)
        });
    }
    read_other(bytes, format, lattice)
}

/// Reads a file of another program.
#[cfg(feature = "whole")]
fn read_other(bytes: &[u8], format: u32, lattice: Lattice) -> Answer<Scene> {
    match format {
        1 => {
            let world = read_bytes(bytes, "scene.vox", &Import::default()).map_err(broken)?;
            Ok(Scene::new(world.lattice, world.occupancy))
        }
        2 => {
            let cells = map3d::read(bytes, "map.3dmap").map_err(broken)?;
            Ok(Scene::new(lattice, cells))
        }
        _ => Err(Failure::argument("format", "0, 1 or 2")),
    }
}

#[cfg(not(feature = "whole"))]
fn read_other(_: &[u8], _: u32, _: Lattice) -> Answer<Scene> {
    let missing = "the small build reads .voxnav alone: import voxnav, not voxnav/core";
    Err(Failure::argument("format", missing))
}

/// Returns the bytes of a `.voxnav` file of the cells of a scene and their costs.
pub(crate) fn write(scene: &Scene) -> Answer<Vec<u8>> {
    let mut world = World::new(scene.cells.clone());
    world.lattice = scene.lattice;
    world.terrain = scene.terrain.clone();
    world.to_bytes().map_err(broken)
}
