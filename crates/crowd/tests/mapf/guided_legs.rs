//! Guidance on legs changes which plan is found, not whether there is one, and shortens plans of crowds.

use voxnav::MoveSet;
use voxnav::glam::IVec3;
use voxnav::grid::{Axis, CellBox};
use voxnav_crowd::mapf::{
    CollisionModel, Guidance, JointOptions, JointOutcome, JointPlan, JointSearch, JointWorld,
    Kinematics, LifelongPlanner, Limits, Threads, plan_joint, verify_leg_plan,
};
use voxnav_testkit::{Draws, cases};

use super::exact_legs::least_steps;
use super::kinematics::{Flights, kinematics};
use super::legs::{Own, follow, pick_apart, terrain};
use super::oracle::Exact;
use super::scenes::{Scene, among_any};

const BOTH: [Guidance; 2] = [Guidance::Auto, Guidance::Off];

/// Agents that turn and are slow on a fifth of all cells of a plane.
fn dense(draws: &mut Draws) -> Option<Scene> {
    let own = Kinematics::new().steps_per_move(2).steps_per_turn(1);
    let options = JointOptions::new()
        .moves(MoveSet::Planar4(Axis::Z))
        .seed(draws.word())
        .kinematics(vec![own]);
    let size = draws.vector(IVec3::new(10, 10, 1), IVec3::new(14, 14, 1));
    let agents = size.element_product() / 5;
    Scene::draw(draws, size, 8, agents.unsigned_abs() as usize, options)
}

/// Returns the plan of a search, and whether guidance had a part in it.
fn planned(mut search: JointSearch) -> (Option<JointPlan>, bool) {
    let outcome = search.finish();
    let is_guided = search.guided() > 0;
    match outcome {
        JointOutcome::Planned(plan) => (Some(plan), is_guided),
        JointOutcome::Unsolvable | JointOutcome::LimitReached(_) => (None, is_guided),
        other => panic!("{other:?}"),
    }
}

#[test]
fn guidance_finds_a_plan_where_the_exact_search_finds_one() {
    let mut told = [0; 2];
    for mut draws in cases(40, 300) {
        let moves = Own::draw(&mut draws);
        let cells = moves.cells();
        let bodies = draws.pick(&[CollisionModel::Points, CollisionModel::balls(3, 5).unwrap()]);
        let bodies = among_any(&draws, bodies);
        let agents = usize::from(draws.between(1_u16, 3));
        let mut ends = || pick_apart(&mut draws, &cells, agents, bodies);
        let (Some(starts), Some(goals)) = (ends(), ends()) else {
            continue;
        };
        let all = kinematics(&mut draws, agents);
        let legs = |cell| moves.legs(cell);
        let exact = least_steps(legs, &all, [&starts, &goals], (bodies, 3000));
        if exact == Exact::Unknown {
            continue;
        }
        let options = JointOptions::new().bodies(bodies).kinematics(all);
        for guidance in BOTH {
            let options = options.clone().guidance(guidance).seed(draws.word());
            let world = JointWorld::Legs(&moves);
            match plan_joint(world, &starts, &goals, &options).unwrap() {
                JointOutcome::Planned(plan) => {
                    let checked = verify_leg_plan(&moves, &starts, &goals, &plan, &options);
                    assert_eq!(checked, Ok(plan.cost()), "{plan:?} {moves:?}");
                    assert!(matches!(exact, Exact::Steps(least) if plan.steps() >= least));
                    follow(&plan, bodies, &mut draws);
                    told[1] += 1;
                }
                other => {
                    let none = (JointOutcome::Unsolvable, Exact::Unsolvable);
                    assert_eq!((other, exact), none);
                    told[0] += 1;
                }
            }
        }
    }
    assert!(told.into_iter().all(|count| count > 40), "{told:?}");
}

#[test]
fn guided_plans_of_slow_crowds_are_shorter() {
    let mut sums = [0; 2];
    for mut draws in cases(0, 6) {
        let Some(scene) = dense(&mut draws) else {
            continue;
        };
        let Scene {
            world,
            starts,
            goals,
            ..
        } = &scene;
        let flights = Flights::new(&scene);
        let costs = BOTH.map(|guidance| {
            let options = scene.options.clone().guidance(guidance);
            let search = JointSearch::new(world, starts, goals, &options).unwrap();
            let (plan, is_guided) = planned(search);
            let plan = plan?;
            assert_eq!(is_guided, guidance == Guidance::Auto);
            let by_legs = verify_leg_plan(&flights, starts, goals, &plan, &options);
            assert_eq!(by_legs, Ok(plan.cost()));
            Some(scene.checked(JointOutcome::Planned(plan)).unwrap().cost())
        });
        if let [Some(guided), Some(other)] = costs {
            sums[0] += guided;
            sums[1] += other;
        } else {
            assert_eq!(costs, [None; 2]);
        }
    }
    assert!(5 * sums[0] < 4 * sums[1], "{sums:?}");
}

