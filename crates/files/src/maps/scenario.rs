//! A scenario: problems on one map, each with its optimal length, as both scenario formats carry
//! them.

use std::io::{self, BufRead, BufWriter, Write};

use voxnav_occupancy::MAX_COORDINATE;
use voxnav_occupancy::glam::{DVec3, IVec3};

use crate::error::{Fault, WriteError, malformed, quote};
use crate::text::lines::{Digits, Lines, fields, is_listed_number, unexpected};

/// The problems on one map.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Scenario {
    /// The map's file name, as the scenario gives it: relative to wherever its author kept the
    /// maps.
    pub map: String,
    /// The size of the map in cells, where the file states it: `.scen` files of version 1 do, older ones and
    /// `.3dscen` files do not.
    ///
    /// The problems hold for a map of that size only. The format's authors would have a map of another size scaled to
    /// it; a caller that combines the two should compare this with the map's bounds.
    pub map_size: Option<IVec3>,
    /// The sides of a cell along x, y and z, where the file states them: `.3dscen` files can. Lengths are in their unit then,
    /// and in cells otherwise.
    pub cell_sizes: Option<DVec3>,
    /// The problems, in the order of the file.
    pub rows: Vec<ScenarioRow>,
}

impl Scenario {
    /// Problems on the map of that file name, whose size is not stated.
    pub fn new(map: impl Into<String>, rows: Vec<ScenarioRow>) -> Self {
        Self {
            map: map.into(),
            map_size: None,
            cell_sizes: None,
            rows,
        }
    }

    /// Sets the size of the map, which [`scenario2d::write`](crate::maps::scenario2d::write)
    /// needs.
    #[must_use]
    pub fn with_map_size(self, size: IVec3) -> Self {
        Self {
            map_size: Some(size),
            ..self
        }
    }

    /// Sets the sides of a cell, in whose unit the lengths of the rows are.
    #[must_use]
    pub fn with_cell_sizes(self, sizes: impl Into<DVec3>) -> Self {
        Self {
            cell_sizes: Some(sizes.into()),
            ..self
        }
    }

    /// Returns the same problems with lengths in longest sides of a cell, which are cells where all sides are equal. Their
    /// sides are in that unit then, too.
    ///
    /// ```
    /// use voxnav_files::{Scenario, ScenarioRow};
    /// use voxnav_occupancy::glam::IVec3;
    ///
    /// let row = ScenarioRow::new(IVec3::ZERO, IVec3::Z, 4.0);
    /// let scan = Scenario::new("scan.3dmap", vec![row]).with_cell_sizes([1.0, 1.0, 4.0]);
    /// let scan = scan.in_longest_sides();
    /// assert_eq!(scan.rows[0].length, 1.0);
    /// assert_eq!(scan.cell_sizes, Some([0.25, 0.25, 1.0].into()));
    /// ```
    #[must_use]
    pub fn in_longest_sides(mut self) -> Self {
        let Some(sizes) = self.cell_sizes else {
            return self;
        };
        let longest = sizes.max_element();
        for row in &mut self.rows {
            row.length /= longest;
            row.rounding /= longest;
        }
        self.cell_sizes = Some(sizes / longest);
        self
    }

