//! Registers: where their components are, reading and writing them.
//!
//! Comes in: registers of the program. Goes out: places and bits. Must not depend on: types of instructions.

use super::emit::V;
use super::{Element, Handle, Lowering, OperationType, Place, Type};
use crate::hir::{ArrayLength, Scalar, StorageClass, VectorSize};
use crate::nv_program::program::Size;

impl Lowering<'_> {
    /// The width of the components of a register.
    pub(super) fn register_bits(&self, temp: usize) -> u8 {
        if self.register_size(temp) == Size::Long { 64 } else { 32 }
    }

    pub(super) fn register_size(&self, temp: usize) -> Size {
        self.program.temps.get(temp).map_or(Size::Word, |temp| temp.size)
    }

    fn component_type(&self, temp: usize) -> Handle<Type> {
        if self.register_bits(temp) == 64 { self.types.uint64 } else { self.types.uint }
    }

    /// A variable of the program: a local, or one shared by functions.
    pub(super) fn variable(&mut self, name: &str, ty: Handle<Type>) -> Place {
        if !self.facts.calls {
            return self.f.variable(name, ty);
        }
        let global = self.module.global(name, ty, StorageClass::Private);
        if self.options.zero_init {
            let constant = crate::hir::Constant { ty, kind: crate::hir::ConstantKind::Null };
            let constant = self.module.constants.insert(constant, crate::hir::Span::UNDEFINED);
            self.module.globals.get_mut(global).initializer = Some(constant);
        }
        self.module.place(global)
    }

    fn register_place(&mut self, temp: usize, component: u8) -> Place {
        let row = self.program.temps.get(temp);
        let (name, elements) = row.map_or(("", None), |row| (row.name.as_str(), row.elements));
        let key = (temp, if elements.is_some() { 0 } else { component });
        if let Some(place) = self.registers.get(&key) {
            return place.clone();
        }
        let scalar = self.component_type(temp);
        let place = match elements {
            Some(elements) => {
                let scalar = self.module.types.scalar_of(scalar).unwrap_or(Scalar::U32);
                let vector = self.module.vector(VectorSize::Quad, scalar);
                let ty = self.module.array(vector, ArrayLength::Constant(elements));
                self.variable(name, ty)
            }
            None => {
                let letter = ["x", "y", "z", "w"].get(usize::from(component)).copied().unwrap_or("");
                self.variable(&format!("{name}.{letter}"), scalar)
            }
        };
        self.registers.insert(key, place.clone());
        place
    }

    /// The index of an element as a `uint`.
    pub(super) fn element_index(&mut self, element: Element) -> V {
        match element {
            Element::Fixed(index) => self.uint(index),
            Element::Relative { temp, component, offset } => {
                let mut index = self.read_register(temp, Element::Fixed(0), component);
                if self.register_bits(temp) == 64 {
                    index = self.convert(index, self.types.uint);
                }
                if offset > 0 {
                    let offset = self.uint(offset);
                    index = self.add(index, offset);
                }
                index
            }
        }
    }

    fn component_place(&mut self, temp: usize, element: Element, component: u8) -> Place {
        let place = self.register_place(temp, component);
        if self.program.temps.get(temp).is_none_or(|row| row.elements.is_none()) {
            return place;
        }
        let elements = self.program.temps.get(temp).and_then(|row| row.elements).unwrap_or(1);
        let index = self.element_within(element, elements);
        let element = self.module.element(&place, index);
        let component = self.uint(component.into());
        self.module.element(&element, component)
    }

    /// The bits of a component.
    pub(super) fn read_register(&mut self, temp: usize, element: Element, component: u8) -> V {
        let place = self.component_place(temp, element, component);
        self.load(&place)
    }

    /// Writes bits to a component.
    pub(super) fn write_register(&mut self, temp: usize, element: Element, component: u8, raw: V) {
        let place = self.component_place(temp, element, component);
        self.store(&place, raw);
    }

    /// Clears all registers that the program names, at its start.
    pub(super) fn clear_registers(&mut self) {
        if !self.options.zero_init || self.facts.calls {
            return;
        }
        for temp in 0..self.program.temps.len() {
            let array = self.program.temps.get(temp).is_some_and(|row| row.elements.is_some());
            for component in 0..if array { 1 } else { 4 } {
                let place = self.register_place(temp, component);
                let constant = crate::hir::Constant { ty: place.ty, kind: crate::hir::ConstantKind::Null };
                let constant = self.module.constants.insert(constant, crate::hir::Span::UNDEFINED);
                let zero = self.f.constant(constant, place.ty);
                self.store(&place, zero);
            }
        }
    }

    /// A value of an instruction's type as the bits of a register, converted to its width.
    pub(super) fn register_value(&mut self, temp: usize, value: V, ty: OperationType) -> V {
        let bits = self.register_bits(temp);
        let mut value = self.resize(value, ty, bits);
        let float = ty.base == super::Base::Float;
        // Elements of arrays keep their 32 bits, as in NVIDIA's driver.
        let is_array = self.program.temps.get(temp).is_some_and(|row| row.elements.is_some());
        if float && self.register_size(temp) == Size::Short && !is_array && !self.options.wide_short {
            value = self.operation("quantizeToHalf", &[value]);
        }
        self.raw(value, OperationType { bits, ..ty })
    }
}
