//! The only folder that names capabilities and extensions; rows of the built-in tables name the others.
//!
//! Comes in: a module that lacks them, and what was requested while it was written. Goes out: the same with
//! OpCapability and OpExtension, derived from its finished instructions with rspirv's grammar. Must not depend on: how
//! anything is written.
//!
//! The grammar names alternatives; an instruction takes the one that it shares with its own enumerants, so
//! OpGroupNonUniformIAdd with `Reduce` needs GroupNonUniformArithmetic. What the grammar does not say (widths, image
//! dimensions, storage of small types) is in `usage`; what instructions do not show either is requested in `requested`.

mod cooperative_matrix;
mod requested;
mod tensor_addressing;
mod usage;

pub(super) use requested::{Requested, names_physical_pointers};
pub(super) use tensor_addressing::DECODE_VECTOR_FUNC;
pub(super) use usage::Facts;

use crate::spirv::asked::{Alternatives, Kind, Requirement};
use crate::spirv::grammar;
use crate::spirv::module::Module;
use crate::spirv::section::Section;
use crate::target::SpirvVersion;
use rspirv::dr::Operand;
use rspirv::grammar::GLSL_STD_450_INSTRUCTION_TABLE;
use rspirv::spirv::{Capability, Op};
use smallvec::SmallVec;
use std::collections::BTreeSet;
use tensor_addressing::decodes_vectors;

const MICROSCALING: &str = "SPV_EXT_ocp_microscaling_types";

/// The requirements of encodings of floating-point types that the grammar does not know yet.
const MICROSCALING_CAPABILITIES: &[(&[u32], u32)] =
    &[(&[4223, 4224], 4228), (&[4225], 4229), (&[4226], 4230), (&[4227], 4231)];

/// Capabilities, the version that introduced them, and the older capability of an extension that covered both.
const PREDECESSORS: &[(Capability, SpirvVersion, Capability)] = &[
    (Capability::ShaderLayer, SpirvVersion::V1_5, Capability::ShaderViewportIndexLayerEXT),
    (Capability::ShaderViewportIndex, SpirvVersion::V1_5, Capability::ShaderViewportIndexLayerEXT),
];

/// Adds the declarations. `glsl` is the import of GLSL.std.450; `parts` are sections whose instructions are now in those of
/// the module, but whose kinds are not; `memory` is that of earlier modules.
pub(super) fn declare(
    module: &mut Module,
    version: SpirvVersion,
    glsl: Option<u32>,
    requested: Requested,
    parts: [&mut Section; 2],
    memory: &mut Facts,
) {
    let mut needs =
        Needs { version, capabilities: requested.capabilities, extensions: BTreeSet::new(), names: requested.names };
    needs.capabilities.insert(Capability::Shader);
    let mut numbered = requested.numbered;
    let used = usage::needed(module, parts.iter().map(|it| &**it), memory);
    needs.capabilities.extend(used.capabilities);
    for (encodings, capability) in MICROSCALING_CAPABILITIES {
        if encodings.iter().any(|it| used.encodings.contains(it)) {
            numbered.insert(*capability);
            needs.extension(&[MICROSCALING]);
        }
    }
    for extension in requested.extensions {
        needs.extension(&[extension]);
    }
    // Certain needs first, so that alternatives find them.
    let mut open = BTreeSet::new();
    let mut decodes = false;
    for section in module.sections_mut().into_iter().chain(parts) {
        section.for_each_kind(|kind| {
            needs.extended_instruction(kind, glsl);
            needs.instruction(kind, &mut open);
            decodes |= decodes_vectors(kind.opcode, &kind.operands);
        });
    }
    for alternatives in open {
        needs.any_of(&alternatives);
    }
    for (younger, since, older) in PREDECESSORS {
        if version < *since && needs.capabilities.remove(younger) {
            needs.capabilities.insert(*older);
        }
    }
    let capabilities: SmallVec<[Capability; 16]> = needs.capabilities.iter().copied().collect();
    for &capability in &capabilities {
        let alternatives = Operand::Capability(capability).required_extensions();
        needs.extension(&alternatives);
    }
    if decodes {
        numbered.insert(tensor_addressing::CAPABILITY);
        needs.extension(&[tensor_addressing::EXTENSION]);
    }
    let capabilities = capabilities.into_iter().map(Operand::Capability);
    for capability in capabilities.chain(numbered.into_iter().map(Operand::LiteralBit32)) {
        module.capabilities.push(Op::Capability, None, None, &[capability]);
    }
    let mut extensions = needs.extensions;
    extensions.extend(needs.names.iter().map(String::as_str));
    for extension in extensions {
        module.extensions.push_text(Op::Extension, None, &[], extension);
    }
}

