//! Calls of built-ins on constants: instructions that compute with them, for the walk over the recipe of the row.
//!
//! Comes in: a row of the built-in tables, the instance, the arguments. Goes out: the constant that the recipe computes.
//! Must not depend on: names of built-ins; an instruction with effects is simply one that cannot be folded.

use smallvec::SmallVec;

use super::constant::Leaves;
use super::dot::{integer_dot, is_integer_dot};
use super::lanes::{Floats, Lanes};
use super::{Folder, matrix, packing, scalar};
use crate::builtins::vocabulary::Op;
use crate::builtins::{
    Condition, Instruction, Kinds, Operand, ParameterMode, Prototype, RowInstance, Step, StepType, YoungInstruction,
};
use crate::hir::recipe::{self, Evaluate, Malformed};
use crate::hir::{BinaryOperation, Constant, Handle, Scalar, ScalarKind, Type, UnaryOperation};

/// A call on constants.
struct FoldedCall<'f, 'm> {
    folder: &'f mut Folder<'m>,
    instance: RowInstance,
    result: Handle<Type>,
    arguments: &'f [Handle<Constant>],
}

/// There is no constant: the step does more than compute, it depends on more than its operands, or its value is
/// undefined.
struct NotConstant;

impl From<Malformed> for NotConstant {
    fn from(_: Malformed) -> Self {
        NotConstant
    }
}

/// Whether the result of an instruction depends on how many components a vector has.
fn joins_components(instruction: Instruction) -> bool {
    use crate::builtins::vocabulary::GlslStd450Op as G;
    match instruction {
        Instruction::Core(op) => op == Op::Dot || is_integer_dot(op),
        Instruction::Ext(instruction) => {
            matches!(instruction, G::Length | G::Distance | G::Normalize | G::FaceForward | G::Reflect | G::Refract)
        }
        _ => false,
    }
}

impl Evaluate for FoldedCall<'_, '_> {
    type Value = Handle<Constant>;
    type Type = Handle<Type>;
    type Failure = NotConstant;

    fn known_argument(&self, parameter: u8) -> Option<u64> {
        self.folder.scalar_bits(*self.arguments.get(usize::from(parameter))?)
    }

    /// All recipes of a row mean the same; the one that every target has is computed.
    fn target_has(&self, _: &Condition) -> bool {
        false
    }

    fn argument(&mut self, parameter: u8) -> Result<Handle<Constant>, NotConstant> {
        self.arguments.get(usize::from(parameter)).copied().ok_or(NotConstant)
    }

    fn environment(&mut self, _: Operand) -> Result<Handle<Constant>, NotConstant> {
        Err(NotConstant)
    }

    fn constant(&mut self, scalar: Scalar, bits: u64) -> Result<Handle<Constant>, NotConstant> {
        Ok(self.folder.scalar(scalar, bits))
    }

    fn member(&mut self, composite: Handle<Constant>, index: u32) -> Result<Handle<Constant>, NotConstant> {
        self.folder.extract(composite, index).ok_or(NotConstant)
    }

    fn part_count(&mut self, value: Handle<Constant>) -> Result<Option<u32>, NotConstant> {
        let ty = self.type_of(value)?;
        Ok(self.folder.part_count(ty))
    }

    fn type_of(&mut self, value: Handle<Constant>) -> Result<Handle<Type>, NotConstant> {
        self.folder.ty(value).ok_or(NotConstant)
    }

    fn step_type(&mut self, ty: StepType) -> Result<Option<Handle<Type>>, NotConstant> {
        match ty {
            StepType::Result => Ok(Some(self.result)),
            StepType::Parameter(index) => {
                let argument = self.argument(index)?;
                self.type_of(argument).map(Some)
            }
            StepType::Type(ty) => Ok(Some(self.folder.types.builtin(ty.at(self.instance)))),
            StepType::Void
            | StepType::Structure(_)
            | StepType::Residency(_)
            | StepType::ImageOf(_)
            | StepType::TexelPointer(_)
            | StepType::TexelPointerAs(_) => Err(NotConstant),
        }
    }

    fn compute(
        &mut self,
        instruction: Instruction,
        ty: Handle<Type>,
        operands: &[Handle<Constant>],
    ) -> Result<Handle<Constant>, NotConstant> {
        self.folder.instruction(instruction, ty, operands).ok_or(NotConstant)
    }

