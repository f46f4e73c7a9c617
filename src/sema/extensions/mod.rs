//! Extensions that need more than rows: one file or folder each, and the one table through which the core reaches them.
//!
//! Comes in: a type of a family, or a call whose row names a check. Goes out: types, operands, diagnostics. Must not
//! depend on: syntax. The core must not depend on: what an extension is about; it asks the [`TypeHooks`] of the family of a type, and [`check_call`]
//! for the check that the row of a built-in names. Families and checks are the words of `builtins/`; a new word without
//! a case here does not compile.

pub(super) mod acceleration_structure;
pub(super) mod cooperative_matrix;
pub(super) mod cooperative_matrix_nv;
pub(super) mod cooperative_vector;
pub(super) mod descriptor_heap;
pub(super) mod heap_word;
pub(super) mod hook;
pub(super) mod long_vector;
pub(super) mod message;
pub(super) mod small_float;
pub(super) mod spirv_intrinsics;
pub(super) mod state_object;
pub(super) mod structured_heap;
pub(super) mod tensor;
pub(super) mod tile_shading;
pub(super) mod vulkan_relaxed;

use crate::builtins::{Check, ConstantRule, TypeFamilyKind};
use crate::diagnostics::Diagnostic;
use crate::hir::{Handle, Span, Type, TypeTable};
use crate::sema::Analyzer;
use crate::sema::extensions::hook::{CheckedCall, ConstantArgument, GivenArgument, HiddenPart, TypeHooks};

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

/// The check that the row of a call names; returns whether all is right.
pub(in crate::sema) fn check_call(analyzer: &mut Analyzer<'_>, check: Check, call: &CheckedCall<'_>) -> bool {
    match check {
        // Their rule is about where they stand (`calls/interlock.rs`).
        Check::InterlockBegin | Check::InterlockEnd => true,
        Check::VectorInBuffer => cooperative_vector::check_vector_in_buffer(analyzer, call),
        check => cooperative_matrix::check::check_call(analyzer, check, call),
    }
}

/// The family of a type, if it has hooks.
const fn family_of(ty: &Type) -> Option<TypeFamilyKind> {
    match ty {
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
        hooks_of(self.module.types.get(ty))
    }

    /// The part of a type whose values have no bits of their own.
    pub(in crate::sema) fn hidden_part(&self, ty: Handle<Type>) -> Option<&'static HiddenPart> {
        hidden_part(&self.module.types, ty)
    }

    /// Reports a part whose values have no bits, in memory that others see; returns whether there is none.
    pub(in crate::sema) fn no_hidden_part(&mut self, ty: Handle<Type>, what: &str, span: Span) -> bool {
        let Some(part) = self.hidden_part(ty) else { return true };
        self.report(contains_hidden_part(span, what, part));
        false
    }

    /// The type that a built-in returns whose row only names a family: that of the first argument of the family, or the one
    /// that its constant arguments select. `None` after a report.
    pub(in crate::sema) fn result_of_family(
        &mut self,
        family: TypeFamilyKind,
        arguments: &[GivenArgument],
    ) -> Option<Handle<Type>> {
        let given = arguments.iter().map(|&(ty, ..)| ty).find(|&ty| self.module.types.get(ty).family() == Some(family));
        given.or_else(|| hooks(family).result?(self, arguments))
    }

    /// Rules for constant arguments that only functions of extensions have.
    pub(in crate::sema) fn check_extension_constant(&mut self, rule: ConstantRule, it: &ConstantArgument<'_>) -> bool {
        match rule {
            ConstantRule::MatrixOperands => self.check_matrix_operands(it),
            ConstantRule::ReduceMask => self.check_reduce_mask(it),
            ConstantRule::MatrixLayout => self.check_matrix_layout(it),
            _ => true,
        }
    }
}

/// The first part that must not be where others see it; of several, the one whose family matters most.
fn hidden_part(types: &TypeTable, ty: Handle<Type>) -> Option<&'static HiddenPart> {
    let mut found: Option<TypeFamilyKind> = None;
    let rank = |family| hooks(family).hidden.as_ref().map_or(u8::MAX, |part| part.rank);
    let _ = types.contains(ty, |part| {
        let family = family_of(part).filter(|&family| hooks(family).hidden.is_some());
        // A vector of known length has a known place in memory.
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

#[cold]
fn contains_hidden_part(span: Span, what: &str, part: &HiddenPart) -> Diagnostic {
    let message = format!("{what} cannot be or contain a {}", part.what);
    let diagnostic = Diagnostic::error(part.code, span, message).with_note(part.note);
    match part.help {
        Some(help) => diagnostic.with_help(help),
        None => diagnostic,
    }
}
