//! Folding against values that were computed by other means: exactly, by hand, or by another mathematical library.

mod instructions;
mod operators;
mod specialization;

use super::constant::vector_size;
use super::*;
use crate::hir::{ArrayLength, ConstantKind, ConstantOperation, Scalar, ScalarKind, Span, Type, VectorSize};

/// Types and constants of a test.
#[derive(Default)]
pub(super) struct Fixture {
    types: TypeTable,
    constants: UniqueArena<Constant>,
}

impl Fixture {
    pub fn folder(&mut self) -> Folder<'_> {
        Folder { types: &mut self.types, constants: &mut self.constants }
    }
}

/// `f32`, `i8`, `bool`.
pub(super) fn scalar_named(name: &str) -> Scalar {
    let kind = match &name[..1] {
        "i" => ScalarKind::Sint,
        "u" => ScalarKind::Uint,
        "f" => ScalarKind::Float,
        "b" => return Scalar::BOOL,
        _ => panic!("no scalar {name}"),
    };
    Scalar { kind, width: name[1..].parse::<u8>().unwrap() / 8 }
}

fn bits_of(scalar: Scalar, text: &str) -> u64 {
    match (scalar.kind, scalar.width) {
        (ScalarKind::Bool, _) => u64::from(text == "true"),
        (ScalarKind::Float, 2) if text == "nan" => 0x7e00,
        (ScalarKind::Float, 4) if text == "nan" => 0x7fc0_0000,
        (ScalarKind::Float, 8) if text == "nan" => 0x7ff8_0000_0000_0000,
        (ScalarKind::Float, 2) => u64::from(half::f16::from_f32(text.parse().unwrap()).to_bits()),
        (ScalarKind::Float, 4) => u64::from(text.parse::<f32>().unwrap().to_bits()),
        (ScalarKind::Float, _) => text.parse::<f64>().unwrap().to_bits(),
        _ => match text.strip_prefix("0x") {
            Some(digits) => u64::from_str_radix(digits, 16).unwrap(),
            None => text.parse::<i128>().unwrap() as u64,
        },
    }
}

/// A type: `f32`, `f32x3`, `f32x2x3` (columns, then rows).
pub(super) fn ty(folder: &mut Folder, text: &str) -> Handle<Type> {
    let mut parts = text.split('x');
    let scalar = scalar_named(parts.next().unwrap());
    let sizes: Vec<VectorSize> = parts.map(|it| vector_size(it.parse().unwrap()).unwrap()).collect();
    folder.types.insert(match sizes[..] {
        [] => Type::Scalar(scalar),
        [size] => Type::Vector(size, scalar),
        [columns, rows] => Type::Matrix { columns, rows, scalar },
        _ => panic!("no type {text}"),
    })
}

/// A constant: `i32 1`, a vector `f32 1 2 3`, a matrix of columns `f32 1 2 | 3 4`, a specialization constant `u32 spec0`
/// (also as a component).
pub(super) fn constant(folder: &mut Folder, text: &str) -> Handle<Constant> {
    let (name, values) = text.trim().split_once(' ').unwrap_or_else(|| panic!("no constant {text}"));
    let scalar = scalar_named(name);
    let mut columns = Vec::new();
    for column in values.split('|') {
        let mut leaves = Vec::new();
        for value in column.split_whitespace() {
            leaves.push(match value.strip_prefix("spec") {
                Some(id) => {
                    let ty = folder.types.insert(Type::Scalar(scalar));
                    let kind =
                        ConstantKind::Specialization { id: id.parse().unwrap(), default: 0, name: value.to_owned() };
                    folder.insert(ty, kind)
                }
                None => folder.scalar(scalar, bits_of(scalar, value)),
            });
        }
        columns.push(if leaves.len() == 1 {
            leaves[0]
        } else {
            let ty = folder.types.insert(Type::Vector(vector_size(leaves.len()).unwrap(), scalar));
            folder.compose(ty, &leaves).unwrap()
        });
    }
    if columns.len() == 1 {
        return columns[0];
    }
    let rows = folder.leaves(columns[0]).unwrap().len();
    let ty = Type::Matrix { columns: vector_size(columns.len()).unwrap(), rows: vector_size(rows).unwrap(), scalar };
    let ty = folder.types.insert(ty);
    folder.compose(ty, &columns).unwrap()
}

/// Constants separated by `;`.
pub(super) fn constants(folder: &mut Folder, text: &str) -> Vec<Handle<Constant>> {
    text.split(';').map(|it| constant(folder, it)).collect()
}

/// A constant as a text that names its parts.
pub(super) fn show(folder: &Folder, constant: Handle<Constant>) -> String {
    let it = &folder.constants[constant];
    let name = |scalar: Scalar| match scalar.kind {
        ScalarKind::Bool => "bool".to_owned(),
        ScalarKind::Sint => format!("i{}", scalar.width * 8),
        ScalarKind::Uint => format!("u{}", scalar.width * 8),
        _ => format!("f{}", scalar.width * 8),
    };
    match &it.kind {
        ConstantKind::Scalar(bits) => {
            let scalar = folder.types.scalar_of(it.ty).unwrap();
            let value = match (scalar.kind, scalar.width) {
                (ScalarKind::Bool, _) => (*bits != 0).to_string(),
                (ScalarKind::Float, _) => format!("{:?}", scalar::to_f64(scalar, *bits)),
                (ScalarKind::Sint, _) => (*bits as i64).to_string(),
                _ => bits.to_string(),
            };
            format!("{}:{value}", name(scalar))
        }
        ConstantKind::Null => "null".to_owned(),
        ConstantKind::Specialization { name, .. } => name.clone(),
        ConstantKind::Composite(parts) | ConstantKind::WorkgroupSize(parts) => {
            let parts: Vec<String> = parts.iter().map(|&part| show(folder, part)).collect();
            format!("[{}]", parts.join(" "))
        }
        ConstantKind::Operation(operation) => {
            let ty = name(folder.types.scalar_of(it.ty).unwrap());
            let show = |constant: &Handle<Constant>| show(folder, *constant);
            match operation {
                ConstantOperation::Unary(operation, x) => format!("{ty}:{operation:?}({})", show(x)),
                ConstantOperation::Binary(operation, x, y) => {
                    format!("{ty}:{operation:?}({}, {})", show(x), show(y))
                }
                ConstantOperation::DeviceLength(_) => format!("{ty}:Length"),
                ConstantOperation::DescriptorSize(..) => format!("{ty}:Size"),
                ConstantOperation::Convert(x) => format!("{ty}:Convert({})", show(x)),
                ConstantOperation::Select(c, x, y) => format!("{ty}:Select({}, {}, {})", show(c), show(x), show(y)),
                ConstantOperation::Extract(x, index) => format!("{ty}:Extract({}, {index})", show(x)),
                ConstantOperation::Swizzle(x, which) => format!("{ty}:Swizzle({}, {which:?})", show(x)),
            }
        }
    }
}

/// Compares with a constant in text form; `-` means none.
#[track_caller]
pub(super) fn expect(folder: &mut Folder, got: Option<Handle<Constant>>, expected: &str, what: &str) {
    let expected = if expected == "-" { None } else { Some(constant(folder, expected)) };
    if got != expected {
        let text = |it: Option<Handle<Constant>>| it.map_or("-".to_owned(), |it| show(folder, it));
        panic!("{what}\n     got: {}\nexpected: {}", text(got), text(expected));
    }
}
