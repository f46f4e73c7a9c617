//! Qualifiers: collects the words before a type into one value and reports those that exclude each other
//! (GLSL 4.60, 4.3 to 4.10).

use super::intrinsic::SpirvQualifiers;
use super::operator::EXPLICIT_ARITHMETIC_TYPES;
use super::{Analyzer, Code, image_format};
use crate::builtins::{self, ImageDimension};
use crate::diagnostics::Diagnostic;
use crate::hir::{
    Constant, DerivativeGroup, Handle, ImageClass, MatrixMajor, MemoryQualifiers, PackingRules, ScalarKind, Span,
    SpirvDecoration, Type,
};
use crate::syntax::ast::{BaseType, Expression, LayoutQualifier, Qualifier, QualifierKind, TypeSpecifier};

/// Storage qualifiers (GLSL 4.60, 4.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Storage {
    In,
    Out,
    InOut,
    Uniform,
    Buffer,
    Shared,
}

impl Storage {
    pub(super) const fn word(self) -> &'static str {
        match self {
            Storage::In => "in",
            Storage::Out => "out",
            Storage::InOut => "inout",
            Storage::Uniform => "uniform",
            Storage::Buffer => "buffer",
            Storage::Shared => "shared",
        }
    }
}

/// A value with the place it was written at.
pub(super) type Placed<T> = Option<(T, Span)>;

/// All qualifiers of one declaration.
#[derive(Clone, Debug, Default)]
pub(super) struct Qualifiers {
    pub(super) storage: Placed<Storage>,
    pub(super) constant: Option<Span>,
    pub(super) memory: MemoryQualifiers,
    /// Each memory qualifier with its place, in order.
    pub(super) memory_words: Vec<(MemoryQualifiers, Span)>,
    pub(super) precise: bool,
    pub(super) non_uniform: Option<Span>,
    pub(super) subgroup_uniform: Option<Span>,
    pub(super) precision: Option<Span>,
    /// Words for the interfaces between other stages (`flat`, `centroid`, ...).
    pub(super) interface: Option<Span>,
    pub(super) layout: Layout,
    /// `spirv_...` words.
    pub(super) spirv: SpirvQualifiers,
}

/// The identifiers of `layout(...)`.
#[derive(Clone, Debug, Default)]
pub(super) struct Layout {
    /// The first `layout(...)`.
    pub(super) span: Option<Span>,
    /// Every identifier in lower case, in order.
    pub(super) words: Vec<(String, Span)>,
    /// Whether something in it was wrong and has been reported.
    pub(super) wrong: bool,
    pub(super) set: Placed<u32>,
    pub(super) binding: Placed<u32>,
    pub(super) location: Placed<u32>,
    pub(super) offset: Placed<u32>,
    pub(super) align: Placed<u32>,
    pub(super) constant_id: Placed<u32>,
    pub(super) packing: Placed<PackingRules>,
    pub(super) major: Placed<MatrixMajor>,
    pub(super) format: Placed<spirv::ImageFormat>,
    pub(super) push_constant: Option<Span>,
    pub(super) buffer_reference: Option<Span>,
    pub(super) quad_derivatives: Option<Span>,
    pub(super) full_quads: Option<Span>,
    /// `derivative_group_...`, in order.
    pub(super) derivative_groups: Vec<(DerivativeGroup, Span)>,
    pub(super) primitive_culling: Option<Span>,
    pub(super) descriptor_heap: Option<Span>,
    pub(super) descriptor_stride: Placed<u32>,
    pub(super) buffer_reference_align: Placed<u32>,
    /// `local_size_x`, `_y`, `_z`.
    pub(super) local_size: [Placed<Handle<Constant>>; 3],
    /// `local_size_x_id`, `_y_id`, `_z_id`.
    pub(super) local_size_id: [Placed<u32>; 3],
}

