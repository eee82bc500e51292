//! Smoothed paths never go through anything, and do what their steps promise.
//!
//! Every segment is clear of all blocked cells, exactly: points lie on a grid of 2^-20 cells, and the oracle
//! compares fractions of integers.

mod costs;
mod oracle;
mod worlds;

use oracle::{Scene, grains, in_cells, length};
use voxnav::glam::{DVec3, IVec3};
use voxnav::grid::{CellBox, CellState, OccupancyBuilder, Traversability};
use voxnav::search::Query;
use voxnav::smoothing::Smoothing;
use voxnav::smoothing::{Curve, SmoothingError};
use voxnav::{CornerRule, SmoothPath, UnknownPolicy, Workspace};
use voxnav_testkit::{Frame, cases};
use worlds::{along, sample_ends, sample_scene, steps, through, way, with_free_ends};

#[test]
fn nothing_is_passed_through_in_thousands_of_worlds() {
    let mut workspace = Workspace::new();
    let (mut ways, mut bends, mut saved) = (0, 0, 0.0);
    for mut draws in cases(0x5300_7e5d, 3000) {
        let scene = sample_scene(&mut draws);
        let Some(path) = way(&scene, &mut draws, &mut workspace) else {
            continue;
        };
        let mut line = path.clone();
        if draws.below(2) == 0 {
            line = with_free_ends(&line, &scene, &mut draws);
        }
        assert_eq!(scene.first_crossing(&line), None, "before smoothing");
        let smoothing = steps(&mut draws);
        let smooth = line.smoothed(&smoothing, &scene.world);
        assert_eq!(scene.first_crossing(&smooth), None, "{smoothing:?}");
        let ends = |line: &SmoothPath| {
            [
                line.waypoints()[0],
                line.waypoints()[line.waypoints().len() - 1],
            ]
        };
        assert_eq!(ends(&line), ends(&smooth));
        ways += 1;
        bends += usize::from(smooth.waypoints().len() > 2);
        saved += length(&scene.frame, &line) - length(&scene.frame, &smooth);
    }
    // The worlds are neither empty nor closed.
    assert!(
        ways > 1500 && bends > 800 && saved > 500.0,
        "{ways} {bends} {saved}"
    );
}

#[test]
fn the_default_is_free_in_worlds_of_every_kind() {
    let mut workspace = Workspace::new();
    for mut draws in cases(0x0d3f_a017, 1500) {
        let scene = sample_scene(&mut draws);
        if let Some(path) = way(&scene, &mut draws, &mut workspace) {
            let smooth = path.smoothed(&Smoothing::default(), &scene.world);
            assert_eq!(scene.first_crossing(&smooth), None);
        }
    }
}

#[test]
fn what_was_not_clear_stays_as_it_was() {
    let mut workspace = Workspace::new();
    let mut cut = 0;
    for mut draws in cases(0x01e9_1e97, 600) {
        let scene = sample_scene(&mut draws);
        let Some([start, goal]) = sample_ends(&scene, &mut draws) else {
            continue;
        };
        let query = Query::new(start, goal).corners(CornerRule::Lenient);
        let solution = query.solve(&scene.world, &mut workspace);
        let Some(path) = solution.outcome.path() else {
            continue;
        };
        let line = along(&scene.frame, path);
        let smooth = line.smoothed(&Smoothing::default(), &scene.world);
        let straight = line.smoothed(&Smoothing::new().drop_collinear(), &scene.world);
        for ends in smooth.waypoints().windows(2) {
            if scene.crosses([ends[0], ends[1]]) {
                let mut runs = straight.waypoints().windows(2);
                let lies_on = |end, run| lies_on(&scene.frame, end, run);
                assert!(runs.any(|run| ends.iter().all(|&end| lies_on(end, run))));
                cut += 1;
            }
        }
    }
    assert!(cut > 100, "{cut}");
}

/// Exactly, on the grain of waypoints.
fn lies_on(frame: &Frame, point: DVec3, ends: &[DVec3]) -> bool {
    let [point, from, to] = [point, ends[0], ends[1]].map(|it| grains(frame, it));
    let less = |one: [i128; 3], other: [i128; 3]| [0, 1, 2].map(|axis| one[axis] - other[axis]);
    let (along, way) = (less(to, from), less(point, from));
    let cross = |a: usize, b: usize| along[a] * way[b] - along[b] * way[a];
    let dot = |one: [i128; 3], other: [i128; 3]| (0..3).map(|it| one[it] * other[it]).sum::<i128>();
    let is_straight = [cross(0, 1), cross(1, 2), cross(2, 0)] == [0; 3];
    is_straight && (0..=dot(along, along)).contains(&dot(along, way))
}

