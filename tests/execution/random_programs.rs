//! Random shaders: with `-O` and `-Os` they leave the same numbers in their buffers as without.
//!
//! Each is made from its seed alone. Invocations work on separate parts of memory, indices are masked and divisors are odd, so
//! that nothing is undefined; all numbers are integers. `GLSLSUB_SEED=N` runs one seed and prints the shader,
//! `GLSLSUB_EXHAUSTIVE=1` runs twenty times as many.

use std::fmt::Write;

use crate::common::random::Random;
use crate::common::vulkan::{self, Binding, Job};
use crate::common::{self, compile, validate};
use glslsub::internals::passes::Level;
use glslsub::internals::target::{Target, TargetEnvironment};

const PROGRAMS: u64 = 60;

/// Invocations of the workgroup, which is one subgroup on lavapipe.
const LANES: usize = 8;
/// Numbers in memory for each.
const OWN: usize = 16;

const HEAD: &str = "#version 460
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_EXT_control_flow_attributes : require
layout(local_size_x = 8) in;
layout(binding = 0) buffer Data { uint data[]; };
layout(binding = 1) readonly buffer Input { uint numbers[]; };
layout(binding = 2) coherent buffer Shared { uint counted[]; };
struct Inner { uint a; uvec2 b; };
struct Outer { Inner i; uint c[4]; uvec3 d; };
shared uint waiting[128];
uint mine = 5u;
uvec3 ours = uvec3(1u, 2u, 3u);
uint base = 0u;
";

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Uint,
    Vector,
    Array,
    Outer,
}

const KINDS: [(Kind, &str, &str); 4] =
    [(Kind::Uint, "uint", ""), (Kind::Vector, "uvec3", ""), (Kind::Array, "uint", "[4]"), (Kind::Outer, "Outer", "")];

struct Variable {
    name: String,
    kind: Kind,
    is_const: bool,
}

struct Function {
    name: String,
    parameters: Vec<(Kind, bool)>,
    is_void: bool,
}

struct Program {
    random: Random,
    text: String,
    indent: usize,
    variables: Vec<Variable>,
    functions: Vec<Function>,
    count: usize,
    /// Loops around.
    loops: usize,
    /// Statements that are still allowed.
    budget: usize,
    /// The result of the function, if it may return.
    returns: Option<&'static str>,
}

impl Program {
    fn from_seed(seed: u64) -> String {
        let mut program = Self {
            random: Random::new(seed),
            text: HEAD.to_owned(),
            indent: 0,
            variables: Vec::new(),
            functions: Vec::new(),
            count: 0,
            loops: 0,
            budget: 0,
            returns: None,
        };
        for _ in 0..program.random.below(5) {
            program.function();
        }
        program.main();
        program.text
    }

    fn line(&mut self, line: &str) {
        let width = 4 * self.indent;
        writeln!(self.text, "{:width$}{line}", "").unwrap();
    }

    fn chance(&mut self, of: usize) -> bool {
        self.random.below(of) == 0
    }

    fn name(&mut self, prefix: &str) -> String {
        self.count += 1;
        format!("{prefix}{}", self.count)
    }

    fn function(&mut self) {
        let name = self.name("f");
        let is_void = self.chance(3);
        let parameters: Vec<(Kind, bool)> =
            (0..self.random.below(4)).map(|_| (KINDS[self.random.below(4)].0, self.random.below(3) == 0)).collect();
        let mut heads = Vec::new();
        for (index, &(kind, is_inout)) in parameters.iter().enumerate() {
            let (_, ty, suffix) = KINDS.iter().find(|row| row.0 == kind).unwrap();
            let parameter = format!("p{index}");
            heads.push(format!("{}{ty} {parameter}{suffix}", if is_inout { "inout " } else { "" }));
            self.variables.push(Variable { name: parameter, kind, is_const: false });
        }
        self.line(&format!("{} {name}({}) {{", if is_void { "void" } else { "uint" }, heads.join(", ")));
        self.returns = Some(if is_void { "" } else { "uint" });
        self.budget = 3 + self.random.below(8);
        self.block();
        if !is_void {
            self.indent += 1;
            let value = self.uint(2);
            self.line(&format!("return {value};"));
            self.indent -= 1;
        }
        self.line("}");
        self.returns = None;
        self.variables.clear();
        self.functions.push(Function { name, parameters, is_void });
    }

