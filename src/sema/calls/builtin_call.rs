//! Calls of built-in functions, once the overload is known.
//!
//! Comes in: a row with its overload, and evaluated arguments. Goes out: a constant or a value. Must not depend on: any
//! built-in by name or instruction; whatever else has to be checked in a call, its row names (`check`).

use crate::builtins::{
    Accesses, BuiltinType, Function, Lint, Parameter, ParameterMode, Prototype, RowInstance, extensions,
};
use crate::hir::{
    Argument, BuiltinCall, Constant, Handle, MemoryQualifiers, Span, Statement, StorageClass, Termination, Type,
    ValueKind,
};
use crate::sema::Analyzer;
use crate::sema::calls::messages;
use crate::sema::calls::overload::BuiltinOverload;
use crate::sema::context::message;
use crate::sema::expressions::operand::{EvaluatedArguments, Operand, Path};
use crate::sema::extensions::check_call;
use crate::sema::extensions::hook::{CheckedCall, GivenArgument, WantedFunction};
use smallvec::SmallVec;

/// An argument that is passed: what it is, its type, and its span.
type Passed = (Operand, Handle<Type>, Span);

/// The arguments of a call; few functions have more.
type AllPassed = SmallVec<[Passed; 4]>;

/// Arguments that are copied back after a call: to where, from where, and the span of the argument.
type CopiesOut = Vec<(Path, Path, Span)>;

