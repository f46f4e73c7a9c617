//! Small steps: constants, operations and calls of built-in rows on scalars.
//!
//! Comes in: values of the function being built. Goes out: values. Must not depend on: instructions.

use super::{Base, Handle, Lowering, OperationType, Place, Type, Value};
use crate::hir::builder::Given;
use crate::hir::{BinaryOperation, Constant, ConstantKind, Span, UnaryOperation, VectorSize};

/// A computed value.
pub(super) type V = Handle<Value>;

impl Lowering<'_> {
    /// The type of a component.
    pub(super) fn ty(&self, ty: OperationType) -> Handle<Type> {
        let types = &self.types;
        match (ty.base, ty.bits) {
            (Base::Float, 64) => types.double,
            (Base::Signed, 64) => types.int64,
            (Base::Unsigned, 64) => types.uint64,
            (Base::Float, _) => types.float,
            (Base::Signed, _) => types.int,
            (Base::Unsigned, _) => types.uint,
        }
    }

    /// A constant of these bits; integers are sign-extended by the caller.
    pub(super) fn bits(&mut self, ty: Handle<Type>, bits: u64) -> V {
        let constant = Constant { ty, kind: ConstantKind::Scalar(bits) };
        let constant = self.module.constants.insert(constant, Span::UNDEFINED);
        self.f.constant(constant, ty)
    }

    pub(super) fn uint(&mut self, value: u32) -> V {
        self.bits(self.types.uint, value.into())
    }

    pub(super) fn bool(&mut self, value: bool) -> V {
        self.f.bool(&mut self.module, value)
    }

    /// A number in a type.
    pub(super) fn number(&mut self, ty: OperationType, value: f64) -> V {
        let bits = match (ty.base, ty.bits) {
            (Base::Float, 64) => value.to_bits(),
            (Base::Float, _) => u64::from((value as f32).to_bits()),
            (Base::Signed, 64) => value as i64 as u64,
            (Base::Signed, _) => i64::from(value as i32) as u64,
            (Base::Unsigned, 64) => value as u64,
            (Base::Unsigned, _) => u64::from(value as u32),
        };
        self.bits(self.ty(ty), bits)
    }

    /// TRUE or FALSE of a type: 1.0, -1 or all ones, and 0.
    pub(super) fn truth(&mut self, ty: OperationType, value: bool) -> V {
        let bits = match (value, ty.base, ty.bits) {
            (false, ..) => 0,
            (_, Base::Float, _) => return self.number(ty, 1.0),
            (_, Base::Unsigned, 32) => u64::from(u32::MAX),
            _ => u64::MAX,
        };
        self.bits(self.ty(ty), bits)
    }

    pub(super) fn binary(&mut self, operation: BinaryOperation, left: V, right: V) -> V {
        self.f.binary(&mut self.module, operation, left, right)
    }

    pub(super) fn add(&mut self, left: V, right: V) -> V {
        self.binary(BinaryOperation::Add, left, right)
    }

    pub(super) fn subtract(&mut self, left: V, right: V) -> V {
        self.binary(BinaryOperation::Subtract, left, right)
    }

    pub(super) fn multiply(&mut self, left: V, right: V) -> V {
        self.binary(BinaryOperation::Multiply, left, right)
    }

    pub(super) fn and(&mut self, left: V, right: V) -> V {
        self.binary(BinaryOperation::BitAnd, left, right)
    }

    pub(super) fn or(&mut self, left: V, right: V) -> V {
        self.binary(BinaryOperation::BitOr, left, right)
    }

    pub(super) fn xor(&mut self, left: V, right: V) -> V {
        self.binary(BinaryOperation::BitXor, left, right)
    }

    pub(super) fn shift_left(&mut self, value: V, amount: u32) -> V {
        if amount == 0 {
            return value;
        }
        let amount = self.uint(amount);
        self.binary(BinaryOperation::ShiftLeft, value, amount)
    }

    pub(super) fn shift_right(&mut self, value: V, amount: u32) -> V {
        if amount == 0 {
            return value;
        }
        let amount = self.uint(amount);
        self.binary(BinaryOperation::ShiftRight, value, amount)
    }

    pub(super) fn negate(&mut self, value: V) -> V {
        self.f.unary(&mut self.module, UnaryOperation::Negate, value)
    }

    /// The absolute value; that of the smallest integer is itself, and negative.
    pub(super) fn absolute(&mut self, value: V, ty: OperationType) -> V {
        match ty.base {
            Base::Unsigned => value,
            Base::Float => self.builtin("abs", &[value]),
            // Drivers take the result of SAbs for positive when they compare it with 0. The smaller one of `x` and `-x` as unsigned
            // integers is the same number without that promise.
            Base::Signed => {
                let raw = self.raw(value, ty);
                let negated = self.negate(raw);
                let smaller = self.builtin("min", &[raw, negated]);
                self.interpret(smaller, ty)
            }
        }
    }

    pub(super) fn not(&mut self, value: V) -> V {
        self.f.unary(&mut self.module, UnaryOperation::LogicalNot, value)
    }

    pub(super) fn complement(&mut self, value: V) -> V {
        self.f.unary(&mut self.module, UnaryOperation::BitNot, value)
    }

    pub(super) fn select(&mut self, condition: V, accept: V, reject: V) -> V {
        if let Some(known) = self.known_bool(condition) {
            return if known { accept } else { reject };
        }
        if accept == reject {
            return accept;
        }
        self.f.select(&mut self.module, condition, accept, reject)
    }

    /// The value of a constant `bool`.
    pub(super) fn known_bool(&self, value: V) -> Option<bool> {
        let constant = self.f.constant_of(value)?;
        match self.module.constants.get_handle(constant).ok()?.kind {
            ConstantKind::Scalar(bits) => Some(bits != 0),
            _ => None,
        }
    }

    /// The value of a constant of 32 bits.
    pub(super) fn known_uint(&self, value: V) -> Option<u32> {
        let constant = self.f.constant_of(value)?;
        match self.module.constants.get_handle(constant).ok()?.kind {
            ConstantKind::Scalar(bits) => Some(bits as u32),
            _ => None,
        }
    }

    /// Logical AND of flags, many of which are constants.
    pub(super) fn both(&mut self, left: V, right: V) -> V {
        match (self.known_bool(left), self.known_bool(right)) {
            (Some(false), _) | (_, Some(true)) => left,
            (_, Some(false)) | (Some(true), _) => right,
            _ => self.binary(BinaryOperation::LogicalAnd, left, right),
        }
    }

    pub(super) fn either(&mut self, left: V, right: V) -> V {
        match (self.known_bool(left), self.known_bool(right)) {
            (Some(true), _) | (_, Some(false)) => left,
            (_, Some(true)) | (Some(false), _) => right,
            _ => self.binary(BinaryOperation::LogicalOr, left, right),
        }
    }

    pub(super) fn differ(&mut self, left: V, right: V) -> V {
        match (self.known_bool(left), self.known_bool(right)) {
            (_, Some(false)) => left,
            (Some(false), _) => right,
            (_, Some(true)) => self.not(left),
            (Some(true), _) => self.not(right),
            _ => self.binary(BinaryOperation::LogicalXor, left, right),
        }
    }

    /// Converts a value to another type, by value.
    pub(super) fn convert(&mut self, value: V, to: Handle<Type>) -> V {
        self.f.convert(&mut self.module, value, to)
    }

    /// Calls a built-in of GLSL.
    pub(super) fn builtin(&mut self, name: &str, arguments: &[V]) -> V {
        let given: Vec<Given<'_>> = arguments.iter().map(|&value| Given::Value(value)).collect();
        self.builtin_given(name, &given)
    }

    pub(super) fn builtin_given(&mut self, name: &str, given: &[Given<'_>]) -> V {
        match self.f.builtin(&mut self.module, name, given) {
            Some(value) => value,
            None => self.lost(name),
        }
    }

    /// Calls an operation that GLSL does not have.
    pub(super) fn operation(&mut self, name: &str, arguments: &[V]) -> V {
        let given: Vec<Given<'_>> = arguments.iter().map(|&value| Given::Value(value)).collect();
        self.operation_given(name, &given)
    }

    pub(super) fn operation_given(&mut self, name: &str, given: &[Given<'_>]) -> V {
        match self.f.operation(&mut self.module, name, given) {
            Some(value) => value,
            None => self.lost(name),
        }
    }

    /// Records that an instruction cannot be expressed.
    pub(super) fn refuse(&mut self, message: String) {
        let span = self.f.span;
        self.missing.get_or_insert((span, message));
    }

    /// Records that no row fits.
    pub(super) fn lost(&mut self, what: &str) -> V {
        let message = format!("SPIR-V has no `{what}` for these types");
        self.refuse(message);
        self.uint(0)
    }

    pub(super) fn load(&mut self, place: &Place) -> V {
        self.f.load(&mut self.module, place)
    }

    pub(super) fn store(&mut self, place: &Place, value: V) {
        self.f.store(place, value);
    }

    /// The bits of a register component of 32 or 64 bits as a type of the same width.
    pub(super) fn interpret(&mut self, raw: V, ty: OperationType) -> V {
        match (ty.base, ty.bits) {
            (Base::Unsigned, _) => raw,
            (Base::Float, 64) => self.builtin("uint64BitsToDouble", &[raw]),
            (Base::Float, _) => self.builtin("uintBitsToFloat", &[raw]),
            (Base::Signed, _) => self.convert(raw, self.ty(ty)),
        }
    }

    /// The bits of a value.
    pub(super) fn raw(&mut self, value: V, ty: OperationType) -> V {
        match (ty.base, ty.bits) {
            (Base::Unsigned, _) => value,
            (Base::Float, 64) => self.builtin("doubleBitsToUint64", &[value]),
            (Base::Float, _) => self.builtin("floatBitsToUint", &[value]),
            (Base::Signed, 64) => self.convert(value, self.types.uint64),
            (Base::Signed, _) => self.convert(value, self.types.uint),
        }
    }

    /// Changes the width of a value: floats by value, integers by sign or zero extension and truncation.
    pub(super) fn resize(&mut self, value: V, from: OperationType, bits: u8) -> V {
        if from.bits == bits {
            return value;
        }
        self.convert(value, self.ty(OperationType { bits, ..from }))
    }

    /// A vector of two to four values, or the one value.
    pub(super) fn vector(&mut self, values: &[V]) -> V {
        let (Some(&first), Some(size)) = (values.first(), VectorSize::new(values.len() as u32)) else {
            return values.first().copied().unwrap_or_else(|| self.lost("a vector"));
        };
        let scalar = self.f.type_of(first).and_then(|ty| self.module.types.scalar_of(ty));
        let Some(scalar) = scalar else { return first };
        let ty = self.module.vector(size, scalar);
        self.f.compose(&mut self.module, ty, values)
    }

    /// A component of a vector, or the scalar itself.
    pub(super) fn component(&mut self, vector: V, index: u32) -> V {
        let count = self.f.type_of(vector).and_then(|ty| self.module.types.get(ty).component_count());
        match count {
            Some(1) | None => vector,
            Some(_) => self.f.extract(&mut self.module, vector, index),
        }
    }

    /// Runs `body` if a condition holds.
    pub(super) fn when(&mut self, condition: V, body: impl FnOnce(&mut Self)) {
        let open = self.f.open_if(condition);
        body(self);
        self.f.close_if(open);
    }
}
