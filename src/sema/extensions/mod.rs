//! Extensions that need more than rows: one file or folder each, and the one table through which the core reaches them.
//!
//! Comes in: a type of a family, or a call whose row names a check. Goes out: types, operands, diagnostics. The core must
//! not depend on what an extension is about: it asks [`TypeHooks`] of the family of a type, and [`check_call`] for the
//! check that the row of a built-in names. Families and checks are the words of `builtins/`; a new word that has no case
//! here does not build.

pub(super) mod acceleration_structure;
pub(super) mod cooperative_matrix;
pub(super) mod cooperative_matrix_nv;
pub(super) mod cooperative_vector;
pub(super) mod debug_printf;
pub(super) mod descriptor_heap;
pub(super) mod long_vector;
pub(super) mod small_float;
pub(super) mod spirv_intrinsics;
pub(super) mod state_object;
pub(super) mod tensor;
pub(super) mod tile_shading;
pub(super) mod vulkan_relaxed;

use crate::builtins::{Check, ConstantRule, Function, Parameter, Prototype, TypeFamilyKind};
use crate::diagnostics::Diagnostic;
use crate::hir::{Constant, Handle, Span, Type, TypeTable};
use crate::sema::calls::call::EvaluatedArgument;
use crate::sema::expressions::operand::Operand;
use crate::sema::expressions::operator::Spanned;
use crate::sema::types::type_argument::TypeArgument;
use crate::sema::{Analyzer, Code};
use crate::syntax::ast::{BinaryOperator, UnaryOperator};

/// The type of an argument, its value if it is a constant, and where it stands.
pub(in crate::sema) type GivenArgument = (Handle<Type>, Option<Handle<Constant>>, Span);

