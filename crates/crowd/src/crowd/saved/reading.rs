//! Crowds from bytes, which may be anything.

use std::collections::BTreeMap;

use voxnav::glam::DVec3;
use voxnav::{AgentId, Destination};

use super::{MAGIC, SavedError, VERSION, checksum};
use crate::avoidance::{Shape, Stranger};
use crate::crowd::member::Member;
use crate::crowd::{Arrival, Body, Crowd, CrowdError, Errand, MovedBy, Mover, MoverId};

/// The bytes of a crowd, as far as they are not read yet.
#[derive(Debug)]
pub(super) struct Reader<'a> {
    left: &'a [u8],
    length: usize,
}

/// The bytes of the checksum.
const CHECKSUM: usize = size_of::<u64>();

impl<'a> Reader<'a> {
    /// Returns the bytes after the version, without the checksum, which is right.
    pub(super) fn new(bytes: &'a [u8]) -> Result<Self, SavedError> {
        let rest = bytes.strip_prefix(&MAGIC).ok_or(SavedError::NoCrowd)?;
        let version = rest.first_chunk().ok_or(SavedError::Checksum)?;
        let version = u16::from_le_bytes(*version);
        if version != VERSION {
            let known = VERSION;
            return Err(SavedError::Version { version, known });
        }
        let (body, sum) = bytes
            .split_last_chunk::<CHECKSUM>()
            .filter(|it| it.0.len() >= MAGIC.len() + size_of::<u16>())
            .ok_or(SavedError::Checksum)?;
        if checksum(body) != u64::from_le_bytes(*sum) {
            return Err(SavedError::Checksum);
        }
        Ok(Self {
            left: &body[MAGIC.len() + size_of::<u16>()..],
            length: body.len(),
        })
    }

