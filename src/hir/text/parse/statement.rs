//! Statements, one per line, and the lines between the blocks of a statement.
//!
//! Comes in: the lines of a function's body. Goes out: blocks. Open blocks are on a stack. Must not depend on: how
//! values are computed.

use super::Parsed;
use super::function::Body;
use super::lexer::Kind;
use crate::hir::text::words;
use crate::hir::{
    Block, BlockParameter, BranchHint, Handle, Loop, LoopHint, LoopTest, Span, Statement, Switch, SwitchCase, Type,
    Value, ValueKind,
};

/// A statement whose blocks are being read, and which of them is.
enum Open {
    /// The body of the function.
    Function,
    /// The first block of an `if`.
    Accept { condition: Handle<Value>, hint: BranchHint },
    /// The second.
    Reject { condition: Handle<Value>, hint: BranchHint, accept: Handle<Block> },
    /// A case of a `switch`, or what precedes the first.
    Switch(Switch),
    /// The first block of a `loop`.
    Header(Box<Loop>),
    /// The second.
    Body(Box<Loop>),
    /// The third.
    Continuing(Box<Loop>),
}

/// An open statement, the block that its lines go to, and where it begins.
struct Frame {
    open: Open,
    block: Handle<Block>,
    span: Span,
}

impl Body<'_, '_> {
    /// Reads the body up to the brace that closes the function.
    pub(super) fn statements(&mut self) -> Parsed<()> {
        let mut stack = vec![Frame { open: Open::Function, block: self.function.body, span: Span::UNDEFINED }];
        while let Some(frame) = stack.last_mut() {
            let first = self.parser.at;
            if self.parser.take_symbol('}') {
                if let Some(frame) = stack.pop() {
                    self.close(frame, &mut stack)?;
                }
            } else if let Open::Switch(Switch { cases, .. }) = &mut frame.open
                && let Some(block) = self.case(cases)?
            {
                frame.block = block;
            } else if matches!(&frame.open, Open::Switch(it) if it.cases.last().is_none_or(|it| it.falls_through)) {
                return Err(self.parser.expected("`case` or `}`"));
            } else if let Some(open) = self.opening()? {
                let block = match &open {
                    Open::Header(it) => it.header,
                    _ => self.new_block(),
                };
                let span = self.parser.span_from(first);
                stack.push(Frame { open, block, span });
            } else {
                let statement = self.simple()?;
                let (block, span) = (frame.block, self.parser.span_from(first));
                self.push(block, statement, span);
            }
            if !stack.is_empty() {
                self.parser.end_line()?;
            }
        }
        Ok(())
    }

    /// The first line of a statement that has blocks, if this is one.
    fn opening(&mut self) -> Parsed<Option<Open>> {
        let Kind::Word(word) = self.parser.peek() else { return Ok(None) };
        let open = match word {
            "if" => {
                self.parser.advance();
                let (condition, hint) = (self.operand()?, self.branch_hint());
                Open::Accept { condition, hint }
            }
            "switch" => {
                self.parser.advance();
                let (selector, hint) = (self.operand()?, self.branch_hint());
                Open::Switch(Switch { selector, cases: Vec::new(), results: Vec::new(), hint })
            }
            "loop" => {
                self.parser.advance();
                let parameters = self.entry()?;
                let hint = self.loop_hint()?;
                let [header, body, continuing] = std::array::from_fn(|_| self.new_block());
                Open::Header(Box::new(Loop { parameters, ..Loop::plain(header, None, body, continuing, None, hint) }))
            }
            _ => return Ok(None),
        };
        self.parser.expect_symbol('{')?;
        Ok(Some(open))
    }

    fn branch_hint(&mut self) -> BranchHint {
        let hint = match self.parser.peek() {
            Kind::Word(word) => words::branch(word),
            _ => None,
        };
        self.parser.at += usize::from(hint.is_some());
        hint.unwrap_or_default()
    }

    fn loop_hint(&mut self) -> Parsed<LoopHint> {
        let mut hint = LoopHint::default();
        if self.parser.take_word("control") {
            hint.control = self.parser.number()?;
            while let Kind::Number(_) = self.parser.peek() {
                hint.literals.push(self.parser.number()?);
            }
        }
        Ok(hint)
    }

    /// What follows the brace that ends the block of a statement: its next block, or the end of the statement.
    fn close(&mut self, frame: Frame, stack: &mut Vec<Frame>) -> Parsed<()> {
        let Frame { open, block, span } = frame;
        let statement = match open {
            Open::Function => return Ok(()),
            Open::Accept { condition, hint } => {
                if self.parser.take_word("else") {
                    self.parser.expect_symbol('{')?;
                    let open = Open::Reject { condition, hint, accept: block };
                    stack.push(Frame { open, block: self.new_block(), span });
                    return Ok(());
                }
                let reject = self.new_block();
                Statement::If { condition, accept: block, reject, results: self.results()?.into(), hint }
            }
            Open::Reject { condition, hint, accept } => {
                Statement::If { condition, accept, reject: block, results: self.results()?.into(), hint }
            }
            Open::Switch(mut it) => {
                it.results = self.results()?;
                Statement::Switch(Box::new(it))
            }
            Open::Header(mut it) => {
                it.condition = self.test("while")?;
                if it.condition.is_none() {
                    self.parser.expect_word("do")?;
                }
                self.parser.expect_symbol('{')?;
                stack.push(Frame { block: it.body, open: Open::Body(it), span });
                return Ok(());
            }
            Open::Body(mut it) => {
                self.parser.expect_word("continuing")?;
                it.continue_parameters = self.parameters(|_| Ok(()))?.into_iter().map(|(value, ())| value).collect();
                self.parser.expect_symbol('{')?;
                stack.push(Frame { block: it.continuing, open: Open::Continuing(it), span });
                return Ok(());
            }
            Open::Continuing(mut it) => {
                it.repeat_if = self.test("repeat_if")?;
                it.results = self.results()?;
                Statement::Loop(it)
            }
        };
        if let Some(outer) = stack.last() {
            self.push(outer.block, statement, span);
        }
        Ok(())
    }

