//! The speed along a path, which a page colors it by.

use voxnav::Lattice;
use voxnav::glam::{DVec3, IVec3};
use voxnav::guidance::Trajectory;

use crate::json::object;

/// The number of parts of a path that each have a color.
const PARTS: f64 = 600.0;

/// The facts that a page states of an agent that goes along its path by the time.
#[derive(Debug)]
pub struct SpeedFacts {
    /// The time of all of the way, in seconds.
    pub seconds: f64,
    /// The highest speed, in world units a second.
    pub most: f64,
    /// The position in cells at regular times, whole numbers at their centers, and the speed.
    pub states: Vec<[f32; 4]>,
}

object!(SpeedFacts {
    seconds,
    most,
    states
});

impl SpeedFacts {
    /// Returns the speeds of a trajectory among the cells of a lattice, which begins in a cell and is drawn through its
    /// center.
    ///
    /// ```
    /// use voxnav::following::Anchor;
    /// use voxnav::glam::IVec3;
    /// use voxnav::grid::{CellBox, OccupancyBuilder, Traversability};
    /// use voxnav::guidance::MotionLimits;
    /// use voxnav::smoothing::Space;
    /// use voxnav::{Lattice, SmoothPath, UnknownPolicy};
    /// use voxnav_view::SpeedFacts;
    ///
    /// let world = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(9)))?.commit();
    /// let world = Traversability::new(&world, UnknownPolicy::Blocked);
    /// let path = SmoothPath::new([[0.0; 3], [8.0, 0.0, 0.0]], &Lattice::default(), Anchor::CENTER)?;
    /// let limits = MotionLimits::new(4.0).acceleration(2.0).braking(2.0);
    /// let trajectory = path.trajectory(&limits, &Space::from(&world))?;
    /// let facts = SpeedFacts::of(&trajectory, &Lattice::default(), IVec3::ZERO);
    /// assert_eq!((facts.seconds, facts.most), (4.0, 4.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn of(trajectory: &Trajectory, lattice: &Lattice, start: IVec3) -> Self {
        let seconds = trajectory.duration();
        let step = if seconds > 0.0 { seconds / PARTS } else { 1.0 };
        let states = trajectory.states(step).into_iter().flatten();
        let of_cell = |at: DVec3| lattice.coordinates_of(at).unwrap_or(DVec3::NAN);
        let shift = start.as_dvec3() - of_cell(trajectory.at(0.0).position);
        let row = |state: voxnav::guidance::Motion| {
            let at = (of_cell(state.position) + shift).as_vec3();
            #[expect(clippy::cast_possible_truncation, reason = "for a color")]
            let speed = state.velocity.length() as f32;
            [at.x, at.y, at.z, speed]
        };
        let states: Vec<[f32; 4]> = states.map(row).collect();
        let most = states.iter().map(|[.., speed]| *speed).fold(0.0, f32::max);
        let most = f64::from(most);
        Self {
            seconds,
            most,
            states,
        }
    }
}
