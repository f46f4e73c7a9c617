//! Parameters of types in angle brackets once they are evaluated (GL_KHR_cooperative_matrix, 4.1).
//!
//! Comes in: nothing. Goes out: the form in which type families receive them. Must not depend on: how they are written.

use crate::hir::{Constant, Handle, Span, Type};

/// An evaluated parameter of a type. A parameter that was left out has its default and the span of the whole type.
#[derive(Clone, Copy, Debug)]
pub(in crate::sema) enum TypeArgument {
    /// Of a `type` parameter.
    Type(Handle<Type>, Span),
    /// Of an `int` or `bool` parameter. Known integers are `uint`, so that equal parameters make equal types; what
    /// depends on a specialization constant keeps its type.
    Constant(Handle<Constant>, Span),
}

impl TypeArgument {
    /// Where it is written.
    pub(in crate::sema) const fn span(self) -> Span {
        match self {
            TypeArgument::Type(_, span) | TypeArgument::Constant(_, span) => span,
        }
    }

    /// The constant; `None` for a type.
    pub(in crate::sema) const fn constant(self) -> Option<Handle<Constant>> {
        match self {
            TypeArgument::Constant(constant, _) => Some(constant),
            TypeArgument::Type(..) => None,
        }
    }
}
