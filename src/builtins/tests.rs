//! Checks the tables against rspirv's grammar and for consistency.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use std::collections::BTreeSet;

use rspirv::dr;
use rspirv::grammar::{
    GLSL_STD_450_INSTRUCTION_TABLE, INSTRUCTION_TABLE, LogicalOperand, OperandKind, OperandQuantifier,
};
use spirv::Capability;

use super::*;

/// Every recipe of functions and values with the name of its row.
fn recipes() -> impl Iterator<Item = (&'static str, &'static Prototype, &'static Recipe)> {
    FUNCTIONS.iter().chain(VALUES).chain(OPERATIONS).flat_map(|function| {
        function
            .prototypes
            .iter()
            .flat_map(move |row| row.recipes.iter().map(move |recipe| (function.name, row, recipe)))
    })
}

/// Whether the operand can be used where the grammar requires `kind`.
fn fits(operand: &Operand, kind: OperandKind) -> bool {
    let is_id = !matches!(
        operand,
        Operand::Literal(_) | Operand::MemoryOperands(_) | Operand::MatrixOperands(..) | Operand::TensorOperands(_)
    );
    match kind {
        OperandKind::IdScope => {
            matches!(operand, Operand::Scope(_) | Operand::LegacyDeviceScope | Operand::Parameter(_))
        }
        OperandKind::IdMemorySemantics => matches!(
            operand,
            Operand::Semantics(_) | Operand::LegacySemantics | Operand::CombinedSemantics(..) | Operand::Parameter(_)
        ),
        OperandKind::IdRef => is_id && !matches!(operand, Operand::Scope(_) | Operand::Semantics(_)),
        OperandKind::GroupOperation => {
            matches!(operand, Operand::Literal(value) if spirv::GroupOperation::from_u32(*value).is_some())
        }
        OperandKind::PackedVectorFormat => {
            matches!(operand, Operand::Literal(value) if spirv::PackedVectorFormat::from_u32(*value).is_some())
        }
        OperandKind::LiteralInteger => matches!(operand, Operand::Literal(_)),
        OperandKind::MemoryAccess => matches!(operand, Operand::MemoryOperands(_)),
        OperandKind::TensorAddressingOperands => matches!(operand, Operand::TensorOperands(_)),
        OperandKind::CooperativeMatrixReduce => matches!(operand, Operand::Parameter(_)),
        OperandKind::CooperativeMatrixOperands => matches!(operand, Operand::MatrixOperands(..)),
        _ => false,
    }
}

/// Matches the operands of a step with the grammar; `Err` says what is wrong.
fn match_operands(step: &Step, grammar: &[LogicalOperand]) -> Result<(), String> {
    let mut operands = step.operands.iter().peekable();
    let mut takes_image_operands = false;
    for logical in grammar {
        match logical.kind {
            OperandKind::IdResultType | OperandKind::IdResult => continue,
            OperandKind::ImageOperands => takes_image_operands = true,
            kind => {
                let mut count = 0;
                while operands.peek().is_some_and(|operand| fits(operand, kind)) {
                    operands.next();
                    count += 1;
                    if logical.quantifier != OperandQuantifier::ZeroOrMore {
                        break;
                    }
                }
                if count == 0 && logical.quantifier == OperandQuantifier::One {
                    return Err(format!("wants {kind:?}, has {:?}", operands.peek()));
                }
            }
        }
    }
    if matches!(step.instruction, Instruction::Core(op) if YOUNGER_OPERAND.contains(&op)) {
        operands.next();
    }
    if let Some(left) = operands.next() {
        return Err(format!("does not take {left:?}"));
    }
    if !step.image_operands.is_empty() && !takes_image_operands {
        return Err("takes no image operands".to_owned());
    }
    if !step.image_operands.windows(2).all(|pair| pair[0].0.bits() < pair[1].0.bits()) {
        return Err("image operands are not in the order of their bits".to_owned());
    }
    Ok(())
}

/// Instructions that have one more operand, an optional one, than in the grammar of the crate
/// (SPV_EXT_shader_invocation_reorder, revision 3).
const YOUNGER_OPERAND: &[spirv::Op] = &[spirv::Op::HitObjectRecordFromQueryEXT];

