//! Runs shaders on a Vulkan device.
//!
//! Comes in: a [`Job`], a compute module with the contents of everything it is bound to, or a [`Draw`] or a [`Trace`],
//! likewise for the modules of a graphics or ray tracing pipeline. Goes out: the same contents afterwards, and what was
//! drawn. There is one device per test process, behind a lock. Without a driver the tests say so on the terminal and
//! pass, unless `GLSLSUB_REQUIRE_VULKAN=1` makes that a failure. `GLSLSUB_VULKAN_DEVICE` selects a device by a part of
//! its name.

mod acceleration;
mod attachments;
mod bind;
mod capabilities;
mod device;
mod dispatch;
mod draw;
mod format;
mod frame;
mod graphics;
mod images;
mod pipeline;
mod sampling;
mod trace;
mod young;

use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use ash::vk;

// Each test program uses only some of these.
#[allow(unused_imports)]
pub use acceleration::{Geometry, Instance, Primitives, Scene};
#[allow(unused_imports)]
pub use device::{Device, MatrixProperties};
pub use format::{Format, Shape};
#[allow(unused_imports)]
pub use graphics::{Attribute, Blend, Counts, Depth, Draw, Drawn, Graphics, Raster, Target, Topology};
#[allow(unused_imports)]
pub use sampling::{Sampling, comparison};
#[allow(unused_imports)]
pub use trace::{Table, Trace};

/// If set to 1, a missing driver is a failure.
pub const REQUIRE: &str = "GLSLSUB_REQUIRE_VULKAN";

/// One dispatch.
#[derive(Clone, Debug, Default)]
pub struct Job<'a> {
    /// The module; its entry point is `main`.
    pub words: &'a [u32],
    /// Workgroups.
    pub groups: [u32; 3],
    /// Everything the module reads and writes.
    pub bindings: &'a [Binding],
    /// Push constants.
    pub push_constants: &'a [u8],
    /// Values of specialization constants, little-endian, with their ids.
    pub specialization: &'a [(u32, Vec<u8>)],
    /// How often it is run again, to be timed.
    pub again: u32,
}

/// A resource with its binding.
#[derive(Clone, Debug)]
pub struct Binding {
    /// Descriptor set.
    pub set: u32,
    /// Binding in the set.
    pub binding: u32,
    /// What is bound, with its contents.
    pub resource: Resource,
}

impl Binding {
    /// A storage buffer in set 0.
    pub fn storage(binding: u32, bytes: Vec<u8>) -> Self {
        Self { set: 0, binding, resource: Resource::Storage(bytes) }
    }
}

/// What can be bound.
#[derive(Clone, Debug)]
pub enum Resource {
    /// A storage buffer.
    Storage(Vec<u8>),
    /// An array of resources of one kind. Their contents are read back one after the other.
    Array(Vec<Resource>),
    /// A storage buffer that holds the addresses of earlier storage buffers and scenes, given by set and binding.
    Addresses(Vec<(u32, u32)>),
    /// A uniform buffer.
    Uniform(Vec<u8>),
    /// A storage texel buffer (`imageBuffer`).
    StorageTexels(Format, Vec<u8>),
    /// A uniform texel buffer (`samplerBuffer`, `textureBuffer`).
    UniformTexels(Format, Vec<u8>),
    /// A storage image.
    StorageImage(Image),
    /// A texture without a sampler.
    SampledImage(Image),
    /// A texture with its sampler.
    CombinedImage(Image, Sampling),
    /// A sampler.
    Sampler(Sampling),
    /// An input attachment of a draw; those of a draw are numbered in the order of its bindings.
    InputAttachment(Image),
    /// An acceleration structure.
    Scene(Scene),
}

/// An image with its texels, level by level, layer by layer.
#[derive(Clone, Debug)]
pub struct Image {
    /// Texel format.
    pub format: Format,
    /// Dimensionality.
    pub shape: Shape,
    /// Size; layers (6 for a cube) come last if the shape has them.
    pub extent: [u32; 3],
    /// Mip levels.
    pub mips: u32,
    /// Samples per texel. With more than one, all samples of all texels have the value of the only texel in `bytes`,
    /// and the image is not read back.
    pub samples: u32,
    /// Texels.
    pub bytes: Vec<u8>,
}

