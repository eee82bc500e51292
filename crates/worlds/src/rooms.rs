//! Rooms with doors: a grid of rooms with walls between, a spanning tree of doors, and some doors
//! more.
//!
//! Along each axis a room has [`PITCH`] - 1 free cells and then a wall of one; the last room ends
//! where the world does:
//!
//! ```text
//! x = 0 1 2 3 4 5 6 | 7 | 8 9 10 11 12 13 14 | 15 | 16 17      (size 18)
//!     . . . . . . .   #   .  .  .  .  .  .  .   #    .  .
//! ```

use glam::IVec3;
use voxnav_occupancy::CellBox;
use voxnav_occupancy::sets::UnionFind;

use crate::WorldError;
use crate::draws::{Draws, Stream};
use crate::stream::Piece;
use crate::until::Until;

/// Cells from one room to the next.
const PITCH: i32 = 8;

/// The largest side of a door, in cells.
const WIDEST_DOOR: i32 = 3;

/// The share of walls, in percent, that have a door although their rooms are joined without it.
/// With the tree, which takes one wall in three, about two walls in three have one.
const SPARE_DOORS: u64 = 50;

pub(crate) fn pieces(size: IVec3, seed: u64, until: Until<'_>) -> Result<Vec<Piece>, WorldError> {
    let mut draws = Stream::Rooms.draws(seed);
    let mut pieces = Vec::new();
    for axis in 0..3 {
        build_walls(size, axis, &mut pieces);
    }
    let rooms = (size + (PITCH - 1)) / PITCH;
    let mut walls = walls_between(rooms, until)?;
    draws.try_shuffle(&mut walls, || until.check())?;
    // No more rooms than fit into the memory of a stream.
    let mut areas = UnionFind::with(rooms.element_product().unsigned_abs());
    for wall in walls {
        until.check()?;
        // Every wall draws, so that the draws of a door do not depend on what was joined before.
        let spare = draws.percent(SPARE_DOORS);
        let were_apart = areas.join(room_index(rooms, wall.room), room_index(rooms, wall.next()));
        if were_apart || spare {
            pieces.push(Piece::free(door(&wall, size, &mut draws)));
        }
    }
    Ok(pieces)
}

/// Builds all walls that are perpendicular to an axis.
fn build_walls(size: IVec3, axis: usize, pieces: &mut Vec<Piece>) {
    let mut at = PITCH - 1;
    while at < size[axis] {
        let (mut min, mut max) = (IVec3::ZERO, size);
        min[axis] = at;
        max[axis] = at + 1;
        pieces.push(Piece::occupied(CellBox::new(min, max)));
        at += PITCH;
    }
}

/// The wall between a room and the next along an axis.
#[derive(Debug, Clone, Copy)]
struct Wall {
    /// The position of the room in the grid of rooms.
    room: IVec3,
    axis: u8,
}

impl Wall {
    /// Returns the room on the far side.
    fn next(&self) -> IVec3 {
        let mut next = self.room;
        next[usize::from(self.axis)] += 1;
        next
    }
}

/// Returns the walls that have a room on both sides, in cell order of the rooms, then by axis.
fn walls_between(rooms: IVec3, until: Until<'_>) -> Result<Vec<Wall>, WorldError> {
    let mut walls = Vec::new();
    for room in CellBox::from_size(rooms).cells() {
        until.check()?;
        for axis in 0..3_u8 {
            if room[usize::from(axis)] + 1 < rooms[usize::from(axis)] {
                walls.push(Wall { room, axis });
            }
        }
    }
    Ok(walls)
}

/// Returns a door of random size and place in a wall.
fn door(wall: &Wall, size: IVec3, draws: &mut Draws) -> CellBox {
    let mut min = wall.room * PITCH;
    let mut max = min;
    for axis in 0..3 {
        if axis == usize::from(wall.axis) {
            min[axis] += PITCH - 1;
            max[axis] = min[axis] + 1;
        } else {
            let room = (size[axis] - min[axis]).min(PITCH - 1);
            let width = draws.between(1, room.min(WIDEST_DOOR));
            min[axis] += draws.between(0, room - width);
            max[axis] = min[axis] + width;
        }
    }
    CellBox::new(min, max)
}

/// Returns the place of a room within the grid among all of them.
fn room_index(rooms: IVec3, room: IVec3) -> u32 {
    let [width, height] = [rooms.x, rooms.y].map(i32::unsigned_abs);
    let [x, y, z] = room.to_array().map(i32::unsigned_abs);
    (z * height + y) * width + x
}
