//! A uniform grid of bodies, as a sorted list of cells: what is near is found by rows.
//!
//! Bodies are sorted by cell, then by their order, so equal crowds give equal lists, whatever came before.

use glam::{DVec3, I64Vec3};
use rayon::prelude::*;

/// The most cells along an axis: three coordinates fit into a word.
const MOST: f64 = 2_097_151.0;

/// The bits of one coordinate in the number of a cell.
const BITS: u32 = 21;

/// The part of a distance by which positions may be in another cell for rounding.
const ROUNDING: f64 = 1.0 / 1_048_576.0;

/// Bodies by cell.
#[derive(Debug, Default)]
pub(super) struct Grid {
    lowest: DVec3,
    edge: f64,
    /// The number of the cell, the order of the body and where it stands in the list of the caller, sorted.
    entries: Vec<(u64, u32, u32)>,
    /// The highest coordinates of all cells.
    highest: I64Vec3,
    /// The places where the entries of each row of cells begin, row by row, with the end of the last; none if rows are
    /// many more than bodies.
    begins: Vec<u32>,
}

/// The most rows for each body up to which it is listed where they begin.
const ROWS: usize = 8;

/// The mean number of bodies of a row up to which all of them are looked at.
const FEW: usize = 8;

/// The rows of cells around one cell, as ranges of the sorted list; kept while bodies of the same cell ask.
#[derive(Debug, Default)]
pub(super) struct Rows {
    around: Option<(I64Vec3, i64)>,
    ranges: Vec<[u32; 2]>,
}

impl Rows {
    /// Forgets the rows of another list.
    pub(super) fn begin(&mut self) {
        self.around = None;
    }
}

impl Grid {
    /// Sorts bodies, given by their position and order, into cells of about this size.
    pub(super) fn sort(&mut self, edge: f64, bodies: impl Iterator<Item = (DVec3, u32)> + Clone) {
        let (mut low, mut high) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
        for (position, _) in bodies.clone() {
            low = low.min(position);
            high = high.max(position);
        }
        self.entries.clear();
        self.begins.clear();
        if !(high - low).is_finite() {
            return;
        }
        self.lowest = low;
        self.edge = edge.max((high - low).max_element() / (MOST - 2.0));
        let (lowest, edge) = (self.lowest, self.edge);
        let entries = (0..).zip(bodies).map(|(number, (position, order))| {
            let cell = cell_of(position, lowest, edge);
            (code(cell), order, number)
        });
        self.entries.extend(entries);
        self.entries.par_sort_unstable();
        self.highest = cell_of(high, lowest, edge);
        self.list_rows();
    }

    /// Lists where the entries of each row begin, unless rows are many more than bodies.
    fn list_rows(&mut self) {
        let most = self.entries.len().saturating_mul(ROWS);
        let last = self.row_of(self.highest.y, self.highest.z);
        if last >= most {
            return;
        }
        self.begins.resize(last + 2, 0);
        for number in 0..self.entries.len() {
            let cell = cell_with(self.entries[number].0);
            let row = self.row_of(cell.y, cell.z);
            self.begins[row + 1] += 1;
        }
        let mut end = 0;
        for begin in &mut self.begins {
            end += *begin;
            *begin = end;
        }
    }

    /// Returns the number of a row of cells.
    fn row_of(&self, y: i64, z: i64) -> usize {
        let row = z.saturating_mul(self.highest.y + 1).saturating_add(y);
        usize::try_from(row).unwrap_or(usize::MAX)
    }

    /// Returns the bodies in the order of cells: where each stands in the list of the caller.
    pub(super) fn sorted(&self) -> impl Iterator<Item = usize> + Clone {
        self.entries.iter().map(|entry| entry.2 as usize)
    }

