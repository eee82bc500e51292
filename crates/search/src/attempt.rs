//! Answering a query: which engine takes it, put together from the parts of the loop.
//!
//! An attempt can be run in slices. What is known between two slices is a [`Pursuit`] and what the
//! workspace holds; everything else is put together again.

use glam::IVec3;
use voxnav_occupancy::{Corridors, Traversability};

use crate::aim::Aim;
use crate::best_first::{BestFirst, Parts};
use crate::descent::Descent;
use crate::drive::{self, Drive, Stop};
use crate::engine::{Engine, is_weighed};
use crate::estimate::{Estimate, Octile26, Signed, Weighed, Weighing};
use crate::expansion::{Canonical, Expansion, Jump, Plain};
use crate::goal::{Region, Towards};
use crate::network::Ground;
use crate::observer::{Observer, Side};
use crate::open::{BucketOpen, OpenList};
use crate::outcome::{Limit, Solution, Statistics};
use crate::path::Path;
use crate::pruning::Pruning;
use crate::pursuit::Pursuit;
use crate::standing::{Origin, Reopening, Standing};
use crate::trail::Trail;
use crate::tunnels::Tunnels;
use crate::workspace::{OutOfKeys, Records, SearchMemory, Workspace};
use crate::{
    Algorithm, CornerRule, Guarantee, Heuristic, Landmarks, MoveSet, Terrain, TieBreaking, Weight,
};

/// A query whose start is traversable, or at least where the agent is.
#[derive(Clone, Copy)]
pub(crate) struct Attempt<'a> {
    pub(crate) world: &'a Traversability,
    pub(crate) start: IVec3,
    pub(crate) target: Target<'a>,
    pub(crate) moves: MoveSet,
    pub(crate) corners: CornerRule,
    pub(crate) algorithm: Algorithm,
    pub(crate) heuristic: Heuristic,
    pub(crate) ties: TieBreaking,
    pub(crate) terrain: Option<&'a Terrain>,
    /// Used where they fit.
    pub(crate) landmarks: Option<&'a Landmarks>,
    pub(crate) drive: Drive<'a>,
    pub(crate) coverage: Coverage,
    /// The corridors of which `world` is the core.
    pub(crate) corridors: Option<&'a Corridors>,
}

/// Which cells there must be records of in the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Coverage {
    /// Those that it takes to find the way.
    Needed,
    /// If there is no way, every cell that can be reached.
    EveryCell,
}

/// Where to.
#[derive(Clone, Copy)]
pub(crate) enum Target<'a> {
    /// One traversable cell other than the start.
    Cell(IVec3),
    /// Any of many cells, the start not among them.
    Region(Region<'a>),
}

/// What one call may do, and what it leaves.
pub(crate) struct Slice<'s, O> {
    pub(crate) pursuit: &'s mut Pursuit,
    pub(crate) budget: u64,
    pub(crate) path: &'s mut Path,
    pub(crate) observer: &'s mut O,
}

impl<'a> Attempt<'a> {
    /// Goes on for `budget` expansions; the answer if that is enough. The workspace must be as the
    /// last call left it.
    pub(crate) fn advance(
        &self,
        pursuit: &mut Pursuit,
        budget: u64,
        workspace: &mut Workspace,
        observer: &mut impl Observer,
    ) -> Option<Solution> {
        if let Some((ends, core)) = self.in_core() {
            let Some(core) = core else {
                return Some(self.drive.at_once(ends.joined(None)));
            };
            let mut solution = core.advance(pursuit, budget, workspace, observer)?;
            let bound = &mut solution.statistics.lower_bound;
            *bound = *bound + ends.cost();
            solution.outcome = solution.outcome.map_path(|path| ends.joined(Some(&path)));
            return Some(solution);
        }
        let mut path = workspace.take_path();
        let mut slice = Slice {
            pursuit,
            budget,
            path: &mut path,
            observer,
        };
        let solution = match self.target {
            Target::Cell(goal) => self.advance_to_cell(goal, workspace, &mut slice),
            Target::Region(region) => self.advance_to_region(region, workspace, &mut slice),
        };
        let solution = solution.unwrap_or_else(|OutOfKeys| {
            path.restart(self.start);
            let best = std::mem::take(&mut path);
            let stop = Stop::Limit(Limit::Memory);
            Some(drive::stopped(stop, best, Statistics::default()))
        });
        if solution.is_none() {
            workspace.recycle(path);
        }
        solution.map(|solution| self.with_free_space_bound(solution))
    }

