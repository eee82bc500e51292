//! The searches that run on a world: those that were asked, less those that are the same search under
//! another name.

use voxnav::experiment::{Heuristic, TieBreaking};
use voxnav::search::{SearchSettings, Weight};
use voxnav::{Algorithm, CornerRule, MoveSet};

use super::contestant::{Contestant, Guidance, Question};

/// A contestant that is another one under a different name, and so does not run.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Merged {
    /// The name of the contestant.
    pub label: String,
    /// The name of the one that runs.
    pub same_as: String,
}

/// The searches that run on a world.
///
/// ```
/// use voxnav::{Algorithm, experiment::Heuristic, search::SearchSettings};
/// use voxnav_lab::{Contestant, Lineup};
///
/// let astar = SearchSettings::default().algorithm(Algorithm::AStar);
/// let lineup = Lineup::new([
///     Contestant::new(astar),
///     Contestant::new(astar.heuristic(Heuristic::Zero)),
///     Contestant::new(astar.algorithm(Algorithm::Dijkstra)),
/// ]);
/// assert_eq!(lineup.contestants().len(), 2);
/// assert_eq!(lineup.merged()[0].same_as, "astar zero");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Lineup {
    contestants: Vec<Contestant>,
    merged: Vec<Merged>,
}

impl Lineup {
    /// Keeps one of those that are the same search: the one with the plain name, or the first.
    pub fn new(asked: impl IntoIterator<Item = Contestant>) -> Self {
        let asked: Vec<_> = asked.into_iter().collect();
        let mut lineup = Self::default();
        for (index, contestant) in asked.iter().enumerate() {
            let plain = plain_name(contestant);
            let named_plainly = asked
                .iter()
                .position(|it| (*it.search(), it.guidance(), it.question()) == plain);
            let first = asked.iter().position(|it| plain_name(it) == plain);
            let kept = named_plainly.or(first).unwrap_or(index);
            let [label, same_as] = [contestant, &asked[kept]].map(Contestant::label);
            let noted = lineup.merged.iter().any(|it| it.label == label);
            if kept == index {
                lineup.contestants.push(contestant.clone());
            } else if same_as != label && !noted {
                lineup.merged.push(Merged { label, same_as });
            }
        }
        lineup
    }

    /// Returns the contestants that run.
    #[must_use]
    pub fn contestants(&self) -> &[Contestant] {
        &self.contestants
    }

    /// Returns the contestants that do not run, because another is the same search.
    #[must_use]
    pub fn merged(&self) -> &[Merged] {
        &self.merged
    }

    /// Returns, for each of the different questions that the searches answer, whose optimum is the same,
    /// the first contestant that asks it.
    #[must_use]
    pub fn questions(&self) -> Vec<&Contestant> {
        let mut questions: Vec<&Contestant> = Vec::new();
        for contestant in &self.contestants {
            let asks_it = |it: &&Contestant| it.question() == contestant.question();
            if !questions.iter().any(asks_it) {
                questions.push(contestant);
            }
        }
        questions
    }
}

/// Returns whether any-angle paths exist for these moves and corners.
fn may_leave_the_lattice(search: &SearchSettings) -> bool {
    search.corners == CornerRule::Strict
        && matches!(search.moves, MoveSet::Vertex26 | MoveSet::Planar8(_))
}

/// Returns the search that a contestant really is, in the plainest words: what the documentation of
/// [`Algorithm`] and [`Heuristic`] says about which fall back to which.
fn plain_name(contestant: &Contestant) -> (SearchSettings, Guidance<'_>, Question<'_>) {
    let search = *contestant.search();
    let zero = Guidance::Known(Heuristic::Zero);
    let guidance = match (contestant.guidance(), search.moves) {
        // Without diagonals the distance in free space is the sum of the components.
        (Guidance::Known(Heuristic::Manhattan), MoveSet::Face6 | MoveSet::Planar4(_)) => {
            Guidance::Known(Heuristic::Octile)
        }
        (guidance, _) => guidance,
    };
    let algorithm = match search.algorithm {
        Algorithm::Auto | Algorithm::Jump | Algorithm::Canonical | Algorithm::Bidirectional
            if !contestant.is_consistent(search.moves) =>
        {
            Algorithm::AStar
        }
        Algorithm::LazyTheta if !may_leave_the_lattice(&search) => Algorithm::AStar,
        Algorithm::WeightedAStar(Weight::ONE) => Algorithm::AStar,
        algorithm => algorithm,
    };
    let (algorithm, guidance) = match (algorithm, guidance) {
        (Algorithm::Dijkstra, _) => (Algorithm::Dijkstra, zero),
        (Algorithm::AStar | Algorithm::WeightedAStar(_), _) if guidance == zero => {
            (Algorithm::Dijkstra, zero)
        }
        other => other,
    };
    let ties = match algorithm {
        // The bucket queue has an order of its own.
        Algorithm::Auto | Algorithm::Jump | Algorithm::Canonical => TieBreaking::default(),
        _ => search.ties,
    };
    let heuristic = match guidance {
        Guidance::Known(heuristic) => heuristic,
        Guidance::Own(_) | Guidance::OfMoves => Heuristic::default(),
    };
    let search = search.algorithm(algorithm).heuristic(heuristic);
    let question = contestant.question();
    (search.tie_breaking(ties), guidance, question)
}
