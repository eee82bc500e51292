//! The ledger of a run: its request, kept next to its rows until they are whole, so that it goes on as it began.
//!
//! Until `routes.csv` is complete, its rows are in `routes.csv.partial`, and `routes.csv.run`
//! describes them. It begins with a JSON object: the map, the moves and every other option that
//! results depend on. Every few seconds follows a line `{"rows":N,"requests":"HASH"}` with the
//! hash of the lines of requests up to row N.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::units::Space;

/// Between two checkpoints.
const INTERVAL: Duration = Duration::from_secs(10);

/// Everything that results depend on, but for the requests.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Terms {
    /// The program and its version.
    pub(super) program: String,
    /// The hash of the cells of the map.
    pub(super) map: String,
    /// The hash of the costs of its cells, if they have any.
    #[serde(default)]
    pub(super) costs: Option<String>,
    /// The distance that agents keep from what blocks them, and the weight of moves next to that, if they keep any.
    #[serde(default)]
    pub(super) keep_away: Option<String>,
    pub(super) algorithm: String,
    pub(super) heuristic: String,
    pub(super) moves: String,
    pub(super) corners: String,
    pub(super) keep: String,
    pub(super) limit_expanded: Option<u64>,
    pub(super) limit_memory: Option<u64>,
    pub(super) limit_time: Option<f64>,
    pub(super) columns: Vec<String>,
    /// The locomotion of the agent, if it is a ground agent.
    #[serde(default)]
    pub(super) locomotion: Option<String>,
    /// The sides of cells, where they differ.
    #[serde(default)]
    pub(super) cell_size: Option<String>,
    /// The units of positions, and in the world the place of the cells.
    #[serde(default = "cells")]
    pub(super) units: String,
}

/// The units of runs that noted none.
fn cells() -> String {
    Space::Index.to_string()
}

impl Terms {
    /// The first of the terms that is not as it was: what it is called, what it was and what it is.
    pub(super) fn difference(&self, before: &Self) -> Option<Difference> {
        let [now, then] = [self, before].map(|terms| serde_json::to_value(terms).ok());
        let (now, then) = (now?, then?);
        let (now, then) = (now.as_object()?, then.as_object()?);
        let (name, was) = then
            .iter()
            .find(|(name, was)| now.get(*name) != Some(was))?;
        let shown = |value: Option<&serde_json::Value>| match value {
            None | Some(serde_json::Value::Null) => "none".to_owned(),
            Some(serde_json::Value::String(text)) => text.clone(),
            Some(other) => other.to_string(),
        };
        Some(Difference {
            name: match name.as_str() {
                "map" => "the map".to_owned(),
                "columns" => "the columns that pass through".to_owned(),
                "program" => "the program".to_owned(),
                option => format!("--{}", option.replace('_', "-")),
            },
            was: shown(Some(was)),
            is: shown(now.get(name)),
        })
    }
}

/// A term that is not as it was.
#[derive(Debug, thiserror::Error)]
#[error("{name} was {was}, but is now {is}")]
pub(crate) struct Difference {
    name: String,
    was: String,
    is: String,
}

/// The number of rows when a line of the ledger was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Checkpoint {
    pub(super) rows: u64,
    /// The hash of the lines of requests that they answer.
    pub(super) requests: String,
}

impl Checkpoint {
    pub(super) fn new(rows: u64, requests: u128) -> Self {
        Self {
            rows,
            requests: format!("{requests:032x}"),
        }
    }
}

/// The ledger that a run writes.
#[derive(Debug)]
pub(super) struct Ledger {
    path: PathBuf,
    file: File,
    noted: Instant,
}

/// The notes of an interrupted run.
#[derive(Debug)]
pub(super) struct Noted {
    pub(super) terms: Terms,
    pub(super) checkpoints: Vec<Checkpoint>,
}

impl Ledger {
    /// A new ledger.
    pub(super) fn begin(path: &Path, terms: &Terms) -> io::Result<Self> {
        let mut file = File::create(path)?;
        serde_json::to_writer(&mut file, terms)?;
        file.write_all(b"\n")?;
        file.sync_all()?;
        Ok(Self::of(path, file))
    }

    /// The ledger of a run that goes on.
    pub(super) fn resume(path: &Path) -> io::Result<Self> {
        let mut file = OpenOptions::new().append(true).open(path)?;
        // What was cut in the middle of a line ends there.
        file.write_all(b"\n")?;
        Ok(Self::of(path, file))
    }

    fn of(path: &Path, file: File) -> Self {
        Self {
            path: path.to_owned(),
            file,
            noted: Instant::now(),
        }
    }

    /// Returns whether it is time for a checkpoint.
    pub(super) fn is_due(&self) -> bool {
        self.noted.elapsed() >= INTERVAL
    }

    pub(super) fn note(&mut self, checkpoint: &Checkpoint) -> io::Result<()> {
        self.noted = Instant::now();
        let mut line = serde_json::to_vec(checkpoint)?;
        line.push(b'\n');
        self.file.write_all(&line)
    }

    /// The run is over, and its results are whole.
    pub(super) fn remove(self) -> io::Result<()> {
        drop(self.file);
        fs::remove_file(self.path)
    }
}

/// Returns the notes at `path`; `None` if there is no ledger.
pub(super) fn read(path: &Path) -> io::Result<Option<Noted>> {
    let file = match File::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        other => BufReader::new(other?),
    };
    let mut lines = file.lines();
    let first = lines.next().transpose()?.unwrap_or_default();
    let terms = serde_json::from_str(&first)?;
    let mut checkpoints = Vec::new();
    for line in lines {
        // The last line may have been cut.
        if let Ok(checkpoint) = serde_json::from_str(&line?) {
            checkpoints.push(checkpoint);
        }
    }
    Ok(Some(Noted { terms, checkpoints }))
}
