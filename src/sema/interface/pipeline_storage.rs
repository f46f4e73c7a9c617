//! Storage for what shaders of a pipeline pass to each other outside inputs and outputs: ray payloads, hit attributes,
//! callable data (GL_EXT_ray_tracing, 4.3) and task payloads (GL_EXT_mesh_shader, 4.3).
//!
//! Comes in: a storage qualifier, or the location in a call. Goes out: its row, or the variable at the location. Must
//! not depend on: any single qualifier; each is a row.

use crate::builtins::{Located, Stages};
use crate::diagnostics::with_article;
use crate::hir::{GlobalVariable, MemoryQualifiers, PlaceRoot, Span, Steps, StorageClass};
use crate::sema::Analyzer;
use crate::sema::expressions::operand::{Operand, Path};
use crate::sema::interface::messages;
use crate::stage::Stage;

/// A storage qualifier of this kind.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::sema) struct PipelineStorage {
    /// The word.
    pub(in crate::sema) word: &'static str,
    /// The extensions that each provide it, its own first.
    pub(super) extensions: &'static [&'static str],
    /// Its storage class.
    pub(super) class: StorageClass,
    /// The stages that have it.
    pub(super) stages: Stages,
    /// Those of them that may only read it.
    pub(super) reading: Stages,
    /// Whether a shader may have several such variables.
    pub(super) several: bool,
    /// Whether a block may be of this kind.
    pub(super) blocks: bool,
    /// Whether it holds attachments, and nothing else: each takes as many locations as it has elements.
    pub(super) attachments: bool,
    /// The section of the extension that says so.
    pub(super) section: &'static str,
}

// The qualifiers of both are the same under two names (GL_NV_ray_tracing_motion_blur, Interactions).
const RAY: &[&str] = &["GL_EXT_ray_tracing", "GL_NV_ray_tracing"];
const RAY_NV: &[&str] = &["GL_NV_ray_tracing"];
const REORDER: &[&str] = &["GL_EXT_shader_invocation_reorder"];
const REORDER_NV: &[&str] = &["GL_NV_shader_invocation_reorder"];
const RAY_SECTION: &str = "GL_EXT_ray_tracing, 4.3";

const TRACING: Stages = Stages::only(Stage::RayGeneration).with(Stage::ClosestHit).with(Stage::Miss);
const TRACED: Stages = Stages::only(Stage::AnyHit).with(Stage::ClosestHit).with(Stage::Miss);
const HIT: Stages = Stages::only(Stage::AnyHit).with(Stage::ClosestHit);

const fn row(
    word: &'static str,
    extensions: &'static [&'static str],
    class: StorageClass,
    stages: Stages,
) -> PipelineStorage {
    PipelineStorage {
        word,
        extensions,
        class,
        stages,
        reading: Stages::NONE,
        several: true,
        blocks: true,
        attachments: false,
        section: RAY_SECTION,
    }
}

const fn hit_attribute(word: &'static str, extensions: &'static [&'static str]) -> PipelineStorage {
    let stages = HIT.with(Stage::Intersection);
    PipelineStorage { reading: HIT, several: false, ..row(word, extensions, StorageClass::HitAttribute, stages) }
}

const fn incoming(
    word: &'static str,
    extensions: &'static [&'static str],
    class: StorageClass,
    stages: Stages,
) -> PipelineStorage {
    PipelineStorage { several: false, ..row(word, extensions, class, stages) }
}

