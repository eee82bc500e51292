//! Agents that are slow, or have to turn: in flight and by legs, against the exact search with the same rules.

use std::collections::{BTreeMap, BTreeSet};

use voxnav::MoveSet;
use voxnav::UnknownPolicy;
use voxnav::glam::IVec3;
use voxnav::grid::{Axis, CellBox, OccupancyBuilder, Traversability};
use voxnav::ground::{Action, Move, Successors};
use voxnav::search::Cost;
use voxnav_crowd::mapf::{
    CollisionModel, JointOptions, JointOutcome, JointPlan, JointPlanError, JointSearch, JointWorld,
    Kinematics, LifelongPlanner, Limits, PlanViolation, PlannedLeg, Threads, plan_joint,
    verify_joint_plan, verify_leg_plan,
};
use voxnav_testkit::{Draws, cases};

use super::exact_legs::{heading_after, least_steps, own, steps_of};
use super::ground::orders;
use super::legs::{Own, follow, pick_apart};
use super::lifelong_legs::Seen;
use super::oracle::{self, Exact};
use super::scenes::{MOVES, Scene, among_any};

/// Speeds and turns of up to so many agents, some of which are like those before.
pub(crate) fn kinematics(draws: &mut Draws, agents: usize) -> Vec<Kinematics> {
    let count = draws
        .between(1_u16, 3)
        .min(agents.max(1).try_into().unwrap());
    let mut all: Vec<Kinematics> = (0..count)
        .map(|_| {
            let heading = draws.vector(IVec3::splat(-1), IVec3::splat(1));
            Kinematics::new()
                .steps_per_move(draws.below(3_u32).try_into().unwrap())
                .steps_per_turn(draws.below(3_u32).try_into().unwrap())
                .axis(draws.pick(&Axis::ALL))
                .heading(draws.percent(50).then_some(heading))
        })
        .collect();
    if draws.percent(50) {
        all.push(all[0]);
    }
    all
}

/// The moves of a scene in flight, as the oracle has them.
pub(crate) struct Flights<'a> {
    scene: &'a Scene,
    free: BTreeSet<[i32; 3]>,
}

impl<'a> Flights<'a> {
    pub(crate) fn new(scene: &'a Scene) -> Self {
        let free = scene.free.iter().map(IVec3::to_array).collect();
        Self { scene, free }
    }

    fn legs(&self, cell: IVec3) -> BTreeMap<[i32; 3], u64> {
        let all = oracle::steps(self.scene, &self.free, cell).into_iter();
        let others = all.filter(|&it| it != cell);
        others.map(|it| (it.to_array(), 1)).collect()
    }
}

impl Successors for Flights<'_> {
    fn bounds(&self) -> CellBox {
        self.scene.world.bounds()
    }

    fn can_be_at(&self, cell: IVec3) -> bool {
        self.free.contains(&cell.to_array())
    }

    fn moves_from(&self, cell: IVec3, moves: &mut Vec<Move>) {
        moves.extend(self.legs(cell).into_keys().map(|to| Move {
            to: to.into(),
            cost: Cost::STRAIGHT,
            action: Action::Custom(0),
        }));
    }
}

/// A small scene in flight whose agents take time.
fn slow_scene(draws: &mut Draws) -> Option<Scene> {
    let mut scene = Scene::small(draws)?;
    scene.options.kinematics = kinematics(draws, scene.starts.len());
    let is_instant = |it: &Kinematics| it.steps_per_move <= 1 && it.steps_per_turn == 0;
    (!scene.options.kinematics.iter().all(is_instant)).then_some(scene)
}

/// The least steps of each agent, were it alone, in all.
fn alone(
    legs: impl Fn(IVec3) -> BTreeMap<[i32; 3], u64> + Copy,
    all: &[Kinematics],
    ends: [&[IVec3]; 2],
) -> Option<u64> {
    let one = |agent: usize| {
        let ends = ends.map(|it| &it[agent..=agent]);
        match least_steps(
            legs,
            &[own(all, agent)],
            ends,
            (CollisionModel::Points, 4000),
        ) {
            Exact::Steps(steps) => Some(steps as u64),
            _ => None,
        }
    };
    (0..ends[0].len()).map(one).sum()
}

