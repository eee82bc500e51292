//! Queries for places: to hide, to see, to flee, to surround.

use voxnav::glam::DVec3;
use voxnav::spatial::places::{Area, Place, PlaceFilter, PlaceMeasure, PlaceQuery};

use crate::border::reading;
use crate::code::{Code, coded};
use crate::error::{Refusal, VoxnavStatus};
use crate::ids::VoxnavView;
use crate::memory::{In, Out};
use crate::values::{VoxnavCell, VoxnavPoint};

/// The area of a query for places.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VoxnavArea {
    /// Cells to which the cheapest way from the start costs from `least` to `most`.
    Way = 0,
    /// Cells whose positions are from `least` to `most` away from `at`.
    Ring = 1,
    /// Cells whose positions are in the box from `at` to `to`.
    Inside = 2,
}

coded! {
    VoxnavArea is "area": VoxnavArea { Way, Ring, Inside }
}

/// The kind of a condition that a place has to meet, and the fields of `VoxnavPlaceFilter` that it takes.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VoxnavPlaceFilterKind {
    /// A way leads there from the start.
    Reachable = 0,
    /// A way leads there from the start, and one back.
    Returnable = 1,
    /// The nearest blocked cell is `number` world units away, for flying agents.
    Clear = 2,
    /// The place is seen by as many as `by` of the eyes at `points`.
    Seen = 3,
    /// The place is seen by none of the eyes at `points`.
    Hidden = 4,
    /// The place is `number` world units away from all `points`, in a straight line.
    Away = 5,
    /// The place is `number` world units away from all `points`, by the cheapest way from there.
    AwayByWay = 6,
    /// The agent gets there before any other that sets out from `points` now, `number` times as fast, 1 or more.
    Ahead = 7,
}

coded! {
    VoxnavPlaceFilterKind is "condition of places": VoxnavPlaceFilterKind {
        Reachable, Returnable, Clear, Seen, Hidden, Away, AwayByWay, Ahead,
    }
}

/// A condition that a place has to meet. All that the kind does not take is zero.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct VoxnavPlaceFilter {
    /// The kind of the condition.
    pub kind: Code<VoxnavPlaceFilterKind>,
    /// The fewest eyes that see the place, 1 or more.
    pub by: u32,
    /// Eyes, or other positions.
    pub points: In<VoxnavPoint>,
    /// The number of positions.
    pub point_count: usize,
    /// A distance in world units, or a speed.
    pub number: f64,
}

/// The kind of a number that places are compared by, and the fields of `VoxnavPlaceScore` that it takes.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VoxnavPlaceMeasure {
    /// The cost of the cheapest way from the start.
    Way = 0,
    /// The cost of the cheapest way from the nearest of `points`, at most `most`.
    WayFrom = 1,
    /// The straight distance from the nearest of `points`.
    Distance = 2,
    /// The number of the eyes at `points` that see it.
    Sight = 3,
    /// The height along `up`.
    Height = 4,
}

coded! {
    VoxnavPlaceMeasure is "measure of places": VoxnavPlaceMeasure {
        Way, WayFrom, Distance, Sight, Height,
    }
}

/// A measure of places and its weight. All that the measure does not take is zero.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct VoxnavPlaceScore {
    /// The measure.
    pub measure: Code<VoxnavPlaceMeasure>,
    /// Zero.
    pub reserved: u32,
    /// Eyes, or other positions.
    pub points: In<VoxnavPoint>,
    /// The number of positions.
    pub point_count: usize,
    /// The most that a way counts, in world units.
    pub most: f64,
    /// The direction up.
    pub up: VoxnavPoint,
    /// The factor of the measure in the score of a place: above zero if more is better, below if less is.
    pub weight: f64,
}

