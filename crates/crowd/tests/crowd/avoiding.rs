//! Agents of a crowd never overlap, touch nothing, and arrive where there is room.
//!
//! This holds at any time during an update: the tests sweep between updates.

use std::collections::BTreeMap;

use voxnav::glam::DVec3;
use voxnav_crowd::avoidance::{Character, Shape};
use voxnav_crowd::crowd::{
    Crowd, CrowdAgent, CrowdAgentId, CrowdSettings, Event, MovedBy, Neighbor,
};
use voxnav_testkit::{Draws, hold, seeds};

use crate::oracle::{Moved, TOLERANCE, depth};
use crate::worlds::{DRONE, Driver, Hall, WALKER, is_by_step};

const DT: f64 = 0.05;

/// The shape of an agent for others, as the documentation has it.
fn shape(flies: bool) -> Shape {
    if flies {
        Shape::Ball { radius: DRONE.x }
    } else {
        Shape::Disc {
            radius: WALKER.x,
            height: 2.0 * WALKER.z,
        }
    }
}

/// The shape with another radius.
fn wide(shape: Shape, radius: f64) -> Shape {
    match shape {
        Shape::Disc { height, .. } => Shape::Disc { radius, height },
        _ => Shape::Ball { radius },
    }
}

fn resting(flies: bool, at: DVec3) -> Moved {
    Moved {
        shape: shape(flies),
        from: at,
        to: at,
    }
}

/// A place for an agent that is apart from all of some others.
fn apart(
    hall: &mut Hall,
    flies: bool,
    taken: &[(bool, DVec3)],
    draws: &mut Draws,
) -> Option<DVec3> {
    (0..10).find_map(|_| {
        let at = hall.place(flies, draws)?;
        let one = resting(flies, at);
        // Feet may be a tenth off the floor.
        let least = if hall.frame.feet == 0.0 { 0.05 } else { 0.2 };
        let is_apart = |it: &(bool, DVec3)| depth(&one, &resting(it.0, it.1), DVec3::Z) < -least;
        taken.iter().all(is_apart).then_some(at)
    })
}

/// A crowd in a hall.
pub(crate) struct Played {
    pub(crate) hall: Hall,
    pub(crate) crowd: Crowd,
    pub(crate) sent: BTreeMap<CrowdAgentId, DVec3>,
    pub(crate) drivers: BTreeMap<CrowdAgentId, Driver>,
    /// The number of ticks in which an agent did not move as it would have alone, summed over agents.
    met: usize,
}

impl Played {
    /// Draws agents that are apart in a hall that lies anywhere, and sends them to places that are apart.
    pub(crate) fn drawn(draws: &mut Draws, most: usize) -> Self {
        let hall = Hall::drawn(draws);
        Self::within(hall, most, Driver::drawn, draws)
    }

    /// The same in a hall on the grid, all moved by the crowd.
    fn on_grid(draws: &mut Draws, most: usize) -> Self {
        let hall = Hall::on_grid(draws);
        Self::within(hall, most, |_, _| Driver::Crowd, draws)
    }

    pub(crate) fn within(
        mut hall: Hall,
        most: usize,
        driver: impl Fn(bool, &mut Draws) -> Driver,
        draws: &mut Draws,
    ) -> Self {
        let mut crowd = Crowd::new(CrowdSettings::default());
        let (mut starts, mut goals) = (Vec::new(), Vec::new());
        let (mut sent, mut drivers) = (BTreeMap::new(), BTreeMap::new());
        for number in 0..most {
            let flies = number % 2 == 0;
            let start = apart(&mut hall, flies, &starts, draws);
            let goal = apart(&mut hall, flies, &goals, draws);
            let (Some(from), Some(to)) = (start, goal) else {
                continue;
            };
            let body = hall.body(flies);
            if !hall.is_way(body, from, to) || !hall.is_way(body, to, from) {
                continue;
            }
            let agent = hall.agent(flies, from, draws.within(0.5, 4.0));
            let agent = agent.priority(draws.between(0, 1));
            let by = driver(flies, draws);
            let agent = agent.moved_by(by.moved_by());
            let id = crowd.add(&mut hall.navigator, agent).unwrap();
            crowd.send(id, hall.world(to)).unwrap();
            drivers.insert(id, by);
            starts.push((flies, from));
            goals.push((flies, to));
            sent.insert(id, to);
        }
        Self {
            hall,
            crowd,
            sent,
            drivers,
            met: 0,
        }
    }

