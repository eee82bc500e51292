//! Octrees: what `OctoMap`, its tools and the writers of other languages put before the nodes, and trees that are pruned or
//! are not.

use std::collections::BTreeMap;

use voxnav_files::{Import, read_bytes};
use voxnav_occupancy::CellBox;
use voxnav_occupancy::CellState::{self, Free, Occupied, Unknown};
use voxnav_occupancy::glam::IVec3;
use voxnav_testkit::{Draws, cases};

use super::shown;

/// The known cells of a world.
type Known = BTreeMap<[i32; 3], CellState>;

/// The kinds of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Two bits a child.
    Binary,
    /// Logarithms of odds.
    Full,
    /// The same with colors.
    Colored,
}

/// A tree under construction.
struct Writer<'d> {
    draws: &'d mut Draws,
    kind: Kind,
    known: Known,
    /// The highest level at which equal leaves are one, if they are at all.
    pruned: u32,
    file: Vec<u8>,
    nodes: u64,
}

impl Writer<'_> {
    /// Returns the state of a cube that is one leaf; `None` for inner nodes.
    fn leaf(&self, cube: CellBox, level: u32) -> Option<CellState> {
        let state = |cell: IVec3| {
            let found = self.known.get(&cell.to_array());
            found.copied().unwrap_or(Unknown)
        };
        if level > self.pruned {
            let has_any = self
                .known
                .keys()
                .any(|cell| cube.contains(IVec3::from(*cell)));
            return (!has_any).then_some(Unknown);
        }
        let first = state(cube.min);
        cube.cells()
            .all(|cell| state(cell) == first)
            .then_some(first)
    }

    /// Writes a node and those below it.
    fn write(&mut self, low: IVec3, level: u32) {
        self.nodes += 1;
        let cube = |low: IVec3, level: u32| CellBox::new(low, low + (1 << level));
        let own = self.leaf(cube(low, level), level);
        let children = (0..8).map(|number| {
            let up = IVec3::new(number & 1, number >> 1 & 1, number >> 2 & 1);
            low + (up << level.saturating_sub(1))
        });
        let children: Vec<IVec3> = if own.is_some() {
            Vec::new()
        } else {
            children.collect()
        };
        let leaves = children
            .iter()
            .map(|&low| self.leaf(cube(low, level - 1), level - 1));
        let leaves: Vec<Option<CellState>> = leaves.collect();
        if self.kind == Kind::Binary {
            let bits = leaves.iter().enumerate().map(|(number, leaf)| {
                let bits = match leaf {
                    Some(Unknown) => 0,
                    Some(Free) => 1,
                    Some(Occupied) => 2,
                    None => 3_u16,
                };
                bits << (2 * number)
            });
            let bits: u16 = bits.sum();
            self.file.extend(bits.to_le_bytes());
        } else {
            let odds = match own {
                Some(Occupied) => self.draws.pick(&[0.0_f32, 0.85, 3.5]),
                Some(_) => self.draws.pick(&[-0.4, -2.0]),
                None => self.draws.pick(&[0.85, -2.0]),
            };
            self.file.extend(odds.to_le_bytes());
            if self.kind == Kind::Colored {
                self.file.extend([255, 0, 127]);
            }
            let present = leaves.iter().enumerate();
            let present = present.map(|(number, leaf)| u8::from(*leaf != Some(Unknown)) << number);
            self.file.push(present.sum());
        }
        for (child, leaf) in children.into_iter().zip(leaves) {
            let is_written = match self.kind {
                Kind::Binary => leaf.is_none(),
                _ => leaf != Some(Unknown),
            };
            if is_written {
                self.write(child, level - 1);
            }
        }
    }
}

/// The lines before the nodes.
fn header(draws: &mut Draws, kind: Kind, nodes: u64, resolution: &str) -> String {
    let (first, id) = match kind {
        Kind::Binary => ("# Octomap OcTree binary file", "OcTree"),
        Kind::Full => ("# Octomap OcTree file", "OcTree"),
        Kind::Colored => ("# Octomap OcTree file", "ColorOcTree"),
    };
    let mut lines = vec![
        format!("id {id}"),
        format!("size {nodes}"),
        format!("res {resolution}"),
    ];
    if draws.percent(30) {
        draws.shuffle(&mut lines);
    }
    let comments: [&[&str]; 3] = [
        &[],
        &["#"],
        &[
            "# (feel free to add / change comments, but leave the first line as it is!)",
            "#",
        ],
    ];
    let comments = draws.pick(&comments).iter().map(|it| (*it).to_owned());
    let all = [first.to_owned()].into_iter().chain(comments).chain(lines);
    let all: Vec<String> = all.chain(["data".to_owned()]).collect();
    all.join("\n") + "\n"
}

/// Draws the cells of a world: cubes that are known alike, and single cells.
fn known(draws: &mut Draws) -> Known {
    let low = draws.vector(IVec3::splat(-9), IVec3::splat(9)) * 4;
    let mut known = Known::new();
    for block in CellBox::from_size(IVec3::splat(2)).cells() {
        let block = low + block * 4;
        let share = draws.pick(&[0, 0, 10, 100]);
        let whole = draws.pick(&[None, Some(Free), Some(Occupied)]);
        for cell in CellBox::new(block, block + 4).cells() {
            if draws.percent(share) {
                let state = draws.pick(&[Free, Occupied]);
                known.insert(cell.to_array(), whole.unwrap_or(state));
            }
        }
    }
    known.insert(low.to_array(), Occupied);
    known
}

#[test]
fn octrees_of_every_writer_are_the_cells_that_were_drawn() {
    for mut draws in cases(0, 300) {
        let known = known(&mut draws);
        let kind = draws.pick(&[Kind::Binary, Kind::Full, Kind::Colored]);
        let pruned = draws.pick(&[0, 1, 2, 2]);
        let mut writer = Writer {
            draws: &mut draws,
            kind,
            known,
            pruned,
            file: Vec::new(),
            nodes: 0,
        };
        writer.write(IVec3::splat(-(1 << 15)), 16);
        let (nodes, known, tree) = (writer.nodes, writer.known, writer.file);
        let resolution = draws.pick(&["0.1", "0.05", "1", "5e-02", "0.100000", "2.0"]);
        let head = header(&mut draws, kind, nodes, resolution);
        let file = [head.as_bytes(), &tree].concat();
        let name = draws.pick(&["a.bt", "a.ot"]);
        let read = read_bytes(&file, name, &Import::default());
        let read = read.unwrap_or_else(|error| panic!("{error}: {}", shown(&file)));
        let size: f64 = resolution.parse().unwrap();
        assert_eq!(read.lattice.longest_side().to_bits(), size.to_bits());
        let cells = known
            .keys()
            .map(|cell| CellBox::of_cell(IVec3::from(*cell)));
        let bounds = cells.fold(CellBox::EMPTY, |all, one| all.hull(&one));
        assert_eq!(read.occupancy.bounds(), bounds, "{head}");
        for cell in bounds.cells() {
            let state = known.get(&cell.to_array()).copied().unwrap_or(Unknown);
            assert_eq!(
                read.occupancy.state(cell),
                state,
                "{cell} of {kind:?}, {head}"
            );
        }
    }
}
