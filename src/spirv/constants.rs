//! Constants, specialization constants, and operations on them.
//!
//! Comes in: constants of HIR, and numbers that lowering itself needs. Goes out: ids, each declared once. Must not
//! depend on: functions.

use super::extension_type::length_opcode;
use super::opcode::binary_opcode;
use super::section::OperandList;
use super::type_key::{TypeKey, Width, width};
use super::writer::ModuleWriter;
use super::{Bug, Lowered, OrBug};
use crate::hir::{
    BinaryOperation, Constant, ConstantKind, ConstantOperation, Handle, Scalar, ScalarKind, Type, TypeTable,
    UnaryOperation, binary16,
};
use crate::target::SpirvVersion;
use rspirv::dr::Operand;
use rspirv::spirv::{BuiltIn, Decoration, Op};
use smallvec::{SmallVec, smallvec};

impl ModuleWriter<'_> {
    /// A `uint` constant.
    pub(super) fn uint_constant(&mut self, value: u32) -> u32 {
        self.scalar_constant(Scalar { kind: ScalarKind::Uint, width: 4 }, value.into())
    }

    /// An `int` constant.
    pub(super) fn int_constant(&mut self, value: i32) -> u32 {
        self.scalar_constant(Scalar { kind: ScalarKind::Sint, width: 4 }, value as i64 as u64)
    }

    /// A scalar constant from the low bits.
    pub(super) fn scalar_constant(&mut self, scalar: Scalar, bits: u64) -> u32 {
        let ty = self.scalar_type(scalar);
        let bits = match (scalar.kind, scalar.width) {
            (ScalarKind::Bool, _) => bits & 1,
            (_, 1) => bits & 0xff,
            (_, 2) => bits & 0xffff,
            (_, 4) => bits & 0xffff_ffff,
            _ => bits,
        };
        if let Some(&id) = self.tables.scalar_constants.get(&(ty, bits)) {
            return id;
        }
        let id = self.id();
        if scalar.kind == ScalarKind::Bool {
            let opcode = if bits == 0 { Op::ConstantFalse } else { Op::ConstantTrue };
            self.declare(opcode, Some(ty), id, &[]);
        } else {
            self.declare(Op::Constant, Some(ty), id, &[literal(scalar, bits)]);
        }
        self.tables.scalar_constants.insert((ty, bits), id);
        id
    }

    /// `value` in each component, converted to `scalar`.
    pub(super) fn splat_constant(&mut self, scalar: Scalar, width: Width, value: u8) -> Lowered<u32> {
        let bits = match (scalar.kind, scalar.width) {
            (ScalarKind::Float, 2) => binary16::from_f64(value.into()).into(),
            (ScalarKind::Float, 4) => f32::from(value).to_bits().into(),
            (ScalarKind::Float, _) => f64::from(value).to_bits(),
            _ => value.into(),
        };
        self.splat_bits(scalar, width, bits)
    }

    /// A scalar with these bits in each component.
    fn splat_bits(&mut self, scalar: Scalar, width: Width, bits: u64) -> Lowered<u32> {
        let component = self.scalar_constant(scalar, bits);
        let Some(size) = width else { return Ok(component) };
        let ty = self.sized_type(width, scalar)?;
        Ok(self.composite_constant(ty, vec![component; size.listed().unwrap_or(1) as usize]))
    }

    /// A composite of constants; for a vector whose components are not listed, the constant that all of them are.
    pub(super) fn composite_constant(&mut self, ty: u32, constituents: Vec<u32>) -> u32 {
        let key = (ty, constituents);
        if let Some(&id) = self.tables.composite_constants.get(&key) {
            return id;
        }
        let id = self.id();
        let specialized = key.1.iter().any(|constituent| self.specialized.contains(constituent));
        let replicated = matches!(self.key(ty), Some(TypeKey::Vector(_, size)) if size.is_symbolic());
        let opcode = match (specialized, replicated) {
            (false, false) => Op::ConstantComposite,
            (true, false) => Op::SpecConstantComposite,
            (false, true) => Op::ConstantCompositeReplicateEXT,
            (true, true) => Op::SpecConstantCompositeReplicateEXT,
        };
        if specialized {
            self.specialized.insert(id);
        }
        self.declarations.push_ids(opcode, Some(ty), Some(id), &key.1);
        self.tables.composite_constants.insert(key, id);
        id
    }

    /// OpConstantNull or OpUndef of a type.
    pub(super) fn plain_constant(&mut self, opcode: Op, ty: u32) -> u32 {
        if let Some(&id) = self.tables.plain_constants.get(&(opcode, ty)) {
            return id;
        }
        let id = self.id();
        self.declare(opcode, Some(ty), id, &[]);
        self.tables.plain_constants.insert((opcode, ty), id);
        id
    }

    /// The stride of an array of descriptors: a constant, or the size of a descriptor. It must be declared before the
    /// array that it decorates.
    pub(super) fn descriptor_stride(&mut self, element: u32, stride: Option<u32>) -> u32 {
        if let Some(stride) = stride {
            return self.uint_constant(stride);
        }
        if let Some(&size) = self.descriptor_sizes.get(&element) {
            return size;
        }
        let uint = self.type_of(TypeKey::Int { width: 32, signed: false });
        let size = self.id();
        self.declare(Op::ConstantSizeOfEXT, Some(uint), size, &[Operand::IdRef(element)]);
        self.descriptor_sizes.insert(element, size);
        size
    }

    /// The default value of a constant that is or depends on a specialization constant, if it is a plain number.
    pub(super) fn specialization_default(&self, constant: Handle<Constant>) -> u32 {
        match self.hir.constants.get_handle(constant).map(|constant| &constant.kind) {
            Ok(&(ConstantKind::Scalar(bits) | ConstantKind::Specialization { default: bits, .. })) => bits as u32,
            _ => 1,
        }
    }

    /// A constant of HIR. Operands come first; uses a stack instead of recursion, because a chain of operators on a
    /// specialization constant may be long.
    pub(super) fn constant(&mut self, constant: Handle<Constant>) -> Lowered<u32> {
        if let Some(id) = self.declared_constant(constant) {
            return Ok(id);
        }
        let hir = self.hir;
        let mut stack: SmallVec<[_; 8]> = smallvec![constant];
        while let Some(&handle) = stack.last() {
            if self.declared_constant(handle).is_some() {
                stack.pop();
                continue;
            }
            let definition = hir.constants.get_handle(handle).or_bug("a constant")?;
            let before = stack.len();
            for operand in operands(&hir.types, &definition.kind) {
                if self.declared_constant(operand).is_none() {
                    stack.push(operand);
                }
            }
            if stack.len() == before {
                let id = self.declare_constant(definition)?;
                *self.tables.hir_constants.get_mut(handle.index()).or_bug("a constant")? = Some(id);
                stack.pop();
            }
        }
        self.known_constant(constant)
    }

    /// The id of a constant that already has one.
    pub(super) fn declared_constant(&self, constant: Handle<Constant>) -> Option<u32> {
        self.tables.hir_constants.get(constant.index()).copied().flatten()
    }

    fn declare_constant(&mut self, constant: &Constant) -> Lowered<u32> {
        let ty = self.value_type(constant.ty)?;
        match &constant.kind {
            &ConstantKind::Scalar(bits) => {
                let scalar = self.hir.types.scalar_of(constant.ty).or_bug("a scalar constant")?;
                Ok(self.scalar_constant(scalar, bits))
            }
            ConstantKind::Composite(parts) => {
                let parts = self.known_constants(parts)?;
                Ok(self.composite_constant(ty, parts))
            }
            ConstantKind::Null => Ok(self.plain_constant(Op::ConstantNull, ty)),
            &ConstantKind::Specialization { id: number, default, ref name } => {
                let scalar = self.hir.types.scalar_of(constant.ty).or_bug("a specialization constant")?;
                let id = self.id();
                match (scalar.kind, default) {
                    (ScalarKind::Bool, 0) => self.declare(Op::SpecConstantFalse, Some(ty), id, &[]),
                    (ScalarKind::Bool, _) => self.declare(Op::SpecConstantTrue, Some(ty), id, &[]),
                    _ => self.declare(Op::SpecConstant, Some(ty), id, &[literal(scalar, default)]),
                }
                self.specialized.insert(id);
                self.decorate(id, Decoration::SpecId, &[Operand::LiteralBit32(number)]);
                self.name(id, name);
                Ok(id)
            }
            ConstantKind::WorkgroupSize(parts) => {
                let parts = self.known_constants(parts)?;
                let id = self.id();
                let specialized = parts.iter().any(|part| self.specialized.contains(part));
                let opcode = if specialized { Op::SpecConstantComposite } else { Op::ConstantComposite };
                self.declarations.push_ids(opcode, Some(ty), Some(id), &parts);
                if specialized {
                    self.specialized.insert(id);
                }
                if !self.has_local_size_id() {
                    self.decorate(id, Decoration::BuiltIn, &[Operand::BuiltIn(BuiltIn::WorkgroupSize)]);
                }
                Ok(id)
            }
            ConstantKind::Operation(operation) => self.constant_operation(ty, constant.ty, operation),
        }
    }

    fn known_constants(&self, parts: &[Handle<Constant>]) -> Lowered<Vec<u32>> {
        parts.iter().map(|&part| self.known_constant(part)).collect()
    }

    fn known_constant(&self, part: Handle<Constant>) -> Lowered<u32> {
        self.declared_constant(part).or_bug("a constant")
    }

    fn constant_scalar(&self, constant: Handle<Constant>) -> Lowered<(Scalar, Width)> {
        let ty = self.hir.constants.get_handle(constant).or_bug("a constant")?.ty;
        let ty = self.hir.types.get(ty);
        Ok((ty.scalar().or_bug("a numeric constant")?, width(ty).or_bug("a scalar or vector constant")?))
    }

    fn constant_operation(&mut self, ty: u32, hir: Handle<Type>, operation: &ConstantOperation) -> Lowered<u32> {
        let reference = Operand::IdRef;
        let (opcode, operands) = match *operation {
            ConstantOperation::Unary(operation, operand) => {
                let opcode = match operation {
                    UnaryOperation::Negate => Op::SNegate,
                    UnaryOperation::BitNot => Op::Not,
                    UnaryOperation::LogicalNot => Op::LogicalNot,
                };
                (opcode, vec![reference(self.known_constant(operand)?)])
            }
            ConstantOperation::Binary(operation, left, right) => {
                let (scalar, _) = self.constant_scalar(left)?;
                let opcode = integer_opcode(operation, scalar.kind)?;
                (opcode, vec![reference(self.known_constant(left)?), reference(self.known_constant(right)?)])
            }
            ConstantOperation::Select(condition, accept, reject) => {
                let (_, width) = self.constant_scalar(accept)?;
                let mut condition = self.known_constant(condition)?;
                if let Some(size) = width {
                    let conditions = self.sized_type(width, Scalar::BOOL)?;
                    condition =
                        self.composite_constant(conditions, vec![condition; size.listed().unwrap_or(1) as usize]);
                }
                let (accept, reject) = (self.known_constant(accept)?, self.known_constant(reject)?);
                (Op::Select, vec![reference(condition), reference(accept), reference(reject)])
            }
            ConstantOperation::Extract(composite, index) => {
                (Op::CompositeExtract, vec![reference(self.known_constant(composite)?), Operand::LiteralBit32(index)])
            }
            ConstantOperation::Swizzle(vector, ref components) => {
                let vector = self.known_constant(vector)?;
                let mut operands = vec![reference(vector), reference(vector)];
                operands.extend(components.iter().map(|&component| Operand::LiteralBit32(component.into())));
                (Op::VectorShuffle, operands)
            }
            ConstantOperation::Convert(operand) => return self.constant_conversion(ty, hir, operand),
            ConstantOperation::DeviceLength(of) => {
                let opcode = length_opcode(self.hir.types.get(of))?;
                (opcode, vec![reference(self.value_type(of)?)])
            }
            ConstantOperation::DescriptorSize(resource, storage) => {
                let descriptor = self.descriptor_type(self.hir.types.get(resource), storage)?;
                return Ok(self.descriptor_stride(descriptor, None));
            }
        };
        Ok(self.constant_instruction(ty, opcode, &operands))
    }

    pub(super) fn constant_instruction(&mut self, ty: u32, opcode: Op, operands: &[Operand]) -> u32 {
        let id = self.id();
        let mut all = OperandList::from_iter([Operand::LiteralSpecConstantOpInteger(opcode)]);
        all.extend(operands.iter().cloned());
        self.declare(Op::SpecConstantOp, Some(ty), id, &all);
        self.specialized.insert(id);
        id
    }

    /// Conversions with the few opcodes that shaders may use on constants: there is no OpBitcast, so zero is added
    /// instead (SPIR-V, OpSpecConstantOp).
    fn constant_conversion(&mut self, ty: u32, hir: Handle<Type>, operand: Handle<Constant>) -> Lowered<u32> {
        let (from, width) = self.constant_scalar(operand)?;
        let to = self.hir.types.scalar_of(hir).or_bug("a numeric conversion")?;
        let mut value = self.known_constant(operand)?;
        let reference = Operand::IdRef;
        if from == to {
            return Ok(value);
        }
        if from.kind == ScalarKind::Bool {
            let (one, zero) = (self.splat_constant(to, width, 1)?, self.splat_constant(to, width, 0)?);
            return Ok(self.constant_instruction(ty, Op::Select, &[reference(value), reference(one), reference(zero)]));
        }
        if to.kind == ScalarKind::Bool {
            let zero = self.splat_constant(from, width, 0)?;
            return Ok(self.constant_instruction(ty, Op::INotEqual, &[reference(value), reference(zero)]));
        }
        if from.kind == ScalarKind::Float || to.kind == ScalarKind::Float {
            if from.kind == to.kind {
                return Ok(self.constant_instruction(ty, Op::FConvert, &[reference(value)]));
            }
            return Err(Bug("a conversion of a specialization constant between integer and float"));
        }
        let mut kind = from.kind;
        if from.width != to.width {
            // Widening extends with the sign of the source.
            let wide = Scalar { kind: from.kind, width: to.width };
            let wide_type = self.sized_type(width, wide)?;
            // Shaders have UConvert here only since SPIR-V 1.4; before that, the bits filled with the sign are cleared.
            let unsigned = kind != ScalarKind::Sint;
            let signed_only = self.options.target.spirv < SpirvVersion::V1_4;
            let opcode = if unsigned && !signed_only { Op::UConvert } else { Op::SConvert };
            value = self.constant_instruction(wide_type, opcode, &[reference(value)]);
            if unsigned && signed_only && to.width > from.width {
                let low = self.splat_bits(wide, width, u64::MAX >> (64 - from.bits()))?;
                value = self.constant_instruction(wide_type, Op::BitwiseAnd, &[reference(value), reference(low)]);
            }
        }
        if kind != to.kind {
            kind = to.kind;
            let zero = self.splat_constant(Scalar { kind, width: to.width }, width, 0)?;
            value = self.constant_instruction(ty, Op::IAdd, &[reference(value), reference(zero)]);
        }
        Ok(value)
    }

    /// The bits of a constant that is a plain scalar.
    pub(super) fn constant_bits(&self, constant: Handle<Constant>) -> Option<u64> {
        match self.hir.constants.get_handle(constant).ok()?.kind {
            ConstantKind::Scalar(bits) => Some(bits),
            _ => None,
        }
    }
}

