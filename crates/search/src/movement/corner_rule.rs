//! Which cells a diagonal move must find traversable.

/// Which cells a diagonal move must find traversable besides its target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum CornerRule {
    /// Every cell of the box that the move spans: 2 cells for a straight move, 4 for a face
    /// diagonal, 8 for a body diagonal. The rule of the public 3D benchmarks ("no corner cutting").
    #[default]
    Strict,
    /// Only the target: a move may slip between two blocked cells that share an edge or a vertex.
    Lenient,
}
