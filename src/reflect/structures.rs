//! Types without nesting: structures in a table, which everything else refers to by number.
//!
//! Comes in: types of HIR and their layout rules. Goes out: [`MemberType`]s and the table of [`Structure`]s. Must not
//! depend on: what the types are used for.

use rustc_hash::FxHashMap;

use super::{ArrayDimension, Length, Member, MemberType, Number, Packing, Structure};
use crate::hir::layout::{Layouter, align_up};
use crate::hir::type_text::type_text;
use crate::hir::{
    self, ArrayLength, Constant, ConstantKind, Handle, MatrixMajor, Module, PackingRules, Scalar, ScalarKind, Struct,
    Type,
};

/// How a type is laid out in memory; `None` if it is not in memory.
pub(super) type Memory = Option<(PackingRules, MatrixMajor)>;

/// The table of structures under construction.
pub(super) struct Structures<'a> {
    module: &'a Module,
    known: FxHashMap<(Handle<Struct>, Memory), usize>,
    /// Structures that have a number, in that order; those from `done.len()` on are still to be described.
    open: Vec<(Handle<Struct>, Memory)>,
    done: Vec<Structure>,
}

impl<'a> Structures<'a> {
    pub(super) fn new(module: &'a Module) -> Self {
        Self { module, known: FxHashMap::default(), open: Vec::new(), done: Vec::new() }
    }

    /// The table, with everything that its structures refer to.
    pub(super) fn finish(mut self) -> Vec<Structure> {
        while let Some(&(structure, memory)) = self.open.get(self.done.len()) {
            let described = self.describe(structure, memory);
            self.done.push(described);
        }
        self.done
    }

    /// The number of a structure.
    pub(super) fn number(&mut self, structure: Handle<Struct>, memory: Memory) -> usize {
        // The matrix order around a block makes no difference: its members state theirs.
        let memory = match self.block_rules(structure) {
            Some(rules) => Some((rules, MatrixMajor::Column)),
            None => memory,
        };
        let open = &mut self.open;
        *self.known.entry((structure, memory)).or_insert_with(|| {
            open.push((structure, memory));
            open.len() - 1
        })
    }

    fn block_rules(&self, structure: Handle<Struct>) -> Option<PackingRules> {
        Some(self.module.types.structure(structure)?.block?.rules)
    }

