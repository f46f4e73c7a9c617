//! The subgroup operations as the specifications list them, written down a second time by hand.
//!
//! Nothing here is read from `builtins/`: two tests compare the compiler with this table, one by its instructions, the
//! other by running them.

use spirv::{Capability, GroupOperation, Op};

use super::data::{Element, Number};

/// A component type.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Kind {
    /// The scalar's name in GLSL.
    pub scalar: &'static str,
    /// The vectors' names in GLSL, without the number of components.
    pub vector: &'static str,
    /// Its column of the opcode table.
    pub class: Class,
    /// The type in which arithmetic is done; `U32` for bool.
    pub element: Element,
    /// The type it has in buffers, so that only arithmetic on the type itself is needed.
    pub stored: Element,
    /// The extension that subgroup operations need for it; the type comes with it.
    pub extension: Option<&'static str>,
}

/// Columns of the opcode table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    Float,
    Signed,
    Unsigned,
    Bool,
}

const fn kind(
    scalar: &'static str,
    vector: &'static str,
    class: Class,
    element: Element,
    stored: Element,
    extension: Option<&'static str>,
) -> Kind {
    Kind { scalar, vector, class, element, stored, extension }
}

/// Every component type.
pub const KINDS: &[Kind] = &[
    kind("float", "vec", Class::Float, Element::F32, Element::F32, None),
    kind("double", "dvec", Class::Float, Element::F64, Element::F64, None),
    kind("int", "ivec", Class::Signed, Element::I32, Element::I32, None),
    kind("uint", "uvec", Class::Unsigned, Element::U32, Element::U32, None),
    kind("bool", "bvec", Class::Bool, Element::U32, Element::U32, None),
    kind(
        "int8_t",
        "i8vec",
        Class::Signed,
        Element::I8,
        Element::I32,
        Some("GL_EXT_shader_subgroup_extended_types_int8"),
    ),
    kind(
        "uint8_t",
        "u8vec",
        Class::Unsigned,
        Element::U8,
        Element::U32,
        Some("GL_EXT_shader_subgroup_extended_types_int8"),
    ),
    kind(
        "int16_t",
        "i16vec",
        Class::Signed,
        Element::I16,
        Element::I32,
        Some("GL_EXT_shader_subgroup_extended_types_int16"),
    ),
    kind(
        "uint16_t",
        "u16vec",
        Class::Unsigned,
        Element::U16,
        Element::U32,
        Some("GL_EXT_shader_subgroup_extended_types_int16"),
    ),
    kind(
        "int64_t",
        "i64vec",
        Class::Signed,
        Element::I64,
        Element::I64,
        Some("GL_EXT_shader_subgroup_extended_types_int64"),
    ),
    kind(
        "uint64_t",
        "u64vec",
        Class::Unsigned,
        Element::U64,
        Element::U64,
        Some("GL_EXT_shader_subgroup_extended_types_int64"),
    ),
    kind(
        "float16_t",
        "f16vec",
        Class::Float,
        Element::F16,
        Element::F32,
        Some("GL_EXT_shader_subgroup_extended_types_float16"),
    ),
];

impl Kind {
    /// The GLSL type with this many components.
    pub fn glsl(&self, components: usize) -> String {
        if components == 1 { self.scalar.to_owned() } else { format!("{}{components}", self.vector) }
    }

    /// The GLSL type of one component in a buffer.
    pub fn stored_glsl(&self) -> &'static str {
        match self.stored {
            Element::F32 => "float",
            Element::F64 => "double",
            Element::I32 => "int",
            Element::I64 => "int64_t",
            Element::U64 => "uint64_t",
            _ => "uint",
        }
    }

    /// The number as represented in this type.
    pub fn wrap(&self, number: Number) -> Number {
        self.element.decode(&self.element.encode(number))
    }
}

/// A reduction's operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    Add,
    Mul,
    Min,
    Max,
    And,
    Or,
    Xor,
}

