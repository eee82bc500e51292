//! Results of `voxnav route` as `voxnav view` shows them.

use std::error::Error;
use std::fmt;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use serde::Deserialize;
use voxnav::Lattice;
use voxnav::glam::{DVec3, IVec3};
use voxnav::grid::LatticeError;
use voxnav_view::ShownRoute;

use crate::commands::route::separator::Separator;
use crate::error::{CliError, Context};
use crate::values::numbers;
use voxnav_lab::figures::grouped;

/// The routes of results, or why these are not understood.
type Routes = Result<Vec<ShownRoute>, Box<dyn Error + Send + Sync>>;

/// The columns that are shown.
const COLUMNS: [&str; 7] = [
    "outcome",
    "length",
    "path",
    "legs",
    "world_length",
    "world_path",
    "world_legs",
];

/// The fields of a row that are shown.
#[derive(Deserialize)]
struct Row {
    outcome: String,
    length: Option<f64>,
    path: Option<Vec<[i32; 3]>>,
    /// The legs of a ground agent, instead of the path.
    #[serde(default)]
    legs: Vec<Leg>,
    /// The same in world units, where the results are in these.
    world_length: Option<f64>,
    world_path: Option<Vec<[f64; 3]>>,
    #[serde(default)]
    world_legs: Vec<WorldLeg>,
}

#[derive(Deserialize)]
struct Leg {
    action: String,
    cells: Vec<[i32; 3]>,
}

#[derive(Deserialize)]
struct WorldLeg {
    action: String,
    positions: Vec<[f64; 3]>,
}

/// Reads results: JSON lines if they begin like those, else CSV.
pub(crate) fn read(path: &Path, lattice: &Lattice) -> Result<Vec<ShownRoute>, CliError> {
    let routes = File::open(path)
        .map_err(Box::from)
        .and_then(|file| rows(BufReader::new(file), lattice));
    routes.at(
        path,
        "give a result file that voxnav route wrote for this map (CSV or JSON lines)",
    )
}

fn rows(mut file: impl BufRead, lattice: &Lattice) -> Routes {
    if file.fill_buf()?.first() == Some(&b'{') {
        of_json(file, lattice)
    } else {
        of_csv(file, lattice)
    }
}

/// Returns the cells in which positions in world units are.
fn cells_at(positions: Vec<[f64; 3]>, lattice: &Lattice) -> Result<Vec<IVec3>, LatticeError> {
    let cells = positions.into_iter();
    let cells = cells.map(|position| lattice.cell_at(DVec3::from_array(position)));
    cells.collect()
}

fn of_json(file: impl BufRead, lattice: &Lattice) -> Routes {
    let mut routes = Vec::new();
    for (number, line) in (1..).zip(file.lines()) {
        let row: Row = serde_json::from_str(&line?).map_err(|error| malformed(number, &error))?;
        let mut route = ShownRoute {
            outcome: row.outcome,
            length: row
                .length
                .or(row.world_length.map(|it| it / lattice.longest_side())),
            ..ShownRoute::default()
        };
        let path = row.path.unwrap_or_default().into_iter();
        route.turns.extend(path.map(IVec3::from_array));
        let placed = |positions| {
            let cells = cells_at(positions, lattice);
            cells.map_err(|error| malformed(number, &error))
        };
        route
            .turns
            .extend(placed(row.world_path.unwrap_or_default())?);
        for leg in row.legs {
            let more = leg.cells.into_iter().map(IVec3::from_array);
            add_leg(&mut route, &leg.action, more);
        }
        for leg in row.world_legs {
            let more = placed(leg.positions)?;
            add_leg(&mut route, &leg.action, more.into_iter());
        }
        routes.push(route);
    }
    Ok(routes)
}

fn of_csv(file: impl BufRead, lattice: &Lattice) -> Routes {
    let mut reader = Separator::reader(file, |name| COLUMNS.contains(&name))?;
    let header = reader.headers()?.clone();
    let place = |name: &str| header.iter().position(|it| it == name);
    let column = |names: [&'static str; 2]| {
        let found = place(names[0]).or_else(|| place(names[1]));
        found.ok_or_else(|| format!("there is no column {}", names[0]))
    };
    let is_world = place("world_length").is_some();
    let (outcome, [length, path]) = (
        column(["outcome"; 2])?,
        if is_world {
            [
                column(["world_length"; 2])?,
                column(["world_path", "world_legs"])?,
            ]
        } else {
            [column(["length"; 2])?, column(["path", "legs"])?]
        },
    );
    let mut routes = Vec::new();
    for record in reader.records() {
        let record = record?;
        let line = record.position().map_or(0, csv::Position::line);
        let length = match &record[length] {
            "" => None,
            text => {
                let number = text.parse::<f64>().ok().filter(|it| it.is_finite());
                Some(number.ok_or_else(|| malformed(line, &format!("`{text}` is not a length")))?)
            }
        };
        let mut route = ShownRoute {
            outcome: record[outcome].to_owned(),
            length: if is_world {
                length.map(|it| it / lattice.longest_side())
            } else {
                length
            },
            ..ShownRoute::default()
        };
        // Cells of a path, or legs such as `walk:0 0 1;5 0 1|drop:5 0 1;6 0 0`.
        for leg in record[path].split('|') {
            let (action, cells) = match leg.split_once(':') {
                Some((action, cells)) => (Some(action), cells),
                None => (None, leg),
            };
            let texts = cells.split(';').filter(|text| !text.is_empty());
            let cell = |text| {
                if is_world {
                    position(text, lattice)
                } else {
                    cell(text)
                }
            };
            let turns = texts.map(|text| cell(text).ok_or_else(|| no_cell(line, text)));
            let turns = turns.collect::<Result<Vec<_>, _>>()?;
            match action {
                Some(action) => add_leg(&mut route, action, turns.into_iter()),
                None => route.turns.extend(turns),
            }
        }
        routes.push(route);
    }
    Ok(routes)
}

/// Adds the cells of a leg, along which this is done.
fn add_leg(route: &mut ShownRoute, action: &str, turns: impl Iterator<Item = IVec3>) {
    route.turns.extend(turns);
    route.actions.resize(route.turns.len(), action.to_owned());
}

fn cell(text: &str) -> Option<IVec3> {
    numbers(text, ' ').map(IVec3::from_array)
}

fn position(text: &str, lattice: &Lattice) -> Option<IVec3> {
    let position = numbers(text, ' ').map(DVec3::from_array)?;
    lattice.cell_at(position).ok()
}

fn no_cell(line: u64, text: &str) -> String {
    malformed(line, &format!("`{text}` is not a cell `x y z`"))
}

fn malformed(line: u64, reason: &impl fmt::Display) -> String {
    format!("line {line}: {reason}")
}

/// Returns the number of routes, in words.
pub(crate) fn told(routes: &[ShownRoute]) -> Option<String> {
    let paths = routes
        .iter()
        .filter(|route| !route.turns.is_empty())
        .count();
    let [all, paths] = [routes.len(), paths].map(|count| grouped(count as u64));
    (!routes.is_empty()).then(|| format!("{all}, {paths} of them with a path"))
}
