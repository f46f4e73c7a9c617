//! Instructions of recipes, and whole recipes.

use crate::builtins::vocabulary::{GlslStd450Op as G, Op};

use super::*;
use crate::builtins;

/// The type of the expected constant is that of the instruction's result.
fn result_type(folder: &mut Folder, expected: &str) -> Handle<Type> {
    let it = constant(folder, expected);
    folder.ty(it).unwrap()
}

#[track_caller]
fn check_extended(rows: &[(G, &str, &str)]) {
    for &(instruction, operands, expected) in rows {
        let mut fixture = Fixture::default();
        let folder = &mut fixture.folder();
        let it = constants(folder, operands);
        let ty = if expected == "-" { folder.ty(it[0]).unwrap() } else { result_type(folder, expected) };
        let got = folder.extended(instruction, ty, &it);
        expect(folder, got, expected, &format!("{instruction:?} {operands}"));
    }
}

#[track_caller]
fn check_core(rows: &[(Op, &str, &str)]) {
    for &(op, operands, expected) in rows {
        let mut fixture = Fixture::default();
        let folder = &mut fixture.folder();
        let it = constants(folder, operands);
        let ty = if expected == "-" { folder.ty(it[0]).unwrap() } else { result_type(folder, expected) };
        let got = folder.core(op, ty, &it, &[]);
        expect(folder, got, expected, &format!("{op:?} {operands}"));
    }
}

#[test]
fn transcendental_functions() {
    // Computed in binary64 by the C library and rounded to binary32.
    check_extended(&[
        (G::Sin, "f32 0.5", "f32 0.47942555"),
        (G::Sin, "f32 -2.25", "f32 -0.7780732"),
        (G::Sin, "f32 100", "f32 -0.50636566"),
        (G::Cos, "f32 0.5", "f32 0.87758255"),
        (G::Cos, "f32 -2.25", "f32 -0.62817365"),
        (G::Cos, "f32 100", "f32 0.8623189"),
        (G::Tan, "f32 0.5", "f32 0.5463025"),
        (G::Tan, "f32 -2.25", "f32 1.2386277"),
        (G::Asin, "f32 0.5", "f32 0.5235988"),
        (G::Asin, "f32 -1", "f32 -1.5707964"),
        (G::Acos, "f32 0.5", "f32 1.0471976"),
        (G::Acos, "f32 -1", "f32 3.1415927"),
        (G::Atan, "f32 0.5", "f32 0.4636476"),
        (G::Atan, "f32 -30", "f32 -1.5374753"),
        (G::Sinh, "f32 0.5", "f32 0.5210953"),
        (G::Sinh, "f32 -3", "f32 -10.017875"),
        (G::Cosh, "f32 0.5", "f32 1.127626"),
        (G::Cosh, "f32 -3", "f32 10.067662"),
        (G::Tanh, "f32 0.5", "f32 0.46211717"),
        (G::Tanh, "f32 -3", "f32 -0.9950548"),
        (G::Asinh, "f32 0.5", "f32 0.4812118"),
        (G::Asinh, "f32 -3", "f32 -1.8184465"),
        (G::Acosh, "f32 1.5", "f32 0.9624236"),
        (G::Acosh, "f32 10", "f32 2.993223"),
        (G::Atanh, "f32 0.5", "f32 0.54930615"),
        (G::Atanh, "f32 -0.25", "f32 -0.25541282"),
        (G::Exp, "f32 0.5", "f32 1.6487212"),
        (G::Exp, "f32 -3", "f32 0.049787067"),
        (G::Exp, "f32 10", "f32 22026.465"),
        (G::Log, "f32 0.5", "f32 -0.6931472"),
        (G::Log, "f32 10", "f32 2.3025851"),
        (G::Exp2, "f32 0.5", "f32 1.4142135"),
        (G::Exp2, "f32 -3", "f32 0.125"),
        (G::Exp2, "f32 10.25", "f32 1217.748"),
        (G::Log2, "f32 0.7", "f32 -0.5145732"),
        (G::Log2, "f32 8", "f32 3"),
        (G::Sqrt, "f32 2", "f32 1.4142135"),
        (G::Sqrt, "f32 0.1", "f32 0.31622776"),
        (G::InverseSqrt, "f32 2", "f32 0.70710677"),
        (G::InverseSqrt, "f32 4", "f32 0.5"),
        (G::Radians, "f32 90", "f32 1.5707964"),
        (G::Radians, "f32 -57", "f32 -0.9948377"),
        (G::Degrees, "f32 1", "f32 57.29578"),
        (G::Degrees, "f32 -0.5", "f32 -28.64789"),
        (G::Atan2, "f32 1; f32 -2", "f32 2.6779451"),
        (G::Atan2, "f32 -0.5; f32 -0.5", "f32 -2.3561945"),
        (G::Atan2, "f32 0; f32 -1", "f32 3.1415927"),
        (G::Pow, "f32 2; f32 0.5", "f32 1.4142135"),
        (G::Pow, "f32 1.5; f32 -3", "f32 0.2962963"),
        (G::Pow, "f32 10; f32 2", "f32 100"),
    ]);
}

