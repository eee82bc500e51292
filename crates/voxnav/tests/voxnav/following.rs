//! Followers know where they are on their smooth path, and find out what breaks it.
//!
//! A follower gives the same answers, whatever blocked cells it remembers.
#![expect(clippy::float_cmp, reason = "lengths of whole units are exact")]

use voxnav::following::Steering;
use voxnav::following::{Anchor, Blockage, SmoothPathError};
use voxnav::glam::{DVec3, IVec3};
use voxnav::grid::{
    Axis, CellBox, CellState, Footprint, Heading, LatticeError, Occupancy, OccupancyBuilder, Sign,
    Traversability,
};
use voxnav::search::Query;
use voxnav::smoothing::Smoothing;
use voxnav::{Follower, Lattice, SmoothPath, SmoothPathOptions, UnknownPolicy, Workspace};
use voxnav_testkit::cases;

/// Along x, then y, then back along x, one unit from the way out.
fn hairpin() -> SmoothPath {
    let points = [
        DVec3::ZERO,
        DVec3::X * 20.0,
        DVec3::new(20.0, 1.0, 0.0),
        DVec3::Y,
    ];
    through(points)
}

fn through(points: impl IntoIterator<Item = DVec3>) -> SmoothPath {
    SmoothPath::new(points, &Lattice::default(), Anchor::CENTER).unwrap()
}

fn open_world(size: i32) -> (Occupancy, Traversability) {
    let bounds = CellBox::from_size(IVec3::splat(size));
    let occupancy = OccupancyBuilder::new(bounds).unwrap().commit();
    let world = Traversability::new(&occupancy, UnknownPolicy::Blocked);
    (occupancy, world)
}

fn with_cell(occupancy: &Occupancy, cell: IVec3, state: CellState) -> Occupancy {
    let mut edit = occupancy.edit();
    edit.set(cell, state).unwrap();
    edit.commit()
}

#[test]
fn progress_goes_on_around_a_hairpin_and_never_jumps_across() {
    let mut follower = Follower::new(hairpin());
    assert_eq!(follower.path().length(), 41.0);
    let mut along = 0.0;
    for step in 0..=200_u8 {
        // A little toward the way back, which is nearer than the way out.
        let x = f64::from(step) / 10.0;
        let progress = follower.update([x, 0.3, 0.0]).unwrap();
        assert!(
            progress.along >= along && (progress.along - x).abs() < 0.8,
            "{x} {progress:?}"
        );
        along = progress.along;
    }
    for step in 0..=200_u8 {
        let x = 20.0 - f64::from(step) / 10.0;
        let progress = follower.update([x, 1.0, 0.0]).unwrap();
        assert!(
            (progress.along - (41.0 - x)).abs() < 1e-9,
            "{x} {progress:?}"
        );
    }
    assert!(follower.has_arrived(0.0));
    assert_eq!(follower.progress().next, 3);
}

#[test]
fn pushed_back_means_farther_to_go() {
    let mut follower = Follower::new(hairpin());
    follower.update([9.0, 0.0, 0.0]).unwrap();
    assert_eq!(follower.update([4.0, 0.2, 0.0]).unwrap().along, 4.0);
    // Put down beside the way back, which only a look at the whole smooth path can know.
    assert_eq!(follower.update([4.0, 1.1, 0.0]).unwrap().along, 4.0);
    assert_eq!(follower.relocate([4.0, 1.1, 0.0]).unwrap().along, 37.0);
}

