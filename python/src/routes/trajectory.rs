//! Trajectories: where an agent is at each moment of its way, within what it is able to do.

use pyo3::prelude::*;
use voxnav::SmoothPath;
use voxnav::following::Anchor;
use voxnav::grid::Axis;
use voxnav::guidance;

use crate::failure::{Answer, Blamed, Failure};
use crate::routes::replanner::Replanner;
use crate::values::answers::{Column, Rows, made};
use crate::values::cells::numbers;
use crate::values::numbers::{AnyAgent, Number, Position, Positions, one_of};
use crate::worlds::world::World;

/// The axes that may be up.
const AXES: [(&str, Axis); 3] = [("x", Axis::X), ("y", Axis::Y), ("z", Axis::Z)];

/// The motions that an agent is able to make, in world units and seconds.
///
/// Parameters
/// ----------
/// speed : float
///     The greatest speed.
/// acceleration, braking : float
///     The greatest acceleration and deceleration along the way.
/// lateral : float
///     The greatest acceleration across the way, in curves.
/// jerk : float
///     The greatest change a second of the acceleration along the way.
/// turn_rate : float
///     The greatest change of direction, in radians a second.
/// climb_rate : float
///     The greatest speed up and down, along `up`; ground agents use that of their locomotion.
/// up : {"x", "y", "z"}
///     The axis along which the agent climbs.
/// turning_radius : float
///     The least radius of a curve; 0 for an agent that turns on the spot.
/// wall_distance, wall_speed : float
///     The distance from walls within which the second is the greatest speed.
/// gravity : float
///     The acceleration of falls, and of jumps up.
/// start_speed, end_speed : float
///     The speed at the start, and the greatest at the end.
#[pyclass(frozen, eq, module = "voxnav")]
#[derive(PartialEq)]
pub(crate) struct MotionLimits {
    inner: guidance::MotionLimits,
}

#[pymethods]
impl MotionLimits {
    #[new]
    #[pyo3(
        signature = (
            speed, *, acceleration = Number::of(f64::INFINITY), braking = Number::of(f64::INFINITY),
            lateral = Number::of(f64::INFINITY), jerk = Number::of(f64::INFINITY),
            turn_rate = Number::of(f64::INFINITY), climb_rate = Number::of(f64::INFINITY), up = "z",
            turning_radius = Number::of(0.0), wall_distance = Number::of(0.0),
            wall_speed = Number::of(f64::INFINITY), gravity = Number::of(9.81), start_speed = Number::of(0.0),
            end_speed = Number::of(0.0)
        ),
        text_signature = "(speed, *, acceleration=1e999, braking=1e999, lateral=1e999, jerk=1e999, turn_rate=1e999, climb_rate=1e999, up='z', turning_radius=0.0, wall_distance=0.0, wall_speed=1e999, gravity=9.81, start_speed=0.0, end_speed=0.0)"
    )]
    #[expect(clippy::too_many_arguments, reason = "all but one by keyword")]
    fn new(
        speed: Number,
        acceleration: Number,
        braking: Number,
        lateral: Number,
        jerk: Number,
        turn_rate: Number,
        climb_rate: Number,
        up: &str,
        turning_radius: Number,
        wall_distance: Number,
        wall_speed: Number,
        gravity: Number,
        start_speed: Number,
        end_speed: Number,
    ) -> Answer<Self> {
        let wall_speed = wall_speed.named("wall_speed")?;
        let inner = guidance::MotionLimits::new(speed.named("speed")?)
            .acceleration(acceleration.named("acceleration")?)
            .braking(braking.named("braking")?)
            .lateral(lateral.named("lateral")?)
            .jerk(jerk.named("jerk")?)
            .turn_rate(turn_rate.named("turn_rate")?)
            .climb_rate(climb_rate.named("climb_rate")?)
            .up(one_of("up", "no axis", up, &AXES)?)
            .turning_radius(turning_radius.named("turning_radius")?)
            .near_walls(wall_distance.named("wall_distance")?, wall_speed)
            .gravity(gravity.named("gravity")?)
            .start_speed(start_speed.named("start_speed")?)
            .end_speed(end_speed.named("end_speed")?);
        inner.check().blamed("limits")?;
        Ok(Self { inner })
    }

    fn __repr__(&self) -> String {
        format!("<voxnav.MotionLimits: speed {}>", self.inner.speed)
    }
}

/// The way of an agent over time, from `Replanner.trajectory` or `World.trajectory`.
#[pyclass(frozen, eq, module = "voxnav")]
#[derive(PartialEq)]
pub(crate) struct Trajectory {
    inner: guidance::Trajectory,
}

#[pymethods]
impl Trajectory {
    /// The time of all of the way, in seconds.
    #[getter]
    fn duration(&self) -> f64 {
        self.inner.duration()
    }

    /// The time in seconds below which no agent gets along this way within the limits.
    #[getter]
    fn lower_bound(&self) -> f64 {
        self.inner.lower_bound()
    }

