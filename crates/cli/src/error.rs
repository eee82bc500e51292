//! How a command fails: one line that says what to do, and an exit code.

use std::ffi::OsString;
use std::io::{self, ErrorKind};
use std::path::PathBuf;
use std::process::ExitCode;

use voxnav::batch::BatchError;
use voxnav::glam::IVec3;
use voxnav::grid::FootprintError;
use voxnav::ground::{LegError, LocomotionError};
use voxnav::search::PathError;
use voxnav_files::{FileError, ImportError, ImportReason, WriteError};
use voxnav_lab::{CourseError, Fault, JoinError, JournalError};
use voxnav_view::ViewError;
use voxnav_worlds::{GeneratedWorld, WorldError, WorldKind};

use crate::compare::plan::PlanError;
use crate::figures::{bytes, grouped};
use crate::locomotion::LocomotionFileError;
use crate::route::{BadHeader, Difference};
use crate::shown_routes::RoutesError;

/// Error for something that this build leaves out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "this build leaves out the feature `{feature}`, which {does}; get a build with it by cargo install --locked --path crates/cli --features full"
)]
pub(crate) struct LeftOut {
    /// The feature of `voxnav-cli`.
    pub(crate) feature: &'static str,
    /// Its use, as a verb with an object.
    pub(crate) does: &'static str,
}

