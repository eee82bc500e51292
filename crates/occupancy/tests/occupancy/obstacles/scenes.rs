//! Random shapes, placements and boxes from a fixed seed.

use voxnav_occupancy::colliders::Placement;
use voxnav_occupancy::glam::{DQuat, DVec3, EulerRot, Vec3};
use voxnav_occupancy::parry3d::math::IVector;
use voxnav_occupancy::parry3d::shape::{Ball, SharedShape};
use voxnav_occupancy::parry3d::utils::Array2;
use voxnav_testkit::Draws;

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

/// What scenes are made of.
pub(crate) trait DrawScenes {
    fn corner(&mut self, low: f32, high: f32) -> Vec3;
    /// Not rotated, by quarter turns, by all but nothing, or anyhow.
    fn rotation(&mut self) -> DQuat;
    /// Within `reach` of the origin per axis; half of them on a grid of eighths.
    fn position(&mut self, reach: f32) -> DVec3;
    fn placement(&mut self, reach: f32) -> Placement;
    /// A shape of about `size` units.
    fn shape(&mut self, kind: Kind, size: f32) -> SharedShape;
}

impl DrawScenes for Draws {
    fn corner(&mut self, low: f32, high: f32) -> Vec3 {
        Vec3::from_array([(); 3].map(|()| self.within(low, high)))
    }

    fn rotation(&mut self) -> DQuat {
        let angles = match self.below(4) {
            0 => return DQuat::IDENTITY,
            1 => [0; 3].map(|_| f64::from(self.below(4)) * std::f64::consts::FRAC_PI_2),
            2 => [0; 3].map(|_| 0.1_f64.powi(self.below(12))),
            _ => [0; 3].map(|_| self.within(-3.0, 3.0)),
        };
        DQuat::from_euler(EulerRot::XYZ, angles[0], angles[1], angles[2])
    }

    fn position(&mut self, reach: f32) -> DVec3 {
        let position = self.corner(-reach, reach).as_dvec3();
        if self.below(2) == 0 {
            position
        } else {
            (position * 8.0).round() / 8.0
        }
    }

    fn placement(&mut self, reach: f32) -> Placement {
        Placement::new(self.position(reach), self.rotation())
    }

    fn shape(&mut self, kind: Kind, size: f32) -> SharedShape {
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
            Kind::HalfSpace => half_space(self),
            Kind::Voxels => voxels(Vec3::new(a, b, c) * 0.4, self),
            Kind::ClosedMesh => {
                let radii = Vec3::new(a, b, c).max(Vec3::splat(size * 0.4));
                closed_mesh(radii, self)
            }
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
            _ => pointed(kind, size, border, self),
        }
    }
}

fn pointed(kind: Kind, size: f32, border: f32, draws: &mut Draws) -> SharedShape {
    let points: Vec<Vec3> = (0..9).map(|_| draws.corner(-size, size)).collect();
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

fn half_space(draws: &mut Draws) -> SharedShape {
    let normal = match draws.below(3) {
        0 => draws.pick(&[Vec3::X, Vec3::NEG_Y, Vec3::Z]),
        _ => draws.corner(-1.0, 1.0).normalize_or(Vec3::Y),
    };
    SharedShape::halfspace(normal)
}

fn voxels(size: Vec3, draws: &mut Draws) -> SharedShape {
    let cells: Vec<IVector> = (0..12)
        .map(|_| draws.corner(-3.0, 3.0).floor().as_ivec3())
        .collect();
    SharedShape::voxels(size, &cells)
}

/// A dented ball, coarse or fine: closed, oriented, not convex.
fn closed_mesh(radii: Vec3, draws: &mut Draws) -> SharedShape {
    let (around, along, least) = draws.pick(&[(6, 5, 0.4), (24, 16, 0.8)]);
    let (vertices, indices) = Ball::new(1.0).to_trimesh(around, along);
    let vertices = vertices
        .into_iter()
        .map(|vertex| vertex * radii * draws.within(least, 1.0))
        .collect();
    SharedShape::trimesh(vertices, indices).unwrap()
}

/// A placement in parry3d's terms.
pub(crate) fn pose(placement: &Placement) -> voxnav_occupancy::parry3d::math::Pose {
    voxnav_occupancy::parry3d::math::Pose::from_parts(
        placement.translation.as_vec3(),
        placement.rotation.as_quat(),
    )
}
