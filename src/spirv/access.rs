//! Loads and stores.
//!
//! Comes in: a place or a pointer. Goes out: memory instructions with their operands. Must not depend on: what the
//! value is for.

use super::function::{FunctionWriter, Source};
use super::memory::{AccessOperands, memory_access};
use super::pointer::Pointer;
use super::section::OperandList;
use super::{Bug, Lowered, OrBug};
use crate::hir::{Handle, MemoryQualifiers, Place, PlaceRoot, PlaceStep, Scalar, ScalarKind, StorageClass, Type};
use rspirv::dr::Operand;
use rspirv::spirv::Op;

impl FunctionWriter<'_, '_> {
    /// A pointer to one component of a vector in memory.
    fn component_pointer(&mut self, vector: &Pointer, component: u8) -> Lowered<Pointer> {
        let mut pointer = vector.clone();
        let scalar = vector.ty.scalar().or_bug("a vector")?;
        let index = self.module.uint_constant(component.into());
        pointer.select_component(scalar, index);
        self.finish_chain(&mut pointer)?;
        Ok(pointer)
    }

    /// Reads a place.
    pub(super) fn load(&mut self, handle: Handle<Place>) -> Lowered<u32> {
        let place = self.function.places.try_get(handle).or_bug("a place")?;
        if let Some(local) = self.named_by(place) {
            return self.load_named(local, place);
        }
        if let Some((variable, ty)) = self.whole_local(place)? {
            return self.emit_ids(Op::Load, ty, &[variable]);
        }
        let mut pointer = Pointer::new();
        self.point_to(&mut pointer, place, place.steps.len())?;
        let value = self.load_pointer(&pointer)?;
        match (&place.swizzle, &pointer.ty) {
            (Some(components), &Type::Vector(_, scalar)) => self.swizzle(value, scalar, components),
            _ => Ok(value),
        }
    }

    /// The variable that a place is all of, and its type, if an access needs nothing else: two thirds of all accesses do not,
    /// and cost a third then.
    fn whole_local(&mut self, place: &Place) -> Lowered<Option<(u32, u32)>> {
        let PlaceRoot::Local(local) = place.root else { return Ok(None) };
        let is_opaque = self.module.hir.types.get(place.ty).is_opaque();
        if !place.steps.is_empty() || place.swizzle.is_some() || place.access != MemoryQualifiers::NONE || is_opaque {
            return Ok(None);
        }
        let variable = self.local(local)?;
        Ok(Some((variable, self.module.value_type(place.ty)?)))
    }

    /// Reads what a pointer points to.
    pub(super) fn load_pointer(&mut self, pointer: &Pointer) -> Lowered<u32> {
        let ty = self.module.memory_type_of(&pointer.ty, pointer.layout)?;
        let value = if self.has_access_operands(pointer, false) {
            let mut operands = OperandList::from_iter([Operand::IdRef(pointer.id)]);
            self.access_operands(pointer, false, &mut operands);
            self.emit(Op::Load, ty, &operands)?
        } else {
            self.emit_ids(Op::Load, ty, &[pointer.id])?
        };
        self.module.mark_non_uniform(value, pointer.access);
        if pointer.ty.is_opaque() {
            self.sources.insert(value, Source::Loaded(pointer.id));
        }
        self.loaded_value(value, &pointer.ty, pointer.layout)
    }

    /// Writes a place. If it selects components of a vector, only those are touched: another invocation may own the
    /// others.
    pub(super) fn store(&mut self, handle: Handle<Place>, value: u32) -> Lowered<()> {
        let place = self.function.places.try_get(handle).or_bug("a place")?;
        if let Some((variable, _)) = self.whole_local(place)? {
            return self.emit_void_ids(Op::Store, &[variable, value]);
        }
        let mut vector = Pointer::new();
        let Some(components) = &place.swizzle else {
            self.point_to(&mut vector, place, place.steps.len())?;
            return self.store_pointer(&vector, value);
        };
        self.root(&mut vector, place)?;
        for &step in &place.steps {
            self.step(&mut vector, step)?;
        }
        let scalar = vector.ty.scalar().or_bug("a vector")?;
        let ty = self.module.scalar_type(scalar);
        for (index, &component) in components.iter().enumerate() {
            let part =
                self.emit(Op::CompositeExtract, ty, &[Operand::IdRef(value), Operand::LiteralBit32(index as u32)])?;
            let pointer = self.component_pointer(&vector, component)?;
            self.store_pointer(&pointer, part)?;
        }
        Ok(())
    }

    /// Writes what a pointer points to.
    pub(super) fn store_pointer(&mut self, pointer: &Pointer, value: u32) -> Lowered<()> {
        let value = self.stored_value(value, &pointer.ty, pointer.layout)?;
        if !self.has_access_operands(pointer, true) {
            return self.emit_void_ids(Op::Store, &[pointer.id, value]);
        }
        let mut operands = OperandList::from_iter([Operand::IdRef(pointer.id), Operand::IdRef(value)]);
        self.access_operands(pointer, true, &mut operands);
        self.emit_void(Op::Store, &operands)
    }

    /// Whether an access has memory operands. Most have none, and are all ids.
    fn has_access_operands(&self, pointer: &Pointer, store: bool) -> bool {
        let access =
            || memory_access(self.module.hir.memory_model, pointer.class, pointer.access, pointer.alignment, store);
        pointer.class != StorageClass::UniformConstant && !access().bits.is_empty()
    }

    pub(super) fn access_operands(&mut self, pointer: &Pointer, store: bool, operands: &mut OperandList) {
        // Resources are handles, not memory: loading one makes nothing visible.
        if pointer.class == StorageClass::UniformConstant {
            return;
        }
        let model = self.module.hir.memory_model;
        let AccessOperands { bits, alignment, scope } =
            memory_access(model, pointer.class, pointer.access, pointer.alignment, store);
        if bits.is_empty() {
            return;
        }
        operands.push(Operand::MemoryAccess(bits));
        operands.extend(alignment.map(Operand::LiteralBit32));
        if let Some(scope) = scope {
            operands.push(Operand::IdScope(self.module.uint_constant(scope as u32)));
        }
    }

    /// `.length()` of a runtime-sized array.
    pub(super) fn array_length(&mut self, handle: Handle<Place>, ty: Handle<Type>) -> Lowered<u32> {
        let place = self.function.places.try_get(handle).or_bug("a place")?;
        let Some((&PlaceStep::Member(member), before)) = place.steps.split_last() else {
            return Err(Bug("the length of something that is not a member"));
        };
        let mut block = Pointer::new();
        self.point_to(&mut block, place, before.len())?;
        let result = self.module.hir.types.scalar_of(ty).or_bug("a length")?;
        let uint = self.module.scalar_type(Scalar { kind: ScalarKind::Uint, ..result });
        let int = self.module.scalar_type(result);
        let length = self.emit(Op::ArrayLength, uint, &[Operand::IdRef(block.id), Operand::LiteralBit32(member)])?;
        self.emit_ids(Op::Bitcast, int, &[length])
    }
}
