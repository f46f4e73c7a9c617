//! Types, layouts, loads and stores, constants, capabilities.

use super::builder::*;
use super::*;
use crate::hir::*;
use rspirv::spirv::{Capability, Decoration, MemoryAccess, MemorySemantics};
use smallvec::smallvec;

const INT16: Type = Type::Scalar(Scalar { kind: ScalarKind::Sint, width: 2 });
const DOUBLE: Type = Type::Scalar(Scalar { kind: ScalarKind::Float, width: 8 });

fn declares(module: &crate::spirv::Module, capability: Capability) -> bool {
    module.capabilities.iter().any(|it| it.operand(0) == Some(capability as u32))
}

#[test]
fn blocks_have_bools_matrices_and_nested_structures() {
    let mut b = Builder::new();
    let matrix = Type::Matrix { columns: VectorSize::Tri, rows: VectorSize::Bi, scalar: Scalar::F32 };
    let flags = Type::Vector(VectorSize::Tri, Scalar { kind: ScalarKind::Bool, width: 1 });
    let matrices = b.array(matrix, ArrayLength::Constant(2));
    let plain = b.structure("Plain", &[("m", matrices), ("f", FLOAT)], None);
    let inner = b.structure("Inner", &[("flag", BOOL), ("flags", flags), ("m", matrices)], None);
    let inners = b.array(inner, ArrayLength::Constant(3));
    let members = [("inners", inners), ("plain", plain), ("flags", flags)];
    for (rules, storage) in
        [(PackingRules::Std140, StorageClass::Uniform), (PackingRules::Std430, StorageClass::StorageBuffer)]
    {
        let block = b.structure("Block", &members, Some(rules));
        let global = PlaceRoot::Global(b.global("block", block, storage));
        for (index, ty) in [inners, plain, flags].into_iter().enumerate() {
            let place = b.place(global, &[PlaceStep::Member(index as u32)], ty);
            let value = b.load(place, ty);
            let local = b.local("copy", ty);
            let local = b.place(PlaceRoot::Local(local), &[], ty);
            b.store(local, value);
            if storage == StorageClass::StorageBuffer {
                b.store(place, value);
            }
        }
    }
    let module = b.finish();
    validate(&module);
    // Types without bools are copied whole if the version can: `plain` and three times `m`, twice from and once to
    // memory.
    assert_eq!(count(&lowered(&module, TargetEnvironment::Vulkan1_3), Op::CopyLogical), 12);
    assert_eq!(count(&lowered(&module, TargetEnvironment::Vulkan1_1), Op::CopyLogical), 0);
}

#[test]
fn swizzled_stores_touch_only_their_components() {
    let mut b = Builder::new();
    let (_, place) = b.buffer(VEC4);
    let swizzled = Place { swizzle: Some([2, 0].into_iter().collect()), ..b.function.places[place].clone() };
    let swizzled = b.function.places.append(swizzled, Span::UNDEFINED);
    let pair = b.load(swizzled, Type::Vector(VectorSize::Bi, Scalar::F32));
    b.store(swizzled, pair);
    let module = b.finish();
    validate(&module);
    let lowered = lowered(&module, TargetEnvironment::Vulkan1_1);
    assert_eq!((count(&lowered, Op::Load), count(&lowered, Op::Store), count(&lowered, Op::VectorShuffle)), (1, 2, 1));
}

#[test]
fn small_types_that_are_only_stored_need_no_arithmetic() {
    let build = |computes: bool| {
        let mut b = Builder::new();
        let (_, place) = b.buffer(INT16);
        let small = b.load(place, INT16);
        let float = b.value(ValueKind::Convert(small), FLOAT);
        let back = b.value(ValueKind::Convert(float), INT16);
        let result = if computes { b.binary(BinaryOperation::Add, back, small, INT16) } else { back };
        b.store(place, result);
        b.finish()
    };
    for computes in [false, true] {
        let module = build(computes);
        validate(&module);
        let lowered = lowered(&module, TargetEnvironment::Vulkan1_1);
        assert!(declares(&lowered, Capability::StorageBuffer16BitAccess));
        assert_eq!(declares(&lowered, Capability::Int16), computes);
    }
}

