//! The columns of CSV results, which are the members of results in JSON.

use clap::ValueEnum;
use voxnav::Algorithm;
use voxnav::batch::PathDetail;
use voxnav::search::{SearchSettings, Statistics};

use crate::units::Units;

/// The source of the sizes of agents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bodies {
    /// The requests.
    Stated,
    /// The locomotion of the run: sizes in requests are refused.
    OnFoot,
}

/// The part of each path that is kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum Keeping {
    /// Its corners: start, cells where it turns, goal
    #[default]
    Path,
    /// Its cost and length
    Cost,
    /// Its cost, length and first move
    Step,
}

impl Keeping {
    pub(super) fn detail(self) -> PathDetail {
        match self {
            Self::Path => PathDetail::Path,
            Self::Cost => PathDetail::Cost,
            Self::Step => PathDetail::FirstStep,
        }
    }
}

/// The choice between rows that tell the ratio to the optimum that was proved, and rows that do not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Proofs {
    Told,
    Untold,
}

impl Proofs {
    /// Returns the choice for a search: rows of first paths tell.
    pub(super) fn of(search: &SearchSettings) -> Self {
        match search.algorithm {
            Algorithm::Hierarchical => Self::Told,
            _ => Self::Untold,
        }
    }
}

/// The column of the proved ratio of a first path.
const PROVED: &str = "proved";
/// The columns before that which depends on what is kept.
const COLUMNS_BEFORE: [&str; 4] = ["id", "outcome", "cost", "length"];
/// The columns after it.
const COLUMNS_AFTER: [&str; 4] = [PROVED, "source", "nearest", "error"];

/// The columns of which there is one at most, for what is kept.
const COLUMNS_OF_PATHS: [&str; 3] = ["path", "legs", "step"];
/// The columns that have lengths and positions: their names in cells, and in world units.
const COLUMNS_IN_UNITS: [(&str, &str); 5] = [
    ("length", "world_length"),
    ("path", "world_path"),
    ("legs", "world_legs"),
    ("step", "world_step"),
    ("nearest", "world_nearest"),
];

/// Returns the name of a column of results where positions are in these units.
pub(super) fn name_in(units: Units, column: &'static str) -> &'static str {
    let mut renamed = COLUMNS_IN_UNITS.iter();
    match (units, renamed.find(|(cells, _)| *cells == column)) {
        (Units::World, Some((_, world))) => world,
        _ => column,
    }
}

/// Returns the columns of CSV results, before those that pass through.
pub(super) fn columns(
    keeping: Keeping,
    bodies: Bodies,
    proofs: Proofs,
    units: Units,
) -> impl Iterator<Item = &'static str> {
    let [path, legs, step] = COLUMNS_OF_PATHS;
    let own = match (keeping, bodies) {
        (Keeping::Path, Bodies::Stated) => Some(path),
        (Keeping::Path, Bodies::OnFoot) => Some(legs),
        (Keeping::Cost, _) => None,
        (Keeping::Step, _) => Some(step),
    };
    let columns = COLUMNS_BEFORE.into_iter().chain(own);
    let columns = columns.chain(Statistics::NAMES).chain(COLUMNS_AFTER);
    let columns = columns.filter(move |column| *column != PROVED || proofs == Proofs::Told);
    columns.map(move |column| name_in(units, column))
}

/// Returns whether results have a column or member of this name, whatever is kept and in any units.
pub(super) fn is_column_of_results(name: &str) -> bool {
    let all = [
        &COLUMNS_BEFORE[..],
        &COLUMNS_OF_PATHS,
        &Statistics::NAMES,
        &COLUMNS_AFTER,
    ];
    let in_world = COLUMNS_IN_UNITS.iter().any(|(_, world)| *world == name);
    in_world || all.iter().any(|names| names.contains(&name))
}
