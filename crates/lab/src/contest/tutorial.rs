//! A specimen: the formula that tutorials publish as the octile distance.

use voxnav::experiment::{Estimator, EstimatorGuarantee};
use voxnav::glam::IVec3;
use voxnav::search::Cost;

/// `D min + (D2 - D) (dx + dy + dz - 2 min)` with D = sqrt 2 and D2 = 1, where `min` is the smallest
/// component, and zero where that is negative, as it is along every axis.
///
/// It never exceeds the smallest component and so never overestimates, but a single move can change it
/// by more than the move costs: cells are expanded again where need be, and paths are optimal.
///
/// ```
/// use voxnav::{experiment::Estimator, glam::IVec3, search::Cost};
/// use voxnav_lab::TutorialOctile;
///
/// assert_eq!(TutorialOctile.estimate(IVec3::ZERO, IVec3::new(9, 0, 0)), Cost::ZERO);
/// assert!(TutorialOctile.estimate(IVec3::ZERO, IVec3::splat(9)) > Cost::ZERO);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TutorialOctile;

impl Estimator for TutorialOctile {
    fn estimate(&self, from: IVec3, to: IVec3) -> Cost {
        let [dx, dy, dz] = [
            from.x.abs_diff(to.x),
            from.y.abs_diff(to.y),
            from.z.abs_diff(to.z),
        ];
        let least = dx.min(dy).min(dz);
        let rest = (dx - least).saturating_add(dy - least).saturating_add(dz);
        // Differences of costs stop at zero.
        Cost::FACE_DIAGONAL * least - (Cost::FACE_DIAGONAL - Cost::STRAIGHT) * rest
    }

    fn law(&self) -> EstimatorGuarantee {
        EstimatorGuarantee::Admissible
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tutorials_formula_is_what_they_publish_where_that_is_positive() {
        for to in [[9, 0, 0], [9, 9, 0], [9, 9, 9], [-3, 7, 20], [8, 9, -8]] {
            let parts = to.map(|n: i32| f64::from(n.abs()));
            let min = parts.into_iter().fold(f64::MAX, f64::min);
            let sum = parts.iter().sum::<f64>();
            let (d, d2) = (2f64.sqrt(), 1.0);
            let published = d * min + (d2 - d) * (sum - 2.0 * min).max(0.0);
            let here = TutorialOctile.estimate(IVec3::ZERO, IVec3::from_array(to));
            assert!((here.length() - published.max(0.0)).abs() < 1e-6, "{to:?}");
        }
    }
}