#[test]
fn every_conversion_is_valid() {
    let scalars: Vec<Scalar> = [
        (ScalarKind::Bool, &[1][..]),
        (ScalarKind::Sint, &[1, 2, 4, 8]),
        (ScalarKind::Uint, &[1, 2, 4, 8]),
        (ScalarKind::Float, &[2, 4, 8]),
    ]
    .into_iter()
    .flat_map(|(kind, widths)| widths.iter().map(move |&width| Scalar { kind, width }))
    .collect();
    let mut b = Builder::new();
    for &from in &scalars {
        for &to in &scalars {
            for size in [None, Some(VectorSize::Tri)] {
                let ty = |scalar| size.map_or(Type::Scalar(scalar), |size| Type::Vector(size, scalar));
                let local = b.local("from", ty(from));
                let place = b.place(PlaceRoot::Local(local), &[], ty(from));
                let value = b.load(place, ty(from));
                b.value(ValueKind::Convert(value), ty(to));
            }
        }
    }
    validate(&b.finish());
}

#[test]
fn specialization_constants_stay_symbolic() {
    let mut b = Builder::new();
    let size = b.constant_handle(ConstantKind::Specialization { id: 3, default: 8, name: "SIZE".into() }, UINT);
    let mut sum = size;
    for _ in 0..20_000 {
        let operation = ConstantOperation::Binary(BinaryOperation::Add, sum, size);
        sum = b.constant_handle(ConstantKind::Operation(operation), UINT);
    }
    let signed = b.constant_handle(ConstantKind::Operation(ConstantOperation::Convert(sum)), INT);
    let wide = Type::Scalar(Scalar { kind: ScalarKind::Sint, width: 8 });
    let wide = b.constant_handle(ConstantKind::Operation(ConstantOperation::Convert(signed)), wide);
    let truth = b.constant_handle(ConstantKind::Operation(ConstantOperation::Convert(signed)), BOOL);
    let number = b.constant_handle(ConstantKind::Operation(ConstantOperation::Convert(truth)), INT);
    let array = b.array(VEC4, ArrayLength::Specialization(size));
    let shared = b.global("cells", array, StorageClass::Workgroup);
    let index = b.pure(ValueKind::Constant(signed), INT);
    let place = b.place(PlaceRoot::Global(shared), &[PlaceStep::Index(index)], VEC4);
    let value = b.load(place, VEC4);
    b.store(place, value);
    let one = b.constant_handle(ConstantKind::Scalar(1), UINT);
    let size3 = Type::Vector(VectorSize::Tri, Scalar::U32);
    let workgroup = b.constant_handle(ConstantKind::WorkgroupSize(vec![size, one, one]), size3);
    let group = b.module.entry_point.workgroup.as_mut().unwrap();
    group.size[0] = WorkgroupDimension::Specialization(size);
    group.constant = Some(workgroup);
    for constant in [wide, number] {
        let ty = b.module.constants[constant].ty;
        let ty = *b.module.types.get(ty);
        let local = b.local("x", ty);
        let place = b.place(PlaceRoot::Local(local), &[], ty);
        let value = b.pure(ValueKind::Constant(constant), ty);
        b.store(place, value);
    }
    let module = b.finish();
    validate(&module);
    for (environment, by_id) in [(TargetEnvironment::Vulkan1_2, false), (TargetEnvironment::Vulkan1_3, true)] {
        let lowered = lowered(&module, environment);
        let decorated = lowered.annotations.iter().any(|it| {
            it.has_enumerant(1, Decoration::BuiltIn as u32) && it.has_enumerant(2, spirv::BuiltIn::WorkgroupSize as u32)
        });
        let mode = spirv::ExecutionMode::LocalSizeId as u32;
        let has_mode = lowered.execution_modes.iter().any(|it| it.has_enumerant(1, mode));
        assert_eq!((decorated, has_mode), (!by_id, by_id), "a specialized workgroup size for {environment}");
    }
}

