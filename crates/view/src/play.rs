//! A changing world on a page: surfaces that come and go, and where agents are.
//!
//! Each tick with edits makes a version of the world. A rectangle is drawn in the versions from its first to before
//! its last, and only the chunks that an edit touches, or is next to, are examined again.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use voxnav::glam::{DVec3, IVec3};
use voxnav::grid::{CellBox, CellState, ChunkCoord, Occupancy};

use crate::page;
use crate::payload::{Payload, number_of, single, small};
use crate::scene::{PlayFacts, ViewError};
use crate::surface::{MOST_QUADS, Quad, chunk_quads};

/// A changing world to be played back: what happened from tick to tick.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Play {
    /// The size of the world in cells.
    pub size: IVec3,
    /// The radius that agents are shown with, in cells, or in the middle one of the sides of a cell where these differ;
    /// `None` for half of that, and never smaller than can be seen.
    pub radius: Option<f64>,
    /// The time from tick to tick in seconds; `None` where ticks are no times.
    pub seconds_per_tick: Option<f64>,
    /// The moments, by rising ticks.
    pub moments: Vec<Moment>,
}

/// An event at a tick. Cells and positions count from the lowest cell of the world.
#[derive(Clone, Debug, PartialEq)]
pub enum Moment {
    /// Cells were edited.
    Edit {
        /// The tick of the edit.
        tick: u32,
        /// The edited cells.
        cells: CellBox,
        /// The state of the cells since.
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
        /// The verdict reported for its path, or what it does, if that differs from before.
        verdict: Option<String>,
        /// The cells where its new path turns, none where it has none; `None` where it is as before.
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

/// The most ticks with edits that a page plays: versions are written in 16 bits.
pub const MOST_VERSIONS: usize = NEVER as usize - 1;

/// The last version of what stays.
const NEVER: u16 = u16::MAX;

/// The rectangles of all versions, those of the first in front, and the lives of them.
pub(crate) struct Lives {
    pub(crate) quads: Vec<Quad>,
    /// The first version of each rectangle, and the one in which it is gone.
    spans: Vec<[u16; 2]>,
    /// The ticks at which the versions began, from the second on.
    ticks: Vec<u32>,
}

/// The edits of a tick.
type Edits = Vec<(CellBox, CellState)>;

impl Lives {
    /// Plays the edits in a world that has these rectangles.
    pub(crate) fn of(world: &Occupancy, quads: Vec<Quad>, play: &Play) -> Result<Self, ViewError> {
        let edits = edits(play, world.bounds())?;
        if edits.len() > MOST_VERSIONS {
            let found = edits.len();
            return Err(ViewError::TooManyEdits { found });
        }
        let mut lives = Self {
            spans: vec![[0, NEVER]; quads.len()],
            ticks: edits.keys().copied().collect(),
            quads,
        };
        // Which rectangles a chunk has now, by their place.
        let mut shown = BTreeMap::<ChunkCoord, Vec<usize>>::new();
        for (place, quad) in lives.quads.iter().enumerate() {
            shown
                .entry(ChunkCoord::of(quad.cell))
                .or_default()
                .push(place);
        }
        let mut world = world.clone();
        for (version, edits) in (1..).zip(edits.values()) {
            let mut builder = world.edit();
            let mut touched = BTreeSet::new();
            for &(cells, state) in edits {
                builder.clear_materials(cells)?;
                builder.set_box(cells, state)?;
                let around = CellBox::new(cells.min - IVec3::ONE, cells.max + IVec3::ONE);
                touched.extend(around.intersection(&world.bounds()).chunks());
            }
            world = builder.commit();
            for chunk in touched {
                lives.renew(&world, chunk, version, shown.entry(chunk).or_default());
            }
            if lives.quads.len() > MOST_QUADS {
                return Err(ViewError::TooDetailed);
            }
        }
        Ok(lives)
    }

    /// Ends the rectangles of a chunk that it has no more, and begins those that it has now.
    fn renew(
        &mut self,
        world: &Occupancy,
        chunk: ChunkCoord,
        version: u16,
        shown: &mut Vec<usize>,
    ) {
        let mut now = Vec::new();
        chunk_quads(world, chunk, &mut now);
        let wanted: HashSet<Quad> = now.iter().copied().collect();
        let (stay, go): (Vec<_>, Vec<_>) = std::mem::take(shown)
            .into_iter()
            .partition(|&place| wanted.contains(&self.quads[place]));
        for place in go {
            self.spans[place][1] = version;
        }
        let there: HashSet<Quad> = stay.iter().map(|&place| self.quads[place]).collect();
        *shown = stay;
        for quad in now.into_iter().filter(|quad| !there.contains(quad)) {
            shown.push(self.quads.len());
            self.quads.push(quad);
            self.spans.push([version, NEVER]);
        }
    }

    pub(crate) fn add(&self, payload: &mut Payload) {
        let both = |[from, until]: &[u16; 2]| u32::from(*from) | u32::from(*until) << 16;
        payload.add("quadLife", self.spans.iter().map(both));
        payload.add("versionTick", self.ticks.iter().copied());
    }
}

/// Returns the edits by their ticks, in the cells of a world.
fn edits(play: &Play, world: CellBox) -> Result<BTreeMap<u32, Edits>, ViewError> {
    let size = world.size().as_ivec3();
    if play.size != size {
        let (found, map) = (play.size, size);
        return Err(ViewError::OtherWorld { found, map });
    }
    let mut edits = BTreeMap::<u32, Edits>::new();
    for moment in &play.moments {
        if let Moment::Edit { tick, cells, state } = moment {
            let cells = CellBox::new(cells.min + world.min, cells.max + world.min);
            let cells = cells.intersection(&world);
            edits.entry(*tick).or_default().push((cells, *state));
        }
    }
    Ok(edits)
}

/// The position of an agent at a tick, and the verdict and path reported for it.
struct Sighting<'p> {
    tick: u32,
    at: DVec3,
    verdict: Option<&'p str>,
    path: Option<&'p [IVec3]>,
}

/// Adds where agents are to what a page draws.
pub(crate) fn add_agents(play: &Play, payload: &mut Payload) -> PlayFacts {
    let mut agents = BTreeMap::<u32, Vec<Sighting<'_>>>::new();
    for moment in &play.moments {
        if let Moment::Agent {
            tick,
            agent,
            at,
            verdict,
            path,
        } = moment
        {
            agents.entry(*agent).or_default().push(Sighting {
                tick: *tick,
                at: *at,
                verdict: verdict.as_deref(),
                path: path.as_deref(),
            });
        }
    }
    let mut ends = vec![0];
    for sightings in agents.values() {
        ends.push(ends.last().map_or(0, |end| end + small(sightings.len())));
    }
    let all = || agents.values().flatten();
    payload.add("agentFirst", ends.into_iter());
    payload.add("agentTick", all().map(|sighting| sighting.tick));
    payload.add_places("agent", &all(), |sighting, axis| single(sighting.at[axis]));
    let mut verdicts = Vec::new();
    let told: Vec<u32> = all()
        .map(|sighting| {
            let number = |verdict| number_of(verdict, &mut verdicts);
            sighting.verdict.map_or(u32::MAX, number)
        })
        .collect();
    payload.add("agentVerdict", told.into_iter());
    let (mut turns, mut path_ends, mut paths) = (Vec::new(), vec![0], Vec::new());
    for sighting in all() {
        paths.push(match sighting.path {
            None => u32::MAX,
            Some(path) => {
                turns.extend(path);
                path_ends.push(small(turns.len()));
                small(path_ends.len() - 2)
            }
        });
    }
    payload.add("agentPath", paths.into_iter());
    payload.add("agentPathFirst", path_ends.into_iter());
    let place = |turn: &&IVec3, axis| page::place(**turn, IVec3::ZERO, axis);
    payload.add_places("agentPath", &turns.iter(), place);
    PlayFacts {
        ticks: play.moments.last().map_or(0, Moment::tick),
        agents: agents.len(),
        verdicts,
        plays_at_once: false,
        radius: play.radius,
        seconds_per_tick: play.seconds_per_tick,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::surface::quads;

    /// Checks that in every version the rectangles that live are those of the world as it is then.
    #[test]
    fn what_lives_in_a_version_is_the_surface_of_the_world_then() {
        let low = IVec3::new(-7, 60, 3);
        let bounds = CellBox::new(low, low + IVec3::new(80, 70, 9));
        let mut builder = voxnav::grid::OccupancyBuilder::new(bounds).unwrap();
        let mut number = 7_u64;
        let mut draw = |below: i32| {
            number = number
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            i32::try_from(number >> 40).unwrap() % below
        };
        for _ in 0..300 {
            let cell = low + IVec3::new(draw(80), draw(70), draw(9));
            builder.set(cell, CellState::Occupied).unwrap();
        }
        let first = builder.commit();
        let moments = (0..60).map(|turn| {
            let from = IVec3::new(draw(79), draw(69), draw(8));
            let size = IVec3::new(1 + draw(4), 1 + draw(4), 1 + draw(2));
            let cells = CellBox::new(from, (from + size).min(IVec3::new(80, 70, 9)));
            let state = [CellState::Free, CellState::Occupied, CellState::Unknown]
                [draw(3).cast_unsigned() as usize];
            Moment::Edit {
                tick: turn / 2,
                cells,
                state,
            }
        });
        let play = Play {
            size: bounds.size().as_ivec3(),
            radius: None,
            seconds_per_tick: None,
            moments: moments.collect(),
        };
        let lives = Lives::of(&first, quads(&first), &play).unwrap();
        let mut world = first;
        for version in 0..=30_u16 {
            if version > 0 {
                let mut edit = world.edit();
                for moment in play
                    .moments
                    .iter()
                    .filter(|moment| moment.tick() + 1 == u32::from(version))
                {
                    let Moment::Edit { cells, state, .. } = moment else {
                        continue;
                    };
                    edit.set_box(CellBox::new(cells.min + low, cells.max + low), *state)
                        .unwrap();
                }
                world = edit.commit();
            }
            let alive = lives.quads.iter().zip(&lives.spans);
            let alive = alive.filter(|(_, [from, until])| (*from..*until).contains(&version));
            let alive: HashSet<Quad> = alive.map(|(quad, _)| *quad).collect();
            assert_eq!(
                alive,
                quads(&world).into_iter().collect(),
                "version {version}"
            );
        }
    }
}
