//! Formations: followers keep their places where it is wide, pass doors one after the other, and come to rest with their
//! leader.

use std::collections::BTreeSet;
use std::f64::consts::TAU;

use voxnav::glam::{DVec2, DVec3, IVec3};
use voxnav::grid::{CellBox, CellState};
use voxnav::ground::Locomotion;
use voxnav::{Agent, AgentId, Navigator};
use voxnav_crowd::avoidance::Shape;
use voxnav_crowd::crowd::{
    Crowd, CrowdAgent, CrowdAgentId, CrowdError, CrowdSettings, Event, Formation, FormationShape,
    MoveTarget,
};
use voxnav_testkit::{Draws, Frame, drawn_support, hold, seeds};

use crate::oracle::{Moved, TOLERANCE, depth};

/// The hall, in cells, with a floor one cell thick, and the wall across it.
const SIZE: IVec3 = IVec3::new(34, 17, 6);
const WALL: i32 = 15;
const FLOOR: f64 = 0.5;
const HEIGHT: f64 = 1.8;
/// Half the width of the body of an agent.
const HALF: f64 = 0.4;

/// The least and the greatest width of doors, in cells; where there is no room to the side, that of one cell.
const WIDE: [i32; 2] = [2, 3];
const NARROW: [i32; 2] = [1, 1];

const SHAPES: [FormationShape; 4] = [
    FormationShape::Line,
    FormationShape::Wedge,
    FormationShape::Column,
    FormationShape::Ring,
];

/// A leader with followers in a hall that lies anywhere.
struct Parade {
    frame: Frame,
    navigator: Navigator,
    crowd: Crowd,
    drone: AgentId,
    leader: CrowdAgentId,
    followers: Vec<CrowdAgentId>,
    formation: Formation,
    /// The first and the last row of the door; `None` without a wall.
    door: Option<[i32; 2]>,
    arrived: Vec<CrowdAgentId>,
    told: Vec<Event>,
    /// The time for which the leader stood, in seconds, and true once it went on without one.
    stood: f64,
    is_left: bool,
}

impl Parade {
    /// Draws agents of one kind or both, of several radii, before a wall with a door of a drawn width, or in the open.
    fn drawn(widths: Option<[i32; 2]>, draws: &mut Draws) -> Self {
        let frame = Frame {
            shift: DVec3::ZERO,
            floor: 0.0,
            feet: 0.0,
            ..Frame::drawn(draws)
        };
        let cells = |low: IVec3, high: IVec3| frame.cells(CellBox::new(low, high));
        let bounds = cells(IVec3::ZERO, SIZE);
        let navigator = Navigator::new(frame.lattice(), bounds).unwrap();
        let mut navigator = navigator.with_up(frame.up());
        let flies = draws.pick(&[[0, 0], [100, 100], [0, 50], [100, 50]]);
        let floor = cells(IVec3::ZERO, SIZE.with_z(1));
        navigator.set_cells(floor, CellState::Occupied).unwrap();
        let door = widths.map(|[least, most]| {
            let first = draws.between(6, 9);
            let door = [first, first + draws.between(least, most)];
            let wall = cells(IVec3::new(WALL, 0, 1), IVec3::new(WALL + 1, SIZE.y, SIZE.z));
            navigator.set_cells(wall, CellState::Occupied).unwrap();
            let gap = cells(
                IVec3::new(WALL, door[0], 1),
                IVec3::new(WALL + 1, door[1], SIZE.z),
            );
            navigator.set_cells(gap, CellState::Free).unwrap();
            door
        });
        let half = DVec3::splat(HALF);
        let drone = navigator.add_agent(Agent::new(frame.half(half))).unwrap();
        let half = frame.half(half.with_z(HEIGHT / 2.0));
        let able = Locomotion {
            support: drawn_support(draws),
            ..Locomotion::walker().with_up(frame.up())
        };
        let walker = (Agent::new(half), able);
        let walker = navigator.add_agent(walker).unwrap();
        let mut crowd = Crowd::new(CrowdSettings::default());
        let speed = draws.within(1.0, 3.0);
        let mut add = |at: DVec2, (flies, speed): (bool, f64), draws: &mut Draws| {
            let body = if flies { drone } else { walker };
            let high = if flies { FLOOR + 1.0 } else { FLOOR };
            let agent =
                CrowdAgent::new(body, frame.position(at.extend(high))).speed(speed * frame.size);
            let radius = draws.pick(&[0.25, 0.3, HALF]) * frame.size;
            let agent = agent.radius(radius).stopping_distance(0.1 * frame.size);
            let agent = match draws.below(3) {
                0 => agent.acceleration(4.0 * speed * frame.size),
                _ => agent,
            };
            crowd.add(&mut navigator, agent).unwrap()
        };
        let mut taken = vec![DVec2::new(8.0 + draws.share(), 7.0 + draws.share())];
        let leader = add(taken[0], (flies[0] == 100, speed), draws);
        let mut followers = Vec::new();
        let count = 2 + draws.below(6);
        while followers.len() < count {
            let at = DVec2::new(draws.within(1.0, 9.0), draws.within(2.0, 14.0));
            if taken.iter().all(|it| it.distance(at) > 1.0) {
                let speed = speed * draws.within(1.3, 2.0);
                followers.push(add(at, (draws.percent(flies[1]), speed), draws));
                taken.push(at);
            }
        }
        let shape = draws.pick(&SHAPES);
        let formation = Formation::new(shape).spacing(draws.within(1.2, 1.6) * frame.size);
        Self {
            frame,
            navigator,
            crowd,
            drone,
            leader,
            followers,
            formation,
            door,
            arrived: Vec::new(),
            told: Vec::new(),
            stood: 0.0,
            is_left: false,
        }
    }

