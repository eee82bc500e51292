//! Every algorithm with every estimate against a Dijkstra search that shares nothing with the
//! library, on random worlds: small and dense ones, where every local pattern turns up, and wide
//! ones, where runs are long and cross chunk borders.
//!
//! The seeds are fixed and printed. `VOXNAV_CASES=N` runs N times as many worlds.

use voxnav_search::{Outcome, Solution, Workspace};
use voxnav_testkit::grid::{
    Cell, Grid, place_patches, place_weights, sample_cell, sample_grid, sample_hall, sample_island,
    sample_plane, sample_tunnels, sample_wide_grid, shrink,
};
use voxnav_testkit::{Draws, hold, seeds};

use crate::engine::{Entry, Promise, Question, World, entries};
use crate::oracle::{Distances, Moves, Rules, Toward, length};

/// How often a kind of world is asked about, and what.
struct Plan {
    name: &'static str,
    seeds: std::ops::Range<u64>,
    sample: fn(&mut Draws) -> Grid,
    /// Movement rules for each world.
    rules: u64,
    /// Goals for each rule, from one start.
    goals: u64,
    /// Entries of the table for each goal, besides those that every goal is asked with.
    entries: u64,
}

impl Plan {
    /// Asks all questions, and panics with the smallest world that shows a wrong answer.
    fn run(&self) {
        let table = entries();
        let told = hold(
            self.name,
            self.seeds.clone(),
            Workspace::new,
            |seed, workspace| {
                let mut draws = Draws::new(seed);
                let grid = (self.sample)(&mut draws);
                let asked = self.ask(&grid, seed, &table, &mut draws, workspace);
                asked.map_err(|(question, entry, text)| {
                    let again = |grid: &Grid| ask_once(grid, seed, question, &entry).err();
                    let (grid, text) = shrink(grid, text, again);
                    format!(
                        "{text}
{grid}"
                    )
                })
            },
        );
        let answers = Answers::sum(told);
        println!("{}: {answers:?}", self.name);
        assert!(
            answers.found > answers.unreachable && answers.unreachable > 0 && answers.refused > 0
        );
    }

    /// Asks everything about one world.
    fn ask(
        &self,
        grid: &Grid,
        seed: u64,
        table: &[Entry],
        draws: &mut Draws,
        workspace: &mut Workspace,
    ) -> Result<Answers, (Question, Entry, String)> {
        let mut answers = Answers::default();
        let world = World::disguised(grid, seed);
        for _ in 0..self.rules {
            let rules = Rules::fitting(grid, draws);
            let start = sample_cell(grid, draws);
            let distances = Distances::new(grid, rules, start, Toward::Others);
            let reached = distances.reached();
            for _ in 0..self.goals {
                // Mostly goals that can be reached, which among all cells are few in dense worlds.
                let goal = if draws.percent(70) && !reached.is_empty() {
                    draws.pick(&reached)
                } else {
                    sample_cell(grid, draws)
                };
                let question = Question { rules, start, goal };
                let optimum = distances.cost(question.goal);
                let always = table.iter().filter(|entry| entry.is_basic());
                let some = (0..self.entries).map(|_| draws.pick(table));
                for entry in always.copied().chain(some).collect::<Vec<Entry>>() {
                    let answer = question
                        .check(grid, &world, &entry, optimum, workspace)
                        .and_then(|solution| {
                            same_again(&question, &world, &entry, solution, draws)
                        });
                    answers.count(&answer.map_err(|text| (question, entry, text))?);
                }
            }
        }
        Ok(answers)
    }
}

/// What became of the questions.
#[derive(Debug, Default)]
struct Answers {
    found: u64,
    unreachable: u64,
    refused: u64,
}

impl Answers {
    fn sum(parts: Vec<Self>) -> Self {
        parts.into_iter().fold(Self::default(), |sum, part| Self {
            found: sum.found + part.found,
            unreachable: sum.unreachable + part.unreachable,
            refused: sum.refused + part.refused,
        })
    }

    fn count(&mut self, solution: &Solution) {
        match solution.outcome {
            Outcome::Found(_) => self.found += 1,
            Outcome::Unreachable => self.unreachable += 1,
            _ => self.refused += 1,
        }
    }
}

/// Now and then asks again with a fresh workspace: what a workspace was used for must not show.
fn same_again(
    question: &Question,
    world: &World,
    entry: &Entry,
    solution: Solution,
    draws: &mut Draws,
) -> Result<Solution, String> {
    if draws.percent(95) {
        return Ok(solution);
    }
    let fresh = question
        .query(world, entry)
        .solve(&world.cells, &mut Workspace::new());
    if fresh == solution {
        return Ok(solution);
    }
    Err(format!(
        "a fresh workspace answers {fresh:?}, a used one {solution:?}, {entry:?}, {question:?}"
    ))
}

/// One question from the beginning.
fn ask_once(grid: &Grid, seed: u64, question: Question, entry: &Entry) -> Result<(), String> {
    let distances = Distances::new(grid, question.rules, question.start, Toward::Others);
    let optimum = distances.cost(question.goal);
    let world = World::disguised(grid, seed);
    question
        .check(grid, &world, entry, optimum, &mut Workspace::new())
        .map(drop)
}

#[test]
fn small_dense_worlds() {
    let seeds = seeds(0, 6000);
    let plan = Plan {
        name: "small worlds",
        seeds,
        sample: sample_grid,
        rules: 2,
        goals: 2,
        entries: 5,
    };
    plan.run();
}

