//! Smoothed legs: an agent that follows them has ground below all that it covers.

use voxnav::following::Steering;
use voxnav::glam::{DVec3, IVec3};
use voxnav::grid::{CellBox, CellState, OccupancyBuilder};
use voxnav::ground::{Footing, Ground, Locomotion, SmoothLeg, Stance};
use voxnav::smoothing::Smoothing;
use voxnav::{Follower, Lattice, RouteOptions, View};
use voxnav_testkit::{Draws, hold, seeds};

use super::worlds::World;

/// Looks at a cell.
const LOOKS: f64 = 16.0;
/// By how much a body may reach into a cell that it only touches: what points are rounded to.
const TOUCHES: f64 = 1e-5;

/// The place of the anchor in cells where the feet are at a position.
fn anchor(view: &View, leg: &SmoothLeg, feet: DVec3) -> DVec3 {
    let center = feet - leg.path.anchor().offset();
    (center - view.lattice().origin()) / view.lattice().sizes()
}

/// The cells of which the body covers a part while its anchor is at a point.
fn covered(point: DVec3) -> impl Iterator<Item = IVec3> {
    let low = (point + TOUCHES).floor().as_ivec3();
    let high = (point - TOUCHES).ceil().as_ivec3();
    CellBox::new(low, high.max(low) + 1).cells()
}

/// Holds a part on a plane against where the agent stands, look by look.
fn check_plane(view: &View, part: &SmoothLeg) -> Result<(), String> {
    let stances = view.ground().unwrap().moves().stances();
    let stands = |cell: &IVec3| {
        let stance = stances.at(*cell);
        stance.has(Stance::STANDING) && stance.has(Stance::UPRIGHT) && !stance.has(Stance::MINDED)
    };
    for ends in part.path.waypoints().windows(2) {
        let [from, to] = [ends[0], ends[1]].map(|feet| anchor(view, part, feet));
        let looks = (from.distance(to) * LOOKS).ceil();
        let mut look = 0.0;
        while look <= looks {
            let point = from.lerp(to, look / looks);
            if let Some(cell) = covered(point).find(|cell| !stands(cell)) {
                return Err(format!(
                    "no ground at {cell} below {point}, from {from} to {to}"
                ));
            }
            look += 1.0;
        }
    }
    Ok(())
}

/// Whether a point is where it should be, but for the rounding of positions.
fn is_at(point: Option<DVec3>, expected: DVec3) -> bool {
    point.is_some_and(|point| point.distance(expected) < TOUCHES)
}

fn smoothings() -> [Smoothing; 4] {
    [
        Smoothing::default(),
        Smoothing::new().pull_string(),
        Smoothing::new().pull_string().shorten(0.01).unwrap(),
        Smoothing::new().simplify(0.7).unwrap().space(0.4).unwrap(),
    ]
}

#[test]
fn walks_are_smoothed_over_ground_alone() {
    let shorter = hold(
        "smoothed legs",
        seeds(7000, 250),
        || (),
        |seed, ()| {
            let mut draws = Draws::new(seed);
            let mut world = World::drawn(&mut draws);
            let options = RouteOptions::default();
            let view = world.navigator.view(world.agent, &options).unwrap();
            let mut shorter = 0;
            for _ in 0..4 {
                let [from, to] = [(); 2].map(|()| world.position(&mut draws));
                let route = view.find_route(from, to).unwrap();
                let smoothing = &smoothings()[draws.below(4_usize)];
                let parts = view
                    .ground()
                    .unwrap()
                    .smooth_legs(&route, smoothing)
                    .unwrap();
                let legs = route.legs();
                let mut moves = legs.iter().flat_map(|leg| {
                    let cells: Vec<_> = leg.cells().map(voxnav::glam::IVec3::as_dvec3).collect();
                    let ways = cells.windows(2).map(|way| (leg.action, way[0], way[1]));
                    ways.collect::<Vec<_>>()
                });
                let mut at = route.path().map(|path| path.start().as_dvec3());
                for part in &parts {
                    let points = part.path.waypoints().iter();
                    let points: Vec<_> = points.map(|&feet| anchor(&view, part, feet)).collect();
                    if !is_at(at, points[0]) {
                        return Err(format!("{part:?} does not begin at {at:?}"));
                    }
                    at = points.last().copied();
                    let mut taken = 0;
                    for (action, from, to) in moves.by_ref() {
                        let is_kept = is_at(points.get(taken).copied(), from)
                            && is_at(points.get(taken + 1).copied(), to);
                        if action != part.action || part.footing == Footing::Cells && !is_kept {
                            return Err(format!("{action} from {from} to {to} in {part:?}"));
                        }
                        taken += 1;
                        if is_at(at, to) {
                            break;
                        }
                    }
                    if part.footing == Footing::Plane {
                        check_plane(&view, part)?;
                        shorter += usize::from(points.len() < taken + 1);
                    }
                }
                if let Some(left) = moves.next() {
                    return Err(format!("nothing of {left:?} in {parts:?}"));
                }
            }
            Ok(shorter)
        },
    );
    assert!(
        shorter.iter().sum::<usize>() > 100,
        "hardly any walk was smoothed"
    );
}

