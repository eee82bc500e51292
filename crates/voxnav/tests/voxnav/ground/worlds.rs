//! Random worlds of colliders, cells, materials and links, with edits.

use voxnav::colliders::{Matter, Obstacle, ObstacleId};
use voxnav::glam::{DVec3, IVec3, Vec3};
use voxnav::grid::Layers;
use voxnav::grid::{CellBox, CellState, Heading, Occupancy};
use voxnav::ground::{
    Compass, Ground, Jump, LinkId, LinkState, Locomotion, Material, MaterialId, MaterialKind,
    Support, Ways, WorldLink,
};
use voxnav::parry3d::shape::SharedShape;
use voxnav::search::Cost;
use voxnav::search::{Limits, Partial};
use voxnav::{Agent, AgentId, CornerRule, Destination, Navigator, RouteOptions, UnknownPolicy};
use voxnav_testkit::Draws;

const LOW: DVec3 = DVec3::splat(-4.0);
const HIGH: DVec3 = DVec3::new(4.0, 4.0, 1.5);

/// A navigator, and all that it takes to make another one like it.
pub(crate) struct World {
    pub(crate) navigator: Navigator,
    pub(crate) agent: AgentId<Ground>,
    body: Agent,
    locomotion: Locomotion,
    obstacles: Vec<(ObstacleId, Obstacle)>,
    links: Vec<(LinkId, WorldLink)>,
    materials: Vec<MaterialId>,
}

fn empty() -> Navigator {
    Navigator::in_region(0.5, LOW, HIGH).unwrap()
}

impl World {
    pub(crate) fn drawn(draws: &mut Draws) -> Self {
        let mut navigator = empty();
        let (body, locomotion) = (body(draws), locomotion(draws));
        let agent = navigator.add_agent((body, &locomotion)).unwrap();
        let mut world = Self {
            navigator,
            agent,
            body,
            locomotion,
            obstacles: Vec::new(),
            links: Vec::new(),
            materials: Vec::new(),
        };
        for _ in 0..draws.below(20) {
            world.edit(draws);
        }
        world
    }

    /// One edit of any kind.
    pub(crate) fn edit(&mut self, draws: &mut Draws) {
        match draws.below(12) {
            0..4 => {
                let matter = self.matter(draws);
                let obstacle = obstacle(draws).of(matter);
                let id = self.navigator.insert(obstacle.clone()).unwrap();
                self.obstacles.push((id, obstacle));
            }
            4 if !self.obstacles.is_empty() => {
                let (id, _) = self.obstacles.remove(draws.below(self.obstacles.len()));
                self.navigator.remove(id).unwrap();
            }
            5 if !self.obstacles.is_empty() => {
                let (at, to) = (draws.below(self.obstacles.len()), position(draws));
                let (id, obstacle) = &mut self.obstacles[at];
                self.navigator.move_to(*id, to).unwrap();
                *obstacle = obstacle.clone().at(to);
            }
            6 => {
                let state = draws.pick(&[CellState::Free, CellState::Occupied, CellState::Unknown]);
                self.navigator.set_cells(cells(draws), state).unwrap();
            }
            7 | 8 => self.set_material(draws),
            9 => {
                let link = link(draws);
                let id = self.navigator.insert_link(link).unwrap();
                self.links.push((id, link));
            }
            10 if !self.links.is_empty() => {
                let (id, _) = self.links.remove(draws.below(self.links.len()));
                self.navigator.remove_link(id).unwrap();
            }
            11 if !self.links.is_empty() => {
                let at = draws.below(self.links.len());
                let state = draws.pick(&[LinkState::Open, LinkState::Closed]);
                self.links[at].1.state = state;
                self.navigator
                    .set_link_state(self.links[at].0, state)
                    .unwrap();
            }
            _ => {}
        }
    }

    /// What an obstacle is made of, often nothing.
    fn matter(&self, draws: &mut Draws) -> Matter {
        let materials = self.navigator.cells().map(Occupancy::palette);
        match materials {
            Some(palette) if !self.materials.is_empty() && draws.percent(60) => {
                let id = draws.pick(&self.materials);
                let fills = palette.get(id).is_some_and(|it| it.kind.fills_the_cell());
                if fills {
                    Matter::Surface(id)
                } else {
                    Matter::Volume(id)
                }
            }
            _ => Matter::Plain,
        }
    }

    fn set_material(&mut self, draws: &mut Draws) {
        if self.materials.is_empty() || draws.percent(20) {
            let name = format!("material {}", self.materials.len());
            let mut material = Material::new(name, draws.pick(MaterialKind::ALL));
            let factor = draws.pick(&[0.5, 1.0, 1.0, 3.0]);
            material.cost = voxnav::ground::CostFactor::new(factor).unwrap();
            self.materials
                .push(self.navigator.add_material(material).unwrap());
        }
        let material = draws.pick(&self.materials);
        self.navigator.set_material(cells(draws), material).unwrap();
    }

    /// A navigator that came by the same world without edits.
    pub(crate) fn fresh(&self) -> (Navigator, AgentId<Ground>) {
        self.fresh_for(&(self.body, self.locomotion.clone()))
    }

