//! What a module requires from Vulkan: device extensions, features, limits, groups of subgroup operations.
//!
//! Comes in: the words of a finished module, the version of Vulkan, and the rest of the reflection. Goes out:
//! [`Requirements`], by Vulkan's names. Must not depend on: how the module was made.
//!
//! `contents` reads the contents of the module, the rows of `builtins/requirements.vulkan` say what Vulkan requires for
//! them, and `limits` determines the limits.

mod contents;
#[cfg(test)]
mod generator;
mod limits;
mod table;

use super::{BindingKind, MemberType, Packing, Reflection};
use crate::stage::Stage;
use std::collections::BTreeSet;

/// What a host must enable or check in Vulkan before it loads a module.
///
/// ```
/// let text = "#version 450\n#extension GL_KHR_shader_subgroup_vote : require\n\
///             layout(local_size_x = 64) in;\nvoid main() { if (subgroupAll(true)) return; }\n";
/// let artifact = glslsub::Compiler::default().compile("a.comp", text).unwrap();
/// let requirements = &artifact.reflection().requirements;
/// let subgroup = requirements.subgroup.as_ref().unwrap();
/// assert_eq!(subgroup.stage, "VK_SHADER_STAGE_COMPUTE_BIT");
/// assert!(subgroup.operations.contains(&"VK_SUBGROUP_FEATURE_VOTE_BIT"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Requirements {
    /// The version of Vulkan that the module is compiled for, which the instance and the device must have.
    pub vulkan: (u8, u8),
    /// Device extensions to enable, sorted, with those that they depend on.
    pub extensions: Vec<&'static str>,
    /// Features to enable, sorted.
    pub features: Vec<Feature>,
    /// Subgroup operations that the device must support.
    pub subgroup: Option<SubgroupRequirements>,
    /// Minimum values of device limits, as far as the shader and the defaults of its specialization constants determine
    /// them.
    pub limits: Vec<Limit>,
    /// The capabilities of the module, by name, or by number if the name is unknown.
    pub capabilities: Vec<String>,
    /// The SPIR-V extensions of the module.
    pub spirv_extensions: Vec<String>,
}

/// A member of a feature structure: `VkPhysicalDeviceVulkan12Features`, `shaderFloat16`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub struct Feature {
    /// The structure.
    pub structure: &'static str,
    /// The member to set.
    pub member: &'static str,
}

/// What `VkPhysicalDeviceSubgroupProperties` must report.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SubgroupRequirements {
    /// The VkShaderStageFlagBits that `supportedStages` must contain.
    pub stage: &'static str,
    /// The VkSubgroupFeatureFlagBits that `supportedOperations` must contain, sorted.
    pub operations: Vec<&'static str>,
}

impl SubgroupRequirements {
    /// The operations as VkSubgroupFeatureFlags.
    #[must_use]
    pub fn operation_flags(&self) -> u32 {
        let bits = |name: &&str| FLAGS.iter().position(|flag| flag == name).map_or(0, |bit| 1 << bit);
        self.operations.iter().map(bits).fold(0, |flags, bit| flags | bit)
    }
}

/// The bits of VkSubgroupFeatureFlags, lowest first.
const FLAGS: [&str; 11] = [
    "VK_SUBGROUP_FEATURE_BASIC_BIT",
    "VK_SUBGROUP_FEATURE_VOTE_BIT",
    "VK_SUBGROUP_FEATURE_ARITHMETIC_BIT",
    "VK_SUBGROUP_FEATURE_BALLOT_BIT",
    "VK_SUBGROUP_FEATURE_SHUFFLE_BIT",
    "VK_SUBGROUP_FEATURE_SHUFFLE_RELATIVE_BIT",
    "VK_SUBGROUP_FEATURE_CLUSTERED_BIT",
    "VK_SUBGROUP_FEATURE_QUAD_BIT",
    "VK_SUBGROUP_FEATURE_PARTITIONED_BIT_NV",
    "VK_SUBGROUP_FEATURE_ROTATE_BIT",
    "VK_SUBGROUP_FEATURE_ROTATE_CLUSTERED_BIT",
];

/// A device limit with its required minimum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limit {
    /// The structure: `VkPhysicalDeviceLimits`.
    pub structure: &'static str,
    /// The member, with an index if it is an array: `maxComputeWorkGroupSize[0]`.
    pub member: &'static str,
    /// The minimum value.
    pub least: u32,
}

