//! The place of the record of a cell.

/// The place of a record: its brick, then the cell in the brick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct CellKey(pub(super) u32);

impl CellKey {
    /// Creates the place of this number, for records that are kept elsewhere.
    pub(crate) const fn of_number(number: u32) -> Self {
        Self(number)
    }

    /// Returns the number of the place.
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}
