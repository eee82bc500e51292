//! Routes: questions and answers, searches in slices, batches, fields, and what lies around a place.

mod answers;
mod destinations;
mod finding;
mod options;

pub use answers::*;
pub use destinations::*;
pub use finding::*;
pub use options::*;
