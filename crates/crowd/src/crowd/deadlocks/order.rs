//! The order of the members of a deadlock: a joint plan over the cells around, which is looked for in slices.

use voxnav::MoveSet;
use voxnav::search::CellShape;

use super::scene::Scene;
use crate::crowd::values::settings::PlanningStats;
use crate::mapf::{
    CollisionModel, Guidance, JointOptions, JointOutcome, JointSearch, JointWorld, Limits,
    PlanExecutor,
};

/// The work of beginning a search, in units, and the number of cells that add one unit.
const BEGIN: u64 = 1_000;
const CELLS: u64 = 16;

/// The most units of work, and bytes, of a search.
const MOST: u64 = 200_000;
const MEMORY: u64 = 1 << 26;

/// The parts of a cell in which radii are counted.
pub(super) const PARTS: u32 = 1 << 12;

/// A search for an order.
#[derive(Debug)]
pub(super) struct Search {
    bodies: CollisionModel,
    /// The units of work of an expansion.
    each: u64,
    plans: JointSearch,
}

/// The state of a search.
#[derive(Debug)]
pub(super) enum SearchState {
    Running,
    Nothing,
    Order(PlanExecutor),
}

impl Search {
    /// Begins a search for the order of the agents of a scene after some searches that found none, and adds its work; `None`
    /// where no search can begin.
    pub(super) fn new(scene: &Scene, asked: u32, work: &mut PlanningStats) -> Option<Self> {
        work.in_flight += BEGIN + scene.cells.region().volume() / CELLS;
        let shape = CellShape::new(scene.cells.view.lattice().sizes()).ok()?;
        let bodies = bodies(scene.radius)?.among(shape).ok()?;
        let [starts, goals] = [scene.starts(), scene.goals()];
        let is_on_ground = scene.cells.view.ground().is_some();
        let agents = starts.len().max(1) as u64;
        let each = agents
            * if is_on_ground {
                PlanningStats::ON_GROUND
            } else {
                1
            };
        let limits = Limits::none().expanded(MOST / each).memory(MEMORY);
        let options = JointOptions::new().bodies(bodies).limits(limits);
        // Another draw finds what one has not.
        let mut options = options.guidance(Guidance::Off).seed(asked.into());
        let level = scene.cells.view.up().map(|up| up.axis);
        let is_flat = level.is_none_or(|axis| {
            starts
                .iter()
                .chain(&goals)
                .all(|it| axis.of(*it) == axis.of(starts[0]))
        });
        // On one floor agents go around in circles, too, and swap in bays; over slopes they take legs.
        let search = if is_flat && (level.is_none() || asked.is_multiple_of(2)) {
            if let Some(axis) = level {
                options = options.moves(MoveSet::Planar8(axis));
            }
            JointSearch::new(&scene.cells.world()?, &starts, &goals, &options)
        } else {
            JointSearch::new(JointWorld::Legs(&scene.cells), &starts, &goals, &options)
        };
        Some(Self {
            bodies,
            each,
            plans: search.ok()?,
        })
    }

    /// Goes on for so much work, or one expansion, and adds the work.
    pub(super) fn advance(&mut self, most: u64, work: &mut PlanningStats) -> SearchState {
        let expansions = (most / self.each).max(1);
        work.in_flight += expansions * self.each;
        match self.plans.advance(expansions) {
            None => SearchState::Running,
            Some(JointOutcome::Planned(plan)) => PlanExecutor::new(&plan, self.bodies)
                .map_or(SearchState::Nothing, SearchState::Order),
            Some(_) => SearchState::Nothing,
        }
    }
}

/// Returns balls of a radius in longest sides of cells.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the cast saturates, and larger radii are refused"
)]
fn bodies(radius: f64) -> Option<CollisionModel> {
    let parts = (radius * f64::from(PARTS)).ceil() as u32;
    CollisionModel::balls(parts.max(1), PARTS).ok()
}
