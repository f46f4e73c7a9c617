//! NaN, infinities, zeros with a sign, denormals and the largest numbers through every built-in and operator of floats, on a Vulkan
//! device, against the table of what the specifications allow (`special_values.txt`).
//!
//! Each expression is computed from all combinations of these numbers in memory, with and without `-O`, and again from constants,
//! which `hir/fold` computes. Modules ask for SignedZeroInfNanPreserve: without it almost anything is allowed.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::common::vulkan::{self, Binding, Device, Job};
use crate::common::{self, compile, validate};
use glslsub::internals::Stage;
use glslsub::internals::builtins::{BuiltinType, FUNCTIONS, ParameterMode};
use glslsub::internals::hir::{Scalar, ScalarKind};
use glslsub::internals::passes::Level;
use glslsub::internals::target::{Target, TargetEnvironment};

const TABLE: &str = include_str!("special_values.txt");

/// What drivers get wrong.
struct Deviation {
    /// A part of the device's name.
    device: &'static str,
    expression: &'static str,
    /// Widths of floats, in bits.
    widths: &'static [u32],
}

const DEVIATIONS: &[Deviation] = &[
    // Mesa 22.3 folds it to zero, although modules ask for SignedZeroInfNanPreserve.
    Deviation { device: "llvmpipe", expression: "x * 0.0", widths: &[16, 32, 64] },
    // Mesa 22.3 on some processors: 1.5 becomes 1 (docs/deviations.md, "Drivers").
    Deviation { device: "llvmpipe", expression: "roundEven(x)", widths: &[64] },
    // Driver 580 keeps a denormal that no 16-bit float is near to.
    Deviation { device: "NVIDIA", expression: "float(float16_t(x))", widths: &[32] },
    Deviation { device: "NVIDIA", expression: "unpackHalf2x16(packHalf2x16(vec2(x, 0.0))).x", widths: &[32] },
];

/// A float type: its name and width, the largest number, and the largest denormal.
struct Float {
    name: &'static str,
    bits: u32,
    max: f64,
    tiny: f64,
}

const FLOATS: [Float; 3] = [
    Float { name: "float16_t", bits: 16, max: 65504.0, tiny: 1023.0 / 16_777_216.0 },
    Float { name: "float", bits: 32, max: f32::MAX as f64, tiny: f32::from_bits(0x007f_ffff) as f64 },
    Float { name: "double", bits: 64, max: f64::MAX, tiny: f64::from_bits(0x000f_ffff_ffff_ffff) },
];

impl Float {
    /// What expressions are computed from.
    fn numbers(&self) -> Vec<f64> {
        let positive = [f64::INFINITY, self.max, 1.5, 1.0, 0.5, self.tiny, 0.0];
        let mut numbers: Vec<f64> = positive.iter().flat_map(|&it| [it, -it]).collect();
        numbers.push(f64::NAN);
        numbers
    }

    fn is_denormal(&self, number: f64) -> bool {
        number != 0.0 && number.abs() <= self.tiny
    }

    /// A number of the table.
    fn number(&self, word: &str) -> Option<f64> {
        let (sign, word) = word.strip_prefix('-').map_or((1.0, word), |rest| (-1.0, rest));
        Some(match word {
            "inf" => sign * f64::INFINITY,
            "max" => sign * self.max,
            "tiny" => sign * self.tiny,
            "nan" => f64::NAN,
            _ => sign * word.parse::<f64>().ok()?,
        })
    }

    /// A constant expression with this value.
    fn literal(&self, number: f64) -> String {
        match self.bits {
            64 => {
                let bits = number.to_bits();
                format!("packDouble2x32(uvec2({:#x}u, {:#x}u))", bits as u32, bits >> 32)
            }
            32 => format!("uintBitsToFloat({:#x}u)", (number as f32).to_bits()),
            _ => format!("float16_t(uintBitsToFloat({:#x}u))", (number as f32).to_bits()),
        }
    }

