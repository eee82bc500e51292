//! Ground agents against the written rules, followed cell by cell: where an agent can rest, every move and its
//! cost, and what `verify_legs` makes of damaged paths. In random small worlds, before and after edits. Answers to
//! queries are for the rows `ground` of the laws.
//!
//! The seeds are fixed and printed. `VOXNAV_CASES=N` runs N times as many worlds.
//!
//! Moves on the ground are those of `docs/book/ground-rules.md`. Every path consists of its agent's moves, at
//! their costs: `verify_legs` looks each move up.

use std::collections::BTreeMap;

use glam::IVec3;
use voxnav_occupancy::{CellBox, Occupancy};
use voxnav_search::{
    Action, Cost, Ground, Link, Locomotion, Path, Query, Successors, Workspace, verify_legs,
};
use voxnav_testkit::{Draws, hold, seeds};

use crate::engine::cautious;
use crate::oracle::ground::{Answer, Case, Oracle, OracleMove, Rules, Script, World, is_legal};

/// Worlds by default, each before and after edits.
const WORLDS: u64 = 600;

/// What was met, to know that the worlds are worth it.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    found: u64,
    unreachable: u64,
    refused: u64,
    /// Moves on found paths, by action: walk, step up, drop, jump, climb, swim, fly, door, link.
    actions: [u64; 9],
    damaged: u64,
    still_legal: u64,
}

impl Case {
    /// Asks everything, and returns what is wrong.
    fn ask(&self, seed: u64, workspace: &mut Workspace) -> Result<Tally, String> {
        let mut draws = Draws::new(!seed);
        let mut tally = Tally::default();
        let mut builder = self.world(0).builder();
        for edit in &self.edits[0] {
            edit.write(&mut builder);
        }
        let occupancy = builder.commit();
        let said = |error| format!("refused: {error}");
        let ground =
            Ground::new(&occupancy, &self.agent).map_err(|error| said(error.to_string()))?;
        let ground = ground
            .with_links(&self.links)
            .map_err(|error| said(error.to_string()))?;
        self.ask_world(
            &self.world(1),
            &occupancy,
            &ground,
            &mut draws,
            workspace,
            &mut tally,
        )?;

        let mut builder = occupancy.edit();
        for edit in &self.edits[1] {
            edit.write(&mut builder);
        }
        let occupancy = builder.commit();
        let ground = ground
            .updated(&occupancy)
            .map_err(|error| said(error.to_string()))?;
        let asked = self.ask_world(
            &self.world(2),
            &occupancy,
            &ground,
            &mut draws,
            workspace,
            &mut tally,
        );
        asked.map_err(|text| format!("after edits: {text}"))?;
        Ok(tally)
    }

    fn ask_world(
        &self,
        world: &World,
        occupancy: &Occupancy,
        ground: &Ground,
        draws: &mut Draws,
        workspace: &mut Workspace,
        tally: &mut Tally,
    ) -> Result<(), String> {
        let rules = Rules::new(world, &self.agent, &self.links);
        for cell in self.bounds.cells() {
            let (rests, right) = (ground.can_rest(cell), rules.rest(cell));
            if rests != right {
                return Err(format!("rests at {cell}: {rests}, not {right}"));
            }
            if right {
                check_moves(ground, &rules, cell)?;
            }
        }
        for start in self.starts {
            let oracle = Oracle::new(world, &self.agent, &self.links, start);
            check_estimates(ground, &oracle, start)?;
            for &goal in &self.goals {
                tally.count(&oracle, goal);
            }
        }
        self.damage(&rules, occupancy, ground, draws, workspace, tally)
    }

    /// `verify_legs` takes paths of the agent if and only if the rules do, after something about the
    /// path, the world, the links or the agent has changed.
    fn damage(
        &self,
        rules: &Rules<'_>,
        occupancy: &Occupancy,
        ground: &Ground,
        draws: &mut Draws,
        workspace: &mut Workspace,
        tally: &mut Tally,
    ) -> Result<(), String> {
        let query = Query::new(self.starts[0], draws.pick(&self.goals));
        let found = query.solve(ground, workspace).outcome;
        let Some(path) = found.path() else {
            return Ok(());
        };
        let agent = cautious(&self.agent);
        let rules = &Rules::new(rules.world(), &agent, &self.links);
        for _ in 0..4 {
            let Some(damaged) = Script::of(rules, path).damaged(draws).path() else {
                continue;
            };
            let verified = verify_legs(&damaged, ground);
            tally.judge(&damaged, verified.is_ok(), is_legal(rules, &damaged))?;
        }
        let mut other = agent.clone();
        lessen(&mut other, draws);
        // Some have no abilities left, or cost more than they may.
        if other.check().is_ok() {
            let lesser = Rules::new(rules.world(), &other, &self.links);
            let verified = verify_legs(path, &ground_of(occupancy, &other, &self.links)?);
            tally.judge(path, verified.is_ok(), is_legal(&lesser, path))?;
        }

        let links = &self.links[..draws.below(self.links.len() + 1)];
        let unlinked = Rules::new(rules.world(), &agent, links);
        let verified = verify_legs(path, &ground_of(occupancy, &self.agent, links)?);
        tally.judge(path, verified.is_ok(), is_legal(&unlinked, path))
    }
}

