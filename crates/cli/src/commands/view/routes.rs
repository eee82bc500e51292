//! Results of `voxnav route` as `voxnav view` shows them.

use std::error::Error;
use std::fmt;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use serde::Deserialize;
use voxnav::glam::IVec3;
use voxnav_view::ShownRoute;

use crate::commands::route::separator::Separator;
use crate::error::{CliError, Context};
use crate::values::numbers;
use voxnav_lab::figures::grouped;

/// The routes of results, or why these are not understood.
type Routes = Result<Vec<ShownRoute>, Box<dyn Error + Send + Sync>>;

/// The columns that are shown.
const COLUMNS: [&str; 4] = ["outcome", "length", "path", "legs"];

/// The fields of a row that are shown.
#[derive(Deserialize)]
struct Row {
    outcome: String,
    length: Option<f64>,
    #[serde(default)]
    path: Option<Vec<[i32; 3]>>,
    /// Of agents on the ground, in place of the path.
    #[serde(default)]
    legs: Vec<Leg>,
}

#[derive(Deserialize)]
struct Leg {
    action: String,
    cells: Vec<[i32; 3]>,
}

/// Reads results: JSON lines if they begin like those, else CSV.
pub(crate) fn read(path: &Path) -> Result<Vec<ShownRoute>, CliError> {
    let routes = File::open(path)
        .map_err(Box::from)
        .and_then(|file| rows(BufReader::new(file)));
    routes.at(
        path,
        "give a result file that voxnav route wrote for this map (CSV or JSON lines)",
    )
}

fn rows(mut file: impl BufRead) -> Routes {
    if file.fill_buf()?.first() == Some(&b'{') {
        of_json(file)
    } else {
        of_csv(file)
    }
}

fn of_json(file: impl BufRead) -> Routes {
    let mut routes = Vec::new();
    for (number, line) in (1..).zip(file.lines()) {
        let row: Row = serde_json::from_str(&line?).map_err(|error| malformed(number, &error))?;
        let mut route = ShownRoute {
            outcome: row.outcome,
            length: row.length,
            ..ShownRoute::default()
        };
        let path = row.path.unwrap_or_default().into_iter();
        route.turns.extend(path.map(IVec3::from_array));
        for leg in row.legs {
            let more = leg.cells.into_iter().map(IVec3::from_array);
            add_leg(&mut route, &leg.action, more);
        }
        routes.push(route);
    }
    Ok(routes)
}

fn of_csv(file: impl BufRead) -> Routes {
    let mut reader = Separator::reader(file, |name| COLUMNS.contains(&name))?;
    let header = reader.headers()?.clone();
    let column = |name: &'static str| {
        let place = header.iter().position(|it| it == name);
        place.ok_or_else(|| format!("there is no column {name}"))
    };
    let (outcome, length, path) = (
        column("outcome")?,
        column("length")?,
        column("path")
            .or_else(|_| column("legs"))
            .map_err(|_| "there is no column path")?,
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
            length,
            ..ShownRoute::default()
        };
        // Cells of a path, or legs such as `walk:0 0 1;5 0 1|drop:5 0 1;6 0 0`.
        for leg in record[path].split('|') {
            let (action, cells) = match leg.split_once(':') {
                Some((action, cells)) => (Some(action), cells),
                None => (None, leg),
            };
            let texts = cells.split(';').filter(|text| !text.is_empty());
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
