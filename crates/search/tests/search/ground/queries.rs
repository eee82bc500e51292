//! What queries say counts on the ground, too, and edits are followed.

use voxnav_occupancy::glam::IVec3;
use voxnav_occupancy::{CellBox, CellState, UnknownPolicy};
use voxnav_search::{
    Cost, EndFault, Goal, Ground, Limits, Locomotion, Outcome, Partial, PartialReason, Path, Query,
    Search, SnapPolicy, Workspace, verify_legs,
};

use super::scene::drawn;

#[test]
fn edits_are_followed() {
    let scene = drawn(&[".....", "S...G", "#####", "!!!!!"]);
    let walker = Locomotion::walker();
    let ground = Ground::new(&scene.world, &walker).unwrap();
    let cost = |ground: &Ground| {
        let query = Query::new(scene.start, scene.goal);
        let solution = query.solve(ground, &mut Workspace::new());
        solution.outcome.path().map(Path::cost)
    };
    assert_eq!(cost(&ground), Some(Cost::STRAIGHT * 4));
    let mut edit = scene.world.edit();
    edit.set(IVec3::new(2, 0, 1), CellState::Free).unwrap();
    let broken = ground.updated(&edit.commit()).unwrap();
    assert_eq!(cost(&broken), None);
    assert_eq!(cost(&ground), Some(Cost::STRAIGHT * 4));
}

#[test]
fn queries_keep_their_limits_and_goals() {
    let scene = drawn(&["..........", "S........G", "mmmmmmmmmm"]);
    let ground = Ground::new(&scene.world, &Locomotion::walker()).unwrap();
    let solve = |query: Query<'_>| query.solve(&ground, &mut Workspace::new());
    let query = Query::new(scene.start, scene.goal);
    let limited = solve(query.limits(Limits::none().expanded(3))).outcome;
    let Outcome::LimitReached { path, .. } = limited else {
        panic!("{limited:?}");
    };
    assert_eq!(path.goal(), IVec3::new(3, 0, 1));
    let cheap = solve(query.limits(Limits::none().cost(Cost::STRAIGHT * 8))).outcome;
    assert!(matches!(cheap, Outcome::LimitReached { .. }));
    let goal = Goal::inside(CellBox::new(IVec3::new(5, 0, 0), IVec3::new(9, 1, 2)));
    let nearest = solve(query.to(&goal)).outcome;
    assert_eq!(nearest.path().map(Path::goal), Some(IVec3::new(5, 0, 1)));
    let in_the_wall = Query::new(scene.start, IVec3::new(4, 0, 0));
    let blocked = EndFault::GoalBlocked;
    assert_eq!(solve(in_the_wall).outcome, Outcome::InvalidEnd(blocked));
    let partial = solve(in_the_wall.partial(Partial::Allowed)).outcome;
    let Outcome::Partial { path, reason } = partial else {
        panic!("{partial:?}");
    };
    assert_eq!(reason, PartialReason::InvalidEnd(blocked));
    assert_eq!(path.goal(), IVec3::new(4, 0, 1));
}

#[test]
fn ends_that_may_be_moved_settle_on_the_ground_below() {
    let scene = drawn(&["..........", "..........", "S...##...G", "mmmmmmmmmm"]);
    let ground = Ground::new(&scene.world, &Locomotion::walker()).unwrap();
    let solve = |query: Query<'_>| query.solve(&ground, &mut Workspace::new());
    let near = |cells: u32| SnapPolicy::Nearest {
        radius: Cost::STRAIGHT * cells,
    };
    let (above, inside) = (IVec3::new(1, 0, 3), IVec3::new(4, 0, 1));
    let exact = solve(Query::new(above, scene.goal)).outcome;
    assert_eq!(exact, Outcome::InvalidEnd(EndFault::StartBlocked));
    let too_high = solve(Query::new(above, scene.goal).snap_start(near(1))).outcome;
    assert_eq!(too_high, exact);
    let query = Query::new(above, inside)
        .snap_start(near(2))
        .snap_goal(near(2));
    let settled = solve(query);
    let path = settled.outcome.path().unwrap();
    // The wall is blocked: the nearest cells are beside and above it, the lowest counts.
    assert_eq!(
        [path.start(), path.goal()],
        [IVec3::new(1, 0, 1), IVec3::new(3, 0, 1)]
    );
    let moved = [settled.snapped.start, settled.snapped.goal];
    assert_eq!(moved, [Cost::STRAIGHT * 2, Cost::STRAIGHT]);
    // In slices it is the same.
    let mut search = Search::new(&query, &ground);
    while search.step(1).is_none() {}
    assert_eq!(search.solution(), Some(&settled));
}

