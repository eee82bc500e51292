//! Places around a position: rays, sweeps, the nearest where an agent can be, random ones.

use voxnav::Lattice;
use voxnav::glam::{DVec3, IVec3};
use voxnav::spatial::{CellFilter, RayHit};

use crate::border::call;
use crate::error::{Refusal, VoxnavStatus};
use crate::exported::library::{VoxnavAgent, VoxnavNavigator, VoxnavSpace};
use crate::handles::read;
use crate::memory::{In, Out};
use crate::objects::{AnyId, Held, with_agent, with_cells, with_space};
use crate::values::{VoxnavCell, VoxnavPoint};

/// The first thing that a ray or a box meets, as an answer.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct VoxnavHit {
    /// The size of the struct: `sizeof(VoxnavHit)`.
    pub size: usize,
    /// The distance from the start, in world units.
    pub distance: f64,
    /// The distance as a part of the way, 0 to 1.
    pub fraction: f64,
    /// The position of the ray or of the center of the box then.
    pub position: VoxnavPoint,
    /// The direction of the face that was met, out of what blocks; zero for a start that is blocked.
    pub normal: VoxnavPoint,
    /// The id of the obstacle, of a sweep among obstacles.
    pub obstacle: u64,
    /// The cell that blocks, of a ray through cells.
    pub cell: VoxnavCell,
    /// Zero.
    pub reserved: u32,
}

/// Moves a box with half extents from one position to another among the obstacles on some layers (a bit each, 0 for
/// all), and writes what it meets first into `hit`; returns `VOXNAV_STATUS_NOTHING` where it meets nothing. Half
/// extents of zero are those of a ray.
///
/// Errors: positions that are not finite or too far away, half extents that are negative.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_obstacles_sweep(
    navigator: VoxnavNavigator,
    from: VoxnavPoint,
    to: VoxnavPoint,
    half_extents: VoxnavPoint,
    layers: u32,
    hit: Out<VoxnavHit>,
) -> VoxnavStatus {
    use voxnav::grid::Layers;

    call(|| {
        let layers = if layers == 0 {
            Layers::ALL
        } else {
            Layers(layers)
        };
        let (from, to) = (DVec3::from(from), DVec3::from(to));
        let half = DVec3::from(half_extents).as_vec3();
        let found = read::<Held, _>(navigator, |held| {
            Ok(held.navigator.obstacles().sweep(from, to, half, layers)?)
        })?;
        let Some(found) = found else {
            return Ok(VoxnavStatus::Nothing);
        };
        let answer = VoxnavHit {
            size: 0,
            distance: found.distance,
            fraction: found.fraction,
            position: from.lerp(to, found.fraction).into(),
            normal: found.normal.into(),
            obstacle: found.obstacle.to_bits(),
            cell: VoxnavCell::default(),
            reserved: 0,
        };
        hit.put_record(answer, "hit")?;
        Ok(VoxnavStatus::Ok)
    })
}

/// Casts a ray from one position to another through the cells at which an agent that flies can be, of a view or of the
/// agent as of now, and writes the first at which it cannot be into `hit`; returns `VOXNAV_STATUS_NOTHING` where there
/// is none.
///
/// Errors: positions that are not finite or too far away.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_ray(
    space: VoxnavSpace,
    from: VoxnavPoint,
    to: VoxnavPoint,
    hit: Out<VoxnavHit>,
) -> VoxnavStatus {
    call(|| {
        let (from, to) = (DVec3::from(from), DVec3::from(to));
        let found = with_cells(space, |lattice, world| {
            let found =
                world.cast_ray(lattice.coordinates_of(from)?, lattice.coordinates_of(to)?)?;
            Ok(found.map(|found| of_cell(&found, lattice, [from, to])))
        })?;
        match found {
            None => Ok(VoxnavStatus::Nothing),
            Some(found) => hit.put_record(found, "hit").map(|()| VoxnavStatus::Ok),
        }
    })
}

fn of_cell(found: &RayHit, lattice: &Lattice, [from, to]: [DVec3; 2]) -> VoxnavHit {
    VoxnavHit {
        size: 0,
        distance: found.distance * lattice.size(),
        fraction: found.fraction,
        position: from.lerp(to, found.fraction).into(),
        normal: found.normal.as_dvec3().into(),
        obstacle: 0,
        cell: found.cell.into(),
        reserved: 0,
    }
}

/// Returns `VOXNAV_STATUS_OK` where the agent's box meets nothing on the straight way from one position to another, in
/// the space of a view, of an agent that flies as of now, or of a plane; else `VOXNAV_STATUS_WAY_BLOCKED`.
///
/// Errors: positions that are not finite or too far away.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_is_clear(
    space: VoxnavSpace,
    from: VoxnavPoint,
    to: VoxnavPoint,
) -> VoxnavStatus {
    call(|| {
        with_space(space, |lattice, space| {
            let [from, to] = [from, to].map(|at| lattice.coordinates_of(at.into()));
            Ok(if space.is_clear(from?, to?) {
                VoxnavStatus::Ok
            } else {
                VoxnavStatus::WayBlocked
            })
        })
    })
}

