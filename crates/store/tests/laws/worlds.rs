//! Random worlds, and whether two are the same in all that a file keeps.

use voxnav_occupancy::glam::{DVec3, IVec3};
use voxnav_occupancy::{
    CellBox, CellState, ChunkCoord, ChunkView, CostFactor, Lattice, Material, MaterialKind,
    MaterialSet, OccupancyBuilder,
};
use voxnav_search::{CostConvention, CostVolume, Terrain};
use voxnav_store::World;
use voxnav_testkit::Draws;

pub(crate) const STATES: [CellState; 3] =
    [CellState::Free, CellState::Occupied, CellState::Unknown];

/// A world around the zero cell or far from it, across a few chunks, in which every feature of the
/// format may occur.
pub(crate) fn drawn(draws: &mut Draws) -> World {
    let far = draws.pick(&[0, 0, -100, 70_000]);
    let min = draws.vector(IVec3::splat(far - 70), IVec3::splat(far + 70));
    let longest = draws.pick(&[1, 9, 64, 100]);
    let shortest = i32::from(longest > 1);
    let sides = draws.vector(IVec3::splat(shortest), IVec3::splat(longest));
    let bounds = CellBox::new(min, min + sides);
    let outside = draws.pick(&STATES);
    let mut builder = OccupancyBuilder::new(bounds).unwrap().with_outside(outside);
    for number in 0..draws.below(7) {
        let kind = draws.pick(MaterialKind::ALL);
        let mut material = Material::new(format!("{kind:?} {number} é"), kind);
        material.cost = CostFactor::new(draws.within(0.0625, 64.0)).unwrap();
        material.forbidden = !material.standable && draws.percent(30);
        builder.add_material(material).unwrap();
    }
    if draws.percent(50) {
        builder.set_box(bounds, draws.pick(&STATES)).unwrap();
    }
    edit(&mut builder, draws);
    let mut world = World::new(builder.commit());
    if draws.percent(60) {
        let (origin, size) = (draws.point(-100.0, 100.0), draws.magnitude(0.01, 10.0));
        world.lattice = Lattice::with_sizes(origin, draws.sides(size)).unwrap();
    }
    weigh(&mut world, draws);
    for name in ["b", "a", ""] {
        if draws.percent(20) {
            let bytes = (0..draws.below(40_u8)).collect();
            world.extras.insert(name.to_owned(), bytes);
        }
    }
    world
}

/// Some boxes and cells, of states and materials.
pub(crate) fn edit(builder: &mut OccupancyBuilder, draws: &mut Draws) {
    let bounds = builder.bounds();
    if bounds.is_empty() {
        return;
    }
    let ids: Vec<_> = builder.palette().iter().map(|(id, _)| id).collect();
    for _ in 0..draws.below(12) {
        let (a, b) = (draws.cell(&bounds), draws.cell(&bounds));
        let cells = match draws.below(3) {
            0 => CellBox::of_cell(a),
            _ => CellBox::new(a.min(b), a.max(b) + 1),
        };
        if !ids.is_empty() && draws.percent(50) {
            builder.set_material_box(cells, draws.pick(&ids)).unwrap();
        } else {
            builder.set_box(cells, draws.pick(&STATES)).unwrap();
        }
    }
}

/// Some terrain weights.
pub(crate) fn weigh(world: &mut World, draws: &mut Draws) {
    let bounds = world.occupancy.bounds();
    if bounds.is_empty() || draws.percent(70) {
        return;
    }
    if world.terrain.scale().base() > 1 {
        // Weights beyond its scale would be refused.
        world.terrain = costs(&bounds, draws);
        return;
    }
    for _ in 0..draws.below(20) {
        let weight = draws.pick(&[1, 2, 3, 1000, u16::MAX]);
        world.terrain.set(draws.cell(&bounds), weight).unwrap();
    }
    if draws.percent(50) {
        let convention = draws.pick(&[CostConvention::Mean, CostConvention::Max]);
        world.terrain = world.terrain.clone().with_convention(convention);
    }
    if draws.percent(50) {
        world.terrain = costs(&bounds, draws);
    }
}

/// Costs as floats in a part of a box.
fn costs(bounds: &CellBox, draws: &mut Draws) -> Terrain {
    let [a, b] = [draws.cell(bounds), draws.cell(bounds)];
    let part = CellBox::new(a.min(b), (a.max(b) + 1).min(a.min(b) + 9));
    let all: Vec<f64> = part.cells().map(|_| draws.magnitude(0.1, 50.0)).collect();
    let cells: Vec<IVec3> = part.cells().collect();
    let cost = |cell: IVec3| Some(all[cells.iter().position(|it| *it == cell)?]);
    CostVolume::new(part, cost).terrain().unwrap()
}

