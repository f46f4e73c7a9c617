//! Functions as arguments of built-ins, which call them for the elements of a matrix (GL_NV_cooperative_matrix2, 8.X).
//!
//! Comes in: the name of a function, what the built-in requires of it, the types of the other arguments. Goes out: the
//! overload that is meant, or a report. Must not depend on: any built-in by name.

use crate::builtins::{self, BuiltinType, FunctionRule};
use crate::diagnostics::Diagnostic;
use crate::hir::{ArrayLength, Function, Handle, Scalar, Span, Type, TypeNumber, ValueKind};
use crate::sema::calls::function_table::{UserFunction, UserParameter};
use crate::sema::calls::overload::{BuiltinOverload, Candidate, Direction, ParameterType, Signature};
use crate::sema::extensions::cooperative_matrix::messages;
use crate::sema::extensions::hook::WantedFunction;
use crate::sema::{Analyzer, Code};
use crate::source::Symbol;
use crate::syntax::ast::Expression;

const CITATION: &str = "GL_NV_cooperative_matrix2, 8.X Cooperative Matrix Functions";

/// Whether invocations have to compute a value together (SPIR-V, "Tangled Instruction").
fn is_tangled(kind: &ValueKind) -> bool {
    let ValueKind::Builtin(call) = kind else { return false };
    call.prototype.opcodes(call.instance).any(|opcode| {
        let name = format!("{opcode:?}");
        let groups = ["Group", "Subgroup", "ControlBarrier", "CooperativeMatrix", "DPd", "Fwidth"];
        groups.iter().any(|group| name.starts_with(group))
    })
}

/// Why a function does not fit.
struct Problem {
    code: Code,
    /// The rest of "`f` cannot be ...: ".
    reason: String,
    /// The offending parameter.
    parameter: Option<Span>,
}

impl Problem {
    fn signature(reason: impl Into<String>, parameter: Option<Span>) -> Self {
        Self { code: Code::FunctionArgumentSignature, reason: reason.into(), parameter }
    }
}

