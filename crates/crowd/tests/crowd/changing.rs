//! Agents with a greatest acceleration, or a wanted velocity, that are resized, teleported and sent elsewhere at any
//! time, in updates of any length.

use voxnav::colliders::Obstacle;
use voxnav::glam::DVec3;
use voxnav::ground::Locomotion;
use voxnav::{Agent, Navigator, RouteOptions};
use voxnav_crowd::avoidance::Shape;
use voxnav_crowd::crowd::{
    Crowd, CrowdAgent, CrowdAgentId, CrowdError, CrowdSettings, Event, MoveTarget,
};
use voxnav_testkit::{Draws, hold, seeds};

use crate::oracle::{Moved, depth};
use crate::worlds::{DRONE, Driver, Hall, WALKER};

/// A crowd in a hall, with the acceleration and the radius of each agent.
struct Changing {
    hall: Hall,
    crowd: Crowd,
    /// The velocity in the last update.
    velocities: Vec<(CrowdAgentId, DVec3)>,
    updates: usize,
    /// The updates in which a velocity was asked for that walls or others kept an agent from.
    held: usize,
}

fn shape(flies: bool, radius: f64) -> Shape {
    if flies {
        return Shape::Ball { radius };
    }
    let height = 2.0 * WALKER.z;
    Shape::Disc { radius, height }
}

fn resting(at: DVec3, shape: Shape, reach: DVec3) -> Moved {
    let to = at + reach;
    Moved {
        shape,
        from: at,
        to,
    }
}

impl Changing {
    fn drawn(draws: &mut Draws) -> Self {
        let mut world = Self {
            hall: Hall::drawn(draws),
            crowd: Crowd::new(CrowdSettings::default()),
            velocities: Vec::new(),
            updates: 0,
            held: 0,
        };
        for number in 0..draws.pick(&[2, 8, 20]) {
            let flies = number % 2 == 0;
            let Some(at) = world.free_place(flies, DRONE.x, draws) else {
                continue;
            };
            let mut agent = world.hall.agent(flies, at, draws.within(0.5, 4.0));
            if draws.percent(70) {
                let most = draws.magnitude(0.5, 30.0) * world.hall.scale();
                agent = agent.acceleration(most);
            }
            let agent = agent.priority(draws.between(0, 1));
            let id = world.crowd.add(&mut world.hall.navigator, agent).unwrap();
            world.velocities.push((id, DVec3::ZERO));
        }
        world
    }

    fn flies(&self, agent: &CrowdAgent) -> bool {
        agent.body == self.hall.body(true)
    }

    /// Returns the radius of an agent in the hall.
    fn radius(&self, agent: &CrowdAgent) -> f64 {
        agent.radius.map_or(DRONE.x, |it| it / self.hall.scale())
    }

    fn shape_of(&self, agent: &CrowdAgent) -> Shape {
        shape(self.flies(agent), self.radius(agent))
    }

    /// Draws a place that is apart from all others and their ways to rest.
    fn free_place(&mut self, flies: bool, radius: f64, draws: &mut Draws) -> Option<DVec3> {
        let at = self.hall.place(flies, draws)?;
        self.is_apart(None, at, shape(flies, radius)).then_some(at)
    }

    fn is_apart(&self, but: Option<CrowdAgentId>, at: DVec3, shape: Shape) -> bool {
        let own = resting(at, shape, DVec3::ZERO);
        let mut others = self.velocities.iter().filter(|it| Some(it.0) != but);
        others.all(|&(id, velocity)| {
            let agent = self.crowd.agent(id).unwrap();
            let most = agent.acceleration.unwrap_or(f64::INFINITY) / self.hall.scale();
            let reach = velocity * (velocity.length() / (2.0 * most));
            let at = self.hall.plan(agent.position);
            let other = resting(at, self.shape_of(agent), reach);
            // Feet may be a tenth off the floor.
            let least = if self.hall.frame.feet == 0.0 {
                0.01
            } else {
                0.15
            };
            depth(&own, &other, DVec3::Z) < -least
        })
    }

