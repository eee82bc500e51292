//! Whether a query may return part of a path.

/// Whether a query may return a path that stops short of the goal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Partial {
    /// No: the outcome says why there is none.
    #[default]
    Refused,
    /// Yes: wherever there is no way to the goal but the start lies in the world, the outcome is
    /// [`Outcome::Partial`](crate::Outcome::Partial).
    Allowed,
}
