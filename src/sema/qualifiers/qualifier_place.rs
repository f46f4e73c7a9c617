//! Which qualifiers are allowed where, in which stage: one table (GLSL 4.60, 4.3 to 4.10).
//!
//! Comes in: the words and layout identifiers of a declaration, and what it declares. Goes out: a report for each that does
//! not belong there. Must not depend on: what the words mean. What depends on the type as well as the place is decided
//! elsewhere: memory qualifiers by the table of `memory_qualifier`, precisions by `precision`, the words of
//! GL_EXT_spirv_intrinsics by `extensions/spirv_intrinsics`.

use crate::builtins::Stages;
use crate::sema::Analyzer;
use crate::sema::context::message;
use crate::sema::context::report::memory_word;
use crate::sema::qualifiers::image_format;
use crate::sema::qualifiers::qualifier::Qualifiers;
use crate::stage::Stage;
use std::sync::Arc;

/// What is declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::sema) enum Place {
    Local,
    /// `const`
    Constant,
    Private,
    SpecializationConstant,
    Resource,
    /// `uniform vec4 color;` with `--relaxed-vulkan`
    DefaultUniform,
    SharedVariable,
    NumberedVariable,
    Input,
    Output,
    UniformBlock,
    PushConstantBlock,
    BufferBlock,
    ReferenceBlock,
    SharedBlock,
    /// `layout(shaderRecordEXT) buffer`
    ShaderRecord,
    /// `layout(buffer_type) buffer`
    BufferType,
    /// `resourceheap`
    HeapBlock,
    HeapMember,
    InputBlock,
    OutputBlock,
    UniformMember,
    BufferMember,
    SharedMember,
    InputMember,
    OutputMember,
    /// `rayPayloadEXT` and the like.
    PipelineVariable,
    PipelineMember,
    StructMember,
    Struct,
    Parameter,
    OutParameter,
    ImageParameter,
    Result,
    UniformDefaults,
    BufferDefaults,
    SharedDefaults,
    InputDefaults,
    OutputDefaults,
    /// `invariant x;`
    Declared,
    /// `layout(primitive_culling);`
    Alone,
}

impl Place {
    const fn bit(self) -> u64 {
        1 << self as u32
    }

    /// How messages name it.
    pub(in crate::sema) const fn what(self) -> &'static str {
        match self {
            Place::Local => "a variable of a function",
            Place::Constant => "a `const` variable",
            Place::Private => "a variable that is not a resource",
            Place::SpecializationConstant => "a specialization constant",
            Place::Resource => "a resource",
            Place::DefaultUniform => "a uniform outside a block",
            Place::SharedVariable => "a `shared` variable",
            Place::NumberedVariable => "a variable in numbered memory",
            Place::Input => "an input",
            Place::Output => "an output",
            Place::UniformBlock => "a uniform block",
            Place::PushConstantBlock => "a push-constant block",
            Place::BufferBlock => "a buffer block",
            Place::ReferenceBlock => "a buffer reference block",
            Place::SharedBlock => "a `shared` block",
            Place::ShaderRecord => "a shader record",
            Place::BufferType => "a type of buffers",
            Place::HeapBlock => "a heap block",
            Place::HeapMember => "a member of a heap block",
            Place::PipelineVariable => "a variable of this kind",
            Place::PipelineMember => "a member of a block of this kind",
            Place::InputBlock => "a block of inputs",
            Place::OutputBlock => "a block of outputs",
            Place::UniformMember | Place::BufferMember | Place::SharedMember => "a member of a block",
            Place::InputMember => "a member of a block of inputs",
            Place::OutputMember => "a member of a block of outputs",
            Place::StructMember => "a member of a structure",
            Place::Struct => "the declaration of a structure",
            Place::Parameter | Place::OutParameter => "a parameter",
            Place::ImageParameter => "an image parameter",
            Place::Result => "the result of a function",
            Place::UniformDefaults | Place::BufferDefaults | Place::SharedDefaults => "all later blocks",
            Place::InputDefaults => "all inputs",
            Place::OutputDefaults => "all outputs",
            Place::Declared => "a variable declared before",
            Place::Alone => "a declaration of `primitive_culling`, which stands alone",
        }
    }
}

/// Words that are allowed in some places and stages.
struct Row {
    /// A bit for each place: all rows are searched for each word.
    places: u64,
    stages: Stages,
    words: &'static [&'static str],
}

const fn all(places: &[Place], words: &'static [&'static str]) -> Row {
    only(places, Stages::ALL, words)
}

const fn only(mut places: &[Place], stages: Stages, words: &'static [&'static str]) -> Row {
    let mut bits = 0;
    while let Some((place, others)) = places.split_first() {
        bits |= place.bit();
        places = others;
    }
    Row { places: bits, stages, words }
}

