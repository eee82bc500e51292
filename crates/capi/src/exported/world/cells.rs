//! Cells of a navigator, materials and terrain.

use std::ffi::c_void;

use voxnav::glam::IVec3;
use voxnav::grid::{CellBox, CellState, Occupancy, OccupancyBuilder};
use voxnav::ground::{CostFactor, Material, MaterialId, MaterialKind};

use super::obstacles::material_id;
use crate::border::{call, changing, reading};
use crate::code::{Code, coded};
use crate::error::{Refusal, VoxnavStatus};
use crate::exported::callbacks::VoxnavCellFunction;
use crate::handles::{change, give, read};
use crate::ids::{VoxnavNavigator, VoxnavWorld};
use crate::memory::{Callback, In, Out, Strided};
use crate::objects::{Cells, NavigatorObject};
use crate::values::{VoxnavCell, VoxnavCells};

/// The state of a cell.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VoxnavState {
    /// The cell is empty.
    Free = 0,
    /// The cell blocks.
    Occupied = 1,
    /// The cell is not known yet.
    Unknown = 2,
}

/// The kind of a material.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VoxnavMaterialKind {
    /// Fills its cell and bears.
    Solid = 0,
    /// Is passed through, such as grass.
    Passable = 1,
    /// Is swum in.
    Liquid = 2,
    /// Is climbed.
    Climbable = 3,
    /// Fills its cell, except for agents that can open it.
    Door = 4,
    /// Is avoided, or entered at a cost.
    Hazard = 5,
}

coded! {
    VoxnavState is "state of a cell": CellState {
        Free, Occupied, Unknown,
    }
    VoxnavMaterialKind is "kind of material": MaterialKind {
        Solid, Passable, Liquid, Climbable, Door, Hazard,
    }
}

/// Added to the id of a material where a number describes what a cell is: numbers below are a `VoxnavState`.
pub const VOXNAV_OF_MATERIAL: i32 = 256;

/// A material to be added.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct VoxnavMaterial {
    /// The size of the struct: `sizeof(VoxnavMaterial)`.
    pub size: usize,
    /// The kind of the material.
    pub kind: Code<VoxnavMaterialKind>,
    /// 1 for a solid, a door or something to climb that agents can stand on; solids always bear.
    pub standable: u32,
    /// 1 for a material that no agent enters.
    pub forbidden: u32,
    /// Zero.
    pub reserved: u32,
    /// The factor on the cost of moves into its cells, 1/16 to 64; 0 for 1.
    pub cost: f64,
}

/// An array of three dimensions that describes what cells are.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct VoxnavArray {
    /// The size of the struct: `sizeof(VoxnavArray)`.
    pub size: usize,
    /// The value of the first cell.
    pub data: In<c_void>,
    /// The cell that the first value is of.
    pub first: VoxnavCell,
    /// The number of values along x, y and z.
    pub extent: VoxnavCell,
    /// The distance in bytes from a value to the next along x; it may be negative.
    pub stride_x: isize,
    /// The distance in bytes from a value to the next along y.
    pub stride_y: isize,
    /// The distance in bytes from a value to the next along z.
    pub stride_z: isize,
    /// The width of a value in bytes: 1, 2 or 4; values are unsigned.
    pub width: u32,
    /// The number of entries in `meanings`.
    pub meaning_count: u32,
    /// The cell by its value: a number of `VoxnavState` or `VOXNAV_OF_MATERIAL` and the id of a material. Null for
    /// free cells by 0 and occupied ones by anything else.
    pub meanings: In<i32>,
}

/// The content that a cell is to have.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Meaning {
    State(CellState),
    Material(MaterialId),
}

impl Meaning {
    fn of(number: i32) -> Result<Self, Refusal> {
        Ok(match number {
            0 => Self::State(CellState::Free),
            1 => Self::State(CellState::Occupied),
            2 => Self::State(CellState::Unknown),
            VOXNAV_OF_MATERIAL.. => {
                Self::Material(material_id(number.abs_diff(VOXNAV_OF_MATERIAL))?)
            }
            _ => {
                let message = format!("{number} says of no cell what it is");
                return Err(Refusal::argument(message));
            }
        })
    }

