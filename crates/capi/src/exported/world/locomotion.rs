//! Abilities of ground agents.

use std::sync::OnceLock;

use voxnav::CornerRule;
use voxnav::ground::{Compass, Crouch, Fall, Hazards, Jump, Locomotion, Support, Swim, Wading};
use voxnav::search::Cost;

use crate::border::call;
use crate::code::{Code, code_of, coded};
use crate::error::{Refusal, VoxnavStatus};
use crate::exported::routes::VoxnavCorners;
use crate::memory::{In, Out};
use crate::values::{VoxnavHeading, given};

/// Ready-made abilities.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VoxnavPreset {
    /// A person: walks, steps one cell up, drops three, climbs and swims; no jumps, no doors.
    Walker = 0,
    /// A low body of 3 x 3 cells that steps three cells up and drops eight.
    Spider = 1,
    /// A swimmer that neither walks nor climbs.
    Diver = 2,
    /// A person that crouches.
    Crouching = 3,
    /// A walker with costs in the ticks of a game of blocks.
    Ticks = 4,
    /// A walker with the moves of mineflayer-pathfinder.
    Mineflayer = 5,
    /// A walker with the moves of agents on Roblox.
    Roblox = 6,
}

/// The cells below a body that have to bear it.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VoxnavSupport {
    /// The cell below its middle.
    Center = 0,
    /// All cells below it.
    Whole = 1,
    /// Any cell below it.
    Any = 2,
    /// Any cell below it, and one below its middle that is lower by at most a step for each cell by which it is wider on a
    /// side: for wide bodies on slopes.
    Slope = 3,
}

/// The horizontal directions.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VoxnavCompass {
    /// The diagonals, too.
    Eight = 0,
    /// Along the two horizontal axes.
    Four = 1,
}

coded! {
    VoxnavPreset is "preset": fn() -> Locomotion {
        Walker => Locomotion::walker,
        Spider => Locomotion::spider,
        Diver => Locomotion::diver,
        Crouching => Locomotion::crouching,
        Ticks => Locomotion::ticks,
        Mineflayer => Locomotion::mineflayer,
        Roblox => Locomotion::roblox,
    }
    VoxnavSupport is "support": Support {
        Center, Whole, Any, Slope,
    }
    VoxnavCompass is "compass": Compass {
        Eight, Four,
    }
}

/// The abilities of a ground agent. Take a preset by `voxnav_locomotion_preset` and change it.
///
/// Costs are in straight moves over one cell, from 2^-30 to 2^20; a negative cost says that the agent lacks the
/// ability. Heights and gaps are in cells.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct VoxnavLocomotion {
    /// The size of the struct: `sizeof(VoxnavLocomotion)`.
    pub size: usize,
    /// The cost of walking a cell. Steps, drops and jumps need it.
    pub walk: f64,
    /// The cost of a step up for each cell of height, in addition to the walk.
    pub step: f64,
    /// The cost of falling a cell, in addition to the walk.
    pub fall: f64,
    /// The cost of a jump, in addition to the walk.
    pub jump: f64,
    /// The cost of climbing a cell.
    pub climb: f64,
    /// The cost of swimming a cell at the surface.
    pub swim: f64,
    /// The cost of swimming a cell below the surface; of agents that swim.
    pub dive: f64,
    /// The cost of flying a cell.
    pub fly: f64,
    /// The cost that opening a door adds.
    pub open_door: f64,
    /// The factor on the costs of moves to cells at which the agent has to crouch, 1/16 to 64; of agents that crouch.
    pub crouch_factor: f64,
    /// The costs of falls of 1, 2, 3, ... cells, instead of `fall`; null for none.
    pub falls: In<f64>,
    /// The number of costs in `falls`, at least as many as the agent drops.
    pub fall_count: usize,
    /// The groups that the agent belongs to, a bit each: it uses links for one of them at least. 0 for all.
    pub groups: u64,
    /// The direction of up.
    pub up: Code<VoxnavHeading>,
    /// The cells below the body that have to bear it.
    pub support: Code<VoxnavSupport>,
    /// The directions of walking and swimming.
    pub compass: Code<VoxnavCompass>,
    /// The directions of jumps.
    pub jump_compass: Code<VoxnavCompass>,
    /// The rule for the cells next to a diagonal move.
    pub corners: Code<VoxnavCorners>,
    /// The largest height of a step up, 0 to 63.
    pub step_up: u32,
    /// The largest drop onto ground, 0 to 63.
    pub drop: u32,
    /// The largest drop into liquid that the agent swims in, 0 to 63.
    pub drop_into_liquid: u32,
    /// The most cells that a jump leads over, 0 to 15; of agents that jump.
    pub jump_gap: u32,
    /// The largest height of the landing of a jump, 0 to 15.
    pub jump_rise: u32,
    /// The height of the crouched body; 0 for an agent that does not crouch.
    pub crouch_height: u32,
    /// 1 for an agent that walks on the ground of liquids that it does not swim in.
    pub wades: u32,
    /// 1 for an agent that enters hazards, at their cost.
    pub enters_hazards: u32,
    /// The least height of the arc of a jump, 0 to 15 cells: 1 for cells as high as a hop, more where cells are lower.
    pub jump_arc: u32,
    /// The steepest ground that the agent stands on, 1 to 89 degrees, where obstacles are the ground; 0 for any.
    pub slope: u32,
}