    fn core_step(
        &mut self,
        opcode: Op,
        ty: Option<Handle<Type>>,
        step: &'static Step,
        results: &[Handle<Constant>],
    ) -> Result<Handle<Constant>, NotConstant> {
        if !step.image_operands.is_empty() {
            return Err(NotConstant);
        }
        let mut operands = Leaves::new();
        let mut literals: SmallVec<[u32; 4]> = SmallVec::new();
        for &source in step.operands {
            match source {
                Operand::Literal(literal) => literals.push(literal),
                _ => operands.push(recipe::operand(self, source, results)?),
            }
        }
        self.folder.core(opcode, ty.ok_or(NotConstant)?, &operands, &literals).ok_or(NotConstant)
    }

    fn young_step(
        &mut self,
        _: YoungInstruction,
        _: Option<Handle<Type>>,
        _: &'static Step,
        _: &[Handle<Constant>],
    ) -> Result<Handle<Constant>, NotConstant> {
        Err(NotConstant)
    }

    fn output(&mut self, _: u8, _: Handle<Constant>) -> Result<(), NotConstant> {
        Err(NotConstant)
    }
}

impl Folder<'_> {
    /// The value of a call of a built-in; `None` if it is not constant: if an argument depends on specialization, a
    /// step has effects or depends on more than its operands, there are outputs, or the value is undefined.
    pub fn builtin(
        &mut self,
        prototype: &'static Prototype,
        instance: RowInstance,
        result: Handle<Type>,
        arguments: &[Handle<Constant>],
    ) -> Option<Handle<Constant>> {
        let is_pure = prototype.parameters.iter().all(|parameter| parameter.mode == ParameterMode::In);
        if !is_pure || prototype.parameters.len() != arguments.len() {
            return None;
        }
        if arguments.iter().any(|&argument| self.depends_on_specialization(argument)) {
            return None;
        }
        let is_symbolic = |folder: &Self, constant: Handle<Constant>| {
            folder.ty(constant).is_some_and(|ty| folder.types.get(ty).is_symbolic_vector())
        };
        let any_symbolic = arguments.iter().any(|&argument| is_symbolic(self, argument));
        let mut call = FoldedCall { folder: self, instance, result, arguments };
        let recipe = recipe::choose(&call, prototype, instance).ok()?;
        if any_symbolic && recipe.steps.iter().any(|step| joins_components(step.instruction)) {
            return None;
        }
        let value = recipe::walk(&mut call, recipe).ok()??;
        (self.ty(value)? == result).then_some(value)
    }

    /// An instruction all of whose operands are values.
    fn instruction(
        &mut self,
        instruction: Instruction,
        ty: Handle<Type>,
        operands: &[Handle<Constant>],
    ) -> Option<Handle<Constant>> {
        match instruction {
            // What differs between invocations or targets is never constant.
            Instruction::Input(_)
            | Instruction::SaturatedConvert
            | Instruction::Extended(_)
            | Instruction::Young(_) => None,
            // The walk takes them apart.
            Instruction::Each(_) | Instruction::MatrixMultiplyComponents => None,
            Instruction::Splat => self.splat(*operands.first()?, ty),
            Instruction::Convert => self.convert(*operands.first()?, ty),
            Instruction::Zero => Some(self.null(ty)),
            Instruction::One => {
                let one = self.scalar(Scalar::BOOL, 1);
                let scalar = self.types.scalar_of(ty)?;
                let scalar_ty = self.types.insert(Type::Scalar(scalar));
                let one = self.convert(one, scalar_ty)?;
                self.splat(one, ty)
            }
            Instruction::Ext(instruction) => self.extended(instruction, ty, operands),
            Instruction::BitcastExtract => {
                let (value, offset) = (self.read(*operands.first()?)?, self.as_u32(*operands.get(1)?)?);
                let result = self.types.scalar_of(ty)?;
                if offset.checked_add(scalar::width(result))? > scalar::width(value.scalar) {
                    return None;
                }
                let bits: Vec<u64> = value.bits.iter().map(|bits| scalar::normalize(result, bits >> offset)).collect();
                self.write(ty, &bits)
            }
            Instruction::Core(op) => self.core(op, ty, operands, &[]),
        }
    }

    /// A core instruction; `None` for those that do more than compute.
    pub(super) fn core(
        &mut self,
        op: Op,
        ty: Handle<Type>,
        operands: &[Handle<Constant>],
        literals: &[u32],
    ) -> Option<Handle<Constant>> {
        match op {
            Op::CopyObject | Op::ExpectKHR => return operands.first().copied(),
            Op::CompositeConstruct => return self.compose(ty, operands),
            Op::CompositeExtract => {
                return literals.iter().try_fold(*operands.first()?, |constant, &index| self.extract(constant, index));
            }
            Op::CompositeInsert => return self.insert_part(operands, literals),
            Op::VectorExtractDynamic => {
                let index = self.as_u32(*operands.get(1)?)?;
                return self.extract(*operands.first()?, index);
            }
            Op::VectorShuffle => {
                let mut leaves = self.leaves(*operands.first()?)?;
                leaves.extend(self.leaves(*operands.get(1)?)?);
                let picked: Option<Vec<_>> = literals.iter().map(|&it| leaves.get(it as usize).copied()).collect();
                return self.compose(ty, &picked?);
            }
            Op::Select => return self.select_lanes(ty, operands),
            Op::VectorTimesScalar
            | Op::MatrixTimesScalar
            | Op::VectorTimesMatrix
            | Op::MatrixTimesVector
            | Op::MatrixTimesMatrix => {
                return self.binary(BinaryOperation::Multiply, *operands.first()?, *operands.get(1)?).constant();
            }
            Op::FNegate | Op::SNegate => return self.unary(UnaryOperation::Negate, *operands.first()?),
            Op::Not => return self.unary(UnaryOperation::BitNot, *operands.first()?),
            Op::LogicalNot => return self.unary(UnaryOperation::LogicalNot, *operands.first()?),
            Op::ConvertFToU | Op::ConvertFToS | Op::ConvertSToF | Op::ConvertUToF | Op::FConvert => {
                return self.convert(*operands.first()?, ty);
            }
            _ => {}
        }
        let lanes: Option<Vec<Lanes>> = operands.iter().map(|&operand| self.read(operand)).collect();
        if is_integer_dot(op) {
            let result = self.types.scalar_of(ty)?;
            let bits = integer_dot(op, result, &lanes?, !literals.is_empty())?;
            return self.write(ty, &[bits]);
        }
        self.numeric(op, ty, &lanes?)
    }

    /// Replaces one part of a composite; the operands are the object and the composite.
    fn insert_part(&mut self, operands: &[Handle<Constant>], literals: &[u32]) -> Option<Handle<Constant>> {
        let (&object, &composite) = (operands.first()?, operands.get(1)?);
        let &[index] = literals else { return None };
        let mut parts = self.components(composite)?;
        *parts.get_mut(index as usize)? = object;
        let ty = self.ty(composite)?;
        self.compose(ty, &parts)
    }

    /// OpSelect: the condition is one `bool`, or one for each component.
    fn select_lanes(&mut self, ty: Handle<Type>, operands: &[Handle<Constant>]) -> Option<Handle<Constant>> {
        let &[condition, accept, reject] = operands else { return None };
        if self.as_bool(condition).is_some() {
            return self.select(condition, accept, reject);
        }
        let (conditions, mut accept, reject) = (self.leaves(condition)?, self.leaves(accept)?, self.leaves(reject)?);
        if conditions.len() != accept.len() || conditions.len() != reject.len() {
            return None;
        }
        for ((accept, &reject), &condition) in accept.iter_mut().zip(&reject).zip(&conditions) {
            if !self.as_bool(condition)? {
                *accept = reject;
            }
        }
        self.rebuild(ty, &accept)
    }

    /// Instructions on numbers and booleans.
    fn numeric(&mut self, op: Op, ty: Handle<Type>, operands: &[Lanes]) -> Option<Handle<Constant>> {
        let first = operands.first()?;
        let (_, rows, result) = self.shape(ty)?;
        match op {
            Op::Dot => {
                let value = super::math::dot(&first.floats(), &operands.get(1)?.floats());
                self.write_floats(ty, &[value])
            }
            Op::OuterProduct => {
                let values = matrix::outer_product(&first.floats(), &operands.get(1)?.floats());
                self.write_floats(ty, &values)
            }
            Op::Transpose => {
                let bits = matrix::transpose(&first.bits, first.columns, first.rows)?;
                self.write(ty, &bits)
            }
            Op::Any => self.write(ty, &[u64::from(first.bits.iter().any(|&bit| bit != 0))]),
            Op::All => self.write(ty, &[u64::from(first.bits.iter().all(|&bit| bit != 0))]),
            Op::Bitcast => {
                let bits = packing::bitcast(first, result, rows)?;
                self.write(ty, &bits)
            }
            Op::QuantizeToF16 => {
                let half = Scalar { kind: ScalarKind::Float, width: 2 };
                let quantize = |value: f64| {
                    let value = scalar::to_f64(half, scalar::from_f64(half, value));
                    // Numbers that are denormal in binary16 are flushed.
                    if value.abs() < 2.0_f64.powi(-14) { 0.0_f64.copysign(value) } else { value }
                };
                let values: Floats = first.floats().into_iter().map(quantize).collect();
                self.write_floats(ty, &values)
            }
            Op::FRem | Op::FMod => {
                let fold = if op == Op::FRem { libm::fmod } else { modulo };
                let pairs = first.floats().into_iter().zip(operands.get(1)?.floats());
                let values: Floats = pairs.map(|(x, y)| fold(x, y)).collect();
                self.write_floats(ty, &values)
            }
            _ => {
                if operands.iter().any(|it| it.bits.len() != first.bits.len()) && !is_bit_field(op) {
                    return None;
                }
                let component = |index: usize| self.component(op, result, operands, index);
                let bits: Option<Vec<u64>> = (0..first.bits.len()).map(component).collect();
                self.write(ty, &bits?)
            }
        }
    }

    /// One component of an instruction that works component by component.
    fn component(&self, op: Op, result: Scalar, operands: &[Lanes], index: usize) -> Option<u64> {
        let first = operands.first()?;
        let x = first.bit(index)?;
        let y = operands.get(1).and_then(|it| it.bit(index));
        let is_float = first.scalar.kind == ScalarKind::Float;
        match op {
            Op::IsNan => return is_float.then(|| u64::from(scalar::to_f64(first.scalar, x).is_nan())),
            Op::IsInf => return is_float.then(|| u64::from(scalar::to_f64(first.scalar, x).is_infinite())),
            Op::UConvert => {
                return Some(scalar::normalize(result, scalar::normalize(scalar::unsigned(first.scalar), x)));
            }
            Op::SConvert => return Some(scalar::normalize(result, scalar::normalize(scalar::signed(first.scalar), x))),
            Op::BitCount => {
                return Some(u64::from(scalar::normalize(scalar::unsigned(first.scalar), x).count_ones()));
            }
            Op::BitReverse => {
                let bits = x.reverse_bits() >> (64 - scalar::width(first.scalar));
                return Some(scalar::normalize(result, bits));
            }
            _ if is_bit_field(op) => return bit_field(op, result, operands, index),
            _ => {}
        }
        let (operation, view, is_unordered) = operation_of(op, first.scalar)?;
        let (x, y) = (scalar::normalize(view, x), y?);
        let is_shift = matches!(operation, BinaryOperation::ShiftLeft | BinaryOperation::ShiftRight);
        let y = if is_shift { y } else { scalar::normalize(view, y) };
        if is_float {
            let is_nan = |bits: u64| scalar::to_f64(view, bits).is_nan();
            let unordered = is_nan(x) || is_nan(y);
            match is_unordered {
                Some(value) if unordered => return Some(u64::from(value)),
                _ => {}
            }
        }
        match scalar::binary(operation, view, x, y) {
            scalar::Outcome::Bits(bits) => Some(scalar::normalize(result, bits)),
            scalar::Outcome::DivisionByZero | scalar::Outcome::Undefined => None,
        }
    }
}

