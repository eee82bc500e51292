//! An exact search: breadth first through the configurations of all agents.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use voxnav::glam::{DVec3, IVec3};
use voxnav::{CornerRule, MoveSet};
use voxnav_crowd::mapf::CollisionModel;

use super::scenes::{Scene, sides_of};

/// Whether two agents that each go from one cell to another conflict: looked at at every time at which the distance
/// can be least.
pub(crate) fn meets(one: [IVec3; 2], other: [IVec3; 2], bodies: CollisionModel) -> bool {
    let apart = other[0] - one[0];
    let turn = (other[1] - one[1]) - apart;
    if let CollisionModel::Balls(radius) = bodies
        && !radius.shape().is_cubic()
    {
        return meets_among(sides_of(bodies), [apart, turn], radius.parts());
    }
    let parts = turn.dot(turn).max(1);
    (0..=parts).any(|time| {
        let apart = (apart * parts + turn * time).as_i64vec3();
        let squared = apart.dot(apart);
        match bodies {
            CollisionModel::Points => squared == 0,
            CollisionModel::Balls(radius) => {
                let (over, under) = radius.parts();
                let [over, under] = [over, under].map(i64::from);
                squared * under * under < 4 * over * over * i64::from(parts * parts)
            }
            other => panic!("{other:?}"),
        }
    })
}

/// The same among cells of any sides: at the time at which the distance is least. Agents that touch do not meet.
fn meets_among(sides: DVec3, ways: [IVec3; 2], (over, under): (u32, u32)) -> bool {
    let [apart, turn] = ways.map(|way| way.as_dvec3() * sides);
    let time = -apart.dot(turn) / turn.length_squared().max(f64::MIN_POSITIVE);
    let nearest = (apart + turn * time.clamp(0.0, 1.0)).length();
    nearest < 2.0 * f64::from(over) / f64::from(under) * (1.0 - 1e-13)
}

/// The cells that an agent may be at after a step from `cell`.
pub(crate) fn steps(scene: &Scene, free: &BTreeSet<[i32; 3]>, cell: IVec3) -> Vec<IVec3> {
    let is_free = |cell: IVec3| free.contains(&cell.to_array());
    let mut found = vec![cell];
    for index in 0..27 {
        let step = IVec3::new(index % 3, index / 3 % 3, index / 9) - 1;
        let allowed = match (scene.options.moves, step.abs().element_sum()) {
            (_, 0) => false,
            (MoveSet::Vertex26, _) | (MoveSet::Edge18, 1 | 2) | (MoveSet::Face6, 1) => true,
            (MoveSet::Planar8(axis), _) | (MoveSet::Planar4(axis), 1) => step[axis.index()] == 0,
            _ => false,
        };
        let between = |part: &IVec3| (0..3).all(|axis| part[axis] == 0 || part[axis] == step[axis]);
        let corners: Vec<IVec3> = (0..27)
            .map(|it| IVec3::new(it % 3, it / 3 % 3, it / 9) - 1)
            .filter(between)
            .filter(|&part| is_free(cell + part))
            .collect();
        let passes = match scene.options.corners {
            CornerRule::Strict => corners.len() == 1 << step.abs().element_sum(),
            CornerRule::Lenient => is_free(cell + step),
            // Connected by single steps from corner to corner, outward from the cell.
            _ => {
                let mut reached = vec![IVec3::ZERO];
                let mut next = 0;
                while next < reached.len() {
                    for &corner in &corners {
                        let is_beside = (corner - reached[next]).abs().element_sum() == 1;
                        let is_outward =
                            corner.abs().element_sum() > reached[next].abs().element_sum();
                        if is_beside && is_outward && !reached.contains(&corner) {
                            reached.push(corner);
                        }
                    }
                    next += 1;
                }
                reached.contains(&step)
            }
        };
        if allowed && passes {
            found.push(cell + step);
        }
    }
    found
}

/// The most moves of all agents together that one configuration may have.
const MOST_JOINT_MOVES: usize = 3000;

/// What the exact search finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exact {
    /// There are more configurations than it looks at.
    Unknown,
    Unsolvable,
    /// The steps of the shortest plan.
    Steps(usize),
}

/// The shortest joint plan, among so many configurations.
pub(crate) fn least_steps(scene: &Scene, most: usize) -> Exact {
    let free: BTreeSet<[i32; 3]> = scene.free.iter().map(IVec3::to_array).collect();
    let mut moves: BTreeMap<[i32; 3], Vec<IVec3>> = BTreeMap::new();
    for &cell in &scene.free {
        moves.insert(cell.to_array(), steps(scene, &free, cell));
    }
    let most_moves = moves.values().map(Vec::len).max().unwrap_or(0);
    let joint = u32::try_from(scene.starts.len()).map(|agents| most_moves.pow(agents));
    if joint.is_ok_and(|joint| joint > MOST_JOINT_MOVES) {
        return Exact::Unknown;
    }
    let key = |cells: &[IVec3]| -> Vec<[i32; 3]> { cells.iter().map(IVec3::to_array).collect() };
    let mut seen = BTreeSet::from([key(&scene.starts)]);
    let mut queue = VecDeque::from([(scene.starts.clone(), 0)]);
    while let Some((cells, step)) = queue.pop_front() {
        if cells == scene.goals {
            return Exact::Steps(step);
        }
        if seen.len() > most {
            return Exact::Unknown;
        }
        let mut partial: Vec<Vec<IVec3>> = vec![Vec::new()];
        for (agent, cell) in cells.iter().enumerate() {
            let mut longer = Vec::new();
            for before in &partial {
                for &to in &moves[&cell.to_array()] {
                    let meets = |(other, &there): (usize, &IVec3)| {
                        meets([*cell, to], [cells[other], there], scene.options.bodies)
                    };
                    if !before.iter().enumerate().any(meets) {
                        longer.push(before.iter().copied().chain([to]).collect());
                    }
                }
            }
            partial = longer;
            debug_assert!(partial.iter().all(|it| it.len() == agent + 1));
        }
        for after in partial {
            if seen.insert(key(&after)) {
                queue.push_back((after, step + 1));
            }
        }
    }
    Exact::Unsolvable
}

/// The steps from a cell to another one for an agent that is alone.
pub(crate) fn distance(scene: &Scene, from: IVec3, to: IVec3) -> Option<u64> {
    let free: BTreeSet<[i32; 3]> = scene.free.iter().map(IVec3::to_array).collect();
    let mut seen = BTreeSet::from([from.to_array()]);
    let mut level = vec![from];
    for step in 0.. {
        if level.contains(&to) {
            return Some(step);
        }
        let next = level.iter().flat_map(|&cell| steps(scene, &free, cell));
        level = next.filter(|cell| seen.insert(cell.to_array())).collect();
        if level.is_empty() {
            return None;
        }
    }
    None
}
