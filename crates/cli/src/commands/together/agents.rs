//! The agents of a joint plan, from requests or a scenario.

use std::path::Path;

use voxnav::glam::IVec3;
use voxnav_crowd::mapf::JointPlanError;

use crate::commands::route::requests::read_ends;
use crate::error::CliError;
use crate::units::{Space, Units};
use crate::world_source::map_file::MapFile;
use crate::world_source::scenario_file::load_scenario;

/// The agents, each by its place in all lists.
pub(super) struct Agents {
    pub(super) ids: Vec<String>,
    pub(super) starts: Vec<IVec3>,
    pub(super) goals: Vec<IVec3>,
    /// The space of their positions in the file, and in the plan.
    pub(super) space: Space,
}

impl Agents {
    /// Reads so many agents at most.
    pub(super) fn read(
        path: &Path,
        map: &MapFile,
        (most, units): (usize, Option<Units>),
        on_foot: bool,
    ) -> Result<Self, CliError> {
        let space;
        let (mut ids, mut starts, mut goals) = (Vec::new(), Vec::new(), Vec::new());
        if is_scenario(path) {
            // Its own ends are in cells in any case.
            space = Space::of(units.unwrap_or_default(), &map.lattice);
            let rows = load_scenario(path, map)?.rows.into_iter().take(most);
            for (number, row) in (1..).zip(rows) {
                let number: u64 = number;
                ids.push(number.to_string());
                starts.push(row.start);
                goals.push(row.goal);
            }
        } else {
            let read = read_ends(path, most, on_foot, (units, &map.lattice))?;
            space = read.1;
            for ends in read.0 {
                ids.push(ends.id);
                starts.push(ends.start);
                goals.push(ends.goal);
            }
        }
        Ok(Self {
            ids,
            starts,
            goals,
            space,
        })
    }

    /// Gives each agent the goal that a plan leads it to, if these are the goals there are.
    pub(super) fn take_goals(&mut self, ends: Vec<IVec3>) {
        let sorted = |cells: &[IVec3]| {
            let mut cells: Vec<[i32; 3]> = cells.iter().map(IVec3::to_array).collect();
            cells.sort_unstable();
            cells
        };
        if sorted(&ends) == sorted(&self.goals) {
            self.goals = ends;
        }
    }

    /// The failure of a plan, with the names of agents as the file has them.
    pub(super) fn named(&self, error: &JointPlanError, on_foot: bool) -> CliError {
        let id = |agent: usize| self.ids.get(agent).map_or("?", String::as_str);
        let place = |cell: IVec3| self.space.described(cell);
        let outside = |end, agent, cell: IVec3| {
            let (id, cell) = (id(agent), place(cell));
            format!("the {end} {cell} of agent {id} lies outside of the map")
        };
        let blocked = |end, agent, cell: IVec3| match (id(agent), place(cell)) {
            (id, cell) if on_foot => format!("agent {id} cannot be at its {end} {cell}"),
            (id, cell) => format!("the {end} {cell} of agent {id} is blocked"),
        };
        let together = |end, cells: &[IVec3], [a, b]: [usize; 2]| match (id(a), id(b)) {
            (one, other) if cells[a] == cells[b] => match self.space {
                Space::Index => format!("agents {one} and {other} have the same {end}"),
                Space::World(_) => {
                    format!("agents {one} and {other} have their {end}s in the same cell")
                }
            },
            (one, other) => format!("agents {one} and {other} overlap at their {end}s"),
        };
        let text = match *error {
            JointPlanError::StartOutside { agent, cell } => outside("start", agent, cell),
            JointPlanError::GoalOutside { agent, cell } => outside("goal", agent, cell),
            JointPlanError::StartBlocked { agent, cell } => blocked("start", agent, cell),
            JointPlanError::GoalBlocked { agent, cell } => blocked("goal", agent, cell),
            JointPlanError::StartsOverlap { agents } => together("start", &self.starts, agents),
            JointPlanError::GoalsOverlap { agents } => together("goal", &self.goals, agents),
            ref other => other.to_string(),
        };
        CliError::bad_input(format!("{text}; correct the file of agents"))
    }
}

fn is_scenario(path: &Path) -> bool {
    let name = voxnav_files::uncompressed_name(path);
    let extension = name.extension().unwrap_or_default();
    ["scen", "3dscen"]
        .iter()
        .any(|it| extension.eq_ignore_ascii_case(it))
}
