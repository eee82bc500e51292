//! Smooth routes of flying agents: one leg.

use glam::DVec3;
use voxnav_occupancy::LatticeError;
use voxnav_search::{Action, Path};

use super::guided::{Beginning, RouteMoves};
use super::smooth_route::RouteLeg;
use crate::following::{Course, SmoothPathError, SmoothPathOptions, Steering};
use crate::ground::Footing;
use crate::routes::{FlightView, Route, View};
use crate::smoothing::{Smoothing, Space};
use crate::trajectory::{TrajectoryError, Way};

impl RouteMoves for FlightView<'_> {
    fn legs(
        &self,
        route: &Route,
        beginning: Beginning,
        smoothing: &Smoothing,
    ) -> Result<Vec<RouteLeg>, SmoothPathError> {
        let plain = SmoothPathOptions::default().smoothing(smoothing.clone());
        let options = match beginning {
            Beginning::At(position) => plain.clone().starting_at(position),
            Beginning::OnFirstMove => plain.clone(),
        };
        let path = match self.smooth_path(route, &options) {
            // The agent gets to the path as it can.
            Err(SmoothPathError::StartCutOff { .. }) => self.smooth_path(route, &plain),
            path => path,
        };
        let (Some(path), Some(cells)) = (path?, route.path().map(Path::cells)) else {
            return Ok(Vec::new());
        };
        let cells: Vec<DVec3> = cells.map(|cell| self.position_at(cell)).collect();
        let leg = RouteLeg::new(Action::Fly, Footing::Plane, path, 0, &cells)?;
        Ok(vec![leg])
    }

    fn refreshed(&self, _: &View, legs: &mut [RouteLeg]) -> bool {
        // Colliders may move though no cell changes; what cells tell is remembered.
        legs.iter_mut()
            .all(|leg| leg.follower.check(&self.space()).is_none())
    }

    fn space_of<'s>(&'s self, _: &'s RouteLeg) -> Option<Space<'s>> {
        Some(self.space())
    }

    fn add_to(
        &self,
        way: &mut Way<'_>,
        _: &RouteLeg,
        course: &Course,
    ) -> Result<(), TrajectoryError> {
        way.follow(course, &self.space(), DVec3::ONE)
    }

    fn steer(
        &self,
        leg: &mut RouteLeg,
        at: [DVec3; 2],
        distance: f64,
    ) -> Result<Steering, LatticeError> {
        leg.follower.clear_look_ahead(at, distance, &self.space())
    }
}
