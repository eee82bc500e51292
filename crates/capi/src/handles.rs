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
//!
//! Look-ups are the same code for all types: only the last step knows which type an object is.

use std::any::Any;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{
    Mutex, MutexGuard, OnceLock, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard,
};

use crate::error::{Refusal, VoxnavStatus};
use crate::memory::{Out, Plain};

/// Objects that are kept under handles.
pub trait Object: Any + Send + Sync {
    /// Returns the name of the type in messages.
    fn name(&self) -> &'static str;

    /// Takes an object that was freed, to free what goes with it.
    fn freed(self: Box<Self>) {}
}

/// The handles of objects of one type.
pub trait Handle: Copy {
    /// The objects that the handles name.
    type Object: Object;
    /// The type of the objects.
    const TYPE: Type;

    /// Returns the handle with a number.
    fn of(id: u64) -> Self;

    /// Returns the number of the handle.
    fn id(self) -> u64;
}

/// A type of objects.
#[derive(Clone, Copy, Debug)]
pub struct Type {
    /// The number of the type in handles, from 1.
    pub number: u8,
    /// The name of the type in messages.
    pub name: &'static str,
}

/// Writes down which objects handles name, under which type, and what takes those that are freed.
macro_rules! objects {
    ($($handle:ident: $object:ty = $number:literal, $name:literal $(, $freed:path)?;)+) => {
        $(
            impl $crate::handles::Object for $object {
                fn name(&self) -> &'static str {
                    $name
                }

                $(
                    fn freed(self: Box<Self>) {
                        $freed(*self);
                    }
                )?
            }

            impl $crate::handles::Handle for $handle {
                type Object = $object;
                const TYPE: $crate::handles::Type = $crate::handles::Type {
                    number: $number,
                    name: $name,
                };

                fn of(id: u64) -> Self {
                    Self { id }
                }

                fn id(self) -> u64 {
                    self.id
                }
            }
        )+
    };
}

pub(crate) use objects;

/// The number of slots in the first block; each block has twice as many as the one before.
const FIRST: u32 = 32;
/// The number of blocks for all 32-bit slots.
const BLOCKS: usize = 28;
/// The largest generation that fits into a handle.
const LAST_GENERATION: u32 = (1 << 24) - 1;

/// The most types that there can be, and one more.
const TYPES: usize = 32;

/// All objects, by the numbers of their types.
static OBJECTS: [Registry; TYPES] = [const { Registry::new() }; TYPES];

/// The objects of a type.
struct Registry {
    blocks: [OnceLock<Box<[Slot]>>; BLOCKS],
    free: Mutex<Free>,
}

#[derive(Default)]
struct Slot {
    content: RwLock<Content>,
    is_poisoned: AtomicBool,
}

#[derive(Default)]
struct Content {
    /// The generation of the object, or of the last one.
    generation: u32,
    object: Option<Box<dyn Object>>,
}

/// The slots that can be given out.
struct Free {
    slots: Vec<u32>,
    /// The number of slots that were ever given out.
    used: u32,
    live: u64,
}

impl Registry {
    const fn new() -> Self {
        Self {
            blocks: [const { OnceLock::new() }; BLOCKS],
            free: Mutex::new(Free {
                slots: Vec::new(),
                used: 0,
                live: 0,
            }),
        }
    }

    /// Returns the registry of a type of handles.
    fn of(number: u8) -> Option<&'static Self> {
        OBJECTS.get(usize::from(number))
    }

    fn free(&self) -> MutexGuard<'_, Free> {
        self.free.lock().unwrap_or_else(PoisonError::into_inner)
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
    fn slot(&self, slot: u32) -> Option<&Slot> {
        let (block, place) = Self::place(slot);
        self.blocks.get(block)?.get()?.get(place)
    }

    /// Returns a slot for a new object.
    fn vacant(&self) -> Option<(u32, &Slot)> {
        let mut free = self.free();
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
            (0..count).map(|_| Slot::default()).collect()
        };
        let slots = self.blocks.get(block)?.get_or_init(made);
        Some((slot, slots.get(place)?))
    }
}

