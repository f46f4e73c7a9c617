//! Names of SPIR-V enumerants, looked up in the `spirv` crate.
//!
//! Comes in: a name as a file spells it. Goes out: the enumerant, or nothing. Must not depend on: the text format of the
//! files.

use std::collections::BTreeMap;
use std::sync::OnceLock;

/// The instruction after `Op`: whether it exists and whether it has a result.
pub fn core_instruction(name: &str) -> bool {
    static NAMES: OnceLock<BTreeMap<String, u32>> = OnceLock::new();
    // The crate has no look-up of instructions by name, but their `Debug` form is the name.
    let names = NAMES
        .get_or_init(|| (0..10_000).filter_map(|n| spirv::Op::from_u32(n).map(|op| (format!("{op:?}"), n))).collect());
    names.contains_key(name)
}

/// Whether GLSL.std.450 has the instruction.
pub fn ext_instruction(name: &str) -> bool {
    (0..200).filter_map(spirv::GlslStd450Op::from_u32).any(|op| format!("{op:?}") == name)
}

/// Extended instruction sets for which the `spirv` crate has no names, each with its instructions by number. The name
/// of a set is also that of its SPIR-V extension.
const VENDOR_SETS: [(&str, &[(u32, &str)]); 3] = [
    ("SPV_AMD_gcn_shader", &[(1, "CubeFaceIndexAMD"), (2, "CubeFaceCoordAMD"), (3, "TimeAMD")]),
    (
        "SPV_AMD_shader_ballot",
        &[(1, "SwizzleInvocationsAMD"), (2, "SwizzleInvocationsMaskedAMD"), (3, "WriteInvocationAMD"), (4, "MbcntAMD")],
    ),
    ("SPV_AMD_shader_explicit_vertex_parameter", &[(1, "InterpolateAtVertexAMD")]),
];

/// The set and the number of an instruction from a set other than GLSL.std.450.
pub fn vendor_instruction(name: &str) -> Option<(&'static str, u32)> {
    let mut all = VENDOR_SETS.iter().flat_map(|(set, rows)| rows.iter().map(move |row| (*set, row)));
    all.find(|(_, (_, known))| *known == name).map(|(set, (number, _))| (set, *number))
}

/// Instructions that the `spirv` crate does not know yet. A row is removed when the crate has its name.
pub const YOUNG_INSTRUCTIONS: [(&str, u32); 1] = [("OpImageGatherQCOM", 4545)];

/// The capabilities of those instructions.
pub const YOUNG_CAPABILITIES: [(&str, u32); 2] =
    [("ImageGatherLinearQCOM", 4543), ("ImageGatherExtendedModesQCOM", 4544)];

/// The number of a name in one of these tables.
pub fn young(table: &[(&str, u32)], name: &str) -> Option<u32> {
    table.iter().find(|(known, _)| *known == name).map(|(_, number)| *number)
}

/// Whether a capability exists.
pub fn is_capability(name: &str) -> bool {
    name.parse::<spirv::Capability>().is_ok()
}

/// Whether a built-in exists.
pub fn is_builtin(name: &str) -> bool {
    name.parse::<spirv::BuiltIn>().is_ok()
}

/// Whether a scope exists.
pub fn is_scope(name: &str) -> bool {
    name.parse::<spirv::Scope>().is_ok()
}

/// The number of a group operation.
pub fn group_operation(name: &str) -> Option<u32> {
    name.parse::<spirv::GroupOperation>().ok().map(|operation| operation as u32)
}

/// The number of a packed vector format.
pub fn packed_vector_format(name: &str) -> Option<u32> {
    name.parse::<spirv::PackedVectorFormat>().ok().map(|format| format as u32)
}

/// A bit of the memory semantics.
pub fn memory_semantics(name: &str) -> Option<u32> {
    use spirv::MemorySemantics as Bit;
    Some(
        match name {
            "None" => Bit::RELAXED,
            "Acquire" => Bit::ACQUIRE,
            "Release" => Bit::RELEASE,
            "AcquireRelease" => Bit::ACQUIRE_RELEASE,
            "UniformMemory" => Bit::UNIFORM_MEMORY,
            "WorkgroupMemory" => Bit::WORKGROUP_MEMORY,
            "ImageMemory" => Bit::IMAGE_MEMORY,
            "OutputMemory" => Bit::OUTPUT_MEMORY,
            "MakeAvailable" => Bit::MAKE_AVAILABLE,
            "MakeVisible" => Bit::MAKE_VISIBLE,
            "Volatile" => Bit::VOLATILE,
            _ => return None,
        }
        .bits(),
    )
}

/// An image operand: its bit, its Rust name and how many arguments it takes.
pub fn image_operand(name: &str) -> Option<(u32, &'static str, usize)> {
    use spirv::ImageOperands as Bit;
    let (bit, rust, arguments) = match name {
        "Bias" => (Bit::BIAS, "BIAS", 1),
        "Lod" => (Bit::LOD, "LOD", 1),
        "Grad" => (Bit::GRAD, "GRAD", 2),
        "ConstOffset" => (Bit::CONST_OFFSET, "CONST_OFFSET", 1),
        "Offset" => (Bit::OFFSET, "OFFSET", 1),
        "ConstOffsets" => (Bit::CONST_OFFSETS, "CONST_OFFSETS", 1),
        "Sample" => (Bit::SAMPLE, "SAMPLE", 1),
        "MinLod" => (Bit::MIN_LOD, "MIN_LOD", 1),
        _ => return None,
    };
    Some((bit.bits(), rust, arguments))
}
