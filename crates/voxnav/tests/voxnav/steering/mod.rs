//! An agent that steers by a follower arrives and touches nothing.
//!
//! The agent may be pushed in every frame, and its look-ahead may be any. An agent that jitters among colliders
//! always gets a target. `src/following/steering.rs` has the proof.

mod by_hand;
mod cells;
mod going_on;
mod legs;
mod obstacles;
mod on_foot;
mod timed;
mod walker;

use crate::play::Play;
use cells::Scene;
use obstacles::Room;
use voxnav::colliders::Obstacle;
use voxnav::following::Anchor;
use voxnav::following::Steering;
use voxnav::glam::{DVec3, IVec3};
use voxnav::grid::{CellBox, OccupancyBuilder, Traversability};
use voxnav::parry3d::shape::SharedShape;
use voxnav::search::Query;
use voxnav::smoothing::Smoothing;
use voxnav::smoothing::Space;
use voxnav::{
    Agent, Follower, Lattice, Navigator, SmoothPath, SmoothPathOptions, UnknownPolicy, Workspace,
};
use voxnav_testkit::{Draws, Frame, cases};
use walker::{End, Manner, Numbers, Surroundings, walk};

#[test]
fn a_pillar_is_passed() {
    for mut draws in cases(0, 40) {
        let frame = Frame::drawn(&mut draws);
        let low = IVec3::new(-20, 0, -20);
        let bounds = frame.cells(CellBox::new(low, IVec3::new(21, 13, 21)));
        let mut navigator = Navigator::new(frame.lattice(), bounds).unwrap();
        let half = frame.half(DVec3::new(2.0, 10.0, 6.0));
        let pillar = Obstacle::new(SharedShape::cuboid(half.x, half.y, half.z));
        let pillar = pillar.at(frame.position(DVec3::ZERO));
        navigator.insert(pillar).unwrap();
        let agent = Agent::new(frame.half(DVec3::splat(0.6)));
        let agent = navigator.add_agent(agent).unwrap();
        let ends = [-16.0, 16.0].map(|x| frame.position(DVec3::new(x, 4.0, 0.0)));
        let route = navigator.find_route(agent, ends[0], ends[1]).unwrap();
        let smooth_path = navigator.smooth_path(agent, &route, &SmoothPathOptions::default());
        let mut follower = Follower::new(smooth_path.unwrap().unwrap());
        let play = Play::new(&navigator, agent);
        let numbers = Numbers::Double.within(&frame);
        let (mut position, mut frames) = (ends[0], 0);
        while !follower.has_arrived(0.0) {
            let space = navigator.space(agent).unwrap();
            let ahead = 2.0 * frame.size;
            let told = follower.clear_look_ahead(position, ahead, space);
            let target = told.unwrap().target().unwrap();
            let next = numbers.moved(position, target, 0.2 * frame.size);
            play.assert_untouched(position, next, numbers);
            position = next;
            follower.update(position).unwrap();
            frames += 1;
            assert!(frames < 300, "{position} {frame:?}");
        }
        let off = position.distance(ends[1]);
        let exact = 1e-9 * frame.size + 2.0 * numbers.rounding(ends[1]);
        assert!(off < exact + 1e-6 * frame.size, "{off} {frame:?}");
    }
}

/// What became of agents.
#[derive(Debug, Default)]
struct Tally {
    arrivals: u32,
    pushes: u32,
    reroutes: u32,
}

impl Tally {
    /// Leads an agent from `position` until it arrives: `walk_from` finds it a path and walks it, again
    /// where the agent was pushed out of sight of the last one; `None` where there is no path.
    #[expect(clippy::panic, reason = "tests fail by panicking")]
    fn lead(
        &mut self,
        mut position: DVec3,
        manner: &Manner,
        mut walk_from: impl FnMut(DVec3) -> Option<End>,
    ) {
        // Who is pushed in every frame may be pushed around many corners.
        let attempts = 20.max(manner.pushes_at_most.min(1000));
        for attempt in 0..attempts {
            match walk_from(position) {
                None => {
                    assert_eq!(attempt, 0, "pushed to where no path begins");
                    return;
                }
                Some(End::Arrived { pushes }) => {
                    self.arrivals += 1;
                    self.pushes += pushes;
                    return;
                }
                Some(End::OutOfSight(there)) if manner.push_every < u32::MAX => {
                    position = there;
                    self.reroutes += 1;
                }
                Some(other) => panic!("{other:?}"),
            }
        }
        panic!("pushed out of sight {attempts} times, {manner:?}");
    }
}

fn smoothing(draws: &mut Draws) -> Smoothing {
    let taut = Smoothing::new().pull_string().shorten(0.01).unwrap();
    match draws.below(5) {
        0 => Smoothing::new(),
        1 => Smoothing::new().pull_string(),
        2 => taut,
        3 => taut.space(draws.magnitude(0.05, 3.0)).unwrap(),
        _ => Smoothing::default(),
    }
}