/// Constants that another one is made of.
fn operands(types: &TypeTable, kind: &ConstantKind) -> SmallVec<[Handle<Constant>; 4]> {
    match kind {
        ConstantKind::Scalar(_) | ConstantKind::Null | ConstantKind::Specialization { .. } => SmallVec::new(),
        ConstantKind::Composite(parts) | ConstantKind::WorkgroupSize(parts) => SmallVec::from_slice(parts),
        ConstantKind::Operation(operation) => match *operation {
            ConstantOperation::Unary(_, operand)
            | ConstantOperation::Convert(operand)
            | ConstantOperation::Extract(operand, _)
            | ConstantOperation::Swizzle(operand, _) => smallvec![operand],
            ConstantOperation::DeviceLength(of) => match types.get(of) {
                Type::Extension(ty) => ty.constant_parameters().collect(),
                _ => SmallVec::new(),
            },
            ConstantOperation::DescriptorSize(..) => SmallVec::new(),
            ConstantOperation::Binary(_, left, right) => smallvec![left, right],
            ConstantOperation::Select(condition, accept, reject) => smallvec![condition, accept, reject],
        },
    }
}

/// The literal of a scalar: integers below 32 bits are sign-extended if signed (SPIR-V, 2.2.1 "Literal").
fn literal(scalar: Scalar, bits: u64) -> Operand {
    match (scalar.width, scalar.kind) {
        (8, _) => Operand::LiteralBit64(bits),
        (1, ScalarKind::Sint) => Operand::LiteralBit32(bits as i8 as i32 as u32),
        (2, ScalarKind::Sint) => Operand::LiteralBit32(bits as i16 as i32 as u32),
        (1, _) => Operand::LiteralBit32(bits as u8 as u32),
        (2, _) => Operand::LiteralBit32(bits as u16 as u32),
        _ => Operand::LiteralBit32(bits as u32),
    }
}

/// The opcode of an operation on integers or booleans.
fn integer_opcode(operation: BinaryOperation, kind: ScalarKind) -> Lowered<Op> {
    binary_opcode(operation, kind).or_bug("an operation on specialization constants")
}
