//! An open laboratory: searches compared on the same problems, checked, timed in turns and reported.
//!
//! A [`Contestant`] is a search, guided by a heuristic of the library or by custom estimates. A
//! [`ProblemSet`] is a world with problems. An [`Experiment`] asks every contestant of a [`Lineup`] each
//! problem before the next one, checks every path cell by cell and its cost against the optimum, and
//! returns a [`WorldReport`]. [`Report`] joins those of several worlds with the [`Setting`] and is shown
//! as text ([`write_table`]), Markdown ([`write_markdown`]), one HTML file with charts ([`write_page`]) or
//! JSON (it is `Serialize`); [`RowWriter`] writes each answer as a row of CSV.
//!
//! The command `voxnav compare` is this crate with a command line.
//!
//! Custom estimates, in a generated world or on a map file with what its scenario lists:
#![doc = "```"]
#![doc = include_str!("../examples/own_heuristic.rs")]
#![doc = "```"]
//! Custom moves:
#![doc = "```"]
#![doc = include_str!("../examples/own_moves.rs")]
#![doc = "```"]

mod check;
mod contest;
mod dynamic;
mod expectation;
mod experiment;
pub mod figures;
mod report;
mod search_clock;
mod show;
mod suite;

pub use check::Laws;
pub use contest::{
    Contestant, ImportedRows, JoinError, Lineup, Merged, Problem, ProblemSet, ProblemSetError,
    Reference, Repetitions, TutorialOctile, UnknownChoice, describe, fingerprint,
    fingerprint_of_costs,
};
pub use dynamic::{
    DynamicLine, DynamicReport, Dynamics, UnknownWorldChange, WorldChange, write_dynamic_markdown,
    write_dynamic_table,
};
pub use expectation::{Expectation, Fault, Listed, ListedFor};
pub use experiment::{Experiment, Journal, JournalError, Progress};
pub use report::{
    Bucket, Comparison, IgnoredRows, Line, Machine, Measure, Report, Setting, ShownFault, SpeedUp,
    Spread, Suboptimality, WorldReport,
};
pub use search_clock::SearchClock;
pub use show::{
    RoundRows, RowWriter, plots, write_columns, write_latex, write_markdown, write_page,
    write_table, write_table_within,
};

pub use suite::{Published, Suite};

/// The program in the README, compiled and run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;

/// The programs of the book's page, compiled as tests. A package does not contain it.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/book/benchmarks.md")]
pub struct Book;
