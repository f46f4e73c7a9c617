//! One shader per overload of every built-in function of the compute stage, with that one call in it; a plain `cargo test` takes one of
//! four of those that differ in their types alone.
//!
//! Two calls in one shader would hide a capability that only one of them declares. Every shader is compiled for the
//! oldest target that the function's gate allows, one of each row for vulkan1.3, too. A sample of the modules is validated; with
//! `GLSLSUB_EXHAUSTIVE=1` all of them are, for every target. The instructions of subgroup functions are compared with the table in
//! `tests/common/subgroup.rs`, which was not made from `builtins/`.

use crate::common;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use crate::common::sample::is_chosen;
use crate::common::subgroup::{Class, KINDS, Operation, Value, operations};
use crate::common::{compile, parallel, validate};
use glslsub::internals::Stage;
use glslsub::internals::builtins::{
    BuiltinType, ConstantRule, FUNCTIONS, FunctionRule, ImageDimension, Parameter, ParameterMode, Prototype,
    TypeFamilyKind, scalar_name,
};
use glslsub::internals::hir::{Scalar, ScalarKind, SmallFloat};
use glslsub::internals::target::{Target, TargetEnvironment};
use rspirv::dr::{Instruction, Module, Operand};
use spirv::{Capability, Op};

/// One overload and how it is called.
struct Case {
    function: &'static str,
    prototype: &'static Prototype,
    instance: u16,
    /// Where `memory` arguments are.
    memory: Memory,
    /// Which of the gate's alternatives is enabled.
    alternative: usize,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Memory {
    Buffer,
    Shared,
}

impl Case {
    fn parameter_type(&self, parameter: &Parameter) -> BuiltinType {
        parameter.ty.at(self.instance)
    }

    fn name(&self) -> String {
        let types: Vec<String> =
            self.prototype.parameters.iter().map(|parameter| self.parameter_type(parameter).to_string()).collect();
        let memory = if self.has_memory() { format!(" in {:?}", self.memory) } else { String::new() };
        format!("{}({}){memory}", self.function, types.join(", "))
    }

    /// Whether it works on buffers only: functions that decode do, and products and sums of cooperative vectors.
    fn needs_buffer(&self) -> bool {
        let accumulates_or_multiplies = |opcode| {
            matches!(
                opcode,
                Op::CooperativeVectorMatrixMulNV
                    | Op::CooperativeVectorMatrixMulAddNV
                    | Op::CooperativeVectorOuterProductAccumulateNV
                    | Op::CooperativeVectorReduceSumAccumulateNV
            )
        };
        self.types().iter().any(|ty| matches!(ty, BuiltinType::Function(_)))
            || self.prototype.opcodes(self.instance).any(accumulates_or_multiplies)
    }

    fn has_memory(&self) -> bool {
        self.prototype.parameters.iter().any(|parameter| parameter.mode == ParameterMode::Memory)
    }

    /// Every type of the overload.
    fn types(&self) -> Vec<BuiltinType> {
        let parameters = self.prototype.parameters.iter().map(|parameter| self.parameter_type(parameter));
        parameters.chain([self.prototype.result.at(self.instance)]).collect()
    }
}

/// Whether Vulkan compute shaders have the type.
fn in_vulkan_compute(ty: BuiltinType) -> bool {
    match ty {
        BuiltinType::Texture(shape) | BuiltinType::Image(shape) | BuiltinType::CombinedSampler(shape) => {
            !matches!(shape.dimension, ImageDimension::Rect | ImageDimension::Subpass)
        }
        _ => true,
    }
}

fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for function in FUNCTIONS.iter().filter(|function| common::wanted(function.name)) {
        for prototype in function
            .prototypes
            .iter()
            .filter(|row| row.gate.stages.contains(Stage::Compute) || row.gate.more_stages.contains(Stage::Compute))
            // Those are covered by fixtures.
            .filter(|row| !row.has_array_values())
        {
            for instance in 0..prototype.instances {
                let alternatives = if needs_extension(prototype) { prototype.gate.extensions.len().max(1) } else { 1 };
                for alternative in 0..alternatives {
                    for memory in [Memory::Buffer, Memory::Shared] {
                        let case = Case { function: function.name, prototype, instance, memory, alternative };
                        if case.types().into_iter().all(in_vulkan_compute)
                            && (memory == Memory::Buffer || (case.has_memory() && !case.needs_buffer()))
                        {
                            cases.push(case);
                        }
                    }
                }
            }
        }
    }
    cases
}

