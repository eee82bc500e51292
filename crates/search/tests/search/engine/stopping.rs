//! Questions of flying agents that stop before unknown cells, judged by the oracle of ties.

use std::fmt::{self, Display};

use glam::IVec3;
use voxnav_occupancy::{
    Axis, CellBox, CellState, Occupancy, OccupancyBuilder, Traversability, UnknownPolicy,
};
use voxnav_search::{
    Algorithm, CornerRule, Goal, Heuristic, MoveSet, Outcome, Partial, PartialReason, Path, Query,
    SearchSettings, Terrain, Weight, Workspace,
};
use voxnav_testkit::Draws;

use super::flying::{FlyingSlices, scheduled};
use super::{Answer, Asked, Slices, cell_shape};
use crate::oracle::{Ties, sample_sides};

/// A world with unknown cells, and a question about it by an agent that stops before them.
pub(crate) struct Stopping {
    occupancy: Occupancy,
    terrain: Terrain,
    pub(crate) start: IVec3,
    goals: Vec<IVec3>,
    goal: Goal,
    moves: MoveSet,
    corners: CornerRule,
    sides: [u64; 3],
    algorithm: Algorithm,
    heuristic: Heuristic,
    partial: Partial,
    world: Traversability,
    /// What the oracle knows of the best path.
    best: Option<(u64, u64)>,
}

impl Stopping {
    pub(crate) fn sample(draws: &mut Draws) -> Self {
        let min = IVec3::new(draws.below(70), -3, 60 + draws.below(9));
        let size = match draws.below(3_u32) {
            0 => IVec3::new(9, 8, 1),
            1 => IVec3::new(6, 5, 5),
            _ => IVec3::new(12, 4, 3),
        };
        let bounds = CellBox::new(min, min + size);
        let outside = draws.pick(&[CellState::Free, CellState::Unknown]);
        let mut builder = OccupancyBuilder::new(bounds).unwrap().with_outside(outside);
        let (unknown, blocked) = (draws.pick(&[2, 10, 40]), draws.pick(&[0, 5, 25]));
        for cell in bounds.cells() {
            if draws.below(100) < unknown {
                builder.set(cell, CellState::Unknown).unwrap();
            }
            if draws.below(100) < blocked {
                builder.set(cell, CellState::Occupied).unwrap();
            }
        }
        let count = draws.pick(&[1, 1, 1, 3]);
        let goals: Vec<_> = (0..count).map(|_| draws.cell(&bounds)).collect();
        if draws.below(3) == 0 {
            // A goal amid cells that nobody has seen.
            let around = CellBox::new(goals[0] - draws.below(4), goals[0] + 1 + draws.below(4));
            let around = around.intersection(&bounds);
            builder.set_box(around, CellState::Unknown).unwrap();
        }
        let mut terrain = Terrain::new();
        if draws.below(3) == 0 {
            for _ in 0..draws.below(40) {
                let weight = draws.pick(&[1, 2, 2, 3, u16::MAX]);
                terrain.set(draws.cell(&bounds), weight).unwrap();
            }
        }
        let planar = [MoveSet::Planar8(Axis::Z), MoveSet::Planar4(Axis::Z)];
        let spaces = [MoveSet::Vertex26, MoveSet::Edge18, MoveSet::Face6];
        let sets = if draws.below(5) == 0 {
            &planar[..]
        } else {
            &spaces
        };
        let occupancy = builder.commit();
        let world = Traversability::new(&occupancy, UnknownPolicy::StopAtBoundary);
        if draws.below(3) == 0 {
            SearchSettings::default().prepare_index(&world);
        }
        let mut case = Self {
            occupancy,
            world,
            best: None,
            terrain,
            start: draws.cell(&bounds),
            goal: Goal::any_of(goals.iter().copied()),
            goals,
            moves: draws.pick(sets),
            corners: draws.pick(&[CornerRule::Strict, CornerRule::Lenient]),
            sides: sample_sides(draws),
            algorithm: draws.pick(&[
                Algorithm::Auto,
                Algorithm::Auto,
                Algorithm::Jump,
                Algorithm::Canonical,
                Algorithm::AStar,
                Algorithm::Dijkstra,
                Algorithm::Bidirectional,
                Algorithm::LazyTheta,
                Algorithm::WeightedAStar(Weight::ONE),
            ]),
            heuristic: draws.pick(&[
                Heuristic::Octile,
                Heuristic::Octile,
                Heuristic::Euclidean,
                Heuristic::Chebyshev,
                Heuristic::Zero,
            ]),
            partial: draws.pick(&[Partial::Refused, Partial::Allowed]),
        };
        if !case.is_refused() {
            case.best = case.oracle().best(case.start, &case.goals);
        }
        case
    }

    pub(crate) fn world(&self) -> &Traversability {
        &self.world
    }

