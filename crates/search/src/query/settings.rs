//! Search settings, common to queries, fields, routes and programs that use them.

use super::{Algorithm, Guarantee, Limits, TieBreaking};
use crate::heuristic::{Heuristic, HeuristicBound, Weight};
use crate::movement::{CellShape, CornerRule, MoveSet};

/// The settings of a search: moves, corners, algorithm, heuristic, ties, limits, and the bound on
/// the distance from the optimum.
///
/// A plain value that stands inside every [`Query`](crate::Query) and
/// [`FieldQuery`](crate::FieldQuery). Set it up once and give it to any number of them; to change
/// one thing, call the method of that name, here or on the query.
///
/// ```
/// use voxnav_search::{FieldQuery, Limits, MoveSet, Query, SearchSettings};
/// use glam::IVec3;
///
/// let settings = SearchSettings::default()
///     .moves(MoveSet::Face6)
///     .limits(Limits::none().expanded(100_000));
/// let query = Query::new(IVec3::ZERO, IVec3::splat(9)).settings(settings);
/// let field = FieldQuery::from_start(IVec3::ZERO).settings(settings);
/// # let _ = (query, field);
/// assert_eq!(settings.heuristic.to_string(), "octile");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(default)
)]
#[non_exhaustive]
pub struct SearchSettings {
    /// The moves from cell to cell. 26 by default.
    pub moves: MoveSet,
    /// The rule for the cells that a diagonal move must find traversable. All that it passes by
    /// default.
    pub corners: CornerRule,
    /// The algorithm. The fastest exact one by default.
    pub algorithm: Algorithm,
    /// The estimate that guides the search. Octile by default.
    pub heuristic: Heuristic,
    /// The order among cells of equal f, for the algorithms that have a choice.
    pub ties: TieBreaking,
    /// The limits at which a search stops without an answer. None by default.
    pub limits: Limits,
    /// The factor by which a path may exceed the optimum. [`Weight::ONE`] by default: the optimum
    /// alone will do.
    ///
    /// For [`Algorithm::Auto`], [`Algorithm::Jump`], [`Algorithm::Canonical`] and
    /// [`Algorithm::AStar`], on top of what the heuristic allows; the others have bounds of their own.
    pub within: Weight,
    /// The shape of cells, by which moves of flying agents cost what they are long. Cubes by default.
    #[cfg_attr(
        feature = "serde",
        serde(skip_serializing_if = "CellShape::is_cubic_ref")
    )]
    pub shape: CellShape,
    /// The choice of the path with the fewest turns, among the paths that cost as little. `false` by default.
    pub fewest_turns: bool,
}

/// Writes the builder methods of [`SearchSettings`], once for all types that have them: for the type
/// itself, or with `.field` for a type that keeps its settings there.
#[doc(hidden)]
#[macro_export]
macro_rules! settings_builders {
    ($(. $field:ident)?) => {
        /// Asks for a usable path at once, by
        /// [`Algorithm::Hierarchical`]($crate::Algorithm::Hierarchical), whose cost and
        /// [lower bound]($crate::Statistics::lower_bound) enclose the optimum.
        /// [`Search::improve_next`]($crate::Search::improve_next) goes on from there, up to the optimum.
        #[must_use]
        pub fn anytime(self) -> Self {
            self.algorithm($crate::Algorithm::Hierarchical)
        }

        $crate::setters! {
            /// Sets the move set.
            moves(moves: $crate::MoveSet) => $($field.)? moves = moves;

            /// Sets the corner rule.
            corners(corners: $crate::CornerRule) => $($field.)? corners = corners;

            /// Sets the shape of cells, by which moves of flying agents cost what they are long: costs are in units of the
            /// longest side then, see [`CellShape`]($crate::CellShape). Ground agents have costs of their own.
            ///
            /// All algorithms take it into account. Cells that are no cubes have no index of portals.
            shape(shape: $crate::CellShape) => $($field.)? shape = shape;

            /// Sets the algorithm.
            algorithm(algorithm: $crate::Algorithm) => $($field.)? algorithm = algorithm;

            /// Sets the heuristic.
            heuristic(heuristic: $crate::Heuristic) => $($field.)? heuristic = heuristic;

            /// Sets the order among cells of equal f, for the algorithms that have a choice.
            tie_breaking(ties: $crate::TieBreaking) => $($field.)? ties = ties;

            /// Sets the limits.
            limits(limits: $crate::Limits) => $($field.)? limits = limits;

            /// Accepts paths that cost up to `factor` times the optimum: most of the hardest searches then
            /// end much sooner, with paths that are hardly longer.
            ///
            /// The solution describes what was proved:
            /// [`Statistics::lower_bound`]($crate::Statistics::lower_bound) is never above the optimum,
            /// and a path never costs more than this factor times it. Whatever is found without such a
            /// search is optimal, as before.
            /// See [`SearchSettings::within`]($crate::SearchSettings#structfield.within) for the
            /// algorithms that this concerns.
            ///
            /// # References
            ///
            /// Chen, Sturtevant, "Conditions for Avoiding Node Re-expansions in Bounded Suboptimal
            /// Search", IJCAI 2019: the priority. Here it orders jump points, in searches from both ends,
            /// and cells are expanded again where a cheaper way to them turns up, because pruning
            /// asks for that.
            within(factor: $crate::Weight) => $($field.)? within = factor;

            /// Takes, of the paths to the goal that cost as little as the cheapest, one with the fewest turns: changes
            /// of direction from move to move. Ground agents turn as seen from above: a step up that leads
            /// straight on is no turn, and so it is for custom moves whose
            /// [directions]($crate::Successors::direction_of) are equal.
            ///
            /// It counts for queries whose [guarantee]($crate::Query::guarantee) is the optimum, where they find a
            /// path to the goal that stays in known space. Fields and replanners pay no regard to it.
            ///
            /// # Complexity
            ///
            /// After the search for the cheapest path, unless that path shows that fewer turns are impossible, a search
            /// of all cells that cost no more, and of pairs of a cell on the cheapest paths and a direction: two to four
            /// times the time of the query alone in caves, rooms and mazes and on the ground, and tens of times in wide
            /// open space between ends that are not in sight of each other.
            fewest_turns(fewest: bool) => $($field.)? fewest_turns = fewest;

            $(
                /// Replaces everything that these methods set.
                settings(settings: $crate::SearchSettings) => $field = settings;
            )?
        }
    };
}

impl SearchSettings {
    settings_builders!();

    /// Returns the guarantee for the paths that are found with these settings.
    #[must_use]
    pub fn guarantee(&self) -> Guarantee {
        self.guarantee_with(self.heuristic.bound_by(self.moves, self.shape))
    }

    /// Returns the guarantee where the estimate has `bound`.
    pub(crate) fn guarantee_with(&self, bound: HeuristicBound) -> Guarantee {
        let of_algorithm = Guarantee::of(self.algorithm, bound);
        let within = self.effective_within();
        match of_algorithm {
            Guarantee::Optimal if within != Weight::ONE => Guarantee::Within(within.factor()),
            Guarantee::Within(factor) => Guarantee::Within(factor * within.factor()),
            other => other,
        }
    }

    /// Returns the factor by which searches with these settings may exceed the bound that the
    /// heuristic allows.
    pub(crate) fn effective_within(&self) -> Weight {
        match self.algorithm {
            Algorithm::Auto | Algorithm::Jump | Algorithm::Canonical | Algorithm::AStar => {
                self.within
            }
            _ => Weight::ONE,
        }
    }
}
