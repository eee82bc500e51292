//! Agents of a crowd never overlap, touch nothing, and arrive where there is room.

use std::collections::BTreeMap;

use voxnav::glam::DVec3;
use voxnav_crowd::avoidance::{Shape, Stranger};
use voxnav_crowd::crowd::{Body, Crowd, Event, Mover, MoverId, Other, Policy};
use voxnav_testkit::{Draws, hold, seeds};

use crate::oracle::{Moved, TOLERANCE, depth};
use crate::worlds::{DRONE, Hall, WALKER};

const DT: f64 = 0.05;

/// The shape of an agent for others, as the documentation has it.
fn shape(body: Body) -> Shape {
    match body {
        Body::Flying(_) => Shape::Ball { radius: DRONE.x },
        _ => Shape::Disc {
            radius: WALKER.x,
            height: 2.0 * WALKER.z,
        },
    }
}

fn resting(body: Body, at: DVec3) -> Moved {
    Moved {
        shape: shape(body),
        from: at,
        to: at,
    }
}

/// A place for a body that is apart from all of some others.
fn apart(
    hall: &mut Hall,
    flies: bool,
    taken: &[(Body, DVec3)],
    draws: &mut Draws,
) -> Option<(Body, DVec3)> {
    let body = hall.body(flies);
    (0..10).find_map(|_| {
        let at = hall.place(flies, draws)?;
        let one = resting(body, at);
        let is_apart = |it: &(Body, DVec3)| depth(&one, &resting(it.0, it.1), DVec3::Z) < -0.05;
        taken.iter().all(is_apart).then_some((body, at))
    })
}

/// A crowd in a hall.
struct Played {
    hall: Hall,
    crowd: Crowd,
    sent: BTreeMap<MoverId, DVec3>,
    /// The number of ticks in which an agent did not move as it would have alone, summed over agents.
    met: usize,
}

impl Played {
    /// Draws agents that are apart, and sends them to places that are apart.
    fn drawn(draws: &mut Draws, most: usize) -> Self {
        let mut hall = Hall::drawn(draws);
        let mut crowd = Crowd::new(Policy::default());
        let (mut starts, mut goals) = (Vec::new(), Vec::new());
        let mut sent = BTreeMap::new();
        for number in 0..most {
            let flies = number % 2 == 0;
            let start = apart(&mut hall, flies, &starts, draws);
            let goal = apart(&mut hall, flies, &goals, draws);
            let (Some((body, from)), Some((_, to))) = (start, goal) else {
                continue;
            };
            if !hall.is_way(body, from, to) || !hall.is_way(body, to, from) {
                continue;
            }
            let mover = Mover::new(body, from).speed(draws.within(0.5, 4.0));
            let mover = mover.priority(draws.between(0, 1));
            let id = crowd.add(&mut hall.navigator, mover).unwrap();
            crowd.send(id, to).unwrap();
            starts.push((body, from));
            goals.push((body, to));
            sent.insert(id, to);
        }
        Self {
            hall,
            crowd,
            sent,
            met: 0,
        }
    }

    /// Plays one update, and says what must not have happened.
    fn tick(&mut self, dt: f64, arrived: &mut usize) -> Result<Vec<Event>, String> {
        let before: Vec<(MoverId, Mover)> = self
            .crowd
            .movers()
            .map(|(id, mover)| (id, *mover))
            .collect();
        let navigator = &mut self.hall.navigator;
        let mut events = self.crowd.set_out(navigator, dt, || true).unwrap();
        let velocity = |crowd: &Crowd, id| crowd.step(id).unwrap().velocity;
        let alone: Vec<DVec3> = before
            .iter()
            .map(|it| velocity(&self.crowd, it.0))
            .collect();
        events.extend(self.crowd.go(dt).unwrap());
        let turned = |((id, _), alone): (&(MoverId, Mover), &DVec3)| {
            velocity(&self.crowd, *id).distance(*alone) > 0.01
        };
        self.met += before.iter().zip(&alone).filter(|it| turned(*it)).count();
        for event in &events {
            if let Event::Arrived(id) = event {
                *arrived += 1;
                self.sent.remove(id);
            }
        }
        let moved: Vec<(MoverId, Moved)> = before
            .iter()
            .map(|(id, mover)| {
                let to = self.crowd.position(*id).unwrap();
                let (from, shape) = (mover.position, shape(mover.body));
                (*id, Moved { shape, from, to })
            })
            .collect();
        for (number, (id, one)) in moved.iter().enumerate() {
            for (other, two) in &moved[..number] {
                let depth = depth(one, two, DVec3::Z);
                if depth > TOLERANCE {
                    return Err(format!("{id} overlaps {other} by {depth}: {one:?} {two:?}"));
                }
            }
            let speed = before[number].1.speed;
            if one.from.distance(one.to) > speed * dt * (1.0 + 1e-9) + 1e-9 {
                return Err(format!("{id} is too fast: {one:?} at {speed}"));
            }
        }
        match self.hall.first_inside(&self.crowd) {
            Some(id) => {
                let (at, step) = (self.crowd.position(id), self.crowd.step(id));
                Err(format!("{id} is inside of something at {at:?}: {step:?}"))
            }
            None => Ok(events),
        }
    }
}

