//! Variables in memory as operands of the instructions that access them.
//!
//! Comes in: a path. Goes out: a [`MemoryUse`]. Must not depend on: how memory is lowered.

use super::operand::Wanted;
use super::{Checker, Symbol, messages};
use crate::diagnostics::Code;
use crate::nv_program::ast::{self, Name, OperandBase, Path, PathPart, StorageType};
use crate::nv_program::opcode::{Opcode, SlotKind};
use crate::nv_program::program::{
    Element, Instruction, Literal, MemoryKind, MemoryUse, Operand, OperationType, Source,
};
use crate::source::Span;

const fn keyword(kind: MemoryKind) -> &'static str {
    match kind {
        MemoryKind::Buffer => "BUFFER",
        MemoryKind::Buffer4 => "BUFFER4",
        MemoryKind::Cbuffer => "CBUFFER",
        MemoryKind::Storage => "STORAGE",
        MemoryKind::Shared => "SHARED",
        MemoryKind::Counter => "COUNTER",
    }
}

/// The instructions that access a kind of memory.
const fn accessed_by(kind: MemoryKind) -> &'static str {
    match kind {
        MemoryKind::Buffer | MemoryKind::Buffer4 => "arithmetic instructions",
        MemoryKind::Cbuffer => "LDC",
        MemoryKind::Storage => "LDB, STB and ATOMB",
        MemoryKind::Shared => "LDS, STS and ATOMS",
        MemoryKind::Counter => "ATOMCTR",
    }
}

impl<'a> Checker<'a, '_, '_> {
    /// Reports memory that this instruction does not access.
    pub(super) fn wrong_memory(&mut self, name: Name<'a>, index: usize) {
        let Some(kind) = self.memory_of(index).map(|memory| memory.kind) else { return };
        self.report.push(messages::memory_not_accessed(name.span, name.text, keyword(kind), accessed_by(kind)));
    }

    /// The variable of LDS, STB, ATOMCTR and so on.
    pub(super) fn memory_argument(
        &mut self,
        path: &Path<'a>,
        slot: SlotKind,
        storage: Option<StorageType>,
        row: &Opcode,
    ) -> Option<MemoryUse> {
        let wanted = match slot {
            SlotKind::Storage => MemoryKind::Storage,
            SlotKind::Shared => MemoryKind::Shared,
            SlotKind::ParameterBuffer => MemoryKind::Cbuffer,
            _ => MemoryKind::Counter,
        };
        if wanted == MemoryKind::Shared && self.program.shared_bytes == 0 && path.head.text != "program" {
            self.report.push(messages::accesses_shared_memory_without_size(path.span, row.name));
        }
        if ["program", "state", "invocation"].contains(&path.head.text) {
            self.report.push(messages::memory_without_variable(path.span, keyword(wanted)));
            return None;
        }
        let index = match self.symbol(path.head)? {
            Symbol::Memory(index) if self.memory_of(index).is_some_and(|memory| memory.kind == wanted) => index,
            Symbol::Memory(index) => {
                self.wrong_memory(path.head, index);
                return None;
            }
            _ => {
                let name = path.head;
                self.report.push(messages::takes_memory(name.span, row.name, keyword(wanted), name.text));
                return None;
            }
        };
        if let Some(PathPart::Member(name)) = path.parts.last() {
            self.report.push(messages::memory_with_components(name.span));
            return None;
        }
        let found = self.memory_use(index, path.head, &path.parts)?;
        if wanted == MemoryKind::Shared
            && let Some(storage) = storage
        {
            self.shared_range(found, storage, path.span);
        }
        Some(found)
    }

    /// Checks that a constant access to shared memory ends inside it (NV_compute_program5, 2.X.7.Y).
    fn shared_range(&mut self, found: MemoryUse, storage: StorageType, span: Span) {
        let Some(memory) = self.memory_of(found.memory) else { return };
        let Element::Fixed(element) = found.element else { return };
        let size = self.program.shared_bytes;
        let end = u64::from(memory.offset) + u64::from(element) + u64::from(storage.bytes());
        if size > 0 && end > size.into() {
            self.report.strict(messages::ends_beyond_shared_memory(span, end, size));
        }
    }