    /// `-> (%7: float)`, or nothing.
    fn results(&mut self) -> Parsed<Vec<Handle<Value>>> {
        if self.parser.peek() != Kind::Arrow {
            return Ok(Vec::new());
        }
        self.parser.advance();
        Ok(self.parameters(|_| Ok(()))?.into_iter().map(|(value, ())| value).collect())
    }

    /// `(%7: float = %3)`, or nothing.
    fn entry(&mut self) -> Parsed<Vec<BlockParameter>> {
        let parameters = self.parameters(|it| {
            it.parser.expect_symbol('=')?;
            it.operand()
        })?;
        Ok(parameters.into_iter().map(|(value, initial)| BlockParameter { value, initial }).collect())
    }

    /// Block parameters in brackets, each with what `rest` reads after its type, or nothing.
    fn parameters<T>(&mut self, mut rest: impl FnMut(&mut Self) -> Parsed<T>) -> Parsed<Vec<(Handle<Value>, T)>> {
        let mut parameters = Vec::new();
        if self.parser.at_symbol('(') {
            self.bracketed(|it| {
                let value = it.definition()?;
                parameters.push((value, rest(it)?));
                it.decorate(value)
            })?;
        }
        Ok(parameters)
    }

    /// `while %3 else %4, %5`, or nothing.
    fn test(&mut self, word: &str) -> Parsed<Option<LoopTest>> {
        if !self.parser.take_word(word) {
            return Ok(None);
        }
        let condition = self.operand()?;
        let results = if self.parser.take_word("else") { self.values_with_commas()? } else { Vec::new() };
        Ok(Some(LoopTest { condition, results }))
    }

    /// `case 0u, default:` with the block that follows it, or `fall_through`, which ends one.
    fn case(&mut self, cases: &mut Vec<SwitchCase>) -> Parsed<Option<Handle<Block>>> {
        if let Some(case) = cases.last_mut().filter(|case| !case.falls_through)
            && self.parser.take_word("fall_through")
        {
            case.falls_through = true;
            return Ok(Some(case.body));
        }
        if !self.parser.take_word("case") {
            return Ok(None);
        }
        let body = self.new_block();
        let mut case = SwitchCase::plain(body);
        while !self.parser.at_symbol(':') && !self.parser.at_symbol('(') {
            if self.parser.take_word("default") {
                case.is_default = true;
            } else {
                case.values.push(self.parser.bits()?);
            }
            if !self.parser.take_symbol(',') {
                break;
            }
        }
        case.parameters = self.entry()?;
        self.parser.expect_symbol(':')?;
        cases.push(case);
        Ok(Some(body))
    }

    /// A statement without blocks.
    fn simple(&mut self) -> Parsed<Statement> {
        let Kind::Word(word) = self.parser.peek() else {
            let value = self.definition()?;
            self.parser.expect_symbol('=')?;
            return self.evaluate(Some(value));
        };
        match word {
            "store" => {
                self.parser.advance();
                let place = self.place()?;
                Ok(Statement::Store { place, value: self.next_operand()? })
            }
            "describe" => {
                self.parser.advance();
                let local = self.parser.named("variable of this function", |it| &it.local_names)?;
                Ok(Statement::Describe { local, value: self.next_operand()? })
            }
            "return" => {
                self.parser.advance();
                let value = if self.parser.at_line_end() { None } else { Some(self.operand()?) };
                Ok(Statement::Return(value))
            }
            "evaluate" => {
                self.parser.advance();
                Ok(Statement::Evaluate(self.operand()?))
            }
            "yield" | "break" | "continue" => {
                self.parser.advance();
                let passed = self.passed()?;
                Ok(match word {
                    "yield" => Statement::Yield(passed.into()),
                    "break" => Statement::Break(passed.into()),
                    _ => Statement::Continue(passed.into()),
                })
            }
            "demote" => {
                self.parser.advance();
                Ok(Statement::Demote)
            }
            _ => match words::termination(word) {
                Some(termination) => {
                    self.parser.advance();
                    Ok(Statement::Terminate(termination))
                }
                None => self.evaluate(None),
            },
        }
    }

    /// Computes the value with an id, or one without a result.
    fn evaluate(&mut self, defined: Option<Handle<Value>>) -> Parsed<Statement> {
        let relaxed = self.parser.take_word("relaxed");
        let precise = self.parser.take_word("precise");
        let void = self.parser.types.insert(Type::Void);
        let ty = defined.and_then(|value| self.value_type(value)).unwrap_or(void);
        let kind = self.computation(ty)?;
        let handle = match defined {
            Some(handle) => handle,
            None => self.new_value(ValueKind::BlockParameter, void),
        };
        let value = self.function.values.get_mut(handle);
        (value.kind, value.precise, value.relaxed) = (kind, precise, relaxed);
        self.decorate(handle)?;
        Ok(Statement::Evaluate(handle))
    }
}
