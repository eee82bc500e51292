//! Random small worlds, and agents that can do any of the things that the rules speak of.

use std::collections::BTreeMap;

use glam::IVec3;
use voxnav_occupancy::{
    CellBox, CellState, CostFactor, Footprint, Heading, Material, MaterialId, MaterialKind, Sign,
    Support, UnknownPolicy,
};
use voxnav_search::{
    Compass, CornerRule, Cost, Crouch, Fall, Hazards, Jump, Link, LinkDirection, LinkState,
    Locomotion, Swim, Wading,
};
use voxnav_testkit::Draws;

use super::Edit;

/// Materials of every kind more often than not.
pub(super) fn sample_palette(draws: &mut Draws) -> Vec<Material> {
    let count = draws.pick(&[0, 3, 6, 6, 8, 12]);
    let material = |place: usize| {
        let kind = if place < 6 {
            MaterialKind::ALL[place]
        } else {
            draws.pick(MaterialKind::ALL)
        };
        let forbidden = draws.percent(6);
        let cost = match draws.below(4) {
            0 => draws.pick(&[1.0 / 16.0, 0.5, 0.999, 1.5, 2.0, 64.0]),
            _ => 1.0,
        };
        Material {
            cost: CostFactor::new(cost).expect("a factor in range"),
            standable: kind.can_bear() && !forbidden && draws.percent(75),
            forbidden,
            ..Material::new(format!("{place}"), kind)
        }
    };
    (0..count).map(material).collect()
}

/// The bounds of a world, and how to fill it: open ground with things on it, layers of solid and
/// liquid cells, or noise.
pub(super) fn sample_world(
    agent: &Locomotion,
    palette: &[Material],
    draws: &mut Draws,
) -> (CellBox, Vec<Edit>) {
    let body = agent.body.offsets().size().as_ivec3();
    let longest = draws.pick(&[2, 3, 4, 5, 8]);
    let mut size = IVec3::from_array([0, 1, 2].map(|axis| body[axis] + draws.between(1, longest)));
    let up = agent.up.axis.index();
    size[up] += draws.between(0, 3);
    if draws.percent(5) {
        size[draws.below(3_usize)] = 1;
    }
    let min = IVec3::from_array(size.to_array().map(|side| sample_corner(side, draws)));
    let bounds = CellBox::new(min, min + size);
    let mut edits = Vec::new();
    if draws.percent(85) {
        lay_ground(&bounds, agent.up, palette, draws, &mut edits);
    }
    for _ in 0..draws.below(7) {
        edits.push(sample_edit(&bounds, palette, draws));
    }
    let share = draws.pick(&[0, 0, 3, 6, 12, 25]);
    for cell in bounds.cells() {
        if draws.percent(share) {
            edits.push(sample_change(CellBox::of_cell(cell), palette, draws));
        }
    }
    (bounds, edits)
}

/// Where a world begins along an axis: at the origin, across a border between chunks, amid negative
/// coordinates, or at either end of what is supported.
fn sample_corner(side: i32, draws: &mut Draws) -> i32 {
    match draws.below(8) {
        0..=3 => 64 * draws.between(-2, 2) - draws.between(0, side),
        4 => -(1 << 30),
        5 => (1 << 30) - side,
        _ => 0,
    }
}

/// Columns of random heights, with liquid up to a level now and then.
fn lay_ground(
    bounds: &CellBox,
    up: Heading,
    palette: &[Material],
    draws: &mut Draws,
    edits: &mut Vec<Edit>,
) {
    let axis = up.axis.index();
    let layers = |low: i32, high: i32, of: CellBox| {
        let mut cells = of;
        match up.sign {
            Sign::Positive => {
                cells.min[axis] = of.min[axis] + low;
                cells.max[axis] = of.min[axis] + high;
            }
            Sign::Negative => {
                cells.min[axis] = of.max[axis] - high;
                cells.max[axis] = of.max[axis] - low;
            }
        }
        cells.intersection(bounds)
    };
    let liquids: Vec<usize> = (0..palette.len())
        .filter(|&place| palette[place].kind == MaterialKind::Liquid)
        .collect();
    if !liquids.is_empty() && draws.percent(40) {
        let level = draws.between(1, bounds.size().as_ivec3()[axis]);
        let pool = layers(0, level, *bounds);
        edits.push(Edit::Material(pool, draws.pick(&liquids)));
    }
    let solids: Vec<usize> = (0..palette.len())
        .filter(|&place| palette[place].kind == MaterialKind::Solid)
        .collect();
    let ground = |cells, draws: &mut Draws| {
        if !solids.is_empty() && draws.percent(20) {
            Edit::Material(cells, draws.pick(&solids))
        } else {
            Edit::State(cells, CellState::Occupied)
        }
    };
    edits.push(ground(layers(0, 1, *bounds), draws));
    if draws.percent(60) {
        // Some columns higher, some holes.
        let (higher, holes) = (draws.pick(&[10, 30, 50]), draws.pick(&[0, 10, 40]));
        let most = draws.between(2, 4);
        for cell in layers(0, 1, *bounds).cells() {
            let column = CellBox::of_cell(cell);
            if draws.percent(holes) {
                edits.push(Edit::State(column, CellState::Free));
            } else if draws.percent(higher) {
                let mut whole = column;
                (whole.min[axis], whole.max[axis]) = (bounds.min[axis], bounds.max[axis]);
                edits.push(ground(layers(0, draws.between(2, most), whole), draws));
            }
        }
    }
}

