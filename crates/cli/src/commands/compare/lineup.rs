//! The combinations that run: the product of what was asked for, less those that are the same search
//! under another name.

use std::str::FromStr;
use std::sync::Arc;

use voxnav::experiment::TieBreaking;
use voxnav::search::{CellShape, Guarantee, NameError, SearchSettings, Weight};
use voxnav::{Algorithm, CornerRule, MoveSet};

use super::CompareOptions;
use super::heuristic_name::HeuristicName;
use crate::error::CliError;
use crate::search::walker::Walker;
use voxnav_lab::{Contestant, Lineup};

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

impl<T: Copy> Choice<T> {
    /// Returns the values that a list names, of all there are.
    pub(super) fn of(list: &[Self], all: &[T]) -> Vec<T> {
        let named = |choice: &Self| match choice {
            Self::All => all.to_vec(),
            Self::One(one) => vec![*one],
        };
        list.iter().flat_map(named).collect()
    }
}

/// An algorithm by name, where the weight of a weighted one may come from `--weights`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AlgorithmName {
    Complete(Algorithm),
    /// A name in [`Algorithm::NAMES`] that ends in a weight, up to the weight.
    Weighted(&'static str),
}

/// The letter that stands for the weight in [`Algorithm::NAMES`].
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

/// The searches that run where these moves are usual.
///
/// # Errors
///
/// The formula of the tutorials is one for cubes.
pub(super) fn lineup(
    options: &CompareOptions,
    usual: MoveSet,
    shape: CellShape,
) -> Result<Lineup, CliError> {
    let is_of_cubes = |(_, heuristic): &(_, HeuristicName)| *heuristic == HeuristicName::Tutorial;
    let mut pairs = pairs(options);
    if !shape.is_cubic() {
        if options
            .heuristics
            .contains(&Choice::One(HeuristicName::Tutorial))
        {
            return Err(CliError::bad_input(
                "the heuristic tutorial is one for cubes; leave it out, or give one --cell-size",
            ));
        }
        pairs.retain(|pair| !is_of_cubes(pair));
    }
    let moves = or_usual(&options.moves, usual);
    let corners = or_usual(&options.corners, CornerRule::default());
    let ties = ties(options);
    let naming = Naming {
        moves: moves.len() > 1,
        corners: corners.len() > 1,
        ties: ties.len() > 1,
    };
    let mut asked: Vec<Contestant> = Vec::new();
    for &moves in &moves {
        for &corners in &corners {
            for &(algorithm, heuristic) in &pairs {
                for &ties in &ties {
                    let search = SearchSettings::default()
                        .algorithm(algorithm)
                        .moves(moves)
                        .corners(corners)
                        .shape(shape)
                        .tie_breaking(ties)
                        .limits(options.limits.limits(1));
                    let label = naming.label(&search, heuristic);
                    asked.extend(with_turns(options, heuristic.guide(search), label));
                }
            }
        }
    }
    Ok(Lineup::new(asked))
}

/// Returns a search under its name; and for the fewest turns, if that was asked for and it is exact.
fn with_turns(
    options: &CompareOptions,
    contestant: Contestant,
    label: String,
) -> impl Iterator<Item = Contestant> {
    let also = options.fewest_turns && contestant.guarantee() == Guarantee::Optimal;
    let straight = also.then(|| {
        let name = format!("{label} fewest turns");
        contestant.clone().for_fewest_turns().labeled(name)
    });
    std::iter::once(contestant.labeled(label)).chain(straight)
}

/// Returns what was asked for, or else the default.
fn or_usual<T: Clone>(asked: &[T], usual: T) -> Vec<T> {
    match asked {
        [] => vec![usual],
        asked => asked.to_vec(),
    }
}

/// The searches that run for ground agents.
pub(super) fn lineup_on_ground(options: &CompareOptions, walkers: &[Walker]) -> Lineup {
    let algorithms = match options.algorithms.as_slice() {
        [] => {
            let weighted = options.weights.iter().copied();
            [Algorithm::Dijkstra, Algorithm::AStar]
                .into_iter()
                .chain(weighted.map(Algorithm::WeightedAStar))
                .chain([Algorithm::GreedyBestFirst])
                .collect()
        }
        list => algorithms(list, &options.weights),
    };
    let ties = ties(options);
    let mut asked: Vec<Contestant> = Vec::new();
    for walker in walkers {
        let ground = Arc::new(walker.ground.clone());
        for &algorithm in &algorithms {
            for &rule in &ties {
                let search = SearchSettings::default()
                    .algorithm(algorithm)
                    .tie_breaking(rule)
                    .limits(options.limits.limits(1));
                let contestant = Contestant::new(search).on_ground(&walker.name, ground.clone());
                // Algorithms that are A* here are called so.
                let mut label = contestant.label();
                if ties.len() > 1 {
                    label = format!("{label} {rule}");
                }
                asked.extend(with_turns(options, contestant, label));
            }
        }
    }
    Lineup::new(asked)
}

