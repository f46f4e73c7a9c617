//! Capabilities that depend on how types are used, which the grammar does not say.
//!
//! Comes in: a finished module. Goes out: capabilities for widths, small types in memory and in arithmetic, images,
//! 64-bit and float atomics, and scopes. Must not depend on: HIR.

use super::cooperative_matrix::{MatrixUses, declares_type, encoded_component, layout, layout_capabilities};
use crate::builtins::opcode::matrix_instruction;
use crate::spirv::grammar;
use crate::spirv::module::Module;
use crate::spirv::section::{Instruction, Role, Section, Word};
use rspirv::grammar::OperandKind;
use rspirv::spirv::{self, Capability, Decoration, Op, Scope, StorageClass};
use rustc_hash::FxHashSet;
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

/// The requirements of a module, whose functions were written in some other sections, too.
pub(super) fn needed<'a>(module: &'a Module, parts: impl Iterator<Item = &'a Section>, memory: &mut Facts) -> Needed {
    let facts = std::mem::take(memory).for_ids(module.bound);
    let mut usage = Usage { facts, ..Usage::default() };
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
    let vulkan = module.memory_model.iter().any(|it| it.has_enumerant(1, spirv::MemoryModel::Vulkan as u32));
    let kinds = parts.chain([&module.functions]).flat_map(Section::kinds);
    usage.watched.extend(kinds.map(|kind| kind.opcode).filter(|opcode| is_watched(*opcode)));
    // Most shaders have neither such types nor such instructions.
    usage.looks_closer = vulkan || !usage.watched.is_empty() || !usage.matrix_uses.is_empty();
    if usage.looks_closer || usage.follows_values() {
        for instruction in module.functions.iter() {
            usage.instruction(&instruction, vulkan);
        }
    }
    usage.arithmetic_capabilities();
    *memory = usage.facts.forgotten();
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

/// Conversions that only change widths, and copies.
const WIDTH_CONVERSIONS: [u32; 4] =
    [Op::FConvert as u32, Op::SConvert as u32, Op::UConvert as u32, Op::CopyObject as u32];

#[derive(Clone, Copy, Debug)]
struct Number {
    width: u8,
    float: bool,
    vector: bool,
}

#[derive(Default)]
struct Usage {
    capabilities: BTreeSet<Capability>,
    buffer_blocks: FxHashSet<u32>,
    facts: Facts,
    /// Whether shared memory is laid out explicitly, so that small types may be stored in it without arithmetic.
    shared_blocks: bool,
    runtime_arrays: FxHashSet<u32>,
    /// Types of storage images without a format.
    formatless: FxHashSet<u32>,
    matrix_uses: MatrixUses,
    encodings: BTreeSet<u32>,
    traces_rays: bool,
    /// Whether there are any of the following opcodes, or other things that are not about small types alone.
    looks_closer: bool,
    /// The opcodes of the module that may require more than the grammar says.
    watched: Vec<Op>,
    /// Small types that are declared.
    declared: Small,
    /// Whether numbers of 64 bits are.
    has_wide: bool,
    /// Small types that something computes with.
    arithmetic: Small,
    /// Small types in memory with a capability for them.
    stored: Small,
}

/// A table with room for more is not kept.
const MOST_FACTS: usize = 1 << 16;

/// What is known about an id. Most fields are about types. 0, which is no id, stands for none.
#[derive(Clone, Copy, Debug, Default)]
struct Fact {
    /// Small types in the type, not looking through pointers.
    small: Small,
    /// Whether it is an array or a structure.
    is_aggregate: bool,
    /// The number that the type is, or that its components are.
    number: Option<Number>,
    /// What a pointer points to, or what the elements of an array are.
    inner: u32,
    /// The type of a value: of all that hold small types, and of 64-bit ones.
    ty: u32,
    /// The small types in it.
    holds: Small,
    /// Whether it is a scalar constant, and its word.
    is_constant: bool,
    constant: u32,
}

/// The facts by id. Ids are dense, and instructions look most of them up: one table for all is allocated once, and used for the
/// next module, too.
#[derive(Debug, Default)]
pub(in crate::spirv) struct Facts(Vec<Fact>);

impl Facts {
    /// Facts in this memory, which is empty, about ids below a bound: nothing is known yet.
    fn for_ids(mut self, bound: u32) -> Self {
        self.0.resize(bound as usize, Fact::default());
        self
    }

    /// The memory for those of the next module, unless it is large.
    fn forgotten(mut self) -> Self {
        self.0.clear();
        if self.0.capacity() > MOST_FACTS { Self::default() } else { self }
    }

    /// The word of a scalar constant.
    fn constant(&self, id: u32) -> Option<u32> {
        let Fact { is_constant, constant, .. } = self.get(id);
        is_constant.then_some(constant)
    }

    fn get(&self, id: u32) -> Fact {
        self.0.get(id as usize).copied().unwrap_or_default()
    }

