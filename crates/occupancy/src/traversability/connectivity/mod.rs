//! Connected components: which cells can reach each other at all.
//!
//! Two cells are in one component if a chain of traversable cells that share faces joins them.
//! Where moves may not cut corners that decides reachability for every move set in space, because
//! every legal diagonal can be taken in straight moves.
//!
//! There are two levels. Every chunk is labeled by itself (`labels`), and of every face between two
//! chunks the pairs of labels that touch across it are listed: labels are the vertices of a graph and
//! pairs its edges. The components of that graph are found once by disjoint sets (`components`) and
//! then kept up (`update`): an edit changes the vertices of the chunks that it reaches, and only what
//! hung together through them alone is looked at beyond.

pub(crate) mod components;
pub(crate) mod labels;
mod sizes;
mod update;

pub(crate) use components::Components;
pub use components::{Component, ComponentsMissing};
