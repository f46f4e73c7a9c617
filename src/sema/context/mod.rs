//! What every room may use: names and scopes, what the version and extensions allow, the function being built.
//!
//! Comes in: names, types, gates of rows. Goes out: what they stand for, and diagnostics. Must not depend on: any other room.

pub(super) mod gate;
pub(super) mod marks;
pub(super) mod member_index;
pub(super) mod opengl;
pub(super) mod scope;
pub(super) mod type_facts;
