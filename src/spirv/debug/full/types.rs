//! Types.
//!
//! Comes in: HIR types. Goes out: types of the set, each once. Must not depend on: variables, functions.

use super::description::Description;
use super::set::{DebugInstruction, Encoding, STRUCTURE, flags};
use crate::hir::type_text::{scalar_text, type_text};
use crate::hir::{ArrayLength, Handle, Scalar, ScalarKind, Span, Struct, Type};

impl Description<'_, '_> {
    /// The type of the set for a HIR type.
    pub(super) fn ty(&mut self, handle: Handle<Type>) -> u32 {
        if let Some(&id) = self.types.get(&handle) {
            return id;
        }
        let hir = self.writer.hir;
        let id = match *hir.types.get(handle) {
            Type::Void => self.void,
            Type::Scalar(scalar) => self.basic(scalar),
            Type::Vector(size, scalar) if !size.is_long() => self.vector_type_of(scalar, size.get()),
            Type::Matrix { columns, rows, scalar } => {
                let column = self.vector_type_of(scalar, rows.get());
                let (count, column_major) = (self.number(columns.get()), self.truth());
                self.declare_once(DebugInstruction::TypeMatrix, &[column, count, column_major])
            }
            Type::Array { element, length } => {
                let element = self.ty(element);
                let length = match length {
                    ArrayLength::Constant(length) => length,
                    // The set has no specialization constants. Most pipelines use the default.
                    ArrayLength::Specialization(constant) => self.writer.specialization_default(constant),
                    // In the set 0 means just that.
                    ArrayLength::Runtime => 0,
                };
                let length = self.number(length);
                self.declare_once(DebugInstruction::TypeArray, &[element, length])
            }
            Type::Struct(structure) => self.composite_type(structure),
            // A pointer to the block would say more, but validators of 2023 only accept pointers to basic types.
            Type::Reference(_) => {
                let name = type_text(&hir.types, &hir.constants, handle);
                self.named_basic(&name, 64, Encoding::Address)
            }
            _ => self.opaque(handle),
        };
        self.types.insert(handle, id);
        id
    }

    fn basic(&mut self, scalar: Scalar) -> u32 {
        let encoding = match scalar.kind {
            ScalarKind::Bool => Encoding::Boolean,
            ScalarKind::Sint => Encoding::Signed,
            ScalarKind::Uint => Encoding::Unsigned,
            ScalarKind::Float | ScalarKind::SmallFloat(_) => Encoding::Float,
        };
        // `bool` has no size in SPIR-V; other GLSL compilers write 32 bits, its size in buffers.
        let size = if scalar.kind == ScalarKind::Bool { 32 } else { u32::from(scalar.width) * 8 };
        self.named_basic(&scalar_text(scalar), size, encoding)
    }

    fn named_basic(&mut self, name: &str, size: u32, encoding: Encoding) -> u32 {
        let name = self.writer.string(name);
        let [size, encoding, flags] = [size, encoding as u32, flags::NONE].map(|it| self.number(it));
        self.declare_once(DebugInstruction::TypeBasic, &[name, size, encoding, flags])
    }

    fn vector_type_of(&mut self, scalar: Scalar, count: u32) -> u32 {
        let (component, count) = (self.basic(scalar), self.number(count));
        self.declare_once(DebugInstruction::TypeVector, &[component, count])
    }

    /// `true`, a constant.
    fn truth(&mut self) -> u32 {
        self.writer.scalar_constant(Scalar::BOOL, 1)
    }

    /// A structure or the contents of a block.
    fn composite_type(&mut self, structure: Handle<Struct>) -> u32 {
        let hir = self.writer.hir;
        let Some(definition) = hir.types.structure(structure) else { return self.void };
        let mut members = Vec::with_capacity(definition.members.len());
        for member in &definition.members {
            let name = self.writer.string(&member.name);
            let ty = self.ty(member.ty);
            let [source, line, column] = self.declared_at(member.span);
            // Sizes are left at 0: the layout is in the decorations.
            let [offset, size] = [member.offset.unwrap_or(0).saturating_mul(8), 0].map(|it| self.number(it));
            let flags = self.number(flags::PUBLIC);
            let operands = [name, ty, source, line, column, offset, size, flags];
            members.push(self.declare(DebugInstruction::TypeMember, &operands));
        }
        let name = self.writer.string(&definition.name);
        let place = definition.members.first().map_or(Span::UNDEFINED, |it| it.span);
        let size = self.number(0);
        self.composite([name, name, size], place, &members)
    }

    /// A type without parts: the set requires an `@` before its linkage name, and no size.
    fn opaque(&mut self, handle: Handle<Type>) -> u32 {
        let name = type_text(&self.writer.hir.types, &self.writer.hir.constants, handle);
        let linkage = self.writer.string(&format!("@{name}"));
        let name = self.writer.string(&name);
        let size = self.none();
        self.composite([name, linkage, size], Span::UNDEFINED, &[])
    }

    /// DebugTypeComposite with its name, linkage name and size.
    fn composite(&mut self, [name, linkage, size]: [u32; 3], span: Span, members: &[u32]) -> u32 {
        let [source, line, column] = self.declared_at(span);
        let (tag, flags) = (self.number(STRUCTURE), self.number(flags::PUBLIC));
        let mut operands = vec![name, tag, source, line, column, self.unit, linkage, size, flags];
        operands.extend(members);
        self.declare_once(DebugInstruction::TypeComposite, &operands)
    }

    /// DebugInfoNone.
    pub(super) fn none(&mut self) -> u32 {
        self.declare_once(DebugInstruction::InfoNone, &[])
    }
}
