//! Objects under handles: 64 bits of type, generation and slot, never an address.
//!
//! ```text
//! 63    56 55                          32 31                             0
//! |  type  |         generation          |              slot             |
//! ```
//!
//! Types and generations begin at 1, so that no handle is 0. A slot is given out again under its next generation, and
//! not any more once these are used up: a handle that was freed never names another object.
//!
//! Slots never move. A look-up takes the lock of its slot and no other, so threads with handles of their own do not
//! wait for each other; threads that use one handle at the same time take turns, but for functions that only read.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError, RwLock};

use crate::error::{Refusal, VoxnavStatus};
use crate::memory::Out;

/// Objects that are kept under handles.
pub trait Object: Sized + Send + Sync + 'static {
    /// The number of the type in handles, from 1.
    const TYPE: u8;
    /// The name of the type in messages.
    const NAME: &'static str;

    /// Returns the registry of all objects of the type.
    fn registry() -> &'static Registry<Self>;

    /// Returns the name of the type that a handle says it has; empty for none.
    #[must_use]
    fn name_of(_handle: u64) -> &'static str {
        ""
    }
}

/// Writes the registries of types of objects, some with a function that takes those that are freed.
macro_rules! objects {
    (@freed) => {
        drop
    };
    (@freed $freed:path) => {
        $freed
    };
    ($($type:ty = $number:literal, $name:literal $(, $freed:path)?;)+) => {
        $(
            impl $crate::handles::Object for $type {
                const TYPE: u8 = $number;
                const NAME: &'static str = $name;

                fn registry() -> &'static $crate::handles::Registry<Self> {
                    static REGISTRY: $crate::handles::Registry<$type> =
                        $crate::handles::Registry::new();
                    &REGISTRY
                }

                fn name_of(handle: u64) -> &'static str {
                    name_of(handle)
                }
            }
        )+

        /// Frees the object of a handle, whatever its type.
        pub(crate) fn free_any(handle: u64) -> Result<(), $crate::error::Refusal> {
            use $crate::handles::{free, type_of, wrong};
            match type_of(handle)? {
                $($number => {
                    free::<$type>(handle).map($crate::handles::objects!(@freed $($freed)?))
                })+
                _ => Err(wrong(handle, name_of(handle), "handle of voxnav")),
            }
        }

        /// Returns the name of the type that a handle says it has.
        fn name_of(handle: u64) -> &'static str {
            match $crate::handles::type_of(handle) {
                $(Ok($number) => $name,)+
                _ => "",
            }
        }

        /// Returns the number of objects that were made and not freed.
        pub(crate) fn live() -> u64 {
            0 $(+ <$type as $crate::handles::Object>::registry().live())+
        }
    };
}

pub(crate) use objects;

/// The number of slots in the first block; each block has twice as many as the one before.
const FIRST: u32 = 32;
/// The number of blocks for all 32-bit slots.
const BLOCKS: usize = 28;
/// The largest generation that fits into a handle.
const LAST_GENERATION: u32 = (1 << 24) - 1;

/// All objects of a type.
pub struct Registry<T> {
    blocks: [OnceLock<Box<[Slot<T>]>>; BLOCKS],
    free: Mutex<Free>,
}

struct Slot<T> {
    content: RwLock<Content<T>>,
    is_poisoned: AtomicBool,
}

struct Content<T> {
    /// The generation of the object, or of the last one.
    generation: u32,
    object: Option<T>,
}

/// The slots that can be given out.
struct Free {
    slots: Vec<u32>,
    /// The number of slots that were ever given out.
    used: u32,
    live: u64,
}

impl<T> fmt::Debug for Registry<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let live = self.live();
        (formatter.debug_struct("Registry").field("live", &live)).finish_non_exhaustive()
    }
}

impl<T> Default for Registry<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T> Registry<T> {
    /// Makes a registry without objects.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            blocks: [const { OnceLock::new() }; BLOCKS],
            free: Mutex::new(Free {
                slots: Vec::new(),
                used: 0,
                live: 0,
            }),
        }
    }

    pub(crate) fn live(&self) -> u64 {
        let free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        free.live
    }

    /// Returns the block of a slot, and its place in it.
    fn place(slot: u32) -> (usize, usize) {
        let number = u64::from(slot) + u64::from(FIRST);
        let block = number.ilog2() - FIRST.ilog2();
        let first = u64::from(FIRST) << block;
        #[expect(
            clippy::cast_possible_truncation,
            reason = "a slot of 32 bits has a place below 2^32"
        )]
        let place = (number - first) as usize;
        (block as usize, place)
    }

    /// Returns a slot that was given out before.
    fn slot(&self, slot: u32) -> Option<&Slot<T>> {
        let (block, place) = Self::place(slot);
        self.blocks.get(block)?.get()?.get(place)
    }

    /// Returns a slot for a new object.
    fn vacant(&self) -> Option<(u32, &Slot<T>)> {
        let mut free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        let slot = if let Some(slot) = free.slots.pop() {
            slot
        } else {
            let slot = free.used;
            free.used = slot.checked_add(1)?;
            slot
        };
        free.live += 1;
        let (block, place) = Self::place(slot);
        let made = || {
            let count = (FIRST as usize) << block;
            (0..count).map(|_| Slot::vacant()).collect()
        };
        let slots = self.blocks.get(block)?.get_or_init(made);
        Some((slot, slots.get(place)?))
    }
}

impl<T> Slot<T> {
    fn vacant() -> Self {
        let content = Content {
            generation: 0,
            object: None,
        };
        Self {
            content: RwLock::new(content),
            is_poisoned: AtomicBool::new(false),
        }
    }
}

/// Notes that a call panicked while it used an object.
struct Watched<'a>(&'a AtomicBool);

impl Drop for Watched<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

