//! Comparisons of whole matrices, arrays and structures, part by part from left to right.
//!
//! Comes in: `==` and `!=` of any type. Goes out: comparisons of scalars and vectors, joined by `&&` of values. Arrays
//! with more than a few elements are compared in a loop that ends at the first difference. Must not depend on: other
//! steps.

use super::element_loop::{element_loop, stored};
use super::taking_apart::{TakeValueApart, View, redefine};
use super::{FEW_ELEMENTS, has_few_parts};
use crate::hir::builder::{FunctionBuilder, ModuleBuilder};
use crate::hir::{
    ArrayLength, BinaryOperation, BranchHint, Handle, Scalar, ScalarKind, Statement, Type, UnaryOperation, Value,
    ValueKind, ValueList,
};
use crate::spirv::{Bug, Lowered, Options, OrBug};

pub(super) struct Comparison;

impl TakeValueApart for Comparison {
    fn new(_options: &Options) -> Self {
        Self
    }

    fn concerns(&self, kind: &ValueKind) -> bool {
        matches!(kind, ValueKind::Binary { operation: BinaryOperation::Equal | BinaryOperation::NotEqual, .. })
    }

    fn wants(&self, view: View<'_>, kind: &ValueKind, _ty: &Type) -> bool {
        let ValueKind::Binary { left, .. } = *kind else { return false };
        view.type_of(left).is_some_and(|it| !matches!(it, Type::Scalar(_) | Type::Vector(..)))
    }

    fn take_apart(
        &mut self,
        module: &mut ModuleBuilder,
        function: &mut FunctionBuilder,
        value: Handle<Value>,
    ) -> Lowered<()> {
        let ValueKind::Binary { operation, left, right } = function.values.get_mut(value).kind else { return Ok(()) };
        if operation == BinaryOperation::NotEqual {
            let equal = ValueKind::Binary { operation: BinaryOperation::Equal, left, right };
            let ty = module.scalar(Scalar::BOOL);
            let operand = function.evaluate(equal, ty, function.span);
            redefine(function, value, ValueKind::Unary { operation: UnaryOperation::LogicalNot, operand });
            return Ok(());
        }
        let ty = function.type_of(left).or_bug("a value")?;
        has_few_parts(&module.types, ty)?;
        let count = match *module.types.get(ty) {
            Type::Matrix { columns, .. } => columns.get(),
            Type::Array { length: ArrayLength::Constant(length), .. } if length <= FEW_ELEMENTS => length,
            Type::Array { length, .. } => return in_loop(module, function, value, (left, right), length),
            Type::Struct(structure) => module.types.structure(structure).or_bug("a structure")?.members.len() as u32,
            Type::Reference(_) => {
                let address = module.scalar(Scalar { kind: ScalarKind::Uint, width: 8 });
                let [left, right] = [left, right].map(|it| function.convert(module, it, address));
                let operation = BinaryOperation::Equal;
                redefine(function, value, ValueKind::Binary { operation, left, right });
                return Ok(());
            }
            _ => return Err(Bug("a comparison of values of this type")),
        };
        by_parts(module, function, value, (left, right), count)
    }
}

/// Compares each part of two values.
fn by_parts(
    module: &mut ModuleBuilder,
    function: &mut FunctionBuilder,
    value: Handle<Value>,
    (left, right): (Handle<Value>, Handle<Value>),
    count: u32,
) -> Lowered<()> {
    let mut all: Option<ValueKind> = None;
    for index in 0..count {
        let before = all.map(|kind| evaluate_bool(module, function, kind));
        let [left, right] = [left, right].map(|whole| function.extract(module, whole, index));
        let equal = ValueKind::Binary { operation: BinaryOperation::Equal, left, right };
        all = Some(match before {
            None => equal,
            Some(left) => {
                let right = evaluate_bool(module, function, equal);
                ValueKind::Binary { operation: BinaryOperation::LogicalAnd, left, right }
            }
        });
    }
    match all {
        Some(kind) => redefine(function, value, kind),
        // A structure without members: nothing is computed.
        None => function.values.get_mut(value).kind = ValueKind::Constant(module.folder().bool(true)),
    }
    Ok(())
}

fn evaluate_bool(module: &mut ModuleBuilder, function: &mut FunctionBuilder, kind: ValueKind) -> Handle<Value> {
    let (ty, span) = (module.scalar(Scalar::BOOL), function.span);
    function.evaluate(kind, ty, span)
}

/// Compares the elements of two arrays up to the first difference.
fn in_loop(
    module: &mut ModuleBuilder,
    function: &mut FunctionBuilder,
    value: Handle<Value>,
    (left, right): (Handle<Value>, Handle<Value>),
    length: ArrayLength,
) -> Lowered<()> {
    let (left, right) = (stored(function, left)?, stored(function, right)?);
    let [yes, no] = [true, false].map(|it| function.bool(module, it));
    function.values.get_mut(value).kind = ValueKind::BlockParameter;
    element_loop(module, function, length, Some((value, yes)), |module, function, index| {
        let [left, right] = [&left, &right].map(|it| {
            let element = module.element(it, index);
            function.load(module, &element)
        });
        let equal = ValueKind::Binary { operation: BinaryOperation::Equal, left, right };
        let condition = evaluate_bool(module, function, equal);
        let (accept, reject, span) = (function.new_block(), function.new_block(), function.span);
        function.blocks.get_mut(reject).push(Statement::Break(vec![no].into()), span);
        function.push(
            Statement::If { condition, accept, reject, results: ValueList::default(), hint: BranchHint::None },
            span,
        );
        Ok(())
    })
}
