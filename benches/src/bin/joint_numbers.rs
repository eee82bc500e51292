//! Joint plans with guidance and without: what first plans cost, how far they are improved, and how many goals agents
//! reach without end.
//!
//! Every plan, and every step without end, passes the verifier. Prints CSV.

#![expect(clippy::cast_precision_loss, reason = "counts far below 2^53")]

use std::error::Error;
use std::time::Duration;

use clap::{Parser, ValueEnum};
use voxnav::glam::IVec3;
use voxnav::grid::{Axis, CellBox, CellState, Occupancy, OccupancyBuilder, Traversability};
use voxnav::ground::{Ground, Locomotion, Successors};
use voxnav::{MoveSet, UnknownPolicy};
use voxnav_benches::Clock;
use voxnav_crowd::mapf::{
    Guidance, JointOptions, JointOutcome, JointPlan, JointPlanError, JointSearch, JointWorld,
    Kinematics, LifelongPlanner, PlanViolation, PlannedLeg, verify_joint_plan, verify_leg_plan,
};
use voxnav_testkit::Draws;
use voxnav_worlds::GeneratedWorld;

/// Measures joint plans on one thread, with guidance and without in turns.
#[derive(Debug, Parser)]
struct Arguments {
    /// The measurement
    #[arg(value_enum)]
    measure: Measure,
    /// Map files, `generated:KIND:X,Y,Z:SEED`, or `racks`: a warehouse of 25 x 20 x 8 cells for drones
    worlds: Vec<String>,
    /// The numbers of agents
    #[arg(long, value_delimiter = ',', default_values_t = [100, 400, 1000])]
    agents: Vec<usize>,
    /// The number of seeds, from 1
    #[arg(long, default_value_t = 5)]
    seeds: u64,
    /// The steps without end
    #[arg(long, default_value_t = 300)]
    steps: usize,
    /// The seconds of improvement
    #[arg(long, default_value_t = 1.0)]
    seconds: f64,
    /// Move to all 26 neighbors in worlds of several layers, instead of 6
    #[arg(long)]
    diagonals: bool,
    /// Walk on the ground, in worlds of one layer under two free ones
    #[arg(long)]
    walkers: bool,
    /// The steps of a move at full speed
    #[arg(long, default_value_t = 1)]
    steps_per_move: u8,
    /// The steps of a turn by 90 degrees
    #[arg(long, default_value_t = 0)]
    steps_per_turn: u8,
    /// The time to measure
    #[arg(long, value_enum, default_value_t)]
    clock: Clock,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Measure {
    /// First plans, distances included: cost over shortest, and milliseconds
    First,
    /// Plans that were improved: cost over shortest
    Improved,
    /// Plans in which any agent takes any goal, and guided plans to the goals that their agents take: cost over shortest
    Unlabeled,
    /// Agents without end: goals a step and agent
    Lifelong,
}

type Failure = Box<dyn Error>;

const GUIDANCE: [Guidance; 2] = [Guidance::Off, Guidance::Auto];

#[expect(clippy::print_stdout, reason = "the table is what it is for")]
fn main() -> Result<(), Failure> {
    let arguments = Arguments::parse();
    println!("{}", arguments.measure.header());
    for name in &arguments.worlds {
        let occupancy = read(name)?;
        if arguments.walkers {
            let ground = Ground::new(&with_headroom(occupancy)?, &Locomotion::walker())?;
            let cells = largest_part(ground.moves().bounds(), |from| steps_back(&ground, from));
            let moves = ground.moves();
            arguments.measure_in(name, (JointWorld::Legs(&moves), &cells), MoveSet::default())?;
            continue;
        }
        let world = Traversability::new(&occupancy, UnknownPolicy::Blocked);
        let is_flat = world.bounds().size().z == 1;
        let moves = match (is_flat, arguments.diagonals) {
            (true, _) => MoveSet::Planar4(Axis::Z),
            (false, true) => MoveSet::Vertex26,
            (false, false) => MoveSet::Face6,
        };
        let sides = [IVec3::X, IVec3::Y, IVec3::Z].map(|axis| [axis, -axis]);
        let cells = largest_part(world.bounds(), |from| {
            let beside = sides.as_flattened().iter().map(|side| from + side);
            let around = std::iter::once(from).chain(beside);
            around.filter(|&it| world.is_traversable(it)).collect()
        });
        arguments.measure_in(name, (JointWorld::Flight(&world), &cells), moves)?;
    }
    Ok(())
}

impl Arguments {
    #[expect(clippy::print_stdout, reason = "the table is what it is for")]
    fn measure_in(
        &self,
        name: &str,
        world: (JointWorld<'_>, &[IVec3]),
        moves: MoveSet,
    ) -> Result<(), Failure> {
        let own = Kinematics::new()
            .steps_per_move(self.steps_per_move)
            .steps_per_turn(self.steps_per_turn);
        for &agents in &self.agents {
            let mut rows = Vec::new();
            for seed in 1..=self.seeds {
                let crowd = Crowd::draw(world, agents, (moves, own, seed));
                rows.push(match self.measure {
                    Measure::First => crowd.first(self.clock)?,
                    Measure::Improved => crowd.improved(self.seconds, self.clock)?,
                    Measure::Unlabeled => crowd.unlabeled(self.clock)?,
                    Measure::Lifelong => crowd.lifelong(self.steps, self.clock)?,
                });
            }
            let means = (0..rows[0].len())
                .map(|column| rows.iter().map(|row| row[column]).sum::<f64>() / rows.len() as f64)
                .map(|mean| format!("{mean:.4}"));
            let name = name.rsplit('/').next().unwrap_or(name);
            println!("{name},{agents},{}", means.collect::<Vec<_>>().join(","));
        }
        Ok(())
    }
}

impl Measure {
    const fn header(self) -> &'static str {
        match self {
            Self::First => {
                "world,agents,cost over shortest --first,guided,distances and plan --first ms,guided ms"
            }
            Self::Improved => "world,agents,improved from --first,from guided",
            Self::Unlabeled => {
                "world,agents,to any goal,guided to these goals,to any goal ms,guided ms"
            }
            Self::Lifelong => {
                "world,agents,goals a step without guidance,guided,guided over not,bound,step ms without guidance,guided,rescues without guidance,guided"
            }
        }
    }
}

fn read(name: &str) -> Result<Occupancy, Failure> {
    if name == "racks" {
        return racks();
    }
    if name.starts_with("generated:") {
        return Ok(name.parse::<GeneratedWorld>()?.world()?);
    }
    Ok(voxnav_files::read_map(name)?)
}

/// Builds racks of 10 x 2 x 7 cells with aisles of a cell between, and a layer above them all.
fn racks() -> Result<Occupancy, Failure> {
    let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::new(25, 20, 8)))?;
    for column in 0..2 {
        for row in 0..6 {
            let first = IVec3::new(2 + 11 * column, 1 + 3 * row, 0);
            let rack = CellBox::new(first, first + IVec3::new(10, 2, 7));
            builder.set_box(rack, CellState::Occupied)?;
        }
    }
    Ok(builder.commit())
}

