//! Arguments that must be constant expressions, and the rules for their values.
//!
//! Comes in: an evaluated argument and the rule in the row of its parameter. Goes out: whether it is right, and reports.
//! Must not depend on: the other arguments.

use crate::builtins::{ConstantRule, Function, Lint, Parameter, Prototype};
use crate::diagnostics::Diagnostic;
use crate::hir::{Constant, ConstantKind, Handle, Span};
use crate::sema::calls::messages;
use crate::sema::context::feature::COMPUTED_GATHER_OFFSETS;
use crate::sema::context::message;
use crate::sema::expressions::operand::Operand;
use crate::sema::extensions::hook::ConstantArgument;
use crate::sema::{Analyzer, Code};
use crate::target::SpirvVersion;

/// No implementation has larger subgroups (Vulkan: maxSubgroupSize is at most 128).
const LARGEST_SUBGROUP: i64 = 128;

/// Texel offsets that every implementation takes: the least range of minTexelOffset and maxTexelOffset.
const TEXEL_OFFSETS: std::ops::RangeInclusive<i64> = -8..=7;

/// Lifts the rule that texel offsets are constant.
const OFFSET_NON_CONST: &str = "GL_EXT_texture_offset_non_const";

impl Analyzer<'_> {
    /// Checks one argument; returns whether it is right.
    pub(super) fn check_constant_argument(
        &mut self,
        rule: ConstantRule,
        operand: &Operand,
        span: Span,
        function: &Function,
        parameter: &Parameter,
        index: usize,
    ) -> bool {
        let dynamic_allowed = match rule {
            ConstantRule::BroadcastId | ConstantRule::QuadId => self.options.target.spirv >= SpirvVersion::V1_5,
            ConstantRule::Offset => self.is_enabled(OFFSET_NON_CONST),
            _ => false,
        };
        // The rules of memory scope semantics check these in the finished call, where they see all arguments together.
        if matches!(rule, ConstantRule::Scope | ConstantRule::StorageSemantics | ConstantRule::Semantics) {
            return !matches!(operand, Operand::Error);
        }
        if rule == ConstantRule::GatherOffset {
            return match operand {
                Operand::Constant(_) => true,
                Operand::Error => false,
                _ => self.require_feature(&COMPUTED_GATHER_OFFSETS, span),
            };
        }
        let constant = match operand {
            Operand::Constant(constant) => *constant,
            Operand::Error => return false,
            _ if dynamic_allowed => {
                if matches!(rule, ConstantRule::Offset) {
                    self.require_extension(OFFSET_NON_CONST, "an offset that is not constant", span);
                }
                return true;
            }
            _ => {
                self.not_constant(rule, span, function, parameter, index);
                return false;
            }
        };
        // A specialization constant is checked by its default value; the pipeline may still choose another.
        let value = self.default_value(constant);
        let is_specialization = self.is_specialization(constant);
        match rule {
            ConstantRule::CompileTime | ConstantRule::QuadLanes | ConstantRule::LaneMasks | ConstantRule::Vertex
                if is_specialization =>
            {
                self.report(specialized_argument(span, function, parameter, index));
                false
            }
            ConstantRule::ClusterSize => self.check_cluster_size(value, is_specialization, span, function, index),
            ConstantRule::BroadcastId => {
                self.lint_limit(value, LARGEST_SUBGROUP, "no subgroup has more than 128 invocations", span);
                true
            }
            ConstantRule::QuadId => {
                self.lint_limit(value, 4, "a quad has four invocations", span);
                true
            }
            ConstantRule::Component => {
                let fits = value.is_some_and(|value| (0..=3).contains(&value));
                if !fits {
                    self.report(messages::no_such_component(span));
                }
                fits
            }
            ConstantRule::MatrixOperands | ConstantRule::ReduceMask | ConstantRule::MatrixLayout => {
                let argument = ConstantArgument { constant, is_specialization, span, function, parameter, index };
                self.check_extension_constant(rule, &argument)
            }
            ConstantRule::Offset | ConstantRule::Offsets => self.check_offset(constant, span),
            ConstantRule::QuadLanes => self.check_components(constant, 3, function, parameter, span),
            ConstantRule::Vertex => {
                let fits = value.is_some_and(|value| (0..=2).contains(&value));
                if !fits {
                    self.report(messages::no_such_vertex(span));
                }
                fits
            }
            ConstantRule::LaneMasks => self.check_components(constant, 31, function, parameter, span),
            ConstantRule::Any
            | ConstantRule::CompileTime
            | ConstantRule::GatherOffset
            | ConstantRule::Scope
            | ConstantRule::StorageSemantics
            | ConstantRule::Semantics => true,
        }
    }

    fn not_constant(
        &mut self,
        rule: ConstantRule,
        span: Span,
        function: &Function,
        parameter: &Parameter,
        index: usize,
    ) {
        let mut diagnostic = messages::argument_not_constant(span, &(index + 1), &function.name, &parameter.name);
        match rule {
            ConstantRule::BroadcastId => {
                diagnostic = diagnostic
                    .with_note("GL_KHR_shader_subgroup: below SPIR-V 1.5 the invocation must be constant")
                    .with_help("use `subgroupShuffle` for an invocation chosen at run time, or compile with `--target-env vulkan1.2`");
            }
            ConstantRule::QuadId => {
                diagnostic = diagnostic
                    .with_note("GL_KHR_shader_subgroup: below SPIR-V 1.5 the invocation must be constant")
                    .with_help("compile with `--target-env vulkan1.2` for an invocation chosen at run time");
            }
            ConstantRule::ClusterSize => {
                diagnostic = diagnostic.with_note(
                    "GL_KHR_shader_subgroup: the cluster size is an integral constant expression, at least 1 and a power of two; a specialization constant is one",
                );
            }
            ConstantRule::Offset => {
                diagnostic = diagnostic.with_note("GLSL 4.60, 8.9").with_help(message::enable(OFFSET_NON_CONST));
            }
            _ => {}
        }
        self.report(diagnostic);
    }

    fn check_cluster_size(
        &mut self,
        value: Option<i64>,
        is_specialization: bool,
        span: Span,
        function: &Function,
        index: usize,
    ) -> bool {
        let Some(value) = value else { return true };
        let fits = value > 0 && value.count_ones() == 1;
        if fits {
            self.lint_limit(Some(value - 1), LARGEST_SUBGROUP, "no subgroup has more than 128 invocations", span);
            return true;
        }
        self.report(messages::cluster_size(span, index + 1, &function.name, value, is_specialization));
        is_specialization
    }

    /// Warns about a constant argument that is allowed but hardly intended; `limit` is the constant that
    /// [`Lint::Below`] compares with. A specialization constant is checked by its default value.
    pub(super) fn lint_constant_argument(
        &mut self,
        lint: Lint,
        constant: Handle<Constant>,
        limit: Option<i64>,
        span: Span,
        prototype: &Prototype,
        index: usize,
    ) {
        let Some(value) = self.default_value(constant) else { return };
        // Parameters with these rules are `uint`, whatever the sign of the argument was.
        let value = value as u32;
        let name_of = |index: usize| prototype.parameters.get(index).map_or("", |parameter| parameter.name);
        let name = name_of(index);
        let diagnostic = match (lint, limit) {
            (Lint::PowerOfTwo { least, most }, _) if !value.is_power_of_two() || !(least..=most).contains(&value) => {
                messages::not_a_cluster_size(span, &name, &least, &most, prototype.section)
            }
            (Lint::Below { other, why }, Some(limit)) if value >= limit as u32 => {
                messages::not_below_limit(span, &name, &name_of(other.into()), &(limit as u32), why)
            }
            (Lint::Located(kind), _) if !self.has_located(kind, value) => {
                messages::no_variable_at_location(span, &self.located_words(kind), &value, prototype.section)
            }
            _ => return,
        };
        self.report(diagnostic.with_label(format!("this is {value}")));
    }

    /// Warns about a constant that makes the result undefined because it reaches `limit`.
    fn lint_limit(&mut self, value: Option<i64>, limit: i64, why: &str, span: Span) {
        if let Some(value) = value
            && !(0..limit).contains(&value)
        {
            self.report(messages::undefined_result(span, &value, &why));
        }
    }

    /// The components of a constant vector, or the constant itself.
    fn constant_parts(&self, constant: Handle<Constant>) -> Vec<Handle<Constant>> {
        match self.module.constants.get_handle(constant).map(|constant| &constant.kind) {
            Ok(ConstantKind::Composite(parts)) => parts.clone(),
            _ => vec![constant],
        }
    }

    /// Whether all components are at most `most` (AMD_shader_ballot, 8.18).
    fn check_components(
        &mut self,
        constant: Handle<Constant>,
        most: i64,
        function: &Function,
        parameter: &Parameter,
        span: Span,
    ) -> bool {
        let parts = self.constant_parts(constant);
        let beyond = parts.into_iter().filter_map(|part| self.integer_value(part)).find(|it| !(0..=most).contains(it));
        let Some(value) = beyond else { return true };
        let (name, function) = (parameter.name, function.name);
        self.report(messages::component_out_of_range(span, &name, &most, &value, &function));
        false
    }

    fn check_offset(&mut self, constant: Handle<Constant>, span: Span) -> bool {
        let parts = self.constant_parts(constant);
        for part in parts {
            for component in self.constant_parts(part) {
                if let Some(value) = self.default_value(component)
                    && !TEXEL_OFFSETS.contains(&value)
                {
                    self.report(messages::texel_offset_out_of_range(span, &value));
                    return false;
                }
            }
        }
        true
    }
}

/// An argument that the compiler must know, but the pipeline chooses.
#[cold]
fn specialized_argument(span: Span, function: &Function, parameter: &Parameter, index: usize) -> Diagnostic {
    let (number, name, parameter) = (index + 1, function.name, parameter.name);
    let message = format!("argument {number} of `{name}`, `{parameter}`, must be known when the shader is compiled");
    Diagnostic::error(Code::SpecializedArgument, span, message).with_label("this depends on a specialization constant")
}
