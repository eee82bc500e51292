//! The speed along a path, for agents that have limits of their motion.

use serde_json::{Map, Value};
use voxnav::glam::IVec3;
use voxnav::guidance::{MotionLimits, SmoothRoute};
use voxnav::search::SearchSettings;
use voxnav::smoothing::Smoothing;
use voxnav::{RouteOptions, View};
use voxnav_view::SpeedFacts;

use crate::error::{CliError, Context};
use crate::search::walker::Walker;
use crate::world_source::map_file::MapFile;

/// Reads limits such as `4` or `4,acceleration=2,turn_rate=1.5`.
pub(crate) fn limits(text: &str) -> Result<MotionLimits, String> {
    let mut given = Map::new();
    for part in text.split(',') {
        let (name, number) = part.split_once('=').unwrap_or(("speed", part));
        let value: Value = match (name, number.parse::<f64>()) {
            ("up", _) => number.into(),
            (_, Ok(number)) if number.is_finite() => number.into(),
            _ => return Err(format!("`{number}` is not a number of units and seconds")),
        };
        if given.insert(name.to_owned(), value).is_some() {
            return Err(format!("{name} is given twice"));
        }
    }
    let limits = serde_json::from_value::<MotionLimits>(given.into());
    let limits = limits.map_err(|error| error.to_string())?;
    limits.check().map_err(|error| error.to_string())?;
    Ok(limits)
}

/// Returns the speed along the smooth path between two cells, if there is one.
pub(crate) fn along(
    map: &MapFile,
    walker: Option<&Walker>,
    search: &SearchSettings,
    (start, goal): (IVec3, IVec3),
    limits: &MotionLimits,
) -> Result<Option<SpeedFacts>, CliError> {
    const ADVICE: &str = "leave out --speed, or give other limits";

    let mut options = RouteOptions::default();
    options.settings = *search;
    let (lattice, terrain) = (map.lattice, &map.terrain);
    let view = match walker {
        Some(walker) => View::on_ground(lattice, walker.ground.clone(), &options),
        None => View::flying(lattice, map.world.clone(), terrain, &options),
    };
    let view = view.or_advise(ADVICE)?;
    let [from, to] = [start, goal].map(|cell| view.position_at(cell));
    let route = view.find_route(from, to).or_advise(ADVICE)?;
    let smooth = SmoothRoute::new(&view, &route, from, &Smoothing::default());
    let Some(smooth) = smooth.or_advise(ADVICE)? else {
        return Ok(None);
    };
    let trajectory = smooth.trajectory(&view, limits).or_advise(ADVICE)?;
    Ok(Some(SpeedFacts::of(&trajectory, &lattice, start)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_a_speed_and_others_by_name() {
        let read = limits("4,acceleration=2,up=y,turning_radius=0.5").unwrap();
        assert_eq!((read.speed, read.acceleration), (4.0, 2.0));
        assert_eq!((read.up.index(), read.turning_radius), (1, 0.5));
        for (text, fault) in [
            ("fast", "`fast` is not a number"),
            ("-1", "the speed is -1"),
            ("4,jerk=0", "the jerk is 0"),
            ("4,breaking=1", "unknown field `breaking`"),
            ("4,jerk=1,jerk=2", "jerk is given twice"),
            ("acceleration=1", "the speed is 0"),
            ("", "`` is not a number"),
        ] {
            let refused = limits(text).unwrap_err();
            assert!(refused.contains(fault), "{text}: {refused}");
        }
    }
}
