//! Valid programs at random, for every stage: typed, without undefined behaviour, with an end.
//!
//! Comes in: a seed and a stage. Goes out: GLSL that works on the four buffers below, in which each invocation has words of its own,
//! and maybe on memory that a reference leads to, an image and a texture; what it leaves there depends on nothing but what was in them. Values stay where all implementations agree: divisors are
//! positive, shifts below the width, indices in bounds, floats small multiples of a quarter, so that their arithmetic is exact. Must
//! not depend on: the compiler.

mod expressions;
mod statements;
mod types;

use std::fmt::Write;

use glslsub::internals::stage::Stage;

use super::random::Random;
use types::{SCALARS, Shape, Type, UINT};

/// Invocations in the workgroup of a compute shader: one subgroup, or several.
pub const INVOCATIONS: usize = 32;
/// Words of `input_`.
pub const INPUTS: usize = 64;
/// Words of `result` for each invocation.
pub const RESULTS: usize = 4;
/// Words of `data` and of `counted` for each invocation, and of an array in shared memory.
pub const OWN: usize = 16;

/// Texels of the texture in each direction.
pub const TEXELS: usize = 8;

/// What an expression can name.
#[derive(Clone, Debug)]
struct Variable {
    path: String,
    shape: Shape,
    writable: bool,
}

#[derive(Clone, Debug)]
struct Function {
    name: String,
    result: Option<Shape>,
    parameters: Vec<(Shape, &'static str)>,
}

impl Function {
    /// Whether it can be called within an expression.
    fn is_plain(&self) -> bool {
        self.parameters.iter().all(|it| !matches!(it.1, "inout " | "out "))
    }
}

/// What `return` needs.
#[derive(Clone, Debug)]
enum Returns {
    /// `main` goes to its end.
    Never,
    Nothing,
    Value(Shape),
}

/// A program being written.
struct Writer<'r> {
    random: &'r mut Random,
    text: String,
    indent: usize,
    variables: Vec<Variable>,
    functions: Vec<Function>,
    /// Types that are not scalars or vectors.
    shapes: Vec<Shape>,
    returns: Returns,
    names: usize,
    /// Statements that may still be written.
    left: usize,
    loops: usize,
    /// Whether there is shared memory.
    is_compute: bool,
    /// Whether there are a buffer reference, an image and a texture.
    is_far: bool,
    /// Whether all invocations of a subgroup that entered `main` agree on where they are.
    subgroups: bool,
}