    /// The oracle for the world and its moves.
    pub(crate) fn oracle(&self) -> Ties<'_> {
        Ties {
            occupancy: &self.occupancy,
            terrain: &self.terrain,
            moves: self.moves,
            corners: self.corners,
            sides: self.sides,
        }
    }

    /// Checks an outcome, and returns in which way it is right.
    pub(crate) fn check(&self, outcome: &Outcome) -> Result<&'static str, String> {
        let (start, goals) = (self.start, self.goals.as_slice());
        let wrong = |text: &str| Err(format!("{text}: {outcome:?}"));
        if self.is_refused() {
            return Ok("refused");
        }
        let (case, best) = (self.oracle(), self.best);
        match (outcome, best) {
            (Outcome::Unreachable, None) => Ok("unreachable"),
            (Outcome::Partial { path, reason }, None) => {
                let known =
                    path.start() == start && case.pair_of(path).is_some_and(|pair| pair.1 == 0);
                let proved = *reason == PartialReason::Unreachable;
                if proved && (known || case.is_unknown(start)) {
                    return Ok("partial");
                }
                wrong("a partial path in unknown space")
            }
            (Outcome::Found(path), Some((cost, 0))) => {
                let ends = path.start() == start && goals.contains(&path.goal());
                if ends && path.cost().raw() == cost && case.pair_of(path) == Some((cost, 0)) {
                    return Ok("found");
                }
                wrong("not the best known path")
            }
            (
                Outcome::StoppedAtUnknown {
                    path: known, rest, ..
                },
                Some((cost, count)),
            ) => {
                if case.is_unknown(start) {
                    let stays = known.move_count() == 0 && rest.raw() == cost;
                    return stays.then_some("stays").ok_or("it moves".to_owned());
                }
                let so_far = case.pair_of(known);
                let left = case.best(known.goal(), goals);
                let is_best = so_far == Some((known.cost().raw(), 0))
                    && left == Some((rest.raw(), count))
                    && known.cost().raw() + rest.raw() == cost;
                if count > 0 && is_best {
                    return Ok("stopped");
                }
                wrong(&format!("{best:?} is best, and {left:?} is left"))
            }
            _ => wrong(&format!("{best:?} is best")),
        }
    }
}

impl Display for Stopping {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.query())
    }
}

impl Asked for Stopping {
    fn query(&self) -> Query<'_> {
        let query = Query::toward(self.start, &self.goal)
            .moves(self.moves)
            .corners(self.corners)
            .shape(cell_shape(self.sides))
            .algorithm(self.algorithm)
            .heuristic(self.heuristic)
            .partial(self.partial);
        if self.terrain.is_uniform() {
            query
        } else {
            query.terrain(&self.terrain)
        }
    }

    fn at_once(&self, query: &Query<'_>, workspace: &mut Workspace) -> Answer {
        Answer(query.solve(&self.world, workspace))
    }

    fn in_slices<'a>(&'a self, query: &Query<'a>) -> Box<dyn Slices + 'a> {
        Box::new(FlyingSlices::of(query, &self.world))
    }

    fn scheduled(&self, query: &Query<'_>, turn: u64, budget: u64) -> Vec<Answer> {
        scheduled(query, &self.world, turn, budget)
    }

    fn judge(&self, answer: &Answer) -> Result<(), String> {
        self.check(&answer.0.outcome).map(drop)
    }

    /// A way that leaves the start at all keeps to known cells.
    fn check_way(&self, path: &Path) -> Result<(), String> {
        let is_known = match self.oracle().pair_of(path) {
            Some((cost, 0)) => path.cost().raw() == cost,
            _ => false,
        };
        (is_known && path.start() == self.start)
            .then_some(())
            .ok_or_else(|| format!("{path:?} is not known"))
    }

    fn optimum(&self) -> Option<u64> {
        self.best.map(|(cost, _)| cost)
    }

    fn found_out(&self, draws: &mut Draws) -> Option<u64> {
        let share = draws.pick(&[0, 30, 70, 100]);
        let mut builder = self.occupancy.edit();
        for cell in self.occupancy.bounds().cells() {
            if self.occupancy.state(cell) == CellState::Unknown {
                let state = if draws.below(100) < share {
                    CellState::Free
                } else {
                    CellState::Occupied
                };
                builder.set(cell, state).unwrap();
            }
        }
        let occupancy = builder.commit();
        let oracle = Ties {
            occupancy: &occupancy,
            ..self.oracle()
        };
        let best = || oracle.best(self.start, &self.goals);
        let best = oracle.is_open(self.start).then(best).flatten();
        best.map(|(cost, _)| cost)
    }

    fn is_refused(&self) -> bool {
        let oracle = self.oracle();
        !oracle.is_open(self.start) || self.goals.iter().all(|&goal| !oracle.is_open(goal))
    }

    fn is_admissible(&self) -> bool {
        true
    }
}