/// Leads agents through worlds of cells, each in its manner.
fn lead_among_cells(
    seed: u64,
    worlds: u64,
    manner: impl Fn(&mut Draws, &Frame) -> Manner,
) -> Tally {
    let mut workspace = Workspace::new();
    let mut tally = Tally::default();
    for mut draws in cases(seed, worlds) {
        let scene = Scene::random(&mut draws);
        let manner = manner(&mut draws, &scene.frame);
        let [Some(from), Some(to)] = [(); 2].map(|()| scene.random_position(&mut draws)) else {
            continue;
        };
        let from = manner.numbers.round(from);
        if !scene.stands(from) {
            continue;
        }
        let space = Space::from(&scene.world);
        tally.lead(from, &manner, |position| {
            let [start, goal] = [position, to].map(|end| scene.lattice.cell_at(end).unwrap());
            let solution = Query::new(start, goal).solve(&scene.world, &mut workspace);
            let path = solution.outcome.path()?;
            let options = SmoothPathOptions::default()
                .smoothing(smoothing(&mut draws))
                .starting_at(position)
                .ending_at(to);
            let smooth_path = SmoothPath::along_path(path, &scene.lattice, &scene.world, &options);
            let mut follower = Follower::new(smooth_path.unwrap());
            let end = walk(&mut follower, position, &manner, &space, &scene, &mut draws);
            Some(end)
        });
    }
    tally
}

#[test]
fn agents_arrive_and_touch_no_cell() {
    let tally = lead_among_cells(100_000, 1000, Manner::random);
    let is_enough = tally.arrivals > 400 && tally.pushes > 500;
    assert!(is_enough, "{tally:?}");
}

#[test]
fn agents_that_are_pushed_in_every_frame_arrive_all_the_same() {
    let tally = lead_among_cells(200_000, 500, Manner::shaken);
    let is_enough = tally.arrivals > 200 && tally.pushes > 10_000;
    assert!(is_enough, "{tally:?}");
}

#[test]
fn agents_whose_world_changes_touch_nothing_and_are_told() {
    let mut workspace = Workspace::new();
    let (mut arrivals, mut told) = (0, 0);
    for mut draws in cases(300_000, 500) {
        let mut scene = Scene::random(&mut draws);
        let manner = Manner {
            pause_after: draws.below(12) + 1,
            push_every: u32::MAX,
            ..Manner::random(&mut draws, &scene.frame)
        };
        let [Some(from), Some(to)] = [(); 2].map(|()| scene.random_position(&mut draws)) else {
            continue;
        };
        let mut position = manner.numbers.round(from);
        let [start, goal] = [position, to].map(|end| scene.lattice.cell_at(end).unwrap());
        let solution = Query::new(start, goal).solve(&scene.world, &mut workspace);
        let Some(path) = solution.outcome.path().filter(|_| scene.stands(position)) else {
            continue;
        };
        let options = SmoothPathOptions::default()
            .smoothing(smoothing(&mut draws))
            .starting_at(position);
        let smooth_path =
            SmoothPath::along_path(path, &scene.lattice, &scene.world, &options).unwrap();
        let mut follower = Follower::new(smooth_path);
        for visit in 0.. {
            assert!(visit < 5000, "never told");
            let space = Space::from(&scene.world);
            match walk(&mut follower, position, &manner, &space, &scene, &mut draws) {
                End::Paused(there) => position = there,
                End::Arrived { .. } => {
                    arrivals += 1;
                    break;
                }
                End::Blocked(_) => {
                    assert!(follower.check(&scene.world).is_some());
                    told += 1;
                    break;
                }
                End::OutOfSight(_) => {
                    told += 1;
                    break;
                }
            }
            scene = scene.edited(position, &mut draws);
        }
    }
    assert!(arrivals > 100 && told > 25, "{arrivals} {told}");
}

#[test]
fn paths_of_a_billion_cells_take_bounded_work() {
    let far = 1_000_000_000.0;
    let far_corner = [DVec3::ZERO, DVec3::X * far, DVec3::new(far, far, -far)];
    let smooth_path = SmoothPath::new(far_corner, &Lattice::default(), Anchor::CENTER).unwrap();
    let mut follower = Follower::new(smooth_path);
    let builder = OccupancyBuilder::new(CellBox::from_size(IVec3::new(1 << 20, 64, 64)));
    let world = Traversability::new(&builder.unwrap().commit(), UnknownPolicy::Blocked);
    // The end of the world is farther off than is looked.
    assert_eq!(follower.check(&world), None);
    for look_ahead in [0.0, 1.0, f64::INFINITY] {
        let told = follower
            .clear_look_ahead(DVec3::X, look_ahead, &world)
            .unwrap();
        let target = told.target().unwrap();
        assert!(target.x > 100.0 && target.x < 200_000.0, "{target}");
    }
    follower
        .relocate(DVec3::X * f64::from((1 << 20) - 1000))
        .unwrap();
    let found = follower.check(&world).unwrap();
    assert_eq!(found.cell, IVec3::X * (1 << 20));
    assert!((found.ahead - 999.0).abs() < 1e-6);
    let at = follower.progress().nearest;
    let end = at + DVec3::X * 999.0;
    let told = follower.clear_look_ahead(at, 500.0, &world).unwrap();
    let target = told.target().unwrap();
    assert!(target.x >= at.x + 499.0 && target.x < end.x, "{target}");
    let told = follower.clear_look_ahead(end, 500.0, &world).unwrap();
    assert_eq!(told, Steering::Blocked);
}

