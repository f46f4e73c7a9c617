//! Types. Structural ones are unique by value, structures are nominal: two with the same members are different.
//!
//! Comes in: what a shader or a row names. Goes out: handles that are equal if the types are, and questions about types.
//! Must not depend on: layouts in memory, which `layout` computes.

use super::{
    Arena, Constant, ExtensionType, Handle, Interface, MemoryQualifiers, Name, Scalar, ScalarKind, Span,
    SpirvDecoration, SpirvType, UniqueArena, VectorSize,
};
use crate::builtins::vocabulary::ImageFormat;
use crate::builtins::{ImageShape, StateObject, TypeFamilyKind};

/// A type (GLSL 4.60, 4.1). Handles are unique: equal types have equal handles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// `void`, only as a result type and for calls without a value.
    Void,
    /// `bool`, `int`, `float16_t`, ... `bool` has [`Bool`](super::ScalarKind::Bool) and width 1.
    Scalar(Scalar),
    /// `vec3` and so on; `vector<float, N>`, whose length may be [symbolic](VectorSize::symbolic) (GL_EXT_long_vector,
    /// 4.1.5).
    Vector(VectorSize, Scalar),
    /// `mat2x3` has two columns of three rows.
    Matrix {
        /// Number of columns.
        columns: VectorSize,
        /// Number of rows.
        rows: VectorSize,
        /// Component type, always floating point.
        scalar: Scalar,
    },
    /// An array.
    Array {
        /// Type of an element.
        element: Handle<Type>,
        /// Number of elements.
        length: ArrayLength,
    },
    /// A structure or the contents of a block.
    Struct(Handle<Struct>),
    /// A texture, a storage image or, with [`ImageClass::Combined`], a combined sampler.
    Image(ImageType),
    /// `sampler`, `samplerShadow`.
    Sampler {
        /// `samplerShadow`.
        comparison: bool,
    },
    /// A physical pointer to a `buffer_reference` block.
    Reference(Handle<Struct>),
    /// `accelerationStructureEXT` (GL_EXT_ray_query). Unlike other resources it is passed by value.
    AccelerationStructure,
    /// `rayQueryEXT`, `hitObjectNV`, ...: state in a variable that only built-ins access.
    StateObject(StateObject),
    /// The name of a function, which some built-ins take as an argument. There are no values of this type.
    Function,
    /// `spirv_type(...)`: its contents are unknown. Variables have it, parameters get it as a resource.
    Spirv(Handle<SpirvType>),
    /// A type that an extension adds, with its parameters: `coopmat<...>`, `tensorARM<...>`, ...
    Extension(ExtensionType),
}

/// The number of elements of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ArrayLength {
    /// Known now; at least 1.
    Constant(u32),
    /// Known when the pipeline is created: an integer constant that depends on a specialization constant.
    Specialization(Handle<Constant>),
    /// Known when the shader runs; last member of a buffer block, or an unsized array of descriptors.
    Runtime,
}

/// An image type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ImageType {
    /// Dimension, arrayed, multisampled, shadow, texel component.
    pub shape: ImageShape,
    /// How it is used.
    pub class: ImageClass,
}

/// How an image is accessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ImageClass {
    /// `texture2D`: sampled together with a sampler, or fetched.
    Sampled,
    /// `sampler2D`: a texture with its sampler.
    Combined,
    /// `image2D` with its format; `Unknown` when none is written.
    Storage(ImageFormat),
}

/// A structure type, or the contents of an interface block.
#[derive(Clone, Debug, PartialEq)]
pub struct Struct {
    /// The name; empty for an anonymous structure.
    pub name: Name,
    /// The members in order.
    pub members: Vec<Member>,
    /// Set for the contents of uniform, buffer, push-constant and reference blocks.
    pub block: Option<BlockLayout>,
    /// Whether this is the contents of an input or output block, which are not in memory and so have no layout.
    pub is_interface_block: bool,
}

/// How the contents of a block are laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockLayout {
    /// The packing rules; they hold for nested types too.
    pub rules: PackingRules,
    /// `buffer_reference_align` of a reference block, 16 by default; 0 for other blocks.
    pub reference_alignment: u32,
    /// Set for reference blocks in the shader records that hit objects of this type refer to.
    pub hit_object_record: Option<StateObject>,
}

/// Packing rules of a block (GLSL 4.60, 7.6.2.2; GL_EXT_scalar_block_layout).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PackingRules {
    /// `std140`
    Std140,
    /// `std430`
    Std430,
    /// `scalar`
    Scalar,
    /// `std140`, but members are placed as in HLSL: see [`with_hlsl_offsets`](Self::with_hlsl_offsets).
    HlslStd140,
    /// `std430`, placed likewise.
    HlslStd430,
}

impl PackingRules {
    /// The same rules for the sizes and alignments of types, without HLSL's for the places of members.
    #[must_use]
    pub const fn of_types(self) -> Self {
        match self {
            Self::HlslStd140 => Self::Std140,
            Self::HlslStd430 => Self::Std430,
            Self::Std140 | Self::Std430 | Self::Scalar => self,
        }
    }

