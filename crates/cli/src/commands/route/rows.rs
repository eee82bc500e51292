//! Results as they are written: one row a request, whole rows only.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use voxnav::Path;
use voxnav::batch::{Answer, PathRecord, Source};
use voxnav::glam::IVec3;
use voxnav::search::{CellShape, Cost, Direction, SearchSettings, Solution, Statistics};

use super::columns::{Bodies, Keeping, Proofs, columns, name_in};
use super::form::Form;
use super::requests::Line;
use super::text::Verbatim;
use crate::report::leg::ShownLeg;
use crate::search::mode::length;
use crate::search::options::proved_ratio;
use crate::units::Space;

/// Bytes of whole rows that are passed on together.
const PARCEL: usize = 1 << 16;
/// Bytes of a row that are put together at a time.
const BUFFER: usize = 1 << 10;
/// The longest time that a finished row may wait for others.
const PATIENCE: Duration = Duration::from_millis(200);

/// A row of results, in cells.
#[derive(Debug, Default)]
pub(super) struct Row {
    id: Option<Verbatim>,
    outcome: &'static str,
    /// In units of 2^-30 straight moves.
    cost: Option<u64>,
    length: Option<f64>,
    path: Option<Vec<IVec3>>,
    legs: Option<Vec<ShownLeg>>,
    step: Option<IVec3>,
    statistics: Option<Statistics>,
    /// The ratio of a first path to the optimum, as proved.
    proved: Option<f64>,
    source: Option<&'static str>,
    /// The nearest cell where the agent can be, for an end where it cannot.
    nearest: Option<IVec3>,
    error: Option<String>,
    /// The fields that pass through from the request.
    rest: Vec<(String, Verbatim)>,
}

/// A row as a JSON object, with positions in a space.
struct RowInSpace<'r> {
    row: &'r Row,
    space: Space,
}

