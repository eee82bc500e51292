//! Obstacles with materials, against an oracle that looks at every cell and every obstacle.

use voxnav::colliders::{Matter, MatterError, Obstacle, ObstacleId};
use voxnav::glam::{DVec3, IVec3, Vec3};
use voxnav::grid::Layers;
use voxnav::grid::{CellBox, CellState, ChunkCoord, Occupancy, OccupancyBuilder};
use voxnav::ground::{Action, Locomotion, Material, MaterialId, MaterialKind};
use voxnav::parry3d::shape::SharedShape;
use voxnav::{Agent, AgentId, Navigator, NavigatorError, RouteOptions};
use voxnav_testkit::{Draws, hold, seeds};

const LAYERS: Layers = Layers::bit(0);

/// A box among the obstacles, as the oracle knows it.
#[derive(Clone, Copy)]
struct Block {
    center: DVec3,
    half: Vec3,
    layers: Layers,
    matter: Matter,
}

impl Block {
    fn drawn(draws: &mut Draws, matter: Matter) -> Self {
        // No side comes near the side of a cell, so that no touching rule decides.
        let half = Vec3::from_array([(); 3].map(|()| draws.pick(&[0.25, 0.75, 1.75])));
        Self {
            center: center(draws),
            half,
            layers: draws.pick(&[Layers::ALL, LAYERS, Layers::bit(1)]),
            matter,
        }
    }

    fn obstacle(&self) -> Obstacle {
        let Vec3 { x, y, z } = self.half;
        let shape = Obstacle::new(SharedShape::cuboid(x, y, z));
        shape.at(self.center).on(self.layers).of(self.matter)
    }

    fn overlaps(&self, cell: IVec3) -> bool {
        let apart = (self.center - cell.as_dvec3()).abs();
        self.layers.meets(LAYERS) && apart.cmplt(self.half.as_dvec3() + 0.5).all()
    }
}

fn center(draws: &mut Draws) -> DVec3 {
    draws.vector(IVec3::splat(56), IVec3::splat(72)).as_dvec3()
}

const PALETTE: [MaterialKind; 6] = [
    MaterialKind::Solid,
    MaterialKind::Liquid,
    MaterialKind::Climbable,
    MaterialKind::Door,
    MaterialKind::Hazard,
    MaterialKind::Solid,
];

struct Play {
    navigator: Navigator,
    walker: AgentId,
    drone: AgentId,
    materials: Vec<MaterialId>,
    blocks: Vec<(ObstacleId, Block)>,
}

impl Play {
    fn begun() -> Self {
        let low = DVec3::splat(56.0);
        let mut navigator = Navigator::in_region(1.0, low, DVec3::splat(72.0)).unwrap();
        let kinds = PALETTE.iter().zip(0..);
        let named = kinds.map(|(kind, number)| Material::new(format!("{kind:?} {number}"), *kind));
        let materials = named.map(|it| navigator.add_material(it).unwrap());
        let materials = materials.collect();
        let body = Agent::new([0.3, 0.3, 0.9].into()).seeing(LAYERS);
        let walker = navigator.add_agent((body, &Locomotion::walker()));
        let drone = navigator.add_agent(Agent::new([0.3; 3].into()).seeing(LAYERS));
        Self {
            walker: walker.unwrap(),
            drone: drone.unwrap(),
            navigator,
            materials,
            blocks: Vec::new(),
        }
    }

    fn matter(&self, draws: &mut Draws) -> Matter {
        let at = draws.below(PALETTE.len() + 2);
        match (self.materials.get(at), PALETTE.get(at)) {
            (Some(&id), Some(kind)) if kind.fills_the_cell() => Matter::Surface(id),
            (Some(&id), Some(_)) => Matter::Volume(id),
            _ => Matter::Plain,
        }
    }

    fn edit(&mut self, draws: &mut Draws) {
        match draws.below(9) {
            0..4 => {
                let matter = self.matter(draws);
                let block = Block::drawn(draws, matter);
                let id = self.navigator.insert(block.obstacle()).unwrap();
                self.blocks.push((id, block));
            }
            4 if !self.blocks.is_empty() => {
                let (id, _) = self.blocks.remove(draws.below(self.blocks.len()));
                self.navigator.remove(id).unwrap();
            }
            5 if !self.blocks.is_empty() => {
                let (at, to) = (draws.below(self.blocks.len()), center(draws));
                let (id, block) = &mut self.blocks[at];
                block.center = to;
                self.navigator.move_to(*id, to).unwrap();
            }
            6 if !self.blocks.is_empty() => {
                let at = draws.below(self.blocks.len());
                let (id, block) = &mut self.blocks[at];
                block.layers = draws.pick(&[Layers::ALL, Layers::bit(1)]);
                self.navigator.set_layers(*id, block.layers).unwrap();
            }
            7 => {
                let state = draws.pick(&[CellState::Free, CellState::Occupied, CellState::Unknown]);
                self.navigator.set_cells(part(draws), state).unwrap();
            }
            _ => {
                let id = draws.pick(&self.materials);
                self.navigator.set_material(part(draws), id).unwrap();
            }
        }
    }

