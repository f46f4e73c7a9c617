//! Blocks: what each is by its qualifiers (GLSL 4.60, 4.3.9; GL_EXT_buffer_reference).
//!
//! Comes in: the declaration of a block. Goes out: a global, or the type of a reference. Must not depend on: where members lie,
//! and what is in blocks of inputs and outputs and of the pipeline, which are in `interface`.

use crate::builtins::extensions;
use crate::hir::{Handle, HeapContents, ResourceBinding, Span, StorageClass, Struct, Type};
use crate::sema::context::scope::Entity;
use crate::sema::declarations::messages;
use crate::sema::extensions::descriptor_heap::PlacedType;
use crate::sema::extensions::spirv_intrinsics::DECORATE;
use crate::sema::interface::pipeline_storage::PipelineStorage;
use crate::sema::interface::stage_interface::Direction;
use crate::sema::qualifiers::qualifier::{Qualifiers, Storage};
use crate::sema::qualifiers::qualifier_place::Place;
use crate::sema::{Analyzer, Code};
use crate::syntax::ast::{BlockDeclaration, SpirvWord};

/// The kind of a block.
enum BlockKind {
    /// It is in memory of this class.
    Memory(StorageClass),
    /// `rayPayloadEXT` and similar, and the span of the word.
    Pipeline(&'static PipelineStorage, Span),
    /// `in` or `out`, and the span of the word.
    Interface(Direction, Span),
    /// `layout(buffer_type)`, for memory of this class, and where the word stands.
    BufferType(StorageClass, Span),
    /// `resourceheap` or `samplerheap`, by what plain data in it is, and where the word stands.
    Heap(HeapContents, Span),
}

impl Analyzer<'_> {
    /// An interface block.
    pub(in crate::sema) fn block(&mut self, block: &BlockDeclaration) {
        let mut qualifiers = Qualifiers::collect(self, &block.qualifiers);
        if matches!(qualifiers.storage, Some((Storage::Buffer, _))) {
            let layout = &mut qualifiers.layout;
            layout.buffer_reference = layout.buffer_reference.or(self.block_defaults.reference);
            layout.buffer_reference_align = layout.buffer_reference_align.or(self.block_defaults.reference_align);
        }
        if !self.scopes.is_global() {
            self.report(messages::block_can_only_be_declared_at_global_scope(block.name.span));
            return;
        }
        self.only_spirv_words(&qualifiers, DECORATE, &[SpirvWord::StorageClass], "a block");
        match self.kind_of_block(block, &qualifiers) {
            Some(BlockKind::Memory(storage)) => self.memory_block(block, &qualifiers, storage),
            Some(BlockKind::Pipeline(storage, span)) => self.pipeline_block(block, &qualifiers, storage, span),
            Some(BlockKind::Interface(direction, span)) => self.interface_block(block, &qualifiers, direction, span),
            Some(BlockKind::BufferType(storage, span)) => self.buffer_type(block, &qualifiers, storage, span),
            Some(BlockKind::Heap(contents, span)) => self.heap_block(block, &qualifiers, contents, span),
            None => self.silence_block(block),
        }
    }