#[test]
fn slow_flights_have_a_plan_or_none_as_the_exact_search_says() {
    let mut told = [0; 2];
    for mut draws in cases(0, 500) {
        let Some(scene) = slow_scene(&mut draws) else {
            continue;
        };
        let Scene {
            world,
            starts,
            goals,
            options,
            ..
        } = &scene;
        let flights = Flights::new(&scene);
        let legs = |cell| flights.legs(cell);
        let exact = least_steps(
            legs,
            &options.kinematics,
            [starts, goals],
            (options.bodies, 4000),
        );
        if exact == Exact::Unknown {
            continue;
        }
        let outcome = plan_joint(world, starts, goals, options).unwrap();
        let Exact::Steps(least) = exact else {
            assert_eq!(outcome, JointOutcome::Unsolvable, "{scene:?}");
            told[0] += 1;
            continue;
        };
        let plan = scene.checked(outcome).unwrap();
        assert!(plan.steps() >= least, "{} below {least}", plan.steps());
        let by_legs = verify_leg_plan(&flights, starts, goals, &plan, options);
        assert_eq!(by_legs, Ok(plan.cost()));
        let shortest = alone(legs, &options.kinematics, [starts, goals]);
        assert_eq!(Some(plan.shortest()), shortest, "{scene:?}");
        follow(&plan, options.bodies, &mut draws);
        told[1] += 1;
    }
    println!("{told:?} without a plan, with one");
    assert!(told[0] > 30 && told[1] > 60, "{told:?}");
}

#[test]
fn slow_legs_have_a_plan_or_none_as_the_exact_search_says() {
    let mut told = [0; 2];
    for mut draws in cases(0, 400) {
        let moves = Own::draw(&mut draws);
        let cells = moves.cells();
        let bodies = draws.pick(&[CollisionModel::Points, CollisionModel::balls(3, 5).unwrap()]);
        let bodies = among_any(&draws, bodies);
        let agents = usize::from(draws.between(1_u16, 3));
        let Some(starts) = pick_apart(&mut draws, &cells, agents, bodies) else {
            continue;
        };
        let Some(goals) = pick_apart(&mut draws, &cells, agents, bodies) else {
            continue;
        };
        let all = kinematics(&mut draws, agents);
        let legs = |cell| moves.legs(cell);
        let exact = least_steps(legs, &all, [&starts, &goals], (bodies, 4000));
        if exact == Exact::Unknown {
            continue;
        }
        let options = JointOptions::new()
            .bodies(bodies)
            .seed(draws.word())
            .kinematics(all.clone());
        let world = JointWorld::Legs(&moves);
        match plan_joint(world, &starts, &goals, &options).unwrap() {
            JointOutcome::Planned(plan) => {
                let checked = verify_leg_plan(&moves, &starts, &goals, &plan, &options);
                assert_eq!(checked, Ok(plan.cost()), "{plan:?} {moves:?} {all:?}");
                assert!(matches!(exact, Exact::Steps(least) if plan.steps() >= least));
                let shortest = alone(legs, &all, [&starts, &goals]);
                assert_eq!(Some(plan.shortest()), shortest);
                follow(&plan, bodies, &mut draws);
                told[1] += 1;
            }
            other => {
                assert_eq!(
                    (other, exact),
                    (JointOutcome::Unsolvable, Exact::Unsolvable)
                );
                told[0] += 1;
            }
        }
    }
    println!("{told:?} without a plan, with one");
    assert!(told.into_iter().all(|count| count > 40), "{told:?}");
}

#[test]
fn slow_flights_to_any_goal_have_a_plan_where_some_order_has_one() {
    let mut told = [0; 2];
    for mut draws in cases(0, 900) {
        let Some(mut scene) = slow_scene(&mut draws) else {
            continue;
        };
        let flights = Flights::new(&scene);
        let options = scene.options.clone();
        let starts = scene.starts.clone();
        let permuted =
            |order: &[usize]| -> Vec<IVec3> { order.iter().map(|&it| scene.goals[it]).collect() };
        let found: Option<Vec<bool>> = (orders(starts.len()).iter())
            .map(|order| {
                let (ends, most) = ([&starts[..], &permuted(order)], (options.bodies, 500));
                match least_steps(|cell| flights.legs(cell), &options.kinematics, ends, most) {
                    Exact::Unknown => None,
                    found => Some(found != Exact::Unsolvable),
                }
            })
            .collect();
        let Some(found) = found else {
            continue;
        };
        let is_plan = found.contains(&true);
        let search = JointSearch::unlabeled(&scene.world, &starts, &scene.goals, &options);
        let mut search = search.unwrap();
        let outcome = search.finish();
        assert_eq!(outcome != JointOutcome::Unsolvable, is_plan, "{scene:?}");
        if is_plan {
            scene.goals = permuted(search.goals());
            scene.checked(outcome).unwrap();
            search.improve(10);
            let better = search.plan().unwrap();
            scene.checked(JointOutcome::Planned(better)).unwrap();
        }
        told[usize::from(is_plan)] += 1;
    }
    println!("{told:?} without a plan, with one");
    assert!(told[0] > 10 && told[1] > 40, "{told:?}");
}

