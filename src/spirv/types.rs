//! SPIR-V types: those of values, and those of the same HIR type in laid-out memory.
//!
//! Comes in: a HIR type and how it is laid out. Goes out: the id of its type, declared once, decorated if in a block.
//! Must not depend on: functions.

use super::extension_type::{opcodes, type_operands};
use super::memory::{MemoryClass, memory_decorations};
use super::section::{Instruction, OperandList};
use super::type_key::{Layout, TypeKey, Width};
use super::writer::ModuleWriter;
use super::{Lowered, OrBug};
use crate::builtins::{BuiltinType, ImageDimension, ImageShape, StateObject};
use crate::hir::{
    ArrayLength, ExtensionType, Handle, ImageClass, ImageType, MatrixMajor, MemoryQualifiers, PackingRules, Scalar,
    ScalarKind, SmallFloat, StorageClass, Struct, Type, TypeNumber, TypeParameter, VectorSize,
};
use rspirv::dr::Operand;
use rspirv::spirv::{self, Decoration, Op};
use smallvec::{SmallVec, smallvec};
use std::rc::Rc;

/// The decoration of an array whose elements are characters (SPV_KHR_constant_data), which the grammar of the crate does not
/// know yet.
const UTF_ENCODED: u32 = 5145;

impl ModuleWriter<'_> {
    /// The type of values of `ty`.
    pub(super) fn value_type(&mut self, ty: Handle<Type>) -> Lowered<u32> {
        self.memory_type(ty, Layout::Plain)
    }

    /// The type of `ty` in memory.
    pub(super) fn memory_type(&mut self, ty: Handle<Type>, layout: Layout) -> Lowered<u32> {
        if layout == Layout::Plain {
            if let Some(&Some(id)) = self.tables.plain_types.get(ty.index()) {
                return Ok(id);
            }
        } else if let Some(&id) = self.tables.laid_out_types.get(&(ty, layout)) {
            return Ok(id);
        }
        let id = self.memory_type_of(self.hir.types.get(ty), layout)?;
        if layout == Layout::Plain {
            *self.tables.plain_types.get_mut(ty.index()).or_bug("a type")? = Some(id);
        } else {
            self.tables.laid_out_types.insert((ty, layout), id);
        }
        Ok(id)
    }

    /// As [`memory_type`](Self::memory_type), for a type that may have no handle.
    pub(super) fn memory_type_of(&mut self, ty: &Type, layout: Layout) -> Lowered<u32> {
        // Most types of accesses are numbers and vectors of numbers, which look the same in all memory.
        if let Type::Scalar(scalar) | Type::Vector(_, scalar) = *ty
            && scalar.kind != ScalarKind::Bool
            && let Some(slot) = ty.common_slot()
            && let Some(&Some(id)) = self.common_types.get(slot)
        {
            return Ok(id);
        }
        self.new_memory_type_of(ty, layout)
    }

    fn new_memory_type_of(&mut self, ty: &Type, layout: Layout) -> Lowered<u32> {
        Ok(match *ty {
            Type::Void => self.type_of(TypeKey::Void),
            Type::Scalar(scalar) => self.scalar_type(memory_scalar(scalar, layout)),
            Type::Vector(size, scalar) => self.sized_type(Some(size), memory_scalar(scalar, layout))?,
            Type::Matrix { columns, rows, scalar } => {
                let column = self.vector_type(rows.get(), scalar);
                self.type_of(TypeKey::Matrix(column, columns.get()))
            }
            Type::Array { element, length } => {
                let element_id = self.memory_type(element, layout)?;
                let stride = match layout {
                    Layout::Explicit(rules, major) => Some(self.layouter(rules).array_stride(element, major)),
                    _ => None,
                };
                match length {
                    ArrayLength::Runtime => self.type_of(TypeKey::RuntimeArray { element: element_id, stride }),
                    ArrayLength::Constant(length) => {
                        let length = self.uint_constant(length);
                        self.type_of(TypeKey::Array { element: element_id, length, stride })
                    }
                    ArrayLength::Specialization(constant) => {
                        let length = self.constant(constant)?;
                        self.type_of(TypeKey::Array { element: element_id, length, stride })
                    }
                }
            }
            Type::Struct(structure) => self.struct_type(structure, layout)?,
            Type::Image(image) => self.image_type(image),
            Type::Sampler { .. } => self.type_of(TypeKey::Sampler),
            Type::Reference(structure) => self.reference_type(structure)?,
            Type::AccelerationStructure => self.acceleration_structure_type(),
            Type::StateObject(object) => self.type_of(TypeKey::StateObject(object)),
            Type::Extension(ty) => self.extension_type(ty)?,
            Type::Function => return Err(super::Bug("a function as a value")),
            Type::Spirv(ty) => self.numbered_type(self.hir.types.spirv_type(ty).or_bug("a type by number")?)?,
        })
    }

    /// The type of a descriptor: of an image, a sampler or an acceleration structure, or of a buffer with a block.
    pub(super) fn descriptor_type(&mut self, resource: &Type, storage: StorageClass) -> Lowered<u32> {
        match (resource, storage) {
            (Type::Struct(_), StorageClass::Uniform) => Ok(self.type_of(TypeKey::Buffer(spirv::StorageClass::Uniform))),
            (Type::Struct(_), _) => Ok(self.type_of(TypeKey::Buffer(spirv::StorageClass::StorageBuffer))),
            _ => self.memory_type_of(resource, Layout::Plain),
        }
    }

    /// The type of an extension. Its parameters are the operands of its instruction.
    fn extension_type(&mut self, ty: ExtensionType) -> Lowered<u32> {
        let mut ids = SmallVec::new();
        for parameter in ty.parameters() {
            ids.push(match parameter {
                TypeParameter::Scalar(scalar) => self.scalar_type(scalar),
                TypeParameter::Type(ty) => self.value_type(ty)?,
                TypeParameter::Constant(constant)
                | TypeParameter::Number(TypeNumber::Specialization(constant))
                | TypeParameter::Flag(TypeNumber::Specialization(constant)) => self.constant(constant)?,
                TypeParameter::Number(TypeNumber::Constant(value)) => self.uint_constant(value),
                TypeParameter::Flag(TypeNumber::Constant(value)) => self.scalar_constant(Scalar::BOOL, value.into()),
                TypeParameter::Word(_, Some(number)) => self.uint_constant(number),
                TypeParameter::Word(_, None) => continue,
            });
        }
        let (opcode, _) = opcodes(ty.facts().family);
        Ok(self.type_of(TypeKey::Extension(opcode, ids)))
    }

    /// The type of a scalar.
    pub(super) fn scalar_type(&mut self, scalar: Scalar) -> u32 {
        self.common_type(&Type::Scalar(scalar), |writer| writer.declared_scalar_type(scalar))
    }

    /// A type by its slot if it is a common scalar or vector, or else from the map, which takes five times as long.
    fn common_type(&mut self, ty: &Type, find: impl FnOnce(&mut Self) -> u32) -> u32 {
        let slot = ty.common_slot();
        if let Some(&Some(id)) = slot.and_then(|slot| self.common_types.get(slot)) {
            return id;
        }
        let id = find(self);
        if let Some(known) = slot.and_then(|slot| self.common_types.get_mut(slot)) {
            *known = Some(id);
        }
        id
    }

    fn declared_scalar_type(&mut self, scalar: Scalar) -> u32 {
        let width = scalar.bits();
        self.type_of(match scalar.kind {
            ScalarKind::Bool => TypeKey::Bool,
            ScalarKind::Uint => TypeKey::Int { width, signed: false },
            ScalarKind::Float => TypeKey::Float(width),
            ScalarKind::SmallFloat(format) => TypeKey::SmallFloat(format),
            ScalarKind::Sint => TypeKey::Int { width, signed: true },
        })
    }

    /// The type of a vector, or of a scalar if `count` is 1.
    pub(super) fn vector_type(&mut self, count: u32, scalar: Scalar) -> u32 {
        match VectorSize::new(count) {
            Some(size) => self.plain_vector_type(size, scalar),
            None => self.scalar_type(scalar),
        }
    }

    fn plain_vector_type(&mut self, size: VectorSize, scalar: Scalar) -> u32 {
        self.common_type(&Type::Vector(size, scalar), |writer| {
            let component = writer.scalar_type(scalar);
            writer.type_of(TypeKey::Vector(component, size))
        })
    }

    /// The type of a scalar or a vector of any length.
    pub(super) fn sized_type(&mut self, width: Width, scalar: Scalar) -> Lowered<u32> {
        let Some(size) = width else { return Ok(self.scalar_type(scalar)) };
        if size.listed().is_some() {
            return Ok(self.plain_vector_type(size, scalar));
        }
        let component = self.scalar_type(scalar);
        // The constant comes before the type.
        if let Some(length) = self.hir.types.length(size).filter(|length| length.known.is_none()) {
            self.constant(length.constant)?;
        }
        Ok(self.type_of(TypeKey::Vector(component, size)))
    }

    /// A pointer type.
    pub(super) fn pointer_type(&mut self, class: impl Into<MemoryClass>, pointee: u32) -> u32 {
        self.type_of(TypeKey::Pointer(class.into(), pointee))
    }

    /// A type of the built-in tables.
    pub(super) fn builtin_type(&mut self, ty: BuiltinType) -> Lowered<u32> {
        Ok(match ty {
            BuiltinType::Void => self.type_of(TypeKey::Void),
            BuiltinType::Scalar(scalar) => self.scalar_type(scalar),
            BuiltinType::Vector(size, scalar) => self.sized_type(Some(size), scalar)?,
            BuiltinType::Matrix { columns, rows, scalar } => {
                let column = self.vector_type(rows.get(), scalar);
                self.type_of(TypeKey::Matrix(column, columns.get()))
            }
            BuiltinType::Array(element, length) => {
                let element = self.builtin_type(*element)?;
                let length = self.uint_constant(length);
                self.type_of(TypeKey::Array { element, length, stride: None })
            }
            BuiltinType::Sampler { .. } => self.type_of(TypeKey::Sampler),
            BuiltinType::Texture(shape) => self.image_type(ImageType { shape, class: ImageClass::Sampled }),
            BuiltinType::CombinedSampler(shape) => self.image_type(ImageType { shape, class: ImageClass::Combined }),
            BuiltinType::AccelerationStructure => self.acceleration_structure_type(),
            BuiltinType::StateObject(object) => self.type_of(TypeKey::StateObject(object)),
            BuiltinType::Image(_)
            | BuiltinType::AnyArray(_)
            | BuiltinType::Family(_)
            | BuiltinType::Dimensional(..)
            | BuiltinType::Structure(_)
            | BuiltinType::Any
            | BuiltinType::Function(_) => {
                return Err(super::Bug("a built-in step with an opaque result"));
            }
        })
    }

    /// Declares a type whose only decorations are strides.
    pub(super) fn type_of(&mut self, key: TypeKey) -> u32 {
        if let Some(&id) = self.tables.types.get(&key) {
            return id;
        }
        let (opcode, operands) = self.type_parts(&key);
        let id = self.declare_type(key.clone(), opcode, &operands);
        match key {
            TypeKey::DescriptorArray { stride, .. } => self.decorate_by_id(id, Decoration::ArrayStrideIdEXT, stride),
            TypeKey::Text { stride, .. } => {
                self.decorate_by_word(id, UTF_ENCODED);
                self.decorate_stride(id, stride);
            }
            TypeKey::Message(members) => {
                for (member, (_, offset)) in (0..).zip(members) {
                    self.decorate_member(id, member, Decoration::Offset, &[Operand::LiteralBit32(offset)]);
                }
            }
            TypeKey::Array { stride, .. } | TypeKey::RuntimeArray { stride, .. } => self.decorate_stride(id, stride),
            _ => {}
        }
        id
    }

    fn decorate_stride(&mut self, id: u32, stride: Option<u32>) {
        if let Some(stride) = stride {
            self.decorate(id, Decoration::ArrayStride, &[Operand::LiteralBit32(stride)]);
        }
    }

    /// The instruction that declares a type.
    fn type_parts(&mut self, key: &TypeKey) -> (Op, OperandList) {
        let reference = Operand::IdRef;
        match *key {
            TypeKey::Void => (Op::TypeVoid, smallvec![]),
            TypeKey::Bool => (Op::TypeBool, smallvec![]),
            TypeKey::Int { width, signed } => {
                (Op::TypeInt, smallvec![Operand::LiteralBit32(width), Operand::LiteralBit32(signed.into())])
            }
            TypeKey::Float(width) => (Op::TypeFloat, smallvec![Operand::LiteralBit32(width)]),
            TypeKey::SmallFloat(format) => {
                (Op::TypeFloat, smallvec![Operand::LiteralBit32(format.bits()), encoding(format)])
            }
            TypeKey::Vector(component, size) => {
                let length = self.hir.types.length(size);
                let id = length.and_then(|length| self.declared_constant(length.constant));
                match (self.hir.types.known_length(size), id) {
                    (known, id) if size.is_cooperative() => {
                        self.requested.cooperative_vector();
                        let length = match (known, id) {
                            (Some(known), _) => self.uint_constant(known),
                            (None, id) => id.unwrap_or(0),
                        };
                        (Op::TypeVectorIdEXT, smallvec![reference(component), reference(length)])
                    }
                    (None, Some(id)) => {
                        self.requested.long_vector();
                        (Op::TypeVectorIdEXT, smallvec![reference(component), reference(id)])
                    }
                    (count, _) => {
                        (Op::TypeVector, smallvec![reference(component), Operand::LiteralBit32(count.unwrap_or(0))])
                    }
                }
            }
            TypeKey::Matrix(column, count) => {
                (Op::TypeMatrix, smallvec![reference(column), Operand::LiteralBit32(count)])
            }
            TypeKey::Array { element, length, .. } => (Op::TypeArray, smallvec![reference(element), reference(length)]),
            TypeKey::RuntimeArray { element, .. } => (Op::TypeRuntimeArray, smallvec![reference(element)]),
            TypeKey::Tuple(ref members) => (Op::TypeStruct, members.iter().copied().map(reference).collect()),
            TypeKey::Text { length, .. } => {
                let character = self.scalar_type(Scalar { kind: ScalarKind::Sint, width: 1 });
                (Op::TypeArray, smallvec![reference(character), reference(self.uint_constant(length))])
            }
            TypeKey::Message(ref members) => (Op::TypeStruct, members.iter().map(|&(ty, _)| reference(ty)).collect()),
            TypeKey::SampledImage(image) => (Op::TypeSampledImage, smallvec![reference(image)]),
            TypeKey::Sampler => (Op::TypeSampler, smallvec![]),
            TypeKey::AccelerationStructure => (Op::TypeAccelerationStructureKHR, smallvec![]),
            TypeKey::StateObject(object) => (object.facts().opcode, smallvec![]),
            TypeKey::UntypedPointer(class) => (Op::TypeUntypedPointerKHR, smallvec![Operand::StorageClass(class)]),
            TypeKey::Buffer(class) => (Op::TypeBufferEXT, smallvec![Operand::StorageClass(class)]),
            TypeKey::DescriptorArray { element, .. } => (Op::TypeRuntimeArray, smallvec![reference(element)]),
            TypeKey::Pointer(class, pointee) => (Op::TypePointer, smallvec![class.operand(), reference(pointee)]),
            TypeKey::Extension(opcode, ref ids) => (opcode, type_operands(opcode, ids)),
            TypeKey::Function(result, ref parameters) => {
                (Op::TypeFunction, std::iter::once(result).chain(parameters.iter().copied()).map(reference).collect())
            }
            // Declared where their parts are at hand, by `struct_type`, `reference_type`, `image_type`, `numbered_type`.
            TypeKey::Struct(..) | TypeKey::Reference(_) | TypeKey::Image(_) | TypeKey::Numbered(..) => {
                (Op::TypeVoid, smallvec![])
            }
        }
    }

    fn declare_type(&mut self, key: TypeKey, opcode: Op, operands: &[Operand]) -> u32 {
        if let Some(id) = self.numbered_as(opcode, operands).or_else(|| self.vector_as(opcode, operands)) {
            self.tables.types.insert(key.clone(), id);
            self.tables.type_keys.insert(id, key);
            return id;
        }
        let id = self.id();
        self.declare(opcode, None, id, operands);
        self.tables.types.insert(key.clone(), id);
        self.tables.type_keys.insert(id, key);
        id
    }

    /// The type shared by a long and a cooperative vector whose length is the same constant.
    fn vector_as(&self, opcode: Op, operands: &[Operand]) -> Option<u32> {
        if opcode != Op::TypeVectorIdEXT {
            return None;
        }
        let ids = || operands.iter().filter_map(Operand::id_ref_any);
        let same = |it: &Instruction<'_>| it.is(opcode) && it.ids().eq(ids());
        self.declarations.iter().find(same)?.result()
    }

    fn struct_type(&mut self, structure: Handle<Struct>, layout: Layout) -> Lowered<u32> {
        let key = TypeKey::Struct(structure, layout);
        if let Some(&id) = self.tables.types.get(&key) {
            return Ok(id);
        }
        let hir = self.hir;
        let definition = hir.types.structure(structure).or_bug("a structure")?;
        let block_rules = definition.block.map(|block| block.rules);
        if self.open_structures >= super::DEEPEST {
            return Err(super::Failure::TooDeep("structures nest"));
        }
        self.open_structures += 1;
        let mut members = Vec::with_capacity(definition.members.len());
        for member in &definition.members {
            let layout = match (layout, block_rules) {
                (Layout::Block(_), Some(rules)) => Layout::Explicit(rules, member.major),
                (Layout::Block(_), None) => return Err(super::Bug("a block without layout")),
                (other, _) => other,
            };
            members.push((member, layout, self.memory_type(member.ty, layout)?));
        }
        self.open_structures -= 1;
        let operands: OperandList = members.iter().map(|&(_, _, id)| Operand::IdRef(id)).collect();
        let id = self.declare_type(key, Op::TypeStruct, &operands);
        self.name(id, &definition.name);
        let nested_offsets = match layout {
            Layout::Explicit(rules, major) => self.member_offsets(structure, rules, major)?,
            _ => Rc::default(),
        };
        for (index, &(member, member_layout, _)) in members.iter().enumerate() {
            let number = index as u32;
            self.member_name(id, number, &member.name);
            self.decorate_later(id, Some(number), &member.decorations);
            if member.qualifiers.contains(MemoryQualifiers::RELAXED) {
                self.decorate_member(id, number, Decoration::RelaxedPrecision, &[]);
            }
            self.decorate_interface_member(id, number, &member.interface);
            let Layout::Explicit(rules, major) = member_layout else { continue };
            let offset = match layout {
                Layout::Block(_) => member.offset,
                _ => nested_offsets.get(index).copied(),
            };
            let offset = offset.or_bug("an offset of a block member")?;
            self.decorate_member(id, number, Decoration::Offset, &[Operand::LiteralBit32(offset)]);
            self.decorate_matrix(id, number, member.ty, rules, major);
            if matches!(layout, Layout::Block(_)) {
                for decoration in memory_decorations(self.hir.memory_model, member.qualifiers) {
                    self.decorate_member(id, number, decoration, &[]);
                }
            }
        }
        if definition.is_interface_block {
            self.decorate(id, Decoration::Block, &[]);
        }
        if let Layout::Block(class) = layout {
            let buffer_block = class == spirv::StorageClass::StorageBuffer && !self.has_storage_buffer_class();
            let decoration = if buffer_block { Decoration::BufferBlock } else { Decoration::Block };
            self.decorate(id, decoration, &[]);
        }
        match definition.block.and_then(|block| block.hit_object_record) {
            Some(StateObject::HitObjectNv) => self.decorate(id, Decoration::HitObjectShaderRecordBufferNV, &[]),
            Some(StateObject::HitObjectExt) => self.decorate(id, Decoration::HitObjectShaderRecordBufferEXT, &[]),
            Some(StateObject::RayQuery) | None => {}
        }
        Ok(id)
    }

    /// Strides of the matrix in a member, if it is one or an array of them.
    fn decorate_matrix(
        &mut self,
        structure: u32,
        member: u32,
        ty: Handle<Type>,
        rules: PackingRules,
        major: MatrixMajor,
    ) {
        let element = self.hir.types.element_of_arrays(ty);
        let Type::Matrix { columns, rows, scalar } = *self.hir.types.get(element) else { return };
        let stride = self.layouter(rules).matrix_stride(columns, rows, scalar, major);
        let order = match major {
            MatrixMajor::Column => Decoration::ColMajor,
            MatrixMajor::Row => Decoration::RowMajor,
        };
        self.decorate_member(structure, member, order, &[]);
        self.decorate_member(structure, member, Decoration::MatrixStride, &[Operand::LiteralBit32(stride)]);
    }

    /// The pointer type for a buffer reference. A block that leads back to itself needs its pointer declared first.
    /// Validators look through other pointers for numbers below 32 bits, and then miss the capability for the memory
    /// that the pointer is in.
    fn reference_type(&mut self, structure: Handle<Struct>) -> Lowered<u32> {
        let key = TypeKey::Reference(structure);
        if let Some(&id) = self.tables.types.get(&key) {
            if let Some(led_back) = self.open_references.get_mut(&structure) {
                *led_back = true;
            }
            return Ok(id);
        }
        let class = spirv::StorageClass::PhysicalStorageBuffer;
        let id = self.id();
        self.tables.types.insert(key.clone(), id);
        self.tables.type_keys.insert(id, key);
        self.open_references.insert(structure, false);
        let position = self.declarations.len();
        let pointee = self.struct_type(structure, Layout::Block(class))?;
        let leads_back = self.open_references.remove(&structure) == Some(true);
        if leads_back || self.holds_small_numbers(structure) {
            let end = self.declarations.len();
            let operands = [Operand::IdRef(id), Operand::StorageClass(class)];
            self.declarations.push(Op::TypeForwardPointer, None, None, &operands);
            self.declarations.move_end(end, position);
        }
        self.declare(Op::TypePointer, None, id, &[Operand::StorageClass(class), Operand::IdRef(pointee)]);
        self.tables.types.insert(TypeKey::Pointer(class.into(), pointee), id);
        self.uses_references = true;
        Ok(id)
    }

    /// An image type, or the type of an image together with its sampler.
    fn image_type(&mut self, image: ImageType) -> u32 {
        if image.class == ImageClass::Combined {
            let sampled = self.image_type(ImageType { class: ImageClass::Sampled, ..image });
            // Texel buffers have no sampler (SPIR-V 1.6, OpTypeSampledImage; Vulkan has no descriptor for one before).
            if image.shape.dimension == ImageDimension::Buffer {
                return sampled;
            }
            return self.type_of(TypeKey::SampledImage(sampled));
        }
        let key = TypeKey::Image(image);
        if let Some(&id) = self.tables.types.get(&key) {
            return id;
        }
        let ImageShape { dimension, arrayed, multisampled, shadow, texel } = image.shape;
        let component = self.scalar_type(texel);
        let dimension = match dimension {
            ImageDimension::D1 => spirv::Dim::Dim1D,
            ImageDimension::D2 => spirv::Dim::Dim2D,
            ImageDimension::D3 => spirv::Dim::Dim3D,
            ImageDimension::Cube => spirv::Dim::DimCube,
            ImageDimension::Rect => spirv::Dim::DimRect,
            ImageDimension::Buffer => spirv::Dim::DimBuffer,
            ImageDimension::Subpass => spirv::Dim::DimSubpassData,
            ImageDimension::Tile => spirv::Dim::DimTileImageDataEXT,
        };
        let (sampled, format) = match image.class {
            ImageClass::Storage(format) => (2, format),
            _ if matches!(dimension, spirv::Dim::DimSubpassData | spirv::Dim::DimTileImageDataEXT) => {
                (2, spirv::ImageFormat::Unknown)
            }
            _ => (1, spirv::ImageFormat::Unknown),
        };
        let operands = [
            Operand::IdRef(component),
            Operand::Dim(dimension),
            Operand::LiteralBit32(shadow.into()),
            Operand::LiteralBit32(arrayed.into()),
            Operand::LiteralBit32(multisampled.into()),
            Operand::LiteralBit32(sampled),
            Operand::ImageFormat(format),
        ];
        self.declare_type(key, Op::TypeImage, &operands)
    }

    /// The type of acceleration structures. Ray tracing stages have it through their execution model; the others have
    /// it for ray queries only.
    fn acceleration_structure_type(&mut self) -> u32 {
        self.type_of(TypeKey::AccelerationStructure)
    }
}

