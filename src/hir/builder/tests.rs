//! Functions built from scratch: their text, and that the verifier accepts them.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use super::{FunctionBuilder, Given, ModuleBuilder};
use crate::hir::text::to_text;
use crate::hir::verify::verify;
use crate::hir::{
    ArrayLength, BinaryOperation, Module, PackingRules, Place, ResourceBinding, Scalar, StorageClass, Type,
    UnaryOperation, VectorSize,
};
use crate::stage::Stage;

/// A module with `vec4 data[]` in a buffer, around a `main` built by `build`.
fn compute(build: impl FnOnce(&mut ModuleBuilder, &mut FunctionBuilder, Place)) -> Module {
    let mut module = ModuleBuilder::new(Stage::Compute);
    let vec4 = module.vector(VectorSize::Quad, Scalar::F32);
    let array = module.array(vec4, ArrayLength::Runtime);
    let block = module.block("Data", PackingRules::Std430, &[("data", array)]);
    let binding = ResourceBinding { set: 0, binding: 0 };
    let global = module.resource("data_block", block, StorageClass::StorageBuffer, binding);
    let data = module.place(global);
    let data = module.member(&data, 0);
    let mut main = FunctionBuilder::new(module.void());
    build(&mut module, &mut main, data);
    let main = module.function(main.finish("main"));
    let module = module.finish(main);
    assert_eq!(verify(&module), Ok(()), "{}", to_text(&module));
    module
}

/// The text of `main` after its name.
fn body(module: &Module) -> String {
    let text = to_text(module);
    text.split("fn main").nth(1).unwrap_or(&text).to_owned()
}

#[test]
fn types_follow_from_operands() {
    let module = compute(|module, main, data| {
        let zero = main.uint(module, 0);
        let element = module.element(&data, zero);
        let value = main.load(module, &element);
        let mat =
            module.types.insert(Type::Matrix { columns: VectorSize::Bi, rows: VectorSize::Quad, scalar: Scalar::F32 });
        let matrix = main.compose(module, mat, &[value, value]);
        let pair = main.binary(module, BinaryOperation::Multiply, value, matrix);
        let product = main.binary(module, BinaryOperation::Multiply, matrix, pair);
        let x = main.extract(module, product, 0);
        let scaled = main.binary(module, BinaryOperation::Multiply, x, product);
        let negated = main.unary(module, UnaryOperation::Negate, scaled);
        let swizzled = main.swizzle(module, negated, &[3, 2, 1, 0]);
        let less = main.binary(module, BinaryOperation::Less, x, x);
        let chosen = main.select(module, less, swizzled, value);
        let vec4 = main.type_of(value).unwrap();
        let half = module.vector(VectorSize::Quad, Scalar::F16);
        let half = main.convert(module, chosen, half);
        let back = main.convert(module, half, vec4);
        let same = main.convert(module, back, vec4);
        assert_eq!(back, same);
        let splat = main.splat(module, x, mat);
        assert_eq!(main.type_of(splat), Some(mat));
        main.store(&element, back);
    });
    insta::assert_snapshot!(body(&module));
}

#[test]
fn constants_are_folded() {
    compute(|module, main, data| {
        let (two, three) = (main.float(module, 2.0), main.float(module, 3.0));
        let sum = main.binary(module, BinaryOperation::Add, two, three);
        assert_eq!(sum, main.float(module, 5.0));
        let less = main.binary(module, BinaryOperation::Less, two, three);
        assert_eq!(less, main.bool(module, true));
        assert_eq!(main.select(module, less, two, three), two);
        let int = module.scalar(Scalar::I32);
        assert_eq!(main.convert(module, two, int), main.int(module, 2));
        let larger = main.builtin(module, "max", &[Given::Value(two), Given::Value(three)]);
        assert_eq!(larger, Some(three));
        let vec4 = module.vector(VectorSize::Quad, Scalar::F32);
        let splat = main.splat(module, sum, vec4);
        assert_eq!(main.extract(module, splat, 2), sum);
        let index = main.int(module, 7);
        let element = module.element(&data, index);
        main.store(&element, splat);
        // Only the store needs a statement.
        assert_eq!(main.blocks[main.current].statements.len(), 1);
    });
}

