//! Joint plans: the legs of each agent, step by step.

use std::borrow::Cow;

use voxnav::glam::IVec3;

use super::options::Limit;

/// The answer to the question for a joint plan.
///
/// ```
/// use voxnav::glam::IVec3;
/// use voxnav::grid::{CellBox, OccupancyBuilder, Traversability};
/// use voxnav::UnknownPolicy;
/// use voxnav_crowd::mapf::{JointOptions, JointOutcome, plan_joint};
///
/// // Two agents that are to change places in a corridor.
/// let open = OccupancyBuilder::new(CellBox::from_size(IVec3::new(3, 1, 1)))?.commit();
/// let world = Traversability::new(&open, UnknownPolicy::Blocked);
/// let ends = [IVec3::ZERO, IVec3::new(2, 0, 0)];
/// let outcome = plan_joint(&world, &ends, &[ends[1], ends[0]], &JointOptions::new())?;
/// assert_eq!(outcome, JointOutcome::Unsolvable);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum JointOutcome {
    /// A plan.
    Planned(JointPlan),
    /// The proof that there is no plan.
    Unsolvable,
    /// A limit was reached first.
    LimitReached(Limit),
}

impl From<Limit> for JointOutcome {
    fn from(limit: Limit) -> Self {
        Self::LimitReached(limit)
    }
}

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

/// A plan for many agents, in which no two meet: the legs of each. A move in flight is a leg of one step.
///
/// Agents stand at their goal permanently after their last leg.
///
/// ```
/// use voxnav::glam::IVec3;
/// use voxnav::grid::{CellBox, OccupancyBuilder, Traversability};
/// use voxnav::{MoveSet, UnknownPolicy};
/// use voxnav_crowd::mapf::{JointOptions, JointOutcome, plan_joint};
///
/// let open = OccupancyBuilder::new(CellBox::from_size(IVec3::new(9, 3, 3)))?.commit();
/// let world = Traversability::new(&open, UnknownPolicy::Blocked);
/// let ends = [IVec3::new(0, 1, 1), IVec3::new(8, 1, 1)];
/// let options = JointOptions::new().moves(MoveSet::Face6);
/// let outcome = plan_joint(&world, &ends, &[ends[1], ends[0]], &options)?;
/// let JointOutcome::Planned(plan) = outcome else { return Err("no plan".into()) };
/// assert_eq!(plan.at(0, plan.steps()), ends[1]);
/// assert!(plan.cost() >= plan.shortest() && plan.shortest() == 16);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JointPlan {
    /// The cells of each agent: its start, and those that its legs lead to; in flight its cell after each step.
    cells: Vec<Vec<IVec3>>,
    /// The steps after which each leg of each agent begins and has ended; none in flight.
    times: Vec<Vec<[u32; 2]>>,
    shortest: u64,
    extent: IVec3,
}