/// Where two worlds differ in something that a file keeps.
pub(crate) fn difference(one: &World, other: &World) -> Result<(), String> {
    let (a, b) = (&one.occupancy, &other.occupancy);
    if a.bounds() != b.bounds() || a.outside() != b.outside() || a.palette() != b.palette() {
        return Err(format!("{} is not {}", a.bounds(), b.bounds()));
    }
    if one.lattice != other.lattice || one.extras != other.extras {
        return Err(format!("{:?} is not {:?}", one.lattice, other.lattice));
    }
    a.validate().map_err(|it| format!("{it:?}"))?;
    b.validate().map_err(|it| format!("{it:?}"))?;
    let sets: Vec<MaterialSet> = (a.palette().iter())
        .map(|(id, _)| {
            let mut only = MaterialSet::default();
            only.insert(id);
            only
        })
        .collect();
    for chunk in a.bounds().chunks() {
        let [left, right] = [a, b].map(|world| world.chunk(chunk));
        let is_said = [a, b]
            .iter()
            .any(|world| world.materials_in(chunk).next().is_some());
        let alike =
            matches!((left, right), (ChunkView::Uniform(a), ChunkView::Uniform(b)) if a == b);
        if alike && !is_said {
            continue;
        }
        let part = chunk.cells().intersection(&a.bounds());
        for (y, z) in (part.min.z..part.max.z).flat_map(|z| {
            let along_y = part.min.y..part.max.y;
            along_y.map(move |y| (y, z))
        }) {
            for state in STATES {
                if left.row(state, y, z) != right.row(state, y, z) {
                    return Err(format!("{chunk:?}: {state:?} differs at y {y}, z {z}"));
                }
            }
            for set in sets.iter().filter(|_| is_said) {
                let [left, right] = [a, b].map(|world| world.material_row(chunk, set, y, z));
                if left != right {
                    return Err(format!("{chunk:?}: {set:?} differs at y {y}, z {z}"));
                }
            }
        }
    }
    let [weighed, others] = [one, other].map(|world| {
        let chunks = world.terrain.chunks();
        let usual = world.terrain.scale().base();
        chunks.filter(move |(_, weights)| weights.iter().any(|weight| *weight != usual))
    });
    let [scale, other_scale] = [one, other].map(|world| world.terrain.scale());
    let [convention, other_convention] = [one, other].map(|world| world.terrain.convention());
    if !weighed.eq(others) || scale != other_scale || convention != other_convention {
        return Err("terrain weights differ".into());
    }
    Ok(())
}

/// The same world put together in another order, from another state of what is not written.
pub(crate) fn rebuilt(world: &World, draws: &mut Draws) -> World {
    let cells = &world.occupancy;
    let bounds = cells.bounds();
    let mut builder = OccupancyBuilder::new(bounds).unwrap();
    builder.set_box(bounds, draws.pick(&STATES)).unwrap();
    let mut chunks: Vec<ChunkCoord> = bounds.chunks().collect();
    draws.shuffle(&mut chunks);
    for (_, material) in cells.palette().iter() {
        builder.add_material(material.clone()).unwrap();
    }
    for chunk in chunks {
        let view = cells.chunk(chunk);
        let rows = |row: &dyn Fn(i32, i32) -> u64| -> Box<[u64; 4096]> {
            let rows: Vec<u64> = (0..4096).map(|at| row(at & 63, at >> 6)).collect();
            rows.try_into().unwrap()
        };
        let occupied = rows(&|y, z| view.row(CellState::Occupied, y, z));
        let unknown = rows(&|y, z| view.row(CellState::Unknown, y, z));
        builder.set_chunk(chunk, &occupied, &unknown);
        let mut ids: Vec<_> = cells.materials_in(chunk).collect();
        draws.shuffle(&mut ids);
        for id in ids {
            let mut only = MaterialSet::default();
            only.insert(id);
            let of = rows(&|y, z| cells.material_row(chunk, &only, y, z));
            builder.set_material_rows(chunk, id, &of).unwrap();
        }
        if draws.percent(30) {
            builder = builder.commit().edit();
        }
    }
    let mut other = World::new(builder.with_outside(cells.outside()).commit());
    other.lattice = world.lattice;
    if world.lattice.origin() == DVec3::ZERO {
        let sizes = world.lattice.sizes();
        other.lattice = Lattice::with_sizes(-DVec3::ZERO, sizes).unwrap();
    }
    let mut weights: Vec<_> = (world.terrain.chunks())
        .flat_map(|(chunk, weights)| {
            let cells = chunk.cells().cells().zip(weights);
            cells.filter(|(_, weight)| **weight != world.terrain.scale().base())
        })
        .map(|(cell, _)| cell)
        .collect();
    draws.shuffle(&mut weights);
    let even = Terrain::new().with_scale(world.terrain.scale());
    other.terrain = even.with_convention(world.terrain.convention());
    for cell in weights {
        let cost = |cell: IVec3| Some(world.terrain.cost(cell));
        let one = CostVolume::new(CellBox::of_cell(cell), cost);
        other.terrain.set_costs(&one).unwrap();
        // A chunk in which nothing is left weighed.
        other.terrain.set(cell + 1000, 3).unwrap();
        other.terrain.set(cell + 1000, 1).unwrap();
    }
    other.extras = world.extras.clone();
    other
}
