//! Levels of triangles, and the places in them that a walker reaches, as lines of JSON for `benches/recast/compare.mjs`: ramps of
//! 20, 40 and 60 degrees, a spiral stair, and rubble.

use std::error::Error;
use std::io::Write;

use serde_json::json;
use voxnav::colliders::Obstacle;
use voxnav::glam::{DVec3, Vec3};
use voxnav::grid::{Heading, Layers};
use voxnav::ground::{Locomotion, Reach};
use voxnav::{Agent, Navigator, RouteOptions};
use voxnav_testkit::Draws;

const SIDE: f64 = 0.3;
const HEIGHT: f64 = 0.1;
const RADIUS: f64 = 0.25;
const BODY: f64 = 1.8;
const STEP: f64 = 0.4;
const SLOPE: u8 = 45;

/// Triangles with y up.
#[derive(Default)]
struct Mesh {
    vertices: Vec<Vec3>,
    triangles: Vec<[u32; 3]>,
}

impl Mesh {
    /// Adds a quadrilateral, its corners counterclockwise as seen from outside.
    fn face(&mut self, corners: [[f64; 3]; 4]) {
        let first = u32::try_from(self.vertices.len()).unwrap_or(u32::MAX);
        self.vertices
            .extend(corners.map(|corner| DVec3::from(corner).as_vec3()));
        self.triangles
            .extend([[0, 1, 2], [0, 2, 3]].map(|triangle| triangle.map(|corner| first + corner)));
    }

    /// Adds a solid with a horizontal base and a top over four corners in the plane (x, z), counterclockwise as seen from
    /// above, with a height each.
    fn prism(&mut self, corners: [[f64; 2]; 4], base: f64, tops: [f64; 4]) {
        let top: [[f64; 3]; 4] =
            std::array::from_fn(|at| [corners[at][0], tops[at], corners[at][1]]);
        let low = corners.map(|[x, z]| [x, base, z]);
        self.face(top);
        for at in 0..4 {
            let next = (at + 1) % 4;
            self.face([low[at], low[next], top[next], top[at]]);
        }
    }

    fn block(&mut self, from: [f64; 3], to: [f64; 3]) {
        let corners = [
            [from[0], to[2]],
            [to[0], to[2]],
            [to[0], from[2]],
            [from[0], from[2]],
        ];
        self.prism(corners, from[1], [to[1]; 4]);
    }

    fn floor(&mut self, size: f64) {
        self.block([0.0, -0.5, 0.0], [size, 0.0, size]);
    }
}

/// A floor, and three ledges 2.5 high with a ramp each.
fn ramps() -> Mesh {
    let mut mesh = Mesh::default();
    mesh.floor(24.0);
    for (place, angle) in (0..).zip([20_f64, 40.0, 60.0]) {
        let (z, run) = (2.2 + 7.0 * f64::from(place), 2.5 / angle.to_radians().tan());
        mesh.block([17.0, 0.0, z], [22.0, 2.5, z + 4.0]);
        let corners = [
            [17.0 - run, z + 3.5],
            [17.0, z + 3.5],
            [17.0, z + 0.5],
            [17.0 - run, z + 0.5],
        ];
        mesh.prism(corners, -0.1, [0.0, 2.5, 2.5, 0.0]);
    }
    mesh
}

/// A stair around a column, 24 steps of 0.25 to a platform.
fn spiral() -> Mesh {
    let mut mesh = Mesh::default();
    mesh.floor(18.0);
    let at = |angle: f64, radius: f64| {
        let (sine, cosine) = angle.sin_cos();
        [9.0 + radius * cosine, 9.0 + radius * sine]
    };
    for step in 0..24 {
        let [from, to] = [step, step + 1].map(|it| f64::from(it) * 15_f64.to_radians());
        let top = 0.25 * f64::from(step + 1);
        let corners = [at(from, 1.5), at(to, 1.5), at(to, 4.0), at(from, 4.0)];
        mesh.prism(corners, top - 0.25, [top; 4]);
    }
    mesh.block([13.0, 5.75, 7.0], [16.5, 6.0, 10.0]);
    mesh
}

/// A surface of noise over squares of 0.75, from level to steep.
fn rubble() -> Mesh {
    const SQUARES: u32 = 32;
    let mut mesh = Mesh::default();
    let mut draws = Draws::new(59);
    for z in 0..=SQUARES {
        for x in 0..=SQUARES {
            let rough = f64::from(x) / f64::from(SQUARES);
            let point = DVec3::new(f64::from(x), 0.0, f64::from(z)) * 0.75;
            mesh.vertices
                .push((point + DVec3::Y * rough * draws.within(0.0, 1.1)).as_vec3());
        }
    }
    for z in 0..SQUARES {
        for x in 0..SQUARES {
            let corner = |dx, dz| (z + dz) * (SQUARES + 1) + x + dx;
            let [a, b, c, d] = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
            mesh.triangles.extend([[a, d, c], [a, c, b]]);
        }
    }
    mesh
}

