//! Units of positions: cells, or those of the world that a map states, such as meters.
//!
//! INVARIANT: searches see cells only. Positions are converted where they are read, and again where they are written,
//! by the lattice of the map.

use std::fmt;

use clap::ValueEnum;
use serde::Serialize;
use voxnav::Lattice;
use voxnav::glam::{DVec3, IVec3};
use voxnav::search::CellShape;

use crate::error::{CliError, Context};
use crate::values::{NoValue, expected, numbers, whole_number};

/// The units of positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Units {
    /// Whole numbers
    #[default]
    Cells,
    /// Numbers in the units of the map, such as meters
    World,
}

impl Units {
    /// Returns the name of lengths in these units.
    pub(crate) fn named(self) -> &'static str {
        match self {
            Self::Cells => "cells",
            Self::World => "world units",
        }
    }
}

/// The space of positions, with the lattice that places them in the world if that is it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Space {
    Index,
    World(Lattice),
}

/// A position as outputs have it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub(crate) enum Place {
    Cell([i32; 3]),
    /// In world units.
    Position([f64; 3]),
}

impl Space {
    /// Returns the space of positions in these units on a map with this lattice.
    pub(crate) fn of(units: Units, lattice: &Lattice) -> Self {
        match units {
            Units::Cells => Self::Index,
            Units::World => Self::World(*lattice),
        }
    }

    pub(crate) fn units(self) -> Units {
        match self {
            Self::Index => Units::Cells,
            Self::World(_) => Units::World,
        }
    }

    /// Returns a cell, in the world its center.
    pub(crate) fn place(self, cell: IVec3) -> Place {
        match self {
            Self::Index => Place::Cell(cell.to_array()),
            Self::World(lattice) => Place::Position(lattice.center(cell).to_array()),
        }
    }

    /// Describes a cell in a sentence: in the world by its center.
    pub(crate) fn described(self, cell: IVec3) -> String {
        match self {
            Self::Index => cell.to_string(),
            Self::World(lattice) => format!("{} (world units)", lattice.center(cell)),
        }
    }

    /// Returns the way between two cells that are so many cells apart.
    pub(crate) fn offset(self, cells: IVec3) -> Place {
        match self {
            Self::Index => Place::Cell(cells.to_array()),
            Self::World(lattice) => {
                Place::Position((cells.as_dvec3() * lattice.sizes()).to_array())
            }
        }
    }

    /// Returns the name of lengths, among cells of a shape: where sides differ, the longest is the unit of cells.
    pub(crate) fn named(self, shape: CellShape) -> &'static str {
        match self {
            Self::Index if !shape.is_cubic() => "longest sides of a cell",
            _ => self.units().named(),
        }
    }

    /// Returns a length of so many longest sides of cells.
    pub(crate) fn length(self, cells: f64) -> f64 {
        match self {
            Self::Index => cells,
            Self::World(lattice) => cells * lattice.longest_side(),
        }
    }
}

/// Returns the side of a cell as it is written, or all three where they differ.
pub(crate) fn sides(lattice: &Lattice) -> String {
    match lattice.cubic_size() {
        Some(size) => written(size),
        None => lattice.sizes().to_array().map(written).join(" x "),
    }
}

/// Describes the space with all that a conversion depends on.
impl fmt::Display for Space {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Index => f.write_str("cells"),
            Self::World(lattice) => {
                let [x, y, z] = lattice.origin().to_array();
                let [x, y, z] = [x, y, z].map(written);
                let side = sides(lattice);
                write!(f, "world: cells of side {side}, 0,0,0 at {x},{y},{z}")
            }
        }
    }
}

impl Place {
    /// Returns the three numbers with separators between them.
    pub(crate) fn joined(self, separator: char) -> String {
        match self {
            Self::Cell([x, y, z]) => format!("{x}{separator}{y}{separator}{z}"),
            Self::Position(position) => {
                let [x, y, z] = position.map(written);
                format!("{x}{separator}{y}{separator}{z}")
            }
        }
    }
}

/// Returns the shortest text of a coordinate that reads back as it: with an exponent where there were many zeros.
pub(crate) fn written(number: f64) -> String {
    if number == 0.0 || (1e-6..1e16).contains(&number.abs()) {
        number.to_string()
    } else {
        format!("{number:e}")
    }
}

/// Writes the three numbers with commas between them, as the command line takes them.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.joined(','))
    }
}

/// An end of a path on the command line, which is a cell or a position by the units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct End {
    position: DVec3,
    /// `None` if the numbers are not whole.
    cell: Option<IVec3>,
}

/// Reads an end: `X,Y,Z`.
pub(crate) fn end(text: &str) -> Result<End, NoValue> {
    let Some(position) = numbers(text, ',').map(DVec3::from_array) else {
        return expected("three numbers between commas, such as 3,0,12");
    };
    let mut whole = text.split(',').map(|part| whole_number(part.trim()));
    let mut next = || whole.next().flatten();
    let cell = next().zip(next()).zip(next());
    let cell = cell.map(|((x, y), z)| IVec3::new(x, y, z));
    Ok(End { position, cell })
}

impl End {
    /// Returns the position, as it was written.
    pub(crate) fn position(self) -> [f64; 3] {
        self.position.to_array()
    }

    /// Refuses what is no cell where cells are asked for, before a map is loaded; `option` gave the end.
    pub(crate) fn check(self, units: Units, option: &str) -> Result<(), CliError> {
        match units {
            Units::Cells => self.cell_in(Space::Index, option).map(drop),
            Units::World => Ok(()),
        }
    }

    /// Returns the cell that is the end, or that holds it.
    pub(crate) fn cell_in(self, space: Space, option: &str) -> Result<IVec3, CliError> {
        match space {
            Space::Index => self.cell.ok_or_else(|| {
                CliError::bad_input(format!(
                    "{option} {} is no cell; write three whole numbers of 32 bits, or give \
                     --units world for a position",
                    Place::Position(self.position())
                ))
            }),
            Space::World(lattice) => lattice
                .cell_at(self.position)
                .or_advise(&format!("give another position to {option}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_end_is_a_cell_or_in_one_by_its_units() {
        let lattice = Lattice::new(DVec3::new(10.0, 0.0, -0.25), 0.5).unwrap();
        let [cells, world] = [Units::Cells, Units::World].map(|it| Space::of(it, &lattice));
        let cell = |text, space| end(text).unwrap().cell_in(space, "--from").ok();
        assert_eq!(cell("3,-4.0, 5", cells), Some(IVec3::new(3, -4, 5)));
        assert_eq!(cell("3,-4,5.5", cells), None);
        assert_eq!(cell("10.24,-0.25,0", world), Some(IVec3::new(0, 0, 1)));
        for text in ["NaN,0,0", "0,inf,0", "0,0,1e300", "1e999,0,0"] {
            assert_eq!(cell(text, cells), None, "{text}");
            assert_eq!(cell(text, world), None, "{text}");
        }
        for text in ["", "1,2", "1,2,3,4", "1,2,", "1;2;3", "a,2,3"] {
            assert!(end(text).is_err(), "{text}");
        }
        assert_eq!(world.place(IVec3::new(1, 0, 2)).to_string(), "10.5,0,0.75");
        assert_eq!(world.offset(IVec3::new(1, 0, -1)).joined(' '), "0.5 0 -0.5");
        let far = Place::Position([1e300, -0.5, 2.5e-9]);
        assert_eq!(far.to_string(), "1e300,-0.5,2.5e-9");
        assert_eq!((cells.length(3.0), world.length(3.0)), (3.0, 1.5));
    }
}
