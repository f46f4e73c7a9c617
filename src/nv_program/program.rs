//! A checked program with resolved names: what the lowering reads.
//!
//! Comes in: built by `check`. Goes out: read by `uniformity`, `lower` and `reflect`. Must not depend on: syntax, HIR.

use super::ast::{AtomicOperation, CounterOperation, Rounding, StorageType};
use super::opcode::{Base, Op, Opcode};
use super::target::Target;
use crate::source::Span;

/// A checked program.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// The size of a group; `None` if it is set when the pipeline is created.
    pub group_size: Option<[u32; 3]>,
    /// Bytes of shared memory.
    pub shared_bytes: u32,
    /// Options that are on.
    pub options: Vec<&'static str>,
    /// Registers.
    pub temps: Vec<Temp>,
    /// PARAM variables.
    pub params: Vec<Param>,
    /// Variables in memory.
    pub memories: Vec<Memory>,
    /// Subroutine types: the labels they allow.
    pub subroutine_types: Vec<Vec<usize>>,
    /// Subroutine variables.
    pub subroutines: Vec<Subroutine>,
    /// Labels.
    pub labels: Vec<Label>,
    /// Labels and instructions in order.
    pub items: Vec<Item>,
}

impl Program {
    /// Whether an option is on.
    #[must_use]
    pub fn has(&self, option: &str) -> bool {
        self.options.contains(&option)
    }

    /// The instructions.
    pub fn instructions(&self) -> impl Iterator<Item = &Instruction> {
        self.items.iter().filter_map(|item| match item {
            Item::Instruction(instruction) => Some(&**instruction),
            Item::Label(_) => None,
        })
    }
}

/// The width of a register.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Size {
    /// `SHORT`
    Short,
    /// 32 bits.
    #[default]
    Word,
    /// `LONG`: 64 bits.
    Long,
}

/// A register, or an array of them.
#[derive(Clone, Debug)]
pub struct Temp {
    /// Its name.
    pub name: String,
    /// The width of a component.
    pub size: Size,
    /// The declared type.
    pub ty: Option<Base>,
    /// The number of elements of an array.
    pub elements: Option<u32>,
}

/// A PARAM variable.
#[derive(Clone, Debug)]
pub struct Param {
    /// Its name.
    pub name: String,
    /// The declared type.
    pub ty: Option<Base>,
    /// Whether it is indexed.
    pub array: bool,
    /// Its elements.
    pub items: Vec<ParamItem>,
}

/// A vector that does not change while the program runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ParamItem {
    /// `program.local[n]`
    Local(u32),
    /// `program.env[n]`
    Env(u32),
    /// `program.storagelen[n]`
    StorageLength(u32),
    /// `state.thread.warpsize`
    WarpSize,
    /// `state.thread.warpspersm`
    WarpsPerSm,
    /// `state.thread.smcount`
    SmCount,
    /// Bits of four components.
    Constant([u32; 4]),
}

/// The memory that a variable is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MemoryKind {
    /// `BUFFER`: words.
    Buffer,
    /// `BUFFER4`: vectors of four words.
    Buffer4,
    /// `CBUFFER`: bytes.
    Cbuffer,
    /// `STORAGE`: bytes.
    Storage,
    /// `SHARED`: bytes.
    Shared,
    /// `COUNTER`: bytes.
    Counter,
}

/// A variable in memory.
#[derive(Clone, Debug)]
pub struct Memory {
    /// Its name.
    pub name: String,
    /// The kind of memory.
    pub kind: MemoryKind,
    /// The declared type.
    pub ty: Option<Base>,
    /// Number of indices that select an element.
    pub dimensions: usize,
    /// The first binding point.
    pub first: u32,
    /// Number of binding points.
    pub buffers: u32,
    /// The first element.
    pub offset: u32,
    /// Number of elements; `None` for a whole buffer of unknown size.
    pub length: Option<u32>,
}

/// A variable of a subroutine type.
#[derive(Clone, Debug)]
pub struct Subroutine {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: usize,
    /// Whether it is indexed.
    pub array: bool,
    /// Numbers of the parameters that select the subroutine.
    pub numbers: Vec<u32>,
}

/// A label.
#[derive(Clone, Debug)]
pub struct Label {
    /// Its name.
    pub name: String,
    /// `SUBROUTINENUM`
    pub number: Option<u32>,
}

/// A label or an instruction.
#[derive(Clone, Debug)]
pub enum Item {
    /// A label, by its index.
    Label(usize),
    /// An instruction.
    Instruction(Box<Instruction>),
}

/// The type that an instruction computes with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OperationType {
    /// What the bits mean.
    pub base: Base,
    /// 32 or 64.
    pub bits: u8,
}

