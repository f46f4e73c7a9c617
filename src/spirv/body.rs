//! A whole function: its parameters, and the blocks of its body.
//!
//! Comes in: a [`FunctionWriter`] that has written nothing. Goes out: a [`dr::Function`]. Must not depend on: the
//! bodies of other functions.

use super::function::FunctionWriter;
use super::grammar::instruction;
use super::memory::storage_class;
use super::type_key::TypeKey;
use super::writer::Written;
use super::{Lowered, OrBug};
use crate::hir::{ParameterMode, Type};
use rspirv::dr::{self, Operand};
use rspirv::spirv::{self, Decoration, Op};

impl FunctionWriter<'_, '_> {
    /// Lowers the whole function.
    pub(super) fn run(mut self, id: u32) -> Lowered<dr::Function> {
        let result = self.module.value_type(self.function.result)?;
        let mut types = Vec::new();
        for (index, parameter) in self.function.parameters.iter().enumerate() {
            if self.parameter_heap(index as u32).is_some() {
                continue;
            }
            let (ty, class) = self.parameter_memory(index as u32)?;
            let ty = self.plain_type(&ty)?;
            types.push(match parameter.mode {
                ParameterMode::Value => ty,
                ParameterMode::Pointer | ParameterMode::Resource => {
                    let class = storage_class(class, self.module.options.target.spirv);
                    self.module.pointer_type(class, ty)
                }
            });
        }
        types.extend(self.resources.iter().flatten().flat_map(|resource| resource.indices.iter().copied()));
        let signature = self.module.type_of(TypeKey::Function(result, types.clone()));
        let mut parameters = Vec::new();
        let mut types = types.into_iter();
        for (index, parameter) in self.function.parameters.iter().enumerate() {
            if self.parameter_heap(index as u32).is_some() {
                // Only its index is passed.
                self.parameters.push(0);
                continue;
            }
            let ty = types.next().or_bug("the type of a parameter")?;
            let id = self.module.id();
            parameters.push(instruction(Op::FunctionParameter, Some(ty), Some(id), vec![]));
            self.parameters.push(id);
            self.module.name(id, &parameter.name);
            self.module.decorate_later(id, None, &parameter.decorations);
            self.module.decorate_relaxed(id, parameter.qualifiers);
            match parameter.mode {
                ParameterMode::Resource => {
                    for decoration in self.module.hir.memory_model.decorations(parameter.qualifiers) {
                        self.module.decorate(id, decoration, vec![]);
                    }
                }
                // A handle that may differ between invocations.
                _ if *self.module.hir.types.get(parameter.ty) == Type::AccelerationStructure => {
                    self.module.mark_non_uniform(id, parameter.qualifiers);
                }
                mode => {
                    self.module.decorate_aliasing(id, parameter.ty, parameter.qualifiers, mode == ParameterMode::Value)
                }
            }
        }
        for (index, resource) in self.resources.iter().enumerate() {
            for ty in types.by_ref().take(resource.as_ref().map_or(0, |resource| resource.indices.len())) {
                let id = self.module.id();
                parameters.push(instruction(Op::FunctionParameter, Some(ty), Some(id), vec![]));
                self.indices.entry(index as u32).or_default().push(id);
            }
        }
        let label = self.module.id();
        self.begin_block(label);
        self.statements()?;
        if self.is_open() {
            self.module.span = self.function.end();
            if matches!(self.module.hir.types.get(self.function.result), Type::Void) {
                self.terminate(Op::Return, vec![])?;
            } else {
                // The value is undefined (GLSL 4.60, 6.4), but control may get here.
                let undefined = self.module.plain_constant(Op::Undef, result);
                self.terminate(Op::ReturnValue, vec![Operand::IdRef(undefined)])?;
            }
        }
        if let Some(first) = self.blocks.first_mut() {
            first.instructions.splice(0..0, self.variables);
        }
        if self.function.attributes.relaxed {
            self.module.decorate(id, Decoration::RelaxedPrecision, vec![]);
        }
        if self.module.debug.is_some() {
            let mut locals: Vec<_> = self.locals.into_iter().collect();
            locals.sort_unstable();
            self.module.written.push(Written { function: self.function, parameters: self.parameters, locals });
        }
        let attributes = self.function.attributes;
        let mut control = spirv::FunctionControl::NONE;
        control.set(spirv::FunctionControl::INLINE, attributes.inline);
        control.set(spirv::FunctionControl::DONT_INLINE, attributes.no_inline);
        let control = Operand::FunctionControl(control);
        Ok(dr::Function {
            def: Some(instruction(Op::Function, Some(result), Some(id), vec![control, Operand::IdRef(signature)])),
            end: Some(instruction(Op::FunctionEnd, None, None, vec![])),
            parameters,
            blocks: self.blocks,
        })
    }
}