    fn main(&mut self) {
        self.line("void main() {");
        self.line("    base = gl_LocalInvocationIndex * 16u;");
        self.line("    for (uint i = 0u; i < 16u; ++i) waiting[base + i] = i;");
        self.budget = 12 + self.random.below(20);
        for _ in 0..2 + self.random.below(3) {
            // Between these, all invocations are together.
            self.indent += 1;
            match self.random.below(4) {
                0 => {
                    let value = self.uint(2);
                    self.line(&format!("waiting[base] = {value};"));
                    self.line("barrier();");
                    self.line("data[base + 1u] ^= waiting[(base + 16u) & 127u];");
                    self.line("barrier();");
                }
                1 => {
                    let value = self.uint(2);
                    self.line(&format!("data[base + 2u] += subgroupAdd({value});"));
                }
                _ => {}
            }
            self.indent -= 1;
            self.block();
        }
        self.line("    data[base + 3u] += mine + ours.y;");
        self.line("}");
    }

    fn block(&mut self) {
        let visible = self.variables.len();
        self.indent += 1;
        for _ in 0..1 + self.random.below(6) {
            self.statement();
        }
        self.indent -= 1;
        self.variables.truncate(visible);
    }

    fn statement(&mut self) {
        if self.budget == 0 {
            return;
        }
        self.budget -= 1;
        match self.random.below(16) {
            0..=3 => self.declaration(),
            4..=7 => self.assignment(),
            8 | 9 => {
                let condition = self.boolean(2);
                self.line(&format!("if ({condition}) {{"));
                self.block();
                if self.chance(2) {
                    self.line("} else {");
                    self.block();
                }
                self.line("}");
            }
            10 | 11 if self.loops < 2 => self.looping(),
            12 => self.switch(),
            13 if self.loops > 0 => {
                let condition = self.boolean(1);
                let word = if self.chance(2) { "break" } else { "continue" };
                self.line(&format!("if ({condition}) {word};"));
            }
            14 => {
                if let Some(result) = self.returns {
                    let condition = self.boolean(1);
                    let value = if result.is_empty() { String::new() } else { format!(" {}", self.uint(1)) };
                    self.line(&format!("if ({condition}) {{ return{value}; }}"));
                }
            }
            _ => {
                if let Some(call) = self.call(2, true) {
                    self.line(&format!("{call};"));
                }
            }
        }
    }

    fn declaration(&mut self) {
        let (kind, ty, suffix) = KINDS[self.random.below(4)];
        let value = self.value(kind, 3);
        let is_const = self.chance(3);
        let name = self.name("v");
        let qualifier = if is_const { "const " } else { "" };
        self.line(&format!("{qualifier}{ty} {name}{suffix} = {value};"));
        self.variables.push(Variable { name, kind, is_const });
    }

    fn assignment(&mut self) {
        let place = self.place();
        let value = self.uint(3);
        let operator = *self.random.pick(&["=", "=", "+=", "^=", "*=", "|=", "-="]);
        self.line(&format!("{place} {operator} {value};"));
    }

    fn looping(&mut self) {
        let name = self.name("i");
        let count = 1 + self.random.below(5);
        let unroll = if self.chance(3) { "[[unroll]] " } else { "" };
        self.loops += 1;
        match self.random.below(3) {
            0 => {
                self.line(&format!("uint {name} = 0u;"));
                self.line(&format!("{unroll}while ({name}++ < {count}u) {{"));
                self.counted(&name, "}");
            }
            1 => {
                self.line(&format!("uint {name} = 0u;"));
                let condition = self.boolean(1);
                self.line("do {");
                self.counted(&name, &format!("}} while (++{name} < {count}u && {condition});"));
            }
            _ => {
                self.line(&format!("{unroll}for (uint {name} = 0u; {name} < {count}u; ++{name}) {{"));
                self.counted(&name, "}");
            }
        }
        self.loops -= 1;
    }

    fn counted(&mut self, name: &str, end: &str) {
        self.variables.push(Variable { name: name.to_owned(), kind: Kind::Uint, is_const: true });
        self.block();
        self.variables.pop();
        self.line(end);
    }

    fn switch(&mut self) {
        let selector = self.uint(2);
        self.line(&format!("switch ({selector} & 3u) {{"));
        let loops = std::mem::take(&mut self.loops);
        for case in 0..1 + self.random.below(3) {
            self.line(&format!("case {case}u: {{"));
            self.block();
            self.line("}");
            if self.chance(2) {
                self.line("break;");
            }
        }
        if self.chance(2) {
            self.line("default: {");
            self.block();
            self.line("}");
        }
        self.line("}");
        self.loops = loops;
    }

