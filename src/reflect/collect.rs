//! The walk over a module.
//!
//! Comes in: a module of HIR. Goes out: its [`Reflection`]. Must not depend on: how that is printed.

use super::structures::{Structures, block_of, length_of, number_of, specialized};
use super::{
    Binding, BindingKind, Length, Number, Reflection, Requirements, SpecializationConstant, Variable, interface,
};
use crate::hir::{ConstantKind, GlobalVariable, MemoryQualifiers, Module, StorageClass, Type, WorkgroupDimension};

/// What a host needs to know about a module.
#[must_use]
pub fn reflect(module: &Module) -> Reflection {
    let used = module.used_globals();
    let mut structures = Structures::new(module);
    let mut reflection = Reflection {
        stage: module.entry_point.stage,
        entry_point: "main".to_owned(),
        workgroup_size: module.entry_point.workgroup.map(|workgroup| workgroup.size.map(|it| dimension(module, it))),
        shared_memory_size: 0,
        requirements: Requirements::default(),
        bindings: Vec::new(),
        push_constants: None,
        specialization_constants: specialization_constants(module),
        inputs: Vec::new(),
        outputs: Vec::new(),
        structures: Vec::new(),
    };
    for (handle, global) in module.globals.iter() {
        let is_used = used.contains(&handle);
        match global.storage {
            StorageClass::Input => reflection.inputs.extend(interface::variable(global, is_used, &mut structures)),
            StorageClass::Output => reflection.outputs.extend(interface::variable(global, is_used, &mut structures)),
            StorageClass::PushConstant => {
                reflection.push_constants = Some(push_constants(global, is_used, &mut structures));
            }
            StorageClass::Workgroup if is_used => {
                let size = structures.size(global.ty);
                reflection.shared_memory_size = reflection.shared_memory_size.saturating_add(size);
            }
            _ => reflection.bindings.extend(binding(module, global, is_used, &mut structures)),
        }
    }
    reflection.bindings.sort_by_key(|it| (it.set, it.binding));
    reflection.inputs.sort_by_key(interface::order);
    reflection.outputs.sort_by_key(interface::order);
    reflection.structures = structures.finish();
    reflection
}

fn dimension(module: &Module, dimension: WorkgroupDimension) -> Length {
    match dimension {
        WorkgroupDimension::Literal(size) => Length::Fixed(size),
        WorkgroupDimension::Specialization(constant) => specialized(module, constant),
    }
}

fn specialization_constants(module: &Module) -> Vec<SpecializationConstant> {
    let mut constants: Vec<_> = module
        .constants
        .iter()
        .filter_map(|(_, constant)| {
            let ConstantKind::Specialization { id, default, name } = &constant.kind else { return None };
            let ty = module.types.get(constant.ty).scalar().map_or(Number::Uint(32), number_of);
            Some(SpecializationConstant { id: *id, name: name.clone(), ty, default: *default })
        })
        .collect();
    constants.sort_by_key(|it| it.id);
    constants.dedup_by_key(|it| it.id);
    constants
}

fn push_constants(global: &GlobalVariable, is_used: bool, structures: &mut Structures<'_>) -> Variable {
    let (ty, array) = structures.split(global.ty, None);
    Variable {
        name: (&global.name).into(),
        location: None,
        component: 0,
        index: None,
        glsl: structures.spelled(global.ty),
        ty,
        array,
        qualifiers: Vec::new(),
        is_used,
    }
}

fn binding(
    module: &Module,
    global: &GlobalVariable,
    is_used: bool,
    structures: &mut Structures<'_>,
) -> Option<Binding> {
    let place = global.binding?;
    let mut array = Vec::new();
    let mut ty = global.ty;
    while let Type::Array { element, length } = *module.types.get(ty) {
        array.push(length_of(module, length));
        ty = element;
    }
    let block = block_of(module, global.ty);
    let kind = BindingKind::of(global.storage, module.types.get(ty));
    // Qualifiers of a block apply to each of its members.
    let qualifiers = match block {
        Some((_, structure)) if !structure.members.is_empty() => {
            let all = |qualifier| structure.members.iter().all(|it| it.qualifiers.contains(qualifier));
            let kept = [MemoryQualifiers::READONLY, MemoryQualifiers::WRITEONLY].into_iter().filter(|&it| all(it));
            kept.fold(global.qualifiers, MemoryQualifiers::union)
        }
        _ => global.qualifiers,
    };
    Some(Binding {
        set: place.set,
        binding: place.binding,
        name: (&global.name).into(),
        kind,
        glsl: structures.spelled(global.ty),
        array,
        structure: block.map(|(handle, _)| structures.number(handle, None)),
        is_readable: !qualifiers.contains(MemoryQualifiers::WRITEONLY),
        is_writable: kind.is_writable() && !qualifiers.contains(MemoryQualifiers::READONLY),
        is_used,
        input_attachment: global.interface.attachment,
    })
}
