//! What distinguishes SPIR-V types: their parts, and how they are laid out.
//!
//! Comes in: nothing. Goes out: keys, by which each type is declared once. Must not depend on: how types are declared.

use super::memory::MemoryClass;
use crate::builtins::StateObject;
use crate::hir::{Handle, ImageType, MatrixMajor, PackingRules, SmallFloat, Struct, Type, VectorSize};
use rspirv::spirv;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::rc::Rc;

/// Offsets of the members of structures in blocks.
pub(super) type NestedOffsets = FxHashMap<(Handle<Struct>, PackingRules, MatrixMajor), Rc<[u32]>>;

/// The size of a vector; `None` for a scalar.
pub(super) type Width = Option<VectorSize>;

/// How a type is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Layout {
    /// As a value, or in memory whose layout is not visible.
    Plain,
    /// In a block, with offsets and strides.
    Explicit(PackingRules, MatrixMajor),
    /// A block's own structure, or an array of blocks.
    Block(spirv::StorageClass),
}

/// The types of the parameters of a function; few have more.
pub(super) type ParameterTypes = SmallVec<[u32; 4]>;

/// A SPIR-V type by its parts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum TypeKey {
    Void,
    Bool,
    Int {
        width: u32,
        signed: bool,
    },
    Float(u32),
    SmallFloat(SmallFloat),
    /// Type of a component, number of components.
    Vector(u32, VectorSize),
    Matrix(u32, u32),
    Array {
        element: u32,
        length: u32,
        stride: Option<u32>,
    },
    RuntimeArray {
        element: u32,
        stride: Option<u32>,
    },
    Struct(Handle<Struct>, Layout),
    /// A structure that no shader declares, by its members.
    Tuple(Vec<u32>),
    /// An array of characters in UTF-8.
    Text {
        length: u32,
        stride: Option<u32>,
    },
    /// A structure of types, each with its offset.
    Message(Vec<(u32, u32)>),
    Image(ImageType),
    SampledImage(u32),
    Sampler,
    AccelerationStructure,
    StateObject(StateObject),
    UntypedPointer(spirv::StorageClass),
    /// The type of a buffer descriptor in a heap.
    Buffer(spirv::StorageClass),
    /// An array of descriptors without a length. Its stride is a constant, as the device may decide it.
    DescriptorArray {
        element: u32,
        stride: u32,
    },
    Pointer(MemoryClass, u32),
    /// Opcode and operands of a type that the shader names by number.
    Numbered(u32, Vec<u32>),
    Reference(Handle<Struct>),
    /// Opcode and operands of a type of an extension.
    Extension(spirv::Op, SmallVec<[u32; 5]>),
    Function(u32, ParameterTypes),
}

/// The size of a scalar or vector.
pub(super) const fn width(ty: &Type) -> Option<Width> {
    match *ty {
        Type::Scalar(_) => Some(None),
        Type::Vector(size, _) => Some(Some(size)),
        _ => None,
    }
}