#[test]
fn rounding_and_common_functions() {
    check_extended(&[
        (G::RoundEven, "f32 0.5 1.5 -2.5", "f32 0 2 -2"),
        (G::Round, "f32 0.4 0.6 -0.6", "f32 0 1 -1"),
        (G::Trunc, "f32 1.9 -1.9", "f32 1 -1"),
        (G::Floor, "f32 1.5 -1.5", "f32 1 -2"),
        (G::Ceil, "f32 1.5 -1.5", "f32 2 -1"),
        (G::Fract, "f32 1.25 -1.25", "f32 0.25 0.75"),
        (G::FAbs, "f32 -1 1", "f32 1 1"),
        (G::FAbs, "f16 -1.5", "f16 1.5"),
        (G::FSign, "f32 -3 0 3", "f32 -1 0 1"),
        (G::SAbs, "i32 -3", "i32 3"),
        (G::SAbs, "i32 -2147483648", "i32 -2147483648"),
        (G::SSign, "i32 -3 0 3", "i32 -1 0 1"),
        (G::SAbs, "i64 -3", "i64 3"),
        (G::FMin, "f32 1 5; f32 2 3", "f32 1 3"),
        (G::FMax, "f32 1 5; f32 2 3", "f32 2 5"),
        (G::NMin, "f32 nan 1 3; f32 2 nan 2", "f32 2 1 2"),
        (G::NMax, "f32 nan 1 2; f32 2 nan 3", "f32 2 1 3"),
        (G::SMin, "i32 -1; i32 1", "i32 -1"),
        (G::UMin, "u32 4294967295; u32 1", "u32 1"),
        (G::SMax, "i32 -1; i32 1", "i32 1"),
        (G::UMax, "u32 4294967295; u32 1", "u32 4294967295"),
        (G::UMax, "u64 18446744073709551615; u64 1", "u64 18446744073709551615"),
        (G::FClamp, "f32 -1 0.5 2; f32 0 0 0; f32 1 1 1", "f32 0 0.5 1"),
        (G::SClamp, "i32 -5; i32 -2; i32 3", "i32 -2"),
        (G::UClamp, "u32 4294967295; u32 0; u32 9", "u32 9"),
        (G::FMix, "f32 1 1; f32 3 3; f32 0.25 1", "f32 1.5 3"),
        (G::Step, "f32 1 1 1; f32 0.5 1 2", "f32 0 1 1"),
        (G::SmoothStep, "f32 0 0 0; f32 1 1 2; f32 0.25 5 1", "f32 0.15625 1 0.5"),
        (G::Ldexp, "f32 1.5 1; i32 3 -1", "f32 12 0.5"),
        (G::Ldexp, "f32 1; i32 1000", "f32 inf"),
        (G::Ldexp, "f64 1; i32 -2147483648", "f64 0"),
        // Rounding the exact result once; binary64 in between would give 1.0004883 and 1.5000002.
        (G::Fma, "f32 1.0002441; f32 1.0002441; f32 1.110223e-16", "f32 1.0004884"),
        (G::Fma, "f32 1.0000001; f32 1.5; f32 -1.110223e-16", "f32 1.5000001"),
        (G::Fma, "f64 2 3; f64 4 5; f64 1 -1", "f64 9 14"),
        (G::Fma, "f32 1e30; f32 1e30; f32 1", "f32 inf"),
        (G::Sqrt, "f64 2", "f64 1.4142135623730951"),
        (G::Sqrt, "f32 -1", "f32 nan"),
        (G::Log, "f32 0", "f32 -inf"),
        (G::Sin, "f16 0.5", "f16 0.47949219"),
        (G::Modf, "f32 1.5; f32 0", "-"),
        (G::InterpolateAtCentroid, "f32 1", "-"),
    ]);
}