    /// The length of the way, in world units.
    #[getter]
    fn length(&self) -> f64 {
        self.inner.length()
    }

    /// The place where the speed is farthest above what the limits allow, the speed, and the limit; None if it is nowhere:
    /// only a speed at the start may not be lost in time.
    #[getter]
    fn excess(&self) -> Option<((f64, f64, f64), f64, f64)> {
        let excess = self.inner.excess();
        excess.map(|it| (it.at.into(), it.speed, it.limit))
    }

    /// The states at times: before the start that at the start, after the end that at rest there.
    ///
    /// Parameters
    /// ----------
    /// seconds : array of numbers, shape (N,), or one
    ///     The times.
    ///
    /// Returns
    /// -------
    /// Motions
    ///     A tuple of arrays, by name: `positions`, `velocities` and `accelerations`, float64 of shape (N, 3); and `legs`,
    ///     uint64 of shape (N,), which count the stretches of one action, such as the walk before a jump.
    fn at<'py>(&self, py: Python<'py>, seconds: &Bound<'py, PyAny>) -> Answer<Bound<'py, PyAny>> {
        let times = numbers("seconds", seconds)?;
        let motions: Vec<guidance::Motion> = times.iter().map(|it| self.inner.at(*it)).collect();
        let rows = |of: fn(&guidance::Motion) -> voxnav::glam::DVec3| {
            motions.iter().map(of).collect::<Rows<f64>>()
        };
        let legs = motions.iter().map(|it| it.leg as u64);
        let parts = (
            rows(|it| it.position),
            rows(|it| it.velocity),
            rows(|it| it.acceleration),
            legs.collect::<Column<u64>>(),
        );
        Ok(made(py, "Motions", parts)?)
    }

    /// The time at which the trajectory is nearest to a position: an agent that was pushed off it gets on again there.
    ///
    /// Parameters
    /// ----------
    /// position : three floats
    ///     In world units.
    /// distance : float
    ///     The most that it may be off, in world units.
    /// around : float
    ///     The time that counts where the trajectory comes near more than once: the one nearest to it.
    ///
    /// Returns
    /// -------
    /// float, or None
    ///     In seconds; None for an agent that is farther away, which needs another trajectory.
    #[pyo3(signature = (position, distance, around), text_signature = "($self, position, distance, around)")]
    fn time_near(
        &self,
        position: Position,
        distance: Number,
        around: Number,
    ) -> Answer<Option<f64>> {
        let position = position.named("position")?;
        let (distance, around) = (distance.named("distance")?, around.named("around")?);
        Ok(self.inner.time_near(position, distance, around))
    }

    fn __repr__(&self) -> String {
        format!("<voxnav.Trajectory: {} s>", self.duration())
    }
}

#[pymethods]
impl Replanner {
    /// The trajectory of the rest of the route, from the position of the last update.
    ///
    /// Corners become arcs in the air and on even ground. All else leads from cell to cell; falls, jumps and links have a
    /// time of their own.
    ///
    /// Parameters
    /// ----------
    /// limits : MotionLimits
    ///     The motions that the agent is able to make.
    ///
    /// Returns
    /// -------
    /// Trajectory, or None
    ///     None without a route.
    fn trajectory(
        &self,
        py: Python<'_>,
        limits: &Bound<'_, MotionLimits>,
    ) -> Answer<Option<Trajectory>> {
        let limits = limits.get().inner;
        let found = self.ask(py, |keeper| {
            keeper
                .follower()
                .map(|follower| follower.trajectory(&limits))
        });
        let inner = found.transpose().map_err(Failure::world)?;
        Ok(inner.map(|inner| Trajectory { inner }))
    }
}

#[pymethods]
impl World {
    /// The trajectory of a flying agent along waypoints, such as those of `smooth`. Corners become arcs where there is
    /// room for them; elsewhere the agent rests at them and turns.
    ///
    /// Parameters
    /// ----------
    /// waypoints : array of numbers, shape (N, 3)
    ///     In world units, at least one.
    /// limits : MotionLimits
    ///     The motions that the agent is able to make.
    /// agent : Agent, float or three floats, optional
    ///     The agent or its size in world units; one cell large by default.
    ///
    /// Returns
    /// -------
    /// Trajectory
    #[pyo3(signature = (waypoints, limits, *, agent = None))]
    fn trajectory(
        &self,
        py: Python<'_>,
        waypoints: Positions,
        limits: &Bound<'_, MotionLimits>,
        agent: Option<AnyAgent>,
    ) -> Answer<Trajectory> {
        let waypoints = waypoints.named("waypoints")?;
        let agent = crate::values::agent::agent(agent, &self.lattice)?;
        let limits = limits.get().inner;
        let path = SmoothPath::new(waypoints, &self.lattice, Anchor::CENTER);
        let path = path.blamed("waypoints")?;
        self.ask(py, |state| {
            let id = state.id_of(agent, None)?;
            let space = state.navigator.space(id)?;
            let inner = path.trajectory(&limits, &space).map_err(Failure::world)?;
            Ok(Trajectory { inner })
        })
    }
}
