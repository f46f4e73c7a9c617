//! Calls: what the callee's name means, which overload is called, and calls of user functions (GLSL 4.60, 6.1).

use crate::builtins::{self, BuiltinType};
use crate::diagnostics::{Diagnostic, did_you_mean, foreign_word};
use crate::hir::{Argument, Handle, MemoryQualifiers, Span, Type, ValueKind};
use crate::sema::calls::function_table::UserFunction;
use crate::sema::calls::overload::{
    self, BuiltinOverload, Direction, Misfit, Mismatch, ParameterType, Reason, Resolution, Signature,
};
use crate::sema::context::scope::Entity;
use crate::sema::expressions::operand::{Operand, Path};
use crate::sema::extensions::debug_printf;
use crate::sema::extensions::tensor::access as tensor_access;
use crate::sema::statements::termination::is_terminating;
use crate::sema::types::conversion::Conversions;
use crate::sema::{Analyzer, Code};
use crate::source::Symbol;
use crate::syntax::ast::{BaseType, Expression, TypeSpecifier};

/// An argument after it was evaluated.
#[derive(Clone, Debug)]
pub(in crate::sema) struct EvaluatedArgument {
    pub(in crate::sema) operand: Operand,
    pub(in crate::sema) span: Span,
    pub(in crate::sema) ty: Handle<Type>,
    /// Memory qualifiers of the variable, if it is a reference.
    pub(in crate::sema) reference_access: MemoryQualifiers,
    /// The name of a function, where a built-in takes one; the operand is of no use then.
    pub(in crate::sema) function: Option<Symbol>,
}

/// A function that a call may mean.
#[derive(Clone, Debug)]
pub(in crate::sema) enum Candidate {
    User { index: usize, parameters: Vec<(Handle<Type>, Direction)> },
    Builtin(BuiltinOverload),
}

impl Signature for Candidate {
    fn parameter_count(&self) -> usize {
        match self {
            Candidate::User { parameters, .. } => parameters.len(),
            Candidate::Builtin(overload) => overload.parameter_count(),
        }
    }

    fn takes(&self, count: usize) -> bool {
        match self {
            Candidate::User { parameters, .. } => parameters.len() == count,
            Candidate::Builtin(overload) => overload.takes(count),
        }
    }

    fn parameter(&self, index: usize) -> (ParameterType, Direction) {
        match self {
            Candidate::User { parameters, .. } => parameters
                .get(index)
                .map_or((ParameterType::Builtin(BuiltinType::Void), Direction::In), |&(ty, direction)| {
                    (ParameterType::Type(ty), direction)
                }),
            Candidate::Builtin(overload) => overload.parameter(index),
        }
    }

    fn direction(&self, index: usize) -> Direction {
        match self {
            Candidate::User { parameters, .. } => parameters.get(index).map_or(Direction::In, |parameter| parameter.1),
            Candidate::Builtin(overload) => overload.direction(index),
        }
    }
}

