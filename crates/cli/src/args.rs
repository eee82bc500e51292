//! The command line: the commands, and the help of the program.

#[cfg(feature = "documents")]
use clap::CommandFactory;
use clap::{Parser, Subcommand};

#[cfg(feature = "documents")]
use crate::commands::documents;
use crate::commands::{
    bench, compare, convert, demo, generate, info, route, solve, together, view,
};
use crate::error::CliError;
use crate::report::output::StandardOutput;
use crate::version::VERSION;

/// Exact routes through voxel worlds
///
/// voxnav finds shortest paths through three-dimensional worlds of free and occupied
/// cells, and measures search times. Without a command it runs a demonstration, which needs no
/// file and takes a few seconds: it generates a cave world, routes a few hundred agents through
/// it, prints the times and writes demo.html, a page that plays them all at once.
#[derive(Parser, Debug)]
#[command(
    name = "voxnav",
    version = VERSION,
    max_term_width = 80,
    after_long_help = "\
Try it:
  voxnav
  voxnav generate caves --size 64,64,64 --seed 7 -o cave.3dmap
  voxnav info cave.3dmap
  voxnav solve cave.3dmap --from 55,41,58 --to 47,30,40
  voxnav route cave.3dmap --requests agents.csv --out routes.csv
  voxnav together cave.3dmap --agents agents.csv --out plan.csv
  voxnav generate rooms --size 64,64,64 --seed 1 -o r.3dmap --scenarios 100
  voxnav bench r.3dmap
  voxnav compare r.3dmap
  voxnav view r.3dmap --scenario 1

Maps are .3dmap files (header `voxel W H D`, then one occupied cell `x y z` a
line) or .map files (grids, read as one layer at z = 0), both also compressed
as .gz or .zst; .voxnav files, which load fast; generated worlds, such as
generated:caves:64,64,64:7; or files of other programs (see voxnav convert
--help).

Exit codes: 0 success; 1 unexpected result (no path, or a length that differs
from the listed one); 2 bad usage or input; 3 a limit was reached. Errors are
one line on standard error. Files are written as FILE.partial and renamed when
complete."
)]
pub(crate) struct CommandLine {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    Solve(solve::SolveOptions),
    Route(route::RouteOptions),
    Together(together::TogetherOptions),
    Bench(bench::BenchOptions),
    Compare(Box<compare::CompareOptions>),
    Convert(convert::ConvertOptions),
    Generate(generate::GenerateOptions),
    Info(info::InfoOptions),
    View(view::ViewOptions),
    #[cfg(feature = "documents")]
    Completions(documents::CompletionsOptions),
    #[cfg(feature = "documents")]
    Man(documents::ManOptions),
}

/// Runs a command, or without one the demonstration.
pub(crate) fn run(command: Option<Command>, out: &mut StandardOutput<'_>) -> Result<(), CliError> {
    match command {
        None => demo::run(out),
        Some(Command::Solve(options)) => solve::run(&options, out),
        Some(Command::Route(options)) => route::run(&options, out),
        Some(Command::Together(options)) => together::run(&options, out),
        Some(Command::Bench(options)) => bench::run(&options, out),
        Some(Command::Compare(options)) => compare::run(&options, out),
        Some(Command::Convert(options)) => convert::run(&options, out),
        Some(Command::Generate(options)) => generate::run(&options, out),
        Some(Command::Info(options)) => info::run(&options, out),
        Some(Command::View(options)) => view::run(&options, out),
        #[cfg(feature = "documents")]
        Some(Command::Completions(options)) => {
            documents::completions(&options, CommandLine::command(), out)
        }
        #[cfg(feature = "documents")]
        Some(Command::Man(options)) => documents::man(&options, CommandLine::command(), out),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use clap::{Args, CommandFactory as _};

    use super::*;
    use crate::search::limits::LimitOptions;
    use crate::world_source::cost_options::CostOptions;
    use crate::world_source::import_options::ImportOptions;

    /// The long names of a group of options.
    fn names_of<G: Args>() -> BTreeSet<String> {
        let group = G::augment_args(clap::Command::new("group"));
        let names = group.get_arguments().filter_map(clap::Arg::get_long);
        names.map(str::to_owned).collect()
    }

    #[test]
    fn options_stand_under_the_heading_of_their_own_group() {
        let groups = [
            (names_of::<LimitOptions>(), "Limits"),
            (names_of::<CostOptions>(), "Costs of cells"),
            (
                names_of::<ImportOptions>(),
                "How files of other programs are read",
            ),
        ];
        let mut headed = 0;
        for command in CommandLine::command().get_subcommands() {
            let arguments: Vec<_> = command.get_arguments().collect();
            let has = |name: &String| arguments.iter().any(|it| it.get_long() == Some(name));
            // One option of a group may have the name of another that is no part of it.
            let there: Vec<_> = groups.iter().filter(|it| it.0.iter().all(has)).collect();
            for argument in arguments.iter().filter(|it| it.get_long().is_some()) {
                let name = argument.get_long().unwrap();
                let group = there.iter().find(|(names, _)| names.contains(name));
                let expected = group.map(|(_, heading)| *heading);
                headed += usize::from(expected.is_some());
                let (command, found) = (command.get_name(), argument.get_help_heading());
                assert_eq!(found, expected, "{command} --{name}");
            }
        }
        assert!(headed > 60, "{headed}");
    }
}
