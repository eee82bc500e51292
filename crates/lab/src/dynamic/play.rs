//! A play: an agent walks, the world changes, and everyone is asked at every step.

use std::time::{Duration, Instant};

use serde::Serialize;
use voxnav::glam::IVec3;
use voxnav::grid::{Occupancy, Traversability};
use voxnav::search::{CellShape, Cost, Flight};
use voxnav::{CornerRule, MoveSet, Path, UnknownPolicy};
use voxnav_occupancy::draws::Draws;
use voxnav_worlds::{Distribution, random_free_cells, random_order};

use super::contestants::{Answer, Contestant, Moment, all};
use super::grid::Grid;
use super::scene::{Scene, WorldChange};

/// The number of moves that the agent makes in a step.
const STRIDE: usize = 2;

/// A world with what changes in it, and how long.
///
/// ```
/// use voxnav_lab::{Dynamics, WorldChange};
///
/// let world = "generated:rooms:24,24,8:1".parse::<voxnav_worlds::GeneratedWorld>()?.world()?;
/// let report = Dynamics::new(&world, WorldChange::NearDoors).steps(30).run();
/// assert!(report.lines.iter().all(|line| line.wrong == 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Dynamics {
    world: Occupancy,
    change: WorldChange,
    shape: CellShape,
    steps: usize,
    seed: u64,
}

/// The report of the time and work that each contestant needed.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct DynamicReport {
    /// The name of what changes.
    pub change: String,
    /// The number of times that everyone was asked again: after a change, toward the same goal or one that
    /// moved.
    pub answers: usize,
    /// The number of times that everyone was asked for the first time.
    pub begun: usize,
    /// The results of each contestant; a fresh search of the library comes first.
    pub lines: Vec<DynamicLine>,
}

/// The time and work that a contestant needed.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct DynamicLine {
    /// The name of the contestant.
    pub name: String,
    /// The median time of an answer after a change, in microseconds.
    pub median: f64,
    /// The time within which 99 % of these answers came.
    pub p99: f64,
    /// The mean time of these answers.
    pub mean: f64,
    /// The mean time of first answers.
    pub first: f64,
    /// The mean number of cells expanded for an answer after a change.
    pub expanded: f64,
    /// The number of answers that were not optimal, or not legal.
    pub wrong: usize,
}

impl Dynamics {
    /// Makes a play of a world, and what changes in it: 200 steps, unless said otherwise.
    #[must_use]
    pub fn new(world: &Occupancy, change: WorldChange) -> Self {
        Self {
            world: world.clone(),
            change,
            shape: CellShape::CUBIC,
            steps: 200,
            seed: 1,
        }
    }

    voxnav_occupancy::setters! {
        /// Sets the shape of the cells; cubes by default.
        shape(shape: CellShape) => shape = shape;

        /// Sets how many times everyone is asked.
        steps(steps: usize) => steps = steps;

        /// Sets the seed from which random numbers are drawn.
        seed(seed: u64) => seed = seed;
    }

    /// Plays, and returns the time and work that each contestant needed.
    #[must_use]
    pub fn run(&self) -> DynamicReport {
        let mut scene = Scene::new(&self.world, self.change);
        let mut world = Traversability::new(&scene.known, UnknownPolicy::Blocked);
        let mut judge = Judge::new(&world, self.shape);
        let mut draws = Draws::new(self.seed);
        let cells = random_free_cells(&self.world, self.seed, 2 * self.steps + 2);
        let mut cells = cells.into_iter();
        let mut at: Option<[IVec3; 2]> = None;
        let mut path: Vec<IVec3> = Vec::new();
        let mut step = 0;
        for asked in 0..self.steps {
            let is_new = at.is_none();
            let [from, to] = if let Some(ends) = at {
                ends
            } else {
                let (Some(from), Some(to)) = (cells.next(), cells.next()) else {
                    break;
                };
                scene.begin();
                step = 0;
                path.clear();
                [from, to]
            };
            scene.step(step, [from, to], &path, &mut draws);
            step += 1;
            let before = world;
            world = before.refreshed(&scene.known);
            let changed = differing(&before, &world);
            let moment = Moment {
                world: &world,
                changed: &changed,
                ends: [from, to],
                is_new,
            };
            path = judge.ask(&moment, asked).unwrap_or_default();
            at = self.walked([from, to], &path, &world, step, &mut draws);
        }
        judge.report(self.change)
    }

