//! Operands: what they read, their components, signs and types.
//!
//! Comes in: operands as written. Goes out: resolved ones. Must not depend on: what the instruction computes.

use super::binding::BoundItem;
use super::{Checker, Symbol, messages};
use crate::diagnostics::Code;
use crate::nv_program::ast::{self, Name, Number, NumberValue, OperandBase, Path, PathPart};
use crate::nv_program::opcode::Base;
use crate::nv_program::program::{
    Destination, Element, Literal, MemoryKind, MemoryUse, Operand, OperationType, Rule, Size, Source, Test,
};
use crate::source::Span;

/// What an instruction requires of an operand.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted {
    /// How the bits are read.
    pub ty: OperationType,
    /// Whether one component must be named.
    pub scalar: bool,
    /// Whether types are checked.
    pub checked: bool,
}

/// A base with its declared type and what follows it.
struct Resolved<'p, 'a> {
    source: Source,
    declared: Option<Base>,
    name: &'a str,
    rest: &'p [PathPart<'a>],
}

const fn type_word(base: Base) -> &'static str {
    match base {
        Base::Float => "floats",
        Base::Signed => "signed integers",
        Base::Unsigned => "unsigned integers",
    }
}

/// The components of a swizzle or mask, if all letters are of one set.
fn letters(text: &str) -> Option<Vec<u8>> {
    let of = |set: &str| -> Option<Vec<u8>> {
        text.chars().map(|letter| set.find(letter).map(|index| index as u8)).collect()
    };
    of("xyzw").or_else(|| of("rgba"))
}

impl<'a> Checker<'a, '_, '_> {
    /// An operand.
    pub(super) fn operand(&mut self, written: &ast::Operand<'a>, wanted: Wanted) -> Option<Operand> {
        let mut operand = Operand {
            source: Source::Literal([Literal::Integer(0); 4]),
            swizzle: [0, 1, 2, 3],
            inner_negate: written.inner_sign == Some(true),
            absolute: written.absolute,
            negate: written.sign == Some(true),
            ty: wanted.ty,
            half: false,
            span: written.span,
        };
        match &written.base {
            OperandBase::Number(number) => {
                let negative = operand.negate || operand.inner_negate;
                let literal = self.literal(*number, negative, wanted.ty);
                operand.source = Source::Literal([literal?; 4]);
            }
            OperandBase::Vector(numbers, rest) => {
                let mut literals = [Literal::Integer(0), Literal::Integer(0), Literal::Integer(0), Literal::Integer(1)];
                for (slot, (negative, number)) in literals.iter_mut().zip(numbers) {
                    let literal = self.literal(*number, *negative, wanted.ty)?;
                    *slot = match literal {
                        Literal::Integer(value) if *negative => Literal::Integer(-value),
                        Literal::Float(value) if *negative => Literal::Float(-value),
                        literal => literal,
                    };
                }
                operand.source = Source::Literal(literals);
                operand.swizzle = self.swizzle(rest, wanted.scalar, written.span)?;
            }
            OperandBase::Path(path) => {
                let resolved = self.resolve(path)?;
                operand.source = resolved.source;
                if wanted.checked {
                    self.type_fits(resolved.name, resolved.declared, wanted.ty.base, path.span);
                }
                operand.swizzle = self.swizzle(resolved.rest, wanted.scalar, written.span)?;
            }
        }
        Some(operand)
    }

    /// A literal of the type of its operand.
    pub(super) fn literal(&mut self, number: Number, negative: bool, ty: OperationType) -> Option<Literal> {
        match (number.value, ty.base) {
            (NumberValue::Float(_), Base::Signed | Base::Unsigned) => {
                self.report.push(messages::float_for_integer(number.span));
                None
            }
            (NumberValue::Float(value), Base::Float) => Some(Literal::Float(value)),
            (NumberValue::Integer(value), Base::Float) => {
                Some(Literal::Float(value.map_or(1.844_674_407_370_955_2e19, |value| value as f64)))
            }
            (NumberValue::Integer(value), base) => {
                // As the bits of a hexadecimal number, 0xFFFFFFFF is a signed integer too.
                let hexadecimal = self.is_hexadecimal(number.span);
                let most: u64 = match (ty.bits, base) {
                    (64, Base::Signed) if !hexadecimal => i64::MAX as u64 + u64::from(negative),
                    (64, _) => u64::MAX,
                    (_, Base::Signed) if !hexadecimal => i32::MAX as u64 + u64::from(negative),
                    _ => u32::MAX.into(),
                };
                let value = match value {
                    Some(value) if value <= most => value,
                    _ => {
                        self.report.strict(messages::integer_too_large(number.span, most));
                        value.unwrap_or(u64::MAX)
                    }
                };
                if negative && base == Base::Unsigned && value != 0 {
                    self.report.strict(messages::negative_for_unsigned(number.span));
                }
                Some(Literal::Integer(value.into()))
            }
        }
    }