#[test]
fn guided_plans_of_walkers_are_shorter_and_hang_on_neither_threads_nor_slices() {
    let mut sums = [0; 2];
    for mut draws in cases(0, 8) {
        let ground = terrain(&mut draws, 14);
        let cells = CellBox::from_size(IVec3::new(14, 14, 6)).cells();
        let cells: Vec<IVec3> = cells.filter(|&it| ground.can_rest(it)).collect();
        let mut ends = || pick_apart(&mut draws, &cells, 40, CollisionModel::Points).unwrap();
        let (starts, goals) = (ends(), ends());
        let moves = ground.moves();
        let make = |options: &JointOptions| {
            let moves = ground.moves();
            let world = JointWorld::Legs(&moves);
            JointSearch::new(world, &starts, &goals, options).unwrap()
        };
        let [guided, other] = BOTH.map(|guidance| {
            // Without guidance, one draw in eighty has no plan within minutes.
            let limits = Limits::none().expanded(20_000);
            let options = JointOptions::new().guidance(guidance).limits(limits);
            let (whole, is_guided) = planned(make(&options));
            for threads in [1, 2, 8] {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
                let options = options.clone().threads(Threads::Pool);
                let pooled = pool.unwrap().install(|| planned(make(&options)));
                assert_eq!(pooled, (whole.clone(), is_guided));
            }
            let mut sliced = make(&options);
            while sliced.advance(3).is_none() {}
            assert_eq!(sliced.plan(), whole);
            let Some(plan) = whole else {
                let has_none = make(&options).finish() == JointOutcome::Unsolvable;
                return (None, has_none);
            };
            assert_eq!(is_guided, guidance == Guidance::Auto);
            let checked = verify_leg_plan(&moves, &starts, &goals, &plan, &options);
            assert_eq!(checked, Ok(plan.cost()));
            follow(&plan, CollisionModel::Points, &mut draws);
            // Guidance ends where improvement begins.
            assert!(sliced.improve(10) <= Some(plan.cost()));
            (Some(plan.cost()), false)
        });
        // One that is limited may prove nothing, and none proves that there is no plan where the other one finds it.
        let [(guided, none_guided), (other, none_other)] = [guided, other];
        assert!(guided.is_some() || other.is_none());
        assert!(guided.is_none() || !none_other && !none_guided);
        if let (Some(guided), Some(other)) = (guided, other) {
            sums[0] += guided;
            sums[1] += other;
        }
    }
    assert!(10 * sums[0] < 9 * sums[1], "{sums:?}");
}

#[test]
fn windows_keep_to_a_quarter_of_the_memory() {
    let scene = cases(0, 20)
        .find_map(|mut draws| dense(&mut draws))
        .unwrap();
    let (mut guided, mut found) = (0, 0);
    for kilobytes in [50, 100, 200, 400, 800, 1600, 3200] {
        let limits = Limits::none().memory(kilobytes << 10).expanded(2000);
        let options = scene.options.clone().limits(limits);
        let search = JointSearch::new(&scene.world, &scene.starts, &scene.goals, &options);
        let mut search = search.unwrap();
        found += u32::from(matches!(search.finish(), JointOutcome::Planned(_)));
        guided += u32::from(search.guided() > 0);
    }
    assert!(guided > 0 && guided < 7 && found > 0, "{guided} {found}");
}

#[test]
fn guided_slow_agents_without_end_reach_more_goals() {
    let mut sums = [0; 2];
    for draws in cases(20, 4) {
        let Some(scene) = dense(&mut draws.clone()) else {
            continue;
        };
        for (sum, guidance) in sums.iter_mut().zip(BOTH) {
            let options = scene.options.clone().guidance(guidance);
            let fleet = LifelongPlanner::new(&scene.world, &scene.starts, &options);
            let (mut fleet, mut draws) = (fleet.unwrap(), Draws::new(7));
            for _ in 0..200 {
                for agent in 0..fleet.agents() {
                    if fleet.has_reached(agent) {
                        let is_sent = fleet.set_goal(agent, draws.pick(&scene.free)).is_ok();
                        *sum += u32::from(is_sent);
                    }
                }
                fleet.next_step();
            }
        }
    }
    assert!(10 * sums[0] > 11 * sums[1], "{sums:?}");
}
