//! Function bodies, and the finished module (GLSL 4.60, 6.1).
//!
//! Comes in: definitions. Goes out: functions of HIR, and the module if nothing was wrong. Must not depend on: what a
//! head means.

use crate::diagnostics::{Diagnostic, did_you_mean};
use crate::hir::{
    Buffers, FunctionAttributes, MemoryQualifiers, Module, Name, Parameter, ParameterMode, PlaceRoot, Span,
    StorageClass, Type, TypeTable, ValueKind,
};
use crate::sema::calls::function_table::UserParameter;
use crate::sema::calls::overload::Direction;
use crate::sema::context::marks::MarkingBuilder;
use crate::sema::context::scope::{Entity, Variable};
use crate::sema::context::type_facts::is_array_of_references;
use crate::sema::declarations::messages;
use crate::sema::expressions::operand::Path;
use crate::sema::interface::binding;
use crate::sema::statements::missing_return;
use crate::sema::{Analyzer, Code, KnownNames};
use crate::source::Symbol;
use crate::syntax::ast::FunctionDefinition;

impl Analyzer<'_> {
    /// A function with its body.
    pub(in crate::sema) fn function_definition(&mut self, definition: &FunctionDefinition) {
        let attributes = {
            let is_main = self.text(definition.prototype.name.symbol) == "main";
            self.function_attributes(&definition.attributes, is_main)
        };
        let Some(index) = self.declare_function(&definition.prototype) else {
            // The body can still be wrong in ways that have nothing to do with the head, but its parameters are not
            // known, so looking would invent errors.
            self.left_out(definition.prototype.name.span);
            return;
        };
        let Some(function) = self.functions.list.get_mut(index) else { return };
        let name_span = definition.prototype.name.span;
        let wrong = if function.instruction.is_some() {
            Some(instruction_with_body(name_span, self.names.resolve(function.name)))
        } else {
            function.defined_at.map(|earlier| second_definition(name_span, self.names.resolve(function.name), earlier))
        };
        if let Some(diagnostic) = wrong {
            self.report(diagnostic);
            return;
        }
        let symbol = function.name;
        function.defined_at = Some(name_span);
        let (parameters, result, handle) = (function.parameters.clone(), function.result, function.handle);
        let decorations = function.decorations.clone();
        let is_main = self.text(symbol) == "main";
        // Global initializers are statements of `main`, so outside functions the builder is that of `main`.
        let outside = (!is_main).then(|| {
            let buffers = self.builder.take_buffers();
            std::mem::replace(&mut self.builder, MarkingBuilder::new(result, buffers))
        });
        let main_block = is_main.then(|| self.builder.new_block());
        let outer = main_block.map(|block| self.builder.enter(block));
        // Most expressions compute a value, and half of them read or write a place: so these lists need not grow.
        self.builder.values.reserve(definition.expression_count);
        self.builder.places.reserve(definition.expression_count / 2);
        self.functions.current = Some(index);
        self.builder.scopes.push(definition.body.span);
        self.scopes.open();
        self.declare_parameters(&parameters);
        for statement in &definition.body.statements {
            self.statement(statement);
        }
        self.report_awaited_sizes();
        self.scopes.close();
        self.functions.forget_inner();
        self.functions.current = None;
        if self.builder.reachable && result != self.module.void() && self.can_end() {
            self.report(missing_return(name_span, self.text(symbol)));
        }
        if let (Some(outer), Some(block)) = (outer, main_block) {
            let _ = self.builder.leave(outer);
            self.main_attributes = attributes;
            self.functions.main = Some((index, block));
            return;
        }
        if let Some(outside) = outside {
            let accesses: Vec<_> = parameters.iter().map(|parameter| parameter.qualifiers).collect();
            let relaxed = self.relaxed_functions.contains(&handle);
            self.mark_relaxed(&accesses, relaxed);
            let mut builder = std::mem::replace(&mut self.builder, outside);
            builder.mark_precise(self.common.bool);
            let slot = self.module.functions.get_mut(handle);
            slot.parameters = hir_parameters(&parameters, self.names, &self.module.types);
            slot.attributes = FunctionAttributes { relaxed, ..attributes };
            slot.decorations = decorations;
            slot.span = definition.prototype.span;
            builder.finish_into(slot);
            self.builder.set_buffers(builder.take_buffers());
        }
    }

    /// Whether control can reach the end of the function.
    fn can_end(&mut self) -> bool {
        let body = self.builder.first_block();
        missing_return::can_end(&self.builder.blocks, body, |condition| {
            let constant = self.builder.constant_of(condition)?;
            Some(self.scalar_bits(constant)? != 0)
        })
    }

    fn declare_parameters(&mut self, parameters: &[UserParameter]) {
        for (index, parameter) in parameters.iter().enumerate() {
            let Some(name) = parameter.name else { continue };
            // The number of parameters is limited by the source, whose offsets are u32.
            let index = index as u32;
            let variable = |root, storage| Variable {
                root,
                step: None,
                ty: parameter.ty,
                storage,
                access: parameter.access(),
                read_only: None,
                precise: parameter.precise,
            };
            let entity = match parameter.direction {
                Direction::Reference => {
                    Entity::Variable(variable(PlaceRoot::Parameter(index), StorageClass::UniformConstant))
                }
                Direction::Out | Direction::InOut => {
                    Entity::Variable(variable(PlaceRoot::Parameter(index), StorageClass::Function))
                }
                Direction::In if is_array_of_references(&self.module.types, parameter.ty) => {
                    Entity::Variable(Variable {
                        read_only: parameter.constant.then_some("which is `const`"),
                        ..variable(PlaceRoot::Parameter(index), StorageClass::Function)
                    })
                }
                Direction::In => {
                    let value = self.builder.declare(ValueKind::Parameter(index), parameter.ty, parameter.span);
                    if parameter.non_uniform {
                        self.builder.non_uniform.insert(value);
                    }
                    if parameter.subgroup_uniform {
                        // The parameter itself has the decoration.
                        self.builder.subgroup_uniform.insert(value);
                    }
                    let is_handle = *self.module.types.get(parameter.ty) == Type::AccelerationStructure;
                    if parameter.constant || is_handle {
                        Entity::Value(value)
                    } else {
                        let text = self.text(name.symbol);
                        let local = self.builder.local(text, parameter.ty, name.span);
                        self.builder.locals.get_mut(local).qualifiers = parameter.qualifiers;
                        let path = Path { access: MemoryQualifiers::NONE, ..Self::local_path(local, parameter.ty) };
                        self.store_value(&path, value, name.span);
                        Entity::Variable(variable(PlaceRoot::Local(local), StorageClass::Function))
                    }
                }
            };
            self.check_name(name);
            self.declare(name, entity);
        }
    }

    /// Reports a cycle of calls: the last call closes it, the others lead there.
    fn report_recursion(&mut self, cycle: &[(Span, Symbol)]) {
        const MOST_PLACES: usize = 6;
        let Some((&(span, callee), earlier)) = cycle.split_last() else { return };
        let name = self.text(callee);
        let callees: Vec<_> = earlier.iter().map(|it| format!("`{}`", self.text(it.1))).collect();
        let mut diagnostic = messages::recursion(span, &name, &callees);
        for (&(span, _), text) in earlier.iter().zip(&callees).take(MOST_PLACES) {
            diagnostic = diagnostic.with_secondary(span, format!("{text} is called here"));
        }
        self.report(diagnostic);
    }

    /// Puts the module together, unless something was wrong.
    pub(in crate::sema) fn finish(mut self, buffers: &mut Buffers, known: &mut KnownNames) -> Option<Module> {
        if let Some(cycle) = self.functions.recursion() {
            self.report_recursion(&cycle);
        }
        let undefined: Vec<_> = self
            .functions
            .list
            .iter()
            .filter(|function| function.defined_at.is_none() && function.instruction.is_none())
            .filter_map(|function| Some((function.called_at?, function.name, function.declared_at)))
            .collect();
        for (called_at, symbol, declared_at) in undefined {
            let name = self.text(symbol);
            self.report(messages::never_defined(called_at, &name, declared_at));
        }
        self.check_tangled();
        self.complete_forward_references();
        self.size_descriptor_arrays();
        let workgroup = self.module.stage.facts().has_workgroups.then(|| self.finish_workgroup());
        let variant = self.finish_stage();
        let Some((main, main_block)) = self.functions.main else {
            if !self.diagnostics.has_errors() {
                let diagnostic = messages::no_function_main(Span::UNDEFINED);
                let close = did_you_mean("main", self.functions.names().map(|name| self.names.resolve(name)));
                let help = match close {
                    Some(close) => format!("rename `{close}` to `main`, or add `void main() {{ ... }}`"),
                    None => "add `void main() { ... }`".to_owned(),
                };
                self.report(diagnostic.with_help(help));
            }
            return None;
        };
        if self.diagnostics.has_errors() {
            return None;
        }
        self.opacity_micromap_mode();
        self.relax_memory_qualifiers();
        self.close_heap_blocks();
        binding::assign(&mut self.module.globals, &self.module.types, self.module.stage, &self.options.binding_bases);
        // Global initializers run first, then the body.
        self.builder.splice(main_block);
        self.mark_relaxed(&[], false);
        self.builder.mark_precise(self.common.bool);
        let (handle, span) = self.functions.get(main).map(|it| (it.handle, it.declared_at))?;
        let slot = self.module.functions.get_mut(handle);
        slot.span = span;
        self.builder.finish_into(slot);
        slot.attributes = self.main_attributes;
        *buffers = self.builder.take_buffers();
        known.scopes = self.scopes.emptied();
        known.user_functions = self.functions.emptied();
        let mut module = self.module.finish(handle);
        module.intrinsics = self.intrinsics;
        module.named_constants = self.named_constants;
        module.entry_point.workgroup = workgroup;
        module.entry_point.modes = self.modes.finish();
        module.entry_point.variant = variant;
        module.entry_point.constants = self.used_constants.into_values().collect();
        module.entry_point.primitive_culling = self.primitive_culling;
        module.entry_point.wide_indexing = self.indexing.wide;
        Some(module)
    }
}

