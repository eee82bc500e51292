//! Worlds with ground that is even here and there, for agents and links of all kinds, with any side up, across
//! chunk borders.

use std::fmt::{self, Display};

use glam::IVec3;
use voxnav_occupancy::{
    CellBox, CellState, CostFactor, Footprint, Heading, Material, MaterialKind, Occupancy,
    OccupancyBuilder, Support,
};
use voxnav_search::{Compass, Cost, Ground, Jump, Link, LinkDirection, Locomotion};
use voxnav_testkit::Draws;

use crate::engine::Place;

/// A world put together with z up, and turned.
pub(crate) struct Even {
    agent: Locomotion,
    origin: IVec3,
    size: IVec3,
    world: Occupancy,
}

impl Even {
    pub(crate) fn sample(draws: &mut Draws) -> Self {
        let up = draws.pick(&Heading::ALL);
        let agent = agent(draws).with_up(up);
        let longest = draws.pick(&[8, 12, 12, 24]);
        let size = IVec3::new(
            draws.between(6, longest),
            draws.between(6, longest),
            draws.between(5, 9),
        );
        let origin = draws.vector(IVec3::splat(-80), IVec3::splat(80));
        let mut case = Self {
            agent,
            origin,
            size,
            world: OccupancyBuilder::new(CellBox::from_size(IVec3::ONE))
                .unwrap()
                .commit(),
        };
        let bounds = case.turned(CellBox::from_size(size));
        let mut builder = OccupancyBuilder::new(bounds).unwrap();
        case.fill(&mut builder, draws);
        case.world = builder.commit();
        case
    }

    /// Cells of the world as it was put together, in the world as it is.
    fn turned(&self, cells: CellBox) -> CellBox {
        let up = self.agent.up;
        let [one, other] = up.axis.others();
        let mirrored = |cell: IVec3| match up.step().max_element() {
            1 => cell.z,
            _ => self.size.z - cell.z,
        };
        let turned = |cell: IVec3| {
            one.unit() * cell.x + other.unit() * cell.y + up.axis.unit() * mirrored(cell)
        };
        let [a, b] = [turned(cells.min), turned(cells.max)];
        CellBox::new(self.origin + a.min(b), self.origin + a.max(b))
    }

    fn fill(&self, builder: &mut OccupancyBuilder, draws: &mut Draws) {
        let mut of = |name: &str, kind, cost: f64| {
            let cost = CostFactor::new(cost).unwrap();
            let material = Material::new(name, kind);
            builder.add_material(Material { cost, ..material }).unwrap()
        };
        let materials = [
            of("grass", MaterialKind::Solid, 1.0),
            of("mud", MaterialKind::Solid, 2.0),
            of("road", MaterialKind::Solid, 0.5),
            of("water", MaterialKind::Liquid, 1.0),
            of("ladder", MaterialKind::Climbable, 1.0),
            of("door", MaterialKind::Door, 1.0),
            of("lava", MaterialKind::Hazard, 8.0),
            of("bush", MaterialKind::Passable, 3.0),
        ];
        let floor = draws.between(0, 3);
        let ground = CellBox::new(IVec3::ZERO, self.size.with_z(floor));
        builder
            .set_box(self.turned(ground), CellState::Occupied)
            .unwrap();
        let kinds = draws.word();
        for _ in 0..draws.below(14) {
            let corner = draws.vector(IVec3::ZERO, self.size - 1);
            let wide = draws.vector(IVec3::ONE, IVec3::new(6, 6, 3));
            let base = floor + draws.between(-2, 1);
            let cells = CellBox::new(corner.with_z(base), (corner + wide).with_z(base + wide.z));
            let cells = cells.intersection(&CellBox::from_size(self.size));
            let cells = self.turned(cells);
            // Some worlds have few kinds of things, so that there is ground which is even.
            match draws.below(14) {
                0..=4 => builder.set_box(cells, CellState::Occupied).unwrap(),
                5 => builder.set_box(cells, CellState::Free).unwrap(),
                6 => builder.set_box(cells, CellState::Unknown).unwrap(),
                kind if kinds >> kind & 1 != 0 => {
                    let material = draws.pick(&materials);
                    builder.set_material_box(cells, material).unwrap();
                }
                _ => {}
            }
        }
    }

