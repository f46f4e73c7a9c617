//! What a shader shares with the pipeline: inputs, outputs, locations, bindings, execution modes, built-in variables.
//!
//! Comes in: declarations with their qualifiers. Goes out: global variables and the facts of the entry point. Must not depend on:
//! statements, calls.

pub(super) mod binding;
pub(super) mod builtin_redeclaration;
pub(super) mod builtin_variable;
pub(super) mod declared_modes;
pub(super) mod execution_mode;
mod feedback;
pub(super) mod finish_stage;
pub(super) mod fragment_color;
pub(super) mod interface_block;
pub(super) mod interface_variable;
pub(super) mod location;
mod mesh;
mod messages;
pub(super) mod per_vertex;
pub(super) mod pipeline_storage;
pub(super) mod pipeline_variable;
pub(super) mod stage_interface;
pub(super) mod stage_layout;
pub(super) mod workgroup;