/// `x - y * floor(x / y)` with the sign of `y`, without the rounding of the quotient.
fn modulo(x: f64, y: f64) -> f64 {
    let remainder = libm::fmod(x, y);
    if remainder != 0.0 && (remainder < 0.0) != (y < 0.0) { remainder + y } else { remainder }
}

const fn is_bit_field(op: Op) -> bool {
    matches!(op, Op::BitFieldInsert | Op::BitFieldSExtract | Op::BitFieldUExtract)
}

/// OpBitField*: offset and count are scalars, the last two operands.
fn bit_field(op: Op, result: Scalar, operands: &[Lanes], index: usize) -> Option<u64> {
    let base = operands.first()?;
    let bits = base.bit(index)?;
    let [.., offset, count] = operands else { return None };
    let (offset, count) = (u32::try_from(offset.bit(0)?).ok()?, u32::try_from(count.bit(0)?).ok()?);
    if offset.checked_add(count)? > scalar::width(base.scalar) {
        return None;
    }
    if count == 0 {
        return Some(if op == Op::BitFieldInsert { bits } else { 0 });
    }
    let mask = u64::MAX >> (64 - count);
    let bits = match op {
        Op::BitFieldInsert => bits & !(mask << offset) | (operands.get(1)?.bit(index)? & mask) << offset,
        Op::BitFieldUExtract => bits >> offset & mask,
        _ => ((bits >> offset << (64 - count)) as i64 >> (64 - count)) as u64,
    };
    Some(scalar::normalize(result, bits))
}

