//! The work on the tasks of a block.

use std::mem::take;
use std::sync::atomic::{AtomicBool, Ordering};

use glam::IVec3;
use rayon::prelude::*;
use voxnav_occupancy::Traversability;

use super::block::{Block, Group, Task};
use super::request::{Answer, PathDetail, PathRecord, Source};
use super::{Batch, Parallel};
use crate::cost::Cost;
use crate::expansion::Pruning;
use crate::field::{Spread, Until, path_to_seed};
use crate::movement::Direction;
use crate::outcome::{Outcome, Side, Solution, Statistics};
use crate::path::Path;
use crate::query::SearchSettings;
use crate::solve::{Boundary, Engines, Labels, confined};
use crate::workspace::Workspace;

/// The requests of a group that are answered by themselves first, to learn the cost of single
/// queries.
const PROBES: usize = 8;

/// A field may take one expansion for so many that the single queries of its group would take, as
/// far as the probes tell. It then pays many times over if it reaches them all, and costs little if
/// not. Expansions, unlike times, are the same on every machine. See `benches/results/batch-sharing.csv`.
const SINGLE_TO_FIELD: u64 = 4;

/// Answers with the places of their requests in the block.
pub(super) type PlacedAnswers = Vec<(usize, Answer)>;

/// A worker on one block.
pub(super) struct Worker<'b, 'q, M: Parallel> {
    batch: &'b Batch<'b, M>,
    block: &'b Block<'q, M>,
    answers: PlacedAnswers,
    workspace: Workspace,
}

impl<M: Parallel> Drop for Worker<'_, '_, M> {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            self.batch.workspaces().push(take(&mut self.workspace));
        }
    }
}

impl<'b, 'q, M: Parallel> Worker<'b, 'q, M> {
    pub(super) fn new(batch: &'b Batch<'_, M>, block: &'b Block<'q, M>) -> Self {
        Self {
            workspace: batch.workspaces().pop().unwrap_or_default(),
            batch,
            block,
            answers: Vec::new(),
        }
    }

    /// Takes tasks until none is left or `ended` is set; returns the answers.
    pub(super) fn run(mut self, ended: &AtomicBool) -> PlacedAnswers {
        while !ended.load(Ordering::Relaxed)
            && let Some(task) = self.block.take()
        {
            match task {
                Task::Single(place) => {
                    let answer = self.single(place);
                    self.answers.push((place, answer));
                }
                Task::Shared(group) => self.shared(group),
            }
        }
        take(&mut self.answers)
    }

    fn is_cancelled(&self) -> bool {
        self.batch
            .cancel
            .is_some_and(|token| token.load(Ordering::Relaxed))
    }

    fn single(&mut self, place: usize) -> Answer {
        let (mut query, moves) = self.block.query(place);
        if self.is_cancelled() {
            let mut path = self.workspace.take_path();
            path.restart(query.start);
            let outcome = Outcome::Cancelled { path };
            return self.answer(outcome, Statistics::default());
        }
        if let Some(world) = moves.flown() {
            // Now, so that no answer tells whether another one needed them before.
            let _ = world.component(query.start);
        }
        let watch = self.batch.watch.map(|watch| (watch, watch.begins()));
        query.cancel = match watch {
            Some((_, token)) => Some(token),
            None => query.cancel.or(self.batch.cancel),
        };
        let Solution {
            outcome,
            statistics,
            ..
        } = query.solve(moves, &mut self.workspace);
        if let Some((watch, token)) = watch {
            watch.ended(token);
        }
        self.answer(outcome, statistics)
    }

    /// Answers a group: by one field, as far as that is cheaper.
    fn shared(&mut self, group: &Group) {
        let left = match self.block.query(group.members[0]).1.flown() {
            Some(world) => self.by_field(group, world),
            None => group.members.clone(),
        };
        if left.is_empty() {
            return;
        }
        // Whoever helps may have the workspace.
        let (batch, block, workspace) = (self.batch, self.block, take(&mut self.workspace));
        batch.workspaces().push(workspace);
        let help = || Worker::new(batch, block);
        let singles = left.par_iter().with_max_len(1);
        let answers = singles.map_init(help, |worker, &place| (place, worker.single(place)));
        self.answers.par_extend(answers);
    }

    /// Answers the requests of a group that need no search, and those that a field answers for
    /// less; returns the rest.
    fn by_field(&mut self, group: &Group, world: &Traversability) -> Vec<usize> {
        let mut asking = Vec::with_capacity(group.members.len());
        for &place in &group.members {
            let (query, _) = self.block.query(place);
            match world.answer_at_once(&query, &mut self.workspace, Labels::All) {
                Some(outcome) => {
                    let boundary = query.boundary(world);
                    let outcome = confined(outcome, |path| boundary.cut(path));
                    let answer = self.answer(outcome, Statistics::default());
                    self.answers.push((place, answer));
                }
                None => asking.push(place),
            }
        }
        asking.sort_by_key(|&place| {
            let cell = self.ends(place, group.side).1;
            (cell.z, cell.y, cell.x, place)
        });
        let mut probes = self.probe(&asking);
        let budget = usual_effort(&probes).saturating_mul(asking.len() as u64) / SINGLE_TO_FIELD;
        // Each cell that is asked for needs an expansion.
        let mut left = if !asking.is_empty() && budget >= asking.len() as u64 {
            self.spread(group.side, &asking, budget, world)
        } else {
            asking
        };
        left.sort_unstable();
        probes.retain(|(place, _)| left.binary_search(place).is_ok());
        left.retain(|place| probes.iter().all(|(probed, _)| probed != place));
        self.answers.append(&mut probes);
        left
    }

