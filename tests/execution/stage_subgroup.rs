//! Subgroup operations in the stages of the graphics pipeline, on a Vulkan device, against a model of them on the CPU.
//!
//! There, the device chooses which invocations form a subgroup, so each reports it: a record has the active lanes, as a
//! ballot, the lane and the size of the subgroup, then the results of each operation. The arguments depend on the lane
//! alone, even in helper invocations of fragment shaders, which write no record but take part. From these the model
//! (`tests/common/model.rs`) knows what each record must contain. A stage is a row of [`STAGES`].

use crate::common;
use std::collections::BTreeSet;
use std::fmt::Write;

use crate::common::data::{Element, Number};
use crate::common::model::{Call, Lane};
use crate::common::subgroup::{Class, KINDS, Kind, Meaning, Operation, Operator, Value, operations};
use crate::common::vulkan::{Binding, Counts, Device, Draw, Graphics, Topology};
use crate::common::{compile, data, validate, vulkan};
use ash::vk;
use glslsub::internals::Stage;
use glslsub::internals::target::{Target, TargetEnvironment};
use spirv::Capability;

/// A stage, and what it needs around it.
pub struct Row {
    /// The stage.
    pub stage: Stage,
    /// That of its files.
    pub suffix: &'static str,
    /// Declarations.
    pub head: &'static str,
    /// A number that differs between invocations, and a condition under which some of them take part.
    pub who: &'static str,
    /// What else the shader does.
    pub tail: &'static str,
    /// The other stages: suffix and text.
    others: &'static [(&'static str, &'static str)],
    topology: &'static str,
    vertices: u32,
    groups: u32,
}

/// A vertex shader for other stages.
const POINT: (&str, &str) = ("vert", "void main() { gl_Position = vec4(0.0); gl_PointSize = 1.0; }");

/// A small triangle: quads at its edges are partly covered.
const TRIANGLE: (&str, &str) = (
    "vert",
    "void main() { gl_Position = vec4(gl_VertexIndex == 1 ? 0.9 : -0.8, gl_VertexIndex == 2 ? 0.7 : -0.9, 0.0, 1.0); }",
);

const CONTROL: (&str, &str) = (
    "tesc",
    "layout(vertices = 4) out;
     void main() {
         for (int i = 0; i < 4; i++) gl_TessLevelOuter[i] = 7.0;
         gl_TessLevelInner[0] = gl_TessLevelInner[1] = 7.0;
     }",
);

const MESH: (&str, &str) = (
    "mesh",
    "layout(local_size_x = 1) in;
     layout(points, max_vertices = 1, max_primitives = 1) out;
     void main() { SetMeshOutputsEXT(0, 0); }",
);

const ROW: Row = Row {
    stage: Stage::Vertex,
    suffix: "vert",
    head: "",
    who: "gl_VertexIndex",
    tail: "gl_Position = vec4(0.0); gl_PointSize = 1.0;",
    others: &[],
    topology: "points",
    vertices: 200,
    groups: 1,
};

