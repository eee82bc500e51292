//! Points put into cells one at a time, so that memory goes with the cells and not with the points: a
//! compressed file can have thousands of points to the byte.

use std::collections::HashMap;
use std::num::NonZeroU32;

use voxnav_occupancy::glam::{DVec3, IVec3};
use voxnav_occupancy::{CellBox, CellState, Lattice};

use crate::cells::Cells;
use crate::error::{Fault, FileReason};
use crate::frame::Frame;
use crate::import::{Import, Imported, Up, note};
use crate::text::suggestion::Extent;

/// The points of a file so far.
pub(crate) struct Cloud<'i> {
    import: &'i Import,
    /// The cells, in the axes of the file, and the points in each; none where no size was given.
    cells: Option<(Lattice, Counts)>,
    extent: Extent,
    content: CellBox,
    points: usize,
    without_position: usize,
}

impl<'i> Cloud<'i> {
    pub(crate) fn new(import: &'i Import) -> Result<Self, Fault> {
        let cells = match import.size {
            Some(size) => {
                let lattice = Frame::AsInFile.lattice_of_positions(import, size.into())?;
                Some((lattice, Counts::new(import)))
            }
            None => None,
        };
        Ok(Self {
            import,
            cells,
            extent: Extent::default(),
            content: CellBox::EMPTY,
            points: 0,
            without_position: 0,
        })
    }

    /// Adds the next point of the file. One that is not a number has no position.
    pub(crate) fn add(&mut self, point: DVec3) -> Result<(), Fault> {
        let number = self.points;
        self.points += 1;
        if !point.is_finite() {
            self.without_position += 1;
            return Ok(());
        }
        self.extent.add(point);
        let Some((lattice, counts)) = &mut self.cells else {
            return Ok(());
        };
        let cell = lattice
            .cell_at(point)
            .map_err(|error| Fault::from(error).in_part("point", number))?;
        self.content = self.content.hull(&CellBox::of_cell(cell));
        counts.add(cell)
    }

    /// Returns the world of the cells that own enough points.
    pub(crate) fn world(self) -> Result<Imported, Fault> {
        if self.points == self.without_position {
            return Err(FileReason::Empty { what: "point" }.into());
        }
        let Some((lattice, counts)) = self.cells else {
            return Err(self.extent.missing_size());
        };
        let mut notes = Vec::new();
        note(
            &mut notes,
            self.without_position,
            "points without a position were left out",
        );
        let frame = Frame::new(Up::Z, self.import);
        let mut cells = Cells::new(&self.content, self.import.unknown, frame, self.import)?;
        for cell in counts.cells() {
            cells.set(cell, CellState::Occupied)?;
        }
        let lattice = frame.turned(&lattice)?;
        Ok(cells.world(lattice, notes))
    }
}

/// The cells along each side of a brick.
const SIDE: i32 = 8;
const LAYERS: usize = SIDE as usize;

/// The numbers of points in each cell, up to as many as make it occupied.
///
/// A brick has a word for each of its layers and each binary digit of a count.
struct Counts {
    enough: NonZeroU32,
    digits: usize,
    /// The places where the words of each brick begin.
    bricks: HashMap<IVec3, usize, ahash::RandomState>,
    words: Vec<u64>,
    /// The brick of the point before: most points lie in the same one.
    last: Option<(IVec3, usize)>,
    most_bricks: usize,
    most_chunks: usize,
}

impl Counts {
    fn new(import: &Import) -> Self {
        const BRICKS_OF_A_CHUNK: usize = 512;
        let enough = import.points;
        Self {
            enough,
            digits: (u32::BITS - enough.leading_zeros()) as usize,
            bricks: HashMap::with_hasher(ahash::RandomState::with_seeds(1, 2, 3, 4)),
            words: Vec::new(),
            last: None,
            most_bricks: import.most_chunks.saturating_mul(BRICKS_OF_A_CHUNK),
            most_chunks: import.most_chunks,
        }
    }

    fn add(&mut self, cell: IVec3) -> Result<(), Fault> {
        let within = cell.rem_euclid(IVec3::splat(SIDE)).as_uvec3();
        let first = self.brick(cell.div_euclid(IVec3::splat(SIDE)))? + within.z as usize;
        let bit = 1_u64 << (within.y * SIDE.cast_unsigned() + within.x);
        if count(&self.words[first..], self.digits, bit) == self.enough.get() {
            return Ok(());
        }
        for digit in 0..self.digits {
            let word = &mut self.words[first + digit * LAYERS];
            *word ^= bit;
            if *word & bit != 0 {
                break;
            }
        }
        Ok(())
    }

    /// Returns where the words of a brick begin, which is made if it is new.
    fn brick(&mut self, brick: IVec3) -> Result<usize, Fault> {
        if let Some((last, at)) = self.last
            && last == brick
        {
            return Ok(at);
        }
        let next = self.words.len();
        let at = *self.bricks.entry(brick).or_insert(next);
        if at == next {
            if self.bricks.len() > self.most_bricks {
                let limit = self.most_chunks;
                return Err(FileReason::TooLarge { limit }.into());
            }
            self.words.resize(next + self.digits * LAYERS, 0);
        }
        self.last = Some((brick, at));
        Ok(at)
    }

    /// Returns the cells with enough points, in no order.
    fn cells(&self) -> impl Iterator<Item = IVec3> + '_ {
        let within = |layer: i32, bit: i32| IVec3::new(bit % SIDE, bit / SIDE, layer);
        self.bricks.iter().flat_map(move |(brick, &at)| {
            let all = (0..SIDE).flat_map(move |layer| (0..64).map(move |bit| (layer, bit)));
            let has_enough = move |&(layer, bit): &(i32, i32)| {
                let words = &self.words[at + layer.cast_unsigned() as usize..];
                count(words, self.digits, 1 << bit) == self.enough.get()
            };
            all.filter(has_enough)
                .map(move |(layer, bit)| brick * SIDE + within(layer, bit))
        })
    }
}

/// Returns the count of a cell, from the word of its layer on.
fn count(words: &[u64], digits: usize, bit: u64) -> u32 {
    let of_digit = |digit: usize| u32::from(words[digit * LAYERS] & bit != 0) << digit;
    (0..digits).map(of_digit).sum()
}
