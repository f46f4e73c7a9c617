//! Capabilities that depend on how types are used, which the grammar does not say.
//!
//! Comes in: a finished module. Goes out: capabilities for widths, small types in memory and in arithmetic, images,
//! 64-bit and float atomics, and scopes. Must not depend on: HIR.

use rspirv::dr::{self, Instruction, Operand};
use rspirv::spirv::{self, Capability, Decoration, Op, Scope, StorageClass};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// Small scalar types inside a type, as bits.
type Small = u8;
const INT8: Small = 1;
const INT16: Small = 2;
const FLOAT16: Small = 4;
/// Floats with an encoding of their own, whose capability allows them anywhere except in blocks.
const ENCODED16: Small = 8;
const ENCODED8: Small = 16;

/// What the use of types requires.
pub(super) struct Needed {
    pub(super) capabilities: BTreeSet<Capability>,
    /// Encodings of floating-point types that only their number names.
    pub(super) encodings: BTreeSet<u32>,
}

/// What a module needs of this kind.
pub(super) fn needed(module: &dr::Module) -> Needed {
    let mut usage = Usage::default();
    let mut blocks = FxHashSet::default();
    for annotation in &module.annotations {
        match *annotation.operands.as_slice() {
            [Operand::IdRef(id), Operand::Decoration(Decoration::BufferBlock)] => {
                usage.buffer_blocks.insert(id);
            }
            [Operand::IdRef(id), Operand::Decoration(Decoration::Block)] => {
                blocks.insert(id);
            }
            _ => {}
        }
    }
    // Either all shared memory is in blocks or none is.
    usage.shared_blocks = module.types_global_values.iter().any(|it| {
        let is_shared = it.operands.first() == Some(&Operand::StorageClass(StorageClass::Workgroup));
        it.class.opcode == Op::TypePointer && is_shared && id(it.operands.get(1)).is_some_and(|it| blocks.contains(&it))
    });
    if usage.shared_blocks {
        usage.capabilities.insert(Capability::WorkgroupMemoryExplicitLayoutKHR);
    }
    usage.traces_rays = module.entry_points.iter().any(traces_rays);
    for instruction in &module.types_global_values {
        usage.declaration(instruction);
    }
    let vulkan = module
        .memory_model
        .as_ref()
        .is_some_and(|it| it.operands.contains(&Operand::MemoryModel(spirv::MemoryModel::Vulkan)));
    for function in &module.functions {
        for instruction in function.all_inst_iter() {
            usage.instruction(instruction);
            usage.scopes(instruction, vulkan);
        }
    }
    usage.arithmetic_capabilities();
    Needed { capabilities: usage.capabilities, encodings: usage.encodings }
}

/// Whether an entry point is a ray tracing stage, whose execution model brings acceleration structures with its own
/// requirements. Other stages have them for ray queries only.
fn traces_rays(entry_point: &Instruction) -> bool {
    use spirv::ExecutionModel as E;
    let Some(Operand::ExecutionModel(model)) = entry_point.operands.first() else { return false };
    matches!(
        model,
        E::RayGenerationKHR | E::IntersectionKHR | E::AnyHitKHR | E::ClosestHitKHR | E::MissKHR | E::CallableKHR
    )
}

#[derive(Clone, Copy)]
struct Number {
    width: u32,
    float: bool,
    vector: bool,
}

#[derive(Default)]
struct Usage {
    capabilities: BTreeSet<Capability>,
    buffer_blocks: FxHashSet<u32>,
    /// Small types in each type that has any, not looking through pointers.
    small: ById<Small>,
    numbers: ById<Number>,
    aggregates: FxHashSet<u32>,
    /// Whether shared memory is laid out explicitly, so that small types may be stored in it without arithmetic.
    shared_blocks: bool,
    /// What arrays hold, to find the block in arrays of blocks.
    elements: FxHashMap<u32, u32>,
    /// Types of values: of all that hold small types, and of 64-bit ones.
    values: ById<u32>,
    constants: ById<u32>,
    /// What types point to.
    pointees: FxHashMap<u32, u32>,
    runtime_arrays: FxHashSet<u32>,
    /// Types of storage images without a format.
    formatless: FxHashSet<u32>,
    /// The uses of types of cooperative matrices.
    matrix_uses: FxHashMap<u32, u32>,
    encodings: BTreeSet<u32>,
    traces_rays: bool,
    /// Small types that something computes with.
    arithmetic: Small,
    /// Small types in memory with a capability for them.
    stored: Small,
}