    /// Memory holds numbers of 16 bits as floats of 32.
    fn stored(&self) -> &'static str {
        if self.bits == 64 { "double" } else { "float" }
    }

    fn encode(&self, numbers: &[f64]) -> Vec<u8> {
        match self.bits {
            64 => numbers.iter().flat_map(|it| it.to_le_bytes()).collect(),
            _ => numbers.iter().flat_map(|&it| (it as f32).to_le_bytes()).collect(),
        }
    }

    fn decode(&self, bytes: &[u8]) -> Vec<f64> {
        match self.bits {
            64 => bytes.chunks_exact(8).map(|it| f64::from_le_bytes(it.try_into().unwrap())).collect(),
            _ => bytes.chunks_exact(4).map(|it| f32::from_le_bytes(it.try_into().unwrap()).into()).collect(),
        }
    }
}

/// A case of a row: conditions, and what is allowed where they hold.
struct Case {
    conditions: Vec<(usize, &'static str, &'static str)>,
    allowed: Vec<&'static str>,
}

struct Row {
    line: usize,
    expression: &'static str,
    widths: Vec<u32>,
    cases: Vec<Case>,
}

const NAMES: [&str; 3] = ["x", "y", "z"];

fn operand(name: &str) -> Option<usize> {
    NAMES.iter().position(|it| *it == name)
}

fn case(text: &'static str) -> Case {
    let mut words: Vec<&str> = text.split_whitespace().collect();
    let allowed = words.pop().expect("a case has values").split('|').collect();
    let conditions = words.first().map_or(Vec::new(), |all| all.split(',').map(condition).collect());
    assert!(words.len() < 2, "`{text}`: conditions are joined by commas");
    Case { conditions, allowed }
}

fn condition(text: &'static str) -> (usize, &'static str, &'static str) {
    let (name, rest) = text.split_at(1);
    let operator = ["<=", ">=", "<", ">", "="].into_iter().find(|it| rest.starts_with(it));
    let operator = operator.unwrap_or_else(|| panic!("`{text}` is no condition"));
    (operand(name).unwrap_or_else(|| panic!("`{text}`: no operand")), operator, &rest[operator.len()..])
}

fn rows() -> Vec<Row> {
    let lines = TABLE.lines().enumerate().filter(|(_, it)| !it.is_empty() && !it.starts_with('#'));
    lines
        .map(|(line, text)| {
            // `||` is not in the table; the columns are three.
            let columns: Vec<&str> = text.splitn(3, " | ").collect();
            let [expression, widths, cases] = columns[..] else { panic!("line {}: {text}", line + 1) };
            Row {
                line: line + 1,
                expression,
                widths: widths.split_whitespace().map(|it| it.parse().unwrap()).collect(),
                cases: cases.split("; ").map(case).collect(),
            }
        })
        .collect()
}

impl Row {
    /// How many operands the expression has.
    fn arity(&self) -> usize {
        let names = |word: &str| operand(word).map_or(0, |it| it + 1);
        let words = self.expression.split(|it: char| !it.is_ascii_alphanumeric() && it != '_' && it != '.');
        words.map(names).max().unwrap_or(0)
    }

    /// Whether the row allows a result for these operands, taken as they are.
    fn fits(&self, float: &Float, operands: &[f64], result: f64) -> bool {
        let value =
            |word: &str| operand(word).map(|it| operands[it]).or_else(|| float.number(word)).unwrap_or(f64::NAN);
        let holds = |&(index, operator, word): &(usize, &str, &str)| {
            let (left, right) = (operands[index], value(word));
            match operator {
                "=" if word == "nan" => left.is_nan(),
                "=" => left == right,
                "<" => left < right,
                "<=" => left <= right,
                ">" => left > right,
                _ => left >= right,
            }
        };
        let case = self.cases.iter().find(|case| case.conditions.iter().all(holds));
        let case = case.unwrap_or_else(|| panic!("line {}: no case fits {operands:?}", self.line));
        case.allowed.iter().any(|&word| {
            let same = |expected: f64| match expected {
                _ if expected.is_nan() => result.is_nan(),
                _ if float.is_denormal(expected) => result == expected || result == 0.0,
                _ => result.to_bits() == expected.to_bits(),
            };
            match word {
                "?" => true,
                "n" => !result.is_nan(),
                "nan" => result.is_nan(),
                "finite" => result.is_finite(),
                "+" => result > 0.0 && result.is_finite(),
                "-" => result < 0.0 && result.is_finite(),
                "0" => result == 0.0,
                "x" | "y" | "z" => same(value(word)),
                "-x" => same(-operands[0]),
                _ => {
                    let expected = value(word);
                    assert!(!expected.is_nan(), "line {}: `{word}` is no value", self.line);
                    result == expected || (result - expected).abs() <= 1e-3 * expected.abs().max(1.0)
                }
            }
        })
    }

