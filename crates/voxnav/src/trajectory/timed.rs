//! Trajectories along smooth paths: the way, the phases of its time, and where an agent is at a moment.

use glam::DVec3;

use super::clock::Clock;
use super::limits::{MotionLimits, TrajectoryError};
use super::piece::Piece;
use super::profile::{Part, Phase, Ramps};
use super::ramp::{Ramp, largest};
use super::way::{Law, Section, Way};
use crate::SmoothPath;
use crate::smoothing::Space;

/// The bound of the number of states of [`Trajectory::states`].
const MOST_STATES: f64 = 1_048_576.0;

/// The way of an agent over time, within limits of its motion.
///
/// ```
/// use voxnav::following::Anchor;
/// use voxnav::grid::{CellBox, OccupancyBuilder, Traversability};
/// use voxnav::smoothing::Space;
/// use voxnav::guidance::MotionLimits;
/// use voxnav::{Lattice, SmoothPath, UnknownPolicy, glam::{DVec3, IVec3}};
///
/// let world = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(20)))?.commit();
/// let world = Traversability::new(&world, UnknownPolicy::Blocked);
/// let straight = SmoothPath::new([[0.0; 3], [16.0, 0.0, 0.0]], &Lattice::default(), Anchor::CENTER)?;
/// let limits = MotionLimits::new(4.0).acceleration(2.0).braking(2.0);
/// let trajectory = straight.trajectory(&limits, &Space::from(&world))?;
/// // Two seconds to gain speed, two at speed, two to stop.
/// assert_eq!(trajectory.duration(), 6.0);
/// let middle = trajectory.at(3.0);
/// assert_eq!((middle.position, middle.velocity), (DVec3::X * 8.0, DVec3::X * 4.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Trajectory {
    /// The pieces of the way, at least one.
    sections: Vec<Section>,
    clock: Clock,
    lower_bound: f64,
    excess: Option<Excess>,
}

/// The state of an agent at a moment of a trajectory, in world units and seconds.
///
/// ```
/// use voxnav::following::Anchor;
/// use voxnav::grid::{CellBox, OccupancyBuilder, Traversability};
/// use voxnav::smoothing::Space;
/// use voxnav::guidance::MotionLimits;
/// use voxnav::{Lattice, SmoothPath, UnknownPolicy, glam::{DVec3, IVec3}};
///
/// let world = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(9)))?.commit();
/// let space = Traversability::new(&world, UnknownPolicy::Blocked);
/// let path = SmoothPath::new([[0.0; 3], [8.0, 0.0, 0.0]], &Lattice::default(), Anchor::CENTER)?;
/// let trajectory = path.trajectory(&MotionLimits::new(2.0), &Space::from(&space))?;
/// assert_eq!(trajectory.at(1.0).position, DVec3::X * 2.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Motion {
    /// The position, of what the path means by its [`Anchor`](crate::following::Anchor).
    pub position: DVec3,
    /// The velocity.
    pub velocity: DVec3,
    /// The acceleration.
    pub acceleration: DVec3,
    /// The number of the leg of a [`SmoothRoute`](crate::guidance::SmoothRoute) that the agent is on; 0 for a path.
    pub leg: usize,
}

/// A speed that cannot be lost in time.
///
/// ```
/// use voxnav::following::Anchor;
/// use voxnav::grid::{CellBox, OccupancyBuilder, Traversability};
/// use voxnav::smoothing::Space;
/// use voxnav::guidance::MotionLimits;
/// use voxnav::{Lattice, SmoothPath, UnknownPolicy, glam::{DVec3, IVec3}};
///
/// let world = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(9)))?.commit();
/// let space = Traversability::new(&world, UnknownPolicy::Blocked);
/// let path = SmoothPath::new([[0.0; 3], [8.0, 0.0, 0.0]], &Lattice::default(), Anchor::CENTER)?;
/// let fast = MotionLimits::new(5.0).braking(1.0).start_speed(5.0);
/// let excess = path.trajectory(&fast, &Space::from(&space))?.excess().ok_or("it stops in time")?;
/// assert_eq!((excess.at, excess.speed, excess.limit), (DVec3::X * 8.0, 3.0, 0.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Excess {
    /// The place, in world units.
    pub at: DVec3,
    /// The speed there, in units a second.
    pub speed: f64,
    /// The greatest speed that the limits allow there.
    pub limit: f64,
}

impl SmoothPath {
    /// Returns the trajectory along the path for what an agent is able to do, in the space that the path was made for.
    ///
    /// Corners become arcs within what is left of the legs between them, as wide as the speed asks for, as
    /// [`turning_radius`](MotionLimits::turning_radius) demands, and as is clear. Where none is clear the agent rests at the
    /// corner and turns on the spot. For an agent that turns at any speed, corners stay.
    ///
    /// # Guarantees
    ///
    /// Limits hold at every moment, unless [`Trajectory::excess`] reports where they do not: that is so only for a speed at the
    /// start that cannot be lost in time. The agent touches nothing, proved for all of the way, but for 2^-20 of a cell on
    /// arcs. The time is least for the way if jerk is not limited; with jerk, [`Trajectory::lower_bound`] reports how much less
    /// it could be at most. Equal on every machine.
    ///
    /// # Complexity
    ///
    /// Linear in the waypoints, and in the cells that legs and arcs lead through.
    ///
    /// # Errors
    ///
    /// [`TrajectoryError`].
    pub fn trajectory(
        &self,
        limits: &MotionLimits,
        space: &Space<'_>,
    ) -> Result<Trajectory, TrajectoryError> {
        let mut way = Way::new(limits)?;
        way.follow(&self.course(), space, DVec3::ONE)?;
        Ok(way.timed(self.waypoints()[0]))
    }
}

