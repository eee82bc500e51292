//! The stages of a search for a joint plan: what has to be known before, a first plan, and its improvement.

use voxnav::glam::IVec3;
use voxnav::grid::Traversability;

use super::error::JointPlanError;
use super::flight::Flight;
use super::improve::{Anytime, Origin};
use super::kind::{Ends, Kind, Prepared};
use super::lacam::{Aim, Lacam, Progress};
use super::legs::{FlightLegs, Legs};
use super::options::JointOptions;
use super::plan::{JointOutcome, JointPlan};
use super::roadmap::Cell;
use super::verify::{PlanViolation, verify_joint_plan};
use super::world::JointWorld;

/// A search whose starts and goals are checked.
#[derive(Debug)]
pub(super) struct Work {
    aim: Aim,
    kind: Box<dyn Kind>,
    ends: Ends,
    options: JointOptions,
    /// The search for a first plan, once all is known that it needs.
    lacam: Option<Lacam>,
    anytime: Option<Box<Anytime>>,
}

impl Work {
    /// Prepares a search. Where there is nothing to search, the outcome is the error.
    pub(super) fn new(
        aim: Aim,
        world: JointWorld<'_>,
        ends: [&[IVec3]; 2],
        options: &JointOptions,
    ) -> Result<Self, JointOutcome> {
        let (kind, ends) = match world {
            JointWorld::Flight(world) if options.takes_time() => {
                let moves = FlightLegs::new(world, ends[0], options)?;
                Legs::searching(aim, &moves, ends, options)?
            }
            JointWorld::Flight(world) => Flight::searching(world, ends, options)?,
            JointWorld::Legs(moves) => Legs::searching(aim, moves, ends, options)?,
        };
        Ok(Self {
            aim,
            kind,
            ends,
            options: options.clone(),
            lacam: None,
            anytime: None,
        })
    }

    /// Takes over a plan in flight, if it is legal, as if it had been found here.
    pub(super) fn of_plan(
        world: &Traversability,
        plan: &JointPlan,
        options: &JointOptions,
    ) -> Result<Self, JointPlanError> {
        let (starts, goals) = (plan.all_at(0), plan.all_at(plan.steps()));
        let joint = JointWorld::from(world);
        joint.check(&starts, &goals, options.bodies)?;
        let checked = verify_joint_plan(world, &starts, &goals, plan, options);
        checked.map_err(|fault| JointPlanError::Illegal { fault })?;
        let work = Self::new(Aim::Own, joint, [&starts, &goals], options);
        let mut work = work.map_err(|outcome| match outcome {
            JointOutcome::LimitReached(_) => JointPlanError::Memory,
            _ => JointPlanError::Illegal {
                fault: PlanViolation::Goal(0),
            },
        })?;
        // The plan is legal, so every agent can get to its goal.
        let mut left = u64::MAX;
        work.kind.prepare(&mut work.ends, &mut left);
        let starts = work.ends.from.iter().enumerate();
        let path = |(agent, &start)| work.kind.path(plan, agent, start);
        let paths = starts.map(path).collect();
        work.bound_by(plan.shortest());
        work.begin(paths, Origin::Other);
        Ok(work)
    }

    /// Takes another lower bound of the cost for that of plans.
    pub(super) fn bound_by(&mut self, shortest: u64) {
        self.ends.shortest = shortest;
    }

    /// Expands so many configurations at most, and returns the outcome if there is one by then.
    pub(super) fn advance(&mut self, mut expansions: u64) -> Option<JointOutcome> {
        if self.anytime.is_none() {
            if self.lacam.is_none() {
                self.lacam = Some(self.prepare(&mut expansions)?);
            }
            let mut limits = self.options.limits;
            let before = self.kind.bytes();
            limits.memory = limits.memory.map(|most| most.saturating_sub(before));
            let lacam = self.lacam.as_mut()?;
            let goals = &self.ends.goals;
            self.kind.search(lacam, goals, limits, expansions);
            match lacam.progress {
                Progress::Running => return None,
                Progress::Found => {}
                Progress::Unsolvable => return Some(JointOutcome::Unsolvable),
                Progress::Limited(limit) => return Some(JointOutcome::LimitReached(limit)),
            }
        }
        self.plan().map(JointOutcome::Planned)
    }

    /// Works out what the search needs, and begins it when all is known.
    fn prepare(&mut self, left: &mut u64) -> Option<Lacam> {
        let (about, progress) = match self.kind.prepare(&mut self.ends, left) {
            Prepared::Running => return None,
            Prepared::Impossible => (self.ends.distances.clone(), Progress::Unsolvable),
            Prepared::Ready(about) => (about, Progress::Running),
        };
        let goals = self.ends.goals.clone();
        let mut lacam = Lacam::new(self.aim, &self.ends.from, goals, &about);
        lacam.progress = progress;
        Some(lacam)
    }

    /// Tries to shorten the plan so often, and returns its cost, if there is one.
    pub(super) fn improve(&mut self, tries: u64) -> Option<u64> {
        if self.anytime.is_none() {
            let lacam = self.lacam.as_mut();
            let found = lacam.filter(|it| it.progress == Progress::Found)?;
            let paths = found.paths();
            found.forget();
            self.begin(paths, Origin::Guided);
        }
        let anytime = self.anytime.as_mut()?;
        for _ in 0..tries {
            if anytime.is_over() {
                break;
            }
            self.kind.improve(anytime, &self.ends.goals);
        }
        Some(anytime.cost())
    }

    fn begin(&mut self, paths: Vec<Vec<Cell>>, origin: Origin) {
        let Self { kind, ends, .. } = self;
        let anytime = kind.begin(paths, origin, ends, &self.options);
        self.anytime = Some(Box::new(anytime));
    }

    /// Returns the best plan so far.
    pub(super) fn plan(&self) -> Option<JointPlan> {
        let shortest = self.ends.shortest;
        if let Some(anytime) = &self.anytime {
            return Some(self.kind.plan(anytime.paths(), shortest));
        }
        let lacam = self.lacam.as_ref();
        let found = lacam.filter(|it| it.progress == Progress::Found);
        found.map(|lacam| self.kind.plan(&lacam.paths(), shortest))
    }

    pub(super) fn expanded(&self) -> u64 {
        self.lacam.as_ref().map_or(0, |lacam| lacam.expanded)
    }

    pub(super) fn guided(&self) -> u64 {
        self.kind.guided()
    }
}
