//! A search that takes part.

use std::sync::Arc;

use voxnav::MoveSet;
use voxnav::experiment::{Estimator, Heuristic};
use voxnav::glam::IVec3;
use voxnav::search::{Guarantee, Query, SearchSettings};

/// A search, and what reports call it.
///
/// It is guided by the heuristic of its settings, or by estimates that are handed in.
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
}

/// Estimates that are no heuristic of the library.
#[derive(Clone, Debug)]
struct Guide {
    name: String,
    estimator: Arc<dyn Estimator>,
}

/// By what two searches with equal settings may still differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Guidance<'a> {
    Known(Heuristic),
    Own(&'a str),
}

impl Contestant {
    /// A search with these settings.
    #[must_use]
    pub fn new(search: SearchSettings) -> Self {
        Self {
            label: None,
            search,
            guide: None,
        }
    }

    /// Guides it by estimates of the caller's own, whose name tells them apart from others.
    #[must_use]
    pub fn guided_by(mut self, name: impl Into<String>, estimator: Arc<dyn Estimator>) -> Self {
        self.search = self.search.heuristic(Heuristic::default());
        let name = name.into();
        self.guide = Some(Guide { name, estimator });
        self
    }

    /// Gives it another name in reports than its algorithm and its heuristic.
    #[must_use]
    pub fn labeled(mut self, label: impl Into<String>) -> Self {
        self.label = Some(label.into());
        self
    }

    /// Its name in reports.
    #[must_use]
    pub fn label(&self) -> String {
        let usual = || format!("{} {}", self.search.algorithm, self.heuristic());
        self.label.clone().unwrap_or_else(usual)
    }

    /// Its settings.
    #[must_use]
    pub fn search(&self) -> &SearchSettings {
        &self.search
    }

    /// The name of what guides it.
    #[must_use]
    pub fn heuristic(&self) -> String {
        match self.guidance() {
            Guidance::Known(heuristic) => heuristic.to_string(),
            Guidance::Own(name) => name.to_owned(),
        }
    }

    /// The estimates in place of a heuristic of the library, if there are any.
    #[must_use]
    pub fn estimator(&self) -> Option<&Arc<dyn Estimator>> {
        self.guide.as_ref().map(|guide| &guide.estimator)
    }

    /// What is proved of the cost of its paths.
    #[must_use]
    pub fn guarantee(&self) -> Guarantee {
        let query = Query::new(IVec3::ZERO, IVec3::ZERO).settings(self.search);
        match self.estimator() {
            Some(estimator) => query.guided_by(estimator).guarantee(),
            None => query.guarantee(),
        }
    }

    pub(crate) fn guidance(&self) -> Guidance<'_> {
        match &self.guide {
            Some(guide) => Guidance::Own(&guide.name),
            None => Guidance::Known(self.search.heuristic),
        }
    }

    /// Whether the estimate never drops by more than a move costs.
    pub(crate) fn is_consistent(&self, moves: MoveSet) -> bool {
        match &self.guide {
            Some(guide) => guide.estimator.law().is_consistent(),
            None => self.search.heuristic.is_consistent(moves),
        }
    }
}
