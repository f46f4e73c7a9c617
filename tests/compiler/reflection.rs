//! Reflection against the SPIR-V that comes with it: they must agree about a shader.

use crate::{common, schema};
use std::collections::{BTreeMap, BTreeSet};

use glslsub::reflect::{ArrayDimension, Length, MemberType, Reflection};
use glslsub::{Artifact, Compiler, FileLoader, Options, TargetEnvironment};
use rspirv::spirv::{Decoration, Op, StorageClass};

/// What a module says about its ids. Its words are read here: rspirv's loader does not support all of them.
struct Facts {
    /// Opcodes of types, and the words after their ids.
    types: BTreeMap<u32, (u16, Vec<u32>)>,
    decorations: BTreeMap<(u32, Option<u32>, u32), u32>,
    /// Ids of variables with the ids of their pointer types and their storage classes.
    variables: Vec<(u32, u32, u32)>,
}

impl Facts {
    fn new(words: &[u32]) -> Self {
        let mut facts = Self { types: BTreeMap::new(), decorations: BTreeMap::new(), variables: Vec::new() };
        let mut rest = &words[5..];
        while let Some(&first) = rest.first() {
            let (instruction, after) = rest.split_at((first >> 16) as usize);
            let (op, operands) = (first as u16, &instruction[1..]);
            rest = after;
            if op == Op::Decorate as u16 {
                let value = operands.get(2).copied().unwrap_or(0);
                facts.decorations.insert((operands[0], None, operands[1]), value);
            } else if op == Op::MemberDecorate as u16 {
                let value = operands.get(3).copied().unwrap_or(0);
                facts.decorations.insert((operands[0], Some(operands[1]), operands[2]), value);
            } else if op == Op::Variable as u16 {
                facts.variables.push((operands[1], operands[0], operands[2]));
            } else if (Op::TypeVoid as u16..=Op::TypePipe as u16).contains(&op) {
                facts.types.insert(operands[0], (op, operands[1..].to_vec()));
            }
        }
        facts
    }

    fn decoration(&self, id: u32, member: Option<u32>, kind: Decoration) -> Option<u32> {
        self.decorations.get(&(id, member, kind as u32)).copied()
    }

    fn operands(&self, id: u32) -> &[u32] {
        self.types.get(&id).map_or(&[], |(_, operands)| operands)
    }

    /// The locations of resources, or of inputs and outputs.
    fn places(&self, first: Decoration, second: Decoration) -> BTreeSet<(u32, u32)> {
        let has_places = |class: u32| match first {
            Decoration::Location => [StorageClass::Input as u32, StorageClass::Output as u32].contains(&class),
            _ => true,
        };
        self.variables
            .iter()
            .filter(|&&(.., class)| has_places(class))
            .filter_map(|&(id, ..)| {
                Some((self.decoration(id, None, first)?, self.decoration(id, None, second).unwrap_or(0)))
            })
            .collect()
    }

    /// Compares the memory layout of a type; `seen` keeps cyclic references from recursing endlessly.
    fn compare(
        &self,
        id: u32,
        (ty, array): (&MemberType, &[ArrayDimension]),
        reflection: &Reflection,
        seen: &mut BTreeSet<(u32, usize)>,
    ) -> Result<(), String> {
        let mut id = id;
        for dimension in array {
            let stride = self.decoration(id, None, Decoration::ArrayStride).unwrap_or(0);
            if stride != dimension.stride {
                return Err(format!("the array %{id} has stride {stride}, not {}", dimension.stride));
            }
            id = self.operands(id)[0];
        }
        let op = self.types.get(&id).map_or(Op::Nop, |(op, _)| Op::from_u32((*op).into()).unwrap());
        match (ty, op) {
            (MemberType::Structure(number), Op::TypeStruct) => self.compare_structure(id, *number, reflection, seen),
            (MemberType::Reference(number), Op::TypePointer) => {
                self.compare_structure(self.operands(id)[1], *number, reflection, seen)
            }
            (MemberType::Scalar(_), Op::TypeInt | Op::TypeFloat | Op::TypeBool)
            | (MemberType::Vector { .. }, Op::TypeVector)
            | (MemberType::Matrix { .. }, Op::TypeMatrix)
            | (MemberType::Other, _) => Ok(()),
            (ty, op) => Err(format!("{ty:?} is {op:?}")),
        }
    }

