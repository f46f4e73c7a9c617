//! Reflection against the SPIR-V that comes with it: whatever both say about a shader must agree.

use crate::common;
use std::collections::{BTreeMap, BTreeSet};

use glslsub::reflect::{ArrayDimension, Length, MemberType, Reflection};
use glslsub::{Artifact, Compiler, FileLoader, Options, TargetEnvironment};
use rspirv::spirv::{Decoration, Op, StorageClass};

/// What a module says about its ids. Its words are read here: rspirv's loader does not know all of them.
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

    /// The places of resources, or of inputs and outputs.
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

    /// Compares how a type lies in memory; `seen` keeps references from leading in circles.
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
                    // Several buffers on one binding: which is which, only names would say.
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
    common::all(&files, |file| {
        for optimized in [false, true] {
            // Some fixtures need macros, or an older target.
            let compiler = Compiler::new(options(optimized));
            let Ok(artifact) = compiler.compile_file(file, &mut FileLoader::new()) else { return Ok(()) };
            compiled.set(compiled.get() + 1);
            compare(&artifact).map_err(|error| format!("{} ({optimized}): {error}", common::name(file)))?;
        }
        Ok(())
    });
    if std::env::var_os("GLSLSUB_FILTER").is_none() {
        assert!(compiled.get() > files.len(), "{} of {}", compiled.get(), files.len());
    }
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
