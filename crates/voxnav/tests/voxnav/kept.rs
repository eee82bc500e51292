//! Navigators that are saved and loaded again find the same routes.

#![expect(
    clippy::cast_possible_truncation,
    reason = "agents have single precision"
)]

use voxnav::colliders::{Matter, Obstacle, ObstacleId, Obstacles, Placement, Solidity};
use voxnav::glam::{DQuat, DVec3, IVec3, Vec3};
use voxnav::grid::Layers;
use voxnav::grid::store::{StoredNavigatorError, World};
use voxnav::grid::{CellBox, CellState};
use voxnav::ground::{Locomotion, Material, MaterialKind, WorldLink};
use voxnav::parry3d::bounding_volume::{Aabb, BoundingSphere};
use voxnav::parry3d::mass_properties::MassProperties;
use voxnav::parry3d::query::{PointProjection, PointQuery, Ray, RayCast, RayIntersection};
use voxnav::parry3d::shape::{
    Ball, FeatureId, Shape, ShapeType, SharedShape, SupportMap, TypedShape,
};
use voxnav::search::Limits;
use voxnav::{Agent, AgentId, Lattice, Navigator, RouteOptions, UnknownPolicy};
use voxnav_testkit::{Draws, cases, hold, seeds};

const SIDE: i32 = 20;

/// A world of boxes and materials with agents, links and terrain; no agents that were removed.
fn drawn(draws: &mut Draws) -> Navigator {
    let size = draws.magnitude(0.1, 3.0);
    let far = f64::from(SIDE - 1) * size;
    let options = RouteOptions::default().limits(Limits::none().expanded(100_000));
    let navigator = Navigator::in_region(size, [0.0; 3], [far; 3]).unwrap();
    let mut navigator = navigator.with_options(options);
    let bounds = navigator.bounds();
    if draws.percent(80) {
        let water = Material::new("water", MaterialKind::Liquid);
        let water = navigator.add_material(water).unwrap();
        for _ in 0..draws.below(30) {
            let (a, b) = (draws.cell(&bounds), draws.cell(&bounds));
            let cells = CellBox::new(a.min(b), (a.min(b) + 6).min(a.max(b)) + 1);
            match draws.below(4) {
                0 => navigator.set_material(cells, water).unwrap(),
                1 => navigator.set_cells(cells, CellState::Unknown).unwrap(),
                _ => navigator.set_cells(cells, CellState::Occupied).unwrap(),
            }
        }
    }
    for _ in 0..draws.below(40) {
        // Terrain of ones alone is stored as none, and breaks ties otherwise.
        let (cell, weight) = (draws.cell(&bounds), draws.between(2, 9));
        navigator.terrain_mut().set(cell, weight).unwrap();
    }
    for _ in 0..draws.between(1, 3) {
        let half = Vec3::splat(draws.within(0.1, 1.2) as f32 * size as f32);
        let agent = Agent::new(half).with_unknown(draws.pick(&[
            UnknownPolicy::Blocked,
            UnknownPolicy::Free,
            UnknownPolicy::StopAtBoundary,
        ]));
        let id = navigator.add_agent(agent).unwrap();
        if draws.percent(30) {
            navigator.remove_agent(id).unwrap();
            navigator.add_agent(agent).unwrap();
        }
    }
    for _ in 0..draws.below(6) {
        insert_obstacle(&mut navigator, size, draws);
    }
    let body = Agent::new(Vec3::splat(0.4 * size as f32));
    navigator.add_agent((body, &Locomotion::walker())).unwrap();
    if draws.percent(60) {
        let [a, b] = [(); 2].map(|()| draws.point(2.0 * size, 17.0 * size));
        navigator.insert_link(WorldLink::new(a, b)).unwrap();
    }
    navigator
}

