//! The geometry below avoidance: neighbors by a grid, distances of bodies, half-spaces and the best velocity in them.
//!
//! The files of the library are compiled here once more: no caller can ask for what is in them.

use glam::DVec3;

use grid::{Grid, Rows};
use planes::orca::Encounter;
use planes::program::{HalfSpace, Scratch, nearest};
use planes::separation::{BrakingBody, closest};
use shape::Shape;

#[path = "../../src/avoidance/grid.rs"]
#[allow(dead_code, reason = "the library uses it")]
mod grid;
#[path = "../../src/avoidance/planes/mod.rs"]
#[allow(dead_code, reason = "the library uses it")]
mod planes;
#[path = "../../src/avoidance/shape.rs"]
#[allow(dead_code, unreachable_pub, reason = "the library uses and exports it")]
mod shape;

#[test]
fn everybody_within_the_distance_is_met_once() {
    for mut draws in voxnav_testkit::cases(1, 100) {
        let size = draws.magnitude(1.0, 1e6);
        let count = draws.below(60_usize);
        let bodies: Vec<(DVec3, u32)> = (0..count)
            .map(|number| (draws.point(-size, size), u32::try_from(number).unwrap()))
            .collect();
        let mut grid = Grid::default();
        grid.sort(draws.magnitude(0.1, 1e3), bodies.iter().copied());
        let order: Vec<usize> = grid.sorted().collect();
        let mut rows = Rows::default();
        let distance = size * draws.within(0.0, 0.5);
        for &(position, _) in &bodies {
            let around = grid.around(position, distance, &mut rows);
            let mut met: Vec<usize> = around.map(|place| order[place]).collect();
            met.sort_unstable();
            let covered = distance.max(grid.covers(distance));
            let near = |it: &usize| bodies[*it].0.distance(position) <= covered;
            let wanted: Vec<usize> = (0..count).filter(near).collect();
            assert!(wanted.iter().all(|it| met.binary_search(it).is_ok()));
            met.dedup();
            assert!(met.len() <= count);
        }
    }
}

#[test]
fn no_two_points_of_two_segments_are_closer() {
    for mut draws in voxnav_testkit::cases(1, 500) {
        let mut vector = || match draws.below(4_u32) {
            0 => DVec3::ZERO,
            1 => DVec3::X,
            _ => draws.point(-2.0, 2.0),
        };
        let (a, b, apart) = (vector(), vector(), vector());
        let found = closest(a, b, apart).length();
        let steps = || (0..=40).map(|it| f64::from(it) / 40.0);
        let least = steps()
            .flat_map(|on_a| steps().map(move |on_b| (apart + b * on_b - a * on_a).length()))
            .fold(f64::INFINITY, f64::min);
        assert!(
            found <= least + 1e-9 && found >= least - 0.1,
            "{a} {b} {apart}"
        );
    }
}

#[test]
fn floors_are_apart() {
    let disc = |at: [f64; 3], order| BrakingBody {
        position: at.into(),
        stopping: DVec3::ZERO,
        shape: Shape::Disc {
            radius: 0.5,
            height: 2.0,
        },
        order,
    };
    let (low, high) = (disc([0.0; 3], 0), disc([0.2, 0.0, 2.5], 1));
    let found = low.gap_to(&high, DVec3::Z);
    assert_eq!(found.normal, DVec3::Z);
    assert!((found.gap - 0.5).abs() < 1e-5);
    assert_eq!(high.gap_to(&low, DVec3::Z).normal, -DVec3::Z);
    let beside = disc([1.5, 0.0, 1.0], 2);
    assert_eq!(low.gap_to(&beside, DVec3::Z).normal, DVec3::X);
}

fn half_space(normal: [f64; 3], offset: f64) -> HalfSpace {
    HalfSpace {
        normal: DVec3::from(normal).normalize(),
        offset,
    }
}

/// Vectors of a fine grid in a ball.
fn all(radius: f64) -> impl Iterator<Item = DVec3> {
    let steps = -20..=20;
    steps
        .clone()
        .flat_map(move |x| {
            let steps = steps.clone();
            steps.clone().flat_map(move |y| {
                let at = move |z| DVec3::new(f64::from(x), f64::from(y), f64::from(z)) / 20.0;
                steps.clone().map(move |z| at(z) * radius)
            })
        })
        .filter(move |it| it.length() <= radius)
}

#[test]
fn no_vector_of_a_grid_is_nearer() {
    for mut draws in voxnav_testkit::cases(1, 60) {
        let count = draws.below(7_usize);
        let planes: Vec<_> = (0..count)
            .map(|_| half_space(draws.point(-1.0, 1.0).into(), draws.within(0.0, 0.8)))
            .collect();
        let wanted = draws.point(-2.0, 2.0);
        let found = nearest(wanted, 1.0, &planes, count, &mut Scratch::default());
        assert!(found.length() <= 1.0 + 1e-9);
        let depth = |it: DVec3| {
            planes
                .iter()
                .map(|plane| plane.normal.dot(it) - plane.offset)
                .fold(0.0, f64::max)
        };
        assert!(depth(found) < 1e-9, "{planes:?}");
        let best = all(1.0)
            .filter(|&it| depth(it) <= 0.0)
            .map(|it| it.distance(wanted))
            .fold(f64::INFINITY, f64::min);
        assert!(found.distance(wanted) <= best + 1e-9, "{planes:?} {wanted}");
    }
}

