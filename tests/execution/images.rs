//! Images and textures of every dimensionality and format on a Vulkan device, against a model on the CPU: sizes, loads, stores,
//! fetches, samples, levels, gathers and atomic operations.
//!
//! A case is a shape and a format. The texels are random bytes, so the model is a decoder of formats: what the shader reads must be
//! the numbers of that texel, and a texel that is stored again must have the same bytes. What the device does not support is counted.

use std::fmt::Write;

use crate::common;
use crate::common::data::{Element, Number};
use crate::common::random::Random;
use crate::common::vulkan::{self, Binding, Device, Format, Image, Job, Resource, Sampling, Shape};
use crate::common::{compile, validate};
use crate::tally::compare_all;
use glslsub::internals::target::{Target, TargetEnvironment};
use std::sync::Mutex;

/// A dimensionality: its suffix in names of types, its size, and how the shader makes coordinates from those of a texel.
struct Dimensions {
    shape: Shape,
    suffix: &'static str,
    extent: [u32; 3],
    /// Coordinates of `imageLoad`, and what `imageSize` gives.
    texel: &'static str,
    size: &'static str,
    /// Coordinates of `texelFetch`; cubes have none.
    fetch: Option<&'static str>,
    /// Coordinates of `texture` in the middle of the texel, and at its end, where four texels meet.
    middle: &'static str,
    corner: Option<&'static str>,
}

/// `c` is x, y and z of the texel, the layer or the face last; `n` the size.
const SHAPES: &[Dimensions] = &[
    Dimensions {
        shape: Shape::D1,
        suffix: "1D",
        extent: [7, 1, 1],
        texel: "c.x",
        size: "ivec3(SIZE, 1, 1)",
        fetch: Some("c.x"),
        middle: "(float(c.x) + 0.5) / float(n.x)",
        corner: None,
    },
    Dimensions {
        shape: Shape::D2,
        suffix: "2D",
        extent: [5, 3, 1],
        texel: "c.xy",
        size: "ivec3(SIZE, 1)",
        fetch: Some("c.xy"),
        middle: "(vec2(c.xy) + 0.5) / vec2(n.xy)",
        corner: Some("vec2(c.xy + 1) / vec2(n.xy)"),
    },
    Dimensions {
        shape: Shape::D3,
        suffix: "3D",
        extent: [4, 3, 2],
        texel: "c",
        size: "SIZE",
        fetch: Some("c"),
        middle: "(vec3(c) + 0.5) / vec3(n)",
        corner: None,
    },
    Dimensions {
        shape: Shape::Cube,
        suffix: "Cube",
        extent: [3, 3, 6],
        texel: "c",
        size: "ivec3(SIZE, 6)",
        fetch: None,
        middle: "direction(c.z, (vec2(c.xy) + 0.5) / vec2(n.xy))",
        corner: None,
    },
    Dimensions {
        shape: Shape::D1Array,
        suffix: "1DArray",
        extent: [6, 3, 1],
        texel: "c.xy",
        size: "ivec3(SIZE, 1)",
        fetch: Some("c.xy"),
        middle: "vec2((float(c.x) + 0.5) / float(n.x), float(c.y))",
        corner: None,
    },
    Dimensions {
        shape: Shape::D2Array,
        suffix: "2DArray",
        extent: [4, 3, 3],
        texel: "c",
        size: "SIZE",
        fetch: Some("c"),
        middle: "vec3((vec2(c.xy) + 0.5) / vec2(n.xy), float(c.z))",
        corner: Some("vec3(vec2(c.xy + 1) / vec2(n.xy), float(c.z))"),
    },
    Dimensions {
        shape: Shape::CubeArray,
        suffix: "CubeArray",
        extent: [3, 3, 12],
        texel: "c",
        size: "ivec3(SIZE.xy, SIZE.z * FACES)",
        fetch: None,
        middle: "vec4(direction(c.z % 6, (vec2(c.xy) + 0.5) / vec2(n.xy)), float(c.z / 6))",
        corner: None,
    },
];

