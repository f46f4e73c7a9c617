//! Operators, conversions, and parts of composites.

use super::*;
use crate::hir::{BinaryOperation as B, Member, Struct, UnaryOperation as U};

#[test]
fn integers_and_booleans() {
    for (operation, operands, expected) in [
        (B::Add, "i32 2147483647; i32 1", "i32 -2147483648"),
        (B::Add, "u32 4294967295; u32 2", "u32 1"),
        (B::Add, "i8 127; i8 1", "i8 -128"),
        (B::Add, "u16 65535; u16 1", "u16 0"),
        (B::Add, "i64 9223372036854775807; i64 1", "i64 -9223372036854775808"),
        (B::Add, "i32 1 2 3; i32 10 20 30", "i32 11 22 33"),
        (B::Subtract, "u32 0; u32 1", "u32 4294967295"),
        (B::Subtract, "i16 -32768; i16 1", "i16 32767"),
        (B::Multiply, "i32 65536; i32 65536", "i32 0"),
        (B::Multiply, "u8 16; u8 17", "u8 16"),
        (B::Multiply, "u64 4294967296; u64 4294967297", "u64 4294967296"),
        (B::Divide, "i32 -7; i32 2", "i32 -3"),
        (B::Divide, "u32 4294967289; u32 2", "u32 2147483644"),
        (B::Divide, "i32 -2147483648; i32 -1", "i32 -2147483648"),
        (B::Divide, "i64 -9223372036854775808; i64 -1", "i64 -9223372036854775808"),
        (B::Divide, "i8 -128; i8 -1", "i8 -128"),
        (B::Modulo, "i32 -7; i32 2", "i32 1"),
        (B::Modulo, "i32 7; i32 -2", "i32 -1"),
        (B::Modulo, "i32 -2147483648; i32 -1", "i32 0"),
        (B::Modulo, "u64 18446744073709551615; u64 10", "u64 5"),
        (B::ShiftLeft, "i32 1; i32 31", "i32 -2147483648"),
        (B::ShiftLeft, "u32 1; i32 32", "u32 1"),
        (B::ShiftLeft, "u8 255; u32 4", "u8 240"),
        (B::ShiftLeft, "i32 1; i32 -1", "i32 -2147483648"),
        (B::ShiftLeft, "u64 1; i32 63", "u64 9223372036854775808"),
        (B::ShiftRight, "i32 -8; u32 1", "i32 -4"),
        (B::ShiftRight, "u32 4294967288; i32 1", "u32 2147483644"),
        (B::ShiftRight, "i8 -128; i32 7", "i8 -1"),
        (B::ShiftRight, "u32 8 8; i32 1 2", "u32 4 2"),
        (B::BitAnd, "i32 -1; i32 240", "i32 240"),
        (B::BitOr, "u8 240; u8 15", "u8 255"),
        (B::BitXor, "i32 -1; i32 1", "i32 -2"),
        (B::Less, "i32 -1; i32 1", "bool true"),
        (B::Less, "u32 4294967295; u32 1", "bool false"),
        (B::LessEqual, "u64 18446744073709551615; u64 1", "bool false"),
        (B::LessEqual, "i32 3; i32 3", "bool true"),
        (B::Greater, "i64 -1; i64 -2", "bool true"),
        (B::GreaterEqual, "u32 1; u32 2", "bool false"),
        (B::Equal, "i32 1 2; i32 1 2", "bool true"),
        (B::Equal, "i32 1 2; i32 1 3", "bool false"),
        (B::NotEqual, "i32 1 2; i32 1 3", "bool true"),
        (B::LogicalAnd, "bool true; bool false", "bool false"),
        (B::LogicalOr, "bool true; bool false", "bool true"),
        (B::LogicalXor, "bool true; bool true", "bool false"),
        (B::Equal, "bool true; bool true", "bool true"),
        // An operation that the type does not have gives nothing.
        (B::LogicalAnd, "i32 1; i32 1", "-"),
        (B::Add, "bool true; bool true", "-"),
        (B::Add, "i32 1; u32 1", "-"),
        (B::Less, "i32 1 2; i32 1 2", "-"),
        (B::BitAnd, "f32 1; f32 1", "-"),
        (B::Modulo, "f32 1; f32 1", "-"),
        (B::Add, "i32 1 2; i32 1 2 3", "-"),
    ] {
        let mut fixture = Fixture::default();
        let folder = &mut fixture.folder();
        let it = constants(folder, operands);
        let got = folder.binary(operation, it[0], it[1]);
        assert_ne!(got, Fold::DivisionByZero, "{operation:?} {operands}");
        expect(folder, got.constant(), expected, &format!("{operation:?} {operands}"));
    }
}

