//! What a shader names by number (GL_EXT_spirv_intrinsics): instructions, types, decorations, execution modes.
//!
//! Comes in: the parts of HIR that carry the numbers. Goes out: instructions of the class `NUMBERED`, whose opcode is
//! their first operand, and known instructions with numbers for enumerants. No capability is derived from such numbers:
//! the shader says what it needs. Must not know: what any number stands for.

use super::function::FunctionWriter;
use super::grammar::{instruction, numbered, parts};
use super::types::TypeKey;
use super::writer::ModuleWriter;
use super::{Bug, Lowered, OrBug};
use crate::hir::{
    GlobalVariable, Handle, SpirvArgument, SpirvCall, SpirvDecoration, SpirvForm, SpirvInstruction, SpirvOperand,
    SpirvType, Type, Value,
};
use rspirv::binary::Assemble;
use rspirv::dr::Operand;
use rspirv::spirv::{Capability, Op};

/// The operands of an instruction as words.
fn operand_words(operands: &[Operand]) -> Vec<u32> {
    let mut words = Vec::new();
    for operand in operands {
        operand.assemble_into(&mut words);
    }
    words
}

/// Whether two types with the same operands may be declared (SPIR-V, 2.8): aggregates.
const fn may_repeat(opcode: u32) -> bool {
    opcode == Op::TypeArray as u32 || opcode == Op::TypeRuntimeArray as u32 || opcode == Op::TypeStruct as u32
}

impl<'a> ModuleWriter<'a> {
    /// What the shader asks for as a whole, and everything that had to wait for the last declaration.
    pub(super) fn intrinsics(&mut self, entry: u32) -> Lowered<()> {
        let hir = self.hir;
        let intrinsics = &hir.intrinsics;
        for extension in &intrinsics.extensions {
            self.requested.named_extension(extension);
        }
        for &capability in &intrinsics.capabilities {
            self.requested.named_capability(capability);
        }
        for mode in &intrinsics.execution_modes {
            let mut operands = vec![Operand::IdRef(entry), Operand::LiteralBit32(mode.mode)];
            for operand in &mode.operands {
                self.spirv_operand(operand, &mut operands)?;
            }
            let opcode = if mode.form == SpirvForm::Ids { Op::ExecutionModeId } else { Op::ExecutionMode };
            self.execution_modes.push(instruction(opcode, None, None, operands));
        }
        // Whoever decorates a variable by hand wants it, used or not.
        for (handle, global) in hir.globals.iter() {
            if global.builtin.is_none() && !global.decorations.is_empty() {
                self.variable(handle)?;
            }
        }
        // Operands may be variables with decorations of their own.
        let mut next = 0;
        while let Some(&(id, member, decoration)) = self.pending_decorations.get(next) {
            next += 1;
            self.decorate_by_number(id, member, decoration)?;
        }
        Ok(())
    }

    /// Notes decorations of an id, or of a member of a structure.
    pub(super) fn decorate_later(&mut self, id: u32, member: Option<u32>, decorations: &'a [SpirvDecoration]) {
        self.pending_decorations.extend(decorations.iter().map(|decoration| (id, member, decoration)));
    }

    /// The variables that the decorations of one name and that are no built-ins. Other operands are declared on the way:
    /// they come before what is decorated (SPIR-V, OpDecorateId).
    pub(super) fn named_by_decorations(
        &mut self,
        handle: Handle<GlobalVariable>,
    ) -> Lowered<Vec<Handle<GlobalVariable>>> {
        let hir = self.hir;
        let variable = hir.globals.try_get(handle).or_bug("a global variable")?;
        let mut named = Vec::new();
        for operand in variable.decorations.iter().flat_map(|decoration| &decoration.operands) {
            match *operand {
                SpirvOperand::Variable(other) if other != handle => {
                    let definition = hir.globals.try_get(other).or_bug("a global variable")?;
                    match definition.builtin {
                        Some(row) => drop(self.builtin_variable(row)?),
                        None => named.push(other),
                    }
                }
                SpirvOperand::Constant(constant) => drop(self.constant(constant)?),
                _ => {}
            }
        }
        Ok(named)
    }

