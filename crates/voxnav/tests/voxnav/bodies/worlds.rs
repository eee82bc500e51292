//! Random worlds of colliders, many of them thinner than a cell, and bodies from a point to several
//! cells.

use voxnav::colliders::{Obstacle, Placement};
use voxnav::glam::{DQuat, DVec3, EulerRot, IVec3, Vec3};
use voxnav::grid::CellBox;
use voxnav::parry3d::shape::{Ball, SharedShape};
use voxnav::{Agent, AgentId, Lattice, Navigator};
use voxnav_testkit::Draws;

fn vector(low: f32, high: f32, draws: &mut Draws) -> Vec3 {
    Vec3::from_array([(); 3].map(|()| draws.within(low, high)))
}

/// A shape for cells of side one.
fn shape(draws: &mut Draws) -> Obstacle {
    let thin = draws.pick(&[0.0, 1e-4, 0.02, 0.1, 0.3]);
    let [a, b] = [draws.within(0.5, 5.0), draws.within(0.5, 5.0)];
    let corner = |draws: &mut Draws| vector(-4.0, 4.0, draws);
    let shape = match draws.below(8) {
        0 => SharedShape::cuboid(thin, a, b),
        1 => SharedShape::cuboid(a, thin, b),
        2 => SharedShape::capsule_y(a, thin + 0.01),
        3 => SharedShape::ball(draws.within(0.1, 2.0)),
        4 => SharedShape::cylinder(a, b.min(1.5)),
        5 => {
            let corners = [corner(draws), corner(draws), corner(draws), corner(draws)];
            return Obstacle::mesh(corners.to_vec(), vec![[0, 1, 2], [1, 2, 3]]);
        }
        6 => {
            let (vertices, triangles) = Ball::new(a.min(2.5)).to_trimesh(7, 6);
            return Obstacle::mesh(vertices, triangles);
        }
        _ => {
            let slab = |at: Vec3| {
                (
                    Placement::at(at.as_dvec3()),
                    SharedShape::cuboid(thin, a, 0.4),
                )
            };
            let parts = [corner(draws), corner(draws), corner(draws)].map(slab);
            return Obstacle::compound(parts.to_vec());
        }
    };
    Obstacle::new(shape)
}

/// Upright or anyhow, and often just between two cells.
fn placement(reach: f32, draws: &mut Draws) -> Placement {
    let mut at = vector(-reach, reach, draws).as_dvec3();
    if draws.below(2) == 0 {
        at = at.round() + 0.5;
    }
    let angles = match draws.below(3) {
        0 => [0.0; 3],
        1 => [draws.within(-3.0, 3.0), 0.0, 0.0],
        _ => [(); 3].map(|()| draws.within(-3.0, 3.0)),
    };
    let rotation = DQuat::from_euler(EulerRot::YXZ, angles[0], angles[1], angles[2]);
    Placement::new(at, rotation)
}

/// Half extents for cells of side one.
fn half_extents(draws: &mut Draws) -> Vec3 {
    match draws.below(6) {
        0 => Vec3::ZERO,
        1 => Vec3::splat(0.5),
        2 => vector(0.3, 1.6, draws),
        3 => Vec3::new(0.3, 0.9, 0.3),
        _ => vector(0.0, 0.5, draws),
    }
}

/// Cells along each axis to either side of the middle.
pub(crate) const REACH: i32 = 9;

pub(crate) struct World {
    pub(crate) navigator: Navigator,
    pub(crate) agent: AgentId,
    pub(crate) body: Agent,
}

impl World {
    /// About so many colliders; some worlds lie far from the origin.
    pub(crate) fn new(draws: &mut Draws, colliders: u32) -> Self {
        let size = draws.pick(&[0.5, 1.0, 2.5]);
        let wide = DVec3::splat(size).as_vec3().x;
        let middle = IVec3::splat(draws.pick(&[0, 0, 40_000_000]));
        let lattice = Lattice::new(draws.point(-1.0, 1.0), size).unwrap();
        let bounds = CellBox::new(middle - REACH, middle + REACH + 1);
        let mut navigator = Navigator::new(lattice, bounds).unwrap();
        for _ in 0..colliders {
            let mut at = placement(9.0, draws);
            at.translation = lattice.center(middle) + at.translation * size;
            navigator.insert(shape(draws).at(at)).unwrap();
        }
        let body = Agent::new(half_extents(draws) * wide);
        let agent = navigator.add_agent(body).unwrap();
        Self {
            navigator,
            agent,
            body,
        }
    }

    /// Anywhere inside the cells, no nearer to the end of the world than half a cell.
    pub(crate) fn position(&self, draws: &mut Draws) -> DVec3 {
        let bounds = self.navigator.bounds();
        let middle = self.navigator.lattice().center(bounds.min + REACH);
        let reach = f64::from(REACH) * self.navigator.lattice().size();
        middle + draws.point(-1.0, 1.0) * reach
    }

    pub(crate) fn is_legal(&self, at: DVec3) -> bool {
        let Agent {
            half_extents,
            layers,
            ..
        } = self.body;
        let obstacles = self.navigator.obstacles();
        !obstacles.overlaps(at, half_extents, layers).unwrap()
    }

    /// Whether the body meets nothing on its way from each position to the next.
    pub(crate) fn sweeps(&self, positions: &[DVec3]) -> bool {
        let Agent {
            half_extents,
            layers,
            ..
        } = self.body;
        let obstacles = self.navigator.obstacles();
        positions.windows(2).all(|ends| {
            let hit = obstacles.sweep(ends[0], ends[1], half_extents, layers);
            hit.unwrap().is_none()
        })
    }
}
