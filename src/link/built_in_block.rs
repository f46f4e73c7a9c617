//! `gl_PerVertex` with different members in the stage that reads it.

use super::interface::element;
use super::pair::Pair;
use super::pipeline::whole;
use super::{Check, Rule, shaders};
use crate::diagnostics::{Code, Diagnostic, Diagnostics};
use crate::hir::{ArrayLength, Member, Module, Span, StorageClass, Struct, Type, type_text::type_text};

/// The rule.
pub(super) const RULE: Rule = Rule {
    code: Code::BuiltInBlock,
    citation: "Vulkan, Built-in Interface Block matching; VUID-RuntimeSpirv-OpVariable-08746",
    explanation: "Where one stage writes `gl_PerVertex` and the next reads it as `gl_in`, both blocks must have the same members. A shader that redeclares the block, to leave out members or to size `gl_ClipDistance`, must be followed by one that does the same. Drivers are lenient; validation layers are not.",
    bad: shaders! {
        Vertex "out gl_PerVertex { vec4 gl_Position; };\nvoid main() { gl_Position = vec4(0); }",
        Geometry "layout(triangles) in;\nlayout(points, max_vertices = 1) out;\nin gl_PerVertex { vec4 gl_Position; float gl_PointSize; } gl_in[];\nvoid main() { gl_Position = gl_in[0].gl_Position; gl_PointSize = gl_in[0].gl_PointSize; EmitVertex(); }",
    },
    good: shaders! {
        Vertex "out gl_PerVertex { vec4 gl_Position; };\nvoid main() { gl_Position = vec4(0); }",
        Geometry "layout(triangles) in;\nlayout(points, max_vertices = 1) out;\nin gl_PerVertex { vec4 gl_Position; } gl_in[];\nvoid main() { gl_Position = gl_in[0].gl_Position; EmitVertex(); }",
    },
    check: Check::Pair(check),
};

/// The block of built-ins that a shader uses, and a span for it.
fn block(module: &Module, storage: StorageClass) -> Option<(&Struct, Span)> {
    let used = module.used_globals();
    module.globals.iter().filter(|(handle, it)| it.storage == storage && used.contains(handle)).find_map(
        |(_, global)| {
            let Type::Struct(structure) = *module.types.get(element(module, global)) else { return None };
            let block = module.types.structure(structure)?;
            let is_built_in = block.is_interface_block && block.members.iter().any(|it| it.interface.builtin.is_some());
            // Unless a shader redeclares the block, it has no span of its own.
            let places = [global.span, block.members.first().map_or(Span::UNDEFINED, |it| it.span), whole(module)];
            let place = places.into_iter().find(|it| it.is_defined()).unwrap_or_default();
            is_built_in.then_some((block, place))
        },
    )
}

/// How many elements an array has; 1 for other types.
fn length(module: &Module, member: &Member) -> u32 {
    match *module.types.get(member.ty) {
        Type::Array { length: ArrayLength::Constant(length), .. } => length,
        _ => 1,
    }
}

fn check(pair: &Pair<'_>, diagnostics: &mut Diagnostics) {
    let Some((written, there)) = block(pair.producer, StorageClass::Output) else { return };
    let Some((read, here)) = block(pair.consumer, StorageClass::Input) else { return };
    let names = |block: &Struct| block.members.iter().map(|it| it.name.clone()).collect::<Vec<_>>();
    let is_longer = |(written, read): (&Member, &Member)| length(pair.consumer, read) > length(pair.producer, written);
    if names(written) == names(read) && !written.members.iter().zip(&read.members).any(is_longer) {
        return;
    }
    diagnostics.push(has_other_members(pair, (written, there), (read, here)));
}

#[cold]
fn has_other_members(pair: &Pair<'_>, (written, there): (&Struct, Span), (read, here): (&Struct, Span)) -> Diagnostic {
    let spelled = |module: &Module, block: &Struct| {
        let member = |it: &Member| format!("{} {};", type_text(&module.types, &module.constants, it.ty), it.name);
        block.members.iter().map(member).collect::<Vec<_>>().join(" ")
    };
    let message = format!("`gl_PerVertex` has different members in the {} shader", pair.from());
    Diagnostic::warning(RULE.code, here, message)
        .with_label(format!("here it has `{}`", spelled(pair.consumer, read)))
        .with_secondary(there, format!("here it has `{}`", spelled(pair.producer, written)))
        .with_note(RULE.citation)
        .with_help("declare the block with the same members in both shaders, or in none")
}
