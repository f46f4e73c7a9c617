//! Indices: numbers that are in range, and registers that may hold an address.
//!
//! Comes in: the contents of brackets. Goes out: an [`Element`]. Must not depend on: what is indexed.

use super::{Checker, Symbol, messages};
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
                    self.report.push(messages::index_too_large(number.span, LAST));
                    return None;
                }
                if let Some(length) = length.filter(|&length| value >= length) {
                    self.report.push(messages::index_out_of_range(number.span, name, value, length));
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
                        self.report.push(messages::added_number_out_of_range(number.span, sign, added, last));
                        return None;
                    }
                }
                Some(Element::Relative { temp, component, offset: added })
            }
            IndexKind::Empty => {
                self.report.push(messages::index_is_empty(index.span, name));
                None
            }
            IndexKind::Range(..) => {
                self.report.push(messages::range_for_element(index.span));
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
        if ["program", "state", "invocation"].contains(&register.text) {
            return self.fail(messages::address_is_binding(span));
        }
        let symbol = self.symbol(register)?;
        let Symbol::Temp(index) = symbol else {
            return self.fail(messages::address_in_no_register(span, register.text));
        };
        let temp = self.program.temps.get(index)?;
        if temp.elements.is_some() {
            return self.fail(messages::address_in_array(span, register.text));
        }
        if temp.ty == Some(Base::Float) {
            return self.fail(messages::address_is_float(span, register.text));
        }
        if negated {
            return self.fail(messages::address_with_sign(span));
        }
        let [component] = members else {
            let diagnostic = match members {
                [] => messages::address_without_component(span),
                _ => messages::address_with_several_components(span),
            };
            return self.fail(diagnostic);
        };
        match component.text {
            "x" => Some((index, 0)),
            "y" => Some((index, 1)),
            "z" => Some((index, 2)),
            "w" => Some((index, 3)),
            _ => self.fail(messages::not_a_component_of_address(span, component.text)),
        }
    }
}
