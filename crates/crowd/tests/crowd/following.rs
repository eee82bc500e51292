//! Agents that follow others above and below them.

use voxnav::glam::{DVec3, IVec3};
use voxnav::grid::CellBox;
use voxnav::ground::{Locomotion, Material, MaterialKind};
use voxnav::{Agent, Lattice, Navigator};
use voxnav_crowd::crowd::{Body, Crowd, Errand, Event, Mover, Policy};
use voxnav_testkit::{Draws, hold, seeds};

const SIZE: IVec3 = IVec3::new(8, 8, 12);

/// One that follows another up or down arrives next to it, above it or below it, and is never stuck.
fn up_and_down(seed: u64) -> Result<(), String> {
    let mut draws = Draws::new(seed);
    let size = draws.pick(&[0.3, 0.5, 1.0]);
    let lattice = Lattice::new(draws.point(-20.0, 20.0), size).unwrap();
    let mut navigator = Navigator::new(lattice, CellBox::from_size(SIZE)).unwrap();
    let water = Material::new("water", MaterialKind::Liquid);
    let water = navigator.add_material(water).unwrap();
    navigator
        .set_material(CellBox::from_size(SIZE), water)
        .unwrap();
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a size in single precision"
    )]
    let half = (size * 0.4) as f32;
    let tall = f32::from(draws.between(1_u8, 3));
    let body = Agent::new([half, half, half * tall].into());
    let diver = navigator.add_agent((body, Locomotion::diver())).unwrap();
    let diver: Body = diver.into();
    let feet = |cell: IVec3| lattice.center(cell) - DVec3::Z * (size / 2.0);
    let mut crowd = Crowd::new(Policy::default());
    let deep = draws.between(1, 3);
    let column = draws.vector(IVec3::new(1, 1, 0), IVec3::new(6, 6, 0));
    let mut ends = [column.with_z(deep), column.with_z(8)];
    if draws.percent(30) {
        ends[1] += IVec3::new(draws.between(-1, 1), draws.between(-1, 1), 0);
    }
    if draws.percent(50) {
        ends.reverse();
    }
    let [leader, from] = ends.map(|cell| Mover::new(diver, feet(cell)).speed(3.0 * size));
    let leader = crowd.add(&mut navigator, leader).unwrap();
    let follower = crowd.add(&mut navigator, from).unwrap();
    let within = size * draws.within(0.1, 1.5);
    crowd
        .send(follower, Errand::following(leader, within))
        .unwrap();
    let mut arrived = false;
    for tick in 0..150 {
        for event in crowd.update(&mut navigator, 0.1).unwrap() {
            match event {
                Event::Arrived(_) => arrived = true,
                Event::Stuck(..) | Event::NoWay(..) => return Err(format!("{tick}: {event:?}")),
                _ => {}
            }
        }
    }
    let at = crowd.position(follower).unwrap();
    arrived.then_some(()).ok_or(format!("it is at {at}"))
}

/// 60 divers; `VOXNAV_CASES=17` makes it 1,000.
#[test]
fn a_diver_is_followed_from_above_and_from_below() {
    let followed = hold(
        "divers",
        seeds(9_500, 60),
        || (),
        |seed, ()| up_and_down(seed),
    );
    assert!(followed.len() >= 60);
}
