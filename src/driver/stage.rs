//! The names of stages: file suffixes, options, pragmas.
//!
//! Comes in: names. Goes out: stages. Must not know: which of them are supported.

use naga::ShaderStage;

/// How a stage is called.
#[derive(Clone, Copy, Debug)]
pub struct StageName {
    /// The file suffix, which `--stage` takes too: `comp`.
    pub suffix: &'static str,
    /// The word of `#pragma shader_stage(...)`, which `--stage` takes too: `compute`.
    pub long: &'static str,
    /// The stage, where naga has it.
    pub stage: Option<ShaderStage>,
}

/// Every stage that GLSL for Vulkan has.
static NAMES: &[StageName] = &[
    StageName { suffix: "comp", long: "compute", stage: Some(ShaderStage::Compute) },
    StageName { suffix: "vert", long: "vertex", stage: Some(ShaderStage::Vertex) },
    StageName { suffix: "frag", long: "fragment", stage: Some(ShaderStage::Fragment) },
    StageName { suffix: "tesc", long: "tesscontrol", stage: None },
    StageName { suffix: "tese", long: "tesseval", stage: None },
    StageName { suffix: "geom", long: "geometry", stage: None },
    StageName { suffix: "task", long: "task", stage: Some(ShaderStage::Task) },
    StageName { suffix: "mesh", long: "mesh", stage: Some(ShaderStage::Mesh) },
    StageName { suffix: "rgen", long: "raygen", stage: Some(ShaderStage::RayGeneration) },
    StageName { suffix: "rint", long: "intersect", stage: None },
    StageName { suffix: "rahit", long: "anyhit", stage: Some(ShaderStage::AnyHit) },
    StageName { suffix: "rchit", long: "closesthit", stage: Some(ShaderStage::ClosestHit) },
    StageName { suffix: "rmiss", long: "miss", stage: Some(ShaderStage::Miss) },
    StageName { suffix: "rcall", long: "callable", stage: None },
];

/// Every stage with its names.
#[must_use]
pub fn stage_names() -> &'static [StageName] {
    NAMES
}

/// The row of a suffix or a long name.
pub(super) fn named(name: &str) -> Option<&'static StageName> {
    NAMES.iter().find(|row| row.suffix == name || row.long == name)
}

/// The row of a stage.
pub(super) fn of(stage: ShaderStage) -> Option<&'static StageName> {
    NAMES.iter().find(|row| row.stage == Some(stage))
}

/// The name in `shader_stage(name)`, the text after `#pragma`.
pub(super) fn from_pragma(text: &str) -> Option<&str> {
    let argument = text.trim().strip_prefix("shader_stage")?.trim_start();
    Some(argument.strip_prefix('(')?.strip_suffix(')')?.trim())
}

/// The stage that a file name shows: `a.comp`, `a.comp.glsl`.
pub(super) fn from_file_name(name: &str) -> Option<&'static StageName> {
    let name = name.strip_suffix(".glsl").unwrap_or(name);
    let (_, suffix) = name.rsplit_once('.')?;
    NAMES.iter().find(|row| row.suffix == suffix)
}

/// The long names, for a help line.
pub(super) fn list() -> String {
    NAMES.iter().map(|row| format!("`{}`", row.long)).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stages_by_file_name_and_pragma() {
        let suffix = |name| from_file_name(name).map(|row| row.long);
        assert_eq!(suffix("a.comp"), Some("compute"));
        assert_eq!(suffix("dir.d/a.comp.glsl"), Some("compute"));
        assert_eq!(suffix("a.b.frag"), Some("fragment"));
        assert_eq!(suffix("a.glsl"), None);
        assert_eq!(suffix("comp"), None);
        assert_eq!(from_pragma("shader_stage(compute)"), Some("compute"));
        assert_eq!(from_pragma("shader_stage ( compute )"), Some("compute"));
        assert_eq!(from_pragma("shader_stages(compute)"), None);
        assert_eq!(from_pragma("once"), None);
    }
}