/// Formats that images of GLSL name, whose texels consist of components of one type.
const FORMATS: &[&str] = &[
    "r32ui",
    "rg32ui",
    "rgba32ui",
    "r32i",
    "rg32i",
    "rgba32i",
    "r32f",
    "rg32f",
    "rgba32f",
    "r16ui",
    "rg16ui",
    "rgba16ui",
    "r16i",
    "rg16i",
    "rgba16i",
    "r16f",
    "rg16f",
    "rgba16f",
    "r16",
    "rg16",
    "rgba16",
    "r16_snorm",
    "rg16_snorm",
    "rgba16_snorm",
    "r8ui",
    "rg8ui",
    "rgba8ui",
    "r8i",
    "rg8i",
    "rgba8i",
    "r8",
    "rg8",
    "rgba8",
    "r8_snorm",
    "rg8_snorm",
    "rgba8_snorm",
];

struct Case {
    dimensions: &'static Dimensions,
    name: &'static str,
}

impl Case {
    fn format(&self) -> Format {
        Format::parse(self.name).expect("a format")
    }

    /// The letter in front of `image2D`, and the type of its texels.
    fn class(&self) -> (&'static str, &'static str) {
        if self.name.ends_with("ui") {
            ("u", "uvec4")
        } else if self.name.ends_with('i') {
            ("i", "ivec4")
        } else {
            ("", "vec4")
        }
    }

    fn texels(&self) -> usize {
        self.dimensions.extent.iter().product::<u32>() as usize
    }

    fn components(&self) -> usize {
        self.format().size() / self.format().element().size()
    }

    /// Random texels. Floats are finite; the least number of a signed normalized format has a second name.
    fn bytes(&self, random: &mut Random) -> Vec<u8> {
        let element = self.format().element();
        let mut bytes = Vec::new();
        for _ in 0..self.texels() * self.components() {
            let number = random.next();
            let integer = |bits: u32| {
                let number = (number & ((1 << bits) - 1)) as i128;
                Number::Integer(number)
            };
            bytes.extend(element.encode(match element {
                Element::F16 | Element::F32 => Number::Float((number % 4096) as f64 / 16.0 - 128.0),
                Element::I8 | Element::I16 | Element::I32 => {
                    let bits = 8 * element.size() as u32;
                    let least = -(1_i128 << (bits - 1));
                    let Number::Integer(number) = integer(bits) else { unreachable!() };
                    Number::Integer((number + least).max(least + 1))
                }
                _ => integer(8 * element.size() as u32),
            }));
        }
        bytes
    }

    /// What a shader reads from a texel, as 32 bits for each component.
    fn read(&self, bytes: &[u8], texel: usize) -> [u32; 4] {
        let element = self.format().element();
        let is_float = self.class().0.is_empty();
        let one = if is_float { 1.0_f32.to_bits() } else { 1 };
        let mut words = [0, 0, 0, one];
        let start = texel * self.format().size();
        let parts = bytes[start..start + self.format().size()].chunks_exact(element.size());
        for (word, part) in words.iter_mut().zip(parts) {
            *word = match element.decode(part) {
                Number::Float(number) => (number as f32).to_bits(),
                Number::Integer(number) if is_float => {
                    let greatest = match element {
                        Element::U8 => 255.0,
                        Element::I8 => 127.0,
                        Element::U16 => 65535.0,
                        _ => 32767.0,
                    };
                    ((number as f64 / greatest).max(-1.0) as f32).to_bits()
                }
                Number::Integer(number) => number as u32,
            };
        }
        words
    }

    /// How far a float may be from the model's. Outside of shaders, Vulkan requires results "accurate to about 1 part in 10^5"
    /// (Vulkan 1.4, "Floating-Point Computation"), and the conversion of a normalized texel is such a result. NVIDIA gathers
    /// signed components of 8 bits as fixed-point numbers of 16 bits, so they are off by up to half of 1 / 32767; that is less
    /// than a hundredth of the distance between two of them.
    fn tolerance(&self) -> f32 {
        match self.format().element() {
            Element::I8 | Element::U8 => 1.0 / 32768.0,
            _ => 1e-5,
        }
    }

