//! Scenes of a play, and what changes in them.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;
use voxnav::glam::IVec3;
use voxnav::grid::{CellBox, CellState, Occupancy};
use voxnav_occupancy::draws::Draws;

use super::play::below;

/// The change of the world while an agent walks.
///
/// ```
/// use voxnav_lab::WorldChange;
///
/// assert_eq!("near-doors".parse(), Ok(WorldChange::NearDoors));
/// assert_eq!(WorldChange::Sensors.to_string(), "sensors");
/// assert!("weather".parse::<WorldChange>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum WorldChange {
    /// Doors of 3 cells a side shut on the path, 4 to 12 moves ahead, and open again some steps later.
    NearDoors,
    /// Doors shut in the last quarter of the path.
    FarDoors,
    /// A wall between start and goal, half as wide as the world, moves to and fro.
    Wall,
    /// The agent knows what is within 6 cells of where it has been, and takes the rest for free.
    Sensors,
    /// The goal alone moves, away from the agent.
    Flight,
}

impl WorldChange {
    /// All changes.
    pub const ALL: [Self; 5] = [
        Self::NearDoors,
        Self::FarDoors,
        Self::Wall,
        Self::Sensors,
        Self::Flight,
    ];

    const fn name(self) -> &'static str {
        match self {
            Self::NearDoors => "near-doors",
            Self::FarDoors => "far-doors",
            Self::Wall => "wall",
            Self::Sensors => "sensors",
            Self::Flight => "flight",
        }
    }
}

impl fmt::Display for WorldChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Error for an unknown name of a [`WorldChange`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown change \"{0}\"; there are near-doors, far-doors, wall, sensors and flight")]
pub struct UnknownWorldChange(String);

impl FromStr for WorldChange {
    type Err = UnknownWorldChange;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut all = Self::ALL.into_iter();
        all.find(|it| it.name() == text)
            .ok_or_else(|| UnknownWorldChange(text.to_owned()))
    }
}

/// The number of steps that a door is shut.
const SHUT: usize = 6;
/// The reach of sensors, in cells.
const SENSED: i32 = 6;
/// The distance that the wall moves to each side, in cells.
const SWING: i32 = 8;

/// The world of a play, as the agent knows it.
#[derive(Debug)]
pub(super) struct Scene {
    change: WorldChange,
    original: Occupancy,
    pub(super) known: Occupancy,
    /// The boxes that are blocked besides, and since which step.
    shut: Vec<(CellBox, usize)>,
}

impl Scene {
    pub(super) fn new(original: &Occupancy, change: WorldChange) -> Self {
        let mut scene = Self {
            change,
            original: original.clone(),
            known: original.clone(),
            shut: Vec::new(),
        };
        scene.begin();
        scene
    }

    /// Resets the world to what it was at first.
    pub(super) fn begin(&mut self) {
        self.shut.clear();
        self.known = self.original.clone();
        if self.change == WorldChange::Sensors {
            let mut edit = self.original.edit();
            // Bounds that are already those of the world: nothing lies outside.
            if edit
                .set_box(self.original.bounds(), CellState::Free)
                .is_ok()
            {
                self.known = edit.commit();
            }
        }
    }

    /// Goes on by a step, given where the agent and its goal are, and the path that it is on.
    pub(super) fn step(
        &mut self,
        step: usize,
        ends: [IVec3; 2],
        path: &[IVec3],
        draws: &mut Draws,
    ) {
        let before: Vec<CellBox> = self.shut.iter().map(|it| it.0).collect();
        match self.change {
            WorldChange::NearDoors | WorldChange::FarDoors => {
                self.shut.retain(|&(_, since)| step - since < SHUT);
                self.shut
                    .extend(self.door(path, draws).map(|it| (it, step)));
            }
            WorldChange::Wall => self.shut = vec![(self.wall(step), step)],
            WorldChange::Sensors => return self.sense(ends[0]),
            WorldChange::Flight => return,
        }
        let mut edit = self.known.edit();
        let now: Vec<CellBox> = self.shut.iter().map(|it| it.0).collect();
        let bounds = self.original.bounds();
        for cells in before.iter().chain(&now) {
            for cell in cells.intersection(&bounds).cells() {
                let is_spared = ends
                    .iter()
                    .any(|end| (*end - cell).abs().max_element() <= 1);
                let is_shut = !is_spared && now.iter().any(|it| it.contains(cell));
                let state = if is_shut {
                    CellState::Occupied
                } else {
                    self.original.state(cell)
                };
                // Within the bounds.
                let _ = edit.set(cell, state);
            }
        }
        self.known = edit.commit();
    }

    fn door(&self, path: &[IVec3], draws: &mut Draws) -> Option<CellBox> {
        let moves = path.len();
        let at = match self.change {
            WorldChange::NearDoors => 4 + below(draws, 9),
            _ => moves.checked_sub(1 + below(draws, moves / 4 + 1))?,
        };
        let middle = *path.get(at)?;
        Some(CellBox::new(middle - 1, middle + 2))
    }

    /// Returns a slab across the middle of the longest axis.
    fn wall(&self, step: usize) -> CellBox {
        let bounds = self.original.bounds();
        let size = bounds.max - bounds.min;
        // To and fro: 0 to 2 SWING and back.
        let swing = i32::try_from(step).unwrap_or(0) % (4 * SWING);
        let at = swing.min(4 * SWING - swing) - SWING;
        let (mut min, mut max) = (bounds.min + size / 4, bounds.max - size / 4);
        (min.x, max.x) = (
            bounds.min.x + size.x / 2 + at,
            bounds.min.x + size.x / 2 + at + 2,
        );
        if size.z < 4 {
            (min.z, max.z) = (bounds.min.z, bounds.max.z);
        }
        CellBox::new(min, max)
    }

    fn sense(&mut self, at: IVec3) {
        let near = CellBox::new(at - SENSED, at + SENSED + 1);
        let mut edit = self.known.edit();
        for cell in near.intersection(&self.original.bounds()).cells() {
            let _ = edit.set(cell, self.original.state(cell));
        }
        self.known = edit.commit();
    }
}
