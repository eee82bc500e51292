//! Smooth paths: straight segments in world space, measured along.

use glam::DVec3;
use voxnav_occupancy::{Lattice, LatticeError, Traversability};
use voxnav_search::Path;

use super::{Anchor, SmoothPathError};
use crate::smoothing::{NoPolyline, Polyline, Smoothing, Space, foot};

/// The number of steps between floating-point numbers by which an agent's position may be off: its own
/// rounding and that of what it steered for, on three axes, is less than two.
const ROUNDINGS: f64 = 4.0;

/// The finest exactness of a position, in cells: some of the steps to which sweeps round.
const FINEST: f64 = 1.0 / 67_108_864.0;

/// The range around its last place in which an agent is looked for, in distances from there: an agent this
/// much nearer to another part of the path gets there within twice its distance in a straight line, and
/// along a path that winds in twice that.
const WINDOW: f64 = 4.0;

/// Returns the exactness of a position, in world units: some of the steps between numbers of its size, in
/// single precision if its coordinates are such numbers.
pub(crate) fn exactness(position: DVec3, lattice: &Lattice) -> f64 {
    let seen = position - lattice.origin();
    let largest = position.abs().max(seen.abs()).max_element();
    let is_single = position.as_vec3().as_dvec3() == position;
    let step = if is_single {
        f64::from(f32::EPSILON)
    } else {
        f64::EPSILON
    };
    let size = lattice.shortest_side();
    // The sweep rounds to 2^-30 of a cell; who knows less than a quarter of one knows nothing.
    (ROUNDINGS * step * largest).clamp(size * FINEST, size / 4.0)
}

/// Few straight segments in the world, for an agent to follow: waypoints at the agent's anchor, and how
/// far along each is.
///
/// Taken from a route by [`Navigator::smooth_path`](crate::Navigator::smooth_path) or
/// [`FlightView::smooth_path`](crate::search::FlightView::smooth_path), from a path in cells by
/// [`along_path`](Self::along_path), or made of any positions.
///
/// ```
/// use voxnav::following::Anchor;
/// use voxnav::glam::DVec3;
/// use voxnav::{Lattice, SmoothPath};
///
/// let corner = [[0.0; 3], [8.0, 0.0, 0.0], [8.0, 6.0, 0.0]];
/// let path = SmoothPath::new(corner, &Lattice::new(DVec3::ZERO, 2.0)?, Anchor::CENTER)?;
/// assert_eq!(path.length(), 14.0);
/// assert_eq!(path.position_at(11.0), DVec3::new(8.0, 3.0, 0.0));
/// let progress = path.locate(DVec3::new(5.0, -1.0, 0.0))?;
/// assert_eq!((progress.along, progress.off_path, progress.next), (5.0, 1.0, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(
        into = "super::stored::StoredSmoothPath",
        try_from = "super::stored::StoredSmoothPath"
    )
)]
pub struct SmoothPath {
    line: Polyline,
    lattice: Lattice,
    anchor: Anchor,
    waypoints: Vec<DVec3>,
    /// The length of the path up to each waypoint, in world units.
    lengths: Vec<f64>,
}

/// The place of a position on a path.
///
/// ```
/// use voxnav::following::Anchor;
/// use voxnav::{Lattice, SmoothPath};
///
/// let straight = [[0.0; 3], [10.0, 0.0, 0.0]];
/// let path = SmoothPath::new(straight, &Lattice::default(), Anchor::CENTER)?;
/// let progress = path.locate([4.0, 3.0, 0.0])?;
/// assert_eq!((progress.along, progress.remaining, progress.off_path), (4.0, 6.0, 3.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Progress {
    /// The distance along the path from its start, in world units.
    pub along: f64,
    /// The distance from there to the end along the path, in world units.
    pub remaining: f64,
    /// The point of the path nearest to the position.
    pub nearest: DVec3,
    /// The distance between the two.
    pub off_path: f64,
    /// The waypoint that comes next, as its place in the list: the first one farther along, or the
    /// last one at the end.
    pub next: usize,
}

impl SmoothPath {
    /// Makes the path straight from each position to the next, in world units, where `anchor` reports which
    /// place of the agent they mean. Nothing is checked for obstacles.
    ///
    /// Positions are rounded to multiples of 2^-20 of a cell; those equal to the one before them are left
    /// out.
    ///
    /// # Errors
    ///
    /// [`SmoothPathError::Empty`] without a position; [`SmoothPathError::OutOfRange`] for one that is not
    /// finite or has no cell.
    pub fn new<P: Into<DVec3>>(
        waypoints: impl IntoIterator<Item = P>,
        lattice: &Lattice,
        anchor: Anchor,
    ) -> Result<Self, SmoothPathError> {
        let mut points = Vec::new();
        for (index, waypoint) in waypoints.into_iter().enumerate() {
            let position = waypoint.into();
            let refused = SmoothPathError::OutOfRange { index, position };
            let point = lattice.coordinates_of(position - anchor.offset());
            points.push(point.map_err(|_| refused)?);
        }
        Self::through(points, lattice, anchor)
    }

