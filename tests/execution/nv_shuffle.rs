//! The shuffles of NV_shader_thread_shuffle on a Vulkan device, against a model of the extension's text on the CPU.
//!
//! Every mode and type, with the width as a constant, as a specialization constant and computed at run time, with
//! constant and computed indices, in both forms of the call. Each workgroup of a dispatch has a different set of active
//! lanes; a read of an inactive lane is undefined and not compared, but its `threadIdValid` is. `GLSLSUB_EXHAUSTIVE=1`
//! tries every way to write the arguments with every type. Widths go up to the subgroup's size, on devices with
//! subgroups of 32 to all that the extension has; with the option that clamps, always to 32.

use crate::common;
use std::fmt::Write;
use std::sync::Mutex;

use crate::common::random::Random;
use crate::common::vulkan::{Binding, Device, Job};
use crate::common::{validate, vulkan};
use crate::lanes;
use crate::tally::compare_all;
use glslsub::internals::source::NoIncludes;
use glslsub::internals::target::Target;
use glslsub::internals::{Input, Options};

/// Subgroups in one workgroup.
const SUBGROUPS: usize = 2;

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mode {
    Indexed,
    Up,
    Down,
    Xor,
}

impl Mode {
    /// All four.
    pub const ALL: [Mode; 4] = [Mode::Indexed, Mode::Up, Mode::Down, Mode::Xor];

    /// Its function.
    pub fn function(self) -> &'static str {
        match self {
            Mode::Indexed => "shuffleNV",
            Mode::Up => "shuffleUpNV",
            Mode::Down => "shuffleDownNV",
            Mode::Xor => "shuffleXorNV",
        }
    }

    /// The position in the segment that is read, by the formulas of the specification, if there is one.
    fn source(self, index: u32, width: u32, place: u32) -> Option<u32> {
        let index = index % 32;
        match self {
            Mode::Indexed if index < width => Some(index),
            Mode::Up if place >= index => Some(place - index),
            Mode::Down if place + index < width => Some(place + index),
            Mode::Xor if place ^ index < width => Some(place ^ index),
            _ => None,
        }
    }
}

/// How width and index are written.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Form {
    /// Both are computed.
    Dynamic,
    /// Every width as a constant; the index is computed.
    ConstantWidth,
    /// Every width and some indices as constants.
    Constants,
    /// A specialization constant of this value as the width.
    Specialized(u32),
    /// As `Dynamic`, with the option that clamps and widths up to 32.
    Clamped,
    /// As `Constants`, with that option.
    ClampedConstants,
}

struct Case {
    mode: Mode,
    scalar: &'static str,
    components: usize,
    form: Form,
}

/// A call in a shader; a number that is missing comes from the buffers.
#[derive(Clone, Copy)]
struct Call {
    width: Option<u32>,
    index: Option<u32>,
    has_output: bool,
}

/// The widths of the extension up to `most`.
fn widths(most: u32) -> Vec<u32> {
    [2, 4, 8, 16, 32].into_iter().filter(|width| *width <= most).collect()
}

impl Case {
    fn is_clamped(&self) -> bool {
        matches!(self.form, Form::Clamped | Form::ClampedConstants)
    }

    fn widths(&self, size: u32) -> Vec<u32> {
        widths(if self.is_clamped() { 32 } else { size })
    }

    fn ty(&self) -> String {
        match (self.scalar, self.components) {
            (scalar, 1) => scalar.to_owned(),
            ("float", count) => format!("vec{count}"),
            (scalar, count) => format!("{}vec{count}", &scalar[..1]),
        }
    }

    fn calls(&self, size: u32) -> Vec<Call> {
        let mut pairs = Vec::new();
        match self.form {
            Form::Dynamic | Form::Clamped => pairs.push((None, None)),
            Form::Specialized(width) => pairs.push((Some(width), None)),
            Form::ConstantWidth => pairs.extend(self.widths(size).into_iter().map(|width| (Some(width), None))),
            Form::Constants | Form::ClampedConstants => {
                for width in self.widths(size) {
                    let mut indices = vec![0, 1, width / 2 + 1, width - 1, width, 31, 32, 33];
                    indices.dedup();
                    pairs.extend(indices.into_iter().map(|index| (Some(width), Some(index))));
                }
            }
        }
        let call = |(width, index)| [true, false].map(|has_output| Call { width, index, has_output });
        pairs.into_iter().flat_map(call).collect()
    }

