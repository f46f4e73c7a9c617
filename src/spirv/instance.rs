//! Functions as they are written: one for each combination of resources that it is called with.
//!
//! Comes in: a function of HIR and what its calls pass. Goes out: what distinguishes the copies. Must not depend on: how
//! functions are written.

use crate::hir::{self, GlobalVariable, Handle, Type};

/// What is passed to a function for a resource parameter, as a pointer to a variable.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Resource {
    /// The type of the variable.
    pub ty: Type,
    /// Its storage class.
    pub class: hir::StorageClass,
    /// The array of a descriptor heap that it is an element of: then only indices are passed.
    pub heap: Option<Handle<GlobalVariable>>,
    /// Types of the indices that lead from the variable to the resource: pointers to elements cannot be passed (SPIR-V,
    /// 2.16.1), so their indices are parameters of their own.
    pub indices: Vec<u32>,
}

impl Resource {
    /// A variable, to which a pointer is passed.
    pub(super) const fn variable(ty: Type, class: hir::StorageClass, indices: Vec<u32>) -> Self {
        Self { ty, class, heap: None, indices }
    }
}

/// A function with the resources passed to it, where they differ from what its parameters declare: formats of images
/// are not part of parameter types in GLSL (4.60, 4.10), but of image types in SPIR-V; ray queries are inside or
/// outside functions.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Instance {
    /// The function.
    pub function: Handle<hir::Function>,
    /// Per parameter; shorter if the rest is as declared.
    pub resources: Vec<Option<Resource>>,
}

impl Instance {
    /// The function as declared.
    pub(super) const fn plain(function: Handle<hir::Function>) -> Self {
        Self { function, resources: Vec::new() }
    }
}
