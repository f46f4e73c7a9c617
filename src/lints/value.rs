//! Values of HIR as terms.
//!
//! Comes in: a value whose operands have their terms. Goes out: its leaves, kept in the frame. Must not depend on: lints, but
//! for those about single operations, which are asked here.

use super::leaves::Leaves;
use super::term::{Node, Operation, Scope, Source, Support, Term, Terms};
use super::walk::{Bound, Frame, Slots, Walk, Wide};
use crate::hir::{
    Argument, BinaryOperation, Constant, ConstantKind, ConstantOperation, Handle, PlaceRoot, ScalarKind, Span, Type,
    UnaryOperation, Value, ValueKind,
};

impl<'m> Walk<'m> {
    /// The leaves of a value that was computed, or needs no computing.
    pub(super) fn leaves(&mut self, frame: &Frame<'m>, value: Handle<Value>) -> Leaves {
        if let Some(known) = frame.values.get(value.index())
            && !known.is_empty()
        {
            return *known;
        }
        let Ok(it) = frame.function.values.try_get(value) else { return Leaves::new() };
        match it.kind {
            ValueKind::Constant(constant) => self.constant(constant),
            ValueKind::Parameter(index) => match frame.parameters.get(index as usize) {
                Some(Bound::Value(leaves)) => *leaves,
                Some(Bound::Wide(wide)) => {
                    let (scope, support) = (self.scope_of(wide), self.support_of(wide));
                    self.unknown(it.ty, scope, support)
                }
                _ => self.unknown(it.ty, Scope::Invocation, Support::COMPUTED),
            },
            _ => self.unknown(it.ty, Scope::Invocation, Support::COMPUTED),
        }
    }

    /// The term of a scalar.
    pub(super) fn scalar(&mut self, frame: &Frame<'m>, value: Handle<Value>) -> Term {
        if let Some(known) = frame.values.get(value.index()).and_then(Leaves::head) {
            return known;
        }
        if let Ok(Value { kind: ValueKind::Constant(constant), .. }) = frame.function.values.try_get(value)
            && let Some(head) = self.known_constants.get(constant.index()).and_then(Leaves::head)
        {
            return head;
        }
        self.leaves(frame, value).head().unwrap_or(Terms::number(Scope::Invocation))
    }

    /// The narrowest scope of the components of a value.
    pub(super) fn scope_of_value(&mut self, frame: &Frame<'m>, value: Handle<Value>) -> Scope {
        match frame.values.get(value.index()) {
            Some(known) if !known.is_empty() => self.scope_of(known),
            _ => {
                let leaves = self.leaves(frame, value);
                self.scope_of(&leaves)
            }
        }
    }

    pub(super) fn scope_of(&self, leaves: &[Term]) -> Scope {
        let (mut scope, mut last) = (Scope::Dispatch, None);
        for &term in leaves {
            // All components of most floats are one.
            if last != Some(term) {
                scope = scope.min(self.terms.scope(term));
                last = Some(term);
            }
        }
        scope
    }

    pub(super) fn support_of(&self, leaves: &[Term]) -> Support {
        self.terms.support_of(leaves)
    }

    pub(super) fn constant(&mut self, handle: Handle<Constant>) -> Leaves {
        if let Some(known) = self.known_constants.get(handle.index())
            && !known.is_empty()
        {
            return *known;
        }
        let leaves = self.new_constant(handle);
        if let Some(place) = self.known_constants.get_mut(handle.index()) {
            *place = leaves;
        }
        leaves
    }

    fn new_constant(&mut self, handle: Handle<Constant>) -> Leaves {
        let Ok(constant) = self.module.constants.get_handle(handle) else { return Leaves::new() };
        let count = self.leaf_count(constant.ty);
        if !self.is_followed(constant.ty) {
            return Leaves::repeat(Terms::number(Scope::Dispatch), count);
        }
        if let ConstantKind::Operation(operation) = &constant.kind
            && let Some(leaves) = self.constant_operation(operation)
        {
            return leaves;
        }
        match &constant.kind {
            ConstantKind::Scalar(bits) => Leaves::one(self.terms.constant(*bits as u32)),
            ConstantKind::Null => Leaves::repeat(Terms::FALSE, count),
            ConstantKind::Composite(parts) | ConstantKind::WorkgroupSize(parts) => {
                parts.iter().flat_map(|&it| self.constant(it)).collect()
            }
            ConstantKind::Specialization { .. } | ConstantKind::Operation(_) => {
                let terms = &mut self.terms;
                let first =
                    *self.constants.entry(handle).or_insert_with(|| terms.fresh(Scope::Dispatch, Support::UNIFORM));
                std::iter::once(first)
                    .chain((1..count).map(|_| self.terms.fresh(Scope::Dispatch, Support::UNIFORM)))
                    .collect()
            }
        }
    }