/// One of every kind of shape that is kept.
fn shape(size: f32, draws: &mut Draws) -> Obstacle {
    let wide = |draws: &mut Draws| draws.within(0.3, 3.0) as f32 * size;
    let [a, b, c] = [(); 3].map(|()| wide(draws));
    let points = || [Vec3::ZERO, Vec3::X * a, Vec3::Y * b, Vec3::Z * c];
    let corners = vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
    match draws.below(12) {
        0 => Obstacle::new(SharedShape::ball(a)),
        1 => Obstacle::new(SharedShape::cuboid(a, b, c)),
        2 => Obstacle::new(SharedShape::capsule_y(a, b)),
        3 => Obstacle::new(SharedShape::cylinder(a, b)),
        4 => Obstacle::new(SharedShape::cone(a, b)),
        5 => Obstacle::new(SharedShape::round_cuboid(a, b, c, 0.1 * size)),
        6 => Obstacle::new(SharedShape::convex_hull(&points()).unwrap()),
        7 => Obstacle::mesh(points().to_vec(), corners),
        8 => Obstacle::mesh(points().to_vec(), corners).with(Solidity::Solid),
        9 => Obstacle::new(SharedShape::segment(Vec3::ZERO, Vec3::new(a, b, c))),
        10 => {
            let cells = [IVec3::ZERO, IVec3::X, IVec3::new(1, 2, 0)];
            Obstacle::new(SharedShape::voxels(Vec3::splat(size), &cells))
        }
        _ => Obstacle::compound(vec![
            (Placement::at(DVec3::X), SharedShape::ball(a)),
            (Placement::IDENTITY, SharedShape::cuboid(a, 0.2 * b, c)),
        ]),
    }
}

fn insert_obstacle(navigator: &mut Navigator, size: f64, draws: &mut Draws) {
    let turn = DQuat::from_rotation_z(draws.within(0.0, 6.0))
        * DQuat::from_rotation_x(draws.within(0.0, 6.0));
    let place = Placement::new(draws.point(0.0, 19.0 * size), turn);
    let layers = draws.pick(&[Layers::ALL, Layers::bit(3)]);
    let id = navigator
        .insert(shape(size as f32, draws).at(place).on(layers))
        .unwrap();
    match draws.below(4) {
        0 => navigator.remove(id).unwrap(),
        1 => navigator
            .move_to(id, draws.point(0.0, 19.0 * size))
            .unwrap(),
        _ => {}
    }
}

/// The same boxes overlap the same obstacles, which have the same ids; and so do those that come next.
#[test]
fn obstacles_that_are_loaded_answer_as_those_that_were_saved() {
    let told = hold(
        "kept obstacles",
        seeds(0, 200),
        || (),
        |seed, ()| {
            let mut draws = Draws::new(seed);
            let mut navigator = Navigator::in_region(1.0, [0.0; 3], [19.0; 3]).unwrap();
            for _ in 0..20 {
                insert_obstacle(&mut navigator, 1.0, &mut draws);
            }
            let world = navigator.to_world().unwrap();
            let mut loaded = Navigator::from_world(world).map_err(|it| it.to_string())?;
            let mut found = 0;
            for round in 0..2 {
                let [before, after] = [&navigator, &loaded].map(Navigator::obstacles);
                assert!(before.ids().eq(after.ids()));
                // Ids of another collection say nothing, numbers do.
                for id in before.ids().map(|id| ObstacleId::from_bits(id.to_bits())) {
                    assert_eq!(before.placement(id), after.placement(id));
                    assert_eq!(before.layers(id), after.layers(id));
                    assert_eq!(before.bounds(id), after.bounds(id));
                }
                for _ in 0..200 {
                    let (center, half) = (draws.point(-2.0, 21.0), draws.within(0.0, 2.0) as f32);
                    let layers = draws.pick(&[Layers::ALL, Layers::bit(3)]);
                    let [a, b] = [before, after]
                        .map(|it| it.overlapping(center, Vec3::splat(half), layers).unwrap());
                    if a != b {
                        return Err(format!("round {round}: {center} {half}: {a:?}, {b:?}"));
                    }
                    found += a.len();
                }
                // The same edits again, to both.
                let draw = draws.below(1 << 30);
                for navigator in [&mut navigator, &mut loaded] {
                    let mut draws = Draws::new(draw);
                    for _ in 0..5 {
                        insert_obstacle(navigator, 1.0, &mut draws);
                    }
                }
            }
            Ok(found)
        },
    );
    assert!(told.iter().sum::<usize>() > 1000);
}

/// A custom shape: a ball that no other code knows for one.
struct Own(Ball);

impl RayCast for Own {
    fn cast_local_ray_and_get_normal(
        &self,
        ray: &Ray,
        most: f32,
        solid: bool,
    ) -> Option<RayIntersection> {
        self.0.cast_local_ray_and_get_normal(ray, most, solid)
    }
}

