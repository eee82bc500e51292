//! Plans that are followed by the order of visits instead of by the clock.
//!
//! Two moves that would bring bodies too near, whenever they are made, are made in the order of the plan: the second
//! begins when the first has ended. Moves of one step that need each other, as when four agents go around in a square,
//! form a *turn*: all begin together, and go on in parts so small that no two meet, however late others are.
//!
//! # References
//! Hönig et al., "Multi-agent path finding with kinematic constraints", ICAPS 2016; Ma, Kumar, Koenig, "Multi-agent path
//! finding with delay probabilities", AAAI 2017. There plans have no turns.

mod order;
mod sweeps;

use voxnav::glam::{DVec3, IVec3};

use super::error::JointPlanError;
use super::options::CollisionModel;
use super::plan::JointPlan;
use order::{Hop, Order};

/// A joint plan that is being followed: it reports where each agent may go next, and waits for those that are late.
///
/// # Guarantees
///
/// If agents go straight to their [targets](Self::target), no two meet, and all arrive, however long each takes for
/// each move. The plan must be one that [`verify_joint_plan`](super::verify_joint_plan) accepts. Balls among cells that
/// are no cubes may come nearer than twice their radius by 2^-26 of the longest side, as sides are rounded.
///
/// ```
/// use voxnav::glam::IVec3;
/// use voxnav_crowd::mapf::{CollisionModel, PlanExecutor, JointPlan};
///
/// // One behind the other along a row.
/// let row = |from: i32| (from..from + 3).map(|x| IVec3::new(x, 0, 0)).collect();
/// let plan = JointPlan::new(vec![row(0), row(1)], 4);
/// let mut following = PlanExecutor::new(&plan, CollisionModel::Points)?;
/// assert_eq!(following.target(0), None, "the other one is in the way");
/// following.arrived(1);
/// assert_eq!(following.target(0).map(|it| it.to), Some(IVec3::X));
/// # Ok::<(), voxnav_crowd::mapf::JointPlanError>(())
/// ```
#[derive(Clone, Debug)]
pub struct PlanExecutor {
    order: Order,
    /// The number of moves that each agent has made, and the parts of the next one.
    made: Vec<(u32, u32)>,
}

/// The place that an agent may go to, straight from where it is: the end of a part of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Waypoint {
    /// The cell that the move begins at.
    pub from: IVec3,
    /// The cell that the move leads to.
    pub to: IVec3,
    /// The number of the part, from 1.
    pub part: u32,
    /// The number of parts of the move: 1 but for moves that several agents make at once.
    pub parts: u32,
}

impl Waypoint {
    /// Returns the place in cells: the center of a cell has its coordinates.
    ///
    /// ```
    /// use voxnav::glam::{DVec3, IVec3};
    /// use voxnav_crowd::mapf::{CollisionModel, PlanExecutor, JointPlan};
    ///
    /// // Four agents turn around in a square: half-way all wait for all.
    /// let corners = [IVec3::ZERO, IVec3::X, IVec3::new(1, 1, 0), IVec3::Y];
    /// let paths = (0..4).map(|it| vec![corners[it], corners[(it + 1) % 4]]).collect();
    /// let following = PlanExecutor::new(&JointPlan::new(paths, 4), CollisionModel::Points)?;
    /// assert_eq!(following.target(0).map(|it| it.place()), Some(DVec3::new(0.5, 0.0, 0.0)));
    /// # Ok::<(), voxnav_crowd::mapf::JointPlanError>(())
    /// ```
    #[must_use]
    pub fn place(self) -> DVec3 {
        let (from, to) = (self.from.as_dvec3(), self.to.as_dvec3());
        from.lerp(to, self.share())
    }

    /// Returns the share of the move after which the place comes, from 0 to 1.
    #[must_use]
    pub fn share(self) -> f64 {
        f64::from(self.part) / f64::from(self.parts)
    }
}

