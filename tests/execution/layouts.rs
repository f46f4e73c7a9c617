//! Loads and stores of numbers of 8, 16, 32 and 64 bits on a Vulkan device, against the layouts that the specifications define:
//! scalars, vectors and arrays as members of structures, in every kind of memory.
//!
//! Each invocation copies one structure from the memory under test to a buffer, member by member with computed indices, or as a
//! whole. Every byte of the buffer is compared: members with those of the source, and what is between them with what was there
//! before, unless structures are copied as a whole. Offsets come from the rules of OpenGL 4.6, 7.6.2.2, and
//! GL_EXT_scalar_block_layout, written down here a second time.

use std::fmt::Write;
use std::sync::Mutex;

use crate::common;
use crate::common::data::{Element, Number};
use crate::common::random::Random;
use crate::common::vulkan::{self, Binding, Device, Job, Resource};
use crate::common::{compile, validate};
use crate::tally::compare_all;
use glslsub::internals::target::{Target, TargetEnvironment};

/// Structures in the source and in the result, and invocations.
const COUNT: usize = 8;

/// The types of members.
const TYPES: &[(&str, &str, Element)] = &[
    ("int8_t", "i8vec", Element::I8),
    ("uint8_t", "u8vec", Element::U8),
    ("int16_t", "i16vec", Element::I16),
    ("uint16_t", "u16vec", Element::U16),
    ("float16_t", "f16vec", Element::F16),
    ("int", "ivec", Element::I32),
    ("uint", "uvec", Element::U32),
    ("float", "vec", Element::F32),
    ("int64_t", "i64vec", Element::I64),
    ("uint64_t", "u64vec", Element::U64),
    ("double", "dvec", Element::F64),
];

/// A member of the type under test, or a small one in between.
struct Member {
    name: &'static str,
    is_small: bool,
    components: usize,
    /// Elements, if it is an array.
    length: Option<usize>,
    /// How it is copied from `S` to `D`, and from which element and component each comes in invocation `i`.
    copy: &'static str,
    origin: fn(i: usize, element: usize, component: usize) -> (usize, usize),
}

const fn member(name: &'static str, components: usize, copy: &'static str) -> Member {
    Member {
        name,
        is_small: false,
        components,
        length: None,
        copy,
        origin: |_, element, component| (element, component),
    }
}

const fn small(name: &'static str, copy: &'static str) -> Member {
    Member { is_small: true, ..member(name, 1, copy) }
}

const MEMBERS: &[Member] = &[
    small("a", "D.a = S.a;"),
    member("b", 1, "D.b = S.b;"),
    small("c", "D.c = S.c;"),
    Member { origin: |_, element, component| (element, 1 - component), ..member("d", 2, "D.d = S.d.yx;") },
    small("e", "D.e = S.e;"),
    member("f", 3, "D.f = S.f;"),
    Member {
        origin: |i, element, component| (element, (component + i) % 4),
        ..member("g", 4, "for (uint k = 0u; k < 4u; ++k) D.g[k] = S.g[(k + i) & 3u];")
    },
    Member {
        length: Some(3),
        origin: |i, element, component| ((element + i) % 3, component),
        ..member("h", 1, "for (uint k = 0u; k < 3u; ++k) D.h[k] = S.h[(k + i) % 3u];")
    },
    small("j", "D.j = S.j;"),
    Member {
        length: Some(2),
        origin: |i, element, component| (usize::from(element == i % 2), component),
        ..member("l", 3, "D.l[i & 1u] = S.l[1]; D.l[(i + 1u) & 1u].xyz = S.l[0];")
    },
];

/// Members of the structure in a push constant, which has few bytes.
const FEW: usize = 7;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Layout {
    Std140,
    Std430,
    Scalar,
}

impl Layout {
    const ALL: [Self; 3] = [Self::Std140, Self::Std430, Self::Scalar];

    fn word(self) -> String {
        format!("{self:?}").to_lowercase()
    }

    /// Where the elements of each member are: the first, and the distance; then the size of the structure in an array.
    fn places(self, element: Element, members: &[Member]) -> (Vec<(usize, usize)>, usize) {
        let (mut end, mut largest) = (0_usize, if self == Self::Std140 { 16 } else { 1 });
        let mut places = Vec::new();
        for member in members {
            let size = if member.is_small { small_element(element) } else { element }.size();
            let mut alignment = match (self, member.components) {
                (Self::Scalar, _) | (_, 1) => size,
                (_, 2) => 2 * size,
                _ => 4 * size,
            };
            if self == Self::Std140 && member.length.is_some() {
                alignment = alignment.next_multiple_of(16);
            }
            let bytes = size * member.components;
            let stride = bytes.next_multiple_of(alignment);
            let start = end.next_multiple_of(alignment);
            places.push((start, stride));
            end = start + member.length.map_or(bytes, |length| length * stride);
            largest = largest.max(alignment);
        }
        (places, end.next_multiple_of(largest))
    }
}

