//! The worth of estimates, cell by cell: whether they overestimate, and along how many moves they fall by
//! more than the move costs.

use serde::Serialize;
use voxnav::fields::{FieldError, FieldQuery};
use voxnav::glam::IVec3;
use voxnav::ground::{LegField, Successors};
use voxnav::search::Limits;
use voxnav::search::{Cost, SearchSettings};

use crate::contest::{Contestant, Explored, Lineup, ProblemSet};

/// The comparison of estimates with true costs, toward some goals of a problem set.
///
/// ```
/// use std::sync::Arc;
/// use voxnav::search::SearchSettings;
/// use voxnav_lab::{Contestant, Laws, ProblemSet, TutorialOctile};
///
/// let set = ProblemSet::generated(&"generated:caves:16,16,16:1".parse()?, 3)?;
/// let own = Contestant::new(SearchSettings::default())
///     .guided_by("tutorial", Arc::new(TutorialOctile));
/// let laws = Laws::of(&own, &set, 3);
/// assert!(laws.is_admissible() && !laws.is_consistent());
/// assert!(laws.steep > 0 && laws.steep < laws.edges);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Laws {
    /// The name of the estimates.
    pub heuristic: String,
    /// The name of the moves.
    pub moves: String,
    /// The name of the corner rule.
    pub corners: String,
    /// The number of goals toward which they were looked at.
    pub goals: u64,
    /// The number of cells with a way to a goal, once for each goal.
    pub cells: u64,
    /// The number of cells whose estimate is more than the true cost.
    pub too_large: u64,
    /// The largest estimate by the true cost; infinite where the estimate at a goal is not zero.
    pub worst: f64,
    /// The number of moves between such cells, once for each goal.
    pub edges: u64,
    /// The number of moves along which the estimate falls by more than they cost.
    pub steep: u64,
    /// An example of such a move: its ends, and the goal.
    pub example: Option<[[i32; 3]; 3]>,
    /// The reason why not every goal was looked at.
    pub fault: Option<String>,
}

impl Laws {
    /// Looks at every cell and every move toward the goals of the first problems.
    #[must_use]
    pub fn of(contestant: &Contestant, set: &ProblemSet, goals: usize) -> Self {
        let search = contestant.search();
        let mut laws = Self {
            heuristic: contestant.heuristic(),
            moves: contestant.moves(),
            corners: contestant.corners(),
            ..Self::default()
        };
        let estimate = |from: IVec3, to: IVec3| match (contestant.estimator(), contestant.mover()) {
            (Some(estimator), _) => estimator.estimate(from, to),
            (None, Some(own)) => own.estimate(from, to),
            (None, None) => (search.heuristic).estimate_by(search.moves, search.shape, from, to),
        };
        let starts: Vec<IVec3> = set.problems.iter().map(|it| it.start).collect();
        let explored = contestant.mover().map(|own| own.explored(&starts));
        let mut problems = set.problems.iter().take(goals);
        let added = problems.try_for_each(|problem| {
            let goal = problem.goal;
            let estimate = |cell| estimate(cell, goal);
            match &explored {
                Some(moves) => laws.add_own(&estimate, moves, goal),
                None => laws.add(&estimate, search, set, goal),
            }
        });
        laws.fault = added.err().map(|error| error.to_string());
        laws
    }

    /// Returns the laws of each heuristic with each question of a lineup.
    pub(crate) fn of_all(lineup: &Lineup, set: &ProblemSet, goals: usize) -> Vec<Self> {
        let mut all: Vec<Self> = Vec::new();
        for contestant in lineup.contestants() {
            let names = [contestant.moves(), contestant.corners()];
            let known = |laws: &Self| {
                laws.heuristic == contestant.heuristic()
                    && [&laws.moves, &laws.corners] == [&names[0], &names[1]]
            };
            if goals > 0 && !all.iter().any(known) {
                all.push(Self::of(contestant, set, goals));
            }
        }
        all
    }

    /// Returns whether no estimate is more than the true cost.
    #[must_use]
    pub fn is_admissible(&self) -> bool {
        self.too_large == 0
    }

    /// Returns whether no estimate falls along a move by more than the move costs.
    #[must_use]
    pub fn is_consistent(&self) -> bool {
        self.steep == 0
    }

    fn add(
        &mut self,
        estimate: &dyn Fn(IVec3) -> Cost,
        search: &SearchSettings,
        set: &ProblemSet,
        goal: IVec3,
    ) -> Result<(), FieldError> {
        let (world, terrain) = (set.world_from(goal), &set.terrain);
        let query = FieldQuery::to_nearest_of([goal]).settings(*search);
        let field = query.terrain(terrain).solve(world)?;
        let cells = field.cells_within(Cost::MAX);
        self.add_cells(estimate, goal, cells, |cell, edges| {
            let around = world.neighborhood(cell);
            let moves = search.moves.directions();
            let legal = moves.filter(|it| it.is_legal(around, search.corners));
            edges.extend(legal.map(|it| {
                let next = cell + it.offset();
                (next, terrain.cost_of_move_by(search.shape, it, cell, next))
            }));
        });
        Ok(())
    }

    /// Adds the same over custom moves, as far as the starts lead.
    fn add_own(
        &mut self,
        estimate: &dyn Fn(IVec3) -> Cost,
        moves: &Explored,
        goal: IVec3,
    ) -> Result<(), FieldError> {
        let field = match LegField::to_nearest_of(moves, [goal], Limits::none()) {
            Ok(field) => field,
            // No start leads there.
            Err(FieldError::SeedBlocked { .. } | FieldError::SeedOutside { .. }) => return Ok(()),
            Err(other) => return Err(other),
        };
        let mut all = Vec::new();
        self.add_cells(estimate, goal, field.reached(), |cell, edges| {
            all.clear();
            moves.moves_from(cell, &mut all);
            let kept = all.iter().filter(|it| field.cost(it.to).is_some());
            edges.extend(kept.map(|it| (it.to, it.cost)));
        });
        Ok(())
    }

    /// Adds the cells with a way to a goal and their true costs, and the moves that begin there.
    fn add_cells(
        &mut self,
        estimate: &dyn Fn(IVec3) -> Cost,
        goal: IVec3,
        cells: impl IntoIterator<Item = (IVec3, Cost)>,
        mut moves_from: impl FnMut(IVec3, &mut Vec<(IVec3, Cost)>),
    ) {
        self.goals += 1;
        let mut edges = Vec::new();
        for (cell, cost) in cells {
            let h = estimate(cell);
            self.cells += 1;
            self.too_large += u64::from(h > cost);
            if h > Cost::ZERO {
                self.worst = self.worst.max(h.length() / cost.length());
            }
            edges.clear();
            moves_from(cell, &mut edges);
            self.edges += edges.len() as u64;
            for &(next, cost) in &edges {
                if h > cost + estimate(next) {
                    self.steep += 1;
                    let ends = [cell, next, goal].map(|cell| cell.to_array());
                    self.example.get_or_insert(ends);
                }
            }
        }
    }
}
