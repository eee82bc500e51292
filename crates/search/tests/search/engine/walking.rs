//! Questions of ground agents, judged by the written rules, or by searches that leave out no move.

use std::fmt::{self, Display};

use glam::IVec3;
use voxnav_occupancy::{CellBox, CellState, Occupancy, UnknownPolicy};
use voxnav_search::{
    Cost, EndFault, Goal, Ground, GroundMoves, Limit, Link, Locomotion, Move, Outcome, Path, Query,
    Scheduler, Search, Successors, Workspace, verify_legs,
};
use voxnav_testkit::Draws;

use super::{Answer, Asked, Entry, Slices};
use crate::configurations::{Configuration, Goals};
use crate::laws::{Law, Tally};
use crate::oracle::ground::{self, Case, Oracle, Rules, is_legal};
use crate::oracle::{ALONG_AXES, Moves, fewest_turns, turns};
use crate::worlds::Even;

/// Where ground agents are asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// Small worlds of all materials, judged by the written rules.
    Rules,
    /// The same with many unknown cells, before which agents stop.
    Unknown,
    /// Larger worlds that are flat here and there, judged by searches over every move.
    Even,
    /// The same with landmarks.
    Landmarks,
}

/// The source of the right answer.
pub(crate) enum Judge<'s> {
    Rules(&'s Oracle<'s>),
    /// The cost of the best way.
    EveryMove(Option<u64>),
}

/// A question on the ground.
pub(crate) struct Walking<'s> {
    pub(crate) ground: &'s Ground,
    pub(crate) occupancy: &'s Occupancy,
    pub(crate) links: &'s [Link],
    pub(crate) start: IVec3,
    pub(crate) goals: Vec<IVec3>,
    pub(crate) goal: Goal,
    pub(crate) entry: Entry,
    pub(crate) judge: Judge<'s>,
}

/// The agent for checks of its paths: unknown cells that it stops before block it.
pub(crate) fn cautious(agent: &Locomotion) -> Locomotion {
    let unknown = match agent.unknown {
        UnknownPolicy::StopAtBoundary => UnknownPolicy::Blocked,
        other => other,
    };
    Locomotion {
        unknown,
        ..agent.clone()
    }
}

/// The moves of some ground, of which a search leaves out none.
pub(crate) struct EveryMove<'g>(pub(crate) GroundMoves<'g>);

impl Successors for EveryMove<'_> {
    fn bounds(&self) -> CellBox {
        self.0.bounds()
    }

    fn can_be_at(&self, cell: IVec3) -> bool {
        self.0.can_be_at(cell)
    }

    fn moves_from(&self, cell: IVec3, moves: &mut Vec<Move>) {
        self.0.moves_from(cell, moves);
    }

    fn estimate(&self, from: IVec3, to: &CellBox) -> Cost {
        self.0.estimate(from, to)
    }
}

impl Walking<'_> {
    fn agent(&self) -> &Locomotion {
        self.ground.locomotion()
    }

    /// What an agent that stops before unknown cells does of its plan needs none of them, and ends where one counts.
    fn check_end_of_known_space(
        outcome: &Outcome<Path>,
        oracle: &Oracle<'_>,
        known: &Rules<'_>,
    ) -> Result<(), String> {
        let (Outcome::Found(path) | Outcome::StoppedAtUnknown { path, .. }) = outcome else {
            return Ok(());
        };
        if path.cells().count() > 1 && !is_legal(known, path) {
            return Err(format!("needs unknown cells: {path:?}"));
        }
        match outcome {
            Outcome::StoppedAtUnknown { unknown, .. }
                if oracle.world().state(*unknown) != CellState::Unknown =>
            {
                Err(format!("{unknown} is known: {path:?}"))
            }
            _ => Ok(()),
        }
    }

    fn judge_by_rules(&self, outcome: &Outcome<Path>, oracle: &Oracle<'_>) -> Result<(), String> {
        if let [goal] = self.goals[..] {
            check_answer(outcome, oracle, goal, self.entry)?;
        } else if ground::planned(outcome).map(Cost::raw) != self.optimum() {
            return Err(format!("not {:?}", self.optimum()));
        }
        let agent = cautious(self.agent());
        let known = Rules::new(oracle.world(), &agent, self.links);
        Self::check_end_of_known_space(outcome, oracle, &known)?;
        let Some(path) = outcome.path() else {
            return Ok(());
        };
        Oracle::complaint(&known, self.start, path).map_or(Ok(()), Err)
    }

    fn judge_by_cost(&self, outcome: &Outcome<Path>, optimum: Option<u64>) -> Result<(), String> {
        match (outcome, optimum) {
            (Outcome::Found(path), Some(optimum)) => {
                if path.start() != self.start || !self.goals.contains(&path.goal()) {
                    return Err("a path from or to elsewhere".to_owned());
                }
                self.entry
                    .check_cost(ALONG_AXES, path.cost().raw(), optimum)
            }
            (Outcome::Unreachable, None) => Ok(()),
            _ => Err(format!("not {optimum:?}")),
        }
    }
}

