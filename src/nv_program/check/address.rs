//! Indices: numbers that are in range, and registers that may hold an address.
//!
//! Comes in: the contents of brackets. Goes out: an [`Element`]. Must not depend on: what is indexed.

use super::{Checker, Symbol};
use crate::diagnostics::Code;
use crate::nv_program::ast::{Index, IndexKind, Name, Number, NumberValue};
use crate::nv_program::opcode::Base;
use crate::nv_program::program::Element;
use crate::source::Span;

/// The last index of memory whose size the program does not say.
const LAST: u32 = i32::MAX as u32 - 1;

impl<'a> Checker<'a, '_, '_> {
    /// The value of an index, clamped to the type of the limits.
    pub(super) fn index_number(number: Number) -> u32 {
        match number.value {
            NumberValue::Integer(Some(value)) => u32::try_from(value).unwrap_or(u32::MAX),
            _ => u32::MAX,
        }
    }

    /// An index into something with `length` elements, or with an unknown number of them.
    pub(super) fn element(&mut self, index: &Index<'a>, length: Option<u32>, name: &str) -> Option<Element> {
        match &index.kind {
            IndexKind::Number(number) => {
                let value = Self::index_number(*number);
                if value > LAST {
                    self.report.error(Code::NvIndexRange, number.span, format!("the index is larger than {LAST}"));
                    return None;
                }
                if let Some(length) = length.filter(|&length| value >= length) {
                    let message = format!("the index is {value}, but `{name}` has {length} elements");
                    self.report.error(Code::NvIndexRange, number.span, message);
                    return None;
                }
                Some(Element::Fixed(value))
            }
            IndexKind::Relative { register, members, negated, offset } => {
                let (temp, component) = self.address(*register, members, *negated, index.span)?;
                let mut added = 0;
                if let Some((negative, number)) = offset {
                    added = Self::index_number(*number);
                    let inside = length.map_or(added <= LAST, |length| added < length);
                    if *negative && added != 0 || !inside {
                        let sign = if *negative { "-" } else { "" };
                        let last = length.map_or(LAST, |length| length.max(1) - 1);
                        let message = format!("the offset is {sign}{added}; it must lie between 0 and {last}");
                        let help = "compute the address in the register";
                        self.report.error_with(Code::NvRelativeOffset, number.span, message, help);
                        return None;
                    }
                }
                Some(Element::Relative { temp, component, offset: added })
            }
            IndexKind::Empty => {
                let message = format!("the index of `{name}` is missing");
                self.report.error(Code::NvIndexMissing, index.span, message);
                None
            }
            IndexKind::Range(..) => {
                let message = "expected one element, found a range";
                self.report.error_with(Code::NvIndexMissing, index.span, message, "write one index");
                None
            }
        }
    }

    /// A register component that holds an address.
    pub(super) fn address(
        &mut self,
        register: Name<'a>,
        members: &[Name<'a>],
        negated: bool,
        span: Span,
    ) -> Option<(usize, u8)> {
        let fail = |checker: &mut Self, message: String| {
            let help = "an address is a component of a register, such as `R0.x`";
            checker.report.error_with(Code::NvAddress, span, message, help);
            None
        };
        if ["program", "state", "invocation"].contains(&register.text) {
            return fail(self, "a binding is not an address".to_owned());
        }
        let symbol = self.symbol(register)?;
        let Symbol::Temp(index) = symbol else {
            return fail(self, format!("`{}` is not a register, so it cannot hold an address", register.text));
        };
        let temp = self.program.temps.get(index)?;
        if temp.elements.is_some() {
            return fail(self, format!("`{}` is an array, so it cannot hold an address", register.text));
        }
        if temp.ty == Some(Base::Float) {
            return fail(self, format!("`{}` holds floats, but an address is an integer", register.text));
        }
        if negated {
            return fail(self, "an address has no sign".to_owned());
        }
        let [component] = members else {
            let message =
                if members.is_empty() { "the address names no component" } else { "an address is one component" };
            return fail(self, message.to_owned());
        };
        match component.text {
            "x" => Some((index, 0)),
            "y" => Some((index, 1)),
            "z" => Some((index, 2)),
            "w" => Some((index, 3)),
            _ => fail(self, format!("`{}` is not a component of an address; use `x`, `y`, `z` or `w`", component.text)),
        }
    }
}