    fn pick(&mut self, is_wanted: impl Fn(&Variable) -> bool) -> Option<String> {
        let found: Vec<String> = self.variables.iter().filter(|it| is_wanted(it)).map(|it| it.name.clone()).collect();
        if found.is_empty() { None } else { Some(self.random.pick(&found).clone()) }
    }

    /// A `uint` that can be written.
    fn place(&mut self) -> String {
        let index = self.uint(1);
        match self.random.below(12) {
            0 | 1 => format!("data[base + ({index} & 15u)]"),
            2 => format!("waiting[base + ({index} & 15u)]"),
            3 => "mine".to_owned(),
            4 => format!("ours[{index} % 3u]"),
            5 | 6 => match self.pick(|it| it.kind == Kind::Array && !it.is_const) {
                Some(array) if self.chance(2) => format!("{array}[{index} & 3u]"),
                Some(array) => format!("{array}[{}]", self.random.below(4)),
                None => "mine".to_owned(),
            },
            7 => match self.pick(|it| it.kind == Kind::Outer && !it.is_const) {
                Some(outer) => {
                    let part = *self.random.pick(&[".i.a", ".i.b.y", ".c[2]", ".d.z"]);
                    format!("{outer}{part}")
                }
                None => "ours.x".to_owned(),
            },
            8 => match self.pick(|it| it.kind == Kind::Vector && !it.is_const) {
                Some(vector) => format!("{vector}.{}", self.random.pick(&["x", "y", "z"])),
                None => "ours.z".to_owned(),
            },
            _ => self.pick(|it| it.kind == Kind::Uint && !it.is_const).unwrap_or_else(|| "mine".to_owned()),
        }
    }

    fn value(&mut self, kind: Kind, depth: usize) -> String {
        if depth > 0
            && self.chance(3)
            && let Some(variable) = self.pick(|it| it.kind == kind)
        {
            return variable;
        }
        let depth = depth.saturating_sub(1);
        match kind {
            Kind::Uint => self.uint(depth + 1),
            Kind::Vector => match self.random.below(3) {
                0 => format!("uvec3({})", self.uint(depth)),
                1 => format!("({} * {}).zxy", self.value(Kind::Vector, depth.min(1)), self.uint(depth)),
                _ => format!("uvec3({}, {}, {})", self.uint(depth), self.uint(depth), self.uint(depth)),
            },
            Kind::Array => {
                let parts = [0; 4].map(|_| self.uint(depth));
                format!("uint[4]({})", parts.join(", "))
            }
            Kind::Outer => {
                let (a, x, y) = (self.uint(depth), self.uint(depth), self.uint(depth));
                let (c, d) = (self.value(Kind::Array, depth.min(1)), self.value(Kind::Vector, depth.min(1)));
                format!("Outer(Inner({a}, uvec2({x}, {y})), {c}, {d})")
            }
        }
    }

    fn uint(&mut self, depth: usize) -> String {
        if depth == 0 || self.chance(5) {
            return match self.random.below(6) {
                0 => format!("{}u", self.random.below(40)),
                1 => format!("{:#x}u", self.random.next() as u32),
                2 => "gl_LocalInvocationIndex".to_owned(),
                3 => "mine".to_owned(),
                _ => self.pick(|it| it.kind == Kind::Uint).unwrap_or_else(|| "base".to_owned()),
            };
        }
        let depth = depth - 1;
        let a = self.uint(depth);
        match self.random.below(22) {
            0..=4 => {
                let operator = *self.random.pick(&["+", "-", "*", "&", "|", "^"]);
                format!("({a} {operator} {})", self.uint(depth))
            }
            5 => format!("({a} / ({} | 1u))", self.uint(depth)),
            6 => format!("({a} % ({} | 1u))", self.uint(depth)),
            7 => format!("({a} {} ({} & 31u))", *self.random.pick(&["<<", ">>"]), self.uint(depth)),
            8 => format!("({} ? {a} : {})", self.boolean(depth), self.uint(depth)),
            9 => format!("uint({})", self.boolean(depth)),
            10 => format!("{}({a}, {})", *self.random.pick(&["min", "max"]), self.uint(depth)),
            11 => format!("uint(bitCount({a}))"),
            12 => format!("bitfieldExtract({a}, 3, 7)"),
            13 | 14 => format!("data[base + ({a} & 15u)]"),
            15 => format!("numbers[{a} & 63u]"),
            16 => format!("waiting[base + ({a} & 15u)]"),
            17 => match self.pick(|it| it.kind == Kind::Array) {
                Some(array) => format!("{array}[{a} & 3u]"),
                None => "ours.y".to_owned(),
            },
            18 => match self.pick(|it| it.kind == Kind::Outer) {
                Some(outer) => {
                    let part = *self.random.pick(&[".i.a", ".i.b.x", ".c[1]", ".c[3]", ".d.y"]);
                    format!("{outer}{part}")
                }
                None => a,
            },
            19 => match self.pick(|it| it.kind == Kind::Vector) {
                Some(vector) if self.chance(2) => format!("{vector}[{a} % 3u]"),
                Some(vector) => format!("{vector}.z"),
                None => a,
            },
            20 => format!("atomicAdd(counted[base + ({a} & 15u)], {})", self.uint(depth)),
            _ => self.call(depth, false).unwrap_or(a),
        }
    }

