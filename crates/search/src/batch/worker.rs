//! The work on the tasks of a block.

use std::mem::take;
use std::sync::atomic::Ordering;
use std::sync::mpsc::Sender;

use glam::IVec3;
use rayon::prelude::*;

use super::Batch;
use super::block::{Block, Group, Place, Task};
use super::request::{Answer, KeptPath, PathDetail, Request, Source};
use crate::cost::Cost;
use crate::expansion::Pruning;
use crate::field::{Spread, Until, path_to_seed};
use crate::movement::Direction;
use crate::outcome::{Outcome, Side, Solution, Statistics};
use crate::path::Path;
use crate::solve::{Boundary, Engines, Labels, confined};
use crate::workspace::Workspace;

/// The requests of a group that are answered by themselves first, to learn the cost of single
/// queries.
const PROBES: usize = 8;

/// A field may take one expansion for so many that the single queries of its group would take, as
/// far as the probes tell. It then pays many times over if it reaches them all, and costs little if
/// not. Expansions, unlike times, are the same on every machine. See `benches/RESULTS.md`.
const SINGLE_TO_FIELD: u64 = 4;

/// Answers that a worker collects before it passes them on: waking the receiver costs more than
/// many a query.
const PARCEL: usize = 32;

/// Answers with their places, on the way to the thread that runs the batch.
pub(super) type Parcel = Vec<(Place, Answer)>;

/// A worker on one block.
pub(super) struct Worker<'b, 'q> {
    batch: &'b Batch<'b>,
    block: &'b Block<'q>,
    answers: Sender<Parcel>,
    parcel: Parcel,
    workspace: Workspace,
}

/// Error where nobody wants further answers.
struct Unwanted;

impl Drop for Worker<'_, '_> {
    fn drop(&mut self) {
        // A receiver that is gone wants nothing; one that a panic left waiting is told by silence.
        if !std::thread::panicking() {
            let _ = self.answers.send(take(&mut self.parcel));
            self.batch.workspaces().push(take(&mut self.workspace));
        }
    }
}

impl<'b, 'q> Worker<'b, 'q> {
    pub(super) fn new(batch: &'b Batch<'_>, block: &'b Block<'q>, answers: Sender<Parcel>) -> Self {
        Self {
            workspace: batch.workspaces().pop().unwrap_or_default(),
            batch,
            block,
            answers,
            parcel: Parcel::new(),
        }
    }

    /// Takes tasks until none is left or nobody listens.
    pub(super) fn run(mut self) {
        while let Some(task) = self.block.take() {
            let done = match task {
                Task::Single(place) => self.answer_alone(place),
                Task::Shared(group) => self.shared(group),
            };
            if let Err(Unwanted) = done {
                return;
            }
        }
    }

    fn answer_alone(&mut self, place: Place) -> Result<(), Unwanted> {
        let answer = self.single(place);
        self.hand_in(place, answer)
    }

    fn hand_in(&mut self, place: Place, answer: Answer) -> Result<(), Unwanted> {
        self.parcel.push((place, answer));
        if self.parcel.len() < PARCEL {
            return Ok(());
        }
        let full = std::mem::replace(&mut self.parcel, Vec::with_capacity(PARCEL));
        self.answers.send(full).map_err(|_| Unwanted)
    }

    fn is_cancelled(&self) -> bool {
        self.batch
            .cancel
            .is_some_and(|token| token.load(Ordering::Relaxed))
    }

    fn single(&mut self, place: Place) -> Answer {
        let block = self.block;
        let request = block.request(place);
        let mut query = request.query;
        if self.is_cancelled() {
            let mut path = self.workspace.take_path();
            path.restart(query.start);
            let outcome = Outcome::Cancelled { path };
            return self.answer(outcome, Statistics::default());
        }
        // Now, so that no answer tells whether another one needed them before.
        let world = block.world(request);
        let _ = world.component(query.start);
        let watch = self.batch.watch.map(|watch| (watch, watch.begins()));
        query.cancel = match watch {
            Some((_, token)) => Some(token),
            None => query.cancel.or(self.batch.cancel),
        };
        let Solution {
            outcome,
            statistics,
            ..
        } = query.solve(world, &mut self.workspace);
        if let Some((watch, token)) = watch {
            watch.ended(token);
        }
        self.answer(outcome, statistics)
    }

