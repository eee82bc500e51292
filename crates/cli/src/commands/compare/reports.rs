//! The files that a report is written to.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use voxnav_lab::Report;

use super::CompareOptions;
use crate::error::{CliError, Context};
use crate::files::{Leftover, NewFile, spare_inputs};

/// The reports that are asked for, each with the function that writes it.
pub(super) struct ReportFiles<'o>(Vec<(ReportFile<'o>, Writer)>);

type Writer = fn(&Report, &mut NewFile) -> io::Result<()>;

impl<'o> ReportFiles<'o> {
    /// Begins them before hours of work, not after: what cannot be written is said now.
    pub(super) fn begin(options: &'o CompareOptions) -> Result<Self, CliError> {
        let asked: [(&Option<PathBuf>, Writer); _] = [
            (&options.json, |report, file| {
                Ok(serde_json::to_writer(file, report)?)
            }),
            (&options.markdown, |report, file| {
                voxnav_lab::write_markdown(report, file)
            }),
            (&options.latex, |report, file| {
                voxnav_lab::write_latex(report, file)
            }),
            (&options.html, |report, file| {
                voxnav_lab::write_page(report, file)
            }),
        ];
        let asked = asked
            .into_iter()
            .filter_map(|(path, writer)| Some((path.as_deref()?, writer)));
        let outputs = asked
            .clone()
            .map(|(path, _)| path)
            .chain(options.csv.as_deref());
        spare_inputs(options.inputs(), outputs)?;
        if let Some(folder) = &options.svg {
            fs::create_dir_all(folder).writing(folder)?;
        }
        let begun = asked.map(|(path, writer)| Ok((ReportFile::begin(path)?, writer)));
        begun.collect::<Result<_, _>>().map(Self)
    }

    /// Writes them.
    pub(super) fn write(self, report: &Report, options: &CompareOptions) -> Result<(), CliError> {
        for (file, writer) in self.0 {
            file.write(|file| writer(report, file))?;
        }
        if let Some(folder) = &options.svg {
            for (name, plot) in voxnav_lab::plots(report) {
                let path = folder.join(name);
                let file = ReportFile::begin(&path)?;
                file.write(|file| file.write_all(plot.as_bytes()))?;
            }
        }
        Ok(())
    }
}

/// A report that is begun before it is known what stands in it.
pub(super) struct ReportFile<'p> {
    path: &'p Path,
    file: NewFile,
}

impl<'p> ReportFile<'p> {
    pub(super) fn begin(path: &'p Path) -> Result<Self, CliError> {
        let file = NewFile::begin(path, Leftover::Removed).writing(path)?;
        Ok(Self { path, file })
    }

    pub(super) fn write(
        mut self,
        write: impl FnOnce(&mut NewFile) -> io::Result<()>,
    ) -> Result<(), CliError> {
        let written = write(&mut self.file).and_then(|()| self.file.finish());
        written.writing(self.path)
    }
}