    /// Returns the places in the sorted list of all bodies in the cells within a distance of a position, and of others
    /// near it: all within what [`covers`](Self::covers) says.
    pub(super) fn around<'rows>(
        &self,
        position: DVec3,
        distance: f64,
        rows: &'rows mut Rows,
    ) -> impl Iterator<Item = usize> + 'rows {
        let center = cell_of(position, self.lowest, self.edge);
        let cells = self.cells_within(distance);
        if rows.around != Some((center, cells)) {
            rows.around = Some((center, cells));
            rows.ranges.clear();
            self.find(center, cells, &mut rows.ranges);
        }
        let ranges = rows.ranges.iter();
        ranges.flat_map(|&[first, last]| first as usize..last as usize)
    }

    /// Returns a distance, at least the given one or nearly so, within which all bodies are in the cells within that.
    pub(super) fn covers(&self, distance: f64) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "below 2^53")]
        let cells = self.cells_within(distance) as f64;
        // Less by more than all rounding.
        cells * self.edge * (1.0 - ROUNDING)
    }

    fn cells_within(&self, distance: f64) -> i64 {
        whole((distance / self.edge).ceil().min(MOST))
    }

    /// Lists the rows of the cells within some cells of one.
    fn find(&self, center: I64Vec3, cells: i64, ranges: &mut Vec<[u32; 2]>) {
        let [low, high] =
            [center - cells, center + cells].map(|it| it.clamp(I64Vec3::ZERO, self.highest));
        if self.begins.is_empty() {
            self.find_by_leaps([low, high], ranges);
        } else {
            (low.z..=high.z).for_each(|z| self.find_in_plane(z, [low, high], ranges));
        }
    }

    /// Lists those of a plane of rows of which it is known where they begin.
    fn find_in_plane(&self, z: i64, [low, high]: [I64Vec3; 2], ranges: &mut Vec<[u32; 2]>) {
        let rows = self.row_of(low.y, z)..self.row_of(high.y, z) + 1;
        let all = self.begins[rows.start]..self.begins[rows.end];
        if all.len() <= FEW * rows.len() {
            let entries = &self.entries[all.start as usize..all.end as usize];
            for (place, entry) in all.zip(entries) {
                let x = cell_with(entry.0).x;
                if low.x <= x && x <= high.x {
                    ranges.push([place, place + 1]);
                }
            }
            return;
        }
        for row in rows {
            let [begin, end] = [row, row + 1].map(|row| self.begins[row]);
            let entries = &self.entries[begin as usize..end as usize];
            let before = |x: i64| entries.partition_point(|entry| cell_with(entry.0).x < x);
            let [first, last] = [low.x, high.x + 1]
                .map(|x| begin.saturating_add(u32::try_from(before(x)).unwrap_or(u32::MAX)));
            if first < last {
                ranges.push([first, last]);
            }
        }
    }

    /// Lists those of few bodies in many rows: goes through the sorted list and leaps over what is outside.
    fn find_by_leaps(&self, [low, high]: [I64Vec3; 2], ranges: &mut Vec<[u32; 2]>) {
        let mut next = self.leap(0, code(low));
        while let Some(entry) = self.entries.get(next) {
            let cell = cell_with(entry.0);
            let row = I64Vec3::new(low.x, cell.y, cell.z);
            let to = if cell.z > high.z {
                return;
            } else if cell.y < low.y {
                row.with_y(low.y)
            } else if cell.y > high.y {
                I64Vec3::new(low.x, low.y, cell.z + 1)
            } else if cell.x < low.x {
                row
            } else if cell.x > high.x {
                row + I64Vec3::Y
            } else {
                let last = code(row.with_x(high.x));
                let rest = self.entries.get(next..).unwrap_or_default();
                let end = next + rest.iter().take_while(|entry| entry.0 <= last).count();
                ranges.push([next, end].map(|it| u32::try_from(it).unwrap_or(u32::MAX)));
                next = end;
                continue;
            };
            next = self.leap(next, code(to));
        }
    }

    /// Returns the first entry from `from` on whose cell is at least that with the number, by steps that double.
    fn leap(&self, from: usize, number: u64) -> usize {
        let rest = self.entries.get(from..).unwrap_or_default();
        let mut step = 1;
        while rest.get(step).is_some_and(|entry| entry.0 < number) {
            step *= 2;
        }
        let end = (step + 1).min(rest.len());
        let start = step / 2;
        let within = rest.get(start..end).unwrap_or_default();
        from + start + within.partition_point(|entry| entry.0 < number)
    }
}

fn cell_of(position: DVec3, lowest: DVec3, edge: f64) -> I64Vec3 {
    let cell = ((position - lowest) / edge).floor();
    I64Vec3::from_array(cell.to_array().map(whole))
}

/// Returns a whole number below 2^53 as one.
#[expect(
    clippy::cast_possible_truncation,
    reason = "whole, and in range or clamped"
)]
fn whole(number: f64) -> i64 {
    number as i64
}

#[expect(clippy::cast_sign_loss, reason = "cells count from the lowest")]
fn code(cell: I64Vec3) -> u64 {
    (cell.z as u64) << (2 * BITS) | (cell.y as u64) << BITS | cell.x as u64
}

#[expect(clippy::cast_possible_wrap, reason = "21 bits")]
fn cell_with(number: u64) -> I64Vec3 {
    let part = |shift: u32| (number >> shift & ((1 << BITS) - 1)) as i64;
    I64Vec3::new(part(0), part(BITS), part(2 * BITS))
}