impl Analyzer<'_> {
    /// The function that an argument names, if it stands where one of the candidates, which take as many arguments as there
    /// are, takes a function.
    pub(in crate::sema) fn function_name(
        &self,
        argument: Handle<Expression>,
        index: usize,
        candidates: &[BuiltinOverload],
    ) -> Option<Symbol> {
        let takes_function = |candidate: &BuiltinOverload| {
            matches!(candidate.parameter(index), (ParameterType::Builtin(BuiltinType::Function(_)), _))
        };
        self.named_function(argument).filter(|_| candidates.iter().any(takes_function))
    }

    /// The function that an expression names.
    pub(in crate::sema) fn named_function(&self, expression: Handle<Expression>) -> Option<Symbol> {
        let Ok(&Expression::Identifier(symbol)) = self.unit.expressions.try_get(expression) else { return None };
        let declared = self.scopes.get(symbol)?;
        matches!(declared.entity, crate::sema::context::scope::Entity::Function).then_some(symbol)
    }

    /// Chooses the function of this name that `builtin` can call, and records the call.
    pub(in crate::sema) fn function_argument(
        &mut self,
        symbol: Symbol,
        span: Span,
        builtin: &'static builtins::Function,
        wanted: &WantedFunction<'_>,
    ) -> Option<Handle<Function>> {
        let indices: Vec<usize> = self
            .functions
            .candidates(symbol)
            .iter()
            .filter_map(|candidate| if let Candidate::User { index, .. } = candidate { Some(*index) } else { None })
            .collect();
        let mut fitting = Vec::new();
        let mut problems = Vec::new();
        for index in indices {
            let Some(function) = self.functions.get(index).cloned() else { continue };
            match self.function_fits(&function, wanted) {
                Ok(()) => fitting.push((index, function)),
                Err(problem) => problems.push((function, problem)),
            }
        }
        let name = self.text(symbol);
        match (fitting.as_slice(), problems.as_slice()) {
            ([(index, function)], _) => {
                self.functions.called(*index, span);
                // Functions that combine two elements may be tangled: the specification does not mention them.
                if wanted.rule != FunctionRule::Combine {
                    self.functions.given.push((*index, span, builtin.name));
                }
                Some(function.handle)
            }
            ([(_, first), (_, second), ..], _) => {
                let (first, second) = (first.declared_at, second.declared_at);
                self.report(messages::ambiguous_function(span, &builtin.name, &name, first, second));
                None
            }
            ([], [(function, problem)]) => {
                self.report(cannot_call(span, builtin, name, function, problem));
                None
            }
            ([], []) => None,
            ([], [(_, first), ..]) => {
                self.report(cannot_call_any(span, builtin, name, first.code, &problems));
                None
            }
        }
    }

    /// Reports instructions that invocations execute together in functions called by built-ins: which invocation
    /// computes which element, and when, is unspecified.
    pub(in crate::sema) fn check_tangled(&mut self) {
        let mut found = Vec::new();
        for &(index, span, builtin) in &self.functions.given {
            let bodies = self.functions.reached(index, &self.module.functions);
            let first = bodies.iter().find_map(|body| {
                let tangled = body.values.iter().find(|(_, value)| is_tangled(&value.kind))?;
                Some(body.values.get_span(tangled.0))
            });
            found.extend(first.map(|at| (index, span, builtin, at)));
        }
        for (index, span, builtin, at) in found {
            let Some(name) = self.functions.get(index).map(|function| self.text(function.name)) else { continue };
            self.report(messages::waits_in_callback(span, &builtin, &name, at));
        }
    }

    /// Whether a built-in can call a function, or the first thing that does not fit.
    fn function_fits(&mut self, function: &UserFunction, wanted: &WantedFunction<'_>) -> Result<(), Problem> {
        let component = wanted.arguments.iter().find_map(|&ty| self.matrix_scalar(ty));
        let Some(component) = component else {
            return Err(Problem::signature("there is no matrix that it could work on", None));
        };
        let parameters = &function.parameters;
        let count = match wanted.rule {
            FunctionRule::Decode | FunctionRule::DecodeVector => 3,
            FunctionRule::Combine => 2,
            FunctionRule::Element => 3 + wanted.rest.len(),
        };
        if parameters.len() != count {
            let reason = format!("it must have {count} parameters, but it has {}", parameters.len());
            return Err(Problem::signature(reason, None));
        }
        match wanted.rule {
            FunctionRule::Decode | FunctionRule::DecodeVector => self.decode_parameters(parameters, wanted)?,
            FunctionRule::Combine => {
                for parameter in parameters.iter() {
                    self.parameter_is(parameter, component, "the component type of the matrix")?;
                }
            }
            FunctionRule::Element => self.element_parameters(parameters, component, wanted)?,
        }
        // Last, because other mistakes are more likely to mean that another function was meant.
        if let Some(parameter) = parameters.iter().find(|it| !it.constant || it.direction != Direction::In) {
            return Err(Problem {
                code: Code::FunctionArgumentQualifier,
                reason: "all its parameters must be `const in`".to_owned(),
                parameter: Some(parameter.span),
            });
        }
        self.result_fits(function, component, wanted.rule)
    }

    /// `const in Reference block, const in uint blockCoord[Dim], const in uint coordInBlock[Dim]`
    fn decode_parameters(&mut self, parameters: &[UserParameter], wanted: &WantedFunction<'_>) -> Result<(), Problem> {
        let dimensions = wanted.arguments.iter().find_map(|&ty| match self.module.types.get(ty) {
            Type::Extension(ty) => ty.dimensions(),
            _ => None,
        });
        for (index, parameter) in parameters.iter().enumerate() {
            let problem = |reason: String| Err(Problem::signature(reason, Some(parameter.span)));
            let found = self.spell(parameter.ty);
            if index == 0 {
                if !matches!(self.module.types.get(parameter.ty), Type::Reference(_)) {
                    return problem(format!("its first parameter must be a buffer reference, but it is `{found}`"));
                }
                continue;
            }
            let fits = match *self.module.types.get(parameter.ty) {
                Type::Array { element, length } => {
                    let same_length = match (length, dimensions) {
                        (ArrayLength::Constant(length), Some(TypeNumber::Constant(count))) => length == count,
                        _ => true,
                    };
                    element == self.common.uint && same_length
                }
                _ => false,
            };
            if !fits {
                let count = match dimensions {
                    Some(TypeNumber::Constant(count)) => count.to_string(),
                    _ => String::new(),
                };
                return problem(format!(
                    "parameter {} must be `uint[{count}]`, with one element per dimension of the tensor, but it is `{found}`",
                    index + 1
                ));
            }
        }
        Ok(())
    }

    /// `const in uint row, const in uint column, const in T element, ...`
    fn element_parameters(
        &mut self,
        parameters: &[UserParameter],
        component: Scalar,
        wanted: &WantedFunction<'_>,
    ) -> Result<(), Problem> {
        for (index, parameter) in parameters.iter().enumerate() {
            if index < 2 {
                self.parameter_is(parameter, Scalar::U32, "a row or column")?;
                continue;
            }
            if index == 2 {
                self.parameter_is(parameter, component, "the component type of the matrix")?;
                continue;
            }
            let Some(&given) = wanted.rest.get(index - 3) else { continue };
            let element = match self.matrix_scalar(given) {
                Some(scalar) => self.module.scalar(scalar),
                None => given,
            };
            if element != parameter.ty {
                let (needed, found) = (self.spell(element), self.spell(parameter.ty));
                let reason = format!("parameter {} is `{found}`, but the call passes `{needed}`", index + 1);
                return Err(Problem::signature(reason, Some(parameter.span)));
            }
        }
        Ok(())
    }

    fn parameter_is(&self, parameter: &UserParameter, scalar: Scalar, what: &str) -> Result<(), Problem> {
        if *self.module.types.get(parameter.ty) == Type::Scalar(scalar) {
            return Ok(());
        }
        let found = self.spell(parameter.ty);
        let needed = crate::hir::type_text::scalar_text(scalar);
        Err(Problem::signature(
            format!("a parameter must be `{needed}`, {what}, but it is `{found}`"),
            Some(parameter.span),
        ))
    }

    fn result_fits(&self, function: &UserFunction, component: Scalar, rule: FunctionRule) -> Result<(), Problem> {
        let needed = crate::hir::type_text::scalar_text(component);
        let found = self.spell(function.result);
        let (fits, wanted) = match (rule, self.module.types.get(function.result)) {
            (FunctionRule::DecodeVector, result) => {
                let even = matches!(result.component_count(), Some(2 | 4 | 8)) && result.scalar() == Some(component);
                (even, format!("a vector of 2, 4 or 8 `{needed}`"))
            }
            (_, result) => {
                (*result == Type::Scalar(component), format!("`{needed}`, the component type of the matrix"))
            }
        };
        if fits {
            return Ok(());
        }
        Err(Problem::signature(format!("it must return {wanted}, but it returns `{found}`"), None))
    }

    /// The component type of a cooperative matrix.
    fn matrix_scalar(&self, ty: Handle<Type>) -> Option<Scalar> {
        self.module.types.get(ty).cooperative_matrix().and_then(|matrix| matrix.scalar())
    }
}

#[cold]
fn cannot_call(
    span: Span,
    builtin: &builtins::Function,
    name: &str,
    function: &UserFunction,
    problem: &Problem,
) -> Diagnostic {
    let message = format!("`{}` cannot call `{name}`: {}", builtin.name, problem.reason);
    let diagnostic = Diagnostic::error(problem.code, span, message).with_note(CITATION);
    match problem.parameter {
        Some(parameter) => diagnostic.with_secondary(parameter, "this parameter"),
        None => diagnostic.with_secondary(function.declared_at, "declared here"),
    }
}

#[cold]
fn cannot_call_any(
    span: Span,
    builtin: &builtins::Function,
    name: &str,
    code: Code,
    problems: &[(UserFunction, Problem)],
) -> Diagnostic {
    let message = format!("`{}` cannot call any function `{name}`", builtin.name);
    let diagnostic = Diagnostic::error(code, span, message).with_note(CITATION);
    problems.iter().take(3).fold(diagnostic, |diagnostic, (function, problem)| {
        diagnostic.with_secondary(function.declared_at, problem.reason.clone())
    })
}
