//! The cells that are doorways.
//!
//! Cut a world by a plane of cells across one axis, and the traversable cells of the cut fall into
//! *sections*: those joined by faces within the plane. A section of few cells between wider ones is where
//! one squeezes through: a doorway, a window, a hatch. In a passage of constant width it is the first of
//! its sections along the axis. A passage one cell wide between two junctions is no doorway, as the junctions are
//! portals themselves.

use glam::IVec3;
use rayon::prelude::*;
use voxnav_occupancy::{Axis, CellBox, ChunkCoord, Traversability};

use super::SCARCITY;
use super::cells::{CellSet, layers_of};
use super::passages::Passages;
use super::rooms::MOST_CELLS as MOST_CELLS_OF_ROOM;
use crate::movement::{CornerRule, MoveSet};

/// The longest side of a doorway, in cells.
const WIDEST: i32 = 4;

/// The most cells of a doorway.
const MOST_CELLS: usize = (WIDEST * WIDEST) as usize;

/// The rows of a chunk in which a room that is too large is looked for.
const LOOKS: i32 = 8;

/// The most chunks whose doorways are looked for in parallel before they are counted.
const MOST_CHUNKS_AT_ONCE: usize = 16;

/// The cells after which doorways are counted: a world of noise is told apart early.
const SLACK: u64 = 1 << 14;

/// Returns the cells of doorways and junctions, and whether passages prevail in the world; `None` where they are too
/// many.
pub(super) fn portals(
    world: &Traversability,
    chunks: &[ChunkCoord],
    moves: MoveSet,
    corners: CornerRule,
) -> Option<(CellSet, bool)> {
    let passages = Passages::of(world, chunks);
    let prevail = passages.prevail();
    let is_open = |chunk: &ChunkCoord| {
        world
            .rows(*chunk, Axis::X)
            .iter()
            .all(|row| *row == u64::MAX)
    };
    if passages.traversable == 0 || chunks.iter().any(is_open) {
        return None;
    }
    let mut portals = CellSet::within(world.bounds());
    let is_straight = matches!(moves, MoveSet::Face6 | MoveSet::Planar4(_));
    let keeps_corners = is_straight || corners == CornerRule::Strict;
    let (mut seen, mut begin) = (0, 0);
    while begin < chunks.len() {
        // The first chunk alone, and as many as before then: noise is told apart early.
        let end = chunks
            .len()
            .min(begin + begin.clamp(1, MOST_CHUNKS_AT_ONCE));
        let group = &chunks[begin..end];
        begin = end;
        let doorways = group
            .par_iter()
            .map(|&chunk| doorways(world, chunk, moves, &passages));
        let doorways: Vec<Vec<IVec3>> = doorways.collect();
        for (&chunk, doorways) in group.iter().zip(doorways) {
            let layers = layers_of(world.rows(chunk, Axis::X));
            let rows = layers.flat_map(|(_, layer)| layer);
            seen += rows.map(|row| u64::from(row.count_ones())).sum::<u64>();
            for cell in doorways {
                portals.insert(cell);
            }
            if !prevail && portals.count() * SCARCITY > seen + SLACK {
                return None;
            }
            let marks = passages.thin.of_chunk(chunk).filter(|&cell| is_mark(cell));
            marks.for_each(|cell| portals.insert(cell));
            for junction in passages.junctions.of_chunk(chunk) {
                if keeps_corners {
                    portals.insert(junction);
                    continue;
                }
                // Moves that cut corners pass the junction by: the cells around it are portals in its place.
                let beside = beside(junction).filter(|&cell| world.is_traversable(cell));
                beside.for_each(|cell| portals.insert(cell));
            }
            if !prevail && is_large(world, chunk, moves, &portals) {
                return None;
            }
        }
    }
    let are_few = prevail || portals.count() * SCARCITY <= seen;
    (are_few && portals.count() > 0).then_some((portals, prevail))
}