    fn follow(&mut self) {
        let (leader, formation) = (self.leader, self.formation);
        let followers = &self.followers;
        (self.crowd.follow_in_formation(leader, followers, formation)).unwrap();
    }

    fn send(&mut self, x: f64, y: f64) {
        let high = if self.flies(self.leader) {
            FLOOR + 1.0
        } else {
            FLOOR
        };
        let to = self.frame.position(DVec3::new(x, y, high));
        self.crowd.send(self.leader, to).unwrap();
    }

    fn flies(&self, id: CrowdAgentId) -> bool {
        self.crowd.agent(id).unwrap().body == self.drone
    }

    fn at(&self, id: CrowdAgentId) -> DVec3 {
        self.frame.plan(self.crowd.position(id).unwrap())
    }

    fn positions(&self) -> Vec<DVec3> {
        let ids = self.crowd.agents().map(|it| it.0);
        ids.map(|id| self.at(id)).collect()
    }

    /// Plays an update in which agents neither overlap nor touch the wall.
    fn tick(&mut self, dt: f64) -> Result<(), String> {
        let before: Vec<(CrowdAgentId, DVec3)> = (self.crowd.agents())
            .map(|(id, it)| (id, self.frame.plan(it.position)))
            .collect();
        let mut events = self
            .crowd
            .update_plans(&mut self.navigator, dt, || true)
            .unwrap();
        self.check_wait(dt)?;
        events.extend(self.crowd.update_positions(dt).unwrap());
        for event in events {
            if let Event::Arrived(id) | Event::StopsShort(id, _) = event {
                self.arrived.push(id);
            }
            self.told.push(event);
        }
        let moved: Vec<(CrowdAgentId, Moved)> = (before.into_iter())
            .map(|(id, from)| (id, self.moved(id, from)))
            .collect();
        let tolerance = TOLERANCE + self.frame.grain();
        for (number, (id, one)) in moved.iter().enumerate() {
            for (other, two) in &moved[..number] {
                let depth = depth(one, two, DVec3::Z);
                if depth > tolerance {
                    return Err(format!("{id} overlaps {other} by {depth}: {one:?} {two:?}"));
                }
            }
            if self.is_in_wall(one.to) {
                return Err(format!("{id} is in the wall: {one:?}"));
            }
        }
        Ok(())
    }

    fn moved(&self, id: CrowdAgentId, from: DVec3) -> Moved {
        let radius = self.crowd.agent(id).unwrap().radius.unwrap() / self.frame.size;
        let shape = if self.flies(id) {
            Shape::Ball { radius }
        } else {
            let height = HEIGHT;
            Shape::Disc { radius, height }
        };
        let to = self.at(id);
        Moved { shape, from, to }
    }

    fn is_in_wall(&self, at: DVec3) -> bool {
        let Some([first, end]) = self.door else {
            return false;
        };
        let least = 0.5 + HALF - 1e-3;
        let is_beside = (at.x - f64::from(WALL)).abs() < least;
        let [low, high] = [f64::from(first) - 0.5, f64::from(end) - 0.5];
        let is_in_door = at.y - HALF > low - 1e-3 && at.y + HALF < high + 1e-3;
        is_beside && !is_in_door
    }

