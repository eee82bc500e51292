//! Crowds into bytes.

use std::collections::BTreeMap;

use voxnav::Destination;
use voxnav::glam::DVec3;

use super::{MAGIC, SavedError, VERSION, checksum};
use crate::avoidance::Shape;
use crate::crowd::keeper::Keeper;
use crate::crowd::member::Member;
use crate::crowd::{Arrival, Body, Crowd, Errand, MovedBy, MoverId};

/// The bytes of a crowd as they are written.
#[derive(Debug)]
pub(super) struct Writer(Vec<u8>);

impl Writer {
    pub(super) fn new() -> Self {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        Self(bytes)
    }

    pub(super) fn crowd(&mut self, crowd: &Crowd) -> Result<(), SavedError> {
        self.0.extend(crowd.next.to_le_bytes());
        self.0.extend(crowd.updates.to_le_bytes());
        self.number(crowd.seconds());
        self.count(crowd.members.len());
        for (&id, member) in &crowd.members {
            self.member(id, member)?;
        }
        let strangers = crowd.avoiding.strangers();
        self.count(strangers.len());
        for stranger in strangers {
            match stranger.shape {
                Shape::Ball { radius } => {
                    self.0.push(0);
                    self.number(radius);
                }
                Shape::Disc { radius, height } => {
                    self.0.push(1);
                    self.number(radius);
                    self.number(height);
                }
            }
            self.vector(stranger.position);
            self.vector(stranger.velocity);
        }
        Ok(())
    }

    /// Writes the descriptions of bodies.
    pub(super) fn bodies(&mut self, described: &BTreeMap<Body, Vec<u8>>) {
        self.count(described.len());
        for (&body, description) in described {
            self.body(body);
            self.count(description.len());
            self.0.extend(description);
        }
    }

    /// Returns the bytes with their checksum.
    pub(super) fn finished(mut self) -> Vec<u8> {
        let checksum = checksum(&self.0);
        self.0.extend(checksum.to_le_bytes());
        self.0
    }

    fn member(&mut self, id: MoverId, member: &Member) -> Result<(), SavedError> {
        let mover = &member.mover;
        self.0.extend(id.to_bits().to_le_bytes());
        self.body(mover.body);
        let begin = member.keeper.as_ref().and_then(Keeper::begin_of_move);
        self.vector(begin.unwrap_or(mover.position));
        self.number(mover.speed);
        self.number(mover.stop_within);
        self.optional(mover.acceleration, Self::number);
        self.optional(mover.radius, Self::number);
        self.optional(mover.key, |writer, key| writer.0.extend(key.to_le_bytes()));
        self.0.extend(mover.priority.to_le_bytes());
        self.0.push(match mover.arrival {
            Arrival::AlongRoute => 0,
            Arrival::Near => 1,
            Arrival::Seen => 2,
        });
        self.0.push(match mover.moved_by {
            MovedBy::Crowd => 0,
            MovedBy::Others => 1,
        });
        self.vector(member.velocity);
        self.optional(member.home, Self::vector);
        self.0.push(u8::from(member.told.has_arrived));
        match &member.errand {
            None => self.0.push(0),
            Some(errand) => self.errand(id, errand)?,
        }
        Ok(())
    }

    fn body(&mut self, body: Body) {
        let (kind, number) = match body {
            Body::Flying(id) => (0, id.to_bits()),
            Body::OnGround(id) => (1, id.to_bits()),
        };
        self.0.push(kind);
        self.0.extend(number.to_le_bytes());
    }

    fn errand(&mut self, id: MoverId, errand: &Errand) -> Result<(), SavedError> {
        match errand {
            Errand::Move { velocity } => {
                self.0.push(1);
                self.vector(*velocity);
            }
            Errand::Follow { leader, within } => {
                self.0.push(2);
                self.0.extend(leader.to_bits().to_le_bytes());
                self.number(*within);
            }
            Errand::Go(Destination::Position(at)) => {
                self.0.push(3);
                self.vector(*at);
            }
            Errand::Go(Destination::Within { center, radius }) => {
                self.0.push(4);
                self.vector(*center);
                self.number(*radius);
            }
            Errand::Go(Destination::Inside { min, max }) => {
                self.0.push(5);
                self.vector(*min);
                self.vector(*max);
            }
            Errand::Go(Destination::AnyOf(all)) => {
                self.0.push(6);
                self.count(all.len());
                for &one in all {
                    self.vector(one);
                }
            }
            Errand::Go(_) => return Err(SavedError::Cells { id }),
        }
        Ok(())
    }

    /// Writes how many follow. A crowd has no more than 2^32 of anything.
    fn count(&mut self, count: usize) {
        let count = u32::try_from(count).unwrap_or(u32::MAX);
        self.0.extend(count.to_le_bytes());
    }

    fn number(&mut self, number: f64) {
        self.0.extend(number.to_le_bytes());
    }

    fn vector(&mut self, vector: DVec3) {
        for number in vector.to_array() {
            self.number(number);
        }
    }

    fn optional<T>(&mut self, value: Option<T>, write: impl FnOnce(&mut Self, T)) {
        self.0.push(u8::from(value.is_some()));
        if let Some(value) = value {
            write(self, value);
        }
    }
}