pub(super) static ROWS: &[PipelineStorage] = &[
    row("rayPayloadEXT", RAY, StorageClass::RayPayload, TRACING),
    // NVIDIA's extension has it in any-hit shaders too.
    row("rayPayloadNV", RAY_NV, StorageClass::RayPayload, TRACING.with(Stage::AnyHit)),
    incoming("rayPayloadInEXT", RAY, StorageClass::IncomingRayPayload, TRACED),
    incoming("rayPayloadInNV", RAY_NV, StorageClass::IncomingRayPayload, TRACED),
    hit_attribute("hitAttributeEXT", RAY),
    hit_attribute("hitAttributeNV", RAY_NV),
    row("callableDataEXT", RAY, StorageClass::CallableData, TRACING.with(Stage::Callable)),
    row("callableDataNV", RAY_NV, StorageClass::CallableData, TRACING.with(Stage::Callable)),
    incoming("callableDataInEXT", RAY, StorageClass::IncomingCallableData, Stages::only(Stage::Callable)),
    incoming("callableDataInNV", RAY_NV, StorageClass::IncomingCallableData, Stages::only(Stage::Callable)),
    PipelineStorage {
        section: "GL_NV_shader_invocation_reorder, 4.3",
        ..row("hitObjectAttributeNV", REORDER_NV, StorageClass::HitObjectAttributeNv, TRACING)
    },
    PipelineStorage {
        section: "GL_EXT_shader_invocation_reorder, 4.3",
        ..row("hitObjectAttributeEXT", REORDER, StorageClass::HitObjectAttributeExt, TRACING)
    },
    PipelineStorage {
        reading: Stages::only(Stage::Fragment),
        blocks: false,
        attachments: true,
        section: "GL_EXT_shader_tile_image, 4.3.x",
        ..row("tileImageEXT", &["GL_EXT_shader_tile_image"], StorageClass::TileImage, Stages::only(Stage::Fragment))
    },
    PipelineStorage {
        reading: Stages::only(Stage::Mesh),
        several: false,
        blocks: false,
        section: "GL_EXT_mesh_shader, 4.3.8",
        ..row(
            "taskPayloadSharedEXT",
            &["GL_EXT_mesh_shader"],
            StorageClass::TaskPayload,
            Stages::only(Stage::Task).with(Stage::Mesh),
        )
    },
];

/// The row of a word.
pub(in crate::sema) fn pipeline_storage(word: &str) -> Option<&'static PipelineStorage> {
    ROWS.iter().find(|row| row.word == word)
}

impl PipelineStorage {
    /// How messages name a variable of this kind.
    pub(super) fn what(&self) -> String {
        format!("{} variable", with_article(self.word))
    }
}

impl Analyzer<'_> {
    /// The qualifiers of variables that calls select by location, as messages name them.
    pub(in crate::sema) fn located_words(&self, kind: Located) -> String {
        let words: Vec<_> = ROWS
            .iter()
            .filter(|row| row.class.located() == Some(kind) && row.stages.contains(self.module.stage))
            .filter(|row| row.extensions.first().is_some_and(|extension| self.is_enabled(extension)))
            .map(|row| format!("`{}`", row.word))
            .collect();
        words.join(" or ")
    }

    /// Whether there is a variable that a call could select by this location.
    pub(in crate::sema) fn has_located(&self, kind: Located, location: u32) -> bool {
        let is_it = |it: &GlobalVariable| it.storage.located() == Some(kind) && it.interface.location == Some(location);
        self.module.globals.iter().any(|(_, it)| is_it(it))
    }

    /// The variable that a call selects by its location (GL_EXT_ray_tracing, 8.19).
    pub(in crate::sema) fn located(
        &mut self,
        kind: Located,
        operand: &Operand,
        span: Span,
        function: &str,
    ) -> Option<Path> {
        let words = self.located_words(kind);
        let number = match *operand {
            Operand::Constant(constant) => self.integer_value(constant),
            Operand::Error => return None,
            _ => None,
        };
        let Some(number) = number else {
            self.report(messages::location_not_constant(span, &function, &words));
            return None;
        };
        let is_it = |it: &GlobalVariable| {
            it.storage.located() == Some(kind) && it.interface.location.is_some_and(|at| i64::from(at) == number)
        };
        let found =
            self.module.globals.iter().find(|(_, it)| is_it(it)).map(|(handle, it)| (handle, it.ty, it.storage));
        let Some((handle, ty, storage)) = found else {
            self.report(messages::no_variable_at_location(span, &words, &number));
            return None;
        };
        Some(Path {
            root: PlaceRoot::Global(handle),
            steps: Steps::new(),
            ty,
            swizzle: None,
            access: MemoryQualifiers::NONE,
            storage,
            read_only: None,
            precise: false,
        })
    }
}