    fn is_hexadecimal(&self, span: Span) -> bool {
        span.to_range().and_then(|range| self.text.get(range)).is_some_and(|text| text.starts_with("0x"))
    }

    /// Compares a declared type with the type that an instruction reads or writes.
    pub(super) fn type_fits(&mut self, name: &str, declared: Option<Base>, wanted: Base, span: Span) {
        let Some(declared) = declared.filter(|&declared| declared != wanted) else { return };
        if declared == Base::Signed && wanted == Base::Unsigned {
            self.report.strict(messages::signed_for_unsigned(span, name));
        } else {
            let (declared, wanted) = (type_word(declared), type_word(wanted));
            self.report.push(messages::holds_other_type(span, name, declared, wanted));
        }
    }

    fn resolve<'p>(&mut self, path: &'p Path<'a>) -> Option<Resolved<'p, 'a>> {
        let name = path.head.text;
        if ["program", "state", "invocation"].contains(&name) {
            let (bound, rest) = self.binding(path)?;
            let source = match bound {
                BoundItem::Input(input) => Source::Input(input),
                BoundItem::Item(item) => Source::Item(item),
            };
            return Some(Resolved { source, declared: None, name, rest });
        }
        if ["result", "fragment", "vertex", "primitive"].contains(&name) && !self.symbols.contains_key(name) {
            self.report.push(messages::no_such_bindings(path.head.span, name));
            return None;
        }
        let symbol = self.symbol(path.head)?;
        let indices = path.parts.iter().take_while(|part| matches!(part, PathPart::Index(_))).count();
        let (indices, rest) = path.parts.split_at_checked(indices)?;
        let (source, declared) = match symbol {
            Symbol::Temp(index) => {
                let temp = self.program.temps.get(index)?;
                let (elements, ty) = (temp.elements, temp.ty);
                (Source::Temp(index, self.one_index(path.head, elements, elements.is_some(), indices)?), ty)
            }
            Symbol::Attrib(input, ty) => {
                self.one_index(path.head, None, false, indices)?;
                (Source::Input(input), ty)
            }
            Symbol::Param(index) => {
                let param = self.program.params.get(index)?;
                let (array, ty, length) = (param.array, param.ty, param.items.len() as u32);
                let element = self.one_index(path.head, array.then_some(length.max(1)), array, indices)?;
                if matches!(element, Element::Relative { .. }) {
                    self.relative_param(index, path.head);
                }
                (Source::Param(index, element), ty)
            }
            Symbol::Memory(index) => {
                let memory = self.memory_of(index)?;
                let ty = memory.ty;
                if !matches!(memory.kind, MemoryKind::Buffer | MemoryKind::Buffer4) {
                    self.wrong_memory(path.head, index);
                    return None;
                }
                (Source::Buffer(self.memory_use(index, path.head, indices)?), ty)
            }
            Symbol::Texture(..)
            | Symbol::Image(..)
            | Symbol::SubroutineType(_)
            | Symbol::Subroutine(_)
            | Symbol::Label(_)
            | Symbol::Listed => {
                self.report.push(messages::cannot_be_read(path.head.span, name));
                return None;
            }
        };
        Some(Resolved { source, declared, name, rest })
    }

    /// The index of an array; anything else must not have one.
    pub(super) fn one_index(
        &mut self,
        name: Name<'a>,
        length: Option<u32>,
        array: bool,
        indices: &[PathPart<'a>],
    ) -> Option<Element> {
        match (array, indices) {
            (false, []) => Some(Element::Fixed(0)),
            (true, [PathPart::Index(index)]) => self.element(index, length, name.text),
            (true, []) => {
                self.report.push(messages::array_without_index(name.span, name.text));
                None
            }
            (false, _) => {
                self.report.push(messages::index_without_array(name.span, name.text));
                None
            }
            (true, _) => {
                self.report.push(messages::too_many_indices(name.span, name.text));
                None
            }
        }
    }

    /// The indices of a variable in memory.
    pub(super) fn memory_use(&mut self, index: usize, name: Name<'a>, indices: &[PathPart<'a>]) -> Option<MemoryUse> {
        let memory = self.memory_of(index)?;
        let (dimensions, length, buffers) = (memory.dimensions, memory.length, memory.buffers);
        let fixed = Element::Fixed(0);
        match (dimensions, indices) {
            (0 | 1, indices) => {
                let element = self.one_index(name, length, dimensions == 1, indices)?;
                Some(MemoryUse { memory: index, buffer: fixed, element })
            }
            (_, [PathPart::Index(buffer), PathPart::Index(element)]) => {
                let buffer = self.element(buffer, Some(buffers), name.text);
                let element = self.element(element, length, name.text);
                Some(MemoryUse { memory: index, buffer: buffer?, element: element? })
            }
            _ => {
                self.report.push(messages::takes_two_indices(name.span, name.text));
                None
            }
        }
    }

    /// The components of an operand, which the rest of its path names.
    pub(super) fn swizzle(&mut self, rest: &[PathPart<'a>], scalar: bool, span: Span) -> Option<[u8; 4]> {
        let name = match rest {
            [] if scalar => {
                self.report.push(messages::no_component(span));
                return None;
            }
            [] => return Some([0, 1, 2, 3]),
            [PathPart::Member(name)] => name,
            [PathPart::Member(_), PathPart::Member(extra), ..] => {
                self.report.push(messages::component_twice(extra.span));
                return None;
            }
            [PathPart::Index(index), ..] | [_, PathPart::Index(index), ..] => {
                self.report.push(messages::index_after_components(index.span));
                return None;
            }
        };
        let Some(found) = letters(name.text) else {
            return self.fail(messages::names_no_components(name.span, name.text));
        };
        match *found.as_slice() {
            [one] => Some([one; 4]),
            [x, y, z, w] if !scalar => Some([x, y, z, w]),
            [_, _, _, _] => self.fail(messages::four_components_for_one(name.span, name.text)),
            _ => self.fail(messages::wrong_number_of_letters(name.span, name.text, found.len())),
        }
    }

    /// A result register with its mask and condition.
    pub(super) fn destination(
        &mut self,
        path: &Path<'a>,
        test: Option<&ast::Test<'a>>,
        ty: Option<Base>,
    ) -> Option<Destination> {
        let condition = match test {
            Some(test) => Some(self.test(test)?),
            None => None,
        };
        let name = path.head.text;
        if ["result", "fragment", "vertex", "primitive"].contains(&name) && !self.symbols.contains_key(name) {
            self.report.push(messages::no_result_bindings(path.head.span, name));
            return None;
        }
        let symbol = match name {
            "program" | "state" | "invocation" => None,
            _ => Some(self.symbol(path.head)?),
        };
        let Some(Symbol::Temp(index)) = symbol else {
            self.report.push(messages::cannot_be_written(path.head.span, name));
            return None;
        };
        let temp = self.program.temps.get(index)?;
        let (elements, declared) = (temp.elements, temp.ty);
        let indices = path.parts.iter().take_while(|part| matches!(part, PathPart::Index(_))).count();
        let (indices, rest) = path.parts.split_at_checked(indices)?;
        let element = self.one_index(path.head, elements, elements.is_some(), indices)?;
        if let Some(ty) = ty {
            self.type_fits(name, declared, ty, path.span);
        }
        let mask = match rest {
            [] => 0b1111,
            [PathPart::Member(mask)] => self.write_mask(*mask)?,
            [first, further @ ..] => {
                if let PathPart::Member(mask) = first {
                    self.write_mask(*mask)?;
                }
                let span = match further.first() {
                    Some(PathPart::Member(mask)) => mask.span,
                    _ => path.span,
                };
                self.report.push(messages::second_write_mask(span));
                return None;
            }
        };
        Some(Destination { temp: index, element, mask, condition })
    }

    fn write_mask(&mut self, name: Name<'a>) -> Option<u8> {
        let ascending = letters(name.text)
            .filter(|letters| letters.iter().zip(letters.iter().skip(1)).all(|(before, after)| before < after));
        let Some(letters) = ascending else {
            self.report.push(messages::not_a_write_mask(name.span, name.text));
            return None;
        };
        Some(letters.iter().fold(0, |mask, component| mask | 1 << component))
    }

    /// A condition.
    pub(super) fn test(&mut self, written: &ast::Test<'a>) -> Option<Test> {
        let word = written.rule.text;
        let found = Rule::ALL.iter().find_map(|(rule, name)| match word.strip_prefix(name) {
            Some("") => Some((*rule, 0)),
            Some(_) if matches!(rule, Rule::Resident | Rule::NonResident) => None,
            Some("0") => Some((*rule, 0)),
            Some("1") => Some((*rule, 1)),
            _ => None,
        });
        let Some((rule, register)) = found else {
            self.report.push(messages::not_a_condition(written.rule.span, word));
            return None;
        };
        if matches!(rule, Rule::Resident | Rule::NonResident) {
            self.require_option(&["EXT_sparse_texture2"], &"this condition", Code::NvOptionRequired, written.span);
        }
        let (mut components, mut count) = ([0, 1, 2, 3], 4);
        if let Some(name) = written.components {
            match letters(name.text).as_deref() {
                Some(&[one]) => (components, count) = ([one; 4], 1),
                Some(&[x, y, z, w]) => components = [x, y, z, w],
                _ => {
                    self.report.push(messages::not_components_of_condition_code(name.span, name.text));
                    return None;
                }
            }
        }
        let test = Test { rule, register, components, count, span: written.span };
        self.flow.tests.push(test);
        Some(test)
    }

    /// The size of the register that an operand reads, if it reads one.
    pub(super) fn register_size(&self, operand: &Operand) -> Option<Size> {
        match operand.source {
            Source::Temp(index, _) => self.program.temps.get(index).map(|temp| temp.size),
            _ => None,
        }
    }
}
