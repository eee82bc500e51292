//! The configurations that laws are tried for: each row of [`ALL`] names the agent, worlds, searches and goals.

use voxnav_search::Algorithm;
use voxnav_testkit::Draws;
use voxnav_testkit::grid::{
    Cell, Grid, Pricing, place_patches, place_weights, sample_cell, sample_grid, sample_hall,
    sample_plane, sample_tunnels, sample_wide_grid,
};

use crate::engine::{Entry, Place, Target, entries};
use crate::oracle::{Corners, Rules};
use crate::worlds::{
    sample_built, sample_lonely, sample_rooms, sample_row_of_rooms, sample_tiny, sample_winding,
};

/// The kind of the agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Agent {
    Flying,
    /// Flies, and stops before unknown cells.
    Stopping,
    OnGround(Place),
}

/// What is known of a world before it is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Index {
    /// Any of the others, or none, in a world that is put otherwise: with unknown cells that pass for free or for
    /// occupied ones, with wider bounds, with another state outside of these.
    Any,
    None,
    /// A jump index, made before an edit or after.
    Jump,
    /// An index as programs make it: portals in doorways and at junctions.
    Found,
    /// An index with portals at any cells.
    Portals,
}

/// Where a world ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bounds {
    Grid,
    /// The bounds are as far as any agent can walk. The oracle reads the grid alone, and does not judge where a way out of it and back
    /// might be the best.
    Endless,
}

/// What a query asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Goals {
    One,
    Many,
}

/// From how many records on a search counts as long, which changes how it is ordered and what it remembers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Long {
    Usual,
    /// From its first records on.
    Soon,
}

/// A row of the table.
#[derive(Clone, Copy)]
pub(crate) struct Configuration {
    pub(crate) name: &'static str,
    pub(crate) agent: Agent,
    /// Worlds for a law that asks once.
    pub(crate) worlds: u64,
    /// Questions about each world.
    pub(crate) questions: u32,
    pub(crate) sample: fn(&mut Draws) -> Grid,
    /// Gives cells their weights.
    pub(crate) weigh: fn(&mut Grid, &mut Draws),
    pub(crate) index: Index,
    pub(crate) bounds: Bounds,
    /// Which algorithms are asked, with which estimates, for which factor.
    pub(crate) asks: fn(&Entry) -> bool,
    /// The only corner rule, or any.
    pub(crate) corners: Option<Corners>,
    pub(crate) goals: Goals,
    pub(crate) long: Long,
}

/// Anything that flies, in small dense worlds.
const ANY: Configuration = Configuration {
    name: "any",
    agent: Agent::Flying,
    worlds: 700,
    questions: 16,
    sample: sample_grid,
    weigh: |_, _| {},
    index: Index::Any,
    bounds: Bounds::Grid,
    asks: |_| true,
    corners: None,
    goals: Goals::One,
    long: Long::Usual,
};

const fn engine(
    name: &'static str,
    asks: fn(&Entry) -> bool,
    corners: Option<Corners>,
) -> Configuration {
    Configuration {
        name,
        worlds: 300,
        questions: 20,
        asks,
        corners,
        ..ANY
    }
}

/// An engine that knows of no index: worlds without one are soon made.
const fn plain_engine(name: &'static str, asks: fn(&Entry) -> bool) -> Configuration {
    Configuration {
        worlds: 400,
        questions: 10,
        index: Index::None,
        ..engine(name, asks, None)
    }
}

const fn place(name: &'static str, worlds: u64, sample: fn(&mut Draws) -> Grid) -> Configuration {
    Configuration {
        name,
        worlds,
        sample,
        ..ANY
    }
}

const fn index(
    name: &'static str,
    worlds: u64,
    sample: fn(&mut Draws) -> Grid,
    index: Index,
) -> Configuration {
    Configuration {
        index,
        asks: by_portals,
        ..place(name, worlds, sample)
    }
}

const fn ground(name: &'static str, worlds: u64, place: Place) -> Configuration {
    Configuration {
        name,
        agent: Agent::OnGround(place),
        worlds,
        questions: 3,
        asks: exactly,
        ..ANY
    }
}

fn is_auto(entry: &Entry) -> bool {
    entry.algorithm == Algorithm::Auto
}

fn is_clusters(entry: &Entry) -> bool {
    entry.algorithm == Algorithm::Hierarchical
}

fn is_jump(entry: &Entry) -> bool {
    entry.algorithm == Algorithm::Jump
}