/// Where the grammar names first an older capability that a newer one from Khronos has replaced.
const SUCCESSORS: &[(Capability, Capability)] = &[(Capability::RayTracingNV, Capability::RayTracingKHR)];

struct Needs {
    version: SpirvVersion,
    capabilities: BTreeSet<Capability>,
    extensions: BTreeSet<&'static str>,
    /// Extensions that the shader names.
    names: BTreeSet<String>,
}

impl Needs {
    /// Adds the requirements of an instruction of GLSL.std.450.
    fn extended_instruction(&mut self, kind: &Kind, glsl: Option<u32>) {
        if let [Operand::IdRef(set), Operand::LiteralExtInstInteger(number), ..] = *kind.operands.as_slice()
            && Some(set) == glsl
        {
            let entry = GLSL_STD_450_INSTRUCTION_TABLE.lookup_opcode(number);
            self.capabilities.extend(entry.into_iter().flat_map(|entry| entry.capabilities.iter().copied()));
        }
    }

    /// Adds the requirements of a kind of instructions.
    fn instruction(&mut self, kind: &mut Kind, open: &mut BTreeSet<Alternatives>) {
        if let Some(requirement) = &kind.requirement {
            return self.add(requirement, open);
        }
        let (requirement, is_certain) = self.look_up(kind);
        self.add(&requirement, open);
        kind.requirement = is_certain.then_some(requirement);
    }

    fn add(&mut self, requirement: &Requirement, open: &mut BTreeSet<Alternatives>) {
        for extensions in &requirement.extensions {
            self.extension(extensions);
        }
        for alternatives in &requirement.capabilities {
            self.alternatives(alternatives, open);
        }
    }

    /// What the grammar says about a kind, and whether that depends on nothing else that the module requires.
    fn look_up(&self, kind: &Kind) -> (Requirement, bool) {
        let mut all = Requirement::default();
        let class = grammar::class(kind.opcode);
        all.extension(class.extensions.to_vec());
        let mut is_certain = !class.capabilities.iter().any(|it| is_predecessor(*it));
        if self.has_predecessor(class.capabilities) {
            return (all, is_certain);
        }
        let mut alternatives: Alternatives = usable(class.capabilities);
        // Image dimensions need different capabilities for textures and storage images; `usage` handles that.
        if class.opcode == Op::TypeImage {
            if let Some(format @ Operand::ImageFormat(_)) = kind.operands.last() {
                all.alternatives(usable(&format.required_capabilities()));
            }
            return (all, is_certain);
        }
        for operand in &kind.operands {
            if matches!(operand, Operand::IdRef(_) | Operand::LiteralBit32(_)) {
                continue;
            }
            // The requirements of a block member are added by accesses to it (SPIR-V, 3.21): the language declares
            // blocks with members that the shader never names.
            if class.opcode == Op::MemberDecorate && matches!(operand, Operand::BuiltIn(_)) {
                continue;
            }
            all.extension(operand.required_extensions());
            // Each bit has its own needs; for all of them together any one would do.
            let bits: SmallVec<[Operand; 4]> = match *operand {
                Operand::TensorAddressingOperands(mask) => mask.iter().map(Operand::TensorAddressingOperands).collect(),
                Operand::ImageOperands(mask) => mask.iter().map(Operand::ImageOperands).collect(),
                _ => SmallVec::new(),
            };
            if !bits.is_empty() {
                for bit in bits {
                    all.alternatives(usable(&bit.required_capabilities()));
                }
                continue;
            }
            let required = operand.required_capabilities();
            if required.is_empty() {
                continue;
            }
            is_certain &= !required.iter().any(|it| is_predecessor(*it));
            if self.has_predecessor(&required) {
                continue;
            }
            let needed = usable(&required);
            if needed.is_empty() {
                continue;
            }
            let shared: Alternatives = alternatives.iter().copied().filter(|it| needed.contains(it)).collect();
            if shared.is_empty() {
                all.alternatives(needed);
            } else {
                alternatives = shared;
            }
        }
        all.alternatives(alternatives);
        (all, is_certain)
    }

