//! Navigators in files and in memory.

use std::ffi::c_char;

use voxnav::Navigator;
use voxnav::grid::store::World;

use super::navigator::give_navigator;
use crate::border::{call, reading};
use crate::error::{Refusal, VoxnavStatus};
use crate::handles::{give, read};
use crate::ids::{VoxnavBytes, VoxnavNavigator};
use crate::memory::{In, Out};
use crate::objects::Bytes;

/// Saves a navigator to the file at a path, which is UTF-8: cells with their materials, obstacles, agents and links,
/// each under its id.
///
/// Errors: the file cannot be written.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_navigator_save(
    navigator: VoxnavNavigator,
    path: In<c_char>,
) -> VoxnavStatus {
    reading(navigator, |held| {
        Ok(held.navigator.save(path.text("path")?)?)
    })
}

/// Loads the navigator in the file at a path, which is UTF-8, and writes its handle into `navigator`. Ids of obstacles
/// and links are those that were saved; `voxnav_navigator_agents` and `voxnav_agent_of_number` give its agents.
///
/// Errors: a file that cannot be read, is no `.voxnav` file, or is damaged.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_navigator_load(
    path: In<c_char>,
    navigator: Out<VoxnavNavigator>,
) -> VoxnavStatus {
    call(|| {
        let path = path.text("path")?;
        navigator.check("navigator")?;
        give_navigator(Navigator::load(path)?, navigator)
    })
}

/// Writes a navigator to a file in memory, and its handle into `bytes`.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_navigator_to_bytes(
    navigator: VoxnavNavigator,
    bytes: Out<VoxnavBytes>,
) -> VoxnavStatus {
    call(|| {
        give(bytes, "bytes", || {
            let world = read(navigator, |held| Ok(held.navigator.to_world()?))?;
            world.to_bytes().map(Bytes).map_err(|error| refused(&error))
        })
    })
}

fn refused(error: &dyn std::error::Error) -> Refusal {
    Refusal::new(VoxnavStatus::ErrorFile, error.to_string())
}

/// Writes the bytes of a file in memory: at most `capacity`, and into `count` how many there are.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_bytes_read(
    bytes: VoxnavBytes,
    buffer: Out<u8>,
    capacity: usize,
    count: Out<usize>,
) -> VoxnavStatus {
    reading(bytes, |bytes| {
        buffer.fill(capacity, count, bytes.0.iter().copied())
    })
}

/// Loads the navigator in a file in memory, `length` bytes long, and writes its handle into `navigator`: as
/// `voxnav_navigator_load` does.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_navigator_from_bytes(
    bytes: In<u8>,
    length: usize,
    navigator: Out<VoxnavNavigator>,
) -> VoxnavStatus {
    call(|| {
        let bytes = bytes.list(length, "bytes")?;
        navigator.check("navigator")?;
        let world = World::from_bytes(&bytes).map_err(|error| refused(&error))?;
        give_navigator(Navigator::from_world(world)?, navigator)
    })
}
