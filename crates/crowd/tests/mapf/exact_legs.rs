//! An exact search through the configurations of agents whose moves take several steps and hold all their cells.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use voxnav::glam::{DVec3, IVec3};
use voxnav::grid::CellBox;
use voxnav_crowd::mapf::{CollisionModel, Kinematics};

use super::oracle::Exact;
use super::scenes::sides_of;

/// An agent: where it is or comes from, where it goes, and the steps that it has left.
pub(crate) type Place = ([i32; 3], [i32; 3], u64);

/// An agent, and its heading.
type Agent = (Place, [i32; 3]);

fn box_of((from, to, _): &Place) -> CellBox {
    let [from, to] = [*from, *to].map(IVec3::from_array);
    CellBox::new(from.min(to), from.max(to) + 1)
}

pub(crate) fn too_near(one: &Place, other: &Place, bodies: CollisionModel) -> bool {
    let mut cells = box_of(one).cells();
    cells.any(|one| {
        box_of(other).cells().any(|other| {
            let apart = ((one - other).as_dvec3() * sides_of(bodies)).length();
            match bodies {
                CollisionModel::Balls(radius) => {
                    let (over, under) = radius.parts();
                    apart < 2.0 * f64::from(over) / f64::from(under) * (1.0 - 1e-13)
                }
                _ => apart == 0.0,
            }
        })
    })
}

/// What an offset has across the axis of turns.
fn flat(own: Kinematics, offset: IVec3) -> DVec3 {
    let mut flat = offset.as_dvec3();
    flat[own.axis.index()] = 0.0;
    flat
}

/// The steps of a move and its turn, by the angle in degrees.
pub(crate) fn steps_of(own: Kinematics, heading: IVec3, by: IVec3, straight: u64) -> u64 {
    let [before, after] = [heading, by].map(|it| flat(own, it));
    let straight = straight * u64::from(own.steps_per_move.max(1));
    if before == DVec3::ZERO || after == DVec3::ZERO {
        return straight;
    }
    let cosine = before.dot(after) / (before.length() * after.length());
    let degrees = cosine.clamp(-1.0, 1.0).acos().to_degrees();
    let quarters = [1e-3, 90.001].iter().filter(|&&it| degrees > it).count();
    straight + u64::from(own.steps_per_turn) * quarters as u64
}

/// The heading of an agent after a move.
pub(crate) fn heading_after(own: Kinematics, heading: IVec3, by: IVec3) -> IVec3 {
    if flat(own, by) == DVec3::ZERO {
        heading
    } else {
        flat(own, by).as_ivec3()
    }
}

/// How an agent moves, by the rule of the options.
pub(crate) fn own(kinematics: &[Kinematics], agent: usize) -> Kinematics {
    let own = kinematics.get(agent).or(kinematics.last());
    own.copied().unwrap_or_default()
}

/// The steps of the shortest plan, if so many configurations tell.
pub(crate) fn least_steps(
    legs: impl Fn(IVec3) -> BTreeMap<[i32; 3], u64>,
    kinematics: &[Kinematics],
    [starts, goals]: [&[IVec3]; 2],
    (bodies, most): (CollisionModel, usize),
) -> Exact {
    let first: Vec<Agent> = (starts.iter().enumerate())
        .map(|(agent, it)| {
            let heading = own(kinematics, agent).heading.unwrap_or_default();
            ((it.to_array(), it.to_array(), 0), heading.to_array())
        })
        .collect();
    let is_last = |agents: &[Agent]| {
        let mut pairs = agents.iter().zip(goals);
        pairs.all(|((place, _), goal)| *place == (goal.to_array(), goal.to_array(), 0))
    };
    let mut seen = BTreeSet::from([first.clone()]);
    let mut queue = VecDeque::from([(first, 0)]);
    while let Some((agents, step)) = queue.pop_front() {
        if is_last(&agents) {
            return Exact::Steps(step);
        }
        if seen.len() > most {
            return Exact::Unknown;
        }
        // What each holds in this step.
        let mut partial: Vec<Vec<Agent>> = vec![Vec::new()];
        for (agent, &((at, goes, left), heading)) in agents.iter().enumerate() {
            let own = own(kinematics, agent);
            let mut choices = vec![((at, goes, left), heading)];
            if left == 0 {
                let from = IVec3::from(at);
                choices.extend(legs(from).into_iter().map(|(to, straight)| {
                    let by = IVec3::from(to) - from;
                    let steps = steps_of(own, heading.into(), by, straight);
                    let heading = heading_after(own, heading.into(), by);
                    ((at, to, steps), heading.to_array())
                }));
            }
            debug_assert!(left > 0 || at == goes);
            let mut longer = Vec::new();
            for before in &partial {
                for choice in &choices {
                    let meets = |it: &Agent| too_near(&it.0, &choice.0, bodies);
                    if !before.iter().any(meets) {
                        longer.push(before.iter().copied().chain([*choice]).collect());
                    }
                }
            }
            partial = longer;
        }
        for held in partial {
            let after: Vec<Agent> = (held.into_iter())
                .map(|((from, to, left), heading)| match left {
                    0 | 1 => ((to, to, 0), heading),
                    _ => ((from, to, left - 1), heading),
                })
                .collect();
            if seen.insert(after.clone()) {
                queue.push_back((after, step + 1));
            }
        }
    }
    Exact::Unsolvable
}
