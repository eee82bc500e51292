//! Joint plans of all kinds, as the objects of one handle.

use voxnav::glam::{DVec3, IVec3};
use voxnav::search::{CellShape, CellShapeError};
use voxnav::{Lattice, View};
use voxnav_crowd::together::{
    Bodies, JointOptions, JointOutcome, JointPlan, JointSearch, LegPlan, LegSearch, Limit,
    PlannedLeg, UnlabeledSearch,
};

use crate::error::{Refusal, VoxnavStatus};
use crate::exported::crowds::VoxnavTogetherLimit;
use crate::objects::Seen;
use crate::values::VoxnavPoint;

/// The positions of cells: of agents that fly their centers, on the ground where feet are.
#[derive(Debug)]
pub(crate) struct Places {
    lattice: Lattice,
    offset: DVec3,
    /// The ground below agents that do not fly, as it was.
    ground: Option<View>,
}

/// A joint plan, and what has come of it.
#[derive(Debug)]
pub(crate) struct Joint {
    asked: Asked,
    pub(crate) places: Places,
    pub(crate) bodies: Bodies,
    pub(crate) outcome: Option<(VoxnavStatus, VoxnavTogetherLimit)>,
    pub(crate) plan: Option<Plan>,
    /// The number of the goal of each agent.
    pub(crate) goals: Vec<u32>,
}

/// The search for a plan, in slices.
#[derive(Debug)]
enum Asked {
    /// Paths in flight, for each agent to its own goal.
    Own(Box<JointSearch>),
    /// Paths in flight to goals that any agent may take.
    Any(Box<UnlabeledSearch>),
    /// Legs on the ground.
    Legs(Box<LegSearch>),
}

/// A plan of paths in flight, or of legs on the ground.
#[derive(Debug)]
pub(crate) enum Plan {
    Paths(JointPlan),
    Legs(LegPlan),
}

/// The answer of a search that has ended.
type Ended = Result<Plan, (VoxnavStatus, VoxnavTogetherLimit)>;

impl Places {
    /// Returns the places of agents that move in a world.
    pub(crate) fn of(seen: &Seen<'_>) -> Self {
        match *seen {
            Seen::Flight(&lattice, _) => Self {
                lattice,
                offset: DVec3::ZERO,
                ground: None,
            },
            Seen::Ground(view) => Self {
                lattice: *view.lattice(),
                offset: view.position_at(IVec3::ZERO) - view.lattice().center(IVec3::ZERO),
                ground: Some(View::clone(&view)),
            },
        }
    }

    /// Returns the position of an agent at a cell.
    pub(crate) fn position(&self, cell: IVec3) -> DVec3 {
        self.lattice.center(cell) + self.offset
    }

    /// Returns the cell of a position: on the ground that where an agent settles below it, if there is any.
    pub(crate) fn cell(&self, at: VoxnavPoint) -> Result<IVec3, Refusal> {
        let own = self.lattice.cell_at(DVec3::from(at) - self.offset)?;
        let settled = match self.ground.as_ref().and_then(View::ground) {
            Some(view) => view.cell_at(at)?,
            None => None,
        };
        Ok(settled.unwrap_or(own))
    }

    /// Returns options whose bodies are among the cells of the lattice.
    pub(crate) fn options(&self, options: &JointOptions) -> Result<JointOptions, Refusal> {
        let uneven =
            |error: CellShapeError| Refusal::new(VoxnavStatus::ErrorBounds, error.to_string());
        let shape = CellShape::new(self.lattice.sizes()).map_err(uneven)?;
        Ok(options.clone().bodies(options.bodies.among(shape)?))
    }

    /// Returns the cells of positions.
    pub(crate) fn cells(&self, positions: &[VoxnavPoint]) -> Result<Vec<IVec3>, Refusal> {
        positions.iter().map(|&at| self.cell(at)).collect()
    }
}

impl Joint {
    /// Asks for paths in flight, or for legs on the ground.
    pub(crate) fn new(
        seen: &Seen<'_>,
        [starts, goals]: [&[VoxnavPoint]; 2],
        options: &JointOptions,
        any_goal: bool,
    ) -> Result<Self, Refusal> {
        let places = Places::of(seen);
        let options = &places.options(options)?;
        let (starts, goals) = (places.cells(starts)?, places.cells(goals)?);
        let asked = match *seen {
            Seen::Flight(_, world) if any_goal => {
                let search = UnlabeledSearch::new(world, &starts, &goals, options)?;
                Asked::Any(Box::new(search))
            }
            Seen::Flight(_, world) => {
                let search = JointSearch::new(world, &starts, &goals, options)?;
                Asked::Own(Box::new(search))
            }
            Seen::Ground(view) => {
                let make = if any_goal {
                    LegSearch::unlabeled
                } else {
                    LegSearch::new
                };
                let search = make(&view.moves().moves(), &starts, &goals, options)?;
                Asked::Legs(Box::new(search))
            }
        };
        Ok(Self {
            asked,
            places,
            bodies: options.bodies,
            outcome: None,
            plan: None,
            goals: Vec::new(),
        })
    }