/// The identifiers of image formats count as this word.
const FORMAT: &str = "an image format";

const FRAGMENT: Stages = Stages::only(Stage::Fragment);
const MESH: Stages = Stages::only(Stage::Mesh);
const GEOMETRY: Stages = Stages::only(Stage::Geometry);
const CONTROL: Stages = Stages::only(Stage::TessellationControl);
const EVALUATION: Stages = Stages::only(Stage::TessellationEvaluation);
/// The stages whose outputs transform feedback may capture.
const CAPTURED: Stages = Stages::only(Stage::Vertex)
    .with(Stage::TessellationControl)
    .with(Stage::TessellationEvaluation)
    .with(Stage::Geometry);
/// The stages that select a layer.
const LAYERED: Stages = Stages::only(Stage::Vertex).with(Stage::TessellationEvaluation).with(Stage::Geometry);
const NOT_VERTEX: Stages = Stages::ALL.without(Stage::Vertex);
const NOT_FRAGMENT: Stages = Stages::ALL.without(Stage::Fragment);

/// The stages that have hit objects.
const HIT_OBJECTS: Stages = Stages::only(Stage::RayGeneration).with(Stage::ClosestHit).with(Stage::Miss);

/// The table.
static ROWS: &[Row] = {
    use Place as P;
    &[
        // Constants and plain variables.
        all(
            &[P::Constant, P::Local, P::Private, P::SpecializationConstant, P::Parameter, P::ImageParameter],
            &["const"],
        ),
        all(&[P::SpecializationConstant], &["constant_id"]),
        all(&[P::Constant, P::Local, P::Private, P::Parameter, P::OutParameter, P::Result, P::Declared], &["precise"]),
        all(&[P::Input, P::Output, P::InputMember, P::OutputMember, P::SharedVariable], &["precise"]),
        all(&[P::BufferMember, P::UniformMember, P::SharedMember, P::StructMember], &["precise"]),
        all(&[P::UniformBlock, P::BufferBlock, P::ReferenceBlock, P::SharedBlock], &["precise"]),
        all(&[P::InputBlock, P::OutputBlock], &["precise"]),
        // Marks of values. Inputs may be marked too, since they differ between invocations.
        all(
            &[P::Local, P::Private, P::Parameter, P::OutParameter, P::ImageParameter, P::Result, P::NumberedVariable],
            &["nonuniformEXT", "subgroupuniformEXT"],
        ),
        all(&[P::Input], &["nonuniformEXT"]),
        // Resources.
        all(&[P::Resource, P::NumberedVariable], &["set", "binding", "location"]),
        all(&[P::DefaultUniform], &["set", "binding", "location", "offset", "align", "row_major", "column_major"]),
        all(&[P::Resource], &[FORMAT, "descriptor_heap", "descriptor_stride"]),
        only(&[P::Resource], FRAGMENT, &["input_attachment_index"]),
        all(&[P::ImageParameter], &[FORMAT]),
        // Blocks with a layout in memory. `shared` and `packed` are for OpenGL (GL_EXT_vulkan_glsl_relaxed).
        all(&[P::UniformBlock, P::BufferBlock, P::UniformDefaults, P::BufferDefaults], &["shared", "packed"]),
        all(
            &[P::UniformBlock, P::BufferBlock, P::ReferenceBlock, P::PushConstantBlock, P::SharedBlock],
            &["std140", "std430", "scalar", "row_major", "column_major", "align"],
        ),
        all(
            &[P::UniformBlock, P::BufferBlock, P::ReferenceBlock, P::PushConstantBlock, P::SharedBlock],
            &["set", "binding"],
        ),
        all(&[P::UniformBlock, P::BufferBlock, P::ReferenceBlock], &["descriptor_heap", "descriptor_stride"]),
        all(&[P::BufferType], &["buffer_type", "std140", "std430", "scalar", "row_major", "column_major", "align"]),
        all(&[P::HeapBlock], &["heap_offset", "row_major", "column_major"]),
        all(&[P::HeapMember], &["offset", "descriptor_size", "row_major", "column_major", FORMAT]),
        all(&[P::PushConstantBlock], &["push_constant", "bank", "member_offset"]),
        // The same declaration may name a reference and a block (GL_EXT_buffer_reference, 4.3.9).
        all(&[P::ReferenceBlock, P::BufferBlock], &["buffer_reference", "buffer_reference_align"]),
        all(&[P::UniformMember, P::BufferMember, P::SharedMember], &["offset", "align", "row_major", "column_major"]),
        all(
            &[P::UniformDefaults, P::BufferDefaults, P::SharedDefaults],
            &["std140", "std430", "scalar", "row_major", "column_major"],
        ),
        all(&[P::UniformDefaults, P::BufferDefaults], &["descriptor_heap"]),
        all(&[P::BufferDefaults], &["buffer_reference", "buffer_reference_align"]),
        only(&[P::ReferenceBlock], HIT_OBJECTS, &["hitobjectshaderrecordnv", "hitobjectshaderrecordext"]),
        all(&[P::Alone], &["primitive_culling"]),
        // Ray tracing.
        only(&[P::PipelineVariable], Stages::ALL.without(Stage::Task).without(Stage::Mesh), &["location"]),
        all(
            &[P::ShaderRecord],
            &["shaderrecordext", "shaderrecordnv", "std140", "std430", "scalar", "row_major", "column_major", "align"],
        ),
        // Inputs and outputs.
        all(&[P::Input, P::Output, P::InputBlock, P::OutputBlock, P::InputMember, P::OutputMember], &["location"]),
        all(&[P::Input, P::Output, P::InputMember, P::OutputMember], &["component"]),
        only(&[P::Output], FRAGMENT, &["index"]),
        only(&[P::Input, P::InputMember], NOT_VERTEX, &["smooth", "flat", "noperspective", "centroid", "sample"]),
        only(&[P::Output, P::OutputMember], NOT_FRAGMENT, &["smooth", "flat", "noperspective", "centroid", "sample"]),
        only(&[P::Input, P::InputMember], FRAGMENT, &["__explicitInterpAMD"]),
        only(
            &[P::Input, P::InputBlock, P::InputMember],
            FRAGMENT,
            &["pervertexEXT", "pervertexNV", "perprimitiveEXT", "perprimitiveNV"],
        ),
        only(&[P::Output, P::OutputBlock, P::OutputMember], MESH, &["perprimitiveEXT", "perprimitiveNV", "perviewNV"]),
        only(&[P::Input, P::InputBlock, P::InputMember], MESH, &["taskNV"]),
        only(&[P::Output, P::OutputBlock, P::OutputMember], Stages::only(Stage::Task), &["taskNV"]),
        only(&[P::Output, P::OutputBlock], CONTROL, &["patch"]),
        only(&[P::Input, P::InputBlock], EVALUATION, &["patch"]),
        // Other outputs of fragment shaders than `gl_FragDepth` may be invariant too (GLSL 4.60, 4.8.1).
        all(&[P::Output, P::OutputMember, P::Declared], &["invariant"]),
        only(&[P::Output, P::OutputBlock, P::OutputMember], CAPTURED, &["xfb_buffer", "xfb_offset", "xfb_stride"]),
        only(&[P::OutputDefaults], CAPTURED, &["xfb_buffer", "xfb_stride"]),
        only(&[P::Output, P::OutputBlock, P::OutputMember, P::OutputDefaults], GEOMETRY, &["stream"]),
        only(&[P::Output], LAYERED, &["viewport_relative", "secondary_view_offset"]),
        only(&[P::InputDefaults], Stages::only(Stage::Vertex), &["num_views"]),
        only(&[P::OutputDefaults], FRAGMENT, BLEND_EQUATIONS),
        all(&[P::Resource], &["tile_attachmentqcom"]),
        only(&[P::InputDefaults], FRAGMENT, &["non_coherent_attachment_readqcom"]),
        only(
            &[P::InputDefaults],
            Stages::only(Stage::Compute),
            &["shading_rate_xqcom", "shading_rate_yqcom", "shading_rate_zqcom"],
        ),
        only(&[P::Output], FRAGMENT, &["override_coverage"]),
        only(&[P::Input, P::InputBlock, P::InputMember], GEOMETRY, &["passthrough"]),
        only(
            &[P::InputDefaults],
            Stages::only(Stage::Compute).with(Stage::Task).with(Stage::Mesh),
            &["local_size_x", "local_size_y", "local_size_z", "local_size_x_id", "local_size_y_id", "local_size_z_id"],
        ),
    ]
};

