//! Weights by the distance to the nearest blocked cell.

use std::fmt;
use std::panic::{RefUnwindSafe, UnwindSafe};
use std::sync::Arc;

use glam::IVec3;
use voxnav_occupancy::{EuclideanClearance, WorldClearance};

use super::Terrain;

/// A function from a squared distance to a weight.
type Weight = dyn Fn(f64) -> u16 + Send + Sync + UnwindSafe + RefUnwindSafe;

/// Weights by the distance to the nearest blocked cell.
#[derive(Clone)]
pub(super) enum Distance {
    InCells {
        clearance: EuclideanClearance,
        /// The weights by squared clearance, up to the squared cap.
        weights: Arc<[u16]>,
    },
    InWorld {
        clearance: WorldClearance,
        /// The largest weight that counts.
        most: u16,
        weight: Arc<Weight>,
    },
}

impl Terrain {
    /// Multiplies each weight by one for the distance to the nearest blocked cell:
    /// `weight` is asked once for every squared clearance up to the squared cap. Zero counts as one.
    /// Replaces what an earlier call gave.
    ///
    /// Nothing is derived before a search comes near, so this costs next to nothing in any world, and
    /// a few milliseconds for each chunk of 64^3 cells that searches enter. After an edit give it the
    /// [updated](EuclideanClearance::updated) clearance.
    ///
    /// ```
    /// use std::num::NonZeroU8;
    /// use voxnav_occupancy::{CellBox, EuclideanClearance, OccupancyBuilder, UnknownPolicy};
    /// use voxnav_search::Terrain;
    /// use glam::IVec3;
    ///
    /// let world = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(9)))?.commit();
    /// let three = NonZeroU8::new(3).expect("three is not zero");
    /// let clearance = EuclideanClearance::new(&world, UnknownPolicy::Blocked, three);
    /// let terrain = Terrain::new().weighed_by(&clearance, |squared| 10 - squared);
    /// assert_eq!(terrain.weight(IVec3::new(0, 4, 4)), 9); // beside the outside
    /// assert_eq!(terrain.weight(IVec3::new(4, 4, 4)), 1);
    /// # Ok::<(), voxnav_occupancy::OccupancyError>(())
    /// ```
    #[must_use]
    pub fn weighed_by(
        self,
        clearance: &EuclideanClearance,
        weight: impl FnMut(u16) -> u16,
    ) -> Self {
        let cap = u16::from(clearance.cap().get());
        let weights = (0..=cap * cap).map(weight).map(|weight| weight.max(1));
        let distance = Distance::InCells {
            clearance: clearance.clone(),
            weights: weights.collect(),
        };
        Self {
            distance: Some(distance),
            ..self
        }
    }

    /// Multiplies each weight by one for the distance to the nearest blocked cell, as [`weighed_by`](Self::weighed_by),
    /// among cells of any sides. `weight` is asked for the squared distance, in shortest sides, whenever a cell is looked
    /// at; weights of zero count as one, and those above `most` as `most`.
    ///
    /// ```
    /// use std::num::NonZeroU8;
    /// use voxnav_occupancy::{CellBox, Lattice, OccupancyBuilder, UnknownPolicy, WorldClearance};
    /// use voxnav_search::Terrain;
    /// use glam::{DVec3, IVec3};
    ///
    /// let world = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(9)))?.commit();
    /// let flat = Lattice::with_sizes(DVec3::ZERO, DVec3::new(2.0, 2.0, 1.0))?;
    /// let four = NonZeroU8::new(4).expect("four is not zero");
    /// let clearance = WorldClearance::in_world(&world, UnknownPolicy::Blocked, four, &flat);
    /// let weight = |squared: f64| if squared < 4.0 { 9 } else { 2 };
    /// let terrain = Terrain::new().weighed_in_world(&clearance, 9, weight);
    /// assert_eq!(terrain.weight(IVec3::new(0, 4, 4)), 2); // two units from the outside
    /// assert_eq!(terrain.weight(IVec3::new(4, 4, 0)), 9); // one unit
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn weighed_in_world(
        self,
        clearance: &WorldClearance,
        most: u16,
        weight: impl Fn(f64) -> u16 + Send + Sync + UnwindSafe + RefUnwindSafe + 'static,
    ) -> Self {
        let distance = Distance::InWorld {
            clearance: clearance.clone(),
            most: most.max(1),
            weight: Arc::new(weight),
        };
        Self {
            distance: Some(distance),
            ..self
        }
    }

    /// Takes the weights by distance of other terrain, instead of those that an earlier call gave. Constant time.
    ///
    /// ```
    /// use std::num::NonZeroU8;
    /// use voxnav_occupancy::{CellBox, EuclideanClearance, OccupancyBuilder, UnknownPolicy};
    /// use voxnav_search::Terrain;
    /// use glam::IVec3;
    ///
    /// let world = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(9)))?.commit();
    /// let three = NonZeroU8::new(3).expect("three is not zero");
    /// let clearance = EuclideanClearance::new(&world, UnknownPolicy::Blocked, three);
    /// let wary = Terrain::new().weighed_by(&clearance, |squared| 10 - squared);
    /// let mut mud = Terrain::new();
    /// mud.set(IVec3::new(0, 4, 4), 2).expect("two is a weight");
    /// assert_eq!(mud.weighed_as(&wary).weight(IVec3::new(0, 4, 4)), 18);
    /// # Ok::<(), voxnav_occupancy::OccupancyError>(())
    /// ```
    #[must_use]
    pub fn weighed_as(self, other: &Self) -> Self {
        let distance = other.distance.clone();
        Self { distance, ..self }
    }

    /// Returns whether weights follow from distances too, by [`weighed_by`](Self::weighed_by) or
    /// [`weighed_in_world`](Self::weighed_in_world).
    #[must_use]
    pub fn is_weighed(&self) -> bool {
        self.distance.is_some()
    }
}

impl Distance {
    pub(super) fn is_shared_with(&self, other: &Self) -> bool {
        match (self, other) {
            (
                Self::InCells { clearance, weights },
                Self::InCells {
                    clearance: others,
                    weights: other,
                },
            ) => Arc::ptr_eq(weights, other) && clearance.is_same_as(others),
            (
                Self::InWorld {
                    clearance, weight, ..
                },
                Self::InWorld {
                    clearance: others,
                    weight: other,
                    ..
                },
            ) => {
                // The function itself, whatever its table is.
                let [own, other] = [weight, other].map(|it| Arc::as_ptr(it).cast::<()>());
                std::ptr::eq(own, other) && clearance.is_same_as(others)
            }
            _ => false,
        }
    }

    #[inline]
    pub(super) fn weight(&self, cell: IVec3) -> u16 {
        match self {
            Self::InCells { clearance, weights } => {
                weights[usize::from(clearance.squared_at(cell))]
            }
            Self::InWorld {
                clearance,
                most,
                weight,
            } => weight(clearance.squared_at(cell)).clamp(1, *most),
        }
    }

    /// Returns a weight that none is above.
    pub(super) fn largest(&self) -> u16 {
        match self {
            Self::InCells { weights, .. } => weights.iter().max().copied().unwrap_or(1),
            Self::InWorld { most, .. } => *most,
        }
    }
}

/// Leaves out the weights, which are many.
impl fmt::Debug for Distance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InCells { clearance, .. } => clearance.fmt(f),
            Self::InWorld { clearance, .. } => clearance.fmt(f),
        }
    }
}
