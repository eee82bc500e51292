//! Trajectories over all legs of a route.

use glam::DVec3;

use super::follower::Follower;
use super::guided::guided;
use super::smooth_route::{RouteLeg, SmoothRoute};
use crate::following::Course;
use crate::ground::Footing;
use crate::routes::{Kind, View};
use crate::trajectory::{Ahead, MotionLimits, Trajectory, TrajectoryError, Way};

/// The distance that an agent which is steered may be off a corner, in shortest sides of a cell.
const OFF_CORNER: f64 = 0.5;

impl SmoothRoute {
    /// Returns the trajectory over all legs for what the agent is able to do, in the view that the route was smoothed in.
    ///
    /// In the air, and where an agent walks over a [plane](crate::ground::Footing::Plane), corners become arcs as in
    /// [`SmoothPath::trajectory`](crate::SmoothPath::trajectory). All other legs lead from cell to cell over the lines that a [`Follower`] leads over:
    /// the agent rests at their corners, unless it turns at any speed. A climb is as fast as
    /// [`climb_rate`](MotionLimits::climb_rate) allows, along the axis that is up for the agent.
    ///
    /// Falls, and jumps up, have the time of [`gravity`](MotionLimits::gravity), from rest and to rest, whatever the limits
    /// of speed and acceleration. A link takes the time in which the agent goes as far as the link costs, at full speed; it
    /// is passed evenly. [`Motion::leg`](crate::guidance::Motion::leg) reports which leg the agent is on.
    ///
    /// # Guarantees
    ///
    /// Those of [`SmoothPath::trajectory`](crate::SmoothPath::trajectory), but for the limits of what has a time of its own, and for the way of an agent
    /// that begins next to an edge to the cell that it is in, which is straight and not looked at.
    ///
    /// # Errors
    ///
    /// [`TrajectoryError`]: it is [`Blocked`](TrajectoryError::Blocked) too where a move is none in the view.
    ///
    /// ```
    /// use voxnav::ground::Locomotion;
    /// use voxnav::grid::{CellBox, CellState};
    /// use voxnav::guidance::{MotionLimits, SmoothRoute};
    /// use voxnav::smoothing::Smoothing;
    /// use voxnav::{Agent, Navigator, RouteOptions};
    ///
    /// // A terrace two units high, up to x = 4.5.
    /// let mut navigator = Navigator::in_region(1.0, [0.0; 3], [20.0, 9.0, 9.0])?;
    /// navigator.set_cells(CellBox::new([0, 0, 0].into(), [5, 10, 2].into()), CellState::Occupied)?;
    /// let walker = navigator.add_agent((Agent::new([0.5, 0.5, 1.0].into()), &Locomotion::walker()))?;
    /// let view = navigator.view(walker, &RouteOptions::default())?;
    /// let route = view.find_route([3.0, 3.0, 1.5], [9.0, 3.0, -0.5])?;
    /// let smooth = SmoothRoute::new(&view, &route, [3.0, 3.0, 1.5], &Smoothing::default())?.ok_or("no way")?;
    /// let trajectory = smooth.trajectory(&view, &MotionLimits::new(2.0).gravity(4.0))?;
    /// // One second over two units to the edge and beyond it, one to fall as far, and two to the end.
    /// assert_eq!(trajectory.duration(), 4.0);
    /// assert_eq!(trajectory.at(1.5).position, [5.0, 3.0, 1.0].into());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn trajectory(
        &self,
        view: &View,
        limits: &MotionLimits,
    ) -> Result<Trajectory, TrajectoryError> {
        let start = self.legs.first().map(|leg| leg.path().waypoints()[0]);
        timed(view, limits, start.unwrap_or_default(), |way| {
            self.legs
                .iter()
                .try_for_each(|leg| add(view, way, leg, &leg.path().course()))
        })
    }
}

