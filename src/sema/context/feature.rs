//! Parts of the language that only some versions have and that are not built-ins.
//!
//! Comes in: a use of one. Goes out: a report if neither the version nor the extensions have it. Must not depend on:
//! what it means.

use crate::builtins;
use crate::sema::Analyzer;
use crate::sema::context::message;
use crate::source::Span;

/// A part of the language.
#[derive(Debug)]
pub(in crate::sema) struct Feature {
    /// What messages call it.
    name: &'static str,
    /// The first desktop version; `None` for never.
    desktop: Option<u16>,
    /// The first ESSL version.
    es: Option<u16>,
    /// Extensions that bring it to earlier versions.
    extensions: &'static [&'static str],
    /// Where it is specified.
    note: &'static str,
}

/// `{ 1.0, 2.0 }`
pub(in crate::sema) const INITIALIZER_LISTS: Feature =
    feature("an initializer list", Some(420), None, &["GL_ARB_shading_language_420pack"], "GLSL 4.60, 4.1.11");

/// `float a[2][3]`
pub(in crate::sema) const ARRAYS_OF_ARRAYS: Feature =
    feature("an array of arrays", Some(430), Some(310), &[], "GLSL 4.60, 4.1.9");

/// `uniform Block { ... } blocks[2][2];`
pub(in crate::sema) const ARRAYS_OF_ARRAYS_OF_BLOCKS: Feature =
    feature("an array of arrays of blocks", Some(430), None, &[], "GLSL 4.60 and GLSL ES 3.20, 4.3.9");

/// `depth.xxx`
pub(in crate::sema) const SCALAR_SWIZZLES: Feature =
    feature("a component of a scalar", Some(420), None, &["GL_ARB_shading_language_420pack"], "GLSL 4.60, 5.5");

/// `color.length()`
pub(in crate::sema) const VECTOR_LENGTHS: Feature = feature(
    "the length of a vector or matrix",
    Some(420),
    None,
    &["GL_ARB_shading_language_420pack"],
    "GLSL 4.60, 5.5 and 5.6",
);

/// `layout(location = 0) in dvec2 at;` in a vertex shader
pub(in crate::sema) const DOUBLE_ATTRIBUTES: Feature =
    feature("a 64-bit input of a vertex shader", Some(410), None, &["GL_ARB_vertex_attrib_64bit"], "GLSL 4.60, 4.3.4");

/// `textureGatherOffset(colors, at, ivec2(x, y))`
pub(in crate::sema) const COMPUTED_GATHER_OFFSETS: Feature = feature(
    "an offset that is not constant",
    Some(400),
    Some(320),
    &["GL_ARB_gpu_shader5", "GL_EXT_gpu_shader5", "GL_OES_gpu_shader5"],
    "GLSL ES 3.10, 8.9",
);

const fn feature(
    name: &'static str,
    desktop: Option<u16>,
    es: Option<u16>,
    extensions: &'static [&'static str],
    note: &'static str,
) -> Feature {
    Feature { name, desktop, es, extensions, note }
}

/// `interpolateAtCentroid(color.rg)`
pub(in crate::sema) const INTERPOLANT_COMPONENTS: Feature =
    feature("a component as an interpolant", Some(440), None, &[], "GLSL 4.60, 8.13.2");

/// `layout(binding = 2 * N)`
pub(in crate::sema) const LAYOUT_EXPRESSIONS: Feature =
    feature("an expression in a layout", Some(440), None, ENHANCED_LAYOUTS, "GLSL 4.60, 4.4");

/// Blocks of inputs and outputs.
pub(in crate::sema) const IO_BLOCKS: Feature = feature(
    "a block of inputs or outputs",
    Some(150),
    Some(320),
    &[
        "GL_EXT_shader_io_blocks",
        "GL_OES_shader_io_blocks",
        "GL_ANDROID_extension_pack_es31a",
        // These build on blocks.
        "GL_EXT_geometry_shader",
        "GL_OES_geometry_shader",
        "GL_EXT_tessellation_shader",
        "GL_OES_tessellation_shader",
    ],
    "GLSL ES 3.20, 4.3.9",
);

const ENHANCED_LAYOUTS: &[&str] = &["GL_ARB_enhanced_layouts"];
const CONSERVATIVE_DEPTH: &[&str] = &["GL_ARB_conservative_depth", "GL_EXT_conservative_depth"];

