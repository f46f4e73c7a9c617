//! Tests of `!!NVcp5.0` assembly: programs, what runs them, and the answers of NVIDIA's driver.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, clippy::print_stderr)]

#[path = "../common/mod.rs"]
mod common;

mod acceptance;
mod bless;
mod cases;
mod every_form;
mod execution;
mod forms;
mod generate;
mod glsl_twins;
mod loads;
mod machine;
mod matrix;
mod mutants;
mod opengl;
mod oracle;
mod printed_glsl;
mod probes;
mod reduce;
mod small;
mod ties;
mod ways;
mod world;
