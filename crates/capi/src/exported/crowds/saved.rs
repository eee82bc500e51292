//! Crowds as bytes.

use voxnav_crowd::crowd::Crowd;

use super::crowd::give_crowd;
use super::settings::{VoxnavCrowdSettings, settings};
use crate::border::call;
use crate::error::VoxnavStatus;
use crate::handles::{change, give};
use crate::ids::{VoxnavBytes, VoxnavCrowd, VoxnavNavigator};
use crate::memory::{In, Out};
use crate::objects::Bytes;

/// Writes a crowd to bytes, and their handle into `bytes`, for `voxnav_bytes_read`: all agents with their ids, where they
/// are and where they are sent, and neighbors that do not cooperate. The crowd forgets its routes and finds them again: from
/// here on it does the same as one that is loaded. An agent in the middle of a jump or a climb goes back to where it begins.
///
/// Errors: `VOXNAV_STATUS_ERROR_UNSUPPORTED` for an agent that follows a joint plan, or is sent to cells instead of
/// positions; nothing has changed then.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_crowd_to_bytes(
    crowd: VoxnavCrowd,
    bytes: Out<VoxnavBytes>,
) -> VoxnavStatus {
    call(|| {
        give(bytes, "bytes", || {
            change(crowd, |own| Ok(Bytes(own.crowd.to_bytes()?)))
        })
    })
}

/// Makes the crowd in bytes, `length` long, that `voxnav_crowd_to_bytes` wrote, in the world of a navigator, and writes its
/// handle into `crowd`. Agents have the ids that they had, and the bodies that the navigator has under the same numbers: save
/// and load it, too.
///
/// Errors: refused settings; `VOXNAV_STATUS_ERROR_FILE` for bytes that no crowd wrote.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_crowd_from_bytes(
    navigator: VoxnavNavigator,
    bytes: In<u8>,
    length: usize,
    settings: In<VoxnavCrowdSettings>,
    crowd: Out<VoxnavCrowd>,
) -> VoxnavStatus {
    call(|| {
        let bytes = bytes.list(length, "bytes")?;
        let settings = self::settings(settings)?;
        give_crowd(navigator, crowd, || {
            Ok(Crowd::from_bytes(&bytes, settings)?)
        })
    })
}
