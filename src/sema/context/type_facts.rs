//! What rooms ask of a type: whether it names resources, and what is below its arrays.
//!
//! Comes in: a type. Goes out: facts. Must not depend on: how types are written.

use crate::hir::{Handle, ImageClass, Type};
use crate::sema::Analyzer;

impl Analyzer<'_> {
    /// Whether a type is or has a part that names a resource.
    pub(in crate::sema) fn contains_opaque(&self, ty: Handle<Type>) -> bool {
        self.types.contains(ty, |ty| ty.is_opaque() || matches!(ty, Type::Spirv(_)))
    }

    /// Whether a type is a buffer reference or an array of them: their variables have memory qualifiers, which are about
    /// what they point to.
    pub(in crate::sema) fn is_reference(&self, ty: Handle<Type>) -> bool {
        matches!(self.types.get(self.element_of_arrays(ty)), Type::Reference(_))
    }

    /// Whether a type is a resource that shaders can write, or an array of them: those take memory qualifiers.
    pub(in crate::sema) fn is_writable_resource(&self, ty: Handle<Type>) -> bool {
        self.is_storage_image(ty) || matches!(self.types.get(self.element_of_arrays(ty)), Type::Tensor { .. })
    }

    /// Whether a type is an image that shaders can write, or an array of them.
    pub(in crate::sema) fn is_storage_image(&self, ty: Handle<Type>) -> bool {
        let element = self.types.get(self.element_of_arrays(ty));
        matches!(element, Type::Image(image) if matches!(image.class, ImageClass::Storage(_)))
    }

    /// The type below all array dimensions.
    pub(in crate::sema) fn element_of_arrays(&self, ty: Handle<Type>) -> Handle<Type> {
        let mut ty = ty;
        while let Type::Array { element, .. } = *self.types.get(ty) {
            ty = element;
        }
        ty
    }
}