/// The stages of the graphics pipeline.
pub const STAGES: &[Row] = &[
    ROW,
    Row {
        stage: Stage::TessellationControl,
        suffix: "tesc",
        head: "layout(vertices = 5) out;",
        who: "gl_PrimitiveID * 5 + gl_InvocationID",
        tail: "gl_TessLevelOuter[0] = 1.0; gl_TessLevelOuter[1] = 1.0;",
        others: &[POINT, ("tese", "layout(isolines) in; void main() { gl_Position = vec4(0.0); }")],
        topology: "patches",
        ..ROW
    },
    Row {
        stage: Stage::TessellationEvaluation,
        suffix: "tese",
        head: "layout(quads) in;",
        who: "int(gl_TessCoord.x * 70.0 + gl_TessCoord.y * 7.0)",
        tail: "gl_Position = vec4(0.0);",
        others: &[POINT, CONTROL],
        topology: "patches",
        vertices: 8,
        ..ROW
    },
    Row {
        stage: Stage::Geometry,
        suffix: "geom",
        head: "layout(points, invocations = 3) in; layout(points, max_vertices = 1) out;",
        who: "gl_PrimitiveIDIn * 3 + gl_InvocationID",
        tail: "",
        others: &[POINT],
        vertices: 50,
        ..ROW
    },
    Row {
        stage: Stage::Fragment,
        suffix: "frag",
        who: "int(gl_FragCoord.x) * 5 + int(gl_FragCoord.y)",
        tail: "",
        others: &[TRIANGLE],
        topology: "triangles",
        vertices: 3,
        ..ROW
    },
    Row {
        stage: Stage::Task,
        suffix: "task",
        head: "layout(local_size_x = 24, local_size_y = 2) in;",
        who: "int(gl_GlobalInvocationID.x * 2u + gl_GlobalInvocationID.y)",
        tail: "EmitMeshTasksEXT(1, 1, 1);",
        others: &[MESH],
        groups: 5,
        ..ROW
    },
    Row {
        stage: Stage::Mesh,
        suffix: "mesh",
        head: "layout(local_size_x = 24, local_size_y = 2) in; layout(points, max_vertices = 1, max_primitives = 1) out;",
        who: "int(gl_GlobalInvocationID.x * 2u + gl_GlobalInvocationID.y)",
        tail: "SetMeshOutputsEXT(0, 0);",
        groups: 5,
        ..ROW
    },
];

/// The start of every shader. Task and mesh shaders need an extension that no other stage may have.
pub fn version(suffix: &str) -> &'static str {
    match suffix {
        "task" | "mesh" => "#version 460\n#extension GL_EXT_mesh_shader : require\n",
        _ => "#version 460\n",
    }
}

/// Words of a record before the results: the ballot, the lane, the size.
pub const HEADER: usize = 6;

/// The capacity in records.
pub const RECORDS: usize = 4096;

/// One operation with the type of its value.
struct Case {
    operation: Operation,
    kind: &'static Kind,
    /// Whether all lanes have the same value: otherwise votes would always be false.
    uniform: bool,
    /// Distinguishes its arguments from those of others.
    salt: u32,
}

/// A number for a lane; the shader computes the same.
fn hash(lane: u32, salt: u32) -> u32 {
    (lane * 40503 + salt * 977 + 12345) >> 4 & 0xff
}

impl Case {
    fn lane(&self, lane: u32) -> u32 {
        hash(if self.uniform { 0 } else { lane }, self.salt)
    }

    /// The value of a lane in the model.
    fn value(&self, lane: u32) -> Lane {
        let word = self.lane(lane);
        match self.operation.value {
            Value::Ballot => vec![Number::Integer(word.into()), 0.into_number(), 0.into_number(), 0.into_number()],
            Value::Bool => vec![(word & 1).into_number()],
            _ if self.kind.class == Class::Float && self.is_product() => vec![Number::Float(f64::from(word % 2) + 1.0)],
            _ if self.kind.class == Class::Float => vec![Number::Float(f64::from(word % 16) - 4.0)],
            _ => vec![word.into_number()],
        }
    }

    /// The value in GLSL.
    fn value_text(&self) -> String {
        let lane = if self.uniform { "0u" } else { "lane" };
        let word = format!("hash({lane}, {}u)", self.salt);
        match self.operation.value {
            Value::None => String::new(),
            Value::Ballot => format!("uvec4({word}, 0u, 0u, 0u)"),
            Value::Bool => format!("({word} & 1u) != 0u"),
            Value::Any if self.kind.class == Class::Float && self.is_product() => format!("float({word} % 2u) + 1.0"),
            Value::Any if self.kind.class == Class::Float => format!("float({word} % 16u) - 4.0"),
            Value::Any => word,
        }
    }

