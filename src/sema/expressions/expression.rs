//! Expressions: walks the tree, left chains without recursion, and hands each node to the module that knows it.

use crate::builtins;
use crate::diagnostics::{Diagnostic, did_you_mean, foreign_word};
use crate::hir::{Constant, ConstantKind, Handle, Scalar, Span, Type, Value};
use crate::sema::calls::overload;
use crate::sema::context::opengl::opengl_help;
use crate::sema::context::scope::Entity;
use crate::sema::expressions::operand::{Operand, Path};
use crate::sema::{Analyzer, Code};
use crate::source::Symbol;
use crate::syntax::ast::{BinaryOperator, Expression};
use smallvec::SmallVec;

impl<'a> Analyzer<'a> {
    /// The node behind a handle of this unit's tree.
    pub(in crate::sema) fn node(&self, expression: Handle<Expression>) -> &'a Expression {
        self.unit.expressions.try_get(expression).unwrap_or(&Expression::Error)
    }

    /// Where an expression stands.
    pub(in crate::sema) fn span_of(&self, expression: Handle<Expression>) -> Span {
        self.unit.expressions.get_span(expression)
    }

    /// Evaluates an expression; a place is not read yet.
    pub(in crate::sema) fn expression(&mut self, expression: Handle<Expression>) -> Operand {
        // Chains that lean to the left (`a + b + c`, `a.b[c].d`) can be as long as the source.
        let mut chain: SmallVec<[_; 4]> = SmallVec::new();
        let mut first = expression;
        while let Expression::Binary { left: inner, .. }
        | Expression::Sequence { left: inner, .. }
        | Expression::Member { base: inner, .. }
        | Expression::Index { base: inner, .. }
        | Expression::Method { base: inner, .. } = *self.node(first)
        {
            chain.push(first);
            first = inner;
        }
        let mut operand = self.unchained(first);
        let mut span = self.span_of(first);
        let mut is_vector = self.is_named_vector(first);
        while let Some(node) = chain.pop() {
            let followed = self.follow_vector(node, &operand, is_vector);
            is_vector = followed == Some(true);
            operand = if followed.is_some() { self.chained(node, operand, span) } else { Operand::Error };
            span = self.span_of(node);
        }
        if matches!(operand, Operand::Error) {
            self.left_out(span);
        }
        operand
    }

    /// Evaluates an expression and reads it if it is a place.
    pub(in crate::sema) fn rvalue(&mut self, expression: Handle<Expression>) -> Operand {
        let operand = self.expression(expression);
        self.load(operand, self.span_of(expression))
    }

    /// Evaluates a node that continues a chain whose left part is `operand`.
    fn chained(&mut self, node: Handle<Expression>, operand: Operand, operand_span: Span) -> Operand {
        let span = self.span_of(node);
        match *self.node(node) {
            Expression::Binary { op, op_span, right, .. } => match op {
                BinaryOperator::LogicalAnd | BinaryOperator::LogicalOr => {
                    self.short_circuit(op, op_span, operand, operand_span, right, span)
                }
                _ => {
                    let left = self.load(operand, operand_span);
                    let right_operand = self.rvalue(right);
                    self.binary(op, op_span, (left, operand_span), (right_operand, self.span_of(right)), span)
                }
            },
            Expression::Sequence { right, .. } => {
                let right_span = self.span_of(right);
                let right = self.rvalue(right);
                match (operand, right) {
                    (Operand::Error, _) => Operand::Error,
                    // The comma operator never gives a constant expression (GLSL 4.60, 4.3.3).
                    (_, right @ (Operand::Constant(_) | Operand::ConstantReference(..))) => {
                        self.value(right, right_span).map_or(Operand::Error, Operand::Value)
                    }
                    (_, right) => self.unmarked(right),
                }
            }
            Expression::Member { name, .. } => self.member(operand, name, span),
            Expression::Index { base, index } => {
                let index_operand = self.rvalue(index);
                if !self.check_implied_size(base, &operand, &index_operand, self.span_of(index)) {
                    return Operand::Error;
                }
                self.index(operand, operand_span, index_operand, self.span_of(index), span)
            }
            Expression::Method { name, ref arguments, .. } => self.method(operand, name, arguments, span),
            _ => Operand::Error,
        }
    }

    /// Evaluates a node that is not part of a left-leaning chain.
    fn unchained(&mut self, node: Handle<Expression>) -> Operand {
        let span = self.span_of(node);
        match *self.node(node) {
            Expression::Literal(literal) => self.literal(literal, span),
            Expression::Identifier(symbol) => self.identifier(symbol, span),
            Expression::Unary { op, operand } => {
                let value = self.rvalue(operand);
                self.unary(op, value, span)
            }
            Expression::Increment { decrement, postfix, operand } => self.increment(decrement, postfix, operand, span),
            Expression::Assign { op, op_span, place, value } => self.assign(op, op_span, place, value, span),
            Expression::Conditional { condition, accept, reject } => self.conditional(condition, accept, reject, span),
            Expression::Call { ref callee, ref arguments } => self.call(callee, arguments, span),
            Expression::Cast { ref ty, operand } => self.cast(ty, operand, span),
            Expression::Decorated { ref decoration, ref arguments } => {
                self.decorated_expression(decoration, arguments, span)
            }
            Expression::InitializerList(_) => {
                self.report(
                    Diagnostic::error(
                        Code::InitializerListMisplaced,
                        span,
                        "an initializer list can only initialize a variable",
                    )
                    .with_help("use a constructor, `vec2(1.0, 2.0)` or `float[](1.0, 2.0)`"),
                );
                Operand::Error
            }
            Expression::Binary { .. }
            | Expression::Sequence { .. }
            | Expression::Member { .. }
            | Expression::Index { .. }
            | Expression::Method { .. }
            | Expression::Error => Operand::Error,
        }
    }

    /// Evaluates an expression that must be constant. What it computes at run time is thrown away.
    ///
    /// `what` names the thing in the message: "an array size".
    pub(in crate::sema) fn constant_expression(
        &mut self,
        expression: Handle<Expression>,
        what: &str,
    ) -> Option<Handle<Constant>> {
        let block = self.builder.new_block();
        let outer = self.builder.enter(block);
        let outer_context = std::mem::replace(&mut self.constant_context, true);
        let operand = self.rvalue(expression);
        self.constant_context = outer_context;
        let _ = self.builder.leave(outer);
        match operand {
            Operand::Constant(constant) => Some(constant),
            Operand::Error => None,
            Operand::ConstantReference(..) | Operand::Value(_) | Operand::Place(_) => {
                self.report(
                    Diagnostic::error(
                        Code::NotConstant,
                        self.span_of(expression),
                        format!("{what} must be a constant expression"),
                    )
                    .with_label("this is computed at run time")
                    .with_note("GLSL 4.60, 4.3.3: literals, `const` variables with a constant initializer, and operations and built-in functions on them"),
                );
                None
            }
        }
    }

    /// Evaluates an expression that must be a constant scalar integer, specialization constants excluded.
    pub(in crate::sema) fn constant_integer(&mut self, expression: Handle<Expression>, what: &str) -> Option<i64> {
        let constant = self.constant_expression(expression, what)?;
        let ty = self.constants.get_handle(constant).ok()?.ty;
        if !self.is_integer_scalar(ty) {
            let spelled = self.spell(ty);
            self.error(
                Code::IntegerExpected,
                self.span_of(expression),
                format!("{what} must be a scalar integer, this is `{spelled}`"),
            );
            return None;
        }
        let value = self.integer_value(constant);
        if value.is_none() {
            self.error(
                Code::NotConstant,
                self.span_of(expression),
                format!("{what} cannot depend on a specialization constant"),
            );
        }
        value
    }

    /// Whether a type is a scalar signed or unsigned integer.
    pub(in crate::sema) fn is_integer_scalar(&self, ty: Handle<Type>) -> bool {
        use crate::hir::ScalarKind::{Sint, Uint};
        matches!(self.types.get(ty), Type::Scalar(Scalar { kind: Sint | Uint, .. }))
    }

    /// A use of a name as a variable.
    pub(in crate::sema) fn identifier(&mut self, symbol: Symbol, span: Span) -> Operand {
        let name = self.text(symbol);
        let Some(declared) = self.scopes.get(symbol) else {
            return self.builtin_identifier(symbol, name, span);
        };
        match declared.entity.clone() {
            Entity::Variable(variable) => Operand::Place(Box::new(Path {
                root: variable.root,
                steps: variable.step.into_iter().collect(),
                ty: variable.ty,
                swizzle: None,
                access: variable.access,
                storage: variable.storage,
                read_only: variable.read_only,
                precise: variable.precise,
            })),
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
                self.report(
                    Diagnostic::error(Code::NotAVariable, span, format!("`{name}` is a {kind}, not a variable"))
                        .with_secondary(declared_at, "declared here"),
                );
                Operand::Error
            }
        }
    }

    /// A use of a name that the shader did not declare.
    fn builtin_identifier(&mut self, symbol: Symbol, name: &str, span: Span) -> Operand {
        if let Some(constant) = builtins::constant(name) {
            if !self.check_gate(constant.gate, name, span) {
                return Operand::Error;
            }
            if !constant.capabilities.is_empty() {
                self.used_constants.insert(constant.name, constant);
            }
            let ty = self.types.builtin(constant.ty);
            let scalar = self.types.get(ty).scalar().unwrap_or(Scalar::I32);
            let component = self.types.insert(Type::Scalar(scalar));
            let values: Vec<i64> = builtins::limits::values_of(constant, &self.options.limits).collect();
            let components: Vec<_> =
                values.iter().map(|&value| self.constant(component, ConstantKind::Scalar(value as u64))).collect();
            return match (components.as_slice(), self.types.get(ty)) {
                (&[single], Type::Scalar(_)) => Operand::Constant(single),
                _ => Operand::Constant(self.constant(ty, ConstantKind::Composite(components))),
            };
        }
        if let Some(function) = builtins::value(name)
            && let Some(prototype) = function.prototypes.first()
        {
            let overload = overload::BuiltinOverload { prototype, instance: 0.into() };
            return self.builtin_call(function, overload, span, Vec::new(), span);
        }
        let rows = builtins::variables(name);
        let open = |it: &&builtins::Variable| self.gate_is_open(it.gate);
        let Some(first) = rows.first() else {
            return self.builtin_instance(name, span).unwrap_or_else(|| {
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
        self.builtin_variable(variable)
    }

    /// A built-in variable that is no name of its own here: a member of `member`, or not there at all.
    fn builtin_elsewhere(
        &mut self,
        first: &'static builtins::Variable,
        member: Option<builtins::BuiltinBlock>,
        span: Span,
    ) -> Operand {
        let name = first.name;
        let Some(block) = member else {
            // A row of this stage says best what is missing.
            let rows = builtins::variables(name);
            let row = rows.iter().find(|row| row.gate.stages.contains(self.stage)).unwrap_or(first);
            self.check_gate(row.gate, name, span);
            return Operand::Error;
        };
        let (stage, instance) = (self.stage.facts().with_article(), block.instance);
        self.report(
            Diagnostic::error(
                Code::UndeclaredIdentifier,
                span,
                format!("`{name}` is a member of `{instance}` in {stage} shader"),
            )
            .with_help(format!("write `{instance}[i].{name}`"))
            .with_note("GLSL 4.60, 7.1"),
        );
        Operand::Error
    }

    /// The value of an `int` constant, to index with.
    pub(in crate::sema) fn index_constant(&mut self, index: u32) -> Handle<Value> {
        let constant = self.int_constant(i32::try_from(index).unwrap_or(i32::MAX));
        self.builder.constant(constant, self.common.int)
    }

    /// Reports a name that nobody declared.
    fn undeclared(&mut self, symbol: Symbol, span: Span) {
        let name = self.text(symbol);
        let mut diagnostic = Diagnostic::error(Code::UndeclaredIdentifier, span, format!("`{name}` is not declared"));
        if builtins::function(name).is_some() {
            diagnostic = diagnostic.with_help(format!("`{name}` is a function: call it, `{name}(...)`"));
        } else if let Some(help) = opengl_help(name, self.stage) {
            diagnostic = diagnostic.with_help(help).with_note("GL_KHR_vulkan_glsl: Vulkan does not have it");
        } else if let Some(foreign) = foreign_word(name) {
            diagnostic = diagnostic.with_help(foreign.help());
        } else if self.may_suggest() {
            let declared: Vec<_> = self.scopes.visible().into_iter().map(|symbol| self.text(symbol)).collect();
            let built_in = builtins::VARIABLES.iter().filter(|row| self.is_of_stage(row.gate)).map(|row| row.name);
            let built_in = built_in.chain(builtins::CONSTANTS.iter().map(|row| row.name));
            let values =
                builtins::VALUES.iter().filter(|row| row.prototypes.iter().any(|it| self.is_of_stage(it.gate)));
            let built_in = built_in.chain(values.map(|row| row.name));
            if let Some(close) = did_you_mean(name, declared.into_iter().chain(built_in)) {
                diagnostic = diagnostic.with_help(format!("did you mean `{close}`?"));
            }
        }
        self.report(diagnostic);
        self.silence(symbol, span);
    }
}
