//! `layout(...)`: what each identifier says (GLSL 4.60, 4.4).
//!
//! Comes in: the identifiers of a declaration with their values. Goes out: [`Layout`]. Must not depend on: what is
//! declared; where an identifier may stand is in [`crate::sema::qualifiers::qualifier_place`].

use crate::builtins::StateObject;
use crate::diagnostics::Diagnostic;
use crate::hir::{Constant, Handle, MatrixMajor, PackingRules};
use crate::sema::context::syntax_node::Placed;
use crate::sema::extensions::tile_shading;
use crate::sema::interface::execution_mode;
use crate::sema::qualifiers::qualifier::{Layout, ModeWord};
use crate::sema::qualifiers::qualifier_place::BLEND_EQUATIONS;
use crate::sema::qualifiers::{image_format, layout_decoration};
use crate::sema::{Analyzer, Code};
use crate::syntax::ast::{Expression, LayoutQualifier};

impl Layout {
    /// Takes one identifier in.
    pub(in crate::sema) fn collect(&mut self, analyzer: &mut Analyzer<'_>, item: &LayoutQualifier) {
        let name = analyzer.text(item.name.symbol);
        let span = item.name.span;
        // Layout identifiers are not case sensitive (GLSL 4.60, 4.4).
        let lower = name.to_ascii_lowercase();
        self.words.push((lower.clone(), span));
        let record = StateObject::with_record(&lower);
        let takes_none = image_format::by_name(&lower).is_some()
            || record.is_some()
            || matches!(
                lower.as_str(),
                "std140"
                    | "std430"
                    | "scalar"
                    | "row_major"
                    | "column_major"
                    | "push_constant"
                    | "buffer_reference"
                    | "primitive_culling"
                    | "shaderrecordext"
                    | "shaderrecordnv"
                    | "descriptor_heap"
            );
        if let Some(value) = item.value.filter(|_| takes_none) {
            let value_span = analyzer.span_of(value);
            analyzer.error(Code::LayoutQualifier, value_span, format!("`{name}` takes no value"));
            // It was meant all the same.
            self.descriptor_heap = (lower == "descriptor_heap").then_some(span).or(self.descriptor_heap);
            return;
        }
        if let Some(format) = image_format::by_name(&lower) {
            self.format = Some((format, span));
            return;
        }
        if let Some(facts) = record {
            analyzer.require_extension(facts.extension, &format!("layout({name})"), span);
            self.hit_object_record = Some((facts.object, span));
            return;
        }
        match lower.as_str() {
            "std140" => self.packing = Some((PackingRules::Std140, span)),
            "std430" => self.packing = Some((PackingRules::Std430, span)),
            "scalar" => {
                if analyzer.require_extension("GL_EXT_scalar_block_layout", "layout(scalar)", span) {
                    self.packing = Some((PackingRules::Scalar, span));
                }
            }
            // Blocks have their default layout then (GL_EXT_vulkan_glsl_relaxed).
            "shared" | "packed" if analyzer.takes_opengl() => {
                self.words.pop();
            }
            "shared" | "packed" => analyzer.report(
                Diagnostic::error(Code::LayoutQualifier, span, format!("Vulkan has no `{name}` block layout"))
                    .with_help("use `std140` or `std430`"),
            ),
            "row_major" => self.major = Some((MatrixMajor::Row, span)),
            "column_major" => self.major = Some((MatrixMajor::Column, span)),
            "push_constant" => self.push_constant = Some(span),
            "buffer_reference" => {
                // Without the extension it is taken for what it is all the same: one error is enough.
                analyzer.require_extension("GL_EXT_buffer_reference", "layout(buffer_reference)", span);
                self.buffer_reference = Some(span);
            }
            "descriptor_heap" => {
                if analyzer.require_extension("GL_EXT_descriptor_heap", "layout(descriptor_heap)", span) {
                    analyzer.check_gate(&crate::sema::extensions::descriptor_heap::HEAPS, "descriptor_heap", span);
                }
                self.descriptor_heap = Some(span);
            }
            "descriptor_stride" => {
                analyzer.require_extension("GL_EXT_descriptor_heap", "layout(descriptor_stride)", span);
                self.descriptor_stride = analyzer.layout_value(item, name);
            }
            "primitive_culling" => {
                analyzer.require_extension("GL_EXT_ray_flags_primitive_culling", "layout(primitive_culling)", span);
                self.primitive_culling = Some(span);
            }
            "shaderrecordext" | "shaderrecordnv" => {
                let extension = if lower.ends_with("nv") { "GL_NV_ray_tracing" } else { "GL_EXT_ray_tracing" };
                analyzer.require_extension(extension, &format!("layout({name})"), span);
                self.shader_record = Some(span);
            }
            "set" => self.set = analyzer.layout_value(item, name),
            "binding" => self.binding = analyzer.layout_value(item, name),
            "location" => self.location = analyzer.layout_value(item, name),
            "offset" => self.offset = analyzer.layout_value(item, name),
            "align" => self.align = analyzer.layout_value(item, name),
            "constant_id" => self.constant_id = analyzer.layout_value(item, name),
            "buffer_reference_align" => self.buffer_reference_align = analyzer.layout_value(item, name),
            "component" => self.component = analyzer.layout_value(item, name),
            "index" => self.index = analyzer.layout_value(item, name),
            "tile_attachmentqcom" => {
                if analyzer.require_extension("GL_QCOM_tile_shading", "layout(tile_attachmentQCOM)", span) {
                    self.tile_attachment = Some(span);
                }
            }
            "non_coherent_attachment_readqcom" => analyzer.tile_shading_non_coherent(span),
            _ if let Some(axis) = tile_shading::rate_axis(&lower) => {
                let value = analyzer.layout_value(item, name);
                analyzer.tile_shading_rate(axis, name, span, value);
            }
            // Vulkan takes the equation from the pipeline (VK_EXT_blend_operation_advanced).
            _ if BLEND_EQUATIONS.contains(&lower.as_str()) => {
                if !analyzer.version.is_es() || analyzer.version.number < 320 {
                    analyzer.require_extension("GL_KHR_blend_equation_advanced", &format!("layout({name})"), span);
                }
            }
            // Vulkan takes the number of views from the render pass.
            "num_views" => {
                if analyzer.require_extension("GL_OVR_multiview", "layout(num_views)", span) {
                    analyzer.layout_value(item, name);
                }
            }
            "stream" => self.stream = analyzer.layout_value(item, name),
            "xfb_buffer" => self.xfb_buffer = analyzer.layout_value(item, name),
            "xfb_offset" => self.xfb_offset = analyzer.layout_value(item, name),
            "xfb_stride" => self.xfb_stride = analyzer.layout_value(item, name),
            "input_attachment_index" => self.input_attachment_index = analyzer.layout_value(item, name),
            _ if let Some(row) = layout_decoration::row(&lower) => {
                let value = if row.takes_value { analyzer.layout_value(item, name) } else { None };
                if let Some(value) = item.value.filter(|_| !row.takes_value) {
                    let value_span = analyzer.span_of(value);
                    analyzer.error(Code::LayoutQualifier, value_span, format!("`{name}` takes no value"));
                }
                if value.is_some() || !row.takes_value {
                    let value = value.map(|(value, _)| value);
                    self.decorations.extend(analyzer.layout_decoration(row, value, span));
                }
            }
            _ if let Some(row) = execution_mode::row(&lower) => {
                let value = if row.takes_value() { analyzer.layout_value(item, name) } else { None };
                if let Some(value) = item.value.filter(|_| !row.takes_value()) {
                    let value_span = analyzer.span_of(value);
                    analyzer.error(Code::LayoutQualifier, value_span, format!("`{name}` takes no value"));
                }
                if value.is_some() || !row.takes_value() {
                    self.modes.push(ModeWord { word: row.word, name: item.name.symbol, value, span });
                }
            }
            _ => {
                let axis = |suffix: &str| {
                    ["x", "y", "z"].iter().position(|axis| lower == format!("local_size_{axis}{suffix}"))
                };
                if let Some(slot) = axis("").and_then(|axis| self.local_size.get_mut(axis)) {
                    *slot = analyzer.layout_constant(item, name);
                } else if let Some(slot) = axis("_id").and_then(|axis| self.local_size_id.get_mut(axis)) {
                    *slot = analyzer.layout_value(item, name);
                } else {
                    analyzer.error(Code::LayoutQualifier, span, format!("there is no layout qualifier `{name}`"));
                }
            }
        }
    }
}

