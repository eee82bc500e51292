//! The hand-over of a shared world, in all orders in which its threads may come to its locks.
//!
//! The code under test is that of the library: the file itself, with locks of a model instead of those of the standard
//! library. In every order no edit is lost, what is published is whole and never goes back, and the worker ends once no
//! editor is left; a thread that would wait forever is found, too.

#[path = "../../../voxnav/src/replanning/handover.rs"]
mod handover;

/// What the hand-over takes its locks from.
mod locks {
    pub(super) use loom::sync::{Condvar, Mutex, MutexGuard};
    pub(super) use std::sync::PoisonError;
}

use handover::SnapshotExchange;
use loom::model::Builder;
use loom::sync::Arc;
use loom::thread;

/// The numbers of edits as they were made, and what a worker published: the numbers in it, and how many.
type World = SnapshotExchange<Vec<u64>, (Vec<u64>, u64)>;

fn explore(model: impl Fn() + Sync + Send + 'static) {
    let mut builder = Builder::new();
    // More switches against a thread's will find nothing else in such code, and take very long.
    builder.preemption_bound = Some(3);
    builder.check(model);
}

fn edit(world: &World) -> u64 {
    world.edit(|made| {
        let number = made.len() as u64 + 1;
        made.push(number);
        number
    })
}

/// Publishes what is there until no editor is left, and reports how many edits it has seen.
fn work(world: &World) -> u64 {
    let mut last = 0;
    while world.wait() {
        while let Some((made, edits)) = world.take(|made| made.clone()) {
            assert!(edits > last, "{edits} after {last}");
            last = edits;
            world.publish((made, edits));
        }
    }
    last
}

/// Looks at what is published.
fn look(world: &World, last: u64) -> u64 {
    let (made, edits) = world.latest();
    assert!((1..=edits).eq(made), "torn");
    assert!(edits >= last, "{edits} after {last}");
    assert!(edits <= world.accepted());
    edits
}

#[test]
fn two_editors_and_a_worker_lose_nothing() {
    explore(|| {
        let world = Arc::new(World::new(Vec::new(), (Vec::new(), 0)));
        world.join();
        let editors = [(); 2].map(|()| {
            let world = Arc::clone(&world);
            thread::spawn(move || {
                edit(&world);
                world.leave();
            })
        });
        assert_eq!(work(&world), 2);
        assert!(!world.has_news());
        assert_eq!(world.latest(), (vec![1, 2], 2));
        for editor in editors {
            editor.join().unwrap();
        }
    });
}

#[test]
fn readers_see_whole_worlds_in_order() {
    explore(|| {
        let world = Arc::new(World::new(Vec::new(), (Vec::new(), 0)));
        let worker = thread::spawn({
            let world = Arc::clone(&world);
            move || work(&world)
        });
        let reader = thread::spawn({
            let world = Arc::clone(&world);
            move || {
                let first = look(&world, 0);
                look(&world, first);
            }
        });
        let first = edit(&world);
        look(&world, 0);
        assert_eq!((first, edit(&world)), (1, 2));
        world.leave();
        assert_eq!(worker.join().unwrap(), 2);
        reader.join().unwrap();
        look(&world, 2);
    });
}
