//! Algebraic rules: combining two consecutive operations into one, or into none.
//!
//! Comes in: a value whose operands are already simplified. Goes out: its simpler form, if there is one. Must not
//! depend on: other passes.
//!
//! This removes what untyped registers and condition codes leave behind: bits reinterpreted as another type and back,
//! truth values made only to be compared with zero, byte addresses that are divided again.

use super::{Simple, Simplification, kind_of, type_of};
use crate::builtins::{Instruction, Operand as RowOperand};
use crate::hir::{
    Argument, BinaryOperation as B, BuiltinCall, Function, Handle, PlaceRoot, PlaceStep, ScalarKind, Type,
    UnaryOperation, Value, ValueKind,
};
use spirv::{BuiltIn, Op};

/// How deeply operands of operands are examined.
const DEEPEST: u32 = 6;

/// The instruction of a call whose row is one core instruction on the arguments, in order.
fn core_of(call: &BuiltinCall) -> Option<Op> {
    let [recipe] = call.prototype.recipes else { return None };
    let [step] = recipe.steps else { return None };
    let in_order = (0..)
        .zip(step.operands)
        .all(|(index, operand)| matches!(operand, RowOperand::Parameter(parameter) if *parameter == index));
    let whole = step.operands.len() == call.arguments.len();
    match step.instruction {
        Instruction::Core(op) if in_order && whole && step.image_operands.is_empty() => Some(op),
        _ => None,
    }
}

/// The arguments of a call that compares floats and is also true for NaN.
fn unordered(function: &Function, value: Handle<Value>, wanted: Op) -> Option<[Handle<Value>; 2]> {
    let ValueKind::Builtin(call) = kind_of(function, value)? else { return None };
    match call.arguments.as_slice() {
        &[Argument::Value(left), Argument::Value(right)] if core_of(call) == Some(wanted) => Some([left, right]),
        _ => None,
    }
}

fn comparison(function: &Function, value: Handle<Value>) -> Option<(B, [Handle<Value>; 2])> {
    match *kind_of(function, value)? {
        ValueKind::Binary { operation, left, right }
            if matches!(operation, B::Equal | B::NotEqual | B::Less | B::LessEqual | B::Greater | B::GreaterEqual) =>
        {
            Some((operation, [left, right]))
        }
        _ => None,
    }
}

/// The comparison that is true exactly where another is false. Ordered comparisons of floats have none, because of NaN.
const fn opposite(operation: B, is_float: bool) -> Option<B> {
    Some(match operation {
        B::Equal => B::NotEqual,
        B::NotEqual => B::Equal,
        _ if is_float => return None,
        B::Less => B::GreaterEqual,
        B::LessEqual => B::Greater,
        B::Greater => B::LessEqual,
        B::GreaterEqual => B::Less,
        _ => return None,
    })
}