    /// Returns the path from cell to cell of a path, without any smoothing.
    ///
    /// # Errors
    ///
    /// [`SmoothPathError::TooLong`] for a path of more than 2^24 cells.
    pub fn from_path(
        path: &Path,
        lattice: &Lattice,
        anchor: Anchor,
    ) -> Result<Self, SmoothPathError> {
        let line = Polyline::along(path).ok_or(SmoothPathError::too_long(path))?;
        Ok(Self::of(line, lattice, anchor))
    }

    /// Returns the path after all steps of a smoothing, each of them checked against the cells of a world.
    ///
    /// For an agent that stops at the boundary of unknown space, unknown cells are in the way. The
    /// known space is derived from its snapshot each time: to smooth many paths, derive it once,
    /// with [`Traversability::with_unknown`].
    #[must_use]
    pub fn smoothed(&self, smoothing: &Smoothing, world: &Traversability) -> Self {
        let line = smoothing.apply_in(&self.line, &Space::entered(world));
        Self::of(line, &self.lattice, self.anchor)
    }

    /// Returns the path through points in cells.
    pub(crate) fn through(
        points: Vec<DVec3>,
        lattice: &Lattice,
        anchor: Anchor,
    ) -> Result<Self, SmoothPathError> {
        let position_of = |point: DVec3| lattice.position_of(point) + anchor.offset();
        let positions: Vec<DVec3> = points.iter().map(|&point| position_of(point)).collect();
        match Polyline::new(points) {
            Ok(line) => Ok(Self::of(line, lattice, anchor)),
            Err(NoPolyline::Empty) => Err(SmoothPathError::Empty),
            Err(NoPolyline::OutOfRange { index }) => Err(SmoothPathError::OutOfRange {
                index,
                position: positions[index],
            }),
        }
    }

    /// Makes a polyline in the world of a lattice.
    pub(super) fn of(line: Polyline, lattice: &Lattice, anchor: Anchor) -> Self {
        let points = line.points().iter();
        let position_of = |&point: &DVec3| lattice.position_of(point) + anchor.offset();
        let waypoints: Vec<DVec3> = points.map(position_of).collect();
        let mut lengths = Vec::with_capacity(waypoints.len());
        let (mut length, mut before) = (0.0, waypoints[0]);
        for &waypoint in &waypoints {
            length += before.distance(waypoint);
            lengths.push(length);
            before = waypoint;
        }
        Self {
            line,
            lattice: *lattice,
            anchor,
            waypoints,
            lengths,
        }
    }

    /// Returns the waypoints in world units, at least one.
    #[must_use]
    pub fn waypoints(&self) -> &[DVec3] {
        &self.waypoints
    }

    /// Returns the last waypoint.
    #[must_use]
    pub fn end(&self) -> DVec3 {
        self.waypoints[self.waypoints.len() - 1]
    }

    /// Returns the path in index space.
    pub(crate) fn line(&self) -> &Polyline {
        &self.line
    }

    /// Returns the lattice of the cells that the path leads through.
    #[must_use]
    pub fn lattice(&self) -> &Lattice {
        &self.lattice
    }

    /// Returns the place of the agent that positions mean.
    #[must_use]
    pub fn anchor(&self) -> Anchor {
        self.anchor
    }

    /// Returns the length in world units, not negative.
    #[must_use]
    pub fn length(&self) -> f64 {
        self.lengths[self.lengths.len() - 1]
    }

    /// Returns the distance of a waypoint along the path; the length for one past the last.
    #[must_use]
    pub fn along_of(&self, waypoint: usize) -> f64 {
        self.lengths.get(waypoint).copied().unwrap_or(self.length())
    }

    /// Returns the distance along the path at which a share of a segment ends.
    pub(super) fn along_of_share(&self, segment: usize, share: f64) -> f64 {
        let (from, to) = (self.along_of(segment), self.along_of(segment + 1));
        if share < 1.0 {
            from + (to - from) * share
        } else {
            to
        }
    }

    /// Returns the point so far along, in cells.
    pub(super) fn point_at(&self, along: f64) -> DVec3 {
        let (segment, share) = self.segment_at(along);
        let [from, to] = self.ends(self.line.points(), segment);
        from.lerp(to, share)
    }

    /// Returns the longest side of a cell, in world units: how far it is looked ahead is counted in it.
    pub(super) fn cell_size(&self) -> f64 {
        self.lattice.longest_side()
    }

    /// Returns the shortest side of a cell, in world units, by which what is off in world units is off at most so much
    /// in cells.
    pub(super) fn shortest_side(&self) -> f64 {
        self.lattice.shortest_side()
    }

    /// Returns the exactness of a position, in world units.
    pub(super) fn exactness_of(&self, position: DVec3) -> f64 {
        exactness(position, &self.lattice)
    }

    /// Returns the position at a distance along the path, which is clamped to the length of the path. NaN
    /// is treated as 0.
    ///
    /// # Complexity
    ///
    /// Logarithmic in the waypoints.
    #[must_use]
    pub fn position_at(&self, along: f64) -> DVec3 {
        let (segment, share) = self.segment_at(along);
        let [from, to] = self.ends(&self.waypoints, segment);
        from.lerp(to, share)
    }

