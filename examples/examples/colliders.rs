//! One scene of colliders, three agents: what is a gap to a drone is a wall to something larger.
//!
//! A ridge of boxes divides the scene. Three gaps lead through it, the narrower the more direct, from
//! a slope (a triangle mesh) to hills (a height field) with a rock (a closed mesh, declared solid).
//! Then a block slides into the middle gap, and only the agent that used it takes another way.

use std::error::Error;
use std::io::Write;

use voxnav::colliders::{Obstacle, Solidity};
use voxnav::glam::Vec3;
use voxnav::grid::Layers;
use voxnav::parry3d::shape::{Ball, SharedShape};
use voxnav::parry3d::utils::Array2;
use voxnav::search::EndFault;
use voxnav::{Agent, AgentId, Navigator, Outcome, Route};

/// The positions on this side of the ridge where routes begin, and those where they end.
const FROM: [f64; 3] = [-20.0, 4.0, -20.0];
const TO: [f64; 3] = [20.0, 4.0, -20.0];
/// The middle of the rock, on the straight line between the two.
const ROCK: [f64; 3] = [10.0, 4.0, -20.0];
/// The middles of the gaps along z with half their widths.
const GAPS: [(f32, f32); 3] = [(-20.0, 0.75), (0.0, 2.0), (20.0, 4.5)];
/// The height of everything, in world units: agents stay below.
const HEIGHT: f32 = 8.0;

/// The terrain on this side of the ridge: a mesh of two long slopes, with its valley along x = -15.
fn terrain() -> Obstacle {
    let profile = [(-30.0, 2.0), (-15.0, 0.0), (-2.0, 1.0)];
    let vertices = profile
        .iter()
        .flat_map(|&(x, y)| [Vec3::new(x, y, -30.0), Vec3::new(x, y, 30.0)])
        .collect();
    let indices = vec![[0, 1, 2], [2, 1, 3], [2, 3, 4], [4, 3, 5]];
    Obstacle::mesh(vertices, indices)
}

/// The hills on the other side, as a height field of 28 by 60 units.
fn hills() -> Obstacle {
    let heights = (0..8 * 12).map(|index| f32::from(index % 5_u8) * 0.3);
    let hills = Array2::new(8, 12, heights.collect());
    Obstacle::new(SharedShape::heightfield(hills, Vec3::new(28.0, 1.0, 60.0))).at([16.0, 0.0, 0.0])
}

/// A rock: a coarse ball flattened, as a closed mesh. Nothing fits inside, however small.
fn rock() -> Obstacle {
    let (mut vertices, indices) = Ball::new(4.0).to_trimesh(12, 8);
    for vertex in &mut vertices {
        vertex.y *= 0.75;
    }
    Obstacle::mesh(vertices, indices)
        .at(ROCK)
        .with(Solidity::Solid)
}

/// The ridge: boxes that leave the gaps open.
fn ridge() -> Vec<Obstacle> {
    let sides = GAPS.iter().flat_map(|&(z, half)| [z - half, z + half]);
    let edges: Vec<f32> = [-30.0].into_iter().chain(sides).chain([30.0]).collect();
    let boxes = edges.chunks_exact(2).map(|ends| {
        let (half, middle) = ((ends[1] - ends[0]) / 2.0, ends[0].midpoint(ends[1]));
        Obstacle::new(SharedShape::cuboid(2.0, HEIGHT, half)).at([0.0, 0.0, middle.into()])
    });
    boxes.collect()
}

/// The gap that a route goes through, as its place in [`GAPS`].
fn gap(route: &Route) -> Option<usize> {
    let crossing = route.waypoints.iter().find(|waypoint| waypoint.x == 0.0)?;
    GAPS.iter()
        .position(|&(z, half)| (crossing.z - f64::from(z)).abs() < f64::from(half))
}

/// Writes the routes of all agents, and returns them.
fn routes(
    out: &mut impl Write,
    navigator: &mut Navigator,
    agents: &[(&str, AgentId)],
    title: &str,
) -> Result<Vec<Route>, Box<dyn Error>> {
    writeln!(out, "{title}")?;
    let mut routes = Vec::new();
    for &(name, agent) in agents {
        let route = navigator.find_route(agent, FROM, TO)?;
        let outcome = route.outcome.name();
        match gap(&route) {
            Some(gap) => writeln!(out, "  {name:5} gap {gap}, {:.1} units", route.length)?,
            None => writeln!(out, "  {name:5} {outcome}")?,
        }
        routes.push(route);
    }
    Ok(routes)
}

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut std::io::stdout())
}

/// Writes what is found.
pub(crate) fn run(out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    const BLOCKS: Layers = Layers::bit(1);
    let top = f64::from(HEIGHT) - 1.0;
    let mut navigator = Navigator::in_region(0.5, [-30.0, 0.0, -30.0], [30.0, top, 30.0])?;
    navigator.insert(terrain())?;
    navigator.insert(hills())?;
    let rock = navigator.insert(rock())?;
    for part in ridge() {
        navigator.insert(part)?;
    }
    // Far away for now.
    let block = Obstacle::new(SharedShape::cuboid(3.0, HEIGHT, 3.0));
    let block = navigator.insert(block.at([0.0, 0.0, 90.0]).on(BLOCKS))?;

    let agents = [("drone", 0.25), ("crate", 1.0), ("large", 2.5)];
    let mut ids = Vec::new();
    for (name, half) in agents {
        ids.push((name, navigator.add_agent(Agent::new(Vec3::splat(half)))?));
    }

    // Each takes the most direct gap that it fits through.
    let before = routes(out, &mut navigator, &ids, "all gaps open")?;
    assert!(before.iter().map(gap).eq([Some(0), Some(1), Some(2)]));
    assert!(before[0].length < before[1].length && before[1].length < before[2].length);
    // The straight line leads through the rock, which is solid to its middle.
    let inside = navigator.find_route(ids[0].1, FROM, ROCK)?;
    assert_eq!(inside.outcome, Outcome::InvalidEnd(EndFault::GoalBlocked));
    let rock_middle = ROCK.into();
    let there = navigator
        .obstacles()
        .overlapping(rock_middle, Vec3::splat(0.25), Layers::ALL)?;
    assert_eq!(there, [rock]);

    // What a search of another thread may still be looking at.
    let snapshot = navigator.traversability(ids[1].1)?;
    let middle_gap = navigator.lattice().cell_at([0.0, 4.0, 0.0].into())?;

    navigator.move_to(block, [0.0, 0.0, 0.0])?;
    let after = routes(out, &mut navigator, &ids, "a block in the middle gap")?;
    assert!(after.iter().map(gap).eq([Some(0), Some(2), Some(2)]));
    assert_eq!(before[0].waypoints, after[0].waypoints);
    assert!(after[1].length > before[1].length);
    assert!(snapshot.is_traversable(middle_gap));
    assert!(
        !navigator
            .traversability(ids[1].1)?
            .is_traversable(middle_gap)
    );

    // A second block, in the wide gap: no way for two of them.
    let wide = Obstacle::new(SharedShape::cuboid(3.0, HEIGHT, 5.0)).at([0.0, 0.0, 20.0]);
    navigator.insert(wide.on(BLOCKS))?;
    let last = routes(out, &mut navigator, &ids, "and one in the wide gap")?;
    assert!(last[0].is_found());
    assert!(
        last[1..]
            .iter()
            .all(|route| route.outcome == Outcome::Unreachable)
    );
    Ok(())
}
