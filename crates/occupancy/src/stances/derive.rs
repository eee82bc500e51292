//! The stances of a chunk, by words of 64 cells.

use std::cell::RefCell;
use std::ops::Range;
use std::sync::Arc;

use glam::IVec3;

use super::Stances;
use super::rules::{Support, column_of};
use super::stance::Stance;
use crate::agent::{Footprint, UnknownPolicy};
use crate::coordinates::{
    Axis, CellBox, ChunkCoord, EDGE, Rows, Sign, WHOLE_CHUNK, no_bits, row_index, row_mask,
    row_place, row_places, rows_within,
};
use crate::derived::{Before, ChunkValues};
use crate::materials::{ChunkMaterials, MaterialSet};
use crate::occupancy::CellState;
use crate::occupancy::snapshot::StoredChunk;
use crate::traversability::Dilation;

/// The stances of a chunk's cells: bit `x` of word `z * 64 + y` of each mask.
#[derive(Debug)]
pub(crate) struct ChunkStances {
    /// The masks in the order of the bits of a [`Stance`].
    masks: [ChunkValues<u64>; 8],
}

impl ChunkStances {
    #[inline]
    pub(crate) fn at(&self, cell: IVec3) -> Stance {
        let local = cell & 63;
        let index = row_index(local.y, local.z);
        let masks = &self.masks;
        Stance::from_bits(std::array::from_fn(|bit| masks[bit].at(index) >> local.x))
    }

    /// Returns the row of a cell, with a bit for each cell in one of some stances.
    #[inline]
    pub(crate) fn row(&self, cell: IVec3, among: Stance) -> u64 {
        let index = row_index(cell.y, cell.z);
        let rows = among.places().map(|place| self.masks[place].at(index));
        rows.fold(0, |all, row| all | row)
    }

    /// Returns the cells where the body stands upright, in and on nothing that the rules mind.
    pub(crate) fn plane(&self) -> Box<Rows> {
        let [_, upright, standing, _, _, _, minded, _] = &self.masks;
        let mut rows = no_bits();
        if matches!(standing, ChunkValues::Uniform(0)) {
            return rows;
        }
        for (index, row) in rows.iter_mut().enumerate() {
            *row = standing.at(index) & upright.at(index) & !minded.at(index);
        }
        rows
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        let rows = self.masks.iter().map(ChunkValues::memory_bytes);
        size_of::<Self>() + rows.sum::<usize>()
    }
}

/// Derives a chunk: all of it, or the rows of which some cells may differ from what they were before edits.
pub(super) fn derive(
    stances: &Stances,
    chunk: ChunkCoord,
    before: Option<Before<Arc<ChunkStances>>>,
) -> ChunkStances {
    let Some(Before { value, stale }) = before else {
        let masks = masks_within(stances, chunk, &[WHOLE_CHUNK]);
        return ChunkStances {
            masks: masks.map(|rows| ChunkValues::of(rows)),
        };
    };
    let places = joined_rows(&stale);
    let mut before = value.masks.iter();
    let masks = masks_within(stances, chunk, &stale).map(|rows| match before.next() {
        Some(before) => before.with(&*rows, places.iter().cloned()),
        None => ChunkValues::of(rows),
    });
    ChunkStances { masks }
}

