//! Memory and functions of callers: the one module with blocks of `unsafe`.
//!
//! A pointer comes into this crate as an [`In`] or an [`Out`], which only a caller in C can make, and every exported
//! function documents what it reads and writes through it. So reading it is sound as far as the caller keeps that
//! contract: the pointer is null, or leads to as many values as the function states, which no thread changes during the
//! call. Copies are made at once; nothing here lends memory of the caller.
//!
//! INVARIANT: no value of [`In`], [`Out`] or a callback without `User` outlives the call that it was passed to.
#![expect(
    unsafe_code,
    reason = "pointers of callers in C are read and written here, and nowhere else"
)]

use std::ffi::{CStr, c_char, c_void};
use std::mem::MaybeUninit;
use std::ptr;

use serde::de::DeserializeOwned;

use crate::error::{Refusal, VoxnavStatus};
use crate::values::VoxnavCell;

/// A pointer to values that a function reads: `const T *` in C.
#[repr(transparent)]
#[derive(Debug)]
pub struct In<T>(*const T);

/// A pointer to values that a function writes: `T *` in C.
#[repr(transparent)]
#[derive(Debug)]
pub struct Out<T>(*mut T);

impl<T> Clone for In<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for In<T> {}

impl<T> Clone for Out<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Out<T> {}

/// Marks values that are sound in every pattern of bits, so that they can be read as a caller wrote them.
///
/// # Safety
///
/// Every pattern of bits is a value of the type.
pub unsafe trait Plain: Copy {}

/// Marks structs whose first field is their size in bytes, a `usize`, and which are all zero where a caller says
/// nothing.
///
/// # Safety
///
/// The struct is `repr(C)`, its first field is a `usize`, and every pattern of bits is a value of each field.
pub unsafe trait Record: Copy {
    /// The size of the struct in the first release that had it.
    const FIRST: usize;
}

/// Declares types as [`Plain`].
macro_rules! plain {
    ($($name:ident),+ $(,)?) => {
        $(
            // SAFETY: a number, which is sound in every pattern of bits, or a struct of numbers, codes and such structs.
            unsafe impl Plain for $name {}
        )+
    };
}

pub(crate) use plain;

/// Declares structs as [`Record`]s, with their sizes in the first release that had them.
macro_rules! records {
    ($($name:ident),+ $(,)?) => {
        $(
            // SAFETY: the struct is `repr(C)`, begins with its size, and has numbers, codes and pointers alone.
            unsafe impl Record for $name {
                const FIRST: usize = size_of::<$name>();
            }
        )+
    };
}

pub(crate) use records;

impl<T> In<T> {
    /// Returns the null pointer.
    pub(crate) const fn null() -> Self {
        Self(ptr::null())
    }

    /// Returns the pointer to values that stay forever.
    pub(crate) fn lasting(values: &'static [T]) -> Self {
        Self(values.as_ptr())
    }

    /// Returns whether the caller passed nothing.
    pub(crate) fn is_null(self) -> bool {
        self.0.is_null()
    }

    /// Returns the pointer as one to values of another type.
    pub(crate) fn cast<U>(self) -> In<U> {
        In(self.0.cast())
    }

    fn checked(self, name: &'static str) -> Result<*const T, Refusal> {
        if self.0.is_null() {
            return Err(Refusal::null_pointer(name));
        }
        if !self.0.is_aligned() {
            return Err(Refusal::misaligned(name));
        }
        Ok(self.0)
    }
}

impl<T: Plain> In<T> {
    /// Returns copies of `count` values.
    pub(crate) fn list(self, count: usize, name: &'static str) -> Result<Vec<T>, Refusal> {
        Ok(self.each(count, name)?.collect())
    }