    /// Answers a group by one field, as far as that is cheaper.
    fn shared(&mut self, group: &Group) -> Result<(), Unwanted> {
        let block = self.block;
        let mut asking = Vec::with_capacity(group.members.len());
        for &place in &group.members {
            let request = block.request(place);
            let world = block.world(request);
            match world.answer_at_once(&request.query, &mut self.workspace, Labels::All) {
                Some(outcome) => {
                    let boundary = request.query.boundary(world);
                    let outcome = confined(outcome, |path| boundary.cut(path));
                    let answer = self.answer(outcome, Statistics::default());
                    self.hand_in(place, answer)?;
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
        let mut left = match asking.first() {
            // Each cell that is asked for needs an expansion.
            Some(&first) if budget >= asking.len() as u64 => {
                self.spread(group.side, first, &asking, budget)?
            }
            _ => asking,
        };
        left.sort_unstable();
        probes.retain(|(place, _)| left.binary_search(place).is_ok());
        left.retain(|place| probes.iter().all(|(probed, _)| probed != place));
        for (place, answer) in probes {
            self.hand_in(place, answer)?;
        }
        if left.is_empty() {
            return Ok(());
        }
        // Whoever helps may have the workspace.
        let (batch, workspace) = (self.batch, take(&mut self.workspace));
        batch.workspaces().push(workspace);
        let help = || Worker::new(batch, block, self.answers.clone());
        let singles = left.par_iter().with_max_len(1);
        singles.try_for_each_init(help, |worker, &place| worker.answer_alone(place))
    }

    /// Returns the answers to a few of the requests, evenly spaced.
    fn probe(&mut self, asking: &[Place]) -> Vec<(Place, Answer)> {
        let count = PROBES.min(asking.len());
        let places = (0..count).map(|index| asking[index * asking.len() / count]);
        places.map(|place| (place, self.single(place))).collect()
    }

    /// Returns the end that a request shares on `side`, and the other end.
    fn ends(&self, place: Place, side: Side) -> (IVec3, IVec3) {
        let query = self.block.request(place).query;
        match side {
            Side::Goal => (query.goal, query.start),
            Side::Start => (query.start, query.goal),
        }
    }

    /// Runs the field and answers the requests that it reached; returns the rest.
    fn spread(
        &mut self,
        side: Side,
        first: Place,
        asking: &[Place],
        budget: u64,
    ) -> Result<Vec<Place>, Unwanted> {
        let Request { query, .. } = self.block.request(first);
        let world = self.block.world(self.block.request(first));
        let others = asking
            .iter()
            .map(|&place| self.ends(place, side).1)
            .collect::<Vec<_>>();
        let spread = Spread {
            world,
            pruning: Pruning::of(query.settings.moves, query.settings.corners),
            terrain: query.terrain,
            side,
            seed: self.ends(first, side).0,
            others: &[],
        };
        let until = Until {
            settled: &others,
            within: Cost::MAX,
            expanded: budget,
            memory: query.settings.limits.memory,
            cancel: self.batch.cancel,
        };
        let Ok(spreading) = spread.run(&mut self.workspace.forward, &until) else {
            return Ok(asking.to_vec());
        };
        // The requests of a group share their world and their corner rule.
        let boundary = query.boundary(world);
        let mut left = Vec::new();
        for (&place, &cell) in asking.iter().zip(&others) {
            let Some((outcome, cost)) = self.read_off(side, cell, spreading.exact, &boundary)
            else {
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
            self.hand_in(place, answer)?;
        }
        Ok(left)
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
    ) -> Option<(Outcome<KeptPath>, Cost)> {
        let (detail, workspace) = (self.batch.detail, &mut self.workspace);
        let records = &workspace.forward.records;
        let record = records.find(cell).filter(|record| record.g() <= exact)?;
        let cost = record.g();
        let step = record.first_arrival().map(Direction::reverse);
        let outcome = match (detail, side) {
            (PathDetail::Cost, _) if !boundary.cuts() => Outcome::Found(KeptPath::Cost(cost)),
            (PathDetail::FirstStep, Side::Goal) if !boundary.cuts() => {
                Outcome::Found(KeptPath::FirstStep { cost, step })
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

    fn answer(&mut self, outcome: Outcome, statistics: Statistics) -> Answer {
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
fn usual_effort(probes: &[(Place, Answer)]) -> u64 {
    let expanded = probes.iter().map(|(_, answer)| answer.statistics.expanded);
    let largest = expanded.clone().max().unwrap_or_default();
    (expanded.sum::<u64>() - largest) / (probes.len() as u64).saturating_sub(1).max(1)
}

/// Keeps the part of a path that `detail` asks for; the storage of the path serves the next one.
fn keep(detail: PathDetail, path: Path, workspace: &mut Workspace) -> KeptPath {
    let cost = path.cost();
    let kept = match detail {
        // A copy holds as much memory as it needs, and no more.
        PathDetail::Path => KeptPath::Path(path.clone()),
        PathDetail::Cost => KeptPath::Cost(cost),
        PathDetail::FirstStep => KeptPath::FirstStep {
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
