//! The header of a fixture: comment lines at its top that say what to do with it.
//!
//! For every stage:
//!
//! ```text
//! // compile: vulkan1.1 vulkan1.3          targets; the first is the one that runs
//! // define: A=1 B                         macros
//! // passes: on                           its disassembly is that of `-O`
//! // relaxed_vulkan: on                   `--relaxed-vulkan`
//! // debug: lines                         its disassembly is that of `-g=lines`; or `full`
//! // val: scalar                           it is valid where blocks may have the scalar layout
//! // val: skip because ...                 the module is not validated
//! // not on: llvmpipe because ...          it does not run on devices whose name contains the word
//! // dispatch: 2 1 1                       workgroups of compute, task or mesh shaders, 1 1 1 without the line
//! // expect buffer(0) == [2, 3, 4]         what is in it afterwards; also image(2), target(0), depth, feedback(0)
//! // expect buffer(0) ~= [0.5] within 1e-4 the same with a tolerance
//! ```
//!
//! Resources, in `directives/resources.rs`; a second line of one place is the next element of an array of descriptors:
//!
//! ```text
//! // buffer(0): u32 = [1, 2, 3]            storage buffer at set 0, binding 0; buffer(1, 0) is set 1, binding 0
//! // addresses(1): buffer(0) buffer(2)     storage buffer with the addresses of storage buffers named above
//! // uniform(1): f32 = [1.5, 2]            uniform buffer
//! // image(2): r32ui 2d 4x4 = [0; 16]      storage image: format, shape, size, texels; zeros without a list
//! // texture(3): rgba32f 2d 2x2 linear = [..]   combined texture and sampler; words: mips, samples=4, samplers' words
//! // separate(4): r32f 2d 2x2 = [..]       texture without a sampler
//! // sampler(5): linear                    sampler without a texture; words in `vulkan/sampling.rs`
//! // texels(6): r32ui = [..]               uniform texel buffer; image_texels(6) a storage one
//! // input(7): rgba32f 2d 4x4 = [..]       input attachment; the first such line has index 0
//! // push: u32 = [7]                       push constants
//! // spec(3): u32 = [7]                    value of a specialization constant
//! ```
//!
//! Draws, in `directives/graphics.rs`, for the stages of graphics pipelines. The lines stand in one of the files; the
//! others, and files that only have to compile, have none of them.
//!
//! ```text
//! // stages: shape.vert shape.geom         the other stages, files beside this one. Without a vertex or mesh shader:
//!                                          spirv-fixtures/companions/triangle.vert, which covers everything
//! // draw: 6 2 1 10                        vertices, instances, first vertex, first instance; 3 1 0 0 without the line;
//!                                          two lines are two draws of one indirect call
//! // index: u16 = [0, 1, 2]                index buffer; `draw` counts indices and adds `first vertex` to them
//! // topology: triangles                   names in `vulkan/graphics.rs`; `patches 4`, `triangle_strip restart`
//! // attribute(0): rg32f = [..]            input of the vertex shader, by location; `rg32f instance` one per instance
//! // raster: cull_back edges               names in `vulkan/graphics.rs`; `sample_mask=2`
//! // viewport: 0 0 4 4 0.5 1               x, y, width, height, least and greatest depth; the next line is viewport 1
//! // target(0): rgba8 2d 4x4 = [0; 64]     colour attachment with what it begins with; zeros without a list
//! // blend(0): source_alpha one add        factors of fragment and target, and the operation
//! // depth: d32f 2d 4x4 less = [1; 16]     depth attachment and test; format s8 for stencil: `reference=7`
//! // area: 8 8                             what is drawn on without any attachment; 4 4 without the line
//! // samples: 4                            samples of each attachment, which begin with its first texel and are resolved
//! // views: 2                              views of VK_KHR_multiview
//! // feedback(0): f32 = [0; 12]            transform feedback buffer
//! ```
//!
//! Rays, in `directives/tracing.rs`, for ray generation shaders; `dispatch` counts rays:
//!
//! ```text
//! // stages: a.rmiss b.rchit c.rahit d.rint e.rcall    the other stages; miss and callable shaders count in this order
//! // hit: b.rchit c.rahit                  a hit group; without such a line: one of all hit and intersection shaders
//! // nesting: 2                            how deep traceRayEXT may nest; 1 without the line
//! // mesh(0): triangles opaque = [..]      geometry of three corners each; the next line of mesh 0 is its next geometry
//! // mesh(1): boxes = [..]                 least and greatest corner each
//! // scene(1): 0 custom=7 mask=255 offset=1; 1 at=0,0,5   acceleration structure of instances of meshes
//! // hit_record(0): u32 = [..]             shader record; also generation_record, miss_record, callable_record
//! ```
//!
//! In assembly programs the lines begin with `#`, below the header of the program; `# options: relaxed` and the other words of
//! [`crate::common::compile::assembly_options`] are options of the front end.
//!
//! A list may go on in the following comment lines until its bracket closes.