/// Whether the prototype needs its extensions in the newest version.
fn needs_extension(prototype: &Prototype) -> bool {
    prototype.gate.core_desktop.is_none()
}

/// The extension that provides a component type by itself.
fn type_extension(scalar: Scalar) -> Option<&'static str> {
    match (scalar.kind, scalar.width) {
        (ScalarKind::Sint | ScalarKind::Uint, 1) => Some("GL_EXT_shader_explicit_arithmetic_types_int8"),
        (ScalarKind::Sint | ScalarKind::Uint, 2) => Some("GL_EXT_shader_explicit_arithmetic_types_int16"),
        (ScalarKind::Sint | ScalarKind::Uint, 8) => Some("GL_EXT_shader_explicit_arithmetic_types_int64"),
        (ScalarKind::Float, 2) => Some("GL_EXT_shader_explicit_arithmetic_types_float16"),
        (ScalarKind::SmallFloat(format), _) => Some(match format {
            SmallFloat::BFloat16 => "GL_EXT_bfloat16",
            SmallFloat::E4M3 => "GL_EXT_float_e4m3",
            SmallFloat::E5M2 => "GL_EXT_float_e5m2",
            SmallFloat::E2M1 => "GL_EXT_float_e2m1",
            SmallFloat::E2M3 => "GL_EXT_float_e2m3",
            SmallFloat::E3M2 => "GL_EXT_float_e3m2",
            SmallFloat::Ue8M0 => "GL_EXT_float_ue8m0",
            SmallFloat::MxInt8 => "GL_EXT_float_mxint8",
        }),
        _ => None,
    }
}

/// The buffer a scalar is read from or written to, so that no 8- or 16-bit storage is needed.
fn buffer_of(scalar: Scalar) -> &'static str {
    match scalar_name(scalar) {
        "float" | "float16_t" => "float",
        _ if scalar.kind.is_any_float() && scalar != Scalar::F64 => "float",
        "double" => "double",
        "int" | "int8_t" | "int16_t" => "int",
        "int64_t" => "int64_t",
        "uint64_t" => "uint64_t",
        _ => "uint",
    }
}

/// Collects declarations and statements of a shader.
#[derive(Default)]
struct Shader {
    /// The buffers of scalars in use, by component type.
    inputs: BTreeSet<&'static str>,
    outputs: BTreeSet<&'static str>,
    declarations: String,
    statements: String,
    tensors: usize,
    stored: usize,
    bindings: usize,
    /// How many halves an image atomic treats a texel as.
    halves: Option<u32>,
    locals: usize,
}

impl Shader {
    fn component(&mut self, scalar: Scalar, index: usize) -> String {
        let buffer = buffer_of(scalar);
        // Nothing converts to these at run time.
        if let ScalarKind::SmallFloat(format) = scalar.kind
            && format.is_microscaling()
        {
            return format!("{}({index})", format.name());
        }
        self.inputs.insert(buffer);
        format!("{}(in_{buffer}[{index}])", scalar_name(scalar))
    }

    /// An expression of type `ty` whose value is only known on the device.
    fn value(&mut self, ty: BuiltinType) -> String {
        match ty {
            BuiltinType::Scalar(scalar) => self.component(scalar, 0),
            BuiltinType::Vector(size, scalar) => self.composite(ty, scalar, size.get() as usize),
            BuiltinType::Matrix { columns, rows, scalar } => {
                self.composite(ty, scalar, columns.get() as usize * rows.get() as usize)
            }
            BuiltinType::Array(element, length) => {
                let elements: Vec<String> = (0..length).map(|_| self.value(*element)).collect();
                format!("{element}[{length}]({})", elements.join(", "))
            }
            BuiltinType::Dimensional(family, dimensions) => self.tensor(family, dimensions),
            _ => self.opaque(ty),
        }
    }