    /// Says if the leader moves though a straggler makes it halt.
    fn check_wait(&mut self, dt: f64) -> Result<(), String> {
        let Some(wait) = self.formation.wait else {
            return Ok(());
        };
        let off = |id: &CrowdAgentId| {
            let place = self.crowd.formation_place(*id).unwrap()?;
            Some(place.distance(self.crowd.position(*id).unwrap()))
        };
        let worst = self.followers.iter().filter_map(off).fold(0.0, f64::max);
        let step = self.crowd.motion(self.leader).unwrap();
        let stands = step.velocity == DVec3::ZERO;
        self.stood = if stands { self.stood + dt } else { 0.0 };
        self.is_left |= self.stood > 5.0;
        let is_over = worst > wait * (1.0 + 1e-6) && !stands && !self.is_left;
        let told = || format!("{worst} is off: {}", self.state());
        if is_over { Err(told()) } else { Ok(()) }
    }

    /// Returns the farthest that a place of the shape is from the nearest follower, level, in cells, if the leader faces a
    /// direction; the shape may be mirrored.
    fn off(&self, ahead: DVec2) -> f64 {
        let mirrors = [1.0, -1.0].map(|it| DVec2::new(1.0, it));
        let off = mirrors.map(|it| self.off_mirrored(ahead, it));
        off[0].min(off[1])
    }

    fn off_mirrored(&self, ahead: DVec2, mirror: DVec2) -> f64 {
        let leader = self.at(self.leader).truncate();
        let spacing = self.formation.spacing.unwrap() / self.frame.size;
        let count = self.followers.len();
        let number = |it: usize| f64::from(u32::try_from(it).unwrap());
        let places = (0..count).map(|place| {
            let pair = number(place / 2 + 1);
            let aside = if place % 2 == 0 { pair } else { -pair };
            match self.formation.shape {
                FormationShape::Line => DVec2::new(0.0, aside),
                FormationShape::Wedge => DVec2::new(-pair, aside) * 0.5_f64.sqrt(),
                FormationShape::Column => DVec2::new(-number(place + 1), 0.0),
                _ => {
                    let angle = TAU * number(place) / number(count);
                    let radius = 1.0_f64.max(0.5 / (TAU / 2.0 / number(count)).sin());
                    DVec2::from_angle(angle) * -radius
                }
            }
        });
        let places = places.map(|it| leader + spacing * ahead.rotate(it * mirror));
        let nearest = places.map(|place| {
            let followers = self.followers.iter().map(|&id| self.at(id).truncate());
            followers
                .map(|it| it.distance(place))
                .fold(f64::INFINITY, f64::min)
        });
        nearest.fold(0.0, f64::max)
    }

    fn state(&self) -> String {
        let one = |&id: &CrowdAgentId| {
            let place = self.crowd.formation_place(id).unwrap();
            let place = place.map(|it| self.frame.plan(it));
            let step = self.crowd.motion(id).unwrap().velocity.length() / self.frame.size;
            format!(
                "{id} flies {} at {} for {place:?} by {step}",
                self.flies(id),
                self.at(id)
            )
        };
        let all: Vec<String> = [self.leader]
            .iter()
            .chain(&self.followers)
            .map(one)
            .collect();
        format!("{:?} {:?} {all:#?}", self.formation, self.door)
    }

    fn arrived(&self) -> BTreeSet<CrowdAgentId> {
        self.arrived.iter().copied().collect()
    }

    /// Plays until all have arrived, and then until no agent moves.
    fn play_to_rest(&mut self, draws: &mut Draws) -> Result<(), String> {
        let all = self.followers.len() + 1;
        for _ in 0..1500 {
            self.tick(draws.within(0.02, 0.1))?;
            if self.arrived().len() == all {
                break;
            }
        }
        if self.arrived().len() < all {
            return Err(format!("{:?} have arrived: {}", self.arrived, self.state()));
        }
        // Those that were pushed off go back.
        for _ in 0..200 {
            self.tick(0.05)?;
        }
        let before = self.positions();
        for _ in 0..20 {
            self.tick(0.05)?;
        }
        let far = |(one, two): (DVec3, DVec3)| one.distance(two);
        let most = before
            .into_iter()
            .zip(self.positions())
            .map(far)
            .fold(0.0, f64::max);
        let is_still = most <= 1e-3 + self.frame.grain();
        is_still
            .then_some(())
            .ok_or_else(|| format!("{most}: {}", self.state()))
    }
}