impl Display for Walking<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (start, goals, entry) = (self.start, &self.goals, self.entry);
        write!(f, "{start} to {goals:?}, {entry:?}, {:?}", self.agent())
    }
}

impl Asked for Walking<'_> {
    fn query(&self) -> Query<'_> {
        let query = match self.goals[..] {
            [goal] => Query::new(self.start, goal),
            _ => Query::toward(self.start, &self.goal),
        };
        query
            .algorithm(self.entry.algorithm)
            .within(self.entry.within)
    }

    fn at_once(&self, query: &Query<'_>, workspace: &mut Workspace) -> Answer {
        Answer(query.solve(self.ground, workspace))
    }

    fn in_slices<'a>(&'a self, query: &Query<'a>) -> Box<dyn Slices + 'a> {
        Box::new(WalkingSlices {
            search: Search::new(query, self.ground),
            query: *query,
            ground: self.ground,
        })
    }

    fn scheduled(&self, query: &Query<'_>, turn: u64, budget: u64) -> Vec<Answer> {
        let mut scheduler = Scheduler::new().turn(turn);
        scheduler.add(query, self.ground);
        let mut ended = Vec::new();
        while !scheduler.is_empty() {
            let step = scheduler.step(budget);
            ended.extend(step.map(|(_, solution)| Answer(solution)));
        }
        ended
    }

    fn judge(&self, answer: &Answer) -> Result<(), String> {
        let Answer(solution) = answer;
        match self.judge {
            Judge::Rules(oracle) => self.judge_by_rules(&solution.outcome, oracle)?,
            Judge::EveryMove(optimum) => self.judge_by_cost(&solution.outcome, optimum)?,
        }
        let path = solution.outcome.path();
        path.map_or(Ok(()), |path| self.check_way(path))
    }

    fn check_way(&self, path: &Path) -> Result<(), String> {
        if path.start() != self.start {
            return Err(format!("a path from elsewhere: {path:?}"));
        }
        let verified = verify_legs(path, self.ground);
        // Whoever stands in unknown space stays, which is no path in known space.
        if verified == Ok(path.cost()) || path.legs().is_empty() {
            return Ok(());
        }
        Err(format!("{verified:?} of {path:?}"))
    }

    fn optimum(&self) -> Option<u64> {
        match self.judge {
            Judge::Rules(oracle) => {
                let costs = self.goals.iter().map(|&goal| oracle.answer(goal));
                costs.filter_map(ground::Answer::cost).min()
            }
            Judge::EveryMove(optimum) => optimum,
        }
    }

    fn found_out(&self, draws: &mut Draws) -> Option<u64> {
        let Judge::Rules(oracle) = self.judge else {
            return self.optimum();
        };
        if self.agent().unknown != UnknownPolicy::StopAtBoundary {
            return self.optimum();
        }
        let world = oracle.world().found_out(draws);
        let oracle = Oracle::new(&world, self.agent(), self.links, self.start);
        let costs = self.goals.iter().map(|&goal| oracle.answer(goal));
        costs.filter_map(ground::Answer::cost).min()
    }

    fn turns(&self, path: &Path) -> Option<[u64; 2]> {
        let agent = cautious(self.agent());
        let known = Ground::new(self.occupancy, &agent).ok()?;
        let known = known.with_links(self.links).ok()?;
        let moves = known.moves();
        let up = Some(agent.up.axis.index());
        let cells: Vec<[i32; 3]> = path.cells().map(|cell| cell.to_array()).collect();
        let ends = [path.start(), path.goal()].map(|cell| cell.to_array());
        let (cost, fewest) = fewest_turns(ends, up, |cell| {
            let mut listed = Vec::new();
            moves.moves_from(cell.into(), &mut listed);
            let moves = listed.iter();
            let moves = moves.map(|made| (made.to.to_array(), made.cost.raw()));
            moves.collect()
        })?;
        assert_eq!(cost, path.cost().raw(), "the oracles disagree");
        Some([turns(&cells, up), fewest])
    }

    fn is_refused(&self) -> bool {
        let rests =
            |cell: IVec3| self.occupancy.bounds().contains(cell) && self.ground.can_rest(cell);
        !rests(self.start) || !self.goals.iter().any(|&goal| rests(goal))
    }

    /// Goals are looked at from their own end, too, which takes slices without expansions.
    fn fills_slices(&self) -> bool {
        false
    }

    fn is_admissible(&self) -> bool {
        self.entry.is_admissible(Moves::Face6)
    }
}

