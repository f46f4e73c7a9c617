//! The representation in memory if it differs from that of values.
//!
//! Comes in: HIR types with the packing rules of a block, and what atomics access. Goes out: a naga type whose natural
//! layout is the declared one, and a [`Form`] that says how to convert it to a value. Must not depend on: expressions.
//!
//! WGSL has no strides and naga's WGSL has no offsets: arrays are packed as tightly as their elements allow, and
//! members as tightly as their alignments allow. So gaps of std140 and `layout(offset)` are filled with unused members,
//! elements with a larger stride are wrapped in structures, misaligned vectors become arrays of their components, and a
//! row-major matrix is stored as its transpose.

use super::module::ModuleWriter;
use super::types::{scalar, some_name};
use super::unsupported::{Bridged, OrMissing, Unsupported, unsupported};
use super::usage::Parts;
use crate::hir::layout::Layouter;
use crate::hir::{self, MatrixMajor, PackingRules, ScalarKind};
use naga::{ArraySize, Handle, StructMember, Type, TypeInner};
use std::rc::Rc;

/// The representation of a type in memory.
#[derive(Clone, Debug)]
pub(super) struct Memory {
    /// Its type in memory.
    pub ty: Handle<Type>,
    /// The type of its value; `None` if there is none because its length is only known at run time.
    pub value: Option<Handle<Type>>,
    /// How to convert between them.
    pub form: Form,
}

/// The form of a value in memory.
#[derive(Clone, Debug)]
pub(super) enum Form {
    /// Unchanged.
    Plain,
    /// A `bool` as a `u32`.
    Bool,
    /// An integer that atomics access.
    Atomic,
    /// Element by element: an array, the components of a vector or the columns of a matrix.
    Elements {
        /// An element.
        element: Rc<Memory>,
        /// Whether it is the first member of a structure that fills the stride.
        wrapped: bool,
        /// The number of elements; `None` if it is not known at compile time.
        count: Option<u32>,
    },
    /// A matrix as its transpose.
    Transposed(Rc<Memory>),
    /// An integer with the other signedness.
    OtherSign,
    /// Spread over the members of the structure that a pointer points to; parts that are never used are missing.
    Spread(Vec<Option<Part>>),
    /// Member by member: the index in the structure, and the member.
    Members(Vec<(u32, Rc<Memory>)>),
}

/// A part of what is spread over a structure.
#[derive(Clone, Debug)]
pub(super) enum Part {
    /// A member of the structure, by its index.
    Member(u32, Rc<Memory>),
    /// Several of them.
    Spread(Rc<Memory>),
}

impl Memory {
    pub(super) fn plain(ty: Handle<Type>) -> Rc<Self> {
        Rc::new(Self { ty, value: Some(ty), form: Form::Plain })
    }
}

/// The position of a type in memory.
#[derive(Clone, Copy)]
struct At<'p> {
    rules: PackingRules,
    major: MatrixMajor,
    /// The alignment of its address, a power of two.
    alignment: u32,
    /// The size that a structure has to fill: the distance between elements.
    stride: Option<u32>,
    /// The number that the size of a block is a multiple of.
    multiple: u32,
    parts: &'p Parts,
}

/// The largest alignment: that of `dvec4`.
const STRICTEST: u32 = 32;

/// The largest power of two that divides a number, at most the largest alignment.
const fn power_of_two_in(number: u32) -> u32 {
    let power = number & number.wrapping_neg();
    if power == 0 || power > STRICTEST { STRICTEST } else { power }
}

