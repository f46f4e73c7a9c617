//! The shuffles of NV_shader_thread_shuffle in the stages of the graphics pipeline, on a Vulkan device, against the model
//! of `nv_shuffle`.
//!
//! The records are those of `stage_subgroup`. Values depend on the lane alone, even in helper invocations of fragment
//! shaders, whose values others may read: quads at the edges of the triangle are partly covered. A read of an inactive
//! lane is undefined and not compared, but whether its source is valid is.

use std::fmt::Write;

use crate::common;
use crate::common::vulkan::{self, Device};
use crate::nv_shuffle::{Mode, expected};
use crate::stage_subgroup::{HEADER, RECORDS, Row, STAGES, module, records, version};

/// A call: what is shuffled, with which width, written as a constant or not.
struct Case {
    mode: Mode,
    ty: &'static str,
    width: u32,
    constant: bool,
    salt: u32,
}

/// A number for a lane; the shader computes the same.
const fn hash(lane: u32, salt: u32) -> u32 {
    (lane * 40503 + salt * 977 + 12345) >> 4 & 0xff
}

impl Case {
    /// The value of a lane, as words.
    fn value(&self, lane: u32) -> Vec<u32> {
        let word = hash(lane, self.salt);
        match self.ty {
            "float" => vec![(word as f32).to_bits()],
            "bool" => vec![word & 1],
            "ivec3" => vec![word, word.wrapping_neg(), 7],
            "vec2" => vec![(word as f32).to_bits(), (0.5_f32).to_bits()],
            _ => vec![word],
        }
    }

    fn value_text(&self) -> String {
        let word = format!("hash(lane, {}u)", self.salt);
        match self.ty {
            "float" => format!("float({word})"),
            "bool" => format!("({word} & 1u) != 0u"),
            "ivec3" => format!("ivec3({word}, -int({word}), 7)"),
            "vec2" => format!("vec2({word}, 0.5)"),
            _ => word,
        }
    }

    /// The index that a lane asks for.
    const fn index(&self, lane: u32) -> u32 {
        hash(lane, self.salt + 1) % 37
    }

    /// The words of a result in GLSL, and of whether it is valid.
    fn words(&self, name: &str) -> Vec<String> {
        let mut words = match self.ty {
            "float" => vec![format!("floatBitsToUint({name})")],
            "ivec3" => (0..3).map(|at| format!("uint({name}[{at}])")).collect(),
            "vec2" => (0..2).map(|at| format!("floatBitsToUint({name}[{at}])")).collect(),
            _ => vec![format!("uint({name})")],
        };
        words.push(format!("uint(v{name})"));
        words
    }
}

fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for mode in Mode::ALL {
        for ty in ["uint", "float", "bool", "ivec3", "vec2"] {
            for width in [2, 4, 8, 16, 32] {
                for constant in [true, false] {
                    let salt = cases.len() as u32 * 3;
                    cases.push(Case { mode, ty, width, constant, salt });
                }
            }
        }
    }
    cases
}

