//! What a navigator does not take quietly.

use voxnav::colliders::Obstacle;
use voxnav::glam::Vec3;
use voxnav::grid::Layers;
use voxnav::parry3d::shape::SharedShape;
use voxnav::search::Limit;
use voxnav::spatial::KeepAway;
use voxnav::{
    Agent, AgentId, Destination, Navigator, NavigatorError, Outcome, RouteError, RouteOptions,
};

fn empty() -> (Navigator, AgentId) {
    let mut navigator = Navigator::in_region(1.0, [0.0; 3], [9.0; 3]).unwrap();
    let agent = navigator.add_agent(Agent::new(Vec3::splat(0.4))).unwrap();
    (navigator, agent)
}

#[test]
fn ids_of_another_navigator_are_refused() {
    let ((mut one, own), (_, other)) = (empty(), empty());
    assert_eq!(own, other, "the same calls give the same numbers");
    let (from, to) = ([1.0; 3], [5.0; 3]);
    assert!(one.find_route(own, from, to).unwrap().is_found());
    let unknown = NavigatorError::UnknownAgent {
        id: other.to_bits(),
    };
    assert_eq!(one.find_route(other, from, to), Err(unknown.clone()));
    assert_eq!(one.remove_agent(other), Err(unknown));
    assert!(one.agent(other).is_none() && one.agent(own).is_some());
    let kept: AgentId = AgentId::from_bits(own.to_bits());
    assert!(one.find_route(kept, from, to).unwrap().is_found());
}

#[test]
fn obstacles_of_another_navigator_are_refused() {
    let ((mut one, _), (mut other, _)) = (empty(), empty());
    let ball = || Obstacle::new(SharedShape::ball(1.0)).at([5.0; 3]);
    let own = one.insert(ball()).unwrap();
    let strange = other.insert(ball()).unwrap();
    assert_eq!(own, strange, "the same calls give the same numbers");
    let unknown = |result| {
        let refused = matches!(result, Err(NavigatorError::Obstacle(_)));
        assert!(refused, "{result:?}");
    };
    unknown(one.move_to(strange, [1.0; 3]));
    unknown(one.set_layers(strange, Layers::NONE));
    unknown(one.remove(strange));
    one.move_to(own, [1.0; 3]).unwrap();
}

#[test]
fn lengths_that_are_none_are_refused() {
    let (mut navigator, agent) = empty();
    let options = RouteOptions::default();
    let (from, to) = ([1.0; 3], [5.0; 3]);
    for bad in [f64::NAN, -1.0] {
        let is_refused = |error: Option<NavigatorError>| {
            let refused = matches!(
                error,
                Some(NavigatorError::Route(RouteError::Length { .. }))
            );
            assert!(refused, "{bad}: {error:?}");
        };
        for options in [
            options.keep_away(KeepAway::new(bad, 3)),
            options.snap_start(bad),
            options.snap_goal(bad),
        ] {
            is_refused(navigator.find_route_with(agent, from, to, &options).err());
            is_refused(navigator.positions_within(agent, from, 2.0, &options).err());
        }
        let around = Destination::within(from, bad);
        is_refused(navigator.find_route(agent, from, around).err());
        is_refused(navigator.positions_within(agent, from, bad, &options).err());
        is_refused(navigator.distance_to_blocked(agent, from, bad).err());
    }
    let free = options.keep_away(KeepAway::new(1.0, 0));
    let refused = navigator.find_route_with(agent, from, to, &free);
    assert_eq!(refused, Err(NavigatorError::Route(RouteError::Weight)));
}

/// A slope through a world of a hundred thousand chunks of surface.
#[test]
fn an_obstacle_too_large_to_bake_is_refused_at_the_door() {
    let mut navigator = Navigator::in_region(1.0, [-20_000.0; 3], [20_000.0; 3]).unwrap();
    let slope = || Obstacle::new(SharedShape::halfspace(Vec3::new(1.0, 2.0, 3.0).normalize()));
    let refused = navigator.insert(slope());
    assert!(
        matches!(refused, Err(NavigatorError::Route(RouteError::Bake(_)))),
        "{refused:?}"
    );
    assert!(navigator.obstacles().is_empty());
    let agent = navigator.add_agent(Agent::new(Vec3::splat(0.4))).unwrap();
    let refused = navigator.insert(slope());
    assert!(
        matches!(refused, Err(NavigatorError::Route(RouteError::Bake(_)))),
        "{refused:?}"
    );
    // As it was before, and a smaller one is taken.
    navigator
        .insert(Obstacle::new(SharedShape::ball(3.0)))
        .unwrap();
    let route = navigator
        .find_route(agent, [-9.0, 0.0, 0.0], [9.0, 0.0, 0.0])
        .unwrap();
    assert!(route.is_found());
}

#[test]
fn search_memory_has_a_default_limit() {
    let options = RouteOptions::default();
    assert_eq!(
        options.settings.limits.memory,
        Some(RouteOptions::DEFAULT_MEMORY)
    );
    let mut navigator = Navigator::in_region(1.0, [0.0; 3], [60.0; 3]).unwrap();
    let wall = Obstacle::new(SharedShape::cuboid(0.5, 29.0, 60.0));
    navigator.insert(wall.at([30.0, 30.0, 30.0])).unwrap();
    let agent = navigator.add_agent(Agent::new(Vec3::splat(0.4))).unwrap();
    let small = options.limits(options.settings.limits.memory(1 << 12));
    let (from, to) = ([2.0, 30.0, 30.0], [58.0, 30.0, 30.0]);
    let route = navigator.find_route_with(agent, from, to, &small).unwrap();
    let limit = Limit::Memory;
    assert!(matches!(route.outcome, Outcome::LimitReached { limit: found, .. } if found == limit));
    assert!(navigator.find_route(agent, from, to).unwrap().is_found());
}