/// Returns the type that a handle says it has.
pub(crate) fn type_of(handle: u64) -> Result<u8, Refusal> {
    if handle == 0 {
        return Err(Refusal::new(
            VoxnavStatus::ErrorNullHandle,
            "the handle is null",
        ));
    }
    Ok((handle >> 56) as u8)
}

/// Returns the error for a handle that is not what it should be.
#[cold]
pub(crate) fn wrong(handle: u64, is: &str, name: &str) -> Refusal {
    let message = if handle == 0 {
        return Refusal::new(
            VoxnavStatus::ErrorNullHandle,
            format!("the handle is null; it should be that of a {name}"),
        );
    } else if is.is_empty() || is == name {
        format!("{handle:#x} is no handle that was given out; it should be that of a {name}")
    } else {
        format!("{handle:#x} is the handle of a {is}; it should be that of a {name}")
    };
    Refusal::new(VoxnavStatus::ErrorWrongHandle, message)
}

/// Returns the slot that a handle names, and the generation.
fn named<T: Object>(handle: u64) -> Result<(&'static Slot<T>, u32), Refusal> {
    let generation = (handle >> 32) as u32 & LAST_GENERATION;
    if (handle >> 56) as u8 != T::TYPE || generation == 0 {
        return Err(wrong(handle, T::name_of(handle), T::NAME));
    }
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the lower half is the slot"
    )]
    let slot = T::registry().slot(handle as u32);
    Ok((
        slot.ok_or_else(|| wrong(handle, T::name_of(handle), T::NAME))?,
        generation,
    ))
}

impl<T: Object> Content<T> {
    fn check(&self, handle: u64, generation: u32) -> Result<(), Refusal> {
        if generation == self.generation && self.object.is_some() {
            Ok(())
        } else if generation <= self.generation {
            let message = format!("the {} {handle:#x} was freed", T::NAME);
            Err(Refusal::new(VoxnavStatus::ErrorStaleHandle, message))
        } else {
            Err(wrong(handle, T::name_of(handle), T::NAME))
        }
    }
}

impl<T: Object> Slot<T> {
    fn check(&self) -> Result<(), Refusal> {
        if self.is_poisoned.load(Ordering::Relaxed) {
            let message = format!("a call panicked with this {}: free it", T::NAME);
            return Err(Refusal::new(VoxnavStatus::ErrorPoisoned, message));
        }
        Ok(())
    }
}

/// Puts an object under a handle.
///
/// # Errors
/// [`VoxnavStatus::ErrorTooMuch`] where there are more objects than can be named.
pub fn insert<T: Object>(object: T) -> Result<u64, Refusal> {
    let too_many = || {
        let message = format!("more objects of the type {} than can be named", T::NAME);
        Refusal::new(VoxnavStatus::ErrorTooMuch, message)
    };
    let (slot, place) = T::registry().vacant().ok_or_else(too_many)?;
    let mut content = place
        .content
        .write()
        .unwrap_or_else(PoisonError::into_inner);
    content.generation += 1;
    content.object = Some(object);
    place.is_poisoned.store(false, Ordering::Relaxed);
    Ok(u64::from(T::TYPE) << 56 | u64::from(content.generation) << 32 | u64::from(slot))
}

/// Makes an object for a caller with room for its handle, and writes the handle.
pub(crate) fn give<T: Object>(
    handle: Out<u64>,
    name: &'static str,
    make: impl FnOnce() -> Result<T, Refusal>,
) -> Result<(), Refusal> {
    handle.check(name)?;
    handle.put(insert(make()?)?, name)
}

/// Takes the object of a handle away, which is stale from then on.
///
/// # Errors
/// The handle is null, stale, or of no object of the type.
pub fn free<T: Object>(handle: u64) -> Result<T, Refusal> {
    let (slot, generation) = named::<T>(handle)?;
    let mut content = slot.content.write().unwrap_or_else(PoisonError::into_inner);
    content.check(handle, generation)?;
    let object = content.object.take();
    let is_used_up = content.generation >= LAST_GENERATION;
    drop(content);
    let registry = T::registry();
    let mut free = registry.free.lock().unwrap_or_else(PoisonError::into_inner);
    free.live -= 1;
    if !is_used_up {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "the lower half is the slot"
        )]
        free.slots.push(handle as u32);
    }
    object.ok_or_else(|| wrong(handle, T::name_of(handle), T::NAME))
}

/// Uses the object of a handle, at the same time as others do that only read it.
///
/// # Errors
/// The handle is null, stale, or of no object of the type; a panic poisoned the object; or the error of its use.
pub fn read<T: Object, R>(
    handle: u64,
    used: impl FnOnce(&T) -> Result<R, Refusal>,
) -> Result<R, Refusal> {
    let (slot, generation) = named::<T>(handle)?;
    let content = slot.content.read().unwrap_or_else(PoisonError::into_inner);
    content.check(handle, generation)?;
    slot.check()?;
    let Some(object) = &content.object else {
        return Err(wrong(handle, T::name_of(handle), T::NAME));
    };
    let _watched = Watched(&slot.is_poisoned);
    used(object)
}

/// Uses and changes the object of a handle, alone.
///
/// # Errors
/// The errors are those of [`read`].
pub fn change<T: Object, R>(
    handle: u64,
    used: impl FnOnce(&mut T) -> Result<R, Refusal>,
) -> Result<R, Refusal> {
    let (slot, generation) = named::<T>(handle)?;
    let mut content = slot.content.write().unwrap_or_else(PoisonError::into_inner);
    content.check(handle, generation)?;
    slot.check()?;
    let Some(object) = &mut content.object else {
        return Err(wrong(handle, T::name_of(handle), T::NAME));
    };
    let _watched = Watched(&slot.is_poisoned);
    used(object)
}
