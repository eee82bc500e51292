//! A box that moves along a segment, against the obstacles.
//!
//! While a box moves straight, the shares of the segment at which it meets a convex part form an
//! interval, a [`Span`]. Slabs give it by division; smooth shapes are approached: a box that misses
//! comes with a direction and a gap, and can move until the gap is used up (B. Mirtich, "Impulse-based
//! Dynamic Simulation of Rigid Body Systems", 1996, section 2.3, conservative advancement). Where the
//! touching rule makes copies of a thin box, the box is held where spans of *all* copies meet.
//!
//! Long oblique segments are cut into pieces, so that the tree is asked for what is near them and
//! not for what is in the box around them.
//!
//! INVARIANT: a span never begins later, by more than rounding, than the box query begins to say
//! yes; it may begin earlier by the tolerance of [`APPROACHED`].

use glam::{DVec3, Vec3};

use super::narrow_phase::convex::Convex;
use super::narrow_phase::gjk::{Contact, distant_contact};
use super::narrow_phase::separating_axes::{Cuboid, HalfSpace, Slab, Slabbed};
use super::placement::Motion;
use super::query::Sight;
use super::set::{ObstacleId, Obstacles};
use super::shapes::part::{Geometry, Mesh, Part};
use super::world_box::WorldBox;
use crate::agent::{BoxError, Layers};

/// The first obstacle that a moving box meets.
///
/// ```
/// use voxnav_occupancy::Layers;
/// use voxnav_occupancy::colliders::{Obstacle, Obstacles};
/// use voxnav_occupancy::glam::{DVec3, Vec3};
/// use voxnav_occupancy::parry3d::shape::SharedShape;
///
/// let mut obstacles = Obstacles::default();
/// obstacles.insert(Obstacle::new(SharedShape::cuboid(1.0, 1.0, 1.0)))?;
/// let (from, to) = (DVec3::X * -5.0, DVec3::ZERO);
/// let hit = obstacles.sweep(from, to, Vec3::ZERO, Layers::ALL)?.ok_or("nothing is hit")?;
/// assert!((hit.distance - 4.0).abs() < 0.01 && hit.normal == DVec3::NEG_X);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct ObstacleHit {
    /// The obstacle; of several met at the same moment the one with the smallest id.
    pub obstacle: ObstacleId,
    /// The direction in which the obstacle pushes the box, of length 1; zero if the box overlaps it
    /// at the start.
    pub normal: DVec3,
    /// The distance that the box can go before, in world units.
    pub distance: f64,
    /// The distance as a share of the segment, 0 to 1.
    pub fraction: f64,
}

/// Share of the segment by which a box approaches a smooth shape when it counts as there.
const APPROACHED: f64 = 1e-12;

/// Approaches after which a box counts as having met a smooth shape. They close in like Newton's
/// method but where the box all but slides along the shape.
const MOST_APPROACHES: usize = 200;

/// The most pieces that a segment is cut into.
const MOST_PIECES: f64 = 256.0;

/// The distance that a box moves in a piece, across the longest axis, as a multiple of its own
/// size.
const PIECE: f64 = 8.0;

