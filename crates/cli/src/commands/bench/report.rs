//! The report of a bench: one JSON object, or the same as a table.

use std::io::Write;
use std::path::Path;

use serde::{Serialize, Serializer};
use voxnav_worlds::Distribution;

use super::first::{FirstPaths, Quality, Spread};
use super::{Bench, RunMeasurements};
use crate::error::CliError;
use crate::report::output::columns;
use crate::units::Space;
use crate::world_source::cost_options::CostFacts;
use crate::world_source::map_file::MapFile;
use crate::world_source::scenario_file::NumberedRow;
use voxnav_lab::Expectation;
use voxnav_lab::figures::{bytes, compact, grouped};

/// The most faults that are listed.
const SHOWN_FAULTS: usize = 10;

#[derive(Serialize)]
pub(super) struct Report {
    map: String,
    scenario: String,
    algorithm: String,
    heuristic: String,
    moves: String,
    corners: String,
    guarantee: String,
    locomotion: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    costs: Option<CostFacts>,
    pub(super) queries: u64,
    pub(super) mismatches: u64,
    invalid_paths: u64,
    unreachable: u64,
    pub(super) limited: u64,
    /// The rows that rightly have no path, because the agent cannot be at an end.
    blocked: u64,
    #[serde(serialize_with = "as_object")]
    time_ms: Times,
    expanded: Counts,
    generated: Counts,
    tolerance: Option<Tolerance>,
    #[serde(skip)]
    expectation: Expectation,
    suboptimality: Spread,
    #[serde(skip)]
    compared: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    first: Option<First>,
    load_ms: f64,
    occupancy_bytes: usize,
    traversability_bytes: usize,
    workspace_bytes: usize,
    faults: Vec<ShownFault>,
    #[serde(skip)]
    first_blocked: Vec<ShownFault>,
}

