//! A follower goes over all legs of a route, with and without a view.

use super::on_foot::Hill;
use voxnav::colliders::Obstacle;
use voxnav::glam::{DVec3, IVec3};
use voxnav::grid::CellBox;
use voxnav::ground::Locomotion;
use voxnav::guidance::{RouteLeg, SmoothRoute};
use voxnav::smoothing::Smoothing;
use voxnav::{Agent, Follower, Navigator, RouteOptions};
use voxnav_testkit::{Draws, Frame, cases, seeds};

#[test]
fn distances_lead_over_all_legs() {
    let mut legs_seen = 0;
    for seed in seeds(740_000, 200) {
        let mut draws = Draws::new(seed);
        let mut hill = Hill::drawn_for(&mut draws, Locomotion::walker());
        let view = hill.navigator.view(hill.walker, &RouteOptions::default());
        let view = view.unwrap();
        let ends = [(); 2].map(|()| hill.place(&view, &mut draws));
        let [Some(from), Some(to)] = ends else {
            continue;
        };
        let route = view.find_route(from, to).unwrap();
        let smooth = SmoothRoute::new(&view, &route, from, &Smoothing::default());
        let Some(smooth) = smooth.unwrap() else {
            continue;
        };
        let (legs, length) = (smooth.legs().to_vec(), smooth.length());
        legs_seen += legs.len();
        let near = 1e-6 * hill.frame.size;
        let (last, others) = legs.split_last().unwrap();
        let position_at = |along: f64| {
            let mut left = along.clamp(0.0, length);
            for path in others.iter().map(RouteLeg::path) {
                if left <= path.length() {
                    return path.position_at(left);
                }
                left -= path.length();
            }
            last.path().position_at(left)
        };
        let mut follower = Follower::new(smooth);
        let mut along = 0.0_f64;
        for _ in 0..20 {
            let by = draws.within(-0.5, 1.0) * length;
            along = (along + by).clamp(0.0, length);
            let place = follower.advance(by).nearest;
            let case = format!("{seed}: {place} after {along} of {length}");
            assert!(place.distance(position_at(along)) <= near, "{case}");
            assert!((follower.remaining() - (length - along)).abs() <= near);
            let ahead = draws.within(-0.5, 1.0) * length;
            let there = follower.look_ahead(ahead);
            assert!(there.distance(position_at(along + ahead)) <= near, "{case}");
            let found = follower.relocate(place).unwrap();
            assert!(found.off_path <= near, "{case}");
            // Of two legs that are as near the first.
            along = length - follower.remaining();
        }
        follower.advance(f64::INFINITY);
        assert!(follower.has_arrived(0.0) && follower.leg().path() == last.path());
    }
    assert!(legs_seen > 300, "{legs_seen}");
}

#[test]
fn a_path_is_followed_as_the_route_of_one_leg() {
    let mut frames = 0;
    for mut draws in cases(0x5eed_0058, 60) {
        let frame = Frame::drawn(&mut draws);
        let bounds = frame.cells(CellBox::new(IVec3::splat(-12), IVec3::splat(13)));
        let mut navigator = Navigator::new(frame.lattice(), bounds).unwrap();
        for _ in 0..6 {
            let corner = draws.point(-10.0, 8.0);
            let size = DVec3::new(draws.within(0.3, 4.0), draws.within(0.3, 4.0), 20.0);
            let ends = [corner.with_z(-10.0), corner.with_z(-10.0) + size];
            let ends = ends.map(|end| frame.position(end));
            let block = Obstacle::between(ends[0].min(ends[1]), ends[0].max(ends[1]));
            navigator.insert(block).unwrap();
        }
        let agent = Agent::new(frame.half(DVec3::splat(0.6)));
        let agent = navigator.add_agent(agent).unwrap();
        let view = navigator.view(agent, &RouteOptions::default()).unwrap();
        let [from, to] = [(); 2].map(|()| frame.position(draws.point(-10.0, 10.0)));
        let route = view.find_route(from, to).unwrap();
        let smooth = SmoothRoute::new(&view, &route, from, &Smoothing::default());
        let Some(smooth) = smooth.unwrap() else {
            continue;
        };
        let mut by_path = Follower::new(smooth.legs()[0].path().clone());
        let mut by_route = Follower::new(smooth);
        let (mut position, space) = (from, view.flight().unwrap().space());
        for _ in 0..300 {
            assert_eq!(by_route.update_in(&view, position), Ok(true));
            let progress = by_path.update(position).unwrap();
            assert_eq!(progress, by_route.progress());
            assert_eq!(by_path.check(space.clone()), None);
            let ahead = draws.within(-1.0, 5.0) * frame.size;
            let told = by_path.clear_look_ahead(position, ahead, space.clone());
            let told = told.unwrap();
            assert_eq!(by_route.steer(ahead), Ok(told));
            let is_over = by_path.has_arrived(0.0);
            assert_eq!(is_over, by_route.has_arrived(0.0));
            let Some(target) = told.target().filter(|_| !is_over) else {
                break;
            };
            position += (target - position).clamp_length_max(0.4 * frame.size);
            if draws.percent(5) {
                position += (draws.point(-0.5, 0.5)) * frame.size;
            }
            frames += 1;
        }
    }
    assert!(frames > 500, "{frames}");
}