impl Analyzer<'_> {
    /// A call of a built-in function: a constant if all of it is constant, else a value.
    pub(in crate::sema) fn builtin_call(
        &mut self,
        function: &'static Function,
        overload: BuiltinOverload,
        name_span: Span,
        arguments: EvaluatedArguments,
        span: Span,
    ) -> Operand {
        let BuiltinOverload { prototype, instance } = overload;
        if !self.check_gate(prototype.gate, function.name, name_span) {
            return Operand::Error;
        }
        self.check_barrier_place(function.name, name_span);
        self.check_interlock_place(function.name, prototype.check, name_span);
        self.explain_legacy(function.name, prototype.replace, name_span);
        self.note_derivatives(prototype, name_span);
        let given: SmallVec<[GivenArgument; 4]> = arguments
            .iter()
            .map(|argument| {
                let constant = if let Operand::Constant(constant) = argument.operand { Some(constant) } else { None };
                (argument.ty, constant, argument.span)
            })
            .collect();
        let functions: SmallVec<[_; 4]> = arguments.iter().map(|argument| argument.function).collect();
        let Some(operands) = self.converted_arguments(prototype, instance, arguments) else { return Operand::Error };
        if !self.check_constant_arguments(function, prototype, &operands) {
            return Operand::Error;
        }
        let has_function = functions.iter().any(Option::is_some);
        let checked = CheckedCall { function, prototype, given: &given, operands: &operands, has_function };
        if prototype.check.is_some_and(|check| !check_call(self, check, &checked)) {
            return Operand::Error;
        }
        let Some(result) = self.result_type(prototype, instance, &given) else { return Operand::Error };
        if let Some(folded) = self.folded_call(prototype, instance, result, &operands) {
            return Operand::Constant(folded);
        }
        let argument_spans = operands.iter().map(|(_, _, span)| *span).collect();
        let accesses = prototype.accesses(instance);
        let mut copies_out = CopiesOut::new();
        let mut passed = SmallVec::with_capacity(operands.len());
        for (index, operand) in operands.into_iter().enumerate() {
            let Some(parameter) = prototype.parameter(index) else { return Operand::Error };
            let argument = match (functions.get(index), parameter.ty.at(instance)) {
                (Some(&Some(name)), BuiltinType::Function(rule)) => {
                    let types: Vec<_> = given.iter().map(|it| it.0).collect();
                    let rest = types.get(prototype.fixed_count()..).unwrap_or_default();
                    let wanted = WantedFunction { rule, arguments: &types, rest };
                    self.function_argument(name, operand.2, function, &wanted).map(Argument::Function)
                }
                (_, ty) => {
                    let to = ParameterOf { function, parameter, ty, accesses };
                    self.passed_argument(&to, operand, &mut copies_out)
                }
            };
            let Some(argument) = argument else { return Operand::Error };
            passed.push(argument);
        }
        let call = BuiltinCall { function, prototype, instance, arguments: passed, argument_spans };
        let value = self.builder.evaluate(ValueKind::Builtin(Box::new(call)), result, span);
        for (path, variable, span) in copies_out {
            self.copy_out(&path, &variable, span);
        }
        if prototype.terminator {
            self.builder.jump(Statement::Terminate(Termination::Call), span);
        }
        Operand::Value(value)
    }

    /// With NVIDIA's extension alone, derivatives are zero unless the shader declares groups.
    fn note_derivatives(&mut self, prototype: &Prototype, name_span: Span) {
        if prototype.gate.more_stages.contains(self.module.stage)
            && self.is_on(extensions::GL_KHR_compute_shader_derivatives)
            && !self.is_on(extensions::GL_NV_compute_shader_derivatives)
        {
            self.workgroup.takes_derivatives.get_or_insert(name_span);
        }
    }

    /// The arguments in the types of the parameters. `None` after a report.
    fn converted_arguments(
        &mut self,
        prototype: &'static Prototype,
        instance: RowInstance,
        arguments: EvaluatedArguments,
    ) -> Option<AllPassed> {
        let mut operands = AllPassed::new();
        for (index, argument) in arguments.into_iter().enumerate() {
            let parameter = prototype.parameter(index)?;
            if argument.function.is_some() || parameter.mode == ParameterMode::Rest {
                operands.push((argument.operand, argument.ty, argument.span));
                continue;
            }
            let builtin = parameter.ty.at(instance);
            let ty = match builtin {
                BuiltinType::Family(_) | BuiltinType::AnyArray(_) => argument.ty,
                fixed => self.module.types.builtin(fixed),
            };
            let operand = match parameter.mode {
                // There is nothing to convert to: the parameter takes any type of the family.
                ParameterMode::In if builtin.is_dimensional() => argument.operand,
                // A storage image has the format of its declaration, not of the row.
                ParameterMode::In if self.contains_opaque(argument.ty) => self.load(argument.operand, argument.span),
                ParameterMode::In => self.convert(argument.operand, ty, argument.span),
                _ => argument.operand,
            };
            if matches!(operand, Operand::Error) {
                return None;
            }
            operands.push((operand, ty, argument.span));
        }
        Some(operands)
    }

    /// Checks the arguments that must be constant, and lints others that are; returns whether all are right.
    fn check_constant_arguments(
        &mut self,
        function: &Function,
        prototype: &'static Prototype,
        operands: &[Passed],
    ) -> bool {
        let mut fits = true;
        for (index, parameter) in prototype.parameters.iter().enumerate() {
            let Some((operand, _, span)) = operands.get(index) else { continue };
            if let Some(rule) = parameter.constant {
                fits &= self.check_constant_argument(rule, operand, *span, function, parameter, index);
            }
            if let (Some(lint), &Operand::Constant(constant)) = (parameter.lint, operand) {
                let other = |index: u8| match operands.get(usize::from(index)) {
                    Some((Operand::Constant(other), ..)) => self.default_value(*other),
                    _ => None,
                };
                let limit = if let Lint::Below { other: index, .. } = lint { other(index) } else { None };
                self.lint_constant_argument(lint, constant, limit, *span, prototype, index);
            }
        }
        fits
    }

    /// The type of the result; where the row has a family, the type of an argument, or the one that constants select.
    /// `None` after a report.
    fn result_type(
        &mut self,
        prototype: &'static Prototype,
        instance: RowInstance,
        given: &[GivenArgument],
    ) -> Option<Handle<Type>> {
        match prototype.result.at(instance) {
            BuiltinType::Dimensional(family, _) => self.result_of_family(family, given),
            BuiltinType::Family(_) => Some(given.get(prototype.result_parameter(instance)?)?.0),
            fixed => Some(self.module.types.builtin(fixed)),
        }
    }

    /// The value of a call with constant arguments, if it can be computed.
    fn folded_call(
        &mut self,
        prototype: &'static Prototype,
        instance: RowInstance,
        result: Handle<Type>,
        operands: &[Passed],
    ) -> Option<Handle<Constant>> {
        let constants: Option<SmallVec<[_; 4]>> = operands
            .iter()
            .map(|(operand, ..)| if let Operand::Constant(constant) = operand { Some(*constant) } else { None })
            .collect();
        self.folder().builtin(prototype, instance, result, &constants?)
    }

    /// An argument as the call has it: a value, or a place. `None` after a report.
    fn passed_argument(
        &mut self,
        to: &ParameterOf<'_>,
        (operand, ty, span): Passed,
        copies_out: &mut CopiesOut,
    ) -> Option<Argument> {
        let &ParameterOf { function, parameter, ty: builtin, accesses } = to;
        let path = match parameter.mode {
            ParameterMode::In | ParameterMode::Rest => return self.value(operand, span).map(Argument::Value),
            ParameterMode::Out | ParameterMode::InOut => {
                let path = *self.writable(operand, span, "write to")?;
                if self.path_type(&path) == ty {
                    path
                } else {
                    let variable = self.temporary(ty, span);
                    copies_out.push((path, variable.clone(), span));
                    variable
                }
            }
            ParameterMode::Memory if matches!(builtin, BuiltinType::AnyArray(_)) => {
                self.array_path(operand, accesses, span, function)?
            }
            ParameterMode::Memory => self.atomic_path(operand, accesses, span, function)?,
            ParameterMode::Located(kind) => self.located(kind, &operand, span, function.name)?,
            ParameterMode::Image | ParameterMode::Interpolant | ParameterMode::Object => {
                let Operand::Place(path) = operand else {
                    self.report(message::not_a_resource_variable(span));
                    return None;
                };
                if parameter.mode == ParameterMode::Interpolant && path.storage != StorageClass::Input {
                    self.report(messages::interpolates_no_input(span, &function.name));
                    return None;
                }
                if !self.check_direction(&path, accesses, span, function) {
                    return None;
                }
                *path
            }
        };
        Some(Argument::Place(self.place(&path, span)))
    }

    /// The array that a cooperative matrix is loaded from or stored to (GL_KHR_cooperative_matrix, 8).
    fn array_path(&mut self, operand: Operand, accesses: Accesses, span: Span, function: &Function) -> Option<Path> {
        match operand {
            Operand::Place(path) if is_shared_memory(path.storage) => {
                self.check_direction(&path, accesses, span, function).then_some(*path)
            }
            Operand::Error => None,
            _ => {
                self.report(messages::not_an_array_in_memory(span, &function.name));
                None
            }
        }
    }

    /// The memory an atomic works on: in a buffer block or `shared` (GLSL 4.60, 8.11).
    fn atomic_path(&mut self, operand: Operand, accesses: Accesses, span: Span, function: &Function) -> Option<Path> {
        let name = function.name;
        let mut path = match operand {
            Operand::Place(path) => *path,
            _ => {
                self.report(messages::works_on_memory(span, &name));
                return None;
            }
        };
        if !is_shared_memory(path.storage) {
            self.report(messages::not_shared_memory(span, &name));
            return None;
        }
        if let Some(reason) = path.read_only.filter(|_| accesses.writes) {
            self.report(messages::argument_cannot_change(span, &name, &reason));
            return None;
        }
        if accesses.reads && accesses.writes {
            path = self.changed(&path, span, format_args!("`{name}`"));
        }
        if accesses.writes {
            self.written_reference(&mut path, span);
        }
        self.check_direction(&path, accesses, span, function).then_some(path)
    }

    /// Reports a call that reads `writeonly` memory or writes `readonly` memory; returns whether it does neither.
    fn check_direction(&mut self, path: &Path, accesses: Accesses, span: Span, function: &Function) -> bool {
        let (word, verb) = if accesses.writes && path.access.contains(MemoryQualifiers::READONLY) {
            ("readonly", if accesses.reads { "reads and writes" } else { "writes" })
        } else if accesses.reads && path.access.contains(MemoryQualifiers::WRITEONLY) {
            ("writeonly", if accesses.writes { "reads and writes" } else { "reads" })
        } else {
            return true;
        };
        self.report(messages::access_against_qualifier(span, &function.name, &verb, &word));
        false
    }
}

/// A parameter of the called function.
struct ParameterOf<'c> {
    function: &'c Function,
    parameter: &'c Parameter,
    /// Its type in this overload.
    ty: BuiltinType,
    /// What the function does with memory.
    accesses: Accesses,
}

/// Whether invocations can write to memory of this class and see what others wrote.
const fn is_shared_memory(storage: StorageClass) -> bool {
    matches!(
        storage,
        StorageClass::StorageBuffer
            | StorageClass::Workgroup
            | StorageClass::PhysicalStorageBuffer
            | StorageClass::TaskPayload
    )
}