    /// A navigator that came by the same world without edits, and has one agent of this kind.
    pub(crate) fn fresh_for(&self, kind: &(Agent, Locomotion)) -> (Navigator, AgentId<Ground>) {
        let mut navigator = empty();
        if let Some(cells) = self.navigator.cells() {
            navigator.replace_cells(cells.clone()).unwrap();
        }
        for (_, obstacle) in &self.obstacles {
            navigator.insert(obstacle.clone()).unwrap();
        }
        for (_, link) in &self.links {
            navigator.insert_link(*link).unwrap();
        }
        let agent = navigator.add_agent((kind.0, &kind.1));
        (navigator, agent.unwrap())
    }
}

/// Another agent for a world, of any kind.
pub(crate) fn kind(draws: &mut Draws) -> (Agent, Locomotion) {
    (body(draws), locomotion(draws))
}

fn body(draws: &mut Draws) -> Agent {
    let (wide, high) = (draws.pick(&[0.1, 0.25, 0.7]), draws.pick(&[0.25, 0.5, 0.8]));
    let unknown = draws.pick(&[UnknownPolicy::Blocked, UnknownPolicy::Free]);
    let layers = draws.pick(&[Layers::ALL, Layers::ALL, Layers::bit(0)]);
    Agent::new(Vec3::new(wide, wide, high))
        .with_unknown(unknown)
        .seeing(layers)
}

fn locomotion(draws: &mut Draws) -> Locomotion {
    let presets = [
        Locomotion::walker(),
        Locomotion::spider(),
        Locomotion::ticks(),
        Locomotion::mineflayer(),
    ];
    let preset = presets[draws.below(presets.len())].clone();
    let jump = draws.percent(50).then(|| Jump {
        gap: draws.between(0, 2),
        rise: draws.between(0, 2),
        compass: draws.pick(&[Compass::Four, Compass::Eight]),
        ..Jump::over_one()
    });
    let mut locomotion = Locomotion {
        jump: jump.or(preset.jump),
        support: draws.pick(&[Support::Center, Support::Any, Support::Whole]),
        corners: draws.pick(&[CornerRule::Strict, CornerRule::Lenient]),
        fly: draws.percent(10).then_some(Cost::STRAIGHT * 4),
        ..preset
    };
    if draws.percent(15) {
        let up = draws.pick(&[IVec3::Y, IVec3::NEG_X, IVec3::NEG_Z]);
        locomotion = locomotion.with_up(Heading::from_step(up).unwrap());
    }
    locomotion
}

pub(crate) fn position(draws: &mut Draws) -> DVec3 {
    let of = |axis: usize, draws: &mut Draws| draws.within(LOW[axis], HIGH[axis]);
    DVec3::new(of(0, draws), of(1, draws), of(2, draws))
}

fn obstacle(draws: &mut Draws) -> Obstacle {
    let mut half = [(); 3].map(|()| draws.pick(&[0.05_f32, 0.3, 0.8, 2.0]));
    half[2] = half[2].min(0.8);
    let shape = SharedShape::cuboid(half[0], half[1], half[2]);
    let layers = draws.pick(&[Layers::ALL, Layers::bit(0), Layers::bit(1)]);
    Obstacle::new(shape).at(position(draws)).on(layers)
}

fn cells(draws: &mut Draws) -> CellBox {
    let bounds = empty().bounds();
    let min = draws.cell(&bounds);
    let size = draws.vector(IVec3::ONE, IVec3::new(8, 8, 3));
    CellBox::new(min, (min + size).min(bounds.max))
}

fn link(draws: &mut Draws) -> WorldLink {
    // Feet up to half a cell below the center of a cell are in it, whatever is up.
    let inside = |draws: &mut Draws| position(draws) * 0.85;
    let from = inside(draws);
    let beside = (from + DVec3::splat(0.5)).min(HIGH * 0.85);
    WorldLink {
        from: [from, draws.pick(&[from, beside])],
        ways: draws.pick(&[Ways::One, Ways::Both]),
        cost: Cost::STRAIGHT * draws.below(5_u32),
        label: draws.below(9_u32),
        ..WorldLink::new(from, inside(draws))
    }
}

pub(crate) fn destination(draws: &mut Draws) -> Destination {
    let at = position(draws);
    match draws.below(6) {
        0 => Destination::within(at, draws.within(0.0, 3.0)),
        1 => Destination::inside(at, at + DVec3::splat(draws.within(0.0, 2.0))),
        2 => Destination::any_of((0..3).map(|_| position(draws)).collect::<Vec<_>>()),
        _ => at.into(),
    }
}

pub(crate) fn options(draws: &mut Draws) -> RouteOptions {
    let options = RouteOptions::default();
    match draws.below(5) {
        0 => options.partial(Partial::Allowed),
        1 => options.snap_start(1.5).snap_goal(1.5),
        2 => options.limits(Limits::none().expanded(30)),
        3 => (options.partial(Partial::Allowed)).limits(Limits::none().expanded(30)),
        _ => options,
    }
}