#[test]
fn agents_that_stop_before_unknown_cells_do_so_on_the_ground() {
    let scene = drawn(&["..........", "..........", "S........G", "mmmmmmmmmm"]);
    let mut edit = scene.world.edit();
    let beyond = CellBox::new(IVec3::new(6, 0, 0), IVec3::new(10, 1, 4));
    edit.set_box(beyond, CellState::Unknown).unwrap();
    let world = edit.commit();
    let walker = Locomotion {
        unknown: UnknownPolicy::StopAtBoundary,
        ..Locomotion::walker()
    };
    let ground = Ground::new(&world, &walker).unwrap();
    let query = Query::new(scene.start, scene.goal);
    let outcome = query.solve(&ground, &mut Workspace::new()).outcome;
    let Outcome::StoppedAtUnknown {
        path,
        rest,
        unknown,
    } = outcome
    else {
        panic!("{outcome:?}");
    };
    assert_eq!((path.goal(), unknown.x), (IVec3::new(5, 0, 1), 6));
    // Mud costs twice, and what nobody has seen may turn out to be a road.
    assert_eq!(rest, Cost::STRAIGHT * 2);
    assert_eq!(verify_legs(&path, &ground), Ok(path.cost()));
    // What is found out is edited, and the way goes on.
    let found_out = ground.updated(&scene.world).unwrap();
    let outcome = query.solve(&found_out, &mut Workspace::new()).outcome;
    assert_eq!(outcome.path().map(Path::goal), Some(scene.goal));
    // In slices nothing is handed out that needs an unknown cell.
    let mut search = Search::new(&query, &ground);
    while search.step(1).is_none() {
        let so_far = search.best_so_far();
        assert!(so_far.goal().x <= 5, "{so_far:?}");
    }
}

#[test]
fn goals_at_none_of_whose_cells_the_agent_can_rest_are_blocked() {
    let scene = drawn(&["....#####.", "....#####.", "S...#####.", "##########"]);
    let ground = Ground::new(&scene.world, &Locomotion::walker()).unwrap();
    let in_rock = [
        IVec3::new(5, 0, 1),
        IVec3::new(6, 0, 2),
        IVec3::new(1, 0, 3),
    ];
    let box_of_rock = CellBox::new(IVec3::new(4, 0, 1), IVec3::new(9, 1, 3));
    let fault = EndFault::GoalBlocked;
    for goal in [Goal::any_of(in_rock), Goal::inside(box_of_rock)] {
        let query = Query::toward(scene.start, &goal);
        let solve = |query: Query<'_>| query.solve(&ground, &mut Workspace::new()).outcome;
        assert_eq!(solve(query), Outcome::InvalidEnd(fault), "{goal:?}");
        let partial = solve(query.partial(Partial::Allowed));
        let Outcome::Partial { reason, .. } = partial else {
            panic!("{partial:?}");
        };
        assert_eq!(reason, PartialReason::InvalidEnd(fault), "{goal:?}");
    }
    // One cell to rest at, out of reach, is another matter.
    let beyond = Goal::any_of([in_rock[0], IVec3::new(9, 0, 1)]);
    let query = Query::toward(scene.start, &beyond);
    let outcome = query.solve(&ground, &mut Workspace::new()).outcome;
    assert_eq!(outcome, Outcome::Unreachable);
}
