//! Random questions for joint plans.

use voxnav::glam::{DVec3, IVec3};
use voxnav::grid::{Axis, CellBox, CellState, OccupancyBuilder, Traversability};
use voxnav::search::{CellShape, Cost};
use voxnav::{CornerRule, MoveSet, UnknownPolicy};
use voxnav_crowd::mapf::{
    CollisionModel, JointOptions, JointOutcome, JointPlan, verify_joint_plan,
};
use voxnav_testkit::Draws;

/// A world with the starts and goals of agents, and the settings of their plan.
#[derive(Debug)]
pub(crate) struct Scene {
    pub(crate) world: Traversability,
    pub(crate) free: Vec<IVec3>,
    pub(crate) starts: Vec<IVec3>,
    pub(crate) goals: Vec<IVec3>,
    pub(crate) options: JointOptions,
}

pub(crate) const MOVES: [MoveSet; 7] = [
    MoveSet::Planar4(Axis::Z),
    MoveSet::Planar8(Axis::Z),
    MoveSet::Planar4(Axis::X),
    MoveSet::Planar8(Axis::Y),
    MoveSet::Face6,
    MoveSet::Edge18,
    MoveSet::Vertex26,
];
const CORNERS: [CornerRule; 3] = [CornerRule::Strict, CornerRule::OneSide, CornerRule::Lenient];

/// Returns bodies: points, and balls of less than half a cell, half a cell, and more, among cells of any sides.
pub(crate) fn bodies(draws: &mut Draws) -> CollisionModel {
    let radius = draws.pick(&[
        None,
        Some((1, 10)),
        Some((2, 5)),
        Some((1, 2)),
        Some((3, 5)),
        Some((1, 1)),
    ]);
    radius.map_or(CollisionModel::Points, |(over, under)| {
        among_any(draws, CollisionModel::balls(over, under).unwrap())
    })
}

/// Returns bodies among cells of any sides, in which not too many cells are within their reach. Of equal draws, all else
/// is drawn as for cubes.
pub(crate) fn among_any(draws: &Draws, bodies: CollisionModel) -> CollisionModel {
    let shape = CellShape::new(draws.clone().sides(1.0)).unwrap();
    bodies.among(shape).unwrap_or(bodies)
}

/// Returns the sides of cells, of which the longest is 1.
pub(crate) fn sides_of(bodies: CollisionModel) -> DVec3 {
    match bodies {
        CollisionModel::Balls(radius) => radius.shape().sides().map(Cost::length).into(),
        _ => DVec3::ONE,
    }
}

impl Scene {
    /// Draws a world of this size with so many percent of its cells blocked, and agents whose bodies do not overlap.
    pub(crate) fn draw(
        draws: &mut Draws,
        size: IVec3,
        blocked: u32,
        agents: usize,
        options: JointOptions,
    ) -> Option<Self> {
        let min = draws.vector(IVec3::splat(-70), IVec3::splat(70));
        let bounds = CellBox::new(min, min + size);
        let mut builder = OccupancyBuilder::new(bounds).unwrap();
        for cell in bounds.cells() {
            if draws.percent(blocked) {
                builder.set(cell, CellState::Occupied).unwrap();
            }
        }
        let world = Traversability::new(&builder.commit(), UnknownPolicy::Blocked);
        let free: Vec<IVec3> = bounds
            .cells()
            .filter(|&cell| world.is_traversable(cell))
            .collect();
        let starts = apart(draws, &free, agents, options.bodies)?;
        let goals = apart(draws, &free, agents, options.bodies)?;
        Some(Self {
            world,
            free,
            starts,
            goals,
            options,
        })
    }

    /// Draws the settings of a small scene, and the scene.
    pub(crate) fn small(draws: &mut Draws) -> Option<Self> {
        let moves = draws.pick(&MOVES);
        let flat = match moves.fixed_axis() {
            Some(axis) => axis.unit(),
            None => IVec3::ZERO,
        };
        let size = draws.vector(IVec3::ONE, IVec3::splat(3)).max(IVec3::ONE);
        let size = size * (IVec3::ONE - flat) + flat;
        let options = JointOptions::new()
            .moves(moves)
            .corners(draws.pick(&CORNERS))
            .bodies(bodies(draws))
            .seed(draws.word());
        let (blocked, agents) = (draws.below(40), draws.between(1_u16, 4));
        Self::draw(draws, size, blocked, usize::from(agents), options)
    }

    /// Returns the plan of an outcome, checked.
    pub(crate) fn checked(&self, outcome: JointOutcome) -> Result<JointPlan, String> {
        let JointOutcome::Planned(plan) = outcome else {
            return Err(format!("{outcome:?}"));
        };
        match verify_joint_plan(&self.world, &self.starts, &self.goals, &plan, &self.options) {
            Ok(cost) if cost == plan.cost() => Ok(plan),
            Ok(cost) => Err(format!("cost {} instead of {cost}", plan.cost())),
            Err(fault) => Err(format!("{fault}")),
        }
    }
}

/// Draws cells at which bodies do not overlap.
fn apart(
    draws: &mut Draws,
    free: &[IVec3],
    agents: usize,
    bodies: CollisionModel,
) -> Option<Vec<IVec3>> {
    let mut order = free.to_vec();
    draws.shuffle(&mut order);
    let mut taken: Vec<IVec3> = Vec::new();
    for cell in order {
        if taken.len() == agents {
            break;
        }
        if taken
            .iter()
            .all(|&other| !super::oracle::meets([cell; 2], [other; 2], bodies))
        {
            taken.push(cell);
        }
    }
    (taken.len() == agents).then_some(taken)
}
