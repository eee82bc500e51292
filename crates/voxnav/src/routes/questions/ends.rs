//! The two ends of a route: from where the agent is to a cell of its world, and from a cell to where it
//! wants to be.
//!
//! INVARIANT: a route that is [`RouteEnd::Joined`] begins, or ends, with a straight way that the agent's
//! box is swept along among the obstacles and the cells set in addition, or that has no length. Among cells alone, an
//! end may be rounded into what it touches.

use glam::{DVec3, IVec3};
use voxnav_occupancy::{Axis, CellBox, Lattice, LatticeError, Traversability};

use crate::following::exactness;
use crate::smoothing::{Colliders, Space};

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

/// A position that was asked for.
#[derive(Debug)]
pub(crate) struct End {
    pub(crate) position: DVec3,
    /// The cell of the position.
    pub(crate) own: IVec3,
    /// The cell at which a path begins or ends: joined to the position, or where the agent rests.
    pub(crate) cell: Option<IVec3>,
}

impl End {
    /// Returns the cell to search from or to.
    pub(crate) fn searched(&self) -> IVec3 {
        self.cell.unwrap_or(self.own)
    }
}

/// The largest distance of the cells that a position is joined to, in cells on each axis.
pub(in crate::routes) const REACH: i32 = 2;

/// The world and the colliders that straight ways at the ends of a route are checked against.
#[derive(Clone, Copy)]
pub(in crate::routes) struct Sweeps<'a> {
    pub(in crate::routes) lattice: &'a Lattice,
    pub(in crate::routes) world: &'a Traversability,
    /// The colliders that the world was baked from; for other worlds the cells decide.
    pub(in crate::routes) colliders: Option<Colliders<'a>>,
    /// The axis of the layer that agents never leave, so that only its cells count.
    pub(in crate::routes) layer: Option<Axis>,
}

impl<'a> Sweeps<'a> {
    /// Returns whether the agent's box meets nothing on the straight way between two positions.
    pub(in crate::routes) fn are_clear(&self, from: DVec3, to: DVec3) -> bool {
        if let Some(colliders) = self.colliders {
            return colliders.are_clear_in_world(from, to);
        }
        let ends = [from, to];
        let [Ok(from), Ok(to)] = ends.map(|end| self.lattice.coordinates_of(end)) else {
            return false;
        };
        if self.world.is_clear(from, to) == Ok(true) {
            return true;
        }
        // Ends that touch something are rounded into it as often as not.
        let space = Space::planned(self.world);
        let rounding = |end| exactness(end, self.lattice) / self.lattice.shortest_side();
        let settled = [
            space.settled(from, rounding(ends[0])),
            space.settled(to, rounding(ends[1])),
        ];
        settled != [from, to] && space.is_clear(settled[0], settled[1])
    }

    /// Returns a position as an end, joined to the nearest cell that a straight clear way leads to.
    pub(in crate::routes) fn end(self, position: DVec3) -> Result<End, LatticeError> {
        let own = self.lattice.cell_at(position)?;
        let cell = self.joined(position, own).next();
        Ok(End {
            position,
            own,
            cell,
        })
    }

    /// Returns the cells that a straight clear way joins a position in the cell `own` to, nearest first,
    /// then in cell order.
    pub(in crate::routes) fn joined(
        self,
        position: DVec3,
        own: IVec3,
    ) -> impl Iterator<Item = IVec3> + 'a {
        let others = std::iter::once_with(move || self.others(position, own)).flatten();
        let is_inside = self.world.bounds().contains(own);
        let cells = std::iter::once(own).chain(others);
        cells.filter(move |&cell| is_inside && self.is_joined(position, cell))
    }

    /// Returns whether the agent can be at a cell and gets to its center on a straight clear way.
    fn is_joined(&self, position: DVec3, cell: IVec3) -> bool {
        self.world.is_traversable(cell) && self.reach(position, cell)
    }

    /// Returns whether a straight clear way leads to the center of a cell.
    pub(in crate::routes) fn reach(&self, position: DVec3, cell: IVec3) -> bool {
        let center = self.lattice.center(cell);
        center == position || self.are_clear(position, center)
    }

    /// Returns the cells around that of a position, nearest to it first.
    fn others(&self, position: DVec3, own: IVec3) -> Vec<IVec3> {
        if !self.are_clear(position, position) {
            return Vec::new();
        }
        let mut reach = IVec3::splat(REACH);
        if let Some(axis) = self.layer {
            reach[axis.index()] = 0;
        }
        let around = CellBox::new(own - reach, own + reach + 1);
        let around = around.intersection(&self.world.bounds());
        let mut cells: Vec<(f64, IVec3)> = around
            .cells()
            .filter(|&cell| cell != own && self.world.is_traversable(cell))
            .map(|cell| (position.distance(self.lattice.center(cell)), cell))
            .collect();
        cells.sort_by(|a, b| a.0.total_cmp(&b.0));
        cells.into_iter().map(|(_, cell)| cell).collect()
    }

    /// Returns the distance from an end to the center of a cell, in world units.
    pub(in crate::routes) fn distance(&self, end: &End, cell: IVec3) -> f64 {
        end.position.distance(self.lattice.center(cell))
    }

    /// Returns whether an end is inside the bounds, and the agent's box overlaps nothing there.
    fn is_free(&self, end: &End) -> bool {
        self.world.bounds().contains(end.own) && self.are_clear(end.position, end.position)
    }

    /// Returns how a route that begins or ends at a cell other than the joined ones, or that does not
    /// exist, meets an end.
    pub(in crate::routes) fn unjoined(&self, end: &End, used: Option<IVec3>) -> RouteEnd {
        if let Some(cell) = used {
            let distance = self.distance(end, cell);
            RouteEnd::Snapped { distance }
        } else if self.is_free(end) {
            RouteEnd::CutOff
        } else {
            RouteEnd::Blocked
        }
    }

    /// Returns whether an end is joined to no cell, although it is free and its own cell is traversable.
    pub(in crate::routes) fn is_cut_off(&self, end: &End) -> bool {
        end.cell.is_none() && self.is_free(end) && self.world.is_traversable(end.own)
    }
}
