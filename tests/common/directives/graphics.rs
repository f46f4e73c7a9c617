//! Lines about draws: what comes before the stages, between them and after them.

use ash::vk;

use super::super::data::{self, Element};
use super::super::vulkan::{Attribute, Blend, Counts, Depth, Format, Target, Topology, comparison};
use super::{Place, Run, numbers, place, resources, typed_list};

/// Reads a line. False if it is not about draws.
pub fn line(run: &mut Run, key: &str, rest: &str) -> Result<bool, String> {
    if let Some((name, (_, index), "")) = place(key) {
        return numbered(run, name, index, rest);
    }
    let graphics = &mut run.graphics;
    match key {
        "stages" => run.stages = rest.split_whitespace().map(str::to_owned).collect(),
        "draw" => {
            let mut counts = [3, 1, 0, 0];
            numbers(rest, &mut counts)?;
            let [vertices, instances, first_vertex, first_instance] = counts;
            graphics.draws.push(Counts { vertices, instances, first_vertex, first_instance });
        }
        "index" => {
            let (element, entries) = typed_list(rest)?;
            let kind = match element {
                Element::U16 => vk::IndexType::UINT16,
                Element::U32 => vk::IndexType::UINT32,
                _ => return Err("indices are u16 or u32".to_owned()),
            };
            graphics.indices = Some((kind, data::bytes(&entries)));
        }
        "topology" => {
            let mut words = rest.split_whitespace();
            let word = words.next().unwrap_or_default();
            graphics.topology = Topology::parse(word).ok_or_else(|| format!("`{word}` is no topology"))?;
            match words.next() {
                Some("restart") => graphics.topology.restart = true,
                Some(count) => {
                    graphics.topology.patch = count.parse().map_err(|_| format!("`{count}` is no count"))?;
                }
                None => {}
            }
        }
        "raster" => {
            if let Some(word) = rest.split_whitespace().find(|word| !graphics.raster.take(word)) {
                return Err(format!("`{word}` is no word for rasterisation"));
            }
        }
        "viewport" => {
            let mut viewport = [0.0, 0.0, 0.0, 0.0, 0.0, 1.0];
            numbers(rest, &mut viewport)?;
            graphics.viewports.push(viewport);
        }
        "depth" => {
            let (mut test, mut reference) = (vk::CompareOp::ALWAYS, 0);
            let image = resources::image(rest, |word| {
                if let Some(number) = word.strip_prefix("reference=") {
                    return number.parse().map(|number| reference = number).is_ok();
                }
                comparison(word).map(|comparison| test = comparison).is_some()
            })?;
            run.elements.push((Place::Depth, image.format.element()));
            graphics.depth = Some(Depth { image, comparison: test, reference });
        }
        "area" => numbers(rest, &mut graphics.area)?,
        "samples" => numbers(rest, std::slice::from_mut(&mut graphics.samples))?,
        "views" => numbers(rest, std::slice::from_mut(&mut graphics.views))?,
        _ => return Ok(false),
    }
    Ok(true)
}

/// Lines whose key has a number.
fn numbered(run: &mut Run, name: &str, index: u32, rest: &str) -> Result<bool, String> {
    let graphics = &mut run.graphics;
    let follows = |count: usize| match index as usize == count {
        true => Ok(()),
        false => Err(format!("the next one is {name}({count})")),
    };
    match name {
        "attribute" => {
            let (words, list) = rest.split_once('=').ok_or("expected `= [..]`")?;
            let (format, rate) = words.trim().split_once(' ').unwrap_or((words.trim(), ""));
            let format = Format::parse(format).ok_or_else(|| format!("`{format}` is no known format"))?;
            let per_instance = match rate.trim() {
                "" => false,
                "instance" => true,
                other => return Err(format!("`{other}` is no word for attributes")),
            };
            let bytes = data::bytes(&data::parse_list(list, format.element())?);
            graphics.attributes.push(Attribute { location: index, format, per_instance, bytes });
        }
        "target" => {
            follows(graphics.targets.len())?;
            let image = resources::image(rest, |_| false)?;
            run.elements.push((Place::Target(index), image.format.element()));
            graphics.targets.push(Target { image, blend: None });
        }
        "blend" => {
            let words: Vec<&str> = rest.split_whitespace().collect();
            let blend = match words[..] {
                [source, destination] => Blend::parse(source, destination, "add"),
                [source, destination, operation] => Blend::parse(source, destination, operation),
                _ => None,
            };
            let target = graphics.targets.get_mut(index as usize).ok_or("no such target in the lines above")?;
            target.blend = Some(blend.ok_or_else(|| format!("`{rest}` is no blend equation"))?);
        }
        "feedback" => {
            follows(graphics.feedback.len())?;
            let (element, entries) = typed_list(rest)?;
            run.elements.push((Place::Feedback(index), element));
            graphics.feedback.push(data::bytes(&entries));
        }
        _ => return Ok(false),
    }
    Ok(true)
}