/// A query for the best places of an area. The score of a place is the sum of the measures times their weights; the highest is
/// the best, and of equal ones the first in the order of cells.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct VoxnavPlaceQuery {
    /// The size of the struct: `sizeof(VoxnavPlaceQuery)`.
    pub size: usize,
    /// The area.
    pub area: Code<VoxnavArea>,
    /// Zero.
    pub reserved: u32,
    /// The center of a ring, or a corner of a box.
    pub at: VoxnavPoint,
    /// The opposite corner of a box.
    pub to: VoxnavPoint,
    /// The least length, in world units.
    pub least: f64,
    /// The largest length, in world units.
    pub most: f64,
    /// The conditions, all of which a place has to meet.
    pub filters: In<VoxnavPlaceFilter>,
    /// The number of conditions.
    pub filter_count: usize,
    /// The measures.
    pub scores: In<VoxnavPlaceScore>,
    /// The number of measures.
    pub score_count: usize,
    /// The points of the body that eyes look for, from its position; without any, the center of its cell.
    pub body: In<VoxnavPoint>,
    /// The number of these points.
    pub body_count: usize,
    /// The least distance between two places, in world units.
    pub apart: f64,
    /// The most work: cells listed, expanded and judged, and rays; 0 for any.
    pub limit: u64,
}

/// A place that was found.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct VoxnavPlace {
    /// The position of the agent there: its center, of a ground agent the feet.
    pub position: VoxnavPoint,
    /// The score.
    pub score: f64,
    /// The cost of the cheapest way there, in world units; negative for queries that ask for no ways.
    pub way: f64,
    /// The cell.
    pub cell: VoxnavCell,
    /// Zero.
    pub reserved: u32,
}

impl From<&Place> for VoxnavPlace {
    fn from(place: &Place) -> Self {
        Self {
            position: place.position.into(),
            score: place.score,
            way: place.way.unwrap_or(-1.0),
            cell: place.cell.into(),
            reserved: 0,
        }
    }
}

fn positions(points: In<VoxnavPoint>, count: usize) -> Result<Vec<DVec3>, Refusal> {
    let points = points.list(count, "points")?;
    Ok(points.into_iter().map(DVec3::from).collect())
}

impl VoxnavPlaceFilter {
    fn meaning(&self) -> Result<PlaceFilter, Refusal> {
        use VoxnavPlaceFilterKind as Kind;

        let points = positions(self.points, self.point_count)?;
        let number = self.number;
        Ok(match self.kind.meaning()? {
            Kind::Reachable => PlaceFilter::Reachable,
            Kind::Returnable => PlaceFilter::Returnable,
            Kind::Clear => PlaceFilter::Clear { distance: number },
            Kind::Seen => PlaceFilter::Seen {
                eyes: points,
                by: self.by as usize,
            },
            Kind::Hidden => PlaceFilter::Hidden { eyes: points },
            Kind::Away => PlaceFilter::Away {
                from: points,
                distance: number,
            },
            Kind::AwayByWay => PlaceFilter::AwayByWay {
                from: points,
                length: number,
            },
            Kind::Ahead => PlaceFilter::Ahead {
                of: points,
                speed: number,
            },
        })
    }
}

impl VoxnavPlaceScore {
    fn meaning(&self) -> Result<PlaceMeasure, Refusal> {
        use VoxnavPlaceMeasure as Measure;

        let points = positions(self.points, self.point_count)?;
        Ok(match self.measure.meaning()? {
            Measure::Way => PlaceMeasure::Way,
            Measure::WayFrom => PlaceMeasure::WayFrom {
                from: points,
                most: self.most,
            },
            Measure::Distance => PlaceMeasure::Distance { from: points },
            Measure::Sight => PlaceMeasure::Sight { eyes: points },
            Measure::Height => PlaceMeasure::Height { up: self.up.into() },
        })
    }
}

