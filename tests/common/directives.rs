//! The header of a fixture: comment lines at its top that say what to do with it.
//!
//! ```text
//! // compile: vulkan1.1 vulkan1.3          targets; the first is the one that runs
//! // define: A=1 B                       macros
//! // val: scalar                           it is valid where blocks may have the scalar layout
//! // val: skip because ...                 the module is not validated
//! // dispatch: 2 1 1                       workgroups, 1 1 1 without the line
//! // buffer(0): u32 = [1, 2, 3]            storage buffer at set 0, binding 0; buffer(1, 0) is set 1, binding 0
//! // addresses(1): buffer(0) buffer(2)      storage buffer with the addresses of storage buffers named above
//! // uniform(1): f32 = [1.5, 2]            uniform buffer
//! // image(2): r32ui 2d 4x4 = [0; 16]      storage image: format, shape, size, texels
//! // texture(3): rgba32f 2d 2x2 linear = [..]   combined texture and sampler; words: linear, repeat, shadow, mips
//! // separate(4): r32f 2d 2x2 = [..]       texture without a sampler
//! // sampler(5): linear                    sampler without a texture
//! // texels(6): r32ui = [..]               uniform texel buffer; image_texels(6) a storage one
//! // push: u32 = [7]                       push constants
//! // spec(3): u32 = [7]                    value of a specialization constant
//! // expect buffer(0) == [2, 3, 4]         what is in it afterwards; also image(2)
//! // expect buffer(0) ~= [0.5] within 1e-4 the same with a tolerance
//! ```
//!
//! A list may go on in the following comment lines until its bracket closes.

use glslsub::target::TargetEnvironment;

use super::data::{self, Element, Entry};
use super::vulkan::{Binding, Format, Image, Resource, Sampling, Shape};

/// A set and a binding.
pub type Place = (u32, u32);

/// What a header says.
#[derive(Clone, Debug, Default)]
pub struct Header {
    /// Targets to compile for.
    pub targets: Vec<TargetEnvironment>,
    /// Macros, each `NAME` or `NAME=VALUE`.
    pub defines: Vec<String>,
    /// Whether it is valid only where blocks may have the scalar layout.
    pub scalar: bool,
    /// Why the module is not validated.
    pub unvalidated: Option<String>,
    /// What to run.
    pub run: Option<Run>,
}

/// A dispatch and what it should leave behind.
#[derive(Clone, Debug, Default)]
pub struct Run {
    /// Workgroups.
    pub groups: [u32; 3],
    /// Resources with their contents.
    pub bindings: Vec<(Binding, Element)>,
    /// Push constants.
    pub push_constants: Vec<u8>,
    /// Values of specialization constants.
    pub specialization: Vec<(u32, Vec<u8>)>,
    /// What must be in resources afterwards.
    pub expectations: Vec<Expectation>,
}