    /// The value of an argument.
    fn argument(&mut self, ty: BuiltinType, name: &str) -> String {
        let BuiltinType::Family(_) = ty else { return self.value(ty) };
        let matrix = type_text(ty, name);
        self.locals += 1;
        writeln!(self.statements, "    {matrix} local{} = {matrix}(1);", self.locals).unwrap();
        format!("local{}", self.locals)
    }

    fn composite(&mut self, ty: BuiltinType, scalar: Scalar, count: usize) -> String {
        let components: Vec<String> = (0..count).map(|index| self.component(scalar, index)).collect();
        format!("{ty}({})", components.join(", "))
    }

    /// A function that the built-in can call, for matrices of floats and tensors of one dimension.
    fn function(&mut self, rule: FunctionRule) -> String {
        let block = "const in Block block, const in uint at[1], const in uint inBlock[1]";
        let (name, text) = match rule {
            FunctionRule::Decode => ("decode", format!("float decode({block}) {{ return block.x; }}")),
            FunctionRule::DecodeVector => ("decode2", format!("vec2 decode2({block}) {{ return vec2(block.x); }}")),
            FunctionRule::Combine => {
                ("combine", "float combine(const in float a, const in float b) { return a + b; }".to_owned())
            }
            FunctionRule::Element => (
                "element",
                "float element(const in uint row, const in uint column, const in float x) { return x; }".to_owned(),
            ),
        };
        if rule == FunctionRule::Decode {
            writeln!(self.declarations, "layout(buffer_reference) readonly buffer Block {{ float x; }};").unwrap();
        }
        writeln!(self.declarations, "{text}").unwrap();
        name.to_owned()
    }

    /// A tensor layout or view with the required number of dimensions.
    fn tensor(&mut self, family: TypeFamilyKind, dimensions: Option<u8>) -> String {
        let family = if family == TypeFamilyKind::TensorView { "View" } else { "Layout" };
        let dimensions = dimensions.unwrap_or(1);
        let name = format!("tensor{}", self.tensors);
        self.tensors += 1;
        writeln!(self.statements, "    tensor{family}NV<{dimensions}> {name} = createTensor{family}NV({dimensions});")
            .unwrap();
        name
    }

    /// A variable of an opaque type.
    fn opaque(&mut self, ty: BuiltinType) -> String {
        let binding = self.bindings;
        self.bindings += 1;
        let format = match ty {
            BuiltinType::Image(shape) => match scalar_name(shape.texel) {
                "int" => ", r32i",
                "uint" => ", r32ui",
                "int64_t" => ", r64i",
                "uint64_t" => ", r64ui",
                "float16_t" => ", r16f",
                _ if self.halves == Some(2) => ", rg16f",
                _ if self.halves == Some(4) => ", rgba16f",
                _ => ", r32f",
            },
            _ => "",
        };
        writeln!(self.declarations, "layout(set = 1, binding = {binding}{format}) uniform {ty} opaque{binding};")
            .unwrap();
        format!("opaque{binding}")
    }

    /// A variable that holds state.
    fn object(&mut self, ty: BuiltinType) -> String {
        let name = format!("object{}", self.bindings);
        self.bindings += 1;
        writeln!(self.declarations, "{ty} {name};").unwrap();
        name
    }

    /// A place that atomics work on.
    fn memory(&mut self, ty: BuiltinType, memory: Memory) -> String {
        let binding = self.bindings;
        self.bindings += 1;
        let (ty, length) = match (ty, memory) {
            (BuiltinType::AnyArray(BuiltinType::Any), Memory::Buffer) => (FLOAT, "[]"),
            (BuiltinType::AnyArray(BuiltinType::Any), Memory::Shared) => (FLOAT, "[256]"),
            (BuiltinType::AnyArray(element), Memory::Buffer) => (*element, "[]"),
            (BuiltinType::AnyArray(element), Memory::Shared) => (*element, "[256]"),
            _ => (ty, ""),
        };
        match memory {
            Memory::Buffer => {
                writeln!(
                    self.declarations,
                    "layout(set = 1, binding = {binding}) buffer Memory{binding} {{ {ty} memory{binding}{length}; }};"
                )
            }
            Memory::Shared => writeln!(self.declarations, "shared {ty} memory{binding}{length};"),
        }
        .unwrap();
        format!("memory{binding}")
    }

