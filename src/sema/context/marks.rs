//! Marks that GLSL puts on values: `nonuniformEXT` and `subgroupuniformEXT`, which operators keep, and `precise`.
//!
//! Comes in: values as they are computed. Goes out: a [`FunctionBuilder`] that knows which of them are marked, and their
//! decorations. Must not depend on: syntax, names.

use crate::hir::builder::FunctionBuilder;
use crate::hir::{
    Arena, Block, Buffers, Handle, MemoryQualifiers, Place, PlaceStep, Span, SpirvDecoration, SpirvForm, Type, Value,
    ValueKind,
};
use crate::sema::context::precise::{self, PreciseUses};
use rustc_hash::FxHashSet;
use std::ops::{Deref, DerefMut};

/// The extension of `subgroupuniformEXT`.
pub(in crate::sema) const SUBGROUP_UNIFORM_EXTENSION: &str = "GL_EXT_subgroupuniform_qualifier";

/// A function under construction whose values carry marks. It is a [`FunctionBuilder`] except for
/// [`evaluate`](Self::evaluate).
#[derive(Debug)]
pub(in crate::sema) struct MarkingBuilder {
    function: FunctionBuilder,
    /// Selections and loops around the current statement. Every `else if` is one more.
    pub(in crate::sema) depth: u32,
    /// Values marked `nonuniformEXT`.
    pub(in crate::sema) non_uniform: FxHashSet<Handle<Value>>,
    /// Values marked `subgroupuniformEXT`, by a constructor or because all operands are.
    pub(in crate::sema) subgroup_uniform: FxHashSet<Handle<Value>>,
    /// Whether a constructor is being computed, whose result is not marked whatever its arguments are.
    pub(in crate::sema) constructing: bool,
    /// What is `precise`.
    pub(in crate::sema) precise_uses: PreciseUses,
}

impl Deref for MarkingBuilder {
    type Target = FunctionBuilder;

    fn deref(&self) -> &FunctionBuilder {
        &self.function
    }
}

impl DerefMut for MarkingBuilder {
    fn deref_mut(&mut self) -> &mut FunctionBuilder {
        &mut self.function
    }
}

impl MarkingBuilder {
    pub(in crate::sema) fn new(result: Handle<Type>, buffers: Buffers) -> Self {
        Self {
            function: FunctionBuilder::with_buffers(result, buffers),
            depth: 0,
            non_uniform: FxHashSet::default(),
            subgroup_uniform: FxHashSet::default(),
            constructing: false,
            precise_uses: PreciseUses::default(),
        }
    }

    /// Computes a value here and marks it as its operands require.
    pub(in crate::sema) fn evaluate(&mut self, kind: ValueKind, ty: Handle<Type>, span: Span) -> Handle<Value> {
        if self.non_uniform.is_empty() && self.subgroup_uniform.is_empty() && !matches!(kind, ValueKind::Load(_)) {
            // As in most shaders: there is no mark to hand on.
            return self.function.evaluate(kind, ty, span);
        }
        let non_uniform = self.is_non_uniform(&kind);
        let subgroup_uniform = self.is_subgroup_uniform(&kind);
        let value = self.function.evaluate(kind, ty, span);
        if non_uniform {
            self.non_uniform.insert(value);
        }
        if subgroup_uniform {
            self.mark_subgroup_uniform(value);
        }
        value
    }

    /// Whether a result is marked because an operand is (GL_EXT_nonuniform_qualifier, 4.X). Results of calls do not
    /// depend on their arguments.
    fn is_non_uniform(&self, kind: &ValueKind) -> bool {
        let marked = |value: Handle<Value>| self.non_uniform.contains(&value);
        match *kind {
            ValueKind::Load(place) => {
                self.places.try_get(place).is_ok_and(|place| place.access.contains(MemoryQualifiers::NON_UNIFORM))
            }
            ValueKind::Unary { operand, .. } | ValueKind::Convert(operand) | ValueKind::Splat(operand) => {
                marked(operand)
            }
            ValueKind::Binary { left, right, .. } => marked(left) || marked(right),
            ValueKind::Extract { composite, .. } => marked(composite),
            ValueKind::ExtractDynamic { vector, index } => marked(vector) || marked(index),
            ValueKind::Swizzle { vector, .. } => marked(vector),
            ValueKind::Select { condition, accept, reject } => marked(condition) || marked(accept) || marked(reject),
            _ => false,
        }
    }

    /// Whether a result is marked because all operands are (GL_EXT_subgroupuniform_qualifier, 4.X): of operators, component
    /// selection and indexing. Constants are the same for all invocations. Implicit conversions count as part of the operator
    /// that needs them.
    fn is_subgroup_uniform(&self, kind: &ValueKind) -> bool {
        let marked = |value: Handle<Value>| self.is_same_in_subgroup(value);
        match *kind {
            ValueKind::Load(place) => self.places.try_get(place).is_ok_and(|place| {
                place.access.contains(MemoryQualifiers::SUBGROUP_UNIFORM)
                    && place.steps.iter().all(|step| match *step {
                        PlaceStep::Member(_) => true,
                        PlaceStep::Index(index) => marked(index),
                    })
            }),
            // Without any mark, all operands would have to be constants, and those are folded.
            _ if self.subgroup_uniform.is_empty() || self.constructing => false,
            ValueKind::Unary { operand, .. } | ValueKind::Convert(operand) | ValueKind::Splat(operand) => {
                marked(operand)
            }
            ValueKind::Binary { left, right, .. } => marked(left) && marked(right),
            ValueKind::Extract { composite, .. } => marked(composite),
            ValueKind::ExtractDynamic { vector, index } => marked(vector) && marked(index),
            ValueKind::Swizzle { vector, .. } => marked(vector),
            ValueKind::Select { condition, accept, reject } => marked(condition) && marked(accept) && marked(reject),
            _ => false,
        }
    }

    /// Whether a value is marked `subgroupuniformEXT`, or a constant.
    pub(in crate::sema) fn is_same_in_subgroup(&self, value: Handle<Value>) -> bool {
        self.subgroup_uniform.contains(&value)
            || self.values.try_get(value).is_ok_and(|value| matches!(value.kind, ValueKind::Constant(_)))
    }

    /// Marks a value that one statement computes.
    pub(in crate::sema) fn mark_subgroup_uniform(&mut self, value: Handle<Value>) {
        if self.subgroup_uniform.insert(value) {
            self.decorated.entry(value).or_default().push(subgroup_uniform_decoration());
        }
    }

    /// What the function has so far.
    pub(in crate::sema) fn parts(&mut self) -> (&mut Arena<Value>, &Arena<Place>, &Arena<Block>) {
        let function = &mut self.function;
        (&mut function.values, &function.places, &function.blocks)
    }

    /// Decides which values are computed under `precise`, once the body is complete.
    pub(in crate::sema) fn mark_precise(&mut self, bool: Handle<Type>) {
        let function = &mut self.function;
        precise::mark(&self.precise_uses, &mut function.values, &function.places, &function.blocks, bool);
    }
}

/// The decoration for the qualifier ("Modifications to GL_KHR_vulkan_glsl").
pub(in crate::sema) fn subgroup_uniform_decoration() -> SpirvDecoration {
    SpirvDecoration { form: SpirvForm::Literals, decoration: spirv::Decoration::Uniform as u32, operands: Vec::new() }
}
