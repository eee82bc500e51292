//! Queries for places, as data.

use glam::DVec3;

use super::PlaceError;
#[cfg(doc)]
use crate::View;

/// The cells that come into question for a place.
///
/// Of flying agents all cells where they can be count, of ground agents the cells where they can rest.
///
/// ```
/// use voxnav::spatial::places::{Area, PlaceQuery};
///
/// let near = PlaceQuery::new(Area::Way { least: 0.0, most: 12.0 });
/// assert!(near.check().is_ok());
/// assert!(PlaceQuery::new(Area::Way { least: 0.0, most: f64::NAN }).check().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(deny_unknown_fields, rename_all = "snake_case")
)]
#[non_exhaustive]
pub enum Area {
    /// The cells to which the cheapest way from the start costs so much, in world units.
    Way {
        /// The least that it costs.
        least: f64,
        /// The most that it costs.
        most: f64,
    },
    /// The cells whose positions are in a ring, or ball, in world units.
    Ring {
        /// The middle.
        center: DVec3,
        /// The least distance from it.
        least: f64,
        /// The largest distance from it.
        most: f64,
    },
    /// The cells whose positions are in a box, its faces included, in world units.
    Inside {
        /// The corner with the smallest coordinates.
        min: DVec3,
        /// The corner with the largest coordinates.
        max: DVec3,
    },
}

/// A condition that a place has to meet. Lengths are in world units; ways are those of the agent of the view.
///
/// ```
/// use voxnav::spatial::places::{Area, PlaceFilter, PlaceQuery};
///
/// let eyes = vec![[1.0, 2.0, 3.0].into()];
/// let query = PlaceQuery::new(Area::Way { least: 0.0, most: 9.0 })
///     .filter(PlaceFilter::Hidden { eyes })
///     .filter(PlaceFilter::Returnable);
/// assert_eq!(query.filters.len(), 2);
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(deny_unknown_fields, rename_all = "snake_case")
)]
#[non_exhaustive]
pub enum PlaceFilter {
    /// A way leads there from the start.
    Reachable,
    /// A way leads there from the start, and one back.
    Returnable,
    /// The nearest blocked cell is so far away, between centers. Flying agents alone have it; the bounds of the world are
    /// nothing to keep away from.
    Clear {
        /// The least distance, at most 254 cells.
        distance: f64,
    },
    /// The place is seen by so many of some eyes.
    Seen {
        /// The eyes.
        eyes: Vec<DVec3>,
        /// The fewest that see it, 1 or more.
        by: usize,
    },
    /// The place is seen by none of some eyes.
    Hidden {
        /// The eyes.
        eyes: Vec<DVec3>,
    },
    /// The place is so far from each of some positions, in a straight line: dangers, or places that others have taken.
    Away {
        /// The positions.
        from: Vec<DVec3>,
        /// The least distance.
        distance: f64,
    },
    /// No way from any of some positions there is shorter.
    AwayByWay {
        /// The positions, where the agent can be.
        from: Vec<DVec3>,
        /// The least that the cheapest way costs.
        length: f64,
    },
    /// The agent gets there before all that set out from some positions now: the cheapest way of each costs more than
    /// `speed` times its own. Then none of them is at any cell of its cheapest way sooner either.
    Ahead {
        /// The positions, where the agent can be.
        of: Vec<DVec3>,
        /// The speed of those there as a multiple of that of the agent, 1 or more.
        speed: f64,
    },
}

/// A number that places are compared by.
///
/// ```
/// use voxnav::glam::DVec3;
/// use voxnav::spatial::places::{Area, PlaceMeasure, PlaceQuery};
///
/// let high = PlaceMeasure::Height { up: DVec3::Z };
/// let query = PlaceQuery::new(Area::Way { least: 0.0, most: 9.0 }).score(high, 2.0);
/// assert_eq!(query.scores[0].weight, 2.0);
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(deny_unknown_fields, rename_all = "snake_case")
)]
#[non_exhaustive]
pub enum PlaceMeasure {
    /// The cost of the cheapest way from the start, in world units. Places without one are left out.
    Way,
    /// The cost of the cheapest way from the nearest of some positions, in world units.
    WayFrom {
        /// The positions, where the agent can be.
        from: Vec<DVec3>,
        /// The most that counts: farther places, and those without a way, have this.
        most: f64,
    },
    /// The straight distance from the nearest of some positions, in world units.
    Distance {
        /// The positions.
        from: Vec<DVec3>,
    },
    /// The number of eyes that see it.
    Sight {
        /// The eyes.
        eyes: Vec<DVec3>,
    },
    /// The height, in world units.
    Height {
        /// The direction up; its length counts.
        up: DVec3,
    },
}