fn hir_parameters(parameters: &[UserParameter], names: &crate::source::Interner, types: &TypeTable) -> Vec<Parameter> {
    parameters
        .iter()
        .map(|parameter| Parameter {
            name: parameter.name.map_or_else(Name::default, |name| names.resolve(name.symbol).into()),
            ty: parameter.ty,
            mode: match parameter.direction {
                Direction::In if is_array_of_references(types, parameter.ty) => ParameterMode::Pointer,
                Direction::In => ParameterMode::Value,
                Direction::Reference => ParameterMode::Resource,
                Direction::Out | Direction::InOut => ParameterMode::Pointer,
            },
            // Only handles can be marked as values; for other types the uses count.
            qualifiers: if parameter.non_uniform {
                parameter.qualifiers | MemoryQualifiers::NON_UNIFORM
            } else {
                parameter.qualifiers
            },
            decorations: parameter.decorations.clone(),
        })
        .collect()
}

#[cold]
fn instruction_with_body(span: Span, name: &str) -> Diagnostic {
    let message = format!("`{name}` is an instruction and cannot have a body");
    Diagnostic::error(Code::InstructionBody, span, message)
        .with_help("end the declaration with `;`")
        .with_note("GL_EXT_spirv_intrinsics, 6.1.3")
}

#[cold]
fn second_definition(span: Span, name: &str, earlier: Span) -> Diagnostic {
    Diagnostic::error(Code::Redefinition, span, format!("`{name}` is defined twice with these parameters"))
        .with_secondary(earlier, "first defined here")
}

#[cold]
fn missing_return(span: Span, name: &str) -> Diagnostic {
    Diagnostic::warning(Code::MissingReturn, span, format!("`{name}` can end without returning a value"))
        .with_note("GLSL 4.60, 6.1: the value is then undefined")
}
