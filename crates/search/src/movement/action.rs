//! The action of an agent along a move.

use std::fmt;

/// The action of an agent along a leg of its path.
///
/// ```
/// # use glam::IVec3;
/// # use voxnav_occupancy::{CellBox, OccupancyBuilder};
/// # let world = OccupancyBuilder::new(CellBox::from_size(IVec3::new(9, 9, 5)))?.commit();
/// use voxnav_search::{Action, Ground, Locomotion, Query, Workspace};
///
/// let ground = Ground::new(&world, &Locomotion::walker())?;
/// let query = Query::new(IVec3::ZERO, IVec3::new(5, 0, 0));
/// let solution = query.solve(&ground, &mut Workspace::new());
/// let path = solution.outcome.path().ok_or("there is a path")?;
/// assert_eq!(path.legs()[0].action, Action::Walk);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Action {
    /// Walks to a neighboring cell at the same height.
    Walk,
    /// Steps up to a higher neighboring cell.
    StepUp,
    /// Walks over an edge and drops.
    Drop,
    /// Jumps over a gap, or up to a neighboring cell that is too high for a step.
    Jump,
    /// Climbs a cell up or down.
    Climb,
    /// Swims.
    Swim,
    /// Flies: the action of flying agents, and of ground agents that can fly.
    Fly,
    /// Opens a door and moves into it, whatever the move.
    Door,
    /// Takes the link of this label.
    Link(u32),
    /// Makes a custom move, of this number: see [`Successors`](crate::Successors).
    Custom(u32),
}

impl fmt::Display for Action {
    /// Writes the action in plain words: `walk`, `step up`, `link 7`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Walk => "walk",
            Self::StepUp => "step up",
            Self::Drop => "drop",
            Self::Jump => "jump",
            Self::Climb => "climb",
            Self::Swim => "swim",
            Self::Fly => "fly",
            Self::Door => "open a door",
            Self::Link(label) => return write!(f, "link {label}"),
            Self::Custom(number) => return write!(f, "move {number}"),
        })
    }
}