    fn compare_structure(
        &self,
        id: u32,
        number: usize,
        reflection: &Reflection,
        seen: &mut BTreeSet<(u32, usize)>,
    ) -> Result<(), String> {
        if !seen.insert((id, number)) {
            return Ok(());
        }
        let structure = &reflection.structures[number];
        let members = self.operands(id);
        if members.len() < structure.members.len() {
            return Err(format!("`{}` has {} members", structure.name, members.len()));
        }
        for (index, (member, ty)) in structure.members.iter().zip(members).enumerate() {
            let name = format!("{}.{}", structure.name, member.name);
            let decoration = |kind| self.decoration(id, Some(index as u32), kind);
            let offset = decoration(Decoration::Offset).unwrap_or(0);
            if offset != member.offset {
                return Err(format!("`{name}` is at {offset}, not at {}", member.offset));
            }
            if let MemberType::Matrix { stride, is_row_major, .. } = member.ty {
                let said = decoration(Decoration::MatrixStride).unwrap_or(0);
                if said != stride || decoration(Decoration::RowMajor).is_some() != is_row_major {
                    return Err(format!("`{name}` is a matrix with stride {said}, not {stride}"));
                }
            }
            self.compare(*ty, (&member.ty, &member.array), reflection, seen)
                .map_err(|error| format!("`{name}`: {error}"))?;
        }
        Ok(())
    }
}

fn compare(artifact: &Artifact) -> Result<(), String> {
    let facts = Facts::new(artifact.words());
    let reflection = artifact.reflection();
    let used = reflection.bindings.iter().filter(|it| it.is_used).map(|it| (it.set, it.binding)).collect();
    let emitted = facts.places(Decoration::DescriptorSet, Decoration::Binding);
    if emitted != used {
        return Err(format!("bindings: SPIR-V {emitted:?}, reflection {used:?}"));
    }
    // An output that nothing writes is in the module, too, and so is an input that is passed through unread.
    let places = |used_only: bool| -> BTreeSet<(u32, u32)> {
        let both = reflection.inputs.iter().chain(&reflection.outputs).filter(|it| it.is_used || !used_only);
        both.filter_map(|it| Some((it.location?, it.component))).collect()
    };
    let emitted = facts.places(Decoration::Location, Decoration::Component);
    let (used, declared) = (places(true), places(false));
    if !used.is_subset(&emitted) || !emitted.is_subset(&declared) {
        return Err(format!("locations: SPIR-V {emitted:?}, reflection {used:?} of {declared:?}"));
    }
    let blocks = [StorageClass::Uniform, StorageClass::StorageBuffer, StorageClass::PushConstant];
    for &(id, pointer, class) in &facts.variables {
        if blocks.iter().any(|it| *it as u32 == class) {
            let place = facts.decoration(id, None, Decoration::DescriptorSet).zip(facts.decoration(
                id,
                None,
                Decoration::Binding,
            ));
            let mut pointee = facts.operands(pointer)[1];
            let number = match place {
                Some(place) => {
                    let mut here = reflection.bindings.iter().filter(|it| (it.set, it.binding) == place && it.is_used);
                    // Several buffers at one binding: only their names would distinguish them.
                    let (Some(binding), None) = (here.next(), here.next()) else { continue };
                    // Arrays of arrays of descriptors are one array in SPIR-V.
                    while facts.types[&pointee].0 != Op::TypeStruct as u16 {
                        pointee = facts.operands(pointee)[0];
                    }
                    binding.structure.ok_or("a buffer without a structure")?
                }
                None => match &reflection.push_constants {
                    Some(block) => match block.ty {
                        MemberType::Structure(number) => number,
                        _ => return Err("push constants are no structure".to_owned()),
                    },
                    None => continue,
                },
            };
            facts.compare_structure(pointee, number, reflection, &mut BTreeSet::new())?;
        }
    }
    Ok(())
}

