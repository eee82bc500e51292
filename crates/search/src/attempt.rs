//! Answering a query: which engine takes it, put together from the parts of the loop.

use glam::IVec3;
use voxnav_occupancy::Traversability;

use crate::best_first::{BestFirst, Ends, Reopening};
use crate::descent::Descent;
use crate::drive::{self, Drive, Stop};
use crate::estimate::{Estimate, Octile26, Signed, Weighed, Weighing};
use crate::expansion::{Backwards, Canonical, Jump, Plain};
use crate::observer::{Observer, Side};
use crate::outcome::{Limit, Solution, Statistics};
use crate::pruning::Pruning;
use crate::workspace::{OutOfKeys, Workspace};
use crate::{Algorithm, CornerRule, Heuristic, MoveSet, Terrain, Weight};

/// A query whose ends are distinct traversable cells that may be connected.
pub(crate) struct Attempt<'a> {
    pub(crate) world: &'a Traversability,
    pub(crate) start: IVec3,
    pub(crate) goal: IVec3,
    pub(crate) moves: MoveSet,
    pub(crate) corners: CornerRule,
    pub(crate) algorithm: Algorithm,
    pub(crate) heuristic: Heuristic,
    pub(crate) terrain: Option<&'a Terrain>,
    pub(crate) drive: Drive<'a>,
}

/// Which expansion policy and open list answer a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Engine {
    Plain,
    PlainFromBothEnds,
    Canonical,
    Jump,
    JumpFromBothEnds,
}

