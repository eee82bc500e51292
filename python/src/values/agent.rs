//! Agents: boxes with a size in world units.

use pyo3::prelude::*;
use voxnav::Lattice;
use voxnav::UnknownPolicy;
use voxnav::glam::DVec3;
use voxnav::grid::Baking;
use voxnav::grid::Layers;

use crate::failure::{Answer, refuse};
use crate::values::answers::pickled;
use crate::values::cells::{position, shown};
use crate::values::numbers::{AnyAgent, Count, name_of, one_of};

/// A box that moves: its size, and what it minds.
///
/// Parameters
/// ----------
/// size : float or three floats
///     The sides of the box along x, y and z, in world units; one number for a cube.
/// unknown : {"blocked", "free", "stop at boundary"}
///     What the agent makes of unknown cells: they block it, they are as good as free, or paths are
///     planned through them and end before the first of them.
/// layers : int
///     The colliders that block the agent are those that share one of these 32 bits.
/// baking : {"swept", "centers"}
///     Whether colliders are looked for between the centers of cells, too.
#[pyclass(frozen, eq, module = "voxnav")]
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Agent {
    pub(crate) inner: voxnav::Agent,
}

const UNKNOWN: &[(&str, UnknownPolicy)] = &[
    ("blocked", UnknownPolicy::Blocked),
    ("free", UnknownPolicy::Free),
    ("stop at boundary", UnknownPolicy::StopAtBoundary),
];

const BAKING: &[(&str, Baking)] = &[("swept", Baking::Swept), ("centers", Baking::Centers)];

pickled!(Agent, |agent| &agent.inner, |inner| Ok(Self { inner }));

#[pymethods]
impl Agent {
    #[new]
    #[pyo3(
        signature = (size, *, unknown = "blocked", layers = Count::of(0xFFFF_FFFF), baking = "swept"),
        text_signature = "(size, *, unknown='blocked', layers=4294967295, baking='swept')"
    )]
    fn new(size: &Bound<'_, PyAny>, unknown: &str, layers: Count, baking: &str) -> Answer<Self> {
        let unknown = one_of("unknown", "no policy", unknown, UNKNOWN)?;
        let baking = one_of("baking", "no baking", baking, BAKING)?;
        let inner = of_size("size", size)?
            .with_unknown(unknown)
            .seeing(Layers(layers.narrow("layers")?))
            .baked(baking);
        Ok(Self { inner })
    }

    /// The sides of the box along x, y and z, in world units.
    #[getter]
    fn size(&self) -> (f32, f32, f32) {
        (self.inner.half_extents * 2.0).into()
    }

    /// The agent's treatment of unknown cells.
    #[getter]
    fn unknown(&self) -> &'static str {
        name_of(self.inner.unknown, UNKNOWN)
    }

    /// The layers of colliders that block the agent, as 32 bits.
    #[getter]
    fn layers(&self) -> u32 {
        self.inner.layers.0
    }

    /// The baking of colliders: swept between the centers of cells, or at the centers alone.
    #[getter]
    fn baking(&self) -> &'static str {
        name_of(self.inner.baking, BAKING)
    }

    fn __repr__(&self) -> String {
        let (x, y, z) = self.size();
        let mut text = format!("Agent(({x}, {y}, {z})");
        if self.inner.unknown != UnknownPolicy::Blocked {
            text += &format!(", unknown={:?}", self.unknown());
        }
        if self.inner.layers != Layers::ALL {
            text += &format!(", layers={:#x}", self.layers());
        }
        if self.inner.baking != Baking::Swept {
            text += &format!(", baking={:?}", self.baking());
        }
        text + ")"
    }
}

/// Returns what the argument `agent` means: an `Agent`, the size of one, or nothing for a box of
/// one cell.
pub(crate) fn agent(given: Option<AnyAgent>, lattice: &Lattice) -> Answer<voxnav::Agent> {
    match given {
        None => Ok(voxnav::Agent::new((lattice.sizes() / 2.0).as_vec3())),
        Some(given) => given.named("agent"),
    }
}

/// Reads an agent, or its size.
pub(crate) fn agent_or_size(argument: &str, value: &Bound<'_, PyAny>) -> Answer<voxnav::Agent> {
    match value.cast::<Agent>() {
        Ok(agent) => Ok(agent.get().inner),
        Err(_) => of_size(argument, value),
    }
}

fn of_size(argument: &str, value: &Bound<'_, PyAny>) -> Answer<voxnav::Agent> {
    let size = match value.extract::<f64>() {
        Ok(side) => DVec3::splat(side),
        Err(_) => position(argument, value)?,
    };
    let half = (size / 2.0).as_vec3();
    let fault = if !size.is_finite() {
        "is not finite"
    } else if size.min_element() < 0.0 {
        "is negative"
    } else if !half.is_finite() {
        "is too large"
    } else {
        return Ok(voxnav::Agent::new(half));
    };
    let reason = format!("{} {fault}", shown(value));
    refuse(argument, reason)
}
