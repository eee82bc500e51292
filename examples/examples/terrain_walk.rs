//! A walk across generated terrain: hills, water, caves, trees, bridges and towers with stairs, ladders
//! and doors, from the lowest meadow to the highest roof.
//!
//! Prints the legs of the way. With a file name, also draws the terrain from above as an SVG picture:
//! `cargo run --release --example terrain_walk -- terrain.svg`
#![expect(clippy::print_stdout, reason = "an example shows what it found")]

use std::error::Error;
use std::fmt::Write;
use std::path::PathBuf;

use voxnav::Workspace;
use voxnav::glam::IVec3;
use voxnav::grid::{CellState, Occupancy};
use voxnav::ground::{Action, Ground, Jump, LegPath, Locomotion, verify_legs};
use voxnav::search::{Cost, Query};
use voxnav_worlds::GeneratedWorld;

fn main() -> Result<(), Box<dyn Error>> {
    let named: GeneratedWorld = "generated:terrain:192,160,96:7".parse()?;
    let world = named.world()?;
    let agent = Locomotion {
        open_door: Some(Cost::STRAIGHT),
        jump: Some(Jump {
            gap: 2,
            ..Jump::over_one()
        }),
        ..Locomotion::walker()
    };
    let ground = Ground::new(&world, &agent)?;

    // Planks are floors: the highest one is a roof. Grass is land: the lowest is a meadow.
    let highest = |name: &str, sign: i32| {
        let id = world.palette().find(name);
        let cells = world
            .bounds()
            .cells()
            .filter(|cell| world.material(*cell) == id);
        let standing = cells
            .map(|cell| cell + IVec3::Z)
            .filter(|cell| ground.can_rest(*cell));
        standing.max_by_key(|cell| (sign * cell.z, cell.x, cell.y))
    };
    let start = highest("grass", -1).ok_or("no meadow")?;
    let goal = highest("planks", 1).ok_or("no tower")?;

    let solution = Query::new(start, goal).solve_with(&ground.moves(), &mut Workspace::new());
    let path = solution.outcome.path().ok_or("no way up there")?;
    assert_eq!(verify_legs(path, &world, &agent, &[])?, path.cost());
    println!("from {start} to {goal} for {:.2}:", path.cost().length());
    for leg in path.legs() {
        let (moves, cost) = (leg.cells.len() - 1, leg.cost.length());
        println!("{:>8} x {moves} for {cost:.2}", format!("{:?}", leg.action));
    }
    if let Some(file) = picture_file() {
        std::fs::write(&file, picture(&world, path)?)?;
        println!("drawn in {}", file.display());
    }
    Ok(())
}

/// The name of a picture, if the program is given one.
fn picture_file() -> Option<PathBuf> {
    let name = PathBuf::from(std::env::args_os().nth(1)?);
    let extension = name.extension()?;
    extension.eq_ignore_ascii_case("svg").then_some(name)
}

/// The terrain from above, brighter where it is higher, and the way in colors by action.
fn picture(world: &Occupancy, path: &LegPath<Action>) -> Result<String, std::fmt::Error> {
    const SCALE: i32 = 6;
    let size = world.bounds().size().as_ivec3();
    let (width, height) = (size.x * SCALE, size.y * SCALE);
    let mut svg = format!(
        "<svg xmlns='http://www.w3.org/2000/svg' width='{width}' height='{height}' shape-rendering='crispEdges'>"
    );
    for y in 0..size.y {
        let colors: Vec<String> = (0..size.x).map(|x| color(world, x, y)).collect();
        let mut x = 0;
        for run in colors.chunk_by(|one, next| one == next) {
            let wide = i32::try_from(run.len()).unwrap_or(1);
            let (left, top) = (x * SCALE, (size.y - 1 - y) * SCALE);
            write!(
                svg,
                "<rect x='{left}' y='{top}' width='{}' height='{SCALE}' fill='{}'/>",
                wide * SCALE,
                run[0]
            )?;
            x += wide;
        }
    }
    for leg in path.legs() {
        let center = |cell: &IVec3| {
            let (x, y) = (
                cell.x * SCALE + SCALE / 2,
                (size.y - 1 - cell.y) * SCALE + SCALE / 2,
            );
            format!("{x},{y} ")
        };
        let points: String = leg.cells.iter().map(center).collect();
        let stroke = match leg.action {
            Action::Walk => "#ffffff",
            Action::StepUp => "#ffd000",
            Action::Drop => "#ff8000",
            Action::Jump => "#ff00c0",
            Action::Climb => "#c000ff",
            Action::Swim => "#00ffff",
            _ => "#ff0000",
        };
        write!(
            svg,
            "<polyline points='{points}' fill='none' stroke='{stroke}' stroke-width='3'/>"
        )?;
    }
    svg.push_str("</svg>");
    Ok(svg)
}

/// The color of the highest thing in a column.
fn color(world: &Occupancy, x: i32, y: i32) -> String {
    let height = world.bounds().max.z;
    let is_something =
        |cell: &IVec3| world.material(*cell).is_some() || world.state(*cell) == CellState::Occupied;
    let column = (0..height).rev().map(|z| IVec3::new(x, y, z));
    let Some(top) = column.into_iter().find(is_something) else {
        return "#000000".to_owned();
    };
    let material = world.material(top).and_then(|id| world.palette().get(id));
    let base = match material.map_or("stone", |material| material.name.as_str()) {
        "grass" => [90, 160, 60],
        "sand" => [220, 205, 140],
        "water" => [50, 100, 200],
        "lava" => [255, 80, 0],
        "wood" => [110, 80, 50],
        "leaves" => [30, 100, 40],
        "bush" => [120, 190, 60],
        "planks" => [180, 130, 70],
        "ladder" => [200, 160, 90],
        "door" => [150, 60, 30],
        _ => [130, 130, 130],
    };
    let [red, green, blue] =
        base.map(|part: i32| part * (height / 2 + top.z) / (height + height / 4));
    format!("#{red:02x}{green:02x}{blue:02x}")
}
