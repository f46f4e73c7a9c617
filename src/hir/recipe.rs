//! What a call of a built-in means: the recipe of its row, walked step by step.
//!
//! Comes in: a row, the overload, and something that [evaluates](Evaluate) instructions. Goes out: the value of the call.
//! Must not depend on: what the values are. `fold` computes with constants, a back end emits instructions; both take the
//! recipe, its operands and its composed instructions from here, so that they cannot disagree.

use crate::builtins::vocabulary::Op;
use crate::builtins::{
    Condition, Instruction, Operand, Prototype, Recipe, RowInstance, Scalar, Step, StepType, YoungInstruction,
};
use smallvec::SmallVec;

/// What is wrong with a malformed row. The table generator rejects such rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Malformed(pub &'static str);

/// Evaluates the steps of a recipe.
pub trait Evaluate {
    /// A value that knows its type.
    type Value: Copy;
    /// A type.
    type Type: Copy;
    /// Why there is no value.
    type Failure: From<Malformed>;

    /// The bits of the argument for a parameter, if it is a constant that depends on no specialization constant.
    fn known_argument(&self, parameter: u8) -> Option<u64>;

    /// Whether a condition about the target or an option holds.
    fn target_has(&self, condition: &Condition) -> bool;

    /// The argument for a parameter: its value, or its pointer for those that are memory.
    fn argument(&mut self, parameter: u8) -> Result<Self::Value, Self::Failure>;

    /// An operand that depends on the target or the memory model: scopes, semantics, built-in variables.
    fn environment(&mut self, operand: Operand) -> Result<Self::Value, Self::Failure>;

    /// A scalar constant.
    fn constant(&mut self, scalar: Scalar, bits: u64) -> Result<Self::Value, Self::Failure>;

    /// Component, column, element or member `index`.
    fn member(&mut self, composite: Self::Value, index: u32) -> Result<Self::Value, Self::Failure>;

    /// The number of components of a vector or columns of a matrix; `None` for a scalar.
    fn part_count(&mut self, value: Self::Value) -> Result<Option<u32>, Self::Failure>;

    /// The type of a value.
    fn type_of(&mut self, value: Self::Value) -> Result<Self::Type, Self::Failure>;

    /// The type of the result of a step; `None` if there is no result, or if the instruction finds its type itself.
    fn step_type(&mut self, ty: StepType) -> Result<Option<Self::Type>, Self::Failure>;

    /// An instruction whose operands are all values.
    fn compute(
        &mut self,
        instruction: Instruction,
        ty: Self::Type,
        operands: &[Self::Value],
    ) -> Result<Self::Value, Self::Failure>;

    /// A step that is one core instruction, whose operands may be literals, memory and images. It gets those that are
    /// values from [`operand`].
    fn core_step(
        &mut self,
        opcode: Op,
        ty: Option<Self::Type>,
        step: &'static Step,
        results: &[Self::Value],
    ) -> Result<Self::Value, Self::Failure>;

    /// The result of an instruction known by its number only; otherwise like [`core_step`](Self::core_step).
    fn young_step(
        &mut self,
        instruction: YoungInstruction,
        ty: Option<Self::Type>,
        step: &'static Step,
        results: &[Self::Value],
    ) -> Result<Self::Value, Self::Failure>;

    /// Stores the value of an `out` or `inout` parameter.
    fn output(&mut self, parameter: u8, value: Self::Value) -> Result<(), Self::Failure>;
}

/// The recipe that a call uses.
pub fn choose<E: Evaluate>(
    evaluate: &E,
    prototype: &Prototype,
    instance: RowInstance,
) -> Result<&'static Recipe, E::Failure> {
    let known = |index: u8| evaluate.known_argument(index).map(|bits| bits as u32);
    let recipe = prototype.recipe_where(instance, |condition| match *condition {
        Condition::Spirv(_) | Condition::Option(_) => evaluate.target_has(condition),
        Condition::Constant(index) => known(index).is_some(),
        Condition::Equal(index, value) => known(index) == Some(value),
        Condition::Below(index, other) => known(index).zip(known(other)).is_some_and(|(it, other)| it < other),
    });
    recipe.ok_or_else(|| Malformed("a built-in without a recipe for these types").into())
}

/// Walks a recipe: its steps, then its outputs, then the value of the call; `None` for void.
pub fn walk<E: Evaluate>(evaluate: &mut E, recipe: &'static Recipe) -> Result<Option<E::Value>, E::Failure> {
    let mut results: SmallVec<[E::Value; 4]> = SmallVec::new();
    for step in recipe.steps {
        let result = one_step(evaluate, step, &results)?;
        results.push(result);
    }
    for &(parameter, source) in recipe.outputs {
        let value = operand(evaluate, source, &results)?;
        evaluate.output(parameter, value)?;
    }
    recipe.result.map(|source| operand(evaluate, source, &results)).transpose()
}

