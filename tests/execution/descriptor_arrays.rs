//! Arrays of descriptors on a Vulkan device, against a model on the CPU: buffers, texel buffers, images, textures and samplers, in
//! arrays with a size, without one, and of arrays, at indices that are constant, the same for all invocations, or different.
//!
//! Every element has random contents and, where it can, a size of its own, so an element that is mistaken for another one shows. What
//! the device does not support is counted.

use std::sync::Mutex;

use crate::common;
use crate::common::random::Random;
use crate::common::vulkan::{self, Binding, Device, Format, Image, Job, Resource, Sampling, Shape};
use crate::common::{compile, validate};
use crate::tally::compare_all;
use glslsub::internals::target::{Target, TargetEnvironment};

/// Elements of an array.
const COUNT: usize = 6;
/// Words of each element that shaders use; the last elements are longer.
const WORDS: usize = 8;
/// Invocations: one for each word.
const LANES: usize = COUNT * WORDS;

/// Something to do with word `w` of an element, which is `E` in the text, or element `LAST` of `ROW`, and has the words `e`.
struct Operation {
    /// A value.
    get: &'static str,
    expected: fn(e: &[u32], w: usize) -> u32,
    /// What is in the word afterwards, if it is written with `value`.
    after: Option<fn(old: u32, value: u32) -> u32>,
}

const fn read(get: &'static str) -> Operation {
    Operation { get, expected: |e, w| e[w], after: None }
}

const fn size(get: &'static str) -> Operation {
    Operation { get, expected: |e, _| e.len() as u32, after: None }
}

const fn write(get: &'static str) -> Operation {
    Operation { get, expected: |_, _| 0, after: Some(|_, value| value) }
}

const fn add(get: &'static str) -> Operation {
    Operation { get, expected: |e, w| e[w], after: Some(u32::wrapping_add) }
}

/// A kind of descriptor: the array `items`, whose brackets are `ARRAY`, and whatever else is declared. The innermost arrays
/// have `LENGTH` elements, and a parameter `at` as an index is `AT`.
struct Kind {
    name: &'static str,
    declaration: &'static str,
    operations: &'static [Operation],
    resource: fn(&[u32]) -> Resource,
    /// What is at binding 3.
    other: Option<fn() -> Resource>,
}

fn bytes(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|it| it.to_le_bytes()).collect()
}

fn image(name: &str, words: &[u32]) -> Image {
    let format = Format::parse(name).unwrap();
    Image::new(format, Shape::D2, [words.len() as u32, 1, 1]).with(bytes(words))
}

fn texture(words: &[u32]) -> Resource {
    Resource::SampledImage(image("r32ui", words))
}

fn texels(words: &[u32]) -> (Format, Vec<u8>) {
    (Format::parse("r32ui").unwrap(), bytes(words))
}

/// A sampler for each of the first words: what is beyond the end of a texture.
fn sampler(words: &[u32]) -> Resource {
    use ash::vk::{BorderColor as Border, SamplerAddressMode as Mode};
    let rows = [
        (Mode::CLAMP_TO_EDGE, Border::FLOAT_TRANSPARENT_BLACK),
        (Mode::REPEAT, Border::FLOAT_TRANSPARENT_BLACK),
        (Mode::MIRRORED_REPEAT, Border::FLOAT_TRANSPARENT_BLACK),
        (Mode::CLAMP_TO_BORDER, Border::FLOAT_TRANSPARENT_BLACK),
        (Mode::CLAMP_TO_BORDER, Border::FLOAT_OPAQUE_WHITE),
    ];
    let (address, border) = rows[words[0] as usize % rows.len()];
    Resource::Sampler(Sampling { address, border, ..Sampling::default() })
}

/// The texture of the samplers: 2.0 to 9.0.
fn ramp() -> Resource {
    let words: Vec<u32> = (0..WORDS).map(|it| (it as f32 + 2.0).to_bits()).collect();
    Resource::SampledImage(image("r32f", &words))
}

fn beyond(e: &[u32], w: usize) -> u32 {
    let texel = match e[0] % 5 {
        0 => WORDS - 1,
        1 => w,
        2 => WORDS - 1 - w,
        3 => return 0,
        _ => return 1.0_f32.to_bits(),
    };
    (texel as f32 + 2.0).to_bits()
}