    /// Returns so many rows at even distances, from the first on, each with its number in the file, from
    /// 1; all of them, if there are no more.
    ///
    /// ```
    /// use voxnav_files::{Scenario, ScenarioRow};
    /// use voxnav_occupancy::glam::IVec3;
    ///
    /// let row = |x| ScenarioRow::new(IVec3::ZERO, IVec3::new(x, 0, 0), f64::from(x));
    /// let scenario = Scenario::new("a.3dmap", (1..=10).map(row).collect());
    /// let numbers = |wanted| scenario.sample(wanted).map(|(number, _)| number);
    /// assert_eq!(numbers(4).collect::<Vec<_>>(), [1, 3, 6, 8]);
    /// assert_eq!(numbers(99).count(), 10);
    /// ```
    pub fn sample(&self, wanted: usize) -> impl Iterator<Item = (usize, ScenarioRow)> + '_ {
        let all = self.rows.len();
        let count = wanted.min(all);
        (0..count)
            .map(move |index| index * all / count)
            .map(|index| (index + 1, self.rows[index]))
    }

    /// Writes the first lines of a file and each row as a format has it; before the first byte refuses what neither
    /// format can say.
    pub(crate) fn write_rows<W: Write>(
        &self,
        destination: W,
        head: &str,
        row: impl Fn(&ScenarioRow, &mut BufWriter<W>) -> io::Result<()>,
    ) -> Result<(), WriteError> {
        self.check_representable()?;
        let mut file = BufWriter::new(destination);
        file.write_all(head.as_bytes())?;
        self.rows.iter().try_for_each(|one| row(one, &mut file))?;
        Ok(file.flush()?)
    }

    /// Refuses what neither scenario format can say.
    fn check_representable(&self) -> Result<(), WriteError> {
        if !is_map_name(&self.map) {
            return Err(WriteError::MapName {
                name: self.map.clone(),
            });
        }
        if let Some(sizes) = self.cell_sizes.filter(|sizes| !are_sizes(*sizes)) {
            return Err(WriteError::CellSizes { sizes });
        }
        let end = self
            .map_size
            .unwrap_or(IVec3::MAX)
            .min(IVec3::splat(MAX_COORDINATE));
        for (index, row) in self.rows.iter().enumerate() {
            for cell in [row.start, row.goal] {
                if cell.cmplt(IVec3::ZERO).any() || cell.cmpge(end).any() {
                    return Err(WriteError::Cell { row: index, cell });
                }
            }
            for value in [row.length, row.ratio] {
                if !is_listed_number(value) {
                    return Err(WriteError::Number { row: index, value });
                }
            }
        }
        Ok(())
    }
}

/// One problem of a [`Scenario`] and its known answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScenarioRow {
    /// The cell where the path begins.
    pub start: IVec3,
    /// The cell where the path ends.
    pub goal: IVec3,
    /// The length of the shortest path, in cells: a straight move counts 1, a face diagonal sqrt 2,
    /// a body diagonal sqrt 3; in the unit of the [sides of cells](Scenario::cell_sizes) where these are stated. Finite and
    /// not negative when read from a file. 0 between different cells says that there is no path, see
    /// [`lists_no_path`](Self::lists_no_path).
    pub length: f64,
    /// `length` divided by the octile distance from start to goal: how far obstacles force a
    /// detour. Finite and not negative when read from a file.
    pub ratio: f64,
    /// The most by which the exact length may differ from `length`, in its unit, by the digits that it is
    /// listed with: half a unit of the last of them.
    ///
    /// Some files have 8 decimals, some 2, and many six significant digits without trailing zeros,
    /// as C++ prints numbers. So a whole number may stand for one that is not: it counts as rounded
    /// to six digits, or to as many decimals as any other row of the file has, whichever is coarser.
    pub rounding: f64,
}

impl ScenarioRow {
    /// Makes the problem with its `ratio` computed from the `length`; 1 where start and goal are the same
    /// cell.
    ///
    /// ```
    /// use voxnav_files::ScenarioRow;
    /// use voxnav_occupancy::glam::IVec3;
    ///
    /// let row = ScenarioRow::new(IVec3::ZERO, IVec3::new(4, 0, 0), 6.0);
    /// assert_eq!(row.ratio, 1.5);
    /// ```
    #[must_use]
    pub fn new(start: IVec3, goal: IVec3, length: f64) -> Self {
        Self::among(DVec3::ONE, start, goal, length)
    }

    /// Makes the problem among cells with these sides, in whose unit the `length` is.
    ///
    /// ```
    /// use voxnav_files::ScenarioRow;
    /// use voxnav_occupancy::glam::{DVec3, IVec3};
    ///
    /// let sizes = DVec3::new(3.0, 4.0, 1.0);
    /// let row = ScenarioRow::among(sizes, IVec3::ZERO, IVec3::new(1, 1, 0), 10.0);
    /// assert_eq!(row.ratio, 2.0);
    /// ```
    #[must_use]
    pub fn among(sizes: DVec3, start: IVec3, goal: IVec3, length: f64) -> Self {
        let octile = octile(sizes, start, goal);
        let ratio = if octile > 0.0 { length / octile } else { 1.0 };
        Self {
            start,
            goal,
            length,
            ratio,
            rounding: 0.0,
        }
    }