/// The value of an operand; `results` are those of the steps so far.
pub fn operand<E: Evaluate>(evaluate: &mut E, source: Operand, results: &[E::Value]) -> Result<E::Value, E::Failure> {
    let result = |index: u8| results.get(usize::from(index)).copied().ok_or(Malformed("a step"));
    match source {
        Operand::Parameter(index) => evaluate.argument(index),
        Operand::ParameterMember(index, member) => {
            let whole = evaluate.argument(index)?;
            evaluate.member(whole, member)
        }
        Operand::Step(index) => Ok(result(index)?),
        Operand::StepMember(index, member) => evaluate.member(result(index)?, member),
        Operand::Uint(value) => evaluate.constant(Scalar::U32, value.into()),
        Operand::Int(value) => evaluate.constant(Scalar::I32, i64::from(value) as u64),
        Operand::Float(value) => evaluate.constant(Scalar::F32, value.to_bits().into()),
        Operand::Bool(value) => evaluate.constant(Scalar::BOOL, value.into()),
        Operand::Scope(_)
        | Operand::LegacyDeviceScope
        | Operand::Semantics(_)
        | Operand::LegacySemantics
        | Operand::CombinedSemantics(..)
        | Operand::Location(..)
        | Operand::Variable(_) => evaluate.environment(source),
        Operand::Literal(_)
        | Operand::Rest
        | Operand::Element(..)
        | Operand::Array(_)
        | Operand::MemoryOperands(_)
        | Operand::TaskPayload
        | Operand::TensorOperands(_)
        | Operand::MatrixOperands(..) => Err(Malformed("a literal where a value is needed").into()),
    }
}

fn one_step<E: Evaluate>(evaluate: &mut E, step: &'static Step, results: &[E::Value]) -> Result<E::Value, E::Failure> {
    let ty = evaluate.step_type(step.ty)?;
    if let Instruction::Core(opcode) = step.instruction {
        return evaluate.core_step(opcode, ty, step, results);
    }
    if let Instruction::Young(instruction) = step.instruction {
        return evaluate.young_step(instruction, ty, step, results);
    }
    let mut operands: SmallVec<[E::Value; 4]> = SmallVec::new();
    for &source in step.operands {
        operands.push(operand(evaluate, source, results)?);
    }
    match step.instruction {
        Instruction::Each(opcode) => each_component(evaluate, opcode, &operands),
        Instruction::MatrixMultiplyComponents => multiply_components(evaluate, &operands),
        instruction => evaluate.compute(instruction, ty.ok_or(Malformed("a step without a type"))?, &operands),
    }
}

/// A scalar instruction for every component of its first operand; the other operands are the same for each.
fn each_component<E: Evaluate>(evaluate: &mut E, opcode: Op, operands: &[E::Value]) -> Result<E::Value, E::Failure> {
    let (&value, others) = operands.split_first().ok_or(Malformed("an operand"))?;
    let ty = evaluate.type_of(value)?;
    let Some(count) = evaluate.part_count(value)? else {
        return evaluate.compute(Instruction::Core(opcode), ty, operands);
    };
    let mut parts: SmallVec<[E::Value; 4]> = SmallVec::new();
    for index in 0..count {
        let mut scalars: SmallVec<[E::Value; 4]> = SmallVec::new();
        scalars.push(evaluate.member(value, index)?);
        scalars.extend(others.iter().copied());
        parts.push(same_type(evaluate, opcode, &scalars)?);
    }
    evaluate.compute(Instruction::Core(Op::CompositeConstruct), ty, &parts)
}

/// The product of two matrices component by component, which SPIR-V has for their columns only.
fn multiply_components<E: Evaluate>(evaluate: &mut E, operands: &[E::Value]) -> Result<E::Value, E::Failure> {
    let &[left, right] = operands else { return Err(Malformed("the factors of a matrix").into()) };
    let ty = evaluate.type_of(left)?;
    let count = evaluate.part_count(left)?.ok_or(Malformed("a matrix"))?;
    let mut products: SmallVec<[E::Value; 4]> = SmallVec::new();
    for index in 0..count {
        let columns = [evaluate.member(left, index)?, evaluate.member(right, index)?];
        products.push(same_type(evaluate, Op::FMul, &columns)?);
    }
    evaluate.compute(Instruction::Core(Op::CompositeConstruct), ty, &products)
}

/// A core instruction whose result has the type of its first operand.
fn same_type<E: Evaluate>(evaluate: &mut E, opcode: Op, operands: &[E::Value]) -> Result<E::Value, E::Failure> {
    let &first = operands.first().ok_or(Malformed("an operand"))?;
    let ty = evaluate.type_of(first)?;
    evaluate.compute(Instruction::Core(opcode), ty, operands)
}

#[cfg(test)]
mod tests;
