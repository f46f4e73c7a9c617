//! The hooks through which the core asks about types and calls of extensions.
//!
//! Comes in: nothing. Goes out: the types that the table of the room and its files share. Must not depend on: any extension.

use crate::builtins::{Function, FunctionRule, Parameter, Prototype};
use crate::hir::{Constant, Handle, Span, Type};
use crate::sema::expressions::operand::{EvaluatedArgument, Operand};
use crate::sema::expressions::operation::BinaryOperands;
use crate::sema::types::type_argument::TypeArgument;
use crate::sema::{Analyzer, Code};
use crate::syntax::ast::UnaryOperator;

/// The type of an argument, its value if it is a constant, and its span.
pub(in crate::sema) type GivenArgument = (Handle<Type>, Option<Handle<Constant>>, Span);

type TakesUnary = fn(&Analyzer<'_>, UnaryOperator, Handle<Type>) -> Option<bool>;

type ElementType = fn(&mut Analyzer<'_>, Handle<Type>) -> Option<Handle<Type>>;

type ResultType = fn(&mut Analyzer<'_>, &[GivenArgument]) -> Option<Handle<Type>>;

type Length = fn(&mut Analyzer<'_>, Handle<Type>, Span) -> Operand;

/// What the core asks about a family of types. Where a hook is `None`, the family behaves like any other type.
pub(in crate::sema) struct TypeHooks {
    /// The type that evaluated parameters make; the last argument is how many of them were written. `None` after a
    /// report.
    pub(in crate::sema) make: fn(&mut Analyzer<'_>, &[TypeArgument], usize) -> Option<Handle<Type>>,
    /// A constructor of such a type.
    pub(in crate::sema) construct: Option<fn(&mut Analyzer<'_>, &Construction<'_>) -> Operand>,
    /// A constructor of a scalar, vector or matrix with an argument of such a type.
    pub(in crate::sema) construct_from: Option<fn(&mut Analyzer<'_>, &Construction<'_>) -> Operand>,
    /// Whether a unary operator takes values of the type; `None` if that depends on their components, as for vectors.
    pub(in crate::sema) unary: Option<TakesUnary>,
    /// A binary operator with such an operand; `None` to go on as for vectors.
    pub(in crate::sema) binary: Option<fn(&mut Analyzer<'_>, &BinaryOperands<'_>) -> Option<Operand>>,
    /// Whether `++` and `--` take them, if they take their components.
    pub(in crate::sema) increments: bool,
    /// The type of `x[i]`, for types with an unknown number of elements.
    pub(in crate::sema) element: Option<ElementType>,
    /// The type that the arguments of a built-in select as its result, if none of them has a type of the family. `None`
    /// after a report.
    pub(in crate::sema) result: Option<ResultType>,
    /// `x.length()`
    pub(in crate::sema) length: Option<Length>,
    /// Set if the values have no bits of their own, so that they cannot be stored where others see them.
    pub(in crate::sema) hidden: Option<HiddenPart>,
}

/// A part of a type whose values can be passed on, but not printed or stored where others see them.
#[derive(Clone, Copy, Debug)]
pub(in crate::sema) struct HiddenPart {
    /// What it is called.
    pub(in crate::sema) what: &'static str,
    /// The error code for a misplaced one.
    pub(in crate::sema) code: Code,
    /// Where they may be.
    pub(in crate::sema) note: &'static str,
    /// What to declare instead.
    pub(in crate::sema) help: Option<&'static str>,
    /// Of several parts, the one with the lowest is reported.
    pub(in crate::sema) rank: u8,
    /// Whether values can be compared.
    pub(in crate::sema) compares: bool,
    /// Whether it can be `shared`, if nothing else.
    pub(in crate::sema) in_shared: bool,
}

/// A call of a constructor.
pub(in crate::sema) struct Construction<'c> {
    /// The type.
    pub(in crate::sema) ty: Handle<Type>,
    /// The arguments.
    pub(in crate::sema) arguments: &'c [EvaluatedArgument],
    /// Where the type is written.
    pub(in crate::sema) type_span: Span,
    /// Where the call is.
    pub(in crate::sema) span: Span,
}

/// A call of a built-in after its arguments are converted and the constant ones checked.
pub(in crate::sema) struct CheckedCall<'c> {
    /// The function.
    pub(in crate::sema) function: &'static Function,
    /// Its row.
    pub(in crate::sema) prototype: &'static Prototype,
    /// The arguments as they were given.
    pub(in crate::sema) given: &'c [GivenArgument],
    /// The arguments as they are passed.
    pub(in crate::sema) operands: &'c [(Operand, Handle<Type>, Span)],
    /// Whether one of them is a function.
    pub(in crate::sema) has_function: bool,
}

/// What a built-in requires of a function that is its argument, and the types of the other arguments.
pub(in crate::sema) struct WantedFunction<'a> {
    /// The rule for its signature.
    pub(in crate::sema) rule: FunctionRule,
    /// The types of all arguments of the call.
    pub(in crate::sema) arguments: &'a [Handle<Type>],
    /// Those after the parameters of the built-in.
    pub(in crate::sema) rest: &'a [Handle<Type>],
}

/// An argument that must be a constant expression and is.
pub(in crate::sema) struct ConstantArgument<'c> {
    /// The constant.
    pub(in crate::sema) constant: Handle<Constant>,
    /// Whether it depends on a specialization constant.
    pub(in crate::sema) is_specialization: bool,
    /// Where it is written.
    pub(in crate::sema) span: Span,
    /// The function.
    pub(in crate::sema) function: &'c Function,
    /// The parameter.
    pub(in crate::sema) parameter: &'c Parameter,
    /// Its number.
    pub(in crate::sema) index: usize,
}

impl TypeHooks {
    /// A family with no hook but that for making its types.
    pub(in crate::sema) const fn new(
        make: fn(&mut Analyzer<'_>, &[TypeArgument], usize) -> Option<Handle<Type>>,
    ) -> Self {
        Self {
            make,
            construct: None,
            construct_from: None,
            unary: None,
            binary: None,
            increments: true,
            element: None,
            result: None,
            length: None,
            hidden: None,
        }
    }
}
