//! Overload resolution against the rules of the specification.

use super::*;
use crate::builtins::{Gate, ImageDimension, ImageShape, Parameter, Recipe, Stages, TypeRef};
use crate::hir::{ImageClass, ImageType, Scalar, ScalarKind, VectorSize};

/// `float`, `int3`, `half2x2`, `image:rgba8`, `image`.
fn ty(types: &mut TypeTable, name: &str) -> Handle<Type> {
    if let Some(format) = name.strip_prefix("image") {
        let format = if format.is_empty() { spirv::ImageFormat::Unknown } else { spirv::ImageFormat::Rgba8 };
        return types.insert(Type::Image(ImageType { shape: SHAPE, class: ImageClass::Storage(format) }));
    }
    let split = name.find(|c: char| c.is_ascii_digit()).unwrap_or(name.len());
    let scalar = |kind, width| Scalar { kind, width };
    let scalar = match &name[..split] {
        "bool" => Scalar::BOOL,
        "short" => scalar(ScalarKind::Sint, 2),
        "int" => Scalar::I32,
        "uint" => Scalar::U32,
        "long" => Scalar::I64,
        "ulong" => scalar(ScalarKind::Uint, 8),
        "half" => scalar(ScalarKind::Float, 2),
        "float" => Scalar::F32,
        "double" => Scalar::F64,
        _ => panic!("no type {name}"),
    };
    let size = |text: &str| match text {
        "2" => VectorSize::Bi,
        "3" => VectorSize::Tri,
        _ => VectorSize::Quad,
    };
    types.insert(match name[split..].split_once('x') {
        Some((columns, rows)) => Type::Matrix { columns: size(columns), rows: size(rows), scalar },
        None if split == name.len() => Type::Scalar(scalar),
        None => Type::Vector(size(&name[split..]), scalar),
    })
}

const SHAPE: ImageShape = ImageShape {
    dimension: ImageDimension::D2,
    arrayed: false,
    multisampled: false,
    shadow: false,
    texel: Scalar::F32,
};

/// Resolves a call; candidates are lists of `[out |inout ]type`.
fn call(conversions: Conversions, candidates: &[&str], arguments: &str) -> Resolution {
    let mut types = TypeTable::default();
    let candidates: Vec<Vec<(Handle<Type>, Direction)>> = candidates
        .iter()
        .map(|text| {
            let parameters = text.split(',').map(str::trim).filter(|it| !it.is_empty());
            parameters
                .map(|it| match it.split_once(' ') {
                    Some(("out", name)) => (ty(&mut types, name), Direction::Out),
                    Some(("inout", name)) => (ty(&mut types, name), Direction::InOut),
                    _ => (ty(&mut types, it), Direction::In),
                })
                .collect()
        })
        .collect();
    let candidates: Vec<&[(Handle<Type>, Direction)]> = candidates.iter().map(Vec::as_slice).collect();
    let arguments: Vec<Handle<Type>> =
        arguments.split(',').map(str::trim).filter(|it| !it.is_empty()).map(|it| ty(&mut types, it)).collect();
    resolve(&types, &conversions, &candidates, &arguments)
}

