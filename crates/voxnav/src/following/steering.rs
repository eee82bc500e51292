//! The point of its path that an agent steers for: one that it gets straight to, chosen such that going there again
//! and again leads to the end.
//!
//! # Why it gets there
//!
//! A follower remembers the *sight*: how far along the path the point lies that the agent was last
//! seen to get straight to. While the agent goes there, the point stays in sight, for a part of a
//! clear line is clear; so the sight never has to go back unless the agent is pushed. An agent at
//! the sight is on the path, where the rest of the segment is clear because the path is. So it
//! always has a point to go to that is farther along, and every frame brings it nearer to that point
//! by what it moves, or to it. Segments are few; so it arrives.
//!
//! An agent that is pushed in every frame is never on its path. If it went for the nearest point of that, it would
//! get on by what it is pushed; so it comes back to the path no nearer than a cell ahead, however short it looks.
//!
//! # Rounding
//!
//! A path around a corner touches it. An agent that is a rounding error off a line that touches
//! something is as often as not inside of it, by as little. So the line that an agent is on within
//! the rounding of its position, be it a segment or its way to the sight, is asked for instead of
//! the line from where it is.

use glam::DVec3;
use voxnav_occupancy::LatticeError;

use super::PathFollower;
use super::stretch::FARTHEST;
use crate::smoothing::{Space, foot};

/// The advice to an agent from where it is: go straight to a point, or nowhere until it has a new route.
///
/// ```
/// use voxnav::following::Anchor;
/// use voxnav::glam::{DVec3, IVec3};
/// use voxnav::grid::{CellBox, OccupancyBuilder, Traversability};
/// use voxnav::{Follower, Lattice, SmoothPath, UnknownPolicy};
/// use voxnav::following::Steering;
///
/// let room = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(12)))?.commit();
/// let world = Traversability::new(&room, UnknownPolicy::Blocked);
/// let straight = SmoothPath::new([[1.0; 3], [9.0, 1.0, 1.0]], &Lattice::default(), Anchor::CENTER)?;
/// let mut follower = Follower::new(straight);
/// let steering = follower.clear_look_ahead(DVec3::ONE, 2.0, &world)?;
/// assert_eq!(steering, Steering::Toward(DVec3::new(9.0, 1.0, 1.0)), "the next waypoint is in sight");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[must_use]
pub enum Steering {
    /// The agent goes straight for this point of the path: nothing is in the way.
    Toward(DVec3),
    /// The agent is on this path, and what lies ahead is blocked: it goes nowhere. It needs a new route.
    /// [`Follower::check`](crate::Follower::check) describes what is in the way.
    Blocked,
    /// The agent goes nowhere: no point of this path near it is in sight, as after a push around a corner. It needs
    /// a new route from where it is.
    OutOfSight,
}

impl Steering {
    /// Returns the point to go to; `None` if the agent needs a new route.
    #[must_use]
    pub const fn target(self) -> Option<DVec3> {
        match self {
            Self::Toward(target) => Some(target),
            Self::Blocked | Self::OutOfSight => None,
        }
    }
}

/// A point of the path that the agent gets straight to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sight {
    /// The position that the point was seen from, in cells.
    from: DVec3,
    /// The distance of the point along the path, in world units.
    pub(super) along: f64,
}

/// The rest of a segment, in world units along the path.
enum Rest {
    Clear { end: f64 },
    Blocked { at: f64 },
}

/// The least distance ahead at which an agent off its path comes back to it, if it sees so far, in cells.
const COMES_BACK: f64 = 1.0;

/// The distance from its sight up to which an agent looks for all that is in sight beyond, in cells, and the distance
/// beyond its sight at which one that is farther off looks first: where it does not see so much farther, it has time
/// to look again. Nearly all looks next to a corner are in vain, and each is as long as the agent looks ahead.
const NEAR: f64 = 1.0;
const FARTHER: f64 = 0.25;

/// The distance from its sight within which an agent may be on the part of the path there, in cells.
const NEAR_SIGHT: f64 = 1.0;

/// The distance before what blocks its path at which an agent stops, in cells.
const STOP: f64 = 1.0 / 64.0;

/// The number of times that the part of the path ahead is halved to find the farthest point in sight, and the most
/// times to find any: an agent next to a corner sees no farther than to that, however near it is.
const HALVINGS: u32 = 8;
const MOST_HALVINGS: u32 = 32;