#[test]
fn floats() {
    for (operation, operands, expected) in [
        // 0.1 + 0.2 in the precision of each type.
        (B::Add, "f32 0.1; f32 0.2", "f32 0.3"),
        (B::Add, "f64 0.1; f64 0.2", "f64 0.30000000000000004"),
        (B::Add, "f32 16777216; f32 1", "f32 16777216"),
        (B::Add, "f16 2048; f16 1", "f16 2048"),
        (B::Add, "f16 2048; f16 3", "f16 2052"),
        (B::Multiply, "f16 300; f16 300", "f16 inf"),
        (B::Multiply, "f32 1e30; f32 1e30", "f32 inf"),
        (B::Multiply, "f32 1e-30; f32 1e-30", "f32 0"),
        (B::Subtract, "f32 inf; f32 inf", "f32 nan"),
        (B::Divide, "f32 1; f32 3", "f32 0.33333334"),
        (B::Divide, "f16 1; f16 3", "f16 0.33325195"),
        (B::Divide, "f32 1; f32 0", "f32 inf"),
        (B::Divide, "f32 -1; f32 0", "f32 -inf"),
        (B::Divide, "f32 0; f32 0", "f32 nan"),
        (B::Add, "f32 1 2; f32 0.5 0.25", "f32 1.5 2.25"),
        (B::Add, "f32 1 2 | 3 4; f32 1 1 | 1 1", "f32 2 3 | 4 5"),
        (B::Divide, "f32 2 4 | 6 8; f32 2 2 | 2 2", "f32 1 2 | 3 4"),
        (B::Less, "f32 nan; f32 1", "bool false"),
        (B::GreaterEqual, "f32 nan; f32 1", "bool false"),
        (B::Equal, "f32 nan; f32 nan", "bool false"),
        (B::NotEqual, "f32 nan; f32 nan", "bool true"),
        (B::Equal, "f32 0; f32 -0.0", "bool true"),
        (B::Equal, "f32 1 2 | 3 4; f32 1 2 | 3 4", "bool true"),
        (B::NotEqual, "f32 1 2 | 3 4; f32 1 2 | 3 5", "bool true"),
        // Scaling.
        (B::Multiply, "f32 2; f32 1 2 3", "f32 2 4 6"),
        (B::Multiply, "f32 1 2 3; f32 2", "f32 2 4 6"),
        (B::Multiply, "f32 1 2 3; f32 4 5 6", "f32 4 10 18"),
        (B::Multiply, "f32 2; f32 1 2 | 3 4", "f32 2 4 | 6 8"),
        (B::Multiply, "f32 1 2 | 3 4; f32 2", "f32 2 4 | 6 8"),
        // Columns (1, 2) and (3, 4): the rows are (1, 3) and (2, 4).
        (B::Multiply, "f32 1 2 | 3 4; f32 5 6", "f32 23 34"),
        (B::Multiply, "f32 5 6; f32 1 2 | 3 4", "f32 17 39"),
        (B::Multiply, "f32 1 2 | 3 4; f32 5 6 | 7 8", "f32 23 34 | 31 46"),
        // Three columns of two rows times two columns of three rows.
        (B::Multiply, "f32 1 2 | 3 4 | 5 6; f32 1 0 2 | 0 1 1", "f32 11 14 | 8 10"),
        (B::Multiply, "f32 1 2 | 3 4 | 5 6; f32 1 1 1", "f32 9 12"),
        (B::Multiply, "f64 1 2 | 3 4 | 5 6; f64 1 1 1", "f64 9 12"),
        (B::Multiply, "f32 1 2 | 3 4 | 5 6; f32 1 1", "-"),
        (B::Multiply, "f32 1 2 | 3 4; f64 5 6", "-"),
    ] {
        let mut fixture = Fixture::default();
        let folder = &mut fixture.folder();
        let it = constants(folder, operands);
        let got = folder.binary(operation, it[0], it[1]).constant();
        expect(folder, got, expected, &format!("{operation:?} {operands}"));
    }
}

