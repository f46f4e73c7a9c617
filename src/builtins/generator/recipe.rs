//! Checks the recipe of one row: operands name parameters or earlier steps, enumerants exist, results fit.
//!
//! Comes in: the parsed recipe and the row's parameters. Goes out: the recipe as Rust expressions. Must not depend on:
//! gates.

use super::Error;
use super::model::{Parameter, Recipe, Step, StepType, TypeRef};
use super::spirv_names;
use super::tree;

/// What a recipe may refer to.
pub struct Context<'a> {
    /// The row.
    pub parameters: &'a [Parameter],
    /// Whether the row returns a value.
    pub has_result: bool,
    /// Resolves a type or set name in this expansion of the row.
    pub resolve: &'a dyn Fn(&tree::TypeName) -> Result<TypeRef, Error>,
}

/// Whether an instruction has a result id.
fn has_result(name: &str) -> bool {
    !name.contains("Store") && !WITHOUT_RESULT.contains(&name)
}

/// Instructions without a result id that recipes use, besides those that [store](has_result).
const WITHOUT_RESULT: &[&str] = &[
    "OpImageWrite",
    "OpCooperativeVectorOuterProductAccumulateNV",
    "OpCooperativeVectorReduceSumAccumulateNV",
    "OpControlBarrier",
    "OpControlBarrierArriveINTEL",
    "OpControlBarrierWaitINTEL",
    "OpMemoryBarrier",
    "OpEmitVertex",
    "OpEmitStreamVertex",
    "OpEndStreamPrimitive",
    "OpEndPrimitive",
    "OpEmitMeshTasksEXT",
    "OpSetMeshOutputsEXT",
    "OpWritePackedPrimitiveIndices4x8NV",
    "OpAssumeTrueKHR",
    "OpBeginInvocationInterlockEXT",
    "OpEndInvocationInterlockEXT",
    "OpTraceRayKHR",
    "OpTraceNV",
    "OpExecuteCallableKHR",
    "OpExecuteCallableNV",
    "OpIgnoreIntersectionNV",
    "OpTerminateRayNV",
    "OpRayQueryInitializeKHR",
    "OpRayQueryTerminateKHR",
    "OpRayQueryGenerateIntersectionKHR",
    "OpRayQueryConfirmIntersectionKHR",
    "OpTraceRayMotionNV",
    "OpHitObjectTraceRayNV",
    "OpHitObjectRecordHitNV",
    "OpHitObjectRecordHitWithIndexNV",
    "OpHitObjectRecordMissNV",
    "OpHitObjectRecordEmptyNV",
    "OpHitObjectExecuteShaderNV",
    "OpHitObjectGetAttributesNV",
    "OpHitObjectTraceRayMotionNV",
    "OpHitObjectRecordHitMotionNV",
    "OpHitObjectRecordHitWithIndexMotionNV",
    "OpHitObjectRecordMissMotionNV",
    "OpReorderThreadWithHintNV",
    "OpReorderThreadWithHitObjectNV",
    "OpHitObjectTraceRayEXT",
    "OpHitObjectRecordMissEXT",
    "OpHitObjectRecordEmptyEXT",
    "OpHitObjectExecuteShaderEXT",
    "OpHitObjectGetAttributesEXT",
    "OpHitObjectSetShaderBindingTableRecordIndexEXT",
    "OpHitObjectTraceRayMotionEXT",
    "OpHitObjectRecordMissMotionEXT",
    "OpHitObjectRecordFromQueryEXT",
    "OpReorderThreadWithHintEXT",
    "OpReorderThreadWithHitObjectEXT",
    "OpHitObjectReorderExecuteShaderEXT",
    "OpHitObjectTraceReorderExecuteEXT",
    "OpHitObjectTraceMotionReorderExecuteEXT",
];

struct Builder<'a> {
    context: &'a Context<'a>,
    names: Vec<(String, usize)>,
    steps: Vec<Step>,
}

