//! Handles of objects of the tests alone.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

use std::panic::{AssertUnwindSafe, catch_unwind};

use voxnav_capi::error::{Refusal, VoxnavStatus};
use voxnav_capi::handles::{Handle, Object, Type, change, free, insert, read};

#[derive(Debug)]
struct Thing(u32);

#[derive(Clone, Copy, Debug, PartialEq)]
struct ThingHandle(u64);

impl Object for Thing {
    fn name(&self) -> &'static str {
        "thing"
    }
}

impl Handle for ThingHandle {
    type Object = Thing;
    const TYPE: Type = Type {
        number: 31,
        name: "thing",
    };

    fn of(id: u64) -> Self {
        Self(id)
    }

    fn id(self) -> u64 {
        self.0
    }
}

fn status<R: std::fmt::Debug>(answer: Result<R, Refusal>) -> VoxnavStatus {
    answer.unwrap_err().status
}

fn number(handle: ThingHandle) -> Result<u32, Refusal> {
    read(handle, |thing| Ok(thing.0))
}

#[test]
fn a_handle_names_its_object_until_it_is_freed() {
    let handles: Vec<ThingHandle> = (0..1000).map(|n| insert(Thing(n)).unwrap()).collect();
    for (n, handle) in (0..).zip(&handles) {
        assert_eq!(number(*handle).unwrap(), n);
    }
    for handle in &handles {
        free(*handle).unwrap();
        assert_eq!(status(number(*handle)), VoxnavStatus::ErrorStaleHandle);
        assert_eq!(status(free(*handle)), VoxnavStatus::ErrorStaleHandle);
        let next: ThingHandle = insert(Thing(7)).unwrap();
        assert_ne!(next, *handle);
        assert_eq!(status(number(*handle)), VoxnavStatus::ErrorStaleHandle);
        free(next).unwrap();
    }
}

#[test]
fn what_is_no_handle_is_refused() {
    assert_eq!(
        status(number(ThingHandle(0))),
        VoxnavStatus::ErrorNullHandle
    );
    let handle: ThingHandle = insert(Thing(1)).unwrap();
    let ThingHandle(id) = handle;
    let others = [id ^ 1 << 56, id + (1 << 32), id | 0xffff_0000, u64::MAX, 1];
    for other in others {
        assert_eq!(
            status(number(ThingHandle(other))),
            VoxnavStatus::ErrorWrongHandle,
            "{other:#x}"
        );
    }
    assert_eq!(number(handle).unwrap(), 1);
}

#[test]
fn a_panic_poisons_the_object_that_was_used_and_no_other() {
    let [used, other] = [1, 2].map(|n| insert::<ThingHandle>(Thing(n)).unwrap());
    let panics = || {
        change(used, |_| -> Result<(), Refusal> {
            std::panic::panic_any("of the test")
        })
    };
    assert!(catch_unwind(AssertUnwindSafe(panics)).is_err());
    assert_eq!(status(number(used)), VoxnavStatus::ErrorPoisoned);
    assert_eq!(number(other).unwrap(), 2);
    free(used).unwrap();
    assert_eq!(status(number(used)), VoxnavStatus::ErrorStaleHandle);
}

#[test]
fn threads_get_handles_of_their_own() {
    let threads: Vec<_> = (0..4)
        .map(|thread| {
            std::thread::spawn(move || {
                for round in 0..2000 {
                    let own = thread * 10_000 + round;
                    let handle: ThingHandle = insert(Thing(own)).unwrap();
                    assert_eq!(number(handle).unwrap(), own);
                    change(handle, |thing| {
                        thing.0 += 1;
                        Ok(())
                    })
                    .unwrap();
                    assert_eq!(number(handle).unwrap(), own + 1);
                    free(handle).unwrap();
                }
            })
        })
        .collect();
    for thread in threads {
        thread.join().unwrap();
    }
}