    fn is_equal(&self, expected: u32, found: u32) -> bool {
        let (wanted, read) = (f32::from_bits(expected), f32::from_bits(found));
        expected == found || self.class().0.is_empty() && (wanted - read).abs() <= self.tolerance()
    }

    /// The shader: one invocation for each texel, which writes rows of four words.
    fn shader(&self, part: Part) -> String {
        let Dimensions { suffix, texel, size, fetch, middle, corner, .. } = self.dimensions;
        let (letter, ty) = self.class();
        let [x, y, z] = self.dimensions.extent;
        let word = if ty == "vec4" { "floatBitsToUint" } else { "uvec4" };
        let mut body = String::new();
        let declarations = match part {
            Part::Storage => format!(
                "layout(binding = 0, {0}) uniform readonly {letter}image{suffix} source;\n\
                 layout(binding = 1, {0}) uniform writeonly {letter}image{suffix} copied;\n",
                self.name
            ),
            Part::Texture => format!("layout(binding = 0) uniform {letter}sampler{suffix} source;\n"),
        };
        match part {
            Part::Storage => {
                let size = size.replace("SIZE", "imageSize(source)").replace("FACES", "6");
                let _ = writeln!(body, "    put(uvec4({size}, 0));");
                let _ = writeln!(body, "    put({word}(imageLoad(source, {texel})));");
                // Each texel goes to the other end of its row.
                let _ = writeln!(body, "    {ty} moved = imageLoad(source, {texel});\n    c.x = n.x - 1 - c.x;");
                let _ = writeln!(body, "    imageStore(copied, {texel}, moved);");
            }
            Part::Texture => {
                let size = size.replace("SIZE", "textureSize(source, 0)").replace("FACES", "6");
                let _ = writeln!(body, "    put(uvec4({size}, 0));");
                if let Some(fetch) = fetch {
                    let _ = writeln!(body, "    put({word}(texelFetch(source, {fetch}, 0)));");
                }
                let _ = writeln!(body, "    put({word}(textureLod(source, {middle}, 0.0)));");
                let _ = writeln!(body, "    put({word}(texture(source, {middle})));");
                let _ = writeln!(body, "    put(uvec4(textureQueryLevels(source)));");
                if let Some(corner) = corner {
                    for component in 0..4 {
                        let _ = writeln!(body, "    put({word}(textureGather(source, {corner}, {component})));");
                    }
                }
            }
        }
        format!(
            "#version 460\nlayout(local_size_x = 32) in;\n{declarations}\
             layout(binding = 2) buffer Rows {{ uvec4 rows[]; }};\nuint next = 0u;\n\
             void put(uvec4 row) {{ rows[next++] = row; }}\n{DIRECTION}\
             void main() {{\n    uint i = gl_GlobalInvocationID.x;\n    if (i >= {}u) return;\n    next = i * {ROWS}u;\n    \
             ivec3 n = ivec3({x}, {y}, {z});\n    ivec3 c = ivec3(i % {x}u, i / {x}u % {y}u, i / {}u);\n{body}}}\n",
            self.texels(),
            x * y,
        )
    }