/// A box within the bounds, often a bar or a plate of one cell.
fn sample_box(bounds: &CellBox, draws: &mut Draws) -> CellBox {
    let (one, other) = (draws.cell(bounds), draws.cell(bounds));
    let (min, mut max) = (one.min(other), one.max(other) + 1);
    for axis in 0..3 {
        if draws.percent(50) {
            max[axis] = min[axis] + 1;
        }
    }
    CellBox::new(min, max)
}

/// A change of a cell or a box.
pub(super) fn sample_edit(bounds: &CellBox, palette: &[Material], draws: &mut Draws) -> Edit {
    let cells = if draws.percent(30) {
        CellBox::of_cell(draws.cell(bounds))
    } else {
        sample_box(bounds, draws)
    };
    sample_change(cells, palette, draws)
}

fn sample_change(cells: CellBox, palette: &[Material], draws: &mut Draws) -> Edit {
    if !palette.is_empty() && draws.percent(60) {
        return Edit::Material(cells, draws.below(palette.len()));
    }
    let states = [
        CellState::Free,
        CellState::Free,
        CellState::Occupied,
        CellState::Occupied,
        CellState::Unknown,
    ];
    Edit::State(cells, draws.pick(&states))
}

/// A cell within the bounds, or sometimes one near them.
pub(super) fn sample_cell(bounds: &CellBox, draws: &mut Draws) -> IVec3 {
    let cell = draws.cell(bounds);
    if draws.percent(3) {
        cell + draws.vector(IVec3::splat(-9), IVec3::splat(9))
    } else {
        cell
    }
}

/// Costs of which some are equal, some odd, and a few enormous.
fn sample_cost(draws: &mut Draws) -> Cost {
    match draws.below(12) {
        0..=5 => Cost::from_raw((1 << 29) * (1 + draws.below(4_u64))),
        6 | 7 => Cost::STRAIGHT,
        8 | 9 => Cost::from_raw(1 + draws.below(1_u64 << 32)),
        10 => Cost::from_raw(1 + draws.below(9_u64)),
        _ => Locomotion::MOST,
    }
}

/// As [`sample_cost`], or zero.
fn sample_cost_or_none(draws: &mut Draws) -> Cost {
    if draws.percent(30) {
        Cost::ZERO
    } else {
        sample_cost(draws)
    }
}

fn some<T>(share: u32, draws: &mut Draws, value: impl FnOnce(&mut Draws) -> T) -> Option<T> {
    draws.percent(share).then(|| value(draws))
}

/// A box of up to 3 x 3 x 3 cells around its anchor, small ones more often.
fn sample_body(draws: &mut Draws) -> CellBox {
    let (mut min, mut max) = (IVec3::ZERO, IVec3::ONE);
    for axis in 0..3 {
        let size = draws.pick(&[1, 1, 1, 2, 2, 3]);
        min[axis] = draws.between(1 - size, 0);
        max[axis] = min[axis] + size;
    }
    CellBox::new(min, max)
}

/// How many cells of the body lie above its feet in the anchor's column, and below the anchor.
fn heights(body: &CellBox, up: Heading) -> (i32, i32) {
    let axis = up.axis.index();
    let below = match up.sign {
        Sign::Positive => -body.min[axis],
        Sign::Negative => body.max[axis] - 1,
    };
    (body.size().as_ivec3()[axis], below)
}

/// An agent with any abilities that agree with each other, at least one of them.
pub(super) fn sample_agent(draws: &mut Draws) -> Locomotion {
    loop {
        let agent = sample_abilities(draws);
        if agent.walk.is_some()
            || agent.climb.is_some()
            || agent.swim.is_some()
            || agent.fly.is_some()
        {
            agent.check().expect("abilities that agree with each other");
            return agent;
        }
    }
}

