//! Worlds: made of arrays and files, edited, and read back.

use voxnav::grid::{CellBox, CellState, Occupancy, OccupancyBuilder};
use voxnav::spatial::{Outside, WorldDistanceField};
use voxnav::{Lattice, UnknownPolicy};

use crate::failure::{Answer, Blamed, Code, Failure};
use crate::request::{self, Numbers};
use crate::scenes::costs::Costs;
use crate::scenes::dense::{self, Strides};
use crate::scenes::files;
use crate::scenes::scene::Scene;
use crate::state::State;

/// A world under a handle.
#[derive(Debug)]
pub(crate) struct World {
    pub(crate) scene: Scene,
}

/// Reads a lattice: the position of the center of cell 0, and the sides of a cell.
fn lattice(numbers: &Numbers, place: usize) -> Answer<Lattice> {
    let origin = numbers.position("origin", place)?;
    let sizes = numbers.position("cellSize", place + 3)?;
    Lattice::with_sizes(origin, sizes).blamed("cellSize")
}

fn axes(numbers: &Numbers, place: usize) -> Answer<[i32; 3]> {
    Ok(numbers.cell("order", place)?.to_array())
}

fn state_of(number: i32) -> Answer<CellState> {
    match number {
        0 => Ok(CellState::Free),
        1 => Ok(CellState::Occupied),
        2 => Ok(CellState::Unknown),
        _ => Err(Failure::argument(
            "state",
            "0 is free, 1 occupied, 2 unknown",
        )),
    }
}

fn keep(state: &mut State, scene: Scene) -> Answer {
    let handle = state.worlds.insert(World { scene });
    state.hand_out(handle)
}

/// Makes a world of arrays: the bytes of cells, and behind them costs whose type has a number, of which 0 is none.
/// Numbers: size, order of axes, lattice, the value that is unknown or -1, the number of bytes or -1 for none, the
/// convention of the costs, and 1 if infinite ones block.
pub(crate) fn from_cells(state: &mut State, kind: u32) -> Answer {
    let numbers = state.asked();
    let (size, axes) = (numbers.cell("size", 0)?, axes(&numbers, 3)?);
    let lattice = lattice(&numbers, 6)?;
    let unknown = numbers.whole("unknown", 12)?;
    let unknown = match unknown {
        -1 => None,
        value => Some(u8::try_from(value).blamed("unknown")?),
    };
    let bounds = CellBox::from_size(size);
    let (cells, costs) = match usize::try_from(numbers.whole("cells", 13)?) {
        Ok(count) => {
            let strides = Strides::new("cells", axes, size, count)?;
            let both = state.input.split_at_checked(count);
            let missing = || Failure::argument("cells", "they are missing");
            let (values, costs) = both.ok_or_else(missing)?;
            (dense::world_of(values, size, strides, unknown)?, costs)
        }
        Err(_) => (free_cells("size", bounds)?, &state.input[..]),
    };
    let mut scene = Scene::new(lattice, cells);
    if kind > 0 {
        let costs = Costs::new(costs, kind, bounds, axes)?;
        if numbers.0[15] != 0.0 {
            scene.cells = costs.block(&scene.cells)?;
        }
        scene.terrain = costs.terrain(&scene.cells, numbers.count("convention", 14)?)?;
    }
    keep(state, scene)
}

fn free_cells(argument: &str, bounds: CellBox) -> Answer<Occupancy> {
    Ok(OccupancyBuilder::new(bounds).blamed(argument)?.commit())
}

/// Makes a world of free cells. Numbers: the box, and the lattice.
pub(crate) fn empty(state: &mut State) -> Answer {
    let numbers = state.asked();
    let cells = free_cells("bounds", numbers.cells("bounds", 0)?)?;
    let lattice = lattice(&numbers, 6)?;
    keep(state, Scene::new(lattice, cells))
}

/// Makes a world of the bytes of a file: 0 is `.voxnav`, 1 is `.vox`, 2 is `.3dmap`. Numbers: the lattice of a map.
pub(crate) fn from_file(state: &mut State, format: u32) -> Answer {
    let lattice = lattice(&state.asked(), 0)?;
    let bytes = std::mem::take(&mut state.input);
    let scene = files::read(&bytes, format, lattice)?;
    keep(state, scene)
}

