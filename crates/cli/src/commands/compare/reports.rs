//! The files that a report is written to.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use voxnav_lab::Report;

use super::CompareOptions;
use crate::error::{CliError, Context};
use crate::files::{Leftover, NewFile, spare_inputs};

/// The reports that are asked for.
pub(super) struct ReportFiles<'o> {
    #[cfg(feature = "charts")]
    html: Option<ReportFile<'o>>,
    markdown: Option<ReportFile<'o>>,
    json: Option<ReportFile<'o>>,
    latex: Option<ReportFile<'o>>,
}

impl<'o> ReportFiles<'o> {
    /// Begins them before hours of work, not after: what cannot be written is said now.
    pub(super) fn begin(options: &'o CompareOptions) -> Result<Self, CliError> {
        #[cfg(not(feature = "charts"))]
        if let Some(path) = &options.html {
            let reason = crate::error::left_out("charts", "draws pages with charts");
            return Err(CliError::at(path, reason));
        }
        let reports = [
            &options.html,
            &options.markdown,
            &options.json,
            &options.latex,
        ];
        let outputs = reports.into_iter().chain([&options.csv]).flatten();
        spare_inputs(options.inputs(), outputs.map(PathBuf::as_path))?;
        if let Some(folder) = &options.svg {
            fs::create_dir_all(folder).writing(folder)?;
        }
        let begin = |path: &'o Option<PathBuf>| path.as_deref().map(ReportFile::begin).transpose();
        Ok(Self {
            #[cfg(feature = "charts")]
            html: begin(&options.html)?,
            markdown: begin(&options.markdown)?,
            json: begin(&options.json)?,
            latex: begin(&options.latex)?,
        })
    }

    /// Writes them.
    pub(super) fn write(self, report: &Report, options: &CompareOptions) -> Result<(), CliError> {
        let Self {
            #[cfg(feature = "charts")]
            html,
            markdown,
            json,
            latex,
        } = self;
        if let Some(file) = json {
            file.write(|file| Ok(serde_json::to_writer(file, report)?))?;
        }
        if let Some(file) = markdown {
            file.write(|file| voxnav_lab::write_markdown(report, file))?;
        }
        if let Some(file) = latex {
            file.write(|file| voxnav_lab::write_latex(report, file))?;
        }
        if let Some(folder) = &options.svg {
            for (name, plot) in voxnav_lab::plots(report) {
                let path = folder.join(name);
                let file = ReportFile::begin(&path)?;
                file.write(|file| file.write_all(plot.as_bytes()))?;
            }
        }
        #[cfg(feature = "charts")]
        if let Some(file) = html {
            file.write(|file| voxnav_lab::write_page(report, file))?;
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
