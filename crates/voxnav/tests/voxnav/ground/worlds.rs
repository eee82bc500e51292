//! Random worlds of colliders, cells, materials and links, with edits. They lie anywhere: off the cells, far away, turned.

use voxnav::colliders::{Matter, Obstacle, ObstacleId};
use voxnav::glam::{DVec3, IVec3};
use voxnav::grid::Layers;
use voxnav::grid::{CellBox, CellState, Heading, Occupancy};
use voxnav::ground::{
    Compass, Jump, LinkDirection, LinkId, LinkState, Locomotion, Material, MaterialId,
    MaterialKind, WorldLink,
};
use voxnav::parry3d::shape::SharedShape;
use voxnav::search::Cost;
use voxnav::search::{Limits, Partial};
use voxnav::{
    Agent, AgentId, CornerRule, Destination, Lattice, Navigator, RouteOptions, UnknownPolicy,
};
use voxnav_testkit::{Draws, Frame, drawn_slope, drawn_support};

/// The plan, in cells: the first cell and the last.
const LOW: IVec3 = IVec3::splat(-8);
const HIGH: IVec3 = IVec3::new(8, 8, 3);

/// An obstacle that is in a world.
struct Placed {
    id: ObstacleId,
    obstacle: Obstacle,
    /// The center in the plan.
    at: DVec3,
    /// Half of the size, in cells of the plan.
    half: DVec3,
}

/// A navigator, and all that it takes to make another one like it.
pub(crate) struct World {
    pub(crate) navigator: Navigator,
    pub(crate) agent: AgentId,
    pub(crate) frame: Frame,
    body: Agent,
    locomotion: Locomotion,
    obstacles: Vec<Placed>,
    links: Vec<(LinkId, WorldLink)>,
    materials: Vec<MaterialId>,
}

fn empty(frame: &Frame) -> Navigator {
    let bounds = frame.cells(CellBox::new(LOW, HIGH + 1));
    Navigator::new(frame.lattice(), bounds).unwrap()
}

