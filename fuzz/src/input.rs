//! A shader with the options it is compiled with, in bytes that mutate well.
//!
//! Three bytes precede the text: the stage, the version of Vulkan, and a bit for each option.

use glslsub::internals::driver::Options;
use glslsub::internals::hir::MemoryModel;
use glslsub::internals::lints::Selection;
use glslsub::internals::passes::Level;
use glslsub::internals::spirv::DebugInfo;
use glslsub::internals::stage::Stage;
use glslsub::internals::target::{Target, TargetEnvironment};

/// The bytes before the text.
pub const HEADER: usize = 3;

/// A shader and how to compile it.
pub struct Input {
    /// The text.
    pub text: String,
    /// The options.
    pub options: Options,
}

impl Input {
    /// Reads any bytes.
    pub fn new(data: &[u8]) -> Self {
        let (header, text) = data.split_at(data.len().min(HEADER));
        let [stage, version, bits] = std::array::from_fn(|index| header.get(index).copied().unwrap_or(0));
        let is_set = |bit: u8| bits & (1 << bit) != 0;
        let stages: Vec<Stage> = Stage::all().iter().map(|it| it.stage).collect();
        let versions = TargetEnvironment::ALL;
        let options = Options {
            stage: Some(stages[usize::from(stage) % stages.len()]),
            target: Target::from(versions[usize::from(version) % versions.len()]),
            optimization: if is_set(0) { Level::Optimized } else { Level::Language },
            debug: if is_set(1) { DebugInfo::Full } else { DebugInfo::None },
            lints: if is_set(2) { Selection::all() } else { Selection::default() },
            auto_bind: is_set(3),
            auto_locations: is_set(3),
            relaxed_vulkan: is_set(4),
            memory_model: is_set(5).then_some(MemoryModel::Vulkan),
            invert_y: is_set(6),
            preserve_bindings: is_set(6),
            nan_clamp: is_set(7),
            warn_all: is_set(7),
            ..Options::default()
        };
        Self { text: String::from_utf8_lossy(text).into_owned(), options }
    }
}
