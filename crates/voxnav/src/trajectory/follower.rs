//! Following by the time: where an agent is to be, and the way back onto the trajectory for one that was pushed off it.

use glam::DVec3;

use super::timed::{Motion, Trajectory};

/// A guide of an agent by a trajectory, instead of a constant speed along a path.
///
/// An agent that is where it is to be, within a distance, keeps to the time. One that is not gets on again at the point of
/// the trajectory nearest to it within that distance, and goes on with the time there: one that was held up is late by as
/// much. One that is off by more needs a new trajectory, from where it is and as fast as it is:
/// [`MotionLimits::start_speed`](super::MotionLimits::start_speed).
///
/// ```
/// use voxnav::following::Anchor;
/// use voxnav::grid::{CellBox, OccupancyBuilder, Traversability};
/// use voxnav::smoothing::Space;
/// use voxnav::guidance::{MotionLimits, TimedFollower};
/// use voxnav::{Lattice, SmoothPath, UnknownPolicy, glam::{DVec3, IVec3}};
///
/// let world = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(20)))?.commit();
/// let world = Traversability::new(&world, UnknownPolicy::Blocked);
/// let straight = SmoothPath::new([[0.0; 3], [16.0, 0.0, 0.0]], &Lattice::default(), Anchor::CENTER)?;
/// let trajectory = straight.trajectory(&MotionLimits::new(2.0), &Space::from(&world))?;
/// let mut follower = TimedFollower::new(trajectory, 1.0);
/// let next = follower.update(DVec3::ZERO, 0.5).ok_or("it is at the start")?;
/// assert_eq!(next.position, DVec3::X);
/// // A gust of wind takes the agent five units on, and a little to the side.
/// let next = follower.update(DVec3::new(6.0, 0.5, 0.0), 0.5).ok_or("near enough")?;
/// assert_eq!((next.position, follower.seconds()), (DVec3::X * 7.0, 3.5));
/// assert_eq!(follower.update(DVec3::new(7.0, 3.0, 0.0), 0.5), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct TimedFollower {
    trajectory: Trajectory,
    distance: f64,
    seconds: f64,
}

impl TimedFollower {
    /// Makes a follower at the start of a trajectory, of an agent that may be off by a distance in world units. Nothing is
    /// looked at between such an agent and the trajectory: the distance is to be less than the room around it. NaN and
    /// distances below zero are treated as 0.
    #[must_use]
    pub fn new(trajectory: Trajectory, distance: f64) -> Self {
        Self {
            trajectory,
            distance: distance.max(0.0),
            seconds: 0.0,
        }
    }

    /// Goes on by some seconds, from the position of the agent at their begin. Returns the state to be in at their end;
    /// `None` if the agent is off by more than the distance, or its position is not finite: the time stays.
    ///
    /// # Complexity
    ///
    /// That of [`Trajectory::at`] for an agent that keeps to the time, else linear in the pieces of the way; nothing is
    /// allocated.
    pub fn update(&mut self, position: impl Into<DVec3>, seconds: f64) -> Option<Motion> {
        let position = position.into();
        let planned = self.trajectory.at(self.seconds).position;
        let now = if position.distance(planned) <= self.distance {
            self.seconds
        } else {
            (self.trajectory).time_near(position, self.distance, self.seconds)?
        };
        self.seconds = now + seconds.max(0.0);
        Some(self.trajectory.at(self.seconds))
    }

    /// Returns the trajectory.
    #[must_use]
    pub fn trajectory(&self) -> &Trajectory {
        &self.trajectory
    }

    /// Returns the time on the trajectory, in seconds, as of the last update.
    #[must_use]
    pub fn seconds(&self) -> f64 {
        self.seconds
    }

    /// Returns whether the time of the trajectory is over.
    #[must_use]
    pub fn has_ended(&self) -> bool {
        self.seconds >= self.trajectory.duration()
    }
}

impl Trajectory {
    /// Returns the time at which the trajectory is nearest to a position within a distance, in seconds; `None` if it is
    /// farther away all the time. Where it comes near more than once, the time nearest to another one counts.
    ///
    /// # Complexity
    ///
    /// Linear in the pieces of the way; nothing is allocated.
    #[must_use]
    pub fn time_near(&self, position: impl Into<DVec3>, distance: f64, around: f64) -> Option<f64> {
        let position = position.into();
        let pieces = self.pieces();
        let feet = pieces.map(|piece| {
            let along = piece.nearest(position);
            (along, piece.at(along).position.distance(position))
        });
        // Only a piece that is nearer than those before and behind it has a nearest point of its own.
        let mut best: Option<(f64, f64)> = None;
        let (mut before, mut feet) = (f64::INFINITY, feet.enumerate().peekable());
        while let Some((piece, (along, off))) = feet.next() {
            let behind = feet.peek().map_or(f64::INFINITY, |(_, (_, off))| *off);
            if off <= distance && off <= before && off <= behind {
                let time = self.time_at(piece, along);
                let apart = (time - around).abs();
                if best.is_none_or(|(least, _)| apart < least) {
                    best = Some((apart, time));
                }
            }
            before = off;
        }
        best.map(|(_, time)| time)
    }
}
