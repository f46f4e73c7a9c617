//! Questions about versions.
//!
//! Comes in: texts, or nothing. Goes out: numbers. Must not depend on: compiling.

use std::ffi::{c_char, c_int, c_uint};

use super::handle::guarded;
use super::{kind, text};
use crate::target::SpirvVersion;

/// The newest version of SPIR-V that modules have, and the revision of its specification.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn shaderc_get_spv_version(version: *mut c_uint, revision: *mut c_uint) {
    let newest = SpirvVersion::ALL.iter().map(|it| it.word()).max().unwrap_or_default();
    // SAFETY: the header requires pointers to numbers that may be written; null is ignored.
    unsafe {
        write(version, newest);
        write(revision, c_uint::from(spirv::REVISION));
    }
}

/// Reads texts like `450core`; returns whether there is such a version.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn shaderc_parse_version_profile(
    text: *const c_char,
    version: *mut c_int,
    profile: *mut c_uint,
) -> bool {
    // SAFETY: the header requires a text with a NUL at its end that lasts as long as the call.
    let text = unsafe { text::up_to_nul(text) };
    let Some((number, kind)) = guarded(None, || kind::parse_version(&text?)) else { return false };
    // SAFETY: the header requires pointers to numbers that may be written; null is ignored.
    unsafe {
        write(version, number);
        write(profile, kind);
    }
    true
}

/// Writes a number where C wants it.
///
/// # Safety
/// `place` is null, or an aligned place for a number that nobody else uses.
unsafe fn write<T>(place: *mut T, number: T) {
    if !place.is_null() {
        // SAFETY: the place is valid for writes, by the contract of this function.
        unsafe { place.write(number) }
    }
}
