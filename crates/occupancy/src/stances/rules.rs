//! The rules that decide where a body can be, as plain data.

use thiserror::Error;

use super::even::EvenRules;
use crate::agent::{Footprint, UnknownPolicy};
use crate::coordinates::{Heading, Sign};
use crate::materials::MaterialSet;

/// The cells that have to bear a body that stands.
///
/// ```
/// use voxnav_occupancy::glam::IVec3;
/// use voxnav_occupancy::{CellBox, CellState, Footprint, OccupancyBuilder};
/// use voxnav_occupancy::{Stance, StanceRules, StanceMap, Support};
///
/// // A body of two cells side by side, half on a ledge.
/// let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(8)))?;
/// builder.set(IVec3::new(3, 3, 3), CellState::Occupied)?;
/// let ledge = builder.commit();
/// let wide = Footprint::new(CellBox::from_size(IVec3::new(2, 1, 1)))?;
/// let stands = |support| {
///     let rules = StanceRules::new(wide).support(support);
///     StanceMap::new(&ledge, &rules).at(IVec3::new(3, 3, 4)).has(Stance::STANDING)
/// };
/// assert!(stands(Support::Any) && !stands(Support::Whole));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Support {
    /// The cell below the feet in the anchor's column.
    #[default]
    Center,
    /// Every cell directly below the feet.
    Whole,
    /// One or more of the cells directly below the feet.
    Any,
    /// One or more of the cells directly below the feet, and one in the anchor's column that is at most so much lower as
    /// [`StanceRules::leaning`] says: the support of wide bodies on slopes, whose uphill edge rests on the ground.
    Slope,
}

/// The body, which way is up, and what it may do with the materials of a palette.
///
/// A cell without a material is clear where it is free, and bears where it is occupied; unknown
/// cells never bear. To a body that stops before them ([`StopAtBoundary`](UnknownPolicy::StopAtBoundary))
/// each may turn out free, occupied or of any material of the palette: a stance is then one that the body
/// has at a cell for some of these ways, and where that is not so for all of them,
/// [`Stance::UNSURE`](super::Stance::UNSURE) says that it may also fall.
///
/// ```
/// use voxnav_occupancy::glam::IVec3;
/// use voxnav_occupancy::{CellBox, Footprint, Heading, StanceRules, Support};
///
/// let tall = Footprint::new(CellBox::from_size(IVec3::new(1, 2, 1)))?;
/// let y_up = Heading::from_step(IVec3::Y).ok_or("not a step")?;
/// let rules = StanceRules::new(tall).up(y_up).support(Support::Whole).crouching_to(1)?;
/// # let _ = rules;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StanceRules {
    /// The cells that the body covers. Its feet are the lowest layer along `up`.
    pub(crate) footprint: Footprint,
    pub(crate) crouched: Option<Footprint>,
    pub(crate) up: Heading,
    pub(crate) support: Support,
    /// The number of cells by which the ground below the anchor may be lower than the feet, with [`Support::Slope`].
    pub(crate) lean: u8,
    pub(crate) unknown: UnknownPolicy,
    pub(crate) entered: MaterialSet,
    pub(crate) bearing: MaterialSet,
    pub(crate) swum: MaterialSet,
    pub(crate) climbed: MaterialSet,
    pub(crate) minded: MaterialSet,
    /// True if unknown cells are minded where the body stops before them.
    pub(crate) minds_unknown: bool,
    pub(crate) even: Option<EvenRules>,
    /// The reach of the moves of which something is kept, in cells.
    pub(crate) move_reach: u8,
}

/// Error for a body that cannot crouch like that.
///
/// ```
/// use voxnav_occupancy::{Footprint, StanceError, StanceRules};
/// let refused = StanceRules::new(Footprint::ONE).crouching_to(1);
/// assert!(matches!(refused, Err(StanceError::CrouchedHeight { height: 1, .. })));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum StanceError {
    /// The crouched height is zero, reaches no further than below the anchor, or is not below the
    /// full one.
    #[error("`height` {height} of a crouched body must be from {least} to {most}")]
    CrouchedHeight {
        /// The refused height.
        height: u8,
        /// The smallest possible: the body has to cover its anchor.
        least: i32,
        /// The largest possible: one less than the full height.
        most: i32,
    },
}

impl StanceRules {
    /// Returns the rules of a body that stands on what is below its center, with z up; unknown
    /// cells are blocked, and no material may be entered or bears.
    #[must_use]
    pub fn new(footprint: Footprint) -> Self {
        Self {
            footprint,
            crouched: None,
            up: Heading::Z,
            support: Support::Center,
            lean: 0,
            unknown: UnknownPolicy::Blocked,
            entered: MaterialSet::default(),
            bearing: MaterialSet::default(),
            swum: MaterialSet::default(),
            climbed: MaterialSet::default(),
            minded: MaterialSet::default(),
            minds_unknown: false,
            even: None,
            move_reach: 0,
        }
    }

