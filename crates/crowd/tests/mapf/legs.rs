//! Plans of legs: on the ground, and over random custom moves, against an exact joint search.

use std::collections::BTreeMap;

use voxnav::glam::IVec3;
use voxnav::grid::{CellBox, CellState, OccupancyBuilder};
use voxnav::ground::{Action, Ground, Jump, Locomotion, Move, Successors};
use voxnav::search::Cost;
use voxnav_crowd::mapf::{
    CollisionModel, Guidance, JointOptions, JointOutcome, JointPlan, JointPlanError, JointWorld,
    Kinematics, Limits, PlanExecutor, PlanViolation, PlannedLeg, plan_joint, verify_leg_plan,
};
use voxnav_testkit::{Draws, cases};

use super::exact_legs::{Place, least_steps, too_near};
use super::oracle::Exact;
use super::scenes::{Scene, among_any};

/// Random moves in a small box.
#[derive(Debug)]
pub(crate) struct Own {
    bounds: CellBox,
    moves: BTreeMap<[i32; 3], Vec<Move>>,
}

impl Successors for Own {
    fn bounds(&self) -> CellBox {
        self.bounds
    }

    fn can_be_at(&self, cell: IVec3) -> bool {
        self.moves.contains_key(&cell.to_array())
    }

    fn moves_from(&self, cell: IVec3, moves: &mut Vec<Move>) {
        moves.extend(self.moves.get(&cell.to_array()).into_iter().flatten());
    }
}

impl Own {
    pub(crate) fn draw(draws: &mut Draws) -> Self {
        let bounds = CellBox::from_size(
            draws
                .vector(IVec3::ONE, IVec3::new(4, 3, 1))
                .max(IVec3::ONE),
        );
        let mut moves = BTreeMap::new();
        let cells: Vec<IVec3> = bounds.cells().filter(|_| draws.percent(85)).collect();
        for &cell in &cells {
            let mut list = Vec::new();
            for _ in 0..draws.below(5) {
                let to = draws.pick(&cells);
                if (to - cell).abs().max_element() <= 2 {
                    let raw = Cost::STRAIGHT.raw() * u64::from(draws.below(5_u32)) / 2;
                    list.push(Move {
                        to,
                        cost: Cost::from_raw(raw),
                        action: Action::Custom(0),
                    });
                }
            }
            moves.insert(cell.to_array(), list);
        }
        Self { bounds, moves }
    }

    pub(crate) fn cells(&self) -> Vec<IVec3> {
        self.moves.keys().map(|&it| it.into()).collect()
    }

    /// The legs from a cell, with their steps.
    pub(crate) fn legs(&self, cell: IVec3) -> BTreeMap<[i32; 3], u64> {
        let mut legs = BTreeMap::new();
        for it in &self.moves[&cell.to_array()] {
            if it.to != cell {
                let steps = it.cost.raw().div_ceil(Cost::STRAIGHT.raw()).max(1);
                let least: &mut u64 = legs.entry(it.to.to_array()).or_insert(steps);
                *least = steps.min(*least);
            }
        }
        legs
    }
}

/// Whether there is a plan, if few configurations tell.
pub(crate) fn exact(
    own: &Own,
    starts: &[IVec3],
    goals: &[IVec3],
    bodies: CollisionModel,
) -> Option<bool> {
    let legs = |cell| own.legs(cell);
    match least_steps(legs, &[], [starts, goals], (bodies, 4000)) {
        Exact::Unknown => None,
        found => Some(found != Exact::Unsolvable),
    }
}

pub(crate) fn pick_apart(
    draws: &mut Draws,
    cells: &[IVec3],
    agents: usize,
    bodies: CollisionModel,
) -> Option<Vec<IVec3>> {
    let mut order = cells.to_vec();
    draws.shuffle(&mut order);
    let mut taken: Vec<IVec3> = Vec::new();
    for cell in order {
        let place = |it: IVec3| (it.to_array(), it.to_array(), 0);
        if taken.len() < agents
            && !taken
                .iter()
                .any(|&it| too_near(&place(it), &place(cell), bodies))
        {
            taken.push(cell);
        }
    }
    (taken.len() == agents).then_some(taken)
}