/// Answers with the bytes of a `.voxnav` file; meshes are left out.
pub(crate) fn to_file(state: &mut State, world: u32) -> Answer {
    let scene = &state.worlds.get(world)?.scene;
    state.out.bytes = files::write(scene)?;
    Ok(())
}

/// Answers with the state of every cell of the bounds. Numbers: the order of axes.
pub(crate) fn to_cells(state: &mut State, world: u32) -> Answer {
    let axes = axes(&state.asked(), 0)?;
    let cells = &state.worlds.get(world)?.scene.cells;
    let number = |cell| dense::number_of(cells.state(cell));
    state.out.bytes = dense::array_of(cells.bounds(), axes, 0, number)?;
    Ok(())
}

/// Answers with the cost of every cell of the bounds, as points. Numbers: the order of axes.
pub(crate) fn to_costs(state: &mut State, world: u32) -> Answer {
    let axes = axes(&state.asked(), 0)?;
    let scene = &state.worlds.get(world)?.scene;
    let cost = |cell| scene.terrain.cost(cell);
    state.out.points = dense::array_of(scene.bounds(), axes, 0.0, cost)?;
    Ok(())
}

/// Answers with the distance from every cell of the bounds to the nearest one that is blocked, as the bytes of singles.
/// Numbers: the order of axes, 1 for world units, and 1 if cells outside count.
pub(crate) fn distances(state: &mut State, world: u32) -> Answer {
    let numbers = state.asked();
    let axes = axes(&numbers, 0)?;
    let scene = &state.worlds.get(world)?.scene;
    let lattice = if numbers.0[3] == 0.0 {
        scene.lattice.in_longest_sides()
    } else {
        scene.lattice
    };
    let outside = if numbers.0[4] == 0.0 {
        Outside::Ignored
    } else {
        Outside::Counted
    };
    let blocked = UnknownPolicy::Blocked;
    let field = WorldDistanceField::new(&scene.cells, blocked, outside, &lattice);
    let field = field.map_err(|error| Failure::new(Code::TooLarge, error))?;
    #[expect(clippy::cast_possible_truncation, reason = "to the nearest single")]
    let distance = |cell| field.at(cell) as f32;
    let bytes = |cell| distance(cell).to_le_bytes();
    let values = dense::array_of(scene.bounds(), axes, [0; 4], bytes)?;
    state.out.bytes = values.into_flattened();
    Ok(())
}

/// Answers with bounds, lattice, the number of edits, and counts of free, occupied and unknown cells.
pub(crate) fn describe(state: &mut State, world: u32) -> Answer {
    let scene = &state.worlds.get(world)?.scene;
    let CellBox { min, max } = scene.bounds();
    let count = |state| scene.cells.count(state);
    #[expect(
        clippy::cast_precision_loss,
        reason = "for people, and exact below 2^53"
    )]
    let counts = [
        scene.version as f64,
        count(CellState::Free) as f64,
        count(CellState::Occupied) as f64,
        count(CellState::Unknown) as f64,
    ];
    let corners = [min.as_dvec3(), max.as_dvec3()];
    let lattice = [scene.lattice.origin(), scene.lattice.sizes()];
    let vectors = [corners, lattice].map(|two| two.map(|it| it.to_array()));
    let all = vectors.as_flattened().as_flattened().iter().chain(&counts);
    for (place, number) in state.out.numbers.iter_mut().zip(all) {
        *place = *number;
    }
    Ok(())
}

/// Sets the cells of a box, as far as it lies in the bounds. Numbers: the box, and the state.
pub(crate) fn set_box(state: &mut State, world: u32) -> Answer {
    let numbers = state.asked();
    let (cells, to) = (
        numbers.cells("cells", 0)?,
        state_of(numbers.whole("state", 6)?)?,
    );
    let scene = &mut state.worlds.get(world)?.scene;
    let cells = cells.intersection(&scene.bounds());
    scene.edit(|builder| {
        if !cells.is_empty() {
            builder.set_box(cells, to).blamed("cells")?;
        }
        Ok(())
    })
}