    /// Returns copies of `count` values, one after the other, and takes no memory for them.
    pub(crate) fn each(
        self,
        count: usize,
        name: &'static str,
    ) -> Result<impl Iterator<Item = T> + Clone, Refusal> {
        if count > 0 {
            self.checked(name)?;
        }
        if count.saturating_mul(size_of::<T>()) > isize::MAX as usize {
            return Err(Refusal::too_much(name));
        }
        // SAFETY: the caller's pointer leads to `count` values, which are sound in every pattern of bits; the iterator does
        // not outlive the call.
        Ok((0..count).map(move |number| unsafe { self.0.add(number).read() }))
    }

    /// Returns a copy of a value, `None` for null.
    pub(crate) fn optional(self, name: &'static str) -> Result<Option<T>, Refusal> {
        Ok(self.each(usize::from(!self.is_null()), name)?.next())
    }
}

impl<T: Record> In<T> {
    /// Returns a copy of a struct, `None` for null. Fields that the caller does not know are zero; fields that are not
    /// known here have to be.
    pub(crate) fn record(self, name: &'static str) -> Result<Option<T>, Refusal> {
        if self.0.is_null() {
            return Ok(None);
        }
        self.record_at(0, name).map(Some)
    }

    /// Returns a copy of a struct that has to be there.
    pub(crate) fn needed(self, name: &'static str) -> Result<T, Refusal> {
        self.record_at(0, name)
    }

    /// Returns a copy of the struct with a number in a list, in which each is as large as the first.
    pub(crate) fn record_at(self, number: usize, name: &'static str) -> Result<T, Refusal> {
        /// The largest size that a caller may claim: structs never get there.
        const MOST: usize = 1 << 12;

        let pointer = self.checked(name)?;
        // SAFETY: the caller's pointer leads to a struct that begins with its size.
        let size = unsafe { pointer.cast::<usize>().read() };
        if !(T::FIRST..=MOST).contains(&size) {
            return Err(Refusal::size(name, size, T::FIRST));
        }
        let offset = number.checked_mul(size);
        let offset = offset.filter(|&offset| offset < isize::MAX as usize / 2);
        let offset = offset.ok_or_else(|| Refusal::too_much(name))?;
        let mut record = MaybeUninit::<T>::zeroed();
        let known = size.min(size_of::<T>());
        // SAFETY: the caller's list has `number + 1` structs of `size` bytes, and `record` has room for those known.
        let rest = unsafe {
            let bytes = pointer.cast::<u8>().add(offset);
            ptr::copy_nonoverlapping(bytes, record.as_mut_ptr().cast::<u8>(), known);
            std::slice::from_raw_parts(bytes.add(known), size - known)
        };
        if rest.iter().any(|&byte| byte != 0) {
            return Err(Refusal::unknown_fields(name));
        }
        // SAFETY: every pattern of bits is a value, and all bytes were written.
        Ok(unsafe { record.assume_init() })
    }
}

impl In<c_char> {
    /// Returns what a text in JSON describes.
    pub(crate) fn described<T: DeserializeOwned>(self) -> Result<T, Refusal> {
        let read = serde_json::from_str(&self.text("json")?);
        read.map_err(|error| Refusal::new(VoxnavStatus::ErrorOptions, error.to_string()))
    }

    /// Returns a text that ends with a zero.
    pub(crate) fn text(self, name: &'static str) -> Result<String, Refusal> {
        let pointer = self.checked(name)?;
        // SAFETY: the caller's pointer leads to a text that ends with a zero.
        let text = unsafe { CStr::from_ptr(pointer) };
        match text.to_str() {
            Ok(text) => Ok(text.to_owned()),
            Err(_) => Err(Refusal::new(
                VoxnavStatus::ErrorText,
                format!("`{name}` is not UTF-8"),
            )),
        }
    }
}

/// A text of the library that callers in C may read forever.
#[repr(transparent)]
#[derive(Clone, Copy, Debug)]
pub struct Text(*const c_char);

impl Text {
    pub(crate) fn of(text: &'static CStr) -> Self {
        Self(text.as_ptr())
    }

