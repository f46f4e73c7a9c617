//! Values that differ between invocations, and arrays of resources that they index (GL_EXT_nonuniform_qualifier).
//!
//! Comes in: `nonuniformEXT`, declarations of unsized arrays of resources, indices of them. Goes out: marks on values
//! and paths, the sizes of those arrays. Must not depend on: which instructions are decorated.

use crate::hir::{ArrayLength, GlobalVariable, Handle, MemoryQualifiers, PlaceRoot, Span, Type, Value, ValueKind};
use crate::sema::Analyzer;
use crate::sema::expressions::messages;
use crate::sema::expressions::operand::{Operand, Path};
use crate::syntax::ast::{Expression, Name};
use rustc_hash::{FxHashMap, FxHashSet};

/// The extension.
const EXTENSION: &str = "GL_EXT_nonuniform_qualifier";

/// How the unsized arrays of resources are indexed.
#[derive(Debug, Default)]
pub(in crate::sema) struct DescriptorArrays {
    /// For each indexed array: the size that its constant indices need, or `None` if it has other indices too.
    sizes: FxHashMap<Handle<GlobalVariable>, Option<u32>>,
    /// Those declared where the extension was off: they must not have a size that is only known at run time.
    fixed: Vec<Name>,
}

impl Analyzer<'_> {
    /// The expression that `nonuniformEXT` marks. `None` after a report.
    pub(in crate::sema) fn non_uniform_argument(
        &mut self,
        name_span: Span,
        arguments: &[Handle<Expression>],
    ) -> Option<Handle<Expression>> {
        if !self.require_extension(EXTENSION, "nonuniformEXT", name_span) {
            return None;
        }
        self.only_argument("nonuniformEXT", name_span, arguments)
    }

    /// `nonuniformEXT(expression)`: the same value, marked (GL_EXT_nonuniform_qualifier).
    pub(in crate::sema) fn non_uniform_value(&mut self, operand: Operand, span: Span) -> Operand {
        match operand {
            // A resource is not read here; the mark applies to what is done with it.
            Operand::Place(mut path) if self.contains_opaque(path.ty) => {
                path.access |= MemoryQualifiers::NON_UNIFORM;
                Operand::Place(path)
            }
            operand @ (Operand::Place(_) | Operand::Value(_)) => {
                let Some(value) = self.value(operand, span) else { return Operand::Error };
                self.mark_resources(value);
                Operand::Value(self.marked(value))
            }
            operand => operand,
        }
    }

    /// Marks the texture and the sampler that a value was joined from.
    fn mark_resources(&mut self, value: Handle<Value>) {
        let parts = match self.builder.values.try_get(value).map(|value| &value.kind) {
            Ok(&ValueKind::SampledImage { texture, sampler }) => [texture, sampler],
            _ => return,
        };
        for part in parts {
            if let Ok(&ValueKind::Load(place)) = self.builder.values.try_get(part).map(|value| &value.kind)
                && self.builder.places.try_get(place).is_ok()
            {
                self.builder.places.get_mut(place).access |= MemoryQualifiers::NON_UNIFORM;
            }
        }
    }

    /// The value, marked. Values that several expressions share get a new handle.
    fn marked(&mut self, value: Handle<Value>) -> Handle<Value> {
        let value = match self.unshared(value) {
            Some(unshared) => unshared,
            // A constant is the same in all invocations.
            None => return value,
        };
        self.builder.non_uniform.insert(value);
        value
    }

    /// The operand without its mark: constructors, assignments and the comma operator give this (4.X).
    pub(in crate::sema) fn unmarked(&mut self, operand: Operand) -> Operand {
        match operand {
            Operand::Value(value) if self.builder.non_uniform.contains(&value) => {
                let value = self.unshared(value).unwrap_or(value);
                self.builder.non_uniform.remove(&value);
                Operand::Value(value)
            }
            operand => operand,
        }
    }

    /// A handle of the value for one expression alone; `None` for constants.
    fn unshared(&mut self, value: Handle<Value>) -> Option<Handle<Value>> {
        let (index, ty) = match self.builder.values.try_get(value) {
            Ok(Value { kind: ValueKind::Constant(_), .. }) => return None,
            Ok(&Value { kind: ValueKind::Parameter(index), ty, .. }) => (index, ty),
            _ => return Some(value),
        };
        let span = self.builder.values.get_span(value);
        Some(self.builder.declare(ValueKind::Parameter(index), ty, span))
    }

    /// The type of a resource or block: an unsized array of them has the size that a later declaration gives it, or that
    /// its constant indices need, or one that is only known at run time if anything else indexes it (4.1.9). One that
    /// nothing uses needs no extension: shaders include files that declare whole sets of resources.
    pub(in crate::sema) fn descriptors(&mut self, ty: Handle<Type>, name: Name) -> Option<Handle<Type>> {
        let Type::Array { element, length } = *self.module.types.get(ty) else { return Some(ty) };
        let mut inner = element;
        while let Type::Array { element, length } = *self.module.types.get(inner) {
            if length == ArrayLength::Runtime {
                self.report(messages::inner_dimension_without_size(name.span));
                return None;
            }
            inner = element;
        }
        if length != ArrayLength::Runtime {
            return Some(ty);
        }
        let indices = self.indices(name.symbol);
        let only_literals = indices.is_none_or(|indices| indices.other.is_none());
        let sized = self.implicitly_sized(ty, name);
        if sized != ty && (only_literals || self.sized_later.contains(&name.symbol)) {
            return Some(sized);
        }
        let enabled = crate::builtins::extension(EXTENSION).is_some_and(|id| self.is_on(id));
        if !enabled && indices.is_none() {
            return Some(self.module.array(element, ArrayLength::Constant(1)));
        }
        if only_literals || enabled {
            let what = format!("{}[]", self.text(name.symbol));
            return self.require_extension(EXTENSION, &what, name.span).then_some(ty);
        }
        // Whether all indices are constant expressions is only known at the end.
        self.descriptor_arrays.fixed.push(name);
        Some(ty)
    }

    /// Records the index of an unsized array of resources; `None` stands for one that is not constant.
    pub(super) fn indexed_descriptors(&mut self, path: &Path, index: Option<i64>) {
        let (PlaceRoot::Global(global), []) = (path.root, path.steps.as_slice()) else { return };
        if !matches!(self.module.types.get(path.ty), Type::Array { length: ArrayLength::Runtime, .. }) {
            return;
        }
        let size = index.and_then(|index| u32::try_from(index).ok()?.checked_add(1));
        let known = self.descriptor_arrays.sizes.entry(global).or_insert(Some(0));
        *known = known.zip(size).map(|(known, size)| known.max(size));
    }

    /// Gives unsized arrays of resources that only constants index the size that these need, and reports those whose
    /// size is only known at run time if the extension is off.
    pub(in crate::sema) fn size_descriptor_arrays(&mut self) {
        let DescriptorArrays { sizes, fixed } = std::mem::take(&mut self.descriptor_arrays);
        let mut run_time = FxHashSet::default();
        for (handle, global) in self.module.globals.iter_mut() {
            let Type::Array { element, length: ArrayLength::Runtime } = *self.module.types.get(global.ty) else {
                continue;
            };
            if global.heap.is_some() {
                continue;
            }
            match sizes.get(&handle) {
                Some(&Some(size)) => {
                    let length = ArrayLength::Constant(size);
                    global.ty = self.module.types.insert(Type::Array { element, length });
                }
                _ => drop(run_time.insert(global.span.to_range())),
            }
        }
        for name in fixed {
            if run_time.contains(&name.span.to_range()) {
                let what = format!("{}[]", self.text(name.symbol));
                let _ = self.require_extension(EXTENSION, &what, name.span);
            }
        }
    }
}
