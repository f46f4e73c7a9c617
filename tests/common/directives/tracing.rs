//! Lines about rays: what they can hit, and the pipeline's groups and records.

use super::super::data::{self, Element};
use super::super::vulkan::{Geometry, Instance, Primitives, Resource, Scene, Table};
use super::{Place, Run, numbers, place, typed_list};

/// A launch of rays.
#[derive(Clone, Debug)]
pub struct Tracing {
    /// The files of each hit group.
    pub hits: Vec<Vec<String>>,
    /// Shader records.
    pub records: Vec<(Table, u32, Vec<u8>)>,
    /// How deeply rays may nest.
    pub depth: u32,
    /// The meshes named so far.
    meshes: Vec<Vec<Geometry>>,
}

impl Default for Tracing {
    fn default() -> Self {
        Self { hits: Vec::new(), records: Vec::new(), depth: 1, meshes: Vec::new() }
    }
}

const RECORDS: &[(&str, Table)] = &[
    ("generation_record", Table::Generation),
    ("miss_record", Table::Miss),
    ("hit_record", Table::Hit),
    ("callable_record", Table::Callable),
];

/// Reads a line. False if it is not about rays.
pub fn line(run: &mut Run, key: &str, rest: &str) -> Result<bool, String> {
    let tracing = &mut run.tracing;
    match (key, place(key)) {
        ("hit", _) => tracing.hits.push(rest.split_whitespace().map(str::to_owned).collect()),
        ("nesting", _) => numbers(rest, std::slice::from_mut(&mut tracing.depth))?,
        (_, Some(("mesh", (_, index), ""))) => {
            let index = index as usize;
            if index > tracing.meshes.len() {
                return Err(format!("the next one is mesh({})", tracing.meshes.len()));
            }
            tracing.meshes.resize(tracing.meshes.len().max(index + 1), Vec::new());
            tracing.meshes[index].push(geometry(rest)?);
        }
        (_, Some(("scene", (set, binding), ""))) => {
            let instances = rest.split(';').map(instance).collect::<Result<_, _>>()?;
            let scene = Scene { meshes: tracing.meshes.clone(), instances };
            let resource = Resource::Scene(scene);
            run.bindings.push(super::super::vulkan::Binding { set, binding, resource });
            run.elements.push((Place::Binding(set, binding), Element::U32));
        }
        (_, Some((name, (_, index), ""))) => {
            let Some((_, table)) = RECORDS.iter().find(|row| row.0 == name) else { return Ok(false) };
            tracing.records.push((*table, index, data::bytes(&typed_list(rest)?.1)));
        }
        _ => return Ok(false),
    }
    Ok(true)
}

/// Reads `triangles opaque = [..]` or `boxes = [..]`.
fn geometry(text: &str) -> Result<Geometry, String> {
    let (words, list) = text.split_once('=').ok_or("expected `= [..]`")?;
    let bytes = data::bytes(&data::parse_list(list, Element::F32)?);
    let numbers: Vec<f32> =
        bytes.chunks_exact(4).map(|bytes| f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])).collect();
    let corner = |at: &[f32]| [at[0], at[1], at[2]];
    let mut words = words.split_whitespace();
    let primitives = match words.next() {
        Some("triangles") => Primitives::Triangles(
            numbers.chunks_exact(9).map(|it| [corner(it), corner(&it[3..]), corner(&it[6..])]).collect(),
        ),
        Some("boxes") => Primitives::Boxes(numbers.chunks_exact(6).map(|it| [corner(it), corner(&it[3..])]).collect()),
        _ => return Err("expected `triangles` or `boxes`".to_owned()),
    };
    match words.next() {
        None => Ok(Geometry { primitives, opaque: false }),
        Some("opaque") => Ok(Geometry { primitives, opaque: true }),
        Some(word) => Err(format!("`{word}` is no word for geometries")),
    }
}

/// Reads `0 at=1,2,3 custom=7 mask=255 offset=1`; instead of `at`, `matrix=` has the three rows of the transform.
fn instance(text: &str) -> Result<Instance, String> {
    let mut words = text.split_whitespace();
    let mesh = words.next().and_then(|word| word.parse().ok()).ok_or("expected a mesh's number")?;
    let mut instance = Instance {
        mesh,
        transform: [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]],
        custom_index: 0,
        mask: 0xff,
        offset: 0,
    };
    for word in words {
        let number = |text: &str| text.parse::<u32>().map_err(|_| format!("`{text}` is no number"));
        match word.split_once('=') {
            Some(("at", place)) => {
                for (row, text) in instance.transform.iter_mut().zip(place.split(',')) {
                    row[3] = text.parse().map_err(|_| format!("`{text}` is no number"))?;
                }
            }
            Some(("matrix", rows)) => {
                for (component, text) in instance.transform.iter_mut().flatten().zip(rows.split(',')) {
                    *component = text.parse().map_err(|_| format!("`{text}` is no number"))?;
                }
            }
            Some(("custom", text)) => instance.custom_index = number(text)?,
            Some(("mask", text)) => instance.mask = number(text)?,
            Some(("offset", text)) => instance.offset = number(text)?,
            _ => return Err(format!("`{word}` is no word for instances")),
        }
    }
    Ok(instance)
}
