//! One broken module per rule, each made from the valid sample by one change.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use super::{Rule, verify};
use crate::hir::sample::{Builder, Types, binary, sample};
use crate::hir::*;

const NOWHERE: Span = Span::UNDEFINED;

/// Rewrites `main`: the closure adds statements in front of the final `return`.
fn in_main(module: &mut Module, edit: impl FnOnce(&mut Builder, Handle<Block>)) {
    let main = module.functions.get_mut(module.entry_point.function);
    let mut builder = Builder { function: main.clone() };
    let body = builder.function.body;
    let last = builder.function.blocks.get_mut(body).statements.pop().unwrap();
    edit(&mut builder, body);
    builder.function.blocks.get_mut(body).statements.push(last);
    *module.functions.get_mut(module.entry_point.function) = builder.function;
}

fn value(module: &Module, name: &str) -> Handle<Value> {
    let main = &module.functions[module.entry_point.function];
    let wanted: fn(&ValueKind) -> bool = match name {
        "one" => |kind| matches!(kind, ValueKind::Constant(constant) if constant.index() == 0),
        "zero" => |kind| matches!(kind, ValueKind::Constant(constant) if constant.index() == 1),
        "lane" => |kind| matches!(kind, ValueKind::Load(_)),
        "condition" => |kind| matches!(kind, ValueKind::Binary { operation: BinaryOperation::Less, .. }),
        "more" => |kind| matches!(kind, ValueKind::Binary { operation: BinaryOperation::Add, .. }),
        "result" => |kind| matches!(kind, ValueKind::BlockParameter),
        _ => panic!("no value is called {name}"),
    };
    main.values.iter().find(|(_, value)| wanted(&value.kind)).unwrap().0
}

fn place(module: &Module, global: usize, steps: usize) -> Handle<Place> {
    let main = &module.functions[module.entry_point.function];
    let fits = |place: &Place| matches!(place.root, PlaceRoot::Global(it) if it.index() == global);
    main.places.iter().find(|(_, place)| fits(place) && place.steps.len() == steps).unwrap().0
}

/// Changes the first statement in any block of `main` for which the closure says it did.
fn statement(module: &mut Module, edit: impl Fn(&mut Statement) -> bool) {
    let main = module.functions.get_mut(module.entry_point.function);
    let blocks: Vec<_> = main.blocks.iter().map(|(handle, _)| handle).collect();
    for block in blocks {
        for (statement, _) in &mut main.blocks.get_mut(block).statements {
            if edit(statement) {
                return;
            }
        }
    }
    panic!("no statement was changed");
}

fn global(module: &mut Module, index: usize) -> &mut GlobalVariable {
    module.globals.iter_mut().nth(index).unwrap().1
}

fn evaluate(module: &mut Module, ty: Handle<Type>, kind: ValueKind) {
    in_main(module, |main, body| {
        main.evaluate(body, ty, kind);
    });
}

fn constant(module: &mut Module, ty: Handle<Type>, kind: ConstantKind) -> Handle<Constant> {
    module.constants.insert(Constant { ty, kind }, NOWHERE)
}

/// A type of cooperative matrices with this many rows.
fn cooperative(module: &mut Module, types: Types, scalar: Scalar, rows: u64, matrix_use: MatrixUse) -> Handle<Type> {
    let [scope, rows, columns] = [3, rows, 16].map(|bits| constant(module, types.uint, ConstantKind::Scalar(bits)));
    module.types.insert(Type::CooperativeMatrix(CooperativeMatrix {
        component: MatrixComponent::Scalar(scalar),
        scope,
        rows,
        columns,
        matrix_use,
    }))
}

/// A variable of `main` that holds a matrix, read.
fn matrix_local(main: &mut Builder, body: Handle<Block>, ty: Handle<Type>) -> Handle<Value> {
    let local = Local { name: "matrix".to_owned(), ty, qualifiers: MemoryQualifiers::NONE, decorations: Vec::new() };
    let local = main.function.locals.append(local, NOWHERE);
    let place =
        Place { root: PlaceRoot::Local(local), steps: Vec::new(), ty, swizzle: None, access: MemoryQualifiers::NONE };
    let place = main.function.places.append(place, NOWHERE);
    main.evaluate(body, ty, ValueKind::Load(place))
}

