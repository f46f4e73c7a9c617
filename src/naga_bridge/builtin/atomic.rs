//! Atomic operations and barriers.
//!
//! Comes in: steps of recipes. Goes out: statements. Must not depend on: other kinds of steps.
//!
//! naga's atomics are relaxed and have no scope: memory orders and scopes cannot be expressed, and neither can a fence.
//! Its compare-and-exchange is weak in WGSL, so it is repeated until it succeeds or the values really differ.

use super::{Call, Item, THIS, operations};
use crate::builtins::vocabulary::Op;
use crate::builtins::{Operand as Source, Step};
use crate::hir::Argument;
use crate::hir::recipe;
use crate::naga_bridge::build::{Build, Shape, Typed};
use crate::naga_bridge::memory::Form;
use crate::naga_bridge::place::Target;
use crate::naga_bridge::unsupported::{Bridged, OrMissing, Unsupported, unsupported};
use naga::{AtomicFunction, Barrier, BinaryOperator, Expression, Handle, Statement, UnaryOperator};
use spirv::{MemorySemantics, Scope};

impl Call<'_, '_, '_, '_> {
    /// A step that accesses memory atomically, or orders accesses.
    pub(super) fn atomic_step(&mut self, opcode: Op, step: &'static Step, results: &[Item]) -> Bridged<Option<Item>> {
        let operand = |index: usize| step.operands.get(index).copied().or_missing("an operand");
        match opcode {
            Op::ControlBarrier => {
                let scope = self.known(operand(0)?, results)?;
                let semantics = self.known(operand(2)?, results)?;
                self.barrier(true, scope, semantics)?;
                return Ok(Some(Item::Void));
            }
            Op::MemoryBarrier => {
                let scope = self.known(operand(0)?, results)?;
                let semantics = self.known(operand(1)?, results)?;
                self.barrier(false, scope, semantics)?;
                return Ok(Some(Item::Void));
            }
            Op::AtomicLoad | Op::AtomicStore | Op::AtomicCompareExchange => {}
            opcode if operations::atomic(opcode).is_some() => {}
            _ => return Ok(None),
        }
        let Source::Parameter(memory) = operand(0)? else {
            let Item::Texel(texel) = recipe::operand(self, operand(0)?, results)? else { return unsupported(THIS) };
            return self.image_atomic(opcode, texel, step, results).map(Some);
        };
        let (pointer, shape) = self.atomic_memory(memory)?;
        self.is_relaxed(operand(2)?, results)?;
        let value = |call: &mut Self, index| {
            let value = call.operand(operand(index)?, results)?;
            Ok::<_, Unsupported>(call.writer.sign_of(value, shape).it)
        };
        let made = match opcode {
            Op::AtomicLoad => self.writer.typed(Expression::Load { pointer }, shape),
            Op::AtomicStore => {
                let value = value(self, 3)?;
                self.writer.store(pointer, value);
                return Ok(Some(Item::Void));
            }
            Op::AtomicCompareExchange => {
                let (new, compare) = (value(self, 4)?, value(self, 5)?);
                self.compare_exchange(pointer, shape, compare, new)?
            }
            _ => {
                let fun = operations::atomic(opcode).or_missing("an atomic operation")?;
                let value = value(self, 3)?;
                self.atomic(pointer, shape, fun, value)
            }
        };
        Ok(Some(Item::Value(made)))
    }

    /// A pointer to the memory passed as an argument.
    fn atomic_memory(&mut self, parameter: u8) -> Bridged<(Handle<Expression>, Shape)> {
        let Some(&Argument::Place(place)) = self.call.arguments.get(usize::from(parameter)) else {
            return unsupported(THIS);
        };
        let place = self.writer.function.places.try_get(place).or_missing("a place")?;
        let Target::Memory(pointer, memory) = self.writer.target(place)? else { return unsupported(THIS) };
        if !matches!(memory.form, Form::Atomic) {
            return unsupported(format!("{THIS} on this memory"));
        }
        let shape = self.writer.module.shape(memory.value.or_missing("a value")?)?;
        Ok((pointer, shape))
    }

