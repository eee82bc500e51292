//! Every baked cell equals its definition by box queries, and every refresh a bake from scratch.

use voxnav_occupancy::colliders::{
    BakeError, BoxError, Edit, Obstacle, ObstacleId, Obstacles, Placement, Solidity,
};
use voxnav_occupancy::glam::{DMat3, DVec3, IVec3, Vec3};
use voxnav_occupancy::parry3d::shape::{Cuboid, SharedShape};
use voxnav_occupancy::{
    Agent, Baking, CellBox, CellState, ChunkCoord, Lattice, Layers, MAX_COORDINATE, Occupancy, Skin,
};
use voxnav_testkit::{Draws, cases};

use super::scenes::{DrawScenes, KINDS, Kind};

/// Scenes of each round; every shape kind comes up as often.
const SCENES: u64 = 1500;

/// A world, a lattice and an agent.
struct Scene {
    obstacles: Obstacles,
    lattice: Lattice,
    agent: Agent,
    ids: Vec<ObstacleId>,
    /// A cell near the middle of things.
    middle: IVec3,
}

impl Scene {
    fn new(draws: &mut Draws, kinds: &[Kind], sizes: [f32; 2]) -> Self {
        let size = draws.pick(&[0.1, 0.3, 0.7, 1.0, 5.0]);
        let wide = DVec3::splat(size).as_vec3().x;
        let origin = draws.position(1.0) * size;
        let lattice = Lattice::with_sizes(origin, draws.sides(size)).unwrap();
        let distance = draws.pick(&[0, 0, 100, 100_000]);
        let middle = IVec3::new(distance, -distance, 3 * distance);
        let mut scene = Self {
            obstacles: Obstacles::new(Skin::for_cell_size(lattice.shortest_side()).unwrap()),
            lattice,
            agent: Agent::new(half_extents(draws) * lattice.sizes().as_vec3())
                .baked(draws.pick(&[Baking::Swept, Baking::Centers])),
            ids: Vec::new(),
            middle,
        };
        for kind in kinds {
            let size = wide * draws.within(sizes[0], sizes[1]);
            let shape = draws.shape(*kind, size);
            let _ = scene.insert(draws, *kind, shape);
        }
        scene
    }

    fn insert(&mut self, draws: &mut Draws, kind: Kind, shape: SharedShape) -> Edit {
        let solidity = match kind {
            Kind::ClosedMesh => draws.pick(&[Solidity::Hollow, Solidity::Solid]),
            _ => Solidity::Hollow,
        };
        let placement = self.placement(draws);
        let obstacle = Obstacle::new(shape).at(placement).with(solidity);
        let edit = self.obstacles.insert(obstacle).unwrap();
        self.ids.push(edit.id);
        edit
    }

    /// Near the middle; half of the time so that grid-aligned shapes share faces with cells.
    fn placement(&self, draws: &mut Draws) -> Placement {
        let mut placement = draws.placement(6.0);
        let cells = placement.translation;
        placement.translation = self.lattice.center(self.middle) + cells * self.lattice.sizes();
        placement
    }

    fn around(&self, reach: i32) -> CellBox {
        CellBox::new(self.middle - reach, self.middle + reach)
    }

    fn bake(&self, bounds: CellBox) -> Occupancy {
        self.obstacles
            .bake(&self.lattice, &self.agent, bounds)
            .unwrap()
    }

    /// By the definition, which for agents baked at centers is the box query.
    fn is_blocked(&self, cell: IVec3) -> bool {
        let Agent {
            half_extents,
            layers,
            baking,
            ..
        } = self.agent;
        if baking == Baking::Centers {
            let center = self.lattice.center(cell);
            return self
                .obstacles
                .overlaps(center, half_extents, layers)
                .unwrap();
        }
        self.obstacles
            .blocks(&self.lattice, &self.agent, cell)
            .unwrap()
    }

    /// Panics at the first cell whose baked state is not the query's answer.
    fn check(&self, baked: &Occupancy, cells: CellBox) -> usize {
        let mut blocked = 0;
        for cell in cells.cells() {
            let expected = self.is_blocked(cell);
            let state = baked.state(cell);
            assert_eq!(
                state == CellState::Occupied,
                expected,
                "{cell} for {:?}",
                self.agent
            );
            blocked += usize::from(expected);
        }
        blocked
    }
}

/// Of the order of half a cell; some flat, some a point.
fn half_extents(draws: &mut Draws) -> Vec3 {
    match draws.below(8) {
        0 => Vec3::new(1.0, 0.0, 1.0),
        1 => Vec3::ZERO,
        2 => Vec3::new(0.3, 1e-4, 0.0),
        3 => Vec3::splat(0.5),
        4 => draws.corner(0.0, 4.0),
        _ => draws.corner(0.05, 0.6),
    }
}

