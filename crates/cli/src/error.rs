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
use voxnav_formats::{FileError, WriteError};
use voxnav_import::{ImportError, ImportReason};
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

    #[error("{0}; check the path and whether you may read it")]
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
    #[error("{}: the extension must be one of {}; choose such a name", path.display(), kinds.join(", "))]
    NoKind {
        path: PathBuf,
        kinds: Vec<&'static str>,
    },
    #[error(
        "{}: a path on the Earth needs to know where; give --geo-origin, the place of the world's origin",
        .0.display()
    )]
    NoGeoOrigin(PathBuf),
    #[error(
        "{}: only .voxnav files keep what --derive derives; choose such a name",
        .0.display()
    )]
    DerivedElsewhere(PathBuf),
    #[error("{0}: only .voxnav files are loaded on demand; voxnav convert writes them")]
    NotOnDemand(String),
    #[error("{0}; give more with --on-demand, or leave it out")]
    OnDemand(voxnav_store::OnDemandError),
    #[error("{0}; write the file anew with voxnav convert")]
    Derived(voxnav_store::ReadError),
    #[error("--export writes paths, which are not kept; leave out --keep, or choose path")]
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
    #[error("{}: the scenario has no rows, so there is nothing to check; give one with problems", .0.display())]
    NoRows(PathBuf),

    #[error(
        "{}: there is no such scenario; {}",
        missing.display(), scenarios_there(there)
    )]
    NoScenario {
        missing: PathBuf,
        there: Vec<OsString>,
    },
    #[error(
        "{scenarios} scenarios for {maps} map files; give one for each with --scenarios, or none"
    )]
    ScenariosDoNotMatch { scenarios: usize, maps: usize },
    #[error("{}: {reason}; see voxnav compare --help for the options that a plan may have", path.display())]
    Plan { path: PathBuf, reason: PlanError },
    #[error("{}: {reason}; give CSV with the columns row and length", path.display())]
    Join { path: PathBuf, reason: JoinError },
    #[error("{0}: no file is named like that; put names with * in quotes, or name files")]
    NoSuchFiles(String),
    #[error("there is no such baseline; there are {there}")]
    NoBaseline { there: String },
    #[error("{0}: no two cells with a way between them were drawn; choose another world")]
    NoProblems(GeneratedWorld),
    #[error(
        "{}: there is no row {row}, the scenario has {rows}; choose one of those",
        path.display()
    )]
    NoSuchRow {
        path: PathBuf,
        row: u64,
        rows: usize,
    },
    #[error("{}: the trace is of another map, {map} of {size} cells; give that one", path.display())]
    OtherTrace {
        path: PathBuf,
        map: String,
        size: IVec3,
    },
    #[error("{0}; {hint}", hint = instead_of(.0))]
    View(#[from] ViewError),

    #[error(
        "{}: {reason}; give results of voxnav route on this map, as CSV or JSON lines",
        path.display()
    )]
    Routes { path: PathBuf, reason: RoutesError },

    #[error("{0}; choose another size")]
    World(#[from] WorldError),
    #[error(
        "{}: the file would have about {}, and {} are free; choose another place or a smaller world",
        path.display(), shown_bytes(*estimated), shown_bytes(*available)
    )]
    NoSpace {
        path: PathBuf,
        estimated: u64,
        available: u64,
    },
    #[error("{}: the name must end in .3dmap, .3dmap.gz, .3dmap.zst or .voxnav; choose such a name", .0.display())]
    NotAMapName(PathBuf),
    #[error("{}: {reason}; choose a place that can be written", path.display())]
    Unwritable { path: PathBuf, reason: WriteError },
    #[error("{}: this is what the command reads; choose another name to write to", .0.display())]
    WouldReplaceInput(PathBuf),
    #[error("standard output: {0}; make room or write elsewhere")]
    Output(#[source] io::Error),
    /// The reader of the results has left. Nobody is told: that is how `head` ends a program.
    #[error("nobody reads the results; give --out a file")]
    Unread,

    #[error("{}: {reason}; check the path and whether you may read it", path.display())]
    UnreadableRequests { path: PathBuf, reason: io::Error },
    #[error("{}:1: {reason}; a header has id,sx,sy,sz,gx,gy,gz and may have agent_x,agent_y,agent_z", path.display())]
    RequestsHeader { path: PathBuf, reason: BadHeader },
    #[error(
        "nothing came from standard input; send requests as CSV with a header, or as JSON lines"
    )]
    NothingCame,
    #[error("{}:{line}: {reason}; correct that line{}, or give --keep-going", path.display(), and(*sequel))]
    MalformedRequest {
        path: PathBuf,
        line: u64,
        reason: String,
        sequel: Option<&'static str>,
    },
    #[error("lines malformed: {}; see the column error of the results", grouped(*lines))]
    MalformedRows { lines: u64 },
    #[error("{}: the name must end in .csv or .jsonl; choose such a name, or -", .0.display())]
    NoForm(PathBuf),
    #[error("{}: this is there already; give another name, or --force to replace it", .0.display())]
    OutputExists(PathBuf),
    #[error(
        "{}: rows of an interrupted run are there; go on with --resume, or give --force to drop them and write {} anew",
        partial.display(),
        path.display()
    )]
    Unfinished { path: PathBuf, partial: PathBuf },
    #[error("{}: the file that says of what run these rows are is gone; give --force to begin anew", .0.display())]
    NoLedger(PathBuf),
    #[error(
        "{}: {difference}; resume with what the interrupted run had, or give --force to begin anew",
        path.display()
    )]
    OtherRun {
        path: PathBuf,
        difference: Difference,
    },
    #[error(
        "{}: row {row} of the interrupted run is not of the request in its place; give the requests of that run, or --force to begin anew",
        path.display()
    )]
    OtherResults { path: PathBuf, row: u64 },
    #[error(
        "interrupted after {} rows; {}",
        grouped(*rows),
        sequel.unwrap_or("a run whose --out is a file can be gone on with")
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
    #[error("{}: {reason}; choose a place that can be written", path.display())]
    UnwritableResults { path: PathBuf, reason: io::Error },
    #[error("standard output holds nothing to resume; give a file to --out")]
    NothingToResume,
    #[error("{0}; try fewer --threads")]
    Batch(#[from] BatchError),

    #[error("no path: {outcome}; {}", advice(outcome, *nearest))]
    NoPath {
        outcome: String,
        /// The nearest cell to the end that is at fault where the agent can be.
        nearest: Option<IVec3>,
    },
    #[error("no answer: {option} was reached; raise it, or choose another --algorithm")]
    LimitReached { option: &'static str },
    #[error(
        "{} of {} rows reached a limit and have no answer; raise it, or choose another --algorithm",
        grouped(*limited),
        grouped(*queries)
    )]
    LimitedRows { limited: u64, queries: u64 },
    #[error("the path breaks a rule: {0}; this is a defect of voxnav, please report it")]
    InvalidPath(PathError),
    #[error("the path breaks a rule: {0}; this is a defect of voxnav, please report it")]
    InvalidLegs(LegError),
    #[error("{0}; this is a defect of voxnav, please report it")]
    WrongLegs(Fault),
    #[error("traces have no legs; leave out --trace or --locomotion")]
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
    #[error("{} of {} rows are not as listed; see the report, and check that the scenario belongs to the map", grouped(*mismatches), grouped(*queries))]
    Mismatches { mismatches: u64, queries: u64 },
    #[error("{} of {} answers are wrong; see the report for which and why", grouped(*wrong), grouped(*answers))]
    WrongAnswers { wrong: u64, answers: u64 },
    #[error("interrupted after {} rows; what is reported is about those; {hint}", grouped(*rows))]
    Interrupted { rows: u64, hint: &'static str },
    #[error("{}: {reason}; {}", path.display(), journal_advice(reason))]
    Journal { path: PathBuf, reason: JournalError },
    #[error(
        "made {made} of {wanted} problems: too few pairs of free cells are connected in this {kind} world; ask for fewer, or for a larger or emptier world"
    )]
    TooFewProblems {
        made: usize,
        wanted: usize,
        kind: WorldKind,
    },
    #[error(
        "two algorithms disagree about the way from {start} to {goal}; this is a defect of voxnav, please report it"
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
            | Self::Unfinished { .. }
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
        FileError::World { .. } => "get the file anew",
        _ => "correct that line or get the file anew",
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
        ImportReason::Unreadable(_) => "check the path and whether you may read it",
        ImportReason::UnknownExtension => "give a file with the right extension",
        ImportReason::LeftOut { .. } => {
            "get a build with all formats by cargo install --locked --path crates/cli --features full"
        }
        ImportReason::SizeMissing { .. } => "give --size",
        ImportReason::SizeGiven { .. } => "leave out --size",
        ImportReason::OriginGiven { .. } => "leave out --origin",
        ImportReason::TooLarge { .. } => "give a larger --size, or raise --most-chunks",
        ImportReason::Empty { what: "chunk" } => "give a folder of Minecraft's regions",
        ImportReason::Unsupported { .. } => "save it another way",
        _ => "get the file anew, or see voxnav convert --help",
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
        [] => "there are none beside the map; give one, or make problems with voxnav generate --scenarios"
            .to_owned(),
        shown => format!(
            "beside the map there are {}{more}: give one of these",
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
        _ => "choose other cells, moves or corners",
    }
    .to_owned()
}

/// What to do about rows that could not be written.
fn remedy(reason: &io::Error) -> &'static str {
    match reason.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => "make room",
        _ => "see to it that the file can be written",
    }
}

/// What to do about answers that are not kept, or not those of this run.
fn journal_advice(reason: &JournalError) -> String {
    match reason {
        JournalError::Io(reason) => format!("{} and give the same command again", remedy(reason)),
        _ => "give the command of that run, or another file".to_owned(),
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