    /// The kind of a block. `None` after a report.
    fn kind_of_block(&mut self, block: &BlockDeclaration, qualifiers: &Qualifiers) -> Option<BlockKind> {
        if qualifiers.spirv.wrong {
            return None;
        }
        let numbered = qualifiers.spirv.storage_class;
        let storage = match qualifiers.storage {
            None if let Some((number, _)) = numbered => StorageClass::Number(number),
            Some((earlier, _)) if let Some((_, span)) = numbered => {
                self.report(messages::storage_class_with_storage(span, &earlier.word()));
                return None;
            }
            Some((storage @ (Storage::Uniform | Storage::Buffer), _))
                if let Some(word) = qualifiers.layout.buffer_type =>
            {
                let is_uniform = storage == Storage::Uniform;
                let class = if is_uniform { StorageClass::Uniform } else { StorageClass::StorageBuffer };
                return Some(BlockKind::BufferType(class, word));
            }
            Some((Storage::Heap(contents), span)) => return Some(BlockKind::Heap(contents, span)),
            Some((Storage::Uniform, _)) if qualifiers.layout.push_constant.is_some() => StorageClass::PushConstant,
            Some((Storage::Buffer, span)) if qualifiers.layout.push_constant.is_some() => {
                self.report(messages::push_constant_block_must_be_uniform(span));
                return None;
            }
            Some((Storage::Uniform, _)) => StorageClass::Uniform,
            Some((Storage::Buffer, _)) if qualifiers.layout.buffer_reference.is_some() => {
                StorageClass::PhysicalStorageBuffer
            }
            Some((Storage::Buffer, _)) if qualifiers.layout.shader_record.is_some() => StorageClass::ShaderRecord,
            Some((Storage::Buffer, _)) => StorageClass::StorageBuffer,
            Some((Storage::Pipeline(storage), span)) => return Some(BlockKind::Pipeline(storage, span)),
            Some((Storage::Shared, span)) => {
                if !self.shared_block_allowed(block, span) {
                    return None;
                }
                StorageClass::Workgroup
            }
            Some((other, span)) => {
                let direction = Direction::of(other);
                if direction.is_none() {
                    self.report(messages::cannot_be_used_on_block(span, &other.word()));
                }
                return direction.map(|direction| BlockKind::Interface(direction, span));
            }
            None => {
                let name = self.text(block.name.symbol);
                self.report(messages::block_has_no_storage_qualifier(block.name.span, &name));
                return None;
            }
        };
        Some(BlockKind::Memory(storage))
    }

    /// A block in memory, where its members have offsets.
    fn memory_block(&mut self, block: &BlockDeclaration, qualifiers: &Qualifiers, storage: StorageClass) {
        let is_reference = storage == StorageClass::PhysicalStorageBuffer;
        if is_reference && !self.declares_variable_of_reference(block, qualifiers) {
            return;
        }
        // An instance name makes an ordinary block with the same contents (GL_EXT_buffer_reference, 4.3.9).
        let storage = if is_reference { StorageClass::StorageBuffer } else { storage };
        self.declare_block_name(block, storage);
        self.check_block_qualifiers(qualifiers, storage);
        let Some(structure) = self.block_structure(self.contents(block), qualifiers, storage) else {
            self.silence_block(block);
            return;
        };
        let binding = self.binding_of_block(block, qualifiers, storage);
        let Some(placed) = self.type_of_block(block, qualifiers, storage, structure) else {
            self.silence_block(block);
            return;
        };
        // Members carry the qualifiers of the block already.
        let named = block.instance.unwrap_or(block.name);
        let variable = self.new_global(named, placed.ty, storage, qualifiers, None, binding);
        self.place_variable(&variable, &placed);
        self.declare_instance(block, structure, variable);
    }

    /// `layout(buffer_reference) buffer`: declares the reference; returns whether an instance name makes it a block as
    /// well.
    fn declares_variable_of_reference(&mut self, block: &BlockDeclaration, qualifiers: &Qualifiers) -> bool {
        if block.instance.is_none() {
            self.check_block_qualifiers(qualifiers, StorageClass::PhysicalStorageBuffer);
        }
        self.reference_block(block, qualifiers) && block.instance.is_some()
    }

    /// The set and binding of a block, for those that have them.
    fn binding_of_block(
        &mut self,
        block: &BlockDeclaration,
        qualifiers: &Qualifiers,
        storage: StorageClass,
    ) -> Option<ResourceBinding> {
        let layout = &qualifiers.layout;
        let name = block.instance.unwrap_or(block.name).span;
        match storage {
            StorageClass::Workgroup => {
                if let Some((_, span)) = layout.binding.or(layout.set) {
                    self.report(messages::shared_block_has_neither_set_nor_binding(span));
                }
                None
            }
            StorageClass::ShaderRecord => {
                self.check_shader_record(block);
                None
            }
            StorageClass::PushConstant => {
                self.check_push_constant(block, qualifiers);
                None
            }
            StorageClass::Number(_) if layout.binding.is_none() => None,
            _ if self.is_without_binding(qualifiers, storage, name) => None,
            _ => self.resource_binding(qualifiers, block.name.span),
        }
    }

