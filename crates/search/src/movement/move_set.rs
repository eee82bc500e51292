//! Move sets: the neighbors that an agent may move to.

use voxnav_occupancy::{Axis, CellBox};

use super::direction::{Direction, DirectionSet};

/// The part of the 26 neighbors that an agent may move to.
///
/// ```
/// use voxnav_occupancy::Axis;
/// use voxnav_search::MoveSet;
///
/// let counts = [MoveSet::Vertex26, MoveSet::Face6, MoveSet::Planar8(Axis::Z)];
/// assert_eq!(counts.map(|moves| moves.directions().count()), [26, 6, 8]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum MoveSet {
    /// All 26 neighbors: those that share a face, an edge or a vertex.
    #[default]
    Vertex26,
    /// The 18 neighbors that share a face or an edge.
    Edge18,
    /// The 6 neighbors that share a face.
    Face6,
    /// Eight directions in the plane whose normal is the given axis.
    Planar8(Axis),
    /// Four directions in the plane whose normal is the given axis.
    Planar4(Axis),
}

impl MoveSet {
    /// Returns the directions of this set, in canonical rank.
    pub fn directions(self) -> impl Iterator<Item = Direction> {
        self.direction_set().iter()
    }

    /// Returns whether `direction` belongs to this set.
    #[must_use]
    pub fn allows(self, direction: Direction) -> bool {
        let offset = direction.offset();
        let axes = offset.abs().element_sum();
        match self {
            Self::Vertex26 => true,
            Self::Edge18 => axes <= 2,
            Self::Face6 => axes == 1,
            Self::Planar8(fixed) => fixed.of(offset) == 0,
            Self::Planar4(fixed) => fixed.of(offset) == 0 && axes == 1,
        }
    }

    /// Returns the set as it is in a world with these bounds: in one of a single layer, moves out
    /// of the layer lead nowhere.
    pub(crate) fn in_bounds(self, bounds: CellBox) -> Self {
        let size = bounds.size().to_array();
        let flat = |axis: &Axis| size[axis.index()] == 1;
        match (self, Axis::ALL.into_iter().find(flat)) {
            (Self::Vertex26 | Self::Edge18, Some(axis)) => Self::Planar8(axis),
            (Self::Face6, Some(axis)) => Self::Planar4(axis),
            _ => self,
        }
    }

    /// Returns the axis along which this set never moves.
    #[must_use]
    pub const fn fixed_axis(self) -> Option<Axis> {
        match self {
            Self::Planar8(axis) | Self::Planar4(axis) => Some(axis),
            _ => None,
        }
    }

    pub(crate) fn direction_set(self) -> DirectionSet {
        let allowed = Direction::all().filter(|&direction| self.allows(direction));
        DirectionSet(allowed.fold(0, |set, direction| set | direction.bit()))
    }
}
