//! The syntax of an assembly program: what is written, before names mean anything.
//!
//! Comes in: built by `parse`. Goes out: read by `check`. Must not depend on: what names stand for.

use super::opcode::{Base, Opcode};
use crate::source::Span;

/// A word with its span.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Name<'a> {
    /// The word.
    pub text: &'a str,
    /// Its span.
    pub span: Span,
}

/// A number as written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Number {
    /// Its value.
    pub value: NumberValue,
    /// Its span.
    pub span: Span,
}

/// The value of a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum NumberValue {
    /// An integer; `None` if it does not fit into 64 bits.
    Integer(Option<u64>),
    /// A floating-point number.
    Float(f64),
}

/// The statements of a program.
#[derive(Clone, Debug, Default)]
pub struct Program<'a> {
    /// In order.
    pub statements: Vec<Statement<'a>>,
    /// The span of `END`, or the end of the text.
    pub end: Span,
    /// The end of the text, where NVIDIA's driver reports errors about a program as a whole.
    pub text_end: Span,
}

/// A statement.
#[derive(Clone, Debug)]
pub struct Statement<'a> {
    /// What it says.
    pub kind: StatementKind<'a>,
    /// Its first word.
    pub span: Span,
}

/// What a statement says.
#[derive(Clone, Debug)]
pub enum StatementKind<'a> {
    /// `OPTION name;`
    Option(Name<'a>),
    /// `GROUP_SIZE x y z;`
    GroupSize(Vec<Number>),
    /// `SHARED_MEMORY n;`
    SharedMemory(Number),
    /// `TEMP`, `PARAM`, `BUFFER` and the other variables.
    Variables {
        /// The keyword.
        kind: VariableKind,
        /// What precedes it.
        modifiers: Vec<(VariableModifier, Span)>,
        /// The variables.
        items: Vec<Variable<'a>>,
    },
    /// `ALIAS name = target;`
    Alias {
        /// The new name.
        name: Name<'a>,
        /// The old one.
        target: Name<'a>,
    },
    /// `SUBROUTINETYPE name { labels };`
    SubroutineType {
        /// The type.
        name: Name<'a>,
        /// The labels that may be called.
        labels: Vec<Name<'a>>,
    },
    /// `SUBROUTINE type name = program.subroutine[n];`
    Subroutine {
        /// The type.
        ty: Name<'a>,
        /// The variable.
        variable: Variable<'a>,
    },
    /// `name SUBROUTINENUM(n):`
    Label {
        /// The name.
        name: Name<'a>,
        /// The number.
        number: Option<Number>,
    },
    /// An instruction.
    Instruction(Box<Instruction<'a>>),
    /// An instruction of which only the first parts could be read. What those say may be wrong, too.
    Unfinished(Box<Instruction<'a>>),
}

/// Kinds of variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum VariableKind {
    /// `TEMP`
    Temp,
    /// `ATTRIB`
    Attrib,
    /// `PARAM`
    Param,
    /// `BUFFER`
    Buffer,
    /// `BUFFER4`
    Buffer4,
    /// `CBUFFER`
    Cbuffer,
    /// `STORAGE`
    Storage,
    /// `SHARED`
    Shared,
    /// `COUNTER`
    Counter,
    /// `IMAGE`
    Image,
    /// `TEXTURE`
    Texture,
}

impl VariableKind {
    /// All of them.
    pub const ALL: [Self; 11] = [
        Self::Temp,
        Self::Attrib,
        Self::Param,
        Self::Buffer,
        Self::Buffer4,
        Self::Cbuffer,
        Self::Storage,
        Self::Shared,
        Self::Counter,
        Self::Image,
        Self::Texture,
    ];

    /// The keyword.
    #[must_use]
    pub const fn keyword(self) -> &'static str {
        match self {
            Self::Temp => "TEMP",
            Self::Attrib => "ATTRIB",
            Self::Param => "PARAM",
            Self::Buffer => "BUFFER",
            Self::Buffer4 => "BUFFER4",
            Self::Cbuffer => "CBUFFER",
            Self::Storage => "STORAGE",
            Self::Shared => "SHARED",
            Self::Counter => "COUNTER",
            Self::Image => "IMAGE",
            Self::Texture => "TEXTURE",
        }
    }
}

/// What may come before `TEMP` and others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VariableModifier {
    /// `SHORT`
    Short,
    /// `LONG`
    Long,
    /// `INT`, `UINT`, `FLOAT`
    Type(Base),
}

