//! A search that takes part.

use std::sync::Arc;

use voxnav::experiment::{Estimator, Heuristic};
use voxnav::glam::IVec3;
use voxnav::ground::{Ground, Successors};
use voxnav::search::Limits;
use voxnav::search::{Guarantee, Query, SearchSettings, Weight};
use voxnav::{Algorithm, CornerRule, MoveSet};

use super::own_moves::{CallerMoves, MoveSource, OnGround, OwnMoves};

/// A search, and what reports call it.
///
/// It is guided by the heuristic of its settings, or by estimates that are handed in; and it goes by the
/// moves of its settings, or by moves that are handed in.
///
/// ```
/// use std::sync::Arc;
/// use voxnav::{Algorithm, search::SearchSettings};
/// use voxnav_lab::{Contestant, TutorialOctile};
///
/// let search = SearchSettings::default().algorithm(Algorithm::AStar);
/// assert_eq!(Contestant::new(search).label(), "astar octile");
/// let own = Contestant::new(search).guided_by("tutorial", Arc::new(TutorialOctile));
/// assert_eq!(own.label(), "astar tutorial");
/// assert_eq!(own.labeled("theirs").label(), "theirs");
/// ```
#[derive(Clone, Debug)]
pub struct Contestant {
    label: Option<String>,
    search: SearchSettings,
    guide: Option<Guide>,
    moves: Option<OwnMoves>,
}

/// The estimates that are no heuristic of the library.
#[derive(Clone, Debug)]
struct Guide {
    name: String,
    estimator: Arc<dyn Estimator>,
}

/// The guidance by which two searches with equal settings may still differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Guidance<'a> {
    Known(Heuristic),
    Own(&'a str),
    /// The estimate of custom moves.
    OfMoves,
}

/// The question that searches must have in common for their optimum to be the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Question<'a> {
    Lattice(MoveSet, CornerRule),
    /// The custom moves, by their name.
    Own(&'a str),
}

impl Contestant {
    /// Makes a search with these settings.
    #[must_use]
    pub fn new(search: SearchSettings) -> Self {
        Self {
            label: None,
            search,
            guide: None,
            moves: None,
        }
    }

    /// Guides the search by custom estimates, whose name tells them apart from others.
    #[must_use]
    pub fn guided_by(mut self, name: impl Into<String>, estimator: Arc<dyn Estimator>) -> Self {
        self.search = self.search.heuristic(Heuristic::default());
        let name = name.into();
        self.guide = Some(Guide { name, estimator });
        self
    }

    /// Lets it go by custom moves, whose name tells them apart from others.
    ///
    /// They have an estimate of their own, zero unless they say otherwise, which counts unless the contestant
    /// is [guided by](Self::guided_by) another. Dijkstra, A*, weighted A* and greedy best-first search
    /// them; other algorithms are A* here, and moves, corners and heuristic of the settings say nothing. The
    /// optimum is that of Dijkstra over the same moves; every path is checked move by move.
    ///
    /// The example `own_moves` has a knight among the contestants.
    #[must_use]
    pub fn moving_by<S>(self, name: impl Into<String>, moves: Arc<S>) -> Self
    where
        S: Successors + Send + Sync + 'static,
    {
        self.moved_by(name.into(), Arc::new(CallerMoves(moves)))
    }

    /// Lets it go by the moves of a ground agent, as [`Contestant::moving_by`] does by others.
    ///
    /// The optimum is that of Dijkstra over all moves, of which the search itself leaves out those that it need
    /// not look at. Paths are checked by [`verify_legs`](voxnav::ground::verify_legs).
    #[must_use]
    pub fn on_ground(self, name: impl Into<String>, ground: Arc<Ground>) -> Self {
        let is_pruned = true;
        self.moved_by(name.into(), Arc::new(OnGround { ground, is_pruned }))
    }

    fn moved_by(mut self, name: String, mover: Arc<dyn MoveSource>) -> Self {
        let algorithm = match self.search.algorithm {
            kept @ (Algorithm::Dijkstra | Algorithm::GreedyBestFirst) => kept,
            Algorithm::WeightedAStar(weight) if weight != Weight::ONE => self.search.algorithm,
            _ => Algorithm::AStar,
        };
        self.search = SearchSettings::default()
            .algorithm(algorithm)
            .limits(self.search.limits)
            .tie_breaking(self.search.ties);
        self.moves = Some(OwnMoves { name, mover });
        self
    }

