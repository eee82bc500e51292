//! The records of the cells around one, found together.

use glam::IVec3;

use super::{Layout, OutOfKeys, Records};
use crate::cost::Cost;
use crate::memory::cell_key::CellKey;
use crate::memory::pages::Pages;
use crate::memory::record::Record;
use crate::movement::{DIRECTION_COUNT, Direction, DirectionSet, OFFSETS};

/// The places of the records of the cells around one.
pub(crate) struct Around {
    /// The bricks in which the cells lie, or [`Pages::NONE`].
    bricks: [u32; 8],
    places: &'static [u8; DIRECTION_COUNT],
}

/// The places of the neighbors, by direction, of a cell, by the lowest bits of its coordinates: the
/// number of the brick, among the 2 x 2 x 2 that the 27 cells touch, then the place there.
const PLACES: [[u8; DIRECTION_COUNT]; 8] = places_around();

const fn places_around() -> [[u8; DIRECTION_COUNT]; 8] {
    let mut places = [[0; DIRECTION_COUNT]; 8];
    let mut parity = 0;
    while parity < 8 {
        let mut rank = 0;
        while rank < DIRECTION_COUNT {
            let offset = OFFSETS[rank];
            let mut axis = 0;
            while axis < 3 {
                // From the first cell of the first brick, which is that of the cell before.
                let from_first = offset[axis] + 2 - (parity >> axis & 1) as i8;
                let (brick, local) = (from_first >> 1, from_first & 1);
                places[parity][rank] |= (brick << (axis + 3) | local << axis).cast_unsigned();
                axis += 1;
            }
            rank += 1;
        }
        parity += 1;
    }
    places
}

impl Records {
    /// Finds the places of the records of the cells around `cell` together, where records stand in
    /// bricks.
    #[inline]
    pub(crate) fn around(&self, cell: IVec3) -> Around {
        debug_assert_eq!(self.layout, Layout::InBricks);
        let [x, y, z] = (cell & 1).to_array().map(|n| n.cast_unsigned() as usize);
        let mut around = Around {
            bricks: [Pages::NONE; 8],
            places: &PLACES[z << 2 | y << 1 | x],
        };
        self.pages.find_block(cell - 1, &mut around.bricks);
        around
    }

    /// Returns the part of `steps` that leads to neighbors which this query has reached at no more
    /// than a cost.
    #[inline]
    pub(crate) fn reached_within(
        &self,
        around: &Around,
        steps: DirectionSet,
        cost: impl Fn(Direction) -> Cost,
    ) -> DirectionSet {
        let (slots, query) = (&self.slots[..], self.query);
        let mut known = 0;
        // Without a branch on what is known, which nothing could foretell.
        for direction in steps.iter() {
            let (brick, place) = around.place(direction);
            let slot = (around.bricks[brick] << 3 | place) as usize;
            // No slot has the number that an absent brick gives.
            let record = slots.get(slot).unwrap_or(&Record::ABSENT);
            let is_known = record.is_of(query) & (record.g() <= cost(direction));
            known |= if is_known { direction.bit() } else { 0 };
        }
        DirectionSet(known)
    }

    /// Returns the place of the record of `cell`, the neighbor in a direction, which must lie in
    /// the bounds; takes its brick if needed.
    #[inline]
    pub(crate) fn key_around(
        &mut self,
        cell: IVec3,
        around: &mut Around,
        direction: Direction,
    ) -> Result<CellKey, OutOfKeys> {
        let (brick, place) = around.place(direction);
        let brick = &mut around.bricks[brick];
        if *brick == Pages::NONE {
            *brick = self.key(cell)?.0 >> 3;
        }
        Ok(CellKey(*brick << 3 | place))
    }
}

impl Around {
    /// Returns the number of the brick of a neighbor among the eight, and its place there.
    #[inline]
    fn place(&self, direction: Direction) -> (usize, u32) {
        let place = self.places[direction.index()];
        (usize::from(place >> 3 & 7), u32::from(place & 7))
    }
}