#[test]
fn division_by_zero_is_told() {
    for (operation, operands) in [
        (B::Divide, "i32 1; i32 0"),
        (B::Modulo, "u32 1; u32 0"),
        (B::Divide, "i32 1 2; i32 1 0"),
        (B::Modulo, "i64 1; i64 0"),
        (B::Divide, "i32 spec0; i32 0"),
    ] {
        let mut fixture = Fixture::default();
        let folder = &mut fixture.folder();
        let it = constants(folder, operands);
        assert_eq!(folder.binary(operation, it[0], it[1]), Fold::DivisionByZero, "{operands}");
    }
}

#[test]
fn unary_operations() {
    for (operation, operand, expected) in [
        (U::Negate, "i32 1", "i32 -1"),
        (U::Negate, "i32 -2147483648", "i32 -2147483648"),
        (U::Negate, "u32 1", "u32 4294967295"),
        (U::Negate, "i8 -128", "i8 -128"),
        (U::Negate, "f32 0", "f32 -0.0"),
        (U::Negate, "f16 1 -2", "f16 -1 2"),
        (U::Negate, "f32 1 2 | 3 4", "f32 -1 -2 | -3 -4"),
        (U::BitNot, "i32 0", "i32 -1"),
        (U::BitNot, "u8 1 254", "u8 254 1"),
        (U::LogicalNot, "bool true", "bool false"),
        (U::LogicalNot, "bool true false", "bool false true"),
        (U::Negate, "bool true", "-"),
        (U::BitNot, "f32 1", "-"),
        (U::LogicalNot, "i32 1", "-"),
    ] {
        let mut fixture = Fixture::default();
        let folder = &mut fixture.folder();
        let it = constant(folder, operand);
        let got = folder.unary(operation, it);
        expect(folder, got, expected, &format!("{operation:?} {operand}"));
    }
}

#[test]
fn conversions() {
    for (from, expected) in [
        ("i32 -1", "u32 4294967295"),
        ("u32 4294967295", "i32 -1"),
        ("i8 -1", "u32 4294967295"),
        ("u8 255", "i32 255"),
        ("u32 511", "u8 255"),
        ("u32 255", "i8 -1"),
        ("i64 -1", "u16 65535"),
        ("u64 18446744073709551615", "i32 -1"),
        ("u32 2", "bool true"),
        // Out of range, and between two floats where rounding to binary64 first would give the other one.
        ("f32 5000000000", "u32 4294967295"),
        ("u64 9223372586610589697", "f32 9223373136366403584"),
        ("i32 -1", "u64 18446744073709551615"),
        ("i32 7", "bool true"),
        ("i32 0", "bool false"),
        ("f32 -0.0", "bool false"),
        ("f32 nan", "bool true"),
        ("f16 0.5", "bool true"),
        ("bool true", "i32 1"),
        ("bool true", "f16 1"),
        ("bool false", "f64 0"),
        ("f32 1.9", "i32 1"),
        ("f32 -1.9", "i32 -1"),
        ("f32 3e9", "u32 3000000000"),
        ("f32 3e9", "i32 2147483647"),
        ("f32 -3e9", "i32 -2147483648"),
        ("f32 -1", "u32 0"),
        ("f32 nan", "i32 0"),
        ("f32 inf", "u8 255"),
        ("f64 1e300", "i64 9223372036854775807"),
        ("f64 -1e300", "i8 -128"),
        ("i32 16777217", "f32 16777216"),
        ("i32 16777219", "f32 16777220"),
        ("i32 16777217", "f64 16777217"),
        ("u32 4294967295", "f32 4294967296"),
        ("u64 18446744073709551615", "f64 18446744073709551616"),
        ("i64 -9007199254740993", "f64 -9007199254740992"),
        ("u32 65519", "f16 65504"),
        ("u32 65520", "f16 inf"),
        ("u64 18446744073709551615", "f16 inf"),
        ("f64 0.1", "f32 0.1"),
        ("f32 0.1", "f64 0.10000000149011612"),
        ("f64 1e300", "f32 inf"),
        ("f32 1e-8", "f16 0"),
        ("f16 0.1", "f32 0.099975586"),
        ("f32 1 2 3", "i32 1 2 3"),
        ("f32 1 2 | 3 4", "f64 1 2 | 3 4"),
        ("i32 1 0", "bool true false"),
        ("f32 1 2 3", "f32 1 2 3"),
    ] {
        let mut fixture = Fixture::default();
        let folder = &mut fixture.folder();
        let it = constant(folder, from);
        let to = constant(folder, expected);
        let to = folder.ty(to).unwrap();
        let got = folder.convert(it, to);
        expect(folder, got, expected, &format!("{from} to {expected}"));
    }
}

