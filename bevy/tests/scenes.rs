//! Components are saved and loaded by what is registered for them alone, as scenes do.
#![cfg(feature = "serialize")]
#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

use bevy_app::App;
use bevy_ecs::prelude::*;
use bevy_ecs::reflect::{AppTypeRegistry, ReflectComponent};
use bevy_math::{IVec3, UVec3, Vec3};
use bevy_reflect::serde::{ReflectDeserializer, ReflectSerializer};
use bevy_shape::Cuboid;
use bevy_time::{Fixed, Time, TimePlugin, TimeUpdateStrategy};
use bevy_transform::components::Transform;
use bevy_voxnav::voxnav::ground::{Compass, Locomotion};
use bevy_voxnav::voxnav::guidance::MotionLimits;
use bevy_voxnav::voxnav::parry3d::shape::SharedShape;
use bevy_voxnav::{
    ColliderScale, InNavWorld, NavAgent, NavCell, NavCharacter, NavChunk, NavCollider, NavDisabled,
    NavError, NavGait, NavJump, NavKeepAway, NavLink, NavLocomotion, NavMatter, NavMotion,
    NavMovement, NavObstacle, NavPath, NavPaused, NavReason, NavSettings, NavShape, NavStatus,
    NavTarget, NavTrajectory, NavUnknown, NavUnloaded, NavWorld, VoxnavPlugin,
};
use serde::de::DeserializeSeed;

/// Writes all components of an entity that are registered, and puts them on a new entity.
fn saved_and_loaded(app: &mut App, entity: Entity) -> (Entity, usize) {
    let registry = app.world().resource::<AppTypeRegistry>().clone();
    let registry = registry.read();
    let mut written = Vec::new();
    for registration in registry.iter() {
        let Some(component) = registration.data::<ReflectComponent>() else {
            continue;
        };
        let path = registration.type_info().type_path();
        if let Some(value) = component.reflect(app.world().entity(entity))
            && path.starts_with("bevy_voxnav")
        {
            let serializer = ReflectSerializer::new(value.as_partial_reflect(), &registry);
            written.push((path, serde_json::to_string(&serializer).unwrap()));
        }
    }
    let loaded = app.world_mut().spawn_empty().id();
    for (path, text) in &written {
        let mut reader = serde_json::Deserializer::from_str(text);
        let value = ReflectDeserializer::new(&registry)
            .deserialize(&mut reader)
            .unwrap();
        let registration = registry.get_with_type_path(path).unwrap();
        let component = registration.data::<ReflectComponent>().unwrap();
        component.insert(&mut app.world_mut().entity_mut(loaded), &*value, &registry);
    }
    (loaded, written.len())
}

#[test]
fn every_component_is_the_same_after_it_was_saved_and_loaded() {
    let mut app = App::new();
    app.add_plugins(VoxnavPlugin::default());
    for component in [
        NavTarget::Position(Vec3::ONE),
        NavTarget::AnyOf(vec![Vec3::ONE, Vec3::new(0.1, 0.2, 1e30)]),
        NavTarget::Within {
            center: Vec3::ONE,
            radius: 3.0,
        },
        NavTarget::Inside {
            min: Vec3::ZERO,
            max: Vec3::ONE,
        },
    ] {
        check(&mut app, component);
    }
    check(
        &mut app,
        NavWorld::new(Vec3::NEG_ONE, Vec3::splat(9.0), 0.5).unloaded(NavUnloaded::Unknown),
    );
    check(
        &mut app,
        NavSettings {
            max_suboptimality: 1.25,
            anytime: true,
            ..NavSettings::default()
        },
    );
    check(
        &mut app,
        NavObstacle::from(Cuboid::new(1.0, 2.0, 3.0)).of(NavMatter::Ladder),
    );
    check(&mut app, NavObstacle::collider());
    let (vertices, triangles) = (vec![Vec3::X, Vec3::Y, Vec3::Z], vec![[0, 1, 2]]);
    check(
        &mut app,
        NavObstacle::from(NavShape::Solid {
            vertices,
            triangles,
        }),
    );
    let chunk = NavChunk::from_fn(IVec3::NEG_ONE, UVec3::new(2, 1, 2), |place| {
        [NavCell::Free, NavCell::Of(NavMatter::Door)][place.x as usize]
    });
    check(&mut app, chunk);
    check(&mut app, NavDisabled);
    check(&mut app, NavPaused);
    let limits = MotionLimits::new(3.0).braking(1.0).lateral(0.1);
    check(&mut app, NavTrajectory::new(limits));
    let velocity = Vec3::new(0.1, 0.2, 1e30);
    let motion = NavMotion {
        velocity,
        ..NavMotion::default()
    };
    check(&mut app, motion);
    check(&mut app, NavCharacter::walking(0.4, 1.8));
    check(
        &mut app,
        NavLink {
            is_open: false,
            ..NavLink::new(Vec3::X, Vec3::Y).both_ways()
        },
    );
    let jump = Some(NavJump {
        gap: 1.0,
        rise: 0.5,
        cost: 2.0,
    });
    let gait = NavGait {
        jump,
        groups: 5,
        ..NavGait::default()
    };
    let agent = NavAgent::walking(0.3, 1.8).movement(NavMovement::Walking(gait));
    check(&mut app, agent.unknown(NavUnknown::StopAtBoundary));
    let wary = NavAgent::flying(Vec3::ONE).keep_away(NavKeepAway::new(2.5, 6));
    check(&mut app, wary);
    let hopper = Locomotion {
        compass: Compass::Four,
        ..Locomotion::walker()
    };
    check(&mut app, NavLocomotion(hopper));
    check(&mut app, NavStatus::NoPath(NavReason::Unreachable));
    check(
        &mut app,
        NavPath {
            points: vec![Vec3::X, Vec3::Y],
            remaining: 2.0,
        },
    );
}

