//! Every subgroup operation, for every type, on a Vulkan device, against a model of it on the CPU.
//!
//! One shader per operation and type. Each workgroup of its dispatch has a different set of active lanes: all, every
//! second one, a single one, random ones; each lane has its own random arguments. What the device does not support is
//! not run, and both numbers are printed. The table of operations is `tests/common/subgroup.rs`, the model
//! `tests/common/model.rs`.

use crate::common;
use std::fmt::Write;
use std::sync::Mutex;

use crate::common::data::{Element, Number};
use crate::common::model::{Call, Lane};
use crate::common::random::Random;
use crate::common::subgroup::{Class, KINDS, Kind, Meaning, Operation, Operator, Value, operations};
use crate::common::vulkan::{Binding, Device, Job};
use crate::common::{compile, data, validate, vulkan};
use crate::lanes;
use crate::tally::compare_all;
use glslsub::internals::target::{Target, TargetEnvironment};

/// Subgroups in one workgroup.
const SUBGROUPS: usize = 2;

/// How the second argument is written.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Argument {
    None,
    /// A literal.
    Constant(u32),
    /// The same number in all lanes of a subgroup, from a buffer.
    Uniform,
    /// A different number in each lane.
    PerLane,
    /// `subgroupPartitionNV` of a number in each lane.
    Partition,
}

/// One shader to run.
#[derive(Debug)]
struct Case {
    operation: Operation,
    kind: &'static Kind,
    components: usize,
    argument: Argument,
    cluster: u32,
    environment: TargetEnvironment,
}

/// The result of an operation: component type in the buffer and count.
fn result(case: &Case) -> (&'static Kind, usize) {
    use Meaning as M;
    let named = |name: &str| KINDS.iter().find(|kind| kind.scalar == name).unwrap();
    match case.operation.meaning {
        M::Elect | M::All | M::Any | M::AllEqual | M::InverseBallot | M::BallotBitExtract | M::QuadAll | M::QuadAny => {
            (named("bool"), 1)
        }
        M::Ballot | M::Partition => (named("uint"), 4),
        M::BallotBitCount
        | M::BallotInclusiveBitCount
        | M::BallotExclusiveBitCount
        | M::BallotFindLsb
        | M::BallotFindMsb => (named("uint"), 1),
        _ => (case.kind, case.components),
    }
}

/// The arguments an operation is tried with.
fn arguments(meaning: Meaning, size: u32) -> Vec<(Argument, u32, TargetEnvironment)> {
    use Meaning as M;
    use TargetEnvironment::{Vulkan1_1, Vulkan1_2};
    let clusters = || (0..).map(|exponent| 1 << exponent).take_while(|&cluster| cluster <= size);
    match meaning {
        M::Broadcast => vec![
            (Argument::Constant(0), 1, Vulkan1_1),
            (Argument::Constant(size - 2), 1, Vulkan1_1),
            (Argument::Uniform, 1, Vulkan1_2),
        ],
        M::QuadBroadcast => (0..4).map(|id| (Argument::Constant(id), 1, Vulkan1_1)).collect(),
        M::BallotBitExtract | M::Shuffle | M::ShuffleXor | M::ShuffleUp | M::ShuffleDown => {
            vec![(Argument::PerLane, 1, Vulkan1_1)]
        }
        M::Rotate => vec![(Argument::Uniform, 1, Vulkan1_1)],
        M::ClusteredRotate => clusters().map(|cluster| (Argument::Uniform, cluster, Vulkan1_1)).collect(),
        M::Clustered(_) => clusters().map(|cluster| (Argument::None, cluster, Vulkan1_1)).collect(),
        M::PartitionedReduce(_) | M::PartitionedInclusive(_) | M::PartitionedExclusive(_) => {
            vec![(Argument::Partition, 1, Vulkan1_1)]
        }
        _ => vec![(Argument::None, 1, Vulkan1_1)],
    }
}