/// A measure and its weight.
///
/// ```
/// use voxnav::spatial::places::{PlaceMeasure, PlaceScore};
///
/// let near = PlaceScore { measure: PlaceMeasure::Way, weight: -1.0 };
/// assert!(near.weight < 0.0, "the smallest is the best");
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct PlaceScore {
    /// The measure.
    pub measure: PlaceMeasure,
    /// The factor of the measure in the score of a place, which is the sum of all: above zero if more is better, below if
    /// less is.
    pub weight: f64,
}

/// A query for the best places of an area, as plain data: which cells come into question, what they have to be, and which
/// is the best.
///
/// Ways and their costs are those between cells, in world units: from the cell at which the agent is for its position.
/// Where terrain or [`keep_away`](crate::RouteOptions::keep_away) weigh moves, costs are weighed likewise. A *position* is
/// that of an agent at a cell ([`View::position_at`]): the center of the cell, or the feet.
///
/// A place is *seen* if some point of its [body](Self::body) is: a ray from the eye to it, through the cells of a
/// [`Sight`](super::Sight), meets nothing ([`Traversability::cast_ray`](crate::grid::Traversability::cast_ray)).
///
/// ```
/// use voxnav::grid::{CellBox, OccupancyBuilder, Traversability};
/// use voxnav::spatial::places::{Area, PlaceMeasure, PlaceQuery};
/// use voxnav::{Lattice, RouteOptions, Terrain, UnknownPolicy, View, glam::{DVec3, IVec3}};
///
/// let room = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(9)))?.commit();
/// let world = Traversability::new(&room, UnknownPolicy::Blocked);
/// let view = View::flying(Lattice::default(), world, &Terrain::new(), &RouteOptions::default())?;
/// // The highest place within 3 units, and a second one at least 2 units from it.
/// let high = PlaceMeasure::Height { up: DVec3::Z };
/// let query = PlaceQuery::new(Area::Way { least: 0.0, most: 3.0 }).score(high, 1.0).best(2).apart(2.0);
/// let found = view.find_places([4.0; 3], &query)?;
/// let heights: Vec<f64> = found.best.iter().map(|place| place.position.z).collect();
/// assert_eq!(heights, [7.0, 6.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[non_exhaustive]
pub struct PlaceQuery {
    /// The cells that come into question.
    pub area: Area,
    /// The conditions that a place has to meet, all of them.
    #[cfg_attr(feature = "serde", serde(default))]
    pub filters: Vec<PlaceFilter>,
    /// The measures whose weighted sum is the score of a place: the highest is the best. Without any, places come in the
    /// order of their cells.
    #[cfg_attr(feature = "serde", serde(default))]
    pub scores: Vec<PlaceScore>,
    /// The points of the body that eyes look for, from its position; the center of the cell alone if there are none.
    #[cfg_attr(feature = "serde", serde(default))]
    pub body: Vec<DVec3>,
    /// The number of places wanted, 1 or more.
    #[cfg_attr(feature = "serde", serde(default = "one"))]
    pub count: usize,
    /// The least distance between two of them, in world units: the best first, each one that is too near to a better one is
    /// left out.
    #[cfg_attr(feature = "serde", serde(default))]
    pub apart: f64,
    /// The most work, in the units of [`PlaceSearch::step`](super::PlaceSearch::step); without a limit the answer is exact.
    #[cfg_attr(feature = "serde", serde(default))]
    pub limit: Option<u64>,
}

#[cfg(feature = "serde")]
fn one() -> usize {
    1
}

impl PlaceQuery {
    /// Makes a query for the first cell of an area.
    #[must_use]
    pub fn new(area: Area) -> Self {
        Self {
            area,
            filters: Vec::new(),
            scores: Vec::new(),
            body: Vec::new(),
            count: 1,
            apart: 0.0,
            limit: None,
        }
    }

    /// Adds a condition.
    #[must_use]
    pub fn filter(mut self, filter: PlaceFilter) -> Self {
        self.filters.push(filter);
        self
    }

    /// Adds a measure: the highest is the best if the weight is above zero, the lowest if it is below.
    #[must_use]
    pub fn score(mut self, measure: PlaceMeasure, weight: f64) -> Self {
        self.scores.push(PlaceScore { measure, weight });
        self
    }

    voxnav_search::setters! {
        /// Sets the number of places wanted.
        best(count: usize) => count = count;

        /// Sets the least distance between two places, in world units.
        apart(distance: f64) => apart = distance;

        /// Sets the points of the body that eyes look for, from its position.
        body(points: impl IntoIterator<Item = DVec3>) => body = points.into_iter().collect();

        /// Limits the work.
        limit(work: u64) => limit = Some(work);
    }