/// Memory qualifiers that no language version has: they come with GL_KHR_memory_scope_semantics or ray tracing.
fn memory_qualifier(kind: &QualifierKind) -> Option<MemoryQualifiers> {
    Some(match kind {
        QualifierKind::Coherent => MemoryQualifiers::COHERENT,
        QualifierKind::DeviceCoherent => MemoryQualifiers::DEVICE_COHERENT,
        QualifierKind::QueueFamilyCoherent => MemoryQualifiers::QUEUE_FAMILY_COHERENT,
        QualifierKind::WorkgroupCoherent => MemoryQualifiers::WORKGROUP_COHERENT,
        QualifierKind::SubgroupCoherent => MemoryQualifiers::SUBGROUP_COHERENT,
        QualifierKind::ShaderCallCoherent => MemoryQualifiers::SHADER_CALL_COHERENT,
        QualifierKind::NonPrivate => MemoryQualifiers::NON_PRIVATE,
        QualifierKind::NonTemporal => MemoryQualifiers::NON_TEMPORAL,
        QualifierKind::Volatile => MemoryQualifiers::VOLATILE,
        QualifierKind::Restrict => MemoryQualifiers::RESTRICT,
        QualifierKind::ReadOnly => MemoryQualifiers::READONLY,
        QualifierKind::WriteOnly => MemoryQualifiers::WRITEONLY,
        _ => return None,
    })
}

/// The extension that a qualifier comes from.
const fn qualifier_extension(kind: &QualifierKind) -> Option<&'static str> {
    match kind {
        QualifierKind::DeviceCoherent
        | QualifierKind::QueueFamilyCoherent
        | QualifierKind::WorkgroupCoherent
        | QualifierKind::SubgroupCoherent
        | QualifierKind::NonPrivate => Some("GL_KHR_memory_scope_semantics"),
        QualifierKind::NonTemporal => Some("GL_EXT_nontemporal_keyword"),
        QualifierKind::NonUniform => Some("GL_EXT_nonuniform_qualifier"),
        QualifierKind::SubgroupUniform => Some(super::subgroup_uniform::EXTENSION),
        _ => None,
    }
}

/// The spelling of one memory qualifier.
pub(super) fn memory_word(memory: MemoryQualifiers) -> &'static str {
    MemoryQualifiers::NAMES.iter().find(|(it, _)| *it == memory).map_or("", |(_, word)| word)
}

impl Qualifiers {
    /// The memory qualifiers, with `nonuniformEXT` and `subgroupuniformEXT` among them.
    pub(super) fn access(&self) -> MemoryQualifiers {
        let mut access = self.memory;
        if self.non_uniform.is_some() {
            access |= MemoryQualifiers::NON_UNIFORM;
        }
        if self.subgroup_uniform.is_some() {
            access |= MemoryQualifiers::SUBGROUP_UNIFORM;
        }
        access
    }

    /// The decorations by number, with that of `subgroupuniformEXT`.
    pub(super) fn decorations(&self) -> Vec<SpirvDecoration> {
        let mut decorations = self.spirv.decorations.clone();
        decorations.extend(self.subgroup_uniform.map(|_| super::subgroup_uniform::decoration()));
        decorations
    }

