//! Joint plans: a path for each agent, step by step.

use voxnav::glam::IVec3;

use super::options::Limit;

/// The answer to the question for a joint plan, of paths or of [legs](super::LegOutcome).
///
/// ```
/// use voxnav::glam::IVec3;
/// use voxnav::grid::{CellBox, OccupancyBuilder, Traversability};
/// use voxnav::UnknownPolicy;
/// use voxnav_crowd::together::{JointOptions, JointOutcome, plan_together};
///
/// // Two agents that are to change places in a corridor.
/// let open = OccupancyBuilder::new(CellBox::from_size(IVec3::new(3, 1, 1)))?.commit();
/// let world = Traversability::new(&open, UnknownPolicy::Blocked);
/// let ends = [IVec3::ZERO, IVec3::new(2, 0, 0)];
/// let outcome = plan_together(&world, &ends, &[ends[1], ends[0]], &JointOptions::new())?;
/// assert_eq!(outcome, JointOutcome::Unsolvable);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum JointOutcome<P = JointPlan> {
    /// A plan.
    Planned(P),
    /// The proof that there is no plan.
    Unsolvable,
    /// A limit was reached first.
    LimitReached(Limit),
}

/// A plan for many agents, in which nobody meets: the cell of each agent at each step.
///
/// Agents stand at their goal for good after the last cell of their path.
///
/// ```
/// use voxnav::glam::IVec3;
/// use voxnav::grid::{CellBox, OccupancyBuilder, Traversability};
/// use voxnav::{MoveSet, UnknownPolicy};
/// use voxnav_crowd::together::{JointOptions, JointOutcome, plan_together};
///
/// let open = OccupancyBuilder::new(CellBox::from_size(IVec3::new(9, 3, 3)))?.commit();
/// let world = Traversability::new(&open, UnknownPolicy::Blocked);
/// let ends = [IVec3::new(0, 1, 1), IVec3::new(8, 1, 1)];
/// let options = JointOptions::new().moves(MoveSet::Face6);
/// let outcome = plan_together(&world, &ends, &[ends[1], ends[0]], &options)?;
/// let JointOutcome::Planned(plan) = outcome else { return Err("no plan".into()) };
/// assert_eq!(plan.at(0, plan.steps()), ends[1]);
/// assert!(plan.cost() >= plan.shortest() && plan.shortest() == 16);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JointPlan {
    paths: Vec<Vec<IVec3>>,
    shortest: u64,
}

impl JointPlan {
    /// Makes a plan of the cells of each agent, step by step from its start, and the sum of its shortest paths.
    ///
    /// Cells at the end of a path at which the agent stands at its goal already are left out. Nothing is checked; see
    /// [`verify_joint_plan`](super::verify_joint_plan).
    #[must_use]
    pub fn new(mut paths: Vec<Vec<IVec3>>, shortest: u64) -> Self {
        for path in &mut paths {
            while path.len() > 1 && path[path.len() - 2] == path[path.len() - 1] {
                path.pop();
            }
        }
        Self { paths, shortest }
    }

    /// Returns the number of agents.
    #[must_use]
    pub fn agents(&self) -> usize {
        self.paths.len()
    }

    /// Returns the number of steps until all agents stand at their goals for good.
    #[must_use]
    pub fn steps(&self) -> usize {
        let steps = self.paths.iter().map(|path| path.len().saturating_sub(1));
        steps.max().unwrap_or(0)
    }

    /// Returns the cell of an agent after so many steps: its goal from when it stands there for good. The origin stands
    /// for an agent that is not of the plan.
    #[must_use]
    pub fn at(&self, agent: usize, step: usize) -> IVec3 {
        let path = self.path(agent);
        let cell = path.get(step).or(path.last());
        cell.copied().unwrap_or_default()
    }

    /// Returns the cells of an agent from its start to where it stands for good; none for an agent that is not of the
    /// plan.
    #[must_use]
    pub fn path(&self, agent: usize) -> &[IVec3] {
        self.paths.get(agent).map_or(&[], Vec::as_slice)
    }

    /// Returns the sum of costs: for each agent the steps until it stands at its goal for good.
    #[must_use]
    pub fn cost(&self) -> u64 {
        let costs = self
            .paths
            .iter()
            .map(|path| path.len().saturating_sub(1) as u64);
        costs.sum()
    }

    /// Returns the sum of the shortest paths of all agents, were each alone, or a lower bound where distances are
    /// [estimated](super::DistanceTables): no plan costs less.
    #[must_use]
    pub fn shortest(&self) -> u64 {
        self.shortest
    }

    /// Returns the most that the plan may cost in parts of the cheapest one: the cost divided by the sum of shortest
    /// paths, or one where no agent has to move.
    #[must_use]
    pub fn bound(&self) -> f64 {
        bound(self.cost(), self.shortest)
    }
}

/// Returns the most that a plan of some cost may cost in parts of the cheapest one, which costs no less than `shortest`.
#[expect(clippy::cast_precision_loss, reason = "a ratio to be shown")]
pub(super) fn bound(cost: u64, shortest: u64) -> f64 {
    match shortest {
        0 => 1.0,
        shortest => cost as f64 / shortest as f64,
    }
}