/// Every operator with its name and its opcodes: float, signed, unsigned, bool.
pub const OPERATORS: &[(Operator, &str, [Option<Op>; 4])] = &[
    (
        Operator::Add,
        "Add",
        [Some(Op::GroupNonUniformFAdd), Some(Op::GroupNonUniformIAdd), Some(Op::GroupNonUniformIAdd), None],
    ),
    (
        Operator::Mul,
        "Mul",
        [Some(Op::GroupNonUniformFMul), Some(Op::GroupNonUniformIMul), Some(Op::GroupNonUniformIMul), None],
    ),
    (
        Operator::Min,
        "Min",
        [Some(Op::GroupNonUniformFMin), Some(Op::GroupNonUniformSMin), Some(Op::GroupNonUniformUMin), None],
    ),
    (
        Operator::Max,
        "Max",
        [Some(Op::GroupNonUniformFMax), Some(Op::GroupNonUniformSMax), Some(Op::GroupNonUniformUMax), None],
    ),
    (
        Operator::And,
        "And",
        [
            None,
            Some(Op::GroupNonUniformBitwiseAnd),
            Some(Op::GroupNonUniformBitwiseAnd),
            Some(Op::GroupNonUniformLogicalAnd),
        ],
    ),
    (
        Operator::Or,
        "Or",
        [
            None,
            Some(Op::GroupNonUniformBitwiseOr),
            Some(Op::GroupNonUniformBitwiseOr),
            Some(Op::GroupNonUniformLogicalOr),
        ],
    ),
    (
        Operator::Xor,
        "Xor",
        [
            None,
            Some(Op::GroupNonUniformBitwiseXor),
            Some(Op::GroupNonUniformBitwiseXor),
            Some(Op::GroupNonUniformLogicalXor),
        ],
    ),
];

/// What an operation computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    Elect,
    All,
    Any,
    AllEqual,
    Broadcast,
    BroadcastFirst,
    Ballot,
    InverseBallot,
    BallotBitExtract,
    BallotBitCount,
    BallotInclusiveBitCount,
    BallotExclusiveBitCount,
    BallotFindLsb,
    BallotFindMsb,
    Shuffle,
    ShuffleXor,
    ShuffleUp,
    ShuffleDown,
    QuadBroadcast,
    /// Horizontal 1, vertical 2, diagonal 3: the number with which the lane's index is combined.
    QuadSwap(u32),
    QuadAll,
    QuadAny,
    Rotate,
    ClusteredRotate,
    Reduce(Operator),
    Inclusive(Operator),
    Exclusive(Operator),
    Clustered(Operator),
    Partition,
    PartitionedReduce(Operator),
    PartitionedInclusive(Operator),
    PartitionedExclusive(Operator),
}

/// One function.
#[derive(Clone, Debug)]
pub struct Operation {
    /// Its name.
    pub name: String,
    /// The extensions it needs, type extensions aside.
    pub extensions: &'static [&'static str],
    /// What it computes.
    pub meaning: Meaning,
    /// The capability it needs.
    pub capability: Capability,
    /// Opcodes: float, signed, unsigned, bool.
    pub opcodes: [Option<Op>; 4],
    /// The group operation literal, for opcodes that have one.
    pub group: Option<GroupOperation>,
    /// Whether the execution scope is the first operand.
    pub scope: bool,
    /// The kind of value argument.
    pub value: Value,
}

/// The first argument of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// None.
    None,
    /// `bool`, no vectors.
    Bool,
    /// A ballot, `uvec4`.
    Ballot,
    /// Any component type the opcode table has an entry for, scalar to four components.
    Any,
}

const BASIC: &str = "GL_KHR_shader_subgroup_basic";
const PARTITIONED: &[&str] = &["GL_NV_shader_subgroup_partitioned"];