#[test]
fn geometric_functions() {
    check_extended(&[
        (G::Length, "f32 3 4", "f32 5"),
        (G::Length, "f32 -3", "f32 3"),
        (G::Distance, "f32 1 1; f32 4 5", "f32 5"),
        (G::Cross, "f32 1 2 3; f32 4 5 6", "f32 -3 6 -3"),
        (G::Normalize, "f32 3 4", "f32 0.6 0.8"),
        (G::Normalize, "f32 -5", "f32 -1"),
        (G::FaceForward, "f32 1 2; f32 1 0; f32 -1 0", "f32 1 2"),
        (G::FaceForward, "f32 1 2; f32 1 0; f32 1 0", "f32 -1 -2"),
        (G::Reflect, "f32 1 -1; f32 0 1", "f32 1 1"),
        (G::Refract, "f32 0 -1; f32 0 1; f32 0.5", "f32 0 -1"),
        (G::Refract, "f32 0.6 -0.8; f32 0 1; f32 0.5", "f32 0.3 -0.9539392"),
        // Total reflection.
        (G::Refract, "f32 0.8 -0.6; f32 0 1; f32 2", "f32 0 0"),
    ]);
    check_core(&[(Op::Dot, "f32 1 2 3; f32 4 5 6", "f32 32"), (Op::Dot, "f64 1 2; f64 3 4", "f64 11")]);
}

#[test]
fn matrix_functions() {
    check_extended(&[
        (G::Determinant, "f32 1 2 | 3 4", "f32 -2"),
        (G::Determinant, "f32 2 0 1 | 1 3 2 | 1 1 4", "f32 18"),
        (G::Determinant, "f32 1 0 0 2 | 0 1 3 0 | 4 0 1 0 | 0 5 0 1", "f32 -119"),
        (G::Determinant, "f64 1 2 | 3 4", "f64 -2"),
        (G::MatrixInverse, "f32 1 2 | 3 4", "f32 -2 1 | 1.5 -0.5"),
        (G::MatrixInverse, "f32 2 0 0 | 0 4 0 | 1 0 8", "f32 0.5 0 0 | 0 0.25 0 | -0.0625 0 0.125"),
        (
            G::MatrixInverse,
            "f32 1 0 0 5 | 0 2 0 0 | 0 0 4 0 | 0 0 0 1",
            "f32 1 0 0 -5 | 0 0.5 0 0 | 0 0 0.25 0 | 0 0 0 1",
        ),
        (G::MatrixInverse, "f32 1 2 | 2 4", "-"),
    ]);
    check_core(&[
        (Op::Transpose, "f32 1 2 | 3 4 | 5 6", "f32 1 3 5 | 2 4 6"),
        (Op::OuterProduct, "f32 1 2; f32 3 4 5", "f32 3 6 | 4 8 | 5 10"),
        (Op::MatrixTimesVector, "f32 1 2 | 3 4; f32 5 6", "f32 23 34"),
        (Op::VectorTimesScalar, "f32 1 2; f32 3", "f32 3 6"),
    ]);
}

