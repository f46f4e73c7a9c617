//! `layout(...)`: what each identifier says (GLSL 4.60, 4.4).
//!
//! Comes in: the identifiers of a declaration with their values. Goes out: [`Layout`]. Must not depend on: what is
//! declared; where an identifier may stand is in [`crate::sema::qualifiers::qualifier_place`].

use crate::builtins::{Gate, StateObject, StateObjectFacts};
use crate::diagnostics::did_you_mean;
use crate::hir::{Constant, Handle, MatrixMajor, PackingRules, Span};
use crate::preprocess::IntegerSuffix;
use crate::sema::Analyzer;
use crate::sema::context::feature::{self, Feature, LAYOUT_EXPRESSIONS};
use crate::sema::context::syntax_node::Placed;
use crate::sema::extensions::descriptor_heap::HEAPS;
use crate::sema::extensions::tile_shading;
use crate::sema::interface::execution_mode::{self, ModeRow};
use crate::sema::qualifiers::layout_decoration::LayoutDecoration;
use crate::sema::qualifiers::messages;
use crate::sema::qualifiers::qualifier::{Layout, ModeWord};
use crate::sema::qualifiers::qualifier_place::BLEND_EQUATIONS;
use crate::sema::qualifiers::{image_format, layout_decoration};
use crate::source::Symbol;
use crate::syntax::ast::{Expression, LayoutQualifier, Literal};
use spirv::ImageFormat;
use std::sync::Arc;

/// An identifier that sets one part of a [`Layout`].
#[derive(Debug)]
struct Row {
    /// In lower case.
    word: &'static str,
    /// The extension that adds it. Without it the word still has its meaning: one error is enough.
    extension: Option<&'static str>,
    /// Version and SPIR-V requirements, checked if the extension is on.
    gate: Option<&'static Gate>,
    meaning: Meaning,
}

#[derive(Clone, Copy, Debug)]
enum Meaning {
    /// It is accepted only if the extension is on.
    Packing(PackingRules),
    Major(MatrixMajor),
    /// It is present or not.
    Flag(fn(&mut Layout) -> &mut Option<Span>),
    /// It takes a number.
    Number(fn(&mut Layout) -> &mut Placed<u32>),
    /// It has a value that need not be constant.
    Operand(fn(&mut Layout) -> &mut Placed<Handle<Expression>>),
}

const fn row(word: &'static str, meaning: Meaning) -> Row {
    Row { word, extension: None, gate: None, meaning }
}

const fn extended(word: &'static str, extension: &'static str, meaning: Meaning) -> Row {
    Row { extension: Some(extension), ..row(word, meaning) }
}

const STRUCTURED_HEAPS: &str = "GL_EXT_structured_descriptor_heap";

static ROWS: &[Row] = {
    use Meaning::{Flag, Major, Number, Operand, Packing};
    &[
        row("std140", Packing(PackingRules::Std140)),
        row("std430", Packing(PackingRules::Std430)),
        extended("scalar", "GL_EXT_scalar_block_layout", Packing(PackingRules::Scalar)),
        row("row_major", Major(MatrixMajor::Row)),
        row("column_major", Major(MatrixMajor::Column)),
        row("push_constant", Flag(|it| &mut it.push_constant)),
        extended("buffer_reference", "GL_EXT_buffer_reference", Flag(|it| &mut it.buffer_reference)),
        row("buffer_reference_align", Number(|it| &mut it.buffer_reference_align)),
        Row {
            gate: Some(&HEAPS),
            ..extended("descriptor_heap", "GL_EXT_descriptor_heap", Flag(|it| &mut it.descriptor_heap))
        },
        extended("descriptor_stride", "GL_EXT_descriptor_heap", Number(|it| &mut it.descriptor_stride)),
        extended("buffer_type", STRUCTURED_HEAPS, Flag(|it| &mut it.buffer_type)),
        extended("descriptor_size", STRUCTURED_HEAPS, Number(|it| &mut it.descriptor_size)),
        extended("heap_offset", STRUCTURED_HEAPS, Operand(|it| &mut it.heap_offset)),
        extended("primitive_culling", "GL_EXT_ray_flags_primitive_culling", Flag(|it| &mut it.primitive_culling)),
        extended("shaderrecordext", "GL_EXT_ray_tracing", Flag(|it| &mut it.shader_record)),
        extended("shaderrecordnv", "GL_NV_ray_tracing", Flag(|it| &mut it.shader_record)),
        row("set", Number(|it| &mut it.set)),
        row("binding", Number(|it| &mut it.binding)),
        row("location", Number(|it| &mut it.location)),
        row("component", Number(|it| &mut it.component)),
        row("index", Number(|it| &mut it.index)),
        row("offset", Number(|it| &mut it.offset)),
        row("align", Number(|it| &mut it.align)),
        row("constant_id", Number(|it| &mut it.constant_id)),
        row("stream", Number(|it| &mut it.stream)),
        row("xfb_buffer", Number(|it| &mut it.xfb_buffer)),
        row("xfb_offset", Number(|it| &mut it.xfb_offset)),
        row("xfb_stride", Number(|it| &mut it.xfb_stride)),
        row("input_attachment_index", Number(|it| &mut it.input_attachment_index)),
    ]
};