/// Every function of the eight extensions, of rotate, partitioned and quad control.
pub fn operations() -> Vec<Operation> {
    use Meaning as M;
    let mut list = Vec::new();
    let mut add = |name: &str, extensions, meaning, capability, opcode: Op, group, scope, value| {
        list.push(Operation {
            name: name.to_owned(),
            extensions,
            meaning,
            capability,
            opcodes: [Some(opcode); 4],
            group,
            scope,
            value,
        });
    };
    const VOTE: &[&str] = &["GL_KHR_shader_subgroup_vote"];
    const BALLOT: &[&str] = &["GL_KHR_shader_subgroup_ballot"];
    const SHUFFLE: &[&str] = &["GL_KHR_shader_subgroup_shuffle"];
    const RELATIVE: &[&str] = &["GL_KHR_shader_subgroup_shuffle_relative"];
    const QUAD: &[&str] = &["GL_KHR_shader_subgroup_quad"];
    const QUAD_CONTROL: &[&str] = &["GL_EXT_shader_quad_control", "GL_KHR_shader_subgroup_vote"];
    const ROTATE: &[&str] = &["GL_KHR_shader_subgroup_rotate"];
    use Capability as C;
    use GroupOperation as G;
    add("subgroupElect", &[BASIC], M::Elect, C::GroupNonUniform, Op::GroupNonUniformElect, None, true, Value::None);
    let c = C::GroupNonUniformVote;
    add("subgroupAll", VOTE, M::All, c, Op::GroupNonUniformAll, None, true, Value::Bool);
    add("subgroupAny", VOTE, M::Any, c, Op::GroupNonUniformAny, None, true, Value::Bool);
    add("subgroupAllEqual", VOTE, M::AllEqual, c, Op::GroupNonUniformAllEqual, None, true, Value::Any);
    let c = C::GroupNonUniformBallot;
    let count = Op::GroupNonUniformBallotBitCount;
    let v = Value::Ballot;
    add("subgroupBroadcast", BALLOT, M::Broadcast, c, Op::GroupNonUniformBroadcast, None, true, Value::Any);
    add(
        "subgroupBroadcastFirst",
        BALLOT,
        M::BroadcastFirst,
        c,
        Op::GroupNonUniformBroadcastFirst,
        None,
        true,
        Value::Any,
    );
    add("subgroupBallot", BALLOT, M::Ballot, c, Op::GroupNonUniformBallot, None, true, Value::Bool);
    add("subgroupInverseBallot", BALLOT, M::InverseBallot, c, Op::GroupNonUniformInverseBallot, None, true, v);
    add("subgroupBallotBitExtract", BALLOT, M::BallotBitExtract, c, Op::GroupNonUniformBallotBitExtract, None, true, v);
    add("subgroupBallotBitCount", BALLOT, M::BallotBitCount, c, count, Some(G::Reduce), true, v);
    add(
        "subgroupBallotInclusiveBitCount",
        BALLOT,
        M::BallotInclusiveBitCount,
        c,
        count,
        Some(G::InclusiveScan),
        true,
        v,
    );
    add(
        "subgroupBallotExclusiveBitCount",
        BALLOT,
        M::BallotExclusiveBitCount,
        c,
        count,
        Some(G::ExclusiveScan),
        true,
        v,
    );
    add("subgroupBallotFindLSB", BALLOT, M::BallotFindLsb, c, Op::GroupNonUniformBallotFindLSB, None, true, v);
    add("subgroupBallotFindMSB", BALLOT, M::BallotFindMsb, c, Op::GroupNonUniformBallotFindMSB, None, true, v);
    let v = Value::Any;
    let c = C::GroupNonUniformShuffle;
    add("subgroupShuffle", SHUFFLE, M::Shuffle, c, Op::GroupNonUniformShuffle, None, true, v);
    add("subgroupShuffleXor", SHUFFLE, M::ShuffleXor, c, Op::GroupNonUniformShuffleXor, None, true, v);
    let c = C::GroupNonUniformShuffleRelative;
    add("subgroupShuffleUp", RELATIVE, M::ShuffleUp, c, Op::GroupNonUniformShuffleUp, None, true, v);
    add("subgroupShuffleDown", RELATIVE, M::ShuffleDown, c, Op::GroupNonUniformShuffleDown, None, true, v);
    let c = C::GroupNonUniformQuad;
    let swap = Op::GroupNonUniformQuadSwap;
    add("subgroupQuadBroadcast", QUAD, M::QuadBroadcast, c, Op::GroupNonUniformQuadBroadcast, None, true, v);
    add("subgroupQuadSwapHorizontal", QUAD, M::QuadSwap(1), c, swap, None, true, v);
    add("subgroupQuadSwapVertical", QUAD, M::QuadSwap(2), c, swap, None, true, v);
    add("subgroupQuadSwapDiagonal", QUAD, M::QuadSwap(3), c, swap, None, true, v);
    let c = C::QuadControlKHR;
    add("subgroupQuadAll", QUAD_CONTROL, M::QuadAll, c, Op::GroupNonUniformQuadAllKHR, None, false, Value::Bool);
    add("subgroupQuadAny", QUAD_CONTROL, M::QuadAny, c, Op::GroupNonUniformQuadAnyKHR, None, false, Value::Bool);
    let c = C::GroupNonUniformRotateKHR;
    add("subgroupRotate", ROTATE, M::Rotate, c, Op::GroupNonUniformRotateKHR, None, true, v);
    add("subgroupClusteredRotate", ROTATE, M::ClusteredRotate, c, Op::GroupNonUniformRotateKHR, None, true, v);
    let c = C::GroupNonUniformPartitionedNV;
    add("subgroupPartitionNV", PARTITIONED, M::Partition, c, Op::GroupNonUniformPartitionNV, None, false, v);
    reductions(&mut list);
    list
}