    /// Returns where the agent and its goal are next; `None` where it is over.
    fn walked(
        &self,
        [from, to]: [IVec3; 2],
        path: &[IVec3],
        world: &Traversability,
        step: usize,
        draws: &mut Draws,
    ) -> Option<[IVec3; 2]> {
        if path.is_empty() {
            // Doors open again; a goal that cannot be reached at all is none.
            return (step > 1 && step < 100).then_some([from, to]);
        }
        if self.change != WorldChange::Flight {
            let next = *path.get(STRIDE)?;
            return (next != to).then_some([next, to]);
        }
        let next = *path.get(1)?;
        if next == to {
            return None;
        }
        // The target rests at every fourth step.
        let grid = Grid::new(world, self.shape);
        let flights = grid.moves(world, to).map(|it| it.0);
        let rank = |cell: &IVec3| (grid.octile(*cell, next), cell.to_array());
        let far = flights.max_by_key(rank).filter(|_| !step.is_multiple_of(4));
        let is_astray = below(draws, 10) == 0;
        let any = grid.moves(world, to).next().map(|it| it.0);
        let fled = if is_astray { any } else { far };
        Some([next, fled.filter(|&it| it != next).unwrap_or(to)])
    }
}

/// Draws a number below a bound, as a place in a list.
pub(super) fn below(draws: &mut Draws, bound: usize) -> usize {
    usize::try_from(draws.below(bound as u64)).unwrap_or(0)
}

/// Returns the cells in which two snapshots differ.
fn differing(before: &Traversability, after: &Traversability) -> Vec<IVec3> {
    let changes = after.occupancy().changes_since(before.occupancy());
    let cells = changes.boxes().flat_map(|cells| cells.cells());
    cells
        .filter(|&cell| before.is_traversable(cell) != after.is_traversable(cell))
        .collect()
}

/// A judge that asks everyone in turns, and holds the answers against each other.
struct Judge {
    shape: CellShape,
    contestants: Vec<(Contestant, Tally)>,
    begun: usize,
}

/// The answers of a contestant so far.
#[derive(Default)]
struct Tally {
    /// The times of answers after a change, in microseconds.
    times: Vec<f64>,
    /// The sum of the times of first answers.
    first: Duration,
    /// The number of cells expanded for answers after a change.
    expanded: u64,
    wrong: usize,
}

impl Judge {
    fn new(world: &Traversability, shape: CellShape) -> Self {
        let contestants = all(world, shape).into_iter();
        let contestants = contestants.map(|it| (it, Tally::default()));
        Self {
            shape,
            contestants: contestants.collect(),
            begun: 0,
        }
    }

    /// Asks everyone, in an order of its own each time, and returns the cells of the path that the agent
    /// goes.
    fn ask(&mut self, moment: &Moment<'_>, asked: usize) -> Option<Vec<IVec3>> {
        let mut answers = vec![Answer::default(); self.contestants.len()];
        for index in random_order(answers.len(), asked as u64) {
            let (contestant, tally) = &mut self.contestants[index];
            let start = Instant::now();
            let answer = (contestant.answer)(moment);
            let time = start.elapsed();
            if moment.is_new {
                tally.first += time;
            } else {
                tally.times.push(time.as_secs_f64() * 1e6);
                tally.expanded += answer.expanded;
            }
            answers[index] = answer;
        }
        self.begun += usize::from(moment.is_new);
        let shape = self.shape;
        let cost = |answer: &Answer| {
            let path = answer.path.as_ref();
            path.map(|path| legal_cost(path, moment, shape))
        };
        let best = cost(&answers[0]);
        for ((_, tally), answer) in self.contestants.iter_mut().zip(&answers) {
            let own = cost(answer);
            tally.wrong += usize::from(own != best || own == Some(None));
        }
        answers.pop()?.path.map(|path| path.cells().collect())
    }

    #[expect(clippy::cast_precision_loss, reason = "means for people")]
    fn report(self, change: WorldChange) -> DynamicReport {
        let answers = self.contestants.first();
        let answers = answers.map_or(0, |(_, tally)| tally.times.len());
        let lines = self.contestants.into_iter().map(|(contestant, tally)| {
            let times = Distribution::new(tally.times);
            DynamicLine {
                name: contestant.name.to_owned(),
                median: times.median(),
                p99: times.quantile(0.99),
                mean: times.mean(),
                first: tally.first.as_secs_f64() * 1e6 / self.begun.max(1) as f64,
                expanded: tally.expanded as f64 / answers.max(1) as f64,
                wrong: tally.wrong,
            }
        });
        DynamicReport {
            change: change.to_string(),
            answers,
            begun: self.begun,
            lines: lines.collect(),
        }
    }
}

/// Returns the cost of a path; `None` if it does not lead from the agent to its goal by legal moves.
fn legal_cost(path: &Path, moment: &Moment<'_>, shape: CellShape) -> Option<Cost> {
    let is_between = [path.start(), path.goal()] == moment.ends;
    let cost = path.verify_flight(&Flight {
        moves: MoveSet::Vertex26,
        corners: CornerRule::Strict,
        shape,
        ..Flight::new(moment.world)
    });
    cost.ok().filter(|_| is_between)
}

#[cfg(test)]
mod tests {
    use voxnav_testkit::drawn_sizes;
    use voxnav_worlds::{WorldKind, generate};

    use super::*;