impl Obstacles {
    /// Returns the first obstacle on these layers that a box meets whose center moves from `from`
    /// to `to`; `None` if nothing is in between. A box of no extent is a ray.
    ///
    /// The rule is that of [`Obstacles::overlaps`]: the box meets an obstacle at the first position
    /// of the segment where `overlaps` says yes. It sinks into what it runs against by the depth of the
    /// [`Skin`](crate::Skin), and slides along what it touches; so a segment between two positions that
    /// are free by that rule, past obstacles that are touched, is free.
    ///
    /// # Guarantees
    ///
    /// Before `distance` no box query at a position of the segment says yes, but for the rounding of
    /// the position; right behind it one does, but for smooth shapes grazed to within 1e-12 of the
    /// segment's length, which count as met.
    ///
    /// # Complexity
    ///
    /// Logarithmic in the number of obstacles and of triangles, times those near the segment, which
    /// is taken in pieces of a few times the box's size and left at the first hit. A box thinner than
    /// two skins on `k` axes costs `2^k` times as much.
    ///
    /// # References
    ///
    /// Smooth shapes by conservative advancement: Mirtich, "Impulse-based Dynamic Simulation of Rigid
    /// Body Systems", 1996, section 2.3.
    ///
    /// # Errors
    ///
    /// [`BoxError`] as [`Obstacles::overlaps`], for either end.
    ///
    /// ```
    /// use voxnav_occupancy::glam::{DVec3, Vec3};
    /// use voxnav_occupancy::colliders::{Obstacle, Obstacles};
    /// use voxnav_occupancy::Layers;
    /// use voxnav_occupancy::parry3d::shape::SharedShape;
    ///
    /// let mut obstacles = Obstacles::default();
    /// let pillar = obstacles.insert(Obstacle::new(SharedShape::cylinder(4.0, 1.0)))?.id;
    /// let (from, to) = (DVec3::new(-8.0, 0.0, 0.0), DVec3::new(8.0, 0.0, 0.0));
    /// let half = Vec3::splat(0.5);
    /// let hit = obstacles.sweep(from, to, half, Layers::ALL)?.ok_or("no pillar")?;
    /// assert_eq!((hit.obstacle, hit.normal), (pillar, DVec3::NEG_X));
    /// // It touches at 6.5 and stops one skin deeper.
    /// assert!((hit.distance - 6.5 - obstacles.skin().depth()).abs() < 1e-9);
    /// let beside = DVec3::Z * 1.5;
    /// assert_eq!(obstacles.sweep(from + beside, to + beside, half, Layers::ALL)?, None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn sweep(
        &self,
        from: DVec3,
        to: DVec3,
        half_extents: Vec3,
        layers: Layers,
    ) -> Result<Option<ObstacleHit>, BoxError> {
        BoxError::check_center(from)?;
        let shrunk = self.shrunk(to, half_extents)?;
        let copies: Vec<Sweep> = shrunk
            .offsets()
            .map(|offset| Sweep {
                from: from + offset,
                along: to - from,
                half_extents: shrunk.half_extents,
            })
            .collect();
        let size = 2.0 * (half_extents.as_dvec3().max_element() + self.skin().depth());
        let pieces = pieces(to - from, size);
        let mut start = 0.0;
        for piece in 1..=pieces {
            let end = f64::from(piece) / f64::from(pieces);
            let window = Window { start, end };
            if let Some((span, obstacle)) = self.first_held(&copies, window, layers.into()) {
                return Ok(Some(ObstacleHit {
                    obstacle,
                    normal: span.normal,
                    distance: span.start * from.distance(to),
                    fraction: span.start,
                }));
            }
            start = end;
        }
        Ok(None)
    }

    /// Finds the first moment in a window at which spans of all copies meet, and returns the span
    /// of them that began last.
    fn first_held(&self, copies: &[Sweep], window: Window, sight: Sight) -> Option<BlockedSpan> {
        let spans: Vec<Vec<BlockedSpan>> = copies
            .iter()
            .map(|sweep| self.spans(sweep, window, copies.len(), sight))
            .collect();
        let mut at = window.start;
        loop {
            let mut latest: Option<BlockedSpan> = None;
            let mut next = at;
            for spans in &spans {
                let holding = spans
                    .iter()
                    .filter(|(span, _)| span.start <= at && at <= span.end);
                // Of those that hold a copy the one that did first and has the smallest id.
                let first =
                    holding.min_by(|a, b| a.0.start.total_cmp(&b.0.start).then(a.1.cmp(&b.1)));
                if let Some(first) = first {
                    if latest.is_none_or(|(latest, _)| latest.start < first.0.start) {
                        latest = Some(*first);
                    }
                } else {
                    let starts = spans.iter().map(|(span, _)| span.start);
                    let later = starts.filter(|start| *start > at);
                    next = next.max(later.min_by(f64::total_cmp)?);
                }
            }
            if next <= at {
                return latest.map(|(span, obstacle)| {
                    let start = span.start.max(at);
                    (Span { start, ..span }, obstacle)
                });
            }
            at = next;
        }
    }

    /// Returns the spans within a window in which a box is held by parts.
    fn spans(
        &self,
        sweep: &Sweep,
        window: Window,
        copies: usize,
        sight: Sight,
    ) -> Vec<BlockedSpan> {
        let mut held = Vec::new();
        let extent = if copies == 1 {
            Extent::Start
        } else {
            Extent::Whole
        };
        for leaf in self.candidates(sweep.region(window), sight) {
            let obstacle = leaf.obstacle;
            leaf.part.spans(sweep, window, extent, |span| {
                let span = span.within(window);
                if span.start <= span.end {
                    held.push((span, obstacle));
                }
            });
        }
        held
    }
}

