//! The picture of the page "Ground of any height": one ramp, a curb and a slab as cubes and as low cells see them, as SVG on
//! standard output.

use std::error::Error;
use std::fmt::Write;

use voxnav::colliders::Obstacle;
use voxnav::glam::{IVec3, Vec3};
use voxnav::grid::CellState;
use voxnav::ground::{Locomotion, Reach};
use voxnav::parry3d::shape::SharedShape;
use voxnav::{Agent, Navigator, RouteOptions};

const LENGTH: f64 = 13.0;
const HEIGHT: f64 = 2.5;
/// Pixels a unit.
const SCALE: f64 = 60.0;

/// The outlines of the obstacles, seen from the side.
const OUTLINES: [&[[f32; 2]]; 3] = [
    // A ramp of 30 degrees up to a platform.
    &[[1.5, 0.0], [4.1, 1.5], [6.2, 1.5], [6.2, 0.0]],
    // A curb, and a slab behind it.
    &[[7.6, 0.0], [7.6, 0.15], [9.0, 0.15], [9.0, 0.0]],
    &[[9.0, 0.0], [9.0, 0.35], [11.4, 0.35], [11.4, 0.0]],
];

/// Draws the level in cells of a height, its lower edge at `bottom` pixels.
fn draw(svg: &mut String, cell: f64, bottom: f64) -> Result<(), Box<dyn Error>> {
    let mut level = Navigator::between_faces([0.5, 0.5, cell], [0.0; 3], [LENGTH, 1.0, 4.0])?;
    for outline in OUTLINES {
        let sides = [0.0, 1.0].map(|y| outline.iter().map(move |[x, z]| Vec3::new(*x, y, *z)));
        let hull: Vec<Vec3> = sides.into_iter().flatten().collect();
        let shape = SharedShape::convex_hull(&hull).ok_or("the outline is flat")?;
        level.insert(Obstacle::new(shape))?;
    }
    let reach = Reach {
        step: 0.5,
        drop: 2.0,
        slope: Some(45),
        ..Reach::default()
    };
    let able = Locomotion::walker().in_units(level.lattice(), &reach)?;
    let walker = level.add_agent((Agent::new([0.24, 0.24, 0.85].into()), able))?;
    let view = level.view(walker, &RouteOptions::default())?;
    let cells = (view
        .ground()
        .ok_or("a walker")?
        .moves()
        .stances()
        .occupancy())
    .clone();
    let at = |x: f64, z: f64| (x * SCALE, bottom - z * SCALE);
    let bounds = cells.bounds();
    for z in bounds.min.z..bounds.max.z {
        for x in bounds.min.x..bounds.max.x {
            let place = IVec3::new(x, bounds.min.y, z);
            if cells.state(place) == CellState::Occupied {
                let middle = level.lattice().center(place);
                let (left, top) = at(middle.x - 0.25, middle.z + cell / 2.0);
                let (width, height) = (0.5 * SCALE, cell * SCALE);
                writeln!(
                    svg,
                    r##"<rect x="{left:.1}" y="{top:.1}" width="{width:.1}" height="{height:.1}" fill="#c9ced6" stroke="#fff"/>"##
                )?;
            }
        }
    }
    let points = |points: &[[f32; 2]]| {
        let pixels = points.iter().map(|[x, z]| at(f64::from(*x), f64::from(*z)));
        let pixels: Vec<String> = pixels.map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        pixels.join(" ")
    };
    for outline in OUTLINES {
        let points = points(outline);
        writeln!(
            svg,
            r##"<polygon points="{points}" fill="none" stroke="#b3261e" stroke-width="2"/>"##
        )?;
    }
    let (left, y) = at(0.0, 0.0);
    let (right, _) = at(LENGTH, 0.0);
    writeln!(
        svg,
        r##"<path d="M{left} {y}H{right}" stroke="#b3261e" stroke-width="2"/>"##
    )?;
    let route = level.find_route(walker, [0.75, 0.5, 0.0], [LENGTH - 0.75, 0.5, 0.0])?;
    if route.waypoints.len() < 2 {
        return Err("no way over the ramp".into());
    }
    let (mut way, mut feet) = (String::new(), String::new());
    for point in &route.waypoints {
        let (x, y) = at(point.x, point.z);
        write!(way, "{x:.1},{y:.1} ")?;
        let floor = level.floor_under(walker, *point)?.unwrap_or(*point);
        let (x, y) = at(floor.x, floor.z);
        write!(
            feet,
            r##"<circle cx="{x:.1}" cy="{y:.1}" r="4" fill="#146c2e"/>"##
        )?;
    }
    writeln!(
        svg,
        r##"<polyline points="{way}" fill="none" stroke="#1a56db" stroke-width="2"/>{feet}"##
    )?;
    let (x, y) = at(0.1, HEIGHT - 0.35);
    writeln!(
        svg,
        r#"<text x="{x}" y="{y}">Cells of 0.5 x 0.5 x {cell}</text>"#
    )?;
    Ok(())
}

#[expect(clippy::print_stdout, reason = "the picture is what it is for")]
fn main() -> Result<(), Box<dyn Error>> {
    let (width, height) = (LENGTH * SCALE, HEIGHT * SCALE);
    let mut svg = format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {0}" width="{width}" height="{0}" font-family="sans-serif" font-size="16">
<title>A ramp, a curb and a slab in cubes and in low cells: obstacles red, the route blue, the floor below it green</title>
<rect width="100%" height="100%" fill="#fff"/>
"##,
        height * 2.0 + 20.0
    );
    draw(&mut svg, 0.5, height)?;
    draw(&mut svg, 0.125, height * 2.0 + 10.0)?;
    svg.push_str("</svg>");
    println!("{svg}");
    Ok(())
}
