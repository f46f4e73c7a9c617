//! Every overload of every built-in function that compute shaders have, called once and validated.

use super::builder::*;
use super::*;
use crate::builtins::{self, BuiltinType, ConstantRule, FUNCTIONS, ParameterMode as Mode, Prototype, TypeFamilyKind};
use crate::hir::*;
use smallvec::smallvec;

fn hir_type(b: &mut Builder, ty: BuiltinType) -> Type {
    let image = |shape, class| Type::Image(ImageType { shape, class });
    match ty {
        BuiltinType::Void => Type::Void,
        BuiltinType::Scalar(scalar) => Type::Scalar(scalar),
        BuiltinType::Vector(size, scalar) => Type::Vector(size, scalar),
        BuiltinType::Matrix { columns, rows, scalar } => Type::Matrix { columns, rows, scalar },
        BuiltinType::Array(element, length) => {
            let element = hir_type(b, *element);
            b.array(element, ArrayLength::Constant(length))
        }
        BuiltinType::Texture(shape) => image(shape, ImageClass::Sampled),
        BuiltinType::CombinedSampler(shape) => image(shape, ImageClass::Combined),
        BuiltinType::Image(shape) => {
            let format = match (shape.texel.kind, shape.texel.width) {
                (ScalarKind::Sint, 4) => spirv::ImageFormat::R32i,
                (ScalarKind::Uint, 4) => spirv::ImageFormat::R32ui,
                (ScalarKind::Sint, _) => spirv::ImageFormat::R64i,
                (ScalarKind::Uint, _) => spirv::ImageFormat::R64ui,
                _ => spirv::ImageFormat::R32f,
            };
            image(shape, ImageClass::Storage(format))
        }
        BuiltinType::Sampler { comparison } => Type::Sampler { comparison },
        BuiltinType::AccelerationStructure => Type::AccelerationStructure,
        BuiltinType::StateObject(object) => Type::StateObject(object),
        BuiltinType::Structure(_) => {
            let ty = b.module.types.builtin(ty);
            *b.module.types.get(ty)
        }
        BuiltinType::Dimensional(TypeFamilyKind::TensorView, dimensions) => {
            let count = dimensions.unwrap_or(1);
            let permutation =
                std::array::from_fn(|index| (index < usize::from(count)).then_some(TypeNumber::Constant(index as u32)));
            let (dimensions, has_dimensions) = (TypeNumber::Constant(count.into()), TypeNumber::Constant(0));
            TensorType::View { dimensions, has_dimensions, permutation }.into()
        }
        BuiltinType::Dimensional(_, dimensions) => {
            let dimensions = TypeNumber::Constant(dimensions.unwrap_or(1).into());
            TensorType::Layout { dimensions, clamp_mode: TypeNumber::Constant(0) }.into()
        }
        BuiltinType::AnyArray(element) => {
            let element = hir_type(b, *element);
            b.array(element, ArrayLength::Runtime)
        }
        BuiltinType::Family(TypeFamilyKind::CooperativeMatrix) => cooperative_matrix(b, "C"),
        BuiltinType::Family(TypeFamilyKind::FloatMatrixNv) => unsaid_matrix(b, Scalar::F32),
        BuiltinType::Family(TypeFamilyKind::SignedMatrixNv) => unsaid_matrix(b, Scalar::I32),
        BuiltinType::Family(TypeFamilyKind::UnsignedMatrixNv) => unsaid_matrix(b, Scalar::U32),
        BuiltinType::Family(TypeFamilyKind::CooperativeVector) => {
            let constant = b.constant_handle(ConstantKind::Scalar(1), Type::Scalar(Scalar::U32));
            let length = crate::hir::VectorLength { constant, known: Some(1), cooperative: true };
            Type::Vector(b.module.types.symbolic_size(length), Scalar::F32)
        }
        BuiltinType::Any => Type::Scalar(Scalar::F32),
        BuiltinType::Function(_) | BuiltinType::Family(_) => {
            panic!("no compute built-in takes {ty:?}")
        }
    }
}

/// The matrix that a parameter of this name takes.
fn cooperative_matrix(b: &mut Builder, name: &str) -> Type {
    let mut number = |value| b.constant_handle(ConstantKind::Scalar(value), Type::Scalar(Scalar::U32));
    let (scope, rows, columns) = (number(3), number(16), number(16));
    let matrix_use = match name {
        "A" => MatrixUse::A,
        "B" => MatrixUse::B,
        _ => MatrixUse::Accumulator,
    };
    let scalar = if name == "result" { SmallFloat::E4M3.scalar() } else { Scalar::F32 };
    let component = MatrixComponent::Scalar(scalar);
    CooperativeMatrix { component, scope, rows, columns, matrix_use }.into()
}

/// A matrix without a use, which may be any operand.
fn unsaid_matrix(b: &mut Builder, scalar: Scalar) -> Type {
    let matrix = cooperative_matrix(b, "C").cooperative_matrix().expect("a cooperative matrix");
    let component = MatrixComponent::Scalar(scalar);
    CooperativeMatrix { component, matrix_use: MatrixUse::Any, ..matrix }.into()
}

fn constant(b: &mut Builder, ty: &Type, bits: u64) -> Handle<Constant> {
    let kind = match ty {
        Type::Vector(size, scalar) => {
            let part = b.constant_handle(ConstantKind::Scalar(bits), Type::Scalar(*scalar));
            ConstantKind::Composite(vec![part; size.get() as usize])
        }
        &Type::Array { element, length: ArrayLength::Constant(length) } => {
            let element = *b.module.types.get(element);
            let part = constant(b, &element, bits);
            ConstantKind::Composite(vec![part; length as usize])
        }
        _ => ConstantKind::Scalar(bits),
    };
    b.constant_handle(kind, *ty)
}

