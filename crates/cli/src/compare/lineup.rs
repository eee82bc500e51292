//! Which combinations run: the product of what was asked for, less those that are the same search
//! under another name.

use std::str::FromStr;

use voxnav::experiment::{Heuristic, TieBreaking};
use voxnav::search::{NameError, SearchSettings, Weight};
use voxnav::{Algorithm, CornerRule, MoveSet};

use super::CompareOptions;
use super::heuristic_name::HeuristicName;
use crate::map_file::MapKind;

/// One name of a list, or all there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Choice<T> {
    All,
    One(T),
}

impl<T: FromStr> FromStr for Choice<T> {
    type Err = T::Err;

    fn from_str(text: &str) -> Result<Self, T::Err> {
        if text.trim().eq_ignore_ascii_case("all") {
            Ok(Self::All)
        } else {
            text.parse().map(Self::One)
        }
    }
}

impl Choice<TieBreaking> {
    fn ties(self) -> Vec<TieBreaking> {
        match self {
            Self::All => TieBreaking::ALL.to_vec(),
            Self::One(ties) => vec![ties],
        }
    }
}

/// An algorithm by name, where the weight of a weighted one may come from `--weights`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AlgorithmName {
    Complete(Algorithm),
    /// A name in [`Algorithm::NAMES`] that ends in a weight, up to the weight.
    Weighted(&'static str),
}

/// What stands for the weight in [`Algorithm::NAMES`].
const WEIGHT: &str = "W";

impl FromStr for AlgorithmName {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, NameError> {
        let lower = text.trim().to_ascii_lowercase();
        let mut weighted = Algorithm::NAMES
            .into_iter()
            .filter_map(|name| name.strip_suffix(WEIGHT));
        match weighted.find(|stem| stem.strip_suffix(':') == Some(lower.as_str())) {
            Some(stem) => Ok(Self::Weighted(stem)),
            None => text.parse().map(Self::Complete),
        }
    }
}

/// Reads a factor as a weight.
pub(super) fn parse_weight(text: &str) -> Result<Weight, NameError> {
    match format!("weighted:{}", text.trim()).parse()? {
        Algorithm::WeightedAStar(weight) => Ok(weight),
        _ => Ok(Weight::ONE),
    }
}

/// A search and what reports call it.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) label: String,
    /// With the heuristic of the library, if it is one.
    pub(super) search: SearchSettings,
    pub(super) heuristic: HeuristicName,
}

/// A combination that is another one under a different name, and so does not run.
#[derive(Clone, Debug, serde::Serialize)]
pub(super) struct Merged {
    pub(super) label: String,
    pub(super) same_as: String,
}

/// The searches that run on a world.
#[derive(Clone, Debug, Default)]
pub(super) struct Lineup {
    pub(super) entries: Vec<Entry>,
    pub(super) merged: Vec<Merged>,
}

impl Lineup {
    pub(super) fn new(options: &CompareOptions, kind: MapKind) -> Self {
        let moves = match options.moves.as_slice() {
            [] => vec![kind.moves()],
            moves => moves.to_vec(),
        };
        let corners = match options.corners.as_slice() {
            [] => vec![CornerRule::default()],
            corners => corners.to_vec(),
        };
        let ties = match options.tie_breaking.as_slice() {
            [] => vec![TieBreaking::default()],
            ties => ties.iter().copied().flat_map(Choice::ties).collect(),
        };
        let naming = Naming {
            moves: moves.len() > 1,
            corners: corners.len() > 1,
            ties: ties.len() > 1,
        };
        let mut asked: Vec<Entry> = Vec::new();
        for &moves in &moves {
            for &corners in &corners {
                for (algorithm, heuristic) in pairs(options) {
                    for &ties in &ties {
                        let search = SearchSettings::default()
                            .algorithm(algorithm)
                            .heuristic(heuristic.known())
                            .moves(moves)
                            .corners(corners)
                            .tie_breaking(ties)
                            .limits(options.limits.limits(1));
                        asked.push(Entry {
                            label: naming.label(&search, heuristic),
                            search,
                            heuristic,
                        });
                    }
                }
            }
        }
        Self::without_doubles(&asked)
    }

    /// Keeps one of those that are the same search: the one with the plain name, or the first.
    fn without_doubles(asked: &[Entry]) -> Self {
        let mut lineup = Self::default();
        for (index, entry) in asked.iter().enumerate() {
            let plain = plain_name(entry);
            let named_plainly = asked
                .iter()
                .position(|it| (it.search, it.heuristic) == plain);
            let first = asked.iter().position(|it| plain_name(it) == plain);
            let kept = named_plainly.or(first).unwrap_or(index);
            let stays = &asked[kept];
            let noted = lineup.merged.iter().any(|it| it.label == entry.label);
            if kept == index {
                lineup.entries.push(entry.clone());
            } else if stays.label != entry.label && !noted {
                lineup.merged.push(Merged {
                    label: entry.label.clone(),
                    same_as: stays.label.clone(),
                });
            }
        }
        lineup
    }