#[test]
fn pulling_shortening_and_dropping_never_lengthen() {
    let mut workspace = Workspace::new();
    let chains = [
        Smoothing::new().drop_collinear(),
        Smoothing::new().simplify(0.75).unwrap(),
        Smoothing::new().pull_string(),
        Smoothing::new().shorten(0.01).unwrap(),
        Smoothing::new()
            .drop_collinear()
            .pull_string()
            .shorten(0.0)
            .unwrap(),
        Smoothing::new().round(Curve::BSpline, 2.0).unwrap(),
    ];
    for mut draws in cases(0x1e57, 300) {
        let scene = sample_scene(&mut draws);
        if let Some(path) = way(&scene, &mut draws, &mut workspace) {
            for smoothing in &chains {
                let smooth = path.smoothed(smoothing, &scene.world);
                let [before, after] = [&path, &smooth].map(|it| length(&scene.frame, it));
                assert!(after <= before + 1e-9, "{smoothing:?}: {before} to {after}");
            }
        }
    }
}

/// A cell, and the agent that covers one.
const ONE: CellBox = CellBox::new(IVec3::ZERO, IVec3::ONE);

#[test]
fn points_on_a_straight_line_are_dropped_and_turns_kept() {
    for mut draws in cases(0, 30) {
        let scene = Scene::new(Frame::of_any_sides(&mut draws), IVec3::splat(12), &[], ONE);
        let through = |points: &[DVec3]| through(&scene.frame, points.iter().copied());
        let corners = [IVec3::ONE, IVec3::new(5, 1, 1), IVec3::new(9, 5, 1)];
        let cells = (1..5)
            .map(|x| IVec3::new(x, 1, 1))
            .chain((0..5).map(|n| IVec3::new(5 + n, 1 + n, 1)));
        let cells: Vec<DVec3> = cells.map(IVec3::as_dvec3).collect();
        let line = through(&cells);
        let turns = line.smoothed(&Smoothing::new().drop_collinear(), &scene.world);
        assert_eq!(turns, through(&corners.map(IVec3::as_dvec3)));
        let exact = Smoothing::new().simplify(0.0).unwrap();
        assert_eq!(line.smoothed(&exact, &scene.world), turns);
        // A way there and back is no straight line.
        let back = through(&[DVec3::ZERO, DVec3::X * 5.0, DVec3::X * 2.0]);
        let kept = back.smoothed(&Smoothing::new().drop_collinear(), &scene.world);
        assert_eq!(kept, back);
    }
}

#[test]
fn a_taut_string_leads_around_the_corners_of_a_box() {
    // A beam across: the shortest way from below its middle on one side to the other.
    let beam: Vec<IVec3> = CellBox::new(IVec3::new(10, 0, 0), IVec3::new(13, 24, 9))
        .cells()
        .collect();
    for mut draws in cases(0, 10) {
        let frame = Frame::of_any_sides(&mut draws);
        let scene = Scene::new(frame, IVec3::splat(24), &beam, ONE);
        let ends = [IVec3::new(2, 3, 3), IVec3::new(21, 17, 4)];
        let [start, goal] = ends.map(|it| frame.cells(CellBox::of_cell(it)).min);
        let solution = Query::new(start, goal).solve(&scene.world, &mut Workspace::new());
        let path = along(&frame, solution.outcome.path().unwrap());
        let taut = Smoothing::new().pull_string().shorten(0.0).unwrap();
        let taut = path.smoothed(&taut, &scene.world);
        assert_eq!(scene.first_crossing(&taut), None);
        // Unfolded over the beam's upper edges, which the center passes at x = 9 and 13, z = 9.
        let flat = 7.0_f64.hypot(6.0) + 4.0 + 8.0_f64.hypot(5.0);
        let shortest = flat.hypot(14.0);
        let length = length(&frame, &taut);
        assert!(
            length >= shortest - 1e-9 && length < shortest + 0.05,
            "{length} {shortest}"
        );
    }
}

