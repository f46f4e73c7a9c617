//! The text form of the sample module, in full, and of modules that are broken or very deep.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use super::to_text;
use crate::hir::sample::sample;
use crate::hir::{Block, BranchHint, Span, Statement};

#[test]
fn the_sample_in_full() {
    insta::assert_snapshot!(to_text(&sample().0));
}

#[test]
fn deep_nesting_does_not_recurse() {
    let (mut module, _) = sample();
    let main = module.functions.get_mut(module.entry_point.function);
    let condition = main.values.iter().last().unwrap().0;
    let mut inner = main.body;
    for _ in 0..50_000 {
        let reject = main.blocks.append(Block::default(), Span::UNDEFINED);
        let mut outer = Block::default();
        let (results, hint) = (Vec::new(), BranchHint::None);
        outer.push(Statement::If { condition, accept: inner, reject, results, hint }, Span::UNDEFINED);
        inner = main.blocks.append(outer, Span::UNDEFINED);
    }
    main.body = inner;
    assert!(to_text(&module).contains("return\n"));
}

#[test]
fn a_block_that_owns_itself_is_named_once() {
    let (mut module, _) = sample();
    let main = module.functions.get_mut(module.entry_point.function);
    let condition = main.values.iter().last().unwrap().0;
    let (body, reject) = (main.body, main.blocks.append(Block::default(), Span::UNDEFINED));
    let (results, hint) = (Vec::new(), BranchHint::None);
    let cycle = Statement::If { condition, accept: body, reject, results, hint };
    main.blocks.get_mut(body).statements = vec![(cycle, Span::UNDEFINED)];
    assert!(to_text(&module).contains("<block 0 again>"));
}