/// Lets agents begin legs in any order that the following allows; no two hold cells too near to each other.
pub(crate) fn follow(plan: &JointPlan, bodies: CollisionModel, draws: &mut Draws) {
    let mut following = PlanExecutor::new(plan, bodies).unwrap();
    let agents = 0..plan.agents();
    let mut places: Vec<Place> = agents
        .map(|it| (plan.start(it).to_array(), plan.start(it).to_array(), 0))
        .collect();
    while !following.is_done() {
        let able: Vec<usize> = (0..places.len())
            .filter(|&it| following.target(it).is_some())
            .collect();
        assert!(!able.is_empty(), "nobody may go on");
        let agent = draws.pick(&able);
        if places[agent].2 == 1 {
            following.arrived(agent);
            places[agent] = (places[agent].1, places[agent].1, 0);
        } else {
            let to = following.target(agent).unwrap().to.to_array();
            places[agent] = (places[agent].0, to, 1);
            for other in 0..places.len() {
                let meets = other != agent && too_near(&places[agent], &places[other], bodies);
                assert!(!meets, "{agent} meets {other}: {places:?}");
            }
        }
    }
    for (agent, place) in places.iter().enumerate() {
        assert_eq!(place.0, plan.at(agent, plan.steps()).to_array());
    }
}

#[test]
fn there_is_a_plan_of_legs_or_none_as_the_exact_search_says() {
    let mut told = [0; 2];
    for mut draws in cases(0, 400) {
        let own = Own::draw(&mut draws);
        let cells = own.cells();
        let bodies = draws.pick(&[
            CollisionModel::Points,
            CollisionModel::Points,
            CollisionModel::balls(3, 5).unwrap(),
        ]);
        let bodies = among_any(&draws, bodies);
        let agents = usize::from(draws.between(1_u16, 3));
        let Some(starts) = pick_apart(&mut draws, &cells, agents, bodies) else {
            continue;
        };
        let Some(goals) = pick_apart(&mut draws, &cells, agents, bodies) else {
            continue;
        };
        let Some(is_plan) = exact(&own, &starts, &goals, bodies) else {
            continue;
        };
        let options = JointOptions::new().bodies(bodies).seed(draws.word());
        let outcome = plan_joint(JointWorld::Legs(&own), &starts, &goals, &options).unwrap();
        match outcome {
            JointOutcome::Planned(plan) => {
                let checked = verify_leg_plan(&own, &starts, &goals, &plan, &options);
                assert_eq!(checked, Ok(plan.cost()), "{plan:?} {own:?}");
                assert!(is_plan && plan.cost() >= plan.shortest());
                follow(&plan, bodies, &mut draws);
            }
            other => assert!(
                other == JointOutcome::Unsolvable && !is_plan,
                "{other:?} {starts:?} {goals:?} {own:?}"
            ),
        }
        told[usize::from(is_plan)] += 1;
    }
    assert!(told.into_iter().all(|count| count > 30), "{told:?}");
}

/// A floor with boxes of a cell or two to step and jump on.
pub(crate) fn terrain(draws: &mut Draws, side: i32) -> Ground {
    let bounds = CellBox::from_size(IVec3::new(side, side, 6));
    let mut builder = OccupancyBuilder::new(bounds).unwrap();
    for cell in bounds.cells().filter(|it| it.z < 2) {
        if draws.percent(12) {
            builder.set(cell, CellState::Occupied).unwrap();
        }
    }
    let jump = draws.percent(50).then_some(Jump::over_one());
    let locomotion = Locomotion {
        jump,
        ..Locomotion::walker()
    };
    Ground::new(&builder.commit(), &locomotion).unwrap()
}

#[test]
fn walkers_on_uneven_ground_arrive_and_never_meet() {
    let mut planned = 0;
    for mut draws in cases(0, 20) {
        let side = draws.between(5_i32, 12);
        let ground = terrain(&mut draws, side);
        let bounds = CellBox::from_size(IVec3::new(side, side, 6));
        let cells: Vec<IVec3> = bounds.cells().filter(|&it| ground.can_rest(it)).collect();
        let bodies = draws.pick(&[CollisionModel::Points, CollisionModel::balls(3, 5).unwrap()]);
        let bodies = among_any(&draws, bodies);
        let agents = usize::from(draws.between(2_u16, 12));
        let starts = pick_apart(&mut draws, &cells, agents, bodies).unwrap_or_default();
        let goals = pick_apart(&mut draws, &cells, starts.len(), bodies).unwrap_or_default();
        let options = JointOptions::new()
            .bodies(bodies)
            .limits(Limits::none().expanded(2000));
        let moves = ground.moves();
        let Ok(outcome) = plan_joint(JointWorld::Legs(&moves), &starts, &goals, &options) else {
            continue;
        };
        if let JointOutcome::Planned(plan) = outcome {
            let checked = verify_leg_plan(&moves, &starts, &goals, &plan, &options);
            assert_eq!(checked, Ok(plan.cost()));
            follow(&plan, bodies, &mut draws);
            planned += 1;
        }
    }
    assert!(planned > 8, "{planned}");
}

