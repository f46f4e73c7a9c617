//! Texts of C.
//!
//! Comes in: pointers, with lengths or NUL at the end. Goes out: text; bytes that are not UTF-8 are replaced. Must not depend on:
//! what the text is for.

use std::borrow::Cow;
use std::ffi::{CStr, c_char};

/// The text of a length; null is empty.
///
/// # Safety
/// `start` is null or points to `length` bytes that do not change during `'a`.
pub unsafe fn with_length<'a>(start: *const c_char, length: usize) -> Cow<'a, str> {
    if start.is_null() {
        return Cow::Borrowed("");
    }
    // SAFETY: the pointer is not null and points to `length` bytes, by the contract of this function; bytes need no alignment.
    let bytes = unsafe { std::slice::from_raw_parts(start.cast::<u8>(), length) };
    String::from_utf8_lossy(bytes)
}

/// The text up to NUL; `None` for null.
///
/// # Safety
/// `start` is null or points to bytes with a NUL at their end that do not change during `'a`.
pub unsafe fn up_to_nul<'a>(start: *const c_char) -> Option<Cow<'a, str>> {
    if start.is_null() {
        return None;
    }
    // SAFETY: the pointer is not null and a NUL ends the bytes, by the contract of this function.
    Some(unsafe { CStr::from_ptr(start) }.to_string_lossy())
}