    fn boolean(&mut self, depth: usize) -> String {
        if depth > 0 && self.chance(3) {
            let (a, b) = (self.boolean(depth - 1), self.boolean(depth - 1));
            return match self.random.below(4) {
                0 => format!("!{a}"),
                it => format!("({a} {} {b})", ["&&", "||", "^^"][it - 1]),
            };
        }
        let operator = *self.random.pick(&["<", ">", "==", "!=", "<=", ">="]);
        format!("({} {operator} {})", self.uint(depth), self.uint(depth))
    }

    /// A call; variables for `inout` parameters are declared before, so there must be a line of its own for it.
    fn call(&mut self, depth: usize, is_statement: bool) -> Option<String> {
        if self.functions.is_empty() {
            return None;
        }
        let index = self.random.below(self.functions.len());
        let Function { name, parameters, is_void } = &self.functions[index];
        let (name, parameters, is_void) = (name.clone(), parameters.clone(), *is_void);
        if !is_statement && (is_void || parameters.iter().any(|it| it.1)) {
            return None;
        }
        let mut arguments = Vec::new();
        for (kind, is_inout) in parameters {
            if !is_inout {
                arguments.push(self.value(kind, depth.min(1)));
            } else if kind == Kind::Uint {
                arguments.push(self.place());
            } else {
                arguments.push(self.pick(|it| it.kind == kind && !it.is_const)?);
            }
        }
        Some(format!("{name}({})", arguments.join(", ")))
    }
}

#[test]
fn optimized_programs_compute_the_same() {
    let Some(device) = vulkan::device() else { return };
    let count = if common::required("GLSLSUB_EXHAUSTIVE") { PROGRAMS * 20 } else { PROGRAMS };
    let only: Option<u64> = std::env::var("GLSLSUB_SEED").ok().map(|seed| seed.parse().expect("a seed is a number"));
    let seeds = only.map_or(0..count, |seed| seed..seed + 1);
    let mut failures = Vec::new();
    for seed in seeds.clone() {
        let text = Program::from_seed(seed);
        if only.is_some() {
            common::shout(&text);
        }
        if let Err(error) = compare(seed, &text, &device) {
            failures.push(format!("GLSLSUB_SEED={seed}: {error}"));
        }
    }
    common::report(seeds.count(), &failures);
}

fn compare(seed: u64, text: &str, device: &vulkan::Device) -> Result<(), String> {
    let mut random = Random::new(!seed);
    let mut numbers = |count: usize| -> Vec<u8> {
        (0..count).flat_map(|_| ((random.next() as u32) >> (random.next() % 32)).to_le_bytes()).collect()
    };
    let bindings = [
        Binding::storage(0, numbers(LANES * OWN)),
        Binding::storage(1, numbers(64)),
        Binding::storage(2, numbers(LANES * OWN)),
    ];
    let target = Target::from(TargetEnvironment::Vulkan1_1);
    let mut plain = None;
    for level in [Level::None, Level::Optimized, Level::Small] {
        let words = compile::spirv_at_level("program.comp", text, target, level)?;
        if let Some(complaint) = validate::validate(&words, target).complaint() {
            return Err(format!("{level:?}: invalid: {complaint}"));
        }
        let job = Job { words: &words, groups: [1, 1, 1], bindings: &bindings, ..Job::default() };
        let contents = device.run(&job)?;
        let plain = plain.get_or_insert_with(|| contents.clone());
        if contents != *plain {
            let at = |(a, b): (&Vec<u8>, &Vec<u8>)| a.iter().zip(b).position(|(a, b)| a != b).map(|it| it / 4);
            let first: Vec<_> = contents.iter().zip(&*plain).map(at).collect();
            return Err(format!("{level:?}: other numbers, the first in each buffer at {first:?}"));
        }
    }
    Ok(())
}