    /// Reads everything into an empty crowd, and returns the descriptions of bodies.
    pub(super) fn crowd(
        mut self,
        crowd: &mut Crowd,
    ) -> Result<BTreeMap<Body, &'a [u8]>, SavedError> {
        crowd.next = self.word()?;
        crowd.updates = u64::from_le_bytes(self.array()?);
        let seconds = self.number()?;
        if !(seconds >= 0.0 && seconds.is_finite()) {
            return Err(CrowdError::Time { dt: seconds }.into());
        }
        crowd.avoiding.set_seconds(seconds);
        for _ in 0..self.word()? {
            let (id, member) = self.member()?;
            let is_after = crowd.members.last_key_value().is_none_or(|it| *it.0 < id);
            if !is_after || id.to_bits() >= crowd.next {
                return Err(SavedError::Order { id });
            }
            crowd.members.insert(id, member);
        }
        let mut strangers = Vec::new();
        for _ in 0..self.word()? {
            strangers.push(self.stranger()?);
        }
        crowd.set_strangers(&strangers)?;
        let mut described = BTreeMap::new();
        for _ in 0..self.word()? {
            let body = self.body()?;
            described.insert(body, self.description()?);
        }
        match self.left {
            [] => Ok(described),
            _ => Err(SavedError::Length { at: self.at() }),
        }
    }

    fn member(&mut self) -> Result<(MoverId, Member), SavedError> {
        let id = MoverId::from_bits(self.word()?);
        let mut mover = Mover::new(self.body()?, self.vector()?);
        mover.speed = self.number()?;
        mover.stop_within = self.number()?;
        mover.acceleration = self.optional(Self::number)?;
        mover.radius = self.optional(Self::number)?;
        mover.key = self.optional(|it| Ok(u64::from_le_bytes(it.array()?)))?;
        mover.priority = i32::from_le_bytes(self.array()?);
        mover.arrival = match self.kind("arrival", 3)? {
            0 => Arrival::AlongRoute,
            1 => Arrival::Near,
            _ => Arrival::Seen,
        };
        mover.moved_by = match self.kind("mover", 2)? {
            0 => MovedBy::Crowd,
            _ => MovedBy::Others,
        };
        mover.check(id)?;
        let mut member = Member::new(mover);
        member.velocity = self.vector()?;
        if !member.velocity.is_finite() {
            let velocity = member.velocity;
            return Err(CrowdError::Velocity { id, velocity }.into());
        }
        member.home = self.optional(Self::vector)?;
        if let Some(position) = member.home.filter(|home| !home.is_finite()) {
            return Err(CrowdError::Position { id, position }.into());
        }
        member.told.has_arrived = self.kind("arrival", 2)? == 1;
        member.errand = self.errand()?;
        if let Some(errand) = &member.errand {
            errand.check(id)?;
        }
        member.is_sent = member.errand.is_some();
        Ok((id, member))
    }

    fn body(&mut self) -> Result<Body, SavedError> {
        let kind = self.kind("body", 2)?;
        let number = self.word()?;
        Ok(match kind {
            0 => Body::Flying(AgentId::from_bits(number)),
            _ => Body::OnGround(AgentId::from_bits(number)),
        })
    }

    fn description(&mut self) -> Result<&'a [u8], SavedError> {
        let length = self.word()?;
        let at = self.length;
        let split = (usize::try_from(length).ok()).and_then(|it| self.left.split_at_checked(it));
        let (taken, left) = split.ok_or(SavedError::Length { at })?;
        self.left = left;
        Ok(taken)
    }

    fn errand(&mut self) -> Result<Option<Errand>, SavedError> {
        Ok(Some(match self.kind("errand", 7)? {
            0 => return Ok(None),
            1 => Errand::moving(self.vector()?),
            2 => Errand::following(MoverId::from_bits(self.word()?), self.number()?),
            3 => self.vector()?.into(),
            4 => Errand::Go(Destination::Within {
                center: self.vector()?,
                radius: self.number()?,
            }),
            5 => Errand::Go(Destination::Inside {
                min: self.vector()?,
                max: self.vector()?,
            }),
            _ => {
                let mut all = Vec::new();
                for _ in 0..self.word()? {
                    all.push(self.vector()?);
                }
                Errand::Go(Destination::AnyOf(all))
            }
        }))
    }

    fn stranger(&mut self) -> Result<Stranger, SavedError> {
        let kind = self.kind("shape", 2)?;
        let radius = self.number()?;
        let shape = match kind {
            0 => Shape::Ball { radius },
            _ => Shape::Disc {
                radius,
                height: self.number()?,
            },
        };
        Ok(Stranger::new(shape, self.vector()?, self.vector()?))
    }

    /// Returns the place of what is read next.
    fn at(&self) -> usize {
        self.length - self.left.len()
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], SavedError> {
        let at = self.length;
        let split = self.left.split_first_chunk();
        let (taken, left) = split.ok_or(SavedError::Length { at })?;
        self.left = left;
        Ok(*taken)
    }

    fn word(&mut self) -> Result<u32, SavedError> {
        Ok(u32::from_le_bytes(self.array()?))
    }

    fn number(&mut self) -> Result<f64, SavedError> {
        Ok(f64::from_le_bytes(self.array()?))
    }

    fn vector(&mut self) -> Result<DVec3, SavedError> {
        let mut next = || self.number();
        Ok(DVec3::new(next()?, next()?, next()?))
    }

    /// Returns one of so many kinds.
    fn kind(&mut self, of: &'static str, kinds: u8) -> Result<u8, SavedError> {
        let at = self.at();
        let [kind] = self.array()?;
        if kind < kinds {
            Ok(kind)
        } else {
            Err(SavedError::Kind { kind, of, at })
        }
    }

    fn optional<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<T, SavedError>,
    ) -> Result<Option<T>, SavedError> {
        match self.kind("option", 2)? {
            0 => Ok(None),
            _ => read(self).map(Some),
        }
    }
}
