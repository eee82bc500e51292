//! What a navigator cannot answer is a typed error, at once.

use voxnav::colliders::Obstacle;
use voxnav::glam::{DVec3, IVec3, Vec3};
use voxnav::grid::CellBox;
use voxnav::grid::Layers;
use voxnav::parry3d::shape::SharedShape;
use voxnav::search::EndFault;
use voxnav::{Agent, AgentId, Lattice, Navigator, NavigatorError, Outcome, RouteError};

#[test]
fn what_cannot_be_answered_is_a_typed_error() {
    let mut navigator = Navigator::in_region(0.5, [-20.0; 3], [20.0; 3]).unwrap();
    let agent = navigator.add_agent(Agent::new(Vec3::splat(0.4))).unwrap();
    assert_eq!(AgentId::from_bits(agent.to_bits()), agent);
    for bad in [f32::NAN, -1.0, f32::INFINITY] {
        let refused = navigator.add_agent(Agent::new(Vec3::new(1.0, bad, 1.0)));
        assert!(matches!(refused, Err(NavigatorError::Agent(_))), "{bad}");
    }
    let nowhere = navigator.find_route(agent, [f64::NAN; 3], [0.0; 3]);
    assert!(matches!(
        nowhere,
        Err(NavigatorError::Route(RouteError::Lattice(_)))
    ));
    let far = navigator.find_route(agent, [0.0; 3], [1e300; 3]);
    assert!(matches!(
        far,
        Err(NavigatorError::Route(RouteError::Lattice(_)))
    ));

    let id = navigator
        .insert(Obstacle::new(SharedShape::ball(1.0)))
        .unwrap();
    let lost = navigator.move_to(id, [f64::INFINITY; 3]);
    assert!(matches!(lost, Err(NavigatorError::Obstacle(_))));
    navigator.remove(id).unwrap();
    for refused in [
        navigator.remove(id),
        navigator.move_to(id, [0.0; 3]),
        navigator.set_layers(id, Layers::ALL),
    ] {
        assert!(matches!(refused, Err(NavigatorError::Obstacle(_))));
    }

    assert_eq!(navigator.agents().count(), 1);
    assert!(navigator.remove_agent(agent).is_ok());
    let unknown = Err(NavigatorError::UnknownAgent {
        id: agent.to_bits(),
    });
    assert_eq!(navigator.find_route(agent, [0.0; 3], [0.0; 3]), unknown);
    assert!(navigator.add_agent(Agent::new(Vec3::ZERO)).unwrap() > agent);
}

#[test]
fn worlds_out_of_range_are_refused_at_once() {
    let refused = |size, min: [f64; 3], max: [f64; 3]| Navigator::in_region(size, min, max).err();
    let (zero, one) = ([0.0; 3], [1.0; 3]);
    assert!(matches!(
        refused(0.0, zero, one),
        Some(NavigatorError::Route(RouteError::Lattice(_)))
    ));
    assert!(matches!(
        refused(1e90, zero, one),
        Some(NavigatorError::Skin(_))
    ));
    assert!(matches!(
        refused(1.0, zero, [1e10; 3]),
        Some(NavigatorError::Route(RouteError::Lattice(_)))
    ));
    let bounds = CellBox::new(IVec3::MIN, IVec3::MAX);
    let refused = Navigator::new(Lattice::default(), bounds).err();
    assert!(matches!(refused, Some(NavigatorError::Bounds(_))));
    // Half the cells there can be, each a million units wide: too far for box queries.
    let lattice = Lattice::new(DVec3::ZERO, 1e6).unwrap();
    let bounds = CellBox::from_size(IVec3::splat(1 << 29));
    let mut navigator = Navigator::new(lattice, bounds).unwrap();
    let refused = navigator.add_agent(Agent::new(Vec3::ONE));
    assert!(matches!(refused, Err(NavigatorError::Agent(_))));
    // Nothing to be in: no cell, no panic.
    let mut navigator = Navigator::in_region(1.0, one, zero).unwrap();
    let agent = navigator.add_agent(Agent::new(Vec3::ONE)).unwrap();
    let route = navigator.find_route(agent, zero, one).unwrap();
    assert_eq!(route.outcome, Outcome::InvalidEnd(EndFault::StartOutside));
}
