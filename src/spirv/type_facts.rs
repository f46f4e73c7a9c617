//! Questions about types: declared ones, by their ids, and HIR types.
//!
//! Comes in: an id or a type. Goes out: what it holds. Must not depend on: how types are declared.

use super::memory::storage_class;
use super::type_key::{TypeKey, Width};
use super::writer::ModuleWriter;
use crate::hir::{Handle, Scalar, ScalarKind, StorageClass, Struct, Type};

impl ModuleWriter<'_> {
    /// Scalar and size of a scalar or vector type.
    pub(super) fn shape(&self, ty: u32) -> Option<(Scalar, Width)> {
        let (component, width) = match self.key(ty)? {
            &TypeKey::Vector(component, size) => (component, Some(size)),
            _ => (ty, None),
        };
        let (kind, bits) = match *self.key(component)? {
            TypeKey::Bool => (ScalarKind::Bool, 8),
            TypeKey::Int { width: bits, signed } => (if signed { ScalarKind::Sint } else { ScalarKind::Uint }, bits),
            TypeKey::Float(bits) => (ScalarKind::Float, bits),
            TypeKey::SmallFloat(format) => return Some((format.scalar(), width)),
            _ => return None,
        };
        Some((Scalar { kind, width: (bits / 8) as u8 }, width))
    }

    /// The parts of a declared type.
    pub(super) fn key(&self, ty: u32) -> Option<&TypeKey> {
        self.tables.type_keys.get(&ty)
    }

    /// Whether values of a type may have reduced precision: 32-bit numbers, and resources that they are read from.
    pub(super) fn is_relaxable(&self, ty: u32) -> bool {
        let mut ty = ty;
        loop {
            match self.key(ty) {
                Some(&TypeKey::Array { element, .. } | &TypeKey::Matrix(element, _)) => ty = element,
                Some(TypeKey::Image(_) | TypeKey::SampledImage(_)) => return true,
                _ => return self.shape(ty).is_some_and(|(it, _)| it.width == 4),
            }
        }
    }

    /// Whether buffer blocks have a storage class of their own.
    pub(super) fn has_storage_buffer_class(&self) -> bool {
        storage_class(StorageClass::StorageBuffer, self.options.target.spirv)
            == spirv::StorageClass::StorageBuffer.into()
    }

    /// Whether values of a type have a part that is a reference.
    pub(super) fn contains_reference(&self, ty: Handle<Type>) -> bool {
        self.hir.types.contains(ty, |part| matches!(part, Type::Reference(_)))
    }

    /// Whether a block contains numbers below 32 bits, not counting those behind references.
    pub(super) fn holds_small_numbers(&self, structure: Handle<Struct>) -> bool {
        let mut left = vec![structure];
        let mut seen = std::collections::BTreeSet::new();
        while let Some(structure) = left.pop() {
            if !seen.insert(structure) {
                continue;
            }
            let members = self.hir.types.structure(structure).map_or(&[][..], |definition| &definition.members);
            for member in members {
                match *self.hir.types.get(self.hir.types.element_of_arrays(member.ty)) {
                    Type::Struct(inner) => left.push(inner),
                    ref other if other.scalar().is_some_and(|scalar| scalar.bits() < 32) => return true,
                    _ => {}
                }
            }
        }
        false
    }
}