#[test]
fn every_cell_of_small_scenes_equals_the_query() {
    let (mut blocked, mut cells) = (0, 0);
    for (index, mut draws) in cases(0x00ba_4ed0, SCENES).enumerate() {
        let first = KINDS[index % KINDS.len()];
        let more = draws.below(3_usize);
        let mut kinds: Vec<Kind> = (0..more).map(|_| draws.pick(&KINDS)).collect();
        kinds.push(first);
        let scene = Scene::new(&mut draws, &kinds, [0.3, 5.0]);
        let bounds = scene.around(6);
        blocked += scene.check(&scene.bake(bounds), bounds);
        cells += usize::try_from(bounds.volume()).unwrap();
    }
    assert!(
        blocked > cells / 20 && blocked < cells / 2,
        "{blocked} of {cells} blocked"
    );
}

#[test]
fn surfaces_within_a_rounding_of_the_box_equal_the_query() {
    let kinds = [
        Kind::Cuboid,
        Kind::Triangle,
        Kind::HalfSpace,
        Kind::Ball,
        Kind::Cylinder,
        Kind::ClosedMesh,
    ];
    let (mut blocked, mut cells) = (0, 0);
    for (index, mut draws) in cases(0x00ba_4ed4, SCENES).enumerate() {
        let mut scene = Scene::new(&mut draws, &[], [1.0, 1.0]);
        scene.insert_touching(&mut draws, kinds[index % kinds.len()]);
        let bounds = scene.around(4);
        blocked += scene.check(&scene.bake(bounds), bounds);
        cells += usize::try_from(bounds.volume()).unwrap();
    }
    assert!(blocked > cells / 20, "{blocked} of {cells} blocked");
}

impl Scene {
    /// Puts a turned shape whose upper side touches the shrunk box at the middle cell, give or
    /// take between 1e-9 and 1e-17 of its size.
    fn insert_touching(&mut self, draws: &mut Draws, kind: Kind) {
        let wide = self.lattice.sizes().as_vec3().min_element();
        let reach = wide * draws.within(0.5, 3.0);
        let cube = Cuboid::new(Vec3::splat(reach));
        let obstacle = match kind {
            Kind::Cuboid => Obstacle::new(SharedShape::new(cube)),
            Kind::Ball => Obstacle::new(SharedShape::ball(reach)),
            Kind::Cylinder => Obstacle::new(SharedShape::cylinder(reach, reach)),
            Kind::ClosedMesh => {
                let (vertices, indices) = cube.to_trimesh();
                Obstacle::mesh(vertices, indices).with(Solidity::Solid)
            }
            Kind::HalfSpace => Obstacle::compound(vec![(
                Placement::at(DVec3::Y * f64::from(reach)),
                SharedShape::halfspace(Vec3::Y),
            )]),
            _ => {
                let [a, b, c] = [(-9.0, -9.0), (9.0, -9.0), (0.0, 9.0)]
                    .map(|(x, z)| Vec3::new(x * wide, reach, z * wide));
                Obstacle::new(SharedShape::triangle(a, b, c))
            }
        };
        let rotation = draws.rotation();
        let up = DMat3::from_quat(rotation.normalize()) * DVec3::Y;
        // A thin box is two copies, shifted by what it lacks, and the upper one decides.
        let depth = self.agent.half_extents.as_dvec3() - self.obstacles.skin().depth();
        let reach = f64::from(reach);
        let near = draws.within(-1.0, 1.0) * 0.1_f64.powi(draws.between(9, 17));
        let below = up.abs().dot(depth) + reach + near * reach;
        let at = self.lattice.center(self.middle) - up * below;
        let obstacle = obstacle.at(Placement::new(at, rotation));
        let _ = self.obstacles.insert(obstacle).unwrap();
    }
}

/// Large enough regions go another way for boxes of many cells.
#[test]
fn boxes_of_many_cells_in_large_worlds_equal_the_query() {
    let mut draws = Draws::new(0x0b16);
    let mut scene = Scene::new(&mut draws, &KINDS, [2.0, 9.0]);
    for half in [Vec3::new(2.3, 1.7, 4.0), Vec3::new(3.0, 0.0, 3.0)] {
        let size = scene.lattice.sizes().as_vec3();
        scene.agent = Agent::new(half * size).baked(scene.agent.baking);
        let baked = scene.bake(scene.around(70));
        scene.check(&baked, scene.around(20));
    }
}