    /// Returns the place of a position on the whole path: at the nearest point, of equally near ones at the
    /// first.
    ///
    /// Where a path comes back near to itself the answer jumps; a
    /// [`Follower`](crate::Follower) looks around its last place only.
    ///
    /// # Complexity
    ///
    /// Linear in the waypoints.
    ///
    /// # Errors
    ///
    /// [`LatticeError`] for a position that is not finite or has no cell.
    pub fn locate(&self, position: impl Into<DVec3>) -> Result<Progress, LatticeError> {
        let position = position.into();
        self.coordinates_of(position)?;
        Ok(self.nearest_in(position, 0..self.segment_count(), 0.0))
    }

    /// Returns a position of the anchor as one of the center in index space.
    pub(super) fn coordinates_of(&self, position: DVec3) -> Result<DVec3, LatticeError> {
        self.lattice.coordinates_of(position - self.anchor.offset())
    }

    /// Returns the place so far along.
    pub(super) fn progress_at(&self, along: f64) -> Progress {
        let (segment, share) = self.segment_at(along);
        let position = self.position_at(along);
        let along = self.along_of_share(segment, share);
        self.progress(along, segment, position, position)
    }

    /// Returns the place of an agent that was so far along the path, and is `moved` away from there.
    pub(super) fn nearest_around(&self, position: DVec3, along: f64, moved: f64) -> Progress {
        let window = moved * WINDOW;
        let segments = self.segments_within(along - window, along + window);
        self.nearest_in(position, segments, along)
    }

    /// Returns the nearest point on some segments; of those that are equally near that nearest to `along`,
    /// so that an agent at a crossing stays on its part; of those that are as near ahead as behind the one
    /// ahead, so that one gets on where the path turns back on itself. All this to the exactness of the
    /// position.
    pub(super) fn nearest_in(
        &self,
        position: DVec3,
        segments: std::ops::Range<usize>,
        along: f64,
    ) -> Progress {
        let foot_on = |segment: usize| {
            let [from, to] = self.ends(&self.waypoints, segment);
            let nearest = foot(position, from, to);
            (nearest, position.distance(nearest))
        };
        let distances = segments.clone().map(|segment| foot_on(segment).1);
        let least = distances.fold(f64::INFINITY, f64::min);
        let exactness = self.exactness_of(position);
        let reach = least + exactness;
        let mut best: Option<(f64, Progress)> = None;
        for segment in segments {
            let (nearest, off_path) = foot_on(segment);
            if off_path > reach {
                continue;
            }
            let [from, to] = self.ends(&self.waypoints, segment);
            let here = if nearest == to {
                self.along_of(segment + 1)
            } else {
                (self.lengths[segment] + from.distance(nearest)).min(self.along_of(segment + 1))
            };
            let detour = (here - along).abs();
            let is_better = |(shortest, progress): &(f64, Progress)| {
                let tied = (detour - shortest).abs() <= 2.0 * exactness;
                if tied {
                    here > progress.along
                } else {
                    detour < *shortest
                }
            };
            if best.as_ref().is_none_or(is_better) {
                best = Some((detour, self.progress(here, segment, nearest, position)));
            }
        }
        best.map_or_else(|| self.progress_at(along), |(_, progress)| progress)
    }

    fn progress(&self, along: f64, segment: usize, nearest: DVec3, position: DVec3) -> Progress {
        let last = self.waypoints.len() - 1;
        let passed = along >= self.along_of(segment + 1);
        Progress {
            along,
            remaining: (self.length() - along).max(0.0),
            nearest,
            off_path: position.distance(nearest),
            next: (segment + 1 + usize::from(passed)).min(last),
        }
    }

    /// Returns the number of segments: one for a path of one waypoint, whose only segment has no length.
    pub(super) fn segment_count(&self) -> usize {
        (self.waypoints.len() - 1).max(1)
    }

    /// Returns the segments of which a part lies between two lengths along.
    pub(super) fn segments_within(&self, from: f64, to: f64) -> std::ops::Range<usize> {
        self.segment_at(from).0..self.segment_at(to).0 + 1
    }

    /// Returns the segment so far along and the share of it that lies before: the later one at a waypoint.
    pub(super) fn segment_at(&self, along: f64) -> (usize, f64) {
        let along = if along.is_nan() { 0.0 } else { along };
        let along = along.clamp(0.0, self.length());
        let reached = self.lengths.partition_point(|&length| length <= along);
        let segment = reached.clamp(1, self.segment_count()) - 1;
        let from = self.lengths[segment];
        let length = self.along_of(segment + 1) - from;
        let share = (along - from) / length;
        (
            segment,
            if length > 0.0 {
                share.clamp(0.0, 1.0)
            } else {
                0.0
            },
        )
    }

    /// Returns the ends of a segment among waypoints or points.
    pub(super) fn ends(&self, points: &[DVec3], segment: usize) -> [DVec3; 2] {
        let last = self.waypoints.len() - 1;
        [points[segment.min(last)], points[(segment + 1).min(last)]]
    }
}