    /// Plays one update, and describes what must not have happened.
    pub(crate) fn tick(&mut self, dt: f64, arrived: &mut usize) -> Result<Vec<Event>, String> {
        let before: Vec<(CrowdAgentId, CrowdAgent)> = self
            .crowd
            .agents()
            .map(|(id, agent)| (id, *agent))
            .collect();
        let navigator = &mut self.hall.navigator;
        let mut events = self.crowd.update_plans(navigator, dt, || true).unwrap();
        let velocity = |crowd: &Crowd, id| crowd.motion(id).unwrap().velocity;
        let alone: Vec<DVec3> = before
            .iter()
            .map(|it| velocity(&self.crowd, it.0))
            .collect();
        events.extend(self.crowd.update_positions(dt).unwrap());
        let least = 0.01 * self.hall.scale();
        let turned = |((id, _), alone): (&(CrowdAgentId, CrowdAgent), &DVec3)| {
            velocity(&self.crowd, *id).distance(*alone) > least
        };
        self.met += before.iter().zip(&alone).filter(|it| turned(*it)).count();
        for event in &events {
            if let Event::Arrived(id) = event {
                *arrived += 1;
                self.sent.remove(id);
            }
        }
        for (&id, &driver) in &self.drivers {
            self.hall.drive(&mut self.crowd, id, driver, dt);
        }
        self.check(&before, dt)?;
        Ok(events)
    }

    /// Checks what must not have happened in an update.
    fn check(&mut self, before: &[(CrowdAgentId, CrowdAgent)], dt: f64) -> Result<(), String> {
        let tolerance = self.hall.tolerance();
        let mut moved: Vec<(CrowdAgentId, Moved)> = Vec::new();
        for (id, agent) in before {
            let shape = shape(agent.body == self.hall.drone);
            let shape = agent
                .radius
                .map_or(shape, |it| wide(shape, it / self.hall.scale()));
            let by_step = is_by_step(&self.crowd, *id) || agent.moved_by == MovedBy::Crowd;
            let [from, to] = [agent.position, self.crowd.position(*id).unwrap()]
                .map(|at| self.hall.counted(agent.body, at, by_step));
            moved.push((*id, Moved { shape, from, to }));
        }
        for (number, (id, one)) in moved.iter().enumerate() {
            for (other, two) in &moved[..number] {
                let depth = depth(one, two, DVec3::Z);
                if depth > tolerance {
                    let frame = &self.hall.frame;
                    return Err(format!(
                        "{id} overlaps {other} by {depth}: {one:?} {two:?} {frame:?}"
                    ));
                }
            }
            let agent = &before[number].1;
            let speed = agent.speed / self.hall.scale();
            // From feet off the floor straight on up or down a step.
            let rises = (one.to.z - one.from.z).abs() > tolerance;
            let feet = if rises { self.hall.feet().abs() } else { 0.0 };
            let most = speed * dt * (1.0 + 1e-9) + feet + tolerance;
            let is_fast = one.from.distance(one.to) > most;
            if is_fast && agent.moved_by == MovedBy::Crowd {
                return Err(format!("{id} is too fast: {one:?} at {speed}"));
            }
        }
        match self.hall.first_inside(&self.crowd) {
            Some(id) => {
                let (at, step) = (self.hall.position(&self.crowd, id), self.crowd.motion(id));
                let (driver, frame) = (self.drivers.get(&id), &self.hall.frame);
                Err(format!(
                    "{id} by {driver:?} is inside of something at {at:?}: {step:?} {frame:?}"
                ))
            }
            None => Ok(()),
        }
    }
}

/// Agents of both kinds that are sent all over a hall that rests.
fn crossing(mut played: Played) -> Result<(usize, usize, usize), String> {
    let all = played.crowd.len();
    let mut arrived = 0;
    for tick in 0..1600 {
        if played.sent.is_empty() {
            break;
        }
        let told = played.tick(DT, &mut arrived);
        told.map_err(|text| format!("tick {tick}: {text}"))?;
    }
    if let Some((&id, to)) = played.sent.first_key_value() {
        let (hall, crowd) = (&played.hall, &played.crowd);
        let here = hall.position(crowd, id);
        let near: Vec<_> = (crowd.agents())
            .map(|it| (it.0, hall.position(crowd, it.0), crowd.motion(it.0)))
            .filter(|it| it.0 != id && it.1.distance(here) < 1.0)
            .collect();
        let (step, by) = (crowd.motion(id), played.drivers[&id]);
        let frame = &hall.frame;
        return Err(format!(
            "{id} by {by:?} at {here} does not come to {to}: {step:?}, {near:?} {frame:?}"
        ));
    }
    Ok((arrived, all, played.met))
}

/// The same in a hall of a seed, on the grid.
fn crossing_on_grid(seed: u64) -> Result<(usize, usize, usize), String> {
    let most = Draws::new(seed).pick(&[4, 12, 30]);
    crossing(Played::on_grid(&mut Draws::new(seed), most))
}

