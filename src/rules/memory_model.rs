//! Which memory model a shader is compiled for.
//!
//! Comes in: what was requested, and the shader. Goes out: the model, decided before anything is lowered, so that no
//! module mixes the two. Must not depend on: how a model is lowered.

use super::call::{Call, Known};
use super::live::{Event, LiveCalls, visit};
use super::stage_scope::has_scope;
use super::symbols;
use crate::builtins::TypeFamilyKind;
use crate::diagnostics::{Code, Diagnostic, Diagnostics};
use crate::hir::{
    Argument, Function, MemoryModel, MemoryQualifiers, Module, Place, PlaceRoot, PlaceStep, Span, Type, ValueKind,
};
use crate::target::{SpirvVersion, Target};

/// What was requested.
#[derive(Clone, Copy, Debug, Default)]
pub struct Request {
    /// By the options of the compilation.
    pub option: Option<MemoryModel>,
    /// `#pragma use_vulkan_memory_model`.
    pub pragma: Option<Span>,
}

/// Decides. Reports what contradicts the request, the target or the model.
pub fn decide(
    module: &Module,
    calls: &LiveCalls<'_>,
    request: Request,
    target: Target,
    diagnostics: &mut Diagnostics,
) -> MemoryModel {
    let model = choose(module, calls, request, target, diagnostics);
    if model == MemoryModel::Vulkan && !has_scope(module.entry_point.stage.facts(), symbols::WORKGROUP) {
        check_workgroup_accesses(module, diagnostics);
    }
    model
}

fn choose(
    module: &Module,
    calls: &LiveCalls<'_>,
    request: Request,
    target: Target,
    diagnostics: &mut Diagnostics,
) -> MemoryModel {
    let need = first_need(module, calls);
    if request.option == Some(MemoryModel::Glsl450) {
        let need = need.or_else(|| Some((request.pragma?, "#pragma use_vulkan_memory_model".to_owned())));
        let need = need.or_else(|| first_cooperative(module));
        if let Some((span, what)) = need {
            diagnostics.push(needs_other_model(span, &what));
        }
        return MemoryModel::Glsl450;
    }
    let asked = request.option.is_some() || request.pragma.is_some();
    // Cooperative matrices and vectors belong to the Vulkan model: all their uses do, so there is nothing to warn
    // about.
    if !asked && module.types.types.iter().any(|(_, ty)| cooperative_word(ty).is_some()) {
        return MemoryModel::Vulkan;
    }
    if !asked && need.is_none() {
        return MemoryModel::Glsl450;
    }
    if target.spirv < SpirvVersion::V1_3 {
        diagnostics.push(needs_later_spirv(request.pragma, need, target));
    } else if !asked && let Some((span, what)) = need {
        diagnostics.push(switches_model(span, &what));
    }
    MemoryModel::Vulkan
}

/// Reports the first access to `workgroupcoherent` memory: in the Vulkan model it names the scope, which stages without
/// workgroups do not have (VUID-StandaloneSpirv-None-07321).
fn check_workgroup_accesses(module: &Module, diagnostics: &mut Diagnostics) {
    use MemoryQualifiers as Q;
    let wider = Q::DEVICE_COHERENT | Q::QUEUE_FAMILY_COHERENT | Q::COHERENT | Q::VOLATILE;
    let names_workgroup = |access: Q| access.contains(Q::WORKGROUP_COHERENT) && !access.intersects(wider);
    let mut first: Option<Span> = None;
    visit(module, |function, event, span| {
        let place = match event {
            Event::Store(place) => Some(place),
            Event::Value(value) => match function.values.try_get(value).map(|value| &value.kind) {
                Ok(&ValueKind::Load(place)) => Some(place),
                _ => None,
            },
        };
        let access = place.and_then(|place| function.places.try_get(place).ok()).map(|place| place.access);
        if first.is_none() && access.is_some_and(names_workgroup) {
            first = Some(span);
        }
    });
    if let Some(span) = first {
        diagnostics.push(has_no_workgroup(span, module));
    }
}

/// The name of a type that is spread over invocations: SPV_KHR_cooperative_matrix and SPV_NV_cooperative_vector need
/// the capability VulkanMemoryModel; SPV_NV_cooperative_matrix does not.
fn cooperative_word(ty: &Type) -> Option<&'static str> {
    match ty.family()? {
        TypeFamilyKind::CooperativeMatrix => Some("coopmat"),
        TypeFamilyKind::CooperativeVector => Some("coopvecNV"),
        _ => None,
    }
}

/// The first use of such a type.
fn first_cooperative(module: &Module) -> Option<(Span, String)> {
    let in_module = module.types.types.iter().find_map(|(_, ty)| cooperative_word(ty))?;
    let mut first = None;
    visit(module, |function, event, span| {
        if let Event::Value(value) = event
            && first.is_none()
            && let Ok(value) = function.values.try_get(value)
        {
            first = cooperative_word(module.types.get(value.ty)).map(|word| (span, word));
        }
    });
    // Constants are in no statement.
    let (span, word) = match first {
        Some(first) => first,
        None => (module.functions.try_get(module.entry_point.function).ok()?.span, in_module),
    };
    Some((span, word.to_owned()))
}

/// The first construct that only the Vulkan memory model has.
fn first_need(module: &Module, calls: &LiveCalls<'_>) -> Option<(Span, String)> {
    let needs = needs_of_places(module).into_iter().chain(calls.iter().filter_map(need_of_call));
    needs.min_by_key(|(span, _)| span.to_range().map_or(0, |range| range.start))
}

