//! Objects that C owns, and the end of panics.
//!
//! Comes in: values for C, and handles back from it. Goes out: pointers and references. Must not depend on: what the objects are.

use std::panic::{AssertUnwindSafe, catch_unwind};

/// Calls `body`; if it panics, the result is `fallback`. A panic must not unwind into C. (Where panics abort, as in the release
/// profile of this package, they end the program instead.)
pub fn guarded<T>(fallback: T, body: impl FnOnce() -> T) -> T {
    // An object that a panic left half changed is still valid: fields are changed one by one, and only through safe code.
    catch_unwind(AssertUnwindSafe(body)).unwrap_or(fallback)
}

/// Hands a value over to C.
pub fn give<T>(value: T) -> *mut T {
    Box::into_raw(Box::new(value))
}

/// Takes a value back and drops it; null is allowed.
///
/// # Safety
/// `handle` is null or came from [`give`], and C does not use it any more.
pub unsafe fn release<T>(handle: *mut T) {
    if !handle.is_null() {
        // SAFETY: the pointer is that of a box that nobody else owns, by the contract of this function.
        let value = unsafe { Box::from_raw(handle) };
        guarded((), || drop(value));
    }
}

/// What a handle stands for, to read it; `None` for null.
///
/// # Safety
/// `handle` is null or came from [`give`] and was not released, and nobody changes the object meanwhile.
pub unsafe fn shared<'a, T>(handle: *const T) -> Option<&'a T> {
    // SAFETY: the pointer is aligned and points to a live value that nobody changes, by the contract of this function.
    unsafe { handle.as_ref() }
}

/// Changes what a handle stands for; null is ignored.
///
/// # Safety
/// `handle` is null or came from [`give`] and was not released, and no other thread uses the object meanwhile.
pub unsafe fn change<T>(handle: *mut T, how: impl FnOnce(&mut T)) {
    // SAFETY: the pointer is aligned and points to a live value that nobody else uses, by the contract of this function.
    if let Some(value) = unsafe { handle.as_mut() } {
        guarded((), || how(value));
    }
}
