//! Lints about single operations on integers: indices, shifts, divisions.
//!
//! Comes in: operands as terms, and the path of the walk. Goes out: findings. Must not depend on: how the walk gets there.

use super::catalog::Tier;
use super::finding::warning;
use super::flow::mask;
use super::term::{Scope, Support, Term};
use super::walk::{Frame, Walk};
use crate::diagnostics::{Code, Diagnostic};
use crate::hir::{
    ArrayLength, BinaryOperation, Handle, Module, Place, PlaceRoot, ScalarKind, Span, StorageClass, Type, Value,
    ValueKind,
};

/// The number of an invocation, unless it is the same for all of the workgroup, and its value.
type Witness = (Option<u32>, u32);

impl<'m> Walk<'m> {
    /// An invocation that gets here with a value that is `bad`, if that is certain.
    fn witness(&mut self, term: Term, bad: impl Fn(u32) -> bool) -> Option<Witness> {
        let places = Support::LOCAL.with(Support::GROUP).with(Support::PIXEL);
        if !self.terms.support(term).within(places) {
            return None;
        }
        if let Some(value) = self.terms.value(term)
            && !bad(value)
        {
            return None;
        }
        let path = self.whole_path();
        let terms = &self.terms;
        let universe = match &mut self.group {
            Some(group) => group,
            None => {
                // A constant is bad wherever control certainly gets.
                let value = terms.value(term).filter(|_| path == super::term::Terms::TRUE)?;
                return Some((None, value));
            }
        };
        let values = universe.evaluate(terms, term)?;
        if !values.iter().any(|&it| bad(it)) {
            return None;
        }
        let mask = mask(universe, terms, &terms.conjuncts(path))?;
        let mut reached = (0..).zip(values.iter()).zip(&mask).filter(|it| *it.1);
        let ((invocation, &value), _) = reached.find(|((_, value), _)| bad(**value))?;
        let same = terms.scope(term) >= Scope::Workgroup;
        Some((if same { None } else { Some(invocation) }, value))
    }

    /// Whether a number is what was read from a buffer, nothing limits it to less than `limit`, and no condition asks for it.
    fn may_be_any(&mut self, term: Term, limit: u32) -> bool {
        if self.only_certain {
            return false;
        }
        let support = self.terms.support(term);
        let plain =
            support.has(Support::DATA) && support.within(Support::DATA.with(Support::LOCAL).with(Support::GROUP));
        if !plain || self.terms.is_number(term) || self.terms.at_most(term).is_some_and(|most| most < limit) {
            return false;
        }
        let path = self.whole_path();
        !self.terms.conjuncts(path).into_iter().any(|it| self.terms.have_common(it, term))
    }

    /// An index of anything that has a length.
    pub(super) fn check_index(
        &mut self,
        frame: &Frame<'m>,
        place: &Place,
        ty: Handle<Type>,
        value: Handle<Value>,
        term: Term,
        span: Span,
    ) {
        let is_constant =
            frame.function.values.try_get(value).is_ok_and(|it| matches!(it.kind, ValueKind::Constant(_)));
        if is_constant {
            return;
        }
        let (length, is_array) = match *self.module.types.get(ty) {
            Type::Array { length: ArrayLength::Constant(length), .. } => (length, true),
            Type::Array { .. } => (0, true),
            Type::Vector(size, _) => (size.listed().unwrap_or(0), false),
            Type::Matrix { columns, .. } => (columns.listed().unwrap_or(0), false),
            _ => return,
        };
        if is_array {
            self.check_resource_index(frame, place, ty, value, term);
        }
        if length == 0 {
            return;
        }
        let index_span = frame.function.values.get_span(value);
        let span = if index_span.is_defined() { index_span } else { span };
        if let PlaceRoot::Global(global) = place.root
            && let Ok(global) = self.module.globals.try_get(global)
        {
            self.check_slots(&global.name, length, term, span);
        }
        let is_resource = is_resource_array(self.module, place, ty);
        if !is_resource && self.may_be_any(term, length) {
            self.findings.push(Tier::Depends, index_may_be_outside(span, length));
        }
        let Some(witness) = self.witness(term, |it| it >= length) else { return };
        self.findings.push(Tier::Certain, index_outside(span, length, witness));
    }