    /// No world makes the way shorter than free space, whatever the search itself has proved.
    fn with_free_space_bound(&self, mut solution: Solution) -> Solution {
        if let (Target::Cell(goal), true) =
            (self.target, self.drive.guarantee != Guarantee::Optimal)
        {
            let heuristic = match self.algorithm {
                Algorithm::LazyTheta => Heuristic::Euclidean,
                _ => Heuristic::Octile,
            };
            let least = heuristic.estimate(self.moves, self.start, goal);
            let bound = &mut solution.statistics.lower_bound;
            *bound = least.max(*bound);
        }
        solution
    }

    /// Writes the path to a cell that the search from the start has reached.
    pub(crate) fn write_path(&self, cell: IVec3, workspace: &Workspace, path: &mut Path) {
        let trail = Trail {
            records: &workspace.forward.records,
            move_cost: |cell, direction| self.every_move().step(cell, direction).cost,
            tunnels: Tunnels::without_goal(self.corridors),
        };
        trail.write(cell, path);
    }

    fn advance_to_cell(
        &self,
        goal: IVec3,
        workspace: &mut Workspace,
        slice: &mut Slice<'_, impl Observer>,
    ) -> Result<Option<Solution>, OutOfKeys> {
        let engine = self.engine();
        if self.is_octile26() {
            let estimate = |goal| Octile26 { goal };
            return self.by_engine(engine, goal, estimate, workspace, slice);
        }
        let (heuristic, weighing, _) = self.weighing();
        if heuristic == Heuristic::Tutorial {
            let estimate = |goal| Signed {
                heuristic,
                moves: self.moves,
                goal,
                weighing,
            };
            return self.by_engine(engine, goal, estimate, workspace, slice);
        }
        if let Some(landmarks) = self.fitting_landmarks() {
            let estimate = |goal| landmarks.towards(goal, weighing);
            return self.by_engine(engine, goal, estimate, workspace, slice);
        }
        let estimate = |goal| Weighed {
            heuristic,
            moves: self.moves,
            goal,
            weighing,
        };
        self.by_engine(engine, goal, estimate, workspace, slice)
    }

    fn by_engine<E: Estimate>(
        &self,
        engine: Engine,
        goal: IVec3,
        estimate: impl Fn(IVec3) -> E,
        workspace: &mut Workspace,
        slice: &mut Slice<'_, impl Observer>,
    ) -> Result<Option<Solution>, OutOfKeys> {
        match engine {
            Engine::Plain => self.plain(goal, estimate(goal), workspace, slice),
            Engine::LazyTheta => self.lazy_theta(goal, estimate(goal), workspace, slice),
            Engine::PlainFromBothEnds => {
                self.plain_from_both_ends(goal, estimate, workspace, slice)
            }
            _ => self.pruned_to_cell(engine, goal, estimate, workspace, slice),
        }
    }

    fn advance_to_region(
        &self,
        region: Region<'_>,
        workspace: &mut Workspace,
        slice: &mut Slice<'_, impl Observer>,
    ) -> Result<Option<Solution>, OutOfKeys> {
        let (heuristic, weighing, _) = self.weighing();
        let estimate = Towards {
            region,
            heuristic,
            moves: self.moves,
            weighing,
        };
        match self.engine() {
            Engine::Plain | Engine::PlainFromBothEnds | Engine::LazyTheta => {
                self.plain(region, estimate, workspace, slice)
            }
            Engine::Canonical => {
                let parts = Parts {
                    expansion: self.canonical(),
                    estimate,
                    aim: region,
                    tunnels: Tunnels::NONE,
                };
                self.pruned(parts, &mut workspace.forward, slice)
            }
            Engine::Jump | Engine::JumpFromBothEnds => {
                let parts = Parts {
                    expansion: self.jump(region),
                    estimate,
                    aim: region,
                    tunnels: Tunnels::NONE,
                };
                self.pruned(parts, &mut workspace.forward, slice)
            }
        }
    }