#[test]
fn packing_functions() {
    check_extended(&[
        (G::PackUnorm4x8, "f32 0 0.5 1 2", "u32 0xffff8000"),
        (G::PackSnorm4x8, "f32 -1 0 1 -2", "u32 0x817f0081"),
        (G::PackUnorm2x16, "f32 1 0", "u32 0x0000ffff"),
        (G::PackSnorm2x16, "f32 -1 1", "u32 0x7fff8001"),
        (G::PackHalf2x16, "f32 1 -2.5", "u32 0xc1003c00"),
        (G::PackDouble2x32, "u32 0 0x3ff00000", "f64 1"),
        (G::UnpackUnorm4x8, "u32 0xff800000", "f32 0 0 0.5019608 1"),
        (G::UnpackSnorm4x8, "u32 0x80817f00", "f32 0 1 -1 -1"),
        (G::UnpackUnorm2x16, "u32 0xffff0000", "f32 0 1"),
        (G::UnpackSnorm2x16, "u32 0x80007fff", "f32 1 -1"),
        (G::UnpackHalf2x16, "u32 0xc1003c00", "f32 1 -2.5"),
        (G::UnpackDouble2x32, "f64 1", "u32 0 0x3ff00000"),
    ]);
    check_core(&[
        (Op::Bitcast, "f32 1", "i32 0x3f800000"),
        (Op::Bitcast, "f32 1 -1", "u32 0x3f800000 0xbf800000"),
        (Op::Bitcast, "i32 -1", "u32 0xffffffff"),
        (Op::Bitcast, "u32 0x11223344 0x55667788", "u64 0x5566778811223344"),
        (Op::Bitcast, "u64 0x5566778811223344", "u32 0x11223344 0x55667788"),
        (Op::Bitcast, "i16 -1 2", "i32 0x0002ffff"),
        (Op::Bitcast, "u8 1 2 3 4", "u32 0x04030201"),
        (Op::Bitcast, "f64 1", "i64 0x3ff0000000000000"),
        (Op::Bitcast, "f16 1", "i16 0x3c00"),
        (Op::QuantizeToF16, "f32 0.1 1e-7 70000", "f32 0.099975586 0 inf"),
    ]);
}

#[test]
fn integer_functions() {
    check_extended(&[
        (G::FindILsb, "u32 0 12", "i32 -1 2"),
        (G::FindILsb, "i32 -2147483648", "i32 31"),
        (G::FindUMsb, "u32 0 1", "i32 -1 0"),
        (G::FindUMsb, "u32 0x80000000", "i32 31"),
        (G::FindSMsb, "i32 -1 0 -2 1", "i32 -1 -1 0 0"),
        (G::FindSMsb, "i32 127", "i32 6"),
    ]);
    check_core(&[
        (Op::BitCount, "i32 -1 5", "i32 32 2"),
        (Op::BitCount, "u32 255", "i32 8"),
        (Op::BitReverse, "u32 1", "u32 0x80000000"),
        (Op::BitReverse, "i32 1", "i32 -2147483648"),
        (Op::BitReverse, "i32 -2147483648", "i32 1"),
        (Op::BitFieldUExtract, "u32 0xabcd; i32 4; i32 8", "u32 0xbc"),
        (Op::BitFieldSExtract, "i32 0xf0; i32 4; i32 4", "i32 -1"),
        (Op::BitFieldSExtract, "i32 0x70; i32 4; i32 4", "i32 7"),
        (Op::BitFieldUExtract, "u32 0xabcd 0xef; i32 0; i32 4", "u32 0xd 0xf"),
        (Op::BitFieldUExtract, "u32 1; i32 0; i32 0", "u32 0"),
        (Op::BitFieldUExtract, "u32 0xffffffff; i32 0; i32 32", "u32 0xffffffff"),
        (Op::BitFieldUExtract, "u32 1; i32 30; i32 4", "-"),
        (Op::BitFieldUExtract, "u32 1; i32 -1; i32 1", "-"),
        (Op::BitFieldInsert, "u32 0xffff; u32 0; i32 4; i32 8", "u32 0xf00f"),
        (Op::BitFieldInsert, "i32 0; i32 -1; i32 28; i32 4", "i32 -268435456"),
        (Op::IAdd, "i32 2147483647; i32 1", "i32 -2147483648"),
        (Op::ISub, "u32 0; u32 1", "u32 0xffffffff"),
        (Op::IMul, "i32 3 4; i32 5 6", "i32 15 24"),
        (Op::SDiv, "i32 -7; i32 2", "i32 -3"),
        (Op::UDiv, "u32 7; u32 2", "u32 3"),
        (Op::UDiv, "u32 7; u32 0", "-"),
        (Op::SMod, "i32 -7; i32 3", "i32 2"),
        (Op::SMod, "i32 7; i32 -3", "i32 -2"),
        (Op::SMod, "i32 7; i32 0", "-"),
        (Op::UMod, "u32 7; u32 4", "u32 3"),
        (Op::ShiftLeftLogical, "u32 1; u32 4", "u32 16"),
        (Op::ShiftRightLogical, "i32 -1; i32 28", "i32 15"),
        (Op::ShiftRightArithmetic, "u32 0x80000000; u32 31", "u32 0xffffffff"),
        (Op::BitwiseAnd, "u32 12; u32 10", "u32 8"),
        (Op::BitwiseOr, "u32 12; u32 10", "u32 14"),
        (Op::BitwiseXor, "u32 12; u32 10", "u32 6"),
        (Op::Not, "u32 0", "u32 0xffffffff"),
        (Op::SNegate, "i32 5", "i32 -5"),
        (Op::UConvert, "u32 0x1ff", "u8 255"),
        (Op::SConvert, "i8 -1", "i32 -1"),
        (Op::UConvert, "u8 255", "u32 255"),
    ]);
}