impl Way<'_> {
    /// Returns the trajectory along the way, for one of no pieces at a position.
    pub(crate) fn timed(self, start: DVec3) -> Trajectory {
        let (limits, mut sections) = (self.limits, self.sections);
        let parts: Vec<Part> = sections.iter().map(|it| part_of(it, limits)).collect();
        let ramps = |jerk| Ramps {
            up: Ramp {
                acceleration: limits.acceleration,
                jerk,
            },
            down: Ramp {
                acceleration: limits.braking,
                jerk,
            },
        };
        let (phases, duration, excess) = phases(&sections, &parts, limits, ramps(limits.jerk));
        let lower_bound = if limits.jerk.is_finite() {
            self::phases(&sections, &parts, limits, ramps(f64::INFINITY)).1
        } else {
            duration
        };
        if sections.is_empty() {
            let (ahead, length, speed) = (DVec3::ZERO, 0.0, limits.speed);
            sections.push(Section {
                piece: Piece::Line {
                    from: start,
                    ahead,
                    length,
                },
                law: Law::Within { speed },
                leg: 0,
                turn: None,
            });
        }
        Trajectory {
            sections,
            clock: Clock::new(phases, duration),
            lower_bound,
            excess,
        }
    }
}

impl Motion {
    /// Makes the state of an agent at rest at a position, on a leg.
    #[must_use]
    pub const fn at_rest(position: DVec3, leg: usize) -> Self {
        Self {
            position,
            velocity: DVec3::ZERO,
            acceleration: DVec3::ZERO,
            leg,
        }
    }
}

impl Trajectory {
    /// Returns the trajectory straight from a position to another one. Nothing is looked at on the way.
    ///
    /// ```
    /// use voxnav::glam::DVec3;
    /// use voxnav::guidance::{MotionLimits, Trajectory};
    ///
    /// let limits = MotionLimits::new(2.0).acceleration(2.0).braking(2.0);
    /// let straight = Trajectory::straight([DVec3::ZERO, DVec3::X * 6.0], &limits)?;
    /// assert_eq!(straight.duration(), 4.0);
    /// # Ok::<(), voxnav::guidance::TrajectoryError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`TrajectoryError::Limit`].
    pub fn straight(ends: [DVec3; 2], limits: &MotionLimits) -> Result<Self, TrajectoryError> {
        let (mut way, speed) = (Way::new(limits)?, limits.speed);
        way.go(ends, Law::Within { speed })?;
        Ok(way.timed(ends[0]))
    }

    /// Returns the time of all of the way, in seconds.
    #[must_use]
    pub fn duration(&self) -> f64 {
        self.clock.duration()
    }

    /// Returns a time in seconds below which no agent gets along this way within the limits, if all is kept: that without a
    /// limit of jerk.
    #[must_use]
    pub fn lower_bound(&self) -> f64 {
        self.lower_bound
    }

    /// Returns the length of the way in world units.
    #[must_use]
    pub fn length(&self) -> f64 {
        self.sections.iter().map(|it| it.piece.length()).sum()
    }

    /// Returns where the speed is farthest above what the limits allow, if it is anywhere.
    #[must_use]
    pub fn excess(&self) -> Option<Excess> {
        self.excess
    }

    /// Returns the state at a time in seconds: before the start that at the start, after the end that at rest there. NaN is
    /// treated as 0.
    ///
    /// # Complexity
    ///
    /// Constant where phases of the motion are about as long as each other, else logarithmic in their number; nothing is
    /// allocated.
    #[must_use]
    pub fn at(&self, seconds: f64) -> Motion {
        let seconds = seconds.max(0.0);
        match self.clock.phase_at(seconds) {
            Some(phase) => self.moving(&phase.after(seconds - phase.begin)),
            None => self.resting(self.sections.len() - 1),
        }
    }