fn is_canonical(entry: &Entry) -> bool {
    entry.algorithm == Algorithm::Canonical
}

/// The algorithms that leave out moves.
fn is_pruned(entry: &Entry) -> bool {
    is_auto(entry) || is_jump(entry) || is_canonical(entry)
}

/// The algorithms that search portals where these are known.
fn by_portals(entry: &Entry) -> bool {
    is_auto(entry) || is_jump(entry)
}

/// What ground agents are asked for: the best way, by an estimate or by none.
fn exactly(entry: &Entry) -> bool {
    let is_plain = is_auto(entry) || entry.algorithm == Algorithm::Dijkstra;
    is_plain && entry.is_basic()
}

/// Makes all open cells plain.
fn level(grid: &mut Grid, _: &mut Draws) {
    for cell in grid.open_cells() {
        grid.set(cell, Some(Grid::PLAIN));
    }
}

/// Gives cells their weights, which count by any pricing.
fn priced(weigh: fn(&mut Grid, &mut Draws), grid: &mut Grid, draws: &mut Draws) {
    weigh(grid, draws);
    *grid = grid.clone().with_pricing(Pricing::sample(draws));
}

const STRICT: Option<Corners> = Some(Corners::Strict);
const ONE_SIDE: Option<Corners> = Some(Corners::OneSide);
const LENIENT: Option<Corners> = Some(Corners::Lenient);

/// The table.
const ALL: [Configuration; 52] = [
    ANY,
    // By engine, in small dense worlds.
    engine("auto_strict", is_auto, STRICT),
    engine("auto_one_side", is_auto, ONE_SIDE),
    engine("auto_lenient", is_auto, LENIENT),
    engine("jump_strict", is_jump, STRICT),
    engine("jump_one_side", is_jump, ONE_SIDE),
    engine("jump_lenient", is_jump, LENIENT),
    engine("canonical_strict", is_canonical, STRICT),
    engine("canonical_one_side", is_canonical, ONE_SIDE),
    engine("canonical_lenient", is_canonical, LENIENT),
    plain_engine("a_star", |it| it.algorithm == Algorithm::AStar),
    plain_engine("dijkstra", |it| it.algorithm == Algorithm::Dijkstra),
    plain_engine("bidirectional", |it| {
        it.algorithm == Algorithm::Bidirectional
    }),
    plain_engine("weighted", |it| {
        matches!(it.algorithm, Algorithm::WeightedAStar(_))
    }),
    plain_engine("greedy", |it| it.algorithm == Algorithm::GreedyBestFirst),
    engine("clusters", is_clusters, None),
    engine("bounded", Entry::is_bounded, None),
    // By world.
    Configuration {
        questions: 8,
        index: Index::None,
        ..place("tiny", 3000, sample_tiny)
    },
    place("wide", 6, sample_wide_grid),
    place("halls", 5, sample_hall),
    Configuration {
        index: Index::None,
        asks: |it| matches!(it.algorithm, Algorithm::WeightedAStar(_)),
        ..place("weighted_halls", 8, sample_hall)
    },
    place("tunnels", 200, sample_tunnels),
    place("planes", 80, sample_plane),
    place("built", 5, sample_built),
    Configuration {
        weigh: level,
        ..place("plain_planes", 60, sample_plane)
    },
    Configuration {
        bounds: Bounds::Endless,
        // Without a bound on its cost a search may follow its first idea forever.
        asks: |entry| !entry.is_unbounded(),
        ..place("islands", 16, sample_lonely)
    },
    Configuration {
        weigh: |grid, draws| priced(place_weights, grid, draws),
        ..place("weights", 220, sample_grid)
    },
    // Where terrain is even, pruning counts on it; where it is not, every move must be tried.
    Configuration {
        weigh: |grid, draws| priced(place_patches, grid, draws),
        ..place("patches", 300, sample_grid)
    },
    // By what is known beforehand.
    Configuration {
        asks: by_portals,
        ..index("indexed", 200, sample_grid, Index::Jump)
    },
    index("indexed_halls", 4, sample_hall, Index::Jump),
    Configuration {
        corners: STRICT,
        ..index("passages", 500, sample_winding, Index::Found)
    },
    Configuration {
        corners: LENIENT,
        ..index("lenient_passages", 500, sample_winding, Index::Found)
    },
    index("doorways", 100, sample_rooms, Index::Found),
    Configuration {
        asks: is_clusters,
        ..index("first_in_rooms", 20, sample_row_of_rooms, Index::Found)
    },
    index("portals", 250, sample_winding, Index::Portals),
    // By goal.
    Configuration {
        goals: Goals::Many,
        ..place("regions", 300, sample_grid)
    },
    Configuration {
        goals: Goals::Many,
        weigh: |grid, draws| priced(place_weights, grid, draws),
        ..place("regions_over_weights", 130, sample_grid)
    },
    Configuration {
        goals: Goals::Many,
        ..place("regions_in_planes", 50, sample_plane)
    },
    Configuration {
        goals: Goals::Many,
        ..place("regions_in_halls", 4, sample_hall)
    },
    Configuration {
        goals: Goals::Many,
        ..place("regions_in_wide_worlds", 4, sample_wide_grid)
    },
    // By memory.
    Configuration {
        long: Long::Soon,
        ..engine("taken_for_long", is_pruned, None)
    },
    // By what unknown cells are.
    Configuration {
        agent: Agent::Stopping,
        questions: 1,
        ..place("stopping", 2500, sample_grid)
    },
    // On the ground.
    ground("ground", 900, Place::Rules),
    Configuration {
        goals: Goals::Many,
        questions: 1,
        ..ground("ground_regions", 400, Place::Rules)
    },
    Configuration {
        // Everybody's estimate but the library's own is none on the ground.
        asks: |entry| entry.is_octile() && !entry.is_basic(),
        ..ground("ground_inexact", 900, Place::Rules)
    },
    Configuration {
        asks: |entry| entry.is_octile(),
        ..ground("ground_partial", 500, Place::Rules)
    },
    ground("ground_unknown", 450, Place::Unknown),
    ground("ground_even", 500, Place::Even),
    Configuration {
        goals: Goals::Many,
        ..ground("ground_even_regions", 300, Place::Even)
    },
    Configuration {
        // Legs have no corners to cut and no planes: all is as for moves along axes.
        asks: |entry| entry.is_octile(),
        ..ground("ground_bounded", 400, Place::Even)
    },
    ground("ground_landmarks", 300, Place::Landmarks),
    Configuration {
        asks: |entry| is_clusters(entry) && entry.is_octile(),
        ..ground("ground_first", 300, Place::Even)
    },
];