/// After the leader has gone straight for ten spacings, each place of the shape has a follower within half a spacing.
fn keeps(seed: u64) -> Result<f64, String> {
    let mut draws = Draws::new(seed);
    let mut parade = Parade::drawn(None, &mut draws);
    parade.follow();
    let (leader, fast) = (
        parade.leader,
        parade.crowd.agent(parade.leader).unwrap().speed,
    );
    parade.crowd.set_speed(leader, 0.5 * fast).unwrap();
    let y = draws.within(7.0, 9.0);
    parade.send(28.0, y);
    let mut most = 0.0_f64;
    while parade.at(parade.leader).x < 26.0 {
        let before = parade.at(parade.leader).truncate();
        parade.tick(draws.within(0.02, 0.1))?;
        let at = parade.at(parade.leader).truncate();
        if at.x > 24.0 && at.x < 26.0 && at != before {
            most = most.max(parade.off((at - before).normalize()));
        }
    }
    let spacing = parade.formation.spacing.unwrap() / parade.frame.size;
    if most == 0.0 || most > 0.5 * spacing {
        return Err(format!("{most} of {spacing}: {}", parade.state()));
    }
    Ok(most / spacing)
}

#[test]
fn in_the_open_each_follower_keeps_its_place() {
    let told = hold(
        "kept places",
        seeds(60_000, 24),
        || (),
        |seed, ()| keeps(seed),
    );
    println!("{told:?}");
    assert!(told.iter().all(|it| *it > 0.0), "{told:?}");
}

/// All get through a door, form up behind it, and come to rest.
fn passes(widths: [i32; 2], seed: u64) -> Result<(), String> {
    let mut draws = Draws::new(seed);
    let mut parade = Parade::drawn(Some(widths), &mut draws);
    if draws.percent(50) {
        let spacing = parade.formation.spacing.unwrap();
        parade.formation = parade.formation.wait(draws.within(2.0, 6.0) * spacing);
    }
    parade.follow();
    parade.send(26.0, draws.within(7.0, 9.0));
    parade.play_to_rest(&mut draws)?;
    let spacing = parade.formation.spacing.unwrap() / parade.frame.size;
    for &id in &parade.followers {
        let place = parade.crowd.formation_place(id).unwrap();
        let off = place.map(|it| parade.frame.plan(it).distance(parade.at(id)));
        if off.is_none_or(|off| off > 0.2 * spacing) {
            return Err(format!("{id} is not formed up: {}", parade.state()));
        }
    }
    Ok(())
}

#[test]
fn through_a_door_all_get_and_form_up_behind_it() {
    let law = |seed, (): &mut ()| passes(WIDE, seed);
    let told = hold("doors", seeds(61_000, 24), || (), law);
    assert!(!told.is_empty());
}

/// In a door of one cell, followers of 3 in 100 leaders still stand in each other's way.
#[test]
fn through_a_door_of_one_cell_nearly_all_get_and_form_up_behind_it() {
    let law = |seed, (): &mut ()| Ok(passes(NARROW, seed).is_ok());
    let told = hold("narrow doors", seeds(66_000, 12), || (), law);
    let failed = told.iter().filter(|passed| !**passed).count();
    assert!(failed * 20 <= told.len(), "{failed} of {}", told.len());
}

/// Saved in the middle and loaded, a formation goes on equally.
fn goes_on_equally(seed: u64) -> Result<(), String> {
    let mut draws = Draws::new(seed);
    let mut parade = Parade::drawn(Some(WIDE), &mut draws);
    parade.formation = parade.formation.wait(5.0 * parade.frame.size);
    parade.follow();
    parade.send(26.0, 8.0);
    for _ in 0..draws.below(250) {
        parade.tick(0.05)?;
    }
    let bytes = parade.crowd.to_bytes().unwrap();
    let mut loaded = Crowd::from_bytes(&bytes, CrowdSettings::default()).unwrap();
    if loaded.to_bytes().unwrap() != bytes {
        return Err("loaded and saved again, it has other bytes".to_owned());
    }
    for tick in 0..250 {
        let [one, other] = [&mut parade.crowd, &mut loaded].map(|crowd| {
            let events = crowd.update(&mut parade.navigator, 0.05).unwrap();
            let at: Vec<_> = crowd.agents().map(|it| it.1.position).collect();
            (events, at)
        });
        if one != other {
            return Err(format!("tick {tick}: {one:?} or {other:?}"));
        }
    }
    Ok(())
}

#[test]
fn saved_in_the_middle_a_formation_goes_on_equally() {
    let law = |seed, (): &mut ()| goes_on_equally(seed);
    assert!(!hold("saved formations", seeds(62_000, 6), || (), law).is_empty());
}