/// Writes the nearest position to another one, within a radius in world units, at which an agent can be: of an agent that
/// flies the center of a cell, or of a view of one; of an agent on the ground a place where it rests. With
/// `reachable_from`, which may be null, only places that an agent that flies gets to from there. Returns
/// `VOXNAV_STATUS_NOTHING` where there is none.
///
/// Errors: positions that are not finite or too far away, a radius that is negative.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_nearest(
    space: VoxnavSpace,
    position: VoxnavPoint,
    radius: f64,
    reachable_from: In<VoxnavPoint>,
    nearest: Out<VoxnavPoint>,
) -> VoxnavStatus {
    call(|| {
        nearest.check("nearest")?;
        let from = reachable_from.list(usize::from(!reachable_from.is_null()), "reachable_from")?;
        let found = match rest(space, position, radius)? {
            Rest::At(found) => found,
            Rest::Anywhere => with_cells(space, |lattice, world| {
                let among = among(lattice, from.first())?;
                let found = world.nearest_position(lattice, position.into(), radius, among)?;
                Ok(found.map(|found| lattice.center(found.cell)))
            })?,
        };
        match found {
            None => Ok(VoxnavStatus::Nothing),
            Some(at) => nearest.put(at.into(), "nearest").map(|()| VoxnavStatus::Ok),
        }
    })
}

/// The place where an agent comes to rest.
enum Rest {
    /// An agent on the ground rests there, if anywhere.
    At(Option<DVec3>),
    /// An agent that flies rests wherever it is.
    Anywhere,
}

/// Returns where an agent comes to rest that was put at a position.
fn rest(agent: VoxnavAgent, position: VoxnavPoint, radius: f64) -> Result<Rest, Refusal> {
    use crate::handles::{Object, type_of};
    use crate::objects::{AgentOf, AnyView};
    use voxnav::RouteOptions;

    let options = RouteOptions::default().snap_start(radius).snap_goal(radius);
    let at = DVec3::from(position);
    match type_of(agent)? {
        AgentOf::TYPE => with_agent(agent, |navigator, id| match id {
            AnyId::Flight(_) => Ok(Rest::Anywhere),
            AnyId::Ground(id) => {
                let route = navigator.find_route_with(id, at, at, &options)?;
                Ok(Rest::At(route.waypoints.first().copied()))
            }
        }),
        _ => read::<AnyView, _>(agent, |view| match view {
            AnyView::Flight(_) => Ok(Rest::Anywhere),
            AnyView::Ground(_) => Err(Refusal::unsupported(
                "on the ground the nearest place is asked of the agent",
            )),
        }),
    }
}

fn among(lattice: &Lattice, from: Option<&VoxnavPoint>) -> Result<CellFilter, Refusal> {
    Ok(match from {
        None => CellFilter::Traversable,
        Some(&from) => CellFilter::ConnectedTo(lattice.cell_at(from.into())?),
    })
}

/// Writes `count` random positions at which an agent that flies can be, centers of cells, each as likely as any other,
/// the same for the same seed; with `reachable_from`, which may be null, only places that it gets to from there. Writes
/// into `found` how many there are: `count`, or 0 where there is no such place.
///
/// Errors: a position that is not finite or too far away.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_random_places(
    space: VoxnavSpace,
    seed: u64,
    reachable_from: In<VoxnavPoint>,
    buffer: Out<VoxnavPoint>,
    count: usize,
    found: Out<usize>,
) -> VoxnavStatus {
    call(|| {
        let from = reachable_from.list(usize::from(!reachable_from.is_null()), "reachable_from")?;
        with_cells(space, |lattice, world| {
            let among = among(lattice, from.first())?;
            let places = world.random_cells(seed, among);
            let places = places
                .map_err(|error| Refusal::new(VoxnavStatus::ErrorTooMuch, error.to_string()))?;
            let centers = places
                .take(count)
                .map(|cell: IVec3| lattice.center(cell).into());
            buffer.fill(count, found, centers)
        })
    })
}

/// Writes the distance from the cell of a position to the nearest cell at which an agent that flies cannot be, in world
/// units, at most `most`.
///
/// Errors: a position that is not finite or too far away, a distance that is negative.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_distance_to_blocked(
    agent: VoxnavAgent,
    position: VoxnavPoint,
    most: f64,
    distance: Out<f64>,
) -> VoxnavStatus {
    call(|| {
        let found = with_agent(agent, |navigator, id| match id {
            AnyId::Flight(id) => Ok(navigator.distance_to_blocked(id, position, most)?),
            AnyId::Ground(_) => Err(Refusal::unsupported("this is asked for agents that fly")),
        })?;
        distance.put(found, "distance")
    })
}

/// Writes the positions that an agent that flies reaches from another one by routes no longer than `length`, nearest
/// first, and the length of each into `lengths`, which may be null: at most `capacity`, and into `count` how many there
/// are.
///
/// Errors: a position that is not finite or too far away, a length that is negative, more cells than memory can hold.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_positions_within(
    agent: VoxnavAgent,
    from: VoxnavPoint,
    length: f64,
    buffer: Out<VoxnavPoint>,
    lengths: Out<f64>,
    capacity: usize,
    count: Out<usize>,
) -> VoxnavStatus {
    call(|| {
        let options = voxnav::RouteOptions::default();
        let found = with_agent(agent, |navigator, id| match id {
            AnyId::Flight(id) => Ok(navigator.positions_within(id, from, length, &options)?),
            AnyId::Ground(_) => Err(Refusal::unsupported("this is asked for agents that fly")),
        })?;
        if capacity > 0 && !lengths.is_null() {
            lengths.fill(capacity, count, found.iter().map(|row| row.1))?;
        }
        buffer.fill(capacity, count, found.iter().map(|row| row.0.into()))
    })
}