/// Returns a world of one layer with two free layers above it.
fn with_headroom(world: Occupancy) -> Result<Occupancy, Failure> {
    let bounds = world.bounds();
    if bounds.size().z > 1 {
        return Ok(world);
    }
    let tall = CellBox::new(bounds.min, bounds.max + 2 * IVec3::Z);
    let mut builder = OccupancyBuilder::new(tall)?;
    let taken = bounds
        .cells()
        .filter(|&it| world.state(it) == CellState::Occupied);
    for cell in taken {
        builder.set_box(
            CellBox::new(cell, cell + IVec3::new(1, 1, 3)),
            CellState::Occupied,
        )?;
    }
    Ok(builder.commit())
}

/// Returns the cells to which a walker gets from a cell in a move, and back in one; the cell itself, if it can rest there.
fn steps_back(ground: &Ground, from: IVec3) -> Vec<IVec3> {
    if !ground.can_rest(from) {
        return Vec::new();
    }
    let moves_from = |cell| {
        let mut moves = Vec::new();
        ground.moves().moves_from(cell, &mut moves);
        moves.into_iter().map(|it| it.to)
    };
    let leads_back = |to: &IVec3| moves_from(*to).any(|it| it == from);
    std::iter::once(from)
        .chain(moves_from(from).filter(leads_back))
        .collect()
}