/// A map from ids. They are dense, and instructions look most of them up.
struct ById<T>(Vec<Option<T>>);

impl<T> Default for ById<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T: Clone> ById<T> {
    fn get(&self, id: &u32) -> Option<&T> {
        self.0.get(*id as usize)?.as_ref()
    }

    fn insert(&mut self, id: u32, value: T) {
        let index = id as usize;
        if self.0.len() <= index {
            self.0.resize(index + 1, None);
        }
        if let Some(slot) = self.0.get_mut(index) {
            *slot = Some(value);
        }
    }

    fn values(&self) -> impl Iterator<Item = &T> {
        self.0.iter().flatten()
    }
}

/// The id in an operand.
fn id(operand: Option<&Operand>) -> Option<u32> {
    match operand {
        Some(&(Operand::IdRef(id) | Operand::IdScope(id) | Operand::IdMemorySemantics(id))) => Some(id),
        _ => None,
    }
}

fn literal(operand: Option<&Operand>) -> u32 {
    match operand {
        Some(&Operand::LiteralBit32(value)) => value,
        _ => 0,
    }
}

impl Usage {
    fn declaration(&mut self, instruction: &Instruction) {
        let operands = &instruction.operands;
        let Some(result) = instruction.result_id else { return };
        match instruction.class.opcode {
            Op::TypeInt | Op::TypeFloat => {
                let float = instruction.class.opcode == Op::TypeFloat;
                let width = literal(operands.first());
                self.numbers.insert(result, Number { width, float, vector: false });
                let is_encoded = float && operands.len() > 1;
                if let Some(&Operand::LiteralBit32(encoding)) = operands.get(1).filter(|_| float) {
                    self.encodings.insert(encoding);
                }
                match (width, float) {
                    (16, _) if is_encoded => self.small.insert(result, ENCODED16),
                    (8, _) if is_encoded => self.small.insert(result, ENCODED8),
                    _ if is_encoded => {}
                    (8, _) => self.small.insert(result, INT8),
                    (16, false) => self.small.insert(result, INT16),
                    (16, true) => self.small.insert(result, FLOAT16),
                    (64, false) => drop(self.capabilities.insert(Capability::Int64)),
                    (64, true) => drop(self.capabilities.insert(Capability::Float64)),
                    _ => {}
                }
            }
            Op::TypeVector => {
                if !(2..=4).contains(&literal(operands.get(1))) {
                    self.capabilities.insert(Capability::LongVectorEXT);
                }
                let component = id(operands.first()).unwrap_or(0);
                if let Some(&number) = self.numbers.get(&component) {
                    self.numbers.insert(result, Number { vector: true, ..number });
                }
                self.inherit(result, operands);
            }
            // Long or cooperative vectors: the code that declares one says which.
            Op::TypeVectorIdEXT => {
                let component = id(operands.first()).unwrap_or(0);
                if let Some(&number) = self.numbers.get(&component) {
                    self.numbers.insert(result, Number { vector: true, ..number });
                }
                self.inherit(result, operands);
            }
            Op::TypeMatrix => self.inherit(result, operands),
            Op::TypeCooperativeMatrixKHR | Op::TypeCooperativeMatrixNV => {
                self.inherit(result, operands);
                self.cooperative_matrix(operands);
                self.matrix_uses.extend(id(operands.get(4)).map(|matrix_use| (result, matrix_use)));
            }
            Op::TypeArray | Op::TypeRuntimeArray => {
                self.aggregates.insert(result);
                if instruction.class.opcode == Op::TypeRuntimeArray {
                    self.runtime_arrays.insert(result);
                }
                self.elements.extend(id(operands.first()).map(|element| (result, element)));
                self.inherit(result, operands);
            }
            Op::TypeStruct => {
                self.aggregates.insert(result);
                self.inherit(result, operands);
            }
            Op::TypeImage => {
                self.image(operands);
                if is_formatless(operands) {
                    self.formatless.insert(result);
                }
            }
            Op::TypeAccelerationStructureKHR if !self.traces_rays => {
                self.capabilities.insert(Capability::RayQueryKHR);
            }
            // An array of resources: a block in it is behind another pointer.
            Op::Variable => {
                let pointee = instruction.result_type.and_then(|ty| self.pointees.get(&ty));
                if pointee.is_some_and(|it| self.runtime_arrays.contains(it)) {
                    self.capabilities.insert(Capability::RuntimeDescriptorArray);
                }
            }
            Op::TypePointer => {
                if let (Some(Operand::StorageClass(class)), Some(pointee)) = (operands.first(), id(operands.get(1))) {
                    self.pointees.insert(result, pointee);
                    self.memory(*class, pointee);
                }
            }
            Op::Constant | Op::SpecConstant => {
                self.constants.insert(result, literal(operands.first()));
                self.constant(instruction, result);
            }
            _ => self.constant(instruction, result),
        }
    }