    /// Whether paths may go straight at any angle.
    pub(crate) fn leaves_the_lattice(&self) -> bool {
        self.engine() == Engine::LazyTheta
    }

    /// The landmarks, if the estimate is to come from them and they hold for this query.
    fn fitting_landmarks(&self) -> Option<&Landmarks> {
        let uses_them = self.weighing().0 == Heuristic::Landmarks;
        self.landmarks.filter(|landmarks| {
            uses_them
                && landmarks
                    .check(self.world, self.moves, self.corners)
                    .is_ok()
        })
    }

    /// Whether the estimate is the one that most queries have, unweighed.
    fn is_octile26(&self) -> bool {
        let is_default = self.moves == MoveSet::Vertex26 && self.heuristic == Heuristic::Octile;
        is_default && !is_weighed(self.algorithm)
    }

    /// How the algorithm wants estimates, and whether it looks at cells again.
    fn weighing(&self) -> (Heuristic, Weighing, Reopening) {
        let sum = Weighing::Sum(Weight::ONE);
        match self.algorithm {
            Algorithm::Dijkstra => (Heuristic::Zero, sum, Reopening::Allowed),
            Algorithm::WeightedAStar(weight) => {
                (self.heuristic, Weighing::Sum(weight), Reopening::Allowed)
            }
            Algorithm::GreedyBestFirst => {
                (self.heuristic, Weighing::EstimateOnly, Reopening::Never)
            }
            _ => (self.heuristic, sum, Reopening::Allowed),
        }
    }

    /// Every legal move, on a binary heap.
    fn plain<E: Estimate, A: Aim>(
        &self,
        aim: A,
        estimate: E,
        workspace: &mut Workspace,
        slice: &mut Slice<'_, impl Observer>,
    ) -> Result<Option<Solution>, OutOfKeys> {
        let (.., reopening) = self.weighing();
        let parts = Parts {
            expansion: self.every_move(),
            estimate,
            aim,
            tunnels: Tunnels::NONE,
        };
        let SearchMemory { heap, records, .. } = &mut workspace.forward;
        heap.break_ties_by(self.ties);
        self.alone(parts, heap, records, reopening, slice)
    }

