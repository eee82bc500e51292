//! Many chasers of one target that moves: one field for all, made anew only now and then.
//!
//! # The bound
//!
//! The field has `f(c)`, the least cost from each cell `c` to where the target was when it was made, the anchor. The
//! *lag* `l` is the least cost from there to where the target is. Moves lead back at the same cost over even
//! terrain, so a chaser pays at least `f(c) - l` and, by way of the anchor, at most `f(c) + l`. Over terrain a
//! move costs what the cell that it leads to costs, so that back may be dearer: then the lag is the larger of the
//! two ways.

use glam::IVec3;
use voxnav_occupancy::Traversability;
use voxnav_search::{
    Cost, CostField, FieldError, FieldQuery, Limits, Outcome, Partial, Path, Query, SearchSettings,
    SnapPolicy, Terrain, Weight, Workspace,
};

/// The distance beyond which chasers are led over the anchor: nearer ones search on their own.
const NEAR: Cost = Cost::from_raw(Cost::STRAIGHT.raw() * 64);
/// The most cells that the search from the anchor to the target may expand, before the field is made anew: little
/// beside the field.
const LAG_EXPANSIONS: u64 = 2000;

/// Paths from any number of chasers to one target that moves, in a world that changes: a field that follows it.
///
/// [`follow`](Self::follow) it with the world and the target as they are, then ask for
/// [`path`](Self::path)s. A field is repaired where the world was edited and made anew where the target has gone so
/// far from where it was made that chasers of some distance are not led there well enough any more; those that are
/// nearer search on their own, which is cheap near the target.
///
/// # Guarantees
///
/// Every path is legal in the world that was last given, leads to the target, and costs at most
/// `detour` times the optimum.
///
/// ```
/// use voxnav::glam::IVec3;
/// use voxnav::grid::{CellBox, OccupancyBuilder, Traversability};
/// use voxnav::replanning::Pursuit;
/// use voxnav::search::{Cost, SearchSettings, Weight};
/// use voxnav::{Terrain, UnknownPolicy, Workspace};
///
/// let open = OccupancyBuilder::new(CellBox::from_size(IVec3::new(60, 60, 1)))?.commit();
/// let world = Traversability::new(&open, UnknownPolicy::Blocked);
/// let settings = SearchSettings::default();
/// let mut pursuit = Pursuit::new(&world, IVec3::ZERO, &settings, &Terrain::new(), Weight::new(1.2)?)?;
/// pursuit.follow(&world, IVec3::X * 2)?;
/// assert_eq!(pursuit.fields(), 1, "that is near enough for all but the nearest");
/// let path = pursuit.path(IVec3::new(50, 50, 0), &mut Workspace::new()).ok_or("a path")?;
/// assert_eq!(path.goal(), IVec3::X * 2);
/// assert!(path.cost() <= Cost::FACE_DIAGONAL * 60);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Pursuit {
    settings: SearchSettings,
    terrain: Terrain,
    detour: Weight,
    world: Traversability,
    target: IVec3,
    /// The cell of the target when the field was made, and the field.
    anchor: IVec3,
    field: Option<CostField>,
    /// The path from the anchor to the target, if that is another cell.
    extension: Option<Path>,
    lag: Cost,
    fields: u64,
}

impl Pursuit {
    /// Makes a pursuit of a target in a world, by moves, corners and limits of `settings`; paths may cost `detour`
    /// times the optimum. With [`Weight::ONE`] there is a field for every cell that the target comes to.
    ///
    /// # Errors
    ///
    /// As [`FieldQuery::solve`].
    pub fn new(
        world: &Traversability,
        target: IVec3,
        settings: &SearchSettings,
        terrain: &Terrain,
        detour: Weight,
    ) -> Result<Self, FieldError> {
        let mut pursuit = Self {
            settings: *settings,
            terrain: terrain.clone(),
            detour,
            world: world.clone(),
            target,
            anchor: target,
            field: None,
            extension: None,
            lag: Cost::ZERO,
            fields: 0,
        };
        pursuit.begin(world, target)?;
        Ok(pursuit)
    }