    crate::setters! {
        /// Sets which way is up.
        up(up: Heading) => up = up;

        /// Sets what has to bear the body.
        support(support: Support) => support = support;

        /// Sets by how many cells the ground below the anchor may be lower than the feet, with [`Support::Slope`]. The body
        /// and that ground are at most 64 cells apart.
        leaning(lean: u8) => lean = lean;

        /// Sets whether the body may be in unknown cells: they are clear unless the policy blocks them.
        unknown(unknown: UnknownPolicy) => unknown = unknown;

        /// Sets the materials that the body may be in: of those that fill their cells, and of others.
        entering(entered: MaterialSet) => entered = entered;

        /// Sets the materials that bear.
        borne_by(bearing: MaterialSet) => bearing = bearing;

        /// Sets the materials that the body swims in.
        swimming_in(swum: MaterialSet) => swum = swum;

        /// Sets the materials that the body can hold on to.
        climbing(climbed: MaterialSet) => climbed = climbed;

        /// Sets the materials of which [`Stance::MINDED`](super::Stance::MINDED) tells.
        minding(minded: MaterialSet) => minded = minded;

        /// Sets what ground is even.
        even(even: Option<EvenRules>) => even = even;

        /// Sets how far moves lead, along any axis.
        moving(move_reach: u8) => move_reach = move_reach;
    }

    /// Minds unknown cells, too, if the body stops before them.
    #[must_use]
    pub fn minding_unknown(self) -> Self {
        let minds_unknown = true;
        Self {
            minds_unknown,
            ..self
        }
    }

    /// Lets the body crouch to a height in cells, counted from its feet. Call it after
    /// [`up`](Self::up).
    ///
    /// # Errors
    ///
    /// [`StanceError::CrouchedHeight`] if the body is not lower then, or does not cover its anchor.
    pub fn crouching_to(self, height: u8) -> Result<Self, StanceError> {
        let cells = self.footprint.offsets();
        let axis = self.up.axis.index();
        let (below, above) = self.column();
        let (least, most) = (below + 1, below + above);
        let mut crouched = cells;
        match self.up.sign {
            Sign::Positive => crouched.max[axis] = cells.min[axis] + i32::from(height),
            Sign::Negative => crouched.min[axis] = cells.max[axis] - i32::from(height),
        }
        let is_lower = (least..=most).contains(&i32::from(height));
        let crouched = Footprint::new(crouched).ok().filter(|_| is_lower);
        if crouched.is_none() {
            return Err(StanceError::CrouchedHeight {
                height,
                least,
                most,
            });
        }
        Ok(Self { crouched, ..self })
    }

    /// Returns the number of cells of the body below its anchor, and above.
    pub(crate) fn column(&self) -> (i32, i32) {
        column_of(&self.footprint, self.up)
    }

    /// Returns the distance from which a stance depends on cells: the body, and what bears it.
    pub(crate) fn reach(&self) -> i32 {
        let cells = self.footprint.offsets();
        let bearing = self.column().0 + 1 + self.lean();
        (cells.max.max(-cells.min).max_element() + 1).max(bearing)
    }

    /// Returns the number of cells by which the ground below the anchor may be lower than the feet, 0 but for
    /// [`Support::Slope`].
    #[must_use]
    pub fn lean(&self) -> i32 {
        match self.support {
            Support::Slope => i32::from(self.lean).min(63 - self.column().0).max(0),
            _ => 0,
        }
    }

    /// Returns whether one bearing cell of several will do.
    pub(crate) fn takes_any_support(&self) -> bool {
        matches!(self.support, Support::Any | Support::Slope)
    }

    /// Returns the distance from which what is kept of the moves from a span depends on cells: the stances that
    /// moves look at, and whether the ground at their ends is even.
    pub(crate) fn kept_reach(&self) -> i32 {
        let even = self.even.map_or(0, EvenRules::dependence);
        self.reach() + even + i32::from(self.move_reach)
    }

    /// Returns whether unknown cells may turn out to be anything.
    pub(crate) fn is_open(&self) -> bool {
        self.unknown == UnknownPolicy::StopAtBoundary
    }

    /// Returns whether unknown cells may turn out to be of one of some materials that the body may
    /// be in.
    pub(crate) fn may_turn_out(&self, among: &MaterialSet) -> bool {
        self.is_open() && among.meets(&self.entered)
    }

    /// Returns whether unknown cells are minded.
    pub(crate) fn minds_unknown_cells(&self) -> bool {
        self.is_open() && self.minds_unknown
    }

    /// Returns whether some cell may be minded.
    pub(crate) fn minds_any(&self) -> bool {
        !self.minded.is_empty() || self.minds_unknown_cells()
    }

    /// Returns the body when it is as low as it can be.
    pub(crate) fn lowest(&self) -> Footprint {
        self.crouched.unwrap_or(self.footprint)
    }
}

/// Returns the number of cells of a body below its anchor along `up`, and above.
pub(crate) fn column_of(footprint: &Footprint, up: Heading) -> (i32, i32) {
    let [below, above] = [footprint.below(), footprint.above()].map(|side| up.axis.of(side));
    match up.sign {
        Sign::Positive => (below, above),
        Sign::Negative => (above, below),
    }
}
