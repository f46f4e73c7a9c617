//! The expressions of `#if` and `#elif` (GLSL 4.60, 3.3).
//!
//! Comes in: the tokens of the line, macro-expanded one by one. Goes out: a value. Must not depend on: which lines are
//! skipped because of it.
//!
//! Arithmetic is in 64 bits and wraps. The expression is evaluated with two explicit stacks, so no nesting is too
//! deep. An operand that `&&` or `||` does not need is read but may hold anything.

use super::Preprocessor;
use super::lexer::{PpKind, PpToken};
use super::messages;
use super::number;
use super::token::Punctuation;
use crate::source::Span;
use smallvec::SmallVec;

/// An operator that waits for its right operand.
#[derive(Clone, Copy)]
enum Operator {
    Paren,
    Unary(Punctuation),
    Binary {
        operator: Punctuation,
        precedence: u8,
        /// Whether the right operand is not evaluated.
        skips: bool,
    },
}

/// The precedence of a binary operator; a higher one binds tighter.
const fn precedence(punctuation: Punctuation) -> Option<u8> {
    use Punctuation as P;
    Some(match punctuation {
        P::LogicalOr => 1,
        P::LogicalAnd => 2,
        P::VerticalBar => 3,
        P::Caret => 4,
        P::Ampersand => 5,
        P::EqualEqual | P::BangEqual => 6,
        P::Less | P::Greater | P::LessEqual | P::GreaterEqual => 7,
        P::ShiftLeft | P::ShiftRight => 8,
        P::Plus | P::Minus => 9,
        P::Star | P::Slash | P::Percent => 10,
        _ => return None,
    })
}

/// Applies a binary operator; `None` for a division by zero.
fn apply(operator: Punctuation, left: i64, right: i64) -> Option<i64> {
    use Punctuation as P;
    let amount = u32::try_from(right).ok().filter(|&amount| amount < 64);
    Some(match operator {
        P::LogicalOr => i64::from(left != 0 || right != 0),
        P::LogicalAnd => i64::from(left != 0 && right != 0),
        P::VerticalBar => left | right,
        P::Caret => left ^ right,
        P::Ampersand => left & right,
        P::EqualEqual => i64::from(left == right),
        P::BangEqual => i64::from(left != right),
        P::Less => i64::from(left < right),
        P::Greater => i64::from(left > right),
        P::LessEqual => i64::from(left <= right),
        P::GreaterEqual => i64::from(left >= right),
        P::ShiftLeft => amount.map_or(0, |amount| left << amount),
        P::ShiftRight => left >> amount.unwrap_or(63),
        P::Plus => left.wrapping_add(right),
        P::Minus => left.wrapping_sub(right),
        P::Star => left.wrapping_mul(right),
        P::Slash if right == 0 => return None,
        P::Slash => left.wrapping_div(right),
        P::Percent if right == 0 => return None,
        P::Percent => left.wrapping_rem(right),
        _ => 0,
    })
}

/// An expression being read.
#[derive(Default)]
struct Evaluation {
    values: SmallVec<[i64; 8]>,
    operators: SmallVec<[(Operator, Span); 8]>,
    /// How many of the waiting operators do not evaluate their right operand.
    skipping: usize,
}

