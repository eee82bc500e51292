//! Routes: questions and answers, searches in slices, batches, fields, and what lies around a place.

mod answers;
mod batches;
mod destinations;
mod fields;
mod finding;
mod options;
mod places;
mod searches;

pub use answers::*;
pub use batches::*;
pub use destinations::*;
pub use fields::*;
pub use finding::*;
pub use options::*;
pub use places::*;
pub use searches::*;