/// The rules of ties that were asked for.
fn ties(options: &CompareOptions) -> Vec<TieBreaking> {
    match options.tie_breaking.as_slice() {
        [] => vec![TieBreaking::default()],
        ties => Choice::of(ties, &TieBreaking::ALL),
    }
}

/// The properties that labels must tell apart.
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
/// Without a choice every algorithm with the best estimate, and the reference with every estimate: all there is to see
/// without the full product.
fn pairs(options: &CompareOptions) -> Vec<(Algorithm, HeuristicName)> {
    let algorithms = algorithms(&options.algorithms, &options.weights);
    let heuristics = heuristics(&options.heuristics);
    match (options.algorithms.is_empty(), options.heuristics.is_empty()) {
        (true, true) => {
            let every_algorithm = algorithms.iter().map(|&a| (a, HeuristicName::default()));
            let every_heuristic = heuristics.iter().map(|&h| (Algorithm::AStar, h));
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
    let known = |name: &'static str| match name.strip_suffix(WEIGHT) {
        Some(stem) => Some(AlgorithmName::Weighted(stem)),
        None => name.parse().ok(),
    };
    let all: Vec<_> = Algorithm::NAMES.into_iter().filter_map(known).collect();
    let names = match list {
        [] => all,
        list => Choice::of(list, &all),
    };
    names
        .iter()
        .flat_map(|name| name.complete(weights))
        .collect()
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
    Choice::of(list, &[])
}

#[cfg(test)]
mod tests {
    use clap::Parser;
    use voxnav::experiment::Heuristic;

    use super::*;
    use voxnav::grid::Axis;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        options: CompareOptions,
    }

    fn of(arguments: &str, usual: MoveSet) -> Lineup {
        let words = ["compare", "m.3dmap"].into_iter();
        let line = Line::try_parse_from(words.chain(arguments.split_whitespace()));
        lineup(&line.unwrap().options, usual, CellShape::CUBIC).unwrap()
    }

    fn labels(arguments: &str) -> Vec<String> {
        let lineup = of(arguments, MoveSet::Vertex26);
        lineup.contestants().iter().map(Contestant::label).collect()
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
                heuristic == HeuristicName::Known(Heuristic::Zero) || labels.contains(&name),
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
        let zero = of(
            "--algorithms astar,dijkstra,weighted --heuristics octile,zero",
            MoveSet::Vertex26,
        );
        let labels: Vec<_> = zero.contestants().iter().map(Contestant::label).collect();
        assert_eq!(labels, ["astar octile", "dijkstra", "weighted:1.5 octile"]);
        for merged in ["astar zero", "weighted:1.5 zero"] {
            let found = zero.merged().iter().find(|m| m.label == merged).unwrap();
            assert_eq!(found.same_as, "dijkstra");
        }
        let fallback = of(
            "--algorithms jump,astar --heuristics manhattan",
            MoveSet::Vertex26,
        );
        assert_eq!(fallback.contestants()[0].label(), "astar manhattan");
        assert_eq!(fallback.merged()[0].label, "jump manhattan");
        assert_eq!(
            self::labels("--algorithms jump --heuristics octile,manhattan --moves 6"),
            ["jump octile"]
        );
    }

    #[test]
    fn ties_are_compared_where_they_count() {
        let lineup = of(
            "--algorithms jump,astar --tie-breaking all --heuristics octile",
            MoveSet::Vertex26,
        );
        let rules = TieBreaking::ALL.len();
        assert_eq!(lineup.contestants().len(), 1 + rules);
        assert_eq!(lineup.merged().len(), rules - 1);
        assert!(lineup.merged().iter().all(|m| m.label.starts_with("jump")));
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
        let two = of("--algorithms astar --moves 6,26", MoveSet::Vertex26);
        assert_eq!(two.contestants()[1].label(), "astar octile 26");
        assert_eq!(two.questions().len(), 2);
        let grid = of("--algorithms astar", MoveSet::Planar8(Axis::Z));
        assert_eq!(
            grid.questions()[0].search().moves,
            MoveSet::Planar8(Axis::Z)
        );
    }
}