    fn decorate_by_number(&mut self, id: u32, member: Option<u32>, decoration: &SpirvDecoration) -> Lowered<()> {
        let mut operands = Vec::new();
        for operand in &decoration.operands {
            self.spirv_operand(operand, &mut operands)?;
        }
        self.push_decoration(id, member, decoration, operands);
        Ok(())
    }

    fn push_decoration(
        &mut self,
        id: u32,
        member: Option<u32>,
        decoration: &SpirvDecoration,
        extra_operands: Vec<Operand>,
    ) {
        let opcode = match (decoration.form, member) {
            (SpirvForm::Literals, None) => Op::Decorate,
            (SpirvForm::Literals, Some(_)) => Op::MemberDecorate,
            (SpirvForm::Ids, _) => Op::DecorateId,
            (SpirvForm::Strings, None) => Op::DecorateString,
            (SpirvForm::Strings, Some(_)) => Op::MemberDecorateString,
        };
        let mut operands = vec![Operand::IdRef(id)];
        operands.extend(member.map(Operand::LiteralBit32));
        operands.push(Operand::LiteralBit32(decoration.decoration));
        operands.extend(extra_operands);
        self.annotations.push(instruction(opcode, None, None, operands));
    }

    fn spirv_operand(&mut self, operand: &SpirvOperand, operands: &mut Vec<Operand>) -> Lowered<()> {
        operands.push(match operand {
            SpirvOperand::Literal(words) => {
                operands.extend(words.iter().copied().map(Operand::LiteralBit32));
                return Ok(());
            }
            SpirvOperand::String(text) => Operand::LiteralString(text.clone()),
            SpirvOperand::Constant(constant) => Operand::IdRef(self.constant(*constant)?),
            SpirvOperand::Type(ty) => Operand::IdRef(self.value_type(*ty)?),
            // What belongs to a function has its operands resolved there.
            SpirvOperand::Local(_) => return Err(Bug("a variable of a function outside of it")),
            SpirvOperand::Variable(handle) => {
                let variable = self.hir.globals.try_get(*handle).or_bug("a global variable")?;
                Operand::IdRef(match variable.builtin {
                    Some(row) => self.builtin_variable(row)?.0,
                    None => self.variable(*handle)?,
                })
            }
        });
        Ok(())
    }

    /// The import of an instruction set.
    pub(super) fn import(&mut self, set: &str) -> u32 {
        match set {
            "GLSL.std.450" => return self.extended_instructions(),
            "NonSemantic.DebugPrintf" => return self.debug_printf(),
            _ => {}
        }
        if let Some((_, id)) = self.imports.iter().find(|(name, _)| name == set) {
            return *id;
        }
        let id = self.id();
        self.imports.push((set.to_owned(), id));
        id
    }

    /// The front of an instruction by number: the opcode, and the operands that it begins with.
    fn spirv_instruction(&mut self, instruction: &SpirvInstruction) -> (u32, Vec<Operand>) {
        match &instruction.set {
            None => (instruction.id, Vec::new()),
            Some(set) => {
                let set = self.import(set);
                (Op::ExtInst as u32, vec![Operand::IdRef(set), Operand::LiteralExtInstInteger(instruction.id)])
            }
        }
    }

