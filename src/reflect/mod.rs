//! What a host needs to know about a shader: where its resources are bound, the memory layout of its blocks, its
//! specialization constants, the size of its workgroups, its inputs and outputs, the requirements on the device.
//!
//! Comes in: an HIR module, and for `requirements` its SPIR-V words. Goes out: [`Reflection`], plain data with names
//! and numbers. Must not depend on: the front end that made the module, the lowering.
//!
//! Types are described without nesting: a [`MemberType`] refers to structures by their index in
//! [`Reflection::structures`], so that nothing grows with the depth of a type. A structure with two sets of layout
//! rules is listed twice.

mod collect;
mod interface;
mod json;
mod requirements;
mod structures;

pub use crate::hir::BindingKind;
use crate::stage::Stage;

pub use collect::reflect;
pub use requirements::{Feature, Limit, Requirements, SubgroupRequirements};

/// What a host needs to know about a shader.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reflection {
    /// The stage.
    pub stage: Stage,
    /// The name of the entry point.
    pub entry_point: String,
    /// The size of the workgroup, in stages that have one.
    pub workgroup_size: Option<[Length; 3]>,
    /// The size of all shared variables in bytes, without padding that the device adds between them; lengths that
    /// depend on specialization constants count with their defaults.
    pub shared_memory_size: u32,
    /// What the module requires from Vulkan.
    pub requirements: Requirements,
    /// The resources, by set and binding.
    pub bindings: Vec<Binding>,
    /// The push constants.
    pub push_constants: Option<Variable>,
    /// Specialization constants, by id.
    pub specialization_constants: Vec<SpecializationConstant>,
    /// Inputs with a location, by location. Built-in variables are not among them.
    pub inputs: Vec<Variable>,
    /// Outputs with a location, by location.
    pub outputs: Vec<Variable>,
    /// The structures and blocks that the other fields refer to.
    pub structures: Vec<Structure>,
}

impl Reflection {
    /// The bytes of the block of push constants; 0 if there is none.
    #[must_use]
    pub fn push_constants_size(&self) -> u32 {
        match self.push_constants.as_ref().map(|it| &it.ty) {
            Some(MemberType::Structure(number)) => self.structures.get(*number).map_or(0, |it| it.size),
            _ => 0,
        }
    }
}

/// A resource with a binding.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Binding {
    /// Descriptor set.
    pub set: u32,
    /// Binding in the set.
    pub binding: u32,
    /// The name of the variable; for a block without an instance name, that of the block.
    pub name: String,
    /// Its descriptor type in Vulkan.
    pub kind: BindingKind,
    /// The type as GLSL spells it, arrays included.
    pub glsl: String,
    /// Lengths of the array of descriptors, outermost first; empty for one descriptor.
    pub array: Vec<Length>,
    /// The contents of a buffer, in [`Reflection::structures`].
    pub structure: Option<usize>,
    /// Whether the shader may read it.
    pub is_readable: bool,
    /// Whether the shader may write it.
    pub is_writable: bool,
    /// Whether a function that the entry point reaches names it. Vulkan requires descriptors for these only.
    pub is_used: bool,
    /// `input_attachment_index`
    pub input_attachment: Option<u32>,
}

impl Binding {
    /// The number of descriptors; `None` if it depends on a specialization constant or the shader leaves it open.
    ///
    /// ```
    /// # let text = "#version 450\nlayout(binding = 3) uniform sampler2D maps[4];\nvoid main() {}\n";
    /// let artifact = glslsub::Compiler::default().compile("maps.frag", text).unwrap();
    /// assert_eq!(artifact.reflection().bindings[0].count(), Some(4));
    /// ```
    #[must_use]
    pub fn count(&self) -> Option<u32> {
        self.array.iter().try_fold(1_u32, |count, length| match length {
            Length::Fixed(length) => count.checked_mul(*length),
            Length::Specialization { .. } | Length::Runtime => None,
        })
    }
}

/// A number that a shader may leave open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Length {
    /// Known.
    Fixed(u32),
    /// Depends on specialization constants.
    Specialization {
        /// The constant, if this is one itself and not computed from others.
        id: Option<u32>,
        /// The default, if it is known without computing.
        default: Option<u32>,
    },
    /// Determined by what the host binds.
    Runtime,
}

/// A specialization constant.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SpecializationConstant {
    /// `constant_id`
    pub id: u32,
    /// The name; empty if the shader gives none, as for `local_size_x_id`.
    pub name: String,
    /// The type.
    pub ty: Number,
    /// The bits of the default in the low end: two's complement sign-extended, IEEE floats of the type's width, 0 or 1.
    pub default: u64,
}