/// Checks one recipe; the row's capabilities are filled in by the caller.
pub fn check(context: &Context<'_>, recipe: &tree::Recipe) -> Result<Recipe, Error> {
    let mut kinds = 0;
    for kind in &recipe.kinds {
        kinds |= match kind.text.as_str() {
            "float" => 1,
            "int" => 2,
            "uint" => 4,
            "bool" => 8,
            _ => return Err(Error::new(kind.position, format!("`{}` is not an element kind", kind.text))),
        };
    }
    let conditions = recipe.conditions.iter().map(|it| condition(context, it)).collect::<Result<_, _>>()?;
    let mut builder = Builder { context, names: Vec::new(), steps: Vec::new() };
    let mut result = None;
    let mut outputs: Vec<(usize, String)> = Vec::new();
    let mut last = super::Position::default();
    for line in &recipe.lines {
        last = line.position;
        if result.is_some() {
            return Err(Error::new(line.position, "nothing may follow `return`".to_owned()));
        }
        match &line.target {
            tree::Target::Arrow if context.has_result => {
                result = Some(builder.value(&line.value, StepType::Result)?);
            }
            tree::Target::Arrow | tree::Target::Nothing => {
                let tree::Value::Step { instruction, .. } = &line.value else {
                    return Err(Error::new(line.position, "a bare operand does nothing".to_owned()));
                };
                let without = matches!(instruction, tree::Instruction::Core(name)
                    if !has_result(&name.text));
                if !without {
                    return Err(Error::new(line.position, "the result of this instruction is lost".to_owned()));
                }
                builder.value(&line.value, StepType::Void)?;
            }
            tree::Target::Return => {
                if !context.has_result {
                    return Err(Error::new(line.position, "a void function returns nothing".to_owned()));
                }
                result = Some(builder.value(&line.value, StepType::Result)?);
            }
            tree::Target::Name(name, ty) => {
                if let Some(index) = builder.parameter(&name.text) {
                    let is_output = context.parameters.get(index).is_some_and(|p| matches!(p.mode, "Out" | "InOut"));
                    if !is_output || ty.is_some() || outputs.iter().any(|(other, _)| *other == index) {
                        let message = format!("`{}` is a parameter that can't be set here", name.text);
                        return Err(Error::new(name.position, message));
                    }
                    let value = builder.value(&line.value, StepType::Of("Parameter", index))?;
                    outputs.push((index, value));
                    continue;
                }
                if builder.names.iter().any(|(other, _)| *other == name.text) {
                    return Err(Error::new(name.position, format!("there is already a step `{}`", name.text)));
                }
                if let tree::Value::Operand(_) = line.value {
                    return Err(Error::new(line.position, "a step is an instruction".to_owned()));
                }
                let ty = match ty {
                    Some(ty) => builder.step_type(ty)?,
                    None if context.has_result => StepType::Result,
                    None => return Err(Error::new(name.position, format!("the step `{}` needs a type", name.text))),
                };
                builder.value(&line.value, ty)?;
                builder.names.push((name.text.clone(), builder.steps.len() - 1));
            }
        }
    }
    if context.has_result && result.is_none() {
        return Err(Error::new(last, "the recipe returns nothing".to_owned()));
    }
    for (index, parameter) in context.parameters.iter().enumerate() {
        if matches!(parameter.mode, "Out" | "InOut") && !outputs.iter().any(|(output, _)| *output == index) {
            return Err(Error::new(last, format!("the recipe does not set `{}`", parameter.name)));
        }
    }
    Ok(Recipe {
        kinds: if kinds == 0 { u16::MAX } else { kinds },
        conditions,
        capabilities: Vec::new(),
        extra_capabilities: Vec::new(),
        spirv_extensions: Vec::new(),
        steps: builder.steps,
        result,
        outputs,
    })
}

