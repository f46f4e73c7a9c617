//! Shader stages: one row of facts each, which all other parts query instead of naming stages.
//!
//! Comes in: nothing. Goes out: [`Stage`] and its [`StageFacts`]. Must not depend on: anything else of the crate; the
//! build script that reads `builtins/` shares this file.

use spirv::{Capability, ExecutionModel};

/// A shader stage.
///
/// ```
/// # use glslsub::Stage;
/// assert_eq!(Stage::from_file_name("blur.comp.glsl"), Some(Stage::Compute));
/// assert_eq!(Stage::from_word("frag"), Some(Stage::Fragment));
/// assert_eq!(Stage::TessellationControl.to_string(), "tessellation control");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Stage {
    /// Vertex shaders.
    Vertex,
    /// Tessellation control shaders.
    TessellationControl,
    /// Tessellation evaluation shaders.
    TessellationEvaluation,
    /// Geometry shaders.
    Geometry,
    /// Fragment shaders.
    Fragment,
    /// Compute shaders.
    Compute,
    /// Task shaders (GL_EXT_mesh_shader, GL_NV_mesh_shader).
    Task,
    /// Mesh shaders (GL_EXT_mesh_shader, GL_NV_mesh_shader).
    Mesh,
    /// Ray generation shaders (GL_EXT_ray_tracing, GL_NV_ray_tracing).
    RayGeneration,
    /// Intersection shaders.
    Intersection,
    /// Any-hit shaders.
    AnyHit,
    /// Closest-hit shaders.
    ClosestHit,
    /// Miss shaders.
    Miss,
    /// Callable shaders.
    Callable,
}

/// Facts about a stage that no shader changes.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct StageFacts {
    /// The stage.
    pub stage: Stage,
    /// The name in messages: `tessellation control`.
    pub name: &'static str,
    /// The word of `#pragma shader_stage(...)`, of `--stage` and of gate lines in `builtins/`: `tesscontrol`.
    pub word: &'static str,
    /// The file suffix, which `--stage` takes too: `tesc`.
    pub suffix: &'static str,
    /// Other words for it in versions of glslc.
    pub other_words: &'static [&'static str],
    /// The execution model of its entry point.
    pub execution_model: ExecutionModel,
    /// Whether its invocations form workgroups: `local_size_x`, `shared`, `barrier()` among all of them.
    pub has_workgroups: bool,
    /// Whether its invocations form quads by default, so that there are derivatives and implicit levels of detail.
    pub has_quads: bool,
    /// Whether it is one of the six ray tracing stages.
    pub is_ray_tracing: bool,
    /// The first desktop and ESSL versions that have it, with an extension or without.
    pub versions: (u16, u16),
    /// The first desktop and ESSL versions that have it without an extension.
    pub core: (u16, u16),
    /// The extensions that each add it to older versions.
    pub extensions: &'static [&'static str],
    /// Variants of the stage in extensions that exclude each other.
    pub variants: &'static [StageVariant],
    /// Whether a shader may declare inputs of its own.
    pub has_inputs: bool,
    /// Whether a shader may declare outputs of its own.
    pub has_outputs: bool,
    /// What an input variable without `patch` must be an array over, if anything (GLSL 4.60, 4.3.4).
    pub input_array: Option<InterfaceArray>,
    /// What an output variable without `patch` must be an array over, if anything (GLSL 4.60, 4.3.6).
    pub output_array: Option<InterfaceArray>,
}

/// An extension's variant of a stage.
#[derive(Debug)]
pub struct StageVariant {
    /// The extension.
    pub extension: &'static str,
    /// The execution model of the entry point.
    pub execution_model: ExecutionModel,
    /// The capability that it needs.
    pub capability: Capability,
    /// The SPIR-V extension with the capability.
    pub spirv_extension: &'static str,
    /// The minimum SPIR-V version, as in a gate.
    pub spirv: u16,
}

/// The two extensions for meshes; a shader enables one of them.
const MESH_EXTENSIONS: &[&str] = &["GL_EXT_mesh_shader", "GL_NV_mesh_shader"];

/// The variants of both extensions.
const fn mesh_variants(khronos: ExecutionModel, nvidia: ExecutionModel) -> [StageVariant; 2] {
    [
        StageVariant {
            extension: "GL_EXT_mesh_shader",
            execution_model: khronos,
            capability: Capability::MeshShadingEXT,
            spirv_extension: "SPV_EXT_mesh_shader",
            spirv: 0x0104,
        },
        StageVariant {
            extension: "GL_NV_mesh_shader",
            execution_model: nvidia,
            capability: Capability::MeshShadingNV,
            spirv_extension: "SPV_NV_mesh_shader",
            spirv: 0,
        },
    ]
}

static TASK_VARIANTS: [StageVariant; 2] = mesh_variants(ExecutionModel::TaskEXT, ExecutionModel::TaskNV);
static MESH_VARIANTS: [StageVariant; 2] = mesh_variants(ExecutionModel::MeshEXT, ExecutionModel::MeshNV);
/// Fragment shaders read per-primitive values of meshes.
static FRAGMENT_VARIANTS: [StageVariant; 2] = mesh_variants(ExecutionModel::Fragment, ExecutionModel::Fragment);

