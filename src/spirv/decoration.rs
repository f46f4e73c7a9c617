//! Decorations of single ids that follow from types and qualifiers.
//!
//! Comes in: an id, what it is, and its qualifiers. Goes out: decorations. Must not depend on: interfaces of stages
//! (those are in `interface`), memory models (those are in `memory`).

use super::type_key::TypeKey;
use super::writer::ModuleWriter;
use crate::hir::{Handle, MemoryQualifiers, Scalar, ScalarKind, Type};
use crate::stage::Stage;
use rspirv::spirv::{self, Decoration};

impl ModuleWriter<'_> {
    /// Declares for a variable that holds physical pointers, or a parameter that is one, whether what they point to is
    /// also accessed in other ways (SPV_KHR_physical_storage_buffer, 2.16.1). Without `restrict` it may be; members of
    /// structures cannot be decorated this way.
    pub(super) fn decorate_aliasing(
        &mut self,
        id: u32,
        ty: Handle<Type>,
        qualifiers: MemoryQualifiers,
        parameter: bool,
    ) {
        let element = self.hir.types.element_of_arrays(ty);
        let direct = matches!(self.hir.types.get(element), Type::Reference(_));
        let restrict = direct && qualifiers.contains(MemoryQualifiers::RESTRICT);
        if parameter {
            // The value of an array or structure is not a pointer.
            if element == ty && direct {
                self.decorate(id, if restrict { Decoration::Restrict } else { Decoration::Aliased }, &[]);
            }
        } else if direct || self.contains_reference(element) {
            self.decorate(id, if restrict { Decoration::RestrictPointer } else { Decoration::AliasedPointer }, &[]);
        }
    }

    /// Decorates what has reduced precision.
    pub(super) fn decorate_relaxed(&mut self, id: u32, qualifiers: MemoryQualifiers) {
        if qualifiers.contains(MemoryQualifiers::RELAXED) {
            self.decorate(id, Decoration::RelaxedPrecision, &[]);
        }
    }

    /// Decorates integer inputs of fragment shaders as `Flat`, built-in ones too (VUID-StandaloneSpirv-Flat-04744).
    pub(super) fn decorate_flat(&mut self, id: u32, class: spirv::StorageClass, ty: u32) {
        let ty = match self.key(ty) {
            Some(&TypeKey::Array { element, .. }) => element,
            _ => ty,
        };
        let is_fragment = self.hir.entry_point.stage == Stage::Fragment;
        let is_integer = |(scalar, _): (Scalar, _)| matches!(scalar.kind, ScalarKind::Sint | ScalarKind::Uint);
        if is_fragment && class == spirv::StorageClass::Input && self.shape(ty).is_some_and(is_integer) {
            self.decorate(id, Decoration::Flat, &[]);
        }
    }

    /// Decorates what depends on an index that differs between invocations.
    pub(super) fn mark_non_uniform(&mut self, id: u32, access: MemoryQualifiers) {
        if access.contains(MemoryQualifiers::NON_UNIFORM) {
            self.decorate(id, Decoration::NonUniform, &[]);
        }
    }
}
