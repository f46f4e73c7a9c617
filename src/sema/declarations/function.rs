//! Function heads and bodies (GLSL 4.60, 6.1).

use crate::builtins;
use crate::diagnostics::Diagnostic;
use crate::hir::{
    Arena, Block, EntryPoint, Function, FunctionAttributes, Handle, ImageClass, MemoryModel, MemoryQualifiers, Module,
    Parameter, ParameterMode, PlaceRoot, Span, SpirvInstruction, Statement, StorageClass, Type, TypeTable, ValueKind,
};
use crate::sema::calls::function_table::{UserFunction, UserParameter};
use crate::sema::calls::overload::Direction;
use crate::sema::context::marks::MarkingBuilder;
use crate::sema::context::scope::{Entity, Variable};
use crate::sema::expressions::memory_direction::meaningful;
use crate::sema::expressions::operand::Path;
use crate::sema::extensions::spirv_intrinsics::DECORATE;
use crate::sema::interface::binding;
use crate::sema::qualifiers::qualifier::{Qualifiers, Storage, memory_word};
use crate::sema::qualifiers::qualifier_place::Place;
use crate::sema::statements::missing_return;
use crate::sema::{Analyzer, Code};
use crate::source::Symbol;
use crate::syntax::ast::{FunctionDefinition, FunctionPrototype, QualifierKind, SpirvWord};