    /// The rows that texel `at` gives.
    fn rows(&self, part: Part, bytes: &[u8], at: usize) -> Vec<[u32; 4]> {
        let [x, y, z] = self.dimensions.extent;
        let mut rows = vec![[x, y, z, 0], self.read(bytes, at)];
        if part == Part::Texture {
            let texel = self.read(bytes, at);
            rows.extend(vec![texel; if self.dimensions.fetch.is_some() { 2 } else { 1 }]);
            rows.push([1; 4]);
            if self.dimensions.corner.is_some() {
                // The four around its far corner: lower left, lower right, upper right, upper left; clamped to the edge.
                let [width, height] = [x as usize, y as usize];
                let (column, row, layer) = (at % width, at / width % height, at / (width * height));
                let right = (column + 1).min(width - 1);
                let low = (row + 1).min(height - 1);
                let texel = |column: usize, row: usize| self.read(bytes, (layer * height + row) * width + column);
                let four = [texel(column, low), texel(right, low), texel(right, row), texel(column, row)];
                rows.extend((0..4).map(|component| four.map(|it| it[component])));
            }
        }
        rows
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Part {
    Storage,
    Texture,
}

/// Rows for each invocation.
const ROWS: usize = 12;

/// The direction of a place on a face of a cube (Vulkan, "Cube Map Face Selection and Transformations").
const DIRECTION: &str = "vec3 direction(int face, vec2 place) {
    vec2 s = place * 2.0 - 1.0;
    switch (face) {
    case 0: return vec3(1, -s.y, -s.x);
    case 1: return vec3(-1, -s.y, s.x);
    case 2: return vec3(s.x, 1, s.y);
    case 3: return vec3(s.x, -1, -s.y);
    case 4: return vec3(s.x, -s.y, 1);
    default: return vec3(-s.x, -s.y, -1);
    }
}
";

/// Runs a part of a case; returns how many words were compared.
fn run(case: &Case, part: Part, device: &Mutex<&Device>) -> Result<Option<usize>, String> {
    let target = Target::from(TargetEnvironment::Vulkan1_1);
    let text = case.shader(part);
    let place = || format!("{part:?}, {} {}", case.dimensions.suffix, case.name);
    let mut compared = 0;
    let words = compile::spirv("image.comp", &text, target).map_err(|it| format!("{it}\n{text}"))?;
    if let Some(complaint) = validate::validate_one_in(common::one_in(1, 4), &words, target).complaint() {
        return Err(format!("{}: invalid: {complaint}\n{text}", place()));
    }
    let device = device.lock().unwrap();
    if device.missing_capability(&words).is_some() || !device.has_image(case.format(), part == Part::Storage) {
        return Ok(None);
    }
    let bytes = case.bytes(&mut Random::new(case.texels() as u64));
    let Dimensions { shape, extent, .. } = *case.dimensions;
    let image = Image::new(case.format(), shape, extent);
    let source = image.clone().with(bytes.clone());
    let bind = |binding, resource| Binding { set: 0, binding, resource };
    let mut bindings = vec![match part {
        Part::Storage => bind(0, Resource::StorageImage(source)),
        Part::Texture => bind(0, Resource::CombinedImage(source, Sampling::default())),
    }];
    if part == Part::Storage {
        bindings.push(bind(1, Resource::StorageImage(image)));
    }
    bindings.push(bind(2, Resource::Storage(vec![0xee; case.texels() * ROWS * 16])));
    let groups = [case.texels().div_ceil(32) as u32, 1, 1];
    let contents = device.run(&Job { words: &words, groups, bindings: &bindings, ..Job::default() })?;
    let found: Vec<u32> =
        contents.last().unwrap().chunks(4).map(|it| u32::from_le_bytes(it.try_into().unwrap())).collect();
    for at in 0..case.texels() {
        for (row, expected) in case.rows(part, &bytes, at).into_iter().enumerate() {
            for (component, expected) in expected.into_iter().enumerate() {
                let found = found[(at * ROWS + row) * 4 + component];
                if !case.is_equal(expected, found) {
                    return Err(format!(
                        "{}: texel {at}, row {row}, component {component}: {found:#x}, not {expected:#x}\n{text}",
                        place()
                    ));
                }
                compared += 1;
            }
        }
    }
    if part == Part::Storage {
        let (size, width) = (case.format().size(), extent[0] as usize);
        for at in 0..case.texels() {
            let other = at / width * width + width - 1 - at % width;
            if contents[1][other * size..][..size] != bytes[at * size..][..size] {
                return Err(format!("{}: texel {at} has other bytes where it was stored\n{text}", place()));
            }
            compared += 1;
        }
    }
    Ok(Some(compared))
}

#[test]
fn images_and_textures() {
    let Some(device) = vulkan::device() else { return };
    let cases: Vec<(Case, Part)> = SHAPES
        .iter()
        .flat_map(|dimensions| FORMATS.iter().map(move |name| (dimensions, *name)))
        .flat_map(|(dimensions, name)| [Part::Storage, Part::Texture].map(|part| (Case { dimensions, name }, part)))
        .collect();
    let name = |(case, part): &(Case, Part)| format!("{part:?} {} {}", case.dimensions.suffix, case.name);
    compare_all("images", &device, &cases, name, |(case, part), device| run(case, *part, device));
}