#[test]
fn every_cell_of_large_shapes_equals_the_query() {
    let mut draws = Draws::new(0x00ba_4ed1);
    // Half of the closed meshes are solid.
    for kind in KINDS.into_iter().chain([Kind::ClosedMesh; 6]) {
        let scene = Scene::new(&mut draws, &[kind], [20.0, 60.0]);
        let bounds = scene.around(40);
        let baked = scene.bake(bounds);
        // All cells would take long; these are as good as any, and include chunk borders.
        for slice in [-37, -1, 0, 13] {
            let mut slab = bounds;
            slab.min.z = scene.middle.z + slice;
            slab.max.z = slab.min.z + 1;
            scene.check(&baked, slab);
        }
        baked.validate().unwrap();
    }
}

#[test]
fn a_chunk_and_a_box_bake_alike() {
    let mut draws = Draws::new(0x00ba_4ed2);
    for kind in KINDS {
        let scene = Scene::new(&mut draws, &[kind, Kind::Cuboid], [1.0, 20.0]);
        let baked = scene.bake(scene.around(70));
        let chunk = ChunkCoord::of(scene.middle);
        let alone = scene.bake(chunk.cells());
        for z in 0..64 {
            for y in 0..64 {
                let expected = baked.chunk(chunk).row(CellState::Occupied, y, z);
                let row = alone.chunk(chunk).row(CellState::Occupied, y, z);
                assert_eq!(row, expected, "{kind:?}");
            }
        }
    }
}

#[test]
fn the_number_of_threads_does_not_show() {
    let mut draws = Draws::new(0x00ba_4ed5);
    let scene = Scene::new(&mut draws, &KINDS, [5.0, 40.0]);
    let bounds = scene.around(100);
    let baked = [1, 2, 8].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        pool.build().unwrap().install(|| scene.bake(bounds))
    });
    for chunk in bounds.chunks() {
        for (y, z) in (0..64 * 64).map(|row| (row % 64, row / 64)) {
            let row = |world: &Occupancy| world.chunk(chunk).row(CellState::Occupied, y, z);
            assert_eq!(row(&baked[0]), row(&baked[1]));
            assert_eq!(row(&baked[0]), row(&baked[2]));
        }
    }
}

#[test]
fn a_refresh_equals_a_bake_from_scratch_and_shares_the_rest() {
    for mut draws in cases(0x00ba_4ed3, 25) {
        let kinds = [(); 4].map(|()| draws.pick(&KINDS));
        let mut scene = Scene::new(&mut draws, &kinds, [0.3, 5.0]);
        let bounds = scene.around(12);
        let mut baked = scene.bake(bounds);
        for _ in 0..12 {
            let before = baked.clone();
            let edit = scene.edit(&mut draws);
            baked = scene
                .obstacles
                .refresh(&baked, &scene.lattice, &scene.agent, &edit)
                .unwrap();
            baked.validate().unwrap();
            let anew = scene.bake(bounds);
            let mut concerned = CellBox::EMPTY;
            for region in edit.regions() {
                let cells = scene
                    .obstacles
                    .affected_cells(&scene.lattice, &scene.agent, region);
                concerned = concerned.hull(&cells);
            }
            for cell in bounds.cells() {
                assert_eq!(baked.state(cell), anew.state(cell), "{cell} after {edit:?}");
                let is_changed = baked.state(cell) != before.state(cell);
                assert!(
                    !is_changed || concerned.contains(cell),
                    "{cell} after {edit:?}"
                );
            }
        }
    }
}

impl Scene {
    fn edit(&mut self, draws: &mut Draws) -> Edit {
        if self.ids.len() < 2 || draws.below(3) == 0 {
            let kind = draws.pick(&KINDS);
            let wide = self.lattice.sizes().as_vec3().min_element();
            let size = wide * draws.within(0.3, 5.0);
            let shape = draws.shape(kind, size);
            return self.insert(draws, kind, shape);
        }
        let index = draws.below(self.ids.len());
        if draws.below(2) == 0 {
            return self.obstacles.remove(self.ids.swap_remove(index)).unwrap();
        }
        let placement = self.placement(draws);
        self.obstacles.move_to(self.ids[index], placement).unwrap()
    }
}

