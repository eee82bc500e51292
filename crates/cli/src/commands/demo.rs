//! `voxnav` alone: the demonstration of `crates/demo`.

use std::io::Write;
use std::path::Path;

use voxnav_demo::{DemoError, Watch};

use crate::error::CliError;
use crate::report::output::WrappedText;
use crate::report::progress::Progress;

/// Shows the progress of the demonstration.
#[derive(Default)]
struct DemoProgress(Option<Progress>);

impl Watch for DemoProgress {
    fn begin(&mut self, steps: usize) {
        self.0 = Some(Progress::of(steps));
    }

    fn advance(&mut self, steps: usize) {
        if let Some(progress) = &self.0 {
            progress.inc(steps as u64);
        }
    }

    fn end(&mut self) {
        if let Some(progress) = self.0.take() {
            progress.finish();
        }
    }
}

pub(crate) fn run(out: &mut dyn Write) -> Result<(), CliError> {
    let mut out = WrappedText::new(out);
    match voxnav_demo::run(&mut out, Path::new(""), &mut DemoProgress::default()) {
        Ok(()) => Ok(writeln!(
            out,
            "Next: voxnav generate, voxnav solve or voxnav bench; voxnav --help lists all."
        )?),
        Err(DemoError::Output(error)) => Err(error.into()),
        Err(error) => Err(CliError::bug(error)),
    }
}