/// The overloads of a built-in function that take `count` arguments, whatever makes them visible.
fn hidden_candidates(function: &'static builtins::Function, count: usize) -> Vec<Candidate> {
    let prototypes = function.prototypes.iter().filter(|prototype| prototype.takes(count));
    let rows = prototypes.flat_map(|prototype| (0..prototype.instances).map(move |row| (prototype, row)));
    rows.map(|(prototype, row)| Candidate::Builtin(BuiltinOverload { prototype, instance: row.into() })).collect()
}

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
            BaseType::Struct(_) | BaseType::Spirv(_) => return Operand::Error,
        };
        if self.text(symbol) == "nonuniformEXT" {
            return self.non_uniform_call(callee.span, arguments, span);
        }
        if self.text(symbol) == "subgroupuniformEXT" {
            return self.subgroup_uniform(callee.span, arguments, span);
        }
        let is_type = !callee.dimensions.is_empty() || !callee.arguments.is_empty();
        let declared = self.scopes.get(symbol).map(|declared| (declared.entity.clone(), declared.span));
        let name = self.text(symbol);
        if declared.is_none() && name == debug_printf::NAME {
            return self.debug_printf(callee.span, arguments, span);
        }
        if declared.is_none()
            && let Some(function) = tensor_access::function(name)
        {
            return self.tensor_access(function, callee.span, arguments, span);
        }
        match declared {
            Some((Entity::Type(_) | Entity::Reference(_), _)) => self.constructor_call(callee, arguments, span),
            Some((Entity::Error, _)) => {
                self.evaluate_arguments(arguments, &[]);
                Operand::Error
            }
            Some((entity @ (Entity::Variable(_) | Entity::Value(_) | Entity::Constant(_) | Entity::Block), at)) => {
                self.evaluate(arguments, &[], true);
                let kind = if matches!(entity, Entity::Block) { "block" } else { "variable" };
                self.report(
                    Diagnostic::error(
                        Code::NotAFunction,
                        callee.span,
                        format!("`{name}` is a {kind}, it cannot be called"),
                    )
                    .with_secondary(at, "declared here"),
                );
                Operand::Error
            }
            Some((Entity::Function, _)) if !is_type => self.function_call(symbol, callee.span, arguments, span),
            _ if is_type || self.builtin_type(symbol).is_some() || builtins::type_family(name).is_some() => {
                self.constructor_call(callee, arguments, span)
            }
            _ if builtins::function(name).is_some() => self.function_call(symbol, callee.span, arguments, span),
            _ => {
                // Nobody knows whether it would read them.
                self.evaluate(arguments, &[], true);
                self.undeclared_function(symbol, callee.span);
                Operand::Error
            }
        }
    }

    fn constructor_call(&mut self, callee: &TypeSpecifier, arguments: &[Handle<Expression>], span: Span) -> Operand {
        let ty = self.constructor_type(callee);
        let evaluated = self.evaluate_arguments(arguments, &[]);
        match (ty, evaluated) {
            (Some(ty), Some(evaluated)) => {
                let constructed = self.construct(ty, &evaluated, callee.span, span);
                self.unmarked(constructed)
            }
            _ => Operand::Error,
        }
    }

    fn undeclared_function(&mut self, symbol: Symbol, span: Span) {
        let name = self.text(symbol);
        let mut diagnostic =
            Diagnostic::error(Code::UndeclaredFunction, span, format!("there is no function `{name}`"));
        let may_suggest = self.may_suggest();
        let user: Vec<_> = self
            .functions
            .names()
            .take(if may_suggest { usize::MAX } else { 0 })
            .map(|symbol| self.text(symbol))
            .collect();
        let here = |row: &&builtins::Function| row.prototypes.iter().any(|it| self.is_of_stage(it.gate));
        let built_in = builtins::FUNCTIONS.iter().filter(here).map(|row| row.name);
        if is_terminating(name) {
            diagnostic = diagnostic.with_help(format!("it is a statement: `{name};`"));
        } else if let Some(foreign) = foreign_word(name) {
            diagnostic = diagnostic.with_help(foreign.help());
        } else if let Some(close) = did_you_mean(name, user.into_iter().chain(built_in)).filter(|_| may_suggest) {
            diagnostic = diagnostic.with_help(format!("did you mean `{close}`?"));
        }
        self.report(diagnostic);
        self.silence(symbol, span);
    }

    /// Evaluates arguments from left to right. One that every candidate takes by value is read at once, so that a later
    /// argument cannot change it (GLSL 4.60, 6.1.1). `None` if any is wrong.
    pub(in crate::sema) fn evaluate_arguments(
        &mut self,
        arguments: &[Handle<Expression>],
        candidates: &[Candidate],
    ) -> Option<Vec<EvaluatedArgument>> {
        self.evaluate(arguments, candidates, false)
    }

    fn evaluate(
        &mut self,
        arguments: &[Handle<Expression>],
        candidates: &[Candidate],
        nothing_called: bool,
    ) -> Option<Vec<EvaluatedArgument>> {
        let mut evaluated = Vec::with_capacity(arguments.len());
        let mut wrong = false;
        for (index, &argument) in arguments.iter().enumerate() {
            let span = self.span_of(argument);
            if let Some(function) = self.function_name(argument, index, arguments.len(), candidates) {
                let (operand, ty) = (Operand::Error, self.types.insert(Type::Function));
                let reference_access = MemoryQualifiers::NONE;
                evaluated.push(EvaluatedArgument { operand, span, ty, reference_access, function: Some(function) });
                continue;
            }
            let mut operand = self.expression(argument);
            let reference_access = Self::reference_access(&operand);
            let written = candidates.iter().any(|it| it.takes(arguments.len()) && it.direction(index) != Direction::In);
            let opaque = self.type_of(&operand).is_some_and(|ty| self.contains_opaque(ty));
            if !written && !opaque && !nothing_called {
                operand = self.load(operand, span);
            }
            match self.type_of(&operand) {
                Some(ty) if ty == self.common.void => {
                    self.error(Code::VoidValue, span, "this has no value, it cannot be an argument");
                    wrong = true;
                }
                Some(ty) => evaluated.push(EvaluatedArgument { operand, span, ty, reference_access, function: None }),
                None => wrong = true,
            }
        }
        (!wrong).then_some(evaluated)
    }

    /// Takes the swizzle from an input that is interpolated anew: all of it is interpolated, then swizzled (GLSL 4.60,
    /// 8.13.2). Gives the components, how many the input has, and the type of the result.
    fn take_interpolant_swizzle(
        &mut self,
        function: &builtins::Function,
        arguments: &mut [EvaluatedArgument],
    ) -> Option<(Vec<u8>, u32, Handle<Type>)> {
        let first = function.prototypes.first()?.parameters.first()?;
        let argument = arguments.first_mut().filter(|_| first.mode == builtins::ParameterMode::Interpolant)?;
        let Operand::Place(path) = &mut argument.operand else { return None };
        let components = path.swizzle.take()?;
        let result = argument.ty;
        argument.ty = path.ty;
        let count = self.types.get(path.ty).component_count()?;
        Some((components, count, result))
    }

    fn function_call(
        &mut self,
        symbol: Symbol,
        name_span: Span,
        arguments: &[Handle<Expression>],
        span: Span,
    ) -> Operand {
        let name = self.text(symbol);
        let mut candidates = self.functions.candidates(symbol);
        let function = builtins::function(name);
        if let Some(function) = function {
            for prototype in function.prototypes.iter().filter(|prototype| self.gate_is_open(prototype.gate)) {
                if prototype.takes(arguments.len()) {
                    let candidate = |instance| Candidate::Builtin(BuiltinOverload { prototype, instance });
                    candidates.extend((0..prototype.instances).map(|row| candidate(row.into())));
                }
            }
        }
        // Where only the extension is missing, the arguments are read as the hidden overloads would: an array that one
        // takes as a place, or a function, is no second mistake.
        let hidden = function
            .filter(|_| candidates.is_empty() || arguments.iter().any(|&it| self.named_function(it).is_some()))
            .map(|it| hidden_candidates(it, arguments.len()));
        // With the wrong number of arguments nothing is called: no argument has to have a value.
        let nothing_called = candidates.is_empty() && hidden.as_ref().is_some_and(Vec::is_empty);
        let evaluated = self.evaluate(arguments, hidden.as_ref().unwrap_or(&candidates), nothing_called);
        let Some(evaluated) = evaluated else {
            // Whatever the arguments are, a function of an extension that is off needs it; which one it is must not
            // depend on them.
            if let Some(function) = function.filter(|it| candidates.is_empty() && !self.is_visible(it)) {
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
        let types: Vec<_> = evaluated.iter().map(|argument| argument.ty).collect();
        if let Some(function) = function {
            candidates.extend(self.long_candidates(function, &types).into_iter().map(Candidate::Builtin));
        }
        let conversions = self.conversions();
        match overload::resolve(&self.types, &conversions, &candidates, &types) {
            Resolution::Match(index)
                if self.hides_exact_overload(function, candidates.get(index), &types, name_span) =>
            {
                Operand::Error
            }
            Resolution::Match(index) => match candidates.get(index) {
                Some(&Candidate::User { index, .. }) => self.user_call(index, name_span, evaluated, span),
                Some(&Candidate::Builtin(overload)) => match function {
                    Some(function) => {
                        let result = self.builtin_call(function, overload, name_span, evaluated, span);
                        match (swizzle, result) {
                            (Some((components, count, ty)), Operand::Value(value)) => {
                                self.swizzle_value(value, &components, count, ty, span)
                            }
                            (_, result) => result,
                        }
                    }
                    None => Operand::Error,
                },
                None => Operand::Error,
            },
            Resolution::Ambiguous(indices) => {
                self.ambiguous_call(symbol, name_span, &candidates, &indices);
                Operand::Error
            }
            Resolution::None(mismatches) => {
                self.no_matching_overload(symbol, name_span, &candidates, &mismatches, &evaluated, conversions);
                Operand::Error
            }
        }
    }

    /// Whether a call fits only by converting arguments while an overload of an extension that is not on fits exactly:
    /// then that one was meant, and the extension is reported.
    fn hides_exact_overload(
        &mut self,
        function: Option<&'static builtins::Function>,
        found: Option<&Candidate>,
        types: &[Handle<Type>],
        name_span: Span,
    ) -> bool {
        let (Some(function), Some(Candidate::Builtin(found))) = (function, found) else { return false };
        let exact = |types_table: &crate::hir::TypeTable, overload: BuiltinOverload| {
            types.iter().enumerate().all(|(index, &ty)| match overload.parameter(index).0 {
                ParameterType::Builtin(parameter) => types_table.is_builtin(types_table.get(ty), parameter),
                ParameterType::Type(parameter) => parameter == ty,
            })
        };
        if exact(&self.types, *found) {
            return false;
        }
        let hidden = function
            .prototypes
            .iter()
            .filter(|prototype| prototype.takes(types.len()) && !self.gate_is_open(prototype.gate))
            .flat_map(|prototype| {
                (0..prototype.instances).map(move |row| BuiltinOverload { prototype, instance: row.into() })
            })
            .find(|&overload| exact(&self.types, overload));
        hidden.is_some_and(|overload| !self.check_gate(overload.prototype.gate, function.name, name_span))
    }

    fn ambiguous_call(&mut self, symbol: Symbol, span: Span, candidates: &[Candidate], indices: &[usize]) {
        let name = self.text(symbol);
        let mut diagnostic = Diagnostic::error(
            Code::AmbiguousCall,
            span,
            format!("more than one overload of `{name}` fits equally well"),
        );
        for candidate in indices.iter().filter_map(|&index| candidates.get(index)).take(4) {
            diagnostic = diagnostic.with_note(format!("candidate: `{}`", self.signature(symbol, candidate)));
        }
        self.report(diagnostic.with_help("convert the arguments so that only one of them fits"));
    }

    /// Reports a call that nothing fits: what would need an extension first, then the nearest overloads.
    fn no_matching_overload(
        &mut self,
        symbol: Symbol,
        name_span: Span,
        candidates: &[Candidate],
        mismatches: &[Mismatch],
        arguments: &[EvaluatedArgument],
        conversions: Conversions,
    ) {
        let name = self.text(symbol);
        let function = builtins::function(name);
        // An overload that fits but is not visible here is what was meant.
        if let Some(function) = function {
            let types: Vec<_> = arguments.iter().map(|argument| argument.ty).collect();
            let hidden = |prototype: &builtins::Prototype| !self.gate_is_open(prototype.gate);
            let needed = |overload: &BuiltinOverload| {
                let alternatives = overload.prototype.gate.extensions.iter();
                alternatives.map(|all| all.iter().filter(|&&id| !self.is_on(id)).count()).min().unwrap_or(0)
            };
            let meant = match overload::resolve_builtin(&self.types, &conversions, function, hidden, &types) {
                Resolution::Match(overload) => Some(overload),
                Resolution::Ambiguous(overloads) => overloads.into_iter().min_by_key(needed),
                Resolution::None(_) => None,
            };
            if let Some(overload) = meant {
                self.check_gate(overload.prototype.gate, name, name_span);
                return;
            }
            let nothing_visible = candidates.is_empty() && function.prototypes.iter().all(hidden);
            if let Some(first) = function.prototypes.first().filter(|_| nothing_visible) {
                self.check_gate(first.gate, name, name_span);
                return;
            }
        }
        let types: Vec<_> = arguments.iter().map(|argument| self.spell(argument.ty)).collect();
        let nearest = mismatches.first().and_then(|it| Some((candidates.get(it.candidate)?, it.reason)));
        let misfit = mismatches.first().map_or(Misfit::Other, |it| it.misfit);
        let counts_differ = mismatches.iter().all(|it| matches!(it.reason, Reason::Count(_)));
        let mut diagnostic = match nearest {
            Some((candidate, Reason::Argument(index)))
                if !counts_differ && (mismatches.len() == 1 || misfit != Misfit::Other) =>
            {
                let wanted = match candidate.parameter(index).0 {
                    ParameterType::Builtin(BuiltinType::Any) => "a value".to_owned(),
                    _ => format!("`{}`", self.parameter_text(candidate, index)),
                };
                let found = types.get(index).cloned().unwrap_or_default();
                let place = arguments.get(index).map_or(name_span, |argument| argument.span);
                let diagnostic = Diagnostic::error(
                    Code::NoMatchingOverload,
                    place,
                    format!("argument {} of `{name}` must be {wanted}, this is `{found}`", index + 1),
                );
                match misfit {
                    Misfit::Other => diagnostic,
                    Misfit::Scalar | Misfit::Components => {
                        diagnostic.with_help(format!("convert it: `{}(...)`", wanted.trim_matches('`')))
                    }
                }
            }
            Some((_, Reason::Argument(index))) if !counts_differ => {
                let place = arguments.get(index).map_or(name_span, |argument| argument.span);
                let found = types.get(index).cloned().unwrap_or_default();
                Diagnostic::error(
                    Code::NoMatchingOverload,
                    place,
                    format!("no overload of `{name}` takes ({})", types.join(", ")),
                )
                .with_label(format!("nothing fits argument {}, a `{found}`", index + 1))
            }
            _ => {
                let counts = self.parameter_counts(candidates, function);
                let given = match arguments.len() {
                    1 => "1 argument".to_owned(),
                    count => format!("{count} arguments"),
                };
                Diagnostic::error(
                    Code::WrongArgumentCount,
                    name_span,
                    format!("`{name}` takes {counts}, this call has {given}"),
                )
            }
        };
        for mismatch in mismatches.iter().take(3) {
            if let Some(candidate) = candidates.get(mismatch.candidate) {
                diagnostic = diagnostic.with_note(format!("candidate: `{}`", self.signature(symbol, candidate)));
            }
        }
        if mismatches.is_empty()
            && let Some(function) = function
        {
            for prototype in function.prototypes.iter().take(3) {
                diagnostic =
                    diagnostic.with_note(format!("candidate: `{}`", builtins::glsl_signature(name, prototype, 0)));
            }
        }
        self.report(diagnostic);
    }

    /// "2 arguments", "1 or 2 arguments".
    fn parameter_counts(&self, candidates: &[Candidate], function: Option<&'static builtins::Function>) -> String {
        let mut counts: Vec<usize> = candidates.iter().map(Signature::parameter_count).collect();
        if let Some(function) = function {
            let visible = function.prototypes.iter().filter(|prototype| self.gate_is_open(prototype.gate));
            counts.extend(visible.map(|prototype| prototype.parameters.len()));
        }
        counts.sort_unstable();
        counts.dedup();
        match *counts.as_slice() {
            [1] => "1 argument".to_owned(),
            [] | [0] => "no arguments".to_owned(),
            _ => {
                let texts: Vec<_> = counts.iter().map(ToString::to_string).collect();
                format!("{} arguments", texts.join(" or "))
            }
        }
    }

    fn parameter_text(&mut self, candidate: &Candidate, index: usize) -> String {
        let (ty, _) = candidate.parameter(index);
        let ty = match ty {
            ParameterType::Type(ty) => ty,
            ParameterType::Builtin(ty) if ty.is_tensor() => return ty.to_string(),
            ParameterType::Builtin(ty @ (BuiltinType::Family(_) | BuiltinType::AnyArray(_))) => return ty.to_string(),
            ParameterType::Builtin(ty) => self.types.builtin(ty),
        };
        self.spell(ty)
    }

    fn signature(&self, symbol: Symbol, candidate: &Candidate) -> String {
        let name = self.text(symbol);
        match candidate {
            Candidate::Builtin(overload) => builtins::glsl_signature(name, overload.prototype, overload.instance),
            Candidate::User { index, .. } => {
                let Some(function) = self.functions.get(*index) else { return String::new() };
                let parameters: Vec<_> = function
                    .parameters
                    .iter()
                    .map(|parameter| {
                        let word = match parameter.direction {
                            Direction::Out => "out ",
                            Direction::InOut => "inout ",
                            Direction::In | Direction::Reference => "",
                        };
                        format!("{word}{}", self.spell(parameter.ty))
                    })
                    .collect();
                format!("{} {name}({})", self.spell(function.result), parameters.join(", "))
            }
        }
    }

    /// A call of a function of the shader: `out` and `inout` arguments go through variables of the caller that are
    /// copied in and out (GLSL 4.60, 6.1.1).
    fn user_call(&mut self, index: usize, name_span: Span, arguments: Vec<EvaluatedArgument>, span: Span) -> Operand {
        let Some(UserFunction { parameters, result, non_uniform, subgroup_uniform, handle, .. }) =
            self.functions.get(index).cloned()
        else {
            return Operand::Error;
        };
        if self.functions.get(index).is_some_and(|function| function.instruction.is_some()) {
            return self.instruction_call(index, arguments, span);
        }
        self.functions.called(index, name_span);
        let mut passed = Vec::with_capacity(arguments.len());
        let mut copies_out: Vec<(Path, Path, Span)> = Vec::new();
        for (argument, parameter) in arguments.into_iter().zip(&parameters) {
            match parameter.direction {
                Direction::In => {
                    self.check_dropped_qualifiers(argument.reference_access, parameter, argument.span);
                    let operand = self.convert(argument.operand, parameter.ty, argument.span);
                    let Some(value) = self.value(operand, argument.span) else { return Operand::Error };
                    if parameter.precise {
                        self.builder.precise_uses.values.push(value);
                    }
                    passed.push(
                        if crate::sema::declarations::function::is_array_of_references(&self.types, parameter.ty) {
                            // The function may write to its parameter.
                            let copy = self.temporary(parameter.ty, argument.span);
                            self.store_value(&copy, value, argument.span);
                            Argument::Place(self.place(&copy, argument.span))
                        } else {
                            Argument::Value(value)
                        },
                    );
                }
                Direction::Reference => {
                    let operand = self.spilled_spirv_value(argument.operand, argument.ty, argument.span);
                    let Operand::Place(path) = operand else {
                        self.error(Code::NotAResource, argument.span, "this is not a variable that names a resource");
                        return Operand::Error;
                    };
                    self.check_dropped_qualifiers(path.access, parameter, argument.span);
                    passed.push(Argument::Place(self.place(&path, argument.span)));
                }
                Direction::Out | Direction::InOut => {
                    let Some(path) = self.writable(argument.operand, argument.span, "pass as an output") else {
                        return Operand::Error;
                    };
                    let alone = copies_out.iter().all(|(other, ..)| other.root != path.root);
                    // An array is copied in and out all the same, as GLSL 4.60, 6.1.1, words it: drivers keep it in
                    // registers more often if no two calls share it.
                    let is_array = matches!(self.types.get(path.ty), Type::Array { .. });
                    let shared = is_array && parameter.direction == Direction::InOut;
                    let direct = path.is_whole_local() && path.ty == parameter.ty && alone && !shared;
                    let variable = if direct { path.clone() } else { self.temporary(parameter.ty, argument.span) };
                    if !direct && parameter.direction == Direction::InOut {
                        let readable = self.changed(&path, argument.span, "an `inout` parameter");
                        let before = self.load(Operand::Place(Box::new(readable)), argument.span);
                        let before = self.convert(before, parameter.ty, argument.span);
                        self.store(&variable, before, argument.span);
                    }
                    let place = self.place(&variable, argument.span);
                    if parameter.precise && parameter.direction == Direction::InOut {
                        self.builder.precise_uses.places.push(place);
                    }
                    passed.push(Argument::Place(place));
                    copies_out.push((path, variable, argument.span));
                }
            }
        }
        let kind = ValueKind::Call { function: handle, arguments: passed };
        let value = self.builder.evaluate(kind, result, span);
        if non_uniform {
            self.builder.non_uniform.insert(value);
        }
        if subgroup_uniform {
            self.builder.subgroup_uniform.insert(value);
        }
        for (path, variable, span) in copies_out {
            if path.root == variable.root && path.is_whole_local() {
                continue;
            }
            self.copy_out(&path, &variable, span);
        }
        Operand::Value(value)
    }

    /// Copies a variable to the argument it stands for, converting to the argument's type.
    pub(super) fn copy_out(&mut self, path: &Path, variable: &Path, span: Span) {
        let after = self.load(Operand::Place(Box::new(variable.clone())), span);
        let ty = self.path_type(path);
        let after = self.convert(after, ty, span);
        self.store(path, after, span);
    }
}
