//! Ground agents whose goal moves, or lies beyond what is known.

use voxnav::glam::{DVec3, IVec3};
use voxnav::grid::{CellBox, OccupancyBuilder};
use voxnav::ground::{Ground, Locomotion};
use voxnav::replanning::{ReplanPolicy, ReplanStatus, Replanner};
use voxnav::search::Weight;
use voxnav::{Lattice, RouteOptions, View};

use crate::ground::unseen::{self, see};

/// Over a floor that is seen six cells ahead, an agent goes on wherever it is sent, and its route is never reported as
/// blocked.
#[test]
fn an_explorer_is_led_as_far_as_is_known_and_on() {
    let (mut navigator, walker) = unseen::world();
    see(&mut navigator, 0, 8);
    let options = RouteOptions::default();
    let mut view = navigator.view(walker, &options).unwrap();
    let (mut at, goal) = (DVec3::new(1.0, 4.0, 0.5), DVec3::new(38.0, 4.0, 0.5));
    let mut replanner = Replanner::new(&view, goal, ReplanPolicy::default());
    let mut known = 8;
    for tick in 0.. {
        assert!(tick < 100, "it is at {at}");
        let status = replanner.update(&view, at).unwrap();
        assert!(
            !matches!(status, ReplanStatus::Blocked { .. }),
            "{status:?} at {at}"
        );
        if at == goal {
            break;
        }
        if let Some(next) = replanner.next() {
            at = replanner.route().unwrap().waypoints[next];
        } else {
            assert_eq!(
                replanner.cost(),
                None,
                "the goal is not known to be reached"
            );
            let before = replanner.expanded();
            replanner.update(&view, at).unwrap();
            let once = replanner.expanded();
            replanner.update(&view, at).unwrap();
            assert_eq!(
                replanner.expanded(),
                once,
                "nothing is new, {before} before"
            );
            see(&mut navigator, known, (known + 6).min(41));
            known += 6;
            view = navigator.view(walker, &options).unwrap();
        }
    }
    assert!(known > 38);
}

#[test]
fn a_path_on_the_ground_is_led_on_to_where_the_goal_has_moved() {
    let bounds = CellBox::from_size(IVec3::new(60, 40, 6));
    let occupancy = OccupancyBuilder::new(bounds).unwrap().commit();
    let ground = Ground::new(&occupancy, &Locomotion::walker()).unwrap();
    let view = View::on_ground(Lattice::default(), ground, &RouteOptions::default()).unwrap();
    let spot = |x: f64, y: f64| DVec3::new(x, y, -0.5);
    let policy = ReplanPolicy::default().max_suboptimality(Weight::new(1.3).unwrap());
    let mut replanner = Replanner::new(&view, spot(50.0, 20.0), policy);
    let at = spot(5.0, 20.0);
    assert_eq!(replanner.update(&view, at), Ok(ReplanStatus::Replanned));
    let first = replanner.expanded();
    for step in 1..=10 {
        let goal = spot(50.0, 20.0 + f64::from(step));
        replanner.set_goal(goal);
        assert_eq!(
            replanner.update(&view, at),
            Ok(ReplanStatus::Repaired),
            "{step}"
        );
        let best = view.find_route(at, goal).unwrap();
        let (cost, least) = (
            replanner.cost().unwrap(),
            best.outcome.path().unwrap().cost(),
        );
        assert!(
            cost >= least && cost <= policy.max_suboptimality.times(least),
            "{cost}, {least}"
        );
        let bound = replanner.bound().unwrap();
        assert!(
            bound * least.length() >= cost.length() * (1.0 - 1e-12),
            "{bound}"
        );
    }
    assert!(first > 0 && replanner.expanded() < first + 500);
    // Back to a cell on the path: the end is left off.
    replanner.set_goal(spot(50.0, 22.0));
    assert_eq!(replanner.update(&view, at), Ok(ReplanStatus::Repaired));
    let end = replanner.route().unwrap().waypoints.last().unwrap();
    assert_eq!(*end, spot(50.0, 22.0));
}
