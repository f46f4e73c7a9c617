//! The instructions of the set, and its enumerants.
//!
//! Comes in: nothing. Goes out: names. Must not depend on: anything else.

/// Instructions with their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u32)]
pub(super) enum DebugInstruction {
    InfoNone = 0,
    CompilationUnit = 1,
    TypeBasic = 2,
    TypeArray = 5,
    TypeVector = 6,
    TypeFunction = 8,
    TypeComposite = 10,
    TypeMember = 11,
    GlobalVariable = 18,
    Function = 20,
    LexicalBlock = 21,
    Scope = 23,
    InlinedAt = 25,
    LocalVariable = 26,
    Declare = 28,
    Value = 29,
    Expression = 31,
    Source = 35,
    FunctionDefinition = 101,
    SourceContinued = 102,
    Line = 103,
    NoLine = 104,
    EntryPoint = 107,
    TypeMatrix = 108,
}

/// The encoding of a basic type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub(super) enum Encoding {
    Address = 1,
    Boolean = 2,
    Float = 3,
    Signed = 4,
    Unsigned = 6,
}

/// Flags of declarations.
pub(super) mod flags {
    /// No flags.
    pub(in super::super) const NONE: u32 = 0;
    /// Visible everywhere, like everything outside functions in GLSL.
    pub(in super::super) const PUBLIC: u32 = 3;
    /// Visible only in a function.
    pub(in super::super) const LOCAL: u32 = 4;
    /// Defined where it is declared.
    pub(in super::super) const DEFINITION: u32 = 8;
}

/// The tag of composites that are structures.
pub(super) const STRUCTURE: u32 = 1;
