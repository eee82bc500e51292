//! The cells of a move that count, and the costs of moves by them.

use super::CostScale;
use crate::cost::Cost;
use crate::movement::{Direction, MoveCosts};

/// The cost that a length is multiplied with, by the cells where a move begins and ends.
///
/// ```
/// use voxnav_occupancy::CellBox;
/// use voxnav_search::{CostConvention, CostVolume, Direction};
/// use glam::IVec3;
///
/// // Cells that cost 2, 3 and 4, and the move from the second to the third.
/// let cells = CellBox::from_size(IVec3::new(3, 1, 1));
/// let [from, to] = [IVec3::X, IVec3::X * 2];
/// let direction = Direction::from_offset(to - from).ok_or("a move")?;
/// for (convention, expected) in [
///     (CostConvention::Entered, 4.0),
///     (CostConvention::Mean, 3.5),
///     (CostConvention::Max, 4.0),
/// ] {
///     let volume = CostVolume::new(cells, |cell| Some(f64::from(2 + cell.x)));
///     let terrain = volume.convention(convention).terrain()?;
///     let cost = terrain.cost_of_move(direction, from, to).length() * terrain.scale().unit();
///     assert_eq!(cost, expected);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum CostConvention {
    /// The cost of the cell that it enters, as in `dijkstra3d`. That of the start does not count.
    #[default]
    Entered,
    /// The mean of the costs of both cells, as of a line from center to center. A path costs the same both ways.
    Mean,
    /// The larger of the costs of both cells. A path costs the same both ways.
    Max,
}

/// The costs of moves for each part of a weight, by the axes that they are along.
#[derive(Clone, Copy, Debug)]
pub(super) struct Prices([Cost; 8]);

impl Prices {
    pub(super) fn new(scale: CostScale, convention: CostConvention, costs: &MoveCosts) -> Self {
        let parts = match convention {
            // Of the sum of two weights.
            CostConvention::Mean => 2 * u64::from(scale.base()),
            CostConvention::Entered | CostConvention::Max => scale.base().into(),
        };
        Self(costs.by_axes().map(|cost| cost.part(parts)))
    }

    /// Returns the cost of a move of so many parts; the most there is where there is no number for them.
    #[inline]
    pub(super) fn of(&self, direction: Direction, weight: Option<u32>) -> Cost {
        let each = self.0[direction.axes() & 7];
        weight.map_or(Cost::MAX, |weight| each * weight)
    }
}
