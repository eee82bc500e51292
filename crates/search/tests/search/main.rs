//! Searches against naive oracles and under the laws that hold for them, in random worlds.
//!
//! # The table
//!
//! A *configuration* is data: the agent, the worlds, the terrain, what is known beforehand, the algorithms and
//! estimates, the corner rule and the goals (`configurations.rs`). A *law* is a function of a question (its world, its
//! query and the oracle's answer) in `laws/`, which names at its end the configurations for which it is tried. Each
//! pair is a test: `laws::optimal::jump_strict`. `oracle/` knows the right answers, `engine/` is the one place that
//! runs queries, `worlds/` draws worlds of special kinds.
//!
//! | law | of every answer, whatever the configuration |
//! |---|---|
//! | `optimal` | costs what the oracle says and the query guarantees; the path verifies cell by cell; bounds are true |
//! | `reused` | what a workspace was used for before does not show |
//! | `sliced` | in slices of any size the solution is that of one go; no slice takes more than it may; each leaves a legal path |
//! | `scheduled` | a scheduler ends with the same, also at a limit of memory |
//! | `limited` | limits of expansions, cost and memory end a search that names them, or change nothing |
//! | `cancelled` | a cancelled search says so and returns the best path so far, or it was complete |
//! | `improved` | a path gets no more expensive and its bound no lower, down to the optimum; what ends an improvement leaves the path |
//! | `reversed` | the way back costs the same |
//! | `turned` | the 48 symmetries of the cube keep the cost |
//! | `shifted` | moving the world across the borders of chunks keeps the cost |
//! | `obstructed` | one obstacle more makes no path cheaper |
//! | `partial`, `near` | part of a way leads to the nearest of the cells that can be reached, of equals to the cheapest, of equals to the first; in flight, on the ground |
//! | `proved` | no path costs less than the lower bound, whatever unknown cells turn out to be |
//! | `looked_up` | a first path is the best one where an index is asked |
//! | `moved_ends` | ends are moved to the nearest cell that will do |
//! | `batched` | an answer of a batch has the outcome and the cost of the query alone |
//!
//! | configurations | of what |
//! |---|---|
//! | `any` | any algorithm and estimate, small dense worlds, any index, worlds that are put otherwise |
//! | `{auto, jump, canonical}_{strict, one_side, lenient}`, `a_star`, `dijkstra`, `bidirectional`, `weighted`, `greedy`, `bounded` | one engine, with every estimate and factor |
//! | `tiny`, `wide`, `halls`, `weighted_halls`, `tunnels`, `planes`, `plain_planes`, `built`, `islands` | one kind of world |
//! | `weights`, `patches` | terrain |
//! | `indexed`, `indexed_halls`, `passages`, `lenient_passages`, `doorways`, `first_in_rooms`, `portals` | what is known beforehand |
//! | `regions`, `regions_over_weights`, `regions_in_planes`, `regions_in_halls`, `regions_in_wide_worlds` | goals of many cells |
//! | `taken_for_long` | small searches that are treated as long ones |
//! | `stopping` | agents that stop before unknown cells |
//! | `ground`, `ground_inexact`, `ground_partial`, `ground_regions`, `ground_unknown` | ground agents, judged by the written rules |
//! | `ground_even`, `ground_even_regions`, `ground_bounded`, `ground_landmarks`, `ground_first` | ground agents, judged by searches over every move |
//!
//! Seeds are fixed and printed. `VOXNAV_CASES=10` tries ten times as many worlds, here and in all other files. A test
//! that holds something particular has a file of its own; a law that is tried for one engine only does not.

#![expect(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "tests fail by panicking, and tell seeds"
)]

mod any_angle;
mod anytime;
mod batch;
mod bounded_work;
mod configurations;
mod cost_range;
mod cost_volumes;
mod drawn;
mod effort;
mod ends_of_range;
mod engine;
mod estimates;
mod estimators;
mod far_ends;
mod field_updates;
mod fields;
mod first_paths;
mod footprint;
mod ground;
mod ground_against_oracle;
mod ground_backwards;
mod ground_even;
mod ground_terrain;
mod ground_unknown;
mod heavy_terrain;
mod index;
mod labels;
mod laws;
mod long_searches;
mod noise;
mod oracle;
mod partial_paths;
mod planes;
mod scheduler;
mod shapes;
mod sliced_fields;
mod small_worlds;
mod steps;
mod unknown;
mod unknown_ties;
mod worlds;
