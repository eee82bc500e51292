//! The kinematics of agents: the steps of their moves and turns.

use voxnav::glam::IVec3;
use voxnav::grid::Axis;

/// The speed of an agent and of its turns, in steps: for agents that are slow, or have to face where they go.
///
/// A move takes the time of its turn and then that of the move, and holds all its cells from the beginning of the turn,
/// as [legs](super::JointWorld::Legs) do: no other agent enters a cell that is being left. All agents of a plan go by that
/// rule once one of them is slow or turns. An agent may arrive in any heading.
///
/// ```
/// use voxnav::glam::IVec3;
/// use voxnav::grid::{Axis, CellBox, OccupancyBuilder, Traversability};
/// use voxnav::{MoveSet, UnknownPolicy};
/// use voxnav_crowd::mapf::{JointOptions, JointOutcome, Kinematics, plan_joint, verify_joint_plan};
///
/// // A robot that faces along x goes there and turns left once: two steps, a turn, and two more.
/// let floor = OccupancyBuilder::new(CellBox::from_size(IVec3::new(3, 3, 1)))?.commit();
/// let world = Traversability::new(&floor, UnknownPolicy::Blocked);
/// let robot = Kinematics::new().steps_per_turn(1).heading(Some(IVec3::X));
/// let options = JointOptions::new().moves(MoveSet::Planar4(Axis::Z)).kinematics(vec![robot]);
/// let (starts, goals) = ([IVec3::ZERO], [IVec3::new(2, 2, 0)]);
/// let outcome = plan_joint(&world, &starts, &goals, &options)?;
/// let JointOutcome::Planned(plan) = outcome else { return Err("no plan".into()) };
/// assert_eq!(verify_joint_plan(&world, &starts, &goals, &plan, &options), Ok(5));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Kinematics {
    /// The steps for each step that a move takes at full speed; zero counts as one. One by default.
    pub steps_per_move: u8,
    /// The steps of a turn by up to 90 degrees; one by more takes twice as many. Zero by default.
    pub steps_per_turn: u8,
    /// The axis about which agents turn. Moves along it need no turn. `z` by default.
    pub axis: Axis,
    /// The direction of an agent at its start; with none, its first move needs no turn.
    pub heading: Option<IVec3>,
}

impl Default for Kinematics {
    fn default() -> Self {
        Self {
            steps_per_move: 1,
            steps_per_turn: 0,
            axis: Axis::Z,
            heading: None,
        }
    }
}

impl Kinematics {
    /// Returns those of an agent at full speed that turns at once.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    voxnav::setters! {
        /// Sets the steps of a move.
        const steps_per_move(steps: u8) => steps_per_move = steps;

        /// Sets the steps of a turn.
        const steps_per_turn(steps: u8) => steps_per_turn = steps;

        /// Sets the axis of turns.
        const axis(axis: Axis) => axis = axis;

        /// Sets the direction at the start.
        const heading(heading: Option<IVec3>) => heading = heading;
    }

    /// Returns whether an agent goes at full speed and turns at once.
    pub(super) const fn is_instant(self) -> bool {
        self.steps_per_move <= 1 && self.steps_per_turn == 0
    }

    /// Returns what agents have in common that move alike, whatever their headings.
    pub(super) fn class(self) -> Self {
        Self {
            steps_per_move: self.steps_per_move.max(1),
            axis: if self.steps_per_turn == 0 {
                Axis::Z
            } else {
                self.axis
            },
            heading: None,
            ..self
        }
    }

    /// Returns the heading at the start, zero for none.
    pub(super) fn first_heading(self) -> IVec3 {
        let heading = self.heading.unwrap_or_default();
        self.turn(IVec3::ZERO, heading).1
    }

    /// Returns the steps of the turn that an agent in a heading makes before a move by an offset, and its heading then.
    pub(super) fn turn(self, heading: IVec3, by: IVec3) -> (u64, IVec3) {
        let flat = by - self.axis.unit() * self.axis.of(by);
        if self.steps_per_turn == 0 || flat == IVec3::ZERO {
            return (0, heading);
        }
        let next = in_lowest_terms(flat);
        let ahead = (0..3).map(|axis| i128::from(heading[axis]) * i128::from(next[axis]));
        let quarters = if heading == IVec3::ZERO || heading == next {
            0
        } else if ahead.sum::<i128>() >= 0 {
            1
        } else {
            2
        };
        (quarters * u64::from(self.steps_per_turn), next)
    }
}

/// Returns an offset divided by the greatest common divisor of its components.
fn in_lowest_terms(offset: IVec3) -> IVec3 {
    let parts = offset.to_array().map(i32::unsigned_abs);
    let divisor = parts.into_iter().fold(0, |mut a, mut b| {
        while b > 0 {
            (a, b) = (b, a % b);
        }
        a
    });
    // Only the least number of all has a divisor that is none of these numbers.
    i32::try_from(divisor).map_or(offset, |divisor| offset / divisor.max(1))
}