#[test]
fn every_step_fits_the_grammar() {
    for (name, _, recipe) in recipes() {
        for step in recipe.steps {
            match step.instruction {
                Instruction::Core(op) | Instruction::Each(op) => {
                    let grammar = INSTRUCTION_TABLE.get(op);
                    let has_result = grammar.operands.iter().any(|operand| operand.kind == OperandKind::IdResult);
                    assert_eq!(has_result, !matches!(step.ty, StepType::Void), "{name}: {op:?}");
                    if let Err(message) = match_operands(step, grammar.operands) {
                        panic!("{name}: {op:?} {message}");
                    }
                }
                Instruction::Ext(op) => {
                    let grammar = GLSL_STD_450_INSTRUCTION_TABLE.lookup_opcode(op as u32).unwrap();
                    if let Err(message) = match_operands(step, grammar.operands) {
                        panic!("{name}: {op:?} {message}");
                    }
                }
                _ => {}
            }
        }
    }
}

/// Capabilities that every Vulkan shader has.
fn has_anyway(capability: Capability) -> bool {
    matches!(capability, Capability::Shader | Capability::Matrix)
}

/// The capabilities any of which allows the instruction with these operands: a group operation narrows down those of
/// the instruction itself.
fn alternatives(op: spirv::Op, operands: &[Operand]) -> Vec<Capability> {
    let grammar = INSTRUCTION_TABLE.get(op);
    let mut alternatives = grammar.capabilities.to_vec();
    if grammar.operands.iter().any(|operand| operand.kind == OperandKind::GroupOperation) {
        for operand in operands {
            let Operand::Literal(value) = operand else { continue };
            let Some(operation) = spirv::GroupOperation::from_u32(*value) else { continue };
            let of_operation = dr::Operand::GroupOperation(operation).required_capabilities();
            // What existed before subgroups has a capability that the operations do not name.
            if alternatives != [Capability::Groups] {
                alternatives.retain(|capability| of_operation.contains(capability));
            }
        }
    }
    alternatives
}

/// Checks the choice of a row among the alternatives that the grammar lists for one thing.
fn check_choice(what: &str, alternatives: &[Capability], row: &[Capability]) {
    if alternatives.len() > 1 && !alternatives.iter().copied().any(has_anyway) {
        assert!(
            alternatives.iter().any(|capability| row.contains(capability)),
            "{what}: the row chooses none of {alternatives:?} but {row:?}"
        );
    }
}

#[test]
fn every_row_chooses_a_legal_capability() {
    for (name, _, recipe) in recipes() {
        let mut legal: BTreeSet<u32> = recipe.extra_capabilities.iter().map(|capability| *capability as u32).collect();
        for step in recipe.steps {
            let (what, alternatives) = match step.instruction {
                Instruction::Core(op) | Instruction::Each(op) => (format!("{op:?}"), alternatives(op, step.operands)),
                Instruction::Input(builtin) => {
                    (format!("{builtin:?}"), dr::Operand::BuiltIn(builtin).required_capabilities())
                }
                _ => continue,
            };
            // The layout of the stage decides.
            if what.ends_with("InvocationInterlockEXT") {
                continue;
            }
            // Shuffles imply what the invocation's index needs.
            if recipe.capabilities.is_empty() && matches!(step.instruction, Instruction::Input(_)) {
                continue;
            }
            check_choice(&format!("{name}: {what}"), &alternatives, recipe.capabilities);
            legal.extend(alternatives.iter().map(|capability| *capability as u32));
        }
        for capability in recipe.capabilities {
            assert!(legal.contains(&(*capability as u32)), "{name}: nothing in the recipe is for {capability:?}");
        }
    }
    for variable in VARIABLES {
        let alternatives = dr::Operand::BuiltIn(variable.builtin).required_capabilities();
        check_choice(variable.name, &alternatives, variable.capabilities);
        for capability in variable.capabilities {
            // The grammar lists them for no built-in; the text of their definitions ties them to this one.
            let point_size = [spirv::Capability::TessellationPointSize, spirv::Capability::GeometryPointSize];
            if variable.builtin == spirv::BuiltIn::PointSize && point_size.contains(capability) {
                continue;
            }
            assert!(alternatives.contains(capability), "{}: {capability:?}", variable.name);
        }
    }
}