/// Layouts for blending with advanced equations (GLSL ES 3.20, 4.4.2).
pub(super) const BLEND_EQUATIONS: &[&str] = &[
    "blend_support_multiply",
    "blend_support_screen",
    "blend_support_overlay",
    "blend_support_darken",
    "blend_support_lighten",
    "blend_support_colordodge",
    "blend_support_colorburn",
    "blend_support_hardlight",
    "blend_support_softlight",
    "blend_support_difference",
    "blend_support_exclusion",
    "blend_support_hsl_hue",
    "blend_support_hsl_saturation",
    "blend_support_hsl_color",
    "blend_support_hsl_luminosity",
    "blend_support_all_equations",
];

impl Analyzer<'_> {
    /// Reports what does not belong on `place`: the first such word and the first such layout identifier.
    pub(in crate::sema) fn check_place(&mut self, qualifiers: &Qualifiers, place: Place) {
        if qualifiers.words.is_empty() && qualifiers.layout.words.is_empty() {
            return;
        }
        let wrong = qualifiers.words.iter().find(|(word, _)| !self.may_stand(word, place));
        if let Some(&(word, span)) = wrong {
            self.misplaced(word, span, place);
        }
        if qualifiers.layout.wrong {
            return;
        }
        let is_mode = |word: &str| qualifiers.layout.modes.iter().any(|it| it.word == word);
        // Modes belong to their statement, which checks them itself.
        let takes_modes = matches!(
            place,
            Place::InputDefaults | Place::OutputDefaults | Place::Input | Place::Output | Place::Declared
        );
        let mut words = qualifiers.layout.words.iter();
        let wrong = words.find(|(word, _)| !(self.may_stand_in_layout(word, place) || takes_modes && is_mode(word)));
        if let Some((word, span)) = wrong {
            self.misplaced(word, *span, place);
        }
    }

    fn may_stand(&self, word: &str, place: Place) -> bool {
        let allows = |row: &Row| row.places & place.bit() != 0 && row.words.contains(&word);
        ROWS.iter().any(|row| row.stages.contains(self.module.stage) && allows(row))
    }

    /// The same for an identifier of `layout(...)`. Nearly all shaders have the same few in the same places.
    fn may_stand_in_layout(&mut self, word: &Arc<str>, place: Place) -> bool {
        let key = (Arc::clone(word), self.module.stage, place);
        if let Some(&may_stand) = self.known.places.get(&key) {
            return may_stand;
        }
        let class = if image_format::by_name(word).is_some() { FORMAT } else { word };
        let may_stand = self.may_stand(class, place);
        self.known.places.insert(key, may_stand);
        may_stand
    }

    fn misplaced(&mut self, word: &str, span: crate::hir::Span, place: Place) {
        let elsewhere = ROWS.iter().any(|row| row.places & place.bit() != 0 && row.words.contains(&word));
        let stage =
            if elsewhere { format!(" of {} shader", self.module.stage.facts().with_article()) } else { String::new() };
        let what = place.what();
        let mut diagnostic = message::misplaced_qualifier(span, word, &format!("{what}{stage}"));
        if let Some(note) = note(word) {
            diagnostic = diagnostic.with_note(note);
        }
        self.report(diagnostic);
    }

    /// Reports what does not belong in a declaration without a type: it sets layouts, and nothing else (GLSL 4.60, 4.4).
    /// Returns whether there is nothing to report about memory qualifiers and precisions.
    pub(in crate::sema) fn check_defaults(&mut self, qualifiers: &Qualifiers, place: Place) -> bool {
        self.check_place(qualifiers, place);
        let memory = qualifiers.memory_words.first().map(|&(memory, span)| (memory_word(memory), span));
        let precision = qualifiers.precision.map(|(precision, span)| (precision.word(), span));
        let wrong = memory.or(precision);
        if let Some((word, span)) = wrong {
            self.misplaced(word, span, place);
        }
        wrong.is_none()
    }

    /// Reports everything but precision qualifiers on things that can have no storage of their own.
    pub(in crate::sema) fn only_precision(&mut self, qualifiers: &Qualifiers, place: Place) {
        let what = place.what();
        self.check_place(qualifiers, place);
        self.check_memory(qualifiers, place, None);
        if let Some((storage, span)) = qualifiers.storage {
            let word = storage.word();
            self.report(message::misplaced_qualifier(span, word, what).with_note("GLSL 4.60, 4.1.8 and 4.10"));
        }
    }
}

/// The section of the specification that defines a word.
fn note(word: &str) -> Option<&'static str> {
    Some(match word {
        "smooth" | "flat" | "noperspective" | "__explicitInterpAMD" => {
            "GLSL 4.60, 4.5: it is for inputs and outputs between vertices and fragments"
        }
        "centroid" | "sample" => {
            "GLSL 4.60, 4.3.4 and 4.3.6: it is for inputs and outputs between vertices and fragments"
        }
        "patch" => {
            "GLSL 4.60, 4.3.4 and 4.3.6: it is for outputs of tessellation control and inputs of evaluation shaders"
        }
        "invariant" => "GLSL 4.60, 4.8.1: it is for outputs",
        "precise" => "GLSL 4.60, 4.9",
        "nonuniformEXT" => {
            "GL_EXT_nonuniform_qualifier: it is for variables without storage qualifier, parameters and results of functions"
        }
        "subgroupuniformEXT" => {
            "GL_EXT_subgroupuniform_qualifier, 4.X: it is for variables without storage qualifier, parameters and results of functions"
        }
        _ => return None,
    })
}
