//! What queries say counts on the ground, too, and edits are followed.

use voxnav_occupancy::glam::IVec3;
use voxnav_occupancy::{CellBox, CellState};
use voxnav_search::{
    Cost, EndFault, Goal, Ground, LegPath, Limits, Locomotion, Outcome, Partial, PartialReason,
    Query, Workspace,
};

use super::scene::drawn;

#[test]
fn edits_are_followed() {
    let scene = drawn(&[".....", "S...G", "#####", "!!!!!"]);
    let walker = Locomotion::walker();
    let ground = Ground::new(&scene.world, &walker).unwrap();
    let cost = |ground: &Ground| {
        let query = Query::new(scene.start, scene.goal);
        let solution = query.solve_with(&ground.moves(), &mut Workspace::new());
        solution.outcome.path().map(LegPath::cost)
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
    let solve = |query: Query<'_>| query.solve_with(&ground.moves(), &mut Workspace::new());
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
    assert_eq!(nearest.path().map(LegPath::goal), Some(IVec3::new(5, 0, 1)));
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