/// A test that can't fail proves nothing: the choice check must object to a wrong choice.
#[test]
#[should_panic(expected = "the row chooses none of")]
fn a_wrong_capability_is_noticed() {
    let alternatives = INSTRUCTION_TABLE.get(spirv::Op::GroupNonUniformIAdd).capabilities;
    check_choice("test", alternatives, &[Capability::GroupNonUniformVote]);
}

#[test]
fn instructions_of_extensions_name_theirs() {
    for (name, _, recipe) in recipes() {
        for step in recipe.steps {
            let (Instruction::Core(op) | Instruction::Each(op)) = step.instruction else { continue };
            let known = INSTRUCTION_TABLE.get(op).extensions;
            let vendor = ["KHR", "EXT", "NV"].iter().any(|suffix| format!("{op:?}").ends_with(suffix));
            if vendor {
                assert!(!recipe.spirv_extensions.is_empty(), "{name}: {op:?} needs one of {known:?}");
            }
            if !known.is_empty() && !recipe.spirv_extensions.is_empty() {
                assert!(known.iter().any(|extension| recipe.spirv_extensions.contains(extension)), "{name}: {known:?}");
            }
        }
    }
}

#[test]
fn tables_are_sorted_and_found() {
    assert!(EXTENSIONS.windows(2).all(|pair| pair[0].name < pair[1].name));
    assert!(FUNCTIONS.windows(2).all(|pair| pair[0].name < pair[1].name));
    assert!(OPERATIONS.windows(2).all(|pair| pair[0].name < pair[1].name));
    assert!(VARIABLES.windows(2).all(|pair| pair[0].name <= pair[1].name));
    assert!(CONSTANTS.windows(2).all(|pair| pair[0].name < pair[1].name));
    assert!(TYPES.windows(2).all(|pair| pair[0].name < pair[1].name));
    assert!(EXTENSIONS.len() <= 256, "ExtensionSet holds 256");
    for row in FUNCTIONS {
        assert_eq!(function(row.name).unwrap().name, row.name);
    }
    for row in EXTENSIONS {
        assert_eq!(extension(row.name).unwrap().get().name, row.name);
    }
    assert!(function("subgroupNothing").is_none());
    assert_eq!(variables("gl_SubgroupSize").len(), 1);
    assert_eq!(constant("gl_MaxComputeWorkGroupSize").unwrap().value, [1024, 1024, 64]);
}

#[test]
fn every_overload_has_a_recipe_with_all_its_outputs() {
    for (function, prototype, instance) in overloads() {
        let recipe = prototype.recipe(instance).unwrap_or_else(|| panic!("{}", function.name));
        assert_eq!(recipe.result.is_some(), prototype.result_type(instance) != BuiltinType::Void, "{}", function.name);
        let outputs: BTreeSet<usize> = recipe.outputs.iter().map(|(index, _)| usize::from(*index)).collect();
        for (index, parameter) in prototype.parameters.iter().enumerate() {
            let is_output = matches!(parameter.mode, ParameterMode::Out | ParameterMode::InOut);
            assert_eq!(outputs.contains(&index), is_output, "{}", function.name);
        }
    }
    assert_eq!(overload_count(), overloads().count());
}

#[test]
fn names_of_types_lead_to_them_and_back() {
    for row in TYPES {
        let name = row.ty.to_string();
        assert_eq!(type_name(&name).unwrap().ty, row.ty, "{} is called {name}", row.name);
    }
    let names = [
        ("f16vec3", "f16vec3"),
        ("float32_t", "float"),
        ("f64vec2", "dvec2"),
        ("f32mat2x3", "mat2x3"),
        ("mat2x2", "mat2"),
        ("dmat4x3", "dmat4x3"),
        ("i64vec2", "i64vec2"),
        ("u32vec4", "uvec4"),
        ("isampler2DMSArray", "isampler2DMSArray"),
        ("samplerCubeArrayShadow", "samplerCubeArrayShadow"),
        ("usubpassInputMS", "usubpassInputMS"),
        ("samplerShadow", "samplerShadow"),
        ("textureBuffer", "textureBuffer"),
    ];
    for (name, canonical) in names {
        assert_eq!(type_name(name).unwrap_or_else(|| panic!("{name}")).ty.to_string(), canonical);
    }
}

