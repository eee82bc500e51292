//! Records of the vertices of a graph that a search has reached.

use super::records::OutOfKeys;
use crate::cost::Cost;

/// The record of a reached vertex.
///
/// ```text
/// g       64 bits   the smallest cost found so far
/// query   32 bits   which query wrote the record; any other value: there is none
/// state   31      30            0
///        [closed |    before     ]   before: the vertex it was reached from, all ones for none
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct VertexRecord {
    g: Cost,
    query: u32,
    state: u32,
}

const CLOSED: u32 = 1 << 31;
const NONE: u32 = CLOSED - 1;

impl VertexRecord {
    #[inline]
    pub(crate) fn g(&self) -> Cost {
        self.g
    }

    /// Returns whether the vertex was expanded at its present cost.
    #[inline]
    pub(crate) fn is_closed(&self) -> bool {
        self.state & CLOSED != 0
    }

    /// Returns the vertex from which this one was reached; `None` for the start.
    #[inline]
    pub(crate) fn before(&self) -> Option<u32> {
        let before = self.state & NONE;
        (before != NONE).then_some(before)
    }
}

/// Records of all vertices of a graph, for one query at a time.
#[derive(Debug, Default)]
pub(crate) struct VertexRecords {
    known: Vec<VertexRecord>,
    query: u32,
    reached: usize,
    /// The largest number of vertices reached.
    most: usize,
}

impl VertexRecords {
    /// Starts a query in a graph of so many vertices: all records are absent from here on.
    pub(crate) fn begin(&mut self, vertices: usize) {
        if self.known.len() < vertices {
            self.known.resize(vertices, VertexRecord::default());
        }
        self.query = self.query.checked_add(1).unwrap_or_else(|| {
            self.known.fill(VertexRecord::default());
            1
        });
        self.reached = 0;
        self.most = usize::MAX;
    }

    /// Lets the query use so many bytes at most.
    pub(crate) fn allow_bytes(&mut self, most: u64) {
        let affordable = most / size_of::<VertexRecord>() as u64;
        self.most = usize::try_from(affordable).unwrap_or(usize::MAX);
    }

    /// Returns the number of bytes of the records that this query has written.
    pub(crate) fn used_bytes(&self) -> u64 {
        (self.reached * size_of::<VertexRecord>()) as u64
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        self.known.capacity() * size_of::<VertexRecord>()
    }

    /// Returns the record of a vertex if this query has written one.
    #[inline]
    pub(crate) fn find(&self, vertex: u32) -> Option<VertexRecord> {
        let known = self.known[vertex as usize];
        (known.query == self.query).then_some(known)
    }

    /// Returns the cost of a vertex that was reached.
    pub(crate) fn cost(&self, vertex: u32) -> Cost {
        self.known[vertex as usize].g
    }

    /// Notes that a vertex was reached at cost `g` from another.
    #[inline]
    pub(crate) fn reach(
        &mut self,
        vertex: u32,
        g: Cost,
        before: Option<u32>,
    ) -> Result<(), OutOfKeys> {
        let known = &mut self.known[vertex as usize];
        if known.query != self.query {
            if self.reached >= self.most {
                return Err(OutOfKeys);
            }
            self.reached += 1;
        }
        *known = VertexRecord {
            g,
            query: self.query,
            state: before.unwrap_or(NONE),
        };
        Ok(())
    }

    /// Notes that a vertex is expanded, unless `g` is no longer its cost.
    #[inline]
    pub(crate) fn close(&mut self, vertex: u32, g: Cost) -> Option<VertexRecord> {
        let known = &mut self.known[vertex as usize];
        if known.g < g {
            return None;
        }
        known.state |= CLOSED;
        Some(*known)
    }
}
