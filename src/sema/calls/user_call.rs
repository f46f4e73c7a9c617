//! Calls of functions of the shader, once the overload is known (GLSL 4.60, 6.1.1).
//!
//! Comes in: a function and evaluated arguments. Goes out: the value of the call. Must not depend on: how the function was
//! found.

use crate::hir::{Argument, MemoryQualifiers, Span, Type, ValueKind};
use crate::sema::Analyzer;
use crate::sema::calls::function_table::{UserFunction, UserParameter};
use crate::sema::calls::messages;
use crate::sema::calls::overload::Direction;
use crate::sema::context::message;
use crate::sema::context::report::memory_word;
use crate::sema::context::type_facts::is_array_of_references;
use crate::sema::expressions::operand::{EvaluatedArgument, EvaluatedArguments, Operand, Path};
use std::rc::Rc;

/// Variables that are copied back after a call: to where, from where, and the span of the argument.
type CopiesOut = Vec<(Path, Path, Span)>;

impl Analyzer<'_> {
    /// A call of a function of the shader: `out` and `inout` arguments go through variables of the caller that are
    /// copied in and out (GLSL 4.60, 6.1.1).
    pub(in crate::sema) fn user_call(
        &mut self,
        index: usize,
        name_span: Span,
        arguments: EvaluatedArguments,
        span: Span,
    ) -> Operand {
        let Some(function) = self.functions.get(index) else { return Operand::Error };
        if function.instruction.is_some() {
            return self.instruction_call(index, arguments, span);
        }
        let &UserFunction { ref parameters, result, non_uniform, subgroup_uniform, handle, .. } = function;
        let parameters = Rc::clone(parameters);
        self.functions.called(index, name_span);
        let mut passed = Vec::with_capacity(arguments.len());
        let mut copies_out = CopiesOut::new();
        for (argument, parameter) in arguments.into_iter().zip(parameters.iter()) {
            let argument = match parameter.direction {
                Direction::In => self.passed_value(argument, parameter),
                Direction::Reference => self.resource_argument(argument, parameter),
                Direction::Out | Direction::InOut => self.output_argument(argument, parameter, &mut copies_out),
            };
            let Some(argument) = argument else { return Operand::Error };
            passed.push(argument);
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

    /// An argument of an `in` parameter. `None` after a report.
    fn passed_value(&mut self, argument: EvaluatedArgument, parameter: &UserParameter) -> Option<Argument> {
        let span = argument.span;
        self.check_dropped_qualifiers(argument.reference_access, parameter, span);
        let operand = self.convert(argument.operand, parameter.ty, span);
        let value = self.value(operand, span)?;
        if parameter.precise {
            self.builder.precise_uses.values.push(value);
        }
        if !is_array_of_references(&self.module.types, parameter.ty) {
            return Some(Argument::Value(value));
        }
        // The function may write to its parameter.
        let copy = self.temporary(parameter.ty, span);
        self.store_value(&copy, value, span);
        Some(Argument::Place(self.place(&copy, span)))
    }

    /// An argument that names a resource. `None` after a report.
    fn resource_argument(&mut self, argument: EvaluatedArgument, parameter: &UserParameter) -> Option<Argument> {
        let operand = self.spilled_spirv_value(argument.operand, argument.ty, argument.span);
        let Operand::Place(path) = operand else {
            self.report(message::not_a_resource_variable(argument.span));
            return None;
        };
        self.check_dropped_qualifiers(path.access, parameter, argument.span);
        Some(Argument::Place(self.place(&path, argument.span)))
    }

    /// An argument of an `out` or `inout` parameter: the variable itself, or a copy of it. `None` after a report.
    fn output_argument(
        &mut self,
        argument: EvaluatedArgument,
        parameter: &UserParameter,
        copies_out: &mut CopiesOut,
    ) -> Option<Argument> {
        let span = argument.span;
        let path = *self.writable(argument.operand, span, "write to")?;
        let alone = copies_out.iter().all(|(other, ..)| other.root != path.root);
        // An array is still copied in and out, as GLSL 4.60, 6.1.1 has it: drivers keep it in registers more often if
        // no two calls share it.
        let is_array = matches!(self.module.types.get(path.ty), Type::Array { .. });
        let shared = is_array && parameter.direction == Direction::InOut;
        let direct = path.is_whole_local() && path.ty == parameter.ty && alone && !shared;
        let variable = if direct { path.clone() } else { self.temporary(parameter.ty, span) };
        if !direct && parameter.direction == Direction::InOut {
            let readable = self.changed(&path, span, "an `inout` parameter");
            let readable = self.place_operand(readable);
            let before = self.load(readable, span);
            let before = self.convert(before, parameter.ty, span);
            self.store(&variable, before, span);
        }
        let place = self.place(&variable, span);
        if parameter.precise && parameter.direction == Direction::InOut {
            self.builder.precise_uses.places.push(place);
        }
        copies_out.push((path, variable, span));
        Some(Argument::Place(place))
    }

    /// Reports qualifiers that a parameter would lose (GL_KHR_memory_scope_semantics; GLSL 4.60, 4.10).
    pub(in crate::sema) fn check_dropped_qualifiers(
        &mut self,
        access: MemoryQualifiers,
        parameter: &UserParameter,
        span: Span,
    ) {
        let Some(word) = dropped_qualifier(access, parameter.qualifiers) else { return };
        self.report(messages::qualifier_is_lost(span, &word, parameter.span));
    }
}

/// The first qualifier of an argument that a parameter does not keep. A wider scope includes a narrower one, and memory
/// that is coherent or `volatile` is not private.
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
