//! The way that was found, as the report has it.

use std::io::Write;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use voxnav::Path;
use voxnav::glam::IVec3;
use voxnav::search::Cost;

use crate::error::CliError;
use crate::report::leg::ShownLeg;
use crate::units::Space;

/// The way that was found, if one was, and the space in which it is shown.
pub(super) struct Way {
    steps: Steps,
    space: Space,
}

enum Steps {
    Cells(Option<Vec<IVec3>>),
    Legs(Option<Vec<ShownLeg>>),
}

/// Writes one member, whose name says the units.
impl Serialize for Way {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let space = self.space;
        let mut map = serializer.serialize_map(Some(1))?;
        match &self.steps {
            Steps::Cells(cells) => {
                let name = match space {
                    Space::Index => "cells",
                    Space::World(_) => "world_path",
                };
                let places = cells.as_ref().map(|cells| {
                    let places = cells.iter().map(|&cell| space.place(cell));
                    places.collect::<Vec<_>>()
                });
                map.serialize_entry(name, &places)?;
            }
            Steps::Legs(legs) => {
                let name = match space {
                    Space::Index => "legs",
                    Space::World(_) => "world_legs",
                };
                let legs = legs.as_ref().map(|legs| {
                    let placed = legs.iter().map(|leg| leg.placed(space));
                    placed.collect::<Vec<_>>()
                });
                map.serialize_entry(name, &legs)?;
            }
        }
        map.end()
    }
}

impl Way {
    pub(super) fn cells(path: Option<&Path>, space: Space) -> Self {
        let steps = Steps::Cells(path.map(|path| path.cells().collect()));
        Self { steps, space }
    }

    pub(super) fn legs(path: Option<&Path>, space: Space) -> Self {
        let legs = |path: &Path| path.legs().iter().map(ShownLeg::whole).collect();
        let steps = Steps::Legs(path.map(legs));
        Self { steps, space }
    }

    pub(super) fn write(&self, out: &mut dyn Write) -> Result<(), CliError> {
        match &self.steps {
            Steps::Cells(Some(cells)) => {
                let name = match self.space {
                    Space::Index => "cells",
                    Space::World(_) => "positions",
                };
                writeln!(out, "{name:11}{}", cells.len())?;
                self.write_cells(cells, out)
            }
            Steps::Legs(Some(legs)) => {
                writeln!(out, "legs       {}", legs.len())?;
                for leg in legs {
                    let cost = Cost::from_raw(leg.cost).length();
                    let moves = leg.cells.len() - 1;
                    writeln!(out, "  {}, {moves} moves, cost {cost:.3}", leg.action)?;
                    self.write_cells(&leg.cells, out)?;
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Writes the cells, or their centers, in lines of at most 80 columns.
    fn write_cells(&self, cells: &[IVec3], out: &mut dyn Write) -> Result<(), CliError> {
        let mut line = String::new();
        for &cell in cells {
            let place = format!(" {}", self.space.place(cell));
            if line.len() + place.len() > 79 && !line.is_empty() {
                writeln!(out, " {line}")?;
                line.clear();
            }
            line.push_str(&place);
        }
        writeln!(out, " {line}")?;
        Ok(())
    }
}