    /// Reads the words in order.
    pub(super) fn collect(analyzer: &mut Analyzer<'_>, list: &[Qualifier]) -> Self {
        let mut all = Qualifiers::default();
        for qualifier in list {
            let span = qualifier.span;
            if let Some(extension) = qualifier_extension(&qualifier.kind) {
                let word = match memory_qualifier(&qualifier.kind) {
                    Some(memory) => memory_word(memory),
                    None if matches!(qualifier.kind, QualifierKind::SubgroupUniform) => {
                        memory_word(MemoryQualifiers::SUBGROUP_UNIFORM)
                    }
                    None => memory_word(MemoryQualifiers::NON_UNIFORM),
                };
                // Without the extension it is taken for what it is all the same: one error is enough.
                analyzer.require_extension(extension, word, span);
            }
            if let Some(memory) = memory_qualifier(&qualifier.kind) {
                if all.memory.contains(memory) {
                    analyzer.error(Code::RepeatedQualifier, span, "this qualifier is given twice");
                }
                all.one_coherence(analyzer, memory, span);
                all.memory |= memory;
                all.memory_words.push((memory, span));
                continue;
            }
            match &qualifier.kind {
                QualifierKind::Const => {
                    if all.constant.is_some() {
                        analyzer.error(Code::RepeatedQualifier, span, "this qualifier is given twice");
                    }
                    all.constant = Some(span);
                }
                QualifierKind::In => all.set_storage(analyzer, Storage::In, span),
                QualifierKind::Out => all.set_storage(analyzer, Storage::Out, span),
                QualifierKind::InOut => all.set_storage(analyzer, Storage::InOut, span),
                QualifierKind::Uniform => all.set_storage(analyzer, Storage::Uniform, span),
                QualifierKind::Buffer => all.set_storage(analyzer, Storage::Buffer, span),
                QualifierKind::Shared => all.set_storage(analyzer, Storage::Shared, span),
                QualifierKind::Precise => all.precise = true,
                QualifierKind::NonUniform => all.non_uniform = Some(span),
                QualifierKind::SubgroupUniform => all.subgroup_uniform = Some(span),
                QualifierKind::Precision(_) => {
                    if all.precision.is_some() {
                        analyzer.error(Code::RepeatedQualifier, span, "a second precision qualifier");
                    }
                    all.precision = Some(span);
                }
                QualifierKind::Centroid
                | QualifierKind::Sample
                | QualifierKind::Patch
                | QualifierKind::Smooth
                | QualifierKind::Flat
                | QualifierKind::NoPerspective
                | QualifierKind::Invariant => all.interface = Some(span),
                QualifierKind::Layout(items) => {
                    all.layout.span.get_or_insert(span);
                    for item in items {
                        let earlier = analyzer.diagnostics.error_count();
                        all.layout.collect(analyzer, item);
                        all.layout.wrong |= analyzer.diagnostics.error_count() > earlier;
                    }
                }
                QualifierKind::Spirv(qualifier) => analyzer.spirv_qualifier(&mut all.spirv, qualifier),
                QualifierKind::Other(symbol) => {
                    let word = analyzer.text(*symbol);
                    analyzer.error(Code::UnknownQualifier, span, format!("the qualifier `{word}` is not supported"));
                }
                _ => {}
            }
        }
        all
    }

    /// Reports a second scope of coherence (GL_KHR_memory_scope_semantics, 4.10).
    fn one_coherence(&self, analyzer: &mut Analyzer<'_>, memory: MemoryQualifiers, span: Span) {
        let is_scope = |memory: MemoryQualifiers| memory.intersects(MemoryQualifiers::COHERENT_KINDS);
        let earlier = self.memory_words.iter().find(|&&(it, _)| is_scope(it) && it != memory);
        let Some(&(first, first_span)) = earlier.filter(|_| is_scope(memory)) else { return };
        let (word, first) = (memory_word(memory), memory_word(first));
        analyzer.report(
            Diagnostic::error(
                Code::SeveralCoherences,
                span,
                format!("`{word}` cannot be combined with `{first}`: coherence has one scope"),
            )
            .with_secondary(first_span, "first scope")
            .with_note("GL_KHR_memory_scope_semantics, 4.10; `coherent` is `queuefamilycoherent`")
            .with_help("keep the wider of the two"),
        );
    }

    /// The place of the first memory qualifier that is not among `allowed`.
    pub(super) fn memory_beyond(&self, allowed: MemoryQualifiers) -> Option<(MemoryQualifiers, Span)> {
        self.memory_words.iter().copied().find(|&(it, _)| !allowed.contains(it))
    }

    fn set_storage(&mut self, analyzer: &mut Analyzer<'_>, storage: Storage, span: Span) {
        match self.storage {
            // `in out` has never been the same as `inout`, and `const in` keeps its `in`.
            Some((earlier, earlier_span)) => analyzer.report(
                Diagnostic::error(
                    Code::RepeatedQualifier,
                    span,
                    format!("`{}` cannot be combined with `{}`", storage.word(), earlier.word()),
                )
                .with_secondary(earlier_span, "first storage qualifier"),
            ),
            None => self.storage = Some((storage, span)),
        }
    }
}