/// Returns the number of pieces a segment is taken in, by how far it goes on its second axis: along
/// one axis alone the box around it is no larger than what is swept.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "between 1 and 256"
)]
fn pieces(along: DVec3, size: f64) -> u32 {
    let [x, y, z] = along.abs().to_array();
    let second = x.min(y).max(x.max(y).min(z));
    (second / (size * PIECE)).ceil().clamp(1.0, MOST_PIECES) as u32
}

/// A box that moves from a position along a segment.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sweep {
    from: DVec3,
    along: DVec3,
    half_extents: DVec3,
}

impl Sweep {
    fn at(&self, share: f64) -> DVec3 {
        self.from + self.along * share
    }

    /// Returns the box around what is swept in a window, by its center and half sides, seen from
    /// `from`.
    fn swept(&self, window: Window) -> (DVec3, DVec3) {
        let center = self.along * ((window.start + window.end) * 0.5);
        let reach = self.along.abs() * ((window.end - window.start) * 0.5);
        (center, reach + self.half_extents)
    }

    fn region(&self, window: Window) -> WorldBox {
        let (center, half_extents) = self.swept(window);
        // The sum of the start and a share of the segment rounds.
        let rounding = (self.from.abs() + self.along.abs()) * (4.0 * f64::EPSILON);
        WorldBox::around(self.from + center, half_extents + rounding)
    }
}

/// A part of the segment, by shares of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    start: f64,
    end: f64,
}

/// The part of a span that is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extent {
    /// The beginning of the span.
    Start,
    Whole,
}

/// The shares of the segment at which the box meets something convex; empty if it ends before it starts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    start: f64,
    end: f64,
    /// The normal of the part that is met, where the box comes upon it; zero if it was there all
    /// along.
    normal: DVec3,
}

/// A span within a window, and the obstacle that holds the box there.
type BlockedSpan = (Span, ObstacleId);

impl Span {
    /// Returns a span along which the box met nothing new.
    const fn without_normal(start: f64, end: f64) -> Self {
        let normal = DVec3::ZERO;
        Self { start, end, normal }
    }

    /// Returns the part within a window. What began before the segment did has no normal.
    fn within(self, window: Window) -> Self {
        Self {
            start: self.start.max(window.start),
            end: self.end.min(window.end),
            normal: if self.start < 0.0 {
                DVec3::ZERO
            } else {
                self.normal.normalize_or_zero()
            },
        }
    }

    /// Keeps the shares at which `low <= axis . center <= high`, the center moving from zero.
    fn clip(&mut self, axis: DVec3, low: f64, high: f64, along: DVec3) {
        let speed = axis.dot(along);
        if speed == 0.0 {
            if low > 0.0 || high < 0.0 {
                self.end = f64::NEG_INFINITY;
            }
            return;
        }
        let (near, far) = if speed > 0.0 {
            (low, high)
        } else {
            (high, low)
        };
        let start = near / speed;
        if start > self.start {
            self.start = start;
            self.normal = axis * -speed.signum();
        }
        self.end = self.end.min(far / speed);
    }

    /// Returns the span in which a box meets slabs anchored at `anchor`, seen from where the box
    /// starts.
    fn of_slabs(slabbed: &impl Slabbed, anchor: DVec3, sweep: &Sweep) -> Self {
        let mut span = Self::without_normal(f64::NEG_INFINITY, f64::INFINITY);
        let (low, high) = slabbed.corners();
        let (low, high) = (
            anchor + low - sweep.half_extents,
            anchor + high + sweep.half_extents,
        );
        for (index, axis) in DVec3::AXES.into_iter().enumerate() {
            span.clip(axis, low[index], high[index], sweep.along);
        }
        for slab in slabbed.oblique() {
            let Slab { axis, low, high } = slab.grown(anchor, sweep.half_extents);
            span.clip(axis, low, high, sweep.along);
        }
        span
    }
}

