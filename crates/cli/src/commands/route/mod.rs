//! `voxnav route`: many requests on one map, in parallel, one row of results each.

mod columns;
mod fields;
mod form;
mod ledger;
mod lines;
mod on_foot;
pub(crate) mod requests;
mod results;
mod rows;
mod run;
pub(crate) mod separator;
mod sizes;
mod text;

use std::fs::File;
use std::io::{self, BufRead, BufReader, ErrorKind, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use voxnav::batch::{Batch, BatchSharing, PathDetail};
use voxnav::search::Limits;
use voxnav::search::SearchSettings;

use crate::error::{CliError, Context, Exit, remedy};
use crate::files::{is_replaceable, spare_inputs};
use crate::interrupt;
use crate::report::output::{StandardOutput, WhileRead};
use crate::report::progress::Progress;
use crate::report::summary::Summary;
use crate::search::indexes::Queries;
use crate::search::keep_away::KeepAwayOptions;
use crate::search::limits::{Clock, threads};
use crate::search::options::SearchOptions;
use crate::search::walker::{Walker, WalkerOptions};
use crate::units::{Units, sides};
use crate::values::whole;
use crate::version::VERSION;
use crate::world_source::cost_options::MapOptions;
use crate::world_source::map_file::{MapFile, MapSource};
use crate::world_source::path_export::ExportOptions;
use columns::{Bodies, Keeping, Proofs};
use form::Form;
use ledger::{Noted, Terms};
use on_foot::OnFoot;
use requests::{Line, ReadAs, Requests, Strangers};
use results::{Existing, Results};
use rows::{Layout, RowWriter};
use run::{Run, Sink};
use sizes::Costs;
use voxnav_lab::figures::grouped;

/// Answer a file of requests, on all processors
///
/// Requests are read and results written one by one, so there may be millions. Results
/// are in the order of the requests and do not depend on the number of threads. Every path
/// that is kept is checked cell by cell against the moves and the corner rule. A summary is
/// printed on standard error at the end.
///
/// Requests with a common goal or a common start are answered by one search together where
/// that is cheaper: with --algorithm auto, without --limit-expanded and --limit-time, among 1024
/// consecutive requests.
///
/// While the command runs, results are in FILE.partial, and FILE.run records the map, requests and
/// options; FILE appears when all rows are done. After an interruption, --resume continues with the same
/// map, moves, algorithm and every other option that affects rows, and refuses others.
#[derive(Args, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "flags of a command line")]
#[command(after_long_help = "\
Examples:
  voxnav route cave.3dmap --requests agents.csv --out routes.csv
  voxnav route cave.3dmap --requests agents.csv --out routes.csv --resume
  voxnav route hills.voxnav --requests a.csv --out r.csv --locomotion walker
  voxnav route cave.3dmap --requests a.csv --out r.csv --export paths.gltf
  voxnav route cave.3dmap --requests a.csv --out r.csv --first
  voxnav route hall.voxnav --requests a.csv --out r.csv --units world
  voxnav route --costs currents.npy --requests a.csv --out r.csv
  generator | voxnav route cave.3dmap --requests - --out - --keep cost

Requests are CSV (.csv, .tsv) with the header id,sx,sy,sz,gx,gy,gz, the columns
in any order, or JSON lines (.jsonl, .ndjson, .json), one object with these
fields a line. Standard input is JSON lines if it begins with an object.
Commas, semicolons, tabs or vertical bars separate columns, as the header has
them, or a line such as `sep=;` before it. An unnamed first column, of row
numbers, is passed over. `3.0` is a whole number, too.

Starts and goals are cells. With --units world they are positions in the units
of the map, such as meters, each in the cell that holds it; columns named
world_sx, world_sy, world_sz, world_gx, world_gy and world_gz say so themselves.
Then results have world_length, world_path, world_legs, world_step and
world_nearest instead of length, path, legs, step and nearest: centers of cells
and lengths in world units. The legs of JSON have positions instead of cells.

Agents are one cell large unless agent_x, agent_y and agent_z state a size in
cells, 1 to 127 each. An agent lies around its cell, evenly where the size is
odd, else with one more cell toward larger coordinates. All that it covers must
be free. A run may name 64 sizes; each takes as much memory as the map. With
--locomotion all requests are of that agent, and none states a size.

Other columns, or fields, pass through to the results; with --strict they are
refused. CSV results of JSON lines have a column for each such field of the
first line. Values within quotes are one line each.

Results are CSV with commas (.csv) or tabs (.tsv), or JSON lines, by extension;
on standard output, as the requests came. Columns, or fields:
  id           as in the request, to the letter
  outcome      found, unreachable, limit reached, start blocked, ...; malformed
  cost         an integer, 2^30 for a straight move; where cells have costs,
               at the smallest of them, the unit that the summary states
  length       the length in cells, whatever cells cost
  path         (--keep path) start, cells where the path turns, goal: in CSV
               `x y z;x y z`; in between it goes on in equal moves, with
               --algorithm lazy-theta in a straight line
  legs         (--keep path with --locomotion) in place of path: what is done
               and the cells where the path turns meanwhile, in CSV
               `walk:x y z;x y z|drop:x y z;x y z`
  step         (--keep step) the first move, `x y z`, each -1, 0 or 1; with
               --locomotion where it leads from the start
  expanded, generated, reopened, stale, peak_open, lower_bound
               what the search took; of a shared search, all of it
  proved       (--first) cost / lower_bound: the ratio to the optimum is no
               larger
  source       query: a search of its own; field: a shared one
  nearest      where an end is blocked or outside, the nearest cell where the
               agent can be, `x y z`; with --locomotion within 8 cells
  error        of a malformed line, with its number

--export writes the paths that were found to a file of their own, in world
units, corner by corner: as .csv id,x,y,z; as .json objects with id and path; as
.geojson a collection of lines with their ids; as .gltf lines through the world.

Exit codes: 0 if every line was understood, whatever the outcomes, or if nobody
reads the results any more; 1 if lines were malformed and --keep-going made rows
of them, or if interrupted; 2 for anything else.")]
pub(crate) struct RouteOptions {
    /// The map: a .3dmap, .map or .voxnav file, one of another program, or generated:KIND:X,Y,Z:SEED
    #[arg(required_unless_present = "costs")]
    map: Option<MapSource>,

    /// The requests; - for standard input
    #[arg(long, value_name = "FILE")]
    requests: PathBuf,

    /// Where results go; - for standard output
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// The units of positions [default: cells, or as the requests say]
    #[arg(long, value_name = "UNITS", value_enum)]
    units: Option<Units>,

    /// How many threads, at most one for each processor, which is the default
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<u64>(1..=u64::MAX))]
    threads: Option<u64>,

    /// What to keep of each path
    #[arg(long, value_name = "WHAT", value_enum, default_value_t)]
    keep: Keeping,

    /// Write malformed lines as rows with an error, instead of stopping
    #[arg(long)]
    keep_going: bool,

    /// Refuse unknown columns and fields instead of copying them to the results
    #[arg(long)]
    strict: bool,

    /// Continue after the last complete row of an interrupted run, or begin
    ///
    /// The results, and the outcomes of the summary, are those of a run that was not interrupted.
    /// Without --limit-memory, the limit of the interrupted run applies. --threads and --keep-going may differ.
    #[arg(long, conflicts_with_all = ["force", "export"])]
    resume: bool,

    /// Replace existing results, and rows of an interrupted run
    #[arg(long)]
    force: bool,

    #[command(flatten)]
    export: ExportOptions,

    #[command(flatten)]
    search: SearchOptions,

    #[command(flatten)]
    walker: WalkerOptions,

    #[command(flatten)]
    read: MapOptions,

    #[command(flatten)]
    keep_away: KeepAwayOptions,
}