/// A place to stand on, and the angle of the surface there.
struct Place {
    at: DVec3,
    angle: f64,
}

/// Returns the surfaces in the columns of cells, each at the middle of its column.
fn places(level: &Navigator, bounds: [DVec3; 2]) -> Result<Vec<Place>, Box<dyn Error>> {
    let [min, max] = bounds;
    let mut places = Vec::new();
    let columns = |from: f64, to: f64| {
        let centers = (0..).map(move |at| from + SIDE * (f64::from(at) + 0.5));
        centers.take_while(move |at| *at < to)
    };
    for z in columns(min.z, max.z) {
        for x in columns(min.x, max.x) {
            let mut top = max.y;
            loop {
                let [from, to] = [top, min.y - 0.1].map(|y| DVec3::new(x, y, z));
                let hit = level
                    .obstacles()
                    .sweep(from, to, Vec3::splat(0.002), Layers::ALL)?;
                let Some(hit) = hit else { break };
                let at = from - DVec3::Y * hit.distance;
                if hit.distance > 0.01 && hit.normal.y > 0.05 {
                    let angle = hit.normal.y.clamp(-1.0, 1.0).acos().to_degrees();
                    places.push(Place { at, angle });
                }
                top = at.y - 0.02;
                if top <= min.y {
                    break;
                }
            }
        }
    }
    Ok(places)
}

fn line(name: &str, mesh: &Mesh, start: DVec3) -> Result<String, Box<dyn Error>> {
    let vertices = mesh.vertices.iter().map(|it| it.as_dvec3());
    let min = vertices.clone().fold(DVec3::INFINITY, DVec3::min);
    let max = vertices.fold(DVec3::NEG_INFINITY, DVec3::max);
    let [from, to] = [min - DVec3::Y * 0.3, max + DVec3::Y * 2.5];
    let level = Navigator::between_faces([SIDE, HEIGHT, SIDE], from, to)?;
    let mut level = level.with_up(Heading::Y);
    level.insert(Obstacle::mesh(
        mesh.vertices.clone(),
        mesh.triangles.clone(),
    ))?;
    let reach = Reach {
        step: STEP,
        drop: STEP,
        slope: Some(SLOPE),
        ..Reach::default()
    };
    let able = Locomotion::walker()
        .with_up(Heading::Y)
        .in_units(level.lattice(), &reach)?;
    let half = DVec3::new(RADIUS, BODY / 2.0, RADIUS).as_vec3();
    let walker = level.add_agent((Agent::new(half), able))?;
    let places = places(&level, [min, max])?;
    let view = level.view(walker, &RouteOptions::default())?;
    let ground = view.ground().ok_or("a walker is on the ground")?;
    let mut reached = Vec::new();
    for place in &places {
        let stood = ground.stance_at(place.at + DVec3::Y * 0.01)?;
        let stands = stood.is_some_and(|stood| stood.above.abs() < STEP);
        let is_found = stands
            && view
                .find_route(start, place.at + DVec3::Y * 0.01)?
                .is_found();
        reached.push(is_found);
    }
    let positions: Vec<f32> = mesh.vertices.iter().flat_map(Vec3::to_array).collect();
    let numbers = |at: DVec3| at.to_array();
    Ok(json!({
        "name": name,
        "cell": [SIDE, HEIGHT],
        "radius": RADIUS,
        "height": BODY,
        "step": STEP,
        "slope": SLOPE,
        "start": numbers(start),
        "positions": positions,
        "indices": mesh.triangles.concat(),
        "places": places.iter().map(|it| numbers(it.at)).collect::<Vec<_>>(),
        "angles": places.iter().map(|it| it.angle).collect::<Vec<_>>(),
        "reached": reached,
    })
    .to_string())
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut out = std::io::stdout().lock();
    let levels = [
        (
            "ramps of 20, 40, 60 degrees",
            ramps(),
            DVec3::new(3.0, 0.0, 12.0),
        ),
        ("a spiral stair", spiral(), DVec3::new(3.0, 0.0, 3.0)),
        ("rubble", rubble(), DVec3::new(1.6, 0.05, 12.0)),
    ];
    for (name, mesh, start) in levels {
        writeln!(out, "{}", line(name, &mesh, start)?)?;
    }
    Ok(())
}
