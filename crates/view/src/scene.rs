//! Scenes to be seen, and the page that is made of them.

use std::io::{self, Write};

use voxnav::Lattice;
use voxnav::glam::{DVec3, IVec3, UVec3};
use voxnav::grid::{Axis, Occupancy, OccupancyError};

use crate::density::Density;
use crate::json::object;
use crate::page;
use crate::payload::Payload;
use crate::play::{self, Lives, MOST_VERSIONS, Play};
use crate::recording::Recording;
use crate::routes::{self, ShownRoute};
use crate::search::SearchFacts;
use crate::surface::{Face, Filling, MOST_QUADS, Place, Quad, Surfaces};

/// The largest side of a world that pages show: places are written in 16 bits.
pub const LONGEST_SIDE: u32 = 1 << 16;

/// Everything that the page says in words and single numbers.
#[derive(Debug)]
pub struct Facts {
    /// The program and its version.
    pub program: String,
    /// The command that makes the page again.
    pub command: String,
    /// The world.
    pub map: MapFacts,
    /// The search; absent where only the world is shown.
    pub search: Option<SearchFacts>,
    /// Another search to compare it with, if there is one.
    pub against: Option<SearchFacts>,
    /// Many paths; absent where there are none.
    pub routes: Option<RoutesFacts>,
    /// The changes of the world; absent where nothing changes.
    pub play: Option<PlayFacts>,
    /// The story of the page; absent where the panel says all.
    pub story: Option<Story>,
}

object!(Facts {
    program,
    command,
    map,
    search,
    against,
    routes,
    play,
    story
});

/// The story of a page for first-time readers, shown over the picture.
///
/// A page with a story begins close to where agents meet, and moves slowly until it is touched.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Story {
    /// The headline.
    pub title: String,
    /// A few sentences, a line each; a line with the current actions of the agents follows.
    pub lines: Vec<String>,
}

object!(Story { title, lines });

/// The facts that a page states of a changing world.
#[derive(Debug)]
pub struct PlayFacts {
    /// The last tick.
    pub ticks: u32,
    /// The number of agents.
    pub agents: usize,
    /// The verdicts reported for their paths, in the order of first appearance.
    pub verdicts: Vec<String>,
    /// True if it plays as soon as the page is open.
    pub plays_at_once: bool,
    /// The radius of agents in cells, where that is known.
    pub radius: Option<f64>,
    /// The time from tick to tick in seconds, where there is one.
    pub seconds_per_tick: Option<f64>,
}

object!(PlayFacts {
    ticks,
    agents,
    verdicts,
    plays_at_once,
    radius,
    seconds_per_tick
});

/// The facts that a page states of many paths.
#[derive(Debug)]
pub struct RoutesFacts {
    /// The outcomes of their searches, in the order of first appearance.
    pub outcomes: Vec<String>,
    /// The actions along them, in the order of first appearance; of routes of legs.
    pub actions: Vec<String>,
}

object!(RoutesFacts { outcomes, actions });

/// The facts that a page states of the world.
#[derive(Debug)]
pub struct MapFacts {
    /// The name of the world.
    pub name: String,
    /// Size and content in one line.
    pub description: String,
    /// The lowest cell; cells in the arrays count from there.
    pub low: [i32; 3],
    /// The size of the world in cells.
    pub size: [u32; 3],
    /// The sides of a cell along x, y and z, in world units.
    pub cell_sizes: [f64; 3],
    /// The number of cells along the edge of what is drawn as one: 1 where nothing is simplified.
    pub scale: u32,
    /// The number of rectangles that its surfaces are drawn by.
    pub quads: usize,
    /// The number of cells along the edge of a block by which the page shades.
    pub density_edge: u32,
    /// The number of such blocks along each axis.
    pub density_size: [u32; 3],
    /// The names of the materials of its cells, by number from 1.
    pub materials: Vec<String>,
    /// The axis that points up on the screen, 0 to 2.
    pub up: usize,
    /// True if there is rock all around, so that the world is looked into rather than at.
    pub is_cavern: bool,
}

object!(MapFacts {
    name,
    description,
    low,
    size,
    cell_sizes,
    scale,
    quads,
    density_edge,
    density_size,
    materials,
    up,
    is_cavern
});

