//! What agents on the ground do, a scene for each rule: drawn as text, solved, and held to the actions
//! and the cost that were worked out by hand.
//!
//! Prints each way. With a file name, also draws the scenes with their ways as an SVG picture:
//! `cargo run --example ground_scenes -- scenes.svg`
#![expect(clippy::print_stdout, reason = "an example shows what it found")]

mod picture;
mod scenes;

use std::error::Error;
use std::path::PathBuf;

use voxnav::Workspace;
use voxnav::glam::IVec3;
use voxnav::grid::{CellBox, CellState, Occupancy, OccupancyBuilder};
use voxnav::ground::{
    Action, Ground, LegPath, Link, Locomotion, Material, MaterialKind, verify_legs,
};
use voxnav::search::{Cost, Query};

/// A small world, an agent in it, and what it is to do.
pub(crate) struct Scene {
    name: &'static str,
    agent: Locomotion,
    links: Vec<Link>,
    /// Slices from the front to the back, of each the rows from the top down: `S` start, `G` goal, `s`
    /// a start in water, `#` stone, `~` water, `H` ladder, `v` vine, `!` lava, `D` door.
    slices: Vec<Vec<&'static str>>,
    /// The actions with the number of moves of each, and the cost; none if there is no way.
    expected: Option<(Vec<(Action, usize)>, Cost)>,
}

/// A scene as cells.
pub(crate) struct Built {
    world: Occupancy,
    start: IVec3,
    goal: IVec3,
}

const MATERIALS: [(char, &str, MaterialKind, bool); 6] = [
    ('#', "stone", MaterialKind::Solid, true),
    ('~', "water", MaterialKind::Liquid, false),
    ('H', "ladder", MaterialKind::Climbable, true),
    ('v', "vine", MaterialKind::Climbable, false),
    ('!', "lava", MaterialKind::Hazard, false),
    ('D', "door", MaterialKind::Door, true),
];

impl Scene {
    fn build(&self) -> Result<Built, Box<dyn Error>> {
        let side = |count: usize| i32::try_from(count);
        let (depth, height) = (side(self.slices.len())?, side(self.slices[0].len())?);
        let width = side(self.slices[0][0].len())?;
        let bounds = CellBox::from_size(IVec3::new(width, depth, height));
        let mut builder = OccupancyBuilder::new(bounds)?;
        for (_, name, kind, standable) in MATERIALS {
            let material = Material::new(name, kind);
            builder.add_material(Material {
                standable,
                ..material
            })?;
        }
        let (mut start, mut goal) = (IVec3::ZERO, IVec3::ZERO);
        for (slice, y) in self.slices.iter().zip(0..) {
            for (row, z) in slice.iter().zip((0..height).rev()) {
                for (symbol, x) in row.chars().zip(0..) {
                    let cell = IVec3::new(x, y, z);
                    match symbol {
                        'S' | 's' => start = cell,
                        'G' => goal = cell,
                        _ => {}
                    }
                    let symbol = if symbol == 's' { '~' } else { symbol };
                    let drawn = MATERIALS.iter().find(|material| material.0 == symbol);
                    let name = drawn.map_or("", |material| material.1);
                    match builder.palette().find(name) {
                        Some(id) => builder.set_material(cell, id)?,
                        None => builder.set(cell, CellState::Free)?,
                    }
                }
            }
        }
        let world = builder.commit();
        Ok(Built { world, start, goal })
    }

    /// The way, held to what is expected.
    fn solve(&self, built: &Built) -> Result<Option<LegPath<Action>>, Box<dyn Error>> {
        let Built { world, start, goal } = built;
        let ground = Ground::new(world, &self.agent)?.with_links(&self.links)?;
        let query = Query::new(*start, *goal);
        let outcome = query
            .solve_with(&ground.moves(), &mut Workspace::new())
            .outcome;
        let path = outcome.path().cloned();
        if let Some(path) = &path {
            let cost = verify_legs(path, world, &self.agent, &self.links)?;
            assert_eq!(cost, path.cost(), "{}", self.name);
        }
        let found = path.as_ref().map(|path| {
            let legs = path.legs().iter();
            (
                legs.map(|leg| (leg.action, leg.cells.len() - 1)).collect(),
                path.cost(),
            )
        });
        assert_eq!(found, self.expected, "{}", self.name);
        Ok(path)
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut panels = Vec::new();
    for scene in scenes::all() {
        let built = scene.build()?;
        let path = scene.solve(&built)?;
        let said = path.as_ref().map_or("no way".to_owned(), told);
        println!("{:<44} {said}", scene.name);
        panels.push((scene, path, said));
    }
    if let Some(file) = picture_file() {
        std::fs::write(&file, picture::picture(&panels)?)?;
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

/// The legs of a way, and its cost.
fn told(path: &LegPath<Action>) -> String {
    let legs = path.legs().iter();
    let legs = legs.map(|leg| format!("{:?} {}", leg.action, leg.cells.len() - 1));
    let legs: Vec<String> = legs.collect();
    format!("{:.2}: {}", path.cost().length(), legs.join(", "))
}