/// Returns whether a few looks find a room in a chunk that is too large: caves and noise are told apart before
/// doorways are looked for everywhere.
///
/// Doorways that begin in other chunks reach no further into this one than they are wide.
fn is_large(world: &Traversability, chunk: ChunkCoord, moves: MoveSet, portals: &CellSet) -> bool {
    let cells = chunk.cells();
    let fixed = moves.fixed_axis().map_or(IVec3::ZERO, Axis::unit);
    let aside = (IVec3::ONE - fixed) * WIDEST;
    let inner = CellBox::new(cells.min + aside, cells.max - aside);
    let inner = inner.intersection(&world.bounds());
    if inner.is_empty() {
        return false;
    }
    let is_in_room =
        |cell: IVec3| inner.contains(cell) && world.is_traversable(cell) && !portals.contains(cell);
    let axes = |axis: &Axis| moves.fixed_axis() != Some(*axis);
    let steps: Vec<IVec3> = Axis::ALL.into_iter().filter(axes).map(Axis::unit).collect();
    let mut known = CellSet::within(cells);
    (0..LOOKS).any(|look| {
        let from = chunk.origin() + (IVec3::new(0, 17, 7) * look) % 56 + WIDEST;
        let row = (0..64 - 2 * WIDEST).map(|x| from + IVec3::X * x);
        let Some(seed) = row
            .into_iter()
            .find(|&cell| is_in_room(cell) && !known.contains(cell))
        else {
            return false;
        };
        let (mut open, before) = (vec![seed], known.count());
        known.insert(seed);
        while let Some(cell) = open.pop() {
            for there in steps.iter().flat_map(|&step| [cell - step, cell + step]) {
                if is_in_room(there) && !known.contains(there) {
                    known.insert(there);
                    open.push(there);
                }
            }
            if known.count() - before > MOST_CELLS_OF_ROOM as u64 {
                return true;
            }
        }
        false
    })
}

/// Returns the cells of the doorways that begin in a chunk, some of them more than once.
fn doorways(
    world: &Traversability,
    chunk: ChunkCoord,
    moves: MoveSet,
    passages: &Passages,
) -> Vec<IVec3> {
    let (mut found, mut section) = (vec![], Section::default());
    let axes = |axis: &Axis| moves.fixed_axis() != Some(*axis);
    for across in Axis::ALL.into_iter().filter(axes) {
        let beside: Vec<Axis> = across.others().into_iter().filter(axes).collect();
        let Some(&along) = beside.first() else {
            continue;
        };
        let [u_axis, v_axis] = along.others().map(Axis::unit);
        let rows =
            [-1, 0, 1].map(|aside| world.rows(ChunkCoord(chunk.0 + along.unit() * aside), along));
        for (v, layer) in layers_of(rows[1]) {
            let own = layer.iter().enumerate().filter(|(_, own)| **own != 0);
            for (u, _) in own {
                let row = u_axis * u as i32 + v_axis * v as i32;
                let [before, own, after] = rows.map(|rows| rows[v << 6 | u]);
                // A section counts at its first cell, which begins a run.
                let begins = own & !(own << 1 | before >> 63);
                let mut cells = narrow([before, own, after]) & begins;
                while cells != 0 {
                    let local = row + along.unit() * cells.trailing_zeros() as i32;
                    cells &= cells - 1;
                    let cell = chunk.origin() + local;
                    if is_within(passages, world, cell) {
                        continue;
                    }
                    section.find(world, across, &beside, cell);
                    if section.is_first() && section.is_doorway(world, across, &beside) {
                        found.extend_from_slice(&section.cells);
                    }
                }
            }
        }
    }
    found
}

/// Returns whether a cell of a passage is a portal in any case, one of 64, so that long passages are many rooms. Along
/// each axis every 64th cell is one.
fn is_mark(cell: IVec3) -> bool {
    (cell & 63).dot(IVec3::new(7, 11, 13)).trailing_zeros() >= 6
}