#[test]
fn signatures_read_as_glsl() {
    let first = |name: &str| {
        let function = function(name).unwrap();
        glsl_signature(function.name, &function.prototypes[0], 0)
    };
    assert_eq!(first("subgroupAdd"), "float subgroupAdd(float value)");
    assert_eq!(first("atomicCompSwap"), "int atomicCompSwap(inout int mem, int compare, int data)");
    assert_eq!(first("uaddCarry"), "uint uaddCarry(uint x, uint y, out uint carry)");
    assert_eq!(first("textureGatherOffsets"), "vec4 textureGatherOffsets(sampler2D sampler, vec2 P, ivec2 offsets[4])");
}

#[test]
fn subgroup_barriers_are_those_of_the_mapping() {
    let expected = [
        ("subgroupBarrier", 0x948),
        ("subgroupMemoryBarrier", 0x948),
        ("subgroupMemoryBarrierBuffer", 0x48),
        ("subgroupMemoryBarrierImage", 0x808),
        ("subgroupMemoryBarrierShared", 0x108),
        ("barrier", 0x108),
        ("memoryBarrier", 0x948),
        ("memoryBarrierBuffer", 0x48),
        ("memoryBarrierShared", 0x108),
        ("memoryBarrierImage", 0x808),
        ("groupMemoryBarrier", 0x948),
    ];
    for (name, semantics) in expected {
        let recipe = function(name).unwrap().prototypes[0].recipe(0).unwrap();
        let last = recipe.steps[0].operands.last().unwrap();
        assert!(matches!(last, Operand::Semantics(bits) if *bits == semantics), "{name}: {last:?}");
        let subgroup = name.starts_with("subgroup");
        assert_eq!(recipe.capabilities.contains(&Capability::GroupNonUniform), subgroup, "{name}");
    }
}

#[test]
fn gates_of_unions_are_joined() {
    let extension = |name| super::extension(name).unwrap();
    let of = |scalar: Scalar| {
        let ty = BuiltinType::Scalar(scalar);
        let rows = function("subgroupMul").unwrap().prototypes;
        rows.iter().find(|row| row.parameter_type(0, 0) == ty).unwrap().gate
    };
    let int64 = of(Scalar { kind: ScalarKind::Sint, width: 8 });
    let mut on = ExtensionSet::EMPTY;
    on.insert(extension("GL_KHR_shader_subgroup_arithmetic"));
    assert!(!int64.extensions_allow(false, 460, &on));
    on.insert(extension("GL_EXT_shader_subgroup_extended_types_int64"));
    assert!(int64.extensions_allow(false, 460, &on));
    assert!(int64.version_allows(true, 310) && !int64.version_allows(true, 300));
    let double = of(Scalar { kind: ScalarKind::Float, width: 8 });
    assert!(double.es.is_none() && double.version_allows(false, 450));
    assert!(int64.stages.contains(crate::stage::Stage::Fragment));
    let elected = variables("gl_NumSubgroups")[0].gate;
    assert!(elected.stages.contains(crate::stage::Stage::Compute));
    assert!(!elected.stages.contains(crate::stage::Stage::Fragment));
    assert_eq!(int64.spirv, 0x0103);
}

#[test]
fn extensions_enable_what_their_specifications_say() {
    let id = |name| extension(name).unwrap();
    for (name, enabled) in [
        ("GL_KHR_shader_subgroup_rotate", "GL_KHR_shader_subgroup_basic"),
        ("GL_NV_shader_subgroup_partitioned", "GL_KHR_shader_subgroup_basic"),
        ("GL_EXT_shader_subgroup_extended_types_int8", "GL_EXT_shader_explicit_arithmetic_types_int8"),
        ("GL_EXT_shader_explicit_arithmetic_types", "GL_EXT_shader_explicit_arithmetic_types_float16"),
    ] {
        assert!(id(name).get().enables.contains(&id(enabled)), "{name}");
    }
    assert!(extension("GL_KHR_shader_subgroup").is_none(), "the umbrella is a name of the API only");
}

/// `docs/builtins.md` and `docs/glsl-extensions.md` match the tables; `BLESS=1` rewrites them.
#[test]
fn documentation_is_up_to_date() {
    for (name, now) in [("builtins.md", docs::markdown()), ("glsl-extensions.md", docs::extension_table())] {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("docs").join(name);
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&path, &now).unwrap();
        }
        let before = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(before == now, "docs/{name} is out of date; run `BLESS=1 cargo test documentation_is_up_to_date`");
    }
}
