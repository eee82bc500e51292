//! The data derived from the cells for an agent: kept in memory with the cells that it is of, and stored
//! with a fingerprint of them.
//!
//! ```text
//! u8        the version of this block, 1: others are passed over
//! u32       the fingerprint of the world that it was derived from
//! vector    the cells that the agent covers, relative to its own: the least, and one past the greatest
//! vector
//! u8        what it does at unknown cells: 0 is blocked, 1 goes on, 2 stops before them
//! ...       what was derived, see the module `derived_bytes` of the crate of occupancy
//! ```

use std::collections::BTreeMap;
use std::sync::Arc;

use voxnav_occupancy::bits::DerivedFlaw;
use voxnav_occupancy::{CellBox, ChunkCoord, Footprint, Occupancy, Traversability, UnknownPolicy};

use crate::bytes::{Bytes, put_vector};
use crate::error::{Flaw, WriteError};
use crate::layout::{Entry, Head, code, state_code, value};
use crate::terrain::COSTS;
use crate::world::World;

/// The beginning of the names of these blocks, which no program may use for its own.
pub(crate) const PREFIX: &str = "voxnav.derived.";

const VERSION: u8 = 1;

/// The policies at unknown cells by their numbers.
const POLICIES: [UnknownPolicy; 3] = [
    UnknownPolicy::Blocked,
    UnknownPolicy::Free,
    UnknownPolicy::StopAtBoundary,
];

/// The data derived from the cells of a world for one agent, its components, so that they need not be derived again.
///
/// [`World::keep`](crate::World::keep) takes it from a [`Traversability`],
/// [`World::traversability`](crate::World::traversability) gives it back. Once the cells are edited, it is
/// brought up to date there and when it is saved, and so never one of other cells.
#[derive(Clone, Debug)]
pub struct Derived {
    of: Occupancy,
    agent: Footprint,
    unknown: UnknownPolicy,
    bytes: Arc<[u8]>,
}

impl Derived {
    pub(crate) fn new(world: &Traversability) -> Self {
        Self {
            of: world.occupancy().clone(),
            agent: world.footprint(),
            unknown: world.unknown_policy(),
            bytes: world.derived_bytes().into(),
        }
    }

    /// Returns the cells that the agent covers.
    #[must_use]
    pub const fn agent(&self) -> Footprint {
        self.agent
    }

    /// Returns the agent's policy at unknown cells.
    #[must_use]
    pub const fn unknown(&self) -> UnknownPolicy {
        self.unknown
    }

    /// Returns whether the connected components are known.
    #[must_use]
    pub fn has_components(&self) -> bool {
        self.has(1)
    }

    /// Returns the number of bytes that it takes in a file.
    #[must_use]
    pub fn len_in_file(&self) -> usize {
        30 + self.bytes.len()
    }

    fn has(&self, part: u8) -> bool {
        self.bytes.first().is_some_and(|parts| parts & part != 0)
    }

    pub(crate) fn is_for(&self, agent: Footprint, unknown: UnknownPolicy) -> bool {
        self.agent == agent && self.unknown == unknown
    }

    /// Returns whether both say the same of the same cells, as far as that is known without a look
    /// at them.
    pub(crate) fn is_shared_with(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.bytes, &other.bytes)
    }

    /// Returns the snapshot of a world that may have been edited since.
    pub(crate) fn traversability(&self, cells: &Occupancy) -> Result<Traversability, DerivedFlaw> {
        let bare = Traversability::for_agent(&self.of, self.agent, self.unknown);
        let world = match bare.clone().with_derived_bytes(&self.bytes) {
            // Another version of the library may see other bits in the same cells.
            Err(DerivedFlaw::OtherBits) => bare,
            world => world?,
        };
        Ok(world.refreshed(cells))
    }

    /// Returns the same of a world that may have been edited since.
    fn refreshed(&self, cells: &Occupancy) -> Result<Self, DerivedFlaw> {
        if cells.changes_since(&self.of).is_empty() {
            return Ok(self.clone());
        }
        let mut world = self.traversability(cells)?;
        if self.has_components() {
            world = world.with_components();
        }
        Ok(Self::new(&world))
    }

    fn encode(&self, fingerprint: u32) -> Vec<u8> {
        let mut out = vec![VERSION];
        out.extend(fingerprint.to_le_bytes());
        let offsets = self.agent.offsets();
        put_vector(&mut out, offsets.min);
        put_vector(&mut out, offsets.max);
        // One that this version of the format does not know gets a number that it refuses to read.
        out.push(code(&POLICIES, &self.unknown).unwrap_or(u8::MAX));
        out.extend(&*self.bytes);
        out
    }

    /// Reads a block about cells with this fingerprint; `None` if it is of others, or of another version.
    pub(crate) fn decode(
        block: &[u8],
        fingerprint: u32,
        of: &Occupancy,
    ) -> Result<Option<Self>, Flaw> {
        let mut bytes = Bytes::new(block);
        if bytes.byte()? != VERSION || bytes.u32()? != fingerprint {
            return Ok(None);
        }
        let offsets = CellBox::new(bytes.vector()?, bytes.vector()?);
        let agent = Footprint::new(offsets).map_err(|_| Flaw::Agent)?;
        let unknown = value(&POLICIES, bytes.byte()?, "choice at unknown cells")?;
        Ok(Some(Self {
            of: of.clone(),
            agent,
            unknown,
            bytes: bytes.rest().into(),
        }))
    }
}

/// Returns whether the name of an extra is taken for what this crate stores as one.
pub(crate) fn is_taken(name: &str) -> bool {
    name.starts_with(PREFIX) || name == COSTS
}

/// Returns the blocks of a file, by name, that are neither cells nor terrain: extras, and the data derived from cells
/// with this fingerprint.
pub(crate) fn blocks(
    world: &World,
    fingerprint: u32,
) -> Result<BTreeMap<String, Vec<u8>>, WriteError> {
    let extras = &world.extras;
    if let Some(name) = extras.keys().find(|name| is_taken(name)) {
        return Err(WriteError::ReservedName { name: name.clone() });
    }
    let mut encoded = Vec::with_capacity(world.derived.len());
    for own in &world.derived {
        let own = own
            .refreshed(&world.occupancy)
            .map_err(WriteError::Derived)?;
        encoded.push(own.encode(fingerprint));
    }
    // Equal worlds are equal bytes, in whatever order things were kept.
    encoded.sort_unstable();
    let named = encoded.into_iter().enumerate();
    let named = named.map(|(number, bytes)| (format!("{PREFIX}{number:05}"), bytes));
    Ok(named.chain(extras.clone()).collect())
}

/// Returns a number that tells the cells of a world from others, made of the checksums of its
/// blocks and of all that has none.
pub(crate) fn fingerprint(head: &Head, index: &BTreeMap<ChunkCoord, Entry>) -> u32 {
    let mut bytes = Vec::new();
    put_vector(&mut bytes, head.bounds.min);
    put_vector(&mut bytes, head.bounds.max);
    bytes.extend([head.outside, head.background].map(state_code));
    let mut hasher = crc32fast::Hasher::new();
    for (chunk, entry) in index {
        put_vector(&mut bytes, chunk.0);
        match entry {
            Entry::Uniform(state) => bytes.push(state_code(*state)),
            Entry::Block(extent) => {
                bytes.push(3);
                bytes.extend(extent.length.to_le_bytes());
                bytes.extend(extent.checksum.to_le_bytes());
            }
        }
        hasher.update(&bytes);
        bytes.clear();
    }
    hasher.update(&bytes);
    hasher.finalize()
}