struct WalkingSlices<'a> {
    search: Search<Ground>,
    query: Query<'a>,
    ground: &'a Ground,
}

impl Slices for WalkingSlices<'_> {
    fn restart(&mut self) {
        self.search.restart(&self.query, self.ground);
    }

    fn step(&mut self, most: u64) -> bool {
        self.search.step(most).is_some()
    }

    fn expanded(&self) -> u64 {
        self.search.expanded()
    }

    fn best_so_far(&mut self) -> Path {
        self.search.best_so_far().clone()
    }

    fn cancel(&mut self) {
        self.search.cancel();
    }

    fn answer(&self) -> Option<Answer> {
        self.search.solution().cloned().map(Answer)
    }
}

fn check_answer(
    outcome: &Outcome<Path>,
    oracle: &Oracle<'_>,
    goal: IVec3,
    entry: Entry,
) -> Result<(), String> {
    let answer = match outcome {
        Outcome::Found(path) => ground::Answer::Costs(path.cost().raw()),
        Outcome::StoppedAtUnknown { path, rest, .. } => {
            ground::Answer::Costs((path.cost() + *rest).raw())
        }
        Outcome::Unreachable => ground::Answer::Unreachable,
        Outcome::LimitReached {
            limit: Limit::CostRange,
            ..
        } => ground::Answer::OutOfRange,
        Outcome::InvalidEnd(EndFault::StartOutside) => ground::Answer::StartOutside,
        Outcome::InvalidEnd(EndFault::GoalOutside) => ground::Answer::GoalOutside,
        Outcome::InvalidEnd(EndFault::StartBlocked) => ground::Answer::StartBlocked,
        Outcome::InvalidEnd(EndFault::GoalBlocked) => ground::Answer::GoalBlocked,
        other => return Err(format!("no outcome of such a query: {other:?}")),
    };
    let right = oracle.answer(goal);
    let is_right = match (answer, right) {
        (ground::Answer::Costs(cost), ground::Answer::Costs(optimum)) => {
            entry.check_cost(ALONG_AXES, cost, optimum).is_ok()
        }
        _ => oracle.accepts(answer, goal),
    };
    is_right
        .then_some(())
        .ok_or_else(|| format!("{answer:?}, not {right:?}: {outcome:?}"))
}

/// Tries a law on the questions about one world on the ground.
pub(crate) fn hold(
    place: Place,
    configuration: &Configuration,
    table: &[Entry],
    law: &Law<'_>,
    seed: u64,
    workspace: &mut Workspace,
) -> Result<Tally, String> {
    let draws = &mut Draws::new(seed);
    match place {
        Place::Rules | Place::Unknown => {
            let mut case = Case::sample(draws);
            if place == Place::Unknown {
                case.hide(draws);
            }
            let ask = |case: &Case, workspace: &mut Workspace| {
                by_rules(
                    case,
                    configuration,
                    table,
                    law,
                    (&mut draws.clone(), workspace),
                )
            };
            let again = |case: &Case| ask(case, &mut Workspace::new()).err();
            ask(&case, workspace).map_err(|text| case.shrunk(text, again))
        }
        Place::Even | Place::Landmarks => {
            let even = Even::sample(draws);
            let kept = (draws, workspace);
            by_every_move(&even, place, configuration, table, law, kept)
                .map_err(|text| format!("{text}\n{even}"))
        }
    }
}