    /// Returns the cell of the target.
    #[must_use]
    pub fn target(&self) -> IVec3 {
        self.target
    }

    /// Returns how many fields were made so far.
    #[must_use]
    pub fn fields(&self) -> u64 {
        self.fields
    }

    /// Takes over the world and the cell of the target as they are.
    ///
    /// # Errors
    ///
    /// As [`FieldQuery::solve`]: that the target is where the agent cannot be, for one. Paths are then still those
    /// to where it was, in the world as it was.
    pub fn follow(&mut self, world: &Traversability, target: IVec3) -> Result<(), FieldError> {
        let is_other_world = !self.world.is_same_snapshot(world);
        if !is_other_world && target == self.target {
            return Ok(());
        }
        let extension = self.extension_to(world, target);
        let Some((extension, lag)) = extension.filter(|&(_, lag)| self.is_far(NEAR, lag)) else {
            return self.begin(world, target);
        };
        if is_other_world {
            let repaired = self
                .field
                .take()
                .and_then(|field| field.updated(world).ok());
            if repaired.is_none() {
                return self.begin(world, target);
            }
            self.field = repaired;
            self.world = world.clone();
        }
        self.target = target;
        (self.extension, self.lag) = (Some(extension).filter(|_| target != self.anchor), lag);
        Ok(())
    }

    /// Returns the path of a chaser to the target; `None` if there is none, or limits of the settings are reached.
    pub fn path(&self, from: IVec3, workspace: &mut Workspace) -> Option<Path> {
        if let Some(field) = &self.field
            && let Some(far) = field.cost(from)
            && self.is_far(far, self.lag)
        {
            let there = field.flow(&self.world).ok()?.path(from)?;
            return match &self.extension {
                Some(extension) => there.joined(extension),
                None => Some(there),
            };
        }
        let solution = self
            .query([from, self.target])
            .solve(&self.world, workspace);
        match solution.outcome {
            Outcome::Found(path) => Some(path),
            _ => None,
        }
    }

    /// Returns whether the way over the anchor, which is so far away, is good enough.
    fn is_far(&self, far: Cost, lag: Cost) -> bool {
        self.detour.divided(far + lag) <= far - lag
    }

    fn begin(&mut self, world: &Traversability, target: IVec3) -> Result<(), FieldError> {
        let query = FieldQuery::to_nearest_of([target]).settings(self.settings);
        self.field = Some(query.terrain(&self.terrain).solve(world)?);
        (self.target, self.anchor) = (target, target);
        (self.extension, self.lag) = (None, Cost::ZERO);
        self.world = world.clone();
        self.fields += 1;
        Ok(())
    }

    /// Returns the best path from the anchor to a target if it is found soon, and the lag.
    fn extension_to(&self, world: &Traversability, target: IVec3) -> Option<(Path, Cost)> {
        let limits = Limits::none().expanded(LAG_EXPANSIONS).cost(NEAR);
        let query = self.query([self.anchor, target]).limits(limits);
        let solution = query.solve(world, &mut Workspace::new());
        let Outcome::Found(extension) = solution.outcome else {
            return None;
        };
        let back = extension.reversed(Some(&self.terrain))?;
        let SearchSettings { moves, corners, .. } = self.settings;
        back.verify(world, moves, corners, None).ok()?;
        let lag = extension.cost().max(back.cost());
        Some((extension, lag))
    }

    fn query(&self, [from, to]: [IVec3; 2]) -> Query<'_> {
        Query::new(from, to)
            .settings(self.settings.within(Weight::ONE))
            .snap_start(SnapPolicy::Exact)
            .snap_goal(SnapPolicy::Exact)
            .partial(Partial::Refused)
            .terrain(&self.terrain)
    }
}