    /// Every legal move, at the cost of the terrain.
    pub(crate) fn every_move(&self) -> Plain<'_> {
        Plain {
            world: self.world,
            pruning: self.pruning(),
            terrain: self.terrain,
        }
    }

    /// Moves that survive pruning, on a bucket queue.
    fn pruned<X: Expansion, E: Estimate, A: Aim>(
        &self,
        parts: Parts<'_, X, E, A>,
        memory: &mut SearchMemory,
        slice: &mut Slice<'_, impl Observer>,
    ) -> Result<Option<Solution>, OutOfKeys> {
        let SearchMemory {
            buckets, records, ..
        } = memory;
        self.alone(parts, buckets, records, Reopening::Allowed, slice)
    }

    pub(crate) fn alone<X: Expansion, E: Estimate, A: Aim, Q: OpenList>(
        &self,
        parts: Parts<'_, X, E, A>,
        open: &mut Q,
        records: &mut Records,
        reopening: Reopening,
        slice: &mut Slice<'_, impl Observer>,
    ) -> Result<Option<Solution>, OutOfKeys> {
        let mut search = if let Pursuit::Alone(standing) = *slice.pursuit {
            BestFirst::resumed(parts, open, records, standing)
        } else {
            self.begin(records);
            let origin = Origin {
                cell: self.start,
                side: Side::Start,
            };
            BestFirst::new(parts, open, records, origin, reopening)?
        };
        let drive = &self.drive;
        let solution = drive.alone(&mut search, slice.budget, slice.path, slice.observer);
        *slice.pursuit = Pursuit::Alone(search.standing());
        Ok(solution)
    }

    fn pruned_to_cell<E: Estimate>(
        &self,
        engine: Engine,
        goal: IVec3,
        estimate: impl Fn(IVec3) -> E,
        workspace: &mut Workspace,
        slice: &mut Slice<'_, impl Observer>,
    ) -> Result<Option<Solution>, OutOfKeys> {
        if let Some(ground) = Ground::of(self, goal) {
            return self.on_network(&ground, estimate(goal), workspace, slice);
        }
        let Workspace {
            forward, backward, ..
        } = workspace;
        if engine == Engine::Canonical {
            let parts = Parts {
                expansion: self.canonical(),
                estimate: estimate(goal),
                aim: goal,
                tunnels: Tunnels::NONE,
            };
            return self.pruned(parts, forward, slice);
        }
        if engine == Engine::Jump {
            return self.pruned(self.jump_parts(goal, &estimate), forward, slice);
        }
        let (standings, mut turn) = if let Pursuit::Race { standings, turn } = *slice.pursuit {
            (standings.map(Some), turn)
        } else if self.descent(goal).walk(self.start, slice.path).is_some() {
            let path = std::mem::take(slice.path);
            return Ok(Some(self.drive.at_once(path)));
        } else {
            ([None; 2], None)
        };
        let from_start = Origin {
            cell: self.start,
            side: Side::Start,
        };
        let from_goal = Origin {
            cell: goal,
            side: Side::Goal,
        };
        let mut forward = self.jump_search(from_start, goal, &estimate, standings[0], forward)?;
        let mut backward =
            self.jump_search(from_goal, self.start, &estimate, standings[1], backward)?;
        let solution = self.drive.race(
            [&mut forward, &mut backward],
            &mut turn,
            slice.budget,
            slice.path,
            slice.observer,
        );
        *slice.pursuit = Pursuit::Race {
            standings: [forward.standing(), backward.standing()],
            turn,
        };
        Ok(solution)
    }

    /// One of two searches that meet nowhere: each goes all the way.
    fn jump_search<'m, E: Estimate>(
        &self,
        origin: Origin,
        to: IVec3,
        estimate: &impl Fn(IVec3) -> E,
        standing: Option<Standing>,
        memory: &'m mut SearchMemory,
    ) -> Result<BestFirst<'m, Jump<'m, IVec3>, E, IVec3, BucketOpen>, OutOfKeys>
    where
        'a: 'm,
    {
        let parts = self.jump_parts(to, estimate);
        let SearchMemory {
            buckets, records, ..
        } = memory;
        if let Some(standing) = standing {
            return Ok(BestFirst::resumed(parts, buckets, records, standing));
        }
        self.begin(records);
        BestFirst::new(parts, buckets, records, origin, Reopening::Allowed)
    }

    fn jump_parts<E: Estimate>(
        &self,
        to: IVec3,
        estimate: impl Fn(IVec3) -> E,
    ) -> Parts<'a, Jump<'a, IVec3>, E, IVec3> {
        Parts {
            expansion: self.jump(to),
            estimate: estimate(to),
            aim: to,
            tunnels: Tunnels::new(self.corridors, to),
        }
    }

    fn canonical(&self) -> Canonical<'a> {
        Canonical {
            world: self.world,
            pruning: self.pruning(),
            terrain: self.terrain,
        }
    }

    fn jump<A: Aim>(&self, aim: A) -> Jump<'a, A> {
        Jump {
            world: self.world,
            pruning: self.pruning(),
            aim,
        }
    }

    fn descent(&self, goal: IVec3) -> Descent<'a> {
        Descent {
            world: self.world,
            pruning: self.pruning(),
            moves: self.moves,
            goal,
        }
    }

    pub(crate) fn pruning(&self) -> &'static Pruning {
        Pruning::of(self.moves, self.corners)
    }
}
