//! A path of legs that an agent is on: its moves, what they cost, and which of them there are.

use glam::IVec3;
use voxnav_occupancy::CellBox;
use voxnav_search::{Action, Cost, Ground, GroundMoves, LegPath, Move, Successors};

use super::changes::GroundChanges;

/// A path, and how many of its moves the agent has made.
#[derive(Clone, Debug)]
pub(super) struct GroundWay {
    start: IVec3,
    steps: Vec<Step>,
    /// Where the path may end.
    pub(super) goal: CellBox,
    /// Moves made.
    pub(super) passed: usize,
    /// What the rest costs. A move that there is not costs what it did when there was.
    pub(super) cost: Cost,
    /// How many moves there are, those made included, if not all of the rest are there.
    pub(super) blocked: Option<usize>,
}

#[derive(Clone, Copy, Debug)]
struct Step {
    its: Move<Action>,
    is_there: bool,
}

impl GroundWay {
    /// Of a path to somewhere in `goal`.
    pub(super) fn new(path: &LegPath<Action>, goal: CellBox, ground: &Ground) -> Self {
        let mut steps = Vec::new();
        for leg in path.legs() {
            // Only where a move is not there: each as its share of the leg.
            let moves = u64::try_from(leg.cells.len() - 1).unwrap_or(1).max(1);
            let cost = Cost::from_raw(leg.cost.raw() / moves);
            let action = leg.action;
            steps.extend(leg.cells[1..].iter().map(|&to| Step {
                its: Move { to, cost, action },
                is_there: false,
            }));
        }
        let mut way = Self {
            start: path.start(),
            steps,
            goal,
            passed: 0,
            cost: Cost::ZERO,
            blocked: None,
        };
        way.look_where(ground, |_, _| true);
        way
    }

    /// How many moves it has, those made included.
    pub(super) fn len(&self) -> usize {
        self.steps.len()
    }

    /// The cell after so many moves, or the last.
    pub(super) fn cell(&self, moves: usize) -> IVec3 {
        match moves.min(self.steps.len()).checked_sub(1) {
            Some(last) => self.steps[last].its.to,
            None => self.start,
        }
    }

    /// Some of the moves.
    pub(super) fn moves(
        &self,
        range: std::ops::Range<usize>,
    ) -> impl Iterator<Item = Move<Action>> + '_ {
        let end = range.end.min(self.steps.len());
        self.steps[range.start.min(end)..end]
            .iter()
            .map(|step| step.its)
    }

    /// What some of the moves cost, if they are all there.
    pub(super) fn cost_of(&self, range: std::ops::Range<usize>) -> Option<Cost> {
        let steps = self.steps.get(range)?;
        let are_there = steps.iter().all(|step| step.is_there);
        are_there.then(|| steps.iter().map(|step| step.its.cost).sum())
    }

    /// Takes so many moves as made, if they are more than are already.
    pub(super) fn pass(&mut self, moves: usize, ground: &Ground) {
        let moves = moves.min(self.steps.len());
        if moves > self.passed {
            self.passed = moves;
            self.sum_up(&ground.moves());
        }
    }

    /// Takes note of edits, after which the ground is as given.
    pub(super) fn look_at(&mut self, changes: &GroundChanges, ground: &Ground) {
        self.look_where(ground, |from, action| {
            matches!(action, Action::Link(_)) || changes.concern(from)
        });
    }

    /// Looks again for the moves that begin at certain cells.
    fn look_where(&mut self, ground: &Ground, is_due: impl Fn(IVec3, Action) -> bool) {
        let moves = ground.moves();
        let mut from = self.cell(self.passed);
        let mut there = Vec::new();
        for step in &mut self.steps[self.passed..] {
            if is_due(from, step.its.action) {
                there.clear();
                moves.moves_from(from, &mut there);
                let same =
                    |it: &&Move<Action>| (it.to, it.action) == (step.its.to, step.its.action);
                let cost = there.iter().filter(same).map(|it| it.cost).min();
                step.is_there = cost.is_some() && moves.can_be_at(from);
                step.its.cost = cost.unwrap_or(step.its.cost);
            }
            from = step.its.to;
        }
        self.sum_up(&moves);
    }

    fn sum_up(&mut self, moves: &GroundMoves<'_>) {
        let rest = &self.steps[self.passed..];
        self.cost = rest.iter().map(|step| step.its.cost).sum();
        let missing = rest.iter().position(|step| !step.is_there);
        let last = self.cell(self.steps.len());
        let is_blocked_there = || (!moves.can_be_at(last)).then_some(rest.len());
        self.blocked = missing
            .or_else(is_blocked_there)
            .map(|moves| self.passed + moves);
    }
}