impl PointQuery for Own {
    fn project_local_point(&self, point: Vec3, solid: bool) -> PointProjection {
        self.0.project_local_point(point, solid)
    }

    fn project_local_point_and_get_feature(&self, point: Vec3) -> (PointProjection, FeatureId) {
        self.0.project_local_point_and_get_feature(point)
    }
}

impl Shape for Own {
    fn compute_local_aabb(&self) -> Aabb {
        self.0.compute_local_aabb()
    }

    fn compute_local_bounding_sphere(&self) -> BoundingSphere {
        self.0.compute_local_bounding_sphere()
    }

    fn clone_dyn(&self) -> Box<dyn Shape> {
        Box::new(Self(self.0))
    }

    fn scale_dyn(&self, _: Vec3, _: u32) -> Option<Box<dyn Shape>> {
        None
    }

    fn mass_properties(&self, density: f32) -> MassProperties {
        Shape::mass_properties(&self.0, density)
    }

    fn shape_type(&self) -> ShapeType {
        ShapeType::Custom
    }

    fn as_typed_shape(&self) -> TypedShape<'_> {
        TypedShape::Custom(self)
    }

    fn ccd_thickness(&self) -> f32 {
        self.0.radius
    }

    fn ccd_angular_thickness(&self) -> f32 {
        self.0.radius
    }

    fn as_support_map(&self) -> Option<&dyn SupportMap> {
        bake_something();
        Some(&self.0)
    }
}

/// Bakes a world of its own, in the midst of whatever is going on.
fn bake_something() {
    let mut others = Obstacles::default();
    let slab = SharedShape::cuboid(3.0, 3.0, 0.2);
    let _ = others.insert(Obstacle::new(slab)).unwrap();
    let (lattice, agent) = (Lattice::default(), Agent::new(Vec3::splat(0.7)));
    let cells = CellBox::from_size(IVec3::splat(64));
    let baked = others.bake(&lattice, &agent, cells).unwrap();
    assert_eq!(baked.state(IVec3::ZERO), CellState::Occupied);
}

#[test]
fn a_shape_that_bakes_while_it_is_asked_is_baked_as_any_other() {
    let ball = Ball::new(2.3);
    let [own, plain] = [SharedShape::new(Own(ball)), SharedShape::new(ball)].map(|shape| {
        let mut navigator = Navigator::in_region(1.0, [0.0; 3], [9.0; 3]).unwrap();
        let at = DVec3::new(4.3, 4.2, 4.6);
        navigator.insert(Obstacle::new(shape).at(at)).unwrap();
        let agent = navigator.add_agent(Agent::new(Vec3::splat(0.7))).unwrap();
        let view = navigator.view(agent, &RouteOptions::default()).unwrap();
        let world = view.flight().unwrap().world().clone();
        let cells = world.bounds().cells();
        cells
            .filter(|&cell| world.is_traversable(cell))
            .collect::<Vec<_>>()
    });
    assert_eq!(own, plain);
    assert!(!own.is_empty() && own.len() < 900, "{}", own.len());
}

#[test]
fn shapes_of_the_engines_own_are_refused_and_may_be_left_out() {
    let mut navigator = Navigator::in_region(1.0, [0.0; 3], [9.0; 3]).unwrap();
    let own = Obstacle::new(SharedShape::new(Own(Ball::new(2.0))));
    navigator.insert(own).unwrap();
    let refused = navigator.to_world().map(drop);
    let Err(error @ StoredNavigatorError::Obstacles(_)) = refused else {
        panic!("{refused:?}")
    };
    assert!(error.to_string().contains("the caller's own"), "{error}");
    let loaded = Navigator::from_world(navigator.to_world_without_obstacles().unwrap()).unwrap();
    assert!(loaded.obstacles().is_empty());
}

