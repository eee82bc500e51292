//! Links lead where moves do not.

use voxnav_occupancy::CellBox;
use voxnav_occupancy::glam::IVec3;
use voxnav_search::{
    Action, Cost, Ground, Link, LinkDirection, LinkError, LinkState, Locomotion, Outcome,
};

use super::scene::{Scene, drawn};

#[test]
fn links_lead_where_moves_do_not() {
    let scene = drawn(&["...#...", "...#...", "S..#..G", "#######"]);
    let walker = Locomotion::walker();
    assert!(scene.is_unreachable(&walker));
    let [near, far] = [2, 4].map(|x| IVec3::new(x, 0, 1));
    let link = Link {
        cost: Cost::STRAIGHT * 2,
        label: 9,
        ..Link::new(CellBox::of_cell(near), far)
    };
    let found = scene.solve_linked(&walker, &[link]).outcome;
    let path = found.path().unwrap();
    let actions: Vec<_> = path.legs().iter().map(|leg| leg.action).collect();
    assert_eq!(actions, [Action::Walk, Action::Link(9), Action::Walk]);
    assert_eq!(path.cost(), Cost::STRAIGHT * 6);
    let back = Scene {
        start: scene.goal,
        goal: scene.start,
        world: scene.world.clone(),
    };
    assert_eq!(
        back.solve_linked(&walker, &[link]).outcome,
        Outcome::Unreachable
    );
    let both = Link {
        ways: LinkDirection::Both,
        ..link
    };
    assert!(back.solve_linked(&walker, &[both]).outcome.path().is_some());
    let closed = Link {
        state: LinkState::Closed,
        ..link
    };
    let others = Link { groups: 2, ..link };
    let first = Locomotion {
        groups: 1,
        ..walker.clone()
    };
    assert_eq!(
        scene.solve_linked(&walker, &[closed]).outcome,
        Outcome::Unreachable
    );
    assert_eq!(
        scene.solve_linked(&first, &[others]).outcome,
        Outcome::Unreachable
    );
    let into_wall = Link::new(CellBox::of_cell(near), IVec3::new(3, 0, 1));
    assert_eq!(
        scene.solve_linked(&walker, &[into_wall]).outcome,
        Outcome::Unreachable
    );
    let out_of_wall = Link::new(CellBox::of_cell(IVec3::new(3, 0, 1)), far);
    assert_eq!(
        scene.solve_linked(&walker, &[out_of_wall]).outcome,
        Outcome::Unreachable
    );
    let ground = Ground::new(&scene.world, &walker).unwrap();
    let bounds = scene.world.bounds();
    let outside = Link::new(CellBox::of_cell(near), IVec3::new(3, 5, 1));
    let error = ground.clone().with_links(&[link, outside]).unwrap_err();
    let (link, field) = (1, "to");
    assert_eq!(
        error,
        LinkError::OutsideBounds {
            link,
            field,
            bounds
        }
    );
    let beyond = CellBox::new(near, IVec3::new(3, 2, 2));
    let error = ground.clone().with_links(&[Link::new(beyond, far)]);
    let (link, field) = (0, "from");
    assert_eq!(
        error.unwrap_err(),
        LinkError::OutsideBounds {
            link,
            field,
            bounds
        }
    );
    let empty = Link::new(CellBox::EMPTY, far);
    let error = ground.with_links(&[empty]).unwrap_err();
    assert_eq!(error, LinkError::EmptyBox { link: 0 });
}