    /// Stores every component of `expression` to a buffer.
    fn store(&mut self, ty: BuiltinType, expression: &str) {
        let (scalar, components): (Scalar, Vec<String>) = match ty {
            BuiltinType::Scalar(scalar) => (scalar, vec![expression.to_owned()]),
            BuiltinType::Vector(size, scalar) => {
                (scalar, (0..size.get() as usize).map(|index| format!("{expression}[{index}]")).collect())
            }
            BuiltinType::Matrix { columns, rows, scalar } => {
                let cells = (0..columns.get() as usize).flat_map(|column| {
                    (0..rows.get() as usize).map(move |row| format!("{expression}[{column}][{row}]"))
                });
                (scalar, cells.collect())
            }
            BuiltinType::Array(element, length) => {
                for index in 0..length {
                    self.store(*element, &format!("{expression}[{index}]"));
                }
                return;
            }
            _ => return,
        };
        let buffer = buffer_of(scalar);
        self.outputs.insert(buffer);
        for component in components {
            writeln!(self.statements, "    out_{buffer}[{}] = {buffer}({component});", self.stored).unwrap();
            self.stored += 1;
        }
    }
}

const FLOAT: BuiltinType = BuiltinType::Scalar(Scalar::F32);

/// The type of a variable for a parameter; for a family of types, one that the parameter accepts.
fn type_text(ty: BuiltinType, parameter: &str) -> String {
    match ty {
        BuiltinType::Family(TypeFamilyKind::CooperativeMatrix) => {}
        // The matrix has one row and one column, as the constants for its sizes say.
        BuiltinType::Family(TypeFamilyKind::CooperativeVector) => return "coopvecNV<float, 1>".to_owned(),
        BuiltinType::Family(TypeFamilyKind::FloatMatrixNv) => return "fcoopmatNV<32, 3, 16, 16>".to_owned(),
        BuiltinType::Family(TypeFamilyKind::SignedMatrixNv) => return "icoopmatNV<32, 3, 16, 16>".to_owned(),
        BuiltinType::Family(TypeFamilyKind::UnsignedMatrixNv) => return "ucoopmatNV<32, 3, 16, 16>".to_owned(),
        _ => return ty.to_string(),
    }
    let matrix_use = match parameter {
        "A" | "B" => parameter,
        _ => "Accumulator",
    };
    // A result parameter has 8-bit floats in the rows for these.
    let component = if parameter == "result" { "FLOAT8" } else { "float" };
    format!("coopmat<{component}, 3, 16, 16, gl_MatrixUse{matrix_use}>")
}

/// A constant for a parameter that must be constant.
fn constant(function: &str, rule: ConstantRule, ty: BuiltinType) -> String {
    // Barriers must order something, and the two halves of a split barrier each have their own order; atomic operations
    // need not.
    let (storage, order) = match function {
        "controlBarrierArrive" => ("Buffer", "Release"),
        "controlBarrierWait" => ("Buffer", "Acquire"),
        "controlBarrier" | "memoryBarrier" => ("Buffer", "AcquireRelease"),
        _ => ("None", "Relaxed"),
    };
    match rule {
        ConstantRule::Scope => "gl_ScopeWorkgroup".to_owned(),
        ConstantRule::StorageSemantics => format!("gl_StorageSemantics{storage}"),
        ConstantRule::Semantics => format!("gl_Semantics{order}"),
        ConstantRule::ClusterSize => "4u".to_owned(),
        ConstantRule::MatrixOperands => "gl_MatrixOperandsSaturatingAccumulation".to_owned(),
        _ => match ty {
            BuiltinType::Array(element, length) => {
                let elements: Vec<String> = (0..length).map(|index| format!("{element}({index})")).collect();
                format!("{element}[{length}]({})", elements.join(", "))
            }
            _ => format!("{ty}(1)"),
        },
    }
}