    /// Components with an encoding of their own need capabilities of their own.
    fn cooperative_matrix(&mut self, operands: &[Operand]) {
        match id(operands.first()).and_then(|component| self.small.get(&component)) {
            Some(&ENCODED16) => drop(self.capabilities.insert(Capability::BFloat16CooperativeMatrixKHR)),
            Some(&ENCODED8) => drop(self.capabilities.insert(Capability::Float8CooperativeMatrixEXT)),
            _ => {}
        }
    }

    /// Small constants can't be made without arithmetic in their type.
    fn constant(&mut self, instruction: &Instruction, result: u32) {
        if let Some(ty) = instruction.result_type {
            self.arithmetic |= self.small.get(&ty).copied().unwrap_or(0);
            self.values.insert(result, ty);
        }
    }

    fn inherit(&mut self, result: u32, operands: &[Operand]) {
        let mut small = 0;
        for operand in operands {
            if let Operand::IdRef(id) = operand {
                small |= self.small.get(id).copied().unwrap_or(0);
            }
        }
        if small != 0 {
            self.small.insert(result, small);
        }
    }

    /// Small types behind pointers.
    fn memory(&mut self, class: StorageClass, pointee: u32) {
        let Some(&small) = self.small.get(&pointee) else { return };
        let mut block = pointee;
        while let Some(&element) = self.elements.get(&block) {
            block = element;
        }
        // Pointers into blocks follow the pointer to the block, which has decided already.
        let is_variable = self.aggregates.contains(&pointee);
        let (small16, small8) = match class {
            StorageClass::StorageBuffer | StorageClass::PhysicalStorageBuffer => {
                (Capability::StorageBuffer16BitAccess, Capability::StorageBuffer8BitAccess)
            }
            StorageClass::Uniform if !is_variable => return,
            StorageClass::Uniform if self.buffer_blocks.contains(&block) => {
                (Capability::StorageBuffer16BitAccess, Capability::StorageBuffer8BitAccess)
            }
            StorageClass::Uniform => {
                (Capability::UniformAndStorageBuffer16BitAccess, Capability::UniformAndStorageBuffer8BitAccess)
            }
            StorageClass::Workgroup if self.shared_blocks => (
                Capability::WorkgroupMemoryExplicitLayout16BitAccessKHR,
                Capability::WorkgroupMemoryExplicitLayout8BitAccessKHR,
            ),
            StorageClass::PushConstant => (Capability::StoragePushConstant16, Capability::StoragePushConstant8),
            // SPIR-V has no capability for 8 bits between stages alone.
            StorageClass::Input | StorageClass::Output => (Capability::StorageInputOutput16, Capability::Int8),
            StorageClass::Function | StorageClass::Private | StorageClass::Workgroup => {
                self.arithmetic |= small;
                return;
            }
            _ => return,
        };
        // The capability for 16 bits brings integers and floats.
        if small & (INT16 | FLOAT16 | ENCODED16) != 0 {
            self.capabilities.insert(small16);
            self.stored |= INT16 | FLOAT16;
        }
        if small & (INT8 | ENCODED8) != 0 {
            self.capabilities.insert(small8);
            self.stored |= INT8;
        }
    }