impl Simplification<'_> {
    /// Applies the first rule that fits.
    pub(super) fn algebra(&mut self, function: &mut Function, value: Handle<Value>) -> Option<Simple> {
        let Value { kind, ty, .. } = function.values.try_get(value).ok()?;
        let ty = *ty;
        match kind {
            &ValueKind::Unary { operation: UnaryOperation::LogicalNot, operand } => self.negation(function, operand),
            &ValueKind::Binary { operation, left, right } => self.pair(function, operation, [left, right], ty),
            &ValueKind::Select { condition, accept, reject } => match *kind_of(function, condition)? {
                ValueKind::Unary { operation: UnaryOperation::LogicalNot, operand } => {
                    Some(Simple::Kind(ValueKind::Select { condition: operand, accept: reject, reject: accept }))
                }
                _ => None,
            },
            &ValueKind::Convert(operand) if self.keeps_bits(function, value).is_some() => {
                self.reinterpreted(function, None, operand, ty)
            }
            ValueKind::Builtin(call) if core_of(call) == Some(Op::Bitcast) => match call.arguments.as_slice() {
                &[Argument::Value(operand)] => {
                    let call = call.clone();
                    self.reinterpreted(function, Some(&call), operand, ty)
                }
                _ => None,
            },
            _ => None,
        }
    }

    fn scalar_kind(&self, function: &Function, value: Handle<Value>) -> Option<ScalarKind> {
        Some(self.folder.types.get(type_of(function, value)?).component()?.kind)
    }

    /// The operand of an operation that changes the type of bits but not the bits.
    fn keeps_bits(&self, function: &Function, value: Handle<Value>) -> Option<Handle<Value>> {
        let of = |value| match self.folder.types.get(type_of(function, value)?) {
            Type::Scalar(scalar) => Some(*scalar),
            _ => None,
        };
        match kind_of(function, value)? {
            &ValueKind::Convert(operand) => {
                let (from, to) = (of(operand)?, of(value)?);
                let is_integer = |kind| matches!(kind, ScalarKind::Sint | ScalarKind::Uint);
                (from.width == to.width && is_integer(from.kind) && is_integer(to.kind)).then_some(operand)
            }
            ValueKind::Builtin(call) if core_of(call) == Some(Op::Bitcast) => match call.arguments.as_slice() {
                &[Argument::Value(operand)] => (of(operand)?.width == of(value)?.width).then_some(operand),
                _ => None,
            },
            _ => None,
        }
    }

    /// The bits of a value as a type, by a call or, without one, by conversion.
    fn reinterpreted(
        &mut self,
        function: &mut Function,
        call: Option<&BuiltinCall>,
        operand: Handle<Value>,
        ty: Handle<Type>,
    ) -> Option<Simple> {
        if type_of(function, operand) == Some(ty) {
            return Some(Simple::Value(operand));
        }
        if let Some(constant) = self.known(function, operand) {
            let call = call?;
            return self.folder.builtin(call.prototype, call.instance, ty, &[constant]).map(Simple::Constant);
        }
        if let Some(inner) = self.keeps_bits(function, operand)
            && type_of(function, inner) == Some(ty)
        {
            return Some(Simple::Value(inner));
        }
        // A selection between values that originally had the type.
        let ValueKind::Select { condition, accept, reject } = *kind_of(function, operand)? else { return None };
        let mut arm = |this: &mut Self, value| -> Option<Handle<Value>> {
            if let Some(constant) = this.known(function, value) {
                let constant = match call {
                    Some(call) => this.folder.builtin(call.prototype, call.instance, ty, &[constant])?,
                    None => this.folder.convert(constant, ty)?,
                };
                return this.value_of(function, constant);
            }
            this.keeps_bits(function, value).filter(|&inner| type_of(function, inner) == Some(ty))
        };
        let (accept, reject) = (arm(self, accept)?, arm(self, reject)?);
        Some(Simple::Kind(ValueKind::Select { condition, accept, reject }))
    }

    /// The negation of a truth value.
    fn negation(&self, function: &Function, operand: Handle<Value>) -> Option<Simple> {
        if let Some((operation, [left, right])) = comparison(function, operand) {
            let kind = self.scalar_kind(function, left)?;
            let operation = opposite(operation, kind.is_any_float())?;
            return Some(Simple::Kind(ValueKind::Binary { operation, left, right }));
        }
        let [left, right] = unordered(function, operand, Op::FUnordLessThan)?;
        Some(Simple::Kind(ValueKind::Binary { operation: B::GreaterEqual, left, right }))
    }

    fn pair(
        &mut self,
        function: &mut Function,
        operation: B,
        [left, right]: [Handle<Value>; 2],
        ty: Handle<Type>,
    ) -> Option<Simple> {
        match operation {
            B::Equal | B::NotEqual | B::Less | B::LessEqual | B::Greater | B::GreaterEqual => {
                self.truth_compared(function, operation, left, right)
            }
            B::LogicalAnd | B::LogicalOr | B::LogicalXor => self.flags(function, operation, left, right),
            _ => {
                let kind = self.scalar_kind(function, left)?;
                let is_integer = matches!(kind, ScalarKind::Sint | ScalarKind::Uint);
                // Wider vectors and shifts of other types are left alone.
                let is_scalar = matches!(self.folder.types.get(ty), Type::Scalar(_));
                if !is_integer || !is_scalar || type_of(function, left) != Some(ty) {
                    return None;
                }
                self.integers(function, operation, left, right, ty)
            }
        }
    }

    /// A selection between two constants that is compared with a third.
    fn truth_compared(
        &mut self,
        function: &Function,
        operation: B,
        left: Handle<Value>,
        right: Handle<Value>,
    ) -> Option<Simple> {
        let &ValueKind::Select { condition, accept, reject } = kind_of(function, left)? else { return None };
        let other = self.known(function, right)?;
        let (accept, reject) = (self.known(function, accept)?, self.known(function, reject)?);
        let accept = self.folder.binary(operation, accept, other).constant()?;
        let reject = self.folder.binary(operation, reject, other).constant()?;
        Some(match (self.folder.as_bool(accept)?, self.folder.as_bool(reject)?) {
            (true, false) => Simple::Value(condition),
            (false, true) => {
                Simple::Kind(ValueKind::Unary { operation: UnaryOperation::LogicalNot, operand: condition })
            }
            _ => Simple::Constant(accept),
        })
    }

    /// Combines two flags of a condition code into one comparison: sign and zero flags are comparisons of one value
    /// with zero (NV_gpu_program4, 2.X.3.7).
    fn flags(&self, function: &Function, operation: B, left: Handle<Value>, right: Handle<Value>) -> Option<Simple> {
        if left == right {
            return matches!(operation, B::LogicalAnd | B::LogicalOr).then_some(Simple::Value(left));
        }
        let joined = |operation, [left, right]: [Handle<Value>; 2]| {
            Some(Simple::Kind(ValueKind::Binary { operation, left, right }))
        };
        let less = unordered(function, left, Op::FUnordLessThan);
        let equal = unordered(function, right, Op::FUnordEqual);
        let not = |value| match *kind_of(function, value)? {
            ValueKind::Unary { operation: UnaryOperation::LogicalNot, operand } => Some(operand),
            _ => None,
        };
        let unequal = not(right).and_then(|right| unordered(function, right, Op::FUnordEqual));
        let both_of = |found: Option<[Handle<Value>; 2]>, [x, y]: [Handle<Value>; 2]| {
            found.is_some_and(|[a, b]| self.same(function, a, x) && self.same(function, b, y))
        };
        match (operation, less, comparison(function, left)) {
            // Less or equal, but not both: for NaN both are true.
            (B::LogicalXor, Some(less), _) if both_of(equal, less) => return joined(B::LessEqual, less),
            (B::LogicalAnd, Some(less), _) if both_of(unequal, less) => return joined(B::Less, less),
            (B::LogicalAnd, _, Some((B::GreaterEqual, not_less))) if both_of(unequal, not_less) => {
                return joined(B::Greater, not_less);
            }
            (B::LogicalAnd, _, Some((B::GreaterEqual, not_less))) if both_of(equal, not_less) => {
                return joined(B::Equal, not_less);
            }
            _ => {}
        }
        // Integers: the sign flag is `x < 0`, the zero flag `x == 0` of the same bits.
        let (first, [x, zero]) = comparison(function, left)?;
        let (second, [y, other]) = comparison(function, right)?;
        let bits = |value| self.keeps_bits(function, value).unwrap_or(value);
        let is_zero = |value| self.known(function, value).and_then(|it| self.folder.scalar_bits(it)) == Some(0);
        let same = bits(x) == bits(y) && is_zero(zero) && is_zero(other);
        if !same || self.scalar_kind(function, x)? != ScalarKind::Sint {
            return None;
        }
        match (operation, first, second) {
            (B::LogicalXor | B::LogicalOr, B::Less, B::Equal) => joined(B::LessEqual, [x, zero]),
            (B::LogicalAnd, B::GreaterEqual, B::NotEqual) => joined(B::Greater, [x, zero]),
            _ => None,
        }
    }

    /// The bits of a known integer.
    fn bits_of(&self, function: &Function, value: Handle<Value>) -> Option<u64> {
        self.known(function, value).and_then(|constant| self.folder.scalar_bits(constant))
    }

    fn integers(
        &mut self,
        function: &mut Function,
        operation: B,
        left: Handle<Value>,
        right: Handle<Value>,
        ty: Handle<Type>,
    ) -> Option<Simple> {
        let scalar = self.folder.types.scalar_of(ty)?;
        let width = u32::from(scalar.width) * 8;
        let ones = if width == 64 { u64::MAX } else { (1 << width) - 1 };
        let (known_left, known_right) = (self.bits_of(function, left), self.bits_of(function, right));
        // The constant on the right.
        let swaps = matches!(operation, B::Add | B::Multiply | B::BitAnd | B::BitOr | B::BitXor);
        let (left, right, constant) = match (known_left, known_right) {
            (Some(constant), None) if swaps => (right, left, Some(constant & ones)),
            (_, known) => (left, right, known.map(|it| it & ones)),
        };
        let number = |this: &mut Self, function: &mut Function, bits: u64| {
            let bits = if scalar.kind == ScalarKind::Sint && bits >> (width - 1) != 0 { bits | !ones } else { bits };
            let constant = this.folder.scalar(scalar, bits);
            this.value_of(function, constant)
        };
        let same = left == right;
        match (operation, constant) {
            (B::BitAnd | B::Multiply, Some(0)) => return number(self, function, 0).map(Simple::Value),
            (B::BitOr, Some(all)) if all == ones => return number(self, function, ones).map(Simple::Value),
            (B::BitAnd, Some(mask)) if self.most(function, left, DEEPEST) & !mask == 0 => {
                return Some(Simple::Value(left));
            }
            (B::BitAnd | B::BitOr, None) if same => return Some(Simple::Value(left)),
            (B::BitXor | B::Subtract, None) if same => return number(self, function, 0).map(Simple::Value),
            _ => {}
        }
        let constant = constant?;
        let &ValueKind::Binary { operation: inner, left: base, right: by } = kind_of(function, left)? else {
            return None;
        };
        if type_of(function, base) != Some(ty) {
            return None;
        }
        let by = self.bits_of(function, by)? & ones;
        let (operation, bits) = match (operation, inner) {
            (B::Add, B::Add) => (B::Add, constant.wrapping_add(by) & ones),
            (B::BitAnd, B::BitAnd) => (B::BitAnd, constant & by),
            (B::BitOr, B::BitOr) => (B::BitOr, constant | by),
            (B::ShiftLeft, B::ShiftLeft) if constant + by < width.into() => (inner, constant + by),
            (B::ShiftRight, B::ShiftRight) if constant + by < width.into() && scalar.kind == ScalarKind::Uint => {
                (inner, constant + by)
            }
            // A byte address becomes the index of a word again.
            (B::ShiftRight, B::ShiftLeft) if constant == by && by < width.into() && scalar.kind == ScalarKind::Uint => {
                let mask = ones >> by;
                if self.most(function, base, DEEPEST) & !mask == 0 {
                    return Some(Simple::Value(base));
                }
                (B::BitAnd, mask)
            }
            _ => return None,
        };
        let right = number(self, function, bits)?;
        Some(Simple::Kind(ValueKind::Binary { operation, left: base, right }))
    }

    /// The bits that can be set in an unsigned integer: a mask of ones from the lowest bit up.
    fn most(&self, function: &Function, value: Handle<Value>, depth: u32) -> u64 {
        let Some(scalar) = type_of(function, value).and_then(|ty| self.folder.types.scalar_of(ty)) else {
            return u64::MAX;
        };
        let width = u32::from(scalar.width) * 8;
        let ones = if width == 64 { u64::MAX } else { (1 << width) - 1 };
        let filled = |most: u64| u64::MAX.checked_shr(most.leading_zeros()).unwrap_or(0);
        if scalar.kind != ScalarKind::Uint || depth == 0 {
            return ones;
        }
        if let Some(bits) = self.bits_of(function, value) {
            return filled(bits) & ones;
        }
        let most = match kind_of(function, value) {
            Some(&ValueKind::Binary { operation, left, right }) => match operation {
                B::BitAnd => self.most(function, left, depth - 1) & self.most(function, right, depth - 1),
                B::BitOr | B::BitXor => self.most(function, left, depth - 1) | self.most(function, right, depth - 1),
                B::ShiftRight => match self.bits_of(function, right) {
                    Some(by) if by < width.into() => self.most(function, left, depth - 1) >> by,
                    _ => ones,
                },
                B::ShiftLeft => match self.bits_of(function, right) {
                    Some(by) if by < width.into() => {
                        let left = self.most(function, left, depth - 1);
                        if left.leading_zeros() < by as u32 { ones } else { filled(left << by) }
                    }
                    _ => ones,
                },
                _ => ones,
            },
            Some(&ValueKind::Select { accept, reject, .. }) => {
                self.most(function, accept, depth - 1) | self.most(function, reject, depth - 1)
            }
            Some(&ValueKind::Load(place)) => {
                self.input_below(function, place).map_or(ones, |count| filled(count.saturating_sub(1)))
            }
            _ => ones,
        };
        most & ones
    }

    /// For a place that is an input counting invocations of the group: how many there are.
    fn input_below(&self, function: &Function, place: Handle<crate::hir::Place>) -> Option<u64> {
        let place = function.places.try_get(place).ok()?;
        let PlaceRoot::Global(global) = place.root else { return None };
        let row = self.inputs.globals.try_get(global).ok()?.builtin?;
        let size = self.inputs.size?.map(u64::from);
        match (row.builtin, place.steps.as_slice()) {
            (BuiltIn::LocalInvocationIndex, []) => Some(size.iter().product()),
            (BuiltIn::LocalInvocationId, &[PlaceStep::Index(component)]) => {
                let component = self.bits_of(function, component)?;
                size.get(usize::try_from(component).ok()?).copied()
            }
            _ => None,
        }
    }
}