/// The shader with one call.
fn shader(case: &Case) -> String {
    let gate = case.prototype.gate;
    let mut shader = Shader::default();
    if let (true, BuiltinType::Vector(size, _)) =
        (case.function.starts_with("imageAtomic"), case.prototype.result.at(case.instance))
    {
        shader.halves = Some(size.get());
    }
    let mut extensions = BTreeSet::new();
    if needs_extension(case.prototype)
        && let Some(alternative) = gate.extensions.get(case.alternative)
    {
        extensions.extend(alternative.iter().map(|extension| extension.get().name));
    }
    // So far, extensions that add further stages are about derivatives.
    let derivatives = gate.more_stages.contains(Stage::Compute);
    if let Some(alternative) = gate.more_extensions.first().filter(|_| derivatives) {
        extensions.extend(alternative.iter().map(|extension| extension.get().name));
    }
    for ty in case.types() {
        extensions.extend(ty.element().and_then(type_extension));
    }
    let mut arguments = Vec::new();
    let mut outputs = Vec::new();
    for (index, parameter) in case.prototype.parameters.iter().enumerate() {
        let ty = case.parameter_type(parameter);
        if let BuiltinType::Function(rule) = ty {
            if rule == FunctionRule::Decode {
                extensions.insert("GL_EXT_buffer_reference");
            }
            arguments.push(shader.function(rule));
            continue;
        }
        let argument = match (parameter.constant, parameter.mode) {
            (Some(ConstantRule::CompileTime), _) => ["false", "true"][index % 2].to_owned(),
            // The order of the dimensions of a view, which must name each once.
            (Some(ConstantRule::Any), _) if case.function == "createTensorViewNV" => match index {
                0 => "5".to_owned(),
                1 => "true".to_owned(),
                _ => (index - 2).to_string(),
            },
            // A constant would not need ImageGatherExtended.
            (Some(ConstantRule::GatherOffset), _) => shader.argument(ty, parameter.name),
            (Some(rule), _) => constant(case.function, rule, ty),
            (None, ParameterMode::Rest) => continue,
            (None, ParameterMode::In | ParameterMode::Image) => shader.argument(ty, parameter.name),
            (None, ParameterMode::Object) => shader.object(ty),
            (None, ParameterMode::Out) => {
                // The transpose of an accumulator is a right factor.
                let transposed = case.function == "coopMatTransposeNV";
                let text = type_text(ty, if transposed { "B" } else { parameter.name });
                writeln!(shader.statements, "    {text} output{index};").unwrap();
                outputs.push((ty, format!("output{index}")));
                format!("output{index}")
            }
            (None, ParameterMode::InOut) => {
                let value = shader.argument(ty, parameter.name);
                let type_text = type_text(ty, parameter.name);
                writeln!(shader.statements, "    {type_text} output{index} = {value};").unwrap();
                outputs.push((ty, format!("output{index}")));
                format!("output{index}")
            }
            (None, ParameterMode::Memory | ParameterMode::Interpolant) => shader.memory(ty, case.memory),
            (None, ParameterMode::Located(_)) => panic!("compute shaders trace no rays"),
        };
        arguments.push(argument);
    }
    let call = format!("{}({})", case.function, arguments.join(", "));
    match case.prototype.result.at(case.instance) {
        BuiltinType::Void => writeln!(shader.statements, "    {call};").unwrap(),
        // The type depends on the arguments.
        BuiltinType::Dimensional(_, None) => {
            writeln!(shader.statements, "    {call};").unwrap();
        }
        ty => {
            writeln!(shader.statements, "    {} result = {call};", type_text(ty, "C")).unwrap();
            shader.store(ty, "result");
        }
    }
    for (ty, name) in outputs {
        shader.store(ty, &name);
    }
    let version = if gate.desktop.is_some() { "460" } else { "320 es" };
    let mut text = format!("#version {version}\n");
    if shader.inputs.iter().chain(&shader.outputs).any(|name| name.contains("64")) {
        extensions.insert("GL_EXT_shader_explicit_arithmetic_types_int64");
    }
    for extension in extensions {
        match extension {
            "GL_EXT_vulkan_glsl_relaxed" => text.push_str("// relaxed_vulkan: on\n"),
            _ => writeln!(text, "#extension {extension} : require").unwrap(),
        }
    }
    if shader.statements.contains("FLOAT8") {
        let known = [("GL_EXT_float_e5m2", "floate5m2_t"), ("GL_EXT_float_e4m3", "floate4m3_t")];
        let float8 = known.iter().find(|(extension, _)| text.contains(extension)).map_or("float", |it| it.1);
        writeln!(text, "#define FLOAT8 {float8}").unwrap();
    }
    text.push_str("layout(local_size_x = 8) in;\n");
    if derivatives {
        text.push_str("layout(derivative_group_linearKHR) in;\n");
    }
    for (direction, set, names) in [("in", 2, &shader.inputs), ("out", 3, &shader.outputs)] {
        for (binding, name) in names.iter().enumerate() {
            writeln!(
                text,
                "layout(set = {set}, binding = {binding}) buffer Block_{direction}_{name} {{ {name} {direction}_{name}[]; }};"
            )
            .unwrap();
        }
    }
    text + &shader.declarations + "void main() {\n" + &shader.statements + "}\n"
}

