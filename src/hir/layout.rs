//! Sizes, alignments, offsets and strides of types in memory (GLSL 4.60, 7.6.2.2; GL_EXT_scalar_block_layout).
//!
//! Comes in: a type, packing rules, matrix order. Goes out: numbers in bytes. Must not depend on: decorations. `sema`
//! uses it to place block members, `spirv` to decorate nested types; both must get the same answer, so nothing else
//! computes layouts.

use super::{
    ArrayLength, ConstantKind, Handle, MatrixMajor, PackingRules, Scalar, ScalarKind, Struct, Type, TypeTable,
    VectorSize,
};
use super::{Constant, UniqueArena};
use rustc_hash::FxHashMap;

/// Size and alignment of a type in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Bytes from the start to the end, without padding at the end of arrays' last element removed. Zero for a
    /// runtime-sized array.
    pub size: u32,
    /// Required alignment, a power of two.
    pub alignment: u32,
}

/// Layouts of structures that were computed already, under one matrix order.
type Known = FxHashMap<Handle<Struct>, Layout>;

/// Computes layouts with one set of rules. Sizes saturate at `u32::MAX`; `sema` reports blocks that large.
#[derive(Clone, Copy, Debug)]
pub struct Layouter<'a> {
    /// The types.
    pub types: &'a TypeTable,
    /// The constants, for array lengths that depend on specialization (their default counts).
    pub constants: &'a UniqueArena<Constant>,
    /// The rules.
    pub rules: PackingRules,
}