    /// What the cells are to the walker, by looking at every cell and every obstacle.
    fn expected(&self) -> Occupancy {
        let cells = self.navigator.cells().unwrap();
        let mut expected = cells.edit();
        for cell in cells.bounds().cells() {
            let here = self.blocks.iter().map(|(_, block)| block);
            let here: Vec<_> = here.filter(|block| block.overlaps(cell)).collect();
            if here.iter().any(|block| block.matter.fills_cells()) {
                expected.set(cell, CellState::Occupied).unwrap();
            }
            let (state, said) = (expected.state(cell), expected.material(cell));
            let fills = state == CellState::Occupied;
            let fitting = here.iter().map(|block| block.matter);
            let fitting = fitting.filter(|matter| matter.fills_cells() == fills);
            let last = fitting.filter_map(Matter::material).max();
            if let (Some(id), None, true) = (last, said, state != CellState::Unknown) {
                expected.set_material(cell, id).unwrap();
            }
        }
        expected.commit()
    }
}

fn part(draws: &mut Draws) -> CellBox {
    let low = draws.vector(IVec3::splat(56), IVec3::splat(70));
    CellBox::new(low, low + draws.vector(IVec3::ONE, IVec3::splat(3)))
}

fn compare(found: &Occupancy, expected: &Occupancy) -> Result<(), String> {
    for cell in expected.bounds().cells() {
        let [found, expected] = [found, expected].map(|it| (it.state(cell), it.material(cell)));
        if found != expected {
            return Err(format!("{cell} is {found:?}, not {expected:?}"));
        }
    }
    Ok(())
}

/// After any edits the cells of a walker are what a look at each of them says, those of an agent in space
/// as if there were no volumes.
#[test]
fn materials_of_obstacles_are_those_of_the_cells_that_they_overlap() {
    let said = hold(
        "materials of obstacles",
        seeds(20_000, 40),
        || (),
        |seed, ()| {
            let draws = &mut Draws::new(seed);
            let mut play = Play::begun();
            let mut said = 0;
            for round in 0..5 {
                for _ in 0..=draws.below(5) {
                    play.edit(draws);
                }
                let options = RouteOptions::default();
                let view = play.navigator.view(play.walker, &options).unwrap();
                let found = view.ground().unwrap().moves().stances().occupancy();
                let expected = play.expected();
                compare(found, &expected).map_err(|error| format!("round {round}: {error}"))?;
                let material = |cell: &IVec3| expected.material(*cell).is_some();
                said += expected.bounds().cells().filter(material).count();

                let mut without = Navigator::in_region(1.0, [56.0; 3], [72.0; 3]).unwrap();
                let cells = play.navigator.cells().unwrap().clone();
                without.replace_cells(cells).unwrap();
                for (_, block) in &play.blocks {
                    if block.matter.fills_cells() {
                        without.insert(block.obstacle()).unwrap();
                    }
                }
                let drone = Agent::new([0.3; 3].into()).seeing(LAYERS);
                let twin = without.add_agent(drone).unwrap();
                let [seen, other] = [
                    play.navigator.traversability(play.drone).unwrap(),
                    without.traversability(twin).unwrap(),
                ];
                if !seen
                    .bounds()
                    .cells()
                    .all(|it| seen.is_traversable(it) == other.is_traversable(it))
                {
                    return Err("a volume blocks an agent in space".to_owned());
                }
            }
            Ok(said)
        },
    );
    assert!(said.into_iter().sum::<usize>() > 6_600);
}