    /// Returns the pointer to a text that is kept until the next error of the thread.
    pub(crate) fn kept(text: &CStr) -> Self {
        Self(text.as_ptr())
    }
}

/// An array of three dimensions with the distance in bytes from one value to the next along each axis.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Strided {
    first: *const u8,
    strides: [isize; 3],
    width: usize,
}

impl Strided {
    /// Takes the array at a pointer to its first value, whose values are 1, 2 or 4 bytes wide.
    pub(crate) fn new(
        first: In<c_void>,
        strides: [isize; 3],
        width: usize,
    ) -> Result<Self, Refusal> {
        Ok(Self {
            first: first.checked("data")?.cast(),
            strides,
            width,
        })
    }

    /// Returns the value at a place in the array, each coordinate less than the extent that the caller stated.
    pub(crate) fn at(&self, place: [usize; 3]) -> u32 {
        let mut offset = 0_isize;
        for (steps, stride) in place.into_iter().zip(self.strides) {
            offset = offset.wrapping_add(steps.cast_signed().wrapping_mul(stride));
        }
        let value = self.first.wrapping_offset(offset);
        // SAFETY: the caller's array has a value of this width at every place within its extent.
        unsafe {
            match self.width {
                1 => u32::from(value.read()),
                2 => u32::from(value.cast::<u16>().read_unaligned()),
                _ => value.cast::<u32>().read_unaligned(),
            }
        }
    }
}

impl<T> Out<T> {
    /// Returns the null pointer.
    pub(crate) const fn null() -> Self {
        Self(ptr::null_mut())
    }

    /// Returns whether the caller passed nothing.
    pub(crate) fn is_null(self) -> bool {
        self.0.is_null()
    }

    /// Checks that a value can be written.
    pub(crate) fn check(self, name: &'static str) -> Result<(), Refusal> {
        In(self.0.cast_const()).checked(name).map(drop)
    }
}

impl<T: Plain> Out<T> {
    /// Writes a value.
    pub(crate) fn put(self, value: T, name: &'static str) -> Result<(), Refusal> {
        self.check(name)?;
        // SAFETY: the caller's pointer has room for a value.
        unsafe { self.0.write(value) };
        Ok(())
    }

    /// Writes a value, unless the caller passed nothing.
    pub(crate) fn put_if_asked(self, value: T, name: &'static str) -> Result<(), Refusal> {
        if self.is_null() {
            return Ok(());
        }
        self.put(value, name)
    }

    /// Writes a value where there is one, and reports whether there is.
    pub(crate) fn put_found(
        self,
        found: Option<T>,
        name: &'static str,
    ) -> Result<VoxnavStatus, Refusal> {
        VoxnavStatus::found(found, |value| self.put(value, name))
    }

    /// Returns the value that the caller wrote.
    pub(crate) fn value(self, name: &'static str) -> Result<T, Refusal> {
        self.check(name)?;
        // SAFETY: the caller's pointer leads to a value, which is sound in every pattern of bits.
        Ok(unsafe { self.0.read() })
    }

    /// Writes the value with a number in a list, which is less than the room that the caller stated.
    fn put_at(self, number: usize, value: T) {
        // SAFETY: the caller's list has room for more than `number` values.
        unsafe { self.0.add(number).write(value) };
    }

    /// Writes a list into a caller-supplied buffer, as far as there is room, and the number of all its values. A
    /// capacity of 0 asks for the number alone.
    pub(crate) fn fill(
        self,
        capacity: usize,
        count: Out<usize>,
        values: impl IntoIterator<Item = T>,
    ) -> Result<VoxnavStatus, Refusal> {
        if capacity > 0 {
            self.check("buffer")?;
        }
        let mut written = 0;
        for value in values {
            if written < capacity {
                self.put_at(written, value);
            }
            written += 1;
        }
        count.put_if_asked(written, "count")?;
        let is_cut = capacity > 0 && written > capacity;
        Ok(if is_cut {
            VoxnavStatus::CutShort
        } else {
            VoxnavStatus::Ok
        })
    }
}

