//! What is refused, and how that is said.

use voxnav::glam::{DVec3, IVec3};
use voxnav::grid::{CellBox, CellState};
use voxnav::ground::{LinkError, Locomotion, Material, MaterialKind, WorldLink};
use voxnav::search::{Cost, EndFault};
use voxnav::spatial::KeepAway;
use voxnav::{
    Agent, AgentId, Navigator, NavigatorError, Outcome, RouteEnd, RouteError, RouteOptions,
    SmoothPathOptions,
};

fn room() -> Navigator {
    Navigator::in_region(1.0, [0.0; 3], [9.0, 9.0, 9.0]).unwrap()
}

fn person() -> Agent {
    Agent::new([0.4, 0.4, 0.9].into())
}

#[test]
fn bad_agents_are_refused_by_field() {
    let mut room = room();
    let idle = Locomotion {
        walk: None,
        climb: None,
        swim: None,
        ..Locomotion::walker()
    };
    let refused = room.add_agent((person(), &idle)).unwrap_err();
    assert!(refused.to_string().contains("`walk`"), "{refused}");
    let free = Locomotion {
        walk: Some(Cost::ZERO),
        ..Locomotion::walker()
    };
    let refused = room.add_agent((person(), &free)).unwrap_err();
    assert!(
        matches!(refused, NavigatorError::Locomotion(_)),
        "{refused}"
    );
    for half in [-1.0, f32::NAN, f32::INFINITY, 70.0] {
        let body = Agent::new([half, 0.4, 0.9].into());
        let refused = room.add_agent((body, &Locomotion::walker()));
        let footprint = |error| matches!(error, NavigatorError::Route(RouteError::Footprint(_)));
        assert!(refused.is_err_and(footprint), "{half}");
    }
    let tall = Agent::new([0.4, 0.4, 70.0].into());
    assert!(room.add_agent((tall, &Locomotion::walker())).is_err());
    assert_eq!(room.agents().count(), 0);
}

#[test]
fn bad_links_are_refused_by_field_and_leave_nothing() {
    let mut room = room();
    let walker = room.add_agent((person(), &Locomotion::walker())).unwrap();
    let out = WorldLink::new([1.0, 1.0, -0.5], [1.0, 1.0, 40.0]);
    let refused = room.insert_link(out).unwrap_err();
    let error = NavigatorError::Link(LinkError::OutsideBounds {
        link: 0,
        field: "to",
        bounds: room.bounds(),
    });
    assert_eq!(refused, error);
    let nowhere = WorldLink::new([f64::NAN; 3], [1.0; 3]);
    assert!(matches!(
        room.insert_link(nowhere),
        Err(NavigatorError::Route(RouteError::Lattice(_)))
    ));
    assert_eq!(room.links().count(), 0);
    let into_a_wall = room
        .insert_link(WorldLink::new([1.0, 1.0, -0.5], [1.0, 1.0, 4.5]))
        .unwrap();
    let route = room
        .find_route(walker, [1.0, 1.0, -0.5], [1.0, 1.0, 4.5])
        .unwrap();
    assert!(route.is_found(), "the goal settles on the ground");
    room.remove_link(into_a_wall).unwrap();
    let gone = room.remove_link(into_a_wall);
    assert_eq!(gone, Err(NavigatorError::UnknownLink { id: into_a_wall }));
}

#[test]
fn ids_of_other_agents_are_refused() {
    let mut room = room();
    let drone = room.add_agent(person()).unwrap();
    let walker = room.add_agent((person(), &Locomotion::walker())).unwrap();
    let link = room
        .insert_link(WorldLink::new([1.0, 1.0, -0.5], [5.0, 1.0, -0.5]))
        .unwrap();
    let options = RouteOptions::default();
    let route = room.find_route(walker, [1.0; 3], [2.0; 3]).unwrap();
    let [flying, walking] = [drone.to_bits(), walker.to_bits()];
    // The number alone reports which agent it is.
    for id in [walker, AgentId::from_bits(walking)] {
        let on_ground = NavigatorError::OnGround { id: walking };
        let smooth = room.smooth_path(id, &route, &SmoothPathOptions::default());
        assert_eq!(smooth.unwrap_err(), on_ground);
        let within = room.positions_within(id, [1.0; 3], 1.0, &options);
        assert_eq!(within.unwrap_err(), on_ground);
        assert_eq!(room.traversability(id).map(drop), Err(on_ground.clone()));
        assert_eq!(room.space(id).map(drop), Err(on_ground));
        assert!(room.link_ends(id, link).is_ok());
        assert_eq!(room.find_route(id, [1.0; 3], [2.0; 3]).unwrap(), route);
    }
    for id in [drone, AgentId::from_bits(flying)] {
        let flies = NavigatorError::Flying { id: flying };
        assert_eq!(room.link_ends(id, link).unwrap_err(), flies);
        let links = room.unusable_links(id, &options);
        assert_eq!(links.map(drop), Err(flies));
        assert!(room.traversability(id).is_ok());
    }
    room.remove_agent(walker).unwrap();
    let unknown = NavigatorError::UnknownAgent { id: walking };
    let refused = room.find_route(walker, [1.0; 3], [2.0; 3]).unwrap_err();
    assert_eq!(refused, unknown);
    assert_eq!(room.link_ends(walker, link).unwrap_err(), unknown);
}