/// Two banks, and a bridge of three cells across.
fn bridge() -> OccupancyBuilder {
    let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::new(40, 20, 9))).unwrap();
    for (min, max) in [
        (IVec3::ZERO, IVec3::new(10, 20, 5)),
        (IVec3::new(30, 0, 0), IVec3::new(40, 20, 5)),
        (IVec3::new(10, 8, 4), IVec3::new(30, 11, 5)),
    ] {
        let ground = CellBox::new(min, max);
        builder.set_box(ground, CellState::Occupied).unwrap();
    }
    builder
}

/// A follower that steers by the plane stays above ground, arrives, and detects a gap in time.
#[test]
fn followers_stay_on_a_bridge_and_notice_its_end() {
    let world = bridge().commit();
    let walker = Locomotion::walker();
    let ground = Ground::new(&world, &walker).unwrap();
    let options = RouteOptions::default();
    let view = View::on_ground(Lattice::default(), ground.clone(), &options).unwrap();
    let route = view.find_route([2.0, 15.0, 4.5], [37.0, 2.0, 4.5]).unwrap();
    let parts = view
        .ground()
        .unwrap()
        .smooth_legs(&route, &Smoothing::default())
        .unwrap();
    for part in &parts {
        let end = part.path.waypoints()[part.path.waypoints().len() - 1];
        if part.footing == Footing::Plane {
            check_plane(&view, part).unwrap();
            let plane = view.ground().unwrap().plane_along(&part.path).unwrap();
            let mut follower = Follower::new(part.path.clone());
            let mut at = part.path.waypoints()[0];
            for _ in 0..2000 {
                let steering = follower.clear_look_ahead(at, 3.0, &plane).unwrap();
                let Steering::Toward(target) = steering else {
                    panic!("lost at {at}");
                };
                let way = target - at;
                at += way * (0.2 / way.length()).min(1.0);
                for cell in covered(anchor(&view, part, at)) {
                    let below = world.state(cell - IVec3::Z);
                    assert_eq!(below, CellState::Occupied, "at {at}");
                }
                if at.distance(end) < 1e-9 {
                    break;
                }
            }
            assert!(at.distance(end) < 1e-6, "stuck at {at}");
        }
    }
    let along: f64 = parts.iter().map(|part| part.path.length()).sum();
    assert!(along < route.length, "{along} {}", route.length);

    // The middle of the bridge falls.
    let mut edit = world.edit();
    let fallen = CellBox::new(IVec3::new(19, 0, 4), IVec3::new(22, 20, 5));
    edit.set_box(fallen, CellState::Free).unwrap();
    let later = ground.updated(&edit.commit()).unwrap();
    let later = View::on_ground(Lattice::default(), later, &options).unwrap();
    let blockages = parts.iter().filter_map(|part| {
        let plane = later.ground().unwrap().plane_along(&part.path).unwrap();
        let is_plane = part.footing == Footing::Plane;
        Follower::new(part.path.clone())
            .check(&plane)
            .filter(|_| is_plane)
    });
    let found: Vec<_> = blockages.collect();
    assert_eq!(found.len(), 1, "{parts:?}");
    assert_eq!(found[0].cell.x, 19);
    assert!(found[0].ahead > 0.0);
}