/// The accesses to memory that only that model has.
fn needs_of_places(module: &Module) -> Vec<(Span, String)> {
    let mut needs = Vec::new();
    // Most shaders have no such place, so live code need not be determined.
    if !module.functions.iter().any(|(_, function)| function.places.iter().any(|(_, place)| may_need(place))) {
        return needs;
    }
    visit(module, |function, event, span| {
        let mut look_at = |place| {
            let Ok(place) = function.places.try_get(place) else { return };
            if place.access.contains(MemoryQualifiers::NON_TEMPORAL) {
                needs.push((span, "nontemporal".to_owned()));
            } else if let Some(word) = reference_qualifier(module, function, place) {
                needs.push((span, word.to_owned()));
            }
        };
        let value = match event {
            Event::Store(place) => return look_at(place),
            Event::Value(value) => value,
        };
        match function.values.try_get(value).map(|value| &value.kind) {
            Ok(ValueKind::Load(place)) => look_at(*place),
            Ok(ValueKind::Builtin(builtin)) => {
                for argument in &builtin.arguments {
                    if let Argument::Place(place) = argument {
                        look_at(*place);
                    }
                }
            }
            Ok(other) => other.written_place().into_iter().for_each(look_at),
            Err(_) => {}
        }
    });
    needs
}

/// Whether an access to a place may be one that only that model has.
fn may_need(place: &Place) -> bool {
    place.access.contains(MemoryQualifiers::NON_TEMPORAL) || matches!(place.root, PlaceRoot::Reference(_))
}

fn need_of_call(call: &Call<'_>) -> Option<(Span, String)> {
    let scopes = call.execution.iter().chain(&call.scope);
    if let Some(argument) = scopes.into_iter().find(|it| it.known == Known::Value(symbols::QUEUE_FAMILY)) {
        return Some((argument.span, symbols::scope(symbols::QUEUE_FAMILY)));
    }
    call.semantics.iter().find_map(|semantics| {
        let Known::Value(order) = semantics.order.known else { return None };
        let Known::Value(storage) = semantics.storage.known else { return None };
        let only_vulkan = symbols::MAKE_AVAILABLE | symbols::MAKE_VISIBLE | symbols::VOLATILE;
        if order & only_vulkan != 0 {
            return Some((semantics.order.span, symbols::semantics(order & only_vulkan)));
        }
        let output = storage & symbols::OUTPUT;
        (output != 0).then(|| (semantics.storage.span, symbols::storage(output)))
    })
}

/// A qualifier that a path gets from a reference variable: in the GLSL450 model it could only decorate the block, that
/// is, all references to it.
fn reference_qualifier(module: &Module, function: &Function, place: &Place) -> Option<&'static str> {
    let (PlaceRoot::Reference(value), Some(&PlaceStep::Member(index))) = (place.root, place.steps.first()) else {
        return None;
    };
    let &Type::Reference(structure) = module.types.get(function.values.try_get(value).ok()?.ty) else { return None };
    let member = module.types.structure(structure)?.members.get(index as usize)?;
    let own = MemoryQualifiers(place.access.0 & !member.qualifiers.0);
    let needs = MemoryQualifiers::VOLATILE | MemoryQualifiers::COHERENT_KINDS;
    let found = |&&(qualifier, _): &&(MemoryQualifiers, &str)| own.intersects(qualifier) && needs.contains(qualifier);
    MemoryQualifiers::NAMES.iter().find(found).map(|(_, word)| *word)
}

#[cold]
fn needs_other_model(span: Span, what: &str) -> Diagnostic {
    let message = format!("`{what}` needs the Vulkan memory model, but the options ask for GLSL450");
    Diagnostic::error(Code::MemoryModelConflict, span, message)
        .with_note("GL_KHR_memory_scope_semantics; VUID-RuntimeSpirv-vulkanMemoryModel-06266")
        .with_help("compile without `--memory-model glsl450`")
}

#[cold]
fn needs_later_spirv(pragma: Option<Span>, need: Option<(Span, String)>, target: Target) -> Diagnostic {
    let (span, what) = match (pragma, need) {
        (Some(span), _) => (span, "the Vulkan memory model".to_owned()),
        (None, Some((span, what))) => (span, format!("`{what}`")),
        (None, None) => (Span::UNDEFINED, "the Vulkan memory model".to_owned()),
    };
    let message =
        format!("{what} needs SPIR-V 1.3, but the target is {} with SPIR-V {}", target.environment, target.spirv);
    Diagnostic::error(Code::MemoryModelTarget, span, message)
        .with_note("SPV_KHR_vulkan_memory_model needs SPIR-V 1.3, which comes with Vulkan 1.1")
        .with_help("compile with `--target-env vulkan1.1`")
}

#[cold]
fn switches_model(span: Span, what: &str) -> Diagnostic {
    let message = format!("`{what}` switches the whole shader to the Vulkan memory model");
    Diagnostic::warning(Code::MemoryModelSwitched, span, message)
        .with_note("the device must support vulkanMemoryModel")
        .with_help("say so with `#pragma use_vulkan_memory_model`, or `--memory-model vulkan`")
}

#[cold]
fn has_no_workgroup(span: Span, module: &Module) -> Diagnostic {
    let stage = module.entry_point.stage.facts().with_article();
    let message = format!("{stage} shader has no workgroup in which this memory could be `workgroupcoherent`");
    Diagnostic::error(Code::StageScope, span, message)
        .with_note("VUID-StandaloneSpirv-None-07321, in the Vulkan memory model")
        .with_help("declare the memory `devicecoherent`, or `subgroupcoherent` where that is enough")
}