    /// Changes an agent in some way.
    fn change(&mut self, draws: &mut Draws) {
        let place = draws.below(self.velocities.len());
        let (id, velocity) = self.velocities[place];
        let agent = *self.crowd.agent(id).unwrap();
        let flies = self.flies(&agent);
        match draws.below(7_u32) {
            0 => {
                let (shape, at) = (shape(flies, DRONE.x), self.hall.plan(agent.position));
                if self.is_apart(Some(id), at, shape) && velocity == DVec3::ZERO {
                    self.crowd.set_radius(id, None).unwrap();
                }
            }
            1 => {
                let radius = self.radius(&agent) * draws.within(0.5, 1.0);
                let radius = radius * self.hall.scale();
                self.crowd.set_radius(id, Some(radius)).unwrap();
            }
            2 => {
                let radius = self.radius(&agent);
                if let Some(at) = self.free_place(flies, radius, draws) {
                    self.crowd.set_position(id, self.hall.world(at)).unwrap();
                    self.velocities[place].1 = DVec3::ZERO;
                }
            }
            3 => {
                self.crowd.remove(id).unwrap();
                self.velocities.remove(place);
                if let Some(at) = self.free_place(flies, DRONE.x, draws) {
                    let mut agent = agent;
                    (agent.position, agent.radius) = (self.hall.world(at), None);
                    let id = self.crowd.add(&mut self.hall.navigator, agent).unwrap();
                    self.velocities.push((id, DVec3::ZERO));
                }
            }
            4 => {
                let velocity = self.hall.world_vector(draws.point(-4.0, 4.0));
                self.crowd.send(id, MoveTarget::moving(velocity)).unwrap();
            }
            5 => self.crowd.stop(id).unwrap(),
            _ => {
                self.crowd.set_priority(id, draws.between(0, 2)).unwrap();
                let body = self.hall.body(flies);
                self.crowd
                    .set_body(&mut self.hall.navigator, id, body)
                    .unwrap();
            }
        }
    }

    /// Plays one update, and describes what must not have happened.
    fn update(&mut self, dt: f64) -> Result<(), String> {
        let before: Vec<CrowdAgent> = self.crowd.agents().map(|it| *it.1).collect();
        self.crowd.update(&mut self.hall.navigator, dt).unwrap();
        self.updates += 1;
        let mut moved: Vec<Moved> = Vec::new();
        let scale = self.hall.scale();
        for (agent, (id, velocity)) in before.iter().zip(&mut self.velocities) {
            let radius = agent.radius.map_or(DRONE.x, |it| it / scale);
            let to = self.crowd.position(*id).unwrap();
            // A walker that is put somewhere is on the ground below its feet.
            let [from, to] = [agent.position, to].map(|at| self.hall.counted(agent.body, at, true));
            let one = Moved {
                shape: shape(agent.body == self.hall.drone, radius),
                from,
                to,
            };
            for two in &moved {
                let depth = depth(&one, two, DVec3::Z);
                if depth > self.hall.tolerance() {
                    let frame = &self.hall.frame;
                    return Err(format!(
                        "{id} overlaps by {depth}: {one:?} {two:?} {frame:?}"
                    ));
                }
            }
            moved.push(one);
            if dt == 0.0 {
                continue;
            }
            let now = self
                .hall
                .plan_vector(self.crowd.motion(*id).unwrap().velocity);
            let gain = agent
                .acceleration
                .map_or(f64::INFINITY, |most| most / scale * dt);
            if now.distance(*velocity) > gain * (1.0 + 1e-9) + 1e-9 {
                return Err(format!("{id} turns too fast: {velocity} {now} {agent:?}"));
            }
            let wanted = match self.crowd.move_target(*id).unwrap() {
                Some(MoveTarget::Velocity { velocity }) => {
                    let most = agent.speed / scale;
                    self.hall.plan_vector(*velocity).clamp_length_max(most)
                }
                _ => now,
            };
            self.held += usize::from(wanted.distance(now) > 0.01);
            *velocity = now;
        }
        if let Some(id) = self.hall.first_inside(&self.crowd) {
            let (at, step) = (self.hall.position(&self.crowd, id), self.crowd.motion(id));
            let frame = &self.hall.frame;
            return Err(format!(
                "{id} is inside of something at {at}: {step:?} {frame:?}"
            ));
        }
        Ok(())
    }
}