    /// The different questions that the searches answer, each with its own optimum.
    pub(super) fn questions(&self) -> Vec<(MoveSet, CornerRule)> {
        let mut questions = Vec::new();
        for Entry { search, .. } in &self.entries {
            if !questions.contains(&(search.moves, search.corners)) {
                questions.push((search.moves, search.corners));
            }
        }
        questions
    }
}

/// What labels must tell apart.
struct Naming {
    moves: bool,
    corners: bool,
    ties: bool,
}

impl Naming {
    fn label(&self, search: &SearchSettings, heuristic: HeuristicName) -> String {
        let mut words = vec![search.algorithm.to_string()];
        // Its heuristic is always the same, and saying so helps nobody.
        if search.algorithm != Algorithm::Dijkstra {
            words.push(heuristic.to_string());
        }
        if self.moves {
            words.push(search.moves.to_string());
        }
        if self.corners {
            words.push(search.corners.to_string());
        }
        if self.ties {
            words.push(search.ties.to_string());
        }
        words.join(" ")
    }
}

/// The algorithms with their heuristics.
///
/// Without a choice every algorithm with the best estimate, and the reference with every estimate
/// that needs no preparation: all there is to see without the full product.
fn pairs(options: &CompareOptions) -> Vec<(Algorithm, HeuristicName)> {
    let algorithms = algorithms(&options.algorithms, &options.weights);
    let heuristics = heuristics(&options.heuristics);
    match (options.algorithms.is_empty(), options.heuristics.is_empty()) {
        (true, true) => {
            let every_algorithm = algorithms.iter().map(|&a| (a, HeuristicName::default()));
            let slow = HeuristicName::Known(Heuristic::Landmarks);
            let quick = heuristics.iter().filter(|&&h| h != slow);
            let every_heuristic = quick.map(|&h| (Algorithm::AStar, h));
            every_algorithm.chain(every_heuristic).collect()
        }
        (false, true) => product(&algorithms, &[HeuristicName::default()]),
        (true, false) => product(&[Algorithm::AStar], &heuristics),
        (false, false) => product(&algorithms, &heuristics),
    }
}

fn product(
    algorithms: &[Algorithm],
    heuristics: &[HeuristicName],
) -> Vec<(Algorithm, HeuristicName)> {
    let with_all = |&algorithm: &Algorithm| heuristics.iter().map(move |&h| (algorithm, h));
    algorithms.iter().flat_map(with_all).collect()
}

/// The algorithms of a list; of an empty one, all.
fn algorithms(list: &[Choice<AlgorithmName>], weights: &[Weight]) -> Vec<Algorithm> {
    let names = if list.is_empty() {
        &[Choice::All]
    } else {
        list
    };
    let mut algorithms = Vec::new();
    for name in names {
        match name {
            Choice::All => {
                for name in Algorithm::NAMES {
                    let name = match name.strip_suffix(WEIGHT) {
                        Some(stem) => Ok(AlgorithmName::Weighted(stem)),
                        None => name.parse(),
                    };
                    algorithms.extend(name.iter().flat_map(|name| name.complete(weights)));
                }
            }
            Choice::One(name) => algorithms.extend(name.complete(weights)),
        }
    }
    algorithms
}

impl AlgorithmName {
    fn complete(&self, weights: &[Weight]) -> Vec<Algorithm> {
        match *self {
            Self::Complete(algorithm) => vec![algorithm],
            Self::Weighted(stem) => {
                let names = weights.iter().map(|w| format!("{stem}{}", w.factor()));
                names.filter_map(|name| name.parse().ok()).collect()
            }
        }
    }
}

/// The heuristics of a list; of an empty one, all.
fn heuristics(list: &[Choice<HeuristicName>]) -> Vec<HeuristicName> {
    if list.is_empty() || list.contains(&Choice::All) {
        return HeuristicName::all();
    }
    let one = |choice: &Choice<HeuristicName>| match choice {
        Choice::All => None,
        Choice::One(heuristic) => Some(*heuristic),
    };
    list.iter().filter_map(one).collect()
}

/// Whether any-angle paths exist for these moves and corners.
fn may_leave_the_lattice(search: &SearchSettings) -> bool {
    search.corners == CornerRule::Strict
        && matches!(search.moves, MoveSet::Vertex26 | MoveSet::Planar8(_))
}

