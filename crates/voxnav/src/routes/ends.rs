//! The two ends of a route: from where the agent is to a cell of its world, and from a cell to where it
//! wants to be.
//!
//! INVARIANT: a route that is [`RouteEnd::Joined`] begins, or ends, with a straight way that the agent's
//! box is swept along among the obstacles and the cells set beside them, or that has no length.

use glam::{DVec3, IVec3};
use voxnav_occupancy::{Axis, CellBox, Lattice, LatticeError, Traversability};

use crate::smoothing::Colliders;

/// The world and the colliders that straight ways at the ends of a route are checked against.
#[derive(Clone, Copy)]
pub(super) struct Sweeps<'a> {
    pub(super) lattice: &'a Lattice,
    pub(super) world: &'a Traversability,
    /// The colliders that the world was baked from; for other worlds the cells decide.
    pub(super) colliders: Option<Colliders<'a>>,
}

impl Sweeps<'_> {
    /// Returns whether the agent's box meets nothing on the straight way between two positions.
    pub(super) fn are_clear(&self, from: DVec3, to: DVec3) -> bool {
        if let Some(colliders) = self.colliders {
            return colliders.are_clear_in_world(from, to);
        }
        let [Ok(from), Ok(to)] = [from, to].map(|end| self.lattice.coordinates_of(end)) else {
            return false;
        };
        self.world.is_clear(from, to) == Ok(true)
    }
}

/// The relation of a route to the position that was asked for, at its start or at its goal.
///
#[cfg_attr(feature = "colliders", doc = "```")]
#[cfg_attr(not(feature = "colliders"), doc = "```ignore")]
/// use voxnav::colliders::Obstacle;
/// use voxnav::parry3d::shape::SharedShape;
/// use voxnav::{Agent, Navigator, RouteEnd, RouteOptions, glam::Vec3};
///
/// let mut navigator = Navigator::in_region(0.5, [0.0; 3], [9.0, 4.0, 9.0])?;
/// navigator.insert(Obstacle::new(SharedShape::cuboid(0.6, 0.6, 0.6)).at([5.0, 2.0, 5.0]))?;
/// let drone = navigator.add_agent(Agent::new(Vec3::splat(0.2)))?;
/// let lenient = RouteOptions::default().snap_goal(2.0);
/// let route = navigator.find_route_with(drone, [1.0; 3], [5.0, 2.0, 5.0], &lenient)?;
/// assert_eq!(route.start, RouteEnd::Joined);
/// assert_eq!(route.goal, RouteEnd::Snapped { distance: 1.0 }, "beside the obstacle");
/// # Ok::<(), voxnav::NavigatorError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum RouteEnd {
    /// The route reaches the position itself: the agent's box meets nothing on the straight way between
    /// it and the cell next to it on the path, which is the nearest one with such a way.
    #[default]
    Joined,
    /// The route reaches the center of another cell than that of the position, or that center though the
    /// agent's box overlaps something at the position. The way between the two is not part of the route
    /// and may be blocked.
    Snapped {
        /// The distance of that center from the position, in world units.
        distance: f64,
    },
    /// The route does not meet the position: it ends before the goal, or there is none, for the reason
    /// that the outcome gives.
    Unreached,
    /// The route does not meet the position, which is outside the bounds, or at which the agent's box
    /// overlaps something, as it does at the center of the cell that owns the position.
    Blocked,
    /// The route does not meet the position, although the agent's box overlaps nothing there: no cell
    /// within two cells on each axis is traversable and has a straight, clear way to it.
    CutOff,
}

/// The largest distance of the cells that a position is joined to, in cells on each axis.
const REACH: i32 = 2;

/// A position that was asked for, among the cells of an agent's world.
pub(super) struct End<'a> {
    pub(super) position: DVec3,
    /// The cell that owns the position.
    pub(super) own: IVec3,
    sweeps: Sweeps<'a>,
    /// The axis of the layer that agents never leave, so that only its cells count.
    layer: Option<Axis>,
}

impl<'a> End<'a> {
    pub(super) fn new(
        position: DVec3,
        sweeps: Sweeps<'a>,
        layer: Option<Axis>,
    ) -> Result<Self, LatticeError> {
        Ok(Self {
            position,
            own: sweeps.lattice.cell_at(position)?,
            sweeps,
            layer,
        })
    }

    fn lattice(&self) -> &'a Lattice {
        self.sweeps.lattice
    }

    /// Returns the cells that a straight clear way joins the position to, nearest first, then in cell
    /// order.
    pub(super) fn joined(&self) -> impl Iterator<Item = IVec3> + '_ {
        let own = std::iter::once(self.own);
        let others = std::iter::once_with(|| self.others()).flatten();
        let is_inside = self.sweeps.world.bounds().contains(self.own);
        let cells = own.chain(others).filter(move |_| is_inside);
        cells.filter(|&cell| self.sweeps.world.is_traversable(cell) && self.is_joined_to(cell))
    }

    fn is_joined_to(&self, cell: IVec3) -> bool {
        let center = self.lattice().center(cell);
        center == self.position || self.sweeps.are_clear(self.position, center)
    }

    /// Returns the cells around that of the position, nearest to it first.
    fn others(&self) -> Vec<IVec3> {
        if !self.is_clear() {
            return Vec::new();
        }
        let mut reach = IVec3::splat(REACH);
        if let Some(axis) = self.layer {
            reach[axis.index()] = 0;
        }
        let around = CellBox::new(self.own - reach, self.own + reach + 1);
        let around = around.intersection(&self.sweeps.world.bounds());
        let mut cells: Vec<(f64, IVec3)> = around
            .cells()
            .filter(|&cell| cell != self.own && self.sweeps.world.is_traversable(cell))
            .map(|cell| (self.distance_to(cell), cell))
            .collect();
        cells.sort_by(|a, b| a.0.total_cmp(&b.0));
        cells.into_iter().map(|(_, cell)| cell).collect()
    }

    /// Returns whether the agent's box overlaps nothing at the position.
    fn is_clear(&self) -> bool {
        self.sweeps.are_clear(self.position, self.position)
    }

    /// Returns the distance from the position to the center of a cell, in world units.
    pub(super) fn distance_to(&self, cell: IVec3) -> f64 {
        self.position.distance(self.lattice().center(cell))
    }

    /// Returns how a route that begins or ends at a cell other than the joined ones, or that does not
    /// exist, meets the position.
    pub(super) fn unjoined(&self, used: Option<IVec3>) -> RouteEnd {
        if let Some(cell) = used {
            let distance = self.distance_to(cell);
            RouteEnd::Snapped { distance }
        } else if self.sweeps.world.bounds().contains(self.own) && self.is_clear() {
            RouteEnd::CutOff
        } else {
            RouteEnd::Blocked
        }
    }

    /// Returns whether the position is cut off, and its cell would do all the same for those who do not
    /// look.
    pub(super) fn is_cut_off_from_its_cell(&self) -> bool {
        let can_be = |cell| {
            self.sweeps.world.bounds().contains(cell) && self.sweeps.world.is_traversable(cell)
        };
        can_be(self.own) && self.is_clear()
    }
}