#[test]
fn reflection_agrees_with_the_module() {
    let files = common::shaders(&common::root().join("spirv-fixtures"));
    let options = |optimized| {
        let level = if optimized { glslsub::Optimization::Full } else { glslsub::Optimization::None };
        Options::new().target(TargetEnvironment::Vulkan1_4).optimization(level)
    };
    let compiled = std::cell::Cell::new(0);
    let schema = json("docs/reflection.schema.json");
    common::all(&files, |file| {
        for optimized in [false, true] {
            // Some fixtures need macros, or an older target.
            let compiler = Compiler::new(options(optimized));
            let Ok(artifact) = compiler.compile_file(file, &mut FileLoader::new()) else { return Ok(()) };
            compiled.set(compiled.get() + 1);
            let json = artifact.reflection().to_json();
            let fits = compare(&artifact).and_then(|()| schema::check(&serde_json::from_str(&json).unwrap(), &schema));
            fits.map_err(|error| format!("{} ({optimized}): {error}", common::name(file)))?;
            named(&artifact, file)?;
        }
        Ok(())
    });
    if std::env::var_os("GLSLSUB_FILTER").is_none() {
        assert!(compiled.get() > files.len(), "{} of {}", compiled.get(), files.len());
    }
}

/// Every capability has a row in `builtins/requirements.vulkan`, except those that a shader makes up.
fn named(artifact: &Artifact, file: &std::path::Path) -> Result<(), String> {
    let capabilities = &artifact.reflection().requirements.capabilities;
    let unknown: Vec<_> = capabilities.iter().filter(|it| it.parse::<u32>().is_ok_and(|it| it < 60_000)).collect();
    unknown.is_empty().then_some(()).ok_or_else(|| format!("{}: no rows for {unknown:?}", common::name(file)))
}

fn json(path: &str) -> serde_json::Value {
    serde_json::from_str(&std::fs::read_to_string(common::root().join(path)).unwrap()).unwrap()
}

/// The example in the documentation follows the schema.
#[test]
fn the_schema_takes_the_example_and_not_everything() {
    let schema = json("docs/reflection.schema.json");
    let page = std::fs::read_to_string(common::root().join("docs/reflection.md")).unwrap();
    let example = page.split("```json\n").nth(1).unwrap().split("```").next().unwrap();
    let example: serde_json::Value = serde_json::from_str(example).unwrap();
    schema::check(&example, &schema).unwrap();
    for (pointer, wrong) in [
        ("/stage", "\"pixel\""),
        ("/bindings/0/set", "-1"),
        ("/bindings/0/kind", "\"buffer\""),
        ("/bindings/0/readable", "1"),
        ("/workgroup_size", "[64, 1]"),
        ("/structures/0/members/0/type", "{\"scalar\": \"half\"}"),
        ("/requirements/features/0", "{\"structure\": \"VkPhysicalDeviceFeatures\"}"),
        ("/requirements/limits/0/most", "3"),
    ] {
        let mut broken = example.clone();
        match broken.pointer_mut(pointer) {
            Some(value) => *value = serde_json::from_str(wrong).unwrap(),
            None => {
                let (parent, name) = pointer.rsplit_once('/').unwrap();
                broken.pointer_mut(parent).unwrap()[name] = serde_json::from_str(wrong).unwrap();
            }
        }
        assert!(schema::check(&broken, &schema).is_err(), "{pointer} may be {wrong}");
    }
}

