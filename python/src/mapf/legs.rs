//! Joint plans of legs, for ground agents: one row of numbers a leg.

use numpy::PyUntypedArrayMethods;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use voxnav::glam::IVec3;
use voxnav_crowd::mapf::{JointPlan, JointWorld, PlannedLeg, verify_leg_plan};

use super::{Ends, begin, plan, settings};
use crate::failure::{Answer, Failure, refuse};
use crate::routes::ground::{Locomotion, able};
use crate::threads::interrupt::interruptible;
use crate::values::answers::Rows;
use crate::values::cells::{as_array, at_row, cells, shape_shown};
use crate::values::numbers::{Cells, Count, Number};
use crate::worlds::options::{self, Options};
use crate::worlds::world::World;

/// The numbers of a leg.
const COLUMNS: usize = 6;

#[pymethods]
impl World {
    /// Plans collision-free paths for many ground agents together.
    ///
    /// A leg is one move: a step, a drop, a jump, a climb or a link. It takes its cost in steps, rounded up, and
    /// holds all its cells meanwhile. A permanent stay at its goal costs an agent nothing.
    ///
    /// Parameters
    /// ----------
    /// starts, goals : arrays of whole numbers, shape (N, 3)
    ///     The cells at which each agent stands. No two agents may start, or end, too near to each other.
    /// locomotion : Locomotion, optional
    ///     What agents can do; walkers by default.
    /// any_goal : bool
    ///     Whether any agent may take any goal; each goal is taken by one.
    /// radius : float, optional
    ///     Agents never hold cells that are nearer than twice this length in cells, 4 at most. By default they never
    ///     hold the same cell.
    /// improve : float, optional
    ///     For how many seconds to shorten the plan that is found first.
    /// seed : int
    ///     The seed of the draws that break ties.
    /// agent : Agent, float or three floats
    ///     The size of their bodies in world units; one cell large by default.
    /// limit_time, limit_expanded, limit_memory
    ///     As for `path`; limits are of the first plan, of memory also of what shortens it.
    ///
    /// Returns
    /// -------
    /// array of int32, shape (M, 6), or None
    ///     A row for each leg, agent by agent and in their order: the number of the agent, the steps after which the
    ///     leg begins and ends, and the cell x, y, z that it leads to. None where it is proved that there is no plan.
    #[pyo3(
        signature = (starts, goals, *, locomotion = None, any_goal = false, radius = None, improve = None, seed = Count::of(0), **options),
        text_signature = "($self, starts, goals, *, locomotion=None, any_goal=False, radius=None, improve=None, seed=0, agent=None, limit_time=None, limit_expanded=None, limit_memory=1073741824)"
    )]
    #[expect(clippy::too_many_arguments, reason = "keywords")]
    fn plan_legs(
        &self,
        py: Python<'_>,
        starts: Cells,
        goals: Cells,
        locomotion: Option<&Bound<'_, Locomotion>>,
        any_goal: bool,
        radius: Option<Number>,
        improve: Option<Number>,
        seed: Count,
        options: Option<&Bound<'_, PyDict>>,
    ) -> Answer<Option<Rows<i32, COLUMNS>>> {
        let mut ends = Ends::read(starts, goals)?;
        let improve = improve
            .map(|time| options::duration("improve", time.named("improve")?))
            .transpose()?;
        let options = Options::read(options, self, options::OF_LEGS)?;
        let settings = settings(radius, seed, &options)?;
        let able = able(locomotion).unwrap_or_else(voxnav::ground::Locomotion::walker);
        let ground = interruptible(py, |_| self.ground_of(&options, &able))??;
        let begin = || {
            let moves = ground.moves();
            begin(JointWorld::Legs(&moves), &ends, any_goal, &settings)
        };
        let Some((plan, taken)) = plan(py, begin, (options.search.time, improve))? else {
            return Ok(None);
        };
        ends.take(&taken);
        let (starts, goals) = (&ends.starts, &ends.goals);
        let check = || verify_leg_plan(&ground.moves(), starts, goals, &plan, &settings);
        py.detach(check).map_err(Failure::world)?;
        rows(&plan).map(Some)
    }
}

/// Writes the legs of a plan as rows.
fn rows(plan: &JointPlan) -> Answer<Rows<i32, COLUMNS>> {
    let number = |number: u64| {
        i32::try_from(number).map_err(|_| Failure::world("a plan of more than 2^31 steps"))
    };
    let mut rows = Vec::new();
    for agent in 0..plan.agents() {
        for PlannedLeg { begins, ends, to } in plan.legs(agent) {
            let [agent, begins, ends] = [agent as u64, begins.into(), ends.into()].map(number);
            rows.push([agent?, begins?, ends?, to.x, to.y, to.z]);
        }
    }
    Ok(Rows(rows))
}

/// Reads a plan of legs: where agents start, and the rows that [`array`] writes.
pub(crate) fn leg_plan(
    starts: Vec<IVec3>,
    argument: &str,
    value: &Bound<'_, PyAny>,
) -> Answer<JointPlan> {
    let array = as_array(argument, value)?;
    let &[rows, COLUMNS] = array.shape() else {
        let shape = shape_shown(array.shape());
        let reason = format!("an array of shape (M, 6) is needed, not {shape}");
        return refuse(argument, reason);
    };
    let halves = array.call_method1("reshape", (2 * rows, 3))?;
    let cells = cells(argument, &halves)?;
    let mut legs = vec![Vec::new(); starts.len()];
    for (row, half) in cells.chunks_exact(2).enumerate() {
        let fault = |reason: &str| at_row(argument, row, reason);
        let number = |value: i32| u32::try_from(value).map_err(|_| fault("below 0"));
        let agent = number(half[0].x)? as usize;
        let own: &mut Vec<PlannedLeg> =
            legs.get_mut(agent).ok_or_else(|| fault("no such agent"))?;
        let leg = PlannedLeg {
            begins: number(half[0].y)?,
            ends: number(half[0].z)?,
            to: half[1],
        };
        let before = own.last().map_or(0, |leg| leg.ends);
        if leg.begins < before || leg.ends <= leg.begins {
            return Err(fault("legs of an agent are in the order of their steps"));
        }
        own.push(leg);
    }
    Ok(JointPlan::of_legs(starts, legs, 0))
}