#[test]
fn materials_that_contradict_themselves_are_refused() {
    let mut room = room();
    let mut water = Material::new("water", MaterialKind::Liquid);
    water.standable = true;
    let refused = room.add_material(water).unwrap_err();
    assert!(refused.to_string().contains("standable"), "{refused}");
}

#[test]
fn ends_that_are_blocked_or_outside_are_outcomes() {
    let mut room = room();
    let walker = room.add_agent((person(), &Locomotion::walker())).unwrap();
    let mut ask = |from: [f64; 3], to: [f64; 3]| room.find_route(walker, from, to).unwrap();
    let there = [4.0, 4.0, -0.5];
    let above = ask([4.0, 4.0, 30.0], there);
    assert_eq!(above.outcome, Outcome::InvalidEnd(EndFault::StartOutside));
    assert_eq!(above.start, RouteEnd::Blocked);
    let beside = ask(there, [4.0, 40.0, 0.0]);
    assert_eq!(beside.outcome, Outcome::InvalidEnd(EndFault::GoalOutside));
    assert_eq!(
        (beside.start, beside.goal),
        (RouteEnd::Unreached, RouteEnd::Blocked)
    );
    // From the air it falls, and half a cell below the floor is still the floor.
    let falling = ask([1.0, 1.0, 5.0], [4.0, 4.0, -0.9]);
    assert_eq!(falling.start, RouteEnd::Snapped { distance: 5.5 });
    assert_eq!(falling.goal, RouteEnd::Joined);
    let down = DVec3::new(1.0, 1.0, -0.5);
    assert_eq!(falling.waypoints[0], down);
}

#[test]
fn cells_that_an_agent_cannot_go_among_are_refused_by_their_sides() {
    let walker = |sizes: [f64; 3], locomotion: Locomotion| {
        let mut level = Navigator::between_faces(sizes, [0.0; 3], [9.0; 3]).unwrap();
        level.add_agent((Agent::new([0.2, 0.2, 0.4].into()), locomotion))
    };
    let flier = Locomotion {
        fly: Some(Cost::STRAIGHT),
        ..Locomotion::walker()
    };
    for (sizes, locomotion) in [
        ([0.5, 0.4, 0.1], Locomotion::walker()),
        ([0.5, 0.5, 0.6], Locomotion::walker()),
        ([0.5, 0.5, 0.1], flier),
    ] {
        let refused = walker(sizes, locomotion);
        let named = matches!(
            refused,
            Err(NavigatorError::Route(RouteError::Cells { sizes: told, .. })) if told == DVec3::from(sizes)
        );
        assert!(named, "{refused:?}");
    }
    assert!(walker([0.5, 0.5, 0.1], Locomotion::walker()).is_ok());
    let mut level = Navigator::between_faces([0.5, 0.5, 0.1], [0.0; 3], [9.0; 3]).unwrap();
    let drone = level.add_agent(Agent::new([0.2; 3].into())).unwrap();
    let away = RouteOptions::default().keep_away(KeepAway::new(1.0, 3));
    assert!(level.view(drone, &away).is_ok());
    level
        .set_cells(CellBox::of_cell(IVec3::new(8, 8, 40)), CellState::Occupied)
        .unwrap();
    let [below, beside, far] = [[4.25, 4.25, 3.25], [3.25, 4.25, 4.05], [4.25, 4.25, 1.0]]
        .map(|at| level.distance_to_blocked(drone, at, 2.0).unwrap());
    assert!(
        (below - 0.6).abs() < 1e-12 && (beside - 1.0).abs() < 1e-12 && (far - 2.0).abs() < 1e-12,
        "{below}, {beside}"
    );
    assert!(
        level
            .find_route(drone, [1.0; 3], [8.0; 3])
            .unwrap()
            .is_found()
    );
}