impl Reflection {
    /// Fills in the requirements of the shader's SPIR-V module for a Vulkan version.
    pub(crate) fn require(&mut self, words: &[u32], vulkan: (u8, u8)) {
        self.requirements = requirements(words, vulkan, self);
    }
}

/// The requirements of a module; `reflection` is the rest of its reflection.
fn requirements(words: &[u32], vulkan: (u8, u8), reflection: &Reflection) -> Requirements {
    let (mut contents, modes) = contents::read(words);
    let stage = reflection.stage;
    contents.facts.insert(stage_fact(stage));
    contents.facts.extend(resource_facts(reflection));
    let (mut extensions, mut features, mut operations) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    // SPIR-V extensions first: if several device extensions provide a capability, they determine which one is meant.
    let rows = || table::ROWS.iter().filter(|row| row.holds(&contents));
    let (by_extension, others): (Vec<_>, Vec<_>) = rows().partition(|row| row.extension.is_some());
    for row in by_extension.into_iter().chain(others) {
        let Some(alternative) = row.choose(vulkan, &extensions) else { continue };
        extensions.extend(alternative.extensions);
        let named = |&(structure, member)| Feature { structure, member };
        features.extend(alternative.features.iter().map(named));
        operations.extend(alternative.subgroup);
    }
    depend(&mut extensions, vulkan);
    if !operations.is_empty() {
        // All other capabilities for group operations imply GroupNonUniform.
        operations.insert("VK_SUBGROUP_FEATURE_BASIC_BIT");
    }
    let subgroup = (!operations.is_empty())
        .then(|| SubgroupRequirements { stage: stage_bit(stage), operations: operations.into_iter().collect() });
    Requirements {
        vulkan,
        extensions: extensions.into_iter().collect(),
        features: features.into_iter().collect(),
        subgroup,
        limits: limits::limits(reflection, &modes),
        capabilities: contents.capabilities.iter().map(|it| table::capability_name(*it)).collect(),
        spirv_extensions: contents.extensions.into_iter().collect(),
    }
}

/// Adds the device extensions that others depend on.
fn depend(extensions: &mut BTreeSet<&'static str>, vulkan: (u8, u8)) {
    let mut added: Vec<_> = extensions.iter().copied().collect();
    while let Some(name) = added.pop() {
        for row in table::ROWS.iter().filter(|row| row.dependent == Some(name)) {
            let needed = row.choose(vulkan, extensions).map_or(&[][..], |it| it.extensions);
            added.extend(needed.iter().copied().filter(|it| extensions.insert(it)));
        }
    }
}

/// Facts about resources that follow from several decorations together.
fn resource_facts(reflection: &Reflection) -> impl Iterator<Item = &'static str> {
    let used = || reflection.bindings.iter().filter(|it| it.is_used);
    let stores =
        |kind| matches!(kind, BindingKind::StorageBuffer | BindingKind::StorageImage | BindingKind::StorageTexelBuffer);
    let packing = |number: usize| reflection.structures.get(number).and_then(|it| it.packing);
    let members = || reflection.structures.iter().flat_map(|it| &it.members).map(|it| &it.ty);
    let pointees = members().filter_map(|it| match it {
        MemberType::Reference(number) => Some(*number),
        _ => None,
    });
    let push_constants = reflection.push_constants.iter().filter(|it| it.is_used).filter_map(|it| match it.ty {
        MemberType::Structure(number) => Some(number),
        _ => None,
    });
    let mut blocks = used().filter_map(|it| it.structure).chain(pointees).chain(push_constants);
    let uniforms = || used().filter(|it| it.kind == BindingKind::UniformBuffer).filter_map(|it| it.structure);
    let facts = [
        ("stores", used().any(|it| it.is_writable && stores(it.kind))),
        ("layout.scalar", blocks.any(|it| packing(it) == Some(Packing::Scalar))),
        ("layout.uniform_std430", uniforms().any(|it| packing(it) == Some(Packing::Std430))),
    ];
    facts.into_iter().filter(|(_, holds)| *holds).map(|(fact, _)| fact)
}

