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
fn an_if_has_a_result() {
    let mut b = Builder::new();
    let (_, place) = b.buffer(UINT);
    let test = condition(&mut b, place);
    let one = b.uint(1);
    let accept = b.block(|b| b.push(Statement::Yield(vec![one].into())));
    let reject = b.block(|b| {
        let value = b.load(place, UINT);
        b.push(Statement::Yield(vec![value].into()));
    });
    let result = b.pure(ValueKind::BlockParameter, UINT);
    let hint = BranchHint::Flatten;
    b.push(Statement::If { condition: test, accept, reject, results: vec![result].into(), hint });
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
        let first = b.block(|b| b.push(Statement::Continue(Vec::new().into())));
        let second = b.block(|b| {
            let value = b.uint(3);
            b.store(place, value);
        });
        let third = b.block(|b| b.push(Statement::Break(Vec::new().into())));
        let last = b.block(|_| {});
        let case = |values: &[u64], is_default, body, falls_through| SwitchCase {
            values: values.to_vec(),
            is_default,
            falls_through,
            ..SwitchCase::plain(body)
        };
        b.push(Statement::Switch(Box::new(Switch {
            selector,
            results: Vec::new(),
            cases: vec![
                case(&[1, 2], false, first, false),
                case(&[3], true, second, true),
                case(&[4], false, third, false),
                case(&[5], false, last, false),
            ],
            hint: BranchHint::DontFlatten,
        })));
        let test = condition(b, place);
        b.if_else(test, |b| b.push(Statement::Break(Vec::new().into())), |_| {});
    });
    let mut again = None;
    let continuing = b.block(|b| again = Some(condition(b, place)));
    let hint = LoopHint { control: 1, literals: vec![] };
    let (condition, repeat_if) = (test.map(LoopTest::of), again.map(LoopTest::of));
    b.push(Statement::Loop(Box::new(Loop::plain(header, condition, body, continuing, repeat_if, hint))));
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
    b.push(Statement::Loop(Box::new(Loop::plain(header, None, body, continuing, None, LoopHint::default()))));
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
    b.function.name = "double".into();
    b.function.parameters = vec![
        Parameter {
            name: "x".into(),
            ty: uint,
            mode: ParameterMode::Value,
            qualifiers: MemoryQualifiers::NONE,
            decorations: Vec::new(),
        },
        Parameter {
            name: "y".into(),
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
            b.if_blocks(test, accept, reject);
        });
    }
    let accept = b.block(|_| {});
    b.if_blocks(test, accept, inner);
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

/// `for (i = 0; i < n; i++) { if (i == n) break; if (i == 3) continue; }` with `i` and a sum in block parameters.
#[test]
fn a_loop_carries_values() {
    let mut b = Builder::new();
    let (_, place) = b.buffer(UINT);
    let count_of_rounds = b.load(place, UINT);
    let (zero, one, three) = (b.uint(0), b.uint(1), b.uint(3));
    let [index, sum, next_index, next_sum, result] = std::array::from_fn(|_| b.pure(ValueKind::BlockParameter, UINT));
    let mut again = None;
    let header = b.block(|b| again = Some(b.binary(BinaryOperation::Less, index, count_of_rounds, BOOL)));
    let body = b.block(|b| {
        let found = b.binary(BinaryOperation::Equal, index, count_of_rounds, BOOL);
        b.if_else(found, |b| b.push(Statement::Break(vec![index].into())), |_| {});
        let third = b.binary(BinaryOperation::Equal, index, three, BOOL);
        b.if_else(third, |b| b.push(Statement::Continue(vec![index, sum].into())), |_| {});
        let more = b.binary(BinaryOperation::Add, sum, index, UINT);
        b.push(Statement::Yield(vec![index, more].into()));
    });
    let continuing = b.block(|b| {
        let next = b.binary(BinaryOperation::Add, next_index, one, UINT);
        b.push(Statement::Yield(vec![next, next_sum].into()));
    });
    let test = LoopTest { condition: again.unwrap(), results: vec![sum] };
    b.push(Statement::Loop(Box::new(Loop {
        parameters: [index, sum].map(|value| BlockParameter { value, initial: zero }).to_vec(),
        continue_parameters: vec![next_index, next_sum],
        results: vec![result],
        ..Loop::plain(header, Some(test), body, continuing, None, LoopHint::default())
    })));
    b.store(place, result);
    let module = b.finish();
    validate(&module);
    // Two for the header, two for the continuing block, one for the result.
    assert_eq!(count(&lowered(&module, TargetEnvironment::Vulkan1_1), Op::Phi), 5);
}

/// `switch (x) { case 0: a = x; case 1: a; default: a = 1 }`
#[test]
fn a_switch_carries_values() {
    let mut b = Builder::new();
    let (_, place) = b.buffer(UINT);
    let selector = b.load(place, UINT);
    let one = b.uint(1);
    let [second, third, result] = std::array::from_fn(|_| b.pure(ValueKind::BlockParameter, UINT));
    let bodies = [selector, second, one].map(|value| b.block(|b| b.push(Statement::Yield(vec![value].into()))));
    let parameter = |value| vec![BlockParameter { value, initial: selector }];
    let cases = vec![
        SwitchCase { values: vec![0], falls_through: true, ..SwitchCase::plain(bodies[0]) },
        SwitchCase { values: vec![1, 2], parameters: parameter(second), ..SwitchCase::plain(bodies[1]) },
        // Nothing falls into it: the parameter is what the selector passes.
        SwitchCase { is_default: true, parameters: parameter(third), ..SwitchCase::plain(bodies[2]) },
    ];
    let hint = BranchHint::None;
    b.push(Statement::Switch(Box::new(Switch { selector, cases, results: vec![result], hint })));
    b.store(place, result);
    let module = b.finish();
    validate(&module);
    assert_eq!(count(&lowered(&module, TargetEnvironment::Vulkan1_1), Op::Phi), 2);
}

/// A parameter with one incoming edge is no OpPhi, and one without any is undefined.
#[test]
fn single_ways_need_no_phi() {
    let mut b = Builder::new();
    let (_, place) = b.buffer(UINT);
    let test = condition(&mut b, place);
    let one = b.uint(1);
    let accept = b.block(|b| b.push(Statement::Return(None)));
    let mut loaded = None;
    let reject = b.block(|b| {
        loaded = Some(b.load(place, UINT));
        b.push(Statement::Yield(vec![loaded.unwrap()].into()));
    });
    let [result, index, next, last] = std::array::from_fn(|_| b.pure(ValueKind::BlockParameter, UINT));
    let (results, hint) = (vec![result], BranchHint::None);
    b.push(Statement::If { condition: test, accept, reject, results: results.into(), hint });
    let header = b.block(|_| {});
    let body = b.block(|b| b.push(Statement::Break(vec![index].into())));
    let continuing = b.block(|b| b.push(Statement::Yield(vec![next].into())));
    b.push(Statement::Loop(Box::new(Loop {
        parameters: vec![BlockParameter { value: index, initial: one }],
        continue_parameters: vec![next],
        results: vec![last],
        ..Loop::plain(header, None, body, continuing, None, LoopHint::default())
    })));
    let sum = b.binary(BinaryOperation::Add, result, last, UINT);
    b.store(place, sum);
    let module = b.finish();
    validate(&module);
    let lowered = lowered(&module, TargetEnvironment::Vulkan1_1);
    assert_eq!([count(&lowered, Op::Phi), count(&lowered, Op::Undef)], [1, 1]);
}
