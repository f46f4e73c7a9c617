//! Capabilities that depend on how types are used, which the grammar does not say.
//!
//! Comes in: a finished module. Goes out: capabilities for widths, small types in memory and in arithmetic, images,
//! 64-bit and float atomics, and scopes. Must not depend on: HIR.

use super::cooperative_matrix::{MatrixUses, declares_type, encoded_component, layout, layout_capabilities};
use crate::builtins::opcode::matrix_instruction;
use crate::spirv::grammar;
use crate::spirv::module::Module;
use crate::spirv::section::{Instruction, Role, Word};
use rspirv::grammar::OperandKind;
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

/// The requirements of a module.
pub(super) fn needed(module: &Module) -> Needed {
    let mut usage = Usage {
        small: ById::of(module.bound),
        numbers: ById::of(module.bound),
        values: ById::of(module.bound),
        constants: ById::of(module.bound),
        ..Usage::default()
    };
    let mut blocks = FxHashSet::default();
    for annotation in module.annotations.iter() {
        // Only decorations of structures themselves, not of their members.
        let Some(id) = annotation.id(0).filter(|_| annotation.operands().len() == 2) else { continue };
        if annotation.has_enumerant(1, Decoration::BufferBlock as u32) {
            usage.buffer_blocks.insert(id);
        } else if annotation.has_enumerant(1, Decoration::Block as u32) {
            blocks.insert(id);
        }
    }
    // Either all shared memory is in blocks or none is.
    usage.shared_blocks = !blocks.is_empty()
        && module.declarations.iter().any(|it| {
            let is_shared = it.has_enumerant(0, StorageClass::Workgroup as u32);
            it.is(Op::TypePointer) && is_shared && it.id(1).is_some_and(|it| blocks.contains(&it))
        });
    if usage.shared_blocks {
        usage.capabilities.insert(Capability::WorkgroupMemoryExplicitLayoutKHR);
    }
    usage.traces_rays = module.entry_points.iter().any(|it| traces_rays(&it));
    for instruction in module.declarations.iter() {
        usage.declaration(&instruction);
    }
    usage.declared = usage.small.values().fold(0, |all, small| all | small);
    let vulkan = module.memory_model.iter().any(|it| it.has_enumerant(1, spirv::MemoryModel::Vulkan as u32));
    let kinds = module.functions.asked().kinds();
    usage.watched.extend(kinds.map(|kind| kind.opcode).filter(|opcode| is_watched(*opcode)));
    // Most shaders have neither such types nor such instructions.
    if usage.follows_values() || vulkan || !usage.watched.is_empty() {
        for instruction in module.functions.iter() {
            usage.instruction(&instruction, vulkan);
        }
    }
    usage.arithmetic_capabilities();
    Needed { capabilities: usage.capabilities, encodings: usage.encodings }
}

