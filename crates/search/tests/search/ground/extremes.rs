//! Numbers at their limits have a meaning: steps higher than the body, and costs that add up to more
//! than a cost can hold.

use voxnav_occupancy::glam::IVec3;
use voxnav_occupancy::{CellBox, CostFactor, Material, MaterialKind, OccupancyBuilder};
use voxnav_search::{
    Action, Algorithm, Cost, Fall, Ground, Limit, Link, Locomotion, LocomotionError, Outcome,
    Query, Workspace, verify_legs,
};

use super::scene::drawn;

/// A step may be higher than the body: the agent then rises by the cells above it, all of which it
/// must fit into, and moves over the edge.
#[test]
fn a_step_higher_than_the_body_needs_room_all_the_way_up() {
    let climber = Locomotion {
        step_up: 5,
        ..Locomotion::walker()
    };
    let rows = [
        "....", "....", "..#G", "..##", "..##", "..##", "S.##", "####",
    ];
    let open = drawn(&rows);
    let (legs, cost) = (open.legs(&climber).0, open.legs(&climber).1);
    assert!(legs.contains(&(Action::StepUp, 1)), "{legs:?}");
    // One cell to walk, one step of five cells up and one move at the top, which is a drop of one.
    let walker = Locomotion::walker();
    let expected = walker.walk.unwrap() * 3 + walker.step * 5 + climber.fall_of(1);
    assert_eq!(cost, expected);
    let roofed = drawn(&[
        "....", ".#..", "..#G", "..##", "..##", "..##", "S.##", "####",
    ]);
    assert!(
        roofed.is_unreachable(&climber),
        "a beam is in the way of the head"
    );
    let lower = Locomotion {
        step_up: 4,
        ..climber
    };
    assert!(open.is_unreachable(&lower));
}

trait Falls {
    fn fall_of(&self, cells: usize) -> Cost;
}

impl Falls for Locomotion {
    fn fall_of(&self, cells: usize) -> Cost {
        match &self.fall {
            Fall::PerCell(cost) => *cost * u32::try_from(cells).unwrap(),
            Fall::Table(costs) => costs[cells - 1],
            _ => Cost::MAX,
        }
    }
}

/// The most expensive agent on the most expensive ground: paths that a cost can hold are found at their cost, longer
/// ones end at the limit of what a cost can hold, and none is taken for unreachable.
#[test]
fn costs_that_no_cost_can_hold_end_at_a_limit() {
    let bounds = CellBox::from_size(IVec3::new(400, 1, 4));
    let mut builder = OccupancyBuilder::new(bounds).unwrap();
    let dearest = Material {
        cost: CostFactor::new(64.0).unwrap(),
        ..Material::new("tar", MaterialKind::Solid)
    };
    let dearest = builder.add_material(dearest).unwrap();
    let floor = CellBox::new(IVec3::ZERO, IVec3::new(400, 1, 1));
    builder.set_material_box(floor, dearest).unwrap();
    let world = builder.commit();
    let agent = Locomotion {
        walk: Some(Locomotion::MOST),
        ..Locomotion::walker()
    };
    let ground = Ground::new(&world, &agent).unwrap();
    let move_cost = Locomotion::MOST * 64;
    for (far, is_held) in [
        (9, true),
        (200, true),
        (255, true),
        (256, false),
        (399, false),
    ] {
        for algorithm in [Algorithm::Auto, Algorithm::Dijkstra] {
            let query = Query::new(IVec3::Z, IVec3::new(far, 0, 1)).algorithm(algorithm);
            let outcome = query.solve(&ground, &mut Workspace::new()).outcome;
            if is_held {
                let path = outcome.path().unwrap();
                assert_eq!(path.cost(), move_cost * far.unsigned_abs());
                assert_eq!(verify_legs(path, &ground), Ok(path.cost()));
            } else {
                let limit = Limit::CostRange;
                assert!(
                    matches!(outcome, Outcome::LimitReached { limit: told, .. } if told == limit),
                    "{far}: {outcome:?}"
                );
            }
        }
    }
    // The same over even ground, with the cost of a link.
    let mut builder = world.edit();
    builder.clear_materials(floor).unwrap();
    let world = builder.commit();
    let ground = Ground::new(&world, &agent).unwrap();
    let dear = Link {
        cost: Cost::MAX,
        ..Link::new(CellBox::of_cell(IVec3::Z), IVec3::new(399, 0, 1))
    };
    let linked = ground.with_links(&[dear]).unwrap();
    let query = Query::new(IVec3::Z, IVec3::new(399, 0, 1));
    let outcome = query.solve(&linked, &mut Workspace::new()).outcome;
    assert_eq!(
        outcome.path().map(voxnav_search::Path::cost),
        Some(Locomotion::MOST * 399)
    );
}

#[test]
fn costs_past_their_limit_are_refused_by_field() {
    let dear = Cost::from_raw(Locomotion::MOST.raw() + 1);
    let walker = Locomotion::walker;
    let refused = [
        (
            Locomotion {
                step: dear,
                ..walker()
            },
            "step",
        ),
        (
            Locomotion {
                climb: Some(dear),
                ..walker()
            },
            "climb",
        ),
        (
            Locomotion {
                open_door: Some(dear),
                ..walker()
            },
            "open_door",
        ),
        (
            Locomotion {
                fall: Fall::PerCell(dear),
                ..walker()
            },
            "fall",
        ),
        (
            Locomotion {
                fall: Fall::Table(vec![dear; 9]),
                ..walker()
            },
            "fall",
        ),
    ];
    for (agent, name) in refused {
        let error = agent.check().unwrap_err();
        let is_named = matches!(error, LocomotionError::Cost { field, .. } if field == name);
        assert!(is_named, "{error}");
    }
}
