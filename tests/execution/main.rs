//! Shaders that run on a Vulkan device and are compared with models on the CPU.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, clippy::print_stderr)]

#[path = "../common/mod.rs"]
mod common;

mod barriers;
mod c_library;
mod cooperative_matrix;
mod cooperative_matrix2;
mod descriptor_arrays;
mod images;
mod integers;
mod kernel;
// Models index as their kernels do.
#[allow(clippy::needless_range_loop)]
mod kernels;
mod lanes;
mod layouts;
mod legacy_subgroup;
mod litmus;
mod message_passing;
mod nv_shuffle;
mod programs;
mod ray_query;
mod small_float;
mod special_values;
mod stage_shuffle;
mod stage_subgroup;
mod subgroup;
mod tally;