/// The targets to compile for.
fn targets(case: &Case) -> Vec<TargetEnvironment> {
    let minor = case.prototype.gate.spirv & 0xff;
    let version = |environment: &TargetEnvironment| u16::from(environment.spirv_version().minor());
    let able: Vec<_> =
        TargetEnvironment::ALL.iter().copied().filter(|environment| version(environment) >= minor).collect();
    if common::required("GLSLSUB_EXHAUSTIVE") {
        return able;
    }
    let mut some = vec![able[0]];
    let newest = able.iter().copied().filter(|environment| *environment <= TargetEnvironment::Vulkan1_3).max();
    some.extend(newest.filter(|newest| case.instance == 0 && *newest > some[0]));
    some
}

fn check(case: &Case, expected: &BTreeMap<String, Operation>) -> Result<(), String> {
    let text = shader(case);
    let name = case.name();
    for environment in targets(case) {
        let target = Target::from(environment);
        let words = compile::spirv(&name, &text, target).map_err(|error| format!("{environment}: {error}\n{text}"))?;
        if let Some(complaint) = validate::validate_one_in(common::one_in(4, 8), &words, target).complaint() {
            return Err(format!("{name}: invalid for {environment}: {complaint}\n{text}"));
        }
        if let Some(operation) = expected.get(case.function) {
            let module = rspirv::dr::load_words(&words).map_err(|error| format!("{name}: {error:?}"))?;
            instructions(case, operation, &module)
                .map_err(|error| format!("{name}, {environment}: {error}\n{text}"))?;
        }
    }
    Ok(())
}

/// Compares the group instructions and capabilities of a module with the table of operations.
fn instructions(case: &Case, operation: &Operation, module: &Module) -> Result<(), String> {
    let is_group = |instruction: &&Instruction| instruction.class.opname.starts_with("GroupNonUniform");
    let found: Vec<&Instruction> = module.all_inst_iter().filter(is_group).collect();
    let [instruction] = found[..] else {
        return Err(format!("expected one group instruction, found {found:?}"));
    };
    let class = class_of(case);
    let opcode = operation.opcode(class).ok_or_else(|| format!("the function does not exist for {class:?}"))?;
    if instruction.class.opcode != opcode {
        return Err(format!("expected {opcode:?}, found {:?}", instruction.class.opcode));
    }
    let mut operands = instruction.operands.iter();
    if operation.scope {
        let scope = operands.next().and_then(|operand| constant_value(module, operand));
        if scope != Some(spirv::Scope::Subgroup as u32) {
            return Err(format!("the execution scope is {scope:?}"));
        }
    }
    if let Some(group) = operation.group
        && operands.next() != Some(&Operand::GroupOperation(group))
    {
        return Err(format!("the group operation is not {group:?}: {:?}", instruction.operands));
    }
    // After them the arguments, and the direction of a swap.
    let direction = usize::from(opcode == Op::GroupNonUniformQuadSwap);
    let rest = operands.len();
    if rest != case.prototype.parameters.len() + direction {
        return Err(format!("{rest} operands for the arguments: {:?}", instruction.operands));
    }
    let capabilities: BTreeSet<String> = module
        .capabilities
        .iter()
        .filter_map(|instruction| match instruction.operands.first() {
            Some(Operand::Capability(capability)) => Some(format!("{capability:?}")),
            _ => None,
        })
        .filter(|name| name.contains("GroupNonUniform") || name.contains("QuadControl"))
        .filter(|name| *name != "GroupNonUniform")
        .collect();
    let mut wanted = BTreeSet::from([format!("{:?}", operation.capability)]);
    wanted.remove("GroupNonUniform");
    if operation.capability == Capability::QuadControlKHR {
        wanted.insert(format!("{:?}", Capability::GroupNonUniformVote));
    }
    if capabilities != wanted {
        return Err(format!("expected the capabilities {wanted:?}, found {capabilities:?}"));
    }
    Ok(())
}