/// More agents: plans hang on neither threads nor slices, improve, and are followed.
#[test]
fn plans_of_slow_flights_stay_legal_and_are_followed_whatever_the_delays() {
    let (mut planned, mut shortened) = (0, 0);
    for mut draws in cases(0, 60) {
        let bodies = draws.pick(&[CollisionModel::Points, CollisionModel::balls(2, 5).unwrap()]);
        let bodies = among_any(&draws, bodies);
        let agents = usize::from(draws.between(2_u16, 20));
        let mut all = kinematics(&mut draws, agents);
        all[0].steps_per_turn = 1;
        let options = JointOptions::new()
            .moves(draws.pick(&MOVES))
            .bodies(bodies)
            .seed(draws.word())
            .kinematics(all)
            .limits(Limits::none().expanded(1000));
        let axis = options.moves.fixed_axis();
        let flat = axis.map_or(IVec3::ZERO, Axis::unit);
        let size = draws.vector(IVec3::splat(4), IVec3::splat(9)) * (IVec3::ONE - flat) + flat;
        let Some(scene) = Scene::draw(&mut draws, size, 10, agents, options) else {
            continue;
        };
        let Scene {
            world,
            starts,
            goals,
            options,
            ..
        } = &scene;
        let first = plan_joint(world, starts, goals, options).unwrap();
        for threads in [1, 2, 8] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
            let options = options.clone().threads(Threads::Pool);
            let pooled = pool
                .unwrap()
                .install(|| plan_joint(world, starts, goals, &options));
            assert_eq!(pooled.as_ref(), Ok(&first));
        }
        if !matches!(first, JointOutcome::Planned(_)) {
            continue;
        }
        let first = scene.checked(first).unwrap();
        planned += 1;
        follow(&first, bodies, &mut draws);
        let mut whole = JointSearch::new(world, starts, goals, options).unwrap();
        whole.finish();
        whole.improve(20);
        let mut sliced = JointSearch::new(world, starts, goals, options).unwrap();
        while sliced.advance(1).is_none() {}
        (0..4).for_each(|_| {
            sliced.improve(5);
        });
        let better = whole.plan().unwrap();
        assert_eq!(sliced.plan().as_ref(), Some(&better));
        let better = scene.checked(JointOutcome::Planned(better)).unwrap();
        follow(&better, bodies, &mut draws);
        shortened += u32::from(better.cost() < first.cost());
        // The same from a plan that is handed over.
        let mut again = JointSearch::of_plan(world, &first, options).unwrap();
        assert_eq!(again.plan().as_ref(), Some(&first));
        assert_eq!(again.improve(20), Some(better.cost()));
    }
    println!("{planned} planned, {shortened} shortened");
    assert!(planned > 25 && shortened > 10, "{planned} {shortened}");
}

#[test]
fn legs_of_slow_flights_without_end_are_a_legal_plan() {
    let mut reached = 0;
    for mut draws in cases(0, 30) {
        let agents = usize::from(draws.between(1_u16, 10));
        let mut all = kinematics(&mut draws, agents);
        all[0].steps_per_turn = 1;
        let options = JointOptions::new()
            .moves(draws.pick(&MOVES))
            .seed(draws.word())
            .kinematics(all)
            .limits(Limits::none().expanded(200));
        let axis = options.moves.fixed_axis();
        let flat = axis.map_or(IVec3::ZERO, Axis::unit);
        let size = draws.vector(IVec3::splat(4), IVec3::splat(7)) * (IVec3::ONE - flat) + flat;
        let Some(mut scene) = Scene::draw(&mut draws, size, 10, agents, options) else {
            continue;
        };
        let fleet = LifelongPlanner::new(&scene.world, &scene.starts, &scene.options);
        let mut fleet = fleet.unwrap();
        let mut seen = Seen {
            legs: vec![Vec::new(); agents],
            cells: scene.starts.clone(),
        };
        for _ in 0..150 {
            for agent in 0..agents {
                if fleet.has_reached(agent) || draws.percent(1) {
                    reached += usize::from(fleet.has_reached(agent));
                    let goal = draws.pick(&scene.free);
                    match fleet.set_goal(agent, goal) {
                        Ok(()) | Err(JointPlanError::Unreachable { .. }) => {}
                        Err(other) => panic!("{other}"),
                    }
                }
            }
            seen.step(&mut fleet);
        }
        let last = |(agent, legs): (usize, &Vec<PlannedLeg>)| {
            legs.last().map_or(scene.starts[agent], |leg| leg.to)
        };
        scene.goals = seen.legs.iter().enumerate().map(last).collect();
        let plan = JointPlan::of_legs(scene.starts.clone(), seen.legs, 0);
        scene.checked(JointOutcome::Planned(plan)).unwrap();
    }
    println!("{reached} goals reached");
    assert!(reached > 400, "{reached}");
}

