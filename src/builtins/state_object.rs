//! Opaque types whose variables hold state that only built-in functions access: ray queries and hit objects. They are
//! in variables of their own, without a storage qualifier, and have no value: nothing copies, assigns or compares them.
//!
//! Comes in: a type. Goes out: its row of facts. Must not depend on: any function of these types; those are rows of `builtins/`.

use super::vocabulary::Op;

/// A type of this kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum StateObject {
    /// The state of a traversal (GL_EXT_ray_query).
    RayQuery,
    /// The result of a traversal (GL_NV_shader_invocation_reorder).
    HitObjectNv,
    /// The result of a traversal (GL_EXT_shader_invocation_reorder).
    HitObjectExt,
}

/// The facts about one.
#[derive(Debug)]
pub struct StateObjectFacts {
    /// The type.
    pub object: StateObject,
    /// Its GLSL name.
    pub name: &'static str,
    /// Its word in the text form of HIR.
    pub word: &'static str,
    /// The instruction that declares it.
    pub opcode: Op,
    /// The layout qualifier of the reference blocks in the shader records that it refers to.
    pub record: Option<&'static str>,
    /// The extension that adds it.
    pub extension: &'static str,
    /// Where its rules are specified.
    pub citation: &'static str,
    /// The function that a message suggests instead of an initializer.
    pub initialized_by: &'static str,
}

static ROWS: [StateObjectFacts; 3] = [
    StateObjectFacts {
        object: StateObject::RayQuery,
        name: "rayQueryEXT",
        word: "rayQuery",
        opcode: Op::TypeRayQueryKHR,
        record: None,
        extension: "GL_EXT_ray_query",
        citation: "GL_EXT_ray_query, 4.1.7",
        initialized_by: "rayQueryInitializeEXT",
    },
    StateObjectFacts {
        object: StateObject::HitObjectNv,
        name: "hitObjectNV",
        word: "hitObjectNV",
        opcode: Op::TypeHitObjectNV,
        record: Some("hitobjectshaderrecordnv"),
        extension: "GL_NV_shader_invocation_reorder",
        citation: "GL_NV_shader_invocation_reorder, 4.1.7",
        initialized_by: "hitObjectRecordEmptyNV",
    },
    StateObjectFacts {
        object: StateObject::HitObjectExt,
        name: "hitObjectEXT",
        word: "hitObjectEXT",
        opcode: Op::TypeHitObjectEXT,
        record: Some("hitobjectshaderrecordext"),
        extension: "GL_EXT_shader_invocation_reorder",
        citation: "GL_EXT_shader_invocation_reorder, 4.1.7",
        initialized_by: "hitObjectRecordEmptyEXT",
    },
];

impl StateObject {
    /// All of them.
    #[must_use]
    pub fn all() -> &'static [StateObjectFacts] {
        &ROWS
    }

    /// The one to whose shader records a layout qualifier applies.
    #[must_use]
    pub fn with_record(qualifier: &str) -> Option<&'static StateObjectFacts> {
        ROWS.iter().find(|row| row.record == Some(qualifier))
    }

    /// The row.
    #[must_use]
    pub fn facts(self) -> &'static StateObjectFacts {
        let [query, nv, ext] = &ROWS;
        match self {
            StateObject::RayQuery => query,
            StateObject::HitObjectNv => nv,
            StateObject::HitObjectExt => ext,
        }
    }
}
