//! Formations as data: the shape, the distance between agents, and the wait of the leader.

use voxnav::glam::DVec2;

use crate::crowd::values::error::CrowdError;
use crate::crowd::values::id::CrowdAgentId;

/// A formation of agents behind and next to their leader, for
/// [`Crowd::follow_in_formation`](crate::crowd::Crowd::follow_in_formation).
///
/// ```
/// use voxnav_crowd::crowd::{Formation, FormationShape};
///
/// let formation = Formation::wedge().spacing(1.5).wait(4.0);
/// assert_eq!(formation.shape, FormationShape::Wedge);
/// assert_eq!(Formation::line().wait, None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Formation {
    /// The shape.
    pub shape: FormationShape,
    /// The distance between an agent and the next one, in world units; `None` for three times the largest radius of all.
    /// A distance at which agents would touch counts as an eighth more than the two largest radii.
    pub spacing: Option<f64>,
    /// The distance from its place at which an agent makes the leader halt, in world units: from half of it on the leader
    /// slows down. `None` for a leader that waits for no one.
    pub wait: Option<f64>,
}

/// The shape of a [`Formation`].
///
/// ```
/// use voxnav_crowd::crowd::{Formation, FormationShape};
///
/// assert_eq!(Formation::new(FormationShape::Ring), Formation::ring());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FormationShape {
    /// Agents go abreast, by turns at both sides of the leader.
    Line,
    /// Agents go in two arms that trail off from the leader at right angles to each other.
    Wedge,
    /// Agents go one behind the other along the way that the leader went.
    Column,
    /// Agents go in a circle around the leader.
    Ring,
}

/// The least spacing, in sums of the two largest radii.
const LEAST: f64 = 1.125;

/// The spacing unless one is given, in sums of the two largest radii.
const USUAL: f64 = 1.5;

/// The binary digits of a share of a turn.
const DIGITS: u32 = 48;

impl Formation {
    /// Makes a formation of a shape, with the usual spacing and a leader that does not wait.
    #[must_use]
    pub const fn new(shape: FormationShape) -> Self {
        Self {
            shape,
            spacing: None,
            wait: None,
        }
    }

    /// Makes a line abreast.
    #[must_use]
    pub const fn line() -> Self {
        Self::new(FormationShape::Line)
    }

    /// Makes a wedge with the leader at its tip.
    #[must_use]
    pub const fn wedge() -> Self {
        Self::new(FormationShape::Wedge)
    }

    /// Makes a column behind the leader.
    #[must_use]
    pub const fn column() -> Self {
        Self::new(FormationShape::Column)
    }

    /// Makes a ring around the leader.
    #[must_use]
    pub const fn ring() -> Self {
        Self::new(FormationShape::Ring)
    }

    voxnav::setters! {
        /// Sets the distance between an agent and the next one, in world units.
        spacing(distance: f64) => spacing = Some(distance);

        /// Sets the distance from its place at which an agent makes the leader halt, in world units.
        wait(distance: f64) => wait = Some(distance);
    }

    /// Refuses distances that are negative, infinite or NaN.
    pub(in crate::crowd) fn check(&self, leader: CrowdAgentId) -> Result<(), CrowdError> {
        let id = leader;
        let is_distance = |it: f64| it >= 0.0 && it.is_finite();
        let mut given = [self.spacing, self.wait].into_iter().flatten();
        match given.find(|&it| !is_distance(it)) {
            Some(distance) => Err(CrowdError::Distance { id, distance }),
            None => Ok(()),
        }
    }

    /// Returns the spacing of agents of which the two largest have some radii together.
    pub(super) fn spacing_for(&self, radii: f64) -> f64 {
        self.spacing.unwrap_or(USUAL * radii).max(LEAST * radii)
    }

    /// Returns how far ahead of the leader and aside a place is, in spacings.
    pub(super) fn offset(&self, place: usize, agents: usize) -> DVec2 {
        let number = |it: usize| f64::from(u32::try_from(it).unwrap_or(u32::MAX));
        let (pair, behind) = (number(place / 2 + 1), number(place + 1));
        let aside = if place.is_multiple_of(2) { pair } else { -pair };
        match self.shape {
            FormationShape::Line => DVec2::new(0.0, aside),
            FormationShape::Wedge => DVec2::new(-pair, aside) * 0.5_f64.sqrt(),
            FormationShape::Column => DVec2::new(-behind, 0.0),
            FormationShape::Ring => {
                let chord = turned(1.0 / number(agents).max(1.0)).distance(DVec2::X);
                let radius = if chord < 1.0 && agents > 1 {
                    chord.recip()
                } else {
                    1.0
                };
                // The first is behind the leader.
                turned(number(place) / number(agents).max(1.0)) * -radius
            }
        }
    }
}

/// Returns a unit vector turned by a share of a full turn, by square roots alone: they are equal on all platforms.
fn turned(share: f64) -> DVec2 {
    let (mut at, mut root, mut rest) = (DVec2::X, DVec2::NEG_X, share.fract());
    for digit in 0..DIGITS {
        rest *= 2.0;
        if rest >= 1.0 {
            rest -= 1.0;
            at = root.rotate(at);
        }
        root = if digit == 0 {
            DVec2::Y
        } else {
            (root + DVec2::X).normalize()
        };
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_a_spacing_apart_from_each_other_and_from_the_leader() {
        let shapes = [
            FormationShape::Line,
            FormationShape::Wedge,
            FormationShape::Column,
            FormationShape::Ring,
        ];
        for (shape, agents) in shapes
            .into_iter()
            .flat_map(|it| (1..20).map(move |n| (it, n)))
        {
            let formation = Formation::new(shape);
            let mut places: Vec<DVec2> =
                (0..agents).map(|it| formation.offset(it, agents)).collect();
            places.push(DVec2::ZERO);
            for one in 0..places.len() {
                let others = (0..places.len()).filter(|other| *other != one);
                let nearest = others.map(|it| places[it].distance(places[one]));
                let nearest = nearest.fold(f64::INFINITY, f64::min);
                assert!(nearest > 1.0 - 1e-9, "{shape:?} of {agents}: {nearest}");
                // A large ring is far from its leader, the last.
                let is_follower = one + 1 < places.len();
                assert!(
                    nearest < 2.0 || !is_follower,
                    "{shape:?} of {agents}: {nearest}"
                );
            }
        }
    }
}