#[test]
fn agents_never_overlap_touch_nothing_and_arrive() {
    let law = |seed, (): &mut ()| {
        let mut draws = Draws::new(seed);
        let most = draws.pick(&[4, 12, 30]);
        crossing(Played::drawn(&mut draws, most))
    };
    let mut told = hold("crossing", seeds(5_000, 12), || (), law);
    let on_grid = |seed, (): &mut ()| crossing_on_grid(seed);
    told.extend(hold("on the grid", seeds(5_000, 6), || (), on_grid));
    let sum = |of: fn(&(usize, usize, usize)) -> usize| told.iter().map(of).sum::<usize>();
    let (arrived, all, met) = (sum(|it| it.0), sum(|it| it.1), sum(|it| it.2));
    assert_eq!(arrived, all, "agents that arrived, of all");
    assert!(met > 10 * all, "only {met} ticks of {all} agents");
}

/// A walker went to and fro before its first step forever, since one at rest pushed it off the line to it.
#[test]
fn one_that_is_pushed_off_the_line_to_its_first_cell_gets_there() {
    let told = crossing_on_grid(5_019);
    assert!(told.is_ok_and(|(arrived, all, _)| arrived == all));
}

/// Draws in which agents waited forever: on a walk over a corner, in the middle of a step or a drop before one that stayed
/// there, on a block with no room next to it, before a drone at the height of a head; one in which a drone went into a
/// crate from among its cells, and one in which a walker went off a block over the corner of a third cell.
const LOCKED: [u64; 18] = [
    5_531, 5_666, 5_693, 5_733, 5_751, 5_849, 5_907, 6_222, 6_562, 6_612, 6_825, 7_106, 7_185,
    7_223, 7_398, 7_507, 7_516, 50_664,
];

#[test]
fn agents_that_stand_before_each_other_at_steps_get_on() {
    for seed in LOCKED {
        let told = crossing_on_grid(seed);
        assert!(
            told.as_ref().is_ok_and(|it| it.0 == it.1),
            "{seed}: {told:?}"
        );
    }
}

#[test]
fn an_agent_put_into_another_is_told_and_both_part() {
    let mut draws = Draws::new(7);
    let mut played = Played::on_grid(&mut draws, 2);
    let ids: Vec<CrowdAgentId> = played.crowd.agents().map(|(id, _)| id).collect();
    let [first, second] = ids[..] else {
        panic!("two agents")
    };
    let at = played.crowd.position(first).unwrap();
    let body = played.hall.body(true);
    let drone = CrowdAgent::new(body, at + DVec3::X * 0.125).speed(2.0);
    let third = played.crowd.add(&mut played.hall.navigator, drone).unwrap();
    let mut told = Vec::new();
    for _ in 0..40 {
        told.extend(played.crowd.update(&mut played.hall.navigator, DT).unwrap());
    }
    assert!(
        told.contains(&Event::Overlaps(third, Neighbor::Agent(first))),
        "{told:?}"
    );
    let _ = second;
    let apart = played.crowd.position(first).unwrap() - played.crowd.position(third).unwrap();
    assert!(apart.length() > 2.0 * DRONE.x);
}

#[test]
fn agents_make_way_for_one_that_does_not_cooperate() {
    let mut draws = Draws::new(3);
    let mut played = Played::on_grid(&mut draws, 1);
    let (id, agent) = played
        .crowd
        .agents()
        .next()
        .map(|(id, it)| (id, *it))
        .unwrap();
    played.crowd.stop(id).unwrap();
    let shape = Shape::Ball { radius: 0.3 };
    let mut at = agent.position + DVec3::new(-3.0, 0.05, 0.02);
    let velocity = DVec3::X * 0.4;
    for _ in 0..160 {
        let character = Character::new(shape, at, velocity);
        played.crowd.set_characters(&[character]).unwrap();
        played.crowd.update(&mut played.hall.navigator, DT).unwrap();
        at += velocity * DT;
        let apart = played.crowd.position(id).unwrap().distance(at);
        assert!(apart > 0.5 - TOLERANCE, "{apart}");
    }
    assert!(played.crowd.position(id).unwrap().distance(agent.position) > 0.01);
}

#[test]
fn equal_crowds_move_equally_on_any_number_of_threads() {
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        pool.build().unwrap().install(|| {
            let mut draws = Draws::new(5_003);
            let mut played = Played::drawn(&mut draws, 40);
            let mut arrived = 0;
            for _ in 0..200 {
                played.tick(DT, &mut arrived).unwrap();
            }
            let bits = |it: DVec3| it.to_array().map(f64::to_bits);
            let all = played.crowd.agents().map(|(_, agent)| bits(agent.position));
            all.collect::<Vec<_>>()
        })
    };
    let first = run(1);
    assert!(run(2) == first && run(8) == first);
}