/// The size of workgroups, by axis. With `_id` each is the id of a specialization constant.
const LOCAL_SIZES: [&str; 3] = ["local_size_x", "local_size_y", "local_size_z"];

/// An identifier of `layout(...)`, apart from its value.
#[derive(Clone, Debug)]
pub(in crate::sema) struct LayoutWord {
    lower: Arc<str>,
    word: Word,
    /// The version that it needs.
    feature: Option<&'static Feature>,
}

/// What an identifier is.
#[derive(Clone, Copy, Debug)]
enum Word {
    Row(&'static Row),
    Format(ImageFormat),
    /// `hitobjectshaderrecordext` and similar.
    Record(&'static StateObjectFacts),
    /// A SPIR-V decoration.
    Decoration(&'static LayoutDecoration),
    /// An execution mode, in some places.
    Mode(&'static ModeRow),
    /// `shading_rate_xQCOM` and similar.
    ShadingRate(usize),
    /// `local_size_x` and similar.
    LocalSize(usize),
    /// `local_size_x_id` and similar.
    LocalSizeId(usize),
    Other,
}

impl Word {
    fn of(lower: &str) -> Self {
        let axis = |suffix: &str| LOCAL_SIZES.iter().position(|it| lower.strip_prefix(it) == Some(suffix));
        if let Some(row) = ROWS.iter().find(|row| row.word == lower) {
            Word::Row(row)
        } else if let Some(format) = image_format::by_name(lower) {
            Word::Format(format)
        } else if let Some(facts) = StateObject::with_record(lower) {
            Word::Record(facts)
        } else if let Some(axis) = tile_shading::rate_axis(lower) {
            Word::ShadingRate(axis)
        } else if let Some(row) = layout_decoration::row(lower) {
            Word::Decoration(row)
        } else if let Some(row) = execution_mode::row(lower) {
            Word::Mode(row)
        } else if let Some(axis) = axis("") {
            Word::LocalSize(axis)
        } else if let Some(axis) = axis("_id") {
            Word::LocalSizeId(axis)
        } else {
            Word::Other
        }
    }

    /// Whether it is ignored if it has a value.
    const fn stands_alone(&self) -> bool {
        match self {
            Word::Row(row) => !matches!(row.meaning, Meaning::Number(_) | Meaning::Operand(_)),
            Word::Format(_) | Word::Record(_) => true,
            _ => false,
        }
    }
}

impl Layout {
    /// Adds one identifier.
    pub(in crate::sema) fn collect(&mut self, analyzer: &mut Analyzer<'_>, item: &LayoutQualifier) {
        let name = analyzer.text(item.name.symbol);
        let span = item.name.span;
        let LayoutWord { lower, word, feature } = analyzer.layout_word(item.name.symbol);
        self.words.push((lower.clone(), span));
        if let Some(feature) = feature {
            analyzer.require_feature(feature, span);
        }
        if let Some(value) = item.value.filter(|&it| !matches!(analyzer.node(it), Expression::Literal(_))) {
            let value_span = analyzer.span_of(value);
            analyzer.require_feature(&LAYOUT_EXPRESSIONS, value_span);
        }
        if word.stands_alone() && analyzer.has_useless_value(item, name) {
            if &*lower == "descriptor_heap" {
                // It was still intended.
                self.descriptor_heap = Some(span);
            }
            return;
        }
        match word {
            Word::Row(row) => self.set(analyzer, row, item, name),
            Word::Format(format) => self.format = Some((format, span)),
            Word::Record(facts) => {
                analyzer.require_extension(facts.extension, &format!("layout({name})"), span);
                self.hit_object_record = Some((facts.object, span));
            }
            Word::Decoration(row) => {
                let value = analyzer.optional_value(item, name, row.takes_value);
                if value.is_some() || !row.takes_value {
                    let value = value.map(|(value, _)| value);
                    self.decorations.extend(analyzer.layout_decoration(row, value, span));
                }
            }
            Word::Mode(row) => {
                let value = analyzer.optional_value(item, name, row.takes_value());
                if value.is_some() || !row.takes_value() {
                    self.modes.push(ModeWord { word: row.word, name: item.name.symbol, value, span });
                }
            }
            Word::ShadingRate(axis) => {
                let value = analyzer.layout_value(item, name);
                analyzer.tile_shading_rate(axis, name, span, value);
            }
            Word::LocalSize(axis) => {
                if let Some(slot) = self.local_size.get_mut(axis) {
                    *slot = analyzer.layout_constant(item, name);
                }
            }
            Word::LocalSizeId(axis) => {
                if let Some(slot) = self.local_size_id.get_mut(axis) {
                    *slot = analyzer.layout_value(item, name);
                }
            }
            Word::Other => self.other_word(analyzer, &lower, item, name),
        }
    }

    /// Applies the row of an identifier.
    fn set(&mut self, analyzer: &mut Analyzer<'_>, row: &Row, item: &LayoutQualifier, name: &str) {
        let span = item.name.span;
        let is_on = row.extension.is_none_or(|it| analyzer.require_extension(it, &format!("layout({name})"), span));
        if let Some(gate) = row.gate.filter(|_| is_on) {
            analyzer.check_gate(gate, row.word, span);
        }
        match row.meaning {
            Meaning::Packing(rules) if is_on => self.packing = Some((rules, span)),
            Meaning::Packing(_) => {}
            Meaning::Major(major) => self.major = Some((major, span)),
            Meaning::Flag(slot) => *slot(self) = Some(span),
            Meaning::Number(slot) => *slot(self) = analyzer.layout_value(item, name),
            Meaning::Operand(slot) => *slot(self) = analyzer.layout_operand(item, name).map(|value| (value, span)),
        }
    }

    /// Identifiers that have rules of their own.
    fn other_word(&mut self, analyzer: &mut Analyzer<'_>, lower: &str, item: &LayoutQualifier, name: &str) {
        let span = item.name.span;
        match lower {
            // Blocks then have their default layout (GL_EXT_vulkan_glsl_relaxed).
            "shared" | "packed" if analyzer.takes_opengl() => {}
            "shared" | "packed" => {
                self.words.pop();
                analyzer.report(messages::vulkan_has_no_block_layout(span, &name));
            }
            "tile_attachmentqcom" => {
                if analyzer.require_extension("GL_QCOM_tile_shading", "layout(tile_attachmentQCOM)", span) {
                    self.tile_attachment = Some(span);
                }
            }
            "non_coherent_attachment_readqcom" => analyzer.tile_shading_non_coherent(span),
            // In Vulkan the equation comes from the pipeline (VK_EXT_blend_operation_advanced).
            _ if BLEND_EQUATIONS.contains(&lower) => {
                if !analyzer.version.is_es() || analyzer.version.number < 320 {
                    analyzer.require_extension("GL_KHR_blend_equation_advanced", &format!("layout({name})"), span);
                }
            }
            // In Vulkan the number of views comes from the render pass.
            "num_views" => {
                if analyzer.require_extension("GL_OVR_multiview", "layout(num_views)", span) {
                    analyzer.layout_value(item, name);
                }
            }
            _ => {
                let diagnostic = messages::no_layout_qualifier(span, &name);
                let known = ROWS.iter().map(|row| row.word).chain(LOCAL_SIZES).chain(execution_mode::words());
                analyzer.report(diagnostic.with_similar_name(did_you_mean(lower, known)));
            }
        }
    }
}

impl Analyzer<'_> {
    /// What an identifier is, which takes a hundred comparisons to find out.
    fn layout_word(&mut self, symbol: Symbol) -> LayoutWord {
        let names = self.names;
        let find = || {
            // Layout identifiers are not case sensitive (GLSL 4.60, 4.4).
            let lower = names.resolve(symbol).to_ascii_lowercase();
            LayoutWord { word: Word::of(&lower), feature: feature::of_layout(&lower), lower: lower.into() }
        };
        self.known.layouts.entry(symbol).or_insert_with(find).clone()
    }

    /// Whether an identifier has a value that it does not take; reports it.
    fn has_useless_value(&mut self, item: &LayoutQualifier, name: &str) -> bool {
        if let Some(value) = item.value {
            let span = self.span_of(value);
            self.report(messages::takes_no_value(span, &name));
        }
        item.value.is_some()
    }

    /// The value of an identifier that takes one; reports a value that it does not take.
    fn optional_value(&mut self, item: &LayoutQualifier, name: &str, takes_value: bool) -> Placed<u32> {
        if takes_value {
            return self.layout_value(item, name);
        }
        self.has_useless_value(item, name);
        None
    }

    fn layout_operand(&mut self, item: &LayoutQualifier, name: &str) -> Option<Handle<Expression>> {
        if item.value.is_none() {
            self.report(messages::needs_value(item.name.span, &name));
        }
        item.value
    }

    /// The value of `name = constant` as a non-negative number.
    fn layout_value(&mut self, item: &LayoutQualifier, name: &str) -> Placed<u32> {
        let value = self.layout_operand(item, name)?;
        let span = self.span_of(value);
        let number = match *self.node(value) {
            // Most values are plain numbers, for which no constant is needed.
            Expression::Literal(Literal::Integer { bits, suffix: IntegerSuffix::None, .. }) => bits as i64,
            _ => self.constant_integer(value, format_args!("the value of `{name}`"))?,
        };
        match u32::try_from(number) {
            Ok(number) => Some((number, span)),
            Err(_) => {
                self.report(messages::value_out_of_range(span, &name, &number));
                None
            }
        }
    }

    fn layout_constant(&mut self, item: &LayoutQualifier, name: &str) -> Placed<Handle<Constant>> {
        let value = self.layout_operand(item, name)?;
        let span = self.span_of(value);
        let number = self.constant_integer(value, format_args!("the value of `{name}`"))?;
        if number < 1 || number > i64::from(u32::MAX) {
            self.report(messages::value_below_1(span, &name, &number));
            return None;
        }
        Some((self.uint_constant(number as u32), span))
    }
}