impl StageFacts {
    /// The name with its article: `an any-hit`.
    #[must_use]
    pub fn with_article(&self) -> String {
        let article = if self.name.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
        format!("{article} {}", self.name)
    }
}

/// What the outermost dimension of an input or output counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InterfaceArray {
    /// The vertices of a patch, or of the primitive that a geometry shader reads or a mesh shader writes. Outputs with
    /// `perprimitiveEXT` of a mesh shader count primitives instead.
    Vertices,
}

/// The facts of most stages.
const PLAIN: StageFacts = StageFacts {
    stage: Stage::Vertex,
    name: "",
    word: "",
    suffix: "",
    other_words: &[],
    execution_model: ExecutionModel::Vertex,
    has_workgroups: false,
    has_quads: false,
    is_ray_tracing: false,
    versions: (140, 310),
    core: (0, 0),
    extensions: &[],
    variants: &[],
    has_inputs: false,
    has_outputs: false,
    input_array: None,
    output_array: None,
};

/// The stages of the graphics pipeline pass data from one to the next.
const GRAPHICS: StageFacts = StageFacts { has_inputs: true, has_outputs: true, ..PLAIN };

/// Ray tracing stages have no other facts in common.
const RAY_TRACING: StageFacts = StageFacts { is_ray_tracing: true, versions: (460, 320), ..PLAIN };

const TESSELLATION: &[&str] =
    &["GL_ARB_tessellation_shader", "GL_EXT_tessellation_shader", "GL_OES_tessellation_shader"];

const VERTICES: Option<InterfaceArray> = Some(InterfaceArray::Vertices);

/// Every stage that GLSL for Vulkan has, in the order of [`Stage`].
static FACTS: [StageFacts; 14] = [
    StageFacts {
        stage: Stage::Vertex,
        name: "vertex",
        word: "vertex",
        suffix: "vert",
        execution_model: ExecutionModel::Vertex,
        ..GRAPHICS
    },
    StageFacts {
        stage: Stage::TessellationControl,
        name: "tessellation control",
        word: "tesscontrol",
        suffix: "tesc",
        execution_model: ExecutionModel::TessellationControl,
        versions: (150, 310),
        core: (400, 320),
        extensions: TESSELLATION,
        input_array: VERTICES,
        output_array: VERTICES,
        ..GRAPHICS
    },
    StageFacts {
        stage: Stage::TessellationEvaluation,
        name: "tessellation evaluation",
        word: "tesseval",
        suffix: "tese",
        execution_model: ExecutionModel::TessellationEvaluation,
        versions: (150, 310),
        core: (400, 320),
        extensions: TESSELLATION,
        input_array: VERTICES,
        ..GRAPHICS
    },
    StageFacts {
        stage: Stage::Geometry,
        name: "geometry",
        word: "geometry",
        suffix: "geom",
        execution_model: ExecutionModel::Geometry,
        versions: (150, 310),
        core: (150, 320),
        extensions: &["GL_EXT_geometry_shader", "GL_OES_geometry_shader"],
        input_array: VERTICES,
        ..GRAPHICS
    },
    StageFacts {
        stage: Stage::Fragment,
        name: "fragment",
        word: "fragment",
        suffix: "frag",
        execution_model: ExecutionModel::Fragment,
        has_quads: true,
        variants: &FRAGMENT_VARIANTS,
        ..GRAPHICS
    },
    StageFacts {
        stage: Stage::Compute,
        name: "compute",
        word: "compute",
        suffix: "comp",
        execution_model: ExecutionModel::GLCompute,
        versions: (420, 310),
        has_workgroups: true,
        ..PLAIN
    },
    StageFacts {
        stage: Stage::Task,
        name: "task",
        word: "task",
        suffix: "task",
        execution_model: ExecutionModel::TaskEXT,
        versions: (450, 320),
        core: (u16::MAX, u16::MAX),
        extensions: MESH_EXTENSIONS,
        variants: &TASK_VARIANTS,
        has_workgroups: true,
        // In memory that mesh shaders read (GL_NV_mesh_shader).
        has_outputs: true,
        ..PLAIN
    },
    StageFacts {
        stage: Stage::Mesh,
        name: "mesh",
        word: "mesh",
        suffix: "mesh",
        execution_model: ExecutionModel::MeshEXT,
        versions: (450, 320),
        core: (u16::MAX, u16::MAX),
        extensions: MESH_EXTENSIONS,
        variants: &MESH_VARIANTS,
        has_workgroups: true,
        // From the task shader (GL_NV_mesh_shader).
        has_inputs: true,
        has_outputs: true,
        output_array: VERTICES,
        ..PLAIN
    },
    StageFacts {
        stage: Stage::RayGeneration,
        name: "ray generation",
        word: "raygen",
        suffix: "rgen",
        execution_model: ExecutionModel::RayGenerationKHR,
        ..RAY_TRACING
    },
    StageFacts {
        stage: Stage::Intersection,
        name: "intersection",
        word: "intersect",
        suffix: "rint",
        execution_model: ExecutionModel::IntersectionKHR,
        ..RAY_TRACING
    },
    StageFacts {
        stage: Stage::AnyHit,
        name: "any-hit",
        word: "anyhit",
        suffix: "rahit",
        execution_model: ExecutionModel::AnyHitKHR,
        ..RAY_TRACING
    },
    StageFacts {
        stage: Stage::ClosestHit,
        name: "closest-hit",
        word: "closesthit",
        suffix: "rchit",
        other_words: &["closest"],
        execution_model: ExecutionModel::ClosestHitKHR,
        ..RAY_TRACING
    },
    StageFacts {
        stage: Stage::Miss,
        name: "miss",
        word: "miss",
        suffix: "rmiss",
        execution_model: ExecutionModel::MissKHR,
        ..RAY_TRACING
    },
    StageFacts {
        stage: Stage::Callable,
        name: "callable",
        word: "callable",
        suffix: "rcall",
        execution_model: ExecutionModel::CallableKHR,
        ..RAY_TRACING
    },
];