/// The name of a stage in the table.
const fn stage_fact(stage: Stage) -> &'static str {
    match stage {
        Stage::Vertex => "stage.vertex",
        Stage::TessellationControl => "stage.tesscontrol",
        Stage::TessellationEvaluation => "stage.tesseval",
        Stage::Geometry => "stage.geometry",
        Stage::Fragment => "stage.fragment",
        Stage::Task => "stage.task",
        Stage::Mesh => "stage.mesh",
        _ => "stage.other",
    }
}

/// VkShaderStageFlagBits.
const fn stage_bit(stage: Stage) -> &'static str {
    match stage {
        Stage::Vertex => "VK_SHADER_STAGE_VERTEX_BIT",
        Stage::TessellationControl => "VK_SHADER_STAGE_TESSELLATION_CONTROL_BIT",
        Stage::TessellationEvaluation => "VK_SHADER_STAGE_TESSELLATION_EVALUATION_BIT",
        Stage::Geometry => "VK_SHADER_STAGE_GEOMETRY_BIT",
        Stage::Fragment => "VK_SHADER_STAGE_FRAGMENT_BIT",
        Stage::Compute => "VK_SHADER_STAGE_COMPUTE_BIT",
        Stage::Task => "VK_SHADER_STAGE_TASK_BIT_EXT",
        Stage::Mesh => "VK_SHADER_STAGE_MESH_BIT_EXT",
        Stage::RayGeneration => "VK_SHADER_STAGE_RAYGEN_BIT_KHR",
        Stage::AnyHit => "VK_SHADER_STAGE_ANY_HIT_BIT_KHR",
        Stage::ClosestHit => "VK_SHADER_STAGE_CLOSEST_HIT_BIT_KHR",
        Stage::Miss => "VK_SHADER_STAGE_MISS_BIT_KHR",
        Stage::Intersection => "VK_SHADER_STAGE_INTERSECTION_BIT_KHR",
        Stage::Callable => "VK_SHADER_STAGE_CALLABLE_BIT_KHR",
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn rows_name_facts_that_there_are() {
        let mut facts = contents::facts();
        facts.extend(["stores", "layout.scalar", "layout.uniform_std430"]);
        facts.extend(Stage::all().iter().map(|row| stage_fact(row.stage)));
        for row in table::ROWS {
            for fact in row.facts {
                assert!(facts.contains(fact), "{row:?}");
            }
        }
    }

    #[test]
    fn rows_name_bits_that_there_are() {
        let bits = table::ROWS.iter().flat_map(|row| row.alternatives).filter_map(|it| it.subgroup);
        let named: BTreeSet<_> = bits.collect();
        assert_eq!(named, BTreeSet::from(FLAGS));
        let all = SubgroupRequirements { stage: "", operations: FLAGS.to_vec() };
        assert_eq!(all.operation_flags(), 0x7FF);
    }

    #[test]
    fn extensions_come_with_those_that_they_depend_on() {
        let with = |name, vulkan| {
            let mut extensions = BTreeSet::from([name]);
            depend(&mut extensions, vulkan);
            extensions.into_iter().collect::<Vec<_>>().join(" ")
        };
        let newer = "VK_KHR_acceleration_structure VK_KHR_deferred_host_operations VK_KHR_ray_query";
        assert_eq!(with("VK_KHR_ray_query", (1, 2)), newer);
        let older = "VK_EXT_descriptor_indexing VK_KHR_acceleration_structure VK_KHR_buffer_device_address \
                     VK_KHR_deferred_host_operations VK_KHR_ray_query VK_KHR_shader_float_controls VK_KHR_spirv_1_4";
        assert_eq!(with("VK_KHR_ray_query", (1, 1)), older);
        assert_eq!(with("VK_KHR_shader_clock", (1, 1)), "VK_KHR_shader_clock");
    }

    #[test]
    fn mistakes_in_the_table_are_found() {
        for (line, error) in [
            ("9 Float16", "line 1: there is no `=`"),
            ("= 1.2", "line 1: there is no key"),
            ("\n9 = 1.2", "line 2: a capability has a number and a name"),
            ("Float16 = 1.2", "line 1: `Float16` is no key"),
            ("9 Float16 = 1.2 | shaderFloat16", "line 1: `shaderFloat16` is not a version, extension or feature"),
            ("9 Float16 = subgroup", "line 1: `subgroup` names a bit"),
            ("VK_KHR_ray_query 9 Float16 = 1.2", "line 1: a device extension is the only key"),
        ] {
            assert_eq!(generator::generate(line), Err(error.to_owned()));
        }
    }
}