fn condition(context: &Context<'_>, condition: &tree::Condition) -> Result<String, Error> {
    let parameter = |name: &tree::Name| {
        let index = context.parameters.iter().position(|parameter| parameter.name == name.text);
        index.ok_or_else(|| Error::new(name.position, format!("there is no parameter `{}`", name.text)))
    };
    Ok(match condition {
        tree::Condition::Spirv(version) => format!("Condition::Spirv({version:#06x})"),
        tree::Condition::Option(name) => match name.text.as_str() {
            "nv_shuffle_clamp" => "Condition::Option(RecipeOption::NvShuffleClamp)".to_owned(),
            _ => return Err(Error::new(name.position, format!("there is no option `{}`", name.text))),
        },
        tree::Condition::Constant(name) => format!("Condition::Constant({})", parameter(name)?),
        tree::Condition::Equal(name, value) => format!("Condition::Equal({}, {value})", parameter(name)?),
        tree::Condition::Below(name, other) => format!("Condition::Below({}, {})", parameter(name)?, parameter(other)?),
    })
}

impl Builder<'_> {
    fn parameter(&self, name: &str) -> Option<usize> {
        self.context.parameters.iter().position(|parameter| parameter.name == name)
    }

    /// Adds the instruction, if the value is one, and returns the operand that names the value.
    fn value(&mut self, value: &tree::Value, ty: StepType) -> Result<String, Error> {
        let (instruction, operands, image_operands) = match value {
            tree::Value::Operand(operand) => return self.operand(operand),
            tree::Value::Step { instruction, operands, image_operands } => (instruction, operands, image_operands),
        };
        if let tree::Instruction::Word(name) = instruction
            && name.text == "input"
        {
            return self.input(name, operands, ty);
        }
        let instruction = instruction_text(instruction, operands.len(), matches!(ty, StepType::Void))?;
        let operands = operands.iter().map(|operand| self.operand(operand)).collect::<Result<_, _>>()?;
        let mut resolved: Vec<(u32, &'static str, Vec<String>)> = Vec::new();
        for (name, arguments) in image_operands {
            let Some((bit, rust, count)) = spirv_names::image_operand(&name.text) else {
                return Err(Error::new(name.position, format!("there is no image operand `{}`", name.text)));
            };
            if arguments.len() != count {
                return Err(Error::new(name.position, format!("`{}` takes {count} operands", name.text)));
            }
            let arguments = arguments.iter().map(|operand| self.operand(operand)).collect::<Result<_, _>>()?;
            resolved.push((bit, rust, arguments));
        }
        resolved.sort_by_key(|(bit, ..)| *bit);
        self.steps.push(Step { instruction, ty, operands, image_operands: resolved });
        Ok(format!("Operand::Step({})", self.steps.len() - 1))
    }

    /// `input(BuiltIn)`: the value of a built-in variable of SPIR-V.
    fn input(&mut self, name: &tree::Name, operands: &[tree::Operand], ty: StepType) -> Result<String, Error> {
        let [tree::Operand::Name(builtin)] = operands else {
            return Err(Error::new(name.position, "`input` takes a SPIR-V built-in".to_owned()));
        };
        if !spirv_names::is_builtin(&builtin.text) {
            return Err(Error::new(builtin.position, format!("SPIR-V has no built-in `{}`", builtin.text)));
        }
        let instruction = format!("Instruction::Input(spirv::BuiltIn::{})", builtin.text);
        self.steps.push(Step { instruction, ty, operands: Vec::new(), image_operands: Vec::new() });
        Ok(format!("Operand::Step({})", self.steps.len() - 1))
    }

    fn operand(&self, operand: &tree::Operand) -> Result<String, Error> {
        Ok(match operand {
            tree::Operand::Name(name) => match name.text.as_str() {
                "legacy_device" => "Operand::LegacyDeviceScope".to_owned(),
                "task_payload" => "Operand::TaskPayload".to_owned(),
                "legacy_semantics" => "Operand::LegacySemantics".to_owned(),
                "true" | "false" => format!("Operand::Bool({})", name.text),
                text if text.starts_with("gl_") => format!("Operand::Variable({text:?})"),
                _ => self.named(name, "", "")?,
            },
            tree::Operand::Member(name, member) => self.named(name, "Member", &format!(", {member}"))?,
            tree::Operand::Of(word, arguments) => {
                let index = |name: &tree::Name| {
                    self.parameter(&name.text)
                        .ok_or_else(|| Error::new(name.position, format!("there is no parameter `{}`", name.text)))
                };
                let indices = arguments.iter().map(index).collect::<Result<Vec<_>, _>>()?;
                match (word.text.as_str(), indices.as_slice()) {
                    ("semantics", [storage, order]) => format!("Operand::CombinedSemantics({storage}, {order})"),
                    ("payload_location", [located]) => format!("Operand::Location({located}, Located::RayPayload)"),
                    ("callable_location", [located]) => format!("Operand::Location({located}, Located::CallableData)"),
                    ("array", [array]) => format!("Operand::Array({array})"),
                    ("element", [array, index]) => format!("Operand::Element({array}, {index})"),
                    ("tensor_operands", all) => {
                        let all: Vec<String> = all.iter().map(ToString::to_string).collect();
                        format!("Operand::TensorOperands(&[{}])", all.join(", "))
                    }
                    ("memory_operands", [memory]) => format!("Operand::MemoryOperands({memory})"),
                    ("matrix_operands", [a, b, c]) => format!("Operand::MatrixOperands([{a}, {b}, {c}], None)"),
                    ("matrix_operands", [a, b, c, flags]) => {
                        format!("Operand::MatrixOperands([{a}, {b}, {c}], Some({flags}))")
                    }
                    _ => {
                        let message = format!("there is no operand `{}` with {} parameters", word.text, indices.len());
                        return Err(Error::new(word.position, message));
                    }
                }
            }
            tree::Operand::Enumerant(kind, values) => Self::enumerant(kind, values)?,
            tree::Operand::Rest(_) if self.parameter("...").is_some() => "Operand::Rest".to_owned(),
            &tree::Operand::Rest(position) => {
                let message = "`...` needs a parameter `...`, or parameters repeated by `per`".to_owned();
                return Err(Error::new(position, message));
            }
            tree::Operand::Literal(value) => format!("Operand::Literal({value})"),
            tree::Operand::Uint(value) => format!("Operand::Uint({value})"),
            tree::Operand::Int(value) => format!("Operand::Int({value})"),
            tree::Operand::Float(value) => format!("Operand::Float({value:?})"),
        })
    }

    fn named(&self, name: &tree::Name, suffix: &str, rest: &str) -> Result<String, Error> {
        if let Some((_, step)) = self.names.iter().find(|(other, _)| *other == name.text) {
            return Ok(format!("Operand::Step{suffix}({step}{rest})"));
        }
        match self.parameter(&name.text) {
            Some(parameter) => Ok(format!("Operand::Parameter{suffix}({parameter}{rest})")),
            None => {
                Err(Error::new(name.position, format!("`{}` is neither a parameter nor an earlier step", name.text)))
            }
        }
    }

    fn enumerant(kind: &tree::Name, values: &[tree::Name]) -> Result<String, Error> {
        let unknown = |value: &tree::Name| {
            Error::new(value.position, format!("`{}` has no enumerant `{}`", kind.text, value.text))
        };
        let (Some(first), rest) = (values.first(), values.get(1..).unwrap_or_default()) else {
            return Err(Error::new(kind.position, "an enumerant is missing".to_owned()));
        };
        match kind.text.as_str() {
            "Semantics" => {
                let mut bits = 0;
                for value in values {
                    bits |= spirv_names::memory_semantics(&value.text).ok_or_else(|| unknown(value))?;
                }
                Ok(format!("Operand::Semantics({bits:#x})"))
            }
            _ if !rest.is_empty() => Err(Error::new(kind.position, format!("`{}` takes one enumerant", kind.text))),
            "Scope" if spirv_names::is_scope(&first.text) => {
                Ok(format!("Operand::Scope(spirv::Scope::{})", first.text))
            }
            "GroupOperation" => match spirv_names::group_operation(&first.text) {
                Some(value) => Ok(format!("Operand::Literal({value})")),
                None => Err(unknown(first)),
            },
            "PackedVectorFormat" => match spirv_names::packed_vector_format(&first.text) {
                Some(value) => Ok(format!("Operand::Literal({value})")),
                None => Err(unknown(first)),
            },
            "Scope" => Err(unknown(first)),
            _ => Err(Error::new(kind.position, format!("there is no enumeration `{}`", kind.text))),
        }
    }

    fn step_type(&self, ty: &tree::StepType) -> Result<StepType, Error> {
        Ok(match ty {
            tree::StepType::Type(ty) => StepType::Type((self.context.resolve)(ty)?),
            tree::StepType::Structure(members) => {
                let members: Result<Vec<TypeRef>, Error> = members.iter().map(self.context.resolve).collect();
                StepType::Structure(members?)
            }
            tree::StepType::Of(word, argument) => {
                let variant = match word.text.as_str() {
                    "residency" => return Ok(StepType::Residency((self.context.resolve)(argument)?)),
                    "texel_as" => return Ok(StepType::TexelPointerAs((self.context.resolve)(argument)?)),
                    "typeof" => "Parameter",
                    "image" => "ImageOf",
                    "texel" => "TexelPointer",
                    _ => {
                        return Err(Error::new(word.position, format!("there is no type `{}(...)`", word.text)));
                    }
                };
                let Some(parameter) = self.parameter(&argument.name.text) else {
                    let message = format!("there is no parameter `{}`", argument.name.text);
                    return Err(Error::new(argument.name.position, message));
                };
                StepType::Of(variant, parameter)
            }
        })
    }
}

