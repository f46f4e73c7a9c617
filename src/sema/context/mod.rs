//! What every room may use: names and scopes, what the version and extensions allow, constants, facts about types, the
//! function being built.
//!
//! Comes in: names, types, gates of rows. Goes out: what they stand for, and diagnostics. Must not depend on: any other room.

pub(super) mod constant;
pub(super) mod feature;
pub(super) mod gate;
pub(super) mod marks;
pub(super) mod member_index;
pub(super) mod message;
pub(super) mod name;
pub(super) mod opengl;
pub(super) mod precise;
pub(super) mod report;
pub(super) mod scope;
pub(super) mod syntax_node;
pub(super) mod type_facts;