impl Analyzer<'_> {
    fn layout_operand(&mut self, item: &LayoutQualifier, name: &str) -> Option<Handle<Expression>> {
        if item.value.is_none() {
            self.report(
                Diagnostic::error(Code::LayoutQualifier, item.name.span, format!("`{name}` needs a value"))
                    .with_help(format!("write `{name} = 0`")),
            );
        }
        item.value
    }

    /// The value of `name = constant` as a number that is not negative.
    fn layout_value(&mut self, item: &LayoutQualifier, name: &str) -> Placed<u32> {
        let value = self.layout_operand(item, name)?;
        let span = self.span_of(value);
        let number = self.constant_integer(value, &format!("the value of `{name}`"))?;
        match u32::try_from(number) {
            Ok(number) => Some((number, span)),
            Err(_) => {
                self.error(Code::LayoutQualifier, span, format!("the value of `{name}` cannot be {number}"));
                None
            }
        }
    }

    fn layout_constant(&mut self, item: &LayoutQualifier, name: &str) -> Placed<Handle<Constant>> {
        let value = self.layout_operand(item, name)?;
        let span = self.span_of(value);
        let number = self.constant_integer(value, &format!("the value of `{name}`"))?;
        if number < 1 || number > i64::from(u32::MAX) {
            self.error(Code::LayoutQualifier, span, format!("`{name}` must be at least 1, this is {number}"));
            return None;
        }
        Some((self.uint_constant(number as u32), span))
    }
}
