//! The three states of a cell.

/// What is known about the unit cube of space around a cell's center.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum CellState {
    /// Known to hold nothing.
    Free,
    /// Known to hold an obstacle.
    Occupied,
    /// Not observed. Whether an agent may enter is for a policy to say.
    Unknown,
}