/// One variable of a declaration.
#[derive(Clone, Debug)]
pub struct Variable<'a> {
    /// Its name.
    pub name: Name<'a>,
    /// Each `[n]` or `[]` after it.
    pub dimensions: Vec<(Option<Number>, Span)>,
    /// What it is bound to.
    pub bindings: Option<Bindings<'a>>,
}

/// What follows `=`.
#[derive(Clone, Debug)]
pub struct Bindings<'a> {
    /// Whether it is a list in braces.
    pub list: bool,
    /// The items.
    pub items: Vec<Operand<'a>>,
}

/// A dotted and indexed name: `program.local[3].x`, `a[R1.x+2].xyzw`.
#[derive(Clone, Debug)]
pub struct Path<'a> {
    /// The first word.
    pub head: Name<'a>,
    /// What follows.
    pub parts: Vec<PathPart<'a>>,
    /// All of it.
    pub span: Span,
}

/// A part of a path.
#[derive(Clone, Debug)]
pub enum PathPart<'a> {
    /// `.name`
    Member(Name<'a>),
    /// `[index]`
    Index(Index<'a>),
}

/// The contents of brackets.
#[derive(Clone, Debug)]
pub struct Index<'a> {
    /// What it says.
    pub kind: IndexKind<'a>,
    /// With the brackets.
    pub span: Span,
}

/// An index.
#[derive(Clone, Debug)]
pub enum IndexKind<'a> {
    /// `[]`
    Empty,
    /// `[3]`
    Number(Number),
    /// `[0..3]`
    Range(Number, Number),
    /// `[R0.x + 4]`
    Relative {
        /// The register.
        register: Name<'a>,
        /// What follows its name, each after a point.
        members: Vec<Name<'a>>,
        /// Whether a sign comes before it.
        negated: bool,
        /// `+` (false) or `-` (true), and the number.
        offset: Option<(bool, Number)>,
    },
}

/// An operand.
#[derive(Clone, Debug)]
pub struct Operand<'a> {
    /// The leading sign: `-` is true.
    pub sign: Option<bool>,
    /// Whether it stands between bars.
    pub absolute: bool,
    /// The sign between the bars.
    pub inner_sign: Option<bool>,
    /// What is read.
    pub base: OperandBase<'a>,
    /// All of it.
    pub span: Span,
}

/// What an operand reads.
#[derive(Clone, Debug)]
pub enum OperandBase<'a> {
    /// A variable or a binding.
    Path(Path<'a>),
    /// `{1, 2, 3, 4}`, each with its sign, and what follows.
    Vector(Vec<(bool, Number)>, Vec<PathPart<'a>>),
    /// A number.
    Number(Number),
}

/// An instruction.
#[derive(Clone, Debug)]
pub struct Instruction<'a> {
    /// Its row.
    pub opcode: &'static Opcode,
    /// The mnemonic.
    pub name: Name<'a>,
    /// What follows it after points, and what its suffixes mean.
    pub modifiers: Vec<Modifier>,
    /// One for each slot of the row that is filled in.
    pub arguments: Vec<Argument<'a>>,
}

/// A modifier with its span.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Modifier {
    /// What it says.
    pub kind: ModifierKind,
    /// Its span; undefined for a suffix of the mnemonic.
    pub span: Span,
}

/// A type in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StorageType {
    /// What the bits mean.
    pub base: Base,
    /// Bits of a component.
    pub bits: u8,
    /// Number of components.
    pub count: u8,
}

/// Atomic operations.
#[allow(missing_docs)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AtomicOperation {
    Add,
    Min,
    Max,
    IncrementWrap,
    DecrementWrap,
    And,
    Or,
    Xor,
    Exchange,
    CompareSwap,
}

/// What is done with a counter.
#[allow(missing_docs)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CounterOperation {
    Increment,
    Decrement,
    Get,
}

/// How a conversion rounds.
#[allow(missing_docs)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rounding {
    Nearest,
    Up,
    Down,
    Zero,
}

/// What a modifier says.
#[allow(missing_docs)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ModifierKind {
    Float,
    /// The suffixes H and X.
    Half,
    Signed,
    Unsigned,
    Storage(StorageType),
    Cc0,
    Cc1,
    Saturate,
    SaturateSigned,
    NoTypeCheck,
    Signed24,
    Unsigned24,
    High,
    Precise,
    Coherent,
    Volatile,
    Atomic(AtomicOperation),
    Counter(CounterOperation),
    Rounding(Rounding),
    Cta,
    Sparse,
    LodClamp,
}