const KINDS: &[Kind] = &[
    Kind {
        name: "storage buffers",
        declaration: "layout(binding = 2) buffer Block { uint words[]; } items ARRAY;\n\
                      uint add(inout uint word, uint value) { uint old = word; word += value; return old; }",
        operations: &[
            read("E.words[w]"),
            size("uint(E.words.length())"),
            write("(E.words[w] = value) - value"),
            add("atomicAdd(E.words[w], value)"),
            add("add(E.words[w], value)"),
        ],
        resource: |words| Resource::Storage(bytes(words)),
        other: None,
    },
    Kind {
        name: "uniform buffers",
        declaration: "layout(binding = 2) uniform Block { uvec4 words[2]; } items ARRAY;",
        operations: &[read("E.words[w / 4u][w % 4u]"), read("uvec4[2](E.words[0], E.words[1])[w / 4u][w % 4u]")],
        resource: |words| Resource::Uniform(bytes(words)),
        other: None,
    },
    Kind {
        name: "storage images",
        declaration: "layout(binding = 2, r32ui) uniform uimage2D items ARRAY;\n\
                      uint set(layout(r32ui) writeonly uimage2D it, uint w, uint value) {\n    \
                      imageStore(it, ivec2(w, 0), uvec4(value));\n    return 0u;\n}",
        operations: &[
            read("imageLoad(E, ivec2(w, 0)).x"),
            size("uint(imageSize(E).x)"),
            write("set(E, w, value)"),
            add("imageAtomicAdd(E, ivec2(w, 0), value)"),
        ],
        resource: |words| Resource::StorageImage(image("r32ui", words)),
        other: None,
    },
    Kind {
        name: "combined textures",
        declaration: "layout(binding = 2) uniform usampler2D items ARRAY;\n\
                      uint get(usampler2D it, uint w) { return texelFetch(it, ivec2(w, 0), 0).x; }",
        operations: &[
            read("texelFetch(E, ivec2(w, 0), 0).x"),
            read("textureLod(E, vec2((float(w) + 0.5) / float(textureSize(E, 0).x), 0.5), 0.0).x"),
            size("uint(textureSize(E, 0).x)"),
            read("get(E, w)"),
        ],
        resource: |words| Resource::CombinedImage(image("r32ui", words), Sampling::default()),
        other: None,
    },
    Kind {
        name: "rows of textures",
        declaration: "layout(binding = 2) uniform usampler2D items ARRAY;\n\
                      uint get(usampler2D row[LENGTH], uint at, uint w) {\n    \
                      return texelFetch(row[AT], ivec2(w, 0), 0).x;\n}\n\
                      uint pass(uint w, usampler2D row[LENGTH], uint at) { return get(row, at, w); }",
        operations: &[read("get(ROW, LAST, w)"), read("pass(w, ROW, LAST)")],
        resource: |words| Resource::CombinedImage(image("r32ui", words), Sampling::default()),
        other: None,
    },
    Kind {
        name: "rows of storage images",
        declaration: "layout(binding = 2, r32ui) uniform uimage2D items ARRAY;\n\
                      uint get(uimage2D row[LENGTH], uint at, uint w) {\n    \
                      return imageLoad(row[AT], ivec2(w, 0)).x;\n}\n\
                      uint set(uint w, writeonly uimage2D row[LENGTH], uint at, uint value) {\n    \
                      imageStore(row[AT], ivec2(w, 0), uvec4(value));\n    return 0u;\n}",
        operations: &[read("get(ROW, LAST, w)"), write("set(w, ROW, LAST, value)")],
        resource: |words| Resource::StorageImage(image("r32ui", words)),
        other: None,
    },
    Kind {
        name: "textures",
        declaration: "#extension GL_EXT_samplerless_texture_functions : require\n\
                      layout(binding = 2) uniform utexture2D items ARRAY;\nlayout(binding = 3) uniform sampler other;\n\
                      uint get(utexture2D it, uint w) { return texelFetch(it, ivec2(w, 0), 0).x; }",
        operations: &[
            read("texelFetch(E, ivec2(w, 0), 0).x"),
            read("texelFetch(usampler2D(E, other), ivec2(w, 0), 0).x"),
            size("uint(textureSize(E, 0).x)"),
            read("get(E, w)"),
        ],
        resource: texture,
        other: Some(|| sampler(&[0])),
    },
    Kind {
        name: "samplers",
        declaration: "layout(binding = 2) uniform sampler items ARRAY;\nlayout(binding = 3) uniform texture2D other;\n\
                      uint get(sampler it, float at) { return floatBitsToUint(textureLod(sampler2D(other, it), vec2(at, 0.5), \
                      0.0).x); }",
        operations: &[
            Operation {
                get: "floatBitsToUint(textureLod(sampler2D(other, E), vec2((float(w) + 0.5) / 8.0 + 1.0, 0.5), 0.0).x)",
                expected: beyond,
                after: None,
            },
            Operation { get: "get(E, (float(w) + 0.5) / 8.0 + 1.0)", expected: beyond, after: None },
        ],
        resource: sampler,
        other: Some(ramp),
    },
    Kind {
        name: "uniform texel buffers",
        declaration: "layout(binding = 2) uniform usamplerBuffer items ARRAY;",
        operations: &[read("texelFetch(E, int(w)).x"), size("uint(textureSize(E))")],
        resource: |words| {
            let (format, bytes) = texels(words);
            Resource::UniformTexels(format, bytes)
        },
        other: None,
    },
    Kind {
        name: "storage texel buffers",
        declaration: "layout(binding = 2, r32ui) uniform uimageBuffer items ARRAY;",
        operations: &[
            read("imageLoad(E, int(w)).x"),
            size("uint(imageSize(E))"),
            add("imageAtomicAdd(E, int(w), value)"),
        ],
        resource: |words| {
            let (format, bytes) = texels(words);
            Resource::StorageTexels(format, bytes)
        },
        other: None,
    },
];