/// What a shader requires for a version of Vulkan: extensions, then features, then the flags of subgroup operations.
fn required(name: &str, head: &str, body: &str, target: TargetEnvironment) -> (Vec<&'static str>, Vec<String>, u32) {
    let text = format!("#version 460\n{head}\nvoid main() {{ {body} }}\n");
    let artifact = Compiler::new(Options::new().target(target)).compile(name, &text);
    let artifact = artifact.unwrap_or_else(|errors| panic!("{text}\n{errors}"));
    let requirements = artifact.reflection().requirements.clone();
    let short = |it: &glslsub::reflect::Feature| {
        format!("{}.{}", it.structure.strip_prefix("VkPhysicalDevice").unwrap(), it.member)
    };
    let flags = requirements.subgroup.as_ref().map_or(0, glslsub::reflect::SubgroupRequirements::operation_flags);
    (requirements.extensions, requirements.features.iter().map(short).collect(), flags)
}

#[test]
fn requirements_follow_the_version_of_vulkan() {
    use TargetEnvironment::{Vulkan1_1, Vulkan1_2, Vulkan1_3};
    let half = "#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require\nlayout(local_size_x = 1) in;";
    let body = "float16_t h = float16_t(gl_WorkGroupID.x); if (h * h > h) return;";
    let at = |target| required("a.comp", half, body, target);
    let extension = vec!["VK_KHR_shader_float16_int8"];
    assert_eq!(at(Vulkan1_1), (extension, vec!["ShaderFloat16Int8Features.shaderFloat16".to_owned()], 0));
    assert_eq!(at(Vulkan1_2), (vec![], vec!["Vulkan12Features.shaderFloat16".to_owned()], 0));
    let discard = "if (gl_FragCoord.x > 1.0) terminateInvocation;";
    let head = "#extension GL_EXT_terminate_invocation : require";
    let at = |target| required("a.frag", head, discard, target);
    let feature = |structure| vec![format!("{structure}.shaderTerminateInvocation")];
    let extension = vec!["VK_KHR_shader_terminate_invocation"];
    assert_eq!(at(Vulkan1_2), (extension, feature("ShaderTerminateInvocationFeatures"), 0));
    assert_eq!(at(Vulkan1_3), (vec![], feature("Vulkan13Features"), 0));
}