    fn name(&self) -> String {
        format!("{}({}), {:?}", self.mode.function(), self.ty(), self.form)
    }
}

fn cases(size: u32) -> Vec<Case> {
    let exhaustive = common::required("GLSLSUB_EXHAUSTIVE");
    let mut cases = Vec::new();
    for mode in Mode::ALL {
        for scalar in ["int", "uint", "float", "bool"] {
            for components in 1..=4 {
                let mut forms = vec![Form::ConstantWidth, Form::Constants, Form::Clamped, Form::ClampedConstants];
                forms.extend(widths(size).into_iter().map(Form::Specialized));
                // Every width for every type; all ways to write it for `uint`, one in turn for other types: types and
                // ways are independent.
                if !exhaustive && (scalar, components) != ("uint", 1) {
                    forms = vec![forms[cases.len() / 2 % forms.len()]];
                }
                forms.push(Form::Dynamic);
                cases.extend(forms.into_iter().map(|form| Case { mode, scalar, components, form }));
            }
        }
    }
    cases.retain(|case| common::wanted(&case.name()));
    cases
}

/// Places for the output: the call can store to any l-value.
const OUTPUTS: [&str; 6] = [
    "valid",
    "valids.z",
    "flags[lane & 3u]",
    "box.inner[1].yx.x",
    "shown[gl_LocalInvocationIndex]",
    "stored.flags[slot]",
];

fn shader(case: &Case, size: u32) -> String {
    let (ty, count) = (case.ty(), case.components);
    let stored = if case.scalar == "bool" { "uint" } else { case.scalar };
    let calls = case.calls(size);
    let threads = size as usize * SUBGROUPS;
    let mut text = String::from("#version 430\n#extension GL_NV_shader_thread_shuffle : require\n");
    text.push_str(
        "#extension GL_NV_shader_thread_group : require\n#extension GL_KHR_shader_subgroup_basic : require\n",
    );
    writeln!(text, "layout(local_size_x = {threads}) in;").unwrap();
    text.push_str("layout(constant_id = 7) const uint SPECIALIZED = 2u;\n");
    writeln!(text, "layout(binding = 0) readonly buffer Values {{ {stored} values[]; }};").unwrap();
    text.push_str("layout(binding = 1) readonly buffer Indices { uint indices[]; };\n");
    text.push_str("layout(binding = 2) readonly buffer Groups { uvec4 masks[]; };\n");
    text.push_str("layout(binding = 3) readonly buffer Widths { uint widths[]; };\n");
    writeln!(text, "layout(binding = 4) writeonly buffer Results {{ {stored} results[]; }};").unwrap();
    text.push_str("layout(binding = 5) writeonly buffer Valids { uint results_valid[]; };\n");
    text.push_str("layout(binding = 6) buffer Stored { bool flags[]; } stored;\n");
    text.push_str("struct Box { bvec2 inner[2]; };\n");
    writeln!(text, "shared bool shown[{threads}];\nvoid main() {{").unwrap();
    text.push_str("    uint lane = gl_ThreadInWarpNV, group = gl_WorkGroupID.x;\n");
    text.push_str("    uint slot = (group * gl_NumSubgroups + gl_SubgroupID) * gl_WarpSizeNV + lane;\n");
    let components: Vec<String> =
        (0..count).map(|index| format!("{}(values[slot * {count} + {index}])", case.scalar)).collect();
    writeln!(text, "    {ty} value = {ty}({});", components.join(", ")).unwrap();
    text.push_str("    uint index = indices[slot], width = widths[group];\n");
    text.push_str("    bool valid; bvec4 valids; bool flags[4]; Box box;\n");
    text.push_str("    if ((masks[group][lane >> 5] >> (lane & 31u) & 1u) != 0u) {\n");
    for (number, call) in calls.iter().enumerate() {
        let width = match (call.width, case.form) {
            (Some(_), Form::Specialized(_)) => "SPECIALIZED".to_owned(),
            (Some(width), _) => format!("{width}u"),
            (None, _) => "width".to_owned(),
        };
        let index = call.index.map_or("index".to_owned(), |index| format!("{index}u"));
        let output = OUTPUTS[number / 2 % OUTPUTS.len()];
        let argument = if call.has_output { format!(", {output}") } else { String::new() };
        let function = case.mode.function();
        let at = format!("(slot * {} + {number})", calls.len());
        writeln!(text, "        {{\n            {ty} result = {function}(value, {index}, {width}{argument});").unwrap();
        for component in 0..count {
            let part = if count == 1 { "result".to_owned() } else { format!("result[{component}]") };
            writeln!(text, "            results[{at} * {count} + {component}] = {stored}({part});").unwrap();
        }
        if call.has_output {
            writeln!(text, "            results_valid[{at}] = uint({output});").unwrap();
        }
        text.push_str("        }\n");
    }
    text.push_str("    }\n}\n");
    text
}

