//! The Rust module of a shader.
//!
//! Comes in: an artifact. Goes out: self-contained Rust source. Must not depend on: files.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::rust_type;
use crate::api::Artifact;
use crate::reflect::{Binding, BindingKind, Length, Reflection, SubgroupRequirements};
use crate::stage::Stage;

/// What every file begins with.
const HEAD: &str = "\
// Made by glslsub; changes are lost.

/// A descriptor that a shader uses.
#[allow(dead_code)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Binding {
    /// The name in the shader.
    pub name: &'static str,
    /// Descriptor set.
    pub set: u32,
    /// Binding in the set.
    pub binding: u32,
    /// The VkDescriptorType.
    pub descriptor_type: i32,
    /// The number of descriptors; `None` if the host or a specialization constant decides.
    pub count: Option<u32>,
}
";

/// The file with the modules of all shaders.
pub(super) fn file(modules: &[&str]) -> String {
    let mut text = HEAD.to_owned();
    for module in modules {
        text.push('\n');
        text.push_str(module);
    }
    text
}

/// The module of one shader.
pub(super) fn module(name: &str, title: &str, artifact: &Artifact, derives: &[String]) -> String {
    let reflection = artifact.reflection();
    let mut body = String::new();
    // Writing to a string can't fail.
    let _ = writeln!(body, "/// The SPIR-V module.\npub static SPIRV: &[u32] = &[{}];", words(artifact.words()));
    let _ = writeln!(body, "/// The name of the entry point.\npub const ENTRY_POINT: &std::ffi::CStr = c\"main\";");
    let _ =
        writeln!(body, "/// The VkShaderStageFlagBits.\npub const STAGE: u32 = {:#x};", stage_flag(reflection.stage));
    workgroup_size(reflection, &mut body);
    requirements(reflection, &mut body);
    bindings(reflection, &mut body);
    specialization(reflection, &mut body);
    body.push_str(&rust_type::structures(reflection, derives));
    let indented: String =
        body.lines().map(|line| if line.is_empty() { "\n".to_owned() } else { format!("    {line}\n") }).collect();
    let title = title.replace('\n', " ");
    format!(
        "/// `{title}`\n#[allow(dead_code, non_snake_case, non_upper_case_globals)]\npub mod {name} {{\n{indented}}}\n"
    )
}

fn words(words: &[u32]) -> String {
    let mut text = String::with_capacity(words.len() * 12);
    for line in words.chunks(8) {
        text.push_str("\n   ");
        for word in line {
            let _ = write!(text, " {word:#010x},");
        }
    }
    text.push('\n');
    text
}

fn workgroup_size(reflection: &Reflection, body: &mut String) {
    let Some(size) = reflection.workgroup_size else { return };
    let number = |length: Length| match length {
        Length::Fixed(length) => Some(length),
        Length::Specialization { default, .. } => default,
        Length::Runtime => None,
    };
    let [Some(x), Some(y), Some(z)] = size.map(number) else { return };
    let specialized = size.iter().any(|it| !matches!(it, Length::Fixed(_)));
    let note = if specialized { ", unless specialization constants change it" } else { "" };
    let _ =
        writeln!(body, "/// The size of the workgroup{note}.\npub const WORKGROUP_SIZE: [u32; 3] = [{x}, {y}, {z}];");
}

fn requirements(reflection: &Reflection, body: &mut String) {
    let requirements = &reflection.requirements;
    let extensions: String = requirements.extensions.iter().map(|name| format!("c{name:?}, ")).collect();
    let features: String =
        requirements.features.iter().map(|it| format!("({:?}, {:?}), ", it.structure, it.member)).collect();
    let flags = requirements.subgroup.as_ref().map_or(0, SubgroupRequirements::operation_flags);
    let mut constant = |documentation: &str, name: &str, ty: &str, value: &str| {
        let _ = writeln!(body, "/// {documentation}\npub const {name}: {ty} = {value};");
    };
    let list = |items: &str| format!("&[{}]", items.trim_end_matches(", "));
    constant("The device extensions to enable.", "DEVICE_EXTENSIONS", "&[&std::ffi::CStr]", &list(&extensions));
    constant("The features to enable: structures and members.", "FEATURES", "&[(&str, &str)]", &list(&features));
    let documentation = "The VkSubgroupFeatureFlags that the device must support in this stage.";
    constant(documentation, "SUBGROUP_OPERATIONS", "u32", &format!("{flags:#x}"));
}