pub(crate) fn run(options: &RouteOptions, out: &mut StandardOutput<'_>) -> Result<(), CliError> {
    let inputs = [
        options.map.as_ref().and_then(MapSource::file),
        Some(options.requests.as_path()),
        options.read.costs.file(),
    ];
    let outputs = [Some(options.out.as_path()), options.export.path()];
    spare_inputs(inputs.into_iter().flatten(), outputs.into_iter().flatten())?;
    options.export.check()?;
    options.read.costs.check(options.walker.source.as_ref())?;
    if options.export.path().is_some() && options.keep != Keeping::Path {
        return Err(CliError::bad_input(
            "--export needs whole paths; leave out --keep, or give --keep path",
        ));
    }
    let out_form = options.out_form()?;
    let noted = match out_form {
        Some(_) => results::look(&options.out, options.existing())?,
        None if options.resume => return Err(results::nothing_to_resume()),
        None => None,
    };
    let mut requests = Requests::open(&options.requests, options.read_as(), out_form)?;
    let map = MapFile::load(options.map.as_ref(), &options.read)?
        .keeping_away(options.keep_away)
        .prepared(&options.search, &options.walker, Queries::Many)?;
    requests.place(&map.lattice);
    let walker = options.walker.on(map.placed())?;
    let threads = threads(options.threads);
    let mut search = map.settings(&options.search);
    search.limits = options.limits(threads, noted.as_ref());
    let layout = Layout {
        form: out_form.unwrap_or(requests.form()),
        keeping: options.keep,
        bodies: options.bodies(),
        proofs: Proofs::of(&search),
        space: requests.space(),
        more: requests.more_columns(),
    };
    let mut results = if out_form.is_some() {
        let terms = options.terms((&map, walker.as_ref()), &search, &layout)?;
        Some(results::open(&options.out, &layout, &terms, noted)?)
    } else {
        out.write_all(&layout.header()?)?;
        None
    };
    let clock = options.search.limits.clock(threads.get());
    let batch = batch(options, &map, &clock, threads)?;
    let done = results
        .as_mut()
        .map(|results| std::mem::take(&mut results.done));
    let done = done.unwrap_or_default();
    let skipped = run::skip(&mut requests, &done, options)?;
    let on_foot = walker.map(|walker| OnFoot::new(walker, search, &clock, threads));
    let on_foot = on_foot.transpose()?;
    let (file, ledger) = match &mut results {
        // Paths are to be exported whether anybody reads the rows or not.
        None if options.export.path().is_some() => (Box::new(out) as Box<dyn Write + '_>, None),
        None => (Box::new(WhileRead(out)) as Box<dyn Write + '_>, None),
        Some(Results { file, ledger, .. }) => {
            (Box::new(file) as Box<dyn Write + '_>, ledger.as_mut())
        }
    };
    let paths = options.export.begin(&map.occupancy, &map.lattice)?;
    let sink = Sink {
        rows: RowWriter::new(layout, file),
        ledger,
        paths,
        progress: bar(options, requests.form(), done.count),
    };
    let asked = (&batch, on_foot.as_ref());
    let costs = Costs::new(options.keep_away);
    let mut run = Run::new(options, asked, (&map, &costs), (search, &clock), sink);
    run.go_on(done.count, skipped);
    let (summary, outcome) = run.all(&mut requests);
    if let Some(results) = results {
        close(options, results, &summary, &outcome)?;
    }
    if !outcome.as_ref().is_err_and(|it| it.exit == Exit::Unread) {
        let costs = map.costs().filter(|_| on_foot.is_none());
        let costs = costs.map(|costs| costs.to_string());
        summary.write(options.threads, threads, costs);
    }
    match (outcome, summary.malformed()) {
        (Ok(()), malformed @ 1..) => Err(CliError::unexpected(format!(
            "malformed lines: {}; the column error of the results has the reasons",
            grouped(malformed)
        ))),
        (outcome, _) => outcome,
    }
}

/// Gives results their name, or leaves what there is of them to be resumed.
fn close(
    options: &RouteOptions,
    results: Results,
    summary: &Summary,
    outcome: &Result<(), CliError>,
) -> Result<(), CliError> {
    let Results {
        mut file, ledger, ..
    } = results;
    if outcome.is_ok() {
        file.finish().map_err(|reason| cut(options, reason))?;
    } else if summary.rows_in_file() == 0 {
        // There is nothing to go on with.
        file.discard();
        drop(file);
    } else {
        return Ok(());
    }
    let removed = ledger.map_or(Ok(()), ledger::Ledger::remove);
    removed.writing(&options.out)
}

fn batch<'c>(
    options: &RouteOptions,
    map: &MapFile,
    clock: &'c Clock,
    threads: NonZeroUsize,
) -> Result<Batch<'c>, CliError> {
    let batch = Batch::new(map.world.clone())
        // What a path costs does not say how long it is where cells have costs.
        .detail(match map.costs() {
            Some(_) => PathDetail::Path,
            None => options.keep.detail(),
        })
        .cancel(interrupt::flag())
        .threads(threads)
        .or_advise(FEWER_THREADS)?;
    Ok(if clock.is_running() {
        batch.watch(clock).sharing(BatchSharing::Never)
    } else {
        batch
    })
}

impl RouteOptions {
    /// The form of the results; open on standard output.
    fn out_form(&self) -> Result<Option<Form>, CliError> {
        if is_standard(&self.out) {
            return Ok(None);
        }
        Form::of_name(&self.out).map(Some)
    }

    /// Returns the advice to go on with a run that ended too early; none where its rows went to a pipe or a device.
    fn sequel(&self) -> Option<&'static str> {
        let has_rows = !is_standard(&self.out) && is_replaceable(&self.out);
        has_rows.then(|| match self.export.path() {
            None => "continue with --resume",
            Some(_) => "continue with --resume, without --export",
        })
    }

    /// The same after an advice, if there is more to do.
    fn then(&self) -> String {
        self.sequel()
            .map_or(String::new(), |sequel| format!(" and {sequel}"))
    }

    fn existing(&self) -> Existing {
        match (self.resume, self.force) {
            (true, _) => Existing::Resumed,
            (false, true) => Existing::Replaced,
            (false, false) => Existing::Spared,
        }
    }

    /// Returns the source of the sizes of agents.
    fn bodies(&self) -> Bodies {
        match self.walker.source {
            Some(_) => Bodies::OnFoot,
            None => Bodies::Stated,
        }
    }

    fn read_as(&self) -> ReadAs {
        ReadAs {
            strangers: if self.strict {
                Strangers::Refused
            } else {
                Strangers::Pass
            },
            bodies: self.bodies(),
            units: self.units,
        }
    }

    fn limits(&self, threads: NonZeroUsize, noted: Option<&Noted>) -> Limits {
        let limits = self.search.limits.limits(threads.get());
        let before = noted.and_then(|noted| noted.terms.limit_memory);
        match (self.search.limits.memory, before) {
            (None, Some(before)) => limits.memory(before),
            _ => limits,
        }
    }

    fn terms(
        &self,
        (map, walker): (&MapFile, Option<&Walker>),
        search: &SearchSettings,
        layout: &Layout,
    ) -> Result<Terms, CliError> {
        let time = self.search.limits.time;
        let water = map.water().map(|(occupancy, _)| occupancy);
        let locomotion = walker.map(|walker| serde_json::to_string(&walker.agent));
        let locomotion = locomotion.transpose();
        let keep = self.keep.to_possible_value();
        Ok(Terms {
            program: format!("voxnav {VERSION}"),
            map: voxnav_lab::fingerprint(std::iter::once(&map.occupancy).chain(water)),
            costs: (map.costs().is_some() && walker.is_none())
                .then(|| voxnav_lab::fingerprint_of_costs(&map.terrain)),
            keep_away: self.keep_away.told(),
            algorithm: search.algorithm.to_string(),
            heuristic: search.heuristic.to_string(),
            moves: search.moves.to_string(),
            corners: search.corners.to_string(),
            keep: keep.map_or_else(String::new, |it| it.get_name().to_owned()),
            limit_expanded: search.limits.expanded,
            limit_memory: search.limits.memory,
            limit_time: time.map(|time| time.as_secs_f64()),
            columns: layout.more.clone(),
            cell_size: (!map.shape.is_cubic()).then(|| sides(&map.lattice)),
            locomotion: locomotion.or_advise("give another --locomotion")?,
            units: layout.space.to_string(),
        })
    }
}

