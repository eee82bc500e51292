//! The keywords for reading files of other programs.

use std::num::NonZeroU32;
use std::path::PathBuf;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use voxnav::glam::{IVec3, UVec3};
use voxnav_files::minecraft::{BlockTable, BlockTableError};
use voxnav_files::{ArrayAxes, Import, NumberTypeError, Solidity, Up};

use crate::failure::{Answer, Failure};
use crate::values::cells::position;
use crate::values::numbers::{Count, one_of, read};
use crate::worlds::edits::STATES;

/// The names there are, for messages.
const NAMES: &str = "size, origin, up, file_up, axes, array, dtype, shape, threshold, unknown, filled, points, height, margin, blocks";

/// Reads the keywords for reading a file.
pub(crate) fn options(keywords: Option<&Bound<'_, PyDict>>) -> Answer<Import> {
    let mut import = Import::default();
    for (name, value) in keywords.into_iter().flatten() {
        let name: String = name.extract()?;
        // None is as good as nothing where nothing has a meaning.
        if value.is_none()
            && [
                "size",
                "origin",
                "file_up",
                "array",
                "dtype",
                "shape",
                "threshold",
                "blocks",
            ]
            .contains(&name.as_str())
        {
            continue;
        }
        set(&mut import, &name, &value)?;
    }
    Ok(import)
}

fn set(import: &mut Import, name: &str, value: &Bound<'_, PyAny>) -> Answer<()> {
    let text = || read::<String>(name, value);
    match name {
        "size" => import.size = Some(read(name, value)?),
        "origin" => import.origin = Some(position(name, value)?),
        "up" => import.up = one_of(name, "no axis", &text()?, UP)?,
        "file_up" => import.file_up = Some(one_of(name, "no axis", &text()?, UP)?),
        "axes" => import.array_axes = one_of(name, "no order", &text()?, AXES)?,
        "array" => import.array = Some(text()?),
        "dtype" => {
            let wrong = |error: NumberTypeError| Failure::argument(name, error.to_string());
            import.dtype = Some(text()?.parse().map_err(wrong)?);
        }
        "shape" => {
            let shape: IVec3 = read(name, value)?;
            let wrong = |_| Failure::argument(name, "it takes three numbers of cells");
            import.shape = Some(UVec3::try_from(shape).map_err(wrong)?);
        }
        "threshold" => import.threshold = Some(read(name, value)?),
        "unknown" => import.unknown = one_of(name, "no state", &text()?, STATES)?,
        "filled" => {
            import.solidity = if read(name, value)? {
                Solidity::Filled
            } else {
                Solidity::Surface
            };
        }
        "points" => {
            import.points = NonZeroU32::new(value.extract::<Count>()?.narrow(name)?)
                .ok_or_else(|| Failure::argument(name, "it takes one at least"))?;
        }
        "height" => import.height = read(name, value)?,
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

/// The axes that may point up, by name.
pub(crate) const UP: &[(&str, Up)] = &[("z", Up::Z), ("y", Up::Y)];

/// The orders of the indices of arrays, by name.
const AXES: &[(&str, ArrayAxes)] = &[("xyz", ArrayAxes::Xyz), ("zyx", ArrayAxes::Zyx)];

fn blocks(name: &str, value: &Bound<'_, PyAny>) -> Answer<BlockTable> {
    let path: PathBuf = read(name, value)?;
    let rules = std::fs::read_to_string(&path).map_err(|error| Failure::system(&path, error))?;
    rules.parse().map_err(|error: BlockTableError| {
        Failure::argument(name, format!("{}: {error}", path.display()))
    })
}
