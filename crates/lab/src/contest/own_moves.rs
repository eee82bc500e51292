//! Moves that are no move set of the library: searched, timed and checked whatever their actions are.

use std::collections::{HashMap, VecDeque};
use std::fmt;
use std::sync::Arc;

use voxnav::Path;
use voxnav::Workspace;
use voxnav::glam::IVec3;
use voxnav::grid::{Axis, CellBox};
use voxnav::ground::{Action, Ground, GroundMoves, Move, Predecessors, Successors, verify_legs};
use voxnav::search::{Cost, Query};

use super::clock::{self, Timing};
use super::reply::Reply;
use crate::expectation::Fault;

/// Custom moves under a name.
#[derive(Clone)]
pub(crate) struct OwnMoves {
    pub(crate) name: String,
    pub(crate) mover: Arc<dyn MoveSource>,
}

impl fmt::Debug for OwnMoves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("OwnMoves").field(&self.name).finish()
    }
}

/// The questions that contests ask of moves, whatever their actions are.
pub(crate) trait MoveSource: Send + Sync {
    /// Answers a query between two ends, and checks its path by the moves themselves, outside the timed part.
    fn answer(
        &self,
        query: &Query<'_>,
        ends: [IVec3; 2],
        workspace: &mut Workspace,
    ) -> (Reply, Timing);

    /// Returns the estimate of the moves.
    fn estimate(&self, from: IVec3, to: IVec3) -> Cost;

    /// Returns every move that there is from the cells that some starts lead to.
    fn explored(&self, starts: &[IVec3]) -> Explored;

    /// Returns the same moves for the search that others are held against, if it goes by them in another way.
    fn unpruned(&self) -> Option<Arc<dyn MoveSource>> {
        None
    }

    /// Returns what answers depend on besides the name and the world.
    fn terms(&self) -> String {
        String::new()
    }
}

/// Moves that a caller handed in.
pub(crate) struct CallerMoves<S>(pub(crate) Arc<S>);

/// The moves of a ground agent, which keep what they read of the world while they are in use. Paths
/// are checked by the written rules, which share no code with the moves.
pub(crate) struct OnGround {
    pub(crate) ground: Arc<Ground>,
    /// True if searches leave out the moves that they need not look at.
    pub(crate) is_pruned: bool,
}

/// The moves of an agent, of which searches may leave out none.
struct Unpruned<'g>(GroundMoves<'g>);

impl Successors for Unpruned<'_> {
    fn bounds(&self) -> CellBox {
        self.0.bounds()
    }

    fn can_be_at(&self, cell: IVec3) -> bool {
        self.0.can_be_at(cell)
    }

    fn moves_from(&self, cell: IVec3, moves: &mut Vec<Move>) {
        self.0.moves_from(cell, moves);
    }
}

impl<S: Successors + Send + Sync> MoveSource for CallerMoves<S> {
    fn answer(
        &self,
        query: &Query<'_>,
        ends: [IVec3; 2],
        workspace: &mut Workspace,
    ) -> (Reply, Timing) {
        answer(&*self.0, query, workspace, None, |path| {
            check(&*self.0, path, ends)
        })
    }

    fn estimate(&self, from: IVec3, to: IVec3) -> Cost {
        self.0.estimate(from, &CellBox::of_cell(to))
    }

    fn explored(&self, starts: &[IVec3]) -> Explored {
        Explored::of(&*self.0, starts)
    }
}

impl MoveSource for OnGround {
    fn answer(
        &self,
        query: &Query<'_>,
        ends: [IVec3; 2],
        workspace: &mut Workspace,
    ) -> (Reply, Timing) {
        let moves = self.ground.moves();
        let up = Some(self.ground.locomotion().up.axis);
        let check = |path: &Path| check_legs(&self.ground, path, ends);
        if self.is_pruned {
            answer(&moves, query, workspace, up, check)
        } else {
            answer(&Unpruned(moves), query, workspace, up, check)
        }
    }

    fn estimate(&self, from: IVec3, to: IVec3) -> Cost {
        self.ground.moves().estimate(from, &CellBox::of_cell(to))
    }

