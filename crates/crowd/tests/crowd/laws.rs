//! Agents arrive where there is a way, touch nothing, and do equal things in equal runs.

use std::collections::{BTreeMap, BTreeSet};

use voxnav::glam::DVec3;
use voxnav::search::EndFault;
use voxnav_crowd::crowd::{
    Crowd, CrowdAgentId, CrowdSettings, Event, MoveTarget, NoPathReason, PlanningStats,
};
use voxnav_testkit::{Draws, hold, seeds};

use crate::worlds::{Driver, Hall};

const DT: f64 = 0.1;
/// More units than the moves of any route in a hall come to.
const LONGEST: u64 = 1000;

fn settings(draws: &mut Draws) -> CrowdSettings {
    CrowdSettings::default().budget(draws.pick(&[200, 1_000, 4_000]))
}

/// Refuses an update that did more than its budget.
fn check_work(crowd: &Crowd) -> Result<(), String> {
    let (work, most) = (crowd.work(), crowd.settings().budget);
    if work.total() <= most + PlanningStats::MOST_OVER + LONGEST {
        return Ok(());
    }
    Err(format!("{work:?} of {most}"))
}

/// Sends all agents to places that they can get to, and returns those.
fn send_all(
    hall: &mut Hall,
    crowd: &mut Crowd,
    draws: &mut Draws,
) -> BTreeMap<CrowdAgentId, DVec3> {
    let agents: Vec<_> = crowd.agents().map(|(id, agent)| (id, *agent)).collect();
    let mut sent = BTreeMap::new();
    for (id, agent) in agents {
        let flies = agent.body == hall.body(true);
        let Some(to) = hall.place(flies, draws) else {
            continue;
        };
        if hall.is_way(agent.body, hall.plan(agent.position), to) {
            crowd.send(id, hall.world(to)).unwrap();
            sent.insert(id, to);
        }
    }
    sent
}

/// Draws the driver of each agent of a crowd, and returns them.
fn drivers(
    hall: &mut Hall,
    crowd: &mut Crowd,
    draws: &mut Draws,
) -> BTreeMap<CrowdAgentId, Driver> {
    let agents: Vec<_> = crowd.agents().map(|(id, agent)| (id, *agent)).collect();
    let mut drivers = BTreeMap::new();
    for (id, agent) in agents {
        let driver = Driver::drawn(agent.body == hall.body(true), draws);
        crowd.remove(id).unwrap();
        let agent = agent.moved_by(driver.moved_by());
        drivers.insert(crowd.add(&mut hall.navigator, agent).unwrap(), driver);
    }
    drivers
}

/// Moves all agents that the crowd does not move.
fn drive(hall: &Hall, crowd: &mut Crowd, drivers: &BTreeMap<CrowdAgentId, Driver>) {
    for (&id, &driver) in drivers {
        if crowd.agent(id).is_ok() {
            hall.drive(crowd, id, driver, DT);
        }
    }
}

/// Returns what a law says of an agent for which it does not hold.
fn told(hall: &Hall, crowd: &Crowd, id: CrowdAgentId) -> String {
    let (at, step) = (hall.position(crowd, id), crowd.motion(id));
    format!("{id} at {at}: {step:?} {:?}", hall.frame)
}

/// One route for each agent in a hall that rests.
fn resting(seed: u64) -> Result<usize, String> {
    let mut draws = Draws::new(seed);
    let mut hall = Hall::drawn(&mut draws);
    let settings = settings(&mut draws).avoidance(None);
    let mut crowd = hall.crowd(10, settings, &mut draws);
    let drivers = drivers(&mut hall, &mut crowd, &mut draws);
    let mut left = send_all(&mut hall, &mut crowd, &mut draws);
    let (mut routes, mut arrived) = (BTreeMap::new(), 0);
    for _ in 0..1000 {
        if left.is_empty() {
            break;
        }
        for event in crowd.update(&mut hall.navigator, DT).unwrap() {
            match event {
                Event::RouteChanged(id) => *routes.entry(id).or_insert(0) += 1,
                Event::Arrived(id) => {
                    let to = left.remove(&id).ok_or(format!("{id} arrives again"))?;
                    if !hall.is_at(&crowd, id, drivers[&id], to) {
                        let (by, told) = (drivers[&id], told(&hall, &crowd, id));
                        return Err(format!("by {by:?} arrives, not at {to}: {told}"));
                    }
                    arrived += 1;
                }
                Event::ActionStarted(..) => {}
                other => {
                    let frame = &hall.frame;
                    return Err(format!("{other:?} in a hall that rests {frame:?}"));
                }
            }
        }
        drive(&hall, &mut crowd, &drivers);
        check_work(&crowd)?;
        if let Some(id) = hall.first_inside(&crowd) {
            return Err(format!("inside of something: {}", told(&hall, &crowd, id)));
        }
    }
    if let Some((&id, to)) = left.first_key_value() {
        let by = drivers[&id];
        let told = told(&hall, &crowd, id);
        return Err(format!("by {by:?} never comes to {to}: {told}"));
    }
    match routes.iter().find(|it| *it.1 != 1) {
        Some((id, routes)) => Err(format!("{id} got {routes} routes")),
        None => Ok(arrived),
    }
}