    /// A shift or division whose right side certainly does not fit.
    pub(super) fn check_arithmetic(
        &mut self,
        frame: &Frame<'m>,
        operation: BinaryOperation,
        operands: [Handle<Value>; 2],
        right: &[Term],
        span: Span,
    ) {
        let shift = matches!(operation, BinaryOperation::ShiftLeft | BinaryOperation::ShiftRight);
        let division = matches!(operation, BinaryOperation::Divide | BinaryOperation::Modulo);
        if !shift && !division {
            return;
        }
        let is_constant = |it: Handle<Value>| {
            frame.function.values.try_get(it).is_ok_and(|it| matches!(it.kind, ValueKind::Constant(_)))
        };
        // `sema` says so of literals.
        if division && is_constant(operands[1]) && right.len() == 1 {
            return;
        }
        let is_integer = frame.function.values.try_get(operands[0]).is_ok_and(|it| {
            let scalar = self.module.types.scalar_of(it.ty);
            scalar.is_some_and(|it| matches!(it.kind, ScalarKind::Sint | ScalarKind::Uint))
        });
        if !is_integer {
            return;
        }
        let operand_span = frame.function.values.get_span(operands[1]);
        let span = if is_constant(operands[1]) || !operand_span.is_defined() { span } else { operand_span };
        let left = frame.function.values.try_get(operands[0]).ok().and_then(|it| self.module.types.scalar_of(it.ty));
        let bits = left.map_or(32, |it| u32::from(it.width) * 8);
        for &term in right {
            if shift {
                self.check_shift(term, bits, span);
            } else if let Some((invocation, _)) = self.witness(term, |it| it == 0) {
                self.findings.push(Tier::Certain, divides_by_zero(span, invocation));
            } else if self.may_be_any(term, u32::MAX) {
                self.findings.push(Tier::Depends, may_divide_by_zero(span));
            }
        }
    }

    fn check_shift(&mut self, term: Term, bits: u32, span: Span) {
        if self.may_be_any(term, bits) {
            self.findings.push(Tier::Depends, shift_may_be_too_wide(span, bits));
        }
        let Some(witness) = self.witness(term, |it| it >= bits) else { return };
        self.findings.push(Tier::Certain, shift_too_wide(span, bits, witness));
    }
}

/// Whether a type is that of a global variable as a whole: an array of resources, if it is an array.
fn is_resource_array(module: &Module, place: &Place, ty: Handle<Type>) -> bool {
    let PlaceRoot::Global(global) = place.root else { return false };
    let Ok(global) = module.globals.try_get(global) else { return false };
    let resources =
        matches!(global.storage, StorageClass::UniformConstant | StorageClass::Uniform | StorageClass::StorageBuffer);
    resources && global.ty == ty
}

const OUTSIDE: &str = "GLSL 4.60, 5.11: the behavior is undefined";
const DIVISION: &str = "GLSL 4.60, 5.9: dividing an integer by zero gives an undefined value";
const SHIFT: &str = "GLSL 4.60, 5.9: shifting by the number of bits or more gives an undefined value";

#[cold]
fn index_may_be_outside(span: Span, length: u32) -> Diagnostic {
    let message = format!("the index may be out of bounds: there are {length} elements");
    warning(Code::IndexOutside, span, message, OUTSIDE)
        .with_label("the shader read this")
        .with_help("check it before, or limit it with `min` or `&`")
}

#[cold]
fn index_outside(span: Span, length: u32, (invocation, index): Witness) -> Diagnostic {
    let what = match invocation {
        Some(it) => format!("invocation {it} of the workgroup uses index {}", index as i32),
        None => format!("the index is {} here", index as i32),
    };
    let message = format!("the index is out of bounds: there are {length} elements");
    warning(Code::IndexOutside, span, message, OUTSIDE).with_label(what)
}

#[cold]
fn divides_by_zero(span: Span, invocation: Option<u32>) -> Diagnostic {
    let who =
        invocation.map_or("the divisor is 0 here".to_owned(), |it| format!("0 for invocation {it} of the workgroup"));
    warning(Code::DividesByZero, span, "this divides by zero", DIVISION).with_label(who)
}

#[cold]
fn may_divide_by_zero(span: Span) -> Diagnostic {
    warning(Code::DividesByZero, span, "this may divide by zero", DIVISION)
        .with_label("the shader read this")
        .with_help("check it before, or use `max`")
}

#[cold]
fn shift_may_be_too_wide(span: Span, bits: u32) -> Diagnostic {
    let message = format!("a number of {bits} bits may be shifted by {bits} or more");
    warning(Code::ShiftTooWide, span, message, SHIFT)
        .with_label("the shader read this")
        .with_help(format!("limit it: `& {}`", bits - 1))
}

#[cold]
fn shift_too_wide(span: Span, bits: u32, (invocation, amount): Witness) -> Diagnostic {
    let by = match invocation {
        Some(it) => format!("invocation {it} of the workgroup shifts by {}", amount as i32),
        None => format!("shifts by {}", amount as i32),
    };
    let message = format!("a number of {bits} bits is shifted by {bits} or more");
    warning(Code::ShiftTooWide, span, message, SHIFT).with_label(by)
}
