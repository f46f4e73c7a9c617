//! Messages to whoever runs the shader: `debugPrintfEXT`, and `abortEXT` with its message.
//!
//! Comes in: a text and values. Goes out: instructions. Must not depend on: the format specifiers in the text.

use super::Lowered;
use super::function::FunctionWriter;
use super::section::OperandList;
use super::type_key::TypeKey;
use super::writer::ModuleWriter;
use crate::hir::{Handle, Value};
use rspirv::dr::Operand;
use rspirv::spirv::Op;

/// SPV_KHR_abort and SPV_KHR_constant_data, which the grammar of the crate does not know yet.
const ABORT: u32 = 5121;
const CONSTANT_DATA: u32 = 5147;

impl FunctionWriter<'_, '_> {
    /// A call of `debugPrintfEXT`.
    pub(super) fn print_message(&mut self, format: &str, arguments: &[Handle<Value>]) -> Lowered<()> {
        let set = self.module.debug_printf();
        let format = self.module.string(format);
        // 1 is the one instruction of NonSemantic.DebugPrintf.
        let mut operands =
            OperandList::from_iter([Operand::IdRef(set), Operand::LiteralExtInstInteger(1), Operand::IdRef(format)]);
        for &argument in arguments {
            operands.push(Operand::IdRef(self.value(argument)?));
        }
        let void = self.module.type_of(TypeKey::Void);
        self.emit(Op::ExtInst, void, &operands)?;
        Ok(())
    }

    /// A call of `abortEXT`: the text and the values become a structure with offsets at which the API reads them. Ends
    /// the block.
    pub(super) fn abort(&mut self, text: &str, arguments: &[Handle<Value>]) -> Lowered<()> {
        self.module.requested.abort();
        let (text, length) = self.module.constant_text(text);
        let mut ids = vec![text];
        let mut types = vec![self.module.type_of(TypeKey::Text { length, stride: None })];
        let mut members = vec![(self.module.type_of(TypeKey::Text { length, stride: Some(1) }), 0)];
        let mut end = length;
        for &argument in arguments {
            ids.push(self.value(argument)?);
            let ty = self.module.value_type(self.definition(argument)?.ty)?;
            let (size, width) = match self.module.shape(ty) {
                Some((scalar, size)) => (size.map_or(1, |size| size.get()), u32::from(scalar.width)),
                None => return Err(super::Bug("a message of something else than numbers")),
            };
            let offset = end.next_multiple_of(width);
            types.push(ty);
            members.push((ty, offset));
            end = offset + size * width;
        }
        let value_type = self.module.type_of(TypeKey::Tuple(types));
        let message_type = self.module.type_of(TypeKey::Message(members));
        let message = self.emit_ids(Op::CompositeConstruct, value_type, &ids)?;
        let operands = [Operand::IdRef(message_type), Operand::IdRef(message)];
        self.open_section(Op::Nop)?.push_numbered(ABORT, None, None, &operands);
        self.end_block();
        Ok(())
    }
}

impl ModuleWriter<'_> {
    /// A text as a constant array of bytes, and their number: it is padded with zeros to a whole word.
    fn constant_text(&mut self, text: &str) -> (u32, u32) {
        let mut bytes = text.as_bytes().to_vec();
        bytes.push(0);
        bytes.resize(bytes.len().next_multiple_of(4), 0);
        let length = bytes.len() as u32;
        let ty = self.type_of(TypeKey::Text { length, stride: None });
        let words = bytes.chunks_exact(4).filter_map(|word| word.try_into().ok()).map(u32::from_le_bytes);
        let operands: Vec<_> = words.map(Operand::LiteralBit32).collect();
        let id = self.id();
        self.declarations.push_numbered(CONSTANT_DATA, Some(ty), Some(id), &operands);
        (id, length)
    }
}
