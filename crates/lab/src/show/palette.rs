//! Colors, lines and marks of combinations, the same in every chart and plot of a report.

use std::collections::BTreeMap;

use crate::report::WorldReport;

/// Colors that people with any color vision tell apart: M. Okabe and K. Ito, "Color Universal
/// Design", 2008, without black, which a dark page swallows, and with a darker yellow; then two that
/// differ from them in lightness.
const COLORS: [&str; 10] = [
    "#0072b2", "#e69f00", "#009e73", "#d55e00", "#cc79a7", "#56b4e9", "#8a8f98", "#b59f00",
    "#7d5ba6", "#a0622d",
];

/// A line: the lengths of its strokes and gaps, as SVG has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Pattern {
    pub(super) strokes: &'static str,
}

/// The lines, from the most to the least usual one.
const PATTERNS: [Pattern; 6] = [
    pattern("none"),
    pattern("6 3"),
    pattern("2 2"),
    pattern("11 4"),
    pattern("6 3 2 3"),
    pattern("11 3 2 3"),
];

const fn pattern(strokes: &'static str) -> Pattern {
    Pattern { strokes }
}

/// The look that identifies a combination.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Look {
    pub(super) color: &'static str,
    /// The line of its heuristic, while there are colors left for it.
    pub(super) dash: Pattern,
    /// The number of its heuristic, in the order in which they appear.
    pub(super) heuristic: usize,
}

/// The looks of all combinations of a report.
#[derive(Debug)]
pub(super) struct Palette {
    looks: BTreeMap<String, Look>,
}

impl Palette {
    /// Makes the looks of all combinations: no two have color and line in common while there are
    /// pairs left; those of one algorithm differ in color, and those of two heuristics in their line,
    /// as far as there are any.
    pub(super) fn of(worlds: &[WorldReport]) -> Self {
        let lines = worlds.iter().flat_map(|world| &world.combinations);
        let names = lines.map(|line| [&line.label, &line.algorithm, &line.heuristic]);
        Self::of_names(names.map(|names| names.map(String::as_str)))
    }

    /// Makes the looks by label, algorithm and heuristic.
    fn of_names<'n>(names: impl Iterator<Item = [&'n str; 3]>) -> Self {
        let mut heuristics: Vec<&str> = Vec::new();
        let mut used: Vec<(&str, Look)> = Vec::new();
        let mut looks = BTreeMap::new();
        for [label, algorithm, heuristic] in names {
            if looks.contains_key(label) {
                continue;
            }
            let known = heuristics.iter().position(|it| *it == heuristic);
            let heuristic = known.unwrap_or_else(|| {
                heuristics.push(heuristic);
                heuristics.len() - 1
            });
            let look = next(algorithm, heuristic, &used);
            used.push((algorithm, look));
            looks.insert(label.to_owned(), look);
        }
        Self { looks }
    }

    /// Returns the look of a combination; that of none is the usual one.
    pub(super) fn look(&self, label: &str) -> Look {
        self.looks.get(label).copied().unwrap_or(Look {
            color: COLORS[0],
            dash: PATTERNS[0],
            heuristic: 0,
        })
    }
}

/// Returns the look that is most unlike those in use.
fn next(algorithm: &str, heuristic: usize, used: &[(&str, Look)]) -> Look {
    let all = (0..PATTERNS.len()).flat_map(|turn| COLORS.iter().map(move |&color| (turn, color)));
    let look = |(turn, color)| Look {
        color,
        dash: PATTERNS[(heuristic + turn) % PATTERNS.len()],
        heuristic,
    };
    let count = |holds: &dyn Fn(&&(&str, Look)) -> bool| used.iter().filter(holds).count();
    let taken = |&(turn, color): &(usize, &'static str)| {
        let own = look((turn, color));
        (
            count(&|(_, it)| (it.color, it.dash) == (own.color, own.dash)),
            turn,
            count(&|(name, it)| *name == algorithm && it.color == color),
            count(&|(_, it)| it.color == color),
        )
    };
    // INVARIANT: there are colors and lines, so that the first pair is one.
    all.min_by_key(taken).map_or(look((0, COLORS[0])), look)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn combinations_are_told_apart_by_color_and_line() {
        let algorithms = ["auto", "jump", "canonical", "astar", "weighted", "lazy"];
        let heuristics = ["octile", "euclidean", "manhattan", "chebyshev", "zero"];
        let names: Vec<_> = algorithms
            .iter()
            .flat_map(|&algorithm| heuristics.map(|heuristic| (algorithm, heuristic)))
            .map(|(algorithm, heuristic)| {
                (format!("{algorithm} {heuristic}"), algorithm, heuristic)
            })
            .collect();
        let all = names.iter().map(|(label, a, h)| [label.as_str(), a, h]);
        let palette = Palette::of_names(all);
        for (one, a, h) in &names {
            for (other, b, i) in names.iter().filter(|it| it.0 != *one) {
                let (own, its) = (palette.look(one), palette.look(other));
                assert_ne!(
                    (own.color, own.dash),
                    (its.color, its.dash),
                    "{one} {other}"
                );
                assert_eq!(own.heuristic == its.heuristic, h == i);
                if a == b {
                    assert_ne!(own.color, its.color, "{one} {other}");
                    assert_ne!(own.dash, its.dash, "{one} {other}");
                }
            }
        }
    }

    #[test]
    fn more_combinations_than_pairs_are_spread_evenly() {
        let labels: Vec<_> = (0..120).map(|number| number.to_string()).collect();
        let names = labels
            .iter()
            .map(|label| [label.as_str(), "astar", "octile"]);
        let palette = Palette::of_names(names);
        let mut counts = BTreeMap::new();
        for label in &labels {
            let look = palette.look(label);
            *counts.entry((look.color, look.dash)).or_insert(0) += 1;
        }
        assert_eq!(counts.len(), 60);
        assert!(counts.values().all(|count| *count == 2), "{counts:?}");
    }
}
