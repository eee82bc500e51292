//! Disjoint sets.
//!
//! Public for the crates of this repository, not for others.

/// Disjoint sets of labels with path halving; the smallest label is the root, so that roots do not depend on
/// the order of joins.
#[derive(Debug, Default)]
pub struct UnionFind {
    parents: Vec<u32>,
}

impl UnionFind {
    /// Returns sets of one label each.
    #[must_use]
    pub fn with(labels: u32) -> Self {
        Self {
            parents: (0..labels).collect(),
        }
    }

    /// Adds the next label, in a set of its own, and returns it.
    pub fn add(&mut self) -> u32 {
        let label = u32::try_from(self.parents.len()).unwrap_or(u32::MAX);
        self.parents.push(label);
        label
    }

    /// Returns the root of the set of a label.
    #[inline]
    pub fn root(&mut self, mut label: u32) -> u32 {
        while self.parents[label as usize] != label {
            let above = self.parents[self.parents[label as usize] as usize];
            self.parents[label as usize] = above;
            label = above;
        }
        label
    }

    /// Joins the sets of two labels, and returns whether they were apart.
    #[inline]
    pub fn join(&mut self, a: u32, b: u32) -> bool {
        let (a, b) = (self.root(a), self.root(b));
        self.parents[a.max(b) as usize] = a.min(b);
        a != b
    }
}
