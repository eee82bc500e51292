//! Agents and options as lines of text: a name, a space, a value. Names of values are those of the library.

use voxnav::glam::Vec3;
use voxnav::grid::Heading;
use voxnav::ground::{Jump, Locomotion, Swim};
use voxnav::search::{Cost, Partial, SnapPolicy, Weight};
use voxnav::spatial::KeepAway;
use voxnav::{Agent, RouteOptions, UnknownPolicy};

use crate::failure::{Answer, Blamed, Failure};
use crate::request::finite;

/// An agent as it was described.
#[derive(Clone, Debug)]
pub(crate) struct Description {
    pub(crate) agent: Agent,
    /// The abilities of a ground agent.
    pub(crate) locomotion: Option<Locomotion>,
}

fn lines(text: &[u8]) -> Answer<impl Iterator<Item = (&str, &str)>> {
    let text = str::from_utf8(text).blamed("options")?;
    Ok(text
        .lines()
        .map(|line| line.split_once(' ').unwrap_or((line, ""))))
}

fn number(name: &str, value: &str) -> Answer<f64> {
    let read = value.parse::<f64>();
    finite(
        name,
        read.map_err(|_| Failure::argument(name, format!("{value:?} is no number")))?,
    )
}

fn count(name: &str, value: &str) -> Answer<u64> {
    let whole = |_| Failure::argument(name, format!("{value} is no whole number from 0 up"));
    value.parse().map_err(whole)
}

fn small(name: &str, value: &str) -> Answer<u8> {
    let whole = |_| Failure::argument(name, format!("{value} is no whole number from 0 to 255"));
    value.parse().map_err(whole)
}

fn flag(name: &str, value: &str) -> Answer<bool> {
    match value {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(Failure::argument(name, "true or false")),
    }
}

/// Reads a length in cells as a cost.
fn cost(name: &str, value: &str) -> Answer<Cost> {
    let (length, most) = (number(name, value)?, Locomotion::MOST.length());
    if !(0.0..=most).contains(&length) {
        return Err(Failure::argument(
            name,
            format!("{length} is not from 0 to {most}"),
        ));
    }
    Ok(Cost::of_length(length))
}

/// Reads a cost, or `none` for an ability that is missing.
fn ability(name: &str, value: &str) -> Answer<Option<Cost>> {
    (value != "none").then(|| cost(name, value)).transpose()
}

fn unknown_name(name: &str) -> Failure {
    Failure::argument(name, "there is no option of this name")
}

/// Reads the options of routes.
pub(crate) fn options(text: &[u8]) -> Answer<RouteOptions> {
    let mut options = RouteOptions::default();
    let (mut distance, mut weight) = (None, 4);
    for (name, value) in lines(text)? {
        let settings = &mut options.settings;
        match name {
            "algorithm" => settings.algorithm = value.parse().blamed(name)?,
            "moves" => settings.moves = value.parse().blamed(name)?,
            "corners" => settings.corners = value.parse().blamed(name)?,
            "heuristic" => settings.heuristic = value.parse().blamed(name)?,
            "ties" => settings.ties = value.parse().blamed(name)?,
            "fewestTurns" => settings.fewest_turns = flag(name, value)?,
            "within" => settings.within = Weight::new(number(name, value)?).blamed(name)?,
            "maxExpanded" => settings.limits.expanded = Some(count(name, value)?),
            "maxMemory" => settings.limits.memory = Some(count(name, value)?),
            "maxCost" => settings.limits.cost = Some(cost(name, value)?),
            "snapStart" => options.start = snapping(name, value)?,
            "snapGoal" => options.goal = snapping(name, value)?,
            "partial" => {
                options.partial = if flag(name, value)? {
                    Partial::Allowed
                } else {
                    Partial::Refused
                }
            }
            "keepAway" => distance = Some(number(name, value)?),
            "keepAwayWeight" => {
                weight = u16::try_from(count(name, value)?).blamed(name)?;
            }
            _ => return Err(unknown_name(name)),
        }
    }
    options.keep_away = distance.map(|distance| KeepAway::new(distance, weight));
    Ok(options)
}