    /// Whether one of the alternatives is an old capability that a row requested, below SPIR-V 1.3.
    fn has_predecessor(&self, alternatives: &[Capability]) -> bool {
        alternatives.iter().any(|it| is_predecessor(*it) && self.capabilities.contains(it))
    }

    fn alternatives(&mut self, alternatives: &Alternatives, open: &mut BTreeSet<Alternatives>) {
        match *alternatives.as_slice() {
            [] => {}
            [only] => self.any_of(&[only]),
            _ => {
                open.insert(alternatives.clone());
            }
        }
    }

    /// Adds the first of the alternatives, unless one is already there.
    fn any_of(&mut self, alternatives: &[Capability]) {
        if !alternatives.iter().any(|&it| self.has(it))
            && let Some(&first) = alternatives.first()
        {
            let successor = SUCCESSORS.iter().find(|(old, new)| *old == first && alternatives.contains(new));
            self.capabilities.insert(successor.map_or(first, |&(_, new)| new));
        }
    }

    /// Whether a capability is declared, or implied by one that is.
    fn has(&self, capability: Capability) -> bool {
        capability == Capability::Matrix || self.capabilities.contains(&capability)
    }

    /// Adds one of some extensions, unless what they bring is part of the version.
    fn extension(&mut self, alternatives: &[&'static str]) {
        // The grammar still has the name that the extension had before other vendors adopted it.
        let alternatives = match alternatives {
            ["SPV_INTEL_split_barrier"] => &["SPV_EXT_split_barrier"],
            other => other,
        };
        if alternatives.is_empty()
            || alternatives
                .iter()
                .any(|it| self.extensions.contains(it) || self.names.contains(*it) || is_core(it, self.version))
        {
            return;
        }
        let ratified = alternatives.iter().find(|it| it.starts_with("SPV_KHR_"));
        self.extensions.extend(ratified.or(alternatives.first()));
    }
}

impl Requirement {
    fn extension(&mut self, alternatives: Vec<&'static str>) {
        if !alternatives.is_empty() {
            self.extensions.push(alternatives);
        }
    }

    /// Adds capabilities, unless every module has one of them.
    fn alternatives(&mut self, alternatives: Alternatives) {
        if !matches!(*alternatives, [] | [Capability::Shader | Capability::Matrix]) {
            self.capabilities.push(alternatives);
        }
    }
}

/// Alternatives without those that no Vulkan shader may declare, or that newer ones with the same meaning replace.
fn usable(alternatives: &[Capability]) -> Alternatives {
    let mut usable = Alternatives::from_slice(alternatives);
    usable.retain(|it| {
        !is_predecessor(*it)
            && !matches!(
                it,
                Capability::Kernel
                    | Capability::Addresses
                    | Capability::GenericPointer
                    | Capability::VectorComputeINTEL
            )
    });
    usable
}

/// Whether a capability is a predecessor of those of SPIR-V 1.3.
fn is_predecessor(capability: Capability) -> bool {
    matches!(capability, Capability::SubgroupBallotKHR | Capability::SubgroupVoteKHR | Capability::Groups)
}

/// Whether an extension is part of a SPIR-V version.
fn is_core(extension: &str, version: SpirvVersion) -> bool {
    use SpirvVersion as V;
    let since = match extension {
        "SPV_KHR_16bit_storage"
        | "SPV_KHR_device_group"
        | "SPV_KHR_multiview"
        | "SPV_KHR_shader_ballot"
        | "SPV_KHR_shader_draw_parameters"
        | "SPV_KHR_storage_buffer_storage_class"
        | "SPV_KHR_subgroup_vote"
        | "SPV_KHR_variable_pointers" => V::V1_3,
        "SPV_GOOGLE_decorate_string"
        | "SPV_GOOGLE_hlsl_functionality1"
        | "SPV_KHR_float_controls"
        | "SPV_KHR_no_integer_wrap_decoration" => V::V1_4,
        "SPV_EXT_descriptor_indexing"
        | "SPV_EXT_physical_storage_buffer"
        | "SPV_EXT_shader_viewport_index_layer"
        | "SPV_KHR_8bit_storage"
        | "SPV_KHR_physical_storage_buffer"
        | "SPV_KHR_vulkan_memory_model" => V::V1_5,
        "SPV_EXT_demote_to_helper_invocation"
        | "SPV_KHR_integer_dot_product"
        | "SPV_KHR_non_semantic_info"
        | "SPV_KHR_terminate_invocation" => V::V1_6,
        _ => return false,
    };
    version >= since
}