/// How an array is declared, and how element `i` is written.
const ARRAYS: &[(&str, &[&str])] =
    &[("[6]", &["i"]), ("[]", &["i"]), ("[2][3]", &["i / 3u", "i % 3u"]), ("[][3]", &["i / 3u", "i % 3u"])];

#[derive(Clone, Copy, Debug, PartialEq)]
enum Index {
    Constant,
    /// The same for all invocations.
    Uniform,
    Different,
}

struct Case {
    kind: &'static Kind,
    operation: &'static Operation,
    array: &'static (&'static str, &'static [&'static str]),
    index: Index,
    optimized: bool,
}

/// What is written to a word.
const fn value(element: usize, word: usize) -> u32 {
    (element * 1000 + word * 7 + 3) as u32
}

impl Case {
    fn name(&self) -> String {
        let Self { kind, operation, array, index, optimized } = self;
        let passes = if *optimized { " -O" } else { "" };
        format!("{} {}, {index:?}: {}{passes}", kind.name, array.0, operation.get)
    }

    /// The statements that use the element with this number.
    fn using(&self, number: &str) -> String {
        let steps = self.array.1.iter().map(|step| {
            let step = step.replace('i', number);
            if self.index == Index::Different { format!("nonuniformEXT({step})") } else { step }
        });
        let (mut row, mut element, mut last) = (String::new(), "items".to_owned(), String::new());
        for step in steps {
            (row, element, last) = (element.clone(), format!("{element}[{step}]"), step);
        }
        let get = self.operation.get.replace('E', &element).replace("ROW", &row).replace("LAST", &last);
        format!("value = {number} * 1000u + w * 7u + 3u;\n        put({get});")
    }

    /// `order` holds for each invocation its element and word, and a permutation of the elements for indices that are the same.
    fn text(&self) -> String {
        let body = match self.index {
            Index::Constant => (0..COUNT)
                .map(|element| format!("    if (id < 8u) {{\n        {}\n    }}\n", self.using(&format!("{element}u"))))
                .collect(),
            Index::Uniform => {
                let using = self.using("element");
                let element = format!("uint element = order[{LANES} + i];");
                format!(
                    "    for (uint i = 0u; i < {COUNT}u; ++i) if (id < 8u) {{\n        {element}\n        {using}\n    }}\n"
                )
            }
            Index::Different => {
                let using = self.using("element");
                format!(
                    "    w = order[id] % 8u;\n    uint element = order[id] / 8u;\n    {{\n        {using}\n    }}\n"
                )
            }
        };
        let length = self.array.0.rsplit('[').next().unwrap().trim_end_matches(']');
        let at = if self.index == Index::Different { "nonuniformEXT(at)" } else { "at" };
        let declaration = self.kind.declaration.replace("ARRAY", self.array.0);
        let declaration = declaration.replace("LENGTH", length).replace("AT", at);
        let (extensions, declarations) = match declaration.split_once('\n') {
            Some((first, rest)) if first.starts_with('#') => (format!("{first}\n"), rest.to_owned()),
            _ => (String::new(), declaration),
        };
        format!(
            "#version 460\n#extension GL_EXT_nonuniform_qualifier : require\n{extensions}\
             layout(local_size_x = {LANES}) in;\n\
             layout(binding = 0) readonly buffer Order {{ uint order[]; }};\n\
             layout(binding = 1) buffer Result {{ uint result[]; }};\n\
             uint next = 0u;\nvoid put(uint word) {{ result[next * {LANES}u + gl_LocalInvocationIndex] = word; ++next; }}\n\
             {declarations}\nvoid main() {{\n    uint id = gl_LocalInvocationIndex;\n    uint w = id % 8u;\n    \
             uint value = 0u;\n{body}}}\n"
        )
    }
}

