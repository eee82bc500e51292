//! Even ground: cells around which a body walks as on a plane, read by words.
//!
//! [`EvenRules`] say over which distances ground has to be even, [`StanceRules::even`] takes them, and
//! an [`EvenReader`] answers where it is and how far straight runs over it lead. A [`SpanKeeper`] keeps
//! what its user works out from the stances of [`SPAN`] cells in a row, until an edit comes near.
//!
//! [`StanceRules::even`]: crate::StanceRules::even

pub use crate::stances::{EvenReader, EvenRules, EvenRun, SPAN, SpanKeeper};