    /// What is computed from specialization constants; `None` if it is not followed.
    fn constant_operation(&mut self, operation: &ConstantOperation) -> Option<Leaves> {
        use ConstantOperation as C;
        let ty = |it: Handle<Constant>| self.module.constants.get_handle(it).ok().map(|it| it.ty);
        match *operation {
            C::Binary(operation, left, right) => {
                let ty = ty(left).filter(|it| self.is_followed(*it))?;
                let signed = self.module.types.scalar_of(ty).is_some_and(|it| it.kind == ScalarKind::Sint);
                let (left, right) = (self.constant(left), self.constant(right));
                let compares = matches!(operation, BinaryOperation::Equal | BinaryOperation::NotEqual);
                if left.len() != right.len() || compares && left.len() > 1 {
                    return None;
                }
                Some(left.zip_with(right, |left, right| self.integers(operation, signed, left, right)))
            }
            C::Convert(operand) => {
                // What becomes a truth value is compared with zero.
                let scalar = ty(operand).and_then(|it| self.module.types.scalar_of(it))?;
                matches!(scalar.kind, ScalarKind::Sint | ScalarKind::Uint).then(|| self.constant(operand))
            }
            C::Extract(composite, index) => self.constant(composite).get(index as usize).map(|&it| Leaves::one(it)),
            _ => None,
        }
    }

    /// `Statement::Evaluate`. Most of what is evaluated are variables and operations that are not followed part by part; the
    /// rest has functions of its own, so that this one is short.
    pub(super) fn evaluate(&mut self, frame: &mut Frame<'m>, handle: Handle<Value>, span: Span) {
        let Ok(value) = frame.function.values.try_get(handle) else { return };
        let term = match value.kind {
            ValueKind::Load(place) => match self.variable_of(frame, place) {
                Some(Slots { first, count: 1 }) => self.environment.get(first as usize).copied(),
                _ => None,
            },
            ValueKind::Binary { operation, left, right } => {
                let term = self.scalars(frame, operation, [left, right], value.ty, span);
                if term.is_none() {
                    let leaves = self.binary(frame, operation, [left, right], value.ty, span);
                    if let Some(place) = frame.values.get_mut(handle.index()) {
                        *place = leaves;
                    }
                    return;
                }
                term
            }
            _ => None,
        };
        match term {
            Some(term) => {
                if let Some(place) = frame.values.get_mut(handle.index()) {
                    *place = Leaves::one(term);
                }
            }
            None => self.compute(frame, handle, value, span),
        }
    }

    /// A value that is followed part by part, or not at all.
    #[inline(never)]
    fn compute(&mut self, frame: &mut Frame<'m>, handle: Handle<Value>, value: &'m Value, span: Span) {
        let ty = value.ty;
        let leaves = match &value.kind {
            ValueKind::Load(place) => match self.variable_of(frame, *place) {
                Some(slots) => self.read_slots(slots),
                None => self.load(frame, *place, ty, span),
            },
            ValueKind::Call { function, arguments } => self.user_call(frame, *function, arguments, ty, span),
            ValueKind::Builtin(call) => self.builtin(frame, call, ty, span),
            kind => self.pure(frame, kind, ty),
        };
        if let Some(place) = frame.values.get_mut(handle.index()) {
            *place = leaves;
        }
        match value.kind {
            ValueKind::Load(_) | ValueKind::Call { .. } | ValueKind::Compose(_) if self.is_composite(ty) => {
                if let Some(wide) = self.wide(frame, &value.kind, ty) {
                    frame.wide.insert(handle, wide);
                }
            }
            ValueKind::Extract { composite, index } if !frame.wide.is_empty() || !frame.parameters.is_empty() => {
                if let Some(wide) = self.wide_of(frame, composite)
                    && let Some(leaves) = self.wide_part(frame, composite, &wide, index)
                    && let Some(place) = frame.values.get_mut(handle.index())
                {
                    *place = leaves;
                }
            }
            _ => {}
        }
    }

