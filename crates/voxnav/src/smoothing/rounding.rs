//! Rounding: corners become curves, made smaller until they are clear.
//!
//! A corner is the two legs that meet at a point, cut off at the reach. The curve leaves one leg and joins
//! the other in their directions, so that the whole has no kink, however small the reach becomes;
//! where none is clear the corner stays.

use glam::DVec3;

use super::clear::Space;
use super::polyline::on_grain;

/// The curve that replaces a corner.
///
/// ```
/// # use voxnav::UnknownPolicy;
/// # use voxnav::glam::IVec3;
/// # use voxnav::grid::{CellBox, OccupancyBuilder, Traversability};
/// use voxnav::following::Anchor;
/// use voxnav::glam::DVec3;
/// use voxnav::smoothing::Curve;
/// use voxnav::{Lattice, SmoothPath};
/// use voxnav::smoothing::Smoothing;
///
/// # let bounds = CellBox::from_size(IVec3::splat(30));
/// # let world = Traversability::new(&OccupancyBuilder::new(bounds)?.commit(), UnknownPolicy::Blocked);
/// let corner = [DVec3::ONE, DVec3::new(20.0, 1.0, 1.0), DVec3::new(20.0, 20.0, 1.0)];
/// let corner = SmoothPath::new(corner, &Lattice::default(), Anchor::CENTER)?;
/// let [inside, through] = [Curve::BSpline, Curve::CatmullRom].map(|curve| {
///     let rounding = Smoothing::new().round(curve, 4.0);
///     rounding.map(|rounding| corner.smoothed(&rounding, &world))
/// });
/// assert!(inside?.length() < corner.length());
/// assert!(through?.waypoints().contains(&DVec3::new(20.0, 1.0, 1.0)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Curve {
    /// Catmull and Rom's: through the point itself, a little outside of the corner before and after
    /// it. The curve for taut chains, whose corners touch what they lead around.
    #[default]
    CatmullRom,
    /// A quadratic B-spline: cuts the corner on its inside and never leaves the triangle of its
    /// legs. The curve for chains along the middle of free space; at a taut corner, nothing is
    /// cut.
    BSpline,
}

/// The largest distance, in cells, between a curve and its chords.
const FLATNESS: f64 = 1.0 / 16.0;
/// The most chords for one piece of a curve.
const MOST_CHORDS: f64 = 32.0;
/// The legs of a corner are parts of its segments in these fractions, so that their ends lie on the
/// segments exactly.
const FRACTIONS: f64 = 64.0;
/// The length, in cells, beyond which segments have corners that stay.
const LONGEST_EXACT: f64 = 1_048_576.0;
/// The number of times that the reach is halved before a corner stays.
const HALVINGS: i32 = 2;

/// Returns the chain with its corners rounded within the reach, in cells.
///
/// The legs of a corner lie on its segments, as does what is left of these between two corners; so
/// the curves alone have to be swept.
pub(super) fn rounded(points: &[DVec3], space: &Space, curve: Curve, reach: f64) -> Vec<DVec3> {
    let mut done = vec![points[0]];
    for corner in points.windows(3) {
        let corner = [corner[0], corner[1], corner[2]];
        let before = done.len();
        let is_rounded = (0..=HALVINGS).any(|halvings| {
            done.truncate(before);
            let reach = reach * 0.5_f64.powi(halvings);
            push_corner(corner, curve, reach, &mut done).is_some() && {
                let curve = &done[before..];
                let (first, last) = (curve[0], curve[curve.len() - 1]);
                space.may_replace(curve, &[first, corner[1], last])
            }
        });
        if !is_rounded {
            done.truncate(before);
            done.push(corner[1]);
        }
    }
    if points.len() > 1 {
        done.push(points[points.len() - 1]);
    }
    done
}

/// Adds the curve of one corner as points, from the end of one leg to that of the other; `None`
/// for a reach too small to make a difference, and where a leg does not end on a grain of its
/// segment.
fn push_corner(
    [before, point, after]: [DVec3; 3],
    curve: Curve,
    reach: f64,
    points: &mut Vec<DVec3>,
) -> Option<()> {
    let leg = |far: DVec3| {
        let offset = far - point;
        let share = (reach / offset.length()).min(0.5);
        let parts = (share * FRACTIONS).floor();
        // Below this length the product is exact, with 46 bits; the sum, if it can be undone.
        let part = offset * (parts / FRACTIONS);
        let end = point + part;
        let is_exact = offset.abs().max_element() < LONGEST_EXACT
            && end - point == part
            && on_grain(end) == end;
        (parts > 0.0 && is_exact).then_some(end)
    };
    let (first, last) = (leg(before)?, leg(after)?);
    points.push(first);
    match curve {
        Curve::BSpline => {
            // A quadratic curve as a cubic one.
            let toward = |end: DVec3| end + (point - end) * (2.0 / 3.0);
            flatten([first, toward(first), toward(last), last], points);
        }
        Curve::CatmullRom => {
            let tangent = tangent_at([first, point, last]);
            let (shorter, longer) = (first.distance(point), last.distance(point));
            let (into, out) = (tangent * shorter / 3.0, tangent * longer / 3.0);
            let (leave, join) = ((point - first) / 3.0, (point - last) / 3.0);
            flatten([first, first + leave, point - into, point], points);
            flatten([point, point + out, last + join, last], points);
        }
    }
    Some(())
}

/// Returns the direction of the curve through the middle of three points, of length about one: the
/// slope of the parabola through them, run through at even speed.
fn tangent_at([before, point, after]: [DVec3; 3]) -> DVec3 {
    let (one, other) = (point - before, after - point);
    let (first, second) = (one.length(), other.length());
    let (slope_in, slope_out) = (one / first, other / second);
    (slope_in * second + slope_out * first) / (first + second)
}

/// Adds points of a cubic Bézier curve behind its first one, the last one included: as many as
/// Wang's formula asks for at a degree of three.
fn flatten(control: [DVec3; 4], points: &mut Vec<DVec3>) {
    let bend = |at: usize| (control[at] - 2.0 * control[at + 1] + control[at + 2]).length();
    let chords = (0.75 * bend(0).max(bend(1)) / FLATNESS).sqrt().ceil();
    let chords = chords.clamp(1.0, MOST_CHORDS);
    let mut chord = 1.0;
    while chord < chords {
        points.push(on_grain(curve_at(control, chord / chords)));
        chord += 1.0;
    }
    points.push(control[3]);
}

/// Returns a point of a curve by the rule of De Casteljau: between the points, between those, and
/// between those again.
fn curve_at(control: [DVec3; 4], share: f64) -> DVec3 {
    let first = [0, 1, 2].map(|at| control[at].lerp(control[at + 1], share));
    let second = [0, 1].map(|at| first[at].lerp(first[at + 1], share));
    second[0].lerp(second[1], share)
}
