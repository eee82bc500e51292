//! No move, and no line that is clear among the cells, leads an agent through an obstacle.

use voxnav_occupancy::colliders::{Obstacle, Obstacles};
use voxnav_occupancy::glam::{DVec3, IVec3, Vec3};
use voxnav_occupancy::parry3d::shape::SharedShape;
use voxnav_occupancy::{Agent, Baking, CellBox, CellState, Lattice, Occupancy, Skin};
use voxnav_testkit::{Draws, cases};

use super::scenes::{DrawScenes, KINDS};

/// A shape of any kind, or one thinner than a cell of about one unit, often not rotated.
fn obstacle(draws: &mut Draws) -> Obstacle {
    let [long, wide] = [draws.within(0.3, 4.0), draws.within(0.3, 4.0)];
    let thin = draws.pick(&[0.0, 1e-6, 1e-3, 0.01, 0.05, 0.2]);
    let shape = match draws.below(8) {
        0 => SharedShape::cuboid(thin, long, wide),
        1 => SharedShape::cuboid(long, thin, wide),
        2 => SharedShape::cuboid(thin, long, thin),
        3 => SharedShape::ball(thin.max(1e-3)),
        4 => SharedShape::capsule_y(long, thin.max(1e-3)),
        5 => SharedShape::compound(
            (0..4)
                .map(|_| {
                    let placement = draws.placement(2.0);
                    let part = SharedShape::cuboid(thin, 0.7, 0.3);
                    (super::scenes::pose(&placement), part)
                })
                .collect(),
        ),
        _ => {
            let kind = draws.pick(&KINDS);
            draws.shape(kind, long)
        }
    };
    Obstacle::new(shape)
}

/// From a point to several cells; some exactly as thick as a cell, some thick and flat.
fn half_extents(draws: &mut Draws) -> Vec3 {
    match draws.below(6) {
        0 => Vec3::ZERO,
        1 => Vec3::splat(0.5),
        2 => draws.corner(0.0, 2.5),
        3 => Vec3::new(1.2, 0.0, 0.7),
        _ => draws.corner(0.0, 0.6),
    }
}

struct Scene {
    obstacles: Obstacles,
    lattice: Lattice,
    agent: Agent,
    middle: IVec3,
}

impl Scene {
    fn new(draws: &mut Draws) -> Self {
        let size = draws.pick(&[0.1, 0.5, 1.0, 3.0]);
        let origin = draws.position(1.0) * size;
        let lattice = Lattice::with_sizes(origin, draws.sides(size)).unwrap();
        let middle = IVec3::splat(draws.pick(&[0, 1000, -100_000_000]));
        let mut obstacles = Obstacles::new(Skin::for_cell_size(lattice.shortest_side()).unwrap());
        for _ in 0..3 + draws.below(4) {
            let obstacle = obstacle(draws);
            let mut placement = draws.placement(4.0);
            // Often between two cells, exactly or all but.
            if draws.below(2) == 0 {
                let aside = draws.pick(&[0.0, 1e-4, -1e-3, 1e-12]);
                placement.translation = placement.translation.round() + 0.5 + aside;
            }
            placement.translation =
                lattice.center(middle) + placement.translation * lattice.sizes();
            let _ = obstacles.insert(obstacle.at(placement)).unwrap();
        }
        let agent = Agent::new(half_extents(draws) * lattice.sizes().as_vec3());
        Self {
            obstacles,
            lattice,
            agent,
            middle,
        }
    }

    fn bake(&self, agent: &Agent) -> Occupancy {
        let bounds = CellBox::new(self.middle - 5, self.middle + 5);
        self.obstacles.bake(&self.lattice, agent, bounds).unwrap()
    }

    fn is_clear(&self, from: DVec3, to: DVec3) -> bool {
        let half = self.agent.half_extents;
        let hit = self.obstacles.sweep(from, to, half, self.agent.layers);
        hit.unwrap().is_none()
    }