    fn write(self, cells: &mut OccupancyBuilder, part: CellBox) -> Result<(), Refusal> {
        match self {
            Self::State(state) => cells.set_box(part, state)?,
            Self::Material(id) => cells.set_material_box(part, id)?,
        }
        Ok(())
    }
}

/// Writes what cells are, runs of equal ones at a time.
fn write_all(
    cells: &mut OccupancyBuilder,
    part: CellBox,
    mut meaning: impl FnMut(IVec3) -> Result<Meaning, Refusal>,
) -> Result<(), Refusal> {
    for z in part.min.z..part.max.z {
        for y in part.min.y..part.max.y {
            let mut run: Option<(i32, Meaning)> = None;
            for x in part.min.x..part.max.x {
                let next = meaning(IVec3::new(x, y, z))?;
                match run {
                    Some((_, same)) if same == next => {}
                    _ => {
                        flush(cells, run, IVec3::new(x, y, z))?;
                        run = Some((x, next));
                    }
                }
            }
            flush(cells, run, IVec3::new(part.max.x, y, z))?;
        }
    }
    Ok(())
}

/// Writes a run of equal cells that ends before a cell.
fn flush(
    cells: &mut OccupancyBuilder,
    run: Option<(i32, Meaning)>,
    end: IVec3,
) -> Result<(), Refusal> {
    let Some((first, meaning)) = run else {
        return Ok(());
    };
    let min = end.with_x(first);
    meaning.write(cells, CellBox::new(min, end + IVec3::new(0, 1, 1)))
}

/// Returns the box of an array, and the meaning of each of its cells.
#[expect(
    clippy::type_complexity,
    reason = "a box, and a function over its cells"
)]
fn array(
    array: VoxnavArray,
) -> Result<(CellBox, impl FnMut(IVec3) -> Result<Meaning, Refusal>), Refusal> {
    let part = box_at(array.first, array.extent)?;
    let first = part.min;
    if ![1, 2, 4].contains(&array.width) {
        let message = format!("values are 1, 2 or 4 bytes wide, not {}", array.width);
        return Err(Refusal::argument(message));
    }
    let strides = [array.stride_x, array.stride_y, array.stride_z];
    let values = Strided::new(array.data, strides, array.width as usize)?;
    let meanings = array
        .meanings
        .list(array.meaning_count as usize, "meanings")?;
    let has_meanings = !array.meanings.is_null();
    let meaning = move |cell: voxnav::glam::IVec3| {
        let place = (cell - first)
            .to_array()
            .map(|at| at.unsigned_abs() as usize);
        let value = values.at(place);
        if !has_meanings {
            return Meaning::of(i32::from(value != 0));
        }
        let known = meanings.get(value as usize).copied();
        let known = known.ok_or_else(|| {
            Refusal::argument(format!(
                "cell {cell} has the value {value}, which means nothing"
            ))
        })?;
        Meaning::of(known)
    };
    Ok((part, meaning))
}

/// Returns the box of an array.
pub(super) fn box_at(first: VoxnavCell, extent: VoxnavCell) -> Result<CellBox, Refusal> {
    let (first, extent) = (IVec3::from(first), IVec3::from(extent));
    let is_empty = extent.min_element() < 0;
    let end = first.checked_add(extent).filter(|_| !is_empty);
    let end = end.ok_or_else(|| Refusal::argument("the extent of the array is out of range"))?;
    Ok(CellBox::new(first, end))
}

/// Returns the cells of a navigator, to be edited.
pub(super) fn edited(held: &NavigatorObject) -> Result<OccupancyBuilder, Refusal> {
    Ok(match held.navigator.cells() {
        Some(cells) => cells.edit(),
        None => OccupancyBuilder::new(held.navigator.bounds())?,
    })
}