/// The opcode column of a call: that of its value argument.
fn class_of(case: &Case) -> Class {
    let scalar = case.prototype.parameters.first().and_then(|parameter| case.parameter_type(parameter).element());
    match scalar.map(|scalar| scalar.kind) {
        Some(ScalarKind::Float) => Class::Float,
        Some(ScalarKind::Sint) => Class::Signed,
        Some(ScalarKind::Bool) => Class::Bool,
        _ => Class::Unsigned,
    }
}

/// The value of an operand that is the id of a constant.
fn constant_value(module: &Module, operand: &Operand) -> Option<u32> {
    let (Operand::IdRef(id) | Operand::IdScope(id)) = operand else { return None };
    let constant = module.types_global_values.iter().find(|instruction| instruction.result_id == Some(*id))?;
    match constant.operands.first() {
        Some(Operand::LiteralBit32(value)) => Some(*value),
        _ => None,
    }
}

/// The sample that is validated is one of as many as it says.
#[test]
fn samples_have_their_size() {
    let chosen = |step| (0..4000).filter(|&word| is_chosen(step, &[word])).count();
    assert_eq!(chosen(1), 4000);
    assert!((900..1100).contains(&chosen(4)), "{}", chosen(4));
}

#[test]
fn every_overload_compiles_to_a_valid_module() {
    let expected: BTreeMap<String, Operation> =
        operations().into_iter().map(|operation| (operation.name.clone(), operation)).collect();
    // The instances of a row differ in their types alone.
    let step = common::one_in(1, 4);
    let cases: Vec<Case> = cases().into_iter().filter(|case| usize::from(case.instance).is_multiple_of(step)).collect();
    let failures = parallel::failures(&cases, |case| check(case, &expected));
    common::report(cases.len(), &failures);
    common::shout(&format!(
        "{} overloads compiled, one shader each; those that were validated, but for what is said to be skipped, are valid",
        cases.len()
    ));
}

/// The tables have every function of the subgroup extensions for every type, and for no other type.
#[test]
fn subgroup_functions_are_complete() {
    for operation in operations() {
        let mut wanted: BTreeSet<String> = match operation.value {
            Value::None => BTreeSet::from([String::new()]),
            Value::Bool => BTreeSet::from(["bool".to_owned()]),
            Value::Ballot => BTreeSet::from(["uvec4".to_owned()]),
            Value::Any => KINDS
                .iter()
                .filter(|kind| operation.opcode(kind.class).is_some())
                .flat_map(|kind| (1..=4).map(|components| kind.glsl(components)))
                .collect(),
        };
        let function = FUNCTIONS.iter().find(|function| function.name == operation.name);
        let function = function.unwrap_or_else(|| panic!("{} is missing", operation.name));
        for prototype in function.prototypes {
            for instance in 0..prototype.instances {
                let ty = prototype.parameters.first().map(|parameter| parameter.ty.at(instance).to_string());
                let ty = ty.unwrap_or_default();
                assert!(wanted.remove(&ty), "{}({ty}) exists twice or should not exist", operation.name);
                let on = |names: &[&str]| {
                    prototype.gate.extensions.iter().all(|alternative| {
                        names.iter().all(|name| alternative.iter().any(|extension| extension.get().name == *name))
                    })
                };
                assert!(on(operation.extensions), "{}({ty}) needs {:?}", operation.name, operation.extensions);
                let kind = KINDS.iter().find(|kind| (1..=4).any(|components| kind.glsl(components) == ty));
                if let Some(extension) = kind.and_then(|kind| kind.extension) {
                    assert!(on(&[extension]), "{}({ty}) needs {extension}", operation.name);
                }
            }
        }
        assert!(wanted.is_empty(), "{} is missing for {wanted:?}", operation.name);
    }
}