impl Follower {
    /// Returns the trajectory of what is left of the route, from the place of the agent in the last update, in the view of
    /// that update: so of a replanner's current route, by [`Replanner::follower`](crate::replanning::Replanner::follower).
    /// An agent off its leg is led back to it as by [`steer`](Self::steer).
    ///
    /// # Guarantees
    ///
    /// Those of [`SmoothRoute::trajectory`].
    ///
    /// # Errors
    ///
    /// [`TrajectoryError`]: [`InMove`](TrajectoryError::InMove) for an agent between two cells of a leg that leads from cell to
    /// cell, [`Blocked`](TrajectoryError::Blocked) for one that needs another route, [`NoView`](TrajectoryError::NoView) without
    /// a view.
    ///
    /// ```
    /// use voxnav::guidance::{MotionLimits, SmoothRoute};
    /// use voxnav::smoothing::Smoothing;
    /// use voxnav::{Agent, Follower, Navigator, RouteOptions};
    ///
    /// let mut navigator = Navigator::in_region(1.0, [0.0; 3], [20.0, 9.0, 9.0])?;
    /// let drone = navigator.add_agent(Agent::new([0.4; 3].into()))?;
    /// let view = navigator.view(drone, &RouteOptions::default())?;
    /// let route = view.find_route([1.0; 3], [15.0, 1.0, 1.0])?;
    /// let smooth = SmoothRoute::new(&view, &route, [1.0; 3], &Smoothing::default())?.ok_or("no way")?;
    /// let mut follower = Follower::new(smooth);
    /// follower.update_in(&view, [5.0, 1.0, 1.0])?;
    /// assert_eq!(follower.trajectory(&MotionLimits::new(2.0))?.duration(), 5.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn trajectory(&self, limits: &MotionLimits) -> Result<Trajectory, TrajectoryError> {
        let (view, place) = (
            self.view.as_ref().ok_or(TrajectoryError::NoView)?,
            self.place(),
        );
        let rest = self.rest(view)?;
        timed(view, limits, place, |way| {
            (0..self.number).for_each(|_| way.end_leg());
            add(view, way, self.leg(), &rest)?;
            let later = &self.legs_ahead()[1..];
            later
                .iter()
                .try_for_each(|leg| add(view, way, leg, &leg.path().course()))
        })
    }

    /// Returns the greatest speed for the next seconds of an agent that goes straight to a point which [`steer`](Self::steer)
    /// returned, and asks again: it slows down in time for corners and stops at the end. It may be late by a part of a
    /// cell where it cuts a corner just before the end. Of the limits those of speed, braking, lateral acceleration, turn rate
    /// and of the speed at the end count.
    ///
    /// The speed at a corner is that at which an arc keeps the limits that is half a cell off the corner at most and begins in
    /// the middle of the shorter leg at most.
    ///
    /// # Complexity
    ///
    /// Linear in the waypoints within the distance to stop; nothing is allocated.
    ///
    /// ```
    /// use voxnav::guidance::{MotionLimits, SmoothRoute};
    /// use voxnav::smoothing::Smoothing;
    /// use voxnav::{Agent, Follower, Navigator, RouteOptions};
    ///
    /// let mut navigator = Navigator::in_region(1.0, [0.0; 3], [20.0, 9.0, 9.0])?;
    /// let drone = navigator.add_agent(Agent::new([0.4; 3].into()))?;
    /// let view = navigator.view(drone, &RouteOptions::default())?;
    /// let route = view.find_route([1.0; 3], [16.0, 1.0, 1.0])?;
    /// let smooth = SmoothRoute::new(&view, &route, [1.0; 3], &Smoothing::default())?.ok_or("no way")?;
    /// let mut follower = Follower::new(smooth);
    /// let limits = MotionLimits::new(9.0).braking(2.0);
    /// for (x, speed) in [(1.0, 6.0), (8.0, 4.0), (13.0, 2.0), (16.0, 0.0)] {
    ///     follower.update_in(&view, [x, 1.0, 1.0])?;
    ///     let to = follower.steer(4.0)?.target().ok_or("the way is free")?;
    ///     // A second at the speed, and at rest after as long a way as is left.
    ///     assert_eq!(follower.speed_toward(to, &limits, 1.0), speed);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn speed_toward(&self, to: impl Into<DVec3>, limits: &MotionLimits, seconds: f64) -> f64 {
        let to = to.into();
        let follower = &self.leg().follower;
        let off = OFF_CORNER * follower.path.lattice().shortest_side();
        let (waypoints, next) = (follower.path.waypoints(), follower.waypoint_from(to));
        let (passed, ahead) = waypoints.split_at(next);
        let far = |point: &&DVec3| point.distance(waypoints[next]) >= off;
        let way = Ahead {
            place: self.place(),
            to,
            passed: *passed.iter().rfind(far).unwrap_or(&waypoints[0]),
            off,
            spared: self.spared(),
        };
        let later = self.legs_ahead()[1..].iter();
        let later = later.flat_map(|leg| leg.path().waypoints());
        way.speed(limits, seconds, ahead.iter().chain(later).copied())
    }

    /// Returns how much shorter the straight line from the distance of the last look ahead to the end is than the route.
    fn spared(&self) -> f64 {
        let last = self
            .legs()
            .last()
            .filter(|leg| leg.footing() == Footing::Plane);
        let Some(path) = last.map(RouteLeg::path) else {
            return 0.0;
        };
        let far = self.distance.min(path.length());
        let [from, to] = [far, 0.0].map(|left| path.position_at(path.length() - left));
        far - from.distance(to)
    }

    /// Returns the way from the place of the agent to the end of its leg.
    fn rest(&self, view: &View) -> Result<Course, TrajectoryError> {
        let (leg, place) = (self.leg(), self.place());
        let kind = view.kind();
        let guided = guided(&kind);
        let Some(space) = guided.space_of(leg) else {
            let course = leg.follower.course_from_waypoint(place);
            return course.ok_or(TrajectoryError::InMove { at: place });
        };
        let course = (leg.follower.clone()).course_in([self.position, place], &space);
        course.ok_or_else(|| TrajectoryError::Blocked {
            from: place,
            to: leg.follower.next_waypoint(),
        })
    }
}

/// Adds a leg to a way.
fn add(
    view: &View,
    way: &mut Way<'_>,
    leg: &RouteLeg,
    course: &Course,
) -> Result<(), TrajectoryError> {
    guided(&view.kind()).add_to(way, leg, course)?;
    way.end_leg();
    Ok(())
}

/// Times a way that legs are added to, where up is what it is for the agent.
fn timed(
    view: &View,
    limits: &MotionLimits,
    start: DVec3,
    added: impl FnOnce(&mut Way<'_>) -> Result<(), TrajectoryError>,
) -> Result<Trajectory, TrajectoryError> {
    let limits = match view.kind() {
        Kind::Flying(_) => *limits,
        Kind::OnGround(view) => limits.up(view.moves().locomotion().up.axis),
    };
    let mut way = Way::new(&limits)?;
    added(&mut way)?;
    Ok(way.timed(start))
}
