//! The keywords that say how files of other programs are read.

use std::num::NonZeroU32;
use std::path::PathBuf;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use voxnav::grid::CellState;
use voxnav_import::minecraft::{BlockTable, BlockTableError};
use voxnav_import::{ArrayAxes, Import, Solidity, Up};

use crate::cells::{position, shown};
use crate::edits::{axes_reversed, state_named};
use crate::failure::{Answer, Failure};
use crate::numbers::{Count, Number};

/// The names there are, for messages.
const NAMES: &str = "size, origin, up, file_up, axes, array, threshold, unknown, filled, points, height, margin, blocks";

/// Reads the keywords that say how to read a file.
pub(crate) fn options(keywords: Option<&Bound<'_, PyDict>>) -> Answer<Import> {
    let mut import = Import::default();
    for (name, value) in keywords.into_iter().flatten() {
        let name: String = name.extract()?;
        // None is as good as nothing where nothing has a meaning.
        if value.is_none()
            && ["size", "origin", "file_up", "array", "blocks"].contains(&name.as_str())
        {
            continue;
        }
        set(&mut import, &name, &value)?;
    }
    Ok(import)
}

fn set(import: &mut Import, name: &str, value: &Bound<'_, PyAny>) -> Answer<()> {
    match name {
        "size" => import.size = Some(number(name, value)?),
        "origin" => import.origin = Some(position(name, value)?),
        "up" => import.up = up(name, value)?,
        "file_up" => import.file_up = Some(up(name, value)?),
        "axes" => {
            import.array_axes = if axes_reversed(&text(name, value)?)? {
                ArrayAxes::Zyx
            } else {
                ArrayAxes::Xyz
            }
        }
        "array" => import.array = Some(text(name, value)?),
        "threshold" => import.threshold = Some(number(name, value)?),
        "unknown" => import.unknown = unknown(name, value)?,
        "filled" => {
            let is_filled = value.extract::<bool>().map_err(|_| {
                Failure::argument_type(name, format!("{} is not True or False", shown(value)))
            })?;
            import.solidity = if is_filled {
                Solidity::Filled
            } else {
                Solidity::Surface
            };
        }
        "points" => {
            import.points = NonZeroU32::new(value.extract::<Count>()?.narrow(name)?)
                .ok_or_else(|| Failure::argument(name, "it takes one at least"))?;
        }
        "height" => import.height = number(name, value)?,
        "margin" => import.margin = value.extract::<Count>()?.narrow(name)?,
        "blocks" => import.blocks = blocks(name, value)?,
        _ => {
            return Err(Failure::Raised(PyTypeError::new_err(format!(
                "no option is called '{name}'; there are {NAMES}"
            ))));
        }
    }
    Ok(())
}

fn number(name: &str, value: &Bound<'_, PyAny>) -> Answer<f64> {
    value.extract::<Number>()?.named(name)
}

fn text(name: &str, value: &Bound<'_, PyAny>) -> Answer<String> {
    value
        .extract()
        .map_err(|_| Failure::argument_type(name, format!("{} is not a name", shown(value))))
}

fn up(name: &str, value: &Bound<'_, PyAny>) -> Answer<Up> {
    up_named(name, &text(name, value)?)
}

/// Returns the axis of this name.
pub(crate) fn up_named(name: &str, axis: &str) -> Answer<Up> {
    match axis {
        "z" => Ok(Up::Z),
        "y" => Ok(Up::Y),
        other => Err(Failure::argument(
            name,
            format!("no axis is called `{other}`; there are z, y"),
        )),
    }
}

fn unknown(name: &str, value: &Bound<'_, PyAny>) -> Answer<CellState> {
    state_named(name, &text(name, value)?)
}

fn blocks(name: &str, value: &Bound<'_, PyAny>) -> Answer<BlockTable> {
    let path: PathBuf = value
        .extract()
        .map_err(|_| Failure::argument_type(name, format!("{} is not a path", shown(value))))?;
    let rules = std::fs::read_to_string(&path).map_err(|error| Failure::system(&path, error))?;
    rules.parse().map_err(|error: BlockTableError| {
        Failure::argument(name, format!("{}: {error}", path.display()))
    })
}
