//! Memory: how much there is, how much was taken, and the end of a run that asks for more.
//!
//! Where an allocation fails, Rust aborts the process, and where the system promises more than it
//! has, it kills one. Neither gives a remedy. So the program counts what it holds in large pieces.
//! If that would exceed what was available at the start, or an allocation fails, it reports that
//! in one line and exits with 2.
#![expect(
    unsafe_code,
    reason = "the one place that sees every allocation is an allocator; it passes all of them on"
)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Pieces of so many bytes are counted. Worlds and search memory are made of larger ones; counting
/// the small ones would cost more than it tells.
const COUNTED: usize = 4096;

static HELD: AtomicUsize = AtomicUsize::new(0);
static MOST: AtomicUsize = AtomicUsize::new(usize::MAX);

#[global_allocator]
static LIMITED: Limited = Limited;

/// Sees to it that the program takes no more memory than is available now.
pub(crate) fn limit_to_available() {
    let own = of_system("MemAvailable").map(|own| own + of_system("SwapFree").unwrap_or(0));
    let of_group = match (of_group("max"), of_group("current")) {
        (Some(most), Some(held)) => Some(most.saturating_sub(held)),
        _ => None,
    };
    let available = own.into_iter().chain(of_group).min();
    // Some systems do not tell.
    if let Some(available) = available.and_then(|bytes| usize::try_from(bytes).ok()) {
        MOST.store(available, Ordering::Relaxed);
    }
}

/// Bytes of memory that the machine has, or the group of processes that this one belongs to, where the
/// system tells.
pub(crate) fn of_machine() -> Option<u64> {
    let total = of_system("MemTotal");
    total.into_iter().chain(of_group("max")).min()
}

/// Bytes by the name that Linux gives them.
fn of_system(name: &str) -> Option<u64> {
    let listed = fs::read_to_string("/proc/meminfo").ok()?;
    let mut lines = listed.lines();
    let line = lines.find_map(|line| line.strip_prefix(name)?.strip_prefix(':'))?;
    let kilobytes: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kilobytes * 1024)
}

/// Bytes of the group of processes that a container has on Linux: `max` or `current`.
fn of_group(name: &str) -> Option<u64> {
    let older = match name {
        "max" => "memory/memory.limit_in_bytes",
        _ => "memory/memory.usage_in_bytes",
    };
    let files = [format!("memory.{name}"), older.to_owned()];
    let mut texts = files
        .iter()
        .filter_map(|file| fs::read_to_string(Path::new("/sys/fs/cgroup").join(file)).ok());
    // The word `max` stands for no limit.
    texts.next()?.trim().parse().ok()
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
        Self::or_refuse(unsafe { System.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        Self::take(layout.size());
        // SAFETY: the caller's obligations are those of the system's allocator.
        Self::or_refuse(unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn dealloc(&self, piece: *mut u8, layout: Layout) {
        Self::give_back(layout.size());
        // SAFETY: `piece` came from the system's allocator with this layout.
        unsafe { System.dealloc(piece, layout) }
    }

    unsafe fn realloc(&self, piece: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        Self::take(size);
        Self::give_back(layout.size());
        // SAFETY: `piece` came from the system's allocator with this layout.
        Self::or_refuse(unsafe { System.realloc(piece, layout, size) })
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn linux_tells_how_much_memory_there_is() {
        let (total, available) = (of_system("MemTotal"), of_system("MemAvailable"));
        assert!(total > available && available > Some(0));
        assert!(of_machine() <= total);
        assert_eq!(of_system("Mem"), None);
    }
}