/// Whether an entry point is a ray tracing stage, whose execution model brings acceleration structures with its own
/// requirements. Other stages have them for ray queries only.
fn traces_rays(entry_point: &Instruction<'_>) -> bool {
    use spirv::ExecutionModel as E;
    let model = entry_point.operand(0).and_then(E::from_u32);
    matches!(
        model,
        Some(E::RayGenerationKHR | E::IntersectionKHR | E::AnyHitKHR | E::ClosestHitKHR | E::MissKHR | E::CallableKHR)
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
    /// Arrays with what they hold, to find the block in arrays of blocks, and structures.
    aggregates: FxHashMap<u32, Option<u32>>,
    /// Whether shared memory is laid out explicitly, so that small types may be stored in it without arithmetic.
    shared_blocks: bool,
    /// Types of values: of all that hold small types, and of 64-bit ones.
    values: ById<u32>,
    constants: ById<u32>,
    /// What types point to.
    pointees: FxHashMap<u32, u32>,
    runtime_arrays: FxHashSet<u32>,
    /// Types of storage images without a format.
    formatless: FxHashSet<u32>,
    matrix_uses: MatrixUses,
    encodings: BTreeSet<u32>,
    traces_rays: bool,
    /// The opcodes of the module that may require more than the grammar says.
    watched: Vec<Op>,
    /// Small types that are declared.
    declared: Small,
    /// Small types that something computes with.
    arithmetic: Small,
    /// Small types in memory with a capability for them.
    stored: Small,
}

/// A map from ids. They are dense, and instructions look most of them up.
struct ById<T> {
    values: Vec<Option<T>>,
    /// The bound of the ids.
    bound: usize,
}

impl<T> Default for ById<T> {
    fn default() -> Self {
        Self::of(0)
    }
}

impl<T> ById<T> {
    /// A map from the ids below a bound. It takes memory when it gets a value.
    const fn of(bound: u32) -> Self {
        Self { values: Vec::new(), bound: bound as usize }
    }
}

impl<T: Clone> ById<T> {
    fn get(&self, id: &u32) -> Option<&T> {
        self.values.get(*id as usize)?.as_ref()
    }

    fn insert(&mut self, id: u32, value: T) {
        let index = id as usize;
        if self.values.len() <= index {
            self.values.resize(self.bound.max(index + 1), None);
        }
        if let Some(slot) = self.values.get_mut(index) {
            *slot = Some(value);
        }
    }

    fn values(&self) -> impl Iterator<Item = &T> {
        self.values.iter().flatten()
    }
}

impl Usage {
    fn declaration(&mut self, instruction: &Instruction<'_>) {
        let Some(result) = instruction.result() else { return };
        let literal = |index| instruction.operand(index).unwrap_or(0);
        match instruction.opcode() {
            opcode @ (Op::TypeInt | Op::TypeFloat) => {
                let float = opcode == Op::TypeFloat;
                let width = literal(0);
                self.numbers.insert(result, Number { width, float, vector: false });
                let encoding = instruction.operands().get(1).filter(|_| float);
                if let Some(&(encoding, Role::Literal)) = encoding {
                    self.encodings.insert(encoding);
                }
                match (width, float) {
                    (16, _) if encoding.is_some() => self.small.insert(result, ENCODED16),
                    (8, _) if encoding.is_some() => self.small.insert(result, ENCODED8),
                    _ if encoding.is_some() => {}
                    (8, _) => self.small.insert(result, INT8),
                    (16, false) => self.small.insert(result, INT16),
                    (16, true) => self.small.insert(result, FLOAT16),
                    (64, false) => drop(self.capabilities.insert(Capability::Int64)),
                    (64, true) => drop(self.capabilities.insert(Capability::Float64)),
                    _ => {}
                }
            }
            opcode @ (Op::TypeVector | Op::TypeVectorIdEXT) => {
                // Long or cooperative vectors whose length is an id: the code that declares one says which.
                if opcode == Op::TypeVector && !(2..=4).contains(&literal(1)) {
                    self.capabilities.insert(Capability::LongVectorEXT);
                }
                let component = instruction.id(0).unwrap_or(0);
                if let Some(&number) = self.numbers.get(&component) {
                    self.numbers.insert(result, Number { vector: true, ..number });
                }
                self.inherit(result, instruction);
            }
            Op::TypeMatrix => self.inherit(result, instruction),
            opcode if declares_type(opcode) => {
                self.inherit(result, instruction);
                self.encoded_components(instruction);
                self.matrix_uses.declare(result, instruction);
            }
            opcode @ (Op::TypeArray | Op::TypeRuntimeArray) => {
                self.aggregates.insert(result, instruction.id(0));
                if opcode == Op::TypeRuntimeArray {
                    self.runtime_arrays.insert(result);
                }
                self.inherit(result, instruction);
            }
            Op::TypeStruct => {
                self.aggregates.insert(result, None);
                self.inherit(result, instruction);
            }
            Op::TypeImage => {
                self.image(instruction.operands());
                if is_formatless(instruction.operands()) {
                    self.formatless.insert(result);
                }
            }
            Op::TypeAccelerationStructureKHR if !self.traces_rays => {
                self.capabilities.insert(Capability::RayQueryKHR);
            }
            // An array of resources: a block in it is behind another pointer.
            Op::Variable => {
                let pointee = instruction.ty().and_then(|ty| self.pointees.get(&ty));
                if pointee.is_some_and(|it| self.runtime_arrays.contains(it)) {
                    self.capabilities.insert(Capability::RuntimeDescriptorArray);
                }
            }
            Op::TypePointer => {
                if let (Some(&(class, Role::Enumerant)), Some(pointee)) =
                    (instruction.operands().first(), instruction.id(1))
                    && let Some(class) = StorageClass::from_u32(class)
                {
                    self.pointees.insert(result, pointee);
                    self.memory(class, pointee);
                }
            }
            Op::Constant | Op::SpecConstant => {
                self.constants.insert(result, literal(0));
                self.constant(instruction, result);
            }
            _ => self.constant(instruction, result),
        }
    }

    /// Components with an encoding of their own need capabilities of their own.
    fn encoded_components(&mut self, matrix: &Instruction<'_>) {
        match matrix.id(0).and_then(|component| self.small.get(&component)) {
            Some(&ENCODED16) => drop(self.capabilities.insert(encoded_component(16))),
            Some(&ENCODED8) => drop(self.capabilities.insert(encoded_component(8))),
            _ => {}
        }
    }

    /// Small constants can't be made without arithmetic in their type.
    fn constant(&mut self, instruction: &Instruction<'_>, result: u32) {
        if let Some(ty) = instruction.ty() {
            self.arithmetic |= self.small.get(&ty).copied().unwrap_or(0);
            self.values.insert(result, ty);
        }
    }

    fn inherit(&mut self, result: u32, instruction: &Instruction<'_>) {
        let mut small = 0;
        for (word, role) in instruction.operands() {
            if *role == Role::Id {
                small |= self.small.get(word).copied().unwrap_or(0);
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
        while let Some(&Some(element)) = self.aggregates.get(&block) {
            block = element;
        }
        // Pointers into blocks follow the pointer to the block, which has decided already.
        let is_variable = self.aggregates.contains_key(&pointee);
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

    fn image(&mut self, operands: &[Word]) {
        let &[(texel, _), (dimension, _), _, (arrayed, _), (multisampled, _), (sampled, _), ..] = operands else {
            return;
        };
        let Some(dimension) = spirv::Dim::from_u32(dimension) else { return };
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

    /// Whether the module has types whose uses matter.
    fn follows_values(&self) -> bool {
        self.declared != 0
            || self.numbers.values().any(|number| number.width == 64)
            || !self.formatless.is_empty()
            || !self.matrix_uses.is_empty()
    }

    fn instruction(&mut self, instruction: &Instruction<'_>, vulkan: bool) {
        // Loads, stores and width conversions are all that the storage capabilities allow.
        let width_conversions = [Op::FConvert, Op::SConvert, Op::UConvert, Op::CopyObject];
        let converts = width_conversions.iter().any(|it| instruction.is(*it));
        if let (Some(ty), Some(result)) = (instruction.ty(), instruction.result()) {
            if let Some(&small) = self.small.get(&ty) {
                let loads = instruction.is(Op::Load) && !self.aggregates.contains_key(&ty);
                if !converts && !loads {
                    self.arithmetic |= small;
                }
                self.values.insert(result, ty);
            } else if self.numbers.get(&ty).is_some_and(|number| number.width == 64)
                || self.formatless.contains(&ty)
                || self.matrix_uses.contains(ty)
            {
                self.values.insert(result, ty);
            }
        }
        if self.arithmetic & self.declared != self.declared && !converts && !instruction.is(Op::Store) {
            for (word, role) in instruction.operands() {
                if *role == Role::Id
                    && let Some(ty) = self.values.get(word)
                {
                    self.arithmetic |= self.small.get(ty).copied().unwrap_or(0);
                }
            }
        }
        if let Some(&opcode) = self.watched.iter().find(|it| instruction.is(**it)) {
            self.atomic(opcode, instruction);
            self.matrix_layout(opcode, instruction);
            self.texel_access(opcode, instruction);
            self.scopes(instruction, vulkan);
        } else if vulkan {
            self.scopes(instruction, vulkan);
        }
        if !self.matrix_uses.is_empty() {
            let from = self.type_of(instruction.id(0));
            self.capabilities.extend(self.matrix_uses.conversion(instruction, from));
        }
    }

    /// The type of the value in an operand, if it is one of those recorded.
    fn type_of(&self, operand: Option<u32>) -> Option<u32> {
        self.values.get(&operand?).copied()
    }

    /// Accesses to storage images without a format.
    fn texel_access(&mut self, opcode: Op, instruction: &Instruction<'_>) {
        let capability = match opcode {
            Op::ImageRead | Op::ImageSparseRead => Capability::StorageImageReadWithoutFormat,
            Op::ImageWrite => Capability::StorageImageWriteWithoutFormat,
            _ => return,
        };
        if self.type_of(instruction.id(0)).is_some_and(|ty| self.formatless.contains(&ty)) {
            self.capabilities.insert(capability);
        }
    }

    /// Layouts of matrices with a capability of their own are recognized by their numbers.
    fn matrix_layout(&mut self, opcode: Op, instruction: &Instruction<'_>) {
        let number = layout(opcode, instruction).and_then(|layout| self.constants.get(&layout).copied());
        self.capabilities.extend(number.into_iter().flat_map(layout_capabilities));
    }

    fn atomic(&mut self, opcode: Op, instruction: &Instruction<'_>) {
        use Capability as C;
        if !is_atomic(opcode) {
            return;
        }
        let value = instruction.id(3).and_then(|value| self.values.get(&value).copied());
        let Some(number) = instruction.ty().or(value).and_then(|ty| self.numbers.get(&ty)) else { return };
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

    fn scopes(&mut self, instruction: &Instruction<'_>, vulkan: bool) {
        for &(scope, _) in instruction.operands().iter().filter(|it| it.1 == Role::Scope) {
            match self.constants.get(&scope).copied() {
                Some(value) if value == Scope::Device as u32 && vulkan => {
                    self.capabilities.insert(Capability::VulkanMemoryModelDeviceScope);
                }
                // VUID-StandaloneSpirv-SubgroupVoteKHR-07951
                Some(value) if value == Scope::Subgroup as u32 && is_memory_operation(instruction.opcode()) => {
                    self.capabilities.insert(Capability::GroupNonUniform);
                }
                _ => {}
            }
        }
    }

    /// A small type needs arithmetic if something computes with it, or if no storage capability covers it.
    fn arithmetic_capabilities(&mut self) {
        let declared = self.declared;
        for (bit, capability) in [(INT8, Capability::Int8), (INT16, Capability::Int16), (FLOAT16, Capability::Float16)]
        {
            if self.arithmetic & bit != 0 || (declared & bit != 0 && self.stored & bit == 0) {
                self.capabilities.insert(capability);
            }
        }
    }
}

/// Whether instructions with an opcode may require more than the grammar says: atomics, accesses to images and
/// matrices, and everything with a scope.
fn is_watched(opcode: Op) -> bool {
    let accesses = [Op::ImageRead, Op::ImageSparseRead, Op::ImageWrite];
    let has_layout = || matrix_instruction(opcode).is_some_and(|row| row.layout.is_some());
    let has_scope = || grammar::class(opcode).operands.iter().any(|it| it.kind == OperandKind::IdScope);
    is_atomic(opcode) || accesses.contains(&opcode) || has_layout() || (is_memory_operation(opcode) && has_scope())
}

fn is_atomic(opcode: Op) -> bool {
    (Op::AtomicLoad as u32..=Op::AtomicXor as u32).contains(&(opcode as u32))
        || matches!(opcode, Op::AtomicFAddEXT | Op::AtomicFMinEXT | Op::AtomicFMaxEXT)
}

/// Whether an image type is that of storage images without a format. Subpass inputs have none and need none.
fn is_formatless(operands: &[Word]) -> bool {
    let &[_, (dimension, _), _, _, _, (sampled, _), (format, _), ..] = operands else { return false };
    let is_unknown = format == spirv::ImageFormat::Unknown as u32;
    is_unknown && sampled == 2 && dimension != spirv::Dim::DimSubpassData as u32
}

/// Whether a scope operand of the instruction applies to memory or barriers; those of group operations bring their own
/// capability.
fn is_memory_operation(opcode: Op) -> bool {
    !(Op::GroupNonUniformElect as u32..=Op::GroupNonUniformQuadSwap as u32).contains(&(opcode as u32))
        && !(Op::GroupIAdd as u32..=Op::GroupSMax as u32).contains(&(opcode as u32))
        && !(Op::GroupIAddNonUniformAMD as u32..=Op::GroupSMaxNonUniformAMD as u32).contains(&(opcode as u32))
        && !matches!(opcode, Op::GroupNonUniformRotateKHR | Op::ReadClockKHR)
}
