//! What compiles to what, and what is rejected: tests of the compiler that need no device, except for fixtures with
//! expected numbers.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, clippy::print_stderr)]

#[path = "../common/mod.rs"]
mod common;

mod budget;
mod codes;
mod conformance;
mod crash_classes;
mod debug_info;
mod document;
mod expectation;
mod extensions;
mod fixtures;
mod hir;
mod language;
mod legacy_extensions;
mod link;
mod litmus;
mod long_vectors;
mod manifest;
mod naga_bridge;
mod overloads;
mod properties;
mod readme;
mod reflection;
mod rules;
mod schema;
mod spirq;
mod superset;
mod tidy;
mod ui;
