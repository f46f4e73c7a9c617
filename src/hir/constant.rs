//! Constants: folded values, specialization constants, and operations that wait for specialization.
//!
//! Comes in: what a front end or `fold` computed. Goes out: values that are unique by type and content. Must not depend
//! on: how a constant is written in any language.

use super::{BinaryOperation, Handle, StorageClass, Swizzle, Type, UnaryOperation};

/// A constant. Unique by value within a module.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Constant {
    /// Its type: never opaque, never with runtime-sized parts.
    pub ty: Handle<Type>,
    /// Its value.
    pub kind: ConstantKind,
}

/// The value of a constant.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ConstantKind {
    /// A scalar, as the bits of its type in the low end: two's complement integers (sign-extended to 64 bits), IEEE
    /// floats of the type's own width (binary16, binary32, binary64), 0 or 1 for `bool`.
    Scalar(u64),
    /// Components of a vector, columns of a matrix, elements or members in order; of a cooperative matrix the one value
    /// that all components have. Any of them may depend on a specialization constant.
    Composite(Vec<Handle<Constant>>),
    /// All zero bits, of any type (GL_EXT_null_initializer, and padding of shared memory).
    Null,
    /// `layout(constant_id = id)`: a scalar whose value may be changed when the pipeline is created.
    Specialization {
        /// The id.
        id: u32,
        /// The default value, as in [`ConstantKind::Scalar`].
        default: u64,
        /// The name of the constant, for listings.
        name: String,
    },
    /// A scalar or vector operation with at least one operand that depends on a specialization constant.
    Operation(ConstantOperation),
    /// `gl_WorkGroupSize` when a dimension is a specialization constant: a `uvec3` composite that carries
    /// the WorkgroupSize decoration.
    WorkgroupSize(Vec<Handle<Constant>>),
}

/// Operations that SPIR-V can do on specialization constants in shaders (OpSpecConstantOp): integers and booleans.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ConstantOperation {
    /// A unary operation.
    Unary(UnaryOperation, Handle<Constant>),
    /// A binary operation on two constants of one type (shifts may mix signedness).
    Binary(BinaryOperation, Handle<Constant>, Handle<Constant>),
    /// A conversion between integer and boolean types.
    Convert(Handle<Constant>),
    /// `condition ? accept : reject`.
    Select(Handle<Constant>, Handle<Constant>, Handle<Constant>),
    /// Component, column, element or member `index`.
    Extract(Handle<Constant>, u32),
    /// A swizzle.
    Swizzle(Handle<Constant>, Swizzle),
    /// How many components of a value of this type each invocation has, which the device decides; a `uint`.
    DeviceLength(Handle<Type>),
    /// How many bytes a descriptor takes in its heap: of an image, a sampler or an acceleration structure, or of a buffer in
    /// memory of the class that holds a block of this type. A `uint`, which the device decides.
    DescriptorSize(Handle<Type>, StorageClass),
}
