//! Estimates of callers, by which searches are guided.

use std::ffi::c_void;
use std::sync::Arc;

use voxnav::experiment::{Estimator, EstimatorGuarantee};
use voxnav::glam::IVec3;
use voxnav::search::Cost;

use crate::border::call;
use crate::code::{Code, coded};
use crate::error::{Refusal, VoxnavStatus};
use crate::exported::callbacks::VoxnavGuideFunction;
use crate::handles::change;
use crate::ids::VoxnavView;
use crate::memory::Callback;
use crate::values::VoxnavCell;

/// The law that estimates of a caller obey. Apart from the first, each includes those before it.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VoxnavEstimatorGuarantee {
    /// No law: routes found have no guarantee.
    None = 0,
    /// Estimates never exceed the true cost: routes found are optimal.
    Admissible = 1,
    /// Estimates never drop by more than a move costs, and are zero between equal cells: moves may be pruned.
    Consistent = 2,
    /// Estimates are the same both ways, too: searches from both ends may use them.
    Symmetric = 3,
}

coded! {
    VoxnavEstimatorGuarantee is "law of estimates": EstimatorGuarantee {
        None, Admissible, Consistent, Symmetric,
    }
}

/// The estimates of a caller.
#[derive(Debug)]
struct Guide {
    function: Callback<unsafe extern "C" fn(*mut c_void, VoxnavCell, VoxnavCell) -> f64>,
    law: EstimatorGuarantee,
}

impl Estimator for Guide {
    fn estimate(&self, from: IVec3, to: IVec3) -> Cost {
        Cost::of_length(self.function.between(from.into(), to.into()))
    }

    fn law(&self) -> EstimatorGuarantee {
        self.law
    }
}

/// Guides all searches of a view by a function that estimates the length between two cells, in cells, instead of the
/// heuristic of its options. It obeys `law`, by which algorithms may run. No check finds a law that claims too much:
/// routes are then longer than they need be. The function is called with `user` on any thread that searches the view,
/// as long as the view lives or what was made of it.
///
/// Errors: a view of a ground agent.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_view_guide(
    view: VoxnavView,
    function: VoxnavGuideFunction,
    law: Code<VoxnavEstimatorGuarantee>,
    user: *mut c_void,
) -> VoxnavStatus {
    call(|| {
        let law = law.meaning()?;
        let function = Callback::needed(function, user, "function")?;
        change(view, |view| {
            let flight = view
                .flight()
                .ok_or_else(|| Refusal::unsupported("searches of agents that fly can be guided"))?;
            *view = flight.guided_by(Arc::new(Guide { function, law }));
            Ok(())
        })
    })
}