    /// Returns whether the row says that no path leads from its start to its goal: published sets list
    /// such problems with length 0, which no path between different cells has.
    ///
    /// ```
    /// use voxnav_files::ScenarioRow;
    /// use voxnav_occupancy::glam::IVec3;
    ///
    /// assert!(ScenarioRow::new(IVec3::ZERO, IVec3::X, 0.0).lists_no_path());
    /// assert!(!ScenarioRow::new(IVec3::X, IVec3::X, 0.0).lists_no_path());
    /// ```
    #[must_use]
    pub fn lists_no_path(&self) -> bool {
        self.length <= 0.0 && self.start != self.goal
    }

    /// Returns by how much the exact length of a shortest path may differ from the listed `length`, in
    /// its unit: the sum of two errors that are independent of each other.
    ///
    /// - The program that made the file added up the moves, many of them in 32 bits: a millionth of
    ///   the length. Two different paths can hardly be that close: it takes hundreds of moves of each
    ///   kind.
    /// - It then rounded the sum to the digits that are listed: `rounding`.
    ///
    /// ```
    /// use voxnav_files::ScenarioRow;
    /// use voxnav_occupancy::glam::IVec3;
    ///
    /// let listed = ScenarioRow::new(IVec3::ZERO, IVec3::new(222, 96, 0), 261.764);
    /// let row = ScenarioRow { rounding: 0.0005, ..listed };
    /// // Further off than half a unit of the last digit: the sum was a little less before it was rounded.
    /// let exact = 126.0 + 96.0 * 2_f64.sqrt();
    /// assert!((exact - row.length).abs() > row.rounding);
    /// assert!((exact - row.length).abs() < row.tolerance());
    /// ```
    #[must_use]
    pub fn tolerance(&self) -> f64 {
        self.rounding + self.length * SUMMING_ERROR
    }
}

/// Reads rows to the end of a file, each with the digits of its length, and works out how their lengths are rounded.
/// `row` returns `None` of a line that is no row.
pub(crate) fn rows(
    lines: &mut Lines<impl BufRead>,
    mut row: impl FnMut(&[u8]) -> Result<Option<(ScenarioRow, Digits)>, Fault>,
) -> Result<Vec<ScenarioRow>, Fault> {
    let (mut rows, mut roundings) = (Vec::new(), Roundings::default());
    while let Some(line) = lines.next_statement()? {
        if let Some((row, digits)) = row(line).map_err(|fault| lines.error(fault))? {
            roundings.add(row, digits, &mut rows);
        }
    }
    roundings.settle(&mut rows);
    Ok(rows)
}

/// The error of a length that a program added up, relative to it. It covers that of costs in units of
/// 2^-30 as well, at most 4e-10.
const SUMMING_ERROR: f64 = 1e-6;

/// The roundings of the lengths of a file, worked out row by row.
#[derive(Debug, Default)]
struct Roundings {
    most_decimals: i64,
    /// The rows with whole numbers, and the digits of these.
    whole: Vec<(usize, i64)>,
}

/// The significant digits that C++ prints unless told otherwise.
const PRINTED_DIGITS: i64 = 6;

impl Roundings {
    /// Notes how the length of the next row is written, and adds the row.
    fn add(&mut self, row: ScenarioRow, digits: Digits, rows: &mut Vec<ScenarioRow>) {
        self.most_decimals = self.most_decimals.max(digits.decimals);
        if digits.decimals <= 0 {
            let whole = i64::try_from(digits.whole).unwrap_or(i64::MAX);
            let whole = whole.saturating_sub(digits.decimals);
            self.whole.push((rows.len(), whole));
        }
        rows.push(ScenarioRow {
            rounding: half_unit(digits.decimals),
            ..row
        });
    }

    /// Settles the rows that only the whole file explains.
    fn settle(self, rows: &mut [ScenarioRow]) {
        for (index, digits) in self.whole {
            let of_six = PRINTED_DIGITS.saturating_sub(digits);
            let decimals = match self.most_decimals {
                0 => of_six,
                most => of_six.min(most),
            };
            if let Some(row) = rows.get_mut(index) {
                row.rounding = half_unit(decimals);
            }
        }
    }
}