#[test]
fn requirements_follow_from_instructions() {
    let cases = [
        // Atomics, by the memory they access.
        (
            "a.comp",
            "#extension GL_EXT_shader_atomic_int64 : require\n#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require\n\
             layout(local_size_x = 1) in; shared uint64_t total;",
            "atomicAdd(total, 1ul);",
            &[][..],
            &["Features.shaderInt64", "Vulkan12Features.shaderSharedInt64Atomics"][..],
            0,
        ),
        (
            "a.comp",
            "#extension GL_EXT_shader_atomic_float : require\nlayout(local_size_x = 1) in;\n\
             layout(binding = 0, r32f) uniform image2D target;\nlayout(binding = 1) buffer B { float sum; };",
            "imageAtomicAdd(target, ivec2(0), 1.0); atomicExchange(sum, 2.0);",
            &["VK_EXT_shader_atomic_float"],
            &[
                "ShaderAtomicFloatFeaturesEXT.shaderBufferFloat32Atomics",
                "ShaderAtomicFloatFeaturesEXT.shaderImageFloat32AtomicAdd",
            ],
            0,
        ),
        // Subgroup operations, and the types they operate on.
        (
            "a.comp",
            "#extension GL_KHR_shader_subgroup_clustered : require\nlayout(local_size_x = 1) in; shared uint total;",
            "total = subgroupClusteredAdd(total, 4);",
            &[],
            &[],
            0x41,
        ),
        (
            "a.comp",
            "#extension GL_KHR_shader_subgroup_shuffle : require\n#extension GL_EXT_shader_subgroup_extended_types_int64 : require\n\
             #extension GL_EXT_shader_explicit_arithmetic_types_int64 : require\nlayout(local_size_x = 1) in; shared int64_t total;",
            "total = subgroupShuffle(total, 1);",
            &[],
            &["Features.shaderInt64", "Vulkan12Features.shaderSubgroupExtendedTypes"],
            0x11,
        ),
        (
            "a.comp",
            "#extension GL_KHR_shader_subgroup_rotate : require\nlayout(local_size_x = 1) in; shared uint total;",
            "total = subgroupClusteredRotate(total, 1, 4);",
            &["VK_KHR_shader_subgroup_rotate"],
            &["ShaderSubgroupRotateFeatures.shaderSubgroupRotate"],
            0x601,
        ),
        // Clocks, by their scope.
        (
            "a.comp",
            "#extension GL_EXT_shader_realtime_clock : require\nlayout(local_size_x = 1) in; shared uvec2 time;",
            "time = clockRealtime2x32EXT();",
            &["VK_KHR_shader_clock"],
            &["ShaderClockFeaturesKHR.shaderDeviceClock"],
            0,
        ),
        // Stores, by stage; none if the buffer is `readonly`.
        (
            "a.frag",
            "layout(binding = 0) buffer B { uint total; };",
            "total = 1;",
            &[],
            &["Features.fragmentStoresAndAtomics"],
            0,
        ),
        (
            "a.vert",
            "layout(binding = 0) buffer B { uint total; };",
            "total = 1;",
            &[],
            &["Features.vertexPipelineStoresAndAtomics"],
            0,
        ),
        (
            "a.frag",
            "layout(binding = 0) readonly buffer B { uint total; }; layout(location = 0) out uint c;",
            "c = total;",
            &[],
            &[],
            0,
        ),
        // Layouts.
        (
            "a.comp",
            "#extension GL_EXT_scalar_block_layout : require\nlayout(local_size_x = 1) in; shared vec3 sum;\n\
             layout(binding = 0, scalar) buffer B { float first; vec3 more; };\nlayout(binding = 1, std430) uniform U { float all[3]; };",
            "sum = more * all[1];",
            &[],
            &["Vulkan12Features.scalarBlockLayout", "Vulkan12Features.uniformBufferStandardLayout"],
            0,
        ),
        // Execution modes.
        (
            "a.comp",
            "#extension GL_EXT_maximal_reconvergence : require\nlayout(local_size_x = 1) in;\nvoid other() {}\n[[maximally_reconverges]]",
            "other();",
            &["VK_KHR_shader_maximal_reconvergence"],
            &["ShaderMaximalReconvergenceFeaturesKHR.shaderMaximalReconvergence"],
            0,
        ),
        ("a.mesh", MESH, "SetMeshOutputsEXT(3, 1);", &["VK_EXT_mesh_shader"], &["MeshShaderFeaturesEXT.meshShader"], 0),
    ];
    for (name, head, body, extensions, features, flags) in cases {
        let found = required(name, head, body, TargetEnvironment::Vulkan1_2);
        let wanted = (extensions.to_vec(), features.iter().map(|it| (*it).to_owned()).collect(), flags);
        assert_eq!(found, wanted, "{head}");
    }
}

const MESH: &str = "#extension GL_EXT_mesh_shader : require\nlayout(local_size_x = 32) in;\n\
                    layout(triangles, max_vertices = 64, max_primitives = 126) out;";