/// Returns whether a cell lies in a passage one cell wide with passages or junctions on both sides.
fn is_within(passages: &Passages, world: &Traversability, cell: IVec3) -> bool {
    let is_passage = |cell| passages.thin.contains(cell) || passages.junctions.contains(cell);
    is_passage(cell) && beside(cell).all(|cell| is_passage(cell) || !world.is_traversable(cell))
}

/// Returns the cells that share a face with a cell.
fn beside(cell: IVec3) -> impl Iterator<Item = IVec3> {
    let steps = Axis::ALL.into_iter().map(Axis::unit);
    steps.flat_map(move |step| [cell - step, cell + step])
}

/// Returns the traversable cells of a row that have at most [`WIDEST`] such cells in a run, given the rows of the chunk
/// before, of its own chunk, and of the chunk after.
fn narrow([before, own, after]: [u64; 3]) -> u64 {
    if own == 0 {
        return 0;
    }
    // As many cells of the chunks beside it as a run that is too long can take from there.
    let row = u128::from(after & 15) << 68 | u128::from(own) << WIDEST | u128::from(before >> 60);
    let begin = (1..=WIDEST).fold(row, |wide, by| wide & row >> by);
    let wide = (1..=WIDEST).fold(begin, |wide, by| wide | begin << by);
    own & !((wide >> WIDEST) as u64)
}

/// The traversable cells joined by faces within a plane across an axis, as far as they were looked at.
#[derive(Default)]
struct Section {
    cells: Vec<IVec3>,
    /// The adjacent cells, while the section is checked for being a doorway.
    beside: Vec<IVec3>,
}

impl Section {
    /// Finds the section of a cell, or so many cells of it that it is no doorway.
    fn find(&mut self, world: &Traversability, across: Axis, within: &[Axis], cell: IVec3) {
        debug_assert!(!within.contains(&across));
        self.cells.clear();
        self.cells.push(cell);
        spread(world, within, &mut self.cells, MOST_CELLS);
    }

    /// Returns whether the cell that the section was found from is the first of its cells: each
    /// section counts once.
    fn is_first(&self) -> bool {
        let order = |cell: &IVec3| [cell.z, cell.y, cell.x];
        let first = self.cells.first().map(order);
        self.cells.iter().map(order).min() == first
    }

    /// Returns whether the section is small, and smaller than what lies before it, and no larger than
    /// what comes after.
    fn is_doorway(&mut self, world: &Traversability, across: Axis, within: &[Axis]) -> bool {
        let first = [self.cells[0]; 2];
        let [min, max] = self
            .cells
            .iter()
            .fold(first, |[min, max], cell| [min.min(*cell), max.max(*cell)]);
        let is_small = self.cells.len() <= MOST_CELLS && (max - min).max_element() < WIDEST;
        is_small
            && self.beside(world, within, across.unit() * -1) > self.cells.len()
            && self.beside(world, within, across.unit()) >= self.cells.len()
    }

    /// Returns the number of cells of the sections adjacent to this one, counted no further than one more than its own.
    fn beside(&mut self, world: &Traversability, within: &[Axis], step: IVec3) -> usize {
        let beside = self.cells.iter().map(|cell| cell + step);
        self.beside.clear();
        self.beside
            .extend(beside.filter(|&cell| world.is_traversable(cell)));
        spread(world, within, &mut self.beside, self.cells.len());
        self.beside.len()
    }
}

/// Adds what is joined to `cells` by faces along some axes, until there are more than `most`.
fn spread(world: &Traversability, within: &[Axis], cells: &mut Vec<IVec3>, most: usize) {
    let mut next = 0;
    while let Some(&cell) = cells.get(next) {
        next += 1;
        for step in within
            .iter()
            .flat_map(|axis| [axis.unit(), axis.unit() * -1])
        {
            let there = cell + step;
            if world.is_traversable(there) && !cells.contains(&there) {
                cells.push(there);
            }
        }
        if cells.len() > most {
            return;
        }
    }
}