#[test]
fn built_ins_are_found_by_their_types() {
    let module = compute(|module, main, data| {
        let index = main.builtin_variable(module, "gl_GlobalInvocationID").unwrap();
        let zero = main.uint(module, 0);
        let index = module.element(&index, zero);
        let index = main.load(module, &index);
        let element = module.element(&data, index);
        let value = main.load(module, &element);
        let sum = main.builtin(module, "subgroupAdd", &[Given::Value(value)]).unwrap();
        let whole = main.variable("whole", main.type_of(sum).unwrap());
        let fraction = main.builtin(module, "modf", &[Given::Value(sum), Given::Place(&whole)]).unwrap();
        main.store(&element, fraction);
        // Nothing is converted, and functions of other stages do not exist.
        assert_eq!(main.builtin(module, "subgroupShuffle", &[Given::Value(value), Given::Value(value)]), None);
        assert_eq!(main.builtin(module, "dFdx", &[Given::Value(value)]), None);
        assert_eq!(main.builtin_variable(module, "gl_FragCoord"), None);
        assert_eq!(main.builtin(module, "no such function", &[]), None);
        // One component of a variable of four.
        let mask = main.builtin_variable(module, "gl_ThreadEqMaskNV").unwrap();
        main.load(module, &mask);
    });
    insta::assert_snapshot!(body(&module));
}

#[test]
fn functions_take_values_and_variables() {
    let module = compute(|module, main, data| {
        let vec4 = module.vector(VectorSize::Quad, Scalar::F32);
        let mut helper = FunctionBuilder::new(vec4);
        let x = helper.parameter("x", vec4);
        let y = helper.pointer_parameter("y", vec4);
        let before = helper.load(module, &y);
        helper.store(&y, x);
        helper.return_value(Some(before));
        let helper = module.function(helper.finish("exchange"));
        let zero = main.int(module, 0);
        let element = module.element(&data, zero);
        let temporary = main.variable("", vec4);
        let value = main.load(module, &element);
        main.store(&temporary, value);
        let result = main.call(module, helper, &[Given::Value(value), Given::Place(&temporary)]);
        main.store(&element, result);
    });
    insta::assert_snapshot!(to_text(&module));
}

#[test]
fn control_flow_knows_where_it_ends() {
    let module = compute(|module, main, data| {
        let zero = main.int(module, 0);
        let element = module.element(&data, zero);
        let component = module.element(&element, zero);
        let x = main.load(module, &component);
        let one = main.float(module, 1.0);
        let less = main.binary(module, BinaryOperation::Less, x, one);

        // for (;;) { if (less) break; else continue; }
        let mut open = main.open_loop();
        main.open_body(&mut open, None);
        let mut branch = main.open_if(less);
        assert!(main.break_out());
        main.open_else(&mut branch);
        assert!(main.next_round());
        main.close_if(branch);
        assert!(!main.reachable);
        main.close_loop(open, None);
        assert!(main.reachable);
        assert!(!main.break_out() && !main.next_round());

        // if (less) return;
        let branch = main.open_if(less);
        main.return_value(None);
        main.close_if(branch);
        assert!(main.reachable);

        // do x = 1.0; while (less);
        let mut open = main.open_loop();
        main.open_body(&mut open, None);
        main.store(&component, one);
        main.open_continuing(&mut open);
        main.close_loop(open, Some(less));
        assert!(main.reachable);

        // for (;;) {}
        let mut open = main.open_loop();
        main.open_body(&mut open, None);
        main.close_loop(open, None);
        assert!(!main.reachable);
        // What follows is dropped.
        main.store(&component, one);
    });
    insta::assert_snapshot!(body(&module));
}