fn is_standard(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// The advice for a batch that cannot run.
const FEWER_THREADS: &str = "try fewer --threads";

/// Returns the error for rows that could not be written any more.
fn cut(options: &RouteOptions, reason: io::Error) -> CliError {
    match reason.kind() {
        ErrorKind::BrokenPipe if options.export.path().is_none() => CliError::unread(),
        _ if is_standard(&options.out) => reason.into(),
        _ => {
            let (advice, then) = (remedy(&reason), options.then());
            CliError::at(&options.out, format!("{reason}; {advice}{then}"))
        }
    }
}

fn next_line(requests: &mut Requests, options: &RouteOptions) -> Result<Option<Line>, CliError> {
    requests.next_line().reading(&options.requests)
}

/// Progress over as many steps as a file has requests, if none of its lines is empty.
fn bar(options: &RouteOptions, form: Form, done: u64) -> Progress {
    let header = u64::from(matches!(form, Form::Csv(_)));
    let count = || {
        let mut reader = BufReader::with_capacity(1 << 16, File::open(&options.requests).ok()?);
        let mut lines = 0_u64;
        while reader.skip_until(b'\n').ok()? > 0 {
            lines += 1;
        }
        Some(lines.saturating_sub(header))
    };
    let is_file = std::fs::metadata(&options.requests).is_ok_and(|there| there.is_file());
    let total = is_file.then(count).flatten();
    Progress::with_rate(total, done)
}