    /// The rules of glslc's `-fhlsl-offsets`: a vector of numbers of up to 32 bits begins at a multiple of their size,
    /// in the next 16 bytes if it would lie across their end (Vulkan, Offset and Stride Assignment: relaxed block layout).
    #[must_use]
    pub const fn with_hlsl_offsets(self) -> Self {
        match self {
            Self::Std140 => Self::HlslStd140,
            Self::Std430 => Self::HlslStd430,
            Self::Scalar | Self::HlslStd140 | Self::HlslStd430 => self,
        }
    }
}

/// Order of matrix components in memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum MatrixMajor {
    /// `column_major`
    #[default]
    Column,
    /// `row_major`
    Row,
}

/// A member of a structure or block.
#[derive(Clone, Debug, PartialEq)]
pub struct Member {
    /// The name.
    pub name: Name,
    /// The type.
    pub ty: Handle<Type>,
    /// Byte offset, for members of blocks only.
    pub offset: Option<u32>,
    /// `row_major` or `column_major`, for members of blocks; nested structures inherit it.
    pub major: MatrixMajor,
    /// Memory qualifiers of the member itself together with those of its block; empty outside blocks.
    pub qualifiers: MemoryQualifiers,
    /// Declared `precise`.
    pub precise: bool,
    /// What a member of a block of inputs or outputs says about the interface of the stage.
    pub interface: Interface,
    /// Decorations by number.
    pub decorations: Vec<SpirvDecoration>,
    /// The declaration.
    pub span: Span,
}

/// A symbolic vector length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct VectorLength {
    /// The number of components, a `uint` constant if it is known now.
    pub constant: Handle<Constant>,
    /// The number, if it does not depend on a specialization constant.
    pub known: Option<u32>,
    /// Whether the vectors are cooperative (GL_NV_cooperative_vector).
    pub cooperative: bool,
}

/// All types of a module.
#[derive(Clone, Debug, Default)]
pub struct TypeTable {
    /// Structural types, unique.
    pub types: UniqueArena<Type>,
    /// Structures, one per declaration.
    pub structs: Arena<Struct>,
    /// Symbolic vector lengths, unique.
    pub lengths: indexmap::IndexSet<VectorLength, rustc_hash::FxBuildHasher>,
    /// The types that [`Type::Spirv`] refers to, unique.
    pub spirv: UniqueArena<SpirvType>,
    /// Scalars and vectors of up to four components, which are looked up all the time, by [slot](Type::common_slot).
    common: Vec<Option<Handle<Type>>>,
    /// The types of the members of large structures.
    pub(super) member_types: super::parts::MemberTypes,
}

/// The number of types with a [slot](Type::common_slot): four kinds, four widths, one to four components.
pub const COMMON_SLOTS: usize = 64;

impl TypeTable {
    /// The handle of `ty`.
    pub fn insert(&mut self, ty: Type) -> Handle<Type> {
        let Some(slot) = ty.common_slot() else { return self.types.insert(ty, Span::UNDEFINED) };
        if let Some(&Some(handle)) = self.common.get(slot) {
            return handle;
        }
        let handle = self.types.insert(ty, Span::UNDEFINED);
        self.common.resize(COMMON_SLOTS, None);
        if let Some(slot) = self.common.get_mut(slot) {
            *slot = Some(handle);
        }
        handle
    }

    /// The handle of a scalar type.
    pub fn scalar(&mut self, scalar: Scalar) -> Handle<Type> {
        self.insert(Type::Scalar(scalar))
    }

    /// The type behind a handle of this table.
    #[must_use]
    pub fn get(&self, handle: Handle<Type>) -> &Type {
        self.types.get_handle(handle).unwrap_or(&Type::Void)
    }

    /// The type inside all array dimensions.
    #[must_use]
    pub fn element_of_arrays(&self, ty: Handle<Type>) -> Handle<Type> {
        let mut ty = ty;
        while let Type::Array { element, .. } = *self.get(ty) {
            ty = element;
        }
        ty
    }

    /// Whether an argument of type `argument` has the type `parameter`: equal types, but a storage image without a format,
    /// or an array of them, stands for those of any format.
    #[must_use]
    pub fn has_type(&self, argument: Handle<Type>, parameter: Handle<Type>) -> bool {
        argument == parameter
            || match (self.get(argument), self.get(parameter)) {
                (Type::Image(argument), Type::Image(parameter)) => {
                    argument.shape == parameter.shape
                        && matches!(argument.class, ImageClass::Storage(_))
                        && parameter.class == ImageClass::Storage(ImageFormat::Unknown)
                }
                (
                    &Type::Array { element: argument, length: given },
                    &Type::Array { element: parameter, length: declared },
                ) => given == declared && self.has_type(argument, parameter),
                _ => false,
            }
    }

    /// The size of vectors of a symbolic length.
    pub fn symbolic_size(&mut self, length: VectorLength) -> VectorSize {
        let row = self.lengths.insert_full(length).0 as u32;
        if length.cooperative { VectorSize::cooperative(row) } else { VectorSize::symbolic(row) }
    }