/// Returns the cells of the largest part, in order; `around` returns a cell and those next to it, nothing if it is no cell.
fn largest_part(bounds: CellBox, around: impl Fn(IVec3) -> Vec<IVec3>) -> Vec<IVec3> {
    let mut seen = std::collections::HashSet::new();
    let mut best = Vec::new();
    for cell in bounds.cells() {
        if around(cell).is_empty() || !seen.insert(cell) {
            continue;
        }
        let mut part = vec![cell];
        let mut next = 0;
        while let Some(&at) = part.get(next) {
            next += 1;
            for beside in around(at) {
                if seen.insert(beside) {
                    part.push(beside);
                }
            }
        }
        if part.len() > best.len() {
            best = part;
        }
    }
    best.sort_by_key(IVec3::to_array);
    best
}

/// Returns the plan that a search finds.
fn planned(search: &mut JointSearch) -> Result<JointPlan, Failure> {
    match search.advance(u64::MAX) {
        Some(JointOutcome::Planned(plan)) => Ok(plan),
        other => Err(format!("no plan: {other:?}").into()),
    }
}

/// The starts and goals of some agents.
struct Crowd<'w> {
    world: JointWorld<'w>,
    cells: &'w [IVec3],
    starts: Vec<IVec3>,
    goals: Vec<IVec3>,
    options: JointOptions,
    seed: u64,
}

impl<'w> Crowd<'w> {
    fn draw(
        (world, cells): (JointWorld<'w>, &'w [IVec3]),
        agents: usize,
        (moves, own, seed): (MoveSet, Kinematics, u64),
    ) -> Self {
        let ends = |seed| -> Vec<IVec3> {
            let order = voxnav_worlds::random_order(cells.len(), seed);
            order.into_iter().take(agents).map(|it| cells[it]).collect()
        };
        Self {
            world,
            cells,
            starts: ends(2 * seed),
            goals: ends(2 * seed + 1),
            options: JointOptions::new().moves(moves).kinematics(vec![own]),
            seed,
        }
    }

    fn search(&self, guidance: Guidance) -> Result<JointSearch, Failure> {
        let options = self.options.clone().guidance(guidance);
        Ok(JointSearch::new(
            self.world,
            &self.starts,
            &self.goals,
            &options,
        )?)
    }

    /// Returns the cost over the shortest of a plan that is legal.
    fn cost(&self, plan: &JointPlan) -> Result<f64, Failure> {
        let cost = self.verify(&self.goals, plan)?;
        Ok(cost as f64 / plan.shortest() as f64)
    }

    fn verify(&self, goals: &[IVec3], plan: &JointPlan) -> Result<u64, PlanViolation> {
        let (starts, options) = (&self.starts, &self.options);
        match self.world {
            JointWorld::Flight(world) => verify_joint_plan(world, starts, goals, plan, options),
            JointWorld::Legs(moves) => verify_leg_plan(moves, starts, goals, plan, options),
            _ => Err(PlanViolation::Goal(0)),
        }
    }

    fn first(&self, clock: Clock) -> Result<Vec<f64>, Failure> {
        let mut row = Vec::new();
        let mut times = Vec::new();
        for guidance in GUIDANCE {
            let (plan, time) = clock.time(|| planned(&mut self.search(guidance)?));
            row.push(self.cost(&plan?)?);
            times.push(time.as_secs_f64() * 1e3);
        }
        row.extend(times);
        Ok(row)
    }

    fn improved(&self, seconds: f64, clock: Clock) -> Result<Vec<f64>, Failure> {
        let each = GUIDANCE.map(|guidance| {
            let mut search = self.search(guidance)?;
            planned(&mut search)?;
            let mut left = Duration::from_secs_f64(seconds);
            while !left.is_zero() {
                let (_, time) = clock.time(|| search.improve(1));
                left = left.saturating_sub(time);
            }
            self.cost(&search.plan().ok_or("no plan")?)
        });
        each.into_iter().collect()
    }

