//! Valid programs at random, for every stage: typed, without undefined behaviour, with an end.
//!
//! Comes in: a seed and a stage. Goes out: GLSL whose `result` buffer depends on nothing but the `input_` buffer and the
//! invocation. Values stay where all implementations agree: divisors are positive, shifts below the width, indices in bounds,
//! floats small multiples of a quarter, so that their arithmetic is exact. Must not depend on: the compiler.

use std::fmt::Write;

use glslsub::internals::stage::Stage;

use super::random::Random;

/// Invocations in the workgroup of a compute shader.
pub const INVOCATIONS: usize = 16;
/// Words of `input_`.
pub const INPUTS: usize = 64;
/// Words of `result` for each invocation.
pub const RESULTS: usize = 4;

/// Classes of scalars.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    Bool,
    Signed,
    Unsigned,
    Float,
}

/// A scalar type.
#[derive(Debug, PartialEq, Eq)]
struct Scalar {
    name: &'static str,
    vector: &'static str,
    class: Class,
    bits: u32,
}

const fn scalar(name: &'static str, vector: &'static str, class: Class, bits: u32) -> Scalar {
    Scalar { name, vector, class, bits }
}

const BOOL: &Scalar = &SCALARS[0];
const INT: &Scalar = &SCALARS[1];
const UINT: &Scalar = &SCALARS[2];
const FLOAT: &Scalar = &SCALARS[3];

/// The scalars; the first four are the common ones.
const SCALARS: &[Scalar] = &[
    scalar("bool", "bvec", Class::Bool, 1),
    scalar("int", "ivec", Class::Signed, 32),
    scalar("uint", "uvec", Class::Unsigned, 32),
    scalar("float", "vec", Class::Float, 32),
    scalar("int8_t", "i8vec", Class::Signed, 8),
    scalar("uint8_t", "u8vec", Class::Unsigned, 8),
    scalar("int16_t", "i16vec", Class::Signed, 16),
    scalar("uint16_t", "u16vec", Class::Unsigned, 16),
    scalar("int64_t", "i64vec", Class::Signed, 64),
    scalar("uint64_t", "u64vec", Class::Unsigned, 64),
];

/// A scalar or a vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Type {
    scalar: &'static Scalar,
    width: usize,
}

impl Type {
    const fn one(scalar: &'static Scalar) -> Self {
        Self { scalar, width: 1 }
    }

    fn name(self) -> String {
        if self.width == 1 { self.scalar.name.to_owned() } else { format!("{}{}", self.scalar.vector, self.width) }
    }

    fn is(self, class: Class) -> bool {
        self.scalar.class == class
    }
}

/// What an expression can name.
#[derive(Clone, Debug)]
struct Variable {
    path: String,
    ty: Type,
    writable: bool,
}

#[derive(Clone, Debug)]
struct Function {
    name: String,
    result: Type,
    parameters: Vec<(Type, &'static str)>,
}

/// A program being written.
struct Writer<'r> {
    random: &'r mut Random,
    text: String,
    indent: usize,
    variables: Vec<Variable>,
    functions: Vec<Function>,
    names: usize,
    /// Statements that may still be written.
    left: usize,
    loops: usize,
    /// Whether all invocations of a subgroup that entered `main` agree on where they are.
    subgroups: bool,
}

