//! Operands: reading a component of what they name, with swizzle, signs and width.
//!
//! Comes in: resolved operands. Goes out: values of the operand's type. Must not depend on: what is computed with them.

use super::emit::V;
use super::{Base, Element, Lowering, OperationType};
use crate::nv_program::program::{Literal, Operand, ParamItem, Source};

impl Lowering<'_> {
    /// Component `lane` of an operand.
    pub(super) fn read(&mut self, operand: &Operand, lane: usize) -> V {
        let value = self.read_unsigned(operand, lane);
        if operand.negate && !matches!(operand.source, Source::Literal(_)) { self.negate(value) } else { value }
    }

    /// The same without the leading sign.
    pub(super) fn read_unsigned(&mut self, operand: &Operand, lane: usize) -> V {
        let component = operand.swizzle.get(lane).copied().unwrap_or(0);
        let ty = operand.ty;
        if let Source::Literal(literals) = operand.source {
            let value = self.literal(operand, literals, component);
            return if operand.half && !self.options.wide_short {
                self.operation("quantizeToHalf", &[value])
            } else {
                value
            };
        }
        let (raw, bits) = self.read_raw(operand, component);
        let own = OperationType { bits, ..ty };
        let value = self.interpret(raw, own);
        let mut value = self.resize(value, own, ty.bits);
        if operand.half && !self.options.wide_short {
            value = self.operation("quantizeToHalf", &[value]);
        }
        self.magnitude(operand, value)
    }

    /// The sign between the bars, and the bars. Unsigned integers are their own magnitude.
    fn magnitude(&mut self, operand: &Operand, mut value: V) -> V {
        if operand.inner_negate {
            value = self.negate(value);
        }
        if operand.absolute {
            value = self.absolute(value, operand.ty);
        }
        value
    }

    fn literal(&mut self, operand: &Operand, literals: [Literal; 4], component: u8) -> V {
        let ty = operand.ty;
        let mut literal = literals.get(usize::from(component)).copied().unwrap_or(Literal::Integer(0));
        let flip = |literal| match literal {
            Literal::Integer(value) => Literal::Integer(-value),
            Literal::Float(value) => Literal::Float(-value),
        };
        if operand.inner_negate {
            literal = flip(literal);
        }
        if operand.absolute {
            literal = match literal {
                Literal::Integer(value) if ty.base != Base::Unsigned => Literal::Integer(value.abs()),
                Literal::Integer(value) => Literal::Integer(value),
                Literal::Float(value) => Literal::Float(value.abs()),
            };
        }
        if operand.negate {
            literal = flip(literal);
        }
        let bits = match (literal, ty.base, ty.bits) {
            (Literal::Integer(value), Base::Float, _) => return self.number(ty, value as f64),
            (Literal::Float(value), Base::Float, _) => return self.number(ty, value),
            (Literal::Integer(value), Base::Unsigned, 32) => u64::from(value as u32),
            (Literal::Integer(value), Base::Signed, 32) => i64::from(value as i32) as u64,
            (Literal::Integer(value), ..) => value as u64,
            (Literal::Float(value), ..) => value as u64,
        };
        self.bits(self.ty(ty), bits)
    }

    /// The bits of a component of the operand's source, and their number.
    fn read_raw(&mut self, operand: &Operand, component: u8) -> (V, u8) {
        match operand.source {
            Source::Temp(temp, element) => (self.read_register(temp, element, component), self.register_bits(temp)),
            Source::Input(input) => (self.input(input, component), 32),
            Source::Item(item) => (self.param_item(item, component), 32),
            Source::Param(param, element) => (self.param(param, element, component), 32),
            Source::Buffer(found) => (self.buffer_word(found, component), 32),
            Source::Literal(_) => (self.uint(0), 32),
        }
    }

    /// A component of a parameter or constant.
    pub(super) fn param_item(&mut self, item: ParamItem, component: u8) -> V {
        match item {
            ParamItem::Local(number) => {
                let number = self.uint(number);
                self.parameter_word(true, number, component)
            }
            ParamItem::Env(number) => {
                let number = self.uint(number);
                self.parameter_word(false, number, component)
            }
            ParamItem::StorageLength(number) => self.storage_length(number, component),
            ParamItem::WarpSize | ParamItem::WarpsPerSm | ParamItem::SmCount if component > 0 => self.uint(0),
            ParamItem::WarpSize => self.uint(32),
            ParamItem::WarpsPerSm => self.specialized("warps per multiprocessor", 110, 64),
            ParamItem::SmCount => self.specialized("multiprocessors", 111, 1),
            ParamItem::Constant(bits) => {
                let word = bits.get(usize::from(component)).copied().unwrap_or(0);
                self.uint(word)
            }
        }
    }

    fn param(&mut self, param: usize, element: Element, component: u8) -> V {
        let Some(row) = self.program.params.get(param) else { return self.lost("a parameter") };
        match element {
            Element::Fixed(index) => match row.items.get(index as usize) {
                Some(&item) => self.param_item(item, component),
                None => self.lost("an element of a parameter"),
            },
            Element::Relative { .. } => {
                let numbers = |wanted: fn(ParamItem) -> Option<u32>| -> Option<u32> {
                    let first = wanted(*row.items.first()?)?;
                    let follow = row.items.iter().enumerate();
                    let consecutive = follow.into_iter().all(|(at, &item)| wanted(item) == Some(first + at as u32));
                    consecutive.then_some(first)
                };
                let local = numbers(|item| if let ParamItem::Local(number) = item { Some(number) } else { None });
                let env = numbers(|item| if let ParamItem::Env(number) = item { Some(number) } else { None });
                let index = self.element_within(element, row.items.len() as u32);
                if let Some(first) = local.or(env) {
                    let first = self.uint(first);
                    let number = self.add(index, first);
                    return self.parameter_word(local.is_some(), number, component);
                }
                self.copied_param(param, index, component)
            }
        }
    }

    /// A list of different items that is indexed by a register is copied into an array first.
    fn copied_param(&mut self, param: usize, index: V, component: u8) -> V {
        let items = self.program.params.get(param).map(|row| row.items.clone()).unwrap_or_default();
        // The copy is in the function that indexes it, where its last element was read.
        let vector = self.module.vector(crate::hir::VectorSize::Quad, crate::hir::Scalar::U32);
        let ty = self.module.array(vector, crate::hir::ArrayLength::Constant(items.len().max(1) as u32));
        let place = match self.copied_params.get(&param) {
            Some(place) => place.clone(),
            None => {
                let place = self.variable("parameters", ty);
                self.copied_params.insert(param, place.clone());
                place
            }
        };
        for (at, &item) in items.iter().enumerate() {
            let words: Vec<V> = (0..4).map(|component| self.param_item(item, component)).collect();
            let value = self.vector(&words);
            let at = self.uint(at as u32);
            let element = self.module.element(&place, at);
            self.store(&element, value);
        }
        let element = self.module.element(&place, index);
        let component = self.uint(component.into());
        let component = self.module.element(&element, component);
        self.load(&component)
    }
}