#[test]
fn best_match() {
    let core = Conversions::of_version(450, false);
    let explicit = Conversions { explicit_arithmetic: true, ..core };
    let es = Conversions::of_version(320, true);
    let int64 = Conversions { int64: true, ..core };
    for (conversions, candidates, arguments, expected) in [
        (core, &["float", "int"][..], "int", Ok(1)),
        (core, &["float", "double"], "float", Ok(0)),
        // Without an exact match: float before double, and nothing else before anything else.
        (core, &["double", "float"], "int", Ok(1)),
        (core, &["uint", "float"], "int", Err(vec![0, 1])),
        (core, &["uint", "double"], "int", Err(vec![0, 1])),
        // Float and double are ordered, both are incomparable to uint.
        (core, &["uint", "float", "double"], "int", Err(vec![0, 1])),
        (core, &["double", "float"], "uint", Ok(1)),
        (core, &["float3", "double3"], "int3", Ok(0)),
        (core, &["double2x2"], "float2x2", Ok(0)),
        // Better in one argument, worse in none.
        (core, &["int, float", "float, float"], "int, int", Ok(0)),
        (core, &["int, float", "float, int"], "int, int", Err(vec![0, 1])),
        (core, &["uint, uint", "float, float"], "int, uint", Ok(0)),
        // min(1, 2u) of the built-ins.
        (core, &["float, float", "int, int", "uint, uint", "double, double"], "int, uint", Ok(2)),
        (core, &["float, float", "double, double"], "int, float", Ok(0)),
        // Out parameters convert towards the argument, inout ones cannot convert.
        (core, &["out float"], "double", Ok(0)),
        (core, &["out float", "out double"], "double", Ok(1)),
        (core, &["inout float", "out float"], "double", Ok(1)),
        (core, &["out int, int", "out float, int"], "double, int", Ok(1)),
        // Explicit types: promotion before conversion.
        (explicit, &["long", "int", "float"], "short", Ok(1)),
        (explicit, &["float", "double"], "half", Ok(1)),
        (explicit, &["short", "int"], "short", Ok(0)),
        // GL_ARB_gpu_shader_int64: to more bits of the same sign before anything else.
        (int64, &["float", "long"], "int", Ok(1)),
        (int64, &["uint", "long"], "int", Ok(1)),
        (int64, &["ulong", "float"], "uint", Ok(0)),
        (int64, &["ulong", "float"], "int", Err(vec![0, 1])),
        // ESSL knows exact matches only.
        (es, &["float", "int"], "int", Ok(1)),
        (core, &["", "int"], "", Ok(0)),
        // A parameter without a format takes any image.
        (core, &["image"], "image:rgba8", Ok(0)),
        (core, &["image:rgba8"], "image:rgba8", Ok(0)),
    ] {
        let expected = match expected {
            Ok(index) => Resolution::Match(index),
            Err(indices) => Resolution::Ambiguous(indices),
        };
        assert_eq!(call(conversions, candidates, arguments), expected, "{candidates:?} ({arguments})");
    }
}

#[test]
fn reasons_are_ordered_by_nearness() {
    use Reason::{Argument, Count};
    let core = Conversions::of_version(450, false);
    let es = Conversions::of_version(320, true);
    for (conversions, candidates, arguments, expected) in [
        (core, &["int"][..], "float", vec![(0, Argument(0))]),
        (es, &["float"], "int", vec![(0, Argument(0))]),
        (core, &["int, int, int", "float3", "int, int"], "bool", vec![(1, Argument(0)), (2, Count(2)), (0, Count(3))]),
        (
            core,
            &["int, int", "float, int", "float2, float2"],
            "float, float",
            vec![(1, Argument(1)), (2, Argument(0)), (0, Argument(0))],
        ),
        // A scalar that can become a vector is nearest, then other components; the first arguments say what is meant.
        (
            core,
            &["float, float", "float3, float3", "float2, float2"],
            "float3, float",
            vec![(1, Argument(1)), (0, Argument(0)), (2, Argument(0))],
        ),
        (core, &["float2", "int", "float"], "bool", vec![(1, Argument(0)), (2, Argument(0)), (0, Argument(0))]),
        (core, &["double3, double3", "float3, float3"], "float3, float", vec![(1, Argument(1)), (0, Argument(1))]),
        (core, &["out double"], "float", vec![(0, Argument(0))]),
        (core, &["inout double"], "float", vec![(0, Argument(0))]),
        (core, &["image:rgba8"], "image", vec![(0, Argument(0))]),
    ] {
        let Resolution::None(got) = call(conversions, candidates, arguments) else { panic!("{candidates:?} fits") };
        let got: Vec<_> = got.iter().map(|it| (it.candidate, it.reason)).collect();
        assert_eq!(got, expected, "{candidates:?} ({arguments})");
    }
}

static GATE: Gate = Gate {
    desktop: None,
    es: None,
    core_desktop: None,
    core_es: None,
    extensions: &[],
    stages: Stages::ALL,
    more_stages: Stages::NONE,
    more_extensions: &[],
    spirv: 0,
    precision: None,
};
static NO_RECIPES: &[Recipe] = &[];

const fn parameter(ty: TypeRef, mode: ParameterMode) -> Parameter {
    Parameter { name: "p", ty, mode, constant: None, lint: None }
}

const fn prototype(parameters: &'static [Parameter], instances: u16) -> Prototype {
    let result = TypeRef::Fixed(BuiltinType::Void);
    Prototype {
        result,
        parameters,
        instances,
        gate: &GATE,
        recipes: NO_RECIPES,
        doc: "",
        section: "",
        replace: "",
        check: None,
        terminator: false,
    }
}

