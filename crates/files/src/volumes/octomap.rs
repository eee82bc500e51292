//! `.bt` and `.ot`: the octrees of `OctoMap`.
//!
//! A leaf of the finest level is a cell of the resolution of the file; coarser leaves are cubes of
//! them. Cells that own the same points have the same numbers as the keys of the tree, counted from its
//! middle, so that corners of cells are at multiples of the resolution. z points up.
//!
//! In a `.bt` file every leaf is free or occupied. In an `.ot` file it has the logarithm of its odds:
//! it is occupied if its probability is at least [`Import::threshold`]. Cells without a leaf are
//! unknown, or [`Import::unknown`]. The world is as large as the box of all leaves.
//!
//! Not read: colors of color trees; trees of other kinds, such as those with time stamps; binary files
//! from before 2011, which have another header.
//!
//! # Errors
//!
//! [`FileReason::Malformed`] with the byte where the tree breaks off or nothing should follow,
//! [`FileReason::Unsupported`] for trees of another kind, [`FileReason::SizeGiven`] if
//! [`Import::size`] is not the resolution, [`FileReason::OriginGiven`] if [`Import::origin`] is not
//! where cell (0, 0, 0) is centered.
//!
//! [`FileReason::Malformed`]: crate::FileReason::Malformed
//! [`FileReason::Unsupported`]: crate::FileReason::Unsupported
//! [`FileReason::SizeGiven`]: crate::FileReason::SizeGiven
//! [`FileReason::OriginGiven`]: crate::FileReason::OriginGiven

use voxnav_occupancy::glam::{DVec3, IVec3};
use voxnav_occupancy::{CellBox, CellState};

use crate::cells::Cells;
use crate::error::{Fault, Place, malformed, unsupported};
use crate::frame::Frame;
use crate::import::{Import, Imported, USUAL_THRESHOLD, Up};
use crate::scalar::bytes_at;
use crate::text::lines::header_line;

/// The levels of a tree below its root.
const DEPTH: u32 = 16;

/// Reads the world in a binary octree (`.bt`) or one with probabilities (`.ot`): which, the file says.
pub(crate) fn read(bytes: &[u8], import: &Import) -> Result<Imported, Fault> {
    let header = Header::of(bytes).map_err(|fault| fault.at(Place::Header))?;
    let size = DVec3::splat(header.resolution);
    let own = size / 2.0;
    import.place_of(Some(own), Some(size))?;
    let threshold = import.threshold.unwrap_or(USUAL_THRESHOLD);
    let tree = Tree {
        bytes,
        header,
        least: (threshold / (1.0 - threshold)).ln(),
    };
    let mut content = CellBox::EMPTY;
    tree.leaves(&mut |cube, _| {
        content = content.hull(&cube);
        Ok(())
    })?;
    let frame = Frame::new(Up::Z, import);
    let lattice = frame.lattice(own, size)?;
    let mut cells = Cells::new(&content, import.unknown, frame, import)?;
    tree.leaves(&mut |cube, state| cells.set_box(&cube, state))?;
    Ok(cells.world(lattice, Vec::new()))
}

/// The content of the lines of text before a tree.
struct Header {
    kind: Kind,
    resolution: f64,
    is_empty: bool,
    /// The byte at which the tree begins.
    end: usize,
}

/// The encoding of the nodes of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Two bits a child.
    Binary,
    /// A number and a byte that reports which children there are, and between them as many bytes.
    Full { between: usize },
}

