//! Function heads (GLSL 4.60, 6.1).
//!
//! Comes in: a prototype, or the head of a definition. Goes out: an entry in the table of functions. Must not depend on: bodies.

use crate::diagnostics::with_article;
use crate::hir::{Function, Handle, ImageClass, Span, SpirvInstruction, Type};
use crate::sema::Analyzer;
use crate::sema::calls::function_table::{UserFunction, UserParameter};
use crate::sema::calls::overload::Direction;
use crate::sema::context::message;
use crate::sema::context::scope::{Entity, NameKind};
use crate::sema::declarations::messages;
use crate::sema::expressions::memory_direction::meaningful;
use crate::sema::extensions::spirv_intrinsics::DECORATE;
use crate::sema::qualifiers::qualifier::{Qualifiers, Storage};
use crate::sema::qualifiers::qualifier_place::Place;
use crate::source::Symbol;
use crate::syntax::ast::{FunctionPrototype, Name, ParameterDeclaration, QualifierKind, SpirvWord};
use smallvec::SmallVec;

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
            self.report(messages::function_cannot_be_declared_inside_function(prototype.span));
            return;
        }
        self.declare_function(prototype);
    }

    /// Declares a function or finds its earlier declaration; returns its index. A wrong head silences calls.
    pub(super) fn declare_function(&mut self, prototype: &FunctionPrototype) -> Option<usize> {
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
        self.only_spirv_words(&qualifiers, DECORATE, &[SpirvWord::Instruction], "the result of a function");
        let instruction = qualifiers.spirv.instruction.as_ref().map(|(instruction, _)| instruction.clone());
        let result = self.type_specifier(&prototype.result.specifier, &[]);
        self.resolve_precision(&mut qualifiers, result, &prototype.result.specifier);
        let parameters = self.parameters(prototype, instruction.is_some());
        let (result, parameters) = (result?, parameters?);
        if qualifiers.spirv.wrong {
            return None;
        }
        if !self.check_result(result, instruction.as_ref(), prototype.result.specifier.span) {
            return None;
        }
        if let Some(index) = self.function_with(symbol, &parameters) {
            if let Some(function) = self.functions.list.get_mut(index) {
                function.precise |= qualifiers.precise;
            }
            self.scopes.note_declared(symbol, span, NameKind::Function);
            return self.redeclare_function(index, result, parameters, instruction, span);
        }
        if !self.check_function_name(prototype.name, instruction.is_some()) {
            return None;
        }
        // All overloads of the name share this entity.
        let _ = self.scopes.declare(symbol, Entity::Function, span);
        if name == "main" && (!parameters.is_empty() || result != self.module.void()) {
            self.report(messages::main_takes_no_parameters_and_returns_nothing(span));
            return None;
        }
        let handle = self.module.functions.append(Function::new(name, result), prototype.span);
        if qualifiers.relaxed {
            self.relaxed_functions.insert(handle);
        }
        Some(self.functions.add(UserFunction {
            name: symbol,
            parameters: parameters.into(),
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
            last_caller: None,
            calls: Vec::new(),
        }))
    }

    /// Whether a function may return values of this type; reports it if not.
    fn check_result(&mut self, result: Handle<Type>, instruction: Option<&SpirvInstruction>, span: Span) -> bool {
        if let Some(instruction) = instruction {
            self.check_spirv_result(instruction, result, span);
        }
        if self.contains_opaque(result) && !(instruction.is_some() && self.is_spirv_type(result)) {
            let spelled = self.spell(result);
            self.report(messages::function_cannot_return(span, &with_article(&spelled)));
            return false;
        }
        self.warn_of_storage_only_result(result, span);
        let wrong = self.has_runtime_size(result);
        if wrong {
            self.report(messages::function_cannot_return_unsized_array(span));
        }
        !wrong
    }

    /// The function of this name with parameters of these types.
    fn function_with(&self, name: Symbol, parameters: &[UserParameter]) -> Option<usize> {
        let types: SmallVec<[Handle<Type>; 8]> = parameters.iter().map(|it| it.ty).collect();
        self.functions.with_types(name, &types)
    }

    /// Whether a new function may have this name; reports it if not.
    fn check_function_name(&mut self, name: Name, is_instruction: bool) -> bool {
        self.check_name(name);
        let text = self.text(name.symbol);
        let is_builtin =
            self.version.is_es() && self.builtin_function(name.symbol).is_some_and(|it| self.is_visible(it));
        if is_builtin && !is_instruction {
            self.report(messages::redeclares_builtin_function(name.span, &text));
            return false;
        }
        let declared = self.scopes.get_local(name.symbol).filter(|it| !matches!(it.entity, Entity::Function));
        let Some(earlier) = declared.map(|it| it.span) else { return true };
        self.report(messages::not_declared_as_function(name.span, &text, earlier));
        false
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
            self.report(messages::differs_from_earlier_declaration(span, &name, &difference, earlier));
            return None;
        }
        // The parameter names of the definition count, not those of the prototype.
        function.parameters = parameters.into();
        Some(index)
    }

    fn parameters(&mut self, prototype: &FunctionPrototype, instruction: bool) -> Option<Vec<UserParameter>> {
        // Every parameter is checked, so that all wrong ones are reported.
        let parameters: Vec<_> = prototype.parameters.iter().map(|it| self.parameter(it, instruction)).collect();
        parameters.into_iter().collect()
    }

    /// A parameter of a function, or of an instruction. `None` after a report.
    pub(in crate::sema) fn parameter(
        &mut self,
        parameter: &ParameterDeclaration,
        instruction: bool,
    ) -> Option<UserParameter> {
        let mut qualifiers = Qualifiers::collect(self, &parameter.ty.qualifiers);
        let ty = self.type_specifier(&parameter.ty.specifier, &parameter.dimensions)?;
        self.resolve_precision(&mut qualifiers, Some(ty), &parameter.ty.specifier);
        let is_output = matches!(qualifiers.storage, Some((Storage::Out | Storage::InOut, _)))
            || qualifiers.spirv.find(SpirvWord::ByReference).is_some();
        let place = match *self.module.types.get(self.element_of_arrays(ty)) {
            Type::Image(image) if matches!(image.class, ImageClass::Storage(_)) => Place::ImageParameter,
            _ if is_output => Place::OutParameter,
            _ => Place::Parameter,
        };
        self.check_place(&qualifiers, place);
        self.check_memory(&qualifiers, place, Some(ty));
        let ty = qualifiers.layout.format.map_or(ty, |(format, _)| self.with_format(ty, format));
        let span = parameter.name.map_or(parameter.span, |name| name.span);
        self.note_vector(&parameter.ty.specifier, span);
        let direction = if instruction {
            self.spirv_parameter(&qualifiers, ty, span)
        } else {
            self.parameter_direction(&qualifiers, ty, span)
        };
        let fits = self.check_parameter(&mut qualifiers, ty, direction, instruction, span);
        let direction = direction.filter(|_| fits && !qualifiers.spirv.wrong)?;
        Some(UserParameter {
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
        })
    }

    /// How a parameter of a function with a body is passed. `None` after a report.
    fn parameter_direction(&mut self, qualifiers: &Qualifiers, ty: Handle<Type>, span: Span) -> Option<Direction> {
        let opaque = self.contains_opaque(ty);
        let storage = qualifiers.storage.map_or(Storage::In, |(storage, _)| storage);
        Some(match storage {
            Storage::In if qualifiers.spirv.find(SpirvWord::ByReference).is_some() && !opaque => Direction::InOut,
            // Acceleration structures are handles (GL_EXT_ray_query, "Mapping to SPIR-V").
            Storage::In if *self.module.types.get(ty) == Type::AccelerationStructure => Direction::In,
            Storage::In if opaque => Direction::Reference,
            Storage::In => Direction::In,
            Storage::Out => Direction::Out,
            Storage::InOut => Direction::InOut,
            Storage::Uniform | Storage::Buffer | Storage::Shared | Storage::Pipeline(_) | Storage::Heap(_) => {
                let place = qualifiers.storage.map_or(span, |(_, span)| span);
                self.report(messages::cannot_be_used_on_parameter(place, &storage.word()));
                return None;
            }
        })
    }

    /// Whether a parameter may have this type and these qualifiers; reports it if not. Meaningless memory qualifiers
    /// are removed.
    fn check_parameter(
        &mut self,
        qualifiers: &mut Qualifiers,
        ty: Handle<Type>,
        direction: Option<Direction>,
        instruction: bool,
        span: Span,
    ) -> bool {
        let opaque = self.contains_opaque(ty);
        if !instruction {
            let what = "a parameter of a function with a body";
            self.only_spirv_words(qualifiers, DECORATE, &[SpirvWord::ByReference], what);
        }
        if !instruction && matches!(self.module.types.get(self.element_of_arrays(ty)), Type::Struct(_)) && opaque {
            self.report(messages::structure_contains_resources(span));
            return false;
        }
        let is_output = opaque && matches!(direction, Some(Direction::Out | Direction::InOut));
        if is_output {
            self.report(messages::resource_can_only_be_in_parameter(span));
        }
        if opaque && !self.is_writable_resource(ty) {
            qualifiers.memory = meaningful(qualifiers.memory);
        }
        if ty == self.module.void() {
            self.report(message::void_value(span, "a parameter"));
            return false;
        }
        if !self.allows_arithmetic(ty, "a parameter", span) {
            return false;
        }
        if self.has_runtime_size(ty) {
            self.report(message::unsized_array(span, "an array parameter").with_note("GLSL 4.60, 4.1.9"));
            return false;
        }
        !is_output
    }
}