/// The number of places along its path, both ways, at which an agent that sees nothing ahead looks around, and the
/// distance from one to the next, in cells.
const LOOKS_AROUND: u32 = 64;
const LOOK: f64 = 0.5;

/// One agent at one position, looking for where to go.
struct View<'a> {
    follower: &'a PathFollower,
    space: &'a Space<'a>,
    /// The position of the agent, in cells, and the place along the path where it counts as standing.
    at: DVec3,
    start: DVec3,
    /// The exactness of the position, in cells.
    slack: f64,
    /// True if the position is on the path.
    is_on_path: bool,
    /// The end of what is looked at, in world units along the path.
    horizon: f64,
    /// The end of what is looked at from off the path, in world units along the path.
    horizon_off_path: f64,
}

impl PathFollower {
    /// Returns the point of the path to go straight to from a position that counts as at a place: see
    /// [`Follower::clear_look_ahead`](crate::Follower::clear_look_ahead).
    pub(crate) fn clear_look_ahead(
        &mut self,
        [position, place]: [DVec3; 2],
        distance: f64,
        space: &Space<'_>,
    ) -> Result<Steering, LatticeError> {
        let at = self.path.coordinates_of(place)?;
        self.go_on(place, position);
        let slack = self.slack / self.path.shortest_side();
        self.follow_sight(place);
        self.settle(at, slack);
        let farthest = FARTHEST * self.path.cell_size();
        // `max` takes the other for NaN.
        let distance = distance.max(0.0).min(farthest);
        let along = self.progress.along;
        let horizon = |distance: f64| (along + distance).min(self.path.length());
        let view = View {
            follower: self,
            space,
            at,
            // Half of the slack, so that rounding once more leaves the agent within it.
            start: space.settled(at, slack / 2.0),
            slack,
            is_on_path: at.distance(self.path.point_at(along)) <= slack,
            horizon: horizon(distance),
            horizon_off_path: horizon(distance.max(COMES_BACK * self.path.cell_size())),
        };
        let (steering, sight) = view.look();
        self.sight = sight;
        Ok(steering)
    }

    /// Puts the agent onto the part of the path where its sight is, once it is as near to that as to the part
    /// where it was: that may be a long way back, where the path winds.
    fn follow_sight(&mut self, position: DVec3) {
        let Some(sight) = self.sight else {
            return;
        };
        let away = position.distance(self.path.position_at(sight.along));
        if away > NEAR_SIGHT * self.path.cell_size() {
            return;
        }
        let there = self.path.nearest_around(position, sight.along, away);
        let is_as_near = there.off_path <= self.progress.off_path + self.slack;
        if is_as_near && there.along > self.progress.along {
            self.progress = there;
        }
    }

    /// Puts the agent past the waypoints and onto the sight that it is at within the exactness of
    /// its position.
    fn settle(&mut self, at: DVec3, slack: f64) {
        let is_at = |point: DVec3| at.distance(point) <= slack;
        let mut along = self.progress.along;
        if let Some(sight) = self.sight
            && is_at(self.path.point_at(sight.along))
        {
            along = sight.along;
        } else if at.distance(self.path.point_at(along)) > slack {
            return;
        }
        let mut segment = self.path.segment_at(along).0;
        let points = self.path.line().points();
        while points.get(segment + 1).is_some_and(|&point| is_at(point)) {
            segment += 1;
            along = self.path.along_of(segment);
        }
        let off_path = self.progress.off_path;
        self.progress = self.path.progress_at(along);
        self.progress.off_path = off_path.min(self.slack);
    }
}