fn run(case: &Case, device: &Mutex<&Device>) -> Result<Option<usize>, String> {
    let target = Target::from(TargetEnvironment::Vulkan1_2);
    let text = case.text();
    let failed = |error: String| format!("{}: {error}\n{text}", case.name());
    let words = compile::spirv_at("array.comp", &text, target, &[], case.optimized).map_err(&failed)?;
    if let Some(complaint) = validate::validate_one_in(common::one_in(1, 4), &words, target).complaint() {
        return Err(failed(format!("invalid: {complaint}")));
    }
    let device = device.lock().unwrap();
    if device.missing_capability(&words).is_some() {
        return Ok(None);
    }
    let mut random = Random::new(case.text().len() as u64);
    let mut pairs: Vec<u32> = (0..LANES as u32).collect();
    let mut elements: Vec<u32> = (0..COUNT as u32).collect();
    for list in [&mut pairs, &mut elements] {
        for at in (1..list.len()).rev() {
            list.swap(at, random.below(at + 1));
        }
    }
    let mut contents: Vec<Vec<u32>> =
        (0..COUNT).map(|element| (0..WORDS + element).map(|_| random.next() as u32).collect()).collect();
    let mut bindings = vec![
        Binding::storage(0, bytes(&[pairs.as_slice(), &elements].concat())),
        Binding::storage(1, vec![0xee; LANES * COUNT * 4]),
        Binding {
            set: 0,
            binding: 2,
            resource: Resource::Array(contents.iter().map(|it| (case.kind.resource)(it)).collect()),
        },
    ];
    if let Some(other) = case.kind.other {
        bindings.push(Binding { set: 0, binding: 3, resource: other() });
    }
    let found = device
        .run(&Job { words: &words, groups: [1, 1, 1], bindings: &bindings, ..Job::default() })
        .map_err(&failed)?;
    let words = |bytes: &[u8]| -> Vec<u32> {
        bytes.chunks_exact(4).map(|it| u32::from_le_bytes(it.try_into().unwrap())).collect()
    };
    // Where a result is, and the element and word it comes from.
    let uses: Vec<(usize, usize, usize)> = match case.index {
        Index::Different => {
            (0..LANES).map(|lane| (lane, pairs[lane] as usize / WORDS, pairs[lane] as usize % WORDS)).collect()
        }
        _ => (0..COUNT)
            .flat_map(|step| (0..WORDS).map(move |lane| (step, lane)))
            .map(|(step, lane)| {
                let element = if case.index == Index::Constant { step } else { elements[step] as usize };
                (step * LANES + lane, element, lane)
            })
            .collect(),
    };
    let results = words(&found[1]);
    let mut compared = 0;
    for &(at, element, word) in &uses {
        let expected = (case.operation.expected)(&contents[element], word);
        if results[at] != expected {
            let found = results[at];
            return Err(failed(format!("word {word} of element {element}: {found:#x}, not {expected:#x}")));
        }
        compared += 1;
    }
    if let Some(after) = case.operation.after {
        for (_, element, word) in uses {
            contents[element][word] = after(contents[element][word], value(element, word));
        }
        let expected = contents.concat();
        let found = words(&found[2]);
        if found != expected {
            let at = (0..expected.len()).find(|&at| found.get(at) != Some(&expected[at]));
            return Err(failed(format!("word {at:?} of all elements differs afterwards")));
        }
        compared += expected.len();
    }
    Ok(Some(compared))
}

#[test]
fn every_kind_form_and_index() {
    let Some(device) = vulkan::device() else { return };
    let mut cases = Vec::new();
    for kind in KINDS {
        for operation in kind.operations {
            // An array without a size cannot be passed.
            let has_length = |it: &&(&str, &[&str])| !kind.declaration.contains("LENGTH") || it.0 != "[]";
            for array in ARRAYS.iter().filter(has_length) {
                for index in [Index::Constant, Index::Uniform, Index::Different] {
                    cases.extend(compile::both().iter().map(|&optimized| Case {
                        kind,
                        operation,
                        array,
                        index,
                        optimized,
                    }));
                }
            }
        }
    }
    compare_all("arrays of descriptors", &device, &cases, Case::name, run);
}