impl Attempt<'_> {
    /// The answer.
    pub(crate) fn solve(
        &self,
        workspace: &mut Workspace,
        observer: &mut impl Observer,
    ) -> Solution {
        let engine = self.engine();
        let result = if engine == Engine::Plain {
            self.plain(workspace, observer)
        } else if engine == Engine::PlainFromBothEnds {
            let weighing = Weighing::Sum(Weight::ONE);
            let estimate = |goal| self.weighed(self.heuristic, goal, weighing);
            self.plain_from_both_ends(estimate, workspace, observer)
        } else if self.is_octile26() {
            self.pruned(engine, |goal| Octile26 { goal }, workspace, observer)
        } else {
            let weighing = Weighing::Sum(Weight::ONE);
            let estimate = |goal| self.weighed(self.heuristic, goal, weighing);
            self.pruned(engine, estimate, workspace, observer)
        };
        result.unwrap_or_else(|OutOfKeys| {
            let mut best = workspace.take_path();
            best.restart(self.start);
            drive::stopped(Stop::Limit(Limit::Memory), best, Statistics::default())
        })
    }

    /// Pruning is exact where terrain is uniform; the bucket queue and searches that meet, where
    /// estimates are consistent.
    fn engine(&self) -> Engine {
        let consistent = self.heuristic.is_consistent(self.moves);
        let prunable = consistent && self.terrain.is_none();
        match self.algorithm {
            Algorithm::Bidirectional if consistent => Engine::PlainFromBothEnds,
            Algorithm::Auto if prunable => Engine::JumpFromBothEnds,
            Algorithm::Jump if prunable => Engine::Jump,
            Algorithm::Canonical if prunable => Engine::Canonical,
            _ => Engine::Plain,
        }
    }

    fn is_octile26(&self) -> bool {
        self.moves == MoveSet::Vertex26 && self.heuristic == Heuristic::Octile
    }

    /// Every legal move, on a binary heap.
    fn plain(
        &self,
        workspace: &mut Workspace,
        observer: &mut impl Observer,
    ) -> Result<Solution, OutOfKeys> {
        let (heuristic, weighing, reopening) = match self.algorithm {
            Algorithm::Dijkstra => (
                Heuristic::Zero,
                Weighing::Sum(Weight::ONE),
                Reopening::Allowed,
            ),
            Algorithm::WeightedAStar(weight) => {
                (self.heuristic, Weighing::Sum(weight), Reopening::Allowed)
            }
            Algorithm::GreedyBestFirst => {
                (self.heuristic, Weighing::EstimateOnly, Reopening::Never)
            }
            _ if self.is_octile26() => {
                let estimate = Octile26 { goal: self.goal };
                return self.plain_with(estimate, Reopening::Allowed, workspace, observer);
            }
            _ => (
                self.heuristic,
                Weighing::Sum(Weight::ONE),
                Reopening::Allowed,
            ),
        };
        if heuristic == Heuristic::Tutorial {
            let estimate = Signed {
                heuristic,
                moves: self.moves,
                goal: self.goal,
                weighing,
            };
            return self.plain_with(estimate, reopening, workspace, observer);
        }
        let estimate = self.weighed(heuristic, self.goal, weighing);
        self.plain_with(estimate, reopening, workspace, observer)
    }

    fn plain_with<E: Estimate>(
        &self,
        estimate: E,
        reopening: Reopening,
        workspace: &mut Workspace,
        observer: &mut impl Observer,
    ) -> Result<Solution, OutOfKeys> {
        let path = workspace.take_path();
        let memory = workspace.forward.begin(self.world.bounds());
        let search = BestFirst::new(
            self.every_move(),
            estimate,
            &mut memory.heap,
            &mut memory.records,
            self.ends(Side::Start),
            reopening,
        )?;
        Ok(self.drive.alone(search, path, observer))
    }

    /// Every legal move from either end, on two binary heaps.
    fn plain_from_both_ends<E: Estimate>(
        &self,
        estimate: impl Fn(IVec3) -> E,
        workspace: &mut Workspace,
        observer: &mut impl Observer,
    ) -> Result<Solution, OutOfKeys> {
        let path = workspace.take_path();
        let bounds = self.world.bounds();
        let memory = workspace.forward.begin(bounds);
        let forward = BestFirst::new(
            self.every_move(),
            estimate(self.goal),
            &mut memory.heap,
            &mut memory.records,
            self.ends(Side::Start),
            Reopening::Allowed,
        )?;
        let memory = workspace.backward.begin(bounds);
        let backward = BestFirst::new(
            Backwards(self.every_move()),
            estimate(self.start),
            &mut memory.heap,
            &mut memory.records,
            self.ends(Side::Goal),
            Reopening::Allowed,
        )?;
        Ok(self.drive.meet(forward, backward, path, observer))
    }

    fn every_move(&self) -> Plain<'_> {
        Plain {
            world: self.world,
            pruning: self.pruning(),
            terrain: self.terrain,
        }
    }

    /// The moves that survive pruning, on a bucket queue.
    fn pruned<E: Estimate>(
        &self,
        engine: Engine,
        estimate: impl Fn(IVec3) -> E,
        workspace: &mut Workspace,
        observer: &mut impl Observer,
    ) -> Result<Solution, OutOfKeys> {
        let mut path = workspace.take_path();
        let (world, pruning, drive) = (self.world, self.pruning(), &self.drive);
        if engine == Engine::JumpFromBothEnds {
            let descent = Descent {
                world,
                pruning,
                moves: self.moves,
                goal: self.goal,
            };
            if descent.walk(self.start, &mut path).is_some() {
                return Ok(drive.at_once(path));
            }
        }
        let Workspace {
            forward, backward, ..
        } = workspace;
        let bounds = world.bounds();
        let ends = self.ends(Side::Start);
        let forward = forward.begin(bounds);
        if engine == Engine::Canonical {
            let search = forward.search(Canonical { world, pruning }, estimate(ends.to), ends)?;
            return Ok(drive.alone(search, path, observer));
        }
        let jump = |goal| Jump {
            world,
            pruning,
            goal,
        };
        let search = forward.search(jump(ends.to), estimate(ends.to), ends)?;
        if engine == Engine::Jump {
            return Ok(drive.alone(search, path, observer));
        }
        let ends = self.ends(Side::Goal);
        let other = backward
            .begin(bounds)
            .search(jump(ends.to), estimate(ends.to), ends)?;
        Ok(drive.race(search, other, path, observer))
    }

    fn pruning(&self) -> &'static Pruning {
        Pruning::of(self.moves, self.corners)
    }

    fn weighed(&self, heuristic: Heuristic, goal: IVec3, weighing: Weighing) -> Weighed {
        Weighed {
            heuristic,
            moves: self.moves,
            goal,
            weighing,
        }
    }

    fn ends(&self, side: Side) -> Ends {
        match side {
            Side::Start => Ends {
                from: self.start,
                to: self.goal,
                side,
            },
            Side::Goal => Ends {
                from: self.goal,
                to: self.start,
                side,
            },
        }
    }
}
