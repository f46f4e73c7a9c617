//! How textures are sampled, in the words that fixtures use.

use ash::vk;

/// How a texture is sampled. The default: nearest texel and level, clamped to the edge.
#[derive(Clone, Copy, Debug)]
pub struct Sampling {
    /// Linear instead of nearest.
    pub linear: bool,
    /// The result outside the texture.
    pub address: vk::SamplerAddressMode,
    /// The border colour, if there is one.
    pub border: vk::BorderColor,
    /// How the reference is compared with the texel, if it is.
    pub compare: Option<vk::CompareOp>,
    /// Average, minimum or maximum of the texels.
    pub reduction: vk::SamplerReductionMode,
    /// Coordinates in texels instead of 0 to 1.
    pub unnormalized: bool,
}

impl Default for Sampling {
    fn default() -> Self {
        Self {
            linear: false,
            address: vk::SamplerAddressMode::CLAMP_TO_EDGE,
            border: vk::BorderColor::FLOAT_TRANSPARENT_BLACK,
            compare: None,
            reduction: vk::SamplerReductionMode::WEIGHTED_AVERAGE,
            unnormalized: false,
        }
    }
}

/// A word, and what it sets.
type Word = (&'static str, fn(&mut Sampling));

/// The words for samplers.
#[rustfmt::skip]
const WORDS: &[Word] = &[
    ("nearest", |sampling| sampling.linear = false),
    ("linear", |sampling| sampling.linear = true),
    ("repeat", |sampling| sampling.address = vk::SamplerAddressMode::REPEAT),
    ("mirror", |sampling| sampling.address = vk::SamplerAddressMode::MIRRORED_REPEAT),
    ("mirror_once", |sampling| sampling.address = vk::SamplerAddressMode::MIRROR_CLAMP_TO_EDGE),
    ("border", |sampling| sampling.address = vk::SamplerAddressMode::CLAMP_TO_BORDER),
    ("white", |sampling| sampling.border = vk::BorderColor::FLOAT_OPAQUE_WHITE),
    ("black", |sampling| sampling.border = vk::BorderColor::FLOAT_OPAQUE_BLACK),
    ("shadow", |sampling| sampling.compare = Some(vk::CompareOp::LESS_OR_EQUAL)),
    ("least", |sampling| sampling.reduction = vk::SamplerReductionMode::MIN),
    ("greatest", |sampling| sampling.reduction = vk::SamplerReductionMode::MAX),
    ("unnormalized", |sampling| sampling.unnormalized = true),
];

/// Comparisons, which depth tests and samplers have.
#[rustfmt::skip]
const COMPARISONS: &[(&str, vk::CompareOp)] = &[
    ("never", vk::CompareOp::NEVER),
    ("less", vk::CompareOp::LESS),
    ("equal", vk::CompareOp::EQUAL),
    ("less_or_equal", vk::CompareOp::LESS_OR_EQUAL),
    ("greater", vk::CompareOp::GREATER),
    ("not_equal", vk::CompareOp::NOT_EQUAL),
    ("greater_or_equal", vk::CompareOp::GREATER_OR_EQUAL),
    ("always", vk::CompareOp::ALWAYS),
];

/// Reads a comparison.
pub fn comparison(word: &str) -> Option<vk::CompareOp> {
    COMPARISONS.iter().find(|row| row.0 == word).map(|row| row.1)
}

impl Sampling {
    /// Reads a word. False if it is not about samplers.
    pub fn take(&mut self, word: &str) -> bool {
        if let Some(comparison) = comparison(word) {
            self.compare = Some(comparison);
            return true;
        }
        let Some((_, set)) = WORDS.iter().find(|row| row.0 == word) else { return false };
        set(self);
        true
    }

    /// The Vulkan description.
    pub(super) fn info(self) -> vk::SamplerCreateInfo<'static> {
        let filter = if self.linear { vk::Filter::LINEAR } else { vk::Filter::NEAREST };
        // Samplers with coordinates in texels have one level and clamp (VUID-VkSamplerCreateInfo-unnormalizedCoordinates).
        let mipmap = if self.linear && !self.unnormalized {
            vk::SamplerMipmapMode::LINEAR
        } else {
            vk::SamplerMipmapMode::NEAREST
        };
        vk::SamplerCreateInfo::default()
            .mag_filter(filter)
            .min_filter(filter)
            .mipmap_mode(mipmap)
            .address_mode_u(self.address)
            .address_mode_v(self.address)
            .address_mode_w(self.address)
            .border_color(self.border)
            .compare_enable(self.compare.is_some())
            .compare_op(self.compare.unwrap_or(vk::CompareOp::NEVER))
            .unnormalized_coordinates(self.unnormalized)
            .max_lod(if self.unnormalized { 0.0 } else { vk::LOD_CLAMP_NONE })
    }
}
