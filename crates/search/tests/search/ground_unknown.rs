//! Ground agents that stop before unknown cells: what their plans prove of every world that these may
//! turn out to be, and that none of them stops without need.
//!
//! The worlds are compared with each other by the library alone; `ground_against_oracle.rs` holds each of them
//! against the written rules. The seeds are fixed and printed. `VOXNAV_CASES=N` runs N times as many worlds.
//!
//! A plan costs no more than any path in any world that the unknown cells may turn out to be. None stops where a
//! path in known space costs as little.

use std::collections::BTreeMap;

use glam::IVec3;
use voxnav_occupancy::{
    CellBox, CellState, Footprint, MaterialId, Occupancy, OccupancyBuilder, UnknownPolicy,
};
use voxnav_search::{
    Algorithm, Compass, Cost, Ground, Jump, Link, Locomotion, Outcome, Partial, Path, Query,
    Successors, Workspace, verify_legs,
};
use voxnav_testkit::{Draws, hold, seeds};

use crate::oracle::ground::{Case, planned};

const WORLDS: u64 = 400;

/// A world with unknown cells, and an agent that stops before them.
struct Scene<'a> {
    world: &'a Occupancy,
    agent: &'a Locomotion,
    links: &'a [Link],
}

/// Counts of what was met.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    /// Moves of completed worlds that are those of the plan, and those that cost more.
    equal: u64,
    dearer: u64,
    unreachable: u64,
    found: u64,
    stopped: u64,
    /// Plans at whose cost there is a path in known space.
    known: u64,
}

impl Tally {
    fn sum(told: Vec<Self>) -> Self {
        told.into_iter().fold(Self::default(), |one, other| Self {
            equal: one.equal + other.equal,
            dearer: one.dearer + other.dearer,
            unreachable: one.unreachable + other.unreachable,
            found: one.found + other.found,
            stopped: one.stopped + other.stopped,
            known: one.known + other.known,
        })
    }
}

fn with(agent: &Locomotion, unknown: UnknownPolicy) -> Locomotion {
    Locomotion {
        unknown,
        ..agent.clone()
    }
}

fn cheapest(ground: &Ground, cell: IVec3) -> BTreeMap<[i32; 3], Cost> {
    let mut moves = Vec::new();
    ground.moves().moves_from(cell, &mut moves);
    let mut best = BTreeMap::new();
    for found in moves {
        let cost = best.entry(found.to.to_array()).or_insert(found.cost);
        *cost = found.cost.min(*cost);
    }
    best
}

/// A case of the rules whose agent stops before unknown cells, of which there are some.
fn sample(draws: &mut Draws) -> (Case, Occupancy) {
    let mut case = Case::sample(draws);
    case.agent.unknown = UnknownPolicy::StopAtBoundary;
    let share = draws.pick(&[2, 10, 30, 60]);
    let mut edit = case.occupancy().edit();
    for cell in case.bounds.cells() {
        if draws.percent(share) {
            edit.set(cell, CellState::Unknown).unwrap();
        }
    }
    let world = edit.commit();
    (case, world)
}

/// A world without unknown cells that agrees with one in all that is known there.
fn completed(world: &Occupancy, palette: usize, draws: &mut Draws) -> Occupancy {
    let states = [CellState::Free, CellState::Occupied];
    let outside = match world.outside() {
        CellState::Unknown => draws.pick(&states),
        other => other,
    };
    let mut edit = world.edit().with_outside(outside);
    let (free, of_material) = (draws.pick(&[0, 30, 50, 100]), draws.pick(&[0, 0, 30, 100]));
    for cell in world.bounds().cells() {
        if world.state(cell) != CellState::Unknown {
            continue;
        }
        let is_free = draws.percent(free);
        edit.set(cell, states[usize::from(!is_free)]).unwrap();
        if palette > 0 && draws.percent(of_material) {
            let number = u8::try_from(1 + draws.below(palette)).unwrap();
            edit.set_material(cell, MaterialId::new(number).unwrap())
                .unwrap();
        }
    }
    edit.commit()
}

