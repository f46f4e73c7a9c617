//! Loops over array elements, for steps that would otherwise repeat a statement for each of many elements.
//!
//! Comes in: a length and what to do with one element. Goes out: a loop at the end of the current block. Must not depend on:
//! what is done.

use crate::hir::builder::{FunctionBuilder, ModuleBuilder};
use crate::hir::{
    ArrayLength, BinaryOperation, BlockParameter, Handle, Loop, LoopHint, LoopTest, Place, Scalar, Statement, Value,
    ValueKind,
};
use crate::spirv::{Bug, Lowered, OrBug};

/// A variable that holds a value, so that its elements can be selected by an index.
pub(super) fn stored(function: &mut FunctionBuilder, value: Handle<Value>) -> Lowered<Place> {
    let ty = function.type_of(value).or_bug("a value")?;
    let variable = function.variable("", ty);
    function.store(&variable, value);
    Ok(variable)
}

/// Does `body` for each index below a length. `result` is the result of the loop, with its value if no `break` ends it.
pub(super) fn element_loop(
    module: &mut ModuleBuilder,
    function: &mut FunctionBuilder,
    length: ArrayLength,
    result: Option<(Handle<Value>, Handle<Value>)>,
    body: impl FnOnce(&mut ModuleBuilder, &mut FunctionBuilder, Handle<Value>) -> Lowered<()>,
) -> Lowered<()> {
    let length = match length {
        ArrayLength::Constant(length) => module.folder().uint(length),
        ArrayLength::Specialization(constant) => constant,
        ArrayLength::Runtime => return Err(Bug("a loop over an array without a length")),
    };
    let ty = module.constants.get_handle(length).or_bug("a length")?.ty;
    let scalar = module.types.scalar_of(ty).or_bug("a length")?;
    let [zero, one] = [0, 1].map(|number| module.folder().scalar(scalar, number));
    let [length, initial, one] = [length, zero, one].map(|constant| function.constant(constant, ty));
    let (bool, span) = (module.scalar(Scalar::BOOL), function.span);
    let index = function.declare(ValueKind::BlockParameter, ty, span);
    let [header, inside, continuing] = [(); 3].map(|()| function.new_block());
    // The precision is that of the operations on the elements.
    let precision = (std::mem::take(&mut function.precise), std::mem::take(&mut function.relaxed));

    let outer = function.enter(header);
    let less = ValueKind::Binary { operation: BinaryOperation::Less, left: index, right: length };
    let condition = function.evaluate(less, bool, span);
    function.current = continuing;
    let next = ValueKind::Binary { operation: BinaryOperation::Add, left: index, right: one };
    let next = function.evaluate(next, ty, span);
    function.push(Statement::Yield(vec![next].into()), span);
    function.current = inside;
    (function.precise, function.relaxed) = precision;
    body(module, function, index)?;
    let _ = function.leave(outer);

    let (results, at_end) = result.into_iter().unzip();
    let test = LoopTest { condition, results: at_end };
    let mut statement = Loop::plain(header, Some(test), inside, continuing, None, LoopHint::default());
    statement.parameters.push(BlockParameter { value: index, initial });
    statement.results = results;
    function.push(Statement::Loop(Box::new(statement)), span);
    Ok(())
}