impl Serialize for RowInSpace<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { row, space } = *self;
        let named = |column| name_in(space.units(), column);
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("id", &row.id)?;
        map.serialize_entry("outcome", row.outcome)?;
        map.serialize_entry("cost", &row.cost)?;
        let length = row.length.map(|cells| space.length(cells));
        map.serialize_entry(named("length"), &length)?;
        if let Some(path) = &row.path {
            let path: Vec<_> = path.iter().map(|&cell| space.place(cell)).collect();
            map.serialize_entry(named("path"), &path)?;
        }
        if let Some(legs) = &row.legs {
            let legs: Vec<_> = legs.iter().map(|leg| leg.placed(space)).collect();
            map.serialize_entry(named("legs"), &legs)?;
        }
        if let Some(step) = row.step {
            map.serialize_entry(named("step"), &space.offset(step))?;
        }
        if let Some(statistics) = &row.statistics {
            for (name, value) in Statistics::NAMES.iter().zip(statistics.values()) {
                map.serialize_entry(name, &value)?;
            }
        }
        if let Some(proved) = row.proved {
            map.serialize_entry("proved", &proved)?;
        }
        if let Some(source) = row.source {
            map.serialize_entry("source", source)?;
        }
        if let Some(nearest) = row.nearest {
            map.serialize_entry(named("nearest"), &space.place(nearest))?;
        }
        if let Some(error) = &row.error {
            map.serialize_entry("error", error)?;
        }
        for (name, value) in &row.rest {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

impl Row {
    pub(super) fn outcome(&self) -> &'static str {
        self.outcome
    }

    /// The row of an answer whose outcome is called `outcome`.
    pub(super) fn of_answer(
        line: Line,
        answer: &Answer,
        (keeping, outcome, shape): (Keeping, &'static str, CellShape),
    ) -> Self {
        let kept = answer.outcome.path();
        let path = kept.and_then(PathRecord::path);
        let step = match kept {
            Some(PathRecord::FirstStep { step, .. }) => step.map(Direction::offset),
            _ => path.and_then(first_move),
        };
        let found = Self::found(line, outcome, kept.map(PathRecord::cost), answer.statistics);
        Self {
            length: path.map(|path| length(path, shape)).or(found.length),
            path: path.filter(|_| keeping == Keeping::Path).map(Path::corners),
            step: step.filter(|_| keeping == Keeping::Step),
            source: Some(match answer.source {
                Source::Field => "field",
                _ => "query",
            }),
            ..found
        }
    }

    /// The row of an answer for a ground agent whose outcome is called `outcome`.
    pub(super) fn of_legs(
        line: Line,
        solution: &Solution,
        (keeping, outcome): (Keeping, &'static str),
    ) -> Self {
        let path = solution.outcome.path();
        let kept = |wanted: Keeping| path.filter(|_| keeping == wanted);
        Self {
            legs: kept(Keeping::Path).map(|path| path.legs().iter().map(ShownLeg::turns).collect()),
            step: kept(Keeping::Step).map(|path| first_move(path).unwrap_or_default()),
            ..Self::found(line, outcome, path.map(Path::cost), solution.statistics)
        }
    }

    /// The row of a search of its own, without what is kept of the path.
    fn found(
        line: Line,
        outcome: &'static str,
        cost: Option<Cost>,
        statistics: Statistics,
    ) -> Self {
        Self {
            id: line.id,
            outcome,
            cost: cost.map(Cost::raw),
            length: cost.map(Cost::length),
            statistics: Some(statistics),
            source: Some("query"),
            rest: line.rest,
            ..Self::default()
        }
    }

    /// The row of a search with the proved ratio to the optimum, if the search reports it.
    pub(super) fn with_proof(mut self, search: &SearchSettings) -> Self {
        let costs = self.cost.map(Cost::from_raw).zip(self.statistics);
        self.proved =
            costs.and_then(|(cost, statistics)| proved_ratio(search, cost, statistics.lower_bound));
        self
    }

    /// The row with the cell where the agent can be near an end where it cannot, if there is one.
    pub(super) fn with_nearest(self, nearest: Option<IVec3>) -> Self {
        Self { nearest, ..self }
    }

    /// The row of a line that is no request.
    pub(super) fn of_malformed(line: Line) -> Self {
        let reason = match &line.content {
            Ok(_) => String::new(),
            Err(reason) => format!("line {}: {reason}", line.number),
        };
        Self {
            id: line.id,
            outcome: "malformed",
            error: Some(reason),
            rest: line.rest,
            ..Self::default()
        }
    }

    fn write_csv(&self, layout: &Layout, out: &mut csv::Writer<&mut Vec<u8>>) -> csv::Result<()> {
        fn text<T: ToString>(value: Option<&T>) -> String {
            value.map(T::to_string).unwrap_or_default()
        }
        let shown = |value: Option<&Verbatim>| value.map_or(String::new(), |it| it.text().into());
        let space = layout.space;
        let place = |cell: IVec3| space.place(cell).joined(' ');
        let places = |cells: &[IVec3]| {
            let all = cells.iter().map(|&cell| place(cell));
            all.collect::<Vec<_>>().join(";")
        };
        // What is done along a leg, and where it turns: `walk:0 0 1;5 0 1`.
        let leg = |leg: &ShownLeg| format!("{}:{}", leg.action, places(&leg.cells));
        let length = self.length.map(|cells| space.length(cells));
        let mut fields = vec![
            shown(self.id.as_ref()),
            self.outcome.to_owned(),
            text(self.cost.as_ref()),
            text(length.as_ref()),
        ];
        match layout.keeping {
            Keeping::Path => fields.push(match (&self.path, &self.legs) {
                (Some(path), _) => places(path),
                (None, Some(legs)) => legs.iter().map(leg).collect::<Vec<_>>().join("|"),
                (None, None) => String::new(),
            }),
            Keeping::Step => {
                let step = self.step.map(|step| space.offset(step).joined(' '));
                fields.push(step.unwrap_or_default());
            }
            Keeping::Cost => {}
        }
        match &self.statistics {
            Some(statistics) => fields.extend(statistics.values().map(|it| it.to_string())),
            None => fields.extend(Statistics::NAMES.map(|_| String::new())),
        }
        if layout.proofs == Proofs::Told {
            fields.push(text(self.proved.as_ref()));
        }
        fields.push(text(self.source.as_ref()));
        fields.push(self.nearest.map(place).unwrap_or_default());
        fields.push(text(self.error.as_ref()));
        for column in &layout.more {
            let value = self.rest.iter().find(|(name, _)| name == column);
            fields.push(shown(value.map(|(_, value)| value)));
        }
        out.write_record(&fields)
    }
}

/// Returns where the first move of a path leads from its start; `None` if it has none.
fn first_move(path: &Path) -> Option<IVec3> {
    let second = path.cells().nth(1)?;
    Some(second - path.start())
}

/// The form of rows.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Layout {
    pub(super) form: Form,
    pub(super) keeping: Keeping,
    pub(super) bodies: Bodies,
    pub(super) proofs: Proofs,
    pub(super) space: Space,
    /// The columns that pass through, in CSV.
    pub(super) more: Vec<String>,
}

impl Layout {
    /// Returns the beginning of a file of results.
    pub(super) fn header(&self) -> io::Result<Vec<u8>> {
        let Form::Csv(separator) = self.form else {
            return Ok(Vec::new());
        };
        let mut header = separator.writer().from_writer(Vec::new());
        let mut columns: Vec<&str> =
            columns(self.keeping, self.bodies, self.proofs, self.space.units()).collect();
        columns.extend(self.more.iter().map(String::as_str));
        header.write_record(columns)?;
        header
            .into_inner()
            .map_err(|error| error.error().kind().into())
    }
}

/// Writes rows in one of the forms, and passes on whole rows only.
pub(super) struct RowWriter<'o> {
    layout: Layout,
    out: Box<dyn Write + 'o>,
    rows: Vec<u8>,
    passed_on: Instant,
}

impl<'o> RowWriter<'o> {
    pub(super) fn new(layout: Layout, out: Box<dyn Write + 'o>) -> Self {
        Self {
            layout,
            out,
            rows: Vec::with_capacity(2 * PARCEL),
            passed_on: Instant::now(),
        }
    }

    pub(super) fn write(&mut self, row: &Row) -> io::Result<()> {
        match self.layout.form {
            Form::Csv(separator) => {
                let mut writer = separator.writer();
                let writer = writer.flexible(true).buffer_capacity(BUFFER);
                let mut line = writer.from_writer(&mut self.rows);
                row.write_csv(&self.layout, &mut line)?;
                line.flush()?;
            }
            Form::JsonLines => {
                let space = self.layout.space;
                serde_json::to_writer(&mut self.rows, &RowInSpace { row, space })?;
                self.rows.push(b'\n');
            }
        }
        if self.rows.len() >= PARCEL || self.passed_on.elapsed() >= PATIENCE {
            self.pass_on()?;
        }
        Ok(())
    }

    /// Passes on what is left.
    pub(super) fn pass_on(&mut self) -> io::Result<()> {
        // Taken, because what could be written only in part must not be written again.
        let mut rows = std::mem::take(&mut self.rows);
        self.out.write_all(&rows)?;
        rows.clear();
        self.rows = rows;
        self.passed_on = Instant::now();
        self.out.flush()
    }
}
