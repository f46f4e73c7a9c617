//! Names in expressions: variables, constants, and what the language itself declares.
//!
//! Comes in: a name. Goes out: the operand that it stands for, or a report. Must not depend on: what is done with it.

use crate::builtins;
use crate::diagnostics::{did_you_mean, foreign_word};
use crate::hir::{ConstantKind, Scalar, Span, Type};
use crate::sema::Analyzer;
use crate::sema::calls::overload;
use crate::sema::context::message;
use crate::sema::context::opengl::opengl_help;
use crate::sema::context::scope::Entity;
use crate::sema::context::type_facts::BuiltinName;
use crate::sema::evaluation::messages;
use crate::sema::expressions::operand::{EvaluatedArguments, Operand, Path};
use crate::source::Symbol;

impl Analyzer<'_> {
    /// A use of a name as a variable.
    pub(in crate::sema) fn identifier(&mut self, symbol: Symbol, span: Span) -> Operand {
        self.scopes.note_use(symbol, span);
        let Some(declared) = self.scopes.get(symbol) else {
            return self.builtin_identifier(symbol, self.text(symbol), span);
        };
        match declared.entity {
            Entity::Variable(ref variable) => {
                let path = Path::of(variable);
                self.place_operand(path)
            }
            Entity::HeapBlock { number, member } => self.heap_operand(number, member, span),
            Entity::Value(value) => Operand::Value(value),
            Entity::Constant(constant) => Operand::Constant(constant),
            Entity::Error => Operand::Error,
            Entity::Type(_) | Entity::Reference(_) | Entity::Function | Entity::Block => {
                let declared_at = declared.span;
                let kind = match declared.entity {
                    Entity::Function => "function",
                    Entity::Block => "block",
                    _ => "type",
                };
                self.report(messages::not_a_variable(span, &self.text(symbol), &kind, declared_at));
                Operand::Error
            }
        }
    }

    /// A use of a name that the shader did not declare.
    fn builtin_identifier(&mut self, symbol: Symbol, name: &str, span: Span) -> Operand {
        let known = self.builtin_name(symbol);
        if let BuiltinName::Constant(constant) = known {
            if !self.check_gate(constant.gate, name, span) {
                return Operand::Error;
            }
            if !constant.capabilities.is_empty() {
                self.used_constants.insert(constant.name, constant);
            }
            let ty = self.module.types.builtin(constant.ty);
            let scalar = self.module.types.get(ty).scalar().unwrap_or(Scalar::I32);
            let component = self.module.scalar(scalar);
            let values: Vec<i64> = builtins::limits::values_of(constant, &self.options.limits).collect();
            let components: Vec<_> =
                values.iter().map(|&value| self.constant(component, ConstantKind::Scalar(value as u64))).collect();
            return match (components.as_slice(), self.module.types.get(ty)) {
                (&[single], Type::Scalar(_)) => Operand::Constant(single),
                _ => Operand::Constant(self.constant(ty, ConstantKind::Composite(components))),
            };
        }
        if let BuiltinName::Value(function) = known
            && let Some(prototype) = function.prototypes.first()
        {
            let overload = overload::BuiltinOverload { prototype, instance: 0.into() };
            return self.builtin_call(function, overload, span, EvaluatedArguments::new(), span);
        }
        let rows = if let BuiltinName::Variables(rows) = known { rows } else { &[] };
        let open = |it: &&builtins::Variable| self.gate_is_open(it.gate);
        let Some(first) = rows.first() else {
            let place = self.builtin_instance(name, span).or_else(|| self.fragment_color(symbol));
            return place.unwrap_or_else(|| {
                self.undeclared(symbol, span);
                Operand::Error
            });
        };
        let is_name = |it: &&builtins::Variable| it.block.is_none_or(|block| block.instance.is_empty());
        let Some(variable) = rows.iter().filter(open).find(is_name) else {
            let member = rows.iter().find(open).and_then(|row| row.block);
            return self.builtin_elsewhere(first, member, span);
        };
        if !self.check_gate(variable.gate, name, span) {
            return Operand::Error;
        }
        self.explain_legacy(name, variable.replace, span);
        if variable.builtin == spirv::BuiltIn::WorkgroupSize {
            return self.workgroup_size_operand(span);
        }
        if !self.check_primitive_indices(variable, span) {
            return Operand::Error;
        }
        self.builtin_variable(variable, span)
    }

    /// A built-in variable that is not a name of its own here: it is a member of `member`, or does not exist at all.
    fn builtin_elsewhere(
        &mut self,
        first: &'static builtins::Variable,
        member: Option<builtins::BuiltinBlock>,
        span: Span,
    ) -> Operand {
        let name = first.name;
        let Some(block) = member else {
            // A row of this stage describes best what is missing.
            let rows = builtins::variables(name);
            let row = rows.iter().find(|row| row.gate.stages.contains(self.module.stage)).unwrap_or(first);
            self.check_gate(row.gate, name, span);
            return Operand::Error;
        };
        let (stage, instance) = (self.module.stage.facts().with_article(), block.instance);
        self.report(messages::member_of_builtin_block(span, &name, &instance, &stage));
        Operand::Error
    }

    /// Reports an undeclared name.
    fn undeclared(&mut self, symbol: Symbol, span: Span) {
        let name = self.text(symbol);
        let mut diagnostic = message::not_declared(span, &name);
        if builtins::function(name).is_some() {
            diagnostic = diagnostic.with_help(format!("`{name}` is a function: call it, `{name}(...)`"));
        } else if let Some(help) = opengl_help(name, self.module.stage) {
            diagnostic = message::not_in_vulkan(span, &name, help);
        } else if let Some(foreign) = foreign_word(name) {
            diagnostic = diagnostic.with_help(foreign.help());
        } else if self.may_suggest() {
            let declared: Vec<_> = self.scopes.visible().into_iter().map(|symbol| self.text(symbol)).collect();
            let built_in = builtins::VARIABLES.iter().filter(|row| self.is_of_stage(row.gate)).map(|row| row.name);
            let built_in = built_in.chain(builtins::CONSTANTS.iter().map(|row| row.name));
            let values =
                builtins::VALUES.iter().filter(|row| row.prototypes.iter().any(|it| self.is_of_stage(it.gate)));
            let built_in = built_in.chain(values.map(|row| row.name));
            diagnostic = diagnostic.with_similar_name(did_you_mean(name, declared.into_iter().chain(built_in)));
        }
        self.report(diagnostic);
        self.silence(symbol, span);
    }
}