/// Why a command did not end as expected.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CliError {
    #[error("{}; --help explains the usage", one_line(.0))]
    Usage(Box<clap::Error>),

    #[error("{0}; check the path and your permission to read it")]
    Unreadable(FileError),
    #[error("{}; {}", .0, file_advice(.0))]
    Malformed(FileError),
    #[error("{0}; give a file with the right extension")]
    WrongFile(FileError),
    #[error("{}: {}", path.display(), reason)]
    #[cfg_attr(
        all(feature = "charts", feature = "formats"),
        expect(dead_code, reason = "nothing is left out")
    )]
    LeftOutFor { path: PathBuf, reason: LeftOut },
    #[error(
        "{}: no world is read from a file of that name; give {}",
        .0.display(),
        crate::map_file::known_names()
    )]
    NoWorld(PathBuf),
    #[error("{}; {}", .0, import_advice(.0))]
    Import(#[from] ImportError),
    #[error("{}: unsupported extension; choose one of {}", path.display(), kinds.join(", "))]
    NoKind {
        path: PathBuf,
        kinds: Vec<&'static str>,
    },
    #[error(
        "{}: GeoJSON needs geographic coordinates; give --geo-origin LON,LAT,ALT, the position of the world's origin",
        .0.display()
    )]
    NoGeoOrigin(PathBuf),
    #[error(
        "{}: only .voxnav files store derived data; give a name that ends in .voxnav, or leave out --derive",
        .0.display()
    )]
    DerivedElsewhere(PathBuf),
    #[error("{0}: --on-demand needs a .voxnav file; convert the map with voxnav convert")]
    NotOnDemand(String),
    #[error("{0}; raise --on-demand, or leave it out to load the whole world")]
    OnDemand(voxnav_store::OnDemandError),
    #[error("{0}; create the file again with voxnav convert")]
    Derived(voxnav_store::ReadError),
    #[error("--export needs whole paths; leave out --keep, or give --keep path")]
    NoPathsKept,
    #[error(
        "{}: the scenario is for a map of {stated} cells, the map has {actual}; give the scenario of this map",
        path.display()
    )]
    OtherMap {
        path: PathBuf,
        stated: IVec3,
        actual: IVec3,
    },
    #[error("{}: the scenario has no problems; give another one", .0.display())]
    NoRows(PathBuf),

    #[error(
        "{}: scenario not found; {}",
        missing.display(), scenarios_there(there)
    )]
    NoScenario {
        missing: PathBuf,
        there: Vec<OsString>,
    },
    #[error(
        "{scenarios} scenarios were given for {maps} map files; give one scenario for each file, or none"
    )]
    ScenariosDoNotMatch { scenarios: usize, maps: usize },
    #[error("{}: {reason}; voxnav compare --help lists the options of a plan", path.display())]
    Plan { path: PathBuf, reason: PlanError },
    #[error("{}: {reason}; give CSV with the columns row and length", path.display())]
    Join { path: PathBuf, reason: JoinError },
    #[error("{0}: no file matches; check the pattern, and put it in quotes")]
    NoSuchFiles(String),
    #[error("unknown baseline; choose one of {there}")]
    NoBaseline { there: String },
    #[error("{0}: no random pair of cells is connected; choose another world")]
    NoProblems(GeneratedWorld),
    #[error(
        "{}: row {row} does not exist; the scenario has {rows} rows",
        path.display()
    )]
    NoSuchRow {
        path: PathBuf,
        row: u64,
        rows: usize,
    },
    #[error("{}: the trace belongs to the map {map} of {size} cells; give that map", path.display())]
    OtherTrace {
        path: PathBuf,
        map: String,
        size: IVec3,
    },
    #[error("{0}; {hint}", hint = instead_of(.0))]
    View(#[from] ViewError),

    #[error(
        "{}: {reason}; give a result file that voxnav route wrote for this map (CSV or JSON lines)",
        path.display()
    )]
    Routes { path: PathBuf, reason: RoutesError },

    #[error("{0}; choose another size")]
    World(#[from] WorldError),
    #[error(
        "{}: the file would need about {}, but only {} are free; choose another disk or a smaller world",
        path.display(), shown_bytes(*estimated), shown_bytes(*available)
    )]
    NoSpace {
        path: PathBuf,
        estimated: u64,
        available: u64,
    },
    #[error("{}: unsupported extension; choose one of .3dmap, .3dmap.gz, .3dmap.zst and .voxnav", .0.display())]
    NotAMapName(PathBuf),
    #[error("{}: {reason}; choose a path that you can write to", path.display())]
    Unwritable { path: PathBuf, reason: WriteError },
    #[error("{}: the command reads this file and would overwrite it; give another output file", .0.display())]
    WouldReplaceInput(PathBuf),
    #[error("standard output: {0}; free some space or write to another place")]
    Output(#[source] io::Error),
    /// The reader of the results has left. Nobody is told: that is how `head` ends a program.
    #[error("nobody reads the results; give --out a file")]
    Unread,

    #[error("{}: {reason}; check the path and your permission to read it", path.display())]
    UnreadableRequests { path: PathBuf, reason: io::Error },
    #[error("{}:1: {reason}; a header has id,sx,sy,sz,gx,gy,gz and may have agent_x,agent_y,agent_z", path.display())]
    RequestsHeader { path: PathBuf, reason: BadHeader },
    #[error("standard input was empty; send requests as CSV with a header, or as JSON lines")]
    NothingCame,
    #[error("{}:{line}: {reason}; correct the line{}, or turn such lines into error rows with --keep-going", path.display(), and(*sequel))]
    MalformedRequest {
        path: PathBuf,
        line: u64,
        reason: String,
        sequel: Option<&'static str>,
    },
    #[error("malformed lines: {}; the column error of the results has the reasons", grouped(*lines))]
    MalformedRows { lines: u64 },
    #[error("{}: unsupported extension; choose .csv, .jsonl or -", .0.display())]
    NoForm(PathBuf),
    #[error("{}: the file exists; give another name, or replace it with --force", .0.display())]
    OutputExists(PathBuf),
    #[error(
        "{}: an interrupted run left rows; continue it with --resume, or discard them and start over with --force",
        .0.display()
    )]
    Unfinished(PathBuf),
    #[error("{}: the run file is missing, so the rows cannot be resumed; start over with --force", .0.display())]
    NoLedger(PathBuf),
    #[error(
        "{}: {difference}; resume with the arguments of the interrupted run, or start over with --force",
        path.display()
    )]
    OtherRun {
        path: PathBuf,
        difference: Difference,
    },
    #[error(
        "{}: row {row} does not answer request {row}; give the requests of the interrupted run, or start over with --force",
        path.display()
    )]
    OtherResults { path: PathBuf, row: u64 },
    #[error(
        "interrupted after {} rows; {}",
        grouped(*rows),
        sequel.unwrap_or("a run can be continued if its --out is a file")
    )]
    RouteInterrupted {
        rows: u64,
        sequel: Option<&'static str>,
    },
    #[error("{}: {reason}; {}{}", path.display(), remedy(reason), and(*sequel))]
    RowsCut {
        path: PathBuf,
        reason: io::Error,
        sequel: Option<&'static str>,
    },
    #[error("{}: {reason}; choose a path that you can write to", path.display())]
    UnwritableResults { path: PathBuf, reason: io::Error },
    #[error("--resume needs a file; give one to --out")]
    NothingToResume,
    #[error("{0}; try fewer --threads")]
    Batch(#[from] BatchError),

    #[error("no path: {outcome}; {}", advice(outcome, *nearest))]
    NoPath {
        outcome: String,
        /// The nearest cell to the end that is at fault where the agent can be.
        nearest: Option<IVec3>,
    },
    #[error("no answer: the search reached {option}; raise it, or try another --algorithm")]
    LimitReached { option: &'static str },
    #[error(
        "{} of {} rows reached a limit and have no answer; raise the limit, or try another --algorithm",
        grouped(*limited),
        grouped(*queries)
    )]
    LimitedRows { limited: u64, queries: u64 },
    #[error("the path is invalid: {0}; this is a bug in voxnav, please report it")]
    InvalidPath(PathError),
    #[error("the path is invalid: {0}; this is a bug in voxnav, please report it")]
    InvalidLegs(LegError),
    #[error("{0}; this is a bug in voxnav, please report it")]
    WrongLegs(Fault),
    #[error("--trace does not support agents on the ground; leave out --trace or --locomotion")]
    TraceOnFoot,
    #[error("{}: {reason}; correct the file", path.display())]
    Locomotion {
        path: PathBuf,
        reason: LocomotionFileError,
    },
    #[error("{0}; give another --locomotion")]
    Ground(LocomotionError),
    #[error("{0}; give an --agent of 1 to {largest} cells along each axis", largest = crate::route::sizes::LARGEST)]
    AgentSize(FootprintError),
    #[error("{} of {} answers are not as expected; see the report, and check that the scenario belongs to this map", grouped(*mismatches), grouped(*queries))]
    Mismatches { mismatches: u64, queries: u64 },
    #[error("{} of {} answers are wrong; the report gives the reasons", grouped(*wrong), grouped(*answers))]
    WrongAnswers { wrong: u64, answers: u64 },
    #[error("interrupted after {} rows; the report covers these; {hint}", grouped(*rows))]
    Interrupted { rows: u64, hint: &'static str },
    #[error("{}: {reason}; {}", path.display(), journal_advice(reason))]
    Journal { path: PathBuf, reason: JournalError },
    #[error(
        "generated {made} of {wanted} problems: too few pairs of free cells are connected in this {kind} world; ask for fewer, or for a larger or emptier world"
    )]
    TooFewProblems {
        made: usize,
        wanted: usize,
        kind: WorldKind,
    },
    #[error(
        "two algorithms disagree about the path from {start} to {goal}; this is a bug in voxnav, please report it"
    )]
    Disagreement { start: IVec3, goal: IVec3 },
}

