//! Traces of changing worlds: the edits, where agents were, and the paths that they had.
//!
//! Like a trace of a search, text of one JSON object a line: a header, and what happened, in order.
//!
//! ```text
//! {"trace":"voxnav play","version":1,"program":"convoy","map":"caves","size":[64,64,64]}
//! {"tick":0,"agent":0,"at":[3,40,12],"verdict":"replanned","path":[[3,40,12],[9,46,12],[30,46,12]]}
//! {"tick":7,"low":[20,44,10],"end":[21,48,14],"state":"occupied"}
//! {"tick":8,"agent":0,"at":[10.5,46,12],"verdict":"repaired","path":[[10,46,12],[19,46,12],[30,46,20]]}
//! ```
//!
//! - A line with `low` is an edit: the cells from `low` to before `end` are `free`, `occupied` or `unknown` from
//!   that tick on.
//! - A line with `agent` reports where an agent is, in cells, whole numbers at their centers. `verdict` is what it was
//!   told of its path. `path` has the cells where the path turns; it is absent where it is as before, and
//!   empty where there is none.
//! - Ticks never go back.
//!
//! A reader skips members that it does not know.

use std::io::{self, Write};

use serde::{Deserialize, Serialize};
use voxnav_occupancy::glam::{DVec3, IVec3};
use voxnav_occupancy::{CellBox, CellState};

use super::lines::{inside, parse, parse_header, write_header, write_line};
use crate::error::{Fault, FileError, malformed};
use crate::text::lines::Lines;

/// A changing world as it was traced.
///
/// ```
/// use voxnav_files::trace::play::{Moment, Play, PlayHeader, PlayWriter, read};
/// use voxnav_occupancy::glam::IVec3;
/// use voxnav_occupancy::{CellBox, CellState};
///
/// let header = PlayHeader { program: "mine".into(), map: "room".into(), size: IVec3::splat(9) };
/// let door = CellBox::of_cell(IVec3::new(4, 4, 0));
/// let shut = Moment::Edit { tick: 3, cells: door, state: CellState::Occupied };
/// let mut file = Vec::new();
/// let mut writer = PlayWriter::begin(&mut file, &header)?;
/// writer.write(&shut)?;
/// assert_eq!(read(&file, "room.jsonl")?, Play { header, moments: vec![shut] });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Play {
    /// The header, which says of which world the trace is.
    pub header: PlayHeader,
    /// The moments, in order.
    pub moments: Vec<Moment>,
}

/// The world that a trace is of.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct PlayHeader {
    /// The program that wrote the trace.
    pub program: String,
    /// The name of the map.
    pub map: String,
    /// The size of the map in cells; cells lie in `[0, size)` on each axis.
    pub size: IVec3,
}

/// An event at a tick.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(untagged)]
pub enum Moment {
    /// Cells were edited.
    Edit {
        /// The tick of the edit.
        tick: u32,
        /// The edited cells, all within the map.
        #[serde(flatten, with = "Span")]
        cells: CellBox,
        /// The state of the cells since.
        #[serde(with = "StateName")]
        state: CellState,
    },
    /// An agent was somewhere.
    Agent {
        /// The tick when the agent was there.
        tick: u32,
        /// The number of the agent.
        agent: u32,
        /// The position in cells: whole numbers at their centers.
        at: DVec3,
        /// The verdict on its path that the agent was given, if any.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        verdict: Option<String>,
        /// The cells where its new path turns, none where it has none; `None` where it is as before.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        path: Option<Vec<IVec3>>,
    },
}

impl Moment {
    /// Returns the tick of the moment.
    #[must_use]
    pub fn tick(&self) -> u32 {
        match self {
            Self::Edit { tick, .. } | Self::Agent { tick, .. } => *tick,
        }
    }
}

/// A box of cells by its corners.
#[derive(Serialize, Deserialize)]
#[serde(remote = "CellBox")]
struct Span {
    #[serde(rename = "low")]
    min: IVec3,
    #[serde(rename = "end")]
    max: IVec3,
}

/// The names of states.
#[derive(Serialize, Deserialize)]
#[serde(remote = "CellState", rename_all = "lowercase")]
enum StateName {
    Free,
    Occupied,
    Unknown,
}

const NAME: &str = "voxnav play";

/// A writer of the trace of a changing world.
#[derive(Debug)]
pub struct PlayWriter<W> {
    out: W,
}

impl<W: Write> PlayWriter<W> {
    /// Writes the header.
    ///
    /// # Errors
    ///
    /// What writing to `out` fails with.
    pub fn begin(mut out: W, header: &PlayHeader) -> io::Result<Self> {
        write_header(&mut out, NAME, header)?;
        Ok(Self { out })
    }

    /// Writes what happened next. What lies outside of the map or is earlier than what came before is written, too,
    /// and refused by [`read`].
    ///
    /// # Errors
    ///
    /// What writing fails with.
    pub fn write(&mut self, moment: &Moment) -> io::Result<()> {
        write_line(&mut self.out, moment)
    }
}

