//! The way of one agent along a path.

use glam::DVec3;
use voxnav_occupancy::LatticeError;

use super::steering::Sight;
use super::validity::Validity;
use super::{Blockage, Progress, SmoothPath};
use crate::smoothing::Space;

/// A guide of an agent along a smooth path: where it is, where to steer, and whether the rest is still free.
///
/// All positions and lengths are in world units, positions at the anchor of the path. A path of
/// one waypoint is followed as any other: its length is zero and its end reached.
///
/// ```
/// use voxnav::glam::{DVec3, IVec3};
/// use voxnav::following::Anchor;
/// use voxnav::grid::{CellBox, CellState, OccupancyBuilder, Traversability};
/// use voxnav::{Follower, Lattice, SmoothPath, UnknownPolicy};
///
/// let straight = [DVec3::ZERO, DVec3::X * 20.0];
/// let path = SmoothPath::new(straight, &Lattice::default(), Anchor::CENTER)?;
/// let mut follower = Follower::new(path);
/// let progress = follower.update([7.0, 0.5, 0.0])?;
/// assert_eq!((progress.along, progress.remaining, progress.off_path), (7.0, 13.0, 0.5));
/// assert_eq!(follower.look_ahead(2.0), DVec3::X * 9.0);
///
/// let occupancy = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(30)))?.commit();
/// let world = Traversability::new(&occupancy, UnknownPolicy::Blocked);
/// assert_eq!(follower.check(&world), None);
/// let mut edit = occupancy.edit();
/// edit.set(IVec3::new(15, 0, 0), CellState::Occupied)?;
/// let newer = world.refreshed(&edit.commit());
/// let broken = follower.check(&newer).ok_or("should be broken")?;
/// assert_eq!((broken.cell, broken.ahead), (IVec3::new(15, 0, 0), 7.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Follower {
    pub(super) path: SmoothPath,
    pub(super) progress: Progress,
    /// The exactness of the position of the last update, in world units.
    pub(super) slack: f64,
    /// The sight that the agent goes to; `None` if it was not asked where to go, or moved otherwise.
    pub(super) sight: Option<Sight>,
    validity: Validity,
}

impl Follower {
    /// Makes a follower at the start of a path.
    #[must_use]
    pub fn new(path: SmoothPath) -> Self {
        Self {
            progress: path.progress_at(0.0),
            slack: 0.0,
            sight: None,
            validity: Validity::default(),
            path,
        }
    }

    /// Returns the exactness of the position of the last update, in world units.
    pub(crate) fn exactness(&self) -> f64 {
        self.slack
    }

    /// Returns the path.
    #[must_use]
    pub fn path(&self) -> &SmoothPath {
        &self.path
    }

    /// Returns the agent's place on the path, as of the last update.
    #[must_use]
    pub fn progress(&self) -> Progress {
        self.progress
    }

    /// Returns the position of the waypoint that comes next; at the end, of the last one.
    #[must_use]
    pub fn next_waypoint(&self) -> DVec3 {
        self.path.waypoints()[self.progress.next]
    }

    /// Returns whether the agent is within `distance` of the end, along the path and from it. A distance of zero or
    /// less, or NaN, means at the end, to the rounding of the agent's position.
    #[must_use]
    pub fn has_arrived(&self, distance: f64) -> bool {
        let distance = distance.max(self.slack);
        self.progress.remaining <= distance && self.progress.off_path <= distance
    }

    /// Updates how far along the path the agent is, by its position: at the nearest point of the path among
    /// those not much farther along or back than the agent moved. So where a path comes back near to
    /// itself, an agent stays on its part.
    ///
    /// # Complexity
    ///
    /// Linear in the waypoints within four times the distance between position and last place;
    /// logarithmic in all.
    ///
    /// # Errors
    ///
    /// [`LatticeError`] for a position that is not finite or has no cell; the place stays.
    pub fn update(&mut self, position: impl Into<DVec3>) -> Result<Progress, LatticeError> {
        let position = position.into();
        self.update_as(position, position)
    }

