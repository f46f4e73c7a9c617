//! Statements.

use super::builder::*;
use super::*;
use crate::hir::*;

/// `condition`: whether the first element of a buffer is below ten.
fn condition(builder: &mut Builder, place: Handle<Place>) -> Handle<Value> {
    let value = builder.load(place, UINT);
    let ten = builder.uint(10);
    builder.binary(BinaryOperation::Less, value, ten, BOOL)
}

#[test]
fn both_arms_may_jump() {
    let mut b = Builder::new();
    let (_, place) = b.buffer(UINT);
    let test = condition(&mut b, place);
    b.if_else(test, |b| b.push(Statement::Return(None)), |b| b.push(Statement::Return(None)));
    let module = b.finish();
    validate(&module);
    assert_eq!(count(&lowered(&module, TargetEnvironment::Vulkan1_1), Op::Unreachable), 1);
}

#[test]
fn an_if_yields() {
    let mut b = Builder::new();
    let (_, place) = b.buffer(UINT);
    let test = condition(&mut b, place);
    let accept = b.uint(1);
    let mut reject = None;
    let accept_block = b.block(|_| {});
    let reject_block = b.block(|b| reject = Some(b.load(place, UINT)));
    let result = b.pure(ValueKind::Yield, UINT);
    b.push(Statement::If {
        condition: test,
        accept: accept_block,
        reject: reject_block,
        yields: Some(Yields { result, accept, reject: reject.unwrap() }),
        hint: BranchHint::Flatten,
    });
    b.store(place, result);
    let module = b.finish();
    validate(&module);
    assert_eq!(count(&lowered(&module, TargetEnvironment::Vulkan1_1), Op::Phi), 1);
}

#[test]
fn loops_and_switches_nest() {
    let mut b = Builder::new();
    let (_, place) = b.buffer(UINT);
    let mut test = None;
    let header = b.block(|b| test = Some(condition(b, place)));
    let body = b.block(|b| {
        let selector = b.load(place, UINT);
        let first = b.block(|b| b.push(Statement::Continue));
        let second = b.block(|b| {
            let value = b.uint(3);
            b.store(place, value);
        });
        let third = b.block(|b| b.push(Statement::Break));
        let last = b.block(|_| {});
        let case = |values: &[u64], is_default, body, falls_through| SwitchCase {
            values: values.to_vec(),
            is_default,
            body,
            falls_through,
        };
        b.push(Statement::Switch {
            selector,
            cases: vec![
                case(&[1, 2], false, first, false),
                case(&[3], true, second, true),
                case(&[4], false, third, false),
                case(&[5], false, last, false),
            ],
            hint: BranchHint::DontFlatten,
        });
        let test = condition(b, place);
        b.if_else(test, |b| b.push(Statement::Break), |_| {});
    });
    let mut again = None;
    let continuing = b.block(|b| again = Some(condition(b, place)));
    b.push(Statement::Loop {
        header,
        condition: test,
        body,
        continuing,
        repeat_if: again,
        hint: LoopHint { control: 1, literals: vec![] },
    });
    let value = b.uint(4);
    b.store(place, value);
    validate(&b.finish());
}

#[test]
fn a_loop_without_end_has_a_merge_block() {
    let mut b = Builder::new();
    let header = b.block(|_| {});
    let body = b.block(|_| {});
    let continuing = b.block(|_| {});
    b.push(Statement::Loop { header, condition: None, body, continuing, repeat_if: None, hint: LoopHint::default() });
    // Nothing leads here; it must be left out.
    let (_, place) = b.buffer(UINT);
    let value = b.uint(4);
    b.store(place, value);
    let module = b.finish();
    validate(&module);
    assert_eq!(count(&lowered(&module, TargetEnvironment::Vulkan1_1), Op::Store), 0);
}

#[test]
fn calls_pass_values_and_pointers() {
    let mut b = Builder::new();
    let (uint, void) = (b.ty(UINT), b.function.result);
    b.function.name = "double".to_owned();
    b.function.parameters = vec![
        Parameter {
            name: "x".to_owned(),
            ty: uint,
            mode: ParameterMode::Value,
            qualifiers: MemoryQualifiers::NONE,
            decorations: Vec::new(),
        },
        Parameter {
            name: "y".to_owned(),
            ty: uint,
            mode: ParameterMode::Pointer,
            qualifiers: MemoryQualifiers::NONE,
            decorations: Vec::new(),
        },
    ];
    let x = b.pure(ValueKind::Parameter(0), UINT);
    let y = b.place(PlaceRoot::Parameter(1), &[], UINT);
    let sum = b.binary(BinaryOperation::Add, x, x, UINT);
    b.store(y, sum);
    let callee = b.end_function();
    b.function.result = void;
    let (_, place) = b.buffer(UINT);
    let local = b.local("local", UINT);
    let local = b.place(PlaceRoot::Local(local), &[], UINT);
    let argument = b.load(place, UINT);
    b.value(
        ValueKind::Call { function: callee, arguments: vec![Argument::Value(argument), Argument::Place(local)] },
        Type::Void,
    );
    let result = b.load(local, UINT);
    b.store(place, result);
    validate(&b.finish());
}

#[test]
fn long_chains_take_neither_stack_nor_square_time() {
    let mut b = Builder::new();
    let (_, place) = b.buffer(UINT);
    let one = b.load(place, UINT);
    let mut sum = one;
    for _ in 0..100_000 {
        sum = b.binary(BinaryOperation::Add, sum, one, UINT);
    }
    b.store(place, sum);
    // Ten thousand `else if`s, the innermost built first.
    let ten = b.uint(10);
    let test = b.binary(BinaryOperation::Less, one, ten, BOOL);
    let mut inner = b.block(|_| {});
    for _ in 0..10_000 {
        let reject = inner;
        inner = b.block(|b| {
            let accept = b.block(|b| b.store(place, one));
            b.push(Statement::If { condition: test, accept, reject, yields: None, hint: BranchHint::None });
        });
    }
    let accept = b.block(|_| {});
    b.push(Statement::If { condition: test, accept, reject: inner, yields: None, hint: BranchHint::None });
    let module = b.finish();
    let lowered = std::thread::Builder::new()
        .stack_size(256 * 1024)
        .spawn(move || lowered(&module, TargetEnvironment::Vulkan1_1))
        .unwrap()
        .join()
        .unwrap();
    assert_eq!(count(&lowered, Op::IAdd), 100_000);
    assert_eq!(count(&lowered, Op::SelectionMerge), 10_001);
}