    /// The slots of a structure or array that was just computed, if it is followed.
    #[inline(never)]
    fn wide(&mut self, frame: &Frame<'m>, kind: &ValueKind, ty: Handle<Type>) -> Option<Wide> {
        let count = self.slot_count(ty);
        let wide: Wide = match kind {
            ValueKind::Load(place) => self.load_wide(frame, *place)?,
            ValueKind::Call { .. } => self.returned.take()?,
            ValueKind::Compose(parts) => {
                let mut slots = Vec::with_capacity(count);
                for &part in parts {
                    match self.wide_of(frame, part) {
                        Some(wide) => slots.extend(wide.iter().copied()),
                        None => slots.extend(self.leaves(frame, part)),
                    }
                }
                slots.into()
            }
            _ => return None,
        };
        (wide.len() == count && count > 1).then_some(wide)
    }

    /// A member of a structure that is a scalar or vector.
    fn wide_part(&self, frame: &Frame<'m>, composite: Handle<Value>, wide: &Wide, index: u32) -> Option<Leaves> {
        let ty = frame.function.values.try_get(composite).ok()?.ty;
        let Type::Struct(structure) = *self.module.types.get(ty) else { return None };
        let members = &self.module.types.structure(structure)?.members;
        let first: usize = members.iter().take(index as usize).map(|it| self.slot_count(it.ty)).sum();
        let member = members.get(index as usize)?.ty;
        let count = self.slot_count(member);
        let leaves = wide.get(first..first + count)?;
        (count == self.leaf_count(member)).then(|| leaves.iter().copied().collect())
    }

    /// What has no effect.
    #[inline(never)]
    fn pure(&mut self, frame: &Frame<'m>, kind: &ValueKind, ty: Handle<Type>) -> Leaves {
        if !self.by_component && !self.is_followed(ty) && !matches!(kind, ValueKind::Spirv(_)) {
            return self.mixed(frame, kind, ty);
        }
        match *kind {
            ValueKind::Unary { operation, operand } => self.unary(frame, operation, operand, ty),
            ValueKind::Convert(operand) => self.convert(frame, operand, ty),
            ValueKind::Splat(operand) => {
                let term = self.scalar(frame, operand);
                Leaves::repeat(term, self.leaf_count(ty))
            }
            ValueKind::Compose(ref parts) if self.module.types.get(ty).component_count().is_some() => {
                parts.iter().flat_map(|&it| self.leaves(frame, it)).collect()
            }
            ValueKind::Extract { composite, index } => {
                let whole = self.leaves(frame, composite);
                let is_vector = self.is_vector(frame, composite);
                match whole.get(index as usize) {
                    Some(&term) if is_vector => Leaves::one(term),
                    _ => self.unknown(ty, self.scope_of(&whole), self.support_of(&whole)),
                }
            }
            ValueKind::ExtractDynamic { vector, index } => {
                let (whole, index) = (self.leaves(frame, vector), self.scalar(frame, index));
                match self.terms.value(index).and_then(|it| whole.get(it as usize)) {
                    Some(&term) => Leaves::one(term),
                    None => {
                        let scope = self.scope_of(&whole).min(self.terms.scope(index));
                        self.unknown(ty, scope, self.support_of(&whole).with(self.terms.support(index)))
                    }
                }
            }
            ValueKind::Insert { composite, index, part } if self.is_vector(frame, composite) => {
                let (mut whole, part) = (self.leaves(frame, composite), self.scalar(frame, part));
                if let Some(place) = whole.get_mut(index as usize) {
                    *place = part;
                }
                whole
            }
            ValueKind::Swizzle { vector, ref components } => {
                let whole = self.leaves(frame, vector);
                components.iter().filter_map(|&it| whole.get(usize::from(it)).copied()).collect()
            }
            ValueKind::Select { condition, accept, reject } => {
                let condition = self.scalar(frame, condition);
                let (accept, reject) = (self.leaves(frame, accept), self.leaves(frame, reject));
                accept.zip_with(reject, |accept, reject| self.terms.select(condition, accept, reject))
            }
            ValueKind::ArrayLength(_) | ValueKind::DeviceLength(_) => {
                self.unknown(ty, Scope::Dispatch, Support::UNIFORM)
            }
            ValueKind::Spirv(_) => self.unknown(ty, Scope::Invocation, Support::COMPUTED),
            ref other => self.mixed(frame, other, ty),
        }
    }

    /// Something that is made of its operands in a way that is not followed.
    fn mixed(&mut self, frame: &Frame<'m>, kind: &ValueKind, ty: Handle<Type>) -> Leaves {
        let (mut scope, mut support) = (Scope::Dispatch, Support::NONE);
        kind.for_each_operand(|operand| {
            if let Argument::Value(value) = operand {
                let leaves = self.leaves(frame, value);
                scope = scope.min(self.scope_of(&leaves));
                support = support.with(self.support_of(&leaves));
            }
        });
        self.unknown(ty, scope, support)
    }

