//! Plans of legs to goals that any agent may take, and plans of legs that are improved; tables that are shared.

use std::collections::BTreeMap;

use voxnav::glam::IVec3;
use voxnav::grid::CellBox;
use voxnav_crowd::mapf::{
    CollisionModel, Guidance, JointOptions, JointOutcome, JointSearch, JointWorld, LifelongPlanner,
    Limits, Threads, plan_joint, verify_leg_plan,
};
use voxnav_testkit::{Draws, cases};

use super::legs::{Own, exact, follow, pick_apart, terrain};
use super::scenes::among_any;

/// All orders of so many numbers.
pub(crate) fn orders(count: usize) -> Vec<Vec<usize>> {
    let Some(less) = count.checked_sub(1) else {
        return vec![Vec::new()];
    };
    let shorter = orders(less).into_iter();
    let longer = shorter.flat_map(|order| {
        (0..count).map(move |place| {
            let mut order = order.clone();
            order.insert(place, less);
            order
        })
    });
    longer.collect()
}

/// The steps from a cell to each that it reaches, by relaxing all legs until nothing changes.
fn steps_from(own: &Own, from: IVec3) -> BTreeMap<[i32; 3], u64> {
    let mut steps = BTreeMap::from([(from.to_array(), 0)]);
    loop {
        let before = steps.clone();
        for (&cell, &so_far) in &before {
            for (to, more) in own.legs(cell.into()) {
                let least = steps.entry(to).or_insert(u64::MAX);
                *least = (so_far + more).min(*least);
            }
        }
        if steps == before {
            return steps;
        }
    }
}

/// The least sum of steps of all assignments.
fn least_sum(own: &Own, starts: &[IVec3], goals: &[IVec3]) -> Option<u64> {
    let rows: Vec<_> = starts.iter().map(|&start| steps_from(own, start)).collect();
    let sum = |order: Vec<usize>| -> Option<u64> {
        let pairs = order.into_iter().zip(&rows);
        pairs
            .map(|(goal, row)| row.get(&goals[goal].to_array()))
            .sum()
    };
    orders(goals.len()).into_iter().filter_map(sum).min()
}

/// With legs there may be no plan although there is an assignment; there is one where it exists for some order of goals.
#[test]
fn goals_of_any_agent_are_reached_wherever_the_exact_search_reaches_them_in_some_order() {
    let mut told = [0; 3];
    for mut draws in cases(0, 300) {
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
        let permuted = |order: &[usize]| order.iter().map(|&it| goals[it]).collect::<Vec<_>>();
        let all = orders(agents);
        let plans: Option<Vec<bool>> = all
            .iter()
            .map(|order| exact(&own, &starts, &permuted(order), bodies))
            .collect();
        let Some(plans) = plans else {
            continue;
        };
        let is_plan = plans.contains(&true);
        let least = least_sum(&own, &starts, &goals);
        let options = JointOptions::new().bodies(bodies).seed(draws.word());
        let mut search =
            JointSearch::unlabeled(JointWorld::Legs(&own), &starts, &goals, &options).unwrap();
        match search.advance(u64::MAX).unwrap() {
            JointOutcome::Planned(plan) => {
                let taken = search.goals();
                let is_order = orders(agents).iter().any(|it| it == taken);
                assert!(is_order, "each goal once: {taken:?}");
                let ends = permuted(taken);
                let checked = verify_leg_plan(&own, &starts, &ends, &plan, &options);
                assert_eq!(checked, Ok(plan.cost()), "{plan:?} {own:?}");
                assert_eq!(Some(plan.shortest()), least, "{starts:?} {goals:?} {own:?}");
                assert!(is_plan && plan.cost() >= plan.shortest());
                told[0] += 1;
            }
            other => {
                assert_eq!(other, JointOutcome::Unsolvable);
                assert!(!is_plan, "{starts:?} {goals:?} {own:?}");
                told[1 + usize::from(least.is_some())] += 1;
            }
        }
    }
    println!("{told:?} with plans, without ways, without room");
    assert!(told[0] > 60 && told[1] > 20, "{told:?}");
}

/// Walkers on random terrain, with their starts and goals.
struct Yard {
    ground: voxnav::ground::Ground,
    starts: Vec<IVec3>,
    goals: Vec<IVec3>,
    options: JointOptions,
}

impl Yard {
    fn draw(draws: &mut Draws) -> Self {
        let side = draws.between(5_i32, 12);
        let ground = terrain(draws, side);
        let bounds = CellBox::from_size(IVec3::new(side, side, 6));
        let cells: Vec<IVec3> = bounds.cells().filter(|&it| ground.can_rest(it)).collect();
        let bodies = draws.pick(&[CollisionModel::Points, CollisionModel::balls(3, 5).unwrap()]);
        let bodies = among_any(draws, bodies);
        let agents = usize::from(draws.between(2_u16, 12));
        let starts = pick_apart(draws, &cells, agents, bodies).unwrap_or_default();
        let goals = pick_apart(draws, &cells, starts.len(), bodies).unwrap_or_default();
        let options = JointOptions::new()
            .bodies(bodies)
            .seed(draws.word())
            .limits(Limits::none().expanded(2000));
        Self {
            ground,
            starts,
            goals,
            options,
        }
    }
}

