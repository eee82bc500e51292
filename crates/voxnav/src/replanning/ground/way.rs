//! A path of legs that an agent is on: its moves, what they cost, and which of them there are.

use std::ops::Range;

use glam::IVec3;
use voxnav_occupancy::CellBox;
use voxnav_search::{Action, Cost, Ground, GroundMoves, LegPath, Move, Successors};

use super::changes::GroundChanges;

/// Moves one after the other.
#[derive(Clone, Debug)]
pub(crate) struct GroundTrail {
    pub(super) start: IVec3,
    pub(super) moves: Vec<Move<Action>>,
}

impl GroundTrail {
    /// The moves of a path, each with what it costs.
    pub(super) fn of(path: &LegPath<Action>, ground: &Ground) -> Self {
        GroundWay::new(path, CellBox::of_cell(path.goal()), ground).trail
    }

    pub(super) fn path(&self) -> LegPath<Action> {
        LegPath::of_moves(self.start, self.moves.iter().copied())
    }

    /// The cell after so many moves, or the last.
    pub(super) fn cell(&self, moves: usize) -> IVec3 {
        match moves.min(self.moves.len()).checked_sub(1) {
            Some(last) => self.moves[last].to,
            None => self.start,
        }
    }

    /// Some of the moves; `None` where there are not so many.
    pub(super) fn part(&self, moves: Range<usize>) -> Option<Self> {
        let end = moves.end.min(self.moves.len());
        Some(Self {
            start: self.cell(moves.start),
            moves: self.moves.get(moves.start..end)?.to_vec(),
        })
    }

    /// These moves and then others; `None` unless those begin where these end.
    pub(super) fn joined(mut self, rest: &Self) -> Option<Self> {
        let fits = self.cell(usize::MAX) == rest.start;
        self.moves.extend_from_slice(&rest.moves);
        fits.then_some(self)
    }

    pub(super) fn cost(&self) -> Cost {
        self.moves.iter().map(|it| it.cost).sum()
    }
}

/// A path, and how many of its moves the agent has made.
#[derive(Clone, Debug)]
pub(crate) struct GroundWay {
    pub(super) trail: GroundTrail,
    /// Which of the moves there are.
    are_there: Vec<bool>,
    /// Where the path may end.
    pub(super) goal: CellBox,
    /// Moves made.
    pub(super) passed: usize,
    /// What the rest costs. A move that there is not costs what it did when there was.
    pub(super) cost: Cost,
    /// How many moves there are, those made included, if not all of the rest are there.
    pub(super) blocked: Option<usize>,
}

impl GroundWay {
    /// Of a path to somewhere in `goal`.
    pub(super) fn new(path: &LegPath<Action>, goal: CellBox, ground: &Ground) -> Self {
        let mut moves = Vec::new();
        for leg in path.legs() {
            // Only where a move is not there: each as its share of the leg.
            let shares = u64::try_from(leg.cells.len() - 1).unwrap_or(1).max(1);
            let cost = Cost::from_raw(leg.cost.raw() / shares);
            let action = leg.action;
            let steps = leg.cells[1..].iter();
            moves.extend(steps.map(|&to| Move { to, cost, action }));
        }
        let start = path.start();
        Self::along(GroundTrail { start, moves }, goal, ground)
    }

    /// Of a trail to somewhere in `goal`.
    pub(super) fn along(trail: GroundTrail, goal: CellBox, ground: &Ground) -> Self {
        let mut way = Self {
            are_there: vec![false; trail.moves.len()],
            trail,
            goal,
            passed: 0,
            cost: Cost::ZERO,
            blocked: None,
        };
        way.look_where(ground, |_, _| true);
        way
    }

    /// Takes so many moves as made, if they are more than are already.
    pub(super) fn pass(&mut self, moves: usize, ground: &Ground) {
        let moves = moves.min(self.are_there.len());
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
        let mut from = self.trail.cell(self.passed);
        let mut there = Vec::new();
        let steps = self.trail.moves.iter_mut().zip(&mut self.are_there);
        for (its, is_there) in steps.skip(self.passed) {
            if is_due(from, its.action) {
                there.clear();
                moves.moves_from(from, &mut there);
                let same = |it: &&Move<Action>| (it.to, it.action) == (its.to, its.action);
                let cost = there.iter().filter(same).map(|it| it.cost).min();
                *is_there = cost.is_some() && moves.can_be_at(from);
                its.cost = cost.unwrap_or(its.cost);
            }
            from = its.to;
        }
        self.sum_up(&moves);
    }

    fn sum_up(&mut self, moves: &GroundMoves<'_>) {
        let rest = &self.trail.moves[self.passed..];
        self.cost = rest.iter().map(|it| it.cost).sum();
        let are_there = &self.are_there[self.passed..];
        let missing = are_there.iter().position(|is_there| !is_there);
        let last = self.trail.cell(usize::MAX);
        let is_blocked_there = || (!moves.can_be_at(last)).then_some(rest.len());
        self.blocked = missing
            .or_else(is_blocked_there)
            .map(|moves| self.passed + moves);
    }
}
