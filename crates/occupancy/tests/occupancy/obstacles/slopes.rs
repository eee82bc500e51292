//! Slopes: planes of every angle off the lattice, and marks that edits keep up as if made again.

use voxnav_occupancy::colliders::{Obstacle, ObstacleId, Obstacles, SlopeLimit, Slopes};
use voxnav_occupancy::glam::{DVec3, IVec3};
use voxnav_occupancy::parry3d::math::Vector;
use voxnav_occupancy::parry3d::shape::SharedShape;
use voxnav_occupancy::{
    Agent, CellBox, CellState, Heading, Lattice, Layers, Material, MaterialKind, Occupancy, Skin,
};
use voxnav_testkit::{Draws, Frame, cases};

use super::scenes::{DrawScenes, KINDS};

fn one_cell(lattice: &Lattice) -> Agent {
    Agent::new((lattice.sizes() / 2.0).as_vec3())
}

/// The touching rule of a navigator of these cells.
fn skin(lattice: &Lattice) -> Skin {
    Skin::for_cell_size(lattice.shortest_side()).unwrap()
}

fn bounds(reach: i32) -> CellBox {
    CellBox::new(IVec3::splat(-reach), IVec3::splat(reach))
}

/// The cells that are occupied and have none above them.
fn surface(cells: &Occupancy, up: Heading) -> impl Iterator<Item = IVec3> + '_ {
    let within = cells.bounds();
    let is_full = |cell| cells.state(cell) == CellState::Occupied;
    let is_open =
        move |cell: IVec3| within.contains(cell + up.step()) && !is_full(cell + up.step());
    within
        .cells()
        .filter(move |cell| is_full(*cell) && is_open(*cell))
}

#[test]
fn a_plane_is_steep_from_the_limit_on() {
    let (mut steep, mut level) = (0, 0);
    for mut draws in cases(0x510_9e5, 60) {
        let frame = Frame::of_any_sides(&mut draws);
        let (lattice, up) = (frame.lattice(), draws.pick(&Heading::ALL));
        let whole = draws.below(80_u8);
        let angle = f64::from(whole) + draws.within(0.01, 0.99);
        let limit = SlopeLimit {
            up,
            degrees: draws.pick(&[0, whole.saturating_sub(9), whole, whole + 1, whole + 9]),
            step: draws.below(3),
        };
        let is_over = angle > f64::from(limit.degrees);
        let up_axis = up.step().as_dvec3();
        let across = up_axis.any_orthonormal_vector();
        let azimuth = draws.within(0.0, std::f64::consts::TAU);
        let downhill = across * azimuth.cos() + up_axis.cross(across) * azimuth.sin();
        let (sine, cosine) = angle.to_radians().sin_cos();
        let normal = (up_axis * cosine + downhill * sine).as_vec3();
        let mut obstacles = Obstacles::new(skin(&lattice));
        let plane = SharedShape::halfspace(Vector::new(normal.x, normal.y, normal.z));
        let corner = lattice.center(IVec3::ZERO) + lattice.sizes() * draws.within(-0.5, 0.5);
        let _ = obstacles.insert(Obstacle::new(plane).at(corner)).unwrap();
        let agent = one_cell(&lattice);
        let cells = obstacles.bake(&lattice, &agent, bounds(8)).unwrap();
        let slopes = Slopes::new(&obstacles, &lattice, &agent, &cells, limit).unwrap();
        for cell in surface(&cells, up) {
            assert_eq!(slopes.is_steep(cell), is_over, "{cell}: {angle}, {limit:?}");
            *(if is_over { &mut steep } else { &mut level }) += 1;
        }
        let marked = slopes.occupancy();
        for cell in bounds(9).cells() {
            assert_eq!(marked.state(cell), cells.state(cell), "{cell}");
        }
    }
    assert!(steep > 1000 && level > 1000, "{steep} and {level}");
}

/// The cells that are marked by the definition: steep where a box as wide as a cell comes down, and not a curb.
fn by_definition(
    obstacles: &Obstacles,
    lattice: &Lattice,
    cells: &Occupancy,
    limit: SlopeLimit,
) -> Vec<IVec3> {
    let up = limit.up.step();
    let half = (lattice.sizes() / 2.0).as_vec3();
    let rises = |cell: &IVec3| {
        let from = lattice.center(*cell + up);
        let to = lattice.center(*cell) - up.as_dvec3() * lattice.sizes() / 64.0;
        let hit = obstacles.sweep(from, to, half, Layers::ALL).unwrap();
        hit.filter(|hit| hit.distance > 0.0).is_some_and(|hit| {
            let angle = hit.normal.angle_between(up.as_dvec3()).to_degrees();
            angle > f64::from(limit.degrees) + 1e-3
        })
    };
    let is_full = |cell| cells.bounds().contains(cell) && cells.state(cell) == CellState::Occupied;
    let is_surface = |cell: IVec3| is_full(cell) && cells.state(cell + up) != CellState::Occupied;
    let (steep, level): (Vec<IVec3>, Vec<IVec3>) = cells
        .bounds()
        .cells()
        .filter(|cell| is_surface(*cell))
        .partition(rises);
    let is_curb = |cell: &IVec3| {
        level.iter().any(|ground| {
            let apart = *cell - *ground;
            let height = apart.dot(up);
            let across = (apart - up * height).abs().max_element();
            across == 1 && (0..=i32::from(limit.step)).contains(&height)
        })
    };
    steep.into_iter().filter(|cell| !is_curb(cell)).collect()
}

