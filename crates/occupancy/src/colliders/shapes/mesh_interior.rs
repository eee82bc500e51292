//! The inside of a closed triangle mesh.
//!
//! A mesh is closed when each edge, taken by the *positions* of its ends (so that seams with
//! doubled vertices are no holes), is run along as often one way as the other. Such a surface has
//! a winding number everywhere off it, and a point is inside where that is not zero: overlapping
//! closed pieces unite, an inner shell turned inwards is a cavity, and a mesh turned inside out
//! is as full as its mirror image.
//!
//! The winding number is counted along a ray toward +x, in integers: vertices and asked points
//! are rounded to a grid of 2^-29 of the mesh's extent, finer than the single precision they came
//! in, after which every sign is exact and a ray through an edge or a vertex is decided by moving
//! it aside by an infinitesimal, the same for all triangles.
//!
//! References: H. Edelsbrunner, E. P. Mücke, "Simulation of Simplicity", ACM Transactions on
//! Graphics 9(1), 1990; K. Hormann, A. Agathos, "The point in polygon problem for arbitrary
//! polygons", Computational Geometry 20(3), 2001.

use ahash::AHashMap;
use glam::{DVec3, Vec3};
use parry3d::bounding_volume::Aabb;
use parry3d::math::Vector;
use parry3d::shape::TriMesh;

use super::error::ShapeError;

/// Grid steps from a mesh's center to its farthest side: coordinates stay within 2^29, so that
/// products of two differences fit an `i64`, and of three an `i128`.
const GRID_REACH: f64 = 536_870_912.0;

/// The vertices of a closed mesh on an integer grid.
#[derive(Clone, Debug)]
pub(crate) struct Interior {
    center: DVec3,
    /// Grid steps per unit.
    scale: f64,
    vertices: Vec<[i32; 3]>,
}

impl Interior {
    /// Checks that the mesh is closed and oriented.
    pub(crate) fn new(mesh: &TriMesh) -> Result<Self, ShapeError> {
        check_closed(mesh)?;
        let bounds = mesh.local_aabb();
        let (low, high) = (bounds.mins.as_dvec3(), bounds.maxs.as_dvec3());
        let center = (low + high) * 0.5;
        let reach = (high - low).max_element() * 0.5;
        let scale = if reach > 0.0 { GRID_REACH / reach } else { 1.0 };
        let mut interior = Self {
            center,
            scale,
            vertices: Vec::new(),
        };
        interior.vertices = mesh
            .vertices()
            .iter()
            .map(|vertex| interior.snapped(vertex.as_dvec3()))
            .collect();
        Ok(interior)
    }

    /// Returns how far, in units, a point may lie from where it is taken to be: a few steps of the
    /// grid.
    pub(crate) fn rounding(&self) -> f64 {
        4.0 / self.scale
    }

    /// Returns whether a point in the mesh's frame is inside.
    pub(crate) fn contains(&self, mesh: &TriMesh, point: DVec3) -> bool {
        let bounds = mesh.local_aabb();
        let (low, high) = (bounds.mins.as_dvec3(), bounds.maxs.as_dvec3());
        if point.cmplt(low).any() || point.cmpgt(high).any() {
            return false;
        }
        let origin = self.snapped(point);
        // Single precision and the grid both move things by less than this.
        let slack = 4.0 * (high - low).abs().max_element() * f64::from(f32::EPSILON);
        let slack = slack + low.abs().max(high.abs()).max_element() * f64::from(f32::EPSILON);
        let (from, to) = ((point - slack).as_vec3(), (point + slack).as_vec3());
        let ray = Aabb::new(from, Vector::new(bounds.maxs.x, to.y, to.z));
        let winding: i32 = mesh
            .bvh()
            .intersect_aabb(&ray)
            .map(|triangle| {
                let corners = mesh.indices()[triangle as usize];
                crossing(corners.map(|corner| self.vertices[corner as usize]), origin)
            })
            .sum();
        winding != 0
    }

    #[expect(
        clippy::cast_possible_truncation,
        reason = "within the grid by the choice of scale"
    )]
    fn snapped(&self, point: DVec3) -> [i32; 3] {
        ((point - self.center) * self.scale)
            .round()
            .to_array()
            .map(|coordinate| coordinate as i32)
    }
}

/// Returns the number that a triangle adds to the winding number of the ray from `origin` toward
/// +x: 0, 1 or -1.
fn crossing(triangle: [[i32; 3]; 3], origin: [i32; 3]) -> i32 {
    let [a, b, c] = triangle.map(|corner| [0, 1, 2].map(|axis| difference(corner, origin, axis)));
    let turns = [turn(a, b), turn(b, c), turn(c, a)];
    if turns[0] == 0 || turns[1] != turns[0] || turns[2] != turns[0] {
        return 0;
    }
    // The origin's side of the triangle's plane: the determinant of the corners.
    let minor = |p: [i64; 3], q: [i64; 3]| i128::from(p[1] * q[2] - p[2] * q[1]);
    let determinant = i128::from(a[0]) * minor(b, c)
        + i128::from(b[0]) * minor(c, a)
        + i128::from(c[0]) * minor(a, b);
    let is_ahead = determinant.signum() == i128::from(turns[0]);
    if is_ahead { turns[0] } else { 0 }
}

fn difference(corner: [i32; 3], origin: [i32; 3], axis: usize) -> i64 {
    i64::from(corner[axis]) - i64::from(origin[axis])
}

