//! Types as raw SPIR-V (GL_EXT_spirv_intrinsics, `spirv_type`).
//!
//! Comes in: an opcode by its number, with operands. Goes out: the id of the type, which may be one that is already
//! declared. No capability is derived from such numbers: the shader states what it needs. Must not depend on: the
//! meaning of any number.

use super::section::OperandList;
use super::type_key::TypeKey;
use super::writer::ModuleWriter;
use super::{Bug, Lowered};
use crate::hir::{SpirvInstruction, SpirvOperand, SpirvType};
use rspirv::binary::Assemble;
use rspirv::dr::Operand;
use rspirv::spirv::Op;

/// The operands of an instruction as words.
fn operand_words(operands: &[Operand]) -> Vec<u32> {
    let mut words = Vec::new();
    for operand in operands {
        operand.assemble_into(&mut words);
    }
    words
}

/// Whether two types with the same operands may be declared (SPIR-V, 2.8), as is the case for aggregates.
const fn may_repeat(opcode: u32) -> bool {
    opcode == Op::TypeArray as u32 || opcode == Op::TypeRuntimeArray as u32 || opcode == Op::TypeStruct as u32
}

impl ModuleWriter<'_> {
    /// The head of an instruction by number: the opcode, and the operands that it begins with.
    pub(super) fn spirv_instruction(&mut self, instruction: &SpirvInstruction) -> (u32, OperandList) {
        match &instruction.set {
            None => (instruction.id, OperandList::new()),
            Some(set) => {
                let set = self.import(set);
                let operands = [Operand::IdRef(set), Operand::LiteralExtInstInteger(instruction.id)];
                (Op::ExtInst as u32, OperandList::from_iter(operands))
            }
        }
    }

    /// An operand that does not depend on variables: literals, constants and types.
    pub(super) fn type_operand(&mut self, operand: &SpirvOperand, operands: &mut OperandList) -> Lowered<()> {
        operands.push(match operand {
            SpirvOperand::Literal(words) => {
                operands.extend(words.iter().copied().map(Operand::LiteralBit32));
                return Ok(());
            }
            SpirvOperand::String(text) => Operand::LiteralString(text.clone()),
            SpirvOperand::Constant(constant) => Operand::IdRef(self.constant(*constant)?),
            SpirvOperand::Type(ty) => Operand::IdRef(self.value_type(*ty)?),
            SpirvOperand::Local(_) => return Err(Bug("a variable outside its function")),
            SpirvOperand::Variable(_) => return Err(Bug("a variable as an operand of a type")),
        });
        Ok(())
    }

    /// A type that the shader names by number. It may turn out to be one that is already declared.
    pub(super) fn numbered_type(&mut self, ty: &SpirvType) -> Lowered<u32> {
        let (opcode, mut operands) = self.spirv_instruction(&ty.instruction);
        for operand in &ty.operands {
            self.type_operand(operand, &mut operands)?;
        }
        let words = operand_words(&operands);
        let key = TypeKey::Numbered(opcode, words.clone());
        if let Some(&id) = self.tables.types.get(&key) {
            return Ok(id);
        }
        let same = self.declarations.iter().find(|it| {
            it.number() == opcode && it.ty().is_none() && it.operands().iter().map(|it| it.0).eq(words.iter().copied())
        });
        if let Some(id) = same.and_then(|it| it.result()).filter(|_| !may_repeat(opcode)) {
            self.tables.types.insert(key, id);
            return Ok(id);
        }
        let result_type = ty.instruction.set.as_ref().map(|_| self.type_of(TypeKey::Void));
        let id = self.id();
        self.declarations.push_numbered(opcode, result_type, Some(id), &operands);
        self.tables.types.insert(key.clone(), id);
        self.tables.type_keys.insert(id, key);
        if result_type.is_none() {
            self.numbered_types.push((opcode, words, id));
        }
        Ok(id)
    }

    /// The numbered type that equals an ordinary one about to be declared. From then on it is an ordinary one.
    pub(super) fn numbered_as(&mut self, opcode: Op, operands: &[Operand]) -> Option<u32> {
        if self.numbered_types.is_empty() || may_repeat(opcode as u32) {
            return None;
        }
        let words = operand_words(operands);
        let same = self.numbered_types.iter().find(|(other, it, _)| *other == opcode as u32 && *it == words);
        let id = same.map(|(_, _, id)| *id)?;
        self.declarations.renew(id, opcode, operands).then_some(id)
    }
}