/// Water moved in one corner of a world leaves the chunks of the others as they are.
#[test]
fn an_edit_concerns_the_chunks_near_it_alone() {
    let bounds = [DVec3::ZERO, DVec3::new(250.0, 60.0, 60.0)];
    let mut navigator = Navigator::in_region(1.0, bounds[0], bounds[1]).unwrap();
    let water = navigator.add_material(Material::new("water", MaterialKind::Liquid));
    let pool = Obstacle::new(SharedShape::cuboid(2.0, 2.0, 2.0)).of(Matter::Volume(water.unwrap()));
    let near = navigator
        .insert(pool.clone().at([10.0, 10.0, 10.0]))
        .unwrap();
    navigator.insert(pool.at([200.0, 10.0, 10.0])).unwrap();
    let body = Agent::new([0.3, 0.3, 0.9].into());
    let walker = navigator.add_agent((body, &Locomotion::walker())).unwrap();
    let options = RouteOptions::default();
    let before = navigator.view(walker, &options).unwrap();
    navigator.move_to(near, [20.0, 10.0, 10.0]).unwrap();
    let after = navigator.view(walker, &options).unwrap();
    let [before, after] =
        [before, after].map(|view| view.ground().unwrap().moves().stances().occupancy().clone());
    let concerned: Vec<_> = after.changes_since(&before).chunks().collect();
    assert_eq!(concerned, [ChunkCoord(IVec3::ZERO)]);
    // Nothing was edited: nothing changed.
    let again = navigator.view(walker, &options).unwrap();
    let again = again
        .ground()
        .unwrap()
        .moves()
        .stances()
        .occupancy()
        .clone();
    assert_eq!(again.changes_since(&after).chunks().count(), 0);
}

#[test]
fn routes_swim_and_climb_through_volumes() {
    let mut navigator = Navigator::in_region(1.0, [0.0; 3], [20.0, 4.0, 9.0]).unwrap();
    let water = navigator
        .add_material(Material::new("water", MaterialKind::Liquid))
        .unwrap();
    let ladder = navigator
        .add_material(Material::new("ladder", MaterialKind::Climbable))
        .unwrap();
    let cuboid = |half: [f32; 3], at: [f64; 3]| {
        Obstacle::new(SharedShape::cuboid(half[0], half[1], half[2])).at(at)
    };
    // Two banks with water between them, and a roof with a ladder.
    for obstacle in [
        cuboid([2.4, 9.0, 1.4], [1.0, 2.0, 1.0]),
        cuboid([5.4, 9.0, 1.4], [15.0, 2.0, 1.0]),
        cuboid([9.0, 9.0, 1.4], [6.0, 2.0, 1.0]).of(Matter::Volume(water)),
        cuboid([2.4, 9.0, 3.4], [18.0, 2.0, 3.0]),
        cuboid([0.1, 9.0, 2.4], [15.0, 2.0, 5.0]).of(Matter::Volume(ladder)),
    ] {
        navigator.insert(obstacle).unwrap();
    }
    let body = Agent::new([0.3, 0.3, 0.9].into());
    let walker = navigator.add_agent((body, &Locomotion::walker())).unwrap();
    let ends = [[1.0, 2.0, 2.5], [19.0, 2.0, 6.5]];
    let route = navigator.find_route(walker, ends[0], ends[1]).unwrap();
    let does = |action| route.legs().iter().any(|leg| leg.action == action);
    assert!(does(Action::Swim) && does(Action::Climb), "{route:?}");
}

#[test]
fn matter_that_the_materials_do_not_have_is_refused() {
    let mut navigator = Navigator::in_region(1.0, [0.0; 3], [9.0; 3]).unwrap();
    let crate_of = |matter| Obstacle::new(SharedShape::cuboid(1.0, 1.0, 1.0)).of(matter);
    let first = MaterialId::new(1).unwrap();
    let refused = |result: Result<ObstacleId, NavigatorError>| match result {
        Err(NavigatorError::Matter(error)) => error,
        other => panic!("{other:?}"),
    };
    let unknown = refused(navigator.insert(crate_of(Matter::Surface(first))));
    assert_eq!(unknown, MatterError::NoSuchMaterial { id: first });
    let water = navigator
        .add_material(Material::new("water", MaterialKind::Liquid))
        .unwrap();
    let stone = navigator
        .add_material(Material::new("stone", MaterialKind::Solid))
        .unwrap();
    let wet = refused(navigator.insert(crate_of(Matter::Surface(water))));
    assert!(matches!(
        wet,
        MatterError::Surface {
            kind: MaterialKind::Liquid,
            ..
        }
    ));
    let hard = refused(navigator.insert(crate_of(Matter::Volume(stone))));
    assert!(matches!(
        hard,
        MatterError::Volume {
            kind: MaterialKind::Solid,
            ..
        }
    ));
    assert!(navigator.obstacles().is_empty());
    // Nor do the materials go away from under an obstacle.
    navigator.insert(crate_of(Matter::Volume(water))).unwrap();
    let others = OccupancyBuilder::new(navigator.bounds()).unwrap().commit();
    let refused = navigator.replace_cells(others).unwrap_err();
    assert!(matches!(
        refused,
        NavigatorError::Matter(MatterError::NoSuchMaterial { .. })
    ));
    assert!(
        navigator
            .cells()
            .is_some_and(|cells| cells.palette().get(stone).is_some())
    );
}