/// How a stage looks around `main`: declarations, and the number of the invocation.
const FRAMES: &[(Stage, &str, &str)] = &[
    (Stage::Compute, "layout(local_size_x = 16) in;", "gl_LocalInvocationIndex"),
    (Stage::Vertex, "", "uint(gl_VertexIndex)"),
    (Stage::TessellationControl, "layout(vertices = 3) out;", "uint(gl_InvocationID)"),
    (Stage::TessellationEvaluation, "layout(triangles) in;", "uint(gl_PrimitiveID)"),
    (Stage::Geometry, "layout(triangles) in; layout(triangle_strip, max_vertices = 3) out;", "uint(gl_PrimitiveIDIn)"),
    (Stage::Fragment, "layout(location = 0) out vec4 color;", "uint(gl_FragCoord.x)"),
    (Stage::Task, "#extension GL_EXT_mesh_shader : require\nlayout(local_size_x = 16) in;", "gl_LocalInvocationIndex"),
    (
        Stage::Mesh,
        "#extension GL_EXT_mesh_shader : require\nlayout(local_size_x = 16) in;\n\
         layout(triangles, max_vertices = 3, max_primitives = 1) out;",
        "gl_LocalInvocationIndex",
    ),
    (Stage::RayGeneration, RAYS, "gl_LaunchIDEXT.x"),
    (Stage::Intersection, RAYS, "gl_LaunchIDEXT.x"),
    (Stage::AnyHit, RAYS, "gl_LaunchIDEXT.x"),
    (Stage::ClosestHit, RAYS, "gl_LaunchIDEXT.x"),
    (Stage::Miss, RAYS, "gl_LaunchIDEXT.x"),
    (Stage::Callable, RAYS, "gl_LaunchIDEXT.x"),
];

const RAYS: &str = "#extension GL_EXT_ray_tracing : require";

/// A program for a stage. Subgroup operations are only in those of compute shaders.
pub fn program(random: &mut Random, stage: Stage) -> String {
    let (_, frame, invocation) = FRAMES.iter().find(|it| it.0 == stage).expect("every stage has a frame");
    let left = 10 + random.below(40);
    let subgroups = stage == Stage::Compute && random.below(2) == 0;
    let mut writer = Writer {
        random,
        text: String::new(),
        indent: 0,
        variables: Vec::new(),
        functions: Vec::new(),
        names: 0,
        left,
        loops: 0,
        subgroups,
    };
    writer.head(frame);
    writer.body(invocation, stage);
    writer.text
}