#[test]
fn float_arithmetic_and_conversions() {
    check_core(&[
        (Op::FAdd, "f32 1 2; f32 0.5 0.5", "f32 1.5 2.5"),
        (Op::FSub, "f32 1; f32 0.5", "f32 0.5"),
        (Op::FMul, "f32 3; f32 0.5", "f32 1.5"),
        (Op::FDiv, "f32 1; f32 4", "f32 0.25"),
        (Op::FMod, "f32 -1.5 5.5; f32 1 -2", "f32 0.5 -0.5"),
        (Op::FRem, "f32 -1.5 5.5; f32 1 -2", "f32 -0.5 1.5"),
        (Op::FMod, "f32 1; f32 0", "f32 nan"),
        (Op::FNegate, "f32 1", "f32 -1"),
        (Op::ConvertFToS, "f32 -1.5", "i32 -1"),
        (Op::ConvertFToU, "f32 1.5", "u32 1"),
        (Op::ConvertSToF, "i32 -2", "f32 -2"),
        (Op::ConvertUToF, "u32 4294967295", "f32 4294967296"),
        (Op::FConvert, "f32 0.5", "f64 0.5"),
    ]);
}

#[test]
fn relational_functions() {
    check_core(&[
        (Op::Any, "bool false true", "bool true"),
        (Op::Any, "bool false false", "bool false"),
        (Op::All, "bool true true", "bool true"),
        (Op::All, "bool false true", "bool false"),
        (Op::IsNan, "f32 nan 1", "bool true false"),
        (Op::IsInf, "f32 inf -inf", "bool true true"),
        (Op::IsInf, "f32 nan 1", "bool false false"),
        (Op::IEqual, "i32 1 2; i32 1 3", "bool true false"),
        (Op::INotEqual, "i32 1 2; i32 1 3", "bool false true"),
        (Op::SLessThan, "i32 -1 1; i32 1 1", "bool true false"),
        (Op::ULessThan, "u32 0xffffffff; u32 1", "bool false"),
        (Op::SLessThanEqual, "i32 -1 1; i32 1 1", "bool true true"),
        (Op::ULessThanEqual, "u32 2; u32 1", "bool false"),
        (Op::SGreaterThan, "i32 -1; i32 1", "bool false"),
        (Op::UGreaterThan, "u32 0xffffffff; u32 1", "bool true"),
        (Op::SGreaterThanEqual, "i32 1; i32 1", "bool true"),
        (Op::UGreaterThanEqual, "u32 0; u32 1", "bool false"),
        (Op::FOrdEqual, "f32 1 nan; f32 1 nan", "bool true false"),
        (Op::FOrdNotEqual, "f32 1 nan; f32 2 nan", "bool true false"),
        (Op::FUnordNotEqual, "f32 1 nan; f32 1 nan", "bool false true"),
        (Op::FOrdLessThan, "f32 1 nan; f32 2 1", "bool true false"),
        (Op::FOrdLessThanEqual, "f32 2 3; f32 2 2", "bool true false"),
        (Op::FOrdGreaterThan, "f32 1 2; f32 2 1", "bool false true"),
        (Op::FOrdGreaterThanEqual, "f32 2 1; f32 2 2", "bool true false"),
        (Op::FUnordLessThan, "f32 2 nan; f32 1 1", "bool false true"),
        (Op::LogicalAnd, "bool true true; bool true false", "bool true false"),
        (Op::LogicalOr, "bool false false; bool true false", "bool true false"),
        (Op::LogicalEqual, "bool true true; bool true false", "bool true false"),
        (Op::LogicalNotEqual, "bool true true; bool true false", "bool false true"),
        (Op::LogicalNot, "bool true false", "bool false true"),
        (Op::Select, "bool true false; f32 1 2; f32 3 4", "f32 1 4"),
        (Op::Select, "bool false; f32 1 2; f32 3 4", "f32 3 4"),
        // An instruction on another kind of operand is not folded.
        (Op::IAdd, "f32 1; f32 1", "-"),
        (Op::FAdd, "i32 1; i32 1", "-"),
        (Op::LogicalAnd, "i32 1; i32 1", "-"),
        // Nor is one with effects.
        (Op::DPdx, "f32 1", "-"),
        (Op::GroupNonUniformElect, "u32 3", "-"),
        (Op::AtomicIAdd, "u32 3; u32 1", "-"),
    ]);
}