#[test]
fn agents_that_change_at_any_time_never_overlap_and_keep_to_their_accelerations() {
    let law = |seed, (): &mut ()| {
        let mut draws = Draws::new(seed);
        let mut world = Changing::drawn(&mut draws);
        let ids: Vec<CrowdAgentId> = world.velocities.iter().map(|it| it.0).collect();
        for id in ids {
            if let Some(to) = world.hall.place(draws.percent(50), &mut draws) {
                let to = world.hall.world(to);
                world.crowd.send(id, to).unwrap();
            }
        }
        for tick in 0..120 {
            if draws.percent(30) && !world.velocities.is_empty() {
                world.change(&mut draws);
            }
            let dt = match draws.below(12_u32) {
                0 => 0.0,
                1 => 10.0,
                2 => draws.magnitude(1e-4, 1.0),
                _ => 0.05,
            };
            let told = world.update(dt);
            told.map_err(|text| format!("tick {tick}: {text}"))?;
        }
        Ok((world.held, world.updates))
    };
    let told = hold("changing", seeds(300, 8), || (), law);
    let held: usize = told.iter().map(|it| it.0).sum();
    assert!(held > 50, "only {held} velocities were kept from");
}

/// A hall of 20 cells in each direction, and a drone that gathers speed in a second.
fn alone(to: [f64; 3]) -> (Navigator, Crowd, CrowdAgentId) {
    let mut navigator = Navigator::in_region(0.5, [0.0; 3], [10.0; 3]).unwrap();
    let drone = navigator.add_agent(Agent::new([0.2; 3].into())).unwrap();
    let mut crowd = Crowd::new(CrowdSettings::default());
    let agent = CrowdAgent::new(drone, [1.0; 3])
        .speed(2.0)
        .acceleration(2.0);
    let id = crowd.add(&mut navigator, agent).unwrap();
    crowd.send(id, to).unwrap();
    (navigator, crowd, id)
}

#[test]
fn an_agent_gathers_speed_brakes_and_arrives() {
    for stopping_distance in [0.1, 0.01] {
        let (mut navigator, mut crowd, id) = alone([1.0; 3]);
        let agent = crowd
            .remove(id)
            .unwrap()
            .stopping_distance(stopping_distance);
        let id = crowd.add(&mut navigator, agent).unwrap();
        crowd.send(id, [9.0, 1.0, 1.0]).unwrap();
        let (mut now, mut fastest) = (0.0, 0.0_f64);
        let arrived = loop {
            let events = crowd.update(&mut navigator, 0.05).unwrap();
            now += 0.05;
            let speed = crowd.motion(id).unwrap().velocity.length();
            assert!(speed <= 2.0 * now + 1e-9);
            fastest = fastest.max(speed);
            if events.contains(&Event::Arrived(id)) {
                break speed;
            }
            assert!(now < 10.0, "{}", crowd.position(id).unwrap());
        };
        // Eight units at two a second, and a second to gather speed and to brake.
        assert!(
            fastest > 1.99 && now < 5.6 && arrived < 1.0,
            "{fastest} {now} {arrived}"
        );
        for _ in 0..40 {
            crowd.update(&mut navigator, 0.05).unwrap();
        }
        let left = crowd
            .position(id)
            .unwrap()
            .distance(DVec3::new(9.0, 1.0, 1.0));
        assert!(left < 0.3, "{left}");
    }
}