/// An operation on a left factor and a matrix of another use.
fn cooperate(module: &mut Module, types: Types, other: MatrixUse, operation: BinaryOperation) {
    let left = cooperative(module, types, Scalar::F32, 16, MatrixUse::A);
    let right = cooperative(module, types, Scalar::F32, 16, other);
    in_main(module, |main, body| {
        let (a, b) = (matrix_local(main, body, left), matrix_local(main, body, right));
        main.evaluate(body, left, binary(operation, a, b));
    });
}

/// The one change that breaks `rule`.
fn break_rule(rule: Rule, module: &mut Module, types: Types) {
    let main = module.entry_point.function;
    let helper = module.functions.iter().next().unwrap().0;
    match rule {
        Rule::Handles => {
            let last = module.functions[main].values.iter().last().unwrap().0;
            module.functions.get_mut(helper).values.iter_mut().last().unwrap().1.kind = ValueKind::Splat(last);
        }
        Rule::TypeOrder => {
            let Type::Struct(data) = *module.types.get(types.data) else { panic!() };
            module.types.structs.get_mut(data).members[0].ty = types.data;
        }
        Rule::TypeParts => {
            let Type::Struct(data) = *module.types.get(types.data) else { panic!() };
            module.types.structs.get_mut(data).members[0].ty = types.void;
        }
        Rule::RuntimeArrays => {
            let Type::Struct(data) = *module.types.get(types.data) else { panic!() };
            let mut last = module.types.structs[data].members[1].clone();
            last.offset = Some(1024);
            module.types.structs.get_mut(data).members.push(last);
        }
        Rule::MemberOffsets => {
            let Type::Struct(data) = *module.types.get(types.data) else { panic!() };
            module.types.structs.get_mut(data).members[1].offset = Some(12);
        }
        Rule::ConstantValues => {
            constant(module, types.int, ConstantKind::Scalar(1 << 40));
        }
        Rule::ConstantOperations => {
            let one = module.constants.iter().next().unwrap().0;
            let sum = ConstantOperation::Binary(BinaryOperation::Add, one, one);
            constant(module, types.float, ConstantKind::Operation(sum));
        }
        Rule::SpecializationIds => {
            for name in ["ONCE", "AGAIN"] {
                let name = name.to_owned();
                constant(module, types.uint, ConstantKind::Specialization { id: 7, default: 1, name });
            }
        }
        Rule::GlobalStorage => global(module, 2).storage = StorageClass::UniformConstant,
        Rule::GlobalInterface => global(module, 1).binding = None,
        Rule::GlobalInitializers => {
            let one = module.constants.iter().next().unwrap().0;
            global(module, 2).initializer = Some(one);
        }
        Rule::ParameterModes => module.functions.get_mut(helper).parameters[0].ty = types.texture,
        Rule::Locals => {
            let local = Local {
                name: "all".to_owned(),
                ty: types.floats,
                qualifiers: MemoryQualifiers::NONE,
                decorations: Vec::new(),
            };
            module.functions.get_mut(main).locals.append(local, NOWHERE);
        }
        Rule::Recursion => {
            let call = ValueKind::Call { function: main, arguments: Vec::new() };
            let void = types.void;
            evaluate(module, void, call);
        }
        Rule::EntryPoint => module.entry_point.function = helper,
        Rule::WorkgroupSize => module.entry_point.workgroup.as_mut().unwrap().size[0] = WorkgroupDimension::Literal(0),
        Rule::BlockOwners => statement(module, |it| match it {
            Statement::If { accept, reject, .. } => {
                *reject = *accept;
                true
            }
            _ => false,
        }),
        Rule::EvaluatedOnce => {
            let lane = value(module, "lane");
            in_main(module, |main, body| main.push(body, Statement::Evaluate(lane)));
        }
        Rule::EvaluatedBeforeUse => {
            let more = value(module, "more");
            evaluate(module, types.float, ValueKind::Unary { operation: UnaryOperation::Negate, operand: more });
        }
        Rule::BlockParameterOwners => {
            let (result, condition) = (value(module, "result"), value(module, "condition"));
            let one = value(module, "one");
            in_main(module, |main, body| {
                let (accept, reject) = (main.block(), main.block());
                for block in [accept, reject] {
                    main.push(block, Statement::Yield(vec![one]));
                }
                let (results, hint) = (vec![result], BranchHint::None);
                main.push(body, Statement::If { condition, accept, reject, results, hint });
            });
        }
        Rule::NothingAfterJump => in_main(module, |main, body| main.push(body, Statement::Return(None))),
        Rule::JumpTargets => {
            let condition = value(module, "condition");
            in_main(module, |main, body| {
                let (accept, reject) = (main.block(), main.block());
                main.push(accept, Statement::Continue(Vec::new()));
                let (results, hint) = (Vec::new(), BranchHint::None);
                main.push(body, Statement::If { condition, accept, reject, results, hint });
            });
        }
        Rule::PassedValues => statement(module, |it| match it {
            Statement::Yield(values) => {
                values.pop();
                true
            }
            _ => false,
        }),
        Rule::ReturnTypes => {
            let body = module.functions[helper].body;
            let statements = &mut module.functions.get_mut(helper).blocks.get_mut(body).statements;
            statements.last_mut().unwrap().0 = Statement::Return(None);
        }
        Rule::Conditions => {
            let lane = value(module, "lane");
            statement(module, |it| match it {
                Statement::If { condition, .. } => {
                    *condition = lane;
                    true
                }
                _ => false,
            });
        }
        Rule::Selectors => {
            let wrong = value(module, "condition");
            statement(module, |it| match it {
                Statement::Switch(switch) => {
                    switch.selector = wrong;
                    true
                }
                _ => false,
            });
        }
        Rule::CaseLabels => statement(module, |it| match it {
            Statement::Switch(switch) => {
                switch.cases[1].values.push(7);
                true
            }
            _ => false,
        }),
        Rule::OperationTypes => {
            let (lane, one) = (value(module, "lane"), value(module, "one"));
            evaluate(module, types.uint, binary(BinaryOperation::Add, lane, one));
        }
        Rule::PlaceSteps => {
            let place = place(module, 2, 0);
            module.functions.get_mut(main).places.get_mut(place).steps.push(PlaceStep::Member(0));
        }
        Rule::PlaceSwizzles => {
            let places = &mut module.functions.get_mut(main).places;
            let (_, place) = places.iter_mut().find(|(_, place)| place.swizzle.is_some()).unwrap();
            place.swizzle = Some(vec![1, 1, 0, 0]);
        }
        Rule::PlaceQualifiers => {
            let place = place(module, 1, 2);
            module.functions.get_mut(main).places.get_mut(place).access = MemoryQualifiers::NONE;
        }
        Rule::LoadTypes => {
            let place = place(module, 2, 0);
            evaluate(module, types.float, ValueKind::Load(place));
        }
        Rule::LoadAccess => {
            let place = place(module, 1, 2);
            module.functions.get_mut(main).places.get_mut(place).access |= MemoryQualifiers::WRITEONLY;
        }
        Rule::StoreTypes => {
            let (place, one) = (place(module, 2, 0), value(module, "one"));
            in_main(module, |main, body| main.push(body, Statement::Store { place, value: one }));
        }
        Rule::StoreAccess => {
            let place = place(module, 1, 2);
            module.functions.get_mut(main).places.get_mut(place).access |= MemoryQualifiers::READONLY;
        }
        Rule::CallArguments => {
            let one = value(module, "one");
            let arguments = vec![Argument::Value(one), Argument::Value(one)];
            evaluate(module, types.float, ValueKind::Call { function: helper, arguments });
        }
        Rule::BuiltinCalls | Rule::BuiltinArguments => {
            let values = &mut module.functions.get_mut(main).values;
            let builtin = values.iter_mut().find_map(|(_, value)| match &mut value.kind {
                ValueKind::Builtin(call) => Some(call),
                _ => None,
            });
            let call = builtin.unwrap();
            if rule == Rule::BuiltinCalls { call.instance = 1.into() } else { call.arguments.reverse() }
        }
    }
}

