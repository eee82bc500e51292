//! The search over clusters: a first path in a fraction of a millisecond, in any world.
//!
//! The world is divided into clusters of 8^3 cells. The vertices of the search are the components of clusters: cells
//! that straight moves within the cluster connect. Two components of neighboring clusters are connected where cells of
//! theirs share a face. A path enters a component at one cell, the one of the shared face nearest to the straight line
//! from the last entry to the goal. An edge costs the octile distance between two entries, and more where straight moves
//! within the component have to make a detour, which a flood by words tells. Weighted A* finds a way from component to
//! component. Its entries are moved onto straight lines, each crossing of a component is refined to moves, and the path
//! is pulled: walks of octile length replace what they can.
//!
//! Nothing is prepared and nothing is stored in a world: a cluster is eight words, and its components are floods by
//! words, made where a search goes. So an edit costs nothing, a first query as much as any later one, and the answer
//! depends on the query and the snapshot alone.
//!
//! # Guarantees
//!
//! The search finds a path wherever straight moves connect start and goal: under [`CornerRule::Strict`] and
//! [`CornerRule::OneSide`](crate::CornerRule::OneSide), wherever there is one, because each move that these rules allow
//! can be replaced by straight moves. Nothing is known of how good the path is but its cost and the cost through free
//! space, between which the optimum lies.
//!
//! # References
//!
//! Botea, Mueller, Schaeffer, "Near Optimal Hierarchical Path-Finding", Journal of Game Development 1(1), 2004: clusters,
//! entrances, refinement and smoothing. Here components take the place of entrances, and estimates that of distances
//! within clusters.
//!
//! [`CornerRule::Strict`]: crate::CornerRule::Strict

mod entries;
mod refinement;

use std::cmp::Reverse;

use glam::IVec3;
use voxnav_occupancy::Axis;

use super::problem::{Coverage, Problem, Target};
use crate::clusters::{ClusterMemory, Exit, Layered, Link, NONE, Planes, nearest_on_face};
use crate::cost::Cost;
use crate::heuristic::Heuristic;
use crate::kernel::{Order, Origin, Progress, Reopening, Resumable, SearchState};
use crate::movement::{MoveCosts, Terrain};
use crate::outcome::{Observer, Side, Solution};
use crate::path::Path;
use crate::query::{Algorithm, SearchSettings};
use crate::workspace::Workspace;
use entries::{cell_of_face, crossing, straighten, within_face};
use refinement::Refinement;

/// The weight of the estimate, in tenths. From 1.2 to 1.8 the mean ratio of first paths to the optimum rises from 1.12 to
/// 1.20 in rooms, and the time falls to a tenth; in caves and noise both change little.
const WEIGHT: u64 = 18;

/// The progress of a search over clusters. The rest of its state is in the [`ClusterMemory`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClusterState {
    phase: Phase,
    /// The effort, and the cost of the path once it is known.
    pub(super) search: SearchState,
    most_bytes: u64,
}

/// The phases of a search over clusters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// The search has not begun.
    New,
    /// The search for a way from component to component.
    Searching,
    /// The path leads up to the entry of the component with that number in the chain.
    Refining(usize),
    /// The path is known.
    Found,
    /// Straight moves do not lead to the goal.
    Failed,
}

impl ClusterState {
    pub(super) fn new(start: IVec3) -> Self {
        let (origin, order) = (Origin::start(start), Order::ByPriority);
        let nothing = Cost::ZERO;
        Self {
            phase: Phase::New,
            search: SearchState::new(origin, Reopening::Never, order, nothing, nothing),
            most_bytes: u64::MAX,
        }
    }

    /// Returns whether the search over clusters has ended without a path that the query accepts.
    pub(crate) fn has_failed(&self) -> bool {
        self.phase == Phase::Failed
    }
}

/// A search over the clusters of a world.
pub(crate) struct ClusterSearch<'p, 'm> {
    problem: &'p Problem<'p>,
    goal: IVec3,
    cells: Layered<'p>,
    memory: &'m mut ClusterMemory,
    state: &'m mut ClusterState,
}

