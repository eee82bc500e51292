//! `voxnav together`: one collision-free plan for many agents.

mod agents;
mod report;
mod search;

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use clap::Args;
use rayon::ThreadPoolBuilder;
use voxnav::grid::Axis;
use voxnav::{CornerRule, MoveSet};
use voxnav_crowd::mapf::{
    Guidance, JointOptions, JointOutcome, JointPlan, Kinematics, Limit, Limits, Threads,
};

use crate::commands::route::separator::Separator;
use crate::error::{CliError, Context};
use crate::files::{spare_inputs, write_whole};
use crate::interrupt;
use crate::report::output::{StandardOutput, WrappedText, write_json};
use crate::search::limits::{LimitOptions, threads};
use crate::search::locomotion::LocomotionSource;
use crate::search::walker::Walker;
use crate::units::{Place, Space, Units, written};
use crate::values::{seconds, whole};
use crate::world_source::cost_options::MapOptions;
use crate::world_source::import_options::ImportOptions;
use crate::world_source::map_file::{MapFile, MapKind, MapSource};
use agents::Agents;
use report::{Report, Times};

/// Plan for many agents together, so that nobody meets anybody
///
/// In each step every agent stays or makes one move; every move takes one step and costs one.
/// Agents are points: no two are in one cell, change places, or cross on diagonals in one step.
/// With --locomotion they are on the ground, a move takes its cost in steps, rounded up, and holds
/// all its cells meanwhile. Standing at the goal for good costs nothing. The first plan comes
/// fast, faster and longer with --first; --improve makes it better. Every plan is checked before it
/// is written.
///
/// There may be no plan at all: then either that is proved, which can take very long where agents
/// are in each other's way, or a limit ends the search.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Examples:
  voxnav together cave.3dmap --agents agents.csv --out plan.csv
  voxnav together room-64-64-8.map --agents room-64-64-8-random-1.scen \\
    --count 500 --out plan.csv --improve 10
  voxnav together hills.voxnav --agents walkers.csv --out plan.csv \\
    --locomotion walker --any-goal

Agents are CSV (.csv, .tsv) or JSON lines (.jsonl) as for voxnav route, with the
columns id,sx,sy,sz,gx,gy,gz, or a .scen or .3dscen file, whose agents are
numbered from 1. No two may have one id, or start, or end, in one cell.

Starts and goals are cells. With --units world, or columns named world_sx and so
on, they are positions in the units of the map, such as meters, each in the cell
that holds it, and the plan has world_x,world_y,world_z instead of x,y,z: the
centers of cells. The ends of a scenario are cells in any case.

The plan is CSV, in a .tsv file with tabs, with the columns id,step,x,y,z: step
by step from 0, a row for each agent, in their order. On the ground that is the
cell which an agent has left last while it makes a move of several steps.

The same input gives the same plan on every machine, whatever the threads,
unless --limit-time or --improve end it by the clock.

Exit codes: 0 success; 1 it is proved that there is no plan; 2 bad usage or
input; 3 a limit was reached first.")]
pub(crate) struct TogetherOptions {
    /// The map: a .3dmap, .map or .voxnav file, one of another program, or generated:KIND:X,Y,Z:SEED
    map: MapSource,

    /// The agents: .csv, .tsv, .jsonl, .scen or .3dscen
    #[arg(long, value_name = "FILE")]
    agents: PathBuf,