    voxnav_occupancy::setters! {
        /// Gives the search another name in reports than its algorithm and its heuristic.
        labeled(label: impl Into<String>) => label = Some(label.into());
    }

    /// Returns the same search for the path with the fewest turns among the cheapest.
    #[must_use]
    pub fn for_fewest_turns(mut self) -> Self {
        self.search = self.search.fewest_turns(true);
        self
    }

    /// Returns the name of the search in reports.
    #[must_use]
    pub fn label(&self) -> String {
        let algorithm = self.search.algorithm;
        let usual = || match (&self.moves, &self.guide) {
            (Some(own), None) => format!("{} {algorithm}", own.name),
            (Some(own), Some(_)) => format!("{} {algorithm} {}", own.name, self.heuristic()),
            (None, _) => format!("{algorithm} {}", self.heuristic()),
        };
        self.label.clone().unwrap_or_else(usual)
    }

    /// Returns the settings of the search.
    #[must_use]
    pub fn search(&self) -> &SearchSettings {
        &self.search
    }

    /// Returns the name of what guides it.
    #[must_use]
    pub fn heuristic(&self) -> String {
        match self.guidance() {
            Guidance::Known(heuristic) => heuristic.to_string(),
            Guidance::Own(name) => name.to_owned(),
            Guidance::OfMoves => "own".to_owned(),
        }
    }

    /// Returns the name of its moves.
    #[must_use]
    pub fn moves(&self) -> String {
        match self.question() {
            Question::Lattice(moves, _) => moves.to_string(),
            Question::Own(name) => name.to_owned(),
        }
    }

    /// Returns the name of its corner rule; custom moves have none.
    #[must_use]
    pub fn corners(&self) -> String {
        match self.question() {
            Question::Lattice(_, corners) => corners.to_string(),
            Question::Own(_) => "own".to_owned(),
        }
    }

    /// Returns the estimates instead of a heuristic of the library, if there are any.
    #[must_use]
    pub fn estimator(&self) -> Option<&Arc<dyn Estimator>> {
        self.guide.as_ref().map(|guide| &guide.estimator)
    }

    /// Returns what is proved of the cost of its paths.
    #[must_use]
    pub fn guarantee(&self) -> Guarantee {
        let query = Query::new(IVec3::ZERO, IVec3::ZERO).settings(self.search);
        match self.estimator() {
            Some(estimator) => query.guided_by(estimator).guarantee(),
            None => query.guarantee(),
        }
    }

    pub(crate) fn guidance(&self) -> Guidance<'_> {
        match (&self.guide, &self.moves) {
            (Some(guide), _) => Guidance::Own(&guide.name),
            (None, Some(_)) => Guidance::OfMoves,
            (None, None) => Guidance::Known(self.search.heuristic),
        }
    }

    pub(crate) fn question(&self) -> Question<'_> {
        match &self.moves {
            Some(own) => Question::Own(&own.name),
            None => Question::Lattice(self.search.moves, self.search.corners),
        }
    }

    /// Returns the search that describes what is right, where moves are the caller's own: whatever their estimates
    /// are worth, over every one of them.
    pub(crate) fn by_dijkstra(&self) -> Self {
        let mut plain = self.clone();
        plain.search = plain.search.algorithm(Algorithm::Dijkstra);
        if let Some(own) = &mut plain.moves
            && let Some(unpruned) = own.mover.unpruned()
        {
            own.mover = unpruned;
        }
        plain
    }

    /// Returns the same search under other limits.
    pub(crate) fn limited_to(mut self, limits: Limits) -> Self {
        self.search = self.search.limits(limits);
        self
    }

    pub(crate) fn mover(&self) -> Option<&dyn MoveSource> {
        self.moves.as_ref().map(|own| &*own.mover)
    }

    /// Returns whether the estimate never drops by more than a move costs.
    pub(crate) fn is_consistent(&self, moves: MoveSet) -> bool {
        match &self.guide {
            Some(guide) => guide.estimator.law().is_consistent(),
            None => self.search.heuristic.is_consistent(moves),
        }
    }
}