/// The shader of a stage: some invocations compute all shuffles and write a record.
fn shader(row: &Row, cases: &[Case], words: usize) -> String {
    let mut text = version(row.suffix).to_owned();
    text.push_str(
        "#extension GL_KHR_shader_subgroup_ballot : require\n#extension GL_NV_shader_thread_shuffle : require\n",
    );
    writeln!(text, "{}", row.head).unwrap();
    text.push_str("layout(binding = 0) buffer Count { uint count; };\n");
    text.push_str("layout(binding = 1) buffer Records { uint records[]; };\n");
    text.push_str("uint hash(uint lane, uint salt) { return lane * 40503u + salt * 977u + 12345u >> 4 & 0xffu; }\n");
    text.push_str("void main() {\n    const uint lane = gl_SubgroupInvocationID;\n");
    writeln!(text, "    if (({} * 7 >> 2 & 3) != 0) {{", format_args!("({})", row.who)).unwrap();
    text.push_str("        const uvec4 lanes = subgroupBallot(true);\n");
    // No constant, but the same in all invocations.
    text.push_str("        const uint one = min(gl_SubgroupSize, 1u);\n");
    for (index, case) in cases.iter().enumerate() {
        let width = if case.constant { format!("{}u", case.width) } else { format!("one * {}u", case.width) };
        let (function, value) = (case.mode.function(), case.value_text());
        writeln!(text, "        bool vr{index};").unwrap();
        writeln!(
            text,
            "        const {} r{index} = {function}({value}, hash(lane, {}u) % 37u, {width}, vr{index});",
            case.ty,
            case.salt + 1
        )
        .unwrap();
    }
    writeln!(text, "        const uint at = atomicAdd(count, 1u) * {words}u;").unwrap();
    writeln!(text, "        if (at < {}u) {{", RECORDS * words).unwrap();
    text.push_str("            for (uint i = 0u; i < 4u; i++) records[at + i] = lanes[i];\n");
    text.push_str("            records[at + 4u] = lane;\n            records[at + 5u] = gl_SubgroupSize;\n");
    let all = cases.iter().enumerate().flat_map(|(index, case)| case.words(&format!("r{index}")));
    for (word, at) in all.zip(HEADER..) {
        writeln!(text, "            records[at + {at}u] = {word};").unwrap();
    }
    writeln!(text, "        }}\n    }}\n    {}\n}}", row.tail).unwrap();
    text
}

/// Compares one record; returns how many results were defined.
fn compare(cases: &[Case], record: &[u32]) -> Result<usize, String> {
    let (lane, size) = (record[4], record[5]);
    let is_active = |lane: u32| lane < size && record[lane as usize / 32] >> (lane % 32) & 1 == 1;
    let (mut at, mut compared) = (HEADER, 0);
    for case in cases {
        let count = case.value(0).len();
        let (found, valid) = (&record[at..at + count], record[at + count]);
        at += count + 1;
        // A segment does not fit into a smaller subgroup.
        if case.width > size {
            continue;
        }
        let (source, is_valid) = expected(case.mode, case.index(lane), case.width, lane, None);
        let name = || {
            let (function, index) = (case.mode.function(), case.index(lane));
            format!("{function}({}), lane {lane} of {size}, index {index}, width {}", case.ty, case.width)
        };
        if valid != u32::from(is_valid) {
            return Err(format!("{}: valid {valid}, expected {is_valid}", name()));
        }
        if !is_active(source) {
            continue;
        }
        let wanted = case.value(source);
        if found != wanted {
            return Err(format!("{}: expected {wanted:x?} of lane {source}, found {found:x?}", name()));
        }
        compared += 1;
    }
    Ok(compared)
}

/// Draws with a stage's shader and compares the records.
fn run(row: &Row, cases: &[Case], device: Option<&Device>) -> Result<Option<usize>, String> {
    let words = HEADER + cases.iter().map(|case| case.value(0).len() + 1).sum::<usize>();
    let text = shader(row, cases, words);
    let name = format!("shuffles of {}", row.stage.name());
    let Some(device) = device else {
        return module(&format!("shuffles.{}", row.suffix), &text).map(|_| None);
    };
    let Some(records) = records(row, &name, &text, words, device)? else { return Ok(None) };
    let mut compared = 0;
    for record in records {
        compared += compare(cases, &record).map_err(|error| format!("{name}: {error}\n{text}"))?;
    }
    if compared == 0 { Err(format!("{name}: no result is defined")) } else { Ok(Some(compared)) }
}

#[test]
fn shuffles_of_every_stage_compute_what_the_model_says() {
    let device = vulkan::device();
    let (mut failures, mut ran) = (Vec::new(), Vec::new());
    // A part at a time: a stage has only so many registers.
    let all = cases();
    for row in STAGES.iter().filter(|row| common::wanted(row.stage.name())) {
        let (mut compared, mut skipped) = (0, 0);
        for part in all.chunks(50) {
            match run(row, part, device.as_deref()) {
                Ok(Some(results)) => compared += results,
                Ok(None) => skipped += 1,
                Err(error) => failures.push(error),
            }
        }
        ran.push(format!("{}: {compared} results, {skipped} shaders not supported", row.stage.name()));
    }
    common::report(STAGES.len() * all.len().div_ceil(50), &failures);
    common::shout(&format!("shuffles of stages equal the model; {}", ran.join("; ")));
}