impl CliError {
    /// 1 where everything was understood and the result is not as expected, 3 where a limit ended
    /// it before there was one, else 2.
    pub(crate) fn exit_code(&self) -> ExitCode {
        match self {
            Self::LimitReached { .. } | Self::LimitedRows { .. } => ExitCode::from(3),
            Self::NoPath { .. }
            | Self::InvalidPath(_)
            | Self::InvalidLegs(_)
            | Self::WrongLegs(_)
            | Self::Mismatches { .. }
            | Self::MalformedRows { .. }
            | Self::WrongAnswers { .. }
            | Self::Interrupted { .. }
            | Self::RouteInterrupted { .. }
            | Self::TooFewProblems { .. }
            | Self::Disagreement { .. } => ExitCode::from(1),
            Self::Journal { .. }
            | Self::Usage(_)
            | Self::TraceOnFoot
            | Self::Locomotion { .. }
            | Self::Ground(_)
            | Self::AgentSize(_)
            | Self::Unreadable(_)
            | Self::Malformed(_)
            | Self::WrongFile(_)
            | Self::LeftOutFor { .. }
            | Self::NoWorld(_)
            | Self::Import(_)
            | Self::NoKind { .. }
            | Self::NoGeoOrigin(_)
            | Self::NoPathsKept
            | Self::DerivedElsewhere(_)
            | Self::Derived(_)
            | Self::NotOnDemand(_)
            | Self::OnDemand(_)
            | Self::OtherMap { .. }
            | Self::NoRows(_)
            | Self::NoScenario { .. }
            | Self::ScenariosDoNotMatch { .. }
            | Self::NoProblems(_)
            | Self::NoBaseline { .. }
            | Self::Plan { .. }
            | Self::Join { .. }
            | Self::NoSuchFiles(_)
            | Self::NoSuchRow { .. }
            | Self::OtherTrace { .. }
            | Self::View(_)
            | Self::Routes { .. }
            | Self::World(_)
            | Self::NotAMapName(_)
            | Self::NoSpace { .. }
            | Self::Unwritable { .. }
            | Self::WouldReplaceInput(_)
            | Self::UnreadableRequests { .. }
            | Self::RequestsHeader { .. }
            | Self::MalformedRequest { .. }
            | Self::NoForm(_)
            | Self::NothingCame
            | Self::OutputExists(_)
            | Self::Unfinished(_)
            | Self::NoLedger(_)
            | Self::OtherRun { .. }
            | Self::OtherResults { .. }
            | Self::UnwritableResults { .. }
            | Self::RowsCut { .. }
            | Self::NothingToResume
            | Self::Batch(_)
            | Self::Output(_) => ExitCode::from(2),
            Self::Unread => ExitCode::SUCCESS,
        }
    }
}

