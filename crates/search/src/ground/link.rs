//! Connections that are no moves: doors to elsewhere, elevators, jump pads, teleports.

use glam::IVec3;
use thiserror::Error;
use voxnav_occupancy::CellBox;

use super::locomotion::Locomotion;
use crate::cost::Cost;

/// A connection from any cell of a box to a cell, one way or both.
///
/// ```
/// use voxnav_occupancy::CellBox;
/// use voxnav_search::{Cost, Link, LinkDirection};
/// use glam::IVec3;
///
/// let elevator = Link {
///     ways: LinkDirection::Both,
///     cost: Cost::STRAIGHT * 5,
///     label: 7,
///     ..Link::new(CellBox::of_cell(IVec3::ZERO), IVec3::new(0, 0, 30))
/// };
/// assert_eq!(elevator.groups, u64::MAX, "for all agents");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Link {
    /// The cells where the link begins.
    pub from: CellBox,
    /// The cell where the link ends.
    pub to: IVec3,
    /// The ways that the link leads: back, too, from `to` to every cell of `from`, or not.
    pub ways: LinkDirection,
    /// The cost of the link; zero is allowed. No material changes it.
    pub cost: Cost,
    /// The caller's name for the link, as in [`Action::Link`](crate::Action::Link).
    pub label: u32,
    /// The groups of agents that may use the link, a bit each: see [`Locomotion::groups`].
    pub groups: u64,
    /// The state of the link: open or closed.
    pub state: LinkState,
}

/// The ways that a link leads.
///
/// ```
/// # use glam::IVec3;
/// # use voxnav_occupancy::OccupancyBuilder;
/// # let world = OccupancyBuilder::new(CellBox::from_size(IVec3::new(9, 9, 5)))?.commit();
/// use voxnav_occupancy::CellBox;
/// use voxnav_search::{Ground, Link, Locomotion, Query, LinkDirection, Workspace};
///
/// let ferry = Link::new(CellBox::of_cell(IVec3::ZERO), IVec3::new(8, 8, 0));
/// let ferry = Link { ways: LinkDirection::Both, ..ferry };
/// let ground = Ground::new(&world, &Locomotion::walker())?.with_links(&[ferry])?;
/// let back = Query::new(IVec3::new(8, 8, 0), IVec3::ZERO);
/// let back = back.solve(&ground, &mut Workspace::new());
/// assert_eq!(back.outcome.path().map(|path| path.cost()), Some(ferry.cost));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum LinkDirection {
    /// One way, from the box of the link to its cell.
    #[default]
    One,
    /// Two ways: from the box to the cell, and back.
    Both,
}

/// The state of a link: agents can use it or not.
///
/// ```
/// # use glam::IVec3;
/// # use voxnav_occupancy::OccupancyBuilder;
/// # let world = OccupancyBuilder::new(CellBox::from_size(IVec3::new(9, 9, 5)))?.commit();
/// use voxnav_occupancy::CellBox;
/// use voxnav_search::{Ground, Link, LinkState, Locomotion, Query, Workspace};
///
/// let ferry = Link::new(CellBox::of_cell(IVec3::ZERO), IVec3::new(8, 8, 0));
/// let ferry = Link { state: LinkState::Closed, ..ferry };
/// let ground = Ground::new(&world, &Locomotion::walker())?.with_links(&[ferry])?;
/// let around = Query::new(IVec3::ZERO, IVec3::new(8, 8, 0));
/// let around = around.solve(&ground, &mut Workspace::new());
/// assert!(around.outcome.path().map(|path| path.cost()) > Some(ferry.cost));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum LinkState {
    /// A link that can be used.
    #[default]
    Open,
    /// A link that cannot be used for now.
    Closed,
}

/// Error for a link that no agent could ever use.
///
/// ```
/// # use glam::IVec3;
/// # use voxnav_occupancy::OccupancyBuilder;
/// # let world = OccupancyBuilder::new(CellBox::from_size(IVec3::new(9, 9, 5)))?.commit();
/// use voxnav_occupancy::CellBox;
/// use voxnav_search::{Ground, Link, LinkError, Locomotion};
///
/// let lost = Link::new(CellBox::of_cell(IVec3::ZERO), IVec3::splat(99));
/// let refused = Ground::new(&world, &Locomotion::walker())?.with_links(&[lost]).err();
/// assert!(matches!(refused, Some(LinkError::OutsideBounds { link: 0, field: "to", .. })));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LinkError {
    /// The box where the link begins has no cell.
    #[error("`from` of link {link} has no cell")]
    EmptyBox {
        /// The place of the link in the list.
        link: usize,
    },
    /// An end lies outside the bounds of the world.
    #[error("`{field}` of link {link} lies outside the bounds {bounds}")]
    OutsideBounds {
        /// The place of the link in the list.
        link: usize,
        /// `from` or `to`.
        field: &'static str,
        /// The bounds of the world.
        bounds: CellBox,
    },
}

impl Link {
    /// Creates an open link of one way for all agents, without cost or label.
    #[must_use]
    pub fn new(from: CellBox, to: IVec3) -> Self {
        Self {
            from,
            to,
            ways: LinkDirection::One,
            cost: Cost::ZERO,
            label: 0,
            groups: u64::MAX,
            state: LinkState::Open,
        }
    }

    pub(super) fn check(&self, link: usize, bounds: CellBox) -> Result<(), LinkError> {
        let outside = |field| LinkError::OutsideBounds {
            link,
            field,
            bounds,
        };
        if self.from.is_empty() {
            Err(LinkError::EmptyBox { link })
        } else if !bounds.contains_box(&self.from) {
            Err(outside("from"))
        } else if !bounds.contains(self.to) {
            Err(outside("to"))
        } else {
            Ok(())
        }
    }

    /// Returns whether an agent may use the link now.
    pub(super) fn is_for(&self, agent: &Locomotion) -> bool {
        self.state == LinkState::Open && self.groups & agent.groups != 0
    }
}
