//! The functions of libshaderc, for programs in C and C++ that link this library instead.
//!
//! Comes in: calls from C, as `include/shaderc/shaderc.h` declares them. Goes out: the same handles, numbers and texts as from
//! libshaderc. Must not depend on: the command line; what settings mean is in [`shaderc`](crate::shaderc).
//!
//! The functions are symbols of a `cdylib` or `staticlib` (docs/guide/cpp.md); Rust programs use [`Compiler`](crate::Compiler).
//!
//! # Unsafe code
//!
//! This is the only folder with `unsafe`. Every function relies on the contract of the header: a handle is null or came from this
//! library and was not released; a text is null, or has the length that comes with it or a NUL at its end; nobody changes an object
//! while another thread uses it. Each block says which part of the contract makes it sound. What C must not see ends in
//! [`handle::guarded`]: a panic becomes the error of the call.

#![allow(unsafe_code)]

mod compile;
mod handle;
mod include;
mod kind;
mod limit;
mod options;
mod result;
mod text;
mod version;

#[cfg(test)]
mod tests;