/// Returns the masks of a chunk in the rows that touch some boxes, relative to its origin.
fn masks_within(stances: &Stances, chunk: ChunkCoord, within: &[CellBox]) -> [Box<Rows>; 8] {
    let rules = &stances.rules;
    let work = Work {
        stances,
        within: within.iter().map(|cells| chunk.global(cells)).collect(),
        rows: joined_rows(within),
        margin: RefCell::default(),
    };
    let fits = work.fits(chunk, rules.lowest(), rules.unknown);
    if fits.iter().all(|&row| row == 0) {
        return std::array::from_fn(|_| no_bits());
    }
    let upright = match rules.crouched {
        Some(_) => work.fits(chunk, rules.footprint, rules.unknown),
        None => fits.clone(),
    };
    let reach = |footprint: &Footprint| {
        let (below, above) = column_of(footprint, rules.up);
        -below..above + 1
    };
    let climbed = |reach| work.column_of(chunk, &rules.climbed, reach, Known::Possible);
    let [full, low] = [rules.footprint, rules.lowest()].map(|body| climbed(reach(&body)));
    let climbing = work.or(work.and(full, &upright), &work.and(low, &fits));
    let [submerged, surfaced] = work.swimming(chunk, [&fits, &upright]);
    let footing = work.and(work.footing(chunk, Known::Possible), &fits);
    let hangs = work.hanging(chunk, [&fits, &upright], Known::Certain);
    let standing = work.and_not(
        work.and_not(footing, &work.afloat(chunk, &surfaced)),
        &hangs,
    );
    let may_hang = work.hanging(chunk, [&fits, &upright], Known::Possible);
    let unsure = work.unsure(chunk, &fits, &may_hang, [&standing, &submerged, &surfaced]);
    let minded = work.and(work.minded(chunk), &fits);
    [
        fits, upright, standing, submerged, surfaced, climbing, minded, unsure,
    ]
}

/// Returns the rows of a chunk that touch some local boxes, each once.
fn joined_rows(within: &[CellBox]) -> Vec<Range<usize>> {
    let mut rows: Vec<Range<usize>> = within.iter().flat_map(rows_within).collect();
    rows.sort_unstable_by_key(|rows| rows.start);
    rows.dedup_by(|next, rows| {
        let is_met = next.start <= rows.end;
        if is_met {
            rows.end = rows.end.max(next.end);
        }
        is_met
    });
    rows
}

/// The worlds that a question is asked of where the body stops before unknown cells; otherwise there is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Known {
    /// Some of the worlds that the unknown cells may turn out to be: one is enough.
    Possible,
    /// All of these worlds.
    Certain,
}

struct Work<'s> {
    stances: &'s Stances,
    /// The cells whose stances are asked for. In rows that touch none of them, what is found means nothing.
    within: Vec<CellBox>,
    /// The rows that touch these cells, each once.
    rows: Vec<Range<usize>>,
    /// Working memory of dilations.
    margin: RefCell<Vec<u64>>,
}

