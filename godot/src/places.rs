//! Searches for places that are done a little at a time.

use voxnav::glam::DVec3;
use voxnav::spatial::places::{Escape, EscapeSearch, PlaceQuery, PlaceSearch, Places};
use voxnav_crowd::crowd::CrowdAgentId;

use crate::level::{Level, LevelError};

/// A search of an agent for places, or for the one to flee to, in the world as it was when the search began.
#[derive(Debug)]
pub enum AnyPlaceSearch {
    /// A search for places.
    Places(Box<PlaceSearch>),
    /// A search for the place to flee to.
    Escape(Box<EscapeSearch>),
}

/// The answer to a search.
#[derive(Debug, PartialEq)]
pub enum PlaceAnswer {
    /// The best places.
    Places(Places),
    /// The place to flee to; `None` if the dangers are at the agent already.
    Escape(Option<Box<Escape>>),
}

impl AnyPlaceSearch {
    /// Begins a search for places.
    ///
    /// # Errors
    ///
    /// Those of [`Level::view`]; [`LevelError::Places`] for a query that is refused.
    pub fn places(level: &Level, id: CrowdAgentId, query: &PlaceQuery) -> Result<Self, LevelError> {
        let (view, at) = level.view(id)?;
        Ok(Self::Places(Box::new(PlaceSearch::new(view, at, query)?)))
    }

    /// Begins a search for the place to flee to, at most so far from dangers by way.
    ///
    /// # Errors
    ///
    /// As [`places`](Self::places).
    pub fn escape(
        level: &Level,
        id: CrowdAgentId,
        dangers: Vec<DVec3>,
        length: f64,
    ) -> Result<Self, LevelError> {
        let (view, at) = level.view(id)?;
        let search = EscapeSearch::new(view, at, dangers, length)?;
        Ok(Self::Escape(Box::new(search)))
    }

    /// Searches on for at most so much work, and returns the answer if the search has ended. However it is sliced, that is the
    /// same.
    ///
    /// # Errors
    ///
    /// [`LevelError::Places`].
    pub fn step(&mut self, most: u64) -> Result<Option<PlaceAnswer>, LevelError> {
        Ok(match self {
            Self::Places(search) => search.step(most)?.cloned().map(PlaceAnswer::Places),
            Self::Escape(search) => search
                .step(most)?
                .then(|| PlaceAnswer::Escape(search.escape().map(Box::new))),
        })
    }

    /// Searches to the end.
    ///
    /// # Errors
    ///
    /// As [`step`](Self::step).
    pub fn finish(mut self) -> Result<PlaceAnswer, LevelError> {
        loop {
            if let Some(found) = self.step(u64::MAX)? {
                return Ok(found);
            }
        }
    }
}