/// Checks that a navigator has all cells of a box.
pub(super) fn check_inside(held: &NavigatorObject, part: CellBox) -> Result<(), Refusal> {
    let bounds = held.navigator.bounds();
    if bounds.contains_box(&part) {
        return Ok(());
    }
    let message = format!("box {part} reaches outside the bounds {bounds}");
    Err(Refusal::new(VoxnavStatus::ErrorBounds, message))
}

/// Edits the cells of a navigator, or leaves them as they are on an error.
fn edit(
    navigator: VoxnavNavigator,
    change_cells: impl FnOnce(&mut OccupancyBuilder) -> Result<(), Refusal>,
) -> Result<(), Refusal> {
    change(navigator, |held| {
        let mut cells = edited(held)?;
        change_cells(&mut cells)?;
        Ok(held.navigator.replace_cells(cells.commit())?)
    })
}

/// Sets the cells of a box to a state; obstacles are unaffected. All cells are free unless set.
///
/// Errors: a box that reaches beyond the bounds or has too many chunks.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_cells_set(
    navigator: VoxnavNavigator,
    cells: VoxnavCells,
    state: Code<VoxnavState>,
) -> VoxnavStatus {
    changing(navigator, |held| {
        Ok((held.navigator).set_cells(cells.into(), state.meaning()?)?)
    })
}

/// Makes the cells of a box of a material.
///
/// Errors: as `voxnav_cells_set`; an unknown material.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_cells_set_material(
    navigator: VoxnavNavigator,
    cells: VoxnavCells,
    material: u32,
) -> VoxnavStatus {
    changing(navigator, |held| {
        let id = material_id(material)?;
        Ok(held.navigator.set_material(cells.into(), id)?)
    })
}

/// Sets the cells of a navigator from an array.
///
/// Errors: an array that reaches beyond the bounds, a value without a meaning. No cell is set then.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_cells_set_array(
    navigator: VoxnavNavigator,
    values: In<VoxnavArray>,
) -> VoxnavStatus {
    call(|| {
        let (part, meaning) = array(values.needed("values")?)?;
        edit(navigator, |cells| write_all(cells, part, meaning))
    })
}

/// Sets the cells of a box by a function, which returns a number of `VoxnavState`, or `VOXNAV_OF_MATERIAL` plus the id
/// of a material. It is called once for each cell, x fastest. A negative number ends it: no cell is set then.
///
/// Errors: `VOXNAV_STATUS_ERROR_CALLBACK` for a negative number; as `voxnav_cells_set_array`.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_cells_set_by(
    navigator: VoxnavNavigator,
    cells: VoxnavCells,
    meaning: VoxnavCellFunction,
    user: *mut c_void,
) -> VoxnavStatus {
    call(|| {
        let function = Callback::needed(meaning, user, "meaning")?;
        let part = CellBox::from(cells);
        read(navigator, |held| check_inside(held, part))?;
        edit(navigator, |cells| {
            write_all(cells, part, |cell| match function.number(cell.into()) {
                number if number < 0 => {
                    let message = format!("the function answered {number} for cell {cell}");
                    Err(Refusal::new(VoxnavStatus::ErrorCallback, message))
                }
                number => Meaning::of(number),
            })
        })
    })
}

/// Calls a function with each occupied cell of a navigator, not counting obstacles, without a list of them: chunk by
/// chunk, and in a chunk x fastest. A negative answer of the function ends it, with `VOXNAV_STATUS_CANCELLED`. The
/// cells are those as of the call; edits of the navigator on other threads do not wait meanwhile.
///
/// Errors: no function.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_cells_each(
    navigator: VoxnavNavigator,
    function: VoxnavCellFunction,
    user: *mut c_void,
) -> VoxnavStatus {
    call(|| {
        let function = Callback::needed(function, user, "function")?;
        let cells = read(navigator, |held| Ok(held.navigator.cells().cloned()))?;
        let mut occupied = cells.iter().flat_map(Occupancy::occupied_cells);
        let is_ended = occupied.any(|cell| function.number(cell.into()) < 0);
        Ok(VoxnavStatus::ok_if(!is_ended, VoxnavStatus::Cancelled))
    })
}