/// `bool` has no representation in laid-out memory; it is stored as `uint`.
fn memory_scalar(scalar: Scalar, layout: Layout) -> Scalar {
    if scalar.kind == ScalarKind::Bool && layout != Layout::Plain {
        Scalar { kind: ScalarKind::Uint, width: 4 }
    } else {
        scalar
    }
}

/// The encoding of a floating-point format that is not the IEEE 754 format of its width. The numbers are those of the
/// public headers, which are newer than the grammar of the crate.
const fn encoding(format: SmallFloat) -> Operand {
    match format {
        SmallFloat::BFloat16 => Operand::FPEncoding(spirv::FPEncoding::BFloat16KHR),
        SmallFloat::E4M3 => Operand::FPEncoding(spirv::FPEncoding::Float8E4M3EXT),
        SmallFloat::E5M2 => Operand::FPEncoding(spirv::FPEncoding::Float8E5M2EXT),
        SmallFloat::E2M3 => Operand::LiteralBit32(4223),
        SmallFloat::E3M2 => Operand::LiteralBit32(4224),
        SmallFloat::E2M1 => Operand::LiteralBit32(4225),
        SmallFloat::Ue8M0 => Operand::LiteralBit32(4226),
        SmallFloat::MxInt8 => Operand::LiteralBit32(4227),
    }
}