#[test]
fn an_agent_that_is_stopped_brakes_and_stays_there() {
    for frames in [1, 10, 30, 60] {
        let (mut navigator, mut crowd, id) = alone([9.0, 1.0, 1.0]);
        for _ in 0..frames {
            crowd.update(&mut navigator, 0.05).unwrap();
        }
        let (from, fast) = (
            crowd.position(id).unwrap(),
            crowd.motion(id).unwrap().velocity,
        );
        crowd.stop(id).unwrap();
        // Where it is at rest if it brakes at once, at 2 units a second squared.
        let rest = from.x + fast.x * fast.x / 4.0;
        for _ in 0..200 {
            let events = crowd.update(&mut navigator, 0.05).unwrap();
            assert_eq!(events, [], "{frames} frames");
            let beyond = crowd.position(id).unwrap().x - rest;
            assert!(beyond < 0.2, "{frames} frames: {beyond}, half of its width");
        }
        let off = crowd.position(id).unwrap().x - rest;
        assert!(
            off.abs() < fast.x * 0.05,
            "{frames} frames: {off} off, more than in a frame"
        );
        let speed = crowd.motion(id).unwrap().velocity.length();
        assert!(speed < 1e-3, "{frames} frames: {speed}");
    }
}

#[test]
fn velocities_and_accelerations_that_are_none_are_refused() {
    let (mut navigator, mut crowd, id) = alone([9.0; 3]);
    let nowhere = crowd.send(id, MoveTarget::moving([f64::NAN, 0.0, 0.0]));
    assert!(matches!(nowhere, Err(CrowdError::Velocity { id: told, .. }) if told == id));
    assert!(matches!(
        crowd.move_target(id),
        Ok(Some(MoveTarget::Destination(_)))
    ));
    for most in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        let agent = crowd.agent(id).unwrap().acceleration(most);
        let refused = crowd.add(&mut navigator, agent);
        assert!(
            matches!(refused, Err(CrowdError::Acceleration { .. })),
            "{most}"
        );
    }
    assert!(crowd.set_radius(id, Some(0.0)).is_err());
    assert_eq!(crowd.agent(id).unwrap().radius, None);
}

/// An agent of some speed and acceleration, in the air or on the ground, in a hall with pillars, that is sent somewhere,
/// and elsewhere on its way.
fn arrives_alone(seed: u64, (): &mut ()) -> Result<(), String> {
    let mut draws = Draws::new(seed);
    let mut navigator = Navigator::in_region(0.5, [0.0; 3], [20.0, 20.0, 5.0]).unwrap();
    for _ in 0..draws.below(8) {
        let [x, y] = [(); 2].map(|()| draws.within(2.0, 18.0));
        let pillar = Obstacle::between([x - 0.7, y - 0.7, 0.0], [x + 0.7, y + 0.7, 5.0]);
        navigator.insert(pillar).unwrap();
    }
    let drone = navigator.add_agent(Agent::new(DRONE.as_vec3())).unwrap();
    let walker = (Agent::new(WALKER.as_vec3()), Locomotion::walker());
    let walker = navigator.add_agent(walker).unwrap();
    let flies = draws.percent(50);
    let body = if flies { drone } else { walker };
    let view = navigator.view(body, &RouteOptions::default()).unwrap();
    let places: Vec<_> = view.random_places(seed).take(3).collect();
    let [pace, most] = [(); 2].map(|()| draws.magnitude(0.5, 6.0));
    let agent = CrowdAgent::new(body, places[0])
        .speed(pace)
        .acceleration(most);
    let mut crowd = Crowd::new(CrowdSettings::default());
    let id = crowd.add(&mut navigator, agent).unwrap();
    crowd.send(id, places[1]).unwrap();
    let (dt, mut until) = (1.0 / 30.0, Some(draws.within(0.0, 3.0)));
    // A way is at most 50 units long; the agent stops and gathers speed again a few times.
    let limit = 100.0 / pace + 10.0 * pace / most;
    let mut now = 0.0;
    while now < limit {
        if until.is_some_and(|until| now >= until) {
            crowd.send(id, places[2]).unwrap();
            until = None;
        }
        let events = crowd.update(&mut navigator, dt).unwrap();
        now += dt;
        if until.is_none() && events.contains(&Event::Arrived(id)) {
            return Ok(());
        }
    }
    let at = crowd.position(id).unwrap();
    let to = places[2];
    Err(format!(
        "speed {pace}, acceleration {most}, flies: {flies}: {at} is not at {to}"
    ))
}

