//! `voxnav completions` and `voxnav man`: what shells and readers of manuals get, made from the same
//! descriptions as the help.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use clap::{Args, Command};
use clap_complete::Shell;

use crate::error::{CliError, Context};

/// Print completions for a shell
#[derive(Args, Debug)]
#[command(after_long_help = "\
Examples:
  voxnav completions bash > ~/.local/share/bash-completion/completions/voxnav
  voxnav completions zsh > ~/.zfunc/_voxnav
  voxnav completions fish > ~/.config/fish/completions/voxnav.fish")]
pub(crate) struct CompletionsOptions {
    /// Which shell
    shell: Shell,
}

/// Print the manual page, or write the pages of all commands
#[derive(Args, Debug)]
#[command(after_long_help = "\
Examples:
  voxnav man | man -l -
  voxnav man ~/.local/share/man/man1")]
pub(crate) struct ManOptions {
    /// Where to write voxnav.1 and a page for each command; created if it does not exist
    #[arg(value_name = "DIR")]
    directory: Option<PathBuf>,
}

pub(crate) fn completions(
    options: &CompletionsOptions,
    mut program: Command,
    out: &mut dyn Write,
) -> Result<(), CliError> {
    // Written to memory first: the generator panics where a pipe is closed.
    let mut script = Vec::new();
    clap_complete::generate(options.shell, &mut program, "voxnav", &mut script);
    Ok(out.write_all(&script)?)
}

pub(crate) fn man(
    options: &ManOptions,
    program: Command,
    out: &mut dyn Write,
) -> Result<(), CliError> {
    let Some(directory) = &options.directory else {
        return Ok(clap_mangen::Man::new(program).render(out)?);
    };
    fs::create_dir_all(directory)
        .and_then(|()| clap_mangen::generate_to(program, directory))
        .writing(directory)?;
    writeln!(out, "pages      {}", directory.display())?;
    Ok(())
}
