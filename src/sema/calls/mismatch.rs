//! Calls that match no function, or several.
//!
//! Comes in: the name of a call, candidates and evaluated arguments. Goes out: a report that says what would fit. Must
//! not depend on: how overloads are compared; `overload` says which fit.

use crate::builtins::{self, BuiltinType};
use crate::diagnostics::{Diagnostic, did_you_mean, foreign_word, with_article};
use crate::hir::{Handle, Span, Type};
use crate::sema::Analyzer;
use crate::sema::calls::messages;
use crate::sema::calls::overload::{
    self, BuiltinOverload, Candidate, Direction, Misfit, Mismatch, ParameterType, Reason, Resolution, Signature,
    is_exact,
};
use crate::sema::expressions::operand::EvaluatedArgument;
use crate::sema::statements::termination::is_terminating;
use crate::sema::types::conversion::Conversions;
use crate::source::Symbol;

impl Analyzer<'_> {
    pub(in crate::sema) fn undeclared_function(&mut self, symbol: Symbol, span: Span) {
        let name = self.text(symbol);
        let mut diagnostic = messages::no_function(span, &name);
        let may_suggest = self.may_suggest();
        let user: Vec<_> = self
            .functions
            .names()
            .take(if may_suggest { usize::MAX } else { 0 })
            .map(|symbol| self.text(symbol))
            .collect();
        let here = |row: &&builtins::Function| row.prototypes.iter().any(|it| self.is_of_stage(it.gate));
        let built_in = builtins::FUNCTIONS.iter().filter(|_| may_suggest).filter(here).map(|row| row.name);
        if is_terminating(name) {
            diagnostic = diagnostic.with_help(format!("it is a statement: `{name};`"));
        } else if let Some(foreign) = foreign_word(name) {
            diagnostic = diagnostic.with_help(foreign.help());
        } else {
            diagnostic = diagnostic.with_similar_name(did_you_mean(name, user.into_iter().chain(built_in)));
        }
        self.report(diagnostic);
        self.silence(symbol, span);
    }

    /// Whether a call fits only by converting arguments while an overload of an extension that is not on fits exactly:
    /// then that one was meant, and the extension is reported.
    pub(in crate::sema) fn hides_exact_overload(
        &mut self,
        function: Option<&'static builtins::Function>,
        found: Option<&Candidate>,
        types: &[Handle<Type>],
        name_span: Span,
    ) -> bool {
        let (Some(function), Some(Candidate::Builtin(found))) = (function, found) else { return false };
        if is_exact(&self.module.types, found, types) {
            return false;
        }
        let hidden = function
            .prototypes
            .iter()
            .filter(|prototype| prototype.takes(types.len()) && !self.gate_is_open(prototype.gate))
            .flat_map(|prototype| {
                (0..prototype.instances).map(move |row| BuiltinOverload { prototype, instance: row.into() })
            })
            .find(|overload| is_exact(&self.module.types, overload, types));
        hidden.is_some_and(|overload| !self.check_gate(overload.prototype.gate, function.name, name_span))
    }

    pub(in crate::sema) fn ambiguous_call(
        &mut self,
        symbol: Symbol,
        span: Span,
        candidates: &[Candidate],
        indices: &[usize],
    ) {
        let name = self.text(symbol);
        let mut diagnostic = messages::ambiguous_call(span, &name);
        for candidate in indices.iter().filter_map(|&index| candidates.get(index)).take(4) {
            diagnostic = diagnostic.with_note(format!("candidate: `{}`", self.signature(symbol, candidate)));
        }
        self.report(diagnostic.with_help("convert the arguments so that only one of them fits"));
    }

    /// Reports a call that no function fits: what would need an extension first, then the nearest overloads.
    pub(in crate::sema) fn no_matching_overload(
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
        let is_missing = |analyzer: &mut Self, function| {
            analyzer.reports_hidden_overload(function, candidates.is_empty(), arguments, conversions, name_span)
        };
        if function.is_some_and(|function| is_missing(self, function)) {
            return;
        }
        let mut diagnostic = self.misfit_error(name, name_span, candidates, mismatches, arguments);
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

    /// Reports the extension or version of an overload that fits but is not visible here, which is the one that was
    /// meant; returns whether there is one.
    fn reports_hidden_overload(
        &mut self,
        function: &'static builtins::Function,
        none_visible: bool,
        arguments: &[EvaluatedArgument],
        conversions: Conversions,
        name_span: Span,
    ) -> bool {
        let types: Vec<_> = arguments.iter().map(|argument| argument.ty).collect();
        let hidden = |prototype: &builtins::Prototype| !self.gate_is_open(prototype.gate);
        let needed = |overload: &BuiltinOverload| {
            let alternatives = overload.prototype.gate.extensions.iter();
            alternatives.map(|all| all.iter().filter(|&&id| !self.is_on(id)).count()).min().unwrap_or(0)
        };
        let meant = match overload::resolve_builtin(&self.module.types, &conversions, function, hidden, &types) {
            Resolution::Match(overload) => Some(overload),
            Resolution::Ambiguous(overloads) => overloads.into_iter().min_by_key(needed),
            Resolution::None(_) => None,
        };
        let first = function.prototypes.first().filter(|_| none_visible && function.prototypes.iter().all(hidden));
        let Some(prototype) = meant.map(|overload| overload.prototype).or(first) else { return false };
        self.check_gate(prototype.gate, function.name, name_span);
        true
    }

    /// What is wrong with the call, by the nearest overload.
    fn misfit_error(
        &mut self,
        name: &str,
        name_span: Span,
        candidates: &[Candidate],
        mismatches: &[Mismatch],
        arguments: &[EvaluatedArgument],
    ) -> Diagnostic {
        let types: Vec<_> = arguments.iter().map(|argument| self.spell(argument.ty)).collect();
        let nearest = mismatches.first().and_then(|it| Some((candidates.get(it.candidate)?, it.reason)));
        let misfit = mismatches.first().map_or(Misfit::Other, |it| it.misfit);
        let counts_differ = mismatches.iter().all(|it| matches!(it.reason, Reason::Count(_)));
        match nearest {
            Some((candidate, Reason::Argument(index)))
                if !counts_differ && (mismatches.len() == 1 || misfit != Misfit::Other) =>
            {
                let wanted = match candidate.parameter(index).0 {
                    ParameterType::Builtin(BuiltinType::Any) => "a value".to_owned(),
                    _ => format!("`{}`", self.parameter_text(candidate, index)),
                };
                let found = types.get(index).cloned().unwrap_or_default();
                let place = arguments.get(index).map_or(name_span, |argument| argument.span);
                let diagnostic = messages::argument_type_mismatch(place, &(index + 1), &name, &wanted, &found);
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
                messages::no_overload(place, &name, &types.join(", "), &(index + 1), &with_article(&found))
            }
            _ => {
                let counts = self.parameter_counts(candidates, builtins::function(name));
                let given = match arguments.len() {
                    1 => "1 argument".to_owned(),
                    count => format!("{count} arguments"),
                };
                messages::wrong_number_of_arguments(name_span, &name, &counts, &given)
            }
        }
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
            ParameterType::Builtin(ty) if ty.is_dimensional() => return ty.to_string(),
            ParameterType::Builtin(ty @ (BuiltinType::Family(_) | BuiltinType::AnyArray(_))) => return ty.to_string(),
            ParameterType::Builtin(ty) => self.module.types.builtin(ty),
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
}
