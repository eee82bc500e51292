//! The points that followers are given, and the pace of their leader.

use voxnav::glam::DVec3;

use super::Formed;
use super::update::{Frame, Point};
use crate::crowd::Crowd;
use crate::crowd::keeper::Keeper;
use crate::crowd::member::Member;
use crate::crowd::values::id::CrowdAgentId;
use crate::crowd::values::move_target::MoveTarget;

/// The distance from its point up to which an agent that sees it heads straight for it, in spacings.
const IN_SIGHT: f64 = 2.0;

/// The distance within which an agent has arrived at its point, in spacings.
const WITHIN: f64 = 1.0 / 16.0;

impl Crowd {
    /// Gives a follower its point, or has it follow its leader.
    pub(super) fn give(
        &mut self,
        id: CrowdAgentId,
        point: Option<Point>,
        (frame, leader, stands): (&Frame, CrowdAgentId, bool),
        dt: f64,
    ) {
        let Some(view) = self
            .members
            .get(&id)
            .and_then(|it| self.views.get(&it.agent.body))
        else {
            return;
        };
        let cell = view.cell_size();
        let sight = (IN_SIGHT * frame.spacing).max(self.settings.look_ahead * cell);
        let Some(member) = self.members.get(&id) else {
            return;
        };
        let (place, speed) = (view.grounded(member.agent.position), member.agent.speed);
        let is_near = |at: DVec3| place.distance(at) <= sight && view.leads_straight(place, at);
        let is_straight = point.is_some_and(|it| is_near(it.at));
        let up = view.up().map(|it| it.axis.unit().as_dvec3());
        let within = (WITHIN * frame.spacing).min(member.agent.stopping_distance);
        let follow = frame.at.distance(place) - frame.spacing;
        let off = point.map_or(follow.max(0.0), |it| it.at.distance(place));
        let by_route = member
            .keeper
            .as_ref()
            .filter(|it| !is_straight && it.is_whole());
        let left = by_route.and_then(Keeper::remaining).unwrap_or(off);
        let ahead = self
            .members
            .get(&leader)
            .map_or(f64::INFINITY, Member::left_to_go);
        let Some(member) = self.members.get_mut(&id) else {
            return;
        };
        let Some(post) = &mut member.post else {
            return;
        };
        let went = point.zip(post.target).zip(frame.since);
        let velocity = went.map_or(DVec3::ZERO, |((point, before), since)| {
            let way = (point.at - before) / since;
            let is_led = point.along.is_none() == post.is_open && way.length() <= 2.0 * speed;
            let way = way - up.map_or(DVec3::ZERO, |up| up * way.dot(up));
            if is_led { way } else { DVec3::ZERO }
        });
        let is_lost = post.is_straight && !is_straight || post.target.is_some() != point.is_some();
        post.velocity = if frame.rests { DVec3::ZERO } else { velocity };
        (post.target, post.is_straight) = (point.map(|it| it.at), is_straight);
        post.is_open = point.is_some_and(|it| it.along.is_none());
        (post.within, post.off) = (within, off);
        post.set_rest(frame.rests);
        let along = point.and_then(|it| it.along);
        let behind = ahead + along.map_or(frame.at.distance(place), |it| it + left);
        // To come to rest, it has to know its own way.
        post.left_to_go = if frame.rests { left } else { behind };
        post.pass(left, WITHIN * frame.spacing, stands, dt);
        if is_lost {
            member.is_sent = true;
        }
        if let Some(MoveTarget::Follow {
            leader: one,
            within,
        }) = &mut member.move_target
        {
            (*one, *within) = (leader, frame.spacing);
        }
        member.leave_rest(cell);
    }

    /// Has the leader slow down for stragglers, and halt.
    pub(super) fn set_pace(&mut self, formed: &mut Formed, frame: &Frame) {
        let wait = formed
            .formation
            .wait
            .map(|it| it.max(2.0 * WITHIN * frame.spacing));
        let mut worst = 0.0_f64;
        for id in &formed.order {
            let Some(member) = self.members.get_mut(id) else {
                continue;
            };
            let is_without_way = member
                .keeper
                .as_ref()
                .is_some_and(|it| it.no_way().is_some());
            let Some(post) = member.post.as_mut() else {
                continue;
            };
            post.is_cut_off &= wait.is_none_or(|wait| post.off > wait / 2.0);
            if !post.is_cut_off && (post.is_straight || !is_without_way) {
                worst = worst.max(post.off);
            }
        }
        let Some(leader) = self.members.get_mut(&formed.leader) else {
            return;
        };
        let pace = wait.map_or(1.0, |wait| (2.0 * (wait - worst) / wait).clamp(0.0, 1.0));
        leader.pace = if leader.may_hold() { pace } else { 1.0 };
        formed.halts = leader.pace <= 0.0;
    }
}