impl Preprocessor<'_> {
    /// Evaluates the rest of the line; `None` after an error. `directive` is where the line's word stands.
    pub(super) fn condition(&mut self, directive: Span) -> Option<i64> {
        self.begin_line();
        let mut line = self.spare.pop().unwrap_or_default();
        let errors = self.diagnostics.error_count();
        loop {
            let token = self.line_token();
            if token.kind == PpKind::End {
                break;
            }
            line.push(token);
        }
        // After text that was not a token, what is missing is not worth a second error.
        if self.diagnostics.error_count() > errors {
            return None;
        }
        self.in_line = true;
        self.push_list(line, None);
        let value = self.evaluate(directive);
        self.drop_contexts();
        self.in_line = false;
        value
    }

    fn malformed(&mut self, span: Span, message: &'static str) {
        self.diagnostics.push(messages::malformed_condition(span, message));
    }

    fn evaluate(&mut self, directive: Span) -> Option<i64> {
        let mut evaluation = Evaluation::default();
        let mut last = directive;
        loop {
            // An operand, with what comes before it.
            loop {
                let token = self.next();
                last = if token.kind == PpKind::End { last } else { token.span };
                match token.kind {
                    PpKind::Punctuation(Punctuation::LeftParen) => {
                        evaluation.operators.push((Operator::Paren, token.span));
                        continue;
                    }
                    PpKind::Punctuation(
                        sign @ (Punctuation::Plus | Punctuation::Minus | Punctuation::Tilde | Punctuation::Bang),
                    ) => {
                        evaluation.operators.push((Operator::Unary(sign), token.span));
                        continue;
                    }
                    _ => {}
                }
                let value = self.operand(token, last, evaluation.skipping > 0)?;
                evaluation.values.push(value);
                break;
            }
            // What comes after it, up to the next binary operator.
            loop {
                let token = self.next();
                let PpKind::Punctuation(punctuation) = token.kind else {
                    if token.kind != PpKind::End {
                        let text = self.spelling(token);
                        self.diagnostics.push(messages::operator_expected(token.span, &text));
                        return None;
                    }
                    self.reduce(&mut evaluation, 0);
                    if let Some(&(_, span)) = evaluation.operators.last() {
                        self.malformed(span, "this parenthesis is never closed");
                        return None;
                    }
                    return evaluation.values.pop();
                };
                last = token.span;
                if punctuation == Punctuation::RightParen {
                    self.reduce(&mut evaluation, 0);
                    if evaluation.operators.pop().is_none() {
                        self.malformed(token.span, "this parenthesis was never opened");
                        return None;
                    }
                    continue;
                }
                let Some(precedence) = precedence(punctuation) else {
                    let text = punctuation.spelling();
                    self.diagnostics.push(messages::not_an_operator(token.span, text));
                    return None;
                };
                self.reduce(&mut evaluation, precedence);
                let left = evaluation.values.last().copied().unwrap_or(0);
                let skips = match punctuation {
                    Punctuation::LogicalAnd => left == 0,
                    Punctuation::LogicalOr => left != 0,
                    _ => false,
                };
                evaluation.skipping += usize::from(skips);
                evaluation.operators.push((Operator::Binary { operator: punctuation, precedence, skips }, token.span));
                break;
            }
        }
    }

    /// Applies the waiting operators that bind at least as tightly as `minimum`, down to the nearest parenthesis.
    fn reduce(&mut self, evaluation: &mut Evaluation, minimum: u8) {
        while let Some(&(operator, span)) = evaluation.operators.last() {
            match operator {
                Operator::Paren => return,
                Operator::Binary { precedence, .. } if precedence < minimum => return,
                Operator::Unary(sign) => {
                    if let Some(value) = evaluation.values.last_mut() {
                        *value = match sign {
                            Punctuation::Minus => value.wrapping_neg(),
                            Punctuation::Tilde => !*value,
                            Punctuation::Bang => i64::from(*value == 0),
                            _ => *value,
                        };
                    }
                }
                Operator::Binary { operator, skips, .. } => {
                    let right = evaluation.values.pop().unwrap_or(0);
                    let left = evaluation.values.pop().unwrap_or(0);
                    let value = apply(operator, left, right);
                    if value.is_none() && evaluation.skipping == 0 {
                        self.diagnostics.push(messages::division_by_zero(span));
                    }
                    evaluation.values.push(value.unwrap_or(0));
                    evaluation.skipping -= usize::from(skips);
                }
            }
            evaluation.operators.pop();
        }
    }

    /// The value of an operand that starts with `token`; `last` is a place to point at when the line ends here.
    fn operand(&mut self, token: PpToken, last: Span, skipped: bool) -> Option<i64> {
        match token.kind {
            PpKind::Number(symbol) => {
                let parsed = number::parse_integer(self.names.resolve(symbol));
                match parsed {
                    Some(Ok(integer)) => Some(integer.value as i64),
                    Some(Err(error)) => {
                        self.number_error(token, &error);
                        None
                    }
                    None => {
                        self.malformed(token.span, "only integers are allowed in preprocessor expressions");
                        None
                    }
                }
            }
            PpKind::Word(name) if self.names.resolve(name) == "defined" => self.defined(token.span),
            PpKind::Word(name) => {
                if !skipped {
                    self.undefined(name, token.span);
                }
                Some(0)
            }
            PpKind::End => {
                self.malformed(last, "expected an operand after this");
                None
            }
            _ => {
                let text = self.spelling(token);
                self.diagnostics.push(messages::operand_expected(token.span, &text));
                None
            }
        }
    }

    /// A name that is not a macro: an error in ESSL, and by the letter of the specification in desktop GLSL too, where
    /// every implementation treats it as 0. An undefined switch is tested in many places: one report is enough.
    fn undefined(&mut self, name: crate::source::Symbol, span: Span) {
        if !self.undefined.insert(name) {
            return;
        }
        let text = self.names.resolve(name);
        self.diagnostics.push(messages::undefined_in_condition(span, &text, self.version.is_es()));
    }

    /// What follows `defined`.
    fn defined(&mut self, span: Span) -> Option<i64> {
        let mut token = self.read();
        let parenthesised = token.is(Punctuation::LeftParen);
        if parenthesised {
            token = self.read();
        }
        let PpKind::Word(name) = token.kind else {
            self.malformed(span, "`defined` needs the name of a macro");
            return None;
        };
        if parenthesised && !self.read().is(Punctuation::RightParen) {
            self.malformed(span, "`defined(` needs a `)` after the name");
            return None;
        }
        Some(i64::from(self.lookup_macro(name).is_some()))
    }
}
