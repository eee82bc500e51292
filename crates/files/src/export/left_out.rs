//! Reports of what a file cannot hold of a world.

use std::fmt;

use voxnav_occupancy::glam::{DVec3, IVec3, UVec3};
use voxnav_occupancy::{CellState, Lattice, Material, MaterialKind, Occupancy};

use voxnav_occupancy::color_of;

use crate::import::Up;

/// Something of a world that is not in a file of it.
///
/// ```
/// use voxnav_files::Up;
/// use voxnav_files::export::{LeftOut, WorldFormat};
/// use voxnav_occupancy::{CellBox, Lattice, OccupancyBuilder, glam::{DVec3, IVec3}};
///
/// let world = OccupancyBuilder::new(CellBox::from_size(IVec3::ONE))?.commit();
/// let lattice = Lattice::new(DVec3::ZERO, 0.5)?;
/// let left_out = WorldFormat::Npy.left_out(&world, &lattice, Up::Z);
/// let [LeftOut::Lattice { sizes, .. }] = left_out[..] else { panic!() };
/// assert_eq!(sizes, DVec3::splat(0.5));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum LeftOut {
    /// Unknown cells, which are free in the file.
    Unknown {
        /// The number of unknown cells.
        cells: u64,
    },
    /// The lowest cell of the world, which is cell (0, 0, 0) of the file.
    LowestCell {
        /// The cell.
        cell: IVec3,
    },
    /// The lattice: the file is read with cell (0, 0, 0) centered at the origin, and cells one unit wide.
    Lattice {
        /// The center of the cell that is (0, 0, 0) in the file, in the world.
        origin: DVec3,
        /// The sides of a cell along x, y and z.
        sizes: DVec3,
    },
    /// The height of a layer: the file is read with the centers of its cells at a height of 0.
    Height {
        /// The height of the centers.
        center: f64,
    },
    /// The shape and the type of numbers, without which the file is not read.
    Shape {
        /// The number of cells along x, y and z.
        shape: UVec3,
    },
    /// Materials, or more of them than a color.
    Materials {
        /// The number of materials.
        count: u64,
    },
    /// The state of everything outside, which is occupied in the file.
    Outside {
        /// The state.
        state: CellState,
    },
}

impl fmt::Display for LeftOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { cells } => write!(f, "{cells} unknown cells are free in the file"),
            Self::LowestCell { cell } => {
                let [x, y, z] = cell.to_array();
                write!(f, "cell ({x}, {y}, {z}) is (0, 0, 0) in the file")
            }
            Self::Lattice { origin, sizes } => {
                let [x, y, z] = origin.to_array();
                write!(
                    f,
                    "the file does not say that cell (0, 0, 0) is centered at ({x}, {y}, {z}), and cells are "
                )?;
                let [x, y, z] = sizes.to_array();
                if *sizes == DVec3::splat(x) {
                    write!(f, "{x} wide")
                } else {
                    write!(f, "{x} x {y} x {z} large")
                }
            }
            Self::Height { center } => write!(
                f,
                "the file does not say that its layer is centered at a height of {center}"
            ),
            Self::Shape { shape } => write!(
                f,
                "the file does not say that it has {} x {} x {} numbers of the type i8",
                shape.x, shape.y, shape.z
            ),
            Self::Materials { count } => write!(
                f,
                "{count} materials are not in the file, or no more than their color"
            ),
            Self::Outside { state } => {
                let state = format!("{state:?}").to_lowercase();
                write!(
                    f,
                    "the file does not say that everything outside is {state}"
                )
            }
        }
    }
}

/// Something that a format has a place for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FormatFeature {
    Unknown,
    LowestCell,
    Lattice,
    /// The lattice but for the height of a layer, along the axis that points up.
    LatticeOfLayer(Up),
    Colors,
}

/// Lists what a format leaves out of a world, given what it has a place for.
pub(crate) fn left_out(
    world: &Occupancy,
    lattice: &Lattice,
    held: &[FormatFeature],
) -> Vec<LeftOut> {
    let is_lost = |what: FormatFeature| !held.contains(&what);
    let mut all = Vec::new();
    let cells = world.count(CellState::Unknown);
    if cells > 0 && is_lost(FormatFeature::Unknown) {
        all.push(LeftOut::Unknown { cells });
    }
    let lowest = world.bounds().min;
    let mut first = IVec3::ZERO;
    if is_lost(FormatFeature::LowestCell) {
        first = lowest;
        if lowest != IVec3::ZERO {
            all.push(LeftOut::LowestCell { cell: lowest });
        }
    }
    let (origin, sizes) = (lattice.center(first), lattice.sizes());
    for of in held {
        if let FormatFeature::LatticeOfLayer(up) = of {
            let center = match up {
                Up::Y => origin.y,
                Up::Z => origin.z,
            };
            if center != 0.0 {
                all.push(LeftOut::Height { center });
            }
        }
    }
    let is_placed = |held: &FormatFeature| {
        matches!(
            held,
            FormatFeature::Lattice | FormatFeature::LatticeOfLayer(_)
        )
    };
    let is_usual = lattice.origin() == DVec3::ZERO && sizes == DVec3::ONE;
    if !is_usual && !held.iter().any(is_placed) {
        all.push(LeftOut::Lattice { origin, sizes });
    }
    let is_color = |material: &Material| {
        let [r, g, b] = color_of(&material.name);
        let color = Material::new(format!("#{r:02x}{g:02x}{b:02x}"), MaterialKind::Solid);
        *material == color
    };
    let lost = world.palette().iter();
    let lost = lost.filter(|(_, material)| is_lost(FormatFeature::Colors) || !is_color(material));
    let count = lost.count() as u64;
    if count > 0 {
        all.push(LeftOut::Materials { count });
    }
    if world.outside() != CellState::Occupied {
        let state = world.outside();
        all.push(LeftOut::Outside { state });
    }
    all
}