impl Layout {
    fn collect(&mut self, analyzer: &mut Analyzer<'_>, item: &LayoutQualifier) {
        let name = analyzer.text(item.name.symbol);
        let span = item.name.span;
        // Layout identifiers are not case sensitive (GLSL 4.60, 4.4).
        let lower = name.to_ascii_lowercase();
        self.words.push((lower.clone(), span));
        let takes_none = image_format::by_name(&lower).is_some()
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
        match lower.as_str() {
            "std140" => self.packing = Some((PackingRules::Std140, span)),
            "std430" => self.packing = Some((PackingRules::Std430, span)),
            "scalar" => {
                if analyzer.require_extension("GL_EXT_scalar_block_layout", "layout(scalar)", span) {
                    self.packing = Some((PackingRules::Scalar, span));
                }
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
            "quad_derivatives" | "full_quads" => {
                analyzer.require_extension("GL_EXT_shader_quad_control", &format!("layout({lower})"), span);
                let slot = if lower == "full_quads" { &mut self.full_quads } else { &mut self.quad_derivatives };
                *slot = Some(span);
            }
            "descriptor_heap" => {
                if analyzer.require_extension("GL_EXT_descriptor_heap", "layout(descriptor_heap)", span) {
                    analyzer.check_gate(&super::heap::HEAPS, "descriptor_heap", span);
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
            "derivative_group_quadsnv"
            | "derivative_group_linearnv"
            | "derivative_group_quadskhr"
            | "derivative_group_linearkhr" => {
                let group = DerivativeGroup { quads: lower.contains("quads"), khronos: lower.ends_with("khr") };
                let extension = if group.khronos {
                    "GL_KHR_compute_shader_derivatives"
                } else {
                    "GL_NV_compute_shader_derivatives"
                };
                analyzer.require_extension(extension, &format!("layout({name})"), span);
                self.derivative_groups.push((group, span));
            }
            "set" => self.set = analyzer.layout_value(item, name),
            "binding" => self.binding = analyzer.layout_value(item, name),
            "location" => self.location = analyzer.layout_value(item, name),
            "offset" => self.offset = analyzer.layout_value(item, name),
            "align" => self.align = analyzer.layout_value(item, name),
            "constant_id" => self.constant_id = analyzer.layout_value(item, name),
            "buffer_reference_align" => self.buffer_reference_align = analyzer.layout_value(item, name),
            "component"
            | "index"
            | "xfb_buffer"
            | "xfb_offset"
            | "xfb_stride"
            | "stream"
            | "input_attachment_index" => {
                analyzer.layout_value(item, name);
                analyzer.error(Code::LayoutQualifier, span, format!("`{name}` has no meaning in a compute shader"));
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

    /// Whether an extension is on.
    pub(super) fn is_enabled(&self, extension: &str) -> bool {
        crate::builtins::extension(extension).is_some_and(|id| self.enabled.contains(id))
    }

    /// Whether an extension is on; reports it for `what` if it is not, or if its behavior is `warn`.
    pub(super) fn require_extension(&mut self, extension: &str, what: &str, span: Span) -> bool {
        match crate::builtins::extension(extension).filter(|&id| self.is_on(id)) {
            Some(id) => self.warn_of_extensions(&[id], what, span),
            None => {
                let message = format!("`{what}` needs the extension {extension}");
                self.report(
                    Diagnostic::error(Code::ExtensionRequired, span, message)
                        .with_help(format!("add `#extension {extension} : require` after `#version`")),
                );
                return false;
            }
        }
        true
    }

    /// Reports the first layout identifier that is not among `allowed`; image formats are judged elsewhere.
    pub(super) fn only_layout(&mut self, qualifiers: &Qualifiers, allowed: &[&str], what: &str) {
        let wrong = qualifiers.layout.words.iter().find(|(word, _)| !allowed.contains(&word.as_str()));
        if let Some((word, span)) = wrong.filter(|_| !qualifiers.layout.wrong) {
            self.error(Code::QualifierMisplaced, *span, format!("`{word}` cannot be used on {what}"));
        }
    }

    /// Reports words that belong to the interfaces between other stages (GLSL 4.60, 4.5 and 4.8).
    pub(super) fn no_interface_qualifiers(&mut self, qualifiers: &Qualifiers) {
        if let Some(span) = qualifiers.interface {
            self.report(
                Diagnostic::error(Code::QualifierMisplaced, span, "this qualifier has no place in a compute shader")
                    .with_note("GLSL 4.60, 4.5 and 4.8: it is for inputs and outputs of other stages"),
            );
        }
    }

    /// Reports a precision on a type that has none (GLSL 4.60, 4.7.2).
    pub(super) fn check_precision(
        &mut self,
        qualifiers: &Qualifiers,
        ty: Option<Handle<Type>>,
        specifier: &TypeSpecifier,
    ) {
        let (Some(span), Some(ty)) = (qualifiers.precision, ty) else { return };
        if !self.has_precision(ty) {
            let spelled = self.spell(ty);
            self.report(
                Diagnostic::error(Code::Precision, span, format!("a `{spelled}` has no precision")).with_note(
                    "GLSL 4.60, 4.7.2: 32-bit integers, 32-bit floating-point numbers and resources have one",
                ),
            );
        } else {
            self.no_precision_of_explicit_size(specifier, span, "4.7.2");
        }
    }

    /// Warns about a precision of a type that is spelled with its size, as other compilers take it
    /// (GL_EXT_shader_explicit_arithmetic_types, 4.7.2 and 4.7.3).
    fn no_precision_of_explicit_size(&mut self, specifier: &TypeSpecifier, span: Span, section: &str) {
        let BaseType::Named(symbol) = specifier.base else { return };
        let name = self.text(symbol);
        let is_explicit = builtins::type_name(name).is_some_and(|row| {
            row.gate.extensions.iter().flat_map(|all| all.iter()).any(|id| EXPLICIT_ARITHMETIC_TYPES.contains(id))
        });
        if is_explicit {
            self.report(
                Diagnostic::warning(Code::Precision, span, format!("`{name}` says its size, it has no precision"))
                    .with_note(format!("GL_EXT_shader_explicit_arithmetic_types, {section}")),
            );
        }
    }

    fn has_precision(&self, ty: Handle<Type>) -> bool {
        let ty = self.types.get(self.element_of_arrays(ty));
        match ty.scalar() {
            Some(scalar) => scalar.kind != ScalarKind::Bool && scalar.width == 4,
            None => ty.is_opaque(),
        }
    }

    /// `precision highp float;` (GLSL 4.60, 4.7.4)
    pub(super) fn default_precision(&mut self, ty: Handle<Type>, specifier: &TypeSpecifier) {
        let span = specifier.span;
        let fits = match self.types.get(ty) {
            Type::Scalar(scalar) => *scalar == crate::hir::Scalar::F32 || *scalar == crate::hir::Scalar::I32,
            other => other.is_opaque(),
        };
        if !fits {
            let spelled = self.spell(ty);
            self.report(
                Diagnostic::error(Code::Precision, span, format!("there is no default precision of `{spelled}`"))
                    .with_note("GLSL 4.60, 4.7.4: only `int`, `float` and resources have one"),
            );
            return;
        }
        self.no_precision_of_explicit_size(specifier, span, "4.7.3");
        if self.types.get(ty).is_opaque() {
            self.precisions.insert(ty);
        }
    }

    /// Reports a resource whose type has no precision in ESSL: only `sampler2D` and `samplerCube` have a default
    /// (GLSL ES 3.20, 4.7.4).
    pub(super) fn require_precision(&mut self, qualifiers: &Qualifiers, resource: Handle<Type>, span: Span) {
        if !self.version.is_es() || qualifiers.precision.is_some() || self.precisions.contains(&resource) {
            return;
        }
        let Type::Image(image) = *self.types.get(resource) else { return };
        let predeclared = image.shape.texel == crate::hir::Scalar::F32
            && !image.shape.arrayed
            && !image.shape.multisampled
            && !image.shape.shadow
            && matches!(image.shape.dimension, ImageDimension::D2 | ImageDimension::Cube)
            && !matches!(image.class, ImageClass::Storage(_));
        if !predeclared {
            let spelled = self.spell(resource);
            self.report(
                Diagnostic::error(Code::PrecisionMissing, span, format!("a `{spelled}` needs a precision"))
                    .with_help(format!("add `precision highp {spelled};` above"))
                    .with_note("GLSL ES 3.20, 4.7.4: this type has no default precision"),
            );
        }
    }

    /// Reports everything but precision qualifiers on things that can have no other.
    pub(super) fn only_precision(&mut self, qualifiers: &Qualifiers, what: &str) {
        let wrong = qualifiers
            .storage
            .map(|(_, span)| span)
            .or(qualifiers.constant)
            .or(qualifiers.layout.span)
            .or(qualifiers.interface);
        self.no_memory_qualifiers(qualifiers, what);
        if let Some(span) = wrong {
            self.report(
                Diagnostic::error(Code::QualifierMisplaced, span, format!("this qualifier cannot be used on {what}"))
                    .with_note("GLSL 4.60, 4.1.8 and 4.10"),
            );
        }
    }

    /// Reports memory qualifiers on things that are neither buffers nor images (GLSL 4.60, 4.10).
    pub(super) fn no_memory_qualifiers(&mut self, qualifiers: &Qualifiers, what: &str) {
        if let Some((memory, span)) = qualifiers.memory_beyond(MemoryQualifiers::RESTRICT) {
            let word = memory_word(memory);
            self.report(
                Diagnostic::error(Code::MemoryQualifierMisplaced, span, format!("`{word}` cannot be used on {what}"))
                    .with_note("GLSL 4.60, 4.10: memory qualifiers are for buffer blocks, their members and images"),
            );
        } else if let Some(&(memory, span)) = qualifiers.memory_words.first() {
            self.useless_memory_qualifier(memory, span, &format!("{what}, which is no memory that others could reach"));
        }
    }

    fn useless_memory_qualifier(&mut self, memory: MemoryQualifiers, span: Span, what: &str) {
        let word = memory_word(memory);
        self.report(
            Diagnostic::warning(Code::UselessMemoryQualifier, span, format!("`{word}` means nothing on {what}"))
                .with_note("GLSL 4.60, 4.10: memory qualifiers are for buffer blocks, their members and images")
                .with_help(format!("remove `{word}`")),
        );
    }

    /// Reports memory qualifiers but `nonprivate` on what no shader writes (GL_KHR_memory_scope_semantics, 4.10). Those
    /// that only say so once more are in shaders in use, and mean nothing there.
    pub(super) fn only_non_private(&mut self, qualifiers: &Qualifiers, what: &str) {
        for &(memory, span) in &qualifiers.memory_words {
            if memory == MemoryQualifiers::READONLY || memory == MemoryQualifiers::RESTRICT {
                self.useless_memory_qualifier(memory, span, &format!("{what}, which no shader writes"));
            }
        }
        const HARMLESS: MemoryQualifiers =
            MemoryQualifiers::NON_PRIVATE.union(MemoryQualifiers::READONLY).union(MemoryQualifiers::RESTRICT);
        if let Some((memory, span)) = qualifiers.memory_beyond(HARMLESS) {
            let word = memory_word(memory);
            self.report(
                Diagnostic::error(
                    Code::ReadOnlyMemoryQualifier,
                    span,
                    format!("`{word}` cannot be used on {what}, which no shader writes"),
                )
                .with_note("GL_KHR_memory_scope_semantics, 4.10: `nonprivate` is the only memory qualifier there"),
            );
        }
    }

    /// Reports memory qualifiers on `shared` variables (GL_KHR_memory_scope_semantics, 4.3.8).
    pub(super) fn no_shared_qualifiers(&mut self, qualifiers: &Qualifiers) {
        if let Some(&(memory, span)) = qualifiers.memory_words.first() {
            let word = memory_word(memory);
            self.report(
                Diagnostic::error(
                    Code::SharedMemoryQualifier,
                    span,
                    format!("`{word}` cannot be used on a `shared` variable"),
                )
                .with_note(
                    "GL_KHR_memory_scope_semantics, 4.3.8: shared variables are always coherent in the workgroup",
                )
                .with_help(format!("remove `{word}`")),
            );
        }
    }

    /// Reports a layout on things that have none.
    pub(super) fn no_layout(&mut self, qualifiers: &Qualifiers, what: &str) {
        if let Some(span) = qualifiers.layout.span {
            self.error(Code::QualifierMisplaced, span, format!("a layout qualifier cannot be used on {what}"));
        }
    }
}