fn snapping(name: &str, value: &str) -> Answer<SnapPolicy<f64>> {
    let radius = number(name, value)?;
    Ok(SnapPolicy::Nearest { radius })
}

/// Reads an agent.
pub(crate) fn description(text: &[u8]) -> Answer<Description> {
    let mut size = [0.0_f64; 3];
    let mut unknown = UnknownPolicy::Blocked;
    let mut locomotion: Option<Locomotion> = None;
    let mut up = None;
    for (name, value) in lines(text)? {
        match name {
            "size.x" => size[0] = number("size", value)?,
            "size.y" => size[1] = number("size", value)?,
            "size.z" => size[2] = number("size", value)?,
            "unknown" => {
                unknown = match value {
                    "blocked" => UnknownPolicy::Blocked,
                    "free" => UnknownPolicy::Free,
                    "stop" => UnknownPolicy::StopAtBoundary,
                    _ => return Err(Failure::argument(name, "blocked, free or stop")),
                }
            }
            "ground" => locomotion = Some(preset(value)?),
            "up" => up = Some(heading(value)?),
            _ => match &mut locomotion {
                Some(able) => ability_of(able, name, value)?,
                None => return Err(unknown_name(name)),
            },
        }
    }
    if let Some(side) = size.iter().find(|side| **side < 0.0) {
        return Err(Failure::argument("size", format!("{side} is negative")));
    }
    #[expect(clippy::cast_possible_truncation, reason = "half extents are singles")]
    let half = Vec3::from_array(size.map(|side| (side / 2.0) as f32));
    let locomotion = match (locomotion, up) {
        (Some(able), Some(up)) => Some(able.with_up(up)),
        (able, _) => able,
    };
    Ok(Description {
        agent: Agent::new(half).with_unknown(unknown),
        locomotion,
    })
}

fn preset(name: &str) -> Answer<Locomotion> {
    let mut presets = Locomotion::PRESETS.iter();
    let found = presets.find(|(known, _)| *known == name);
    let names = Locomotion::PRESETS.map(|(name, _)| name).join(", ");
    let (_, made) = found.ok_or_else(|| Failure::argument("ground", format!("one of {names}")))?;
    Ok(made())
}

fn heading(name: &str) -> Answer<Heading> {
    let step = match name {
        "x" => [1, 0, 0],
        "y" => [0, 1, 0],
        "z" => [0, 0, 1],
        "-x" => [-1, 0, 0],
        "-y" => [0, -1, 0],
        "-z" => [0, 0, -1],
        _ => return Err(Failure::argument("up", "x, y, z, -x, -y or -z")),
    };
    Heading::from_step(step.into()).ok_or_else(|| Failure::argument("up", "no heading"))
}

fn ability_of(able: &mut Locomotion, name: &str, value: &str) -> Answer {
    match name {
        "walk" => able.walk = ability(name, value)?,
        "stepUp" => able.step_up = small(name, value)?,
        "step" => able.step = cost(name, value)?,
        "drop" => able.drop = small(name, value)?,
        "dropIntoLiquid" => able.drop_into_liquid = small(name, value)?,
        "climb" => able.climb = ability(name, value)?,
        "fly" => able.fly = ability(name, value)?,
        "openDoor" => able.open_door = ability(name, value)?,
        "swim" => {
            let each = ability(name, value)?;
            able.swim = each.map(|cost| Swim {
                below: cost,
                surface: cost,
            });
        }
        "jump" if value == "none" => able.jump = None,
        "jump.gap" => jump(able).gap = small(name, value)?,
        "jump.rise" => jump(able).rise = small(name, value)?,
        "jump.cost" => jump(able).cost = cost(name, value)?,
        _ => return Err(unknown_name(name)),
    }
    Ok(())
}

fn jump(able: &mut Locomotion) -> &mut Jump {
    able.jump.get_or_insert_with(Jump::over_one)
}
