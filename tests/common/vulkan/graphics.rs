//! The surroundings of the stages of a graphics pipeline: vertices before, rasterisation between, attachments after.

use ash::vk;
use glslsub::internals::Stage;

use super::{Binding, Image};

/// A draw.
#[derive(Clone, Debug)]
pub struct Draw<'a> {
    /// The modules, each with the stage of its entry point `main`.
    pub modules: &'a [(Stage, Vec<u32>)],
    /// Everything that all of them read and write.
    pub bindings: &'a [Binding],
    /// Push constants.
    pub push_constants: &'a [u8],
    /// Values of specialization constants, little-endian, with their ids; for all modules.
    pub specialization: &'a [(u32, Vec<u8>)],
    /// Everything else.
    pub graphics: &'a Graphics,
}

/// The results of a draw.
#[derive(Clone, Debug, Default)]
pub struct Drawn {
    /// The contents of each binding.
    pub bindings: Vec<Vec<u8>>,
    /// The texels of each target.
    pub targets: Vec<Vec<u8>>,
    /// The texels of the depth attachment.
    pub depth: Vec<u8>,
    /// The contents of each transform feedback buffer.
    pub feedback: Vec<Vec<u8>>,
}

/// The fixed functions of a draw.
#[derive(Clone, Debug)]
pub struct Graphics {
    /// The draws; several draws, or none of at most one instance, are one indirect call.
    pub draws: Vec<Counts>,
    /// Workgroups of task or mesh shaders.
    pub groups: [u32; 3],
    /// The index buffer.
    pub indices: Option<(vk::IndexType, Vec<u8>)>,
    /// The primitives that vertices form.
    pub topology: Topology,
    /// Inputs of the vertex shader.
    pub attributes: Vec<Attribute>,
    /// Rasterisation.
    pub raster: Raster,
    /// Viewports: x, y, width, height, minimum and maximum depth. None: the whole area.
    pub viewports: Vec<[f32; 6]>,
    /// Colour attachments.
    pub targets: Vec<Target>,
    /// The depth or stencil attachment.
    pub depth: Option<Depth>,
    /// Width and height if there are no attachments.
    pub area: [u32; 2],
    /// Samples of a pixel. With more than one, attachments begin with the first texel of their image everywhere, and
    /// targets are resolved.
    pub samples: u32,
    /// Views (VK_KHR_multiview); 0 without.
    pub views: u32,
    /// Transform feedback buffers.
    pub feedback: Vec<Vec<u8>>,
}

/// The counts of one draw.
#[derive(Clone, Copy, Debug)]
pub struct Counts {
    /// Vertices, or indices if there are any.
    pub vertices: u32,
    /// Instances.
    pub instances: u32,
    /// The first vertex; with indices, the value added to them.
    pub first_vertex: u32,
    /// The first instance.
    pub first_instance: u32,
}

/// The primitives that vertices form.
#[derive(Clone, Copy, Debug)]
pub struct Topology {
    /// The kind.
    pub kind: vk::PrimitiveTopology,
    /// Vertices of a patch.
    pub patch: u32,
    /// Whether the largest index begins a new strip.
    pub restart: bool,
}

/// An input of the vertex shader.
#[derive(Clone, Debug)]
pub struct Attribute {
    /// Its location.
    pub location: u32,
    /// Its format.
    pub format: super::Format,
    /// Whether it advances per instance instead of per vertex.
    pub per_instance: bool,
    /// The data.
    pub bytes: Vec<u8>,
}

/// A colour attachment.
#[derive(Clone, Debug)]
pub struct Target {
    /// Its initial contents.
    pub image: Image,
    /// How a fragment is blended; without it, it replaces the old value.
    pub blend: Option<Blend>,
}

/// A blend equation, for colour and alpha alike.
#[derive(Clone, Copy, Debug)]
pub struct Blend {
    /// The factor for the fragment.
    pub source: vk::BlendFactor,
    /// The factor for the target.
    pub destination: vk::BlendFactor,
    /// The operation on the products.
    pub operation: vk::BlendOp,
}

/// The depth or stencil attachment. A fragment that passes writes its depth, or its stencil reference, which is
/// [`Depth::reference`] unless a fragment shader exports one.
#[derive(Clone, Debug)]
pub struct Depth {
    /// Its initial contents.
    pub image: Image,
    /// The test.
    pub comparison: vk::CompareOp,
    /// The stencil reference.
    pub reference: u32,
}

/// Rasterisation.
#[derive(Clone, Copy, Debug, Default)]
pub struct Raster {
    /// Faces that are not drawn.
    pub cull: vk::CullModeFlags,
    /// Whether a clockwise face is a front face.
    pub clockwise: bool,
    /// Fill, edges or corners.
    pub polygon: vk::PolygonMode,
    /// Clamp depth instead of clipping.
    pub depth_clamp: bool,
    /// Run the fragment shader for each sample whatever inputs it reads.
    pub sample_shading: bool,
    /// The samples that may be covered; 0: all.
    pub sample_mask: u32,
}