impl ModuleWriter<'_> {
    /// The contents of a block.
    pub(super) fn block_memory(
        &mut self,
        structure: hir::Handle<hir::Struct>,
        ty: hir::Handle<hir::Type>,
        multiple: u32,
        parts: &Parts,
    ) -> Bridged<Rc<Memory>> {
        let block = self.hir.types.structure(structure).and_then(|it| it.block).or_missing("a block")?;
        let major = MatrixMajor::Column;
        let at = At { rules: block.rules, major, alignment: STRICTEST, stride: None, multiple, parts };
        self.structure_memory(structure, ty, at)
    }

    fn in_block(&mut self, ty: hir::Handle<hir::Type>, at: At<'_>) -> Bridged<Rc<Memory>> {
        match *self.hir.types.get(ty) {
            hir::Type::Scalar(it) => self.scalar_memory(it, at.parts),
            hir::Type::Vector(size, it) => self.vector_memory(size.get(), it, at),
            hir::Type::Matrix { columns, rows, scalar } => {
                let stride = self.layouter_of(at.rules).matrix_stride(columns, rows, scalar, at.major);
                match at.major {
                    MatrixMajor::Column => self.matrix_memory(columns.get(), rows.get(), scalar, stride, at),
                    MatrixMajor::Row => {
                        let value = self.value_type(ty)?;
                        let inner = self.matrix_memory(rows.get(), columns.get(), scalar, stride, at)?;
                        Ok(Rc::new(Memory { ty: inner.ty, value: Some(value), form: Form::Transposed(inner) }))
                    }
                }
            }
            hir::Type::Array { element, length } => {
                // Only at the end of a storage block, where the buffer decides how long it is.
                let length = match length {
                    hir::ArrayLength::Specialization(_) => hir::ArrayLength::Runtime,
                    length => length,
                };
                let stride = self.layouter_of(at.rules).array_stride(element, at.major);
                let alignment = at.alignment.min(power_of_two_in(stride));
                let at = At { alignment, stride: Some(stride), parts: at.parts.element(), ..at };
                let element = self.in_block(element, at)?;
                let size = self.array_size(length)?;
                self.array_memory(element, size, stride)
            }
            hir::Type::Struct(structure) => self.structure_memory(structure, ty, at),
            _ => self.value_type(ty).map(Memory::plain),
        }
    }

    fn layouter_of(&self, rules: PackingRules) -> Layouter<'_> {
        Layouter { types: &self.hir.types, constants: &self.hir.constants, rules }
    }

    fn scalar_memory(&mut self, it: hir::Scalar, parts: &Parts) -> Bridged<Rc<Memory>> {
        let inner = scalar(it)?;
        let value = self.ty(TypeInner::Scalar(inner));
        if parts.is_atomic {
            let ty = self.ty(TypeInner::Atomic(inner));
            return Ok(Rc::new(Memory { ty, value: Some(value), form: Form::Atomic }));
        }
        if it.kind == ScalarKind::Bool {
            let ty = self.ty(TypeInner::Scalar(naga::Scalar::U32));
            return Ok(Rc::new(Memory { ty, value: Some(value), form: Form::Bool }));
        }
        Ok(Memory::plain(value))
    }

    fn vector_memory(&mut self, size: u32, it: hir::Scalar, at: At<'_>) -> Bridged<Rc<Memory>> {
        let size = vector_size(size)?;
        let value = self.ty(TypeInner::Vector { size, scalar: scalar(it)? });
        let width = if it.kind == ScalarKind::Bool { 4 } else { u32::from(it.width) };
        let alignment = if size == naga::VectorSize::Bi { 2 * width } else { 4 * width };
        let is_whole = at.parts.is_empty() && it.kind != ScalarKind::Bool && at.alignment >= alignment;
        if is_whole {
            return Ok(Memory::plain(value));
        }
        let component = self.scalar_memory(it, at.parts.element())?;
        let ty = self.array_type(component.ty, ArraySize::Constant(nonzero(size.into())?))?;
        let form = Form::Elements { element: component, wrapped: false, count: Some(size.into()) };
        Ok(Rc::new(Memory { ty, value: Some(value), form }))
    }

    /// A matrix whose columns are `stride` bytes apart.
    fn matrix_memory(
        &mut self,
        columns: u32,
        rows: u32,
        it: hir::Scalar,
        stride: u32,
        at: At<'_>,
    ) -> Bridged<Rc<Memory>> {
        let (columns, rows) = (vector_size(columns)?, vector_size(rows)?);
        let value = self.ty(TypeInner::Matrix { columns, rows, scalar: scalar(it)? });
        let alignment = at.alignment.min(power_of_two_in(stride));
        let column = self.vector_memory(rows.into(), it, At { alignment, ..at })?;
        if matches!(column.form, Form::Plain) && self.layout(column.ty)?.to_stride() == stride {
            return Ok(Memory::plain(value));
        }
        let array = self.array_memory(column, ArraySize::Constant(nonzero(columns.into())?), stride)?;
        let form = match &array.form {
            Form::Plain => {
                let column = self.ty(TypeInner::Vector { size: rows, scalar: scalar(it)? });
                Form::Elements { element: Memory::plain(column), wrapped: false, count: Some(columns.into()) }
            }
            form => form.clone(),
        };
        Ok(Rc::new(Memory { ty: array.ty, value: Some(value), form }))
    }

    fn array_memory(&mut self, element: Rc<Memory>, size: ArraySize, stride: u32) -> Bridged<Rc<Memory>> {
        let tight = self.layout(element.ty)?.to_stride();
        let wrapped = tight < stride;
        if tight > stride {
            return unsupported(format!("elements that are {stride} bytes apart and need {tight}"));
        }
        let base = if wrapped { self.padded(element.ty, stride)? } else { element.ty };
        let ty = self.ty(TypeInner::Array { base, size, stride });
        let value = match (element.value, size) {
            (_, ArraySize::Dynamic) | (None, _) => None,
            (Some(element), _) => Some(self.array_type(element, size)?),
        };
        let is_plain = !wrapped && matches!(element.form, Form::Plain) && value.is_none_or(|it| it == ty);
        let count = match size {
            ArraySize::Constant(count) => Some(count.get()),
            _ => None,
        };
        let form = if is_plain { Form::Plain } else { Form::Elements { element, wrapped, count } };
        Ok(Rc::new(Memory { ty, value, form }))
    }

    /// A structure with a member and padding up to `span` bytes.
    fn padded(&mut self, ty: Handle<Type>, span: u32) -> Bridged<Handle<Type>> {
        let mut members = vec![StructMember { name: some_name("value"), ty, binding: None, offset: 0 }];
        let size = self.layout(ty)?.size;
        self.pad(&mut members, size, span)?;
        Ok(self.named_type(some_name("Element"), TypeInner::Struct { members, span }))
    }

    /// Fills the bytes from `end` to `to` with unused members.
    fn pad(&mut self, members: &mut Vec<StructMember>, end: u32, to: u32) -> Bridged<()> {
        let word = self.ty(TypeInner::Scalar(naga::Scalar::U32));
        let quad = self.ty(TypeInner::Vector { size: naga::VectorSize::Quad, scalar: naga::Scalar::U32 });
        let mut offset = end.next_multiple_of(4);
        if !to.is_multiple_of(4) && end < to {
            return unsupported("a gap in a block that is no number of words");
        }
        while offset < to {
            let (ty, size) = if offset.is_multiple_of(16) && to - offset >= 16 {
                let count = (to - offset) / 16;
                let size = ArraySize::Constant(nonzero(count)?);
                (self.ty(TypeInner::Array { base: quad, size, stride: 16 }), count * 16)
            } else {
                (word, 4)
            };
            members.push(StructMember { name: some_name("padding"), ty, binding: None, offset });
            offset += size;
        }
        Ok(())
    }

    fn structure_memory(
        &mut self,
        handle: hir::Handle<hir::Struct>,
        ty: hir::Handle<hir::Type>,
        at: At<'_>,
    ) -> Bridged<Rc<Memory>> {
        let structure = self.hir.types.structure(handle).or_missing("a structure")?;
        let is_block = structure.block.is_some();
        let majors: Vec<MatrixMajor> =
            structure.members.iter().map(|it| if is_block { it.major } else { at.major }).collect();
        let offsets: Vec<u32> = if is_block {
            structure.members.iter().map(|it| it.offset.unwrap_or(0)).collect()
        } else {
            self.layouter_of(at.rules).member_offsets(&structure.members, at.major)
        };
        // The members of a block may be declared in any order of offsets; in WGSL they must be in memory order.
        let mut order: Vec<usize> = (0..offsets.len()).collect();
        order.sort_by_key(|&index| offsets.get(index).copied());
        let mut members: Vec<StructMember> = Vec::new();
        let mut forms: Vec<Option<(u32, Rc<Memory>)>> = vec![None; offsets.len()];
        let (mut end, mut alignment) = (0_u32, naga::proc::Alignment::ONE);
        let whole = self.layouter_of(at.rules).layout(ty, at.major).size;
        // The next member may begin in the tail padding of a structure with a smaller alignment than its parts require.
        let room = at.stride.unwrap_or(if is_block { STRICTEST } else { whole });
        let whole_alignment = at.alignment.min(power_of_two_in(room));
        for (position, &index) in order.iter().enumerate() {
            let (Some(member), Some(&offset), Some(&major)) =
                (structure.members.get(index), offsets.get(index), majors.get(index))
            else {
                continue;
            };
            let next = order.get(position + 1).and_then(|&next| offsets.get(next)).copied();
            let mut align = whole_alignment.min(power_of_two_in(offset));
            if let (Some(next), hir::Type::Struct(_)) = (next, self.hir.types.get(member.ty)) {
                align = align.min(power_of_two_in(next - offset));
            }
            let parts = at.parts.member(index as u32);
            let at = At { major, alignment: align, stride: None, parts, ..at };
            let memory = self.in_block(member.ty, at).map_err(|it| it.at(member.span))?;
            let layout = self.layout(memory.ty)?;
            if !layout.alignment.is_aligned(offset) || offset < end {
                return Err(
                    Unsupported::new(format!("the member `{}` at offset {offset}", member.name)).at(member.span)
                );
            }
            if layout.alignment.round_up(end) != offset {
                self.pad(&mut members, end, offset)?;
            }
            end = offset.saturating_add(layout.size);
            alignment = alignment.max(layout.alignment);
            if let Some(slot) = forms.get_mut(index) {
                *slot = Some((members.len() as u32, Rc::clone(&memory)));
            }
            members.push(StructMember { name: some_name(&member.name), ty: memory.ty, binding: None, offset });
        }
        let is_open = |it: &hir::Member| match self.hir.types.get(it.ty) {
            hir::Type::Array { length, .. } => !matches!(length, hir::ArrayLength::Constant(_)),
            _ => false,
        };
        let is_runtime = structure.members.iter().any(is_open);
        let mut span = alignment.round_up(end);
        if is_block && !is_runtime && !span.is_multiple_of(at.multiple) {
            let whole = span.next_multiple_of(at.multiple);
            self.pad(&mut members, end, whole)?;
            span = whole;
        }
        if let Some(stride) = at.stride.filter(|&it| it > span && !is_runtime) {
            self.pad(&mut members, end, stride)?;
            span = stride;
        }
        let made = self.named_type(some_name(&structure.name), TypeInner::Struct { members, span });
        let value = if is_runtime { None } else { Some(self.value_type(ty)?) };
        let forms: Vec<(u32, Rc<Memory>)> = forms.into_iter().flatten().collect();
        let form = if value == Some(made) { Form::Plain } else { Form::Members(forms) };
        Ok(Rc::new(Memory { ty: made, value, form }))
    }

    /// A variable that is not visible to the host: represented like values, except for parts that atomics access.
    pub(super) fn shared_memory(&mut self, ty: hir::Handle<hir::Type>, parts: &Parts) -> Bridged<Rc<Memory>> {
        if parts.is_empty() {
            return self.value_type(ty).map(Memory::plain);
        }
        match *self.hir.types.get(ty) {
            hir::Type::Scalar(it) => self.scalar_memory(it, parts),
            hir::Type::Vector(size, it) => {
                let at = At {
                    rules: PackingRules::Std430,
                    major: MatrixMajor::Column,
                    alignment: 1,
                    stride: None,
                    multiple: 1,
                    parts,
                };
                self.vector_memory(size.get(), it, at)
            }
            hir::Type::Array { element, length } => {
                let element = self.shared_memory(element, parts.element())?;
                let size = self.array_size(length)?;
                let stride = self.layout(element.ty)?.to_stride();
                self.array_memory(element, size, stride)
            }
            hir::Type::Struct(structure) => {
                let value = self.value_type(ty)?;
                let structure = self.hir.types.structure(structure).or_missing("a structure")?;
                let mut types = Vec::new();
                let mut forms = Vec::new();
                for (index, member) in structure.members.iter().enumerate() {
                    let memory = self.shared_memory(member.ty, parts.member(index as u32))?;
                    types.push((String::from(&member.name), memory.ty));
                    forms.push((index as u32, memory));
                }
                let ty = self.natural_structure(&structure.name, types)?;
                Ok(Rc::new(Memory { ty, value: Some(value), form: Form::Members(forms) }))
            }
            _ => unsupported("atomics on this type"),
        }
    }
}

fn nonzero(count: u32) -> Bridged<std::num::NonZeroU32> {
    std::num::NonZeroU32::new(count).or_missing("an element")
}

fn vector_size(count: u32) -> Bridged<naga::VectorSize> {
    Ok(match count {
        2 => naga::VectorSize::Bi,
        3 => naga::VectorSize::Tri,
        4 => naga::VectorSize::Quad,
        _ => return unsupported("vectors of other lengths than 2, 3 and 4"),
    })
}
