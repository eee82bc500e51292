//! The part of an agent, and of its neighbors, that is saved.

use voxnav::glam::DVec3;
use voxnav::spatial::KeepAway;
use voxnav::{AgentId, Destination};

use super::SavedError;
use super::bytes::{BinaryForm, Reader, Since, stored};
use crate::avoidance::{Character, Shape};
use crate::crowd::groups::{self, OwnPlace};
use crate::crowd::keeper::Keeper;
use crate::crowd::member::Member;
use crate::crowd::values::agent::{Arrival, CrowdAgent, MovedBy};
use crate::crowd::values::error::CrowdError;
use crate::crowd::values::id::CrowdAgentId;
use crate::crowd::values::move_target::MoveTarget;
use crate::crowd::view::Kind;

/// An agent without what it forgets: its route, and the agents that it makes way for.
#[derive(Debug)]
pub(super) struct SavedAgent {
    pub(super) id: CrowdAgentId,
    kind: Kind,
    agent: CrowdAgent,
    velocity: DVec3,
    home: Option<DVec3>,
    has_arrived: bool,
    move_target: Option<MoveTarget>,
    own_place: Since<3, Option<OwnPlace>>,
}

impl SavedAgent {
    /// Returns what is saved of a member. In the middle of a move that is taken alone, it is back where that begins.
    pub(super) fn of(id: CrowdAgentId, member: &Member) -> Self {
        let begin = member.keeper.as_ref().and_then(Keeper::begin_of_move);
        Self {
            id,
            kind: member.kind,
            agent: CrowdAgent {
                position: begin.unwrap_or(member.agent.position),
                ..member.agent
            },
            velocity: member.velocity,
            home: member.home,
            has_arrived: member.told.has_arrived,
            move_target: member.move_target.clone(),
            own_place: Since(member.own_place),
        }
    }

    /// Checks values that may be anything.
    pub(super) fn check(&self) -> Result<(), CrowdError> {
        let (id, velocity) = (self.id, self.velocity);
        self.agent.check(id)?;
        if !velocity.is_finite() {
            return Err(CrowdError::Velocity { id, velocity });
        }
        if let Some(position) = self.home.filter(|home| !home.is_finite()) {
            return Err(CrowdError::Position { id, position });
        }
        let place = self.own_place.0.map(|it| it.place);
        if let Some(position) = place.filter(|it| !it.is_finite()) {
            return Err(CrowdError::Position { id, position });
        }
        let within = self.own_place.0.map(|it| it.within);
        if let Some(distance) = within.filter(|it| it.is_nan() || *it < 0.0) {
            return Err(CrowdError::Distance { id, distance });
        }
        self.move_target
            .iter()
            .try_for_each(|move_target| move_target.check(id))
    }

    /// Returns the member of a crowd that knows no more of it.
    pub(super) fn member(self) -> Member {
        let mut member = Member::new(self.agent);
        member.kind = self.kind;
        (member.velocity, member.home) = (self.velocity, self.home);
        member.told.has_arrived = self.has_arrived;
        member.own_place = self.own_place.0;
        (member.is_sent, member.move_target) = (self.move_target.is_some(), self.move_target);
        member
    }
}

impl BinaryForm for KeepAway {
    fn write(&self, to: &mut Vec<u8>) -> Option<()> {
        self.distance.write(to)?;
        self.weight.write(to)
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, SavedError> {
        Ok(Self::new(f64::read(from)?, u16::read(from)?))
    }
}

impl BinaryForm for AgentId {
    fn write(&self, to: &mut Vec<u8>) -> Option<()> {
        self.to_bits().write(to)
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, SavedError> {
        u32::read(from).map(Self::from_bits)
    }
}

stored!(SavedAgent: (id, kind, agent, velocity, home, has_arrived, move_target, own_place) => [
    SavedAgent { id, kind, agent, velocity, home, has_arrived, move_target, own_place }
]);
stored!(OwnPlace: (group, place, within, arrival) => [OwnPlace { group, place, within, arrival }]);
stored!("arrival" groups::Arrival {
    0: () => [groups::Arrival::Due],
    1: () => [groups::Arrival::Pending],
    2: () => [groups::Arrival::Reported],
});
stored!("body" Kind {
    0: () => [Kind::Flying],
    1: () => [Kind::OnGround],
});
stored!(CrowdAgentId: (number) => [CrowdAgentId(number)]);
stored!(CrowdAgent:
    (body, position, speed, stopping_distance, acceleration, radius, keep_away, key, priority, arrival, moved_by) => [
    CrowdAgent { body, position, speed, acceleration, stopping_distance, arrival, moved_by, radius, keep_away, priority, key }
]);
stored!("arrival" Arrival {
    0: () => [Arrival::AlongRoute],
    1: () => [Arrival::Near],
    2: () => [Arrival::Seen],
});
stored!("driver" MovedBy {
    0: () => [MovedBy::Crowd],
    1: () => [MovedBy::Others],
});
stored!("arrival" bool {
    0: () => [false],
    1: () => [true],
});
stored!("target" Option<MoveTarget> {
    0: () => [None],
    1: (velocity) => [Some(MoveTarget::Velocity { velocity })],
    2: (leader, within) => [Some(MoveTarget::Follow { leader, within })],
    3: (at) => [Some(MoveTarget::Destination(Destination::Position(at)))],
    4: (center, radius) => [Some(MoveTarget::Destination(Destination::Within { center, radius }))],
    5: (min, max) => [Some(MoveTarget::Destination(Destination::Inside { min, max }))],
    6: (all) => [Some(MoveTarget::Destination(Destination::AnyOf(all)))],
    .. None
});
stored!(Character: (shape, position, velocity) => [Character { shape, position, velocity }]);
stored!("shape" Shape {
    0: (radius) => [Shape::Ball { radius }],
    1: (radius, height) => [Shape::Disc { radius, height }],
});