impl Tally {
    fn count(&mut self, oracle: &Oracle<'_>, goal: IVec3) {
        match oracle.answer(goal) {
            Answer::Costs(_) => self.found += 1,
            Answer::Unreachable => self.unreachable += 1,
            _ => self.refused += 1,
        }
        for action in oracle.actions(goal) {
            let place = match action {
                Action::Walk => 0,
                Action::StepUp => 1,
                Action::Drop => 2,
                Action::Jump => 3,
                Action::Climb => 4,
                Action::Swim => 5,
                Action::Fly => 6,
                Action::Door => 7,
                _ => 8,
            };
            self.actions[place] += 1;
        }
    }

    fn judge(&mut self, path: &Path, taken: bool, right: bool) -> Result<(), String> {
        self.damaged += 1;
        self.still_legal += u64::from(right);
        if taken == right {
            return Ok(());
        }
        Err(format!("verified: {taken}, not {right}: {path:?}"))
    }

    fn sum(told: Vec<Self>) -> Self {
        told.into_iter().fold(Self::default(), |one, other| Self {
            found: one.found + other.found,
            unreachable: one.unreachable + other.unreachable,
            refused: one.refused + other.refused,
            actions: std::array::from_fn(|at| one.actions[at] + other.actions[at]),
            damaged: one.damaged + other.damaged,
            still_legal: one.still_legal + other.still_legal,
        })
    }
}

/// Of several moves to one cell the cheapest counts, of equally cheap ones the first.
fn check_moves(ground: &Ground, rules: &Rules<'_>, cell: IVec3) -> Result<(), String> {
    let cheapest = |moves: &mut dyn Iterator<Item = OracleMove>| {
        let mut best: BTreeMap<[i32; 3], (u64, Action)> = BTreeMap::new();
        for OracleMove { to, cost, action } in moves {
            let entry = best.entry(to.to_array()).or_insert((cost, action));
            if cost < entry.0 {
                *entry = (cost, action);
            }
        }
        best.remove(&cell.to_array());
        best.into_iter()
            .map(|(to, (cost, action))| (to, cost, format!("{action:?}")))
            .collect::<Vec<_>>()
    };
    let mut engine = Vec::new();
    ground.moves().moves_from(cell, &mut engine);
    let engine = cheapest(&mut engine.into_iter().map(|found| OracleMove {
        to: found.to,
        cost: found.cost.raw(),
        action: found.action,
    }));
    let right = cheapest(&mut rules.moves(cell).into_iter());
    if engine == right {
        return Ok(());
    }
    let more: Vec<_> = engine.iter().filter(|one| !right.contains(one)).collect();
    let less: Vec<_> = right.iter().filter(|one| !engine.contains(one)).collect();
    Err(format!("moves from {cell}: {more:?} rather than {less:?}"))
}

/// Estimates never exceed what the cheapest way costs.
fn check_estimates(ground: &Ground, oracle: &Oracle<'_>, start: IVec3) -> Result<(), String> {
    let moves = ground.moves();
    for (cell, cost) in oracle.costs() {
        let estimate = moves.estimate(start, &CellBox::of_cell(cell));
        if estimate > Cost::from_raw(cost) {
            return Err(format!(
                "estimates {estimate:?} from {start} to {cell}, not {cost}"
            ));
        }
    }
    Ok(())
}

fn ground_of(world: &Occupancy, agent: &Locomotion, links: &[Link]) -> Result<Ground, String> {
    let ground = Ground::new(world, agent).map_err(|error| error.to_string())?;
    ground.with_links(links).map_err(|error| error.to_string())
}

/// Takes something from what an agent can do, or makes it more expensive.
fn lessen(agent: &mut Locomotion, draws: &mut Draws) {
    match draws.below(10) {
        0 => agent.climb = None,
        1 => agent.swim = None,
        2 => agent.jump = None,
        3 => agent.step_up = agent.step_up.saturating_sub(1),
        4 => agent.drop = agent.drop.saturating_sub(1),
        5 => agent.open_door = None,
        6 => agent.crouch = None,
        7 => agent.walk = agent.walk.map(|walk| Cost::from_raw(walk.raw() + 1)),
        8 => agent.groups = 1,
        _ => agent.step = Cost::from_raw(agent.step.raw() / 2),
    }
}

#[test]
fn agents_on_the_ground_follow_the_written_rules() {
    let told = hold(
        "ground",
        seeds(1, WORLDS),
        Workspace::new,
        |seed, workspace| {
            let case = Case::sample(&mut Draws::new(seed));
            let asked = case.ask(seed, workspace);
            let again = |case: &Case| case.ask(seed, &mut Workspace::new()).err();
            asked.map_err(|text| case.shrunk(text, again))
        },
    );
    let tally = Tally::sum(told);
    println!("ground: {tally:?}");
    assert!(tally.found > WORLDS && tally.unreachable > 0 && tally.refused > 0);
    assert!(tally.actions.iter().all(|count| *count > 0));
    assert!(tally.still_legal > 0 && tally.damaged > 2 * tally.still_legal);
}
