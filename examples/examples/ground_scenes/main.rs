//! What agents on the ground do, a scene for each rule: drawn as text, solved, and held to the actions
//! and the cost that were worked out by hand.
//!
//! Prints each way. With the name of a file, also draws the scenes with their ways as an SVG picture; with that of a
//! folder, writes a page for each, which shows it in 3D:
//! `cargo run -p voxnav-examples --example ground_scenes -- scenes.svg`
#![expect(clippy::print_stdout, reason = "an example shows what it found")]

mod picture;
mod scenes;

use std::error::Error;
use std::fs::File;
use std::io::BufWriter;
use std::path::{Path, PathBuf};

use voxnav::Workspace;
use voxnav::glam::IVec3;
use voxnav::grid::{Axis, CellBox, CellState, Occupancy, OccupancyBuilder};
use voxnav::ground::{
    Action, Ground, LegPath, Link, Locomotion, Material, MaterialKind, verify_legs,
};
use voxnav::search::{Cost, Query};
use voxnav_view::{Recording, SearchFacts};

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
    // Arguments with dashes are of the test runner.
    let asked = std::env::args_os().skip(1);
    let mut asked = asked.filter(|name| !name.to_string_lossy().starts_with('-'));
    match asked.next().map(PathBuf::from) {
        Some(file)
            if file
                .extension()
                .is_some_and(|end| end.eq_ignore_ascii_case("svg")) =>
        {
            std::fs::write(&file, picture::picture(&panels)?)?;
            println!("drawn in {}", file.display());
        }
        Some(folder) => write_pages(&folder, &scenes::all())?,
        None => {}
    }
    Ok(())
}

/// Writes a page for each scene.
fn write_pages(folder: &Path, scenes: &[Scene]) -> Result<(), Box<dyn Error>> {
    std::fs::create_dir_all(folder)?;
    for scene in scenes {
        let Built { world, start, goal } = scene.build()?;
        let ground = Ground::new(&world, &scene.agent)?.with_links(&scene.links)?;
        let mut seen = Recording::new(1_000);
        let query = Query::new(start, goal);
        let solution = query.solve_with_observed(&ground.moves(), &mut Workspace::new(), &mut seen);
        let description = "on the ground".to_owned();
        let facts = SearchFacts::of_legs(description, [start, goal], &solution, &seen);
        let page = voxnav_view::Scene::new(scene.name, &world).up(Some(Axis::Z));
        let page = page.search(facts, &seen).page()?;
        let words: Vec<_> = scene
            .name
            .split(|letter: char| !letter.is_alphanumeric())
            .collect();
        let file = folder.join(words.join("-")).with_extension("html");
        page.write(&mut BufWriter::new(File::create(&file)?))?;
        println!("{}", file.display());
    }
    Ok(())
}

/// The legs of a way, and its cost.
fn told(path: &LegPath<Action>) -> String {
    let legs = path.legs().iter();
    let legs = legs.map(|leg| format!("{:?} {}", leg.action, leg.cells.len() - 1));
    let legs: Vec<String> = legs.collect();
    format!("{:.2}: {}", path.cost().length(), legs.join(", "))
}