/// Returns the number of objects that were made and not freed.
pub(crate) fn live() -> u64 {
    OBJECTS.iter().map(|registry| registry.free().live).sum()
}

/// Returns the number of the type that a handle says it has.
const fn type_of(id: u64) -> u8 {
    (id >> 56) as u8
}

/// Returns the generation that a handle names.
const fn generation_of(id: u64) -> u32 {
    (id >> 32) as u32 & LAST_GENERATION
}

/// Returns whether a handle says that it is of a type.
pub(crate) const fn is_of<H: Handle>(id: u64) -> bool {
    type_of(id) == H::TYPE.number
}

/// Returns the slot that a handle names, whatever its type.
fn slot_of(id: u64) -> Option<&'static Slot> {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the lower half is the slot"
    )]
    let slot = Registry::of(type_of(id))?.slot(id as u32);
    slot.filter(|_| generation_of(id) > 0)
}

/// Returns the error for a handle that is not what it should be.
#[cold]
fn wrong(id: u64, wanted: &str) -> Refusal {
    let message = if id == 0 {
        let message = format!("the handle is null; one of type `{wanted}` is asked for");
        return Refusal::new(VoxnavStatus::ErrorNullHandle, message);
    } else if let Some(name) = name_of(id).filter(|name| *name != wanted) {
        format!("{id:#x} is a handle of type `{name}`; one of type `{wanted}` is asked for")
    } else {
        format!("{id:#x} is no handle that was given out; one of type `{wanted}` is asked for")
    };
    Refusal::new(VoxnavStatus::ErrorWrongHandle, message)
}

/// Returns the name of the type of a handle's object, unless a thread is changing that.
fn name_of(id: u64) -> Option<&'static str> {
    let content = slot_of(id)?.content.try_read().ok()?;
    let object = content.object.as_ref()?;
    (content.generation == generation_of(id)).then(|| object.name())
}

/// Returns the slot that a handle of a type names.
fn named(id: u64, of: Type) -> Result<&'static Slot, Refusal> {
    let slot = slot_of(id).filter(|_| type_of(id) == of.number);
    slot.ok_or_else(|| wrong(id, of.name))
}

impl Content {
    /// Refuses a handle that does not name the object.
    fn check(&self, id: u64, of: Type) -> Result<(), Refusal> {
        let generation = generation_of(id);
        if generation == self.generation && self.object.is_some() {
            Ok(())
        } else if generation <= self.generation {
            let message = format!("the {} {id:#x} was freed", of.name);
            Err(Refusal::new(VoxnavStatus::ErrorStaleHandle, message))
        } else {
            Err(wrong(id, of.name))
        }
    }
}

impl Slot {
    fn check(&self, of: Type) -> Result<(), Refusal> {
        if self.is_poisoned.load(Ordering::Relaxed) {
            let message = format!("a call panicked with this {}: free it", of.name);
            return Err(Refusal::new(VoxnavStatus::ErrorPoisoned, message));
        }
        Ok(())
    }
}

/// An object in use; a panic meanwhile poisons it.
struct InUse<G> {
    content: G,
    slot: &'static Slot,
}

impl<G> Drop for InUse<G> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.slot.is_poisoned.store(true, Ordering::Relaxed);
        }
    }
}

/// Locks the object of a handle, at the same time as others that only read it.
fn to_read(id: u64, of: Type) -> Result<InUse<RwLockReadGuard<'static, Content>>, Refusal> {
    let slot = named(id, of)?;
    let content = slot.content.read().unwrap_or_else(PoisonError::into_inner);
    content.check(id, of)?;
    slot.check(of)?;
    Ok(InUse { content, slot })
}

/// Locks the object of a handle alone.
fn to_change(id: u64, of: Type) -> Result<InUse<RwLockWriteGuard<'static, Content>>, Refusal> {
    let slot = named(id, of)?;
    let content = slot.content.write().unwrap_or_else(PoisonError::into_inner);
    content.check(id, of)?;
    slot.check(of)?;
    Ok(InUse { content, slot })
}

