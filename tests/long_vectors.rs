//! Built-ins on long vectors: every overload whose vectors may have any length is called with vectors of five components
//! (GL_EXT_long_vector, chapter 8).
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

mod common;

use common::{compile, parallel, validate};
use glslsub::builtins::{BuiltinType, FUNCTIONS, ParameterMode, Prototype, RowInstance, VectorSize};
use glslsub::target::{Target, TargetEnvironment};
use std::fmt::Write;

/// A call of an overload with long vectors; `None` where an argument is more than a number.
fn shader(name: &str, prototype: &Prototype, instance: RowInstance) -> Option<String> {
    let mut text = "#version 460\n#extension GL_EXT_long_vector : require\n".to_owned();
    text += "#extension GL_EXT_shader_explicit_arithmetic_types : require\n";
    for extension in prototype.gate.extensions.first().copied().unwrap_or_default() {
        writeln!(text, "#extension {} : require", extension.get().name).unwrap();
    }
    text += "layout(local_size_x = 32) in;\nvoid main() {\n";
    let mut arguments = Vec::new();
    for (index, parameter) in prototype.parameters.iter().enumerate() {
        let ty = parameter.ty.at(instance);
        if !matches!(ty, BuiltinType::Scalar(_) | BuiltinType::Vector(..))
            || !matches!(parameter.mode, ParameterMode::In | ParameterMode::Out | ParameterMode::InOut)
        {
            return None;
        }
        if parameter.constant.is_some() {
            arguments.push(format!("{ty}(2)"));
            continue;
        }
        writeln!(text, "    {ty} a{index} = {ty}(2);").unwrap();
        arguments.push(format!("a{index}"));
    }
    let result = match prototype.result.at(instance) {
        BuiltinType::Void => String::new(),
        ty => format!("{ty} result = "),
    };
    writeln!(text, "    {result}{name}({});\n}}", arguments.join(", ")).unwrap();
    Some(text)
}

#[test]
fn every_component_wise_overload_takes_long_vectors() {
    let size = VectorSize::new(5);
    let mut shaders = Vec::new();
    for function in FUNCTIONS.iter().filter(|function| common::wanted(function.name)) {
        let in_compute = |row: &&Prototype| row.gate.stages.contains(naga::ShaderStage::Compute);
        for prototype in function.prototypes.iter().filter(in_compute) {
            for row in 0..prototype.instances {
                if prototype.has_long_form(row) {
                    shaders.extend(shader(function.name, prototype, RowInstance { row, size }));
                }
            }
        }
    }
    assert!(shaders.len() > 300, "only {} overloads take long vectors", shaders.len());
    let target = Target::from(TargetEnvironment::Vulkan1_3);
    let failures = parallel::failures(&shaders, |text| {
        let words = compile::spirv("test.comp", text, target).map_err(|error| format!("{text}\n{error}"))?;
        match validate::validate(&words, target).complaint() {
            Some(complaint) => Err(format!("{text}\n{complaint}")),
            None => Ok(()),
        }
    });
    common::report(shaders.len(), &failures);
}