impl Work<'_> {
    /// Returns rows joined with others, word by word.
    fn joined(
        &self,
        mut rows: Box<Rows>,
        others: &Rows,
        join: impl Fn(u64, u64) -> u64,
    ) -> Box<Rows> {
        for asked in &self.rows {
            let others = &others[asked.clone()];
            for (row, other) in rows[asked.clone()].iter_mut().zip(others) {
                *row = join(*row, *other);
            }
        }
        rows
    }

    fn and(&self, rows: Box<Rows>, others: &Rows) -> Box<Rows> {
        self.joined(rows, others, |row, other| row & other)
    }

    fn and_not(&self, rows: Box<Rows>, others: &Rows) -> Box<Rows> {
        self.joined(rows, others, |row, other| row & !other)
    }

    fn or(&self, rows: Box<Rows>, others: &Rows) -> Box<Rows> {
        self.joined(rows, others, |row, other| row | other)
    }

    fn flipped(&self, mut rows: Box<Rows>) -> Box<Rows> {
        for asked in &self.rows {
            rows[asked.clone()].iter_mut().for_each(|row| *row = !*row);
        }
        rows
    }

    /// Returns the cells at which all cells of a footprint are clear.
    fn fits(&self, chunk: ChunkCoord, footprint: Footprint, unknown: UnknownPolicy) -> Box<Rows> {
        let dilation = Dilation::new(&self.stances.clear, footprint, unknown);
        self.dilated(&dilation, chunk, IVec3::ZERO)
    }

    /// Returns the cells at which the body is in liquid that reaches its highest cell, and in liquid that
    /// does not.
    fn swimming(&self, chunk: ChunkCoord, [fits, upright]: [&Rows; 2]) -> [Box<Rows>; 2] {
        let rules = &self.stances.rules;
        if rules.swum.is_empty() {
            return [no_bits(), no_bits()];
        }
        let certainly_upright = if rules.is_open() {
            self.fits(chunk, rules.footprint, UnknownPolicy::Blocked)
        } else {
            Box::new(*upright)
        };
        let bottom = -rules.column().0;
        let liquid = |at: i32, known| self.column_of(chunk, &rules.swum, at..at + 1, known);
        let swimming = self.and(liquid(bottom, Known::Possible), fits);
        let [mut submerged, mut surfaced] = [no_bits(), no_bits()];
        let bodies = [
            (rules.footprint, Box::new(*upright)),
            (
                rules.lowest(),
                self.and_not(Box::new(*fits), &certainly_upright),
            ),
        ];
        for (body, is_so) in bodies {
            let top = column_of(&body, rules.up).1;
            submerged = self.or(submerged, &self.and(liquid(top, Known::Possible), &is_so));
            if top != bottom {
                surfaced = self.or(surfaced, &self.and_not(is_so, &liquid(top, Known::Certain)));
            }
        }
        [
            self.and(submerged, &swimming),
            self.and(surfaced, &swimming),
        ]
    }

    /// Returns the cells at which the body is submerged for certain where it fits: it floats, and does not stand.
    fn afloat(&self, chunk: ChunkCoord, surfaced: &Rows) -> Box<Rows> {
        let rules = &self.stances.rules;
        let bottom = -rules.column().0;
        let swimming = self.column_of(chunk, &rules.swum, bottom..bottom + 1, Known::Certain);
        self.and_not(swimming, surfaced)
    }

    /// Returns the cells at which the body holds on to something that goes on below its feet: it hangs, and does not
    /// stand.
    fn hanging(&self, chunk: ChunkCoord, [fits, upright]: [&Rows; 2], known: Known) -> Box<Rows> {
        let rules = &self.stances.rules;
        if rules.climbed.is_empty() {
            return no_bits();
        }
        let climbed = |column| self.column_of(chunk, &rules.climbed, column, known);
        let feet = -rules.column().0;
        let below = climbed(feet - 1..feet);
        let [full, low] = [rules.footprint, rules.lowest()].map(|body| {
            let (below, above) = column_of(&body, rules.up);
            climbed(-below..above + 1)
        });
        let held = match known {
            Known::Possible => self.or(self.and(full, upright), &self.and(low, fits)),
            Known::Certain => {
                let certainly_upright = if rules.is_open() {
                    self.fits(chunk, rules.footprint, UnknownPolicy::Blocked)
                } else {
                    Box::new(*upright)
                };
                // Whichever body it has.
                self.and(
                    self.or(full, &self.flipped(Box::new(*upright))),
                    &self.or(low, &certainly_upright),
                )
            }
        };
        self.and(held, &below)
    }

    /// Returns the cells at which the body stands or swims in some of the worlds that unknown cells may turn
    /// out to be, and does neither in others in which it fits.
    fn unsure(
        &self,
        chunk: ChunkCoord,
        fits: &Rows,
        may_hang: &Rows,
        resting: [&Rows; 3],
    ) -> Box<Rows> {
        let rules = &self.stances.rules;
        if !rules.is_open() {
            return no_bits();
        }
        let bottom = -rules.column().0;
        let swimming = self.column_of(chunk, &rules.swum, bottom..bottom + 1, Known::Certain);
        let footing = self.and_not(self.footing(chunk, Known::Certain), may_hang);
        let certain = self.or(footing, &swimming);
        let possible = resting
            .into_iter()
            .fold(no_bits(), |all, rows| self.or(all, rows));
        self.and(self.and_not(possible, &certain), fits)
    }

    /// Returns the cells of a chunk at which a dilation blocks nothing, as far as they are at an offset from those asked
    /// for.
    fn dilated(&self, dilation: &Dilation, chunk: ChunkCoord, offset: IVec3) -> Box<Rows> {
        let mut rows = no_bits();
        let mut margin = self.margin.borrow_mut();
        let anchors = chunk.local(&dilation.anchors());
        let is_open = anchors == WHOLE_CHUNK;
        for cells in &self.within {
            let cells = CellBox::new(cells.min + offset, cells.max + offset);
            let local = chunk.local(&cells);
            dilation.derive_rows(chunk, &local, &mut margin, &mut rows);
            if !is_open {
                for row in rows_within(&local).flatten() {
                    let (y, z) = row_place(row);
                    rows[row] &= row_mask(&anchors, y, z);
                }
            }
        }
        rows
    }

    /// Returns the cells at which the ground below the feet bears the body.
    fn footing(&self, chunk: ChunkCoord, known: Known) -> Box<Rows> {
        let rules = &self.stances.rules;
        let up = rules.up;
        let (below, _) = rules.column();
        let mut base = rules.footprint.offsets();
        let axis = up.axis.index();
        (base.min[axis], base.max[axis]) = (0, 1);
        let base = match rules.support {
            Support::Center => Footprint::ONE,
            Support::Whole | Support::Any => Footprint::new(base).unwrap_or(Footprint::ONE),
        };
        // Of what any of which would do, cells that bear are written down as occupied.
        let is_any = rules.support == Support::Any;
        let unknown = if is_any == (known == Known::Possible) {
            UnknownPolicy::Blocked
        } else {
            UnknownPolicy::Free
        };
        let dilation = Dilation::new(&self.stances.bearing, base, unknown);
        let flip = if is_any { u64::MAX } else { 0 };
        let offset = -up.step() * (below + 1);
        let mut footing = shifted(chunk, offset, |chunk| {
            let mut rows = self.dilated(&dilation, chunk, offset);
            rows.iter_mut().for_each(|row| *row ^= flip);
            Some(rows)
        });
        // Where the ground is beyond the bounds, it is all alike.
        let bounds = self.stances.occupancy.bounds();
        let mut grounded = bounds;
        (grounded.min[axis], grounded.max[axis]) = (
            bounds.min[axis] - offset[axis],
            bounds.max[axis] - offset[axis],
        );
        let grounded = chunk.local(&grounded.intersection(&bounds));
        let outside = match self.stances.occupancy.outside() {
            CellState::Occupied => u64::MAX,
            CellState::Unknown if rules.is_open() && known == Known::Possible => u64::MAX,
            _ => 0,
        };
        for row in self.rows.iter().cloned().flatten() {
            let (y, z) = row_place(row);
            let known = row_mask(&grounded, y, z);
            footing[row] = footing[row] & known | outside & !known;
        }
        footing
    }

    /// Returns the cells at which the body or the layer below its feet touches a cell that is
    /// minded.
    fn minded(&self, chunk: ChunkCoord) -> Box<Rows> {
        let rules = &self.stances.rules;
        let Some(minded) = &self.stances.minded else {
            return no_bits();
        };
        let mut cells = rules.footprint.offsets();
        let axis = rules.up.axis.index();
        match rules.up.sign {
            Sign::Positive => cells.min[axis] -= 1,
            Sign::Negative => cells.max[axis] += 1,
        }
        let Ok(agent) = Footprint::new(cells) else {
            // As far as a body reaches: it is taken to touch one anywhere.
            return self.flipped(no_bits());
        };
        let dilation = Dilation::new(minded, agent, UnknownPolicy::Free);
        self.flipped(self.dilated(&dilation, chunk, IVec3::ZERO))
    }

    /// Returns the cells at which one of some cells of the column through the anchor, from below to
    /// above along `up`, is of one of these materials.
    fn column_of(
        &self,
        chunk: ChunkCoord,
        among: &MaterialSet,
        column: std::ops::Range<i32>,
        known: Known,
    ) -> Box<Rows> {
        let Stances {
            occupancy, rules, ..
        } = self.stances;
        let world = &*occupancy.world;
        let may_be_unknown = known == Known::Possible && rules.may_turn_out(among);
        let is_there = |chunk: ChunkCoord| {
            let StoredChunk {
                cells, materials, ..
            } = world.chunk(chunk);
            let has_any = |materials: &Arc<ChunkMaterials>| materials.has_any(among);
            materials.as_ref().is_some_and(has_any) || may_be_unknown && cells.has_unknown()
        };
        let rows_of = |chunk: ChunkCoord| {
            let stored = world.chunk(chunk);
            let mut rows = no_bits();
            if let Some(materials) = &stored.materials {
                materials.add_to(&mut rows, among);
            }
            if may_be_unknown {
                let inside = chunk.local(&world.bounds);
                for (row, (y, z)) in rows.iter_mut().zip(row_places()) {
                    let unknown = stored.cells.row(CellState::Unknown, y, z);
                    *row |= unknown & row_mask(&inside, y, z);
                }
            }
            rows
        };
        let mut found = no_bits();
        let unit = self.stances.rules.up.step();
        let sides = [-unit, IVec3::ZERO, unit];
        if among.is_empty()
            || !sides
                .iter()
                .any(|side| is_there(ChunkCoord(chunk.0 + side)))
        {
            return found;
        }
        for place in column {
            let rows = shifted(chunk, unit * place, |chunk| {
                is_there(chunk).then(|| rows_of(chunk))
            });
            found = self.or(found, &rows);
        }
        found
    }
}

