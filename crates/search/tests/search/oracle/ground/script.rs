//! Paths as lists of moves, which can be damaged.

use glam::IVec3;
use voxnav_occupancy::CellBox;
use voxnav_search::{Action, Algorithm, Cost, Move, Path, Query, Successors, Workspace};
use voxnav_testkit::Draws;

use super::Rules;

/// A path as a list of moves, which can be damaged.
#[derive(Clone, Debug)]
pub(crate) struct Script {
    start: IVec3,
    moves: Vec<Move>,
}

impl Script {
    pub(crate) fn of(rules: &Rules<'_>, path: &Path) -> Self {
        let mut moves = Vec::new();
        let mut from = path.start();
        for made in path.moves() {
            let best = rules.best(from, made.to, |action| action == made.action);
            let cost = best.map_or(Cost::ZERO, |best| Cost::from_raw(best.cost));
            moves.push(Move { cost, ..made });
            from = made.to;
        }
        Self {
            start: path.start(),
            moves,
        }
    }

    /// With a move left out, renamed, more expensive or elsewhere.
    pub(crate) fn damaged(mut self, draws: &mut Draws) -> Self {
        if self.moves.is_empty() {
            return self;
        }
        let at = draws.below(self.moves.len());
        let changed = &mut self.moves[at];
        match draws.below(5) {
            0 => {
                self.moves.remove(at);
            }
            1 => {
                let actions = [
                    Action::Walk,
                    Action::StepUp,
                    Action::Drop,
                    Action::Jump,
                    Action::Climb,
                    Action::Swim,
                    Action::Fly,
                    Action::Door,
                    Action::Link(draws.below(3)),
                ];
                changed.action = draws.pick(&actions);
            }
            2 => changed.cost = Cost::from_raw(changed.cost.raw().saturating_add(1)),
            3 => changed.cost = Cost::from_raw(changed.cost.raw().saturating_sub(1)),
            _ => changed.to += draws.vector(IVec3::NEG_ONE, IVec3::ONE),
        }
        self
    }

    /// The path, if it leads anywhere.
    pub(crate) fn path(&self) -> Option<Path> {
        let goal = self.moves.last()?.to;
        let query = Query::new(self.start, goal).algorithm(Algorithm::Dijkstra);
        let outcome = query.solve(self, &mut Workspace::new()).outcome;
        outcome.into_any_path()
    }
}

impl Successors for Script {
    fn bounds(&self) -> CellBox {
        let far = self
            .moves
            .iter()
            .fold((self.start, self.start), |(min, max), next| {
                (min.min(next.to), max.max(next.to))
            });
        CellBox::new(far.0, far.1 + 1)
    }

    fn can_be_at(&self, _: IVec3) -> bool {
        true
    }

    fn moves_from(&self, cell: IVec3, moves: &mut Vec<Move>) {
        let mut at = self.start;
        for next in &self.moves {
            if at == cell {
                moves.push(*next);
            }
            at = next.to;
        }
    }
}