/// The type in between.
fn small_element(element: Element) -> Element {
    if element.size() == 1 { Element::U16 } else { Element::U8 }
}

/// The memory that is read.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Source {
    Storage(Layout),
    Uniform,
    Push,
    Reference(Layout),
    /// Copied there from a buffer first.
    Shared,
    Private,
    Local,
}

struct Case {
    ty: &'static (&'static str, &'static str, Element),
    source: Source,
    result: Layout,
    whole: bool,
    optimized: bool,
}

impl Case {
    fn name(&self) -> String {
        let Self { ty, source, result, whole, optimized } = self;
        format!("{}, {source:?} to {result:?}, whole {whole}, -O {optimized}", ty.0)
    }

    fn members(&self) -> &'static [Member] {
        if self.source == Source::Push { &MEMBERS[..FEW] } else { MEMBERS }
    }

    /// The layout of the buffer that the numbers come from.
    fn layout(&self) -> Layout {
        match self.source {
            Source::Storage(layout) | Source::Reference(layout) => layout,
            Source::Uniform => Layout::Std140,
            _ => Layout::Std430,
        }
    }

    fn structure(&self) -> String {
        let (name, vector, element) = *self.ty;
        let small = TYPES.iter().find(|it| it.2 == small_element(element)).unwrap().0;
        let mut text = "struct Numbers {\n".to_owned();
        for member in self.members() {
            let ty = match (member.is_small, member.components) {
                (true, _) => small.to_owned(),
                (_, 1) => name.to_owned(),
                (_, count) => format!("{vector}{count}"),
            };
            let length = member.length.map_or(String::new(), |it| format!("[{it}]"));
            let _ = writeln!(text, "    {ty} {}{length};", member.name);
        }
        text + "};\n"
    }

    fn text(&self) -> String {
        let layout = self.layout().word();
        let (declaration, before, from) = match self.source {
            Source::Storage(_) => (
                format!("layout(binding = 0, {layout}) readonly buffer Source {{ Numbers source[]; }};"),
                "",
                "source[j]",
            ),
            Source::Uniform => (
                format!("layout(binding = 0, {layout}) uniform Source {{ Numbers source[{COUNT}]; }};"),
                "",
                "source[j]",
            ),
            Source::Push => {
                (format!("layout(push_constant, {layout}) uniform Source {{ Numbers source; }};"), "", "source")
            }
            Source::Reference(_) => (
                format!(
                    "layout(buffer_reference, {layout}, buffer_reference_align = 8) readonly buffer Source {{ Numbers source[]; \
                     }};\nlayout(binding = 0) readonly buffer Address {{ Source behind; }};"
                ),
                "",
                "behind.source[j]",
            ),
            Source::Shared | Source::Private | Source::Local => {
                let buffer = format!("layout(binding = 0, {layout}) readonly buffer Source {{ Numbers source[]; }};");
                match self.source {
                    Source::Shared => (
                        format!("{buffer}\nshared Numbers kept[{COUNT}];"),
                        "    kept[i] = source[i];\n    barrier();\n",
                        "kept[j]",
                    ),
                    Source::Private => (
                        format!("{buffer}\nNumbers kept[{COUNT}];"),
                        "    for (uint k = 0u; k < 8u; ++k) kept[k] = source[k];\n",
                        "kept[j]",
                    ),
                    _ => (
                        buffer,
                        "    Numbers kept[8];\n    for (uint k = 0u; k < 8u; ++k) kept[k] = source[k];\n",
                        "kept[j]",
                    ),
                }
            }
        };
        let mut copies = String::new();
        if self.whole {
            let _ = writeln!(copies, "    result[i] = {from};");
        } else {
            for member in self.members() {
                let copy = member.copy.replace("D.", "result[i].").replace("S.", &format!("{from}."));
                let _ = writeln!(copies, "    {copy}");
            }
        }
        format!(
            "#version 460\n#extension GL_EXT_shader_explicit_arithmetic_types : require\n\
             #extension GL_EXT_scalar_block_layout : require\n#extension GL_EXT_buffer_reference : require\n\
             layout(local_size_x = {COUNT}) in;\n{}{declaration}\n\
             layout(binding = 1, {}) buffer Result {{ Numbers result[]; }};\nvoid main() {{\n    \
             uint i = gl_LocalInvocationIndex;\n    uint j = (i * 3u + 1u) & 7u;\n{before}{copies}}}\n",
            self.structure(),
            self.result.word()
        )
    }

    /// Random numbers, in the layout of the source; floats that every device keeps.
    fn contents(&self) -> Vec<u8> {
        let mut random = Random::new(self.text().len() as u64);
        let element = self.ty.2;
        let (places, size) = self.layout().places(element, self.members());
        let mut bytes = vec![0; size * COUNT];
        for start in (0..bytes.len()).step_by(size) {
            for (member, (first, stride)) in self.members().iter().zip(&places) {
                let element = if member.is_small { small_element(element) } else { element };
                for at in 0..member.length.unwrap_or(1) {
                    for component in 0..member.components {
                        let number = match element.is_float() {
                            true => Number::Float((random.below(4096) as f64 - 2048.0) / 4.0),
                            false => Number::Integer(random.next().into()),
                        };
                        let at = start + first + at * stride + component * element.size();
                        bytes[at..at + element.size()].copy_from_slice(&element.encode(number));
                    }
                }
            }
        }
        bytes
    }

    /// What the result must be.
    fn expected(&self, source: &[u8]) -> Vec<u8> {
        let element = self.ty.2;
        let (from, from_size) = self.layout().places(element, self.members());
        let (to, to_size) = self.result.places(element, self.members());
        let mut bytes = vec![FILL; to_size * COUNT];
        for i in 0..COUNT {
            let j = if self.source == Source::Push { 0 } else { (i * 3 + 1) % COUNT };
            for (index, member) in self.members().iter().enumerate() {
                let size = if member.is_small { small_element(element) } else { element }.size();
                for at in 0..member.length.unwrap_or(1) {
                    for component in 0..member.components {
                        let (old, old_component) =
                            if self.whole { (at, component) } else { (member.origin)(i, at, component) };
                        let read = j * from_size + from[index].0 + old * from[index].1 + old_component * size;
                        let written = i * to_size + to[index].0 + at * to[index].1 + component * size;
                        bytes[written..written + size].copy_from_slice(&source[read..read + size]);
                    }
                }
            }
        }
        bytes
    }
}