    /// Searches on for so many configurations at most.
    pub(crate) fn advance(&mut self, most: u64) -> VoxnavStatus {
        if let Some((status, _)) = self.outcome {
            return status;
        }
        let ended = match &mut self.asked {
            Asked::Own(search) => (search.advance(most)).map(|it| ended(it, Plan::Paths)),
            Asked::Any(search) => search.advance(most).map(|assigned| {
                self.goals = numbers(assigned.goals);
                ended(assigned.outcome, Plan::Paths)
            }),
            Asked::Legs(search) => search.advance(most).map(|outcome| {
                self.goals = numbers(search.goals());
                ended(outcome, Plan::Legs)
            }),
        };
        let Some(ended) = ended else {
            return VoxnavStatus::Pending;
        };
        let outcome = match ended {
            Ok(plan) => {
                if self.goals.is_empty() {
                    self.goals = (0_u32..).take(plan.agents()).collect();
                }
                self.plan = Some(plan);
                (VoxnavStatus::Found, VoxnavTogetherLimit::None)
            }
            Err(outcome) => outcome,
        };
        self.outcome = Some(outcome);
        outcome.0
    }

    /// Tries to shorten the plan, and returns whether there is one.
    pub(crate) fn improve(&mut self, tries: u64) -> bool {
        if self.plan.is_none() {
            return false;
        }
        let better = match &mut self.asked {
            Asked::Own(search) => search.improve(tries).and(search.plan()).map(Plan::Paths),
            Asked::Any(search) => search.improve(tries).and(search.plan()).map(Plan::Paths),
            Asked::Legs(search) => search.improve(tries).and(search.plan()).map(Plan::Legs),
        };
        if better.is_some() {
            self.plan = better;
        }
        true
    }

    /// Returns the number of configurations expanded so far.
    pub(crate) fn expanded(&self) -> u64 {
        match &self.asked {
            Asked::Own(search) => search.expanded(),
            Asked::Any(search) => search.expanded(),
            Asked::Legs(search) => search.expanded(),
        }
    }
}

fn numbers(goals: Vec<usize>) -> Vec<u32> {
    let numbers = goals.into_iter().map(u32::try_from);
    numbers.map(|it| it.unwrap_or(u32::MAX)).collect()
}

fn ended<P>(outcome: JointOutcome<P>, plan: fn(P) -> Plan) -> Ended {
    match outcome {
        JointOutcome::Planned(own) => Ok(plan(own)),
        JointOutcome::LimitReached(limit) => Err(limited(limit)),
        _ => Err((VoxnavStatus::Unreachable, VoxnavTogetherLimit::None)),
    }
}

fn limited(limit: Limit) -> (VoxnavStatus, VoxnavTogetherLimit) {
    let limit = match limit {
        Limit::Memory => VoxnavTogetherLimit::Memory,
        _ => VoxnavTogetherLimit::Expanded,
    };
    (VoxnavStatus::LimitReached, limit)
}

/// Does the same with a plan of either kind.
macro_rules! with_plan {
    ($plan:expr, $own:ident => $body:expr) => {
        match $plan {
            Plan::Paths($own) => $body,
            Plan::Legs($own) => $body,
        }
    };
}

impl Plan {
    pub(crate) fn agents(&self) -> usize {
        with_plan!(self, plan => plan.agents())
    }

    pub(crate) fn steps(&self) -> usize {
        with_plan!(self, plan => plan.steps())
    }

    /// Returns the sum of costs, and that of the shortest ways.
    pub(crate) fn costs(&self) -> (u64, u64) {
        with_plan!(self, plan => (plan.cost(), plan.shortest()))
    }

    pub(crate) fn at(&self, agent: usize, step: usize) -> IVec3 {
        with_plan!(self, plan => plan.at(agent, step))
    }

    /// Returns the most that the plan may cost in parts of the cheapest one.
    pub(crate) fn bound(&self) -> f64 {
        with_plan!(self, plan => plan.bound())
    }

    /// Returns the cells of an agent after each step, until it stands at its goal for good.
    pub(crate) fn path(&self, agent: usize) -> Result<impl Iterator<Item = IVec3> + '_, Refusal> {
        self.check(agent)?;
        let last = match self {
            Self::Paths(plan) => plan.path(agent).len().saturating_sub(1),
            Self::Legs(plan) => plan.legs(agent).last().map_or(0, |leg| leg.ends as usize),
        };
        Ok((0..=last).map(move |step| self.at(agent, step)))
    }

    /// Returns the legs of an agent on the ground.
    pub(crate) fn legs(&self, agent: usize) -> Result<&[PlannedLeg], Refusal> {
        self.check(agent)?;
        match self {
            Self::Legs(plan) => Ok(plan.legs(agent)),
            Self::Paths(_) => Err(Refusal::unsupported(
                "moves of agents that fly take a step each",
            )),
        }
    }

    fn check(&self, agent: usize) -> Result<(), Refusal> {
        let agents = self.agents();
        if agent < agents {
            return Ok(());
        }
        let message = format!("the plan has {agents} agents, none of number {agent}");
        Err(Refusal::argument(message))
    }
}