#[test]
fn halves_are_rounded_once() {
    // Expected bits from another implementation of binary16.
    let half = scalar_named("f16");
    for (value, expected) in [
        (1.0, 0x3c00),
        (-2.5, 0xc100),
        (0.1, 0x2e66),
        (65504.0, 0x7bff),
        (65519.99, 0x7bff),
        (65520.0, 0x7c00),
        (5.960464477539063e-8, 0x0001),
        (1e-8, 0x0000),
        (6.1e-5, 0x03ff),
        (1.0 / 3.0, 0x3555),
        (2049.0, 0x6800),
        (2051.0, 0x6802),
        (-0.0, 0x8000),
        (f64::NEG_INFINITY, 0xfc00),
        // A binary64 just above the middle of two halves, which rounding to binary32 first would make the middle.
        (1.0 + 1.0 / 2048.0 + 1e-12, 0x3c01),
        (1.0 + 1.0 / 2048.0, 0x3c00),
        (2.980232238769532e-8, 0x0001),
        (2.0_f64.powi(-25), 0x0000),
    ] {
        assert_eq!(scalar::from_f64(half, value), expected, "{value:e}");
    }
    for bits in (0..=u16::MAX).filter(|bits| !half::f16::from_bits(*bits).is_nan()) {
        assert_eq!(scalar::from_f64(half, scalar::to_f64(half, u64::from(bits))), u64::from(bits));
    }
}

#[test]
fn integers_are_rounded_once() {
    let bfloat = Scalar::BF16;
    for (value, expected) in [
        (0, 0),
        (257, 0x4380),
        (259, 0x4382),
        (-258, 0xc381),
        // The middle of two, and one more, which binary64 has no bits for.
        ((1 << 60) + (1 << 52), 0x5d80),
        ((1 << 60) + (1 << 52) + 1, 0x5d81),
        ((1 << 60) + (3 << 52) - 1, 0x5d81),
        ((1 << 60) + (3 << 52), 0x5d82),
        (i64::MIN, 0xdf00),
    ] {
        assert_eq!(scalar::convert(Scalar::I64, bfloat, value as u64), expected, "{value}");
    }
    assert_eq!(scalar::convert(Scalar::U64, bfloat, u64::MAX), 0x5f80);
    // And back: towards zero.
    for (bits, expected) in [(0x4381, 258), (0xbfff, u64::MAX), (0x3f7f, 0)] {
        assert_eq!(scalar::convert(bfloat, Scalar::I64, bits), expected, "{bits:#x}");
    }
}

#[test]
fn every_nan_is_the_same() {
    let mut fixture = Fixture::default();
    let folder = &mut fixture.folder();
    let odd = folder.scalar(Scalar::F32, 0xffc1_2345);
    let got = folder.unary(U::Negate, odd);
    expect(folder, got, "f32 nan", "negation of a NaN");
    let got = folder.binary(B::Add, odd, odd).constant();
    expect(folder, got, "f32 nan", "sum of NaNs");
}

#[test]
fn integers_are_normalized() {
    let mut fixture = Fixture::default();
    let folder = &mut fixture.folder();
    for (name, bits, expected) in
        [("i8", 0xff, u64::MAX), ("u8", 0x1ff, 0xff), ("i32", 0xffff_ffff, u64::MAX), ("bool", 6, 1), ("u64", 7, 7)]
    {
        let it = folder.scalar(scalar_named(name), bits);
        assert_eq!(folder.scalar_bits(it), Some(expected), "{name}");
    }
    let it = constants(folder, "i32 -1; u32 4294967295; bool true; f32 1; u64 18446744073709551615");
    assert_eq!(
        it.iter().map(|&it| folder.as_i64(it)).collect::<Vec<_>>(),
        [Some(-1), Some(0xffff_ffff), None, None, None]
    );
    assert_eq!(it.iter().map(|&it| folder.as_u32(it)).collect::<Vec<_>>(), [None, Some(0xffff_ffff), None, None, None]);
    assert_eq!(it.iter().map(|&it| folder.as_bool(it)).collect::<Vec<_>>(), [None, None, Some(true), None, None]);
}