impl OperationType {
    /// 32-bit float.
    pub const FLOAT: Self = Self { base: Base::Float, bits: 32 };
    /// 32-bit signed integer.
    pub const SIGNED: Self = Self { base: Base::Signed, bits: 32 };
    /// 32-bit unsigned integer.
    pub const UNSIGNED: Self = Self { base: Base::Unsigned, bits: 32 };
}

/// How a float result is clamped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clamp {
    /// `.SAT`: 0 to 1.
    Unsigned,
    /// `.SSAT`: -1 to 1.
    Signed,
}

/// The meaning of an instruction's modifiers.
#[derive(Clone, Copy, Debug)]
pub struct Modifiers {
    /// The type it computes with; for CVT the type it converts to.
    pub ty: OperationType,
    /// The storage type; for CVT the type it converts to.
    pub storage: Option<StorageType>,
    /// What CVT converts from.
    pub source: Option<StorageType>,
    /// The condition code register that it updates.
    pub condition_code: Option<u8>,
    /// How the result is clamped.
    pub clamp: Option<Clamp>,
    /// Computes with 16-bit floats, as H and `.F16` request.
    pub half: bool,
    /// `.NTC`
    pub no_type_check: bool,
    /// `.PREC`
    pub precise: bool,
    /// `.HI`
    pub high: bool,
    /// `.S24` (true), `.U24` (false)
    pub low24: Option<bool>,
    /// What an atomic operation does.
    pub atomic: Option<AtomicOperation>,
    /// What happens to a counter.
    pub counter: Option<CounterOperation>,
    /// How CVT rounds.
    pub rounding: Option<Rounding>,
    /// `.CTA`
    pub cta: bool,
    /// `.COH`
    pub coherent: bool,
    /// `.VOL`
    pub volatile: bool,
    /// `.SPARSE`
    pub sparse: bool,
    /// `.LODCLAMP`
    pub lod_clamp: bool,
}

impl Modifiers {
    /// The modifiers of an instruction that has none.
    pub const fn none(ty: OperationType) -> Self {
        Self {
            ty,
            storage: None,
            source: None,
            condition_code: None,
            clamp: None,
            half: false,
            no_type_check: false,
            precise: false,
            high: false,
            low24: None,
            atomic: None,
            counter: None,
            rounding: None,
            cta: false,
            coherent: false,
            volatile: false,
            sparse: false,
            lod_clamp: false,
        }
    }
}

/// A checked instruction.
#[derive(Clone, Debug)]
pub struct Instruction {
    /// Its row.
    pub row: &'static Opcode,
    /// The meaning of its modifiers.
    pub modifiers: Modifiers,
    /// The result.
    pub result: Option<Destination>,
    /// Operands in order.
    pub operands: Vec<Operand>,
    /// Selectors of SWZ.
    pub selectors: Vec<Selector>,
    /// The variable in memory.
    pub memory: Option<MemoryUse>,
    /// The texture or image unit.
    pub unit: Option<Unit>,
    /// The component of a gather.
    pub gather: u8,
    /// The target.
    pub target: Option<Target>,
    /// The offset of texels.
    pub offset: Option<Offset>,
    /// The condition of IF, BRK and others.
    pub test: Option<Test>,
    /// The label of CAL.
    pub label: Option<usize>,
    /// The variable of CALI, and its element.
    pub subroutine: Option<(usize, Element)>,
    /// The mnemonic.
    pub span: Span,
}

impl Instruction {
    /// The instruction's operation.
    #[must_use]
    pub const fn op(&self) -> Op {
        self.row.op
    }
}

/// A result register.
#[derive(Clone, Copy, Debug)]
pub struct Destination {
    /// The register.
    pub temp: usize,
    /// The element.
    pub element: Element,
    /// One bit for each component that is written.
    pub mask: u8,
    /// Components are written where their test passes.
    pub condition: Option<Test>,
}

/// An element of an array; element 0 of anything else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Element {
    /// Known at compile time.
    Fixed(u32),
    /// A component of a register plus a number.
    Relative {
        /// The register.
        temp: usize,
        /// The component.
        component: u8,
        /// What is added.
        offset: u32,
    },
}

/// What an operand reads.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Source {
    /// A register.
    Temp(usize, Element),
    /// An attribute of the invocation.
    Input(Input),
    /// An element of a PARAM variable.
    Param(usize, Element),
    /// A binding that is named in the instruction.
    Item(ParamItem),
    /// An element of a BUFFER or BUFFER4 variable.
    Buffer(MemoryUse),
    /// A number or a vector of numbers.
    Literal([Literal; 4]),
}

