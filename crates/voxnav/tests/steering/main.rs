//! An agent that steers by a follower arrives and touches nothing.
#![expect(clippy::unwrap_used, clippy::panic, reason = "tests fail by panicking")]

mod cells;
mod dice;
#[path = "../play/mod.rs"]
mod play;
mod walker;

use cells::Scene;
use dice::Dice;
use play::Play;
use voxnav::glam::{DVec3, Vec3};
use voxnav::obstacles::Obstacle;
use voxnav::parry3d::shape::SharedShape;
use voxnav::{Agent, Follower, Navigator, Query, Smoothing, Space, Trail, TrailOptions, Workspace};
use walker::{End, Manner, Surroundings, walk};

#[test]
fn a_pillar_is_passed() {
    let mut navigator = Navigator::in_region(0.5, [-10.0, 0.0, -10.0], [10.0, 6.0, 10.0]).unwrap();
    let pillar = Obstacle::new(SharedShape::cuboid(1.0, 5.0, 3.0));
    navigator.insert(pillar).unwrap();
    let agent = navigator.add_agent(Agent::new(Vec3::splat(0.3))).unwrap();
    let (from, to) = (DVec3::new(-8.0, 2.0, 0.0), DVec3::new(8.0, 2.0, 0.0));
    let route = navigator.find_path(agent, from, to).unwrap();
    let trail = navigator.trail(agent, &route, &TrailOptions::default());
    let mut follower = Follower::new(trail.unwrap().unwrap());
    let world = navigator.traversability(agent).unwrap();
    let play = Play::new(&navigator, agent);
    let mut position = from;
    let mut frames = 0;
    while !follower.has_arrived(0.0) {
        let told = follower.clear_look_ahead(position, 1.0, &world).unwrap();
        let target = told.target().unwrap();
        let next = position + (target - position).clamp_length_max(0.1);
        assert_eq!(play.touch_between(position, next), None);
        position = next;
        follower.update(position).unwrap();
        frames += 1;
        assert!(frames < 300, "{position}");
    }
    assert!(position.distance(to) < 1e-9, "{position}");
}

fn smoothing(dice: &mut Dice) -> Smoothing {
    let taut = Smoothing::new().pull_string().shorten(0.01).unwrap();
    match dice.below(5) {
        0 => Smoothing::new(),
        1 => Smoothing::new().pull_string(),
        2 => taut,
        3 => taut.space(dice.magnitude(0.05, 3.0)).unwrap(),
        _ => Smoothing::default(),
    }
}

#[test]
fn agents_arrive_and_touch_no_cell_in_thousands_of_worlds() {
    let mut dice = Dice::new(0x57ee_4201);
    let mut workspace = Workspace::new();
    let (mut arrivals, mut pushes, mut reroutes) = (0, 0, 0);
    for _ in 0..5000 {
        let scene = Scene::random(&mut dice);
        let manner = Manner::random(&mut dice, scene.lattice.size());
        let [Some(from), Some(to)] = [(); 2].map(|()| scene.random_position(&mut dice)) else {
            continue;
        };
        let mut position = manner.numbers.round(from);
        if !scene.stands(position) {
            continue;
        }
        let space = Space::from(&scene.world);
        for attempt in 0.. {
            assert!(attempt < 20);
            let [start, goal] = [position, to].map(|end| scene.lattice.cell_at(end).unwrap());
            let solution = Query::new(start, goal).solve(&scene.world, &mut workspace);
            let Some(path) = solution.outcome.path() else {
                assert_eq!(attempt, 0, "pushed into another room");
                break;
            };
            let options = TrailOptions::default()
                .smoothing(smoothing(&mut dice))
                .starting_at(position)
                .ending_at(to);
            let trail = Trail::along_path(path, &scene.lattice, &scene.world, &options).unwrap();
            let mut follower = Follower::new(trail);
            match walk(&mut follower, position, &manner, &space, &scene, &mut dice) {
                End::Arrived { pushes: times } => {
                    arrivals += 1;
                    pushes += times;
                    break;
                }
                End::OutOfSight(there) => {
                    position = there;
                    reroutes += 1;
                }
            }
        }
    }
    assert!(
        arrivals > 2000 && pushes > 2500,
        "{arrivals} {pushes} {reroutes}"
    );
}