impl Analyzer<'_> {
    /// `prototype ;`
    pub(super) fn function_prototype(&mut self, prototype: &FunctionPrototype) {
        if !self.scopes.is_global() {
            // One that is an instruction has no body, and is known in the function (GL_EXT_spirv_intrinsics, "Examples").
            let is_instruction = prototype.result.qualifiers.iter().any(
                |qualifier| matches!(&qualifier.kind, QualifierKind::Spirv(it) if it.word == SpirvWord::Instruction),
            );
            if is_instruction {
                let known = self.functions.list.len();
                let index = self.declare_function(prototype);
                self.functions.inner.extend(index.filter(|&index| index >= known));
                return;
            }
            self.report(
                Diagnostic::error(
                    Code::FunctionMisplaced,
                    prototype.span,
                    "a function cannot be declared inside a function",
                )
                .with_note("GLSL 4.60, 6.1: functions are declared at global scope"),
            );
            return;
        }
        self.declare_function(prototype);
    }

    /// Declares a function or finds its earlier declaration; gives its index. A wrong head makes calls silent.
    fn declare_function(&mut self, prototype: &FunctionPrototype) -> Option<usize> {
        let index = self.declare_head(prototype);
        if index.is_none() && self.scopes.get(prototype.name.symbol).is_none() {
            self.silence(prototype.name.symbol, prototype.name.span);
        }
        index
    }

    fn declare_head(&mut self, prototype: &FunctionPrototype) -> Option<usize> {
        let symbol = prototype.name.symbol;
        let name = self.text(symbol);
        let span = prototype.name.span;
        let mut qualifiers = Qualifiers::collect(self, &prototype.result.qualifiers);
        self.only_precision(&qualifiers, Place::Result);
        self.no_locals_in_decorations(&qualifiers);
        let mut words = DECORATE.to_vec();
        words.push(SpirvWord::Instruction);
        self.only_spirv_words(&qualifiers, &words, "the result of a function");
        let instruction = qualifiers.spirv.instruction.as_ref().map(|(instruction, _)| instruction.clone());
        let result = self.type_specifier(&prototype.result.specifier, &[]);
        self.resolve_precision(&mut qualifiers, result, &prototype.result.specifier);
        let parameters = self.parameters(prototype, instruction.is_some());
        let (result, parameters) = (result?, parameters?);
        if qualifiers.spirv.wrong {
            return None;
        }
        if let Some(instruction) = &instruction {
            self.check_spirv_result(instruction, result, prototype.result.specifier.span);
        }
        if self.contains_opaque(result) && !(instruction.is_some() && self.is_spirv_type(result)) {
            let spelled = self.spell(result);
            self.error(
                Code::OpaqueMisplaced,
                prototype.result.specifier.span,
                format!("a function cannot return a `{spelled}`"),
            );
            return None;
        }
        if !self.allows_arithmetic(result, "the result of a function", prototype.result.specifier.span) {
            return None;
        }
        if self.has_runtime_size(result) {
            self.error(
                Code::UnsizedArray,
                prototype.result.specifier.span,
                "a function cannot return an unsized array",
            );
            return None;
        }
        let same = self.functions.by_name.get(&symbol).and_then(|indices| {
            indices.iter().copied().find(|&index| {
                self.functions.get(index).is_some_and(|function| {
                    function.parameters.len() == parameters.len()
                        && function.parameters.iter().zip(&parameters).all(|(a, b)| a.ty == b.ty)
                })
            })
        });
        if let Some(index) = same {
            if let Some(function) = self.functions.list.get_mut(index) {
                function.precise |= qualifiers.precise;
            }
            return self.redeclare_function(index, result, parameters, instruction, span);
        }
        self.check_name(prototype.name);
        if instruction.is_none()
            && self.version.is_es()
            && builtins::function(name).is_some_and(|it| self.is_visible(it))
        {
            self.report(
                Diagnostic::error(Code::ReservedName, span, format!("`{name}` is a built-in function"))
                    .with_note("GLSL ES 3.20, 6.1: built-in functions can be neither redefined nor overloaded"),
            );
            return None;
        }
        if let Some(declared) = self.scopes.get_local(symbol)
            && !matches!(declared.entity, Entity::Function)
        {
            let earlier = declared.span;
            self.report(
                Diagnostic::error(
                    Code::Redeclaration,
                    span,
                    format!("`{name}` is declared already, and not as a function"),
                )
                .with_secondary(earlier, "first declared here"),
            );
            return None;
        }
        // Every overload of the name stands behind this one entity.
        let _ = self.scopes.declare(symbol, Entity::Function, span);
        if name == "main" && (!parameters.is_empty() || result != self.common.void) {
            self.report(
                Diagnostic::error(Code::MainSignature, span, "`main` takes no parameters and returns nothing")
                    .with_help("write `void main()`"),
            );
            return None;
        }
        let handle = self.functions.arena.append(placeholder(name, result), prototype.span);
        if qualifiers.relaxed {
            self.relaxed_functions.insert(handle);
        }
        let index = self.functions.list.len();
        self.functions.list.push(UserFunction {
            name: symbol,
            parameters,
            result,
            non_uniform: qualifiers.non_uniform.is_some(),
            precise: qualifiers.precise,
            handle,
            instruction,
            subgroup_uniform: qualifiers.subgroup_uniform.is_some(),
            decorations: qualifiers.decorations(),
            declared_at: span,
            defined_at: None,
            called_at: None,
            calls: Vec::new(),
        });
        self.functions.by_name.entry(symbol).or_default().push(index);
        Some(index)
    }

    fn redeclare_function(
        &mut self,
        index: usize,
        result: Handle<Type>,
        parameters: Vec<UserParameter>,
        instruction: Option<SpirvInstruction>,
        span: Span,
    ) -> Option<usize> {
        let function = self.functions.list.get_mut(index)?;
        let name = self.names.resolve(function.name);
        let earlier = function.declared_at;
        let difference = if function.result != result {
            Some("result type".to_owned())
        } else if function.instruction != instruction && (instruction.is_some() || function.instruction.is_some()) {
            Some("instruction".to_owned())
        } else {
            function
                .parameters
                .iter()
                .zip(&parameters)
                .position(|(a, b)| {
                    a.direction != b.direction
                        || a.qualifiers != b.qualifiers
                        || a.constant != b.constant
                        || a.literal != b.literal
                })
                .map(|position| format!("qualifiers of parameter {}", position + 1))
        };
        if let Some(difference) = difference {
            self.report(
                Diagnostic::error(
                    Code::Redeclaration,
                    span,
                    format!("this declaration of `{name}` differs from an earlier one in the {difference}"),
                )
                .with_secondary(earlier, "first declared here"),
            );
            return None;
        }
        // The names of the definition count, not those of the prototype.
        function.parameters = parameters;
        Some(index)
    }

    fn parameters(&mut self, prototype: &FunctionPrototype, instruction: bool) -> Option<Vec<UserParameter>> {
        let mut parameters = Vec::with_capacity(prototype.parameters.len());
        let mut wrong = false;
        for parameter in &prototype.parameters {
            let mut qualifiers = Qualifiers::collect(self, &parameter.ty.qualifiers);
            let Some(ty) = self.type_specifier(&parameter.ty.specifier, &parameter.dimensions) else {
                wrong = true;
                continue;
            };
            self.resolve_precision(&mut qualifiers, Some(ty), &parameter.ty.specifier);
            let is_output = matches!(qualifiers.storage, Some((Storage::Out | Storage::InOut, _)))
                || qualifiers.spirv.find(SpirvWord::ByReference).is_some();
            let place = match *self.types.get(self.element_of_arrays(ty)) {
                Type::Image(image) if matches!(image.class, ImageClass::Storage(_)) => Place::ImageParameter,
                _ if is_output => Place::OutParameter,
                _ => Place::Parameter,
            };
            self.check_place(&qualifiers, place);
            let ty = qualifiers.layout.format.map_or(ty, |(format, _)| self.with_format(ty, format));
            let span = parameter.name.map_or(parameter.span, |name| name.span);
            self.note_vector(&parameter.ty.specifier, span);
            let storage = qualifiers.storage.map_or(Storage::In, |(storage, _)| storage);
            let opaque = self.contains_opaque(ty);
            // Acceleration structures are handles (GL_EXT_ray_query, "Mapping to SPIR-V").
            let by_value = *self.types.get(ty) == Type::AccelerationStructure;
            wrong |= qualifiers.spirv.wrong;
            let by_reference = qualifiers.spirv.find(SpirvWord::ByReference);
            let direction = match storage {
                _ if instruction => match self.spirv_parameter(&qualifiers, ty, span) {
                    Some(direction) => direction,
                    None => {
                        wrong = true;
                        Direction::In
                    }
                },
                Storage::In if by_reference.is_some() && !opaque => Direction::InOut,
                Storage::In if by_value => Direction::In,
                Storage::In if opaque => Direction::Reference,
                Storage::In => Direction::In,
                Storage::Out => Direction::Out,
                Storage::InOut => Direction::InOut,
                Storage::Uniform | Storage::Buffer | Storage::Shared | Storage::Pipeline(_) => {
                    let place = qualifiers.storage.map_or(span, |(_, span)| span);
                    self.error(
                        Code::QualifierMisplaced,
                        place,
                        format!("`{}` cannot be used on a parameter", storage.word()),
                    );
                    wrong = true;
                    Direction::In
                }
            };
            if !instruction {
                let mut words = DECORATE.to_vec();
                words.push(SpirvWord::ByReference);
                self.only_spirv_words(&qualifiers, &words, "a parameter of a function with a body");
            }
            if !instruction && matches!(self.types.get(self.element_of_arrays(ty)), Type::Struct(_)) && opaque {
                self.report(
                    Diagnostic::error(Code::OpaqueMisplaced, span, "a structure with resources cannot be a parameter")
                        .with_note("GL_KHR_vulkan_glsl: no variable has such a type")
                        .with_help("pass the resources by themselves"),
                );
                wrong = true;
                continue;
            }
            if opaque && matches!(direction, Direction::Out | Direction::InOut) {
                self.error(Code::OpaqueMisplaced, span, "a resource can only be an `in` parameter");
                wrong = true;
            }
            if !opaque && !self.is_reference(ty) {
                self.no_memory_qualifiers(&qualifiers, "a parameter that is neither an image nor a reference");
            }
            if opaque && !self.is_writable_resource(ty) {
                self.only_non_private(&qualifiers, "a texture or sampler");
                qualifiers.memory = meaningful(qualifiers.memory);
            }
            if ty == self.common.void {
                self.error(Code::VoidVariable, span, "a parameter cannot be `void`");
                wrong = true;
                continue;
            }
            if !self.allows_arithmetic(ty, "a parameter", span) {
                wrong = true;
                continue;
            }
            if self.has_runtime_size(ty) {
                self.report(
                    Diagnostic::error(Code::UnsizedArray, span, "an array parameter needs a size")
                        .with_note("GLSL 4.60, 4.1.9"),
                );
                wrong = true;
                continue;
            }
            parameters.push(UserParameter {
                name: parameter.name,
                ty,
                direction,
                qualifiers: qualifiers.memory | qualifiers.relaxed(),
                non_uniform: qualifiers.non_uniform.is_some(),
                constant: qualifiers.constant.is_some(),
                precise: qualifiers.precise,
                literal: qualifiers.spirv.find(SpirvWord::Literal).is_some(),
                subgroup_uniform: qualifiers.subgroup_uniform.is_some(),
                decorations: qualifiers.decorations(),
                span,
            });
        }
        (!wrong).then_some(parameters)
    }

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
        if function.instruction.is_some() {
            let name = self.text(definition.prototype.name.symbol);
            self.report(
                Diagnostic::error(
                    Code::InstructionBody,
                    name_span,
                    format!("`{name}` is an instruction, it cannot have a body"),
                )
                .with_help("end the declaration with `;`")
                .with_note("GL_EXT_spirv_intrinsics, 6.1.3"),
            );
            return;
        }
        let symbol = function.name;
        if let Some(earlier) = function.defined_at {
            let name = self.text(symbol);
            self.report(
                Diagnostic::error(
                    Code::Redefinition,
                    name_span,
                    format!("`{name}` is defined twice with these parameters"),
                )
                .with_secondary(earlier, "first defined here"),
            );
            return;
        }
        function.defined_at = Some(name_span);
        let (parameters, result, handle) = (function.parameters.clone(), function.result, function.handle);
        let decorations = function.decorations.clone();
        let is_main = self.text(symbol) == "main";
        // Global initialisers are statements of `main`, so its builder is the one that is there outside of functions.
        let outside = (!is_main).then(|| std::mem::replace(&mut self.builder, MarkingBuilder::new(result)));
        let main_block = is_main.then(|| self.builder.new_block());
        let outer = main_block.map(|block| self.builder.enter(block));
        self.functions.current = Some(index);
        self.scopes.open();
        self.declare_parameters(&parameters);
        for statement in &definition.body.statements {
            self.statement(statement);
        }
        self.scopes.close();
        self.functions.forget_inner();
        self.functions.current = None;
        if self.builder.reachable && result != self.common.void && self.can_end() {
            let name = self.text(symbol);
            let spelled = self.spell(result);
            self.report(
                Diagnostic::warning(
                    Code::MissingReturn,
                    name_span,
                    format!("`{name}` can end without returning its `{spelled}`"),
                )
                .with_note("GLSL 4.60, 6.1: the value is then undefined"),
            );
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
            let slot = self.functions.arena.get_mut(handle);
            slot.parameters = hir_parameters(&parameters, self.names, &self.types);
            slot.attributes = FunctionAttributes { relaxed, ..attributes };
            slot.decorations = decorations;
            slot.span = definition.prototype.span;
            builder.finish_into(slot);
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
                Direction::In if is_array_of_references(&self.types, parameter.ty) => Entity::Variable(Variable {
                    read_only: parameter.constant.then_some("which is `const`"),
                    ..variable(PlaceRoot::Parameter(index), StorageClass::Function)
                }),
                Direction::In => {
                    let value = self.builder.declare(ValueKind::Parameter(index), parameter.ty, parameter.span);
                    if parameter.non_uniform {
                        self.builder.non_uniform.insert(value);
                    }
                    if parameter.subgroup_uniform {
                        // The parameter itself has the decoration.
                        self.builder.subgroup_uniform.insert(value);
                    }
                    let is_handle = *self.types.get(parameter.ty) == Type::AccelerationStructure;
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

    /// Reports a cycle of calls: the last one closes it, the others lead there.
    fn report_recursion(&mut self, cycle: &[(Span, Symbol)]) {
        const MOST_PLACES: usize = 6;
        let Some((&(span, callee), earlier)) = cycle.split_last() else { return };
        let name = self.text(callee);
        let callees: Vec<_> = earlier.iter().map(|it| format!("`{}`", self.text(it.1))).collect();
        let message = match callees.split_last() {
            None => format!("`{name}` calls itself"),
            Some((last, [])) => format!("`{name}` calls itself through {last}"),
            Some((last, others)) => format!("`{name}` calls itself through {} and {last}", others.join(", ")),
        };
        let mut diagnostic = Diagnostic::error(Code::Recursion, span, message)
            .with_label(format!("this call of `{name}` closes the cycle"))
            .with_note("GLSL 4.60, 6.1.1: recursion is not allowed, not even statically")
            .with_help("write a loop, with an array for what the recursion would keep");
        for (&(span, _), text) in earlier.iter().zip(&callees).take(MOST_PLACES) {
            diagnostic = diagnostic.with_secondary(span, format!("{text} is called here"));
        }
        self.report(diagnostic);
    }

    /// Puts the module together, unless something was wrong.
    pub(in crate::sema) fn finish(mut self) -> Option<Module> {
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
            self.report(
                Diagnostic::error(
                    Code::UndefinedFunction,
                    called_at,
                    format!("`{name}` is declared but never defined"),
                )
                .with_secondary(declared_at, "declared here"),
            );
        }
        self.check_tangled();
        self.complete_forward_references();
        self.size_descriptor_arrays();
        let workgroup = self.stage.facts().has_workgroups.then(|| self.finish_workgroup());
        let variant = self.finish_stage();
        let Some((main, main_block)) = self.functions.main else {
            if !self.diagnostics.has_errors() {
                self.report(
                    Diagnostic::error(Code::NoMain, Span::UNDEFINED, "there is no function `main`")
                        .with_help("add `void main() { ... }`"),
                );
            }
            return None;
        };
        if self.diagnostics.has_errors() {
            return None;
        }
        self.opacity_micromap_mode();
        self.relax_memory_qualifiers();
        binding::assign(&mut self.globals, &self.types, self.stage, &self.options.binding_bases);
        // Global initialisers run first, then the body.
        self.builder.splice(main_block);
        self.mark_relaxed(&[], false);
        self.builder.mark_precise(self.common.bool);
        let handle = self.functions.get(main)?.handle;
        let slot = self.functions.arena.get_mut(handle);
        self.builder.finish_into(slot);
        slot.attributes = self.main_attributes;
        Some(Module {
            types: self.types,
            constants: self.constants,
            globals: self.globals,
            functions: self.functions.arena,
            intrinsics: self.intrinsics,
            memory_model: MemoryModel::default(),
            entry_point: EntryPoint {
                stage: self.stage,
                function: handle,
                workgroup,
                modes: self.modes.finish(),
                variant,
                constants: self.used_constants.into_values().collect(),
                primitive_culling: self.primitive_culling,
                wide_indexing: self.indexing.wide,
            },
        })
    }

    /// `return;` and `return value;`
    pub(in crate::sema) fn return_statement(
        &mut self,
        value: Option<Handle<crate::syntax::ast::Expression>>,
        span: Span,
    ) {
        self.note_return(span);
        let result = self.builder.result;
        let void = self.common.void;
        let value = match value {
            None if result == void => None,
            None => {
                let spelled = self.spell(result);
                self.error(Code::ReturnValue, span, format!("this function must return a `{spelled}`"));
                self.builder.abandon();
                return;
            }
            Some(expression) => {
                let value_span = self.span_of(expression);
                let operand = self.rvalue(expression);
                if result == void {
                    let Some(ty) = self.type_of(&operand) else { return };
                    if ty != void || !self.version.is_es() {
                        self.report(
                            Diagnostic::error(Code::ReturnValue, value_span, "this function returns nothing")
                                .with_help("write `return;`"),
                        );
                    }
                    return;
                }
                let operand = self.convert_for(operand, result, value_span, "the returned value");
                let Some(value) = self.value(operand, value_span) else {
                    self.builder.abandon();
                    return;
                };
                let function = self.functions.current.and_then(|index| self.functions.get(index));
                if function.is_some_and(|function| function.precise) {
                    self.builder.precise_uses.values.push(value);
                }
                Some(value)
            }
        };
        self.builder.jump(Statement::Return(value), span);
    }

    /// Reports qualifiers that a parameter would lose (GL_KHR_memory_scope_semantics; GLSL 4.60, 4.10).
    pub(in crate::sema) fn check_dropped_qualifiers(
        &mut self,
        access: MemoryQualifiers,
        parameter: &UserParameter,
        span: Span,
    ) {
        let Some(word) = dropped_qualifier(access, parameter.qualifiers) else { return };
        self.report(
            Diagnostic::error(Code::QualifierDropped, span, format!("this is `{word}`, the parameter is not"))
                .with_secondary(parameter.span, "the parameter")
                .with_note("GLSL 4.60, 4.10, and GL_KHR_memory_scope_semantics: a parameter may add memory qualifiers and widen the scope of coherence, never lose one, `restrict` excepted")
                .with_help(format!("declare the parameter `{word}`")),
        );
    }
}