    /// The second argument of a lane in a subgroup of the given size, also in GLSL. `None` if there is none.
    fn argument(&self, lane: u32, size: u32) -> (u32, Option<String>) {
        use Meaning as M;
        let own = |text: &str| (hash(lane, self.salt + 1), format!("hash(lane, {}u){text}", self.salt + 1));
        match self.operation.meaning {
            M::Broadcast | M::QuadBroadcast => (1, Some("1u".to_owned())),
            M::Rotate | M::ClusteredRotate => (3, Some("3u".to_owned())),
            M::BallotBitExtract | M::Shuffle | M::ShuffleXor => {
                let (number, text) = own(" % gl_SubgroupSize");
                (number % size, Some(text))
            }
            M::ShuffleUp | M::ShuffleDown => {
                let (number, text) = own(" % 4u");
                (number % 4, Some(text))
            }
            M::PartitionedReduce(_) | M::PartitionedInclusive(_) | M::PartitionedExclusive(_) => {
                let (number, text) = own(" % 3u");
                (number % 3, Some(format!("subgroupPartitionNV({text})")))
            }
            _ => (0, None),
        }
    }

    fn call(&self) -> String {
        let mut arguments: Vec<String> = Vec::new();
        arguments.extend(Some(self.value_text()).filter(|text| !text.is_empty()));
        arguments.extend(self.argument(0, 1).1);
        if self.is_clustered() {
            arguments.push(format!("{CLUSTER}u"));
        }
        format!("{}({})", self.operation.name, arguments.join(", "))
    }

    fn is_clustered(&self) -> bool {
        matches!(self.operation.meaning, Meaning::Clustered(_) | Meaning::ClusteredRotate)
    }

    /// Whether it multiplies: the products of all lanes must stay exact.
    fn is_product(&self) -> bool {
        use Meaning as M;
        let (M::Reduce(operator)
        | M::Inclusive(operator)
        | M::Exclusive(operator)
        | M::Clustered(operator)
        | M::PartitionedReduce(operator)
        | M::PartitionedInclusive(operator)
        | M::PartitionedExclusive(operator)) = self.operation.meaning
        else {
            return false;
        };
        operator == Operator::Mul
    }

    /// The result: its GLSL type, as words.
    fn result(&self) -> (&'static str, usize, Element) {
        use Meaning as M;
        match self.operation.meaning {
            M::Elect
            | M::All
            | M::Any
            | M::AllEqual
            | M::InverseBallot
            | M::BallotBitExtract
            | M::QuadAll
            | M::QuadAny => ("bool", 1, Element::U32),
            M::Ballot | M::Partition => ("uvec4", 4, Element::U32),
            M::BallotBitCount
            | M::BallotInclusiveBitCount
            | M::BallotExclusiveBitCount
            | M::BallotFindLsb
            | M::BallotFindMsb => ("uint", 1, Element::U32),
            _ => (self.kind.scalar, 1, self.kind.stored),
        }
    }
}

/// Lanes of a cluster.
const CLUSTER: u32 = 4;

trait IntoNumber {
    fn into_number(self) -> Number;
}

impl IntoNumber for u32 {
    fn into_number(self) -> Number {
        Number::Integer(self.into())
    }
}

/// The operations that need a capability, each twice: with different values and with one value in all lanes.
fn cases(capability: Capability) -> Vec<Case> {
    let mut cases = Vec::new();
    for operation in operations().into_iter().filter(|it| it.capability == capability) {
        for kind in KINDS.iter().filter(|kind| matches!(kind.scalar, "uint" | "float" | "bool")) {
            let fits = match operation.value {
                Value::None | Value::Ballot => kind.scalar == "uint",
                Value::Bool => kind.scalar == "bool",
                Value::Any => kind.scalar != "bool" && operation.opcode(kind.class).is_some(),
            };
            // An inverse ballot takes the same value in the whole subgroup.
            let only_uniform = operation.meaning == Meaning::InverseBallot;
            for uniform in [false, true].into_iter().filter(|uniform| fits && (*uniform || !only_uniform)) {
                let salt = cases.len() as u32 * 3;
                cases.push(Case { operation: operation.clone(), kind, uniform, salt });
            }
        }
    }
    cases
}