impl<'p, 'm> ClusterSearch<'p, 'm> {
    /// Begins a search, or goes on with it; `None` for a goal of many cells.
    pub(crate) fn resumed(
        problem: &'p Problem<'p>,
        memory: &'m mut ClusterMemory,
        state: &'m mut ClusterState,
    ) -> Option<Self> {
        let Target::Cell(goal) = problem.target else {
            return None;
        };
        let fixed = problem.settings.moves.fixed_axis();
        Some(Self {
            problem,
            goal,
            cells: Layered {
                world: problem.world,
                layer: fixed.map(|axis| (axis, axis.of(problem.start))),
            },
            memory,
            state,
        })
    }

    fn distance(&self, from: IVec3, to: IVec3) -> Cost {
        let SearchSettings { moves, shape, .. } = self.problem.settings;
        Heuristic::Octile.estimate_by(moves, shape, from, to)
    }

    fn refinement(&self) -> Refinement<'p> {
        Refinement {
            greedy_walk: self.problem.greedy_walk(self.goal),
        }
    }

    /// Returns the number of the cluster at coordinates.
    fn cluster(&mut self, at: IVec3, observer: &mut impl Observer) -> usize {
        let known = self.memory.clusters();
        let number = self.memory.cluster(at, self.cells);
        if number == known {
            observer.looked_at(at << 3);
        }
        number
    }

    /// Queues the start's component.
    fn begin(&mut self, observer: &mut impl Observer) {
        self.memory.begin();
        self.memory.path.restart(self.problem.start);
        self.state.phase = Phase::Searching;
        let start = self.problem.start;
        let cluster = self.cluster(start >> 3, observer);
        let component = self.memory.component(cluster, &Planes::of(start));
        if let Some(component) = component {
            self.relax(component, NONE, start, Cost::ZERO, &mut ());
        }
    }

    /// Expands the component of least f; returns whether there was one.
    fn expand_next(&mut self, observer: &mut impl Observer) -> bool {
        while let Some((Reverse(f), g, Reverse(number))) = self.memory.open.pop() {
            let component = &mut self.memory.components[number as usize];
            if component.is_closed || component.f < f {
                self.state.search.statistics.stale += 1;
                continue;
            }
            component.is_closed = true;
            let (entry, cells) = (component.entry, component.cells);
            self.state.search.statistics.expanded += 1;
            observer.expanded(Side::Start, entry, g, f);
            if entry >> 3 == self.goal >> 3 && cells.contains(self.goal) {
                self.chain_to(number, observer);
            } else {
                self.memory.exits.clear();
                for axis in Axis::ALL {
                    for up in [false, true] {
                        self.list_exits(number, axis, up, observer);
                    }
                }
                self.relax_exits(number, observer);
            }
            return true;
        }
        false
    }

    /// Lists the exits of a component across a face of its cluster, one to each component there.
    fn list_exits(&mut self, number: u32, axis: Axis, up: bool, observer: &mut impl Observer) {
        let component = self.memory.components[number as usize];
        let face = component.cells.face(axis, up);
        if face == 0 {
            return;
        }
        let step = if up { axis.unit() } else { -axis.unit() };
        let at = (component.entry >> 3) + step;
        let cluster = self.cluster(at, observer);
        let mut shared = face & self.memory.free(cluster).face(axis, !up);
        if shared == 0 {
            return;
        }
        let layer = (axis.of(at) << 3) + if up { 0 } else { 7 };
        let aim = crossing([component.entry, self.goal], axis, layer, 0);
        let aim = within_face(aim, axis, at << 3);
        while shared != 0 {
            let low = shared.trailing_zeros().cast_signed();
            let cell = |[u, v]: [i32; 2]| cell_of_face([u, v], axis, layer, at << 3);
            let among = Planes::of(cell([low & 7, low >> 3]));
            let Some(next) = self.memory.component(cluster, &among) else {
                return;
            };
            let opening = self.memory.components[next as usize].cells.face(axis, !up) & shared;
            shared &= !opening;
            let entry = cell(nearest_on_face(opening, aim));
            self.memory.exits.push(Exit {
                to: next,
                entry,
                last: Planes::of(entry - step),
            });
        }
    }

    /// Relaxes the components to which the listed exits lead. An exit costs the octile distance, and what straight moves
    /// within the component take beyond the shortest conceivable.
    fn relax_exits(&mut self, number: u32, observer: &mut impl Observer) {
        let component = self.memory.components[number as usize];
        let mut exits = std::mem::take(&mut self.memory.exits);
        let mut reached = Planes::of(component.entry);
        let mut step = reached;
        let mut moves = 0_u32;
        while !exits.is_empty() {
            exits.retain(|exit| {
                if exit.last.and(&step).is_empty() && !step.is_empty() {
                    return true;
                }
                let straight = (exit.entry - component.entry)
                    .abs()
                    .element_sum()
                    .cast_unsigned();
                let detour = (moves + 1).saturating_sub(straight);
                let detour = detour_cost(detour, self.problem.costs());
                let cost = self.distance(component.entry, exit.entry) + detour;
                self.relax(exit.to, number, exit.entry, component.g + cost, observer);
                false
            });
            let next = step.spread().and(&component.cells).without(&reached);
            reached = reached.or(&next);
            step = next;
            moves += 1;
        }
        self.memory.exits = exits;
    }

    /// Queues a component reached at cost `g`, unless that is useless.
    fn relax(
        &mut self,
        number: u32,
        before: u32,
        entry: IVec3,
        g: Cost,
        observer: &mut impl Observer,
    ) {
        let f = weighted(g, self.distance(entry, self.goal));
        let statistics = &mut self.state.search.statistics;
        statistics.generated += 1;
        let component = &mut self.memory.components[number as usize];
        if component.is_closed || component.f <= f {
            return;
        }
        (component.before, component.entry) = (before, entry);
        (component.g, component.f) = (g, f);
        self.memory.open.push((Reverse(f), g, Reverse(number)));
        statistics.peak_open = statistics.peak_open.max(self.memory.open.len() as u64);
        observer.queued(Side::Start, entry, g, f);
    }

    /// Notes the way to a component, and from there to the goal.
    fn chain_to(&mut self, last: u32, observer: &mut impl Observer) {
        let ClusterMemory {
            chain, components, ..
        } = &mut *self.memory;
        let mut number = last;
        let cells = components[last as usize].cells;
        chain.push(Link {
            cells,
            entry: self.goal,
        });
        while let Some(component) = components.get(number as usize) {
            chain.push(Link {
                cells: component.cells,
                entry: component.entry,
            });
            number = component.before;
        }
        chain.reverse();
        straighten(chain);
        for link in &*chain {
            observer.entered(link.entry);
        }
        self.state.phase = Phase::Refining(0);
    }

    /// Refines the path from a link on.
    fn refine(&mut self, link: usize, observer: &mut impl Observer) {
        let refinement = self.refinement();
        let entry = self.memory.chain[link].entry;
        self.state.search.statistics.expanded += 1;
        let cost = self.memory.path.cost();
        observer.expanded(Side::Start, entry, cost, cost);
        let next = refinement.extend(link, self.memory);
        self.state.phase = Phase::Refining(next);
        if next + 1 < self.memory.chain.len() {
            return;
        }
        let is_uniform = self.problem.terrain.is_none_or(Terrain::is_uniform);
        if is_uniform {
            refinement.pull(self.memory);
        } else {
            let shape = self.problem.settings.shape;
            let path = self.memory.path.priced_by(shape, self.problem.terrain);
            self.memory.path = path.unwrap_or_default();
        }
        self.state.search.incumbent = self.memory.path.cost();
        self.state.phase = Phase::Found;
    }
}