#[test]
fn composites() {
    let mut fixture = Fixture::default();
    let folder = &mut fixture.folder();
    let it = constants(folder, "f32 1 2; f32 3 4; f32 5; u32 1; u32 2");
    let (vec2, vec3) = (ty(folder, "f32x2"), ty(folder, "f32x3"));
    let float = ty(folder, "f32");
    let got = folder.core(Op::CompositeConstruct, vec3, &[it[2], it[0]], &[]);
    expect(folder, got, "f32 5 1 2", "construct");
    let got = folder.core(Op::CompositeExtract, float, &[it[1]], &[1]);
    expect(folder, got, "f32 4", "extract");
    let got = folder.core(Op::CompositeInsert, vec2, &[it[2], it[0]], &[1]);
    expect(folder, got, "f32 1 5", "insert");
    let got = folder.core(Op::VectorShuffle, vec3, &[it[0], it[1]], &[3, 0, 2]);
    expect(folder, got, "f32 4 1 3", "shuffle");
    let got = folder.core(Op::VectorExtractDynamic, float, &[it[1], it[3]], &[]);
    expect(folder, got, "f32 4", "dynamic");
    assert_eq!(folder.core(Op::VectorExtractDynamic, float, &[it[1], it[4]], &[]), None);
}

/// Folds a call of the overload for arguments of these types.
fn call(folder: &mut Folder, name: &str, operands: &str) -> Option<Handle<Constant>> {
    let arguments = constants(folder, operands);
    let types: Vec<_> = arguments.iter().map(|&it| folder.ty(it).unwrap()).collect();
    let function = builtins::function(name).unwrap();
    let overload = folder.types.overload(function, |_| true, &types);
    let (prototype, instance) = overload.unwrap_or_else(|| panic!("{name} {operands}"));
    let result = folder.types.builtin(prototype.result.at(instance));
    folder.builtin(prototype, instance, result, &arguments)
}

#[test]
fn recipes() {
    for (name, operands, expected) in [
        ("sin", "f32 0.5", "f32 0.47942555"),
        ("clamp", "f32 -1 0.5 2; f32 0; f32 1", "f32 0 0.5 1"),
        ("clamp", "u32 5; u32 1; u32 3", "u32 3"),
        ("mod", "f32 5.5 -1; f32 2", "f32 1.5 1"),
        ("mix", "f32 1 2; f32 3 4; bool true false", "f32 3 2"),
        ("mix", "f32 0 0; f32 2 4; f32 0.5", "f32 1 2"),
        ("isnan", "f32 1 nan", "bool false true"),
        ("abs", "i32 -4", "i32 4"),
        ("min", "i32 3 -4; i32 0", "i32 0 -4"),
        // A specialization constant has no value at compile time.
        ("abs", "i32 spec0", "-"),
        // Not a value that depends on the arguments only.
        ("subgroupAdd", "f32 1", "-"),
        ("subgroupElect", "", "-"),
    ] {
        let mut fixture = Fixture::default();
        let folder = &mut fixture.folder();
        if operands.is_empty() {
            let prototype = &builtins::function(name).unwrap().prototypes[0];
            let result = folder.types.builtin(prototype.result.at(0));
            assert_eq!(folder.builtin(prototype, 0.into(), result, &[]), None, "{name}");
            continue;
        }
        let got = call(folder, name, operands);
        expect(folder, got, expected, &format!("{name} {operands}"));
    }
}