/// Agents of both kinds that are sent all over a hall that rests.
fn crossing(seed: u64, most: usize) -> Result<(usize, usize, usize), String> {
    let mut draws = Draws::new(seed);
    let mut played = Played::drawn(&mut draws, most);
    let all = played.crowd.len();
    let mut arrived = 0;
    for tick in 0..1600 {
        if played.sent.is_empty() {
            break;
        }
        let told = played.tick(DT, &mut arrived);
        told.map_err(|text| format!("tick {tick}: {text}"))?;
    }
    if let Some((id, to)) = played.sent.first_key_value() {
        let (at, step) = (played.crowd.position(*id), played.crowd.step(*id));
        let here = played.crowd.position(*id).unwrap();
        let others = played.crowd.movers().filter(|it| it.0 != *id);
        let near: Vec<_> = others
            .filter(|(_, it)| it.position.distance(here) < 1.0)
            .map(|(id, it)| (id, it.position, played.crowd.step(id)))
            .collect();
        return Err(format!(
            "{id} at {at:?} does not come to {to}: {step:?}, {near:?}"
        ));
    }
    Ok((arrived, all, played.met))
}

#[test]
fn agents_never_overlap_touch_nothing_and_arrive() {
    let law = |seed, (): &mut ()| crossing(seed, Draws::new(seed).pick(&[4, 12, 30]));
    let told = hold("crossing", seeds(5_000, 6), || (), law);
    let sum = |of: fn(&(usize, usize, usize)) -> usize| told.iter().map(of).sum::<usize>();
    let (arrived, all, met) = (sum(|it| it.0), sum(|it| it.1), sum(|it| it.2));
    assert_eq!(arrived, all, "agents that arrived, of all");
    assert!(met > 10 * all, "only {met} ticks of {all} agents");
}

/// A walker went to and fro before its first step for ever, since one at rest pushed it off the line to it.
#[test]
fn one_that_is_pushed_off_the_line_to_its_first_cell_gets_there() {
    let told = crossing(5_019, Draws::new(5_019).pick(&[4, 12, 30]));
    assert!(told.is_ok_and(|(arrived, all, _)| arrived == all));
}

/// Draws in which agents waited for ever: on a walk over a corner, in the middle of a step or a drop before one that stayed
/// there, on a block with no room beside, before a drone at the height of a head; one in which a drone went into a crate
/// from among its cells, and one in which a walker went off a block over the corner of a third cell.
const LOCKED: [u64; 18] = [
    5_531, 5_666, 5_693, 5_733, 5_751, 5_849, 5_907, 6_222, 6_562, 6_612, 6_825, 7_106, 7_185,
    7_223, 7_398, 7_507, 7_516, 50_664,
];

#[test]
fn agents_that_stand_before_each_other_at_steps_get_on() {
    for seed in LOCKED {
        let told = crossing(seed, Draws::new(seed).pick(&[4, 12, 30]));
        assert!(
            told.as_ref().is_ok_and(|it| it.0 == it.1),
            "{seed}: {told:?}"
        );
    }
}

#[test]
fn an_agent_put_into_another_is_told_and_both_part() {
    let mut draws = Draws::new(7);
    let mut played = Played::drawn(&mut draws, 2);
    let ids: Vec<MoverId> = played.crowd.movers().map(|(id, _)| id).collect();
    let [first, second] = ids[..] else {
        panic!("two agents")
    };
    let at = played.crowd.position(first).unwrap();
    let body = played.hall.body(true);
    let drone = Mover::new(body, at + DVec3::X * 0.125).speed(2.0);
    let third = played.crowd.add(&mut played.hall.navigator, drone).unwrap();
    let mut told = Vec::new();
    for _ in 0..40 {
        told.extend(played.crowd.update(&mut played.hall.navigator, DT).unwrap());
    }
    assert!(
        told.contains(&Event::RunInto(third, Other::Mover(first))),
        "{told:?}"
    );
    let _ = second;
    let apart = played.crowd.position(first).unwrap() - played.crowd.position(third).unwrap();
    assert!(apart.length() > 2.0 * DRONE.x);
}

#[test]
fn agents_make_way_for_one_that_does_not_cooperate() {
    let mut draws = Draws::new(3);
    let mut played = Played::drawn(&mut draws, 1);
    let (id, mover) = played
        .crowd
        .movers()
        .next()
        .map(|(id, it)| (id, *it))
        .unwrap();
    played.crowd.stop(id).unwrap();
    let shape = Shape::Ball { radius: 0.3 };
    let mut at = mover.position + DVec3::new(-3.0, 0.05, 0.02);
    let velocity = DVec3::X * 0.4;
    for _ in 0..160 {
        let stranger = Stranger::new(shape, at, velocity);
        played.crowd.set_strangers(&[stranger]).unwrap();
        played.crowd.update(&mut played.hall.navigator, DT).unwrap();
        at += velocity * DT;
        let apart = played.crowd.position(id).unwrap().distance(at);
        assert!(apart > 0.5 - TOLERANCE, "{apart}");
    }
    assert!(played.crowd.position(id).unwrap().distance(mover.position) > 0.01);
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
            let all = played.crowd.movers().map(|(_, mover)| bits(mover.position));
            all.collect::<Vec<_>>()
        })
    };
    let first = run(1);
    assert!(run(2) == first && run(8) == first);
}