    /// A type that the shader names by number. It may turn out to be one that is there already.
    pub(super) fn numbered_type(&mut self, ty: &SpirvType) -> Lowered<u32> {
        let (opcode, mut operands) = self.spirv_instruction(&ty.instruction);
        for operand in &ty.operands {
            self.spirv_operand(operand, &mut operands)?;
        }
        let words = operand_words(&operands);
        let key = TypeKey::Numbered(opcode, words.clone());
        if let Some(&id) = self.types.get(&key) {
            return Ok(id);
        }
        let same = self.declarations.iter().find(|it| {
            let (other, operands) = parts(it);
            other == opcode && it.result_type.is_none() && operand_words(operands) == words
        });
        if let Some(id) = same.and_then(|it| it.result_id).filter(|_| !may_repeat(opcode)) {
            self.types.insert(key, id);
            return Ok(id);
        }
        let result_type = ty.instruction.set.as_ref().map(|_| self.type_of(TypeKey::Void));
        let id = self.id();
        self.declarations.push(numbered(opcode, result_type, Some(id), operands));
        self.types.insert(key.clone(), id);
        self.type_keys.insert(id, key);
        if result_type.is_none() {
            self.numbered_types.push((opcode, words, id));
        }
        Ok(id)
    }

    /// The type by number that is the same as an ordinary one which is about to be declared. It is an ordinary one from
    /// then on.
    pub(super) fn numbered_as(&mut self, opcode: Op, operands: &[Operand]) -> Option<u32> {
        if self.numbered_types.is_empty() || may_repeat(opcode as u32) {
            return None;
        }
        let words = operand_words(operands);
        let same = self.numbered_types.iter().find(|(other, it, _)| *other == opcode as u32 && *it == words);
        let id = same.map(|(_, _, id)| *id)?;
        let declaration = self.declarations.iter_mut().find(|it| it.result_id == Some(id))?;
        *declaration = instruction(opcode, None, Some(id), operands.to_vec());
        Some(id)
    }

    /// Whether the shader asks for physical pointers by number, which need their addressing model.
    pub(super) fn asks_for_physical_pointers(&self) -> bool {
        self.hir.intrinsics.capabilities.contains(&(Capability::PhysicalStorageBufferAddresses as u32))
    }
}

impl<'a> FunctionWriter<'_, 'a> {
    /// Decorates a value or variable of the function. Only here variables of the function that are operands have ids.
    pub(super) fn decorate_numbered(&mut self, id: u32, decorations: &'a [SpirvDecoration]) -> Lowered<()> {
        for decoration in decorations {
            if !decoration.operands.iter().any(|operand| matches!(operand, SpirvOperand::Local(_))) {
                self.module.decorate_later(id, None, std::slice::from_ref(decoration));
                continue;
            }
            let mut operands = Vec::with_capacity(decoration.operands.len());
            for operand in &decoration.operands {
                match *operand {
                    SpirvOperand::Local(local) => operands.push(Operand::IdRef(self.local(local)?)),
                    _ => self.module.spirv_operand(operand, &mut operands)?,
                }
            }
            self.module.push_decoration(id, None, decoration, operands);
        }
        Ok(())
    }

    /// An instruction by number.
    pub(super) fn spirv_call(&mut self, value: &Value, call: &'a SpirvCall) -> Lowered<Option<u32>> {
        let is_void = matches!(self.module.hir.types.get(value.ty), Type::Void);
        let (opcode, mut operands) = self.module.spirv_instruction(&call.instruction);
        for argument in &call.arguments {
            operands.push(match *argument {
                SpirvArgument::Value(value) => Operand::IdRef(self.value(value)?),
                SpirvArgument::Place(place) => Operand::IdRef(self.pointer(place)?.id),
                SpirvArgument::Literal(word) => Operand::LiteralBit32(word),
            });
        }
        // Instructions of other sets have a result whatever it is.
        if is_void && call.instruction.set.is_none() {
            self.push(numbered(opcode, None, None, operands))?;
            return Ok(None);
        }
        let ty = self.module.value_type(value.ty)?;
        let id = self.module.id();
        self.push(numbered(opcode, Some(ty), Some(id), operands))?;
        self.module.decorate_later(id, None, &call.decorations);
        Ok(Some(id))
    }
}