    /// The buffer of LDC, which may have sign, absolute value and swizzle as an operand.
    pub(super) fn parameter_buffer(&mut self, written: &ast::Operand<'a>, checked: &mut Instruction) -> bool {
        let OperandBase::Path(path) = &written.base else {
            self.report.push(messages::ldc_takes_cbuffer(written.span));
            return false;
        };
        let (members, indexed) = match path.parts.split_last() {
            Some((member @ PathPart::Member(_), rest)) => (std::slice::from_ref(member), rest),
            _ => (&[][..], path.parts.as_slice()),
        };
        if ["program", "state", "invocation"].contains(&path.head.text) {
            self.report.push(messages::memory_without_variable(path.span, keyword(MemoryKind::Cbuffer)));
            return false;
        }
        let bare = Path { head: path.head, parts: indexed.to_vec(), span: path.span };
        let row = checked.row;
        checked.memory = self.memory_argument(&bare, SlotKind::ParameterBuffer, checked.modifiers.storage, row);
        let Some(swizzle) = self.swizzle(members, false, written.span) else { return false };
        checked.operands.push(Operand {
            source: Source::Literal([Literal::Integer(0); 4]),
            swizzle,
            inner_negate: written.inner_sign == Some(true),
            absolute: written.absolute,
            negate: written.sign == Some(true),
            ty: checked.modifiers.ty,
            half: false,
            span: written.span,
        });
        checked.memory.is_some()
    }

    /// The variable of CALI.
    pub(super) fn subroutine_use(&mut self, path: &Path<'a>) -> Option<(usize, Element)> {
        let symbol = if self.labels.contains_key(path.head.text) && !self.symbols.contains_key(path.head.text) {
            None
        } else if self.symbols.contains_key(path.head.text) {
            self.symbol(path.head)
        } else {
            None
        };
        let Some(Symbol::Subroutine(index)) = symbol else {
            self.report.push(messages::not_a_subroutine_variable(path.head.span, path.head.text));
            return None;
        };
        let variable = self.program.subroutines.get(index)?;
        let (array, length) = (variable.array, variable.numbers.len() as u32);
        let ty = variable.ty;
        let element = self.one_index(path.head, array.then_some(length), array, &path.parts)?;
        self.flow.called_type(ty);
        Some((index, element))
    }

    /// Two PARAM arrays that are indexed by registers must not share a binding: each may be copied so that it can be
    /// indexed.
    pub(super) fn relative_param(&mut self, index: usize, name: Name<'a>) {
        if self.flow.relative_params.contains(&index) {
            return;
        }
        let Some(items) = self.program.params.get(index).map(|param| param.items.clone()) else { return };
        let is_binding = |item: &crate::nv_program::program::ParamItem| {
            !matches!(item, crate::nv_program::program::ParamItem::Constant(_))
        };
        let twice =
            items.iter().enumerate().any(|(at, item)| {
                is_binding(item)
                    && (items.iter().take(at).any(|other| other == item)
                        || self.flow.relative_params.iter().any(|&other| {
                            self.program.params.get(other).is_some_and(|other| other.items.contains(item))
                        }))
            });
        self.flow.relative_params.push(index);
        if twice {
            let diagnostic = messages::indexed_arrays_share_binding(self.text_end, name.span, name.text);
            self.flow.missing.push(diagnostic);
        }
    }

    /// A handle: a component of a register.
    pub(super) fn handle(&mut self, path: &Path<'a>, span: Span) -> Option<(usize, u8)> {
        self.require_option(&["NV_bindless_texture"], &"`handle()`", Code::NvOptionRequired, span);
        if !self.options.handle_indices {
            self.report.push(messages::no_handles(span));
            return None;
        }
        let wanted = Wanted {
            ty: OperationType { base: crate::nv_program::opcode::Base::Unsigned, bits: 64 },
            scalar: true,
            checked: false,
        };
        let base = OperandBase::Path(path.clone());
        let written = ast::Operand { sign: None, absolute: false, inner_sign: None, base, span: path.span };
        let operand = self.operand(&written, wanted)?;
        match operand.source {
            Source::Temp(temp, Element::Fixed(_)) => Some((temp, operand.swizzle.first().copied().unwrap_or(0))),
            _ => {
                self.report.push(messages::handle_in_no_register(path.span));
                None
            }
        }
    }
}