    fn image(&mut self, operands: &[Operand]) {
        let &[
            Operand::IdRef(texel),
            Operand::Dim(dimension),
            _,
            Operand::LiteralBit32(arrayed),
            Operand::LiteralBit32(multisampled),
            Operand::LiteralBit32(sampled),
            ..,
        ] = operands
        else {
            return;
        };
        let storage = sampled == 2;
        if self.numbers.get(&texel).is_some_and(|number| number.width == 64 && !number.float) {
            self.capabilities.insert(Capability::Int64ImageEXT);
        }
        let capability = match (dimension, storage) {
            (spirv::Dim::Dim1D, true) => Capability::Image1D,
            (spirv::Dim::Dim1D, false) => Capability::Sampled1D,
            (spirv::Dim::DimBuffer, true) => Capability::ImageBuffer,
            (spirv::Dim::DimBuffer, false) => Capability::SampledBuffer,
            (spirv::Dim::DimRect, true) => Capability::ImageRect,
            (spirv::Dim::DimRect, false) => Capability::SampledRect,
            (spirv::Dim::DimCube, true) if arrayed == 1 => Capability::ImageCubeArray,
            (spirv::Dim::DimCube, false) if arrayed == 1 => Capability::SampledCubeArray,
            (spirv::Dim::DimSubpassData, _) => Capability::InputAttachment,
            (spirv::Dim::Dim2D, true) if multisampled == 1 => {
                if arrayed == 1 {
                    self.capabilities.insert(Capability::ImageMSArray);
                }
                Capability::StorageImageMultisample
            }
            _ => return,
        };
        self.capabilities.insert(capability);
    }

    fn instruction(&mut self, instruction: &Instruction) {
        let opcode = instruction.class.opcode;
        let ty = instruction.result_type;
        // Loads, stores and width conversions are all that the storage capabilities allow.
        let converts = matches!(opcode, Op::FConvert | Op::SConvert | Op::UConvert | Op::CopyObject);
        if let (Some(ty), Some(result)) = (ty, instruction.result_id) {
            if let Some(&small) = self.small.get(&ty) {
                let loads = opcode == Op::Load && !self.aggregates.contains(&ty);
                if !converts && !loads {
                    self.arithmetic |= small;
                }
                self.values.insert(result, ty);
            } else if self.numbers.get(&ty).is_some_and(|number| number.width == 64) {
                self.values.insert(result, ty);
            }
            if self.formatless.contains(&ty) || self.matrix_uses.contains_key(&ty) {
                self.values.insert(result, ty);
            }
        }
        if !converts && opcode != Op::Store && self.arithmetic != (INT8 | INT16 | FLOAT16) {
            for operand in &instruction.operands {
                if let Operand::IdRef(id) = operand
                    && let Some(ty) = self.values.get(id)
                {
                    self.arithmetic |= self.small.get(ty).copied().unwrap_or(0);
                }
            }
        }
        self.atomic(instruction);
        self.matrix_layout(instruction);
        self.matrix_conversion(instruction);
        self.texel_access(instruction);
    }

    /// The type of the value in an operand, if it is one of those recorded.
    fn type_of(&self, operand: Option<&Operand>) -> Option<u32> {
        self.values.get(&id(operand)?).copied()
    }

    /// Only the types of a conversion tell whether it changes the use of a matrix.
    fn matrix_conversion(&mut self, instruction: &Instruction) {
        let Some(to) = instruction.result_type.and_then(|ty| self.matrix_uses.get(&ty)) else { return };
        let converts = matches!(
            instruction.class.opcode,
            Op::FConvert
                | Op::SConvert
                | Op::UConvert
                | Op::ConvertFToS
                | Op::ConvertFToU
                | Op::ConvertSToF
                | Op::ConvertUToF
        );
        let from = self.type_of(instruction.operands.first()).and_then(|ty| self.matrix_uses.get(&ty));
        if converts && from.is_some_and(|from| from != to) {
            self.capabilities.insert(Capability::CooperativeMatrixConversionsNV);
        }
    }

    /// Accesses to storage images without a format.
    fn texel_access(&mut self, instruction: &Instruction) {
        let capability = match instruction.class.opcode {
            Op::ImageRead | Op::ImageSparseRead => Capability::StorageImageReadWithoutFormat,
            Op::ImageWrite => Capability::StorageImageWriteWithoutFormat,
            _ => return,
        };
        if self.type_of(instruction.operands.first()).is_some_and(|ty| self.formatless.contains(&ty)) {
            self.capabilities.insert(capability);
        }
    }