#[test]
fn soft_half_spaces_are_left_by_as_little_as_can_be_and_hard_ones_never() {
    let mut relaxed = 0;
    for mut draws in voxnav_testkit::cases(2, 60) {
        let (hard, soft) = (draws.below(4_usize), 1 + draws.below(6_usize));
        let mut planes: Vec<_> = (0..hard)
            .map(|_| half_space(draws.point(-1.0, 1.0).into(), draws.within(0.0, 0.5)))
            .collect();
        planes.extend(
            (0..soft).map(|_| half_space(draws.point(-1.0, 1.0).into(), draws.within(-0.8, 0.2))),
        );
        let wanted = draws.point(-2.0, 2.0);
        let found = nearest(wanted, 1.0, &planes, hard, &mut Scratch::default());
        let depth = |planes: &[HalfSpace], it: DVec3| {
            planes
                .iter()
                .map(|plane| plane.normal.dot(it) - plane.offset)
                .fold(0.0, f64::max)
        };
        assert!(depth(&planes[..hard], found) < 1e-9 && found.length() < 1.0 + 1e-9);
        let best = all(1.0)
            .filter(|&it| depth(&planes[..hard], it) <= 0.0)
            .map(|it| depth(&planes[hard..], it))
            .fold(f64::INFINITY, f64::min);
        let own = depth(&planes[hard..], found);
        assert!(own <= best + 1e-9, "{planes:?} {own} {best}");
        relaxed += usize::from(own > 0.01);
    }
    assert!(relaxed > 5, "{relaxed} only were over-determined");
}

#[test]
fn two_that_keep_to_their_half_spaces_do_not_meet_in_time() {
    let mut met = 0;
    for mut draws in voxnav_testkit::cases(1, 2000) {
        let apart = draws.point(-4.0, 4.0);
        let velocities = [draws.point(-2.0, 2.0), draws.point(-2.0, 2.0)];
        if apart.length() < 1.0 {
            continue;
        }
        let horizon = draws.within(0.5, 4.0);
        let wanted = [draws.point(-2.0, 2.0), draws.point(-2.0, 2.0)];
        let share = draws.within(0.0, 1.0);
        let kept = [0, 1].map(|own: usize| {
            let share = if own == 0 { share } else { 1.0 - share };
            let encounter = Encounter {
                apart: if own == 0 { apart } else { -apart },
                velocity: velocities[own],
                relative: velocities[own] - velocities[1 - own],
                radii: 1.0,
                share,
                room: 1.0 - share,
            };
            let plane = encounter.half_space(horizon, 0.1).unwrap();
            let over = plane.normal.dot(wanted[own]) - plane.offset;
            met += usize::from(over > 0.0);
            wanted[own] - plane.normal * over.max(0.0)
        });
        let relative = kept[0] - kept[1];
        let nearest = (0..=200)
            .map(|it| (apart - relative * (horizon * f64::from(it) / 200.0)).length())
            .fold(f64::INFINITY, f64::min);
        assert!(
            nearest > 1.0 - 1e-9,
            "{apart} {velocities:?} {wanted:?} {share} {nearest}"
        );
    }
    assert!(met > 50, "{met} only had to turn");
}

/// Between walls on either side of a row of cells, others leave a body that part of the row that they leave it on a line.
#[test]
fn a_body_in_a_row_gets_on_along_it() {
    for mut draws in voxnav_testkit::cases(3, 500) {
        let row = draws.below(3_usize);
        let walls = (0..3).filter(|&axis| axis != row).flat_map(|axis| {
            let side = [DVec3::X, DVec3::Y, DVec3::Z][axis];
            [side, -side].map(|normal| HalfSpace {
                normal,
                offset: 0.0,
            })
        });
        let mut planes: Vec<_> = walls.collect();
        let others = 1 + draws.below(3_usize);
        planes.extend(
            (0..others)
                .map(|_| half_space(draws.point(-1.0, 1.0).into(), draws.within(0.001, 0.3))),
        );
        let (mut low, mut high) = (-1.0_f64, 1.0_f64);
        for plane in &planes[4..] {
            let end = plane.offset / plane.normal[row];
            if end > 0.0 {
                high = high.min(end);
            } else {
                low = low.max(end);
            }
        }
        let wanted = draws.point(-2.0, 2.0);
        let found = nearest(wanted, 1.0, &planes, planes.len(), &mut Scratch::default());
        let expected = wanted[row].max(low).min(high);
        assert!(
            (found[row] - expected).abs() < 1e-9,
            "{planes:?} {wanted} {found} {expected}"
        );
        let across = (0..3).filter(|&axis| axis != row);
        assert!(across.map(|axis| found[axis].abs()).all(|it| it < 1e-12));
    }
}
