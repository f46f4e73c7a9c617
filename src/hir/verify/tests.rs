//! Modules that have no text form, each made from the valid sample by one change. `tests/hir/verify/*.hir` break all
//! other rules.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use super::{Rule, verify};
use crate::hir::text::{SAMPLE, parse};
use crate::hir::{Function, Handle, Loop, Module, PlaceStep, Statement, Type, ValueKind};

fn main(module: &mut Module) -> &mut Function {
    module.functions.get_mut(module.entry_point.function)
}

/// The first statement in any block of `main` for which the closure returns something.
fn statement<T>(module: &mut Module, find: impl FnMut(&mut Statement) -> Option<&mut T>) -> &mut T {
    let statements = main(module).blocks.iter_mut().flat_map(|(_, block)| &mut block.statements);
    statements.map(|(statement, _)| statement).find_map(find).unwrap()
}

/// The first loop with parameters.
fn carrying_loop(module: &mut Module) -> &mut Loop {
    statement(module, |it| match it {
        Statement::Loop(it) if !it.parameters.is_empty() => Some(&mut **it),
        _ => None,
    })
}

#[test]
fn the_sample_is_valid() {
    assert_eq!(verify(&parse(SAMPLE).unwrap()), Ok(()));
}

#[test]
fn what_no_text_says() {
    type Case = (Rule, fn(&mut Module));
    let cases: &[Case] = &[
        (Rule::Handles, |module| {
            // A value of the longer function in the shorter one.
            let last = main(module).values.iter().last().unwrap().0;
            let helper = module.functions.iter().next().unwrap().0;
            module.functions.get_mut(helper).values.iter_mut().last().unwrap().1.kind = ValueKind::Splat(last);
        }),
        (Rule::TypeOrder, |module| {
            let own: Vec<Handle<Type>> = module.types.types.iter().map(|(handle, _)| handle).collect();
            let array = own.iter().copied().find(|it| matches!(module.types.get(*it), Type::Array { .. })).unwrap();
            let &Type::Array { length, .. } = module.types.get(array) else { panic!() };
            module.types.types.replace(array, Type::Array { element: array, length });
        }),
        (Rule::BlockOwners, |module| {
            statement(module, |it| match it {
                Statement::If { accept, reject, .. } => {
                    *reject = *accept;
                    Some(accept)
                }
                _ => None,
            });
        }),
        (Rule::BlockParameterOwners, |module| {
            let it = carrying_loop(module);
            it.results[0] = it.continue_parameters[0];
        }),
        (Rule::BlockParameterOwners, |module| {
            let results = carrying_loop(module).results.clone();
            *statement(module, |it| match it {
                Statement::If { results, .. } if !results.is_empty() => Some(results),
                _ => None,
            }) = results.into();
        }),
        (Rule::PlaceSteps, |module| {
            let vector = main(module).places.iter_mut().find(|(_, place)| place.steps.is_empty()).unwrap();
            vector.1.steps.push(PlaceStep::Member(0));
        }),
    ];
    for (index, (rule, change)) in cases.iter().enumerate() {
        let mut module = parse(SAMPLE).unwrap();
        change(&mut module);
        let violations = verify(&module).expect_err(rule.summary());
        assert!(violations.iter().any(|it| it.rule == *rule), "case {index}: {rule:?} is not among {violations:#?}");
    }
}