/// Returns the rows of a chunk with a bit where the cell at an offset has one, given the rows of
/// chunks, if they have any bits. The offset is along one axis, by at most 64 cells.
fn shifted(
    chunk: ChunkCoord,
    offset: IVec3,
    mut read: impl FnMut(ChunkCoord) -> Option<Box<Rows>>,
) -> Box<Rows> {
    let Some(axis) = Axis::ALL.into_iter().find(|axis| axis.of(offset) != 0) else {
        return read(chunk).unwrap_or_else(no_bits);
    };
    let cells = axis.of(offset);
    // The first of the two chunks in which the cells at the offset lie.
    let first = cells.div_euclid(EDGE);
    let within = cells.rem_euclid(EDGE);
    let mut part = |side: i32| read(ChunkCoord(chunk.0 + axis.unit() * side));
    let near = part(first);
    let far = if within == 0 { None } else { part(first + 1) };
    let mut shifted = no_bits();
    // Rows within which the shifted ones stand one after the other, and those between cells side by side.
    let (block, stride) = match axis {
        Axis::X => {
            let row = |rows: &Option<Box<Rows>>, at: usize| rows.as_ref().map_or(0, |it| it[at]);
            for (at, word) in shifted.iter_mut().enumerate() {
                let beyond = row(&far, at).unbounded_shl((EDGE - within).unsigned_abs());
                *word = row(&near, at) >> within | beyond;
            }
            return shifted;
        }
        Axis::Y => (64, 1),
        Axis::Z => (4096, 64),
    };
    let passed = within.unsigned_abs() as usize * stride;
    for (first, rows) in (0..).step_by(block).zip(shifted.chunks_exact_mut(block)) {
        let (head, tail) = rows.split_at_mut(block - passed);
        if let Some(near) = &near {
            head.copy_from_slice(&near[first + passed..first + block]);
        }
        if let Some(far) = &far {
            tail.copy_from_slice(&far[first..first + passed]);
        }
    }
    shifted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shifting_reads_the_cell_at_the_offset_across_chunks() {
        let is_set = |cell: IVec3| {
            let mixed =
                cell.x.wrapping_mul(73) ^ cell.y.wrapping_mul(179) ^ cell.z.wrapping_mul(283);
            mixed.wrapping_mul(2_654_435) >> 7 & 1 != 0
        };
        let rows_of = |chunk: ChunkCoord| {
            let mut rows = no_bits();
            for (row, (y, z)) in rows.iter_mut().zip(row_places()) {
                for x in 0..64 {
                    let cell = chunk.origin() + IVec3::new(x, y, z);
                    *row |= u64::from(is_set(cell)) << x;
                }
            }
            Some(rows)
        };
        let chunk = ChunkCoord(IVec3::new(0, -1, 3));
        for axis in Axis::ALL {
            for cells in [-64, -63, -1, 0, 1, 40, 63, 64] {
                let offset = axis.unit() * cells;
                let rows = shifted(chunk, offset, rows_of);
                for (row, (y, z)) in rows.iter().zip(row_places()) {
                    for x in 0..64 {
                        let cell = chunk.origin() + IVec3::new(x, y, z);
                        assert_eq!(row >> x & 1 != 0, is_set(cell + offset), "{cell} {offset}");
                    }
                }
            }
        }
    }
}
