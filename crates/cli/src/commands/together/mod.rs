//! `voxnav together`: one plan for many agents, in which nobody meets.

mod agents;
mod report;

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use clap::Args;
use rayon::ThreadPoolBuilder;
use voxnav::grid::Axis;
use voxnav::{CornerRule, MoveSet};
use voxnav_crowd::together::{
    JointOptions, JointOutcome, JointPlan, JointSearch, Limit, Limits, Threads, UnlabeledSearch,
    verify_joint_plan,
};

use crate::error::{CliError, Context};
use crate::files::{spare_inputs, write_whole};
use crate::interrupt;
use crate::report::output::{Fitted, StandardOutput};
use crate::search::limits::LimitOptions;
use crate::values::{seconds, whole};
use crate::world_source::import_options::ImportOptions;
use crate::world_source::map_file::{MapFile, MapKind, MapSource};
use agents::Agents;
use report::{Report, Times};

/// Plan for many agents together, so that nobody meets anybody
///
/// In each step every agent stays or makes one move; every move takes one step and costs one.
/// Agents are points: no two are in one cell, change places, or cross on diagonals in one step.
/// Standing at the goal for good costs nothing. The first plan comes fast; --improve makes it
/// better. Every plan is checked before it is written.
///
/// There may be no plan at all: then either that is proved, which can take very long where agents
/// are in each other's way, or a limit ends the search.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Examples:
  voxnav together cave.3dmap --agents agents.csv --out plan.csv
  voxnav together room-64-64-8.map --agents room-64-64-8-random-1.scen \\
    --count 500 --out plan.csv --improve 10

Agents are CSV (.csv) or JSON lines (.jsonl) with the columns of voxnav route,
id,sx,sy,sz,gx,gy,gz, or a .scen or .3dscen file, whose agents are numbered from
1. No two may start, or end, in one cell.

The plan is CSV with the columns id,step,x,y,z: step by step from 0, a row for
each agent, in their order.

The same input gives the same plan on every machine, whatever the threads,
unless --limit-time or --improve end it by the clock.

Exit codes: 0 success; 1 there is no plan, which is proved; 2 bad usage or
input; 3 a limit was reached first.")]
pub(crate) struct TogetherOptions {
    /// The map: a .3dmap, .map or .voxnav file, one of another program, or generated:KIND:X,Y,Z:SEED
    map: MapSource,

    /// The agents: .csv, .jsonl, .scen or .3dscen
    #[arg(long, value_name = "FILE")]
    agents: PathBuf,

    /// The file for the plan; replaced if it exists
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// Plan for the first N agents of the file alone
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<u64>(1..=1 << 24))]
    count: Option<u64>,

    /// Which moves: 26, 18, 6, planar8-x|y|z, planar4-x|y|z [default: planar4-z for .map, else 26]
    #[arg(long, value_name = "M")]
    moves: Option<MoveSet>,

    /// Which diagonal moves are legal: strict, one-side or lenient
    #[arg(long, value_name = "C", default_value_t)]
    corners: CornerRule,

    /// Let any agent take any goal of the file; each goal is taken by one
    #[arg(long)]
    any_goal: bool,

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
    let map = MapFile::load(&options.map, &options.import)?;
    let most = options.count.and_then(|count| usize::try_from(count).ok());
    let mut agents = Agents::read(&options.agents, &map, most.unwrap_or(usize::MAX))?;
    let settings = options.settings(map.kind);
    let (plan, expanded, times) = options.plan(&map, &agents, &settings)?;
    if options.any_goal {
        agents.take_goals(&plan);
    }
    let checked = verify_joint_plan(&map.world, &agents.starts, &agents.goals, &plan, &settings);
    if let Err(fault) = checked {
        return Err(CliError::invalid_path(fault));
    }
    write_plan(&options.out, &agents, &plan)?;
    let report = Report::new(
        (options.map.to_string(), &options.out),
        &plan,
        expanded,
        times,
    );
    if options.json {
        serde_json::to_writer(&mut *out, &report).map_err(std::io::Error::from)?;
        writeln!(out)?;
        Ok(())
    } else {
        report.write(&mut Fitted::new(out))
    }
}

impl TogetherOptions {
    fn settings(&self, kind: MapKind) -> JointOptions {
        let usual = match kind {
            MapKind::Grid => MoveSet::Planar4(Axis::Z),
            MapKind::Voxels => MoveSet::Vertex26,
        };
        let limits = self.limits.limits(1);
        let mut joint = Limits::none();
        (joint.expanded, joint.memory) = (limits.expanded, limits.memory);
        JointOptions::new()
            .moves(self.moves.unwrap_or(usual))
            .corners(self.corners)
            .limits(joint)
            .seed(self.seed)
            .threads(Threads::Pool)
    }

    /// Finds a plan, and improves it for as long as is asked.
    fn plan(
        &self,
        map: &MapFile,
        agents: &Agents,
        settings: &JointOptions,
    ) -> Result<(JointPlan, u64, Times), CliError> {
        let processors = thread::available_parallelism()
            .unwrap_or(NonZeroUsize::MIN)
            .get();
        let threads = self.threads.and_then(|count| usize::try_from(count).ok());
        let threads = threads.map_or(processors, |count| count.min(processors));
        let pool = ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.or_advise("try fewer --threads")?;
        let began = Instant::now();
        let (plan, expanded, tables, search) = if self.any_goal {
            let (starts, goals) = (&agents.starts, &agents.goals);
            let search = UnlabeledSearch::new(&map.world, starts, goals, settings);
            let mut search = search.map_err(|error| agents.named(&error))?;
            let tables = began.elapsed();
            let advance = || pool.install(|| search.advance(SLICE).map(|it| it.outcome));
            let plan = self.first(advance, began)?;
            (plan, search.expanded(), tables, None)
        } else {
            let (starts, goals) = (&agents.starts, &agents.goals);
            let search = pool.install(|| JointSearch::new(&map.world, starts, goals, settings));
            let mut search = search.map_err(|error| agents.named(&error))?;
            let tables = began.elapsed();
            let plan = self.first(|| search.advance(SLICE), began)?;
            (plan, search.expanded(), tables, Some(search))
        };
        let first = began.elapsed();
        let plan = match self.improve {
            Some(time) => {
                let of_plan = || JointSearch::of_plan(&map.world, &plan, settings).ok();
                let search = search.or_else(|| pool.install(of_plan));
                let better = search.and_then(|mut search| improved(&mut search, time));
                better.unwrap_or(plan)
            }
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
                        "there is no plan in which nobody meets, which is proved; give other starts or goals",
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

/// Improves a plan for some time, or until it cannot be shorter.
fn improved(search: &mut JointSearch, time: Duration) -> Option<JointPlan> {
    let is_interrupted = interrupt::flag();
    let began = Instant::now();
    let shortest = search.plan()?.shortest();
    while began.elapsed() < time && !is_interrupted.load(Ordering::Relaxed) {
        if search.improve(SLICE)? == shortest {
            break;
        }
    }
    search.plan()
}

fn write_plan(path: &Path, agents: &Agents, plan: &JointPlan) -> Result<(), CliError> {
    let written = write_whole(path, |file| {
        let mut rows = csv::Writer::from_writer(file);
        rows.write_record(["id", "step", "x", "y", "z"])?;
        for step in 0..=plan.steps() {
            for (agent, id) in agents.ids.iter().enumerate() {
                let [x, y, z] = plan.at(agent, step).to_array();
                rows.serialize((id, step, x, y, z))?;
            }
        }
        rows.flush()
    });
    written.writing(path)
}