/// Leads agents through rooms of obstacles, each in its manner, by what [`Navigator::space`] says.
fn lead_among_obstacles(
    seed: u64,
    rooms: u32,
    manner: impl Fn(&mut Draws, &Frame) -> Manner,
) -> Tally {
    let mut draws = Draws::new(seed);
    let mut tally = Tally::default();
    for _ in 0..rooms {
        let Some(mut room) = Room::random(&mut draws) else {
            continue;
        };
        let manner = manner(&mut draws, &room.frame);
        let from = manner.numbers.round(room.from);
        tally.lead(from, &manner, |position| {
            let Room {
                navigator,
                agent,
                to,
                ..
            } = &mut room;
            let route = navigator.find_route(*agent, position, *to);
            let options = SmoothPathOptions::default()
                .smoothing(smoothing(&mut draws))
                .starting_at(position)
                .ending_at(*to);
            let smooth_path = navigator.smooth_path(*agent, &route.unwrap(), &options);
            let smooth_path = smooth_path.unwrap()?;
            // Waypoints lie on a grid of 2^-20 of a cell.
            let away = smooth_path.waypoints()[0].distance(position);
            assert!(away < navigator.lattice().longest_side() * 2e-6, "{away}");
            let mut follower = Follower::new(smooth_path);
            let play = Play::new(navigator, *agent);
            let step = 0.15 * navigator.lattice().longest_side();
            let space = navigator.space(*agent).unwrap();
            assert_eq!(play.first_touch(follower.path().waypoints(), step), None);
            assert_eq!(follower.check(space.clone()), None);
            let end = walk(&mut follower, position, &manner, &space, &play, &mut draws);
            Some(end)
        });
    }
    tally
}

#[test]
fn agents_arrive_and_touch_no_obstacle() {
    let tally = lead_among_obstacles(0x0b57_ac77, 1000, Manner::random);
    let is_enough = tally.arrivals > 300 && tally.pushes > 400;
    assert!(is_enough, "{tally:?}");
}

/// However near to obstacles they are.
#[test]
fn agents_that_jitter_among_obstacles_always_see_where_to_go() {
    let tally = lead_among_obstacles(0x0b57_ac78, 600, Manner::jittering);
    let is_enough = tally.arrivals > 200 && tally.pushes > 10_000;
    assert!(is_enough && tally.reroutes == 0, "{tally:?}");
}

/// Obstacles that move a little change which ways are clear among them, though often no cell.
#[test]
fn what_a_follower_remembers_changes_no_answer_among_moving_obstacles() {
    let mut turns = 0;
    for mut draws in cases(600_000, 400) {
        let Some(mut room) = Room::random(&mut draws) else {
            continue;
        };
        let route = room.navigator.find_route(room.agent, room.from, room.to);
        let smooth_path =
            room.navigator
                .smooth_path(room.agent, &route.unwrap(), &SmoothPathOptions::default());
        let Some(smooth_path) = smooth_path.unwrap() else {
            continue;
        };
        let ids: Vec<_> = room.navigator.obstacles().ids().collect();
        if ids.is_empty() {
            continue;
        }
        let mut follower = Follower::new(smooth_path.clone());
        let mut last: Option<(Traversability, bool)> = None;
        for _ in 0..20 {
            let space = room.navigator.space(room.agent).unwrap();
            let fresh = Follower::new(smooth_path.clone()).check(space.clone());
            assert_eq!(follower.check(space), fresh);
            let world = room.navigator.traversability(room.agent).unwrap();
            if let Some((before, was_blocked)) = last
                && before.is_same_snapshot(&world)
                && was_blocked != fresh.is_some()
            {
                turns += 1;
            }
            last = Some((world, fresh.is_some()));
            let id = draws.pick(&ids);
            let placement = room.navigator.obstacles().placement(id).unwrap();
            let aside = draws.point(-0.15, 0.15) * room.frame.size;
            let aside = room.frame.rounded(placement.translation + aside);
            room.navigator.move_to(id, aside).unwrap();
        }
    }
    assert!(turns > 2, "{turns}");
}