impl Scene<'_> {
    fn ground(&self, world: &Occupancy, unknown: UnknownPolicy) -> Result<Ground, String> {
        let ground = Ground::new(world, &with(self.agent, unknown));
        let ground = ground.map_err(|error| error.to_string())?;
        ground
            .with_links(self.links)
            .map_err(|error| error.to_string())
    }

    /// Complains about the moves of a plan, or its answers, given a world that the unknown cells turned out to be.
    fn compare(
        &self,
        planned_on: &Ground,
        turned_out: &Occupancy,
        ends: &[(IVec3, IVec3)],
        tally: &mut Tally,
    ) -> Result<(), String> {
        let ground = self.ground(turned_out, UnknownPolicy::StopAtBoundary)?;
        for cell in turned_out.bounds().cells() {
            if !ground.can_rest(cell) {
                continue;
            }
            if !planned_on.can_rest(cell) {
                return Err(format!("no plan rests at {cell}, but one may"));
            }
            let plan = cheapest(planned_on, cell);
            for (to, cost) in cheapest(&ground, cell) {
                match plan.get(&to) {
                    Some(least) if *least == cost => tally.equal += 1,
                    Some(least) if *least < cost => tally.dearer += 1,
                    other => {
                        return Err(format!(
                            "from {cell} to {to:?}: {cost:?}, planned {other:?}"
                        ));
                    }
                }
            }
        }
        let mut workspace = Workspace::new();
        for &(start, goal) in ends {
            let query = Query::new(start, goal);
            let mut solve = |ground: &Ground| query.solve(ground, &mut workspace);
            let [plan, real] = [planned_on, &ground].map(|ground| solve(ground).outcome);
            let Some(cost) = real.path().map(Path::cost) else {
                continue;
            };
            if planned(&plan).is_none_or(|plan| plan > cost) {
                return Err(format!(
                    "from {start} to {goal}: {cost:?}, planned {plan:?}"
                ));
            }
        }
        Ok(())
    }

    /// Complains about plans that end in the wrong place.
    fn check_stops(&self, ends: &[(IVec3, IVec3)], tally: &mut Tally) -> Result<(), String> {
        let plan = self.ground(self.world, UnknownPolicy::StopAtBoundary)?;
        let known = self.ground(self.world, UnknownPolicy::Blocked)?;
        let mut workspace = Workspace::new();
        for &(start, goal) in ends {
            let query = Query::new(start, goal);
            let in_known = query.solve(&known, &mut workspace).outcome;
            let in_known = in_known.path().map(Path::cost);
            for query in [query, query.algorithm(Algorithm::Dijkstra)] {
                let solution = query.solve(&plan, &mut workspace);
                let said = |text: &str| {
                    let outcome = &solution.outcome;
                    Err(format!(
                        "from {start} to {goal}: {text}: {outcome:?}, in known space {in_known:?}"
                    ))
                };
                let least = planned(&solution.outcome);
                let keeps_to_known = least.is_some() && least == in_known;
                tally.known += u64::from(keeps_to_known);
                match &solution.outcome {
                    Outcome::Found(path) => {
                        tally.found += 1;
                        if !keeps_to_known {
                            return said("no such path");
                        }
                        let verified = verify_legs(path, &plan);
                        if verified != Ok(path.cost()) {
                            return said(&format!("{verified:?}"));
                        }
                    }
                    Outcome::StoppedAtUnknown { unknown, .. } => {
                        tally.stopped += 1;
                        if keeps_to_known {
                            return said("a needless stop");
                        }
                        if self.world.state(*unknown) != CellState::Unknown {
                            return said("that is known");
                        }
                    }
                    Outcome::Unreachable => tally.unreachable += 1,
                    _ => {}
                }
            }
        }
        Ok(())
    }
}

fn ends(case: &Case) -> Vec<(IVec3, IVec3)> {
    let starts = case.starts.iter();
    starts
        .flat_map(|&start| case.goals.iter().map(move |&goal| (start, goal)))
        .collect()
}

#[test]
fn whatever_unknown_cells_turn_out_to_be_a_plan_costs_no_more() {
    let told = hold(
        "completions",
        seeds(1, WORLDS),
        || (),
        |seed, ()| {
            let mut draws = Draws::new(seed);
            let (case, world) = sample(&mut draws);
            let scene = Scene {
                world: &world,
                agent: &case.agent,
                links: &case.links,
            };
            let plan = scene.ground(&world, UnknownPolicy::StopAtBoundary)?;
            let mut tally = Tally::default();
            for _ in 0..6 {
                let turned_out = completed(&world, case.palette.len(), &mut draws);
                let compared = scene.compare(&plan, &turned_out, &ends(&case), &mut tally);
                compared.map_err(|text| {
                    let cells = world.bounds().cells();
                    let unknown = cells.filter(|cell| world.state(*cell) == CellState::Unknown);
                    let cells: Vec<_> = unknown
                        .map(|cell| (cell, turned_out.state(cell), turned_out.material(cell)))
                        .collect();
                    format!("{text}\n{case:?}\n{cells:?}")
                })?;
            }
            Ok(tally)
        },
    );
    let tally = Tally::sum(told);
    println!("completions: {tally:?}");
    assert!(tally.dearer > WORLDS && tally.equal > tally.dearer);
}

#[test]
fn a_plan_stops_only_where_no_known_path_costs_as_little() {
    let told = hold(
        "stops",
        seeds(1, WORLDS),
        || (),
        |seed, ()| {
            let (case, world) = sample(&mut Draws::new(seed));
            let scene = Scene {
                world: &world,
                agent: &case.agent,
                links: &case.links,
            };
            let mut tally = Tally::default();
            let checked = scene.check_stops(&ends(&case), &mut tally);
            checked.map_err(|text| format!("{text}\n{case:?}"))?;
            Ok(tally)
        },
    );
    let tally = Tally::sum(told);
    println!("stops: {tally:?}");
    assert!(tally.found > WORLDS && tally.stopped > WORLDS && tally.unreachable > 25);
    assert!(tally.known >= tally.found);
}