#[test]
fn wide_worlds() {
    let seeds = seeds(1_000_000, 30);
    let plan = Plan {
        name: "wide worlds",
        seeds,
        sample: sample_wide_grid,
        rules: 2,
        goals: 6,
        entries: 4,
    };
    plan.run();
}

#[test]
fn halls() {
    let seeds = seeds(3_000_000, 30);
    let plan = Plan {
        name: "halls",
        seeds,
        sample: sample_hall,
        rules: 2,
        goals: 6,
        entries: 2,
    };
    plan.run();
}

#[test]
fn tunnels() {
    let seeds = seeds(5_000_000, 2000);
    let plan = Plan {
        name: "tunnels",
        seeds,
        sample: sample_tunnels,
        rules: 2,
        goals: 4,
        entries: 1,
    };
    plan.run();
}

#[test]
fn weighted_terrain() {
    let seeds = seeds(2_000_000, 900);
    let sample = |draws: &mut Draws| {
        let mut grid = sample_grid(draws);
        place_weights(&mut grid, draws);
        grid
    };
    Plan {
        name: "weighted terrain",
        seeds,
        sample,
        rules: 2,
        goals: 2,
        entries: 5,
    }
    .run();
}

/// Where terrain is even, pruning counts on it; where it is not, every move must be tried.
#[test]
fn patches_of_terrain() {
    let seeds = seeds(6_000_000, 1500);
    let sample = |draws: &mut Draws| {
        let mut grid = sample_grid(draws);
        place_patches(&mut grid, draws);
        grid
    };
    Plan {
        name: "patches of terrain",
        seeds,
        sample,
        rules: 3,
        goals: 2,
        entries: 5,
    }
    .run();
}

/// Planes have records, tables and scans of their own where terrain is even, and share the rest with space.
#[test]
fn planes() {
    let seeds = seeds(7_000_000, 700);
    Plan {
        name: "planes",
        seeds,
        sample: sample_plane,
        rules: 2,
        goals: 2,
        entries: 5,
    }
    .run();
}

/// Obstacles in a world without end, of which the oracle sees a part: enough where a way out of
/// that part and back costs more than the best path within.
#[test]
fn islands_in_boundless_worlds() {
    let seeds = seeds(4_000_000, 100);
    // Without a bound on its cost a search may follow its first idea for ever.
    let bounded = |entry: &Entry| entry.promise != Promise::Legal;
    let table: Vec<Entry> = entries().into_iter().filter(bounded).collect();
    let told = hold("islands", seeds, Workspace::new, |seed, workspace| {
        let (mut draws, mut asked) = (Draws::new(seed), 0);
        let grid = sample_island(&mut draws, 7);
        let world = World::boundless(&grid);
        let rules = Rules::sample(&mut draws);
        // Cells amid the obstacles or next to these.
        let near = |cell: &Cell| grid.moves_to_outside(*cell) >= 7;
        let start = draws.pick(
            &grid
                .open_cells()
                .into_iter()
                .filter(near)
                .collect::<Vec<Cell>>(),
        );
        let distances = Distances::new(&grid, rules, start, Toward::Others);
        let goals: Vec<Cell> = distances.reached().into_iter().filter(near).collect();
        for _ in 0..8 {
            let goal = draws.pick(&goals);
            let outside = grid.moves_to_outside(start) + grid.moves_to_outside(goal);
            let optimum = distances
                .cost(goal)
                .filter(|&cost| cost <= outside * length(1));
            if optimum.is_some() {
                let (question, entry) = (Question { rules, start, goal }, draws.pick(&table));
                let answer = question.check(&grid, &world, &entry, optimum, workspace);
                answer.map_err(|text| format!("{text}\n{grid}"))?;
                asked += 1;
            }
        }
        Ok(asked)
    });
    let asked: u32 = told.into_iter().sum();
    println!("islands: {asked} answers checked");
    assert!(asked > 0);
}

/// Every world of so few cells, at the corner of eight chunks, with every start and goal.
#[test]
fn all_worlds_of_a_few_cells() {
    let sizes = [
        ([2, 2, 2], [Moves::Vertex26, Moves::Edge18]),
        ([3, 3, 1], [Moves::Vertex26, Moves::Planar8(2)]),
    ];
    let exact: Vec<Entry> = entries().into_iter().filter(Entry::is_basic).collect();
    let mut workspace = Workspace::new();
    for (size, moves) in sizes {
        let open = Grid::open([-1, 63, -64], size);
        for closed in 0..1_u32 << open.count() {
            let mut grid = open.clone();
            for cell in open
                .cells()
                .enumerate()
                .filter(|(bit, _)| closed >> bit & 1 == 1)
            {
                grid.set(cell.1, None);
            }
            let world = World::plain(&grid);
            for rules in Rules::all().filter(|rules| moves.contains(&rules.moves)) {
                for start in grid.open_cells() {
                    let distances = Distances::new(&grid, rules, start, Toward::Others);
                    for goal in grid.open_cells() {
                        let question = Question { rules, start, goal };
                        for entry in &exact {
                            let optimum = distances.cost(goal);
                            let asked =
                                question.check(&grid, &world, entry, optimum, &mut workspace);
                            assert_eq!(asked.err(), None, "{grid}");
                        }
                    }
                }
            }
        }
    }
}