/// Without its leader, the others go on to where it was sent.
fn is_led_on(seed: u64) -> Result<(), String> {
    let mut draws = Draws::new(seed);
    let mut parade = Parade::drawn(draws.percent(50).then_some(WIDE), &mut draws);
    parade.follow();
    parade.send(26.0, 8.0);
    for _ in 0..draws.below(120) {
        parade.tick(0.05)?;
    }
    let lost = parade.leader;
    let goes = parade.crowd.move_target(lost).unwrap().is_some();
    let flies = parade.flies(lost);
    parade.crowd.remove(lost).unwrap();
    parade.arrived.clear();
    parade.tick(0.05)?;
    let led = parade.told.iter().find_map(|it| match it {
        Event::Leads(id) => Some(*id),
        _ => None,
    });
    parade.leader = led.ok_or("nobody leads")?;
    parade.followers.retain(|it| Some(*it) != led);
    for &id in &parade.followers {
        let follows = parade.crowd.move_target(id).unwrap();
        if !matches!(follows, Some(MoveTarget::Follow { leader, .. }) if Some(*leader) == led) {
            return Err(format!("{id} does not follow {led:?}: {follows:?}"));
        }
    }
    // One of another kind cannot be where the leader was sent.
    if !goes || flies != parade.flies(parade.leader) {
        return Ok(());
    }
    parade.play_to_rest(&mut draws)?;
    let end = parade.at(parade.leader).truncate();
    let is_there = end.distance(DVec2::new(26.0, 8.0)) < 0.8;
    is_there.then_some(()).ok_or_else(|| parade.state())
}

#[test]
fn without_its_leader_another_one_leads_on() {
    let law = |seed, (): &mut ()| is_led_on(seed);
    assert!(!hold("handed over", seeds(63_000, 12), || (), law).is_empty());
}

/// A leader waits for a straggler that is slower, and gets there with it.
fn waits(seed: u64) -> Result<(), String> {
    let mut draws = Draws::new(seed);
    let mut parade = Parade::drawn(None, &mut draws);
    let spacing = parade.formation.spacing.unwrap();
    parade.formation = parade.formation.wait(draws.within(1.0, 4.0) * spacing);
    let slow = draws.pick(&parade.followers);
    let fast = parade.crowd.agent(parade.leader).unwrap().speed;
    parade
        .crowd
        .set_speed(slow, fast * draws.within(0.3, 0.8))
        .unwrap();
    parade.follow();
    parade.send(28.0, draws.within(7.0, 9.0));
    for _ in 0..3000 {
        parade.tick(0.05)?;
        if parade.arrived.contains(&parade.leader) {
            break;
        }
    }
    let [at, last] = [parade.leader, slow].map(|it| parade.at(it));
    let count = f64::from(u32::try_from(parade.followers.len()).unwrap());
    let most = (parade.formation.wait.unwrap() + (count + 1.0) * spacing) / parade.frame.size;
    let is_near = at.distance(last) <= most + HEIGHT;
    let has_arrived = parade.arrived.contains(&parade.leader);
    (is_near && has_arrived)
        .then_some(())
        .ok_or_else(|| parade.state())
}

#[test]
fn a_leader_waits_for_stragglers() {
    let law = |seed, (): &mut ()| waits(seed);
    assert!(!hold("stragglers", seeds(64_000, 12), || (), law).is_empty());
}

#[test]
fn formations_that_are_none_are_refused() {
    let mut parade = Parade::drawn(None, &mut Draws::new(1));
    let (leader, one) = (parade.leader, parade.followers[0]);
    let line = Formation::line();
    let mut refused = |followers: &[CrowdAgentId], formation| {
        parade
            .crowd
            .follow_in_formation(leader, followers, formation)
            .err()
    };
    let twice = |id| Some(CrowdError::Twice { id });
    assert_eq!(refused(&[one, one], line), twice(one));
    assert_eq!(refused(&[one, leader], line), twice(leader));
    let distance = Some(CrowdError::Distance {
        id: leader,
        distance: -1.0,
    });
    assert_eq!(refused(&[one], line.spacing(-1.0)), distance);
    let endless = refused(&[one], line.wait(f64::INFINITY));
    assert!(
        matches!(endless, Some(CrowdError::Distance { .. })),
        "{endless:?}"
    );
    parade.crowd.remove(one).unwrap();
    let gone = parade.crowd.follow_in_formation(leader, &[one], line);
    assert_eq!(gone, Err(CrowdError::Unknown { id: one }));
}