/// The first qualifier of an argument that a parameter does not keep. A wider scope keeps a narrower one, and whoever is
/// coherent or `volatile` is not private.
fn dropped_qualifier(argument: MemoryQualifiers, parameter: MemoryQualifiers) -> Option<&'static str> {
    use MemoryQualifiers as Q;
    let device = Q::DEVICE_COHERENT;
    let family = device | Q::QUEUE_FAMILY_COHERENT | Q::COHERENT;
    let workgroup = family | Q::WORKGROUP_COHERENT;
    let keepers = [
        (Q::COHERENT, family),
        (Q::VOLATILE, Q::VOLATILE),
        (Q::READONLY, Q::READONLY),
        (Q::WRITEONLY, Q::WRITEONLY),
        (device, device),
        (Q::QUEUE_FAMILY_COHERENT, family),
        (Q::WORKGROUP_COHERENT, workgroup),
        (Q::SUBGROUP_COHERENT, workgroup | Q::SUBGROUP_COHERENT),
        (Q::SHADER_CALL_COHERENT, family | Q::SHADER_CALL_COHERENT),
        (Q::NON_PRIVATE, Q::COHERENT_KINDS | Q::VOLATILE | Q::NON_PRIVATE),
        (Q::NON_TEMPORAL, Q::NON_TEMPORAL),
    ];
    let dropped = |&&(qualifier, kept_by): &&(Q, Q)| argument.contains(qualifier) && !parameter.intersects(kept_by);
    keepers.iter().find(dropped).map(|&(qualifier, _)| memory_word(qualifier))
}