type TakesUnary = fn(&Analyzer<'_>, UnaryOperator, Handle<Type>) -> Option<bool>;
type ElementType = fn(&mut Analyzer<'_>, Handle<Type>) -> Option<Handle<Type>>;
type Length = fn(&mut Analyzer<'_>, Handle<Type>, Span) -> Operand;

/// What the core asks about a family of types. What is `None` is as for any other type.
pub(in crate::sema) struct TypeHooks {
    /// The type that evaluated parameters make, and how many of them were written. `None` after a report.
    pub(in crate::sema) make: fn(&mut Analyzer<'_>, &[TypeArgument], usize) -> Option<Handle<Type>>,
    /// A constructor of such a type.
    pub(in crate::sema) construct: Option<fn(&mut Analyzer<'_>, &Construction<'_>) -> Operand>,
    /// A constructor of a scalar, vector or matrix with such an argument.
    pub(in crate::sema) construct_from: Option<fn(&mut Analyzer<'_>, &Construction<'_>) -> Operand>,
    /// Whether a unary operator takes values of the type; `None` if that depends on their components as for vectors.
    pub(in crate::sema) unary: Option<TakesUnary>,
    /// A binary operator with such an operand; `None` to go on as for vectors.
    pub(in crate::sema) binary: Option<fn(&mut Analyzer<'_>, &BinaryOperands<'_>) -> Option<Operand>>,
    /// Whether `++` and `--` take them if they take their components.
    pub(in crate::sema) increments: bool,
    /// The type of `x[i]`, where how many there are is not known.
    pub(in crate::sema) element: Option<ElementType>,
    /// `x.length()`
    pub(in crate::sema) length: Option<Length>,
    /// That the values have no bits of their own, so that they cannot be put where others see them.
    pub(in crate::sema) hidden: Option<HiddenPart>,
}

impl TypeHooks {
    /// A family that is only made.
    const fn new(make: fn(&mut Analyzer<'_>, &[TypeArgument], usize) -> Option<Handle<Type>>) -> Self {
        Self {
            make,
            construct: None,
            construct_from: None,
            unary: None,
            binary: None,
            increments: true,
            element: None,
            length: None,
            hidden: None,
        }
    }
}

/// A part of a type whose values can be passed on, but not be printed or put where others see them.
#[derive(Clone, Copy, Debug)]
pub(in crate::sema) struct HiddenPart {
    /// What it is called.
    pub(in crate::sema) what: &'static str,
    /// The code of a misplaced one.
    pub(in crate::sema) code: Code,
    /// Where they may be.
    pub(in crate::sema) note: &'static str,
    /// What to declare in their place.
    pub(in crate::sema) help: Option<&'static str>,
    /// Whether values can be compared.
    pub(in crate::sema) compares: bool,
    /// Whether it can be `shared`, though nowhere else.
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

/// `left op right`
pub(in crate::sema) struct BinaryOperands<'c> {
    /// The operator.
    pub(in crate::sema) op: BinaryOperator,
    /// Where it is.
    pub(in crate::sema) op_span: Span,
    /// The operands with their types.
    pub(in crate::sema) left: (&'c Spanned, Handle<Type>),
    /// The right one.
    pub(in crate::sema) right: (&'c Spanned, Handle<Type>),
    /// Where all of it is.
    pub(in crate::sema) span: Span,
}

/// A call of a built-in whose arguments are converted, and those that must be constant are.
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

/// The hooks of each family.
pub(in crate::sema) const fn hooks(family: TypeFamilyKind) -> &'static TypeHooks {
    match family {
        TypeFamilyKind::CooperativeMatrix => &cooperative_matrix::MATRIX_HOOKS,
        TypeFamilyKind::FloatMatrixNv => &cooperative_matrix_nv::FLOAT_HOOKS,
        TypeFamilyKind::SignedMatrixNv => &cooperative_matrix_nv::SIGNED_HOOKS,
        TypeFamilyKind::UnsignedMatrixNv => &cooperative_matrix_nv::UNSIGNED_HOOKS,
        TypeFamilyKind::CooperativeVector => &cooperative_vector::HOOKS,
        TypeFamilyKind::Vector => &long_vector::HOOKS,
        TypeFamilyKind::Tensor => &tensor::access::HOOKS,
        TypeFamilyKind::TensorLayout => &tensor::LAYOUT_HOOKS,
        TypeFamilyKind::TensorView => &tensor::VIEW_HOOKS,
    }
}

/// The check of calls that a row names; gives whether all is right.
pub(in crate::sema) fn check_call(analyzer: &mut Analyzer<'_>, check: Check, call: &CheckedCall<'_>) -> bool {
    match check {
        Check::Decode => cooperative_matrix::check_decode(analyzer, call),
        Check::Interlock => {
            analyzer.modes.interlocks = true;
            true
        }
        Check::MatrixStride => cooperative_matrix::check_stride(analyzer, call),
        Check::Multiply => cooperative_matrix::check_multiply(analyzer, call),
        Check::PerElement => cooperative_matrix::function::check_per_element(analyzer, call),
        Check::Reduce => cooperative_matrix::function::check_reduce(analyzer, call),
        Check::SaturatedConversion => cooperative_matrix::check_saturated_conversion(analyzer, call),
        Check::Transpose => cooperative_matrix::function::check_transpose(analyzer, call),
        Check::VectorInBuffer => cooperative_vector::check_vector_in_buffer(analyzer, call),
    }
}

/// The family of a type, if hooks are to be asked.
const fn family_of(ty: &Type) -> Option<TypeFamilyKind> {
    match ty {
        Type::TensorLayout { .. } => Some(TypeFamilyKind::TensorLayout),
        Type::TensorView { .. } => Some(TypeFamilyKind::TensorView),
        Type::Vector(size, _) if size.is_symbolic() && !size.is_cooperative() => Some(TypeFamilyKind::Vector),
        _ => ty.family(),
    }
}

/// The hooks of a type.
pub(in crate::sema) const fn hooks_of(ty: &Type) -> Option<&'static TypeHooks> {
    match family_of(ty) {
        Some(family) => Some(hooks(family)),
        None => None,
    }
}

impl Analyzer<'_> {
    /// The hooks of a type, if it belongs to an extension that has them.
    pub(in crate::sema) fn hooks(&self, ty: Handle<Type>) -> Option<&'static TypeHooks> {
        hooks_of(self.types.get(ty))
    }

    /// What in a type has values without bits of their own.
    pub(in crate::sema) fn hidden_part(&self, ty: Handle<Type>) -> Option<&'static HiddenPart> {
        hidden_part(&self.types, ty)
    }

    /// Reports a part in memory that others see whose values have no bits; gives whether there is none.
    pub(in crate::sema) fn no_hidden_part(&mut self, ty: Handle<Type>, what: &str, span: Span) -> bool {
        let Some(part) = self.hidden_part(ty) else { return true };
        let message = format!("{what} cannot be or contain a {}", part.what);
        let mut diagnostic = Diagnostic::error(part.code, span, message).with_note(part.note);
        if let Some(help) = part.help {
            diagnostic = diagnostic.with_help(help);
        }
        self.report(diagnostic);
        false
    }

    /// The rules for constant arguments that only functions of extensions have.
    pub(in crate::sema) fn check_extension_constant(&mut self, rule: ConstantRule, it: &ConstantArgument<'_>) -> bool {
        match rule {
            ConstantRule::MatrixOperands => self.check_matrix_operands(it),
            ConstantRule::ReduceMask => self.check_reduce_mask(it),
            ConstantRule::MatrixLayout => self.check_matrix_layout(it),
            _ => true,
        }
    }
}

/// The first part of those that may not be where others see them; of several, the one of the family that matters most.
fn hidden_part(types: &TypeTable, ty: Handle<Type>) -> Option<&'static HiddenPart> {
    let mut found: Option<TypeFamilyKind> = None;
    let rank = |family| match family {
        TypeFamilyKind::CooperativeMatrix
        | TypeFamilyKind::FloatMatrixNv
        | TypeFamilyKind::SignedMatrixNv
        | TypeFamilyKind::UnsignedMatrixNv => 0,
        TypeFamilyKind::CooperativeVector => 1,
        TypeFamilyKind::TensorLayout | TypeFamilyKind::TensorView => 2,
        TypeFamilyKind::Vector | TypeFamilyKind::Tensor => 3,
    };
    let _ = types.contains(ty, |part| {
        let family = family_of(part).filter(|&family| hooks(family).hidden.is_some());
        // A length that is known has a place that is known.
        let known =
            matches!(*part, Type::Vector(size, _) if !size.is_cooperative() && types.known_length(size).is_some());
        if let Some(family) = family.filter(|_| !known)
            && found.is_none_or(|other| rank(family) < rank(other))
        {
            found = Some(family);
        }
        false
    });
    found.and_then(|family| hooks(family).hidden.as_ref())
}