    fn is_relaxed(&mut self, semantics: Source, results: &[Item]) -> Bridged<()> {
        let orders = MemorySemantics::ACQUIRE
            | MemorySemantics::RELEASE
            | MemorySemantics::ACQUIRE_RELEASE
            | MemorySemantics::SEQUENTIALLY_CONSISTENT;
        match self.known(semantics, results)? {
            Some(bits) if bits as u32 & orders.bits() == 0 => Ok(()),
            _ => Err(Unsupported::new(format!("{THIS} that acquires or releases"))
                .help("use `gl_SemanticsRelaxed`, and `barrier()` where the workgroup must see what was written")),
        }
    }

    fn atomic(
        &mut self,
        pointer: Handle<Expression>,
        shape: Shape,
        fun: AtomicFunction,
        value: Handle<Expression>,
    ) -> Typed {
        let ty = self.writer.type_of_shape(shape);
        let result = self.writer.result(Expression::AtomicResult { ty, comparison: false });
        self.writer.push(Statement::Atomic { pointer, fun, value, result: Some(result) });
        Typed { it: result, shape }
    }

    /// The old value. The exchange may fail although the values are equal; then it is repeated.
    fn compare_exchange(
        &mut self,
        pointer: Handle<Expression>,
        shape: Shape,
        compare: Handle<Expression>,
        value: Handle<Expression>,
    ) -> Bridged<Typed> {
        let scalar = shape.scalar().or_missing("an integer")?;
        let writer = &mut *self.writer;
        let both =
            writer.module.out.generate_predeclared_type(naga::PredeclaredType::AtomicCompareExchangeWeakResult(scalar));
        let ty = writer.type_of_shape(shape);
        let old = writer.variable("old", ty);
        let mut break_if = None;
        let body = writer.in_block(|_| Ok(()))?;
        let continuing = writer.in_block(|writer| {
            let result = writer.result(Expression::AtomicResult { ty: both, comparison: true });
            let fun = AtomicFunction::Exchange { compare: Some(compare) };
            writer.push(Statement::Atomic { pointer, fun, value, result: Some(result) });
            let found = writer.typed(Expression::AccessIndex { base: result, index: 0 }, shape);
            let done = writer.add(Expression::AccessIndex { base: result, index: 1 });
            let place = writer.add(Expression::LocalVariable(old));
            writer.store(place, found.it);
            let bool_shape = Shape::Scalar(naga::Scalar::BOOL);
            let differs = writer.compare(BinaryOperator::NotEqual, found, Typed { it: compare, shape });
            let done = Typed { it: done, shape: bool_shape };
            break_if = Some(writer.same(BinaryOperator::LogicalOr, done, differs).it);
            Ok(())
        })?;
        writer.push(Statement::Loop { body, continuing, break_if });
        let place = writer.add(Expression::LocalVariable(old));
        Ok(writer.typed(Expression::Load { pointer: place }, shape))
    }

    fn barrier(&mut self, waits: bool, scope: Option<u64>, semantics: Option<u64>) -> Bridged<()> {
        let (Some(scope), Some(semantics)) = (scope, semantics) else {
            return unsupported(format!("{THIS} with operands that are no constants"));
        };
        let semantics = MemorySemantics::from_bits_truncate(semantics as u32);
        let is_subgroup = scope == Scope::Subgroup as u64;
        if waits && !is_subgroup && scope != Scope::Workgroup as u64 {
            return unsupported(format!("{THIS} for invocations beyond the workgroup"));
        }
        let mut flags = Barrier::empty();
        let storage = [
            (MemorySemantics::UNIFORM_MEMORY, Barrier::STORAGE),
            (MemorySemantics::WORKGROUP_MEMORY, Barrier::WORK_GROUP),
            (MemorySemantics::IMAGE_MEMORY, Barrier::TEXTURE),
        ];
        for (bit, flag) in storage {
            if semantics.contains(bit) && self.writer.module.has_memory(flag) {
                flags |= flag;
            }
        }
        if is_subgroup {
            // naga has one flag for the visibility of writes within a subgroup.
            flags = Barrier::SUB_GROUP;
        } else if waits && flags.is_empty() {
            flags = Barrier::WORK_GROUP;
        }
        if flags.is_empty() {
            return Ok(());
        }
        let statement = if waits { Statement::ControlBarrier(flags) } else { Statement::MemoryBarrier(flags) };
        self.writer.push(statement);
        Ok(())
    }

    /// The complement of a `bool`.
    pub(super) fn not(&mut self, value: Typed) -> Typed {
        self.writer.typed(Expression::Unary { op: UnaryOperator::LogicalNot, expr: value.it }, value.shape)
    }
}