impl Out<c_char> {
    /// Writes a text and a zero as [`fill`](Self::fill) writes a list. One with a zero in it ends there for a caller in C.
    pub(crate) fn fill_text(
        self,
        capacity: usize,
        count: Out<usize>,
        text: &str,
    ) -> Result<VoxnavStatus, Refusal> {
        let bytes = text.bytes().chain([0]);
        self.fill(
            capacity,
            count,
            bytes.map(|byte| c_char::from_ne_bytes([byte])),
        )
    }
}

impl<T: Record> Out<T> {
    /// Writes an answer if there is one.
    pub(crate) fn put_record_found(
        self,
        found: Option<T>,
        name: &'static str,
    ) -> Result<VoxnavStatus, Refusal> {
        VoxnavStatus::found(found, |value| self.put_record(value, name))
    }

    /// Writes a struct, unless the caller passed nothing.
    pub(crate) fn put_record_if_asked(self, value: T, name: &'static str) -> Result<(), Refusal> {
        if self.is_null() {
            return Ok(());
        }
        self.put_record(value, name)
    }

    /// Writes the fields of a struct that the caller knows, all but its size.
    pub(crate) fn put_record(self, value: T, name: &'static str) -> Result<(), Refusal> {
        let pointer = In(self.0.cast_const()).checked(name)?;
        // SAFETY: the caller's pointer leads to a struct that begins with its size.
        let size = unsafe { pointer.cast::<usize>().read() };
        if size < T::FIRST {
            return Err(Refusal::size(name, size, T::FIRST));
        }
        let (head, known) = (size_of::<usize>(), size.min(size_of::<T>()));
        let from = (&raw const value).cast::<u8>();
        // SAFETY: the caller's struct has `size` bytes, and the value at least as many as are copied.
        unsafe {
            let to = self.0.cast::<u8>();
            ptr::copy_nonoverlapping(from.add(head), to.add(head), known - head);
        }
        Ok(())
    }
}

/// The pointer that a callback is called with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct User(*mut c_void);

// SAFETY: the pointer is only handed back; callers promise that what it leads to may be used on any thread.
unsafe impl Send for User {}
// SAFETY: as above.
unsafe impl Sync for User {}

/// A function with the pointer that it is called with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Callback<F>(F, User);

impl<F> Callback<F> {
    pub(crate) fn new(function: Option<F>, user: *mut c_void) -> Option<Self> {
        function.map(|function| Self(function, User(user)))
    }

    /// Takes a function that has to be there.
    pub(crate) fn needed(
        function: Option<F>,
        user: *mut c_void,
        name: &'static str,
    ) -> Result<Self, Refusal> {
        Self::new(function, user).ok_or_else(|| Refusal::null_pointer(name))
    }
}

impl Callback<unsafe extern "C" fn(*mut c_void, VoxnavCell) -> i32> {
    pub(crate) fn number(&self, cell: VoxnavCell) -> i32 {
        // SAFETY: the caller's function may be called with its pointer, and does not throw.
        crate::callback::calling_back(|| unsafe { (self.0)(self.1.0, cell) })
    }
}

impl Callback<unsafe extern "C" fn(*mut c_void, VoxnavCell) -> f64> {
    pub(crate) fn length(&self, cell: VoxnavCell) -> f64 {
        // SAFETY: as above.
        crate::callback::calling_back(|| unsafe { (self.0)(self.1.0, cell) })
    }
}

impl Callback<unsafe extern "C" fn(*mut c_void, VoxnavCell, VoxnavCell) -> f64> {
    pub(crate) fn between(&self, from: VoxnavCell, to: VoxnavCell) -> f64 {
        // SAFETY: as above.
        crate::callback::calling_back(|| unsafe { (self.0)(self.1.0, from, to) })
    }
}