#[test]
fn aggregates_are_compared_and_selected() {
    let mut b = Builder::new();
    let matrix = Type::Matrix {
        columns: VectorSize::Bi,
        rows: VectorSize::Quad,
        scalar: Scalar { kind: ScalarKind::Float, width: 8 },
    };
    let array = b.array(BOOL, ArrayLength::Constant(2));
    let pair = b.structure("Pair", &[("m", matrix), ("a", array), ("i", INT), ("v", VEC4)], None);
    let (_, out) = b.buffer(UINT);
    for ty in [matrix, array, pair, VEC4, FLOAT, BOOL, DOUBLE] {
        let mut values = Vec::new();
        for _ in 0..2 {
            let local = b.local("x", ty);
            let place = b.place(PlaceRoot::Local(local), &[], ty);
            values.push(b.load(place, ty));
        }
        let equal = b.binary(BinaryOperation::Equal, values[0], values[1], BOOL);
        let differ = b.binary(BinaryOperation::NotEqual, values[0], values[1], BOOL);
        let either = b.binary(BinaryOperation::LogicalOr, equal, differ, BOOL);
        let one = b.value(ValueKind::Convert(either), UINT);
        b.store(out, one);
        b.value(ValueKind::Select { condition: equal, accept: values[0], reject: values[1] }, ty);
    }
    validate(&b.finish());
}

#[test]
fn matrix_arithmetic_is_valid() {
    let mut b = Builder::new();
    let (columns, rows, scalar) = (VectorSize::Tri, VectorSize::Bi, Scalar::F32);
    let matrix = Type::Matrix { columns, rows, scalar };
    let other = Type::Matrix { columns: rows, rows: columns, scalar };
    let square = Type::Matrix { columns: rows, rows, scalar };
    let value = |b: &mut Builder, ty: &Type| {
        let local = b.local("x", *ty);
        let place = b.place(PlaceRoot::Local(local), &[], *ty);
        b.load(place, *ty)
    };
    let (m, t) = (value(&mut b, &matrix), value(&mut b, &other));
    let (row, column) = (Type::Vector(columns, scalar), Type::Vector(rows, scalar));
    let (r, c, f) = (value(&mut b, &row), value(&mut b, &column), value(&mut b, &FLOAT));
    use BinaryOperation::*;
    for (operation, left, right, ty) in [
        (Add, m, m, &matrix),
        (Subtract, m, m, &matrix),
        (Divide, m, m, &matrix),
        (Multiply, m, t, &square),
        (Multiply, m, r, &column),
        (Multiply, c, m, &row),
        (Multiply, m, f, &matrix),
        (Multiply, f, m, &matrix),
        (Multiply, r, f, &row),
        (Multiply, f, r, &row),
        (Multiply, r, r, &row),
    ] {
        b.binary(operation, left, right, *ty);
    }
    b.value(ValueKind::Unary { operation: UnaryOperation::Negate, operand: m }, matrix);
    let module = b.finish();
    validate(&module);
    let lowered = lowered(&module, TargetEnvironment::Vulkan1_1);
    for opcode in [Op::MatrixTimesMatrix, Op::MatrixTimesVector, Op::VectorTimesMatrix] {
        assert_eq!(count(&lowered, opcode), 1);
    }
    assert_eq!((count(&lowered, Op::MatrixTimesScalar), count(&lowered, Op::VectorTimesScalar)), (2, 2));
}