/// A function without a body, to be called before it is defined.
fn placeholder(name: &str, result: Handle<Type>) -> Function {
    let mut blocks = Arena::new();
    let body = blocks.append(Block::default(), Span::UNDEFINED);
    Function {
        name: name.to_owned(),
        parameters: Vec::new(),
        result,
        locals: Arena::new(),
        places: Arena::new(),
        values: Arena::new(),
        blocks,
        body,
        decorations: Vec::new(),
        decorated: Default::default(),
        attributes: FunctionAttributes::default(),
        span: Span::UNDEFINED,
    }
}

/// Whether parameters of a type are passed in memory though they are `in`: SPIR-V wants aliasing decorations on arrays of
/// physical pointers, and has none that values could carry.
pub(in crate::sema) fn is_array_of_references(types: &TypeTable, ty: Handle<Type>) -> bool {
    let mut element = ty;
    while let Type::Array { element: inner, .. } = *types.get(element) {
        element = inner;
    }
    element != ty && matches!(types.get(element), Type::Reference(_))
}

fn hir_parameters(parameters: &[UserParameter], names: &crate::source::Interner, types: &TypeTable) -> Vec<Parameter> {
    parameters
        .iter()
        .map(|parameter| Parameter {
            name: parameter.name.map_or_else(String::new, |name| names.resolve(name.symbol).to_owned()),
            ty: parameter.ty,
            mode: match parameter.direction {
                Direction::In if is_array_of_references(types, parameter.ty) => ParameterMode::Pointer,
                Direction::In => ParameterMode::Value,
                Direction::Reference => ParameterMode::Resource,
                Direction::Out | Direction::InOut => ParameterMode::Pointer,
            },
            // Of values only handles can be marked; for others it is their uses that count.
            qualifiers: if parameter.non_uniform {
                parameter.qualifiers | MemoryQualifiers::NON_UNIFORM
            } else {
                parameter.qualifiers
            },
            decorations: parameter.decorations.clone(),
        })
        .collect()
}
