//! Searches for routes as data.

use voxnav_search::{
    Algorithm, CornerRule, Cost, Heuristic, MoveSet, Partial, SnapPolicy, TieBreaking, Weight,
};

use super::error::SpecError;
use super::value::{At, SpecValue};
use crate::routes::{Explain, KeepAway, RouteOptions};

/// The options of searches for routes: [`RouteOptions`] as data. What is left out is as by default.
///
/// ```
/// use voxnav::specs::RouteSpec;
/// use voxnav::{MoveSet, RouteOptions};
///
/// let spec: RouteSpec = serde_json::from_str(r#"{ "moves": 18, "max_expanded": 100000 }"#)?;
/// let options = spec.options()?;
/// assert_eq!(options.settings.moves, MoveSet::Edge18);
/// assert_eq!(RouteSpec::default().options()?, RouteOptions::default());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a field of its own in every language"
)]
pub struct RouteSpec {
    /// The algorithm: "auto", the fastest exact one, "jump", "canonical", "astar", "dijkstra", "weighted:W" with a factor W
    /// from 1 to 1000, "bidirectional", "lazy-theta", "greedy", or "clusters", a first path at once.
    pub algorithm: Algorithm,
    /// The neighbors of a cell: 26, 18, 6, or in a plane "planar8-x", "planar4-z" and so on.
    pub moves: MoveSet,
    /// The cells next to a diagonal move that have to be free: "strict", all, "one-side" or "lenient".
    pub corners: CornerRule,
    /// The estimate: "octile", "euclidean", "manhattan", "chebyshev" or "zero".
    pub heuristic: Heuristic,
    /// The order of equal estimates: "larger-g", "smaller-g", "first-in", "last-in" or "cell-order".
    pub ties: TieBreaking,
    /// The factor of the optimum that a path may cost, 1 to 1000.
    pub within: f64,
    /// True for a path that has, of the cheapest, the fewest turns. A second search counts them.
    pub fewest_turns: bool,
    /// The most cells to expand.
    pub max_expanded: Option<u64>,
    /// The most bytes of search memory; a gigabyte by default.
    pub max_memory: Option<u64>,
    /// The most that a path may cost, as a length in cells.
    pub max_cost: Option<f64>,
    /// The distance that a blocked start may move, in world units.
    pub snap_start: Option<f64>,
    /// The distance that a blocked goal may move, in world units.
    pub snap_goal: Option<f64>,
    /// True for a route to the best place that can be reached where the goal cannot.
    pub partial: bool,
    /// The distance in world units to keep from what blocks a flying agent, where there is room.
    pub keep_away: Option<f64>,
    /// The factor on the cost of moves that come nearer, from 1; of searches that keep away.
    pub keep_away_weight: u16,
    /// True to explain a goal that cannot be reached by the largest agent that reaches it.
    pub explain: bool,
    /// True for positions on the floor itself where ground agents stand, up to the height of a cell below those of cells.
    pub on_floor: bool,
}

impl Default for RouteSpec {
    fn default() -> Self {
        Self::of(&RouteOptions::default())
    }
}

impl RouteSpec {
    /// The factor on the cost of moves that come nearer than an agent keeps away, unless it is given.
    pub const KEEP_AWAY_WEIGHT: u16 = 4;

    /// Reads a spec.
    ///
    /// # Errors
    ///
    /// A [`SpecError`] that names the field.
    #[inline]
    pub fn read(value: &SpecValue) -> Result<Self, SpecError> {
        let mut spec = Self::default();
        At { name: "", value }.fields(|at| spec.set(at))?;
        Ok(spec)
    }