/// The shader of a stage: some invocations compute all operations and write a record.
fn shader(row: &Row, cases: &[Case]) -> String {
    let mut text = version(row.suffix).to_owned();
    let extensions: BTreeSet<&str> = cases.iter().flat_map(|case| case.operation.extensions).copied().collect();
    let basic = ["GL_KHR_shader_subgroup_basic", "GL_KHR_shader_subgroup_ballot"];
    for extension in extensions.into_iter().chain(basic).collect::<BTreeSet<_>>() {
        writeln!(text, "#extension {extension} : require").unwrap();
    }
    let words: usize = HEADER + cases.iter().map(|case| case.result().1).sum::<usize>();
    writeln!(text, "{}", row.head).unwrap();
    text.push_str("layout(binding = 0) buffer Count { uint count; };\n");
    text.push_str("layout(binding = 1) buffer Records { uint records[]; };\n");
    text.push_str("uint hash(uint lane, uint salt) { return lane * 40503u + salt * 977u + 12345u >> 4 & 0xffu; }\n");
    text.push_str("void main() {\n    const uint lane = gl_SubgroupInvocationID;\n");
    writeln!(text, "    if (({} * 7 >> 2 & 3) != 0) {{", format_args!("({})", row.who)).unwrap();
    text.push_str("        const uvec4 lanes = subgroupBallot(true);\n");
    for (index, case) in cases.iter().enumerate() {
        writeln!(text, "        const {} r{index} = {};", case.result().0, case.call()).unwrap();
    }
    writeln!(text, "        const uint at = atomicAdd(count, 1u) * {words}u;").unwrap();
    writeln!(text, "        if (at < {}u) {{", RECORDS * words).unwrap();
    text.push_str("            for (uint i = 0u; i < 4u; i++) records[at + i] = lanes[i];\n");
    text.push_str("            records[at + 4u] = lane;\n            records[at + 5u] = gl_SubgroupSize;\n");
    let mut at = HEADER;
    for (index, case) in cases.iter().enumerate() {
        let (ty, width, _) = case.result();
        for component in 0..width {
            let value = match ty {
                "float" => format!("floatBitsToUint(r{index})"),
                "uvec4" => format!("r{index}[{component}]"),
                _ => format!("uint(r{index})"),
            };
            writeln!(text, "            records[at + {at}u] = {value};").unwrap();
            at += 1;
        }
    }
    writeln!(text, "        }}\n    }}\n    {}\n}}", row.tail).unwrap();
    text
}

pub fn module(name: &str, text: &str) -> Result<Vec<u32>, String> {
    let target = Target::from(TargetEnvironment::Vulkan1_2);
    let words = compile::spirv(name, text, target).map_err(|error| format!("{error}\n{text}"))?;
    match validate::validate(&words, target).complaint() {
        Some(complaint) => Err(format!("{name}: invalid: {complaint}\n{text}")),
        None => Ok(words),
    }
}

/// Draws with a stage's shader and compares the records; returns how many results were compared. `Ok(None)`: the device
/// cannot run it.
fn run(row: &Row, cases: &[Case], device: &Device) -> Result<Option<usize>, String> {
    let name = format!("{:?} of {}", cases[0].operation.capability, row.stage.name());
    let text = shader(row, cases);
    let words = HEADER + cases.iter().map(|case| case.result().1).sum::<usize>();
    let Some(records) = records(row, &name, &text, words, device)? else { return Ok(None) };
    let mut compared = 0;
    for record in records {
        compared += compare(cases, &record).map_err(|error| format!("{name}: {error}\n{text}"))?;
    }
    if compared == 0 { Err(format!("{name}: no result is defined")) } else { Ok(Some(compared)) }
}