/// Sets cells one by one. Input: three whole numbers each. Numbers: the state.
pub(crate) fn set_cells(state: &mut State, world: u32) -> Answer {
    let to = state_of(state.asked().whole("state", 0)?)?;
    let cells = request::cells("cells", &state.input)?;
    let scene = &mut state.worlds.get(world)?.scene;
    let bounds = scene.bounds();
    if let Some(cell) = cells.iter().find(|cell| !bounds.contains(**cell)) {
        return Err(Failure::argument(
            "cells",
            format!("{cell} is outside {bounds}"),
        ));
    }
    scene.edit(|builder| {
        cells
            .iter()
            .try_for_each(|cell| builder.set(*cell, to).blamed("cells"))
    })
}

/// Answers with the state of a cell. Numbers: the cell.
pub(crate) fn cell_state(state: &mut State, world: u32) -> Answer {
    let cell = state.asked().cell("cell", 0)?;
    let found = state.worlds.get(world)?.scene.cells.state(cell);
    state.out.numbers[0] = dense::number_of(found).into();
    Ok(())
}

/// Sets the costs of the cells of a box, by an array of a type. Numbers: the box, the order of axes, and 1 if the array has
/// one number for all.
pub(crate) fn set_costs(state: &mut State, world: u32, kind: u32) -> Answer {
    let numbers = state.asked();
    let (cells, axes) = (numbers.cells("min, max", 0)?, axes(&numbers, 6)?);
    let scene = &mut state.worlds.get(world)?.scene;
    let bounds = scene.bounds();
    if cells.is_empty() || cells.intersection(&bounds) != cells {
        let reason = format!("{cells} is no box of cells of the world, {bounds}");
        return Err(Failure::argument("min, max", reason));
    }
    let costs = if numbers.0[9] == 0.0 {
        Costs::new(&state.input, kind, cells, axes)?
    } else {
        Costs::even(&state.input, cells)?
    };
    scene.edit_terrain(|terrain| costs.put(terrain, bounds))
}

/// Answers with the cost of a cell, NaN out of the bounds, and with the unit and the rounding of costs. Numbers: the cell.
pub(crate) fn cost(state: &mut State, world: u32) -> Answer {
    let cell = state.asked().cell("cell", 0)?;
    let scene = &state.worlds.get(world)?.scene;
    let (terrain, scale) = (&scene.terrain, scene.terrain.scale());
    let cost = if scene.bounds().contains(cell) {
        terrain.cost(cell)
    } else {
        f64::NAN
    };
    let numbers = [cost, scale.unit(), scale.rounding()];
    state.out.numbers[..3].copy_from_slice(&numbers);
    Ok(())
}

/// Frees a thing, and with a world its agents and meshes.
pub(crate) fn free(state: &mut State, handle: u32) -> Answer {
    if state.worlds.is_kind_of(handle) {
        let world = state.worlds.remove(handle);
        if world.is_ok() {
            state.agents.remove_where(|agent| agent.world == handle);
            #[cfg(feature = "whole")]
            state.meshes.remove_where(|mesh| mesh.world == handle);
            #[cfg(feature = "whole")]
            state.crowds.remove_where(|crowd| crowd.world == handle);
        }
        world.map(drop)
    } else if state.agents.is_kind_of(handle) {
        state.agents.remove(handle).map(drop)
    } else if state.searches.is_kind_of(handle) {
        state.searches.remove(handle).map(drop)
    } else if state.followers.is_kind_of(handle) {
        state.followers.remove(handle).map(drop)
    } else {
        #[cfg(feature = "whole")]
        if state.fields.is_kind_of(handle) {
            return state.fields.remove(handle).map(drop);
        }
        #[cfg(feature = "whole")]
        if state.sought.is_kind_of(handle) {
            return state.sought.remove(handle).map(drop);
        }
        Err(Failure::new(Code::Stale, "this is no handle"))
    }
}
