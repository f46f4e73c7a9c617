//! Calls (GLSL 4.60, 6.1): what the callee's name means, its arguments from left to right, which overload is called.
//!
//! Comes in: a callee and arguments as written. Goes out: an operand. Must not depend on: what happens in a call once
//! its overload and its arguments are known.

use crate::builtins;
use crate::hir::{Handle, MemoryQualifiers, Span, Swizzle, Type};
use crate::sema::Analyzer;
use crate::sema::calls::function_table::Written;
use crate::sema::calls::overload::{
    self, BuiltinOverload, Candidate, Direction, Resolution, Signature, hidden_candidates,
};
use crate::sema::context::feature::INTERPOLANT_COMPONENTS;
use crate::sema::context::scope::Entity;
use crate::sema::evaluation::messages;
use crate::sema::expressions::operand::{EvaluatedArgument, EvaluatedArguments, Operand};
use crate::sema::extensions::message;
use crate::sema::extensions::tensor::access as tensor_access;
use crate::source::Symbol;
use crate::syntax::ast::{BaseType, Expression, TypeSpecifier};
use smallvec::SmallVec;

/// A swizzle removed from an input: its components, the number of components of the input, and the type of the result.
type InterpolantSwizzle = (Swizzle, u32, Handle<Type>);

impl Analyzer<'_> {
    /// `callee(arguments)`
    pub(in crate::sema) fn call(
        &mut self,
        callee: &TypeSpecifier,
        arguments: &[Handle<Expression>],
        span: Span,
    ) -> Operand {
        let symbol = match &callee.base {
            BaseType::Named(symbol) => *symbol,
            // The grammar has no structure definitions in expressions.
            BaseType::Struct(_) | BaseType::Spirv(_) | BaseType::Block(_) => return Operand::Error,
        };
        let name = self.text(symbol);
        if name == "nonuniformEXT" {
            let argument = self.non_uniform_argument(callee.span, arguments);
            let Some(operand) = argument.map(|argument| self.expression(argument)) else { return Operand::Error };
            return self.non_uniform_value(operand, span);
        }
        if name == "subgroupuniformEXT" {
            let argument = self.subgroup_uniform_argument(callee.span, arguments);
            let known = self.builder.values.len();
            let Some(operand) = argument.map(|argument| self.expression(argument)) else { return Operand::Error };
            return self.subgroup_uniform_value(operand, known, span);
        }
        let is_type = !callee.dimensions.is_empty() || !callee.arguments.is_empty();
        self.scopes.note_use(symbol, callee.span);
        let declared = self.scopes.get(symbol).map(|declared| (declared.entity.clone(), declared.span));
        if declared.is_none()
            && let Some(function) = message::function(name)
        {
            let Some((format, rest)) = self.message_arguments(function, callee.span, arguments) else {
                return Operand::Error;
            };
            let Some(evaluated) = self.evaluate_arguments(rest, &[]) else { return Operand::Error };
            return self.message(function, format, evaluated, span);
        }
        if declared.is_none()
            && let Some(function) = tensor_access::function(name)
        {
            let writes = |index| function.writes(index);
            let Some(evaluated) = self.arguments_and_places(arguments, writes) else { return Operand::Error };
            return self.tensor_access(function, callee.span, evaluated, span);
        }
        match declared {
            Some((Entity::Type(_) | Entity::Reference(_), _)) => self.constructor_call(callee, arguments, span),
            Some((Entity::Error, _)) => {
                self.evaluate_arguments(arguments, &[]);
                Operand::Error
            }
            Some((
                entity @ (Entity::Variable(_)
                | Entity::Value(_)
                | Entity::Constant(_)
                | Entity::Block
                | Entity::HeapBlock { .. }),
                at,
            )) => {
                self.evaluate(arguments, &[], true, &[]);
                let kind = if matches!(entity, Entity::Block) { "block" } else { "variable" };
                self.report(messages::cannot_be_called(callee.span, &name, &kind, at));
                Operand::Error
            }
            Some((Entity::Function, _)) if !is_type => self.function_call(symbol, callee.span, arguments, span),
            // Before types, as calls of functions are more frequent; no name is both.
            _ if !is_type && self.builtin_function(symbol).is_some() => {
                self.function_call(symbol, callee.span, arguments, span)
            }
            _ if is_type || self.builtin_type(symbol).is_some() || builtins::type_family(name).is_some() => {
                self.constructor_call(callee, arguments, span)
            }
            _ => {
                // Whether they would be read is unknown.
                self.evaluate(arguments, &[], true, &[]);
                self.undeclared_function(symbol, callee.span);
                Operand::Error
            }
        }
    }

    fn constructor_call(&mut self, callee: &TypeSpecifier, arguments: &[Handle<Expression>], span: Span) -> Operand {
        // Unsized arrays stay unsized until the arguments are known.
        let ty = self.type_in_expression(callee);
        let evaluated = self.evaluate_arguments(arguments, &[]);
        match (ty, evaluated) {
            (Some(ty), Some(evaluated)) => {
                let constructed = self.construct(ty, &evaluated, callee.span, span);
                self.unmarked(constructed)
            }
            _ => Operand::Error,
        }
    }

    /// Evaluates arguments, and reads those that a function does not write. `None` after a report.
    fn arguments_and_places(
        &mut self,
        arguments: &[Handle<Expression>],
        writes: impl Fn(usize) -> bool,
    ) -> Option<EvaluatedArguments> {
        let mut evaluated = EvaluatedArguments::with_capacity(arguments.len());
        for (index, &argument) in arguments.iter().enumerate() {
            if writes(index) {
                let operand = self.expression(argument);
                let (ty, span) = (self.type_of(&operand)?, self.span_of(argument));
                let reference_access = MemoryQualifiers::NONE;
                evaluated.push(EvaluatedArgument { operand, span, ty, reference_access, function: None });
            } else {
                evaluated.extend(self.evaluate_arguments(&[argument], &[])?);
            }
        }
        Some(evaluated)
    }

    /// Evaluates arguments from left to right; all candidates take as many. One that every candidate takes by value is read
    /// at once, so that a later argument cannot change it (GLSL 4.60, 6.1.1). `None` if any is wrong.
    pub(in crate::sema) fn evaluate_arguments(
        &mut self,
        arguments: &[Handle<Expression>],
        candidates: &[BuiltinOverload],
    ) -> Option<EvaluatedArguments> {
        self.evaluate(arguments, candidates, false, &[])
    }

    fn evaluate(
        &mut self,
        arguments: &[Handle<Expression>],
        candidates: &[BuiltinOverload],
        nothing_called: bool,
        written: &[bool],
    ) -> Option<EvaluatedArguments> {
        let mut evaluated = EvaluatedArguments::with_capacity(arguments.len());
        let mut wrong = false;
        for (index, &argument) in arguments.iter().enumerate() {
            let span = self.span_of(argument);
            if let Some(function) = self.function_name(argument, index, candidates) {
                let (operand, ty) = (Operand::Error, self.module.types.insert(Type::Function));
                let reference_access = MemoryQualifiers::NONE;
                evaluated.push(EvaluatedArgument { operand, span, ty, reference_access, function: Some(function) });
                continue;
            }
            let mut operand = self.expression(argument);
            let reference_access = Self::reference_access(&operand);
            let written = written.get(index).copied().unwrap_or(false)
                || candidates.iter().any(|it| it.direction(index) != Direction::In);
            let opaque = self.type_of(&operand).is_some_and(|ty| self.contains_opaque(ty));
            if !written && !opaque && !nothing_called {
                operand = self.load(operand, span);
            }
            match self.type_of(&operand) {
                Some(ty) if ty == self.module.void() => {
                    self.report(messages::has_no_value_and_cannot_be_argument(span));
                    wrong = true;
                }
                Some(ty) => evaluated.push(EvaluatedArgument { operand, span, ty, reference_access, function: None }),
                None => wrong = true,
            }
        }
        (!wrong).then_some(evaluated)
    }

    /// Removes the swizzle from the argument of an interpolation function: the whole input is interpolated, then
    /// swizzled (GLSL 4.60, 8.13.2).
    fn take_interpolant_swizzle(
        &mut self,
        function: &builtins::Function,
        arguments: &mut [EvaluatedArgument],
    ) -> Option<InterpolantSwizzle> {
        let first = function.prototypes.first()?.parameters.first()?;
        let argument = arguments.first_mut().filter(|_| first.mode == builtins::ParameterMode::Interpolant)?;
        let Operand::Place(path) = &mut argument.operand else { return None };
        let components = path.swizzle.take()?;
        let span = argument.span;
        let result = argument.ty;
        argument.ty = path.ty;
        let count = self.module.types.get(path.ty).component_count()?;
        self.require_feature(&INTERPOLANT_COMPONENTS, span);
        Some((components, count, result))
    }

    /// A call of a built-in, with the swizzle that was removed from its argument.
    fn called_builtin(
        &mut self,
        function: &'static builtins::Function,
        overload: BuiltinOverload,
        name_span: Span,
        arguments: EvaluatedArguments,
        swizzle: Option<InterpolantSwizzle>,
        span: Span,
    ) -> Operand {
        let result = self.builtin_call(function, overload, name_span, arguments, span);
        match (swizzle, result) {
            (Some((components, count, ty)), Operand::Value(value)) => {
                self.swizzle_value(value, &components, count, ty, span)
            }
            (_, result) => result,
        }
    }

    fn function_call(
        &mut self,
        symbol: Symbol,
        name_span: Span,
        arguments: &[Handle<Expression>],
        span: Span,
    ) -> Operand {
        let name = self.text(symbol);
        let has_overloads = !self.functions.overloads(symbol).is_empty();
        let written = if has_overloads { self.functions.written(symbol, arguments.len()) } else { Written::new() };
        let function = self.builtin_function(symbol);
        let rows = function.map_or(&[][..], |it| it.prototypes).iter();
        let rows = rows.filter(|it| it.takes(arguments.len()) && self.gate_is_open(it.gate));
        // What happens to an argument depends on the row, not on which of its overloads is called.
        let rows = rows.map(|prototype| BuiltinOverload { prototype, instance: 0.into() });
        let rows: SmallVec<[BuiltinOverload; 4]> = rows.collect();
        // If only the extension is missing, the arguments are read as the hidden overloads would read them: an array
        // that an overload takes as a place, or a function, is not a second mistake.
        let hidden = function
            .filter(|_| {
                (rows.is_empty() && !has_overloads) || arguments.iter().any(|&it| self.named_function(it).is_some())
            })
            .map(|it| hidden_candidates(it, arguments.len()));
        // With the wrong number of arguments nothing is called, so no argument needs a value.
        let nothing_called = rows.is_empty() && !has_overloads && hidden.as_ref().is_some_and(Vec::is_empty);
        let evaluated = self.evaluate(arguments, hidden.as_deref().unwrap_or(&rows), nothing_called, &written);
        let Some(evaluated) = evaluated else {
            // Whatever the arguments are, a function of an extension that is off needs the extension, unless the
            // extension depends on them.
            if let Some(function) = function.filter(|it| rows.is_empty() && !has_overloads && !self.is_visible(it)) {
                let extensions = |gate: &builtins::Gate| gate.extensions.first().copied().unwrap_or_default();
                let gates = || function.prototypes.iter().map(|prototype| prototype.gate);
                if let Some(least) = gates().min_by_key(|gate| extensions(gate).len())
                    && gates().all(|gate| extensions(gate).iter().any(|id| extensions(least).contains(id)))
                {
                    self.check_gate(least, name, name_span);
                }
            }
            return Operand::Error;
        };
        let mut evaluated = evaluated;
        let swizzle = function.and_then(|function| self.take_interpolant_swizzle(function, &mut evaluated));
        let types: SmallVec<[_; 8]> = evaluated.iter().map(|argument| argument.ty).collect();
        // There may be thousands of overloads: most calls match one whose parameters have exactly the types of the
        // arguments.
        if has_overloads && let Some(index) = self.functions.with_types(symbol, &types) {
            return self.user_call(index, name_span, evaluated, span);
        }
        // The same for built-ins, unless the shader has functions of this name: one of them could hide the overload.
        if let Some(function) = function.filter(|_| !has_overloads)
            && let Some(overload) =
                rows.iter().find_map(|&row| overload::exact_overload(&self.module.types, row, &types))
        {
            return self.called_builtin(function, overload, name_span, evaluated, swizzle, span);
        }
        let conversions = self.conversions();
        let resolved = match function {
            None => self.functions.resolve(symbol, &self.module.types, &conversions, &types),
            Some(function) => {
                let overloads = rows.iter().copied().flat_map(BuiltinOverload::of_row);
                let built_in =
                    overloads.chain(self.long_candidates(function, &types)).map(Candidate::Builtin).collect();
                self.functions.resolve_with(symbol, built_in, &self.module.types, &conversions, &types)
            }
        };
        let candidates = &resolved.candidates;
        match resolved.resolution {
            Resolution::Match(index)
                if self.hides_exact_overload(function, candidates.get(index), &types, name_span) =>
            {
                Operand::Error
            }
            Resolution::Match(index) => match candidates.get(index) {
                Some(&Candidate::User { index, .. }) => self.user_call(index, name_span, evaluated, span),
                Some(&Candidate::Builtin(overload)) => match function {
                    Some(function) => self.called_builtin(function, overload, name_span, evaluated, swizzle, span),
                    None => Operand::Error,
                },
                None => Operand::Error,
            },
            Resolution::Ambiguous(ref indices) => {
                self.ambiguous_call(symbol, name_span, candidates, indices);
                Operand::Error
            }
            Resolution::None(ref mismatches) => {
                self.no_matching_overload(symbol, name_span, candidates, mismatches, &evaluated, conversions);
                Operand::Error
            }
        }
    }
}