/// A core instruction, without its prefix.
fn core_instruction(name: &tree::Name) -> Result<&str, Error> {
    let op = name.text.strip_prefix("Op").unwrap_or(&name.text);
    if spirv_names::core_instruction(op) {
        return Ok(op);
    }
    Err(Error::new(name.position, format!("SPIR-V has no instruction `{}`", name.text)))
}

/// The Rust text of an instruction other than `input`, with this many operands and with or without a result.
fn instruction_text(instruction: &tree::Instruction, operand_count: usize, is_void: bool) -> Result<String, Error> {
    Ok(match instruction {
        tree::Instruction::Core(name) => {
            let op = core_instruction(name)?;
            if has_result(&name.text) == is_void {
                return Err(Error::new(name.position, format!("`{}` has no result", name.text)));
            }
            format!("Instruction::Core(spirv::Op::{op})")
        }
        tree::Instruction::Each(name) => format!("Instruction::Each(spirv::Op::{})", core_instruction(name)?),
        tree::Instruction::Ext(name) => match spirv_names::vendor_instruction(&name.text) {
            Some((set, number)) => format!(
                "Instruction::Extended(ExtendedInstruction {{ set: {set:?}, number: {number}, name: {:?} }})",
                name.text
            ),
            None if spirv_names::ext_instruction(&name.text) => {
                format!("Instruction::Ext(spirv::GlslStd450Op::{})", name.text)
            }
            None => {
                let message = format!("no extended instruction set has `{}`", name.text);
                return Err(Error::new(name.position, message));
            }
        },
        tree::Instruction::Young(name, capability) => {
            let Some(opcode) = spirv_names::young(&spirv_names::YOUNG_INSTRUCTIONS, &name.text) else {
                return Err(Error::new(name.position, format!("no young instruction is called `{}`", name.text)));
            };
            let Some(number) = spirv_names::young(&spirv_names::YOUNG_CAPABILITIES, &capability.text) else {
                let message = format!("no young capability is called `{}`", capability.text);
                return Err(Error::new(capability.position, message));
            };
            format!(
                "Instruction::Young(YoungInstruction {{ name: {:?}, opcode: {opcode}, capability: {number} }})",
                name.text
            )
        }
        tree::Instruction::Word(name) => {
            let (variant, count) = match name.text.as_str() {
                "splat" => ("Splat", 1),
                "convert" => ("Convert", 1),
                "saturated_convert" => ("SaturatedConvert", 1),
                "bitcast_extract" => ("BitcastExtract", 2),
                "one" => ("One", 0),
                "zero" => ("Zero", 0),
                _ => ("MatrixMultiplyComponents", 2),
            };
            if operand_count != count {
                return Err(Error::new(name.position, format!("`{}` takes {count} operands", name.text)));
            }
            format!("Instruction::{variant}")
        }
    })
}