/// The sets of active lanes.
fn patterns(size: usize) -> Vec<Vec<bool>> {
    let mut patterns = lanes::patterns(size, 4);
    patterns.push((0..size).map(|lane| lane == size - 1).collect());
    patterns
}

fn mask(pattern: &[bool]) -> [u32; 4] {
    let mut words = [0; 4];
    for (lane, _) in pattern.iter().enumerate().filter(|(_, active)| **active) {
        words[lane / 32] |= 1 << (lane % 32);
    }
    words
}

/// The bits of a random value in its buffer.
fn value(random: &mut Random, scalar: &str) -> u32 {
    let bits = random.next() as u32;
    match scalar {
        "float" => ((bits % 4096) as f32 * 0.25 - 512.0).to_bits(),
        "bool" => bits % 2,
        _ => bits,
    }
}

fn bytes(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

fn words(bytes: &[u8]) -> Vec<u32> {
    bytes.chunks(4).map(|chunk| u32::from_le_bytes(chunk.try_into().unwrap())).collect()
}

/// The expected result of a lane: the lane whose value it reads, unless that is inactive, and whether the source is
/// valid.
pub fn expected(mode: Mode, index: u32, width: u32, lane: u32, clamp: Option<u32>) -> (u32, bool) {
    let place = lane % width;
    let source = mode.source(index, width, place).map(|source| lane - place + source);
    let source = source.filter(|source| clamp.is_none_or(|size| *source < size));
    (source.unwrap_or(lane), source.is_some())
}

/// Compiles, validates, runs and compares one case; returns how many results were compared. `None`: the device cannot
/// run it.
fn run(case: &Case, device: &Mutex<&Device>, size: u32) -> Result<Option<usize>, String> {
    let (name, text) = (case.name(), shader(case, size));
    let options = Options {
        stage: Some(glslsub::internals::Stage::Compute),
        nv_shuffle_clamp: case.is_clamped(),
        ..Options::default()
    };
    let compilation = glslsub::internals::compile(Input { name: &name, text: &text }, &options, &mut NoIncludes);
    let rendered = compilation.rendered();
    let module = compilation.artifact.ok_or_else(|| format!("{rendered}\n{text}"))?.words;
    if let Some(complaint) = validate::validate(&module, Target::default()).complaint() {
        return Err(format!("{name}: invalid: {complaint}\n{text}"));
    }
    let device = device.lock().unwrap();
    if device.missing_capability(&module).is_some() {
        return Ok(None);
    }
    let (lanes, count, calls) = (size as usize, case.components, case.calls(size));
    let mut random = Random::new(text.len() as u64);
    let groups: Vec<(Vec<bool>, u32)> = case
        .widths(size)
        .into_iter()
        .flat_map(|width| patterns(lanes).into_iter().map(move |pattern| (pattern, width)))
        .collect();
    let slots = groups.len() * SUBGROUPS * lanes;
    let values: Vec<u32> = (0..slots * count).map(|_| value(&mut random, case.scalar)).collect();
    let indices: Vec<u32> = (0..slots)
        .map(|_| {
            let low = random.below(lanes + lanes / 2) as u32;
            // Only the low five bits count.
            if random.below(8) == 0 { (low % 32) | ((random.next() as u32) << 5) } else { low }
        })
        .collect();
    let masks: Vec<u32> = groups.iter().flat_map(|(pattern, _)| mask(pattern)).collect();
    let all_widths: Vec<u32> = groups.iter().map(|(_, width)| *width).collect();
    let untouched = 0xcdcd_cdcd;
    let contents = [
        bytes(&values),
        bytes(&indices),
        bytes(&masks),
        bytes(&all_widths),
        bytes(&vec![untouched; slots * calls.len() * count]),
        bytes(&vec![untouched; slots * calls.len()]),
        bytes(&vec![0; slots]),
    ];
    let bindings: Vec<Binding> =
        contents.into_iter().enumerate().map(|(index, bytes)| Binding::storage(index as u32, bytes)).collect();
    let specialization = match case.form {
        Form::Specialized(width) => vec![(7, width.to_le_bytes().to_vec())],
        _ => Vec::new(),
    };
    let job = Job {
        words: &module,
        groups: [groups.len() as u32, 1, 1],
        bindings: &bindings,
        specialization: &specialization,
        ..Job::default()
    };
    let contents = device.run(&job).map_err(|error| format!("{name}: {error}\n{text}"))?;
    drop(device);
    let (results, valids) = (words(&contents[4]), words(&contents[5]));
    let mut compared = 0;
    for slot in 0..slots {
        let lane = slot % lanes;
        let first = slot - lane;
        let (active, group_width) = &groups[slot / (lanes * SUBGROUPS)];
        for (number, call) in calls.iter().enumerate() {
            let at = slot * calls.len() + number;
            let found = (&results[at * count..][..count], valids[at]);
            if !active[lane] {
                if found.0.iter().any(|word| *word != untouched) || found.1 != untouched {
                    return Err(format!("{name}: inactive lane {lane} ran\n{text}"));
                }
                continue;
            }
            let (width, index) = (call.width.unwrap_or(*group_width), call.index.unwrap_or(indices[slot]));
            let clamp = case.is_clamped().then_some(size);
            let (source, valid) = expected(case.mode, index, width, lane as u32, clamp);
            let value = &values[(first + source as usize) * count..][..count];
            let wrong_value = active[source as usize] && found.0 != value;
            let wrong_output = if call.has_output { found.1 != u32::from(valid) } else { found.1 != untouched };
            if wrong_value || wrong_output {
                return Err(format!(
                    "{name}: lane {lane} of {active:?}, index {index}, width {width}: expected lane {source} \
                     {value:x?}, valid {valid}, found {:x?}, valid {:x}\n{text}",
                    found.0, found.1
                ));
            }
            compared += usize::from(active[source as usize]);
        }
    }
    Ok(Some(compared))
}

#[test]
fn every_shuffle_computes_what_the_model_says() {
    let Some(guard) = vulkan::device() else { return };
    let size = guard.subgroup_size;
    let run = |case: &Case, device: &Mutex<&Device>| run(case, device, size);
    compare_all("shuffles of NV_shader_thread_shuffle", &guard, &cases(size), Case::name, run);
}

/// The model against the tables of the specification, for segments of eight and the values a to p.
#[test]
fn the_model_agrees_with_the_examples_of_the_text() {
    let row = |mode, index| -> (String, Vec<bool>) {
        (0..16)
            .map(|lane| {
                let (source, valid) = expected(mode, index, 8, lane, None);
                (char::from(b'a' + source as u8), valid)
            })
            .unzip()
    };
    let (yes, no) = (true, false);
    let twice = |half: [bool; 8]| [half, half].concat();
    // Lane 2 of the segment holds `c`; the specification prints `b` for it.
    assert_eq!(row(Mode::Indexed, 2), ("cccccccckkkkkkkk".to_owned(), twice([yes; 8])));
    assert_eq!(row(Mode::Indexed, 9), ("abcdefghijklmnop".to_owned(), twice([no; 8])));
    assert_eq!(row(Mode::Up, 1), ("aabcdefgiijklmno".to_owned(), twice([no, yes, yes, yes, yes, yes, yes, yes])));
    assert_eq!(row(Mode::Down, 2), ("cdefghghklmnopop".to_owned(), twice([yes, yes, yes, yes, yes, yes, no, no])));
    assert_eq!(row(Mode::Xor, 1), ("badcfehgjilknmpo".to_owned(), twice([yes; 8])));
}