/// What the last statement in `main` for which the closure gives values passes.
fn passing(
    module: &mut Module,
    values: impl Fn(&mut Statement) -> Option<&mut Vec<Handle<Value>>>,
) -> &mut Vec<Handle<Value>> {
    let main = module.functions.get_mut(module.entry_point.function);
    let statements = main.blocks.iter_mut().flat_map(|(_, block)| &mut block.statements);
    statements.filter_map(|(statement, _)| values(statement)).filter(|values| !values.is_empty()).last().unwrap()
}

/// The loop with parameters.
fn carrying_loop(module: &mut Module) -> &mut Loop {
    let main = module.functions.get_mut(module.entry_point.function);
    let mut statements = main.blocks.iter_mut().flat_map(|(_, block)| &mut block.statements);
    let found = statements.find_map(|(statement, _)| match statement {
        Statement::Loop(it) if !it.parameters.is_empty() => Some(it),
        _ => None,
    });
    found.unwrap()
}

/// The switch with results.
fn carrying_switch(module: &mut Module) -> &mut Switch {
    let main = module.functions.get_mut(module.entry_point.function);
    let mut statements = main.blocks.iter_mut().flat_map(|(_, block)| &mut block.statements);
    let found = statements.find_map(|(statement, _)| match statement {
        Statement::Switch(it) if !it.results.is_empty() => Some(it),
        _ => None,
    });
    found.unwrap()
}

