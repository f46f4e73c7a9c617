//! Functions by the resources passed to them.
//!
//! Comes in: the functions that the entry point reaches. Goes out: each with the variables passed for its parameters,
//! callees first. Must not depend on: how anything is bridged.
//!
//! naga can only store to images and do atomic operations on them through a global variable, and GLSL's parameters do
//! not say whether a texture is used with comparison or which format an image has. So a function with resources among
//! its parameters is written once per set of variables passed to it, without these parameters; for an element of an
//! array the index remains.

use super::module::ModuleWriter;
use super::unsupported::{Bridged, OrMissing, Unsupported, unsupported};
use crate::hir::{self, Argument, Handle, ParameterMode, Place, PlaceRoot, PlaceStep, ValueKind};
use rustc_hash::FxHashSet;

/// The variable passed for a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Bound {
    pub global: Handle<hir::GlobalVariable>,
    /// Whether it is an element of the variable, whose index is passed.
    pub is_element: bool,
}

/// A function with the variables passed for its resource parameters.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Instance {
    pub function: Handle<hir::Function>,
    /// By parameter.
    pub resources: Vec<Option<Bound>>,
}

impl Instance {
    /// The variable for a place that is a resource.
    pub(super) fn bound(&self, place: &Place) -> Bridged<Bound> {
        match (place.root, place.steps.as_slice()) {
            (PlaceRoot::Global(global), []) => Ok(Bound { global, is_element: false }),
            (PlaceRoot::Global(global), [PlaceStep::Index(_)]) => Ok(Bound { global, is_element: true }),
            (PlaceRoot::Parameter(index), []) => {
                self.resources.get(index as usize).copied().flatten().or_missing("a resource")
            }
            (_, [_, _, ..]) => {
                Err(Unsupported::new("arrays of arrays of resources").help("use an array with one dimension"))
            }
            _ => unsupported("resources among other data"),
        }
    }

    /// The instance that a call leads to.
    pub(super) fn callee(
        &self,
        module: &hir::Module,
        caller: &hir::Function,
        function: Handle<hir::Function>,
        arguments: &[Argument],
    ) -> Bridged<Self> {
        let callee = module.functions.try_get(function).or_missing("a function")?;
        let mut resources = Vec::with_capacity(arguments.len());
        for (argument, parameter) in arguments.iter().zip(&callee.parameters) {
            resources.push(match (*argument, parameter.mode) {
                (Argument::Place(place), ParameterMode::Resource) => {
                    Some(self.bound(caller.places.try_get(place).or_missing("a place")?)?)
                }
                _ => None,
            });
        }
        Ok(Self { function, resources })
    }
}

impl ModuleWriter<'_> {
    /// The instances that the entry point reaches, callees first. There is no recursion.
    pub(super) fn instances(&self) -> Bridged<Vec<Instance>> {
        let mut done = Vec::new();
        let mut seen = FxHashSet::default();
        let entry = Instance { function: self.hir.entry_point.function, resources: Vec::new() };
        let mut open = vec![(entry, false)];
        while let Some((instance, are_callees_done)) = open.pop() {
            if are_callees_done {
                done.push(instance);
                continue;
            }
            if !seen.insert(instance.clone()) {
                continue;
            }
            open.push((instance.clone(), true));
            let function = self.hir.functions.try_get(instance.function).or_missing("a function")?;
            for (_, value) in function.values.iter() {
                if let ValueKind::Call { function: callee, arguments } = &value.kind {
                    let callee = instance.callee(self.hir, function, *callee, arguments);
                    open.push((callee.map_err(|it| it.at(function.span))?, false));
                }
            }
        }
        Ok(done)
    }
}
