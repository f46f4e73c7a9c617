//! How a shader uses its memory, as far as naga's types reflect it: what atomic operations access.
//!
//! Comes in: a module. Goes out: for each variable a tree of the parts that atomics access. naga has atomic types, like
//! WGSL; GLSL has atomic operations on any integer. Must not depend on: naga.

use crate::builtins::vocabulary::Op;
use crate::builtins::{Instruction, Operand, ParameterMode, Prototype};
use crate::hir::{
    Argument, Function, GlobalVariable, Handle, MemoryQualifiers, Module, Place, PlaceRoot, PlaceStep, Statement,
    ValueKind,
};
use rustc_hash::FxHashMap;

/// Parts of a variable.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Parts {
    /// Whether it includes the variable or part itself.
    pub is_atomic: bool,
    /// Members of a structure.
    members: FxHashMap<u32, Parts>,
    /// Every element of an array, component of a vector.
    element: Option<Box<Parts>>,
}

static NONE: Parts =
    Parts { is_atomic: false, members: FxHashMap::with_hasher(rustc_hash::FxBuildHasher), element: None };

impl Parts {
    pub(super) fn none() -> &'static Self {
        &NONE
    }

    pub(super) fn member(&self, index: u32) -> &Self {
        self.members.get(&index).unwrap_or(&NONE)
    }

    pub(super) fn element(&self) -> &Self {
        self.element.as_deref().unwrap_or(&NONE)
    }

    /// Whether atomics access nothing in it.
    pub(super) fn is_empty(&self) -> bool {
        !self.is_atomic && self.members.is_empty() && self.element.is_none()
    }

    fn add(&mut self, steps: &[PlaceStep]) {
        let mut part = self;
        for step in steps {
            part = match step {
                PlaceStep::Member(index) => part.members.entry(*index).or_default(),
                PlaceStep::Index(_) => part.element.get_or_insert_default(),
            };
        }
        part.is_atomic = true;
    }
}

/// What is known about the variables of a module.
#[derive(Debug, Default)]
pub(super) struct Usage {
    atomics: FxHashMap<Handle<GlobalVariable>, Parts>,
    /// Coherent variables with non-atomic accesses.
    coherent: FxHashMap<Handle<GlobalVariable>, MemoryQualifiers>,
    /// Whether ray queries are asked for the vertices of a triangle, which their type says in naga.
    pub fetches_positions: bool,
}

/// Whether a built-in accesses several elements of the memory that it gets, as those of cooperative matrices do.
fn takes_elements(prototype: &Prototype) -> bool {
    let mut operands = prototype.recipes.iter().flat_map(|it| it.steps).flat_map(|it| it.operands);
    operands.any(|it| matches!(it, Operand::Element(..) | Operand::Array(_)))
}

fn fetches_positions(prototype: &Prototype) -> bool {
    const FETCH: Instruction = Instruction::Core(Op::RayQueryGetIntersectionTriangleVertexPositionsKHR);
    prototype.recipes.iter().flat_map(|it| it.steps).any(|it| it.instruction == FETCH)
}

impl Usage {
    pub(super) fn of(module: &Module) -> Self {
        let mut usage = Self::default();
        for function in module.reachable_functions() {
            let Ok(function) = module.functions.try_get(function) else { continue };
            for (_, value) in function.values.iter() {
                match &value.kind {
                    ValueKind::Builtin(call) => {
                        usage.fetches_positions |= fetches_positions(call.prototype);
                        for (index, &argument) in call.arguments.iter().enumerate() {
                            let mode = call.prototype.parameter(index).map(|it| it.mode);
                            if let (Argument::Place(place), Some(ParameterMode::Memory)) = (argument, mode)
                                && !takes_elements(call.prototype)
                            {
                                usage.atomic(function, place);
                            }
                        }
                    }
                    ValueKind::Load(place) => usage.access(function, *place),
                    _ => {}
                }
            }
            for (_, block) in function.blocks.iter() {
                for (statement, _) in &block.statements {
                    if let Statement::Store { place, .. } = statement {
                        usage.access(function, *place);
                    }
                }
            }
        }
        usage
    }

    fn atomic(&mut self, function: &Function, place: Handle<Place>) {
        let Ok(place) = function.places.try_get(place) else { return };
        if let PlaceRoot::Global(global) = place.root {
            self.atomics.entry(global).or_default().add(&place.steps);
        }
    }

    fn access(&mut self, function: &Function, place: Handle<Place>) {
        let Ok(place) = function.places.try_get(place) else { return };
        let kinds = MemoryQualifiers::COHERENT_KINDS | MemoryQualifiers::VOLATILE;
        if let (PlaceRoot::Global(global), true) = (place.root, place.access.intersects(kinds)) {
            *self.coherent.entry(global).or_default() |= place.access & kinds;
        }
    }

    /// The parts of a variable that atomics access.
    pub(super) fn atomics(&self, global: Handle<GlobalVariable>) -> &Parts {
        self.atomics.get(&global).unwrap_or(&NONE)
    }

    /// The qualifiers that make non-atomic accesses to a variable coherent.
    pub(super) fn coherent(&self, global: Handle<GlobalVariable>) -> MemoryQualifiers {
        self.coherent.get(&global).copied().unwrap_or_default()
    }
}
