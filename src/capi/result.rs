//! `shaderc_compilation_result_t` and the functions that read it.
//!
//! Comes in: what a compilation gave. Goes out: pointers and numbers for C. Must not depend on: how it was made.

use std::ffi::{CStr, CString, c_char, c_uint};

use super::handle::{release, shared};

/// `shaderc_compilation_status`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Status {
    Success = 0,
    InvalidStage = 1,
    CompilationError = 2,
    InternalError = 3,
    NullResult = 4,
    InvalidAssembly = 5,
}

/// What was produced.
#[derive(Debug)]
pub enum Output {
    /// Nothing, because there were errors.
    Nothing,
    /// A module; its words are aligned.
    Words(Vec<u32>),
    /// Text. C gets a NUL after it.
    Text(CString),
}

/// The object behind `shaderc_compilation_result_t`.
#[derive(Debug)]
pub struct CompilationResult {
    pub output: Output,
    pub messages: CString,
    pub errors: usize,
    pub warnings: usize,
    pub status: Status,
}

impl CompilationResult {
    /// One error without a place in a shader.
    pub fn failed(status: Status, message: &str) -> Self {
        Self { output: Output::Nothing, messages: c_text(message), errors: 1, warnings: 0, status }
    }

    fn bytes(&self) -> (*const c_char, usize) {
        match &self.output {
            Output::Nothing => (std::ptr::null(), 0),
            Output::Words(words) => (words.as_ptr().cast(), size_of_val(words.as_slice())),
            Output::Text(text) => (text.as_ptr(), text.as_bytes().len()),
        }
    }
}

/// A text for C. NUL would end it early.
pub fn c_text(text: &str) -> CString {
    CString::new(text.replace('\0', "\u{fffd}")).unwrap_or_default()
}

/// Reads a result, with an answer for null.
///
/// # Safety
/// As for [`shared`].
unsafe fn read<T>(result: *const CompilationResult, null: T, what: impl FnOnce(&CompilationResult) -> T) -> T {
    // SAFETY: the contract of this function is that of `shared`.
    unsafe { shared(result) }.map_or(null, what)
}

/// Frees a result; null is ignored.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn shaderc_result_release(result: *mut CompilationResult) {
    // SAFETY: the header requires a handle that is null or live, and ends its life here.
    unsafe { release(result) }
}

/// The number of bytes, without the NUL after texts.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn shaderc_result_get_length(result: *const CompilationResult) -> usize {
    // SAFETY: the header requires a handle that is null or live; functions that read results never change them.
    unsafe { read(result, 0, |it| it.bytes().1) }
}

/// The bytes, which the result owns; null if there are none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn shaderc_result_get_bytes(result: *const CompilationResult) -> *const c_char {
    // SAFETY: as above.
    unsafe { read(result, std::ptr::null(), |it| it.bytes().0) }
}

/// The number of warnings.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn shaderc_result_get_num_warnings(result: *const CompilationResult) -> usize {
    // SAFETY: as above.
    unsafe { read(result, 0, |it| it.warnings) }
}

/// The number of errors.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn shaderc_result_get_num_errors(result: *const CompilationResult) -> usize {
    // SAFETY: as above.
    unsafe { read(result, 0, |it| it.errors) }
}

/// Why there is no module.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn shaderc_result_get_compilation_status(result: *const CompilationResult) -> c_uint {
    // SAFETY: as above.
    unsafe { read(result, Status::NullResult, |it| it.status) as c_uint }
}

/// Errors and warnings, a line each. The result owns the text; it is never null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn shaderc_result_get_error_message(result: *const CompilationResult) -> *const c_char {
    const NO_RESULT: &CStr = c"there is no result";
    // SAFETY: as above.
    unsafe { read(result, NO_RESULT.as_ptr(), |it| it.messages.as_ptr()) }
}
