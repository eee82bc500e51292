//! Reasons for which there is no way: ends of links at which an agent cannot be.
//!
//! Where a ground agent has no way and there are such links, an *inquiry* looks for one in the world with all those
//! ends at the nearest places. If it finds one, the first of these ends on it is the reason. An inquiry searches within the
//! work of updates, as routes are searched, and an event describes what it found.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use voxnav::glam::DVec3;
use voxnav::ground::{UnusableEnd, UnusableLinks};
use voxnav::{AgentId, Navigator, RouteError};

use super::Crowd;
use super::keeper::Keeper;
use super::member::Member;
use super::values::error::CrowdError;
use super::values::event::{Event, NoPathReason};
use super::values::id::CrowdAgentId;
use super::view::Kind;
use super::view::{View, on_ground};

/// The search for the reason for which an agent has no way.
#[derive(Debug)]
pub(super) struct Inquiry {
    links: UnusableLinks,
    view: View,
    keeper: Keeper,
    /// The event that waits for the reason.
    event: fn(CrowdAgentId, NoPathReason) -> Event,
}

impl Inquiry {
    /// Returns the reason, if it is an end of a link.
    fn reason(&self) -> Option<UnusableEnd> {
        let path = self
            .keeper
            .path_on_ground()
            .filter(|_| self.keeper.is_whole());
        path.and_then(|path| self.links.first_on(path))
    }
}

impl Crowd {
    /// Finds the reasons of agents that have no way, within the work that is left of the update.
    pub(super) fn find_reasons(
        &mut self,
        navigator: &mut Navigator,
        events: &mut Vec<Event>,
    ) -> Result<(), CrowdError> {
        self.begin_inquiries(navigator, events)?;
        let asking: Vec<CrowdAgentId> = (self.members.iter())
            .filter(|(_, member)| member.inquiry.is_some())
            .map(|(&id, _)| id)
            .collect();
        for id in asking {
            let inquiry = self.members.get_mut(&id).and_then(|it| it.inquiry.take());
            let Some(mut inquiry) = inquiry else { continue };
            let Some(member) = self.members.get(&id).filter(|it| it.is_told_unreachable()) else {
                continue;
            };
            let position = member.agent.position;
            let is_done = self.inquire(&mut inquiry, position).unwrap_or(true);
            if is_done {
                let why = inquiry
                    .reason()
                    .map_or(NoPathReason::Unreachable, NoPathReason::LinkEnd);
                events.push((inquiry.event)(id, why));
            } else if let Some(member) = self.members.get_mut(&id) {
                member.inquiry = Some(inquiry);
            }
        }
        Ok(())
    }

    /// Begins an inquiry for each agent whose search found no way, if there are links that may be the reason; the
    /// event waits for its end.
    fn begin_inquiries(
        &mut self,
        navigator: &mut Navigator,
        events: &mut Vec<Event>,
    ) -> Result<(), CrowdError> {
        if navigator.links().next().is_none() {
            return Ok(());
        }
        let mut known: BTreeMap<AgentId, UnusableLinks> = BTreeMap::new();
        for event in std::mem::take(events) {
            let (id, made): (_, fn(CrowdAgentId, NoPathReason) -> Event) = match event {
                Event::NoPath(id, NoPathReason::Unreachable) => (id, Event::NoPath),
                Event::StopsShort(id, NoPathReason::Unreachable) => (id, Event::StopsShort),
                _ => {
                    events.push(event);
                    continue;
                }
            };
            let member = self.members.get_mut(&id);
            let asked = member.and_then(|member| {
                let goal = member.keeper.as_ref()?.goal().clone();
                (member.kind == Kind::OnGround).then_some((member, goal))
            });
            let Some((member, goal)) = asked else {
                events.push(event);
                continue;
            };
            let body = member.agent.body;
            let links = match known.entry(body) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(place) => {
                    let found = navigator.unusable_links(body, &on_ground(&self.settings));
                    let found = found.map_err(|source| CrowdError::Navigator { id, source })?;
                    place.insert(found)
                }
            };
            if links.is_empty() {
                events.push(event);
                continue;
            }
            let view = View::from(links.view().clone());
            member.inquiry = Some(Box::new(Inquiry {
                links: links.clone(),
                keeper: Keeper::new(&view, goal, &self.settings, self.settings.smoothing.clone()),
                view,
                event: made,
            }));
        }
        Ok(())
    }

    /// Goes on with an inquiry, and returns whether it is done.
    fn inquire(&mut self, inquiry: &mut Inquiry, position: DVec3) -> Result<bool, RouteError> {
        let left = self.settings.budget.saturating_sub(self.work.total());
        let keeper = &mut inquiry.keeper;
        if left == 0 {
            return Ok(false);
        }
        keeper.look(&inquiry.view, position, &self.workspace)?;
        keeper.plan(left, &mut self.work, &mut self.workspace)?;
        Ok(!keeper.is_searching() && (keeper.has_path() || keeper.no_way().is_some()))
    }
}

impl Member {
    /// Returns whether the agent is still told that its destination cannot be reached.
    fn is_told_unreachable(&self) -> bool {
        let unreachable = Some(NoPathReason::Unreachable);
        let has_target = self.move_target.is_some();
        has_target && (self.told.no_way == unreachable || self.told.partial_reason == unreachable)
    }
}