/// A component of a literal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Literal {
    /// An integer in two's complement.
    Integer(i128),
    /// A float.
    Float(f64),
}

/// Attributes of an invocation.
#[allow(missing_docs)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Input {
    LocalId,
    GlobalId,
    GroupId,
    GroupCount,
    GroupSize,
    LocalIndex,
    ThreadId,
    ThreadEqMask,
    ThreadLtMask,
    ThreadLeMask,
    ThreadGtMask,
    ThreadGeMask,
    WarpId,
    SmId,
}

impl Input {
    /// All of them with their names.
    pub const ALL: &'static [(Self, &'static str)] = &[
        (Self::LocalId, "localid"),
        (Self::GlobalId, "globalid"),
        (Self::GroupId, "groupid"),
        (Self::GroupCount, "groupcount"),
        (Self::GroupSize, "groupsize"),
        (Self::LocalIndex, "localindex"),
        (Self::ThreadId, "threadid"),
        (Self::ThreadEqMask, "threadeqmask"),
        (Self::ThreadLtMask, "threadltmask"),
        (Self::ThreadLeMask, "threadlemask"),
        (Self::ThreadGtMask, "threadgtmask"),
        (Self::ThreadGeMask, "threadgemask"),
        (Self::WarpId, "warpid"),
        (Self::SmId, "smid"),
    ];

    /// Whether NV_shader_thread_group provides it.
    #[must_use]
    pub const fn is_thread_group(self) -> bool {
        !matches!(
            self,
            Self::LocalId | Self::GlobalId | Self::GroupId | Self::GroupCount | Self::GroupSize | Self::LocalIndex
        )
    }
}

/// An operand.
#[derive(Clone, Copy, Debug)]
pub struct Operand {
    /// What is read.
    pub source: Source,
    /// Where each component comes from.
    pub swizzle: [u8; 4],
    /// Negated before the absolute value.
    pub inner_negate: bool,
    /// Absolute value.
    pub absolute: bool,
    /// Negated last.
    pub negate: bool,
    /// How its bits are read.
    pub ty: OperationType,
    /// Rounded to 16 bits.
    pub half: bool,
    /// Its span.
    pub span: Span,
}

/// A selector of SWZ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Selector {
    /// Whether the result is negated.
    pub negate: bool,
    /// 0 to 3: a component; 4: the number 0; 5: the number 1.
    pub component: u8,
}

/// An element of a variable in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryUse {
    /// The variable.
    pub memory: usize,
    /// Which of its binding points.
    pub buffer: Element,
    /// Which element.
    pub element: Element,
}

/// A texture or image unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// A unit, or one of several: the first, their number, the index.
    Bound(u32, u32, Element),
    /// A register component that holds a handle.
    Handle(usize, u8),
}

/// An offset of texels.
#[derive(Clone, Copy, Debug)]
pub enum Offset {
    /// Known at compile time.
    Constant([i32; 3]),
    /// Components of a vector.
    Variable(Operand),
}

/// Rules of conditions.
#[allow(missing_docs)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rule {
    Equal,
    GreaterEqual,
    Greater,
    LessEqual,
    Less,
    NotEqual,
    True,
    False,
    Nan,
    NotNan,
    Carry,
    NoCarry,
    Overflow,
    NoOverflow,
    Sign,
    NoSign,
    Above,
    BelowEqual,
    Resident,
    NonResident,
}

impl Rule {
    /// All of them with their names.
    pub const ALL: &'static [(Self, &'static str)] = &[
        (Self::Equal, "EQ"),
        (Self::GreaterEqual, "GE"),
        (Self::Greater, "GT"),
        (Self::LessEqual, "LE"),
        (Self::Less, "LT"),
        (Self::NotEqual, "NE"),
        (Self::True, "TR"),
        (Self::False, "FL"),
        (Self::Nan, "NAN"),
        (Self::NotNan, "LEG"),
        (Self::Carry, "CF"),
        (Self::NoCarry, "NCF"),
        (Self::Overflow, "OF"),
        (Self::NoOverflow, "NOF"),
        (Self::Sign, "SF"),
        (Self::NoSign, "NSF"),
        (Self::Above, "AB"),
        (Self::BelowEqual, "BLE"),
        (Self::Resident, "RESIDENT"),
        (Self::NonResident, "NONRESIDENT"),
    ];
}

/// A condition.
#[derive(Clone, Copy, Debug)]
pub struct Test {
    /// The rule.
    pub rule: Rule,
    /// The condition code register.
    pub register: u8,
    /// The component for each lane.
    pub components: [u8; 4],
    /// How many of them are tested: 1 or 4.
    pub count: u8,
    /// Its span.
    pub span: Span,
}