/// Every way in which cells of a small floor can be unknown, for agents that have many paths of one cost.
#[test]
fn on_small_floors_no_plan_stops_without_need() {
    let mut tally = Tally::default();
    let corners = [
        IVec3::new(2, 2, 1),
        IVec3::new(3, 2, 1),
        IVec3::new(3, 3, 1),
        IVec3::new(2, 2, 2),
    ];
    for size in corners {
        let bounds = CellBox::from_size(size);
        let cells: Vec<IVec3> = bounds.cells().collect();
        for unknown in 0_u32..1 << cells.len() {
            let mut builder = OccupancyBuilder::new(bounds).unwrap();
            for (place, cell) in cells.iter().enumerate() {
                if unknown >> place & 1 != 0 {
                    builder.set(*cell, CellState::Unknown).unwrap();
                }
            }
            let world = builder.commit();
            for compass in [Compass::Four, Compass::Eight] {
                let walker = Locomotion {
                    body: Footprint::ONE,
                    compass,
                    ..Locomotion::walker()
                };
                let jumper = Locomotion {
                    jump: Some(Jump::over_one()),
                    ..walker.clone()
                };
                for agent in [walker, jumper] {
                    let scene = Scene {
                        world: &world,
                        agent: &agent,
                        links: &[],
                    };
                    let [first, last] = [cells[0], cells[cells.len() - 1]];
                    let ends = [(first, last), (last, first), (first, last.with_z(0))];
                    let checked = scene.check_stops(&ends, &mut tally);
                    checked
                        .unwrap_or_else(|text| panic!("{size}, {unknown:b}, {compass:?}: {text}"));
                }
            }
        }
    }
    println!("floors: {tally:?}");
    assert!(tally.found > 1000 && tally.stopped > 10_000);
}

/// A ledge two cells up and a shaft next to it, whose second cell is unknown.
#[test]
fn a_fall_goes_on_through_cells_that_may_bear() {
    let bounds = CellBox::from_size(IVec3::new(2, 1, 5));
    let mut builder = OccupancyBuilder::new(bounds).unwrap();
    let ledge = CellBox::from_size(IVec3::new(1, 1, 3));
    builder.set_box(ledge, CellState::Occupied).unwrap();
    let open = builder.commit();
    let mut edit = open.edit();
    let unseen = IVec3::new(1, 0, 1);
    edit.set(unseen, CellState::Unknown).unwrap();
    let world = edit.commit();
    let agent = Locomotion {
        body: Footprint::ONE,
        unknown: UnknownPolicy::StopAtBoundary,
        ..Locomotion::walker()
    };
    let start = IVec3::new(0, 0, 3);
    let query = Query::new(start, IVec3::new(1, 0, 0));
    let solve = |world: &Occupancy| {
        let ground = Ground::new(world, &agent).unwrap();
        query.solve(&ground, &mut Workspace::new()).outcome
    };
    let cost = solve(&open).path().unwrap().cost();
    let Outcome::StoppedAtUnknown {
        path,
        unknown,
        rest,
    } = solve(&world)
    else {
        panic!("{:?}", solve(&world));
    };
    assert_eq!((path.goal(), unknown, rest), (start, unseen, cost));
}

/// A path to where a partial one ends stays in known space, too, if that costs no more.
#[test]
fn partial_plans_keep_to_known_space_where_they_can() {
    // A floor of two by three, one cell of it unknown, and a goal high above its far corner.
    let bounds = CellBox::from_size(IVec3::new(3, 2, 9));
    let mut builder = OccupancyBuilder::new(bounds).unwrap();
    builder
        .set(IVec3::new(1, 0, 0), CellState::Unknown)
        .unwrap();
    let lid = CellBox::new(IVec3::new(0, 0, 1), IVec3::new(3, 2, 8));
    builder.set_box(lid, CellState::Occupied).unwrap();
    let world = builder.commit();
    let agent = Locomotion {
        body: Footprint::ONE,
        compass: Compass::Four,
        unknown: UnknownPolicy::StopAtBoundary,
        ..Locomotion::walker()
    };
    let ground = Ground::new(&world, &agent).unwrap();
    let goal = IVec3::new(2, 1, 8);
    let query = Query::new(IVec3::ZERO, goal).partial(Partial::Allowed);
    let solution = query.solve(&ground, &mut Workspace::new());
    let path: Option<&Path> = solution.outcome.any_path();
    let end = path.map(|path| (path.goal(), path.cost()));
    assert_eq!(
        end,
        Some((goal.with_z(0), Cost::STRAIGHT * 3)),
        "{solution:?}"
    );
}
