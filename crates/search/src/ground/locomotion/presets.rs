//! Ready-made ways of moving, to be taken as they are or changed.

use std::collections::BTreeMap;

use glam::IVec3;
use voxnav_occupancy::{
    Axis, CellBox, CostFactor, Footprint, Heading, Sign, Support, UnknownPolicy,
};

use super::{Compass, Crouch, Fall, Hazards, Jump, Locomotion, Swim, Wading};
use crate::cost::Cost;
use crate::movement::CornerRule;

/// Returns a cost in thousandths of a straight move.
const fn thousandths(count: u64) -> Cost {
    // No overflow: counts are of a few cells.
    Cost::from_raw(Cost::STRAIGHT.raw() * count / 1000)
}

/// Returns the body of one cell by one, two high, with its anchor at the feet and z up.
fn two_high() -> Footprint {
    Footprint::new(CellBox::from_size(IVec3::new(1, 1, 2))).unwrap_or(Footprint::ONE)
}

/// The name of a preset, and the function that makes it.
type Preset = (&'static str, fn() -> Locomotion);

impl Locomotion {
    /// All presets by the names that commands and other languages call them by.
    ///
    /// ```
    /// use voxnav_search::Locomotion;
    ///
    /// let (_, spider) = Locomotion::PRESETS.iter().find(|(name, _)| *name == "spider").unwrap();
    /// assert_eq!(spider(), Locomotion::spider());
    /// ```
    pub const PRESETS: [Preset; 7] = [
        ("walker", Self::walker),
        ("spider", Self::spider),
        ("diver", Self::diver),
        ("crouching", Self::crouching),
        ("ticks", Self::ticks),
        ("mineflayer", Self::mineflayer),
        ("roblox", Self::roblox),
    ];

    /// Returns a person two cells high, with z up: walks in eight directions at cost 1 a cell,
    /// steps one up (0.5 more), drops three (0.25 a cell), climbs and swims at twice the cost; no
    /// jumps, no doors.
    #[must_use]
    pub fn walker() -> Self {
        Self {
            body: two_high(),
            up: Heading {
                axis: Axis::Z,
                sign: Sign::Positive,
            },
            support: Support::Center,
            slope: None,
            unknown: UnknownPolicy::Blocked,
            compass: Compass::Eight,
            corners: CornerRule::Strict,
            walk: Some(Cost::STRAIGHT),
            step_up: 1,
            step: thousandths(500),
            drop: 3,
            drop_into_liquid: 3,
            fall: Fall::PerCell(thousandths(250)),
            jump: None,
            climb: Some(Cost::STRAIGHT * 2),
            swim: Some(Swim::at(Cost::STRAIGHT * 2)),
            wading: Wading::Refused,
            fly: None,
            open_door: None,
            hazards: Hazards::Avoided,
            crouch: None,
            material_costs: BTreeMap::new(),
            groups: u64::MAX,
        }
    }

    /// Returns a low body of 3 x 3 cells that any of the cells below bears: steps three up, drops
    /// eight, climbs what can be climbed as fast as it walks; does not swim. It clings to climbable
    /// materials, not to bare walls.
    #[must_use]
    pub fn spider() -> Self {
        let body = CellBox::new(IVec3::new(-1, -1, 0), IVec3::new(2, 2, 1));
        Self {
            body: Footprint::new(body).unwrap_or(Footprint::ONE),
            support: Support::Any,
            slope: None,
            step_up: 3,
            drop: 8,
            drop_into_liquid: 0,
            climb: Some(Cost::STRAIGHT),
            swim: None,
            ..Self::walker()
        }
    }

    /// Returns a swimmer of one cell that lives in liquids and neither walks nor climbs.
    #[must_use]
    pub fn diver() -> Self {
        Self {
            body: Footprint::ONE,
            walk: None,
            step_up: 0,
            drop: 0,
            drop_into_liquid: 0,
            climb: None,
            swim: Some(Swim::at(Cost::STRAIGHT)),
            ..Self::walker()
        }
    }

    /// Returns a walker with costs in game ticks as Baritone publishes them: walking 4.633 a block,
    /// ladders 8.511 (here both ways, where it takes 6.667 down), water 9.091, a step up 3.163
    /// more, falls by gravity; jumps over up to three blocks cost the walk over them.
    ///
    /// # References
    ///
    /// Baritone, `ActionCosts.java`: `WALK_ONE_BLOCK_COST` 20 / 4.317, `LADDER_UP_ONE_COST` 20 / 2.35,
    /// `WALK_ONE_IN_WATER_COST` 20 / 2.2; `FALL_N_BLOCKS_COST` and `JUMP_ONE_BLOCK_COST` (a fall of
    /// 1.25 blocks less one of 0.25) by its formula for the speed after t ticks, 3.92 (1 - 0.98^t)
    /// blocks a tick.
    #[must_use]
    pub fn ticks() -> Self {
        let falls = [5_615, 7_788, 9_469];
        Self {
            walk: Some(thousandths(4_633)),
            step: thousandths(3_163),
            drop: 3,
            drop_into_liquid: 3,
            fall: Fall::Table(falls.map(thousandths).to_vec()),
            jump: Some(Jump::free(3, 0)),
            climb: Some(thousandths(8_511)),
            swim: Some(Swim::at(thousandths(9_091))),
            open_door: Some(Cost::ZERO),
            ..Self::walker()
        }
    }

    /// Returns a walker with costs after those of mineflayer-pathfinder: a move 1, a diagonal sqrt
    /// 2, a step or jump up 2 in all, drops of up to four at no extra cost, liquid one more a cell.
    ///
    /// Differences: its `maxDropDown` of 4 counts down to the block landed on, which is a drop of
    /// three cells; a jump over up to three blocks costs it 1 whatever the gap; and diagonals need
    /// one of the two cells next to them, not both.
    ///
    /// # References
    ///
    /// mineflayer-pathfinder, `lib/movements.js`: `getMoveForward`, `getMoveJumpUp`, `getMoveDiagonal`,
    /// `getMoveDropDown`, `getMoveParkourForward`, `liquidCost`.
    #[must_use]
    pub fn mineflayer() -> Self {
        Self {
            step: Cost::STRAIGHT,
            drop: 4,
            drop_into_liquid: 63,
            fall: Fall::PerCell(Cost::ZERO),
            jump: Some(Jump::free(2, 0)),
            climb: Some(Cost::STRAIGHT),
            swim: Some(Swim::at(Cost::STRAIGHT * 2)),
            open_door: Some(Cost::ZERO),
            ..Self::walker()
        }
    }

    /// Returns an agent after Roblox's path service, in cells of one stud: radius 2, height 5, with
    /// y up; jumps 7 high, climbs trusses, swims; the whole footprint has to be borne.
    #[must_use]
    pub fn roblox() -> Self {
        let body = CellBox::new(IVec3::new(-2, 0, -2), IVec3::new(3, 5, 3));
        Self {
            body: Footprint::new(body).unwrap_or(Footprint::ONE),
            up: Heading {
                axis: Axis::Y,
                sign: Sign::Positive,
            },
            support: Support::Whole,
            slope: None,
            step_up: 2,
            step: Cost::ZERO,
            drop: 20,
            drop_into_liquid: 20,
            fall: Fall::PerCell(Cost::ZERO),
            jump: Some(Jump::free(4, 7)),
            climb: Some(Cost::STRAIGHT),
            ..Self::walker()
        }
    }

    /// Returns a walker that crouches to one cell at twice the cost.
    #[must_use]
    pub fn crouching() -> Self {
        Self {
            crouch: Some(Crouch {
                height: 1,
                factor: CostFactor::new(2.0).unwrap_or_default(),
            }),
            ..Self::walker()
        }
    }
}