/// Identifiers of `layout(...)` that are younger than the language, in lower case. Those of Vulkan itself, and bindings
/// and locations, which no Vulkan shader can do without, are in all versions.
static LAYOUTS: &[(&[&str], Feature)] = &[
    (&["component"], feature("`component`", Some(440), None, ENHANCED_LAYOUTS, "GLSL 4.60, 4.4.1")),
    (
        &["xfb_buffer", "xfb_offset", "xfb_stride"],
        feature("transform feedback", Some(440), None, ENHANCED_LAYOUTS, "GLSL 4.60, 4.4.2.1"),
    ),
    (&["stream"], feature("`stream`", Some(140), None, &[], "GLSL 4.60, 4.4.2.2")),
    (&["invocations"], feature("`invocations`", Some(400), Some(310), &["GL_ARB_gpu_shader5"], "GLSL 4.60, 4.4.1.2")),
    (
        &["early_fragment_tests"],
        feature(
            "`early_fragment_tests`",
            Some(420),
            Some(310),
            &["GL_ARB_shader_image_load_store"],
            "GLSL 4.60, 4.4.1.3",
        ),
    ),
    (
        &["depth_any", "depth_greater", "depth_less", "depth_unchanged"],
        feature("a layout of `gl_FragDepth`", Some(420), None, CONSERVATIVE_DEPTH, "GLSL 4.60, 4.4.2.3"),
    ),
    (&["origin_upper_left"], feature("`origin_upper_left`", Some(140), None, &[], "GLSL 4.60, 4.4.1.3")),
];

/// Qualifiers that are younger than the language.
static WORDS: &[(&str, Feature)] = &[
    (
        "noperspective",
        feature("`noperspective`", Some(140), None, &["GL_NV_shader_noperspective_interpolation"], "GLSL 4.60, 4.5"),
    ),
    (
        "sample",
        feature(
            "`sample`",
            Some(400),
            Some(320),
            &["GL_ARB_gpu_shader5", "GL_OES_shader_multisample_interpolation", "GL_ANDROID_extension_pack_es31a"],
            "GLSL 4.60, 4.5",
        ),
    ),
    (
        "precise",
        feature(
            "`precise`",
            Some(400),
            Some(320),
            &["GL_ARB_gpu_shader5", "GL_EXT_gpu_shader5", "GL_OES_gpu_shader5", "GL_ANDROID_extension_pack_es31a"],
            "GLSL 4.60, 4.9",
        ),
    ),
    ("buffer", feature("`buffer`", Some(430), Some(310), &["GL_ARB_shader_storage_buffer_object"], "GLSL 4.60, 4.3.7")),
];

/// What a layout identifier, in lower case, is part of, if not of all versions.
pub(in crate::sema) fn of_layout(word: &str) -> Option<&'static Feature> {
    LAYOUTS.iter().find(|(words, _)| words.contains(&word)).map(|(_, feature)| feature)
}

impl Analyzer<'_> {
    /// Reports a qualifier that the version does not have.
    pub(in crate::sema) fn check_word_version(&mut self, word: &str, span: Span) {
        if let Some((_, feature)) = WORDS.iter().find(|(it, _)| *it == word) {
            self.require_feature(feature, span);
        }
    }

    /// Whether the shader may use `feature`; reports it if not.
    pub(in crate::sema) fn require_feature(&mut self, feature: &Feature, span: Span) -> bool {
        let is_in_version = self.version.at_least(feature.desktop, feature.es);
        if is_in_version || feature.extensions.iter().any(|it| self.is_enabled(it)) {
            return true;
        }
        let needed = match (self.version.is_es(), feature.desktop, feature.es) {
            (true, _, Some(es)) => format!("`#version {es} es`"),
            (true, _, None) => "desktop GLSL".to_owned(),
            (false, Some(desktop), _) => format!("`#version {desktop}`"),
            (false, None, _) => "the OpenGL ES shading language".to_owned(),
        };
        let mut diagnostic = message::needs_version(span, &feature.name, &needed, feature.note);
        let there = |name: &&&str| {
            builtins::extension(name).is_some_and(|id| self.version.at_least(id.get().desktop, id.get().es))
        };
        if let Some(extension) = feature.extensions.iter().find(there) {
            diagnostic = diagnostic.with_help(format!("or add `#extension {extension} : require` after `#version`"));
        }
        self.report(diagnostic);
        false
    }
}