impl Stage {
    /// The facts of this stage.
    #[doc(hidden)]
    #[must_use]
    pub fn facts(self) -> &'static StageFacts {
        // The table has a row for each stage; a test compares their order.
        FACTS.get(self as usize).unwrap_or(&PLAIN)
    }

    /// The facts of every stage.
    #[doc(hidden)]
    #[must_use]
    pub fn all() -> &'static [StageFacts] {
        &FACTS
    }

    /// The name in messages: `tessellation control`.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.facts().name
    }

    /// The word of `#pragma shader_stage(...)`: `tesscontrol`.
    #[must_use]
    pub fn word(self) -> &'static str {
        self.facts().word
    }

    /// The file suffix: `tesc`.
    #[must_use]
    pub fn suffix(self) -> &'static str {
        self.facts().suffix
    }

    /// The stage for a word or a suffix, by any name that glslc or glslang has for it.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Stage> {
        let is_its =
            |row: &&StageFacts| [row.word, row.suffix, row.name].contains(&word) || row.other_words.contains(&word);
        Self::all().iter().find(is_its).map(|row| row.stage)
    }

    /// The stage shown by a file name: `a.comp`, `a.comp.glsl`.
    #[must_use]
    pub fn from_file_name(name: &str) -> Option<Stage> {
        let name = name.strip_suffix(".glsl").unwrap_or(name);
        let (_, suffix) = name.rsplit_once('.')?;
        Self::all().iter().find(|row| row.suffix == suffix).map(|row| row.stage)
    }
}

impl std::fmt::Display for Stage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_stage_has_its_row() {
        for (index, row) in Stage::all().iter().enumerate() {
            assert_eq!(row.stage as usize, index, "{}", row.name);
            assert_eq!(row.stage.facts().name, row.name);
            assert_eq!(Stage::from_word(row.word), Some(row.stage));
            assert_eq!(Stage::from_word(row.suffix), Some(row.stage));
        }
    }

    /// The words accepted by `-fshader-stage` and `#pragma shader_stage` in the versions of glslc, and by `-S` in
    /// glslang.
    #[test]
    fn stages_by_the_words_of_others() {
        for (stage, words) in [
            (Stage::Vertex, &["vertex", "vert"][..]),
            (Stage::TessellationControl, &["tesscontrol", "tesc"]),
            (Stage::TessellationEvaluation, &["tesseval", "tese"]),
            (Stage::Geometry, &["geometry", "geom"]),
            (Stage::Fragment, &["fragment", "frag"]),
            (Stage::Compute, &["compute", "comp"]),
            (Stage::Task, &["task"]),
            (Stage::Mesh, &["mesh"]),
            (Stage::RayGeneration, &["raygen", "rgen"]),
            (Stage::Intersection, &["intersection", "intersect", "rint"]),
            (Stage::AnyHit, &["anyhit", "rahit"]),
            (Stage::ClosestHit, &["closesthit", "closest", "rchit"]),
            (Stage::Miss, &["miss", "rmiss"]),
            (Stage::Callable, &["callable", "rcall"]),
        ] {
            for word in words {
                assert_eq!(Stage::from_word(word), Some(stage), "{word}");
            }
        }
        assert_eq!(Stage::from_word(""), None);
        assert_eq!(Stage::from_word("pixel"), None);
    }

    #[test]
    fn stages_by_file_name() {
        assert_eq!(Stage::from_file_name("a.comp"), Some(Stage::Compute));
        assert_eq!(Stage::from_file_name("dir.d/a.comp.glsl"), Some(Stage::Compute));
        assert_eq!(Stage::from_file_name("a.b.frag"), Some(Stage::Fragment));
        assert_eq!(Stage::from_file_name("a.glsl"), None);
        assert_eq!(Stage::from_file_name("comp"), None);
    }
}
