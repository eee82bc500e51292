//! Watches: which of many routes an edit blocks, frees or may shorten.

use std::collections::BTreeMap;

use voxnav::replanning::{PathEvent, PathId, PathWatcher};

use crate::border::{call, changing, reading};
use crate::code::{Code, coded};
use crate::error::{Refusal, VoxnavStatus};
use crate::handles::{change, give, read};
use crate::ids::{VoxnavPathWatcher, VoxnavRoute, VoxnavView};
use crate::memory::Out;
use crate::objects::{Kind, Watched};
use crate::seen::other_kind;

/// The kind of an event of a watch.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VoxnavEventKind {
    /// The route was free, and is not any more.
    Blocked = 0,
    /// The route was not free, and is again.
    Unblocked = 1,
    /// Cells became free through which the route might be cheaper.
    MayShorten = 2,
}

coded! {
    VoxnavEventKind is "kind of event": VoxnavEventKind {
        Blocked, Unblocked, MayShorten,
    }
}

/// An event of a watch.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct VoxnavEvent {
    /// The number of the route, as `voxnav_path_watcher_insert` wrote it.
    pub path: u64,
    /// The kind of the event.
    pub kind: Code<VoxnavEventKind>,
    /// Zero.
    pub reserved: u32,
    /// The number of moves from the first cell on that are still legal, of a route that is blocked.
    pub after: u64,
    /// A lower bound on the cost of a route that might be cheaper, in straight moves over one cell.
    pub at_least: f64,
}

/// Makes a watch without routes over the world of a view, and writes its handle into `watch`.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_path_watcher_new(
    view: VoxnavView,
    watch: Out<VoxnavPathWatcher>,
) -> VoxnavStatus {
    call(|| {
        give(watch, "watch", || {
            read(view, |view| {
                Ok(Watched {
                    watch: PathWatcher::new(view.moves()),
                    paths: BTreeMap::new(),
                    numbers: BTreeMap::new(),
                    last: 0,
                })
            })
        })
    })
}

impl Watched {
    /// Returns the kind of the agents whose routes are watched.
    fn kind(&self) -> Kind {
        Kind::of(self.watch.moves())
    }

    fn number(&mut self, id: PathId) -> u64 {
        self.last += 1;
        self.paths.insert(self.last, id);
        self.numbers.insert(id, self.last);
        self.last
    }

    fn id(&self, path: u64) -> Result<PathId, Refusal> {
        self.paths.get(&path).copied().ok_or_else(|| {
            let message = format!("the watch has no route with the number {path}");
            Refusal::new(VoxnavStatus::ErrorUnknownId, message)
        })
    }

    fn told(&self, event: &PathEvent) -> VoxnavEvent {
        let (kind, after, at_least) = match event {
            PathEvent::Blocked { after, .. } => (VoxnavEventKind::Blocked, *after, 0.0),
            PathEvent::Unblocked { .. } => (VoxnavEventKind::Unblocked, 0, 0.0),
            PathEvent::MayShorten { at_least, .. } => {
                (VoxnavEventKind::MayShorten, 0, at_least.length())
            }
            _ => (VoxnavEventKind::MayShorten, 0, 0.0),
        };
        VoxnavEvent {
            path: self.numbers.get(&event.path()).copied().unwrap_or(0),
            kind: kind.into(),
            reserved: 0,
            after,
            at_least,
        }
    }
}

/// Watches the path of a route, and writes a number for it into `path`, from 1. Returns `VOXNAV_STATUS_NOTHING`, and
/// watches nothing, for a route without a path.
///
/// Errors: a route of an agent that moves another way, or one that is too long.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_path_watcher_insert(
    watch: VoxnavPathWatcher,
    route: VoxnavRoute,
    path: Out<u64>,
) -> VoxnavStatus {
    call(|| {
        path.check("path")?;
        let number = change(watch, |watch| {
            read(route, |found| {
                if watch.kind() != found.kind {
                    return Err(other_kind("route"));
                }
                let path = found.route.path();
                let id = path.map(|path| watch.watch.insert(path)).transpose()?;
                Ok(id.map(|id| watch.number(id)))
            })
        })?;
        path.put_found(number, "path")
    })
}

/// Ends the watch over a route.
///
/// Errors: an unknown number.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_path_watcher_remove(watch: VoxnavPathWatcher, path: u64) -> VoxnavStatus {
    changing(watch, |watch| {
        let id = watch.id(path)?;
        watch.watch.remove(id);
        watch.paths.remove(&path);
        watch.numbers.remove(&id);
        Ok(())
    })
}

/// Says that an agent has made so many moves along its route in all: those are not watched any more.
///
/// Errors: an unknown number.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_path_watcher_advance(
    watch: VoxnavPathWatcher,
    path: u64,
    moves: u64,
) -> VoxnavStatus {
    changing(watch, |watch| {
        let id = watch.id(path)?;
        watch.watch.advance(id, moves);
        Ok(())
    })
}

/// Returns `VOXNAV_STATUS_BLOCKED` where a route is not free, as of the last update; else `VOXNAV_STATUS_OK`.
///
/// Errors: an unknown number.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_path_watcher_is_blocked(
    watch: VoxnavPathWatcher,
    path: u64,
) -> VoxnavStatus {
    reading(watch, |watch| {
        let id = watch.id(path)?;
        Ok(match watch.watch.is_blocked(id) {
            Some(true) => VoxnavStatus::Blocked,
            _ => VoxnavStatus::Ok,
        })
    })
}

/// Looks at the world of a newer view, and writes what its changes mean for the routes: at most `capacity` events, and
/// into `count` how many there are. Events that there is no room for are lost: each route has at most one of each kind.
///
/// Errors: a view of an agent that moves another way.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_path_watcher_update(
    watch: VoxnavPathWatcher,
    view: VoxnavView,
    buffer: Out<VoxnavEvent>,
    capacity: usize,
    count: Out<usize>,
) -> VoxnavStatus {
    call(|| {
        if capacity > 0 {
            buffer.check("buffer")?;
        }
        let events: Vec<VoxnavEvent> = change(watch, |watch| {
            read(view, |view| {
                watch.kind().check(view)?;
                let events = watch.watch.update(view.moves());
                Ok(events.iter().map(|event| watch.told(event)).collect())
            })
        })?;
        buffer.fill(capacity, count, events)
    })
}
