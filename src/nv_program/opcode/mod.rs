//! The instructions as data: the table of `builtins/nv_program.opcodes`, and the spelling of mnemonics.
//!
//! Comes in: an identifier of the program. Goes out: its row and the modifiers that its suffixes stand for. Must not
//! depend on: syntax.

pub mod docs;
#[cfg(test)]
mod generator;

use super::ast::{Modifier, ModifierKind};

include!(concat!(env!("OUT_DIR"), "/nv_opcodes.rs"));

/// A row of the table.
#[derive(Debug)]
pub struct Opcode {
    /// Which instruction.
    pub op: Op,
    /// The mnemonic.
    pub name: &'static str,
    /// What is written after it.
    pub operands: &'static [Slot],
    /// Which type modifiers it takes.
    pub mode: Mode,
    /// Float types.
    pub float: Widths,
    /// Integer types.
    pub integer: Widths,
    /// The type without a modifier.
    pub default: Base,
    /// Whether `CC`, `CC0` and `CC1` are allowed.
    pub condition_code: bool,
    /// Whether `SAT` and `SSAT` are allowed, where the result is a float.
    pub saturate: bool,
    /// Whether `HI`, `S24` and `U24` are allowed.
    pub high: bool,
    /// Whether `ROUND`, `CEIL`, `FLR` and `TRUNC` are allowed.
    pub rounding: bool,
    /// Whether `CTA` is allowed.
    pub cta: bool,
    /// Whether `COH` and `VOL` are allowed.
    pub access: bool,
    /// Whether `SPARSE` is allowed.
    pub sparse: bool,
    /// Whether `LODCLAMP` is allowed.
    pub lod_clamp: bool,
    /// Options; one of them must be on.
    pub options: &'static [&'static str],
    /// Whether it takes the suffixes R and H.
    pub real_suffixes: bool,
    /// Whether it takes the suffix X.
    pub fixed_suffix: bool,
    /// What it does, for the documentation.
    pub meaning: &'static str,
    /// The SPIR-V it becomes, for the documentation and a test.
    pub spirv: &'static str,
}

/// One position after the mnemonic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// Its form.
    pub kind: SlotKind,
    /// Its type.
    pub ty: SlotType,
}

/// The forms of operands; the comment in the table says which word stands for which.
#[allow(missing_docs)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlotKind {
    Result,
    Vector,
    Scalar,
    Unswizzled,
    OptionalVector,
    Address,
    Selector,
    ParameterBuffer,
    Storage,
    Shared,
    Counter,
    Texture,
    TextureGather,
    TextureConstant,
    TextureQuery,
    Image,
    Unit,
    Target,
    Test,
    OptionalTest,
    Count,
    Label,
    Subroutine,
}

/// The type of an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlotType {
    /// That of the instruction.
    Own,
    /// A float as wide as the instruction's type.
    Float,
    /// A signed integer.
    Signed,
    /// An unsigned integer.
    Unsigned,
    /// That of the storage modifier.
    Storage,
}

/// Which type modifiers an instruction takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// At most one of those that [`Opcode::float`] and [`Opcode::integer`] allow.
    Arithmetic,
    /// Exactly one storage modifier.
    Storage,
    /// One storage and one atomic modifier.
    Atomic,
    /// F, S, U or one storage modifier.
    Texel,
    /// Two storage modifiers.
    Convert,
    /// S or U, and the operation.
    Counter,
    /// None; the default is the type.
    Fixed,
    /// None, and no result.
    None,
}

/// Widths of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Widths {
    /// The instruction does not have the type.
    None,
    /// 32 bits.
    Word,
    /// 32 and 64 bits.
    Both,
}

/// What the bits of a component mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Base {
    /// `F`
    Float,
    /// `S`
    Signed,
    /// `U`
    Unsigned,
}

/// Mnemonics of other stages, and of older languages, that this one does not have.
pub const ELSEWHERE: &[&str] = &[
    "KIL",
    "DDX",
    "DDY",
    "EMIT",
    "EMITS",
    "ENDPRIM",
    "IPAC",
    "IPAO",
    "IPAS",
    "LOD",
    "ARL",
    "ARR",
    "ARA",
    "EXP",
    "LOG",
    "BRA",
    "FLAT",
    "ADDRESS",
    "OUTPUT",
    "PRIMITIVE_IN",
    "PRIMITIVE_OUT",
    "VERTICES_OUT",
    "INVOCATIONS",
    "TXQLOD",
    "SSH",
    "RFLV",
    "NOPERSPECTIVE",
    "CENTROID",
    "SAMPLE",
];

