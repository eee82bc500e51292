//! The time of joint plans: all agents make their moves of a step by one law of time.
//!
//! In a plan all agents are at the same share of their moves at any moment. That stays so however fast the moments follow each
//! other: so one law of time for all of them keeps what was proved of the plan.

use voxnav::Lattice;
use voxnav::glam::DVec3;
use voxnav::guidance::{Motion, MotionLimits, Trajectory, TrajectoryError};

use super::plan::JointPlan;

/// The states of all agents of a joint plan in flight over time, within limits of their motion.
///
/// # Guarantees
///
/// At every moment the agents are where the plan has them at some moment: those that meet none there meet none here.
/// Limits of speed, acceleration, braking, jerk and climb rate hold for each; all rest between two steps, to turn.
///
/// ```
/// use voxnav::guidance::MotionLimits;
/// use voxnav::glam::{DVec3, IVec3};
/// use voxnav::Lattice;
/// use voxnav_crowd::mapf::{JointPlan, JointTrajectory};
///
/// // One behind the other: two seconds for each step, one to gain speed and one to stop.
/// let row = |from: i32| (from..from + 3).map(|x| IVec3::new(x, 0, 0)).collect();
/// let plan = JointPlan::new(vec![row(0), row(1)], 4);
/// let limits = MotionLimits::new(4.0).acceleration(1.0).braking(1.0);
/// let timed = JointTrajectory::new(&plan, &Lattice::default(), &limits)?;
/// assert_eq!(timed.duration(), 4.0);
/// let now = timed.at(1, 3.0);
/// assert_eq!((now.position, now.velocity), (DVec3::X * 2.5, DVec3::X));
/// # Ok::<(), voxnav::guidance::TrajectoryError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct JointTrajectory {
    plan: JointPlan,
    lattice: Lattice,
    /// The law of each step: the number of one of the laws, and the time at which the step ends.
    steps: Vec<(usize, f64)>,
    /// The share of its moves that each agent has made over time, as the first coordinate.
    laws: Vec<Trajectory>,
}

impl JointTrajectory {
    /// Times a plan in flight in the world of a lattice. Steps in which no agent moves take no time. Of the limits
    /// those of speed, acceleration, braking, jerk and climb rate count.
    ///
    /// # Complexity
    ///
    /// Linear in the moves of the plan.
    ///
    /// # Errors
    ///
    /// [`TrajectoryError::Limit`]; [`TrajectoryError::Legs`] for a plan of legs.
    pub fn new(
        plan: &JointPlan,
        lattice: &Lattice,
        limits: &MotionLimits,
    ) -> Result<Self, TrajectoryError> {
        limits.check()?;
        if plan.holds_legs() {
            return Err(TrajectoryError::Legs);
        }
        let up = limits.up.unit().as_dvec3();
        let (mut laws, mut known) = (Vec::new(), Vec::<[u64; 2]>::new());
        let (mut steps, mut time) = (Vec::new(), 0.0);
        for step in 0..plan.steps() {
            let moves = (0..plan.agents()).map(|agent| way_of(plan, lattice, [agent, step]));
            // The longest move, and the greatest time of one at its greatest speed.
            let longest = moves.fold([0.0_f64; 2], |[length, seconds], way| {
                let climb = way.dot(up).abs() / limits.climb_rate;
                let least = (way.length() / limits.speed).max(climb);
                [length.max(way.length()), seconds.max(least)]
            });
            let bits = longest.map(f64::to_bits);
            let law = known.iter().position(|it| *it == bits);
            let law = if let Some(law) = law {
                law
            } else {
                known.push(bits);
                laws.push(law_of(longest, limits)?);
                laws.len() - 1
            };
            time += laws[law].duration();
            steps.push((law, time));
        }
        Ok(Self {
            plan: plan.clone(),
            lattice: *lattice,
            steps,
            laws,
        })
    }

    /// Returns the time of all steps, in seconds.
    #[must_use]
    pub fn duration(&self) -> f64 {
        self.steps.last().map_or(0.0, |step| step.1)
    }

    /// Returns the state of an agent at a time in seconds, whose leg is the number of the step: before the start that at the
    /// start, after the end that at the end. NaN is treated as 0.
    ///
    /// # Complexity
    ///
    /// Logarithmic in the steps; nothing is allocated.
    #[must_use]
    pub fn at(&self, agent: usize, seconds: f64) -> Motion {
        let seconds = seconds.max(0.0);
        let step = self.steps.partition_point(|step| step.1 <= seconds);
        let from = self
            .lattice
            .position_of(self.plan.at(agent, step).as_dvec3());
        let Some((law, _)) = self.steps.get(step) else {
            return Motion::at_rest(from, step);
        };
        let begin = step
            .checked_sub(1)
            .map_or(0.0, |before| self.steps[before].1);
        let share = self.laws[*law].at(seconds - begin);
        let way = way_of(&self.plan, &self.lattice, [agent, step]);
        let mut motion = Motion::at_rest(from + way * share.position.x, step);
        motion.velocity = way * share.velocity.x;
        motion.acceleration = way * share.acceleration.x;
        motion
    }
}

/// Returns the move of an agent in a step, in world units.
fn way_of(plan: &JointPlan, lattice: &Lattice, [agent, step]: [usize; 2]) -> DVec3 {
    let [from, to] = [step, step + 1].map(|step| plan.at(agent, step));
    (to - from).as_dvec3() * lattice.sizes()
}

/// Returns the law of moves of a greatest length, which take some seconds at full speed: as the share of each over time.
fn law_of(
    [length, seconds]: [f64; 2],
    limits: &MotionLimits,
) -> Result<Trajectory, TrajectoryError> {
    if length == 0.0 {
        return Trajectory::straight([DVec3::ZERO; 2], limits);
    }
    let shares = MotionLimits::new(1.0 / seconds)
        .acceleration(limits.acceleration / length)
        .braking(limits.braking / length)
        .jerk(limits.jerk / length);
    Trajectory::straight([DVec3::ZERO, DVec3::X], &shares)
}