impl View<'_> {
    /// Returns where to go, with the sight to be remembered.
    fn look(&self) -> (Steering, Option<Sight>) {
        let path = &self.follower.path;
        let here = self.follower.progress.along;
        let kept = self.kept_sight();
        let is_far = kept.is_some_and(|kept| self.at.distance(path.point_at(kept.along)) > NEAR);
        let ahead = |near: f64| {
            let farthest = self.farthest_beyond(near, is_far);
            farthest.map(|along| self.sight_at(along))
        };
        // The farther of the sight and what is seen beyond it.
        let seen = |near: f64| match kept {
            Some(kept) => Some(ahead(near.max(kept.along)).unwrap_or(kept)),
            None => ahead(near),
        };
        // What is on the way may be longer than the agent looks ahead; where it is pushed off, it
        // comes back to the path within that.
        let along_path = |end: f64| {
            let along = kept.map_or(here, |kept| kept.along);
            let sight = self.sight_at(along.max(end.min(self.horizon_off_path)));
            (end, sight)
        };
        let (target, sight) = match self.is_on_path.then(|| self.rest_of_segment(here)) {
            Some(Rest::Clear { end }) => match seen(end) {
                Some(sight) if sight.along > end => (sight.along, sight),
                _ => along_path(end),
            },
            Some(Rest::Blocked { at }) => match seen(here) {
                Some(sight) if sight.along > at => (sight.along, sight),
                _ => {
                    let end = at - STOP * path.cell_size();
                    if end <= here + self.slack * path.shortest_side() {
                        return (Steering::Blocked, None);
                    }
                    along_path(end)
                }
            },
            None => {
                let around = || self.look_around(here).map(|along| self.sight_at(along));
                match seen(here).or_else(around) {
                    Some(sight) => (sight.along, sight),
                    None => return (Steering::OutOfSight, None),
                }
            }
        };
        (Steering::Toward(path.position_at(target)), Some(sight))
    }

    /// Returns a point seen from here.
    fn sight_at(&self, along: f64) -> Sight {
        let from = self.start;
        Sight { from, along }
    }

    fn is_in_sight(&self, along: f64) -> bool {
        let point = self.follower.path.point_at(along);
        self.space.is_clear(self.start, point)
    }

    /// Returns the sight, if it is one still and the agent is not there.
    fn kept_sight(&self) -> Option<Sight> {
        let sight = self.follower.sight?;
        let point = self.follower.path.point_at(sight.along);
        if self.at.distance(point) <= self.slack {
            None
        } else if self.is_in_sight(sight.along) {
            Some(self.sight_at(sight.along))
        } else {
            let off_line = self.at.distance(foot(self.at, sight.from, point));
            let is_clear = off_line <= self.slack && self.space.is_clear(sight.from, point);
            is_clear.then_some(sight)
        }
    }

    /// Returns what is known of the segment that the agent is on, ahead of it.
    fn rest_of_segment(&self, here: f64) -> Rest {
        let path = &self.follower.path;
        // The next one for an agent at the end of one, within the exactness of its position.
        let stretch = path.stretch_at(here + self.slack * path.shortest_side());
        let end = stretch.along(path).end;
        if self.is_in_sight(end) {
            return Rest::Clear { end };
        }
        let (segment, share) = path.segment_at(here);
        let share = if segment == stretch.segment {
            share
        } else {
            0.0
        };
        match stretch.rest(share).first_hit(path, self.space) {
            None => Rest::Clear { end },
            Some(hit) => Rest::Blocked {
                at: path.along_of_share(stretch.segment, hit.share),
            },
        }
    }

    /// Returns the farthest point found in sight between `near` and the horizon. Sight is not monotone, so a
    /// farther one may be missed. An agent that is far from its sight looks no further where a point a little beyond
    /// `near` is hidden.
    fn farthest_beyond(&self, near: f64, is_far: bool) -> Option<f64> {
        let horizon = if self.is_on_path {
            self.horizon
        } else {
            self.horizon_off_path
        };
        let (mut seen, mut hidden) = (near, horizon);
        if hidden <= near {
            return None;
        }
        if self.is_in_sight(hidden) {
            return Some(hidden);
        }
        let farther = near + FARTHER * self.follower.path.cell_size();
        if is_far && farther < hidden {
            if !self.is_in_sight(farther) {
                return None;
            }
            seen = farther;
        }
        for halving in 0..MOST_HALVINGS {
            if halving >= HALVINGS && seen > near {
                break;
            }
            let middle = f64::midpoint(seen, hidden);
            if self.is_in_sight(middle) {
                seen = middle;
            } else {
                hidden = middle;
            }
        }
        (seen > near).then_some(seen)
    }

    /// Returns the point of the path in sight that is nearest along it to a place out of sight, ahead before
    /// behind.
    fn look_around(&self, here: f64) -> Option<f64> {
        let path = &self.follower.path;
        let next = self.follower.progress.next;
        let waypoints = [next, next.saturating_sub(1)].map(|waypoint| path.along_of(waypoint));
        let around = (0..=LOOKS_AROUND).flat_map(|look| {
            let far = f64::from(look) * LOOK * path.cell_size();
            [here + far, here - far]
        });
        waypoints
            .into_iter()
            .chain(around)
            .map(|along| along.clamp(0.0, path.length()))
            .find(|&along| self.is_in_sight(along))
    }
}