/// What must be in a resource afterwards.
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
    for line in text.lines() {
        let Some(line) = line.strip_prefix("//") else { break };
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

/// Splits `name(1, 2) rest` into the name, the place and the rest.
fn place(text: &str) -> Option<(&str, Place, &str)> {
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

fn typed_list(text: &str) -> Result<(Element, Vec<Entry>), String> {
    let (ty, list) = text.split_once('=').ok_or_else(|| format!("`{text}`: expected `TYPE = [..]`"))?;
    let element = Element::parse(ty.trim()).ok_or_else(|| format!("`{}` is not a type", ty.trim()))?;
    Ok((element, data::parse_list(list, element)?))
}

fn image(text: &str) -> Result<(Image, Sampling), String> {
    let (description, list) = text.split_once('=').ok_or("expected `= [..]`")?;
    let mut words = description.split_whitespace();
    let format = words.next().and_then(Format::parse).ok_or_else(|| format!("`{description}`: no known format"))?;
    let shape = words.next().and_then(Shape::parse).ok_or_else(|| format!("`{description}`: no known shape"))?;
    let size = words.next().ok_or("no size")?;
    let mut extent = [1; 3];
    for (slot, number) in extent.iter_mut().zip(size.split('x')) {
        *slot = number.parse().map_err(|_| format!("`{size}` is not a size"))?;
    }
    let mut image = Image { format, shape, extent, mips: 1, bytes: Vec::new() };
    let mut sampling = Sampling::default();
    for word in words {
        match word {
            "linear" => sampling.linear = true,
            "repeat" => sampling.repeat = true,
            "shadow" => sampling.shadow = true,
            "mips" => image.mips = 32 - image.extent[0].leading_zeros(),
            _ => return Err(format!("`{word}` is no word for images")),
        }
    }
    image.bytes = data::bytes(&data::parse_list(list, format.element())?);
    if image.bytes.len() != image.size() {
        return Err(format!("{} bytes of texels given, the image has {}", image.bytes.len(), image.size()));
    }
    Ok((image, sampling))
}

impl Header {
    /// Reads the header of a fixture.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut header = Header::default();
        let mut run = Run { groups: [1; 3], ..Run::default() };
        for line in lines(text) {
            header.line(&mut run, &line).map_err(|error| format!("`// {line}`: {error}"))?;
        }
        if !run.bindings.is_empty() || !run.expectations.is_empty() {
            header.run = Some(run);
        }
        Ok(header)
    }

    fn line(&mut self, run: &mut Run, line: &str) -> Result<(), String> {
        if let Some(rest) = line.strip_prefix("expect ") {
            run.expectations.push(expectation(rest, line, &run.bindings)?);
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
            "val" if rest == "scalar" => self.scalar = true,
            "val" => {
                let reason = rest.strip_prefix("skip because ").ok_or("expected `skip because`")?;
                self.unvalidated = Some(reason.to_owned());
            }
            "dispatch" => {
                for (slot, word) in run.groups.iter_mut().zip(rest.split_whitespace()) {
                    *slot = word.parse().map_err(|_| format!("`{word}` is no count"))?;
                }
            }
            "push" => run.push_constants = data::bytes(&typed_list(rest)?.1),
            _ => return resource(run, key, rest),
        }
        Ok(())
    }
}

/// A line about a resource or a specialization constant. Other comments are only comments.
fn resource(run: &mut Run, key: &str, rest: &str) -> Result<(), String> {
    let Some((name, place, "")) = place(key) else { return Ok(()) };
    let (resource, element) = match name {
        "spec" => {
            run.specialization.push((place.1, data::bytes(&typed_list(rest)?.1)));
            return Ok(());
        }
        "buffer" | "uniform" => {
            let (element, entries) = typed_list(rest)?;
            let bytes = data::bytes(&entries);
            let resource = if name == "buffer" { Resource::Storage(bytes) } else { Resource::Uniform(bytes) };
            (resource, element)
        }
        "addresses" => {
            let mut places = Vec::new();
            let mut rest = rest;
            while !rest.is_empty() {
                let Some(("buffer", of, after)) = self::place(rest) else {
                    return Err(format!("`{rest}`: expected `buffer(N)`"));
                };
                places.push(of);
                rest = after;
            }
            (Resource::Addresses(places), Element::U64)
        }
        "texels" | "image_texels" => {
            let (format, list) = rest.split_once('=').ok_or("expected `= [..]`")?;
            let format = Format::parse(format.trim()).ok_or("no known format")?;
            let bytes = data::bytes(&data::parse_list(list, format.element())?);
            let resource = if name == "texels" {
                Resource::UniformTexels(format, bytes)
            } else {
                Resource::StorageTexels(format, bytes)
            };
            (resource, format.element())
        }
        "image" | "texture" | "separate" => {
            let (image, sampling) = image(rest)?;
            let element = image.format.element();
            let resource = match name {
                "image" => Resource::StorageImage(image),
                "texture" => Resource::CombinedImage(image, sampling),
                _ => Resource::SampledImage(image),
            };
            (resource, element)
        }
        "sampler" => {
            let words: Vec<&str> = rest.split_whitespace().collect();
            let sampling = Sampling {
                linear: words.contains(&"linear"),
                repeat: words.contains(&"repeat"),
                shadow: words.contains(&"shadow"),
            };
            (Resource::Sampler(sampling), Element::U32)
        }
        _ => return Ok(()),
    };
    run.bindings.push((Binding { set: place.0, binding: place.1, resource }, element));
    Ok(())
}

fn expectation(rest: &str, line: &str, bindings: &[(Binding, Element)]) -> Result<Expectation, String> {
    let (_, place, rest) = place(rest).ok_or("expected `expect buffer(N)`")?;
    let element = bindings
        .iter()
        .find(|(binding, _)| (binding.set, binding.binding) == place)
        .map(|(_, element)| *element)
        .ok_or("no such resource in the lines above")?;
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
