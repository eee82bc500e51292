//! The judgment of one cell: its conditions, cheap ones first, and its score.

use std::num::NonZeroU8;

use glam::{DVec3, IVec3};
use voxnav_occupancy::{CellBox, Viewpoint};
use voxnav_search::{Movement, Side};

use super::query::{Area, PlaceFilter, PlaceMeasure, PlaceQuery, as_f64};
use super::ways::{Fields, Way, cells_of};
use super::{PlaceError, Sight};
use crate::routes::{Near, View, blocked_for};

/// The conditions and scores of a query, with numbers instead of eyes and fields.
#[derive(Debug)]
pub(super) struct Judge {
    area: Area,
    /// A box around the cells of the area.
    cells: CellBox,
    start: Option<usize>,
    tests: Vec<Test>,
    /// The conditions on what eyes see, which take rays.
    sights: Vec<SightTest>,
    measures: Vec<(Measure, f64)>,
    body: Vec<DVec3>,
    sight: Option<Sight>,
    eyes: Vec<Eye>,
}

#[derive(Debug)]
struct Eye {
    position: DVec3,
    /// The eye itself; none for one that is beyond all cells, which sees nothing.
    view: Option<Viewpoint>,
}

#[derive(Debug)]
enum Test {
    Reached(usize),
    Clear(Near, f64),
    Away(Vec<DVec3>, f64),
    AwayByWay(usize, f64),
    Ahead(usize, f64),
}

#[derive(Debug)]
struct SightTest {
    eyes: Vec<usize>,
    /// The fewest eyes that see a place; none of them may if this is zero.
    by: usize,
}

#[derive(Debug)]
enum Measure {
    Way(usize),
    WayFrom(usize, f64),
    Distance(Vec<DVec3>),
    Sight(Vec<usize>),
    Height(DVec3),
}

/// The judgment of a cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct ReplanStatus {
    /// The score; none for a cell that is no place.
    pub(super) score: Option<f64>,
    /// The rays that were asked for.
    pub(super) rays: u64,
}

impl Judge {
    /// Makes the judge of a query that was checked, and adds the fields that it takes.
    pub(super) fn new(
        view: &View,
        from: DVec3,
        query: &PlaceQuery,
        fields: &mut Fields,
        sight: Option<&Sight>,
    ) -> Result<Self, PlaceError> {
        let mut judge = Self {
            area: query.area,
            cells: CellBox::new(IVec3::ZERO, IVec3::ZERO),
            start: None,
            tests: Vec::new(),
            sights: Vec::new(),
            measures: Vec::new(),
            body: query.body.clone(),
            sight: sight.cloned(),
            eyes: Vec::new(),
        };
        let far = match query.area {
            Area::Way { most, .. } => most,
            Area::Ring { center, most, .. } => {
                judge.cells = cells_between(view, center - most, center + most);
                f64::INFINITY
            }
            Area::Inside { min, max } => {
                judge.cells = cells_between(view, min, max);
                f64::INFINITY
            }
        };
        if query.asks_ways() {
            let start = cells_of(view, "start", &[from])?;
            let field = fields.add(start.clone(), Side::Start, far);
            judge.start = Some(field);
            judge.tests.push(Test::Reached(field));
            if query.filters.contains(&PlaceFilter::Returnable) {
                let back = fields.add(start, Side::Goal, f64::INFINITY);
                judge.tests.push(Test::Reached(back));
            }
        }
        let field = judge.start.unwrap_or_default();
        for filter in &query.filters {
            judge.add_filter(view, filter, fields, far)?;
        }
        for score in &query.scores {
            let measure = match &score.measure {
                PlaceMeasure::Way => Measure::Way(field),
                PlaceMeasure::WayFrom { from, most } => {
                    let cells = cells_of(view, "position to measure from", from)?;
                    Measure::WayFrom(fields.add(cells, Side::Start, *most), *most)
                }
                PlaceMeasure::Distance { from } => Measure::Distance(from.clone()),
                PlaceMeasure::Sight { eyes } => Measure::Sight(judge.eyes_at(view, eyes)),
                PlaceMeasure::Height { up } => Measure::Height(*up),
            };
            judge.measures.push((measure, score.weight));
        }
        Ok(judge)
    }

