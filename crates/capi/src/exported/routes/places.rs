//! Places around a position: rays, sweeps, the nearest where an agent can be, random ones.

use voxnav::glam::{DVec3, IVec3};
use voxnav::spatial::{CellFilter, RayHit};
use voxnav::{AgentId, Lattice, Navigator};

use crate::border::{call, reading};
use crate::error::{Refusal, VoxnavStatus};
use crate::exported::world::layers;
use crate::ids::{VoxnavAgent, VoxnavNavigator, VoxnavSpace};
use crate::memory::{In, Out};
use crate::objects::{Kind, with_agent, with_seen, with_sight, with_space};
use crate::seen::AgentWorld;
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
/// extents of zero are those of a ray. A box of some size stops where it has sunk in by a 1,024th of a cell, so that
/// sliding along something is not meeting it.
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
    reading(navigator, |held| {
        let (from, to) = (DVec3::from(from), DVec3::from(to));
        let half = DVec3::from(half_extents).as_vec3();
        let obstacles = held.navigator.obstacles();
        let found = obstacles.sweep(from, to, half, self::layers(layers))?;
        let answer = found.map(|found| VoxnavHit {
            size: 0,
            distance: found.distance,
            fraction: found.fraction,
            position: from.lerp(to, found.fraction).into(),
            normal: found.normal.into(),
            obstacle: found.obstacle.to_bits(),
            cell: VoxnavCell::default(),
            reserved: 0,
        });
        hit.put_record_found(answer, "hit")
    })
}

/// Casts a ray from one position to another through the cells at which a flying agent can be, or those that are free
/// for a ground agent; of a view, or of the agent as of now. Writes the first that stops it into `hit`, or
/// returns `VOXNAV_STATUS_NOTHING` where there is none. On the ground it takes some 50 microseconds for each chunk of
/// 64 cells a side with something in it.
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
        with_sight(space, |lattice, world| {
            let [begin, end] = [from, to].map(|at| lattice.coordinates_of(at));
            let found = world.cast_ray(begin?, end?)?;
            let answer = found.map(|found| of_cell(&found, lattice, [from, to]));
            hit.put_record_found(answer, "hit")
        })
    })
}

fn of_cell(found: &RayHit, lattice: &Lattice, [from, to]: [DVec3; 2]) -> VoxnavHit {
    VoxnavHit {
        size: 0,
        distance: found.distance * lattice.longest_side(),
        fraction: found.fraction,
        position: from.lerp(to, found.fraction).into(),
        normal: found.normal.as_dvec3().into(),
        obstacle: 0,
        cell: found.cell.into(),
        reserved: 0,
    }
}

/// Returns `VOXNAV_STATUS_OK` where the agent's box meets nothing on the straight way from one position to another, in
/// the space of a view, of a flying agent as of now, or of a plane; else `VOXNAV_STATUS_WAY_BLOCKED`.
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
            Ok(VoxnavStatus::ok_if(
                space.is_clear(from?, to?),
                VoxnavStatus::WayBlocked,
            ))
        })
    })
}

/// Writes the nearest position to another one, within a radius in world units, at which an agent can be, of a view or of
/// the agent as of now: of a flying agent the center of a cell, of a ground agent a place where it rests. With
/// `reachable_from`, which may be null, only places that a flying agent gets to from there. Returns
/// `VOXNAV_STATUS_NOTHING` where there is none.
///
/// Errors: positions that are not finite or too far away, a radius that is negative, `reachable_from` of an agent on the
/// ground.
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
        let from = reachable_from.optional("reachable_from")?;
        let found = with_seen(space, |seen| match seen {
            AgentWorld::Ground(view) => {
                unreached(from)?;
                Ok(view.nearest_place(position, radius)?)
            }
            AgentWorld::Flight(lattice, world) => {
                let among = among(lattice, from)?;
                let found = world.nearest_position(lattice, position.into(), radius, among)?;
                Ok(found.map(|found| lattice.center(found.cell)))
            }
        })?;
        nearest.put_found(found.map(VoxnavPoint::from), "nearest")
    })
}

