//! The only place that turns memory qualifiers, scopes and semantics into decorations and operands.
//!
//! Comes in: qualifiers of a place or variable, its storage class and alignment. Goes out: decorations, memory
//! operands, scopes, for either memory model. Must not depend on: statements and values.

use crate::builtins::ImageDimension;
use crate::hir::{GlobalVariable, Handle, InterfaceRate, MemoryModel, MemoryQualifiers, StorageClass, Type, TypeTable};
use crate::target::SpirvVersion;
use rspirv::dr::Operand;
use rspirv::spirv::{self, Decoration, MemoryAccess, Scope};

/// Operands of one access.
#[derive(Clone, Copy, Debug)]
pub(super) struct AccessOperands {
    /// The mask.
    pub bits: MemoryAccess,
    /// Literal of `Aligned`.
    pub alignment: Option<u32>,
    /// Scope of `MakePointerAvailable` or `MakePointerVisible`.
    pub scope: Option<Scope>,
}

/// The operand of OpMemoryModel.
pub(super) const fn memory_model_operand(model: MemoryModel) -> spirv::MemoryModel {
    match model {
        MemoryModel::Glsl450 => spirv::MemoryModel::GLSL450,
        MemoryModel::Vulkan => spirv::MemoryModel::Vulkan,
    }
}

/// Scope of atomics and barriers that name none (GL_KHR_memory_scope_semantics, "Vulkan memory model").
pub(super) const fn legacy_device_scope(model: MemoryModel) -> Scope {
    match model {
        MemoryModel::Glsl450 => Scope::Device,
        MemoryModel::Vulkan => Scope::QueueFamily,
    }
}

/// Semantics that the qualifiers of its place add to an atomic operation.
pub(super) const fn atomic_semantics(model: MemoryModel, access: MemoryQualifiers) -> u32 {
    if matches!(model, MemoryModel::Vulkan) && access.contains(MemoryQualifiers::VOLATILE) {
        spirv::MemorySemantics::VOLATILE.bits()
    } else {
        0
    }
}

/// Decorations of a variable, block member or image parameter.
pub(super) fn memory_decorations(model: MemoryModel, qualifiers: MemoryQualifiers) -> impl Iterator<Item = Decoration> {
    use MemoryQualifiers as Q;
    let decorated = model == MemoryModel::Glsl450;
    let volatile = qualifiers.contains(Q::VOLATILE);
    [
        (decorated && (volatile || qualifiers.intersects(Q::COHERENT_KINDS)), Decoration::Coherent),
        (decorated && volatile, Decoration::Volatile),
        (qualifiers.contains(Q::RESTRICT), Decoration::Restrict),
        (qualifiers.contains(Q::ALIASED), Decoration::Aliased),
        (qualifiers.contains(Q::READONLY), Decoration::NonWritable),
        (qualifiers.contains(Q::WRITEONLY), Decoration::NonReadable),
    ]
    .into_iter()
    .filter_map(|(applies, decoration)| applies.then_some(decoration))
}

/// Operands of a load (or a store, if `store`) through a pointer.
pub(super) fn memory_access(
    model: MemoryModel,
    class: StorageClass,
    access: MemoryQualifiers,
    alignment: Option<u32>,
    store: bool,
) -> AccessOperands {
    let mut bits = MemoryAccess::NONE;
    if alignment.is_some() {
        bits |= MemoryAccess::ALIGNED;
    }
    let mut scope = None;
    if model == MemoryModel::Vulkan {
        if access.contains(MemoryQualifiers::NON_TEMPORAL) {
            bits |= MemoryAccess::NONTEMPORAL;
        }
        if access.contains(MemoryQualifiers::VOLATILE) {
            bits |= MemoryAccess::VOLATILE;
        }
        // Availability and visibility exist for memory that invocations share.
        if matches!(
            class,
            StorageClass::Uniform
                | StorageClass::StorageBuffer
                | StorageClass::Workgroup
                | StorageClass::PhysicalStorageBuffer
        ) {
            scope = coherence_scope(class, access);
            if scope.is_some() {
                bits |= MemoryAccess::NON_PRIVATE_POINTER;
                bits |= if store { MemoryAccess::MAKE_POINTER_AVAILABLE } else { MemoryAccess::MAKE_POINTER_VISIBLE };
            } else if access.contains(MemoryQualifiers::NON_PRIVATE) {
                bits |= MemoryAccess::NON_PRIVATE_POINTER;
            }
        }
    }
    AccessOperands { bits, alignment, scope }
}

