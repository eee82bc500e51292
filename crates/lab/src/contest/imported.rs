//! Rows of other programs, to compare with ours.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::Path;

use voxnav::search::Cost;

/// The results of other programs, row by row, under the names that they have in reports.
///
/// Made from CSV with a header. `row` (or `problem`) is the number of the row in the scenario, from 1; `length` (or
/// `cost`) the length of the path in cells, empty where there is none; `time_ms` and `expanded` may be missing. `map`
/// names the world by the end of its path, where there are several; `label` names the program, by default the name
/// given. Rows that voxnav wrote itself are read, too.
///
/// ```
/// use voxnav_lab::ImportedRows;
///
/// let text = "problem,cost,time_ms,expanded\n1,12.5,0.8,400\n2,,1.5,900\n";
/// let rows = ImportedRows::read(text.as_bytes(), "theirs")?;
/// assert_eq!(rows.labels(), ["theirs"]);
/// # Ok::<(), voxnav_lab::JoinError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct ImportedRows {
    rows: Vec<ImportedRow>,
}

#[derive(Clone, Debug)]
pub(crate) struct ImportedRow {
    pub(crate) map: Option<String>,
    pub(crate) label: String,
    pub(crate) number: usize,
    pub(crate) length: Option<f64>,
    pub(crate) time_ms: Option<f64>,
    pub(crate) expanded: Option<f64>,
    pub(crate) limited: bool,
}

/// The reason why rows of another program are not understood.
#[derive(Debug, thiserror::Error)]
pub enum JoinError {
    /// The text is no CSV.
    #[error(transparent)]
    Csv(#[from] csv::Error),
    /// A column is missing.
    #[error("there is no column {0}")]
    NoColumn(&'static str),
    /// Two rows are of the same problem.
    #[error(
        "line {line}: row {row} of `{label}` has an earlier line; rows of several searches or maps need the column label or map"
    )]
    Twice {
        /// The line of the second, from 1.
        line: u64,
        /// The number of the problem.
        row: usize,
        /// The name of those whose rows they are.
        label: String,
    },
    /// A value is not a number above or equal to zero.
    #[error("line {line}: `{text}` in column {column} is not a number")]
    NotANumber {
        /// The line, from 1.
        line: u64,
        /// The column.
        column: &'static str,
        /// The value.
        text: String,
    },
}

/// The places of the columns.
struct Columns {
    names: BTreeMap<String, usize>,
    /// True if costs are in units of 2^-30, as voxnav writes them.
    is_ours: bool,
}

impl Columns {
    fn of(header: &csv::StringRecord) -> Self {
        let names = header.iter().enumerate();
        let names = names.map(|(place, name)| (name.trim().to_ascii_lowercase(), place));
        let names: BTreeMap<_, _> = names.collect();
        let is_ours = ["optimum", "lower_bound", "ratio"]
            .iter()
            .all(|it| names.contains_key(*it));
        Self { names, is_ours }
    }

    fn text<'r>(&self, record: &'r csv::StringRecord, names: &[&str]) -> Option<&'r str> {
        let place = names.iter().find_map(|name| self.names.get(*name))?;
        record
            .get(*place)
            .map(str::trim)
            .filter(|text| !text.is_empty())
    }

    fn number(
        &self,
        record: &csv::StringRecord,
        names: &[&'static str],
    ) -> Result<Option<f64>, JoinError> {
        let Some(text) = self.text(record, names) else {
            return Ok(None);
        };
        match text.parse::<f64>() {
            Ok(number) if number.is_finite() && number >= 0.0 => Ok(Some(number)),
            _ => Err(not_a_number(record, names[0], text)),
        }
    }
}

impl ImportedRows {
    /// Reads rows. `label` is the name of those that say none themselves.
    ///
    /// # Errors
    /// [`JoinError`], with the line.
    pub fn read(rows: impl io::Read, label: &str) -> Result<Self, JoinError> {
        let mut reader = csv::ReaderBuilder::new()
            .comment(Some(b'#'))
            .from_reader(rows);
        let columns = Columns::of(reader.headers()?);
        for needed in [&["row", "problem"][..], &["length", "cost"]] {
            if !needed.iter().any(|name| columns.names.contains_key(*name)) {
                return Err(JoinError::NoColumn(needed[0]));
            }
        }
        let mut found = Self::default();
        let mut seen = BTreeSet::new();
        for record in reader.records() {
            let record = record?;
            let row = row(&columns, &record, label)?;
            if !seen.insert((row.label.clone(), row.map.clone(), row.number)) {
                return Err(JoinError::Twice {
                    line: line(&record),
                    row: row.number,
                    label: row.label,
                });
            }
            found.rows.push(row);
        }
        Ok(found)
    }