    /// Whether a result is allowed, if denormals may count as zeros.
    fn allows(&self, float: &Float, operands: &[f64], result: f64) -> bool {
        let denormal: Vec<usize> = (0..operands.len()).filter(|&it| float.is_denormal(operands[it])).collect();
        (0..1 << denormal.len()).any(|flushed| {
            let mut operands = operands.to_vec();
            for (bit, &index) in denormal.iter().enumerate() {
                if flushed >> bit & 1 != 0 {
                    operands[index] *= 0.0;
                }
            }
            self.fits(float, &operands, result)
        })
    }
}

/// All combinations of numbers for this many operands.
fn combinations(numbers: &[f64], arity: usize) -> Vec<Vec<f64>> {
    (0..arity).fold(vec![Vec::new()], |all, _| {
        let longer = all.iter().flat_map(|head| numbers.iter().map(|&it| [&head[..], &[it]].concat()));
        longer.collect()
    })
}

fn head(float: &Float) -> String {
    let Float { bits, .. } = float;
    let stored = float.stored();
    let mut head = format!(
        "#version 460\n#extension GL_EXT_spirv_intrinsics : require\n\
         #extension GL_EXT_shader_explicit_arithmetic_types : require\n\
         // SignedZeroInfNanPreserve.\n\
         spirv_execution_mode(extensions = [\"SPV_KHR_float_controls\"], capabilities = [4466], 4461, {bits});\n\
         layout(local_size_x = 32) in;\n"
    );
    for (binding, name) in ["xs", "ys", "zs", "results"].iter().enumerate() {
        let _ = writeln!(head, "layout(binding = {binding}) buffer B{binding} {{ {stored} {name}[]; }};");
    }
    head
}

/// Computes a row from memory.
fn from_memory(row: &Row, float: &Float, count: usize) -> String {
    let (name, stored, expression) = (float.name, float.stored(), row.expression);
    format!(
        "{}void main() {{\n    uint i = gl_GlobalInvocationID.x;\n    if (i >= {count}u) return;\n    {name} x = {name}(xs[i]), \
         y = {name}(ys[i]), z = {name}(zs[i]), f;\n    int e;\n    results[i] = {stored}({expression});\n}}\n",
        head(float)
    )
}

/// Computes it from constants.
fn from_constants(row: &Row, float: &Float, all: &[Vec<f64>]) -> String {
    let mut text = format!("{}void main() {{\n    {} f;\n    int e;\n", head(float), float.name);
    for (index, operands) in all.iter().enumerate() {
        let _ = writeln!(text, "    {{");
        for (name, &number) in NAMES.iter().zip(operands) {
            let _ = writeln!(text, "        const {} {name} = {};", float.name, float.literal(number));
        }
        let _ = writeln!(text, "        results[{index}] = {}({});\n    }}", float.stored(), row.expression);
    }
    text.push_str("}\n");
    text
}

/// Runs a shader; `None` if the device lacks what it needs.
fn run(
    device: &Device,
    text: &str,
    float: &Float,
    all: &[Vec<f64>],
    groups: u32,
    level: Level,
) -> Result<Option<Vec<f64>>, String> {
    let target = Target::from(TargetEnvironment::Vulkan1_2);
    let words = compile::spirv_at_level("special.comp", text, target, level).map_err(|it| format!("{it}\n{text}"))?;
    if let Some(complaint) = validate::validate_one_in(common::one_in(1, 4), &words, target).complaint() {
        return Err(format!("invalid: {complaint}\n{text}"));
    }
    if device.missing_capability(&words).is_some() {
        return Ok(None);
    }
    let column = |index: usize| all.iter().map(|it| it.get(index).copied().unwrap_or(1.0)).collect::<Vec<_>>();
    let mut bindings: Vec<_> =
        (0..3).map(|index| Binding::storage(index, float.encode(&column(index as usize)))).collect();
    bindings.push(Binding::storage(3, float.encode(&vec![42.0; all.len()])));
    let contents = device.run(&Job { words: &words, groups: [groups, 1, 1], bindings: &bindings, ..Job::default() })?;
    Ok(Some(float.decode(&contents[3])))
}

