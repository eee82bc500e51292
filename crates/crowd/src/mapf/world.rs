//! The worlds that agents of joint plans move in, and the checks of starts and goals in them.

use std::collections::BTreeMap;
use std::fmt;

use voxnav::glam::IVec3;
use voxnav::grid::{CellBox, Traversability};
use voxnav::ground::Successors;

use super::error::JointPlanError;
use super::legs::is_near;
use super::options::CollisionModel;

/// The world that agents of a joint plan move in, by which it is also decided how they move.
///
/// ```
/// use voxnav::glam::IVec3;
/// use voxnav::grid::{CellBox, OccupancyBuilder};
/// use voxnav::ground::{Ground, Locomotion};
/// use voxnav_crowd::mapf::{JointOptions, JointOutcome, JointWorld, plan_joint, verify_leg_plan};
///
/// // Two walkers change places on a floor; a diagonal step takes two steps of time.
/// let floor = OccupancyBuilder::new(CellBox::from_size(IVec3::new(5, 3, 3)))?.commit();
/// let ground = Ground::new(&floor, &Locomotion::walker())?;
/// let starts = [IVec3::new(0, 1, 0), IVec3::new(4, 1, 0)];
/// let goals = [starts[1], starts[0]];
/// let moves = ground.moves();
/// let outcome = plan_joint(JointWorld::Legs(&moves), &starts, &goals, &JointOptions::new())?;
/// let JointOutcome::Planned(plan) = outcome else { return Err("no plan".into()) };
/// let checked = verify_leg_plan(&moves, &starts, &goals, &plan, &JointOptions::new());
/// assert_eq!(checked, Ok(plan.cost()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
#[non_exhaustive]
pub enum JointWorld<'a> {
    /// Flying agents: each makes one of the [moves](super::JointOptions::moves) in a step, and leaves its cell at
    /// once to those behind it. If some take longer by their [`Kinematics`](super::Kinematics), all go by legs.
    Flight(&'a Traversability),
    /// Ground agents, or with custom moves: a move is a leg, which takes as many steps as its cost is
    /// straight moves, rounded up, or longer by [`Kinematics`](super::Kinematics), and holds all its cells meanwhile.
    ///
    /// The cells of a leg are those of the box that its ends span; of a leg whose box has more than 512 cells, as a
    /// link may have, the ends alone. No two agents hold cells that are one, or nearer than twice the radius of
    /// [balls](CollisionModel). Of the options, moves, corners and distances are not looked at.
    Legs(&'a dyn Successors),
}

impl<'a> From<&'a Traversability> for JointWorld<'a> {
    fn from(world: &'a Traversability) -> Self {
        Self::Flight(world)
    }
}

impl fmt::Debug for JointWorld<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Flight(_) => "Flight",
            Self::Legs(_) => "Legs",
        })
    }
}

impl JointWorld<'_> {
    pub(super) fn bounds(self) -> CellBox {
        match self {
            Self::Flight(world) => world.bounds(),
            Self::Legs(moves) => moves.bounds(),
        }
    }

    fn fits(self, cell: IVec3) -> bool {
        match self {
            Self::Flight(world) => world.is_traversable(cell),
            Self::Legs(moves) => moves.can_be_at(cell),
        }
    }

    fn extent(self) -> IVec3 {
        match self {
            Self::Flight(_) => IVec3::ONE,
            Self::Legs(moves) => moves.extent(),
        }
    }

    /// Checks that agents can be at their starts and goals, one by one and together.
    pub(super) fn check(
        self,
        starts: &[IVec3],
        goals: &[IVec3],
        bodies: CollisionModel,
    ) -> Result<(), JointPlanError> {
        if starts.len() != goals.len() {
            let (starts, goals) = (starts.len(), goals.len());
            return Err(JointPlanError::Counts { starts, goals });
        }
        if starts.len() > MOST_AGENTS {
            return Err(JointPlanError::TooManyAgents(starts.len()));
        }
        let bounds = self.bounds();
        for (agent, (&start, &goal)) in starts.iter().zip(goals).enumerate() {
            if !bounds.contains(start) {
                return Err(JointPlanError::StartOutside { agent, cell: start });
            }
            if !bounds.contains(goal) {
                return Err(JointPlanError::GoalOutside { agent, cell: goal });
            }
            if !self.fits(start) {
                return Err(JointPlanError::StartBlocked { agent, cell: start });
            }
            if !self.fits(goal) {
                return Err(JointPlanError::GoalBlocked { agent, cell: goal });
            }
        }
        if let Some(agents) = overlapping(starts, bodies, self.extent()) {
            return Err(JointPlanError::StartsOverlap { agents });
        }
        match overlapping(goals, bodies, self.extent()) {
            Some(agents) => Err(JointPlanError::GoalsOverlap { agents }),
            None => Ok(()),
        }
    }
}

/// The most agents of a plan: their numbers and those of cells fit into 64 bits.
const MOST_AGENTS: usize = 1 << 24;

/// Returns the first two agents whose bodies overlap at some cells.
fn overlapping(cells: &[IVec3], bodies: CollisionModel, extent: IVec3) -> Option<[usize; 2]> {
    let (reach, is_near) = is_near(bodies, extent);
    // Sorted along x, then y, then z, so that only a few rows of cells are near.
    let mut at: BTreeMap<[i32; 3], usize> = BTreeMap::new();
    for (agent, &cell) in cells.iter().enumerate() {
        let (low, high) = (cell.saturating_sub(reach), cell.saturating_add(reach));
        for x in low.x..=high.x {
            for y in low.y..=high.y {
                let row = [x, y, low.z]..=[x, y, high.z];
                let mut near = at.range(row);
                let overlap =
                    |(other, _): &(&[i32; 3], &usize)| is_near(IVec3::from_array(**other) - cell);
                if let Some((_, &other)) = near.find(overlap) {
                    return Some([other, agent]);
                }
            }
        }
        at.insert(cell.to_array(), agent);
    }
    None
}