mod graphics;
mod resources;
mod tracing;

use glslsub::internals::spirv::DebugInfo;
use glslsub::internals::target::TargetEnvironment;

use super::data::{self, Element, Entry};
use super::vulkan::{Binding, Graphics};
pub use tracing::Tracing;

/// What an expectation is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A resource, by set and binding.
    Binding(u32, u32),
    /// A colour attachment.
    Target(u32),
    /// The depth attachment.
    Depth,
    /// A transform feedback buffer.
    Feedback(u32),
}

/// What a header says.
#[derive(Clone, Debug, Default)]
pub struct Header {
    /// Targets to compile for.
    pub targets: Vec<TargetEnvironment>,
    /// Macros, each `NAME` or `NAME=VALUE`.
    pub defines: Vec<String>,
    /// Whether it tests passes: its disassembly is that of `-O`.
    pub passes: bool,
    /// The debug information in its disassembly.
    pub debug: DebugInfo,
    /// Whether it is only valid where blocks may have the scalar layout.
    pub scalar: bool,
    /// Why the module is not validated.
    pub unvalidated: Option<String>,
    /// A part of the names of devices that it does not run on, and why.
    pub not_on: Vec<(String, String)>,
    /// What to run.
    pub run: Option<Run>,
}

/// A dispatch or a draw, and its expected results.
#[derive(Clone, Debug, Default)]
pub struct Run {
    /// Workgroups.
    pub groups: [u32; 3],
    /// The other stages' files, beside this one.
    pub stages: Vec<String>,
    /// The surroundings of graphics stages.
    pub graphics: Graphics,
    /// The surroundings of ray tracing stages.
    pub tracing: Tracing,
    /// Resources with their contents.
    pub bindings: Vec<Binding>,
    /// The type of the numbers in each place.
    elements: Vec<(Place, Element)>,
    /// Push constants.
    pub push_constants: Vec<u8>,
    /// Values of specialization constants.
    pub specialization: Vec<(u32, Vec<u8>)>,
    /// The expected contents of resources afterwards.
    pub expectations: Vec<Expectation>,
}

/// The expected contents of a resource afterwards.
#[derive(Clone, Debug)]
pub struct Expectation {
    /// The resource.
    pub place: Place,
    /// The numbers.
    pub entries: Vec<Entry>,
    /// Relative tolerance for floating point.
    pub tolerance: f64,
    /// The line as written, for messages.
    pub line: String,
}

/// The comment lines at the top of `text`, joined where a bracket is open.
fn lines(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut open = false;
    // In assembly the header of the program comes first, and comments begin with `#`.
    let assembly = glslsub::internals::nv_program::is_program(text);
    // ESSL has `#version` in its first line.
    let version_first = text.starts_with("#version");
    for line in text.lines().skip(usize::from(assembly || version_first)) {
        let Some(line) = line.strip_prefix(if assembly { "#" } else { "//" }) else { break };
        let line = line.trim();
        match lines.last_mut() {
            Some(last) if open => {
                last.push(' ');
                last.push_str(line);
            }
            _ => lines.push(line.to_owned()),
        }
        let last = lines.last().map_or("", String::as_str);
        open = last.matches('[').count() > last.matches(']').count();
    }
    lines
}

/// Splits `name(1, 2) rest` into the name, the numbers and the rest.
fn place(text: &str) -> Option<(&str, (u32, u32), &str)> {
    let (name, rest) = text.split_once('(')?;
    let (numbers, rest) = rest.split_once(')')?;
    let numbers: Vec<u32> = numbers.split(',').map(|number| number.trim().parse().ok()).collect::<Option<_>>()?;
    let place = match numbers[..] {
        [binding] => (0, binding),
        [set, binding] => (set, binding),
        _ => return None,
    };
    Some((name.trim(), place, rest.trim()))
}

/// Reads `TYPE = [..]`.
fn typed_list(text: &str) -> Result<(Element, Vec<Entry>), String> {
    let (ty, list) = text.split_once('=').ok_or_else(|| format!("`{text}`: expected `TYPE = [..]`"))?;
    let element = Element::parse(ty.trim()).ok_or_else(|| format!("`{}` is not a type", ty.trim()))?;
    Ok((element, data::parse_list(list, element)?))
}