impl JointPlan {
    /// Makes a plan in flight of the cells of each agent, step by step from its start, and the sum of its shortest
    /// paths.
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
        Self {
            cells: paths,
            times: Vec::new(),
            shortest,
            extent: IVec3::ONE,
        }
    }

    /// Makes a plan of the start and the legs of each agent, and the sum of steps that each needs if it is alone.
    /// Agents hold all cells of a leg while they are on it. Nothing is checked; see
    /// [`verify_leg_plan`](super::verify_leg_plan).
    ///
    /// ```
    /// use voxnav::glam::IVec3;
    /// use voxnav_crowd::mapf::{JointPlan, PlannedLeg};
    ///
    /// let jump = PlannedLeg { begins: 1, ends: 4, to: IVec3::new(3, 0, 0) };
    /// let plan = JointPlan::of_legs(vec![IVec3::ZERO], vec![vec![jump]], 3);
    /// assert_eq!((plan.cost(), plan.at(0, 3), plan.at(0, 4)), (4, IVec3::ZERO, jump.to));
    /// ```
    #[must_use]
    pub fn of_legs(starts: Vec<IVec3>, mut legs: Vec<Vec<PlannedLeg>>, shortest: u64) -> Self {
        legs.resize(starts.len(), Vec::new());
        let times =
            |legs: &Vec<PlannedLeg>| legs.iter().map(|leg| [leg.begins, leg.ends]).collect();
        let times = legs.iter().map(times).collect();
        let cells = starts.into_iter().zip(legs).map(|(start, legs)| {
            let ends = legs.into_iter().map(|leg| leg.to);
            std::iter::once(start).chain(ends).collect()
        });
        Self {
            cells: cells.collect(),
            times,
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

    /// Returns whether agents hold all cells of a leg while they are on it; they do not in flight.
    pub(super) fn holds_legs(&self) -> bool {
        !self.times.is_empty()
    }

    /// Returns the number of agents.
    #[must_use]
    pub fn agents(&self) -> usize {
        self.cells.len()
    }

    /// Returns the number of steps until all agents stand at their goals permanently.
    #[must_use]
    pub fn steps(&self) -> usize {
        let ends = (0..self.agents()).map(|agent| self.end(agent));
        ends.max().unwrap_or(0)
    }

    /// Returns the start of an agent; the origin stands for an agent that is not of the plan.
    #[must_use]
    pub fn start(&self, agent: usize) -> IVec3 {
        let cells = self.cells.get(agent);
        cells.and_then(|it| it.first().copied()).unwrap_or_default()
    }

    /// Returns the cell at which an agent is after so many steps, or that which it has left last, if it is on a leg:
    /// its goal from when it stands there permanently. The origin stands for an agent that is not of the plan.
    #[must_use]
    pub fn at(&self, agent: usize, step: usize) -> IVec3 {
        let cells = self.cells.get(agent).map_or(&[][..], Vec::as_slice);
        let ended = match self.times.get(agent) {
            Some(times) => times.partition_point(|&[_, ends]| ends as usize <= step),
            None => step,
        };
        let cell = cells.get(ended).or(cells.last());
        cell.copied().unwrap_or_default()
    }

    /// Returns the cells of an agent after each step from its start to where it stands permanently, as [`Self::at`] has
    /// them; none for an agent that is not of the plan.
    #[must_use]
    pub fn path(&self, agent: usize) -> Cow<'_, [IVec3]> {
        match (self.cells.get(agent), self.times.get(agent)) {
            (Some(cells), None) => cells.into(),
            (Some(_), Some(_)) => (0..=self.end(agent)).map(|it| self.at(agent, it)).collect(),
            (None, _) => Cow::default(),
        }
    }

    /// Returns the legs of an agent, in order; none for an agent that is not of the plan.
    pub fn legs(&self, agent: usize) -> impl Iterator<Item = PlannedLeg> + '_ {
        let cells = self.cells.get(agent).map_or(&[][..], Vec::as_slice);
        let times = self.times.get(agent);
        (0..).zip(cells.windows(2)).filter_map(move |(step, pair)| {
            let to = pair[1];
            let [begins, ends] = match times {
                Some(times) => times[step as usize],
                None if to == pair[0] => return None,
                None => [step, step + 1],
            };
            Some(PlannedLeg { begins, ends, to })
        })
    }

    /// Returns the sum of costs: for each agent the steps until it stands at its goal permanently.
    #[must_use]
    pub fn cost(&self) -> u64 {
        (0..self.agents()).map(|agent| self.end(agent) as u64).sum()
    }

    /// Returns the sum of the steps that each agent needs if it is alone, or a lower bound where distances are
    /// [estimated](super::DistanceTables): no plan costs less.
    #[must_use]
    pub fn shortest(&self) -> u64 {
        self.shortest
    }

    /// Returns the most that the plan may cost in parts of the cheapest one: the cost divided by the sum of shortest
    /// paths, or one where no agent has to move.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "a ratio to be shown")]
    pub fn bound(&self) -> f64 {
        match self.shortest {
            0 => 1.0,
            shortest => self.cost() as f64 / shortest as f64,
        }
    }

    /// Returns the steps until an agent stands at its goal permanently.
    pub(super) fn end(&self, agent: usize) -> usize {
        match self.times.get(agent) {
            Some(times) => times.last().map_or(0, |&[_, ends]| ends as usize),
            None => self
                .cells
                .get(agent)
                .map_or(0, |it| it.len().saturating_sub(1)),
        }
    }

    /// Returns the cells that all agents are at after so many steps.
    pub(super) fn all_at(&self, step: usize) -> Vec<IVec3> {
        (0..self.agents())
            .map(|agent| self.at(agent, step))
            .collect()
    }
}
