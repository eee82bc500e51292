//! A scenario: problems on one map, each with its optimal length, as both scenario formats carry
//! them.

use std::f64::consts::SQRT_2;

use voxnav_occupancy::{MAX_COORDINATE, glam::IVec3};

use crate::{
    error::{FormatReason, WriteError, quote},
    lines::is_listed_number,
};

/// Problems on one map.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Scenario {
    /// The map's file name, as the scenario gives it: relative to wherever its author kept the
    /// maps.
    pub map: String,
    /// The size of the map in cells, where the format states it: `.scen` does, `.3dscen` does not.
    ///
    /// The problems hold for a map of that size only. The format's authors would have a map of
    /// another size scaled to it; who combines the two should compare this with the map's bounds.
    pub map_size: Option<IVec3>,
    /// The problems, in the order of the file.
    pub rows: Vec<ScenarioRow>,
}

impl Scenario {
    /// Problems on the map of that file name, whose size is not stated.
    pub fn new(map: impl Into<String>, rows: Vec<ScenarioRow>) -> Self {
        Self {
            map: map.into(),
            map_size: None,
            rows,
        }
    }

    /// The same with the size of the map, which [`scenario2d::write`](crate::scenario2d::write)
    /// needs.
    #[must_use]
    pub fn with_map_size(self, size: IVec3) -> Self {
        Self {
            map_size: Some(size),
            ..self
        }
    }

    /// Refuses what neither scenario format can say.
    pub(crate) fn check_representable(&self) -> Result<(), WriteError> {
        if !is_map_name(&self.map) {
            return Err(WriteError::MapName {
                name: self.map.clone(),
            });
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
    /// The cell where it ends.
    pub goal: IVec3,
    /// The length of the shortest path, in cells: a straight move counts 1, a face diagonal sqrt 2,
    /// a body diagonal sqrt 3. Finite and not negative when read from a file.
    pub length: f64,
    /// `length` divided by the octile distance from start to goal: how far obstacles force a
    /// detour. Finite and not negative when read from a file.
    pub ratio: f64,
}

impl ScenarioRow {
    /// The problem with its `ratio` computed from the `length`; 1 where start and goal are the same
    /// cell.
    ///
    /// ```
    /// use voxnav_formats::ScenarioRow;
    /// use voxnav_occupancy::glam::IVec3;
    ///
    /// let row = ScenarioRow::new(IVec3::ZERO, IVec3::new(4, 0, 0), 6.0);
    /// assert_eq!(row.ratio, 1.5);
    /// ```
    #[must_use]
    pub fn new(start: IVec3, goal: IVec3, length: f64) -> Self {
        let octile = octile(start, goal);
        let ratio = if octile > 0.0 { length / octile } else { 1.0 };
        Self {
            start,
            goal,
            length,
            ratio,
        }
    }
}

/// The length of a shortest path in a world without obstacles.
fn octile(start: IVec3, goal: IVec3) -> f64 {
    let mut deltas = (goal.as_dvec3() - start.as_dvec3()).abs().to_array();
    deltas.sort_by(f64::total_cmp);
    let [short, middle, long] = deltas;
    long + (SQRT_2 - 1.0) * middle + (3.0_f64.sqrt() - SQRT_2) * short
}

/// The name of a map, as a scenario gives it.
pub(crate) fn map_name(text: &[u8]) -> Result<&str, FormatReason> {
    str::from_utf8(text)
        .ok()
        .filter(|name| is_map_name(name))
        .ok_or_else(|| FormatReason::MapName { found: quote(text) })
}

/// Whether both formats can carry the name: it must end at a line's end or a tab, and not at a
/// space that readers trim.
fn is_map_name(name: &str) -> bool {
    !name.is_empty()
        && !name.starts_with(' ')
        && !name.ends_with(' ')
        && !name.contains(char::is_control)
}

/// Checks the version line that both formats begin with: `version 1` or, meaning the same, `version
/// 1.0`.
pub(crate) fn version(line: &[u8]) -> Result<(), FormatReason> {
    match crate::lines::fields(line) {
        ([b"version", b"1" | b"1.0"], 2) => Ok(()),
        _ => Err(FormatReason::UnexpectedLine {
            expected: VERSION,
            found: quote(line),
        }),
    }
}

pub(crate) const VERSION: &str = "`version 1`";
