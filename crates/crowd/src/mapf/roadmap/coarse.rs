//! Estimated distances to far goals: a search over connected parts of blocks instead of cells.
//!
//! A *part* is a connected part of a block. Toward a set of parts each part has one next: an agent goes to the nearest
//! cell of that, then to the nearest of the one after it, by distances within one block alone. A table of a set is three
//! bytes for each part, where exact distances take 16 for each block and a search over all cells.
//!
//! INVARIANT: from every cell that is not in the set some move leads nearer: within a part toward the next one, between
//! parts toward that with the smaller distance. So no agent stops where it should not.
//!
//! # References
//! Botea, Müller, Schaeffer, "Near optimal hierarchical path-finding", Journal of Game Development 2004; here the parts
//! have no portals, so that parts are as small as a word.

use voxnav::glam::IVec3;

use super::distances::{Codes, Nearness, nearness_of_codes};
use super::{Cell, NONE, Roadmap};

/// The longest way between two parts, so that a byte determines which of two neighboring parts is nearer.
const LONGEST: u32 = 31;

/// The parts of all blocks, and which of them moves lead to.
#[derive(Debug)]
pub(crate) struct Parts {
    of_cell: Vec<u32>,
    /// The block and the cells of each part.
    cells: Vec<(u32, u64)>,
    /// The place of the first edge of each part, and of all edges the part that it leads to and its length.
    first: Vec<u32>,
    edges: Vec<(u32, u8)>,
    /// The distances of the cells of a part from those of the next one, as codes; zero until they are asked for.
    codes: Vec<Codes>,
}

impl Parts {
    pub(crate) fn new(roadmap: &Roadmap) -> Self {
        let sum_of_axes = roadmap.goes_along_axes();
        let mut parts = Self {
            of_cell: vec![NONE; roadmap.numbers()],
            cells: Vec::new(),
            first: vec![0],
            edges: Vec::new(),
            codes: Vec::new(),
        };
        for block in (0..).take(roadmap.block_count()) {
            parts.divide(roadmap, block);
        }
        let centers: Vec<IVec3> = parts.cells.iter().map(|it| center(roadmap, *it)).collect();
        for part in 0..parts.cells.len() {
            parts.link(roadmap, part, &centers, sum_of_axes);
        }
        parts.codes = vec![Codes::default(); parts.edges.len()];
        parts
    }

    /// Divides a block into connected parts.
    fn divide(&mut self, roadmap: &Roadmap, block: u32) {
        let mut left = roadmap.cells_of(block);
        while left != 0 {
            let mut part = left & left.wrapping_neg();
            let mut frontier = part;
            while frontier != 0 {
                let mut reached = 0;
                roadmap.spread(block, frontier, |to, cells| {
                    reached |= if to == block { cells } else { 0 };
                });
                frontier = reached & !part;
                part |= frontier;
            }
            left &= !part;
            let number = self.cells.len() as u32;
            self.cells.push((block, part));
            each_bit(part, |bit| {
                self.of_cell[(block << 6 | bit) as usize] = number;
            });
        }
    }

    /// Adds the edges of a part.
    fn link(&mut self, roadmap: &Roadmap, part: usize, centers: &[IVec3], sum_of_axes: bool) {
        let (block, cells) = self.cells[part];
        let begin = self.edges.len();
        roadmap.spread(block, cells, |to, reached| {
            let mut left = if to == block { 0 } else { reached };
            while left != 0 {
                let other = self.of_cell[(to << 6 | left.trailing_zeros()) as usize];
                left &= !self.cells[other as usize].1;
                if self.edges[begin..].iter().all(|it| it.0 != other) {
                    let apart = (centers[other as usize] - centers[part]).abs().as_uvec3();
                    let length = if sum_of_axes {
                        apart.element_sum()
                    } else {
                        apart.max_element()
                    };
                    self.edges.push((other, length.clamp(1, LONGEST) as u8));
                }
            }
        });
        self.edges[begin..].sort_unstable();
        self.first.push(self.edges.len() as u32);
    }

    fn edges(&self, part: u32) -> &[(u32, u8)] {
        let part = part as usize;
        &self.edges[self.first[part] as usize..self.first[part + 1] as usize]
    }

    /// Returns the parts of some cells of a block.
    pub(crate) fn within(&self, block: u32, mut cells: u64) -> Vec<u32> {
        let mut parts = Vec::new();
        while cells != 0 {
            let part = self.part(block << 6 | cells.trailing_zeros());
            cells &= !self.cells[part as usize].1;
            parts.push(part);
        }
        parts
    }

    /// Returns the part of a cell.
    pub(crate) fn part(&self, cell: Cell) -> u32 {
        self.of_cell[cell as usize]
    }

    pub(crate) fn bytes(&self) -> u64 {
        let parts = self.cells.len() * (size_of::<(u32, u64)>() + 4);
        let edges = self.edges.len() * (size_of::<(u32, u8)>() + size_of::<Codes>());
        (4 * self.of_cell.len() + parts + edges) as u64
    }

