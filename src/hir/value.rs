//! Values: what is computed, once each, at an [`Evaluate`](super::Statement::Evaluate) statement.
//!
//! Comes in: operands. Goes out: a handle with a type. Must not depend on: the order of evaluation, which statements
//! say.

use super::{Constant, Function, Handle, Place, Span, SpirvArgument, SpirvCall, Swizzle, TensorOperation, Type};
use crate::builtins::{Function as BuiltinFunction, Prototype, RowInstance};
use smallvec::SmallVec;

/// One computed value.
#[derive(Clone, Debug)]
pub struct Value {
    /// How it is computed.
    pub kind: ValueKind,
    /// Its type; void for calls without a result.
    pub ty: Handle<Type>,
    /// Computed under `precise`: the operation must not be contracted or reassociated.
    pub precise: bool,
    /// Computed from nothing but `mediump` and `lowp` operands (GLSL 4.60, 4.7.3): half the precision is enough.
    pub relaxed: bool,
}

/// What a message does besides being shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MessagePurpose {
    /// Nothing: it is printed while debugging (GL_EXT_debug_printf).
    Print,
    /// It ends the work of the device (GL_EXT_abort); `Statement::Terminate(Termination::Call)` follows.
    Abort,
}

/// How a value is computed. What few values have, and would make all of them larger, is in a box.
#[derive(Clone, Debug)]
pub enum ValueKind {
    /// A constant. Needs no statement.
    Constant(Handle<Constant>),
    /// The parameter with this index, passed by value. Needs no statement.
    Parameter(u32),
    /// What control flow brings: a result of an `if`, `switch` or `loop`, or a parameter of one of its blocks. Needs no
    /// statement of its own.
    BlockParameter,
    /// Reads memory. For opaque types: the resource itself.
    Load(Handle<Place>),
    /// A unary operation.
    Unary {
        /// The operation.
        operation: UnaryOperation,
        /// The operand, of the value's type.
        operand: Handle<Value>,
    },
    /// A binary operation; see [`BinaryOperation`] for the types it takes.
    Binary {
        /// The operation.
        operation: BinaryOperation,
        /// Left operand.
        left: Handle<Value>,
        /// Right operand.
        right: Handle<Value>,
    },
    /// Converts each component to the scalar type of the result (GLSL 4.60, 5.4.1): between numeric types by value,
    /// to `bool` by comparing with zero, from `bool` to 0 or 1. Scalars, vectors and matrices of one shape, cooperative
    /// matrices of one scope and shape, long and cooperative vectors of one specialized length.
    /// References convert to each other and to and from their address, a 64-bit integer or a `uvec2`; an acceleration
    /// structure is made from its own.
    Convert(Handle<Value>),
    /// Repeats a scalar in every component of a vector or cooperative matrix.
    Splat(Handle<Value>),
    /// Builds a vector from scalars and vectors in order, a matrix from columns, an array from elements or a
    /// structure from members.
    Compose(Vec<Handle<Value>>),
    /// Component, column, element or member `index` of a value.
    Extract {
        /// The composite.
        composite: Handle<Value>,
        /// Which part.
        index: u32,
    },
    /// A component of a vector, chosen by a 32-bit integer at run time.
    ExtractDynamic {
        /// The vector.
        vector: Handle<Value>,
        /// Which component.
        index: Handle<Value>,
    },
    /// The composite with component, column, element or member `index` replaced.
    Insert {
        /// The composite, of the value's type.
        composite: Handle<Value>,
        /// Which part.
        index: u32,
        /// The new part.
        part: Handle<Value>,
    },
    /// Components of a vector in any order.
    Swizzle {
        /// The vector.
        vector: Handle<Value>,
        /// 0 to 3 each, two to four of them.
        components: Swizzle,
    },
    /// `condition ? accept : reject` without short circuit; the condition is a scalar `bool`.
    Select {
        /// The condition.
        condition: Handle<Value>,
        /// The value if it is true.
        accept: Handle<Value>,
        /// The value if it is false.
        reject: Handle<Value>,
    },
    /// Calls a user function. Places given to `out` and `inout` parameters are whole locals.
    Call {
        /// The function.
        function: Handle<Function>,
        /// One argument per parameter.
        arguments: Vec<Argument>,
    },
    /// Calls a built-in.
    Builtin(Box<BuiltinCall>),
    /// An instruction by number (GL_EXT_spirv_intrinsics).
    Spirv(Box<SpirvCall>),
    /// `.length()` of the runtime-sized array at a place whose last step is that member; an `int` or `int64_t`.
    ArrayLength(Handle<Place>),
    /// How many components of a value of this type each invocation has, which the device decides; a `uint`.
    DeviceLength(Handle<Type>),
    /// Shows a message to whoever runs the shader; void.
    Message(Box<Message>),
    /// Works on a tensor (GL_ARM_tensors).
    Tensor {
        /// The tensor.
        tensor: Handle<Value>,
        /// What is done.
        operation: TensorOperation,
    },
    /// Joins a texture and a sampler (`sampler2D(texture, sampler)`).
    SampledImage {
        /// The texture.
        texture: Handle<Value>,
        /// The sampler.
        sampler: Handle<Value>,
    },
}