/// Whatever a file says of obstacles, it is refused or it is obstacles that answer.
#[test]
fn what_others_write_of_obstacles_is_refused_or_answers() {
    let mut draws = Draws::new(16);
    let mut navigator = Navigator::in_region(1.0, [0.0; 3], [19.0; 3]).unwrap();
    for _ in 0..30 {
        insert_obstacle(&mut navigator, 1.0, &mut draws);
    }
    let world = navigator.to_world().unwrap();
    let text = String::from_utf8(world.extras["voxnav.obstacles"].clone()).unwrap();
    let numbers: Vec<_> = text.match_indices(|it: char| it.is_ascii_digit()).collect();
    let mut read = 0;
    for mut draws in cases(16, 3_000) {
        let mut broken = text.clone().into_bytes();
        for _ in 0..=draws.below(3_usize) {
            let (at, _) = draws.pick(&numbers);
            broken[at] = draws.pick(b"0123456789-e.,]");
        }
        let mut other = world.clone();
        other.extras.insert("voxnav.obstacles".to_owned(), broken);
        match Navigator::from_world(other) {
            Ok(loaded) => {
                read += 1;
                let at = draws.point(0.0, 19.0);
                loaded
                    .obstacles()
                    .overlapping(at, Vec3::ONE, Layers::ALL)
                    .unwrap();
            }
            Err(error) => assert!(
                matches!(error, StoredNavigatorError::Obstacles(_)),
                "{error}"
            ),
        }
    }
    assert!(read > 100, "{read}");
}

#[test]
fn what_is_loaded_finds_the_routes_of_what_was_saved() {
    let told = hold(
        "kept",
        seeds(0, 60),
        || (),
        |seed, ()| {
            let mut draws = Draws::new(seed);
            let mut navigator = drawn(&mut draws);
            let bytes = navigator.to_world().unwrap().to_bytes().unwrap();
            let world = World::from_bytes(&bytes).map_err(|it| it.to_string())?;
            let mut loaded = Navigator::from_world(world).map_err(|it| it.to_string())?;
            if loaded.to_world().unwrap().to_bytes().unwrap() != bytes {
                return Err("saved again it is another file".into());
            }
            let lattice = *navigator.lattice();
            let ids: Vec<u32> = navigator.agents().map(|(id, ..)| id.to_bits()).collect();
            let mut found = 0;
            for _ in 0..6 {
                let [from, to] = [(); 2].map(|()| {
                    let cell = draws.vector(IVec3::ZERO, IVec3::splat(SIDE - 1));
                    lattice.center(cell)
                });
                for id in ids.iter().copied().map(AgentId::from_bits) {
                    let route = navigator.find_route(id, from, to).unwrap();
                    let again = loaded.find_route(id, from, to).unwrap();
                    if route != again {
                        return Err(format!("{from} to {to}: {route:?}, then {again:?}"));
                    }
                    found += u32::from(route.is_found());
                }
            }
            let agent = Agent::new(Vec3::splat(0.1));
            let [a, b] = [&mut navigator, &mut loaded].map(|it| it.add_agent(agent).unwrap());
            if a.to_bits() == b.to_bits() {
                Ok(found)
            } else {
                Err("the next agent has another id".into())
            }
        },
    );
    assert!(told.iter().sum::<u32>() > 100, "{told:?}");
}

#[test]
fn what_obstacles_are_made_of_is_kept() {
    let mut navigator = Navigator::in_region(1.0, [0.0; 3], [12.0, 4.0, 6.0]).unwrap();
    let water = Material::new("water", MaterialKind::Liquid);
    let water = navigator.add_material(water).unwrap();
    let pond = Obstacle::new(SharedShape::cuboid(3.4, 9.0, 1.4)).of(Matter::Volume(water));
    let pond = navigator.insert(pond.at([6.0, 2.0, 1.0])).unwrap();
    let loaded = Navigator::from_world(navigator.to_world().unwrap()).unwrap();
    let obstacles = loaded.obstacles();
    let again = ObstacleId::from_bits(pond.to_bits());
    assert_eq!(obstacles.matter(again), Some(Matter::Volume(water)));
    // A file whose obstacles are of materials that its cells do not have is refused.
    let mut world = navigator.to_world().unwrap();
    let other = Navigator::in_region(1.0, [0.0; 3], [12.0, 4.0, 6.0]).unwrap();
    world.occupancy = other.to_world().unwrap().occupancy;
    let refused = Navigator::from_world(world).map(drop);
    assert!(
        matches!(refused, Err(StoredNavigatorError::Refused(_))),
        "{refused:?}"
    );
}