/// Draws with a stage's shader; returns the records, of `words` words, that its invocations wrote. `Ok(None)`: the
/// device cannot run it.
pub fn records(
    row: &Row,
    name: &str,
    text: &str,
    words: usize,
    device: &Device,
) -> Result<Option<Vec<Vec<u32>>>, String> {
    let mut modules = vec![(row.stage, module(&format!("subgroups.{}", row.suffix), text)?)];
    for (suffix, other) in row.others {
        let name = format!("other.{suffix}");
        let stage = Stage::from_file_name(&name).unwrap();
        modules.push((stage, module(&name, &format!("{}{other}", version(suffix)))?));
    }
    if modules.iter().any(|(_, words)| device.missing_capability(words).is_some()) {
        return Ok(None);
    }
    let bindings = [Binding::storage(0, vec![0; 4]), Binding::storage(1, vec![0; RECORDS * words * 4])];
    let kind = Topology::parse(row.topology).unwrap().kind;
    let patch = if kind == vk::PrimitiveTopology::PATCH_LIST { 4 } else { 0 };
    let graphics = Graphics {
        draws: vec![Counts { vertices: row.vertices, ..Counts::default() }],
        groups: [row.groups, 1, 1],
        topology: Topology { kind, patch, restart: false },
        area: [16; 2],
        ..Graphics::default()
    };
    let draw =
        Draw { modules: &modules, bindings: &bindings, push_constants: &[], specialization: &[], graphics: &graphics };
    let drawn = device.draw(&draw).map_err(|error| format!("{name}: {error}\n{text}"))?;
    let read = |bytes: &[u8]| -> Vec<u32> {
        bytes.chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect()
    };
    let count = (read(&drawn.bindings[0])[0] as usize).min(RECORDS);
    if count == 0 {
        return Err(format!("{name}: no invocation wrote anything\n{text}"));
    }
    Ok(Some(read(&drawn.bindings[1]).chunks_exact(words).take(count).map(<[u32]>::to_vec).collect()))
}

/// Compares one record.
fn compare(cases: &[Case], record: &[u32]) -> Result<usize, String> {
    let (lane, size) = (record[4] as usize, record[5] as usize);
    let active: Vec<bool> = (0..size).map(|lane| record[lane / 32] >> (lane % 32) & 1 == 1).collect();
    if active.get(lane) != Some(&true) {
        return Err(format!("lane {lane} of {size} is not among the active lanes {active:?}"));
    }
    let mut at = HEADER;
    let mut compared = 0;
    for case in cases {
        let (_, width, element) = case.result();
        let found: Lane = record[at..at + width].iter().map(|word| element.decode(&word.to_le_bytes())).collect();
        at += width;
        let values: Vec<Lane> = (0..size as u32).map(|lane| case.value(lane)).collect();
        let arguments: Vec<u32> = (0..size as u32).map(|lane| case.argument(lane, size as u32).0).collect();
        let call = Call {
            meaning: case.operation.meaning,
            kind: case.kind,
            active: &active,
            values: &values,
            arguments: &arguments,
            cluster: if case.is_clustered() { CLUSTER as usize } else { 1 },
        };
        let Some(expected) = call.result(lane) else { continue };
        if !expected.iter().zip(&found).all(|(wanted, found)| data::close(*wanted, *found, 1e-3)) {
            let call = case.call();
            return Err(format!("{call}, lane {lane}: expected {expected:?}, found {found:?}\nactive {active:?}"));
        }
        compared += 1;
    }
    Ok(compared)
}

#[test]
fn every_stage_computes_what_the_model_says() {
    let capabilities: BTreeSet<u32> = operations().iter().map(|operation| operation.capability as u32).collect();
    let mut failures = Vec::new();
    // Whatever the device supports, the shaders are compiled and validated.
    let device = vulkan::device();
    let mut ran = Vec::new();
    for row in STAGES.iter().filter(|row| common::wanted(row.stage.name())) {
        let (mut compared, mut skipped) = (0, 0);
        for capability in &capabilities {
            let cases = cases(Capability::from_u32(*capability).unwrap());
            let outcome = match &device {
                Some(device) => run(row, &cases, device),
                None => module(&format!("subgroups.{}", row.suffix), &shader(row, &cases)).map(|_| None),
            };
            match outcome {
                Ok(Some(results)) => compared += results,
                Ok(None) => skipped += 1,
                Err(error) => failures.push(error),
            }
        }
        ran.push(format!("{}: {compared} results, {skipped} groups of operations not supported", row.stage.name()));
    }
    common::report(STAGES.len() * capabilities.len(), &failures);
    common::shout(&format!("subgroup operations of stages equal the model; {}", ran.join("; ")));
}