    /// Returns whether ways from the start are asked for.
    pub(super) fn asks_ways(&self) -> bool {
        let by_filter = |it: &PlaceFilter| {
            use PlaceFilter::{Ahead, Reachable, Returnable};
            matches!(it, Reachable | Returnable | Ahead { .. })
        };
        matches!(self.area, Area::Way { .. })
            || self.filters.iter().any(by_filter)
            || (self.scores.iter()).any(|score| score.measure == PlaceMeasure::Way)
    }

    /// Checks all numbers.
    ///
    /// # Errors
    ///
    /// [`PlaceError::Number`] for lengths that are negative or not a number, for speeds below 1 and for counts of zero;
    /// [`PlaceError::Weight`]; [`PlaceError::Empty`] for lists of eyes or positions without any;
    /// [`PlaceError::Position`] for those that are not finite.
    pub fn check(&self) -> Result<(), PlaceError> {
        match self.area {
            Area::Way { least, most } => between("way of the area", least, most)?,
            Area::Ring {
                center,
                least,
                most,
            } => {
                between("distance of the area", least, most)?;
                finite("center of the area", &[center])?;
            }
            Area::Inside { min, max } => finite("corner of the area", &[min, max])?,
        }
        for filter in &self.filters {
            match filter {
                PlaceFilter::Reachable | PlaceFilter::Returnable => {}
                PlaceFilter::Clear { distance } => above("clearance", *distance, 0.0)?,
                PlaceFilter::Seen { eyes, by } => {
                    listed("eye", eyes)?;
                    above("number of eyes that see a place", as_f64(*by), 1.0)?;
                }
                PlaceFilter::Hidden { eyes } => listed("eye", eyes)?,
                PlaceFilter::Away { from, distance } => {
                    listed("position to be away from", from)?;
                    above("distance to be away", *distance, 0.0)?;
                }
                PlaceFilter::AwayByWay { from, length } => {
                    listed("position to be away from", from)?;
                    above("length of ways to be away", *length, 0.0)?;
                }
                PlaceFilter::Ahead { of, speed } => {
                    listed("position to be ahead of", of)?;
                    above("speed to be ahead of", *speed, 1.0)?;
                }
            }
        }
        for (index, PlaceScore { measure, weight }) in self.scores.iter().enumerate() {
            if !weight.is_finite() {
                let weight = *weight;
                return Err(PlaceError::Weight { index, weight });
            }
            match measure {
                PlaceMeasure::Way => {}
                PlaceMeasure::WayFrom { from, most } => {
                    listed("position to measure from", from)?;
                    above("most that a way counts", *most, 0.0)?;
                    finite_number("most that a way counts", *most)?;
                }
                PlaceMeasure::Distance { from } => listed("position to measure from", from)?,
                PlaceMeasure::Sight { eyes } => listed("eye", eyes)?,
                PlaceMeasure::Height { up } => finite("direction up", &[*up])?,
            }
        }
        finite("point of the body", &self.body)?;
        counted(self.count)?;
        above("distance between places", self.apart, 0.0)
    }
}

fn above(what: &'static str, value: f64, least: f64) -> Result<(), PlaceError> {
    if value >= least {
        Ok(())
    } else {
        Err(PlaceError::Number { what, value, least })
    }
}

fn finite_number(what: &'static str, value: f64) -> Result<(), PlaceError> {
    if value.is_finite() {
        Ok(())
    } else {
        Err(PlaceError::Infinite { what })
    }
}

/// Refuses a range of lengths that ends before it begins, or begins below zero.
pub(super) fn between(what: &'static str, least: f64, most: f64) -> Result<(), PlaceError> {
    above(what, least, 0.0)?;
    above(what, most, least)
}

/// Refuses a number of places of zero.
pub(super) fn counted(count: usize) -> Result<(), PlaceError> {
    above("number of places", as_f64(count), 1.0)
}

#[expect(
    clippy::cast_precision_loss,
    reason = "small, or only compared with one"
)]
pub(super) fn as_f64(count: usize) -> f64 {
    count as f64
}

fn listed(what: &'static str, positions: &[DVec3]) -> Result<(), PlaceError> {
    if positions.is_empty() {
        return Err(PlaceError::Empty { what });
    }
    finite(what, positions)
}

fn finite(what: &'static str, positions: &[DVec3]) -> Result<(), PlaceError> {
    match positions.iter().position(|at| !at.is_finite()) {
        None => Ok(()),
        Some(index) => Err(PlaceError::Position {
            what,
            index,
            at: positions[index],
        }),
    }
}
