//! Agents as data.

use glam::DVec3;
use voxnav_occupancy::{Agent, Baking, Lattice, Layers, UnknownPolicy};
use voxnav_search::Locomotion;

use super::error::SpecError;
use super::locomotion::LocomotionSpec;
use super::named::Preset;
use super::value::{At, SpecValue};

/// An agent: a flying box, or with `ground` a ground agent.
///
/// [`Navigator::add_agent`](crate::Navigator::add_agent) takes it.
///
/// ```
/// use voxnav::UnknownPolicy;
/// use voxnav::specs::AgentSpec;
///
/// let drone: AgentSpec = serde_json::from_str(r#"{ "size": 0.5, "unknown": "free" }"#)?;
/// let body = drone.body()?;
/// assert_eq!((body.half_extents.x, body.unknown), (0.25, UnknownPolicy::Free));
///
/// let walker: AgentSpec = serde_json::from_str(r#"{ "size": [0.6, 0.6, 1.8], "ground": "walker" }"#)?;
/// assert!(walker.ground.is_some());
/// let misspelled = serde_json::from_str::<AgentSpec>(r#"{ "size": 1, "grund": "walker" }"#);
/// assert!(misspelled.unwrap_err().to_string().contains("`grund`"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct AgentSpec {
    /// The sides of the box along x, y and z in world units, or the one side of a cube.
    pub size: DVec3,
    /// The policy for unknown cells: "blocked", "free" or "stop at boundary", where routes end before the first of them.
    pub unknown: UnknownPolicy,
    /// The obstacles that block it: those that share one of these 32 bits.
    pub layers: Layers,
    /// The places where it looks for obstacles: "swept", between the centers of cells, too, or "centers".
    pub baking: Baking,
    /// The abilities of a ground agent: a preset by name, or what differs from one. It flies if this is left out.
    pub ground: Option<LocomotionSpec>,
}

impl AgentSpec {
    /// Describes a flying agent of a size: its sides along x, y and z, in world units.
    #[must_use]
    pub fn new(size: impl Into<DVec3>) -> Self {
        Self {
            size: size.into(),
            unknown: UnknownPolicy::default(),
            layers: Layers::ALL,
            baking: Baking::default(),
            ground: None,
        }
    }

    /// Reads a spec.
    ///
    /// # Errors
    ///
    /// A [`SpecError`] that names the field.
    #[inline]
    pub fn read(value: &SpecValue) -> Result<Self, SpecError> {
        let at = At { name: "", value };
        let (mut spec, mut given) = (Self::new(DVec3::ZERO), None);
        at.fields(|at| {
            match at.name {
                "size" => given = Some(size(at)?),
                "unknown" => spec.unknown = at.named()?,
                "layers" => spec.layers = Layers(at.whole()?),
                "baking" => spec.baking = at.named()?,
                "ground" => spec.ground = ground(at)?,
                _ => return at.unknown(),
            }
            Ok(())
        })?;
        spec.size = at.needed("size", given)?;
        Ok(spec)
    }

    /// Returns the body.
    ///
    /// # Errors
    ///
    /// [`SpecError::Range`] for a side that is negative, not a number or more than 10^36.
    #[inline]
    pub fn body(&self) -> Result<Agent, SpecError> {
        for side in self.size.to_array() {
            let value = &SpecValue::Number(side);
            At {
                name: "size",
                value,
            }
            .within(LONGEST_SIDE)?;
        }
        let body = Agent::new((self.size / 2.0).as_vec3());
        Ok(body
            .with_unknown(self.unknown)
            .seeing(self.layers)
            .baked(self.baking))
    }

    /// Returns its abilities on the ground, over the cells of a lattice; `None` for a flying agent.
    ///
    /// # Errors
    ///
    /// Those of [`LocomotionSpec::over`].
    #[inline]
    pub fn locomotion(&self, lattice: &Lattice) -> Result<Option<Locomotion>, SpecError> {
        let ground = self.ground.as_ref();
        ground.map(|ground| ground.over(lattice)).transpose()
    }
}

/// The longest side of a box: its half is far below what an `f32` holds.
const LONGEST_SIDE: f64 = 1e36;

/// Reads the sides of a box, or the one side of a cube.
#[inline]
fn size(at: At<'_>) -> Result<DVec3, SpecError> {
    if let Ok(side) = at.number() {
        return Ok(DVec3::splat(side));
    }
    let sides = at
        .numbers()
        .ok()
        .and_then(|sides| <[f64; 3]>::try_from(sides).ok());
    sides
        .map(DVec3::from_array)
        .ok_or_else(|| at.expected("a side, or a list of three"))
}

/// Reads a locomotion by the name of its preset, or in full; what is false or nothing is none.
#[inline]
fn ground(at: At<'_>) -> Result<Option<LocomotionSpec>, SpecError> {
    Ok(match at.value {
        SpecValue::Nothing | SpecValue::Flag(false) => None,
        SpecValue::Flag(true) => Some(LocomotionSpec::default()),
        SpecValue::Text(_) => Some(LocomotionSpec {
            locomotion: at.named::<Preset>()?.made(),
            ..LocomotionSpec::default()
        }),
        _ => Some(LocomotionSpec::at(at)?),
    })
}
