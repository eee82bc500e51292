//! Random shapes, placements and boxes from a fixed seed.

use rand_pcg::{Pcg64, rand_core::Rng};
use voxnav_occupancy::colliders::Placement;
use voxnav_occupancy::glam::{DQuat, DVec3, EulerRot, Vec3};
use voxnav_occupancy::parry3d::math::IVector;
use voxnav_occupancy::parry3d::shape::{Ball, SharedShape};
use voxnav_occupancy::parry3d::utils::Array2;

/// Every kind of shape that parry3d answers box queries for, and the height field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Ball,
    Cuboid,
    Capsule,
    Segment,
    Triangle,
    Cylinder,
    Cone,
    Hull,
    RoundCuboid,
    RoundTriangle,
    RoundCylinder,
    RoundCone,
    RoundHull,
    HalfSpace,
    Voxels,
    Polyline,
    Mesh,
    ClosedMesh,
    HeightField,
    Compound,
}

pub(crate) const KINDS: [Kind; 20] = [
    Kind::Ball,
    Kind::Cuboid,
    Kind::Capsule,
    Kind::Segment,
    Kind::Triangle,
    Kind::Cylinder,
    Kind::Cone,
    Kind::Hull,
    Kind::RoundCuboid,
    Kind::RoundTriangle,
    Kind::RoundCylinder,
    Kind::RoundCone,
    Kind::RoundHull,
    Kind::HalfSpace,
    Kind::Voxels,
    Kind::Polyline,
    Kind::Mesh,
    Kind::ClosedMesh,
    Kind::HeightField,
    Kind::Compound,
];

/// Random numbers with the few shapes that tests need.
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

    /// Below `bound`.
    pub(crate) fn below(&mut self, bound: u32) -> u32 {
        u32::try_from((u64::from(self.0.next_u32()) * u64::from(bound)) >> 32).unwrap()
    }

    /// A multiple of 2^-16 of the range's width.
    pub(crate) fn within(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * f32::from(u16::try_from(self.below(1 << 16)).unwrap()) / 65536.0
    }

    pub(crate) fn vector(&mut self, low: f32, high: f32) -> Vec3 {
        Vec3::new(
            self.within(low, high),
            self.within(low, high),
            self.within(low, high),
        )
    }

    fn points(&mut self, count: usize, reach: f32) -> Vec<Vec3> {
        (0..count).map(|_| self.vector(-reach, reach)).collect()
    }

    pub(crate) fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(u32::try_from(choices.len()).unwrap()) as usize]
    }

    /// Not rotated, by quarter turns, by all but nothing, or anyhow.
    pub(crate) fn rotation(&mut self) -> DQuat {
        let angles = match self.below(4) {
            0 => return DQuat::IDENTITY,
            1 => [0; 3].map(|_| f64::from(self.below(4)) * std::f64::consts::FRAC_PI_2),
            2 => [0; 3].map(|_| 0.1_f64.powi(self.below(12).cast_signed())),
            _ => [0; 3].map(|_| f64::from(self.within(-3.0, 3.0))),
        };
        DQuat::from_euler(EulerRot::XYZ, angles[0], angles[1], angles[2])
    }

    /// Within `reach` of the origin per axis; half of them on a grid of eighths.
    pub(crate) fn position(&mut self, reach: f32) -> DVec3 {
        let position = self.vector(-reach, reach).as_dvec3();
        if self.below(2) == 0 {
            position
        } else {
            (position * 8.0).round() / 8.0
        }
    }

    pub(crate) fn placement(&mut self, reach: f32) -> Placement {
        Placement::new(self.position(reach), self.rotation())
    }

    /// A shape of about `size` units.
    pub(crate) fn shape(&mut self, kind: Kind, size: f32) -> SharedShape {
        let mut length = || self.within(0.05, 1.0) * size;
        let (a, b, c, border) = (length(), length(), length(), length() * 0.3);
        match kind {
            Kind::Ball => SharedShape::ball(a),
            Kind::Cuboid => SharedShape::cuboid(a, b, c),
            Kind::Cylinder => SharedShape::cylinder(a, b),
            Kind::Cone => SharedShape::cone(a, b),
            Kind::RoundCuboid => SharedShape::round_cuboid(a, b, c, border),
            Kind::RoundCylinder => SharedShape::round_cylinder(a, b, border),
            Kind::RoundCone => SharedShape::round_cone(a, b, border),
            Kind::HalfSpace => self.half_space(),
            Kind::Voxels => self.voxels(Vec3::new(a, b, c) * 0.4),
            Kind::ClosedMesh => self.closed_mesh(Vec3::new(a, b, c).max(Vec3::splat(size * 0.4))),
            Kind::HeightField => {
                let heights = (0..12).map(|_| self.within(-1.0, 1.0)).collect();
                SharedShape::heightfield(Array2::new(3, 4, heights), Vec3::new(a, b, c))
            }
            Kind::Compound => {
                let parts = (0..3).map(|_| {
                    let kind = self.pick(&KINDS[..14]);
                    let placement = self.placement(size);
                    (pose(&placement), self.shape(kind, size * 0.6))
                });
                SharedShape::compound(parts.collect())
            }
            _ => self.pointed(kind, size, border),
        }
    }

    fn pointed(&mut self, kind: Kind, size: f32, border: f32) -> SharedShape {
        let points = self.points(9, size);
        let [a, b, c] = [points[0], points[1], points[2]];
        match kind {
            Kind::Capsule => SharedShape::capsule(a, b, border),
            Kind::Segment => SharedShape::segment(a, b),
            Kind::Triangle => SharedShape::triangle(a, b, c),
            Kind::RoundTriangle => SharedShape::round_triangle(a, b, c, border),
            Kind::Hull => SharedShape::convex_hull(&points).unwrap(),
            Kind::RoundHull => SharedShape::round_convex_hull(&points, border).unwrap(),
            Kind::Polyline => SharedShape::polyline(points, None),
            _ => SharedShape::trimesh(points, vec![[0, 1, 2], [3, 4, 5], [6, 7, 8]]).unwrap(),
        }
    }

    fn half_space(&mut self) -> SharedShape {
        let normal = match self.below(3) {
            0 => self.pick(&[Vec3::X, Vec3::NEG_Y, Vec3::Z]),
            _ => self.vector(-1.0, 1.0).normalize_or(Vec3::Y),
        };
        SharedShape::halfspace(normal)
    }

    fn voxels(&mut self, size: Vec3) -> SharedShape {
        let cells: Vec<IVector> = (0..12)
            .map(|_| self.vector(-3.0, 3.0).floor().as_ivec3())
            .collect();
        SharedShape::voxels(size, &cells)
    }

    /// A dented ball, coarse or fine: closed, oriented, not convex.
    fn closed_mesh(&mut self, radii: Vec3) -> SharedShape {
        let (around, along, least) = self.pick(&[(6, 5, 0.4), (24, 16, 0.8)]);
        let (vertices, indices) = Ball::new(1.0).to_trimesh(around, along);
        let vertices = vertices
            .into_iter()
            .map(|vertex| vertex * radii * self.within(least, 1.0))
            .collect();
        SharedShape::trimesh(vertices, indices).unwrap()
    }
}

/// A placement in parry3d's terms.
pub(crate) fn pose(placement: &Placement) -> voxnav_occupancy::parry3d::math::Pose {
    voxnav_occupancy::parry3d::math::Pose::from_parts(
        placement.translation.as_vec3(),
        placement.rotation.as_quat(),
    )
}
