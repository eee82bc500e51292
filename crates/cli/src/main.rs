//! The program `voxnav`: routes through voxel worlds from the command line.
//!
//! `commands` has one module a command; they stand on `world_source` (worlds and problems), `search` (the
//! question), `report` (text and progress) and `files`, all of which fail with `error`. No arrow leads back.
//! A command returns `Ok`, or a `CliError` with the exit code: 1 where the result is not as expected, 2 for bad
//! usage or input, 3 where a limit was reached.

mod args;
mod commands;
mod error;
mod files;
mod interrupt;
mod memory;
mod report;
mod search;
mod units;
mod values;
mod version;
mod world_source;

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use clap::Parser;

use args::CommandLine;
use error::{CliError, Exit, one_line};
use report::output::{PipeTolerant, StandardOutput};

fn main() -> ExitCode {
    memory::limit_to_available();
    let outcome = match CommandLine::try_parse() {
        Ok(line) => run(line.command),
        Err(refused) if refused.use_stderr() => {
            let said = one_line(&refused);
            Err(CliError::bad_input(format!(
                "{said}; --help explains the usage"
            )))
        }
        Err(help) => {
            // Nothing can be done about help that nobody reads.
            let _ = help.print();
            Ok(())
        }
    };
    let Err(error) = outcome else {
        return ExitCode::SUCCESS;
    };
    if error.exit != Exit::Unread {
        let _ = writeln!(io::stderr(), "voxnav: {error}");
    }
    ExitCode::from(error.exit as u8)
}

fn run(command: Option<args::Command>) -> Result<(), CliError> {
    let mut out: StandardOutput<'_> = BufWriter::new(PipeTolerant::new(io::stdout().lock()));
    let outcome = args::run(command, &mut out);
    // What was printed before something went wrong belongs to the reader as well.
    out.flush()?;
    outcome
}