/// Every case for subgroups of `size`.
fn cases(size: u32) -> Vec<Case> {
    let mut cases = Vec::new();
    for operation in operations().into_iter().filter(|operation| common::wanted(&operation.name)) {
        let kinds: Vec<&Kind> = KINDS
            .iter()
            .filter(|kind| match operation.value {
                Value::None | Value::Ballot => kind.scalar == "uint",
                Value::Bool => kind.scalar == "bool",
                Value::Any => operation.opcode(kind.class).is_some(),
            })
            .collect();
        for kind in kinds {
            let widths = match operation.value {
                Value::None | Value::Bool => 1..=1,
                Value::Ballot => 4..=4,
                Value::Any => 1..=4,
            };
            for components in widths {
                let all = arguments(operation.meaning, size);
                // All ways to write the argument for `int`, one in turn for other types: they make no difference to the
                // compiler.
                let some = if kind.scalar == "int" { 0..all.len() } else { cases.len() % all.len()..all.len() };
                let some: Vec<_> = if kind.scalar == "int" { some.collect() } else { some.take(1).collect() };
                for index in some {
                    let (argument, cluster, environment) = all[index];
                    let operation = operation.clone();
                    cases.push(Case { operation, kind, components, argument, cluster, environment });
                }
            }
        }
    }
    cases
}

/// The shader of a case.
fn shader(case: &Case, size: u32) -> String {
    let mut text = String::from("#version 460\n");
    let basic = ["GL_KHR_shader_subgroup_basic", "GL_EXT_shader_explicit_arithmetic_types_int64"];
    for extension in basic.iter().chain(case.operation.extensions).chain(&case.kind.extension) {
        writeln!(text, "#extension {extension} : require").unwrap();
    }
    if case.argument == Argument::Partition {
        text.push_str("#extension GL_NV_shader_subgroup_partitioned : require\n");
    }
    let width = case.components;
    let (result_kind, result_width) = result(case);
    writeln!(text, "layout(local_size_x = {}) in;", size as usize * SUBGROUPS).unwrap();
    writeln!(text, "layout(binding = 0) readonly buffer Values {{ {} values[]; }};", case.kind.stored_glsl()).unwrap();
    text.push_str("layout(binding = 1) readonly buffer Arguments { uint arguments[]; };\n");
    text.push_str("layout(binding = 2) readonly buffer Masks { uvec4 masks[]; };\n");
    writeln!(text, "layout(binding = 3) writeonly buffer Results {{ {} results[]; }};", result_kind.stored_glsl())
        .unwrap();
    text.push_str("void main() {\n    uint lane = gl_SubgroupInvocationID;\n");
    text.push_str("    uint slot = (gl_WorkGroupID.x * gl_NumSubgroups + gl_SubgroupID) * gl_SubgroupSize + lane;\n");
    let components: Vec<String> =
        (0..width).map(|index| format!("{}(values[slot * {width} + {index}])", case.kind.scalar)).collect();
    let ty = case.kind.glsl(width);
    writeln!(text, "    {ty} value = {ty}({});", components.join(", ")).unwrap();
    text.push_str("    uint argument = arguments[slot];\n");
    text.push_str("    if ((masks[gl_WorkGroupID.x][lane >> 5] >> (lane & 31u) & 1u) != 0u) {\n");
    let mut call = Vec::new();
    if case.operation.value != Value::None {
        call.push("value".to_owned());
    }
    match case.argument {
        Argument::None => {}
        Argument::Constant(value) => call.push(format!("{value}u")),
        Argument::Uniform | Argument::PerLane => call.push("argument".to_owned()),
        Argument::Partition => call.push("subgroupPartitionNV(argument)".to_owned()),
    }
    if matches!(case.operation.meaning, Meaning::Clustered(_) | Meaning::ClusteredRotate) {
        call.push(format!("{}u", case.cluster));
    }
    let ty = result_kind.glsl(result_width);
    writeln!(text, "        {ty} result = {}({});", case.operation.name, call.join(", ")).unwrap();
    for index in 0..result_width {
        let component = if result_width == 1 { "result".to_owned() } else { format!("result[{index}]") };
        let stored = result_kind.stored_glsl();
        writeln!(text, "        results[slot * {result_width} + {index}] = {stored}({component});").unwrap();
    }
    text.push_str("    }\n}\n");
    text
}

