//! The ways in which a report is shown. All of them only show what is in it.

mod axis;
mod chart;
mod escaped;
mod latex;
mod markdown;
mod page;
mod palette;
mod plots;
mod rows;
mod table;
mod text;

use escaped::Escaped;

pub use latex::write as write_latex;
pub use markdown::write as write_markdown;
pub(crate) use markdown::write_lines;
pub use page::write as write_page;
pub use plots::plots;
pub use rows::{RoundRows, RowWriter};
pub(crate) use table::{Table, table};
pub use text::{write as write_table, write_columns, write_within as write_table_within};
