//! Places in the source: naga's spans for ours, and where a construct is that naga cannot express, if only its name is known, or
//! if it is the whole shader.
//!
//! Comes in: the module, and what is unsupported. Goes out: the same with a place. Must not depend on: how anything is bridged.

use super::unsupported::Unsupported;
use crate::hir::{Argument, Handle, Module, Place, PlaceRoot, PlaceStep, Span, Statement, Type};

/// The naga span for one of ours.
pub(super) fn naga_span(span: Span) -> naga::Span {
    span.to_range().map_or(naga::Span::UNDEFINED, |it| naga::Span::new(it.start as u32, it.end as u32))
}

/// Our span for one of naga's, which are all made from ours.
pub(super) fn own_span(span: naga::Span) -> Span {
    span.to_range().map_or(Span::UNDEFINED, |it| Span::new(it.start as u32, it.end as u32))
}

/// Gives an error its place: that of the first use of the built-in variable it is about, or else `main`, where a shader
/// begins.
pub fn locate(module: &Module, unsupported: Unsupported) -> Unsupported {
    let used = unsupported.variable.and_then(|name| first_use(module, name));
    let main = module.functions.try_get(module.entry_point.function).map(|it| it.span);
    let span = used.or(main.ok()).unwrap_or(Span::UNDEFINED);
    Unsupported { variable: None, ..unsupported }.at(module.inlined.source(span))
}

/// The first statement, in the order of the text, that accesses a built-in variable.
fn first_use(module: &Module, name: &str) -> Option<Span> {
    let mut uses = Vec::new();
    for function in module.functions.iter().map(|(_, function)| function) {
        let is_use = |place: Handle<Place>| function.places.try_get(place).is_ok_and(|it| leads_to(module, it, name));
        for (_, block) in function.blocks.iter() {
            for (statement, span) in &block.statements {
                let mut found = false;
                match *statement {
                    Statement::Store { place, .. } => found = is_use(place),
                    Statement::Evaluate(value) => {
                        let Ok(value) = function.values.try_get(value) else { continue };
                        value.kind.for_each_operand(|it| {
                            found |= matches!(it, Argument::Place(place) if is_use(place));
                        });
                    }
                    _ => {}
                }
                let span = module.inlined.source(*span);
                if found && span.is_defined() {
                    uses.push(span);
                }
            }
        }
    }
    uses.into_iter().min_by_key(|it| it.to_range().map(|range| range.start))
}

/// Whether a place is in a built-in variable, which may be a member of a block.
fn leads_to(module: &Module, place: &Place, name: &str) -> bool {
    let PlaceRoot::Global(global) = place.root else { return false };
    let Ok(global) = module.globals.try_get(global) else { return false };
    if global.builtin.is_some_and(|row| row.name == name) {
        return true;
    }
    let mut ty = global.ty;
    for step in &place.steps {
        match (step, module.types.get(ty)) {
            (PlaceStep::Index(_), Type::Array { element, .. }) => ty = *element,
            (PlaceStep::Member(index), Type::Struct(structure)) => {
                let structure = module.types.structure(*structure);
                let member = structure.and_then(|it| it.members.get(*index as usize));
                return member.is_some_and(|it| it.interface.builtin.is_some_and(|row| row.name == name));
            }
            _ => return false,
        }
    }
    false
}
