//! The locomotion of a ground agent, as the command line names it.

use std::error::Error;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use voxnav::Lattice;
use voxnav::ground::Locomotion;
use voxnav::specs::LocomotionSpec;
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

/// Reads a file: a [`LocomotionSpec`].
fn read(path: &Path, lattice: &Lattice) -> Result<Locomotion, Reason> {
    let spec = toml::from_str::<LocomotionSpec>(&std::fs::read_to_string(path)?);
    let spec = spec.map_err(|error| one_line_of_toml(&error))?;
    Ok(spec.over(lattice)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use voxnav::search::Cost;

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
            ("reach", "reach = { stp = 1.0 }", "`reach.stp`"),
            ("length", "reach = { step = -1.0 }", "step"),
            ("text", "walk = ", "TOML"),
        ] {
            let refused = reading(name, text).unwrap_err();
            assert!(refused.contains(said), "{refused}");
        }
    }
}