/// Single legs after one another are judged as by the oracle.
#[test]
fn the_time_of_turns_and_moves_is_checked() {
    let mut judged = [0; 2];
    for mut draws in cases(0, 2000) {
        let Some(scene) = slow_scene(&mut draws) else {
            continue;
        };
        let flights = Flights::new(&scene);
        let all = &scene.options.kinematics;
        let own = own(all, 0);
        let (start, mut legs) = (scene.starts[0], Vec::new());
        let (mut at, mut time, mut is_legal) = (start, 0, true);
        let mut heading = own.heading.unwrap_or_default();
        for _ in 0..draws.below(4) {
            let Some(&to) = draws.pick(&[
                flights.legs(at).keys().next(),
                flights.legs(at).keys().last(),
            ]) else {
                break;
            };
            let by = IVec3::from(to) - at;
            let needed = steps_of(own, heading, by, 1);
            heading = heading_after(own, heading, by);
            let begins = time + draws.below(2_u32);
            let wrong = u32::from(draws.percent(15));
            is_legal &= wrong == 0;
            time = begins + u32::try_from(needed).unwrap() + wrong * draws.below(2_u32) * 2 - wrong;
            legs.push(PlannedLeg {
                begins,
                ends: time,
                to: to.into(),
            });
            at = to.into();
        }
        let plan = JointPlan::of_legs(vec![start], vec![legs], 0);
        let ends = [[start], [at]];
        let found = verify_joint_plan(&scene.world, &ends[0], &ends[1], &plan, &scene.options);
        assert_eq!(found.is_ok(), is_legal, "{found:?} {plan:?} {own:?}");
        let by_legs = verify_leg_plan(&flights, &ends[0], &ends[1], &plan, &scene.options);
        assert_eq!(by_legs, found);
        judged[usize::from(is_legal)] += 1;
    }
    assert!(judged.into_iter().all(|count| count > 100), "{judged:?}");
}

#[test]
fn faults_of_slow_flights_are_found() {
    let open = OccupancyBuilder::new(CellBox::from_size(IVec3::new(4, 4, 1))).unwrap();
    let world = Traversability::new(&open.commit(), UnknownPolicy::Blocked);
    let at = |x, y| IVec3::new(x, y, 0);
    let leg = |begins, ends, to| PlannedLeg { begins, ends, to };
    let slow = Kinematics::new().steps_per_move(2);
    let options = JointOptions::new().kinematics(vec![Kinematics::new(), slow]);
    let check = |starts: &[IVec3], legs: Vec<Vec<PlannedLeg>>| {
        let plan = JointPlan::of_legs(starts.to_vec(), legs, 0);
        let goals: Vec<IVec3> = (0..starts.len()).map(|it| plan.at(it, 99)).collect();
        verify_joint_plan(&world, starts, &goals, &plan, &options)
    };
    let starts = [at(0, 0), at(1, 0)];
    // The one behind waits until the slow one has left.
    let behind = |begins| {
        vec![
            vec![leg(begins, begins + 1, at(1, 0))],
            vec![leg(0, 2, at(2, 0))],
        ]
    };
    let conflict = |step| {
        Err(PlanViolation::Conflict {
            agents: [0, 1],
            step,
        })
    };
    assert_eq!(check(&starts, behind(0)), conflict(1));
    assert_eq!(check(&starts, behind(1)), conflict(2));
    assert_eq!(check(&starts, behind(2)), Ok(5));
    let fault = |step| Err(PlanViolation::Move { agent: 1, step });
    let second = |second| check(&starts, vec![Vec::new(), vec![second]]);
    assert_eq!(second(leg(3, 4, at(2, 0))), fault(4), "too fast");
    assert_eq!(second(leg(0, 2, at(3, 0))), fault(1), "too far");
    assert_eq!(second(leg(0, 2, at(1, 0))), fault(1), "no move");
    assert_eq!(second(leg(0, 2, at(1, -1))), fault(1), "out of the world");
    // Without time for moves, the rule is that of other flights.
    let path = |from: i32| vec![at(from, 0), at(from + 1, 0)];
    let plan = JointPlan::new(vec![path(0), path(1)], 2);
    let goals = [at(1, 0), at(2, 0)];
    let instant = JointOptions::new().kinematics(vec![Kinematics::new()]);
    assert_eq!(
        verify_joint_plan(&world, &starts, &goals, &plan, &instant),
        Ok(2)
    );
    let planar = |it: JointOptions| it.moves(MoveSet::Planar4(Axis::Z));
    let [one, other] = [instant, JointOptions::new()].map(planar);
    let plan = |it| plan_joint(&world, &starts, &goals, it);
    assert_eq!(plan(&one), plan(&other));
}
