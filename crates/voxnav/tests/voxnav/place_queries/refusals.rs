//! Queries for places that are refused, by the numbers that are wrong.

use voxnav::glam::{DVec3, IVec3};
use voxnav::grid::{CellBox, OccupancyBuilder, Traversability};
use voxnav::ground::{Ground, Locomotion};
use voxnav::spatial::places::{Area, PlaceFilter, PlaceMeasure, PlaceQuery};
use voxnav::{Lattice, RouteOptions, Terrain, UnknownPolicy, View};

fn refusal(query: &PlaceQuery) -> String {
    query.check().unwrap_err().to_string()
}

#[test]
fn wrong_numbers_are_named() {
    let area = Area::Way {
        least: 0.0,
        most: 9.0,
    };
    let near = || PlaceQuery::new(area);
    let eyes = vec![DVec3::ZERO, DVec3::splat(f64::NAN)];
    let backwards = PlaceQuery::new(Area::Way {
        least: 5.0,
        most: 4.0,
    });
    assert_eq!(
        refusal(&backwards),
        "the way of the area must be a number of 5 or more, not 4"
    );
    assert_eq!(
        refusal(&near().filter(PlaceFilter::Hidden { eyes })),
        "the eye 1, [NaN, NaN, NaN], is not finite or is beyond all cells"
    );
    assert_eq!(refusal(&PlaceQuery::see([], 1.0)), "no eye is given");
    assert_eq!(
        refusal(&near().score(PlaceMeasure::Way, f64::INFINITY)),
        "the weight inf of score 0 is not finite"
    );
    let of = vec![DVec3::ZERO];
    assert_eq!(
        refusal(&near().filter(PlaceFilter::Ahead { of, speed: 0.5 })),
        "the speed to be ahead of must be a number of 1 or more, not 0.5"
    );
    assert_eq!(
        refusal(&near().best(0)),
        "the number of places must be a number of 1 or more, not 0"
    );
    assert_eq!(
        refusal(&near().apart(f64::NAN)),
        "the distance between places must be a number of 0 or more, not NaN"
    );
}

#[test]
fn what_an_agent_cannot_be_asked_is_refused() {
    let room = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(9))).unwrap();
    let room = room.commit();
    let options = RouteOptions::default();
    let ground = Ground::new(&room, &Locomotion::walker()).unwrap();
    let walker = View::on_ground(Lattice::default(), ground, &options).unwrap();
    let world = Traversability::new(&room, UnknownPolicy::Blocked);
    let drone = View::flying(Lattice::default(), world, &Terrain::new(), &options).unwrap();
    let refusal = |view: &View, from: [f64; 3], query: &PlaceQuery| {
        view.find_places(from, query).unwrap_err().to_string()
    };
    let all = PlaceQuery::new(Area::Inside {
        min: DVec3::ZERO,
        max: DVec3::splat(8.0),
    });
    let clear = |distance| all.clone().filter(PlaceFilter::Clear { distance });
    assert_eq!(
        refusal(&walker, [1.0; 3], &clear(1.0)),
        "an agent on the ground has no clearance: leave the filter `Clear` out"
    );
    assert_eq!(
        refusal(&drone, [1.0; 3], &clear(1000.0)),
        "the clearance 1000 is more than 254 cells by their shortest side"
    );
    let reachable = all.clone().filter(PlaceFilter::Reachable);
    assert_eq!(
        refusal(&drone, [20.0, 1.0, 1.0], &reachable),
        "the agent cannot be at the start 0, [20, 1, 1]: no way leads from there"
    );
    // A camera needs no start.
    assert!(drone.find_places([20.0, 1.0, 1.0], &all).is_ok());
    let far = PlaceQuery::see([[1e300; 3].into()], 9.0);
    assert!(drone.find_places([1.0; 3], &far).unwrap().best.is_empty());
    let radius = drone.surround([1.0; 3], -1.0, 3).unwrap_err().to_string();
    assert_eq!(
        radius,
        "the radius around the target must be a number of 0 or more, not -1"
    );
}