/// Returns the cost of straight moves beyond the shortest conceivable: diagonals take the place of some of them, so that
/// they count for three quarters of the mean of the sides.
fn detour_cost(moves: u32, costs: &MoveCosts) -> Cost {
    Cost::from_raw(costs.sum([1; 3]).raw() / 4) * moves
}

/// Returns the priority of a component: its cost, and the estimate times [`WEIGHT`].
fn weighted(g: Cost, h: Cost) -> Cost {
    g + Cost::from_raw(h.raw() / 10 * WEIGHT)
}

impl Resumable for ClusterSearch<'_, '_> {
    fn advance(&mut self, until: u64, _: Cost, observer: &mut impl Observer) -> Progress {
        while self.state.search.statistics.expanded < until {
            match self.state.phase {
                Phase::New => self.begin(observer),
                Phase::Searching => {
                    if !self.expand_next(observer) {
                        self.state.phase = Phase::Failed;
                    }
                }
                Phase::Refining(link) => self.refine(link, observer),
                Phase::Found | Phase::Failed => return Progress::Done,
            }
            if self.used_bytes() > self.state.most_bytes {
                return Progress::OutOfMemory;
            }
        }
        match self.state.phase {
            Phase::Found | Phase::Failed => Progress::Done,
            _ => Progress::Running,
        }
    }