    /// Draws a shape of cells, cubes half of the time.
    fn drawn_shape(seed: u64) -> CellShape {
        let sizes = drawn_sizes(&mut voxnav_testkit::Draws::new(seed));
        CellShape::new(sizes).unwrap()
    }

    /// The cost of a path by relaxing all moves until nothing changes: shares nothing with the contestants
    /// but the rule.
    fn least(world: &Traversability, shape: CellShape, [from, to]: [IVec3; 2]) -> Option<Cost> {
        let bounds = world.bounds();
        let sides = shape.sides().map(Cost::raw);
        let length = |from: IVec3, to: IVec3| {
            let offset = (to - from).abs().to_array();
            let squares = (0..3)
                .filter(|&axis| offset[axis] > 0)
                .map(|axis| sides[axis].pow(2));
            // The root, rounded to nearest.
            (4 * squares.sum::<u64>()).isqrt().div_ceil(2)
        };
        let mut costs = std::collections::BTreeMap::from([(from.to_array(), 0_u64)]);
        loop {
            let mut is_stable = true;
            for cell in bounds.cells() {
                let Some(&known) = costs.get(&cell.to_array()) else {
                    continue;
                };
                let near = voxnav::grid::CellBox::new(cell - 1, cell + 2).intersection(&bounds);
                for next in near.cells() {
                    let spanned = voxnav::grid::CellBox::new(cell.min(next), cell.max(next) + 1);
                    if !spanned.cells().all(|it| world.is_traversable(it)) {
                        continue;
                    }
                    let cost = known + length(cell, next);
                    let there = costs.entry(next.to_array()).or_insert(u64::MAX);
                    if cost < *there {
                        *there = cost;
                        is_stable = false;
                    }
                }
            }
            if is_stable {
                return costs.get(&to.to_array()).map(|&raw| Cost::from_raw(raw));
            }
        }
    }

    #[test]
    fn everyone_is_right_after_every_change() {
        let worlds = [
            (WorldKind::Rooms, IVec3::new(30, 30, 1)),
            (WorldKind::Maze, IVec3::new(31, 31, 1)),
            (WorldKind::Caves, IVec3::new(20, 20, 20)),
            (WorldKind::Random { percent: 25 }, IVec3::new(16, 16, 16)),
        ];
        for (kind, size) in worlds {
            for (seed, change) in (0..).zip(WorldChange::ALL) {
                let world = generate(kind, size, seed).unwrap();
                let shape = drawn_shape(seed);
                let dynamics = Dynamics::new(&world, change).shape(shape);
                let report = dynamics.steps(120).seed(seed).run();
                assert!(report.answers > 20, "{kind} {change} {shape:?}: {report:?}");
                for line in &report.lines {
                    assert_eq!(line.wrong, 0, "{kind} {change} {shape:?} {line:?}");
                }
            }
        }
    }

    #[test]
    fn searches_that_keep_what_they_learned_agree_with_an_oracle() {
        for seed in 0..30 {
            let original = generate(WorldKind::Random { percent: 30 }, IVec3::new(9, 9, 3), seed);
            let original = original.unwrap();
            let mut world = Traversability::new(&original, UnknownPolicy::Blocked);
            let shape = drawn_shape(seed);
            let mut contestants = all(&world, shape);
            let mut draws = Draws::new(seed);
            let cells = random_free_cells(&original, seed, 2);
            let mut ends = [cells[0], cells[1]];
            for step in 0..12 {
                let mut edit = world.occupancy().edit();
                for _ in 0..below(&mut draws, 12) {
                    let cell = IVec3::new(9, 9, 3).map(|n| {
                        i32::try_from(below(&mut draws, usize::try_from(n).unwrap())).unwrap()
                    });
                    let state = if below(&mut draws, 2) == 0 || ends.contains(&cell) {
                        voxnav::grid::CellState::Free
                    } else {
                        voxnav::grid::CellState::Occupied
                    };
                    edit.set(cell, state).unwrap();
                }
                let before = world;
                world = before.refreshed(&edit.commit());
                let changed = differing(&before, &world);
                let moment = Moment {
                    world: &world,
                    changed: &changed,
                    ends,
                    is_new: step == 0,
                };
                let wanted = least(&world, shape, ends);
                let mut path = None;
                for contestant in &mut contestants {
                    path = (contestant.answer)(&moment).path;
                    let found = path.as_ref().map(|path| legal_cost(path, &moment, shape));
                    let name = contestant.name;
                    assert_eq!(
                        found,
                        wanted.map(Some),
                        "{name}, {shape:?}, seed {seed}, step {step}"
                    );
                }
                let next = path.and_then(|path| path.cells().nth(1));
                ends[0] = next.unwrap_or(ends[0]);
                if below(&mut draws, 3) == 0 {
                    let grid = Grid::new(&world, shape);
                    ends[1] = grid
                        .moves(&world, ends[1])
                        .next()
                        .map_or(ends[1], |it| it.0);
                }
            }
        }
    }
}