/// Puts an object under a new number.
fn keep(object: Box<dyn Object>, of: Type) -> Result<u64, Refusal> {
    let too_many = || {
        let message = format!("more objects of the type {} than can be named", of.name);
        Refusal::new(VoxnavStatus::ErrorTooMuch, message)
    };
    let vacant = Registry::of(of.number).and_then(Registry::vacant);
    let (slot, place) = vacant.ok_or_else(too_many)?;
    let mut content = place
        .content
        .write()
        .unwrap_or_else(PoisonError::into_inner);
    content.generation += 1;
    content.object = Some(object);
    place.is_poisoned.store(false, Ordering::Relaxed);
    Ok(u64::from(of.number) << 56 | u64::from(content.generation) << 32 | u64::from(slot))
}

/// Takes the object with a number of a type away, which is stale from then on.
fn take(id: u64, of: Type) -> Result<Box<dyn Object>, Refusal> {
    let slot = named(id, of)?;
    let mut content = slot.content.write().unwrap_or_else(PoisonError::into_inner);
    content.check(id, of)?;
    let object = content.object.take();
    let is_used_up = content.generation >= LAST_GENERATION;
    drop(content);
    if let Some(registry) = Registry::of(of.number) {
        let mut free = registry.free();
        free.live -= 1;
        if !is_used_up {
            #[expect(
                clippy::cast_possible_truncation,
                reason = "the lower half is the slot"
            )]
            free.slots.push(id as u32);
        }
    }
    object.ok_or_else(|| wrong(id, of.name))
}

/// Puts an object under a handle.
///
/// # Errors
/// [`VoxnavStatus::ErrorTooMuch`] where there are more objects than can be named.
pub fn insert<H: Handle>(object: H::Object) -> Result<H, Refusal> {
    keep(Box::new(object), H::TYPE).map(H::of)
}

/// Makes an object for a caller with room for its handle, and writes the handle.
pub(crate) fn give<H: Handle + Plain>(
    handle: Out<H>,
    name: &'static str,
    make: impl FnOnce() -> Result<H::Object, Refusal>,
) -> Result<(), Refusal> {
    handle.check(name)?;
    handle.put(insert(make()?)?, name)
}

/// Takes the object of a handle away, which is stale from then on.
///
/// # Errors
/// The handle is null, stale, or of no object of the type.
pub fn free<H: Handle>(handle: H) -> Result<(), Refusal> {
    take(handle.id(), H::TYPE).map(Object::freed)
}

/// Frees the object of a handle of any type.
pub(crate) fn free_any(id: u64) -> Result<(), Refusal> {
    let of = Type {
        number: type_of(id),
        name: "object",
    };
    take(id, of).map(Object::freed)
}

/// Uses the object of a handle, at the same time as others do that only read it.
///
/// # Errors
/// The handle is null, stale, or of no object of the type; a panic poisoned the object; or the error of its use.
pub fn read<H: Handle, R>(
    handle: H,
    used: impl FnOnce(&H::Object) -> Result<R, Refusal>,
) -> Result<R, Refusal> {
    let held = to_read(handle.id(), H::TYPE)?;
    let object = held.content.object.as_deref();
    match object.and_then(|object| (object as &dyn Any).downcast_ref()) {
        Some(object) => used(object),
        None => Err(wrong(handle.id(), H::TYPE.name)),
    }
}

/// Uses and changes the object of a handle, alone.
///
/// # Errors
/// The errors are those of [`read`].
pub fn change<H: Handle, R>(
    handle: H,
    used: impl FnOnce(&mut H::Object) -> Result<R, Refusal>,
) -> Result<R, Refusal> {
    let mut held = to_change(handle.id(), H::TYPE)?;
    let object = held.content.object.as_deref_mut();
    match object.and_then(|object| (object as &mut dyn Any).downcast_mut()) {
        Some(object) => used(object),
        None => Err(wrong(handle.id(), H::TYPE.name)),
    }
}