    /// The ground of the world, half of the time after an edit; `None` where landmarks are asked for and no agent can
    /// rest anywhere.
    pub(crate) fn ground(
        &self,
        links: &[Link],
        place: Place,
        draws: &mut Draws,
    ) -> Result<Option<(Occupancy, Ground)>, String> {
        let told = |error: &dyn Display| error.to_string();
        let ground = Ground::new(&self.world, &self.agent).map_err(|error| told(&error))?;
        let mut ground = ground.with_links(links).map_err(|error| told(&error))?;
        let bounds = self.world.bounds();
        let mut world = self.world.clone();
        if draws.percent(50) {
            let mut edit = world.edit();
            let at = draws.cell(&bounds);
            let cells = CellBox::new(at, at + draws.vector(IVec3::ONE, IVec3::splat(4)));
            let state = draws.pick(&[CellState::Free, CellState::Occupied]);
            edit.set_box(cells.intersection(&bounds), state)
                .map_err(|error| told(&error))?;
            world = edit.commit();
            ground = ground.updated(&world).map_err(|error| told(&error))?;
        }
        if place == Place::Landmarks {
            let resting = bounds.cells().filter(|&cell| ground.can_rest(cell));
            let resting: Vec<IVec3> = resting.collect();
            if resting.is_empty() {
                return Ok(None);
            }
            let (seed, count) = (draws.pick(&resting), draws.between(1_u8, 9).into());
            ground = ground
                .with_landmarks(seed, count)
                .map_err(|error| told(&error))?;
        }
        Ok(Some((world, ground)))
    }

    pub(crate) fn links(&self, draws: &mut Draws) -> Vec<Link> {
        let count = if draws.percent(70) {
            0
        } else {
            draws.between(1, 3)
        };
        let link = |_| {
            let from = draws.cell(&self.world.bounds());
            let wide = draws.vector(IVec3::ONE, IVec3::splat(3));
            let from = CellBox::new(from, from + wide).intersection(&self.world.bounds());
            Link {
                cost: Cost::STRAIGHT * draws.below(5),
                ways: draws.pick(&[LinkDirection::One, LinkDirection::Both]),
                ..Link::new(from, draws.cell(&self.world.bounds()))
            }
        };
        (0..count).map(link).collect()
    }
}

fn agent(draws: &mut Draws) -> Locomotion {
    let tall = draws.between(1, 3);
    let wide = if draws.percent(80) { 1 } else { 2 };
    let mut agent = Locomotion {
        body: Footprint::new(CellBox::from_size(IVec3::new(wide, 1, tall))).unwrap(),
        support: draws.pick(&[Support::Center, Support::Whole, Support::Any]),
        step_up: draws.below(3),
        drop: draws.below(5),
        drop_into_liquid: draws.below(6),
        ..Locomotion::walker()
    };
    if draws.percent(40) {
        agent.jump = Some(Jump {
            gap: draws.below(4),
            rise: draws.below(3),
            arc: draws.below(4),
            cost: Cost::STRAIGHT * draws.below(3),
            compass: draws.pick(&[Compass::Four, Compass::Eight]),
        });
    }
    if draws.percent(20) {
        agent.open_door = Some(Cost::STRAIGHT * draws.below(3));
    }
    if draws.percent(20) && tall > 1 {
        agent.crouch = Locomotion::crouching().crouch;
    }
    if draws.percent(30) {
        agent.climb = None;
    }
    if draws.percent(30) {
        agent.swim = None;
    }
    if draws.percent(10) {
        agent.walk = Some(Cost::from_raw(u64::from(draws.between(1_u32, 5))));
    }
    agent
}

impl Display for Even {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:?}", self.agent)?;
        let cells = self.world.bounds().cells();
        let kept = cells.filter(|cell| self.world.state(*cell) != CellState::Free);
        let kept = kept.map(|cell| (cell, self.world.state(cell), self.world.material(cell)));
        write!(f, "{:?}", kept.collect::<Vec<_>>())
    }
}
