//! Statements (GLSL 4.60, chapter 6).
//!
//! Comes in: a statement of the syntax tree. Goes out: statements of HIR in the block under construction. Must not
//! depend on: what expressions compute.

use crate::hir::builder::{Breakable, Outer};
use crate::hir::{
    BranchHint, Handle, Loop, LoopTest, Span, Statement as HirStatement, Switch, SwitchCase, Type, Value, ValueList,
};
use crate::sema::Analyzer;
use crate::sema::context::message;
use crate::sema::expressions::operand::{Operand, Path};
use crate::sema::qualifiers::qualifier::Qualifiers;
use crate::sema::statements::messages;
use crate::syntax::ast::{
    Attribute, Block, Branch, Condition, DeclaredCondition, Expression, Statement, StatementKind, SwitchItem,
};
use rustc_hash::FxHashMap;

/// Every consumer accepts control flow nested this deep (SPIR-V, 2.17: 1023), less what an expression may add.
const DEEPEST_CONTROL_FLOW: u32 = 1000;

/// How many branches of an `else if` chain nest in one another. llvmpipe forgets masks beyond 80 levels, and validators
/// and drivers take time that grows with the depth.
const LONGEST_LINK: usize = 50;

impl Analyzer<'_> {
    /// Counts one more selection or loop around what follows; reports the first one too many.
    fn deepen(&mut self, span: Span) {
        self.builder.depth += 1;
        if self.builder.depth == DEEPEST_CONTROL_FLOW + 1 {
            self.report(messages::nested_too_deep(span, &DEEPEST_CONTROL_FLOW));
        }
    }

    /// Adds one statement to the current block.
    pub(in crate::sema) fn statement(&mut self, statement: &Statement) {
        let span = statement.span;
        match &statement.kind {
            StatementKind::Empty => {}
            StatementKind::Block(block) => self.scoped_block(block),
            StatementKind::Declaration(declaration) => self.declaration(declaration),
            StatementKind::Expression(expression) => {
                let _ = self.expression(*expression);
            }
            StatementKind::If(it) => {
                self.if_statement(&it.branches, it.otherwise.as_ref(), &statement.attributes, span);
            }
            StatementKind::Switch(it) => {
                self.switch_statement(it.selector, &it.body, &statement.attributes, span);
            }
            StatementKind::While(it) => {
                self.scopes.open();
                self.loop_statement(Some(&it.condition), None, &it.body, &statement.attributes, span);
                self.close_scope(span);
            }
            StatementKind::For(it) => {
                self.scopes.open();
                if let Some(init) = &it.init {
                    self.statement(init);
                }
                self.loop_statement(it.condition.as_ref(), it.step, &it.body, &statement.attributes, span);
                self.close_scope(span);
            }
            StatementKind::DoWhile(it) => {
                self.do_while_statement(&it.body, it.condition, &statement.attributes, span);
            }
            StatementKind::Break => {
                let reachable = self.builder.reachable;
                match self.builder.breakables.last_mut() {
                    Some(innermost) => {
                        innermost.has_break |= reachable;
                        self.builder.jump(HirStatement::Break(ValueList::default()), span);
                    }
                    None => self.report(messages::break_outside_loop_or_switch(span)),
                }
            }
            StatementKind::Continue => {
                if self.builder.breakables.iter().any(|it| it.is_loop) {
                    self.builder.jump(HirStatement::Continue(ValueList::default()), span);
                } else {
                    self.report(messages::continue_outside_loop(span));
                }
            }
            StatementKind::Discard(symbol) => self.terminating_statement(*symbol, span),
            StatementKind::Return(value) => self.return_statement(*value, span),
            StatementKind::Extensions(state) => self.set_extensions(state),
        }
    }

    /// The statements of a block in a scope of their own.
    pub(super) fn scoped_block(&mut self, block: &Block) {
        self.scopes.open();
        for statement in &block.statements {
            self.statement(statement);
        }
        self.close_scope(block.span);
    }

    /// Closes a scope of the function, which is so much of the source.
    fn close_scope(&mut self, span: Span) {
        if self.scopes.close() {
            self.builder.scopes.push(span);
        }
    }

    /// A condition as a value; `None` after a report.
    fn condition_value(&mut self, expression: Handle<Expression>, what: &str) -> Option<(Handle<Value>, Option<u64>)> {
        let span = self.span_of(expression);
        let operand = self.rvalue(expression);
        if self.is_mistaken_comparison(expression, &operand) {
            self.report(messages::assignment_as_condition(span, &what));
            return None;
        }
        self.condition_operand(operand, span, what)
    }

    /// `n = 1` where a condition is needed, and no `bool` is assigned.
    fn is_mistaken_comparison(&mut self, expression: Handle<Expression>, operand: &Operand) -> bool {
        let assigns = matches!(self.unit.expressions[expression], Expression::Assign { op: None, .. });
        assigns && self.type_of(operand).is_some_and(|ty| ty != self.common.bool)
    }

    fn condition_operand(&mut self, operand: Operand, span: Span, what: &str) -> Option<(Handle<Value>, Option<u64>)> {
        let bool = self.common.bool;
        let operand = self.convert_for(operand, bool, span, what);
        let known = match operand {
            Operand::Constant(constant) => self.scalar_bits(constant),
            _ => None,
        };
        Some((self.value(operand, span)?, known))
    }

    /// A value to continue with after a wrong condition.
    fn false_value(&mut self) -> Handle<Value> {
        let constant = self.bool_constant(false);
        self.builder.constant(constant, self.common.bool)
    }

    /// A whole `else if` chain, of any length. Each `else` is a block inside the one before, but the nesting of control
    /// flow is limited (SPIR-V, 2.17): a long chain is cut into links, one after the other, and a variable says whether
    /// a branch was taken in an earlier one.
    fn if_statement(&mut self, branches: &[Branch], otherwise: Option<&Block>, attributes: &[Attribute], span: Span) {
        let hint = self.branch_hint(attributes);
        let mut reachable = false;
        let mut links = branches.chunks(LONGEST_LINK).peekable();
        let Some(first) = links.next() else { return };
        if links.peek().is_none() {
            reachable |= self.link(first, otherwise, hint, None, span);
        } else {
            let open = self.temporary(self.common.bool, span);
            self.store_bool(&open, true, span);
            reachable |= self.link(first, None, hint, Some(&open), span);
            while let Some(link) = links.next() {
                let is_last = links.peek().is_none();
                let Some(condition) = self.value(Operand::Place(Box::new(open.clone())), span) else { break };
                let (accept, reject) = (self.builder.new_block(), self.builder.new_block());
                let depth = self.builder.depth;
                self.deepen(span);
                let outer = self.builder.enter(accept);
                let otherwise = otherwise.filter(|_| is_last);
                reachable |= self.link(link, otherwise, hint, Some(&open).filter(|_| !is_last), span);
                let _ = self.builder.leave(outer);
                self.builder.depth = depth;
                let hint = BranchHint::None;
                self.builder
                    .push(HirStatement::If { condition, accept, reject, results: ValueList::default(), hint }, span);
            }
        }
        if !reachable {
            self.builder.abandon();
        }
    }

    /// A part of an `else if` chain, built without recursion. `open` becomes `false` where a branch is taken. Returns
    /// whether the end of a branch is reachable; if other links follow, the end of the last `else` does not count.
    fn link(
        &mut self,
        branches: &[Branch],
        otherwise: Option<&Block>,
        hint: BranchHint,
        open: Option<&Path>,
        span: Span,
    ) -> bool {
        let mut outers = Vec::with_capacity(branches.len());
        let mut reachable = false;
        let depth = self.builder.depth;
        for branch in branches {
            self.deepen(self.span_of(branch.condition));
            let condition = self.condition_value(branch.condition, "the condition of `if`");
            let condition = condition.map_or_else(|| self.false_value(), |(value, _)| value);
            let accept = self.builder.new_block();
            let outer = self.builder.enter(accept);
            if let Some(open) = open {
                self.store_bool(open, false, span);
            }
            self.scoped_block(&branch.body);
            reachable |= self.builder.leave(outer);
            let reject = self.builder.new_block();
            // Each branch is where its condition is, not where the chain begins.
            let span = self.span_of(branch.condition);
            self.builder
                .push(HirStatement::If { condition, accept, reject, results: ValueList::default(), hint }, span);
            outers.push(self.builder.enter(reject));
        }
        if let Some(otherwise) = otherwise {
            self.scoped_block(otherwise);
        }
        if open.is_none() {
            reachable |= self.builder.reachable;
        }
        for outer in outers.into_iter().rev() {
            let _ = self.builder.leave(outer);
        }
        self.builder.depth = depth;
        reachable
    }

    fn store_bool(&mut self, path: &Path, value: bool, span: Span) {
        let constant = self.bool_constant(value);
        self.store(path, Operand::Constant(constant), span);
    }

    /// `while` and `for`, once the scope is open and the first part of `for` has run.
    fn loop_statement(
        &mut self,
        condition: Option<&Condition>,
        step: Option<Handle<Expression>>,
        body: &Block,
        attributes: &[Attribute],
        span: Span,
    ) {
        let hint = self.loop_hint(attributes);
        self.deepen(span);
        let header = self.builder.new_block();
        let outer = self.builder.enter(header);
        let condition = condition.and_then(|condition| match condition {
            Condition::Expression(expression) => self.condition_value(*expression, "the condition of a loop"),
            Condition::Declaration(declared) => {
                let DeclaredCondition { ty, declarator } = &**declared;
                let mut qualifiers = Qualifiers::collect(self, &ty.qualifiers);
                let declared = self.type_specifier(&ty.specifier, &declarator.dimensions)?;
                self.resolve_precision(&mut qualifiers, Some(declared), &ty.specifier);
                self.local_variable(declared, &qualifiers, declarator);
                let declared = self.identifier(declarator.name.symbol, declarator.name.span);
                self.condition_operand(declared, declarator.name.span, "the condition of a loop")
            }
        });
        let _ = self.builder.leave(outer);
        // The step comes first: it cannot see what the body declares.
        let continuing = self.builder.new_block();
        let outer = self.builder.enter(continuing);
        if let Some(step) = step {
            let _ = self.expression(step);
        }
        let _ = self.builder.leave(outer);
        let body_block = self.builder.new_block();
        let outer = self.builder.enter(body_block);
        self.builder.breakables.push(Breakable { is_loop: true, has_break: false });
        // The body is in the scope of what the head declares (GLSL 4.60, 4.2.2).
        for statement in &body.statements {
            self.statement(statement);
        }
        let breakable = self.builder.breakables.pop();
        let _ = self.builder.leave(outer);
        let endless = condition.is_none_or(|(_, known)| known == Some(1));
        let condition = condition.filter(|&(_, known)| known != Some(1)).map(|(value, _)| LoopTest::of(value));
        let statement = Loop::plain(header, condition, body_block, continuing, None, hint);
        self.builder.push(HirStatement::Loop(Box::new(statement)), span);
        self.builder.depth -= 1;
        if endless && !breakable.is_some_and(|it| it.has_break) {
            self.builder.abandon();
        }
    }

    fn do_while_statement(
        &mut self,
        body: &Block,
        condition: Handle<Expression>,
        attributes: &[Attribute],
        span: Span,
    ) {
        let hint = self.loop_hint(attributes);
        self.deepen(span);
        let header = self.builder.new_block();
        let body_block = self.builder.new_block();
        let outer = self.builder.enter(body_block);
        self.builder.breakables.push(Breakable { is_loop: true, has_break: false });
        self.scoped_block(body);
        let breakable = self.builder.breakables.pop();
        let _ = self.builder.leave(outer);
        let continuing = self.builder.new_block();
        let outer = self.builder.enter(continuing);
        let repeat = self.condition_value(condition, "the condition of a loop");
        let _ = self.builder.leave(outer);
        let endless = repeat.is_some_and(|(_, known)| known == Some(1));
        let repeat_if = repeat.map_or_else(|| self.false_value(), |(value, _)| value);
        let repeat_if = (!endless).then(|| LoopTest::of(repeat_if));
        let statement = Loop::plain(header, None, body_block, continuing, repeat_if, hint);
        self.builder.push(HirStatement::Loop(Box::new(statement)), span);
        self.builder.depth -= 1;
        if endless && !breakable.is_some_and(|it| it.has_break) {
            self.builder.abandon();
        }
    }

    fn switch_statement(
        &mut self,
        selector: Handle<Expression>,
        items: &[SwitchItem],
        attributes: &[Attribute],
        span: Span,
    ) {
        let hint = self.branch_hint(attributes);
        self.deepen(span);
        let selector_span = self.span_of(selector);
        let operand = self.rvalue(selector);
        let ty = self.type_of(&operand);
        let selector = match ty {
            Some(ty) if self.is_integer_scalar(ty) => self.value(operand, selector_span).map(|value| (value, ty)),
            Some(ty) => {
                let spelled = self.spell(ty);
                self.report(
                    message::not_an_integer(selector_span, "the selector of `switch`", &spelled)
                        .with_note("GLSL 4.60, 6.2"),
                );
                None
            }
            None => None,
        };
        self.scopes.open();
        self.builder.breakables.push(Breakable { is_loop: false, has_break: false });
        let cases = self.switch_cases(items, selector.map(|(_, ty)| ty));
        let breakable = self.builder.breakables.pop();
        self.close_scope(span);
        let has_default = cases.iter().any(|(case, _)| case.is_default);
        let last_reachable = cases.last().is_none_or(|&(_, reachable)| reachable);
        if let Some((selector, _)) = selector {
            let cases = cases.into_iter().map(|(case, _)| case).collect();
            let statement = Switch { selector, cases, results: Vec::new(), hint };
            self.builder.push(HirStatement::Switch(Box::new(statement)), span);
        }
        self.builder.depth -= 1;
        if has_default && !last_reachable && !breakable.is_some_and(|it| it.has_break) {
            self.builder.abandon();
        }
    }

    /// The cases with whether the end of each is reachable.
    fn switch_cases(&mut self, items: &[SwitchItem], ty: Option<Handle<Type>>) -> Vec<(SwitchCase, bool)> {
        let mut cases: Vec<(SwitchCase, bool)> = Vec::new();
        let mut seen: FxHashMap<u64, Span> = FxHashMap::default();
        let mut default: Option<Span> = None;
        let mut open: Option<Outer> = None;
        let mut labels_open = false;
        for item in items {
            if let SwitchItem::Statement(statement) = item {
                labels_open = false;
                if open.is_some() {
                    self.statement(statement);
                }
                continue;
            }
            if !labels_open {
                self.close_case(&mut cases, open.take());
                let body = self.builder.new_block();
                cases.push((SwitchCase::plain(body), false));
                open = Some(self.builder.enter(body));
                // A case is reachable from the selector even if the statement before it jumped.
                self.builder.reachable = true;
                labels_open = true;
            }
            match item {
                SwitchItem::Case(expression, label_span) => {
                    let Some(bits) = self.case_value(*expression, ty) else { continue };
                    if let Some(&earlier) = seen.get(&bits) {
                        self.report(messages::duplicate_case_label(*label_span, earlier));
                        continue;
                    }
                    seen.insert(bits, *label_span);
                    if let Some((case, _)) = cases.last_mut() {
                        case.values.push(bits);
                    }
                }
                SwitchItem::Default(label_span) => {
                    if let Some(earlier) = default.replace(*label_span) {
                        self.report(messages::duplicate_default_label(*label_span, earlier));
                    }
                    if let Some((case, _)) = cases.last_mut() {
                        case.is_default = true;
                    }
                }
                SwitchItem::Statement(_) => {}
            }
        }
        self.close_case(&mut cases, open.take());
        // The last case has nothing to fall into.
        if let Some((last, _)) = cases.last_mut() {
            last.falls_through = false;
        }
        cases
    }

    fn close_case(&mut self, cases: &mut [(SwitchCase, bool)], open: Option<Outer>) {
        if let (Some(outer), Some((case, reachable))) = (open, cases.last_mut()) {
            let end_reachable = self.builder.leave(outer);
            case.falls_through = end_reachable;
            *reachable = end_reachable;
        }
    }

    fn case_value(&mut self, expression: Handle<Expression>, ty: Option<Handle<Type>>) -> Option<u64> {
        let span = self.span_of(expression);
        let constant = self.constant_expression(expression, "a `case` label")?;
        let ty = ty?;
        let label_type = self.module.constants.get_handle(constant).ok()?.ty;
        if !self.is_integer_scalar(label_type) {
            let spelled = self.spell(label_type);
            self.report(message::not_an_integer(span, "a `case` label", &spelled));
            return None;
        }
        // If only one of selector and label is signed, that one converts to unsigned; the bits stay the same.
        let mixed = !self.version.is_es()
            && self
                .module
                .types
                .scalar_of(ty)
                .zip(self.module.types.scalar_of(label_type))
                .is_some_and(|(a, b)| a.width == b.width);
        let operand = if mixed {
            self.convert(Operand::Constant(constant), ty, span)
        } else {
            self.convert_for(Operand::Constant(constant), ty, span, "a `case` label")
        };
        match operand {
            Operand::Constant(constant) => {
                let bits = self.scalar_bits(constant);
                if bits.is_none() {
                    self.report(messages::specialized_label(span));
                }
                bits
            }
            _ => None,
        }
    }
}
