//! Agents that were pushed far from where they rest, and go back by a route.

use crate::crowd::Crowd;
use crate::crowd::keeper::Keeper;

impl Crowd {
    /// Sends agents back that are not where they rest and get there by no straight way. Others go back by themselves.
    pub(in crate::crowd) fn send_back(&mut self) {
        for member in self.members.values_mut() {
            let view = self.views.get(&member.mover.body);
            let rests = member.errand.is_none() && !member.is_planned;
            if member.yielding.away.is_some() {
                continue;
            }
            let home = member.home.filter(|_| rests);
            let (Some(view), Some(home)) = (view, home) else {
                member.is_returning = false;
                continue;
            };
            let position = member.mover.position;
            let is_far = position.distance(home) > view.cell_size();
            if member.is_returning {
                member.is_returning =
                    is_far || !member.keeper.as_ref().is_none_or(Keeper::is_at_rest);
            } else if is_far && !view.is_straight(position, home) {
                member.is_returning = true;
                match &mut member.keeper {
                    Some(keeper) => keeper.set_goal(home.into()),
                    None => member.keeper = Some(Keeper::new(view, home.into(), &self.policy)),
                }
            }
        }
    }
}