#[test]
fn references_to_their_own_block_are_aligned() {
    let mut b = Builder::new();
    let node = b.module.types.structs.append(
        Struct {
            name: "Node".into(),
            members: Vec::new(),
            block: Some(BlockLayout { rules: PackingRules::Std430, reference_alignment: 16, hit_object_record: None }),
            is_interface_block: false,
        },
        Span::UNDEFINED,
    );
    let reference = Type::Reference(node);
    let member = |b: &mut Builder, name: &str, ty: Type, offset| Member {
        name: name.into(),
        ty: b.ty(ty),
        offset: Some(offset),
        major: MatrixMajor::Column,
        qualifiers: MemoryQualifiers::NONE,
        precise: false,
        interface: Default::default(),
        decorations: Vec::new(),
        span: Span::UNDEFINED,
    };
    let members = vec![member(&mut b, "next", reference, 0), member(&mut b, "value", UINT, 8)];
    b.module.types.structs.get_mut(node).members = members;
    let block = b.structure("Root", &[("head", reference)], Some(PackingRules::Std430));
    let root = b.global("root", block, StorageClass::PushConstant);
    let head = b.place(PlaceRoot::Global(root), &[PlaceStep::Member(0)], reference);
    let head = b.load(head, reference);
    let next = b.place(PlaceRoot::Reference(head), &[PlaceStep::Member(0)], reference);
    let next = b.load(next, reference);
    let local = b.local("node", reference);
    let local = b.place(PlaceRoot::Local(local), &[], reference);
    b.store(local, next);
    let next = b.load(local, reference);
    let value = b.place(PlaceRoot::Reference(next), &[PlaceStep::Member(1)], UINT);
    let loaded = b.load(value, UINT);
    b.store(value, loaded);
    let module = b.finish();
    validate(&module);
    let lowered = lowered(&module, TargetEnvironment::Vulkan1_2);
    let alignments: Vec<_> = lowered
        .functions
        .iter()
        .filter(|it| it.operands().contains(&(MemoryAccess::ALIGNED.bits(), super::section::Role::Enumerant)))
        .filter(|it| matches!(it.opcode(), Op::Load | Op::Store))
        .map(|it| it.operands().last().map(|it| it.0))
        .collect();
    assert_eq!(alignments, [Some(16), Some(8), Some(8)]);
}

#[test]
fn qualifiers_become_decorations_or_operands() {
    let build = || {
        let mut b = Builder::new();
        let (global, place) = b.buffer(UINT);
        b.module.globals.get_mut(global).qualifiers = MemoryQualifiers::COHERENT;
        b.function.places.get_mut(place).access = MemoryQualifiers::COHERENT;
        let value = b.load(place, UINT);
        b.store(place, value);
        b.finish()
    };
    let mut module = build();
    validate(&module);
    let options = Options::default();
    let text = disassemble(&lowered_with(&module, &options));
    assert!(text.contains("Coherent") && !text.contains("NonPrivatePointer"), "{text}");
    module.memory_model = MemoryModel::Vulkan;
    let vulkan = lowered_with(&module, &options);
    assert_eq!(complaint(&vulkan, options.target.environment), None);
    let text = disassemble(&vulkan);
    assert!(
        !text.contains("Coherent") && text.contains("NON_PRIVATE_POINTER") | text.contains("NonPrivatePointer"),
        "{text}"
    );
}

#[test]
fn aliased_variables_are_decorated_in_either_memory_model() {
    for model in [MemoryModel::Glsl450, MemoryModel::Vulkan] {
        let mut b = Builder::new();
        let (global, place) = b.buffer(UINT);
        b.module.globals.get_mut(global).qualifiers = MemoryQualifiers::ALIASED;
        let value = b.load(place, UINT);
        b.store(place, value);
        let mut module = b.finish();
        module.memory_model = model;
        let text = disassemble(&lowered_with(&module, &Options::default()));
        assert_eq!(text.matches("Aliased").count(), 1, "{text}");
    }
}

#[test]
fn only_the_vulkan_memory_model_has_volatile_atomics() {
    let semantics = |model, access| super::super::memory::atomic_semantics(model, access);
    let (volatile, coherent) = (MemoryQualifiers::VOLATILE, MemoryQualifiers::COHERENT);
    assert_eq!(semantics(MemoryModel::Vulkan, volatile), MemorySemantics::VOLATILE.bits());
    assert_eq!(semantics(MemoryModel::Vulkan, coherent), 0);
    // There, the variable has the decoration Volatile.
    assert_eq!(semantics(MemoryModel::Glsl450, volatile), 0);
}