#[test]
fn curves_have_no_kinks_in_the_open() {
    for mut draws in cases(0, 30) {
        let scene = Scene::new(Frame::of_any_sides(&mut draws), IVec3::splat(30), &[], ONE);
        let corner = [
            DVec3::ONE,
            DVec3::new(20.0, 1.0, 1.0),
            DVec3::new(20.0, 20.0, 9.0),
        ];
        let line = through(&scene.frame, corner);
        for curve in [Curve::CatmullRom, Curve::BSpline] {
            let smoothing = Smoothing::new().round(curve, 4.0).unwrap();
            let smooth = line.smoothed(&smoothing, &scene.world);
            let at: Vec<DVec3> = (smooth.waypoints().iter())
                .map(|&it| in_cells(&scene.frame, it))
                .collect();
            let steps: Vec<DVec3> = at.windows(2).map(|ends| ends[1] - ends[0]).collect();
            assert!(steps.len() > 6, "{curve:?}");
            let sharpest = steps
                .windows(2)
                .map(|steps| steps[0].angle_between(steps[1]).to_degrees())
                .fold(0.0, f64::max);
            assert!(sharpest < 40.0, "{curve:?} {sharpest}");
            assert_eq!(
                smooth.waypoints().contains(&line.waypoints()[1]),
                curve == Curve::CatmullRom
            );
        }
    }
}

#[test]
fn spacing_divides_into_equal_parts() {
    for mut draws in cases(0, 30) {
        let frame = Frame::of_any_sides(&mut draws);
        let scene = Scene::new(frame, IVec3::splat(30), &[], ONE);
        let bend = [DVec3::ZERO, DVec3::X * 12.0, DVec3::new(12.0, 0.5, 0.0)];
        let line = through(&frame, bend);
        let spaced = line.smoothed(&Smoothing::new().space(1.0).unwrap(), &scene.world);
        let steps = spaced.waypoints().windows(2).map(|ends| {
            let [from, to] = [ends[0], ends[1]].map(|end| in_cells(&frame, end));
            from.distance(to)
        });
        assert!(steps.eq([0.75; 16].into_iter().chain([0.5])));
        let tiny = Smoothing::new().space(f64::MIN_POSITIVE).unwrap();
        let short = through(&frame, [DVec3::ZERO, DVec3::X * 1e-4]);
        assert!(short.smoothed(&tiny, &scene.world).waypoints().len() < 200);
    }
}

#[test]
fn a_point_alone_stays_a_point() {
    for mut draws in cases(7, 50) {
        let frame = Frame::of_any_sides(&mut draws);
        let scene = Scene::new(frame, IVec3::splat(4), &[], ONE);
        let point = through(&frame, [DVec3::ONE + frame.shift]);
        assert_eq!(point.smoothed(&steps(&mut draws), &scene.world), point);
    }
}

#[test]
fn unknown_space_is_not_entered_by_those_who_stop_at_its_boundary() {
    for mut draws in cases(0, 30) {
        let frame = Frame::of_any_sides(&mut draws);
        let bounds = frame.cells(CellBox::from_size(IVec3::new(20, 20, 1)));
        let mut builder = OccupancyBuilder::new(bounds).unwrap();
        let unknown = CellBox::new(IVec3::new(5, 0, 0), IVec3::new(15, 10, 1));
        let unknown = frame.cells(unknown);
        builder.set_box(unknown, CellState::Unknown).unwrap();
        let world = Traversability::new(&builder.commit(), UnknownPolicy::StopAtBoundary);
        let around = [[2.0, 2.0], [4.0, 10.0], [15.0, 10.0], [18.0, 2.0]];
        let line = through(&frame, around.map(|[x, y]| DVec3::new(x, y, 0.0)));
        let taut = Smoothing::new().pull_string().shorten(0.0).unwrap();
        let taut = line.smoothed(&taut, &world);
        assert!(taut.waypoints().len() > 2);
        let known = world.with_unknown(UnknownPolicy::Blocked);
        let is_clear = |ends: &[DVec3]| {
            let [from, to] = [ends[0], ends[1]].map(|end| in_cells(&frame, end));
            known.is_clear(from, to) == Ok(true)
        };
        assert!(taut.waypoints().windows(2).all(is_clear), "{frame:?}");
    }
}

#[test]
fn parameters_that_are_none_are_refused() {
    for bad in [f64::NAN, f64::INFINITY, -1.0] {
        let refused = [
            Smoothing::new().simplify(bad).err(),
            Smoothing::new().shorten(bad).err(),
            Smoothing::new().round(Curve::BSpline, bad).err(),
            Smoothing::new().space(bad).err(),
        ];
        assert!(refused.iter().all(Option::is_some));
    }
    let refused = Smoothing::new().space(0.0);
    assert_eq!(
        refused,
        Err(SmoothingError::InvalidSpacing { spacing: 0.0 })
    );
}
