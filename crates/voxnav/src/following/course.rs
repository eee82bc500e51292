//! Courses: the lines that are left of a path from where an agent is.

use glam::DVec3;
use voxnav_occupancy::Lattice;

use super::{Anchor, PathFollower, SmoothPath};
use crate::smoothing::Space;

/// The lines of a path, or what is left of them, in cells.
#[derive(Clone, Debug)]
pub(crate) struct Course {
    /// The ends of the lines, at least one.
    pub(crate) points: Vec<DVec3>,
    /// The point from which the way to the second point is clear, with the first point on it but for rounding.
    pub(crate) begin: DVec3,
    pub(crate) lattice: Lattice,
    pub(crate) anchor: Anchor,
}

impl Course {
    /// Returns a point in world units, as the place of the agent that the path means.
    pub(crate) fn position_of(&self, point: DVec3) -> DVec3 {
        self.lattice.position_of(point) + self.anchor.offset()
    }
}

impl SmoothPath {
    /// Returns all lines of the path.
    pub(crate) fn course(&self) -> Course {
        let points = self.line().points().to_vec();
        self.course_of(points[0], points)
    }

    /// Returns lines in the world of the path.
    fn course_of(&self, begin: DVec3, points: Vec<DVec3>) -> Course {
        Course {
            begin,
            points,
            lattice: *self.lattice(),
            anchor: self.anchor(),
        }
    }
}

impl PathFollower {
    /// Returns the way of an agent to the path, as [`clear_look_ahead`](Self::clear_look_ahead) leads it there, and on along
    /// it to the end; `None` where that leads nowhere.
    pub(crate) fn course_in(&mut self, at: [DVec3; 2], space: &Space<'_>) -> Option<Course> {
        let target = self.clear_look_ahead(at, 0.0, space).ok()?.target()?;
        let path = &self.path;
        let point = path.coordinates_of(at[1]).ok()?;
        let slack = self.slack / path.cell_size();
        let along = self.progress.along;
        let on_path = path.point_at(along);
        if point.distance(on_path) <= slack {
            let (segment, share) = path.segment_at(along);
            let begin = path.stretch_at(along).rest(share).ends(path)[0];
            let later = &path.line().points()[segment + 1..];
            let points = std::iter::once(on_path).chain(later.iter().copied());
            return Some(path.course_of(begin, points.collect()));
        }
        let sight = self.sight.as_ref()?.along;
        let (segment, _) = path.segment_at(sight);
        let later = &path.line().points()[segment + 1..];
        let begin = space.settled(point, slack / 2.0);
        let points = [begin, path.coordinates_of(target).ok()?];
        let points = points.into_iter().chain(later.iter().copied());
        Some(path.course_of(begin, points.collect()))
    }

    /// Returns what is left of the path for an agent that is at the last waypoint that it passed; `None` for one that is
    /// not.
    pub(crate) fn course_from_waypoint(&self, place: DVec3) -> Option<Course> {
        let path = &self.path;
        let last = self.progress.next.saturating_sub(1);
        let is_there = path.waypoints()[last].distance(place) <= self.slack;
        let points = &path.line().points()[last..];
        is_there.then(|| path.course_of(points[0], points.to_vec()))
    }
}