/// Image operands of a texel access, with the scope of MakeTexelAvailable or MakeTexelVisible.
pub(super) fn texel_operands(
    model: MemoryModel,
    access: MemoryQualifiers,
    store: bool,
    version: SpirvVersion,
) -> (spirv::ImageOperands, Option<Scope>) {
    use spirv::ImageOperands as I;
    if model == MemoryModel::Glsl450 {
        return (I::NONE, None);
    }
    let scope = coherence_scope(StorageClass::UniformConstant, access);
    let mut bits = I::NONE;
    if scope.is_some() {
        bits |= I::NON_PRIVATE_TEXEL | if store { I::MAKE_TEXEL_AVAILABLE } else { I::MAKE_TEXEL_VISIBLE };
    } else if access.contains(MemoryQualifiers::NON_PRIVATE) {
        bits |= I::NON_PRIVATE_TEXEL;
    }
    if access.contains(MemoryQualifiers::VOLATILE) {
        bits |= I::VOLATILE_TEXEL;
    }
    // A hint that older versions cannot express.
    if access.contains(MemoryQualifiers::NON_TEMPORAL) && version >= SpirvVersion::V1_6 {
        bits |= I::NONTEMPORAL;
    }
    (bits, scope)
}

/// The widest scope that the qualifiers request; `coherent` and `volatile` mean the queue family.
pub(super) fn coherence_scope(class: StorageClass, access: MemoryQualifiers) -> Option<Scope> {
    use MemoryQualifiers as Q;
    let family = Q::COHERENT | Q::QUEUE_FAMILY_COHERENT | Q::VOLATILE;
    if access.contains(Q::DEVICE_COHERENT) {
        Some(Scope::Device)
    } else if access.intersects(family) {
        Some(Scope::QueueFamily)
    } else if access.contains(Q::SHADER_CALL_COHERENT) {
        Some(Scope::ShaderCallKHR)
    } else if access.contains(Q::WORKGROUP_COHERENT) || class == StorageClass::Workgroup {
        Some(Scope::Workgroup)
    } else if access.contains(Q::SUBGROUP_COHERENT) {
        Some(Scope::Subgroup)
    } else {
        None
    }
}

/// A storage class of SPIR-V by its number, which may be unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct MemoryClass(pub u32);

impl From<spirv::StorageClass> for MemoryClass {
    fn from(class: spirv::StorageClass) -> Self {
        Self(class as u32)
    }
}

impl MemoryClass {
    /// The class as an operand. A class that only a shader's own number can name is just that number: the shader states
    /// what it needs.
    pub(super) fn operand(self) -> Operand {
        use spirv::StorageClass as S;
        match S::from_u32(self.0) {
            Some(
                class @ (S::UniformConstant
                | S::Input
                | S::Uniform
                | S::Output
                | S::Workgroup
                | S::Private
                | S::Function
                | S::PushConstant
                | S::Image
                | S::StorageBuffer
                | S::PhysicalStorageBuffer),
            ) => Operand::StorageClass(class),
            _ => Operand::LiteralBit32(self.0),
        }
    }

    /// Whether entry points list variables of the class in every version.
    pub(super) const fn is_interface(self) -> bool {
        self.0 == spirv::StorageClass::Input as u32 || self.0 == spirv::StorageClass::Output as u32
    }
}