    fn explored(&self, starts: &[IVec3]) -> Explored {
        Explored::of(&self.ground.moves(), starts)
    }

    fn unpruned(&self) -> Option<Arc<dyn MoveSource>> {
        Some(Arc::new(Self {
            ground: Arc::clone(&self.ground),
            is_pruned: false,
        }))
    }

    fn terms(&self) -> String {
        format!("{:?} {:?}", self.ground.locomotion(), self.ground.links())
    }
}

fn answer<S: Successors>(
    moves: &S,
    query: &Query<'_>,
    workspace: &mut Workspace,
    up: Option<Axis>,
    check: impl FnOnce(&Path) -> Result<(), Fault>,
) -> (Reply, Timing) {
    let (solution, timing) = clock::timed(|| query.solve(moves, workspace));
    (Reply::of(&solution, up, check), timing)
}

/// Checks a path against the moves of a ground agent.
fn check_legs(ground: &Ground, path: &Path, asked: [IVec3; 2]) -> Result<(), Fault> {
    let actual = verify_legs(path, ground)?;
    Fault::unless_stated([[path.start(), path.goal()], asked], path.cost(), actual)
}

/// Checks a path move by move: each must be one that there is, at the cost of the cheapest to that cell.
fn check<S: Successors>(moves: &S, path: &Path, asked: [IVec3; 2]) -> Result<(), Fault> {
    let mut from = path.start();
    let mut there_are = Vec::new();
    let mut actual = Cost::ZERO;
    for stated in path.moves() {
        let to = stated.to;
        there_are.clear();
        moves.moves_from(from, &mut there_are);
        let fitting = there_are
            .iter()
            .filter(|it| it.to == to && moves.bounds().contains(to));
        let cheapest = fitting.min_by_key(|it| it.cost);
        let Some(made) = cheapest.filter(|it| it.action == stated.action) else {
            return Err(Fault::NoMove { from, to });
        };
        actual = actual + made.cost;
        from = to;
    }
    Fault::unless_stated([[path.start(), from], asked], path.cost(), actual)
}

/// A part of a world as the moves in it, forward and backward.
pub(crate) struct Explored {
    bounds: CellBox,
    forward: HashMap<IVec3, Vec<Move>>,
    backward: HashMap<IVec3, Vec<Move>>,
}

impl Explored {
    fn of<S: Successors>(moves: &S, starts: &[IVec3]) -> Self {
        let mut found = Self {
            bounds: moves.bounds(),
            forward: HashMap::new(),
            backward: HashMap::new(),
        };
        let fits = |cell: &IVec3| found.bounds.contains(*cell) && moves.can_be_at(*cell);
        let mut queue: VecDeque<IVec3> = starts.iter().copied().filter(fits).collect();
        let mut there_are = Vec::new();
        while let Some(from) = queue.pop_front() {
            if found.forward.contains_key(&from) {
                continue;
            }
            there_are.clear();
            moves.moves_from(from, &mut there_are);
            there_are.retain(|it| found.bounds.contains(it.to));
            let edges = there_are.iter().map(|&Move { to, cost, .. }| Move {
                to,
                cost,
                action: Action::Custom(0),
            });
            let edges: Vec<_> = edges.collect();
            for &Move { to, cost, .. } in &edges {
                let back = Move {
                    to: from,
                    cost,
                    action: Action::Custom(0),
                };
                found.backward.entry(to).or_default().push(back);
                queue.push_back(to);
            }
            found.forward.insert(from, edges);
        }
        found
    }
}

impl Successors for Explored {
    fn bounds(&self) -> CellBox {
        self.bounds
    }

    fn can_be_at(&self, cell: IVec3) -> bool {
        self.forward.contains_key(&cell)
    }

    fn moves_from(&self, cell: IVec3, moves: &mut Vec<Move>) {
        moves.extend(self.forward.get(&cell).into_iter().flatten());
    }
}

impl Predecessors for Explored {
    fn moves_into(&self, cell: IVec3, moves: &mut Vec<Move>) {
        moves.extend(self.backward.get(&cell).into_iter().flatten());
    }
}