fn sample_abilities(draws: &mut Draws) -> Locomotion {
    let (body, up) = (sample_body(draws), draws.pick(&Heading::ALL));
    let (height, below) = heights(&body, up);
    let compasses = [Compass::Four, Compass::Eight];
    let walk = some(85, draws, sample_cost);
    let most = |draws: &mut Draws, heights: &[u8]| {
        if walk.is_some() {
            draws.pick(heights)
        } else {
            0
        }
    };
    let (step_up, drop, drop_into_liquid) = (
        most(draws, &[0, 1, 1, 2, 3]),
        most(draws, &[0, 1, 2, 3, 4]),
        most(draws, &[0, 0, 2, 5]),
    );
    let fall = if draws.percent(50) {
        Fall::PerCell(sample_cost_or_none(draws))
    } else {
        let entries = usize::from(drop.max(drop_into_liquid)) + draws.below(2_usize);
        Fall::Table((0..entries).map(|_| sample_cost_or_none(draws)).collect())
    };
    let jump = walk.and_then(|_| {
        some(55, draws, |draws| Jump {
            gap: draws.pick(&[0, 1, 1, 2, 3]),
            rise: draws.pick(&[0, 1, 1, 2, 3]),
            arc: draws.pick(&[1, 1, 1, 0, 2, 4]),
            cost: sample_cost_or_none(draws),
            compass: draws.pick(&compasses),
        })
    });
    let lowest = below + 1;
    let crouch = (lowest < height && draws.percent(50)).then(|| Crouch {
        height: u8::try_from(draws.between(lowest, height - 1)).expect("a small body"),
        factor: CostFactor::new(draws.pick(&[0.25, 1.0, 2.0, 3.7])).expect("in range"),
    });
    Locomotion {
        body: Footprint::new(body).expect("a box around its anchor"),
        up,
        support: draws.pick(&[
            Support::Whole,
            Support::Center,
            Support::Any,
            Support::Slope,
        ]),
        slope: None,
        unknown: draws.pick(&[
            UnknownPolicy::Blocked,
            UnknownPolicy::Free,
            UnknownPolicy::StopAtBoundary,
        ]),
        compass: draws.pick(&compasses),
        corners: draws.pick(&[
            CornerRule::Strict,
            CornerRule::Strict,
            CornerRule::OneSide,
            CornerRule::Lenient,
        ]),
        walk,
        step_up,
        step: sample_cost_or_none(draws),
        drop,
        drop_into_liquid,
        fall,
        jump,
        climb: some(50, draws, sample_cost),
        swim: some(50, draws, |draws| Swim {
            below: sample_cost(draws),
            surface: sample_cost(draws),
        }),
        wading: draws.pick(&[Wading::Refused, Wading::Allowed]),
        fly: some(10, draws, sample_cost),
        open_door: some(50, draws, sample_cost_or_none),
        hazards: draws.pick(&[Hazards::Avoided, Hazards::Entered]),
        crouch,
        material_costs: sample_material_costs(draws),
        groups: draws.pick(&[u64::MAX, 1, 2, 0]),
    }
}

/// Costs that a few materials have for the agent alone, some of which no palette may have.
fn sample_material_costs(draws: &mut Draws) -> BTreeMap<MaterialId, CostFactor> {
    let count = draws.pick(&[0, 0, 0, 1, 3]);
    let own = (0..count).map(|_| {
        let id = MaterialId::new(draws.pick(&[1, 2, 3, 4, 9])).expect("not zero");
        let factor = draws.pick(&[0.25, 1.0, 1.0, 2.0, 64.0]);
        (id, CostFactor::new(factor).expect("in range"))
    });
    own.collect()
}

/// A few links between cells, mostly such as the agent can use.
pub(super) fn sample_links(cells: &[IVec3], bounds: &CellBox, draws: &mut Draws) -> Vec<Link> {
    let end = |draws: &mut Draws| {
        if cells.is_empty() || draws.percent(10) {
            draws.cell(bounds)
        } else {
            draws.pick(cells)
        }
    };
    let count = draws.pick(&[0, 0, 0, 1, 2, 5]);
    let link = |label: u32| {
        let from = CellBox::of_cell(end(draws));
        let from = if draws.percent(70) {
            from
        } else {
            let wide = CellBox::new(from.min - draws.below(2), from.max + draws.below(2));
            wide.intersection(bounds)
        };
        Link {
            ways: draws.pick(&[LinkDirection::One, LinkDirection::Both]),
            cost: match draws.below(20) {
                0 => Cost::MAX,
                _ => sample_cost_or_none(draws),
            },
            label,
            groups: draws.pick(&[u64::MAX, u64::MAX, 1, 2, 0]),
            state: draws.pick(&[LinkState::Open, LinkState::Open, LinkState::Closed]),
            ..Link::new(from, end(draws))
        }
    };
    (0..count).map(link).collect()
}