    fn add_filter(
        &mut self,
        view: &View,
        filter: &PlaceFilter,
        fields: &mut Fields,
        far: f64,
    ) -> Result<(), PlaceError> {
        let test = match filter {
            PlaceFilter::Reachable | PlaceFilter::Returnable => return Ok(()),
            PlaceFilter::Seen { eyes, by } => {
                let (eyes, by) = (self.eyes_at(view, eyes), *by);
                self.sights.push(SightTest { eyes, by });
                return Ok(());
            }
            PlaceFilter::Hidden { eyes } => {
                let (eyes, by) = (self.eyes_at(view, eyes), 0);
                self.sights.push(SightTest { eyes, by });
                return Ok(());
            }
            PlaceFilter::Clear { distance } => clear(view, *distance)?,
            PlaceFilter::Away { from, distance } => Test::Away(from.clone(), *distance),
            PlaceFilter::AwayByWay { from, length } => {
                let cells = cells_of(view, "position to be away from", from)?;
                Test::AwayByWay(fields.add(cells, Side::Start, *length), *length)
            }
            PlaceFilter::Ahead { of, speed } => {
                let cells = cells_of(view, "position to be ahead of", of)?;
                Test::Ahead(fields.add(cells, Side::Start, far * speed), *speed)
            }
        };
        self.tests.push(test);
        Ok(())
    }

    /// Returns the numbers of eyes at some positions, each position once.
    fn eyes_at(&mut self, view: &View, positions: &[DVec3]) -> Vec<usize> {
        let sight = self.sight.get_or_insert_with(|| Sight::of(view));
        let eyes = &mut self.eyes;
        let number = |&position: &DVec3| {
            let known = eyes.iter().position(|eye| eye.position == position);
            known.unwrap_or_else(|| {
                let view = sight.eye(position);
                eyes.push(Eye { position, view });
                eyes.len() - 1
            })
        };
        positions.iter().map(number).collect()
    }

    /// Returns the number of the field of ways from the start, if there is one.
    pub(super) fn start(&self) -> Option<usize> {
        self.start
    }

    /// Takes another area of ways, none of them longer than those so far.
    pub(super) fn set_area(&mut self, area: Area) {
        self.area = area;
    }

    /// Returns a box around the cells of an area that is no matter of ways.
    pub(super) fn cells(&self) -> CellBox {
        self.cells
    }

    /// Returns whether a position is in the area, if that is no matter of ways.
    pub(super) fn is_in_area(&self, position: DVec3) -> bool {
        match self.area {
            Area::Way { .. } => true,
            Area::Ring {
                center,
                least,
                most,
            } => (least..=most).contains(&center.distance(position)),
            Area::Inside { min, max } => position.cmpge(min).all() && position.cmple(max).all(),
        }
    }

    /// Returns whether the way to a cell makes it one of the area, if that is a matter of ways.
    pub(super) fn is_way_in_area(&self, way: f64) -> bool {
        match self.area {
            Area::Way { least, most } => (least..=most).contains(&way),
            Area::Ring { .. } | Area::Inside { .. } => true,
        }
    }

    /// Judges a cell. Its rays are cast only if its score, with `own` added, `enters` the best, as far as that is known
    /// without rays.
    pub(super) fn judge(
        &mut self,
        (view, fields): (&View, &Fields),
        cell: IVec3,
        own: impl FnOnce(DVec3) -> f64,
        enters: impl Fn(f64) -> bool,
    ) -> ReplanStatus {
        let mut status = ReplanStatus {
            score: None,
            rays: 0,
        };
        let position = view.position_at(cell);
        let way = |field| fields.way(field, view, cell);
        let start = self.start;
        if !(self.tests.iter()).all(|test| test.passes(position, cell, start, way)) {
            return status;
        }
        let own = own(position);
        let is_sight = |(measure, _): &(Measure, f64)| matches!(measure, Measure::Sight(_));
        let counts_eyes = self.measures.iter().any(is_sight);
        let points = points(view, &self.body, cell, position);
        let mut sees = |eye: &mut Eye| {
            let (Some(view), Some(sight)) = (&mut eye.view, &self.sight) else {
                return false;
            };
            points.clone().any(|point| {
                status.rays += 1;
                sight.sees(view, point)
            })
        };
        let measured = |sees: &mut dyn FnMut(&mut Eye) -> bool, eyes: &mut [Eye]| {
            let mut sum = 0.0;
            for (measure, weight) in &self.measures {
                let value = match measure {
                    Measure::Sight(of) => {
                        let seeing = of.iter().filter(|&&eye| sees(&mut eyes[eye]));
                        as_f64(seeing.count())
                    }
                    other => other.value(position, way)?,
                };
                sum += value * weight;
            }
            Some(sum + own).filter(|sum| !sum.is_nan())
        };
        let mut score = None;
        if !counts_eyes {
            score = measured(&mut sees, &mut self.eyes).filter(|score| enters(*score));
            if score.is_none() {
                return status;
            }
        }
        if !(self.sights.iter()).all(|test| test.passes(&mut sees, &mut self.eyes)) {
            return status;
        }
        if counts_eyes {
            score = measured(&mut sees, &mut self.eyes);
        }
        status.score = score;
        status
    }
}