impl Image {
    /// An image with one level and one sample, all zero.
    pub fn new(format: Format, shape: Shape, extent: [u32; 3]) -> Self {
        let mut image = Self { format, shape, extent, mips: 1, samples: 1, bytes: Vec::new() };
        image.bytes = vec![0; image.size()];
        image
    }

    /// The same image with these texels.
    pub fn with(self, bytes: Vec<u8>) -> Self {
        Self { bytes, ..self }
    }

    /// Width, height, depth and layers.
    pub const fn split_extent(&self) -> ([u32; 3], u32) {
        let [x, y, z] = self.extent;
        match self.shape {
            Shape::D1 => ([x, 1, 1], 1),
            Shape::D1Array => ([x, 1, 1], y),
            Shape::D2 => ([x, y, 1], 1),
            Shape::D2Array | Shape::Cube | Shape::CubeArray => ([x, y, 1], z),
            Shape::D3 => ([x, y, z], 1),
        }
    }

    /// Size of a level in texels, all layers.
    pub fn level_extent(&self, level: u32) -> [u32; 3] {
        self.split_extent().0.map(|size| (size >> level).max(1))
    }

    /// Bytes of a level, all layers.
    pub fn level_size(&self, level: u32) -> usize {
        let texels: u32 = self.level_extent(level).iter().product();
        (texels * self.split_extent().1) as usize * self.format.size()
    }

    /// Bytes of all levels.
    pub fn size(&self) -> usize {
        if self.samples > 1 {
            return self.format.size();
        }
        (0..self.mips).map(|level| self.level_size(level)).sum()
    }
}

/// The bit of a stage.
const fn stage_flag(stage: glslsub::internals::Stage) -> vk::ShaderStageFlags {
    use glslsub::internals::Stage as S;
    match stage {
        S::Vertex => vk::ShaderStageFlags::VERTEX,
        S::TessellationControl => vk::ShaderStageFlags::TESSELLATION_CONTROL,
        S::TessellationEvaluation => vk::ShaderStageFlags::TESSELLATION_EVALUATION,
        S::Geometry => vk::ShaderStageFlags::GEOMETRY,
        S::Fragment => vk::ShaderStageFlags::FRAGMENT,
        S::Task => vk::ShaderStageFlags::TASK_EXT,
        S::Mesh => vk::ShaderStageFlags::MESH_EXT,
        S::RayGeneration => vk::ShaderStageFlags::RAYGEN_KHR,
        S::Intersection => vk::ShaderStageFlags::INTERSECTION_KHR,
        S::AnyHit => vk::ShaderStageFlags::ANY_HIT_KHR,
        S::ClosestHit => vk::ShaderStageFlags::CLOSEST_HIT_KHR,
        S::Miss => vk::ShaderStageFlags::MISS_KHR,
        S::Callable => vk::ShaderStageFlags::CALLABLE_KHR,
        // `Stage` may grow; the tests' fixtures name no stage that is missing here.
        _ => vk::ShaderStageFlags::COMPUTE,
    }
}

/// The device of this process. `None`, reported on the terminal, without a driver.
pub fn device() -> Option<MutexGuard<'static, Device>> {
    static DEVICE: OnceLock<Result<Mutex<Device>, String>> = OnceLock::new();
    let device = DEVICE.get_or_init(|| {
        let opened = Device::open();
        match &opened {
            Ok(device) => super::shout(&format!("running on {}", device.name)),
            Err(reason) => super::shout(&format!("EXECUTION SKIPPED: {reason}")),
        }
        opened.map(Mutex::new)
    });
    match device {
        Ok(device) => Some(device.lock().unwrap_or_else(PoisonError::into_inner)),
        Err(reason) => {
            assert!(!super::required(REQUIRE), "{reason}, and {REQUIRE} is set");
            None
        }
    }
}
