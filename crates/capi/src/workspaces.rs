//! Search memory, kept by each thread from one search to the next.

use std::cell::RefCell;

use voxnav::Workspace;

thread_local! {
    static OWN: RefCell<Workspace> = RefCell::default();
}

/// Returns the memory of the thread, which has none of its own until some is given back.
pub(crate) fn taken() -> Workspace {
    OWN.try_with(RefCell::take).unwrap_or_default()
}

/// Keeps memory for the next search of the thread, where it is more than there is.
pub(crate) fn give_back(workspace: Workspace) {
    // A thread that is ending keeps nothing.
    let _ = OWN.try_with(|own| {
        let mut own = own.borrow_mut();
        if workspace.memory_bytes() >= own.memory_bytes() {
            *own = workspace;
        }
    });
}
