//! Scenes drawn from the side: z is up, the lowest row is z = 0, and the world is one cell deep.

use voxnav_occupancy::glam::IVec3;
use voxnav_occupancy::{CellBox, CostFactor, Material, MaterialKind, Occupancy, OccupancyBuilder};
use voxnav_search::{
    Action, Cost, Ground, Jump, Link, Locomotion, Outcome, Query, Solution, Workspace, verify_legs,
};

pub(super) struct Scene {
    pub(super) world: Occupancy,
    pub(super) start: IVec3,
    pub(super) goal: IVec3,
}

/// `#` stone, `~` water, `H` ladder, `!` lava, `D` door, `m` mud (twice the cost), `=` road (half).
pub(super) fn builder(bounds: CellBox) -> OccupancyBuilder {
    let mut builder = OccupancyBuilder::new(bounds).unwrap();
    let of = |name: &str, kind, cost: f64| Material {
        cost: CostFactor::new(cost).unwrap(),
        ..Material::new(name, kind)
    };
    let materials = [
        of("#", MaterialKind::Solid, 1.0),
        of("~", MaterialKind::Liquid, 1.0),
        of("H", MaterialKind::Climbable, 1.0),
        of("!", MaterialKind::Hazard, 8.0),
        of("D", MaterialKind::Door, 1.0),
        of("m", MaterialKind::Solid, 2.0),
        of("=", MaterialKind::Solid, 0.5),
    ];
    for material in materials {
        builder.add_material(material).unwrap();
    }
    builder
}

pub(super) fn drawn(rows: &[&str]) -> Scene {
    let height = i32::try_from(rows.len()).unwrap();
    let width = i32::try_from(rows[0].len()).unwrap();
    let mut builder = builder(CellBox::from_size(IVec3::new(width, 1, height)));
    let (mut start, mut goal) = (IVec3::ZERO, IVec3::ZERO);
    for (row, z) in rows.iter().zip((0..height).rev()) {
        assert_eq!(row.len(), rows[0].len());
        for (symbol, x) in row.chars().zip(0..) {
            let cell = IVec3::new(x, 0, z);
            match symbol {
                'S' => start = cell,
                'G' => goal = cell,
                '.' => {}
                symbol => {
                    let id = builder.palette().find(&symbol.to_string()).unwrap();
                    builder.set_material(cell, id).unwrap();
                }
            }
        }
    }
    let world = builder.commit();
    Scene { world, start, goal }
}

impl Scene {
    pub(super) fn solve(&self, agent: &Locomotion) -> Solution {
        self.solve_linked(agent, &[])
    }

    pub(super) fn solve_linked(&self, agent: &Locomotion, links: &[Link]) -> Solution {
        let ground = Ground::new(&self.world, agent).unwrap();
        let ground = ground.with_links(links).unwrap();
        let query = Query::new(self.start, self.goal);
        let solution = query.solve(&ground, &mut Workspace::new());
        if let Some(path) = solution.outcome.any_path() {
            assert_eq!(path.start(), self.start);
            let cost = verify_legs(path, &ground).unwrap();
            assert_eq!(cost, path.cost());
        }
        solution
    }

    /// The actions of the legs with the number of their moves, and the cost.
    pub(super) fn legs(&self, agent: &Locomotion) -> (Vec<(Action, usize)>, Cost) {
        let outcome = self.solve(agent).outcome;
        let path = outcome.path().unwrap();
        let legs = path.legs();
        let legs = legs.iter().map(|leg| (leg.action, leg.cells().count() - 1));
        (legs.collect(), path.cost())
    }

    pub(super) fn is_unreachable(&self, agent: &Locomotion) -> bool {
        self.solve(agent).outcome == Outcome::Unreachable
    }
}

/// Quarters of a cell's walk.
pub(super) fn quarters(count: u32) -> Cost {
    Cost::from_raw(Cost::STRAIGHT.raw() / 4) * count
}

pub(super) fn jumper(gap: u8, rise: u8) -> Locomotion {
    let jump = Jump {
        gap,
        rise,
        ..Jump::over_one()
    };
    Locomotion {
        jump: Some(jump),
        ..Locomotion::walker()
    }
}