/// The reason why there is no page.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ViewError {
    /// The world is too large.
    #[error("the map has {size} cells, pages show at most {LONGEST_SIDE} along a side")]
    TooLarge {
        /// The size of the world in cells.
        size: UVec3,
    },
    /// A route leaves the world: it is of another one.
    #[error("route {number} leaves the map at {cell}")]
    RouteOutside {
        /// The number of the route, from 1.
        number: usize,
        /// The cell outside.
        cell: IVec3,
    },
    /// The trace of a changing world is of another one.
    #[error("the trace belongs to a map of {found} cells, but this map has {map}")]
    OtherWorld {
        /// The size that the trace says.
        found: IVec3,
        /// The size of the map.
        map: IVec3,
    },
    /// A page cannot count as many edits.
    #[error("the world is edited at {found} ticks, pages show at most {MOST_VERSIONS}")]
    TooManyEdits {
        /// The number of ticks at which there are edits.
        found: usize,
    },
    /// Changing worlds are not simplified, and this one would have to be.
    #[error(
        "the changing world has more than {MOST_QUADS} surfaces; that is too many to play back"
    )]
    TooDetailed,
    /// The world cannot be simplified as far as is needed.
    #[error(transparent)]
    Occupancy(#[from] OccupancyError),
}

/// A world to look at, and perhaps a search in it.
#[derive(Debug)]
pub struct Scene<'s> {
    name: String,
    description: String,
    program: String,
    command: String,
    occupancy: &'s Occupancy,
    lattice: Lattice,
    up: Option<Axis>,
    search: Option<(SearchFacts, &'s Recording)>,
    against: Option<(SearchFacts, &'s Recording)>,
    routes: Vec<ShownRoute>,
    play: Option<&'s Play>,
    plays_at_once: bool,
    story: Option<Story>,
}

impl<'s> Scene<'s> {
    /// Makes a scene of a world of this name.
    #[must_use]
    pub fn new(name: impl Into<String>, occupancy: &'s Occupancy) -> Self {
        Self {
            name: name.into(),
            description: String::new(),
            program: String::new(),
            command: String::new(),
            occupancy,
            lattice: Lattice::default(),
            up: None,
            search: None,
            against: None,
            routes: Vec::new(),
            play: None,
            plays_at_once: false,
            story: None,
        }
    }

    voxnav::setters! {
        /// Describes the world in one line.
        description(description: impl Into<String>) => description = description.into();
    }

    /// Sets the program that makes the page, and the command that makes it again.
    #[must_use]
    pub fn made_by(mut self, program: impl Into<String>, command: impl Into<String>) -> Self {
        (self.program, self.command) = (program.into(), command.into());
        self
    }

    voxnav::setters! {
        /// Sets which axis points up on the screen; that of the largest floors by default.
        up(up: Option<Axis>) => up = up;

        /// Sets the lattice, whose cells are drawn with their true sides; cubes by default.
        lattice(lattice: Lattice) => lattice = lattice;
    }

    /// Shows a search in it.
    #[must_use]
    pub fn search(mut self, facts: SearchFacts, recording: &'s Recording) -> Self {
        self.search = Some((facts, recording));
        self
    }

    /// Shows another search next to the first: two pictures under one slider, which goes through both
    /// expansion by expansion.
    #[must_use]
    pub fn against(mut self, facts: SearchFacts, recording: &'s Recording) -> Self {
        self.against = Some((facts, recording));
        self
    }

    voxnav::setters! {
        /// Shows many paths in it, with agents that move along them.
        routes(routes: Vec<ShownRoute>) => routes = routes;

        /// Plays back how it changed: edits, where agents were, and the paths that they had. Searches and routes are not
        /// shown then.
        play(play: &'s Play) => play = Some(play);
    }

    voxnav::setters! {
        /// Tells a story over the picture.
        story(story: Story) => story = Some(story);
    }

    /// Makes the play begin when the page opens, unless the reader prefers reduced motion.
    #[must_use]
    pub fn playing_at_once(mut self) -> Self {
        self.plays_at_once = true;
        self
    }

    /// Checks that a page can show a world.
    ///
    /// # Errors
    /// [`ViewError::TooLarge`] if it has a longer side than [`LONGEST_SIDE`].
    pub fn check_size(occupancy: &Occupancy) -> Result<(), ViewError> {
        let size = occupancy.bounds().size();
        if size.max_element() > LONGEST_SIDE {
            return Err(ViewError::TooLarge { size });
        }
        Ok(())
    }

    /// Makes the page.
    ///
    /// # Errors
    /// [`ViewError`] if the world cannot be shown.
    pub fn page(mut self) -> Result<Page, ViewError> {
        Self::check_size(self.occupancy)?;
        if self.play.is_some() {
            (self.search, self.against) = (None, None);
            self.routes.clear();
        }
        let surfaces = Surfaces::of(self.occupancy)?;
        let density = Density::of(self.occupancy);
        let at_first = surfaces.quads.len();
        let lives = match self.play {
            Some(_) if surfaces.scale > 1 => return Err(ViewError::TooDetailed),
            Some(play) => Some(Lives::of(&surfaces.world, surfaces.quads.clone(), play)?),
            None => None,
        };
        let quads = lives.as_ref().map_or(&surfaces.quads, |lives| &lives.quads);
        let mut payload = page::payload(&surfaces.world, quads, &density);
        let play = self.play.map(|play| PlayFacts {
            plays_at_once: self.plays_at_once,
            ..play::add_agents(play, &mut payload)
        });
        if let Some(lives) = &lives {
            lives.add(&mut payload);
        }
        let low = self.occupancy.bounds().min;
        // One search alone is the first.
        let (first, second) = match (self.search, self.against) {
            (None, second) => (second, None),
            both => both,
        };
        let nothing = Recording::new(0);
        let (search, recording) = match first {
            Some((facts, recording)) => (Some(facts), recording),
            None => (None, &nothing),
        };
        page::add_search(&mut payload, "cell", low, recording);
        let against = second.map(|(facts, recording)| {
            page::add_search(&mut payload, "against", low, recording);
            facts
        });
        let bounds = self.occupancy.bounds();
        let routes = match self.routes.as_slice() {
            [] => None,
            some => Some(routes::add(some, bounds, &mut payload)?),
        };
        // As parts of the longest.
        let sides = self.lattice.sizes() / self.lattice.longest_side();
        let map = MapFacts {
            name: self.name,
            description: self.description,
            low: bounds.min.to_array(),
            size: bounds.size().to_array(),
            cell_sizes: self.lattice.sizes().to_array(),
            scale: surfaces.scale,
            quads: quads.len(),
            materials: self
                .occupancy
                .palette()
                .iter()
                .map(|(_, material)| material.name.clone())
                .collect(),
            density_edge: density.edge,
            density_size: density.size.to_array(),
            up: self
                .up
                .map_or_else(|| upwards(&quads[..at_first], sides), Axis::index),
            is_cavern: is_cavern(&surfaces.world, &quads[..at_first], sides),
        };
        let facts = Facts {
            program: self.program,
            command: self.command,
            map,
            search,
            against,
            routes,
            play,
            story: self.story,
        };
        Ok(Page { facts, payload })
    }
}

/// A page to be written.
#[derive(Debug)]
pub struct Page {
    facts: Facts,
    payload: Payload,
}

impl Page {
    /// Returns what the page says in words and single numbers.
    #[must_use]
    pub fn facts(&self) -> &Facts {
        &self.facts
    }

    /// Writes the page.
    ///
    /// # Errors
    /// What writing to `out` fails with.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        page::write(&self.facts, &self.payload, out)
    }
}

/// Returns the axis across which the largest faces lie: floors are larger than walls. It is z unless another one is
/// clearly ahead.
fn upwards(quads: &[Quad], sides: DVec3) -> usize {
    let mut squares = [0.0; 3];
    for quad in occupied(quads, Place::Inside) {
        let area = area(quad, sides);
        squares[quad.face.side.axis.index()] += area * area;
    }
    let clearly = |axis: usize| squares[axis] > 1.5 * squares[2];
    match (clearly(0), clearly(1)) {
        (true, true) => usize::from(squares[1] >= squares[0]),
        (true, false) => 0,
        (false, true) => 1,
        (false, false) => 2,
    }
}

/// Returns whether more than half of the border of a world is occupied.
fn is_cavern(world: &Occupancy, quads: &[Quad], sides: DVec3) -> bool {
    let size = world.bounds().size().as_dvec3() * sides;
    let border = 2.0 * (size.x * size.y + size.y * size.z + size.z * size.x);
    let covered = occupied(quads, Place::Border).map(|quad| area(quad, sides));
    2.0 * covered.sum::<f64>() > border
}

/// Returns the area of a rectangle of cells with these sides.
fn area(quad: &Quad, sides: DVec3) -> f64 {
    let [first, second] = quad.face.side.axis.others().map(Axis::index);
    f64::from(quad.width) * sides[first] * (f64::from(quad.height) * sides[second])
}

/// Returns the faces of occupied cells at a place.
fn occupied(quads: &[Quad], place: Place) -> impl Iterator<Item = &Quad> {
    let is_there = move |face: Face| face.filling == Filling::Occupied && face.place == place;
    quads.iter().filter(move |quad| is_there(quad.face))
}