#[test]
fn limits_are_counted() {
    let limits = |name: &str, text: &str| {
        let artifact = Compiler::new(Options::new().target(TargetEnvironment::Vulkan1_3)).compile(name, text).unwrap();
        let limits = &artifact.reflection().requirements.limits;
        limits.iter().map(|it| format!("{} {}", it.member, it.least)).collect::<Vec<_>>()
    };
    let text = "#version 460\nlayout(local_size_x = 8, local_size_y = 4) in;\nlayout(constant_id = 1) const uint N = 3;\n\
                shared vec3 tile[N]; shared bool flag;\nlayout(push_constant) uniform P { mat3 m; float last; };\n\
                layout(set = 2, binding = 0) uniform sampler2D maps[5];\nlayout(set = 0, binding = 1) uniform sampler nearest;\n\
                layout(set = 0, binding = 2) uniform texture2D one;\n\
                void main() { tile[0] = m[1] * textureLod(maps[2], vec2(last), 0.0).xyz; flag = true;\n\
                tile[1] = textureLod(sampler2D(one, nearest), vec2(0), 0.0).xyz; }\n";
    assert_eq!(
        limits("a.comp", text),
        [
            "maxComputeWorkGroupInvocations 32",
            "maxComputeWorkGroupSize[0] 8",
            "maxComputeWorkGroupSize[1] 4",
            "maxComputeWorkGroupSize[2] 1",
            // Three vectors of 16 bytes, and 4 bytes.
            "maxComputeSharedMemorySize 52",
            // Three columns of 16 bytes, and 4 bytes.
            "maxPushConstantsSize 52",
            "maxBoundDescriptorSets 3",
            "maxPerStageDescriptorSamplers 6",
            "maxPerStageDescriptorSampledImages 6",
        ]
    );
    let mesh = format!("#version 460\n{MESH}\nvoid main() {{ SetMeshOutputsEXT(3, 1); }}\n");
    let found = limits("a.mesh", &mesh);
    assert_eq!(found[found.len() - 2..], ["maxMeshOutputVertices 64", "maxMeshOutputPrimitives 126"]);
}

const EVERYTHING: &str = r"#version 460
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_nonuniform_qualifier : require
#extension GL_EXT_scalar_block_layout : require
layout(local_size_x_id = 3, local_size_y = 2) in;
layout(constant_id = 5) const float SCALE = 1.5;
layout(constant_id = 4) const bool FAST = true;
layout(constant_id = 6) const uint COUNT = 4;
struct Light { vec3 position; mat3 turn; float heat[2]; };
layout(buffer_reference) buffer Node;
layout(buffer_reference, std430) buffer Node { Node next; uint value; };
layout(set = 1, binding = 0) uniform Scene { layout(row_major) mat4x3 view; Light lights[3]; } scene;
layout(set = 0, binding = 2, scalar) readonly buffer Points { uint count; vec3 points[]; };
layout(set = 0, binding = 1) uniform sampler2D maps[];
layout(set = 0, binding = 3, r32f) uniform writeonly image2D target;
layout(set = 0, binding = 4) buffer Many { Light light; } many[COUNT];
layout(push_constant) uniform Push { Node head; vec2 size; uint flags[3]; } push;
float unused() { return scene.lights[0].heat[0]; }
void main() {
    uint i = gl_GlobalInvocationID.x % COUNT;
    vec4 texel = texture(maps[nonuniformEXT(i)], push.size);
    many[0].light.position = points[i] * SCALE;
    if (FAST) push.head.next.value = count;
    imageStore(target, ivec2(0), texel);
}
";

#[test]
fn the_json_form() {
    let compiler = Compiler::new(Options::new().target(TargetEnvironment::Vulkan1_3));
    let artifact = compiler.compile("everything.comp", EVERYTHING).unwrap();
    compare(&artifact).unwrap();
    insta::assert_snapshot!(artifact.reflection().to_json());
    let lengths = artifact.reflection().workgroup_size.unwrap();
    assert_eq!(lengths[1], Length::Fixed(2));
}

#[test]
fn inputs_and_outputs() {
    let text = "#version 450\nstruct S { vec2 a; mat2 b; };\nlayout(location = 3) flat in uvec2 id;\n\
        layout(location = 0, component = 2) in float y;\nlayout(location = 4) in Block { vec4 first; S rest; } block;\n\
        layout(location = 1) centroid in vec3 middle[2];\nlayout(location = 0, index = 1) out vec4 second;\n\
        layout(location = 0) out vec4 colour;\n\
        void main() { colour = vec4(id, y, gl_FragCoord.x) + block.first; second = vec4(middle[0], block.rest.b[1].x); }\n";
    let artifact = Compiler::default().compile("a.frag", text).unwrap();
    compare(&artifact).unwrap();
    insta::assert_snapshot!(artifact.reflection().to_json());
}