/// Returns the configuration of a name.
pub(crate) fn named(name: &str) -> Configuration {
    let found = ALL.into_iter().find(|row| row.name == name);
    found.unwrap_or_else(|| unreachable!("no configuration is named `{name}`"))
}

impl Configuration {
    pub(crate) fn grid(&self, draws: &mut Draws) -> Grid {
        let mut grid = (self.sample)(draws);
        (self.weigh)(&mut grid, draws);
        grid
    }

    /// The entries that are asked.
    pub(crate) fn table(&self) -> Vec<Entry> {
        entries().into_iter().filter(self.asks).collect()
    }

    /// A start; amid the obstacles or next to these where the world has no end.
    pub(crate) fn start(&self, grid: &Grid, draws: &mut Draws) -> Cell {
        if self.bounds == Bounds::Grid {
            return sample_cell(grid, draws);
        }
        let mut near = grid.open_cells();
        near.retain(|&cell| self.is_amid(grid, cell));
        draws.pick(&near)
    }

    /// Whether a cell lies amid the obstacles of a world without end, or next to these.
    pub(crate) fn is_amid(&self, grid: &Grid, cell: Cell) -> bool {
        self.bounds == Bounds::Grid || grid.moves_to_outside(cell) >= 7
    }

    /// Whether the oracle knows the answer to a question.
    pub(crate) fn judges(
        &self,
        grid: &Grid,
        rules: Rules,
        (start, target): (Cell, &Target),
        optimum: Option<u64>,
    ) -> bool {
        let Some(goal) = target.cell.filter(|_| self.bounds == Bounds::Endless) else {
            return self.bounds == Bounds::Grid;
        };
        let outside = grid.moves_to_outside(start) + grid.moves_to_outside(goal);
        let least = rules.sides.into_iter().min().unwrap_or(0);
        optimum.is_some_and(|it| it <= outside * least)
    }
}

#[test]
fn names_are_told_apart() {
    let names: std::collections::BTreeSet<_> = ALL.iter().map(|row| row.name).collect();
    assert_eq!(names.len(), ALL.len());
    assert!(ALL.iter().all(|row| !row.table().is_empty()));
}
