//! SPIR-V that a shader names by number (GL_EXT_spirv_intrinsics): instructions, types, decorations, execution modes.
//!
//! Comes in: numbers and operands as written, whether or not they are known. Goes out: the same. Must not depend on:
//! what a number means. They are part of the language here, so HIR has them although it knows no SPIR-V otherwise.

use super::{Constant, GlobalVariable, Handle, Local, Place, Type, Value};
use std::collections::BTreeSet;

/// What a shader requests of SPIR-V for the module as a whole.
#[derive(Clone, Debug, Default)]
pub struct SpirvIntrinsics {
    /// `extensions = [...]` of every declaration.
    pub extensions: BTreeSet<String>,
    /// `capabilities = [...]` of every declaration.
    pub capabilities: BTreeSet<u32>,
    /// `spirv_execution_mode` and `spirv_execution_mode_id`, in order.
    pub execution_modes: Vec<SpirvExecutionMode>,
}

/// An instruction by number.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SpirvInstruction {
    /// The extended instruction set; `None` for the instructions of SPIR-V itself.
    pub set: Option<String>,
    /// The number in the set, or the opcode, which has 16 bits.
    pub id: u32,
}

/// A call of an instruction.
#[derive(Clone, Debug)]
pub struct SpirvCall {
    /// The instruction.
    pub instruction: SpirvInstruction,
    /// Its operands in order.
    pub arguments: Vec<SpirvArgument>,
    /// Decorations of the result.
    pub decorations: Vec<SpirvDecoration>,
}

/// An operand of a [`SpirvCall`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpirvArgument {
    /// A value.
    Value(Handle<Value>),
    /// A pointer (`spirv_by_reference`).
    Place(Handle<Place>),
    /// A number in the instruction itself (`spirv_literal`).
    Literal(u32),
}

/// A type by the number of the instruction that declares it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SpirvType {
    /// The instruction.
    pub instruction: SpirvInstruction,
    /// Its operands in order.
    pub operands: Vec<SpirvOperand>,
}

/// An operand of a type, a decoration or an execution mode.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum SpirvOperand {
    /// Words in the instruction itself.
    Literal(Vec<u32>),
    /// A string in the instruction itself.
    String(String),
    /// The id of a constant.
    Constant(Handle<Constant>),
    /// The id of a type.
    Type(Handle<Type>),
    /// The id of a variable.
    Variable(Handle<GlobalVariable>),
    /// The id of a variable of the function that the decorated variable or value belongs to.
    Local(Handle<Local>),
}

/// A decoration by number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpirvDecoration {
    /// Which instruction decorates.
    pub form: SpirvForm,
    /// The number.
    pub decoration: u32,
    /// What follows it.
    pub operands: Vec<SpirvOperand>,
}

impl SpirvDecoration {
    /// Whether it says what an input or output is: BuiltIn or Location (SPIR-V, 3.20).
    #[must_use]
    pub const fn places(&self) -> bool {
        const BUILT_IN: u32 = 11;
        const LOCATION: u32 = 30;
        matches!(self.decoration, BUILT_IN | LOCATION)
    }
}

/// An execution mode by number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpirvExecutionMode {
    /// Which instruction declares it; never with strings.
    pub form: SpirvForm,
    /// The number.
    pub mode: u32,
    /// What follows it.
    pub operands: Vec<SpirvOperand>,
}

/// What the operands of a decoration or execution mode are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SpirvForm {
    /// `spirv_decorate`, `spirv_execution_mode`
    Literals,
    /// `spirv_decorate_id`, `spirv_execution_mode_id`
    Ids,
    /// `spirv_decorate_string`
    Strings,
}
