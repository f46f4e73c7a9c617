//! Variables outside functions: buffers, push constants, shared and private variables.
//!
//! Comes in: the variables that the entry point reaches. Goes out: naga variables, and the memory layout of their
//! contents. Must not depend on: functions.

use super::constants::constant;
use super::memory::{Form, Memory};
use super::module::ModuleWriter;
use super::resources::Resources;
use super::types::some_name;
use super::unsupported::{Bridged, OrMissing, Unsupported, unsupported};
use super::usage::Parts;
use super::whereabouts::naga_span;
use crate::hir::{self, MemoryQualifiers, StorageClass};
use naga::{AddressSpace, Handle, MemoryDecorations, StorageAccess, TypeInner};
use std::rc::Rc;

/// The sizes of uniform blocks are multiples of this.
const UNIFORM_MULTIPLE: u32 = 16;

/// The naga form of a variable.
#[derive(Clone, Debug)]
pub(super) enum Global {
    /// Memory.
    Memory(Handle<naga::GlobalVariable>, Rc<Memory>),
    /// Textures, samplers and images.
    Resource(Resources),
}

impl ModuleWriter<'_> {
    /// Creates the variables that functions use; inputs and outputs belong to the entry point.
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
        if self.hir.types.contains(global.ty, |it| matches!(it, hir::Type::StateObject(_))) {
            return Err(Unsupported::new("ray queries outside functions")
                .help("declare the query in the function that traces the ray"));
        }
        match global.storage {
            StorageClass::Workgroup => {}
            StorageClass::StorageBuffer => self.fixed_but_for_the_end(global.ty)?,
            _ => self.fixed(global.ty)?,
        }
        self.has_own_binding(handle, global)?;
        let parts = self.usage.atomics(handle).clone();
        let (space, memory) = match global.storage {
            StorageClass::Private => (AddressSpace::Private, self.shared_memory(global.ty, Parts::none())?),
            StorageClass::RayPayload => (AddressSpace::RayPayload, self.shared_memory(global.ty, Parts::none())?),
            StorageClass::IncomingRayPayload => {
                (AddressSpace::IncomingRayPayload, self.shared_memory(global.ty, Parts::none())?)
            }
            StorageClass::HitAttribute => return unsupported("hit attributes"),
            StorageClass::ShaderRecord => return unsupported("shader records"),
            StorageClass::TaskPayload => (AddressSpace::TaskPayload, self.shared_memory(global.ty, &parts)?),
            StorageClass::Workgroup => (AddressSpace::WorkGroup, self.shared_memory(global.ty, &parts)?),
            StorageClass::Uniform => (AddressSpace::Uniform, self.block(global.ty, UNIFORM_MULTIPLE, &parts)?),
            StorageClass::PushConstant => (AddressSpace::Immediate, self.block(global.ty, 1, &parts)?),
            StorageClass::StorageBuffer => {
                let mut access = StorageAccess::LOAD;
                if !self.is_read_only(global) {
                    access |= StorageAccess::STORE;
                }
                (AddressSpace::Storage { access }, self.block(global.ty, 1, &parts)?)
            }
            StorageClass::UniformConstant => return self.resource(handle, global),
            _ => return unsupported("memory of this kind"),
        };
        let memory_decorations = match space {
            AddressSpace::Storage { .. } => decorations(self.usage.coherent(handle)),
            _ => MemoryDecorations::empty(),
        };
        let init = match global.initializer {
            // Shared memory is always zero-initialized in WGSL.
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
        Ok(Global::Memory(self.out.global_variables.append(made, naga_span(global.span)), memory))
    }

    /// Fails for blocks in which anything but the end depends on a specialization constant. An array at the end is one whose length
    /// the buffer decides.
    fn fixed_but_for_the_end(&self, ty: hir::Handle<hir::Type>) -> Bridged<()> {
        let hir::Type::Struct(structure) = *self.hir.types.get(ty) else { return self.fixed(ty) };
        let members = self.hir.types.structure(structure).map_or(&[][..], |it| &it.members);
        for (index, member) in members.iter().enumerate() {
            let is_last = index + 1 == members.len();
            let checked = match *self.hir.types.get(member.ty) {
                hir::Type::Array { element, length: hir::ArrayLength::Specialization(_) } if is_last => element,
                _ => member.ty,
            };
            self.fixed(checked).map_err(|it| it.at(member.span))?;
        }
        Ok(())
    }

    /// naga identifies a resource by its binding.
    fn has_own_binding(&self, handle: hir::Handle<hir::GlobalVariable>, global: &hir::GlobalVariable) -> Bridged<()> {
        let mut others = self.globals.keys().filter(|&&it| it != handle);
        let is_same = |it: &hir::GlobalVariable| it.binding.is_some() && it.binding == global.binding;
        let other = others.find_map(|&it| self.hir.globals.try_get(it).ok().filter(|it| is_same(it)));
        let Some(other) = other else { return Ok(()) };
        let what =
            format!("two variables with one binding, as `{}` and `{}`", self.name_of(other), self.name_of(global));
        Err(Unsupported::new(what).help("give each a binding of its own, and bind the same buffer to both"))
    }

    /// The name of a variable; blocks without an instance name have that of the block.
    fn name_of(&self, global: &hir::GlobalVariable) -> String {
        match self.hir.types.get(global.ty) {
            hir::Type::Struct(structure) if global.name.is_empty() => {
                self.hir.types.structure(*structure).map_or_else(String::new, |it| String::from(&it.name))
            }
            _ => String::from(&global.name),
        }
    }

    /// A block, or an array of blocks.
    fn block(&mut self, ty: hir::Handle<hir::Type>, multiple: u32, parts: &Parts) -> Bridged<Rc<Memory>> {
        match *self.hir.types.get(ty) {
            hir::Type::Struct(structure) => self.block_memory(structure, ty, multiple, parts),
            hir::Type::Array { element, length } => {
                let block = self.block(element, multiple, parts.element())?;
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
        let ty = self.hir.types.element_of_arrays(global.ty);
        let hir::Type::Struct(structure) = *self.hir.types.get(ty) else { return false };
        let members = self.hir.types.structure(structure).map_or(&[][..], |it| &it.members);
        !members.is_empty() && members.iter().all(|it| it.qualifiers.contains(MemoryQualifiers::READONLY))
    }

    /// Whether there is any memory that a barrier with this flag would be about.
    pub(super) fn has_memory(&self, flag: naga::Barrier) -> bool {
        self.out.global_variables.iter().any(|(_, it)| match it.space {
            AddressSpace::Storage { .. } => flag == naga::Barrier::STORAGE,
            AddressSpace::WorkGroup => flag == naga::Barrier::WORK_GROUP,
            AddressSpace::Handle => flag == naga::Barrier::TEXTURE && self.is_storage_image(it.ty),
            _ => false,
        })
    }

    fn is_storage_image(&self, ty: Handle<naga::Type>) -> bool {
        match self.inner(ty) {
            Ok(TypeInner::Image { class, .. }) => matches!(class, naga::ImageClass::Storage { .. }),
            Ok(TypeInner::BindingArray { base, .. }) => self.is_storage_image(*base),
            _ => false,
        }
    }

    /// A per-invocation variable that all functions can access.
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

    /// The payload in an address space. The stages that get one always have it in naga.
    pub(super) fn payload(&mut self, space: AddressSpace, is_needed: bool) -> Option<Handle<naga::GlobalVariable>> {
        let known = self.out.global_variables.iter().find(|(_, it)| it.space == space).map(|(handle, _)| handle);
        if known.is_some() || !is_needed {
            return known;
        }
        let ty = self.ty(TypeInner::Scalar(naga::Scalar::U32));
        let payload = naga::GlobalVariable {
            name: some_name("no_payload"),
            space,
            binding: None,
            ty,
            init: None,
            memory_decorations: MemoryDecorations::empty(),
        };
        Some(self.out.global_variables.append(payload, naga::Span::UNDEFINED))
    }

    /// The naga form of a variable.
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
