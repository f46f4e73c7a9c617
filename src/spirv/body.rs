//! A whole function: its parameters, and the blocks of its body.
//!
//! Comes in: a [`FunctionWriter`] that has written nothing. Goes out: its instructions, added to those of the module.
//! Must not depend on: the bodies of other functions.

use super::function::FunctionWriter;
use super::memory::{memory_decorations, storage_class};
use super::type_key::{ParameterTypes, TypeKey};
use super::writer::{ModuleWriter, Written};
use super::{Lowered, OrBug};
use crate::hir::{ParameterMode, Type};
use rspirv::dr::Operand;
use rspirv::spirv::{self, Decoration, Op};

impl FunctionWriter<'_, '_> {
    /// Lowers the whole function.
    pub(super) fn run(mut self, id: u32) -> Lowered<()> {
        let result = self.module.value_type(self.function.result)?;
        let types = self.parameter_types()?;
        let signature = self.module.type_of(TypeKey::Function(result, types.clone()));
        let control = Operand::FunctionControl(self.control());
        self.module.functions.push(Op::Function, Some(result), Some(id), &[control, Operand::IdRef(signature)]);
        self.parameters(types)?;
        let label = self.module.id();
        self.begin_block(label);
        let first_statement = self.module.body.len();
        self.statements()?;
        if self.is_open() {
            self.module.span = self.function.end();
            if matches!(self.module.hir.types.get(self.function.result), Type::Void) {
                self.terminate(Op::Return, &[])?;
            } else {
                // The value is undefined (GLSL 4.60, 6.4), but control may get here.
                let undefined = self.module.plain_constant(Op::Undef, result);
                self.terminate(Op::ReturnValue, &[Operand::IdRef(undefined)])?;
            }
        }
        let ModuleWriter { functions, body, variables_of_function: variables, .. } = self.module;
        // The variables come first in the first block, after its label.
        functions.extend_from(body, 0, first_statement);
        functions.extend_from(variables, 0, variables.len());
        functions.extend_from(body, first_statement, body.len());
        functions.push_ids(Op::FunctionEnd, None, None, &[]);
        body.clear();
        variables.clear();
        if self.function.attributes.relaxed {
            self.module.decorate(id, Decoration::RelaxedPrecision, &[]);
        }
        if self.module.debug.is_some() {
            let locals = self.made_locals();
            self.described.extend(self.named.keys());
            let mut named: Vec<_> = std::mem::take(&mut self.described).into_iter().collect();
            named.sort_unstable();
            self.module.written.push(Written {
                function: self.function,
                parameters: std::mem::take(&mut self.parameters),
                locals,
                named,
                constants: std::mem::take(&mut self.described_constants),
            });
        }
        self.recycle();
        Ok(())
    }

    /// The types of the parameters, those of indices into arrays of resources last.
    fn parameter_types(&mut self) -> Lowered<ParameterTypes> {
        let mut types = ParameterTypes::new();
        for (index, parameter) in self.function.parameters.iter().enumerate() {
            if self.passes_only_indices(index as u32) {
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
        Ok(types)
    }

    /// Declares the parameters.
    fn parameters(&mut self, types: ParameterTypes) -> Lowered<()> {
        let mut types = types.into_iter();
        for (index, parameter) in self.function.parameters.iter().enumerate() {
            if self.passes_only_indices(index as u32) {
                // Only its index is passed.
                self.parameters.push(0);
                continue;
            }
            let ty = types.next().or_bug("the type of a parameter")?;
            let id = self.module.id();
            self.module.functions.push_ids(Op::FunctionParameter, Some(ty), Some(id), &[]);
            self.parameters.push(id);
            self.module.name(id, &parameter.name);
            self.module.decorate_later(id, None, &parameter.decorations);
            self.module.decorate_relaxed(id, parameter.qualifiers);
            match parameter.mode {
                ParameterMode::Resource => {
                    for decoration in memory_decorations(self.module.hir.memory_model, parameter.qualifiers) {
                        self.module.decorate(id, decoration, &[]);
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
                self.module.functions.push_ids(Op::FunctionParameter, Some(ty), Some(id), &[]);
                self.indices.entry(index as u32).or_default().push(id);
            }
        }
        Ok(())
    }

    /// The inlining hints of the source.
    fn control(&self) -> spirv::FunctionControl {
        let attributes = self.function.attributes;
        let mut control = spirv::FunctionControl::NONE;
        control.set(spirv::FunctionControl::INLINE, attributes.inline);
        control.set(spirv::FunctionControl::DONT_INLINE, attributes.no_inline);
        control
    }
}