#[test]
fn ends_are_ends() {
    let mut follower = Follower::new(hairpin());
    let before = follower.update([-5.0, 0.0, 0.0]).unwrap();
    assert_eq!((before.along, before.off_path, before.next), (0.0, 5.0, 1));
    assert_eq!(follower.look_ahead(-3.0), DVec3::ZERO);
    assert_eq!(follower.look_ahead(1e300), DVec3::Y);
    assert_eq!(follower.look_ahead(f64::NAN), DVec3::ZERO);
    assert_eq!(follower.next_waypoint(), DVec3::X * 20.0);
    assert_eq!(
        follower.advance(20.0).next,
        2,
        "at a waypoint the next one comes"
    );
    assert_eq!(follower.advance(f64::NAN).along, 20.0);
    assert_eq!(follower.advance(f64::INFINITY).remaining, 0.0);
    assert_eq!(follower.advance(-1.0).along, 40.0);
    assert_eq!(follower.advance(f64::NEG_INFINITY).along, 0.0);
    let smooth_path = follower.path();
    assert_eq!(
        (smooth_path.along_of(2), smooth_path.along_of(99)),
        (21.0, 41.0)
    );
    assert_eq!(smooth_path.position_at(f64::NAN), DVec3::ZERO);
}

#[test]
fn a_trail_of_one_point_is_a_trail() {
    let path = through([DVec3::ONE]);
    let mut follower = Follower::new(path);
    let progress = follower.update([1.0, 1.0, 3.0]).unwrap();
    assert_eq!(
        (progress.along, progress.remaining, progress.off_path),
        (0.0, 0.0, 2.0)
    );
    assert_eq!(follower.next_waypoint(), DVec3::ONE);
    assert_eq!(follower.look_ahead(5.0), DVec3::ONE);
    assert!(follower.has_arrived(2.0) && !follower.has_arrived(1.0));
    let (occupancy, world) = open_world(4);
    assert_eq!(follower.check(&world), None);
    let closed = with_cell(&occupancy, IVec3::ONE, CellState::Occupied);
    let broken = follower.check(&world.refreshed(&closed)).unwrap();
    assert_eq!((broken.ahead, broken.segment), (0.0, 0));
}

#[test]
fn positions_that_are_none_are_typed_errors_and_change_nothing() {
    let mut follower = Follower::new(hairpin());
    follower.update([3.0, 0.0, 0.0]).unwrap();
    let (_, world) = open_world(30);
    for bad in [f64::NAN, f64::INFINITY] {
        let position = DVec3::new(bad, 0.0, 0.0);
        let not_finite = |error| matches!(error, LatticeError::NotFinite { .. });
        assert!(follower.update(position).is_err_and(not_finite));
        assert!(follower.relocate(position).is_err_and(not_finite));
        assert!(follower.path().locate(position).is_err_and(not_finite));
        let steered = follower.clear_look_ahead(position, 1.0, &world);
        assert!(steered.is_err_and(not_finite));
    }
    let far = follower.update([1e300, 0.0, 0.0]);
    assert!(matches!(far, Err(LatticeError::OutOfRange { .. })));
    assert_eq!(follower.progress().along, 3.0);
}

#[test]
fn waypoints_are_where_the_feet_go() {
    let up = Heading {
        axis: Axis::Z,
        sign: Sign::Positive,
    };
    let agent = voxnav::Agent::new(voxnav::glam::Vec3::new(0.5, 0.5, 1.5));
    let lattice = Lattice::new(DVec3::new(10.0, 0.0, 0.0), 0.5).unwrap();
    let feet = [[10.0, 0.0, -1.5], [14.0, 0.0, -1.5]];
    let smooth_path = SmoothPath::new(feet, &lattice, Anchor::feet(&agent, up)).unwrap();
    assert_eq!(
        smooth_path.smoothed(&Smoothing::new(), &open_world(9).1),
        smooth_path
    );
    assert_eq!(smooth_path.waypoints()[1], DVec3::new(14.0, 0.0, -1.5));
    let mut follower = Follower::new(smooth_path);
    let progress = follower.update([12.0, 0.0, -1.5]).unwrap();
    assert_eq!((progress.along, progress.off_path), (2.0, 0.0));
}

