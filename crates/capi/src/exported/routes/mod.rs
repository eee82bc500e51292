//! Routes: questions and answers, searches in slices and on schedule, batches,
//! fields, what lies around a place, and lines to look at.

mod answers;
mod batches;
mod destinations;
mod drawing;
mod fields;
mod finding;
mod guides;
mod options;
mod place_queries;
mod places;
mod remedies;
mod scheduling;
mod searches;

pub use answers::*;
pub use batches::*;
pub use destinations::*;
pub use drawing::*;
pub use fields::*;
pub use finding::*;
pub use guides::*;
pub use options::*;
pub use place_queries::*;
pub use places::*;
pub use remedies::*;
pub use scheduling::*;
pub use searches::*;
