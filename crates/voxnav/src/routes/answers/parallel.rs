//! Many requests on all processors.

use std::sync::{Mutex, PoisonError};

use glam::DVec3;
use rayon::prelude::*;
use voxnav_search::Workspace;

use crate::routes::questions::destination::Destination;

/// Answers requests in the rayon pool of the caller. Answers are in the order of the requests.
pub(crate) fn answer_all<F: Into<DVec3>, T: Into<Destination>, A: Send>(
    requests: impl IntoIterator<Item = (F, T)>,
    answer: impl Fn(DVec3, Destination, &mut Workspace) -> A + Sync,
) -> Vec<A> {
    let requests = requests.into_iter();
    let requests: Vec<(DVec3, Destination)> = requests
        .map(|(from, to)| (from.into(), to.into()))
        .collect();
    // A workspace for each search that runs at the same time; they leave no trace in answers.
    let spare = Mutex::new(Vec::new());
    let idle = || spare.lock().unwrap_or_else(PoisonError::into_inner);
    let answer = |(from, to): (DVec3, Destination)| {
        let mut workspace: Workspace = idle().pop().unwrap_or_default();
        let answer = answer(from, to, &mut workspace);
        idle().push(workspace);
        answer
    };
    requests
        .into_par_iter()
        .with_max_len(1)
        .map(answer)
        .collect()
}
