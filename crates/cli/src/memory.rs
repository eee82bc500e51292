//! Memory: how much there is, how much was taken, and the end of a run that asks for more.
//!
//! Where an allocation fails, Rust aborts the process, and where the system promises more than it
//! has, it kills one. Neither says what to do. So the program counts what it holds in large pieces,
//! and where that would be more than was available when it began, or an allocation fails, it says so
//! in one line and exits with 2.
#![expect(
    unsafe_code,
    reason = "the one place that sees every allocation is an allocator; it passes all of them on"
)]

use std::alloc::{GlobalAlloc, Layout, System as Allocator};
use std::io::{self, Write};
use std::sync::atomic::{AtomicUsize, Ordering};

use sysinfo::System;

/// Pieces of so many bytes are counted. Worlds and search memory are made of larger ones; counting
/// the small ones would cost more than it tells.
const COUNTED: usize = 4096;

static HELD: AtomicUsize = AtomicUsize::new(0);
static MOST: AtomicUsize = AtomicUsize::new(usize::MAX);

#[global_allocator]
static LIMITED: Limited = Limited;

/// Sees to it that the program takes no more memory than is available now.
pub(crate) fn limit_to_available() {
    let mut system = System::new();
    system.refresh_memory();
    let own = system.available_memory() + system.free_swap();
    let shared = system
        .cgroup_limits()
        .map(|group| group.free_memory + group.free_swap);
    let available = shared.map_or(own, |shared| shared.min(own));
    // Some systems do not tell.
    if let (1.., Ok(available)) = (available, usize::try_from(available)) {
        MOST.store(available, Ordering::Relaxed);
    }
}

/// Bytes of memory that the machine has, or the group of processes that this one belongs to.
pub(crate) fn of_machine() -> u64 {
    let mut system = System::new();
    system.refresh_memory();
    let total = system.total_memory();
    let group = system.cgroup_limits().map(|group| group.total_memory);
    group.map_or(total, |group| group.min(total))
}

/// The most bytes that the program held at once, where the system tells.
#[cfg(unix)]
pub(crate) fn peak() -> Option<usize> {
    use nix::sys::resource::{UsageWho, getrusage};
    // Apple's systems count in bytes, the others in kilobytes.
    let unit = if cfg!(target_vendor = "apple") {
        1
    } else {
        1024
    };
    let usage = getrusage(UsageWho::RUSAGE_SELF).ok()?;
    Some(usize::try_from(usage.max_rss()).ok()? * unit)
}

/// The most bytes that the program held at once, where the system tells.
#[cfg(not(unix))]
pub(crate) fn peak() -> Option<usize> {
    None
}

/// The system's allocator with a limit.
struct Limited;

impl Limited {
    /// Counts a piece, or ends the program.
    fn take(size: usize) {
        if size < COUNTED {
            return;
        }
        let held = HELD.fetch_add(size, Ordering::Relaxed);
        if held.saturating_add(size) > MOST.load(Ordering::Relaxed) {
            refuse();
        }
    }

    fn give_back(size: usize) {
        if size >= COUNTED {
            HELD.fetch_sub(size, Ordering::Relaxed);
        }
    }

    fn or_refuse(piece: *mut u8) -> *mut u8 {
        if piece.is_null() {
            refuse();
        }
        piece
    }
}

/// Says that memory is out, without taking any.
fn refuse() -> ! {
    // Nothing can be done where that cannot be said either.
    let _ = io::stderr().write_all(
        b"voxnav: out of memory; choose a smaller map, --limit-memory or fewer --threads\n",
    );
    std::process::exit(2);
}

// SAFETY: every method hands its arguments to the system's allocator as they are and returns what
// that returns; counting touches no memory that is handed out, and does not allocate or unwind.
unsafe impl GlobalAlloc for Limited {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        Self::take(layout.size());
        // SAFETY: the caller's obligations are those of the system's allocator.
        Self::or_refuse(unsafe { Allocator.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        Self::take(layout.size());
        // SAFETY: the caller's obligations are those of the system's allocator.
        Self::or_refuse(unsafe { Allocator.alloc_zeroed(layout) })
    }

    unsafe fn dealloc(&self, piece: *mut u8, layout: Layout) {
        Self::give_back(layout.size());
        // SAFETY: `piece` came from the system's allocator with this layout.
        unsafe { Allocator.dealloc(piece, layout) }
    }

    unsafe fn realloc(&self, piece: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        Self::take(size);
        Self::give_back(layout.size());
        // SAFETY: `piece` came from the system's allocator with this layout.
        Self::or_refuse(unsafe { Allocator.realloc(piece, layout, size) })
    }
}