fn by_rules(
    case: &Case,
    configuration: &Configuration,
    table: &[Entry],
    law: &Law<'_>,
    (draws, workspace): (&mut Draws, &mut Workspace),
) -> Result<Tally, String> {
    let said = |error: &dyn Display| format!("refused: {error}");
    let mut occupancy = case.occupancy();
    let ground = Ground::new(&occupancy, &case.agent).map_err(|error| said(&error))?;
    let mut ground = ground
        .with_links(&case.links)
        .map_err(|error| said(&error))?;
    let is_edited = draws.percent(50);
    if is_edited {
        occupancy = case.edited(&occupancy);
        ground = ground.updated(&occupancy).map_err(|error| said(&error))?;
    }
    let world = case.world(if is_edited { 2 } else { 1 });
    let start = draws.pick(&case.starts);
    let oracle = Oracle::new(&world, &case.agent, &case.links, start);
    let mut tally = Tally::default();
    for at in 0..configuration.questions {
        let goals = match configuration.goals {
            Goals::One => vec![case.goals[at as usize % case.goals.len()]],
            Goals::Many => case.goals.clone(),
        };
        let asked = Walking {
            ground: &ground,
            occupancy: &occupancy,
            links: &case.links,
            start,
            goal: Goal::any_of(goals.iter().copied()),
            goals,
            entry: Entry::pick(table, draws),
            judge: Judge::Rules(&oracle),
        };
        let met = law.hold_for_walking(&asked, draws, workspace);
        let met = met.map_err(|text| format!("{text}\n{asked}"))?;
        tally = tally + Tally::of(&asked, met);
    }
    Ok(tally)
}

fn by_every_move(
    even: &Even,
    place: Place,
    configuration: &Configuration,
    table: &[Entry],
    law: &Law<'_>,
    (draws, workspace): (&mut Draws, &mut Workspace),
) -> Result<Tally, String> {
    let mut tally = Tally::default();
    let links = even.links(draws);
    let Some((occupancy, ground)) = even.ground(&links, place, draws)? else {
        return Ok(tally);
    };
    let moves = ground.moves();
    let bounds = occupancy.bounds();
    let resting: Vec<IVec3> = bounds
        .cells()
        .filter(|&cell| ground.can_rest(cell))
        .collect();
    if resting.is_empty() {
        return Ok(tally);
    }
    for _ in 0..configuration.questions {
        let [start, end] = [(); 2].map(|()| draws.pick(&resting));
        let region = match configuration.goals {
            Goals::One => CellBox::of_cell(end),
            Goals::Many => {
                let region = CellBox::new(end, end + draws.vector(IVec3::ONE, IVec3::splat(4)));
                region.intersection(&bounds)
            }
        };
        let goal = Goal::inside(region);
        let right = Query::toward(start, &goal).solve(&EveryMove(ground.moves()), workspace);
        let right = right.outcome.path().map(|path| path.cost().raw());
        let said = moves.estimate(start, &region).raw();
        if right.is_some_and(|cost| said > cost) {
            return Err(format!(
                "{start} to {region:?} is estimated {said} of {right:?}"
            ));
        }
        let asked = Walking {
            ground: &ground,
            occupancy: &occupancy,
            links: &links,
            start,
            goals: region.cells().collect(),
            goal,
            entry: Entry::pick(table, draws),
            judge: Judge::EveryMove(right),
        };
        let met = law.hold_for_walking(&asked, draws, workspace);
        let met = met.map_err(|text| format!("{text}\n{asked}"))?;
        tally = tally + Tally::of(&asked, met);
    }
    Ok(tally)
}