impl Header {
    fn of(bytes: &[u8]) -> Result<Self, Fault> {
        let (mut id, mut size, mut resolution) = (None, None, None);
        let mut rest = bytes;
        let mut next = || header_line(&mut rest, "data");
        let first = next()?;
        let mut line = first;
        loop {
            match line.split_once(' ') {
                _ if line == "data" => break,
                Some(("id", value)) => id = Some(value),
                Some(("size", value)) => size = value.parse::<u64>().ok(),
                Some(("res", value)) => resolution = value.parse::<f64>().ok(),
                _ => {}
            }
            line = next()?;
        }
        let kind = match (first, id) {
            ("# Octomap OcTree binary file", Some("OcTree")) => Kind::Binary,
            ("# Octomap OcTree file", Some("OcTree")) => Kind::Full { between: 0 },
            ("# Octomap OcTree file", Some("ColorOcTree")) => Kind::Full { between: 3 },
            ("# Octomap OcTree file" | "# Octomap OcTree binary file", Some(id)) => {
                return Err(unsupported(format!("trees of the kind {id}")));
            }
            _ => return Err(malformed("this is no octree")),
        };
        let (Some(size), Some(resolution)) = (size, resolution) else {
            return Err(malformed("the lines `size` and `res` must have a number"));
        };
        Ok(Self {
            kind,
            resolution,
            is_empty: size == 0,
            end: bytes.len() - rest.len(),
        })
    }
}

/// A cube of the tree: its lowest cell and its level, the root's being [`DEPTH`].
#[derive(Clone, Copy)]
struct Node {
    low: IVec3,
    level: u32,
}

impl Node {
    const ROOT: Self = Self {
        low: IVec3::splat(-(1 << (DEPTH - 1))),
        level: DEPTH,
    };

    fn cells(self) -> CellBox {
        CellBox::new(self.low, self.low + (1 << self.level))
    }

    /// Returns a child of the node that is written at a byte.
    fn child(self, number: i32, at: usize) -> Result<Self, Fault> {
        let Some(level) = self.level.checked_sub(1) else {
            let what = format!("the tree is deeper than {DEPTH} levels");
            return Err(malformed(what).at(Place::Byte(at as u64)));
        };
        let up = IVec3::new(number & 1, number >> 1 & 1, number >> 2 & 1);
        let low = self.low + (up << level);
        Ok(Self { low, level })
    }
}

struct Tree<'b> {
    bytes: &'b [u8],
    header: Header,
    /// The logarithm of odds from which on a cell is occupied.
    least: f64,
}

impl Tree<'_> {
    /// Hands over every leaf.
    fn leaves(
        &self,
        found: &mut impl FnMut(CellBox, CellState) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        let mut at = self.header.end;
        // The next one last.
        let mut open = Vec::new();
        if !self.header.is_empty {
            open.push(Node::ROOT);
        }
        while let Some(node) = open.pop() {
            let at_byte = |fault: Fault| fault.at(Place::Byte(at as u64));
            let mut children = Vec::new();
            let length = match self.header.kind {
                Kind::Binary => {
                    let bits = u16::from_le_bytes(self.take(at)?);
                    for number in 0..8 {
                        let child = || node.child(number, at);
                        match bits >> (2 * number) & 3 {
                            1 => found(child()?.cells(), CellState::Free).map_err(at_byte)?,
                            2 => found(child()?.cells(), CellState::Occupied).map_err(at_byte)?,
                            3 => children.push(child()?),
                            _ => {}
                        }
                    }
                    2
                }
                Kind::Full { between } => {
                    let odds = f32::from_le_bytes(self.take(at)?);
                    let [present] = self.take(at + 4 + between)?;
                    if present == 0 {
                        let state = if f64::from(odds) >= self.least {
                            CellState::Occupied
                        } else {
                            CellState::Free
                        };
                        found(node.cells(), state).map_err(at_byte)?;
                    }
                    for number in (0..8).filter(|number| present >> number & 1 != 0) {
                        children.push(node.child(number, at)?);
                    }
                    5 + between
                }
            };
            at += length;
            open.extend(children.into_iter().rev());
        }
        match self.bytes.len() - at {
            0 => Ok(()),
            more => {
                let what = format!("{more} bytes follow the end of the tree");
                Err(malformed(what).at(Place::Byte(at as u64)))
            }
        }
    }

    fn take<const N: usize>(&self, at: usize) -> Result<[u8; N], Fault> {
        let ends = || malformed("the tree ends too early").at(Place::Byte(at as u64));
        bytes_at(self.bytes, at).ok_or_else(ends)
    }
}