#[test]
fn steering_from_off_the_trail_does_not_cut_the_corner() {
    let (occupancy, _) = open_world(12);
    let pillar = CellBox::new(IVec3::new(3, 0, 0), IVec3::new(6, 6, 12));
    let mut edit = occupancy.edit();
    edit.set_box(pillar, CellState::Occupied).unwrap();
    let world = Traversability::new(&edit.commit(), UnknownPolicy::Blocked);
    let points = [[2.0, 1.0, 1.0], [2.0, 6.0, 1.0], [9.0, 6.0, 1.0]].map(DVec3::from);
    let path = through(points);
    let mut follower = Follower::new(path);
    let position = DVec3::new(1.5, 4.0, 1.0);
    follower.update(position).unwrap();
    assert!(world.is_traversable(IVec3::new(4, 6, 1)));
    let steering = follower.clear_look_ahead(position, 4.0, &world).unwrap();
    let Steering::Toward(target) = steering else {
        panic!("{steering:?}")
    };
    assert!(target.y <= 6.0 && target.distance(DVec3::new(2.0, 6.0, 1.0)) < 0.1);
    assert_eq!(world.is_clear(position, target), Ok(true));
    let inside = follower.clear_look_ahead([4.0, 4.0, 1.0], 4.0, &world);
    assert_eq!(inside, Ok(Steering::OutOfSight));
}

#[test]
fn what_lies_behind_breaks_nothing() {
    let mut follower = Follower::new(hairpin());
    let (occupancy, world) = open_world(30);
    follower.update([10.5, 0.0, 0.0]).unwrap();
    assert_eq!(follower.check(&world), None);
    // On the way out and behind; the way back only touches it.
    let behind = with_cell(&occupancy, IVec3::new(5, 0, 0), CellState::Occupied);
    assert_eq!(follower.check(&world.refreshed(&behind)), None);
    let ahead = with_cell(&occupancy, IVec3::new(5, 1, 0), CellState::Occupied);
    let broken = follower.check(&world.refreshed(&ahead)).unwrap();
    assert_eq!((broken.segment, broken.cell), (2, IVec3::new(5, 1, 0)));
    let aside = with_cell(&occupancy, IVec3::new(5, 0, 1), CellState::Occupied);
    assert_eq!(follower.check(&world.refreshed(&aside)), None);
}

#[test]
fn the_first_break_is_where_the_box_touches() {
    let mut follower = Follower::new(hairpin());
    let (occupancy, world) = open_world(30);
    let edited = with_cell(&occupancy, IVec3::new(15, 0, 0), CellState::Occupied);
    let edited = with_cell(&edited, IVec3::new(17, 0, 0), CellState::Occupied);
    let newer = world.refreshed(&edited);
    assert_eq!(follower.check(&world), None);
    let broken = follower.check(&newer).unwrap();
    assert_eq!((broken.along, broken.ahead), (14.0, 14.0));
    assert_eq!(broken.position, DVec3::X * 14.0);
    follower.advance(5.0);
    let nearer = follower.check(&newer).unwrap();
    assert_eq!((nearer.along, nearer.ahead), (14.0, 9.0));
    // Walked into it all the same.
    follower.advance(10.5);
    assert_eq!(follower.check(&newer).unwrap().ahead, 0.0);
    // Past the first, before the second; then past both, where the way back only touches them.
    follower.advance(0.625);
    assert_eq!(follower.check(&newer).unwrap().cell, IVec3::new(17, 0, 0));
    follower.advance(2.5);
    assert_eq!(follower.check(&newer), None);
    assert_eq!(follower.check(&world), None);
}

/// What a follower that remembers nothing answers.
fn anew(follower: &Follower, world: &Traversability) -> Option<Blockage> {
    let mut fresh = Follower::new(follower.path().clone());
    fresh.advance(follower.progress().along);
    fresh.check(world)
}