    /// Adds others.
    pub fn extend(&mut self, others: Self) {
        self.rows.extend(others.rows);
    }

    /// Returns the names of those whose rows these are, in the order of their first appearance.
    #[must_use]
    pub fn labels(&self) -> Vec<&str> {
        let mut labels = Vec::new();
        for row in &self.rows {
            if !labels.contains(&row.label.as_str()) {
                labels.push(&row.label);
            }
        }
        labels
    }

    /// Returns every row.
    pub(crate) fn rows(&self) -> &[ImportedRow] {
        &self.rows
    }

    /// Returns the rows of one of them in a world.
    pub(crate) fn of<'r>(
        &'r self,
        label: &'r str,
        world: &'r str,
    ) -> impl Iterator<Item = &'r ImportedRow> {
        let rows = self.rows.iter();
        rows.filter(move |row| row.label == label && row.is_in(world))
    }
}

impl ImportedRow {
    /// Returns whether the row may be of a world: it names none, or the end of its path.
    pub(crate) fn is_in(&self, world: &str) -> bool {
        let named = self.map.as_deref();
        named.is_none_or(|map| Path::new(world).ends_with(map))
    }
}

fn line(record: &csv::StringRecord) -> u64 {
    record.position().map_or(0, csv::Position::line)
}

fn not_a_number(record: &csv::StringRecord, column: &'static str, text: &str) -> JoinError {
    JoinError::NotANumber {
        line: line(record),
        column,
        text: text.to_owned(),
    }
}

fn row(
    columns: &Columns,
    record: &csv::StringRecord,
    label: &str,
) -> Result<ImportedRow, JoinError> {
    let named = ["row", "problem"];
    let number = columns.number(record, &named)?;
    let Some(number) = number.filter(|it| it.fract() == 0.0 && *it >= 1.0) else {
        let text = columns.text(record, &named).unwrap_or_default();
        return Err(not_a_number(record, "row", text));
    };
    let unit = if columns.is_ours {
        Cost::STRAIGHT.raw()
    } else {
        1
    };
    let length = columns.number(record, &["length", "cost"])?;
    let named = match (columns.text(record, &["label"]), columns.is_ours) {
        (Some(named), _) => named.to_owned(),
        (None, true) => {
            let word = |name| columns.text(record, &[name]).unwrap_or_default();
            format!("{label}: {} {}", word("algorithm"), word("heuristic"))
        }
        (None, false) => label.to_owned(),
    };
    let outcome = columns.text(record, &["outcome"]).unwrap_or_default();
    Ok(ImportedRow {
        map: columns.text(record, &["map"]).map(str::to_owned),
        label: named,
        number: as_index(number),
        length: length.map(|length| length / crate::figures::as_number(unit)),
        time_ms: columns.number(record, &["time_ms", "time"])?,
        expanded: columns.number(record, &["expanded", "expansions"])?,
        limited: outcome.contains("limit"),
    })
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a whole number from 1; what is too large is no row anyway"
)]
fn as_index(number: f64) -> usize {
    number as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn worlds_are_named_by_the_end_of_their_path() {
        let text = "row,length,map\n1,2,a.3dmap\n";
        let rows = ImportedRows::read(text.as_bytes(), "x").unwrap();
        let in_world = |world: &str| rows.of("x", world).count();
        assert_eq!([in_world("a.3dmap"), in_world("maps/a.3dmap")], [1, 1]);
        assert_eq!([in_world("maps/ba.3dmap"), in_world("a.3dmap/b")], [0, 0]);
    }

    #[test]
    fn what_is_no_number_is_told_with_its_line() {
        let error = |text: &str| {
            ImportedRows::read(text.as_bytes(), "x")
                .unwrap_err()
                .to_string()
        };
        assert_eq!(
            error("row,length\n1,2\n2,two\n"),
            "line 3: `two` in column length is not a number"
        );
        assert_eq!(
            error("row,length\n0,2\n"),
            "line 2: `0` in column row is not a number"
        );
        assert_eq!(
            error("row,length\n1,-2\n"),
            "line 2: `-2` in column length is not a number"
        );
        let twice = error("row,length,label\n1,2,a\n1,2,b\n1,3,a\n");
        assert!(
            twice.starts_with("line 4: row 1 of `a` has an earlier line"),
            "{twice}"
        );
        assert_eq!(error("row,time\n1,2\n"), "there is no column length");
        assert_eq!(error("length\n1\n"), "there is no column row");
    }
}