    /// The file for the plan; replaced if it exists. With - the plan goes to standard output, and the report to
    /// standard error
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// Plan for the first N agents of the file alone
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<u64>(1..=1 << 24))]
    count: Option<u64>,

    /// The units of positions [default: cells, or as the agents say]
    #[arg(long, value_name = "UNITS", value_enum)]
    units: Option<Units>,

    /// Which moves: 26, 18, 6, planar8-x|y|z, planar4-x|y|z [default: planar4-z for .map, else 26]
    #[arg(long, value_name = "M")]
    moves: Option<MoveSet>,

    /// Which diagonal moves are legal: strict, one-side or lenient
    #[arg(long, value_name = "C", default_value_t)]
    corners: CornerRule,

    /// Plan for agents on the ground: walker, spider, diver, crouching, ticks, mineflayer, roblox or FILE.toml
    ///
    /// Agents must be able to stand, swim or climb at starts and goals, and keep as far apart as they are tall.
    #[arg(long, value_name = "L", conflicts_with_all = ["moves", "corners"])]
    locomotion: Option<LocomotionSource>,

    /// Let any agent take any goal of the file; each goal is taken by one
    #[arg(long)]
    any_goal: bool,

    /// Take any plan as soon as there is one: agents are not guided past each other. Plans are longer
    #[arg(long, conflicts_with = "locomotion")]
    first: bool,

    /// How many steps agents take to turn by up to 90 degrees, twice as many by more, before a move elsewhere; a move then
    /// holds all its cells from its turn on
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true, value_parser = whole::<u8>(0..=255))]
    steps_per_turn: u8,

    /// How many steps agents take for each that a move takes at full speed
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true, value_parser = whole::<u8>(1..=255))]
    steps_per_move: u8,

    /// Improve the first plan for this many seconds
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, value_parser = seconds)]
    improve: Option<Duration>,

    /// The seed of the draws that break ties
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true, value_parser = whole::<u64>(0..=u64::MAX))]
    seed: u64,

    /// How many threads find distances, at most one for each processor, which is the default
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<u64>(1..=u64::MAX))]
    threads: Option<u64>,

    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    limits: LimitOptions,

    #[command(flatten)]
    import: ImportOptions,
}

/// The expansions between two looks at the clock.
const SLICE: u64 = 8;

pub(crate) fn run(options: &TogetherOptions, out: &mut StandardOutput<'_>) -> Result<(), CliError> {
    let inputs = [options.map.file(), Some(options.agents.as_path())];
    spare_inputs(inputs.into_iter().flatten(), [options.out.as_path()])?;
    let read = MapOptions {
        import: options.import.clone(),
        ..MapOptions::default()
    };
    let map = MapFile::load(&options.map, &read)?;
    let most = options.count.and_then(|count| usize::try_from(count).ok());
    let source = options.locomotion.as_ref();
    let walker = source.map(|source| Walker::new(source, map.placed()));
    let walker = walker.transpose()?;
    let world = (&map, walker.as_ref());
    let most = most.unwrap_or(usize::MAX);
    let asked = (most, options.units);
    let mut agents = Agents::read(&options.agents, &map, asked, walker.is_some())?;
    let up = walker.as_ref().map(|it| it.agent.up.axis);
    let settings = options.settings(map.kind, up);
    let (plan, expanded, times) = options.plan(world, &agents, &settings)?;
    if options.any_goal {
        let last = plan.steps();
        agents.take_goals((0..plan.agents()).map(|it| plan.at(it, last)).collect());
    }
    search::check(world, &agents, &plan, &settings)?;
    let to_standard_output = options.out.as_os_str() == "-";
    if to_standard_output {
        write_rows(Separator::default(), &mut *out, &agents, &plan)?;
    } else {
        let separator = Separator::of_name(&options.out);
        let written = write_whole(&options.out, |file| {
            write_rows(separator, file, &agents, &plan)
        });
        written.writing(&options.out)?;
    }
    let report = Report::new(
        (options.map.to_string(), &options.out),
        &plan,
        expanded,
        times,
    );
    let mut stderr = io::stderr().lock();
    let out: &mut dyn Write = if to_standard_output { &mut stderr } else { out };
    if options.json {
        write_json(&report, out)
    } else {
        report.write(&mut WrappedText::new(out))
    }
}