/// A message to whoever runs the shader.
#[derive(Clone, Debug)]
pub struct Message {
    /// What else it does.
    pub purpose: MessagePurpose,
    /// The format, escape sequences resolved.
    pub format: String,
    /// The arguments of the format.
    pub arguments: Vec<Handle<Value>>,
}

/// A call of a built-in: a row of the tables, one of its instances, the arguments.
#[derive(Clone, Debug)]
pub struct BuiltinCall {
    /// The function row, for its name.
    pub function: &'static BuiltinFunction,
    /// The prototype row.
    pub prototype: &'static Prototype,
    /// Which overload of the row.
    pub instance: RowInstance,
    /// One argument per parameter. `In` parameters get values; `Out`, `InOut`, `Memory`, `Image`, `Interpolant` and
    /// `Object` get places (an `Image` or `Object` place is a whole variable or element). Outputs are stored to `Out` and `InOut`
    /// places as part of the call.
    pub arguments: SmallVec<[Argument; 4]>,
    /// The span of each argument: constants have none of their own.
    pub argument_spans: SmallVec<[Span; 4]>,
}

/// An argument of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Argument {
    /// Passed by value.
    Value(Handle<Value>),
    /// Passed as memory.
    Place(Handle<Place>),
    /// A function that the built-in calls.
    Function(Handle<Function>),
}

impl ValueKind {
    /// The place that computing the value stores to by itself: no argument of a call.
    #[must_use]
    pub const fn written_place(&self) -> Option<Handle<Place>> {
        match self {
            ValueKind::Tensor { operation, .. } => operation.written_place(),
            _ => None,
        }
    }

    /// Changes the [`written_place`](Self::written_place).
    pub fn write_to(&mut self, place: Handle<Place>) {
        if let ValueKind::Tensor { operation, .. } = self {
            operation.write_to(place);
        }
    }

    /// Whether it may use memory in another way than by a load: some of its operands may be places.
    #[must_use]
    pub const fn takes_memory(&self) -> bool {
        matches!(
            self,
            Self::Call { .. } | Self::Builtin(_) | Self::Spirv(_) | Self::ArrayLength(_) | Self::Tensor { .. }
        )
    }