    /// Ways within boxes of one or two free cells on each axis, and how many of them meet something.
    fn ways(&self, draws: &mut Draws, baked: &Occupancy) -> [usize; 2] {
        let (mut ways, mut hits) = (0, 0);
        for cell in baked.bounds().cells() {
            let step = IVec3::from_array([(); 3].map(|()| i32::from(draws.below(3) > 0)));
            let cells = CellBox::new(cell, cell + step + 1);
            if !cells
                .cells()
                .all(|cell| baked.state(cell) == CellState::Free)
            {
                continue;
            }
            let mut point = || {
                let share = match draws.below(3) {
                    0 => draws.corner(0.0, 1.0).as_dvec3(),
                    _ => draws.corner(0.0, 1.0).round().as_dvec3(),
                };
                let offset = step.as_dvec3() * share;
                let at = self.lattice.center(cell);
                at + offset * self.lattice.sizes()
            };
            let (from, to) = (point(), point());
            ways += 1;
            hits += usize::from(!self.is_clear(from, to));
        }
        [ways, hits]
    }
}

#[test]
fn within_boxes_of_free_cells_every_way_is_clear() {
    let (mut ways, mut hits_at_centers) = (0, 0);
    for (index, mut draws) in cases(0x00b0_d1e5, 300).enumerate() {
        let scene = Scene::new(&mut draws);
        let baked = scene.bake(&scene.agent);
        let [here, hits] = scene.ways(&mut draws, &baked);
        assert_eq!(hits, 0, "scene {index}, {:?}", scene.agent);
        ways += here;
        let baked = scene.bake(&scene.agent.baked(Baking::Centers));
        hits_at_centers += scene.ways(&mut draws, &baked)[1];
    }
    assert!(ways > 60_000, "{ways}");
    // What the other way of baking lets through.
    assert!(hits_at_centers > 120, "{hits_at_centers}");
}

fn free(obstacles: &Obstacles, agent: &Agent, bounds: CellBox) -> Vec<IVec3> {
    let baked = obstacles.bake(&Lattice::default(), agent, bounds).unwrap();
    let cells = bounds.cells();
    cells
        .filter(|&cell| baked.state(cell) == CellState::Free)
        .collect()
}

#[test]
fn a_wall_between_two_cells_takes_the_lower_one() {
    let row = CellBox::new(IVec3::new(-2, 0, 0), IVec3::new(3, 1, 1));
    for thickness in [0.0, 1e-4, 0.05] {
        let mut obstacles = Obstacles::default();
        let wall = Obstacle::new(SharedShape::cuboid(thickness, 50.0, 50.0));
        let _ = obstacles.insert(wall.at([0.5, 0.0, 0.0])).unwrap();
        for half in [0.0, 0.2, 0.4, 0.5] {
            let agent = Agent::new(Vec3::splat(half));
            let free = free(&obstacles, &agent, row).into_iter();
            let free: Vec<i32> = free.map(|cell| cell.x).collect();
            let expected: &[i32] = if half + thickness > 0.501 {
                &[-2, -1, 2]
            } else {
                &[-2, -1, 1, 2]
            };
            assert_eq!(free, expected, "{half} {thickness}");
        }
    }
}

#[test]
fn corridors_and_floors_keep_the_cells_that_an_agent_fits_in() {
    // One cell wide, along x, between solid walls that begin at its sides.
    let mut corridor = Obstacles::default();
    for side in [-1.0, 1.0] {
        let wall = SharedShape::cuboid(50.0, 50.0, 0.5);
        let _ = corridor
            .insert(Obstacle::new(wall).at([0.0, 0.0, side]))
            .unwrap();
    }
    let row = CellBox::new(IVec3::new(-9, 0, -1), IVec3::new(9, 1, 2));
    for half in [0.0, 0.3, 0.5] {
        let agent = Agent::new(Vec3::splat(half));
        assert_eq!(free(&corridor, &agent, row).len(), 18, "{half}");
    }
    // A floor that the agent stands on, within the cell.
    let mut floor = Obstacles::default();
    let slab = SharedShape::cuboid(50.0, 1.0, 50.0);
    let _ = floor
        .insert(Obstacle::new(slab).at([0.0, -1.4, 0.0]))
        .unwrap();
    let layers = CellBox::new(IVec3::new(-3, -1, -3), IVec3::new(3, 2, 3));
    let agent = Agent::new(Vec3::splat(0.4));
    assert_eq!(free(&floor, &agent, layers).len(), 2 * 36);
    // A flat one lies on a floor at the height of a center.
    let mut floor = Obstacles::default();
    let slab = SharedShape::cuboid(50.0, 1.0, 50.0);
    let _ = floor
        .insert(Obstacle::new(slab).at([0.0, -1.0, 0.0]))
        .unwrap();
    let agent = Agent::new(Vec3::new(0.5, 0.0, 0.5));
    assert_eq!(free(&floor, &agent, layers).len(), 2 * 36);
}