/// The sets of active lanes, one per workgroup.
fn patterns(size: usize) -> Vec<Vec<bool>> {
    let mut patterns = lanes::patterns(size, 5);
    patterns.extend([
        (0..size).map(|lane| lane % 2 == 0).collect(),
        (0..size).map(|lane| lane == size / 2).collect(),
        // Whole quads.
        (0..size).map(|lane| lane / 4 % 2 == 1).collect(),
        vec![false; size],
    ]);
    patterns
}

/// A random number for which operations on the type are exact: sums and products stay representable.
fn number(random: &mut Random, case: &Case) -> Number {
    let kind = case.kind;
    match kind.class {
        Class::Bool => Number::Integer(random.below(2) as i128),
        Class::Float => {
            let product = matches!(
                case.operation.meaning,
                Meaning::Reduce(Operator::Mul)
                    | Meaning::Inclusive(Operator::Mul)
                    | Meaning::Exclusive(Operator::Mul)
                    | Meaning::Clustered(Operator::Mul)
                    | Meaning::PartitionedReduce(Operator::Mul)
                    | Meaning::PartitionedInclusive(Operator::Mul)
                    | Meaning::PartitionedExclusive(Operator::Mul)
            );
            let values: &[f64] =
                if product { &[1.0, 2.0, -0.5, -1.0, 0.5] } else { &[0.25, -3.5, 7.0, 12.5, -1.0, 2.0, 5.75] };
            Number::Float(*random.pick(values))
        }
        Class::Signed | Class::Unsigned => kind.wrap(Number::Integer(random.next().into())),
    }
}

/// The inputs of one subgroup.
struct Inputs {
    active: Vec<bool>,
    values: Vec<Lane>,
    arguments: Vec<u32>,
}

fn inputs(case: &Case, size: usize, random: &mut Random, pattern: &[bool], round: usize) -> Inputs {
    let lane = |random: &mut Random| -> Lane { (0..case.components).map(|_| number(random, case)).collect() };
    let same = lane(random);
    // Sometimes all lanes get one value: otherwise votes would always be false. Few values, for partitions.
    let pool: Vec<Lane> = (0..3).map(|_| lane(random)).collect();
    let uniform = round.is_multiple_of(4) || case.operation.meaning == Meaning::InverseBallot;
    let values = (0..size)
        .map(|_| match case.operation.meaning {
            _ if uniform => same.clone(),
            Meaning::Partition => random.pick(&pool).clone(),
            _ => lane(random),
        })
        .collect();
    let one = random.below(size) as u32;
    let arguments = (0..size)
        .map(|_| match (case.argument, case.operation.meaning) {
            (Argument::Constant(value), _) => value,
            (Argument::Partition, _) => random.below(3) as u32,
            (Argument::PerLane, Meaning::ShuffleUp | Meaning::ShuffleDown) => random.below(size / 2 + 1) as u32,
            (Argument::PerLane, _) => random.below(size) as u32,
            _ => one,
        })
        .collect();
    Inputs { active: pattern.to_vec(), values, arguments }
}