    /// Returns the codes of a part by the place of the edge to the next one.
    fn codes(&mut self, roadmap: &Roadmap, part: u32, edge: usize) -> Codes {
        if self.codes[edge] == Codes::default() {
            let (block, cells) = self.cells[part as usize];
            let (beside, others) = self.cells[self.edges[edge].0 as usize];
            // Moves lead both ways.
            let mut new = 0;
            roadmap.spread(beside, others, |to, reached| {
                new |= if to == block { reached & cells } else { 0 };
            });
            let (mut codes, mut level) = (Codes::default(), 0);
            while new != 0 {
                codes.set(new, level);
                let mut reached = 0;
                roadmap.spread(block, new, |to, cells| {
                    reached |= if to == block { cells } else { 0 };
                });
                new = reached & !codes.known();
                level += 1;
            }
            self.codes[edge] = codes;
        }
        self.codes[edge]
    }
}

fn each_bit(mut word: u64, mut each: impl FnMut(u32)) {
    while word != 0 {
        each(word.trailing_zeros());
        word &= word - 1;
    }
}

/// Returns the middle of some cells of a block.
fn center(roadmap: &Roadmap, (block, cells): (u32, u64)) -> IVec3 {
    let mut sum = IVec3::ZERO;
    each_bit(cells, |bit| sum += roadmap.place(block << 6 | bit));
    sum / cells.count_ones().max(1) as i32
}

/// The way from all parts to a set of parts.
#[derive(Debug)]
pub(crate) struct Hops {
    /// The last eight bits of the distance of each part.
    distance: Vec<u8>,
    /// The number of the edge to the next part; the largest one where there is none.
    next: Vec<u16>,
}

impl Hops {
    /// Searches from a set of parts by increasing distances (Dial 1969).
    pub(crate) fn new(parts: &Parts, set: impl IntoIterator<Item = u32>) -> Self {
        let count = parts.cells.len();
        let mut far = vec![u32::MAX; count];
        let mut hops = Self {
            distance: vec![0; count],
            next: vec![u16::MAX; count],
        };
        let mut open: Vec<Vec<u32>> = vec![Vec::new(); LONGEST as usize + 1];
        for part in set {
            far[part as usize] = 0;
            open[0].push(part);
        }
        let (mut level, mut idle) = (0, 0);
        while idle < open.len() {
            let slot = level as usize % open.len();
            let reached = std::mem::take(&mut open[slot]);
            idle = if reached.is_empty() { idle + 1 } else { 0 };
            for &part in &reached {
                if far[part as usize] != level {
                    continue;
                }
                for &(to, length) in parts.edges(part) {
                    let farther = level + u32::from(length);
                    if farther < far[to as usize] {
                        far[to as usize] = farther;
                        hops.distance[to as usize] = farther as u8;
                        open[farther as usize % (LONGEST as usize + 1)].push(to);
                    }
                }
            }
            level += 1;
        }
        for part in (0..).take(count) {
            let here = far[part as usize];
            if here != 0 && here != u32::MAX {
                let next = parts.edges(part).iter().position(|&(to, length)| {
                    far[to as usize].saturating_add(length.into()) == here
                });
                hops.next[part as usize] = next.map_or(u16::MAX, |next| next as u16);
            }
        }
        hops
    }

    /// Returns the bytes of a table.
    pub(crate) fn bytes(parts: &Parts) -> u64 {
        3 * parts.cells.len() as u64
    }

    /// Returns about how far a cell is from the set, if there is a way.
    pub(crate) fn distance(&self, parts: &Parts, is_in_set: bool, cell: Cell) -> Option<u32> {
        let (mut part, mut sum) = (parts.part(cell), 0);
        while let Some(&(to, length)) = parts.edges(part).get(self.next[part as usize] as usize) {
            (part, sum) = (to, sum + u32::from(length));
        }
        (sum > 0 || is_in_set).then_some(sum)
    }

    /// Returns how near to the set a neighbor of a cell is.
    pub(crate) fn nearness(
        &self,
        parts: &mut Parts,
        roadmap: &Roadmap,
        from: Cell,
        to: Cell,
    ) -> Nearness {
        let (part, other) = (parts.part(from), parts.part(to));
        if part != other {
            let here = self.distance[part as usize];
            let ahead = self.distance[other as usize]
                .wrapping_sub(here)
                .cast_signed();
            return match ahead {
                ..0 => Nearness::Nearer,
                0 => Nearness::Equal,
                1.. => Nearness::Farther,
            };
        }
        let next = self.next[part as usize];
        if next == u16::MAX {
            return Nearness::Equal;
        }
        let edge = parts.first[part as usize] as usize + usize::from(next);
        let codes = parts.codes(roadmap, part, edge);
        nearness_of_codes(codes.of(from), codes.of(to))
    }
}
