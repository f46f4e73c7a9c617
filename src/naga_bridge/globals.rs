//! Variables outside functions: buffers, push constants, shared and private variables.
//!
//! Comes in: the variables that the entry point reaches. Goes out: variables of naga, and how things lie in them. Must not
//! depend on: functions.

use super::constants::constant;
use super::memory::{Form, Memory};
use super::module::ModuleWriter;
use super::types::some_name;
use super::unsupported::{Bridged, OrMissing, unsupported};
use super::usage::Parts;
use crate::hir::{self, MemoryQualifiers, StorageClass};
use naga::{AddressSpace, Handle, MemoryDecorations, StorageAccess, TypeInner};
use std::rc::Rc;

/// What a variable became.
#[derive(Clone, Debug)]
pub(super) enum Global {
    /// Memory.
    Memory(Handle<naga::GlobalVariable>, Rc<Memory>),
}

impl ModuleWriter<'_> {
    /// Makes the variables that functions name; inputs and outputs belong to the entry point.
    pub(super) fn globals(&mut self) -> Bridged<()> {
        let used = self.hir.used_globals();
        for (handle, global) in self.hir.globals.iter() {
            if used.contains(&handle) && !matches!(global.storage, StorageClass::Input | StorageClass::Output) {
                let made = self.global(handle, global).map_err(|it| it.at(global.span))?;
                self.globals.insert(handle, made);
            }
        }
        Ok(())
    }

    fn global(&mut self, handle: hir::Handle<hir::GlobalVariable>, global: &hir::GlobalVariable) -> Bridged<Global> {
        if global.heap.is_some() {
            return unsupported("descriptor heaps");
        }
        let parts = self.usage.atomics(handle).clone();
        let (space, memory) = match global.storage {
            StorageClass::Private => (AddressSpace::Private, self.shared_memory(global.ty, Parts::none())?),
            StorageClass::Workgroup => (AddressSpace::WorkGroup, self.shared_memory(global.ty, &parts)?),
            StorageClass::Uniform => (AddressSpace::Uniform, self.block(global.ty, &parts)?),
            StorageClass::PushConstant => (AddressSpace::Immediate, self.block(global.ty, &parts)?),
            StorageClass::StorageBuffer => {
                let mut access = StorageAccess::LOAD;
                if !self.is_read_only(global) {
                    access |= StorageAccess::STORE;
                }
                (AddressSpace::Storage { access }, self.block(global.ty, &parts)?)
            }
            StorageClass::UniformConstant => return unsupported("textures, images and samplers through this bridge"),
            _ => return unsupported("memory of this kind"),
        };
        let memory_decorations = match space {
            AddressSpace::Storage { .. } => decorations(self.usage.coherent(handle)),
            _ => MemoryDecorations::empty(),
        };
        let init = match global.initializer {
            // Shared memory is all zero in WGSL anyway.
            Some(it) if space == AddressSpace::Private => Some(constant(self, it)?.it),
            _ => None,
        };
        let made = naga::GlobalVariable {
            name: some_name(&self.name_of(global)),
            space,
            binding: global.binding.map(|it| naga::ResourceBinding { group: it.set, binding: it.binding }),
            ty: memory.ty,
            init,
            memory_decorations,
        };
        Ok(Global::Memory(self.out.global_variables.append(made, naga::Span::UNDEFINED), memory))
    }

    /// The name of a variable; blocks without an instance name have that of the block.
    fn name_of(&self, global: &hir::GlobalVariable) -> String {
        match self.hir.types.get(global.ty) {
            hir::Type::Struct(structure) if global.name.is_empty() => {
                self.hir.types.structure(*structure).map_or_else(String::new, |it| it.name.clone())
            }
            _ => global.name.clone(),
        }
    }

    /// A block, or an array of blocks.
    fn block(&mut self, ty: hir::Handle<hir::Type>, parts: &Parts) -> Bridged<Rc<Memory>> {
        match *self.hir.types.get(ty) {
            hir::Type::Struct(structure) => self.block_memory(structure, ty, parts),
            hir::Type::Array { element, length } => {
                let block = self.block(element, parts.element())?;
                if !matches!(self.inner(block.ty)?, TypeInner::Struct { .. }) {
                    return unsupported("arrays of arrays of blocks");
                }
                let size = self.array_size(length)?;
                let ty = self.ty(TypeInner::BindingArray { base: block.ty, size });
                let form = Form::Elements { element: block, wrapped: false, count: None };
                Ok(Rc::new(Memory { ty, value: None, form }))
            }
            _ => unsupported("a block of this type"),
        }
    }

    /// Whether everything in a buffer is `readonly`.
    fn is_read_only(&self, global: &hir::GlobalVariable) -> bool {
        if global.qualifiers.contains(MemoryQualifiers::READONLY) {
            return true;
        }
        let mut ty = global.ty;
        while let hir::Type::Array { element, .. } = *self.hir.types.get(ty) {
            ty = element;
        }
        let hir::Type::Struct(structure) = *self.hir.types.get(ty) else { return false };
        let members = self.hir.types.structure(structure).map_or(&[][..], |it| &it.members);
        !members.is_empty() && members.iter().all(|it| it.qualifiers.contains(MemoryQualifiers::READONLY))
    }

    /// A variable of one invocation that all functions see.
    pub(super) fn private(&mut self, name: &str, ty: Handle<naga::Type>) -> Handle<naga::GlobalVariable> {
        let made = naga::GlobalVariable {
            name: some_name(name),
            space: AddressSpace::Private,
            binding: None,
            ty,
            init: None,
            memory_decorations: MemoryDecorations::empty(),
        };
        self.out.global_variables.append(made, naga::Span::UNDEFINED)
    }

    /// What a variable became.
    pub(super) fn known_global(&self, handle: hir::Handle<hir::GlobalVariable>) -> Bridged<&Global> {
        self.globals.get(&handle).or_missing("a variable")
    }
}

fn decorations(qualifiers: MemoryQualifiers) -> MemoryDecorations {
    let mut decorations = MemoryDecorations::empty();
    if qualifiers.intersects(MemoryQualifiers::COHERENT_KINDS) {
        decorations |= MemoryDecorations::COHERENT;
    }
    if qualifiers.contains(MemoryQualifiers::VOLATILE) {
        decorations |= MemoryDecorations::VOLATILE;
    }
    decorations
}