impl PlanExecutor {
    /// Works out which agent goes first where. In a plan of legs, a leg begins when all have left its cells that were
    /// to hold them before, and cells too near to them.
    ///
    /// # Errors
    ///
    /// [`JointPlanError::Turn`] for balls that turn around each other with less room than a 64th of a move leaves.
    ///
    /// # Complexity
    ///
    /// Linear in moves, for bodies of a few cells, and in the other moves near each of them.
    pub fn new(plan: &JointPlan, bodies: CollisionModel) -> Result<Self, JointPlanError> {
        Ok(Self {
            order: Order::new(plan, bodies)?,
            made: vec![(0, 0); plan.agents()],
        })
    }

    /// Returns the number of agents.
    #[must_use]
    pub fn agents(&self) -> usize {
        self.made.len()
    }

    /// Returns where an agent may go now; nothing where it has to wait, or stands at its goal. An answer stays true until
    /// the agent has [arrived](Self::arrived) there.
    #[must_use]
    pub fn target(&self, agent: usize) -> Option<Waypoint> {
        let hop = self.hop(agent)?;
        let part = self.made[agent].1;
        let turn = self.order.turn(hop);
        let may_go = turn.iter().all(|&(other, number)| {
            let (made, parts) = self.made[other as usize];
            made > number || made == number && parts >= part && self.is_clear(other as usize)
        });
        (may_go && self.is_clear(agent)).then_some(Waypoint {
            from: hop.from,
            to: hop.to,
            part: part + 1,
            parts: hop.parts,
        })
    }

    /// Returns the cell at which an agent is, or that it has left last; nothing for one that is not of the plan.
    #[must_use]
    pub fn cell(&self, agent: usize) -> Option<IVec3> {
        let &(made, _) = self.made.get(agent)?;
        Some(self.order.cell(agent, made))
    }

    /// Reports that an agent is where it was to go. Changes nothing for one that had no [target](Self::target).
    pub fn arrived(&mut self, agent: usize) {
        if let Some(target) = self.target(agent) {
            let (made, part) = &mut self.made[agent];
            *part += 1;
            if *part == target.parts {
                (*made, *part) = (*made + 1, 0);
            }
        }
    }

    /// Takes an agent out of the plan: no agent waits for it anymore.
    pub fn leave(&mut self, agent: usize) {
        if let Some(made) = self.made.get_mut(agent) {
            *made = (u32::MAX, 0);
        }
    }

    /// Returns whether an agent stands at its goal permanently, or has left.
    #[must_use]
    pub fn has_arrived(&self, agent: usize) -> bool {
        self.hop(agent).is_none()
    }

    /// Returns whether all agents stand at their goals permanently.
    #[must_use]
    pub fn is_done(&self) -> bool {
        (0..self.agents()).all(|agent| self.has_arrived(agent))
    }

    /// Returns the agents that an agent waits for.
    #[must_use]
    pub fn waits_for(&self, agent: usize) -> Vec<usize> {
        let Some(hop) = self.hop(agent) else {
            return Vec::new();
        };
        let mut all: Vec<usize> = Vec::new();
        let (made, part) = self.made[agent];
        for &(other, needed) in self.order.waits(hop) {
            if self.made[other as usize].0 < needed {
                all.push(other as usize);
            }
        }
        for &(other, number) in self.order.turn(hop) {
            let is_late = self.made[other as usize] < (number, part)
                || self.made[other as usize].0 == number && !self.is_clear(other as usize);
            if is_late && (other as usize, number) != (agent, made) {
                all.push(other as usize);
            }
        }
        all.sort_unstable();
        all.dedup();
        all
    }

    fn hop(&self, agent: usize) -> Option<&Hop> {
        self.order.hop(agent, self.made.get(agent)?.0)
    }

    /// Returns whether all have passed that were to pass before the next move of an agent.
    fn is_clear(&self, agent: usize) -> bool {
        let waits = self.hop(agent).map_or(&[][..], |hop| self.order.waits(hop));
        let mut waits = waits.iter();
        waits.all(|&(other, needed)| self.made[other as usize].0 >= needed)
    }
}