/// How a stage looks around `main`: declarations, and the number of the invocation.
const FRAMES: &[(Stage, &str, &str)] = &[
    (Stage::Compute, "layout(local_size_x = 32) in;", "gl_LocalInvocationIndex"),
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

/// A program for a stage. Subgroup operations and shared memory are only in those of compute shaders.
pub fn program(random: &mut Random, stage: Stage) -> String {
    written(random, stage, false)
}

/// A compute shader that also works on what a buffer reference leads to, on an image and on a texture.
pub fn far_program(random: &mut Random) -> String {
    written(random, Stage::Compute, true)
}

/// Either, for a stage.
pub fn any_program(random: &mut Random, stage: Stage) -> String {
    let is_far = stage == Stage::Compute && random.below(2) == 0;
    written(random, stage, is_far)
}

fn written(random: &mut Random, stage: Stage, is_far: bool) -> String {
    let (_, frame, invocation) = FRAMES.iter().find(|it| it.0 == stage).expect("every stage has a frame");
    let left = 10 + random.below(40);
    let is_compute = stage == Stage::Compute;
    let subgroups = is_compute && random.below(2) == 0;
    let mut writer = Writer {
        random,
        text: String::new(),
        indent: 0,
        variables: Vec::new(),
        functions: Vec::new(),
        shapes: Vec::new(),
        returns: Returns::Never,
        names: 0,
        left,
        loops: 0,
        is_compute,
        is_far,
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

    /// Makes a variable and all of its parts known.
    fn know(&mut self, path: String, shape: &Shape, writable: bool) {
        for (part, shape) in shape.parts() {
            self.know(format!("{path}{part}"), &shape, writable);
        }
        self.variables.push(Variable { path, shape: shape.clone(), writable });
    }

    fn head(&mut self, frame: &str) {
        self.line("#version 460");
        self.line("#extension GL_EXT_shader_explicit_arithmetic_types : require");
        self.line("#extension GL_EXT_control_flow_attributes : require");
        if self.subgroups {
            for extension in ["basic", "vote", "arithmetic", "ballot", "shuffle", "clustered"] {
                self.line(&format!("#extension GL_KHR_shader_subgroup_{extension} : require"));
            }
        }
        if self.is_far {
            self.line("#extension GL_EXT_buffer_reference : require");
        }
        self.line(frame);
        self.line(&format!("layout(set = 0, binding = 0) readonly buffer Input {{ uint input_[{INPUTS}]; }};"));
        self.line("layout(set = 0, binding = 1) buffer Result { uint result[]; };");
        self.line("layout(set = 0, binding = 2) buffer Data { uint data[]; };");
        self.line("layout(set = 0, binding = 3) coherent buffer Counted { uint counted[]; };");
        if self.is_compute {
            self.line(&format!("shared uint waiting[{}];", OWN * INVOCATIONS));
            self.line(&format!("shared uvec2 pairs[{INVOCATIONS}];"));
        }
        // Where the words of the invocation begin.
        self.line("uint base = 0u;");
        if self.is_far {
            self.line("layout(buffer_reference, std430, buffer_reference_align = 4) buffer Far { uint words[]; };");
            self.line("layout(set = 0, binding = 4) readonly buffer Address { Far far; };");
            self.line("layout(set = 0, binding = 5, r32ui) uniform uimage2D picture;");
            self.line("layout(set = 0, binding = 6) uniform usampler2D look;");
            self.line("Far near;");
            self.line("Far same(Far it) { return it; }");
            self.line(
                "uint texel(uimage2D it, int at) { return imageLoad(it, ivec2(int(base >> 4), at)).x; }"
                    .replace("uimage2D", "layout(r32ui) uimage2D")
                    .as_str(),
            );
        }
        for _ in 0..self.random.below(3) {
            let (name, ty) = (self.name("c"), self.any_type());
            let value = self.literal(ty);
            let id = self.names;
            let is_specialized = ty.width == 1 && matches!(ty.scalar.bits, 1 | 32) && self.chance(2);
            let layout = if is_specialized { format!("layout(constant_id = {id}) ") } else { String::new() };
            self.line(&format!("{layout}const {} {name} = {value};", ty.name()));
            self.know(name, &Shape::Leaf(ty), false);
        }
        for _ in 0..self.random.below(5) {
            self.shape();
        }
        for _ in 0..self.random.below(3) {
            let (name, ty) = (self.name("g"), self.any_type());
            let value = self.literal(ty);
            self.line(&format!("{} {name} = {value};", ty.name()));
            self.know(name, &Shape::Leaf(ty), true);
        }
        let globals = self.variables.len();
        for _ in 0..self.random.below(4) {
            self.function();
            self.variables.truncate(globals);
        }
        // What `main` alone uses, and writes before.
        if let Some(shape) = self.shapes.last().cloned()
            && self.chance(2)
        {
            let name = self.name("s");
            self.line(&format!("{};", shape.declaration(&name)));
            self.know(name, &shape, true);
        }
    }

    /// A new type: a matrix, an array or a structure of what there is.
    fn shape(&mut self) {
        let shape = match self.random.below(5) {
            0 | 1 => Shape::Matrix(2 + self.random.below(3), 2 + self.random.below(3)),
            2 => Shape::Array(Box::new(self.any_shape()), 2 + self.random.below(3)),
            _ => {
                let name = self.name("S");
                let count = 1 + self.random.below(4);
                let members: Vec<_> = (0..count).map(|_| (self.name("m"), self.any_shape())).collect();
                let list: Vec<String> = members.iter().map(|(name, it)| format!("{};", it.declaration(name))).collect();
                self.line(&format!("struct {name} {{ {} }};", list.join(" ")));
                Shape::Struct(name, members)
            }
        };
        self.shapes.push(shape);
    }

    fn function(&mut self) {
        let name = self.name("f");
        let result = if self.chance(4) { None } else { Some(self.any_shape()) };
        let count = self.random.below(4);
        let parameters: Vec<_> = (0..count)
            .map(|_| (self.any_shape(), *self.random.pick(&["", "", "const in ", "inout ", "out "])))
            .collect();
        let globals = self.variables.len();
        let mut list = Vec::new();
        let mut outs = Vec::new();
        for (shape, mode) in &parameters {
            let parameter = self.name("p");
            list.push(format!("{mode}{}", shape.declaration(&parameter)));
            if *mode == "out " {
                outs.push((parameter, shape.clone()));
            } else {
                self.know(parameter, shape, !mode.starts_with("const"));
            }
        }
        let returned = result.as_ref().map_or("void".to_owned(), Shape::name);
        self.open(&format!("{returned} {name}({})", list.join(", ")));
        for (parameter, shape) in outs {
            let value = self.value(&shape, 1);
            self.line(&format!("{parameter} = {value};"));
            self.know(parameter, &shape, true);
        }
        let left = std::mem::replace(&mut self.left, self.random.below(8));
        let subgroups = std::mem::replace(&mut self.subgroups, false);
        self.returns = result.clone().map_or(Returns::Nothing, Returns::Value);
        self.statements(2);
        self.returns = Returns::Never;
        (self.left, self.subgroups) = (left, subgroups);
        if let Some(shape) = &result {
            let value = self.value(shape, 3);
            self.line(&format!("return {value};"));
        }
        self.close("");
        self.variables.truncate(globals);
        // A body that calls it would be recursive, so it is known from here on.
        self.functions.push(Function { name, result, parameters });
    }

    fn body(&mut self, invocation: &str, stage: Stage) {
        self.open("void main()");
        self.line(&format!("uint id = {invocation} & {}u;", INVOCATIONS - 1));
        self.line(&format!("base = id * {OWN}u;"));
        if self.is_far {
            self.line("near = far;");
        }
        if self.is_compute {
            self.line(&format!("for (uint i = 0u; i < {OWN}u; ++i) waiting[base + i] = i;"));
            self.line("pairs[id] = uvec2(id, 7u);");
        }
        let unset: Vec<_> = self.variables.iter().filter(|it| it.path.starts_with('s')).cloned().collect();
        self.variables.retain(|it| !it.path.starts_with('s'));
        if let Some(whole) = unset.last() {
            let value = self.value(&whole.shape, 2);
            self.line(&format!("{} = {value};", whole.path));
        }
        self.variables.extend(unset);
        self.know("id".to_owned(), &Shape::Leaf(Type::one(UINT)), false);
        for index in 0..3 {
            let ty = Type { scalar: &SCALARS[1 + index], width: 1 + self.random.below(4) };
            self.declare(&Shape::Leaf(ty));
        }
        self.statements(0);
        for index in 0..RESULTS {
            let ty = Type::one(&SCALARS[self.random.below(SCALARS.len())]);
            let (name, value) = (self.name("w"), self.expression(ty, 3));
            self.line(&format!("{} {name} = {value};", ty.name()));
            let word = self.word(ty, &name);
            self.line(&format!("result[id * {RESULTS}u + {index}u] = {word};"));
        }
        let end = match stage {
            Stage::Fragment => "color = vec4(0.0);",
            Stage::Task => "EmitMeshTasksEXT(0u, 0u, 0u);",
            Stage::Mesh => "SetMeshOutputsEXT(0u, 0u);",
            _ => "",
        };
        self.line(end);
        self.close("");
    }
}