impl Layouter<'_> {
    /// Size and alignment of `ty`; `major` matters for matrices in it.
    #[must_use]
    pub fn layout(&self, ty: Handle<Type>, major: MatrixMajor) -> Layout {
        self.known_layout(ty, major, &mut FxHashMap::default())
    }

    /// As [`layout`](Self::layout), with the structures seen so far: each is laid out once, however often it occurs in
    /// others.
    fn known_layout(&self, ty: Handle<Type>, major: MatrixMajor, known: &mut Known) -> Layout {
        match *self.types.get(ty) {
            Type::Scalar(scalar) => self.vector(1, scalar),
            Type::Vector(size, scalar) => self.vector(self.types.known_length(size).unwrap_or(0), scalar),
            Type::Matrix { columns, rows, scalar } => {
                let (count, _) = matrix_vectors(columns, rows, major);
                let stride = self.matrix_stride(columns, rows, scalar, major);
                let alignment = self.matrix_vector(columns, rows, scalar, major).alignment;
                Layout { size: stride.saturating_mul(count), alignment }
            }
            Type::Array { element, length } => {
                // Lay the element out once: with arrays of arrays, twice would double the work at each level.
                let element = self.known_layout(element, major, known);
                let alignment = self.array_alignment(element.alignment);
                let stride = align_up(element.size, alignment);
                let length = self.length(length);
                let size = match length.checked_sub(1) {
                    // The next member may begin in the tail padding of the last element, as in that of a structure.
                    Some(others) if self.type_rules() == PackingRules::Scalar => {
                        stride.saturating_mul(others).saturating_add(element.size)
                    }
                    _ => stride.saturating_mul(length),
                };
                Layout { size, alignment }
            }
            Type::Struct(structure) => {
                if let Some(&layout) = known.get(&structure) {
                    return layout;
                }
                let members = self.types.structure(structure).map_or(&[][..], |it| &it.members);
                let mut size = 0_u32;
                let mut alignment = 1;
                for member in members {
                    let it = self.known_layout(member.ty, major, known);
                    size = align_up(size, it.alignment).saturating_add(it.size);
                    alignment = alignment.max(it.alignment);
                }
                if self.type_rules() == PackingRules::Std140 {
                    alignment = align_up(alignment, 16);
                }
                // Scalar layout leaves the tail of a structure open (GL_EXT_scalar_block_layout), the others pad it.
                let size = if self.type_rules() == PackingRules::Scalar { size } else { align_up(size, alignment) };
                let layout = Layout { size, alignment };
                known.insert(structure, layout);
                layout
            }
            Type::Reference(_) => Layout { size: 8, alignment: 8 },
            Type::Void
            | Type::Image(_)
            | Type::Sampler { .. }
            | Type::AccelerationStructure
            | Type::StateObject(_)
            | Type::Function
            | Type::Spirv(_)
            | Type::Extension(_) => Layout { size: 0, alignment: 1 },
        }
    }

    /// Offsets of the members of a nested (non-block) structure.
    #[must_use]
    pub fn member_offsets(&self, members: &[super::Member], major: MatrixMajor) -> Vec<u32> {
        let mut end = 0;
        let mut known = Known::default();
        members
            .iter()
            .map(|member| {
                let it = self.known_layout(member.ty, major, &mut known);
                let offset = self.place(end, member.ty, it);
                end = offset.saturating_add(it.size);
                offset
            })
            .collect()
    }

    /// The first place for a member of this type and layout that is not before `start`.
    #[must_use]
    pub fn place(&self, start: u32, ty: Handle<Type>, layout: Layout) -> u32 {
        match *self.types.get(ty) {
            Type::Vector(_, scalar) if self.rules != self.type_rules() && scalar.width <= 4 => {
                let offset = align_up(start, self.vector(1, scalar).alignment);
                let last = offset.saturating_add(layout.size).saturating_sub(1);
                let straddles = if layout.size <= 16 { offset / 16 != last / 16 } else { !offset.is_multiple_of(16) };
                if straddles { align_up(offset, 16) } else { offset }
            }
            _ => align_up(start, layout.alignment),
        }
    }

    fn type_rules(&self) -> PackingRules {
        self.rules.of_types()
    }

    /// Distance between elements of an array of `element`.
    #[must_use]
    pub fn array_stride(&self, element: Handle<Type>, major: MatrixMajor) -> u32 {
        let element = self.layout(element, major);
        align_up(element.size, self.array_alignment(element.alignment))
    }

    /// Distance between the columns (column-major) or rows (row-major) of a matrix.
    #[must_use]
    pub fn matrix_stride(&self, columns: VectorSize, rows: VectorSize, scalar: Scalar, major: MatrixMajor) -> u32 {
        let vector = self.matrix_vector(columns, rows, scalar, major);
        align_up(vector.size, vector.alignment)
    }

    /// A column or row of a matrix, as an element of an array of them.
    fn matrix_vector(&self, columns: VectorSize, rows: VectorSize, scalar: Scalar, major: MatrixMajor) -> Layout {
        let (_, length) = matrix_vectors(columns, rows, major);
        let vector = self.vector(length, scalar);
        Layout { alignment: self.array_alignment(vector.alignment), ..vector }
    }

    /// Rules 1 to 3: a vector of three aligns like one of four, unless the layout is scalar.
    fn vector(&self, length: u32, scalar: Scalar) -> Layout {
        // A bool takes the memory of a uint.
        let width = if scalar.kind == ScalarKind::Bool { 4 } else { u32::from(scalar.width) };
        let alignment = match (self.type_rules(), length) {
            (PackingRules::Scalar, _) | (_, 1) => width,
            (_, 2) => width * 2,
            _ => width * 4,
        };
        Layout { size: width.saturating_mul(length), alignment }
    }

    /// Rule 4: std140 rounds the alignment of array elements up to that of a vec4.
    fn array_alignment(&self, element: u32) -> u32 {
        if self.type_rules() == PackingRules::Std140 { align_up(element, 16) } else { element }
    }

    fn length(&self, length: ArrayLength) -> u32 {
        match length {
            ArrayLength::Constant(length) => length,
            ArrayLength::Runtime => 0,
            ArrayLength::Specialization(constant) => {
                match self.constants.get_handle(constant).map(|constant| &constant.kind) {
                    Ok(&(ConstantKind::Scalar(bits) | ConstantKind::Specialization { default: bits, .. })) => {
                        u32::try_from(bits).unwrap_or(u32::MAX)
                    }
                    _ => 1,
                }
            }
        }
    }
}

/// Number of vectors a matrix is stored as, and their length.
fn matrix_vectors(columns: VectorSize, rows: VectorSize, major: MatrixMajor) -> (u32, u32) {
    match major {
        MatrixMajor::Column => (columns.get(), rows.get()),
        MatrixMajor::Row => (rows.get(), columns.get()),
    }
}

/// The least multiple of `alignment` that is not below `value`.
#[must_use]
pub fn align_up(value: u32, alignment: u32) -> u32 {
    value.checked_next_multiple_of(alignment.max(1)).unwrap_or(u32::MAX)
}