/// A corridor one cell wide from a cell along x, with one bay, from which no diagonal leads.
fn corridor(first: IVec3, length: i32, bay: i32) -> Ground {
    let bounds = CellBox::new(first, first + IVec3::new(length, 2, 3));
    let mut builder = OccupancyBuilder::new(bounds).unwrap();
    let is_wall = |it: &IVec3| it.y > first.y && it.x != first.x + bay;
    for cell in bounds.cells().filter(is_wall) {
        builder.set(cell, CellState::Occupied).unwrap();
    }
    Ground::new(&builder.commit(), &Locomotion::walker()).unwrap()
}

#[test]
fn walkers_pass_each_other_in_a_corridor_with_a_bay() {
    for mut draws in cases(0, 60) {
        let length = draws.between(24_i32, 40);
        let first = draws.vector(IVec3::splat(-50), IVec3::splat(50));
        let ground = corridor(first, length, draws.between(2, length - 3));
        // Agents that turn at once: those that do not may need many more steps of the search.
        let own = Kinematics::new().steps_per_move(draws.between(1_u8, 3));
        let cells: Vec<IVec3> = (0..length).map(|x| first + IVec3::X * x).collect();
        let mut ends = || pick_apart(&mut draws, &cells, 2, CollisionModel::Points).unwrap();
        let [starts, goals] = [ends(), ends()];
        let guidance = draws.pick(&[Guidance::Off, Guidance::Auto]);
        let options = JointOptions::new()
            .kinematics(vec![own])
            .guidance(guidance)
            .limits(Limits::none().expanded(20_000));
        let moves = ground.moves();
        let outcome = plan_joint(JointWorld::Legs(&moves), &starts, &goals, &options).unwrap();
        let JointOutcome::Planned(plan) = outcome else {
            panic!("{outcome:?}: {length} {starts:?} {goals:?} {own:?}");
        };
        let checked = verify_leg_plan(&moves, &starts, &goals, &plan, &options);
        assert_eq!(checked, Ok(plan.cost()));
        follow(&plan, CollisionModel::Points, &mut draws);
    }
}

#[test]
fn a_flight_is_a_leg_of_one_step() {
    let mut planned = 0;
    for mut draws in cases(0, 80) {
        let Some(scene) = Scene::small(&mut draws) else {
            continue;
        };
        let Scene {
            world,
            starts,
            goals,
            options,
            ..
        } = &scene;
        let outcome = plan_joint(world, starts, goals, options).unwrap();
        let JointOutcome::Planned(plan) = outcome else {
            continue;
        };
        let legs = (0..plan.agents()).map(|it| plan.legs(it).collect());
        let by_legs = JointPlan::of_legs(starts.clone(), legs.collect(), plan.shortest());
        for agent in 0..plan.agents() {
            assert!(plan.legs(agent).all(|leg| leg.ends == leg.begins + 1));
            assert!(plan.legs(agent).eq(by_legs.legs(agent)));
            assert_eq!(plan.path(agent), by_legs.path(agent));
            for step in 0..plan.steps() + 2 {
                assert_eq!(plan.at(agent, step), by_legs.at(agent, step));
            }
        }
        let facts = |plan: &JointPlan| (plan.steps(), plan.cost(), plan.shortest());
        assert_eq!(facts(&plan), facts(&by_legs));
        planned += 1;
    }
    assert!(planned > 10, "{planned}");
}