#[test]
fn other_worlds_are_navigators_without_agents() {
    let navigator = drawn(&mut Draws::new(5));
    let mut world = navigator.to_world().unwrap();
    world.extras.clear();
    let loaded = Navigator::from_world(world.clone()).unwrap();
    assert_eq!(loaded.bounds(), navigator.bounds());
    assert_eq!(loaded.agents().count(), 0);
    world
        .extras
        .insert("voxnav.navigator".to_owned(), b"{}".to_vec());
    let refused = Navigator::from_world(world).map(drop);
    assert!(matches!(refused, Err(StoredNavigatorError::Malformed(_))));
}

#[test]
fn what_was_derived_for_agents_comes_back_unless_the_cells_are_others() {
    let told = hold(
        "derived",
        seeds(700, 40),
        || (),
        |seed, ()| {
            let mut draws = Draws::new(seed);
            let mut navigator = drawn(&mut draws);
            let flying = navigator.agents().filter(|it| it.2.is_none());
            let agents: Vec<AgentId> = flying.map(|(id, ..)| id).collect();
            let mut labeled = Vec::new();
            for &agent in &agents {
                if draws.percent(60) {
                    let world = navigator.traversability(agent);
                    let _ = world.map_err(|it| it.to_string())?.with_components();
                    labeled.push(agent);
                }
            }
            let world = navigator.to_world().map_err(|it| it.to_string())?;
            let file = world.to_bytes().map_err(|it| it.to_string())?;
            let world = World::from_bytes(&file).map_err(|it| it.to_string())?;
            let mut edited = world.clone();
            let mut edit = edited.occupancy.edit();
            let cell = draws.cell(&world.occupancy.bounds());
            edit.set(cell, CellState::Occupied)
                .map_err(|it| it.to_string())?;
            edited.occupancy = edit.commit();
            let is_edited = !edited.occupancy.changes_since(&world.occupancy).is_empty();
            let mut stale = 0;
            for (world, is_same) in [(world, true), (edited, false)] {
                let loaded = Navigator::from_world(world.clone());
                let mut loaded = loaded.map_err(|it| it.to_string())?;
                let again = loaded.to_world().map_err(|it| it.to_string())?;
                if again.extras != world.extras {
                    return Err("saved again at once it is another file".into());
                }
                for agent in &agents {
                    let again = AgentId::from_bits(agent.to_bits());
                    let seen = loaded.traversability(again).map_err(|it| it.to_string())?;
                    seen.validate().map_err(|chunk| format!("{chunk:?}"))?;
                    let is_labeled = seen.chunks_to_label() == 0;
                    if is_same && labeled.contains(agent) && !is_labeled {
                        return Err(format!("{agent:?} has no components"));
                    }
                    stale += usize::from(
                        is_edited && !is_same && labeled.contains(agent) && !is_labeled,
                    );
                }
            }
            Ok((labeled.len(), stale))
        },
    );
    assert!(told.iter().map(|(labeled, _)| labeled).sum::<usize>() > 20);
    assert!(told.iter().map(|(_, stale)| stale).sum::<usize>() > 5);
}

#[test]
fn ids_and_names_from_before_saving_are_valid_after_loading() {
    for mut draws in cases(0, 10) {
        let mut navigator = drawn(&mut draws);
        let at = draws.point(0.0, 9.0);
        let named = Obstacle::between(at, at + 0.1).named("lever");
        let lever = navigator.insert(named).unwrap();
        let agents = navigator.agents().map(|(id, _, it)| (id, it.cloned()));
        let agents: Vec<(AgentId, Option<Locomotion>)> = agents.collect();
        let links: Vec<_> = navigator.links().map(|(id, _)| id).collect();
        let mut loaded = Navigator::from_world(navigator.to_world().unwrap()).unwrap();
        for (id, locomotion) in agents {
            assert_eq!(loaded.agent(id), navigator.agent(id));
            let view = loaded.view(id, &RouteOptions::default()).unwrap();
            let ground = view.ground().map(|it| it.moves().locomotion());
            assert_eq!(ground, locomotion.as_ref());
            assert_eq!(loaded.traversability(id).is_ok(), locomotion.is_none());
        }
        assert!(loaded.links().map(|(id, _)| id).eq(links));
        assert_eq!(loaded.obstacles().find("lever"), Some(lever));
        loaded.move_to(lever, [1.0; 3]).unwrap();
        loaded.remove(lever).unwrap();
        let gone = loaded.remove(lever);
        assert!(gone.is_err(), "an id is never given out again");
    }
}
