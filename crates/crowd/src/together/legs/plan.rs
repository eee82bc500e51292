//! Joint plans of legs.

use voxnav::glam::IVec3;

use crate::together::plan::{JointOutcome, bound};

/// The answer to the question for a joint plan of legs.
pub type LegOutcome = JointOutcome<LegPlan>;

/// A leg of an agent: one move, with the steps that it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlannedLeg {
    /// The number of steps before it begins.
    pub begins: u32,
    /// The number of steps after which it has ended.
    pub ends: u32,
    /// The cell that it leads to.
    pub to: IVec3,
}

/// A plan of legs for many agents, in which no two ever hold a cell together.
///
/// ```
/// use voxnav::glam::IVec3;
/// use voxnav_crowd::together::{LegPlan, PlannedLeg};
///
/// let jump = PlannedLeg { begins: 1, ends: 4, to: IVec3::new(3, 0, 0) };
/// let plan = LegPlan::new(vec![IVec3::ZERO], vec![vec![jump]], 3);
/// assert_eq!((plan.cost(), plan.at(0, 3), plan.at(0, 4)), (4, IVec3::ZERO, jump.to));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LegPlan {
    starts: Vec<IVec3>,
    legs: Vec<Vec<PlannedLeg>>,
    shortest: u64,
    extent: IVec3,
}

impl LegPlan {
    /// Makes a plan of the start and the legs of each agent, and the sum of steps that each needs if it is alone. Nothing
    /// is checked; see [`verify_leg_plan`](super::verify_leg_plan).
    #[must_use]
    pub fn new(starts: Vec<IVec3>, mut legs: Vec<Vec<PlannedLeg>>, shortest: u64) -> Self {
        legs.resize(starts.len(), Vec::new());
        Self {
            starts,
            legs,
            shortest,
            extent: IVec3::ONE,
        }
    }

    voxnav::setters! {
        /// Sets the number of cells that each agent takes up along each axis, one unless set: see
        /// [`Successors::extent`](voxnav::ground::Successors::extent).
        of_extent(extent: IVec3) => extent = extent;
    }

    /// Returns the number of cells that each agent takes up along each axis.
    #[must_use]
    pub fn extent(&self) -> IVec3 {
        self.extent
    }

    /// Returns the number of agents.
    #[must_use]
    pub fn agents(&self) -> usize {
        self.starts.len()
    }

    /// Returns the start of an agent; the origin stands for an agent that is not of the plan.
    #[must_use]
    pub fn start(&self, agent: usize) -> IVec3 {
        self.starts.get(agent).copied().unwrap_or_default()
    }

    /// Returns the legs of an agent, in order; none for an agent that is not of the plan.
    #[must_use]
    pub fn legs(&self, agent: usize) -> &[PlannedLeg] {
        self.legs.get(agent).map_or(&[], Vec::as_slice)
    }

    /// Returns the cell at which an agent is after so many steps, or that which it has left last, if it is on a leg.
    #[must_use]
    pub fn at(&self, agent: usize, step: usize) -> IVec3 {
        let legs = self.legs(agent);
        let ended = legs.partition_point(|leg| leg.ends as usize <= step);
        let last = ended.checked_sub(1).and_then(|last| legs.get(last));
        last.map_or(self.start(agent), |leg| leg.to)
    }

    /// Returns the number of steps until all agents stand at their goals for good.
    #[must_use]
    pub fn steps(&self) -> usize {
        (0..self.agents())
            .map(|agent| self.end(agent) as usize)
            .max()
            .unwrap_or(0)
    }

    /// Returns the sum of costs: for each agent the steps until it stands at its goal for good.
    #[must_use]
    pub fn cost(&self) -> u64 {
        (0..self.agents())
            .map(|agent| u64::from(self.end(agent)))
            .sum()
    }

    /// Returns the sum of the steps that each agent needs if it is alone: no plan costs less.
    #[must_use]
    pub fn shortest(&self) -> u64 {
        self.shortest
    }

    /// Returns the most that the plan may cost in parts of the cheapest one: the cost divided by that sum, or one where no
    /// agent has to move.
    #[must_use]
    pub fn bound(&self) -> f64 {
        bound(self.cost(), self.shortest)
    }

    fn end(&self, agent: usize) -> u32 {
        self.legs(agent).last().map_or(0, |leg| leg.ends)
    }
}
