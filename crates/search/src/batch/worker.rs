//! The work on the tasks of a block.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;

use glam::IVec3;
use voxnav_occupancy::Traversability;

use super::block::{Block, Group, Place, Task};
use super::request::{Answer, KeptPath, PathDetail, Request, SearchWatch, Source};
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

/// The settings of a batch that all its workers follow.
#[derive(Clone, Copy)]
pub(super) struct Orders<'b> {
    pub(super) detail: PathDetail,
    pub(super) cancel: Option<&'b AtomicBool>,
    pub(super) watch: Option<&'b dyn SearchWatch>,
}

/// A worker on one block.
pub(super) struct Worker<'b, 'q> {
    pub(super) orders: Orders<'b>,
    pub(super) block: &'b Block<'q>,
    pub(super) answers: Sender<Parcel>,
    pub(super) parcel: Parcel,
    /// Calls workers that have ended, because there is something to do again.
    pub(super) call_others: &'b dyn Fn(),
}

/// Error where nobody wants further answers.
struct Unwanted;

impl Worker<'_, '_> {
    /// Takes tasks until none is left or nobody listens.
    pub(super) fn run(mut self, workspace: &mut Workspace) {
        while let Some(task) = self.block.take() {
            let done = match task {
                Task::Single(place) => {
                    let answer = self.single(self.block.request(place), workspace);
                    self.hand_in(place, answer)
                }
                Task::Shared(group) => self.shared(group, workspace),
            };
            if let Err(Unwanted) = done {
                return;
            }
        }
        // A receiver that is gone wants nothing.
        let _ = self.answers.send(self.parcel);
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
        self.orders
            .cancel
            .is_some_and(|token| token.load(Ordering::Relaxed))
    }

    fn world(&self, request: &Request<'_>) -> &Traversability {
        self.block.world(request)
    }

    fn single(&self, request: &Request<'_>, workspace: &mut Workspace) -> Answer {
        let mut query = request.query;
        if self.is_cancelled() {
            let mut path = workspace.take_path();
            path.restart(query.start);
            return self.answer(
                Outcome::Cancelled { path },
                Statistics::default(),
                Source::Query,
                workspace,
            );
        }
        // Now, so that no answer tells whether another one needed them before.
        let _ = self.world(request).component(query.start);
        let watch = self.orders.watch.map(|watch| (watch, watch.begins()));
        query.cancel = match watch {
            Some((_, token)) => Some(token),
            None => query.cancel.or(self.orders.cancel),
        };
        let Solution {
            outcome,
            statistics,
            ..
        } = query.solve(self.world(request), workspace);
        if let Some((watch, token)) = watch {
            watch.ended(token);
        }
        self.answer(outcome, statistics, Source::Query, workspace)
    }

    /// Answers a group by one field, as far as that is cheaper.
    fn shared(&mut self, group: &Group, workspace: &mut Workspace) -> Result<(), Unwanted> {
        let mut asking = Vec::with_capacity(group.members.len());
        for &place in &group.members {
            let request = self.block.request(place);
            let world = self.world(request);
            match world.answer_at_once(&request.query, workspace, Labels::All) {
                Some(outcome) => {
                    let boundary = request.query.boundary(self.world(request));
                    let outcome = confined(outcome, |path| boundary.cut(path));
                    let nothing = Statistics::default();
                    let answer = self.answer(outcome, nothing, Source::Query, workspace);
                    self.hand_in(place, answer)?;
                }
                None => asking.push(place),
            }
        }
        asking.sort_by_key(|&place| {
            let cell = self.ends(place, group.side).1;
            (cell.z, cell.y, cell.x, place)
        });
        let mut probes = self.probe(&asking, workspace);
        let budget = usual_effort(&probes).saturating_mul(asking.len() as u64) / SINGLE_TO_FIELD;
        let mut left = match asking.first() {
            // Each cell that is asked for needs an expansion.
            Some(&first) if budget >= asking.len() as u64 => {
                self.spread(group.side, first, &asking, budget, workspace)?
            }
            _ => asking,
        };
        left.sort_unstable();
        probes.retain(|(place, _)| left.binary_search(place).is_ok());
        left.retain(|place| probes.iter().all(|(probed, _)| probed != place));
        if !left.is_empty() {
            self.block.give_back(&left);
            (self.call_others)();
        }
        for (place, answer) in probes {
            self.hand_in(place, answer)?;
        }
        Ok(())
    }

    /// Returns the answers to a few of the requests, evenly spaced.
    fn probe(&self, asking: &[Place], workspace: &mut Workspace) -> Vec<(Place, Answer)> {
        let count = PROBES.min(asking.len());
        let places = (0..count).map(|index| asking[index * asking.len() / count]);
        places
            .map(|place| (place, self.single(self.block.request(place), workspace)))
            .collect()
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
        workspace: &mut Workspace,
    ) -> Result<Vec<Place>, Unwanted> {
        let request = self.block.request(first);
        let others = asking
            .iter()
            .map(|&place| self.ends(place, side).1)
            .collect::<Vec<_>>();
        let settings = &request.query.settings;
        let spread = Spread {
            world: self.world(request),
            pruning: Pruning::of(settings.moves, settings.corners),
            terrain: request.query.terrain,
            side,
            seeds: &[self.ends(first, side).0],
        };
        let until = Until {
            settled: &others,
            within: Cost::MAX,
            expanded: budget,
            memory: settings.limits.memory,
            cancel: self.orders.cancel,
        };
        let Ok(spreading) = spread.run(&mut workspace.forward, &until) else {
            return Ok(asking.to_vec());
        };
        let mut left = Vec::new();
        for (&place, &cell) in asking.iter().zip(&others) {
            let boundary = request.query.boundary(self.world(request));
            let read = self.read_off(side, cell, spreading.exact, &boundary, workspace);
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
            self.hand_in(place, answer)?;
        }
        Ok(left)
    }

    /// Returns the answer of a field for a cell, and its cost, if the field has reached the cell at
    /// a cost of at most `exact`. Follows the path only for details that the record of the cell
    /// does not hold.
    fn read_off(
        &self,
        side: Side,
        cell: IVec3,
        exact: Cost,
        boundary: &Boundary<'_>,
        workspace: &mut Workspace,
    ) -> Option<(Outcome<KeptPath>, Cost)> {
        let records = &workspace.forward.records;
        let record = records.find(cell).filter(|record| record.g() <= exact)?;
        let cost = record.g();
        let step = record.first_arrival().map(Direction::reverse);
        let outcome = match (self.orders.detail, side) {
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
                outcome.map_path(|path| keep(self.orders.detail, path, workspace))
            }
        };
        Some((outcome, cost))
    }

    fn answer(
        &self,
        outcome: Outcome,
        statistics: Statistics,
        source: Source,
        workspace: &mut Workspace,
    ) -> Answer {
        Answer {
            outcome: outcome.map_path(|path| keep(self.orders.detail, path, workspace)),
            statistics,
            source,
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