    /// Layouts of cooperative matrices with a capability of their own are recognized by their numbers.
    fn matrix_layout(&mut self, instruction: &Instruction) {
        let layout = match instruction.class.opcode {
            Op::CooperativeMatrixLoadKHR => instruction.operands.get(1),
            Op::CooperativeMatrixStoreKHR => instruction.operands.get(2),
            _ => return,
        };
        let number = id(layout).and_then(|layout| self.constants.get(&layout).copied());
        let layout = number.and_then(spirv::CooperativeMatrixLayout::from_u32);
        let capabilities = layout.map(|it| Operand::CooperativeMatrixLayout(it).required_capabilities());
        self.capabilities
            .extend(capabilities.into_iter().flatten().filter(|&it| it != Capability::CooperativeMatrixKHR));
    }

    fn atomic(&mut self, instruction: &Instruction) {
        use Capability as C;
        let opcode = instruction.class.opcode;
        if !(Op::AtomicLoad as u32..=Op::AtomicXor as u32).contains(&(opcode as u32))
            && !matches!(opcode, Op::AtomicFAddEXT | Op::AtomicFMinEXT | Op::AtomicFMaxEXT)
        {
            return;
        }
        let value = id(instruction.operands.get(3)).and_then(|value| self.values.get(&value).copied());
        let Some(number) = instruction.result_type.or(value).and_then(|ty| self.numbers.get(&ty)) else { return };
        let capability = match (opcode, number.width, number.vector) {
            (_, _, true) => C::AtomicFloat16VectorNV,
            (Op::AtomicFAddEXT, 16, _) => C::AtomicFloat16AddEXT,
            (Op::AtomicFAddEXT, 32, _) => C::AtomicFloat32AddEXT,
            (Op::AtomicFAddEXT, ..) => C::AtomicFloat64AddEXT,
            (Op::AtomicFMinEXT | Op::AtomicFMaxEXT, 16, _) => C::AtomicFloat16MinMaxEXT,
            (Op::AtomicFMinEXT | Op::AtomicFMaxEXT, 32, _) => C::AtomicFloat32MinMaxEXT,
            (Op::AtomicFMinEXT | Op::AtomicFMaxEXT, ..) => C::AtomicFloat64MinMaxEXT,
            (_, 64, _) if !number.float => C::Int64Atomics,
            _ => return,
        };
        self.capabilities.insert(capability);
    }

    fn scopes(&mut self, instruction: &Instruction, vulkan: bool) {
        for operand in &instruction.operands {
            let &Operand::IdScope(scope) = operand else { continue };
            match self.constants.get(&scope).copied() {
                Some(value) if value == Scope::Device as u32 && vulkan => {
                    self.capabilities.insert(Capability::VulkanMemoryModelDeviceScope);
                }
                // VUID-StandaloneSpirv-SubgroupVoteKHR-07951
                Some(value) if value == Scope::Subgroup as u32 && is_memory_operation(instruction.class.opcode) => {
                    self.capabilities.insert(Capability::GroupNonUniform);
                }
                _ => {}
            }
        }
    }

    /// A small type needs arithmetic if something computes with it, or if no storage capability covers it.
    fn arithmetic_capabilities(&mut self) {
        let declared = self.small.values().fold(0, |all, small| all | small);
        for (bit, capability) in [(INT8, Capability::Int8), (INT16, Capability::Int16), (FLOAT16, Capability::Float16)]
        {
            if self.arithmetic & bit != 0 || (declared & bit != 0 && self.stored & bit == 0) {
                self.capabilities.insert(capability);
            }
        }
    }
}

/// Whether an image type is that of storage images without a format. Subpass inputs have none and need none.
fn is_formatless(operands: &[Operand]) -> bool {
    let is_unknown = operands.contains(&Operand::ImageFormat(spirv::ImageFormat::Unknown));
    let is_storage = operands.get(5) == Some(&Operand::LiteralBit32(2));
    is_unknown && is_storage && !operands.contains(&Operand::Dim(spirv::Dim::DimSubpassData))
}

/// Whether a scope operand of the instruction applies to memory or barriers; those of group operations bring their own
/// capability.
fn is_memory_operation(opcode: Op) -> bool {
    !(Op::GroupNonUniformElect as u32..=Op::GroupNonUniformQuadSwap as u32).contains(&(opcode as u32))
        && !(Op::GroupIAdd as u32..=Op::GroupSMax as u32).contains(&(opcode as u32))
        && !(Op::GroupIAddNonUniformAMD as u32..=Op::GroupSMaxNonUniformAMD as u32).contains(&(opcode as u32))
        && !matches!(opcode, Op::GroupNonUniformRotateKHR | Op::ReadClockKHR)
}
