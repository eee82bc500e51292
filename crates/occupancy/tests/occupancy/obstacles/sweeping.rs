//! Sweeps against box queries at many positions on the way.

use voxnav_occupancy::colliders::{BoxError, Obstacle, ObstacleHit, Obstacles, Solidity};
use voxnav_occupancy::glam::{DVec3, Vec3};
use voxnav_occupancy::parry3d::shape::SharedShape;
use voxnav_occupancy::{Layers, Skin};
use voxnav_testkit::{Draws, cases};

use super::scenes::{DrawScenes, KINDS, Kind};

/// Positions asked about on the way.
const SAMPLES: u32 = 300;

/// Some obstacles of one kind, or of any.
fn scene(draws: &mut Draws, kind: Option<Kind>) -> Obstacles {
    let mut obstacles = Obstacles::new(Skin::default());
    for _ in 0..=draws.below(6) {
        let kind = kind.unwrap_or_else(|| draws.pick(&KINDS));
        let solidity = if kind == Kind::ClosedMesh && draws.below(2) == 0 {
            Solidity::Solid
        } else {
            Solidity::Hollow
        };
        let shape = draws.shape(kind, 2.0);
        let obstacle = Obstacle::new(shape).at(draws.placement(4.0)).with(solidity);
        let _ = obstacles.insert(obstacle).unwrap();
    }
    obstacles
}

/// Half sides that are often thin, or nothing.
fn half_extents(draws: &mut Draws) -> Vec3 {
    let thickness = [0.0, 0.0005, 0.3];
    match draws.below(3) {
        0 => Vec3::new(
            draws.pick(&thickness),
            draws.pick(&thickness),
            draws.pick(&thickness),
        ),
        _ => draws.corner(0.01, 1.0),
    }
}

fn ends(draws: &mut Draws) -> [DVec3; 2] {
    let from = draws.position(6.0);
    let mut to = draws.position(6.0);
    match draws.below(6) {
        0 => to = from.with_x(to.x),
        1 => to = from.with_z(to.z),
        2 => to = from,
        _ => {}
    }
    [from, to]
}

/// Whether something is met a little behind where the sweep says.
fn is_met_behind(obstacles: &Obstacles, ends: [DVec3; 2], half: Vec3, hit: &ObstacleHit) -> bool {
    [0.0, 1e-12, 1e-11, 1e-10, 1e-9, 1e-8, 1e-7, 1e-6]
        .into_iter()
        .any(|behind| {
            let at = ends[0].lerp(ends[1], (hit.fraction + behind).min(1.0));
            let overlapping = obstacles.overlapping(at, half, Layers::ALL).unwrap();
            overlapping.contains(&hit.obstacle)
        })
}

fn assert_sweep(obstacles: &Obstacles, ends: [DVec3; 2], half: Vec3, context: &str) -> bool {
    let hit = obstacles
        .sweep(ends[0], ends[1], half, Layers::ALL)
        .unwrap();
    let free_until = hit.map_or(1.0, |hit| hit.fraction);
    for sample in 0..=SAMPLES {
        let share = f64::from(sample) / f64::from(SAMPLES);
        if hit.is_some() && share > free_until - 1e-9 {
            break;
        }
        let at = ends[0].lerp(ends[1], share);
        let is_held = obstacles.overlaps(at, half, Layers::ALL).unwrap();
        assert!(
            !is_held,
            "{context}: {ends:?} {half} at {share} before {hit:?}"
        );
    }
    let Some(hit) = hit else {
        return true;
    };
    assert!((hit.distance - hit.fraction * ends[0].distance(ends[1])).abs() < 1e-9);
    if hit.fraction > 0.0 {
        assert!(
            (hit.normal.length() - 1.0).abs() < 1e-9,
            "{context}: {hit:?}"
        );
        assert!(
            hit.normal.dot(ends[1] - ends[0]) < 1e-9,
            "{context}: {hit:?}"
        );
    }
    is_met_behind(obstacles, ends, half, &hit)
}