    /// Returns the answers to a few of the requests, evenly spaced.
    fn probe(&mut self, asking: &[usize]) -> PlacedAnswers {
        let count = PROBES.min(asking.len());
        let places = (0..count).map(|index| asking[index * asking.len() / count]);
        places.map(|place| (place, self.single(place))).collect()
    }

    /// Returns the end that a request shares on `side`, and the other end.
    fn ends(&self, place: usize, side: Side) -> (IVec3, IVec3) {
        let (query, _) = self.block.query(place);
        match side {
            Side::Goal => (query.goal, query.start),
            Side::Start => (query.start, query.goal),
        }
    }

    /// Runs the field and answers the requests that it reached; returns the rest.
    fn spread(
        &mut self,
        side: Side,
        asking: &[usize],
        budget: u64,
        world: &Traversability,
    ) -> Vec<usize> {
        let (query, _) = self.block.query(asking[0]);
        let others = asking.iter().map(|&place| self.ends(place, side).1);
        let others = others.collect::<Vec<_>>();
        let SearchSettings {
            moves,
            corners,
            shape,
            ..
        } = query.settings;
        let spread = Spread {
            world,
            pruning: Pruning::of(moves, corners, shape),
            costs: shape.costs(),
            terrain: query.terrain,
            side,
            seeds: &[self.ends(asking[0], side).0],
        };
        let until = Until {
            settled: &others,
            within: Cost::MAX,
            expanded: budget,
            memory: query.settings.limits.memory,
            cancel: self.batch.cancel,
        };
        let Ok(spreading) = spread.run(&mut self.workspace.forward, &until) else {
            return asking.to_vec();
        };
        // The requests of a group share their world and their corner rule.
        let boundary = query.boundary(world);
        let mut left = Vec::new();
        for (&place, &cell) in asking.iter().zip(&others) {
            let read = self.read_off(side, cell, spreading.exact, &boundary);
            let Some((outcome, cost)) = read else {
                left.push(place);
                continue;
            };
            let mut statistics = spreading.statistics;
            statistics.lower_bound = cost;
            let answer = Answer {
                outcome,
                statistics,
                source: Source::Field,
            };
            self.answers.push((place, answer));
        }
        left
    }

    /// Returns the answer of a field for a cell, and its cost, if the field has reached the cell at
    /// a cost of at most `exact`. Follows the path only for details that the record of the cell
    /// does not hold.
    fn read_off(
        &mut self,
        side: Side,
        cell: IVec3,
        exact: Cost,
        boundary: &Boundary<'_>,
    ) -> Option<(Outcome<PathRecord>, Cost)> {
        let (detail, workspace) = (self.batch.detail, &mut self.workspace);
        let records = &workspace.forward.records;
        let record = records.find(cell).filter(|record| record.g() <= exact)?;
        let cost = record.g();
        let step = record.first_arrival().map(Direction::reverse);
        let outcome = match (detail, side) {
            (PathDetail::Cost, _) if !boundary.cuts() => Outcome::Found(PathRecord::Cost(cost)),
            (PathDetail::FirstStep, Side::Goal) if !boundary.cuts() => {
                Outcome::Found(PathRecord::FirstStep { cost, step })
            }
            (PathDetail::Cost | PathDetail::FirstStep | PathDetail::Path, _) => {
                let mut path = workspace.take_path();
                if path_to_seed(&workspace.forward.records, cell, &mut path).is_none() {
                    workspace.recycle(path);
                    return None;
                }
                if side == Side::Start {
                    path.reverse();
                }
                if boundary.cuts() && boundary.unknown_moves(&path) > 0 {
                    // Another path may cost the same and lead into fewer unknown cells.
                    workspace.recycle(path);
                    return None;
                }
                let outcome = confined(Outcome::Found(path), |path| boundary.cut(path));
                outcome.map_path(|path| keep(detail, path, workspace))
            }
        };
        Some((outcome, cost))
    }

    fn answer(&mut self, outcome: Outcome<Path>, statistics: Statistics) -> Answer {
        let (detail, workspace) = (self.batch.detail, &mut self.workspace);
        Answer {
            outcome: outcome.map_path(|path| keep(detail, path, workspace)),
            statistics,
            source: Source::Query,
        }
    }
}

/// Returns the mean number of expansions without the largest: where few queries take nearly all the
/// time, one of them among the probes says nothing about the rest.
fn usual_effort(probes: &PlacedAnswers) -> u64 {
    let expanded = probes.iter().map(|(_, answer)| answer.statistics.expanded);
    let largest = expanded.clone().max().unwrap_or_default();
    (expanded.sum::<u64>() - largest) / (probes.len() as u64).saturating_sub(1).max(1)
}

/// Keeps the part of a path that `detail` asks for; the storage of the path serves the next one.
fn keep(detail: PathDetail, path: Path, workspace: &mut Workspace) -> PathRecord {
    let cost = path.cost();
    let kept = match detail {
        // A copy holds as much memory as it needs, and no more.
        PathDetail::Path => PathRecord::Path(path.clone()),
        PathDetail::Cost => PathRecord::Cost(cost),
        PathDetail::FirstStep => PathRecord::FirstStep {
            cost,
            step: path
                .runs()
                .first()
                .and_then(|run| Direction::from_offset(run.step)),
        },
    };
    workspace.recycle(path);
    kept
}
