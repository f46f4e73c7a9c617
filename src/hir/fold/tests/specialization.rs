//! What depends on specialization constants stays symbolic, as far as SPIR-V can compute it.

use super::*;
use crate::hir::{BinaryOperation as B, UnaryOperation as U};

#[track_caller]
fn expect_text(folder: &Folder, got: Option<Handle<Constant>>, expected: &str) {
    assert_eq!(got.map_or("-".to_owned(), |it| show(folder, it)), expected);
    if let Some(got) = got {
        assert_eq!(folder.depends_on_specialization(got), expected.contains("spec"), "{expected}");
    }
}

#[test]
fn binary_operations() {
    for (operation, operands, expected) in [
        (B::Add, "i32 spec0; i32 1", "i32:Add(spec0, i32:1)"),
        (B::Multiply, "u32 2; u32 spec0", "u32:Multiply(u32:2, spec0)"),
        (B::ShiftLeft, "u32 spec0; i32 1", "u32:ShiftLeft(spec0, i32:1)"),
        (B::Less, "i32 spec0; i32 1", "bool:Less(spec0, i32:1)"),
        (B::LogicalAnd, "bool spec0; bool spec1", "bool:LogicalAnd(spec0, spec1)"),
        (B::Equal, "u32 spec0; u32 spec1", "bool:Equal(spec0, spec1)"),
        (B::NotEqual, "u32 spec0; u32 1", "bool:LogicalNot(bool:Equal(spec0, u32:1))"),
        // Known components fold.
        (B::Add, "i32 spec0 2; i32 1 1", "[i32:Add(spec0, i32:1) i32:3]"),
        (B::Equal, "i32 spec0 2; i32 1 2", "bool:Equal(spec0, i32:1)"),
        (B::Equal, "i32 spec0 2; i32 1 3", "bool:false"),
        (B::Equal, "i32 spec0 spec1; i32 1 2", "bool:LogicalAnd(bool:Equal(spec0, i32:1), bool:Equal(spec1, i32:2))"),
        // Floats are not computed when the pipeline is created.
        (B::Add, "f32 spec0; f32 1", "-"),
        (B::Less, "f32 spec0; f32 1", "-"),
        (B::Equal, "f32 spec0; f32 1", "-"),
        (B::Multiply, "f32 spec0 1 | 2 3; f32 1 1", "-"),
        (B::LogicalAnd, "i32 spec0; i32 1", "-"),
    ] {
        let mut fixture = Fixture::default();
        let folder = &mut fixture.folder();
        let it = constants(folder, operands);
        let got = folder.binary(operation, it[0], it[1]).constant();
        expect_text(folder, got, expected);
    }
}

#[test]
fn unary_operations_and_conversions() {
    let mut fixture = Fixture::default();
    let folder = &mut fixture.folder();
    for (operation, operand, expected) in [
        (U::Negate, "i32 spec0", "i32:Negate(spec0)"),
        (U::BitNot, "u32 spec0 1", "[u32:BitNot(spec0) u32:4294967294]"),
        (U::LogicalNot, "bool spec0", "bool:LogicalNot(spec0)"),
        (U::Negate, "f32 spec0", "-"),
    ] {
        let it = constant(folder, operand);
        let got = folder.unary(operation, it);
        expect_text(folder, got, expected);
    }
    for (operand, to, expected) in [
        ("i32 spec0", "u32", "u32:Convert(spec0)"),
        ("i32 spec0", "i64", "i64:Convert(spec0)"),
        ("bool spec0", "i32", "i32:Convert(spec0)"),
        ("u32 spec0", "bool", "bool:Convert(spec0)"),
        ("u32 spec0 7", "i32x2", "[i32:Convert(spec0) i32:7]"),
        ("i32 spec0", "i32", "spec0"),
        ("i32 spec0", "f32", "-"),
        ("f32 spec0", "i32", "-"),
    ] {
        let it = constant(folder, operand);
        let to = ty(folder, to);
        let got = folder.convert(it, to);
        expect_text(folder, got, expected);
    }
}

#[test]
fn selections_and_parts() {
    let mut fixture = Fixture::default();
    let folder = &mut fixture.folder();
    for (operands, expected) in [
        ("bool spec0; i32 1; i32 2", "i32:Select(spec0, i32:1, i32:2)"),
        ("bool spec0; i32 1; i32 1", "i32:1"),
        ("bool true; i32 spec1; i32 2", "spec1"),
        ("bool spec0; i32 1 2; i32 1 3", "[i32:1 i32:Select(spec0, i32:2, i32:3)]"),
        ("bool spec0; f32 1; f32 2", "f32:Select(spec0, f32:1.0, f32:2.0)"),
        ("bool spec0; i32 1; u32 2", "-"),
    ] {
        let it = constants(folder, operands);
        let got = folder.select(it[0], it[1], it[2]);
        expect_text(folder, got, expected);
    }
    let vector = constant(folder, "u32 spec0 2 3");
    for (index, expected) in [(0, "spec0"), (1, "u32:2")] {
        let got = folder.extract(vector, index);
        expect_text(folder, got, expected);
    }
    let got = folder.swizzle(vector, &[2, 0]);
    expect_text(folder, got, "[u32:3 spec0]");
    let parts = folder.components(vector).unwrap();
    let uvec3 = folder.ty(vector).unwrap();
    let size = folder.insert(uvec3, ConstantKind::WorkgroupSize(parts));
    let got = folder.extract(size, 0);
    expect_text(folder, got, "spec0");
    assert!(folder.depends_on_specialization(size));
}

#[test]
fn vector_operations_of_others_are_taken_apart() {
    let mut fixture = Fixture::default();
    let folder = &mut fixture.folder();
    let it = constants(folder, "i32 spec0 spec1; i32 1 2");
    let ty = folder.ty(it[0]).unwrap();
    let whole = folder.operation(ty, ConstantOperation::Binary(B::Add, it[0], it[1]));
    let got = folder.extract(whole, 1);
    expect_text(folder, got, "i32:Extract(i32:Add([spec0 spec1], [i32:1 i32:2]), 1)");
}

#[test]
fn long_chains_are_no_problem() {
    let mut fixture = Fixture::default();
    let folder = &mut fixture.folder();
    let mut it = constant(folder, "i32 spec0");
    let one = constant(folder, "i32 1");
    for _ in 0..100_000 {
        it = folder.binary(B::Add, it, one).constant().unwrap();
    }
    assert!(folder.depends_on_specialization(it));
}