/// Refuses a place to be reached from, of a ground agent.
fn unreached(from: Option<VoxnavPoint>) -> Result<(), Refusal> {
    if from.is_none() {
        return Ok(());
    }
    let message = "`reachable_from` is for agents that fly: on the ground a route tells";
    Err(Refusal::unsupported(message))
}

fn among(lattice: &Lattice, from: Option<VoxnavPoint>) -> Result<CellFilter, Refusal> {
    Ok(match from {
        None => CellFilter::Traversable,
        Some(from) => CellFilter::ConnectedTo(lattice.cell_at(from.into())?),
    })
}

/// Writes `count` random positions at which an agent can be, of a view or of the agent as of now, the same for the same
/// seed; into `found` how many there are: `count`, or 0 where there is no such place. Of a flying agent these are
/// centers of cells, each as likely as any other, and with `reachable_from`, which may be null, only such that it gets to
/// from there. Of a ground agent they are places where it rests, onto which it settled from a random cell; there
/// may be fewer than `count` where little of the bounds lies above ground.
///
/// Errors: a position that is not finite or too far away, `reachable_from` of a ground agent.
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
        let from = reachable_from.optional("reachable_from")?;
        with_seen(space, |seen| match seen {
            AgentWorld::Ground(view) => {
                unreached(from)?;
                let places = view.random_places(seed).take(count);
                buffer.fill(count, found, places.map(VoxnavPoint::from))
            }
            AgentWorld::Flight(lattice, world) => {
                let places = world.random_cells(seed, among(lattice, from)?);
                let places = places
                    .map_err(|error| Refusal::new(VoxnavStatus::ErrorTooMuch, error.to_string()))?;
                let centers = places.map(|cell: IVec3| lattice.center(cell).into());
                buffer.fill(count, found, centers.take(count))
            }
        })
    })
}

/// Uses the navigator of a flying agent, and its id.
fn with_flying<R>(
    agent: VoxnavAgent,
    used: impl FnOnce(&mut Navigator, AgentId) -> Result<R, Refusal>,
) -> Result<R, Refusal> {
    with_agent(agent, |navigator, agent| match agent.kind {
        Kind::Flight => used(navigator, agent.id),
        Kind::Ground => Err(Refusal::unsupported("this is asked for agents that fly")),
    })
}

/// Writes the distance from the cell of a position to the nearest cell at which a flying agent cannot be, in world
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
        let found = with_flying(agent, |navigator, id| {
            Ok(navigator.distance_to_blocked(id, position, most)?)
        })?;
        distance.put(found, "distance")
    })
}

/// Writes the point of the floor below a ground agent whose feet are at a position, where it is seen to stand: on the
/// obstacle there, which may end anywhere within a cell. Returns `VOXNAV_STATUS_NOTHING` where the agent does not stand.
///
/// Errors: a position that is not finite or too far away, a flying agent.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_floor_under(
    agent: VoxnavAgent,
    position: VoxnavPoint,
    floor: Out<VoxnavPoint>,
) -> VoxnavStatus {
    call(|| {
        floor.check("floor")?;
        let found = with_agent(agent, |navigator, agent| {
            Ok(navigator.floor_under(agent.id, position)?)
        })?;
        floor.put_found(found.map(VoxnavPoint::from), "floor")
    })
}

/// Writes the positions that a flying agent reaches from another one by routes no longer than `length` with what
/// terrain adds, nearest first, and the length of each, likewise, into `lengths`, which may be null: at most `capacity`,
/// and into `count` how many there are.
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
        let found = with_flying(agent, |navigator, id| {
            Ok(navigator.positions_within(id, from, length, &options)?)
        })?;
        if capacity > 0 && !lengths.is_null() {
            lengths.fill(capacity, count, found.iter().map(|row| row.1))?;
        }
        buffer.fill(capacity, count, found.iter().map(|row| row.0.into()))
    })
}