/// Reads numbers into the slots, from the first on.
fn numbers<T: std::str::FromStr>(text: &str, slots: &mut [T]) -> Result<(), String> {
    for (index, word) in text.split_whitespace().enumerate() {
        let slot = slots.get_mut(index).ok_or("too many numbers")?;
        *slot = word.parse().map_err(|_| format!("`{word}` is no number here"))?;
    }
    Ok(())
}

impl Header {
    /// Reads the header of a fixture.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut header = Header::default();
        let mut run = Run { groups: [1; 3], ..Run::default() };
        for line in lines(text) {
            header.line(&mut run, &line).map_err(|error| format!("`// {line}`: {error}"))?;
        }
        if run.has_something_to_do() {
            header.run = Some(run);
        }
        Ok(header)
    }

    fn line(&mut self, run: &mut Run, line: &str) -> Result<(), String> {
        if let Some(rest) = line.strip_prefix("expect ") {
            let expectation = expectation(rest, line, run)?;
            run.expectations.push(expectation);
            return Ok(());
        }
        let Some((key, rest)) = line.split_once(':') else { return Ok(()) };
        let rest = rest.trim();
        match key {
            "compile" => {
                for word in rest.split_whitespace() {
                    let target = TargetEnvironment::parse(word).ok_or_else(|| format!("`{word}` is no target"))?;
                    self.targets.push(target);
                }
            }
            "define" => self.defines = rest.split_whitespace().map(str::to_owned).collect(),
            "passes" if rest == "on" => self.passes = true,
            "debug" if rest == "lines" => self.debug = DebugInfo::Lines,
            "debug" if rest == "full" => self.debug = DebugInfo::Full,
            // `common::compile` looks for it.
            "relaxed_vulkan" if rest == "on" => {}
            "val" if rest == "scalar" => self.scalar = true,
            "val" => {
                let reason = rest.strip_prefix("skip because ").ok_or("expected `skip because`")?;
                self.unvalidated = Some(reason.to_owned());
            }
            "not on" => {
                let (device, reason) = rest.split_once(" because ").ok_or("expected `because`")?;
                self.not_on.push((device.to_owned(), reason.to_owned()));
            }
            "dispatch" => {
                numbers(rest, &mut run.groups)?;
                run.graphics.groups = run.groups;
            }
            "push" => run.push_constants = data::bytes(&typed_list(rest)?.1),
            _ if graphics::line(run, key, rest)? || tracing::line(run, key, rest)? => {}
            _ => resources::line(run, key, rest)?,
        }
        Ok(())
    }
}

impl Run {
    /// The type of the numbers in a place.
    pub fn element(&self, place: Place) -> Option<Element> {
        self.elements.iter().find(|(known, _)| *known == place).map(|(_, element)| *element)
    }

    /// Whether the header describes a run.
    fn has_something_to_do(&self) -> bool {
        !self.bindings.is_empty()
            || !self.elements.is_empty()
            || !self.stages.is_empty()
            || !self.expectations.is_empty()
    }
}

fn expectation(rest: &str, line: &str, run: &Run) -> Result<Expectation, String> {
    let (place, rest) = match (rest.strip_prefix("depth"), place(rest)) {
        (Some(rest), _) => (Place::Depth, rest.trim()),
        (None, Some(("target", (_, index), rest))) => (Place::Target(index), rest),
        (None, Some(("feedback", (_, index), rest))) => (Place::Feedback(index), rest),
        (None, Some((_, (set, binding), rest))) => (Place::Binding(set, binding), rest),
        (None, None) => return Err("expected `expect buffer(N)`".to_owned()),
    };
    let element = run.element(place).ok_or("no such thing in the lines above")?;
    let (list, tolerance) = match rest.strip_prefix("==") {
        Some(list) => (list, 0.0),
        None => {
            let rest = rest.strip_prefix("~=").ok_or("expected `==` or `~=`")?;
            match rest.split_once("within") {
                Some((list, number)) => (list, number.trim().parse().map_err(|_| "no tolerance after `within`")?),
                None => (rest, 1e-5),
            }
        }
    };
    let entries = data::parse_list(list, element)?;
    if entries.is_empty() {
        return Err("an empty list expects nothing".to_owned());
    }
    Ok(Expectation { place, entries, tolerance, line: line.to_owned() })
}