/// The SPIR-V storage class. Buffer blocks live in Uniform before SPIR-V 1.3 has a class for them.
pub(super) fn storage_class(class: StorageClass, version: SpirvVersion) -> MemoryClass {
    MemoryClass::from(match class {
        StorageClass::Private => spirv::StorageClass::Private,
        StorageClass::Function => spirv::StorageClass::Function,
        StorageClass::Workgroup => spirv::StorageClass::Workgroup,
        StorageClass::Uniform => spirv::StorageClass::Uniform,
        StorageClass::StorageBuffer if version < SpirvVersion::V1_3 => spirv::StorageClass::Uniform,
        StorageClass::StorageBuffer => spirv::StorageClass::StorageBuffer,
        StorageClass::PushConstant => spirv::StorageClass::PushConstant,
        StorageClass::UniformConstant => spirv::StorageClass::UniformConstant,
        StorageClass::Input => spirv::StorageClass::Input,
        StorageClass::Output => spirv::StorageClass::Output,
        StorageClass::PhysicalStorageBuffer => spirv::StorageClass::PhysicalStorageBuffer,
        StorageClass::RayPayload => spirv::StorageClass::RayPayloadKHR,
        StorageClass::IncomingRayPayload => spirv::StorageClass::IncomingRayPayloadKHR,
        StorageClass::HitAttribute => spirv::StorageClass::HitAttributeKHR,
        StorageClass::CallableData => spirv::StorageClass::CallableDataKHR,
        StorageClass::IncomingCallableData => spirv::StorageClass::IncomingCallableDataKHR,
        StorageClass::HitObjectAttributeNv => spirv::StorageClass::HitObjectAttributeNV,
        StorageClass::HitObjectAttributeExt => spirv::StorageClass::HitObjectAttributeEXT,
        StorageClass::ShaderRecord => spirv::StorageClass::ShaderRecordBufferKHR,
        StorageClass::TaskPayload => spirv::StorageClass::TaskPayloadWorkgroupEXT,
        StorageClass::TileImage => spirv::StorageClass::TileImageEXT,
        StorageClass::TileAttachment => spirv::StorageClass::TileAttachmentQCOM,
        StorageClass::Number(number) => return MemoryClass(number),
    })
}

/// The storage class of the variables that a parameter of an opaque type points to, unless something else says
/// otherwise.
pub(super) fn resource_class(types: &TypeTable, ty: Handle<Type>) -> StorageClass {
    match types.get(types.element_of_arrays(ty)) {
        Type::StateObject(_) | Type::Spirv(_) => StorageClass::Function,
        Type::Image(image) if image.shape.dimension == ImageDimension::Tile => StorageClass::TileImage,
        _ => StorageClass::UniformConstant,
    }
}

/// Whether the memory of a variable has the layout of its block.
pub(super) fn is_laid_out(types: &TypeTable, variable: &GlobalVariable) -> bool {
    is_block_memory(variable.storage)
        || variable.interface.rate == Some(InterfaceRate::Task)
        || is_shared_block(types, variable)
        || is_numbered_block(types, variable)
}

/// Whether a variable is a block of shared memory (GL_EXT_shared_memory_block).
pub(super) fn is_shared_block(types: &TypeTable, variable: &GlobalVariable) -> bool {
    variable.storage == StorageClass::Workgroup && is_block(types, variable.ty)
}

/// Whether a variable is a block in memory that the shader names by number.
fn is_numbered_block(types: &TypeTable, variable: &GlobalVariable) -> bool {
    matches!(variable.storage, StorageClass::Number(_)) && is_block(types, types.element_of_arrays(variable.ty))
}

fn is_block(types: &TypeTable, ty: Handle<Type>) -> bool {
    match *types.get(ty) {
        Type::Struct(structure) => types.structure(structure).is_some_and(|it| it.block.is_some()),
        _ => false,
    }
}

/// Whether variables of a class are laid out explicitly.
pub(super) const fn is_block_memory(class: StorageClass) -> bool {
    matches!(
        class,
        StorageClass::Uniform
            | StorageClass::StorageBuffer
            | StorageClass::PushConstant
            | StorageClass::PhysicalStorageBuffer
            | StorageClass::ShaderRecord
    )
}
