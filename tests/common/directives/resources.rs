//! Lines about resources and specialization constants.

use super::super::data::{self, Element};
use super::super::vulkan::{Binding, Format, Image, Resource, Sampling, Shape};
use super::{Place, Run, place, typed_list};

/// Reads an image: format, shape, size, words that `take` may recognize, texels. Zeros without texels.
pub fn image(text: &str, mut take: impl FnMut(&str) -> bool) -> Result<Image, String> {
    let (description, list) =
        text.split_once("= [").map_or((text, None), |(words, _)| (words, text.get(words.len() + 1..)));
    let mut words = description.split_whitespace();
    let format = words.next().and_then(Format::parse).ok_or_else(|| format!("`{description}`: no known format"))?;
    let shape = words.next().and_then(Shape::parse).ok_or_else(|| format!("`{description}`: no known shape"))?;
    let size = words.next().ok_or("no size")?;
    let mut extent = [1; 3];
    for (slot, number) in extent.iter_mut().zip(size.split('x')) {
        *slot = number.parse().map_err(|_| format!("`{size}` is not a size"))?;
    }
    let mut image = Image::new(format, shape, extent);
    for word in words {
        match word.split_once('=') {
            _ if word == "mips" => image.mips = 32 - image.extent[0].leading_zeros(),
            Some(("samples", count)) => image.samples = count.parse().map_err(|_| "no count of samples")?,
            _ if take(word) => {}
            _ => return Err(format!("`{word}` is no word for images")),
        }
    }
    image.bytes = match list {
        Some(list) => data::bytes(&data::parse_list(list, format.element())?),
        None => vec![0; image.size()],
    };
    if image.bytes.len() != image.size() {
        return Err(format!("{} bytes of texels given, the image has {}", image.bytes.len(), image.size()));
    }
    Ok(image)
}

fn texels(rest: &str) -> Result<(Format, Vec<u8>), String> {
    let (format, list) = rest.split_once('=').ok_or("expected `= [..]`")?;
    let format = Format::parse(format.trim()).ok_or("no known format")?;
    Ok((format, data::bytes(&data::parse_list(list, format.element())?)))
}

fn addresses(mut rest: &str) -> Result<Vec<(u32, u32)>, String> {
    let mut places = Vec::new();
    while !rest.is_empty() {
        let Some(("buffer", of, after)) = place(rest) else {
            return Err(format!("`{rest}`: expected `buffer(N)`"));
        };
        places.push(of);
        rest = after;
    }
    Ok(places)
}

/// A line about a resource or a specialization constant. Other comments are only comments.
pub fn line(run: &mut Run, key: &str, rest: &str) -> Result<(), String> {
    let Some((name, (set, binding), "")) = place(key) else { return Ok(()) };
    let mut sampling = Sampling::default();
    let (resource, element) = match name {
        "spec" => {
            run.specialization.push((binding, data::bytes(&typed_list(rest)?.1)));
            return Ok(());
        }
        "buffer" | "uniform" => {
            let (element, entries) = typed_list(rest)?;
            let bytes = data::bytes(&entries);
            let resource = if name == "buffer" { Resource::Storage(bytes) } else { Resource::Uniform(bytes) };
            (resource, element)
        }
        "addresses" => (Resource::Addresses(addresses(rest)?), Element::U64),
        "texels" => {
            let (format, bytes) = texels(rest)?;
            (Resource::UniformTexels(format, bytes), format.element())
        }
        "image_texels" => {
            let (format, bytes) = texels(rest)?;
            (Resource::StorageTexels(format, bytes), format.element())
        }
        "image" | "separate" | "input" => {
            let image = image(rest, |_| false)?;
            let element = image.format.element();
            let resource = match name {
                "image" => Resource::StorageImage(image),
                "separate" => Resource::SampledImage(image),
                _ => Resource::InputAttachment(image),
            };
            (resource, element)
        }
        "texture" => {
            let image = image(rest, |word| sampling.take(word))?;
            let element = image.format.element();
            (Resource::CombinedImage(image, sampling), element)
        }
        "sampler" => {
            if let Some(word) = rest.split_whitespace().find(|word| !sampling.take(word)) {
                return Err(format!("`{word}` is no word for samplers"));
            }
            (Resource::Sampler(sampling), Element::U32)
        }
        _ => return Ok(()),
    };
    match run.bindings.iter_mut().find(|bound| (bound.set, bound.binding) == (set, binding)) {
        Some(Binding { resource: Resource::Array(elements), .. }) => elements.push(resource),
        Some(bound) => bound.resource = Resource::Array(vec![bound.resource.clone(), resource]),
        None => {
            run.bindings.push(Binding { set, binding, resource });
            run.elements.push((Place::Binding(set, binding), element));
        }
    }
    Ok(())
}
