//! Calls of built-in functions, once the overload is known.

use crate::builtins::extensions;
use crate::builtins::{Accesses, BuiltinType, ConstantRule, Function, Instruction, Lint, ParameterMode};
use crate::diagnostics::Diagnostic;
use crate::hir::{Argument, BuiltinCall, MemoryQualifiers, Span, StorageClass, ValueKind};
use crate::sema::calls::call::EvaluatedArgument;
use crate::sema::calls::function_argument::Wanted;
use crate::sema::calls::overload::BuiltinOverload;
use crate::sema::expressions::operand::{Operand, Path};
use crate::sema::{Analyzer, Code};

impl Analyzer<'_> {
    pub(in crate::sema) fn builtin_call(
        &mut self,
        function: &'static Function,
        overload: BuiltinOverload,
        name_span: Span,
        arguments: Vec<EvaluatedArgument>,
        span: Span,
    ) -> Operand {
        let BuiltinOverload { prototype, instance } = overload;
        if !self.check_gate(prototype.gate, function.name, name_span) {
            return Operand::Error;
        }
        self.check_barrier_place(function.name, name_span);
        self.explain_legacy(function.name, prototype.replace, name_span);
        if prototype.opcodes(instance).any(|opcode| opcode == spirv::Op::CooperativeMatrixMulAddKHR) {
            let types: Vec<_> = arguments.iter().map(|argument| (argument.ty, argument.span)).collect();
            if !self.check_multiply(function, prototype, &types) {
                return Operand::Error;
            }
        }
        self.modes.interlocks |=
            prototype.opcodes(instance).any(|opcode| opcode == spirv::Op::BeginInvocationInterlockEXT);
        // With the extension of NVIDIA alone derivatives are zero where no groups are declared.
        if prototype.gate.more_stages.contains(self.stage)
            && self.is_on(extensions::GL_KHR_compute_shader_derivatives)
            && !self.is_on(extensions::GL_NV_compute_shader_derivatives)
        {
            self.workgroup.takes_derivatives.get_or_insert(name_span);
        }
        if let ([result, value], Some(Instruction::SaturatedConvert)) =
            (arguments.as_slice(), prototype.recipe(instance).and_then(|it| it.steps.first()).map(|it| it.instruction))
            && !self.check_saturated_conversion((result.ty, result.span), (value.ty, value.span))
        {
            return Operand::Error;
        }
        let mut operands = Vec::with_capacity(arguments.len());
        let given: Vec<_> = arguments
            .iter()
            .map(|argument| {
                let constant = if let Operand::Constant(constant) = argument.operand { Some(constant) } else { None };
                (argument.ty, constant, argument.span)
            })
            .collect();
        let mut functions = Vec::with_capacity(arguments.len());
        for (index, argument) in arguments.into_iter().enumerate() {
            let Some(parameter) = prototype.parameter(index) else { return Operand::Error };
            functions.push(argument.function);
            let ty = match parameter.ty.at(instance) {
                BuiltinType::Family(_) | BuiltinType::AnyArray(_) => argument.ty,
                fixed => self.types.builtin(fixed),
            };
            let operand = match parameter.mode {
                _ if argument.function.is_some() => {
                    operands.push((argument.operand, argument.ty, argument.span));
                    continue;
                }
                ParameterMode::Rest => {
                    operands.push((argument.operand, argument.ty, argument.span));
                    continue;
                }
                // There is nothing to convert to: any type of the family fits.
                ParameterMode::In if parameter.ty.at(instance).is_tensor() => argument.operand,
                // A storage image has the format of its declaration, not of the row.
                ParameterMode::In if self.contains_opaque(argument.ty) => self.load(argument.operand, argument.span),
                ParameterMode::In => self.convert(argument.operand, ty, argument.span),
                _ => argument.operand,
            };
            if matches!(operand, Operand::Error) {
                return Operand::Error;
            }
            operands.push((operand, ty, argument.span));
        }
        let mut fits = true;
        for (index, parameter) in prototype.parameters.iter().enumerate() {
            let Some((operand, _, span)) = operands.get(index) else { continue };
            if let Some(rule) = parameter.constant {
                fits &= self.check_constant_argument(rule, operand, *span, function, parameter, index);
            }
            if fits && parameter.constant == Some(ConstantRule::MatrixOperands) {
                fits = self.check_signed_matrices(&operands, operand, *span);
            }
            if parameter.constant == Some(ConstantRule::MatrixLayout)
                && let Some((stride, _, stride_span)) = index.checked_sub(1).and_then(|before| operands.get(before))
            {
                fits &= self.check_matrix_stride(operand, stride, *stride_span);
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
        if !fits || !self.check_cooperative_vectors(function, prototype, instance, &operands) {
            return Operand::Error;
        }
        if !self.check_matrix_function(prototype, instance, &given) {
            return Operand::Error;
        }
        let result = match self.tensor_result(prototype, instance, &given) {
            Some(ty) => ty,
            None if prototype.result.at(instance).is_tensor() => return Operand::Error,
            None if matches!(prototype.result.at(instance), BuiltinType::Family(_)) => {
                let index = prototype.result_parameter(instance).and_then(|index| given.get(index));
                let Some(&(ty, ..)) = index else { return Operand::Error };
                ty
            }
            None => self.types.builtin(prototype.result.at(instance)),
        };
        let constants: Option<Vec<_>> = operands
            .iter()
            .map(|(operand, ..)| if let Operand::Constant(constant) = operand { Some(*constant) } else { None })
            .collect();
        if let Some(constants) = constants
            && let Some(folded) = self.folder().builtin(prototype, instance, result, &constants)
        {
            return Operand::Constant(folded);
        }
        let mut passed = Vec::with_capacity(operands.len());
        let argument_spans = operands.iter().map(|(_, _, span)| *span).collect();
        let accesses = prototype.accesses(instance);
        let mut copies_out: Vec<(Path, Path, Span)> = Vec::new();
        for (index, (operand, ty, argument_span)) in operands.into_iter().enumerate() {
            let Some(parameter) = prototype.parameter(index) else { return Operand::Error };
            if let (Some(&Some(name)), BuiltinType::Function(rule)) = (functions.get(index), parameter.ty.at(instance))
            {
                let types: Vec<_> = given.iter().map(|it| it.0).collect();
                let rest = types.get(prototype.fixed_count()..).unwrap_or_default();
                let wanted = Wanted { rule, arguments: &types, rest };
                match self.function_argument(name, argument_span, function, &wanted) {
                    Some(callee) => passed.push(Argument::Function(callee)),
                    None => return Operand::Error,
                }
                continue;
            }
            let argument = match parameter.mode {
                ParameterMode::In | ParameterMode::Rest => match self.value(operand, argument_span) {
                    Some(value) => Argument::Value(value),
                    None => return Operand::Error,
                },
                ParameterMode::Out | ParameterMode::InOut => {
                    let Some(path) = self.writable(operand, argument_span, "pass as an output") else {
                        return Operand::Error;
                    };
                    if self.path_type(&path) == ty {
                        Argument::Place(self.place(&path, argument_span))
                    } else {
                        let variable = self.temporary(ty, argument_span);
                        copies_out.push((path, variable.clone(), argument_span));
                        Argument::Place(self.place(&variable, argument_span))
                    }
                }
                ParameterMode::Memory if matches!(parameter.ty.at(instance), BuiltinType::AnyArray(_)) => {
                    match self.array_path(operand, accesses, argument_span, function) {
                        Some(path)
                            if path.storage == StorageClass::Workgroup && functions.iter().any(Option::is_some) =>
                        {
                            self.report(
                                Diagnostic::error(
                                    Code::CooperativeMatrixMemory,
                                    argument_span,
                                    format!("`{}` decodes what is in buffers, this is `shared` memory", function.name),
                                )
                                .with_note("GL_NV_cooperative_matrix2, 8.X: with `decodeFunc`, `buf` must point to buffer memory"),
                            );
                            return Operand::Error;
                        }
                        Some(path) => Argument::Place(self.place(&path, argument_span)),
                        None => return Operand::Error,
                    }
                }
                ParameterMode::Memory => match self.atomic_path(operand, accesses, argument_span, function) {
                    Some(path) => Argument::Place(self.place(&path, argument_span)),
                    None => return Operand::Error,
                },
                ParameterMode::Located(kind) => match self.located(kind, &operand, argument_span, function.name) {
                    Some(path) => Argument::Place(self.place(&path, argument_span)),
                    None => return Operand::Error,
                },
                ParameterMode::Image | ParameterMode::Interpolant | ParameterMode::Object => match operand {
                    Operand::Place(path) => {
                        if !self.check_direction(&path, accesses, argument_span, function) {
                            return Operand::Error;
                        }
                        Argument::Place(self.place(&path, argument_span))
                    }
                    _ => {
                        self.error(Code::NotAResource, argument_span, "this is not a variable that names a resource");
                        return Operand::Error;
                    }
                },
            };
            passed.push(argument);
        }
        let call = BuiltinCall { function, prototype, instance, arguments: passed, argument_spans };
        let value = self.builder.evaluate(ValueKind::Builtin(call), result, span);
        for (path, variable, span) in copies_out {
            self.copy_out(&path, &variable, span);
        }
        Operand::Value(value)
    }

    /// The array that a cooperative matrix is loaded from or stored to (GL_KHR_cooperative_matrix, 8).
    fn array_path(&mut self, operand: Operand, accesses: Accesses, span: Span, function: &Function) -> Option<Path> {
        match operand {
            Operand::Place(path) if is_shared_memory(path.storage) => {
                self.check_direction(&path, accesses, span, function).then_some(*path)
            }
            Operand::Error => None,
            _ => {
                self.report(
                    Diagnostic::error(
                        Code::CooperativeMatrixMemory,
                        span,
                        format!("`{}` works on arrays in buffer blocks and on `shared` arrays only", function.name),
                    )
                    .with_note("GL_KHR_cooperative_matrix, 8: `buf` must be in buffer storage or shared storage"),
                );
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
                self.report(
                    Diagnostic::error(Code::AtomicMemory, span, format!("`{name}` works on memory, this is a value"))
                        .with_note("GLSL 4.60, 8.11: the first argument is a variable in a buffer block or `shared`"),
                );
                return None;
            }
        };
        if !is_shared_memory(path.storage) {
            self.report(
                Diagnostic::error(
                    Code::AtomicMemory,
                    span,
                    format!("`{name}` works on members of buffer blocks and `shared` variables only"),
                )
                .with_note("GLSL 4.60, 8.11: the first argument is a variable in a buffer block or `shared`"),
            );
            return None;
        }
        if accesses.reads && accesses.writes {
            path = self.changed(&path, span, &format!("`{name}`"));
        }
        if accesses.writes {
            self.written_reference(&mut path, span);
        }
        self.check_direction(&path, accesses, span, function).then_some(path)
    }

    /// Reports a call that reads what is `writeonly` or writes what is `readonly`; gives whether it does neither.
    fn check_direction(&mut self, path: &Path, accesses: Accesses, span: Span, function: &Function) -> bool {
        let (word, verb) = if accesses.writes && path.access.contains(MemoryQualifiers::READONLY) {
            ("readonly", if accesses.reads { "reads and writes" } else { "writes" })
        } else if accesses.reads && path.access.contains(MemoryQualifiers::WRITEONLY) {
            ("writeonly", if accesses.writes { "reads and writes" } else { "reads" })
        } else {
            return true;
        };
        self.report(
            Diagnostic::error(
                Code::MemoryDirection,
                span,
                format!("`{}` {verb} this memory, which is `{word}`", function.name),
            )
            .with_note("GLSL 4.60, 4.10 and 8.11; GL_KHR_memory_scope_semantics, 8.11: `atomicLoad` only reads, `atomicStore` only writes, other atomic functions do both")
            .with_help(format!("remove `{word}` from the declaration")),
        );
        false
    }
}

/// Whether invocations can write to memory of this class and see what others wrote.
const fn is_shared_memory(storage: StorageClass) -> bool {
    matches!(storage, StorageClass::StorageBuffer | StorageClass::Workgroup | StorageClass::PhysicalStorageBuffer)
}