/// Compares a row; returns how many results were.
fn check(device: &Device, row: &Row, float: &Float) -> Result<usize, String> {
    let all = combinations(&float.numbers(), row.arity());
    // Enough for every condition of the table; 15 * 15 * 15 statements are not a shader.
    let some: Vec<_> = all.iter().step_by(if row.arity() == 3 { 23 } else { 1 }).cloned().collect();
    let memory = from_memory(row, float, all.len());
    let constants = from_constants(row, float, &some);
    let groups = all.len().div_ceil(32) as u32;
    let mut compared = 0;
    for (what, text, all, groups, level) in [
        ("from memory", &memory, &all, groups, Level::None),
        ("from memory, with -O", &memory, &all, groups, Level::Optimized),
        ("from constants", &constants, &some, 1, Level::None),
    ] {
        let Some(results) = run(device, text, float, all, groups, level)? else { continue };
        let mut wrong = Vec::new();
        for (operands, &result) in all.iter().zip(&results) {
            compared += 1;
            if !row.allows(float, operands, result) {
                wrong.push(format!("{operands:?} gives {result:e}"));
            }
        }
        if !wrong.is_empty() {
            let (count, first) = (wrong.len(), wrong[..wrong.len().min(6)].join("; "));
            let (line, expression, name) = (row.line, row.expression, float.name);
            return Err(format!("line {line}: `{expression}` of {name} {what}: {count} not allowed: {first}"));
        }
    }
    Ok(compared)
}

#[test]
fn special_values_give_what_the_specifications_allow() {
    let Some(device) = vulkan::device() else { return };
    let mut failures = Vec::new();
    let (mut rows_run, mut compared) = (0, 0);
    for row in rows().into_iter().step_by(common::one_in_unnamed(1, 2)) {
        for float in FLOATS.iter().filter(|it| row.widths.contains(&it.bits)) {
            let deviates = |it: &Deviation| {
                device.name.contains(it.device) && it.expression == row.expression && it.widths.contains(&float.bits)
            };
            if !device.preserved.contains(&float.bits) || DEVIATIONS.iter().any(deviates) {
                continue;
            }
            match check(&device, &row, float) {
                Ok(count) => compared += count,
                Err(error) => failures.push(error),
            }
            rows_run += 1;
        }
    }
    common::shout(&format!(
        "{compared} special values of {rows_run} expressions, floats of {:?} bits",
        device.preserved
    ));
    common::report(rows_run, &failures);
}

/// Names of functions whose parameters and result are all floats, and which a compute shader can call without an extension.
fn functions_of_floats() -> BTreeSet<&'static str> {
    let is_float = |ty| matches!(ty, BuiltinType::Scalar(Scalar { kind: ScalarKind::Float, width: 4 }));
    let mut names = BTreeSet::new();
    for function in FUNCTIONS {
        let plain = function.prototypes.iter().any(|it| {
            it.gate.extensions.is_empty()
                && it.gate.stages.contains(Stage::Compute)
                && (0..it.instances).any(|instance| {
                    !it.parameters.is_empty()
                        && it
                            .parameters
                            .iter()
                            .all(|parameter| parameter.mode == ParameterMode::In && is_float(parameter.ty.at(instance)))
                        && is_float(it.result.at(instance))
                })
        });
        if plain {
            names.insert(function.name);
        }
    }
    names
}

#[test]
fn the_table_has_every_function_of_floats() {
    let rows = rows();
    let missing: Vec<_> = functions_of_floats()
        .into_iter()
        .filter(|name| !rows.iter().any(|row| row.expression.contains(&format!("{name}("))))
        .collect();
    assert!(missing.is_empty(), "no row for {missing:?}");
}
