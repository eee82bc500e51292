//! The report of a joint plan, in text or as JSON.

use std::io::Write;
use std::path::Path;
use std::time::Duration;

use serde::Serialize;
use voxnav_crowd::mapf::JointPlan;
use voxnav_lab::figures::grouped;

use crate::error::CliError;
use crate::memory;

/// The times of a plan.
#[derive(Clone, Copy, Debug)]
pub(super) struct Times {
    /// Of the cells that agents reach, and the distances to their goals.
    pub(super) tables: Duration,
    pub(super) plan: Duration,
    pub(super) improve: Duration,
}

#[derive(Debug, Serialize)]
pub(super) struct Report {
    map: String,
    out: String,
    agents: usize,
    steps: usize,
    cost: u64,
    /// The sum of shortest paths.
    shortest: u64,
    /// The cost over it.
    bound: f64,
    expanded: u64,
    tables_ms: f64,
    plan_ms: f64,
    improve_ms: f64,
    peak_memory: Option<usize>,
}

impl Report {
    pub(super) fn new(
        (map, out): (String, &Path),
        plan: &JointPlan,
        expanded: u64,
        times: Times,
    ) -> Self {
        let ms = |time: Duration| time.as_secs_f64() * 1e3;
        Self {
            map,
            out: out.display().to_string(),
            agents: plan.agents(),
            steps: plan.steps(),
            cost: plan.cost(),
            shortest: plan.shortest(),
            bound: plan.bound(),
            expanded,
            tables_ms: ms(times.tables),
            plan_ms: ms(times.plan),
            improve_ms: ms(times.improve),
            peak_memory: memory::peak(),
        }
    }

    pub(super) fn write(&self, out: &mut dyn Write) -> Result<(), CliError> {
        let (agents, steps) = (grouped(self.agents as u64), grouped(self.steps as u64));
        writeln!(out, "agents    {agents}")?;
        writeln!(
            out,
            "plan      {steps} steps, sum of costs {}",
            grouped(self.cost)
        )?;
        let shortest = grouped(self.shortest);
        writeln!(
            out,
            "bound     {:.3} times the sum of shortest paths, {shortest}",
            self.bound
        )?;
        let expanded = grouped(self.expanded);
        let (tables, plan, improve) = (self.tables_ms, self.plan_ms, self.improve_ms);
        writeln!(
            out,
            "effort    {expanded} steps tried; distances {tables:.1} ms, plan {plan:.1} ms, improvement {improve:.1} ms"
        )?;
        writeln!(out, "out       {}", self.out)?;
        Ok(())
    }
}