impl VoxnavPlaceQuery {
    /// Returns the query of the library for so many places.
    fn meaning(&self, count: usize) -> Result<PlaceQuery, Refusal> {
        let (least, most) = (self.least, self.most);
        let (at, to) = (DVec3::from(self.at), DVec3::from(self.to));
        let mut query = PlaceQuery::new(match self.area.meaning()? {
            VoxnavArea::Way => Area::Way { least, most },
            VoxnavArea::Ring => Area::Ring {
                center: at,
                least,
                most,
            },
            VoxnavArea::Inside => Area::Inside { min: at, max: to },
        });
        for filter in self.filters.list(self.filter_count, "filters")? {
            query = query.filter(filter.meaning()?);
        }
        for score in self.scores.list(self.score_count, "scores")? {
            query = query.score(score.meaning()?, score.weight);
        }
        query.limit = (self.limit > 0).then_some(self.limit);
        let body = positions(self.body, self.body_count)?;
        Ok(query.best(count).apart(self.apart).body(body))
    }
}

/// Finds the best places for the agent of a view that is at a position, and writes at most `capacity`, best first, and into
/// `count` how many. `voxnav_view_find_route` finds the route to one. Returns `VOXNAV_STATUS_LIMIT_REACHED` where the limit
/// ended the search before all cells of the area were judged, `VOXNAV_STATUS_NOTHING` where there is no place.
///
/// Errors: numbers that are negative, too small or not finite; positions that are not finite or too far away, or from which
/// ways are asked for and where the agent cannot be; a clearance of a ground agent; more cells than memory can hold;
/// `capacity` zero.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_find_places(
    view: VoxnavView,
    from: VoxnavPoint,
    query: In<VoxnavPlaceQuery>,
    buffer: Out<VoxnavPlace>,
    capacity: usize,
    count: Out<usize>,
) -> VoxnavStatus {
    reading(view, |view| {
        let query = query.needed("query")?.meaning(capacity)?;
        let found = view.find_places(from, &query)?;
        buffer.fill(capacity, count, found.best.iter().map(VoxnavPlace::from))?;
        Ok(if found.is_complete {
            VoxnavStatus::ok_if(!found.best.is_empty(), VoxnavStatus::Nothing)
        } else {
            VoxnavStatus::LimitReached
        })
    })
}

/// Finds the place to flee to from dangers, for the agent of a view that is at a position: of those that it gets to before any
/// of them, the one that they get to last. Places from three quarters of `length` on are preferred. Writes 1 into
/// `is_dead_end` where there is none of these, else 0. Returns `VOXNAV_STATUS_NOTHING` where the dangers are there already.
///
/// Errors: as `voxnav_find_places`.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_flee_from(
    view: VoxnavView,
    from: VoxnavPoint,
    dangers: In<VoxnavPoint>,
    danger_count: usize,
    length: f64,
    place: Out<VoxnavPlace>,
    is_dead_end: Out<u8>,
) -> VoxnavStatus {
    reading(view, |view| {
        place.check("place")?;
        let dangers = positions(dangers, danger_count)?;
        let escape = view.flee_from(from, dangers, length)?;
        if let Some(escape) = &escape {
            is_dead_end.put_if_asked(u8::from(escape.is_dead_end), "is_dead_end")?;
        }
        let found = escape.as_ref().map(|escape| (&escape.place).into());
        place.put_found(found, "place")
    })
}

/// Finds places around a target by which its ways out are held: where a way leads first farther than `radius` world units from
/// it. Writes at most `capacity` positions, into `count` how many, and into `gap`, which may be null, how near every way out
/// passes to one of them. None where there is no way out.
///
/// Errors: a target where the agent cannot be, a radius that is negative, `capacity` zero, more cells than memory can hold.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_surround(
    view: VoxnavView,
    target: VoxnavPoint,
    radius: f64,
    buffer: Out<VoxnavPoint>,
    capacity: usize,
    count: Out<usize>,
    gap: Out<f64>,
) -> VoxnavStatus {
    reading(view, |view| {
        let held = view.surround(target, radius, capacity)?;
        gap.put_if_asked(held.gap, "gap")?;
        buffer.fill(capacity, count, held.positions.into_iter().map(Into::into))
    })
}