impl World {
    pub(crate) fn drawn(draws: &mut Draws) -> Self {
        let frame = Frame::on_ground(draws);
        let mut navigator = empty(&frame);
        let (body, locomotion) = kind(&frame, draws);
        let agent = navigator.add_agent((body, &locomotion)).unwrap();
        let mut world = Self {
            navigator,
            agent,
            frame,
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
                let placed = self.placed(matter, draws);
                self.obstacles.push(placed);
            }
            4 if !self.obstacles.is_empty() => {
                let placed = self.obstacles.remove(draws.below(self.obstacles.len()));
                self.navigator.remove(placed.id).unwrap();
            }
            5 if !self.obstacles.is_empty() => {
                let (index, plan) = (draws.below(self.obstacles.len()), anywhere(draws));
                let placed = &mut self.obstacles[index];
                let to = self.frame.position(plan);
                self.navigator.move_to(placed.id, to).unwrap();
                placed.obstacle = placed.obstacle.clone().at(to);
                placed.at = plan;
            }
            6 => {
                let state = draws.pick(&[CellState::Free, CellState::Occupied, CellState::Unknown]);
                self.navigator.set_cells(self.cells(draws), state).unwrap();
            }
            7 | 8 => self.set_material(draws),
            9 => {
                let link = self.link(draws);
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

    /// Puts an obstacle somewhere.
    fn placed(&mut self, matter: Matter, draws: &mut Draws) -> Placed {
        let mut half = DVec3::from_array([(); 3].map(|()| draws.pick(&[0.1, 0.6, 1.6, 4.0])));
        half.z = half.z.min(1.6);
        let at = anywhere(draws);
        let sides = self.frame.half(half);
        let shape = SharedShape::cuboid(sides.x, sides.y, sides.z);
        let layers = draws.pick(&[Layers::ALL, Layers::bit(0), Layers::bit(1)]);
        let obstacle = Obstacle::new(shape).at(self.frame.position(at)).on(layers);
        let obstacle = obstacle.of(matter);
        let id = self.navigator.insert(obstacle.clone()).unwrap();
        Placed {
            id,
            obstacle,
            at,
            half,
        }
    }

    /// Draws a position: anywhere, or of feet on an obstacle or a little off it.
    pub(crate) fn position(&self, draws: &mut Draws) -> DVec3 {
        if self.obstacles.is_empty() || draws.percent(60) {
            return self.frame.position(anywhere(draws));
        }
        let placed = &self.obstacles[draws.below(self.obstacles.len())];
        let aside = draws.point(-1.0, 1.0).with_z(1.0) * placed.half;
        let feet = DVec3::Z * self.frame.feet;
        self.frame.position(placed.at + aside + feet)
    }

    /// Returns a length of so many cells, in world units.
    pub(crate) fn cells_long(&self, cells: f64) -> f64 {
        cells * self.frame.size
    }

    fn cells(&self, draws: &mut Draws) -> CellBox {
        let plan = CellBox::new(LOW, HIGH + 1);
        let min = draws.cell(&plan);
        let size = draws.vector(IVec3::ONE, IVec3::new(8, 8, 3));
        self.frame
            .cells(CellBox::new(min, (min + size).min(plan.max)))
    }

    fn link(&self, draws: &mut Draws) -> WorldLink {
        // Feet up to half a cell below the center of a cell are in it, whatever is up.
        let inside = |draws: &mut Draws| anywhere(draws) * 0.85;
        let plan = inside(draws);
        let from = self.frame.position(plan);
        let beside = (plan + DVec3::ONE).min(HIGH.as_dvec3() * 0.85);
        let beside = self.frame.position(beside);
        WorldLink {
            from: draws.pick(&[[from; 2], [from.min(beside), from.max(beside)]]),
            ways: draws.pick(&[LinkDirection::One, LinkDirection::Both]),
            cost: Cost::STRAIGHT * draws.below(5_u32),
            label: draws.below(9_u32),
            ..WorldLink::new(from, self.frame.position(inside(draws)))
        }
    }

    pub(crate) fn destination(&self, draws: &mut Draws) -> Destination {
        let at = self.position(draws);
        match draws.below(6) {
            0 => Destination::within(at, self.cells_long(draws.within(0.0, 6.0))),
            1 => {
                let size = DVec3::splat(self.cells_long(draws.within(0.0, 4.0)));
                Destination::inside(at, at + size)
            }
            2 => Destination::any_of((0..3).map(|_| self.position(draws)).collect::<Vec<_>>()),
            _ => at.into(),
        }
    }

    pub(crate) fn options(&self, draws: &mut Draws) -> RouteOptions {
        let options = RouteOptions::default();
        let radius = self.cells_long(3.0);
        match draws.below(5) {
            0 => options.partial(Partial::Allowed),
            1 => options.snap_start(radius).snap_goal(radius),
            2 => options.limits(Limits::none().expanded(30)),
            3 => (options.partial(Partial::Allowed)).limits(Limits::none().expanded(30)),
            _ => options,
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
        let cells = self.cells(draws);
        self.navigator.set_material(cells, material).unwrap();
    }

    /// A navigator that came by the same world without edits.
    pub(crate) fn fresh(&self) -> (Navigator, AgentId) {
        self.fresh_for(&(self.body, self.locomotion.clone()))
    }

    /// A navigator that came by the same world without edits, and has one agent of this kind.
    pub(crate) fn fresh_for(&self, kind: &(Agent, Locomotion)) -> (Navigator, AgentId) {
        let mut navigator = empty(&self.frame);
        if let Some(cells) = self.navigator.cells() {
            navigator.replace_cells(cells.clone()).unwrap();
        }
        for placed in &self.obstacles {
            navigator.insert(placed.obstacle.clone()).unwrap();
        }
        for (_, link) in &self.links {
            navigator.insert_link(*link).unwrap();
        }
        let agent = navigator.add_agent((kind.0, &kind.1));
        (navigator, agent.unwrap())
    }
}

/// Another agent for a world that lies somewhere, of any kind.
pub(crate) fn kind(frame: &Frame, draws: &mut Draws) -> (Agent, Locomotion) {
    (body(frame, draws), locomotion(frame, draws))
}

/// Returns the distance, in world units, that is no distance in a lattice.
pub(crate) fn grain(lattice: &Lattice) -> f64 {
    2e-9 * lattice.shortest_side() + 8.0 * f64::EPSILON * lattice.origin().abs().max_element()
}

fn body(frame: &Frame, draws: &mut Draws) -> Agent {
    let (wide, high) = (draws.pick(&[0.2, 0.5, 1.4]), draws.pick(&[0.5, 1.0, 1.6]));
    let unknown = draws.pick(&[UnknownPolicy::Blocked, UnknownPolicy::Free]);
    let layers = draws.pick(&[Layers::ALL, Layers::ALL, Layers::bit(0)]);
    Agent::new(frame.half(DVec3::new(wide, wide, high)))
        .with_unknown(unknown)
        .seeing(layers)
}

fn locomotion(frame: &Frame, draws: &mut Draws) -> Locomotion {
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
    // Low cells are for those who walk, and up is the axis along which they are low.
    let is_cubic = frame.is_cubic();
    let fly = draws.percent(10).then_some(Cost::STRAIGHT * 4);
    let locomotion = Locomotion {
        jump: jump.or(preset.jump),
        support: drawn_support(draws),
        slope: drawn_slope(draws),
        corners: draws.pick(&[CornerRule::Strict, CornerRule::Lenient]),
        fly: fly.filter(|_| is_cubic),
        ..preset
    };
    let up = if draws.percent(15) && is_cubic {
        let up = draws.pick(&[IVec3::Y, IVec3::NEG_X, IVec3::NEG_Z]);
        Heading::from_step(up).unwrap()
    } else {
        frame.up()
    };
    locomotion.with_up(up)
}

/// Draws a position of the plan.
fn anywhere(draws: &mut Draws) -> DVec3 {
    let of =
        |axis: usize, draws: &mut Draws| draws.within(f64::from(LOW[axis]), f64::from(HIGH[axis]));
    DVec3::new(of(0, draws), of(1, draws), of(2, draws))
}