#[test]
fn array_length_and_strip() {
    let mut b = Builder::new();
    let (global, place) = b.buffer(UINT);
    let array = b.array(UINT, ArrayLength::Runtime);
    let whole = b.place(PlaceRoot::Global(global), &[PlaceStep::Member(0)], array);
    let length = b.value(ValueKind::ArrayLength(whole), INT);
    let length = b.value(ValueKind::Convert(length), UINT);
    b.store(place, length);
    let module = b.finish();
    validate(&module);
    let stripped = lowered_with(&module, &Options { strip: true, ..Options::default() });
    assert!(stripped.names.words().is_empty());
    assert!(!lowered_with(&module, &Options::default()).names.words().is_empty());
}

#[test]
fn image_parameters_take_the_format_of_what_they_get() {
    let mut b = Builder::new();
    let shape = crate::builtins::ImageShape {
        dimension: crate::builtins::ImageDimension::D2,
        arrayed: false,
        multisampled: false,
        shadow: false,
        texel: Scalar::F32,
    };
    let image = |format| Type::Image(ImageType { shape, class: ImageClass::Storage(format) });
    let parameter_type = b.ty(image(spirv::ImageFormat::Unknown));
    b.function.name = "size".into();
    b.function.parameters = vec![Parameter {
        name: "image".into(),
        ty: parameter_type,
        mode: ParameterMode::Resource,
        qualifiers: MemoryQualifiers::NONE,
        decorations: Vec::new(),
    }];
    let parameter = b.place(PlaceRoot::Parameter(0), &[], image(spirv::ImageFormat::Unknown));
    let function = crate::builtins::function("imageSize").unwrap();
    let (prototype, instance) = function
        .prototypes
        .iter()
        .flat_map(|row| (0..row.instances).map(move |instance| (row, instance)))
        .find(|(row, instance)| row.parameter_type(0, *instance) == crate::builtins::BuiltinType::Image(shape))
        .unwrap();
    let arguments = vec![Argument::Place(parameter)];
    let call = ValueKind::Builtin(Box::new(BuiltinCall {
        function,
        prototype,
        instance: instance.into(),
        argument_spans: smallvec![Span::UNDEFINED; arguments.len()],
        arguments: arguments.into(),
    }));
    b.value(call, Type::Vector(VectorSize::Bi, Scalar::I32));
    let callee = b.end_function();
    for format in [spirv::ImageFormat::R32f, spirv::ImageFormat::Rgba8, spirv::ImageFormat::R32f] {
        let global = b.global("image", image(format), StorageClass::UniformConstant);
        let place = b.place(PlaceRoot::Global(global), &[], image(format));
        let arguments = vec![Argument::Place(place)];
        b.value(ValueKind::Call { function: callee, arguments }, Type::Void);
    }
    let module = b.finish();
    validate(&module);
    assert_eq!(count(&lowered(&module, TargetEnvironment::Vulkan1_1), Op::Function), 3);
}

#[test]
fn limits_end_in_a_diagnostic() {
    let mut b = Builder::new();
    let mut nested = FLOAT;
    for _ in 0..300 {
        nested = b.structure("S", &[("a", nested), ("b", nested)], None);
    }
    let local = b.local("deep", nested);
    let place = b.place(PlaceRoot::Local(local), &[], nested);
    b.load(place, nested);
    let mut diagnostics = Diagnostics::default();
    assert!(lower(&b.finish(), &Options::default(), &mut diagnostics).is_none());
    assert_eq!(diagnostics.as_slice()[0].code, Code::TypesTooDeep);

    let mut b = Builder::new();
    let mut nested = FLOAT;
    for _ in 0..30 {
        nested = b.structure("S", &[("a", nested), ("b", nested)], None);
    }
    let block = b.structure("Block", &[("all", nested)], Some(PackingRules::Std430));
    let global = b.global("block", block, StorageClass::StorageBuffer);
    let place = b.place(PlaceRoot::Global(global), &[PlaceStep::Member(0)], nested);
    let value = b.load(place, nested);
    b.store(place, value);
    let mut diagnostics = Diagnostics::default();
    assert!(lower(&b.finish(), &Options::default(), &mut diagnostics).is_none());
    assert_eq!(diagnostics.as_slice()[0].code, Code::TooManyIds);
}
