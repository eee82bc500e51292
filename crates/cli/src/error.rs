//! The failure of a command: one line with the remedy, and an exit code.
//!
//! This module knows no command: the messages stand where they arise.

use std::fmt;
use std::io::{self, ErrorKind};
use std::path::Path;

use voxnav_files::{FileError, FileReason, Place};

/// The exit code of a command that fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// The reader of the results closed them, as `head` does: no failure, and no message.
    Unread = 0,
    /// Everything was understood, and the result is not as expected.
    Unexpected = 1,
    /// The usage or the input is bad.
    BadInput = 2,
    /// A limit ended the command before it had a result.
    Limit = 3,
}

/// The failure of a command.
#[derive(Debug)]
pub(crate) struct CliError {
    pub(crate) exit: Exit,
    /// One line with the failure, and after a semicolon what to do about it.
    message: String,
}

impl fmt::Display for CliError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl CliError {
    fn new(exit: Exit, message: impl Into<String>) -> Self {
        Self {
            exit,
            message: message.into(),
        }
    }

    /// Ends the command without a message, as the reader of its results closed them.
    pub(crate) fn unread() -> Self {
        Self::new(Exit::Unread, "nobody reads the results; give --out a file")
    }

    /// Reports a result that is not as expected.
    pub(crate) fn unexpected(message: impl Into<String>) -> Self {
        Self::new(Exit::Unexpected, message)
    }

    /// Reports an answer that voxnav should never give.
    pub(crate) fn bug(fault: impl fmt::Display) -> Self {
        let advice = "this is a bug in voxnav, please report it";
        Self::unexpected(format!("{fault}; {advice}"))
    }

    /// Reports a path that breaks a rule.
    pub(crate) fn invalid_path(fault: impl fmt::Display) -> Self {
        Self::bug(format!("the path is invalid: {fault}"))
    }

    /// Reports bad usage or input.
    pub(crate) fn bad_input(message: impl Into<String>) -> Self {
        Self::new(Exit::BadInput, message)
    }

    /// Reports that a file is not as it should be.
    pub(crate) fn at(path: &Path, message: impl fmt::Display) -> Self {
        Self::bad_input(format!("{}: {message}", path.display()))
    }

    /// Reports that a limit ended the command.
    pub(crate) fn limit(message: impl Into<String>) -> Self {
        Self::new(Exit::Limit, message)
    }
}

/// Says on what an operation failed, and what to do about it: bad input, unless said otherwise.
pub(crate) trait Context<T> {
    /// Fails with `error; advice`.
    fn or_advise(self, advice: &str) -> Result<T, CliError>;

    /// Fails with `path: error; advice`.
    fn at(self, path: &Path, advice: &str) -> Result<T, CliError>;

    /// Fails because a file cannot be read.
    fn reading(self, path: &Path) -> Result<T, CliError>;

    /// Fails because a file cannot be written.
    fn writing(self, path: &Path) -> Result<T, CliError>;
}

impl<T, E: fmt::Display> Context<T> for Result<T, E> {
    fn or_advise(self, advice: &str) -> Result<T, CliError> {
        self.map_err(|it| CliError::bad_input(format!("{it}; {advice}")))
    }

    fn at(self, path: &Path, advice: &str) -> Result<T, CliError> {
        self.map_err(|it| CliError::at(path, format!("{it}; {advice}")))
    }

    fn reading(self, path: &Path) -> Result<T, CliError> {
        self.at(path, "check the path and your permission to read it")
    }

    fn writing(self, path: &Path) -> Result<T, CliError> {
        self.at(path, "choose a path that you can write to")
    }
}

/// Standard output cannot be written.
impl From<io::Error> for CliError {
    fn from(error: io::Error) -> Self {
        let advice = "free some space or write to another place";
        Self::bad_input(format!("standard output: {error}; {advice}"))
    }
}

impl From<FileError> for CliError {
    fn from(error: FileError) -> Self {
        let advice = match error.reason {
            _ if matches!(error.place, Place::Line(_)) => {
                "correct that line or get a new copy of the file"
            }
            FileReason::World(_) => "get a new copy of the file",
            FileReason::Unreadable(_) => "check the path and your permission to read it",
            FileReason::UnknownExtension { .. } => "give a file with the right extension",
            FileReason::LeftOut { .. } => {
                "get a build with all formats by cargo install --locked --path crates/cli --features full"
            }
            FileReason::SizeMissing { .. } => "give --cell-size",
            FileReason::SizeGiven { .. } => "leave out --cell-size",
            FileReason::OriginGiven { .. } => "leave out --origin",
            FileReason::LayoutMissing => "give --dtype and --shape",
            FileReason::Length { .. } => "give the --dtype and --shape of the file",
            FileReason::TooLarge { .. } => "give a larger --cell-size, or raise --most-chunks",
            FileReason::Empty { what: "chunk" } => "give a folder with Minecraft region files",
            FileReason::Empty { .. } => "give a file that has one",
            FileReason::NoSuchArray { .. } => "give its name by --array",
            FileReason::Unsupported { .. } => "save it in a supported form",
            _ => "get a new copy of the file, or see voxnav convert --help",
        };
        Self::bad_input(format!("{error}; {advice}"))
    }
}

/// Advises what to do about a file that could be written only in part.
pub(crate) fn remedy(reason: &io::Error) -> &'static str {
    match reason.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => {
            "free some space"
        }
        _ => "make the file writable",
    }
}

/// Says that this build leaves out a feature of `voxnav-cli`, and its use as a verb with an object.
#[cfg(not(feature = "formats"))]
pub(crate) fn left_out(feature: &str, does: &str) -> String {
    format!(
        "this build leaves out the feature `{feature}`, which {does}; get a build with it by \
         cargo install --locked --path crates/cli --features full"
    )
}

/// Puts the paragraphs of clap on one line, without the usage and the empty lines.
pub(crate) fn one_line(error: &clap::Error) -> String {
    let text = error.to_string();
    let said = text
        .lines()
        .map(str::trim)
        .take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more information"))
        .filter(|line| !line.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
        .replace(" tip: ", "; ");
    said.strip_prefix("error: ").unwrap_or(&said).to_owned()
}

/// Returns a number of things by their name in the singular.
pub(crate) fn counted(count: usize, name: &str) -> String {
    let ending = if count == 1 { "" } else { "s" };
    format!("{count} {name}{ending}")
}
