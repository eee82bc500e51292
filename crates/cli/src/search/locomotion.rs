//! The locomotion of a ground agent, as the command line names it.

use std::error::Error;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use serde::Deserialize;
use toml::{Table, Value};
use voxnav::Lattice;
use voxnav::ground::{JumpReach, Locomotion, Reach};
use voxnav::search::Cost;
use voxnav_lab::ListedFor;

use crate::error::{CliError, Context};

/// A preset by name, or a file.
#[derive(Clone, Debug)]
pub(crate) enum LocomotionSource {
    Preset(&'static str, fn() -> Locomotion),
    File(PathBuf),
}

/// A text that names no locomotion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "give walker, spider, diver, crouching, ticks, mineflayer, roblox, or a file whose name ends in .toml"
)]
pub(crate) struct NoLocomotion;

/// Returns the reason why a file says nothing of what an agent can do.
type Reason = Box<dyn Error + Send + Sync>;

/// The message of a file that is no TOML, on one line.
pub(crate) fn one_line_of_toml(error: &toml::de::Error) -> String {
    error.to_string().trim_end().replace('\n', " ")
}

impl FromStr for LocomotionSource {
    type Err = NoLocomotion;

    fn from_str(text: &str) -> Result<Self, NoLocomotion> {
        let preset = Locomotion::PRESETS.iter().find(|(name, _)| *name == text);
        if let Some(&(name, made)) = preset {
            return Ok(Self::Preset(name, made));
        }
        let path = PathBuf::from(text);
        let is_toml = path.extension().is_some_and(|ending| ending == "toml");
        is_toml.then_some(Self::File(path)).ok_or(NoLocomotion)
    }
}

impl LocomotionSource {
    /// Returns its name in reports.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::Preset(name, _) => (*name).to_owned(),
            Self::File(path) => path.display().to_string(),
        }
    }

    /// Returns its name in the names of files that belong to it: of a file, its name without the ending.
    pub(crate) fn short_name(&self) -> OsString {
        match self {
            Self::Preset(name, _) => (*name).into(),
            Self::File(path) => path.file_stem().unwrap_or_default().to_owned(),
        }
    }

    /// Returns the agent that the lengths of a scenario are about: without one that is given, the scenario is made or
    /// called for this one.
    pub(crate) fn listed_in(&self, given: Option<&Path>) -> ListedFor {
        let Some(name) = given.and_then(Path::file_name) else {
            return ListedFor::This;
        };
        let this = format!(".{}.3dscen", self.short_name().display());
        if name.to_string_lossy().contains(&this) {
            ListedFor::This
        } else {
            ListedFor::Others
        }
    }

    /// Returns the locomotion it states, checked, over the cells of a lattice.
    pub(crate) fn load(&self, lattice: &Lattice) -> Result<Locomotion, CliError> {
        match self {
            Self::Preset(_, made) => Ok(made()),
            Self::File(path) => read(path, lattice).at(path, "correct the file"),
        }
    }
}

/// Reads a file: fields of [`Locomotion`] that replace those of its `preset`, or else of the walker.
/// Costs are numbers of which 1 is a straight move; `false` takes an ability away. `reach` has heights and distances in
/// world units.
fn read(path: &Path, lattice: &Lattice) -> Result<Locomotion, Reason> {
    let table = toml::from_str(&std::fs::read_to_string(path)?);
    let mut table: Table = table.map_err(|error| one_line_of_toml(&error))?;
    let name = match table.remove("preset") {
        None => "walker".to_owned(),
        Some(Value::String(name)) => name,
        Some(other) => format!("of type {}", other.type_str()),
    };
    let preset = Locomotion::PRESETS
        .iter()
        .find(|(preset, _)| *preset == name);
    let (_, made) = preset.ok_or_else(|| format!("unknown `preset` {name}"))?;
    let reach = table.remove("reach").map(reach).transpose()?;
    let mut whole = serde_json::to_value(made())?;
    for (field, value) in table {
        let known = whole.get_mut(&field);
        let place = known.ok_or_else(|| format!("unknown field `{field}`"))?;
        *place = converted(&field, value)?;
    }
    let locomotion: Locomotion = serde_json::from_value(whole)?;
    locomotion.check()?;
    Ok(match reach {
        Some(reach) => locomotion.in_units(lattice, &reach)?,
        None => locomotion,
    })
}

