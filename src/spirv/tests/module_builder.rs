//! A shader built from scratch through `hir::builder`, as a front end other than GLSL builds it.

use super::*;
use crate::hir::builder::{FunctionBuilder, Given, ModuleBuilder};
use crate::hir::verify::verify;
use crate::hir::{ArrayLength, BinaryOperation, PackingRules, ResourceBinding, Scalar, StorageClass, VectorSize};
use crate::stage::Stage;

/// `for (uint i = gl_GlobalInvocationID.x; i < count; i += 64) if (subgroupAny(data[i].x > 0)) data[i] *= factor;`
#[test]
fn a_kernel_from_nothing() {
    let mut module = ModuleBuilder::new(Stage::Compute);
    module.workgroup_size = [64, 1, 1];
    let (float, uint) = (module.scalar(Scalar::F32), module.scalar(Scalar::U32));
    let vec4 = module.vector(VectorSize::Quad, Scalar::F32);
    let array = module.array(vec4, ArrayLength::Runtime);
    let data = module.block("Data", PackingRules::Std430, &[("data", array)]);
    let binding = ResourceBinding { set: 0, binding: 0 };
    let data = module.resource("data_block", data, StorageClass::StorageBuffer, binding);
    let parameters = module.block("Parameters", PackingRules::Std430, &[("factor", float), ("count", uint)]);
    let parameters = module.global("parameters", parameters, StorageClass::PushConstant);
    let (data, parameters) = (module.place(data), module.place(parameters));
    let data = module.member(&data, 0);
    let (factor, count) = (module.member(&parameters, 0), module.member(&parameters, 1));

    let mut main = FunctionBuilder::new(module.void());
    let zero = main.int(&mut module, 0);
    let ids = main.builtin_variable(&mut module, "gl_GlobalInvocationID").unwrap();
    let id = module.element(&ids, zero);
    let id = main.load(&mut module, &id);
    let i = main.variable("i", uint);
    main.store(&i, id);

    let mut round = main.open_loop();
    let (here, end) = (main.load(&mut module, &i), main.load(&mut module, &count));
    let more = main.binary(&mut module, BinaryOperation::Less, here, end);
    main.open_body(&mut round, Some(more));
    let element = module.element(&data, here);
    let value = main.load(&mut module, &element);
    let x = main.extract(&mut module, value, 0);
    let nothing = main.float(&mut module, 0.0);
    let positive = main.binary(&mut module, BinaryOperation::Greater, x, nothing);
    let any = main.builtin(&mut module, "subgroupAny", &[Given::Value(positive)]).unwrap();
    let branch = main.open_if(any);
    let factor = main.load(&mut module, &factor);
    let scaled = main.binary(&mut module, BinaryOperation::Multiply, value, factor);
    main.store(&element, scaled);
    main.close_if(branch);
    main.open_continuing(&mut round);
    let step = main.uint(&mut module, 64);
    let here = main.load(&mut module, &i);
    let next = main.binary(&mut module, BinaryOperation::Add, here, step);
    main.store(&i, next);
    main.close_loop(round, None);

    let main = module.function(main.finish("main"));
    let module = module.finish(main);
    assert_eq!(verify(&module), Ok(()));
    for environment in [TargetEnvironment::Vulkan1_1, TargetEnvironment::Vulkan1_2, TargetEnvironment::Vulkan1_3] {
        let lowered = lowered(&module, environment);
        if let Some(complaint) = complaint(&lowered, environment) {
            panic!("{environment}: {complaint}\n{}", disassemble(&lowered));
        }
        for opcode in [Op::GroupNonUniformAny, Op::VectorTimesScalar, Op::LoopMerge, Op::SelectionMerge] {
            assert_eq!(super::count(&lowered, opcode), 1, "{opcode:?}");
        }
    }
}
