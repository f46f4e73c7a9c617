//! Scopes and semantics as GLSL spells them.
//!
//! Comes in: the numbers. Goes out: `gl_SemanticsAcquire | gl_SemanticsMakeVisible`. Must not depend on: rules.
//!
//! The names are those of the built-in tables, found by their prefix.

use crate::builtins::{self, CONSTANTS};
use crate::stage::Stage;
use std::fmt::Write as _;

pub(super) const ACQUIRE: u32 = 0x2;
pub(super) const RELEASE: u32 = 0x4;
pub(super) const ACQUIRE_RELEASE: u32 = 0x8;
pub(super) const MAKE_AVAILABLE: u32 = 0x2000;
pub(super) const MAKE_VISIBLE: u32 = 0x4000;
pub(super) const VOLATILE: u32 = 0x8000;
/// The bits of acquire, release and both.
pub(super) const ORDERS: u32 = ACQUIRE | RELEASE | ACQUIRE_RELEASE;
/// Every `gl_Semantics` bit.
pub(super) const SEMANTICS: u32 = ORDERS | MAKE_AVAILABLE | MAKE_VISIBLE | VOLATILE;

pub(super) const BUFFER: u32 = 0x40;
pub(super) const SHARED: u32 = 0x100;
pub(super) const IMAGE: u32 = 0x800;
pub(super) const OUTPUT: u32 = 0x1000;
/// Every `gl_StorageSemantics` bit.
pub(super) const STORAGE: u32 = BUFFER | SHARED | IMAGE | OUTPUT;

pub(super) const DEVICE: u32 = 1;
pub(super) const WORKGROUP: u32 = 2;
pub(super) const SUBGROUP: u32 = 3;
pub(super) const INVOCATION: u32 = 4;
pub(super) const QUEUE_FAMILY: u32 = 5;
/// For ray tracing (GL_EXT_ray_tracing).
pub(super) const SHADER_CALL: u32 = 6;

/// The width of a scope, as a rank.
pub(super) const fn width(scope: u32) -> u8 {
    match scope {
        DEVICE => 5,
        QUEUE_FAMILY => 4,
        WORKGROUP | SHADER_CALL => 3,
        SUBGROUP => 2,
        _ => 1,
    }
}

/// The constants whose names are `prefix` followed by a capital letter, by value.
fn named(prefix: &str) -> Vec<(u32, &'static str)> {
    let mut found: Vec<(u32, &'static str)> = CONSTANTS
        .iter()
        .filter(|row| row.name.starts_with(prefix))
        .filter_map(|row| Some((u32::try_from(*row.value.first()?).ok()?, row.name)))
        .collect();
    found.sort_unstable();
    found
}

/// A scope by its name.
pub(super) fn scope(value: u32) -> String {
    let names = named("gl_Scope");
    names.iter().find(|(it, _)| *it == value).map_or_else(|| (value as i32).to_string(), |(_, name)| (*name).to_owned())
}

/// Every scope that a stage has, for help texts.
pub(super) fn scopes(stage: Stage) -> String {
    let exists = |name: &str| builtins::constant(name).is_none_or(|row| row.gate.stages.contains(stage));
    let names = named("gl_Scope");
    let names: Vec<_> = names.iter().filter(|(_, name)| exists(name)).map(|(_, name)| format!("`{name}`")).collect();
    names.join(", ")
}

/// Bits by the names that begin with `prefix`; bits without such a name are looked up under `other`, then written as a
/// number.
fn bits(value: u32, prefix: &str, other: &str) -> String {
    let (first, second) = (named(prefix), named(other));
    if value == 0 {
        return first.iter().find(|(bit, _)| *bit == 0).map_or("0", |(_, name)| name).to_owned();
    }
    let mut text = String::new();
    let mut rest = value;
    for (bit, name) in first.iter().chain(&second) {
        if *bit != 0 && rest & bit == *bit {
            rest &= !bit;
            text += if text.is_empty() { "" } else { " | " };
            text += name;
        }
    }
    if rest != 0 {
        text += if text.is_empty() { "" } else { " | " };
        // Writing to a string can't fail.
        let _ = write!(text, "{rest:#x}");
    }
    text
}

/// Semantics by name.
pub(super) fn semantics(value: u32) -> String {
    bits(value, "gl_Semantics", "gl_StorageSemantics")
}

/// Storage by name.
pub(super) fn storage(value: u32) -> String {
    bits(value, "gl_StorageSemantics", "gl_Semantics")
}