/// What is in the result before.
const FILL: u8 = 0xee;

fn run(case: &Case, device: &Mutex<&Device>) -> Result<Option<usize>, String> {
    let target = Target::from(TargetEnvironment::Vulkan1_2);
    let text = case.text();
    let failed = |error: String| format!("{}: {error}\n{text}", case.name());
    let words = compile::spirv_at("layout.comp", &text, target, &[], case.optimized).map_err(&failed)?;
    if let Some(complaint) = validate::validate_scalar_one_in(common::one_in(1, 4), &words, target).complaint() {
        return Err(failed(format!("invalid: {complaint}")));
    }
    let device = device.lock().unwrap();
    if device.missing_capability(&words).is_some() {
        return Ok(None);
    }
    let source = case.contents();
    let expected = case.expected(&source);
    let mut bindings = Vec::new();
    let bind = |binding, resource| Binding { set: 0, binding, resource };
    match case.source {
        Source::Uniform => bindings.push(bind(0, Resource::Uniform(source.clone()))),
        Source::Push => {}
        Source::Reference(_) => {
            bindings.push(Binding::storage(2, source.clone()));
            bindings.push(bind(0, Resource::Addresses(vec![(0, 2)])));
        }
        _ => bindings.push(Binding::storage(0, source.clone())),
    }
    bindings.push(Binding::storage(1, vec![FILL; expected.len()]));
    let (_, size) = case.layout().places(case.ty.2, case.members());
    let push_constants = if case.source == Source::Push { &source[..size] } else { &[] };
    let job = Job { words: &words, groups: [1, 1, 1], bindings: &bindings, push_constants, ..Job::default() };
    let found = device.run(&job).map_err(&failed)?;
    let found = found.last().unwrap();
    // A whole structure may be stored with what is between its members.
    let mut compared = 0;
    for (at, (found, expected)) in found.iter().zip(&expected).enumerate() {
        if case.whole && *expected == FILL {
            continue;
        }
        if found != expected {
            let (places, size) = case.result.places(case.ty.2, case.members());
            return Err(failed(format!(
                "byte {} of structure {} is {found:#x}, not {expected:#x}; members are at {places:?}",
                at % size,
                at / size
            )));
        }
        compared += 1;
    }
    Ok(Some(compared))
}

#[test]
fn every_width_in_every_memory() {
    let Some(device) = vulkan::device() else { return };
    let sources = [
        Source::Storage(Layout::Std140),
        Source::Storage(Layout::Std430),
        Source::Storage(Layout::Scalar),
        Source::Uniform,
        Source::Push,
        Source::Reference(Layout::Std430),
        Source::Reference(Layout::Scalar),
        Source::Shared,
        Source::Private,
        Source::Local,
    ];
    let mut cases = Vec::new();
    for (row, ty) in TYPES.iter().enumerate() {
        for (column, source) in sources.into_iter().enumerate() {
            for whole in [false, true] {
                // Each in turn: reading and writing are independent of each other.
                let result = Layout::ALL[(row + column + usize::from(whole)) % 3];
                let levels = compile::both().iter();
                cases.extend(levels.map(|&optimized| Case { ty, source, result, whole, optimized }));
            }
        }
    }
    compare_all("layouts", &device, &cases, Case::name, run);
}