#[test]
fn each_agent_gets_one_route_in_a_hall_that_rests_and_arrives() {
    let arrived = hold("resting", seeds(1_000, 24), || (), |seed, ()| resting(seed));
    assert!(arrived.iter().sum::<usize>() > 60, "{arrived:?}");
}

/// Agents that are sent, moved, removed and added at any time, among boxes that move.
fn busy(seed: u64) -> Result<(usize, Vec<DVec3>), String> {
    let mut draws = Draws::new(seed);
    let mut hall = Hall::drawn(&mut draws);
    let settings = match seed % 2 {
        0 => settings(&mut draws).anytime(),
        _ => settings(&mut draws),
    };
    let mut crowd = hall.crowd(10, settings, &mut draws);
    let drivers = drivers(&mut hall, &mut crowd, &mut draws);
    let mut sent = send_all(&mut hall, &mut crowd, &mut draws);
    let (mut arrived, mut short, mut trace) = (0, BTreeSet::new(), Vec::new());
    for tick in 0..600 {
        let is_busy = tick < 150;
        if is_busy {
            hall.slide(&crowd, DT);
            disturb(&mut hall, &mut crowd, &mut sent, &mut draws);
        }
        for event in crowd.update(&mut hall.navigator, DT).unwrap() {
            match event {
                Event::Arrived(id) => {
                    arrived += 1;
                    sent.remove(&id);
                }
                Event::StopsShort(id, NoPathReason::End(EndFault::GoalBlocked)) => {
                    short.insert(id);
                }
                _ => {}
            }
        }
        drive(&hall, &mut crowd, &drivers);
        check_work(&crowd)?;
        trace.extend(crowd.agents().map(|(_, agent)| agent.position));
        if let Some(id) = hall.first_inside(&crowd) {
            let (by, told) = (drivers.get(&id), told(&hall, &crowd, id));
            return Err(format!(
                "tick {tick}: by {by:?} inside of something: {told}"
            ));
        }
        if !is_busy && sent.is_empty() {
            break;
        }
    }
    for (id, to) in sent {
        let agent = *crowd.agents().find(|it| it.0 == id).unwrap().1;
        // Who rests at the goal of another keeps it waiting.
        let mut others = crowd.agents().filter(|it| it.0 != id);
        if others.any(|(_, other)| hall.plan(other.position).distance(to) < 1.0) {
            continue;
        }
        // A flying agent stops short where a box is in its goal, but not in the center of the cell.
        let is_told = short.contains(&id) && !hall.is_met(agent.body, to);
        if !is_told && hall.is_way(agent.body, hall.plan(agent.position), to) {
            let (by, told) = (drivers.get(&id), told(&hall, &crowd, id));
            return Err(format!("by {by:?} never comes to {to}: {told}"));
        }
    }
    Ok((arrived, trace))
}

/// Does something to an agent, at times.
fn disturb(
    hall: &mut Hall,
    crowd: &mut Crowd,
    sent: &mut BTreeMap<CrowdAgentId, DVec3>,
    draws: &mut Draws,
) {
    let ids: Vec<CrowdAgentId> = crowd.agents().map(|(id, _)| id).collect();
    if ids.is_empty() || draws.percent(80) {
        return;
    }
    let id = draws.pick(&ids);
    let agent = *crowd.agents().find(|it| it.0 == id).unwrap().1;
    let flies = agent.body == hall.body(true);
    let Some(place) = hall.place(flies, draws) else {
        return;
    };
    match draws.below(6) {
        0 => {
            crowd.remove(id).unwrap();
            sent.remove(&id);
        }
        1 => crowd.set_position(id, hall.world(place)).unwrap(),
        2 => {
            crowd.stop(id).unwrap();
            sent.remove(&id);
        }
        3 if ids.len() > 1 => {
            let leader = draws.pick(&ids);
            if leader != id {
                let within = hall.scale();
                crowd
                    .send(id, MoveTarget::following(leader, within))
                    .unwrap();
                sent.remove(&id);
            }
        }
        _ => {
            crowd.send(id, hall.world(place)).unwrap();
            sent.insert(id, place);
        }
    }
}