impl TogetherOptions {
    /// Returns the settings of plans on a map, for ground agents with the axis along which they stand.
    fn settings(&self, kind: MapKind, up: Option<Axis>) -> JointOptions {
        let usual = match kind {
            MapKind::Grid => MoveSet::Planar4(Axis::Z),
            MapKind::Voxels => MoveSet::Vertex26,
        };
        let limits = self.limits.limits(1);
        let mut joint = Limits::none();
        (joint.expanded, joint.memory) = (limits.expanded, limits.memory);
        let moves = self.moves.unwrap_or(usual);
        let axis = up.or(moves.fixed_axis()).unwrap_or(Axis::Z);
        let kinematics = Kinematics::new()
            .axis(axis)
            .steps_per_move(self.steps_per_move)
            .steps_per_turn(self.steps_per_turn);
        JointOptions::new()
            .kinematics(vec![kinematics])
            .moves(moves)
            .corners(self.corners)
            .limits(joint)
            .seed(self.seed)
            .threads(Threads::Pool)
            .guidance(if self.first {
                Guidance::Off
            } else {
                Guidance::Auto
            })
    }

    /// Finds a plan, and improves it for as long as is asked.
    fn plan(
        &self,
        world: (&MapFile, Option<&Walker>),
        agents: &Agents,
        settings: &JointOptions,
    ) -> Result<(JointPlan, u64, Times), CliError> {
        let threads = threads(self.threads).get();
        let pool = ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.or_advise("try fewer --threads")?;
        let began = Instant::now();
        let search = || search::begin(world, agents, settings, self.any_goal);
        let mut search = pool.install(search)?;
        let mut tables = began.elapsed();
        let advance = || {
            let ended = pool.install(|| search.advance(SLICE));
            // Distances may come in slices, before all steps.
            if ended.is_none() && search.expanded() == 0 {
                tables = began.elapsed();
            }
            ended
        };
        let plan = self.first(advance, began)?;
        let (first, expanded) = (began.elapsed(), search.expanded());
        let plan = match self.improve {
            Some(time) => pool.install(|| search::improve(search, plan, time)),
            None => plan,
        };
        let times = Times {
            tables,
            plan: first.saturating_sub(tables),
            improve: began.elapsed().saturating_sub(first),
        };
        Ok((plan, expanded, times))
    }

    /// Finds a first plan.
    fn first(
        &self,
        mut advance: impl FnMut() -> Option<JointOutcome>,
        began: Instant,
    ) -> Result<JointPlan, CliError> {
        let is_interrupted = interrupt::flag();
        loop {
            match advance() {
                Some(JointOutcome::Planned(plan)) => return Ok(plan),
                Some(JointOutcome::LimitReached(Limit::Memory)) => {
                    return Err(CliError::limit(
                        "the plan needs more memory; raise --limit-memory",
                    ));
                }
                Some(JointOutcome::LimitReached(_)) => {
                    return Err(CliError::limit("no plan yet; raise --limit-expanded"));
                }
                Some(_) => {
                    return Err(CliError::unexpected(
                        "it is proved that no plan keeps all agents apart; give other starts or goals",
                    ));
                }
                None => {}
            }
            if self.limits.time.is_some_and(|most| began.elapsed() >= most) {
                return Err(CliError::limit("no plan yet; raise --limit-time"));
            }
            if is_interrupted.load(Ordering::Relaxed) {
                return Err(CliError::unexpected("interrupted; no plan is written"));
            }
        }
    }
}

fn write_rows(
    separator: Separator,
    out: impl Write,
    agents: &Agents,
    plan: &JointPlan,
) -> io::Result<()> {
    let mut rows = separator.writer().from_writer(out);
    rows.write_record(match agents.space {
        Space::Index => ["id", "step", "x", "y", "z"],
        Space::World(_) => ["id", "step", "world_x", "world_y", "world_z"],
    })?;
    for step in 0..=plan.steps() {
        for (agent, id) in agents.ids.iter().enumerate() {
            match agents.space.place(plan.at(agent, step)) {
                Place::Cell([x, y, z]) => rows.serialize((id, step, x, y, z))?,
                Place::Position(position) => {
                    let [x, y, z] = position.map(written);
                    rows.serialize((id, step, x, y, z))?;
                }
            }
        }
    }
    rows.flush()
}
