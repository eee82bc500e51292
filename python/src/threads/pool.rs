//! Threads of this process: a child that `fork` made has none of those that its parent had.
//!
//! The library works on the threads of rayon's global pool where it bakes colliders and answers batches. In a
//! forked child that pool exists without its threads, so that a caller would wait forever. A child,
//! recognized by its process id, therefore has a pool of its own.

use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, OnceLock};
use std::thread;

use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::failure::{Answer, Failure};

/// The process that loaded this module; its pool is the global one.
static HOME: OnceLock<u32> = OnceLock::new();

/// The pool of a child, and the process that it belongs to.
static OF_CHILD: Mutex<Option<(u32, Arc<ThreadPool>)>> = Mutex::new(None);

/// Notes which process loaded this module.
pub(crate) fn settle() {
    HOME.get_or_init(std::process::id);
}

/// Returns whether this process is a child that `fork` made of the one that loaded this module.
fn is_forked() -> bool {
    HOME.get().is_some_and(|home| *home != std::process::id())
}

/// Does work that may use the threads of rayon.
///
/// INVARIANT: the work takes no lock that other calls hold while they are in here: a thread of the pool that
/// waits takes up other work, which would wait for itself.
pub(crate) fn run<T: Send>(work: impl FnOnce() -> T + Send) -> Answer<T> {
    if is_forked() {
        Ok(of_child()?.install(work))
    } else {
        Ok(work())
    }
}

/// Returns how many threads a batch is to have of its own, if not those of the global pool.
pub(crate) fn threads_of_batch(asked: Option<NonZeroUsize>) -> Option<NonZeroUsize> {
    let all = || thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    asked.or_else(|| is_forked().then(all))
}

fn of_child() -> Answer<Arc<ThreadPool>> {
    let new = || {
        let built = ThreadPoolBuilder::new().build().map(Arc::new);
        built.map_err(|error| Failure::from(voxnav::batch::BatchError::from(error)))
    };
    // Another thread may have held it when this process was forked, and nobody would give it back.
    let Ok(mut kept) = OF_CHILD.try_lock() else {
        return new();
    };
    match &*kept {
        Some((process, pool)) if *process == std::process::id() => Ok(Arc::clone(pool)),
        _ => {
            let pool = new()?;
            let before = kept.replace((std::process::id(), Arc::clone(&pool)));
            // Ending it would wait for threads that are not there.
            std::mem::forget(before);
            Ok(pool)
        }
    }
}