/// The operation that an instruction performs on components of a type, the type it takes them as, and the result of a
/// comparison if an operand is a NaN, where that differs from the operation's.
fn operation_of(op: Op, scalar: Scalar) -> Option<(BinaryOperation, Scalar, Option<bool>)> {
    use BinaryOperation as B;
    let (signed, unsigned) = (scalar::signed(scalar), scalar::unsigned(scalar));
    let (operation, kinds, view, unordered) = match op {
        Op::IAdd => (B::Add, Kinds::INT, unsigned, None),
        Op::ISub => (B::Subtract, Kinds::INT, unsigned, None),
        Op::IMul => (B::Multiply, Kinds::INT, unsigned, None),
        Op::UDiv => (B::Divide, Kinds::INT, unsigned, None),
        Op::SDiv => (B::Divide, Kinds::INT, signed, None),
        Op::UMod => (B::Modulo, Kinds::INT, unsigned, None),
        Op::SMod => (B::Modulo, Kinds::INT, signed, None),
        Op::ShiftLeftLogical => (B::ShiftLeft, Kinds::INT, unsigned, None),
        Op::ShiftRightLogical => (B::ShiftRight, Kinds::INT, unsigned, None),
        Op::ShiftRightArithmetic => (B::ShiftRight, Kinds::INT, signed, None),
        Op::BitwiseAnd => (B::BitAnd, Kinds::INT, unsigned, None),
        Op::BitwiseOr => (B::BitOr, Kinds::INT, unsigned, None),
        Op::BitwiseXor => (B::BitXor, Kinds::INT, unsigned, None),
        Op::IEqual => (B::Equal, Kinds::INT, unsigned, None),
        Op::INotEqual => (B::NotEqual, Kinds::INT, unsigned, None),
        Op::ULessThan => (B::Less, Kinds::INT, unsigned, None),
        Op::ULessThanEqual => (B::LessEqual, Kinds::INT, unsigned, None),
        Op::UGreaterThan => (B::Greater, Kinds::INT, unsigned, None),
        Op::UGreaterThanEqual => (B::GreaterEqual, Kinds::INT, unsigned, None),
        Op::SLessThan => (B::Less, Kinds::INT, signed, None),
        Op::SLessThanEqual => (B::LessEqual, Kinds::INT, signed, None),
        Op::SGreaterThan => (B::Greater, Kinds::INT, signed, None),
        Op::SGreaterThanEqual => (B::GreaterEqual, Kinds::INT, signed, None),
        Op::LogicalAnd => (B::LogicalAnd, Kinds::BOOL, scalar, None),
        Op::LogicalOr => (B::LogicalOr, Kinds::BOOL, scalar, None),
        Op::LogicalEqual => (B::Equal, Kinds::BOOL, scalar, None),
        Op::LogicalNotEqual => (B::NotEqual, Kinds::BOOL, scalar, None),
        Op::FAdd => (B::Add, Kinds::FLOAT, scalar, None),
        Op::FSub => (B::Subtract, Kinds::FLOAT, scalar, None),
        Op::FMul => (B::Multiply, Kinds::FLOAT, scalar, None),
        Op::FDiv => (B::Divide, Kinds::FLOAT, scalar, None),
        Op::FOrdEqual => (B::Equal, Kinds::FLOAT, scalar, Some(false)),
        Op::FOrdNotEqual => (B::NotEqual, Kinds::FLOAT, scalar, Some(false)),
        Op::FOrdLessThan => (B::Less, Kinds::FLOAT, scalar, Some(false)),
        Op::FOrdLessThanEqual => (B::LessEqual, Kinds::FLOAT, scalar, Some(false)),
        Op::FOrdGreaterThan => (B::Greater, Kinds::FLOAT, scalar, Some(false)),
        Op::FOrdGreaterThanEqual => (B::GreaterEqual, Kinds::FLOAT, scalar, Some(false)),
        Op::FUnordEqual => (B::Equal, Kinds::FLOAT, scalar, Some(true)),
        Op::FUnordNotEqual => (B::NotEqual, Kinds::FLOAT, scalar, Some(true)),
        Op::FUnordLessThan => (B::Less, Kinds::FLOAT, scalar, Some(true)),
        Op::FUnordLessThanEqual => (B::LessEqual, Kinds::FLOAT, scalar, Some(true)),
        Op::FUnordGreaterThan => (B::Greater, Kinds::FLOAT, scalar, Some(true)),
        Op::FUnordGreaterThanEqual => (B::GreaterEqual, Kinds::FLOAT, scalar, Some(true)),
        _ => return None,
    };
    let kind = match scalar.kind {
        ScalarKind::Float => Kinds::FLOAT,
        ScalarKind::Bool => Kinds::BOOL,
        _ => Kinds::INT,
    };
    kinds.intersects(kind).then_some((operation, view, unordered))
}