/// Compiles, validates, runs and compares one case. `Ok(None)`: the device cannot.
fn run(case: &Case, device: &Mutex<&Device>, size: u32) -> Result<Option<usize>, String> {
    let name = format!(
        "{}({}, {:?}, cluster {})",
        case.operation.name,
        case.kind.glsl(case.components),
        case.argument,
        case.cluster
    );
    let text = shader(case, size);
    let target = Target::from(case.environment);
    let words = compile::spirv(&name, &text, target).map_err(|error| format!("{error}\n{text}"))?;
    if let Some(complaint) = validate::validate_one_in(common::one_in(1, 4), &words, target).complaint() {
        return Err(format!("{name}: invalid: {complaint}\n{text}"));
    }
    let device = device.lock().unwrap();
    let missing = device.missing_capability(&words).is_some()
        || case.kind.extension.is_some() && !device.supported.subgroup_extended_types;
    if missing {
        return Ok(None);
    }
    let size = size as usize;
    let mut random = Random::new(words.len() as u64);
    let patterns = patterns(size);
    let mut groups = Vec::new();
    for (index, pattern) in patterns.iter().enumerate() {
        for subgroup in 0..SUBGROUPS {
            groups.push(inputs(case, size, &mut random, pattern, index + 2 * subgroup));
        }
    }
    let lanes = || groups.iter().flat_map(|group| &group.values).flatten();
    let values: Vec<u8> = lanes().flat_map(|number| case.kind.stored.encode(*number)).collect();
    let arguments: Vec<u8> =
        groups.iter().flat_map(|group| &group.arguments).flat_map(|word| word.to_le_bytes()).collect();
    let masks: Vec<u8> = patterns.iter().flat_map(|pattern| mask(pattern)).flat_map(u32::to_le_bytes).collect();
    let (result_kind, result_width) = result(case);
    let element = result_kind.stored;
    let results = vec![0xcd; groups.len() * size * result_width * element.size()];
    let bindings = [values, arguments, masks, results];
    let bindings: Vec<Binding> =
        bindings.into_iter().enumerate().map(|(index, bytes)| Binding::storage(index as u32, bytes)).collect();
    let job = Job { words: &words, groups: [patterns.len() as u32, 1, 1], bindings: &bindings, ..Job::default() };
    let contents = device.run(&job).map_err(|error| format!("{name}: {error}\n{text}"))?;
    drop(device);
    let mut compared = 0;
    for (index, group) in groups.iter().enumerate() {
        let call = Call {
            meaning: case.operation.meaning,
            kind: case.kind,
            active: &group.active,
            values: &group.values,
            arguments: &group.arguments,
            cluster: case.cluster as usize,
        };
        for lane in 0..size {
            let at = (index * size + lane) * result_width * element.size();
            let found: Lane = contents[3][at..]
                .chunks(element.size())
                .take(result_width)
                .map(|bytes| element.decode(bytes))
                .collect();
            compared += compare(&call, lane, &found, element).map_err(|error| {
                format!("{name}, subgroup {index}, lane {lane}: {error}\nactive {:?}\n{text}", group.active)
            })?;
        }
    }
    Ok(Some(compared))
}

/// A set of lanes as bits.
fn mask(pattern: &[bool]) -> [u32; 4] {
    let mut words = [0; 4];
    pattern
        .iter()
        .enumerate()
        .filter(|(_, active)| **active)
        .for_each(|(lane, _)| words[lane / 32] |= 1 << (lane % 32));
    words
}

fn compare(call: &Call<'_>, lane: usize, found: &Lane, element: Element) -> Result<usize, String> {
    if !call.active[lane] {
        let untouched = element.decode(&[0xcd; 8]);
        return if found.iter().all(|number| *number == untouched) {
            Ok(0)
        } else {
            Err("an inactive lane ran".to_owned())
        };
    }
    let Some(expected) = call.result(lane) else { return Ok(0) };
    let tolerance = if element == Element::F64 { 1e-12 } else { 1e-3 };
    let equal = expected.iter().zip(found).all(|(wanted, found)| data::close(*wanted, *found, tolerance));
    if equal { Ok(1) } else { Err(format!("expected {expected:?}, found {found:?}")) }
}

#[test]
fn every_operation_computes_what_the_model_says() {
    let Some(guard) = vulkan::device() else { return };
    let size = guard.subgroup_size;
    let name = |case: &Case| format!("{} for {}", case.operation.name, case.kind.scalar);
    let run = |case: &Case, device: &Mutex<&Device>| run(case, device, size);
    compare_all(
        "subgroup operations",
        &guard,
        &cases(size).into_iter().step_by(common::one_in(1, 3)).collect::<Vec<_>>(),
        name,
        run,
    );
}
