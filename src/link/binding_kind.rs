//! Resources of different kinds at one set and binding.

use super::pipeline::Pipeline;
use super::resource::{Resource, shared};
use super::{Check, Rule, shaders};
use crate::builtins::vocabulary::ImageFormat;
use crate::diagnostics::{Code, Diagnostic, Diagnostics};
use crate::hir::{BindingKind, ImageClass, ImageType, ResourceBinding, ScalarKind, Type, type_text::type_text};

/// The rule.
pub(super) const RULE: Rule = Rule {
    code: Code::BindingKind,
    citation: "Vulkan, Shader Resource and Descriptor Type Correspondence; VUID-VkGraphicsPipelineCreateInfo-layout-07990",
    explanation: "A binding is one descriptor of one type for all stages of a pipeline. Shaders that use it must agree on its type, and for images on dimension and component type. A combined image sampler may be read as a texture or a sampler, and arrays of images may be read as several types.",
    bad: shaders! {
        Vertex "layout(binding = 0) uniform Camera { mat4 view; };\nvoid main() { gl_Position = view[0]; }",
        Fragment "layout(binding = 0) uniform sampler2D image;\nlayout(location = 0) out vec4 result;\nvoid main() { result = texture(image, vec2(0)); }",
    },
    good: shaders! {
        Vertex "layout(binding = 0) uniform Camera { mat4 view; };\nvoid main() { gl_Position = view[0]; }",
        Fragment "layout(binding = 1) uniform sampler2D image;\nlayout(location = 0) out vec4 result;\nvoid main() { result = texture(image, vec2(0)); }",
    },
    check: Check::Pipeline(check),
};

/// The type of one descriptor.
fn descriptor<'m>(resource: &Resource<'m>) -> &'m Type {
    let types = &resource.module.types;
    types.get(types.element_of_arrays(resource.global.ty))
}

/// The kind of a resource. Shaders need not agree on which part of a combined image sampler they read.
pub(super) fn kind(resource: &Resource<'_>) -> BindingKind {
    match BindingKind::of(resource.global.storage, descriptor(resource)) {
        BindingKind::SampledImage | BindingKind::Sampler => BindingKind::CombinedImageSampler,
        kind => kind,
    }
}

fn is_array(resource: &Resource<'_>) -> bool {
    matches!(resource.module.types.get(resource.global.ty), Type::Array { .. })
}

/// Whether one image view can serve as both.
fn same_view(one: &ImageType, other: &ImageType) -> bool {
    let number = |it: &ImageType| match it.shape.texel.kind {
        ScalarKind::Sint => 0,
        ScalarKind::Uint => 1,
        _ => 2,
    };
    let view = |it: &ImageType| (it.shape.dimension, it.shape.arrayed, it.shape.multisampled, number(it));
    let formats = match (one.class, other.class) {
        (ImageClass::Storage(one), ImageClass::Storage(other)) => {
            one == other || [one, other].contains(&ImageFormat::Unknown)
        }
        _ => true,
    };
    view(one) == view(other) && formats
}

/// Whether two variables can be one descriptor.
fn agree(one: &Resource<'_>, other: &Resource<'_>) -> bool {
    if kind(one) != kind(other) {
        return false;
    }
    match (descriptor(one), descriptor(other)) {
        (Type::Image(image), Type::Image(view)) => is_array(one) && is_array(other) || same_view(image, view),
        _ => true,
    }
}

fn check(pipeline: &Pipeline<'_>, diagnostics: &mut Diagnostics) {
    for shared in shared(pipeline) {
        for resource in &shared.others {
            let Some(first) = shared.first.first().filter(|_| !shared.first.iter().any(|it| agree(it, resource)))
            else {
                continue;
            };
            let Some(binding) = resource.global.binding else { continue };
            diagnostics.push(is_other_kind(first, resource, binding));
        }
    }
}

#[cold]
fn is_other_kind(first: &Resource<'_>, resource: &Resource<'_>, binding: ResourceBinding) -> Diagnostic {
    let differ = kind(first) != kind(resource);
    let what = |it: &Resource<'_>| match differ {
        true => kind(it).phrase().to_owned(),
        false => format!("`{}`", type_text(&it.module.types, &it.module.constants, it.global.ty)),
    };
    let (set, number, stage) = (binding.set, binding.binding, first.module.entry_point.stage);
    let message = format!("set {set}, binding {number} is {} in the {stage} shader", what(first));
    Diagnostic::error(RULE.code, resource.global.span, message)
        .with_label(format!("this is {}", what(resource)))
        .with_secondary(first.global.span, format!("this is {}", what(first)))
        .with_note(RULE.citation)
        .with_help("use a different binding for one of them")
}