/// The search that `search` really is, in the plainest words: what the documentation of
/// [`Algorithm`] and [`Heuristic`] says about which fall back to which.
fn plain_name(entry: &Entry) -> (SearchSettings, HeuristicName) {
    let search = entry.search;
    let zero = HeuristicName::Known(Heuristic::Zero);
    let heuristic = match (entry.heuristic, search.moves) {
        // Without diagonals the distance in free space is the sum of the components.
        (HeuristicName::Known(Heuristic::Manhattan), MoveSet::Face6 | MoveSet::Planar4(_)) => {
            HeuristicName::Known(Heuristic::Octile)
        }
        (heuristic, _) => heuristic,
    };
    let algorithm = match search.algorithm {
        Algorithm::Auto | Algorithm::Jump | Algorithm::Canonical | Algorithm::Bidirectional
            if !heuristic.is_consistent(search.moves) =>
        {
            Algorithm::AStar
        }
        Algorithm::LazyTheta if !may_leave_the_lattice(&search) => Algorithm::AStar,
        Algorithm::WeightedAStar(Weight::ONE) => Algorithm::AStar,
        algorithm => algorithm,
    };
    let (algorithm, heuristic) = match (algorithm, heuristic) {
        (Algorithm::Dijkstra, _) => (Algorithm::Dijkstra, zero),
        (Algorithm::AStar | Algorithm::WeightedAStar(_), _) if heuristic == zero => {
            (Algorithm::Dijkstra, zero)
        }
        other => other,
    };
    let ties = match algorithm {
        // The bucket queue has an order of its own.
        Algorithm::Auto | Algorithm::Jump | Algorithm::Canonical => TieBreaking::default(),
        _ => search.ties,
    };
    let search = search.algorithm(algorithm).heuristic(heuristic.known());
    (search.tie_breaking(ties), heuristic)
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        options: CompareOptions,
    }

    fn lineup(arguments: &str, kind: MapKind) -> Lineup {
        let words = ["compare", "m.3dmap"].into_iter();
        let line = Line::try_parse_from(words.chain(arguments.split_whitespace()));
        Lineup::new(&line.unwrap().options, kind)
    }

    fn labels(arguments: &str) -> Vec<String> {
        let lineup = lineup(arguments, MapKind::Voxels);
        lineup.entries.into_iter().map(|e| e.label).collect()
    }

    #[test]
    fn without_a_choice_everything_appears_once() {
        let labels = labels("");
        for name in Algorithm::NAMES {
            let stem = name.strip_suffix(WEIGHT).unwrap_or(name);
            assert!(
                labels.iter().any(|label| label.starts_with(stem)),
                "{name}: {labels:?}"
            );
        }
        for heuristic in HeuristicName::all() {
            let name = format!("astar {heuristic}");
            assert!(
                [Heuristic::Zero, Heuristic::Landmarks]
                    .map(HeuristicName::Known)
                    .contains(&heuristic)
                    || labels.contains(&name),
                "{name}"
            );
        }
    }

    #[test]
    fn weights_multiply_weighted_algorithms() {
        assert_eq!(
            labels("--algorithms weighted,greedy,weighted:5 --weights 1.5,2"),
            [
                "weighted:1.5 octile",
                "weighted:2 octile",
                "greedy octile",
                "weighted:5 octile"
            ]
        );
    }

    #[test]
    fn the_same_search_runs_once_under_its_plain_name() {
        let zero = lineup(
            "--algorithms astar,dijkstra,weighted --heuristics octile,zero",
            MapKind::Voxels,
        );
        let labels: Vec<_> = zero.entries.iter().map(|e| e.label.as_str()).collect();
        assert_eq!(labels, ["astar octile", "dijkstra", "weighted:1.5 octile"]);
        for merged in ["astar zero", "weighted:1.5 zero"] {
            let found = zero.merged.iter().find(|m| m.label == merged).unwrap();
            assert_eq!(found.same_as, "dijkstra");
        }
        let fallback = lineup(
            "--algorithms jump,astar --heuristics manhattan",
            MapKind::Voxels,
        );
        assert_eq!(fallback.entries[0].label, "astar manhattan");
        assert_eq!(fallback.merged[0].label, "jump manhattan");
        assert_eq!(
            self::labels("--algorithms jump --heuristics octile,manhattan --moves 6"),
            ["jump octile"]
        );
    }

    #[test]
    fn ties_are_compared_where_they_count() {
        let lineup = lineup(
            "--algorithms jump,astar --tie-breaking all --heuristics octile",
            MapKind::Voxels,
        );
        let rules = TieBreaking::ALL.len();
        assert_eq!(lineup.entries.len(), 1 + rules);
        assert_eq!(lineup.merged.len(), rules - 1);
        assert!(lineup.merged.iter().all(|m| m.label.starts_with("jump")));
    }

    #[test]
    fn any_angle_paths_need_moves_that_allow_them() {
        let options = "--algorithms lazy-theta,astar --corners";
        assert_eq!(labels(&format!("{options} strict")).len(), 2);
        assert_eq!(labels(&format!("{options} lenient")), ["astar octile"]);
    }

    #[test]
    fn several_moves_and_corners_are_told_apart() {
        assert_eq!(
            labels("--algorithms astar --moves 6,26 --corners strict,lenient").len(),
            4
        );
        let two = lineup("--algorithms astar --moves 6,26", MapKind::Voxels);
        assert_eq!(two.entries[1].label, "astar octile 26");
        assert_eq!(two.questions().len(), 2);
        let grid = lineup("--algorithms astar", MapKind::Grid);
        assert_eq!(grid.questions()[0].0, MapKind::Grid.moves());
    }
}
