//! Descriptor heaps: `layout(descriptor_heap)` (GL_EXT_descriptor_heap).
//!
//! Comes in: a resource or block with its qualifiers. Goes out: whether it is in a heap, and its stride, or a report.
//! Must not depend on: how descriptors are reached.

use crate::builtins::Gate;
use crate::diagnostics::{Diagnostic, with_article};
use crate::hir::{
    ArrayLength, DescriptorHeap, Handle, HeapContents, ImageClass, ImageType, PlaceRoot, Span, StorageClass, Type,
};
use crate::sema::context::scope::Variable;
use crate::sema::expressions::operand::Path;
use crate::sema::qualifiers::qualifier::Qualifiers;
use crate::sema::{Analyzer, Code};
use crate::syntax::ast::Name;

const NOTE: &str = "GL_EXT_descriptor_heap, 4.4.5 and 4.4.6";

/// Where heaps exist; the extension is checked where the word stands. Buffers in heaps have the storage class that came
/// with SPIR-V 1.3.
pub(in crate::sema) static HEAPS: Gate = Gate::since(420, 310, 0x0103);

/// The type of a variable for resources, with the heap that it lies over if it is in one.
pub(in crate::sema) struct PlacedType {
    pub(in crate::sema) ty: Handle<Type>,
    heap: Option<DescriptorHeap>,
}

impl PlacedType {
    /// A type outside of heaps.
    pub(in crate::sema) const fn outside(ty: Handle<Type>) -> Self {
        Self { ty, heap: None }
    }

    /// Whether such variables have a set and a binding.
    pub(in crate::sema) const fn has_binding(&self) -> bool {
        self.heap.is_none()
    }
}

impl Analyzer<'_> {
    /// Where a resource or a block of type `ty` is, and its type with the sizes of all its arrays. `None` after a report.
    pub(in crate::sema) fn placed_type(
        &mut self,
        ty: Handle<Type>,
        qualifiers: &Qualifiers,
        storage: StorageClass,
        name: Name,
    ) -> Option<PlacedType> {
        let heap = self.descriptor_heap(ty, qualifiers, storage, name.span)?;
        let ty = if heap.is_none() { self.descriptors(ty, name)? } else { ty };
        Some(PlacedType { ty, heap })
    }

    /// Whether a block has neither set nor binding, as its qualifiers put it into a heap.
    pub(in crate::sema) fn is_without_binding(
        &self,
        qualifiers: &Qualifiers,
        storage: StorageClass,
        name_span: Span,
    ) -> bool {
        self.heap_qualifier(qualifiers, storage, name_span).is_some() || qualifiers.layout.descriptor_stride.is_some()
    }

    /// Where a resource is declared to be in a heap: in its own layout or, unless that places it elsewhere, in an
    /// earlier one for its whole interface (`layout(descriptor_heap) uniform;`).
    fn heap_qualifier(&self, qualifiers: &Qualifiers, storage: StorageClass, name_span: Span) -> Option<Span> {
        let layout = &qualifiers.layout;
        let elsewhere = layout.set.is_some()
            || layout.binding.is_some()
            || layout.push_constant.is_some()
            || layout.buffer_reference.is_some();
        let defaults = match storage {
            StorageClass::Uniform | StorageClass::UniformConstant => self.block_defaults.uniform.descriptor_heap,
            StorageClass::StorageBuffer => self.block_defaults.buffer.descriptor_heap,
            _ => false,
        };
        layout.descriptor_heap.or_else(|| (defaults && !elsewhere).then_some(name_span))
    }

    /// The heap that a resource or a block of type `ty` is declared in, if any; `None` after a report.
    fn descriptor_heap(
        &mut self,
        ty: Handle<Type>,
        qualifiers: &Qualifiers,
        storage: StorageClass,
        name_span: Span,
    ) -> Option<Option<DescriptorHeap>> {
        let layout = &qualifiers.layout;
        let stride = layout.descriptor_stride;
        let Some(heap) = self.heap_qualifier(qualifiers, storage, name_span) else {
            let Some((_, span)) = stride else { return Some(None) };
            self.report(descriptor_stride_needs_descriptor_heap(span, NOTE));
            return None;
        };
        let is_array = matches!(self.module.types.get(ty), Type::Array { .. });
        let message = if let Some((_, span)) = layout.set.or(layout.binding) {
            Some(resource_in_heap(span, "a resource in a descriptor heap has neither set nor binding", is_array))
        } else if let Some((stride, span)) = stride.filter(|(stride, _)| !stride.is_power_of_two()) {
            Some(stride_not_power_of_two(span, stride, is_array))
        } else {
            match *self.module.types.get(ty) {
                Type::Array { element, .. } if self.has_runtime_array(element) => {
                    let message = "only the outermost dimension of an array of resources can be without a size";
                    Some(resource_in_heap(name_span, message, is_array))
                }
                Type::Array { .. } => {
                    let element = self.element_of_arrays(ty);
                    match *self.module.types.get(element) {
                        Type::Image(ImageType { class: ImageClass::Combined, .. }) => {
                            Some(combined_image_sampler_in_heap(heap, &self.spell(element), is_array))
                        }
                        _ => None,
                    }
                }
                _ => Some(resource_in_heap(name_span, "a resource in a descriptor heap must be an array", is_array)),
            }
        };
        let Some(message) = message else {
            return Some(Some(DescriptorHeap {
                stride: stride.map(|(stride, _)| stride),
                contents: HeapContents::Descriptors,
            }));
        };
        self.report(message);
        None
    }

    /// Puts a new variable where its type says.
    pub(in crate::sema) fn place_variable(&mut self, variable: &Variable, placed: &PlacedType) {
        if let PlaceRoot::Global(global) = variable.root {
            self.module.globals.get_mut(global).heap = placed.heap;
        }
    }

    /// Whether a type is an array without a size, or an array of them.
    fn has_runtime_array(&self, mut ty: Handle<Type>) -> bool {
        while let Type::Array { element, length } = *self.module.types.get(ty) {
            if length == ArrayLength::Runtime {
                return true;
            }
            ty = element;
        }
        false
    }

    /// Whether a path begins in a descriptor heap.
    pub(in crate::sema) fn is_in_heap(&self, path: &Path) -> bool {
        match path.root {
            PlaceRoot::Global(global) => self.module.globals.try_get(global).is_ok_and(|global| global.heap.is_some()),
            _ => false,
        }
    }
}

#[cold]
fn descriptor_stride_needs_descriptor_heap(span: Span, rule: impl Into<String>) -> Diagnostic {
    Diagnostic::error(Code::DescriptorHeap, span, "`descriptor_stride` needs `descriptor_heap`").with_note(rule)
}

#[cold]
fn stride_not_power_of_two(span: Span, stride: u32, is_array: bool) -> Diagnostic {
    resource_in_heap(span, format!("`descriptor_stride` must be a power of two, but this is {stride}"), is_array)
}

#[cold]
fn combined_image_sampler_in_heap(span: Span, spelled: &str, is_array: bool) -> Diagnostic {
    resource_in_heap(span, format!("{} cannot be in a descriptor heap", with_article(spelled)), is_array)
}

/// A wrong resource of a descriptor heap, with the help that it becomes an array.
#[cold]
fn resource_in_heap(span: Span, message: impl Into<String>, is_array: bool) -> Diagnostic {
    let diagnostic = Diagnostic::error(Code::DescriptorHeap, span, message).with_note(NOTE);
    if is_array { diagnostic } else { diagnostic.with_help("write `[]` after the name") }
}