#[test]
fn a_sweep_meets_what_box_queries_on_the_way_meet_first() {
    let (mut hits, mut grazed) = (0, 0);
    for (case, mut draws) in cases(0x5_3eeb, 1000).enumerate() {
        let kind = KINDS.get(case % 25).copied();
        let obstacles = scene(&mut draws, kind);
        for _ in 0..4 {
            let half = half_extents(&mut draws);
            let context = format!("case {case} {kind:?}");
            hits += 1;
            let ends = ends(&mut draws);
            if !assert_sweep(&obstacles, ends, half, &context) {
                grazed += 1;
            }
        }
    }
    assert!(
        grazed * 200 < hits,
        "{grazed} of {hits} sweeps end where nothing is"
    );
}

#[test]
fn sliding_along_a_floor_is_free_and_sinking_into_it_is_not() {
    let mut obstacles = Obstacles::default();
    let floor = Obstacle::new(SharedShape::cuboid(50.0, 1.0, 50.0)).at(DVec3::NEG_Y);
    let floor = obstacles.insert(floor).unwrap().id;
    let half = Vec3::splat(0.5);
    let sweep = |from: [f64; 3], to: [f64; 3]| {
        obstacles
            .sweep(from.into(), to.into(), half, Layers::ALL)
            .unwrap()
    };
    assert_eq!(sweep([-9.0, 0.5, 0.0], [9.0, 0.5, 3.0]), None);
    let hit = sweep([0.0, 3.5, 0.0], [0.0, -6.5, 0.0]).unwrap();
    assert_eq!((hit.obstacle, hit.normal), (floor, DVec3::Y));
    assert!((hit.distance - 3.0 - obstacles.skin().depth()).abs() < 1e-12);
    let inside = sweep([0.0, 0.2, 0.0], [9.0, 0.2, 0.0]).unwrap();
    assert_eq!((inside.distance, inside.normal), (0.0, DVec3::ZERO));
    assert_eq!(inside.obstacle, floor);
}

#[test]
fn of_obstacles_met_at_once_the_first_is_named_and_layers_are_minded() {
    const DOORS: Layers = Layers::bit(3);
    let mut obstacles = Obstacles::default();
    let wall = |y: f64| Obstacle::new(SharedShape::cuboid(1.0, 1.0, 1.0)).at([5.0, y, 0.0]);
    let door = Obstacle::new(SharedShape::ball(0.5)).on(DOORS);
    let first = obstacles.insert(wall(-1.0)).unwrap().id;
    let _ = obstacles.insert(wall(1.0)).unwrap();
    let door = obstacles.insert(door).unwrap().id;
    let half = Vec3::splat(0.25);
    let (from, to) = (DVec3::X * -9.0, DVec3::X * 9.0);
    let all = obstacles
        .sweep(from, to, half, Layers::ALL)
        .unwrap()
        .unwrap();
    assert_eq!(all.obstacle, door);
    let walls = obstacles
        .sweep(from, to, half, Layers::ALL & !DOORS)
        .unwrap()
        .unwrap();
    assert_eq!((walls.obstacle, walls.normal), (first, DVec3::NEG_X));
}

#[test]
fn ends_and_sides_that_are_none_are_refused() {
    let obstacles = Obstacles::default();
    let sweep = |from, to, half| obstacles.sweep(from, to, half, Layers::ALL);
    let bad = DVec3::new(0.0, f64::NAN, 0.0);
    assert!(matches!(
        sweep(bad, DVec3::ZERO, Vec3::ONE),
        Err(BoxError::Center { .. })
    ));
    assert!(matches!(
        sweep(DVec3::ZERO, bad, Vec3::ONE),
        Err(BoxError::Center { .. })
    ));
    let refused = sweep(DVec3::ZERO, DVec3::ONE, Vec3::NEG_ONE);
    assert!(matches!(refused, Err(BoxError::HalfExtents { .. })));
    assert_eq!(sweep(DVec3::ZERO, DVec3::splat(1e12), Vec3::ONE), Ok(None));
}
