//! Agents on foot that follow one where they cannot be, such as a diver or one in the air over a pit.

use voxnav::glam::{DVec3, IVec3};
use voxnav::grid::{CellBox, CellState};
use voxnav::ground::{Locomotion, Material, MaterialKind};
use voxnav::{Agent, Navigator};
use voxnav_crowd::crowd::{Crowd, CrowdAgent, CrowdSettings, MoveTarget};
use voxnav_testkit::{Draws, Frame, drawn_support, hold, seeds};

const SIZE: IVec3 = IVec3::new(16, 12, 12);
/// The height of the land, and the low and the high corner of the pool.
const LAND: i32 = 7;
const DT: f64 = 0.1;

/// One on foot follows another that swims in a pool, or that flies over a pit, and stays as near to it as the land lets it.
fn from_the_shore(seed: u64) -> Result<(), String> {
    let mut draws = Draws::new(seed);
    let frame = Frame::drawn(&mut draws);
    let bounds = frame.cells(CellBox::from_size(SIZE));
    let mut navigator = Navigator::new(frame.lattice(), bounds).unwrap();
    let land = frame.cells(CellBox::from_size(SIZE.with_z(LAND)));
    navigator.set_cells(land, CellState::Occupied).unwrap();
    let [low, high] = [IVec3::new(6, 2, 1), IVec3::new(13, 9, LAND)];
    let pool = frame.cells(CellBox::new(low, high));
    navigator.set_cells(pool, CellState::Free).unwrap();
    let swims = draws.percent(50);
    let half = frame.half(DVec3::splat(0.4));
    let leader = if swims {
        let water = Material::new("water", MaterialKind::Liquid);
        let water = navigator.add_material(water).unwrap();
        navigator.set_material(pool, water).unwrap();
        let diver = (Agent::new(half), Locomotion::diver().with_up(frame.up()));
        navigator.add_agent(diver).unwrap()
    } else {
        navigator.add_agent(Agent::new(half)).unwrap()
    };
    let walker = Locomotion {
        swim: None,
        drop_into_liquid: 0,
        drop: 2,
        support: drawn_support(&mut draws),
        ..Locomotion::walker()
    };
    let half = frame.half(DVec3::new(0.4, 0.4, 0.9));
    let walker = (Agent::new(half), walker.with_up(frame.up()));
    let walker = navigator.add_agent(walker).unwrap();
    let mut crowd = Crowd::new(CrowdSettings::default());
    let level = frame.floor + frame.feet - 0.5;
    let place = |draws: &mut Draws, z: i32| {
        let cell = draws.vector(low, high - 1).with_z(z);
        cell.as_dvec3()
    };
    let depth = if swims {
        draws.between(1, LAND - 1)
    } else {
        draws.between(LAND, LAND + 2)
    };
    let at = place(&mut draws, depth);
    let feet = if swims { DVec3::Z * level } else { DVec3::ZERO };
    let leader = CrowdAgent::new(leader, frame.position(at + feet)).speed(2.0 * frame.size);
    let leader = crowd.add(&mut navigator, leader).unwrap();
    let from = DVec3::new(
        draws.within(0.0, 4.0),
        draws.within(0.0, 11.0),
        f64::from(LAND) + level,
    );
    let follower = CrowdAgent::new(walker, frame.position(from)).speed(3.0 * frame.size);
    let follower = crowd.add(&mut navigator, follower).unwrap();
    crowd
        .send(follower, MoveTarget::following(leader, 0.5 * frame.size))
        .unwrap();
    let mut told = Vec::new();
    for update in 0..240 {
        if update == 120 {
            let to = place(&mut draws, depth);
            crowd.send(leader, frame.position(to + feet)).unwrap();
        }
        told.extend(crowd.update(&mut navigator, DT).unwrap());
    }
    let [one, other] = [leader, follower].map(|id| frame.plan(crowd.position(id).unwrap()));
    let across = |at: DVec3| (at - one).truncate().length();
    let shore = (0..SIZE.x).flat_map(|x| (0..SIZE.y).map(move |y| IVec3::new(x, y, LAND)));
    let on_land =
        |cell: &IVec3| cell.cmplt(low).any() || cell.truncate().cmpge(high.truncate()).any();
    let nearest = shore
        .filter(on_land)
        .map(|cell| across(cell.as_dvec3()))
        .fold(f64::INFINITY, f64::min);
    if across(other) <= nearest + 1.5 {
        return Ok(());
    }
    Err(format!(
        "{other} of {one} from {from}, {nearest} is the least: {told:?} {frame:?}"
    ))
}

#[test]
fn one_on_foot_follows_along_the_shore() {
    hold(
        "shore",
        seeds(1, 16),
        || (),
        |seed, ()| from_the_shore(seed),
    );
}