    /// Whether values of a type have parts that are followed slot by slot.
    fn is_composite(&self, ty: Handle<Type>) -> bool {
        matches!(self.module.types.get(ty), Type::Struct(_) | Type::Array { .. })
    }

    fn is_vector(&self, frame: &Frame<'m>, value: Handle<Value>) -> bool {
        let ty = frame.function.values.try_get(value).map(|it| self.module.types.get(it.ty));
        matches!(ty, Ok(Type::Vector(..)))
    }

    fn type_of(&self, frame: &Frame<'m>, value: Handle<Value>) -> Option<Handle<Type>> {
        frame.function.values.try_get(value).ok().map(|it| it.ty)
    }

    fn unary(
        &mut self,
        frame: &Frame<'m>,
        operation: UnaryOperation,
        operand: Handle<Value>,
        ty: Handle<Type>,
    ) -> Leaves {
        let leaves = self.leaves(frame, operand);
        if !self.is_followed(ty) {
            return self.unknown(ty, self.scope_of(&leaves), Support::NONE);
        }
        let ones = self.terms.constant(u32::MAX);
        leaves.each(|term| match operation {
            UnaryOperation::Negate => self.terms.operation(Operation::Subtract, Terms::FALSE, term),
            UnaryOperation::BitNot => self.terms.operation(Operation::Xor, term, ones),
            UnaryOperation::LogicalNot => self.terms.not(term),
        })
    }

    /// An operation on scalars, or on what counts as one.
    #[inline(never)]
    fn scalars(
        &mut self,
        frame: &Frame<'m>,
        operation: BinaryOperation,
        operands: [Handle<Value>; 2],
        ty: Handle<Type>,
        span: Span,
    ) -> Option<Term> {
        use BinaryOperation as B;
        let values = &frame.function.values;
        let (Ok(first), Ok(second)) = (values.try_get(operands[0]), values.try_get(operands[1])) else { return None };
        let of_left = self.shape(first.ty);
        let of_right = if first.ty == second.ty { of_left } else { self.shape(second.ty) };
        let may_fail = matches!(operation, B::ShiftLeft | B::ShiftRight | B::Divide | B::Modulo) && of_right.followed;
        if of_left.followed && of_right.followed {
            if of_left.leaves != 1 || of_right.leaves != 1 {
                return None;
            }
            let (left, right) = (self.scalar(frame, operands[0]), self.scalar(frame, operands[1]));
            if may_fail {
                self.check_arithmetic(frame, operation, operands, &[right], span);
            }
            if !self.only_certain && !self.is_counter(frame, operands[0]) {
                self.check_numbers_of_subgroups(operation, [left, right], span);
            }
            return Some(self.integers(operation, of_left.signed, left, right));
        }
        let result = self.shape(ty);
        if result.followed || result.leaves != 1 || may_fail {
            return None;
        }
        let scope = self.scope_of_value(frame, operands[0]).min(self.scope_of_value(frame, operands[1]));
        Some(Terms::number(scope))
    }

    #[inline(never)]
    fn binary(
        &mut self,
        frame: &Frame<'m>,
        operation: BinaryOperation,
        operands: [Handle<Value>; 2],
        ty: Handle<Type>,
        span: Span,
    ) -> Leaves {
        let values = &frame.function.values;
        let (Ok(first), Ok(second)) = (values.try_get(operands[0]), values.try_get(operands[1])) else {
            return self.unknown(ty, Scope::Invocation, Support::COMPUTED);
        };
        let of_left = self.shape(first.ty);
        let of_right = if first.ty == second.ty { of_left } else { self.shape(second.ty) };
        use BinaryOperation as B;
        let may_fail = matches!(operation, B::ShiftLeft | B::ShiftRight | B::Divide | B::Modulo) && of_right.followed;
        if !of_left.followed || !of_right.followed {
            if may_fail {
                let right = self.leaves(frame, operands[1]);
                self.check_arithmetic(frame, operation, operands, &right, span);
            }
            let scope = self.scope_of_value(frame, operands[0]).min(self.scope_of_value(frame, operands[1]));
            let result = self.shape(ty);
            if !result.followed {
                return Leaves::repeat(Terms::number(scope), result.leaves.into());
            }
            // A comparison of floats is a truth value that depends on data.
            let [left, right] = operands.map(|it| {
                let leaves = self.leaves(frame, it);
                self.support_of(&leaves)
            });
            return self.unknown(ty, scope, left.with(right));
        }
        let signed = of_left.signed;
        let (left, right) = (self.leaves(frame, operands[0]), self.leaves(frame, operands[1]));
        if may_fail {
            self.check_arithmetic(frame, operation, operands, &right, span);
        }
        let results = left.zip_with(right, |left, right| self.integers(operation, signed, left, right));
        match operation {
            BinaryOperation::Equal => {
                Leaves::one(results.into_iter().fold(Terms::TRUE, |all, it| self.terms.both(all, it)))
            }
            BinaryOperation::NotEqual => {
                let any = |any, it| self.terms.operation(Operation::Either, any, it);
                Leaves::one(results.into_iter().fold(Terms::FALSE, any))
            }
            _ => results,
        }
    }