    /// Returns the states at regular times in seconds from the start on; the last is that at the end.
    ///
    /// ```
    /// use voxnav::following::Anchor;
    /// use voxnav::grid::{CellBox, OccupancyBuilder, Traversability};
    /// use voxnav::smoothing::Space;
    /// use voxnav::guidance::MotionLimits;
    /// use voxnav::{Lattice, SmoothPath, UnknownPolicy, glam::IVec3};
    ///
    /// let world = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(9)))?.commit();
    /// let space = Traversability::new(&world, UnknownPolicy::Blocked);
    /// let path = SmoothPath::new([[0.0; 3], [5.0, 0.0, 0.0]], &Lattice::default(), Anchor::CENTER)?;
    /// let trajectory = path.trajectory(&MotionLimits::new(2.0), &Space::from(&space))?;
    /// let along: Vec<f64> = trajectory.states(1.0)?.map(|state| state.position.x).collect();
    /// assert_eq!(along, [0.0, 2.0, 4.0, 5.0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`TrajectoryError::Step`].
    pub fn states(&self, step: f64) -> Result<impl Iterator<Item = Motion>, TrajectoryError> {
        let duration = self.duration();
        let steps = (duration / step).ceil();
        if !(step > 0.0 && steps < MOST_STATES) {
            return Err(TrajectoryError::Step { step });
        }
        let numbers = std::iter::successors(Some(0.0), |number: &f64| Some(number + 1.0));
        let numbers = numbers.take_while(move |number| *number <= steps);
        Ok(numbers.map(move |number| self.at((step * number).min(duration))))
    }

    /// Returns the pieces of the way, at least one.
    pub(super) fn pieces(&self) -> impl Iterator<Item = Piece> {
        self.sections.iter().map(|section| section.piece)
    }

    /// Returns the time at a distance from the begin of a piece: the end of a rest there.
    pub(super) fn time_at(&self, piece: usize, along: f64) -> f64 {
        let phases = self.clock.phases();
        let next = phases.partition_point(|it| (it.piece, it.along) <= (piece, along));
        let Some(phase) = phases[..next].last() else {
            return 0.0;
        };
        let end = phases.get(next).map_or(self.duration(), |it| it.begin);
        if phase.piece < piece {
            return end;
        }
        phase.begin
            + largest(0.0, end - phase.begin, |seconds| {
                phase.after(seconds).along <= along
            })
    }

    /// Returns the state of an agent at rest at the end of a section.
    fn resting(&self, section: usize) -> Motion {
        let Section { piece, leg, .. } = self.sections[section];
        Motion::at_rest(piece.at(piece.length()).position, leg)
    }

    fn moving(&self, now: &Phase) -> Motion {
        let Section { piece, leg, .. } = self.sections[now.piece];
        let speed = now.speed.max(0.0);
        let place = piece.at(now.along.max(0.0).min(piece.length()));
        Motion {
            position: place.position,
            velocity: place.ahead * speed,
            acceleration: place.ahead * now.acceleration + place.curvature * (speed * speed),
            leg,
        }
    }
}

/// Returns a section as timing sees it.
fn part_of(section: &Section, limits: &MotionLimits) -> Part {
    let up = limits.up.unit().as_dvec3();
    let radius = match section.piece {
        Piece::Line { .. } => f64::INFINITY,
        Piece::Arc { radius, .. } => radius,
    };
    let most = limits.most_on(radius, section.piece.steepest(up));
    let (most, most_at_begin) = match section.law {
        Law::Within { speed } if section.turn.is_none() => (most.min(speed), f64::INFINITY),
        Law::Within { speed } => (most.min(speed), 0.0),
        Law::Rise | Law::Fall | Law::Carried { .. } => (0.0, 0.0),
    };
    Part {
        length: section.piece.length(),
        most,
        most_at_begin,
    }
}

/// Returns the phases of a way, the time of all of them, and where the speed is farthest above the limits.
fn phases(
    sections: &[Section],
    parts: &[Part],
    limits: &MotionLimits,
    ramps: Ramps,
) -> (Vec<Phase>, f64, Option<Excess>) {
    let speeds = ramps.speeds(parts, [limits.start_speed, limits.end_speed]);
    let (mut phases, mut time) = (Vec::new(), 0.0);
    let mut worst: Option<Excess> = None;
    let mut note = |at: DVec3, speed: f64, limit: f64| {
        let over = |it: &Excess| it.speed - it.limit;
        let excess = Excess { at, speed, limit };
        if over(&excess) > worst.as_ref().map_or(0.0, over) {
            worst = Some(excess);
        }
    };
    for (place, (section, part)) in sections.iter().zip(parts).enumerate() {
        let ends = [speeds[place], speeds[place + 1]];
        let limit = part.most.min(part.most_at_begin);
        let phase = |begin: f64, [speed, acceleration]: [f64; 2]| Phase {
            begin,
            piece: place,
            along: 0.0,
            speed,
            acceleration,
            jerk: 0.0,
            sixth: 0.0,
        };
        note(section.piece.at(0.0).position, ends[0], limit);
        if let Some(angle) = section.turn {
            phases.push(phase(time, [0.0, 0.0]));
            time += angle / limits.turn_rate;
        }
        let own = section.law.motion(part.length, limits.gravity);
        time = if let Some([speed, acceleration, seconds]) = own {
            phases.extend((seconds > 0.0).then(|| phase(time, [speed, acceleration])));
            time + seconds
        } else {
            ramps.push_phases((part, place), ends, time, &mut phases)
        };
    }
    if let Some((section, speed)) = sections.last().zip(speeds.last()) {
        let end = section.piece.at(section.piece.length()).position;
        note(end, *speed, limits.end_speed);
    }
    (phases, time, worst)
}