    /// The length behind a symbolic size.
    #[must_use]
    pub fn length(&self, size: VectorSize) -> Option<VectorLength> {
        self.lengths.get_index(size.row()? as usize).copied()
    }

    /// The number of components of vectors of a size, if it is known.
    #[must_use]
    pub fn known_length(&self, size: VectorSize) -> Option<u32> {
        size.listed().or_else(|| self.length(size)?.known)
    }

    /// Whether two sizes are the same length, which depends on a specialization constant. Vectors of such a length, long or
    /// cooperative, have one type in SPIR-V.
    #[must_use]
    pub fn same_specialized_length(&self, left: VectorSize, right: VectorSize) -> bool {
        match (self.length(left), self.length(right)) {
            (Some(left), Some(right)) => left.constant == right.constant && left.known.or(right.known).is_none(),
            _ => false,
        }
    }

    /// Whether values of `ty` itself are vectors whose length depends on a specialization constant.
    #[must_use]
    pub fn is_specialized_vector(&self, ty: Handle<Type>) -> bool {
        matches!(*self.get(ty), Type::Vector(size, _) if self.known_length(size).is_none())
    }

    /// The definition of a type that raw SPIR-V declares.
    #[must_use]
    pub fn spirv_type(&self, handle: Handle<SpirvType>) -> Option<&SpirvType> {
        self.spirv.get_handle(handle).ok()
    }

    /// The structure behind a handle of this table.
    #[must_use]
    pub fn structure(&self, handle: Handle<Struct>) -> Option<&Struct> {
        self.structs.try_get(handle).ok()
    }

    /// The scalar type of a scalar, vector or matrix.
    #[must_use]
    pub fn scalar_of(&self, handle: Handle<Type>) -> Option<Scalar> {
        self.get(handle).scalar()
    }
}

impl Type {
    /// The index of a scalar or a vector of up to four components in a table of [such types](COMMON_SLOTS); `None` for
    /// others.
    #[must_use]
    pub fn common_slot(&self) -> Option<usize> {
        let (scalar, count) = match *self {
            Type::Scalar(scalar) => (scalar, 1),
            Type::Vector(size, scalar) => (scalar, size.listed().filter(|count| (2..=4).contains(count))?),
            _ => return None,
        };
        let kind = match scalar.kind {
            ScalarKind::Sint => 0,
            ScalarKind::Uint => 1,
            ScalarKind::Float => 2,
            ScalarKind::Bool => 3,
            ScalarKind::SmallFloat(_) => return None,
        };
        let width = scalar.width.trailing_zeros() as usize;
        (width < 4).then_some(kind * 16 + width * 4 + count as usize - 1)
    }

    /// The scalar type of a scalar, vector or matrix.
    #[must_use]
    pub const fn scalar(&self) -> Option<Scalar> {
        match *self {
            Type::Scalar(scalar) | Type::Vector(_, scalar) | Type::Matrix { scalar, .. } => Some(scalar),
            _ => None,
        }
    }

    /// The type of the components of a scalar, vector of any length, matrix or cooperative matrix.
    #[must_use]
    pub const fn component(&self) -> Option<Scalar> {
        match self {
            Type::Extension(ty) => ty.component(),
            _ => self.scalar(),
        }
    }

    /// The number of components of a scalar or vector, where they are looked at one by one.
    #[must_use]
    pub const fn component_count(&self) -> Option<u32> {
        match *self {
            Type::Scalar(_) => Some(1),
            Type::Vector(size, _) => size.listed(),
            _ => None,
        }
    }

    /// Whether it is a vector whose components are not looked at one by one.
    #[must_use]
    pub const fn is_symbolic_vector(&self) -> bool {
        matches!(self, Type::Vector(size, _) if size.is_symbolic())
    }

    /// The family of a type that takes parameters.
    #[must_use]
    pub const fn family(&self) -> Option<TypeFamilyKind> {
        match self {
            Type::Extension(ty) => Some(ty.facts().family),
            Type::Vector(size, _) if size.is_cooperative() => Some(TypeFamilyKind::CooperativeVector),
            _ => None,
        }
    }

    /// Whether values of this type name a resource instead of holding data.
    #[must_use]
    pub const fn is_opaque(&self) -> bool {
        match self {
            Type::Image(_) | Type::Sampler { .. } | Type::AccelerationStructure | Type::StateObject(_) => true,
            Type::Extension(ty) => ty.facts().is_opaque,
            _ => false,
        }
    }

    /// Whether the invocations of a scope compute and hold its values together.
    #[must_use]
    pub const fn is_collective(&self) -> bool {
        matches!(self, Type::Extension(ty) if ty.facts().is_collective)
    }

    /// Whether its values are data and have no parts that could be variables of their own: scalars, vectors, matrices of
    /// any kind, and references.
    #[must_use]
    pub const fn is_plain_data(&self) -> bool {
        match self {
            Type::Scalar(_) | Type::Vector(..) | Type::Matrix { .. } | Type::Reference(_) => true,
            Type::Extension(ty) => ty.facts().holds_data,
            _ => false,
        }
    }
}
