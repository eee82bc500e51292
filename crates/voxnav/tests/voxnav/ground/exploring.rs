//! Ground agents that stop before unseen cells.

use voxnav::ground::{Footing, Ground, verify_legs};
use voxnav::smoothing::Smoothing;
use voxnav::{Outcome, RouteOptions};

use super::unseen::{self, see};

/// Goes on from where it stopped, over a floor that is seen six cells ahead.
#[test]
fn an_explorer_goes_as_far_as_it_knows_and_on_when_it_knows_more() {
    let (mut navigator, walker) = unseen::world();
    see(&mut navigator, 0, 8);
    let (mut at, goal) = ([1.0, 4.0, 0.5], [38.0, 4.0, 0.5]);
    for rounds in 0.. {
        let view = navigator.view(walker, &RouteOptions::default()).unwrap();
        let route = view.find_route(at, goal).unwrap();
        let path = route.path().unwrap();
        let (world, agent) = (
            view.ground().unwrap().moves().stances().occupancy(),
            view.ground().unwrap().moves().locomotion(),
        );
        let anew = Ground::new(world, agent).unwrap();
        assert_eq!(verify_legs(path, &anew), Ok(path.cost()));
        for leg in view
            .ground()
            .unwrap()
            .smooth_legs(&route, &Smoothing::new().pull_string())
            .unwrap()
        {
            assert_eq!(leg.footing, Footing::Plane);
        }
        let end = path.goal();
        match route.outcome {
            Outcome::Found(_) => {
                assert_eq!((end.x, rounds), (38, 6));
                break;
            }
            Outcome::StoppedAtUnknown { unknown, .. } => {
                assert_eq!((unknown.x, end.x), (end.x + 1, 7 + rounds * 6));
                at = [f64::from(end.x), f64::from(end.y), 0.5];
                see(&mut navigator, end.x + 1, (end.x + 7).min(41));
            }
            other => panic!("{other:?}"),
        }
    }
}