#[test]
fn outputs_are_no_constants() {
    let mut fixture = Fixture::default();
    let folder = &mut fixture.folder();
    assert_eq!(call(folder, "modf", "f32 1.5; f32 0"), None);
}

/// A constant of a type with the same bits in every component.
fn filled(folder: &mut Folder, ty: Handle<Type>, value: f64, bits: Option<u64>) -> Option<Handle<Constant>> {
    let (columns, rows, scalar) = folder.shape(ty)?;
    let bits = bits.unwrap_or_else(|| scalar::convert(Scalar::F64, scalar, value.to_bits()));
    let bits: Vec<u64> = (0..columns * rows).map(|_| bits).collect();
    folder.write(ty, &bits)
}

/// Calls every overload of the tables that takes numbers only; `visit` gets the name, the row and the result.
fn call_all(value: f64, bits: Option<u64>, mut visit: impl FnMut(&str, &'static builtins::Prototype, Option<()>)) {
    for function in builtins::FUNCTIONS {
        for prototype in function.prototypes {
            for instance in 0..prototype.instances {
                let mut fixture = Fixture::default();
                let folder = &mut fixture.folder();
                let arguments: Option<Vec<_>> = prototype
                    .parameters
                    .iter()
                    .map(|parameter| {
                        let ty = folder.types.builtin(parameter.ty.at(instance));
                        filled(folder, ty, value, bits)
                    })
                    .collect();
                let Some(arguments) = arguments else { continue };
                let result = folder.types.builtin(prototype.result.at(instance));
                let got = folder.builtin(prototype, instance.into(), result, &arguments);
                assert!(got.is_none_or(|it| folder.ty(it) == Some(result)), "{}", function.name);
                visit(function.name, prototype, got.map(|_| ()));
            }
        }
    }
}

#[test]
fn every_row_folds_or_has_a_reason() {
    // Instructions that do more than compute, by what their names start with.
    let effects = [
        "Assume",
        "BeginInvocationInterlock",
        "Atomic",
        "ControlBarrier",
        "CreateTensor",
        "Demote",
        "DPd",
        "Emit",
        "End",
        "Fragment",
        "Execute",
        "Fwidth",
        "Group",
        "Image",
        "IgnoreIntersection",
        "IsHelper",
        "MemoryBarrier",
        "ReadClock",
        "Reorder",
        "ReportIntersection",
        "Set",
        "Subgroup",
        "Terminate",
        "Trace",
        "WritePacked",
    ];
    let has_reason = |prototype: &builtins::Prototype| {
        prototype.parameters.iter().any(|parameter| parameter.mode != builtins::ParameterMode::In)
            || prototype.recipes.iter().flat_map(|recipe| recipe.steps).any(|step| match step.instruction {
                _ if step.operands.iter().any(|it| matches!(it, builtins::Operand::Variable(_))) => true,
                builtins::Instruction::Core(op) => {
                    let name = format!("{op:?}");
                    // Intel's are never folded; the others read what earlier fragments left.
                    effects.iter().any(|it| name.starts_with(it))
                        || name.ends_with("INTEL")
                        || name.ends_with("AttachmentReadEXT")
                }
                builtins::Instruction::Extended(_) | builtins::Instruction::Young(_) => true,
                // A matrix of ones has no inverse.
                builtins::Instruction::Ext(op) => op == G::MatrixInverse,
                _ => false,
            })
    };
    let mut folded = 0;
    call_all(1.0, None, |name, prototype, got| {
        assert_eq!(got.is_none(), has_reason(prototype), "{name}");
        folded += usize::from(got.is_some());
    });
    assert!(folded > 500, "only {folded} overloads fold");
}

#[test]
fn no_value_is_too_odd() {
    let bits = [0, 1, u64::MAX, 1 << 63, i64::MAX as u64, 0x7f80_0000, 0x7fc0_0001, 0x8000_0000, 0x7c00, 0x0001_ffff];
    for bits in bits {
        call_all(0.0, Some(bits), |_, _, _| {});
    }
}