#[test]
fn plans_of_legs_become_no_worse_and_stay_legal() {
    let mut shortened = 0;
    for mut draws in cases(0, 30) {
        let mut yard = Yard::draw(&mut draws);
        let moves = yard.ground.moves();
        let any_goal = draws.percent(30);
        let make = if any_goal {
            JointSearch::unlabeled
        } else {
            JointSearch::new
        };
        let search = || {
            make(
                JointWorld::Legs(&moves),
                &yard.starts,
                &yard.goals,
                &yard.options,
            )
        };
        // Tall bodies overlap at starts above each other.
        let (Ok(mut whole), Ok(mut sliced)) = (search(), search()) else {
            continue;
        };
        assert_eq!(
            (whole.improve(1), whole.plan()),
            (None, None),
            "no plan yet"
        );
        let Some(JointOutcome::Planned(first)) = whole.advance(u64::MAX) else {
            continue;
        };
        let cost = whole.improve(40).unwrap();
        let plan = whole.plan().unwrap();
        let taken = whole.goals();
        yard.goals = taken.iter().map(|&goal| yard.goals[goal]).collect();
        let checked = verify_leg_plan(&moves, &yard.starts, &yard.goals, &plan, &yard.options);
        assert_eq!(checked, Ok(cost));
        assert!(cost <= first.cost() && cost >= plan.shortest());
        assert_eq!(plan.shortest(), first.shortest());
        shortened += u32::from(cost < first.cost());
        follow(&plan, yard.options.bodies, &mut draws);
        while sliced.advance(1).is_none() {}
        for _ in 0..10 {
            sliced.improve(4);
        }
        assert_eq!(sliced.plan(), Some(plan));
    }
    assert!(shortened > 6, "{shortened}");
}

/// Memory that is too little to improve leaves the plan; threads change nothing.
#[test]
fn plans_of_legs_hang_on_neither_threads_nor_memory() {
    let mut kept = 0;
    for mut draws in cases(0, 12) {
        let yard = Yard::draw(&mut draws);
        let moves = yard.ground.moves();
        let world = JointWorld::Legs(&moves);
        let plan = |options: &JointOptions| plan_joint(world, &yard.starts, &yard.goals, options);
        let Ok(first) = plan(&yard.options) else {
            continue;
        };
        let pooled = yard.options.clone().threads(Threads::Pool);
        assert_eq!(plan(&pooled).as_ref(), Ok(&first));
        let JointOutcome::Planned(first) = first else {
            continue;
        };
        // Without room for it, agents are not guided; guided or not, plans are the same in any number of bytes.
        let not_guided = yard.options.clone().guidance(Guidance::Off);
        let Ok(JointOutcome::Planned(other)) = plan(&not_guided) else {
            panic!("no plan without guidance")
        };
        for bytes in (10..24).map(|power| 1 << power) {
            let limits = yard.options.limits.memory(bytes);
            let options = yard.options.clone().limits(limits);
            let search = JointSearch::new(world, &yard.starts, &yard.goals, &options);
            let mut search = search.unwrap();
            match search.advance(u64::MAX) {
                Some(JointOutcome::Planned(plan)) => {
                    let first = if search.guided() > 0 { &first } else { &other };
                    assert_eq!(&plan, first);
                    let cost = search.improve(5).unwrap();
                    kept += u32::from(bytes < 1 << 18 && cost == first.cost());
                    assert!(cost <= first.cost());
                }
                Some(JointOutcome::LimitReached(_)) => {}
                other => assert!(other.is_none(), "{other:?}"),
            }
        }
    }
    assert!(kept > 0, "memory is never too little");
}

/// Sends agents on and on, up to a rescue, whose search is bounded by bytes; returns their cells after each step, and how
/// often they reached a goal.
fn sent_on(
    mut fleet: LifelongPlanner,
    goals: &[IVec3],
    mut draws: Draws,
) -> (Vec<Vec<IVec3>>, u32) {
    let (mut steps, mut reached) = (Vec::new(), 0);
    for _ in 0..100 {
        for agent in 0..fleet.agents() {
            if fleet.has_reached(agent) {
                reached += 1;
                // A goal to which there is no way changes nothing.
                let _ = fleet.set_goal(agent, draws.pick(goals));
            }
        }
        let cells = fleet.next_step().to_vec();
        if fleet.rescues() > 0 {
            break;
        }
        steps.push(cells);
    }
    (steps, reached)
}

/// Few goals that all agents go to in turn, with room for all tables and for few. Memory decides whether agents are guided.
#[test]
fn goals_without_end_hang_on_no_tables_that_are_kept() {
    let (mut reached, mut guided) = (0, [0; 2]);
    for mut draws in cases(0, 8) {
        let yard = Yard::draw(&mut draws);
        if yard.goals.is_empty() {
            continue;
        }
        let moves = yard.ground.moves();
        let run = |most: Option<u64>, guidance: Guidance| {
            let mut limits = Limits::none().expanded(100);
            limits.memory = most;
            let options = yard.options.clone().limits(limits).guidance(guidance);
            let fleet = LifelongPlanner::new(JointWorld::Legs(&moves), &yard.starts, &options);
            fleet.map(|fleet| sent_on(fleet, &yard.goals, draws.clone()))
        };
        let Ok((by_guides, sent)) = run(None, Guidance::Auto) else {
            continue;
        };
        let (alone, _) = run(None, Guidance::Off).unwrap();
        reached += sent;
        for most in (10..26).map(|power| Some(1 << power)) {
            if let Ok((steps, _)) = run(most, Guidance::Off) {
                assert_eq!(steps, alone);
            }
            if let Ok((steps, _)) = run(most, Guidance::Auto) {
                assert!(steps == by_guides || steps == alone);
                guided[usize::from(steps == by_guides)] += 1;
            }
        }
    }
    assert!(guided.into_iter().all(|count| count > 5), "{guided:?}");
    assert!(reached > 200, "{reached}");
}