#[test]
fn the_sample_is_valid() {
    assert_eq!(verify(&sample().0), Ok(()));
}

#[test]
fn each_rule_is_broken_once() {
    for rule in Rule::ALL {
        let (mut module, types) = sample();
        break_rule(*rule, &mut module, types);
        let violations = verify(&module).expect_err(rule.summary());
        assert!(violations.iter().any(|it| it.rule == *rule), "{rule:?} is not among {violations:#?}");
    }
}

/// What rules say in their second half, where one change does not show all of it.
#[test]
fn other_ways_to_break_rules() {
    type Case = (Rule, fn(&mut Module, Types));
    let cases: &[Case] = &[
        (Rule::MemberOffsets, |module, types| {
            let Type::Struct(data) = *module.types.get(types.data) else { panic!() };
            module.types.structs.get_mut(data).members[1].offset = None;
        }),
        (Rule::GlobalInterface, |module, _| global(module, 0).builtin = None),
        (Rule::EvaluatedBeforeUse, |module, types| {
            // A value of a loop's body in its continuing block.
            let (lane, uint) = (value(module, "lane"), types.uint);
            in_main(module, |main, body| {
                let (header, inner, continuing) = (main.block(), main.block(), main.block());
                let made = main.evaluate(inner, uint, binary(BinaryOperation::Add, lane, lane));
                main.evaluate(continuing, uint, binary(BinaryOperation::Add, made, lane));
                let repeat = Loop::plain(header, None, inner, continuing, None, LoopHint::default());
                main.push(body, Statement::Loop(Box::new(repeat)));
            });
        }),
        // A way that passes nothing: an arm, `break`, a test, `continue`, the case that falls, the selector.
        (Rule::PassedValues, |module, _| {
            let main = module.functions.get_mut(module.entry_point.function);
            let passes = |(it, _): &(Statement, Span)| matches!(it, Statement::Yield(_));
            let (_, block) = main.blocks.iter_mut().find(|(_, it)| it.statements.iter().any(passes)).unwrap();
            block.statements.pop();
        }),
        (Rule::PassedValues, |module, _| {
            passing(module, |it| match it {
                Statement::Break(values) => Some(values),
                _ => None,
            })
            .clear()
        }),
        (Rule::PassedValues, |module, _| {
            passing(module, |it| match it {
                Statement::Continue(values) => Some(values),
                _ => None,
            })
            .clear()
        }),
        (Rule::PassedValues, |module, _| carrying_loop(module).condition.as_mut().unwrap().results.clear()),
        (Rule::PassedValues, |module, _| carrying_loop(module).condition.as_mut().unwrap().results.reverse()),
        (Rule::PassedValues, |module, _| carrying_loop(module).parameters.reverse()),
        (Rule::PassedValues, |module, _| {
            let it = carrying_loop(module);
            it.parameters[0].initial = it.parameters[1].initial;
        }),
        (Rule::PassedValues, |module, _| carrying_switch(module).cases[1].parameters.clear()),
        (Rule::CaseLabels, |module, _| {
            carrying_switch(module).cases[2] =
                SwitchCase { values: vec![8], is_default: false, ..carrying_switch(module).cases[2].clone() }
        }),
        // An empty list is no statement, and where nothing is expected nothing is passed.
        (Rule::PassedValues, |module, _| {
            in_main(module, |main, body| {
                main.function.blocks.get_mut(body).push(Statement::Yield(Vec::new()), NOWHERE);
            });
        }),
        // Parameters hold in their blocks, results after their statement.
        (Rule::EvaluatedBeforeUse, |module, types| {
            let parameter = carrying_loop(module).parameters[0].value;
            evaluate(module, types.uint, binary(BinaryOperation::Add, parameter, parameter));
        }),
        (Rule::EvaluatedBeforeUse, |module, _| {
            let it = carrying_loop(module);
            it.condition.as_mut().unwrap().results[0] = it.continue_parameters[0];
        }),
        (Rule::EvaluatedBeforeUse, |module, _| {
            let case = carrying_switch(module).cases[1].parameters[0].value;
            let passed = passing(module, |it| match it {
                Statement::Yield(values) => Some(values),
                _ => None,
            });
            passed[0] = case;
        }),
        (Rule::BlockParameterOwners, |module, _| {
            let it = carrying_loop(module);
            it.results[0] = it.continue_parameters[0];
        }),
        (Rule::EvaluatedOnce, |module, _| {
            let one = value(module, "one");
            in_main(module, |main, body| main.push(body, Statement::Evaluate(one)));
        }),
        (Rule::StoreAccess, |module, _| global(module, 1).storage = StorageClass::Uniform),
        (Rule::CaseLabels, |module, _| {
            statement(module, |it| match it {
                Statement::Switch(switch) => {
                    switch.cases[1].falls_through = true;
                    true
                }
                _ => false,
            });
        }),
        (Rule::ConstantValues, |module, types| {
            let one = module.constants.iter().next().unwrap().0;
            constant(module, types.vec4, ConstantKind::Composite(vec![one; 3]));
        }),
        (Rule::TypeParts, |module, types| {
            cooperative(module, types, Scalar::BOOL, 16, MatrixUse::A);
        }),
        (Rule::TypeParts, |module, types| {
            let matrix = cooperative(module, types, Scalar::F32, 16, MatrixUse::A);
            let Type::Struct(data) = *module.types.get(types.data) else { panic!() };
            module.types.structs.get_mut(data).members[1].ty = matrix;
        }),
        (Rule::GlobalStorage, |module, types| {
            let matrix = cooperative(module, types, Scalar::F32, 16, MatrixUse::A);
            let shared = global(module, 1);
            (shared.ty, shared.storage, shared.binding) = (matrix, StorageClass::Workgroup, None);
        }),
        (Rule::OperationTypes, |module, types| cooperate(module, types, MatrixUse::B, BinaryOperation::Add)),
        (Rule::OperationTypes, |module, types| cooperate(module, types, MatrixUse::A, BinaryOperation::Modulo)),
        (Rule::OperationTypes, |module, types| cooperate(module, types, MatrixUse::A, BinaryOperation::Equal)),
        (Rule::OperationTypes, |module, types| {
            // From one shape to another.
            let (from, to) = (
                cooperative(module, types, Scalar::F32, 16, MatrixUse::A),
                cooperative(module, types, Scalar::I32, 8, MatrixUse::A),
            );
            in_main(module, |main, body| {
                let local = matrix_local(main, body, from);
                main.evaluate(body, to, ValueKind::Convert(local));
            });
        }),
        (Rule::OperationTypes, |module, types| {
            evaluate(module, types.uint, ValueKind::CooperativeMatrixLength(types.vec4));
        }),
        (Rule::OperationTypes, |module, types| {
            let matrix = cooperative(module, types, Scalar { kind: ScalarKind::Sint, width: 1 }, 16, MatrixUse::A);
            let one = value(module, "one");
            evaluate(module, matrix, ValueKind::Splat(one));
        }),
    ];
    for (index, (rule, change)) in cases.iter().enumerate() {
        let (mut module, types) = sample();
        change(&mut module, types);
        let violations = verify(&module).expect_err(rule.summary());
        assert!(violations.iter().any(|it| it.rule == *rule), "case {index}: {rule:?} is not among {violations:#?}");
    }
}

#[test]
fn deep_nesting_does_not_recurse() {
    let (mut module, _) = sample();
    let condition = value(&module, "condition");
    in_main(&mut module, |main, body| {
        let mut outer = body;
        for _ in 0..50_000 {
            let (accept, reject) = (main.block(), main.block());
            let (results, hint) = (Vec::new(), BranchHint::None);
            main.push(outer, Statement::If { condition, accept, reject, results, hint });
            outer = reject;
        }
    });
    assert_eq!(verify(&module), Ok(()));
}