    fn layouter(&self, rules: PackingRules) -> Layouter<'a> {
        Layouter { types: &self.module.types, constants: &self.module.constants, rules }
    }

    /// The size of a variable without declared layout rules: by the rules of `std430`, as Vulkan counts shared memory.
    pub(super) fn size(&self, ty: Handle<Type>) -> u32 {
        self.layouter(PackingRules::Std430).layout(ty, MatrixMajor::Column).size
    }

    fn describe(&mut self, handle: Handle<Struct>, memory: Memory) -> Structure {
        let nothing = Structure { name: String::new(), packing: None, size: 0, alignment: 1, members: Vec::new() };
        let module = self.module;
        let Some(structure) = module.types.structure(handle) else { return nothing };
        let offsets = match memory {
            Some((rules, major)) => self.layouter(rules).member_offsets(&structure.members, major),
            None => Vec::new(),
        };
        let mut described = Structure { name: (&structure.name).into(), ..nothing };
        described.packing = memory.map(|(rules, _)| match rules {
            PackingRules::Std140 | PackingRules::HlslStd140 => Packing::Std140,
            PackingRules::Std430 | PackingRules::HlslStd430 => Packing::Std430,
            PackingRules::Scalar => Packing::Scalar,
        });
        for (index, member) in structure.members.iter().enumerate() {
            // A member of a block states its order itself; members of nested structures inherit it.
            let inside =
                memory.map(|(rules, major)| (rules, if structure.block.is_some() { member.major } else { major }));
            let layout = inside.map(|(rules, major)| self.layouter(rules).layout(member.ty, major));
            let offset = member.offset.or(offsets.get(index).copied()).filter(|_| memory.is_some()).unwrap_or(0);
            let size = layout.map_or(0, |it| it.size);
            described.size = described.size.max(offset.saturating_add(size));
            described.alignment = described.alignment.max(layout.map_or(1, |it| it.alignment));
            let (ty, array) = self.split(member.ty, inside);
            described.members.push(Member {
                name: (&member.name).into(),
                offset,
                size,
                location: member.interface.location,
                glsl: self.spelled(member.ty),
                ty,
                array,
            });
        }
        match memory {
            Some((PackingRules::Std140 | PackingRules::HlslStd140, _)) => {
                described.alignment = align_up(described.alignment, 16)
            }
            Some(_) => {}
            None => described.size = 0,
        }
        if structure.block.is_none() && memory.is_some_and(|(rules, _)| rules != PackingRules::Scalar) {
            described.size = align_up(described.size, described.alignment);
        }
        described
    }

    /// Whether a type is a block whose members are built-in variables.
    pub(super) fn is_block_of_builtins(&self, ty: Handle<Type>) -> bool {
        block_of(self.module, ty)
            .is_some_and(|(_, block)| block.members.iter().any(|it| it.interface.builtin.is_some()))
    }

    /// A type as GLSL spells it.
    pub(super) fn spelled(&self, ty: Handle<Type>) -> String {
        type_text(&self.module.types, &self.module.constants, ty)
    }

    /// A type without its arrays, and the arrays.
    pub(super) fn split(&mut self, ty: Handle<Type>, memory: Memory) -> (MemberType, Vec<ArrayDimension>) {
        let module = self.module;
        let (mut ty, mut array) = (ty, Vec::new());
        while let Type::Array { element, length } = *module.types.get(ty) {
            array.push((length_of(module, length), element));
            ty = element;
        }
        let mut dimensions = Vec::with_capacity(array.len());
        for (length, element) in array {
            let stride = memory.map_or(0, |(rules, major)| self.layouter(rules).array_stride(element, major));
            dimensions.push(ArrayDimension { length, stride });
        }
        let described = match *module.types.get(ty) {
            Type::Scalar(scalar) => MemberType::Scalar(number_of(scalar)),
            Type::Vector(size, scalar) => match module.types.known_length(size) {
                Some(length) => MemberType::Vector { component: number_of(scalar), length },
                None => MemberType::Other,
            },
            Type::Matrix { columns, rows, scalar } => MemberType::Matrix {
                component: number_of(scalar),
                columns: columns.get(),
                rows: rows.get(),
                stride: memory
                    .map_or(0, |(rules, major)| self.layouter(rules).matrix_stride(columns, rows, scalar, major)),
                is_row_major: memory.is_some_and(|(_, major)| major == MatrixMajor::Row),
            },
            Type::Struct(structure) => MemberType::Structure(self.number(structure, memory)),
            Type::Reference(structure) => MemberType::Reference(self.number(structure, memory)),
            _ => MemberType::Other,
        };
        (described, dimensions)
    }
}

/// A number of elements.
pub(super) fn length_of(module: &Module, length: ArrayLength) -> Length {
    match length {
        ArrayLength::Constant(length) => Length::Fixed(length),
        ArrayLength::Specialization(constant) => specialized(module, constant),
        ArrayLength::Runtime => Length::Runtime,
    }
}

/// The number for a constant.
pub(super) fn specialized(module: &Module, constant: Handle<Constant>) -> Length {
    let number = |bits: u64| u32::try_from(bits).ok();
    match module.constants.get_handle(constant).map(|it| &it.kind) {
        Ok(&ConstantKind::Scalar(bits)) => match number(bits) {
            Some(length) => Length::Fixed(length),
            None => Length::Specialization { id: None, default: None },
        },
        Ok(&ConstantKind::Specialization { id, default, .. }) => {
            Length::Specialization { id: Some(id), default: number(default) }
        }
        _ => Length::Specialization { id: None, default: None },
    }
}

/// A scalar type.
pub(super) fn number_of(scalar: Scalar) -> Number {
    let bits = scalar.bits() as u8;
    match scalar.kind {
        ScalarKind::Bool => Number::Bool,
        ScalarKind::Sint => Number::Int(bits),
        ScalarKind::Uint => Number::Uint(bits),
        ScalarKind::Float => Number::Float(bits),
        ScalarKind::SmallFloat(_) => Number::Small(bits),
    }
}

/// The structure of a block, inside arrays.
pub(super) fn block_of(module: &Module, ty: Handle<Type>) -> Option<(Handle<Struct>, &hir::Struct)> {
    match *module.types.get(module.types.element_of_arrays(ty)) {
        Type::Struct(handle) => Some((handle, module.types.structure(handle)?)),
        _ => None,
    }
}