/// Refuses a component that is another one after it was saved and loaded.
fn check<C: Component + Clone + PartialEq + std::fmt::Debug>(app: &mut App, component: C) {
    let entity = app.world_mut().spawn(component.clone()).id();
    let (loaded, components) = saved_and_loaded(app, entity);
    assert!(components >= 1, "{component:?} is not registered");
    assert_eq!(app.world().get::<C>(loaded), Some(&component));
}

#[test]
fn colliders_have_the_same_shapes_after_they_were_saved_and_loaded() {
    let mut app = App::new();
    app.add_plugins(VoxnavPlugin::default());
    let corners = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z];
    let mesh = SharedShape::trimesh(corners.to_vec(), vec![[0, 1, 2], [0, 1, 3]]).unwrap();
    for shape in [
        SharedShape::ball(0.5),
        SharedShape::cuboid(0.5, 1.0, 2.0),
        SharedShape::capsule_y(1.0, 0.25),
        SharedShape::convex_hull(&corners).unwrap(),
        mesh,
    ] {
        for scale in [ColliderScale::Transform, ColliderScale::Shape] {
            let shape = shape.clone();
            let before = NavCollider { shape, scale };
            let entity = app.world_mut().spawn(before.clone()).id();
            let (loaded, _) = saved_and_loaded(&mut app, entity);
            let after = app.world().get::<NavCollider>(loaded).unwrap();
            assert_eq!(after.scale, before.scale);
            assert_eq!(after.shape.shape_type(), before.shape.shape_type());
            let [before, after] = [&before, after].map(|it| it.shape.compute_local_aabb());
            assert_eq!(before, after);
        }
    }
}

#[test]
fn a_fault_that_was_saved_is_told_until_the_plugin_has_looked_again() {
    let mut app = App::new();
    let step = Time::<Fixed>::default();
    app.insert_resource(TimeUpdateStrategy::ManualDuration(step.timestep()));
    app.add_plugins((TimePlugin, VoxnavPlugin::default()));
    app.world_mut()
        .spawn(NavWorld::new(Vec3::ZERO, Vec3::splat(8.0), 0.5));
    let obstacle = |app: &mut App, scale: Vec3| {
        let place = Transform::from_xyz(4.0, 4.0, 4.0).with_scale(scale);
        let ball = SharedShape::ball(1.0);
        let shape = NavCollider {
            shape: ball,
            scale: ColliderScale::Transform,
        };
        let parts = (NavObstacle::collider(), shape, place);
        app.world_mut().spawn(parts).id()
    };
    let flat = obstacle(&mut app, Vec3::new(1.0, 0.0, 1.0));
    app.update();
    app.update();
    let fault = app.world().get::<NavError>(flat).unwrap().to_string();
    let (loaded, _) = saved_and_loaded(&mut app, flat);
    let saved = NavError::Saved(fault);
    assert_eq!(app.world().get(loaded), Some(&saved));
    // What is refused still has a fault of its own, and what was mended meanwhile has none.
    app.world_mut()
        .entity_mut(loaded)
        .insert(Transform::from_xyz(4.0, 4.0, 4.0).with_scale(Vec3::new(1.0, 0.0, 1.0)));
    let mended = obstacle(&mut app, Vec3::ONE);
    app.world_mut().entity_mut(mended).insert(saved);
    app.update();
    let refused = app.world().get(loaded);
    assert!(
        matches!(refused, Some(NavError::Scale { .. })),
        "{refused:?}"
    );
    assert_eq!(app.world().get::<NavError>(mended), None);
}

#[test]
fn entities_in_components_are_mapped() {
    use bevy_ecs::entity::{EntityHashMap, MapEntities};
    let mut world = World::new();
    let [before, after] = [(); 2].map(|()| world.spawn_empty().id());
    let mut mapper = EntityHashMap::<Entity>::default();
    mapper.insert(before, after);
    let mut target = NavTarget::Entity {
        entity: before,
        within: 1.0,
    };
    target.map_entities(&mut mapper);
    assert_eq!(
        target,
        NavTarget::Entity {
            entity: after,
            within: 1.0
        }
    );
    let mut of = InNavWorld(before);
    Component::map_entities(&mut of, &mut mapper);
    assert_eq!(of, InNavWorld(after));
}