fn bindings(reflection: &Reflection, body: &mut String) {
    let used: Vec<&Binding> = reflection.bindings.iter().filter(|it| it.is_used).collect();
    if used.is_empty() {
        return;
    }
    let mut names = BTreeSet::new();
    let mut named = String::new();
    let mut list = Vec::new();
    for binding in used {
        let mut name = identifier(&binding.name).to_uppercase();
        // An anonymous resource, or the second one with a name, is named after its binding.
        if name.is_empty() || !names.insert(name.clone()) {
            name = format!("SET_{}_BINDING_{}", binding.set, binding.binding);
        }
        let count = binding.count();
        let _ = writeln!(
            named,
            "    /// `{}`\n    pub const {name}: Binding = Binding {{ name: {:?}, set: {}, binding: {}, descriptor_type: {}, \
             count: {count:?} }};",
            binding.glsl,
            binding.name,
            binding.set,
            binding.binding,
            descriptor_type(binding.kind),
        );
        list.push(format!("binding::{name}"));
    }
    let _ = writeln!(body, "/// The descriptors that the shader uses, by set and binding.");
    let _ = writeln!(body, "pub const BINDINGS: &[super::Binding] = &[{}];", list.join(", "));
    let _ = writeln!(body, "/// The same by name.\npub mod binding {{\n    use super::super::Binding;\n{named}}}");
}

fn specialization(reflection: &Reflection, body: &mut String) {
    if reflection.specialization_constants.is_empty() {
        return;
    }
    let mut names = BTreeSet::new();
    let _ = writeln!(body, "/// The ids of specialization constants.\npub mod specialization {{");
    for constant in &reflection.specialization_constants {
        let mut name = identifier(&constant.name).to_uppercase();
        if name.is_empty() || !names.insert(name.clone()) {
            name = format!("ID_{}", constant.id);
        }
        let _ = writeln!(body, "    /// `{}`\n    pub const {name}: u32 = {};", constant.ty.name(), constant.id);
    }
    let _ = writeln!(body, "}}");
}

/// A valid Rust name: anything but letters and digits becomes an underscore.
pub(super) fn identifier(name: &str) -> String {
    let mut text: String =
        name.chars().map(|it| if it.is_ascii_alphanumeric() || it == '_' { it } else { '_' }).collect();
    if text.starts_with(|it: char| it.is_ascii_digit()) {
        text.insert(0, '_');
    }
    text
}

/// VkShaderStageFlagBits.
const fn stage_flag(stage: Stage) -> u32 {
    match stage {
        Stage::Vertex => 0x1,
        Stage::TessellationControl => 0x2,
        Stage::TessellationEvaluation => 0x4,
        Stage::Geometry => 0x8,
        Stage::Fragment => 0x10,
        Stage::Compute => 0x20,
        Stage::Task => 0x40,
        Stage::Mesh => 0x80,
        Stage::RayGeneration => 0x100,
        Stage::AnyHit => 0x200,
        Stage::ClosestHit => 0x400,
        Stage::Miss => 0x800,
        Stage::Intersection => 0x1000,
        Stage::Callable => 0x2000,
    }
}

/// VkDescriptorType; the largest number for kinds without one.
const fn descriptor_type(kind: BindingKind) -> i32 {
    match kind {
        BindingKind::Sampler => 0,
        BindingKind::CombinedImageSampler => 1,
        BindingKind::SampledImage => 2,
        BindingKind::StorageImage => 3,
        BindingKind::UniformTexelBuffer => 4,
        BindingKind::StorageTexelBuffer => 5,
        BindingKind::UniformBuffer => 6,
        BindingKind::StorageBuffer => 7,
        BindingKind::InputAttachment => 10,
        BindingKind::AccelerationStructure => 1_000_150_000,
        BindingKind::Tensor => 1_000_460_000,
        BindingKind::Other => i32::MAX,
    }
}
