//! Random worlds of colliders, many of them thinner than a cell, and bodies from a point to several
//! cells.

use rand_pcg::{Pcg64, rand_core::Rng};
use voxnav::colliders::{Obstacle, Placement};
use voxnav::glam::{DQuat, DVec3, EulerRot, IVec3, Vec3};
use voxnav::grid::CellBox;
use voxnav::parry3d::shape::{Ball, SharedShape};
use voxnav::{Agent, AgentId, Lattice, Navigator};

/// Random numbers from a fixed seed.
pub(crate) struct Dice(Pcg64);

impl Dice {
    #[expect(
        clippy::print_stderr,
        reason = "a failing test shows the seed that it ran with"
    )]
    pub(crate) fn new(seed: u64) -> Self {
        eprintln!("seed {seed:#x}");
        Self(Pcg64::new(u128::from(seed), 0))
    }

    pub(crate) fn below(&mut self, bound: u32) -> u32 {
        u32::try_from((u64::from(self.0.next_u32()) * u64::from(bound)) >> 32).unwrap()
    }

    pub(crate) fn within(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * f32::from(u16::try_from(self.below(1 << 16)).unwrap()) / 65536.0
    }

    pub(crate) fn vector(&mut self, low: f32, high: f32) -> Vec3 {
        Vec3::from_array([(); 3].map(|()| self.within(low, high)))
    }

    pub(crate) fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(u32::try_from(choices.len()).unwrap()) as usize]
    }

    /// A shape for cells of side one.
    fn shape(&mut self) -> Obstacle {
        let thin = self.pick(&[0.0, 1e-4, 0.02, 0.1, 0.3]);
        let [a, b] = [self.within(0.5, 5.0), self.within(0.5, 5.0)];
        let corner = |dice: &mut Self| dice.vector(-4.0, 4.0);
        let shape = match self.below(8) {
            0 => SharedShape::cuboid(thin, a, b),
            1 => SharedShape::cuboid(a, thin, b),
            2 => SharedShape::capsule_y(a, thin + 0.01),
            3 => SharedShape::ball(self.within(0.1, 2.0)),
            4 => SharedShape::cylinder(a, b.min(1.5)),
            5 => {
                let corners = [corner(self), corner(self), corner(self), corner(self)];
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
                let parts = [corner(self), corner(self), corner(self)].map(slab);
                return Obstacle::compound(parts.to_vec());
            }
        };
        Obstacle::new(shape)
    }

    /// Upright or anyhow, and often just between two cells.
    fn placement(&mut self, reach: f32) -> Placement {
        let mut at = self.vector(-reach, reach).as_dvec3();
        if self.below(2) == 0 {
            at = at.round() + 0.5;
        }
        let angles = match self.below(3) {
            0 => [0.0; 3],
            1 => [self.within(-3.0, 3.0).into(), 0.0, 0.0],
            _ => [(); 3].map(|()| f64::from(self.within(-3.0, 3.0))),
        };
        let rotation = DQuat::from_euler(EulerRot::YXZ, angles[0], angles[1], angles[2]);
        Placement::new(at, rotation)
    }

    /// Half extents for cells of side one.
    fn half_extents(&mut self) -> Vec3 {
        match self.below(6) {
            0 => Vec3::ZERO,
            1 => Vec3::splat(0.5),
            2 => self.vector(0.3, 1.6),
            3 => Vec3::new(0.3, 0.9, 0.3),
            _ => self.vector(0.0, 0.5),
        }
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
    pub(crate) fn new(dice: &mut Dice, colliders: u32) -> Self {
        let size = dice.pick(&[0.5, 1.0, 2.5]);
        let wide = DVec3::splat(size).as_vec3().x;
        let middle = IVec3::splat(dice.pick(&[0, 0, 40_000_000]));
        let lattice = Lattice::new(dice.vector(-1.0, 1.0).as_dvec3(), size).unwrap();
        let bounds = CellBox::new(middle - REACH, middle + REACH + 1);
        let mut navigator = Navigator::new(lattice, bounds).unwrap();
        for _ in 0..colliders {
            let mut placement = dice.placement(9.0);
            placement.translation = lattice.center(middle) + placement.translation * size;
            navigator.insert(dice.shape().at(placement)).unwrap();
        }
        let body = Agent::new(dice.half_extents() * wide);
        let agent = navigator.add_agent(body).unwrap();
        Self {
            navigator,
            agent,
            body,
        }
    }

    /// Anywhere inside the cells, no nearer to the end of the world than half a cell.
    pub(crate) fn position(&self, dice: &mut Dice) -> DVec3 {
        let bounds = self.navigator.bounds();
        let middle = self.navigator.lattice().center(bounds.min + REACH);
        let reach = f64::from(REACH) * self.navigator.lattice().size();
        middle + dice.vector(-1.0, 1.0).as_dvec3() * reach
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
