//! Bodies that are sent somewhere in the open get there.

use voxnav::glam::DVec3;
use voxnav_crowd::avoidance::{Avoidance, Body, BodyId, MotionGoal, Settings};
use voxnav_testkit::{Draws, cases};

/// A crowd in which each body is sent straight to a goal.
struct Sent {
    crowd: Avoidance,
    goals: Vec<(BodyId, DVec3)>,
}

impl Sent {
    fn new(ways: impl IntoIterator<Item = (Body, DVec3)>) -> Self {
        let mut crowd = Avoidance::new(Settings::default());
        let ways = ways.into_iter();
        let goals = ways.map(|(body, goal)| (crowd.add(body).unwrap(), goal));
        Self {
            goals: goals.collect(),
            crowd,
        }
    }

    /// Plays until all are at their goals, for at most so many seconds, and returns how many are and how long it took.
    fn play(&mut self, most: f64) -> (usize, f64) {
        let (tick, mut now) = (1.0 / 30.0, 0.0);
        loop {
            let mut arrived = 0;
            for &(id, goal) in &self.goals {
                let body = self.crowd.body(id).unwrap();
                let way = goal - body.position;
                let is_there = way.length() < 0.1;
                arrived += usize::from(is_there);
                let goal = if is_there {
                    MotionGoal::hold(goal)
                } else {
                    MotionGoal::velocity(way * (body.max_speed / way.length()))
                };
                self.crowd.set_goal(id, goal).unwrap();
            }
            if arrived == self.goals.len() || now > most {
                return (arrived, now);
            }
            self.crowd.tick(tick).unwrap();
            now += tick;
        }
    }
}

/// Places on a sphere, evenly.
fn sphere(count: u32, radius: f64) -> impl Iterator<Item = DVec3> {
    let golden = 2.399_963_229_728_653_f64;
    (0..count).map(move |number| {
        let height = 1.0 - (2.0 * f64::from(number) + 1.0) / f64::from(count);
        let (sine, cosine) = (golden * f64::from(number)).sin_cos();
        let ring = (1.0 - height * height).sqrt();
        DVec3::new(ring * cosine, ring * sine, height) * radius
    })
}

#[test]
fn all_on_a_sphere_get_to_the_other_side() {
    let ball = |at: DVec3| (Body::ball(0.45, at).with_speed(4.0), -at);
    let mut sent = Sent::new(sphere(60, 12.0).map(ball));
    let (arrived, seconds) = sent.play(60.0);
    assert_eq!(arrived, 60);
    println!("the last after {seconds:.1} s");
}

#[test]
fn all_that_exchange_places_arrive() {
    for mut draws in cases(1, 6) {
        let count = 2 + draws.below(29_usize);
        let places = places(&mut draws, 2 * count);
        let ways = places
            .chunks_exact(2)
            .flat_map(|pair| [(pair[0], pair[1]), (pair[1], pair[0])]);
        let ball = |(from, to)| (Body::ball(0.45, from).with_speed(4.0), to);
        let mut sent = Sent::new(ways.map(ball));
        let all = sent.goals.len();
        assert_eq!(sent.play(60.0).0, all);
    }
}

/// Draws places that are all a little apart.
fn places(draws: &mut Draws, count: usize) -> Vec<DVec3> {
    let mut places: Vec<DVec3> = Vec::new();
    while places.len() < count {
        let place = draws.point(-8.0, 8.0);
        if places.iter().all(|other| other.distance(place) > 1.2) {
            places.push(place);
        }
    }
    places
}