/// Figures of times with their names.
type Times = [(&'static str, f64); 8];

#[derive(Serialize)]
struct Counts {
    mean: f64,
    median: f64,
    max: u64,
    total: u64,
}

/// First paths, and those known later.
#[derive(Serialize)]
struct First {
    #[serde(serialize_with = "as_object")]
    time_ms: Times,
    #[serde(flatten)]
    at_once: Quality,
    after_2_5_ms: Quality,
    after_10_ms: Quality,
}

/// By how much a cost may differ from a listed length and count as equal, in cells.
#[derive(Serialize)]
struct Tolerance {
    least: f64,
    most: f64,
}

#[derive(Serialize)]
struct ShownFault {
    /// The row of the scenario, from 1.
    row: usize,
    start: [i32; 3],
    goal: [i32; 3],
    listed: f64,
    reason: String,
}

impl Report {
    pub(super) fn new(bench: &Bench<'_>, scenario: &Path, measured: &RunMeasurements) -> Self {
        let Bench { map, search, .. } = bench;
        let invalid = measured
            .faults
            .iter()
            .filter(|(_, fault)| fault.is_invalid_path());
        Self {
            map: map.path.display().to_string(),
            scenario: scenario.display().to_string(),
            algorithm: search.algorithm.to_string(),
            heuristic: search.heuristic.to_string(),
            moves: search.moves.to_string(),
            corners: search.corners.to_string(),
            guarantee: search.guarantee().to_string(),
            locomotion: bench.walker.map(|walker| walker.name.clone()),
            costs: bench.costs(),
            queries: measured.times_ms.len() as u64,
            mismatches: measured.faults.len() as u64,
            invalid_paths: invalid.count() as u64,
            unreachable: measured.unreachable,
            limited: measured.limited,
            blocked: measured.blocked.len() as u64,
            time_ms: times(measured.times_ms.clone()),
            expanded: Counts::new(&measured.expanded),
            generated: Counts::new(&measured.generated),
            tolerance: Tolerance::of(&measured.tolerances),
            expectation: bench.expectation,
            suboptimality: Spread::of(&measured.ratios),
            compared: measured.ratios.len(),
            first: bench.wants_first.then(|| First::of(&measured.first)),
            load_ms: map.load.as_secs_f64() * 1e3,
            occupancy_bytes: map.occupancy.memory_bytes(),
            traversability_bytes: map.world.memory_bytes(),
            workspace_bytes: measured.workspace_bytes,
            faults: shown(&measured.faults),
            first_blocked: shown(&measured.blocked),
        }
    }

    /// The report as text of at most 80 columns, but for long file names.
    pub(super) fn write(
        &self,
        map: &MapFile,
        rows: usize,
        out: &mut dyn Write,
    ) -> Result<(), CliError> {
        writeln!(out, "map         {}", self.map)?;
        writeln!(out, "            {}", map.description())?;
        writeln!(out, "scenario    {}", self.scenario)?;
        let (queries, rows) = (grouped(self.queries), grouped(rows as u64));
        writeln!(out, "            {queries} of {rows} rows")?;
        match &self.locomotion {
            Some(agent) => writeln!(
                out,
                "search      {}, on the ground, {agent}",
                self.algorithm
            )?,
            None => writeln!(
                out,
                "search      {}, {} estimate, moves {}, {} corners",
                self.algorithm, self.heuristic, self.moves, self.corners
            )?,
        }
        writeln!(out, "guarantee   {}", self.guarantee)?;
        if let Some(costs) = &self.costs {
            writeln!(out, "costs       {costs}")?;
        }
        self.write_table(out)?;
        match (&self.suboptimality, self.compared) {
            _ if self.costs.is_some() => {}
            (_, 0) => writeln!(
                out,
                "cost/listed none: no path was found where one is listed"
            )?,
            (Spread { mean, max }, _) => {
                writeln!(out, "cost/listed mean {mean:.6}, max {max:.6}")?;
            }
        }
        if let Some(first) = &self.first {
            first.write(out)?;
        }
        match &self.tolerance {
            Some(Tolerance { least, most }) => {
                let units = Space::Index.named(map.shape);
                writeln!(out, "tolerance   {least:.1e} to {most:.1e} {units},")?;
                writeln!(
                    out,
                    "            half a unit of the last digit listed and a millionth of the length"
                )?;
            }
            None if self.costs.is_some() => writeln!(
                out,
                "tolerance   none: the listed lengths know no costs and are not compared"
            )?,
            None if self.expectation == Expectation::Unknown && !map.shape.is_cubic() => writeln!(
                out,
                "tolerance   none: the listed lengths are for other moves or cells and are not compared"
            )?,
            None if self.expectation == Expectation::Unknown => writeln!(
                out,
                "tolerance   none: the listed lengths are for other moves and are not compared"
            )?,
            None => writeln!(
                out,
                "tolerance   none: no row that was answered lists the length of a path"
            )?,
        }
        writeln!(
            out,
            "memory      world {}, traversability {}, search {}",
            bytes(self.occupancy_bytes),
            bytes(self.traversability_bytes),
            bytes(self.workspace_bytes)
        )?;
        writeln!(out, "loading     {} ms", compact(self.load_ms))?;
        self.write_faults(out)
    }

    fn write_table(&self, out: &mut dyn Write) -> Result<(), CliError> {
        let heading = |(name, _): (&str, f64)| name.replace("p999", "p99.9");
        let line = |name: &str, cells: [String; 8]| [vec![name.to_owned()], cells.into()].concat();
        let table = [
            line("", self.time_ms.map(heading)),
            line("time (ms)", self.time_ms.map(|(_, time)| compact(time))),
            line("expanded", self.expanded.columns()),
            line("generated", self.generated.columns()),
        ];
        writeln!(out)?;
        voxnav_lab::write_columns(&table, columns(), out)?;
        writeln!(out)?;
        Ok(())
    }

    fn write_faults(&self, out: &mut dyn Write) -> Result<(), CliError> {
        writeln!(
            out,
            "mismatches  {}, of them invalid paths {}; unreachable {}",
            grouped(self.mismatches),
            grouped(self.invalid_paths),
            grouped(self.unreachable)
        )?;
        write_rows(&self.faults, self.mismatches, out)?;
        if self.blocked > 0 {
            writeln!(
                out,
                "blocked     {}, where the agent cannot be at the start or the goal",
                grouped(self.blocked)
            )?;
            write_rows(&self.first_blocked, self.blocked, out)?;
        }
        Ok(())
    }
}

impl First {
    fn of(first: &FirstPaths) -> Self {
        let [after_2_5_ms, after_10_ms] = first.at_marks.each_ref().map(Quality::of);
        Self {
            time_ms: times(first.times_ms.clone()),
            at_once: Quality::of(&first.at_once),
            after_2_5_ms,
            after_10_ms,
        }
    }

    fn write(&self, out: &mut dyn Write) -> Result<(), CliError> {
        let [(_, mean), _, (_, median), _, (_, p99), _, (_, max), _] = self.time_ms;
        let [mean, median, p99, max] = [mean, median, p99, max].map(compact);
        writeln!(
            out,
            "first paths {median} ms median, {mean} mean, {p99} p99, {max} max"
        )?;
        for (when, quality) in [
            ("at once", self.at_once),
            ("2.5 ms", self.after_2_5_ms),
            ("10 ms", self.after_10_ms),
        ] {
            let (actual, proved) = (quality.suboptimality, quality.proved);
            writeln!(
                out,
                "  {when:9} cost/optimum mean {:.4}, max {:.4}; proved {:.4}, max {:.4}",
                actual.mean, actual.max, proved.mean, proved.max
            )?;
        }
        Ok(())
    }
}

impl Tolerance {
    fn of(tolerances: &[f64]) -> Option<Self> {
        let least = tolerances.iter().copied().reduce(f64::min)?;
        let most = tolerances.iter().copied().reduce(f64::max)?;
        Some(Self { least, most })
    }
}

fn times(times: Vec<f64>) -> Times {
    let times = Distribution::new(times);
    [
        ("mean", times.mean()),
        ("q1", times.quantile(0.25)),
        ("median", times.median()),
        ("q3", times.quantile(0.75)),
        ("p99", times.quantile(0.99)),
        ("p999", times.quantile(0.999)),
        ("max", times.max()),
        ("total", times.total()),
    ]
}

fn as_object<S: Serializer>(times: &Times, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(times.iter().copied())
}

impl Counts {
    fn new(counts: &[u64]) -> Self {
        let distribution = Distribution::of_counts(counts);
        Self {
            mean: distribution.mean(),
            median: distribution.median(),
            max: counts.iter().copied().max().unwrap_or(0),
            total: counts.iter().sum(),
        }
    }

    /// The columns of the table; those that counts lack are empty.
    fn columns(&self) -> [String; 8] {
        [
            compact(self.mean),
            String::new(),
            compact(self.median),
            String::new(),
            String::new(),
            String::new(),
            grouped(self.max),
            grouped(self.total),
        ]
    }
}

/// Shows the first of some rows, and what each of them is listed for.
fn shown(rows: &[(NumberedRow, impl ToString)]) -> Vec<ShownFault> {
    let shown = rows.iter().take(SHOWN_FAULTS);
    shown
        .map(|((number, row), reason)| ShownFault {
            row: *number,
            start: row.start.to_array(),
            goal: row.goal.to_array(),
            listed: row.length,
            reason: reason.to_string(),
        })
        .collect()
}

/// Writes the first rows of so many.
fn write_rows(rows: &[ShownFault], all: u64, out: &mut dyn Write) -> Result<(), CliError> {
    for row in rows {
        let [from, to] = [row.start, row.goal].map(|[x, y, z]| format!("{x},{y},{z}"));
        writeln!(out, "  row {}, {from} to {to}:", row.row)?;
        writeln!(out, "    {}", row.reason)?;
    }
    if all > rows.len() as u64 {
        writeln!(out, "  ...")?;
    }
    Ok(())
}
