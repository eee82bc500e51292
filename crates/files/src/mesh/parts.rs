//! Parts of a mesh: the triangles that belong together, and which of them enclose something.

use std::collections::HashMap;

use voxnav_occupancy::CellBox;
use voxnav_occupancy::glam::{I64Vec3, IVec3};
use voxnav_occupancy::sets::UnionFind;

use super::{GRID, Triangle, cell_of};

/// The triangles of a mesh, divided by what they do.
#[derive(Default)]
pub(super) struct Divided {
    /// The closed parts, in the order of their first triangles.
    pub(super) solids: Vec<Solid>,
    /// The triangles that enclose nothing.
    pub(super) walls: Vec<Triangle>,
    /// The number of parts that `walls` are of.
    pub(super) open: usize,
}

/// Triangles that hang together by corners and enclose something.
pub(super) struct Solid {
    pub(super) triangles: Vec<Triangle>,
    /// The rule by which cells are inside.
    pub(super) closure: Closure,
}

impl Solid {
    /// Returns the cells that have a share of it, or own the points of one that is flat.
    pub(super) fn cells(&self) -> CellBox {
        let corners = || self.triangles.iter().flatten().copied();
        let low = corners().reduce(I64Vec3::min).unwrap_or_default();
        let high = corners().reduce(I64Vec3::max).unwrap_or_default();
        let min = cell_of(low);
        let end = cell_of(high + (GRID - 1));
        CellBox::new(min, end.max(min + IVec3::ONE))
    }
}

/// The way in which the surface of a closed part tells what is inside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Closure {
    /// Triangles agree about which side is out: inside is what they wind around.
    Winding,
    /// Triangles do not agree: inside is what an odd number of walls is around.
    Parity,
}

type Corners = HashMap<I64Vec3, u32, ahash::RandomState>;

fn fixed() -> ahash::RandomState {
    ahash::RandomState::with_seeds(1, 2, 3, 4)
}

/// Tells the closed parts of a mesh from the rest.
pub(super) fn divided(triangles: Vec<Triangle>) -> Divided {
    // Triangles that have no area wall nothing off, and an edge of theirs stands for two.
    let is_flat = |t: &Triangle| t[0] == t[1] || t[1] == t[2] || t[2] == t[0];
    let (flat, triangles): (Vec<_>, Vec<_>) = triangles.into_iter().partition(is_flat);
    let mut corners = Corners::with_hasher(fixed());
    let mut groups = UnionFind::default();
    for triangle in &triangles {
        let [a, b, c] =
            triangle.map(|corner| *corners.entry(corner).or_insert_with(|| groups.add()));
        groups.join(a, b);
        groups.join(b, c);
    }
    let mut of_group: HashMap<u32, usize, ahash::RandomState> = HashMap::with_hasher(fixed());
    let mut parts: Vec<Vec<Triangle>> = Vec::new();
    for triangle in triangles {
        let group = groups.root(corners[&triangle[0]]);
        let part = *of_group.entry(group).or_insert(parts.len());
        if part == parts.len() {
            parts.push(Vec::new());
        }
        parts[part].push(triangle);
    }
    let closures: Vec<_> = parts.iter().map(|part| closure(part)).collect();
    // Those at a closed part are on its surface.
    let mut is_of_a_solid = |triangle: &Triangle| {
        triangle.iter().any(|corner| {
            let number = corners.get(corner);
            let part = number.and_then(|number| of_group.get(&groups.root(*number)));
            part.is_some_and(|part| closures[*part].is_some())
        })
    };
    let mut divided = Divided::default();
    divided
        .walls
        .extend(flat.into_iter().filter(|triangle| !is_of_a_solid(triangle)));
    for (triangles, closure) in parts.into_iter().zip(closures) {
        if let Some(closure) = closure {
            divided.solids.push(Solid { triangles, closure });
        } else {
            divided.open += 1;
            divided.walls.extend(triangles);
        }
    }
    divided
}

/// Returns how triangles are closed, by their edges, if they are.
fn closure(triangles: &[Triangle]) -> Option<Closure> {
    /// The number of times that an edge is gone along, and how much more often forward than back.
    #[derive(Default)]
    struct Uses {
        total: u64,
        balance: i64,
    }
    let mut edges: HashMap<[[i64; 3]; 2], Uses, ahash::RandomState> = HashMap::with_hasher(fixed());
    for [a, b, c] in triangles {
        for (from, to) in [(a, b), (b, c), (c, a)] {
            let (from, to) = (from.to_array(), to.to_array());
            let is_forward = from < to;
            let edge = if is_forward { [from, to] } else { [to, from] };
            let uses = edges.entry(edge).or_default();
            uses.total += 1;
            uses.balance += if is_forward { 1 } else { -1 };
        }
    }
    if edges.values().all(|uses| uses.balance == 0) {
        Some(Closure::Winding)
    } else if edges.values().all(|uses| uses.total % 2 == 0) {
        Some(Closure::Parity)
    } else {
        None
    }
}