fn exact(name: &str) -> Option<&'static Opcode> {
    let index = BY_NAME.binary_search_by(|(known, _)| (*known).cmp(name)).ok()?;
    let &(_, row) = BY_NAME.get(index)?;
    OPCODES.get(row)
}

/// Looks a mnemonic up, with the suffixes of ARB and NV programs (`ADDRC1_SSAT`): the exact spelling first, so that `RCC`
/// and `UP2H` stay whole, then the longest mnemonic that leaves suffixes only.
#[must_use]
pub fn lookup(word: &str) -> Option<(&'static Opcode, Vec<Modifier>)> {
    if let Some(row) = exact(word) {
        return Some((row, Vec::new()));
    }
    let ends = (1..word.len()).rev().filter(|&end| word.is_char_boundary(end));
    for (stem, suffixes) in ends.map(|end| word.split_at(end)) {
        if let Some(row) = exact(stem)
            && let Some(modifiers) = suffix_modifiers(row, suffixes)
        {
            return Some((row, modifiers));
        }
    }
    None
}

/// `RC1_SSAT`: size, condition code, saturation, each at most once and in this order.
fn suffix_modifiers(row: &Opcode, mut rest: &str) -> Option<Vec<Modifier>> {
    let size = rest.get(..1).unwrap_or("");
    if matches!(size, "R" | "H") && !row.real_suffixes || size == "X" && !row.fixed_suffix {
        return None;
    }
    const PARTS: [&[(&str, ModifierKind)]; 3] = [
        &[("R", ModifierKind::Float), ("H", ModifierKind::Half), ("X", ModifierKind::Half)],
        &[("C0", ModifierKind::Cc0), ("C1", ModifierKind::Cc1), ("C", ModifierKind::Cc0)],
        &[("_SAT", ModifierKind::Saturate), ("_SSAT", ModifierKind::SaturateSigned)],
    ];
    let mut modifiers = Vec::new();
    for part in PARTS {
        if let Some((suffix, kind)) = part.iter().find(|(suffix, _)| rest.starts_with(suffix)) {
            rest = rest.get(suffix.len()..)?;
            modifiers.push(Modifier { kind: *kind, span: crate::source::Span::UNDEFINED });
        }
    }
    rest.is_empty().then_some(modifiers)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spelled(word: &str) -> Option<(&'static str, Vec<ModifierKind>)> {
        lookup(word).map(|(row, modifiers)| (row.name, modifiers.iter().map(|it| it.kind).collect()))
    }

    #[test]
    fn suffixes_are_taken_off() {
        use ModifierKind::{Cc0, Cc1, Float, Half, Saturate, SaturateSigned};
        assert_eq!(spelled("MOVC"), Some(("MOV", vec![Cc0])));
        assert_eq!(spelled("ADDRC1_SSAT"), Some(("ADD", vec![Float, Cc1, SaturateSigned])));
        assert_eq!(spelled("ADDH_SAT"), Some(("ADD", vec![Half, Saturate])));
        assert_eq!(spelled("SADC"), Some(("SAD", vec![Cc0])));
        for whole in ["RCC", "SHR", "STR", "DP2A", "PK2H", "UP2H", "LDC"] {
            assert_eq!(spelled(whole), Some((whole, vec![])));
        }
        assert_eq!(spelled("mov"), None);
        assert_eq!(spelled("MOV_"), None);
        assert_eq!(spelled("ADD_SATC"), None);
    }

    #[test]
    fn mistakes_in_the_table_are_reported() {
        let mistakes = [
            ("ADD | d v v", "line 1: 2 fields instead of 7"),
            ("ADD | d q v | arith F6 | C | - | sum | OpFAdd", "line 1: `q` is not an operand"),
            ("ADD | d:q v | arith F6 | C | - | sum | OpFAdd", "line 1: `q` is not an operand type"),
            ("ADD | d v | arith F7 | C | - | sum | OpFAdd", "line 1: `F7` says nothing about types"),
            ("# comment\nADD | d v | arith F6 | Q | - | sum | OpFAdd", "line 2: `Q` is not a flag"),
        ];
        for (text, message) in mistakes {
            assert_eq!(generator::generate(text), Err(message.to_owned()));
        }
        assert!(generator::generate(include_str!("../../../builtins/nv_program.opcodes")).is_ok());
    }
}