/// The costs of falls of the one preset that has a table of them.
static TICKS: OnceLock<Vec<f64>> = OnceLock::new();

/// Writes the abilities of a preset into a struct whose size is set. What `falls` leads to then is the library's, and
/// stays.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_locomotion_preset(
    preset: Code<VoxnavPreset>,
    locomotion: Out<VoxnavLocomotion>,
) -> VoxnavStatus {
    call(|| {
        let known = preset.meaning()?();
        let mut answer = VoxnavLocomotion::of(&known);
        if let Fall::Table(costs) = &known.fall {
            let falls = TICKS.get_or_init(|| costs.iter().map(|cost| cost.length()).collect());
            (answer.falls, answer.fall_count) = (In::lasting(falls), falls.len());
        }
        locomotion.put_record(answer, "locomotion")
    })
}

/// Returns a cost in straight moves; -1 for an ability that is missing.
fn moves(cost: Option<Cost>) -> f64 {
    cost.map_or(-1.0, Cost::length)
}

/// Returns the cost of an ability, which is missing where it is negative.
fn ability(name: &str, moves: f64) -> Result<Option<Cost>, Refusal> {
    if moves.is_nan() {
        return Err(refused(format!("`{name}` is not a number")));
    }
    Ok((moves >= 0.0).then(|| Cost::of_length(moves)))
}

fn refused(message: String) -> Refusal {
    Refusal::new(VoxnavStatus::ErrorAgent, message)
}

/// Returns a cost that is always there.
fn needed(name: &str, moves: f64) -> Result<Cost, Refusal> {
    ability(name, moves)?.ok_or_else(|| refused(format!("`{name}` is negative")))
}

fn cells(name: &str, cells: u32) -> Result<u8, Refusal> {
    u8::try_from(cells)
        .map_err(|_| refused(format!("`{name}` is {cells} cells, which is too many")))
}

