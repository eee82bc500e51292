//! The way of one agent along one smooth path.

use glam::DVec3;
use voxnav_occupancy::LatticeError;

use super::steering::Sight;
use super::validity::Validity;
use super::{Blockage, Progress, SmoothPath};
use crate::smoothing::Space;

/// The place of an agent on one smooth path, with what was seen from there: the part of a [`Follower`](crate::Follower)
/// for one leg.
#[derive(Clone, Debug)]
pub(crate) struct PathFollower {
    pub(crate) path: SmoothPath,
    pub(crate) progress: Progress,
    /// The exactness of the position of the last update, in world units.
    pub(crate) slack: f64,
    /// The sight that the agent goes to; `None` if it was not asked where to go, or moved otherwise.
    pub(super) sight: Option<Sight>,
    validity: Validity,
}

impl PathFollower {
    /// Makes a follower at the start of a path.
    pub(crate) fn new(path: SmoothPath) -> Self {
        Self {
            progress: path.progress_at(0.0),
            slack: 0.0,
            sight: None,
            validity: Validity::default(),
            path,
        }
    }

    /// Returns the position of the waypoint that comes next; at the end, of the last one.
    pub(crate) fn next_waypoint(&self) -> DVec3 {
        self.path.waypoints()[self.progress.next]
    }

    /// Returns whether the agent is at the end, to the rounding of its position.
    pub(crate) fn has_arrived(&self) -> bool {
        self.progress.remaining <= self.slack && self.progress.off_path <= self.slack
    }

    /// Updates how far along the path an agent at `position` is, that counts as at `place`: a walker on the ground below
    /// its feet. The position tells how exact the place is.
    ///
    /// # Errors
    ///
    /// [`LatticeError`] for a place that is not finite or has no cell; nothing has changed then.
    pub(crate) fn update(&mut self, place: DVec3, position: DVec3) -> Result<(), LatticeError> {
        self.path.coordinates_of(place)?;
        self.go_on(place, position);
        Ok(())
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

    /// Moves the place to a distance along the path, at least zero and at most its length.
    pub(crate) fn go_to(&mut self, along: f64) {
        self.progress = self.path.progress_at(along);
        self.sight = None;
    }

    /// Finds the place again on the whole path.
    pub(crate) fn relocate(&mut self, position: DVec3) -> Result<(), LatticeError> {
        self.progress = self.path.locate(position)?;
        self.slack = self.path.exactness_of(position);
        self.sight = None;
        Ok(())
    }

    /// Returns the first place ahead where the path is no longer free.
    pub(crate) fn check(&mut self, space: &Space<'_>) -> Option<Blockage> {
        self.validity.check(&self.path, self.progress.along, space)
    }
}
