//! Looks at the world and the agent as they are: what became of the path, and where the agent is on it.

use glam::DVec3;

use super::Replanner;
use crate::guidance::follower::Follower;
use crate::replanning::moves::{self, Changes};
use crate::replanning::plan::{AgentPosition, Plan};
use crate::routes::{RouteError, View};

impl Replanner {
    /// Takes over the world and the position of the agent, with the changes from the world before.
    pub(super) fn take_note(
        &mut self,
        view: &View,
        position: DVec3,
        changes: &Changes,
    ) -> Result<(), RouteError> {
        let (rest, grounded) = view.kind().rest(position)?;
        let agent = AgentPosition {
            position,
            at: view.in_cells(grounded)?,
            feet: view.in_cells(position)?,
            rest,
        };
        let before = self.view.replaced(view);
        let before = before.as_ref().unwrap_or(view);
        let is_of_other_kind = before.ground().is_some() != view.ground().is_some();
        if is_of_other_kind
            || before.lattice() != view.lattice()
            || before.options() != view.options()
        {
            self.plan = None;
            self.in_vain = false;
            self.drop_search();
        }
        self.is_cut |= self.look_at_smooth(position, changes)?;
        self.locate(agent, before);
        if !moves::of(view.moves()).costs_as(before.moves())
            && let Some(plan) = &mut self.plan
        {
            plan.weigh(view);
        }
        self.look_at(changes)?;
        self.look_at_base()?;
        self.waited = self.waited.saturating_add(1);
        Ok(())
    }

    /// Finds the agent on its path; the moves since the last update were made in the world `before`.
    fn locate(&mut self, agent: AgentPosition, before: &View) {
        let moved =
            agent.position.distance(self.agent.position) / self.view.lattice().shortest_side();
        self.in_vain &= self.agent.position == agent.position;
        self.agent = agent;
        // An agent gets along its path no farther than it moves; some cells more where it was pushed.
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "not negative, and not more than there are cells"
        )]
        let reach = (moved.min(1e6) * 2.0) as usize + 4;
        let Some(plan) = &mut self.plan else {
            return;
        };
        match &self.smooth {
            Some(smooth) => match smooth.passed(self.policy.max_deviation, &self.view) {
                Some(passed) => plan.place(passed, [before, &self.view]),
                None => plan.is_lost = true,
            },
            // An agent that stands is where it was, though the position alone may be on several moves.
            None if moved == 0.0 && !plan.is_lost => {}
            None => plan.locate(
                &agent,
                reach,
                self.policy.max_deviation,
                [before, &self.view],
            ),
        }
    }

    /// Takes note of what changed.
    fn look_at(&mut self, changes: &Changes) -> Result<(), RouteError> {
        if changes.is_empty() {
            return Ok(());
        }
        let is_partial = self.plan.as_ref().is_some_and(|plan| !plan.is_whole());
        self.in_vain &= !changes.frees_any() && !is_partial;
        if let Some(plan) = &mut self.plan {
            plan.look_at(changes, &self.agent, &self.view);
        }
        self.look_at_goal()
    }

    /// Takes note of whether an agent on a smooth way, off its path, can be at the cell that it is at or goes to next.
    /// Where it cannot, no search from there finds anything: one from where the agent is may, unless it is in the middle
    /// of a move.
    fn look_at_base(&mut self) -> Result<(), RouteError> {
        let is_cut_off = |plan: &Plan| plan.is_base_cut_off(&self.view);
        if !self.plan.as_ref().is_some_and(is_cut_off) {
            return Ok(());
        }
        let is_at_rest = self.follower().is_some_and(Follower::is_at_rest);
        let (here, start) = (self.agent.position, self.view.options().start);
        let is_lost = is_at_rest && self.view.kind().end(here, start)?.cell.is_some();
        if let Some(plan) = self.plan.as_mut() {
            plan.is_lost |= is_lost;
        }
        Ok(())
    }

    /// Takes note of whether the path still leads to the goal, in another world than that in which it did.
    pub(super) fn look_at_goal(&mut self) -> Result<(), RouteError> {
        let Some(plan) = self.plan.as_mut().filter(|plan| plan.is_whole()) else {
            return Ok(());
        };
        let (last, route) = (plan.last_cell(), self.route.as_ref());
        if !self.goal_moved && !self.view.kind().leads_to(route, last, &self.destination)? {
            self.goal_moved = true;
            plan.is_cut = true;
        }
        Ok(())
    }
}
