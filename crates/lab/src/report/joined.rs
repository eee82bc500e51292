//! Rows of other programs, and published numbers, that are joined to a report.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::{Line, Report, RowFigures, ShownFault, Spread, Suboptimality, WorldReport};
use crate::contest::{ImportedRow, ImportedRows};
use crate::suite::Suite;

/// The amount by which a length may fall below the optimum, relative to it, and count as equal: other
/// programs add up in 32 bits, or write few digits.
const TOLERANCE: f64 = 1e-5;

/// Rows of another program that are joined to nothing, because their problems were not asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct IgnoredRows {
    /// The name of those whose rows they are.
    pub label: String,
    /// The number of rows.
    pub rows: u64,
    /// The map that the first of them names, if it names one.
    pub map: Option<String>,
    /// The number of the first of them.
    pub first: usize,
}

impl Report {
    /// Notes in [`Report::ignored`] which rows of other programs stand in no world of the report.
    pub fn note_ignored(&mut self, rows: &ImportedRows) {
        let worlds = self.worlds.iter().map(|world| {
            let usual = world.combinations.iter().filter(|line| !line.imported);
            let asked = usual.flat_map(|line| &line.rows);
            let asked: BTreeSet<_> = asked.map(|row| row.number).collect();
            (world.name.as_str(), asked)
        });
        let worlds: Vec<_> = worlds.collect();
        let is_joined = |row: &ImportedRow| {
            let mut worlds = worlds.iter();
            worlds.any(|(world, asked)| row.is_in(world) && asked.contains(&row.number))
        };
        let mut ignored: Vec<IgnoredRows> = Vec::new();
        for row in rows.rows().iter().filter(|row| !is_joined(row)) {
            match ignored.iter_mut().find(|it| it.label == row.label) {
                Some(those) => those.rows += 1,
                None => ignored.push(IgnoredRows {
                    label: row.label.clone(),
                    rows: 1,
                    map: row.map.clone(),
                    first: row.number,
                }),
            }
        }
        self.ignored = ignored;
    }
}

impl WorldReport {
    /// Joins rows of other programs: each becomes a combination that is marked as imported, held against
    /// the same optimum. Rows of problems that were not asked here are left out, which
    /// [`Report::note_ignored`] tells.
    pub fn join(&mut self, rows: &ImportedRows) {
        let usual = self.combinations.iter().filter(|line| !line.imported);
        let mut known: BTreeMap<usize, RowFigures> = BTreeMap::new();
        for row in usual.flat_map(|line| &line.rows) {
            known.entry(row.number).or_insert(*row);
        }
        for label in rows.labels() {
            let asked = rows.of(label, &self.name);
            let asked: Vec<_> = asked
                .filter_map(|row| Some((row, known.get(&row.number)?)))
                .collect();
            if !asked.is_empty() {
                self.combinations.push(line(label, &asked));
            }
        }
    }

    /// Adds the published figures of its combinations in a suite, to be shown next to the report.
    pub fn beside(&mut self, suite: &Suite) {
        let lines = self.combinations.iter();
        let published = lines.filter_map(|line| suite.published(&self.name, &line.label));
        self.published = published.cloned().collect();
    }
}

fn line(label: &str, rows: &[(&ImportedRow, &RowFigures)]) -> Line {
    let amounts = |of: fn(&ImportedRow) -> Option<f64>| {
        let known = rows
            .iter()
            .filter_map(|(row, _)| Some((of(row)?, row.limited)));
        Spread::of_amounts(known)
    };
    let count =
        |holds: fn(&ImportedRow) -> bool| rows.iter().filter(|(row, _)| holds(row)).count() as u64;
    let faults: Vec<_> = rows
        .iter()
        .filter_map(|(row, known)| fault(row, known))
        .collect();
    let ratios = rows.iter().filter_map(|(row, known)| {
        let (own, optimum) = (row.length?, known.optimum?);
        Some(if optimum > 0.0 { own / optimum } else { 1.0 })
    });
    let figures = rows.iter().map(|(row, known)| RowFigures {
        time_ms: row.time_ms,
        expanded: row.expanded,
        found: row.length,
        limited: row.limited,
        ..**known
    });
    let unknown = || "not known".to_owned();
    Line {
        label: label.to_owned(),
        imported: true,
        // What colors go by.
        algorithm: label.to_owned(),
        heuristic: unknown(),
        moves: unknown(),
        corners: unknown(),
        ties: unknown(),
        guarantee: unknown(),
        found: count(|row| row.length.is_some()),
        unreachable: count(|row| row.length.is_none() && !row.limited),
        limited: count(|row| row.limited),
        wrong: faults.len() as u64,
        time_ms: amounts(|row| row.time_ms),
        expanded: amounts(|row| row.expanded),
        suboptimality: Suboptimality::of(ratios),
        faults: faults.into_iter().take(super::SHOWN_FAULTS).collect(),
        rows: figures.collect(),
        ..Line::default()
    }
}

/// Returns the fault of a row: shorter than any path, or one where there is none.
fn fault(row: &ImportedRow, known: &RowFigures) -> Option<ShownFault> {
    let length = row.length?;
    let reason = match known.optimum {
        Some(optimum) if length < optimum * (1.0 - TOLERANCE) => {
            format!("length {length}, shorter than the optimum {optimum}")
        }
        _ => return None,
    };
    Some(ShownFault {
        row: row.number,
        start: known.start,
        goal: known.goal,
        reason,
    })
}

/// Returns the published number by the one here: how many times as fast this machine is.
pub(crate) fn by_published(published: f64, here: f64) -> Option<f64> {
    (here > 0.0).then_some(published / here)
}