#[test]
fn an_edit_that_an_agent_does_not_mind_changes_nothing_for_it() {
    let mut obstacles = Obstacles::default();
    let lattice = Lattice::default();
    let agent = Agent::new(Vec3::splat(0.5)).seeing(Layers::bit(1));
    let bounds = CellBox::from_size(IVec3::splat(20));
    let baked = obstacles.bake(&lattice, &agent, bounds).unwrap();
    let wall = Obstacle::new(SharedShape::cuboid(3.0, 3.0, 3.0)).on(Layers::bit(0));
    let edit = obstacles.insert(wall).unwrap();
    let after = obstacles.refresh(&baked, &lattice, &agent, &edit).unwrap();
    assert_eq!(after.revision(), baked.revision());
    let edit = obstacles.set_layers(edit.id, Layers::ALL).unwrap();
    let after = obstacles.refresh(&baked, &lattice, &agent, &edit).unwrap();
    assert_eq!(after.count(CellState::Occupied), 4 * 4 * 4);
}

#[test]
fn affected_cells_are_exactly_those_whose_box_reaches_the_region() {
    let mut obstacles = Obstacles::default();
    let swept = Agent::new(Vec3::splat(0.5));
    let agent = swept.baked(Baking::Centers);
    let block = Obstacle::new(SharedShape::cuboid(2.5, 2.5, 2.5)).at(DVec3::splat(100.0));
    let edit = obstacles.insert(block).unwrap();
    let region = edit.after.unwrap();
    let cells = obstacles.affected_cells(&Lattice::default(), &agent, region);
    assert_eq!(cells, CellBox::new(IVec3::splat(98), IVec3::splat(103)));
    // What stands in a cell decides for the gaps below it.
    let cells = obstacles.affected_cells(&Lattice::default(), &swept, region);
    assert_eq!(cells, CellBox::new(IVec3::splat(97), IVec3::splat(103)));
    let ground = obstacles
        .insert(Obstacle::new(SharedShape::halfspace(Vec3::Y)))
        .unwrap();
    let cells = obstacles.affected_cells(&Lattice::default(), &agent, ground.after.unwrap());
    let (low, mut high) = (IVec3::splat(-MAX_COORDINATE), IVec3::splat(MAX_COORDINATE));
    high.y = 1;
    assert_eq!(cells, CellBox::new(low, high));
}

#[test]
fn vast_bounds_cost_what_is_in_them() {
    let mut obstacles = Obstacles::default();
    for at in [-1e9, 0.0, 1e6, 1e9] {
        let ball = Obstacle::new(SharedShape::ball(3.0)).at(DVec3::splat(at));
        let _ = obstacles.insert(ball).unwrap();
    }
    let bounds = CellBox::new(IVec3::splat(-MAX_COORDINATE), IVec3::splat(MAX_COORDINATE));
    let agent = Agent::new(Vec3::splat(0.5));
    let baked = obstacles.bake(&Lattice::default(), &agent, bounds).unwrap();
    let each = baked.count(CellState::Occupied) / 4;
    assert!(each > 100 && baked.count(CellState::Occupied) == each * 4);
    assert_eq!(
        baked.state(IVec3::splat(1_000_000_001)),
        CellState::Occupied
    );
    assert_eq!(baked.state(IVec3::splat(1_000_000_010)), CellState::Free);
}

#[test]
fn what_cannot_be_baked_is_refused() {
    let mut obstacles = Obstacles::default();
    let _ = obstacles
        .insert(Obstacle::new(SharedShape::halfspace(Vec3::ONE.normalize())))
        .unwrap();
    let lattice = Lattice::default();
    let bounds = CellBox::from_size(IVec3::splat(10));
    for half in [-1.0, f32::NAN] {
        let agent = Agent::new(Vec3::splat(half));
        let refused = obstacles.bake(&lattice, &agent, bounds).map(|_| ());
        assert!(
            matches!(refused, Err(BakeError::Box(BoxError::HalfExtents { .. }))),
            "{half}"
        );
    }
    let agent = Agent::new(Vec3::ONE);
    let coarse = Lattice::new(DVec3::ZERO, 1e50).unwrap();
    let refused = obstacles.bake(&coarse, &agent, bounds).map(|_| ());
    assert!(matches!(
        refused,
        Err(BakeError::Box(BoxError::Center { .. }))
    ));
    let everything = CellBox::new(IVec3::splat(-MAX_COORDINATE), IVec3::splat(MAX_COORDINATE));
    let refused = obstacles.bake(&lattice, &agent, everything).map(|_| ());
    assert!(
        matches!(refused, Err(BakeError::TooManyChunks { .. })),
        "{refused:?}"
    );
    let beyond = CellBox::new(IVec3::MIN, IVec3::MAX);
    let refused = obstacles.bake(&lattice, &agent, beyond).map(|_| ());
    assert!(matches!(refused, Err(BakeError::Occupancy(_))));
}
