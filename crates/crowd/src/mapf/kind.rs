//! Kinds of agents: those that fly, whose legs take a step each, and those whose legs take several.

use voxnav::glam::IVec3;

use super::improve::{Anytime, Origin};
use super::lacam::Lacam;
use super::options::{JointOptions, Limits};
use super::plan::JointPlan;
use super::roadmap::Cell;
use super::turns::LifelongState;

/// A kind of agents: the world that they move in, with what is known of it, and the memory of their steps.
///
/// Places of agents are numbers: of the cells where they can stay, and of what lies between them.
pub(super) trait Kind: std::fmt::Debug + Send + Sync {
    /// Returns the number of a cell, if agents can get there.
    fn number(&self, cell: IVec3) -> Option<Cell>;

    /// Returns the cell where an agent is, or which it has left last.
    fn cell(&self, place: Cell) -> IVec3;

    /// Returns the cell of an agent that rests, as goals have it; of one in the middle of a leg its place, which is no goal.
    fn rests_at(&self, place: Cell) -> Cell {
        place
    }

    /// Returns the places of an agent of a legal plan, step by step from its start.
    fn path(&self, plan: &JointPlan, agent: usize, start: Cell) -> Vec<Cell>;

    /// Returns the bytes in use, of searches aside.
    fn bytes(&self) -> u64;

    /// Works out what a search needs that is still to be known, and counts its parts off.
    fn prepare(&mut self, ends: &mut Ends, left: &mut u64) -> Prepared;

    /// Expands configurations on the way to some goals.
    fn search(&mut self, lacam: &mut Lacam, goals: &[Cell], limits: Limits, expansions: u64);

    /// Begins to improve some paths.
    fn begin(
        &mut self,
        paths: Vec<Vec<Cell>>,
        origin: Origin,
        ends: &mut Ends,
        options: &JointOptions,
    ) -> Anytime;

    /// Makes one try to improve paths.
    fn improve(&mut self, paths: &mut Anytime, goals: &[Cell]);

    /// Returns the plan of some paths.
    fn plan(&self, paths: &[Vec<Cell>], shortest: u64) -> JointPlan;

    /// Returns the states that guidance has expanded.
    fn guided(&self) -> u64 {
        0
    }

    /// Sends an agent from where it is to a goal, and returns how far that is; nothing where there is no way.
    fn send(&mut self, agent: u32, from: Cell, to: Cell) -> Option<u32>;

    /// Takes agents without end on by one step.
    fn turn(&mut self, turns: &mut LifelongState, goals: &[Cell], limits: Limits);

    /// Returns the steps that an agent has made of the leg that it is on, those of the leg, and the cell where it ends.
    fn leg(&self, place: Cell) -> Option<(u32, u32, IVec3)> {
        let _ = place;
        None
    }
}

/// The places where agents begin, and those where they go.
#[derive(Debug)]
pub(super) struct Ends {
    pub(super) from: Vec<Cell>,
    pub(super) goals: Vec<Cell>,
    /// The distance of each agent at its start, or a lower bound of it, and one of the sum.
    pub(super) distances: Vec<u32>,
    pub(super) shortest: u64,
}

/// The state of what comes before a search.
#[derive(Debug)]
pub(super) enum Prepared {
    Running,
    /// Some agent cannot get to its goal.
    Impossible,
    /// All is known: about how far each agent is from its goal.
    Ready(Vec<u32>),
}