/// Reads heights and distances in world units; those that are left out are 0.
fn reach(value: Value) -> Result<Reach, Reason> {
    #[derive(Default, Deserialize)]
    #[serde(default, deny_unknown_fields)]
    struct Lengths {
        step: f64,
        drop: f64,
        drop_into_liquid: f64,
        jump: Option<JumpLengths>,
    }
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct JumpLengths {
        gap: f64,
        rise: f64,
    }
    let read = value.try_into::<Lengths>();
    let lengths = read.map_err(|error| format!("`reach`: {}", one_line_of_toml(&error)))?;
    let jump = lengths.jump;
    Ok(Reach {
        step: lengths.step,
        drop: lengths.drop,
        drop_into_liquid: lengths.drop_into_liquid,
        jump: jump.map(|JumpLengths { gap, rise }| JumpReach { gap, rise }),
        // Cells have no slopes.
        slope: None,
    })
}

fn converted(field: &str, value: Value) -> Result<serde_json::Value, Reason> {
    Ok(match value {
        Value::Boolean(false) => serde_json::Value::Null,
        #[expect(clippy::cast_precision_loss, reason = "costs are far below 2^53")]
        Value::Integer(number) if Locomotion::COST_FIELDS.contains(&field) => {
            cost(field, number as f64)?
        }
        Value::Float(number) if Locomotion::COST_FIELDS.contains(&field) => cost(field, number)?,
        Value::Array(values) => {
            let values = values.into_iter().map(|value| converted(field, value));
            values.collect::<Result<_, _>>()?
        }
        Value::Table(table) => {
            let fields = table.into_iter();
            let fields = fields.map(|(name, value)| Ok((name.clone(), converted(&name, value)?)));
            serde_json::Value::Object(fields.collect::<Result<_, Reason>>()?)
        }
        other => serde_json::to_value(other)?,
    })
}

fn cost(field: &str, number: f64) -> Result<serde_json::Value, Reason> {
    let most = Locomotion::MOST.length();
    if !(0.0..=most).contains(&number) {
        return Err(format!("the cost of `{field}` is {number}, but must be 0 to {most}").into());
    }
    Ok(Cost::of_length(number).raw().into())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the locomotion that a file with this text states.
    fn reading(name: &str, text: &str) -> Result<Locomotion, String> {
        let path = std::env::temp_dir().join(format!("voxnav-{}-{name}.toml", std::process::id()));
        std::fs::write(&path, text).unwrap();
        let low = Lattice::with_sizes([0.0; 3].into(), [0.5, 0.5, 0.125].into()).unwrap();
        let read = read(&path, &low).map_err(|reason| reason.to_string());
        std::fs::remove_file(path).unwrap();
        read
    }

    #[test]
    fn a_file_changes_what_it_names() {
        let text = "preset = 'ticks'\nwalk = 3.5\nclimb = false\ndrop = 2\nfall = { PerCell = 1 }";
        let expected = Locomotion {
            walk: Some(Cost::from_raw(7 << 29)),
            climb: None,
            drop: 2,
            fall: voxnav::ground::Fall::PerCell(Cost::STRAIGHT),
            ..Locomotion::ticks()
        };
        assert_eq!(reading("changes", text), Ok(expected));
        assert_eq!(reading("empty", ""), Ok(Locomotion::walker()));
    }

    #[test]
    fn reach_is_in_world_units() {
        let text =
            "preset = 'walker'\nreach = { step = 0.4, drop = 2, jump = { gap = 1.2, rise = 0.6 } }";
        let read = reading("reach", text).unwrap();
        assert_eq!((read.step_up, read.drop), (3, 16));
        assert_eq!(read.jump.map(|it| (it.gap, it.rise)), Some((2, 4)));
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (name, text, said) in [
            ("field", "wlak = 1", "`wlak`"),
            ("preset", "preset = 'runner'", "runner"),
            ("negative", "walk = -1", "`walk`"),
            ("jump", "jump = { gap = 1, height = 1 }", "height"),
            ("steps", "step_up = 200", "`step_up`"),
            (
                "idle",
                "walk = false\nclimb = false\nswim = false",
                "`walk`",
            ),
            ("reach", "reach = { stp = 1.0 }", "`reach`"),
            ("length", "reach = { step = -1.0 }", "step"),
            ("text", "walk = ", "TOML"),
        ] {
            let refused = reading(name, text).unwrap_err();
            assert!(refused.contains(said), "{refused}");
        }
    }
}