impl VoxnavLocomotion {
    /// Returns abilities of the library as a caller reads them.
    fn of(known: &Locomotion) -> Self {
        let jump = known.jump.unwrap_or_else(Jump::over_one);
        let fall = match &known.fall {
            Fall::PerCell(cost) => cost.length(),
            _ => 0.0,
        };
        Self {
            size: 0,
            walk: moves(known.walk),
            step: known.step.length(),
            fall,
            jump: moves(known.jump.map(|jump| jump.cost)),
            climb: moves(known.climb),
            swim: moves(known.swim.map(|swim| swim.surface)),
            dive: moves(known.swim.map(|swim| swim.below)),
            fly: moves(known.fly),
            open_door: moves(known.open_door),
            crouch_factor: known.crouch.map_or(1.0, |crouch| crouch.factor.factor()),
            falls: In::null(),
            fall_count: 0,
            groups: known.groups,
            up: code_of(&known.up),
            support: code_of(&known.support),
            compass: code_of(&known.compass),
            jump_compass: code_of(&jump.compass),
            corners: code_of(&known.corners),
            step_up: known.step_up.into(),
            drop: known.drop.into(),
            drop_into_liquid: known.drop_into_liquid.into(),
            jump_gap: jump.gap.into(),
            jump_rise: jump.rise.into(),
            crouch_height: known.crouch.map_or(0, |crouch| crouch.height.into()),
            wades: u32::from(known.wading == Wading::Allowed),
            enters_hazards: u32::from(known.hazards == Hazards::Entered),
            jump_arc: jump.arc.into(),
            slope: known.slope.map_or(0, u32::from),
        }
    }

    /// Returns the abilities of the library. The body is that of the agent.
    pub(super) fn meaning(&self) -> Result<Locomotion, Refusal> {
        let corners: CornerRule = self.corners.meaning()?;
        let jump = ability("jump", self.jump)?.map(|cost| -> Result<_, Refusal> {
            Ok(Jump {
                gap: cells("jump_gap", self.jump_gap)?,
                rise: cells("jump_rise", self.jump_rise)?,
                arc: cells("jump_arc", self.jump_arc)?,
                cost,
                compass: self.jump_compass.meaning()?,
            })
        });
        let swim = ability("swim", self.swim)?.map(|surface| -> Result<_, Refusal> {
            let below = needed("dive", self.dive)?;
            Ok(Swim { below, surface })
        });
        let falls = self.falls.list(self.fall_count, "falls")?;
        let falls: Result<Vec<_>, _> = falls.iter().map(|&fall| needed("falls", fall)).collect();
        let falls = falls?;
        Ok(Locomotion {
            support: self.support.meaning()?,
            compass: self.compass.meaning()?,
            corners,
            walk: ability("walk", self.walk)?,
            step_up: cells("step_up", self.step_up)?,
            step: needed("step", self.step)?,
            drop: cells("drop", self.drop)?,
            drop_into_liquid: cells("drop_into_liquid", self.drop_into_liquid)?,
            fall: if falls.is_empty() {
                Fall::PerCell(needed("fall", self.fall)?)
            } else {
                Fall::Table(falls)
            },
            jump: jump.transpose()?,
            climb: ability("climb", self.climb)?,
            swim: swim.transpose()?,
            wading: if self.wades == 0 {
                Wading::Refused
            } else {
                Wading::Allowed
            },
            fly: ability("fly", self.fly)?,
            open_door: ability("open_door", self.open_door)?,
            hazards: if self.enters_hazards == 0 {
                Hazards::Avoided
            } else {
                Hazards::Entered
            },
            crouch: self.crouch()?,
            groups: given(self.groups).unwrap_or(u64::MAX),
            slope: self.slope()?,
            ..Locomotion::walker()
        }
        .with_up(self.up.meaning()?))
    }

    fn slope(&self) -> Result<Option<u8>, Refusal> {
        let degrees = u8::try_from(self.slope).map_err(|_| {
            refused(format!(
                "`slope` is {} degrees, which is too many",
                self.slope
            ))
        })?;
        Ok((degrees > 0).then_some(degrees))
    }

    fn crouch(&self) -> Result<Option<Crouch>, Refusal> {
        if self.crouch_height == 0 {
            return Ok(None);
        }
        Ok(Some(Crouch {
            height: cells("crouch_height", self.crouch_height)?,
            factor: self.crouch_factor.try_into()?,
        }))
    }
}