    fn state(&self) -> &SearchState {
        &self.state.search
    }

    fn used_bytes(&self) -> u64 {
        self.memory.used_bytes()
    }

    fn allow_bytes(&mut self, most: u64) {
        self.state.most_bytes = most;
    }

    /// Writes the best path known, whatever the cell: one leads to the goal once it is known as a whole.
    fn write(&self, _: IVec3, path: &mut Path) {
        self.problem.best_of_clusters(self.state, self.memory, path);
    }
}

impl Problem<'_> {
    /// Returns whether the search over clusters can answer.
    pub(super) fn has_clusters(&self) -> bool {
        let is_cell = matches!(self.target, Target::Cell(_));
        is_cell && self.coverage == Coverage::Needed && self.world.is_traversable(self.start)
    }

    /// Returns the problem for the search that answers where the one over clusters does not, given the state of that
    /// one if it ran.
    pub(super) fn without_clusters(&self, clusters: Option<&ClusterState>) -> Self {
        if self.settings.algorithm != Algorithm::Hierarchical {
            return *self;
        }
        let expanded = clusters.map_or(0, |state| state.search.statistics.expanded);
        let limits = self.settings.limits.after(expanded);
        let settings = self.settings.algorithm(Algorithm::Auto).limits(limits);
        Self {
            settings,
            guarantee: settings.guarantee_with(self.law().bound()),
            ..*self
        }
    }

    /// Continues the search over clusters. Returns the solution if it ended with a path that the query accepts, or at a
    /// limit; where it fails, the state says so.
    pub(super) fn on_clusters(
        &self,
        state: &mut ClusterState,
        budget: u64,
        workspace: &mut Workspace,
        observer: &mut impl Observer,
    ) -> Option<Solution> {
        let Workspace {
            clusters, spare, ..
        } = workspace;
        let mut search = ClusterSearch::resumed(self, clusters, state)?;
        let solution = self.runner().alone(&mut search, budget, spare, observer)?;
        let most = self.settings.limits.cost.unwrap_or(Cost::MAX);
        let cost = state.search.incumbent;
        let is_accepted = cost <= most && cost < self.below;
        if state.phase == Phase::Found && !is_accepted {
            state.phase = Phase::Failed;
        }
        (state.phase != Phase::Failed).then_some(solution)
    }

    /// Writes the path that the search over clusters knows so far.
    pub(super) fn best_of_clusters(
        &self,
        state: &ClusterState,
        memory: &ClusterMemory,
        path: &mut Path,
    ) {
        match (state.phase, self.terrain) {
            (Phase::New | Phase::Failed, _) => path.restart(self.start),
            // It is priced as a whole, once it is known.
            (Phase::Refining(_), Some(terrain)) => {
                let shape = self.settings.shape;
                let priced = memory.path.priced_by(shape, Some(terrain));
                *path = priced.unwrap_or_default();
            }
            _ => path.clone_from(&memory.path),
        }
    }
}
