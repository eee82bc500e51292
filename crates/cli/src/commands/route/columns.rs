//! The columns of CSV results, which are the members of results in JSON.

use clap::ValueEnum;
use voxnav::Algorithm;
use voxnav::batch::PathDetail;
use voxnav::search::{SearchSettings, Statistics};

/// Who says how large agents are.
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
            Algorithm::Clusters => Self::Told,
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

/// Returns the columns of CSV results, before those that pass through.
pub(super) fn columns(
    keeping: Keeping,
    bodies: Bodies,
    proofs: Proofs,
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
    columns.filter(move |column| *column != PROVED || proofs == Proofs::Told)
}

/// Returns whether results have a column or member of this name, whatever is kept.
pub(super) fn is_column_of_results(name: &str) -> bool {
    let all = [
        &COLUMNS_BEFORE[..],
        &COLUMNS_OF_PATHS,
        &Statistics::NAMES,
        &COLUMNS_AFTER,
    ];
    all.iter().any(|names| names.contains(&name))
}