impl Part {
    /// Calls `found` with the spans at which a box meets the part; those outside the window may be
    /// missing.
    fn spans(&self, sweep: &Sweep, window: Window, extent: Extent, mut found: impl FnMut(Span)) {
        let motion = self.motion.seen_from(sweep.from);
        let (center, half_extents) = sweep.swept(window);
        let anchor = motion.translation;
        match &self.geometry {
            Geometry::Cuboid(sides) => {
                found(Span::of_slabs(
                    &Cuboid::turned(&motion, *sides),
                    anchor,
                    sweep,
                ));
            }
            Geometry::HalfSpace(normal) => {
                found(Span::of_slabs(&HalfSpace(*normal), anchor, sweep));
            }
            Geometry::Convex(shape) => {
                approach(shape, &motion, sweep, window, extent)
                    .into_iter()
                    .for_each(found);
            }
            Geometry::Boxes(boxes) => {
                for (anchor, cuboid) in boxes.near(&motion, center, half_extents) {
                    found(Span::of_slabs(&cuboid, anchor, sweep));
                }
            }
            Geometry::Mesh(mesh) => {
                let near = mesh.near(&motion, center, half_extents);
                let surface =
                    near.map(|(anchor, triangle)| Span::of_slabs(&triangle, anchor, sweep));
                if mesh.interior.is_none() {
                    surface.for_each(found);
                } else {
                    let surface: Vec<Span> = surface.collect();
                    surface.iter().copied().for_each(&mut found);
                    self.enclosed(mesh, sweep, window, surface, found);
                }
            }
        }
    }

    /// Calls `found` with the spans between those of the surface at which the box is inside.
    fn enclosed(
        &self,
        mesh: &Mesh,
        sweep: &Sweep,
        window: Window,
        mut surface: Vec<Span>,
        mut found: impl FnMut(Span),
    ) {
        surface.retain(|span| span.start <= span.end);
        surface.sort_by(|a, b| a.start.total_cmp(&b.start));
        let mut clear_from = window.start;
        let end = Span::without_normal(window.end, window.end);
        for span in surface.into_iter().chain([end]) {
            let until = span.start.min(window.end);
            if until > clear_from {
                let middle = sweep.at((clear_from + until) * 0.5);
                if mesh.encloses_origin(&self.motion.seen_from(middle)) {
                    found(Span::without_normal(clear_from, until));
                }
            }
            clear_from = clear_from.max(span.end);
        }
    }
}

/// Returns the span in which a box meets a smooth shape within a window; `None` if it does not.
fn approach(
    shape: &Convex,
    motion: &Motion,
    sweep: &Sweep,
    window: Window,
    extent: Extent,
) -> Option<Span> {
    let (start, normal) = approached(shape, motion, sweep, window)?;
    let end = match extent {
        Extent::Start => f64::INFINITY,
        Extent::Whole => {
            let back = Window {
                start: window.end,
                end: start,
            };
            approached(shape, motion, sweep, back)?.0
        }
    };
    Some(Span { start, end, normal })
}

/// Returns the first share of the window, which may run backwards, at which the box meets the
/// shape, and the normal there; zero if it does so from the beginning.
fn approached(
    shape: &Convex,
    motion: &Motion,
    sweep: &Sweep,
    window: Window,
) -> Option<(f64, DVec3)> {
    let direction = if window.end < window.start { -1.0 } else { 1.0 };
    let along = sweep.along * direction;
    let length = (window.end - window.start).abs();
    let (mut gone, mut normal) = (0.0, DVec3::ZERO);
    for _ in 0..MOST_APPROACHES {
        let place = window.start + direction * gone;
        let seen = motion.seen_from(sweep.along * place);
        match distant_contact(shape, &seen, sweep.half_extents) {
            Contact::Overlap => return Some((place, normal)),
            Contact::Separated {
                normal: toward,
                gap,
            } => {
                let speed = along.dot(toward);
                if speed <= 0.0 {
                    return None;
                }
                let step = gap / speed;
                normal = -toward;
                gone += step;
                if gone > length {
                    return None;
                }
                if step <= APPROACHED {
                    return Some((place, normal));
                }
            }
        }
    }
    Some((window.start + direction * gone, normal))
}