    /// All push constants are in one block, which no descriptor leads to (GL_KHR_vulkan_glsl).
    fn check_push_constant(&mut self, block: &BlockDeclaration, qualifiers: &Qualifiers) {
        let span = block.name.span;
        let has_banks = self.is_on(extensions::GL_NV_push_constant_bank);
        if let Some(earlier) = self.block_defaults.push_constant.replace(span).filter(|_| !has_banks) {
            self.report(messages::shader_has_at_most_one_push_constant_block(span, earlier));
        }
        if let Some((_, span)) = qualifiers.layout.binding.or(qualifiers.layout.set) {
            self.report(messages::push_constant_block_has_neither_set_nor(span));
        }
    }

    /// The type of a block's variable, which may be an array of blocks, and where it is. `None` after a report.
    fn type_of_block(
        &mut self,
        block: &BlockDeclaration,
        qualifiers: &Qualifiers,
        storage: StorageClass,
        structure: Handle<Struct>,
    ) -> Option<PlacedType> {
        let named = block.instance.unwrap_or(block.name);
        let contents = self.module.types.insert(Type::Struct(structure));
        let ty = self.array_type(contents, &[], &block.dimensions)?;
        let alone = match storage {
            StorageClass::ShaderRecord => {
                Some((Code::LayoutQualifier, block.span, "a shader record", "GL_EXT_ray_tracing, 4.4.5"))
            }
            StorageClass::PushConstant => {
                let span = block.dimensions.first().map_or(block.span, |dimension| dimension.span);
                Some((Code::PushConstant, span, "a push-constant block", "GL_KHR_vulkan_glsl"))
            }
            _ => None,
        };
        if let Some((code, span, what, note)) = alone.filter(|_| ty != contents) {
            self.report(messages::cannot_be_array(code, span, &what, note));
            return None;
        }
        match storage {
            StorageClass::Uniform | StorageClass::StorageBuffer => self.placed_type(ty, qualifiers, storage, named),
            _ => self.descriptors(ty, named).map(PlacedType::outside),
        }
    }

    /// Reports qualifiers that no block can have.
    fn check_block_qualifiers(&mut self, qualifiers: &Qualifiers, storage: StorageClass) {
        let place = match storage {
            StorageClass::Uniform => Place::UniformBlock,
            StorageClass::PushConstant => Place::PushConstantBlock,
            StorageClass::ShaderRecord => Place::ShaderRecord,
            StorageClass::Workgroup => Place::SharedBlock,
            StorageClass::PhysicalStorageBuffer => Place::ReferenceBlock,
            _ => Place::BufferBlock,
        };
        self.check_place(qualifiers, place);
        self.check_memory(qualifiers, place, None);
    }

    /// `layout(buffer_reference) buffer Name { ... };`, also without members as a forward declaration. Returns whether
    /// it was defined.
    fn reference_block(&mut self, block: &BlockDeclaration, qualifiers: &Qualifiers) -> bool {
        let name = self.text(block.name.symbol);
        let declared = self.scopes.get(block.name.symbol).map(|declared| declared.entity.clone());
        let handle = match declared {
            Some(Entity::Reference(handle)) => handle,
            _ => {
                // Only a forward declaration lets a block refer to itself.
                self.open_reference = Some(block.name.symbol);
                let made = match block.forward {
                    true => None,
                    false => {
                        self.block_structure(self.contents(block), qualifiers, StorageClass::PhysicalStorageBuffer)
                    }
                };
                self.open_reference = None;
                let contents = made.and_then(|made| self.module.types.structure(made).cloned());
                let defined = contents.is_some();
                let empty =
                    || Struct { name: name.into(), members: Vec::new(), block: None, is_interface_block: false };
                let handle = self.module.types.structs.append(contents.unwrap_or_else(empty), block.name.span);
                self.declare(block.name, Entity::Reference(handle));
                if !block.forward {
                    return defined;
                }
                handle
            }
        };
        if block.forward {
            self.forward_references.insert(handle);
            return false;
        }
        if self.module.types.structure(handle).is_some_and(|it| !it.members.is_empty()) {
            self.report(messages::block_is_declared_twice(block.name.span, &name));
            return false;
        }
        if let Some(made) = self.block_structure(self.contents(block), qualifiers, StorageClass::PhysicalStorageBuffer)
            && let Some(definition) = self.module.types.structure(made).cloned()
        {
            *self.module.types.structs.get_mut(handle) = definition;
            return true;
        }
        // What went wrong was reported; the block counts as defined.
        self.forward_references.remove(&handle);
        false
    }
}