const TOPOLOGIES: &[(&str, vk::PrimitiveTopology)] = &[
    ("points", vk::PrimitiveTopology::POINT_LIST),
    ("lines", vk::PrimitiveTopology::LINE_LIST),
    ("line_strip", vk::PrimitiveTopology::LINE_STRIP),
    ("triangles", vk::PrimitiveTopology::TRIANGLE_LIST),
    ("triangle_strip", vk::PrimitiveTopology::TRIANGLE_STRIP),
    ("triangle_fan", vk::PrimitiveTopology::TRIANGLE_FAN),
    ("lines_adjacency", vk::PrimitiveTopology::LINE_LIST_WITH_ADJACENCY),
    ("line_strip_adjacency", vk::PrimitiveTopology::LINE_STRIP_WITH_ADJACENCY),
    ("triangles_adjacency", vk::PrimitiveTopology::TRIANGLE_LIST_WITH_ADJACENCY),
    ("triangle_strip_adjacency", vk::PrimitiveTopology::TRIANGLE_STRIP_WITH_ADJACENCY),
    ("patches", vk::PrimitiveTopology::PATCH_LIST),
];

const FACTORS: &[(&str, vk::BlendFactor)] = &[
    ("zero", vk::BlendFactor::ZERO),
    ("one", vk::BlendFactor::ONE),
    ("source", vk::BlendFactor::SRC_COLOR),
    ("one_minus_source", vk::BlendFactor::ONE_MINUS_SRC_COLOR),
    ("source_alpha", vk::BlendFactor::SRC_ALPHA),
    ("one_minus_source_alpha", vk::BlendFactor::ONE_MINUS_SRC_ALPHA),
    ("target", vk::BlendFactor::DST_COLOR),
    ("one_minus_target", vk::BlendFactor::ONE_MINUS_DST_COLOR),
    ("second", vk::BlendFactor::SRC1_COLOR),
    ("one_minus_second", vk::BlendFactor::ONE_MINUS_SRC1_COLOR),
    ("second_alpha", vk::BlendFactor::SRC1_ALPHA),
    ("one_minus_second_alpha", vk::BlendFactor::ONE_MINUS_SRC1_ALPHA),
];

const OPERATIONS: &[(&str, vk::BlendOp)] = &[
    ("add", vk::BlendOp::ADD),
    ("subtract", vk::BlendOp::SUBTRACT),
    ("min", vk::BlendOp::MIN),
    ("max", vk::BlendOp::MAX),
];

/// A word, and what it sets.
type RasterWord = (&'static str, fn(&mut Raster));

/// The words for rasterisation.
const RASTER: &[RasterWord] = &[
    ("cull_front", |raster| raster.cull |= vk::CullModeFlags::FRONT),
    ("cull_back", |raster| raster.cull |= vk::CullModeFlags::BACK),
    ("clockwise", |raster| raster.clockwise = true),
    ("edges", |raster| raster.polygon = vk::PolygonMode::LINE),
    ("corners", |raster| raster.polygon = vk::PolygonMode::POINT),
    ("depth_clamp", |raster| raster.depth_clamp = true),
    ("sample_shading", |raster| raster.sample_shading = true),
];

fn find<T: Copy>(rows: &[(&str, T)], word: &str) -> Option<T> {
    rows.iter().find(|row| row.0 == word).map(|row| row.1)
}

impl Topology {
    /// Reads `triangle_strip` and so on.
    pub fn parse(word: &str) -> Option<Self> {
        find(TOPOLOGIES, word).map(|kind| Self { kind, patch: 0, restart: false })
    }
}

impl Blend {
    /// Reads two factors and an operation.
    pub fn parse(source: &str, destination: &str, operation: &str) -> Option<Self> {
        Some(Self {
            source: find(FACTORS, source)?,
            destination: find(FACTORS, destination)?,
            operation: find(OPERATIONS, operation)?,
        })
    }

    /// Whether it uses the second output of the fragment shader.
    pub fn is_dual_source(self) -> bool {
        let is_second = |factor: vk::BlendFactor| factor.as_raw() >= vk::BlendFactor::SRC1_COLOR.as_raw();
        is_second(self.source) || is_second(self.destination)
    }
}

impl Raster {
    /// Reads a word. False if it is not about rasterisation.
    pub fn take(&mut self, word: &str) -> bool {
        if let Some(mask) = word.strip_prefix("sample_mask=") {
            return mask.parse().map(|mask| self.sample_mask = mask).is_ok();
        }
        find(RASTER, word).map(|set| set(self)).is_some()
    }
}

impl Default for Counts {
    fn default() -> Self {
        Self { vertices: 3, instances: 1, first_vertex: 0, first_instance: 0 }
    }
}

impl Default for Graphics {
    /// One triangle, over four by four pixels without attachments.
    fn default() -> Self {
        Self {
            draws: Vec::new(),
            groups: [1; 3],
            indices: None,
            topology: Topology { kind: vk::PrimitiveTopology::TRIANGLE_LIST, patch: 3, restart: false },
            attributes: Vec::new(),
            raster: Raster::default(),
            viewports: Vec::new(),
            targets: Vec::new(),
            depth: None,
            area: [4; 2],
            samples: 1,
            views: 0,
            feedback: Vec::new(),
        }
    }
}

impl Graphics {
    /// The width and height of the drawn area.
    pub fn size(&self) -> [u32; 2] {
        let attachment = self.targets.iter().map(|target| &target.image).chain(self.depth.iter().map(|it| &it.image));
        attachment.map(|image| [image.split_extent().0[0], image.split_extent().0[1]]).next().unwrap_or(self.area)
    }

    /// Layers of the attachments; 1 with views, which replace them.
    pub fn layers(&self) -> u32 {
        let attachment = self.targets.iter().map(|target| &target.image).chain(self.depth.iter().map(|it| &it.image));
        match self.views {
            0 => attachment.map(|image| image.split_extent().1).next().unwrap_or(1),
            _ => 1,
        }
    }
}