impl Test {
    /// Returns whether a place meets the condition, for its ways by the numbers of fields. Ways that are not known well
    /// enough meet none.
    fn passes(
        &self,
        position: DVec3,
        cell: IVec3,
        start: Option<usize>,
        way: impl Fn(usize) -> Way,
    ) -> bool {
        match self {
            Self::Reached(field) => matches!(way(*field), Way::Known(_)),
            Self::Clear(near, squared) => near.squared_at(cell) >= *squared,
            Self::Away(from, distance) => from.iter().all(|at| at.distance(position) >= *distance),
            Self::AwayByWay(field, length) => way(*field).least() >= *length,
            Self::Ahead(field, speed) => match (start.map(&way), way(*field)) {
                (Some(Way::Known(own)), Way::Known(other)) => own * speed < other,
                (Some(Way::Known(own)), Way::Beyond(other)) => own * speed <= other,
                _ => false,
            },
        }
    }
}

impl SightTest {
    fn passes(&self, sees: &mut impl FnMut(&mut Eye) -> bool, eyes: &mut [Eye]) -> bool {
        let most = self.by.max(1);
        let seeing = self.eyes.iter().filter(|&&eye| sees(&mut eyes[eye]));
        let count = seeing.take(most).count();
        if self.by == 0 {
            count == 0
        } else {
            count == self.by
        }
    }
}

impl Measure {
    /// Returns the value of a measure that takes no rays; none if it is not known well enough.
    fn value(&self, position: DVec3, way: impl Fn(usize) -> Way) -> Option<f64> {
        match self {
            Self::Way(field) => match way(*field) {
                Way::Known(way) => Some(way),
                Way::Beyond(_) => None,
            },
            Self::WayFrom(field, most) => match way(*field) {
                Way::Known(way) => Some(way.min(*most)),
                Way::Beyond(least) => (least >= *most).then_some(*most),
            },
            Self::Distance(from) => from.iter().map(|at| at.distance(position)).reduce(f64::min),
            Self::Height(up) => Some(position.dot(*up)),
            Self::Sight(_) => None,
        }
    }
}

/// Returns the points of a body at a cell that eyes look for.
fn points(
    view: &View,
    body: &[DVec3],
    cell: IVec3,
    position: DVec3,
) -> impl Iterator<Item = DVec3> + Clone {
    let center = body.is_empty().then(|| view.lattice().center(cell));
    center
        .into_iter()
        .chain(body.iter().map(move |point| position + *point))
}

/// Returns the condition that the nearest blocked cell is so far away.
fn clear(view: &View, distance: f64) -> Result<Test, PlaceError> {
    let flight = view.flight().ok_or(PlaceError::ClearOnGround)?;
    let cells = distance / view.lattice().shortest_side();
    if cells > 254.0 {
        return Err(PlaceError::ClearTooFar { distance });
    }
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "from 0 to 254"
    )]
    let cap = NonZeroU8::new(cells.ceil() as u8).unwrap_or(NonZeroU8::MIN);
    let world = flight.world();
    let (blocked, unknown) = (blocked_for(world), world.unknown_policy());
    let near = Near::new(&blocked, unknown, cap, view.lattice());
    Ok(Test::Clear(near, cells * cells))
}

/// Returns a box of cells within the bounds that has all whose positions are between two corners.
fn cells_between(view: &View, low: DVec3, high: DVec3) -> CellBox {
    let bounds = view.moves().bounds();
    let nothing = CellBox::new(bounds.min, bounds.min);
    if bounds.is_empty() || !low.cmple(high).all() {
        return nothing;
    }
    // Corners beyond the bounds need no cell.
    let ends = [bounds.min, bounds.max - 1].map(|cell| view.position_at(cell));
    let corners = [low, high].map(|corner| view.in_cells(corner.clamp(ends[0], ends[1])));
    let [Ok(low), Ok(high)] = corners else {
        return nothing;
    };
    let cells = CellBox::new(low.floor().as_ivec3(), high.ceil().as_ivec3() + 1);
    cells.intersection(&bounds)
}
