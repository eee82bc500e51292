//! Columns of answers as they are filled, row by row.

use std::sync::Arc;

use arrow_array::ArrayRef;
use arrow_array::builder::{
    FixedSizeListBuilder, Float64Builder, Int32Builder, LargeListBuilder, StringBuilder,
    UInt64Builder,
};
use voxnav::Outcome;
use voxnav::batch::{Answer, KeptPath, PathDetail, Source};
use voxnav::glam::IVec3;
use voxnav::search::{Direction, Statistics};

use crate::batch::detail;
use crate::clock;
use crate::failure;

/// The part of each path that is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Keep(PathDetail);

impl Keep {
    pub(crate) fn read(keep: &str) -> failure::Answer<Self> {
        detail(keep).map(Self)
    }

    pub(crate) fn detail(self) -> PathDetail {
        self.0
    }
}

/// Returns whether results have a column of this name, whatever is kept.
pub(crate) fn is_column_of_results(name: &str) -> bool {
    let others = [
        "id", "outcome", "cost", "length", "path", "step", "source", "error",
    ];
    Statistics::NAMES.contains(&name) || others.contains(&name)
}

/// The columns of results but for the id and what passes through.
pub(crate) struct Answers {
    keep: Keep,
    count: usize,
    outcome: StringBuilder,
    cost: UInt64Builder,
    length: Float64Builder,
    path: LargeListBuilder<FixedSizeListBuilder<Int32Builder>>,
    step: FixedSizeListBuilder<Int32Builder>,
    effort: [UInt64Builder; Statistics::NAMES.len()],
    source: StringBuilder,
    error: StringBuilder,
}

fn cells() -> FixedSizeListBuilder<Int32Builder> {
    FixedSizeListBuilder::new(Int32Builder::new(), 3)
}

fn push_cell(cells: &mut FixedSizeListBuilder<Int32Builder>, cell: Option<IVec3>) {
    for along in cell.unwrap_or_default().to_array() {
        cells.values().append_value(along);
    }
    cells.append(cell.is_some());
}

impl Answers {
    pub(crate) fn new(keep: Keep, count: usize) -> Self {
        Self {
            keep,
            count: 0,
            outcome: StringBuilder::with_capacity(count, 6 * count),
            cost: UInt64Builder::with_capacity(count),
            length: Float64Builder::with_capacity(count),
            path: LargeListBuilder::new(cells()),
            step: cells(),
            effort: [(); Statistics::NAMES.len()].map(|()| UInt64Builder::with_capacity(count)),
            source: StringBuilder::with_capacity(count, 6 * count),
            error: StringBuilder::new(),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.count
    }

    pub(crate) fn push(&mut self, answer: &Answer) {
        let kept = match &answer.outcome {
            Outcome::Found(kept) | Outcome::StoppedAtUnknown { path: kept, .. } => Some(kept),
            _ => None,
        };
        self.count += 1;
        self.outcome.append_value(clock::name_of(&answer.outcome));
        self.cost.append_option(kept.map(|kept| kept.cost().raw()));
        self.length
            .append_option(kept.map(|kept| kept.cost().length()));
        self.push_kept(kept);
        let counts = answer.statistics.values();
        for (column, count) in self.effort.iter_mut().zip(counts) {
            column.append_value(count);
        }
        self.source.append_value(match answer.source {
            Source::Field => "field",
            _ => "query",
        });
        self.error.append_null();
    }

    fn push_kept(&mut self, kept: Option<&KeptPath>) {
        match self.keep.detail() {
            PathDetail::Path => {
                let path = kept.and_then(KeptPath::path);
                for corner in path.map(voxnav::Path::corners).unwrap_or_default() {
                    push_cell(self.path.values(), Some(corner));
                }
                self.path.append(path.is_some());
            }
            PathDetail::FirstStep => {
                let step = match kept {
                    Some(KeptPath::FirstStep { step, .. }) => step.map(Direction::offset),
                    _ => None,
                };
                push_cell(&mut self.step, step);
            }
            _ => {}
        }
    }

    /// Adds the row of a request that is malformed.
    pub(crate) fn push_malformed(&mut self, reason: &str) {
        self.count += 1;
        self.outcome.append_value("malformed");
        self.cost.append_null();
        self.length.append_null();
        self.push_kept(None);
        for column in &mut self.effort {
            column.append_null();
        }
        self.source.append_null();
        self.error.append_value(reason);
    }

    /// Returns the columns with their names, in the order of `voxnav route`.
    pub(crate) fn finish(mut self) -> Vec<(&'static str, ArrayRef)> {
        let mut columns: Vec<(&'static str, ArrayRef)> = vec![
            ("outcome", Arc::new(self.outcome.finish())),
            ("cost", Arc::new(self.cost.finish())),
            ("length", Arc::new(self.length.finish())),
        ];
        match self.keep.detail() {
            PathDetail::Path => columns.push(("path", Arc::new(self.path.finish()))),
            PathDetail::FirstStep => columns.push(("step", Arc::new(self.step.finish()))),
            _ => {}
        }
        for (name, mut column) in Statistics::NAMES.into_iter().zip(self.effort) {
            columns.push((name, Arc::new(column.finish())));
        }
        columns.push(("source", Arc::new(self.source.finish())));
        columns.push(("error", Arc::new(self.error.finish())));
        columns
    }
}