/// A scalar type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Number {
    /// `bool`; in memory it takes the bytes of a `uint`.
    Bool,
    /// `int`, `int8_t`, `int16_t`, `int64_t`, by their bits.
    Int(u8),
    /// `uint`, `uint8_t`, `uint16_t`, `uint64_t`, by their bits.
    Uint(u8),
    /// `float`, `float16_t`, `double`, by their bits.
    Float(u8),
    /// A small floating-point format, by its bits; [`Member::glsl`] names it.
    Small(u8),
}

impl Number {
    /// The number of bytes in memory.
    #[must_use]
    pub const fn size(self) -> u32 {
        match self {
            Self::Bool => 4,
            Self::Int(bits) | Self::Uint(bits) | Self::Float(bits) | Self::Small(bits) => (bits as u32).div_ceil(8),
        }
    }

    /// The name in JSON: `uint32`.
    #[must_use]
    pub fn name(self) -> String {
        match self {
            Self::Bool => "bool".to_owned(),
            Self::Int(bits) => format!("int{bits}"),
            Self::Uint(bits) => format!("uint{bits}"),
            Self::Float(bits) => format!("float{bits}"),
            Self::Small(bits) => format!("small_float{bits}"),
        }
    }
}

/// An input, an output, or the push constants.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Variable {
    /// The name; for a block without an instance name, that of the block.
    pub name: String,
    /// `location`; `None` for push constants and for blocks that give locations to their members.
    pub location: Option<u32>,
    /// `component`; 0 if the shader sets none.
    pub component: u32,
    /// `index` of a fragment output.
    pub index: Option<u32>,
    /// The type as GLSL spells it, arrays included.
    pub glsl: String,
    /// The type without arrays.
    pub ty: MemberType,
    /// Lengths of the array, outermost first. In tessellation, geometry and mesh shaders the first counts vertices, unless
    /// it is `patch`.
    pub array: Vec<ArrayDimension>,
    /// `flat`, `noperspective`, `centroid`, `sample`, `patch`, ..., in this order.
    pub qualifiers: Vec<&'static str>,
    /// Whether a function that the entry point reaches names it.
    pub is_used: bool,
}

/// A dimension of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct ArrayDimension {
    /// The number of elements.
    pub length: Length,
    /// The bytes from one element to the next; 0 outside memory.
    pub stride: u32,
}

/// A structure, or the contents of a block.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Structure {
    /// The name.
    pub name: String,
    /// The rules by which it is laid out; `None` for inputs and outputs.
    pub packing: Option<Packing>,
    /// Its size in bytes, without the elements of a runtime-sized array at its end; 0 outside memory.
    pub size: u32,
    /// Its alignment; 1 outside memory.
    pub alignment: u32,
    /// The members in order.
    pub members: Vec<Member>,
}

/// The rules by which blocks are laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Packing {
    /// `std140`
    Std140,
    /// `std430`
    Std430,
    /// `scalar`
    Scalar,
}

impl Packing {
    /// The name of the layout.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Std140 => "std140",
            Self::Std430 => "std430",
            Self::Scalar => "scalar",
        }
    }
}

/// A member of a structure.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Member {
    /// The name.
    pub name: String,
    /// The bytes from the start of the structure; 0 outside memory.
    pub offset: u32,
    /// Its size in bytes; 0 for a runtime-sized array and outside memory.
    pub size: u32,
    /// `location` of a member of an input or output.
    pub location: Option<u32>,
    /// The type as GLSL spells it, arrays included.
    pub glsl: String,
    /// The type without arrays.
    pub ty: MemberType,
    /// The dimensions of an array, outermost first.
    pub array: Vec<ArrayDimension>,
}

/// A type without its arrays.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MemberType {
    /// A scalar.
    Scalar(Number),
    /// A vector.
    Vector {
        /// The type of a component.
        component: Number,
        /// The number of components.
        length: u32,
    },
    /// A matrix.
    Matrix {
        /// The type of a component.
        component: Number,
        /// The number of columns.
        columns: u32,
        /// The number of rows.
        rows: u32,
        /// The bytes from one column to the next, or for a row-major matrix from one row to the next; 0 outside memory.
        stride: u32,
        /// `row_major`
        is_row_major: bool,
    },
    /// A structure, by its index in [`Reflection::structures`].
    Structure(usize),
    /// A buffer reference, 8 bytes, to a block in [`Reflection::structures`].
    Reference(usize),
    /// Anything else.
    Other,
}