    /// Updates as [`update`](Self::update) does for an agent at `position` that counts as at another place: a walker on
    /// the ground below its feet. The position tells how exact the place is.
    pub(crate) fn update_as(
        &mut self,
        place: DVec3,
        position: DVec3,
    ) -> Result<Progress, LatticeError> {
        self.path.coordinates_of(place)?;
        self.go_on(place, position);
        Ok(self.progress)
    }

    /// Finds where an agent is on the path that has moved to a place, which some cell has.
    pub(super) fn go_on(&mut self, place: DVec3, position: DVec3) {
        let moved = place.distance(self.progress.nearest);
        let along = self.progress.along;
        self.progress = self.path.nearest_around(place, along, moved);
        self.slack = self.path.exactness_of(position);
    }

    /// Returns the distance from the path that an agent at a position would have after an [`update`](Self::update).
    pub(crate) fn off_path_of(&self, position: DVec3) -> f64 {
        let moved = position.distance(self.progress.nearest);
        let place = self
            .path
            .nearest_around(position, self.progress.along, moved);
        place.off_path
    }

    /// Returns the number of the first waypoint from a point on that the agent goes to: its own where there is one.
    pub(crate) fn waypoint_from(&self, to: DVec3) -> usize {
        let Progress { along, nearest, .. } = self.progress;
        let place = (self.path).nearest_around(to, along, to.distance(nearest));
        let before = place.next.saturating_sub(1);
        let is_there = self.path.waypoints()[before].distance(to) <= self.slack;
        if is_there { before } else { place.next }
    }

    /// Moves the place on along the path by a distance, at most to its end, and returns it: for
    /// agents that follow it exactly. Negative distances lead back, at most to the start; one that
    /// is no number leads nowhere.
    pub fn advance(&mut self, distance: f64) -> Progress {
        let distance = if distance.is_nan() { 0.0 } else { distance };
        self.progress = self.path.progress_at(self.progress.along + distance);
        self.sight = None;
        self.progress
    }

    /// Finds the place again on the whole path, for an agent that was put somewhere else.
    ///
    /// # Errors
    ///
    /// As [`SmoothPath::locate`].
    pub fn relocate(&mut self, position: impl Into<DVec3>) -> Result<Progress, LatticeError> {
        let position = position.into();
        self.progress = self.path.locate(position)?;
        self.slack = self.path.exactness_of(position);
        self.sight = None;
        Ok(self.progress)
    }

    /// Returns the position `distance` farther along the path than the agent's place, at most its end; the place itself
    /// for NaN.
    #[must_use]
    pub fn look_ahead(&self, distance: f64) -> DVec3 {
        let distance = if distance.is_nan() { 0.0 } else { distance };
        self.path.position_at(self.progress.along + distance)
    }

    /// Returns the first place ahead where the path is no longer free; `None` if the agent's box meets nothing from its
    /// place to the end. Among colliders the space is [`Navigator::space`](crate::Navigator::space) or
    /// [`FlightView::space`](crate::FlightView::space), for worlds made of cells the snapshot.
    ///
    /// What was found is remembered with the state of the chunks that the path crosses. In the
    /// snapshot of the last call the answer costs nothing; in another, only those segments are
    /// swept again that cross a chunk which changed. At most 65,536 cells of the path are looked at:
    /// what is in the way farther on is found when the agent is nearer.
    ///
    /// Cells are asked; a space among colliders also reports where they are blocked and the agent gets
    /// through among the obstacles. Of an agent baked at centers (`Baking::Centers`) cells alone are
    /// asked, in a navigator's space too: what stands between the centers of cells breaks no path of
    /// such an agent, neither here nor when it was planned. Unknown cells count as the policy of the snapshot's agent has it; one
    /// that stops at their boundary plans through them, so they break nothing.
    ///
    /// # Complexity
    ///
    /// Constant for the same snapshot; else a look-up for each chunk that the path crosses, and
    /// sweeps of the segments ahead that cross changed ones, up to the first break. The first call
    /// sweeps all of them.
    pub fn check<'a>(&mut self, space: impl Into<Space<'a>>) -> Option<Blockage> {
        let space = space.into();
        self.validity.check(&self.path, self.progress.along, &space)
    }
}