impl ModifierKind {
    /// Reads a modifier.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        use {AtomicOperation as A, CounterOperation as C, Rounding as R};
        Some(match text {
            "F" => Self::Float,
            "S" => Self::Signed,
            "U" => Self::Unsigned,
            "CC" | "CC0" => Self::Cc0,
            "CC1" => Self::Cc1,
            "SAT" => Self::Saturate,
            "SSAT" => Self::SaturateSigned,
            "NTC" => Self::NoTypeCheck,
            "S24" => Self::Signed24,
            "U24" => Self::Unsigned24,
            "HI" => Self::High,
            "PREC" => Self::Precise,
            "COH" => Self::Coherent,
            "VOL" => Self::Volatile,
            "ADD" => Self::Atomic(A::Add),
            "MIN" => Self::Atomic(A::Min),
            "MAX" => Self::Atomic(A::Max),
            "IWRAP" => Self::Atomic(A::IncrementWrap),
            "DWRAP" => Self::Atomic(A::DecrementWrap),
            "AND" => Self::Atomic(A::And),
            "OR" => Self::Atomic(A::Or),
            "XOR" => Self::Atomic(A::Xor),
            "EXCH" => Self::Atomic(A::Exchange),
            "CSWAP" => Self::Atomic(A::CompareSwap),
            "INCR" => Self::Counter(C::Increment),
            "DECR" => Self::Counter(C::Decrement),
            "GET" => Self::Counter(C::Get),
            "ROUND" => Self::Rounding(R::Nearest),
            "CEIL" => Self::Rounding(R::Up),
            "FLR" => Self::Rounding(R::Down),
            "TRUNC" => Self::Rounding(R::Zero),
            "CTA" => Self::Cta,
            "SPARSE" => Self::Sparse,
            "LODCLAMP" => Self::LodClamp,
            _ => return StorageType::parse(text).map(Self::Storage),
        })
    }
}

impl StorageType {
    /// Reads `F32X4`, `U8` and so on.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (base, rest) = match text.split_at_checked(1)? {
            ("F", rest) => (Base::Float, rest),
            ("S", rest) => (Base::Signed, rest),
            ("U", rest) => (Base::Unsigned, rest),
            _ => return None,
        };
        let (bits, count) = match rest.split_once('X') {
            Some((bits, "2")) => (bits, 2),
            Some((bits, "4")) => (bits, 4),
            Some(_) => return None,
            None => (rest, 1),
        };
        let bits = match bits {
            "8" if base != Base::Float => 8,
            "16" => 16,
            "32" => 32,
            "64" => 64,
            _ => return None,
        };
        Some(Self { base, bits, count })
    }

    /// The modifier as it is written.
    #[must_use]
    pub fn name(self) -> String {
        let base = match self.base {
            Base::Float => 'F',
            Base::Signed => 'S',
            Base::Unsigned => 'U',
        };
        let count = if self.count == 1 { String::new() } else { format!("X{}", self.count) };
        format!("{base}{}{count}", self.bits)
    }

    /// Bytes in memory.
    #[must_use]
    pub const fn bytes(self) -> u32 {
        self.bits as u32 / 8 * self.count as u32
    }
}

/// What fills a slot of an instruction.
#[derive(Clone, Debug)]
pub enum Argument<'a> {
    /// A result with its condition.
    Result(Path<'a>, Option<Test<'a>>),
    /// An operand.
    Operand(Operand<'a>),
    /// A selector of `SWZ`: whether it is negated, and the word or digit.
    Selector(bool, Name<'a>),
    /// A variable in memory.
    Memory(Path<'a>),
    /// A texture or image unit.
    Unit(Unit<'a>),
    /// `2D` and so on.
    Target(Name<'a>),
    /// An offset of texels.
    Offset(Offset<'a>),
    /// A condition.
    Test(Test<'a>),
    /// The name of a subroutine.
    Label(Name<'a>),
}

/// A texture or image unit.
#[derive(Clone, Debug)]
pub enum Unit<'a> {
    /// `texture[2]`, or a variable.
    Path(Path<'a>),
    /// `handle(R0.x)`, and a component after it.
    Handle(Path<'a>, Vec<PathPart<'a>>, Span),
}

/// An offset of texels.
#[derive(Clone, Debug)]
pub enum Offset<'a> {
    /// `(1, -2)`
    Constant(Vec<(bool, Number)>, Span),
    /// `offset(R0)`
    Variable(Operand<'a>, Span),
}

/// A condition: `NE.x`.
#[derive(Clone, Debug)]
pub struct Test<'a> {
    /// The rule, with the number of the register.
    pub rule: Name<'a>,
    /// The components.
    pub components: Option<Name<'a>>,
    /// All of it.
    pub span: Span,
}
