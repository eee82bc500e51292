//! Links in world units.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use glam::DVec3;
use glam::IVec3;
use voxnav_occupancy::{CellBox, Lattice, LatticeError};
use voxnav_search::Ground;
use voxnav_search::{Cost, Link, LinkDirection, LinkState, Locomotion};

use super::standing::{depth_of, feet_of, stance_of};

/// The id of a link of a [`Navigator`](crate::Navigator). An id is never given out again.
///
/// ```
/// use voxnav::Navigator;
/// use voxnav::ground::{LinkState, WorldLink};
///
/// let mut navigator = Navigator::in_region(1.0, [0.0; 3], [9.0; 3])?;
/// let portal = navigator.insert_link(WorldLink::new([1.0, 1.0, -0.5], [8.0, 8.0, -0.5]))?;
/// navigator.set_link_state(portal, LinkState::Closed)?;
/// assert_eq!(navigator.remove_link(portal)?.state, LinkState::Closed);
/// assert!(navigator.remove_link(portal).is_err(), "gone");
/// # Ok::<(), voxnav::NavigatorError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LinkId(pub(crate) u32);

impl LinkId {
    /// Returns the id as a number, for other languages.
    #[must_use]
    pub const fn to_bits(self) -> u32 {
        self.0
    }

    /// Returns the id that [`to_bits`](Self::to_bits) returned the number for.
    ///
    /// ```
    /// use voxnav::Navigator;
    /// use voxnav::ground::{LinkId, WorldLink};
    ///
    /// let mut navigator = Navigator::in_region(1.0, [0.0; 3], [9.0; 3])?;
    /// let portal = navigator.insert_link(WorldLink::new([1.0, 1.0, -0.5], [8.0, 8.0, -0.5]))?;
    /// let number = portal.to_bits();
    /// assert!(navigator.remove_link(LinkId::from_bits(number)).is_ok());
    /// # Ok::<(), voxnav::NavigatorError>(())
    /// ```
    #[must_use]
    pub const fn from_bits(bits: u32) -> Self {
        Self(bits)
    }
}

/// The most columns of cells for which a box of a link follows the ground.
const MOST_COLUMNS: u64 = 1 << 14;

/// A cell in the order of cells.
#[derive(Clone, Copy, PartialEq, Eq)]
struct InOrder(IVec3);

impl Ord for InOrder {
    fn cmp(&self, other: &Self) -> Ordering {
        let key = |it: &Self| (it.0.z, it.0.y, it.0.x);
        key(self).cmp(&key(other))
    }
}

impl PartialOrd for InOrder {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Returns the cells outside of a box at which an agent settles from cells of the box. Between the lowest and the
/// highest layers of the box, from where it gets up, it rests inside.
fn rests_outside(ground: &Ground, lattice: &Lattice, cells: CellBox) -> BTreeSet<InOrder> {
    let axis = ground.locomotion().up.axis;
    let (unit, size) = (axis.unit(), cells.max - cells.min);
    let layer = |at: i32| {
        let min = cells.min * (IVec3::ONE - unit) + unit * at;
        CellBox::new(min, min + size * (IVec3::ONE - unit) + unit)
    };
    let depth = depth_of(ground, lattice);
    let [lowest, end] = [cells.min, cells.max].map(|corner| axis.of(corner));
    if layer(lowest).volume() > MOST_COLUMNS {
        return BTreeSet::new();
    }
    let first = (lowest + depth).min(end);
    let ends = (lowest..first).chain((end - depth).max(first)..end);
    let layers = ends.flat_map(|at| layer(at).cells());
    let rests = layers.filter_map(|cell| ground.stance_near([cell], depth));
    let rests = rests.map(|[_, rest]| rest);
    (rests.filter(|&rest| !cells.contains(rest)))
        .map(InOrder)
        .collect()
}

/// Returns boxes that have exactly some cells.
fn boxes_of(mut cells: BTreeSet<InOrder>) -> Vec<CellBox> {
    let mut boxes = Vec::new();
    while let Some(&InOrder(first)) = cells.first() {
        let mut whole = CellBox::of_cell(first);
        for axis in IVec3::AXES {
            // One layer more along the axis, as long as all of it is there.
            loop {
                let across = IVec3::ONE - axis;
                let min = whole.min * across + whole.max * axis;
                let next = CellBox::new(min, whole.max + axis);
                if !next.cells().all(|cell| cells.contains(&InOrder(cell))) {
                    break;
                }
                whole.max += axis;
            }
        }
        for cell in whole.cells() {
            cells.remove(&InOrder(cell));
        }
        boxes.push(whole);
    }
    boxes
}

/// The ends of a link for an agent: see [`Navigator::link_ends`](crate::Navigator::link_ends).
///
/// ```
/// use voxnav::ground::{LinkEnd, LinkEnds};
///
/// /// Whether an agent can use a link, as far as its ends go.
/// fn is_usable(ends: &LinkEnds) -> bool {
///     [ends.from, ends.to].iter().all(|end| matches!(end, LinkEnd::Usable(_)))
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct LinkEnds {
    /// The beginning of the link.
    pub from: LinkEnd,
    /// The end of the link.
    pub to: LinkEnd,
}

/// An end of a link for an agent.
///
/// ```
/// use voxnav::glam::DVec3;
/// use voxnav::ground::LinkEnd;
///
/// /// Returns where an editor could put an end.
/// fn place_for(end: LinkEnd) -> Option<DVec3> {
///     match end {
///         LinkEnd::Usable(place) => Some(place),
///         LinkEnd::Unusable { nearest } => nearest,
///     }
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LinkEnd {
    /// The agent can be there, its feet at this position: for a link that begins in a box, the first such cell of it, or
    /// else the first at which the agent settles from one.
    Usable(DVec3),
    /// The agent cannot be there, so that it cannot use the link.
    Unusable {
        /// The nearest place within 16 cells at which the agent can be, if there is any.
        nearest: Option<DVec3>,
    },
}

/// A connection that is no move, in world units: an elevator, a jump pad, a teleport.
///
/// Its ends are where the feet are, as in all of [`Route`](crate::Route): each agent is at an end where the
/// [rule](super::GroundView#positions) of all positions says, on the ground below where it is in the air. A link that
/// begins in a box of several cells begins wherever the agent is for any of them. It can be used where it is open, is
/// for the agent, and the agent can be at both of its ends: [`Navigator::link_ends`](crate::Navigator::link_ends) reports
/// that.
///
/// ```
/// use voxnav::ground::{Action, Locomotion, WorldLink};
/// use voxnav::search::Cost;
/// use voxnav::{Agent, Navigator};
///
/// // Two floors without stairs.
/// let mut navigator = Navigator::in_region(1.0, [0.0; 3], [9.0, 9.0, 9.0])?;
/// let floor = voxnav::grid::CellBox::new([0, 0, 4].into(), [10, 10, 5].into());
/// navigator.set_cells(floor, voxnav::grid::CellState::Occupied)?;
/// let walker = navigator.add_agent((Agent::new([0.5, 0.5, 1.0].into()), &Locomotion::walker()))?;
/// let elevator = WorldLink { cost: Cost::STRAIGHT * 3, label: 7, ..WorldLink::new([2.0, 2.0, -0.5], [2.0, 2.0, 4.5]) };
/// navigator.insert_link(elevator)?;
/// let route = navigator.find_route(walker, [2.0, 5.0, -0.5], [2.0, 8.0, 4.5])?;
/// let actions: Vec<_> = route.legs().iter().map(|leg| leg.action).collect();
/// assert_eq!(actions, [Action::Walk, Action::Link(7), Action::Walk]);
/// # Ok::<(), voxnav::NavigatorError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct WorldLink {
    /// Two opposite corners of the box where it begins: every cell from that of the one to that of the
    /// other. The same position twice is one cell. A box of more than 16,384 columns does not follow the ground: it begins at
    /// its own cells.
    pub from: [DVec3; 2],
    /// The position where the link ends.
    pub to: DVec3,
    /// The directions of the link: one way, or back, too.
    pub ways: LinkDirection,
    /// The cost of the link; zero is allowed. No material changes it.
    pub cost: Cost,
    /// The caller's name for it, as in [`Action::Link`](super::Action::Link).
    pub label: u32,
    /// The groups of agents that may use it, a bit each: see
    /// [`Locomotion::groups`](super::Locomotion::groups).
    pub groups: u64,
    /// The state of the link: whether it can be used now.
    pub state: LinkState,
}