/// Reads the trace in `bytes`; errors carry `name`.
///
/// # Errors
///
/// [`FileError`] with the line, for one that is not the object that belongs there, another kind or version, a cell or
/// place that is not in the map, a tick that goes back, and where there is no header.
pub fn read(bytes: &[u8], name: &str) -> Result<Play, FileError> {
    play(bytes).map_err(|fault| fault.of(name))
}

fn play(bytes: &[u8]) -> Result<Play, Fault> {
    let mut lines = Lines::of_any_length(bytes);
    let header = lines.expect("the header of a trace", header)?;
    let mut moments: Vec<Moment> = Vec::new();
    while let Some(line) = lines.next_filled()? {
        let moment = moment(line, header.size).and_then(|moment| {
            let before = moments.last().map_or(0, Moment::tick);
            let tick = moment.tick();
            if tick < before {
                return Err(malformed(format!("tick {tick} follows tick {before}")));
            }
            Ok(moment)
        });
        moments.push(moment.map_err(|fault| lines.error(fault))?);
    }
    Ok(Play { header, moments })
}

fn header(line: &[u8]) -> Result<PlayHeader, Fault> {
    parse_header(line, NAME, "the header of a trace of a changing world")
}

fn moment(line: &[u8], size: IVec3) -> Result<Moment, Fault> {
    let moment = parse(line, "an edit or where an agent is")?;
    match &moment {
        Moment::Edit { cells, .. } => {
            inside(cells.min, size)?;
            inside(cells.max.saturating_sub(IVec3::ONE), size)?;
        }
        Moment::Agent { at, path, .. } => {
            inside(at.round().as_ivec3(), size)?;
            for cell in path.iter().flatten() {
                inside(*cell, size)?;
            }
        }
    }
    Ok(moment)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(moments: &[Moment]) -> String {
        let header = PlayHeader {
            program: "test".to_owned(),
            map: "room".to_owned(),
            size: IVec3::new(9, 8, 7),
        };
        let mut file = Vec::new();
        let mut writer = PlayWriter::begin(&mut file, &header).unwrap();
        for moment in moments {
            writer.write(moment).unwrap();
        }
        String::from_utf8(file).unwrap()
    }

    fn agent(tick: u32, path: Option<Vec<IVec3>>) -> Moment {
        Moment::Agent {
            tick,
            agent: 2,
            at: DVec3::new(1.25, 7.0, 6.0),
            verdict: path.as_ref().map(|_| "kept".to_owned()),
            path,
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let edit = |state| Moment::Edit {
            tick: 4,
            cells: CellBox::from_size(IVec3::new(9, 8, 7)),
            state,
        };
        let states = [CellState::Free, CellState::Occupied, CellState::Unknown];
        let mut moments = vec![agent(0, None), agent(3, Some(vec![IVec3::ONE]))];
        moments.extend(states.map(edit));
        moments.push(agent(4, Some(vec![])));
        let file = written(&moments);
        assert_eq!(read(file.as_bytes(), "a").unwrap().moments, moments);
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        let good = written(&[agent(5, None)]);
        for (line, said) in [
            ("{\"tick\":4,\"agent\":0,\"at\":[0,0,0]}", "tick 4"),
            ("{\"tick\":5,\"agent\":0,\"at\":[0,9,0]}", "not in the map"),
            (
                "{\"tick\":5,\"agent\":0,\"at\":[1e300,0,0]}",
                "not in the map",
            ),
            (
                "{\"tick\":5,\"agent\":0,\"at\":[0,0,0],\"path\":[[0,0,-1]]}",
                "not in the map",
            ),
            (
                "{\"tick\":5,\"low\":[0,0,0],\"end\":[0,0,0],\"state\":\"free\"}",
                "not in the map",
            ),
            (
                "{\"tick\":5,\"low\":[0,0,0],\"end\":[1,1,-2147483648],\"state\":\"free\"}",
                "not in",
            ),
            (
                "{\"tick\":5,\"low\":[0,0,0],\"end\":[1,1,1],\"state\":\"wet\"}",
                "not an edit",
            ),
            ("{\"tick\":-1}", "not an edit"),
            ("", ""),
        ] {
            let refused = read(format!("{good}{line}\n").as_bytes(), "a.jsonl");
            if line.is_empty() {
                assert!(refused.is_ok());
                continue;
            }
            let refused = refused.unwrap_err().to_string();
            assert!(
                refused.starts_with("a.jsonl:3: ") && refused.contains(said),
                "{refused}"
            );
        }
        let other = good.replace("voxnav play", "voxnav");
        let refused = read(other.as_bytes(), "a").unwrap_err().to_string();
        assert!(refused.contains("voxnav 1"), "{refused}");
        let none = read(b"", "a").unwrap_err();
        assert!(none.to_string().contains("the file ends where"), "{none}");
    }
}
