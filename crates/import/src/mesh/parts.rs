//! Which triangles belong together, and which of them enclose something.

use std::collections::HashMap;

use voxnav_occupancy::glam::I64Vec3;

use super::{Placed, Triangle};

/// Triangles that hang together by corners.
pub(super) struct Part {
    pub(super) triangles: Vec<Triangle>,
    /// How what is inside is told; `None` if nothing is.
    pub(super) closure: Option<Closure>,
}

/// How the surface of a closed part tells what is inside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Closure {
    /// Triangles agree about which side is out: inside is what they wind around.
    Winding,
    /// They do not: inside is what an odd number of walls is around.
    Parity,
}

type Corners = HashMap<I64Vec3, usize, ahash::RandomState>;

fn fixed() -> ahash::RandomState {
    ahash::RandomState::with_seeds(1, 2, 3, 4)
}

/// The parts of a mesh, in the order of their first triangles.
pub(super) fn parts(mesh: &Placed) -> Vec<Part> {
    // Triangles that have no area wall nothing off, and an edge of theirs stands for two.
    let flat = |t: &&Triangle| t[0] != t[1] && t[1] != t[2] && t[2] != t[0];
    let triangles: Vec<_> = mesh.triangles.iter().filter(flat).collect();
    let mut corners = Corners::with_hasher(fixed());
    let mut groups = Groups::default();
    for triangle in &triangles {
        let [a, b, c] = triangle.map(|corner| {
            let next = corners.len();
            let number = *corners.entry(corner).or_insert(next);
            groups.ensure(number);
            number
        });
        groups.join(a, b);
        groups.join(b, c);
    }
    let mut of_group: HashMap<usize, usize, ahash::RandomState> = HashMap::with_hasher(fixed());
    let mut parts: Vec<Vec<Triangle>> = Vec::new();
    for triangle in triangles {
        let group = groups.root(corners[&triangle[0]]);
        let part = *of_group.entry(group).or_insert(parts.len());
        if part == parts.len() {
            parts.push(Vec::new());
        }
        parts[part].push(*triangle);
    }
    let whole = |triangles: Vec<Triangle>| Part {
        closure: closure(&triangles),
        triangles,
    };
    parts.into_iter().map(whole).collect()
}

/// Whether triangles are closed, by their edges.
fn closure(triangles: &[Triangle]) -> Option<Closure> {
    /// How often an edge is gone along, and how much more often forward than back.
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

/// Disjoint sets of numbers.
#[derive(Default)]
struct Groups {
    /// A number of the same set that is not larger; of the smallest, itself.
    parents: Vec<usize>,
}

impl Groups {
    fn ensure(&mut self, number: usize) {
        if number == self.parents.len() {
            self.parents.push(number);
        }
    }

    fn root(&mut self, mut number: usize) -> usize {
        while self.parents[number] != number {
            self.parents[number] = self.parents[self.parents[number]];
            number = self.parents[number];
        }
        number
    }

    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.root(one), self.root(other));
        self.parents[one.max(other)] = one.min(other);
    }
}