const FLOAT: BuiltinType = BuiltinType::Scalar(Scalar::F32);
const INT: BuiltinType = BuiltinType::Scalar(Scalar::I32);
static FLOATS: [BuiltinType; 2] = [FLOAT, BuiltinType::Vector(VectorSize::Bi, Scalar::F32)];
static INTS: [BuiltinType; 2] = [INT, BuiltinType::Vector(VectorSize::Bi, Scalar::I32)];
static FUNCTION: Function = Function {
    name: "f",
    prototypes: &[
        prototype(&[parameter(TypeRef::Set(&FLOATS), ParameterMode::In)], 2),
        prototype(&[parameter(TypeRef::Set(&INTS), ParameterMode::In)], 2),
        prototype(
            &[
                parameter(TypeRef::Fixed(BuiltinType::Image(SHAPE)), ParameterMode::Image),
                parameter(TypeRef::Fixed(FLOAT), ParameterMode::Out),
            ],
            1,
        ),
        prototype(
            &[parameter(TypeRef::Fixed(INT), ParameterMode::Memory), parameter(TypeRef::Fixed(INT), ParameterMode::In)],
            1,
        ),
        // The same overload again, for another extension.
        prototype(&[parameter(TypeRef::Set(&FLOATS), ParameterMode::In)], 2),
    ],
};

#[test]
fn rows_of_the_tables() {
    let core = Conversions::of_version(450, false);
    for (arguments, hidden, expected) in [
        ("float", None, Some((0, 0))),
        ("float2", None, Some((0, 1))),
        ("int2", None, Some((1, 1))),
        // Only one of the equal rows is visible.
        ("float2", Some(0), Some((4, 1))),
        // Both are, through a conversion: the first one.
        ("int2", Some(1), Some((0, 1))),
        ("uint", Some(1), Some((0, 0))),
        // Images match in any format; outputs convert to the argument.
        ("image:rgba8, float", None, Some((2, 0))),
        ("image, double", None, Some((2, 0))),
        ("int, int", None, Some((3, 0))),
        // Memory does not convert.
        ("uint, int", None, None),
    ] {
        let mut types = TypeTable::default();
        let arguments_: Vec<_> = arguments.split(", ").map(|it| ty(&mut types, it)).collect();
        let visible = |row: &Prototype| hidden.is_none_or(|it: usize| !std::ptr::eq(row, &FUNCTION.prototypes[it]));
        let got = match resolve_builtin(&types, &core, &FUNCTION, visible, &arguments_) {
            Resolution::Match(overload) => {
                let row = FUNCTION.prototypes.iter().position(|it| std::ptr::eq(it, overload.prototype)).unwrap();
                Some((row, overload.instance.row))
            }
            Resolution::Ambiguous(_) => panic!("ambiguous: {arguments}"),
            Resolution::None(_) => None,
        };
        assert_eq!(got, expected, "{arguments}");
    }
}

#[test]
fn rows_that_do_not_fit_are_told_once() {
    let mut types = TypeTable::default();
    let boolean = ty(&mut types, "bool");
    let resolution = resolve_builtin(&types, &Conversions::default(), &FUNCTION, |_| true, &[boolean]);
    let Resolution::None(mismatches) = resolution else { panic!("{resolution:?}") };
    let rows: Vec<_> = mismatches
        .iter()
        .map(|it| FUNCTION.prototypes.iter().position(|row| std::ptr::eq(row, it.candidate.prototype)).unwrap())
        .collect();
    assert_eq!(rows, [0, 1, 4, 2, 3]);
    assert_eq!(mismatches[0].reason, Reason::Argument(0));
    assert_eq!(mismatches[4].reason, Reason::Count(2));
}

#[test]
fn types_of_the_tables_match_themselves() {
    let mut types = TypeTable::default();
    static TWO: BuiltinType = BuiltinType::Vector(VectorSize::Bi, Scalar::I32);
    let all = [
        BuiltinType::Void,
        FLOAT,
        INT,
        TWO,
        BuiltinType::Matrix { columns: VectorSize::Bi, rows: VectorSize::Tri, scalar: Scalar::F32 },
        BuiltinType::Array(&TWO, 4),
        BuiltinType::Array(&TWO, 3),
        BuiltinType::Texture(SHAPE),
        BuiltinType::Image(SHAPE),
        BuiltinType::CombinedSampler(SHAPE),
        BuiltinType::Sampler { comparison: false },
        BuiltinType::Sampler { comparison: true },
    ];
    for a in all {
        let handle = types.builtin(a);
        for b in all {
            assert_eq!(types.is_builtin(types.get(handle), b), a == b, "{a:?} {b:?}");
        }
    }
}