    fn learn(&mut self, id: u32, what: impl FnOnce(&mut Fact)) {
        if let Some(fact) = self.0.get_mut(id as usize) {
            what(fact);
        }
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
                self.number(result, Number { width: width as u8, float, vector: false });
                let encoding = instruction.operands().get(1).filter(|_| float);
                if let Some(&(encoding, Role::Literal)) = encoding {
                    self.encodings.insert(encoding);
                }
                match (width, float) {
                    (16, _) if encoding.is_some() => self.is_small(result, ENCODED16),
                    (8, _) if encoding.is_some() => self.is_small(result, ENCODED8),
                    _ if encoding.is_some() => {}
                    (8, _) => self.is_small(result, INT8),
                    (16, false) => self.is_small(result, INT16),
                    (16, true) => self.is_small(result, FLOAT16),
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
                if let Some(number) = self.facts.get(component).number {
                    self.number(result, Number { vector: true, ..number });
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
                let element = instruction.id(0).unwrap_or(0);
                self.facts.learn(result, |it| (it.is_aggregate, it.inner) = (true, element));
                if opcode == Op::TypeRuntimeArray {
                    self.runtime_arrays.insert(result);
                }
                self.inherit(result, instruction);
            }
            Op::TypeStruct => {
                self.facts.learn(result, |it| it.is_aggregate = true);
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
                let pointee = instruction.ty().map_or(0, |ty| self.facts.get(ty).inner);
                if self.runtime_arrays.contains(&pointee) {
                    self.capabilities.insert(Capability::RuntimeDescriptorArray);
                }
            }
            Op::TypePointer => {
                if let (Some(&(class, Role::Enumerant)), Some(pointee)) =
                    (instruction.operands().first(), instruction.id(1))
                    && let Some(class) = StorageClass::from_u32(class)
                {
                    self.facts.learn(result, |it| it.inner = pointee);
                    self.memory(class, pointee);
                }
            }
            Op::Constant | Op::SpecConstant => {
                let word = literal(0);
                self.facts.learn(result, |it| (it.is_constant, it.constant) = (true, word));
                self.constant(instruction, result);
            }
            _ => self.constant(instruction, result),
        }
    }

    /// Components with an encoding of their own need capabilities of their own.
    fn encoded_components(&mut self, matrix: &Instruction<'_>) {
        match matrix.id(0).map(|component| self.facts.get(component).small) {
            Some(ENCODED16) => drop(self.capabilities.insert(encoded_component(16))),
            Some(ENCODED8) => drop(self.capabilities.insert(encoded_component(8))),
            _ => {}
        }
    }

    /// Small constants can't be made without arithmetic in their type.
    fn constant(&mut self, instruction: &Instruction<'_>, result: u32) {
        if let Some(ty) = instruction.ty() {
            let small = self.facts.get(ty).small;
            self.arithmetic |= small;
            self.facts.learn(result, |it| (it.ty, it.holds) = (ty, small));
        }
    }

    fn inherit(&mut self, result: u32, instruction: &Instruction<'_>) {
        let mut small = 0;
        for (word, role) in instruction.operands() {
            if *role == Role::Id {
                small |= self.facts.get(*word).small;
            }
        }
        if small != 0 {
            self.is_small(result, small);
        }
    }

    fn is_small(&mut self, ty: u32, small: Small) {
        self.declared |= small;
        self.facts.learn(ty, |it| it.small = small);
    }

    fn number(&mut self, ty: u32, number: Number) {
        self.has_wide |= number.width == 64;
        self.facts.learn(ty, |it| it.number = Some(number));
    }

    /// Small types behind pointers.
    fn memory(&mut self, class: StorageClass, pointee: u32) {
        let small = self.facts.get(pointee).small;
        if small == 0 {
            return;
        }
        let mut block = pointee;
        while let Fact { is_aggregate: true, inner: element @ 1.., .. } = self.facts.get(block) {
            block = element;
        }
        // Pointers into blocks follow the pointer to the block, which has decided already.
        let is_variable = self.facts.get(pointee).is_aggregate;
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
        if self.facts.get(texel).number.is_some_and(|number| number.width == 64 && !number.float) {
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
        self.declared != 0 || self.has_wide || !self.formatless.is_empty() || !self.matrix_uses.is_empty()
    }

    fn instruction(&mut self, instruction: &Instruction<'_>, vulkan: bool) {
        let is_numbered = instruction.is_numbered();
        let opcode = if is_numbered { Op::Nop as u32 } else { instruction.number() };
        let (ty, result, operands) = instruction.parts();
        // Loads, stores and width conversions are all that the storage capabilities allow.
        let converts = WIDTH_CONVERSIONS.contains(&opcode);
        if ty != 0 {
            let Fact { small, is_aggregate, number, .. } = self.facts.get(ty);
            if small != 0 {
                let loads = opcode == Op::Load as u32 && !is_aggregate;
                if !converts && !loads {
                    self.arithmetic |= small;
                }
                self.facts.learn(result, |it| (it.ty, it.holds) = (ty, small));
            } else if number.is_some_and(|number| number.width == 64)
                || self.formatless.contains(&ty)
                || self.matrix_uses.contains(ty)
            {
                self.facts.learn(result, |it| it.ty = ty);
            }
        }
        if self.arithmetic & self.declared != self.declared && !converts && opcode != Op::Store as u32 {
            for (word, role) in operands {
                if *role == Role::Id {
                    self.arithmetic |= self.facts.get(*word).holds;
                }
            }
        }
        // Most shaders have nothing that requires more.
        if !self.looks_closer {
            return;
        }
        if let Some(&opcode) = self.watched.iter().find(|it| !is_numbered && **it as u32 == opcode) {
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
        Some(self.facts.get(operand?).ty).filter(|ty| *ty != 0)
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
        let number = layout(opcode, instruction).and_then(|layout| self.facts.constant(layout));
        self.capabilities.extend(number.into_iter().flat_map(layout_capabilities));
    }

    fn atomic(&mut self, opcode: Op, instruction: &Instruction<'_>) {
        use Capability as C;
        if !is_atomic(opcode) {
            return;
        }
        let value = self.type_of(instruction.id(3));
        let Some(number) = instruction.ty().or(value).and_then(|ty| self.facts.get(ty).number) else { return };
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
            match self.facts.constant(scope) {
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