    /// Whether a value in a loop is a variable that something changes, as counters of loops are: what it holds in the first
    /// round is not all of it.
    fn is_counter(&self, frame: &Frame<'m>, value: Handle<Value>) -> bool {
        let Ok(Value { kind: ValueKind::Load(place), .. }) = frame.function.values.try_get(value) else { return false };
        let Ok(PlaceRoot::Local(local)) = frame.function.places.try_get(*place).map(|it| it.root) else { return false };
        self.loops > 0 && self.functions.get(frame.handle).is_some_and(|it| !it.is_set_once(local))
    }

    fn integers(&mut self, operation: BinaryOperation, signed: bool, left: Term, right: Term) -> Term {
        use BinaryOperation as B;
        use Operation as O;
        let either = |is_signed, is_unsigned| if signed { is_signed } else { is_unsigned };
        let less = either(O::LessSigned, O::LessUnsigned);
        let terms = &mut self.terms;
        let plain = match operation {
            B::Add => O::Add,
            B::Subtract => O::Subtract,
            B::Multiply => O::Multiply,
            B::Divide => either(O::DivideSigned, O::DivideUnsigned),
            B::Modulo => either(O::ModuloSigned, O::ModuloUnsigned),
            B::ShiftLeft => O::ShiftLeft,
            B::ShiftRight => either(O::ShiftRightSigned, O::ShiftRightUnsigned),
            B::BitAnd => O::And,
            B::BitOr => O::Or,
            B::BitXor | B::LogicalXor => O::Xor,
            B::Equal => O::Equal,
            B::Less => less,
            B::LogicalAnd => O::Both,
            B::LogicalOr => O::Either,
            B::NotEqual => {
                let equal = terms.operation(O::Equal, left, right);
                return terms.not(equal);
            }
            B::Greater => return terms.operation(less, right, left),
            B::LessEqual => {
                let greater = terms.operation(less, right, left);
                return terms.not(greater);
            }
            B::GreaterEqual => {
                let less = terms.operation(less, left, right);
                return terms.not(less);
            }
        };
        // Ids are small: dividing them is the same with a sign and without.
        let plain = match plain {
            O::DivideSigned if terms.is_small(left) && terms.is_small(right) => O::DivideUnsigned,
            O::ModuloSigned if terms.is_small(left) && terms.is_small(right) => O::ModuloUnsigned,
            O::ShiftRightSigned if terms.is_small(left) => O::ShiftRightUnsigned,
            other => other,
        };
        terms.operation(plain, left, right)
    }

    fn convert(&mut self, frame: &Frame<'m>, operand: Handle<Value>, ty: Handle<Type>) -> Leaves {
        let leaves = self.leaves(frame, operand);
        let from = self.type_of(frame, operand).unwrap_or(ty);
        let to_bool = self.module.types.scalar_of(ty).is_some_and(|it| it.kind == ScalarKind::Bool);
        match (self.is_followed(from), self.is_followed(ty)) {
            (true, true) if to_bool => leaves
                .into_iter()
                .map(|it| {
                    let zero = self.terms.not(it);
                    self.terms.not(zero)
                })
                .collect(),
            (true, true) => leaves,
            (false, true) if leaves.len() != self.leaf_count(ty) => {
                self.unknown(ty, self.scope_of(&leaves), self.support_of(&leaves))
            }
            (false, true) => leaves
                .into_iter()
                .map(|it| match self.terms.node(it) {
                    Node::Source(Source::PixelX | Source::PixelY) => it,
                    _ => self.terms.fresh(self.terms.scope(it), self.terms.support(it)),
                })
                .collect(),
            _ if leaves.len() != self.leaf_count(ty) => self.unknown(ty, self.scope_of(&leaves), Support::NONE),
            _ => leaves.each(|it| Terms::number(self.terms.scope(it))),
        }
    }
}