#[test]
fn an_agent_alone_arrives_whatever_its_acceleration() {
    hold("alone", seeds(300, 40), || (), arrives_alone);
}

/// Agents in a hall of boxes, steps and gaps, one after the other, each sent to a place to which there is a way.
fn arrives_among_boxes(seed: u64, (): &mut ()) -> Result<u32, String> {
    let mut draws = Draws::new(seed);
    let mut hall = Hall::drawn(&mut draws);
    let mut sent = 0;
    for number in 0..8 {
        let flies = number % 2 == 0;
        let body = hall.body(flies);
        let (Some(from), Some(to)) = (hall.place(flies, &mut draws), hall.place(flies, &mut draws))
        else {
            continue;
        };
        if !hall.is_way(body, from, to) {
            continue;
        }
        let pace = draws.magnitude(0.5, 4.0);
        let mut crowd = Crowd::new(CrowdSettings::default());
        let within = draws.pick(&[0.0, 0.1]) * hall.scale();
        let driver = Driver::drawn(flies, &mut draws);
        let agent = hall.agent(flies, from, pace).stopping_distance(within);
        let agent = agent.moved_by(driver.moved_by());
        let id = crowd.add(&mut hall.navigator, agent).unwrap();
        crowd.send(id, hall.world(to)).unwrap();
        sent += 1;
        let (dt, mut left) = (1.0 / 30.0, 60.0 / pace);
        while !(crowd.update(&mut hall.navigator, dt).unwrap()).contains(&Event::Arrived(id)) {
            hall.drive(&mut crowd, id, driver, dt);
            left -= dt;
            if left < 0.0 {
                let (at, step) = (hall.position(&crowd, id), crowd.motion(id).unwrap());
                let frame = &hall.frame;
                return Err(format!(
                    "{driver:?} from {from} to {to}: it is at {at}, {step:?} {frame:?}"
                ));
            }
        }
    }
    Ok(sent)
}

#[test]
fn an_agent_alone_arrives_wherever_there_is_a_way() {
    let sent = hold("among boxes", seeds(20, 20), || (), arrives_among_boxes);
    let sent: u32 = sent.into_iter().sum();
    assert!(sent > 60, "only {sent} agents had a way");
}

/// Agents of both kinds in a hall that stands still, some of which are pushed off where they rest while others rest there.
fn rests_in_the_end(seed: u64, (): &mut ()) -> Result<usize, String> {
    let mut draws = Draws::new(seed);
    let mut hall = Hall::on_grid(&mut draws);
    let mut crowd = hall.crowd(24, CrowdSettings::default(), &mut draws);
    let agents: Vec<_> = (crowd.agents().map(|(id, it)| (id, it.body, it.position))).collect();
    for &(id, body, at) in &agents {
        let flies = body == hall.drone;
        for _ in 0..5 {
            if let Some(to) = hall.place(flies, &mut draws)
                && hall.is_way(body, at, to)
            {
                crowd.send(id, to).unwrap();
                break;
            }
        }
    }
    for _ in 0..900 {
        crowd.update(&mut hall.navigator, 1.0 / 30.0).unwrap();
    }
    for _ in 0..300 {
        let events = crowd.update(&mut hall.navigator, 1.0 / 30.0).unwrap();
        let planned = events
            .iter()
            .find(|it| matches!(it, Event::RouteChanged(_)));
        if let Some(event) = planned {
            return Err(format!("{event:?} long after all have come to rest"));
        }
    }
    let targets = agents.iter().map(|it| crowd.move_target(it.0).unwrap());
    Ok(targets.filter(Option::is_none).count())
}

#[test]
fn agents_whose_places_were_taken_rest_in_the_end() {
    // Each of these draws comes to rest, the fourth since agents settle where they were pushed; not yet all draws do.
    let arrived = hold("rest", 0..6, || (), rests_in_the_end);
    assert!(arrived.into_iter().sum::<usize>() > 100);
}