fn argument(b: &mut Builder, name: &str, prototype: &'static Prototype, index: usize, instance: u16) -> Argument {
    let parameter = &prototype.parameters[index];
    let ty = match parameter.ty.at(instance) {
        BuiltinType::Family(TypeFamilyKind::CooperativeMatrix) if name.contains("Transpose") && index == 0 => {
            cooperative_matrix(b, "B")
        }
        BuiltinType::Family(TypeFamilyKind::CooperativeMatrix) => cooperative_matrix(b, parameter.name),
        ty => hir_type(b, ty),
    };
    let barrier = name.contains("arrier");
    if let Some(rule) = parameter.constant {
        let bits = match rule {
            ConstantRule::ClusterSize => 4,
            ConstantRule::Scope => 2,
            ConstantRule::StorageSemantics if barrier => 0x40,
            ConstantRule::Semantics if name.ends_with("Arrive") => 4,
            ConstantRule::Semantics if name.ends_with("Wait") => 2,
            ConstantRule::Semantics if barrier => 8,
            ConstantRule::StorageSemantics | ConstantRule::Semantics | ConstantRule::MatrixOperands => 0,
            ConstantRule::MatrixLayout => 0,
            _ => 1,
        };
        let handle = constant(b, &ty, bits);
        return Argument::Value(b.pure(ValueKind::Constant(handle), ty));
    }
    match parameter.mode {
        Mode::In => {
            let storage = if ty.is_opaque() { StorageClass::UniformConstant } else { StorageClass::Private };
            let global = b.global("argument", ty, storage);
            let place = b.place(PlaceRoot::Global(global), &[], ty);
            Argument::Value(b.load(place, ty))
        }
        Mode::Out | Mode::InOut => {
            let local = b.local("result", ty);
            Argument::Place(b.place(PlaceRoot::Local(local), &[], ty))
        }
        Mode::Memory => match ty {
            Type::Array { element, length: ArrayLength::Runtime } => {
                let element = *b.module.types.get(element);
                let (global, _) = b.buffer(element);
                Argument::Place(b.place(PlaceRoot::Global(global), &[PlaceStep::Member(0)], ty))
            }
            ty => Argument::Place(b.buffer(ty).1),
        },
        Mode::Image => {
            let global = b.global("image", ty, StorageClass::UniformConstant);
            Argument::Place(b.place(PlaceRoot::Global(global), &[], ty))
        }
        Mode::Object => {
            let local = b.local("object", ty);
            Argument::Place(b.place(PlaceRoot::Local(local), &[], ty))
        }
        Mode::Interpolant => panic!("compute shaders interpolate nothing"),
        Mode::Located(_) => panic!("compute shaders trace no rays"),
        Mode::Rest => panic!("an argument that may be left out"),
    }
}

/// A module that calls each overload of the function, in order.
fn module(function: &'static builtins::Function, prototypes: &[&'static Prototype]) -> hir::Module {
    let mut b = Builder::new();
    for &prototype in prototypes {
        for instance in 0..prototype.instances {
            let arguments: Vec<_> = (0..prototype.parameters.len())
                .map(|index| argument(&mut b, function.name, prototype, index, instance))
                .collect();
            let result = hir_type(&mut b, prototype.result.at(instance));
            let call = ValueKind::Builtin(Box::new(BuiltinCall {
                function,
                prototype,
                instance: instance.into(),
                argument_spans: smallvec![Span::UNDEFINED; arguments.len()],
                arguments: arguments.into(),
            }));
            let value = b.value(call, result);
            if result != Type::Void {
                let global = b.global("result", result, StorageClass::Private);
                let place = b.place(PlaceRoot::Global(global), &[], result);
                b.store(place, value);
            }
        }
    }
    b.finish()
}

#[test]
fn every_overload_is_valid() {
    let mut failures = Vec::new();
    for environment in [TargetEnvironment::Vulkan1_0, TargetEnvironment::Vulkan1_1, TargetEnvironment::Vulkan1_3] {
        let target = crate::target::Target::from(environment);
        let version = 0x0100 + u16::from(target.spirv.minor());
        for function in FUNCTIONS {
            let prototypes: Vec<_> = function
                .prototypes
                .iter()
                .filter(|row| row.gate.spirv <= version && row.gate.stages.contains(crate::stage::Stage::Compute))
                // Those that call functions are tested from their source.
                .filter(|row| !row.parameters.iter().any(|it| matches!(it.ty.at(0), BuiltinType::Function(_))))
                .filter(|row| !row.has_array_values())
                .collect();
            if prototypes.is_empty() {
                continue;
            }
            let mut module = module(function, &prototypes);
            let mut diagnostics = Diagnostics::default();
            // Cooperative matrices exist in the Vulkan memory model only.
            let is_matrix = |ty| matches!(ty, BuiltinType::Family(TypeFamilyKind::CooperativeMatrix));
            let matrices = prototypes.iter().any(|row| row.parameters.iter().any(|it| is_matrix(it.ty.at(0))));
            module.memory_model = if matrices { MemoryModel::Vulkan } else { MemoryModel::default() };
            match lower(&module, &Options { target, ..Options::default() }, &mut diagnostics) {
                None => {
                    failures.push(format!("{environment} {}: {}", function.name, diagnostics.as_slice()[0].message))
                }
                Some(lowered) => {
                    if let Some(complaint) = complaint(&lowered, environment) {
                        failures.push(format!("{environment} {}: {complaint}", function.name));
                    }
                }
            }
        }
    }
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n"));
}
