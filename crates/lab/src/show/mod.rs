//! The ways in which a report is shown. All of them only show what is in it.

mod markdown;
mod page;
mod rows;
mod table;

pub use markdown::write as write_markdown;
pub use page::write as write_page;
pub use rows::{RoundRows, RowWriter};
pub use table::write as write_table;