/// Returns half a unit of the last of so many decimals.
fn half_unit(decimals: i64) -> f64 {
    // Beyond that many the power is 0, or not finite.
    let decimals = i32::try_from(decimals.clamp(-300, 330)).unwrap_or(0);
    10_f64.powi(-decimals) / 2.0
}

/// Returns whether these are sides that cells can have.
pub(crate) fn are_sizes(sizes: DVec3) -> bool {
    sizes.is_finite() && sizes.min_element() > 0.0
}

/// Returns the length of a shortest path in a world without obstacles: as many moves along all axes as there are cells
/// along the one with the fewest, and so on.
fn octile(sizes: DVec3, start: IVec3, goal: IVec3) -> f64 {
    let deltas = (goal.as_dvec3() - start.as_dvec3()).abs();
    let mut axes = [0, 1, 2].map(|axis| (deltas[axis], sizes[axis]));
    axes.sort_by(|a, b| a.0.total_cmp(&b.0));
    let [(short, third), (middle, second), (long, first)] = axes;
    let face = (first * first + second * second).sqrt();
    let body = (first * first + second * second + third * third).sqrt();
    long * first + (face - first) * middle + (body - face) * short
}

/// Parses the name of a map, as a scenario gives it.
pub(crate) fn map_name(text: &[u8]) -> Result<String, Fault> {
    str::from_utf8(text)
        .ok()
        .filter(|name| is_map_name(name))
        .map(str::to_owned)
        .ok_or_else(|| malformed(format!("\"{}\" is not a map name", quote(text))))
}

/// Returns whether both formats can carry the name: it must end at a line's end or a tab, and not at a
/// space that readers trim.
fn is_map_name(name: &str) -> bool {
    !name.is_empty()
        && !name.starts_with(' ')
        && !name.ends_with(' ')
        && !name.contains(char::is_control)
}

/// The version of a scenario file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Version {
    /// Rows of `.scen` files state no size of the map.
    Zero,
    One,
}

impl Version {
    /// Returns the version that a line states, such as `version 1` or, meaning the same, `Version 1.0`; `None` of
    /// another line.
    pub(crate) fn stated(line: &[u8]) -> Option<Result<Self, Fault>> {
        let ([word, version], count) = fields(line);
        let is_version = word.eq_ignore_ascii_case(b"version");
        is_version.then(|| match (version, count) {
            (b"0" | b"0.0", 2) => Ok(Self::Zero),
            (b"1" | b"1.0", 2) => Ok(Self::One),
            _ => Err(unexpected(VERSION, line)),
        })
    }
}

pub(crate) const VERSION: &str = "`version 1`";

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns how lengths that stand in one file are rounded.
    fn roundings(lengths: &[&str]) -> Vec<f64> {
        let mut roundings = Roundings::default();
        let mut rows = Vec::new();
        let row = ScenarioRow::new(IVec3::ZERO, IVec3::ZERO, 1.0);
        for length in lengths {
            roundings.add(row, Digits::of(length.as_bytes()), &mut rows);
        }
        roundings.settle(&mut rows);
        rows.iter().map(|row| row.rounding).collect()
    }

    #[test]
    fn lengths_are_rounded_by_half_a_unit_of_their_last_digit() {
        for (lengths, expected) in [
            (&["3.41421", "10.0711"][..], &[5e-6, 5e-5][..]),
            (&["244.95", "3.41421356"], &[5e-3, 5e-9]),
            // Whole numbers: of six digits, of as many decimals as others, or both.
            (&["12"], &[5e-5]),
            (&["12", "3.41421"], &[5e-5, 5e-6]),
            (&["12", "244.95"], &[5e-3, 5e-3]),
            (&["1234567", "244.95"], &[5.0, 5e-3]),
            (&["0"], &[5e-6]),
        ] {
            let found = roundings(lengths);
            assert_eq!(found.len(), expected.len());
            for (found, expected) in found.iter().zip(expected) {
                assert!((found / expected - 1.0).abs() < 1e-9, "{lengths:?} {found}");
            }
        }
        assert!(roundings(&["1e99999999999999999999"])[0].is_finite());
    }
}