/// What to do about a file that is damaged.
fn file_advice(error: &FileError) -> &'static str {
    match error {
        FileError::World { .. } => "get a new copy of the file",
        _ => "correct that line or get a new copy of the file",
    }
}

impl From<CourseError> for CliError {
    fn from(error: CourseError) -> Self {
        match error {
            CourseError::File(error) => error.into(),
            CourseError::OtherMap {
                path,
                stated,
                actual,
            } => Self::OtherMap {
                path,
                stated,
                actual,
            },
            CourseError::NoRows(path) => Self::NoRows(path),
            CourseError::World(error) => Self::World(error),
            CourseError::NoProblems(world) => Self::NoProblems(world),
        }
    }
}

impl From<FileError> for CliError {
    fn from(error: FileError) -> Self {
        match error {
            FileError::Read { .. } => Self::Unreadable(error),
            FileError::Format(_) | FileError::World { .. } => Self::Malformed(error),
            _ => Self::WrongFile(error),
        }
    }
}

impl From<io::Error> for CliError {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

/// What to do about a file of another program that is not read.
fn import_advice(error: &ImportError) -> &'static str {
    match error.reason {
        ImportReason::Unreadable(_) => "check the path and your permission to read it",
        ImportReason::UnknownExtension => "give a file with the right extension",
        ImportReason::LeftOut { .. } => {
            "get a build with all formats by cargo install --locked --path crates/cli --features full"
        }
        ImportReason::SizeMissing { .. } => "give --size",
        ImportReason::SizeGiven { .. } => "leave out --size",
        ImportReason::OriginGiven { .. } => "leave out --origin",
        ImportReason::TooLarge { .. } => "give a larger --size, or raise --most-chunks",
        ImportReason::Empty { what: "chunk" } => "give a folder with Minecraft region files",
        ImportReason::Unsupported { .. } => "save it in a supported form",
        _ => "get a new copy of the file, or see voxnav convert --help",
    }
}

fn shown_bytes(count: u64) -> String {
    bytes(usize::try_from(count).unwrap_or(usize::MAX))
}

/// Which scenarios there are instead, and what to do with them.
fn scenarios_there(names: &[OsString]) -> String {
    const SHOWN: usize = 5;
    let shown: Vec<_> = names
        .iter()
        .take(SHOWN)
        .map(|name| name.to_string_lossy())
        .collect();
    let more = if names.len() > SHOWN { ", ..." } else { "" };
    match shown.as_slice() {
        [] => "there is none beside the map; give one, or generate problems with voxnav generate --scenarios"
            .to_owned(),
        shown => format!(
            "there are {}{more} beside the map; give one of them",
            shown.join(", ")
        ),
    }
}

/// What to do about an outcome without a path.
fn advice(outcome: &str, nearest: Option<IVec3>) -> String {
    if let Some(IVec3 { x, y, z }) = nearest {
        return format!("the nearest cell where the agent can be is {x},{y},{z}");
    }
    match outcome {
        "start blocked" | "start outside" => "choose a free cell of the map for --from",
        "goal blocked" | "goal outside" => "choose a free cell of the map for --to",
        _ => "try other cells, --moves or --corners",
    }
    .to_owned()
}

/// What to do about rows that could not be written.
fn remedy(reason: &io::Error) -> &'static str {
    match reason.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => {
            "free some space"
        }
        _ => "make the file writable",
    }
}

/// What to do about answers that are not kept, or not those of this run.
fn journal_advice(reason: &JournalError) -> String {
    match reason {
        JournalError::Io(reason) => format!("{} and give the same command again", remedy(reason)),
        _ => "repeat the command of that run, or give another file".to_owned(),
    }
}

/// What to do after that, if there is more to do.
fn and(sequel: Option<&str>) -> String {
    sequel.map_or(String::new(), |sequel| format!(" and {sequel}"))
}

/// What clap says in several paragraphs, without the usage and the empty lines.
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

/// What to do about a world that cannot be shown.
fn instead_of(shown: &ViewError) -> &'static str {
    match shown {
        ViewError::RouteOutside { .. } => "give the routes of this map",
        _ => "choose a smaller map",
    }
}
