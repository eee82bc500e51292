//! The program `voxnav`: routes through voxel worlds from the command line.
//!
//! One module a command: [`demo`] (no command at all), [`solve`], [`route`], [`bench`],
//! [`compare`], [`convert`], [`generate`], [`view`], and `documents`, a feature. A command writes its result to the writer it is given and
//! returns `Ok`, or one of the [`CliError`]s, which decide the exit code: 1 where the result is not as
//! expected, 2 for bad usage or input, 3 where a limit was reached.

mod agent;
mod bench;
mod cell;
mod command_line;
mod compare;
mod convert;
mod demo;
#[cfg(feature = "documents")]
mod documents;
mod effort;
mod error;
mod generate;
mod import_options;
mod info;
mod interrupt;
mod limits;
mod locomotion;
mod map_file;
mod map_writer;
mod memory;
mod nearest;
mod new_file;
mod numbers;
mod output;
mod path_export;
mod problems;
mod progress;
mod route;
mod scenario_file;
mod search_options;
mod shown_routes;
mod shown_search;
mod solve;
mod solve_ground;
mod solve_on_demand;
mod trace_file;
mod version;
mod view;
mod walker;

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use clap::Parser;

use command_line::{Command, CommandLine};
use error::{CliError, Exit, one_line};
use output::{PipeTolerant, StandardOutput};
use voxnav_lab::figures;

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

fn run(command: Option<Command>) -> Result<(), CliError> {
    let mut out: StandardOutput<'_> = BufWriter::new(PipeTolerant::new(io::stdout().lock()));
    let outcome = match command {
        None => demo::run(&mut out),
        Some(Command::Solve(options)) => solve::run(&options, &mut out),
        Some(Command::Route(options)) => route::run(&options, &mut out),
        Some(Command::Bench(options)) => bench::run(&options, &mut out),
        Some(Command::Convert(options)) => convert::run(&options, &mut out),
        Some(Command::Compare(options)) => compare::run(&options, &mut out),
        Some(Command::Generate(options)) => generate::run(&options, &mut out),
        Some(Command::Info(options)) => info::run(&options, &mut out),
        Some(Command::View(options)) => view::run(&options, &mut out),
        #[cfg(feature = "documents")]
        Some(Command::Completions(options)) => documents::completions(&options, &mut out),
        #[cfg(feature = "documents")]
        Some(Command::Man(options)) => documents::man(&options, &mut out),
    };
    // What was printed before something went wrong belongs to the reader as well.
    out.flush()?;
    outcome
}
