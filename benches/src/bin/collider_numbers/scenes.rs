//! The scenes measured: meshes of a hundred thousand triangles, and boxes strewn about.

use voxnav::colliders::{Obstacle, Placement};
use voxnav::glam::{DQuat, DVec3, EulerRot, IVec3, Vec3};
use voxnav::parry3d::shape::{Ball, SharedShape};

/// Vertices and triangles.
pub(crate) type Mesh = (Vec<Vec3>, Vec<[u32; 3]>);

/// Makes hills over the square from zero to `side`, of 2 `count`^2 triangles.
pub(crate) fn terrain(side: f32, count: u16) -> Mesh {
    let points = u32::from(count) + 1;
    let step = side / f32::from(count);
    let height = |x: f32, z: f32| {
        let (x, z) = (x / side, z / side);
        let hills = (x * 19.0).sin() * (z * 23.0).cos() * 0.16;
        let bumps = (x * 143.0).sin() * (z * 157.0).sin() * 0.02;
        (0.5 + hills + bumps) * side
    };
    let rows = (0..=count).flat_map(|z| (0..=count).map(move |x| (x, z)));
    let vertices = rows.map(|(x, z)| {
        let (x, z) = (f32::from(x) * step, f32::from(z) * step);
        Vec3::new(x, height(x, z), z)
    });
    let squares = (0..points - 1).flat_map(|z| (0..points - 1).map(move |x| z * points + x));
    let triangles = squares.flat_map(|at| {
        [
            [at, at + points, at + 1],
            [at + 1, at + points, at + points + 1],
        ]
    });
    (vertices.collect(), triangles.collect())
}

/// Makes a dented ball that fills the cube from zero to `side`: closed, hardly two triangles alike.
pub(crate) fn dented_ball(side: f32) -> Mesh {
    let (mut vertices, triangles) = Ball::new(1.0).to_trimesh(316, 159);
    for vertex in &mut vertices {
        let dent = (vertex.x * 17.0).sin() * (vertex.y * 13.0).sin() * (vertex.z * 11.0).sin();
        *vertex = (*vertex * (0.85 + 0.1 * dent) + 1.0) * (side * 0.5);
    }
    (vertices, triangles)
}

/// Makes turned boxes, balls and cylinders of a few units, spread over a cube.
pub(crate) fn clutter(side: f64, count: u32) -> impl Iterator<Item = Obstacle> {
    // The fractions of multiples of irrational numbers spread evenly.
    let fraction = |index: u32, root: f64| (f64::from(index) * root.sqrt()).fract();
    (1..=count).map(move |index| {
        let at = DVec3::new(
            fraction(index, 2.0),
            fraction(index, 3.0),
            fraction(index, 5.0),
        );
        let shape = match index % 3 {
            0 => SharedShape::ball(3.0),
            1 => SharedShape::cuboid(4.0, 2.0, 3.0),
            _ => SharedShape::cylinder(4.0, 2.0),
        };
        let [a, b, c] = [6.0, 7.0, 8.0].map(|root| fraction(index, root) * 6.0);
        let rotation = DQuat::from_euler(EulerRot::XYZ, a, b, c);
        Obstacle::new(shape).at(Placement::new(at * side, rotation))
    })
}

/// Returns cells spread evenly over a box from zero, always the same.
pub(crate) fn spread(size: IVec3, count: u32) -> impl Iterator<Item = IVec3> {
    (0..count).map(move |index| {
        let along = [2.0_f64, 3.0, 5.0].map(|root| (f64::from(index) * root.sqrt()).fract());
        (DVec3::from(along) * size.as_dvec3()).as_ivec3()
    })
}