    fn unlabeled(&self, clock: Clock) -> Result<Vec<f64>, Failure> {
        let ends = (&self.starts, &self.goals);
        let (search, time) = clock.time(|| -> Result<_, JointPlanError> {
            let mut search = JointSearch::unlabeled(self.world, ends.0, ends.1, &self.options)?;
            Ok((search.finish(), search))
        });
        let (outcome, search) = search?;
        let JointOutcome::Planned(plan) = outcome else {
            return Err("no plan to any goal".into());
        };
        let taken = search.goals().iter();
        let goals: Vec<IVec3> = taken.map(|&goal| self.goals[goal]).collect();
        let cost = self.verify(&goals, &plan)?;
        let own = Self {
            goals,
            starts: self.starts.clone(),
            options: self.options.clone(),
            ..*self
        };
        let (guided, guided_time) = clock.time(|| planned(&mut own.search(Guidance::Auto)?));
        let guided_cost = self.verify(&own.goals, &guided?)? as f64;
        let shortest = plan.shortest() as f64;
        let times = [time, guided_time].map(|it| it.as_secs_f64() * 1e3);
        Ok(vec![
            cost as f64 / shortest,
            guided_cost / shortest,
            times[0],
            times[1],
        ])
    }

    fn lifelong(&self, steps: usize, clock: Clock) -> Result<Vec<f64>, Failure> {
        let [without, guided] = GUIDANCE.map(|guidance| self.play(guidance, steps, clock));
        let (without, guided) = (without?, guided?);
        let [without_goals, guided_goals] =
            [without.goals, guided.goals].map(|it| it / steps as f64);
        let times = [without.time, guided.time].map(|it| it.as_secs_f64() * 1e3 / steps as f64);
        Ok(vec![
            without_goals / self.starts.len() as f64,
            guided_goals / self.starts.len() as f64,
            guided_goals / without_goals,
            self.bound()?,
            times[0],
            times[1],
            without.rescues as f64,
            guided.rescues as f64,
        ])
    }

    /// Returns the most goals a step and agent, if none had to give way: one over the mean shortest way.
    fn bound(&self) -> Result<f64, Failure> {
        let mut draws = Draws::new(self.seed);
        let ends: Vec<[IVec3; 2]> = (0..300)
            .map(|_| [draws.pick(self.cells), draws.pick(self.cells)])
            .collect();
        let mut sum = 0;
        for [start, goal] in &ends {
            let plan = JointSearch::new(self.world, &[*start], &[*goal], &self.options)?;
            sum += planned(&mut { plan })?.shortest();
        }
        Ok(ends.len() as f64 / sum as f64)
    }

    fn play(&self, guidance: Guidance, steps: usize, clock: Clock) -> Result<Played, Failure> {
        let options = self.options.clone().guidance(guidance);
        let mut fleet = LifelongPlanner::new(self.world, &self.starts, &options)?;
        let mut draws = Draws::new(self.seed);
        let mut legs: Vec<Vec<PlannedLeg>> = vec![Vec::new(); self.starts.len()];
        let mut cells = self.starts.clone();
        let (mut goals, mut time) = (0, Duration::ZERO);
        for (agent, &goal) in self.goals.iter().enumerate() {
            fleet.set_goal(agent, goal)?;
        }
        for begins in 0..u32::try_from(steps)? {
            let ((), taken) = clock.time(|| {
                fleet.next_step();
            });
            time += taken;
            for (agent, legs) in legs.iter_mut().enumerate() {
                let before = std::mem::replace(&mut cells[agent], fleet.cells()[agent]);
                let to = cells[agent];
                let is_on = legs.last().is_some_and(|leg| leg.ends > begins);
                match fleet.leg(agent) {
                    Some(leg) if leg.begins == begins => legs.push(leg),
                    None if to != before && !is_on => {
                        let ends = begins + 1;
                        legs.push(PlannedLeg { begins, ends, to });
                    }
                    _ => {}
                }
            }
            for agent in 0..fleet.agents() {
                if fleet.has_reached(agent) {
                    goals += 1;
                    fleet.set_goal(agent, draws.pick(self.cells))?;
                }
            }
        }
        let last = |(legs, &start): (&Vec<PlannedLeg>, _)| legs.last().map_or(start, |leg| leg.to);
        let ends: Vec<IVec3> = legs.iter().zip(&self.starts).map(last).collect();
        self.verify(&ends, &JointPlan::of_legs(self.starts.clone(), legs, 0))?;
        Ok(Played {
            goals: f64::from(goals),
            time,
            rescues: fleet.rescues(),
        })
    }
}

/// The goals that agents without end reached, and the time for it.
struct Played {
    goals: f64,
    time: Duration,
    rescues: u64,
}