/// Returns the side of the edge `p q`, seen along x, on which the ray passes, after it has been
/// moved by an infinitesimal along y and an infinitely smaller one along z: 1 left, -1 right; 0
/// only for an edge that is a point in this view.
fn turn(p: [i64; 3], q: [i64; 3]) -> i32 {
    let area = p[1] * q[2] - p[2] * q[1];
    // Moving the ray by (dy, dz) adds -dy * (qz - pz) + dz * (qy - py).
    let by_shift = [p[2] - q[2], q[1] - p[1]];
    [area, by_shift[0], by_shift[1]]
        .into_iter()
        .map(|term| i32::from(term > 0) - i32::from(term < 0))
        .find(|sign| *sign != 0)
        .unwrap_or(0)
}

/// Checks that every edge is run along as often one way as the other.
fn check_closed(mesh: &TriMesh) -> Result<(), ShapeError> {
    let names = named_by_position(mesh.vertices());
    let mut edges: Vec<(u32, u32, bool)> = mesh
        .indices()
        .iter()
        .flat_map(|&[a, b, c]| [(a, b), (b, c), (c, a)])
        .map(|(from, to)| (names[from as usize], names[to as usize]))
        .filter(|(from, to)| from != to)
        .map(|(from, to)| (from.min(to), from.max(to), from < to))
        .collect();
    edges.sort_unstable();
    for run in edges.chunk_by(|first, second| (first.0, first.1) == (second.0, second.1)) {
        let ups = run.iter().filter(|edge| edge.2).count();
        if ups * 2 != run.len() {
            let position = |name: u32| mesh.vertices()[name as usize].to_array();
            let edge = [position(run[0].0), position(run[0].1)];
            return Err(if run.len() % 2 == 1 {
                ShapeError::MeshNotClosed { edge }
            } else {
                ShapeError::MeshNotOriented { edge }
            });
        }
    }
    Ok(())
}

/// Returns a name for each vertex, the same for those at one position: the first index of a vertex there.
fn named_by_position(vertices: &[Vec3]) -> Vec<u32> {
    let mut first = AHashMap::with_hasher(ahash::RandomState::with_seeds(1, 2, 3, 4));
    let named = (0..).zip(vertices).map(|(index, vertex)| {
        // Adding zero makes -0 and 0 one position.
        let position = (*vertex + Vec3::ZERO).to_array().map(f32::to_bits);
        *first.entry(position).or_insert(index)
    });
    named.collect()
}

#[cfg(test)]
mod tests {
    use parry3d::shape::Cuboid;

    use super::*;

    fn cube(half: f32, shift: f32, is_reversed: bool) -> (Vec<Vec3>, Vec<[u32; 3]>) {
        let (vertices, mut indices) = Cuboid::new(Vec3::splat(half)).to_trimesh();
        if is_reversed {
            for corners in &mut indices {
                corners.swap(0, 1);
            }
        }
        (
            vertices.into_iter().map(|vertex| vertex + shift).collect(),
            indices,
        )
    }

    fn joined(pieces: &[(Vec<Vec3>, Vec<[u32; 3]>)]) -> TriMesh {
        let (mut vertices, mut indices) = (Vec::new(), Vec::new());
        for piece in pieces {
            let base = u32::try_from(vertices.len()).unwrap();
            vertices.extend(&piece.0);
            indices.extend(
                piece
                    .1
                    .iter()
                    .map(|corners| corners.map(|corner| corner + base)),
            );
        }
        TriMesh::new(vertices, indices).unwrap()
    }

    #[test]
    fn a_ray_through_vertices_and_edges_counts_once() {
        let mesh = joined(&[cube(1.0, 0.0, false)]);
        let interior = Interior::new(&mesh).unwrap();
        let step = |index: i32| f64::from(index) * 0.25;
        for z in -6..=6 {
            for y in -6..=6 {
                for x in -6..=6 {
                    let point = DVec3::new(step(x), step(y), step(z));
                    let reach = point.abs().max_element();
                    if (reach - 1.0).abs() > 1e-9 {
                        assert_eq!(interior.contains(&mesh, point), reach < 1.0, "{point}");
                    }
                }
            }
        }
    }

    #[test]
    fn pieces_unite_and_a_shell_turned_inwards_is_a_cavity() {
        let union = joined(&[cube(1.0, 0.0, false), cube(1.0, 0.5, false)]);
        let interior = Interior::new(&union).unwrap();
        assert!(interior.contains(&union, DVec3::splat(0.25)));
        assert!(interior.contains(&union, DVec3::splat(1.25)));
        let hollow = joined(&[cube(1.0, 0.0, false), cube(0.5, 0.0, true)]);
        let interior = Interior::new(&hollow).unwrap();
        assert!(!interior.contains(&hollow, DVec3::splat(0.25)));
        assert!(interior.contains(&hollow, DVec3::splat(0.75)));
        let reversed = joined(&[cube(1.0, 0.0, true)]);
        assert!(
            Interior::new(&reversed)
                .unwrap()
                .contains(&reversed, DVec3::ZERO)
        );
    }

    #[test]
    fn seams_are_closed_holes_and_turned_triangles_are_named() {
        let (vertices, indices) = cube(1.0, 0.0, false);
        let soup: Vec<Vec3> = indices
            .iter()
            .flatten()
            .map(|index| vertices[*index as usize])
            .collect();
        let unshared = (0..indices.len()).map(|index| {
            let first = u32::try_from(index * 3).unwrap();
            [first, first + 1, first + 2]
        });
        assert!(Interior::new(&TriMesh::new(soup, unshared.collect()).unwrap()).is_ok());
        let open = TriMesh::new(vertices.clone(), indices[1..].to_vec()).unwrap();
        assert!(matches!(
            Interior::new(&open),
            Err(ShapeError::MeshNotClosed { .. })
        ));
        let mut turned = indices.clone();
        turned[3].swap(0, 1);
        let turned = TriMesh::new(vertices, turned).unwrap();
        assert!(matches!(
            Interior::new(&turned),
            Err(ShapeError::MeshNotOriented { .. })
        ));
    }
}
