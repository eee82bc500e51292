//! The records of a search that goes on for long: bricks instead of single records, and runs remembered.

use glam::IVec3;

use super::{BRICK_BYTES, Layout, MANY, OutOfKeys, Records};
use crate::memory::cell_key::CellKey;
use crate::memory::known_runs::KnownRuns;
use crate::memory::record::Record;

/// The number of bricks from which remembering runs pays, as a rule.
const MANY_BRICKS: usize = 1 << 10;

impl Records {
    /// Returns whether the records count as many earlier than usual.
    pub(crate) fn are_many_early(&self) -> bool {
        self.many < MANY
    }

    /// Returns whether there are so many records that the methods of longer searches pay.
    #[inline]
    pub(crate) fn are_many(&self) -> bool {
        self.taken >= self.milestone
    }

    /// Returns whether all records that stand one by one are sure to find room in bricks.
    pub(crate) fn fit_in_bricks(&self) -> bool {
        self.layout != Layout::OneByOne
            || self.taken as u64 * (BRICK_BYTES + self.pages.page_bytes()) <= self.most_bytes
    }

    /// Turns to the methods of longer searches: records that stand one by one are given bricks.
    /// Returns the new key for every old one, by its number, if they have other ones now.
    #[cold]
    pub(crate) fn go_on_for_long(&mut self) -> Result<Option<Vec<CellKey>>, OutOfKeys> {
        self.is_long = true;
        if let Layout::InTiles(_) = self.layout {
            self.milestone = usize::MAX;
            return Ok(None);
        }
        self.give_bricks().map(Some)
    }

    #[cold]
    pub(super) fn give_bricks(&mut self) -> Result<Vec<CellKey>, OutOfKeys> {
        let singles: Vec<_> = self.origins[..self.taken]
            .iter()
            .copied()
            .zip(self.slots[..self.taken].iter().copied())
            .collect();
        self.slots[..singles.len()].fill(Record::default());
        self.layout = Layout::InBricks;
        self.milestone = if self.are_many_early() {
            0
        } else {
            MANY_BRICKS
        };
        self.taken = 0;
        let place = |(cell, record): (IVec3, Record)| {
            if !record.is_of(self.query) {
                return self.key_apart(cell);
            }
            let key = self.key(cell)?;
            *self.record_mut(key) = record;
            Ok(key)
        };
        singles.into_iter().map(place).collect()
    }

    /// Remembers the runs that this query follows from here on, where memory is not so scarce that it
    /// is for records.
    pub(crate) fn remember_runs(&mut self) {
        self.milestone = usize::MAX;
        if self.has_room(8 * KnownRuns::BYTES) {
            self.known_runs.begin(self.query);
        }
    }

    /// Doubles the number of records from which they count as many again.
    pub(crate) fn go_on_growing(&mut self) {
        self.milestone = self.milestone.saturating_mul(2);
    }
}
