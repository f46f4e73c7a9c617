//! Built-ins on long vectors: every overload whose vectors may have any length is called with vectors of one, five and
//! five thousand components, and with a length from a specialization constant (GL_EXT_long_vector, chapter 8).

use crate::common;
use crate::common::{compile, parallel, validate};
use glslsub::internals::builtins::{
    BuiltinType, FUNCTIONS, Instruction, ParameterMode, Prototype, RowInstance, VectorSize,
};
use glslsub::internals::target::{Target, TargetEnvironment};
use std::fmt::Write;

/// A call of an overload with long vectors; `None` if an argument is more than a number.
fn shader(name: &str, prototype: &Prototype, instance: RowInstance, length: &str) -> Option<String> {
    let mut text = "#version 460\n#extension GL_EXT_long_vector : require\n".to_owned();
    text += "#extension GL_EXT_shader_explicit_arithmetic_types : require\n";
    for extension in prototype.gate.extensions.first().copied().unwrap_or_default() {
        writeln!(text, "#extension {} : require", extension.get().name).unwrap();
    }
    writeln!(text, "layout(local_size_x = 32) in;\n{length}\nvoid main() {{").unwrap();
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

/// Whether a recipe takes its vectors apart, which is impossible if their length is not known.
fn takes_apart(prototype: &Prototype, instance: RowInstance) -> bool {
    let steps = prototype.recipe(instance).map_or(&[][..], |recipe| recipe.steps);
    steps.iter().any(|step| matches!(step.instruction, Instruction::Each(_)))
}

fn check(size: VectorSize, length: &str) {
    let mut shaders = Vec::new();
    for function in FUNCTIONS.iter().filter(|function| common::wanted(function.name)) {
        let in_compute = |row: &&Prototype| row.gate.stages.contains(glslsub::internals::Stage::Compute);
        for prototype in function.prototypes.iter().filter(in_compute) {
            for row in 0..prototype.instances {
                let instance = RowInstance { row, size: Some(size) };
                if prototype.has_long_form(row) && !(size.is_symbolic() && takes_apart(prototype, instance)) {
                    shaders.extend(shader(function.name, prototype, instance, length));
                }
            }
        }
    }
    assert!(shaders.len() > 300, "only {} overloads take long vectors", shaders.len());
    let target = Target::from(TargetEnvironment::Vulkan1_3);
    let step = common::one_in(4, 16);
    let failures = parallel::failures(&shaders, |text| {
        let words = compile::spirv("test.comp", text, target).map_err(|error| format!("{text}\n{error}"))?;
        match validate::validate_one_in(step, &words, target).complaint() {
            Some(complaint) => Err(format!("{text}\n{complaint}")),
            None => Ok(()),
        }
    });
    common::report(shaders.len(), &failures);
}

#[test]
fn every_component_wise_overload_takes_long_vectors() {
    check(VectorSize::new(5).unwrap(), "");
}

#[test]
fn every_component_wise_overload_takes_vectors_of_one_component() {
    check(VectorSize::One, "");
}

/// A symbolic size is spelled `N`.
#[test]
fn every_component_wise_overload_takes_vectors_of_a_specialized_length() {
    check(VectorSize::symbolic(0), "layout(constant_id = 0) const uint N = 8;");
}

#[test]
fn every_component_wise_overload_takes_the_longest_vectors() {
    check(VectorSize::symbolic(0), "const uint N = 5000;");
}