#[test]
fn marks_are_those_of_the_definition_after_any_edits() {
    let mut marks = 0;
    for mut draws in cases(0x510_9e6, 12) {
        let lattice = Frame::of_any_sides(&mut draws).lattice();
        let unit = lattice.shortest_side();
        // Around the border of chunks.
        let corner = draws.pick(&[IVec3::ZERO, IVec3::splat(63), IVec3::new(64, -64, 0)]);
        let within = CellBox::new(corner - 6, corner + 6);
        let agent = one_cell(&lattice);
        let limit = SlopeLimit {
            up: draws.pick(&Heading::ALL),
            degrees: draws.pick(&[10, 30, 45, 60]),
            step: draws.below(4),
        };
        let mut obstacles = Obstacles::new(skin(&lattice));
        let mut live: Vec<ObstacleId> = Vec::new();
        let mut known: Option<(Occupancy, Slopes)> = None;
        let mut own: Vec<(IVec3, CellState)> = Vec::new();
        for _ in 0..8 {
            let middle = lattice.center(corner);
            let placement = |draws: &mut Draws| {
                let mut placement = draws.placement(4.0);
                placement.translation = middle + placement.translation * unit;
                placement
            };
            let edit = match draws.below(5) {
                0 if !live.is_empty() => {
                    let index = draws.below(live.len());
                    obstacles.remove(live.swap_remove(index)).unwrap()
                }
                1 if !live.is_empty() => {
                    let (id, to) = (draws.pick(&live), placement(&mut draws));
                    obstacles.move_to(id, to).unwrap()
                }
                _ => {
                    let kind = draws.pick(&KINDS);
                    let size = DVec3::splat(unit).as_vec3().x * draws.within(1.0_f32, 4.0);
                    let shape = draws.shape(kind, size);
                    let obstacle = Obstacle::new(shape).at(placement(&mut draws));
                    let edit = obstacles.insert(obstacle).unwrap();
                    live.push(edit.id);
                    edit
                }
            };
            if draws.below(2) == 0 {
                let cell = draws.vector(within.min, within.max - 1);
                own.push((cell, draws.pick(&[CellState::Occupied, CellState::Unknown])));
            }
            let regions = edit.regions();
            let affected: Vec<CellBox> = regions
                .map(|region| obstacles.affected_cells(&lattice, &agent, region))
                .collect();
            let mut cells = match &known {
                None => obstacles.bake(&lattice, &agent, within).unwrap(),
                Some((cells, _)) => obstacles
                    .rebake(cells, &lattice, &agent, &affected)
                    .unwrap(),
            }
            .edit();
            for (cell, state) in &own {
                cells.set(*cell, *state).unwrap();
            }
            if draws.below(5) == 0 {
                let name = format!("too steep{}", "!".repeat(cells.palette().len()));
                cells
                    .add_material(Material::new(name, MaterialKind::Liquid))
                    .unwrap();
            }
            let cells = cells.commit();
            let slopes = match &known {
                None => Slopes::new(&obstacles, &lattice, &agent, &cells, limit).unwrap(),
                Some((_, slopes)) => slopes
                    .updated(&obstacles, &lattice, &agent, &cells, &affected)
                    .unwrap(),
            };
            let marked: Vec<IVec3> = within
                .cells()
                .filter(|cell| slopes.is_steep(*cell))
                .collect();
            let expected = by_definition(&obstacles, &lattice, &cells, limit);
            assert_eq!(marked, expected, "{limit:?}");
            for cell in within.cells().filter(|cell| !slopes.is_steep(*cell)) {
                let marked = slopes.occupancy();
                let [one, other] =
                    [&cells, marked].map(|world| (world.state(cell), world.material(cell)));
                assert_eq!(one, other, "{cell}");
            }
            marks += marked.len();
            known = Some((cells, slopes));
        }
    }
    assert!(marks > 200, "{marks}");
}

#[test]
fn a_palette_without_room_is_refused() {
    let mut obstacles = Obstacles::default();
    let _ = obstacles
        .insert(Obstacle::new(SharedShape::ball(2.0)).at(DVec3::ZERO))
        .unwrap();
    let lattice = Lattice::default();
    let agent = one_cell(&lattice);
    let mut cells = obstacles.bake(&lattice, &agent, bounds(4)).unwrap().edit();
    for number in 0..255 {
        let material = Material::new(number.to_string(), MaterialKind::Solid);
        cells.add_material(material).unwrap();
    }
    let limit = SlopeLimit {
        up: Heading::Z,
        degrees: 45,
        step: 0,
    };
    let refused = Slopes::new(&obstacles, &lattice, &agent, &cells.commit(), limit).unwrap_err();
    assert!(refused.to_string().contains("255"), "{refused}");
}
