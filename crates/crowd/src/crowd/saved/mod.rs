//! Crowds as bytes: agents, where they are and where they are sent.
//!
//! A saved crowd has no routes: agents find theirs again. So that the crowd that was saved and the one that is loaded go on
//! equally, saving has the crowd forget its routes, too.
//!
//! ```text
//! magic   8  89 'V' 'X' 'C' 'R' 'O' 'W' 'D'
//! version 2  4; 2 and 3 are read, too: 2 has no groups, and neither has formations
//! next    4  the number of the next agent
//! updates 8
//! seconds 8  of all updates together, f64
//! groups  4  the number of the next group; not in version 2
//! count   4  agents, each by rising id: see `SavedAgent`
//! count   4  neighbors that do not cooperate: shape, position, velocity
//! count   4  formations, each by rising number: see `SavedFormation`; not in versions 2 and 3
//! count   4  descriptions of bodies: kind (1), number (4), length (4), bytes
//! sum     8  FNV-1a of all before, in 64 bits (Fowler, Noll, Vo): it tells of every change of one byte
//! ```
//!
//! Numbers are little endian; an optional value is a byte, 0 or 1, and the value.

mod agent;
mod bytes;
mod error;
mod formation;

use std::collections::BTreeMap;

use voxnav::AgentId;

pub use error::SavedError;

use crate::crowd::Crowd;
use crate::crowd::others::bodies::AvoidanceBodies;
use crate::crowd::values::error::CrowdError;
use crate::crowd::values::settings::CrowdSettings;
use crate::crowd::view::Kind;

use agent::SavedAgent;
use bytes::{BinaryForm, Reader, Since, count};

/// The descriptions of bodies.
type BodyDescriptions = BTreeMap<(Kind, AgentId), Vec<u8>>;

/// The first bytes, the version of what follows, and the first version that is read.
const MAGIC: [u8; 8] = *b"\x89VXCROWD";
const VERSION: u16 = 4;
const FIRST_VERSION: u16 = 2;

/// Returns the checksum of bytes.
fn checksum(bytes: &[u8]) -> u64 {
    let step = |sum: u64, byte: &u8| (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, step)
}