impl WorldLink {
    /// Makes an open link of one way for all agents from a position to another, without cost or label.
    #[must_use]
    pub fn new(from: impl Into<DVec3>, to: impl Into<DVec3>) -> Self {
        let from = from.into();
        let cells = Link::new(CellBox::EMPTY, glam::IVec3::ZERO);
        Self {
            from: [from; 2],
            to: to.into(),
            ways: cells.ways,
            cost: cells.cost,
            label: cells.label,
            groups: cells.groups,
            state: cells.state,
        }
    }

    /// Returns the link in cells for an agent in a world: its ends are where the agent settles, or else the nearest
    /// cells, at which it cannot be. A link that begins in a box is several: the box as it is, and the cells outside of it
    /// where the agent settles from cells of the box.
    pub(crate) fn settled(
        &self,
        ground: &Ground,
        lattice: &Lattice,
    ) -> Result<Vec<Link>, LatticeError> {
        let mut link = self.in_cells(lattice, ground.locomotion())?;
        let bounds = ground.stances().occupancy().bounds();
        let rest = |position: DVec3, nearest: IVec3| {
            let place = stance_of(ground, lattice, position)?.map(|place| place.cell);
            Ok::<_, LatticeError>(
                place
                    .filter(|&cell| bounds.contains(cell))
                    .unwrap_or(nearest),
            )
        };
        link.to = rest(self.to, link.to)?;
        if self.from[0] == self.from[1] {
            link.from = CellBox::of_cell(rest(self.from[0], link.from.min)?);
            return Ok(vec![link]);
        }
        let mut outside = rests_outside(ground, lattice, link.from);
        outside.retain(|cell| bounds.contains(cell.0));
        let parts = std::iter::once(link.from).chain(boxes_of(outside));
        Ok(parts.map(|from| Link { from, ..link }).collect())
    }

    /// Returns the link in cells, for the feet of an agent in cells: what [`Ground`](super::Ground) takes.
    ///
    /// # Errors
    ///
    /// [`LatticeError`] for positions that are not finite or too far away for any cell.
    pub fn in_cells(&self, lattice: &Lattice, agent: &Locomotion) -> Result<Link, LatticeError> {
        let feet = feet_of(agent, lattice).offset();
        let cell_at = |position: DVec3| lattice.cell_at(position - feet);
        let [one, other] = self.from.map(cell_at);
        let (one, other) = (one?, other?);
        Ok(Link {
            from: CellBox::new(one.min(other), one.max(other) + 1),
            to: cell_at(self.to)?,
            ways: self.ways,
            cost: self.cost,
            label: self.label,
            groups: self.groups,
            state: self.state,
        })
    }
}
