//! What a program works on besides its buffers: textures, images, memory at an address; and all of it as Vulkan
//! bindings.
//!
//! Comes in: a case. Goes out: bindings for a device, memory for the machine, and what is compared afterwards.

use glslsub::internals::builtins::ImageDimension;
use glslsub::internals::nv_program::target::Target;

use crate::cases::Case;
use crate::common::compile;
use crate::common::vulkan::{Binding, Device, Format, Image, Job, Resource, Sampling, Shape};
use crate::ties;

/// Samples of the texels that have several; all have the value of the only texel in memory.
pub const SAMPLES: u32 = 4;

/// A texture or image of a unit. Textures are sampled at the nearest texel of the nearest level, clamped to the edge.
#[derive(Clone, Debug)]
pub struct Unit {
    /// Its target.
    pub target: Target,
    /// Its format, as GLSL names it.
    pub format: &'static str,
    /// Width, height, depth; layers come last.
    pub extent: [u32; 3],
    /// Levels.
    pub levels: u32,
    /// Texels, level by level, layer by layer.
    pub texels: Vec<u8>,
}

impl Unit {
    /// The Vulkan image for it.
    pub fn image(&self) -> Image {
        use ImageDimension as D;
        let shape = match (self.target.dimension, self.target.arrayed) {
            (D::D1, false) => Shape::D1,
            (D::D1, true) => Shape::D1Array,
            (D::D3, _) => Shape::D3,
            (D::Cube, false) => Shape::Cube,
            (D::Cube, true) => Shape::CubeArray,
            (_, true) => Shape::D2Array,
            _ => Shape::D2,
        };
        let format = Format::parse(self.format).unwrap();
        Image {
            format,
            shape,
            extent: self.extent,
            mips: self.levels,
            samples: if self.target.multisampled { SAMPLES } else { 1 },
            bytes: self.texels.clone(),
        }
    }

    /// The size of all levels in bytes.
    pub fn size(&self) -> usize {
        Image { bytes: Vec::new(), ..self.image() }.size()
    }

    fn is_buffer(&self) -> bool {
        self.target.dimension == ImageDimension::Buffer
    }
}

/// The resources of a case besides buffers.
#[derive(Clone, Debug, Default)]
pub struct World {
    /// `texture[n]`
    pub textures: Vec<Unit>,
    /// `image[n]`
    pub images: Vec<Unit>,
    /// Memory whose address is in `program.buffer[3]`.
    pub global: Vec<u8>,
    /// `program.counter[0]`
    pub counters: Vec<u8>,
    /// The numbers that `program.subroutine[n]` have.
    pub subroutines: Vec<u32>,
}

/// The bindings of a case in Vulkan; `program.storage[1]`, the output, comes second.
pub fn bindings(case: &Case) -> Vec<Binding> {
    let parameters: Vec<u8> = case.locals.iter().flatten().flat_map(|word| word.to_le_bytes()).collect();
    let storage = [
        (0, case.input.clone()),
        (1, vec![0; case.output]),
        (100, case.input.clone()),
        (101, case.input.clone()),
        (102, case.input.clone()),
        (120, parameters.clone()),
        (121, parameters),
    ];
    let mut all: Vec<Binding> = storage.into_iter().map(|(binding, bytes)| Binding::storage(binding, bytes)).collect();
    if compile::assembly_options(&case.text).uniform_buffers {
        // As large as the block.
        for binding in all.iter_mut().filter(|it| (100..120).contains(&it.binding)) {
            let mut bytes = case.input.clone();
            bytes.resize(65536, 0);
            binding.resource = Resource::Uniform(bytes);
        }
    }
    if !case.world.global.is_empty() {
        all.push(Binding::storage(2, case.world.global.clone()));
        all.push(Binding { set: 0, binding: 103, resource: Resource::Addresses(vec![(0, 2)]) });
    }
    if !case.world.counters.is_empty() {
        all.push(Binding::storage(130, case.world.counters.clone()));
    }
    for (unit, binding) in case.world.textures.iter().zip(0..) {
        let compare = unit.target.shadow.then_some(ash::vk::CompareOp::LESS_OR_EQUAL);
        let resource = if unit.is_buffer() {
            Resource::UniformTexels(Format::parse(unit.format).unwrap(), unit.texels.clone())
        } else {
            Resource::CombinedImage(unit.image(), Sampling { compare, ..Sampling::default() })
        };
        all.push(Binding { set: 1, binding, resource });
    }
    for (unit, binding) in case.world.images.iter().zip(64..) {
        let resource = if unit.is_buffer() {
            Resource::StorageTexels(Format::parse(unit.format).unwrap(), unit.texels.clone())
        } else {
            Resource::StorageImage(unit.image())
        };
        all.push(Binding { set: 1, binding, resource });
    }
    all
}

/// The output of a device, from what was read back for each of [`bindings`]: the output buffer, and the memory at the
/// address.
pub fn output(case: &Case, contents: Vec<Vec<u8>>) -> Vec<u8> {
    let global = if case.world.global.is_empty() { Vec::new() } else { contents[7].clone() };
    let mut output = contents.into_iter().nth(1).unwrap_or_default();
    output.extend(global);
    output
}

/// The output of a module for a case on a device; `None` if the device lacks what it needs, or computes it wrong.
pub fn run(case: &Case, words: &[u32], device: &Device) -> Result<Option<Vec<u8>>, String> {
    if device.missing_capability(words).is_some() || ties::are_wrong(words, device) {
        return Ok(None);
    }
    let bindings = bindings(case);
    let numbers = case.world.subroutines.iter().map(|number| number.to_le_bytes().to_vec());
    let specialization: Vec<(u32, Vec<u8>)> = (200..).zip(numbers).collect();
    let job = Job { words, groups: [1, 1, 1], bindings: &bindings, specialization: &specialization, ..Job::default() };
    let contents = device.run(&job).map_err(|error| format!("{}: {error}", case.name))?;
    Ok(Some(output(case, contents)))
}