/// Writes the state of a cell into `state`, and its material, or 0, into `material`; both may be null.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_cell_state(
    navigator: VoxnavNavigator,
    cell: VoxnavCell,
    state: Out<i32>,
    material: Out<u32>,
) -> VoxnavStatus {
    reading(navigator, |held| {
        let cells = held.navigator.cells();
        let is = cells.map_or(CellState::Free, |cells| cells.state(cell.into()));
        let of = cells.and_then(|cells| cells.material(cell.into()));
        state.put_if_asked(is as i32, "state")?;
        material.put_if_asked(of.map_or(0, |id| id.number().into()), "material")
    })
}

/// Adds a material under a name, and writes its id, 1 to 255, into `id`.
///
/// Errors: a name that is empty or taken, a cost out of range, a 256th material.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_material_add(
    navigator: VoxnavNavigator,
    name: In<std::ffi::c_char>,
    material: In<VoxnavMaterial>,
    id: Out<u32>,
) -> VoxnavStatus {
    call(|| {
        let given = material.needed("material")?;
        id.check("id")?;
        let mut material = Material::new(name.text("name")?, given.kind.meaning()?);
        if given.cost != 0.0 {
            material.cost = CostFactor::new(given.cost)?;
        }
        material.standable |= given.standable != 0;
        material.forbidden = given.forbidden != 0;
        let added = change(navigator, |held| {
            Ok(held.navigator.add_material(material)?)
        })?;
        id.put(added.number().into(), "id")
    })
}

/// Sets the weight of moves into the cells of a box, for flying agents: 1 unless set. `voxnav_costs_set` takes floats.
///
/// Errors: a weight that is 0 or more than 65,535, a box that reaches beyond the bounds.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_terrain_set(
    navigator: VoxnavNavigator,
    cells: VoxnavCells,
    weight: u32,
) -> VoxnavStatus {
    call(|| {
        let weight = u16::try_from(weight).ok().filter(|&weight| weight > 0);
        let weight = weight.ok_or_else(|| Refusal::argument("a weight is 1 to 65,535"))?;
        let part = CellBox::from(cells);
        change(navigator, |held| {
            check_inside(held, part)?;
            for cell in part.cells() {
                held.navigator.terrain_mut().set(cell, weight)?;
            }
            Ok(())
        })
    })
}

/// Takes the cells of a navigator into a world that can be edited apart, and writes its handle into `world`: for many
/// edits, or on another thread.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_world_new(
    navigator: VoxnavNavigator,
    world: Out<VoxnavWorld>,
) -> VoxnavStatus {
    call(|| give(world, "world", || read(navigator, edited).map(Cells)))
}

/// Sets the cells of a box of a world as a number says: a `VoxnavState`, or `VOXNAV_OF_MATERIAL` and the id of a
/// material.
///
/// Errors: as `voxnav_cells_set`.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_world_set(
    world: VoxnavWorld,
    cells: VoxnavCells,
    meaning: i32,
) -> VoxnavStatus {
    changing(world, |world| {
        Meaning::of(meaning)?.write(&mut world.0, cells.into())
    })
}

/// Sets the cells of a world from an array; where that is refused some of them may be set.
///
/// Errors: as `voxnav_cells_set_array`.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_world_set_array(
    world: VoxnavWorld,
    values: In<VoxnavArray>,
) -> VoxnavStatus {
    call(|| {
        let (part, meaning) = array(values.needed("values")?)?;
        change(world, |world| write_all(&mut world.0, part, meaning))
    })
}

/// Makes the cells of a world those of a navigator. The world stays, for further edits.
///
/// Errors: a world with other bounds, or without a material that an obstacle is made of.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_world_apply(
    world: VoxnavWorld,
    navigator: VoxnavNavigator,
) -> VoxnavStatus {
    call(|| {
        let cells: Occupancy = change(world, |world| {
            let bounds = world.0.bounds();
            let empty = OccupancyBuilder::new(bounds)?;
            let cells = std::mem::replace(&mut world.0, empty).commit();
            world.0 = cells.edit();
            Ok(cells)
        })?;
        change(navigator, |held| Ok(held.navigator.replace_cells(cells)?))
    })
}
