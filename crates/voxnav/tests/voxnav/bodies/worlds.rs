//! Random worlds of colliders, many of them thinner than a cell, and bodies from a point to several
//! cells: plans in cells that frames put anywhere.

use voxnav::colliders::{Obstacle, Placement};
use voxnav::glam::{DQuat, DVec3, EulerRot, IVec3, Vec3};
use voxnav::grid::CellBox;
use voxnav::parry3d::shape::{Ball, SharedShape};
use voxnav::{Agent, AgentId, Navigator};
use voxnav_testkit::{Draws, Frame};

fn vector(low: f32, high: f32, draws: &mut Draws) -> Vec3 {
    Vec3::from_array([(); 3].map(|()| draws.within(low, high)))
}

/// A slab that is thin along some axis.
fn slab(mut half: Vec3, thin: f32, draws: &mut Draws) -> SharedShape {
    half[draws.below(3_usize)] = thin;
    SharedShape::cuboid(half.x, half.y, half.z)
}

/// A shape for cells of a side.
fn shape(side: f32, draws: &mut Draws) -> Obstacle {
    let thin = draws.pick(&[0.0, 1e-4, 0.02, 0.1, 0.3]) * side;
    let [a, b] = [(); 2].map(|()| draws.within(0.5, 5.0) * side);
    let corner = |draws: &mut Draws| vector(-4.0, 4.0, draws) * side;
    let shape = match draws.below(8) {
        0 | 1 => slab(Vec3::new(a, b, draws.pick(&[a, b])), thin, draws),
        2 => {
            let capsules = [
                SharedShape::capsule_x,
                SharedShape::capsule_y,
                SharedShape::capsule_z,
            ];
            draws.pick(&capsules)(a, thin + 0.01 * side)
        }
        3 => SharedShape::ball(draws.within(0.1, 2.0) * side),
        4 => SharedShape::cylinder(a, b.min(1.5 * side)),
        5 => {
            let corners = [corner(draws), corner(draws), corner(draws), corner(draws)];
            return Obstacle::mesh(corners.to_vec(), vec![[0, 1, 2], [1, 2, 3]]);
        }
        6 => {
            let (vertices, triangles) = Ball::new(a.min(2.5 * side)).to_trimesh(7, 6);
            return Obstacle::mesh(vertices, triangles);
        }
        _ => {
            let mut part = || {
                let at = Placement::at(corner(draws).as_dvec3());
                (at, slab(Vec3::new(a, a, 0.4 * side), thin, draws))
            };
            let parts = [part(), part(), part()];
            return Obstacle::compound(parts.to_vec());
        }
    };
    Obstacle::new(shape)
}

/// A place of the plan, often just between two cells, and a rotation that is upright or any.
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

/// Half extents in cells.
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
    pub(crate) frame: Frame,
    pub(crate) navigator: Navigator,
    pub(crate) agent: AgentId,
    pub(crate) body: Agent,
    /// The way from the plan to the cells, where these are far from the first cell.
    far: DVec3,
}

impl World {
    /// About so many colliders; some worlds lie far from the origin, some far from the first cell.
    pub(crate) fn new(draws: &mut Draws, colliders: u32) -> Self {
        let frame = Frame::of_any_sides(draws);
        let lattice = frame.lattice();
        let middle = draws.pick(&[0, 0, 40_000_000]);
        let middle = IVec3::splat(if frame.is_single { 0 } else { middle });
        let far = lattice.center(middle) - lattice.origin();
        let plan = frame.cells(CellBox::new(IVec3::splat(-REACH), IVec3::splat(REACH + 1)));
        let bounds = CellBox::new(plan.min + middle, plan.max + middle);
        let mut navigator = Navigator::new(lattice, bounds).unwrap();
        let side = DVec3::splat(frame.size).as_vec3().x;
        for _ in 0..colliders {
            let mut at = placement(9.0, draws);
            at.translation = frame.rounded(frame.position(at.translation) + far);
            navigator.insert(shape(side, draws).at(at)).unwrap();
        }
        let half = half_extents(draws);
        let body = Agent::new(frame.half(half.as_dvec3()));
        let agent = navigator.add_agent(body).unwrap();
        Self {
            frame,
            navigator,
            agent,
            body,
            far,
        }
    }

    /// Anywhere inside the cells, or as far off one as all is, no nearer to the end of the world than half a cell.
    pub(crate) fn position(&self, draws: &mut Draws) -> DVec3 {
        let reach = f64::from(REACH);
        let any = draws.point(-reach, reach);
        let off = any.round() + self.frame.shift;
        let at = draws.pick(&[any, off]);
        let at = at.clamp(DVec3::splat(-reach), DVec3::splat(reach));
        let at = self.frame.position(at - self.frame.shift);
        self.frame.rounded(at + self.far)
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
