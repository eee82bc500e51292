//! The CSV file: one row for each combination on each problem, written as they come.

use std::path::{Path, PathBuf};

use voxnav_lab::{RoundRows, RowWriter};

use crate::error::{CliError, Context};
use crate::files::{Leftover, NewFile};

/// A file of rows. What was written is in the partial file after every round, however the run ends.
pub(super) struct RowFile {
    path: PathBuf,
    rows: RowWriter<NewFile>,
}

impl RowFile {
    pub(super) fn begin(path: &Path) -> Result<Self, CliError> {
        let file = NewFile::begin(path, Leftover::Kept).writing(path)?;
        Ok(Self {
            path: path.to_owned(),
            rows: RowWriter::new(file),
        })
    }

    pub(super) fn write(&mut self, rows: &RoundRows<'_>) -> Result<(), CliError> {
        self.rows.write(rows).writing(&self.path)
    }

    /// Gives the file its name.
    pub(super) fn finish(self) -> Result<(), CliError> {
        let finished = self.rows.finish().and_then(NewFile::finish);
        finished.writing(&self.path)
    }
}