#[test]
fn parts() {
    let mut fixture = Fixture::default();
    let folder = &mut fixture.folder();
    let vector = constant(folder, "f32 1 2 3 4");
    let matrix = constant(folder, "f32 1 2 | 3 4 | 5 6");
    let got = folder.extract(vector, 2);
    expect(folder, got, "f32 3", "component");
    let got = folder.extract(matrix, 2);
    expect(folder, got, "f32 5 6", "column");
    assert_eq!(folder.extract(vector, 4), None);
    assert_eq!(folder.extract(matrix, 3), None);
    let got = folder.swizzle(vector, &[3, 0]);
    expect(folder, got, "f32 4 1", "swizzle");
    let got = folder.swizzle(vector, &[1]);
    expect(folder, got, "f32 2", "one component");
    assert_eq!(folder.swizzle(vector, &[4, 0]), None);
    let one = constant(folder, "f32 1");
    let vec3 = ty(folder, "f32x3");
    let got = folder.splat(one, vec3);
    expect(folder, got, "f32 1 1 1", "splat");
    let int3 = ty(folder, "i32x3");
    assert_eq!(folder.splat(one, int3), None);
    let pieces = constants(folder, "f32 1; f32 2 3");
    let got = folder.compose(vec3, &pieces);
    expect(folder, got, "f32 1 2 3", "compose");
    assert_eq!(folder.compose(vec3, &pieces[..1]), None);
    let null = ty(folder, "f32x2x2");
    let got = Some(folder.null(null));
    expect(folder, got, "f32 0 0 | 0 0", "zero matrix");
    let condition = constant(folder, "bool false");
    assert_eq!(folder.select(condition, vector, one), Some(one));
}

#[test]
fn arrays_and_structures_compare() {
    let mut fixture = Fixture::default();
    let folder = &mut fixture.folder();
    let float = ty(folder, "f32");
    let member = |ty| Member {
        name: "m".into(),
        ty,
        offset: None,
        major: crate::hir::MatrixMajor::Column,
        qualifiers: crate::hir::MemoryQualifiers::default(),
        precise: false,
        interface: Default::default(),
        decorations: Vec::new(),
        span: Span::UNDEFINED,
    };
    let array = folder.types.insert(Type::Array { element: float, length: ArrayLength::Constant(2) });
    let structure = Struct {
        name: "S".into(),
        members: vec![member(float), member(array)],
        block: None,
        is_interface_block: false,
    };
    let structure = folder.types.structs.append(structure, Span::UNDEFINED);
    let structure = folder.types.insert(Type::Struct(structure));
    let it = constants(folder, "f32 0; f32 1; f32 nan");
    let zeros = folder.compose(array, &[it[0], it[0]]).unwrap();
    let null_array = folder.null(array);
    assert_ne!(zeros, null_array);
    let mixed = folder.compose(array, &[it[0], it[1]]).unwrap();
    let with_nan = folder.compose(array, &[it[0], it[2]]).unwrap();
    let make = |folder: &mut Folder, array| folder.compose(structure, &[it[0], array]).unwrap();
    let (a, b, c, d) = (make(folder, zeros), make(folder, null_array), make(folder, mixed), make(folder, with_nan));
    let null = folder.null(structure);
    for (left, right, expected) in
        [(a, a, true), (a, b, true), (a, null, true), (null, b, true), (a, c, false), (null, c, false), (d, d, false)]
    {
        let got = folder.binary(B::Equal, left, right).constant().unwrap();
        assert_eq!(folder.as_bool(got), Some(expected), "{} {}", show(folder, left), show(folder, right));
        let got = folder.binary(B::NotEqual, left, right).constant().unwrap();
        assert_eq!(folder.as_bool(got), Some(!expected));
    }
    let got = folder.extract(null, 1).unwrap();
    assert_eq!(got, null_array);
    assert_eq!(folder.components(null_array), Some(vec![it[0], it[0]]));
}

#[test]
fn shared_parts_are_compared_once() {
    // Thirty structures, each twice in the next: a billion scalars, if they were counted by path.
    let mut fixture = Fixture::default();
    let folder = &mut fixture.folder();
    let mut ty = ty(folder, "f32");
    let (mut left, mut right) = (constant(folder, "f32 0"), constant(folder, "f32 -0.0"));
    for _ in 0..30 {
        ty = folder.types.insert(Type::Array { element: ty, length: ArrayLength::Constant(2) });
        left = folder.compose(ty, &[left, left]).unwrap();
        right = folder.compose(ty, &[right, right]).unwrap();
    }
    let got = folder.binary(B::Equal, left, right).constant();
    expect(folder, got, "bool true", "shared parts");
    assert!(!folder.depends_on_specialization(left));
}