#[test]
fn faults_of_plans_of_legs_are_found() {
    let floor = OccupancyBuilder::new(CellBox::from_size(IVec3::new(5, 3, 3)))
        .unwrap()
        .commit();
    let ground = Ground::new(&floor, &Locomotion::walker()).unwrap();
    let at = |x, y| IVec3::new(x, y, 0);
    let leg = |begins, ends, to| PlannedLeg { begins, ends, to };
    let check = |starts: &[IVec3], legs: Vec<Vec<PlannedLeg>>, bodies: CollisionModel| {
        let plan = JointPlan::of_legs(starts.to_vec(), legs, 0);
        let goals: Vec<IVec3> = (0..starts.len()).map(|it| plan.at(it, 99)).collect();
        verify_leg_plan(
            &ground.moves(),
            starts,
            &goals,
            &plan,
            &JointOptions::new().bodies(bodies),
        )
    };
    let points = CollisionModel::Points;
    let fault = |step| Err(PlanViolation::Move { agent: 0, step });
    assert_eq!(
        check(&[at(0, 0)], vec![vec![leg(0, 1, at(1, 0))]], points),
        Ok(1)
    );
    assert_eq!(
        check(&[at(0, 0)], vec![vec![leg(2, 3, at(1, 1))]], points),
        fault(3),
        "too fast"
    );
    assert_eq!(
        check(&[at(0, 0)], vec![vec![leg(2, 5, at(1, 1))]], points),
        fault(3),
        "too slow"
    );
    assert_eq!(
        check(&[at(0, 0)], vec![vec![leg(0, 2, at(2, 0))]], points),
        fault(1),
        "no move"
    );
    let twice = vec![vec![leg(0, 1, at(1, 0)), leg(0, 1, at(2, 0))]];
    assert_eq!(
        check(&[at(0, 0)], twice, points),
        fault(1),
        "two legs at once"
    );
    // Into a cell that is being left, and a step later.
    let behind = |begins| {
        vec![
            vec![leg(begins, begins + 1, at(1, 0))],
            vec![leg(0, 1, at(2, 0))],
        ]
    };
    let conflict = Err(PlanViolation::Conflict {
        agents: [0, 1],
        step: 1,
    });
    assert_eq!(check(&[at(0, 0), at(1, 0)], behind(0), points), conflict);
    assert_eq!(check(&[at(0, 0), at(1, 0)], behind(1), points), Ok(3));
    // A diagonal holds its corners for two steps; bodies of a cell and a bit keep a cell between them.
    let past = |begins| {
        vec![
            vec![leg(0, 2, at(1, 1))],
            vec![leg(begins, begins + 1, at(1, 0))],
        ]
    };
    let later = Err(PlanViolation::Conflict {
        agents: [0, 1],
        step: 2,
    });
    assert_eq!(check(&[at(0, 0), at(2, 0)], past(1), points), later);
    assert_eq!(check(&[at(0, 0), at(2, 0)], past(2), points), Ok(5));
    let wide = CollisionModel::balls(3, 5).unwrap();
    assert!(check(&[at(0, 0), at(2, 0)], past(2), wide).is_err());
}

#[test]
fn ends_of_legs_are_refused_by_name() {
    let floor = OccupancyBuilder::new(CellBox::from_size(IVec3::new(5, 3, 3)))
        .unwrap()
        .commit();
    let ground = Ground::new(&floor, &Locomotion::walker()).unwrap();
    let ask = |starts: &[IVec3], goals: &[IVec3], limits: Limits| {
        plan_joint(
            JointWorld::Legs(&ground.moves()),
            starts,
            goals,
            &JointOptions::new().limits(limits),
        )
    };
    let [a, b, air, out] = [[0, 0, 0], [3, 0, 0], [1, 1, 1], [9, 0, 0]].map(IVec3::from_array);
    let none = Limits::none();
    assert_eq!(
        ask(&[a], &[a, b], none),
        Err(JointPlanError::Counts {
            starts: 1,
            goals: 2
        })
    );
    assert_eq!(
        ask(&[a, air], &[a, b], none),
        Err(JointPlanError::StartBlocked {
            agent: 1,
            cell: air
        })
    );
    assert_eq!(
        ask(&[a, b], &[air, b], none),
        Err(JointPlanError::GoalBlocked {
            agent: 0,
            cell: air
        })
    );
    assert_eq!(
        ask(&[out, b], &[a, b], none),
        Err(JointPlanError::StartOutside {
            agent: 0,
            cell: out
        })
    );
    assert_eq!(
        ask(&[a, b], &[a, out], none),
        Err(JointPlanError::GoalOutside {
            agent: 1,
            cell: out
        })
    );
    assert_eq!(
        ask(&[a, a], &[a, b], none),
        Err(JointPlanError::StartsOverlap { agents: [0, 1] })
    );
    assert_eq!(
        ask(&[a, b], &[b, b], none),
        Err(JointPlanError::GoalsOverlap { agents: [0, 1] })
    );
    for bytes in [0, 400, 3000] {
        let outcome = ask(&[a, b], &[b, a], none.memory(bytes));
        assert!(
            matches!(outcome, Ok(JointOutcome::LimitReached(_))),
            "{outcome:?}"
        );
    }
}