    /// Calls `with` for every value and place that computing the value uses, in order.
    pub fn for_each_operand(&self, mut with: impl FnMut(Argument)) {
        let mut value = |value: Handle<Value>| with(Argument::Value(value));
        match self {
            ValueKind::Constant(_)
            | ValueKind::Parameter(_)
            | ValueKind::BlockParameter
            | ValueKind::DeviceLength(_) => {}
            ValueKind::Load(place) | ValueKind::ArrayLength(place) => with(Argument::Place(*place)),
            ValueKind::Unary { operand, .. } | ValueKind::Convert(operand) | ValueKind::Splat(operand) => {
                value(*operand);
            }
            ValueKind::Binary { left, right, .. } => [*left, *right].into_iter().for_each(value),
            ValueKind::Compose(parts) => parts.iter().copied().for_each(value),
            ValueKind::Extract { composite, .. } => value(*composite),
            ValueKind::ExtractDynamic { vector, index } => [*vector, *index].into_iter().for_each(value),
            ValueKind::Insert { composite, part, .. } => [*composite, *part].into_iter().for_each(value),
            ValueKind::Swizzle { vector, .. } => value(*vector),
            ValueKind::Select { condition, accept, reject } => {
                [*condition, *accept, *reject].into_iter().for_each(value);
            }
            ValueKind::Call { arguments, .. } => arguments.iter().copied().for_each(with),
            ValueKind::Builtin(call) => call.arguments.iter().copied().for_each(with),
            ValueKind::Spirv(call) => {
                for argument in &call.arguments {
                    match *argument {
                        SpirvArgument::Value(value) => with(Argument::Value(value)),
                        SpirvArgument::Place(place) => with(Argument::Place(place)),
                        SpirvArgument::Literal(_) => {}
                    }
                }
            }
            ValueKind::Message(message) => message.arguments.iter().copied().for_each(value),
            ValueKind::Tensor { tensor, operation } => {
                value(*tensor);
                operation.for_each_operand(with);
            }
            ValueKind::SampledImage { texture, sampler } => [*texture, *sampler].into_iter().for_each(value),
        }
    }

    /// The functions that computing the value calls, directly or through a built-in.
    pub fn callees(&self) -> impl Iterator<Item = Handle<Function>> + '_ {
        let (called, passed) = match self {
            ValueKind::Call { function, .. } => (Some(*function), &[][..]),
            ValueKind::Builtin(call) => (None, call.arguments.as_slice()),
            _ => (None, &[][..]),
        };
        let passed = passed.iter().filter_map(|argument| match argument {
            Argument::Function(function) => Some(*function),
            _ => None,
        });
        called.into_iter().chain(passed)
    }
}

/// Unary operations, component by component.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOperation {
    /// `-x` on integers and floats, matrices included.
    Negate,
    /// `~x` on integers.
    BitNot,
    /// `!x` on a scalar `bool`, or each component of a boolean vector.
    LogicalNot,
}

/// Binary operations.
///
/// Arithmetic and bitwise ones take two operands of one scalar, vector or matrix type and work component by component,
/// with two exceptions: shifts, whose operands may differ in signedness and width, and [`Multiply`](Self::Multiply),
/// which is the algebraic product when an operand is a matrix, and scales when one operand is a floating-point scalar and the
/// other a vector or matrix. Cooperative matrices have sums, differences, products and quotients by component, and the
/// product with a scalar of their component type on either side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum BinaryOperation {
    Add,
    Subtract,
    Multiply,
    Divide,
    /// `%`: for signed operands the sign follows the divisor, as SPIR-V's OpSMod. GLSL 4.60, 5.9 leaves negative
    /// operands undefined, and so does Vulkan before VK_KHR_maintenance8; this is what other compilers have always
    /// given, and what shaders rely on to wrap around.
    Modulo,
    ShiftLeft,
    /// Arithmetic for a signed left operand.
    ShiftRight,
    BitAnd,
    BitOr,
    BitXor,
    /// Operands of any one type without opaque parts; the result is one `bool` for the whole.
    Equal,
    /// See [`Equal`](Self::Equal).
    NotEqual,
    /// Scalars only, as the other three; the result is a `bool`.
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    /// On booleans that are both already evaluated, as the next two.
    LogicalAnd,
    LogicalOr,
    LogicalXor,
}