/// Seven ways to combine times seven operators.
fn reductions(list: &mut Vec<Operation>) {
    use Meaning as M;
    const ARITHMETIC: &[&str] = &["GL_KHR_shader_subgroup_arithmetic"];
    const CLUSTERED: &[&str] = &["GL_KHR_shader_subgroup_clustered"];
    type Row = (&'static str, &'static str, &'static [&'static str], fn(Operator) -> M, Capability, GroupOperation);
    let (arithmetic, clustered) = (Capability::GroupNonUniformArithmetic, Capability::GroupNonUniformClustered);
    let partitioned = Capability::GroupNonUniformPartitionedNV;
    let rows: [Row; 7] = [
        ("", "", ARITHMETIC, M::Reduce, arithmetic, GroupOperation::Reduce),
        ("Inclusive", "", ARITHMETIC, M::Inclusive, arithmetic, GroupOperation::InclusiveScan),
        ("Exclusive", "", ARITHMETIC, M::Exclusive, arithmetic, GroupOperation::ExclusiveScan),
        ("Clustered", "", CLUSTERED, M::Clustered, clustered, GroupOperation::ClusteredReduce),
        ("Partitioned", "NV", PARTITIONED, M::PartitionedReduce, partitioned, GroupOperation::PartitionedReduceNV),
        (
            "PartitionedInclusive",
            "NV",
            PARTITIONED,
            M::PartitionedInclusive,
            partitioned,
            GroupOperation::PartitionedInclusiveScanNV,
        ),
        (
            "PartitionedExclusive",
            "NV",
            PARTITIONED,
            M::PartitionedExclusive,
            partitioned,
            GroupOperation::PartitionedExclusiveScanNV,
        ),
    ];
    for (prefix, suffix, extensions, meaning, capability, group) in rows {
        for (operator, name, opcodes) in OPERATORS {
            list.push(Operation {
                name: format!("subgroup{prefix}{name}{suffix}"),
                extensions,
                meaning: meaning(*operator),
                capability,
                opcodes: *opcodes,
                group: Some(group),
                scope: true,
                value: Value::Any,
            });
        }
    }
}

impl Operation {
    /// The opcode for a component type, if the function exists for it.
    pub fn opcode(&self, class: Class) -> Option<Op> {
        self.opcodes[class as usize]
    }
}