    #[inline]
    fn set(&mut self, at: At<'_>) -> Result<(), SpecError> {
        match at.name {
            "algorithm" => self.algorithm = at.named()?,
            "moves" => self.moves = at.named()?,
            "corners" => self.corners = at.named()?,
            "heuristic" => self.heuristic = at.named()?,
            "ties" => self.ties = at.named()?,
            "within" => self.within = at.number()?,
            "fewest_turns" => self.fewest_turns = at.flag()?,
            "max_expanded" => self.max_expanded = at.option(At::whole)?,
            "max_memory" => self.max_memory = at.option(At::whole)?,
            "max_cost" => self.max_cost = at.option(At::number)?,
            "snap_start" => self.snap_start = at.option(At::number)?,
            "snap_goal" => self.snap_goal = at.option(At::number)?,
            "partial" => self.partial = at.flag()?,
            "keep_away" => self.keep_away = at.option(At::number)?,
            "keep_away_weight" => self.keep_away_weight = at.whole()?,
            "explain" => self.explain = at.flag()?,
            "on_floor" => self.on_floor = at.flag()?,
            _ => return at.unknown(),
        }
        Ok(())
    }

    /// Describes options. A cost is one of cubes, however long the sides of cells are.
    #[must_use]
    #[inline]
    pub fn of(options: &RouteOptions) -> Self {
        let settings = &options.settings;
        let radius = |snapping| match snapping {
            SnapPolicy::Nearest { radius } => Some(radius),
            _ => None,
        };
        let keep_away = options.keep_away;
        Self {
            algorithm: settings.algorithm,
            moves: settings.moves,
            corners: settings.corners,
            heuristic: settings.heuristic,
            ties: settings.ties,
            within: settings.within.factor(),
            fewest_turns: settings.fewest_turns,
            max_expanded: settings.limits.expanded,
            max_memory: settings.limits.memory,
            max_cost: settings.limits.cost.map(Cost::length),
            snap_start: radius(options.start),
            snap_goal: radius(options.goal),
            partial: options.partial == Partial::Allowed,
            keep_away: keep_away.map(|it| it.distance),
            keep_away_weight: keep_away.map_or(Self::KEEP_AWAY_WEIGHT, |it| it.weight),
            explain: options.explain == Explain::LargestAgent,
            on_floor: options.on_floor,
        }
    }

    /// Returns the options.
    ///
    /// # Errors
    ///
    /// [`SpecError::Weight`] for a factor that is not from 1 to 1000, [`SpecError::Range`] for a length that is negative or
    /// not a number.
    #[inline]
    pub fn options(&self) -> Result<RouteOptions, SpecError> {
        let snapping = |field, radius: Option<f64>| -> Result<SnapPolicy<f64>, SpecError> {
            let checked = radius
                .map(|radius| within(field, radius, f64::INFINITY))
                .transpose()?;
            Ok(checked.map_or(SnapPolicy::Exact, |radius| SnapPolicy::Nearest { radius }))
        };
        let mut options = RouteOptions::default()
            .algorithm(self.algorithm)
            .moves(self.moves)
            .corners(self.corners)
            .heuristic(self.heuristic)
            .within(Weight::new(self.within)?)
            .fewest_turns(self.fewest_turns)
            .on_floor(self.on_floor);
        options.settings.ties = self.ties;
        let limits = &mut options.settings.limits;
        limits.expanded = self.max_expanded;
        limits.memory = self.max_memory.or(limits.memory);
        let most = Cost::MAX.length();
        let cost = self.max_cost.map(|length| within("max_cost", length, most));
        limits.cost = cost.transpose()?.map(Cost::of_length);
        options.start = snapping("snap_start", self.snap_start)?;
        options.goal = snapping("snap_goal", self.snap_goal)?;
        if self.partial {
            options = options.partial(Partial::Allowed);
        }
        if self.explain {
            options = options.explain(Explain::LargestAgent);
        }
        if let Some(distance) = self.keep_away {
            let keep_away = KeepAway::new(distance, self.keep_away_weight);
            let checked = keep_away.check();
            checked.map_err(|error| SpecError::KeepAway(error.into()))?;
            options = options.keep_away(keep_away);
        }
        Ok(options)
    }
}

/// Checks that a number is from 0 to a largest one.
fn within(name: &str, number: f64, most: f64) -> Result<f64, SpecError> {
    let value = &SpecValue::Number(number);
    At { name, value }.within(most)
}
