//! Searches wait for the labels of components only where they cannot do without.

use voxnav_occupancy::glam::IVec3;
use voxnav_occupancy::{CellBox, CellState, OccupancyBuilder, Traversability, UnknownPolicy};
use voxnav_search::{Outcome, Partial, Query, Search, Workspace};

/// Fifty chunks, each with an obstacle of its own, and a closed room.
fn world() -> Traversability {
    let bounds = CellBox::from_size(IVec3::new(640, 320, 64));
    let mut builder = OccupancyBuilder::new(bounds).unwrap();
    for chunk in bounds.chunks() {
        let corner = chunk.origin() + 20 + IVec3::new(chunk.0.x, chunk.0.y, 0);
        let obstacle = CellBox::new(corner, corner + 5);
        builder.set_box(obstacle, CellState::Occupied).unwrap();
    }
    let room = CellBox::new(IVec3::new(600, 300, 40), IVec3::new(610, 310, 50));
    builder.set_box(room, CellState::Occupied).unwrap();
    let inside = CellBox::new(room.min + 1, room.max - 1);
    builder.set_box(inside, CellState::Free).unwrap();
    Traversability::new(&builder.commit(), UnknownPolicy::Blocked)
}

const INSIDE: IVec3 = IVec3::new(605, 305, 45);

#[test]
fn a_search_that_finds_its_way_soon_waits_for_no_labels() {
    let world = world();
    let unlabeled = world.chunks_to_label();
    assert!(unlabeled >= 50);
    let query = Query::new(IVec3::ONE, IVec3::new(30, 30, 30));
    let solution = query.solve(&world, &mut Workspace::new());
    assert!(matches!(solution.outcome, Outcome::Found(_)));
    assert_eq!(world.chunks_to_label(), unlabeled);
    assert_eq!(
        solution,
        query.solve(&world.with_components(), &mut Workspace::new())
    );
}

#[test]
fn a_search_that_would_flood_the_world_is_told_by_labels() {
    for goal_inside in [IVec3::ONE, INSIDE] {
        let ends = [goal_inside, INSIDE + IVec3::ONE - goal_inside];
        let query = Query::new(ends[0], ends[1]);
        let world = world();
        let solution = query.solve(&world, &mut Workspace::new());
        assert_eq!(solution.outcome, Outcome::Unreachable);
        let cells = world.bounds().volume();
        assert!(solution.statistics.expanded < cells / 100);

        let partial = Query::new(ends[0], ends[1]).partial(Partial::Allowed);
        let first = partial.solve(&self::world(), &mut Workspace::new());
        let labeled = partial.solve(&world.with_components(), &mut Workspace::new());
        let paths = [&first, &labeled].map(|it| it.outcome.any_path().cloned());
        assert_eq!(paths[0], paths[1]);
    }
}

#[test]
fn slices_wait_for_labels_as_the_whole_does() {
    let query = Query::new(IVec3::ONE, INSIDE);
    let whole = query.solve(&world(), &mut Workspace::new());
    let mut search = Search::new(&query, &world());
    let solution = loop {
        if let Some(solution) = search.step(1000) {
            break solution.clone();
        }
    };
    assert_eq!(solution, whole);
}