impl Crowd {
    /// Returns the crowd as bytes, for [`from_bytes`](Self::from_bytes): all agents with their ids, targets and velocities,
    /// and the neighbors that do not cooperate.
    ///
    /// The crowd forgets its routes, as if all agents were sent again, and which agents made way: from here on it does
    /// the same as one that is loaded. An agent in the middle of a step, a drop, a jump, a climb or a link goes back to
    /// where that begins.
    ///
    /// # Errors
    ///
    /// [`SavedError::Planned`] for agents that follow a joint plan, and [`SavedError::Cells`] for one that is sent to cells
    /// instead of positions: nothing has changed then.
    ///
    /// ```
    /// use voxnav::{Agent, Navigator};
    /// use voxnav_crowd::crowd::{Crowd, CrowdAgent, CrowdSettings};
    ///
    /// let mut navigator = Navigator::in_region(0.5, [0.0; 3], [9.0; 3])?;
    /// let drone = navigator.add_agent(Agent::new([0.2; 3].into()))?;
    /// let mut crowd = Crowd::new(CrowdSettings::default());
    /// let ann = crowd.add(&mut navigator, CrowdAgent::new(drone, [1.0; 3]).speed(3.0))?;
    /// crowd.send(ann, [8.0; 3])?;
    /// crowd.update(&mut navigator, 0.1)?;
    /// let mut loaded = Crowd::from_bytes(&crowd.to_bytes()?, CrowdSettings::default())?;
    /// for crowd in [&mut crowd, &mut loaded] {
    ///     crowd.update(&mut navigator, 0.1)?;
    /// }
    /// assert_eq!(loaded.position(ann)?, crowd.position(ann)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_bytes(&mut self) -> Result<Vec<u8>, SavedError> {
        self.written(&BTreeMap::new())
    }

    /// Returns the crowd as [`to_bytes`](Self::to_bytes) does, with a custom description of each body that its agents
    /// have: for a navigator that is not saved, or not with its agents, such as one that is made of cells again.
    /// [`from_bytes_with_bodies`](Self::from_bytes_with_bodies) loads it.
    ///
    /// # Errors
    ///
    /// As [`to_bytes`](Self::to_bytes).
    pub fn to_bytes_with_bodies(
        &mut self,
        mut describe: impl FnMut(AgentId) -> Vec<u8>,
    ) -> Result<Vec<u8>, SavedError> {
        let bodies = self.members.values();
        let bodies = bodies.map(|it| ((it.kind, it.agent.body), Vec::new()));
        let mut described: BodyDescriptions = bodies.collect();
        for (&(_, body), description) in &mut described {
            *description = describe(body);
        }
        self.written(&described)
    }

    /// Makes the crowd that [`to_bytes`](Self::to_bytes) wrote, with settings. Ids are those of the saved crowd; the bodies are
    /// those of the same numbers of the navigator of the next update.
    ///
    /// # Errors
    ///
    /// [`SavedError`], for bytes that no crowd wrote. They are read to the end, and nothing is reserved by what
    /// they claim.
    pub fn from_bytes(bytes: &[u8], settings: CrowdSettings) -> Result<Self, SavedError> {
        let mut crowd = Self::new(settings);
        crowd.read(bytes)?;
        Ok(crowd)
    }

    /// Makes the crowd that [`to_bytes_with_bodies`](Self::to_bytes_with_bodies) wrote, with settings. `find` is given each body
    /// as it was, with its description, and returns the one that its agents have from now on: a body of the navigator of the
    /// next update. It is asked once all bytes were read, and first about bodies that fly, by their numbers.
    ///
    /// ```
    /// use voxnav::{Agent, Navigator};
    /// use voxnav_crowd::crowd::{Crowd, CrowdAgent, CrowdSettings, SavedError};
    ///
    /// let mut navigator = Navigator::in_region(0.5, [0.0; 3], [9.0; 3])?;
    /// let [small, large] = [0.2, 0.7].map(|half| Agent::new([half; 3].into()));
    /// navigator.add_agent(small)?;
    /// let large = navigator.add_agent(large)?;
    /// let mut crowd = Crowd::new(CrowdSettings::default());
    /// let ann = crowd.add(&mut navigator, CrowdAgent::new(large, [1.0; 3]))?;
    /// let bytes = crowd.to_bytes_with_bodies(|_| b"large".to_vec())?;
    ///
    /// let mut other = Navigator::in_region(0.5, [0.0; 3], [9.0; 3])?;
    /// let large = other.add_agent(Agent::new([0.7; 3].into()))?;
    /// let loaded = Crowd::from_bytes_with_bodies(&bytes, CrowdSettings::default(), |_, description| {
    ///     assert_eq!(description, b"large");
    ///     Ok::<_, SavedError>(large)
    /// })?;
    /// assert_eq!(loaded.agent(ann)?.body, large);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`from_bytes`](Self::from_bytes), and errors of `find`; [`SavedError::Undescribed`] for a crowd that was saved
    /// without its bodies.
    pub fn from_bytes_with_bodies<E: From<SavedError>>(
        bytes: &[u8],
        settings: CrowdSettings,
        mut find: impl FnMut(AgentId, &[u8]) -> Result<AgentId, E>,
    ) -> Result<Self, E> {
        let mut crowd = Self::new(settings);
        let described = crowd.read(bytes)?;
        let mut found = BTreeMap::new();
        for ((_, body), description) in described {
            found.insert(body, find(body, &description)?);
        }
        for (&id, member) in &mut crowd.members {
            let body = found.get(&member.agent.body);
            member.agent.body = *body.ok_or(SavedError::Undescribed { id })?;
        }
        Ok(crowd)
    }

    fn written(&mut self, described: &BodyDescriptions) -> Result<Vec<u8>, SavedError> {
        let planned = self.planned().next();
        if let Some(id) = planned {
            return Err(SavedError::Planned { id });
        }
        self.prune_formations();
        let mut to = MAGIC.to_vec();
        VERSION.write(&mut to);
        self.next.write(&mut to);
        self.updates.write(&mut to);
        self.avoiding.seconds().write(&mut to);
        self.groups.write(&mut to);
        count(self.members.len(), &mut to);
        for (&id, member) in &self.members {
            let written = SavedAgent::of(id, member).write(&mut to);
            written.ok_or(SavedError::Cells { id })?;
        }
        self.avoiding.characters().to_vec().write(&mut to);
        self.saved_formations().write(&mut to);
        count(described.len(), &mut to);
        for ((kind, body), description) in described {
            kind.write(&mut to);
            body.write(&mut to);
            description.write(&mut to);
        }
        checksum(&to).write(&mut to);
        self.forget_routes();
        Ok(to)
    }

    /// Reads everything into an empty crowd, and returns the descriptions of bodies.
    fn read(&mut self, bytes: &[u8]) -> Result<BodyDescriptions, SavedError> {
        let rest = bytes.strip_prefix(&MAGIC).ok_or(SavedError::NoCrowd)?;
        let version = rest.first_chunk().ok_or(SavedError::Checksum)?;
        let version = u16::from_le_bytes(*version);
        if !(FIRST_VERSION..=VERSION).contains(&version) {
            let known = VERSION;
            return Err(SavedError::Version { version, known });
        }
        let head = MAGIC.len() + size_of_val(&VERSION);
        let (body, sum) = bytes
            .split_last_chunk()
            .filter(|it| it.0.len() >= head)
            .ok_or(SavedError::Checksum)?;
        if checksum(body) != u64::from_le_bytes(*sum) {
            return Err(SavedError::Checksum);
        }
        let from = &mut Reader::after(head, body, version);
        (self.next, self.updates) = (u32::read(from)?, u64::read(from)?);
        let seconds = f64::read(from)?;
        if !(seconds >= 0.0 && seconds.is_finite()) {
            return Err(CrowdError::Time { dt: seconds }.into());
        }
        self.avoiding.set_seconds(seconds);
        Since::<3, _>(self.groups) = Since::read(from)?;
        for _ in 0..u32::read(from)? {
            let agent = SavedAgent::read(from)?;
            agent.check()?;
            let id = agent.id;
            let is_after = self.members.last_key_value().is_none_or(|it| *it.0 < id);
            if !is_after || id.to_bits() >= self.next {
                return Err(SavedError::Order { id });
            }
            self.members.insert(id, agent.member());
        }
        self.set_characters(&Vec::read(from)?)?;
        let Since::<4, _>(formations) = Since::read(from)?;
        self.load_formations(formations)?;
        let mut described = BTreeMap::new();
        for _ in 0..u32::read(from)? {
            described.insert((Kind::read(from)?, AgentId::read(from)?), Vec::read(from)?);
        }
        from.end().map(|()| described)
    }

    /// Leaves all agents as they are loaded.
    fn forget_routes(&mut self) {
        let characters = self.avoiding.characters().to_vec();
        let mut avoiding = AvoidanceBodies::new(self.settings.avoidance.unwrap_or_default());
        avoiding.set_seconds(self.avoiding.seconds());
        // They were taken once.
        let _ = avoiding.set_characters(&characters);
        self.avoiding = avoiding;
        self.views.clear();
        self.wary.clear();
        self.forget_plans();
        for (&id, member) in &mut self.members {
            *member = SavedAgent::of(id, member).member();
        }
        self.forget_formations();
    }
}
