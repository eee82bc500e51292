//! A warehouse: robots fetch goods from shelves and bring them to counters, task after task, and never meet.

use std::error::Error;
use std::io::Write;

use voxnav::glam::IVec3;
use voxnav::grid::{Axis, CellBox, CellState, OccupancyBuilder, Traversability};
use voxnav::{MoveSet, UnknownPolicy};
use voxnav_crowd::mapf::{JointOptions, JointPlan, LifelongPlanner, verify_joint_plan};

const SIZE: IVec3 = IVec3::new(42, 27, 1);
const ROBOTS: usize = 48;
const STEPS: usize = 400;

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut std::io::stdout())
}

/// Works for some hundred steps, writes how many goods were brought, and checks all steps.
pub(crate) fn run(out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let (world, shelves) = building()?;
    // All start at the left wall and the row beside it.
    let starts: Vec<IVec3> = (0..24)
        .flat_map(|y| [0, 1].map(|x| IVec3::new(x, y, 0)))
        .collect();
    let options = JointOptions::new().moves(MoveSet::Planar4(Axis::Z));
    let mut fleet = LifelongPlanner::new(&world, &starts, &options)?;
    let mut tasks = Tasks { shelves, next: 7 };
    let mut carries = [false; ROBOTS];
    let mut paths: Vec<Vec<IVec3>> = starts.iter().map(|&start| vec![start]).collect();
    let mut brought = 0;
    for robot in 0..ROBOTS {
        fleet.set_goal(robot, tasks.shelf())?;
    }
    for _ in 0..STEPS {
        for (path, &cell) in paths.iter_mut().zip(fleet.next_step()) {
            path.push(cell);
        }
        for (robot, carries) in carries.iter_mut().enumerate() {
            if fleet.has_reached(robot) {
                // Beside a shelf it loads, at a counter it unloads.
                brought += usize::from(*carries);
                *carries = !*carries;
                let goal = if *carries {
                    tasks.counter()
                } else {
                    tasks.shelf()
                };
                fleet.set_goal(robot, goal)?;
            }
        }
    }
    writeln!(
        out,
        "{ROBOTS} robots, {STEPS} steps: {brought} goods brought"
    )?;
    assert!(brought > 2 * ROBOTS, "everybody has something to do");
    let ends = fleet.cells().to_vec();
    verify_joint_plan(&world, &starts, &ends, &JointPlan::new(paths, 0), &options)?;
    writeln!(out, "nobody met anybody")?;
    Ok(())
}

/// Builds shelves of eight cells in rows, with aisles of a cell between; returns the cells next to them, too.
fn building() -> Result<(Traversability, Vec<IVec3>), Box<dyn Error>> {
    let mut builder = OccupancyBuilder::new(CellBox::from_size(SIZE))?;
    let mut beside = Vec::new();
    for column in 0..4 {
        for row in 0..8 {
            let first = IVec3::new(4 + 9 * column, 2 + 3 * row, 0);
            builder.set_box(
                CellBox::new(first, first + IVec3::new(8, 2, 1)),
                CellState::Occupied,
            )?;
            beside.extend((0..8).map(|x| first + IVec3::new(x, -1, 0)));
        }
    }
    Ok((
        Traversability::new(&builder.commit(), UnknownPolicy::Blocked),
        beside,
    ))
}

/// An endless list of tasks.
struct Tasks {
    shelves: Vec<IVec3>,
    next: u32,
}

impl Tasks {
    fn draw(&mut self, below: u32) -> u32 {
        self.next = self
            .next
            .wrapping_mul(1_664_525)
            .wrapping_add(1_013_904_223);
        (self.next >> 16) % below
    }

    fn shelf(&mut self) -> IVec3 {
        let place = self.draw(u32::try_from(self.shelves.len()).unwrap_or(1));
        self.shelves[place as usize]
    }

    /// Returns a counter at the left or the right wall.
    fn counter(&mut self) -> IVec3 {
        let y = i32::try_from(self.draw(27)).unwrap_or(0);
        IVec3::new(if self.draw(2) == 0 { 0 } else { SIZE.x - 1 }, y, 0)
    }
}