#[test]
fn memory_changes_no_answer() {
    let (occupancy, world) = open_world(150);
    let mut answers = [0; 2];
    for mut draws in cases(0xf0_1105, 60) {
        let [start, goal] = [(); 2].map(|()| draws.cell(&world.bounds()));
        let query = Query::new(start, goal);
        let solution = query.solve(&world, &mut Workspace::new());
        let path = solution.outcome.path().unwrap().clone();
        let cells = SmoothPath::from_path(&path, &Lattice::default(), Anchor::CENTER).unwrap();
        let turns = cells.smoothed(&Smoothing::new().drop_collinear(), &world);
        let mut follower = Follower::new(turns);
        let (mut cells, mut current) = (occupancy.clone(), world.clone());
        for _ in 0..20 {
            // Edits on the path and elsewhere, back and forth; sometimes none; sometimes from
            // scratch, sometimes an old snapshot.
            for _ in 0..draws.below(3) {
                let on_path = path.cells().nth(draws.below(150));
                let cell = on_path.unwrap_or_else(|| draws.cell(&world.bounds()));
                let state = if draws.below(4) == 0 {
                    CellState::Occupied
                } else {
                    CellState::Free
                };
                cells = with_cell(&cells, cell, state);
            }
            current = match draws.below(4) {
                0 => Traversability::new(&cells, UnknownPolicy::Blocked),
                1 => current,
                2 if draws.below(4) == 0 => world.clone(),
                _ => current.refreshed(&cells),
            };
            follower.advance(f64::from(draws.below(20)) - 4.0);
            let answer = follower.check(&current);
            let fresh = anew(&follower, &current);
            let place = |found: &Blockage| (found.segment, found.cell);
            assert_eq!(answer.as_ref().map(place), fresh.as_ref().map(place));
            if let (Some(answer), Some(fresh)) = (answer, fresh) {
                assert!((answer.along - fresh.along).abs() < 1e-6);
            }
            answers[usize::from(answer.is_some())] += 1;
        }
    }
    assert!(answers.iter().all(|&count| count > 200), "{answers:?}");
}

#[test]
fn positions_without_a_cell_are_refused_by_their_place_in_the_list() {
    let path = |points: Vec<DVec3>| SmoothPath::new(points, &Lattice::default(), Anchor::CENTER);
    assert_eq!(path(Vec::new()), Err(SmoothPathError::Empty));
    // The last is farther than cells reach; the one before it has a cell, at the very end.
    for bad in [f64::NAN, f64::INFINITY, -1e10, f64::from(1 << 30) - 0.5] {
        let refused = path(vec![DVec3::ZERO, DVec3::new(0.0, bad, 0.0)]);
        assert!(
            matches!(refused, Err(SmoothPathError::OutOfRange { index: 1, .. })),
            "{bad} {refused:?}"
        );
    }
}

#[test]
fn positions_that_repeat_count_once() {
    let tiny = DVec3::splat(1e-9);
    let line = through([DVec3::ZERO, tiny, DVec3::X, DVec3::X]);
    assert_eq!(line.waypoints(), [DVec3::ZERO, DVec3::X]);
    // Nor are the ends asked for listed twice where they are those of the cells.
    let (_, world) = open_world(4);
    let query = Query::new(IVec3::ZERO, IVec3::new(3, 0, 0));
    let outcome = query.solve(&world, &mut Workspace::new()).outcome;
    let options = SmoothPathOptions::default()
        .smoothing(Smoothing::new())
        .starting_at(DVec3::ZERO)
        .ending_at(DVec3::X * 3.0);
    let path = outcome.path().unwrap();
    let smooth = SmoothPath::along_path(path, &Lattice::default(), &world, &options);
    let cells = [0.0, 1.0, 2.0, 3.0].map(|x| DVec3::X * x);
    assert_eq!(smooth.unwrap().waypoints(), cells);
}

#[test]
fn the_places_of_an_agent_of_cells_are_those_of_its_box() {
    let cells = CellBox::new(IVec3::new(-1, 0, 0), IVec3::new(2, 4, 1));
    let cells = Footprint::new(cells).unwrap();
    let lattice = Lattice::new(DVec3::ONE, 0.5).unwrap();
    let up = Heading {
        axis: Axis::Y,
        sign: Sign::Positive,
    };
    let center = Anchor::center_of_cells(&cells, &lattice).offset();
    assert_eq!(center, DVec3::new(0.0, 0.75, 0.0));
    let feet = Anchor::feet_of_cells(&cells, up, &lattice).offset();
    assert_eq!(feet, DVec3::new(0.0, -0.25, 0.0));
}
