//! Precision qualifiers (GLSL 4.60 and GLSL ES 3.20, 4.7): what a declaration's precision is, and where one is missing.
//!
//! Comes in: declarations and `precision` statements. Goes out: whether what is declared is
//! [relaxed](crate::hir::MemoryQualifiers::RELAXED). Must not depend on: what is computed with it; that is up to
//! `relaxed`.
//!
//! SPIR-V has one reduced precision, so `mediump` and `lowp` are the same here.

use crate::builtins::{self, ImageDimension};
use crate::diagnostics::with_article;
use crate::hir::{Constant, Handle, ImageClass, ImageType, Scalar, ScalarKind, Span, Type};
use crate::sema::Analyzer;
use crate::sema::context::gate::EXPLICIT_ARITHMETIC_TYPES;
use crate::sema::context::scope::PrecisionOf;
use crate::sema::qualifiers::messages;
use crate::sema::qualifiers::qualifier::Qualifiers;
use crate::stage::Stage;
use crate::syntax::ast::{BaseType, Precision, TypeSpecifier};

impl Analyzer<'_> {
    /// Decides the precision of a declaration, from its qualifier or by default. Reports a precision that its type
    /// cannot have (GLSL 4.60, 4.7.2), and one that is missing.
    pub(in crate::sema) fn resolve_precision(
        &mut self,
        qualifiers: &mut Qualifiers,
        ty: Option<Handle<Type>>,
        specifier: &TypeSpecifier,
    ) {
        let Some(ty) = ty else { return };
        let ty = self.element_of_arrays(ty);
        if !self.has_precision(ty) {
            if let Some((_, span)) = qualifiers.precision {
                let spelled = self.spell(ty);
                self.report(messages::has_no_precision(span, &with_article(&spelled)));
            }
            return;
        }
        let precision = match qualifiers.precision {
            Some((precision, span)) => {
                if self.no_precision_of_explicit_size(specifier, span, "4.7.2") {
                    return;
                }
                precision
            }
            None => self.default_precision_of(ty, specifier),
        };
        qualifiers.relaxed = precision != Precision::High && !self.options.full_precision;
        self.has_relaxed |= qualifiers.relaxed;
    }

    /// The precision of a type that is declared without one.
    fn default_precision_of(&mut self, ty: Handle<Type>, specifier: &TypeSpecifier) -> Precision {
        let key = match self.module.types.scalar_of(ty) {
            Some(scalar) if scalar.kind == ScalarKind::Float => PrecisionOf::Float,
            Some(_) => PrecisionOf::Int,
            None => PrecisionOf::Resource(ty),
        };
        if let Some(precision) = self.scopes.precision(key) {
            return precision;
        }
        if !self.version.is_es() {
            return Precision::High;
        }
        // GLSL ES 3.20, 4.7.4.
        match key {
            PrecisionOf::Int if self.module.stage == Stage::Fragment => Precision::Medium,
            PrecisionOf::Float if self.module.stage == Stage::Fragment => {
                if self.names_its_size(specifier) {
                    return Precision::High;
                }
                let spelled = self.spell(ty);
                self.report(messages::needs_precision(specifier.span, &with_article(&spelled)));
                // Reporting it once is enough.
                self.scopes.set_precision(key, Precision::High);
                Precision::High
            }
            PrecisionOf::Resource(_) if is_predeclared(self.module.types.get(ty)) => Precision::Low,
            _ => Precision::High,
        }
    }

    /// Warns about a precision on a type whose name states its size, which other compilers accept
    /// (GL_EXT_shader_explicit_arithmetic_types, 4.7.2 and 4.7.3); returns whether it is one.
    fn no_precision_of_explicit_size(&mut self, specifier: &TypeSpecifier, span: Span, section: &str) -> bool {
        let is_explicit = self.names_its_size(specifier);
        if let (true, BaseType::Named(symbol)) = (is_explicit, &specifier.base) {
            let name = self.text(*symbol);
            self.report(messages::sized_type_has_no_precision(span, &name, &section));
        }
        is_explicit
    }

    /// `float32_t` and similar.
    fn names_its_size(&self, specifier: &TypeSpecifier) -> bool {
        let BaseType::Named(symbol) = specifier.base else { return false };
        builtins::type_name(self.text(symbol)).is_some_and(|row| {
            row.gate.extensions.iter().flat_map(|all| all.iter()).any(|id| EXPLICIT_ARITHMETIC_TYPES.contains(id))
        })
    }

    /// Whether a type that is not an array has a precision.
    pub(in crate::sema) fn has_precision(&self, ty: Handle<Type>) -> bool {
        let ty = self.module.types.get(ty);
        match ty.scalar() {
            Some(scalar) => is_relaxable(scalar),
            None => ty.is_opaque(),
        }
    }

    /// `precision highp float;` (GLSL 4.60, 4.7.4)
    pub(in crate::sema) fn default_precision(
        &mut self,
        precision: Precision,
        ty: Handle<Type>,
        specifier: &TypeSpecifier,
    ) {
        let span = specifier.span;
        let key = match self.module.types.get(ty) {
            Type::Scalar(scalar) if *scalar == Scalar::F32 => Some(PrecisionOf::Float),
            Type::Scalar(scalar) if *scalar == Scalar::I32 => Some(PrecisionOf::Int),
            other => other.is_opaque().then_some(PrecisionOf::Resource(ty)),
        };
        let Some(key) = key else {
            let spelled = self.spell(ty);
            self.report(messages::no_default_precision(span, &spelled));
            return;
        };
        if !self.no_precision_of_explicit_size(specifier, span, "4.7.3") {
            self.scopes.set_precision(key, precision);
        }
    }

    /// Reports a resource whose type has no precision in ESSL: only `sampler2D` and `samplerCube` have a default
    /// (GLSL ES 3.20, 4.7.4).
    pub(in crate::sema) fn require_precision(&mut self, qualifiers: &Qualifiers, resource: Handle<Type>, span: Span) {
        let is_declared = self.scopes.precision(PrecisionOf::Resource(resource)).is_some();
        if !self.version.is_es() || qualifiers.precision.is_some() || is_declared {
            return;
        }
        let ty = self.module.types.get(resource);
        if matches!(ty, Type::Image(_)) && !is_predeclared(ty) {
            let spelled = self.spell(resource);
            self.report(messages::no_default_precision_of_type(span, &with_article(&spelled), &spelled));
        }
    }

    /// Records that a named constant has full precision, which literals leave open.
    pub(in crate::sema) fn note_constant(
        &mut self,
        constant: Handle<Constant>,
        ty: Handle<Type>,
        qualifiers: &Qualifiers,
    ) {
        if !qualifiers.relaxed && self.has_precision(self.element_of_arrays(ty)) {
            self.full_constants.insert(constant);
        }
    }
}

/// Whether numbers of a type have a precision.
pub(in crate::sema) const fn is_relaxable(scalar: Scalar) -> bool {
    !matches!(scalar.kind, ScalarKind::Bool) && scalar.width == 4
}

/// Whether ESSL has a default precision for a type of resources, which is `lowp`.
fn is_predeclared(ty: &Type) -> bool {
    let Type::Image(ImageType { shape, class }) = *ty else { return false };
    shape.texel == Scalar::F32
        && !shape.arrayed
        && !shape.multisampled
        && !shape.shadow
        && matches!(shape.dimension, ImageDimension::D2 | ImageDimension::Cube)
        && !matches!(class, ImageClass::Storage(_))
}