#[test]
fn agents_touch_nothing_and_arrive_whatever_is_done_to_them() {
    let counts = hold("busy", seeds(2_000, 10), || (), |seed, ()| busy(seed));
    assert!(counts.iter().map(|it| it.0).sum::<usize>() > 15);
}

/// Returns the most work of the first updates of many agents that are sent at once, each of which keeps to the budget.
fn work_of_many(seed: u64, budget: u64, updates: usize) -> Result<u64, String> {
    let mut draws = Draws::new(seed);
    let mut hall = Hall::drawn(&mut draws);
    let mut crowd = hall.crowd(120, CrowdSettings::default().budget(budget), &mut draws);
    send_all(&mut hall, &mut crowd, &mut draws);
    let mut most = 0;
    for _ in 0..updates {
        crowd.update(&mut hall.navigator, DT).unwrap();
        most = most.max(crowd.work().total());
        if budget < u64::MAX {
            check_work(&crowd)?;
        }
    }
    Ok(most)
}

#[test]
fn the_budget_bounds_an_update_of_agents_that_want_far_more() {
    const BUDGET: u64 = 200;
    let work = |seed, budget, updates| work_of_many(seed, budget, updates).unwrap();
    let allowed = BUDGET + PlanningStats::MOST_OVER + LONGEST;
    let mut wanted = 0;
    for seed in seeds(3_000, 4) {
        wanted += u64::from(work(seed, u64::MAX, 1) > allowed);
        assert!(work(seed, BUDGET, 30) > 0);
    }
    assert!(wanted >= 3, "only {wanted} crowds want more than they may");
}

/// Returns the work of updates of agents of both kinds that are sent elsewhere all the time, among boxes that move. Each
/// update keeps to the budget.
fn work_of_restless(seed: u64, budget: u64) -> Result<Vec<u64>, String> {
    let mut draws = Draws::new(seed);
    let mut hall = Hall::drawn(&mut draws);
    let mut crowd = hall.crowd(80, CrowdSettings::default().budget(budget), &mut draws);
    let agents: Vec<_> = crowd.agents().map(|(id, agent)| (id, agent.body)).collect();
    let mut total = Vec::new();
    for _ in 0..40 {
        for &(id, body) in &agents {
            let to = hall.place(body == hall.body(true), &mut draws);
            if let Some(to) = to.filter(|_| draws.percent(60)) {
                crowd.send(id, hall.world(to)).unwrap();
            }
        }
        hall.slide(&crowd, DT);
        crowd.update(&mut hall.navigator, DT).unwrap();
        check_work(&crowd)?;
        total.push(crowd.work().total());
    }
    Ok(total)
}

/// 240 updates; `VOXNAV_CASES=42` makes it 10^4.
#[test]
fn no_update_does_more_than_twice_the_median_of_those_that_spend_the_budget() {
    const BUDGET: u64 = 4_000;
    let work = |seed, (): &mut ()| work_of_restless(seed, BUDGET);
    let all = hold("restless", seeds(4_000, 6), || (), work).concat();
    let most = all.iter().copied().max().unwrap();
    let mut full: Vec<u64> = all.into_iter().filter(|&it| it >= BUDGET).collect();
    full.sort_unstable();
    assert!(full.len() > 50, "{} updates spend the budget", full.len());
    let median = full[full.len() / 2];
    assert!(most <= 2 * median, "{most} units, a median of {median}");
}

#[test]
fn equal_runs_are_equal_on_any_number_of_threads() {
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        pool.build().unwrap().install(|| busy(2_007))
    };
    let first = run(1);
    assert!(first.as_ref().is_ok_and(|it| !it.1.is_empty()));
    assert!(run(2) == first && run(8) == first);
}
