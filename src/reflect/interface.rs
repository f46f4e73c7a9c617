//! Inputs and outputs.
//!
//! Comes in: an input or output variable. Goes out: its [`Variable`]. Must not depend on: resources.

use super::Variable;
use super::structures::Structures;
use crate::hir::{GlobalVariable, InterfaceRate, Interpolation, Sampling};

/// Describes an input or output; `None` for built-in variables and blocks of them.
pub(super) fn variable(global: &GlobalVariable, is_used: bool, structures: &mut Structures<'_>) -> Option<Variable> {
    if global.builtin.is_some() || structures.is_block_of_builtins(global.ty) {
        return None;
    }
    let interface = &global.interface;
    let (ty, array) = structures.split(global.ty, None);
    Some(Variable {
        name: (&global.name).into(),
        location: interface.location,
        component: interface.component.unwrap_or(0),
        index: interface.index,
        glsl: structures.spelled(global.ty),
        ty,
        array,
        qualifiers: qualifiers(global),
        is_used,
    })
}

fn qualifiers(global: &GlobalVariable) -> Vec<&'static str> {
    let interface = &global.interface;
    let interpolation = interface.interpolation.map(|it| match it {
        Interpolation::Smooth => "smooth",
        Interpolation::Flat => "flat",
        Interpolation::NoPerspective => "noperspective",
        Interpolation::Explicit => "__explicitInterpAMD",
    });
    let sampling = interface.sampling.map(|it| match it {
        Sampling::Centroid => "centroid",
        Sampling::Sample => "sample",
    });
    let rate = interface.rate.map(|it| match it {
        InterfaceRate::Patch => "patch",
        InterfaceRate::Primitive => "perprimitiveEXT",
        InterfaceRate::Vertex => "pervertexEXT",
        InterfaceRate::Task => "perTaskNV",
    });
    [interpolation, sampling, rate].into_iter().flatten().collect()
}

/// The sort key of a list: by location, then by component, those without a location last.
pub(super) fn order(variable: &Variable) -> (bool, u32, u32, u32) {
    let location = variable.location;
    (location.is_none(), location.unwrap_or(0), variable.component, variable.index.unwrap_or(0))
}