impl Writer<'_> {
    fn line(&mut self, line: &str) {
        let _ = writeln!(self.text, "{:width$}{line}", "", width = 4 * self.indent);
    }

    fn open(&mut self, line: &str) {
        self.line(&format!("{line} {{"));
        self.indent += 1;
    }

    fn close(&mut self, line: &str) {
        self.indent -= 1;
        self.line(&format!("}}{line}"));
    }

    fn name(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    fn chance(&mut self, of: usize) -> bool {
        self.random.below(of) == 0
    }

    fn head(&mut self, frame: &str) {
        self.line("#version 460");
        self.line("#extension GL_EXT_shader_explicit_arithmetic_types : require");
        if self.subgroups {
            for extension in ["basic", "vote", "arithmetic", "ballot", "shuffle", "clustered"] {
                self.line(&format!("#extension GL_KHR_shader_subgroup_{extension} : require"));
            }
        }
        self.line(frame);
        self.line(&format!("layout(set = 0, binding = 0) readonly buffer Input {{ uint input_[{INPUTS}]; }};"));
        self.line("layout(set = 0, binding = 1) buffer Result { uint result[]; };");
        for _ in 0..self.random.below(3) {
            let (name, ty) = (self.name("c"), self.any_type());
            let value = self.literal(ty);
            let id = self.names;
            let is_specialized = ty.width == 1 && matches!(ty.scalar.bits, 1 | 32) && self.chance(2);
            let layout = if is_specialized { format!("layout(constant_id = {id}) ") } else { String::new() };
            self.line(&format!("{layout}const {} {name} = {value};", ty.name()));
            self.variables.push(Variable { path: name, ty, writable: false });
        }
        let structure = self.structure();
        for _ in 0..self.random.below(3) {
            let (name, ty) = (self.name("g"), self.any_type());
            let value = self.literal(ty);
            self.line(&format!("{} {name} = {value};", ty.name()));
            self.variables.push(Variable { path: name, ty, writable: true });
        }
        let globals = self.variables.len();
        for _ in 0..self.random.below(4) {
            self.function();
            self.variables.truncate(globals);
        }
        if let Some((name, members)) = structure {
            let value = self.name("s");
            self.line(&format!("{name} {value};"));
            // Nothing has been written to it: zeros first.
            for (member, ty) in &members {
                self.variables.push(Variable { path: format!("{value}.{member}"), ty: *ty, writable: true });
            }
        }
    }

    fn structure(&mut self) -> Option<(String, Vec<(String, Type)>)> {
        if self.chance(2) {
            return None;
        }
        let name = self.name("S");
        let members: Vec<_> = (0..1 + self.random.below(4)).map(|_| (self.name("m"), self.any_type())).collect();
        let list: Vec<String> = members.iter().map(|(name, ty)| format!("{} {name};", ty.name())).collect();
        self.line(&format!("struct {name} {{ {} }};", list.join(" ")));
        Some((name, members))
    }

    fn function(&mut self) {
        let name = self.name("f");
        let result = self.any_type();
        let count = self.random.below(4);
        let parameters: Vec<_> = (0..count)
            .map(|_| (self.any_type(), *self.random.pick(&["", "", "const in ", "inout ", "out "])))
            .collect();
        let globals = self.variables.len();
        let mut list = Vec::new();
        let mut outs = Vec::new();
        for (ty, mode) in &parameters {
            let parameter = self.name("p");
            list.push(format!("{mode}{} {parameter}", ty.name()));
            self.variables.push(Variable { path: parameter.clone(), ty: *ty, writable: !mode.starts_with("const") });
            if *mode == "out " {
                outs.push((parameter, *ty));
            }
        }
        self.open(&format!("{} {name}({})", result.name(), list.join(", ")));
        for (parameter, ty) in outs {
            let value = self.literal(ty);
            self.line(&format!("{parameter} = {value};"));
        }
        let (left, subgroups) = (self.left, self.subgroups);
        (self.left, self.subgroups) = (self.random.below(8), false);
        self.statements(2, Some(result));
        (self.left, self.subgroups) = (left, subgroups);
        let value = self.bounded(result, 3);
        self.line(&format!("return {value};"));
        self.close("");
        self.variables.truncate(globals);
        // A body that calls it would be recursive, so it is known from here on.
        self.functions.push(Function { name, result, parameters });
    }

    fn body(&mut self, invocation: &str, stage: Stage) {
        self.open("void main()");
        self.line(&format!("uint id = {invocation} & {}u;", INVOCATIONS - 1));
        self.variables.push(Variable { path: "id".to_owned(), ty: Type::one(UINT), writable: false });
        let structures: Vec<_> = self.variables.iter().filter(|it| it.path.contains('.')).cloned().collect();
        for member in structures {
            let value = self.literal(member.ty);
            self.line(&format!("{} = {value};", member.path));
        }
        for index in 0..3 {
            let ty = Type { scalar: &SCALARS[1 + index], width: 1 + self.random.below(4) };
            self.declare(ty);
        }
        self.statements(0, None);
        for index in 0..RESULTS {
            let ty = Type::one(&SCALARS[self.random.below(SCALARS.len())]);
            let (name, value) = (self.name("w"), self.expression(ty, 3));
            self.line(&format!("{} {name} = {value};", ty.name()));
            let word = self.word(ty, &name);
            self.line(&format!("result[id * {RESULTS}u + {index}u] = {word};"));
        }
        if stage == Stage::Fragment {
            self.line("color = vec4(0.0);");
        }
        if stage == Stage::Task {
            self.line("EmitMeshTasksEXT(0u, 0u, 0u);");
        }
        if stage == Stage::Mesh {
            self.line("SetMeshOutputsEXT(0u, 0u);");
        }
        self.close("");
    }

    /// A value as 32 bits.
    fn word(&mut self, ty: Type, value: &str) -> String {
        match (ty.scalar.class, ty.scalar.bits) {
            // Implementations may choose the sign of a zero.
            (Class::Float, _) => format!("({value} == 0.0 ? 0u : floatBitsToUint({value}))"),
            (Class::Bool, _) => format!("({value} ? 1u : 0u)"),
            (_, 64) => {
                let half = if self.chance(2) { " >> 32" } else { "" };
                format!("uint(uint64_t({value}){half})")
            }
            _ => format!("uint({value})"),
        }
    }

    // Types.

    fn any_scalar(&mut self) -> &'static Scalar {
        let among = if self.chance(3) { SCALARS.len() } else { 4 };
        &SCALARS[self.random.below(among)]
    }

    fn any_type(&mut self) -> Type {
        let width = if self.chance(2) { 1 } else { 1 + self.random.below(4) };
        Type { scalar: self.any_scalar(), width }
    }

    // Statements.

    fn statements(&mut self, depth: usize, result: Option<Type>) {
        let known = self.variables.len();
        for _ in 0..1 + self.random.below(if depth == 0 { 30 } else { 5 }) {
            if self.left == 0 {
                break;
            }
            self.left -= 1;
            self.statement(depth, result);
        }
        self.variables.truncate(known.max(if depth == 0 { self.variables.len() } else { 0 }));
    }

    fn statement(&mut self, depth: usize, result: Option<Type>) {
        let kind = self.random.below(if depth < 4 { 17 } else { 8 });
        match kind {
            0 | 1 => {
                let ty = self.any_type();
                self.declare(ty);
            }
            2..=5 => self.assign(),
            6 => self.call(),
            7 if self.loops > 0 => {
                let condition = self.expression(Type::one(BOOL), 2);
                let jump = *self.random.pick(&["break", "continue"]);
                self.line(&format!("if ({condition}) {jump};"));
            }
            7 if result.is_some() => {
                let condition = self.expression(Type::one(BOOL), 2);
                let value = result.map(|ty| self.bounded(ty, 2)).unwrap_or_default();
                self.line(&format!("if ({condition}) return {value};"));
            }
            8..=10 => self.branch(depth, result),
            11 | 12 => self.repeat(depth, result),
            13 => self.switch(depth, result),
            14 => self.array(),
            15 if self.subgroups => self.subgroup(),
            16 => {
                self.open("");
                self.statements(depth + 1, result);
                self.close("");
            }
            _ => self.assign(),
        }
    }

    fn declare(&mut self, ty: Type) {
        let name = self.name("v");
        let value = self.bounded(ty, 3);
        self.line(&format!("{} {name} = {value};", ty.name()));
        self.variables.push(Variable { path: name, ty, writable: true });
    }

    /// A value for a variable: floats do not grow.
    fn bounded(&mut self, ty: Type, depth: usize) -> String {
        let value = self.expression(ty, depth);
        if ty.is(Class::Float) { format!("clamp({value}, -512.0, 512.0)") } else { value }
    }

    fn assign(&mut self) {
        let writable: Vec<_> = self.variables.iter().filter(|it| it.writable).cloned().collect();
        if writable.is_empty() {
            return;
        }
        let Variable { path, ty, .. } = self.random.pick(&writable).clone();
        let is_integer = ty.is(Class::Signed) || ty.is(Class::Unsigned);
        if ty.width > 1 && self.chance(3) {
            let component = Type::one(ty.scalar);
            let value = self.bounded(component, 3);
            if self.chance(2) {
                let index = self.expression(Type::one(UINT), 2);
                // Two components at least: one bit is in bounds.
                return self.line(&format!("{path}[({index}) & 1u] = {value};"));
            }
            let letter = ["x", "y", "z", "w"][self.random.below(ty.width)];
            return self.line(&format!("{path}.{letter} = {value};"));
        }
        if ty.width > 2 && self.chance(4) {
            let value = self.bounded(Type { scalar: ty.scalar, width: 2 }, 3);
            let swizzle = *self.random.pick(&["xy", "zx", "yz"]);
            return self.line(&format!("{path}.{swizzle} = {value};"));
        }
        if is_integer && self.chance(3) {
            let operator = *self.random.pick(&["+=", "-=", "*=", "^=", "&=", "|="]);
            let value = self.expression(ty, 3);
            return self.line(&format!("{path} {operator} {value};"));
        }
        if is_integer && self.chance(4) {
            return self.line(&format!("{path}++;"));
        }
        let value = self.bounded(ty, 4);
        self.line(&format!("{path} = {value};"));
    }

    fn call(&mut self) {
        if self.functions.is_empty() {
            return self.assign();
        }
        let function = self.random.pick(&self.functions).clone();
        let mut arguments = Vec::new();
        for (ty, mode) in &function.parameters {
            arguments.push(if matches!(*mode, "inout " | "out ") {
                // A variable of its own: two arguments never name one.
                let name = self.name("a");
                let value = self.bounded(*ty, 2);
                self.line(&format!("{} {name} = {value};", ty.name()));
                self.variables.push(Variable { path: name.clone(), ty: *ty, writable: true });
                name
            } else {
                self.bounded(*ty, 2)
            });
        }
        let name = self.name("v");
        self.line(&format!("{} {name} = {}({});", function.result.name(), function.name, arguments.join(", ")));
        self.variables.push(Variable { path: name, ty: function.result, writable: true });
    }

    fn branch(&mut self, depth: usize, result: Option<Type>) {
        let condition = self.expression(Type::one(BOOL), 3);
        self.open(&format!("if ({condition})"));
        self.statements(depth + 1, result);
        if self.chance(2) {
            self.indent -= 1;
            self.line("} else {");
            self.indent += 1;
            self.statements(depth + 1, result);
        }
        self.close("");
    }

    fn repeat(&mut self, depth: usize, result: Option<Type>) {
        let name = self.name("i");
        let count = 1 + self.random.below(4);
        let subgroups = std::mem::replace(&mut self.subgroups, false);
        self.loops += 1;
        self.variables.push(Variable { path: name.clone(), ty: Type::one(INT), writable: false });
        match self.random.below(3) {
            0 => {
                self.open(&format!("for (int {name} = 0; {name} < {count}; {name}++)"));
                self.statements(depth + 1, result);
                self.close("");
            }
            1 => {
                self.line(&format!("int {name} = 0;"));
                self.open(&format!("while ({name}++ < {count})"));
                self.statements(depth + 1, result);
                self.close("");
            }
            _ => {
                self.line(&format!("int {name} = 0;"));
                self.open("do");
                self.statements(depth + 1, result);
                let condition = self.expression(Type::one(BOOL), 2);
                self.close(&format!(" while (++{name} < {count} && ({condition}));"));
            }
        }
        self.variables.retain(|it| it.path != name);
        self.loops -= 1;
        self.subgroups = subgroups;
    }

    fn switch(&mut self, depth: usize, result: Option<Type>) {
        let selector = self.expression(Type::one(INT), 2);
        let (subgroups, loops) = (self.subgroups, self.loops);
        // A `break` would leave the switch, a `continue` the loop: both are left to the cases' ends.
        (self.subgroups, self.loops) = (false, 0);
        self.open(&format!("switch (({selector}) & 3)"));
        for case in 0..1 + self.random.below(3) {
            self.line(&format!("case {case}:"));
            self.open("");
            self.statements(depth + 1, result);
            self.close("");
            if !self.chance(3) {
                self.line("break;");
            }
        }
        if self.chance(2) {
            self.line("default:");
            self.open("");
            self.statements(depth + 1, result);
            self.close("");
        }
        self.close("");
        (self.subgroups, self.loops) = (subgroups, loops);
    }

    fn array(&mut self) {
        let (name, ty) = (self.name("r"), self.any_type());
        let items: Vec<String> = (0..4).map(|_| self.bounded(ty, 2)).collect();
        let list = items.join(", ");
        let list = if self.chance(2) { format!("{}[]({list})", ty.name()) } else { format!("{{ {list} }}") };
        self.line(&format!("{} {name}[4] = {list};", ty.name()));
        let index = self.expression(Type::one(INT), 2);
        let index = format!("{name}[({index}) & 3]");
        let value = self.bounded(ty, 3);
        self.line(&format!("{index} = {value};"));
        for element in 0..4 {
            self.variables.push(Variable { path: format!("{name}[{element}]"), ty, writable: true });
        }
    }

    fn subgroup(&mut self) {
        let name = self.name("v");
        let ty = Type::one(self.random.pick::<&Scalar>(&[INT, UINT]));
        let value = self.expression(ty, 2);
        let test = self.expression(Type::one(BOOL), 2);
        let of_values = ["Add", "Min", "Max", "And", "Or", "Xor", "InclusiveAdd", "ExclusiveOr", "ExclusiveAdd"];
        let ty_name = ty.name();
        let value = match self.random.below(7) {
            0 => format!("{ty_name}(subgroupAny({test}))"),
            1 => format!("{ty_name}(subgroupAll({test}))"),
            2 => format!("{ty_name}(subgroupBallot({test}).x)"),
            3 => format!("subgroupBroadcastFirst({value})"),
            4 => format!("subgroupClustered{}({value}, 4u)", self.random.pick(&["Add", "Min", "Xor"])),
            5 => format!("{ty_name}(subgroupElect())"),
            _ => format!("subgroup{}({value})", self.random.pick(&of_values)),
        };
        self.line(&format!("{ty_name} {name} = {value};"));
        self.variables.push(Variable { path: name, ty, writable: true });
    }

    // Expressions.

    fn literal(&mut self, ty: Type) -> String {
        let one = match ty.scalar.class {
            Class::Bool => if self.chance(2) { "true" } else { "false" }.to_owned(),
            Class::Float => format!("{:?}", (self.random.below(65) as f64 - 32.0) / 4.0),
            Class::Signed => {
                let number = self.random.below(200) as i64 - 100;
                format!("{}({number})", ty.scalar.name)
            }
            Class::Unsigned => format!("{}({}u)", ty.scalar.name, self.random.below(200)),
        };
        if ty.width == 1 { one } else { format!("{}({one})", ty.name()) }
    }

    fn leaf(&mut self, ty: Type) -> String {
        let known: Vec<_> = self.variables.iter().filter(|it| it.ty == ty).map(|it| it.path.clone()).collect();
        if !known.is_empty() && !self.chance(4) {
            return self.random.pick(&known).clone();
        }
        let wider: Vec<_> = self
            .variables
            .iter()
            .filter(|it| it.ty.scalar == ty.scalar && it.ty.width > ty.width)
            .map(|it| it.path.clone())
            .collect();
        if !wider.is_empty() && self.chance(2) {
            let letters = ["x", "yx", "yxz", "xyxy"];
            return format!("{}.{}", self.random.pick(&wider), letters[ty.width - 1]);
        }
        if self.chance(3) {
            let word = format!("input_[{}]", self.random.below(INPUTS));
            let word = match ty.scalar.class {
                Class::Bool => format!("(({word} & 4u) != 0u)"),
                // Multiples of a quarter, and exact.
                Class::Float => format!("(float({word} & 255u) * 0.25 - 32.0)"),
                _ => format!("{}({word})", ty.scalar.name),
            };
            return if ty.width == 1 { word } else { format!("{}({word})", ty.name()) };
        }
        self.literal(ty)
    }

    fn expression(&mut self, ty: Type, depth: usize) -> String {
        if depth == 0 || self.chance(5) {
            return self.leaf(ty);
        }
        let next = depth - 1;
        if ty.width > 1 && self.chance(4) {
            let one = Type::one(ty.scalar);
            let parts: Vec<String> = (0..ty.width).map(|_| self.expression(one, next)).collect();
            return format!("{}({})", ty.name(), parts.join(", "));
        }
        if self.chance(6) {
            let condition = self.expression(Type::one(BOOL), next);
            let (accept, reject) = (self.expression(ty, next), self.expression(ty, next));
            return format!("({condition} ? {accept} : {reject})");
        }
        if self.chance(6) && !ty.is(Class::Bool) && !ty.is(Class::Float) {
            let scalar = loop {
                let scalar = self.any_scalar();
                if scalar.class != Class::Float {
                    break scalar;
                }
            };
            let value = self.expression(Type { scalar, width: ty.width }, next);
            return format!("{}({value})", ty.name());
        }
        match ty.scalar.class {
            Class::Bool => self.truth(ty, next),
            Class::Float => self.float(ty, next),
            _ => self.integer(ty, next),
        }
    }

    fn truth(&mut self, ty: Type, depth: usize) -> String {
        if ty.width > 1 {
            let compared = loop {
                let scalar = self.any_scalar();
                if scalar.class != Class::Bool {
                    break Type { scalar, width: ty.width };
                }
            };
            let (left, right) = (self.expression(compared, depth), self.expression(compared, depth));
            let function = *self.random.pick(&["lessThan", "greaterThanEqual", "equal", "notEqual"]);
            return format!("{function}({left}, {right})");
        }
        match self.random.below(5) {
            0 => {
                let operator = *self.random.pick(&["&&", "||", "^^"]);
                let (left, right) = (self.expression(ty, depth), self.expression(ty, depth));
                format!("({left} {operator} {right})")
            }
            1 => format!("!({})", self.expression(ty, depth)),
            2 => {
                let all = *self.random.pick(&["any", "all"]);
                let width = 2 + self.random.below(3);
                format!("{all}({})", self.expression(Type { scalar: BOOL, width }, depth))
            }
            3 => {
                let compared = self.any_type();
                let operator = *self.random.pick(&["==", "!="]);
                let (left, right) = (self.expression(compared, depth), self.expression(compared, depth));
                format!("({left} {operator} {right})")
            }
            _ => {
                let compared = Type::one(self.random.pick::<&Scalar>(&[INT, UINT, FLOAT, &SCALARS[6], &SCALARS[9]]));
                let operator = *self.random.pick(&["<", "<=", ">", ">="]);
                let (left, right) = (self.expression(compared, depth), self.expression(compared, depth));
                format!("({left} {operator} {right})")
            }
        }
    }

    fn integer(&mut self, ty: Type, depth: usize) -> String {
        let name = ty.name();
        let left = self.expression(ty, depth);
        match self.random.below(9) {
            0 => {
                let right = self.expression(ty, depth);
                // 1 to 7: the quotient is defined, and the remainder, too, if the left side is not negative.
                let divisor = format!("(({right} & {name}(6)) | {name}(1))");
                let largest = if ty.scalar.bits == 8 { "63" } else { "1023" };
                if self.chance(2) {
                    format!("({left} / {divisor})")
                } else {
                    format!("(({left} & {name}({largest})) % {divisor})")
                }
            }
            1 => {
                let operator = *self.random.pick(&["<<", ">>"]);
                let right = self.expression(ty, depth);
                format!("({left} {operator} ({right} & {name}({})))", ty.scalar.bits - 1)
            }
            2 => format!("~({left})"),
            3 if ty.is(Class::Signed) => format!("-({left})"),
            4 => {
                let (function, right) = (*self.random.pick(&["min", "max"]), self.expression(ty, depth));
                format!("{function}({left}, {right})")
            }
            5 if ty.scalar.bits == 32 => {
                let function = *self.random.pick(&["bitCount", "findLSB", "findMSB", "bitfieldReverse"]);
                format!("{name}({function}({left}))")
            }
            6 if ty.scalar.bits == 32 => format!("bitfieldExtract({left}, 3, {})", 1 + self.random.below(20)),
            _ => {
                let operator = *self.random.pick(&["+", "-", "*", "&", "|", "^"]);
                let right = self.expression(ty, depth);
                format!("({left} {operator} {right})")
            }
        }
    }

    fn float(&mut self, ty: Type, depth: usize) -> String {
        let left = self.expression(ty, depth);
        match self.random.below(6) {
            0 => format!("{}({left})", self.random.pick(&["floor", "ceil", "trunc", "abs", "sign"])),
            1 => {
                let (function, right) = (*self.random.pick(&["min", "max", "step"]), self.expression(ty, depth));
                format!("{function}({left}, {right})")
            }
            2 => format!("({left} * {})", self.random.pick(&["0.5", "2.0", "-1.0", "4.0"])),
            3 => format!("-({left})"),
            4 => {
                let integer = Type { scalar: INT, width: ty.width };
                format!("{}({} & 255)", ty.name(), self.expression(integer, depth))
            }
            _ => {
                let operator = *self.random.pick(&["+", "-"]);
                let right = self.expression(ty, depth);
                format!("({left} {operator} {right})")
            }
        }
    }
}
